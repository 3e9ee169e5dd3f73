"""3.13 elu: its cases, right answers in other styles, hints, and what students write instead."""

import functools
import math

import numpy as np

from course_utils import functions
from misstep import Exercise

from .. import elementwise
from ..elementwise import by_index, in_float32, loop, of_floats, with_default

elu_of = functools.partial(with_default, value=1.0)
BY_LOOP = elu_of(loop(lambda v, a: v if v > 0 else a * (math.exp(v) - 1)))


def series(k, terms):
    """The first terms of e^k − 1."""
    return sum(k**n / math.factorial(n) for n in range(1, terms + 1))


def joined(k, m, left):  # one after the other
    return np.concatenate([k[m], left[~m]])


RIGHT = (
    elu_of(of_floats(lambda x, a: np.where(x > 0, x, a * (np.exp(x) - 1)))),
    elu_of(of_floats(lambda x, a: np.maximum(0, x) + np.minimum(0, a * (np.exp(x) - 1)))),
    BY_LOOP, elu_of(by_index(lambda v, a: v if v >= 0 else a * math.expm1(v))),
    elu_of(in_float32(lambda x, a: np.maximum(0, x) + a * np.expm1(np.minimum(x, 0)))),
    elu_of(of_floats(lambda x, a: functions.relu(x) - a * functions.relu(1 - np.exp(x)))),
)

BANK = """
elu(x, alpha=1.0)
    like: kinked
    d = np.minimum(0, k)                 # the exponent
    e = np.exp(d)                        # the exponential
    g = e - 1                            # the exponential less 1
    l = alpha * g                        # the left side
    o = np.where(m, r, l)

unstable/masked-product: the branch you don't need overflows, and 0 · ∞ is not a number. Choose with
        np.where, or let only numbers ≤ 0 into the exponential.
    needs: exponential
    d = k && o = m * r + (k <= 0) * l || r * m + l * (k < 0) || np.maximum(0, k) + l * (k <= 0)
ignored-argument/alpha: the argument `alpha` makes no difference. It multiplies the left side.
    alpha = 1 || 0.5 || 2 || 0.01 || 0.1
convention/other-default: without an argument your alpha is not 1. Compare the default in the first
        line.
    where needs: default
    c = 0.01 || 0.1 || 0.2 || 0.5 || 2.0 || 1.6732632423543772 && alpha = c if alpha == 1 else alpha
omitted-term/no-minus-one: the −1 is missing left of 0. The left side ends at the origin: e^0 − 1 =
        0.
    g = e
    g = e && o = np.maximum(0, k) + l
neighbour-formula/parentheses: left of 0 alpha multiplies the exponential, but not the −1. Compute
        e^x − 1 first, then multiply by alpha.
    l = alpha * e - 1
    l = alpha * e - 1 && o = np.maximum(0, k) + l
    l = alpha * e - 1 && m = k >= 0
neighbour-formula/one-in-exponent: left of 0 you subtract the 1 in the exponent. Compute e^x − 1
        first, then multiply by alpha.
    l = alpha * np.exp(d - 1)
    l = alpha * np.exp(d - 1) && m = k >= 0
sign/left-side: the left side has the wrong sign. It is below 0.
    g = 1 - e
sign/exponent: the exponent has the wrong sign, so it explodes. Left of 0 the exponential is below
        1.
    d = -k || np.abs(k)
    d = -k && l = -alpha * g
sign/plus-one: you add 1 to the exponential. At 0 the left side is 0.
    g = e + 1
neighbour-formula/one-branch: the exponential also counts right of 0. There the value is x.
    o = alpha * np.expm1(k) || k + alpha * np.expm1(k) || np.maximum(0, k) + alpha * np.expm1(k)
neighbour-formula/larger-branch: you choose the branch by its size. Choose by the sign of x.
    o = np.maximum(k, alpha * np.expm1(k)) || np.minimum(k, alpha * np.expm1(k)) || np.maximum(k, l)
        || np.minimum(k, l)
neighbour-formula/branches-added: you combine the two branches in one value. Left of 0 only the
        exponential branch counts, right of 0 only x.
    o = k + l || np.maximum(0, k) * l || np.maximum(0, k) / l
omitted-term/no-exponential: left of 0 your result is the same for all x. The curve bends there:
        alpha times e^x − 1.
    l = -alpha || alpha || -1.0
neighbour-formula/bent-otherwise: the left side is another curve. It should be alpha times e^x − 1.
    l = alpha * np.tanh(k) || alpha * k / (1 + np.abs(k)) || -alpha * np.log1p(np.abs(k)) || alpha *
        k * e || alpha * k * g || g = 2 ** d - 1 || e - k
    c = 2 || 3 || 4 || 5 || 10 && g = series(d, c)
neighbour-formula/straight-left: the left side is straight. It should bend: alpha times e^x − 1.
    l = alpha * k || 0.01 * k || 0.1 * k || 0 * k || k
neighbour-formula/alpha-misplaced: you use alpha in the wrong way. It multiplies e^x − 1, left of 0,
        and appears nowhere else.
    l = np.expm1(alpha * d) || alpha * np.expm1(d / alpha) || alpha ** k - 1 || g + alpha || e -
        alpha || g / alpha || (alpha - 1) * g
    o = np.maximum(0, k) + alpha + g || np.maximum(0, k) + alpha / g
neighbour-formula/floor-at-alpha: left of 0 your result is x, down to −alpha. ELU bends there: it
        approaches −alpha and never reaches it.
    o = np.maximum(k, -alpha)
factor/alpha-everywhere: alpha multiplies the right side. It belongs to the left side.
    r = alpha * k
    r = alpha * k && l = g
factor/left-side: the left side has an extra factor. The value there is alpha times e^x − 1, nothing
        else.
    l = 2 * alpha * g || alpha * g / 2 || alpha ** 2 * g
sign/branches-swapped: the two branches are swapped. The exponential belongs to x < 0.
    o = np.where(m, alpha * np.expm1(k), r) || np.where(m, alpha * np.expm1(np.minimum(k, 700)), r)
neighbour-formula/selu: your result has SELU's factor, about 1.05. ELU has no factor except alpha,
        left of 0.
    c = 1.0507 || 1.05 && o = c * o
    o = 1.0507009873554805 * elu(k, 1.6732632423543772)
neighbour-formula/smooth-cousin: your function is a form of softplus. ELU is 0 at 0, and straight to
        the right of it.
    o = np.logaddexp(0, k) || alpha * np.logaddexp(0, k) || np.logaddexp(0, k) - np.log(2)
neighbour-formula/swish: your function is Swish. ELU is straight right of 0.
    o = swish(k)
neighbour-formula/both-sides: your right side bends too. Right of 0 the value is x.
    r = 1 - np.exp(-k)
neighbour-formula/applied-twice: you apply ELU twice. Once is enough.
    o = elu(o, alpha)
neighbour-formula/derivative: you return the slope. The value is 0 at 0.
    o = elu_grad(k, alpha)
off-by-one/expm1-minus-one: you subtract 1 twice. np.expm1 already contains the −1.
    where needs: name expm1
    l = alpha * (g - 1)
off-by-one/threshold: your border between the two sides is not at 0. Compare x with 0.
    m = k > 1 && d = np.minimum(k, 1)
    m = k >= 1 && d = np.minimum(k, 1)
    d = np.minimum(k, 700) && m = k > alpha || k > -1 || k > -alpha
off-by-one/other-zero: you cut one of the two parts at a number other than 0. Both end at the
        origin.
    d = np.minimum(-1, k) && o = np.maximum(0, k) + l
    d = np.minimum(2, k) && o = np.maximum(0, k) + l
    o = np.maximum(1, k) + l || np.maximum(-1, k) + l || np.maximum(2, k) + l
axis/wrong-extreme: your exponential counts right of 0 instead of left. Only numbers ≤ 0 should go
        into it.
    d = np.maximum(0, k) && o = np.maximum(0, k) + l
integer/alpha-truncated: alpha has lost its decimals. alpha may be 0.5.
    alpha = np.floor(alpha)
shape/branches-joined: you compute the two sides separately and join them, so the order of x is
        lost. Put each value in its own place: np.where, or a mask.
    o = joined(k, m, l) || joined(k, k >= 0, l)
unstable/clipped: the input of the exponential is cut off, and the cut shows. Far out the
        exponential goes to 0 by itself.
    c = 1 || 2 || 3 || 4 || 5 || 6 || 7 && d = np.clip(k, -c, 0)
unstable/cut-off: far left your result is −alpha, too early. The exponential goes to 0 by itself.
    c = 1 || 2 || 3 || 4 || 5 || 8 && o = np.where(k < -c, -alpha, o) || np.where(k <= -c, -alpha,
        o)
"""

EXERCISE = Exercise(
    id="elu", title="Write ELU", notebook="03", number="3.13",
    retired=True, signature="elu(x, alpha=1.0)",
    lecture=("ALICE-5.4f",), minutes=5, difficulty=2, reference=functions.elu,
    cases=functools.partial(elementwise.cases_with, 0.5, 2.0), bank=BANK, lists=elementwise.LISTS,
    hints=("Which branch can overflow, and is it wanted there?",
           "np.where computes both branches everywhere; let only min(0, x) into the exponential.",
           "max(0, x) + alpha · (exp(min(0, x)) − 1)"),
    formula="elu(x) = x if x > 0, else alpha (e^x − 1)",
    variation="for which alpha has ELU no kink at 0?",
    right=RIGHT, awkward=BY_LOOP,
    heads=("elu(0.25, 2)", "elu(1000)", "elu([3, -np.log(2)])", "elu([3, -np.log(4)], 2)",
           "elu([-np.log(2), 4], 2)", "elu(-np.log(5), 0.5)"),
)
