"""Calls for the head: plain, inside what is asked, and telling; what a card makes of them."""

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
from misstep.judge.verdict import Verdict

RECORDS = exercises.records()
NONE = {"xor_step_weights": "it takes nothing: its one call is its case"}
LARGE = {"mlp_backward", "deep_backward", "choose_degree", "fit_temperature", "spot_impostor",
         "nearer_opposite"}  # two pairs of three words are the least
each = pytest.mark.parametrize("r", [r for r in RECORDS if r.id not in NONE], ids=lambda r: r.id)


def numbers(value):
    """All numbers of an argument."""
    if isinstance(value, dict):
        return [n for v in value.values() for n in numbers(v)]
    if isinstance(value, (list, tuple, set)):
        return [n for v in value for n in numbers(v)]
    if callable(value) or isinstance(value, str):
        return []
    return [float(n) for n in np.ravel(value)]


def digits(number):
    return len(f"{abs(number):.12g}".replace(".", "").strip("0"))


@each
def test_there_are_two_to_eight_and_each_is_plain(r):
    assert 2 <= len(r.judge.heads) <= 8 or r.id == "xor_dataset"
    for head in r.judge.heads_read:
        found = [n for arg in head.args for n in numbers(arg)]
        if ("*" in head.call or "+" in head.call) and r.id.endswith("_mode"):
            found = found[-4:]  # the whole numbers in a program's lines are places
        assert len(found) <= (12 if r.id in LARGE else 8), head.call
        assert all(digits(n) <= 3 and abs(n) <= 1000 for n in found), head.call
        assert " at 0x" not in head.call


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
    """(mistakes with a call, of them with a plain result, all), but for the unstable ones."""
    judge, found, plain = exercises.record(id).judge, 0, 0
    mistakes = [m for m in judge.known.written if not m.id.startswith("unstable/")]
    results = {head.call: heads.plain(head.expected) for head in judge.heads_read}
    with np.errstate(all="ignore"):
        for m in mistakes:
            told = heads.first_wrong(judge, judge.heads_read, [
                observe_own(m.wrong, head.args, {}) for head in judge.heads_read])
            found, plain = found + bool(told), plain + bool(told and results[told[0]])
    return found, plain, len(mistakes)


@pytest.mark.filterwarnings("ignore")
def test_softmax_shows_every_mistake_but_those_of_huge_logits():
    assert shown("softmax")[0] == shown("softmax")[2]


@pytest.mark.full
@pytest.mark.filterwarnings("ignore")
def test_they_show_nearly_all_known_mistakes_most_with_a_plain_result():
    found, plain, known = map(sum, zip(*(shown(r.id) for r in RECORDS if r.id not in NONE),
                                       strict=True))
    assert found >= 0.95 * known and plain >= 0.8 * found


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


def test_it_goes_through_json():
    result = exercises.check("softmax", all_together)
    assert Verdict.of(result.data()).head == result.head


@pytest.mark.parametrize(("answer", "question"), [
    (lambda x: np.asarray(x) * 0 - 1.0, "What should come out?"),
    (lambda x: -1 / (1 + np.exp(-np.asarray(x, float))) if np.ndim(x) else 0.5,
     "Which signs should come out?"),
])
def test_what_cannot_be_computed_in_the_head_is_asked_otherwise(answer, question):
    judge = exercises.record("sigmoid").judge
    nearest = [h for h in judge.heads_read if not heads.plain(h.expected)] if (
        question != "What should come out?") else judge.heads_read
    seen = [observe_own(answer, h.args, {}) for h in nearest]
    assert heads.first_wrong(judge, nearest, seen)[1] == question


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
            raise ValueError("only on the call for the head")
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
        raise ValueError("first line\nsecond line")

    result = exercises.check("softmax", fails)
    assert result.head[3] == "ValueError: first line second line"
    assert "yours gives ValueError: first line second line." in str(result)
    lost = exercises.check("mlp_backward", lambda *args: {"U": np.ones((1, 2))})
    assert lost.status == "failed" and lost.head[3] == "{'U': [[1, 1]]}" and str(lost)
