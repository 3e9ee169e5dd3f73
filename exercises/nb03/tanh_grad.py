"""3.9 tanh_grad: its cases, right answers in other styles, hints, and what students write."""

import math

import numpy as np

from course_utils import functions
from misstep import Exercise

from .. import elementwise
from ..elementwise import by_index, in_float32, loop

value = np.tanh
low = high = np.zeros_like  # its limits

RIGHT = (
    lambda x: 1 - np.tanh(x) ** 2, lambda x: (1 - np.tanh(x)) * (1 + np.tanh(x)),
    lambda x: 4 * functions.sigmoid_grad(2 * np.asarray(x)),
    lambda x: 1 / np.cosh(np.asarray(x, dtype=float)) ** 2,
    lambda x: (np.tanh(np.asarray(x) + 1e-5) - np.tanh(np.asarray(x) - 1e-5)) / 2e-5,
    in_float32(lambda x: 1 - np.square(np.tanh(x))),
    loop(lambda v: 1 - math.tanh(v) ** 2), by_index(lambda v: 1 - math.tanh(v) ** 2),
)

BANK = """
tanh_grad(x)
    like: smooth
    like: slopes
    t = np.tanh(k)                       # the hyperbolic tangent
    q = t ** 2                           # its square
    o = 1 - q

same: t = (np.exp(2 * k) - 1) / (np.exp(2 * k) + 1) && plain = 0

neighbour-formula/takes-output: you treat the input as if it were already tanh(x). x is the
        pre-activation: take tanh first, then its slope.
    t = k
neighbour-formula/tanh-twice: you apply tanh twice. Once is enough.
    t = np.tanh(t)
omitted-term/no-square: you don't subtract the square of tanh from 1. The slope is 1 − tanh(x)².
    q = t || 2 * t || np.abs(t) || t ** 3 || t ** 1
omitted-term/sech-not-squared: you return 1 / cosh, without a square. The whole denominator is
        squared.
    o = 1 / np.cosh(k)
omitted-term/exponentials-not-squared: you return 4 over the sum of the exponentials, without a
        square. The whole denominator is squared.
    o = 4 / (np.exp(k) + np.exp(-k))
omitted-term/squared-apart: you square the two exponentials separately, then add them. The whole
        denominator is squared.
    o = 4 / (np.exp(2 * k) + np.exp(-2 * k))
omitted-term/parentheses: you square the whole bracket, 1 and tanh. The square belongs to tanh.
    o = (1 - t) ** 2 || (1 + t) ** 2
omitted-term/one-factor: you return 1 + tanh(x). The slope is (1 + tanh)(1 − tanh).
    o = 1 + t
omitted-term/inner-only: you return tanh times −2. The slope of tanh is 1 − tanh² itself.
    o = -2 * t
omitted-term/inner-only-positive: you return tanh times 2. The slope of tanh is 1 − tanh² itself.
    o = 2 * t
sign/plus: there is a plus where a minus belongs. The slope of tanh is never above 1.
    o = 1 + q || 4 * sigmoid(2 * k) * (1 + sigmoid(2 * k))
sign/flipped: every entry has the opposite sign. tanh rises everywhere: its slope is positive.
    o = q - 1
sign/left-side: left of 0 your slope is negative. tanh rises everywhere: its slope is even.
    o = np.where(k >= 0, o, -o)
neighbour-formula/sigmoid-rule: you use the rule of the sigmoid, output (1 − output). For tanh the
        output is squared.
    o = t * (1 - t)
neighbour-formula/sigmoid-rule-plus: you compute output (1 + output). For tanh the output is
        squared, and subtracted from 1.
    o = t * (1 + t)
neighbour-formula/square-inside: you square x inside tanh. Only tanh(x) is squared.
    k = k ** 2
neighbour-formula/sigmoid-inside: you use the sigmoid instead of tanh. tanh runs from −1 to 1.
    t = sigmoid(k)
factor/argument: x has an extra factor inside tanh. The slope is 1 − tanh(x)², at x itself.
    k = 2 * k || k / 2
factor/inner-factor: you compute the slope of tanh(2x). The slope of tanh(x) is 1 − tanh(x)².
    o = 2 * (1 - np.tanh(2 * k) ** 2)
factor/from-sigmoid: you return 2 times a slope of the sigmoid, which lacks a factor 2 on the way
        from σ to tanh. tanh(x) = 2σ(2x) − 1: the outer and the inner 2 both count.
    o = 2 * sigmoid_grad(2 * k) || 2 * sigmoid_grad(k)
factor/square: the square has an extra factor. Subtract it from 1 as it is.
    q = t ** 2 / 2 || 2 * t ** 2 || 4 * t ** 2
neighbour-formula/hyperbolic-mix: your result is infinite at 0, as with sinh or 1 / tanh. The slope
        at 0 is 1.
    q = 1 / t ** 2
neighbour-formula/reciprocal: you return cosh², which grows. The slope is 1 divided by it.
    o = np.cosh(k) ** 2
neighbour-formula/one-added: you add 1 to cosh². The slope is 1 divided by cosh² and nothing more.
    o = 1 / (1 + np.cosh(k) ** 2)
neighbour-formula/half-output: one factor is tanh(x), the other x itself. Both are tanh(x).
    q = k * np.tanh(k)
neighbour-formula/second-derivative: you compute the second derivative. The slope of tanh itself is
        positive everywhere.
    o = -2 * t * (1 - q)
neighbour-formula/sech-slope: you compute the slope of 1 / cosh. The slope of tanh is positive
        everywhere.
    o = -t / np.cosh(k)
neighbour-formula/arctan-grad: you compute the slope of arctan. The slope of tanh is made from tanh:
        1 − tanh².
    o = 1 / (1 + k ** 2)
neighbour-formula/tan-grad: you use tan instead of tanh. np.tanh is the hyperbolic tangent.
    t = np.tan(k) || o = 1 + np.tan(k) ** 2
neighbour-formula/sin-grad: you compute 1 − sin², a cosine squared. np.tanh is the hyperbolic
        tangent.
    t = np.sin(k)
neighbour-formula/bell: you use another bell, with e to a negative square. The slope is made from
        tanh.
    o = np.exp(-k ** 2) || np.exp(-k ** 2 / 2)
neighbour-formula/constant: the slope is the same everywhere. tanh bends: its slope changes with x.
    o = 0 * k || 0 * k + 1
neighbour-formula/jumps: the slope jumps. tanh is smooth, and so is its slope.
    o = np.where(k >= 0, 1.0, 0.0) || np.where(np.abs(k) < 1, 1.0, 0.0) || np.where(np.abs(k) <= 1,
        1.0, 0.0)
omitted-term/denominator: you compute cosh² − sinh², which is 1 for every x. Divide it by cosh².
    o = np.cosh(k) ** 2 - np.sinh(k) ** 2
neighbour-formula/dot-product: you add up the squares. `@` and np.dot do that: square entry by
        entry, with **2.
    where needs: operator @
    q = np.dot(t, t)
factor/x-times-too-large: you multiply the result by x. Only tanh(x) occurs in the slope.
    o = k * o
unstable/clipped: the inputs are cut off, and the cut shows. Far out the slope goes to 0 by itself.
    k = np.clip(k, -6, 6)
unstable/cut-off: far from 0 you set the slope to 0, too early. Far out it is small, not 0: one
        formula serves everywhere.
    c = 1 || 2.5 || 4 || 5 || 6 && o = np.where(k < -c, 0, o) || np.where(k > c, 0, o) ||
        np.where(np.abs(k) > c, 0, o)
"""

EXERCISE = Exercise(
    id="tanh_grad", title="Differentiate tanh", notebook="03", number="3.9",
    retired=True,
    signature="tanh_grad(x)", lecture=("MAY24-1.2b", "MAY25-1.2b", "NPFL129-hidden-activations"),
    minutes=3, difficulty=1, reference=functions.tanh_grad, cases=elementwise.cases, bank=BANK,
    lists=elementwise.LISTS,
    derived=True,
    hints=("What is the slope of tanh at 0, and far out?",
           "As for the sigmoid, the derivative can be written with the output alone.",
           "tanh'(x) = 1 − tanh(x)²"),
    formula="tanh'(x) = 1 − tanh(x)², at the pre-activation x",
    variation="express it by σ' with the two steps that lead from σ to tanh.",
    right=RIGHT, awkward=loop(lambda v: 1 - math.tanh(v) ** 2),
    heads=("tanh_grad(0)", "tanh_grad(np.log(2))", "tanh_grad([1000, -np.log(3)])",
           "tanh_grad([[0, -1000]])"),
)
