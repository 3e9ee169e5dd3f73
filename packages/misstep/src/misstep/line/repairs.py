"""Repairs of an answer's own text, said only if the answer comes right with them.

`deletions` leave out what may be too much; `own_copy` makes a copy where one array has two
names. What a
repaired text does is tried by the caller: nothing runs here.
"""

import ast
import contextlib
import copy

from misstep.judge import source
from misstep.line.probes import compiled

NEW = {"array", "asarray", "copy", "deepcopy", "dict", "empty_like", "float", "full_like", "list",
       "ones_like", "tuple", "zeros_like"}  # calls that make a value of one's own
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@"}


def deletions(fn):
    """(line, words, the tree without it) of each thing that may be too much, the smallest first.

    Operands and calls of one argument, then statements; not in the head of a loop or in a ``try``,
    and nothing without which an argument would not be read.
    """
    tree = source.tree_of(fn)
    spared = {id(n) for n in ast.walk(tree) for part in (
        [n] if isinstance(n, ast.Try) else [getattr(n, "iter", getattr(n, "test", None))]
        if isinstance(n, (ast.For, ast.While)) else []) for n in ast.walk(part)}
    found = [(new is None, len(words), words, node, new) for node in ast.walk(tree)
             if id(node) not in spared for words, new in _left_out(node)]
    read = _read(tree)
    for _, _, words, node, new in sorted(found, key=lambda one: one[:3]):
        changed = _Exchanged(node, new).visit(copy.deepcopy(tree, {id(node): node}))
        if _read(changed) >= read:
            yield node.lineno, words, ast.fix_missing_locations(changed)


def _read(tree):
    """The arguments that a function reads."""
    given = {a.arg for a in ast.walk(tree.args) if isinstance(a, ast.arg)}
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id in given
            and isinstance(n.ctx, ast.Load)}


def _left_out(node):
    """(words, what stays) of what may be too much at one node; None stays of a statement."""
    if isinstance(node, ast.BinOp) and type(node.op) in SIGNS:
        sign = SIGNS[type(node.op)]
        yield f"{sign} {ast.unparse(node.right)}", node.left
        if sign not in ("/", "**"):
            yield f"{ast.unparse(node.left)} {sign}", node.right
    elif isinstance(node, ast.Call) and source.called(node) not in NEW and (
            len(node.args) == 1 and not node.keywords and not isinstance(
                node.args[0], ast.Starred)):
        yield f"{ast.unparse(node.func)}(…)", node.args[0]
    elif isinstance(node, (ast.Assign, ast.AugAssign)) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield ast.unparse(node), None


class _Exchanged(ast.NodeTransformer):
    """Puts ``new`` in the place of a node; ``pass`` where nothing stays."""

    def __init__(self, node, new):
        self.node, self.new = node, new

    def visit(self, node):
        if node is self.node:
            return ast.copy_location(ast.Pass() if self.new is None else self.new, node)
        return self.generic_visit(node)


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
