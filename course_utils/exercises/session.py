"""What a notebook calls, and what a session remembers.

Holds `exercise`, `hint`, `solution`, `progress`, `why` and the like. `check` judges.
"""

import ast
import inspect
import textwrap

import numpy as np

from course_utils import data
from course_utils.exercises import cards, sandbox
from course_utils.exercises.check import Result, check
from course_utils.exercises.compare import number
from course_utils.exercises.records import ERROR, FAILED, PASSED, record, records

_results, _attempts, _hints_given, _met = {}, {}, {}, {}


def exercise(id):
    """Decorator: check the function at once, show its card, and choose what the name holds.

    A right answer stays; otherwise the name is bound to the course's version, so that the
    cells below run in any state.

    >>> import os; os.environ["COURSE_QUIET"] = "1"
    >>> @exercise("xor_dataset")
    ... def xor_dataset():
    ...     raise NotImplementedError
    >>> len(xor_dataset()[1])
    4
    """
    r = record(id)

    def decide(fn):
        result = check(id, fn)
        if result.status in (FAILED, ERROR):
            _attempts[id] = _attempts.get(id, 0) + 1
            if result.misconception:  # for the summary: each sentence once, in order
                _met.setdefault(id, {})[result.message.split(". ")[0].rstrip(".")] = True
            if _attempts[id] >= 3:
                result = _with_advice(result, r)
        _results[id] = result
        cards.show(result)
        return fn if result.status == PASSED else r.reference

    return decide


def _with_advice(result, r):
    """After three attempts the next hint comes without being asked."""
    text = _next_hint(r, result)
    return Result(**{**result.__dict__, "advice": text}) if text else result


def _next_hint(r, result):
    given = _hints_given.get(r.id, 0)
    if given >= len(r.hints):
        return ""
    _hints_given[r.id] = given + 1
    text = r.hints[given]
    return (text(result) if callable(text) else text) + _own_numbers(result)


def _own_numbers(result):
    """The student's own numbers, as the end of a hint."""
    diff = result.difference if result is not None else None
    if diff is None or diff.rung not in ("value", "finite"):
        return ""
    part = f" in `{diff.part}`" if diff.part else ""
    return (f" Your last attempt gave {number(diff.got)}{part} where "
            f"{number(diff.expected)} is right, on {result.case.name}: "
            "work that number out by hand.")


def hint(id):
    """Show the next hint of an exercise: nudge, concept, worked formula."""
    r = record(id)
    text = _next_hint(r, _results.get(id))
    given = _hints_given.get(id, 0)
    if not text:
        text = f"That was the last hint; solution({id!r}) shows the course's answer."
        cards.show(cards.Note(f"Hints for {r.title}", text))
        return
    cards.show(cards.Note(f"Hint {given} of {len(r.hints)} – {r.title}", text))


def solution(id):
    """Show the course's code for an exercise, the formula, and a variation to try."""
    r = record(id)
    cards.show(cards.Solution(r, _lesson(r.reference)))


def _lesson(fn):
    """The source of a function with the first line of its docstring only."""
    source = textwrap.dedent(inspect.getsource(fn))
    body = ast.parse(source).body[0].body
    first = body[0]
    if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            and isinstance(first.value.value, str)):
        return source
    lines = source.splitlines()
    indent = " " * first.col_offset
    words = first.value.value.strip().splitlines()[0]
    lines[first.lineno - 1:first.end_lineno] = [f'{indent}"""{words}"""']
    return "\n".join(lines) + "\n"


def progress(notebook):
    """Show the exercises of a notebook, their state, and the misconceptions met on the way."""
    if not records(notebook):
        raise KeyError(f"no exercises for notebook {notebook!r}; expected a number like '01'")
    cards.show(cards.Progress(notebook, [(r, _results.get(r.id)) for r in records(notebook)],
                              _met))


def lectures(notebook):
    """Show which concepts of the lectures a notebook covers, from data/lecture_map.csv."""
    rows = [(row["id"], row["title"]) for row in data.lecture_map()
            if notebook in (row["notebook"].split("_")[0], row["also"].split("_")[0])]
    if not rows:
        raise KeyError(f"no lecture concepts for notebook {notebook!r}; expected one like '01'")
    cards.show(cards.Lectures(notebook, tuple(rows)))


def state():
    """Verdicts of this session: exercise id to `Result`."""
    return dict(_results)


class Replay:
    """The smallest failing case of the last check, ready to be poked at.

    Attributes: ``args``, ``kwargs``, ``got``, ``expected``, ``case``; ``call()`` runs the
    student's function on fresh copies.
    """

    def __init__(self, result):
        self.case = result.case
        self.args = sandbox.fresh(result.case.args)
        self.kwargs = sandbox.fresh(result.case.kwargs)
        self.got = result.observation.value
        self.error = result.observation.error
        self.expected = result.expected
        self._result = result

    def call(self):
        """The student's function on fresh copies of the arguments, with no net."""
        return self._result.fn(*sandbox.fresh(self.case.args), **sandbox.fresh(self.case.kwargs))

    def __repr__(self):
        r = record(self._result.id)
        lines = [f"{self._result.id} on {self.case.name}:"]
        lines += [f"  {n} = {_shown(a)}" for n, a in zip(r.arguments, self.args, strict=False)]
        lines += [f"  {n} = {_shown(a)}" for n, a in self.kwargs.items()]
        lines += [f"  got      = {self.error or _shown(self.got)}",
                  f"  expected = {_shown(self.expected)}"]
        return "\n".join(lines)


def _shown(value):
    return np.array2string(value, prefix=" " * 13) if isinstance(value, np.ndarray) else repr(value)


def why(id):
    """The failing input of the last check: arguments, what came back, what was expected.

    Returns
    -------
    Replay or None
        None, with a sentence, if the last check did not fail on a case.
    """
    result = _results.get(id)
    record(id)
    if result is None or result.case is None:
        reason = "it has not been checked yet" if result is None else f"it is {result.status}"
        cards.show(cards.Note(f"Nothing to replay for {id}", f"The reason: {reason}."))
        return None
    return Replay(result)
