"""3.2 fold_xor: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from misstep import Case, Exercise


def fold_xor(low, high):
    """The unit |x w + c| that is 1 where two inputs differ and 0 where they agree: (w, c).

    Each input is `low` or `high`, low < high; w (2,), c a number. Lecture MAY24-1.0h.
    """
    w = np.array([1.0, -1.0]) / (high - low)  # equal inputs cancel, different ones give +-1
    return w, 0.0


def up_to_sign(got, expected):
    """The fold has two sides: (w, c) and (-w, -c) are one unit."""
    w, c = got
    turned = np.ravel(w)[0] * expected[0][0] < 0
    return (-np.asarray(w, float), -np.asarray(c, float)) if turned else got


def cases():
    ends = ((0, 1, "inputs 0 and 1"), (0, 2, "inputs 0 and 2"), (-1, 1, "inputs −1 and 1"),
            (1, 3, "inputs 1 and 3"), (2.0, 2.5, "inputs half a step apart"),
            (-3.0, 5.0, "inputs −3 and 5"), (-4.0, -1.5, "two negative inputs"),
            (10, 14, "whole numbers"))
    return [Case((low, high), name, integers=name == "whole numbers") for low, high, name in ends]


def by_least_squares(low, high):
    """The three equations 0 = low, low; 0 = high, high; 1 = high, low; solved."""
    rows = np.array([[low, low, 1.0], [high, high, 1.0], [high, low, 1.0]])
    v = np.linalg.solve(rows, [0.0, 0.0, 1.0])
    return v[:2], v[2]


def by_corners(low, high):
    """All four corners at once, one of the two folds chosen: 0, 1, −1, 0."""
    corners = np.array([[low, low, 1], [low, high, 1], [high, low, 1], [high, high, 1]], float)
    v = np.linalg.lstsq(corners, [0, 1, -1, 0], rcond=None)[0]
    return v[:2], v[2]


RIGHT = (
    by_least_squares,
    by_corners,
    lambda low, high: ([-1 / (high - low), 1 / (high - low)], 0),
    lambda low, high: (np.float32([1, -1]) / np.float32(high - low), np.float32(0)),
    lambda low, high: (np.array([1, -1]) / (high - low), np.zeros(())),
    lambda low, high: [np.array([1.0, -1.0]) / (low - high), -0.0],
)

BANK = """
fold_xor(low, high)
    s = high - low                       # the distance of the two values
    a = 1 / s                            # the first weight
    b = -a                               # the second weight
    c = 0.0                              # the bias
    w = np.array([a, b])                 # the weights
    o = (w, c)

shown: s, a

factor/not-scaled: the weights are the same, however far apart the two values are. Where the inputs
        differ, the unit has to give 1, whatever `high - low` is.
    a = 1.0 || 0.5 || 2.0
factor/multiplied: the further apart the two values are, the larger your weights are. Where the
        inputs differ, high − low times the weight has to be 1 or −1.
    a = s || s ** 2 || s / 2
factor/other-distance: your weights don't fit the distance between the two values. At high, low the
        weighted sum is the distance times the weight.
    a = 1 / high if high else 1.0 || 1 / (high + low) if high + low else 1.0
    a = np.divide(1.0, high) || np.divide(1.0, high + low)
    a = 1 / s ** 2 || 1 / abs(s) ** 0.5
factor/doubled-or-halved: your weights are twice as large as they should be. At high, low the
        weighted sum is the distance times the weight: it has to be 1 or −1.
    a = 2 / s
factor/halved: your weights are half as large as they should be. At high, low the weighted sum is
        the distance times the weight: it has to be 1 or −1.
    a = 0.5 / s
neighbour-formula/xnor: with low = 0 and high = 1 your unit is XNOR: 1 where the inputs agree. The
        fold has to run through the two corners with equal inputs.
    b = a && c = -a * (low + high)
    a = 1.0 && b = 1.0 && c = -1.0
sign/same-sign: both weights have the same sign. Two equal inputs have to cancel.
    b = a
    b = a && c = -a * low
    b = a && c = -1.0
    b = a && c = -2 * a * low
    b = a && c = 1.0
neighbour-formula/uneven: the two weights do not cancel each other. Where the inputs agree, the
        weighted sum has to be the same for low and high: what do the weights add up to?
    b = -2 * a
    b = -2 * a && c = -a || a
    b = -a / 2
omitted-term/one-input: one of the inputs has no weight. A single input does not show whether the
        two differ.
    b = 0 * a
    a = 0.0 && b = 1 / s
    b = 0 * a && c = -a * low
neighbour-formula/shifted: where the inputs agree your unit is not 0, because a bias shifts it. Try
        low, low and high, high.
    c = -low || low || -a * low || a * low || -0.5 || 1.0 || -1.0 || 0.5 || -low - 0.5 || high * a
integer/floor: your weights lose their decimals. `//` and int drop them; `/` keeps them.
    where needs: rounding
    a = 1 // s
convention/swapped: you return bias and weights in the wrong order. The weights come first.
    needs: container
    o = (c, w)
missing-return/one-of-two: you return only one of weights and bias. Return both, the weights first.
    o = w || c
shape/three-numbers: you return three numbers. Return the two weights as one result, then the bias.
    o = np.array([a, b, c])
shape/one-weight: w is a single weight. There are two inputs: w has shape (2,).
    o = (a, c) || (w[:1], c)
"""

EXERCISE = Exercise(
    id="fold_xor", title="Fold XOR by hand", notebook="03", number="3.2",
    signature="fold_xor(low, high)", lecture=("MAY24-1.0h", "MAY25-1.0h"), minutes=8, difficulty=3,
    reference=fold_xor, cases=cases, bank=BANK, parts=("w", "c"), align=up_to_sign,
    hints=("A fold maps the crease to 0. Through which two corners does the crease run?",
           "In both of these corners the inputs are equal, and the weighted sum is 0: what do two "
           "equations say about c and about the sum of the weights?",
           "w = (1, −1) / (high − low), c = 0; turning all signs gives the same unit."),
    formula="w = (1, −1) / (high − low), c = 0",
    variation="what does the same unit do when the two inputs may be any numbers?",
    right=RIGHT, awkward=lambda low, high: [[-1 / (high - low), 1 / (high - low)], 0],
    heads=("fold_xor(1, 3)", "fold_xor(0, 4)"),
)
