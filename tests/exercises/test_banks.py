"""Banks: how one is written, and what `test_records`, an author's look at each, does not ask."""

import numpy as np
import pytest

from course_utils import exercises
from misstep.judge.grammar import Bank, parse, swaps_of
from misstep.judge.records import bank

RECORDS = [r for r in exercises.records() if r.bank]
each_bank = pytest.mark.parametrize("r", RECORDS, ids=lambda r: r.id)


@pytest.mark.full
@each_bank
@pytest.mark.filterwarnings("ignore")
def test_each_swap_runs(r):
    for mistake in bank(r.id).written:
        # an endless one is stopped; a matrix in the wrong place stops where sizes do not fit
        if not mistake.id.startswith(("endless/", "shape/", "transpose/")):
            with np.errstate(all="ignore"):
                seen = [r.judge.behaviour(mistake, i) for i in range(len(r.judge.prepared[0]))]
            errors = [f"{o.error}: {o.detail}" for o in seen if o.error]
            assert 2 * len(errors) <= len(seen), f"{mistake.id} raises on most cases: {errors[0]}"


@each_bank
def test_a_bank_is_short(r):
    assert len(r.bank.splitlines()) <= 150


TOY = """
f(x, power=2)
    a = np.asarray(x, float)     # the numbers
    b = a ** power  # their power
    o = b.sum()  # the sum

same: a = np.array(x) * 1.0
right: b = np.power(a, power) || a.copy() ** power && o = np.sum(b)

omitted-term/power: no power is taken. The exponent is `power`:
        use it.
    b = a
factor/doubled: all is doubled. Once is enough.
    o = 2 * o || o + o
    a = a + 0 && b = 2 * b
"""


def test_a_text_becomes_steps_and_entries():
    text = parse(TOY)
    assert list(text.steps) == ["a", "b", "o"] and text.steps["o"] == ("b.sum()", "the sum")
    assert text.entries[0].where == "The exponent is `power`: use it."
    assert len(text.entries[1].swaps) == 3
    assert text.entries[1].swaps[2] == (("a", "a + 0"), ("b", "2 * b"))


def test_swaps_stand_in_place_or_after():
    made = Bank(TOY)
    x = np.array([1.0, 3.0])
    assert made.right()(x) == 10 and made.right()(x, 1) == 4 and made.right()(x, power=3) == 28
    assert [m.wrong(x) for m in made.mistakes[:4]] == [4, 20, 20, 20]
    assert [m.id for m in made.pairs] == ["omitted-term/power"] * 2
    assert (made.pairs[0].what, made.pairs[0].besides) == ("no power is taken", "all is doubled")
    assert made.dresses[0].wrong(x) == 10
    assert [style(x) for style in made.styles] == [10, 10]


def test_another_bank_lends_its_steps_and_entries():
    made = Bank("g(x)\n    power = 2\n    like: f, o as s\n    o = -s  # minus the sum\n"
                "sign/lost: the minus is lost. Mind it.\n    o = s\n", other=lambda id: TOY)
    assert made.right()(np.array([1.0, 3.0])) == -10
    assert [e.id for e in made.entries] == ["sign/lost", "omitted-term/power", "factor/doubled"]
    alone = parse("g(x)\n    like: f/steps\nsign/lost: lost. Mind it.\n    o = -o",
                  lambda id: TOY)
    assert [e.id for e in alone.entries] == ["sign/lost"]


def test_without_other_banks_none_is_like_one():
    with pytest.raises(ValueError, match="other banks"):
        parse("f(x)\n    like: g")


def test_an_entry_may_be_told_by_what_results_are_like():
    made = Bank("f(x)\n    o = x\nunstable/coarse: on a grid. Refine.\n    o = np.round(x)\n"
                "    if: len(set(g)) == 2\n    any: np.allclose(g, np.round(e))\n")
    entry, kinds = made.tests[0][0], [kind for _, kind, _ in made.tests]
    assert entry.id == "unstable/coarse" and kinds == ["if", "any"] and len(entry.swaps) == 1
    g, e = np.array([1.0, 2.0, 3.0]), np.array([1.2, 1.9, 3.1])
    assert [test(g, e) for _, _, test in made.tests] == [False, True]


def test_statements_are_steps_too():
    made = Bank("f(t)\n    d = np.zeros(3)\n    do: for w in t: d[w] += 1\n    o = d\n"
                "duplicates/once: repeats count once. Add.\n    do: for w in t: d[w] = 1\n")
    assert made.right()([0, 0, 2]).tolist() == [2, 0, 1]
    assert made.mistakes[0].wrong([0, 0, 2]).tolist() == [1, 0, 1]
    assert swaps_of("do: a; b = 1") == ((("do", "a; b = 1"),),)


def test_alternatives_may_be_of_another_step():
    assert swaps_of("a = 0 || f(k=1) || b == 2 || s = 1 || 2") == (
        (("a", "0"),), (("a", "f(k=1)"),), (("a", "b == 2"),), (("s", "1"),), (("s", "2"),))
    assert swaps_of("a = 0 || s = 1 && o = 2") == (
        (("a", "0"), ("o", "2")), (("s", "1"), ("o", "2")))
