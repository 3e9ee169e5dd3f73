r"""Right and wrong answers written by people who had not seen what the checker knows.

One file `nbNN.txt` per notebook, blocks of code under a heading:

    === wrong ID | family, another one | what the misconception is
    === right ID | how it goes about it

The families after ``wrong`` are those a teacher would accept, the best first. A faulty line
ends with ``  #<<``; where something is missing, the heading has ``| missing line`` instead.
"""

import linecache
import math
import types
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from course_utils import exercises, functions, metrics, network
from course_utils.maths import automatic

FOLDER = Path(__file__).resolve().parents[1] / "exercises" / "independent"
MARK = "#<<"
MISSING = "missing line"


@dataclass(frozen=True)
class Answer:
    """One answer of a file.

    ``kind`` is right or wrong, ``id`` the exercise, ``families`` the acceptable ones of a
    wrong answer, ``said`` a teacher's sentence, ``missing`` whether the fault is a line that
    is not there, ``source`` the code without marks, ``faulty`` the marked lines counted
    from 1, ``where`` file and line of the heading.
    """

    kind: str
    id: str
    families: tuple
    said: str
    missing: bool
    source: str
    faulty: tuple
    where: str

    @property
    def label(self):
        """A short name for a test report."""
        return f"{self.id}-{self.where}"

    def compile(self):
        """The answer as a function; tracebacks show its lines."""
        filename = f"<{self.where}>"
        linecache.cache[filename] = (
            len(self.source), None, self.source.splitlines(keepends=True), filename)
        public = {name: getattr(functions, name) for name in functions.__all__}
        space = {**public, "np": np, "math": math, "functions": functions,
                 "metrics": metrics, "network": network, "automatic": automatic}
        exec(compile(self.source, filename, "exec"), space)  # noqa: S102 - our own test data
        return space[self.id]


def read(path):
    """The answers of one file, in its order."""
    blocks, lines = [], Path(path).read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if line.startswith("=== "):
            blocks.append((number, line[4:], []))
        elif blocks:
            blocks[-1][2].append(line)
        elif line.strip():
            raise ValueError(f"{path}:{number}: code before the first heading")
    return [_answer(f"{Path(path).stem}:{n}", heading, body) for n, heading, body in blocks]


def all_answers():
    """The answers of all files."""
    return [answer for path in sorted(FOLDER.glob("nb*.txt")) for answer in read(path)]


def _answer(where, heading, body):
    first, *fields = [part.strip() for part in heading.split(" | ")]
    kind, _, id = first.partition(" ")
    missing = fields[-1:] == [MISSING]
    fields = fields[:-1] if missing else fields
    wanted = {"wrong": 2, "right": 1}.get(kind)
    if len(fields) != wanted:
        raise ValueError(f"{where}: expected 'wrong ID | families | what' or 'right ID | how', "
                         f"got {heading!r}; likely cause: a ' | ' too many or too few")
    families = tuple(f.strip() for f in fields[0].split(",")) if kind == "wrong" else ()
    faulty = tuple(i for i, line in enumerate(body, start=1) if line.rstrip().endswith(MARK))
    source = "\n".join(line.rstrip().removesuffix(MARK).rstrip() for line in body).rstrip() + "\n"
    return Answer(kind, id, families, fields[-1], missing, source, faulty, where)


def file_of(id):
    """The module of the file that an exercise lies in."""
    (path,) = exercises.COURSE.exercises.glob(f"*/{id}.py")
    return exercises.COURSE.module(path)


def one_more(fn):
    """A function that does the same and is not the course's own: calling that is no attempt."""
    other = types.FunctionType(fn.__code__, fn.__globals__, fn.__name__, fn.__defaults__)
    other.__kwdefaults__ = fn.__kwdefaults__
    return other
