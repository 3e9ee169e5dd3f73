"""Faults that any result may suffer, in one table for the whole course: `faults.txt`.

A fault is a change of a right result (``o.T``), or of an argument (``-v``), with the sentences
that name it. The same rows are laid on the reference, on known mistakes ("besides, …"), and on
single parts of a result. In the code of a row, ``o`` is the result that suffers, ``g`` the answer
and ``n`` the sizes of the case; where a row has ``undo``, the changed answer is compared with the
result instead. Runs no student code.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from misstep.judge.compare import as_array
from misstep.judge.tables import Said, field, heading, numbered, placed


@dataclass(frozen=True)
class Fault(Said):
    """One row: a name, its sentences, and the forms in which it occurs.

    ``forms`` change the right result, ``undo`` the answer. ``beside`` is what is said when the
    fault comes on top of a known mistake; empty where that is not tried. It needs what ``what``
    needs.
    """

    forms: tuple = ()
    undo: tuple = ()
    beside: str = ""


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


@dataclass(frozen=True, kw_only=True)
class ArgumentFault(Said):
    """The right function of a changed argument; ``{n}`` in a text is the argument's name."""

    change: Callable
    fits: Callable  # whether an argument can have it


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


def shifted(value, step):
    """A number, or each of an array's, so much more."""
    return (value if number_of(value) else np.asarray(value)) + step


# --- the table ---------------------------------------------------------------------------------


def _code(codes, arguments):
    names = {"np": np, "kept": kept, "softmax": _softmax, "cut": cut, "flip": flip, "table": table,
             "whole": whole, "number_of": number_of, "shifted": shifted}
    return tuple(eval(f"lambda {arguments}: {code}", names)  # noqa: S307 - ours
                 for code in filter(None, map(str.strip, codes.split("||"))))


def _fault(id, what, where, forms="", undo="", **more):
    return Fault(id, what, where, forms=_code(forms, "o, g, n"), undo=_code(undo, "o, g, n"),
                 **more)


def _read(file):
    """The rows of `faults.txt`, by the name of their table."""
    found, table = {}, None
    for number, line in numbered(file.read_text(encoding="utf-8")):
        with placed(file, number):
            if line.startswith("== "):
                table = found.setdefault(line[3:], [])
            elif not line.startswith((" ", "#")):
                table.append((heading(line), {}))
            elif line.startswith(" "):
                key, code = re.fullmatch(r"\s*(?:(undo|beside|fits): )?(.*)", line).groups()
                table[-1][1].update([field(line) or (key or "forms", code)])
    return found


def _made(entry, more):
    if "fits" not in more:
        return _fault(*entry, **more)
    change, fits = _code(f"{more.pop('forms')} || {more.pop('fits')}", "v")
    return ArgumentFault(*entry, **more, change=change, fits=fits)


_TABLES = {name: tuple(_made(*row) for row in rows)
           for name, rows in _read(Path(__file__).with_suffix(".txt")).items()}
SHAPE, SIGN, DIGITS, COMMON = (_TABLES[name] for name in ("SHAPE", "SIGN", "DIGITS", "COMMON"))
ARGUMENT = _TABLES["ARGUMENT"]
SCALED = _TABLES["SCALED"]  # only where many numbers tell them from a factor of the result
AXIS, CUT = _TABLES["OTHER"]  # what an argument and the result suffer together; all arguments
_ROW = "Does the `return` stand inside the loop?", "return-in-loop"
_LAST = "range(n) and [:n] already stop before n.", "cut-range"
_FIRST = "range(n) and [:n] begin with 0.", "cut-range"
ROWS = (
    *(_fault(f"missing-return/{name}-only", f"only the {words} is computed", where,
             " || ".join(forms), where_needs=needs)
      for name, words, (where, needs), forms in (
          ("first-row", "first row or entry", _ROW, [*_rows(":1"), "kept(o, 0, False)",
           "o[0] if o.ndim > 1 else None"]),
          ("last-row", "last row or entry", ("Collect the rows: each turn of the loop overwrites "
           "the one before.", "loop"), [*_rows("-1:"), "kept(o, -1, False)",
                                        "o[-1] if o.ndim > 1 else None"]),
          ("first-column", "first column", _ROW, [*_columns(":1"), "o[..., 0] if o.ndim else o"]),
          ("last-column", "last column", ("Collect the columns: each turn of the loop overwrites "
           "the one before.", "loop"), [*_columns("-1:"), "o[..., -1] if o.ndim else o"]))),
    *(_fault(f"off-by-one/{name}", f"the {words} {how}", where, " || ".join(forms[2 * k:2 * k + 2]),
             beside=f"one {words.partition(' ')[2]} {how}", where_needs=needs)
      for name, words, (where, needs), forms in (
          ("last-row", "last row or entry", _LAST, _rows(":-1")),
          ("first-row", "first row or entry", _FIRST, _rows("1:")),
          ("last-column", "last column", _LAST, _columns(":-1")),
          ("first-column", "first column", _FIRST, _columns("1:")))
      for k, how in enumerate(("stays 0", "is not there"))),
)
RESULT = (*SHAPE, *SIGN, *DIGITS, *ROWS, *COMMON)
STEP = (  # on the value of one step: their sentences name no result
    # rounded up a small step is 1, and nobody who wrote that 1 has lost digits
    *SIGN, replace(DIGITS[0], forms=DIGITS[0].forms[:3]),
    *(replace(row, forms=row.forms[::2][:2]) for row in ROWS), *_TABLES["STEP"])
MADE = {"large": "multiplied", "small": "divided"}
HELD = (1, 0, 2, 0.5, 0.1, 0.01, 10, 100)  # what numbers are held at by who ignores them


def of_sizes(cases):
    """Faults by the sizes that the cases name: exactly t times too large, and the like."""
    names = set.intersection(*(set(case.sizes) for case in cases)) if cases else set()
    for name in sorted(names):
        for form, word, advice in (
                (f"o * n['{name}']", "large", f"A division by {name} is missing, or something is "
                 f"multiplied by {name} once too often."),
                (f"o / n['{name}']", "small", f"Something is divided by {name} once too often, or "
                 f"a factor {name} is missing.")):
            words = f"all of it is {MADE[word]} by {name}"
            id = f"factor/{name}-times-too-{word}"
            yield _fault(id, f"every entry is exactly {name} times too {word}", advice, form,
                         beside=words)
            yield _fault(id, f"every entry is exactly {name} times too {word}, and the sign is "
                         "flipped", advice, f"-({form})")
    for times in (2, 100):
        for form, word in ((f"o * {times}", "large"), (f"o / {times}", "small")):
            yield _fault(f"factor/{times}-times-too-{word}", f"every entry is exactly {times} "
                         f"times too {word}", "Look for a factor that is missing or appears twice.",
                         form, beside=f"all of it is {MADE[word]} by {times}")
