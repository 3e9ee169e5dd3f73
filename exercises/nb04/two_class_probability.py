"""4.4 two_class_probability: its cases, right answers, hints, and what students write instead."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def two_class_probability(z):
    """Probability of class 1 for two logits per row, z (t, 2), as one sigmoid: shape (t,).

    Only the difference of the logits counts: softmax(z0, z1)[1] = sigmoid(z1 - z0).
    Lectures NPFL129-binary-vs-softmax, ALICE-4.3.1.
    """
    return functions.sigmoid(z[:, 1] - z[:, 0])


def cases():
    return [
        Case((np.array([[0.0, 0.8]]),), "a fixed zero for class 0"),
        Case((np.array([[0.8, 0.0]]),), "a fixed zero for class 1"),
        Case((np.array([[1.1, 1.9], [-0.5, 0.25], [2.0, -1.0]]),), "three rows"),
        Case((np.array([[0.5, 1.0], [1.5, -0.5]]),), "as many rows as classes"),
        Case((np.array([[1.5, 0.5], [-0.25, 1.0], [1.5, 0.5], [0.5, -0.5]]),),
             "rows that occur several times"),
        Case((np.array([[1, 3], [0, 0], [2, 1], [-1, -3]]),), "whole numbers", integers=True),
        Case((np.array([[1000.0, -1000.0], [-1000.0, 1000.0], [1000.0, 1000.0], [-1000.0, -999.0],
             [1000.0, 1001.0], [0.0, 1.5]]),), "logits of ±1000", extreme=True),
    ]


def row_by_row(z):
    return [1 / (1 + math.exp(min(float(a) - float(b), 700))) for a, b in z]


BANK = """
two_class_probability(z)
    like: softmax/steps, o as p
    r = x[:, 1] - x[:, 0]                # the difference of the two logits
    o = p[:, 1]

shown: d, e, s, r

sign/difference-reversed: this is the probability of class 0. Class 1 gains with its logit: z₁ − z₀.
    o = p[:, 0]
omitted-term/one-logit-only: one of the two logits makes no difference. Both are free here: their
        difference z₁ − z₀ decides.
    o = sigmoid(x[:, 1]) || sigmoid(x[:, 0]) || sigmoid(-x[:, 0])
sign/sum: the logits are added. A common shift has to cancel out: z₁ − z₀.
    o = sigmoid(x[:, 1] + x[:, 0])
shape/both-columns: the probabilities of both classes are returned. Return the one of class 1, shape
        (t,).
    o = p
neighbour-formula/sigmoid-per-logit: each logit goes through its own sigmoid. Take one sigmoid, of
        the difference of the logits.
    o = sigmoid(x) || sigmoid(x[:, 1]) / sigmoid(x).sum(-1) || sigmoid(x[:, 1]) - sigmoid(x[:, 0])
        || sigmoid(x[:, 1]) * (1 - sigmoid(x[:, 0])) || sigmoid(sigmoid(x[:, 1]) - sigmoid(x[:, 0]))
        || sigmoid(x[:, 1]) * sigmoid(x[:, 0])
omitted-term/no-sigmoid: the difference of the logits is returned, the log-odds of a class. Apply a
        sigmoid to z₁ − z₀.
    o = r || -r
sign/absolute-difference: the larger of the two probabilities is returned. Class 1 may win or lose:
        z₁ − z₀ keeps its sign.
    o = p.max(-1)
sign/smaller-probability: the smaller of the two probabilities is returned. Class 1 may win or lose:
        z₁ − z₀ keeps its sign.
    o = p.min(-1)
neighbour-formula/tanh: this is tanh(z₁ − z₀). σ(z₁ − z₀) is between 0 and 1, and 1/2 at 0.
    o = np.tanh(r)
neighbour-formula/one-plus-tanh: this is 1 + tanh(z₁ − z₀). σ(z₁ − z₀) is between 0 and 1, and 1/2
        at 0.
    o = 1 + np.tanh(r)
neighbour-formula/difference-of-probabilities: this is the difference of the two probabilities,
        tanh((z₁ − z₀) / 2). Return the one of class 1.
    o = np.tanh(r / 2)
neighbour-formula/product: the logits are multiplied. Subtract them: logits are logarithms.
    o = sigmoid(x[:, 1] * x[:, 0])
neighbour-formula/quotient: the logits are divided. Subtract them: logits are logarithms.
    o = sigmoid(x[:, 1] / x[:, 0]) || x[:, 1] / x.sum(-1)
axis/row-for-column: a row is picked instead of the column of class 1. Take all rows, class 1: [:,
        1].
    o = p[1 % len(p)] || p[0] || p[-1]
axis/rows-for-classes: rows are subtracted instead of columns. Classes are columns: z[:, 1].
    o = sigmoid(x[1 % len(x)] - x[0]) || sigmoid(np.diff(x, axis=0))
axis/summed-over-rows: logits of different rows are combined. Each row has its own difference.
    o = sigmoid(r.sum()) || sigmoid(r.mean()) || sigmoid(x[:, 1] - x[:, 0].mean())
duplicates/equal-rows: equal probabilities count once. Return one number per row: no set, no
        np.unique.
    where needs: set
    o = np.unique(p[:, 1]) || np.array(list(set(p[:, 1].tolist())))
unstable/global-max: one maximum is subtracted from the whole batch, so rows far below it become 0 /
        0. Each row needs its own maximum; the difference of the logits needs none.
    a = x.max()
unstable/not-the-max: something other than the row's maximum is subtracted, so rows of low logits
        become 0 / 0. The difference of the logits needs no maximum.
    a = np.maximum(x.max(-1, keepdims=True), 0) || np.abs(x).max(-1, keepdims=True)
unstable/odds: where class 1 is far ahead, e to the power of the difference overflows, and ∞ / ∞ is
        nan. The sigmoid of the difference does not overflow: use the course's sigmoid.
    a = x.min(-1, keepdims=True) || x[:, :1]
unstable/clipped-logits: each logit is cut off before the difference is taken, so beyond the cut
        different logits become equal. The difference decides: subtract first.
    x = np.clip(x, -700, 700) || np.clip(x, -500, 500) || np.clip(x, -30, 30)
    x = np.minimum(x, 700) || np.minimum(x, 500) || np.maximum(x, -700) || np.maximum(x, -500)
unstable/clipped: beyond a bound all differences give the same probability. Use z₁ − z₀ as it is: a
        stable sigmoid needs no bound.
    o = sigmoid(np.clip(r, -1, 1)) || sigmoid(np.clip(r, -2, 2)) || sigmoid(np.clip(r, -5, 5))
neighbour-formula/decision: this is the decision 0 or 1. Return the probability.
    o = (r > 0) * 1.0 || (r >= 0) * 1.0
unstable/no-shift: at ±1000 the exponentials overflow or all become 0. The sigmoid of the difference
        stays finite: use the course's sigmoid.
    a = 0
axis/over-examples: the sum includes other rows. It runs over the two logits of a row: axis=-1,
        keepdims=True.
    s = e.sum(0) || e.sum()
ignored-argument/half: every probability is 1/2, as if a logit were subtracted from itself. Class 0
        is column 0, class 1 is column 1.
    o = sigmoid(0 * r)
"""

EXERCISE = Exercise(
    id="two_class_probability", title="Turn two logits into one sigmoid", notebook="04",
    number="4.4", signature="two_class_probability(z)",
    lecture=("NPFL129-binary-vs-softmax", "ALICE-4.3.1"), minutes=4, difficulty=1,
    reference=two_class_probability, cases=cases, shapes="t", bank=BANK,
    hints=("What happens to both probabilities if you subtract z₀ from both logits?",
           "After that shift the logits are 0 and z₁ − z₀: the fixed zero is class 0.",
           "σ(z₁ − z₀)"),
    formula="softmax(z₀, z₁)₁ = e^z₁ / (e^z₀ + e^z₁) = σ(z₁ − z₀)",
    variation="with m classes, how many logits are needed? Fix the first at 0 and look.",
    right=(row_by_row, lambda z: functions.softmax(z)[:, 1],
           lambda z: 1 / (1 + np.exp(z[:, 0] - z[:, 1])),
           lambda z: 1 - functions.sigmoid(-np.diff(np.float32(z), axis=1).ravel()),
           lambda z: (1 + np.tanh(z @ np.array([-0.5, 0.5]))) / 2,
           lambda z: np.exp(z[:, 1] - np.logaddexp(z[:, 0], z[:, 1]))),
    awkward=lambda z: row_by_row(z.tolist()),
    heads=("two_class_probability([[1, 1]])", "two_class_probability([[1000, 0]])",
           "two_class_probability([[4, 4], [2, 2]])", "two_class_probability([[0, np.log(3)]])"),
)
