"""Says how an answer differs from what was asked, and which misconception it shows.

Holds: the comparison of one value (`compare`), the match with known mistakes and the
generic relations (`diagnose`). Runs no student code and draws no card.

Diagnosis is by behaviour: a name is given only if a known mistake, or a relation such
as "exactly t times too large", reproduces the answer on all the cases. Otherwise the
answer stays unnamed.
"""

import functools
import re
from dataclasses import dataclass

import numpy as np

from course_utils.exercises.sandbox import Foreign

FAMILIES = (
    "sign", "factor", "omitted-term", "neighbour-formula", "axis", "transpose", "shape",
    "off-by-one", "convention", "unstable", "integer", "in-place", "duplicates",
    "ignored-argument", "missing-return", "endless",
)


@dataclass(frozen=True)
class Difference:
    """The first rung at which a value leaves what was asked.

    ``rung`` is one of returns, type, shape, finite, value; ``part`` names the key or
    the position in a tuple ("" for a single result).
    """

    rung: str
    sentence: str
    part: str = ""
    index: tuple = ()
    got: object = None
    expected: object = None


@dataclass(frozen=True)
class Diagnosis:
    """A named misconception: stable id, one sentence of what, one of where to look."""

    misconception: str
    what: str
    where: str = ""


@dataclass(frozen=True)
class Tolerance:
    """Accepted error: ``rel * |expected| + abs_ * max(1, largest |expected|)``."""

    rel: float = 1e-4
    abs_: float = 1e-6


# --- one value ----------------------------------------------------------------------


def compare(expected, got, tolerance, parts=()):
    """First `Difference` between a value and what was asked, or None if it is right.

    Numbers, arrays, tuples and dicts of arrays are compared by structure, then shape,
    then finiteness, then entries. Lists count as arrays or tuples, dtypes do not matter.
    """
    if got is None:
        return Difference("returns", "the function returned None: is a `return` missing?")
    if isinstance(got, Foreign):
        return Difference("type", f"the function returned a {got.type_name}"
                                  f"{' of ' + got.why if got.why else ''}, expected "
                                  f"{describe(expected)}")
    if isinstance(expected, dict):
        return _compare_dict(expected, got, tolerance)
    if isinstance(expected, tuple):
        return _compare_tuple(expected, got, tolerance, parts)
    return _compare_array(expected, got, tolerance)


def describe(value):
    """A value's kind in a few words, for messages."""
    if value is None:
        return "None"
    if isinstance(value, Foreign):
        return f"a {value.type_name}"
    if isinstance(value, dict):
        return "a dict with the keys " + ", ".join(map(repr, value))
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}"
    if isinstance(value, str):
        return "a string"
    try:
        shape = np.shape(value)
    except ValueError:
        return "a ragged list"
    if shape == ():
        return "True or False" if isinstance(value, (bool, np.bool_)) else "one number"
    return f"an array of shape {shape}"


def as_array(value):
    """The value as a numeric array, or None if it is not one."""
    if value is None or isinstance(value, (str, dict, Foreign)):
        return None
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "biufc":
            array = array.astype(float) if array.dtype == object else None
    except (ValueError, TypeError):
        return None
    if array is not None and array.dtype.kind == "c":
        array = array.real if np.all(array.imag == 0) else None
    return array


def _compare_dict(expected, got, tolerance):
    if not isinstance(got, dict):
        return Difference("type", f"expected {describe(expected)}, got {describe(got)}")
    missing = [key for key in expected if key not in got]
    extra = [key for key in got if key not in expected]
    if missing or extra:
        said = [f"{word} {', '.join(map(repr, keys))}"
                for word, keys in (("missing:", missing), ("not asked for:", extra)) if keys]
        return Difference("type", "the keys differ – " + "; ".join(said))
    return _first((str(key), compare(expected[key], got[key], tolerance)) for key in expected)


def _compare_tuple(expected, got, tolerance, parts):
    array = got if isinstance(got, np.ndarray) and got.ndim else None
    items = tuple(array) if array is not None else got
    asked = f"{len(expected)} results" + (f" ({', '.join(parts)})" if parts else "")
    if not isinstance(items, (tuple, list)):
        return Difference("type", f"expected {asked}, got {describe(got)}")
    if len(items) != len(expected):
        return Difference("type", f"expected {asked}, got {len(items)}")
    names = parts or tuple(f"result {i + 1}" for i in range(len(expected)))
    return _first((name, compare(e, g, tolerance))
                  for name, e, g in zip(names, expected, items, strict=True))


def _first(named):
    """The difference at the lowest rung over the parts, with the part's name."""
    order = ("returns", "type", "shape", "finite", "value")
    found = [(order.index(diff.rung), i, name, diff)
             for i, (name, diff) in enumerate(named) if diff is not None]
    if not found:
        return None
    _, _, name, diff = min(found, key=lambda item: item[:2])
    return Difference(diff.rung, f"`{name}`: {diff.sentence}", name, diff.index, diff.got,
                      diff.expected)


def _compare_array(expected, got, tolerance):
    want, array = np.asarray(expected), as_array(got)
    if array is None:
        return Difference("type", f"expected {describe(expected)}, got {describe(got)}")
    if array.shape != want.shape:
        return Difference("shape", f"expected shape {want.shape}, got {array.shape}"
                          if want.shape else f"expected one number, got shape {array.shape}")
    want, array = want.astype(float), array.astype(float)
    with np.errstate(invalid="ignore", over="ignore"):
        finite = np.isfinite(array)
        scale = max(1.0, float(np.max(np.abs(want), initial=0.0)))
        wrong = ~(np.abs(array - want) <= tolerance.rel * np.abs(want) + tolerance.abs_ * scale)
    if not wrong.any():
        return None
    rung = "value" if finite.all() else "finite"
    bad = wrong if rung == "value" else ~finite
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(bad)), bad.shape))
    g, e = float(array[index]), float(want[index])
    place = f" at {list(index)}" if index else ""
    told = "got" if rung == "value" else "the result is not finite: got"
    return Difference(rung, f"{told} {number(g)}{place}, expected {number(e)}", "", index, g, e)


def number(value):
    """A number in at most six significant digits."""
    return f"{value:.6g}"


# --- which misconception --------------------------------------------------------------


# what NumPy and Python raise for arguments of an unfit kind or shape, whatever the style
_UNFIT = {"TypeError", "ValueError", "IndexError", "AttributeError", "AxisError",
          "UFuncTypeError", "_UFuncOutputCastingError", "_UFuncNoLoopError",
          "_UFuncInputCastingError"}


def same(a, b, tolerance):
    """Whether two observations behave alike: both raise such an error, or return the same."""
    if a.error or b.error:
        return (a.stopped == b.stopped and a.died == b.died
                and (a.error == b.error or {a.error, b.error} <= _UNFIT))
    return a.changed == b.changed and _alike(a.value, b.value, tolerance)


def _alike(a, b, tolerance):
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_alike(a[k], b[k], tolerance) for k in a)
    if isinstance(a, (tuple, list)) and isinstance(b, (tuple, list)):
        if len(a) == len(b) and all(map(functools.partial(_alike, tolerance=tolerance), a, b)):
            return True
    x, y = as_array(a), as_array(b)
    if x is None or y is None:
        plain = not isinstance(a, (dict, tuple, list))
        return plain and type(a) is type(b) and describe(a) == describe(b)
    if x.shape != y.shape:
        return False
    x, y = x.astype(float), y.astype(float)
    lost = ~np.isfinite(x)
    if not np.array_equal(lost, ~np.isfinite(y)):
        return False
    return _compare_array(y[~lost], x[~lost], tolerance) is None


def diagnose(record, cases, expected, seen, known):
    """Name the misconception behind an answer, or None.

    Parameters
    ----------
    record : Exercise
        For its mistakes, tolerance and part names.
    cases, expected, seen : lists of equal length
        Inputs, right values and what the student's function did.
    known : list of (Mistake, list of Observation)
        What each known mistake does on the same cases.
    """
    if any(o.stopped for o in seen):
        return Diagnosis("endless/not-finished", "the function does not come to an end",
                         "Look at the loop: does its condition ever become false?")
    every = range(len(seen))
    match = (_known_mistake(record, expected, seen, known, every)
             or _lists_only(record, cases, expected, seen)
             or _but_for_one_kind(record, cases, expected, seen, known))
    if match:
        return match
    for relation in (_raised, _nothing, _by_part, _arguments, _shape_relation, _sign_factor,
                     _integer, _ignored, _unstable):
        found = relation(record=record, cases=cases, expected=expected, seen=seen, known=known)
        if found:
            return found
    return None


def _known_mistake(record, expected, seen, known, among):
    """The known mistake that behaves like the answer on the cases ``among``; wrong ones first."""
    failing = _wrong(record, expected, seen)
    wrong = [i for i in among if i in failing or seen[i].changed]
    if not wrong:
        return None
    order = wrong + [i for i in among if i not in wrong]
    for mistake, did in known:
        if len(did) >= len(seen) and all(same(seen[i], did[i], record.tolerance)
                                         for i in order):
            return Diagnosis(mistake.id, mistake.what, mistake.where)
    return None


_KINDS = (  # kinds of cases on which a second fault may hide the first
    (lambda case: case.lists, "Lists are a second matter: start with np.asarray(…)."),
    (lambda case: case.extreme, "Large inputs are a second matter: there the result differs "
                                "for another reason."),
    (lambda case: case.integers, "Whole-number inputs are a second matter: start from floats."),
    (lambda case: case.lists or case.extreme or case.integers,
     "Lists, whole numbers or large inputs are a second matter."),
)


def _lists_only(record, cases, expected, seen):
    """Right on arrays, an error wherever a plain list comes in."""
    wrong = [i for i in range(len(seen))
             if i in _wrong(record, expected, seen) or seen[i].changed]
    if wrong and all(cases[i].lists and seen[i].error for i in wrong):
        return Diagnosis("shape/list-given", "right for arrays, but a plain list raises an error",
                         "Start with np.asarray(…).")
    return None


def _but_for_one_kind(record, cases, expected, seen, known):
    """A known mistake on all cases but those of one kind, where something else is off."""
    for kind, also in _KINDS:
        among = [i for i, case in enumerate(cases) if not kind(case)]
        telling = [i for i in among if not (cases[i].lists and seen[i].error)
                   and (seen[i].changed or seen[i].error
                        or record.compare(expected[i], seen[i].value))]
        if telling and 2 <= len(among) < len(cases):
            match = _known_mistake(record, expected, seen, known, among)
            if match:
                return Diagnosis(match.misconception, match.what, f"{match.where} {also}")
    return None


def _wrong(record, expected, seen):
    """Positions of the cases that are not right."""
    return [i for i, (e, o) in enumerate(zip(expected, seen, strict=True))
            if o.error or record.compare(e, o.value) is not None]


_RAISED = (
    (r"only (length-1|0-dimensional) arrays can be converted", "shape/one-number-only",
     "the function works on one number only", "Use NumPy's functions (np.exp, np.where, …): "
     "they work entry by entry on arrays."),
    (r"truth value of an array", "shape/one-number-only",
     "an `if` or `max` decides once for a whole array",
     "Decide entry by entry: np.where, np.maximum or a mask."),
    (r"(must be real number, not|bad operand type|can't multiply sequence|unsupported operand "
     r"type\(s\)).*list|'list' object has no attribute|list indices must be", "shape/list-given",
     "the function meets a plain list and computes with it as if it were an array",
     "Start with np.asarray(…)."),
    (r"Cannot cast ufunc.*(to dtype\('int|with casting rule)", "integer/in-place-integers",
     "a fraction is written into an array of integers", "Make a float array first: "
     "np.array(x, dtype=float)."),
    (r"Integers to negative integer powers", "integer/integer-power",
     "integers are raised to a power as integers", "Convert to float first."),
    (r"math range error|Numerical result out of range", "unstable/overflow",
     "the exponential overflows for large inputs",
     "Rewrite the formula so that only exponentials of numbers ≤ 0 occur."),
    (r"read-only", "in-place/writes-argument", "the function writes into its argument",
     "Work on a copy."),
)


def _raised(record, expected, seen, **_):
    """What the error's text shows, if an error is the first thing that goes wrong."""
    wrong = [o for o, e in zip(seen, expected, strict=True)
             if o.error or o.changed or record.compare(e, o.value)]
    errors = wrong[:1]
    if not errors or not errors[0].error:
        return None
    for pattern, name, what, where in _RAISED:
        if re.search(pattern, errors[0].detail):
            return Diagnosis(name, what, where)
    return None


def _nothing(seen, **_):
    if not any(o.returned and o.value is None for o in seen):
        return None
    if all(o.returned and o.value is None for o in seen):
        if any(o.changed for o in seen):
            return Diagnosis("missing-return/changes-argument",
                             "the function changes its argument and returns nothing",
                             "Build the result in a new array and `return` it.")
        return Diagnosis("missing-return/none", "the function computes but returns nothing",
                         "End it with a `return` statement.")
    return Diagnosis("missing-return/some-paths",
                     "on some inputs the function reaches its end without a `return`",
                     "Check that every branch returns.")


def _parts(value):
    """A result as named parts: dict entries or tuple positions."""
    if isinstance(value, dict):
        return value
    if isinstance(value, (tuple, list)):
        return dict(enumerate(value))
    return None


def _by_part(record, expected, seen, known, **_):
    """A known mistake in one part (key) of the result, the other parts right."""
    if not isinstance(expected[0], (dict, tuple)) or any(o.error for o in seen):
        return None
    parts = [_parts(o.value) for o in seen]
    wanted = [_parts(e) for e in expected]
    if any(p is None or p.keys() != w.keys() for p, w in zip(parts, wanted, strict=True)):
        return None
    if any(w.keys() != wanted[0].keys() for w in wanted):
        return None  # results with other parts from case to case
    names = list(wanted[0])
    wrong = [n for n in names if any(compare(w[n], p[n], record.tolerance)
                                     for w, p in zip(wanted, parts, strict=True))]
    if not wrong:
        return None
    told = {n: _part_mistake(record, n, parts, wanted, known) for n in wrong}
    first = next((n for n in wrong if told[n]), None)
    if first is None:
        return None
    label = _part_label(record, first)
    others = [n for n in wrong if n != first]
    also = "" if not others else (
        " The same holds for " + ", ".join(_part_label(record, n) for n in others) + "."
        if all(told[n] is told[first] for n in others)
        else " Something else is off in " + ", ".join(_part_label(record, n)
                                                     for n in others) + ".")
    mistake = told[first]
    return Diagnosis(mistake.id, f"in {label}: {mistake.what}", mistake.where + also)


def _part_label(record, name):
    return f"`{record.parts[name] if isinstance(name, int) and record.parts else name}`"


def _part_mistake(record, name, parts, wanted, known):
    """The known mistake that behaves like the answer in one part, and is wrong there."""
    wrong = [i for i, (w, p) in enumerate(zip(wanted, parts, strict=True))
             if compare(w[name], p[name], record.tolerance)]
    order = wrong + [i for i in range(len(parts)) if i not in wrong]

    def alike(i, did):
        theirs = None if did[i].error else _parts(did[i].value)
        return (theirs is not None and name in theirs
                and _alike(parts[i][name], theirs[name], record.tolerance))

    return next((mistake for mistake, did in known
                 if len(did) >= len(parts) and all(alike(i, did) for i in order)), None)


def _arguments(record, seen, **_):
    """Arguments changed: certain, whatever else is wrong."""
    positions = sorted({i for o in seen for i in o.changed})
    if not positions:
        return None
    names = [record.arguments[i] for i in positions if i < len(record.arguments)]
    said = " and ".join(f"`{n}`" for n in names)
    return Diagnosis("in-place/argument-changed",
                     f"the call changes the argument {said}",
                     "An array that is passed in belongs to the caller: write "
                     "`a = a - b` instead of `a -= b`, or copy first.")


def _arrays(expected, seen):
    """(right, got) arrays per case; None unless every result is one numeric array."""
    pairs = [(as_array(e), None if o.error else as_array(o.value))
             for e, o in zip(expected, seen, strict=True)]
    return None if any(e is None or g is None for e, g in pairs) else pairs


def _flat(expected, seen):
    """As `_arrays`, with the parts of a dict or tuple side by side."""
    pairs = []
    for e, o in zip(expected, seen, strict=True):
        want, got = _parts(e), None if o.error else _parts(o.value)
        if isinstance(e, (dict, tuple)):
            if got is None or got.keys() != want.keys():
                return None
            pairs.append([(as_array(want[k]), as_array(got[k])) for k in want])
        else:
            pairs.append([(as_array(e), None if o.error else as_array(o.value))])
    if any(e is None or g is None or e.shape != g.shape for case in pairs for e, g in case):
        return None
    return [(np.concatenate([e.ravel() for e, _ in case]).astype(float),
             np.concatenate([g.ravel() for _, g in case]).astype(float)) for case in pairs]


def _shape_relation(record, expected, seen, **_):
    pairs = _arrays(expected, seen)
    if not pairs:
        return None
    wrong = [(e, g) for e, g in pairs if e.shape != g.shape
             or _compare_array(e, g, record.tolerance)]

    def all_of(test):
        return wrong and all(test(e, g) for e, g in wrong)

    def equal(e, g):
        return e.shape == g.shape and _compare_array(e, g, record.tolerance) is None

    if all_of(lambda e, g: e.ndim == 2 and equal(e, g.T)):
        return Diagnosis("transpose/result", "the result is the transpose of what is asked",
                         "Check which index counts rows.")
    if all_of(lambda e, g: e.shape != g.shape and e.size == g.size and equal(
            e.ravel(), g.ravel())):
        return Diagnosis("shape/right-numbers", "the numbers are right, their shape is not",
                         "Compare the shapes: keepdims, reshape or an added axis make such "
                         "a difference.")
    if all_of(lambda e, g: e.shape != g.shape and g.ndim > e.ndim and any(
            equal(e, r) for axis in range(g.ndim) for r in (g.mean(axis), g.sum(axis)))):
        return Diagnosis("axis/not-reduced", "a mean or sum over one axis is missing",
                         "The result still has the shape of the single terms.")
    if all_of(lambda e, g: e.ndim > g.ndim and any(
            equal(r, g) for axis in (*range(e.ndim), None)
            for r in (e.sum(axis), e.mean(axis)))):
        return Diagnosis("axis/reduced-too-far", "a sum or mean runs over one axis too many",
                         "Keep the entries apart that the exercise asks for.")
    return None


def _sign_factor(record, cases, expected, seen, **_):
    pairs = _flat(expected, seen)
    if not pairs or sum(np.count_nonzero(np.abs(e) > 1e-9) for e, _ in pairs) < 3:
        return None
    factors = []
    for e, g in pairs:
        if not np.all(np.isfinite(g)):
            return None
        top = int(np.argmax(np.abs(e))) if e.size else 0
        if e.size and abs(e[top]) > 1e-9:
            factor = g[top] / e[top]
            if _compare_array(e * factor, g, record.tolerance):
                return None
            factors.append(factor)
        else:
            if g.size and np.max(np.abs(g)) > 1e-6:
                return None
            factors.append(None)
    given = [f for f in factors if f is not None]
    if not given or max(abs(f) for f in given) < 1e-9:
        return None
    return _name_factor(cases, factors, given)


def _name_factor(cases, factors, given):
    sign = "-" if all(f < 0 for f in given) else ""
    size = [None if f is None else abs(f) for f in factors]
    if sign and all(abs(s - 1) < 1e-3 for s in size if s is not None):
        return Diagnosis("sign/flipped", "every entry has the opposite sign",
                         "Follow the minus sign through the formula.")
    if not sign and any(f < 0 for f in given):
        return None
    also = ", and the sign is flipped" if sign else ""
    names = [set(case.sizes) for case in cases]
    for name in sorted(set.intersection(*names)) if names else ():
        sizes = [case.sizes[name] for case in cases]
        if len({s for s, f in zip(sizes, size, strict=True) if f is not None}) < 2:
            continue
        for power, word in ((1, "large"), (-1, "small")):
            if all(f is None or abs(f / s**power - 1) < 1e-3
                   for f, s in zip(size, sizes, strict=True)):
                return Diagnosis(f"factor/{name}-times-too-{word}",
                                 f"every entry is exactly {name} times too {word}{also} "
                                 f"(here {name} = {sizes[0]})",
                                 f"Look for a division by {name}: is it there once?")
    constant = [s for s in size if s is not None]
    if max(constant) - min(constant) > 1e-3 * max(constant) or abs(constant[0] - 1) < 1e-3:
        return None
    c = constant[0]
    word, times = ("large", c) if c > 1 else ("small", 1 / c)
    return Diagnosis(f"factor/{number(times)}-times-too-{word}".replace(".", "_"),
                     f"every entry is exactly {number(times)} times too {word}{also}",
                     "Look for a factor that is missing or stands twice.")


def _integer(record, cases, expected, seen, **_):
    pairs = _flat(expected, seen)
    wrong = set(_wrong(record, expected, seen))
    if pairs and wrong and all(
            _compare_array(np.trunc(e), g, record.tolerance) is None for e, g in pairs):
        return Diagnosis("integer/truncated", "the digits after the point are lost",
                         "Something turns the result into integers: //, int(), round or an "
                         "integer array.")
    if wrong and len(wrong) < len(cases) and wrong == {
            i for i, case in enumerate(cases) if case.integers}:
        return Diagnosis("integer/integer-input",
                         "right for floats, wrong when the input holds integers",
                         "An array made from integers keeps integers only: give it "
                         "dtype=float.")
    return None


def _ignored(record, cases, expected, seen, **_):
    """The right function, with one argument held at a fixed value."""
    if any(o.error for o in seen):
        return None
    for name, position in record.optional.items():
        for value in record.fixed_values(name, cases):
            if all(_alike(record.reference_with(case, name, position, value), o.value,
                          record.tolerance)
                   for case, o in zip(cases, seen, strict=True)):
                return Diagnosis(f"ignored-argument/{name}",
                                 f"the argument `{name}` makes no difference",
                                 f"Use `{name}` in the body: the result is right for "
                                 f"{name} = {value!r} only.")
    return None


def _unstable(record, cases, expected, seen, **_):
    wrong = set(_wrong(record, expected, seen))
    extreme = {i for i, case in enumerate(cases) if case.extreme}
    if not wrong or not wrong <= extreme:
        return None
    lost = any(seen[i].error or not _all_finite(seen[i].value) for i in wrong)
    reason = "not finite" if lost else "far off"
    return Diagnosis("unstable/large-inputs",
                     f"right on ordinary inputs, {reason} on {cases[min(wrong)].name}",
                     "An exponential overflows or a probability underflows to 0: "
                     "rewrite the formula before computing.")


def _all_finite(value):
    parts = _parts(value)
    if parts is not None and not isinstance(value, list):
        return all(map(_all_finite, parts.values()))
    array = as_array(value)
    return array is not None and bool(np.all(np.isfinite(array.astype(float))))
