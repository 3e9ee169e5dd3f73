"""What `@exercise` hands to the cells below: arrays where the course's version returns arrays."""

import inspect
from fractions import Fraction

import numpy as np
import pytest

from course_utils import exercises
from misstep.judge import sandbox
from misstep.judge.arrays import in_kind, with_arrays

ROW, TABLE = np.zeros(2), np.zeros((2, 2))


@pytest.fixture(autouse=True)
def no_cards(monkeypatch):
    monkeypatch.setenv("COURSE_QUIET", "1")


def bound(id, fn):
    """What a cell's name holds after `@exercise(id)`."""
    return exercises.exercise(id)(fn)


# --- in the notebook ------------------------------------------------------------------------------


def step_in_lists(x):
    """Ones and zeros, nested as x is."""
    return [step_in_lists(v) for v in x] if np.ndim(x) else float(x > 0)


def test_a_list_becomes_an_array_and_a_number_stays_one():
    step = bound("step", step_in_lists)
    assert isinstance(step([1.0, -1.0]), np.ndarray)
    assert (step([[1.0, -1.0], [0.0, 2.0]]) + 1).tolist() == [[2, 1], [1, 2]]
    assert type(step(0.5)) is float


def test_name_docstring_signature_and_source_stay():
    step = bound("step", step_in_lists)
    assert (step.__name__, step.__doc__) == ("step_in_lists", step_in_lists.__doc__)
    assert inspect.signature(step) == inspect.signature(step_in_lists)
    assert inspect.getsource(step) == inspect.getsource(step_in_lists)
    assert step.__wrapped__ is step_in_lists


def test_the_parts_of_a_tuple_and_of_a_dict():
    X, y = bound("xor_dataset", lambda: [[[1, 1], [1, 0], [0, 1], [0, 0]], (0, 1, 1, 0)])()
    assert X.shape == (4, 2) and y.tolist() == [0, 1, 1, 0]
    w, c = bound("fold_xor", lambda low, high: [[1 / (high - low), -1 / (high - low)], 0.0])(0, 1)
    assert isinstance(w, np.ndarray) and type(c) is float
    reference = exercises.reference("mlp_backward")
    case = exercises.record("mlp_backward").judge.prepared[0][0]

    def in_lists(*args):
        return {key: value.tolist() for key, value in reference(*args).items()}

    found = bound("mlp_backward", in_lists)(*sandbox.fresh(case.args))
    assert all(isinstance(value, np.ndarray) for value in found.values())


def test_labels_become_whole_and_masks_boolean_where_no_entry_changes():
    labels, mask = np.array([0, 2]), np.array([True, False])
    assert in_kind([1.0, 2.0], labels).dtype.kind == "i"
    assert in_kind(np.float32([1, 0]), mask).tolist() == [True, False]
    assert in_kind(np.array([0, 1]), mask).dtype == bool
    assert in_kind([True, False], labels).tolist() == [1, 0]
    for entries in ([0.5, 1.0], [np.nan, 1.0], [np.inf, 1.0]):
        assert np.array_equal(in_kind(entries, labels), entries, equal_nan=True)
    assert in_kind([2, 0], mask).tolist() == [2, 0]
    assert in_kind([1, 2], np.zeros(2)).dtype.kind == "i"  # the other way round nothing is cast


def test_the_check_and_its_replay_see_the_function_as_written(monkeypatch):
    def or_data():
        return [[1, 1], [1, 0], [0, 1], [0, 0]], [1, 1, 1, 0]

    assert bound("xor_dataset", or_data) is exercises.reference("xor_dataset")
    assert exercises.why("xor_dataset").call() == or_data()
    seen = []
    monkeypatch.setattr("misstep.session.handed_in",
                        lambda id, fn: seen.append(fn) or exercises.check(id, fn))
    bound("step", step_in_lists)
    assert seen == [step_in_lists]


def test_what_the_function_raises_is_raised():
    with pytest.raises(TypeError, match="'>' not supported"):
        bound("step", step_in_lists)("a")


def test_an_exercise_without_arrays_keeps_its_function():
    reference = exercises.reference("line_accuracy")
    assert bound("line_accuracy", reference) is reference


@pytest.mark.parametrize("r", exercises.records(), ids=lambda r: r.id)
def test_the_most_awkward_right_answer_comes_back_in_the_reference_s_kind(r):
    def check(value, right):
        if isinstance(right, np.ndarray) and right.ndim:
            assert isinstance(value, np.ndarray) and value.size == right.size
        elif isinstance(right, tuple) and not isinstance(value, np.ndarray):
            assert len(value) == len(right)
            for v, e in zip(value, right, strict=True):
                check(v, e)
        elif isinstance(right, dict):
            for key in right:
                check(value[key], right[key])

    cases, expected = r.judge.prepared
    fn = with_arrays(r.awkward or r.reference, expected)
    for case, right in zip(cases, expected, strict=True):
        check(fn(*sandbox.fresh(case.args), **case.kwargs), right)


# --- one value ------------------------------------------------------------------------------------


class Own(np.ndarray):
    """An array of another class."""


@pytest.mark.parametrize("value", [
    None, 3, 2.5, True, np.float64(1), "text", {1, 2}, {"a": 1}, iter([1]), len,
    [[1.0], [1.0, 2.0]], ["a", "b"], [1j, 2.0], np.float32(2), np.array(2.0)],
    ids=lambda value: type(value).__name__)
def test_what_cannot_be_an_array_comes_back_as_it_is(value):
    assert in_kind(value, ROW) is value


@pytest.mark.parametrize("value", [
    [1, 2], (1.5, 2.5), range(2), [np.float32(1), 2], [[1, 2], [3, 4]], [Fraction(1, 2)],
    np.array([Fraction(1, 2)], dtype=object), np.zeros(2).view(Own), [True, False]], ids=repr)
def test_what_can_be_an_array_is_made_one(value):
    made = in_kind(value, ROW)
    assert type(made) is np.ndarray and made.dtype.kind in "bif"
    assert made.tolist() == np.asarray(value).tolist()


def test_the_student_s_own_objects_are_not_changed():
    rows, part = [[1.0, 2.0]], {"w": [1.0, 2.0], "b": 0.5}
    both = (rows, 0.5)
    made = in_kind(both, (TABLE, 1.0))
    made[0][0, 0] = 9
    in_kind(part, {"w": ROW, "b": 1.0})["w"][0] = 9
    assert both == ([[1.0, 2.0]], 0.5) and part == {"w": [1.0, 2.0], "b": 0.5}


def test_what_is_as_asked_is_the_same_object():
    array, kept = np.ones(2), {"w": np.ones(2)}
    pair = (array, 0.5)
    assert in_kind(array, ROW) is array and in_kind(pair, (ROW, 1.0)) is pair
    assert in_kind(kept, {"w": ROW}) is kept


def test_parts_that_no_case_has():
    batches = in_kind([[1, 2], [3, 4], [5]], (ROW, ROW))
    assert isinstance(batches, tuple) and [b.tolist() for b in batches] == [[1, 2], [3, 4], [5]]
    made = in_kind({"H": [1.0], "new": [2.0]}, {"H": ROW, "U": TABLE})
    assert all(isinstance(value, np.ndarray) for value in made.values())
    odd = [[1.0], 2.0, 3.0]
    assert in_kind(odd, (ROW, 1.0)) == ([1.0], 2.0, 3.0)


class Exits:
    def __getattr__(self, name):
        raise SystemExit

    def __call__(self, x):
        return [2.0]


class Fails:
    def __array__(self, *args, **kwargs):
        raise RuntimeError("no")


class FailingList(list):
    def __len__(self):
        raise RuntimeError("no")


def test_a_class_of_one_s_own_does_no_harm():
    assert with_arrays(Exits(), [ROW])(1).tolist() == [2.0]
    for odd in (Fails(), FailingList()):
        assert with_arrays(lambda odd=odd: odd, [ROW])() is odd
        assert with_arrays(lambda odd=odd: odd, [(ROW, ROW)])() is odd
