r"""Derivatives of programs: forward mode, reverse mode, checkpoints, and what each costs.

A program is a *trace*: a list of lines ``(op, i)`` or ``(op, i, j)``, where op is "+", "*" or "sin"
and i, j are the numbers of earlier values. `inputs` (n,) are the values 0 ... n-1, line 0 makes
value n, and the last line makes the output y. A line with an unknown operation or value ("a line
that reads a later one") raises a ValueError. The tape that writes such a trace by itself is in
`tape`.
"""

import math

import numpy as np

from .checks import whole
from .errors import message

__all__ = [
    "apply", "backward_of", "chain_cost", "checkpoint_cost", "checkpointed_backward",
    "forward_mode", "handed_back", "reverse_mode", "run_trace", "slopes", "sum_to",
]

ARGUMENTS = {"+": 2, "*": 2, "sin": 1}


# --- One number a line ------------------------------------------------------------------------


def apply(op, at):
    """Value of one operation at the numbers `at`, a list of one or two.

    Lecture ALICE-6.1.

    >>> apply("*", [3.0, 4.0])
    12.0
    """
    if op == "+":
        return at[0] + at[1]
    if op == "*":
        return at[0] * at[1]
    if op == "sin":
        return math.sin(at[0])
    raise ValueError(message("op", "'+', '*' or 'sin'", repr(op), "an operation not yet known"))


def slopes(op, at):
    r"""Local slopes of one operation: its result per unit of each of its arguments.

    .. math:: \partial(u + v) = (1, 1), \qquad \partial(uv) = (v, u), \qquad
              \partial \sin u = (\cos u)

    A tuple as long as `at`, the list of arguments. Lecture ALICE-6.1.

    >>> slopes("*", [3.0, 4.0])
    (4.0, 3.0)
    """
    if op == "+":
        return 1.0, 1.0
    if op == "*":
        return at[1], at[0]
    if op == "sin":
        return (math.cos(at[0]),)
    raise ValueError(message("op", "'+', '*' or 'sin'", repr(op), "an operation not yet known"))


def run_trace(trace, inputs):
    """Values of all lines of a program, the inputs first: a list.

    Lecture ALICE-6.1.1.

    y = a (a + x) with a = w x, at w = 2, x = 3:
    >>> run_trace([("*", 0, 1), ("+", 2, 1), ("*", 2, 3)], [2.0, 3.0])
    [2.0, 3.0, 6.0, 9.0, 54.0]
    """
    _check_trace(trace, len(inputs))
    values = list(inputs)
    for op, *at in trace:
        values.append(apply(op, [values[i] for i in at]))
    return values


def forward_mode(trace, inputs, direction):
    r"""Output and its slope in one direction of the inputs: (y, slope).

    .. math:: \dot v = \sum_i \frac{\partial v}{\partial u_i}\, \dot u_i
              \qquad \text{next to every line } v = f(u_1, u_2)

    `direction` (n,) says how fast each input moves: (0, 1) gives the derivative by the second.
    Nothing has to be stored; one pass gives one direction. Wengert (1964); lecture ALICE-6.2a.

    y = a (a + x) with a = w x, at w = 2, x = 3, by x: 2 w^2 x + 2 w x = 36.
    >>> forward_mode([("*", 0, 1), ("+", 2, 1), ("*", 2, 3)], [2.0, 3.0], [0.0, 1.0])
    (54.0, 36.0)
    """
    _check_trace(trace, len(inputs))
    values, tangents = list(inputs), list(direction)
    for op, *at in trace:
        u = [values[i] for i in at]
        values.append(apply(op, u))
        tangents.append(sum(s * tangents[i] for s, i in zip(slopes(op, u), at, strict=True)))
    return values[-1], tangents[-1]


def reverse_mode(trace, inputs):
    r"""Gradient with respect to all inputs, in one sweep from the last line to the first: (n,).

    .. math:: \tilde u_i \leftarrow \tilde u_i + \tilde v\, \frac{\partial v}{\partial u_i}
              \qquad \text{for every line } v = f(u_1, u_2), \text{ the last first}

    A value that is used twice gets two contributions; they are added up. The sweep starts with the
    adjoint of the last value (erratum AL-53). Linnainmaa (1970); lecture ALICE-6.3b.

    y = a (a + x) with a = w x, at w = 2, x = 3:
    >>> reverse_mode([("*", 0, 1), ("+", 2, 1), ("*", 2, 3)], [2.0, 3.0])
    array([45., 36.])
    """
    values, n = run_trace(trace, inputs), len(inputs)
    adjoints = [0.0] * (len(values) - 1) + [1.0]
    for v in range(len(values) - 1, n - 1, -1):
        op, *at = trace[v - n]
        for s, i in zip(slopes(op, [values[i] for i in at]), at, strict=True):
            adjoints[i] += adjoints[v] * s
    return np.array(adjoints[:n])


def handed_back(trace, inputs):
    """What each line hands back to its arguments, in the order of the sweep: a list.

    Entries are (line, value, amount), both numbered like the values of the trace; the adjoint of a
    value is the sum of its amounts. Lecture ALICE-6.3b.

    y = x x + x at x = 3: the sum hands 1 to the product and to x, the product 3 and 3 to x.
    >>> handed_back([("*", 0, 0), ("+", 1, 0)], [3.0])
    [(2, 1, 1.0), (2, 0, 1.0), (1, 0, 3.0), (1, 0, 3.0)]
    """
    values, n, handed = run_trace(trace, inputs), len(inputs), []
    for v in range(len(values) - 1, n - 1, -1):
        op, *at = trace[v - n]
        adjoint = sum(d for _, i, d in handed if i == v) if v < len(values) - 1 else 1.0
        handed += [(v, i, adjoint * s)
                   for i, s in zip(at, slopes(op, [values[j] for j in at]), strict=True)]
    return handed


# --- An array a line --------------------------------------------------------------------------


def sum_to(d, shape):
    """Sum an adjoint over the axes along which an array of that shape was repeated.

    What broadcasting hands out forward is collected on the way back: d (t, v) for a bias of shape
    (1, v) becomes its column sums. Lecture ALICE-6.3b.

    >>> sum_to(np.array([[1.0, 2.0], [3.0, 4.0]]), (1, 2))
    array([[4., 6.]])
    """
    if d.shape == shape:
        return d
    new = d.ndim - len(shape)  # axes that broadcasting has put in front
    repeated = tuple(i for i in range(new, d.ndim) if shape[i - new] < d.shape[i])
    return d.sum(axis=(*range(new), *repeated)).reshape(shape)


def backward_of(op, A, B, d):
    r"""What one line ``A op B`` of arrays hands back: (d_A, d_B), in the shapes of A and B.

    .. math:: d_A = d, \; d \odot B, \; d\, B^\top, \qquad d_B = d, \; A \odot d, \; A^\top d

    for "+", "*" (entry by entry) and "@" (A (t, d), B (d, v)); d is the adjoint of the result.
    Adjoints of what "+" and "*" have repeated are added up by `sum_to`.
    Lectures ALICE-6.3b, ALICE-6.1.

    A row of biases, added to two rows:
    >>> backward_of("+", np.zeros((2, 2)), np.zeros((1, 2)), np.array([[1.0, 2.0], [3.0, 4.0]]))[1]
    array([[4., 6.]])
    """
    if op == "+":
        return sum_to(d, A.shape), sum_to(d, B.shape)
    if op == "*":
        return sum_to(d * B, A.shape), sum_to(A * d, B.shape)
    if op == "@":
        return d @ B.T, A.T @ d
    raise ValueError(message("op", "'+', '*' or '@'", repr(op), "an operation not yet known"))


# --- What is kept, and what it costs ----------------------------------------------------------


def chain_cost(sizes, mode):
    r"""Multiplications needed for the product of a chain's Jacobians from one end: an int.

    .. math:: \text{forward: } J_l (\cdots (J_3 (J_2 J_1))), \qquad
              \text{reverse: } (((J_l J_{l-1}) J_{l-2}) \cdots) J_1

    The l + 1 `sizes` are those of input, layers, output: J_i has shape (sizes[i], sizes[i-1]).
    Lectures ALICE-6.3a, ALICE-6.3c (erratum AL-54).

    >>> chain_cost([1000, 100, 100, 1], "forward"), chain_cost([1000, 100, 100, 1], "reverse")
    (10100000, 110000)
    """
    for size in sizes:
        whole(size, "sizes")
    if mode not in ("forward", "reverse"):
        raise ValueError(message("mode", "'forward' or 'reverse'", repr(mode), "a misspelt name"))
    pairs = list(zip(sizes[:-1], sizes[1:], strict=True))
    carried, met = ((sizes[0], pairs[1:]) if mode == "forward" else (sizes[-1], pairs[:-1]))
    return carried * sum(a * b for a, b in met)


def checkpointed_backward(blocks, x, stored):
    r"""Output, slope, and number of block runs, when only some outputs are kept.

    .. math:: \tilde h_{i-1} = \tilde h_i\, f_i'(h_{i-1}), \qquad i = l, \dots, 1

    `blocks` are l pairs (f, slope) of functions of one number, h_i = f_i(h_{i-1}), h_0 = x;
    `stored` lists the numbers, 1 ... l, of those whose outputs are kept; x always is. Returns (y,
    d_x, runs); runs counts the calls of all f, forward pass included. If a value is missing on the
    way back, the blocks are run again once, from the nearest value kept before it, and their
    outputs are kept until the sweep has passed.
    Griewank and Walther (2000); Chen, Xu, Zhang and Guestrin (2016); lecture ALICE-6.3d.

    Four blocks that double, of which 1, 2 and 4 are kept, run five times:
    >>> double = (lambda h: 2 * h, lambda h: 2.0)
    >>> checkpointed_backward([double] * 4, 1.0, {1, 2, 4})
    (16.0, 16.0, 5)
    """
    unknown = set(stored) - set(range(1, len(blocks) + 1))
    if unknown:
        raise ValueError(message("stored", f"numbers from 1 to {len(blocks)}", sorted(unknown),
                                 "blocks counted from 0"))
    kept, h, runs = {0: x}, x, 0
    for i, (f, _) in enumerate(blocks, 1):  # forward
        h, runs = f(h), runs + 1
        if i in stored:
            kept[i] = h
    y, adjoint = h, 1.0
    for i in range(len(blocks), 0, -1):  # backward: block i needs h_(i-1)
        start = max(j for j in kept if j < i)
        for j in range(start + 1, i):
            kept[j], runs = blocks[j - 1][0](kept[j - 1]), runs + 1
        adjoint *= blocks[i - 1][1](kept[i - 1])
        kept.pop(i, None)  # the sweep has passed
    return y, adjoint, runs


def checkpoint_cost(blocks, gap):
    """Most values held at once and number of block runs, when every gap-th block is kept.

    Returns (held, runs) for `blocks` and `gap` >= 1. `held` counts the checkpoints among the
    outputs 1 ... blocks - 1 and the values recomputed between two of them, not input and adjoint.
    Lecture ALICE-6.3d.

    >>> checkpoint_cost(100, 10), checkpoint_cost(100, 1)
    ((18, 190), (99, 100))
    """
    whole(blocks, "blocks")
    whole(gap, "gap")
    kept = (blocks - 1) // gap
    last = blocks - 1 - kept * gap  # run again first, while all checkpoints are held
    held = max(kept + last, kept - 1 + gap - 1 if kept else 0)
    return held, 2 * blocks - 1 - kept


def _check_trace(trace, n):
    """Check that every line names an operation and earlier values only."""
    for v, (op, *at) in enumerate(trace, n):
        if len(at) != ARGUMENTS.get(op, -1):
            raise ValueError(message("trace", "an operation and its arguments, two or for sin one",
                                     (op, *at), "an operation not yet known"))
        if not all(0 <= i < v for i in at):
            raise ValueError(message("trace", f"numbers of values before {v}", (op, *at),
                                     "a line that reads itself or a later one"))
