"""What the exercises of a course are called and where they belong, read without running a file.

Plan, room, gradebook and `progress` need no more than that; the cases and banks of a hundred
exercises stay unread. A field that is no literal is asked of the record itself.
"""

import ast
from dataclasses import dataclass, fields
from pathlib import Path

from misstep.course import current


@dataclass(frozen=True)
class Entry:
    """One line of the catalogue; the fields are those of `Exercise`."""

    id: str
    title: str
    notebook: str
    number: str
    minutes: int
    difficulty: int
    lecture: tuple = ()
    retired: bool = False

    @property
    def place(self) -> tuple[str, str, int]:
        """Where it comes in teaching order: 4.10 after 4.9, and 0b.1 after 0.2."""
        chapter, _, number = self.number.partition(".")
        return self.notebook, chapter, int(number or 0)


NAMES = [field.name for field in fields(Entry)]


def entry(id: str) -> Entry:
    """The entry of one exercise; KeyError if there is none."""
    course = current()
    if id not in course.entries_read:
        path, _ = course.paths[id]
        course.entries_read[id] = Entry(**(literals(path) or _recorded(course.module(path))))
    return course.entries_read[id]


def entries(notebook: str | None = None, retired: bool | None = None) -> list[Entry]:
    """What one notebook ("04") asks today, or all there are; in teaching order.

    >>> from misstep.example import COURSE
    >>> [(line.number, line.id) for line in COURSE.within(entries)("01")]
    [('1.1', 'rms')]
    """
    lines = [entry(id) for id, (_, number) in current().paths.items() if notebook in (None, number)]
    everything = notebook is None if retired is None else retired
    return sorted((line for line in lines if everything or not line.retired),
                  key=lambda line: line.place)


def literals(path: Path) -> dict | None:
    """The fields as the file's ``EXERCISE = Exercise(…)`` writes them; None if one is computed."""
    for statement in ast.parse(path.read_text(encoding="utf-8-sig")).body:
        match statement:
            case ast.Assign(targets=[ast.Name("EXERCISE")], value=ast.Call(keywords=written)):
                try:
                    return {word.arg: ast.literal_eval(word.value) for word in written
                            if word.arg in NAMES}
                except ValueError:
                    return None
    return None


def _recorded(module):
    return {name: getattr(module.EXERCISE, name) for name in NAMES}
