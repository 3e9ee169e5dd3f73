"""Slips in one step of a right solution, which no bank has to write down.

A slip is a small change of a step's code (a mean for a sum, > for >=), or a fault laid on the
step's value (its last row left out). The sentence names the step by its noun: "in the step “their
sum in each row”: a mean is taken where a sum is asked". Steps without a noun are left alone. Runs
nothing.
"""

import ast
import copy
import functools
import itertools
from dataclasses import dataclass

from course_utils.exercises import faults

MOST = 700  # slips of a bank that are tried for an answer
_LOOK = "Compare this step with what the task asks for."


@dataclass(frozen=True)
class Slip:
    """One slip: the step, the line that stands in its place, and its sentences."""

    step: str
    line: str
    id: str
    what: str
    where: str


# --- changes of the code: (id, what, where) of what stands there instead ----------------------

OPERATORS = {
    (ast.Add, ast.Sub): ("sign/minus-for-plus", "a − stands where a + is asked", _LOOK),
    (ast.Sub, ast.Add): ("sign/plus-for-minus", "a + stands where a − is asked", _LOOK),
    (ast.Mult, ast.Div): ("factor/divided", "a / stands where a * is asked", _LOOK),
    (ast.Div, ast.Mult): ("factor/multiplied", "a * stands where a / is asked", _LOOK),
    (ast.Mult, ast.Add): ("neighbour-formula/added", "a + stands where a * is asked", _LOOK),
    (ast.Pow, ast.Mult): ("neighbour-formula/times-for-power", "a multiple stands where a power is "
                          "asked", "`**` is the power, `*` the product."),
}
_THRESHOLD = "What belongs to the case of equality?"
_TURNED = ("sign/comparison-turned", "a comparison is turned round", "Try it with one number.")
COMPARISONS = {
    ast.Gt: ((ast.GtE, ("off-by-one/threshold", "≥ stands where > is asked", _THRESHOLD)),
             (ast.Lt, _TURNED)),
    ast.GtE: ((ast.Gt, ("off-by-one/threshold", "> stands where ≥ is asked", _THRESHOLD)),
              (ast.LtE, _TURNED)),
    ast.Lt: ((ast.LtE, ("off-by-one/threshold", "≤ stands where < is asked", _THRESHOLD)),
             (ast.Gt, _TURNED)),
    ast.LtE: ((ast.Lt, ("off-by-one/threshold", "< stands where ≤ is asked", _THRESHOLD)),
              (ast.GtE, _TURNED)),
    ast.Eq: ((ast.NotEq, ("sign/not-equal", "≠ stands where = is asked", _LOOK)),),
}
_SMALLEST = ("sign/smallest", "the smallest is taken where the largest is asked", _LOOK)
_LARGEST = ("sign/largest", "the largest is taken where the smallest is asked", _LOOK)
CALLS = {
    "sum": ("mean", ("factor/mean-for-sum", "a mean is taken where a sum is asked",
                     "Is something divided by the number of terms?")),
    "mean": ("sum", ("factor/sum-for-mean", "a sum is taken where a mean is asked",
                     "A mean divides by the number of terms.")),
    "max": ("min", _SMALLEST), "argmax": ("argmin", _SMALLEST), "maximum": ("minimum", _SMALLEST),
    "min": ("max", _LARGEST), "argmin": ("argmax", _LARGEST), "minimum": ("maximum", _LARGEST),
    "ceil": ("floor", ("integer/rounded-down", "a number is rounded down, not up", _LOOK)),
    "floor": ("ceil", ("integer/rounded-up", "a number is rounded up, not down", _LOOK)),
}
LEFT_OUT = {"exp": "the exponential", "log": "the logarithm", "sqrt": "the root",
            "abs": "the absolute value", "log1p": "the logarithm of 1 +", "tanh": "tanh",
            "sigmoid": "the sigmoid", "relu": "the ReLU", "softmax": "the softmax"}
_ALONG = ("axis/other-axis", "it runs along the wrong axis",
          "axis=0 goes down the rows, axis=-1 along each row.")


def _name(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _of_operator(node):
    for (old, new), said in OPERATORS.items():
        if isinstance(node.op, old):
            yield said, ast.BinOp(node.left, new(), node.right)
    if isinstance(node.op, ast.Div):
        yield (("neighbour-formula/upside-down", "numerator and denominator are exchanged", _LOOK),
               ast.BinOp(node.right, node.op, node.left))
    for rest, gone in ((node.left, node.right), (node.right, node.left)):
        yield ("omitted-term/left-out", gone, "Is something missing in this step?"), rest


def _of_call(node):
    name, args = _name(node), node.args
    if name in CALLS:
        new, said = CALLS[name]
        func = (ast.Attribute(node.func.value, new, ast.Load())
                if isinstance(node.func, ast.Attribute) else ast.Name(new, ast.Load()))
        yield said, ast.Call(func, args, node.keywords)
    if name in LEFT_OUT and len(args) == 1:
        yield (f"omitted-term/no-{name}", f"{LEFT_OUT[name]} is left out", _LOOK), args[0]
    if name == "where" and len(args) == 3:
        yield (("sign/branches-swapped", "the two branches of np.where are exchanged",
                "np.where(condition, value if true, value if false)."),
               ast.Call(node.func, [args[0], args[2], args[1]], node.keywords))
    for i, arg in enumerate(args):
        other = _other_axis(arg) if name in ("sum", "mean", "max", "min", "argmax", "argmin",
                                             "cumsum", "prod", "any", "all") else None
        if other is not None:
            yield _ALONG, ast.Call(node.func, [*args[:i], other, *args[i + 1:]], node.keywords)
    for i, keyword in enumerate(node.keywords):
        other = _other_axis(keyword.value) if keyword.arg == "axis" else None
        if other is not None:
            yield _ALONG, ast.Call(node.func, args, [
                *node.keywords[:i], ast.keyword("axis", other), *node.keywords[i + 1:]])


def _other_axis(node):
    try:
        axis = ast.literal_eval(node)
    except ValueError:
        return None
    return {0: ast.Constant(-1), -1: ast.Constant(0), 1: ast.Constant(0)}.get(
        axis if type(axis) is int else None)


def _changes(node):
    """((id, what, where), node in its place) for one node of a step's code."""
    if isinstance(node, ast.BinOp):
        yield from _of_operator(node)
    elif isinstance(node, ast.Compare) and len(node.ops) == 1:
        for new, said in COMPARISONS.get(type(node.ops[0]), ()):
            yield said, ast.Compare(node.left, [new()], node.comparators)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not isinstance(
            node.operand, ast.Constant):
        yield ("sign/minus-lost", "a minus sign is missing", _LOOK), node.operand
    elif isinstance(node, ast.Attribute) and node.attr == "T":
        yield (("transpose/not-transposed", "a transpose (.T) is missing",
                "Which index counts rows?"), node.value)


class _Exchange(ast.NodeTransformer):
    def __init__(self, number, new):
        self.number, self.new = number, new

    def visit(self, node):
        if getattr(node, "place_in_line", None) == self.number:
            return copy.deepcopy(self.new)
        return self.generic_visit(node)


def _exchanged(line, changes):
    """(what is said, changed line) for each small change of one line."""
    tree = ast.parse(line)
    expressions = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    for number, node in enumerate(expressions):
        node.place_in_line = number
    for node in expressions:
        for said, new in changes(node):
            changed = _Exchange(node.place_in_line, new).visit(copy.deepcopy(tree))
            yield said, ast.unparse(ast.fix_missing_locations(changed))


# --- all slips of a bank ------------------------------------------------------------------------


def slips(steps, line_of, arguments):
    """Every slip in the named steps of a bank.

    Parameters
    ----------
    steps : dict
        Name of a step to (code, noun).
    line_of : callable
        ``line_of(name, code)`` is the line that a step stands for.
    arguments : list of str
        Names of the exercise's arguments, which may be said as they are.
    """
    nouns = {n: noun for n, (_, noun) in steps.items() if noun.startswith("the ")}
    nouns |= {n: f"`{n}`" for n in arguments if n not in nouns}
    lines = {name: line_of(name, code) for name, (code, _) in steps.items()}
    last = list(steps)[-1]  # is called so if it has no noun
    places = {name: f"the step “{noun}”" if noun else "the last step"
              for name, (_, noun) in steps.items() if noun or name == last}
    known = {n: nouns[n] for n in arguments}
    found = itertools.chain(_slips_of_code(lines, nouns, places), _faults_of_values(lines, places),
                            _other_values(lines, nouns, known, steps))
    return [Slip(name, line, id, f"in {places[name]}: {what}", where)
            for name, (id, what, where), line in itertools.islice(found, MOST)]


def _slips_of_code(lines, nouns, places):
    for name in places:
        for (id, what, where), line in _exchanged(lines[name], _changes):
            said = _missing(what, nouns) if isinstance(what, ast.AST) else what
            yield name, (id, said, where), line


def _other_values(lines, nouns, known, steps):
    """Every value with a noun in the place of another one."""
    for name, line in lines.items():
        if steps[name][1]:
            for said, changed in _exchanged(line, functools.partial(_others, known)):
                yield name, said, changed
        if name in nouns:
            known = known | {name: nouns[name]}


def _others(known, node):
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in known:
        for name in known:
            if name != node.id:
                yield ("neighbour-formula/other-value", f"{known[name]} in place of "
                       f"{known[node.id]}", _LOOK), ast.Name(name, ast.Load())


def _faults_of_values(lines, places):
    for name in list(places)[:-1]:
        for k, fault in () if name.startswith("do") else enumerate(faults.STEP):
            for j in range(len(fault.forms)):
                yield name, (fault.id, fault.what, fault.where), (
                    f"{lines[name]}\n{name} = suffered({name}, {k}, {j})")


def _missing(node, nouns):
    """What is said of a term that is left out: its noun where it has one."""
    found = [nouns[n.id] for n in ast.walk(node) if isinstance(n, ast.Name) and n.id in nouns]
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
