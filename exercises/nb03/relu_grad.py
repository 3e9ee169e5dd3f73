"""3.5 relu_grad: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .. import elementwise
from ..elementwise import loop

value = functions.relu

RIGHT = (
    loop(lambda v: 1.0 if v >= 0 else 0.0), lambda x: (np.asarray(x) >= 0) * 1.0,
    lambda x: np.where(np.asarray(x) < 0, 0, 1), lambda x: np.heaviside(x, 1),
    lambda x: 1 - (np.asarray(x) < 0).astype(int),
    lambda x: np.sign(np.sign(x) + 0.5) * 0.5 + 0.5,
    lambda x: np.float32(np.greater_equal(x, 0)),
)

BANK = """
relu_grad(x)
    like: slopes
    without: neighbour-formula/coarse-differences
    m = k >= 0                           # where ReLU rises
    r = 1 + 0 * k                        # the slope there
    l = 0 * k                            # the slope elsewhere
    o = np.where(m, r, l)

shown: m
same: m = k > 0 && plain = 0

convention/zero-at-kink: your slope at exactly 0 is 0. At the kink the lecture takes relu'(0) = 1;
        frameworks take 0. Both are conventions.
    m = k > 0
convention/half-at-kink: your slope at exactly 0 is ½. At the kink the lecture takes relu'(0) = 1.
        Both are conventions.
    o = np.heaviside(k, 0.5)
convention/minus-zero: you treat −0.0 as a negative number. −0.0 equals 0: compare with 0.
    m = ~np.signbit(k)
unstable/zero-by-zero: at the kink your result is not a number: 0 / 0. Decide by a comparison with
        0.
    o = np.maximum(0, k) / k || k / np.abs(k) || (1 + k / np.abs(k)) / 2
neighbour-formula/relu: you return ReLU, not its slope. Right of 0 the slope is the same for every
        x.
    r = k
neighbour-formula/cut-off-input: between 0 and 1 you return the input. Right of 0 the slope is the
        same for every x.
    r = np.minimum(1, k)
neighbour-formula/input: you return the input. Right of 0 the slope is the same for every x, left of
        0 it is 0.
    r = k && l = k
neighbour-formula/input-cut-off: you return the input, cut off at 1. Right of 0 the slope is the
        same for every x, left of 0 it is 0.
    r = np.minimum(1, k) && l = k
neighbour-formula/minus-left: the slope left of 0 is −1, as for |x|. Left of 0 ReLU is flat.
    l = -1 + 0 * k || o = np.sign(k)
neighbour-formula/leaky: the slope left of 0 is a positive number, as for the leaky ReLU. Left of 0
        ReLU is flat.
    c = 0.01 || 0.1 || 0.2 || 0.5 || 0.001 && l = c + 0 * k
omitted-term/left-side: left of 0 you return the input. Left of 0 ReLU is flat.
    l = k
omitted-term/left-side-nan: left of 0 the result is not a number. Left of 0 ReLU is flat.
    l = np.nan + 0 * k
neighbour-formula/identity: the slope is also 1 left of 0. ReLU is flat there: the slope is 0.
    l = 1 + 0 * k || m = k != 0
neighbour-formula/sigmoid: your function is the sigmoid, which is smooth. ReLU's slope jumps.
    o = sigmoid(k)
neighbour-formula/sigmoid-slope: your function is the slope of the sigmoid, which is smooth. ReLU's
        slope jumps.
    o = sigmoid_grad(k)
sign/complement: you swap the two slopes. Right of 0 ReLU rises, left of 0 it is flat.
    o = np.where(m, l, r)
off-by-one/threshold: the slope jumps at a point other than 0. The kink of ReLU is at 0.
    c = 1 || 0.5 || 0.1 || 0.01 || -0.01 || -1 && m = k > c || k >= c
integer/x-rounded: −0.5 counts as 0, as if x were rounded. Compare x itself with 0.
    m = np.round(k) >= 0
neighbour-formula/coarse-differences: you take differences with a coarse step, so the kink is
        smeared out. Decide by a comparison with 0.
    h = 1.0 || 0.5 || 0.1 || 0.01 || 1e-3 && o = (relu(k + h) - relu(k)) / h || (relu(k + h) -
        relu(k - h)) / (2 * h)
    h = 0.5 || 0.1 || 0.01 || 1e-3 && o = (relu(k) - relu(k - h)) / h
shape/filtered: entries left of 0 are missing from the result. Every input gets its slope, 0 or 1,
        in its place.
    o = k[k > 0] || k[k >= 0] || r[k >= 0] || r[k > 0]
axis/all-together: you return one answer for the whole array. Decide entry by entry: comparing an
        array does that.
    o = np.all(m) * 1.0 || np.any(m) * 1.0
"""

EXERCISE = Exercise(
    id="relu_grad", title="Differentiate ReLU", notebook="03", number="3.5",
    signature="relu_grad(x)", lecture=("CS577-relu", "MAY25-1.2e", "ALICE-5.4d"),
    minutes=4, difficulty=1, reference=functions.relu_grad,
    cases=lambda: [*elementwise.cases(extreme=False),
                   Case((np.array([1e-12, -1e-12]),), "inputs next to 0")], bank=BANK, derived=True,
    lists=elementwise.LISTS,
    hints=("How steep is ReLU left of 0, and right of it?",
           "A comparison of an array gives True and False entry by entry; "
           ".astype(float) makes numbers of them.",
           "relu'(x) = 1 where x ≥ 0, else 0"),
    formula="relu'(x) = 1 if x ≥ 0, else 0 (the lecture's value at the kink)",
    variation="add an argument at_zero, and ask a central difference what it says at 0.",
    right=RIGHT, awkward=loop(lambda v: 1 if v >= 0 else 0),
    heads=("relu_grad([3, -2])", "relu_grad([0, -0.5])", "relu_grad(2)"),
)
