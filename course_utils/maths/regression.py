r"""Lines through readings: gradient descent on the squared loss, and losses for outliers.

Rows are examples: X has shape (t, p), one row of features per example, y one target per row, e
errors. Values that are not real numbers raise a TypeError; shapes that do not fit ("X transposed")
and numbers that make no sense a ValueError.
"""

import numpy as np

from .checks import floats, learning_rate, positive, rows_and_targets, vector, whole
from .errors import message
from .linear import least_squares_fit

__all__ = ["absolute_line", "huber_fit", "huber_loss", "least_squares_descent"]


def least_squares_descent(X, y, lr, steps):
    r"""Weights w (p,) after some steps of gradient descent on the mean squared error, from 0.

    .. math:: w \leftarrow w - \eta\, \frac2t X^\top (Xw - y)

    The descent diverges if the learning rate lr is above 2 over the largest eigenvalue of 2/t X'X.
    The notes leave out the 2/t (erratum AL-21) and start from a column (p, 1), with which Xw - y
    becomes a table (t, t) (erratum AL-22). Lecture ALICE-4.1.4b.

    One row, x = 2, y = 1: the first gradient is 2 * 2 * (0 - 1).
    >>> least_squares_descent(np.array([[2]]), np.array([1]), 0.1, 1)
    array([0.4])
    """
    X, y = rows_and_targets(X, y)
    learning_rate(lr)
    whole(steps, "steps")
    t, p = X.shape
    w = np.zeros(p)
    for _ in range(steps):
        e = X @ w - y  # (t,): never (t, t)
        w = w - lr * 2 / t * X.T @ e
    return w


def huber_loss(e, delta):
    r"""Huber's loss of errors e, elementwise: a parabola near 0, straight beyond delta.

    .. math:: \tfrac12 e^2 \text{ if } |e| \le \delta,
              \qquad \delta\,(|e| - \tfrac12\delta) \text{ otherwise}

    delta > 0 has the unit of e; the notes use 1. The two parts meet without a jump or a kink. Huber
    (1964). Lecture ALICE-4.1.2b.

    >>> huber_loss(np.array([0.5, 1, 3]), 1)
    array([0.125, 0.5  , 2.5  ])
    """
    e = np.abs(floats(e, "e"))
    positive(delta, "delta", "the absolute loss was meant; it has no parabola")
    return np.where(e <= delta, e**2 / 2, delta * (e - delta / 2))


def huber_fit(X, y, delta):
    r"""Weights w (p,) that minimise the sum of Huber's losses.

    .. math:: w = \arg\min_w \sum_n \mathrm{huber}_\delta(x_n w - y_n)

    Least squares again and again: a row whose error is beyond delta > 0 gets the weight delta over
    its error, so that it pulls no harder than one at delta. Convex: every start ends at a minimum.
    Huber (1964); Holland, Welsch (1977). Lecture ALICE-4.1.2b.

    Ten readings of 0 and one of 100, a constant: the ten pull back with 10 c = 1.
    >>> huber_fit(np.ones((11, 1)), np.append(np.zeros(10), 100), 1).round(6)
    array([0.1])
    """
    X, y = rows_and_targets(X, y)
    positive(delta, "delta", "the absolute loss was meant; use absolute_line")
    w = least_squares_fit(X, y)
    for _ in range(500):
        e = np.abs(X @ w - y)
        s = np.sqrt(delta / np.maximum(e, delta))  # root of the weight of each row
        old, (w, *_) = w, np.linalg.lstsq(X * s[:, None], y * s, rcond=None)
        if np.abs(w - old).max() <= 1e-11 * np.abs(w).max():
            break
    return w


def absolute_line(x, y):
    r"""Slope and intercept of the line with the smallest sum of absolute errors.

    .. math:: (w, b) = \arg\min_{w, b} \sum_n |x_n w + b - y_n|

    For x and y (t,), t >= 2. A best line runs through two of the points, so all pairs are tried; on
    ties the first is taken. Boscovich (1757). Lecture ALICE-4.1.2b.

    >>> absolute_line(np.array([0, 1, 2, 3]), np.array([0, 1, 2, 9]))
    (1.0, 0.0)
    """
    x, y = vector(x, "(t,)", "x"), vector(y, "(t,)", "y")
    i, j = np.triu_indices(len(x), 1)
    i, j = i[x[i] != x[j]], j[x[i] != x[j]]
    if x.shape != y.shape or not len(i):
        cause = "lists of different lengths, or a single place x"
        raise ValueError(message("x, y", "two points that are not above each other, one y per x",
                                 f"shapes {x.shape} and {y.shape}", cause))
    w = (y[j] - y[i]) / (x[j] - x[i])
    b = y[i] - w * x[i]
    total = np.abs(np.outer(w, x) + b[:, None] - y).sum(axis=1)  # one for each pair
    best = np.argmin(np.round(total, 12))
    return float(w[best]), float(b[best])
