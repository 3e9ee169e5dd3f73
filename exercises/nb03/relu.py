"""3.10 relu: its cases, right answers in other styles, hints, and what students write instead."""

import functools

import numpy as np

from course_utils import functions
from misstep import Exercise

from .. import elementwise
from ..elementwise import in_float32, loop

RIGHT = (
    loop(lambda v: max(0.0, v)), lambda x: np.maximum(x, 0),
    lambda x: np.asarray(x) * (np.asarray(x) > 0), lambda x: np.where(np.asarray(x) >= 0, x, 0),
    lambda x: (x + np.abs(x)) / 2, in_float32(lambda x: np.clip(x, 0, None)),
    np.vectorize(lambda v: v if v > 0 else v * 0),
)

BANK = """
relu(x)
    like: kinked
    without: sign/branches-swapped, neighbour-formula/one-on-the-right,
        neighbour-formula/right-squared, omitted-term/positive-side
    l = 0 * k                            # the left side
    o = np.where(m, r, l)

axis/one-maximum: you return one maximum over all entries. np.maximum compares entry by entry;
        np.max picks one entry.
    where needs: name min max amin amax
    o = np.max(k) || np.maximum(0, np.max(k))
axis/maximum-along-axis: you return the maximum along an axis. np.maximum compares entry by entry;
        np.max picks one entry.
    where needs: name min max amin amax
    o = np.max(k, 0)
shape/filtered: you leave out the negative entries. Keep their places, with zeros in them.
    o = k[k > 0] || k[k >= 0]
sign/negative-side: the negative side passes and the positive one is cut. Positive inputs stay,
        negative ones become 0.
    o = np.where(m, l, r)
neighbour-formula/absolute-value: you return positive numbers for negative inputs. Negative inputs
        become 0.
    l = -k || -0.5 * k
neighbour-formula/step: positive inputs become 1, as with the step, the slope of ReLU. Positive
        inputs pass as they are.
    r = 1 + 0 * k
    r = 1 + 0 * k && m = k >= 0
omitted-term/positive-side: positive inputs become 1 and negative ones stay. Positive inputs stay,
        negative ones become 0.
    r = 1 + 0 * k && l = k
omitted-term/all-zero: the result is 0 everywhere. Positive inputs stay, negative ones become 0.
    r = 0 * k
omitted-term/identity: you return the input as it is. Negative inputs become 0.
    l = k
neighbour-formula/leaky: part of the negative inputs passes, as in a leaky ReLU. Left of 0 the value
        is exactly 0.
    l = 0.01 * k || 0.1 * k || 0.2 * k || 0.001 * k || 0.02 * k || 0.05 * k || 0.25 * k || 0.3 * k
        || 0.5 * k
neighbour-formula/other-floor: your floor is a number other than 0. Negative inputs become 0.
    o = np.maximum(-1, k) || np.maximum(1, k) || np.maximum(0.001, k) || np.maximum(0.01, k) ||
        np.maximum(0.1, k) || np.maximum(0.5, k) || np.maximum(2, k)
off-by-one/left-constant: left of 0 the result is the same for all x, and it is not 0. Negative
        inputs become 0.
    l = 1 + 0 * k || -1 + 0 * k
omitted-term/left-side-nan: up to 0 the result is not a number. Negative inputs become 0, and 0
        stays 0.
    l = np.nan + 0 * k
off-by-one/shifted: the kink is not at 0. ReLU compares x itself with 0.
    o = np.maximum(0, k - 1) || np.maximum(0, k + 1)
neighbour-formula/hinge: you compute the hinge, max(0, 1 − x). ReLU compares x itself with 0.
    o = np.maximum(0, 1 - k)
neighbour-formula/smooth-cousin: your function is a cousin of ReLU with a bend. ReLU is straight on
        both sides of 0.
    o = np.logaddexp(0, k) || np.log(1 + np.exp(k)) || swish(k) || gelu(k) || elu(k)
neighbour-formula/exponential-left: left of 0 your result is an exponential. Negative inputs become
        0.
    l = np.exp(k)
neighbour-formula/s-shaped: your result has an upper limit. ReLU has none.
    o = np.tanh(k) || sigmoid(k) || np.clip(k, -1, 1)
neighbour-formula/squared: you square positive inputs. Positive inputs pass as they are.
    r = k ** 2
neighbour-formula/rooted: you take the root of positive inputs. Positive inputs pass as they are.
    r = np.sqrt(np.maximum(0, k))
unstable/root-of-negative: left of 0 the result is not a number. Compare with 0.
    o = np.sqrt(k) ** 2
"""

EXERCISE = Exercise(
    id="relu", title="Write ReLU", notebook="03", number="3.10",
    retired=True, signature="relu(x)",
    lecture=("MAY24-1.2e", "MAY25-1.2e", "CS577-relu", "ALICE-5.4d"), minutes=3, difficulty=1,
    reference=functions.relu, cases=functools.partial(elementwise.cases, extreme=False),
    bank=BANK, lists=elementwise.LISTS,
    hints=("What happens to a negative input, and to a positive one?",
           "np.maximum compares two arrays entry by entry; Python's max does not.",
           "relu(x) = max(0, x)"),
    formula="relu(x) = max(0, x)",
    variation="write it with one multiplication and a comparison.",
    right=RIGHT, awkward=loop(lambda v: max(0.0, v)),
    heads=("relu([2, -3])", "relu([[-2], [4]])", "relu(1000)", "relu([0.25, -2])", "relu(-1)"),
)
