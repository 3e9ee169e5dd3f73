"""The shared guards: what they let through, unchanged, and what they say of the rest."""

import numpy as np
import pytest

from course_utils.maths import checks
from course_utils.maths.errors import message


def test_a_message_has_its_four_parts():
    text = message("lr", "a number from 0", repr(-1), "gradient ascent")
    assert text == "lr: expected a number from 0, got -1; likely cause: gradient ascent."


def test_floats_pass_float_arrays_through_and_convert_the_rest():
    x = np.float32([1, 2])
    assert checks.floats(x) is x
    for values in ([1, 2], np.int8([1, 2]), np.array([True, False]), 3):
        assert checks.floats(values).dtype == float
    with pytest.raises(TypeError, match="q: expected real numbers, got dtype object"):
        checks.floats([None], "q")
    with pytest.raises(TypeError, match="q: expected a regular table, got a ragged list"):
        checks.floats([[1], [1, 2]], "q")


def test_shapes_are_told_with_the_likely_cause():
    assert checks.matrix([[1]], "(t, d)", "X").tolist() == [[1.0]]
    assert checks.vector([1], "(t,)", "y").tolist() == [1.0]
    with pytest.raises(ValueError, match=r"X: expected shape \(t, d\), got .*two brackets"):
        checks.matrix([1], "(t, d)", "X")
    with pytest.raises(ValueError, match=r"y: expected shape \(t,\), got .*a column"):
        checks.vector([[1]], "(t,)", "y")
    with pytest.raises(ValueError, match="y: expected 2 entries, one per row of X, got 3"):
        checks.rows_and_targets([[1], [2]], [1, 2, 3])


def test_labels_are_integers_from_zero():
    assert checks.labels([0, 2], 2, 3).tolist() == [0, 2]
    assert checks.labels([True, False], 2, 2).tolist() == [1, 0]
    assert checks.labels(np.zeros(0, int), 0, 3).tolist() == []
    for y, kind, cause in (([3, 0], ValueError, "counted from 1"),
                           ([-1, 0], ValueError, "counted from 1"),
                           ([0.0, 1.0], TypeError, "astype"),
                           ([[0, 1]], ValueError, "one-hot rows")):
        with pytest.raises(kind, match=cause):
            checks.labels(y, 2, 3)


@pytest.mark.parametrize("number", [0, -1, 2.0, True, None, "2"])
def test_a_whole_number_from_one(number):
    assert checks.whole(np.int64(2), "n") == 2 and type(checks.whole(np.int64(2), "n")) is int
    with pytest.raises(ValueError, match="n: expected an integer >= 1"):
        checks.whole(number, "n")


@pytest.mark.parametrize("value", [-1, 0.5, 2.0, None])
def test_a_whole_number_from_zero(value):
    checks.at_least_zero(np.int64(0), "p", "a root")
    with pytest.raises(ValueError, match="p: expected an integer >= 0, .* a root"):
        checks.at_least_zero(value, "p", "a root")


@pytest.mark.parametrize("value", [0, -1, float("nan")])
def test_a_positive_number(value):
    checks.positive(1e-300, "tau", "a limit")
    with pytest.raises(ValueError, match="tau: expected a number > 0, .* a limit"):
        checks.positive(value, "tau", "a limit")


def test_a_training_goes_downhill_and_stays_finite():
    checks.learning_rate(0)
    checks.finite_loss(1e300, "epoch 1")
    for lr in (-0.1, float("nan")):
        with pytest.raises(ValueError, match="lr: expected a number from 0, .* ascent"):
            checks.learning_rate(lr)
    for loss in (float("inf"), float("nan")):
        with pytest.raises(ValueError, match="in epoch 3; .* too large"):
            checks.finite_loss(loss, "epoch 3")
