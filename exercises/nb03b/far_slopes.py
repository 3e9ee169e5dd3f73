"""3b.3 far_slopes: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def cases():
    def case(w1, w2, name, **options):
        return Case((np.array(w1), np.array(w2)), name, **options)

    rng = np.random.default_rng(5)
    return [
        case([2.0], [3.0], "one unit that looks to the right"),
        case([-2.0], [3.0], "one unit that looks to the left"),
        case([1.0, -1.0], [1.0, 1.0], "relu(x) + relu(−x)"),
        case([2.0, -1.0, 0.5], [1.5, 2.0, -4.0], "three units", sizes={"v": 3}),
        case([-2.0, 3.0, -0.5, 1.5], [1.0, -2.0, -3.0, 0.5], "four units", sizes={"v": 4}),
        case([0.0, 2.0, -1.0], [5.0, -1.5, 0.5], "a unit with weight 0", sizes={"v": 3}),
        case([1.0, 2.5, 0.25], [2.0, -0.5, 4.0], "all look to the right", sizes={"v": 3}),
        case([-1.0, -2.5], [2.0, -0.5], "all look to the left", sizes={"v": 2}),
        case([1, -2, 3, -1], [2, 1, -1, 4], "whole numbers", integers=True, sizes={"v": 4}),
        Case((rng.normal(size=9), rng.normal(size=9)), "nine units", sizes={"v": 9}),
    ]


def by_loops(w1, w2):
    left = right = 0
    for a, c in zip(w1, w2, strict=True):
        right += max(a, 0) * c
        left += min(a, 0) * c
    return left, right


def far_away(w1, w2):
    """The rise from one far point to the next, on either side."""
    def net(x):
        return np.maximum(x * w1, 0) @ w2

    return net(-7.0) - net(-8.0), net(8.0) - net(7.0)


RIGHT = (
    by_loops,
    far_away,
    lambda w1, w2: (np.minimum(w1, 0) @ w2, np.maximum(w1, 0) @ w2),
    lambda w1, w2: [np.where(w1 < 0, w1 * w2, 0).sum(), np.where(w1 > 0, w1 * w2, 0).sum()],
    lambda w1, w2: np.array([(w1 - abs(w1)) / 2 @ w2, (w1 + abs(w1)) / 2 @ w2]),
)

BANK = """
far_slopes(w1, w2)
    n = w1 < 0                           # the units that are on at the far left
    p = w1 > 0                           # the units that are on at the far right
    q = w1 * w2                          # what each unit brings to the slope
    c = q[n].sum()                       # the slope at the left
    d = q[p].sum()                       # the slope at the right
    o = (c, d)

shown: q, c, d

neighbour-formula/all-units: you count units on a side where they are off. They contribute 0 there:
        what decides on which side a unit is on?
    n = w1 < np.inf && p = n
    p = w1 < np.inf || n | p || n = w1 < np.inf
sign/left: the slope at the left has the wrong sign. Count the rise per step to the right.
    c = -q[n].sum() || q = np.abs(w1) * w2
sign/right: the slope at the right has the wrong sign. Count the rise per step to the right.
    d = -q[p].sum()
sign/absolute: the sign of a unit's contribution is lost. Some units make the slope rise, others
        make it fall.
    c = np.abs(q[n]).sum()
    q = np.abs(w1 * w2) || w1 * np.abs(w2)
convention/swapped: you swap left and right. Which units are on for x = −1000?
    needs: container
    o = (d, c)
neighbour-formula/one-side-twice: you return the same slope for both sides. The units that are on
        differ between the two sides.
    needs: all-parts
    o = (d, d) || (c, c)
neighbour-formula/output-sign: the sign of w2 decides. A unit is on where w1 x + b1 is above 0.
    n = w2 < 0 && p = w2 > 0
    n = w2 > 0 && p = w2 < 0
neighbour-formula/product-sign: you let the sign of w1 w2 decide. A unit is on where w1 x + b1 is
        above 0: far out only w1 says where, whatever w2 is.
    n = w1 * w2 < 0 && p = w1 * w2 > 0
    n = w1 * w2 > 0 && p = w1 * w2 < 0
omitted-term/hidden-weight: the size of w1 makes no difference to your result. A unit that is on
        contributes w1 w2.
    q = w2 || np.sign(w1) * w2
omitted-term/output-weight: w2 makes no difference. A unit that is on contributes w1 w2.
    q = w1
omitted-term/flat-left: your slope at the left is 0. Units with w1 < 0 are on there.
    c = 0.0
omitted-term/flat-right: the slope at the right is 0. Units with w1 > 0 are on there.
    d = 0.0
factor/mean: you take a mean. Add up the units.
    c = q[n].sum() / max(n.sum(), 1) && d = q[p].sum() / max(p.sum(), 1)
    q = w1 * w2 / len(w1)
neighbour-formula/largest: you count only one unit on each side. Add up all units that are on: far
        out each is on or off for good.
    c = q[np.argmin(w1)] && d = q[np.argmax(w1)]
    c = q[0] && d = q[-1]
neighbour-formula/sum-of-weights: you add the two weights of a unit. Each unit contributes w1 w2.
    q = w1 + w2
neighbour-formula/product-of-sums: you sum the weights before you multiply them. Each unit
        contributes w1 w2: multiply first.
    c = w1[n].sum() * w2[n].sum() && d = w1[p].sum() * w2[p].sum()
off-by-one/weight-zero: you count a unit with w1 = 0 as if w1 were 1. It gives the same for every x:
        slope 0.
    q = np.where(w1 == 0, w2, w1 * w2) && n = w1 <= 0 && p = w1 >= 0
    q = np.where(w1 == 0, w2, w1 * w2) && p = w1 >= 0
integer/rounded: the slopes lose their decimals. Return them as they are.
    o = (np.round(c), np.round(d)) || (c // 1, d // 1) || (np.trunc(c), np.trunc(d))
missing-return/one-of-two: you return one number. Return two slopes, left and right.
    o = d || c || c + d
shape/each-unit: you return a number for each unit. The slope of the network is their sum.
    o = (q[n], q[p]) || (q * n, q * p)
"""

EXERCISE = Exercise(
    id="far_slopes", title="Say where a network goes when nobody looks", notebook="03b",
    number="3b.3", signature="far_slopes(w1, w2)", lecture=("ALICE-5.2.1b", "NPFL129-uat"),
    minutes=8, difficulty=3, reference=network.far_slopes, cases=cases, bank=BANK,
    parts=("left", "right"),
    hints=("Take one unit, relu(w1 x + b1) with w1 > 0, and x = 1,000,000. On or off? What if "
           "w1 < 0? Does b1 matter?",
           "A unit that is on is the line w1 x + b1; times w2 it adds the slope w1 w2.",
           "left: sum of w1 w2 over the units with w1 < 0; right: over those with w1 > 0"),
    formula="left = Σ w1 w2 over w1 < 0, right = Σ w1 w2 over w1 > 0",
    variation="which networks have the same slope on both sides, as a straight line has?",
    right=RIGHT, awkward=by_loops,
    heads=("far_slopes([2, -0.5], [2, 1])", "far_slopes([1, 3], [1, -2])",
           "far_slopes([2, 0], [1, -1])"),
)
