r"""Networks with one hidden layer that are built, not trained, to follow a given function.

One number in, one number out, as in `scalar_network`. The function to follow takes an array and
returns finite values of the same shape; anything else raises a ValueError, as do numbers of pieces
or widths that make no sense.
"""

import math

import numpy as np

from .checks import positive, vector, whole
from .errors import message

__all__ = ["far_slopes", "relu_interpolant", "staircase", "step_from_sigmoid"]


def relu_interpolant(f, k):
    r"""The ReLU network that equals f at 0, 1/k, ..., 1 and is straight in between.

    .. math:: F(x) = b + \sum_{j=0}^{k-1} w_j\, \mathrm{relu}(x - t_j), \qquad
              t_j = j/k, \quad w_j = s_j - s_{j-1}, \quad b = f(0)

    For f on [0, 1] and k >= 1 straight pieces, one hidden unit each. Returns (t, w, b): breakpoints
    (k,), output weights (k,), and the constant. The s_j are the slopes of the pieces, s_{-1} = 0.
    Without the constant, which the slide does not have, F(0) is 0 whatever f(0) is (erratum NP-08).
    Lecture NPFL129-uat-relu.

    The square in two pieces: slopes 1/2 and 3/2.
    >>> t, w, b = relu_interpolant(np.square, 2)
    >>> t.tolist(), w.tolist(), b
    ([0.0, 0.5], [0.5, 1.0], 0.0)
    """
    whole(k, "k")
    t = np.arange(k + 1) / k
    y = _values(f, t)
    slopes = np.diff(y) / np.diff(t)
    return t[:-1], np.diff(slopes, prepend=0), float(y[0])


def staircase(f, k):
    r"""Steps at 1/k, ..., (k-1)/k between the values of f in the middle of k equal intervals.

    .. math:: F(x) = b + \sum_{j=1}^{k-1} w_j\, [x > t_j], \qquad
              t_j = j/k, \quad w_j = f(m_j) - f(m_{j-1}), \quad b = f(m_0)

    For f on [0, 1] and k >= 1 levels. Returns (t, w, b): positions of the steps (k - 1,), their
    heights (k - 1,), and the first level. Middle m_j = (j + 1/2)/k; the value at the left end
    instead doubles the error. Lecture NPFL129-uat-squash.

    >>> t, w, b = staircase(np.square, 2)
    >>> t.tolist(), w.tolist(), b
    ([0.5], [0.5], 0.0625)
    """
    whole(k, "k")
    y = _values(f, (np.arange(k) + 0.5) / k)
    return np.arange(1, k) / k, np.diff(y), float(y[0])


def step_from_sigmoid(t, width, eps):
    r"""The flattest sigmoid whose step at t is done within a given width: (a, b).

    .. math:: \sigma(a x + b) \le \varepsilon \text{ for } x \le t - \mathrm{width}, \quad
              \ge 1 - \varepsilon \text{ for } x \ge t + \mathrm{width}, \qquad
              a = \frac{1}{\mathrm{width}} \log \frac{1 - \varepsilon}{\varepsilon}, \quad b = -a t

    At t it is 1/2 for every a; width > 0 is a distance on either side, eps is between 0 and 1/2.
    Lecture NPFL129-uat-squash.

    >>> a, b = step_from_sigmoid(3.0, 2.0, 0.1)
    >>> round(a, 6), round(b, 6)  # log(9) / 2
    (1.098612, -3.295837)
    """
    positive(width, "width", "the step reversed")
    if not 0 < eps < 0.5:
        raise ValueError(message("eps", "a number between 0 and 1/2", eps, "a percentage"))
    a = math.log((1 - eps) / eps) / width
    return a, -a * t


def far_slopes(w1, w2):
    r"""Slopes of a ReLU network far to the left and far to the right: (left, right).

    .. math:: \text{left} = \sum_{w_{1,j} < 0} w_{1,j}\, w_{2,j}, \qquad
              \text{right} = \sum_{w_{1,j} > 0} w_{1,j}\, w_{2,j}

    w1 and w2 (v,) are the hidden and the output weights. Biases only move the kinks.
    Lectures ALICE-5.2.1b, NPFL129-uat.

    relu(x) + relu(-x) is |x|:
    >>> far_slopes(np.array([1, -1]), np.array([1, 1]))
    (-1.0, 1.0)
    """
    w1, w2 = vector(w1, "(v,)", "w1"), vector(w2, "(v,)", "w2")
    if w1.shape != w2.shape:
        cause = "weights of two networks"
        raise ValueError(message("w2", f"shape {w1.shape} as w1", f"shape {w2.shape}", cause))
    products = w1 * w2
    return float(products[w1 < 0].sum()), float(products[w1 > 0].sum())


def _values(f, x):
    """Values of f, one finite number for each x."""
    y = np.asarray(f(x), float)
    if y.shape != x.shape or not np.all(np.isfinite(y)):
        got = f"shape {y.shape}" if y.shape != x.shape else "inf or nan"
        raise ValueError(message("f", f"finite values of shape {x.shape}", got,
                                 "a function of one number, or one that is not defined on [0, 1]"))
    return y
