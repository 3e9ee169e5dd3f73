"""A call of an exercise in a line of text, with few numbers."""

import numpy as np

from misstep.judge.compare import entries

SHOWN = 6  # numbers of a call that are shown


def call_of(judge, case):
    """The call with at most `SHOWN` numbers; the small arguments get them first."""
    values = [*case.args, *case.kwargs.values()]
    sizes = [_room(v) for v in values]
    left, words = SHOWN, [""] * len(values)
    for i in sorted(range(len(values)), key=sizes.__getitem__):
        value = values[i].tolist() if isinstance(values[i], np.ndarray) else values[i]
        words[i] = repr(value) if sizes[i] <= left else _outline(values[i])
        left -= sizes[i]
    names = judge.arguments + list(case.kwargs)
    return f"{judge.id}(" + ", ".join(
        f"{n}={s}" for n, s in zip(names, words, strict=False)) + ")"


def _room(value):
    """How many numbers an argument takes on a card; 99 is too many, a short program is free."""
    if callable(value) or isinstance(value, (dict, set)) or _of_functions(value):
        return 99
    return 0 if _program(value) and len(repr(value)) < 100 else entries(value)


def _of_functions(value):
    return callable(value) or isinstance(value, (list, tuple)) and any(map(_of_functions, value))


def _program(value):
    """Whether it is a list of lines such as ("+", 0, 1)."""
    return isinstance(value, list) and all(
        isinstance(line, tuple) and isinstance(line[0], str) for line in value)


def _outline(value):
    if callable(value):
        return "a function"
    if isinstance(value, (dict, set)):
        return "{" + ", ".join(map(repr, value)) + "}"
    if _of_functions(value) or _program(value):
        return f"a list of {len(value)}"
    if np.ndim(value) == 0:
        return "…"
    kind = "list" if isinstance(value, (list, tuple)) else "array"
    return f"{kind} {'×'.join(map(str, np.shape(value)))}"
