"""Slips in one step of a right solution, which no bank has to write down.

A slip is a small change of a step's code (a mean for a sum, > for >=), or a fault laid on the
step's value (its last row left out). The sentence names the step by its noun, and claims no more
than what was tried: "this is what comes out with one change in the step “their sum in each row”: a
mean is taken where a sum is asked". Steps without a noun are left alone. Runs nothing.
"""

import ast
import copy
import functools
import itertools
from dataclasses import replace

from misstep.judge import faults, source, tables
from misstep.judge.tables import Said

MOST = 700  # slips of a bank that are tried for an answer
_LOOK = "Compare this step with what the task asks for."


# --- changes of the code: what is `Said` of what stands there instead ---------------------------

COMPARISONS: dict[type, list] = {}  # of `slips.txt`: what is asked, what stands there
OPERATORS, CALLS = {}, {}  # the same of operators and calls
for _row, _words, _needs in tables.rows(tables.HERE / "slips.txt"):
    _kind, _asked, _there = _row.split()
    _said = Said(*tables.heading(_words), **_needs)
    if _kind == "call":
        CALLS[_asked] = _there, _said
    elif _kind == "operator":
        OPERATORS[getattr(ast, _asked), getattr(ast, _there)] = _said
    else:
        COMPARISONS.setdefault(getattr(ast, _asked), []).append((getattr(ast, _there), _said))
LEFT_OUT = {"exp": "the exponential", "log": "the logarithm", "sqrt": "the root",
            "abs": "the absolute value", "log1p": "the logarithm of 1 +", "tanh": "tanh",
            "sigmoid": "the sigmoid", "relu": "the ReLU", "softmax": "the softmax"}
REDUCTIONS = ("sum", "mean", "max", "min", "argmax", "argmin", "cumsum", "prod", "any", "all")
_ALONG = Said("axis/other-axis", "it runs along the wrong axis",
                     "axis=0 goes down the rows, axis=-1 along each row.", needs="axis")


def _of_operator(node):
    for (old, new), diagnosis in OPERATORS.items():
        if isinstance(node.op, old):
            yield diagnosis, ast.BinOp(node.left, new(), node.right)
    if isinstance(node.op, ast.Div):
        yield (Said("neighbour-formula/upside-down", "numerator and denominator are exchanged",
                    _LOOK), ast.BinOp(node.right, node.op, node.left))
    for rest, gone in ((node.left, node.right), (node.right, node.left)):
        yield Said("omitted-term/left-out", gone, "Is something missing in this step?"), rest


def _of_call(node):
    name, args = source.called(node), node.args
    if name in CALLS:
        new, diagnosis = CALLS[name]
        func = (ast.Attribute(node.func.value, new, ast.Load())
                if isinstance(node.func, ast.Attribute) else ast.Name(new, ast.Load()))
        yield diagnosis, ast.Call(func, args, node.keywords)
    if name in LEFT_OUT and len(args) == 1:
        yield Said(f"omitted-term/no-{name}", f"{LEFT_OUT[name]} is left out", _LOOK), args[0]
    if name == "where" and len(args) == 3:
        yield (Said("sign/branches-swapped", "the two branches of np.where are exchanged",
                    "np.where(condition, value if true, value if false).", needs="branches"),
               ast.Call(node.func, [args[0], args[2], args[1]], node.keywords))
    for axis in (*(args if name in REDUCTIONS else ()),
                 *(k.value for k in node.keywords if k.arg == "axis")):
        other = _other_axis(axis)
        if other is not None:
            yield _ALONG, exchanged(node, axis, other)


def _other_axis(node):
    try:
        axis = ast.literal_eval(node)
    except ValueError:
        return None
    return {0: ast.Constant(-1), -1: ast.Constant(0), 1: ast.Constant(0)}.get(
        axis if type(axis) is int else None)


def changes(node):
    """(`Said`, node in its place) for one node of a step's code; ``what`` may be what is gone."""
    if isinstance(node, ast.BinOp):
        yield from _of_operator(node)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        for new, diagnosis in COMPARISONS.get(type(node.ops[0]), ()):
            yield diagnosis, ast.Compare(node.left, [new()], node.comparators)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not isinstance(
            node.operand, ast.Constant):
        yield Said("sign/minus-lost", "a minus sign is missing", _LOOK), node.operand
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield (Said("transpose/not-transposed", "a transpose (.T) is missing",
                    "Which index counts rows?"), node.value)


def exchanged(tree, node, new):
    """A copy of a syntax tree, in it ``new`` in the place of one of the tree's nodes."""
    new = ast.copy_location(copy.deepcopy(new), node)
    return ast.fix_missing_locations(copy.deepcopy(tree, {id(node): new}))  # its copy is the new


def _changed(line, changes):
    """(what is said, changed line) for each small change of one line."""
    tree = ast.parse(line)
    for node in ast.walk(tree):
        for diagnosis, new in changes(node):
            yield diagnosis, ast.unparse(exchanged(tree, node, new))


# --- all slips of a bank ------------------------------------------------------------------------


def slips(lines, nouns, arguments):
    """Every slip in the named steps of a bank, as (step, line in its place, `Said`).

    ``lines`` and ``nouns`` have each step's line and noun, "" if it has none; ``arguments`` are the
    names of the exercise's arguments, which may be said as they are.
    """
    last = list(lines)[-1]  # is called so if it has no noun
    places = {name: f"the step “{noun}”" if noun else "the last step"
              for name, noun in nouns.items() if noun or name == last}
    words = {n: noun for n, noun in nouns.items() if noun.startswith("the ")}
    words |= {n: f"`{n}`" for n in arguments if n not in words}
    known = {n: words[n] for n in arguments}
    found = itertools.chain(_slips_of_code(lines, words, places), _faults_of_values(lines, places),
                            _other_values({n: lines[n] for n in lines if nouns[n]}, words, known))
    return [(name, line, replace(
            said, what=f"this is what comes out with one change in {places[name]}: {said.what}"))
            for name, said, line in itertools.islice(found, MOST)]


def _slips_of_code(lines, words, places):
    for name in places:
        for said, line in _changed(lines[name], changes):
            yield name, replace(said, what=_missing(said.what, words) if isinstance(
                said.what, ast.AST) else said.what), line


def _other_values(lines, words, known):
    """Every value with a noun in the place of another one."""
    for name, line in lines.items():
        for diagnosis, changed in _changed(line, functools.partial(_others, known)):
            yield name, diagnosis, changed
        if name in words:
            known = known | {name: words[name]}


def _others(known, node):
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in known:
        for name in known:
            if name != node.id:
                yield Said("neighbour-formula/other-value", f"{known[name]} in place of "
                           f"{known[node.id]}", _LOOK), ast.Name(name, ast.Load())


def _faults_of_values(lines, places):
    for name in list(places)[:-1]:
        for k, fault in () if name.startswith("do") else enumerate(faults.STEP):
            for j in range(len(fault.forms)):
                yield name, fault.words(), (
                    f"{lines[name]}\n{name} = suffered({name}, {k}, {j})")


def _missing(node, words):
    """What is said of a term that is left out: its noun where it has one."""
    found = [words[n.id] for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in words]
    if len(found) == 1:
        return f"a term or factor with {found[0]} is left out"
    if isinstance(node, ast.Constant):
        return f"the number {node.value} is left out"
    return "a term or factor is left out"


def suffered(value, k, j):
    """The value of a step with a fault on it; unchanged where the fault makes no sense."""
    try:
        turned = faults.STEP[k].forms[j](value, value, {})
    except Exception:  # noqa: BLE001 - a form that makes no sense for this value
        return value
    return value if turned is None else turned
