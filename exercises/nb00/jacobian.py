"""0.2 jacobian: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from course_utils.maths import descent
from misstep import Case, Exercise, Tolerance


def knobs(x):
    return np.array([x[0] * x[1], 3 * x[0], x[1] ** 2])


def mixer(x):
    return np.array([x[0] * x[1] - x[2], x[0] + 3 * x[2] ** 3])


def turn(x):
    return np.array([x[0] ** 2 - x[1], x[0] * x[1] + 2 * x[1] ** 3])


def wave(x):
    return x[1] * np.sin(x[0] + np.arange(5)) + x[2] ** 3


def single(x):
    return np.array([np.sum(x**3)])


def curve(x):
    return np.array([x[0] ** 3, np.exp(x[0]), 2 * x[0] - 1, x[0] ** 2])


def rest(x):
    return x[1:]  # a part of its argument, no copy


def cases():
    return [
        Case((knobs, np.array([2.0, 5.0])), "two inputs, three outputs", sizes={"c": 3, "d": 2}),
        Case((mixer, np.array([2.0, 5.0, -1.0])), "three inputs, two outputs",
             sizes={"c": 2, "d": 3}),
        Case((wave, np.array([0.3, -1.2, 0.5])), "five samples of a wave", sizes={"c": 5, "d": 3}),
        Case((turn, np.array([0.5, -1.5])), "two inputs, two outputs"),
        Case((single, np.array([1.0, -2.0, 0.5])), "a single output", sizes={"c": 1, "d": 3}),
        Case((curve, np.array([0.75])), "a single input", sizes={"c": 4, "d": 1}),
        Case((rest, np.array([0.5, 2.0, -1.0])), "outputs that are inputs",
             sizes={"c": 2, "d": 3}),
        Case((mixer, np.array([2, -1, 3])), "whole numbers", integers=True),
        Case((mixer, np.array([1.0, 0.5, -1.0]), 0.1), "the coarse step h = 0.1"),
        Case((curve, np.array([0.5])), "h = 0.25 by keyword", kwargs={"h": 0.25}),
        Case((wave, np.array([0.5, 1.0, -2.0]), 0.5), "a wave and h = 0.5"),
        Case((turn, np.array([1, -2])), "whole numbers and h = 0.1", kwargs={"h": 0.1},
             integers=True),
    ]


def piled(column, a, back):
    """The columns, each from a point that has kept the steps before (or is one step back)."""
    out, e = [], np.zeros(len(a))
    for i in range(len(a)):
        e = np.zeros(len(a)) if back else e
        e[i] = 1
        out.append(column(a, e))
        a = a - back * e
    return np.stack(out, axis=1)


def overwritten(f, up, down):
    """The value above, once the same array holds the point below."""
    value = f(up)
    up[:] = down
    return value


def by_entries(f, x, h=1e-5):
    """Entry by entry, in plain lists."""
    x = [float(v) for v in x]

    def value(i, j, h):
        return float(f(np.array([v + h * (k == j) for k, v in enumerate(x)]))[i])

    return [[(value(i, j, h) - value(i, j, -h)) / (2 * h) for j in range(len(x))]
            for i in range(len(f(np.array(x))))]


def by_rows(f, x, h=1e-5):
    """A gradient for each output."""
    return np.array([functions.numerical_gradient(lambda p, i=i: f(p)[i], x, h)
                     for i in range(len(f(np.asarray(x, float))))])


def filled(f, x, h=1e-5):
    J = np.zeros((len(f(x)), len(x)))
    for j in range(len(x)):
        up, down = np.array(x, float), np.array(x, float)
        up[j], down[j] = x[j] + h, x[j] - h
        J[:, j] = (f(up) - f(down)) / (up[j] - down[j])
    return J


BANK = """
jacobian(f, x, h=1e-5)
    like: two_points
    u = lambda p, e: f(move(p, s * e))              # the outputs above
    v = lambda p, e: f(move(p, -s * e))             # the outputs below
    g = lambda p, e: (u(p, e) - v(p, e)) / q        # the column of one input
    es = list(np.eye(len(a)))                       # the directions
    o = np.stack([g(a, e) for e in es], axis=1)     # the Jacobian

shown: u, v, g
right: o = np.array([g(a, e) for e in es]).T || np.column_stack([g(a, e) for e in es])

transpose/inputs-as-rows: your rows are the inputs. Row i belongs to output i, so moving one input
        fills a column.
    o = np.stack([g(a, e) for e in es])
neighbour-formula/forward-difference: you compute the forward difference. Step to both sides: the
        error then shrinks with h², not with h.
    v = lambda p, e: f(p) && q = h
neighbour-formula/backward-difference: you compute the backward difference. Step to both sides: the
        error then shrinks with h², not with h.
    u = lambda p, e: f(p) && q = h
factor/distance: you don't divide the difference by the distance between the two points. From x − h
        to x + h it is 2h.
    q = h || 4 * h || 1 || 2 || h**2 || 1 / (2 * h)
factor/one-sided-over-2h: you divide a one-sided difference by 2h. That is the distance from x − h
        to x + h: step to both sides.
    v = lambda p, e: f(p) || u = lambda p, e: f(p)
factor/operator-order: the first value is not divided. Put the difference in parentheses.
    g = lambda p, e: u(p, e) - v(p, e) / q
factor/times-h: the difference is divided by 2 and multiplied by h. Divide by both: / (2 * h) needs
        its parentheses.
    q = 2 / h
neighbour-formula/all-at-once: you move all inputs at once, which gives each output one slope, along
        the diagonal. Move one input at a time.
    o = g(a, np.ones(len(a))) || np.stack([g(a, np.ones(len(a))) for e in es], axis=1)
neighbour-formula/unequal-steps: the steps to the two sides are not of the same size. Step by h up
        and by h down, both from x.
    u = lambda p, e: f(move(p, 2 * s * e)) && q = 2 * h || 3 * h
in-place/steps-pile-up: earlier inputs are still moved when the next one has its turn. Start from a
        fresh copy of x for each input.
    o = piled(g, a, 0) || piled(g, a, h)
in-place/values-overwritten: the first value changes while you compute the second, because f may
        return part of its argument. Give each call an array of its own.
    u = lambda p, e: overwritten(f, move(p, s * e), move(p, -s * e))
ignored-argument/h: you divide by a fixed number. Divide by the distance between the two points,
        whatever h is.
    q = 2e-5 || 2e-6 || 2e-4
ignored-argument/h-in-steps: your steps have a fixed size. Move x by h to each side.
    s = 1e-5 || 1e-6 || 1e-4 || 1
off-by-one/input-missing: one input is left out. The Jacobian has one column for each input.
    es = list(np.eye(len(a)))[1:] or [np.eye(len(a))[0]]
    es = list(np.eye(len(a)))[:-1] or [np.eye(len(a))[0]]
omitted-term/value-only: nothing is subtracted. Take the difference of two values of f.
    v = lambda p, e: 0
neighbour-formula/chain-with-values: you multiply the slopes by the outputs. An entry is the slope
        and nothing more.
    o = np.stack([g(a, e) * f(a) for e in es], axis=1)
neighbour-formula/squared: you return JᵀJ, the Jacobian multiplied by its transpose. Return J.
    o = np.stack([g(a, e) for e in es]) @ np.stack([g(a, e) for e in es], axis=1)
"""

EXERCISE = Exercise(
    id="jacobian", title="Measure a whole Jacobian", notebook="00", number="0.2",
    signature="jacobian(f, x, h=1e-5)", lecture=("ALICE-2.2.2a",),
    minutes=8, difficulty=2, reference=descent.jacobian, cases=cases, bank=BANK,
    tolerance=Tolerance(1e-4, 1e-5), held={"h": (1e-3, 0.1)},
    hints=("You move input j by h, up and down, and call f twice. What do you get: a number, a "
           "row or a column of the table?",
           "One call of f covers all outputs at once: the difference is column j. Put d "
           "columns side by side.",
           "J[:, j] = (f(x + h e_j) − f(x − h e_j)) / (2h), with e_j zero except for a 1 at j"),
    formula="J[:, j] = (f(x + h e_j) − f(x − h e_j)) / (2h)",
    variation="how many calls of f does it take row by row, with numerical_gradient?",
    right=(by_entries, by_rows, filled), awkward=by_entries,
    heads=("jacobian(lambda x: np.array([x[0] * x[1], 3 * x[0]]), [2, 5])",
           "jacobian(lambda x: np.array([x[0] ** 3]), [1], 1)",
           "jacobian(lambda x: np.array([x[1] ** 2, x[0], 1]), [1, 2])"),
)
