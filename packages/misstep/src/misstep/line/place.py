"""The place where a wrong function leaves the right answers, with a proof: a repair.

Two questions are asked of each place of the function: is its value right, and do all cases come out
right once a reference's value stands in its place? A place that repairs, and whose operands are
right, has everything right before and after it. `CLAIMS` says which evidence is told.
"""

import collections
import re
from dataclasses import dataclass

import numpy as np

from misstep.line import probes
from misstep.line.observed import LOOKED_AT, equal_on, is_trivial, walk
from misstep.line.references import flat, near

UNWRITTEN = re.compile(r"\bempty(_like)?\(")


@dataclass(frozen=True)
class Evidence:
    """What speaks for a place.

    ``kind`` is "lost" (nothing keeps its value), "number" (another number in the text makes all
    right), "follows" (so does what a reference makes of the operands there) or "other" (so does
    some value of a reference). The rest is known of the last two.
    """

    kind: str
    step: bool = False  # the values of its line are in right answers, so the line isn't blamed
    off: bool = False  # its own value is in no right answer
    fine: bool = False  # all that comes into its statement is right
    result: bool = False  # what repairs it is the result itself
    odd: int = 0  # places that no reference explains after the repair; 3 for more
    early: bool = False  # some of them stand before it
    lines: int = 1  # that would do equally well
    doubt: str = ""  # a reason not to tell it

    def claim(self):
        """The row of `CLAIMS` that speaks of it; None if it is not told."""
        signs = self.kind, self.off, self.fine, self.result, self.lines
        return next((row for row in CLAIMS if not self.doubt and signs == row[:5] and (
            self.odd in (row.if_early if self.early else row.if_not))), None)


# Fields of evidence that is told; the values that ``odd`` may have if nothing odd stands before the
# place, and if something does; whether it is told even beside the name of a mistake; how often it
# was the faulty line, of how often it was told: of 490 wrong answers whose line is known, every
# sixth of tests/exercises/independent and four `faulty` ones of each exercise
# (scripts/line_claims.py). In all 359 of 373; what was never right is not here,
# nor is a changed number of the text, 6 of 7.
Claim = collections.namedtuple(
    "Claim", "kind off fine result lines if_not if_early sure right times")
CLAIMS = (
    Claim("lost",    False, False, False, 1, (0,),      (),           False,    0,   0),
    Claim("follows", True,  True,  False, 1, (0, 1),    (),           True,  158, 164),
    Claim("follows", True,  True,  False, 1, (2, 3),    (0, 1, 2, 3), False,   10,  10),
    Claim("follows", True,  True,  False, 2, (0, 1),    (0, 1),       False,    1,   1),
    Claim("follows", True,  True,  True,  1, (0,),      (),           True,   19,  19),
    Claim("follows", False, True,  False, 1, (0, 1, 2), (2,),         False,  131, 136),
    Claim("follows", False, True,  False, 2, (0, 1),    (0, 1),       False,   10,  10),
    Claim("follows", False, True,  True,  1, (0, 1),    (),           False,    9,  12),
    Claim("follows", False, True,  True,  2, (0,),      (),           False,    4,   4),
    Claim("follows", False, False, False, 1, (0, 1),    (),           False,    0,   0),
    Claim("other",   True,  True,  False, 1, (1,),      (),           True,   11,  11),
    Claim("other",   False, True,  False, 1, (0, 1, 2), (),           False,    6,   6),
)


@dataclass(frozen=True)
class Place:
    """What was found: a node, the evidence, what belongs there, a second node that would do."""

    node: object
    evidence: Evidence
    instead: int | None = None  # its number in `Candidates.all`
    other: object = None


def find(seen):
    """The `Place` where an `Observed` answer leaves the right answers, or None."""
    lost = lost_values(seen)
    if len(lost) == 1:
        return Place(lost[0], Evidence("lost"))
    places = [n.k for n in seen.nodes if may_hold(seen, n)]
    kind, found = "follows", following_repairs(seen, places)
    if not found:
        numbers = other_numbers(seen)
        if numbers and not seen.allowance.is_spent() and len({n.statement for n in numbers}) == 1:
            by_luck = all(seen.right(c, True) or seen.right(c, False) for c in seen.cases)
            return Place(numbers[0], Evidence("number", seen.is_step(numbers[0].statement),
                                              doubt="yes or no" if by_luck else ""))
        kind, found = "other", other_repairs(seen, places)
    if found and not fine_ones(seen, found):
        below = set().union(*(seen.ancestors(k) for k, _ in found)) & seen.off
        deeper = first_repairs(seen, [k for k in sorted(below)
                                      if k in places and seen.statement_fine(k)])
        kind, found = ("other", deeper) if deeper else (kind, found)
    return best_place(seen, kind, found) if found else None


# --- places and what repairs them: (number of the node, number of the value) --------------------


def lost_values(seen):
    """Nodes of lines that compute a value and drop it: ``z - z.max()``, ``np.clip(x, 0, 1)``.

    A count or a yes or no (``len(z)``) is only looked at.
    """
    lost = []
    for s in seen.program.statements:
        k = s.roots[-1] if s.kind == "Expr" and s.roots else None
        if k in seen.values and not s.changes and not issubclass(
                seen.kinds.get(k, float), LOOKED_AT) and (
                seen.nodes[k].kind in ("Call", "BinOp", "IfExp", "Tuple")) and not any(
                seen.equal(k, n) for n in seen.within(k) - {k} if n in seen.values):
            lost.append(seen.nodes[k])
    return lost


def may_hold(seen, node):
    """Whether a node may be the place at all."""
    if node.kind == "Constant":
        return is_a_line(seen, node)
    return not (node.given and node.k in seen.off
                or node.kind == "after" and node.k not in seen.values)


def is_a_line(seen, node):
    """Whether it is all that an assignment assigns: the 2 of ``u = 2``."""
    statements = seen.program.statements
    mine = statements[node.statement]
    return root_of(seen, node.statement) is node and not any(
        s is not mine and set(s.names) & set(mine.names) for s in statements)  # where a sum begins


def root_of(seen, statement):
    """The one outermost node of an assignment, or None."""
    s = seen.program.statements[statement]
    return seen.nodes[s.roots[0]] if s.kind == "Assign" and len(s.roots) == 1 else None


def following_repairs(seen, places):
    """Repairs by what a reference makes of the operands of a place, and of lines of a number."""
    doubtful = [k for k in places if k in seen.vain or is_doubtful(seen, k)]
    found = repairs_by_followers(seen, doubtful)
    if not fine_ones(seen, found):
        found += repairs_by_followers(seen, [k for k in places if k not in doubtful])
    found += [(k, i) for k in places if seen.nodes[k].kind == "Constant" and k in seen.values
              for i in seen.candidates(k) if seen.repairs_with(k, i)]
    return list(dict.fromkeys(where_written(seen, k, i) for k, i in found))


def repairs_by_followers(seen, places):
    """Repairs by what a reference makes of what stands in a place."""
    return [(k, i) for k in places for some in seen.followers(k) for i in sorted(some)
            if seen.repairs_with(k, i)]


def is_doubtful(seen, k):
    """Whether it is off, or what is made of it is: else another value would spoil a step."""
    known = seen.explained_now.get  # None for a name, a copy, a conversion
    used = walk([k], lambda n: seen.users[n] if n == k or known(n) is None else ())
    return any(known(n) is False or n in seen.off or not seen.users[n] for n in used)


def where_written(seen, k, i):
    """A name that is only handed back (``return o``) stands for the line that wrote it."""
    node = seen.nodes[k]
    statement = seen.program.statements[node.statement]
    reads = [n for n in seen.nodes if n.kind == "Name" and n.name == node.name]
    if node.kind != "Name" or len(node.sources) != 1 or len(reads) != 1 or (
            statement.kind != "Return"):
        return k, i
    bare = {*statement.roots, *(c for r in statement.roots if seen.nodes[r].kind == "Tuple"
                                for c in seen.nodes[r].children)}
    written = node.sources[0]
    return (written, i) if k in bare and seen.repairs_with(written, i) else (k, i)


def other_repairs(seen, places):
    """Repairs by any value: of idle lines, of where the result goes wrong, of all else.

    Ends at the first node that is off while all that it is made of is right.
    """
    telling = seen.on - seen.trivial
    reach = walk(seen.program.returns,
                 lambda k: () if k in telling else seen.nodes[k].sources) - telling
    first_off = [k for k in sorted(reach & seen.off) if seen.fine.issuperset(seen.nodes[k].sources)]
    order = dict.fromkeys([*sorted(seen.vain), *first_off, *sorted(reach), *places])
    return first_repairs(seen, [k for k in order if k in places], first_off)


def first_repairs(seen, places, last=()):
    """Of each place that some value repairs the likeliest one; none after one of ``last``."""
    found = []
    for k in places:
        i = next((i for i in seen.candidates(k) if seen.repairs_with(k, i)), None)
        if i is not None:
            found.append((k, i))
            if k in last:
                break
    return found


def fine_ones(seen, found):
    """The repairs of places with all right that comes into their statement."""
    return [(k, i) for k, i in found if seen.statement_fine(k)]


def other_numbers(seen):
    """Numbers in the text that, one of them changed, make all cases right."""
    found = []
    for n in seen.nodes:
        if n.kind == "Constant" and not seen.allowance.is_spent():
            now = n.value
            others = [not now] if isinstance(now, bool) else sorted(
                {0, 1, -1, 2, now + 1, now - 1, -now} - {now}, key=abs)
            if any(all(seen.works(n.k, c, [other] * probes.TURNS) for c in seen.cases)
                   for other in others):
                found.append(n)
    return found


# --- the best of several, and what speaks for it ------------------------------------------------


def best_place(seen, kind, found):
    """The repair after which the least of the function is in no right answer; None without work."""
    found = fine_ones(seen, found) or found
    odd, early = {}, {}
    for k, i in found:
        if seen.allowance.is_spent():
            return None
        odd[k, i], early[k, i] = oddities(seen, k, i)
    least = min(odd.values())
    close = {}  # statement -> its places; a difference of 1 decides nothing
    for k, i in sorted(found, key=odd.get):
        if odd[k, i] <= least + (3 if k in seen.vain else 1):
            close.setdefault(seen.nodes[k].statement, []).append((k, i))
    close = likelier(seen, close, odd)
    k, i = min((repair for repairs in close.values() for repair in repairs), key=odd.get)
    statement = seen.nodes[k].statement
    k, i = whole_part(seen, k, i, close[statement], odd)
    last = k in seen.program.returns and seen.nodes[k].kind not in ("Name", "after")
    by_result = not last and seen.is_the_result(i)
    evidence = Evidence(
        kind, any(map(seen.is_step, close)), k in seen.off, seen.statement_fine(k), by_result,
        min(least, 3), early[k, i], len(close), doubt(seen, k, i, least, by_result))
    others = [repairs[0] for s, repairs in close.items() if s != statement]
    return Place(seen.nodes[k], evidence, i,
                 seen.nodes[min(others, key=odd.get)[0]] if others else None)


def oddities(seen, k, i):
    """(how many places no reference explains once value i stands in k, whether any is before)."""
    values, c = seen.repaired(k, i), seen.judged
    if values is None:
        return 99, False
    odd = {n for n, ok in seen.explained(values, c).items() if not ok and n != k}
    here = {n.k for n in seen.nodes if n.statement == seen.nodes[k].statement}
    early = odd & set().union(*map(seen.ancestors, here)) - here
    moved = sum(ok and n in values and n not in seen.trivial and not equal_on(
        seen.values[n], values[n], c) for n, ok in seen.explained_now.items())
    unmade = i not in seen.followers(k)[0]
    return len(odd) + moved + unmade + 2 * swallowed(seen, k, values), bool(early)


def swallowed(seen, k, values):
    """Whether a later step leaves the new value as it is, but not the student's.

    Like the floor of a whole number: then that step may be the wrong one.
    """
    c, now = seen.judged, seen.values
    if k not in values or k not in now or c not in now[k].flat:
        return False
    return any(
        n != k and n in now and c in now[n].flat and equal_on(s, values[k], c)
        and not equal_on(now[n], now[k], c) and not is_trivial(s.flat[c])
        and k in seen.ancestors(n) for n, s in values.items())


def whole_part(seen, k, i, repairs, odd):
    """The part of a line that holds all its places which repair as well as this one.

    Of ``1 * T``, where `T` might as well be ``0.9 * T``, the product.
    """
    best = odd[k, i]
    for n, j in sorted(repairs):
        if n == k or odd[n, j] > best:
            continue
        if k in seen.within(n) and j == i:
            k = n
        elif k not in seen.within(n) and n not in seen.within(k):
            k, i = next(((m, x) for m, x in sorted(repairs) if {k, n} <= seen.within(m)), (k, i))
    return k, i


def doubt(seen, k, i, least, by_result):
    """Why a place is not told whatever speaks for it; "" for no reason."""
    node, inside, c = seen.nodes[k], seen.within(k), seen.judged
    if seen.program.statements[node.statement].kind == "after":
        return "what all turns of a loop compute together"
    if seen.kinds.get(k) is int and len(seen.turns(k, c)) == 1 and np.size(
            seen.pool.all[i].turns[c][0]) > 1:
        return "a count, in the place of an array"
    if by_result and any(n.k in seen.trivial and n.kind == "Name" for n in seen.nodes
                         if n.statement == node.statement):
        return "operands of 0 or 1, which say little"
    if least > 1 and k in seen.program.returns and node.kind in ("Tuple", "List"):
        return "any of the parts that are returned"
    if k in seen.on and any(seen.kinds.get(n) in (list, tuple) for n in inside - {k}) and any(
            error and not seen.turns(k, case) for case, error in seen.errors.items()):
        return "a list goes in, and it raises"
    if seen.is_untold(k):
        return "values of a kind that is not compared"
    if UNWRITTEN.search(seen.program.text(node)):
        return "memory that nothing has written yet"
    if any(goes_elsewhere(seen, n) for n in inside):
        return "the caller of a function that may be wrong itself"
    if any(seen.nodes[n].given and len(seen.nodes[n].sources) > 1 for n in inside):
        right = {np.shape(a) == np.shape(b) and bool(near(flat([a]), flat([b])))
                 for a, b in zip(seen.turns(k, c), seen.fitting(k, i, c) or [], strict=False)}
        if len(right) == 2:
            return "a function inside, right in some of its calls"
    return ""


def goes_elsewhere(seen, k):
    """Whether a place calls a function of the student's, inside or outside, that gives no step."""
    node = seen.nodes[k]
    within = [c for c in node.children if seen.nodes[c].statement != node.statement]
    return node.kind == "Call" and k in seen.off and (
        node.name in seen.program.own or not seen.off.isdisjoint(within))


# --- of statements that repair equally the likelier one -----------------------------------------


def likelier(seen, close, odd):
    """Of statements that repair equally the one that is likelier, if one is.

    A line that only gives a value another name (``e = d``) does nothing, so something is
    missing there. Of two others it is the earlier one, if what belongs there is a line of a
    right answer, and something later is off: the later line then does what it should.
    """
    usual = [s for s in close if s in seen.usual]
    others = [s for s in close if s not in usual]
    if usual and others:
        if all(reads(seen, k, usual) for s in others for k, _ in close[s]):
            return {s: close[s] for s in (*usual, *others)}
        close = {s: close[s] for s in others}
    renaming = [s for s in close if renames(seen, s) and not hands_back(seen, s, close)]
    if len(renaming) == 1:
        return {renaming[0]: close[renaming[0]]}
    if len(close) < 2:
        return close
    whole, off = seen.pool.whole, seen.off
    first, *later = sorted(close)
    if not takes_over(seen, first) and any(
            k in off for s in later for k, _ in close[s]) and any(
            i in whole and k in seen.program.statements[first].roots for k, i in close[first]):
        return {first: close[first]}
    if len(later) == 1 and odd[close[later[0]][0]] < odd[close[first][0]] and any(
            i in whole for _, i in close[later[0]]) and not any(
            i in whole for _, i in close[first]):
        return {later[0]: close[later[0]]}
    return close


def reads(seen, k, statements):
    """Whether a place is a variable that one of these statements wrote."""
    node = seen.nodes[k]
    return node.kind == "Name" and k not in seen.vain and any(
        seen.nodes[n].statement in statements for n in node.sources)


def renames(seen, statement):
    """Whether it gives what was computed before another name: ``e = d``."""
    root = root_of(seen, statement)
    return root is not None and (
        is_a_line(seen, root) if root.kind == "Constant" else root.k in seen.vain)


def hands_back(seen, statement, close):
    """Whether it only names a result (``o = w``) that may be wrong where it is made."""
    statements, root = seen.program.statements, root_of(seen, statement)
    names = statements[statement].names
    used = {n.statement for n in seen.nodes if n.kind == "Name" and n.name in names}
    return all(statements[u].kind == "Return" for u in used) and any(
        seen.nodes[k].statement in close for k in root.sources)


def takes_over(seen, statement):
    """Whether it makes an array of an argument: ``x = np.asarray(x, float)``."""
    root = root_of(seen, statement)
    return root is not None and root.kind == "Call" and not seen.pool.inputs.isdisjoint(
        seen.match.get(root.k, ()))
