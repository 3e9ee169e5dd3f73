"""Derivatives of programs: worked values, laws, guards."""

import math

import numpy as np
import pytest

from course_utils.maths import automatic, gradients

LESSON = [("*", 0, 1), ("+", 2, 1), ("*", 2, 3)]  # u (u + x), u = w x
WAVE = [("sin", 2), ("*", 0, 3), ("*", 1, 2), ("*", 5, 3), ("+", 4, 6)]


def random_trace(n, lines, rng):
    trace = []
    for v in range(n, n + lines):
        i, j = (int(k) for k in rng.integers(max(0, v - 2 * n), v, size=2))
        op = ("+", "*", "sin")[rng.integers(3)]
        trace.append((op, i) if op == "sin" else (op, i, j))
    return trace


def test_the_values_by_hand():
    assert automatic.run_trace(LESSON, [2.0, 3.0]) == [2, 3, 6, 9, 54]
    assert automatic.forward_mode(LESSON, [2.0, 3.0], [1.0, 0.0]) == (54, 45)
    assert automatic.forward_mode(LESSON, [2.0, 3.0], [0.0, 1.0]) == (54, 36)
    assert automatic.reverse_mode(LESSON, [2.0, 3.0]).tolist() == [45, 36]


def test_what_lines_hand_back_by_hand():
    """u (u + x) at w = 2, x = 3: 9 and 6 meet at u, 6 and 30 at x."""
    handed = automatic.handed_back(LESSON, [2.0, 3.0])
    assert handed == [(4, 2, 9), (4, 3, 6), (3, 2, 6), (3, 1, 6), (2, 0, 45), (2, 1, 30)]
    with pytest.raises(ValueError, match="numbers of values before 2"):
        automatic.handed_back([("+", 0, 5)], [2.0, 3.0])


@pytest.mark.parametrize("seed", range(3))
def test_what_meets_at_an_input_is_its_gradient(seed):
    rng = np.random.default_rng(seed)
    trace, inputs = random_trace(4, 12, rng), rng.uniform(-1, 1, 4)
    handed = automatic.handed_back(trace, inputs)
    met = [sum(d for _, i, d in handed if i == n) for n in range(4)]
    assert met == pytest.approx(automatic.reverse_mode(trace, inputs), abs=1e-14)


def test_the_lecture_s_function():
    a, b, x = 2.0, -1.0, 0.7
    expected = [math.sin(x), x * math.sin(x),
                a * math.cos(x) + b * math.sin(x) + b * x * math.cos(x)]
    assert expected[2] == pytest.approx(0.350077, abs=5e-7)  # golden, AL-49
    assert automatic.reverse_mode(WAVE, [a, b, x]) == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("seed", range(6))
def test_both_modes_and_central_differences_agree(seed):
    rng = np.random.default_rng(seed)
    trace, inputs = random_trace(4, 12, rng), rng.uniform(-1, 1, 4)
    swept = automatic.reverse_mode(trace, list(inputs))
    passes = [automatic.forward_mode(trace, list(inputs), list(e))[1] for e in np.eye(4)]
    assert swept == pytest.approx(passes, rel=1e-12, abs=1e-14)
    measured = gradients.numerical_gradient(lambda x: automatic.run_trace(trace, list(x))[-1],
                                            inputs)
    assert swept == pytest.approx(measured, rel=1e-6, abs=1e-8)


def test_a_tangent_is_linear_in_the_direction():
    one, two = (automatic.forward_mode(WAVE, [2.0, -1.0, 0.7], e)[1]
                for e in ([1, 0, 0], [0, 2, 1]))
    assert automatic.forward_mode(WAVE, [2.0, -1.0, 0.7], [1, 2, 1])[1] == pytest.approx(one + two)


def test_a_value_used_twice_in_one_line_and_one_not_used():
    assert automatic.reverse_mode([("*", 1, 1)], [7.0, 3.0]).tolist() == [0, 6]
    assert automatic.reverse_mode([("+", 0, 0), ("*", 1, 0)], [3.0]).tolist() == [12]


@pytest.mark.parametrize(("left", "right"), [
    ((2, 3), (2, 3)), ((4, 3), (1, 3)), ((4, 3), (4, 1)), ((4, 3), (3,)), ((5, 2), ()),
    ((4, 1), (1, 3)), ((3,), (4, 1)), ((1, 1), (1, 1)), ((2, 1, 3), (4, 1)),
])
@pytest.mark.parametrize("op", ["+", "*"])
def test_what_is_repeated_collects(op, left, right):
    rng = np.random.default_rng(0)
    A, B = rng.normal(size=left), rng.normal(size=right)
    line = {"+": np.add, "*": np.multiply}[op]
    d = rng.normal(size=line(A, B).shape)
    d_A, d_B = automatic.backward_of(op, A, B, d)
    assert d_A.shape == A.shape and d_B.shape == B.shape
    for got, at, make in ((d_A, A, lambda A: line(A, B)), (d_B, B, lambda B: line(A, B))):
        measured = gradients.numerical_gradient(lambda M, make=make: float((d * make(M)).sum()), at)
        assert got == pytest.approx(measured, rel=1e-6, abs=1e-8)


def test_a_matrix_product_hands_back_two():
    A, B = np.arange(6.0).reshape(2, 3), np.arange(12.0).reshape(3, 4)
    d_A, d_B = automatic.backward_of("@", A, B, np.ones((2, 4)))
    assert d_A.tolist() == [B.sum(axis=1).tolist()] * 2
    assert d_B.tolist() == [[c] * 4 for c in A.sum(axis=0)]


def test_golden_costs_of_a_chain():
    for sizes, costs in (([1000, 100, 100, 1], (10_100_000, 110_000)),
                         ([1, 100, 100, 1000], (110_000, 10_100_000))):
        assert tuple(automatic.chain_cost(sizes, m) for m in ("forward", "reverse")) == costs
    assert automatic.chain_cost([5, 7], "forward") == 0  # one Jacobian: nothing to multiply
    sizes = [3, 8, 2, 9]
    assert automatic.chain_cost(sizes, "forward") == automatic.chain_cost(sizes[::-1], "reverse")


BEND = (lambda h: math.sin(h) + h, lambda h: math.cos(h) + 1)


def watched(blocks, x, stored):
    """Runs as the blocks count them, and the largest number of values that are needed."""
    runs = []

    def counted(f):
        return lambda h: runs.append(1) or f(h)

    told = automatic.checkpointed_backward([(counted(f), g) for f, g in blocks], x, stored)
    return told, len(runs)


@pytest.mark.parametrize("stored", [(), (1,), (2, 4), (1, 2, 4), (1, 2, 3, 4, 5, 6, 7), (7,), (3,)])
def test_the_runs_are_those_of_the_blocks_and_the_slope_does_not_care(stored):
    (y, d_x, runs), counted = watched([BEND] * 7, 0.5, set(stored))
    assert runs == counted == 7 + 6 - len(set(stored) - {7})
    assert (y, d_x) == automatic.checkpointed_backward([BEND] * 7, 0.5, set(range(1, 8)))[:2]
    measured = gradients.numerical_gradient(
        lambda x: automatic.checkpointed_backward([BEND] * 7, float(x), set())[0], 0.5)
    assert d_x == pytest.approx(float(measured), rel=1e-6)


def test_golden_five_runs_in_place_of_four():
    assert automatic.checkpointed_backward([BEND] * 4, 0.5, {1, 2, 4})[2] == 5
    assert automatic.checkpointed_backward([BEND] * 4, 0.5, {1, 2, 3, 4})[2] == 4


def held_at_most(blocks, gap):
    """The same by stepping through the sweep and looking into the memory."""
    kept = set(range(gap, blocks, gap))
    most = len(kept)
    for i in range(blocks, 0, -1):  # block i needs value i - 1
        start = max((j for j in kept if j < i), default=0)
        kept |= set(range(max(start, 1), i))
        most = max(most, len(kept))
        kept -= {i - 1}
    return most


@pytest.mark.parametrize("blocks", [1, 2, 3, 10, 37, 64, 100])
def test_memory_and_runs_of_checkpoints(blocks):
    for gap in range(1, blocks + 3):
        held, runs = automatic.checkpoint_cost(blocks, gap)
        assert held == held_at_most(blocks, gap), gap
        stored = set(range(gap, blocks + 1, gap))
        assert runs == automatic.checkpointed_backward([BEND] * blocks, 0.5, stored)[2]


def test_the_best_gap_is_near_the_root():
    held = [automatic.checkpoint_cost(100, g)[0] for g in range(1, 101)]
    assert min(held) == held[9] == 18 and held[0] == held[99] == 99


@pytest.mark.parametrize(("call", "said"), [
    (lambda: automatic.apply("-", [1, 2]), "not yet known"),
    (lambda: automatic.slopes("/", [1, 2]), "not yet known"),
    (lambda: automatic.run_trace([("+", 0)], [1.0]), "an operation and its arguments"),
    (lambda: automatic.forward_mode([("+", 0, 2)], [1.0, 2.0], [1, 0]), "reads itself or a later"),
    (lambda: automatic.reverse_mode([("sin", -1)], [1.0]), "reads itself or a later"),
    (lambda: automatic.backward_of("-", np.ones(2), np.ones(2), np.ones(2)), "not yet known"),
    (lambda: automatic.chain_cost([3, 4], "backward"), "a misspelt name"),
    (lambda: automatic.chain_cost([3, 0], "forward"), "sizes: expected an integer"),
    (lambda: automatic.checkpointed_backward([BEND], 1.0, {0}), "counted from 0"),
    (lambda: automatic.checkpoint_cost(0, 1), "blocks: expected an integer"),
    (lambda: automatic.checkpoint_cost(4, 0), "gap: expected an integer"),
])
def test_what_makes_no_sense_is_refused(call, said):
    with pytest.raises(ValueError, match=said):
        call()
