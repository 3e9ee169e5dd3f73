"""3c.1 bernoulli_nll_gradient: its cases, right answers in other styles, hints, known mistakes."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(31)

    def case(name, w, X, y, **options):
        X = np.array(X)
        sizes = {"t": len(X), "d": X.shape[1]}
        return Case((np.array(w), X, np.array(y)), name, sizes=sizes, **options)

    def table(t, d):
        return np.c_[np.ones(t), rng.normal(size=(t, d - 1))]  # the task promises ones

    return [
        case("two rows, ones alone", [0.0], [[1.0], [1.0]], [1, 1]),
        case("one row, weights 0", [0.0, 0.0], [[1.0, 2.0]], [1]),
        case("two rows, weights 0", [0.0, 0.0], [[1.0, 2.0], [1.0, 4.0]], [0, 1]),
        case("one row", [0.5, -1.0, 0.25], [[1.0, 2.0, -3.0]], [1]),
        case("four rows", rng.normal(size=3), table(4, 3), [1, 0, 0, 1]),
        case("as many rows as columns", rng.normal(size=3), table(3, 3) * [1, 2, 2], [0, 1, 1]),
        case("seven rows, ones alone", [0.75], table(7, 1), [1, 0, 1, 1, 0, 0, 1]),
        case("all labels 0", rng.normal(size=2), table(5, 2), [0, 0, 0, 0, 0]),
        case("all labels 1", rng.normal(size=4), table(3, 4), [1, 1, 1]),
        case("whole numbers", [1.0, -1.0], [[1, 2], [1, 0], [1, -1]], [1, 0, 1], integers=True),
        case("scores of ±300", [300.0, -150.0], [[1.0, 0.0], [1.0, 4.0], [1.0, 2.0]], [0, 1, 1],
             extreme=True),
    ]


def by_loops(w, X, y):
    t, d = X.shape
    g = [0.0] * d
    for x, c in zip(X.tolist(), y.tolist(), strict=True):
        z = sum(a * float(v) for a, v in zip(x, w, strict=True))
        p = 1 / (1 + math.exp(-z)) if z > 0 else math.exp(z) / (1 + math.exp(z))
        for i in range(d):
            g[i] += (p - c) * x[i] / t
    return g


RIGHT = (
    by_loops,
    lambda w, X, y: functions.numerical_gradient(
        lambda v: functions.bernoulli_nll(X @ v, y), np.asarray(w, float), 1e-4),
)

BANK = """
bernoulli_nll_gradient(w, X, y)
    A = np.asarray(X, float)             # the inputs
    v = np.asarray(w, float)             # the weights
    c = np.asarray(y)                    # the labels
    t = len(A)                           # the number of rows
    z = A @ v                            # the logits
    p = sigmoid(z)                       # the predictions
    e = p - c                            # prediction minus target
    like: mean_gradient

shown: z, p, e
right: o = np.mean(e[:, None] * A, axis=0) || np.einsum("n,nd->d", e, A) / t
right: e = np.where(c == 1, -sigmoid(-z), p) || p * (1 - c) - (1 - p) * c

sign/flipped: you take target minus prediction, the way downhill. The gradient has prediction minus
        target.
    e = c - p
sign/added: you add the target. Take prediction minus target: 0 where the model is sure and right.
    e = p + c
neighbour-formula/no-sigmoid: you use the logits as predictions. First take σ(x·w), then subtract
        the target.
    p = z
neighbour-formula/slope-left: the slope of the sigmoid is still there, as for squares after a
        sigmoid. In −log p it cancels.
    e = (p - c) * p * (1 - p) || 2 * (p - c) * p * (1 - p)
neighbour-formula/slope-alone: you use the slope of the sigmoid instead of the difference. Take
        prediction minus target.
    e = p * (1 - p)
neighbour-formula/slope-divided-out: you take the slope with respect to the probability p. With
        respect to the score, the chain rule multiplies by σ(1 − σ), which leaves p − y.
    e = (p - c) / (p * (1 - p)) || (p - c) / (p * (1 - p) + 1e-12)
neighbour-formula/half-the-slope: a factor of the sigmoid's slope p (1 − p) is left over. With
        respect to the score, −log p has the slope p − y, and nothing more.
    e = (p - c) * p || (p - c) * (1 - p)
neighbour-formula/answer-for-prediction: your prediction is 0 or 1, as in the perceptron's
        correction. Keep the probability.
    p = (z > 0) * 1.0 || np.round(p) || (z >= 0) * 1.0
neighbour-formula/signed-labels: you read the labels as −1 and 1. Here they are 0 and 1.
    c = 2 * np.asarray(y) - 1
neighbour-formula/other-squash: you use another function instead of σ. σ(z) = 1 / (1 + e^−z).
    p = np.tanh(z) || np.log(sigmoid(z)) || softmax(z) || np.exp(np.minimum(z, 50)) || np.maximum(z,
        0)
sign/logit-negated: you use the probability of label 0. The prediction is σ(x·w), not σ(−x·w).
    p = sigmoid(-z)
omitted-term/no-target: the targets are missing. Subtract them from the predictions.
    e = p
omitted-term/no-prediction: the predictions are missing. Subtract the targets from them.
    e = -c || c
shape/all-with-all: you subtract every target from every prediction, because a column minus a row is
        a table. Give both the shape (t,), for one difference per row.
    e = p[:, None] - c || p - c[:, None]
factor/one-part-summed: one of the two parts is a mean, the other a sum. Both are means: divide the
        whole difference by t.
    o = A.T @ p - A.T @ c / t || A.T @ p / t - A.T @ c
shape/bias-column: you add a column of ones. X already has one.
    A = np.c_[np.ones(len(X)), X] && v = np.append(0.0, w)
    A = np.c_[X, np.ones(len(X))] && v = np.append(w, 0.0)
omitted-term/only-ones: rows with label 0 do not count. They count just as those with label 1 do.
    e = (p - c) * c
omitted-term/only-zeros: rows with label 1 do not count. They count just as those with label 0 do.
    e = (p - c) * (1 - c)
neighbour-formula/loss: you return the loss, one number. The gradient has an entry for each weight.
    o = (np.logaddexp(0, z) - c * z).mean()
neighbour-formula/mean-difference: you return a mean of the differences, one number. The gradient
        has an entry for each weight.
    o = e.mean() || np.abs(e).mean()
neighbour-formula/absolute: the differences lose their sign. Below the target the score has to rise.
    e = np.abs(p - c) || (p - c) ** 2
unstable/clipped: you keep the probabilities away from 0 and 1, and it shows. There is no logarithm
        here that needs it.
    p = np.clip(sigmoid(z), 0.01, 0.99) || np.clip(sigmoid(z), 1e-3, 1 - 1e-3)
"""

EXERCISE = Exercise(
    id="bernoulli_nll_gradient", title="Fill in the second row's gradient", notebook="03c",
    number="3c.1", signature="bernoulli_nll_gradient(w, X, y)",
    lecture=("NPFL129-lr-gradient", "NPFL129-glm-table-2"), minutes=7, difficulty=1,
    reference=functions.bernoulli_nll_gradient, cases=cases, bank=BANK, derived=True,
    hints=("For one row, −log p is −log σ(z) or −log(1 − σ(z)). What is the slope of each by z, "
           "if σ′ = σ(1 − σ)?",
           "Both slopes are σ(z) − y. And z = x·w has the slope x by w.",
           "mean over the rows of (σ(x·w) − y) x, which is Xᵀ(σ(Xw) − y) / t"),
    formula="Xᵀ (σ(X w) − y) / t",
    variation="what is the gradient if each label is replaced by a probability, say 0.9 for 1?",
    right=RIGHT, awkward=by_loops,
    heads=("bernoulli_nll_gradient([0], [[1], [3]], [0, 1])",
           "bernoulli_nll_gradient([0, 0], [[1, 2], [3, 0]], [0, 0])",
           "bernoulli_nll_gradient([0, 0], [[1, 2]], [1])",
           "bernoulli_nll_gradient([np.log(3)], [[1], [-1]], [0, 0])"),
)
