"""3.12 softplus: its cases, right answers in other styles, hints, and what students write."""

import math

import numpy as np

from course_utils import functions
from misstep import Exercise

from .. import elementwise
from ..elementwise import in_float32, loop, of_floats

low = np.zeros_like  # its limit far left


def high(k):
    return k


RIGHT = (
    lambda x: np.logaddexp(0, x), lambda x: np.logaddexp(x, 0.0),
    of_floats(lambda x: np.maximum(0, x) + np.log1p(np.exp(-np.abs(x)))),
    of_floats(lambda x: np.where(x > 30, x, np.log1p(np.exp(np.minimum(x, 30))))),
    of_floats(lambda x: np.where(x > 20, x, np.log(1 + np.exp(x)))),
    of_floats(lambda x: functions.relu(x) - np.log(functions.sigmoid(np.abs(x)))),
    loop(lambda v: max(v, 0.0) + math.log1p(math.exp(-abs(v)))),
    in_float32(lambda x: np.logaddexp(0, x)),
)

BANK = """
softplus(x)
    like: smooth
    a = np.maximum(0, k)                 # the larger exponent
    d = -np.abs(k)                       # the exponent that is left
    e = np.exp(d)                        # the exponential
    l = np.log(1 + e)                    # the logarithm
    o = a + l

shown: e, l
same: a = 0 && d = k && plain = 0

unstable/printed-formula: the exponential overflows, and the result is not finite. Take the larger
        of the two exponents out of the logarithm first.
    needs: exponential
    a = 0 && d = k
sign/exponent: your curve falls, because it is the softplus of −x. Softplus rises.
    k = -k
neighbour-formula/other-base: the logarithm has a base other than e. Use np.log with np.exp: both
        have base e.
    l = np.log2(1 + e) || np.log10(1 + e)
    o = o / np.log(2) || o / np.log(10)
neighbour-formula/other-power: the exponential has a base other than e. Use np.exp with np.log: both
        have base e.
    e = 2.0 ** d
neighbour-formula/logarithm-and-power: logarithm and exponential have base 2. Use np.log and np.exp:
        both have base e.
    o = np.logaddexp2(0, k)
sign/minus: there is a minus inside the logarithm. Add 1 and the exponential.
    l = np.log(1 - e) || np.log(np.abs(e - 1)) || np.log(1 - e + 1e-9) || np.log(1 - e + 1e-8)
    c = 1e-12 || 1e-10 || 1e-9 || 1e-8 && l = np.log(1 - np.exp(-np.abs(k) - c))
sign/second-term: you subtract the logarithm. Add it to the larger exponent.
    l = -np.log(1 + e) || o = k - np.logaddexp(0, -k)
sign/one-side: you subtract the logarithm on one side of 0. Add it on both sides.
    l = np.where(k > 0, -1, 1) * np.log(1 + e) || np.where(k > 0, 1, -1) * np.log(1 + e)
sign/larger-exponent: you add |x| instead of the larger of 0 and x. That is 0 left of 0, and x right
        of it.
    a = np.abs(k)
sign/smaller-exponent: you add the smaller of 0 and x, not the larger. The larger is 0 left of 0,
        and x right of it.
    a = np.minimum(0, k)
omitted-term/no-absolute-value: the exponent that is left over is not −|x|, which is negative on
        both sides. Subtract the larger exponent from both.
    d = -k || k || np.abs(k) || np.minimum(np.abs(k), 700)
omitted-term/no-maximum: the larger exponent, taken out of the logarithm, is missing. Add again what
        you have taken out: 0 or x.
    a = 0
omitted-term/x-on-both-sides: you add x on both sides of 0. Add what was taken out of the logarithm:
        the larger of 0 and x.
    a = k
off-by-one/log1p-twice: you add 1 twice. np.log1p adds a 1 by itself.
    where needs: name log1p
    o = np.log1p(1 + np.exp(k)) || np.logaddexp(np.log(2), k)
omitted-term/no-one: you return the input, because without the 1, logarithm and exponential cancel.
        At 0 softplus is ln 2.
    o = k
omitted-term/no-one-left: you return the smaller of 0 and x, because without the 1, logarithm and
        exponential cancel. At 0 softplus is ln 2.
    o = np.minimum(0, k)
omitted-term/no-log: the logarithm is missing. Softplus grows like x, not like an exponential.
    o = np.exp(k) || 1 + np.exp(k)
omitted-term/no-exp: the exponential is missing. Take the logarithm of 1 plus an exponential.
    o = np.log(1 + k) || np.log1p(np.maximum(k, 0)) || np.log1p(np.abs(k)) || np.log(k)
neighbour-formula/another-one: you have another number where the 1 belongs. np.logaddexp takes
        exponents, and the 1 in the formula is e^0.
    where needs: name logaddexp
    l = np.log(2 + e) || np.log(np.e + e)
    o = np.logaddexp(1, k) || np.logaddexp(-1, k) || np.logaddexp(2, k)
neighbour-formula/parentheses: you add a 1 outside the logarithm. It belongs inside, once.
    o = 1 + k || 1 + np.log(np.exp(k)) || np.logaddexp(0, k) + 1
neighbour-formula/product: you multiply the two terms. Add exponent and logarithm.
    o = a * l
factor/x-times-too-large: you multiply the result by x. The logarithm has no factor.
    o = k * np.logaddexp(0, k)
neighbour-formula/x-added: you add x once more. Of the two exponents add the larger, once.
    o = k + np.logaddexp(0, k)
neighbour-formula/logarithm-of-two: you add ln 2 instead of the logarithm. The logarithm is ln 2 at
        x = 0, and smaller further out.
    o = k + np.log(2) || l = np.log(2)
neighbour-formula/shifted: you subtract ln 2. At 0 softplus is ln 2, not 0.
    o = o - np.log(2)
neighbour-formula/two-branches: your curve jumps from one piece to another. One formula serves both
        sides of 0.
    o = np.where(k > 1, k, o) || np.where(k < 0, np.exp(k), o) || np.where(k > 0, k, np.exp(k))
neighbour-formula/relu: your function is ReLU. Softplus is smooth: at 0 it is ln 2.
    l = 0 * k
neighbour-formula/logsumexp: you sum the exponentials of all entries. Treat each entry by itself.
    o = np.logaddexp.reduce(np.ravel(k)) || np.logaddexp.reduce(np.ravel(k)) + 0 * k ||
        np.logaddexp(0, np.logaddexp.reduce(np.ravel(k)))
neighbour-formula/one-maximum: you use one maximum for all entries. Treat each entry by itself.
    a = np.max(k)
neighbour-formula/derivative: you return the sigmoid, the slope of softplus. Softplus itself grows
        like x.
    o = sigmoid(k)
neighbour-formula/second-derivative: you return the slope of the sigmoid. Softplus itself grows like
        x.
    o = sigmoid_grad(k)
neighbour-formula/log-sigmoid: you return the logarithm of the sigmoid. Softplus is positive.
    o = -np.logaddexp(0, -k)
factor/slope-2: x is doubled, so the bend is sharper. Use x as it is.
    o = np.logaddexp(0, 2 * k) / 2
neighbour-formula/square-root: you compute squareplus, with a root. Softplus has log and exp.
    c = 1 || 4 || 0.01 || 0.1 || 0.25 || 0.5 || 2 || 4 * np.log(2) ** 2 && o = (k + np.sqrt(k ** 2 +
        c)) / 2
neighbour-formula/other-curve: your result falls below 0, so it is another curve. Softplus is
        positive and grows like x.
    o = np.tanh(k) || swish(k) || elu(k)
unstable/clipped: the input is cut off, and softplus grows beyond the cut. For large x softplus is
        x: no cut is needed if the exponential never gets a large number.
    c = 6 || 10 || 20 || 100 || 600 || 700 || 709 && k = np.clip(k, -c, c) || np.minimum(k, c)
    k = np.minimum(k, 5)
unstable/cut-off: far from 0 you replace the curve by its limit, too early. Far out the curve is
        close to its limit, not equal to it.
    c = 8 || 10 && o = np.where(k < -c, 0, o)
    c = 1.5 || 4 || 5 || 6 || 7 && o = np.where(k > c, k, o) || np.where(k < -c, 0, o) || np.where(k
        < -c, 0, np.where(k > c, k, o)) || np.where(k <= -c, 0, np.where(k >= c, k, o))
"""

EXERCISE = Exercise(
    id="softplus", title="Write a softplus that survives ±1000", notebook="03", number="3.12",
    signature="softplus(x)", lecture=("ALICE-5.4f",), minutes=5, difficulty=2,
    reference=functions.softplus, cases=elementwise.cases, bank=BANK, lists=elementwise.LISTS,
    hints=("Where does e^x overflow, and what is softplus there?",
           "1 = e^0: log(e^0 + e^x) with the larger exponent taken out first.",
           "softplus(x) = max(0, x) + log(1 + e^−|x|) = np.logaddexp(0, x)"),
    formula="softplus(x) = log(1 + e^x) = max(0, x) + log(1 + e^−|x|)",
    variation="differentiate it: which function of this notebook comes out?",
    right=RIGHT, awkward=loop(lambda v: max(v, 0.0) + math.log1p(math.exp(-abs(v)))),
    heads=("softplus(1000)", "softplus(0)", "softplus([0, 1000])", "softplus(-1000)",
           "softplus(np.log(3))"),
)
