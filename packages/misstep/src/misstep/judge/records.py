"""The records: what an exercise and its cases are, and where they are found.

A record lies in the file of its own name: ``nb04/softmax.py``, in the course's folder of exercises,
holds the exercise ``softmax`` as ``EXERCISE``; ``nb04/model.py`` is none. Judges no answer.
"""

import copy
import difflib
import functools
import inspect
import itertools
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any

import numpy as np

from misstep import catalogue
from misstep.course import Outline, current
from misstep.judge import heads, work
from misstep.judge.compare import Tolerance, compare, describe, entries, unjudged
from misstep.judge.grammar import EMPTY, Bank, parameters
from misstep.judge.portable import portable, tidy
from misstep.judge.sandbox import fresh, inspect_safely, observe_own

PASSED, FAILED, NOT_ATTEMPTED, ERROR = "passed", "failed", "not attempted", "error"


def quietly(fn, args, kwargs):
    """The course's own function on arguments, without NumPy's warnings."""
    with np.errstate(all="ignore"):
        return fn(*args, **kwargs)


@dataclass(frozen=True)
class Case:
    """One call of the student's function; every call gets deep copies of the arguments.

    ``name`` reads after "on": "logits of ±1000". An answer that is wrong only where ``extreme`` is
    unstable, only where ``integers`` has lost digits; ``sizes`` names sizes that `shapes` does not.

    >>> Case(([1, 2, 2],), "a list", integers=True).lists
    True
    """

    args: tuple
    name: str = "an ordinary input"  # what is special, as it reads after "on": "logits of ±1000"
    kwargs: dict = field(default_factory=dict)
    # Named sizes such as {"t": 5, "m": 3}: a factor in a wrong answer is named by them. Where
    # `Exercise.shapes` gives the letters, they are counted.
    sizes: dict = field(default_factory=dict)
    extreme: bool = False  # huge inputs: an answer that is wrong only here is unstable
    integers: bool = False  # whole numbers where floats are usual: wrong only here is truncation

    @property
    def lists(self) -> bool:
        """Whether an argument is a plain list."""
        return any(isinstance(a, list) for a in self.args)

    @property
    def size(self) -> int:
        """Number of entries in all arguments: smaller cases are shown first."""
        return sum(entries(a) for a in self.args if not callable(a) and not isinstance(a, dict))


@dataclass(frozen=True)
class Words:
    """What an exercise says of itself."""

    title: str  # short, imperative
    hints: tuple = ()  # nudge, concept, worked formula; one may be a function of the last `Result`
    formula: str = ""  # shown by ``solution``: plain text or TeX
    variation: str = ""  # ... and what to try next


@dataclass(frozen=True)
class Catalogue:
    """Where an exercise stands in its course."""

    notebook: str  # "04"
    number: str  # "4.2"
    lecture: tuple  # lecture ids
    minutes: int
    difficulty: int  # 1 to 3 stars
    retired: bool = False  # no notebook asks it any more; copies that were begun earlier still do


@dataclass(frozen=True)
class Tests:
    """What proves an exercise; no student meets it."""

    right: tuple = ()  # right answers in other styles
    awkward: Callable | None = None  # as inconvenient as allowed; notebooks must run on it


@dataclass(frozen=True, eq=False)
class Judge:
    """How answers to an exercise are judged, and what was worked out for it: once in its course."""

    id: str
    signature: str  # as the stub writes it: ``softmax(z)``
    reference: Callable  # the course's answer: the library function where one exists
    cases: Callable  # returns the list of `Case`, simplest first, edge cases last
    # Letters of the arguments' sizes, as in "t d, t": they name the sizes of every case. A whole
    # number is such a size itself: "t, degree".
    shapes: str = ""
    bank: str = ""  # what students write instead, in the form of `grammar`
    # Calls to work out by hand, as text: "softmax([0, 0])". Lists are arrays where the cases have
    # arrays.
    heads: tuple = ()
    parts: tuple = ()  # names of the results where the reference returns a tuple
    tolerance: Tolerance = Tolerance()
    # ``align(got, expected)`` puts a right answer in another order into the reference's order,
    # where rows or columns may come in any.
    align: Callable | None = None
    # ``runs(result)`` says in a dict what a result does, where many results are right: a card then
    # shows the first difference of that. Of one that cannot run it gives the parts, in the shapes
    # of the reference where others are allowed.
    runs: Callable | None = None
    # Arguments with a list, where the stub promises none: an answer that fails on them passes, with
    # a remark.
    lists: tuple = ()
    # Whether a derivative is asked: one that is right to fewer digits than a formula passes with a
    # remark.
    derived: bool = False
    # Values at which an argument may be held when it is ignored, e.g. ``{"tau": (1,)}``; defaults
    # of the signature are added.
    held: dict = field(default_factory=dict)
    course: Outline | None = field(default=None, repr=False)  # set where a course finds it
    damage: list = field(default_factory=list, init=False, repr=False)  # why no mistake has a name
    behaviours: dict = field(default_factory=dict, init=False, repr=False)  # see `behaviour`
    by_hand: dict = field(default_factory=dict, init=False, repr=False)  # see `heads`
    traced: list = field(default_factory=list, init=False, repr=False)  # what `line` knows of it

    # what is asked ---------------------------------------------------------------------------
    @functools.cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The arguments as `inspect` has them: name to parameter."""
        return parameters(self.signature)

    @property
    def arguments(self) -> list[str]:
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

    @functools.cached_property
    def prepared(self):
        """Its cases, and the right values."""
        cases = [self.with_sizes(case) for case in self.cases()]
        return cases, [self.reference_of(c.args, c.kwargs) for c in cases]

    @functools.cached_property
    def beyond(self):
        """What the reference returns that no comparison here can judge, in words; else ""."""
        return next(filter(None, map(unjudged, self.prepared[1])), "")

    @functools.cached_property
    def heads_read(self):
        """Its calls to work out by hand, each a `heads.Head`."""
        return [heads.read(self, text) for text in self.heads]

    # the right answer ------------------------------------------------------------------------
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

    # results, in any order that is free -------------------------------------------------------
    def aligned(self, expected, value):
        """A value in the reference's order; as it is where order matters or makes no sense."""
        if self.align is None or value is None:
            return value
        try:
            return self.align(value, expected)
        except Exception:  # noqa: BLE001 - a result of any kind may come back
            return value

    def alignable(self, expected, value):
        """Whether its order is told, so that each part of it is where the reference has it."""
        try:
            return self.align is None or self.align(value, expected) is not None
        except Exception:  # noqa: BLE001 - a result of any kind may come back
            return False

    def in_order(self, expected, seen):
        """Observations with `aligned` values."""
        return [o if o.error or self.align is None else
                replace(o, value=self.aligned(e, o.value))
                for e, o in zip(expected, seen, strict=False)]

    def difference(self, expected, value):
        """The first `Difference` between a value and the right one."""
        found = compare(expected, self.aligned(expected, value), self.tolerance, self.parts)
        if self.runs is None or found is None:
            return found
        if found.rung not in ("shape", "value"):
            return compare(expected, value, self.tolerance, self.parts) or found
        did = self.runs(value)
        return (compare(self.runs(expected), did, self.tolerance) if isinstance(did, dict) else
                compare(expected, did, self.tolerance, self.parts)) or found

    # what students write instead -------------------------------------------------------------
    @functools.cached_property
    def known(self):
        """The `Bank` made of its text; a ValueError names the file."""
        path, _ = self.course.paths[self.id]
        try:
            names = {**self.course.names, **vars(self.course.module(path))}
            if self.bank.strip():
                return Bank(self.bank, names, self._bank_text)
            step = f"{self.signature}\n    result = _reference({', '.join(self.arguments)})"
            return Bank(step, {**names, "_reference": self.reference})
        except Exception as err:
            file = path.relative_to(self.course.exercises.parent).as_posix()
            line = line_of(path, self.bank, getattr(err, "line", 0))
            raise ValueError(f"{file}, line {line}: {err}" if line else f"{file}: {err}") from err

    def _bank_text(self, id):
        """The text of another bank: of an exercise, or of a file that several share."""
        paths, folder = self.course.paths, self.course.exercises
        path = paths[id][0] if id in paths else folder / f"{id}.py"
        module = self.course.module(path)
        return module.EXERCISE.judge.bank if id in paths else module.BANK

    def behaviour(self, mistake, i):
        """What a known mistake does on case ``i``; run when first asked for.

        Its work, a run and its lines, counts each time, whether it has to run or not.
        """
        wrong = mistake.wrong
        work.spend(work.RUN + work.STATEMENT * len(getattr(wrong, "lines", ())))
        if (wrong, i) not in self.behaviours:
            cases, expected = self.prepared
            seen = observe_own(wrong, cases[i].args, cases[i].kwargs)
            self.behaviours[wrong, i] = self.in_order([expected[i]], [seen])[0]
        return self.behaviours[wrong, i]


class Exercise:
    """One exercise: its words, its place in the catalogue, how it is judged, what proves it.

    Written as one list, ``Exercise(id=…, title=…, cases=…)``: each field goes to the one of
    `Words`, `Catalogue`, `Judge` and `Tests` that has it, and can be read of the exercise as well.
    ``id`` is the name given to ``@exercise``, and the function's name. ``title`` is short and
    imperative, ``notebook`` "04", ``number`` "4.2", ``lecture`` a tuple of ids, ``difficulty`` 1
    to 3. ``cases()`` returns the list of `Case`, simplest first; ``shapes`` has the letters of the
    arguments' sizes, "t d, t"; ``hints`` are nudge, concept, formula; `solution` shows ``formula``
    and ``variation``. Rare: ``tolerance``; ``parts``, names of a tuple's results; ``align(got,
    expected)``, where rows may come in any order; ``heads``, calls to work out by hand;
    ``held``, values at which an ignored argument is held; ``runs(result)``, what a result does
    where many are right; ``lists``, arguments with a list that no stub promises; ``derived``, where
    a derivative is asked; ``right`` and ``awkward``, answers for tests; ``retired``: asked no more.

    >>> def cases():
    ...     return [Case((3.0,)), Case((-2.0,), "a number below 0")]
    >>> square = Exercise(id="square", title="Square", notebook="01", number="1.2", lecture=(),
    ...                   signature="square(x)", minutes=2, difficulty=1, cases=cases,
    ...                   reference=lambda x: x * x)
    >>> square.arguments, [case.name for case in square.cases()]
    (['x'], ['an ordinary input', 'a number below 0'])
    """

    KINDS = {"words": Words, "catalogue": Catalogue, "judge": Judge, "tests": Tests}

    words: Words
    catalogue: Catalogue
    judge: Judge
    tests: Tests

    def __init__(self, *, id: str, **given: object) -> None:
        self.id = id
        known = {name: [f.name for f in fields(kind) if f.init]
                 for name, kind in self.KINDS.items()}
        every = dict.fromkeys(n for names in known.values() for n in names)
        strange = [n for n in given if n not in every]
        if strange:
            raise TypeError(f"Exercise {id!r}: got {', '.join(strange)}, expected fields among "
                            f"{', '.join(every)}")
        for name, kind in self.KINDS.items():
            own = {n: given[n] for n in known[name] if n in given}
            setattr(self, name, kind(**own, **({"id": id} if kind is Judge else {})))

    def __getattr__(self, name: str) -> Any:
        for part in self.KINDS:
            if part in vars(self) and hasattr(vars(self)[part], name):
                return getattr(vars(self)[part], name)
        raise AttributeError(f"an Exercise has no {name!r}")

    def within(self, course: Outline) -> "Exercise":
        """The same in a course, which keeps what is worked out for it."""
        found = copy.copy(self)
        found.judge = replace(self.judge, course=course)
        return found


def line_of(path, text, line=1):
    """Number in its file of a line of a text that stands in it; 0 where it is not found."""
    before, found, _ = path.read_text(encoding="utf-8-sig").partition(text or "\0")
    return before.count("\n") + line if found and line else 0


Exercise.__signature__ = inspect.Signature([  # type: ignore[attr-defined]
    inspect.Parameter("id", inspect.Parameter.KEYWORD_ONLY), *(
        inspect.Parameter(f.name, inspect.Parameter.KEYWORD_ONLY, default=(
            f.default if f.default is not MISSING else EMPTY if f.default_factory is MISSING else
            f.default_factory()))
        for kind in Exercise.KINDS.values() for f in fields(kind) if f.init and f.name not in
        ("id", "course"))])


# --- finding them ------------------------------------------------------------------------


def ids() -> list[str]:
    """The ids of all exercises; their files are not read for it.

    >>> from misstep.example import COURSE
    >>> COURSE.within(ids)()
    ['rms']
    """
    return list(current().paths)


def record(id: str) -> Exercise:
    """The record of one exercise; KeyError with the likeliest name if there is none."""
    course = current()
    if not isinstance(id, str) or id not in course.paths:
        raise KeyError(unknown("exercise", id, course.paths))
    if id not in course.records_read:
        written = course.module(course.paths[id][0]).EXERCISE
        course.records_read[id] = written.within(course)
    return course.records_read[id]


def unknown(what, id, known):
    """A sentence for a name that is none: the likeliest slip, else where the name stands."""
    name = tidy(id, 60) if isinstance(id, str) else describe(inspect_safely(lambda: portable(id)))
    near = difflib.get_close_matches(name, known, 1, 0.6)
    end = (f"did you mean {near[0]!r}?" if near else
           "the name stands in the line `@exercise(…)` of its cell" if what == "exercise" else
           "the name stands in the call `predict(…)`")
    return f"no {what} {name!r}: {end}"


def records(notebook: str | None = None, retired: bool | None = None) -> list[Exercise]:
    """What one notebook ("04") asks today, or all there are; in order."""
    return [record(line.id) for line in catalogue.entries(notebook, retired)]


def reference(id: str) -> Callable:
    """The course's own answer to an exercise, as a function."""
    return record(id).reference


def bank(id: str) -> Bank:
    """The bank of one exercise; a ValueError names the file and the line if it is damaged.

    >>> from misstep.example import COURSE
    >>> [mistake.id for mistake in COURSE.within(bank)("rms").written]
    ['omitted-term/no-root']
    """
    return record(id).judge.known
