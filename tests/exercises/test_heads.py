"""Calls to work out by hand: workable, inside what is asked, telling; what a card makes of them."""

import ast
import functools
import re

import numpy as np
import pytest

from course_utils import exercises
from misstep.judge import compare, heads
from misstep.judge.portable import Observation
from misstep.judge.records import bank
from misstep.judge.sandbox import observe_own
from misstep.judge.solutions import model

RECORDS = exercises.records()
NONE = {"xor_step_weights": "it takes nothing: its one call is its case"}
LARGE = {"mlp_backward", "deep_backward", "choose_degree", "fit_temperature", "spot_impostor",
         "conformal_prediction_set", "nearer_opposite"}  # two pairs of three words are the least
each = pytest.mark.parametrize("r", [r for r in RECORDS if r.id not in NONE], ids=lambda r: r.id)


def numbers(call):
    """All numbers that a call shows: np.log(3) has one."""
    return [float(node.value) for node in ast.walk(ast.parse(call)) if isinstance(
        node, ast.Constant) and isinstance(node.value, int | float)]


def digits(number):
    return len(f"{abs(number):.12g}".replace(".", "").strip("0"))


@each
def test_there_are_two_to_eight_and_each_is_workable(r):
    assert 2 <= len(r.judge.heads) <= 8 or r.id == "xor_dataset"
    for text, head in zip(r.judge.heads, r.judge.heads_read, strict=True):
        shown = [] if "lambda" in text else numbers(text)
        if ("*" in head.call or "+" in head.call) and r.id.endswith("_mode"):
            shown = shown[-4:]  # the whole numbers in a program's lines are places
        assert len(shown) <= (12 if r.id in LARGE else 8), head.call
        assert all(digits(n) <= 3 and abs(n) <= 1000 for n in shown), head.call
        assert " at 0x" not in head.call
        assert heads.workable(head.expected), (head.call, head.expected)


@pytest.mark.parametrize(("result", "workable"), [
    (2 / 3, True), (np.log(4), True), (np.array([0.25, 17 / 30]), True), (np.exp(-1) / 2, True),
    (-3600.0, True), (1.82048, False), (-0.0040497, False), (0.10499, False),  # by luck
    ((1.0, 0.8413), False), (np.array([1.4, -0.1587]), False), (1.322, False), (0.009866, False),
])
def test_what_a_person_finds_by_hand(result, workable):
    assert heads.workable(result) == workable


@each
def test_a_call_can_be_pasted(r):
    for head in r.judge.heads_read:
        space = {"np": np, r.id: r.reference}
        with np.errstate(all="ignore"):
            assert r.judge.difference(head.expected, eval(head.call, space)) is None


@each
@pytest.mark.filterwarnings("ignore")
def test_all_right_answers_agree(r):
    known = bank(r.id)
    for head in r.judge.heads_read:
        for fn in (*r.right, known.right(), *known.styles, model(r)):
            seen = observe_own(fn, head.args, {})
            assert heads.first_wrong(r.judge, [head], [seen]) == (), head.call


@functools.cache
def shown(id):
    """(mistakes that a call shows, all), but for the unstable ones."""
    judge, found = exercises.record(id).judge, 0
    mistakes = [m for m in judge.known.written if not m.id.startswith("unstable/")]
    with np.errstate(all="ignore"):
        for m in mistakes:
            found += bool(heads.first_wrong(judge, judge.heads_read, [
                observe_own(m.wrong, head.args, {}) for head in judge.heads_read], m.id))
    return found, len(mistakes)


@pytest.mark.filterwarnings("ignore")
def test_softmax_shows_every_mistake_but_those_of_huge_logits():
    found, known = shown("softmax")
    assert found == known


@pytest.mark.full
@pytest.mark.filterwarnings("ignore")
def test_they_show_nearly_all_known_mistakes():
    """Of GELU nothing but 0 and what is far out is found by hand."""
    found, known = map(sum, zip(*(shown(r.id) for r in RECORDS if r.id not in NONE), strict=True))
    assert found >= 0.94 * known
    assert all(shown(r.id)[0] >= 0.7 * shown(r.id)[1] for r in RECORDS
               if r.id not in {*NONE, "gelu"})


# --- what a card makes of them ------------------------------------------------------------------


def all_together(z):
    e = np.exp(z - np.max(z))
    return e / e.sum()


def test_a_card_asks_first_and_answers_when_unfolded():
    result = exercises.check("softmax", all_together)
    call, question, right, came = result.head
    assert question == "What should come out?"
    page = result._repr_html_()
    fold = page.index(">The answer, and the smallest failing")
    assert page.index(question) < fold < page.index(right)
    assert page.index(right) < page.index("Yours gives")
    assert f"`{call}`" in str(result)
    assert f"The answer is {right}; yours gives {came}." in str(result)


def test_the_call_is_one_that_this_answer_gets_wrong():
    call, _, right, came = exercises.check("softmax", all_together).head
    with np.errstate(all="ignore"):
        assert heads.shown(eval(call, {"np": np, "softmax": all_together})) == came != right


@pytest.mark.parametrize(("expected", "question"), [
    (0.25, "What should come out?"), (np.array([-1.0, 2.5]), "What should come out?"),
    (1 / 3, "About how large is it?"), (np.log(2), "About how large is it?"),
    (np.array([np.log(2), 0.0]), "What should come out, roughly?"),
    ((np.log(2), -np.log(4)), "What should come out, roughly?"),  # no sum is asked of two results
])
def test_a_question_asks_what_the_answer_says(expected, question):
    assert heads._question(expected) == question


# --- the call shows what the card names ---------------------------------------------------------


def no_bin_for_one(conf, correct, n_bins):
    """`digitize - 1` leaves a confidence of 1 in no bin; besides, an empty bin is 0 / 0."""
    at = np.digitize(conf, np.linspace(0, 1, n_bins + 1)) - 1
    bins = [at == k for k in range(n_bins)]
    count = np.array([b.sum() for b in bins])
    return (np.array([conf[b].sum() for b in bins]) / count,
            np.array([correct[b].sum() for b in bins]) / count, count)


def mixed_scores(P_cal, y_cal, P_test, alpha):
    scores = 1 - P_cal[np.arange(len(y_cal)), y_cal]
    return 1 - P_test <= np.quantile(scores, 1 - alpha)


def test_a_mixed_quantile_is_shown_with_two_scores_to_mix():
    result = exercises.check("conformal_prediction_set", mixed_scores)
    assert result.misconception == "neighbour-formula/interpolated-quantile"
    assert "0.2, 0.8], [0.8, 0.2]" in result.head[0]


def test_a_confidence_of_1_is_not_shown_by_an_empty_bin():
    result = exercises.check("reliability_bins", no_bin_for_one)
    assert "exactly 1" in result.message
    assert result.head[0] == "reliability_bins(np.array([0.0, 1.0]), np.array([1, 1]), 2)"


def test_a_sum_for_a_mean_is_shown_where_nothing_is_rounded():
    def summed(z, y):
        z = z - z.max(1, keepdims=True)
        return np.sum(np.log(np.exp(z).sum(1)) - z[np.arange(len(y)), y])

    assert exercises.check("cross_entropy", summed).head[2:] == ("45", "90")


@pytest.mark.parametrize("id", ["reliability_bins", "conformal_prediction_set", "cross_entropy",
                                "line_accuracy", "softmax"])
@pytest.mark.filterwarnings("ignore")
def test_each_call_gets_the_named_mistake_wrong(id):
    judge = exercises.record(id).judge
    swaps = {}
    for m in judge.known.written:
        swaps.setdefault(m.id, []).append(m.wrong)
    with np.errstate(all="ignore"):
        for m in judge.known.written:
            told = heads.first_wrong(judge, judge.heads_read, [
                observe_own(m.wrong, head.args, {}) for head in judge.heads_read], m.id)
            head = next((h for h in judge.heads_read if told and h.call == told[0]), None)
            assert head is None or any(heads._visible(judge, head.expected, observe_own(
                wrong, head.args, {})) for wrong in swaps[m.id])


@pytest.mark.parametrize("body", ["import scipy_of_the_course", "return missing_name"])
def test_where_every_call_raises_none_is_asked(body):
    space = {}
    exec(f"def relu_grad(x):\n    {body}", space)
    result = exercises.check("relu_grad", space["relu_grad"])
    assert result.status == "error" and result.head == () and "by hand" not in str(result)


def test_other_shapes_are_told_by_their_shape():
    judge = exercises.record("relu").judge
    head = heads.read(judge, "relu([2, -3])")
    told = heads.first_wrong(judge, [head], [Observation(value=np.array([[2.0, 0.0]]))])
    assert told[2:] == ("[2, 0]", "[[2, 0]], an array of shape (1, 2)")


def test_nothing_is_written_as_nothing():
    assert (heads.shown(()), compare.describe(())) == ("[]", "an empty tuple")


def test_a_right_answer_passes_whatever_it_does_there():
    def relu(x):
        if np.ndim(x) == 1 and len(x) == 2 and x[0] == 2.0 and x[1] == -3.0:
            raise ValueError("only on the call to work out by hand")
        return np.maximum(x, 0)

    assert any(h.call == "relu(np.array([2.0, -3.0]))" for h in
               exercises.record("relu").judge.heads_read)
    assert exercises.check("relu", relu).status == "passed"


@pytest.mark.parametrize(("value", "words"), [
    (np.nan, "[nan, nan]"), (np.inf, "[inf, inf]"), (1e-17, "[0, 0]"), (1 / 3, "[0.3333, 0.3333]"),
    (True, "[True, True]"), (-2.0, "[-2, -2]"),
])
def test_what_came_is_written_as_it_is(value, words):
    assert heads.shown(np.full(2, value)) == words


def test_a_list_of_results_is_written_as_the_answer_beside_it_is():
    """None of them is an array of shape (2, 2), and the right one is as ragged."""
    told = [heads._came((np.ones(2), np.ones(1)), Observation(value=value)) for value in (
        [[1, 2], [3]], [(1, 2), (3, 4)], [0] * 13, {"f": (1, 2)})]
    assert told == ["[1, 2], [3]", "(1, 2), (3, 4)", "a list of 13", "{'f': (1, 2)}"]


def test_an_empty_set_is_no_dict():
    assert heads._outline(set()) == "set()" and heads._outline({}) == "{}"


def test_errors_are_told_as_what_came():
    def relu(x):
        if np.ndim(x) == 0:
            raise ValueError("no numbers, please")
        return -np.maximum(x, 0)

    judge = exercises.record("relu").judge
    head = heads.read(judge, "relu(-1)")
    told = heads.first_wrong(judge, [head], [observe_own(relu, head.args, {})])
    assert told[3] == "ValueError: no numbers, please"


def test_none_where_no_call_shows_it_or_none_came_back():
    judge = exercises.record("softmax").judge
    assert heads.first_wrong(judge, judge.heads_read, []) == ()
    stopped = [Observation(error="Stopped", stopped=True)]
    assert heads.first_wrong(judge, judge.heads_read, stopped) == ()


@pytest.mark.parametrize(("text", "words"), [
    ("relu([2,", "was never closed"), ("softmax([1])", "expected a call of relu"),
    ("relu(x=2)", "without names of arguments"), ("relu('two')", "relu"),
])
def test_what_is_no_call_is_named(text, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        heads.read(exercises.record("relu").judge, text)


def test_a_fault_of_an_authors_costs_no_verdict(monkeypatch):
    r = exercises.record("relu")
    monkeypatch.delenv("COURSE_STRICT", raising=False)
    monkeypatch.setitem(vars(r.judge), "heads", ("relu(",))
    monkeypatch.delitem(vars(r.judge), "heads_read", raising=False)
    assert exercises.check("relu", lambda x: -np.maximum(x, 0)).status == "failed"


def test_an_error_of_several_lines_and_a_dict_without_a_key_cost_no_card():
    def fails(z):
        if np.ndim(z) < 2:
            raise ValueError("first line\nsecond line")
        return np.exp(z) / np.exp(z).sum(-1, keepdims=True)

    result = exercises.check("softmax", fails)
    assert result.head[3] == "ValueError: first line second line"
    assert "yours gives ValueError: first line second line." in str(result)
    lost = exercises.check("mlp_backward", lambda *args: {"U": np.ones((1, 2))})
    assert lost.status == "failed" and lost.head[3] == "{'U': [[1, 1]]}" and str(lost)


def test_an_answer_with_two_signs_says_so():
    assert exercises.check("fold_xor", lambda low, high: ([1.0, -1.0], 0.0)).head[2] == (
        "[0.25, -0.25], 0, or its negative")
    far = exercises.check("far_slopes", lambda w1, w2: (0.0, 0.0))
    assert "negative" not in far.head[2]


def test_a_short_case_is_written_out_and_can_be_pasted():
    line, step, gradient = (exercises.record(id).judge for id in (
        "line_accuracy", "perceptron_update", "numerical_gradient"))
    call = heads.call_of(step, step.prepared[0][0])
    assert "array" not in call and eval(call, {"perceptron_update": lambda **given: given})
    assert heads.call_of(line, line.prepared[0][0]) == (  # nobody reads fifteen numbers
        "line_accuracy(X=array 4×2, y=array 4, w=[1.0, 1.0], b=-0.5)")
    assert heads.call_of(gradient, gradient.prepared[0][0]).startswith(
        "numerical_gradient(f=lambda x: np.sum(x**2), x=[")
