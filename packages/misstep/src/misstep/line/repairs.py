"""Repairs of an answer's own text, said only if the answer comes right with them.

`without` leaves an operand out; `own_copy` makes a copy where one array has two names. What a
repaired text does is tried by the caller: nothing runs here.
"""

import ast
import contextlib
import copy

from misstep.judge import source
from misstep.line.probes import compiled, span_of

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@"}


class _LeaveOut(ast.NodeTransformer):
    """Takes the operand at a span away: a term of a sum, a factor, a divisor, an exponent."""

    def __init__(self, span):
        self.span, self.operand = span, None

    def visit_BinOp(self, node):
        sign = SIGNS.get(type(node.op))
        if sign and span_of(node.right) == self.span:
            self.operand = f"{sign} {ast.unparse(node.right)}"
            return node.left
        if sign and span_of(node.left) == self.span and sign not in ("/", "**"):
            self.operand = f"{ast.unparse(node.left)} {sign}"
            return node.right
        return self.generic_visit(node)


def without(fn, span):
    """(what is left out, the function without it) for an operand that stands at ``span``.

    None where there is no operand that can be left out.
    """
    leave_out = _LeaveOut(span)
    tree = leave_out.visit(copy.deepcopy(source.tree_of(fn)))
    if leave_out.operand is None:
        return None
    return leave_out.operand, compiled(tree, source.space_of(fn), fn)


def own_copy(fn):
    """(name, name of the other, repaired function) where ``h = k`` is written into and k read.

    All such lines are repaired, the first is named. None where no two names stand for one array in
    that way, or the text cannot be followed.
    """
    found = []
    with contextlib.suppress(source.Unfollowed):
        tree = copy.deepcopy(source.tree_of(fn))
        given = {a.arg for a in ast.walk(tree.args) if isinstance(a, ast.arg)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and isinstance(
                    node.targets[0], ast.Name) and node.value.id not in given:
                new, old = node.targets[0].id, node.value.id
                if _uses(tree, new, old, node):
                    node.value = ast.Call(ast.Name("_a_copy", ast.Load()), [node.value], [])
                    found.append((new, old))
    if not found:
        return None
    repaired = compiled(tree, source.space_of(fn), fn)
    repaired.__globals__["_a_copy"] = copy.deepcopy
    return *found[0], repaired


def _uses(tree, new, old, start):
    """Whether, behind a line, entries of one of two names are set and the other one is read."""
    end = start.end_lineno, start.end_col_offset
    behind = [n for n in ast.walk(tree) if hasattr(n, "lineno") and (n.lineno, n.col_offset) > end]
    written = {n.value.id for n in behind if isinstance(n, ast.Subscript)
               and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name)}
    written |= {n.target.id for n in behind if isinstance(n, ast.AugAssign)
                and isinstance(n.target, ast.Name)}
    read = {n.id for n in behind if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return bool(written & {new, old}) and {new, old} - written <= read
