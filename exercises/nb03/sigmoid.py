"""3.3 sigmoid: its cases, right answers in other styles, hints, and what students write instead."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .. import elementwise
from ..elementwise import by_index, in_float32, loop


def cases():
    return [*elementwise.cases(), Case(([-1.5, 0.25, 2.0],), "a list"),
            Case(([-1000.0, 0.25, 1000.0],), "a list with ±1000", extreme=True)]


low, high = np.zeros_like, np.ones_like  # its limits


def naive(x):
    return 1 / (1 + np.exp(-np.asarray(x, dtype=float)))


def by_mask(x):
    x = np.asarray(x, dtype=float)
    out = np.empty_like(x)
    up = x >= 0
    out[up] = 1 / (1 + np.exp(-x[up]))
    e = np.exp(x[~up])
    out[~up] = e / (1 + e)
    return out


RIGHT = (
    naive, by_mask, lambda x: 0.5 * (1 + np.tanh(np.asarray(x) / 2)),
    lambda x: np.exp(-np.logaddexp(0, -np.asarray(x, dtype=float))),
    lambda x: naive(np.clip(x, -500, 500)), in_float32(naive),
    loop(lambda v: 1 / (1 + math.exp(-v)) if v > -700 else 0.0),
    by_index(lambda v: 0.5 + 0.5 * math.tanh(v / 2)),
)

BANK = """
sigmoid(x)
    like: smooth
    d = -np.abs(k)                       # the exponent
    e = np.exp(d)                        # the exponential
    n = np.where(k >= 0, 1, e)           # the numerator
    s = 1 + e                            # the denominator
    o = n / s

shown: e, s
same: d = -k && n = 1
same: d = k && n = e && plain = 0

sign/exponent: your curve falls, because it is σ(−x). Large x has to give almost 1.
    k = -k
sign/denominator: there is a minus in the denominator. It is 1 plus an exponential, and never 0.
    s = 1 - e || 1 - e + 1e-12 || 1 - e + 1e-8 || np.where(k >= 0, 1 + e, 1 - e)
sign/numerator: right of 0 the result is negative. Numerator and denominator are positive
        everywhere.
    n = np.where(k >= 0, -1, e)
omitted-term/no-fraction: you return the exponential itself. The formula is a fraction.
    o = np.exp(-k)
omitted-term/no-exponential: the exponential is missing. The denominator is 1 + e^−x.
    e = d
omitted-term/denominator: the denominator is missing. The formula is a fraction on both sides of 0.
    o = n
omitted-term/denominator-left: left of 0 you return the exponential without its denominator. There
        the result is e^x / (1 + e^x).
    o = np.where(k >= 0, o, e)
omitted-term/denominator-right: from 0 on your result is 1. There it is 1 / (1 + e^−x).
    o = np.where(k >= 0, 1.0, o)
omitted-term/left-form: your result never falls below ½, because left of 0 it is that of |x|. There
        the sigmoid is e^x / (1 + e^x).
    o = 1 / (1 + np.exp(-np.abs(k)))
omitted-term/right-form: your result never rises above ½, because right of 0 it is that of −|x|.
        There the sigmoid is 1 / (1 + e^−x).
    o = np.exp(-np.abs(k)) / (1 + np.exp(-np.abs(k)))
off-by-one/threshold: the curve jumps at a point other than 0. If there are two forms, choose
        between them by x ≥ 0.
    n = np.where(k >= 1, 1, e) || np.where(k >= -1, 1, e) || np.where(k >= 2, 1, e)
neighbour-formula/other-constant: the denominator has a number other than 1 next to the exponential.
        At 0 the result is 1 / (1 + 1), ½.
    s = 2 + e || -1 + e
neighbour-formula/other-function: you use another function instead of the exponential. Use np.exp.
    e = np.log1p(d) || np.expm1(d)
neighbour-formula/square: you square x in the exponent. The exponent is −x.
    d = -k ** 2 && n = 1 || np.where(k >= 0, 1, e)
neighbour-formula/other-base: the exponential has a base other than e. np.exp uses e, with all its
        digits.
    e = 2.0 ** d || 10.0 ** d || 2.718 ** d || 2.71 ** d || 2.72 ** d
neighbour-formula/e-times: you multiply e by the exponent. Raise e to that power: np.exp.
    e = np.e * d
neighbour-formula/applied-twice: you apply the sigmoid twice. Once is enough.
    o = 1 / (1 + np.exp(-o))
neighbour-formula/derivative: you return the slope of the sigmoid. The sigmoid itself is ½ at 0, not
        ¼.
    o = o * (1 - o)
neighbour-formula/swish: you multiply the result by x, which gives Swish. The sigmoid has no factor
        x.
    o = k * o
neighbour-formula/tanh: your function is a tanh, whose values go from −1 to 1. The sigmoid is
        between 0 and 1.
    o = np.tanh(k) || np.tanh(k / 2)
neighbour-formula/softplus: your function is a softplus, which has no upper limit. The sigmoid is
        between 0 and 1.
    o = np.logaddexp(0, k) || np.logaddexp(0, -k)
neighbour-formula/log-sigmoid: you return the logarithm of the sigmoid, which is negative. The
        sigmoid is between 0 and 1.
    o = -np.logaddexp(0, -k)
neighbour-formula/step: your function is the step, which jumps from 0 to 1. The sigmoid rises
        smoothly.
    o = np.heaviside(k, 0.0) || np.heaviside(k, 0.5) || np.heaviside(k, 1.0)
neighbour-formula/hard-sigmoid: your function is made of straight lines. The sigmoid is smooth.
    o = np.clip(0.2 * k + 0.5, 0, 1) || np.clip(k / 4 + 0.5, 0, 1) || np.clip(k / 6 + 0.5, 0, 1) ||
        np.clip((k + 1) / 2, 0, 1) || np.clip(k, 0, 1) || np.clip(k + 0.5, 0, 1)
neighbour-formula/relu: your function is ReLU. The sigmoid is between 0 and 1.
    o = np.maximum(0, k)
neighbour-formula/other-curve: your function is another curve with two limits, without e^−x. The
        sigmoid has an exponential, and its values go from 0 to 1.
    o = np.arctan(k) / np.pi + 0.5 || 0.5 * (1 + k / (1 + np.abs(k))) || k / (1 + np.abs(k)) || 0.5
        * (1 + k / np.sqrt(1 + k ** 2))
neighbour-formula/normal: your function is Φ, the normal distribution function. The sigmoid is a
        fraction with e^−x.
    o = functions.gelu(k) / np.where(k == 0, 1, k) + 0.5 * (k == 0)
neighbour-formula/bell: your function is a bell curve, e^−x². The sigmoid rises everywhere.
    o = np.exp(-k ** 2)
neighbour-formula/logit: you compute the logit, the inverse of the sigmoid. It turns probabilities
        into numbers.
    o = np.log(k / (1 - k))
unstable/clipped: the inputs are cut off, and the cut shows. Cut at ±500 or don't cut at all.
    c = 6 || 7 || 8 || 9 || 10 || 12 && k = np.clip(k, -c, c)
unstable/cut-off: far from 0 you replace the curve by its limit, too early. Far out the curve is
        close to its limit, not equal to it: one formula serves everywhere.
    c = 4 || 6 || 7 || 8 && o = np.where(k < -c, 0, o) || np.where(k > c, 1, o) || np.where(k < -c,
        0, np.where(k > c, 1, o))
    o = np.where(k < -10, 0, o) || np.where(k <= -4, 0, np.where(k >= 4, 1, o))
"""

EXERCISE = Exercise(
    id="sigmoid", title="Write a sigmoid that survives ±1000", notebook="03", number="3.3",
    signature="sigmoid(x)", lecture=("MAY24-1.2a", "MAY25-1.2a", "ALICE-5.4c"), minutes=5,
    difficulty=2, reference=functions.sigmoid, cases=cases, bank=BANK,
    hints=("Which of the lecture's two forms breaks at +1000, and which at −1000?",
           "Let only numbers ≤ 0 into the exponential: e = exp(−|x|) cannot overflow.",
           "σ(x) = 1 / (1 + e) where x ≥ 0, e / (1 + e) elsewhere, with e = exp(−|x|)"),
    formula="σ(x) = 1 / (1 + e^−x) = e^x / (1 + e^x)",
    variation="write it with np.tanh alone.",
    right=RIGHT, awkward=loop(lambda v: 0.5 + 0.5 * math.tanh(v / 2)),
    heads=("sigmoid(0)", "sigmoid(np.log(3))", "sigmoid([-np.log(4), 0])",
           "sigmoid([1000, -1000])", "sigmoid(-1000)"),
)
