"""7.5 temperature_slope: its cases, right answers, hints, and what students write instead."""

import math

import numpy as np

from course_utils.maths import calibration
from course_utils.maths.losses import softmax
from misstep import Case, Exercise

from ..nb05b.forward_mode import lost_beside  # noqa: F401 - for the bank


def cases():
    rng = np.random.default_rng(5)
    return [
        Case((np.array([[4.0, 0.0]] * 3), np.array([0, 0, 1]), 2.0), "three rows, two classes"),
        Case((np.array([[2.0, 1.0, 0.0], [0.5, 2.5, 1.0]]), np.array([2, 1]), 1.0),
             "temperature 1"),
        Case((np.round(rng.normal(size=(5, 3)) * 3, 1), np.array([0, 2, 1, 1, 0]), 0.5),
             "a temperature below 1"),
        Case((np.array([[0.5, 0.25, 0.0], [0.125, 0.375, 0.25]]), np.array([1, 1]), 0.09375),
             "a low temperature"),
        Case((np.round(rng.normal(size=(3, 5)) * 4, 1), np.array([4, 0, 3]), 2.5),
             "more classes than rows"),
        Case((np.round(rng.normal(size=(4, 4)) * 4, 1), np.array([3, 1, 1, 2]), 1.5),
             "as many rows as classes"),
        Case((np.array([[2.0, 0.0, -1.0], [0.5, 3.0, 1.0], [-1.0, 0.5, 2.5], [2.0, 0.0, -1.0]]),
             np.array([0, 1, 2, 0]), 2.5), "a model that claims too little: a slope above 0"),
        Case((np.array([[3.0, -1.0, 0.5]]), np.array([1]), 3.0), "a batch of one"),
        Case((np.array([[2, 0, 5], [1, 4, 0]]), np.array([0, 1]), 2), "whole numbers",
             integers=True),
        Case((np.array([[1000.0, 0.0, -1000.0], [0.0, 900.0, 1000.0]]), np.array([1, 1]), 0.5),
             "logits of ±1000", extreme=True),
        Case((np.array([[0.0, 8.0], [1000.0, 1008.0]]), np.array([1, 0]), 1.0),
             "rows far from each other", extreme=True),
        # softmax is nearly even here, and a difference of two losses near log m holds noise alone
        Case((np.array([[4e-25, 0.0, 1e-25]]), np.array([1]), 1e-13),
             "logits that say next to nothing"),
        Case((np.array([[2e-25, 1e-25], [0.0, 3e-25], [1e-25, 0.0]]), np.array([0, 0, 1]), 1e-13),
             "three rows that say next to nothing"),
        Case((np.array([[5e-26, 0.0, 2e-26, 1e-26], [0.0, 3e-26, 0.0, 4e-26]]), np.array([0, 3]),
              5e-14), "four classes, logits that say next to nothing"),
    ]


def loop(z, y, tau):
    total = 0.0
    for row, label in zip(np.asarray(z, float), y, strict=True):
        e = [math.exp((v - row.max()) / tau) for v in row]
        total += row[label] - sum(a * v for a, v in zip(e, row, strict=True)) / sum(e)
    return total / tau**2 / len(y)


def unshifted(s):
    """A softmax that overflows."""
    e = np.exp(s)
    return e / e.sum(-1, keepdims=True)


def loss(x, T, tau):
    s = x / tau - (x / tau).max(1, keepdims=True)
    return (np.log(np.exp(s).sum(1)) - (T * s).sum(1)).mean()


BANK = """
temperature_slope(z, y, tau)
    x = np.asarray(z, float)             # the logits
    T = np.eye(x.shape[1])[y]            # the one-hot truth
    o = softmax(x / tau)                 # the probabilities
    a = (T * x).sum(1)                   # the logit of the label
    e = (o * x).sum(1)                   # the mean logit under the model
    d = a - e                            # the label's logit minus the mean logit
    f = 1 / tau ** 2                     # the inner derivative
    r = d.mean()                         # the mean over the rows
    g = r * f

shown: o, a, e, d
same: o = unshifted(x / tau)
same: x = x - x.max(1, keepdims=True)
right: r = np.einsum("ij,ij->", T - o, x) / len(x) || ((T - o) * x).sum(1).mean()
right: g = np.float32(r * f) || r / tau / tau || (o - T).T.ravel() @ (-x / tau**2).T.ravel() /
        len(x)

sign/plus: the mean logit is added. The slope contains z_y minus the mean logit under the model.
    d = a + e
omitted-term/logits-lost: the slope is always 0. Each row of o − T adds up to 0: the chain rule
        multiplies o − T by −z / tau² before summing over the classes.
    d = (o - T).sum(1) || (T - o).sum(1) || (o - T).mean(1)
neighbour-formula/loss: this is the loss itself. Return its slope in tau.
    o = x / tau && g = np.mean(np.logaddexp.reduce(o, axis=1) - (T * o).sum(1))
omitted-term/no-inner-derivative: the factor 1/tau² is missing. The derivative of z / tau is −z /
        tau².
    f = 1
omitted-term/slope-by-inverse: this is the slope in 1/tau, the inverse temperature: the factor
        −1/tau² is missing. The derivative of z / tau is −z / tau².
    f = -1
omitted-term/no-label: the logit of the label is missing. The loss is log-sum-exp minus z_y / tau.
    d = e || -e
omitted-term/no-mean-logit: the mean logit under the model is missing. The slope contains z_y minus
        it: what the softmax expects of the row.
    d = a
neighbour-formula/largest-term: the largest term is used instead of the mean logit under the model.
        Add up probability times logit over all classes.
    e = (o * x).max(1)
omitted-term/no-tau-in-softmax: the probabilities are those of temperature 1. Use softmax(z / tau).
    o = softmax(x)
omitted-term/denominator: the exponentials are not divided by their sum. Every row of o sums to 1.
    o = np.exp((x - x.max(1, keepdims=True)) / tau) || np.exp(np.minimum(x / tau, 700))
factor/one-over-tau: the inner derivative is a factor other than 1/tau². The derivative of z / tau
        is −z / tau².
    f = 1 / tau || 1 / tau ** 3 || tau || tau ** 2 || 1 / (2 * tau) || -1 / tau || -1 / tau ** 3
factor/only-one-divided: one of the two logits is divided by tau more often than the other. Both
        come from the same derivative of z / tau.
    g = a.mean() * f - e.mean() || a.mean() - e.mean() * f || a = (T * x).sum(1) / tau
    e = (o * x).sum(1) / tau
neighbour-formula/temperature-of-softmax: tau does not divide the logits. Use softmax(z / tau).
    o = softmax(x * tau) || softmax(tau / (np.abs(x) + 1e-12))
neighbour-formula/plain-mean: the logits have equal weights. Weight them with the probabilities
        softmax(z / tau).
    e = x.mean(1) || x.sum(1)
neighbour-formula/logit-gradient: this is a gradient with a number for each logit. Here the variable
        is tau: the slope is one number.
    g = (o - T) / len(x) / tau || (o - T) / len(x) || (o - T) / tau || o - T
neighbour-formula/probabilities: a probability is added instead of a logit. The derivative of z /
        tau brings in the logit z.
    a = (T * o).sum(1) && e = (o * o).sum(1)
    e = (o * o).sum(1) || (o + x).sum(1) || o.sum(1)
neighbour-formula/variance: this is the variance of the logits under the model. The first derivative
        contains z_y minus their mean.
    d = (o * x * x).sum(1) - e ** 2
    d = (o * x * x).sum(1) - e ** 2 && f = 1 || 1 / tau || 1 / tau ** 3 || 1 / tau ** 4
neighbour-formula/label-probability: the label's logit is weighted with 1 − o, and the other classes
        are left out. The mean under the model runs over all classes.
    d = a * (1 - (T * o).sum(1))
neighbour-formula/one-term-shifted: the largest logit is subtracted from only one term. Shift both.
    e = (o * (x - x.max(1, keepdims=True))).sum(1)
neighbour-formula/coarse-difference: this is a finite difference with too large a step.
        Differentiate the loss: a formula has no step.
    g = (loss(x, T, tau + 1) - loss(x, T, tau)) / 1 || (loss(x, T, tau + 0.1) - loss(x, T, tau)) /
        0.1 || (loss(x, T, tau + 0.01) - loss(x, T, tau)) / 0.01 || (loss(x, T, tau + 0.5) - loss(x,
        T, tau)) / 0.5 || (loss(x, T, tau + 0.1) - loss(x, T, tau - 0.1)) / 0.2 || (loss(x, T, tau +
        0.25) - loss(x, T, tau - 0.25)) / 0.5
neighbour-formula/numerical-difference: only some digits are right, as in a difference of two
        losses. Digits are lost where the logits say next to nothing: differentiate the loss, a
        formula has no step.
    g = (loss(x, T, tau * (1 + 1e-6)) - loss(x, T, tau * (1 - 1e-6))) / (2e-6 * tau)
    g = (loss(x, T, tau + 1e-5) - loss(x, T, tau - 1e-5)) / 2e-5 || (loss(x, T, tau + 1e-6) -
        loss(x, T, tau - 1e-6)) / 2e-6
    if: lost_beside(g, e, 3)
axis/softmax-over-rows: the softmax runs over the rows of the batch. Each row is a distribution.
    o = softmax(x.T / tau).T
axis/all-pairs: every row is paired with the labels of all rows. Pick one entry per row.
    a = x[:, y].mean()
axis/sum-down-the-columns: the sum runs over the rows, and the mean over the classes. Sum over the
        classes, average over the rows.
    r = a.mean() - (o * x).sum(0).mean()
unstable/overflow: the exponential overflows for large logits. Subtract each row's largest first.
    needs: exponential
    o = unshifted(x / tau)
unstable/global-max: one maximum is subtracted from the whole batch, so rows far below it become 0 /
        0. Each row needs its own maximum: axis=1 and keepdims=True.
    o = unshifted((x - x.max()) / tau)
ignored-argument/tau-clipped: a low temperature is replaced by a higher one. Any tau > 0 is allowed.
    tau = max(tau, 0.1) || max(tau, 0.5) || max(tau, 1)
neighbour-formula/clipped: the logits are cut off. Subtract each row's largest one instead.
    x = np.clip(x, -50, 50) || np.clip(x, -100, 100) || np.clip(x, -500, 500) || np.clip(x, -700,
        700)
off-by-one/divided-by-t-minus-one: the sum is divided by t − 1. A mean over t rows divides by t.
    r = d.sum() / max(len(d) - 1, 1)
off-by-one/row-left-out: one row is left out. range(n) starts at 0 and stops before n.
    where needs: cut-range
    r = d[1:].sum() / max(len(d) - 1, 1) || d[:-1].sum() / max(len(d) - 1, 1)
duplicates/equal-rows-once: equal terms are counted once. Average over all rows, including repeats.
    r = np.unique(np.round(d, 12)).mean()
"""

EXERCISE = Exercise(
    id="temperature_slope", title="Differentiate with respect to the temperature", notebook="07",
    number="7.5", signature="temperature_slope(z, y, tau)",
    lecture=("ALICE-4.3.4b", "ALICE-4.2.1c"), minutes=12, difficulty=3,
    reference=calibration.temperature_slope, cases=cases, shapes="t m, t", bank=BANK, derived=True,
    hints=("Write the loss of one row as log Σ_j exp(z_j / tau) − z_y / tau. Where is tau?",
           "Chain rule with s = z / tau: ∂loss/∂s = o − T, and ds/dtau = −z / tau².",
           "slope = (1 / tau²) · mean over rows of (z_y − Σ_j o_j z_j), o = softmax(z / tau)"),
    formula="dL/dtau = (1/tau²) · mean_n ( z_{n,y_n} − Σ_j o_{nj} z_{nj} ),  o = softmax(z/tau)",
    variation="write it for beta = 1/tau: which factor goes, and why is the loss convex there?",
    held={"tau": (1.0,)}, right=(loop,),
    awkward=lambda z, y, tau: np.array(np.float32(loop(z, y, tau))),
    heads=("temperature_slope([[90, 0]], [1], 3)",
           "temperature_slope([[0, 90], [90, 0]], [0, 0], 3)",
           "temperature_slope([[90, 0], [4, 4]], [1, 0], 3)",
           "temperature_slope([[4, 4]], [1], 2)", "temperature_slope([[1, 0]], [1], 0.02)",
           "temperature_slope([[900, 0]], [1], 0.5)"),
)
