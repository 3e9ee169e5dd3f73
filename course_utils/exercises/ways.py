"""Ways: everything that right answers compute, value by value, on the cases of an exercise.

The reference, the named steps of the bank and its other styles are run with probes (`probes`), the
course's helpers that they call as well; a value of the named steps has its noun. Runs no code of a
student's.
"""

import ast
import collections
import functools
import itertools
import math
import time
import types
import warnings

import numpy as np

from course_utils.exercises import probes
from course_utils.exercises.grammar import EMPTY, Steps
from course_utils.exercises.records import bank, prepared, record

NEAR = (1e-6, 1e-9)  # relative, absolute: when two values are the same
SECONDS = 0.05  # that one right answer may take on one case; a slower one is asked no more
GUARDS = ("errors", "checks", "numpy", "portable", "compare")


class Seen:
    """The values of one place: for each case a list of turns."""

    def __init__(self, noun=""):
        self.noun, self.whole = noun, False  # whole: the value of a statement, not of a part
        self.way = self.reads = None  # of a value that is named: its way, what its line reads
        self.turns, self.flat, self.children = {}, {}, ()
        self.same, self.form = {}, {}  # by case: equal where the numbers are (and the shapes)

    def put(self, case, turns, known=None):
        """Keep the turns of one case, unless some are no numbers; ``known`` numbers values."""
        if turns and all(v is not None for v in turns):
            self.turns[case] = turns
            self.flat[case] = v = flat(turns)
            if known is not None:
                v = (np.round(v, 9) + 0.0).tobytes()
                self.same[case] = known.setdefault(v, len(known))
                form = len(turns), np.shape(turns[0]), self.same[case]
                self.form[case] = known.setdefault(form, len(known))
        return self

    def key(self, cases):
        return tuple(self.flat[c].size for c in cases)

    def vector(self, cases):
        return np.concatenate([self.flat[c] for c in cases])

    def turned(self, cases):
        """The vector with rows and columns exchanged; None if no case holds a table."""
        tables = [table(self.turns[c]) for c in cases]
        if all(t is None or min(t.shape) < 2 for t in tables):
            return None
        return np.concatenate([self.flat[c] if t is None else t.T.ravel()
                               for t, c in zip(tables, cases, strict=True)])


def flat(turns):
    """All numbers of some turns as one vector."""
    if len(turns) == 1:
        return np.asarray(turns[0], dtype=float).ravel()
    return np.concatenate([np.asarray(v, dtype=float).ravel() for v in turns])


def table(turns):
    """Turns as a table: of one turn its two long axes, of several one row each; else None."""
    if len(turns) == 1:
        a = np.squeeze(np.asarray(turns[0], dtype=float))
        return a if a.ndim == 2 else None
    rows = [np.asarray(v, dtype=float).ravel() for v in turns]
    return np.array(rows) if len({r.size for r in rows}) == 1 else None


def named(program):
    """(place of a value that a line gives a name, place of the one variable it reads) of lines.

    Where the two values are the same (``e = d``, ``e = d / 1``) the line is idle. Calls are not
    asked: ``x = np.asarray(x)`` may be there for the kind of the value.
    """
    reads = {}
    for n in program.nodes:
        if n.kind == "Name":
            reads.setdefault(n.statement, []).append(n.k)
    return [(s.roots[0], reads[number][0]) for number, s in enumerate(program.statements)
            if s.kind == "Assign" and len(s.roots) == 1 and len(reads.get(number, ())) == 1
            and program.nodes[s.roots[0]].kind in ("Name", "BinOp", "UnaryOp")]


# --- right answers as programs --------------------------------------------------------------


def solutions(id):
    """The right answers of an exercise that are followed: reference, named steps, styles."""
    r, b = record(id), bank(id)
    return [r.reference, b.right(), *r.right, *b.styles]


def as_tree(fn):
    """(syntax tree, names that it sees) of a right answer."""
    if not isinstance(fn, Steps):
        return probes.tree_of(fn), probes.space_of(fn)
    arguments = ", ".join(n if value is EMPTY else f"{n}={value!r}"
                          for n, value in fn.defaults.items())
    lines = [line for text in fn.lines for line in text.splitlines()]
    source = "\n    ".join([f"def f({arguments}):", *lines, f"return {fn._result}"])
    return ast.parse(source).body[0], fn._names


class Way:
    """One right answer with the helpers of the course's that it calls, and all their values."""

    def __init__(self, fn, nouns):
        self.programs, self._of = [], {}
        self.main = self._program(fn)
        self.seen, self.slow = {}, False
        for program in self.programs:
            for n in program.nodes:
                self.seen[program, n.k] = Seen()
            for n in program.nodes:
                self.seen[program, n.k].children = [
                    self.seen[program, c] for c in n.children]
            for k in {k for s in program.statements for k in s.roots}:
                self.seen[program, k].whole = True
            for k, n in named(program):
                self.seen[program, k].way = self
                self.seen[program, k].reads = self.seen[program, n]
        if nouns:
            for s in self.main.statements:
                for k in s.roots if s.kind == "Assign" and len(s.names) == 1 else ():
                    self.seen[self.main, k].noun = nouns.get(s.names[0], "")

    def _program(self, fn):
        self._of[fn] = None
        tree, space = as_tree(fn)
        space = dict(space)
        program = probes.Program(tree, space, functools.partial(self._resolve, space))
        program.space.update({k: v for k, v in space.items() if k.startswith("_own_")})
        if isinstance(fn, Steps):
            program.fn.__defaults__ = tuple(v for v in fn.defaults.values() if v is not EMPTY)
        else:
            program.fn.__defaults__ = fn.__defaults__
            program.fn.__kwdefaults__ = fn.__kwdefaults__
        self._of[fn] = program
        self.programs.append(program)
        return program

    def _resolve(self, space, e):
        """The name of a helper with probes, where an expression names a function of ours."""
        f = None
        if isinstance(e, ast.Name):
            f = space.get(e.id)
        elif isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name):
            module = space.get(e.value.id)
            f = getattr(module, e.attr, None) if isinstance(module, types.ModuleType) else None
        if not isinstance(f, types.FunctionType) or not f.__module__.startswith(
                "course_utils.") or f.__module__.split(".")[-1] in GUARDS:
            return None
        if f not in self._of:
            try:
                self._program(f)
            except (probes.Unfollowed, TypeError, OSError):
                return None
        name = f"_own_{id(f)}"
        space[name] = lambda *args, **kwargs: (self._of[f].fn if self._of[f] else f)(
            *args, **kwargs)
        return name

    def run(self, number, case, known):
        """Note all values on one case."""
        if self.slow:
            return
        deadline = time.process_time() + SECONDS
        recorders = {p: probes.Recorder(deadline) for p in self.programs}
        for p in self.programs:
            p.space["_probe"] = recorders[p]
        try:
            _, error = self.main.run(case.args, case.kwargs, recorders[self.main])
        except probes.OutOfTime:
            self.slow = True
            return
        if error is None:
            for p, recorder in recorders.items():
                for k, turns in recorder.turns.items():
                    self.seen[p, k].put(number, turns, known)


class Ways:
    """The values of all right answers of an exercise, on the cases asked for so far.

    What takes time, making the programs and running them, ends at ``until`` on the clock
    `time.monotonic` and is taken up again by the next `see`.
    """

    def __init__(self, exercise, without=(), until=math.inf):
        self.id, self.ways, self._done, self._values = exercise, [], set(), {}
        self._nouns = {n: noun for n, (_, noun) in bank(exercise).steps.items() if noun}
        self._todo = [(i, fn) for i, fn in enumerate(solutions(exercise)) if i not in without]
        self.inputs = [Seen() for n in record(exercise).arguments]
        self._make(until)

    def _make(self, until):
        """Make the programs; whether all are made."""
        while self._todo:
            if time.monotonic() > until:
                return False
            i, fn = self._todo.pop(0)
            try:
                self.ways.append(Way(fn, self._nouns if i == 1 else {}))
            except (probes.Unfollowed, TypeError, OSError, SyntaxError):
                continue  # a style without text
        self.seen = [s for w in self.ways for s in w.seen.values()]
        self.number = {id(s): i for i, s in enumerate(self.seen)}
        return True

    def see(self, cases, until=math.inf):
        """Run all right answers on some cases, each once; whether there was time for all."""
        if self._todo and not self._make(until):
            return False
        known = prepared(self.id)[0]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for c, way in itertools.product(cases, (*self.ways, None)):
                if (c, way) in self._done:
                    continue
                if time.monotonic() > until:
                    return False
                self._done.add((c, way))
                if way is not None:
                    way.run(c, known[c], self._values)
                    continue
                given = [*known[c].args, *known[c].kwargs.values()]
                for seen, value in zip(self.inputs, given, strict=False):
                    seen.put(c, [probes.keep(value)], self._values)
        return True


@functools.cache
def ways(id):
    """The `Ways` of an exercise; `Ways.see` makes them, as far as there is time."""
    return Ways(id, until=0)


class Among:
    """The ways' values on some cases, ready to be compared with."""

    def __init__(self, ways, cases):
        self.ways, self.cases, self._tables = ways, tuple(cases), {}
        self.all = [*ways.seen, *ways.inputs]
        self.inputs = frozenset(range(len(ways.seen), len(self.all)))  # numbers of the arguments

    def matches(self, seen, cases=None):
        """Numbers (in `all`) of the values that equal those of a place, on all cases it ran."""
        ran = tuple(c for c in cases or self.cases if c in seen.flat)
        if not ran:
            return frozenset()
        groups = self._table(ran).get(seen.key(ran))
        if groups is None:
            return frozenset()
        rows, members = groups
        hits = np.flatnonzero(near(rows, seen.vector(ran)))
        return frozenset(i for h in hits for i in members[h])

    def _table(self, ran):
        if ran not in self._tables:
            members, groups = {}, {}
            for i, s in enumerate(self.all):
                if all(c in s.flat for c in ran):
                    members.setdefault(tuple(s.same[c] for c in ran), []).append(i)
            for numbers in members.values():
                s = self.all[numbers[0]]
                for v in (s.vector(ran), s.turned(ran)):
                    # a right solution may hide an inf, which equals all that overflows
                    if v is not None and np.isfinite(v).all():
                        rows = groups.setdefault(s.key(ran), ([], []))
                        rows[0].append(v)
                        rows[1].append(numbers)
            self._tables[ran] = {key: (np.array(v), m) for key, (v, m) in groups.items()}
        return self._tables[ran]

    @functools.cached_property
    def _classes(self):
        """(first number of each class of equal values, class of each number)."""
        known, of = {}, {}
        for i, s in enumerate(self.all):
            if all(c in s.flat for c in self.cases):
                key = tuple(s.form[c] for c in self.cases)
                if key in known or all(np.isfinite(s.flat[c]).all() for c in self.cases):
                    of[i] = known.setdefault(key, i)
        return list(known.values()), of

    @property
    def distinct(self):
        """Values that differ from each other: what a place may be given."""
        return self._classes[0]

    def idle(self, numbers):
        """In how many lines a right answer only names anew one of these values, at most."""
        lines = (self.all[i] for i in numbers)
        return max(collections.Counter(
            s.way for s in lines if s.reads and s.reads.form == s.form).values(), default=0)

    @functools.cached_property
    def whole(self):
        """Those in `distinct` that are the value of a statement of some right answer."""
        return self.alike(i for i, s in enumerate(self.all) if s.whole)

    def alike(self, numbers):
        """The numbers in `distinct` of some values."""
        return {self._classes[1][i] for i in numbers if i in self._classes[1]}

    @functools.cached_property
    def makers(self):
        """Number of a value to the numbers of those that a way makes of it."""
        found = {}
        for i, s in enumerate(self.all):
            for child in s.children:
                found.setdefault(self.ways.number[id(child)], set()).add(i)
        return found


def near(rows, v):
    """Which rows hold the numbers of v."""
    with np.errstate(all="ignore"):
        same = np.abs(rows - v) <= NEAR[1] + NEAR[0] * np.abs(v)
    same |= (rows == v) | (np.isnan(rows) & np.isnan(v))
    return same.all(axis=-1)
