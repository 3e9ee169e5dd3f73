"""Descent on squares, and losses that bear an outlier: worked values, laws, guards."""

import numpy as np
import pytest

from course_utils.maths import gradients, linear, regression

RNG = np.random.default_rng(5)
X = np.column_stack([RNG.normal(size=12), np.ones(12)])
Y = X @ [2.0, -1.0] + 0.3 * RNG.normal(size=12)


def test_a_step_is_the_gradient_of_the_mean():
    w1 = regression.least_squares_descent(X, Y, 0.1, 1)
    slope = gradients.numerical_gradient(lambda w: np.mean((X @ w - Y) ** 2), np.zeros(2))
    assert w1 == pytest.approx(-0.1 * slope, rel=1e-6)


def test_the_walk_goes_where_least_squares_is():
    w = regression.least_squares_descent(X, Y, 0.2, 2000)
    assert w == pytest.approx(linear.least_squares_fit(X, Y), abs=1e-9)
    assert regression.least_squares_descent(X, Y, 0.0, 3).tolist() == [0, 0]


def test_two_steps_are_one_after_the_other():
    w1 = regression.least_squares_descent(X, Y, 0.1, 1)
    rest = regression.least_squares_descent(X, Y - X @ w1, 0.1, 1)
    assert regression.least_squares_descent(X, Y, 0.1, 2) == pytest.approx(w1 + rest)


def test_golden_values_of_huber():
    assert regression.huber_loss(np.array([0.5, 1, 3]), 1).tolist() == [0.125, 0.5, 2.5]
    assert regression.huber_loss(3, 2) == 4  # 2 (3 - 1)


@pytest.mark.parametrize("delta", [0.03, 0.5, 1, 7])
def test_huber_is_even_and_joins_without_jump_or_kink(delta):
    e = np.linspace(-20, 20, 4001)
    loss = regression.huber_loss(e, delta)
    assert loss == pytest.approx(regression.huber_loss(-e, delta))
    h = 1e-6 * delta
    below, at, above = regression.huber_loss(delta + np.array([-h, 0, h]), delta)
    assert at == pytest.approx(delta**2 / 2)
    assert (at - below) / h == pytest.approx(delta, rel=1e-5)
    assert (above - at) / h == pytest.approx(delta, rel=1e-5)
    assert np.all(loss <= e**2 / 2 + 1e-12) and np.all(loss <= delta * np.abs(e) + 1e-12)


def test_huber_with_a_wide_seam_is_least_squares():
    assert regression.huber_fit(X, Y, 100.0) == pytest.approx(linear.least_squares_fit(X, Y))


@pytest.mark.parametrize("delta", [0.05, 0.2, 1.0])
def test_the_pulls_cancel_at_the_fit_of_huber(delta):
    y = Y.copy()
    y[3] += 50
    w = regression.huber_fit(X, y, delta)
    assert X.T @ np.clip(X @ w - y, -delta, delta) == pytest.approx([0, 0], abs=1e-8)
    slope = gradients.numerical_gradient(
        lambda v: np.sum(regression.huber_loss(X @ v - y, delta)), w)
    assert slope == pytest.approx([0, 0], abs=1e-6)


def test_an_outlier_that_goes_on_moving_is_ignored_from_some_point_on():
    far, further = Y.copy(), Y.copy()
    far[3], further[3] = 50, 500
    assert regression.huber_fit(X, far, 0.1) == pytest.approx(regression.huber_fit(X, further, 0.1))
    assert regression.absolute_line(X[:, 0], far) == pytest.approx(
        regression.absolute_line(X[:, 0], further))


def test_the_line_of_absolute_errors_is_the_best_of_many():
    w, b = regression.absolute_line(X[:, 0], Y)
    best = np.abs(X[:, 0] * w + b - Y).sum()
    for _ in range(200):
        dw, db = RNG.normal(size=2) * RNG.choice([0.001, 0.05, 1])
        assert np.abs(X[:, 0] * (w + dw) + b + db - Y).sum() >= best - 1e-12
    assert np.sum(np.abs(X[:, 0] * w + b - Y) < 1e-12) >= 2


def test_three_points_of_which_two_agree():
    assert regression.absolute_line([0, 1, 2, 3], [1, 3, 5, -40]) == (2.0, 1.0)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: regression.least_squares_descent(X.T, Y, 0.1, 1), "X transposed"),
    (lambda: regression.least_squares_descent(X, Y[:, None], 0.1, 1), "a column"),
    (lambda: regression.least_squares_descent(X, Y, -0.1, 1), "lr: expected a number from 0"),
    (lambda: regression.least_squares_descent(X, Y, 0.1, 0), "steps: expected an integer"),
    (lambda: regression.huber_loss(Y, 0), "delta: expected a number > 0"),
    (lambda: regression.huber_fit(X, Y, -1), "use absolute_line"),
    (lambda: regression.huber_fit(X.T, Y, 1), "X transposed"),
    (lambda: regression.absolute_line([1, 1], [2, 3]), "a single place x"),
    (lambda: regression.absolute_line([1, 2, 3], [2, 3]), "different lengths"),
])
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_what_is_no_number_is_refused():
    with pytest.raises(TypeError, match="real numbers"):
        regression.huber_loss(["far"], 1)
