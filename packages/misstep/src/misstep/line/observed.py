"""What a wrong function computes on some cases, which of it is right, and what repairs it.

A value is *right* where a reference has it too. A value of a reference *repairs* a place if all
cases come out right once it stands there. What is made of this is in `place`.
"""

import functools
import types

import numpy as np

from misstep.judge.work import COMPARISON, RUN, OutOfWork
from misstep.line.probes import Recorder, Swapper
from misstep.line.references import NEAR, TraceValue, flat, named, near

UNTOLD = complex, np.complexfloating, types.GeneratorType  # kinds of values not compared
LOOKED_AT = int, np.integer, np.bool_  # kinds of values that nobody has to keep
PLACED = 10  # work of one of the references' values on one case, to be found among the others


class Observed:
    """A wrong function's values, place by place, beside those of the references.

    ``calls`` are the cases by number, failing ones first; ``right(c, value)`` says whether a value
    is the result of case c; ``pool`` holds the references' values on them; the search ends with its
    ``allowance`` of work. ``values[k]`` are those of place k, ``match[k]`` the numbers of the
    references' values that equal them; ``on`` are the places whose values are right, ``off`` the
    others, ``trivial`` those that hold only zeros, or only ones, or are numbers of the text: such
    match by chance. ``usual`` are idle statements that right answers have too, ``vain`` is what
    the others assign. ``cases`` begins with the wrong ones, ``judged`` is the largest of these.
    """

    def __init__(self, program, calls, right, pool, allowance):
        self.program, self.nodes, self.calls = program, program.nodes, calls
        self.right, self.pool, self.allowance = right, pool, allowance
        allowance.spend(PLACED * len(pool.all) * len(calls))
        self._repairs, self._followers = {}, {}
        self.kinds, self.errors, self.ran, seen, wrong = {}, {}, {}, {}, []
        for c, case in calls.items():
            recorder = Recorder()
            value, self.errors[c] = self._run(case, recorder)
            self.kinds.update(recorder.kinds)
            for k, turns in recorder.turns.items():
                self.ran.setdefault(k, set()).add(c)
                seen.setdefault(k, TraceValue()).put(c, turns)
            if self.errors[c] or not right(c, value):
                wrong.append(c)
        self.wrong = wrong
        self.cases = [*wrong, *(c for c in calls if c not in wrong)]
        self.judged = max(wrong or self.cases, key=lambda c: calls[c].size)
        self.values = {k: s for k, s in seen.items() if s.turns}
        self.match = {k: pool.matches(s) for k, s in self.values.items()}
        constant = {n.k for n in self.nodes if n.kind == "Constant"}
        self.on = {k for k, m in self.match.items() if m or k in constant}
        self.trivial = {k for k in self.on if k in constant or is_trivial(
            self.values[k].vector(self.values[k].flat))}
        raised = {n.k for n in self.nodes if n.k not in self.values and any(
            c in self.values for c in n.children) and any(self.errors.values())}
        self.off = self.values.keys() - self.on | raised
        self.users = {n.k: [] for n in self.nodes}  # the places that are made of one
        for n in self.nodes:
            for source in {*n.children, *n.sources}:
                self.users[source].append(n.k)
        self.usual, self.vain = self._idle()

    def _run(self, case, probe):
        """(value, error) of the function on a case, with a probe; its work is counted."""
        probe.most = min(probe.most, self.allowance.left)
        try:
            return self.program.run(case.args, case.kwargs, probe)
        finally:
            self.allowance.left -= RUN + probe.done[0]

    def turns(self, k, c):
        """The values of a place on case c, turn by turn; none where it did not run."""
        return self.values[k].turns.get(c, []) if k in self.values else []

    def equal(self, k, n):
        """Whether two places have the same values, of the same shape, wherever the first ran."""
        return all(len(a) == len(b := self.turns(n, c)) and np.shape(a[0]) == np.shape(b[0])
                   and bool(near(self.values[n].flat[c], self.values[k].flat[c]))
                   for c, a in self.values[k].turns.items())

    # what is made of what ----------------------------------------------------------------------
    def ancestors(self, k):
        """All places that the value of one is made of."""
        return walk(self.nodes[k].sources, lambda n: self.nodes[n].sources)

    def within(self, k):
        """The places of the same statement that go into one, and it itself."""
        statement = self.nodes[k].statement
        return walk([k], lambda n: [c for c in self.nodes[n].children
                                    if self.nodes[c].statement == statement])

    @functools.cached_property
    def fine(self):
        """Places in a right answer, or without a value that tells (0, 1, text) and made of such."""
        untold = {k for k in self.kinds if self.is_untold(k)}
        return {n.k for n in self.nodes} - walk(self.off | untold, lambda k: [
            u for u in self.users[k] if u not in self.on or u in self.trivial])

    def is_untold(self, k):
        """Whether its values are of a kind that is not compared."""
        return issubclass(self.kinds.get(k, int), UNTOLD)

    def statement_fine(self, k):
        """Whether all that comes into its statement is right, below this place.

        What is written into a part of a variable may be right, and the variable off.
        """
        node, statements = self.nodes[k], self.program.statements
        stored = node.kind == "Name" and k in self.off and any(
            statements[self.nodes[s].statement].stores for s in node.sources)
        return not stored and all(
            s in self.fine or s in node.children and self.statement_fine(s) for s in node.sources)

    def made_by(self, number):
        """The places of what a statement computes, and of the variable that it changes."""
        return [*self.program.statements[number].roots,
                *(n.k for n in self.nodes if n.statement == number and n.kind == "after")]

    def is_step(self, number):
        """Whether all that a statement computes is in right answers, wherever it ran."""
        made = self.made_by(number)
        ran = set().union(*(self.ran.get(n.k, ()) for n in self.nodes if n.statement == number))
        return bool(made) and all(self.match.get(k) and all(
            c in self.values[k].flat and self.values[k].flat[c].size for c in ran) for k in made)

    def leaves(self, number):
        """Whether on each wrong case some value of a statement is in no right answer."""
        return all(any(k not in self.match or c in self.values[k].flat and not self.pool.matches(
            self.values[k], (c,)) for k in self.made_by(number)) for c in self.wrong)

    def last_step(self):
        """The last statement up to which one right answer has all values; None if that says little.

        What is written into a part of a variable is not seen: there it ends.
        """
        last, owners = None, set(self.pool.references.references)
        for number, s in enumerate(self.program.statements):
            made = [k for k in self.made_by(number) if k in self.match or k in self.off]
            owners.intersection_update(*(self.pool.owners(self.match.get(k, ())) for k in made))
            if not owners or s.changes or s.stores:
                break
            if any(k not in self.trivial and not issubclass(self.kinds[k], LOOKED_AT)
                   and self.match[k].isdisjoint(self.pool.inputs) for k in made):
                last = number
        return last

    def followers(self, k):
        """Values that some reference makes of what the student has there, or of the value itself.

        Of all operands, and of some of them.
        """
        if k not in self._followers:
            telling = self.on - self.trivial
            mine = [self.pool.made_of(self.match[c]) for c in self.nodes[k].children
                    if c in telling]
            own = self.pool.made_of(self.match[k]) if k in telling else set()
            sure = self.pool.alike(own | (set.intersection(*mine) if mine else set()))
            self._followers[k] = sure, self.pool.alike(set().union(*mine)) - sure
        return self._followers[k]

    def explained(self, values, c):
        """Place -> whether a reference makes its value, and of just these operands, on case c.

        Names, numbers, copies and conversions are left out.
        """
        self.allowance.left -= COMPARISON * len(values)
        match = {n: self.pool.matches(s, (c,)) for n, s in values.items()}
        trivial = {n for n, s in values.items() if is_trivial(s.flat[c])}
        found = {}
        for n, s in values.items():
            node = self.nodes[n]
            known = [x for x in node.children if x in values]
            if node.kind in ("Constant", "Name", "after") or any(
                    equal_on(s, values[x], c) for x in known):
                continue
            made = [self.pool.made_of(match[x]) for x in known if x not in trivial]
            found[n] = bool(match[n]) and (not made or n in trivial or any(
                x in match[n] for x in set.intersection(*made)))
        return found

    @functools.cached_property
    def explained_now(self):
        """`explained` of the function as it is, on the case judged."""
        c = self.judged
        return self.explained({n: s for n, s in self.values.items() if c in s.flat}, c)

    def _idle(self):
        """``usual`` and ``vain``, of statements that only rename: ``e = d``, ``e = d / 1``."""
        alike = {}  # the value's numbers -> roots of statements
        for k, n in named(self.program):
            if k in self.on and (k == n or k not in self.trivial and self.equal(k, n)):
                alike.setdefault(self.match[k], []).append(k)
        usual = {k for m, found in alike.items() for k in found[:self.pool.idle(m)]}
        vain = {k for found in alike.values() for k in found} - usual
        return {self.nodes[k].statement for k in usual}, vain

    # does it repair? --------------------------------------------------------------------------
    def works(self, k, c, values):
        """Whether case c comes out right with these values, turn by turn, in a place."""
        try:
            value, error = self._run(self.calls[c], Swapper(k, values))
        except OutOfWork:
            return False
        return error is None and self.right(c, value)

    def repairs_with(self, k, i):
        """Whether a reference's value i, in this place, makes all cases right; no if work is up."""
        if (k, i) not in self._repairs:
            if self.allowance.is_spent():
                return False
            s, c = self.pool.all[i], self.cases[0]
            mine = self.turns(k, c)
            changes = not mine or np.shape(mine[0]) != np.shape(s.turns[c][0]) or not equal_on(
                self.values[k], s, c)
            self._repairs[k, i] = changes and all(
                self.fitting(k, i, c) is not None for c in self.cases)
        return self._repairs[k, i]

    def fitting(self, k, i, c):
        """Value i, turn by turn, in the form in which it makes case c right in a place; or None."""
        mine, kind = self.turns(k, c), self.kinds.get(k)
        for values in fits(self.pool.all[i].turns[c], mine, max(len(mine), 1)):
            values = [_like(v, kind) for v in values]
            if self.works(k, c, values):
                return values
        return None

    def candidates(self, k):
        """Numbers of the values that may belong in a place: first those of the same shape."""
        c = self.cases[0]
        mine = self.turns(k, c)
        shape = np.shape(mine[0]) if mine else None
        return sorted(self.pool.distinct,
                      key=lambda i: shape != np.shape(self.pool.all[i].turns[c][0]))

    def repaired(self, k, i):
        """What all places hold on the case judged, once value i stands in k; None without work."""
        c = self.judged
        values = self.fitting(k, i, c)
        if values is None:
            return None
        recorder = Recorder(inner=Swapper(k, values))
        try:
            self._run(self.calls[c], recorder)
        except OutOfWork:
            return None
        seen = {n: TraceValue().put(c, turns) for n, turns in recorder.turns.items()}
        return {n: s for n, s in seen.items() if s.turns}

    def is_the_result(self, i):
        """Whether a value is the result itself: that putting it in repairs proves little."""
        s = self.pool.all[i]
        return all(len(s.turns[c]) == 1 and self.right(c, s.turns[c][0]) for c in self.cases)


def walk(start, onward):
    """All that is reached from some places, where ``onward(place)`` are the next ones."""
    todo, seen = list(start), set()
    while todo:
        k = todo.pop()
        if k not in seen:
            seen.add(k)
            todo += onward(k)
    return seen


def is_trivial(v):
    """Whether a vector holds only zeros, or only ones: such values match by chance."""
    return v.size == 0 or bool((np.abs(v) <= NEAR[1]).all() or (v == 1).all())


def equal_on(a, b, c):
    """Whether two places hold the same numbers on case c."""
    return c in a.flat and c in b.flat and a.flat[c].shape == b.flat[c].shape and bool(
        near(a.flat[c], b.flat[c]))


def _like(v, kind):
    """A copy of a reference's value, a list where the student's is one."""
    if isinstance(v, np.ndarray):
        return v.tolist() if kind is list else v.copy()
    return v.item() if isinstance(v, np.generic) and v.dtype.kind in "ib" else v


def fits(reference, mine, turns):
    """Values to put in a node's place, turn by turn: candidates as lists."""
    if len(reference) == turns:
        yield reference
        if turns == 1 and mine and np.size(mine[0]) == np.size(reference[0]) and (
                np.shape(mine[0]) != np.shape(reference[0])):
            yield [np.reshape(reference[0], np.shape(mine[0]))]
        if turns == 1 and np.ndim(reference[0]) == 2 and min(np.shape(reference[0])) > 1:
            yield [np.transpose(reference[0])]
    elif len(reference) == 1 and np.ndim(reference[0]) >= 1 and len(reference[0]) == turns:
        yield list(np.asarray(reference[0]))
    elif len(reference) == 1 and np.size(reference[0]) == turns:
        yield list(np.ravel(reference[0]))
    elif turns == 1 and mine and sum(map(np.size, reference)) == np.size(mine[0]) > 1:
        yield [flat(reference).reshape(np.shape(mine[0]))]
