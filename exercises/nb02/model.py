"""Model answers of notebook 02: what `solution` shows."""

import math

import numpy as np

from course_utils import functions


def polynomial_features_1d(x, degree):
    """A column for each power of x."""
    x = np.asarray(x, dtype=float)
    return x[:, None] ** np.arange(degree + 1)


def polynomial_features_2d_degree2(X):
    """All monomials of degree at most 2 in two inputs."""
    x1, x2 = X.T
    one = np.ones(len(X))
    return np.column_stack([one, x1, x2, x1 ** 2, x1 * x2, x2 ** 2])


def n_monomials(d, degree):
    """Stars and bars: degree factors, shared among d inputs and the 1."""
    return math.comb(d + degree, degree)


def training_and_test_error(x, y, x_test, y_test, degree):
    """One fit, measured on its own points and on points not seen."""
    Phi = functions.polynomial_features_1d(x, degree)
    Phi_test = functions.polynomial_features_1d(x_test, degree)
    w = functions.least_squares_fit(Phi, y)
    training_error = np.mean((Phi @ w - y) ** 2)
    test_error = np.mean((Phi_test @ w - y_test) ** 2)
    return training_error, test_error


def choose_degree(degrees, training, validation):
    """The one-standard-error rule; the training errors have no say."""
    mean = np.mean(validation, axis=0)
    best = np.argmin(mean)
    deviation = np.std(validation[:, best], ddof=1)
    standard_error = deviation / np.sqrt(len(validation))
    close = mean <= mean[best] + standard_error
    return degrees[np.argmax(close)]  # the first that is close


def scale_inputs(x, low, high):
    """low becomes -1, high becomes 1."""
    return 2 * (x - low) / (high - low) - 1
