"""0b.3 huber_loss: cases, right answers in other styles, hints, and what students write instead."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(64)
    return [
        Case((np.array([0.5, 3.0]), 1.0), "one near, one far, delta 1"),
        Case((np.array([0.5, 3.0, -1.0]), 2.0), "delta 2", sizes={"t": 3}),
        Case((np.array([-0.5, -3.0, 0.25, 1.5]), 0.5), "errors below 0, delta ½", sizes={"t": 4}),
        Case((np.array([0.0, 2.0, -2.0, 2.25, -1.75]), 2.0), "at the seam", sizes={"t": 5}),
        Case((rng.normal(size=7) * 3, 1.5), "seven errors", sizes={"t": 7}),
        Case((rng.normal(size=(2, 3)) * 3, 0.75), "a table of errors", sizes={"t": 2, "m": 3}),
        Case((rng.normal(size=3) * 3, 4.0), "three errors, delta 4", sizes={"t": 3}),
        Case((np.array([0.02, -0.25, 0.03]), 0.03), "kettles: delta 30 m", sizes={"t": 3}),
        Case((np.array([-5.0]), 3.0), "a single error", sizes={"t": 1}),
        Case((np.array([1000.0, -1000.0, 1.0]), 10.0), "huge errors", extreme=True),
        Case((np.array([0, 1, -2, 5, -9]), 2), "whole numbers", integers=True, sizes={"t": 5}),
        Case((np.array([2, 0, -3]), 0.5), "whole numbers, delta ½", integers=True),
    ]


def clipped(e, delta):
    small = np.clip(np.abs(e), 0, delta)
    return small * small / 2 + delta * (np.abs(e) - small)


def one_by_one(e, delta):
    def loss(v):
        return v * v / 2 if abs(v) <= delta else delta * (abs(v) - delta / 2)

    return np.array([loss(v) for v in np.ravel(e).tolist()]).reshape(np.shape(e)).tolist()


def by_area(e, delta):
    """The area under its slope, in closed form: whole square minus what was cut off."""
    over = np.maximum(np.abs(e) - delta, 0)
    return (np.square(np.asarray(e, float)) - over**2) / 2


BANK = """
huber_loss(e, delta)
    x = np.asarray(e, float)            # the errors
    a = np.abs(x)                       # the sizes of the errors
    d = delta                           # the threshold
    q = a ** 2 / 2                      # the parabola
    m = d                               # the slope of the straight part
    u = d ** 2 / 2                      # what the straight part lacks
    s = m * a - u                       # the straight part
    near = a <= d                       # which errors are small
    o = np.where(near, q, s)

shown: a, q, s, near
same: near = a < d
right: near = a < d
right: o = near * q + ~near * s
right: s = q - (a - d) ** 2 / 2

omitted-term/jump: the straight part does not start where the parabola ends, so there is a jump at
        delta. What do you have to subtract?
    u = 0
omitted-term/size-itself: a large error costs its size, whatever delta is. At delta the straight
        part should have the parabola's height and slope.
    u = 0 && m = 1
neighbour-formula/delta-one: the straight part is that of delta = 1. At delta both parts should have
        the same height and the same slope.
    m = 1 && u = 0.5
neighbour-formula/half-taken-off: you subtract ½ from the straight part, whatever delta is. At delta
        both parts should have the same height.
    u = 0.5
neighbour-formula/scaled: you compute Huber's loss divided by delta, as PyTorch's SmoothL1Loss does.
        Here the parabola is e²/2 for every delta.
    q = a ** 2 / (2 * d) && m = 1 && u = d / 2
omitted-term/kink: the straight part has the right height at delta but not the parabola's slope. How
        steep is e²/2 there?
    m = 1 && u = d - d ** 2 / 2
neighbour-formula/steeper: the straight part doesn't continue the parabola. At delta the parabola
        has height delta²/2 and slope delta.
    u = d ** 2 || d / 2 || d || -d ** 2 / 2
    m = d / 2 || 2 * d || d ** 2
    m = 1 && u = d / 2 || d || d ** 2 / 2
    m = d / 2 || 2 * d && u = 0 || d ** 2 || d / 2
factor/no-half: a small error costs e², without the ½. The parabola is e²/2.
    q = a ** 2
    q = a ** 2 && u = d ** 2 || 0 || 0.5
    q = a ** 2 && m = 2 * d && u = d ** 2
sign/no-absolute: large errors below 0 don't count by their size. Both signs cost the same.
    s = m * x - u
sign/large-below-zero: a large error below 0 gets the parabola. Compare its size, |e|, with delta.
    near = x <= d || a = x && q = x ** 2 / 2
neighbour-formula/clipped: beyond delta the loss stays constant. It should keep rising, along a
        line.
    s = u + 0 * a
neighbour-formula/square: you square every error. Beyond delta the loss is straight.
    s = q || a ** 2
neighbour-formula/absolute: small errors are on a straight line. Near 0 the loss is a parabola.
    q = a || d * a - d ** 2 / 2
neighbour-formula/other-side: the two parts are swapped. The parabola belongs to small errors.
    near = a > d || a >= d
neighbour-formula/pseudo: you use the smooth relative, delta²(√(1 + (e/delta)²) − 1). The task asks
        for the one with two parts.
    o = d ** 2 * (np.sqrt(1 + (a / d) ** 2) - 1)
neighbour-formula/slope: you return a slope, not the loss. Return the loss itself.
    o = np.where(near, x, d * np.sign(x)) || np.where(near, a, d)
ignored-argument/delta: the two parts meet at 1, whatever delta is. They should meet at delta.
    d = 1.0 || 1.0 + 0 * delta
    near = a <= 1
axis/one-decision: you make one decision for all errors. Decide entry by entry: np.where or a mask.
    near = near.all() || near.any()
convention/mean: you return one number. Every error has a loss of its own.
    o = np.where(near, q, s).mean() || np.where(near, q, s).sum()
integer/whole: the parabola has lost its decimals. Divide by 2 with a single /.
    where needs: operator //
    q = a ** 2 // 2
integer/delta: where the errors are integers, delta is cut to one, too. Convert both to floats.
    d = np.asarray(delta).astype(np.asarray(e).dtype)
"""

EXERCISE = Exercise(
    id="huber_loss", title="Join a parabola to a line", notebook="00b", number="0b.3",
    signature="huber_loss(e, delta)", lecture=("ALICE-4.1.2b",), minutes=8, difficulty=2,
    reference=functions.huber_loss, cases=cases, bank=BANK,
    held={"delta": (1.0, 2.0, 0.5, 1.5)},
    hints=("What are height and slope of e²/2 at e = delta?",
           "Height delta²/2, slope delta. So beyond it the loss is delta²/2 plus delta times the "
           "rest of the way.",
           "|e| ≤ delta: e²/2; otherwise delta (|e| − delta/2)"),
    formula="e²/2 where |e| ≤ delta, delta (|e| − delta/2) elsewhere",
    variation="write its slope. For which weights of the rows is it the slope of a squared loss?",
    right=(clipped, one_by_one, by_area), awkward=one_by_one,
    heads=("huber_loss([1, -3], 2)", "huber_loss([2, 4], 3)"),
)
