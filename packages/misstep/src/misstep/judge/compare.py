"""Compares one value with what was asked, and says the first difference.

Runs no student code, knows no misconception: `explain` names those.
"""

from dataclasses import dataclass, replace

import numpy as np

from misstep.judge.portable import Foreign, read
from misstep.judge.work import COMPARISON, spend


@dataclass(frozen=True)
class Difference:
    """The first rung at which a value leaves what was asked.

    ``rung`` is one of returns, type, shape, finite, value; ``part`` names the key or
    the position in a tuple ("" for a single result). ``got`` and ``expected`` are numbers on
    the rungs value and finite, and words ("shape (3,)") on the others. ``what`` is said of a
    tuple or dict that is the right kind and holds too many or too few.
    """

    rung: str
    sentence: str
    part: str = ""
    index: tuple = ()
    got: object = None
    expected: object = None
    what: str = ""


@dataclass(frozen=True)
class Tolerance:
    """Accepted error: ``rel * |expected| + abs_ * max(1, largest |expected|)``.

    >>> Tolerance(rel=1e-2).rel, Tolerance().abs_
    (0.01, 1e-06)
    """

    rel: float = 1e-4
    abs_: float = 1e-6


def compare(expected, got, tolerance, parts=()):
    """First `Difference` between a value and what was asked, or None if it is right.

    Numbers, arrays, tuples and dicts of arrays are compared by structure, then shape,
    then finiteness, then entries. Lists count as arrays or tuples, dtypes do not matter.
    """
    if got is None:
        return Difference("returns", "the function returned None: is a `return` missing?",
                          got="None", expected=describe(expected))
    if isinstance(got, Foreign) and got.shape is None:
        return _other_kind(expected, got, "the function returned {got}, expected {expected}")
    if isinstance(expected, dict):
        return _compare_dict(expected, got, tolerance)
    if isinstance(expected, tuple):
        return _compare_tuple(expected, got, tolerance, parts)
    return compare_array(expected, got, tolerance)


def _other_kind(expected, got, sentence="expected {expected}, got {got}"):
    """A difference of kind; ``expected`` may be given in words."""
    want = expected if isinstance(expected, str) else describe(expected)
    words = {"expected": want, "got": describe(got)}
    return Difference("type", sentence.format(**words), **words)


NAMES_SHOWN = 6  # keys of a dict named in a message


def _listed(names):
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return ", ".join(map(repr, names[:NAMES_SHOWN])) + more


def describe(value):
    """A value's kind in a few words, for messages.

    >>> describe([1, "two"]), describe(2j), describe(np.ones((2, 3)))
    ('a list that holds a string', 'a complex number', 'an array of shape (2, 3)')
    """
    if value is None:
        return "None"
    if isinstance(value, Foreign):
        return str(value)
    if isinstance(value, dict):
        return "a dict with the keys " + _listed(list(value)) if value else "an empty dict"
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}" if value else "an empty tuple"
    if isinstance(value, str):
        return "a string"
    try:
        array = np.asarray(value)
    except ValueError:
        return "a ragged list"
    if array.dtype.kind not in "biufc" and isinstance(value, list):
        odd = _odd_entry(value)
        if odd is not None:
            return f"a list that holds {describe(odd)}"
    complex_ = array.dtype.kind == "c"
    if array.shape == ():
        return ("True or False" if array.dtype.kind == "b" else
                "a complex number" if complex_ else "one number")
    return f"an array of {'complex numbers, ' if complex_ else ''}shape {array.shape}"


def _odd_entry(items):
    """The first entry of nested lists that is no number; None if all are."""
    for item in items:
        if isinstance(item, (list, tuple)):
            item = _odd_entry(item)
            if item is not None:
                return item
        elif item is not None and as_array(item) is None:
            return item
    return None


def leaves(value):
    """What nested dicts, lists and tuples hold in the end, one after the other."""
    if not isinstance(value, (dict, list, tuple)):
        yield value
        return
    for item in value.values() if isinstance(value, dict) else value:
        yield from leaves(item)


def unjudged(value):
    """The first part of a right result that is no number and no array of them, in words, else "".

    >>> unjudged((1.0, {"a": [True]})), unjudged((1, "two")), unjudged(None)
    ('', 'a string', 'None')
    """
    odd = [part for part in leaves(read(value)) if as_array(part) is None]
    return describe(odd[0]) if odd else ""


def entries(value):
    """How many numbers a result holds."""
    if isinstance(value, (dict, list, tuple)):
        return sum(map(entries, value.values() if isinstance(value, dict) else value))
    return value.size if isinstance(value, np.ndarray) else 1


def as_array(value):
    """The value as a numeric array, or None if it is not one."""
    if value is None or isinstance(value, (str, dict, Foreign)):
        return None
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biufc":
            array = array.astype(float) if array.dtype == object else None
    except (ValueError, TypeError, OverflowError):
        return None
    if array is not None and array.dtype.kind == "c":
        array = array.real if np.all(array.imag == 0) else None
    return array


def _compare_dict(expected, got, tolerance):
    if not isinstance(got, dict):
        return _other_kind(expected, got)
    missing = [key for key in expected if key not in got]
    extra = [key for key in got if key not in expected]
    if missing or extra:
        differs = [f"{word} {_listed(keys)}"
                   for word, keys in (("missing:", missing), ("not asked for:", extra)) if keys]
        return Difference("type", "the keys differ – " + "; ".join(differs),
                          got="a dict – " + "; ".join(differs) if got else "an empty dict",
                          expected="the keys " + ", ".join(map(repr, expected)),
                          what="The keys are not the ones asked for.")
    return _first((str(key), compare(expected[key], got[key], tolerance)) for key in expected)


def _compare_tuple(expected, got, tolerance, parts):
    array = got if isinstance(got, np.ndarray) and got.ndim else None
    items = tuple(array) if array is not None else got
    asked = f"{len(expected)} results" + (f" ({', '.join(parts)})" if parts else "")
    numbers = array is not None and array.ndim == 1 and all(
        isinstance(e, np.ndarray) and e.ndim for e in expected)
    if numbers or not isinstance(items, (tuple, list)):  # numbers are no arrays of their own
        return _other_kind(asked, got)
    if len(items) != len(expected):
        return Difference("type", f"expected {asked}, got {len(items)}",
                          got=f"{len(items)} result{'s' * (len(items) != 1)}", expected=asked,
                          what="The number of results is not the one asked for.")
    names = parts or tuple(f"result {i + 1}" for i in range(len(expected)))
    return _first((name, compare(e, g, tolerance))
                  for name, e, g in zip(names, expected, items, strict=True))


def _first(named):
    """The difference at the lowest rung over the parts, with the part's name."""
    order = ("returns", "type", "shape", "finite", "value")
    found = [(name, diff) for name, diff in named if diff is not None]
    if not found:
        return None
    name, diff = min(found, key=lambda item: order.index(item[1].rung))
    return replace(diff, sentence=f"`{name}`: {diff.sentence}", part=name)


def compare_array(expected, got, tolerance):
    """First `Difference` between an array (or number) and what was asked, or None."""
    spend(COMPARISON)
    want = np.asarray(expected)
    array = got if isinstance(got, Foreign) and got.shape else as_array(got)  # the shape tells
    if array is None:
        return _other_kind(expected, got)
    if array.shape != want.shape:
        asked = f"shape {want.shape}" if want.shape else "one number"
        is_ = f"shape {array.shape}" if array.shape else "one number"
        return Difference("shape", f"expected {asked}, got {is_}", got=is_, expected=asked)
    kinds = [bool if a.dtype.kind == "b" else float for a in (array, want)]
    want, array = want.astype(float), array.astype(float)
    wrong = differing(want, array, tolerance)
    if not wrong.any():
        return None
    finite = np.isfinite(array)
    rung = "value" if finite.all() else "finite"
    bad = wrong if rung == "value" else ~finite
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), bad.shape))
    g, e = (kind(a[index]) for kind, a in zip(kinds, (array, want), strict=True))
    place = f" at {list(index)}" if index else ""
    lead = "got" if rung == "value" else "the result is not finite: got"
    return Difference(rung, f"{lead} {number(g)}{place}, expected {number(e)}", "", index, g, e)


def differing(want, array, tolerance):
    """Where two float arrays of one shape differ by more than the tolerance, as booleans."""
    with np.errstate(invalid="ignore", over="ignore"):
        scale = max(1.0, float(np.max(np.abs(want), initial=0.0)))
        return ~(np.abs(array - want) <= tolerance.rel * np.abs(want) + tolerance.abs_ * scale)


def largest_error(expected, got):
    """The largest relative error over the entries of one result; inf if it has none."""
    want, array = as_array(expected), as_array(got)
    if want is None or array is None or want.shape != array.shape or not want.size:
        return np.inf
    floor = 1e-3 * max(1e-300, float(np.max(np.abs(want))))
    with np.errstate(all="ignore"):
        off = np.abs(array.astype(float) - want) / np.maximum(np.abs(want), floor)
    return float(np.max(off)) if np.all(np.isfinite(off)) else np.inf


def rounding(expected, got):
    """The largest error of a right result, against its largest entry or 1; 0 for single precision.

    >>> rounding((np.array([1.0, 2.0]),), [np.array([1.0, 2.0 + 2e-9])]) < 1.1e-9
    True
    """
    if isinstance(expected, dict):
        return max((rounding(expected[key], got[key]) for key in expected), default=0.0)
    if isinstance(expected, tuple):
        return max(map(rounding, expected, got), default=0.0)
    if getattr(got, "dtype", None) in (np.float32, np.float16):
        return 0.0
    want, array = (np.ravel(as_array(value)).astype(float) for value in (expected, got))
    finite = np.isfinite(want)
    scale = np.max(np.abs(want[finite]), initial=1.0)
    return float(np.max(np.abs(array[finite] - want[finite]), initial=0.0) / scale)


def number(value):
    """A number in at most six significant digits; True and False as they are."""
    return str(value) if isinstance(value, bool) else f"{value + 0:.6g}"  # no minus at 0


def alike(a, b, tolerance):
    """Whether two results, right or wrong, are the same within the tolerance."""
    spend(COMPARISON)
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(alike(a[k], b[k], tolerance) for k in a)
    x, y = as_array(a), as_array(b)
    if x is None or y is None:
        if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):  # parts of unlike shape
            return len(a) == len(b) and all(alike(x, y, tolerance)
                                            for x, y in zip(a, b, strict=True))
        simple = not isinstance(a, (dict, tuple, list))
        return simple and type(a) is type(b) and describe(a) == describe(b)
    if x.shape != y.shape or _first_differs(x, y, tolerance):
        return False
    x, y = x.astype(float), y.astype(float)
    lost = ~np.isfinite(x)
    if not np.array_equal(lost, ~np.isfinite(y)):
        return False
    return not differing(y[~lost], x[~lost], tolerance).any()


def _first_differs(x, y, tolerance):
    """Whether two arrays differ clearly in their first or last entry: a quick no."""
    if not x.size or x.size > 64:
        return False
    for i in (0, -1):
        a, b = float(x.item(i)), float(y.item(i))
        if abs(a - b) > tolerance.rel * max(abs(a), abs(b)) + tolerance.abs_ * max(
                1.0, float(np.abs(x).max()), float(np.abs(y).max())):
            return True
    return False


def parts_of(value):
    """A result as named parts: dict entries or tuple positions."""
    if isinstance(value, dict):
        return value
    if isinstance(value, (tuple, list)):
        return dict(enumerate(value))
    return None
