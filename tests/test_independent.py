"""The checker against answers written without knowing what it knows (see `independent`)."""

import sys
from pathlib import Path

import pytest

from course_utils import exercises

sys.path.insert(0, str(Path(__file__).parent / "independent"))
from answers import FAMILIES, all_answers  # noqa: E402 - the folder is no package

ANSWERS = all_answers()
RIGHT = [a for a in ANSWERS if a.kind == "right"]
WRONG = [a for a in ANSWERS if a.kind == "wrong"]
NOTEBOOKS = {a.where.split(":")[0].removeprefix("nb") for a in ANSWERS}


def labels(answers):
    return {"argvalues": answers, "ids": [a.label for a in answers]}


@pytest.mark.parametrize("answer", **labels(RIGHT))
def test_a_right_answer_passes(answer):
    result = exercises.check(answer.id, answer.compile())
    assert result, f"{answer.said}\n{answer.source}\n{result}"


@pytest.mark.parametrize("answer", **labels(WRONG))
def test_a_wrong_answer_fails_and_its_misconception_is_named(answer, capsys):
    result = exercises.check(answer.id, answer.compile())
    told = f"{answer.said}\n{answer.source}\n{result}\nmisconception: {result.misconception}"
    assert result.status in ("failed", "error"), told
    assert result.misconception, told
    assert result.misconception.split("/")[0] in answer.families, told


@pytest.mark.parametrize("answer", **labels(WRONG))
def test_a_wrong_answer_says_where_it_is_wrong(answer):
    assert answer.families and set(answer.families) <= FAMILIES
    assert bool(answer.faulty) != answer.missing, "either marked lines or 'missing line'"


@pytest.mark.parametrize("notebook", sorted(NOTEBOOKS))
def test_every_exercise_of_a_notebook_has_answers(notebook):
    ids = {r.id for r in exercises.records(notebook)}
    here = [a for a in ANSWERS if a.where.startswith(f"nb{notebook}:")]
    assert {a.id for a in here} == ids
    for id in ids:
        assert sum(a.id == id and a.kind == "wrong" for a in here) >= 4, id
        assert sum(a.id == id and a.kind == "right" for a in here) >= 2, id
