"""0.1 numerical_gradient: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise, Tolerance

F = {  # the functions that are differentiated
    "squares": lambda x: np.sum(x**2), "cubes": lambda x: np.sum(x**3),
    "mixed": lambda x: x[0] ** 2 * x[1] + 3 * x[1] - x[2] ** 3,
    "table": lambda x: (x[0, 0] * x[0, 1] ** 2 - 2 * x[1, 2] ** 2 + x[1, 0] * x[0, 2] + x[1, 1]),
    "waves": lambda x: np.sum(np.sin(x) * np.arange(1, len(x) + 1)) + np.exp(x[0]),
    "square": lambda x: x[0, 0] ** 2 + 3 * x[0, 1] + x[1, 0] * x[1, 1] ** 2,
    "cube table": lambda x: np.sum(x**3 * np.arange(1, x.size + 1).reshape(x.shape)),
    "decay": lambda x: np.exp(-x[0]),
}


def cases():
    def case(f, x, name, *h, **options):
        return Case((F[f], np.array(x), *h), name, **options)

    return [
        case("squares", [1.0, -2.0], "a sum of squares"),
        case("mixed", [0.5, -1.5, 2.0], "three inputs that interact"),
        case("waves", [0.2, -0.7, 1.1, 2.5], "four inputs"),
        case("table", [[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]], "a table (2, 3)"),
        case("square", [[1.0, -0.5], [2.0, 1.5]], "a table (2, 2)"),
        case("decay", [0.75], "a single input"),
        case("squares", [0.0, 3.0, 0.0], "zeros among the inputs"),
        case("mixed", [2, -1, 3], "whole numbers", integers=True),
        case("table", [[1, 2, -1], [0, 3, 2]], "a table of whole numbers", integers=True),
        case("cubes", [1.0, -2.0, 0.5], "the coarse step h = 0.1", 0.1),
        case("cubes", [0.5, 1.5], "h = 0.25 by keyword", kwargs={"h": 0.25}),
        case("cube table", [[1.0, -0.5, 2.0], [0.0, 0.5, 1.5]], "a table and h = 0.5", 0.5),
        case("waves", [0.5, -1.0, 2.0], "sines and h = 0.5", 0.5),
        case("mixed", [1.0, 0.5, -1.0], "inputs that interact and h = 0.5", kwargs={"h": 0.5}),
        case("waves", [1, 0, -1], "whole numbers and h = 0.1", kwargs={"h": 0.1}, integers=True),
    ]


def walk(slope, a, places):
    """The slope at each of some places, one entry (or row) of e set to 1 at a time."""
    out = np.zeros(a.shape)
    for i in places:
        e = np.zeros(a.shape)
        e[i] = 1
        out[i] = slope(a, e)
    return out


def piled(slope, a, places, back=0):
    """As `walk`, with earlier steps not taken back (or one step too far)."""
    out, p, e = np.zeros(a.shape), a.copy(), np.zeros(a.shape)
    for i in places:
        e = np.zeros(a.shape) if back else e
        e[i] = 1
        out[i] = slope(p, e)
        p = p - back * e
    return out


def size(p, e):
    """How large the moved entry is."""
    return abs((p * e).sum())


def at_scale(u, v, p, e, h, k):
    """The slope with the step k h."""
    return (u(p, k * e) - v(p, k * e)) / np.float64(2 * h * k)


def two_differences(f, x, h=1e-5):
    """The mean of forward and backward difference."""
    a = np.array(x, dtype=float)
    return walk(lambda p, e: ((f(p + h * e) - f(p)) / h + (f(p) - f(p - h * e)) / h) / 2, a,
                np.ndindex(a.shape))


def by_flat(f, x, h=1e-5):
    flat = np.asarray(x, dtype=float).ravel()
    steps = np.eye(flat.size) * h
    g = [(f((flat + e).reshape(x.shape)) - f((flat - e).reshape(x.shape))) / h / 2
         for e in steps]
    return np.reshape(g, x.shape)


def restores(f, x, h=1e-5):
    """Writes into x itself where it holds floats, and puts the old number back."""
    if x.dtype.kind != "f":
        x = x.astype(float)
    out = np.zeros(x.shape)
    for i in np.ndindex(*x.shape):
        old = x[i]
        x[i] = old + h
        out[i] += f(x) / (2 * h)
        x[i] = old - h
        out[i] -= f(x) / (2 * h)
        x[i] = old
    return out


BANK = """
numerical_gradient(f, x, h=1e-5)
    like: two_points
    u = lambda p, e: f(move(p, s * e))              # the value above
    v = lambda p, e: f(move(p, -s * e))             # the value below
    g = lambda p, e: (u(p, e) - v(p, e)) / q        # the slope of one entry
    places = list(np.ndindex(a.shape))              # the entries that are visited
    o = walk(g, a, places)                          # the gradient

shown: u, v, g
same: places = range(len(a))
same: places = range(len(a)) && o = o[..., 0] if o.ndim == 2 else o
same: o = o.ravel() || np.array([g(a, e) for e in np.eye(len(a))])
right: g = lambda p, e: u(p, e) / q - v(p, e) / q

neighbour-formula/forward-difference: you compute a forward difference, from x to one side. Step to
        both sides: the error then shrinks with h², not with h.
    v = lambda p, e: f(p) && q = h
    v = lambda p, e: f(p) && s = 2 * h
neighbour-formula/backward-difference: you compute a backward difference, from x to one side. Step
        to both sides: the error then shrinks with h², not with h.
    u = lambda p, e: f(p) && q = h
factor/one-sided-over-2h: you divide a one-sided difference by 2h. That is the distance from x − h
        to x + h: step to both sides.
    v = lambda p, e: f(p) || u = lambda p, e: f(p)
factor/operator-order: the first value is not divided. Division comes before subtraction: write (… −
        …) / (2 * h).
    g = lambda p, e: u(p, e) - v(p, e) / q || lambda p, e: u(p, e) - v(p, e) / 2 * h || lambda p, e:
        u(p, e) - f(p) / h
factor/distance: you don't divide the difference by the distance between the two points. From x − h
        to x + h it is 2h.
    q = 4 * h || h**2 || 2 * h**2 || -h || 3 * h || 2 + h || 2 - h || 2
factor/multiplied-by-2h: you multiply the difference where you should divide it. A slope is rise
        over run.
    q = 1 / (2 * h) || 1 / h
factor/times-h: the difference is divided by 2 and multiplied by h. Divide by both: / (2 * h) needs
        its parentheses.
    q = 2 / h
factor/not-divided: you return the difference of two values as it is. A slope is rise over run.
    v = lambda p, e: f(p) && q = 1
omitted-term/value-only: nothing is subtracted. Take the difference of the values at x + h and x −
        h.
    v = lambda p, e: 0
sign/both-forward: you add the two values. Take their difference.
    g = lambda p, e: (u(p, e) + v(p, e)) / q || lambda p, e: (u(p, e) + v(p, e)) / h
convention/half-step: you move x by h / 2. Move it by h to each side and divide by 2h.
    s = h / 2 && q = h
    s = h / 2 && q = h / 2 && v = lambda p, e: f(p)
factor/double-step: you move x by 2h. Move it by h to each side and divide by 2h.
    s = 2 * h && q = 4 * h
convention/relative-step: your step grows with the size of x. Use h as it is given.
    g = lambda p, e: at_scale(u, v, p, e, h, max(1, size(p, e))) || lambda p, e: at_scale(u, v, p,
        e, h, 1 + size(p, e)) || lambda p, e: at_scale(u, v, p, e, h, size(p, e))
factor/times-x: your steps are h times x. Move one entry of x by h itself.
    g = lambda p, e: (u(p, (p * e).sum() * e) - v(p, (p * e).sum() * e)) / q || lambda p, e: (u(p,
        size(p, e) * e) - v(p, size(p, e) * e)) / q
neighbour-formula/complex-step: you take the imaginary part of f at x + ih, over h. Compare two real
        values instead: at x + h and at x − h.
    g = lambda p, e: np.imag(f(p + 1j * h * e)) / h
neighbour-formula/second-derivative: you compute the second difference, a curvature. The slope is
        the difference of two values over 2h.
    g = lambda p, e: (u(p, e) - 2 * f(p) + v(p, e)) / h**2
neighbour-formula/five-point: you use the formula with four values of f, at x ± h and x ± 2h. The
        task asks for the one with two.
    g = lambda p, e: (8 * (u(p, e) - v(p, e)) - u(p, 2 * e) + v(p, 2 * e)) / (12 * h)
neighbour-formula/unequal-steps: the steps to the two sides are not of the same size. Step by h up
        and by h down, both from x.
    u = lambda p, e: f(p + 2 * h * e) && q = 2 * h || 3 * h
    v = lambda p, e: f(p - 2 * h * e) && q = 2 * h || 3 * h
ignored-argument/h: you divide by a fixed number. Divide by the distance between the two points,
        whatever h is.
    q = 2e-5 || 1e-5 || 2e-3 || 2e-4
ignored-argument/h-in-steps: your steps have a fixed size. Move x by h to each side.
    s = 1e-5 || 1e-3 || 1e-4 || 1
ignored-argument/h-one-sided: your difference is one-sided, and its step is a fixed number. Step by
        the given h, to both sides.
    v = lambda p, e: f(p) && q = s && s = 1e-2 || 1e-3 || 1e-4 || -1e-2 || -1e-3 || -1e-4
neighbour-formula/all-entries-at-once: you add h to all entries at once, which gives one slope,
        along the diagonal. Move one entry at a time.
    o = g(a, np.ones(a.shape)) || np.full(a.shape, g(a, np.ones(a.shape)))
axis/whole-row: you move a whole row of a table at once. Loop over both indices: np.ndindex(x.shape)
        visits the entries of any shape.
    places = range(len(a))
    places = range(len(a)) && o = o[..., 0] if o.ndim == 2 else o
axis/whole-column: you move a whole column of a table at once. Loop over both indices:
        np.ndindex(x.shape) visits the entries of any shape.
    places = [np.s_[..., j] for j in range(a.shape[-1])]
shape/flat-result: you return the slopes of a table in one row. The result has the shape of x.
    o = o.ravel()
missing-return/one-entry-only: only one entry gets its slope. Every entry of x needs its turn before
        you return.
    places = places[:1] || places[-1:]
off-by-one/entry-missing: not every entry gets its slope. Each entry of x has one.
    places = places[1:] || places[:-1]
in-place/steps-pile-up: earlier entries are still moved when the next one has its turn. Only one
        entry may differ from x at a time: start from a fresh copy of x for each.
    o = piled(g, a, places) || piled(g, a, places, h)
neighbour-formula/descent-step: you return x after a step along the slopes, not the gradient. Return
        the slopes: the step is taken elsewhere.
    o = a - h * o || a + h * o || a - o || a - 0.1 * o
transpose/order-of-entries: the slopes of a table are in the wrong places, as if it were filled
        column by column. Entry [i, j] belongs to x[i, j].
    o = o.ravel().reshape(o.shape, order="F")
"""

EXERCISE = Exercise(
    id="numerical_gradient", title="Differentiate by differences", notebook="00", number="0.1",
    signature="numerical_gradient(f, x, h=1e-5)", lecture=("ALICE-2.2.1", "ALICE-6.1.2a"),
    minutes=8, difficulty=2, reference=functions.numerical_gradient, cases=cases, bank=BANK,
    tolerance=Tolerance(1e-4, 1e-5), held={"h": (1e-3, 0.1)},
    hints=("How many times must f be called for one entry of the gradient?",
           "Move one entry of x by h up and by h down, the others stay; then the same for the "
           "next entry, from a fresh copy of x.",
           "g_i = (f(x + h e_i) − f(x − h e_i)) / (2h), with e_i zero except for a 1 at entry i"),
    formula="g_i = (f(x + h e_i) − f(x − h e_i)) / (2h)",
    variation="print the error for h = 1e-1, 1e-2, …, 1e-12. Why does it rise again?",
    right=(by_flat, restores, two_differences,
           lambda f, x, h=1e-5: [v.tolist() for v in two_differences(f, x, h)]),
    awkward=lambda f, x, h=1e-5: restores(f, x, h).tolist(),
    heads=("numerical_gradient(lambda x: x[0] ** 2 + 3 * x[1], [2, 1])",
           "numerical_gradient(lambda x: x[0] ** 3, [1], 1)",
           "numerical_gradient(lambda x: x.sum() ** 2, [[1], [0]])"),
)
