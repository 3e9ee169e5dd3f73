"""What the checker says of wrong answers that no bank knows: generic relations and second faults.

Each test makes a small exercise of its own, so that no record of the course decides it.
"""

import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from course_utils import exercises
from misstep.judge import explain, faults, form, grammar, sandbox, symptoms, tables
from misstep.judge.grammar import Mistake
from misstep.judge.records import Case, Exercise

RNG = np.random.default_rng(7)
TABLES = [RNG.normal(size=(3, 2)), RNG.normal(size=(5, 4)), RNG.normal(size=(1, 3))]
SQUARE = [RNG.normal(size=(3, 3)), RNG.normal(size=(4, 4))]
BANK = grammar.Bank("f(x)\n    o = x")  # no mistakes are known


@pytest.fixture(autouse=True)
def few_cases_are_enough(monkeypatch):
    """The exercises here are small: for a name that no bank writes down two or three cases do."""
    monkeypatch.setattr(explain, "ENOUGH", 0)


def test_of_few_cases_no_name_is_made_up(monkeypatch):
    three, four = TABLES, [*TABLES, RNG.normal(size=(2, 2))]
    monkeypatch.undo()
    assert named(doubled, lambda x: -doubled(x), four) == "sign/flipped"
    assert named(doubled, lambda x: -doubled(x), three) is None
    turned = Mistake("sign/turned", lambda x: -doubled(x), "it is turned")
    assert named(doubled, turned.wrong, three, mistakes=[turned]) == "sign/turned"


@pytest.mark.parametrize("unexplained, entries, twice", [
    ([], 1, False), ([1], 1, False), ([1], 2, True), ([0, 2], 1, True)])
def test_half_of_two_mistakes_leaves_more_than_one_number(unexplained, entries, twice):
    """Else the other half explains a single number, which may be chance."""
    half = Mistake("sign/turned", doubled, "")
    answer = SimpleNamespace(
        order=[0, 1, 2], wrong=[0, 1, 2], places=[0, 1, 2], part=None,
        expected=[np.ones(entries)] * 3,
        memo={(half.wrong, i, None): i not in unexplained for i in range(3)})
    assert explain._shows_twice(answer, half) is twice


def record_of(reference, signature, cases, **fields):
    return Exercise(id="made-up", title="", notebook="99", number="", signature=signature,
                    lecture=(), minutes=1, difficulty=1, reference=reference,
                    cases=lambda: cases, **fields)


def told(reference, wrong, cases, signature="f(x)", mistakes=(), **fields):
    """The diagnosis of `wrong`, with the cases given as arguments or as `Case`."""
    cases = [c if isinstance(c, Case) else Case(c if isinstance(c, tuple) else (c,))
             for c in cases]
    record = record_of(reference, signature, cases, **fields)
    calls = [(c.args, c.kwargs) for c in cases]
    observe = lambda fn, calls=calls: sandbox.observe(fn, calls, isolate=False)  # noqa: E731
    expected = [o.value for o in observe(reference)]
    seen = observe(wrong)
    with np.errstate(all="ignore"):
        return explain.explain(record, cases, expected, seen, BANK.only(mistakes),
                               lambda m, i: observe(m.wrong)[i], form.of(wrong),
                               again=lambda calls: observe(wrong, calls))


def named(*args, **fields):
    found = told(*args, **fields)
    return found and found.misconception


def doubled(x):
    return 2 * np.asarray(x)


# --- the numbers of the result -----------------------------------------------------------


@pytest.mark.parametrize("wrong, name", [
    (lambda x: -doubled(x), "sign/flipped"),
    (lambda x: 3 * doubled(x), "factor/3-times-too-large"),
    (lambda x: doubled(x) + 0.5, "omitted-term/constant"),
    (lambda x: np.trunc(doubled(x)), "integer/truncated"),
    (lambda x: np.round(doubled(x)), "integer/truncated"),
    (lambda x: doubled(x).T, "transpose/result"),
    (lambda x: doubled(x).T.reshape(x.shape), "transpose/reshaped"),
    (lambda x: doubled(x)[None], "shape/right-numbers"),
    (lambda x: doubled(x).sum(), "shape/reduced-too-far"),
    (lambda x: np.stack([doubled(x)] * 2).transpose(1, 2, 0), "shape/not-reduced"),
    (lambda x: None, None),
])
def test_relations_of_one_array(wrong, name):
    assert named(doubled, wrong, TABLES) == (name or "missing-return/none")


def test_numbers_on_the_diagonal_of_a_matrix():
    vectors = [RNG.normal(size=n) for n in (3, 5)]
    assert named(doubled, lambda x: np.diag(2 * x), vectors) == "shape/diagonal-matrix"


def test_one_yes_or_no_per_entry():
    cases = [np.array([0.1, -0.7]), np.array([1.5, 2.0, 3.0])]
    assert named(lambda x: np.all(x > 0), lambda x: x > 0, cases) == "shape/not-reduced"


def test_counting_from_one_is_off_by_one():
    tables = [np.array([[0, 3, 1], [2, 0, 1]]), np.array([[1, 0], [0, 4], [0, 2]])]
    assert named(lambda x: np.argmax(x, 1), lambda x: np.argmax(x, 1) + 1, tables
                 ) == "off-by-one/result"


def test_no_factor_and_no_constant_from_few_numbers():
    assert named(lambda x: float(np.sum(x)), lambda x: 2 * float(np.sum(x)), TABLES[:2]) is None
    assert named(lambda x: x > 0, lambda x: x <= 0, [np.zeros(2)]) is None


@pytest.mark.parametrize("keep, name", [
    (np.s_[:1], "missing-return/first-row-only"), (np.s_[:-1], "off-by-one/last-row"),
    (np.s_[1:], "off-by-one/first-row"),
])
def test_rows_that_stay_zero(keep, name):
    def wrong(x):
        result = np.zeros_like(x)
        result[keep] = 2 * x[keep]
        return result

    assert named(doubled, wrong, [*SQUARE, TABLES[1]]) == name


# --- structure ------------------------------------------------------------------------------


def both(x):
    return x.sum(axis=0), x.mean(axis=1)


@pytest.mark.parametrize("wrong, name", [
    (lambda x: both(x)[::-1], "convention/order-of-results"),
    (lambda x: (*both(x), 1.0), "shape/extra-results"),
    (lambda x: (both(x)[0], both(x)[1][:, None]), "shape/right-numbers"),
    (lambda x: (both(x)[0], -both(x)[1]), "sign/flipped"),
    (lambda x: (np.trunc(both(x)[0]), both(x)[1]), "integer/truncated"),
])
def test_relations_of_a_tuple(wrong, name):
    assert named(both, wrong, TABLES, parts=("total", "mean")) == name


def test_right_results_in_order_are_not_called_disordered():
    def wrong(x):
        x[0] += 1
        return both(np.vstack([x[:1] - 1, x[1:]]))

    assert named(both, wrong, TABLES) == "in-place/argument-changed"


def test_eight_results_in_another_order():
    many = lambda x: tuple(np.asarray(x) * (k + 1) for k in range(8))  # noqa: E731
    order = [3, 0, 1, 2, 7, 6, 5, 4]
    assert named(many, lambda x: [many(x)[k] for k in order], TABLES) == (
        "convention/order-of-results")


def test_the_part_is_named_and_what_is_off_elsewhere():
    found = told(both, lambda x: (7 * x[0] ** 2, both(x)[1][:, None]), TABLES,
                 parts=("total", "mean"))
    assert found.what.startswith("in `mean`") and "Not right either: `total`" in found.where


def gradients(x):
    return {"H": x.sum(axis=0), "b": x.mean(axis=1)}


@pytest.mark.parametrize("wrong, name", [
    (lambda x: {**gradients(x), "loss": 1.0}, "shape/extra-keys"),
    (lambda x: {"H": gradients(x)["H"]}, "missing-return/keys-missing"),
    (lambda x: {"H": 0 * x, "loss": 1.0}, None),
])
def test_relations_of_a_dict(wrong, name):
    assert named(gradients, wrong, TABLES) == name


# --- other arguments -----------------------------------------------------------------------


def squashed(x, tau):
    return np.tanh(np.asarray(x) / tau + 1)


PAIRS = [(t, tau) for t, tau in zip(TABLES, (1.4, 1.7, 2.6), strict=True)]


@pytest.mark.parametrize("wrong, name", [
    (lambda x, tau: squashed(x, -tau), "sign/minus-x"),  # as for -tau: the first is named
    (lambda x, tau: squashed(np.trunc(x), tau), "integer/x-truncated"),
    (lambda x, tau: squashed(np.abs(x), tau), "sign/absolute-x"),
    (lambda x, tau: squashed(x, int(tau)), "integer/tau-truncated"),
])
def test_the_right_function_of_a_changed_argument(wrong, name):
    assert named(squashed, wrong, PAIRS, "f(x, tau)") == name


def test_all_arguments_cut_to_whole_numbers():
    cases = [(RNG.normal(size=3) * 4, RNG.normal(size=3) * 4) for _ in range(3)]
    wrong = lambda w, x: w.astype(int) + 2 * x.astype(int)  # noqa: E731
    assert named(lambda w, x: w + 2 * x, wrong, cases, "f(w, x)") == (
        "integer/arguments-truncated")


def test_swapped_and_transposed_arguments():
    cases = [(a, b) for a, b in zip(SQUARE, [s + 1 for s in SQUARE], strict=True)]
    product = lambda a, b: a @ b + a  # noqa: E731
    assert named(product, lambda a, b: b @ a + b, cases, "f(a, b)") == (
        "transpose/arguments-swapped")
    assert named(product, lambda a, b: a @ b.T + a, cases, "f(a, b)") == "transpose/b"


def test_a_count_that_is_one_too_small():
    powers = lambda x, n: sum(x**k for k in range(n))  # noqa: E731
    cases = [(RNG.normal(size=4), n) for n in (2, 4, 5)]
    assert named(powers, lambda x, n: sum(x**k for k in range(n - 1)), cases, "f(x, n)") == (
        "off-by-one/n-less-one")


def total(x):
    return np.exp(np.asarray(x)).sum(axis=-1)


@pytest.mark.parametrize("wrong, name", [
    (lambda x: total(x[..., :-1]), "off-by-one/last-x"),
    (lambda x: total(x[..., 1:]), "off-by-one/first-x"),
    (lambda x: total(np.unique(x)), "duplicates/x"),
])
def test_entries_of_an_argument_left_out(wrong, name):
    cases = [np.array([0.3, 0.3, 1.2, 1.4]), np.array([0.1, 0.7, 0.7]), np.array([2.0, 1.0, 2.0])]
    assert named(total, wrong, cases) == name


def test_the_wrong_axis():
    share = lambda x: x**2 / (x**2).sum(axis=-1, keepdims=True)  # noqa: E731
    assert named(share, lambda x: x**2 / (x**2).sum(axis=0), TABLES) == "axis/x"


def test_a_number_held_at_a_common_value():
    assert named(squashed, lambda x, tau: squashed(x, 2), PAIRS, "f(x, tau)") == (
        "ignored-argument/tau")


def test_a_case_that_the_reference_refuses_is_left_out():
    cases = [*(np.array(v) for v in ([0.3, 0.3, 1.2], [0.1, 0.7], [2.0, 1.0, 2.0])), np.ones(1)]

    def largest(x):
        if len(x) == 0:
            raise ValueError("empty")
        return x.max() + np.sum(x) / 7

    wrong = lambda x: largest(x[:-1]) if len(x) > 1 else 5.0  # noqa: E731
    assert named(largest, wrong, cases) == "off-by-one/last-x"


def test_divided_for_multiplied():
    assert named(squashed, lambda x, tau: np.tanh(x * tau + 1), PAIRS, "f(x, tau)") == (
        "neighbour-formula/one-over-tau")


def test_a_reference_that_refuses_the_changed_argument_does_no_harm():
    def guarded(x):
        if np.any(x < 0):
            raise ValueError("negative")
        return np.sqrt(x)

    assert named(guarded, lambda x: x + 7 * x**2, [np.abs(t) for t in TABLES]) is None


# --- a known mistake and one fault more ------------------------------------------------------

CUBED = Mistake("neighbour-formula/cubed", lambda x: np.asarray(x) ** 3, "x is cubed", "See 1.")


@pytest.mark.parametrize("wrong, besides", [
    (lambda x: -x**3, "sign is flipped"),
    (lambda x: (x**3).T, "transposed"),
    (lambda x: (x**3)[..., None], "shape is not"),
    (lambda x: x**3 * len(x), "multiplied by t"),
    (lambda x: x**3 / len(x), "divided by t"),
    (lambda x: x**3 / 2, "divided by 2"),
    (lambda x: 100 * x**3, "multiplied by 100"),
    (lambda x: (x**3).sum(axis=0), "rows are summed"),
    (lambda x: (x**3).mean(), "averaged to one number"),
    (lambda x: np.vstack([x[:-1] ** 3, 0 * x[:1]]), "one row or entry stays 0"),
    (lambda x: x[1:] ** 3, "one row or entry is not there"),
])
def test_a_known_mistake_with_a_second_fault(wrong, besides):
    cases = [Case((t,), sizes={"t": len(t)}) for t in TABLES]
    found = told(doubled, wrong, cases, mistakes=[CUBED])
    assert found.misconception == CUBED.id
    assert "two mistakes together: x is cubed; and " in found.what and besides in found.what


def test_a_factor_takes_back_no_factor():
    cubed = Mistake("factor/cubed", lambda x: np.asarray(x) ** 3, "a factor is missing", "See 1.")
    assert named(doubled, lambda x: x**3 / 2, TABLES, mistakes=[cubed]) is None


def test_a_known_mistake_on_one_sort_of_cases():
    cases = [*TABLES, *SQUARE]
    wrong = lambda x: x**3 if len(x) == len(x.T) else 2 * x  # noqa: E731
    found = told(doubled, wrong, cases, mistakes=[CUBED])
    assert found.misconception == CUBED.id
    assert found.what == "where a table is square: x is cubed"


def test_a_known_mistake_on_cases_that_have_nothing_in_common_is_no_proof():
    wrong = lambda x: x**3 if len(x) in (4, 5) else 2 * x  # noqa: E731
    assert named(doubled, wrong, [*TABLES, *SQUARE], mistakes=[CUBED]) is None


def test_one_number_on_one_case_proves_nothing():
    cases = [np.array([[2.0]]), np.array([[3.0, 1.0]]), np.array([[3.0], [4.0]])]
    wrong = lambda x: x**3 if x.size == 1 else 2 * x  # noqa: E731
    assert named(doubled, wrong, cases, mistakes=[CUBED]) is None


def test_a_known_mistake_wherever_the_answer_returns():
    def wrong(x):
        if np.ndim(x) == 2:
            raise TypeError("only vectors")
        return x**3

    cases = [np.array([1.5, 2.0, -0.5]), TABLES[0], np.array([0.7, 1.2]), TABLES[1]]
    found = told(doubled, wrong, cases, mistakes=[CUBED])
    assert found.misconception == CUBED.id and "some inputs raise" in found.where
    assert named(doubled, lambda x: -2 * x if x.ndim == 1 else x[5, 5], cases) == "sign/flipped"


def test_a_relation_wherever_the_shape_is_right():
    cases = [*TABLES, *SQUARE]
    found = told(doubled, lambda x: -2 * x[: max(2, len(x) - 1) if len(x) == 5 else None], cases)
    assert found.misconception == "sign/flipped" and "Besides, on some" in found.where
    one_left = lambda x: -2 * x[: None if len(x) == 5 else -1]  # noqa: E731
    assert named(doubled, one_left, cases) is None  # one case proves nothing


def test_right_but_one_sort_of_inputs_raises():
    cases = [np.array([1.5, 2.0]), TABLES[0], np.array([0.7, 1.2]), TABLES[1]]
    found = told(doubled, lambda x: 2 * x if x.ndim == 1 else x[5, 5], cases)
    assert found.misconception == "shape/raises-on-some" and "for tables" in found.what


FLOATS = [Case((np.array([1.5, -2.5, 0.25]),)), Case((np.array([0.5, 3.75]),)),
          Case((np.array([2.5, -0.5, 7.25, 1.5]),))]
WHOLE = [*FLOATS, Case((np.array([3, -4, 8]),), "integers", integers=True)]
LISTED = [*FLOATS, Case(([3.0, -4.0, 8.0],), "a list")]


def tripled(x):
    return 1.5 * np.asarray(x)


def written_in(x):
    out = np.zeros_like(x)
    out[...] = 1.5 * x
    return out


def no_more_than_nine(x):  # whatever its type
    return np.minimum(tripled(x), 9) if len(x) == 3 else tripled(x)


@pytest.mark.parametrize("wrong, cases, name, cause", [
    (written_in, WHOLE, "integer/integer-input", True),
    (no_more_than_nine, WHOLE, "integer/integer-input", False),
    (lambda x: 1.5 * (x + 0.0) if type(x) is not list else x[9], LISTED, "shape/list-given", True),
    (lambda x: tripled(x) if x[0] != 3 else x[9], LISTED, "shape/list-given", False),
])
def test_a_kind_of_input_is_the_cause_only_where_the_answer_does_without(
        wrong, cases, name, cause):
    """Its arguments are cast, and the answer is run again: the second and the last stay wrong."""
    assert (named(tripled, wrong, cases) == name) == cause


@pytest.mark.parametrize("wrong, cause", [
    (lambda x: x**3 + (x.dtype.kind == "i"), True), (lambda x: x**3 + (x[0] == 3), False)])
def test_what_else_is_off_on_integers_is_their_type_only_where_floats_do(wrong, cause):
    found = told(tripled, wrong, WHOLE, mistakes=[CUBED])
    assert found.misconception == CUBED.id
    assert found.where.endswith("fixed: start from floats." if cause else "inputs: try them again "
                                "once it is fixed.")


@pytest.mark.parametrize("wrong, said", [
    (lambda x: x**3 if x.dtype.kind == "i" else tripled(x), True),
    (lambda x: x**3 if x[0] == 3 else tripled(x), False),
])
def test_one_sort_of_inputs_is_integers_only_where_floats_come_out_right(wrong, said):
    found = told(tripled, wrong, [*WHOLE, Case((np.array([3, 5, -7]),), integers=True)],
                 mistakes=[CUBED])
    assert bool(found and "integers" in found.what) == said, found


@pytest.mark.parametrize("wrong, said", [
    (lambda x: 2 * x + 1, True), (lambda x: np.multiply(x, 2) + 1, True),
    (lambda x: x + x + 1, False)])
def test_a_product_for_a_power_is_told_only_where_there_is_a_product(wrong, said):
    bank = grammar.Bank("f(x)\n    a = x * 1.0\n    b = a ** 2  # the squares\n    o = b + 1")
    cases = [Case((np.array(v),)) for v in ([0.5, -1.5, 3.0], [2.5, 7.0], [-0.25, 4.0, 1.0])]
    run = lambda fn, calls: sandbox.observe(fn, calls, isolate=False)  # noqa: E731
    calls = [(c.args, {}) for c in cases]
    found = explain.explain(
        record_of(bank.right(), "f(x)", cases), cases, [o.value for o in run(bank.right(), calls)],
        run(wrong, calls), bank, lambda m, i: run(m.wrong, calls)[i], form.of(wrong))
    assert bool(found and found.misconception == "neighbour-formula/times-for-power") == said, found


def test_a_part_that_one_mistake_explains_by_chance_is_not_told_where_two_explain_all():
    halved = Mistake("factor/halved", lambda x: (both(x)[0] / 2, both(x)[1]), "m is halved")
    lost = Mistake("omitted-term/one", lambda x: (both(x)[0], both(x)[1] - 1), "the 1 is missing")
    wrong = lambda x: (both(x)[0] / 2, (both(x)[1] - 1) / 2)  # noqa: E731
    found = told(both, wrong, TABLES, mistakes=[halved, lost])
    assert found.misconception == lost.id and "two mistakes together" in found.what
    assert "Not right either" not in found.where


def test_a_relation_and_a_second_fault_on_large_inputs():
    cases = [*map(Case, ((t,) for t in TABLES)), Case((1000 * TABLES[0],), extreme=True)]
    wrong = lambda x: -2 * x if np.max(x) < 100 else np.full(x.shape, np.nan)  # noqa: E731
    found = told(doubled, wrong, cases)
    assert found.misconception == "sign/flipped" and "large inputs again" in found.where
    half = lambda x: -2 * x if len(x) == 5 else wrong(x) * -1  # noqa: E731
    assert named(doubled, half, cases) is None  # one case proves nothing


def test_wrong_exactly_where_numpy_warns():
    right = lambda x: np.abs(x) + x  # noqa: E731
    through = lambda x: np.sqrt(x**2) + x  # noqa: E731
    cases = [TABLES[0], 1e200 * TABLES[1], TABLES[2]]
    found = told(right, through, cases)
    assert found.misconception == "unstable/where-numpy-warns" and "overflow" in found.what

    def warns_everywhere(x):
        np.log(np.zeros(1))
        return through(x)

    assert named(right, warns_everywhere, cases) is None


def test_an_argument_changed_and_wrong_values_are_both_named():
    def wrong(x):
        x += 1
        return -2 * (x - 1)

    found = told(doubled, wrong, [t.copy() for t in TABLES])
    assert found.misconception == "in-place/argument-changed"
    assert found.where.endswith("Besides, every entry has the opposite sign.")

    def far_off(x):
        x += 1
        return x**5

    assert told(doubled, far_off, TABLES).where.endswith("the result is not right either.")

    def stops_at_some(x):
        if len(x) == 1:
            raise RuntimeError("not today")
        x += 1
        return 2 * (x - 1)

    found = told(doubled, stops_at_some, [t.copy() for t in TABLES])
    assert found.where.endswith("Besides, some inputs raise an error.")

    def right(x):
        x += 1
        return 2 * (x - 1)

    assert "Besides" not in told(doubled, right, TABLES).where


def test_a_known_mistake_in_one_part_and_a_changed_argument():
    cubed = Mistake("neighbour-formula/cubed", lambda x: (both(x)[0] ** 3, both(x)[1]),
                    "x is cubed")

    def wrong(x):
        result = both(x)[0] ** 3, both(x)[1]
        x[0] = 0
        return result

    found = told(both, wrong, TABLES, mistakes=[cubed], parts=("total", "mean"))
    assert found.misconception == "in-place/argument-changed" and cubed.what in found.where
    assert found.what == "the call changes the argument `x`"


def test_a_part_has_the_name_of_a_mistake_in_this_part_alone():
    no_mean = lambda x: 0 * both(x)[1]  # noqa: E731
    cubed = Mistake("neighbour-formula/cubed", lambda x: (both(x)[0] ** 3, no_mean(x)),
                    "x is cubed")
    lost = Mistake("omitted-term/mean", lambda x: (both(x)[0], no_mean(x)), "no mean is taken")
    found = told(both, lambda x: (7 * both(x)[0] ** 2, no_mean(x)), TABLES,
                 mistakes=[cubed, lost], parts=("total", "mean"))
    assert found.what == "in `mean`: no mean is taken"


def test_what_is_said_of_the_other_parts():
    wrong = lambda x: {"H": -gradients(x)["H"], "b": -gradients(x)["b"]}  # noqa: E731
    again = told(gradients, wrong, TABLES)
    assert "every entry has" in again.what  # both parts at once
    wrong = lambda x: {"H": -gradients(x)["H"], "b": 3 * gradients(x)["b"]}  # noqa: E731
    found = told(gradients, wrong, TABLES)
    assert found.misconception == "sign/flipped"
    assert "In `b`: every entry is exactly 3" in found.where


def test_a_recursion_without_end():
    def again(x):
        return again(x)

    found = told(doubled, again, TABLES)
    assert found.misconception == "endless/recursion" and "itself" in found.what


def shifted(x):
    return np.asarray(x)[:, 0] - missing  # noqa: F821 - the point of it


@pytest.mark.parametrize("wrong, name, says", [
    (shifted, "omitted-term/name-never-set", "`missing`"),
    (lambda x: np.asarray(x).sum(axis=2), "axis/no-such-axis", "axis 2"),
    (lambda x: np.asarray(x)[9], "off-by-one/past-the-end", "index 9"),
    (lambda x: list(x)[9], "off-by-one/past-the-end", "list"),
    (lambda x: np.asarray(x) - np.arange(7), "shape/does-not-fit", "(3,2) and (7,)"),
    (lambda x: np.asarray(x) @ np.ones((9, 2)), "shape/product-does-not-fit", "2 columns meet 9"),
    (lambda x: np.linalg.solve(np.eye(9), x), "shape/does-not-fit", "9 rows, the other side 3"),
    (lambda x: np.dot(x, np.ones((9, 2))), "shape/product-does-not-fit", "(3,2) and (9,2)"),
    (lambda x: np.asarray(x).reshape(7, 7), "shape/does-not-fit", "6 entries"),
    (lambda x: np.ones((2, 2)).ravel()[:, 0], "shape/too-few-axes", "2 places"),
    (lambda x: [].sort() + 1, "missing-return/none-inside", "None"),
    (lambda x: 1 / 0, "unstable/division-by-zero", "divided by 0"),
    (lambda x: np.zeros(len(x) / 2), "integer/index-not-whole", "whole"),
])
def test_an_error_is_said_in_words(wrong, name, says):
    found = told(doubled, wrong, TABLES)
    assert found.misconception == name and says in found.what


def test_yes_and_no_are_too_easily_alike():
    above = lambda x: np.asarray(x) > 0.2  # noqa: E731
    cases = [np.array([0.1, 0.7]), np.array([1.5, -2.0])]
    assert named(above, lambda x: np.trunc(x) > 0.2, cases) is None


# --- errors and lists in a teacher's words ----------------------------------------------------

VECTORS = [Case((np.array([-1.0, 2.0, 0.5]),)), Case((np.array([3.0, -4.0]),)),
           Case(([-1.5, 0.5, 4.0],), "a list")]


def positive_part(x):
    return np.maximum(0, np.asarray(x, float))


def python_max(x):
    return max(0, np.asarray(x))


def numpy_max(x):
    return np.max(0, np.asarray(x, float))


def an_if_beside_it(x):
    return max(x) if np.asarray(x) > 0 else 0


def repeated(x):
    return np.asarray(-2 * (-1 * x))


@pytest.mark.parametrize("reference, wrong, name, words", [
    (positive_part, python_max, "shape/one-number-only", "Python's `max` compares once"),
    (positive_part, numpy_max, "neighbour-formula/max-for-maximum", "second argument for an axis"),
    (positive_part, an_if_beside_it, "shape/one-number-only", "an `if` or `max` decides once"),
    (doubled, repeated, "shape/list-given", "-1 * [1, 2] is the empty list"),
    (doubled, lambda x: x + x, "shape/list-given", "`+` joins two"),
])
def test_a_teachers_sentence_beside_numpys_words(reference, wrong, name, words):
    found = told(reference, wrong, VECTORS)
    assert found.misconception == name and words in f"{found.what}. {found.where}"


def test_a_list_that_is_cut_is_not_called_repeated():
    cut = lambda x: doubled(x)[:-1] if isinstance(x, list) else doubled(x)  # noqa: E731
    assert named(doubled, cut, VECTORS) != "shape/list-given"


def test_digits_lost_come_before_a_missing_constant():
    quarters = [np.array([0.25, 1.25, -2.75]), np.array([3.25, 5.25])]
    assert named(lambda x: x, np.round, quarters) == "integer/truncated"
    assert named(lambda x: x, lambda x: x - 0.25 - 1, quarters) == "omitted-term/constant"


def test_a_dict_where_several_results_are_asked_has_no_order():
    pair = lambda x: (x, 2 * x)  # noqa: E731
    assert named(pair, lambda x: {"a": x, "b": 2 * x}, TABLES) is None


def test_the_right_result_among_several():
    found = told(doubled, lambda x: (x, 2 * x), TABLES)
    assert found.misconception == "shape/several-results" and "number 2" in found.what
    assert named(doubled, lambda x: (x, x - 1), TABLES) is None


@pytest.mark.parametrize("wrong, name", [
    (lambda x: (2 * x, x - 1), "shape/tuple"),
    (lambda x: {"d_a": 2 * x, "d_b": x - 1}, "convention/key-names"),
    (lambda x: {"b": 2 * x, "a": x - 1}, "neighbour-formula/keys-swapped"),
    (lambda x: {"a": 2 * x, "c": 0 * x}, None),
    (lambda x: (x - 1, 3 * x), None),
])
def test_right_values_under_other_names(wrong, name):
    assert named(lambda x: {"a": 2 * x, "b": x - 1}, wrong, TABLES) == name


# --- the order --------------------------------------------------------------------------------


def test_every_relation_has_a_closed_family():
    source = "".join(Path(module.__file__).read_text(encoding="utf-8")
                     for module in (explain, faults, symptoms))
    names = re.findall(r'"([a-z-]+)/[a-zA-Z{}_-]+"', source)
    tabled = [row.id.partition("/")[0] for row in (*faults.RESULT, *faults.ARGUMENT)]
    tabled += [row.id.partition("/")[0] for _, row in (*symptoms.RAISED, *symptoms.MESSAGES)]
    assert len(names) > 20 and len(tabled) > 80
    assert {*names, *tabled} <= set(tables.FAMILIES)


def test_known_mistakes_come_before_relations():
    minus = Mistake("convention/downwards", lambda x: -doubled(x), "it points down")
    assert named(doubled, lambda x: -doubled(x), TABLES, mistakes=[minus]) == minus.id


@pytest.mark.parametrize("answer, misconception", [
    (lambda z, y: np.clip(fitted(z, y), 0.05, 20), "unstable/search-range"),
    (lambda z, y: np.exp(np.round(15 * np.log(fitted(z, y))) / 15), "unstable/coarse-grid"),
    (lambda z, y: 1e-4 if fitted(z, y) > 0.2 else 7.0, "sign/highest-loss"),
    (lambda z, y: 3.21, "ignored-argument/one-end-of-the-search"),
    (lambda z, y: np.clip(1 / fitted(z, y), 0.1, 5), "neighbour-formula/inverse-temperature"),
    (lambda z, y: [5000, 4000, 4500][len(z) % 3], None),  # few answers, and none beside the best
])
def test_a_search_is_told_by_what_it_gives(answer, misconception):
    assert exercises.check("fit_temperature", answer).misconception == misconception


def fitted(z, y):
    return exercises.reference("fit_temperature")(z, y)


def test_a_result_that_is_cut_off_is_told_with_its_ends():
    z = exercises.reference("mlp_forward")
    result = exercises.check("mlp_forward", lambda *args: np.clip(z(*args), -23, 23))
    assert result.misconception == "unstable/cut-off"
    assert "cut off at -23 and 23" in result.finding.replace("−", "-")
