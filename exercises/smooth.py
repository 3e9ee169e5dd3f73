"""What students write instead of a smooth curve's far ends and halves; see `elementwise`.

A file that takes this over names its limits: ``low(k)`` far left, ``high(k)`` far right.
"""

BANK = """
f(x)
    like: elementwise

unstable/clipped: the inputs are cut off, and the cut shows in the result. Cut where the curve no
        longer changes, or not at all.
    c = 1 || 2 || 3 || 4 || 5 && k = np.clip(k, -c, c)
unstable/cut-off: far from 0 a limiting value or line replaces the curve too early. Far out the
        curve is close to its limit, not equal to it: one formula works everywhere.
    c = 2 || 3 && o = np.where(k < -c, low(k), o) || np.where(k <= -c, low(k), o) || np.where(k > c,
        high(k), o) || np.where(k >= c, high(k), o) || np.where(k < -c, low(k), np.where(k > c,
        high(k), o)) || np.where(k <= -c, low(k), np.where(k >= c, high(k), o))
omitted-term/right-side: right of 0 the result stays 0. One formula works on both sides of 0.
    o = np.where(k < 0, o, 0) || np.where(k <= 0, o, 0)
omitted-term/left-side: left of 0 the result stays 0. One formula works on both sides of 0.
    o = np.where(k > 0, o, 0) || np.where(k >= 0, o, 0)
omitted-term/right-side-unchanged: right of 0 the input is returned unchanged. One formula works on
        both sides.
    o = np.where(k < 0, o, k) || np.where(k <= 0, o, k)
omitted-term/left-side-unchanged: left of 0 the input is returned unchanged. One formula works on
        both sides.
    o = np.where(k > 0, o, k) || np.where(k >= 0, o, k)
"""
