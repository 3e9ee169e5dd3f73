"""The text of a function as a syntax tree, and the names that its code sees. Runs nothing."""

import ast
import contextlib
import copy
import functools
import inspect
import linecache
import textwrap
import types

import numpy as np

from misstep.judge.compare import entries


class Unfollowed(Exception):  # noqa: N818 - no error: such a function is met with silence
    """A function that gets no probes."""


class Lines:
    """A function made of ``lines`` of text, whose ``defaults`` name its arguments."""

    def tree(self):
        """Its syntax tree as a ``def``, without the lines that reach no result."""
        made = ast.parse(f"def f({', '.join(self.defaults)}): pass").body[0]
        made.body, read = [], {self._result}
        for line in reversed(ast.parse("\n".join(self.lines)).body):
            set_here = [n.id for target in getattr(line, "targets", ())
                        for n in ast.walk(target) if isinstance(n, ast.Name)]
            if not set_here or not read.isdisjoint(set_here):
                made.body.insert(0, line)
                read |= {n.id for n in ast.walk(line) if isinstance(n, ast.Name)}
        return made

    def functions(self):
        """The functions that its lines read and that exercises define."""
        home = str(self._names.get("__name__")).partition(".")[0]
        read = (self._names.get(n.id) for n in ast.walk(self.tree()) if isinstance(n, ast.Name))
        return [f for f in read if type(f) is types.FunctionType
                and f.__module__.partition(".")[0] == home]


def tree_of(fn):
    """The syntax tree of a function or lambda as a ``def``, with the lines of its file."""
    if type(fn) is not types.FunctionType or hasattr(fn, "__wrapped__"):
        raise Unfollowed("no plain function")
    code = fn.__code__
    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise Unfollowed("a generator")
    return definition_of(fn)


def definition_of(fn):
    """The same for functions of any kind."""
    code, tree = fn.__code__, file_of(fn)
    if fn.__name__ == "<lambda>":
        return _of_lambda(tree, code)
    for n in ast.walk(tree):
        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)) and n.name == code.co_name and (
                code.co_firstlineno == min([n.lineno, *(d.lineno for d in n.decorator_list)])):
            return n
    raise Unfollowed("no source")


def lines_of(fn):
    """The lines of a function's text from ``def`` on, not indented; `Unfollowed` without any."""
    tree = tree_of(fn)
    if fn.__name__ == "<lambda>":
        raise Unfollowed("no lines")
    lines = linecache.getlines(fn.__code__.co_filename, fn.__globals__)
    own = textwrap.dedent("".join(lines[tree.lineno - 1:tree.end_lineno]))
    return tuple(own.rstrip().splitlines())


def file_of(fn):
    """The syntax tree of the file, or cell, in which a function is written."""
    return _parsed("".join(linecache.getlines(fn.__code__.co_filename, fn.__globals__)))


@functools.lru_cache(maxsize=4)
def _parsed(text):
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        raise Unfollowed("no source") from None


def _of_lambda(tree, code):
    """A lambda in a file's tree as a ``def``, found by where its code stands."""
    seen = set(code.co_positions())  # (line, last line, column, last column)
    here = [n for n in ast.walk(tree)
            if isinstance(n, ast.Lambda) and n.lineno == code.co_firstlineno]
    for n in here:
        b = n.body
        if len(here) == 1 or (b.lineno, b.end_lineno, b.col_offset, b.end_col_offset) in seen:
            made = ast.FunctionDef("f", n.args, [ast.copy_location(ast.Return(b), b)], [],
                                   None, None, type_params=[])
            return ast.copy_location(made, n)
    raise Unfollowed("no source")


def loop_around(fn, line):
    """Number of the line where the outermost loop around one begins; without a loop that line.

    Where in a loop a call is stopped is chance.
    """
    with contextlib.suppress(Unfollowed):
        loops = [n.lineno for n in ast.walk(definition_of(fn)) if isinstance(
            n, (ast.For, ast.While)) and n.lineno <= line <= n.end_lineno]
        return min(loops, default=line)
    return line


def called(call):
    """The name of the function or method that a call calls, "" if it has none."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


MEMORY = 100_000  # numbers in the lists that an answer sees, above which copying them is too slow


def space_of(fn):
    """The names that a function's code sees; what it might change of them as copies."""
    space = dict(fn.__globals__)
    for name in fn.__code__.co_names:
        if name in space:
            space[name] = _own(space[name])
    for name, cell in zip(fn.__code__.co_freevars, fn.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # not set yet
            space[name] = _own(cell.cell_contents)
    return space


def _own(value):
    if type(value) not in (list, dict, set, np.ndarray):
        return value
    if type(value) is not np.ndarray and max(len(value), entries(value)) > MEMORY:
        raise Unfollowed("too much to copy")
    return copy.deepcopy(value)
