"""A course as the engine sees it: where its exercises are, what they may use, what it teaches.

Inside a verb of a course that one is `current`; elsewhere the one that `use` has named. An
`Outline` has what was read for it and the session of its student; `face.Course` adds the verbs.
Judges nothing.
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

import widgets

ENGINE = [str(Path(module).resolve().parent) for module in (__file__, widgets.__file__)]
MODEL = "model"  # next to the exercises: the answers that `solution` shows
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


@dataclass
class Session:
    """What one kernel remembers of one course."""

    results: dict = field(default_factory=dict)  # exercise -> `Result`, the last one checked last
    unwritten: dict = field(default_factory=dict)  # notebook -> events not (yet) on the disk
    checked: set = field(default_factory=set)  # exercises tried in this kernel
    shown: set = field(default_factory=set)  # sentences shown once
    listeners: list = field(default_factory=list)  # called with what `memory.tell` is told
    again: str | None = None  # the prediction that a room asks for a second time
    boxes: dict = field(default_factory=dict)  # prediction -> its live box: all views follow it
    slips: dict = field(default_factory=dict)  # exercise -> the slip that is to be found in it
    pieces: dict = field(default_factory=dict)  # exercise -> its lines to be put in order
    alike: dict = field(default_factory=dict)  # exercise -> the question of its idea, asked last


@dataclass(eq=False)
class Outline:
    """All that the engine asks of a course; `face.Course` says what each field is."""

    title: str
    exercises: Path
    library: tuple = ()
    guards: tuple = ()
    concepts: Callable = tuple
    work: str | None = None
    same: Callable = str
    openings: dict = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    entries_read: dict = field(default_factory=dict, init=False, repr=False)  # id -> `Entry`
    records_read: dict = field(default_factory=dict, init=False, repr=False)  # id -> `Exercise`
    questions_read: dict = field(default_factory=dict, init=False, repr=False)  # file -> id -> one
    session: Session = field(default_factory=Session, init=False, repr=False)

    def __post_init__(self):
        folder = Path(self.exercises).resolve()
        if not folder.is_dir():
            raise ValueError(f"exercises: expected a folder, got {str(self.exercises)!r}; likely "
                             "cause: an incomplete copy of the course, or a path that is relative "
                             "to another folder.")
        self.exercises = folder

    def offered(self) -> dict[str, Callable]:
        """The calls that a card may name, by name; a course with verbs has some."""
        return {}

    def say(self, title: str, sentence: str) -> None:
        """Tell the student something that is no verdict."""
        print(title, sentence, sep="\n")

    def passed(self, id: str) -> None:
        """An answer passes in a notebook, after tries that did not: a course may ask something."""

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


_inside: contextvars.ContextVar[Outline | None] = contextvars.ContextVar(
    "the course whose verb is running", default=None)
_current: Outline | None = None


def set_current(course: Outline) -> None:
    """Let a course be the current one wherever none of its verbs is running."""
    global _current
    _current = course


def current() -> Outline:
    """The course whose verb is running, else the one in use; RuntimeError if there is none."""
    course = _inside.get() or _current
    if course is None:
        raise RuntimeError("expected a course in use, got none; likely cause: misstep was imported "
                           "without the course: `misstep.use(misstep.Course(…))` names it.")
    return course
