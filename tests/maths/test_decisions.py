"""Costs and conformal sets: values by hand, the promise measured, what is refused."""

import math

import numpy as np
import pytest

from course_utils.maths import decisions as dec
from course_utils.maths.losses import softmax
from helpers_maths import overconfident, rng


@pytest.mark.parametrize(("p1", "decision"), [(0.05, 0), (0.09, 0), (0.1, 1), (0.2, 1), (0.95, 1)])
def test_cost_threshold_is_one_eleventh(p1, decision):
    P, C = np.array([[1 - p1, p1]]), np.array([[0, 10], [1, 0]])
    assert dec.cost_sensitive_decision(P, C).tolist() == [decision]


def test_costs_ties_go_to_the_lowest_row_and_equal_costs_to_the_argmax():
    half = np.array([[0.5, 0.5]])
    assert dec.cost_sensitive_decision(half, np.array([[0, 1], [1, 0]])).tolist() == [0]
    P = softmax(rng().normal(size=(50, 4)))
    assert (dec.cost_sensitive_decision(P, 1 - np.eye(4)) == P.argmax(axis=1)).all()


def test_costs_with_a_reject_row_and_with_fewer_rows():
    P = np.array([[0.55, 0.45], [0.99, 0.01]])
    reject = np.array([[0, 1], [1, 0], [0.25, 0.25]])
    assert dec.cost_sensitive_decision(P, reject).tolist() == [2, 0]
    assert dec.cost_sensitive_decision(P, np.array([[3, 4]])).tolist() == [0, 0]


def test_costs_say_what_is_wrong():
    with pytest.raises(ValueError, match="transposed"):
        dec.cost_sensitive_decision(np.array([[0.5, 0.5]]), np.zeros((2, 3)))
    with pytest.raises(ValueError, match="logits"):
        dec.cost_sensitive_decision(np.array([[5.0, 1.0]]), np.eye(2))


@pytest.mark.parametrize(
    ("n", "alpha", "rank"),
    [(3, 0.5, 2), (7, 0.25, 6), (9, 0.1, 9), (19, 0.05, 19), (49, 0.42, 29), (99, 0.1, 90),
     (10, 0.1, 10), (4, 0.9, 1)])
def test_conformal_rank(n, alpha, rank):
    scores = rng().permutation(np.arange(1, n + 1))
    assert dec.conformal_quantile(scores, alpha) == rank


def test_conformal_with_too_few_rows_gives_every_label():
    P = np.array([[0.75, 0.25], [0.5, 0.5]])
    assert dec.conformal_quantile(np.array([0.1, 0.2]), 0.1) == math.inf
    assert dec.conformal_prediction_set(P, np.array([0, 1]), P, 0.1).all()


def test_conformal_ties_at_the_threshold_are_inside():
    P_cal = np.array([[0.5, 0.5], [0.75, 0.25], [0.25, 0.75]])
    P_test = np.array([[0.75, 0.25], [0.625, 0.375]])
    sets = dec.conformal_prediction_set(P_cal, np.array([0, 0, 0]), P_test, 0.25)  # r = 3, q = 0.75
    assert sets.tolist() == [[True, True], [True, True]]
    sets = dec.conformal_prediction_set(P_cal, np.array([0, 0, 0]), P_test, 0.5)   # r = 2, q = 0.5
    assert sets.tolist() == [[True, False], [True, False]]


def test_conformal_keeps_its_promise_and_the_threshold_does_not():
    z, y = overconfident(3000, 5, 2.5)
    P = softmax(z)
    seen = dec.coverage_over_splits(P, y, 0.1, n_cal=500, splits=40, rng=rng(1))
    assert 0.89 < seen.mean() < 0.915
    fixed = dec.threshold_prediction_set(P, 0.9)
    assert dec.coverage(fixed, y) < 0.6
    assert dec.mean_set_size(dec.threshold_prediction_set(P, 0.1)) > dec.mean_set_size(fixed)


def test_conformal_sets_shrink_as_alpha_grows():
    P, y = softmax(rng().normal(size=(200, 4))), rng(1).integers(0, 4, 200)
    sizes = [dec.mean_set_size(dec.conformal_prediction_set(P[:100], y[:100], P[100:], alpha))
             for alpha in (0.05, 0.2, 0.5, 0.9)]
    assert sizes == sorted(sizes, reverse=True)


def test_conformal_says_what_is_wrong():
    P, y = np.array([[0.5, 0.5]]), np.array([0])
    for alpha in (0, 1, 10, -0.1):
        with pytest.raises(ValueError, match="alpha"):
            dec.conformal_prediction_set(P, y, P, alpha)
    with pytest.raises(ValueError, match="two models"):
        dec.conformal_prediction_set(P, y, np.full((1, 4), 0.25), 0.1)
    with pytest.raises(ValueError, match="logits"):
        dec.conformal_prediction_set(4 * P, y, P, 0.1)
    with pytest.raises(ValueError, match="scores"):
        dec.conformal_quantile(np.array([]), 0.1)
    with pytest.raises(ValueError, match="gamma"):
        dec.threshold_prediction_set(P, 90)
    with pytest.raises(ValueError, match="booleans"):
        dec.coverage(P, y)
    with pytest.raises(ValueError, match="booleans"):
        dec.mean_set_size(P)
    with pytest.raises(ValueError, match="n_cal"):
        dec.coverage_over_splits(P, y, 0.1, n_cal=1, splits=2, rng=rng())
