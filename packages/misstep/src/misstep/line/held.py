"""Which named steps of a right solution a function computes: by their values, on a few plain cases.

A place holds a step if both have the same numbers on every case looked at. Runs the function; says
nothing of steps that are not there.
"""

import ast
import contextlib

import numpy as np

from misstep.judge import solutions, source, work
from misstep.line import probes, references

CASES = 6


class Held:
    """The values of a function's places and of the bank's steps.

    ``tree`` is the function's syntax tree, ``space`` the names that it sees, ``fn`` the function
    itself (for its defaults). `Unfollowed` where it cannot be followed.
    """

    def __init__(self, judge, tree, space, fn, lines=()):
        cases = sorted((c for c in judge.prepared[0] if not c.lists),
                       key=lambda c: (c.extreme + c.integers, c.size))[:CASES]
        program = probes.Program(tree, space, lines=lines, like=fn)
        theirs = references.Reference(judge.known.right(), {}, judge.course)
        self.nodes = program.nodes
        self.mine, self.ran = {n.k: references.TraceValue() for n in program.nodes}, set()
        with np.errstate(all="ignore"):
            for number, case in enumerate(cases):
                recorder = probes.Recorder()
                with contextlib.suppress(work.OutOfWork):
                    program.run(case.args, case.kwargs, recorder)
                    self.ran.add(number)
                    for k, turns in recorder.turns.items():
                        self.mine[k].put(number, turns)
                    theirs.run(number, case, {})
        self.of_steps = {s.names[0]: theirs.seen[theirs.main, s.roots[0]]
                         for s in theirs.main.statements
                         if s.kind == "Assign" and len(s.names) == 1 and s.roots}

    def places(self, step):
        """The `Node`s that hold a step's value on all cases."""
        want = self.of_steps.get(step)
        if want is None or not self.ran or want.flat.keys() != self.ran:
            return []
        return [n for n in self.nodes if self.mine[n.k].flat.keys() == self.ran and all(
            v.shape == want.flat[c].shape and references.near(v, want.flat[c])
            for c, v in self.mine[n.k].flat.items())]


NOUNS = 4  # that one sentence lists
LOOPS = (ast.For, ast.While, ast.ListComp, ast.GeneratorExp)


def compared(record, fn):
    """What a right answer and the course's have in common and what differs, in sentences.

    () where one of the two cannot be followed.
    """
    try:
        mine, theirs = (_ways(record.judge, f) for f in (
            fn, solutions.model(record) or record.reference))
    except (source.Unfollowed, OSError, TypeError, SyntaxError):
        return ()
    *steps, _ = record.judge.known.steps.items()  # the last is the result
    nouns = {step: noun for step, (_, noun) in steps if noun and step in theirs[0]}
    both = [noun for step, noun in nouns.items() if step in mine[0]][:NOUNS]
    other = [noun for step, noun in nouns.items() if step not in mine[0]][:NOUNS]
    loops = {(True, False): "Yours goes through a loop, the course's does without.",
             (False, True): "The course's goes through a loop, yours does without."}
    return tuple(filter(None, (
        f"Both compute {_listed(both)}." if both else "",
        f"The course's goes by way of {_listed(other)}." if other else "",
        loops.get((mine[1], theirs[1]), ""))))


def _ways(judge, fn):
    """(steps that a function computes, whether it has a loop)."""
    tree = source.tree_of(fn)
    held = Held(judge, tree, source.space_of(fn), fn)
    given = [n.k for n in held.nodes if n.kind == "Name" and not n.sources]  # an argument as it is
    plain = ("Constant", "Name", "after")
    steps = set()
    for step in held.of_steps:
        places = held.places(step)
        if not any(n.k in given for n in places) and any(n.kind not in plain for n in places):
            steps.add(step)
    return steps, any(isinstance(n, LOOPS) for n in ast.walk(tree))


def _listed(nouns):
    return " and ".join(filter(None, (", ".join(nouns[:-1]), nouns[-1])))
