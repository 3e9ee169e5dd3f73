"""The first wrong line of a wrong answer: `first_line`, and how it is said.

The search (`place`) runs once the verdict is there, on a few cases, in a child process where there
is one; what comes back are plain words and numbers. None, and not a word, where nothing is sure or
the function cannot be followed.
"""

import os
import sys
import time
from dataclasses import dataclass

import numpy as np

from course_utils.exercises import naming, probes, repairs, sandbox, ways
from course_utils.exercises.answer import difference
from course_utils.exercises.compare import as_array, number
from course_utils.exercises.place import CLAIMS, SURE, Search
from course_utils.exercises.portable import portable, tidy
from course_utils.exercises.records import prepared, record
from course_utils.exercises.sandbox import fresh

# seconds of computing for the search, and those on the clock after which there is silence, whatever
# it does; WebAssembly takes about three times as long
SECONDS, LIMIT = (0.5, 0.8) if sys.platform == "emscripten" else (0.18, 0.28)
FOR_WAYS = 0.15  # of these, those that the course's own answers may take; the next check goes on
GRACE = 0.05  # seconds until the child is ended from outside
SLOW = 0.1  # seconds: a call that takes longer is not run again and again
FAILING, OTHERS = 3, 3  # cases that are looked at
SHOWN = 4  # numbers of a value that are shown
# of these mistakes the name says where, and no line of values
ELSEWHERE = ("in-place", "ignored-argument", "missing-return", "endless")
CODE, PART = 90, 50  # letters of a line that are shown, and of a part of it


@dataclass(frozen=True)
class FirstLine:
    """Where an answer leaves the way.

    ``line`` and ``code`` name the line, ``part`` the part of it ("" for all that it computes),
    ``yours`` its value; ``should`` is what it should be, where a step of a right solution has a
    name for it; ``other`` is a second line that would do as well; ``without`` is an operand there
    without which all is right; ``on`` says that the value is a right step, but not the one that
    belongs there; ``lost`` that nothing keeps it; ``sure`` that it may stand beside the name of a
    mistake. ``rows`` are the lines as `table` shows them.
    """

    line: int
    code: str
    part: str
    yours: str = ""
    should: str = ""
    other: int | None = None
    on: bool = False
    lost: bool = False
    without: str = ""
    sure: bool = False
    rows: tuple = ()

    def beside(self):
        """What is said beside the name of a mistake: the number of the line, if it is sure."""
        return f"Line {self.line}." if self.sure and len(self.rows) > 1 else ""

    def __str__(self):
        if self.other:
            first, second = sorted((self.line, self.other))
            return (f"Lines {first} and {second}: before them your values are those of a "
                    "right solution, and a change in one of the two makes all of it right.")
        told = f"Line {self.line} is where it goes wrong: `{self.code}`."
        if self.lost:
            return f"{told} What it computes goes nowhere: no name keeps it."
        if self.without:
            return f"{told} Without `{tidy(self.without, PART)}` it is right."
        part = f"`{tidy(self.part, PART)}`" if self.part else "Its value"
        if self.on:
            return (f"{told} {part} is a value of a right solution, but another one "
                    "belongs in its place, or a line is missing before it.")
        yours = f"{'has' if self.yours.startswith('shape') else 'is'} {self.yours}"
        if self.should:
            yours = f"; yours {yours}" if self.yours else ""
            return f"{told} {part} should be {self.should}{yours}."
        yours = f" Yours {yours}." if self.yours else ""
        if not self.part and self.code.startswith("return"):
            return f"{told} What goes into it is right.{yours}"
        there = f"for {part}" if self.part else "here"
        return f"{told} With another value {there} the rest of your function is right.{yours}"

    def table(self):
        """The lines of the function on one case: code, value, which step it is."""
        width = min(max((len(code) for _, code, *_ in self.rows), default=0), 48)
        return ["  ".join(filter(None, (
            f"  {line:3d}", f"{code:{width}}", value, step and f"← {step}", mark))).rstrip()
            for line, code, value, step, mark in self.rows]


def of(result):
    """The `FirstLine` of a `Result`, or None; a fault of ours must not cost the verdict."""
    found, name = None, result.misconception
    try:
        if result.failing:
            with naming.own_name(result.fn, result.id):
                found = first_line(result.id, result.fn, result.failing, result.shown,
                                   result.seconds)
    except (Exception, probes.OutOfTime):  # noqa: BLE001
        if os.environ.get("COURSE_STRICT"):  # set by the tests
            raise
    beside = found and name and found.beside() and not name.startswith(ELSEWHERE)
    return found if beside or not name else None


def first_line(id, fn, failing, shown, seconds):
    """The `FirstLine` of a wrong answer, or None.

    ``failing`` are the numbers of the cases that are wrong, ``shown`` is the one on the card,
    ``seconds`` what the slowest call took.
    """
    start = time.monotonic()
    if seconds > SLOW:
        return None
    try:
        probes.tree_of(fn)
    except probes.Unfollowed:
        return None
    cases = chosen(id, failing, shown)
    if not ways.ways(id).see(cases, start + FOR_WAYS):
        return None
    left = LIMIT - (time.monotonic() - start)
    seen = sandbox.observe(lambda: _found(id, fn, cases, shown), [((), {})],
                           call_limit=max(left, 0.01), grace=GRACE)
    found = seen[0].value if seen and not seen[0].error else None
    if not isinstance(found, dict):
        return None
    rows = tuple(tuple(row) for row in found.pop("rows"))
    return FirstLine(**found, rows=rows)


def chosen(id, failing, shown=None):
    """Numbers of the cases to look at: failing ones, the plainest first, then some others."""
    cases = prepared(id)[0]

    def rank(c):
        case = cases[c]
        return case.lists + case.extreme + case.integers, case.size < 4, case.size, c

    bad = sorted(failing, key=rank)[:FAILING]
    if shown is not None and shown not in bad:
        bad[-1] = shown
    good = sorted(set(range(len(cases))) - set(failing), key=rank)[:OTHERS]
    return bad + good


def _found(id, fn, cases, shown):
    """What is said of an answer, as plain values; None for nothing. Runs the student's code."""
    try:
        s = search(id, fn, cases)
        place = s.place()
    except (probes.Unfollowed, probes.OutOfTime):
        return None
    if place.node is None or not CLAIMS.match(place.how):
        return None
    node, program = place.node, s.program
    turns = s.turns(node.k, shown)
    whole = program.statements[node.statement].roots == [node.k]
    return {"line": node.line, "code": _code(program, node.line),
            "part": "" if whole else tidy(program.text(node), CODE),
            "yours": "" if node.kind == "Constant" else _value(turns),
            "should": _should(s, place, shown, turns), "other": place.other and place.other.line,
            "on": place.how.startswith("follows on"), "lost": place.how == "lost",
            "without": "" if place.how == "lost" or place.other else _without(fn, s, node),
            "sure": bool(SURE.match(place.how)), "rows": _rows(s, place, shown)}


def search(id, fn, cases, *, among_ways=None, seconds=SECONDS):
    """The `Search` of one wrong answer; raises `Unfollowed`."""
    program = probes.trace(fn)
    known = among_ways or ways.ways(id)
    with np.errstate(all="ignore"):
        return Search(program, {c: prepared(id)[0][c] for c in cases}, rightness(id),
                      ways.Among(known, cases), seconds)


def rightness(id):
    """``right(c, value)`` for the cases of an exercise; a clear no is quick."""
    r, (_, expected) = record(id), prepared(id)
    arrays = [as_array(e) for e in expected]

    def right(c, value):
        want = arrays[c]
        if want is not None and type(value) is np.ndarray and value.shape == want.shape and (
                value.dtype.kind in "fiub" and want.size):
            off = np.abs(value.astype(float) - want)
            far = 100 * (r.tolerance.rel * np.abs(want) + r.tolerance.abs_ * (
                1 + np.abs(want).max()))
            if r.align is None and not (off <= far).all():
                return False
        try:
            return difference(r, expected[c], portable(value)) is None
        except Exception:  # noqa: BLE001 - a result of any kind may come back
            return False

    return right


def _without(fn, s, node):
    """An operand at a place, with its sign, if the answer is right without it; else ""."""
    found = repairs.without(fn, node.span)
    if found is None:
        return ""
    said, repaired = found
    for c, case in s.calls.items():
        try:
            with np.errstate(all="ignore"):
                value = repaired(*fresh(case.args), **fresh(case.kwargs))
        except Exception:  # noqa: BLE001 - a student's code
            return ""
        if not s.right(c, value):
            return ""
    return said


# --- in words ---------------------------------------------------------------------------------


def _code(program, line):
    return tidy(program.lines[line - 1].strip(), CODE) if line <= len(program.lines) else ""


def _value(turns):
    """A value in a few words: "shape (2, 3): 0.5, 1, …", "12.2"."""
    if not turns:
        return ""
    v = np.asarray(turns[-1])
    numbers = ", ".join(number(x.item()) for x in v.ravel()[:SHOWN]) + (
        ", …" if v.size > SHOWN else "")
    if v.ndim == 0:
        said = numbers if len(turns) > 1 or v.dtype == bool else f"one number, {numbers}"
    else:
        said = f"shape {v.shape}: {numbers}"
    return said if len(turns) == 1 else f"{said} in the last of {len(turns)} turns"


def _should(s, place, shown, turns):
    """The noun and shape of what belongs there, if a way makes it of what the student has."""
    i = place.instead
    if i is None or len(turns) > 1 or i not in s.followers(place.node.k)[0]:
        return ""
    ran = [c for c in s.cases if s.turns(place.node.k, c)]
    noun = _noun(s, i, ran)  # two steps that agree wherever this line runs have no one name
    if not noun:
        return ""
    v = s.among.all[i].turns.get(shown)
    if not v or len(v) > 1 or turns and np.shape(v[0]) == np.shape(turns[0]) != ():
        return noun
    # a way may hold a number in an array: who has a number is not told of a shape
    number = np.ndim(v[0]) == 0 or np.size(v[0]) == 1 and turns and np.ndim(turns[0]) == 0
    return f"{noun}, {'one number' if number else 'shape ' + str(np.shape(v[0]))}"


def _noun(s, i, cases=None):
    """What the named steps call a value on some cases; "" where they call it two things."""
    same = s.among.all[i].same
    found = {x.noun for x in s.among.all if x.noun and all(
        x.same.get(c) == same.get(c, -1) for c in (s.cases if cases is None else cases))}
    return found.pop() if len(found) == 1 else ""


def _rows(s, place, shown):
    """(line, code, value, step, mark) of each line that ran on the case shown."""
    rows, before = {}, True
    for number_, statement in enumerate(s.program.statements):
        here = number_ == place.node.statement
        nodes = [n.k for n in s.nodes if n.statement == number_]
        stores = statement.kind in ("Assign", "AugAssign")  # the value comes before the indices
        tops = [k for k in nodes if s.nodes[k].kind == "after"] or (
            statement.roots[:1] if stores else statement.roots[-1:])
        if statement.kind == "Return" and len(statement.roots) > 1:  # of a dict no one value
            tops = []
        k = next((k for k in tops if s.turns(k, shown)), None)
        if not (here or any(s.turns(n, shown) for n in nodes)) or statement.kind == "after":
            continue
        told = k is not None and before and s.nodes[k].kind != "Constant"
        step = "" if not told else next(filter(None, (
            _noun(s, i) for i in sorted(s.match[k])[:20])), "")
        mark = "leaves here" if here else "✓" if before and k in s.on else ""
        before = before and not here
        value = "" if k is None else _value(s.turns(k, shown))
        rows.setdefault(statement.line, (statement.line, _code(s.program, statement.line), value,
                                         "" if here else step, mark))
    return [list(row) for row in rows.values()]
