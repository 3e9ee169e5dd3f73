"""References: everything that right answers compute, value by value, on the cases of an exercise.

The reference, the named steps of the bank and its other styles are run with probes (`probes`), the
course's helpers that they call as well; a value of the named steps has its noun. Runs no code of a
student's.
"""

import ast
import bisect
import collections
import contextlib
import functools
import itertools
import types
import warnings

import numpy as np

from misstep.judge import source
from misstep.judge.grammar import EMPTY, Steps
from misstep.judge.solutions import model
from misstep.judge.work import OutOfWork
from misstep.line import probes

MOST = probes.ONE_RUN // 2  # work that one right answer may be on one case: about 20 ms
NEAR = (1e-6, 1e-9)  # relative, absolute: when two values are the same


class TraceValue:
    """The values of one place: for each case a list of turns."""

    def __init__(self):
        self.noun, self.whole = "", False  # whole: the value of a statement, not of a part
        self.reference = self.reads = None  # of one that is named: whose it is, what its line reads
        self.turns, self.flat, self.children = {}, {}, ()
        self.value_id, self.shape_id = {}, {}  # by case: equal where numbers (and shapes) are

    def put(self, case, turns, known=None):
        """Keep the turns of one case, unless some are no numbers; ``known`` numbers values."""
        if turns and all(v is not None for v in turns):
            self.turns[case] = turns
            self.flat[case] = v = flat(turns)
            if known is not None:
                v = (np.round(v, 9) + 0.0).tobytes()
                self.value_id[case] = known.setdefault(v, len(known))
                form = len(turns), np.shape(turns[0]), self.value_id[case]
                self.shape_id[case] = known.setdefault(form, len(known))
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


def solutions(record):
    """The right answers of an exercise that are followed: reference, named steps, styles."""
    known = record.judge.known
    return [record.judge.reference, known.right(), *record.tests.right, *known.styles]


def as_tree(fn):
    """(syntax tree, names that it sees) of a right answer."""
    if not isinstance(fn, Steps):
        return source.tree_of(fn), source.space_of(fn)
    arguments = ", ".join(n if value is EMPTY else f"{n}={value!r}"
                          for n, value in fn.defaults.items())
    lines = [line for text in fn.lines for line in text.splitlines()]
    text = "\n    ".join([f"def f({arguments}):", *lines, f"return {fn._result}"])
    return ast.parse(text).body[0], fn._names


class Reference:
    """One right answer with the helpers of the course's that it calls, and all their values."""

    def __init__(self, fn, nouns, course):
        self.programs, self._of, self.course = [], {}, course
        self.main = self._program(fn)
        self.seen = {(p, n.k): TraceValue() for p in self.programs for n in p.nodes}
        for (p, k), seen in self.seen.items():
            seen.children = [self.seen[p, c] for c in p.nodes[k].children]
        for p in self.programs:
            for s in p.statements:
                for k in s.roots:
                    self.seen[p, k].whole = True
                    if p is self.main and s.kind == "Assign" and len(s.names) == 1:
                        self.seen[p, k].noun = nouns.get(s.names[0], "")
            for k, n in named(p):
                self.seen[p, k].reference, self.seen[p, k].reads = self, self.seen[p, n]

    def of_step(self, name):
        """The values of the lines that give a name one: of a loop's body, too."""
        return [self.seen[self.main, s.roots[0]] for s in self.main.statements
                if s.kind == "Assign" and s.names == (name,) and s.roots]

    def _program(self, fn):
        self._of[fn] = None
        tree, space = as_tree(fn)
        space, made = dict(space), isinstance(fn, Steps)
        program = probes.Program(tree, space, lambda e: self._resolve(space, e),
                                 like=None if made else fn)
        if made:
            program.fn.__defaults__ = tuple(v for v in fn.defaults.values() if v is not EMPTY)
        self._of[fn] = program
        self.programs.append(program)
        return program

    def _resolve(self, space, e):
        """The name of a helper with probes, where an expression names a function of ours."""
        f = space.get(e.id) if isinstance(e, ast.Name) else None
        if isinstance(e, ast.Attribute) and isinstance(e.value, ast.Name):
            module = space.get(e.value.id)
            f = getattr(module, e.attr, None) if isinstance(module, types.ModuleType) else None
        if not isinstance(f, types.FunctionType) or not self.course.follows(f):
            return None
        try:
            if f not in self._of:
                self._program(f)
        except (source.Unfollowed, TypeError, OSError):
            return None
        name = f"_own_{id(f)}"
        space[name] = lambda *args, **kwargs: (self._of[f].fn if self._of[f] else f)(
            *args, **kwargs)
        return name

    def run(self, number, case, known):
        """Note all values on one case, unless it is more work there than `MOST`."""
        first = probes.Recorder(MOST)
        recorders = {p: first if p is self.main else probes.Recorder(MOST, beside=first)
                     for p in self.programs}
        for p, recorder in recorders.items():
            p.space["_probe"] = recorder
        try:
            _, error = self.main.run(case.args, case.kwargs, first)
        except OutOfWork:
            return
        if error is None:
            for p, recorder in recorders.items():
                for k, turns in recorder.turns.items():
                    self.seen[p, k].put(number, turns, known)


class References:
    """The values of all right answers of an exercise, on the cases asked for so far.

    Making the programs and running them costs an answer none of its work: it is done once.
    """

    def __init__(self, exercise, without=()):
        self.judge, self.references, self._done, self._values = exercise.judge, [], set(), {}
        self.named = None  # the `Reference` of the named steps
        nouns = {n: noun for n, (_, noun) in self.judge.known.steps.items() if noun}
        for i, fn in enumerate([*solutions(exercise), model(exercise)]):
            with contextlib.suppress(source.Unfollowed, TypeError, OSError, SyntaxError):
                if i not in without:  # a style without text is passed over
                    named = nouns if i == 1 else {}
                    self.references.append(Reference(fn, named, self.judge.course))
                    self.named = self.references[-1] if i == 1 else self.named
        self.inputs = [TraceValue() for n in self.judge.arguments]
        self.seen = [s for w in self.references for s in w.seen.values()]
        self.number = {id(s): i for i, s in enumerate(self.seen)}
        # of each right answer the number behind its last value
        self.ends = list(itertools.accumulate(len(w.seen) for w in self.references))

    def see(self, cases):
        """Run all right answers on some cases, each once."""
        known = self.judge.prepared[0]
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for c in [c for c in cases if c not in self._done]:
                self._done.add(c)
                for reference in self.references:
                    reference.run(c, known[c], self._values)
                given = [*known[c].args, *known[c].kwargs.values()]
                for seen, value in zip(self.inputs, given, strict=False):
                    seen.put(c, [probes.numeric(value)], self._values)


def references(exercise):
    """The `References` of an exercise, made once in its course."""
    traced = exercise.judge.traced
    if not traced:
        traced.append(References(exercise))
    return traced[0]


class Candidates:
    """The references' values on some cases, ready to be compared with."""

    def __init__(self, references, cases):
        self.references, self.cases, self._tables = references, tuple(cases), {}
        self.all = [*references.seen, *references.inputs]
        self.inputs = frozenset(range(len(references.seen), len(self.all)))  # the arguments

    def owners(self, numbers):
        """The right answers that have one of some values; all of them have the arguments."""
        every = self.references.references
        return set(every) if not self.inputs.isdisjoint(numbers) else {
            every[bisect.bisect(self.references.ends, i)] for i in numbers}

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
                    members.setdefault(tuple(s.value_id[c] for c in ran), []).append(i)
            for numbers in members.values():
                s = self.all[numbers[0]]
                for v in (s.vector(ran), s.turned(ran)):
                    # a right solution may hide an inf, which equals all that overflows
                    if v is not None and np.isfinite(v).all():
                        vectors, same = groups.setdefault(s.key(ran), ([], []))
                        vectors.append(v)
                        same.append(numbers)
            self._tables[ran] = {key: (np.array(v), m) for key, (v, m) in groups.items()}
        return self._tables[ran]

    @functools.cached_property
    def _classes(self):
        """(first number of each class of equal values, class of each number)."""
        known, of = {}, {}
        for i, s in enumerate(self.all):
            if all(c in s.flat for c in self.cases):
                key = tuple(s.shape_id[c] for c in self.cases)
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
            s.reference for s in lines if s.reads and s.reads.shape_id == s.shape_id).values(),
            default=0)

    @functools.cached_property
    def whole(self):
        """Those in `distinct` that are the value of a statement of some right answer."""
        return self.alike(i for i, s in enumerate(self.all) if s.whole)

    def alike(self, numbers):
        """The numbers in `distinct` of some values."""
        return {self._classes[1][i] for i in numbers if i in self._classes[1]}

    @functools.cached_property
    def _made(self):
        """Number of a value to the numbers of those that a reference makes of it."""
        found = {}
        for i, s in enumerate(self.all):
            for child in s.children:
                found.setdefault(self.references.number[id(child)], set()).add(i)
        return found

    def made_of(self, numbers):
        """The numbers of the values that a reference makes of one of these."""
        return set().union(*(self._made.get(i, ()) for i in numbers))


def near(rows, v):
    """Which rows hold the numbers of v."""
    with np.errstate(all="ignore"):
        same = np.abs(rows - v) <= NEAR[1] + NEAR[0] * np.abs(v)
    same &= np.isfinite(v)  # no number is near an inf
    same |= (rows == v) | (np.isnan(rows) & np.isnan(v))
    return same.all(axis=-1)
