"""The answer that `solution` shows: a function that can be pasted over the stub, and passes.

It is the library's function where that needs nothing but NumPy; else the named steps of the
exercise's bank, with the nouns as comments, what they need of the course imported in the first
line, and helpers of the bank's file inside.
"""

import ast
import builtins
import copy
import functools
import importlib
import inspect
import itertools
import sys
import textwrap

from course_utils.exercises.records import bank

GIVEN = {*dir(builtins), "np"}
BANKS = "exercises.banks"
LIBRARY = ("functions", "network", "metrics", "text")


def lesson(record):
    """The source of a right answer, self-contained: a string that defines ``record.id``."""
    source = _without_manual(record.reference)
    if source is not None and not _free(source):
        return source
    return _from_steps(record)


def _without_manual(fn):
    """A function's source with the first line of its docstring only; None if it has none."""
    try:
        source = textwrap.dedent(inspect.getsource(fn))
        first = ast.parse(source).body[0].body[0]
    except (OSError, TypeError, SyntaxError, AttributeError):
        return None
    if isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str):
        lines = source.splitlines()
        words = first.value.value.strip().splitlines()[0]
        lines[first.lineno - 1:first.end_lineno] = [f'{" " * first.col_offset}"""{words}"""']
        source = "\n".join(lines) + "\n"
    return source


def _free(source):
    """Names that code uses and neither sets nor finds in Python, as a set."""
    tree = ast.parse(source)
    names = [n for n in ast.walk(tree) if isinstance(n, ast.Name)]
    made = {n.id for n in names if isinstance(n.ctx, ast.Store)}
    made |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    made |= {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
    made |= {(a.asname or a.name).split(".")[0] for n in ast.walk(tree)
             if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
    return {n.id for n in names if isinstance(n.ctx, ast.Load)} - made - GIVEN


def _from_steps(record):
    """The named steps of the bank as a function."""
    steps = bank(record.id).steps
    code = [(text if name.startswith("do") else f"{name} = {text}", noun)
            for name, (text, noun) in steps.items()]
    lines = [f"{line}  # {noun}" if noun else line for line, noun in code]
    last = list(steps)[-1]
    if lines[-1] == f"{last} = {steps[last][0]}" and not last.startswith("do"):
        lines[-1] = f"return {steps[last][0]}"
    else:
        lines.append(f"return {last}")
    needed = _free("\n".join(line for line, _ in code)) - set(record.arguments)
    body = [*_brought_in(record, needed), *lines]
    words = (record.reference.__doc__ or record.title).strip().splitlines()[0]
    return "\n".join([f"def {record.signature}:", f'    """{words}"""',
                      *(f"    {line}" if line else "" for line in body)]) + "\n"


def _brought_in(record, needed):
    """Imports and helpers for names that the steps use, as lines."""
    imports, helpers = [], []
    for name in sorted(needed):
        _bring(name, sys.modules[record.cases.__module__], imports, helpers)
    return [*dict.fromkeys(imports), *itertools.chain.from_iterable(helpers)]


def _bring(name, module, imports, helpers):
    """Add what defines a name in a bank's file, and before it what that needs."""
    if name == "math":
        imports.append("import math")
        return
    node = _defined(module).get(name)
    if isinstance(node, ast.ImportFrom) and BANKS in node.module:
        _bring(name, importlib.import_module(node.module), imports, helpers)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        imports.append(_import_line(node, name))
    elif node is not None:
        source = textwrap.dedent(ast.get_source_segment(inspect.getsource(module), node))
        if source.splitlines() not in helpers:
            for other in sorted(_free(source) - {name}):
                _bring(other, module, imports, helpers)
            helpers.append(source.splitlines())
    else:
        library = next((m for m in LIBRARY if name in _names(m)), None)
        imports.append(f"from course_utils.{library} import {name}" if library
                       else f"from course_utils import {name}")


@functools.cache
def _defined(module):
    """The top-level statement of a file that binds each name."""
    found = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            found |= {n.id: node for t in node.targets for n in ast.walk(t)
                      if isinstance(n, ast.Name)}
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            found |= {(a.asname or a.name): node for a in node.names}
    return found


def _import_line(node, name):
    """An import statement with one of its names."""
    node = copy.deepcopy(node)
    node.names = [a for a in node.names if (a.asname or a.name) == name]
    return ast.unparse(node)


def _names(module):
    return getattr(__import__(f"course_utils.{module}", fromlist=["__all__"]), "__all__", ())
