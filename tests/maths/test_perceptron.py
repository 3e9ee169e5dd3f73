"""Perceptron steps against worked streams; separability against exact answers."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_utils.maths import activations, perceptron
from helpers_maths import CORNERS, LAW, XOR

# --- Steps -------------------------------------------------------------------------------------


def test_perceptron_on_and_golden_updates():
    stream = [([0, 0], -1), ([0, 1], -1), ([1, 0], -1), ([1, 1], 1)]
    w, b, seen, clean = np.zeros(2, int), 0, [], 0
    for epoch in range(1, 12):
        before = len(seen)
        for x, y in stream:
            new_w, new_b = perceptron.perceptron_update(w, b, np.array(x), y)
            if new_b != b:
                seen.append([*new_w.tolist(), new_b])
            w, b = new_w, new_b
        if len(seen) == before:
            clean = epoch
            break
    assert clean == 9 and [*w.tolist(), b] == [3, 2, -4]
    assert seen[:6] == [[0, 0, -1], [1, 1, 0], [1, 1, -1], [1, 0, -2], [2, 1, -1], [2, 0, -2]]
    assert len(seen) == 18


def test_perceptron_keeps_its_arguments_and_mixes_dtypes():
    w, x = np.array([1, 2]), np.array([0.5, -2.0])
    new_w, new_b = perceptron.perceptron_update(w, 1, x, 1)
    assert w.tolist() == [1, 2] and new_w.tolist() == [1.5, 0] and new_b == 2
    kept, _ = perceptron.perceptron_update(w, 9, x, 1)
    assert kept.tolist() == [1, 2] and kept is not w


def test_multiclass_perceptron_golden_stream():
    stream = [([2, 0], 0), ([0, 2], 1), ([-2, -1], 2), ([1, 0], 0), ([0, 1], 1)]
    expected = [[[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [-2, 2, 0]], [[2, 0, -2], [-1, 2, -1]],
                [[2, 0, -2], [-1, 2, -1]], [[2, 0, -2], [-1, 2, -1]]]
    W = np.zeros((2, 3), int)
    for (x, y), after in zip(stream, expected, strict=True):
        W = perceptron.multiclass_perceptron_update(W, np.array(x), y)
        assert W.tolist() == after
    before = W.copy()
    moved = perceptron.multiclass_perceptron_update(W, np.array([0.5, 0.25]), 2)
    assert (before == W).all() and moved.tolist() == [[1.5, 0, -1.5], [-1.25, 2, -0.75]]


def test_perceptrons_say_what_is_wrong():
    with pytest.raises(ValueError, match="2 \\* y - 1"):
        perceptron.perceptron_update(np.zeros(2), 0, np.zeros(2), 0)
    with pytest.raises(ValueError, match="same shape"):
        perceptron.perceptron_update(np.zeros(2), 0, np.zeros(3), 1)
    with pytest.raises(ValueError, match="W.T"):
        perceptron.multiclass_perceptron_update(np.zeros((3, 2)), np.zeros(2), 1)
    with pytest.raises(ValueError, match="counted from 1"):
        perceptron.multiclass_perceptron_update(np.zeros((2, 3)), np.zeros(2), 3)


# --- Separability ------------------------------------------------------------------------------


@pytest.mark.parametrize(("d", "count"), [(1, 4), (2, 14), (3, 104)])
def test_number_of_separable_boolean_functions(d, count):
    corners = list(itertools.product([0, 1], repeat=d))
    labellings = itertools.product([0, 1], repeat=2**d)
    assert sum(perceptron.is_linearly_separable(corners, y) for y in labellings) == count


def test_xor_is_not_separable_until_the_step():
    assert perceptron.is_linearly_separable(CORNERS, XOR) is False
    W, b = np.array([[1, -1], [1, -1]]), np.array([[-1, 1]])
    k = CORNERS @ W + b
    assert k.tolist() == [[1, -1], [0, 0], [0, 0], [-1, 1]]
    assert perceptron.is_linearly_separable(k, XOR) is False
    for h in (activations.step(k), activations.relu(k)):
        assert h.tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
        assert perceptron.is_linearly_separable(h, XOR) is True
    three = np.column_stack([CORNERS, XOR])  # the hand-made feature
    assert perceptron.is_linearly_separable(three, XOR) is True


def test_separability_of_small_cases():
    assert perceptron.is_linearly_separable([[5]], [1])
    assert perceptron.is_linearly_separable([[1, 2], [3, 4], [0, 0]], [1, 1, 1])
    assert perceptron.is_linearly_separable([[1, 2], [3, 4], [0, 0]], [0, 0, 0])
    assert not perceptron.is_linearly_separable([[1, 2], [1, 2]], [0, 1])
    assert perceptron.is_linearly_separable([[1, 2], [1, 2]], [1, 1])
    assert not perceptron.is_linearly_separable([[0], [1], [2]], [0, 1, 0])
    assert not perceptron.is_linearly_separable([[0, 0], [1, 1], [2, 2]], [0, 1, 0])
    assert perceptron.is_linearly_separable(np.array([[0], [1], [2]]), np.array([0.0, 0.0, 1.0]))


@LAW
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 20))
def test_data_with_a_margin_are_separable(seed, d, t):
    rng = np.random.default_rng(seed)
    w = rng.normal(size=d + 1)
    A = rng.normal(size=(200, d + 1))
    A[:, d] = 1
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    A = A[np.abs(A @ w) / np.linalg.norm(w) >= 0.1][:t]
    if len(A):
        X = A[:, :d] / A[:, d:]
        assert perceptron.is_linearly_separable(X, (A @ w > 0).astype(int))


@LAW
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(2, 10))
def test_overlapping_hulls_are_not_separable(seed, d, t):
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, size=(t, d))
    inside = rng.dirichlet(np.ones(t)) @ X  # a mean of class-0 points, labelled 1
    assert not perceptron.is_linearly_separable(np.vstack([X, inside]), [0] * t + [1])


def separable_in_one_dimension(x, y):
    """Exact test on a line, with fractions: all of one class left of all of the other."""
    zeros = [Fraction(v) for v, label in zip(x, y, strict=True) if label == 0]
    ones = [Fraction(v) for v, label in zip(x, y, strict=True) if label == 1]
    return not zeros or not ones or max(zeros) < min(ones) or max(ones) < min(zeros)


@LAW
@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 1)), min_size=1, max_size=12))
def test_separability_on_a_line_is_exact(points):
    x, y = zip(*points, strict=True)
    assert perceptron.is_linearly_separable([[v] for v in x], y) == separable_in_one_dimension(x, y)


def test_separability_leaves_its_arguments_alone_and_guards():
    X, y = CORNERS.astype(float), XOR.astype(float)
    X_before, y_before = X.copy(), y.copy()
    perceptron.is_linearly_separable(X, y)
    np.testing.assert_array_equal(X, X_before)
    np.testing.assert_array_equal(y, y_before)
    with pytest.raises(ValueError, match=r"labels -1 and \+1"):
        perceptron.is_linearly_separable([[0], [1]], [-1, 1])
    with pytest.raises(ValueError, match="X transposed"):
        perceptron.is_linearly_separable([[0, 1, 2]], [0, 1, 0])
    with pytest.raises(ValueError, match="at least one label"):
        perceptron.is_linearly_separable(np.zeros((0, 2)), [])
    with pytest.raises(ValueError, match="margin: expected a number > 0"):
        perceptron.is_linearly_separable([[0], [1]], [0, 1], margin=0)
    with pytest.raises(TypeError, match="X: expected real numbers"):
        perceptron.is_linearly_separable([["a"]], [0])


# --- Runs and margins --------------------------------------------------------------------------


def test_training_stops_after_a_clean_round_or_when_told():
    X, both, one = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1], [-1, 1, 1, -1]
    for y, rounds, expected in ((both, 100, ([3, 2], -4, 18)), (both, 1, ([1, 1], 0, 2)),
                                (both, 0, ([0, 0], 0, 0)), (one, 25, ([0, 0], 0, 100))):
        w, b, n = perceptron.train_perceptron(X, y, rounds)
        assert (w.tolist(), b, n) == expected


@LAW
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 8))
def test_the_trace_with_a_column_of_ones_is_the_training(seed, d, t):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, size=(t, d)), rng.choice([-1, 1], t)
    trace = perceptron.perceptron_trace(np.column_stack([X, np.ones(t)]), y, 6 * t)
    w, b, n = perceptron.train_perceptron(X, y, 6)
    assert trace[-1].tolist() == [*w, b] and trace.shape == (6 * t + 1, d + 1)
    assert not trace[0].any()
    assert n == np.any(trace[1:] != trace[:-1], axis=1).sum()  # no row is 0: each ends in a 1


@LAW
@given(st.integers(0, 2**32), st.integers(1, 4), st.floats(0.01, 100))
def test_a_margin_is_a_distance(seed, d, scale):
    rng = np.random.default_rng(seed)
    w, X, y = rng.normal(size=d), rng.normal(size=(6, d)), rng.choice([-1, 1], 6)
    gamma = perceptron.smallest_margin(w, X, y)
    assert perceptron.smallest_margin(scale * w, X, y) == pytest.approx(gamma)
    assert perceptron.smallest_margin(w, scale * X, y) == pytest.approx(scale * gamma)
    assert perceptron.smallest_margin(-w, X, -y) == pytest.approx(gamma)
    assert (gamma > 0) == bool(np.all(y * (X @ w) > 0))


def test_margin_by_hand():
    assert perceptron.smallest_margin([3, 4], [[2, 1], [-1, 0]], [1, -1]) == pytest.approx(0.6)
    assert perceptron.smallest_margin([3, 4], [[2, 1], [-1, 0]], [1, 1]) == pytest.approx(-0.6)


def test_runs_and_margins_say_what_is_wrong():
    with pytest.raises(ValueError, match=r"2 \* y - 1"):
        perceptron.train_perceptron(CORNERS, XOR, 10)
    with pytest.raises(ValueError, match="max_rounds"):
        perceptron.train_perceptron(CORNERS, 2 * XOR - 1, 0.5)
    with pytest.raises(ValueError, match="steps"):
        perceptron.perceptron_trace(CORNERS, 2 * XOR - 1, -1)
    with pytest.raises(ValueError, match="start of a training"):
        perceptron.smallest_margin([0, 0], CORNERS, 2 * XOR - 1)
    with pytest.raises(ValueError, match="column of ones"):
        perceptron.smallest_margin([1, 1, 1], CORNERS, 2 * XOR - 1)
