"""The calls on a card: that of a case (`call_of`), and one to work out by hand.

An exercise lists such calls as text, ``softmax([0, 0])``; `workable` says whose results a person
can find without a computer. They run after the cases; a card takes one that an answer gets wrong so
far that anybody sees it, and that shows the mistake it names. Whether an answer is right is not
decided here.
"""

import ast
import inspect
import linecache
from dataclasses import dataclass, replace

import numpy as np

from misstep.judge.answer import behave_alike
from misstep.judge.compare import Tolerance, as_array, compare, describe, entries, leaves, number
from misstep.judge.sandbox import observe_own

SEEN = Tolerance(rel=0.05, abs_=0.01)  # results that differ by less look the same
DIGITS = 3  # of a number that a person computes with
ROUND_OFF = 1e-9  # below it a number counts as 0
MOST = 12  # numbers of a result that are written out
SHOWN = 6  # numbers of a case that a person computes with
WIDTH, NUMBERS = 90, 8  # characters and numbers of a call's arguments that are all written out


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
        raise ValueError(f"a call to work out by hand for {judge.id}: {text!r}: {err}") from err


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
    computed = any(isinstance(part, ast.Call) for part in ast.walk(node))  # such as np.log(3)
    return array, f"np.array({ast.unparse(node) if computed else array.tolist()})"


def first_wrong(judge, heads, seen, name=None, two=False):
    """(call, question, right value, what came) of a call that is visibly wrong, else ().

    ``name`` is the mistake that the card names, ``two`` says that it names another one, too. The
    call shows it, and as few other known mistakes as possible. Where the bank has no such mistake,
    it is the first call whose result can be said without rounding.
    """
    wrong = [(head, o) for head, o in zip(heads, seen, strict=False)
             if not (o.stopped or o.died) and _visible(judge, head.expected, o)]
    if wrong and any(m.id == name for m in _mistakes(judge)):
        ranks = {i: _rank(judge, *pair, name, two) for i, pair in enumerate(wrong)}
        wrong = [wrong[i] for i in sorted(ranks, key=ranks.get) if ranks[i]]
    else:
        wrong.sort(key=lambda pair: not plain(pair[0].expected))
    if not wrong:
        return ()
    head, o = wrong[0]
    if isinstance(o.value, dict) and isinstance(head.expected, dict):  # in the order asked for
        o = replace(o, value={**{k: o.value[k] for k in head.expected if k in o.value}, **o.value})
    right = shown(head.expected) + ", or its negative" * _has_a_negative(judge, head.expected)
    return (head.call, _question(head.expected), right, _came(head.expected, o))


def _has_a_negative(judge, expected):
    """Whether the same numbers with the other sign are right, too."""
    if judge.align is None or not isinstance(expected, tuple) or not _numbers(expected).any():
        return False
    return judge.difference(expected, tuple(-np.asarray(v, float) for v in expected)) is None


def _mistakes(judge):
    return [*judge.known.written, *judge.known.slips]


def _rank(judge, head, observation, name, two):
    """How badly a call shows a mistake by an answer that has it: a small tuple is good, () is not.

    One fault gives the same result as the mistake; of two faults the call shows both if it gives
    another.
    """
    if head.call not in judge.by_hand:
        tried = [(m.id, observe_own(m.wrong, head.args, {})) for m in _mistakes(judge)]
        judge.by_hand[head.call] = [(id, o) for id, o in tried if _visible(judge, head.expected, o)]
    known = judge.by_hand[head.call]
    same = {id for id, o in known if behave_alike(observation, o, judge.tolerance)}
    return ((name in same) == two, not plain(head.expected), len(same)) if any(
        id == name for id, _ in known) else ()


def _visible(judge, expected, observation):
    if observation.error:
        return True
    if judge.difference(expected, observation.value) is None:
        return False
    got = judge.aligned(expected, observation.value)
    return compare(expected, got, SEEN, judge.parts) is not None


def _question(expected):
    """What to ask of a result; only about how large it is where it has to be rounded."""
    if plain(expected):
        return "What should come out?"
    return "What should come out, roughly?" if _numbers(expected).size > 1 else (
        "About how large is it?")


def plain(expected):
    """Whether all numbers of a result have few digits, and no more that are not written."""
    return all(abs(v) < 1e4 and _few_digits(v) for v in _numbers(expected))


def workable(expected):
    """Whether a person finds a result by hand: plain, thirds and the like, or times log 2 or 1/e.

    >>> workable(2 / 3), workable(np.log(2)), workable(0.2384)
    (True, True, False)
    """
    return all(any(_few_digits(v * k) for k in (1, 3, 7, 9, 11, np.e, 1 / np.log(2)))
               for v in _numbers(expected))


def _few_digits(v):
    short = _short(v)
    return np.isclose(float(short), v, rtol=1e-9, atol=ROUND_OFF) and (
        len(short.strip("-").replace(".", "").strip("0")) <= DIGITS)


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
    """The call as Python has it if it is short; else arguments of `SHOWN` numbers, in all."""
    values = [*case.args, *case.kwargs.values()]
    words = [_text(v) for v in values]
    sizes = [entries(v) if text else SHOWN + 1 for v, text in zip(values, words, strict=True)]
    if not all(words) or sum(map(len, words)) > WIDTH or sum(sizes) > NUMBERS:
        left = SHOWN
        for i in sorted(range(len(values)), key=sizes.__getitem__):
            short = sizes[i] <= left or _is_short(values[i])
            words[i] = words[i] if short else _outline(values[i])
            left -= sizes[i]
    names = judge.arguments + list(case.kwargs)
    return f"{judge.id}(" + ", ".join(
        f"{n}={s}" for n, s in zip(names, words, strict=False)) + ")"


def _is_short(value):
    """Whether a function or a program is written out next to arguments that are not."""
    return (callable(value) or _program(value)) and 0 < len(_text(value)) < WIDTH


def _text(value):
    """An argument as Python writes it; "" for what it does not."""
    if callable(value):
        return _lambda(value)
    if isinstance(value, (dict, set)) or _of_functions(value):
        return ""
    return repr(value.tolist() if isinstance(value, np.ndarray) else value)


def _lambda(fn):
    """The text of a lambda that stands on one line; "" of any other function."""
    if getattr(fn, "__name__", "") != "<lambda>":
        return ""
    start, end, first, last = max(fn.__code__.co_positions(),
                                  key=lambda at: (at[3] or 0) - (at[2] or 0))
    line = linecache.getline(fn.__code__.co_filename, start or 0).encode()
    body = line[first:last].decode() if start == end and line else ""
    return body and f"lambda {str(inspect.signature(fn))[1:-1]}: {body}"


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
