"""3.11 leaky_relu: its cases, right answers in other styles, hints, and what students write."""

import functools

import numpy as np

from course_utils import functions
from misstep import Exercise

from .. import elementwise
from ..elementwise import by_index, in_float32, loop, with_default

leaky = functools.partial(with_default, value=0.01)
BY_LOOP = leaky(loop(lambda v, a: v if v > 0 else a * v))

RIGHT = (
    BY_LOOP, leaky(lambda x, a: np.maximum(x, a * np.asarray(x))),
    leaky(lambda x, a: np.where(np.asarray(x) >= 0, x, np.asarray(x) * a)),
    leaky(lambda x, a: functions.relu(x) - a * functions.relu(-np.asarray(x))),
    leaky(lambda x, a: (1 + a) / 2 * np.asarray(x) + (1 - a) / 2 * np.abs(x)),
    leaky(in_float32(lambda x, a: np.maximum(0, x) + a * np.minimum(0, x))),
    leaky(by_index(lambda v, a: max(v, a * v))),
)

BANK = """
leaky_relu(x, alpha=0.01)
    like: kinked
    l = alpha * k                        # the left side
    o = np.where(m, r, l)

ignored-argument/alpha: the argument `alpha` makes no difference. Left of 0 the value is alpha times
        x.
    alpha = 0.01 || 0.1 || 0.2 || 0.3 || 0.05 || 0.25 || 0.5
convention/zero-means-default: you treat alpha = 0 as if it were left out. `alpha or 0.01` also
        replaces 0, which is a slope like any other.
    where needs: decision
    alpha = alpha or 0.01
convention/other-default: without an argument your slope is a number other than 0.01. Compare the
        default in the first line.
    where needs: default
    c = 0.1 || 0.2 || 0.3 || 0.25 || 0.05 || 0.001 || 0.0 && alpha = c if alpha == 0.01 else alpha
sign/leak: the leak has the wrong sign. Left of 0 the value is below 0.
    l = -alpha * k || o = (1 - alpha) * np.maximum(0, k) - alpha * k
sign/absolute-value: alpha |x| is part of the result on both sides of 0. Left of 0 the value is
        alpha x, right of 0 it is x.
    o = np.maximum(0, k) + alpha * np.abs(k) || np.maximum(0, k) - alpha * np.abs(k) || alpha *
        np.abs(k)
sign/leak-everywhere: you subtract alpha x on both sides. The leak is only on the negative side.
    o = np.maximum(0, k) - alpha * k
neighbour-formula/alpha-added: you add alpha x on both sides, so the slope right of 0 is above 1.
        The leak belongs only to the negative side.
    o = np.maximum(0, k) + alpha * k || (1 + alpha) * np.maximum(0, k) + alpha * k
neighbour-formula/relu: nothing leaks: left of 0 your result is 0. Part of x should pass there.
    l = 0 * k || o = np.maximum(0, alpha * k) || np.maximum(0, (1 + alpha) * k)
neighbour-formula/alpha-everywhere: both sides have the slope alpha. Positive inputs pass as they
        are.
    r = alpha * k
omitted-term/no-x: left of 0 your result is the same for all x. There it is alpha times x.
    l = alpha + 0 * k || -alpha + 0 * k
    c = 0.01 || -0.01 || 0.1 && l = c + 0 * k
omitted-term/identity: you return the input as it is. Left of 0 the slope is alpha.
    l = k
neighbour-formula/derivative: you return the slope, not the value. Multiply by x.
    r = 1 + 0 * k && l = alpha + 0 * k && m = k > 0 || k >= 0
neighbour-formula/operation: left of 0 your result is not the product of alpha and x. There it is
        alpha times x.
    l = k / alpha || k + alpha || k - alpha || k / (alpha + 1e-12) || k / (alpha + 1e-8) || k /
        alpha if alpha else k || o = np.maximum(0, k) + alpha / np.minimum(0, k)
    l = k ** alpha || alpha ** k || -np.abs(k) ** alpha
neighbour-formula/other-slope: your slope left of 0 is made from 1 and alpha. It is alpha itself.
    l = (1 + alpha) * k || (1 - alpha) * k
neighbour-formula/shifted: at 0 your result is not 0. The two lines meet at the origin.
    o = o + alpha || o - alpha || np.maximum(0, k) + alpha || np.maximum(0, k) - alpha
    l = alpha * k - 1 || alpha * (k - 1)
neighbour-formula/floor-at-alpha: far left your value no longer changes. The line should continue,
        with slope alpha.
    o = np.maximum(alpha, k) || np.maximum(-alpha, k) || l = alpha * np.maximum(k, -1)
neighbour-formula/bent: the left side bends. It is a straight line.
    l = alpha * np.expm1(k) || alpha * np.exp(k) || alpha * k ** 2
off-by-one/other-zero: you cut one of the two parts at a number other than 0. The lines meet at the
        origin.
    o = np.maximum(1, k) + l * (k < 0) || np.maximum(-1, k) + l * (k < 0) || np.maximum(0, k) +
        alpha * np.minimum(1, k) || np.maximum(0, k) + alpha * np.minimum(-1, k) || np.maximum(2, k)
        + l * (k < 0) || np.maximum(0, k) + alpha * np.minimum(2, k)
off-by-one/threshold-alpha: your border between the two sides moves with alpha. It is at 0.
    m = k > alpha || k > -alpha
factor/leak: the leak has an extra factor. Left of 0 the value is alpha times x, nothing else.
    c = 2 || 0.5 || 100 || 10 || 0.01 && l = c * alpha * k
    l = alpha ** 2 * k
integer/leak-floored: the leak is rounded to integers. Return all the digits.
    l = np.floor(alpha * k)
"""

EXERCISE = Exercise(
    id="leaky_relu", title="Let the negative side leak", notebook="03", number="3.11",
    retired=True,
    signature="leaky_relu(x, alpha=0.01)",
    lecture=("MAY24-1.2f", "MAY25-1.2f", "ALICE-5.4e"), minutes=3, difficulty=1,
    reference=functions.leaky_relu,
    cases=functools.partial(elementwise.cases_with, 0.25, 0.5, 0.0, extreme=False), bank=BANK,
    lists=elementwise.LISTS,
    hints=("What does ReLU lose that the leaky form keeps?",
           "Two straight lines meet at 0: slope 1 on the right, slope alpha on the left.",
           "np.where(x > 0, x, alpha * x), or max(0, x) + alpha · min(0, x)"),
    formula="leaky(x) = x if x > 0, else alpha x",
    variation="for which alpha is np.maximum(x, alpha * x) wrong?",
    right=RIGHT, awkward=BY_LOOP,
    heads=("leaky_relu([2, -3])", "leaky_relu(-0.5, 0.7)", "leaky_relu(1000)",
           "leaky_relu(5, 0.6)", "leaky_relu([[-5], [0.5]])", "leaky_relu(0.25, 0.75)"),
)
