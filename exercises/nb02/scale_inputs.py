"""2.6 scale_inputs: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from misstep import Case, Exercise


def scale_inputs(x, low, high):
    """Map x affinely so that low becomes −1 and high becomes 1.

    x (t,) in any unit, low < high: the ends of the training range. Not clipped.
    Lecture CS577-featuremap-code (erratum CS-09).
    """
    return (2 * x - (low + high)) / (high - low)


def cases():
    return [
        Case((np.array([0.0, 2.5, 5.0, 10.0]), 0.0, 10.0), "the range 0 to 10"),
        Case((np.array([-3.0, -1.5, 0.75]), -3.0, 3.0), "the range −3 to 3"),
        Case((np.array([2.0, 3.5, 5.5, 2.25, 6.0]), 2.0, 6.0), "the range 2 to 6"),
        Case((np.array([3.0, 4.5]), 2.0, 6.0), "points that do not fill the range"),
        Case((np.array([1.0, 7.0, 2.5, 6.5]), 2.0, 6.0), "points outside the range"),
        Case((np.array([-7.5, -5.0, -6.0]), -8.0, -5.0), "a negative range"),
        Case((np.array([0.25]), 0.0, 1.0), "a batch of one"),
        Case((np.array([0.75, 3.0, 1.5, 1.5]), 0.5, 3.25), "a range with fractions"),
        Case((np.array([1, 2, 4, 8, 5, 0]), 0, 8), "whole numbers", integers=True),
        Case((np.array([1, 2, 3]), 1, 4), "whole numbers, odd range", integers=True),
        Case((np.array([0.0, 99.0, 24.5, 150.0, -6.0]), -1.0, 99.0),
             "a range far to one side of 0"),
    ]


def loop(x, low, high):
    middle, half = (low + high) / 2, (high - low) / 2
    return [float((v - middle) / half) for v in x]


BANK = """
scale_inputs(x, low, high)
    v = np.asarray(x)                    # the inputs
    a = np.float64(low)                  # the lower end
    b = np.float64(high)                 # the upper end
    m = (a + b) / 2                      # the middle
    h = (b - a) / 2                      # half the width
    c = v - m                            # the centred inputs
    o = c / h

shown: m, h, c
right: o = (v - a) / (b - a) * 2 - 1 || np.polyval(np.polyfit([a, b], [-1, 1], 1), v)
right: o = np.float32(c) / np.float32(h)

neighbour-formula/zero-to-one: low becomes 0 and high 1. From −1 to 1 the range is twice as long and
        begins below 0.
    o = (v - a) / (b - a)
factor/two-lost: low becomes −1 and high 0, so the range is half as long as it should be. high has
        to become 1.
    o = (v - a) / (b - a) - 1
factor/two-lost-mirrored: low becomes 1 and high 0, so the range is mirrored and half as long as it
        should be. low has to become −1 and high 1.
    o = (b - v) / (b - a)
omitted-term/not-centred: you divide x, but you don't subtract the middle of the range. The middle
        has to become 0.
    c = v || o = v / (b - a) - 1
omitted-term/not-divided: you move x, but you don't divide it. From −1 to 1 the range has to have
        length 2.
    o = c || v - a || 2 * c || 2 * (v - a) - 1
neighbour-formula/divided-by-an-end: you divide by an end of the range. The length of a range is the
        difference of its ends.
    o = v / b || v / max(abs(a), abs(b)) || h = b || a
    o = (v - a) / b * 2 - 1 || 2 * (v - a) / a - 1
ignored-argument/low-and-high: you take the ends from x itself, not from low and high. Test data
        must be scaled with the range of the training data.
    o = 2 * (v - v.min()) / np.ptp(v) - 1
neighbour-formula/standardised: you use mean and standard deviation of x. Use low and high.
    o = (v - v.mean()) / v.std()
neighbour-formula/mean-centred: you use the mean of x instead of the middle of the range. The middle
        is halfway between low and high.
    m = v.mean()
sign/mirrored: low becomes 1 and high −1. low has to become −1 and high 1.
    c = m - v
sign/middle-added: you add the middle instead of subtracting it. The middle of the range has to
        become 0.
    c = v + m
sign/middle: the result is as if you subtracted half the width instead of the middle. The middle is
        halfway between low and high, and low has to become −1.
    m = (b - a) / 2
sign/half-width: you use the sum of low and high instead of their difference. How far is it from low
        to high?
    o = 2 * (v - a) / (a + b) - 1
sign/one-added: you add 1 instead of subtracting it, so low becomes 1 and high 3. Where does low
        have to go?
    o = (v - a) / h + 1
sign/low-added: you add low to x instead of subtracting it. low has to become −1.
    o = (v + a) / h - 1
omitted-term/brackets: the result is that of the formula without some of its parentheses. * and /
        come before + and −: compare with the formula on paper.
    o = 2 * (v - a / (b - a)) - 1 || 2 * v - a / (b - a) - 1 || 2 * (v - a) / b - a - 1
    m = a + b / 2
neighbour-formula/clipped: you move points outside the range to its ends. Don't cut anything off:
        outside [low, high] the result is outside [−1, 1].
    o = np.clip(o, -1, 1)
neighbour-formula/clipped-at-0: you cut off results below 0 and above 1. Don't cut anything off: low
        has to become −1.
    o = np.clip(o, 0, 1)
neighbour-formula/squashed: there is a tanh on top. The map is affine, without a tanh.
    o = np.tanh(o)
integer/floor-division: the middle and half the width have lost their decimals. A single / keeps
        them.
    where needs: operator //
    m = (a + b) // 2 && h = (b - a) // 2
integer/ends-truncated: low and high have lost their decimals. Keep them as they are.
    a = np.trunc(a) && b = np.trunc(b)
neighbour-formula/inverse-map: you map [−1, 1] to [low, high], the reverse. x is in [low, high].
    o = (v + 1) / 2 * (b - a) + a
off-by-one/width: the width is off by one. It is a distance, not a count.
    o = 2 * (v - a) / (b - a + 1) - 1 || 2 * (v - a) / (b - a - 1) - 1
neighbour-formula/multiplied: you multiply by the width. Divide by it: a long range becomes short.
    o = c * h || c * (b - a)
neighbour-formula/unit-length: you scale x to length 1. Use low and high.
    o = v / np.linalg.norm(v)
neighbour-formula/sum-for-product: you add 2 to x instead of multiplying it by 2. x + 2 is not 2 x.
    c = (v + 2) / 2 - m
"""

EXERCISE = Exercise(
    id="scale_inputs", title="Bring the inputs to [−1, 1]", notebook="02", number="2.6",
    signature="scale_inputs(x, low, high)", lecture=("CS577-featuremap-code",), minutes=3,
    difficulty=1, reference=scale_inputs, cases=cases, shapes="t", bank=BANK,
    hints=("Where must the middle of the range go?",
           "Subtract the middle, then divide by half the width.",
           "(x − (low + high) / 2) / ((high − low) / 2)"),
    formula="(2x − (low + high)) / (high − low)",
    variation="scale to [−1, 1] with the test range. Which error changes, and why is it wrong?",
    right=(loop, lambda x, a, b: np.interp(
        x, [a - 1000, b + 1000], [-1 - 2000 / (b - a), 1 + 2000 / (b - a)])), awkward=loop,
    heads=("scale_inputs([1, 3], 1, 5)", "scale_inputs([2, 1], 0.5, 3)",
           "scale_inputs([2, 6], 2, 4)"),
)
