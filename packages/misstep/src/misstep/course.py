"""A course as the engine sees it: where its exercises lie, what they may use, what it teaches.

Inside a verb of a course that one is `current`; elsewhere the one that `use` has named. It holds
what was read and worked out for it, and the session of its student. Judges nothing.
"""

import contextvars
import functools
import importlib
import importlib.util
import math
import os
import re
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import widgets

ENGINE = [str(Path(module).resolve().parent) for module in (__file__, widgets.__file__)]
FILE = "course.py"  # in a course's folder: makes it
MODEL = "model"  # beside the exercises: the answers that `solution` shows
VERBS = {  # what a notebook calls, and the module that holds it
    "check": "checking", "Result": "checking",
    **dict.fromkeys(("doubt", "exercise", "hint", "lectures", "progress", "solution", "state",
                     "why"), "session"),
    **dict.fromkeys(("record", "records", "reference"), "judge.records"),
    "prediction": "questions",
    # boxes bring in widgets: only for those who ask
    "predict": "boxes.predictions", "reveal": "boxes.predictions",
    "slip": "tutor.slip", "pieces": "tutor.pieces", "alike": "tutor.alike", "recall": "tutor.alike",
}


WEB = sys.platform == "emscripten"  # there all takes about three times as long


@dataclass(frozen=True)
class Limits:
    """How far an answer is followed: what one call may take, and how far a search for words goes.

    In seconds: one call, all calls of a check, an object of the student's that is looked at; and
    of computing, what one call may take, and a search that is given up (``guard``). In work (see
    `judge.work`): the search for a name, that for two mistakes at once, that for a line; at most
    0.6 s, 0.2 s and 0.2 s of an idle machine.
    """

    call: float = 2.5
    total: float = 15.0
    inspect: float = 0.5
    computing: float = math.inf
    guard: float = field(default_factory=lambda: float(
        os.environ.get("COURSE_GUARD") or (15 if WEB else 5)))
    names: int = 12_000_000
    pairs: int = 3_000_000
    line: int = 3_000_000


@dataclass(eq=False)
class Course:
    """All that the engine asks of a course; the verbs of a notebook are its attributes.

    ``exercises`` is a folder with a folder for each notebook (``nb04`` or ``04``: its number, after
    an ``nb`` that may be missing); in it lie ``<id>.py`` for each exercise, ``model.py`` with the
    answers that are shown, ``predictions.txt`` and ``recall.txt``. ``library`` names the modules
    whose public functions answer exercises and may be used in a bank; ``guards`` those of the
    course's modules that only refuse bad arguments.
    ``concepts()`` returns rows with id, title, notebook and also (a second notebook): what
    `lectures` shows and `progress` speaks of; ``same(id)`` is the concept that stands for another
    one. ``work`` is the folder of students' copies, where what they do is remembered; None:
    nowhere. ``openings`` has the ids of the two questions with which `recall` begins a notebook
    where nothing is remembered; ``limits`` say how far an answer is followed.

    >>> import misstep.example
    >>> course = Course("Example", exercises=misstep.example.COURSE.exercises)
    >>> course.check("rms", lambda x: (x ** 2).mean()).misconception
    'omitted-term/no-root'
    """

    title: str
    exercises: Path
    library: tuple = ()
    guards: tuple = ()
    concepts: Callable = tuple
    work: str | None = None
    same: Callable = str
    openings: dict = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    records_read: dict = field(default_factory=dict, init=False, repr=False)  # id -> `Exercise`

    def __post_init__(self):
        folder = Path(self.exercises).resolve()
        if not folder.is_dir():
            raise ValueError(f"exercises: expected a folder, got {str(self.exercises)!r}; likely "
                             "cause: an incomplete copy of the course, or a path that is relative "
                             "to another folder.")
        self.exercises = folder

    def __getattr__(self, verb: str) -> Any:
        if verb in VERBS:
            found = getattr(importlib.import_module(f"misstep.{VERBS[verb]}"), verb)
            return found if isinstance(found, type) else self.within(found)
        raise AttributeError(f"a Course has no {verb!r}; its verbs are {', '.join(sorted(VERBS))}")

    def within(self, fn: Callable) -> Callable:
        """The same function, for which this course is the `current` one whenever it runs."""
        @functools.wraps(fn)
        def asked(*args, **kwargs):
            before = _inside.set(self)
            try:
                return fn(*args, **kwargs)
            finally:
                _inside.reset(before)

        return asked

    @functools.cached_property
    def package(self) -> str:
        """Name under which the exercises' files are modules, whatever their folder is called."""
        name = "exercises_of_" + re.sub(r"\W+", "_", self.title.lower()).strip("_")
        while list(getattr(sys.modules.get(name), "__path__", [self.exercises.as_posix()])) != [
                self.exercises.as_posix()]:
            name += "_"
        package = sys.modules.setdefault(name, types.ModuleType(name))
        package.__path__ = [self.exercises.as_posix()]
        return name

    def module(self, path: Path) -> types.ModuleType:
        """The module of a file among the exercises; loaded when first asked for."""
        parts = Path(path).relative_to(self.exercises).with_suffix("").parts
        return importlib.import_module(".".join((self.package, *parts)))

    def files(self, pattern: str) -> list[tuple[str, Path]]:
        """(number of the notebook, path) of files such as ``*.py``, in teaching order."""
        return [(path.parent.name.removeprefix("nb"), path)
                for path in sorted(self.exercises.glob(f"*/{pattern}"))
                if not path.name.startswith(("_", ".")) and not path.parent.name.startswith("_")]

    @functools.cached_property
    def paths(self) -> dict[str, tuple[Path, str]]:
        """The file of each exercise, by id, and the number of its notebook."""
        return {path.stem: (path, number) for number, path in self.files("*.py")
                if path.stem != MODEL}

    @functools.cached_property
    def predictions(self) -> dict:
        """All predictions, by id."""
        return self._questions("predictions.txt")

    @functools.cached_property
    def recalls(self) -> dict:
        """All questions that come back, by id, in teaching order."""
        return self._questions("recall.txt")

    def _questions(self, name):
        return importlib.import_module("misstep.questions").read_all(self.files(name))

    @functools.cached_property
    def session(self) -> Any:
        """What this kernel remembers of a student's work (`memory.Session`)."""
        return importlib.import_module("misstep.memory").Session()

    @functools.cached_property
    def notebooks(self) -> list[str]:
        """The numbers of the notebooks that have exercises or questions, in teaching order."""
        return list(dict.fromkeys(number for number, _ in self.files("*.*")))

    @functools.cached_property
    def modules(self) -> dict[str, types.ModuleType]:
        """The library's modules, by name."""
        return {name: importlib.import_module(name) for name in self.library}

    @functools.cached_property
    def names(self) -> dict[str, object]:
        """What code in a bank may use: NumPy, math, and the library's public names."""
        import numpy as np  # here: `course lab` does without it

        found: dict[str, object] = {}
        for module in self.modules.values():  # the first one that has a name keeps it
            found = {n: getattr(module, n) for n in getattr(module, "__all__", ())} | found
        return {"np": np, "math": math, **found}

    def import_of(self, name: str) -> str:
        """The line that imports a name of the library, or one of its modules."""
        for module, content in self.modules.items():
            if name in getattr(content, "__all__", ()):
                return f"from {module} import {name}"
        whole = next((m for m in self.library if m.rpartition(".")[2] == name), f"{name}")
        package, _, last = whole.rpartition(".")
        return f"from {package} import {last}" if package else f"import {name}"

    @functools.cached_property
    def _packages(self) -> tuple[str, ...]:
        return tuple(f"{name}." for name in {
            self.package, *(m.partition(".")[0] for m in self.library)})

    def follows(self, fn: Callable) -> bool:
        """Whether what a helper computes inside counts as part of a right answer."""
        module = fn.__module__ or ""
        return f"{module}.".startswith(self._packages) and module not in self.guards

    @functools.cached_property
    def _homes(self) -> tuple[str, ...]:
        found = map(importlib.util.find_spec, {m.partition(".")[0] for m in self.library})
        return (*ENGINE, str(self.exercises), *(
            str(Path(place).resolve()) for spec in filter(None, found)
            for place in spec.submodule_search_locations or [str(spec.origin)]))

    def owns(self, file: str) -> bool:
        """Whether a line of code is the course's or the engine's own, by the name of its file."""
        return file == "<bank>" or file.startswith(self._homes)


_inside: contextvars.ContextVar[Course | None] = contextvars.ContextVar(
    "the course whose verb is running", default=None)
_current: Course | None = None


def use(course: Course) -> Course:
    """Let a course be the current one wherever none of its verbs is running.

    In IPython a cell with an exercise that Python cannot read gets a card from then on.

    >>> from misstep.example import COURSE
    >>> before = _current
    >>> use(COURSE).title, current().title
    ('Example', 'Example')
    >>> before = before and use(before)
    """
    global _current
    _current = course
    if "IPython" in sys.modules:
        importlib.import_module("misstep.unread").watch_cells()
    return course


def load(folder: str | Path) -> Course:
    """The `COURSE` that the file `course.py` of a folder makes; the folder goes on the path.

    ValueError if there is no such file or name; what the file raises is raised.

    >>> load("no/such/folder")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: ...course.py: expected a file that makes a `misstep.Course`, got none
    """
    file = Path(folder).resolve() / FILE
    if not file.is_file():
        raise ValueError(f"{file}: expected a file that makes a `misstep.Course`, got none")
    if str(file.parent) not in sys.path:  # last: nothing of Python's own is hidden
        sys.path.append(str(file.parent))
    name = file.stem
    if getattr(sys.modules.get(name), "__file__", str(file)) != str(file):
        del sys.modules[name]  # another course, opened before
    spec = importlib.util.spec_from_file_location(name, file)
    if name not in sys.modules and spec and spec.loader:
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    course = getattr(sys.modules[name], "COURSE", None)
    if not isinstance(course, Course):
        raise ValueError(f"{file}: expected `COURSE = misstep.use(misstep.Course(…))`, got "
                         f"{'no COURSE' if course is None else type(course).__name__}")
    return course


def current() -> Course:
    """The course whose verb is running, else the one in use; RuntimeError if there is none.

    >>> from misstep.example import COURSE
    >>> COURSE.within(current)().title
    'Example'
    """
    course = _inside.get() or _current
    if course is None:
        raise RuntimeError("expected a course in use, got none; likely cause: misstep was imported "
                           "without the course: `misstep.use(misstep.Course(…))` names it.")
    return course
