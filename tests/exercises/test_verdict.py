"""A verdict is plain data: through JSON and back it has the same card; no clock decides a word."""

import contextlib
import itertools
import json
import os
import subprocess
import sys
import time
from types import SimpleNamespace

import numpy as np
import pytest

from answers import all_answers
from course_utils import exercises
from misstep import cards
from misstep.course import Limits
from misstep.judge import explain, work
from misstep.judge.verdict import Line, Verdict
from misstep.line import firstline

WRONG = [a for a in all_answers() if a.kind == "wrong" and "endless" not in a.families]
SOME = WRONG[5::120]
LABELS = [a.label for a in SOME]


def there_and_back(verdict):
    return type(verdict).of(json.loads(json.dumps(verdict.data())))


@pytest.mark.parametrize("answer", SOME, ids=LABELS)
def test_a_verdict_goes_through_json_and_has_the_same_cards(answer):
    verdict = exercises.check(answer.id, answer.compile())
    again = there_and_back(verdict)
    assert again == verdict and again.trial.fn is None
    assert cards.as_text(again) == str(verdict) and cards.as_html(again) == verdict._repr_html_()
    assert cards.as_data(again) == json.loads(json.dumps(cards.as_data(verdict)))


def test_other_verdicts_go_through_json_too():
    for fn in (exercises.record("softmax").right[0], lambda z: None, 3, lambda: 1):
        verdict = exercises.check("softmax", fn)
        assert there_and_back(verdict)._repr_html_() == verdict._repr_html_()


def test_what_is_told_has_its_order_and_one_thing_is_folded():
    line = Line(2, "s = e.sum()", "e.sum()", sure=True, rows=((2, "s = e.sum()", "3", "", "leaves"),
                                                           (3, "return e / s", "1", "", "")))
    verdict = Verdict("softmax", "failed", "A. B.", "axis/x", finding="A.", where="B.", line=line,
                      got=(" at [0]", "1"), asked="2", smallest=("one row", "softmax(z=1)"),
                      passed=1, total=4, advice="think", notes=("n",), printed="p")
    parts = list(verdict.parts())
    assert [kind for kind, _ in parts] == [
        "finding", "plain", "plain", "columns", "more", "small", "small", "lines", "end",
        "plain", "small", "small", "small"]
    assert parts[2][1] == "Line 2." and parts[7][1].startswith("Line by line\n    2  s = e.sum()")
    assert "Line by line" not in cards.as_text(verdict)
    assert ">The smallest failing case, line by line</summary>" in cards.as_html(verdict)


def test_cards_have_no_words_of_their_own():
    verdict = Verdict("x", "failed", "", heading="")
    assert cards.as_text(verdict).splitlines()[1:] == [w for _, w in verdict.parts()]


# --- no clock decides a word ------------------------------------------------------------------


def fast(clock):
    """A clock that runs twenty times faster than it should, and jumps when it is asked."""
    start, asked = clock(), itertools.count()
    return lambda: start + 20 * (clock() - start) + 1e-4 * next(asked)


SHOWN = [a for a in WRONG if a.where.startswith("nb04")][::9]


@pytest.mark.parametrize("answer", SHOWN, ids=[a.label for a in SHOWN])
def test_a_clock_that_runs_twenty_times_faster_changes_no_card(answer, monkeypatch):
    monkeypatch.setenv("COURSE_NO_CHILD", "1")
    before = str(exercises.check(answer.id, answer.compile()))
    for name in ("process_time", "thread_time", "perf_counter"):
        monkeypatch.setattr(time, name, fast(getattr(time, name)))
    # not the sandbox's: the answer's own limits are seconds
    monkeypatch.setattr(work, "time", SimpleNamespace(monotonic=fast(time.monotonic)))
    monkeypatch.setattr(exercises.COURSE, "limits", Limits(guard=3600.0))
    assert str(exercises.check(answer.id, answer.compile())) == before


def test_a_child_and_one_process_give_one_card(monkeypatch):
    in_a_child = [str(exercises.check(a.id, a.compile())) for a in SHOWN]
    monkeypatch.setenv("COURSE_NO_CHILD", "1")
    assert [str(exercises.check(a.id, a.compile())) for a in SHOWN] == in_a_child


PRINT = """
import sys
sys.path.insert(0, {helpers!r})
from answers import all_answers
from course_utils import exercises
for a in all_answers():
    if a.label in {labels!r}:
        print(exercises.check(a.id, a.compile()))
"""


def fresh_process(labels):
    code = PRINT.format(helpers=os.path.join(os.path.dirname(__file__), "..", "helpers"),
                        labels=labels)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          encoding="utf-8", timeout=600, env={**os.environ, "COURSE_QUIET": "1"})
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_fresh_processes_give_one_card():
    labels = [a.label for a in SHOWN[:3]]
    here = "".join(f"{exercises.check(a.id, a.compile())}\n" for a in SHOWN[:3])
    assert fresh_process(labels) == here


@pytest.mark.full
def test_a_busy_machine_gives_the_same_cards(monkeypatch):
    """Eight processes compute beside it; the guard is the real one."""
    monkeypatch.setenv("COURSE_GUARD", "")
    slow = ("least_squares_fit", "fit_temperature", "is_linearly_separable")  # grids and descents
    labels = [a.label for a in WRONG[3::60] + [a for a in WRONG if a.id in slow][::4]]
    quiet = fresh_process(labels)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(8)]
    try:
        assert fresh_process(labels) == quiet
    finally:
        for one in busy:
            one.kill()
            one.wait()


def test_a_guard_that_ends_the_search_says_so_and_nothing_else(monkeypatch):
    fn = SHOWN[0].compile()
    whole = exercises.check(SHOWN[0].id, fn)
    monkeypatch.setattr(exercises.COURSE, "limits", Limits(guard=-1.0))
    cut = exercises.check(SHOWN[0].id, fn)
    assert (cut.status, cut.got, cut.smallest) == (whole.status, whole.got, whole.smallest)
    assert cut.misconception is None and cut.line is None
    assert "The search for a known mistake was given up: it took too long." in str(cut)
    assert "no known mistake gives" not in str(cut)


def test_a_line_that_was_not_looked_for_is_not_called_absent(monkeypatch):
    def out_of_time(*_, **__):
        raise work.OutOfWork

    monkeypatch.setattr(firstline, "first_line", out_of_time)
    result = exercises.check("softmax", lambda z: np.exp(z) / np.exp(z).sum())
    assert result.misconception == "axis/whole-batch"
    assert "Its line was not looked for: this machine is busy" in str(result)


# --- work ------------------------------------------------------------------------------------


def compute(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_an_allowance_inside_another_one_takes_from_both():
    with work.allowed(10) as outer:
        with work.allowed(4):
            work.spend(3)
            work.spend(3)
            raise AssertionError("not reached")
        assert outer.left == 4
        work.spend(5)
        raise AssertionError("not reached")
    work.spend(10**9)  # none is in force


@pytest.mark.parametrize("others, ends", [(time.sleep, False), (compute, True)])
def test_the_guard_counts_what_is_computed_here(others, ends):
    """Not what other programs compute meanwhile."""
    ran = []
    with contextlib.suppress(work.OutOfWork), work.allowed(10 * work.ASK, guard=0.1):
        others(0.2)
        work.spend(2 * work.ASK)
        ran.append(True)
    assert bool(ran) is not ends


def test_a_name_costs_the_same_the_second_time(monkeypatch):
    """What was run before is known, and counts all the same."""
    spent, allowed = [], work.allowed

    class Noted(work.Allowance):
        def spend(self, work):
            spent[-1] += work
            super().spend(work)

    monkeypatch.setattr(work, "Allowance", Noted)
    for _ in range(2):
        spent.append(0)
        exercises.check("logsumexp", lambda z: np.log(np.exp(z).sum(-1)) * 1.01 + 0.2)
    assert spent[0] == spent[1] > 0 and explain.work.allowed is allowed
