"""The calls on a card: that of a case (`call_of`), and one for the head.

Its result can be worked out without a computer. An exercise lists such calls as text,
``softmax([0, 0])``, each approved by a person. They run after the cases; a card takes the first
that an answer gets wrong so far that anybody sees it. Whether an answer is right is not decided
here.
"""

import ast
from dataclasses import dataclass, replace

import numpy as np

from misstep.judge.compare import Tolerance, as_array, compare, describe, entries, leaves, number

SEEN = Tolerance(rel=0.05, abs_=0.01)  # results that differ by less look the same
DIGITS = 3  # of a number that a person computes with
ROUND_OFF = 1e-9  # below it a number counts as 0
MOST = 12  # numbers of a result that are written out
SHOWN = 6  # numbers of a call that are


@dataclass(frozen=True)
class Head:
    """One such call: its arguments, its text, and its right value."""

    args: tuple
    call: str
    expected: object


def read(judge, text):
    """The `Head` of a call such as ``softmax([0, 0])``; a list is an array where cases have one.

    A ValueError says what is no call of this exercise, or fails.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        if not (isinstance(tree, ast.Call) and getattr(tree.func, "id", "") == judge.id
                and not tree.keywords):
            raise ValueError(f"expected a call of {judge.id} without names of arguments")
        values = [_argument(judge, i, node) for i, node in enumerate(tree.args)]
        args = tuple(value for value, _ in values)
        call = f"{judge.id}({', '.join(words for _, words in values)})"
        return Head(args, call, judge.reference_of(args, {}))
    except Exception as err:
        raise ValueError(f"a call for the head of {judge.id}: {text!r}: {err}") from err


def _argument(judge, i, node):
    """(value, text) of an argument: whole numbers become floats where no case has whole ones."""
    code = compile(ast.Expression(node), "<head>", "eval")
    value = eval(code, {"np": np})  # noqa: S307 - ours
    arrays = [case.args[i] for case in judge.prepared[0] if not case.integers
              and i < len(case.args) and isinstance(case.args[i], np.ndarray)]
    if not (arrays and isinstance(value, list)):
        return value, ast.unparse(node)
    array = np.array(value)
    if array.dtype.kind == "i" and all(a.dtype.kind == "f" for a in arrays):
        array = array.astype(float)
    return array, f"np.array({array.tolist()})"


def first_wrong(judge, heads, seen):
    """(call, question, right value, what came) of the first that is visibly wrong, else ().

    One whose result can be said without rounding comes before the others.
    """
    wrong = [(head, o) for head, o in zip(heads, seen, strict=False)
             if not (o.stopped or o.died) and _visible(judge, head.expected, o)]
    if not wrong:
        return ()
    head, o = min(wrong, key=lambda pair: not plain(pair[0].expected))
    if isinstance(o.value, dict) and isinstance(head.expected, dict):  # in the order asked for
        o = replace(o, value={**{k: o.value[k] for k in head.expected if k in o.value}, **o.value})
    return (head.call, _question(head.expected, o), shown(head.expected), _came(head.expected, o))


def _visible(judge, expected, observation):
    if observation.error:
        return True
    if judge.difference(expected, observation.value) is None:
        return False
    got = judge.aligned(expected, observation.value)
    return compare(expected, got, SEEN, judge.parts) is not None


def _question(expected, observation):
    """What to ask of a result: all of it if plain, else what can be seen without digits."""
    want, got = _numbers(expected), _numbers(observation.value)
    if plain(expected) or observation.error:
        return "What should come out?"
    if want.size != got.size or _shapes(expected) != _shapes(observation.value):
        return "Which shape should come out?"
    if (np.sign(want) != np.sign(got)).any():
        return "Which signs should come out?"
    if want.argmax() != got.argmax():
        return "Which entry should be the largest?"
    if abs(want.sum() - got.sum()) > 0.05 * max(1.0, abs(want.sum())):
        return "What should it add up to, roughly?"
    return "What should come out, roughly?"


def plain(expected):
    """Whether all numbers of a result have few digits."""
    return all(abs(v) < 1e4 and len(_short(v).strip("-").replace(".", "").strip("0")) <= DIGITS
               for v in _numbers(expected))


def _numbers(value):
    arrays = [a for a in map(as_array, leaves(value)) if a is not None]
    return np.concatenate([np.zeros(0), *(np.ravel(a).astype(float) for a in arrays)])


def _shapes(value):
    return [np.shape(part) for part in (value if isinstance(value, tuple) else (value,))]


def _came(expected, observation):
    if observation.error:
        return " ".join(f"{observation.error}: {observation.detail}".split()).rstrip(": ")
    if isinstance(expected, tuple) and isinstance(observation.value, list):
        return shown(tuple(observation.value), "list")  # as the answer beside it is written
    words = shown(observation.value)
    unlike = not isinstance(expected, tuple) and as_array(observation.value) is not None and (
        _shapes(expected) != _shapes(observation.value))
    kind = describe(observation.value).replace("True or False", "one truth value")
    return f"{words}, {kind}" if unlike and words else words or kind


def shown(value, kind="tuple"):
    """A small result in four digits, round-off as 0; a large one, or one of another kind, in words.

    >>> shown((np.array([[0.5, 1e-17]]), 2.0))
    '[[0.5, 0]], 2'
    >>> shown((0.5,)), shown(1.79769e308)
    ('(0.5,)', '1.79769e+308')
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_within(v)}" for key, v in value.items()) + "}"
    if isinstance(value, tuple) and len(value) == 1:
        return f"[{shown(value[0])}]" if kind == "list" else f"({shown(value[0])},)"
    if isinstance(value, tuple) and value:
        return ", ".join(map(_within, value)) if len(value) <= MOST else f"a {kind} of {len(value)}"
    array = as_array(value)
    if array is None or array.size > MOST:
        return describe(value)
    return _short(array.tolist())


def _within(value):
    """A part of a result; a tuple keeps its brackets there."""
    return f"({shown(value)})" if isinstance(value, tuple) and len(value) > 1 else shown(value)


def _short(v):
    if isinstance(v, list):
        return f"[{', '.join(map(_short, v))}]"
    if isinstance(v, bool):
        return str(v)
    short = 0.0 if abs(v) < ROUND_OFF else float(f"{float(v):.4g}")
    return number(v if np.isinf(short) else short)  # the largest floats round to inf


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
        return "set()" if value == set() else "{" + ", ".join(map(repr, value)) + "}"
    if _of_functions(value) or _program(value):
        return f"a list of {len(value)}"
    if np.ndim(value) == 0:
        return "…"
    kind = "list" if isinstance(value, (list, tuple)) else "array"
    return f"{kind} {'×'.join(map(str, np.shape(value)))}"
