"""Answers that only hand on what the course's own solution returns: they are no attempt.

While an answer runs, the course's function of the exercise notes who calls it (`Loan`); if it was
called from outside the course, and the answer changes when that function is made to return
something else, the answer is the course's. Reads no source. Using other functions of the course,
and comparing one's own result with the course's, is nobody's loan.
"""

import contextlib
import functools
import sys
import types

import numpy as np

from misstep.course import current

_HOOK = "__loan__"  # what the stand-in calls, for as long as it stands there


def _stand_in(*args, **kwargs):
    return __loan__(*args, **kwargs)  # noqa: F821 - a global of the module that it stands in


def own_solutions(judge):
    """The course's answer to an exercise: the reference, and the library's function of its name."""
    named = (getattr(module, judge.id, None) for module in current().modules.values())
    found = {id(fn): fn for fn in (judge.reference, *named)
             if type(fn) is types.FunctionType and not fn.__closure__}
    return list(found.values())


class Loan(contextlib.ExitStack):
    """Watches some functions of the course; ``altered`` makes those outside get other values.

    ``taken()`` says whether one was called from outside the course since it was asked last.
    """

    def __init__(self, fns, altered=False):
        super().__init__()
        self.fns, self.altered, self.called = fns, altered, False

    def __enter__(self):
        for fn in self.fns:
            self._replace(fn)
        return super().__enter__()

    def _replace(self, fn):
        was = fn.__code__, fn.__defaults__, fn.__kwdefaults__
        original = types.FunctionType(was[0], fn.__globals__, fn.__name__, was[1])
        original.__kwdefaults__ = was[2]
        hook = f"{_HOOK}{fn.__name__}__"
        fn.__globals__[hook] = functools.partial(self._call, original)
        fn.__defaults__ = fn.__kwdefaults__ = None
        fn.__code__ = _stand_in.__code__.replace(co_names=(hook,))

        def put_back():
            fn.__code__, fn.__defaults__, fn.__kwdefaults__ = was
            fn.__globals__.pop(hook, None)

        self.callback(put_back)

    def _call(self, original, *args, **kwargs):
        value = original(*args, **kwargs)
        if current().owns(sys._getframe(2).f_code.co_filename):
            return value
        self.called = True
        return other(value) if self.altered else value

    def taken(self):
        called, self.called = self.called, False
        return called


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
