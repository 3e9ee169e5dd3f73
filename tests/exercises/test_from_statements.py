"""The checker against answers written from the statements alone, by somebody who had read no bank.

46 right and 240 wrong ones (2026). The families are the writer's own words and are not asked for.
"""

from pathlib import Path

import pytest

from answers import read
from course_utils import exercises

ANSWERS = read(Path(__file__).with_name("from_statements.txt"))
# A descent that stops early: near the fit, which nobody works out by hand.
MUTE = {"fit_temperature-from_statements:2534"}
RIGHT, WRONG = ([a for a in ANSWERS if a.kind == kind] for kind in ("right", "wrong"))


def labelled(answers):
    """Every sixteenth for a change, all in the long checks."""
    return pytest.mark.parametrize("answer", [
        pytest.param(a, id=a.label, marks=[pytest.mark.full] * (i % 16 > 0))
        for i, a in enumerate(answers)])


@labelled(RIGHT)
def test_a_right_answer_passes(answer):
    result = exercises.check(answer.id, answer.compile())
    assert result, f"{answer.said}\n{answer.source}\n{result}"


@labelled(WRONG)
def test_a_wrong_answer_fails_and_its_card_says_something(answer):
    result = exercises.check(answer.id, answer.compile())
    assert result.status in ("failed", "error"), f"{answer.said}\n{answer.source}\n{result}"
    assert answer.label in MUTE or (
        result.misconception or result.first_line or result.head or result.ticks), str(result)


@pytest.mark.full
def test_nearly_all_are_named():
    """235 of 240 when they came."""
    named = [a for a in WRONG if exercises.check(a.id, a.compile(), line=False).misconception]
    assert len(named) >= 0.97 * len(WRONG)
