"""5b.2 reverse_mode: its cases, right answers in other styles, hints, known mistakes."""

import functools
import itertools

import numpy as np

from course_utils.maths import automatic
from course_utils.maths.automatic import run_trace, slopes
from misstep import Case, Exercise

from .forward_mode import BESIDE, WAVE, lost_beside


def cases():
    def case(trace, inputs, name, **options):
        return Case((trace, inputs), name, sizes={"n": len(inputs)}, **options)

    lesson = [("*", 0, 1), ("+", 2, 1), ("*", 2, 3)]
    return [
        case([("*", 0, 1)], [3.0, 5.0], "one product"),
        case([("+", 1, 0)], [3.0, 5.0], "one sum"),
        case([("sin", 0)], [0.75], "one sine"),
        case([("*", 0, 1), ("*", 3, 2)], [2.0, 3.0, 5.0], "a product of three"),
        case(lesson, [2.0, 3.5], "u (u + x), where u and x are used twice"),
        case([("*", 0, 0)], [2.5], "a value times itself"),
        case([("+", 0, 0), ("sin", 1)], [0.5], "a value added to itself"),
        case(WAVE, [2.0, -1.0, 0.75], "a sin x + b x sin x"),
        case([("*", 1, 2), ("sin", 3)], [9.0, 0.5, 1.25], "an input not used"),
        case([("*", 0, 1), ("sin", 0)], [0.5, 7.0], "a line that nothing reads"),
        case([("*", 0, 1), ("sin", 0), ("*", 2, 1)], [0.5, 3.0],
             "a line in the middle that nothing reads"),
        case([("*", 0, 1)], [0.0, 3.0], "a product whose first factor is 0"),
        case([("sin", 0), ("sin", 0), ("*", 1, 2), ("+", 3, 4)], [0.75, 4.0],
             "a line that stands twice"),
        case([("*", 0, 1), ("+", 0, 1)], [2.0, 2.0], "equal values"),
        case([("*", 0, 0), ("*", 1, 1), ("+", 2, 0), ("*", 3, 1)], [1.5], "squares of squares"),
        case(lesson, [3, -2], "whole numbers", integers=True),
        case(WAVE, [2, -1, 3], "whole numbers and a sine", integers=True),
        # from the front the factors pass 10^308, from the back they do not
        case([("*", 0, 1), ("*", 4, 2), ("*", 5, 3)], [1e-280, 1e160, 1e150, 1e-280],
             "a product of very large and very small factors"),
        *(case(*one) for one in BESIDE),
    ]


def by_rules(trace, inputs):
    """Each operation by its own rule, in plain lists."""
    v, n = automatic.run_trace(trace, inputs), len(inputs)
    d = [0.0] * len(v)
    d[-1] = 1.0
    for k in reversed(range(len(trace))):
        op, *at = trace[k]
        i, j, g = at[0], at[-1], d[n + k]
        if op == "sin":
            d[i] += g * np.cos(v[i])
        else:
            d[i] += g if op == "+" else g * v[j]
            d[j] += g if op == "+" else g * v[i]
    return d[:n]


def by_users(trace, inputs):
    """For each value its users: the sum over all ways, from the back."""
    v, n = automatic.run_trace(trace, inputs), len(inputs)
    d = {len(v) - 1: 1.0}
    for i in range(len(v) - 2, -1, -1):
        d[i] = sum(d[n + k] * s for k, (op, *at) in enumerate(trace)
                   for m, s in zip(at, automatic.slopes(op, [v[j] for j in at]), strict=True)
                   if m == i)
    return np.array([d[i] for i in range(n)])


def by_function(trace, inputs):
    """Each adjoint when it is asked for, and kept."""
    v, n = automatic.run_trace(trace, inputs), len(inputs)

    @functools.cache
    def adjoint(i):
        return (i == len(v) - 1) + sum(
            adjoint(n + k) * s for k, (op, *at) in enumerate(trace)
            for m, s in zip(at, automatic.slopes(op, [v[j] for j in at]), strict=True) if m == i)

    return tuple(adjoint(i) for i in range(n))


RIGHT = (by_rules, by_users, by_function)


def passes(trace, inputs):
    return [automatic.forward_mode(trace, inputs, list(e))[1] for e in np.eye(len(inputs))]


def differences(trace, inputs, h, back=1.0):
    """Every derivative by the outputs h further on and back * h before."""
    def output(i, step):
        return run_trace(trace, [x + step * (j == i) for j, x in enumerate(inputs)])[-1]

    return np.array([(output(i, h) - output(i, -back * h)) / (h + back * h)
                     for i in range(len(inputs))])

BANK = """
reverse_mode(trace, inputs)
    n = len(inputs)                      # the number of inputs
    v = run_trace(trace, inputs)         # the values
    H = lambda op, u, g: [g * s for s in slopes(op, u)]  # what a line hands back
    d = np.zeros(len(v))                 # the adjoints
    P = lambda i, g: np.add.at(d, i, g)  # how a contribution arrives
    do_start: d[-1] = 1.0
    r = range(len(trace) - 1, -1, -1)    # the order of the lines
    do: for k in r: op, *i = trace[k]; P(i, H(op, [v[j] for j in i], d[n + k]))
    o = d[:n]

shown: v
right: o = list(d[:n]) || np.float32(d[:n])

shape/one-argument: a line of "sin" raises an error: it has one argument, the others have two.
        `op, *at = line` takes as many as there are, and "sin" needs a rule of its own.
    do: for k in r: op, i, j = trace[k]; P([i, j], H(op, [v[i], v[j]], d[n + k]))
neighbour-formula/forward-passes: a slope overflows on the way, as when factors are multiplied
        starting from the inputs. Start at the output: one sweep serves all inputs.
    o = passes(trace, inputs)
neighbour-formula/numerical-difference: digits are lost, as in a difference of two outputs. Pass
        adjoints back instead: that needs no step.
    o = differences(trace, inputs, 1e-6) || differences(trace, inputs, 1e-5) || differences(trace,
        inputs, 1e-4) || differences(trace, inputs, 1e-6, 0)
    if: lost_beside(np.delete(g, range(-10, -6)), np.delete(e, range(-10, -6)), 6)
integer/adjoints: the adjoints lose their decimals. Keep them as floats: np.zeros(…) without
        dtype=int, 0.0 instead of 0.
    do_start: d = d.astype(int); d[-1] = 1 && P = lambda i, g: [d.__setitem__(m, d[m] + c) for m, c
        in zip(i, g)]
omitted-term/line-of-sine: nothing is passed back through a sine. Its argument gets the adjoint
        times the cosine.
    H = lambda op, u, g: [g * s * (op != "sin") for s in slopes(op, u)]
omitted-term/cosine: a sine passes the adjoint back unchanged. It should be multiplied by the cosine
        of the argument.
    H = lambda op, u, g: [g * (s if op != "sin" else 1) for s in slopes(op, u)]
neighbour-formula/value-for-adjoint: the value of a line is passed back instead of its adjoint. Pass
        back the adjoint of the line, times the local slope.
    do: for k in r: op, *i = trace[k]; P(i, H(op, [v[j] for j in i], v[n + k]))
off-by-one/ends-at-zero: the sweep ends at the first line whose adjoint is 0. A line that nothing
        reads passes back 0, and the lines before it still pass back what they received.
    do: for k in itertools.takewhile(lambda k: d[n + k] != 0, r): op, *i = trace[k]; P(i, H(op,
        [v[j] for j in i], d[n + k]))
neighbour-formula/multiplied: contributions from several lines are multiplied. Add them up, starting
        at 0.
    do_start: d[:] = 1.0 && P = lambda i, g: [d.__setitem__(m, d[m] * c) for m, c in zip(i, g)]
omitted-term/set-not-added: each contribution replaces the one before. A value that is used twice
        gets the sum of both: add each to what is there.
    P = lambda i, g: [d.__setitem__(m, c) for m, c in zip(i, g)]
duplicates/one-line: a line that uses one value twice gives it only one contribution. x · x has two
        factors: add both.
    P = lambda i, g: d.__setitem__(i, d[i] + g)
neighbour-formula/front-to-back: the lines are read from first to last. When a line is read, all
        lines that use its value must have been read already.
    r = range(len(trace))
neighbour-formula/own-factor: a factor of a product gets its own value back. It should get the other
        one.
    H = lambda op, u, g: [g * c for c in (u if op == "*" else slopes(op, u))]
omitted-term/adjoint: local slopes are passed back without the adjoint of the line. Multiply the
        adjoint of the line by the local slope.
    H = lambda op, u, g: slopes(op, u)
duplicates/equal-lines: a line that occurs twice is treated as one line. Go by the line's number,
        not by what is in it.
    do: for k in r: op, *i = trace[k]; P(i, H(op, [v[j] for j in i], d[n + trace.index(trace[k])]))
    do: for k in r: op, *i = trace[k]; P(i, H(op, [v[j] for j in i], d[-1 - trace[::-1].index(
        trace[k])]))
duplicates/equal-values: equal values are treated as one. Go by a value's number, not by its size.
    do_start: d[v.index(v[-1])] = 1.0
    P = lambda i, g: np.add.at(d, [v.index(v[m]) for m in i], g)
    o = np.array([d[:n][np.equal(v[:n], u)].sum() for u in v[:n]])
neighbour-formula/result-by-factor: a factor that is 0 gets back nan, as in a division by it. It
        should get the adjoint times the other factor.
    H = lambda op, u, g: [g * (np.divide(s * c, c) if op == "*" else s) for s, c in zip(
        slopes(op, u), u)]
omitted-term/factor-zero: a factor that is 0 gets nothing back. It gets the adjoint times the other
        factor: no division, no skipping.
    H = lambda op, u, g: [g * (s * c / c if c else 0.0) if op == "*" else g * s for s, c in zip(
        slopes(op, u), u)]
factor/divided-by-slope: the adjoint is divided by the local slope. Multiply it by the slope.
    H = lambda op, u, g: [float(g) / s for s in slopes(op, u)] || lambda op, u, g: [np.divide(g, s)
        for s in slopes(op, u)]
omitted-term/slopes: the adjoint is passed back without the local slope. A product passes back the
        other factor, a sine a cosine.
    H = lambda op, u, g: [g] * len(u)
omitted-term/first-only: the second argument of a line gets nothing back. A line with two arguments
        passes something back to both.
    H = lambda op, u, g: [g * slopes(op, u)[0]] + [0.0] * (len(u) - 1)
neighbour-formula/cosine-of-the-sine: the cosine is taken of the sine's result. Its slope is the
        cosine of its argument.
    H = lambda op, u, g: [g * (np.cos(np.sin(u[0])) if op == "sin" else s) for s in slopes(op, u)]
neighbour-formula/shared-out: a sum splits its adjoint between its two arguments. Each gets all of
        it.
    H = lambda op, u, g: [g * s / (2 if op == "+" else 1) for s in slopes(op, u)]
omitted-term/start: all derivatives are 0. The last value has the adjoint 1; line k made value n +
        k, and the last line comes first.
    do_start: pass
    r = range(len(trace) - 2, -1, -1)
neighbour-formula/start-everywhere: all adjoints begin at 1. Only the output's does; the others
        begin at 0 and collect.
    do_start: d[:] = 1.0
neighbour-formula/start-on-every-line: the adjoints of all lines begin at 1. Only the output's does;
        the others begin at 0 and collect.
    do_start: d[n:] = 1.0
neighbour-formula/start-at-first-line: the first line gets the 1 of the output. The last line makes
        y: line k made value n + k.
    do_start: d[n] = 1.0
neighbour-formula/start-with-value: the sweep starts with the value of y. dy/dy is 1.
    do_start: d[-1] = v[-1]
off-by-one/first-line-left-out: the first line is left out. It passes something back as well.
    r = range(len(trace) - 1, 0, -1)
shape/all-values: the adjoints of all values are returned. Return those of the n inputs.
    o = d
shape/lines: the adjoints of the lines are returned. Return those of the n inputs: they are the
        first.
    o = d[n:]
missing-return/one-slope: only one derivative is returned. The gradient has one for each input.
    o = d[0] || d[n - 1]
neighbour-formula/sum: the derivatives are added up. The gradient has one for each input.
    o = d[:n].sum()
convention/backwards: the inputs' adjoints come in reverse order. Input 0 comes first.
    o = d[:n][::-1]
neighbour-formula/values: the inputs are returned instead of their adjoints. The gradient says how
        much y changes with each of them.
    o = v[:n] || np.array(v[:n])
"""

EXERCISE = Exercise(
    id="reverse_mode", title="Sweep adjoints back through a trace", notebook="05b",
    number="5b.2", signature="reverse_mode(trace, inputs)", lecture=("ALICE-6.3b",), minutes=12,
    difficulty=3, reference=automatic.reverse_mode, cases=cases, bank=BANK, derived=True,
    hints=("Run the trace first and keep all values. How many adjoints are there, and which of "
           "them do you know before the sweep begins?",
           "A list of adjoints, all 0 but the last. Read the lines from the last to the first: "
           "each adds something to the adjoint of each of its arguments.",
           "line k made value n + k: d[i] += d[n + k] · slope, for each argument i and its slope"),
    formula="d_y = 1; for every line v = f(u₁, u₂), the last first: d_uᵢ ← d_uᵢ + d_v ∂v/∂uᵢ",
    variation="return the adjoints of all values. What do they say of the lines?",
    right=RIGHT, awkward=lambda *args: [np.float32(g) for g in by_rules(*args)],
    heads=("reverse_mode([('*', 0, 1)], [2, 3])",
           "reverse_mode([('+', 0, 1), ('*', 2, 0)], [2, 3])",
           "reverse_mode([('+', 0, 0), ('sin', 1)], [0])",
           "reverse_mode([('sin', 0), ('sin', 0), ('*', 1, 2), ('+', 3, 3)], [0, 2.5])",
           "reverse_mode([('*', 0, 0)], [3])"),
)
