"""The exercise engine: records, the check, and the calls a notebook makes.

Holds: `Exercise`, `Case`, `Mistake` (the records), `check`, and `exercise`, `hint`,
`solution`, `progress`, `why`. How code runs is in `sandbox`, what a wrong answer shows
in `feedback`, how a verdict looks in `cards`.
"""

import ast
import dataclasses
import dis
import functools
import importlib
import inspect
import os
import textwrap
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from course_utils import data
from course_utils.exercises import cards, feedback, memory, sandbox

PASSED, FAILED, NOT_ATTEMPTED, ERROR = "passed", "failed", "not attempted", "error"


@dataclass(frozen=True)
class Case:
    """One call of the student's function.

    Parameters
    ----------
    args : tuple
        Positional arguments; every call gets deep copies.
    name : str
        What is special about the input, as it reads after "on": "logits of ±1000".
    kwargs : dict
        Keyword arguments.
    sizes : dict of str to int
        Named sizes in this case, such as ``{"t": 5, "m": 3}``: a factor in a wrong
        answer is named by them. Let them be pairwise different.
    extreme : bool
        Huge inputs: an answer that is wrong only here is unstable.
    integers : bool
        Whole-number input where floats are usual: wrong only here means truncation.
    """

    args: tuple
    name: str = "an ordinary input"
    kwargs: dict = field(default_factory=dict)
    sizes: dict = field(default_factory=dict)
    extreme: bool = False
    integers: bool = False

    @property
    def lists(self):
        """Whether an argument is a plain list."""
        return any(isinstance(a, list) for a in self.args)

    @property
    def size(self):
        """Number of entries in all arguments: smaller cases are shown first."""
        return sum(np.size(a) for a in self.args if not callable(a) and not isinstance(a, dict))


@dataclass(frozen=True)
class Mistake:
    """A small wrong implementation with its name.

    Parameters
    ----------
    id : str
        ``family/detail`` with a family of `feedback.FAMILIES`; stable.
    wrong : callable
        The wrong implementation, called like the exercise.
    what, where : str
        One sentence of what the answer shows, and one of where to look.
    """

    id: str
    wrong: Callable
    what: str
    where: str = ""


@dataclass(frozen=True)
class Exercise:
    """One exercise: everything the engine, the notebooks and the tests know of it.

    Parameters
    ----------
    id : str
        The name given to ``@exercise``; also the function's name.
    title, notebook, number : str
        Short imperative title, "04", and "4.2".
    signature : str
        As the stub writes it: ``softmax(z)``.
    lecture : tuple of str
        Lecture ids.
    minutes, difficulty : int
        Working time, and 1 to 3 stars.
    reference : callable
        The course's answer: the library function where one exists.
    cases : callable
        Returns the list of `Case`, simplest first, edge cases last.
    mistakes : tuple of Mistake
    hints : tuple
        Nudge, concept, worked formula. A hint may be a function of the last `Result`.
    formula, variation : str
        Shown by ``solution``: the formula (plain text or TeX), and what to try next.
    parts : tuple of str
        Names of the results where the reference returns a tuple.
    tolerance : feedback.Tolerance
    align : callable, optional
        ``align(got, expected)`` puts a right answer in another order into the
        reference's order (free order of rows or columns).
    held : dict
        Values at which an argument may be held when it is ignored, e.g. ``{"tau": (1,)}``;
        defaults of the signature are added.
    right : tuple of callable
        Right answers in other styles, for the tests.
    awkward : callable, optional
        A right answer as inconvenient as allowed; notebooks must run to the end on it.
    """

    id: str
    title: str
    notebook: str
    number: str
    signature: str
    lecture: tuple
    minutes: int
    difficulty: int
    reference: Callable
    cases: Callable
    mistakes: tuple = ()
    hints: tuple = ()
    formula: str = ""
    variation: str = ""
    parts: tuple = ()
    tolerance: feedback.Tolerance = feedback.Tolerance()
    align: Callable | None = None
    held: dict = field(default_factory=dict)
    right: tuple = ()
    awkward: Callable | None = None

    @property
    def arguments(self):
        """Names of the arguments, as in the signature."""
        inner = self.signature[self.signature.index("(") + 1:self.signature.rindex(")")]
        return [part.split("=")[0].strip() for part in inner.split(",") if part.strip()]

    @property
    def optional(self):
        """Arguments that an answer may ignore: name to position."""
        defaults = [part for part in self.signature.split(",") if "=" in part]
        names = {part.split("=")[0].strip() for part in defaults} | set(self.held)
        return {n: i for i, n in enumerate(self.arguments) if n in names}

    def fixed_values(self, name, cases):
        """Values at which argument ``name`` might be held by an answer that ignores it."""
        parameter = inspect.signature(self.reference).parameters.get(name)
        default = () if parameter is None or parameter.default is parameter.empty else (
            parameter.default,)
        return (*default, *self.held.get(name, ()))

    def reference_with(self, case, name, position, value):
        """The reference's answer to a case with one argument replaced."""
        args, kwargs = list(case.args), dict(case.kwargs)
        if position < len(args):
            args[position] = value
        else:
            kwargs[name] = value
        return self.reference_of(args, kwargs)

    def reference_of(self, args, kwargs):
        """The reference's answer to copies of any arguments."""
        return _quietly(self.reference, *sandbox.fresh((args, kwargs)))

    def compare(self, expected, got):
        """First difference between an answer's value and the right one, or None."""
        return feedback.compare(expected, self.aligned(got, expected), self.tolerance, self.parts)

    def aligned(self, got, expected):
        """An answer in the reference's order; as it is where order matters or makes no sense."""
        if self.align is None:
            return got
        try:
            return self.align(got, expected)
        except Exception:  # noqa: BLE001 - a result of any kind may come back
            return got


@dataclass(frozen=True)
class Prediction:
    """A question to commit to before the cells that answer it are run.

    Parameters
    ----------
    id, question : str
        Question in plain words or HTML; formulas between dollar signs, as in ``$w_1$``.
    choices : dict of str to str
        Letter to text.
    answer : str
        The right letter.
    run : str
        Which cells to run after committing.
    holds : str
        What those cells show.
    why : dict of str to str
        For each letter: why it tempts, or why it is right.
    """

    id: str
    question: str
    choices: dict
    answer: str
    run: str
    holds: str
    why: dict


@dataclass(frozen=True)
class Result:
    """The verdict on one answer.

    ``status`` is passed, failed, not attempted or error; ``misconception`` a stable
    ``family/detail`` id or None; ``message`` one or two sentences; ``case`` the smallest
    failing input.
    """

    id: str
    status: str
    message: str
    misconception: str | None = None
    case: Case | None = None
    difference: feedback.Difference | None = None
    observation: sandbox.Observation | None = None
    expected: object = None
    notes: tuple = ()
    passed: int = 0
    total: int = 0
    advice: str = ""  # a hint offered without being asked
    fn: object = field(default=None, repr=False, compare=False)

    def __bool__(self):
        return self.status == PASSED

    def __str__(self):
        return cards.as_text(self, record(self.id))

    def __repr__(self):
        return str(self)

    def _repr_html_(self):
        return cards.as_html(self, record(self.id))


# --- the records -----------------------------------------------------------------------


def _files():
    """The files of records, one per notebook, in teaching order."""
    return sorted(Path(__file__).parent.glob("nb*.py"))


def _load(path):
    return importlib.import_module(f"course_utils.exercises.{path.stem}")


@functools.cache
def _index(kind="EXERCISES"):
    """All records of a kind by id; reads every file."""
    found = [r for path in _files() for r in getattr(_load(path), kind, ())]
    index = {r.id: r for r in found}
    if len(index) != len(found):
        ids = [r.id for r in found]
        twice = sorted({i for i in ids if ids.count(i) > 1})
        raise ValueError(f"two records share an id: {twice}")
    return index


@functools.cache
def _lookup(id, kind):
    """One record, from the one file that names it: reading all of them takes half a second."""
    for path in _files():
        if f'id="{id}"' in path.read_text(encoding="utf-8"):
            for r in getattr(_load(path), kind, ()):
                if r.id == id:
                    return r
    index = _index(kind)
    if id not in index:
        what = kind.lower().removesuffix("s")
        raise KeyError(f"no {what} {id!r}. Known: {', '.join(sorted(index))}")
    return index[id]


def records(notebook=None):
    """The exercises of one notebook ("04"), or of all, in order."""
    for path in _files():
        if path.stem == f"nb{notebook}":
            return list(_load(path).EXERCISES)
    return [r for r in _index().values() if notebook in (None, r.notebook)]


def record(id):
    """The record of one exercise; KeyError with the known ids if there is none."""
    return _lookup(id, "EXERCISES")


def reference(id):
    """The course's own answer to an exercise, as a function."""
    return record(id).reference


def prediction(id):
    """The record of one prediction."""
    return _lookup(id, "PREDICTIONS")


@functools.cache
def _prepared(id):
    """Cases of an exercise and the right values, computed once."""
    r = record(id)
    cases = list(r.cases())
    return cases, [_quietly(r.reference, *sandbox.fresh((c.args, c.kwargs))) for c in cases]


class _Behaviour:
    """What a known mistake does on the cases, found out case by case when asked.

    Most mistakes differ from an answer on the first case they are compared on, so a full
    run of a large bank, at the first failure, would cost more than the check itself.
    """

    def __init__(self, r, mistake):
        self._r, self._mistake, self._seen = r, mistake, {}

    def __len__(self):
        return len(_prepared(self._r.id)[0])

    def __iter__(self):
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, i):
        if i not in self._seen:
            cases, expected = _prepared(self._r.id)
            did = sandbox.observe_own(self._mistake.wrong, cases[i].args, cases[i].kwargs)
            self._seen[i] = _aligned(self._r, expected[i:i + 1], [did])[0]
        return self._seen[i]


@functools.cache
def _known(id):
    """The known mistakes of an exercise and what they do; those that never end left out."""
    r = record(id)
    return [(m, _Behaviour(r, m)) for m in r.mistakes if not m.id.startswith("endless/")]


def _calls(id):
    return [(case.args, case.kwargs) for case in _prepared(id)[0]]


def _quietly(fn, args, kwargs):
    with np.errstate(all="ignore"):
        return fn(*args, **kwargs)


# --- the check -------------------------------------------------------------------------


def check(id, fn):
    """Judge an answer. Never raises for what a student wrote.

    Parameters
    ----------
    id : str
        The exercise.
    fn : callable
        The answer, called by position as the exercise's signature says.

    Returns
    -------
    Result

    Raises
    ------
    KeyError
        If there is no such exercise.
    """
    r = record(id)
    if not callable(fn):
        return Result(id, FAILED, f"`{id}` should be a function, got "
                                  f"{feedback.describe(sandbox.portable(fn))}.", fn=fn)
    if _is_empty(fn):
        return _not_attempted(id, fn)
    problem = _signature_problem(r, fn)
    if problem:
        return Result(id, ERROR, *problem, fn=fn)
    cases, expected = _prepared(id)
    again = min(range(len(cases)), key=lambda i: cases[i].size)
    calls = _calls(id)
    seen = sandbox.observe(fn, [*calls, calls[again]])  # the smallest case twice
    if seen and seen[0].error == "NotImplementedError":
        return _not_attempted(id, fn)
    repeated = seen.pop() if len(seen) > len(cases) else None
    result = _judge(r, fn, cases[:len(seen)], expected[:len(seen)], seen, len(cases))
    if result and r.compare(expected[again], repeated.value) is not None:
        return _forgetful(r, fn, cases[again], expected[again], repeated, len(cases))
    if repeated and not result and not result.misconception and not feedback.same(
            seen[again], repeated, r.tolerance):
        return dataclasses.replace(result, message=ANOTHER_EACH_TIME,
                                   misconception="ignored-argument/another-result-each-time")
    return result


def _judge(r, fn, cases, expected, seen, total):
    differences = [None if o.error else r.compare(e, o.value)
                   for e, o in zip(expected, seen, strict=True)]
    bad = [i for i, (o, d) in enumerate(zip(seen, differences, strict=True))
           if o.error or d is not None]
    changed = [i for i, o in enumerate(seen) if o.changed]
    passed = len(seen) - len(bad)
    if not bad and not changed and len(seen) == total:
        warned = tuple(dict.fromkeys(w for o in seen for w in o.warned))
        notes = (f"Right, with a NumPy warning on the way ({warned[0]}): the values survive, "
                 "a form without the warning is kinder to its users.",) if warned else ()
        praise = f"All {total} cases are right." if total > 1 else "All as asked."
        return Result(r.id, PASSED, praise, observation=seen[0],
                      notes=notes, passed=total, total=total, fn=fn)
    diagnosis = _diagnosis(r, cases, expected, seen)
    i = _smallest(cases, seen, differences, bad or changed)
    observation, difference = seen[i], differences[i]
    status = ERROR if observation.error else FAILED
    off = max((feedback.largest_error(expected[k], seen[k].value) for k in bad), default=np.inf)
    return Result(r.id, status, _message(r, diagnosis, observation, difference, off),
                  diagnosis.misconception if diagnosis else None, cases[i], difference,
                  observation, expected[i], (), passed, total, fn=fn)


def _diagnosis(r, cases, expected, seen):
    """The misconception, or None; a fault of ours in naming it must not cost the verdict."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return feedback.diagnose(r, cases, expected, _aligned(r, expected, seen),
                                     _known(r.id))
    except Exception:  # noqa: BLE001
        if os.environ.get("COURSE_STRICT"):  # set by the tests
            raise
        return None


def _aligned(r, expected, seen):
    """The observations with values in the reference's order, where order is free."""
    if r.align is None:
        return seen
    return [o if o.error else dataclasses.replace(o, value=r.aligned(o.value, e))
            for e, o in zip(expected, seen, strict=False)]


def _smallest(cases, seen, differences, failing):
    """The failing case to show: the smallest at the rung of the first one."""
    def rung(i):
        return seen[i].error or (differences[i].rung if differences[i] else "changed")

    first = rung(failing[0])
    return min((i for i in failing if rung(i) == first), key=lambda i: (cases[i].size, i))


ANOTHER_EACH_TIME = (
    "The same input gives another result each time. The arguments alone decide it: use no random "
    "numbers of your own, and keep nothing between calls.")


def _forgetful(r, fn, case, expected, repeated, total):
    """Right the first time, different when asked again."""
    return Result(r.id, ERROR if repeated.error else FAILED,
                  "The same input gives another result the next time: something is kept "
                  "between calls. Look for a default argument that is a list or array, or for "
                  "a global that grows.", "in-place/kept-between-calls", case,
                  None if repeated.error else r.compare(expected, repeated.value), repeated,
                  expected, (), total - 1, total, fn=fn)


def _message(r, diagnosis, observation, difference, off):
    if diagnosis:
        return f"{_sentence(r, diagnosis.what)}. {diagnosis.where}".strip()
    if observation.error:
        at = f" in the line `{observation.line}`" if observation.line else ""
        detail = f": {observation.detail}" if observation.detail else ""
        return f"The call raised {observation.error}{detail}{at}."
    replay = f"`why({r.id!r})` lets you replay the case."
    if difference.rung != "value":
        return f"Not what is asked – {difference.sentence}. {replay}"
    close = "" if off > 0.05 else (
        f"They are close (at most {100 * off:.2g} % off): an approximation, or a small number "
        "added for safety? ")
    warned = f"NumPy warned there: “{observation.warned[0]}”. " if observation.warned else ""
    return f"Not what is asked, and no known mistake gives these numbers. {close}{warned}{replay}"


def _sentence(r, what):
    """With a capital, unless it begins with a variable: x and X are two things."""
    first = what.split()[0].strip("`,:")
    variable = (first in r.arguments or not first.isalpha()
                or (len(first) == 1 and first not in "aA"))
    return what if variable else what[0].upper() + what[1:]


def _not_attempted(id, fn):
    return Result(id, NOT_ATTEMPTED, "Write the body of the function and run this cell again.",
                  fn=fn)


def _is_empty(fn):
    """Whether a body is only a docstring, ``pass``, ``...`` or ``return None``."""
    if not isinstance(fn, types.FunctionType):
        return False
    idle = {"RESUME", "NOP", "RETURN_VALUE", "RETURN_CONST", "LOAD_CONST", "COPY_FREE_VARS"}
    code = list(dis.get_instructions(fn))
    return (not fn.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE)
            and all(i.opname in idle for i in code)
            and all(i.argval is None for i in code
                    if i.opname in ("LOAD_CONST", "RETURN_CONST")))


def _signature_problem(r, fn):
    """(sentence, misconception) if the function cannot be called as the exercise calls it."""
    try:
        signature = inspect.signature(fn)
    except (TypeError, ValueError):  # NumPy's own functions have none
        return None
    for case in _prepared(r.id)[0]:
        try:
            signature.bind(*case.args, **case.kwargs)
        except TypeError:
            fewer = len(signature.parameters) < len(r.arguments)
            return (f"The exercise is called as {r.signature}, your function takes "
                    f"{signature}. Compare names and number of the arguments.",
                    "ignored-argument/not-taken" if fewer else "convention/signature")
    return None


# --- what a notebook calls ---------------------------------------------------------------

_results = {}  # of this kernel; tries and hints, which outlive it, are in `memory`


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
        tries = memory.tried(r.notebook, id, result)
        if result.status in (FAILED, ERROR) and tries >= 3:
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
    given = _hints_given(r)
    if given >= len(r.hints):
        return ""
    memory.keep(r.notebook, "hint", r.id, number=given + 1)
    text = r.hints[given]
    return (text(result) if callable(text) else text) + _own_numbers(result)


def _hints_given(r):
    return len(memory.events(r.notebook, "hint", r.id))


def _own_numbers(result):
    """The student's own numbers, as the end of a hint."""
    diff = result.difference if result is not None else None
    if diff is None or diff.rung not in ("value", "finite"):
        return ""
    part = f" in `{diff.part}`" if diff.part else ""
    return (f" Your last attempt gave {feedback.number(diff.got)}{part} where "
            f"{feedback.number(diff.expected)} is right, on {result.case.name}: "
            "work that number out by hand.")


def hint(id):
    """Show the next hint of an exercise: nudge, concept, worked formula."""
    r = record(id)
    text = _next_hint(r, _results.get(id))
    given = _hints_given(r)
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
    met = {}  # exercise -> what its tries showed, each sentence once, in order
    for tried in memory.events(notebook, "try"):
        if tried["misconception"]:
            met.setdefault(tried["id"], {})[tried["said"]] = True
    cards.show(cards.Progress(notebook, [(r, _results.get(r.id)) for r in records(notebook)], met))


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
