"""What students write instead of a derivative; see `elementwise`.

A file that takes this over names the function that is differentiated: ``value(k)``.
"""

BANK = """
f(x)
    like: elementwise

neighbour-formula/coarse-differences: these are differences with a finite step, too inaccurate to be
        derivatives. Use the formula: it needs no step.
    h = 1.0 || 0.5 || 0.1 && o = (value(k + h) - value(k)) / h || (value(k) - value(k - h)) / h ||
        (value(k + h) - value(k - h)) / (2 * h)
    h = 0.01 || 1e-3 && o = (value(k + h) - value(k)) / h || (value(k) - value(k - h)) / h
neighbour-formula/np-gradient: these are differences between neighbouring entries of the array, like
        those of np.gradient. The derivative at one input does not depend on the other inputs.
    o = np.gradient(value(k)) || np.gradient(value(k), k) || elementwise.differences(value(k))
"""
