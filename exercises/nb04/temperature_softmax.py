"""4.3 temperature_softmax: its cases, right answers, hints, and what students write instead."""

import numpy as np

from course_utils import functions
from misstep import Exercise

from .softmax import EXTREME, LECTURE, RIGHT, case, in_float32


def cases():
    z = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5], [3.0, 3.0, 1.0], [-2.0, 0.0, 0.75]])
    return [
        case("the logits 1, 2, 3 and tau = 2", LECTURE, 2.0),
        case("tau = 10", LECTURE, 10.0),
        case("tau = 100", np.array([30.0, 0.0, -20.0]), 100.0),
        case("four rows and tau = 0.5", z, 0.5),
        case("four rows of two and tau = 4", z[:, :2] * 2, 4.0),
        case("as many rows as classes", np.outer([1.0, -1, 2], [2, 0.5, -1]), 1.5),
        case("tau = 1", z, 1.0),
        case("a batch of one", np.array([[0.0, 1.5, -3.0, 0.5]]), 3.0),
        case("whole numbers", np.array([[1, 3, 0], [-2, 0, 5]]), 2, integers=True),
        case("a tie and tau = 0.01", np.array([1.0, 3.0, 3.0]), 0.01, extreme=True),
        case("nearly equal logits and tau = 0.01", np.array([0.0, 0.01]), 0.01),
        case("tau = 0.01", np.array([8.0, -9.0]), 0.01, extreme=True),
        case("logits of ±1000 and tau = 1000", np.array([1000.0, 0.0, -1000.0]), 1000.0),
        case("rows on very different levels", EXTREME, 0.5, extreme=True),
        case("logits of ±1000 and tau = 0.01", np.array([[1000.0, -1000.0], [-1000.0, -1000.0]]),
             0.01, extreme=True),
        case("the largest of ±1000 last and tau = 0.01", np.array([-1000.0, 0.0, 1000.0]), 0.01,
             extreme=True),
    ]


BANK = """
temperature_softmax(z, tau)
    q = np.asarray(z, float)             # the logits
    like: softmax
    x = q / tau                          # the divided logits

shown: x, d, e, s

ignored-argument/tau: the temperature makes no difference. Divide the logits by tau before softmax.
    x = q || q - tau || q + tau
ignored-argument/some-tau: a tau below 1 makes no difference. It sharpens: divide by every tau.
    x = q / tau if tau > 1 else q
neighbour-formula/multiplied-by-tau: the logits are multiplied by tau, so a high temperature
        sharpens instead of flattening. A high temperature means small logits: divide.
    x = q * tau
factor/after-softmax: tau rescales the probabilities, so a row no longer adds up to 1. Divide only
        the logits, before the exponential.
    x = q && o = o / tau || o * tau
    o = o / tau
unstable/max-not-divided: the largest logit is subtracted undivided, so for a small or large tau the
        exponentials overflow or all become 0. Divide by tau first, then find the largest.
    a = q.max(-1, keepdims=True)
unstable/power-of-probabilities: the probabilities are raised to the power 1 / tau, so one that has
        become 0 stays 0. Divide the logits by tau, then take softmax.
    x = q && o = o ** (1 / tau) / (o ** (1 / tau)).sum(-1, keepdims=True)
neighbour-formula/power-not-normalised: the probabilities are raised to a power, but not divided by
        their sum. Divide the logits by tau, then take softmax.
    x = q && o = o ** (1 / tau) || o ** tau
neighbour-formula/softmax-of-exponentials: the logits are exponentiated twice, before and after the
        division by tau. Divide the logits by tau and take softmax once.
    x = softmax(q) / tau || np.exp(q) / np.exp(q).sum(-1, keepdims=True) / tau || np.exp(q) / tau
neighbour-formula/function-of-tau: the logits are scaled by a number other than 1 / tau, made of
        tau. Divide by tau itself: at tau = 1 the result is plain softmax.
    x = q / np.log(tau) || q / np.exp(tau) || q / (1 + tau) || q / tau ** 0.5 || q * (1 - tau)
neighbour-formula/scaled-logits: the logits are also divided by a number computed from them. Divide
        only by tau.
    x = q / (q.max() * tau) || (q - q.mean()) / (q.std() * tau)
unstable/clipped-logits: the logits are clipped before the division. Subtract the largest after it.
    x = np.clip(q, -700, 700) / tau || np.clip(q, -500, 500) / tau || np.clip(q, -50, 50) / tau
neighbour-formula/power-of-logits: the logits are raised to a power. Divide them by tau.
    x = q ** tau || q ** (1 / tau) || np.sign(q) * np.abs(q) ** (1 / tau)
neighbour-formula/tau-by-logits: tau is divided by the logits. It's the other way round: z / tau.
    x = tau / q
neighbour-formula/mixed: the result is what you get by adding tau to the probabilities and dividing
        by the new sums. Only divide the logits by tau.
    x = q && o = (o + tau) / (o + tau).sum(-1, keepdims=True)
neighbour-formula/times-plain-softmax: the probabilities are multiplied by those of plain softmax.
        Only divide the logits by tau.
    o = o * softmax(q)
unstable/tau-raised: a small tau counts as a larger one. It may be 0.01: divide by tau itself.
    x = q / max(tau, 0.02) || q / max(tau, 0.05) || q / max(tau, 0.1) || q / max(tau, 0.2) || q /
        max(tau, 0.5) || q / (tau + 1e-4) || q / (tau + 1e-3) || q / (tau + 0.01) || q / (tau + 0.1)
unstable/tau-capped: a large tau is cut off. It may be 1000: use it as it is.
    x = q / min(tau, 1) || q / min(tau, 2) || q / min(tau, 5) || q / min(tau, 10) || q / min(tau,
        100) || q / min(tau, 500)
unstable/limits-for-tau: for a small tau the rows are one-hot. That is only the limit: divide by
        every tau.
    o = np.eye(q.shape[-1])[q.argmax(-1)] if tau < 0.02 else o
    o = np.eye(q.shape[-1])[q.argmax(-1)] if tau < 0.6 else o
unstable/limit-for-large-tau: for a large tau all probabilities are equal. That is only the limit:
        divide by every tau.
    o = o * 0 + 1 / q.shape[-1] if tau >= 1000 else o
    o = o * 0 + 1 / q.shape[-1] if tau >= 100 else o
    o = o * 0 + 1 / q.shape[-1] if tau >= 10 else o
omitted-term/tau-in-one-place: only one of numerator and denominator is made of the divided logits.
        Use the same divided logits in both.
    s = np.exp(q).sum(-1, keepdims=True) || np.exp(q - q.max()).sum(-1, keepdims=True) || np.exp(q -
        q.max(-1, keepdims=True)).sum(-1, keepdims=True)
    e = np.exp(q) || np.exp(q - q.max()) || np.exp(q - q.max(-1, keepdims=True)) && s =
        np.exp(d).sum(-1, keepdims=True)
neighbour-formula/no-softmax: the divided logits are returned. Take their softmax.
    o = x
integer/tau-truncated: tau loses its decimals. It may be 0.5: use it as it is.
    x = q / np.float64(int(tau)) || q / max(int(tau), 1) || q / max(round(tau), 1)
in-place/argument-changed: the call changes its argument `z`. Write z / tau into a new array.
    x = np.divide(z, tau, out=z if z.dtype.kind == "f" else None) || np.divide(z, tau, out=z)
"""

EXERCISE = Exercise(
    id="temperature_softmax", title="Add a temperature", notebook="04", number="4.3",
    signature="temperature_softmax(z, tau)", lecture=("ALICE-4.2.1c",), minutes=4, difficulty=1,
    reference=functions.temperature_softmax, cases=cases, bank=BANK, held={"tau": (1, 1.0)},
    hints=("Should tau = 100 make the probabilities more equal or less?",
           "Divide the logits by tau, then use softmax as it is.",
           "softmax(z / tau)"),
    formula="o = softmax(z / tau)",
    variation="find the tau at which softmax(1, 2, 3) gives its winner exactly one half.",
    right=tuple(lambda z, tau, f=f: f(z / tau) for f in RIGHT),
    awkward=lambda z, tau: in_float32(np.asarray(z) / tau).tolist(),
    heads=("temperature_softmax([1, 1], 2)", "temperature_softmax([8, -9], 0.01)",
           "temperature_softmax([[1], [1]], 2)", "temperature_softmax([[1, 1], [2, 2]], 0.5)",
           "temperature_softmax([[0, np.log(3)]], 0.5)",
           "temperature_softmax([0, 2 * np.log(3)], 2)"),
)
