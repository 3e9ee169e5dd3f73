"""The answer that `solution` shows: a function that can be pasted over the stub, and passes.

It is the library's function where that needs nothing but NumPy; else the named steps of the
exercise's bank, with the nouns as comments, what they need of the course imported in the first
line, and helpers of the bank's file inside.
"""

import ast
import builtins
import inspect
import sys
import textwrap

from course_utils.exercises.records import bank

GIVEN = {*dir(builtins), "np"}
LIBRARY = ("functions", "network", "metrics", "text")


def lesson(record):
    """The source of a right answer, self-contained: a string that defines ``record.id``."""
    source = _without_manual(record.reference)
    if source is not None and not _free(source) or not record.bank:
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
    own = vars(sys.modules[record.cases.__module__])
    lines, helpers = [], []
    for name in sorted(needed - {"math"}):
        module = next((m for m in LIBRARY if name not in own and name in _names(m)), None)
        if module:
            lines.append(f"from course_utils.{module} import {name}")
        elif inspect.isfunction(own.get(name)) and own[name].__module__.startswith(
                "course_utils.exercises.banks"):
            source = textwrap.dedent(inspect.getsource(own[name]))
            lines += _brought_in(record, _free(source) - {name})
            helpers += source.rstrip().splitlines()
        elif inspect.ismodule(own.get(name)):
            lines.append(_import_of(own[name], name))
        elif name in own:
            lines.append(f"{name} = {own[name]!r}")
        else:
            module = next((m for m in LIBRARY if name in _names(m)), "functions")
            lines.append(f"from course_utils.{module} import {name}")
    return list(dict.fromkeys(["import math"] * ("math" in needed) + lines)) + helpers


def _names(module):
    return getattr(__import__(f"course_utils.{module}", fromlist=["__all__"]), "__all__", ())


def _import_of(module, name):
    package, _, last = module.__name__.rpartition(".")
    return f"from {package} import {last}" if package else f"import {name}"
