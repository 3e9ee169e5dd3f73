"""The checker against answers written without knowing what it knows (see `independent`)."""

import traceback
from collections import Counter

import numpy as np
import pytest

from answers import all_answers, read
from course_utils import exercises
from misstep import confirms, packet, packets
from misstep.course import Limits
from misstep.judge.tables import FAMILIES

ANSWERS = all_answers()
RIGHT = [a for a in ANSWERS if a.kind == "right"]
WRONG = [a for a in ANSWERS if a.kind == "wrong"]
NOTEBOOKS = {a.where.split(":")[0].removeprefix("nb") for a in ANSWERS}


def labels(answers):
    return {"argvalues": answers, "ids": [a.label for a in answers]}


@pytest.fixture(autouse=True)
def without_a_child_where_all_ends(request, monkeypatch):
    """A process of its own costs more than the check; what may not end keeps it.

    What is known is asked here, not how fast: the limits of time are those of a slow machine.
    """
    given = getattr(request.node, "callspec", None)
    answer = given and given.params.get("answer")
    if answer and "endless" not in answer.families:
        monkeypatch.setenv("COURSE_NO_CHILD", "1")
        monkeypatch.setattr(exercises.COURSE, "limits", Limits(call=20, total=60))


@pytest.mark.parametrize("answer", **labels(RIGHT))
def test_a_right_answer_passes(answer):
    result = exercises.check(answer.id, answer.compile())
    assert result, f"{answer.said}\n{answer.source}\n{result}"
    ((_, seen),), _ = packets(packet("some", list(result.seen)))
    assert confirms(answer.id, seen), "`course check` believes it, too"


def one_of_a_kind():
    """For a change four families of each exercise; of the endless answers, which wait, one."""
    seen = Counter()
    for answer in WRONG:
        endless = "endless" in answer.families
        kind, all_kinds = ("endless",) if endless else (answer.id, *answer.families), answer.id
        few = not seen[kind] and (endless or seen[all_kinds] < 4)
        seen.update([kind, all_kinds] if few and not endless else [kind])
        yield pytest.param(answer, id=answer.label, marks=[pytest.mark.full] * (not few))


@pytest.mark.parametrize("answer", list(one_of_a_kind()))
def test_a_wrong_answer_fails_and_its_misconception_is_named(answer, capsys):
    result = exercises.check(answer.id, answer.compile(), line=False)

    def told():
        return f"{answer.said}\n{answer.source}\n{result}\nmisconception: {result.misconception}"

    assert result.status in ("failed", "error"), told()
    assert result.misconception, told()
    assert result.misconception.split("/")[0] in answer.families, told()


@pytest.mark.full
@pytest.mark.parametrize("answer", **labels(WRONG))
def test_the_card_of_a_wrong_answer_is_printed(answer):
    """With the search for its line; for a change `test_from_statements.py` prints some."""
    result = exercises.check(answer.id, answer.compile())
    assert "could not be judged" not in str(result)


@pytest.mark.parametrize("answer", **labels(WRONG))
def test_a_wrong_answer_says_where_it_is_wrong(answer):
    assert answer.families and set(answer.families) <= set(FAMILIES)
    assert bool(answer.faulty) != answer.missing, "either marked lines or 'missing line'"


@pytest.mark.parametrize("notebook", sorted(NOTEBOOKS))
def test_every_exercise_of_a_notebook_has_answers(notebook):
    ids = {r.id for r in exercises.records() if r.notebook == notebook}
    here = [a for a in ANSWERS if a.where.startswith(f"nb{notebook}:")]
    assert {a.id for a in here} == ids
    for id in ids:
        assert sum(a.id == id and a.kind == "wrong" for a in here) >= 4, id
        assert sum(a.id == id and a.kind == "right" for a in here) >= 2, id


def test_a_traceback_shows_the_line_of_an_answer():
    answer = next(a for a in WRONG if "return max(0, x)" in a.source)
    with pytest.raises(ValueError, match="truth value") as caught:
        answer.compile()(np.array([1.0, 2.0]))
    last = traceback.format_tb(caught.tb)[-1]
    assert "return max(0, x)" in last and f"line {answer.faulty[0]}," in last


@pytest.mark.parametrize("text, complaint", [
    ("=== wrong relu | sign\ndef relu(x):\n    return -x  #<<\n", "expected 'wrong ID"),
    ("=== true relu | by heart\ndef relu(x):\n    return x\n", "expected 'wrong ID"),
    ("def relu(x):\n    return x\n", "before the first heading")])
def test_a_heading_that_cannot_be_read_is_told(tmp_path, text, complaint):
    (tmp_path / "nb03.txt").write_text(text)
    with pytest.raises(ValueError, match=complaint):
        read(tmp_path / "nb03.txt")


def test_marks_are_read_and_taken_away(tmp_path):
    (tmp_path / "nb03.txt").write_text(
        "=== wrong relu | sign, axis | turned over\ndef relu(x):\n    x = -x  #<<\n    return x\n\n"
        "=== wrong relu | missing-return | nothing comes back | missing line\n"
        "def relu(x):\n    y = abs(x)\n")
    marked, missing = read(tmp_path / "nb03.txt")
    assert (marked.families, marked.faulty, marked.missing) == (("sign", "axis"), (2,), False)
    assert marked.source == "def relu(x):\n    x = -x\n    return x\n"
    assert (missing.faulty, missing.missing, missing.said) == ((), True, "nothing comes back")
