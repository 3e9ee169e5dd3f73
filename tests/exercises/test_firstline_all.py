"""The first wrong line does no harm: right answers, time and what is the student's, everywhere."""

import contextlib
import os
import random

import numpy as np
import pytest

from course_utils import exercises
from lines import compiled, faulty
from misstep.course import Limits
from misstep.judge import work
from misstep.judge.records import bank
from misstep.judge.sandbox import fresh
from misstep.line import firstline, references

pytestmark = pytest.mark.full
CHANGES = 3  # wrong answers per exercise
ALL = pytest.mark.parametrize("r", exercises.records(), ids=lambda r: r.id)


@ALL
def test_right_answers_never_meet_it(r, monkeypatch):
    def asked(*args):
        raise AssertionError("asked for a right answer")

    monkeypatch.setattr(firstline, "first_line", asked)
    for fn in (r.reference, bank(r.id).right(), *r.right, *bank(r.id).styles):
        result = exercises.check(r.id, fn)
        assert result and result.first_line is None, result


def spent():
    """Seconds of computing so far, in this process and its children."""
    t = os.times()
    return t.user + t.system + t.children_user + t.children_system


@ALL
def test_wrong_answers_stay_as_they_are_and_wait_for_little(r, monkeypatch):
    asked, calls = firstline.first_line, []

    def timed(exercise, fn, *args):
        before = fresh([(c.args, c.kwargs) for c in exercise.judge.prepared[0]])
        state, names, start = np.random.get_state()[1].copy(), dict(fn.__globals__), spent()
        found = asked(exercise, fn, *args)
        calls.append(spent() - start)
        assert np.array_equal(state, np.random.get_state()[1])
        assert fn.__globals__.keys() == names.keys()
        assert all(fn.__globals__[n] is v for n, v in names.items())
        now = [(c.args, c.kwargs) for c in exercise.judge.prepared[0]]
        assert repr(now) == repr(before) or callables_in(before)
        return found

    monkeypatch.setattr(firstline, "first_line", timed)
    changes = list(faulty(r, {0, 1}))
    random.Random(7).shuffle(changes)
    wrong = 0
    for m in changes[:4 * CHANGES]:
        result = exercises.check(r.id, m.fn)
        assert "could not be judged" not in str(result), m.source
        result._repr_html_()
        wrong += not result
        if wrong == CHANGES:
            break
    assert wrong
    assert max(calls[1:], default=0) < 1, calls  # 0.3 s at most on a quiet machine
    assert calls[:1] < [4], calls  # the first one of an exercise runs all its right answers


def callables_in(calls):
    return "<function" in repr(calls)


LATE = {
    "it never ends when it is run again": "while len(calls) > {n}:\n        pass",
    "it computes for hours when it is run again": (
        "if len(calls) > {n}:\n        sum(range(10**12))"),
    "it ends the process when it is run again": "if len(calls) > {n}:\n        os._exit(3)",
    "it catches all when it is run again": (
        "while len(calls) > {n}:\n        try:\n            1 / 0\n"
        "        except BaseException:\n            pass"),
}


@pytest.mark.parametrize("what", LATE)
def test_what_is_quick_at_first_is_stopped_from_outside(what, monkeypatch):
    """A counter in an attribute outlives the child: the search starts where the check ended."""
    monkeypatch.setattr(exercises.COURSE, "limits", Limits(guard=3.0))  # as on a card
    body = LATE[what].format(n=0)
    fn = compiled(f"def softmax(z):\n    {body}\n    return np.exp(z) * 0.3 + 0.1\n",
                  {"np": np, "os": os, "calls": [1]}, "softmax")
    references.references(exercises.record("softmax")).see([0, 1, 2])
    start = os.times().elapsed
    with contextlib.suppress(work.OutOfWork):  # then the card says that nothing was looked for
        assert firstline.first_line(exercises.record("softmax"), fn, [0, 1, 2], 1)[0] is None
    assert os.times().elapsed - start < firstline.WAIT * exercises.COURSE.limits.guard + 5
