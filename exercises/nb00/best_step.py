"""0.3 best_step: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils.maths import descent
from misstep import Case, Exercise


def cases():
    def case(c, name, **options):
        return Case((np.array(c),), name, sizes={"d": len(c)}, **options)

    return [
        case([1.0, 3.0], "a bowl three times as steep one way"),
        case([10.0, 1.0], "the steep direction first"),
        case([4.0, 0.5, 1.0], "three directions"),
        case([2.0, 2.0], "a round bowl"),
        case([0.25], "a single direction"),
        case([0.7, 4.4, 1.5, 3.0, 0.9], "five directions"),
        case([1.0, 1000.0, 30.0], "a very long bowl"),
        case([0.002, 0.03, 0.001, 0.02], "a very flat bowl"),
        case([3, 8, 5], "whole numbers", integers=True),
        case([7, 2], "two whole numbers", integers=True),
    ]


def by_search(c):
    """Ternary search: the largest size falls, then rises."""
    def size(eta):
        return max(abs(1 - eta * v) for v in c)

    low, high = 0.0, 2 / min(c)
    for _ in range(300):
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if size(a) < size(b) else (a, high)
    return low, size(low)


def by_ratio(c):
    kappa = max(c) / min(c)
    return 2 / (min(c) * (kappa + 1)), 1 - 2 / (kappa + 1)


def by_plain_loops(c):
    low = high = float(c[0])
    for v in c:
        low, high = min(low, v), max(high, v)
    return [2 / (low + high), (high - low) / (high + low)]


RIGHT = (by_search, by_ratio, by_plain_loops,
         lambda c: (2 / np.sum([min(c), max(c)]), 1 - 2 * min(c) / (min(c) + max(c))),
         lambda c: np.array([2 / (np.sort(c)[0] + np.sort(c)[-1]),
                             np.ptp(c) / (np.min(c) + np.max(c))]))

BANK = """
best_step(c)
    a = np.array(c, float)               # the curvatures
    i = a.min()                          # the smallest curvature
    k = a.max()                          # the largest curvature
    m = (i + k) / 2                      # the middle of the two
    e = 1 / m                            # the step size
    r = 1 - e * a                        # the multipliers
    b = np.abs(r)                        # their sizes
    w = b.max()                          # the factor
    o = (e, w)

shown: i, k, m, r

neighbour-formula/safe-step: the step size is 1 over the largest curvature. That takes the steepest
        direction to the bottom at once and keeps the flattest waiting, so a larger step is better.
    e = 1 / k
neighbour-formula/limit: the step size is 2 over the largest curvature, where descent is about to
        run away. The steepest direction jumps from side to side there and never shrinks.
    e = 2 / k
neighbour-formula/flattest: the step size depends only on the smallest curvature. What does it do to
        the steepest direction?
    e = 1 / i || 2 / i
neighbour-formula/mean-curvature: your step size also depends on curvatures other than the smallest
        and the largest. Only the smallest and the largest can be the slowest direction:
        balance them.
    m = a.mean() || np.median(a)
    m = a.sum() / 2 || a.sum()
sign/difference: the step size subtracts the curvatures. Set 1 − eta min equal to eta max − 1 and
        solve: they add up.
    m = (k - i) / 2 || k - i || (k - i) / 2 if k > i else k
neighbour-formula/other-middle: the step size is 1 over the wrong kind of mean of the two
        curvatures. Set 1 − eta min equal to eta max − 1 and solve for eta.
    m = math.sqrt(i * k) || 2 * i * k / (i + k)
    m = ((math.sqrt(i) + math.sqrt(k)) / 2) ** 2
factor/half-or-double: the step size is off by a factor of two. Set 1 − eta min equal to eta max − 1
        and solve for eta.
    e = 1 / (i + k) || 4 / (i + k)
factor/not-inverted: the step size grows with the curvatures. A steeper bowl needs a shorter step:
        divide by them.
    e = m || i + k || 2 * (i + k)
omitted-term/size: the step size is 2 over the largest curvature, and the factor ignores that the
        steepest direction doesn't shrink there. Each step multiplies it by −1, so take absolute
        values.
    b = r && e = 2 / k
neighbour-formula/first-and-last: you pick curvatures by their place in the array. They come in any
        order: look for the smallest and the largest.
    w = abs(1 - e * a[0]) || abs(1 - e * a[-1])
    i = a[0] && k = a[-1] && w = abs(1 - e * a[0]) || abs(1 - e * a[-1])
    i = a[0] && k = a[-1]
    i = a[0] && k = a[-1] && m = (i + k) / 2
neighbour-formula/fastest: the factor is that of the fastest direction. The slowest one decides:
        take the largest size.
    w = b.min()
neighbour-formula/mean-multiplier: the factor is a mean of the multipliers. The slowest direction
        decides: take the largest size.
    w = b.mean()
neighbour-formula/ratio: the factor is a ratio of two curvatures. What does a step multiply the
        slowest direction by?
    w = i / k || k / i
neighbour-formula/one-minus-ratio: the factor is 1 minus a ratio of two curvatures, as for the step
        size 1 / max. What does your own eta multiply the slowest direction by?
    w = 1 - i / k || (k - i) / k
factor/squared: the factor is squared: that is how f shrinks, not x. One step multiplies x by 1 −
        eta c.
    w = b.max() ** 2
convention/swapped: you return the factor and the step size in the wrong order. eta comes first.
    needs: container
    o = (w, e)
missing-return/one-of-two: you return one number. Return the step size and the factor.
    o = e || w
shape/all-multipliers: you return a multiplier for every direction. The factor is the largest of
        their sizes.
    o = (e, b) || (e, r)
"""

EXERCISE = Exercise(
    id="best_step", title="Choose one step size for all directions", notebook="00", number="0.3",
    signature="best_step(c)", lecture=("ALICE-2.3b",), minutes=10, difficulty=3,
    reference=descent.best_step, cases=cases, bank=BANK, parts=("eta", "factor"),
    hints=("Draw |1 − eta c| over eta for one curvature: down to 0, then up. Draw it for two. "
           "Where is the larger of the two lowest?",
           "Only the flattest and the steepest direction matter: the others lie between. Make "
           "these two equally slow.",
           "1 − eta min(c) = eta max(c) − 1 gives eta; the factor is 1 − eta min(c)"),
    formula="eta = 2 / (min c + max c), factor = (max c − min c) / (max c + min c)",
    variation="how many steps shrink the distance a thousandfold, for max c / min c = 10, 100?",
    right=RIGHT, awkward=by_plain_loops,
    heads=("best_step([2, 1, 4])", "best_step([1, 3])"),
)
