"""What every bank must keep: each swap is wrong, runs, and behaves like its own entry alone."""

import functools

import numpy as np
import pytest

from course_utils import exercises
from misstep.judge.answer import behave_alike, values_of
from misstep.judge.grammar import Bank, Mistake, parse, swaps_of
from misstep.judge.records import bank, quietly
from misstep.judge.sandbox import fresh

RECORDS = [r for r in exercises.records() if r.bank]
each_bank = pytest.mark.parametrize("r", RECORDS, ids=lambda r: r.id)


def swaps(r):
    """(entry, swap, mistake) for each swap that a bank writes down."""
    made = bank(r.id)
    return [(entry, swap, Mistake(entry.id, made.fn(swap), entry.what, entry.where))
            for entry in made.entries for swap in entry.swaps
            if not entry.id.startswith("endless/")]


@functools.cache
def behaviours(id):
    """(entry, swap, what it does) for each swap."""
    r = exercises.record(id)
    return [(entry, swap, behaviour(r, mistake)) for entry, swap, mistake in swaps(r)]


def behaviour(r, mistake):
    with np.errstate(all="ignore"):
        return [r.judge.behaviour(mistake, i) for i in range(len(r.judge.prepared[0]))]


@pytest.mark.full
@each_bank
@pytest.mark.filterwarnings("ignore")
def test_each_swap_is_wrong_and_runs(r):
    _, expected = r.judge.prepared
    for entry, swap, seen in behaviours(r.id):
        wrong = [o.error or bool(o.changed) or r.difference(e, o.value) is not None
                 for e, o in zip(expected, seen, strict=True)]
        assert any(wrong), f"right on all cases: {entry.id} {swap}"
        errors = [o.error + ": " + o.detail for o in seen if o.error]
        # a matrix in the wrong place stops wherever the sizes do not happen to fit
        assert 2 * len(errors) <= len(seen) or entry.id.startswith(("shape/", "transpose/")), (
            f"raises on most cases: {entry.id} {swap}: {errors[0]}")


@pytest.mark.full
@each_bank
@pytest.mark.filterwarnings("ignore")
def test_any_two_entries_are_told_apart(r):
    found = sorted(((size(did), entry, swap, did) for entry, swap, did in behaviours(r.id)),
                   key=lambda one: one[0])
    for n, (large, a, p, did_a) in enumerate(found):
        for small, b, q, did_b in reversed(found[:n]):
            if small < 0.98 * large - 0.01:  # further down there is nothing of its size
                break
            assert a.id == b.id or not all(
                behave_alike(x, y, r.tolerance) for x, y in zip(did_a, did_b, strict=True)), (
                f"{a.id} {p} behaves like {b.id} {q}")


def size(did):
    """Sum of the sizes of all finite numbers that come back: alike for answers that are alike."""
    arrays = [a for o in did if not o.error for a in values_of(o.value) or ()]
    numbers = np.concatenate([np.zeros(1), *(np.ravel(a).astype(float) for a in arrays)])
    return np.abs(numbers[np.isfinite(numbers) & (np.abs(numbers) < 1e6)]).sum()


@each_bank
@pytest.mark.filterwarnings("ignore")
def test_the_steps_are_right(r):
    cases, expected = r.judge.prepared
    steps = bank(r.id).right()
    for case, e in zip(cases, expected, strict=True):
        got = quietly(steps, *fresh((case.args, case.kwargs)))
        off = r.difference(e, got)
        assert off is None, f"on {case.name}: {off.sentence}"


@each_bank
def test_a_bank_is_short(r):
    lines = r.bank.splitlines()
    wide = [line for line in lines if len(line) > 100]
    assert len(lines) <= 150, f"expected at most 150 lines, got {len(lines)}"
    assert not wide, f"wider than 100; what is indented by eight goes on the line above: {wide}"


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


@pytest.mark.parametrize("text, says", [
    ("f(x)\n    o = x\nnonsense/here: what. Where.\n    o = 1", "one of the families sign"),
    ("f(x)\n    o = x\nsign/lost: what. Where.", "swap below"),
    ("f(x)\n    x + 1", "name = …"),
    ("f(x)\n    like: g", "other banks"),
])
def test_a_line_that_is_none_is_told(text, says):
    with pytest.raises(ValueError, match=says):
        parse(text)


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
