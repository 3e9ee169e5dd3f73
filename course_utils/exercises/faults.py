"""Faults that any result may suffer, in one table for the whole course.

A fault is a change of a right result (``o.T``), or of an argument (``-v``), with the sentences
that name it. The same rows are laid on the reference, on known mistakes ("besides, …"), and on
single parts of a result. In the code of a row, ``o`` is the result that suffers, ``g`` the answer
and ``n`` the sizes of the case; where a row has ``undo``, the changed answer is compared with the
result instead. Runs no student code.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from course_utils.exercises.compare import as_array


@dataclass(frozen=True)
class Fault:
    """One row: a name, its sentences, and the forms in which it occurs.

    ``forms`` change the right result, ``undo`` the answer. ``beside`` is what is said when the
    fault comes on top of a known mistake; empty where that is not tried.
    """

    id: str
    what: str
    where: str
    forms: tuple = ()
    undo: tuple = ()
    beside: str = ""


def _fault(id, what, where, forms="", undo="", beside=""):
    return Fault(id, what, where, tuple(map(_form, _split(forms))),
                 tuple(map(_form, _split(undo))), beside)


def _split(forms):
    return [form.strip() for form in forms.split("||") if form.strip()]


@functools.cache
def _form(code):
    return eval(f"lambda o, g, n: {code}", {"np": np, "kept": kept, "softmax": _softmax})


def kept(o, part, fill=True):
    """A result of which only one part is computed; the rest stays 0, or is not there."""
    if not np.ndim(o):
        raise ValueError("one number has no rows")
    if not fill:
        return o[part]
    out = np.zeros_like(o)
    out[part] = o[part]
    return out


def _rows(part):
    """The forms in which only some rows are computed: filled with 0, or cut; all, or tables."""
    return [f"kept(o, np.s_[{part}], {fill}){only}" for fill in (True, False)
            for only in ("", " if o.ndim > 1 else None")]


def _columns(part):
    return _rows(f"..., {part}")


def _softmax(o):
    e = np.exp(o - o.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


_COMPARE = "Compare the result with what the task asks for."
_ROW = "Does the `return` stand inside the loop?"
_LAST = "range(n) already stops before n."
_FIRST = "Counting starts at 0."

SHAPE = (
    _fault("transpose/result", "the result is the transpose of what is asked",
           "Check which index counts rows.", "o.T if o.ndim == 2 else None",
           beside="the result is transposed"),
    _fault("transpose/reshaped", "the right numbers stand in the wrong places: reshape has filled "
           "the table in reading order", "reshape does not exchange rows and columns; .T does.",
           "o.T.reshape(o.shape) if o.ndim == 2 else None"),
    _fault("shape/right-numbers", "the numbers are right, their shape is not", "Compare the "
           "shapes: keepdims, reshape or an added axis make such a difference.",
           undo="g.reshape(o.shape) if g.size == o.size and g.shape != o.shape else None",
           beside="the shape is not the one asked for"),
    _fault("shape/diagonal-matrix", "the numbers stand on the diagonal of a matrix",
           "One number per input is asked for: a vector.", "np.diag(o) if o.ndim == 1 else None"),
    _fault("shape/not-reduced", "one answer per entry comes back, not one in all",
           "np.all makes one True or False of many.",
           undo="g.all() if g.dtype.kind == o.dtype.kind == 'b' and g.size > 1 and not o.ndim "
           "else None"),
    _fault("shape/not-reduced", "a mean or sum over one axis is missing", "The result still has "
           "the shape of the single terms.",
           undo=" || ".join(f"g.{f}({a}) if g.ndim > o.ndim and g.ndim > {k} else None"
                            for f in ("mean", "sum") for a, k in ((0, 0), (-1, 0), (1, 1)))),
    *(_fault("shape/reduced-too-far", "a sum or mean runs over one axis too many",
             "Keep the entries apart that the exercise asks for.", forms, beside=said)
      for forms, said in (
          ("o.sum(0) if o.ndim else None || o.sum(0, keepdims=True) if o.ndim else None",
           "the rows are summed"),
          ("o.sum(-1) if o.ndim else None", "the columns are summed"),
          ("o.sum() if o.ndim else None", "everything is summed to one number"),
          ("o.mean(0) if o.ndim else None || o.mean(0, keepdims=True) if o.ndim else None",
           "the rows are averaged"),
          ("o.mean(-1) if o.ndim else None", "the columns are averaged"),
          ("o.mean() if o.ndim else None", "everything is averaged to one number"))),
)
SIGN = (
    _fault("sign/flipped", "every entry has the opposite sign",
           "Follow the minus sign through the formula.", "-o", beside="the sign is flipped"),
    _fault("sign/absolute", "the signs are lost", "Look for abs or a square.",
           "np.abs(o) if (o < 0).any() else None"),
)
DIGITS = (
    _fault("integer/truncated", "the digits after the point are lost", "Something turns the result "
           "into integers: //, int(), round or an integer array.",
           "np.trunc(o) || np.round(o) || np.floor(o) || np.ceil(o)",
           beside="the digits after the point are lost"),
    _fault("integer/rounded", "the result is rounded", "Return all the digits.",
           " || ".join(f"np.round(o, {n})" for n in (1, 2, 3, 4, 5)),
           beside="the result is rounded"),
)
ROWS = (
    *(_fault(f"missing-return/{name}-only", f"only the {said} is computed", where,
             " || ".join(forms))
      for name, said, where, forms in (
          ("first-row", "first row or entry", _ROW, [*_rows(":1"), "kept(o, 0, False)",
           "o[0] if o.ndim > 1 else None"]),
          ("last-row", "last row or entry", "Collect the rows: each turn of the loop overwrites "
           "the one before.", [*_rows("-1:"), "kept(o, -1, False)",
                                          "o[-1] if o.ndim > 1 else None"]),
          ("first-column", "first column", _ROW, [*_columns(":1"), "o[..., 0] if o.ndim else o"]),
          ("last-column", "last column", "Collect the columns: each turn of the loop overwrites "
           "the one before.", [*_columns("-1:"), "o[..., -1] if o.ndim else o"]))),
    *(_fault(f"off-by-one/{name}", f"the {said} {how}", where, " || ".join(forms[2 * k:2 * k + 2]),
             beside=f"the {beside} {how}")
      for name, said, beside, where, forms in (
          ("last-row", "last row or entry", "last row", _LAST, _rows(":-1")),
          ("first-row", "first row or entry", "first row", _FIRST, _rows("1:")),
          ("last-column", "last column", "last column", _LAST, _columns(":-1")),
          ("first-column", "first column", "first column", _FIRST, _columns("1:")))
      for k, how in enumerate(("stays 0", "is not there"))),
)
COMMON = (
    _fault("neighbour-formula/complement", "this is 1 minus the result", _COMPARE, "1 - o"),
    _fault("neighbour-formula/squared", "the result is squared", _COMPARE, "o ** 2",
           beside="the result is squared"),
    _fault("neighbour-formula/root", "a root is taken of the result", _COMPARE, "np.sqrt(o)",
           beside="a root is taken of the result"),
    _fault("neighbour-formula/inverse", "1 divided by the result comes back", _COMPARE, "1 / o"),
    _fault("neighbour-formula/log", "the logarithm of the result comes back", _COMPARE,
           "np.log(o) || np.log2(o) || -np.log(o)"),
    _fault("neighbour-formula/exponential", "the exponential is taken of the result", _COMPARE,
           "np.exp(o) || np.exp(-o)"),
    _fault("neighbour-formula/odds", "these are odds, o / (1 − o)", _COMPARE, "o / (1 - o)"),
    _fault("neighbour-formula/softmax", "the result goes through a softmax", _COMPARE,
           "softmax(o) if o.ndim else None"),
    _fault("neighbour-formula/sorted", "the entries come back in another order", "Keep the order "
           "of the input.", "np.sort(o, -1) || -np.sort(-o, -1) || np.sort(o, 0)"),
    _fault("neighbour-formula/reversed", "the entries come back in reverse order", "Keep the order "
           "of the input.", "o[::-1] if o.ndim else None || o[..., ::-1] if o.ndim else None"),
    _fault("neighbour-formula/running-sum", "running sums come back", "Each entry stands for "
           "itself.", "np.cumsum(o, -1) if o.ndim else None || "
           "np.cumsum(o, 0) if o.ndim else None"),
    _fault("axis/extreme-only", "only the largest or smallest entry comes back",
           "Keep every entry.", "o.max(-1) || o.min(-1) || o.max() || o.min()"),
    _fault("neighbour-formula/decision", "the number of the largest entry comes back", _COMPARE,
           "np.argmax(o, -1) if o.ndim else None"),
    _fault("neighbour-formula/normalised", "the result is divided by its sum, its length or its "
           "largest entry", _COMPARE, "o / o.sum(-1, keepdims=True) || o / o.sum() || "
           "o / np.linalg.norm(o, axis=-1, keepdims=True) || o / np.linalg.norm(o) || "
           "o / o.max(-1, keepdims=True) || o / o.max() || o / np.abs(o).max()"),
    _fault("unstable/raised", "a small number is added, and it shows", "Return the result itself.",
           " || ".join(f"{f}(o, {c})" for c in (.01, 1e-3, 1e-4, 1e-5)
                       for f in ("np.add", "np.maximum"))),
    _fault("unstable/clipped", "the result is kept away from 0 and 1, and it shows",
           "Return the result itself.",
           " || ".join(f"np.clip(o, {c}, 1 - {c})" for c in (.1, .01, 1e-3, 1e-4, 1e-5))),
)
RESULT = (*SHAPE, *SIGN, *DIGITS, *ROWS, *COMMON)
STEP = (  # on the value of one step: their sentences name no result
    *SIGN, DIGITS[0], *(replace(row, forms=row.forms[::2][:2]) for row in ROWS),
    _fault("integer/rounded", "digits are rounded away", "Keep all digits until the end.",
           " || ".join(f"np.round(o, {n})" for n in (1, 2, 3, 4, 5))),
    _fault("neighbour-formula/squared", "the values are squared", _COMPARE, "o ** 2"),
    _fault("neighbour-formula/root", "roots are taken", _COMPARE, "np.sqrt(o)"),
    _fault("neighbour-formula/complement", "the values are turned round: 1 minus each, no for yes",
           _COMPARE, "1 - o"),
    _fault("factor/2-times-too-large", "the values are twice too large", _COMPARE, "2 * o"),
    _fault("factor/2-times-too-small", "the values are halved", _COMPARE, "o / 2"),
)


def of_sizes(cases):
    """Faults by the sizes that the cases name: exactly t times too large, and the like."""
    names = set.intersection(*(set(case.sizes) for case in cases)) if cases else set()
    for name in sorted(names):
        for form, word, look in (
                (f"o * n['{name}']", "large", f"A division by {name} is missing, or something is "
                 f"multiplied by {name} once too often."),
                (f"o / n['{name}']", "small", f"Something is divided by {name} once too often, or "
                 f"a factor {name} is missing.")):
            said = f"everything is {name} times too {word}"
            id = f"factor/{name}-times-too-{word}"
            yield _fault(id, f"every entry is exactly {name} times too {word}", look, form,
                         beside=said)
            yield _fault(id, f"every entry is exactly {name} times too {word}, and the sign is "
                         "flipped", look, f"-({form})")
    for times, said in ((2, "twice"), (100, "100 times")):
        for form, word in ((f"o * {times}", "large"), (f"o / {times}", "small")):
            yield _fault(f"factor/{times}-times-too-{word}", f"every entry is exactly {times} "
                         f"times too {word}", "Look for a factor that is missing or stands twice.",
                         form, beside=f"everything is {said} too {word}")


# --- faults of an argument ----------------------------------------------------------------


@dataclass(frozen=True)
class ArgumentFault:
    """The right function of a changed argument; ``{n}`` in a text is the argument's name."""

    id: str
    what: str
    where: str
    change: Callable
    fits: Callable = field(default=lambda value: True)


def number_of(value):
    """Whether an argument is one plain number."""
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def whole(value):
    """Whether an argument holds integers."""
    array = as_array(value)
    return array is not None and array.dtype.kind in "iu"


def table(value):
    """Whether an argument is a table with rows and columns."""
    return isinstance(value, np.ndarray) and value.ndim == 2


def flip(value):
    """A table transposed; anything else as it is."""
    return value.T if table(value) else value


def cut(value):
    """Numbers without their digits after the point."""
    array = as_array(value)
    return value if array is None or array.dtype.kind == "b" else np.trunc(array)


def _not_whole(value):
    return not whole(value)


def _shifted(step):
    return lambda value: (value if number_of(value) else np.asarray(value)) + step


ARGUMENT = (
    ArgumentFault("sign/minus-{n}", "the result is right for −{n} in place of {n}",
                  "Follow the sign of `{n}` through the body.", lambda v: -np.asarray(v),
                  _not_whole),
    ArgumentFault("integer/{n}-truncated", "`{n}` has lost its digits after the point",
                  "Look for int(), // or an array of integers.", cut, _not_whole),
    ArgumentFault("sign/absolute-{n}", "the sign of `{n}` is lost", "Look for abs or a square.",
                  lambda v: np.abs(np.asarray(v)), _not_whole),
    ArgumentFault("transpose/{n}", "the result is right for `{n}` transposed",
                  "Check which index of `{n}` counts rows.", flip, table),
    ArgumentFault("neighbour-formula/one-over-{n}", "the result is right for 1 / {n} in place of "
                  "{n}", "Is it divided or multiplied by `{n}`?", lambda v: 1 / v, number_of),
    ArgumentFault("off-by-one/last-{n}", "the last entry of `{n}` is left out",
                  "range(n) already stops before n.", lambda v: np.asarray(v)[..., :-1],
                  lambda v: np.ndim(v) > 0),
    ArgumentFault("off-by-one/first-{n}", "the first entry of `{n}` is left out",
                  "Counting starts at 0.", lambda v: np.asarray(v)[..., 1:],
                  lambda v: np.ndim(v) > 0),
    ArgumentFault("duplicates/{n}", "equal entries of `{n}` count once",
                  "A set and np.unique lose repetitions.", np.unique,
                  lambda v: np.ndim(v) == 1 and len(np.unique(v)) < np.size(v)),
    ArgumentFault("off-by-one/{n}-less-one", "the result is right for {n} − 1",
                  "Counting starts at 0; the end of a range is left out.", _shifted(-1), whole),
    ArgumentFault("off-by-one/{n}-plus-one", "the result is right for {n} + 1",
                  "Counting starts at 0; the end of a range is left out.", _shifted(1), whole),
)
SCALED = (  # only where many numbers tell them from a factor of the result
    ArgumentFault("neighbour-formula/{n}-squared", "the result is right for {n}² in place of {n}",
                  "Is a square or a root too much?", lambda v: v**2, number_of),
    ArgumentFault("neighbour-formula/root-of-{n}", "the result is right for √{n} in place of {n}",
                  "Is a square or a root too much?", lambda v: np.sqrt(v), number_of),
    ArgumentFault("factor/{n}-doubled", "the result is right for 2 {n} in place of {n}",
                  "Look for a factor that is missing or stands twice.",
                  lambda v: 2 * np.asarray(v), _not_whole),
    ArgumentFault("factor/{n}-halved", "the result is right for {n} / 2 in place of {n}",
                  "Look for a factor that is missing or stands twice.",
                  lambda v: np.asarray(v) / 2, _not_whole),
)
HELD = (1, 0, 2, 0.5, 0.1, 0.01, 10, 100)  # what numbers are held at by who ignores them
