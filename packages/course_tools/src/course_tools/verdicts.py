"""`course check`: run the exercises of notebook files and collect the verdicts.

Each file is run in a Python of its own; only the set-up cells, the exercise cells and the student's
own cells are run, cell by cell, and an error in one does not stop the next. One that crashes, ends
or hangs its Python costs the others nothing. It runs on copies, on Linux in a box (`confined`);
where there is none, in WebAssembly (`sandboxed`), or, if that is wanted, with the rights of this
process, as a kernel does. Its Python is started by `verdicts_process`, on other machines by
`scheduler`; who judges is `verdicts_judge`, the table is in `verdicts_table`.
"""

import os
import re
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path

from course_tools import CourseError, files, home, notebooks, verdicts_process
from course_tools import kept as kept_runs
from course_tools.output import printable
from course_tools.rows import NOT_CHECKED, STATUSES, Row

AT_A_TIME = 2
STOPPED = "stopped before it was checked"

_SHIPPED_ID = re.compile(rf"({notebooks.NUMBER})-[a-z0-9-]+")
_EXERCISE = re.compile(
    rf"^[^#\n]*?\bexercise\(\s*[{notebooks.QUOTES}]([^{notebooks.QUOTES}]+)", re.M)
_NO_NAME = re.compile(r"[Nn]ame [`'](\w+)[`'] is (?:not defined|used but was never set)")


def find_files(patterns):
    """Notebook files that names, patterns and folders stand for, each once, in order."""
    paths = {}
    for pattern in patterns:
        path = Path(pattern)
        if path.is_dir():
            inside = sorted(path.rglob("*.ipynb"))
            hits = [p for p in inside if not any(s[0] == "." for s in p.relative_to(path).parts)]
        elif path.exists():
            hits = [path]
        else:  # Windows leaves patterns to the program
            hits = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
        if not hits:
            raise FileNotFoundError(f"expected notebook files, found nothing under {pattern}")
        paths.update({os.path.realpath(hit): hit for hit in hits})
    return list(paths.values())


class Here:
    """Hand-ins are run on this machine, ``slots`` at a time."""

    def __init__(self, slots=AT_A_TIME, *, cards=False, wall=None):
        self.slots, self._how = slots, (cards, wall or verdicts_process.usual())
        self._children = verdicts_process.Children()

    def run(self, hand_in):
        """Verdicts by exercise id, and what went wrong (or None)."""
        return verdicts_process.run(hand_in.beside, hand_in.cells, self._children, *self._how)

    @property
    def ended(self):
        """Whether it was told to end; what comes back after that is not the whole truth."""
        return self._children.ended

    def end(self):
        """End what is running, and let nothing begin."""
        self._children.end()


def check_files(paths, shipped=(), on_done=lambda done, problem: None, *, jobs=AT_A_TIME,
                cards=False, wall=None, place=None, kept=None, on_read=lambda: None):
    """Run the exercises of notebook files, ``jobs`` at a time.

    ``paths`` may also be `handed_in.HandedIn`. ``shipped`` are the course's notebooks: a cell whose
    source is in them is not the student's own. ``on_done`` is called with rows and problem of each
    file, in order. With ``cards`` the row of a verdict has its ``card``, too; ``wall`` is one of
    `verdicts_process.WALLS`. ``place`` is where they run if not `Here`; ``kept`` what is known from
    a run that was stopped (`kept.Kept`). ``on_read`` is called when all are read and none is run
    yet.
    Ctrl+C (a KeyboardInterrupt) ends what is running; the rows there are, are given.
    Returns (rows, problems): a `Row` for each exercise of each file and one for each file that
    could not be run; a line for each file that could not be checked, or not to its end.
    """
    known, problems = _known(shipped)
    homes = _homes(known)
    judges = kept_runs.judges()
    place = place or Here(jobs, cards=cards, wall=wall)
    hand_ins = [HandIn.of(path) for path in paths]
    with ThreadPoolExecutor(place.slots) as pool:
        try:
            for hand_in in hand_ins:  # all are read before one is run: it could change another
                hand_in.open(known, homes)
            on_read()
            waiting = [pool.submit(hand_in.check, place, kept) for hand_in in hand_ins]
            for hand_in, future in zip(hand_ins, waiting, strict=True):
                while not future.done():  # Windows hears no Ctrl+C in a wait without end
                    wait([future], timeout=0.5)
                if isinstance(future.exception(), CourseError):  # of all files, not of this one
                    raise future.exception()
                on_done(hand_in.rows, hand_in.problem)
        except (KeyboardInterrupt, CourseError) as error:
            place.end()
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(error, CourseError):
                raise
            problems.append("stopped: the table has what was checked so far")
    if kept_runs.judges() != judges:
        problems.append("the course's exercises or its checker were changed while this ran, maybe "
                        "by a hand-in: get the course again, and run this again")
    problems += [f"{hand_in.shown}: {line}" for hand_in in hand_ins
                 for line in (hand_in.problem, hand_in.left_out) if line]
    rows = [row for hand_in in hand_ins for row in hand_in.rows]
    return rows, [printable(line) for line in problems]


def _known(shipped):
    """The course's notebooks by number, and a line for each that cannot be read."""
    known, problems = {}, []
    for path in shipped:
        try:
            known[notebooks.number(path)] = notebooks.read(path)
        except (OSError, notebooks.NotebookError) as error:
            problems.append(
                f"the course's own {path.name} is damaged, get it again; hand-ins made from it "
                f"are checked by their cell ids ({files.first_line(error)})"
            )
    return known, problems


@dataclass
class HandIn:
    """One student's file: read, then run, then its rows."""

    path: Path
    shown: str
    problem: str | None = None
    number: str | None = None
    cells: tuple = ()  # what is run
    skipped: tuple = ()  # sources of the course's cells that are not run
    rows: list[Row] = field(init=False)
    beside: dict = field(default_factory=dict)  # the files next to it: bytes by name
    left_out: str | None = None  # what it wrote of exercises that its notebook does not have

    def __post_init__(self):
        self.number = _number(Path(self.shown))
        self.problem = self.problem or STOPPED
        self.rows = self._one_row(self.problem)

    @classmethod
    def of(cls, file):
        """From a path, or from a `HandedIn`, which may have been refused."""
        if hasattr(file, "shown"):
            return cls(file.path, file.shown, file.refused)
        return cls(Path(file), str(file))

    def open(self, known, homes):
        """Read the file and choose the cells; a fault of any kind is this file's alone."""
        if self.problem != STOPPED:
            return  # it could not be unpacked
        try:
            nb = notebooks.read(self.path)
            self.number = _number(Path(self.shown), nb["cells"], homes)
            shipped = known.get(self.number)
            self.cells = cells_to_run(nb, shipped)
            run = {cell["source"] for cell in self.cells}
            code = (c["source"] for c in nb["cells"] if c["cell_type"] == "code")
            self.beside = kept_runs.beside(self.path.parent)
            self.skipped = tuple(map(sys.intern, (s for s in code if s not in run)))
        except OSError as error:
            self._fail(f"cannot be read ({files.in_words(error)})")
        except notebooks.NotebookError as error:
            self._fail(files.first_line(error).removeprefix(f"{self.path.name}: "))
        except Exception as error:  # whatever is in it, the others are checked
            self._fail(f"not a notebook that can be read ({files.first_line(error)})")
        else:
            if self.number is None:
                self._fail("not one of the course's notebooks (no cell of theirs is in it)")
            elif self.number == notebooks.APPENDIX:
                self.rows, self.problem = [], None  # it has no exercises

    def check(self, place, kept=None):
        """Run the cells and make the rows; a fault of any kind is this file's alone."""
        if self.problem != STOPPED:
            return  # it could not be opened
        try:
            verdicts, problem = (kept and kept.get(self)) or self._run(place, kept)
            rows = self._verdict_rows(verdicts, problem)
            self.rows, self.problem = rows, problem
            if not rows:
                self._fail(problem or "no exercises are known for this notebook")
        except CourseError:
            raise
        except OSError as error:
            self._fail(f"could not be run ({files.in_words(error)})")
        except Exception as error:
            self._fail(f"could not be run ({type(error).__name__}: {files.first_line(error)})")

    def _run(self, place, kept):
        verdicts, problem = place.run(self)
        if kept and not place.ended:
            kept.add(self, verdicts, problem)
        return verdicts, problem

    def _fail(self, problem):
        self.problem, self.rows = problem, self._one_row(problem)

    def _one_row(self, problem):
        return [self._row("", "", {"status": NOT_CHECKED, "message": problem})]

    def _verdict_rows(self, verdicts, problem):
        """A row for each exercise that the course's records have in this notebook, and no other.

        One that was not reached is not called "not attempted".
        """
        written = {name for cell in self.cells for name in cell["exercises"]}
        rows, verdicts = [], dict(verdicts)
        asked = [r for r in home.course().catalogue(self.number, retired=True)
                 if not r.retired or r.id in verdicts]  # an older copy asks what is retired now
        for record in asked:
            verdict = verdicts.pop(record.id, None) or {"status": "not attempted"}
            if problem and record.id in written and verdict["status"] == "not attempted":
                verdict = {"status": NOT_CHECKED, "message": problem}
            rows.append(self._row(record.id, record.title, verdict))
        if verdicts:
            names = ", ".join(sorted(verdicts)[:3]) + " …" * (len(verdicts) > 3)
            self.left_out = f"names no exercise of notebook {self.number}, left out: {names[:200]}"
        return rows

    def _row(self, id, title, verdict):
        message = str(verdict.get("message") or "")
        missing = _NO_NAME.search(message)
        if missing and any(notebooks.top_level_binders(s, missing[1]) for s in self.skipped):
            message += (
                f" (`{missing[1]}` is made in a cell of the course, which is not run here: the "
                "answer should take it as an argument or make it itself)"
            )
        # another word is the hand-in's own
        status = verdict["status"] if verdict["status"] in STATUSES else "error"
        return Row(self.shown, self.number or "", id, title, status,
                   str(verdict.get("misconception") or ""), message,
                   _score(verdict) if id and status != NOT_CHECKED else None, verdict.get("card"))


def _score(verdict):
    """1 for a right answer, else the share of the cases that are right, below 1.

    >>> _score({"status": "failed", "score": 0.75}), _score({"status": "failed", "score": 1e9})
    (0.75, 0.99)
    """
    if verdict["status"] == "passed":
        return 1
    share = verdict.get("score", 0)
    real = isinstance(share, int | float) and share == share  # the hand-in may have written it
    return round(min(max(share, 0), 0.99), 2) if real else 0


def cells_to_run(nb, shipped):
    """The set-up cells, the exercise cells and the student's own, each with its exercises' ids.

    A cell that only imports is one of set-up, whether its author tagged it or not. A cell of the
    course is known by its text, and its tags too: tools drop or rewrite what else a cell has.
    A cell of the course that the student has changed is the student's own: a helper may be in it.
    ``shipped`` is the course's version of the notebook, None if it is not at hand.
    """
    texts = {_text(cell): notebooks.tags(cell) for cell in shipped["cells"]} if shipped else {}
    chosen = []
    for cell in nb["cells"]:
        source, name = cell["source"], str(cell.get("id", ""))
        if cell["cell_type"] != "code" or not source.strip():
            continue
        is_ours = _text(cell) in texts if shipped else _SHIPPED_ID.fullmatch(name)
        asked = list(dict.fromkeys(exercises_in(source)))
        tags = {*notebooks.tags(cell), *texts.get(_text(cell), ())}
        if asked or "setup" in tags or not is_ours or notebooks.only_imports(source):
            chosen.append({"cell_type": "code", "source": source, "exercises": asked})
    return chosen


def exercises_in(source):
    """Ids of the exercises a cell defines, also where it is not plain Python."""
    if notebooks.parse(source) is not None:
        return notebooks.calls(source, "exercise")
    return _EXERCISE.findall(source)


def _number(path, cells=(), homes=None):
    """Number of the course's notebook that a file was made from: by its cells, else by its name.

    A cell counts by its id, and by its text, whose notebook is in ``homes`` (`_homes`).
    """
    ids = (_SHIPPED_ID.fullmatch(str(cell.get("id", ""))) for cell in cells)
    votes = Counter(match.group(1) for match in ids if match)
    votes.update((homes or {}).get(_text(cell)) for cell in cells)
    del votes[None]
    named = re.search(rf"(?<!\d)({notebooks.NUMBER})_", path.name)
    return votes.most_common(1)[0][0] if votes else named and named.group(1)


def _homes(known):
    """The number of the notebook that has a cell's text; None where several have it."""
    homes = {}
    for number, nb in known.items():
        for text in {_text(cell) for cell in nb["cells"]}:
            homes[text] = None if text in homes else number
    return homes


def _text(cell):
    """A cell's source without what editors change: ends of lines, blanks before them."""
    return "\n".join(map(str.rstrip, cell["source"].strip().splitlines()))
