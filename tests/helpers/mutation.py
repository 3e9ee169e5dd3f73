"""Wrong answers made automatically: small changes of a reference's syntax tree.

`mutants(record)` yields (what was changed, function). `differs(record, fn)` asks whether a
mutant leaves the reference somewhere in the exercise's domain, on inputs that the record's
own cases do not contain: the same shapes and kinds with other numbers.
"""

import ast
import inspect
import itertools
import linecache
import textwrap

import numpy as np

from misstep.judge import sandbox, slips

# what the checker itself tries in single steps, and some more
OPERATORS = (*slips.OPERATORS, (ast.MatMult, ast.Mult))
COMPARISONS = {old: [new for new, _ in changes] for old, changes in slips.COMPARISONS.items()} | {
    ast.NotEq: [ast.Eq]}
NAMES = {name: (new,) for name, (new, _) in slips.CALLS.items()} | {
    "sum": ("mean", "max"), "exp": ("log1p", "expm1"), "log": ("log2",), "log1p": ("log",),
    "expm1": ("exp",), "zeros": ("ones",), "ones": ("zeros",), "abs": ("square",),
    "sigmoid": ("tanh",), "tanh": ("sin",),
}

_count = itertools.count()


def _changes(node):
    """(description, change(twin) -> new node or None) for one node."""
    if isinstance(node, ast.BinOp):
        for old, new in OPERATORS:
            if isinstance(node.op, old):
                yield f"{old.__name__} -> {new.__name__}", (
                    lambda n, new=new: ast.BinOp(n.left, new(), n.right))
        yield "drop right term", lambda n: n.left
        yield "drop left term", lambda n: n.right
        if isinstance(node.op, (ast.Sub, ast.Div, ast.MatMult)):
            yield "swap sides", lambda n: ast.BinOp(n.right, n.op, n.left)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        yield "drop unary sign", lambda n: n.operand
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        for new in COMPARISONS.get(type(node.ops[0]), ()):
            yield f"{type(node.ops[0]).__name__} -> {new.__name__}", (
                lambda n, new=new: ast.Compare(n.left, [new()], n.comparators))
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
        values = [not node.value] if type(node.value) is bool else [
            node.value + 1, node.value - 1, -node.value if node.value else 2]
        for value in values:
            yield f"{node.value} -> {value}", lambda n, value=value: ast.Constant(value)
    elif isinstance(node, ast.Attribute):
        if node.attr == "T":
            yield "drop .T", lambda n: n.value
        for new in NAMES.get(node.attr, ()):
            yield f".{node.attr} -> .{new}", (
                lambda n, new=new: ast.Attribute(n.value, new, n.ctx))
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        for new in NAMES.get(node.id, ()):
            yield f"{node.id} -> {new}", lambda n, new=new: ast.Name(new, n.ctx)
    elif isinstance(node, ast.Call):
        for i, keyword in enumerate(node.keywords):
            yield f"drop {keyword.arg}=", lambda n, i=i: ast.Call(
                n.func, n.args, [k for j, k in enumerate(n.keywords) if j != i])
        if len(node.args) == 2:
            yield "swap arguments", lambda n: ast.Call(n.func, n.args[::-1], n.keywords)
        if len(node.args) == 1 and not node.keywords:
            yield "drop call", lambda n: n.args[0]
    elif isinstance(node, (ast.AugAssign, ast.Assign)) and not isinstance(
            getattr(node, "value", None), ast.Constant):
        yield "drop statement", lambda n: ast.Pass()


def mutants(record):
    """Yield (description, function) for each small change of the reference's body."""
    source = textwrap.dedent(inspect.getsource(record.reference))
    tree = ast.parse(source)
    function = tree.body[0]
    body = function.body
    first = 1 if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else 0
    inside = [n for statement in body[first:] for n in ast.walk(statement)]
    for node in inside:
        if isinstance(node, ast.JoinedStr):
            continue
        for description, change in _changes(node):
            changed = slips.exchanged(tree, node, change(node))
            line = ast.unparse(node).splitlines()[0][:60]
            space, text = dict(record.reference.__globals__), ast.unparse(changed)
            file = f"<mutant {record.id} {next(_count)}>"
            linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
            try:
                exec(compile(text, file, "exec"), space)
            except (SyntaxError, ValueError, TypeError):
                continue
            yield f"line {node.lineno}: {description} in `{line}`", space[function.name]


def _jitter(value, rng):
    """Other numbers of the same kind; whole numbers, dyadic grids and signs of 0 stay."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f" and value.size:
        if np.all(value * 64 == np.round(value * 64)):
            return value
        return value * rng.uniform(0.9, 1.1, value.shape)
    return value


def differs(record, fn, rounds=3):
    """Whether a function leaves the reference on jittered cases (or raises there)."""
    rng = np.random.default_rng(7)
    cases = record.judge.prepared[0]
    if record.id in NO_JITTER:
        return False
    calls = [(tuple(_jitter(a, rng) for a in c.args), c.kwargs)
             for _ in range(rounds) for c in cases]
    seen = sandbox.observe(fn, calls)
    for (args, kwargs), o in zip(calls, seen, strict=False):
        try:
            want = record.reference(*sandbox.fresh(args), **sandbox.fresh(kwargs))
        except ValueError:  # the other numbers left the domain: say, rows that sum to 1
            continue
        if o.error or record.difference(want, o.value) is not None:
            return True
    return False


# inputs whose numbers are tied to each other: other numbers may leave the domain
NO_JITTER = {"is_linearly_separable", "reliability_bins", "expected_calibration_error"}
