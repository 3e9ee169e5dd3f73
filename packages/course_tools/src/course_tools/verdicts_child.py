"""Runs the cells of one hand-in for `verdicts_judge`, which believes none of what is sent.

The student's code runs in the same process, in a folder of its own and in the box (`confined`),
unless the order says that there is none. In the box an answer has no process of its own: one that
ends the process, or a C call that does not return, is noted by `verdicts_judge`.
"""

import contextlib
import itertools
import json
import os
import re
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from pathlib import Path

import misstep
from course_tools import confined, home
from course_tools.notebooks.run import run_cells
from course_utils import data

CELL_LIMIT = 20  # seconds for a set-up cell or a cell of the student's own, where signals work
EXERCISE_LIMIT = 45  # seconds for an exercise's cell: its check has limits of its own, below this
MEMORY = 4 << 30  # bytes a hand-in may allocate, where the system can limit that
MAX_TEXT = 1000  # characters kept of a message
HOME = "home"  # next to the order: the folder in which it runs


def load():
    """An IPython without a screen, and then the checker, which watches its cells."""
    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    HistoryManager.enabled = False
    shell = InteractiveShell.instance()
    course = home.course()
    names = ("alike", "doubt", "exercise", "hint", "pieces", "progress", "slip", "solution",
             "why")
    shell.push({name: getattr(course, name) for name in names})


def main(path, packets, parent, heard=None):
    """The same in a Python that is no copy; ``packets`` is a pipe's number or a file."""
    load()
    writer = int(packets) if packets.isdecimal() else os.open(
        packets, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0))
    live(read(path), writer, int(parent), heard and int(heard))


def read(path):
    """The order: cells, whether cards are wanted, whether they run in the box, and the folder."""
    order = json.loads(Path(path).read_text(encoding="utf-8"))
    Path(path).unlink()  # another hand-in could look for it
    return {**order, "folder": str(Path(path).resolve().with_name(HOME))}


def live(order, writer, parent, heard=None, at=None):
    """Run the cells of an order, send verdicts to ``writer``, and end this process.

    A byte on ``heard`` says that they are written; ``at`` is told the number of the cell.
    """
    if sys.platform != "wasi":  # there is no other process: see `sandboxed`
        end_with(parent)
    folder = order["folder"]
    os.chdir(folder)
    os.environ["TMPDIR"], tempfile.tempdir = folder, None
    with contextlib.suppress(ImportError, OSError, ValueError):  # not on this system
        misstep.limit_memory(MEMORY)  # one that takes all of it ends as a MemoryError of its own
    if order["boxed"]:
        os.environ.update(COURSE_NO_CHILD="1", PATH=os.defpath)
        confined.limit()
        confined.lock(folder, _readable())
    sys.path.append(os.getcwd())  # after all others: helpers next to the notebook are found
    sys.argv = sys.argv[:1]
    with contextlib.suppress(AttributeError, OSError), open(os.devnull, "r+b") as nowhere:
        for number in range(3):
            os.dup2(nowhere.fileno(), number)
    code = 1
    with contextlib.suppress(BaseException):
        _run_all(order["cells"], writer, heard, Best(bool(order["cards"])), at)
        code = 0
    os._exit(code)  # threads a student left running do not matter any more


def _readable():
    """Paths that a hand-in reads besides its folder: Python, the packages, the course."""
    yield from confined.SYSTEM
    for prefix in (sys.prefix, sys.base_prefix):
        yield from (Path(prefix, name) for name in ("lib", "lib64", "Lib", "share", "pyvenv.cfg"))
    yield from filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep))
    yield os.environ.get("MPLCONFIGDIR", os.devnull)
    for place in map(Path, filter(None, (*sys.path, home.other()))):  # a checkout has more in it
        whole = place.name in ("site-packages", "dist-packages") or place.is_file()
        yield from (place,) if whole else confined.importable(place)
    yield from (home.course().exercises, data.folder("data"))


def _run_all(cells, writer, heard, best, at):
    from IPython import get_ipython

    known, ended_early = {}, {}

    def send(tag, verdicts):
        view = memoryview(misstep.packet(tag, verdicts))
        while view:
            view = view[os.write(writer, view):]
        if heard is not None:
            os.read(heard, 1)

    def note(cell, error):
        best.count(cell["exercises"])
        if error is not None:
            said = {"status": "error", "message": _ended(error, cell)}
            for name in cell["exercises"]:  # ended before its check
                ended_early.setdefault(name, (said, ()))
        now = {**ended_early, **best.after(misstep.current().state())}
        new = {name: one for name, one in now.items() if one[0] != known.get(name)}
        if new:  # thousands of cells of their own change nothing
            known.update((name, plain) for name, (plain, _) in new.items())
            send("some", new)

    def run(cell):
        if at is not None:
            at[:4] = next(numbers).to_bytes(4, "little")
        return _run(shell, cell)

    shell, numbers = get_ipython(), itertools.count()
    run_cells(cells, run, note)
    send("done", {})


def _ended(error, cell):
    """How a cell ended, in words of ours and of the file that was handed in.

    The text of an error stays here: whatever the code has read can be in it, and this goes to the
    student's page. (What the judged call raises is on its card, as in the notebook.)
    """
    if isinstance(error, TooLongError):
        return f"this cell took longer than {EXERCISE_LIMIT} s"
    kind = next(c.__name__ for c in type(error).__mro__ if c.__module__ == "builtins")
    name = getattr(error, "name", None) if isinstance(error, NameError) else None
    about = f": name `{name}` is not defined" if isinstance(name, str) and re.search(
        rf"\b{re.escape(name)}\b", cell["source"]) else ""
    numbers = [number for frame, number in traceback.walk_tb(error.__traceback__)
               if frame.f_code.co_filename.startswith("<ipython-input")]
    lines = cell["source"].splitlines()
    where = [lines[number - 1].strip()[:200] for number in numbers[:1] if number <= len(lines)]
    return f"{kind}{about}" + "".join(f", in the line `{line}`" for line in where)


class TooLongError(TimeoutError):
    """A cell took too long."""


class Best:
    """The best verdict on each exercise, wherever it is.

    A cell that was copied and left as it is, below a right answer, does not take it back.
    """

    ORDER = ("not attempted", "error", "failed", "passed")

    def __init__(self, cards):
        self._cards, self._chosen, self._last, self._cells = cards, {}, {}, Counter()

    def count(self, names):
        """Note the exercises that a cell defines."""
        self._cells.update(names)

    def after(self, results):
        """After one more cell: exercise id to (plain values, what the calls of a pass did)."""
        for name, result in results.items():
            if result is not self._last.get(name):
                self._last[name] = result
                mine = self._chosen.get(name)
                if mine is None or self._rank(result) >= self._rank(mine):
                    self._chosen[name] = result
        return {name: (self._plain(name, result), list(getattr(result, "seen", ())))
                for name, result in self._chosen.items()}

    def _rank(self, result):
        known = result.status in self.ORDER
        return self.ORDER.index(result.status) if known else -1, _share(result)

    def _plain(self, name, result):
        keys = ("status", "misconception", "message")
        plain = {key: getattr(result, key) and _text(getattr(result, key)) for key in keys}
        plain["score"] = _share(result)
        if self._cells[name] > 1:
            plain["message"] += f" ({name} stands in {self._cells[name]} cells; the best counts.)"
        if self._cards:
            plain["card"] = _card(result)
        return plain


def _share(result):
    return round(result.passed / result.total, 4) if result.total else 0


def _card(result):
    """The parts of a verdict's card; empty where that fails."""
    from misstep import cards

    try:
        return cards.as_data(result)
    except Exception:  # a fault of ours, or of the hand-in: the verdict is there without it
        return []


def end_with(parent):
    """Make sure that this process does not outlive `course check`, however that ends."""
    if not misstep.end_with_parent() and os.name == "posix":
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def _watch(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(0, signal.SIGKILL)


def _run(shell, cell):
    """Run a cell, if need be not to its end; return the exception that ended it, or None."""
    limit = EXERCISE_LIMIT if cell["exercises"] else CELL_LIMIT
    clock = _alarm if hasattr(signal, "setitimer") else _ticks
    try:
        with clock(limit):
            result = shell.run_cell(cell["source"], store_history=False)
            return result.error_before_exec or result.error_in_exec
    except BaseException as error:  # whatever a cell does, the next one is run
        return error


@contextlib.contextmanager
def _alarm(limit):
    """End what runs longer: by a signal."""
    def stop(signum, frame):
        raise TooLongError(f"this cell took longer than {limit} s")

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


@contextlib.contextmanager
def _ticks(limit):
    """The same without signals (WebAssembly): the student's code looks at the clock where it jumps.

    Needs `sys.monitoring` (Python 3.12); else, and for a C call, the whole file's limit is left.
    """
    watch = getattr(sys, "monitoring", None)
    if watch is None:
        yield
        return
    end, tool = time.monotonic() + limit, 4  # the checker's own ticker is 3

    def tick(code, *_):
        if time.monotonic() > end and code.co_filename.startswith("<ipython-input"):
            raise TooLongError(f"this cell took longer than {limit} s")

    kinds = watch.events.JUMP | watch.events.PY_START
    watch.use_tool_id(tool, "course-cell")
    for kind in (watch.events.JUMP, watch.events.PY_START):
        watch.register_callback(tool, kind, tick)
    watch.set_events(tool, kinds)
    try:
        yield
    finally:
        watch.set_events(tool, 0)
        watch.free_tool_id(tool)


def _text(value):
    try:
        return str(value)[:MAX_TEXT]
    except BaseException:  # a student's __str__
        return type(value).__name__
