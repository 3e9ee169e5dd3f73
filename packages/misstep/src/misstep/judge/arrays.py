"""A right answer as the cells below get it: with arrays where the course's version has arrays.

Judges nothing: `check` has seen the function as it was written.
"""

import functools
import operator
import threading

import numpy as np

from misstep.judge import sandbox
from misstep.judge.compare import as_array, parts_of


def with_arrays(fn, expected):
    """The function, its lists made arrays if one of the right values ``expected`` holds an array.

    Name, docstring, signature and source stay those of ``fn``; what it raises is raised.

    >>> double = with_arrays(lambda x: [2 * v for v in x], [np.zeros(2)])
    >>> double([1.5, 2.0]) + 1
    array([4., 5.])
    """
    like = next(filter(_holds_array, expected), None)
    if like is None:
        return fn

    running = threading.local()

    def answer(*args, **kwargs):
        if getattr(running, "inside", False):  # it calls itself: there a list is its own
            return fn(*args, **kwargs)
        running.inside = True
        try:
            value = fn(*args, **kwargs)
        finally:
            running.inside = False
        try:
            return in_kind(value, like)
        except Exception:  # noqa: BLE001 - whatever a student's class does when looked at
            return value

    return sandbox.inspect_safely(lambda: functools.update_wrapper(answer, fn), answer)


def _holds_array(value):
    if isinstance(value, (dict, tuple)):
        return any(map(_holds_array, parts_of(value).values()))
    return isinstance(value, np.ndarray) and value.ndim > 0


def in_kind(value, like):
    """A value with arrays where ``like`` has them, part by part; as it is where that cannot be.

    The value itself is not changed; where every part is as it should be, it comes back. Where
    ``like`` holds arrays only, the parts may have other names or another number.
    """
    if isinstance(like, dict) and isinstance(value, dict):
        parts = {key: in_kind(item, like.get(key, _common(like.values())))
                 for key, item in value.items()}
        return value if all(parts[key] is value[key] for key in parts) else parts
    if isinstance(like, tuple) and isinstance(value, (tuple, list)):
        if len(value) != len(like):
            like = (_common(like),) * len(value)
        parts = tuple(map(in_kind, value, like))
        kept = isinstance(value, tuple) and all(map(operator.is_, parts, value))
        return value if kept else parts
    if isinstance(like, np.ndarray) and like.ndim:
        array = as_array(value)
        return value if array is None or not array.ndim else _whole(array, like)
    return value


def _whole(array, like):
    """The array, as whole numbers or booleans where ``like`` has them and no entry changes.

    Labels written as 2.0 can be used as indices then, and sets written as 0 and 1 as masks.
    """
    if like.dtype.kind not in "bi" or array.dtype.kind not in "bif" or array.dtype == like.dtype:
        return array
    cast = array.astype(like.dtype) if np.isfinite(array).all() else array
    return cast if np.array_equal(cast, array) else array


def _common(parts):
    """One array that stands for all the parts, None if they are not all arrays."""
    parts = list(parts)
    return parts[0] if all(isinstance(p, np.ndarray) and p.ndim for p in parts) else None
