"""What names mean while an answer runs: its own name is the function that is judged.

`@exercise` judges before the name is bound, and once the stub has run, the name is the course's: a
recursive answer would miss itself, or be answered by the course. `own_name` binds it for as long as
something runs the answer, and with it the functions that the answer's cell defines further down;
both are put back. Judges nothing.
"""

import ast
import contextlib
import functools
import inspect
import linecache
import sys
import types

import numpy as np

from misstep.judge import source

_MISSING = object()
_LITERAL = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.List, ast.Dict, ast.Set,
            ast.operator, ast.unaryop, ast.expr_context)


def python_function(fn):
    """The function written in Python below what wraps it: a cache, np.vectorize, a partial."""
    for _ in range(20):
        kind = type(fn)
        inner = (fn.__dict__.get("__wrapped__") if kind is types.FunctionType else
                 fn.func if kind is functools.partial else
                 fn.__func__ if kind is types.MethodType else
                 fn.pyfunc if kind is np.vectorize else
                 fn.__wrapped__ if kind is functools._lru_cache_wrapper else None)
        if inner is None:
            break
        fn = inner
    return fn if type(fn) is types.FunctionType else None


@contextlib.contextmanager
def own_name(fn, name):
    """Let an answer's own name mean the answer while the block runs.

    ``name`` is the exercise's: what the name will be of a lambda. Names that the answer's cell
    defines below it (helpers, imports) mean what they will mean.
    """
    inner = python_function(fn)
    if inner is None:
        yield
        return
    names = inner.__globals__
    own = inner.__name__ if inner.__name__.isidentifier() else name
    put = _below(inner)
    if own == inner.__name__ or own not in names:  # of a lambda nobody knows which name is its own
        put[own] = fn
    before = {key: names.get(key, _MISSING) for key in put}
    names.update(put)
    try:
        with _own_cell(inner, own, fn):
            yield
    finally:
        for key, value in before.items():
            if value is not _MISSING:
                names[key] = value
            elif names.get(key) is put[key]:
                del names[key]


@contextlib.contextmanager
def _own_cell(inner, own, fn):
    """The same for a function made inside another one: there its name is a cell."""
    cell = _cell(inner, own) or next(filter(None, (
        _cell(python_function(_content(c)), own) for c in inner.__closure__ or ())), None)
    if cell is None:
        yield
        return
    before = _content(cell)
    cell.cell_contents = fn
    try:
        yield
    finally:
        if before is _MISSING:
            del cell.cell_contents
        else:
            cell.cell_contents = before


def _cell(inner, name):
    names = inner.__code__.co_freevars if inner is not None else ()
    return inner.__closure__[names.index(name)] if name in names else None


def _content(cell):
    try:
        return cell.cell_contents
    except ValueError:  # not bound yet
        return _MISSING


def _below(inner):
    """What the cell that is running defines further down and the function uses, by name.

    Only definitions are run, none that `exercise` would judge, and nothing that is a statement.
    """
    line, code = _running_line(inner), inner.__code__
    text = linecache.getlines(code.co_filename, inner.__globals__)
    if line is None or len(text) <= max(n for *_, n in code.co_lines() if n):  # it stands last
        return {}
    nodes, found, asked = {}, {}, list(names_in(code))
    with contextlib.suppress(source.Unfollowed):
        nodes = {name: node for node in source.file_of(inner).body if node.lineno > line
                 for name in _defined(node)}
    for name in asked:  # grows while it is read: helpers have helpers
        node, known = nodes.get(name), inner.__globals__.get(name)
        if node is not None and name not in found:
            space = {}
            with contextlib.suppress(Exception):  # its own line will say what is wrong with it
                made = compile(ast.Module([node], []), code.co_filename, "exec")
                exec(made, inner.__globals__, space)
            found |= space
            asked += {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - set(asked)
        elif getattr(known, "__globals__", None) is inner.__globals__ and hasattr(
                known, "__code__"):
            asked += names_in(known.__code__) - set(asked)
    return found


def _running_line(inner):
    """The line at which the cell (or file) of a function is being run; None if it is not."""
    frame = sys._getframe()
    while frame is not None:
        if frame.f_locals is inner.__globals__ and (
                frame.f_code.co_filename == inner.__code__.co_filename):
            return frame.f_lineno
        frame = frame.f_back
    return None


def _defined(node):
    """The names that a harmless definition binds: one that does nothing but define."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        judged = any("exercise" in (getattr(n, "id", ""), getattr(n, "attr", ""))
                     for decorator in node.decorator_list for n in ast.walk(decorator))
        return [] if judged else [node.name]  # under `@exercise` it is judged in its turn
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [(a.asname or a.name).partition(".")[0] for a in node.names]
    if isinstance(node, ast.Assign) and (isinstance(node.value, ast.Lambda) or all(
            isinstance(n, _LITERAL) for n in ast.walk(node.value))):
        return [t.id for t in node.targets if isinstance(t, ast.Name)]
    return []


def names_in(code):
    """All names that a code object and those inside it look up, as a set."""
    found = set(code.co_names)
    for inner in code.co_consts:
        if inspect.iscode(inner):
            found |= names_in(inner)
    return found
