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

unstable/quotient: far from 0, on one side, the result is not a number: ∞ / ∞ or 0 · ∞. The slope is
        the sigmoid times its complement: two numbers that stay finite.
    o = np.exp(-k) / (1 + np.exp(-k)) ** 2 || np.exp(k) / (1 + np.exp(k)) ** 2
neighbour-formula/takes-output: the input is treated as if it were the output already. x is the
        pre-activation: first the sigmoid, then its slope.
    s = k
    s = k && r = 1 - k ** 2 && o = r
neighbour-formula/half-output: one factor is made of σ(x), the other of x itself. Both factors are
        made of the sigmoid.
    r = 1 - k || -k || o = k * r
neighbour-formula/second-sigmoid: the second factor is σ(1 − x). The 1 belongs outside the sigmoid:
        the complement of σ(x).
    r = sigmoid(1 - k)
omitted-term/no-square: this is the quotient without its square: at 0 it is ½, not ¼. The whole
        denominator of the quotient is squared.
    o = np.exp(-np.abs(k)) / (1 + np.exp(-np.abs(k)))
omitted-term/part-squared: a part of the denominator is squared. The whole denominator of the
        quotient is.
    o = np.exp(-k) / (1 + np.exp(-2 * k)) || np.exp(-k) / (1 + np.exp(-k ** 2))
omitted-term/no-denominator: this is e^−x alone. The quotient has a denominator, squared.
    o = np.exp(-k)
omitted-term/absolute-value: |x| is in one of numerator and denominator, −x or x in the other. The
        slope is even: |x| in both or in neither.
    o = np.exp(-np.abs(k)) / (1 + np.exp(-k)) ** 2 || np.exp(-k) / (1 + np.exp(-np.abs(k))) ** 2
omitted-term/inner-derivative: this is the square of a sigmoid: the inner derivative is missing. The
        chain rule leaves the derivative of e^−x in the numerator.
    o = s ** 2 || sigmoid(np.abs(k)) ** 2
omitted-term/inner-derivative-minus: this is minus the square of the sigmoid: the inner derivative,
        −e^−x, is missing. It belongs in the numerator, and turns the sign.
    o = -s ** 2
sign/exponent: the exponent of the numerator has the wrong sign. Numerator and denominator hold the
        same exponential.
    o = np.exp(k) / (1 + np.exp(-k)) ** 2
sign/denominator: there is a minus in the denominator. It is 1 plus an exponential, squared, and
        never 0.
    o = np.exp(-k) / (1 - np.exp(-k)) ** 2
sign/plus: the square of tanh is added. The slope is (1 − tanh²(x/2)) / 4.
    o = (1 + np.tanh(k / 2) ** 2) / 4 || 1 + np.tanh(k / 2) ** 2
sign/left-side: left of 0 the slope is negative. The sigmoid rises everywhere.
    o = np.where(k >= 0, o, -o)
neighbour-formula/tanh-rule: this is the rule of tanh, 1 − output². The sigmoid's rule has the
        output once as a factor.
    o = 1 - s ** 2
neighbour-formula/factor-too-many: one of the two factors, σ and 1 − σ, is there twice. There is one
        of each.
    o = s * r * s || s * r * r
neighbour-formula/square-in-factor: the output is squared inside the second factor. It is 1 minus
        the output.
    o = s * (1 - s ** 2)
factor/double-square: the square is doubled. Multiply the two factors out once more.
    o = s - 2 * s ** 2
neighbour-formula/other-operation: the slope is 1 everywhere, which is σ plus 1 − σ. The two are
        multiplied.
    o = s + r
neighbour-formula/difference: this is σ minus its complement 1 − σ. The two are multiplied.
    o = s - r
neighbour-formula/quotient: this is σ divided by its complement 1 − σ. The two are multiplied.
    o = s / r
neighbour-formula/sigmoid-twice: the sigmoid is applied twice. Once is enough.
    s = sigmoid(s)
neighbour-formula/sigmoid-around: the sigmoid is around the product x (1 − x). First the sigmoid of
        x, then the product.
    o = sigmoid(k * (1 - k))
neighbour-formula/x-times: the result is multiplied by x. The factors are made of σ(x) alone.
    o = k * o
neighbour-formula/tanh-grad: this is a slope of tanh. The sigmoid is flatter: at 0 its slope is ¼.
    o = 1 - np.tanh(k) ** 2
neighbour-formula/swish-grad: this is the slope of Swish. The sigmoid alone is differentiated.
    o = swish_grad(k)
neighbour-formula/second-derivative: this is the second derivative. The slope itself is positive
        everywhere.
    o = s * r * (1 - 2 * s)
neighbour-formula/gaussian: this is the normal density. The slope is made of the sigmoid.
    o = np.exp(-k ** 2 / 2) / np.sqrt(2 * np.pi)
neighbour-formula/constant: the slope is the same everywhere. The sigmoid bends: its slope changes
        with x.
    o = 0.25 + 0 * k || 0 * k
neighbour-formula/jumps: the slope jumps. The sigmoid is smooth, and so is its slope.
    o = np.where(k >= 0, 1.0, 0.0) || np.where(np.abs(k) < 2.5, 0.2, 0.0)
neighbour-formula/dot-product: the products are added up. `@` and np.dot add them up: multiply entry
        by entry, with *.
    where needs: operator @
    o = np.dot(s, r)
unstable/clipped: the inputs are cut off, and the cut shows. Far out the slope goes to 0 by itself.
    c = 6 || 8 || 10 && k = np.clip(k, -c, c)
unstable/cut-off: far from 0 the slope is set to 0, too early. Far out it is small, not 0: one
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
