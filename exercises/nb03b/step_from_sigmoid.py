"""3b.2 step_from_sigmoid: its cases, right answers in other styles, hints, known mistakes."""

import math

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def cases():
    told = ((0.0, 1.0, 0.1, "a step at 0"), (2.0, 1.0, 0.1, "a step at 2"),
            (3.0, 0.5, 0.01, "a narrow step at 3"), (-1.5, 0.25, 0.2, "a step left of 0"),
            (0.5, 4.0, 0.05, "a wide step"), (0.25, 0.125, 0.001, "a sharp step"),
            (-0.75, 3.0, 0.3, "a flat step"), (0.5, 0.1, 1e-6, "a millionth"),
            (5, 2, 0.25, "whole numbers"))
    return [Case((t, width, eps), name, integers=name == "whole numbers")
            for t, width, eps, name in told]


def by_a_system(t, width, eps):
    """a x + b is the logit of eps at one end and of 1 - eps at the other."""
    ends = np.array([[t - width, 1], [t + width, 1]], float)
    return tuple(np.linalg.solve(ends, [math.log(eps / (1 - eps)), math.log(1 / eps - 1)]))


RIGHT = (
    by_a_system,
    lambda t, width, eps: (2 * np.arctanh(1 - 2 * eps) / width,
                           -2 * np.arctanh(1 - 2 * eps) / width * t),
    lambda t, width, eps: [np.log(1 / eps - 1) / width, np.log(eps / (1 - eps)) * t / width],
    lambda t, width, eps: np.log(1 / eps - 1) / width * np.array([1, -t]),
    lambda t, width, eps: ((math.log(1 - eps) - math.log(eps)) / width,
                           (math.log(eps) - math.log(1 - eps)) * (t / width)),
)

BANK = """
step_from_sigmoid(t, width, eps)
    q = (1 - eps) / eps                  # the odds
    z = math.log(q)                      # the logit of 1 − eps
    a = z / width                        # the sharpness
    b = -a * t                           # the bias
    o = (a, b)

shown: z, a

sign/bias: the bias has the wrong sign. At x = t, a x + b has to be 0.
    b = a * t
sign/bias-absolute: the bias has lost the sign of t. At x = t, a x + b has to be 0, for t above and
        below 0.
    b = abs(a * t) || -abs(a * t)
sign/falling: your sigmoid falls. It has to be small on the left, so a is above 0.
    z = -math.log(q)
    a = -z / width && b = a * t
omitted-term/bias-not-scaled: your bias does not grow with the sharpness. Where is a x + b equal to
        0? It has to be at t.
    b = -t || t
omitted-term/no-bias: the bias is 0. The step has to be at t: a x + b is 0 there.
    b = 0.0
factor/width: your sharpness does not fit the width. At t + width, a x + b is a times the width.
    a = z * width || 2 * z / width || z / width / 2 || z / width ** 2 || z / (2 * width) ** 2
ignored-argument/width: the width makes no difference. The wider the step may be, the flatter it is.
    a = z
ignored-argument/eps: eps makes no difference. The smaller eps is, the sharper the step.
    a = 1 / width || 10 / width || 100 / width || 4 / width || 5 / width || 2 / width
    a = 100.0 || 1000.0 || 1e6
unstable/clipped: a tiny eps counts as a larger one. A millionth is a number like any other.
    c = 1e-4 || 1e-5 && q = 1 / max(eps, c) - 1
neighbour-formula/one-sided: your sharpness is not the logit of 1 − eps over the width. Solve σ(z) =
        1 − eps for z.
    z = -math.log(eps) || -math.log(1 - eps) || 1 / eps || 1 - eps || math.log(1 + eps)
    z = math.log((1 + eps) / eps) || 1 / eps - 1 || math.log(1 - eps) / math.log(eps)
    z = -math.log(eps) - math.log(1 - eps) || math.log(eps) / math.log(1 - eps)
neighbour-formula/tanh: your sharpness solves tanh(z) = 1 − eps. Solve σ(z) = 1 − eps, and remember
        that σ(z) = (1 + tanh(z/2)) / 2.
    z = math.atanh(1 - eps)
neighbour-formula/half-eps: your sharpness solves σ(z) = 1 − eps/2. Solve σ(z) = 1 − eps.
    z = 2 * math.atanh(1 - eps)
neighbour-formula/straight: your sharpness is that of a straight line instead of the sigmoid. It
        bends: solve σ(z) = 1 − eps for z.
    z = 2 - 4 * eps || 1 / 2 - eps || 1 - 2 * eps
neighbour-formula/other-logarithm: your logarithm has the wrong base. The exponential in σ has base
        e.
    z = math.log10(q) || math.log2(q)
neighbour-formula/edge: your sigmoid is 1/2 at an end of the step, not at t. At t it has to be 1/2.
    b = -a * (t - width) || -a * (t + width)
factor/bias: your bias is not −a times t. a x + b = a (x − t).
    b = -z * t || -t / a || -a * t / 2 || -2 * a * t || -width * t || -t / width
convention/swapped: you return bias and sharpness in the wrong order. First a, then b.
    needs: container
    o = (b, a)
missing-return/one-of-two: you return only one of the two numbers. Return a and b.
    o = a || b
integer/floor: your sharpness loses its decimals. `//`, int and round drop them: `/` keeps them.
    where needs: rounding
    a = z // width || round(z / width) || math.ceil(z / width)
"""

EXERCISE = Exercise(
    id="step_from_sigmoid", title="Sharpen a sigmoid as little as needed", notebook="03b",
    number="3b.2", signature="step_from_sigmoid(t, width, eps)",
    lecture=("NPFL129-uat-squash",), minutes=8, difficulty=2,
    reference=network.step_from_sigmoid, cases=cases, bank=BANK, parts=("a", "b"),
    hints=("Where does every sigmoid σ(a x + b) with a > 0 equal 1/2? Put that place at t.",
           "Then a x + b = a (x − t). What is it at x = t + width, and what has σ to be there?",
           "a width = log((1 − eps)/eps), b = −a t; the other side follows from σ(−z) = 1 − σ(z)"),
    formula="a = log((1 − eps)/eps) / width, b = −a t",
    variation="how does a grow when eps is divided by 10, again and again?",
    right=RIGHT, awkward=lambda t, width, eps: [math.log(1 / eps - 1) / width,
                                                -math.log(1 / eps - 1) / width * t],
    heads=("step_from_sigmoid(2, 2, 0.2)", "step_from_sigmoid(-1, 1, 0.2)",
           "step_from_sigmoid(1, 4, 0.2)"),
)
