"""Guards that several files share: an argument in, the same argument as floats or integers out.

They keep the bodies of the maths free for the lesson. Guards for one topic are at the end of its
file. A check raises TypeError for the wrong kind of thing, ValueError for a wrong shape
or size; both say what was expected, what they got, and the likely cause. Nothing is ever changed in
place, but an array that is already right is returned as it is: never write into a result.
"""

import math

import numpy as np

from .errors import message

__all__ = [
    "at_least_zero", "finite_loss", "floats", "labels", "learning_rate", "matrix", "positive",
    "rows_and_targets", "vector", "whole", "with_ndim",
]


def floats(x, name="x"):
    """Return x as an array of floats, whatever real numbers it contains."""
    try:
        x = np.asarray(x)
    except ValueError:
        text = message(name, "a regular table", "a ragged list", "rows of different lengths")
        raise TypeError(text) from None
    if x.dtype.kind not in "fiub":
        cause = "text, None or a function where its values were meant"
        raise TypeError(message(name, "real numbers", f"dtype {x.dtype}", cause))
    return x if x.dtype.kind == "f" else x.astype(float)


def with_ndim(x, ndim, shape, name, cause):
    """Return x as floats after checking its number of axes."""
    x = floats(x, name)
    if x.ndim != ndim:
        raise ValueError(message(name, f"shape {shape}", f"shape {x.shape}", cause))
    return x


def matrix(x, shape, name):
    """Return x as floats after checking that it has rows and columns."""
    return with_ndim(x, 2, shape, name, "a single row needs two brackets, [[...]]")


def vector(x, shape, name):
    """Return x as floats after checking that it has one axis."""
    return with_ndim(x, 1, shape, name, "a column (t, 1) or a table where a vector was meant")


def rows_and_targets(X, y):
    """Return X (t, p) and y (t,) as floats after checking that they have equal lengths."""
    X, y = matrix(X, "(t, p)", "X"), vector(y, "(t,)", "y")
    if len(X) != len(y):
        cause = "X transposed, or one of the two cut differently"
        raise ValueError(message("y", f"{len(X)} entries, one per row of X", f"{len(y)}", cause))
    return X, y


def labels(y, t, m):
    """Return y as t integers after checking that each is in 0..m-1."""
    y = np.asarray(y)
    if y.shape != (t,):
        cause = "one-hot rows or a column where integer labels were meant"
        raise ValueError(message("y", f"shape ({t},)", f"shape {y.shape}", cause))
    if y.dtype.kind not in "iub":
        cause = "labels read from a table of floats; use y.astype(int)"
        raise TypeError(message("y", "integer labels", f"dtype {y.dtype}", cause))
    if t and (y.min() < 0 or y.max() >= m):
        got = f"labels from {y.min()} to {y.max()}"
        raise ValueError(message("y", f"labels from 0 to {m - 1}", got, "labels counted from 1"))
    return y.astype(int)


def positive(value, name, cause):
    """Check that a number is > 0 (NaN is not)."""
    if not value > 0:
        raise ValueError(message(name, "a number > 0", value, cause))


def at_least_zero(value, name, cause):
    """Check that a number is an integer >= 0."""
    if not isinstance(value, (int, np.integer)) or value < 0:
        raise ValueError(message(name, "an integer >= 0", repr(value), cause))


def whole(number, name, cause="a size left at 0 or computed with /"):
    """Return an integer >= 1 as an int; True and 3.0 do not count."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
        raise ValueError(message(name, "an integer >= 1", repr(number), cause))
    return int(number)


def learning_rate(lr):
    """Check that a learning rate goes downhill."""
    if not lr >= 0:
        raise ValueError(message("lr", "a number from 0", repr(lr), "ascent: the minus is here"))


def finite_loss(loss, where):
    """Check that training has not run away."""
    if not math.isfinite(loss):
        cause = "a learning rate that is too large"
        raise ValueError(message("loss", "a finite number", f"{loss} in {where}", cause))
