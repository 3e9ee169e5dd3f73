"""Slips: small changes of one named step that no bank writes down."""

import numpy as np
import pytest

from course_utils import exercises
from misstep.judge import explain, faults
from misstep.judge.grammar import Bank
from misstep.judge.slips import suffered

TOY = """
f(x)
    a = np.asarray(x, float)     # the numbers
    m = a >= 0                   # which are not negative
    b = np.exp(a) * m            # their exponentials
    n = len(a)
    s = b.sum(0)                 # the sum
    o = (1 - s) / n

sign/lost: the sign is lost. Mind it.
    o = -o
"""
X = np.array([[0.5, -1.0], [0.0, 2.0]])


START = "this is what comes out with one change in "


def found(what):
    """The slips of the toy whose sentence goes on like this."""
    return [m for m in Bank(TOY).slips if m.what.startswith(START + what)]


def values():
    b = np.exp(X) * (X >= 0)
    return b, b.sum(0)


@pytest.mark.parametrize("what, id, right", [
    ("the step “the sum”: a mean is taken where a sum is asked", "factor/mean-for-sum",
     lambda b, s: (1 - b.mean(0)) / 2),
    ("the step “the sum”: it runs along the wrong axis", "axis/other-axis",
     lambda b, s: (1 - b.sum(1)) / 2),
    ("the step “their exponentials”: the exponential is left out", "omitted-term/no-exp",
     lambda b, s: (1 - (X * (X >= 0)).sum(0)) / 2),
    ("the step “which are not negative”: > stands where ≥ is asked", "off-by-one/threshold",
     lambda b, s: (1 - (np.exp(X) * (X > 0)).sum(0)) / 2),
    ("the last step: a + stands where a − is asked", "sign/plus-for-minus",
     lambda b, s: (1 + s) / 2),
    ("the last step: numerator and denominator are exchanged", "neighbour-formula/upside-down",
     lambda b, s: 2 / (1 - s)),
    ("the step “the sum”: the last row or entry stays 0", "off-by-one/last-row",
     lambda b, s: (1 - s * [1, 0]) / 2),
    ("the step “the sum”: the values are squared", "neighbour-formula/squared",
     lambda b, s: (1 - s**2) / 2),
    ("the step “their exponentials”: `x` in place of the numbers",
     "neighbour-formula/other-value", lambda b, s: (1 - s) / 2),
])
def test_a_slip_does_what_its_sentence_says(what, id, right):
    slip = found(what)[0]
    assert slip.id == id
    np.testing.assert_allclose(slip.wrong(X), right(*values()))


def test_what_is_left_out_is_called_by_its_noun():
    said = {m.what.removeprefix(START)
            for m in found("the step “their exponentials”: a term or factor")}
    assert said == {"the step “their exponentials”: a term or factor is left out",
                    "the step “their exponentials”: a term or factor with the numbers is left "
                    "out"}
    said = {m.what.removeprefix(START) for m in found("the last step: a term or factor")}
    assert "the last step: a term or factor with the sum is left out" in said


def test_a_step_without_a_noun_has_no_slips():
    assert {m.what.removeprefix(START).partition(":")[0] for m in Bank(TOY).slips} == {
        "the step “the numbers”", "the step “which are not negative”",
        "the step “their exponentials”", "the step “the sum”", "the last step"}


def test_a_fault_that_makes_no_sense_changes_nothing():
    assert suffered("text", 0, 0) == "text"


def test_known_mistakes_come_before_slips():
    tried = [hypothesis for hypothesis, _ in explain.ORDER]
    assert tried.index(explain.known) < tried.index(explain.right_with_a_fault) < tried.index(
        explain.slipped)


def test_a_slip_is_told_where_nothing_else_is_known():
    def mean_of_columns(P, y):
        return ((P - np.eye(P.shape[1])[y]) ** 2).sum(0).mean()

    result = exercises.check("brier_score", mean_of_columns)
    assert result.misconception == "axis/other-axis" and "score of each row" in result.finding


def test_a_small_step_is_not_rounded_up():
    """A 1 in place of 1e-5 has another cause, and its digits are not lost."""
    truncated = next(k for k, row in enumerate(faults.STEP) if row.id == "integer/truncated")
    assert {suffered(1e-5, truncated, j) for j in range(len(faults.STEP[truncated].forms))} == {0}
