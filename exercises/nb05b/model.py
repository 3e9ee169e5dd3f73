"""Model answers of notebook 05b: what `solution` shows."""

import numpy as np

from course_utils.maths import automatic


def forward_mode(trace, inputs, direction):
    """Every line makes a value and, from its local slopes, a tangent."""
    values = list(inputs)
    tangents = list(direction)
    for op, *places in trace:
        at = [values[i] for i in places]
        slopes = automatic.slopes(op, at)
        values.append(automatic.apply(op, at))
        moved = [tangents[i] for i in places]
        tangents.append(sum(s * m for s, m in zip(slopes, moved, strict=True)))
    return values[-1], tangents[-1]


def reverse_mode(trace, inputs):
    """All values forward, then one sweep that hands every adjoint back."""
    n = len(inputs)
    values = list(inputs)
    for op, *places in trace:
        values.append(automatic.apply(op, [values[i] for i in places]))
    adjoints = np.zeros(len(values))
    adjoints[-1] = 1
    for line in reversed(range(len(trace))):
        op, *places = trace[line]
        slopes = automatic.slopes(op, [values[i] for i in places])
        for i, slope in zip(places, slopes, strict=True):
            adjoints[i] += adjoints[n + line] * slope
    return adjoints[:n]


def checkpointed_backward(blocks, x, stored):
    """Runs again what the way back misses, from the nearest value kept."""
    y = x
    kept = {0: x}
    runs = 0
    for i, (f, _) in enumerate(blocks, start=1):
        y = f(y)
        runs += 1
        if i in stored:
            kept[i] = y
    d_x = 1.0
    for i in range(len(blocks) - 1, -1, -1):  # h_i goes into block i + 1
        nearest = max(j for j in kept if j <= i)
        for j in range(nearest, i):
            f, _ = blocks[j]
            kept[j + 1] = f(kept[j])
            runs += 1
        _, slope = blocks[i]
        d_x *= slope(kept.pop(i))
    return y, d_x, runs


def backward_of(op, A, B, d):
    """Adjoint times local slope; what broadcasting copied is added up."""

    def collected(g, shape):
        new_axes = tuple(range(g.ndim - len(shape)))
        g = g.sum(axis=new_axes)
        stretched = tuple(axis for axis, size in enumerate(shape) if size == 1)
        return g.sum(axis=stretched, keepdims=True)

    if op == "@":
        return d @ B.T, A.T @ d
    if op == "*":
        return collected(d * B, A.shape), collected(d * A, B.shape)
    return collected(d, A.shape), collected(d, B.shape)
