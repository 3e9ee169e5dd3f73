"""What `course check` does with its options: find the files, run them, print and write the results.

The work is done by `handed_in` (files and zips), `verdicts` (running them) and `results`.
"""

import contextlib
import os
import sys
import tempfile
import time

from course_tools import (
    CourseError,
    confined,
    files,
    handed_in,
    notebooks,
    output,
    sandboxed,
    scheduler,
    verdicts,
    verdicts_table,
)
from course_tools.kept import Kept
from course_tools.results import feedback, formats, owners, roster, students
from course_tools.signals import stoppable
from course_tools.verdicts_process import BOX, NONE, SANDBOX, usual
from misstep.memory import disk

EVERY = 30  # seconds between two writings of the table while files are run


def check(options):
    """Print the verdicts of notebook files; return 1 if a file could not be checked to its end."""
    start = time.perf_counter()
    if options.jobs < 1:
        raise CourseError(f"--jobs: expected a number from 1, got {options.jobs}")
    with contextlib.ExitStack() as unpacked:
        folder = unpacked.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        hand_ins, known, shipped = _prepare(options, folder)
        with stoppable():
            rows, problems = _run(hand_ins, known, shipped, options, unpacked.close)
            book = students.Gradebook(rows, known)
            written = _write_results(book, problems, options)  # before a screen that may fail
            lines = verdicts_table.table(book)
            if lines or not problems:
                seconds = time.perf_counter() - start
                files_run = "1 file" if len(hand_ins) == 1 else f"{len(hand_ins)} files"
                lines += [""] if lines else []
                lines.append(f"{_counts(rows)}, {files_run}, {seconds:.0f} s")
            said = [output.printable(line) for line in known.lines()]
            for line in lines + [f"! {line}" for line in problems + said] + written:
                print(line)
    return 1 if problems else 0


def _prepare(options, folder):
    """Files, their owners, and the course's own notebooks; impossible options are errors now."""
    people = roster.read(options.roster) if options.roster else None
    _wall(options)
    hand_ins = handed_in.collect(options.files, folder, verdicts.find_files)
    known = students.register([hand_in.shown for hand_in in hand_ins], people,
                              owners.submitters_of([hand_in.path for hand_in in hand_ins]))
    _defaults(options, known)
    for path in filter(None, (options.csv, _out(options))):
        output.try_writing(path)  # not after an hour's work
    if options.feedback and options.feedback.lower().endswith(".zip"):
        output.try_writing(options.feedback)
    elif options.feedback:
        os.makedirs(options.feedback, exist_ok=True)
    try:
        shipped = notebooks.notebook_files()
    except notebooks.NotebookError:
        shipped = []
    return hand_ins, known, shipped


def _wall(options):
    """Decide where hand-ins run; without a box, the person who started this decides."""
    options.wall = SANDBOX if options.sandbox else NONE if options.unconfined else usual()
    why = options.wall == BOX and not options.scheduler and confined.missing()
    if why:
        said = f"there is no box for hand-ins here: {why}. {confined.WAYS}"
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            raise CourseError(f"nothing is run: {said}")
        print(f"{said}\nType sandbox, unconfined or stop: ", end="", file=sys.stderr, flush=True)
        options.wall = {"sandbox": SANDBOX, "unconfined": NONE}.get(sys.stdin.readline().strip())
        if options.wall is None:
            raise CourseError("stopped: nothing was run")
    if options.wall == SANDBOX and not options.scheduler:
        sandboxed.prepare()


def _defaults(options, known):
    """With a roster: what goes back to the system that it came from, unless it is said."""
    if known.roster is None:
        return
    if not options.to:
        system = known.roster.system.partition("-")[0]
        options.to = system if system in ("canvas", "moodle", "nbgrader") else None
    if not options.feedback and any(owner.system for owner in known.owner.values()):
        options.feedback = "feedback.zip"


def _run(hand_ins, known, shipped, options, on_read):
    """The rows and problems of all files; the table is written while they come."""
    how = {"cards": bool(options.feedback), "wall": options.wall}
    kept = Kept(f"{options.csv}.kept", **how) if _is_file(options.csv) else None
    if kept and kept.known:
        print(f"continuing: {kept.path} has {kept.known} hand-ins that were run", file=sys.stderr)
    place, table = None, _Table(options.csv if kept else None, len(hand_ins), known)
    if options.scheduler:
        place = scheduler.There(options.scheduler, **how)
    with contextlib.ExitStack() as last:
        if place:
            last.callback(place.close)
        rows, problems = verdicts.check_files(hand_ins, shipped, table.add, jobs=options.jobs,
                                              place=place, kept=kept, on_read=on_read, **how)
    if kept:
        stopped = table.done < len(hand_ins)
        kept.close() if stopped else kept.done()
        if stopped and kept.path.exists():
            problems.append(f"the same command continues from here: {kept.path} has what was run")
    return rows, problems


def _is_file(path):
    return bool(path) and (not os.path.exists(path) or os.path.isfile(path))


class _Table:
    """The CSV while files are run: what there is, written again from time to time."""

    def __init__(self, path, files_in_all, known):
        self._path, self._all, self._known = path, files_in_all, known
        self.done, self._rows = 0, []
        self._next = time.monotonic() + EVERY

    def add(self, rows, problem):
        """Count a file that is done; say so on a terminal, and write the table if it is time."""
        self.done += 1
        self._rows += rows
        if self._all > 2 and sys.stderr.isatty():
            print(f"\r{self.done} of {self._all} ", end="", file=sys.stderr, flush=True)
        start = time.monotonic()
        if self._path and start > self._next:
            with contextlib.suppress(OSError):  # the last writing says what is wrong
                verdicts_table.write_csv(students.Gradebook(self._rows, self._known), self._path)
            self._next = time.monotonic() + max(EVERY, 20 * (time.monotonic() - start))


def _out(options):
    """The file that --to writes, or None."""
    if options.out and not options.to:
        raise CourseError("--out: expected --to FORMAT with it, got none; --csv writes the table")
    return options.to and (options.out or formats.file_name(options.to))


def _write_results(book, problems, options):
    """Write what is wanted, each whatever becomes of the others; return a line for each."""
    out, said = _out(options), []
    opener = None if options.to in formats.FOR_PROGRAMS else disk.private
    wanted = ((options.csv, lambda path: verdicts_table.write_csv(book, path)),
              (out, lambda path: output.write(formats.write(options.to, book), path, opener)),
              (options.feedback, lambda path: feedback.write_pages(book, path)))  # fmt: skip
    for path, write in wanted:
        if not path:
            continue
        try:
            pages = write(path)
        except (OSError, ValueError) as error:  # the screen still has it all
            problems.append(f"{path} is not written: {files.in_words(error)}")
        else:
            said.append(f"written to {path}" + (f": {len(pages)} pages" if pages else ""))
    return said


def _counts(rows):
    """How many exercises passed, and what was not checked."""
    exercises = [row for row in rows if row.exercise]
    passed = sum(row.is_right for row in exercises)
    missing = sum(not row.is_checked for row in rows)
    more = f", {missing} not checked" if missing else ""
    return f"{passed} of {len(exercises)} exercises passed{more}"
