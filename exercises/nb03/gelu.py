"""3.14 gelu: its cases, right answers in other styles, hints, and what students write instead."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .. import elementwise
from ..elementwise import by_index, in_float32, loop

erf = np.vectorize(math.erf, otypes=[float])
erfc = np.vectorize(math.erfc, otypes=[float])
low = np.zeros_like  # its limit far left


def high(k):
    return k


def cases():
    return [
        *elementwise.cases(),
        Case((np.array([-2.7, -2.2, -0.6, 0.6, 2.2, 2.7, 3.25]),),
             "where approximations are worst"),
    ]


def terms(x, n):
    """The first n terms of the power series of the error function."""
    return 2 / np.sqrt(np.pi) * sum((-1) ** i * x ** (2 * i + 1) / (
        math.factorial(i) * (2 * i + 1)) for i in range(n))


BANK = """
gelu(x)
    like: smooth
    w = math.sqrt(2)                     # the root of 2
    z = k / w                            # the argument of erf
    r = erf(z)                           # the error function
    s = 1 + r                            # one more
    p = s / 2                            # the normal distribution function
    o = k * p

shown: z, r, p
right: o = k - k * (1 - r) / 2 || 0.5 * k * erfc(-z)

neighbour-formula/tanh-approximation: you use the approximation with tanh, which is close but not
        equal. The exact form has the error function: math.erf.
    c = np.sqrt(2 / np.pi) || 0.8 || 0.798 && r = np.tanh(c * (k + 0.044715 * k ** 3))
    c = 0.044 || 0.0447 || 0.045 && r = np.tanh(np.sqrt(2 / np.pi) * (k + c * k ** 3))
neighbour-formula/tanh-constant: you use a tanh instead of erf, but not that of the usual
        approximation. The exact form has the error function: math.erf.
    c = np.sqrt(2 * np.pi) || 2 / np.pi || np.sqrt(np.pi / 2) || 1 && r = np.tanh(c * (k + 0.044715
        * k ** 3))
    c = 0.44715 || 0.0044715 || -0.044715 || 0 && r = np.tanh(np.sqrt(2 / np.pi) * (k + c * k ** 3))
    r = np.tanh(np.sqrt(2 / np.pi) * (k + 0.044715 * k ** 2)) || np.tanh(np.sqrt(2 / np.pi) * k +
        0.044715 * k ** 3) || np.tanh(k)
neighbour-formula/sigmoid-approximation: you use a sigmoid instead of Φ, an approximation. The exact
        form has the error function: math.erf.
    c = 1.702 || 1.7 || 1.71 || 1.6 || 1.5 || 1.072 || np.pi / np.sqrt(3) && p = sigmoid(c * k)
neighbour-formula/swish: your function is Swish, x times a sigmoid. Φ is the normal distribution
        function: compute it with the error function, math.erf.
    p = sigmoid(k)
neighbour-formula/short-series: your erf is a series with too few terms: right near 0, wrong further
        out. math.erf is exact.
    c = 1 || 2 || 3 || 4 || 5 || 6 || 7 || 8 || 10 || 12 || 15 || 20 && r = terms(k / 2 ** 0.5, c)
factor/argument: you take erf of something other than x divided by √2. Φ(x) is (1 + erf(x / √2)) /
        2.
    z = k || k * w || k / 2 || w = np.sqrt(np.pi) || np.sqrt(2 * np.pi) || np.sqrt(3)
    z = np.sqrt(np.abs(k)) / 2
factor/root-outside: you divide erf by √2, not its argument. The root belongs inside.
    r = erf(k) / w
sign/erf: you subtract where 1 and erf should be added. Φ rises from 0 to 1.
    s = 1 - r || r - 1
omitted-term/no-one: the 1 is missing, and erf itself runs from −1 to 1. Φ runs from 0 to 1.
    p = r || erf(k) || erf(k * w)
factor/not-halved: the half is missing. Φ runs from 0 to 1: it is (1 + erf) / 2.
    p = s
    r = np.tanh(np.sqrt(2 / np.pi) * (k + 0.044715 * k ** 3)) && p = s
factor/halved-twice: you halve twice. Φ runs from 0 to 1: it is (1 + erf) / 2.
    p = s / 4
off-by-one/other-constant: you add erf to a number other than 1. Φ is (1 + erf) / 2 and runs from 0
        to 1.
    s = 3 + r || 0.5 + r
neighbour-formula/parentheses: you don't halve 1 + erf and multiply it by x as a whole. Take the sum
        first, then halve it and multiply it by x.
    p = 0.5 + r || 1 + r / 2 || o = k + r / 2 || k / 2 + r || k * r / 2 + 1 || k * 1 + r
neighbour-formula/operation: you don't multiply x by Φ(x), but combine them in another way. It is x
        times Φ(x).
    o = k + p || (k + r) / 2 || k + s || k / s / 2 || k / p || (k + s) / 2 || k - p
neighbour-formula/erf-replaced: you use another curve instead of Φ. The exact form has the error
        function: math.erf.
    p = np.tanh(k) || 0.5 + np.arctan(k) / np.pi || np.tanh(np.logaddexp(0, k))
neighbour-formula/phi-squared: you square Φ(x). Multiply x by Φ(x), once.
    p = (s / 2) ** 2
neighbour-formula/density: you use a bell curve instead of the distribution function. Φ(x) is the
        probability of a draw below x.
    p = np.exp(-k ** 2 / 2) / np.sqrt(2 * np.pi) || np.exp(-k ** 2 / 2) || o = np.exp(-k ** 2 / 2) /
        np.sqrt(2 * np.pi) || np.maximum(0, k) * np.exp(-k ** 2 / 2) / np.sqrt(2 * np.pi)
neighbour-formula/relative: right of 0 your result is never below x, so it is a relative of GELU.
        GELU is x times a probability.
    o = np.maximum(0, k) || elu(k) || np.logaddexp(0, k)
neighbour-formula/derivative: you return the slope. GELU itself is 0 at 0.
    o = gelu_grad(k)
neighbour-formula/square: you multiply by x twice. Once is enough.
    o = k ** 2 * p
neighbour-formula/applied-twice: you apply GELU twice. Once is enough.
    o = o * (1 + erf(o / w)) / 2
unstable/cut-off: far from 0 you replace the curve by its limit, too early. Far out the curve is
        close to its limit, not equal to it.
    c = 1 || 2.5 && o = np.where(k < -c, 0, o) || np.where(k > c, k, o) || np.where(k < -c, 0,
        np.where(k > c, k, o))
    o = np.where(k < -4, 0, o)
"""

EXERCISE = Exercise(
    id="gelu", title="Write GELU, exactly", notebook="03", number="3.14", signature="gelu(x)",
    lecture=("MAY24-1.2f", "MAY24-1.2g", "MAY25-1.2g"), minutes=5, difficulty=2,
    reference=functions.gelu, cases=cases, bank=BANK, lists=elementwise.LISTS,
    hints=("Which probability does GELU multiply x with?",
           "Φ(x) comes from the error function; math.erf takes one number, np.vectorize(math.erf) "
           "takes arrays.",
           "gelu(x) = x (1 + erf(x / √2)) / 2"),
    formula="gelu(x) = x Φ(x) = x (1 + erf(x / √2)) / 2",
    variation="measure the largest error of the two popular approximations.",
    right=(
        loop(lambda v: v * 0.5 * (1 + math.erf(v / math.sqrt(2)))),
        by_index(lambda v: v * 0.5 * (1 + math.erf(v / 2**0.5))),
        in_float32(lambda x: x * (1 + erf(x / np.sqrt(2))) / 2)),
    awkward=loop(lambda v: v * 0.5 * (1 + math.erf(v / math.sqrt(2)))),
    heads=("gelu(0)", "gelu(1000)", "gelu([-1000, 1000])", "gelu([1000, 0])"),
)
