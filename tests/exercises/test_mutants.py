"""The checker against wrong answers made automatically (see `mutation`)."""

import csv
from pathlib import Path

import pytest

from course_utils import exercises
from mutation import differs, mutants

pytestmark = pytest.mark.full
FLOOR = Path(__file__).resolve().parents[2] / "docs" / "named_floor.csv"


def floors():
    """The smallest share of failing mutants that may be named, by exercise."""
    with FLOOR.open(encoding="utf-8", newline="") as file:
        return {row["exercise"]: float(row["share"]) for row in csv.DictReader(file)}


def test_every_exercise_has_a_floor():
    missing = sorted({r.id for r in exercises.records()} - floors().keys())
    assert not missing, f"{missing}: run python scripts/exercise_table.py --mutants"


@pytest.mark.parametrize("r", exercises.records(), ids=lambda r: r.id)
def test_mutants_that_behave_differently_fail_and_are_named(r, capsys):
    results = [(what, fn, exercises.check(r.id, fn, line=False)) for what, fn in mutants(r)]
    assert results or r.id == "xor_dataset"
    # a mutant that hands on what the course's function returns is no attempt
    results = [one for one in results if one[2].status != "not attempted"]
    survivors = [(what, fn) for what, fn, result in results if result]
    unnamed = [what for what, _, result in results if not result and not result.misconception]
    failing = len(results) - len(survivors)
    with capsys.disabled():
        print(f"\n{r.id}: {len(results)} mutants, {failing} fail, {failing - len(unnamed)} get a "
              "name; survivors to read:")
        for what, _ in survivors:
            print("   ", what)
    missed = [what for what, fn in survivors if differs(r, fn)]
    assert not missed, f"these differ and pass: {missed}"
    share = 1 - len(unnamed) / failing if failing else 1.0
    floor = floors().get(r.id, 0)
    assert share >= floor - 1e-9, (
        f"named {share:.3f} of the failing mutants, the floor is {floor:.3f}; "
        f"unnamed: {unnamed}")
