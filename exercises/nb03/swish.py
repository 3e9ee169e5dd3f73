"""3.15 swish: its cases, right answers in other styles, hints, and what students write instead."""

import functools
import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .. import elementwise
from ..elementwise import by_index, in_float32, loop, of_floats, with_default

low = np.zeros_like  # its limit far left
swish_of = functools.partial(with_default, value=1.0)
BY_LOOP = swish_of(loop(lambda v, b: v * (0.5 + 0.5 * math.tanh(b * v / 2))))


def high(k):
    return k


def cases():
    far = Case((np.array([-1000.0, -750.0, -40.0]),), "inputs down to −1000", extreme=True)
    return [*elementwise.cases_with(0.5, 2.0), far]


RIGHT = (
    swish_of(of_floats(lambda x, b: x * functions.sigmoid(b * x))),
    swish_of(of_floats(lambda x, b: x / (1 + np.exp(-b * x)))),
    swish_of(of_floats(lambda x, b: x * 0.5 * (1 + np.tanh(b * x / 2)))),
    swish_of(of_floats(lambda x, b: np.where(x > 0, x, x * np.exp(np.minimum(b * x, 0))) / (
        1 + np.exp(-np.abs(b * x))))),
    BY_LOOP, swish_of(by_index(lambda v, b: v / (1 + math.exp(-b * v)) if b * v > -700 else 0.0)),
    swish_of(in_float32(lambda x, b: x * functions.sigmoid(b * x))),
)

BANK = """
swish(x, beta=1.0)
    like: smooth
    without: omitted-term/left-side
    f = k                                # the factor in front
    d = beta * k                         # the argument of the sigmoid
    s = sigmoid(d)                       # the sigmoid
    o = f * s

same: s = np.exp(d) / (1 + np.exp(d)) && plain = 0

ignored-argument/beta: the argument `beta` makes no difference. It belongs inside the sigmoid.
    beta = 1 || 0.5 || 2
convention/other-default: without an argument your beta is not 1. Compare the default in the first
        line.
    where needs: default
    c = 0.0 || 0.1 || 0.5 || 2.0 || 10.0 && beta = c if beta == 1 else beta
neighbour-formula/gelu-approximation: without an argument you compute x σ(1.702 x), the
        approximation of GELU. Inside the sigmoid is beta x, and beta is 1 by default.
    beta = 1.702 if beta == 1 else beta || 1.702
sign/exponent: the sign inside the sigmoid is wrong, which gives x σ(−beta x). For large x Swish is
        close to x.
    d = -beta * k
sign/denominator: there is a minus in the denominator. It is 1 plus an exponential, and never 0.
    o = k / (1 - np.exp(-d))
sign/absolute-value: |x| is in the argument of the sigmoid. It is beta x: far left the sigmoid, and
        Swish, go to 0.
    d = beta * np.abs(k)
factor/beta-times: you multiply the result by beta. beta scales only the argument of the sigmoid.
    f = beta * k
factor/divided-by-beta: you divide the result by beta. beta scales only the argument of the sigmoid.
    f = k / beta
neighbour-formula/beta-outside: beta is outside the sigmoid. It scales the sigmoid's argument.
    f = beta * k && d = k
factor/argument: the argument of the sigmoid has an extra factor. It is beta x.
    d = 2 * beta * k || beta * k / 2 || beta ** 2 * k
neighbour-formula/operation: you use beta in the wrong way. The sigmoid's argument is beta times x,
        and beta appears nowhere else.
    d = k / beta || k + beta || k - beta || k ** beta || beta / k || k ** 2 * beta || beta ** k
    o = k * sigmoid(k) + beta || k * sigmoid(k) ** beta || np.sign(k) * np.abs(k) ** beta *
        sigmoid(k)
neighbour-formula/beta-in-denominator: beta is in the denominator, outside the exponent. It belongs
        in the exponent.
    o = k / (1 + beta * np.exp(-k)) || k / (beta + np.exp(-k))
omitted-term/no-x: the factor x in front is missing. Swish is x times a sigmoid, not a sigmoid.
    f = 1
    f = 1 && d = k
    f = beta
    f = beta && d = k
omitted-term/no-x-in-exponent: the sigmoid gets only beta. Its argument is beta times x.
    d = beta
omitted-term/no-fraction: the exponential is not part of a fraction. Multiply x by a sigmoid.
    o = k * np.exp(-d) || k / np.exp(-d)
omitted-term/no-sigmoid: the sigmoid is missing. Swish is x times the sigmoid of beta x.
    o = k * d || d
neighbour-formula/sum: you combine x and the sigmoid by another operation. Multiply them.
    o = k + s || k - s || k / s
    d = k && o = k + s
neighbour-formula/sigmoid-misplaced: you take the sigmoid of more than beta x. Swish is x times the
        sigmoid of beta x.
    o = sigmoid(k * s) || sigmoid(beta * k * k)
neighbour-formula/two-sigmoids: you multiply two sigmoids. Swish is x times one sigmoid.
    s = s ** 2
    o = sigmoid(k) * s
neighbour-formula/square: you multiply by x twice. Once is enough.
    f = k ** 2
neighbour-formula/tanh: you use tanh instead of the sigmoid. The sigmoid runs from 0 to 1.
    s = np.tanh(d) || np.tanh(d / 2)
    d = k && s = np.tanh(d) || np.tanh(d / 2)
neighbour-formula/sine: you use the sine instead of the sigmoid. The sigmoid rises from 0 to 1.
    s = np.sin(d)
neighbour-formula/mish: your function is Mish, with tanh of softplus. Swish is x times a sigmoid.
    s = np.tanh(np.logaddexp(0, d))
    d = k && s = np.tanh(np.logaddexp(0, d))
neighbour-formula/softplus: you use softplus instead of the sigmoid. Swish is x times a sigmoid.
    s = np.logaddexp(0, d)
neighbour-formula/softplus-alone: your function is softplus, which is positive everywhere. Swish is
        x times a sigmoid.
    o = np.logaddexp(0, d) || np.logaddexp(0, d) / beta || np.logaddexp(0, k)
neighbour-formula/relu: negative inputs become 0. Swish dips below 0 on the left.
    f = np.maximum(0, k) || o = np.maximum(0, k)
neighbour-formula/hard-swish: you use a hard Swish, made of straight pieces. Swish has a smooth
        sigmoid.
    s = np.clip(d / 6 + 0.5, 0, 1) || np.clip(0.2 * d + 0.5, 0, 1) || np.clip(d / 4 + 0.5, 0, 1)
    d = k && s = np.clip(d / 6 + 0.5, 0, 1) || np.clip(0.2 * d + 0.5, 0, 1)
neighbour-formula/gelu: your function is GELU. Swish has a sigmoid where GELU has Φ.
    o = gelu(k)
neighbour-formula/derivative: you return the slope. Swish itself is 0 at 0.
    o = swish_grad(k, beta)
neighbour-formula/derivative-without-beta: you return the slope, without the inner factor beta.
        Swish itself is 0 at 0.
    o = s + k * sigmoid_grad(d)
neighbour-formula/softmax: you use softmax instead of the sigmoid. Treat each entry by itself.
    s = np.exp(d - np.max(d)) / np.exp(d - np.max(d)).sum()
neighbour-formula/dot-product: you add up the products. `@` and np.dot do that: multiply entry by
        entry, with *.
    where needs: operator @
    o = np.dot(k, s)
neighbour-formula/applied-twice: you apply Swish twice. Once is enough.
    o = o * sigmoid(beta * o)
integer/beta-truncated: beta has lost its decimals. beta may be 0.5.
    beta = np.floor(beta)
unstable/clipped: something is cut off, and the cut shows in the result. Cut inside the sigmoid, at
        ±500, or don't cut at all: x in front is never cut.
    c = 2 || 3 || 5 || 6 || 8 || 10 || 14 || 18 && d = np.clip(d, -c, c)
    c = 6 || 10 || 20 || 30 || 50 || 100 || 500 || 700 && k = np.clip(k, -c, c)
unstable/cut-off: far from 0 you replace the curve by its limit, too early. Far out the curve is
        close to its limit, not equal to it.
    c = 4 || 5 || 6 || 7 || 8 || 10 && o = np.where(k < -c, 0, o)
    c = 2 || 3 || 4 || 5 || 6 || 7 || 8 || 10 && o = np.where(d < -c, 0, o)
    c = 4 || 5 || 6 || 7 && o = np.where(k > c, k, o) || np.where(k < -c, 0, np.where(k > c, k, o))
    c = 2 || 4 && o = np.where(d <= -c, 0, o) || np.where(d >= c, k, o) || np.where(d <= -c, 0,
        np.where(d >= c, k, o))
    c = 2 || 3 || 4 || 5 || 6 && o = np.where(d > c, k, o) || np.where(d < -c, 0, np.where(d > c, k,
        o))
"""

EXERCISE = Exercise(
    id="swish", title="Write Swish", notebook="03", number="3.15",
    retired=True,
    signature="swish(x, beta=1.0)", lecture=("MAY24-1.2f", "MAY24-1.2g", "MAY25-1.2g"),
    minutes=4, difficulty=1, reference=functions.swish, cases=cases, bank=BANK,
    lists=elementwise.LISTS,
    hints=("Swish is not a sigmoid: what is multiplied with it?",
           "Your sigmoid takes beta times x; its result weighs x.",
           "swish(x) = x · sigmoid(beta · x)"),
    formula="swish(x) = x σ(beta x)",
    variation="try beta = 0 and beta = 50: which two functions do you meet?",
    right=RIGHT, awkward=BY_LOOP,
    heads=("swish(1000)", "swish(-1, np.log(3))", "swish([2, -2], np.log(3) / 2)",
           "swish([[0, -1000]])", "swish(4, np.log(3) / 4)"),
)
