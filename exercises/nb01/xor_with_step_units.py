"""1.6 xor_with_step_units: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

CORNERS = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
MOVED = (CORNERS[:, None] + np.array([[1, 0], [-1, 0], [0, 1], [0, -1]]) / 8).reshape(16, 2)


def cases():
    return [
        Case((CORNERS * 1.0,), "the four corners"),
        Case((np.array([[0.0, 1.0]]),), "one row"),
        Case((CORNERS[[3, 1, 1, 0, 2, 3]],), "whole numbers, rows repeated"),
        Case((CORNERS[[1, 0, 2]],), "three rows"),
        Case((CORNERS[[0, 2]],), "two rows of whole numbers"),
        Case((CORNERS[:1],), "one row of whole numbers"),
        Case((MOVED,), "each corner moved by 1/8 right, left, up and down"),
    ]


def xor_with_step_units(f):
    """XOR of each row of f (t, 2), as 0 or 1, by two step units and one more on top.

    Lectures MAY24-1.0d and 1.0g: W is theirs, b and the top unit are ours.
    """
    W = np.array([[1, -1], [1, -1]])
    b = np.array([[-1.5, 0.5]])  # the lecture's -1 and 1 put both lines in one place
    h = functions.step(f @ W + b)  # (t, 2): (1,0) for 11, (0,1) for 00, else (0,0)
    return functions.step(0.5 - h[:, 0] - h[:, 1])


def two_rows(f):
    """XOR of the first two rows; an error where there is one only."""
    one, two, *_ = f
    return step(step(one + two - 0.5) - step(one + two - 1.5) - 0.5)


def or_minus_and(f):
    h_or, h_and = functions.step(f.sum(1) - 0.5), functions.step(f.sum(1) - 1.5)
    return functions.step(h_or - h_and - 0.5)


step = functions.step


BANK = """
xor_with_step_units(f)
    a = f[:, 0]                       # the first input
    c = f[:, 1]                       # the second input
    s = a + c                         # the sum of the two inputs
    u = step(s - 0.5)                 # the unit for OR
    v = step(s - 1.5)                 # the unit for AND
    z = u - v - 0.5                   # the score of the top unit
    o = step(z)

shown: s, u, v, z

neighbour-formula/or: you compute OR. Look at the row (1, 1): it must give 0.
    o = u
neighbour-formula/and: you compute AND. Look at the rows (1, 0) and (0, 1): they must give 1.
    o = v
neighbour-formula/xnor: you compute XNOR: 1 where the two inputs agree. XOR is 1 where they differ.
    o = 1 - o
neighbour-formula/nand: you compute NAND. Look at the row (0, 0): it must give 0.
    o = 1 - v
neighbour-formula/nor: you compute NOR. (1, 0) and (0, 1) must give 1, (0, 0) must give 0.
    o = 1 - u
convention/no-room: an input that is a little off a corner can change the class. Leave room between
        two lines: there is most if they run halfway between the corners.
    o = step(a - c) + step(c - a) || 1 - step(s - 1) - step(1 - s)
    o = 1.0 * ((a != 0) != (c != 0))
convention/line-through-corner: a line runs through a corner, so an input that is a little off can
        change the class there. Halfway between the corners there is most room.
    u = step(s) || 1 - step(1 - s)
    v = step(s - 1) || 1 - step(2 - s)
    u = step(s) && v = step(s - 1) || 1 - step(2 - s)
    u = 1 - step(1 - s) && v = 1 - step(2 - s)
    a = step(a) && c = step(c) && o = abs(a - c)
integer/cut-to-whole-numbers: you cut the inputs to integers, so 0.875 counts as 0. Let a unit fire
        from halfway between the corners.
    a = a.astype(int) && c = c.astype(int) && o = a ^ c || (a != c) * 1.0 || abs(a - c)
neighbour-formula/no-step: inputs that are a little off a corner give numbers other than 0 and 1.
        Let steps decide.
    o = np.abs(a - c) || (a - c) ** 2 || a + c - 2 * a * c || s % 2
off-by-one/thresholds: sums of the inputs above 1 and up to 2 give 1. The sums of the corners are 0,
        1 and 2: halfway between them there is most room.
    u = step(s - 1) && v = step(s - 2)
ignored-argument/one-input: the result depends on only one input. It has to depend on both.
    o = a * 1.0 || c * 1.0 || 1.0 - a || 1.0 - c || step(a - 0.5) || step(c - 0.5)
    o = step(0.5 - a) || step(0.5 - c)
neighbour-formula/implication: three of the corners give 1. Only (1, 0) and (0, 1) should.
    o = 1.0 - a * (1 - c) || 1.0 - c * (1 - a) || 1 - step(a - c - 0.5) || 1 - step(c - a - 0.5)
neighbour-formula/constant: every row gives the same result. (1, 0) and (0, 1) must give 1, (0, 0)
        and (1, 1) must give 0.
    o = 0 * u || 0 * u + 1 || 0 * u + 0.5
omitted-term/no-biases: you get 1 only at exactly (0, 0). XOR needs two lines between the corners:
        which biases put them there?
    u = 1 - step(-s) && v = step(s)
omitted-term/one-input-more: of the corners, only (1, 0) gives 1. (0, 1) is XOR too.
    o = step(a - c - 0.5) || step(a - c)
omitted-term/one-input-less: of the corners, only (0, 1) gives 1. (1, 0) is XOR too.
    o = step(c - a - 0.5) || step(c - a)
sign/units-added: you return a sum, so (1, 1) gives 2 or more instead of 0. A unit that fires only
        at (1, 1) has to count against the rest.
    o = u + v || u + 2 * v || s
sign/difference: you return the difference of the inputs, which can be −1. Put step units on it and
        return only 0 and 1.
    o = a - c || c - a
axis/over-examples: you sum over the examples, not over the two inputs. Rows are examples: axis=1
        adds up the inputs of each.
    s = f.sum(axis=0)
    s = f.sum(axis=0) && o = step(v - u + 0.5)
axis/rows-as-inputs: you take the first two rows for the two inputs. Rows are examples: f1 is f[:,
        0], f2 is f[:, 1].
    a = f[0] && c = f[min(1, len(f) - 1)]
    o = two_rows(f)
ignored-argument/f: you return fixed labels, whatever is in f. Compute with the rows of f: there may
        be any number of them, in any order.
    o = np.array([0, 1, 1, 0]) || np.array([1, 0, 0, 1])
    o = np.resize([0, 1, 1, 0], len(f)) || np.resize([1, 0, 0, 1], len(f))
integer/whole-numbers-only: you combine the inputs bit by bit, and floats have no bits to combine.
        Use step units.
    needs: operator &
    o = f[:, 0] ^ f[:, 1]
neighbour-formula/sigmoid-units: the result is not 0 or 1, as with sigmoids instead of steps.
        functions.step gives 0 or 1.
    u = sigmoid(k * (s - 0.5)) && v = sigmoid(k * (s - 1.5)) && o = sigmoid(k * z) && k = 1 || 2 ||
        4 || 5 || 10
omitted-term/hidden-units: you return the two hidden units. Add one more unit to get one number per
        row.
    o = np.stack([u, v], 1) || np.stack([v, u], 1) || np.stack([v, 1 - u], 1)
    o = np.stack([step(a - c - 0.5), step(c - a - 0.5)], 1)
    o = (u, v) || (v, 1 - u) || (step(a - c - 0.5), step(c - a - 0.5))
shape/column: your result is a column of shape (t, 1). Return one number per row: shape (t,).
    o = o[:, None] || 1 - o[:, None]
axis/first-row-only: you return one number, not one per row. Return one number per row: shape (t,).
    o = o[0] || o[-1] || o.sum() || o.mean() || 1 - o[0]
off-by-one/row: one row gives 0 whatever its inputs are. Compute with all rows of f at once: f[:,
        0], f[:, 1].
    o = o * (np.arange(len(o)) > 0) || o * (np.arange(len(o)) < len(o) - 1)
off-by-one/row-left-out: one row has no result. Compute with all rows of f at once: f[:, 0], f[:,
        1].
    o = o[:-1] || o[1:]
missing-return/first-row-only: all rows but the first give 0. Every row needs its turn.
    o = o * (np.arange(len(o)) == 0)
duplicates/rows: you return repeated rows only once. Return one number per row: shape (t,).
    o = xor_with_step_units(np.unique(f, axis=0))
duplicates/results: you return equal results only once. Return one number per row: shape (t,).
    o = np.unique(o)
neighbour-formula/mean: you return the mean of the two inputs. Return only 0 and 1.
    o = s / 2
convention/plus-minus-one: the two classes are coded −1 and 1. Return 0 and 1.
    o = 2 * o - 1 || 1 - 2 * o
convention/one-hot: you return one column per class. Return one number per row, 0 or 1: shape (t,).
    o = np.stack([1 - o, o], 1)
omitted-term/no-top-step: you return numbers other than 0 and 1, as a unit without its step does.
        Put a step on top.
    o = k * (o - h) && k = 1 || -1 && h = 0.5 || 0.25 || 0.75 || -1 || -0.5
    o = o - 1
"""

EXERCISE = Exercise(
    id="xor_with_step_units", title="Set two step units by hand", notebook="01", number="1.6",
    signature="xor_with_step_units(f)", lecture=("MAY24-1.0g", "MAY24-1.0d"), minutes=10,
    difficulty=2, reference=xor_with_step_units, cases=cases, shapes="t", bank=BANK,
    hints=("One step unit draws one line. Which two lines cut the square into three strips?",
           "Let one unit fire for (1, 1) only and one for (0, 0) only.",
           "h1 = step(f1 + f2 − 1½), h2 = step(½ − f1 − f2), result = step(½ − h1 − h2)"),
    formula="step(½ − step(f1 + f2 − 1½) − step(½ − f1 − f2))",
    variation="use OR and NAND as the two units instead. Draw their lines.",
    right=(or_minus_and, lambda f: np.array([round(a) ^ round(c) for a, c in f.tolist()]),
           lambda f: (np.abs(f[:, 0] - f[:, 1]) > 0.5).astype(int), lambda f: f[:, 0].round()
           != f[:, 1].round(), lambda f: np.where(np.abs(f.sum(axis=1) - 1) < 0.5, 1, 0)),
    awkward=lambda f: [float(abs(a - c) > 0.5) for a, c in np.asarray(f, dtype=np.float32)],
    heads=("xor_with_step_units([[1, 1], [0, 1]])", "xor_with_step_units([[1, 0.1]])",
           "xor_with_step_units([[0, 0], [1, 0]])", "xor_with_step_units([[-0.1, 0]])",
           "xor_with_step_units([[0.9, 0]])"),
)
