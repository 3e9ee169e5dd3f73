"""`course check`: run the exercises of notebook files and collect the verdicts.

Each file is run in a Python of its own, so that files cannot disturb each other or this
process; only the set-up cells, the exercise cells and the student's own cells are run, cell
by cell, and an error in one does not stop the next. Whatever one file does, the others keep
their rows. It runs the student's code: that is what a kernel does too, and it is no sandbox.
What happens inside that Python is in `verdicts_child`, the table in `verdicts_table`.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from course_utils.tools import files, notebooks
from course_utils.tools.verdicts_table import COLUMNS, printable

TIME_LIMIT = 120  # seconds for one notebook
AT_A_TIME = 2
MAX_VERDICTS = 10_000_000  # bytes read of what a child wrote
NOT_CHECKED = "not checked"  # of an exercise: it was not reached; of a file: it was not run
STOPPED = "stopped before it was checked"

_SHIPPED_ID = re.compile(rf"({notebooks.NUMBER})-[a-z0-9-]+")
_EXERCISE = re.compile(r"^[^#\n]*?\bexercise\(\s*[\"']([^\"']+)", re.M)
_NO_NAME = re.compile(r"[Nn]ame [`'](\w+)[`'] is (?:not defined|used but was never set)")
# The course's own folder goes last on the path, the folder of hand-ins after it (in the child):
# a file called random.py or course_utils/ beside a hand-in must not be taken for the real one.
_START = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from course_utils.tools import {0}; {0}.main(*sys.argv[1:])"
)


def find_files(patterns):
    """Notebook files that names, patterns and folders stand for, each once, in order."""
    found = {}
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
        found.update({os.path.realpath(hit): hit for hit in hits})
    return list(found.values())


def check_files(paths, shipped=(), on_done=lambda done, problem: None, *, jobs=AT_A_TIME,
                cards=False, sandbox=False):
    """Run the exercises of notebook files, ``jobs`` at a time.

    ``shipped`` are the course's notebooks: a cell whose source is in them is not the student's own.
    ``on_done`` is called with rows and problem of each file, in order. With ``cards`` the
    row of a verdict has a ``card`` too, the parts of what a student would see; with ``sandbox``
    files run in `sandboxed`.
    Ctrl+C (a KeyboardInterrupt) ends what is running; the rows there are, are given.
    Returns (rows, problems): dicts with the keys of `COLUMNS`, one for each exercise of each file
    and one for each file that could not be run; a line for each file that could not be checked, or
    not to its end.
    """
    known, problems = _known(shipped)
    children, rows = _Children(), []
    hand_ins = [HandIn(Path(path)) for path in paths]
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for hand_in in hand_ins:  # all are read before one is run: it could change another
                hand_in.open(known)
            waiting = [pool.submit(one.check, children, cards, sandbox) for one in hand_ins]
            for hand_in, future in zip(hand_ins, waiting, strict=True):
                while not future.done():  # Windows hears no Ctrl+C in a wait without end
                    wait([future], timeout=0.5)
                on_done(hand_in.rows, hand_in.problem)
        except KeyboardInterrupt:
            children.end()
            pool.shutdown(wait=False, cancel_futures=True)
            problems.append("stopped: what was checked until then is given")
    for hand_in in hand_ins:
        rows += hand_in.rows
        problems += [f"{hand_in.path}: {hand_in.problem}"] if hand_in.problem else []
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
    number: str | None = None
    cells: tuple = ()  # what is run
    skipped: tuple = ()  # sources of the course's cells that are not run
    rows: list = None
    problem: str | None = STOPPED

    def __post_init__(self):
        self.number = _number_in_name(self.path)
        self.rows = self._one_row(self.problem)

    def open(self, known):
        """Read the file and choose the cells; a fault of any kind is this file's alone."""
        try:
            nb = notebooks.read(self.path)
            self.number = _number(nb, self.path)
            shipped = known.get(self.number)
            self.cells = cells_to_run(nb, shipped)
            run = {cell["source"] for cell in self.cells}
            code = (c["source"] for c in nb["cells"] if c["cell_type"] == "code")
            self.skipped = tuple(source for source in code if source not in run)
        except OSError as error:
            self._fail(f"cannot be read ({files.in_words(error)})")
        except Exception as error:  # whatever is in it, the others are checked
            self._fail(f"not a notebook that can be read ({files.first_line(error)})")
        else:
            if self.number is None:
                self._fail("not one of the course's notebooks (no cell of theirs is in it)")
            elif self.number == notebooks.APPENDIX:
                self.rows, self.problem = [], None  # it has no exercises

    def check(self, children, cards, sandbox):
        """Run the cells and make the rows; a fault of any kind is this file's alone."""
        if self.problem != STOPPED:
            return  # it could not be opened
        try:
            verdicts, problem = _run(self.path, self.cells, children, cards, sandbox)
            rows = self._verdict_rows(verdicts, problem)
            self.rows, self.problem = rows, problem
            if not rows:
                self._fail(problem or "no exercises are known for this notebook")
        except OSError as error:
            self._fail(f"could not be run ({files.in_words(error)})")
        except Exception as error:
            self._fail(f"could not be run ({type(error).__name__}: {files.first_line(error)})")

    def _fail(self, problem):
        self.problem, self.rows = problem, self._one_row(problem)

    def _one_row(self, problem):
        return [self._row("", "", {"status": NOT_CHECKED, "message": problem})]

    def _verdict_rows(self, verdicts, problem):
        """A row for each exercise; one that was not reached is not called "not attempted"."""
        from course_utils import exercises

        written = {name for cell in self.cells for name in exercises_in(cell["source"])}
        rows = []
        for record in exercises.records(self.number):
            verdict = verdicts.pop(record.id, None) or {"status": "not attempted"}
            if problem and record.id in written and verdict["status"] == "not attempted":
                verdict = {"status": NOT_CHECKED, "message": problem}
            rows.append(self._row(record.id, record.title, verdict))
        return rows + [self._row(name, "", verdict) for name, verdict in verdicts.items()]

    def _row(self, name, title, verdict):
        verdict = {"misconception": None, "message": "", "score": 0, **verdict}
        missing = _NO_NAME.search(str(verdict["message"]))
        if missing and any(notebooks.top_level_binders(s, missing[1]) for s in self.skipped):
            verdict["message"] += (
                f" (`{missing[1]}` is made in a cell of the course, which is not run here: the "
                "answer should take it as an argument or make it itself)"
            )
        values = (self.path, self.number or "", name, title)
        values += tuple(verdict[key] or "" for key in COLUMNS[4:-1])
        values += (_score(verdict) if name and verdict["status"] != NOT_CHECKED else "",)
        row = dict(zip(COLUMNS, map(str, values), strict=True))
        return {**row, "card": verdict["card"]} if "card" in verdict else row


def _score(verdict):
    """1 for a right answer, else the share of the cases that are right, below 1.

    >>> _score({"status": "failed", "score": 0.75}), _score({"status": "failed", "score": 1e9})
    (0.75, 0.99)
    """
    if verdict["status"] == "passed":
        return 1
    share = verdict["score"]
    real = isinstance(share, int | float) and share == share  # the hand-in may have written it
    return round(min(max(share, 0), 0.99), 2) if real else 0


def cells_to_run(nb, shipped):
    """The set-up cells, the exercise cells and the student's own, each with its ``kind``.

    A cell of the course that the student has changed is the student's own: a helper may stand
    in it.
    ``shipped`` is the course's version of the notebook, None if it is not at hand.
    """
    texts = {cell["source"].strip() for cell in shipped["cells"]} if shipped else set()
    chosen = []
    for cell in nb["cells"]:
        source, name = cell["source"], str(cell.get("id", ""))
        if cell["cell_type"] != "code" or not source.strip():
            continue
        is_ours = source.strip() in texts if shipped else _SHIPPED_ID.fullmatch(name)
        kind = ("exercise" if exercises_in(source) else "setup" if "setup" in notebooks.tags(cell)
                else None if is_ours else "own")
        if kind:
            chosen.append({"cell_type": "code", "kind": kind, "source": source})
    return chosen


def exercises_in(source):
    """Ids of the exercises a cell defines, also where it is not plain Python."""
    if notebooks.parse(source) is not None:
        return notebooks.calls(source, "exercise")
    return _EXERCISE.findall(source)


def _number(nb, path):
    """Number of the course's notebook a file was made from: by cell ids, else by its name."""
    ids = (_SHIPPED_ID.fullmatch(str(cell.get("id", ""))) for cell in nb["cells"])
    votes = Counter(match.group(1) for match in ids if match)
    return votes.most_common(1)[0][0] if votes else _number_in_name(path)


def _number_in_name(path):
    named = re.search(rf"(?<!\d)({notebooks.NUMBER})_", path.name)
    return named.group(1) if named else None


# --- the children -----------------------------------------------------------------------


class _Children:
    """The running children, so that all can be ended at once."""

    def __init__(self):
        self._lock, self._running, self.ended = threading.Lock(), set(), False

    def start(self, command, **options):
        """Start a child, unless all have been ended."""
        with self._lock:
            if self.ended:
                raise KeyboardInterrupt  # in its thread: nobody's row but its own, which says so
            child = subprocess.Popen(command, **options)
            self._running.add(child)
        return child

    def forget(self, child):
        """End a child and what it started."""
        with self._lock:
            self._running.discard(child)
            _kill(child)
        child.wait()

    def end(self):
        """End them all, and let none begin."""
        with self._lock:
            self.ended = True
            for child in self._running:
                _kill(child)


def _kill(child):
    """End a child and what it started; it is not waited for."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    elif child.poll() is None:
        child.kill()


def _run(path, cells, children, cards, sandbox):
    """Verdicts by exercise id, and what went wrong (or None)."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        order, answer = Path(folder, "cells.json"), Path(folder, "verdicts.jsonl")
        order.write_text(json.dumps(cells), encoding="utf-8")
        answer.touch()
        env = {**os.environ, "MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"}
        env["COURSE_QUIET"] = "1"  # no cards on a screen
        env["IPYTHONDIR"] = folder  # no personal start-up files
        start = _START.format("sandboxed" if sandbox else "verdicts_child")
        here = str(Path(__file__).resolve().parents[2])
        with open(Path(folder, "errors.txt"), "wb") as errors:
            child = children.start(
                [sys.executable, "-P", "-c", start, here, order, answer, str(os.getpid()),
                 *["cards"] * cards],
                cwd=path.resolve().parent,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,  # until its first cell runs
                start_new_session=True,
            )
        problem = None
        try:
            child.wait(TIME_LIMIT)
        except subprocess.TimeoutExpired:
            problem = f"stopped after {TIME_LIMIT} s; the verdicts until then are given"
        finally:
            children.forget(child)
        verdicts, fault = _read_verdicts(answer)
        if fault and not problem:
            problem = _why_ended(child, children, Path(folder, "errors.txt"), fault)
    return verdicts, problem


def _read_verdicts(path):
    """Verdicts of the lines that can be read, and what is wrong with the rest (or None).

    Each line holds all verdicts so far: one that is lost costs nothing if another follows.
    """
    verdicts, ended, damaged = {}, False, False
    with open(path, "rb") as file:
        text = file.read(MAX_VERDICTS).decode("utf-8", errors="replace")
    for line in text.splitlines():
        try:
            entry = json.loads(line)
            if entry is None:
                ended = True
                continue
            damaged = not all(isinstance(v["status"], str) for v in entry.values())
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
            damaged = True  # cut by a full disk, or written by the hand-in
        if not damaged:
            verdicts.update(entry)
    if damaged:
        return verdicts, "left a line that cannot be read"
    return verdicts, None if ended else "ended early"


def _why_ended(child, children, errors, fault):
    if children.ended:
        return "stopped; the verdicts until then are given"
    code = child.returncode
    how = f"code {code}"
    if code < 0:
        with contextlib.suppress(ValueError):
            how = signal.Signals(-code).name
    said = errors.read_text("utf-8", errors="replace").strip().splitlines()[-1:]
    reason = f"{how}: {said[0][:200]}" if said else how
    return f"its Python {fault} ({reason}); what came before is given"
