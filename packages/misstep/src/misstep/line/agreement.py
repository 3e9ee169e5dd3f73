"""Whether a line is the one that the name of a mistake speaks of.

A place that repairs an answer may be another one: a guard, or what a later line uses wrongly. So
next to a name a line is told only if it computes, on all cases looked at, what the step computes
that the mistake has changed. Runs no code of a student's.
"""

import contextlib

import numpy as np

from misstep.judge.source import Unfollowed
from misstep.judge.work import RUN
from misstep.line.references import Reference, near

MOST = 24  # forms of a mistake that are tried


def computes(judge, name, s, statement):
    """Whether a statement of `Observed` values computes the changed step of a mistake's form."""
    known, right = judge.known, {*judge.known.right().lines}
    mine = [s.values[k] for k in s.made_by(statement) if k in s.values]
    forms = [m.wrong for m in (*known.mistakes, *known.slips) if m.id == name]
    return any(_equal(mine, theirs, s.cases) for wrong in forms[:MOST]
               for theirs in _changed(judge, wrong, right, s))


def _changed(judge, wrong, right, s):
    """The values of the steps of a wrong solution that are not those of the right one."""
    numbers, line = set(), 2  # as a function, its text begins with a `def`
    for text in wrong.lines:
        end = line + len(text.splitlines())
        numbers.update(range(line, end) if text not in right else ())
        line = end
    with contextlib.suppress(Unfollowed, TypeError, OSError, SyntaxError):
        theirs = Reference(wrong, {}, judge.course)
        for c in s.cases:
            s.allowance.spend(RUN)
            theirs.run(c, s.calls[c], {})
        for statement in theirs.main.statements:
            if statement.line in numbers:
                yield from (theirs.seen[theirs.main, k] for k in statement.roots)


def _equal(mine, theirs, cases):
    return any(all(c in m.flat and c in theirs.flat and np.shape(m.flat[c]) == np.shape(
        theirs.flat[c]) and near(m.flat[c], theirs.flat[c]) for c in cases) for m in mine)
