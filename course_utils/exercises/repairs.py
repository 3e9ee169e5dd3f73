"""Repairs of an answer's own text, said only if the answer comes right with them.

`without` leaves an operand out; `own_copy` makes a copy where one array has two names. What a
repaired text does is tried by the caller: nothing runs here.
"""

import ast
import contextlib
import copy

from course_utils.exercises import probes

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@"}


def made(fn, tree):
    """The function of a changed tree, in the place of ``fn``; its defaults are those of ``fn``."""
    tree.name, tree.decorator_list, tree.returns = "_repaired", [], None
    tree.args.defaults, tree.args.kw_defaults = [], [None] * len(tree.args.kwonlyargs)
    space = probes.space_of(fn)
    exec(compile(ast.fix_missing_locations(ast.Module([tree], [])), "<repaired>", "exec"), space)
    space["_repaired"].__defaults__ = copy.deepcopy(fn.__defaults__)
    space["_repaired"].__kwdefaults__ = copy.deepcopy(fn.__kwdefaults__)
    return space["_repaired"]


def without(fn, span):
    """(what is left out, the function without it) for an operand that stands at ``span``.

    A term of a sum, a factor, a divisor; None where it is none of these.
    """
    tree = copy.deepcopy(probes.tree_of(fn))
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            for n, parent in enumerate(value if isinstance(value, list) else [value]):
                if not isinstance(parent, ast.BinOp) or type(parent.op) not in SIGNS:
                    continue
                for gone, rest in ((parent.right, parent.left), (parent.left, parent.right)):
                    if _span(gone) == span and (gone is parent.right or not isinstance(
                            parent.op, (ast.Div, ast.Pow))):
                        sign = SIGNS[type(parent.op)]
                        text = ast.unparse(gone)
                        said = f"{sign} {text}" if gone is parent.right else f"{text} {sign}"
                        if isinstance(value, list):
                            value[n] = rest
                        else:
                            setattr(node, name, rest)
                        return said, made(fn, tree)
    return None


def _span(node):
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def own_copy(fn):
    """(name, name of the other, repaired function) where ``h = k`` is written into and k read.

    All such lines are repaired, the first is named. None where no two names stand for one array in
    that way, or the text cannot be followed.
    """
    found = []
    with contextlib.suppress(probes.Unfollowed):
        tree = copy.deepcopy(probes.tree_of(fn))
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
    repaired = made(fn, tree)
    repaired.__globals__["_a_copy"] = copy.deepcopy
    return *found[0], repaired


def _uses(tree, new, old, start):
    """Whether, behind a line, entries of one of two names are set and the other one is read."""
    end = start.end_lineno, start.end_col_offset
    behind = [n for n in ast.walk(tree) if hasattr(n, "lineno")
              and (n.lineno, n.col_offset) > end]
    written = {n.value.id for n in behind if isinstance(n, ast.Subscript)
               and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name)}
    written |= {n.target.id for n in behind if isinstance(n, ast.AugAssign)
                and isinstance(n.target, ast.Name)}
    read = {n.id for n in behind if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return bool(written & {new, old}) and {new, old} - written <= read
