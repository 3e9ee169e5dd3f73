"""The checker against wrong answers made automatically (see `mutation`)."""

import pytest
from mutation import differs, mutants

from course_utils import exercises

pytestmark = pytest.mark.full


@pytest.mark.parametrize("r", exercises.records(), ids=lambda r: r.id)
def test_mutants_that_behave_differently_fail(r, capsys):
    results = [(what, fn, exercises.check(r.id, fn)) for what, fn in mutants(r)]
    assert results or r.id == "xor_dataset"
    survivors = [(what, fn) for what, fn, result in results if result]
    named = sum(result.misconception is not None for *_, result in results if not result)
    with capsys.disabled():
        print(f"\n{r.id}: {len(results)} mutants, {len(results) - len(survivors)} fail, "
              f"{named} get a name; survivors to read:")
        for what, _ in survivors:
            print("   ", what)
    missed = [what for what, fn in survivors if differs(r, fn)]
    assert not missed, f"these differ and pass: {missed}"
