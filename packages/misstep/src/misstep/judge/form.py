"""What the text of an answer shows, and the claims that the words of a mistake make of it.

A misconception is named by behaviour; its words may speak of an operator, a loop, a `return`. Such
words carry a field, `needs: loop`, and are said only where the syntax tree of the answer, with the
functions of its own that it calls, has what they claim. Where there is no text to read, no such
word is said. `CLAIMS`, `OPERATORS` and `PROPERTIES` are the whole vocabulary. Runs nothing.
"""

import ast
import contextlib
import functools
from dataclasses import dataclass

from misstep.judge import naming, source

INTEGERS = {"int", "round", "around", "floor", "ceil", "trunc", "rint", "fix", "astype", "array",
            "asarray", "zeros_like", "ones_like", "empty_like", "full_like", "full", "copy",
            "floor_divide", "divmod", "dtype", "intp"}
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

    @property
    def is_unread(self):
        """Whether there is no text to read."""
        return not self.trees

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
    def calls_for_none(self):
        """Whether a `return` or a name gets what a call gives that gives None."""
        return any(isinstance(n, (ast.Return, ast.Assign)) and isinstance(n.value, ast.Call)
                   and source.called(n.value) in GIVE_NONE for n in self.nodes)

    @functools.cached_property
    def starts_as_none(self):
        """Whether a name is None at first."""
        return any(isinstance(n, ast.Constant) and n.value is None for a in self.nodes
                   if isinstance(a, ast.Assign) for n in ast.walk(a.value))

    @functools.cached_property
    def hands_on_none(self):
        """Whether a `return` hands on what gives None: print, or a method that changes in place.

        Or whatever it is, where the one function of the answer ends in a `return` with a value.
        """
        functions = [n for n in self.nodes if isinstance(n, (ast.FunctionDef, ast.Lambda))]
        returns = [n for n in self.nodes if isinstance(n, ast.Return)]
        return any(isinstance(n.value, ast.Call) and source.called(n.value) in GIVE_NONE
                   for n in returns) or (
            len(self.trees) == len(functions) == 1 and isinstance(functions[0], ast.FunctionDef)
            and isinstance(functions[0].body[-1], ast.Return)
            and not any(n.value is None or isinstance(n.value, ast.Constant) for n in returns))

    @functools.cached_property
    def rounds(self):
        """Whether something may make integers: //, int(), a rounding, an array of some type."""
        floats = [n for n in self.nodes if isinstance(n, ast.Call) and source.called(n) in INTEGERS
                  and any(getattr(a, "id", getattr(a, "attr", "")).startswith("float")
                          for a in (*n.args, *(k.value for k in n.keywords)))]
        names = [name for n in self.nodes if isinstance(n, (ast.Attribute, ast.Name))
                 and (name := getattr(n, "attr", getattr(n, "id", ""))) in INTEGERS]
        return self.has(ast.FloorDiv) or len(names) > len(floats) or any(
            isinstance(n, ast.keyword) and n.arg == "dtype" and n.value not in [
                k.value for f in floats for k in f.keywords] for n in self.nodes)

    @functools.cached_property
    def cuts_range(self):
        """Whether a range or a slice begins after 0 or ends before the last, by a number."""
        return any(
            isinstance(n, ast.Slice) and (_not_0(n.lower) or _shortened(n.upper))
            or isinstance(n, ast.Call) and source.called(n) in ("range", "arange") and n.args and (
                len(n.args) > 1 and _not_0(n.args[0]) or _shortened(n.args[:2][-1]))
            for n in self.nodes)

    @functools.cached_property
    def chains(self):
        """Whether two comparisons stand in one chain, as in `a < b == c`."""
        return any(isinstance(n, ast.Compare) and len(n.ops) > 1 for n in self.nodes)

    @functools.cached_property
    def has_default(self):
        """Whether an argument of the function has a default."""
        return bool(self.trees) and bool(
            self.trees[0].args.defaults or any(self.trees[0].args.kw_defaults))

    def unused(self, position, name):
        """Whether the function never reads an argument, whatever it calls it."""
        if not self.trees:
            return False
        args = self.trees[0].args
        names = [a.arg for a in (*args.posonlyargs, *args.args)]
        own = names[position] if position < len(names) else name
        read = {n.id for n in ast.walk(self.trees[0])
                if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        return own in {*names, *(a.arg for a in args.kwonlyargs)} - read


def _not_0(node):
    return isinstance(node, ast.Constant) and node.value not in (0, None)


def _shortened(node):
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub))


# --- reading -------------------------------------------------------------------------------------


def of(fn):
    """The `Form` of an answer; empty where its text cannot be read."""
    if isinstance(fn, source.Lines):
        return Form((fn.tree(), *_trees_of(fn.functions())))
    inner = naming.python_function(fn)
    try:
        return Form() if inner is None else Form(
            (source.definition_of(inner), *_trees_of(_called_by(inner), inner)))
    except source.Unfollowed:
        return Form()


def _called_by(function):
    """The functions of the same cell or file whose names a function reads."""
    others = (naming.python_function(function.__globals__.get(name))
              for name in naming.names_in(function.__code__))
    return [other for other in others
            if other is not None and other.__globals__ is function.__globals__]


def _trees_of(asked, *known):
    """The syntax trees of some functions and of those that they call, as far as they are read."""
    trees, seen = [], {f.__code__ for f in known}
    for function in asked:  # grows while it is read
        if function.__code__ not in seen and len(seen) <= 20:
            seen.add(function.__code__)
            asked += _called_by(function)
            with contextlib.suppress(source.Unfollowed):
                trees.append(source.definition_of(function))
    return trees
