"""Ticks: which steps of a right solution a wrong answer has. Nothing is said of the others."""

import random
from dataclasses import replace

import numpy as np
import pytest

import lines
from course_utils import exercises
from lines import compiled
from misstep import cards
from misstep.judge import solutions
from misstep.line import firstline, references, ticks

SHOWN = [r for r in exercises.records() if r.judge.known.text.shown]
FEW = ("softmax", "mlp_backward", "train_perceptron", "choose_degree")
some = pytest.mark.parametrize("r", [
    pytest.param(r, id=r.id, marks=() if r.id in FEW else pytest.mark.full) for r in SHOWN])
UNNAMED = """
def softmax(z):
    z = np.asarray(z, float)
    d = z - z.max(-1, keepdims=True)
    e = np.exp(d)
    s = e.sum(-1, keepdims=True)
    return e / s ** 1.3
"""


def ticked(r, fn, failing=(0, 1, 2)):
    cases = firstline.chosen(r.judge, failing)
    references.references(r).see(cases)
    return ticks.of(r.judge, firstline.observed(r, fn, cases))


def of(source, id):
    return exercises.check(id, compiled(source, {"np": np}, id))


@some
def test_the_model_answer_has_steps_that_are_shown(r):
    found, _ = ticked(r, solutions.model(r) or r.reference)
    assert found or ticked(r, r.reference)[0] or r.id in BY_OTHER_WAYS
    for step in r.judge.known.text.shown:
        assert r.judge.known.steps[step][1]


# here reference and model answer go another way than the named steps, and other answers have them
BY_OTHER_WAYS = ("least_squares_fit", "scale_inputs", "embed_backward")


def test_a_card_without_a_name_says_what_is_there_and_nothing_of_the_rest():
    result = of(UNNAMED, "softmax")
    assert result.misconception is None
    assert result.ticks == ("the shifted logits", "the exponentials",
                            "the sum of the exponentials")
    said = "You have ✓ the shifted logits ✓ the exponentials ✓ the sum of the exponentials"
    assert said in str(result) and said in result._repr_html_()
    assert "missing" not in str(result) and "not yet" not in str(result)[9:]


def test_a_card_with_a_name_has_the_name_alone_and_why_has_the_ticks(monkeypatch):
    source = UNNAMED.replace("s ** 1.3", "s.sum()")
    result = of(source, "softmax")
    assert result.misconception and result.ticks and "You have" not in str(result)
    monkeypatch.setenv("COURSE_QUIET", "1")
    exercises.exercise("softmax")(compiled(source, {"np": np}, "softmax"))
    assert result.ticked() in repr(exercises.why("softmax"))


def test_a_dress_ticks_nothing_that_its_mistake_breaks():
    result = of(UNNAMED.replace(" - z.max(-1, keepdims=True)", ""), "softmax")
    assert not result.ticks, "bare logits are no shifted ones, nor are their exponentials"


def test_arguments_zeros_and_single_cases_are_no_step():
    r = exercises.record("softmax_jacobian")
    shown = [r.judge.known.steps[n][1] for n in r.judge.known.text.shown]
    result = of("def softmax_jacobian(z):\n    z = np.asarray(z, float)\n"
                "    return np.zeros((len(z), len(z))) + z * 0\n", "softmax_jacobian")
    assert shown and not result.ticks
    some_case = of(UNNAMED.replace("z.max(-1", "z[..., :1].max(-1"), "softmax")
    assert "the shifted logits" not in some_case.ticks, "right where the first is the largest"


def test_in_a_loop_the_first_round_is_said_to_be_that():
    source = """
def least_squares_descent(X, y, lr, steps):
    X, y = np.asarray(X, float), np.asarray(y, float)
    w = np.zeros(X.shape[1])
    for _ in range(steps):
        e = X @ w - y
        w = w - lr * 2 / len(X) * (X.T @ e) * 0.9 - 0.001
    return w
"""
    result = of(source, "least_squares_descent")
    assert "the errors (in the first round)" in result.ticks


def test_what_comes_next_is_folded_and_waits_for_more_than_a_tick():
    result = of("""
def bernoulli_nll_gradient(w, X, y):
    z = np.asarray(X, float) @ np.asarray(w, float)
    return z.sum() * np.asarray(X).sum(0) * 0.37
""", "bernoulli_nll_gradient")
    assert result.misconception is None and result.ticks == ("the logits",)
    assert result.next == "the predictions"
    assert "In all solutions that we know: the predictions." in result._repr_html_()
    assert "What comes next" not in str(result)
    mute = replace(result, line=None, head=())
    assert "What comes next" not in mute._repr_html_(), "nothing but ticks speaks of it"


SEEN = 8  # lines before anything is unfolded


def unfolded(result):
    """The lines of a card that are seen at first: its heading, and its parts outside the fold."""
    count, inside = 1, False
    for kind, _ in cards.as_data(result):
        count += not inside and kind not in ("end", "columns") or kind == "more"
        count += 2 * (kind == "columns" and not inside)  # a label above, a value below
        inside = kind == "more" or inside and kind != "end"
    return count


@pytest.mark.parametrize("source", [
    UNNAMED, UNNAMED.replace("s ** 1.3", "s.sum()"), UNNAMED.replace("e / s ** 1.3", "1 / 0"),
    UNNAMED.replace("e / s ** 1.3", "None"), UNNAMED.replace("e / s ** 1.3", "e[..., 0]")])
def test_a_card_has_eight_lines_before_anything_is_unfolded(source):
    result = of(source, "softmax")
    assert not result and unfolded(result) <= SEEN, str(result)


@pytest.mark.full
def test_few_ticks_are_new_in_a_changed_answer():
    """A tick that the right answer did not get before the change came by chance."""
    all_of_them = new = 0
    for r in SHOWN:
        changes = list(lines.faulty(r, {0, 1}))
        random.Random(3).shuffle(changes)
        right = {}
        for m in changes[:6]:
            result = exercises.check(r.id, m.fn)
            if result or not result.failing:
                continue
            if m.style not in right:
                right[m.style] = {n.partition(" (in")[0] for n in ticked(
                    r, compiled(*lines.source_of(references.solutions(r)[m.style])))[0]}
            found = {n.partition(" (in")[0] for n in result.ticks}
            all_of_them += len(found)
            new += len(found - right[m.style])
    assert all_of_them > 300 and new <= 0.02 * all_of_them, (new, all_of_them)
