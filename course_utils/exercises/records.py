"""The records: what an exercise, its cases and a prediction are, and where they are found.

A record lies in the file of its own name: ``banks/nb04/softmax.py`` holds the exercise ``softmax``
as ``EXERCISE``, ``banks/nb04/predictions.py`` the predictions of notebook 04 and
``banks/nb04/recall.py`` the questions that bring their ideas back later. Judges nothing.
"""

import difflib
import functools
import importlib
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from course_utils.exercises.compare import Tolerance, describe, entries
from course_utils.exercises.grammar import EMPTY, Bank, parameters
from course_utils.exercises.portable import portable, tidy
from course_utils.exercises.sandbox import fresh, look

PASSED, FAILED, NOT_ATTEMPTED, ERROR = "passed", "failed", "not attempted", "error"
BANKS = Path(__file__).parent / "banks"


def quietly(fn, args, kwargs):
    """The course's own function on arguments, without NumPy's warnings."""
    with np.errstate(all="ignore"):
        return fn(*args, **kwargs)


@dataclass(frozen=True)
class Case:
    """One call of the student's function; every call gets deep copies of the arguments."""

    args: tuple
    name: str = "an ordinary input"  # what is special, as it reads after "on": "logits of ±1000"
    kwargs: dict = field(default_factory=dict)
    # Named sizes such as {"t": 5, "m": 3}: a factor in a wrong answer is named by them. Where
    # `Exercise.shapes` gives the letters, they are counted.
    sizes: dict = field(default_factory=dict)
    extreme: bool = False  # huge inputs: an answer that is wrong only here is unstable
    integers: bool = False  # whole numbers where floats are usual: wrong only here is truncation

    @property
    def lists(self):
        """Whether an argument is a plain list."""
        return any(isinstance(a, list) for a in self.args)

    @property
    def size(self):
        """Number of entries in all arguments: smaller cases are shown first."""
        return sum(entries(a) for a in self.args if not callable(a) and not isinstance(a, dict))


@dataclass(frozen=True)
class Exercise:
    """One exercise: everything the engine, the notebooks and the tests know of it."""

    id: str  # the name given to ``@exercise``; also the function's name
    title: str  # short, imperative
    notebook: str  # "04"
    number: str  # "4.2"
    signature: str  # as the stub writes it: ``softmax(z)``
    lecture: tuple  # lecture ids
    minutes: int
    difficulty: int  # 1 to 3 stars
    reference: Callable  # the course's answer: the library function where one exists
    cases: Callable  # returns the list of `Case`, simplest first, edge cases last
    # Letters of the arguments' sizes, as in "t d, t": they name the sizes of every case. A whole
    # number is such a size itself: "t, degree".
    shapes: str = ""
    bank: str = ""  # what students write instead, in the form of `grammar`
    hints: tuple = ()  # nudge, concept, worked formula; one may be a function of the last `Result`
    formula: str = ""  # shown by ``solution``: plain text or TeX
    variation: str = ""  # ... and what to try next
    parts: tuple = ()  # names of the results where the reference returns a tuple
    tolerance: Tolerance = Tolerance()
    # ``align(got, expected)`` puts a right answer in another order into the reference's order,
    # where rows or columns may come in any.
    align: Callable | None = None
    # ``runs(result)`` says in a dict what a result does, where many results are right: a card then
    # shows the first difference of that.
    runs: Callable | None = None
    # Values at which an argument may be held when it is ignored, e.g. ``{"tau": (1,)}``; defaults
    # of the signature are added.
    held: dict = field(default_factory=dict)
    right: tuple = ()  # right answers in other styles, for the tests
    awkward: Callable | None = None  # as inconvenient as allowed; notebooks must run on it

    @functools.cached_property
    def parameters(self):
        """The arguments as `inspect` has them: name to parameter."""
        return parameters(self.signature)

    @property
    def arguments(self):
        """Names of the arguments, as in the signature."""
        return list(self.parameters)

    @property
    def optional(self):
        """Arguments that an answer may ignore: name to position."""
        return {name: i for i, (name, p) in enumerate(self.parameters.items())
                if p.default is not EMPTY or name in self.held}

    def with_sizes(self, case):
        """A case that knows its sizes: those given with it, else those that `shapes` names."""
        named = (zip(letters.split(), np.shape(arg) or (arg,), strict=False)
                 for letters, arg in zip(self.shapes.split(","), case.args, strict=False)
                 if letters.strip())  # else it may be of any kind, a ragged list too
        return case if case.sizes else replace(case, sizes=dict(itertools.chain(*named)))

    def fixed_values(self, name):
        """Values at which argument ``name`` might be held by an answer that ignores it."""
        default = self.parameters[name].default
        return (*([] if default is EMPTY else [default]), *self.held.get(name, ()))

    def reference_with(self, name, position, value, case):
        """The reference's answer to a case with one argument replaced."""
        args, kwargs = list(case.args), dict(case.kwargs)
        if position < len(args):
            args[position] = value
        else:
            kwargs[name] = value
        return self.reference_of(args, kwargs)

    def reference_of(self, args, kwargs):
        """The reference's answer to copies of any arguments."""
        return quietly(self.reference, *fresh((args, kwargs)))



@dataclass(frozen=True, kw_only=True)
class Asked:
    """A question with its answers, as both kinds below have them."""

    id: str
    question: str  # plain words or HTML; formulas between dollar signs
    choices: dict  # letter to text
    answer: str  # the right letter
    why: dict  # for each letter: why it tempts, or why it is right

    @property
    def notebook(self):
        """Number of the notebook that teaches it."""
        return self.id.partition("-")[0]


@dataclass(frozen=True, kw_only=True)
class Prediction(Asked):
    """A question to commit to before the cells that answer it are run."""

    run: str  # which cells to run after committing
    holds: str  # what those cells show


@dataclass(frozen=True, kw_only=True)
class Recall(Asked):
    """A question that comes back in later notebooks: a prediction's idea in another dress.

    It can be answered without the notebook; its id is the prediction's and a number: "01-line-r1".
    """

    lecture: tuple  # lecture ids of the idea, the main one first

    @property
    def idea(self):
        """Id of the prediction whose idea it asks for."""
        return self.id.rpartition("-")[0]


# --- finding them ------------------------------------------------------------------------


@functools.cache
def _module(path):
    return importlib.import_module(".".join(
        ("course_utils.exercises.banks", *path.relative_to(BANKS).with_suffix("").parts)))


def _order(record):
    """4.10 comes after 4.9, and 0b.1 after 0.2."""
    chapter, _, number = record.number.partition(".")
    return record.notebook, chapter, int(number or 0)


@functools.cache
def _paths():
    """The file of each exercise, by id."""
    return {path.stem: path for path in sorted(BANKS.glob("nb*/*.py"))
            if path.stem not in ("__init__", "predictions", "recall")}


def record(id):
    """The record of one exercise; KeyError with the likeliest name if there is none."""
    if isinstance(id, str) and id in _paths():
        return _module(_paths()[id]).EXERCISE
    raise KeyError(_unknown("exercise", id, _paths()))


def _unknown(what, id, known):
    """A sentence for a name that is none: the likeliest slip, else where the name stands."""
    said = tidy(id, 60) if isinstance(id, str) else describe(look(lambda: portable(id)))
    near = difflib.get_close_matches(said, known, 1, 0.6)
    end = (f"did you mean {near[0]!r}?" if near else
           "the name stands in the line `@exercise(…)` of its cell" if what == "exercise" else
           "the name stands in the call `predict(…)`")
    return f"no {what} {said!r}: {end}"


def records(notebook=None):
    """The exercises of one notebook ("04"), or of all, in order."""
    return sorted((record(id) for id, path in _paths().items()
                   if notebook in (None, path.parent.name[2:])), key=_order)


def reference(id):
    """The course's own answer to an exercise, as a function."""
    return record(id).reference


def prediction(id):
    """The record of one prediction; KeyError with the likeliest name if there is none."""
    found = predictions()
    if not isinstance(id, str) or id not in found:
        raise KeyError(_unknown("prediction", id, found))
    return found[id]


@functools.cache
def predictions():
    """All predictions, by id."""
    return {p.id: p for path in sorted(BANKS.glob("nb*/predictions.py"))
            for p in _module(path).PREDICTIONS}


@functools.cache
def recalls():
    """All questions that come back, by id, in teaching order."""
    return {q.id: q for path in sorted(BANKS.glob("nb*/recall.py")) for q in _module(path).RECALL}


def questions():
    """All that can be put to a room: predictions and questions that come back, by id."""
    return {**predictions(), **recalls()}


@functools.cache
def bank(id):
    """The bank of one exercise, made from its text; a ValueError names the file."""
    try:
        return Bank(record(id).bank, vars(_module(_paths()[id])), bank_text)
    except Exception as err:
        file = _paths()[id].relative_to(BANKS.parent).as_posix()
        raise ValueError(f"{file}: {err}") from err


def bank_text(id):
    """The text of another bank: of an exercise, or of a file that several share."""
    if id in _paths():
        return record(id).bank
    return _module(BANKS / f"{id}.py").BANK


@functools.cache
def prepared(id):
    """Cases of an exercise and the right values, computed once."""
    r = record(id)
    cases = [r.with_sizes(case) for case in r.cases()]
    return cases, [r.reference_of(c.args, c.kwargs) for c in cases]
