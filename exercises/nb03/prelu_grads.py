"""3.8 prelu_grads: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .. import elementwise  # noqa: F401 - for the bank's text
from ..elementwise import EIGHTS, FIVE, loop


def cases():
    return [
        Case((np.array([-2.0, -0.5, 1.0, 3.0]), 0.25), "four numbers"),
        Case((-1.25, 0.5), "one negative number"),
        Case((2.5, 0.5), "one number"),
        Case((np.array([-2.5]), 0.5), "an array of one number"),
        Case((EIGHTS.copy(), 0.5), "a matrix"),
        Case((np.array([0.0, -0.0, -4.5, -0.75]), 0.25), "a pre-activation of exactly 0"),
        Case((np.array([[-3, -1, 4], [1, 2, -6]]), 0.25), "whole numbers", integers=True),
        Case((np.array([[-1000.0, 0.75, 1000.0]]), 0.75), "a batch of one"),
        Case((FIVE.copy(), 0.0), "alpha = 0"),
    ]


def by_differences(x, alpha):
    x, h, leaky = np.asarray(x, dtype=float), 1e-6, functions.leaky_relu
    return ((leaky(x + h, alpha) - leaky(x, alpha)) / h,  # from the right: 1 at 0
            (leaky(x, alpha + h) - leaky(x, alpha - h)) / (2 * h))


def by_loops(x, alpha):
    return [loop(lambda v: 1.0 if v >= 0 else alpha)(x), loop(lambda v: min(v, 0.0))(x)]


RIGHT = (
    by_differences, by_loops,
    lambda x, a: (functions.leaky_relu_grad(x, a), np.minimum(0, x)),
    lambda x, a: (a + (1 - a) * (np.asarray(x) >= 0), np.asarray(x) * (np.asarray(x) < 0)),
    lambda x, a: tuple(np.float32(v) for v in functions.prelu_grads(x, a)),
)

BANK = """
prelu_grads(x, alpha)
    k = np.asarray(x, float)             # the inputs
    m = k >= 0                           # which inputs are not negative
    r = 1.0 + 0 * k                      # the slope in x right of 0
    l = alpha + 0 * k                    # the slope in x left of 0
    d = np.where(m, r, l)                # the slope in x
    a = np.where(k < 0, k, 0 * k)        # the slope in alpha
    o = (d, a)

shown: m, d, a

convention/kink: your slope in x at exactly 0 is alpha. The lecture's convention takes 1 at the
        kink.
    m = k > 0
convention/zero-at-kink: your slope in x at exactly 0 is 0. The lecture takes 1 at the kink.
    d = np.where(k > 0, 1.0, np.where(k < 0, alpha, 0.0))
convention/half-at-kink: your slope in x at exactly 0 is between those of the two sides. The
        lecture's convention takes 1 at the kink.
    d = np.where(k == 0, (1 + alpha) / 2, d)
neighbour-formula/alpha-times-x: left of 0 you return the value, not the slope in x. The slope there
        does not grow with x.
    l = alpha * k
neighbour-formula/x-on-the-right: right of 0 you return the input. The slope there is 1 for all x.
    r = k
neighbour-formula/relu-slope: the slope in x left of 0 is 0, as for ReLU. It is alpha there.
    l = 0 * k
omitted-term/alpha: the slope in x left of 0 is −1, which belongs to |x|. It is alpha there.
    l = -1.0 + 0 * k
factor/alpha: alpha has an extra factor in the slope in x. Left of 0 the slope is alpha itself.
    l = alpha ** 2 + 0 * k || alpha / 2 + 0 * k || 2 * alpha + 0 * k
neighbour-formula/one-and-alpha: 1 and alpha are together on one side of the slope in x. Each of the
        two belongs to its own side.
    l = 1 + alpha + 0 * k || 1 - alpha + 0 * k || r = 1 + alpha + 0 * k
ignored-argument/fixed-slope: the slope in x left of 0 is a fixed number. It is alpha.
    l = 0.01 + 0 * k || 0.25 + 0 * k || 0.1 + 0 * k
neighbour-formula/no-slope: the slope in x is the same everywhere. It differs on the two sides of 0.
    d = 0 * k || 1 + 0 * k
off-by-one/threshold: your slope in x changes at a point other than 0. The kink is at 0.
    m = k >= 1 || k > 0.5
integer/x-truncated: in the slope in x, −0.5 counts as 0. Compare x itself with 0.
    m = np.trunc(k) >= 0 || np.round(k) >= 0
neighbour-formula/no-branch: your slope in alpha is not 0 right of 0. There the value does not
        depend on alpha.
    a = k || np.where(k < 0, k, 1.0) || np.where(k < 0, k, alpha) || np.where(k < 0, alpha * k, k)
sign/positive-side: right of 0 the slope in alpha is x. There it is 0: alpha matters left of 0.
    a = np.maximum(0, k) || np.abs(k)
sign/d-alpha: the slope in alpha has the wrong sign. Left of 0 it is x, a negative number.
    a = -np.minimum(0, k)
factor/alpha-in-d-alpha: alpha is a factor of its own slope. Keep x fixed and differentiate alpha x
        in alpha.
    a = alpha * np.minimum(0, k)
omitted-term/x-in-d-alpha: your slope in alpha doesn't contain x. Keep x fixed and differentiate
        alpha x in alpha.
    a = np.where(k < 0, 1.0, 0.0) || np.where(k < 0, -1.0, 0.0)
neighbour-formula/alpha-itself: the slope in alpha has alpha in it. Keep x fixed and differentiate
        alpha x in alpha.
    a = np.where(k < 0, alpha, 0.0) || (1 - alpha) * np.minimum(0, k) || np.minimum(0, k) / alpha
off-by-one/d-alpha-limit: you cut the slope in alpha at a number other than 0. Only the sign of x
        decides.
    a = np.minimum(1, k) || np.minimum(-1, k) || np.minimum(2, k)
neighbour-formula/floor: the slope in alpha stops at −1. It should continue, however far left.
    a = np.clip(k, -1, 0)
omitted-term/no-gradient: alpha gets no gradient. Left of 0 the value alpha x depends on alpha.
    a = 0 * k
shape/d-alpha: you return the slope in alpha as one number. Each input gets one: the shape of x.
    a = np.sum(a) || np.mean(a) || 0.0
axis/smallest: the slope in alpha is an extreme of all entries. np.minimum compares entry by entry;
        np.min picks one entry.
    where needs: name min max amin amax
    a = np.min(k) || np.minimum(0, np.min(k)) || np.max(a)
missing-return/d-alpha-entry: your slope in alpha is that of a single entry. Each entry of x has its
        own.
    a = np.ravel(a)[0] || np.ravel(a)[-1]
off-by-one/d-alpha-entry: one entry of the slope in alpha gets no value. Each entry of x has its
        own.
    a = elementwise.only(a, np.s_[:-1], 0) || elementwise.only(a, np.s_[1:], 0)
convention/swapped: you return the two slopes in the wrong order. The one in x comes first.
    needs: container
    o = (a, d)
missing-return/one-of-two: you return only one of the two slopes. Return both, the one in x first.
    o = d || a
shape/pairs: you return one pair per entry. Return two results, each in the shape of x.
    needs: container
    o = np.stack([d, a], axis=-1) || np.column_stack([d.ravel(), a.ravel()])
shape/dict: you return a dict. Return two results: the slope in x, then the one in alpha.
    needs: container
    o = {"d_x": d, "d_alpha": a}
"""

EXERCISE = Exercise(
    id="prelu_grads", title="Train the leak", notebook="03", number="3.8",
    signature="prelu_grads(x, alpha)", lecture=("ALICE-5.4e",), minutes=6, difficulty=2,
    reference=functions.prelu_grads, cases=cases, bank=BANK, derived=True, parts=("d_x", "d_alpha"),
    lists=([-1.5, 0.25, 2.0], 0.1),
    hints=("The value is x on the right and alpha x on the left. Which letter moves?",
           "First hold alpha and move x, then hold x and move alpha.",
           "d_x = 1 where x ≥ 0, else alpha; d_alpha = min(0, x)"),
    formula="d/dx = 1 (x ≥ 0) or alpha (x < 0);  d/dalpha = min(0, x)",
    variation="sum d_alpha over a batch and take one gradient step for alpha.",
    right=RIGHT, awkward=by_loops,
    heads=("prelu_grads([2, -2], 0.5)", "prelu_grads([0, -2], 0.3)", "prelu_grads([-3, 2], 0)",
           "prelu_grads(-0.5, 0.6)"),
)
