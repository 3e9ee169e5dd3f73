"""What students write instead of two branches that meet at 0; see `elementwise`.

A file that takes this over has the steps ``m`` (which entries lie right of 0), ``r`` and ``l``
(the values there and left of 0) and ``o = np.where(m, r, l)``.
"""

BANK = """
f(x)
    like: elementwise
    m = k > 0                            # which inputs are positive
    r = k                                # the right side

off-by-one/threshold: the border between the two sides is not at 0. Compare x with 0.
    c = 1 || 0.5 || 0.25 || 0.1 || -1 && m = k > c || k >= c
sign/branches-swapped: the two sides of 0 are swapped. Compare each side with the task.
    o = np.where(m, l, r) || m = k < 0
neighbour-formula/one-on-the-right: right of 0 the value is 1. Return positive inputs unchanged.
    r = 1 + 0 * k
    r = 1 + 0 * k && m = k >= 0
neighbour-formula/cut-off-above: large inputs are cut off. The right side has no upper limit.
    c = 1 || 2 || 3 || 5 || 6 || 10 || 20 || 50 || 100 || 255 || 500 || 700 && r = np.minimum(k, c)
omitted-term/positive-side: right of 0 the result is 0. Return positive inputs unchanged.
    r = 0 * k
sign/right-side: the right side has the wrong sign. Return positive inputs unchanged.
    r = -k
neighbour-formula/right-squared: positive inputs are squared. Return positive inputs unchanged.
    r = k ** 2
"""
