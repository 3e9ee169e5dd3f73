"""3b.1 relu_interpolant: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def cosine(x):
    return np.cos(2 * np.pi * x)


def parabola(x):
    return 3 * x**2 - x + 0.5


def cube(x):
    return 2 * x**3 - 1


def ramp(x):
    return 3 * x + 2


def fold(x):
    return abs(x - 0.3) - 2


def growth(x):
    return np.exp(1.5 * x)


def cases():
    told = ((parabola, 2, "a parabola in two pieces"), (cosine, 4, "a cosine in four pieces"),
            (cube, 3, "a cube in three pieces"), (growth, 5, "growth in five pieces"),
            (fold, 4, "a fold between two breakpoints"), (ramp, 3, "a straight line"),
            (growth, 1, "a single piece"), (cosine, 16, "a cosine in 16 pieces"),
            (growth, 49, "growth in 49 pieces"))
    return [Case((f, k), name) for f, k, name in told]


def in_order(got, expected):
    """The units may come in any order: by their breakpoints."""
    t, w, b = got
    t, w = np.asarray(t, float), np.asarray(w, float)
    if t.ndim != 1 or t.shape != w.shape:
        raise ValueError("no two lists of one length")
    order = np.argsort(t, kind="stable")
    return t[order], w[order], b


def slope_by_slope(f, k):
    """Each new unit brings what the slope lacks so far."""
    t, w = [], []
    for j in range(k):
        t.append(j / k)
        w.append(k * (f((j + 1) / k) - f(j / k)) - sum(w))
    return t, w, f(0)


def backwards(f, k):
    t, w, b = network.relu_interpolant(f, k)
    return t[::-1], w[::-1], b


def by_second_differences(f, k):
    y = np.array([f(j / k) for j in range(k + 1)])
    w = k * np.append(y[1] - y[0], y[2:] - 2 * y[1:-1] + y[:-2])
    return np.arange(k) / k, w, y[0]


def by_a_system(f, k):
    t, ends = np.arange(k) / k, np.arange(1, k + 1) / k
    return t, np.linalg.solve(np.maximum(np.subtract.outer(ends, t), 0), f(ends) - f(0)), f(0)


def by_gradient(f, k):
    """Plain numbers, the slopes from the values at both ends of each piece."""
    s = [0] + [(float(f((j + 1) / k)) - float(f(j / k))) / (1 / k) for j in range(k)]
    return [j / k for j in range(k)], [s[j + 1] - s[j] for j in range(k)], float(f(0.0))


RIGHT = (slope_by_slope, backwards, by_second_differences, by_a_system, by_gradient)

def overwritten(slopes):
    """Each slope less what stands before it, which is no slope any more."""
    weights = np.array(slopes)
    for j in range(1, len(weights)):
        weights[j] -= weights[j - 1]
    return weights


def tangent(f, x):
    """The slope of f at each x."""
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5


BANK = """
relu_interpolant(f, k)
    n = k                                # the number of pieces
    e = np.arange(n + 1) / n             # the ends of the pieces
    y = f(e)                             # the values at the ends
    r = np.diff(y)                       # the rises
    s = r * n                            # the slopes
    p = np.append(0.0, s[:-1])           # the slopes before
    w = s - p                            # the changes of slope
    t = e[:-1]                           # the breakpoints
    b = y[0]                             # the constant
    o = (t, w, b)

shown: e, y, r, s, w, t

neighbour-formula/slopes: your weights are the slopes themselves. To the right of its breakpoint
        each unit adds to all units before it: subtract their slope.
    w = s
    w = s && b = 0.0
neighbour-formula/tangents: your slopes are those of tangents. F meets f at both ends of a piece, so
        take a chord: its slope is a rise divided by the length.
    s = tangent(f, e[:-1]) || tangent(f, e[1:]) || tangent(f, e[:-1] + 0.5 / n)
    h = 1e-3 || 1e-4 || 1e-5 && s = (f(e[:-1] + h) - f(e[:-1])) / h
neighbour-formula/over-two-pieces: your slopes reach over two pieces, as those of np.gradient do.
        The slope of a piece is its own rise divided by its length.
    s = np.gradient(y, 1 / n)[:-1] || np.gradient(y, 1 / n)[1:]
factor/rises: the slopes have a wrong factor. A slope is the rise divided by the length 1/k, once.
    s = r || r / n || r * n ** 2
    s = r && b = 0.0
omitted-term/constant: your constant is not f(0). At 0 every ReLU is 0: what does F give?
    b = 0.0 || y[-1] || y.mean() || 1.0 || y[0] / n || y[1]
omitted-term/first-slope: the first weight is not the first slope. Before it the slope is 0.
    p = np.append(s[:1], s[:-1]) || w = np.append(y[0], np.diff(s)) || np.append(1.0, np.diff(s))
in-place/slopes-overwritten: you subtract the last weight, not the last slope. Keep the slopes as
        they are: a weight is a slope minus the slope before it.
    w = overwritten(s)
off-by-one/changes-late: each unit gets the change at the end of its piece. It starts where the
        piece begins, and before the first piece the slope is 0.
    w = np.append(np.diff(s), 0.0) || np.append(np.diff(s), -s[-1])
sign/changes: the changes of slope have the wrong sign. Take the new slope minus the old slope.
    w = p - s || np.append(s[:1], -np.diff(s))
sign/absolute-changes: the changes of slope have lost their sign. Take the new slope minus the old
        slope, even when that is below 0.
    w = np.abs(s - p)
sign/constant: the constant has the wrong sign. F(0) has to be f(0).
    b = -y[0]
off-by-one/right-ends: each unit starts at the right end of its piece. It belongs to the left end.
    t = e[1:]
    t = e[1:] && w = s
off-by-one/spread-to-the-end: your k units are spread from 0 to 1, the last one at 1. k pieces have
        k + 1 ends, and each unit starts where a piece begins.
    t = np.linspace(0, 1, n)
off-by-one/k-values: you evaluate f at k points, with only k − 1 pieces between them. k pieces have
        k + 1 ends, including 0 and 1.
    e = np.linspace(0, 1, n) && s = r / np.diff(e) || r * n
    e = np.arange(n) / n || np.linspace(0, 1, n) && t = e
off-by-one/slopes-late: each unit gets the slope of the piece before its own. The slope from j/k to
        (j + 1)/k belongs to the unit that starts at j/k.
    s = np.append(0.0, s[:-1])
off-by-one/last-value: the last piece does not end at f(1). k pieces have k + 1 ends, the last of
        them at 1.
    y = np.append(f(e[:-1]), 0.0) || np.append(f(e[:-1]), f(e[-2]))
off-by-one/arange-with-fractions: for some k there is one unit too many, because np.arange with a
        step of 1/k may end a hair below 1. Divide integers: np.arange(k) / k.
    needs: name arange
    t = np.arange(0, 1, 1 / n)
    t = np.arange(0, 1, 1 / n) && w = np.resize(np.append(s - p, 0.0), len(np.arange(0, 1, 1 / n)))
    e = np.append(np.arange(0, 1, 1 / n), 1.0)
off-by-one/middles: your units start in the middle of the pieces. They start where pieces begin.
    t = (e[:-1] + e[1:]) / 2
off-by-one/extra-unit: there is a unit at 1, where no piece follows. k pieces need k units.
    t = e && w = np.append(s - p, 0.0)
    t = e && w = np.append(s - p, -s[-1])
off-by-one/first-missing: the first unit, at 0, is missing. It provides the first slope.
    t = e[1:-1] && w = np.diff(s)
ignored-argument/f: your units are those of the cosine, whatever f is. Call f.
    y = cosine(e)
sign/breakpoints: your breakpoints have the wrong sign, as biases have. relu(x − t) starts at t.
    t = -e[:-1]
convention/whole-numbers: you don't divide the breakpoints by k. The interval goes from 0 to 1.
    t = 1.0 * np.arange(n)
neighbour-formula/values: your weights are values of f. A unit adds slope, not height.
    w = y[:-1] || y[1:]
neighbour-formula/two-back: you subtract the slope from two pieces before. The units so far add up
        to the slope of the piece before.
    p = np.append(np.zeros(min(2, n)), s[:-2])[:n]
neighbour-formula/all-before: you subtract all slopes before. The units so far add up to the slope
        of the piece before.
    p = np.append(0.0, np.cumsum(s)[:-1])
neighbour-formula/slopes-summed: your weights are running sums of the slopes. The units add up by
        themselves: a weight is the difference between a slope and the one before.
    w = np.cumsum(s)
convention/swapped: you return the three results in a different order. First t, then w, then b.
    o = (w, t, b) || (b, t, w) || (b, w, t)
missing-return/no-constant: you don't return all three results. Return t, w and b.
    o = (t, w) || w || t
"""

EXERCISE = Exercise(
    id="relu_interpolant", title="Build a broken line from ReLUs", notebook="03b",
    number="3b.1", signature="relu_interpolant(f, k)", lecture=("NPFL129-uat-relu",), minutes=10,
    difficulty=2, reference=network.relu_interpolant, cases=cases, shapes=", k", bank=BANK,
    parts=("t", "w", "b"), align=in_order,
    hints=("At x = 0 every unit gives 0. Which number must carry f(0)?",
           "Go from left to right. On the first piece one unit is on, on the second two: the new "
           "one has to turn the old slope into the new slope.",
           "slopes s_j = k (f((j+1)/k) − f(j/k)); weights s_0, s_1 − s_0, s_2 − s_1, …; b = f(0)"),
    formula="t_j = j/k, w_j = s_j − s_(j−1) with s_(−1) = 0, b = f(0)",
    variation="which of the units can you leave out when f is the cosine, and why?",
    right=RIGHT, awkward=slope_by_slope,
    heads=("relu_interpolant(lambda x: 3 * x + 1, 2)", "relu_interpolant(lambda x: x ** 2, 2)",
           "relu_interpolant(lambda x: abs(4 * x - 2), 4)"),
)
