"""What the text of an answer shows, and which sentences about an answer that refutes.

A misconception is named by behaviour; its words may speak of an operator, a loop, a `return`. Such
a sentence is said only where the syntax tree of the answer, with the functions of its own that it
calls, has what the sentence speaks of (`CLAIMS`). Where there is no text to read, nothing is
refuted. Runs nothing.
"""

import ast
import functools
import linecache
import re
from dataclasses import dataclass

from course_utils.exercises import naming, probes

LOOPS = (ast.For, ast.While, ast.AsyncFor, ast.comprehension)
INTEGER_MAKERS = {"int", "round", "around", "floor", "ceil", "trunc", "rint", "fix", "astype",
                  "array", "asarray", "zeros", "ones", "empty", "full", "zeros_like", "ones_like",
                  "empty_like", "full_like", "floor_divide", "divmod", "dtype", "copy", "intp"}
GIVE_NONE = {"print", "sort", "append", "extend", "reverse", "insert", "shuffle", "fill", "update",
             "remove", "add", "at", "copyto", "put", "place"}
REDUCTIONS = {"sum", "mean", "max", "min", "argmax", "argmin", "cumsum", "prod", "any", "all",
              "var", "std", "norm", "average", "median"}
TESTS = (ast.If, ast.IfExp, ast.While, ast.BoolOp, ast.Not, ast.Assert)


@dataclass(frozen=True)
class Form:
    """The syntax trees of an answer: the function's first, then those of what it calls."""

    trees: tuple = ()

    @functools.cached_property
    def nodes(self):
        """All nodes."""
        return [n for tree in self.trees for n in ast.walk(tree)]

    @functools.cached_property
    def kinds(self):
        """The classes of all nodes, as a set."""
        return {type(n) for n in self.nodes}

    @functools.cached_property
    def called(self):
        """Names of all functions and methods that are called, passed on or used."""
        return {n.attr for n in self.nodes if isinstance(n, ast.Attribute)} | {
            n.id for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}

    def has(self, *kinds, calls=()):
        """Whether one of some classes of nodes, or a use of one of some names, occurs."""
        return any(issubclass(k, kinds) for k in self.kinds) or not self.called.isdisjoint(calls)

    @functools.cached_property
    def returns_in_loop(self):
        """Whether a `return` stands inside a loop."""
        return any(isinstance(inner, ast.Return) for n in self.nodes
                   if isinstance(n, (ast.For, ast.While)) for inner in ast.walk(n))

    @functools.cached_property
    def first_turn(self):
        """A loop of the function that a `return` on its own level ends in the first turn."""
        return next((n for n in ast.walk(self.trees[0]) if isinstance(n, (ast.For, ast.While))
                     and isinstance(n.body[-1], ast.Return)
                     and not any(isinstance(inner, ast.Continue) for inner in ast.walk(n))
                     ), None) if self.trees else None

    @functools.cached_property
    def has_axis(self):
        """Whether an axis is named, or may be meant by a second argument."""
        return any(isinstance(n, ast.keyword) and n.arg == "axis" or isinstance(n, ast.Call) and (
            len(n.args) > (0 if isinstance(n.func, ast.Attribute) else 1)) and getattr(
                n.func, "attr", getattr(n.func, "id", "")) in REDUCTIONS for n in self.nodes)

    @functools.cached_property
    def hands_on_none(self):
        """Whether a `return` hands on what gives None: print, or a method that changes in place."""
        return any(isinstance(n, ast.Return) and isinstance(n.value, ast.Call) and getattr(
            n.value.func, "attr", getattr(n.value.func, "id", "")) in GIVE_NONE
            for n in self.nodes)

    def refutes(self, sentence):
        """Whether a sentence speaks of something that the text does not contain."""
        return bool(self.trees) and any(
            re.search(pattern, sentence) and not shows(self) for pattern, shows in CLAIMS)

    def kept(self, sentences):
        """Those of some sentences, in one text, that are not refuted."""
        return " ".join(s for s in re.split(r"(?<=[.?!])\s+", sentences) if not self.refutes(s))


def _loop(form):
    return form.has(*LOOPS, calls=("map", "apply_along_axis", "vectorize", "reduce"))


def _operator(*kinds, calls=()):
    return lambda form: form.has(*kinds, calls=calls)


CLAIMS = (  # what a sentence says of the code, and how the code has to look then
    (r"\breturn`? (?:stands? )?(?:inside|in) (?:the|a) loop|`return` stand inside",
     lambda form: form.returns_in_loop),
    (r"\brange\(", _operator(calls=("range", "arange"))),
    (r"(?<!there is a )\bthe loop\b|\b(?:each|every) turn\b|\bInside a loop\b", _loop),
    (r"\bruns along the wrong axis", lambda form: form.has_axis),
    (r"digits after the point are lost|turns the result into integers", _operator(
        ast.FloorDiv, calls=INTEGER_MAKERS)),
    (r"`\[:, y\]`", lambda form: any(isinstance(n, ast.Subscript) and isinstance(
        n.slice, ast.Tuple) for n in form.nodes)),
    (r"`//` divides", _operator(ast.FloorDiv, calls=("floor_divide", "divmod"))),
    (r"an `if` or `max` decides", _operator(*TESTS, calls=(
        "max", "min", "sorted", "sort", "any", "all", "bool", "filter", "index"))),
    (r"multiplied (?:entry by entry|by each other)", _operator(ast.Mult, ast.Pow, calls=(
        "multiply", "einsum", "square", "prod", "mul"))),
    (r"^`@` or np.dot", _operator(ast.MatMult, calls=(
        "dot", "matmul", "einsum", "inner", "vdot", "tensordot", "sum", "vecdot"))),
    (r"\breshape has filled", _operator(calls=("reshape", "ravel", "flatten", "flat", "resize"))),
    (r"\bexponential overflows", _operator(ast.Pow, calls=(
        "exp", "exp2", "expm1", "cosh", "sinh", "tanh", "pow", "power", "logaddexp", "e"))),
    (r"\ba power or a factorial overflows", _operator(ast.Pow, ast.Mult, calls=(
        "pow", "power", "factorial", "gamma", "comb", "perm", "prod", "cumprod"))),
    (r"a − stands where", _operator(ast.Sub, ast.USub, calls=("subtract", "negative", "diff"))),
    (r"a \+ stands where", _operator(ast.Add, calls=("add", "sum"))),
    (r"a \* stands where", _operator(ast.Mult, calls=("multiply", "prod"))),
    (r"a / stands where", _operator(ast.Div, ast.Pow, calls=("divide", "true_divide"))),
    (r"[≥≤><≠] stands where", _operator(ast.Compare, calls=(
        "greater", "greater_equal", "less", "less_equal", "sign", "heaviside", "maximum",
        "minimum", "clip", "searchsorted", "digitize", "argmax", "argmin", "min", "max", "sorted",
        "argsort"))),
    (r"branches of np.where", _operator(ast.If, ast.IfExp, calls=("where", "select", "choose"))),
    (r"^`np\.gradient`", _operator(calls=("gradient",))),
)


def of(fn):
    """The `Form` of an answer; empty where its text cannot be read."""
    inner = naming.plain(fn)
    if inner is None:
        return Form()
    trees, seen, asked = [], set(), [inner]
    for function in asked:  # grows while it is read
        if function.__code__ in seen or len(seen) > 20:
            continue
        seen.add(function.__code__)
        tree = _tree(function)
        if tree is None and function is inner:
            return Form()
        if tree is not None:
            trees.append(tree)
        for name in naming.names_in(function.__code__):
            other = naming.plain(function.__globals__.get(name))
            if other is not None and other.__globals__ is inner.__globals__:
                asked.append(other)
    return Form(tuple(trees))


def _tree(function):
    code = function.__code__
    try:
        whole = probes.parsed("".join(linecache.getlines(code.co_filename, function.__globals__)))
        if function.__name__ == "<lambda>":
            return probes.of_lambda(whole, code)
    except probes.Unfollowed:
        return None
    return next((n for n in ast.walk(whole) if isinstance(n, (
        ast.FunctionDef, ast.AsyncFunctionDef)) and n.name == code.co_name
        and code.co_firstlineno == min([n.lineno, *(d.lineno for d in n.decorator_list)])), None)
