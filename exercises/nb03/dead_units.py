"""3.6 dead_units: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def dead_units(f, H, b_H):
    """Which ReLU units get no gradient from any row: True for a dead unit, shape (v,).

    f (t, d), H (d, v), b_H (1, v). With the lecture's relu'(0) = 1 a unit is dead if its
    pre-activation is below 0 for every row. Lecture ALICE-5.4d.
    """
    k = f @ H + b_H  # (t, v)
    return np.all(k < 0, axis=0)


def cases():
    f = np.array([[1.0, 0.0], [0.5, 1.0], [-1.0, 0.25]])
    H = np.array([[1.0, 2.0, 0.5, -1.0], [-1.0, 0.5, 0.25, 0.5]])
    b = np.array([[0.25, -4.0, -0.75, 0.5]])
    rng = np.random.default_rng(3)
    wide = rng.integers(-8, 9, size=(5, 3)) / 4, rng.integers(-8, 9, size=(3, 6)) / 4
    xor = np.array([[1, 1], [1, 0], [0, 1], [0, 0]]), np.array([[1, -1], [1, -1]])
    return [
        Case((f, H, b), "three rows and four units"),
        Case((np.array([[1.0], [3.0]]), np.array([[1.0, -1.0]]), np.array([[-2.0, 0.5]])),
             "one input, two rows, two units"),
        Case((f, H, np.array([[1.0, 5.0, 2.0, 3.0]])), "four units, all alive"),
        Case((*wide, np.array([[-9.0, 0.5, -3.0, -20.0, 1.0, -5.0]])), "sizes 5, 3, 6"),
        Case((np.eye(2), np.array([[-1.0, 2.0], [-2.0, -3.0]]), np.array([[0.5, 0.5]])),
             "a square case"),
        Case((*xor, np.array([[-2, 0]])), "pre-activations exactly at 0"),
        Case((*xor, np.array([[-3, -1]])), "whole numbers"),
        Case((np.eye(3), np.array([[2.0, -1.0, -1.0, -2.0, 1.0], [-1.0, 2.0, -0.25, -1.0, 1.0],
                                   [-0.5, -1.0, 2.0, -0.5, 1.0]]), np.full((1, 5), -0.25)),
             "units that one row keeps alive"),
        Case((np.r_[np.full((39, 1), -1.0), [[2.0]]], np.array([[1.0, 0.25]]),
              np.array([[-0.5, -0.75]])), "forty rows, of which one keeps a unit alive"),
        Case((f[1:2], H, b), "a batch of one"),
        Case((f, H[:, :1] * 0.0, np.array([[-1.0]])), "one unit, pushed down by its bias"),
        Case((np.array([[1.0], [-2000.0], [0.5]]), np.array([[0.5, -1e-3, 0.0, 0.0]]),
              np.array([[0.0, -1e-3, -1e-3, 1e-3]])),
             "one input, and pre-activations close to 0 and far from it"),
    ]


def by_loops(f, H, b_H):
    return [all(sum(float(a) * float(w) for a, w in zip(row, H[:, j], strict=True)) + b_H[0, j] < 0
                for row in f) for j in range(H.shape[1])]


BANK = """
dead_units(f, H, b_H)
    k = f @ H + b_H                      # the pre-activations
    s = k < 0                            # which units are silent on which row
    o = s.all(0)

shown: k, s
same: s = k <= 0
right: o = k.max(0) < 0 || ~(k >= 0).any(0) || np.float32(s.all(0)) || relu_grad(k).sum(0) == 0

convention/zero-is-dead: a pre-activation of exactly 0 counts as silent. That is the convention
        relu'(0) = 0; the lecture's relu'(0) = 1 lets a gradient through.
    s = k <= 0
omitted-term/no-bias: you leave out the bias. A pre-activation is the weighted inputs plus the bias.
    k = f @ H
omitted-term/no-bias-and-alive: you leave out the bias and mark the units that are alive. A
        pre-activation has its bias; True marks a dead unit.
    k = f @ H && o = ~s.all(0)
omitted-term/only-bias: the inputs and weights make no difference. A pre-activation is the weighted
        inputs plus the bias.
    k = 0 * (f @ H) + b_H
omitted-term/inputs: you leave out the inputs. A pre-activation has each input times its weight.
    k = H + b_H
sign/bias: you subtract the bias. Add it.
    k = f @ H - b_H
sign/alive: you mark the units that are alive. True marks a dead unit.
    o = ~s.all(0)
sign/always-on: you mark the units that fire on every row. Dead units never fire.
    o = (~s).all(0)
neighbour-formula/any-row: a single silent row is enough to mark a unit. Dead means silent on every
        row.
    o = s.any(0)
neighbour-formula/mean: the rows decide together, as in a mean or a sum. One row with a positive
        pre-activation keeps a unit alive.
    o = k.mean(0) < 0 || k.mean(0) <= 0 || (f.sum(0) @ H + b_H < 0).ravel()
neighbour-formula/fraction: you return fractions of the rows. Dead means silent on all rows, and the
        answer is True or False.
    o = s.mean(0) || (~s).mean(0)
neighbour-formula/count: you count rows. Dead means silent on all rows, and the answer is True or
        False.
    o = s.sum(0) || (~s).sum(0)
neighbour-formula/constant-activation: you mark units whose activation is the same on every row. A
        constant activation may be positive.
    o = np.maximum(k, 0).std(0) == 0
neighbour-formula/after-the-relu: you never mark a unit. A dead unit's pre-activations are below 0;
        after ReLU no activation is.
    o = (np.maximum(k, 0) < 0).all(0) || 0 * k[0] > 0
neighbour-formula/weights: you compare the weights themselves with 0. Compare the pre-activations:
        each is a sum of products and the bias.
    o = (H < 0).all(0) || (H == 0).all(0) || (H <= 0).all(0) || (H < 0).all(0) & (b_H < 0).ravel()
        || (H < 0).all(0) | (b_H < 0).ravel()
omitted-term/first-row: only the first row decides. Look at every row.
    o = s[0]
omitted-term/last-row: only the last row decides. Look at every row.
    o = s[-1]
off-by-one/last-row: you leave the last row out of the test. It may be the one that keeps a unit
        alive.
    o = s[:-1].all(0)
off-by-one/first-row: you leave the first row out of the test. It may be the one that keeps a unit
        alive.
    o = s[1:].all(0)
off-by-one/threshold: your threshold for silent units is not 0. A unit is silent below 0.
    s = k < -1 || k < 1 || k <= 1 || k < 2 || k < -0.01 || k < 0.01
integer/k-rounded: pre-activations like −0.25 count as 0. Compare them as they are, with all their
        digits.
    k = np.trunc(k) || np.round(k)
axis/over-units: you mark the rows on which no unit fires. Go through the rows for each unit.
    o = s.all(1)
axis/one-for-all: you return one answer for the whole layer. Each unit has its own: look down the
        rows, axis=0.
    o = s.all() || s.any() || (~s).all() || (~s).any()
axis/not-reduced: you return one answer per row and unit. Dead units are silent on every row.
    o = s
shape/indices: you return the positions of the dead units. Return one True or False per unit.
    o = np.flatnonzero(s.all(0)) || np.flatnonzero(s.all(0)) + 1
shape/words: you return words. Return one True or False per unit.
    o = ["dead" if d else "alive" for d in s.all(0)]
duplicates/answers: equal answers count only once, as in a set. Keep one answer for each unit.
    o = np.unique(s.all(0))
transpose/h: `H` is transposed. Rows of `f` are examples, rows of `H` are inputs.
    k = f @ (H.T if H.T.shape[0] == f.shape[1] else H) + b_H
"""

EXERCISE = Exercise(
    id="dead_units", title="Find the dead units", notebook="03", number="3.6",
    signature="dead_units(f, H, b_H)", lecture=("ALICE-5.4d",), minutes=6, difficulty=2,
    reference=dead_units, cases=cases, shapes="t d, d v", bank=BANK,
    hints=("When does ReLU send no gradient back?",
           "Only rows with a pre-activation below 0 block it. Look down each column of k.",
           "k = f @ H + b_H; then np.all(k < 0, axis=0)"),
    formula="unit j is dead if (f H + b_H)[i, j] < 0 for every row i",
    variation="return the fraction of rows on which each unit is silent.",
    right=(by_loops,), awkward=by_loops,
    heads=("dead_units([[-2], [1]], [[3, -1]], [[2, -2]])",
           "dead_units([[2], [1]], [[1, -1]], [[-1.5, 0.5]])",
           "dead_units([[0], [1], [1.5]], [[1]], [[-2]])",
           "dead_units([[3, -2]], [[1, 1], [4, 1]], [[1, 1]])"),
)
