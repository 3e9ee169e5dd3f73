"""3.4 sigmoid_grad: its cases, right answers in other styles, hints, and what students write."""

import math

import numpy as np

from course_utils import functions
from misstep import Exercise

from .. import elementwise
from ..elementwise import in_float32, loop
from .sigmoid import naive

value = functions.sigmoid
low = high = np.zeros_like  # its limits


def bell(v):
    e = math.exp(-abs(v))
    return e / (1 + e) ** 2


BANK = """
sigmoid_grad(x)
    like: smooth
    like: slopes
    s = sigmoid(k)                       # the sigmoid
    r = 1 - s                            # 1 minus the sigmoid
    o = s * r

shown: s, r
same: o = np.exp(-k) / (1 + np.exp(-k)) ** 2 && plain = 0
same: s = np.exp(k) / (1 + np.exp(k)) && plain = 0
right: o = s - s ** 2 || 0.25 / np.cosh(k / 2) ** 2 || (1 - np.tanh(k / 2) ** 2) / 4

unstable/quotient: far from 0, on one side, your result is not a number, as ∞ / ∞ or 0 · ∞. The
        slope is the sigmoid times its complement: two numbers that stay finite.
    o = np.exp(-k) / (1 + np.exp(-k)) ** 2 || np.exp(k) / (1 + np.exp(k)) ** 2
neighbour-formula/takes-output: you treat the input as if it were already the output. x is the
        pre-activation: take the sigmoid first, then its slope.
    s = k
    s = k && r = 1 - k ** 2 && o = r
neighbour-formula/half-output: one factor is made from σ(x), the other from x itself. Make both
        factors from the sigmoid.
    r = 1 - k || -k || o = k * r
neighbour-formula/second-sigmoid: your second factor is σ(1 − x). The 1 belongs outside the sigmoid:
        the complement of σ(x).
    r = sigmoid(1 - k)
omitted-term/no-square: you compute the quotient without its square, so it is ½ at 0, not ¼. The
        whole denominator of the quotient is squared.
    o = np.exp(-np.abs(k)) / (1 + np.exp(-np.abs(k)))
omitted-term/part-squared: you square part of the denominator. The whole denominator of the quotient
        is squared.
    o = np.exp(-k) / (1 + np.exp(-2 * k)) || np.exp(-k) / (1 + np.exp(-k ** 2))
omitted-term/no-denominator: you return e^−x and nothing more. The quotient has a denominator,
        squared.
    o = np.exp(-k)
omitted-term/absolute-value: |x| is in only one of numerator and denominator. The slope is even: put
        |x| in both or in neither.
    o = np.exp(-np.abs(k)) / (1 + np.exp(-k)) ** 2 || np.exp(-k) / (1 + np.exp(-np.abs(k))) ** 2
omitted-term/inner-derivative: you return the square of a sigmoid, without the inner derivative. The
        chain rule leaves the derivative of e^−x in the numerator.
    o = s ** 2 || sigmoid(np.abs(k)) ** 2
omitted-term/inner-derivative-minus: you return minus the square of the sigmoid, without the inner
        derivative, −e^−x. It belongs in the numerator, and changes the sign.
    o = -s ** 2
sign/exponent: the exponent of the numerator has the wrong sign. Numerator and denominator have the
        same exponential.
    o = np.exp(k) / (1 + np.exp(-k)) ** 2
sign/denominator: there is a minus in the denominator. It is 1 plus an exponential, squared, and
        never 0.
    o = np.exp(-k) / (1 - np.exp(-k)) ** 2
sign/plus: you add the square of tanh. The slope is (1 − tanh²(x/2)) / 4.
    o = (1 + np.tanh(k / 2) ** 2) / 4 || 1 + np.tanh(k / 2) ** 2
sign/left-side: left of 0 your slope is negative. The sigmoid rises everywhere.
    o = np.where(k >= 0, o, -o)
neighbour-formula/tanh-rule: you use the rule of tanh, 1 − output². The sigmoid's rule has the
        output once as a factor.
    o = 1 - s ** 2
neighbour-formula/factor-too-many: the factor σ appears twice. The slope has one σ and one 1 − σ.
    o = s * r * s
neighbour-formula/complement-twice: the factor 1 − σ appears twice. The slope has one σ and one 1 −
        σ.
    o = s * r * r
neighbour-formula/square-in-factor: you square the output inside the second factor. It is 1 minus
        the output.
    o = s * (1 - s ** 2)
factor/double-square: you double the square. Multiply the two factors out once more.
    o = s - 2 * s ** 2
neighbour-formula/other-operation: the slope is 1 everywhere, which is σ plus 1 − σ. Multiply the
        two.
    o = s + r
neighbour-formula/difference: you compute σ minus its complement 1 − σ. Multiply the two.
    o = s - r
neighbour-formula/quotient: you compute σ divided by its complement 1 − σ. Multiply the two.
    o = s / r
neighbour-formula/sigmoid-twice: you apply the sigmoid twice. Once is enough.
    s = sigmoid(s)
neighbour-formula/sigmoid-around: you take the sigmoid of the product x (1 − x). First take the
        sigmoid of x, then the product.
    o = sigmoid(k * (1 - k))
neighbour-formula/x-times: you multiply the result by x. Only σ(x) appears in the factors.
    o = k * o
neighbour-formula/tanh-grad: you compute a slope of tanh. The sigmoid is flatter: at 0 its slope is
        ¼.
    o = 1 - np.tanh(k) ** 2
neighbour-formula/swish-grad: you compute the slope of Swish. Differentiate only the sigmoid.
    o = swish_grad(k)
neighbour-formula/second-derivative: you compute the second derivative. The slope itself is positive
        everywhere.
    o = s * r * (1 - 2 * s)
neighbour-formula/gaussian: you compute the normal density. The slope is made from the sigmoid.
    o = np.exp(-k ** 2 / 2) / np.sqrt(2 * np.pi)
neighbour-formula/constant: the slope is the same everywhere. The sigmoid bends: its slope changes
        with x.
    o = 0.25 + 0 * k || 0 * k
neighbour-formula/jumps: the slope jumps. The sigmoid is smooth, and so is its slope.
    o = np.where(k >= 0, 1.0, 0.0) || np.where(np.abs(k) < 2.5, 0.2, 0.0)
neighbour-formula/dot-product: you add up the products. `@` and np.dot do that: multiply entry by
        entry, with *.
    where needs: operator @
    o = np.dot(s, r)
unstable/clipped: the inputs are cut off, and the cut shows. Far out the slope goes to 0 by itself.
    c = 6 || 8 || 10 && k = np.clip(k, -c, c)
unstable/cut-off: far from 0 you set the slope to 0, too early. Far out it is small, not 0: one
        formula serves everywhere.
    c = 4 || 6 || 7 || 8 && o = np.where(k < -c, 0, o) || np.where(k > c, 0, o) ||
        np.where(np.abs(k) >= c, 0, o)
    o = np.where(k < -10, 0, o)
"""

EXERCISE = Exercise(
    id="sigmoid_grad", title="Differentiate the sigmoid", notebook="03", number="3.4",
    signature="sigmoid_grad(x)", lecture=("NPFL129-sigma-derivative", "MAY24-1.2a"), minutes=5,
    difficulty=2, reference=functions.sigmoid_grad, cases=elementwise.cases, bank=BANK,
    lists=elementwise.LISTS,
    derived=True,
    hints=("What is σ'(0)? Draw the tangent: is it steeper than 1?",
           "First compute s = σ(x). The derivative can be written with s alone.",
           "σ'(x) = s (1 − s), with s = σ(x)"),
    formula="σ'(x) = σ(x) (1 − σ(x)), at the pre-activation x",
    variation="where is the slope half as large as at 0?",
    right=(in_float32(lambda x: naive(x) * naive(-x)), loop(bell)), awkward=loop(bell),
    heads=("sigmoid_grad(0)", "sigmoid_grad([1000, 0])", "sigmoid_grad(np.log(4))",
           "sigmoid_grad([[0, -np.log(9)]])", "sigmoid_grad(-1000)"),
)
