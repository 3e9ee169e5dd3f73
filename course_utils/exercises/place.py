"""The place where a wrong function leaves the ways, with a proof: a repair.

Two questions are asked of each place of the function: is its value on a way, and do all cases
come out right once a way's value stands in its place? A place that repairs, and whose operands are
on a way, has everything right before and after it. `CLAIMS` says which evidence is spoken.
"""

import re
import time
import types
from dataclasses import dataclass

import numpy as np

from course_utils.exercises import probes
from course_utils.exercises.probes import Recorder, Swapper
from course_utils.exercises.ways import NEAR, Seen, flat, named, near

# evidence that is said (the others were right too rarely in the measure), and what is said even
# beside the name of a mistake: of independent answers 85 of 88
CLAIMS = re.compile(
    r"number$|lost$|follows on odd[01]$|follows on fine odd([012]|2 before)$"
    r"|follows on fine by result odd([01]|0 2 lines)$|follows off fine odd\d( before)?$"
    r"|follows off fine by result odd([0-3]|[0-2] before)$"
    r"|follows (off|on) fine odd[01]( before)? 2 lines$|other (off|on) fine odd[0-2]$")
SURE = re.compile(r"number$|follows off fine odd[01]$|follows off fine by result odd0$"
                  r"|other off fine odd1$")
UNTOLD = complex, np.complexfloating, types.GeneratorType  # kinds of values not compared
LOOKED_AT = int, np.integer, np.bool_
RUN = 0.05  # seconds that one run of the function may take


@dataclass
class Place:
    """What was found: ``node`` (or None), the evidence, what belongs there, a second node."""

    node: object = None
    how: str = ""
    instead: int | None = None  # its number in `Among.all`
    other: object = None  # a second place that repairs as well


class Search:
    """What is known of one wrong function: its values, which are on a way, which repair it.

    Parameters
    ----------
    program : Program
    calls : dict
        Case number to `Case`, failing ones first.
    right : callable
        ``right(c, value)``: whether a value is the result of case c.
    among : Among
        The ways' values on these cases.
    seconds : float
        For the search.
    """

    def __init__(self, program, calls, right, among, seconds):
        self.start = time.process_time()
        self.end = self.start + seconds
        self.program, self.calls, self.right, self.among = program, calls, right, among
        self.nodes, self.cases = program.nodes, list(calls)
        self.tried, self._followers, self.runs = {}, {}, 0
        self._over, self._ask = False, 0
        self.early = {}  # repair -> whether something before it is still on no way
        self._observe()

    def _observe(self):
        self.local, self.kinds, self.errors, self.values = {}, {}, {}, {}
        for c, case in self.calls.items():
            recorder = Recorder(min(self.end, time.process_time() + RUN))
            value, error = self.program.run(case.args, case.kwargs, recorder)
            self.errors[c], self.values[c] = error, value
            self.kinds.update(recorder.kinds)
            for k, turns in recorder.turns.items():
                self.local.setdefault(k, Seen()).put(c, turns)
        self.local = {k: s for k, s in self.local.items() if s.turns}
        self.match = {k: self.among.matches(s) for k, s in self.local.items()}
        constant = {n.k for n in self.nodes if n.kind == "Constant"}
        self.on = {k for k, m in self.match.items() if m or k in constant}
        self.plain = {k for k in self.on if k in constant or _plain(
            self.local[k].vector([c for c in self.cases if c in self.local[k].flat]))}
        raised = {n.k for n in self.nodes if n.k not in self.local and any(
            c in self.local for c in n.children) and any(self.errors.values())}
        self.off = set(self.local) - self.on | raised
        self.users = {n.k: [] for n in self.nodes}
        for n in self.nodes:
            for source in {*n.children, *n.sources}:
                self.users[source].append(n.k)
        self._fine = self._all_fine()
        bad = [c for c in self.cases if self.errors[c] or not self.right(c, self.values[c])]
        self.order = [*bad, *(c for c in self.cases if c not in bad)]
        self.judged = c = max(bad or self.order, key=lambda c: self.calls[c].size)
        self.explained = self._explained({n: s for n, s in self.local.items() if c in s.flat}, c)
        idle, self._usual = self._idle_lines()
        self.vain = {self.program.statements[s].roots[0] for s in idle - self._usual}

    def _idle_lines(self):
        """Statements that only name a value anew, and those of them that right answers have too.

        ``e = d``, ``e = d / 1``: no oftener than a right answer does.
        """
        same = {}  # the value's numbers -> statements
        for k, n in named(self.program):
            if k in self.on and (k == n or k not in self.plain and self._equal(k, n)):
                same.setdefault(self.match[k], []).append(self.nodes[k].statement)
        usual = {s for m, found in same.items() for s in found[:self.among.idle(m)]}
        return {s for found in same.values() for s in found}, usual

    def turns(self, k, c):
        """The values of a place on case c, turn by turn; none where it did not run."""
        return self.local[k].turns.get(c, []) if k in self.local else []

    def _equal(self, k, n):
        """Whether two places have the same values, of the same shape, wherever the first ran."""
        return all(len(a) == len(b := self.turns(n, c)) and np.shape(a[0]) == np.shape(b[0])
                   and bool(near(self.local[n].flat[c], self.local[k].flat[c]))
                   for c, a in self.local[k].turns.items())

    def _all_fine(self):
        """Places on a way, or without a value that tells (0, 1, text) and made of such."""
        told = self.on - self.plain
        untold = {k for k, kind in self.kinds.items() if issubclass(kind, UNTOLD)}
        return {n.k for n in self.nodes} - _walk(
            self.off | untold, lambda k: [u for u in self.users[k] if u not in told])

    def statement_fine(self, k):
        """Whether all that comes into its statement is right, below this place."""
        node = self.nodes[k]
        return all(s in self._fine or s in node.children and self.statement_fine(s)
                   for s in node.sources)

    def spent(self):
        if self.runs >= self._ask:  # to ask the time is slow
            self._over, self._ask = time.process_time() > self.end, self.runs + 8
        return self._over

    # does it repair? --------------------------------------------------------------------------
    def works(self, k, c, values):
        """Whether case c comes out right with these values, turn by turn, in a node's place."""
        self.runs += 1
        case = self.calls[c]
        swap = Swapper(k, values, self.end, RUN)
        try:
            value, error = self.program.run(case.args, case.kwargs, swap)
        except probes.OutOfTime:
            return False
        return error is None and self.right(c, value)

    def repairs_with(self, k, i):
        """Whether value i of the ways makes all cases right in a node's place."""
        if (k, i) not in self.tried:
            s, c = self.among.all[i], self.order[0]
            mine = self.turns(k, c)
            if mine and np.shape(mine[0]) == np.shape(s.turns[c][0]) and self._same(
                    self.local[k], s, c):
                self.tried[k, i] = False  # changes nothing
            else:
                self.tried[k, i] = all(self._fitting(k, s, c) is not None for c in self.order)
        return self.tried[k, i]

    def _fitting(self, k, s, c):
        """The values of s, in the form in which they make case c right in a node's place."""
        mine = self.turns(k, c)
        found = ([self._as_mine(k, v) for v in values]
                 for values in fits(s.turns[c], mine, max(len(mine), 1)))
        return next((values for values in found if self.works(k, c, values)), None)

    def _as_mine(self, k, v):
        kind = self.kinds.get(k)
        if kind is list and isinstance(v, np.ndarray):
            return v.tolist()
        if isinstance(v, np.generic) and v.dtype.kind in "ib":
            return v.item()
        return v.copy() if isinstance(v, np.ndarray) else v

    @staticmethod
    def _same(a, b, c):
        return c in a.flat and c in b.flat and a.flat[c].shape == b.flat[c].shape and bool(
            near(a.flat[c], b.flat[c]))

    def followers(self, k):
        """Values that some way makes of what the student has there, or of the value itself."""
        if k not in self._followers:
            mine = [self._made_of(self.match[c]) for c in self.nodes[k].children
                    if c in self.on and c not in self.plain]
            own = self._made_of(self.match[k]) if k in self.on and k not in self.plain else set()
            sure = self.among.alike(own | (set.intersection(*mine) if mine else set()))
            self._followers[k] = sure, self.among.alike(set().union(*mine)) - sure
        return self._followers[k]

    def _made_of(self, numbers):
        return set().union(*(self.among.makers.get(i, ()) for i in numbers))

    def other_numbers(self):
        """Numbers in the text that, one of them changed, make all cases right."""
        for n in self.nodes:
            if n.kind == "Constant" and not self.spent():
                now = n.value
                others = [not now] if isinstance(now, bool) else sorted(
                    {0, 1, -1, 2, now + 1, now - 1, -now} - {now}, key=abs)
                if any(all(self.works(n.k, c, [other] * probes.TURNS) for c in self.order)
                       for other in others):
                    yield n

    # the place ---------------------------------------------------------------------------------
    def _lost(self):
        """Lines that compute a value and drop it: ``z - z.max()``, ``np.clip(x, 0, 1)``.

        A count or a yes or no (``len(z)``) is only looked at.
        """
        lost = []
        for s in self.program.statements:
            k = s.roots[-1] if s.kind == "Expr" and s.roots else None
            if k not in self.local or s.changes or issubclass(self.kinds.get(k, float), LOOKED_AT):
                continue
            if self.nodes[k].kind in ("Call", "BinOp", "IfExp", "Tuple") and not any(
                    self._equal(k, n) for n in self._within(k) - {k} if n in self.local):
                lost.append(k)
        return lost

    def place(self):
        """The `Place`, with evidence that `CLAIMS` may hold or not."""
        lost = self._lost()
        if len(lost) == 1:
            return Place(self.nodes[lost[0]], "lost")
        reach = self._reach()
        frontier = [k for k in sorted(reach & self.off) if self._fine.issuperset(
            self.nodes[k].sources)]
        first = [k for k in range(len(self.nodes)) if self._may_hold(k)]
        doubtful = [k for k in first if k in self.vain or self._doubtful(k)]
        found = self._followed_repairs(doubtful)
        if not any(self.statement_fine(k) for k, _ in found):
            found += self._followed_repairs(k for k in first if k not in doubtful)
        found += [(k, i) for k in first if self.nodes[k].kind == "Constant" and k in self.local
                  for i in self._candidates(k) if self.repairs_with(k, i)]
        found = list(dict.fromkeys(self._where_written(k, i) for k, i in found))
        kind = "follows"
        if not found:
            numbers = list(self.other_numbers())
            if numbers and not self.spent() and len({n.statement for n in numbers}) == 1:
                return Place(numbers[0], "number" + " by luck" * self._yes_or_no())
            kind = "other"
            for k in dict.fromkeys([*sorted(self.vain), *frontier, *sorted(reach), *first]):
                if not self._may_hold(k):
                    continue
                i = self._first_repair(k)
                if i is not None:
                    found.append((k, i))
                    if k in frontier:
                        break
        if found and not any(self.statement_fine(k) for k, _ in found):
            below = set().union(*(self.ancestors(k) for k, _ in found)) & self.off
            deeper = [(k, i) for k in sorted(below) if self._may_hold(k) and self.statement_fine(k)
                      for i in [self._first_repair(k)] if i is not None]
            found, kind = (deeper, "other") if deeper else (found, kind)
        if found:
            return self._best(found, kind)
        if frontier and not self.spent():  # no claim
            return Place(self.nodes[frontier[0]], "leaves")
        return Place()

    def _followed_repairs(self, nodes):
        return [(k, i) for k in nodes for some in self.followers(k) for i in sorted(some)
                if not self.spent() and self.repairs_with(k, i)]

    def _doubtful(self, k):
        """Whether it is off, or what is made of it is: else another value would spoil a step."""
        known = self.explained.get  # None for a name, a copy, a conversion
        used = _walk([k], lambda n: self.users[n] if n == k or known(n) is None else ())
        return any(known(n) is False or n in self.off or not self.users[n] for n in used)

    def _where_written(self, k, i):
        """A name that is only handed back (``return o``) stands for the line that wrote it."""
        n = self.nodes[k]
        statement = self.program.statements[n.statement]
        reads = [m for m in self.nodes if m.kind == "Name" and m.name == n.name]
        if n.kind != "Name" or len(n.sources) != 1 or len(reads) != 1 or (
                statement.kind != "Return"):
            return k, i
        bare = {*statement.roots, *(c for r in statement.roots if self.nodes[r].kind == "Tuple"
                                    for c in self.nodes[r].children)}
        w = n.sources[0]
        return (w, i) if k in bare and self.repairs_with(w, i) else (k, i)

    def _may_hold(self, k):
        n = self.nodes[k]
        if n.kind == "Constant":
            return self._is_a_line(k)
        return not (n.given and k in self.off or n.kind == "after" and k not in self.local)

    def _is_a_line(self, k):
        """Whether it is all that an assignment assigns: the 2 of ``u = 2``."""
        statement = self.nodes[k].statement
        return self._root(statement) is self.nodes[k] and not any(
            set(s.names) & set(self.program.statements[statement].names)  # where a sum begins
            for n, s in enumerate(self.program.statements) if n != statement)

    def _first_repair(self, k):
        return next((i for i in self._candidates(k) if self.repairs_with(k, i)), None)

    def _candidates(self, k):
        """What may belong there, the likeliest first: values of the same shape."""
        c = self.order[0]
        mine = self.turns(k, c)
        shape = np.shape(mine[0]) if mine else None
        same = [i for i in self.among.distinct
                if shape == np.shape(self.among.all[i].turns[c][0])]
        for i in (*same, *(i for i in self.among.distinct if i not in set(same))):
            if self.spent():
                return
            yield i

    def _best(self, found, kind):
        """The repair after which the least of the function is off any way."""
        found = [(k, i) for k, i in found if self.statement_fine(k)] or found
        scores = {}
        for k, i in found:
            if self.spent():
                return Place()
            scores[k, i] = self._oddities(k, i)
        best = min(scores.values())
        close = {}  # statement -> its places; a difference of 1 decides nothing
        for n, j in sorted(found, key=scores.get):
            if scores[n, j] <= best + (3 if n in self.vain else 1):
                close.setdefault(self.nodes[n].statement, []).append((n, j))
        close = self._likelier(close, scores)
        k, i = min((place for places in close.values() for place in places), key=scores.get)
        k, i = self._whole_part(k, i, close[self.nodes[k].statement], scores)
        how = kind + (" off" if k in self.off else " on")
        how += " fine" if self.statement_fine(k) else ""
        how += self._by_result(k, i) + f" odd{min(best, 3)}"
        how += " before" if self.early.get((k, i)) else ""
        how += " of parts" if best > 1 and self._returns_parts(k) else ""
        how += " of a list" if k in self.on and self._raises_on_a_list(k) else ""
        how += " untold" if issubclass(self.kinds.get(k, int), UNTOLD) else ""
        how += " in part" if self._right_in_part(k, i) else ""
        if len(close) == 1:
            return Place(self.nodes[k], how, i)
        other = min((places[0] for s, places in close.items() if s != self.nodes[k].statement),
                    key=scores.get)[0]
        return Place(self.nodes[k], f"{how} {len(close)} lines", i, self.nodes[other])

    def _returns_parts(self, k):
        """Whether it is all that is returned, in parts: any of them may be what is wrong."""
        return k in self.program.returns and self.nodes[k].kind in ("Tuple", "List")

    def _raises_on_a_list(self, k):
        """Whether a list goes in and there is an error: then the list may be what is wrong."""
        raises = any(e and not self.turns(k, c) for c, e in self.errors.items())
        return raises and any(self.kinds.get(n) in (list, tuple) for n in self._within(k) - {k})

    def _right_in_part(self, k, i):
        """Whether a function inside is right in some of its calls, and there are several.

        Then what the others hand to it is wrong.
        """
        c, s = self.judged, self.among.all[i]
        if not any(self.nodes[n].given and len(self.nodes[n].sources) > 1
                   for n in self._within(k)):
            return False
        mine = self.turns(k, c)
        values = self._fitting(k, s, c) or []
        same = {np.shape(a) == np.shape(b) and bool(near(flat([a]), flat([b])))
                for a, b in zip(mine, values, strict=False)}
        return len(same) == 2

    def _whole_part(self, k, i, places, scores):
        """The part of a line that holds all its places which repair as well as this one.

        Of ``1 * T``, where `T` might as well be ``0.9 * T``, the product.
        """
        best = scores[k, i]
        for n, j in sorted(places):
            if n == k or scores[n, j] > best:
                continue
            if k in self._within(n) and j == i:
                k = n
            elif k not in self._within(n) and n not in self._within(k):
                k, i = next(((m, x) for m, x in sorted(places)
                             if {k, n} <= self._within(m)), (k, i))
        return k, i

    def _within(self, k):
        """The places of the same statement that go into one, and it itself."""
        statement = self.nodes[k].statement
        return _walk([k], lambda n: [c for c in self.nodes[n].children
                                     if self.nodes[c].statement == statement])

    def _likelier(self, close, scores):
        """Of statements that repair equally the one that is likelier, if one is.

        A line that only gives a value another name (``e = d``) does nothing, so something is
        missing there. Of two others it is the earlier one, if what belongs there is a line of a
        right answer, and something later is off: the later line then does what it should.
        """
        usual = [s for s in close if s in self._usual]
        others = [s for s in close if s not in usual]
        if usual and others:
            if all(self._reads(n, usual) for s in others for n, _ in close[s]):
                return {s: close[s] for s in (*usual, *others)}
            close = {s: close[s] for s in others}
        renaming = [s for s in close if self._renames(s) and not self._hands_back(s, close)]
        if len(renaming) == 1:
            return {renaming[0]: close[renaming[0]]}
        if len(close) < 2:
            return close
        first, *later = sorted(close)
        whole = {s: any(i in self.among.whole for _, i in places) for s, places in close.items()}
        if not self._takes_over(first) and any(
                k in self.off for s in later for k, _ in close[s]) and any(
                i in self.among.whole and k in self.program.statements[first].roots
                for k, i in close[first]):
            return {first: close[first]}
        if len(later) == 1 and whole[later[0]] and not whole[first] and (
                scores[close[later[0]][0]] < scores[close[first][0]]):
            return {later[0]: close[later[0]]}
        return close

    def _reads(self, k, statements):
        """Whether a place is a variable that one of these statements wrote."""
        node = self.nodes[k]
        return node.kind == "Name" and k not in self.vain and any(
            self.nodes[n].statement in statements for n in node.sources)

    def _root(self, statement):
        """The one outermost place of an assignment, or None."""
        s = self.program.statements[statement]
        return self.nodes[s.roots[0]] if s.kind == "Assign" and len(s.roots) == 1 else None

    def _renames(self, statement):
        """Whether it gives what was computed before another name: ``e = d``."""
        root = self._root(statement)
        return root is not None and (
            self._is_a_line(root.k) if root.kind == "Constant" else
            root.k in self.vain)

    def _hands_back(self, statement, close):
        """Whether it only names a result (``o = w``) that may be wrong where it is made."""
        s, root = self.program.statements[statement], self._root(statement)
        used = {n.statement for n in self.nodes if n.kind == "Name" and n.name in s.names}
        return all(self.program.statements[u].kind == "Return" for u in used) and any(
            self.nodes[k].statement in close for k in root.sources)

    def _takes_over(self, statement):
        """Whether it makes an array of an argument: ``x = np.asarray(x, float)``."""
        root = self._root(statement)
        return root is not None and root.kind == "Call" and not self.among.inputs.isdisjoint(
            self.match.get(root.k, ()))

    def _oddities(self, k, i):
        """How many places no way explains once value i stands in a node's place."""
        c, s = self.judged, self.among.all[i]
        case = self.calls[c]
        values = self._fitting(k, s, c)
        if values is None:
            return 99
        recorder = Recorder(self.end, Swapper(k, values, self.end, RUN))
        try:
            self.program.run(case.args, case.kwargs, recorder)
        except probes.OutOfTime:
            return 99
        seen = {n: x for n, turns in recorder.turns.items() if (x := Seen().put(c, turns)).turns}
        after = self._explained(seen, c)
        odd = {n for n, ok in after.items() if not ok and n != k}
        here = {n.k for n in self.nodes if n.statement == self.nodes[k].statement}
        self.early[k, i] = bool(odd & set().union(*map(self.ancestors, here)) - here)
        moved = sum(ok and n in seen and n not in self.plain and not self._same(
            self.local[n], seen[n], c) for n, ok in self.explained.items())
        return len(odd) + moved + (i not in self.followers(k)[0]) + 2 * self._swallowed(k, seen, c)

    def _swallowed(self, k, seen, c):
        """Whether a later step leaves the new value as it is, but not the student's.

        Like the floor of a whole number: then that step may be the wrong one.
        """
        if k not in seen or k not in self.local or c not in self.local[k].flat:
            return False
        return any(
            n != k and n in self.local and c in self.local[n].flat and self._same(x, seen[k], c)
            and not self._same(self.local[n], self.local[k], c) and not _plain(x.flat[c])
            and k in self.ancestors(n) for n, x in seen.items())

    def _explained(self, seen, c):
        """Place -> whether a way makes its value, and of just these operands, on case c."""
        match = {n: self.among.matches(x, (c,)) for n, x in seen.items()}
        plain = {n for n, x in seen.items() if _plain(x.flat[c])}
        told = {}
        for n in seen:
            node = self.nodes[n]
            if node.kind not in ("Constant", "Name", "after"):
                mine = [match[x] for x in node.children if x in match and x not in plain]
                if any(x in seen and self._same(seen[n], seen[x], c) for x in node.children):
                    continue  # a copy, a conversion
                told[n] = bool(match[n]) and (not mine or n in plain or any(
                    x in match[n] for x in set.intersection(*map(self._made_of, mine))))
        return told

    def _reach(self):
        """Nodes that the result depends on through nodes that are not on a way."""
        on = self.on - self.plain
        return _walk(self.program.returns, lambda k: () if k in on else self.nodes[k].sources) - on

    def _by_result(self, k, i):
        last = k in self.program.returns and self.nodes[k].kind not in ("Name", "after")
        if last or not self._is_the_result(i):
            return ""
        plain = any(n.k in self.plain and n.kind == "Name" for n in self.nodes
                    if n.statement == self.nodes[k].statement)
        return " by result" + " of plain values" * plain  # 0 or 1 says little of an operand

    def _yes_or_no(self):
        """Whether results are True or False: many a change makes such come out right."""
        return all(self.right(c, True) or self.right(c, False) for c in self.cases)

    def _is_the_result(self, i):
        """Whether a value is the result itself: that putting it in repairs proves little."""
        s = self.among.all[i]
        return all(len(s.turns[c]) == 1 and self.right(c, s.turns[c][0]) for c in self.cases)

    def ancestors(self, k):
        return _walk(self.nodes[k].sources, lambda n: self.nodes[n].sources)


def _walk(start, onward):
    """All that is reached from some places, where ``onward(place)`` are the next ones."""
    todo, seen = list(start), set()
    while todo:
        k = todo.pop()
        if k not in seen:
            seen.add(k)
            todo += onward(k)
    return seen


def _plain(v):
    """Whether a vector holds only zeros, or only ones: such values match by chance."""
    return v.size == 0 or bool((np.abs(v) <= NEAR[1]).all() or (v == 1).all())


def fits(way, mine, turns):
    """Values to put in a node's place, turn by turn: candidates as lists."""
    if len(way) == turns:
        yield way
        if turns == 1 and mine and np.size(mine[0]) == np.size(way[0]) and (
                np.shape(mine[0]) != np.shape(way[0])):
            yield [np.reshape(way[0], np.shape(mine[0]))]
        if turns == 1 and np.ndim(way[0]) == 2 and min(np.shape(way[0])) > 1:
            yield [np.transpose(way[0])]
        return
    if len(way) == 1 and np.ndim(way[0]) >= 1 and len(way[0]) == turns:
        yield list(np.asarray(way[0]))
    elif len(way) == 1 and np.size(way[0]) == turns:
        yield list(np.ravel(way[0]))
    elif turns == 1 and mine and sum(map(np.size, way)) == np.size(mine[0]) > 1:
        yield [flat(way).reshape(np.shape(mine[0]))]
