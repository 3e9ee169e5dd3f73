"""The first wrong line of a wrong answer, and the steps that it has: `first_line`.

The search (`place`) runs once the verdict is there, on a few cases, in a child process where there
is one; what comes back are plain words and numbers. None where nothing is sure or the function
cannot be followed. How far it goes is counted (`judge.work`), so the same answer has the same line.
"""

import contextlib
import re
from dataclasses import replace

import numpy as np

from misstep.judge import explain, sandbox, source, work
from misstep.judge.answer import EDGE, values_of
from misstep.judge.compare import as_array, leaves, number
from misstep.judge.grammar import EMPTY
from misstep.judge.portable import portable, tidy
from misstep.judge.verdict import Line
from misstep.line import agreement, place, probes, references, repairs
from misstep.line import ticks as _ticks
from misstep.line.observed import Observed
from misstep.line.references import flat, near

WAIT = 4  # seconds that a search may last for each of its guard's, which are of computing
FAILING, OTHERS = 3, 3  # cases that are looked at
ENOUGH = FAILING + 1  # wrong cases from which on not each of them has to leave the right answers
SHOWN = 4  # numbers of a value that are shown
# of these mistakes the name says where, and no line of values
ELSEWHERE = ("in-place", "ignored-argument", "missing-return", "endless")
MORE = (EDGE, "Not right either")  # where a card says so, its name is not all that is wrong
CODE = 90  # letters of a line that are shown
BUSY = "busy"  # what comes back from the child where the guard's time is over


def of(exercise, result):
    """`first_line` of a `Result`."""
    if (result.misconception or "").startswith(ELSEWHERE):
        return None, ((), "")
    one = not result.two and not any(more in result.where for more in MORE)
    line, steps = first_line(exercise, result.fn, result.failing, result.shown,
                             result.misconception if one else None)
    if len(exercise.judge.prepared[0]) < explain.ENOUGH or line and line.on and not line.without:
        line = None  # a value of some right answer may be right here, too
    if line and result.raised_at and not (line.upto or _is_above(line, result.raised_at)):
        line = None
    return line, steps


def _is_above(line, raised):
    """Whether a line is the one that raised an error, or above it: not one that calls it."""
    return any(number >= line.line and raised.startswith(code.rstrip("…"))
               for number, code, *_ in line.rows if code)


def first_line(exercise, fn, failing, shown, name=None):
    """(the first wrong `Line` of a wrong answer or None, (steps that it has, what comes next)).

    ``failing`` are the numbers of the cases that are wrong, ``shown`` is the one on the card,
    ``name`` is that of the one mistake next to which the line may stand. `OutOfWork` where the
    guard's time is over.
    """
    nothing = None, ((), "")
    try:
        source.tree_of(fn)
    except source.Unfollowed:
        return nothing
    cases = chosen(exercise.judge, failing, shown)
    limits = exercise.judge.course.limits
    references.references(exercise).see(range(len(exercise.judge.prepared[0])))
    few = len(failing) < ENOUGH
    seen = sandbox.observe(lambda: _found(exercise, fn, cases, shown, few, name), [((), {})],
                           replace(limits, call=WAIT * limits.guard, computing=limits.guard))
    found = seen[0].value if seen else None
    if found == BUSY or seen and seen[0].stopped:
        raise work.OutOfWork
    if not isinstance(found, dict):
        return nothing
    line = found["line"] and Line(**{**found["line"], "rows": tuple(map(
        tuple, found["line"]["rows"]))})
    return line, (tuple(found["ticks"]), found["next"])


def chosen(judge, failing, shown=None):
    """Numbers of the cases to look at: failing ones, the plainest first, then some others."""
    cases = judge.prepared[0]

    def rank(c):
        case = cases[c]
        return case.lists + case.extreme + case.integers, case.size < 4, case.size, c

    bad = sorted(failing, key=rank)[:FAILING]
    if shown is not None and shown not in bad:
        bad[-1] = shown
    good = sorted(set(range(len(cases))) - set(failing), key=rank)[:OTHERS]
    return bad + good


def _found(exercise, fn, cases, shown, few, name):
    """What is said of an answer, as plain values; None for nothing. Runs the student's code."""
    limits = exercise.judge.course.limits
    allowance, s, spot = work.Allowance(limits.line, limits.guard), None, None
    with contextlib.suppress(source.Unfollowed, work.OutOfWork), np.errstate(all="ignore"):
        s = observed(exercise, fn, cases, allowance)
        spot = place.find(s)
    if allowance.busy:
        return BUSY
    if s is None:
        return None
    every = _everywhere(exercise, fn, s)
    if every is None:
        ticks, after, spot = [], "", None
    else:
        ticks, after = _ticks.of(exercise.judge, s, every)
        spot = spot if spot and (spot.evidence.step or _holds(every, spot)) else None
    return {"line": _line(exercise, fn, (s, every), spot, shown, few, name), "ticks": ticks,
            "next": after}


def _everywhere(exercise, fn, s):
    """The `Observed` values on all cases that a right answer was followed on; None if too many."""
    limits, known = exercise.judge.course.limits, s.pool.references.seen
    cases = [*s.calls, *(c for c in range(len(exercise.judge.prepared[0]))
                         if c not in s.calls and any(c in value.flat for value in known))]
    if len(cases) == len(s.calls):
        return s
    with contextlib.suppress(source.Unfollowed, work.OutOfWork), np.errstate(all="ignore"):
        return observed(exercise, fn, cases, work.Allowance(limits.line, limits.guard))
    return None


def _holds(every, found):
    """Whether what a `Place` is told for is so on all cases: a few may agree by coincidence."""
    k, claim = found.node.k, found.evidence.claim()
    if not claim or found.instead is None:
        return True
    with np.errstate(all="ignore"):
        return (k in every.off or not claim.off) and (
            every.statement_fine(k) or not claim.fine) and any(
            every.repairs_with(k, i) for i in (found.instead, *every.candidates(k)))


def _line(exercise, fn, observations, spot, shown, few, name):
    """The fields of the `Line` that is told of a `Place`, or of what is too much; None of none."""
    s, every = observations
    claim = spot and spot.evidence.claim()
    if _is_default(exercise.judge, s) or claim and (
            _hands_back(exercise.judge, s, spot.node) or _is_changed_above(s, spot.node)):
        return None
    if not claim:
        return _deleted(exercise.judge, fn, s, shown, few)
    node, program, lost = spot.node, s.program, claim.kind == "lost"
    alone = not (lost or spot.other)
    without = alone and _too_much(exercise.judge, fn, s, node.line)
    if spot.evidence.step and not without:
        return _agreeing(s, every, shown)
    if few and not s.leaves(node.statement):
        return None
    sure = bool(without or claim.sure and name and agreement.computes(
        exercise.judge, name, s, node.statement))
    if not sure and (_picks(s, node) or _decides(s, node.k)):
        return None
    turns = s.turns(node.k, shown)
    whole = program.statements[node.statement].roots == [node.k]
    return {"line": node.line, "code": _code(program, node.line),
            "part": "" if whole else tidy(program.text(node), CODE),
            "yours": "" if node.kind == "Constant" else _value(turns),
            "should": _should(s, spot, shown, turns), "other": spot.other and spot.other.line,
            "on": claim.kind == "follows" and claim.fine and node.k in s.on, "lost": lost,
            "without": without.words if without else "", "sure": sure,
            "rows": _rows(s, node.statement, shown)}


APPENDS = re.compile(r"\.(append|extend|insert|add)\(")


def _hands_back(judge, s, node):
    """Whether a line only returns names, one of which is no part of a right result.

    What is wrong was then computed where that name was written.
    """
    statement = s.program.statements[node.statement]
    names = [n.k for n in s.nodes if n.statement == node.statement and n.kind == "Name"]
    others = [n for n in s.nodes if n.statement == node.statement
              and n.kind not in ("Name", "Tuple", "List")]
    if statement.kind != "Return" or others or not names:
        return False
    parts = [flat([part]) for part in values_of(judge.prepared[1][s.judged]) or ()]
    own = [flat(s.turns(k, s.judged)) for k in names]
    return not all(any(value.size == part.size and near(value, part) for part in parts)
                   for value in own)


PICKING = ("Name", "Tuple", "List", "Subscript", "Constant", "UnaryOp", "Attribute")


def _picks(s, node):
    """Whether a line only returns entries of what was computed before: those may be wrong."""
    return s.program.statements[node.statement].kind == "Return" and all(
        n.kind in PICKING for n in s.nodes if n.statement == node.statement)


def _decides(s, k):
    """Whether a place holds only yes and no: the right decision hides what is wrong before it."""
    return all(np.asarray(v).dtype == bool for turns in s.values[k].turns.values()
               for v in turns) if k in s.values else False


def _is_changed_above(s, node):
    """Whether a line reads a variable that a call on a line of its own may have changed.

    Such as ``np.fill_diagonal(a, 1)``: it has no value by which it could be right or wrong, as
    what is appended to a list has.
    """
    read = {n.name for n in s.nodes if n.statement == node.statement and n.kind == "Name"}
    above, lines = s.program.statements[:node.statement], s.program.lines
    called = {i for i, statement in enumerate(above)
              if statement.kind == "Expr" and not APPENDS.search(lines[statement.line - 1])}
    return any(n.statement in called and n.kind == "Name" and n.name in read for n in s.nodes)


def is_blamed(judge, s, spot, few):
    """Whether a card blames the line of a `Place` for the numbers that it computes."""
    return bool(spot and spot.evidence.claim() and not spot.evidence.step
                and (s.leaves(spot.node.statement) or not few) and not _is_default(judge, s)
                and not _hands_back(judge, s, spot.node) and not _is_changed_above(s, spot.node)
                and len(judge.prepared[0]) >= explain.ENOUGH)


def _is_default(judge, s):
    """Whether an argument's default is the fault: where the right one is given all comes right."""
    calls = [(c, s.calls[c]) for c in s.wrong]
    return any(value is not EMPTY and all(
        len(case.args) == at and not case.kwargs and _comes_right(
            s.program, s, c, replace(case, args=(*case.args, value))) for c, case in calls)
        for at, value in enumerate(p.default for p in judge.parameters.values()))


def _agreeing(s, every, shown):
    """The fields of the `Line` up to which an answer agrees with a right one; None if that is none.

    The line that a repair points at has a value of a right answer: another route may need just it.
    """
    last = every.last_step()
    if last is None:
        return None
    line = s.program.statements[last].line
    return {"line": line, "code": _code(s.program, line), "part": "", "upto": True,
            "rows": _rows(s, last + 1, shown, mark="")}


def search(exercise, fn, cases, allowance=None, *, known=None):
    """(the `Observed` values of a wrong answer, its `Place` or None); raises `Unfollowed`."""
    with np.errstate(all="ignore"):
        seen = observed(exercise, fn, cases, allowance, known)
        return seen, place.find(seen)


def observed(exercise, fn, cases, allowance=None, known=None):
    """The `Observed` values of an answer on some cases; raises `Unfollowed`."""
    program = probes.trace(fn)
    known, judge = known or references.references(exercise), exercise.judge
    return Observed(program, {c: judge.prepared[0][c] for c in cases}, rightness(judge),
                    references.Candidates(known, cases),
                    allowance or work.Allowance(judge.course.limits.line))


def rightness(judge):
    """``right(c, value)`` for the cases of an exercise; a clear no is quick."""
    expected, clearly_off = judge.prepared[1], {}

    def right(c, value):
        if c not in clearly_off:
            clearly_off[c] = _clearly_off(judge, expected[c])
        if clearly_off[c](value):
            return False
        try:
            return judge.difference(expected[c], portable(value)) is None
        except Exception:  # noqa: BLE001 - a result of any kind may come back
            return False

    return right


def _clearly_off(judge, expected):
    """A test of a result: whether a part of it is off by far; no where that is not quickly seen."""
    if judge.align is not None:
        return lambda value: False
    if isinstance(expected, dict):
        parts = {name: _clearly_off(judge, part) for name, part in expected.items()}
        return lambda value: type(value) is dict and any(
            name in value and off(value[name]) for name, off in parts.items())
    if isinstance(expected, tuple):
        parts = [_clearly_off(judge, part) for part in expected]
        return lambda value: type(value) in (tuple, list) and len(value) == len(parts) and any(
            off(part) for off, part in zip(parts, value, strict=True))
    want, by = as_array(expected), judge.tolerance
    if want is None or not want.size:
        return lambda value: False
    want = want.astype(float)
    far = 100 * (by.rel * np.abs(want) + by.abs_ * (1 + np.abs(want).max()))

    def off(value):
        plain_array = type(value) is np.ndarray and value.dtype.kind in "fiub"
        if not (plain_array or type(value) in (float, np.float64)) or np.shape(value) != want.shape:
            return False
        return not (np.abs(value - want) <= far).all()

    return off


def _deleted(judge, fn, s, shown, few):
    """The line of the smallest thing without which all cases are right; None if there is none.

    Nothing where all results are 0 or 1: those come right by chance.
    """
    values = [as_array(part) for e in judge.prepared[1] for part in leaves(e)]
    if all(np.isin(v, (0, 1)).all() for v in values if v is not None):
        return None
    too_much = _too_much(judge, fn, s)
    here = too_much and max(n for n, statement in enumerate(s.program.statements)
                            if statement.line <= too_much.line and statement.kind != "after")
    if not too_much or few and not s.leaves(here):
        return None
    return {"line": too_much.line, "code": _code(s.program, too_much.line), "part": "",
            "without": too_much.words, "sure": True, "rows": _rows(s, here, shown)}


def _too_much(judge, fn, s, there=None):
    """The one `Deletion`, on a line or anywhere, without which all is right; None for none."""
    cases, space, complete = judge.prepared[0], source.space_of(fn), []
    deletions = list(repairs.deletions(fn))
    for deletion in sorted(deletions, key=lambda d: d.line != there):
        if s.allowance.is_spent():
            return None
        if there and deletion.line != there and not complete:
            break
        program = probes.Program(deletion.tree, space, like=fn)
        if all(_comes_right(program, s, c, cases[c]) for c in (s.cases[0], *range(len(cases)))):
            complete.append(deletion)
    return repairs.only_one(complete)


def _comes_right(program, s, c, case):
    """Whether a repaired answer is right on a case; its work is counted.

    One that overflows on the way is no repair: what keeps the numbers small may be left out then.
    """
    probe = probes.Swapper(None, ())
    probe.most = min(probe.most, s.allowance.left)
    try:
        with np.errstate(over="raise", invalid="raise", divide="raise"):
            value, error = program.run(case.args, case.kwargs, probe)
    except work.OutOfWork:
        return False
    finally:
        s.allowance.left -= work.RUN + probe.done[0]
    return error is None and s.right(c, value)


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
        words = numbers if len(turns) > 1 or v.dtype == bool else f"one number, {numbers}"
    else:
        words = f"shape {v.shape}: {numbers}" if numbers else f"shape {v.shape}"
    return words if len(turns) == 1 else f"{words} in the last of {len(turns)} turns"


def _should(s, spot, shown, turns):
    """The noun and shape of what belongs there, if a reference makes it of what the student has."""
    i, k = spot.instead, spot.node.k
    if i is None or len(turns) > 1 or i not in s.followers(k)[0]:
        return ""
    ran = [c for c in s.cases if s.turns(k, c)]
    noun = _noun(s, i, ran)  # two steps that agree wherever this line runs have no one name
    if not noun:
        return ""
    v = s.pool.all[i].turns.get(shown)
    if not v or len(v) > 1 or turns and np.shape(v[0]) == np.shape(turns[0]) != ():
        return noun
    # a reference may hold a number in an array: who has a number is not told of a shape
    number = np.ndim(v[0]) == 0 or np.size(v[0]) == 1 and turns and np.ndim(turns[0]) == 0
    return f"{noun}, {'one number' if number else 'shape ' + str(np.shape(v[0]))}"


def _noun(s, i, cases=None):
    """What the named steps call a value on some cases; "" where they call it two things."""
    mine = s.pool.all[i].value_id
    nouns = {x.noun for x in s.pool.all if x.noun and all(
        x.value_id.get(c) == mine.get(c, -1) for c in (s.cases if cases is None else cases))}
    return nouns.pop() if len(nouns) == 1 else ""


def _rows(s, statement_there, shown, mark="leaves here"):
    """(line, code, value, step, mark) of each line that ran on the case shown."""
    rows = {}
    for number_, statement in enumerate(s.program.statements):
        here, before = number_ == statement_there, number_ < statement_there
        nodes = [n.k for n in s.nodes if n.statement == number_]
        stores = statement.kind in ("Assign", "AugAssign")  # the value comes before the indices
        tops = [k for k in nodes if s.nodes[k].kind == "after"] or (
            statement.roots[:1] if stores else statement.roots[-1:])
        if statement.kind == "Return" and len(statement.roots) > 1:  # of a dict no one value
            tops = []
        k = next((k for k in tops if s.turns(k, shown)), None)
        if not (here or any(s.turns(n, shown) for n in nodes)) or statement.kind == "after":
            continue
        named = k is not None and before and s.nodes[k].kind != "Constant"
        step = "" if not named else next(filter(None, (
            _noun(s, i) for i in sorted(s.match[k])[:20])), "")
        sign = mark if here else "✓" if before and k in s.on else ""
        value = "" if k is None else _value(s.turns(k, shown))
        rows.setdefault(statement.line, (statement.line, _code(s.program, statement.line), value,
                                         "" if here else step, sign))
    return [list(row) for row in rows.values()]
