"""Jacobians by differences, descents and what steps remember: worked values, laws, guards."""

import math

import numpy as np
import pytest

from course_utils.maths import descent, gradients


def outputs(x):
    return np.array([x[0] * x[1], x[0] + 3 * x[2], np.sin(x[1]) + x[2] ** 2, np.exp(x[0])])


def test_the_jacobian_by_hand():
    x = np.array([0.5, -1.2, 2.0])
    J = descent.jacobian(outputs, x)
    by_hand = [[-1.2, 0.5, 0], [1, 0, 3], [0, math.cos(1.2), 4], [math.exp(0.5), 0, 0]]
    assert J.shape == (4, 3) and J == pytest.approx(np.array(by_hand), abs=1e-8)


def test_rows_are_gradients_and_columns_moved_inputs():
    x = np.array([0.5, -1.2, 2.0])
    J = descent.jacobian(outputs, x)
    for i in range(4):
        assert J[i] == pytest.approx(gradients.numerical_gradient(lambda x, i=i: outputs(x)[i], x))
    v = np.array([0.3, -0.4, 0.2])
    moved = (outputs(x + 1e-6 * v) - outputs(x - 1e-6 * v)) / 2e-6
    assert J @ v == pytest.approx(moved, rel=1e-6)


def test_the_chain_rule_multiplies_the_later_one_from_the_left():
    def inner(x):
        return np.array([x[0] * x[1], x[0] ** 2, x[1] - x[0]])

    def outer(y):
        return np.array([y[0] + y[1] * y[2], np.cos(y[2])])

    x = np.array([0.7, -1.1])
    whole = descent.jacobian(lambda x: outer(inner(x)), x)
    assert whole == pytest.approx(
        descent.jacobian(outer, inner(x)) @ descent.jacobian(inner, x), rel=1e-6)


def test_the_jacobian_takes_h_and_leaves_x_alone():
    x = np.array([2])
    J = descent.jacobian(lambda x: x**3, x, h=0.5)
    assert J.tolist() == [[3 * 4 + 0.25]] and x.tolist() == [2]  # 3 x^2 + h^2


def test_golden_numbers_of_momentum():
    way = descent.descend(lambda x: 2 * x, [1.0], 0.1, 4, lam=0.9)
    assert way.ravel() == pytest.approx([1, 0.8, 0.46, 0.062, -0.3086])


def test_descent_in_a_bowl_multiplies():
    c = np.array([1.0, 4.0, 10.0])
    way = descent.descend(lambda x: c * x, [3, -2, 1], 0.15, 20)
    factors = (1 - 0.15 * c) ** np.arange(21)[:, None]
    assert way == pytest.approx(factors * [3, -2, 1])


def test_without_steps_there_is_the_start_and_a_run_away_ends_in_inf():
    assert descent.descend(lambda x: x, [2, 1], 0.1, 0).tolist() == [[2, 1]]
    assert not np.isfinite(descent.descend(lambda x: x**3, [2.0], 1.0, 50)[-1, 0])


def test_on_an_even_slope_momentum_makes_steps_longer():
    way = descent.descend(np.ones_like, [0.0], 0.1, 400, lam=0.9)
    assert np.diff(way[:, 0])[-1] == pytest.approx(-1.0)


@pytest.mark.parametrize("c", [[1, 3], [10.0, 1.0, 4.0], [0.3], [2, 2], [1, 1000, 7]])
def test_no_other_step_is_better(c):
    eta, factor = descent.best_step(np.array(c))
    assert np.abs(1 - eta * np.array(c)).max() == pytest.approx(factor)
    for other in np.linspace(0, 2 / min(c), 501):
        assert np.abs(1 - other * np.array(c)).max() >= factor - 1e-12


def test_the_best_step_by_hand():
    assert descent.best_step([10, 1]) == pytest.approx((2 / 11, 9 / 11))
    assert descent.best_step([4.0]) == (0.25, 0.0)


@pytest.mark.parametrize("lam", [0, 0.5, 0.9, 1])
def test_the_weights_give_the_step(lam):
    rng = np.random.default_rng(1)
    etas, slopes = rng.uniform(0.01, 1, size=6), rng.normal(size=6)
    g = 0.0
    for eta, slope in zip(etas, slopes, strict=True):
        g = -eta * slope + lam * g
    assert -descent.momentum_weights(etas, lam) @ slopes == pytest.approx(g)


def test_the_weights_by_hand():
    assert descent.momentum_weights([0.1, 0.05], 0.9) == pytest.approx([0.09, 0.05])
    assert descent.momentum_weights([3, 2], 0).tolist() == [0, 2]


@pytest.mark.parametrize(("call", "said"), [
    (lambda: descent.jacobian(outputs, np.ones(3), h=0), "h: expected a number > 0"),
    (lambda: descent.jacobian(outputs, np.ones((3, 1))), "x: expected shape"),
    (lambda: descent.jacobian(np.sum, np.ones(3)), "numerical_gradient is for it"),
    (lambda: descent.descend(np.ones_like, [1.0], -0.1, 3), "eta: expected a number from 0"),
    (lambda: descent.descend(np.ones_like, [1.0], 0.1, 2.5), "steps: expected an integer"),
    (lambda: descent.descend(np.ones_like, [1.0], 0.1, 3, lam=90), "lam: expected a number"),
    (lambda: descent.descend(np.ones_like, 1.0, 0.1, 3), "x: expected shape"),
    (lambda: descent.best_step([1.0, 0.0]), "c: expected curvatures > 0"),
    (lambda: descent.best_step([]), "c: expected curvatures > 0"),
    (lambda: descent.momentum_weights(np.ones((2, 2)), 0.5), "etas: expected shape"),
    (lambda: descent.momentum_weights([1.0], -0.5), "a percentage or a sign"),
])
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
