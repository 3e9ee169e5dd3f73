"""Ways: what right answers compute, with the nouns of the named steps."""

import numpy as np
import pytest

from course_utils import exercises
from lines import source_of
from misstep.judge import source
from misstep.line import references
from misstep.line.references import Candidates, References, TraceValue


@pytest.fixture(scope="module")
def softmax():
    known = References(exercises.record("softmax"))
    known.see([1, 2])
    return known


def of(turns):
    """The values of a place: turns by case."""
    seen = TraceValue()
    for case, values in turns.items():
        seen.put(case, values)
    return seen


def test_every_exercise_has_references():
    for id in ("softmax", "numerical_gradient", "perceptron_update"):
        assert len(References(exercises.record(id)).references) >= 5


def test_a_named_step_has_its_noun(softmax):
    candidates = Candidates(softmax, [1, 2])
    z = [c.args[0] for c in exercises.record("softmax").cases()[1:3]]
    e = [np.exp(v - v.max(-1, keepdims=True)) for v in z]
    found = candidates.matches(of({1: [e[0]], 2: [e[1]]}))
    assert "the exponentials" in {candidates.all[i].noun for i in found}
    assert not candidates.matches(of({1: [e[0] + 1e-3], 2: [e[1]]}))
    assert not candidates.matches(of({1: [e[0] - np.inf], 2: [e[1] - np.inf]}))


def test_turns_of_a_loop_are_rows_of_a_table(softmax):
    candidates = Candidates(softmax, [1])
    z = exercises.record("softmax").cases()[1].args[0]
    shifted = z - z.max(-1, keepdims=True)
    assert candidates.matches(of({1: list(shifted)}))
    assert candidates.matches(of({1: list(shifted.T)}))


def test_what_is_no_number_is_not_kept():
    seen = of({0: [None], 1: []})
    assert seen.turns == {}


def test_a_style_that_is_left_out_is_not_among_them():
    softmax = exercises.record("softmax")
    assert len(References(softmax, (0,)).references) == len(References(softmax).references) - 1


def test_a_style_can_be_written_out():
    for fn in references.solutions(exercises.record("softmax")):
        try:
            text, space = source_of(fn)
        except source.Unfollowed:
            continue
        space = dict(space)
        exec(text, space)
        assert np.allclose(np.sum(space["f"](np.array([[1.0, 2.0, 0.5]])), -1), 1, atol=1e-6)


@pytest.mark.parametrize("r", exercises.records(), ids=lambda r: r.id)
def test_the_cases_of_every_exercise_can_be_prepared(r):
    cases, expected = r.judge.prepared  # a program, a list of unequal rows, has no shape
    assert len(cases) == len(expected) > 0


def test_lines_that_only_name_a_value_anew_are_counted_in_each_right_answer():
    """As many as the one right answer has that has most of them; an argument's value is none."""
    known = References(exercises.record("perceptron_update"))
    known.see([0, 1])
    candidates = Candidates(known, [0, 1])
    anew = {}
    for i, s in enumerate(candidates.all):
        if s.reads and s.reads.shape_id == s.shape_id:
            anew.setdefault(s.reference, []).append(i)
    counts = [len(numbers) for numbers in anew.values()]
    assert len(counts) > 1 and candidates.idle(sum(anew.values(), [])) == max(counts)
    assert all(candidates.idle(numbers) == len(numbers) for numbers in anew.values())
    assert candidates.idle(candidates.inputs) == candidates.idle([]) == 0
