"""What the text of an answer shows, and which sentences about an answer that refutes.

A misconception is named by behaviour; its words may speak of an operator, a loop, a `return`. Such
a sentence is said only where the syntax tree of the answer, with the functions of its own that it
calls, has what the sentence speaks of (`CLAIMS`). Where there is no text to read, nothing is
refuted. Runs nothing.
"""

import ast
import functools
import re
from dataclasses import dataclass

from misstep.judge import naming, source, tables

GIVE_NONE = {"print", "sort", "append", "extend", "reverse", "insert", "shuffle", "fill", "update",
             "remove", "add", "at", "copyto", "put", "place"}
REDUCTIONS = {"sum", "mean", "max", "min", "argmax", "argmin", "cumsum", "prod", "any", "all",
              "var", "std", "norm", "average", "median"}


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
    def always_true(self):
        """A condition such as `op == "+" or "*"`, which holds whatever is compared."""
        tests = [n.test for n in self.nodes if isinstance(n, (ast.If, ast.IfExp, ast.While))]
        return next((t for t in tests if isinstance(t, ast.BoolOp) and isinstance(t.op, ast.Or)
                     and isinstance(t.values[0], ast.Compare)
                     and isinstance(t.values[-1], ast.Constant) and t.values[-1].value), None)

    @functools.cached_property
    def compares_only(self):
        """A line such as `k[i] == 0`, whose result nothing keeps."""
        return next((n.value for n in self.nodes if isinstance(n, ast.Expr)
                     and isinstance(n.value, ast.Compare) and isinstance(n.value.ops[0], ast.Eq)
                     and isinstance(n.value.left, (ast.Name, ast.Subscript))), None)

    @functools.cached_property
    def has_axis(self):
        """Whether an axis is named, or may be meant by a second argument."""
        return any(isinstance(n, ast.keyword) and n.arg == "axis" or isinstance(n, ast.Call) and (
            len(n.args) > (0 if isinstance(n.func, ast.Attribute) else 1)
            and source.called(n) in REDUCTIONS) for n in self.nodes)

    @functools.cached_property
    def takes_columns(self):
        """Whether an index has a place for each axis, as in `x[:, y]`."""
        return any(isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Tuple)
                   for n in self.nodes)

    @functools.cached_property
    def hands_on_none(self):
        """Whether a `return` hands on what gives None: print, or a method that changes in place.

        Or whatever it is, where the one function of the answer ends in a `return` with a value.
        """
        if any(isinstance(n, ast.Return) and isinstance(n.value, ast.Call)
               and source.called(n.value) in GIVE_NONE for n in self.nodes):
            return True
        functions = [n for n in self.nodes if isinstance(n, (ast.FunctionDef, ast.Lambda))]
        returns = [n for n in self.nodes if isinstance(n, ast.Return)]
        return (len(self.trees) == len(functions) == 1 and isinstance(functions[0], ast.FunctionDef)
                and isinstance(functions[0].body[-1], ast.Return)
                and not any(n.value is None or isinstance(n.value, ast.Constant) for n in returns))

    def refutes(self, sentence):
        """Whether a sentence speaks of something that the text does not contain."""
        return bool(self.trees) and any(
            re.search(pattern, sentence) and not self.has(*nodes, calls=names) and not any(
                getattr(self, name) for name in properties)
            for pattern, nodes, names, properties in CLAIMS)

    def kept(self, sentences):
        """Those of some sentences, in one text, that are not refuted."""
        return " ".join(s for s in re.split(r"(?<=[.?!])\s+", sentences) if not self.refutes(s))


def _claims():
    """(pattern, classes of nodes, names, properties) of each row of `claims.txt`."""
    for pattern, words in tables.rows(tables.HERE / "claims.txt"):
        known = {"nodes:": [], "names:": [], "form:": []}
        for word in words.split():
            if word in known:
                found = known[word]
            else:
                found.append(word)
        yield pattern, [getattr(ast, n) for n in known["nodes:"]], known["names:"], known["form:"]


CLAIMS = tuple(_claims())


def of(fn):
    """The `Form` of an answer; empty where its text cannot be read."""
    inner = naming.python_function(fn)
    if inner is None:
        return Form()
    trees, seen, asked = [], set(), [inner]
    for function in asked:  # grows while it is read
        if function.__code__ in seen or len(seen) > 20:
            continue
        seen.add(function.__code__)
        try:
            trees.append(source.definition_of(function))
        except source.Unfollowed:
            if function is inner:
                return Form()
        for name in naming.names_in(function.__code__):
            other = naming.python_function(function.__globals__.get(name))
            if other is not None and other.__globals__ is inner.__globals__:
                asked.append(other)
    return Form(tuple(trees))
