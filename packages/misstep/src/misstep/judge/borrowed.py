"""Answers that only hand on what the course's own solution returns: they are no attempt.

While an answer runs, the course's function of the exercise notes who calls it (`Loan`); if it was
called from outside the course, and the answer changes when that function is made to return
something else, the answer is the course's. So it is where on each case the one call of the library
gets the case's own arguments, and besides them the same constants, and what it returns is the
answer: ``leaky_relu(x, 0.0)`` for relu. Using other functions of the course, and comparing one's
own result with the course's, is nobody's loan. A copy of the course's function, or of its text,
that no cell has (`is_copy`) is no attempt either; what somebody typed is theirs.
"""

import contextlib
import functools
import inspect
import itertools
import linecache
import sys
import types

import numpy as np

from misstep.course import current

MOST_REACHED = 1000  # values that are looked at
_HOOK = "__loan__"  # what the stand-in calls, for as long as it stands there


def _stand_in(*args, **kwargs):
    return __loan__(*args, **kwargs)  # noqa: F821 - a global of the module that it stands in


def watched(judge, fn):
    """Functions of the course and their names: its answer to an exercise, and its library.

    The answer, under the exercise's name, is the reference and the library's function so called;
    where ``fn`` is that itself, a program asks about it, and nothing is watched.
    """
    modules = current().modules.values()
    own = {fn: judge.id for fn in (
        judge.reference, *(getattr(module, judge.id, None) for module in modules))}
    if fn is not None and fn in own:
        return {}
    others = {fn: name for name, fn in current().names.items() if callable(fn)}
    return {fn: name for fn, name in (others | own).items()
            if type(fn) is types.FunctionType and not fn.__closure__}


def is_copy(judge, fn):
    """Whether an answer is the course's own function, or reaches a copy of it that nobody typed."""
    course = watched(judge, None)
    own = [f for f, name in course.items() if name == judge.id]
    codes, texts = [f.__code__ for f in own], list(filter(None, map(_text, own)))
    files = [linecache.getlines(f.__code__.co_filename) for f in own]
    todo, known = [fn], {id(f) for f in course if f is not fn}
    while todo and len(known) < MOST_REACHED:
        value = todo.pop()
        if id(value) in known:
            continue
        known.add(id(value))
        if isinstance(value, str) and any(text in value for text in texts) or (
                isinstance(value, types.CodeType) and any(_is_like(value, code) for code in codes)
                and not _is_typed(value, files)):
            return True
        todo += _reached(value)
    return False


def _reached(value):
    """What a function, or a collection, leads to."""
    if isinstance(value, types.FunctionType):
        space = value.__globals__
        return [value.__code__, *(space[n] for n in _names(value.__code__) if n in space),
                *(c.cell_contents for c in value.__closure__ or () if c != types.CellType()),
                *(value.__defaults__ or ())]
    if isinstance(value, types.CodeType):
        return value.co_consts
    if isinstance(value, types.ModuleType):
        return [] if value.__spec__ else [*vars(value).values()]
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list | tuple) else ()


def _names(code):
    inner = [_names(const) for const in code.co_consts if isinstance(const, types.CodeType)]
    return {*code.co_names}.union(*inner)


def _key(code):
    """What a copy of a code has in common with it; its steps depend on the imports around it."""
    return code.co_names, code.co_varnames, *_consts(code)


def _consts(code):
    return [_key(c) if isinstance(c, types.CodeType) else repr(c) for c in code.co_consts]


def _is_like(code, other):
    """Whether a code is another one, whatever else was put into it."""
    names, own = (code.co_names, code.co_varnames), (other.co_names, other.co_varnames)
    return names == own and {*_consts(other)} <= {*_consts(code)} or (
        code.co_code, code.co_names) == (other.co_code, other.co_names)


def _is_typed(code, files):
    """Whether the text of its cell, or of a file of its author's, has a code in it.

    A file that does not exist has no lines, or by its module's loader those of one of ``files``.
    """
    file = code.co_filename
    lines = linecache.getlines(file)
    if current().owns(file) or lines in files:
        return False
    try:
        whole = compile("".join(lines), file, "exec")
    except (SyntaxError, ValueError):
        return True  # in doubt it is theirs
    return _key(code) in map(_key, _inside(whole))


def _inside(code):
    inner = [const for const in code.co_consts if isinstance(const, types.CodeType)]
    return [*inner, *itertools.chain.from_iterable(map(_inside, inner))]


def _text(fn):
    with contextlib.suppress(OSError, TypeError):
        return inspect.getsource(fn)


class Loan(contextlib.ExitStack):
    """Watches functions of the course; ``altered`` makes those outside get other values.

    ``taken(given, value)`` names the one that a call took its value from: ``own``, or the only one
    called from outside the course, and handed on.
    """

    def __init__(self, fns, own="", altered=False):
        super().__init__()
        self.fns, self.own, self.altered, self.calls = fns, own, altered, []

    def __enter__(self):
        for fn, name in self.fns.items():
            self._replace(fn, name)
        return super().__enter__()

    def _replace(self, fn, name):
        was = fn.__code__, fn.__defaults__, fn.__kwdefaults__
        original = types.FunctionType(was[0], fn.__globals__, fn.__name__, was[1])
        original.__kwdefaults__ = was[2]
        hook = f"{_HOOK}{fn.__name__}__"
        fn.__globals__[hook] = functools.partial(self._call, name, original)
        fn.__defaults__ = fn.__kwdefaults__ = None
        fn.__code__ = _stand_in.__code__.replace(co_names=(hook,))

        def put_back():
            fn.__code__, fn.__defaults__, fn.__kwdefaults__ = was
            fn.__globals__.pop(hook, None)

        self.callback(put_back)

    def _call(self, name, original, *args, **kwargs):
        value = original(*args, **kwargs)
        if current().owns(sys._getframe(2).f_code.co_filename):
            return value
        if len(self.calls) < 2 or name == self.own:
            self.calls.append((name, [*args, *kwargs.values()], value))
        return other(value) if self.altered else value

    def taken(self, given, value):
        """The name of what was lent to a call on these arguments, with its constants; else ""."""
        calls, self.calls = self.calls, []
        if any(name == self.own for name, *_ in calls):
            return self.own
        if len(calls) != 1:
            return ""
        name, args, came = calls[0]
        more = [arg for arg in args if not any(_equal(arg, g) for g in given)]
        fixed = all(isinstance(arg, int | float | str) for arg in more)
        return " ".join([name, *map(repr, more)]) if fixed and _equal(came, value) else ""


def _equal(a, b):
    """Whether two values are the same; what is no number, array, list, tuple or dict never is."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_equal(a[key], b[key]) for key in a)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_equal, a, b))
    try:
        return a is b or bool(np.array_equal(a, b))
    except Exception:  # noqa: BLE001 - whatever an answer hands over
        return False


def other(value):
    """Another value of the same kind: each number one more, each truth turned round."""
    if isinstance(value, dict):
        return {key: other(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(other, value))
    array = np.asarray(value)
    if array.dtype.kind == "b":
        return ~array if array.ndim else not value
    return value + 1 if array.dtype.kind in "iufc" else value
