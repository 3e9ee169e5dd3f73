"""1.5 xor_step_weights: its case, right answers in other styles, hints, and what students write.

Any weights that solve XOR are right, so the check runs them: `as_known` turns right weights into
the reference's and wrong ones into the number of their fault, which the bank's swaps have too.
"""

import itertools

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .xor_dataset import CORNERS, XOR


def xor_step_weights():
    """Weights of three step units that solve XOR: W (2, 2), b (1, 2), u (2,), c a number.

    The first unit is OR, the second AND, the third "OR and not AND". Lectures MAY24-1.0d and 1.0g.
    """
    W = np.array([[1.0, 1.0], [1.0, 1.0]])  # a column for each unit
    b = np.array([[-0.5, -1.5]])
    u = np.array([1.0, -1.0])
    return W, b, u, -0.5


def fires(score, at_zero):
    return np.where(score == 0, at_zero, functions.step(score))


def labels(W, b, u, c, at_zero=(0, 0, 0)):
    """What the network gives at the four corners: (4,). ``at_zero`` is step(0) of each unit."""
    return fires(fires(CORNERS @ W + b, at_zero[:2]) @ u + c, at_zero[2])


def solves(*weights, **how):
    return np.array_equal(labels(*weights, **how), XOR)


def fault(W, b, u, c):
    """Which sentence is the first that is true of wrong weights, as a number."""
    h, out = functions.step(CORNERS @ W + b), labels(W, b, u, c)
    left = len({*map(tuple, h)})  # of the four points, after the two units
    mixed = {*map(tuple, h[XOR == 1])} & {*map(tuple, h[XOR == 0])}
    return (
        any(solves(W, b, u, c, at_zero=z) for z in itertools.product((0, 1), repeat=3)),
        solves(W, -b, u, c), solves(W, b, u, -c), solves(W, -b, u, -c), solves(W.T, b, u, c),
        np.array_equal(out, 1 - XOR),
        any(solves(W, b, u * signs, c) for signs in itertools.product((1, -1), repeat=2)),
        np.ptp(h, axis=0).min() == 0, left == 2, bool(mixed), left == 4,
        not out.any(), bool(out.all()), True).index(True)


FORMS = (  # shapes of what may come back in place of four results; one group has one name
    (((2, 2), (1, 2)), ((2, 2), (2,))),
    (((),) * 4, ((4,),)),
    (((),) * 9, ((9,),)),
    (((2, 2), (1, 2), (2, 1), ()), ((2, 2), (2,), (2, 1), ()), ((2, 2), (1, 2), (2, 1), (1,)),
     ((2, 2), (2,), (2, 1), (1,)), ((2, 2), (1, 2), (1, 2), ()), ((2, 2), (2,), (1, 2), ())),
    (((1, 2), (2, 2), (2,), ()), ((2,), (2, 2), (2,), ()), ((2,), (), (2, 2), (1, 2)),
     ((2, 2), (2,), (1, 2), (1,)), ((1, 2), (2, 2), (), (2,)), ((2, 2), (1, 2), (), (2,))),
)
OTHER = ((2,), (2,), (), ())  # stands for four results of any other shapes


def numbers(result):
    """The weights as float arrays, b (2,) made (1, 2); None for other shapes."""
    W, b, u, c = (np.asarray(part, float) for part in result)
    fit = (W.shape, u.shape, c.size) == ((2, 2), (2,), 1) and b.shape in ((1, 2), (2,))
    return (W, b.reshape(1, 2), u, c.reshape(())) if fit else None


def as_known(got, expected):
    """Right weights as the reference's, wrong ones as their fault, other forms as an example."""
    parts = got if isinstance(got, (tuple, list)) else (got,)
    if any(np.asarray(part).dtype.kind not in "biuf" for part in parts):
        raise TypeError("no numbers")
    shapes = tuple(map(np.shape, parts))
    for group in FORMS:
        if shapes in group:
            return tuple(map(np.zeros, group[0]))
    weights = numbers(parts)
    if weights is None:
        return tuple(map(np.zeros, OTHER))
    if not all(np.isfinite(part).all() for part in weights):
        return got
    if solves(*weights):
        return expected
    return expected[0] + 100 + fault(*weights), *expected[1:]


def at_the_corners(result):
    """What a network does: corner to label; of one that cannot run its parts, b as a row."""
    if numbers(result) is None:
        return tuple(np.reshape(part, (1, 2)) if i == 1 and np.shape(part) == (2,) else part
                     for i, part in enumerate(result))
    return {f"({p}, {q})": label for (p, q), label in zip(CORNERS, labels(*numbers(result)),
                                                          strict=True)}


def two_units_for_praise():
    """The lecture's W with room between its lines: a unit for each corner of class 0."""
    return np.array([[1, -1], [1, -1]]), np.array([[-1.5, 0.5]]), np.array([-1, -1]), 0.5


RIGHT = (
    two_units_for_praise,
    lambda: (np.array([[1, -1], [1, -1]]), np.array([[-1, 1]]), np.array([-1, -1]), 0.5),
    lambda: ([[1, -1], [-1, 1]], [[0, 0]], [1, 1], 0),
    lambda: [np.float32([[20, -20], [20, -20]]), np.float32([-10, 30]), np.float32([20, 20]), -30],
    lambda: (np.array([[3.0, -0.7], [2.0, -0.9]]), np.array([[-4.0, 0.5]]),
             np.array([-5.0, -0.2]), np.array([0.1])),
)

BANK = """
xor_step_weights()
    W = np.array([[1.0, 1.0], [1.0, 1.0]])   # the weights of the two units, a column for each
    b = np.array([[-0.5, -1.5]])             # their biases: OR and AND
    u = np.array([1.0, -1.0])                # the third unit: OR, and not AND
    c = -0.5                                 # its bias
    o = W, b, u, c

convention/corner-on-the-line: a sum is exactly 0 where its unit would have to fire, and the step
        gives 0 there. Put each line between the points, through none of them.
    b = np.array([[-0.5, -2.0]]) || c = -1.0
sign/unit-biases: with the opposite signs in b these weights are right. A bias is added: a unit with
        the threshold 1.5 has the bias −1.5.
    b = -b
sign/third-bias: with the opposite sign of c these weights are right. A bias is added: the threshold
        0.5 is the bias −0.5.
    c = -c
sign/all-biases: with the opposite signs in b and c these weights are right. A bias is added: the
        threshold 0.5 is the bias −0.5.
    b = -b && c = -c
transpose/W: with W transposed these weights are right. In f @ W, column j has the weights of unit
        j.
    W = np.array([[1.0, 1.0], [-1.0, -1.0]]) && b = np.array([[-1.5, 0.5]]) && u = np.array([-1.0,
        -1.0]) && c = 0.5
neighbour-formula/xnor: your network fires where the two inputs agree: that is XNOR. The third unit
        has to do the opposite.
    u = -u && c = -c
sign/third-weights: with other signs in u these weights are right. For each of the two units: does
        it speak for class 1, or against it?
    u = np.array([1.0, 1.0]) || -u
omitted-term/idle-unit: one of the units on the inputs gives the same at all four corners, so its
        line separates nothing. Where are its sums, and where is 0?
    b = np.array([[0.5, -1.5]]) || np.array([[-0.5, -2.5]])
duplicates/one-line: both units split the corners in the same way. You need two lines that split
        them differently.
    b = np.array([[-0.5, -0.5]]) || np.array([[-1.5, -1.5]])
neighbour-formula/mixed: two corners of different classes get the same two values from the units, so
        the third unit cannot tell them apart. Write down h = step(f W + b) for the four corners.
    W = np.array([[1.0, 1.0], [1.0, -1.0]]) && b = np.array([[-0.5, -0.5]])
ignored-argument/one-input-each: each of the two units follows only one input, so the third unit
        gets the four corners of XOR again. Let each fire at one corner, or at three.
    W = np.eye(2) && b = np.array([[-0.5, -0.5]])
neighbour-formula/third-silent: the two units do their part, but the third never fires. Compute h u
        + c for the points that the units produce.
    c = -1.5 || -5.0 || u = 0 * u
neighbour-formula/third-always: the two units do their part, but the third fires at every corner.
        Compute h u + c for the points that the units produce.
    c = 1.5 || 5.0
neighbour-formula/third-line: the two units do their part, but the line of the third does not
        separate the classes. Compute h u + c for the points that the units produce.
    u = np.array([1.0, 0.0]) || np.array([0.0, 1.0]) || np.array([1.0, -0.25])
missing-return/units-only: you return only the two units on the features. Return W, b, u and c.
    o = W, b
missing-return/labels: you return four single numbers, as labels would be. Return the weights W, b,
        u, c: the cells run them.
    o = (0, 1, 1, 0) || np.array([0, 1, 1, 0])
shape/one-list: you return nine numbers in one row. Return four results: W, b, u and c.
    o = np.concatenate([W.ravel(), b.ravel(), u, [c]])
shape/u-table: your third result does not have the shape (2,). It is u: two numbers, one for each
        unit. The order is W, b, u, c.
    o = W, b, u[:, None], c
shape/weights: you return four results, but their shapes don't fit together. W is (2, 2) with a
        column for each unit, b (1, 2), u (2,), and c one number.
    o = W[0], W[1], b[0, 0], b[0, 1] || W, b.T, u, c
convention/order-of-weights: you return the weights in a different order. It is W, b, u, c.
    o = (b, W, u, c) || (u, c, W, b) || (W, b, c, u)
"""

EXERCISE = Exercise(
    id="xor_step_weights", title="Choose the weights of three units", notebook="01", number="1.5",
    signature="xor_step_weights()", lecture=("MAY24-1.0g", "MAY24-1.0d", "MAY25-1.0g"), minutes=8,
    difficulty=2, reference=xor_step_weights, cases=lambda: [Case((), "the four corners")],
    bank=BANK, parts=("W", "b", "u", "c"), align=as_known, runs=at_the_corners,
    hints=("One unit draws one line. Which two lines cut the square into three strips, with both "
           "complaints in the same one?",
           "Let one unit fire at (1, 1) only, and one at (0, 0) only, or at all but (0, 0). Then "
           "write down what the two give at the four corners: which line separates these points?",
           "OR is f1 + f2 − ½, AND is f1 + f2 − 1½: columns of W with two ones, b = (−½, −1½). "
           "The third fires for OR without AND: u = (1, −1), c = −½"),
    formula="step(step(f W + b) u + c) with W = ((1, 1), (1, 1)), b = (−½, −1½), u = (1, −1), "
            "c = −½",
    variation="how few different numbers can you do with? And how far may an input be off?",
    right=RIGHT, awkward=lambda: [[[1, -1], [1, -1]], [-1.5, 0.5], [-1, -1], 0.5],
)
