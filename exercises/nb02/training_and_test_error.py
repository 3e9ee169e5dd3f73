"""2.4 training_and_test_error: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def training_and_test_error(x, y, x_test, y_test, degree):
    """Mean squared errors of a least-squares polynomial: on its training data, on test data.

    x, y (t,) and x_test, y_test (s,): arrays. Fitted to (x, y) only.
    Lectures CS577-featuremap-1d, ALICE-3.2.1.
    """
    w = functions.least_squares_fit(functions.polynomial_features_1d(x, degree), y)
    training = np.mean((functions.polynomial_features_1d(x, degree) @ w - y) ** 2)
    test = np.mean((functions.polynomial_features_1d(x_test, degree) @ w - y_test) ** 2)
    return training, test


def cases():
    x = np.array([-1.0, -0.25, 0.5, 0.75, 1.0, 0.25, -0.5])
    y = np.array([0.5, -1.0, 0.75, 2.0, 1.5, -0.5, -1.25])
    s, r = np.array([-0.75, 0.0, 0.875, 0.125]), np.array([-0.5, -1.0, 1.75, 0.25])
    return [
        Case((x[:5], y[:5], s[:3], r[:3], 1), "a straight line"),
        Case((x, y, s, r, 2), "a parabola"),
        Case((x, y, s[:2], r[:2], 3), "degree 3"),
        Case((x[:6], y[:6] + 2, s, r + 2, 0), "degree 0: a constant"),
        Case((x[:4], y[:4], s, r, 2), "as many training as test points"),
        Case((x[:4], y[:4], s[1:], r[1:], 3), "a curve through all training points"),
        Case((x, y, s[:1], r[:1], 2), "a single test point"),
        Case((np.array([0, 1, 2, 3, -1]), np.array([1, 0, 2, 5, 1]), np.array([-2, 4]), np.array([3,
             8]), 2), "whole numbers", integers=True),
        Case((np.array([-1.0, 0.5, 0.5, 0.5, 1.0, 0.0]), np.array([0.5, 1.0, 1.0, 2.5, 1.5, 0.0]),
             s, r, 1), "equal inputs among the training points"),
        Case((x * 2, 3 * x - 1, s, 3 * s - 1, 1), "data on a line"),
        Case((x[:3], y[:3], np.append(s, x), np.append(r, y), 1), "more test than training points"),
    ]


def by_sums(x, y, x_test, y_test, degree):
    w = np.polyfit(x, y, degree)
    return tuple(sum((np.polyval(w, a) - b) ** 2 for a, b in zip(at, told, strict=True)) / len(at)
                 for at, told in ((x, y), (x_test, y_test)))


def least_squares(A, b):
    """LAPACK would print a warning of its own for numbers that are not finite."""
    return np.linalg.lstsq(A, b, rcond=None)[0] if np.isfinite(A).all() else A[0] * np.nan


def residuals(A, b):
    """What lstsq returns beside the weights."""
    return np.linalg.lstsq(A, b, rcond=None)[1] if np.isfinite(A).all() else A[0] * np.nan


BANK = """
training_and_test_error(x, y, x_test, y_test, degree)
    u = np.asarray(x, float)             # the training inputs
    v = np.asarray(y, float)             # the training targets
    a = np.asarray(x_test, float)        # the test inputs
    b = np.asarray(y_test, float)        # the test targets
    p = np.arange(degree + 1)            # the exponents
    fu = u
    fv = v
    w = least_squares(fu[:, None] ** p, fv)  # the weights
    f = u[:, None] ** p @ w              # the predictions
    g = a[:, None] ** p @ w              # the test predictions
    m = lambda e: np.mean(e ** 2)        # the measure
    E = m(f - v)                         # the training error
    T = m(g - b)                         # the test error
    o = E, T

shown: w, f, g, E, T
right: w = np.linalg.pinv(u[:, None] ** p) @ v || np.polyfit(u, v, degree)[::-1]
right: m = lambda e: e @ e / len(e) || lambda e: np.float32(np.square(e).mean())

neighbour-formula/y-test: you compare the test predictions with the training targets. Use y_test.
    T = m(g - np.resize(v, len(g)))
neighbour-formula/refitted-on-test: you measure the test error on a curve fitted to the test data.
        Fit once, to the training data, and only predict the test data.
    g = a[:, None] ** p @ least_squares(a[:, None] ** p, b)
neighbour-formula/fitted-on-both: you fit the curve to training and test data together. Fit only to
        (x, y): data that the fit has seen test nothing.
    fu = np.append(u, a) && fv = np.append(v, b)
neighbour-formula/fitted-on-test: you fit the curve to the test data. Fit to (x, y); x_test and
        y_test are for the test error.
    fu = a && fv = b
convention/swapped: you swap training and test error. The training error comes first.
    needs: container
    o = T, E
factor/sum-instead-of-mean: you add the squared errors instead of averaging them. Divide by their
        number.
    m = lambda e: np.sum(e ** 2)
factor/other-number-of-points: you divide the squares of the test errors by the number of training
        points. Each mean divides by its own number.
    T = np.sum((g - b) ** 2) / len(v)
factor/degrees-of-freedom: you divide a sum of squares by less than the number of points. A mean
        divides by the number of points.
    E = E * len(v) / (len(v) - degree - 1) || E * len(v) / max(len(v) - degree - 1, 1)
    m = lambda e: np.sum(e ** 2) / np.float64(len(e) - 1)
neighbour-formula/absolute-error: you return the mean absolute error. Square the errors.
    m = lambda e: np.mean(np.abs(e))
neighbour-formula/largest-error: only the point with the largest error decides. Average the squares
        over all points.
    m = lambda e: np.max(np.abs(e)) || lambda e: np.max(e ** 2)
neighbour-formula/smallest-error: only the point with the smallest error decides. Average the
        squares over all points.
    m = lambda e: np.min(e ** 2)
omitted-term/spread-of-errors: you measure how far the errors scatter about their mean, and leave
        out the mean itself. Average their squares.
    m = lambda e: np.var(e)
neighbour-formula/median: you return the median squared error. Average the squares.
    m = lambda e: np.median(e ** 2)
omitted-term/not-squared: you average the errors without squaring them, so they cancel. Square
        first.
    m = lambda e: np.mean(e) || lambda e: -np.mean(e) || lambda e: np.mean(e * 2)
shape/broadcast-table: you compare every prediction with every target. Compare point by point: both
        with shape (t,).
    f = f[:, None] && g = g[:, None]
convention/order-of-powers: you use the weights in the opposite order of powers. np.polyval and
        np.polyfit put the highest power first; the map starts with x⁰.
    where needs: name polyval polyfit Polynomial poly1d vander
    f = np.polyval(w, u) && g = np.polyval(w, a)
neighbour-formula/ridge: a penalty shrinks the weights. The task asks for plain least squares.
    w = ridge_fit(u[:, None] ** p, v, k) && k = 1.0 || 0.1 || 0.01 || 1e-3
neighbour-formula/test-inputs-scaled-alone: you scale training and test inputs each by their own
        numbers, so the same x means two things. Scale both with the numbers of the training data.
    u = u - np.mean(u) && a = a - np.mean(a)
    u = (u - np.mean(u)) / np.std(u) && a = (a - np.mean(a)) / np.std(a)
    u = (u - np.mean(u)) / (np.std(u) + h) && a = (a - np.mean(a)) / (np.std(a) + h) && h = 1e-12 ||
        1e-8
    u = u / np.abs(u).max() && a = a / np.abs(a).max()
    u = (u - u.min()) / np.ptp(u) && a = (a - a.min()) / np.ptp(a)
neighbour-formula/axes-swapped: you predict x from y. y is the target.
    u = np.asarray(y, float) && v = np.asarray(x, float) && a = np.asarray(y_test, float) && b =
        np.asarray(x_test, float)
neighbour-formula/r-squared: you return R², the explained fraction. Return the mean squared errors.
    o = tuple(1 - e / np.var(t) if np.var(t) else 0.0 for e, t in ((E, v), (T, b)))
missing-return/one-error-only: you return only one of the two errors. Return both, training first.
    o = T || E
shape/no-residuals: you return an array instead of a number, and it may be empty, because lstsq
        gives no residuals where the curve goes through all points. Compare the predictions with y.
    needs: name lstsq
    E = residuals(u[:, None] ** p, v) / len(v) || residuals(u[:, None] ** p, v)
neighbour-formula/gap: you combine the two errors into one number. Return both.
    o = T - E || abs(T - E) || E + T || (E + T) / 2
neighbour-formula/gap-as-second: the second result is the gap between the errors. Return the test
        error itself.
    o = E, T - E
omitted-term/no-constant: your curve has no constant. The powers start at x⁰.
    p = np.arange(1, degree + 1)
omitted-term/targets-not-compared: you square the predictions, not their errors. Subtract the
        targets first.
    E = m(f) && T = m(g)
omitted-term/predictions-not-compared: you square the targets, not the errors. Predict first.
    E = m(v) && T = m(b)
off-by-one/row-dropped: you leave one training point out of the fit. Fit to all t points.
    fu = u[k] && fv = v[k] && k = np.s_[:-1] || np.s_[1:]
off-by-one/error-dropped: you leave one point out of each error. Average over all points.
    m = lambda e: np.sum(e[k] ** 2) / max(1, len(e) - 1) && k = np.s_[:-1] || np.s_[1:]
    m = lambda e: np.sum(e[:-1] ** 2) / len(e) || lambda e: np.sum(e[1:] ** 2) / len(e)
missing-return/one-point-only: the error of a single point decides. Average over all points.
    m = lambda e: e[0] ** 2 || lambda e: e[-1] ** 2 || lambda e: e[0] ** 2 / len(e)
integer/targets-truncated: the targets have lost their decimals. Keep y and y_test as they are.
    v = np.trunc(v) && b = np.trunc(b)
duplicates/inputs: training points with equal inputs count only once. np.unique drops repeats.
    where needs: set
    v = v[np.unique(x, return_index=True)[1]] && u = np.unique(u)
neighbour-formula/targets-centred: you subtract the mean of the targets. Fit to y as it is and
        compare with y_test as it is.
    v = v - v.mean() && b = b || b - b.mean()
"""

EXERCISE = Exercise(
    id="training_and_test_error", title="Measure on training and test data", notebook="02",
    number="2.4", signature="training_and_test_error(x, y, x_test, y_test, degree)",
    lecture=("CS577-featuremap-1d", "CS577-featuremap-code"), minutes=8, difficulty=2,
    reference=training_and_test_error, cases=cases, shapes="t, t, s, s", bank=BANK,
    parts=("training", "test"), held={"degree": (1, 2, 3)},
    hints=("Which data may the fit see?",
           "Three steps: map x, fit w on (x, y); predict at x; predict at x_test with the same w.",
           "w = least_squares_fit(φ(x), y); errors: mean of (φ(x) w − y)², "
           "mean of (φ(x_test) w − y_test)²"),
    formula="training = mean (φ(x) w − y)², test = mean (φ(x_test) w − y_test)², one w",
    variation="return the errors of ridge_fit as well. Which degree does it want?",
    right=(by_sums,), awkward=lambda *given: [np.float32(e) for e in by_sums(*given)],
    heads=("training_and_test_error([0, 2], [1, 3], [4], [5], 0)",
           "training_and_test_error([1], [2], [1, 1], [2, 4], 0)",
           "training_and_test_error([0, 1], [0, 2], [2], [1], 1)",
           "training_and_test_error([2, 1], [1, -0.5], [1], [1], 1)"),
)
