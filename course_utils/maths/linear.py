r"""Linear models: least squares with and without a penalty, and why stacking layers gains nothing.

Rows are examples: X has shape (t, p), one row of features per example, y one target per row. Values
that are not real numbers raise a TypeError; shapes that do not fit ("X transposed") a ValueError.
"""

import numpy as np

from .checks import matrix, positive, rows_and_targets
from .errors import message

__all__ = ["least_squares_fit", "linear_collapse", "ridge_fit"]


def least_squares_fit(X, y):
    r"""Weights w (p,) that minimise the sum of squared errors.

    .. math:: w = \arg\min_w \lVert Xw - y \rVert^2

    No intercept is added: include a column of ones if you want one. Solved by an orthogonal
    factorisation: forming X'X squares the condition number. Of many equally good w, returns the
    shortest. Lectures ALICE-4.1.3a, ALICE-4.1.4a, ALICE-4.1.5.

    The line through (0, 1) and (2, 5) is 1 + 2 x.
    >>> least_squares_fit(np.array([[1, 0], [1, 2]]), np.array([1, 5])).round(6)
    array([1., 2.])
    """
    X, y = rows_and_targets(X, y)
    w, *_ = np.linalg.lstsq(X, y, rcond=None)
    return w


def ridge_fit(X, y, lam):
    r"""Least-squares weights w (p,) with a penalty on their squared length.

    .. math:: w = \arg\min_w \lVert Xw - y \rVert^2 + \lambda \lVert w \rVert^2
                = (X^\top X + \lambda I)^{-1} X^\top y

    The penalty lam > 0 weighs against the *sum* of squared errors, not the mean, and applies to
    every coefficient, even that of a column of ones. The matrix is positive definite, so a solution
    exists even for p > t; the system is solved, the matrix never inverted.
    Hoerl, Kennard (1970). Lecture ALICE-4.1.6 (for the constants see erratum AL-23).

    One feature: w = x.y / (x.x + lam) = 4 / (2 + 2).
    >>> ridge_fit(np.array([[1], [1]]), np.array([1, 3]), 2)
    array([1.])
    """
    X, y = rows_and_targets(X, y)
    positive(lam, "lam", "no penalty wanted; use least_squares_fit")
    p = X.shape[1]
    return np.linalg.solve(X.T @ X + lam * np.eye(p), X.T @ y)


def linear_collapse(W1, b1, W2, b2):
    r"""The one affine layer that two affine layers in a row amount to.

    .. math:: (f W_1 + b_1) W_2 + b_2 = f\,(W_1 W_2) + (b_1 W_2 + b_2)

    From W1 (d, v), b1 (1, v), W2 (v, m), b2 (1, m) to W (d, m), b (1, m). Rows are examples, so the
    first layer is on the left; the slides' column form has the product the other way round (erratum
    MAY-01). The first bias passes through the second layer.
    Lectures MAY24-1.0f, MAY25-1.0f, CS577-varying-map, CS577-linear-2layer, ALICE-5.2a.

    (2 f + 1) 3 + 4 = 6 f + 7.
    >>> linear_collapse([[2]], [[1]], [[3]], [[4]])
    (array([[6.]]), array([[7.]]))
    """
    W1, b1, W2, b2 = _two_layers(W1, b1, W2, b2)
    W = W1 @ W2  # (d, v) @ (v, m) -> (d, m); the slide writes columns: W2 W1
    b = b1 @ W2 + b2  # (1, v) @ (v, m) + (1, m) -> (1, m)
    return W, b


def _two_layers(W1, b1, W2, b2):
    """Return the four parameters as floats after checking that their shapes chain."""
    W1, W2 = matrix(W1, "(d, v)", "W1"), matrix(W2, "(v, m)", "W2")
    b1, b2 = matrix(b1, "(1, v)", "b1"), matrix(b2, "(1, m)", "b2")
    v, m = W1.shape[1], W2.shape[1]
    for name, array, shape in (("b1", b1, (1, v)), ("W2", W2, (v, m)), ("b2", b2, (1, m))):
        if array.shape != shape:
            cause = "weights stored as (out, in), or the layers in the wrong order"
            raise ValueError(message(name, f"shape {shape}", f"shape {array.shape}", cause))
    return W1, b1, W2, b2
