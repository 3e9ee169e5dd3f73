"""Networks built to follow a function: worked values, laws, guards."""

import math

import numpy as np
import pytest

from course_utils.maths import activations, approximation, scalar_network

GRID = np.linspace(0, 1, 2001)


def cosine(x):
    return np.cos(2 * np.pi * x)


def values(t, w, b, x=GRID):
    return activations.relu(np.subtract.outer(x, t)) @ w + b


@pytest.mark.parametrize("f", [cosine, np.sqrt, np.exp, lambda x: abs(x - 0.3)])
@pytest.mark.parametrize("k", [1, 2, 5, 16])
def test_the_broken_line_is_that_of_interpolation(f, k):
    t, w, b = approximation.relu_interpolant(f, k)
    assert t.shape == w.shape == (k,)
    nodes = np.linspace(0, 1, k + 1)
    assert values(t, w, b) == pytest.approx(np.interp(GRID, nodes, f(nodes)), abs=1e-12)


def test_the_cosine_in_four_pieces_by_hand():
    t, w, b = approximation.relu_interpolant(cosine, 4)
    assert t.tolist() == [0, 0.25, 0.5, 0.75] and b == 1
    assert w == pytest.approx([-4, 0, 8, 0], abs=1e-12)


def test_it_is_a_network_of_the_course():
    t, w, b = approximation.relu_interpolant(cosine, 7)
    assert values(t, w, b) == pytest.approx(
        scalar_network.relu_net_1d(GRID, np.ones(7), -t, w, b))


def test_the_staircase_has_the_middle_values():
    t, w, b = approximation.staircase(np.square, 4)
    assert t.tolist() == [0.25, 0.5, 0.75]
    middles = np.array([0.125, 0.375, 0.625, 0.875])
    F = (np.subtract.outer(middles, t) > 0) @ w + b
    assert F == pytest.approx(middles**2)
    t, w, b = approximation.staircase(np.square, 1)
    assert t.size == w.size == 0 and b == 0.25


@pytest.mark.parametrize(("t", "width", "eps"), [(0, 1, 0.1), (-2.5, 0.01, 0.3), (4, 3, 1e-6)])
def test_the_sigmoid_has_made_its_step(t, width, eps):
    a, b = approximation.step_from_sigmoid(t, width, eps)
    x = np.array([t - width, t, t + width])
    assert activations.sigmoid(a * x + b) == pytest.approx([eps, 0.5, 1 - eps], abs=1e-9)
    flatter = activations.sigmoid(0.99 * (a * x + b))
    assert flatter[0] > eps and flatter[2] < 1 - eps


def test_the_sharpness_by_hand():
    a, b = approximation.step_from_sigmoid(3, 2, 0.1)
    assert a == pytest.approx(math.log(9) / 2) and b == pytest.approx(-1.5 * math.log(9))


def test_far_slopes_are_those_measured_far_out():
    rng = np.random.default_rng(0)
    for v in (1, 4, 30):
        w1, b1, w2 = rng.normal(size=(3, v))
        at = np.array([-1e6, -1e6 + 1, 1e6, 1e6 + 1])
        F = scalar_network.relu_net_1d(at, w1, b1, w2, 0.5)
        measured = F[1] - F[0], F[3] - F[2]
        assert approximation.far_slopes(w1, w2) == pytest.approx(measured, abs=1e-6)
    assert approximation.far_slopes([0.0, -2.0], [7.0, 3.0]) == (-6, 0)


def test_a_unit_more_with_opposite_signs_keeps_both_slopes():
    w1, w2 = np.array([1.0, -2.0]), np.array([3.0, 0.5])
    both = approximation.far_slopes(np.append(w1, [1, 1]), np.append(w2, [4, -4]))
    assert both == approximation.far_slopes(w1, w2)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: approximation.relu_interpolant(cosine, 0), "k: expected an integer"),
    (lambda: approximation.relu_interpolant(lambda x: 1.0, 3), "not defined on"),
    (lambda: approximation.relu_interpolant(lambda x: np.where(x > 0, x, np.nan), 3), "inf or nan"),
    (lambda: approximation.staircase(cosine, 2.0), "k: expected an integer"),
    (lambda: approximation.step_from_sigmoid(0, 0, 0.1), "width: expected a number > 0"),
    (lambda: approximation.step_from_sigmoid(0, 1, 0.5), "eps: expected"),
    (lambda: approximation.step_from_sigmoid(0, 1, 10), "a percentage"),
    (lambda: approximation.far_slopes(np.ones(2), np.ones(3)), "weights of two networks"),
])
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
