"""The answer that `solution` shows: a function that can be pasted over the stub, and passes.

It is the model answer: the function of the exercise's name in the file `model.py` beside it. Where
there is none it is the library's function if that needs nothing but NumPy; else the named steps of
the exercise's bank, with the nouns as comments, what they need of the course imported in the first
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

from misstep.course import MODEL, current

GIVEN = {*dir(builtins), "np"}


def lesson(record):
    """The source of a right answer, self-contained: a string that defines ``record.id``."""
    if model(record):
        return _with_its_needs(record)
    source = _without_manual(record.reference)
    if source is not None and not _free(source):
        return source
    return _from_steps(record)


def model(record):
    """The model answer to an exercise as a function; None if its notebook has none for it."""
    path = dict(current().files(f"{MODEL}.py")).get(record.notebook)
    return getattr(current().module(path), record.id, None) if path else None


def _with_its_needs(record):
    """The model answer; above it imports and helpers, and then also the line ``@exercise``.

    NumPy and the modules of the course's library are a notebook's own: it imports them itself.
    """
    fn = model(record)
    source = inspect.getsource(fn)
    imports, helpers = [], []
    for name in sorted(_free(source)):
        _bring(name, sys.modules[fn.__module__], imports, helpers)
    own = {module.partition(".")[0] for module in current().library}
    lines = [line for line in imports if line.split()[1].partition(".")[0] not in own]
    above = ["\n".join(lines)] if lines else []
    above += ["\n".join(helper) for helper in helpers]
    return "\n\n\n".join([*above, f'@exercise("{record.id}")\n{source}' if above else source])


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
    steps = record.judge.known.steps
    code = [(text if name.startswith("do") else f"{name} = {text}", noun)
            for name, (text, noun) in steps.items()]
    lines = [f"{line}  # {noun}" if noun else line for line, noun in code]
    last = list(steps)[-1]
    if lines[-1] == f"{last} = {steps[last][0]}" and not last.startswith("do"):
        lines[-1] = f"return {steps[last][0]}"
    else:
        lines.append(f"return {last}")
    needed = _free("\n".join(line for line, _ in code)) - set(record.arguments)
    imports, helpers = [], []
    for name in sorted(needed):
        _bring(name, sys.modules[record.cases.__module__], imports, helpers)
    body = [*dict.fromkeys(imports), *itertools.chain(*helpers), *lines]
    words = (record.reference.__doc__ or record.title).strip().splitlines()[0]
    return "\n".join([f"def {record.signature}:", f'    """{words}"""',
                      *(f"    {line}" if line else "" for line in body)]) + "\n"


def _bring(name, module, imports, helpers):
    """Add what defines a name in a bank's file, and before it what that needs."""
    if name == "math":
        imports.append("import math")
        return
    node = _defined(module).get(name)
    if isinstance(node, ast.ImportFrom) and node.level:  # another file of the exercises
        beside = "." * node.level + (node.module or "")
        _bring(name, importlib.import_module(beside, module.__package__), imports, helpers)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        line = copy.copy(node)
        line.names = [a for a in node.names if (a.asname or a.name) == name]
        imports.append(ast.unparse(line))
    elif node is not None:
        source = textwrap.dedent(ast.get_source_segment(inspect.getsource(module), node))
        if source.splitlines() not in helpers:
            for other in sorted(_free(source) - {name}):
                _bring(other, module, imports, helpers)
            helpers.append(source.splitlines())
    else:
        imports.append(current().import_of(name))


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
