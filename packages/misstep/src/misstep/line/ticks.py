"""Which steps of a right solution a wrong answer computes: by value, on every case looked at.

A bank lists the steps that may be told (``shown:``). A step is ticked only where a place of the
answer holds its value on all cases, in its shape but for axes of length 1 (a part of the
result in its very shape). What equals an argument, or holds only zeros or ones, is none. Nothing is
said of the other steps: half of all right answers lack one.
"""

import numpy as np

from misstep.line.observed import is_trivial, near
from misstep.line.references import flat

WAYS = 2  # right answers that have to agree on what comes next
ROUND = " (in the first round)"


def of(judge, s, every=None):
    """(nouns of the steps that `Observed` values hold, noun of the step that comes next or "").

    ``every`` are its values on all cases: a step may come out right on some by coincidence. What
    comes next is the first step that every known right answer with these ticks holds.
    """
    known, every = s.pool.references, every or s
    shown = judge.known.text.shown if known.named else ()
    steps = {name: [v for v in known.named.of_step(name) if _tells(v, s)] for name in shown}
    ticks = {}  # name: what is behind its noun
    parts = isinstance(judge.prepared[1][0], (dict, tuple))
    form = np.shape if parts else lambda a: np.shape(np.squeeze(a))
    for name, values in steps.items():
        for how, first in (("", False), (ROUND, True)):
            if name not in ticks and any(_holds(m, v, s.cases, first, form)
                                         for v in values for m in every.values.values()):
                ticks[name] = how
    nouns = {name: judge.known.steps[name][1] for name in shown}
    ways = [held for held in (_held(r, steps, s.cases) for r in known.references)
            if held >= ticks.keys()]
    after = next((nouns[name] for name in shown if name not in ticks
                  and all(name in held for held in ways)), "")
    return ([nouns[name] + how for name, how in ticks.items()],
            after if ticks and len(ways) >= WAYS else "")


def _tells(value, s):
    """Whether a step's value is there on all cases and says more than an argument or 0 and 1."""
    return all(c in value.flat for c in s.cases) and not is_trivial(value.vector(s.cases)) and all(
        any(_differ(value.flat[c], given.flat.get(c)) for c in s.cases)
        for given in s.pool.references.inputs)


def _differ(a, b):
    return b is None or a.size != b.size or not near(a, b)


def _holds(mine, step, cases, first, form):
    """Whether a place holds a step on all cases: in all its turns, or in the first of several.

    ``cases`` are those it has to be seen on; where else it is seen, it must not be another value.
    A line that runs more often or less than the step stands in another loop.
    """
    if first and all(len(step.turns[c]) < 2 for c in cases):
        return False
    for c in {*cases, *(mine.turns.keys() & step.turns.keys())}:
        a, b = mine.turns.get(c, ()), step.turns[c]
        if len(a) != len(b):
            return False
        a, b = (a[:1], b[:1]) if first else (a, b)
        if any(form(x) != form(y) or _differ(flat([x]), flat([y]))
               for x, y in zip(a, b, strict=True)):
            return False
    return not first or not is_trivial(flat([step.turns[c][0] for c in cases]))


def _held(reference, steps, cases):
    """The steps that a right answer holds, of those that tell."""
    forms = {tuple(v.shape_id.get(c) for c in cases) for v in reference.seen.values()}
    return {name for name, values in steps.items()
            if any(tuple(v.shape_id.get(c) for c in cases) in forms for v in values)}
