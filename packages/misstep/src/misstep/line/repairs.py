"""Repairs of an answer's own text, said only if the answer comes right with them.

`deletions` leave out what may be too much, `structural` mends what the form of a text may be the
cause of. What a repaired text does is tried by the caller: nothing runs here.
"""

import ast
import collections
import contextlib
import copy
import functools

import numpy as np

from misstep.judge import source
from misstep.line.probes import compiled

NEW = {"array", "asarray", "copy", "deepcopy", "dict", "empty_like", "float", "full_like", "list",
       "ones_like", "tuple", "zeros_like"}  # calls that make a value of one's own
BUFFERS = {"zeros_like", "empty_like", "ones_like", "full_like", "array", "copy"}
STARTS = 3  # start values in loops that are tried
# A deletion: line, words, the tree without them, number of their statement, whether it's all of it.
Deletion = collections.namedtuple("Deletion", "line words tree statement whole")
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**", ast.MatMult: "@"}


def deletions(fn):
    """A `Deletion` of each thing that may be too much: statements, then the smallest first.

    Operands and calls of one argument too; not in the head of a loop or in a ``try``, and nothing
    without which an argument would not be read.
    """
    tree = source.tree_of(fn)
    spared = {id(n) for n in ast.walk(tree) for part in (
        [n] if isinstance(n, ast.Try) else [getattr(n, "iter", getattr(n, "test", None))]
        if isinstance(n, (ast.For, ast.While)) else []) for n in ast.walk(part)}
    owners = {id(n): number for number, s in enumerate(ast.walk(tree)) if isinstance(s, ast.stmt)
              for n in ast.walk(s)}  # the innermost statement comes last
    found = [(new is not None, len(words), words, node, new) for node in ast.walk(tree)
             if id(node) not in spared for words, new in _left_out(node)]
    read = _read(tree)
    for part, _, words, node, new in sorted(found, key=lambda one: one[:3]):
        changed = _Exchanged(node, new).visit(copy.deepcopy(tree, {id(node): node}))
        if _read(changed) >= read:
            yield Deletion(node.lineno, words, ast.fix_missing_locations(changed),
                           owners[id(node)], not part)


def only_one(deletions):
    """The one of some deletions that is told; None where two of them are different repairs.

    A whole statement goes before its parts; without a part the same text may be left as without
    another one.
    """
    if len({d.statement for d in deletions}) != 1:
        return None
    whole = [d for d in deletions if d.whole]
    left = {ast.dump(d.tree) for d in whole or deletions}
    return (whole or deletions)[0] if len(left) == 1 else None


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


def structural(fn):
    """(id, what, where, repaired function) of each cause that the form of an answer may be.

    Two names for one array, of which one is written into and the other read; a buffer that may hold
    whole numbers.
    """
    return _repaired(fn, (_own_copies, _wide_buffers))


def starts(fn):
    """The same of a start value inside the loop that it is the start of."""
    return _repaired(fn, [functools.partial(_start_before, k) for k in range(STARTS)])


def _repaired(fn, changes):
    with contextlib.suppress(source.Unfollowed):
        tree = source.tree_of(fn)
        for change in changes:
            changed = copy.deepcopy(tree)
            said = change(changed)
            if said:
                repaired = compiled(ast.fix_missing_locations(changed), source.space_of(fn), fn)
                repaired.__globals__.update(_a_copy=copy.deepcopy, _wide=_wide)
                yield *said, repaired


def _own_copies(tree):
    """``h = k`` becomes ``h = copy(k)``; all such lines are repaired, the first is named."""
    found = []
    given = {a.arg for a in ast.walk(tree.args) if isinstance(a, ast.arg)}
    for node in _assignments(tree):
        if isinstance(node.value, ast.Name) and node.value.id not in given:
            new, old = node.targets[0].id, node.value.id
            if _uses(tree, new, old, node):
                node.value = ast.Call(ast.Name("_a_copy", ast.Load()), [node.value], [])
                found.append((new, old))
    return found and (
        "in-place/two-names", "`{}` and `{}` are one array: what is written into one changes the "
        "other".format(*found[0]), "`{} = {}.copy()` makes a second one.".format(*found[0]))


def _wide_buffers(tree):
    """``d = np.zeros_like(x)`` whose entries are set becomes an array of floats."""
    written = {n.value.id for n in ast.walk(tree) if isinstance(n, ast.Subscript)
               and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name)}
    found = []
    for node in _assignments(tree):
        call = node.value
        if node.targets[0].id in written and isinstance(call, ast.Call) and source.called(
                call) in BUFFERS and not any(k.arg == "dtype" for k in call.keywords):
            found.append((node.targets[0].id, ast.unparse(call)))
            node.value = ast.Call(ast.Name("_wide", ast.Load()), [call], [])
    return found and (
        "integer/truncated", f"`{found[0][0]}` holds integers where its input does: a fraction "
        "doesn't fit into it",
        f"`{found[0][1]}` makes an array of that kind; `.astype(float)` behind it makes one of "
        "floats.")


def _wide(a):
    return np.array(a, float) if isinstance(a, np.ndarray) and a.dtype.kind in "iub" else a


def _start_before(k, tree):
    """The k-th ``s = 0`` in a loop that adds to s behind it moves before that loop."""
    found = [(block, loop, start) for n in ast.walk(tree) for block in (
        getattr(n, "body", None), getattr(n, "orelse", None)) if isinstance(block, list)
        for loop in block if isinstance(loop, (ast.For, ast.While))
        for start in _assignments(loop) if start in loop.body and _is_start(start, loop)]
    if len(found) <= k:
        return ()
    block, loop, start = found[k]
    loop.body.remove(start)
    block.insert(block.index(loop), start)
    name = start.targets[0].id
    return ("omitted-term/starts-anew", f"`{name}` starts anew in every turn of the loop: of all "
            "turns only the last one is kept", f"Set `{name}` once, before the loop.")


def _is_start(start, loop):
    name, behind = start.targets[0].id, loop.body[loop.body.index(start) + 1:]
    return not _reads(start.value) & _stored(loop) and any(
        _adds(n, name) for s in behind for n in ast.walk(s))


def _assignments(tree):
    """The statements ``name = value``."""
    return [n for n in ast.walk(tree) if isinstance(n, ast.Assign) and len(n.targets) == 1
            and isinstance(n.targets[0], ast.Name)]


def _reads(e):
    return {n.id for n in ast.walk(e) if isinstance(n, ast.Name)}


def _stored(loop):
    """The variables that a loop sets."""
    return {n.id for n in ast.walk(loop) if isinstance(n, ast.Name)
            and isinstance(n.ctx, ast.Store)}


def _adds(node, name):
    """Whether a node adds to a variable, or to a list or array of this name."""
    if isinstance(node, ast.AugAssign):
        target = node.target.value if isinstance(node.target, ast.Subscript) else node.target
        return getattr(target, "id", None) == name
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and (
        node.func.attr in ("append", "extend")) and getattr(node.func.value, "id", None) == name


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
