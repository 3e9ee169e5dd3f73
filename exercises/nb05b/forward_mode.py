"""5b.1 forward_mode: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils.maths import automatic
from course_utils.maths.automatic import apply, run_trace, slopes
from misstep import Case, Exercise

WAVE = [("sin", 2), ("*", 0, 3), ("*", 1, 2), ("*", 5, 3), ("+", 4, 6)]


def cases():
    def case(trace, inputs, direction, name, **options):
        return Case((trace, inputs, direction), name, **options)

    lesson = [("*", 0, 1), ("+", 2, 1), ("*", 2, 3)]
    return [
        case([("+", 0, 1)], [1.5, 4.0], [2.0, -0.5], "one sum"),
        case([("*", 0, 1)], [3.0, 5.0], [1.0, 0.0], "one product, the first moves"),
        case([("*", 0, 1)], [3.0, 5.0], [0.25, 2.0], "one product, both move"),
        case([("sin", 0)], [0.75], [2.0], "one sine"),
        case([("*", 0, 1)], [0.0, 3.0], [0.5, 2.0], "a product whose first factor is 0"),
        case(lesson, [2.0, 3.0], [0.0, 1.0], "u (u + x), by x"),
        case(lesson, [2.0, 3.5], [1.5, -0.25], "u (u + x), both move"),
        case([("*", 0, 0)], [2.5], [3.0], "a value times itself"),
        case([("+", 0, 0), ("sin", 1)], [0.5], [1.0], "a value added to itself"),
        case(WAVE, [2.0, -1.0, 0.75], [0.5, 2.0, 1.0], "a sin x + b x sin x"),
        case([("*", 1, 2), ("sin", 3)], [9.0, 0.5, 1.25], [4.0, -1.0, 2.0], "an input not used"),
        case([("sin", 0), ("sin", 1), ("+", 0, 2)], [1.0], [-1.0], "a sine of a sine"),
        case([("*", 0, 1), ("+", 0, 1)], [3.0, 7.0], [1.0, 2.0], "a line that nothing reads"),
        case(lesson, [3, -2], [1, 2], "whole numbers", integers=True),
        case(WAVE, [2, -1, 3], [1, 2, -1], "whole numbers and a sine", integers=True),
        *(case(trace, inputs, [speed, 0.0], name) for (trace, inputs, name), speed in zip(
            BESIDE, (2.0, 1.0, -0.5), strict=True)),
    ]


# Ordinary slopes, but the output lies near 10^12, where float64 holds four digits after the point:
# a difference of two outputs loses what a derivative keeps.
BESIDE = (
    ([("sin", 0), ("+", 2, 1)], [0.75, 1e12], "a sine beside a large number"),
    ([("sin", 0), ("*", 0, 2), ("+", 3, 1)], [1.5, -3e12], "x sin x beside a large number"),
    ([("*", 0, 0), ("sin", 2), ("+", 1, 3)], [0.5, 4e12], "a sine of x x beside a large number"),
)


def difference(trace, inputs, direction, h, back=1.0):
    """(y, slope) by the outputs h further on and back * h before."""
    y, up, down = (run_trace(trace, [x + s * q for x, q in zip(inputs, direction, strict=True)])[-1]
                   for s in (0.0, h, -back * h))
    return y, (up - down) / (h + back * h)


def lost_beside(g, e, free):
    """Whether numbers are right to three digits but for the last ones, and off among those."""
    off = np.abs(g - e) > 1e-3 * np.maximum(1.0, np.abs(e))
    return not off[:-free].any() and off[-free:].sum() >= 2


def in_pairs(trace, inputs, direction):
    """A list of pairs, and each operation by its own rule."""
    known = list(zip(inputs, direction, strict=True))
    for op, *at in trace:
        (v, t), (q, r) = known[at[0]], known[at[-1]]
        known.append((np.sin(v), np.cos(v) * t) if op == "sin" else
                     (v + q, t + r) if op == "+" else (v * q, v * r + t * q))
    return known[-1]


def by_the_gradient(trace, inputs, direction):
    y = automatic.run_trace(trace, inputs)[-1]
    return [y, automatic.reverse_mode(trace, inputs) @ np.array(direction, float)]


def by_complex_step(trace, inputs, direction):
    """An imaginary part too small to disturb: it moves as a tangent does."""
    known = [complex(v, 1e-30 * t) for v, t in zip(inputs, direction, strict=True)]
    for op, *at in trace:
        v, q = known[at[0]], known[at[-1]]
        known.append(np.sin(v) if op == "sin" else v + q if op == "+" else v * q)
    return known[-1].real, known[-1].imag / 1e-30


RIGHT = (in_pairs, by_the_gradient, by_complex_step)

BANK = """
forward_mode(trace, inputs, direction)
    T = lambda op, u, t: sum(s * c for s, c in zip(slopes(op, u), t))  # the tangent of a line
    A = lambda op, u: apply(op, u)       # the value of a line
    v = list(inputs)                     # the values
    p = list(direction)                  # the tangents
    do: for op, *i in trace: u = [v[n] for n in i]; p.append(T(op, u, [p[n] for n in i]));
        v.append(A(op, u))
    o = (v[-1], p[-1])

shown: A, T
right: T = lambda op, u, t: float(np.dot(slopes(op, u), t))
right: o = np.array([v[-1], p[-1]]) || [v[len(inputs) + len(trace) - 1], p.pop()]

shape/one-argument: a line of "sin" raises an error: it has one argument, the others have two.
        `for op, *at in trace` takes as many as there are, and "sin" needs a rule of its own.
    do: for op, i, j in trace: u = [v[i], v[j]]; p.append(T(op, u, [p[i], p[j]])); v.append(A(op,
        u))
neighbour-formula/numerical-difference: digits are lost, as in a difference of two outputs. Pass
        tangents through the lines instead: that needs no step.
    o = difference(trace, inputs, direction, 1e-6) || difference(trace, inputs, direction, 1e-5)
    o = difference(trace, inputs, direction, 1e-4) || difference(trace, inputs, direction, 1e-6, 0)
    if: lost_beside(g, e, 6)
omitted-term/one-factor: in a product one factor is treated as constant. Both may change: each
        tangent is multiplied by the value of the other factor, and the products are added.
    T = lambda op, u, t: u[1] * t[0] if op == "*" else np.dot(slopes(op, u), t)
    T = lambda op, u, t: u[0] * t[1] if op == "*" else np.dot(slopes(op, u), t)
sign/product: in a product one of the two terms has the wrong sign. They should be added.
    T = lambda op, u, t: (u[1] * t[0] - u[0] * t[1] if op == "*" else np.dot(slopes(op, u), t))
    T = lambda op, u, t: (u[0] * t[1] - u[1] * t[0] if op == "*" else np.dot(slopes(op, u), t))
omitted-term/line-of-sine: a line of "sin" makes no value, so the numbers of the later ones move up.
        Each line makes one value and one tangent: "sin" needs a rule as well.
    do: for op, *i in trace: u = [v[n] for n in i]; (p.append(T(op, u, [p[n] for n in i])),
        v.append(A(op, u))) if op != "sin" else 0
neighbour-formula/sine-as-another: a sine is computed like another operation, with its argument used
        twice. It has one argument, and a rule of its own.
    A = lambda op, u: u[0] * u[-1] if op != "+" else u[0] + u[1] && T = lambda op, u, t: u[-1] *
        t[0] + u[0] * t[-1] if op != "+" else t[0] + t[1]
    A = lambda op, u: u[0] * u[-1] if op == "*" else u[0] + u[-1] && T = lambda op, u, t: u[-1] *
        t[0] + u[0] * t[-1] if op == "*" else t[0] + t[-1]
omitted-term/cosine: a sine passes the tangent on unchanged. It should be multiplied by the cosine
        of the argument.
    T = lambda op, u, t: t[0] if op == "sin" else np.dot(slopes(op, u), t)
neighbour-formula/cosine-of-tangent: the cosine is taken of the tangent. Take the cosine of the
        value, times the tangent.
    T = lambda op, u, t: np.cos(t[0]) if op == "sin" else np.dot(slopes(op, u), t)
factor/direction-scaled: the direction is scaled to length 1. Take it as it is: it says how fast
        each input moves.
    p = list(np.array(direction, float) / np.linalg.norm(direction))
neighbour-formula/sums-multiplied: the sum of the local slopes is multiplied by the sum of the
        tangents. Each tangent has its own slope: multiply first, then add.
    T = lambda op, u, t: sum(slopes(op, u)) * sum(t)
neighbour-formula/all-tangents: the tangents of all values are added up. The slope is the last
        line's tangent.
    o = (v[-1], sum(p))
neighbour-formula/tangents-multiplied: in a product the two tangents are multiplied. Multiply each
        factor's tangent by the value of the other factor.
    T = lambda op, u, t: t[0] * t[1] if op == "*" else np.dot(slopes(op, u), t)
neighbour-formula/own-factor: in a product each tangent is multiplied by its own factor. Multiply it
        by the other one: if u changes, u s changes s times as much.
    T = lambda op, u, t: np.dot(u, t) if op == "*" else np.dot(slopes(op, u), t)
neighbour-formula/result-by-factor: in a product a term is lost where a factor is 0, as in a
        division that skips zeros. Multiply each tangent by the value of the other factor.
    T = lambda op, u, t: sum((s * c / c if c else 0.0) * q if op == "*" else s * q for s, c, q in
        zip(slopes(op, u), u, t))
neighbour-formula/divided-by-factor: in a product a term is nan where a factor is 0, as in a
        division by the factor. Multiply each tangent by the value of the other factor.
    T = lambda op, u, t: sum((np.divide(s * c, c) if op == "*" else s) * q for s, c, q in
        zip(slopes(op, u), u, t))
omitted-term/first-only: a line follows only its first argument. Each argument may change: add up.
    T = lambda op, u, t: slopes(op, u)[0] * t[0]
omitted-term/last-only: a line follows only its last argument. Each argument may change: add up.
    T = lambda op, u, t: slopes(op, u)[-1] * t[-1]
duplicates/one-line: a line that uses one value twice follows it only once. x · x has two factors:
        add both.
    do: for op, *i in trace: u = [v[n] for n in i]; s = dict(zip(i, slopes(op, u))); p.append(
        sum(s[n] * p[n] for n in s)); v.append(A(op, u))
omitted-term/slopes: tangents are added without the local slopes. A product or a sine passes on a
        tangent times a slope.
    T = lambda op, u, t: sum(t)
omitted-term/tangents: the local slopes are added, without the tangents of the arguments. An
        argument that does not change contributes nothing.
    T = lambda op, u, t: sum(slopes(op, u))
neighbour-formula/cosine-of-the-sine: the cosine is taken of the sine's result. Its slope is the
        cosine of its argument.
    T = lambda op, u, t: np.cos(np.sin(u[0])) * t[0] if op == "sin" else np.dot(slopes(op, u), t)
omitted-term/chain-at-sine: the sine passes on its slope without the tangent of its argument.
        Multiply the incoming tangent by the local slope.
    T = lambda op, u, t: slopes(op, u)[0] if op == "sin" else np.dot(slopes(op, u), t)
neighbour-formula/sine-of-tangent: the operation is applied to the tangents. Tangents go through the
        local slopes.
    T = lambda op, u, t: apply(op, t)
sign/sine: the slope of the sine has the wrong sign. It is +cos.
    T = lambda op, u, t: -slopes(op, u)[0] * t[0] if op == "sin" else np.dot(slopes(op, u), t)
ignored-argument/all-move: all inputs change at speed 1. The direction says how fast each changes.
    p = [1.0] * len(v)
ignored-argument/first-moves: the first input changes at speed 1, and the others do not change. The
        direction says how fast each changes.
    p = [1.0] + [0.0] * (len(v) - 1)
ignored-argument/last-moves: the last input changes at speed 1, and the others do not change. The
        direction says how fast each changes.
    p = [0.0] * (len(v) - 1) + [1.0]
ignored-argument/nothing-moves: the slope is 0, as if the inputs did not change. Their tangents are
        the direction.
    p = [0.0] * len(v)
off-by-one/line-before: the tangent is that of the second-to-last value. The last line makes the
        output.
    o = (v[-1], p[-2])
neighbour-formula/first-line: a result is taken from the first line. The last line is the output.
    o = (v[len(inputs)], p[len(inputs)]) || (v[len(inputs)], p[-1]) || (v[-1], p[len(inputs)])
missing-return/one-of-two: only one of the two results is returned. Return value and slope.
    o = p[-1] || v[-1]
convention/swapped: value and slope are swapped. The value comes first.
    needs: container
    o = (p[-1], v[-1])
shape/all-lines: the lists of all values and tangents are returned. Return the two numbers of the
        last line.
    o = (v, p)
in-place/lists-grow: the caller's lists are longer afterwards. Copy them with list() first.
    v = inputs && p = direction
    v = inputs
    p = direction
"""

EXERCISE = Exercise(
    id="forward_mode", title="Send tangents through a trace", notebook="05b", number="5b.1",
    signature="forward_mode(trace, inputs, direction)", lecture=("ALICE-6.2a",), minutes=10,
    difficulty=2, reference=automatic.forward_mode, cases=cases, bank=BANK,
    derived=True, parts=("y", "slope"),
    hints=("Take the table of block 3. Which two columns do you fill, and from which cells?",
           "Two lists, one of values and one of tangents. Each line appends one number to both.",
           "tangent of a line = sum over its arguments of local slope · tangent of the argument"),
    formula="v̇ = Σ ∂v/∂u_i · u̇_i, line by line, beside v",
    variation="let a tangent be an array of several directions. What has to change?",
    right=RIGHT, awkward=lambda *args: np.array(in_pairs(*args)),
    heads=("forward_mode([('*', 0, 1)], [2, 3], [1, 0])",
           "forward_mode([('+', 0, 1), ('*', 2, 0)], [2, 3], [1, 1])",
           "forward_mode([('*', 0, 1)], [2.0, 0.0], [1.0, 1.0])",
           "forward_mode([('*', 0, 0)], [3], [2])",
           "forward_mode([('+', 0, 0), ('sin', 1)], [np.pi / 2], [2])"),
)
