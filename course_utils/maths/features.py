r"""Feature maps made by hand: polynomials of the input, and how many of them there are.

Rows are examples: t of them go in with d inputs, and come out with one column per feature. Fits on
features are in `linear`. Values that are not real numbers raise a TypeError, a wrong shape or
degree a ValueError.
"""

import math

import numpy as np

from .checks import at_least_zero, matrix, vector
from .errors import message

__all__ = ["n_monomials", "polynomial_features_1d", "polynomial_features_2d_degree2"]


def polynomial_features_1d(x, degree):
    r"""Powers of one input as features.

    .. math:: \phi(x) = (x^0, x^1, \dots, x^{\mathrm{degree}})

    From x (t,) to (t, degree + 1), degree >= 0; 0**0 = 1. The column of ones acts as the bias, so
    do not add another (erratum CS-06). Lectures CS577-featuremap-1d, CS577-featuremap-code.

    >>> polynomial_features_1d([0, 1, 2], 2)
    array([[1., 0., 0.],
           [1., 1., 1.],
           [1., 2., 4.]])
    """
    x = vector(x, "(t,)", "x")
    _degree(degree)
    return np.vander(x, degree + 1, increasing=True)


def polynomial_features_2d_degree2(X):
    r"""All monomials of degree at most 2 in two inputs.

    .. math:: \phi(x_1, x_2) = (1,\; x_1,\; x_2,\; x_1^2,\; x_1 x_2,\; x_2^2)

    From X (t, 2) to (t, 6), columns in the order of the formula. The column x1 x2 is what XOR
    needs: x1 + x2 - 2 x1 x2 on the corners of the unit square. Lecture CS577-featuremap-2d.

    >>> polynomial_features_2d_degree2(np.array([[2, 3]]))
    array([[1., 2., 3., 4., 6., 9.]])
    """
    X = matrix(X, "(t, 2)", "X")
    if X.shape[1] != 2:
        raise ValueError(message("X", "shape (t, 2)", f"shape {X.shape}", "X transposed"))
    x1, x2 = X.T
    return np.column_stack([np.ones(len(X)), x1, x2, x1**2, x1 * x2, x2**2])


def n_monomials(d, degree):
    r"""Number D of monomials of degree at most p in d inputs, the constant included; d, p >= 0.

    .. math:: D = \binom{d + p}{p}

    Lecture CS577-featuremap-2d, the question "D = ?".

    Two inputs, degree 2: 1, x1, x2, x1^2, x1 x2, x2^2.
    >>> n_monomials(2, 2)
    6
    """
    _degree(d, "d")
    _degree(degree)
    return math.comb(d + degree, degree)


def _degree(value, name="degree"):
    """Check that a degree, or a number of inputs, is an integer >= 0."""
    at_least_zero(value, name, "arguments in the wrong order, or a float such as 2.0")
