"""1.4 step: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(2)
    return [
        Case((np.array([-2.0, 0.5, 3.0]),), "three numbers"),
        Case((rng.normal(size=(3, 4)),), "a matrix"),
        Case((np.array([0.0, -0.0, 1.0]),), "a score of exactly 0"),
        Case((2.5,), "one number"),
        Case((-3,), "one whole number", integers=True),
        Case((np.array([[[0.5, -1.0, 2.0], [0.0, 3.0, -2.0]]] * 2),), "three axes"),
        Case((np.array([[1, -1], [0, 0], [0, 0], [-1, 1]]),), "the lecture's g, whole numbers",
             integers=True),
        Case(([-1.5, 0.25],), "a list"),
        Case((np.array([1e-12, -1e-12]),), "scores next to 0"),
    ]


def step(x):
    """1 where x > 0, else 0; step(0) = 0, elementwise. Lecture MAY24-1.0g."""
    return functions.step(x, at_zero=0.0)


def loop(x):
    if np.ndim(x) == 0:
        return 1.0 if x > 0 else 0.0
    return np.array([loop(v) for v in x])


BANK = """
step(x)
    v = np.asarray(x, float)         # the scores
    p = v > 0                        # where they are above 0
    o = p * 1.0

convention/one-at-zero: a score of exactly 0 gives 1. That is another convention: the lecture's
        table needs step(0) = 0.
    p = v >= 0
convention/half-at-zero: a score of exactly 0 gives ½. That is another convention: the lecture's
        table needs step(0) = 0.
    o = np.heaviside(v, 0.5)
convention/minus-one-at-zero: a score of exactly 0 gives −1. The lecture's table needs step(0) = 0.
    o = o - (v == 0)
unstable/zero-by-zero: a score of 0 gives NaN, as 0 divided by 0 does. Compare the score with 0.
    o = np.maximum(v, 0) / v || (1 + v / np.abs(v)) / 2
neighbour-formula/steep-sigmoid: your function is a sigmoid, smooth near 0. Return only 0 and 1.
    o = sigmoid(k * v) && k = 1 || 2 || 5 || 10 || 50 || 100 || 1000
neighbour-formula/hard-sigmoid: scores near 0 give numbers between 0 and 1. Return only 0 and 1.
    o = np.clip(0.5 + k * v, 0, 1) && k = 1 || 0.5 || 0.25 || 0.2
neighbour-formula/tanh: your function is tanh. Return only 0 and 1.
    o = np.tanh(v)
neighbour-formula/relu: your function is ReLU: positive scores keep their size. The step is 1 for
        every positive score.
    o = np.maximum(v, 0)
neighbour-formula/ramp: you return scores between 0 and 1 as they are. Return only 0 and 1.
    o = np.clip(v, 0, 1)
neighbour-formula/sign: you return the sign, −1 below 0. The step is 0 below 0.
    o = np.sign(v)
factor/sign-plus-one: your function has three values, one each for scores below 0, at 0 and above 0.
        Return only 0 and 1.
    o = np.sign(v) + 1 || (np.sign(v) + 1) / 2 + (v == 0)
convention/plus-minus-one: your two values are −1 and 1. The step is 0 where the score is not above
        0.
    o = np.where(p, 1, -1) || np.where(v >= 0, 1, -1)
convention/tolerance: tiny positive scores give 0. Every score above 0 gives 1, however small.
    p = v > k && k = 1e-3 || 1e-6 || 1e-9
neighbour-formula/threshold-half: positive scores below ½ give 0. The threshold is 0.
    p = v > 0.5 || v >= 0.5
off-by-one/threshold-one: positive scores below 1 give 0. The threshold is 0.
    p = v >= 1 || v > 1
neighbour-formula/equal-to-one: scores other than 1 give 0. Every score above 0 gives 1.
    p = v == 1
off-by-one/threshold-minus-one: some negative scores give 1. The threshold is 0.
    p = v > -1 || v >= -1
neighbour-formula/slope: your result is 0 everywhere, like the slope of the step. Positive scores
        give 1.
    o = 0 * v
neighbour-formula/all-ones: your result is 1 everywhere. Scores of 0 or less give 0.
    o = np.ones(v.shape)
sign/absolute-values: the sign of the score is lost. Negative scores give 0.
    p = np.abs(v) > k && k = 0.5 || 1
neighbour-formula/compared: the result for a score depends on the other scores. The threshold is 0
        for all.
    p = v > v.mean() || v == v.max()
axis/one-for-all: you return one number for the whole array. Return one 0 or 1 per entry of x.
    o = 1.0 * (v.sum() > 0) || 1.0 * p.any() || 1.0 * p.all() || p.sum()
axis/one-per-row: you return one number per row. Return one 0 or 1 per entry of x.
    v = np.atleast_1d(v) && o = (v.sum(-1) > 0) * 1 || p.any(-1) * 1 || p.sum(-1)
missing-return/first-entry-only: you return only the first entry. Return one 0 or 1 per entry of x.
    o = o.flat[0] || [o.flat[0]]
off-by-one/entry: an entry at one end is always 0. Every entry has its turn.
    o = o * (np.arange(o.size) > 0).reshape(o.shape) || o * (np.arange(o.size) < o.size -
        1).reshape(o.shape)
"""

EXERCISE = Exercise(
    id="step", title="Write the step function", notebook="01", number="1.4", signature="step(x)",
    lecture=("MAY24-1.0g",), minutes=3, difficulty=1, reference=step, cases=cases, bank=BANK,
    hints=("What does the lecture's table say about a score of exactly 0?",
           "A comparison of an array gives True and False entry by entry.",
           "step(x) = 1 where x > 0, else 0"),
    formula="step(x) = 1 if x > 0, else 0",
    variation="swap in step(0) = 1 and rebuild the lecture's table: is XOR still separable?",
    right=(loop, lambda x: (np.asarray(x) > 0).astype(int),
           lambda x: np.heaviside(x, 0), lambda x: np.where(np.asarray(x) > 0, 1.0, 0.0),
           lambda x: np.float32(np.sign(np.maximum(x, 0))),
           np.vectorize(lambda v: int(v > 0))),
    awkward=loop,
    heads=("step([0.5, 0])", "step([[0.25, 3], [-1, 0]])", "step([-2, 1])"),
)
