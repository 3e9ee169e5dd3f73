"""Model answers of notebook 03b: what `solution` shows."""

import numpy as np


def relu_interpolant(f, k):
    """A unit for each piece: its weight is the change of slope there."""
    ends = np.arange(k + 1) / k
    y = f(ends)
    s = np.diff(y) * k
    t = ends[:-1]
    w = np.diff(s, prepend=0)
    b = y[0]
    return t, w, b


def step_from_sigmoid(t, width, eps):
    """The sigmoid that has just reached 1 - eps at t + width."""
    a = np.log((1 - eps) / eps) / width
    b = -a * t
    return a, b


def far_slopes(w1, w2):
    """Far out the sign of w1 alone decides which units are on."""
    slopes = w1 * w2
    return slopes[w1 < 0].sum(), slopes[w1 > 0].sum()
