"""Inside the Python that `course check` starts for one hand-in: run its cells, write verdicts.

Nothing here is trusted by `verdicts`: the student's code runs in the same process.
"""

import contextlib
import functools
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from course_utils.tools.notebooks.run import run_cells

CELL_LIMIT = 20  # seconds for a set-up cell or a cell of the student's own, where signals work
EXERCISE_LIMIT = 45  # seconds for an exercise's cell: its check has limits of its own, below this
MEMORY = 4 << 30  # bytes a hand-in may allocate, where the system can limit that
MAX_TEXT = 1000  # characters kept of a message


def main(order, answer, parent, cards=""):
    """Run the cells of `order` in an IPython without a screen; write verdicts to `answer`."""
    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    from course_utils import exercises
    from course_utils.exercises import child, unread

    if sys.platform != "wasi":  # there is no other process: see `sandboxed`
        end_with(int(parent))
    cells = json.loads(Path(order).read_text(encoding="utf-8"))
    sys.path.append(os.getcwd())  # behind all others: helpers beside the notebook are found
    sys.argv = sys.argv[:1]
    HistoryManager.enabled = False
    shell = InteractiveShell.instance()
    unread.watch_cells()
    names = "exercise, hint, progress, solution, why"
    shell.run_cell(f"from course_utils.exercises import {names}", silent=True)
    with contextlib.suppress(ImportError, OSError, ValueError):  # not on this system
        child.limit_memory(MEMORY)  # one that takes all of it ends as a MemoryError of its own
    best = Best(bool(cards))
    with open(answer, "a", encoding="utf-8") as out:
        with contextlib.suppress(AttributeError, OSError), open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)

        def note(cell, error):
            if cell["kind"] == "exercise":
                best.count(cell["source"])
            verdicts = best.after(exercises.state())
            if cell["kind"] == "exercise" and error is not None:
                _add_error(verdicts, cell["source"], error)
            print(json.dumps(verdicts), file=out, flush=True)

        run_cells(cells, functools.partial(_run, shell), note)
        print("null", file=out, flush=True)
    os._exit(0)  # threads a student left running do not matter any more


class Best:
    """The best verdict on each exercise, wherever it stands.

    A cell that was copied and left as it is, below a right answer, does not take it back.
    """

    ORDER = ("not attempted", "error", "failed", "passed")

    def __init__(self, cards):
        self._cards, self._chosen, self._last, self._cells = cards, {}, {}, {}

    def count(self, source):
        """Note the exercises that a cell defines."""
        from course_utils.tools import verdicts as parent

        for name in set(parent.exercises_in(source)):
            self._cells[name] = self._cells.get(name, 0) + 1

    def after(self, results):
        """Verdicts after one more cell: exercise id to plain values."""
        for name, result in results.items():
            if result is not self._last.get(name):
                self._last[name] = result
                mine = self._chosen.get(name)
                if mine is None or self._rank(result) >= self._rank(mine):
                    self._chosen[name] = result
        return {name: self._plain(name, result) for name, result in self._chosen.items()}

    def _rank(self, result):
        known = result.status in self.ORDER
        return self.ORDER.index(result.status) if known else -1, _share(result)

    def _plain(self, name, result):
        plain = _plain(result)
        plain["score"] = _share(result)
        if self._cells.get(name, 0) > 1:
            plain["message"] += f" ({name} stands in {self._cells[name]} cells; the best counts.)"
        if self._cards:
            plain["card"] = _card(name, result)
        return plain


def _share(result):
    return round(result.passed / result.total, 4) if result.total else 0


def _card(name, result):
    """The parts of a verdict's card; empty where that fails."""
    from course_utils import exercises
    from course_utils.exercises import cards

    try:
        return cards.as_data(result, exercises.record(name))
    except Exception:  # a fault of ours, or of the hand-in: the verdict is there without it
        return []


def end_with(parent):
    """See to it that this process does not outlive `course check`, however that ends."""
    from course_utils.exercises import child

    if not child.end_with_parent() and os.name == "posix":
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def _watch(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os.killpg(0, signal.SIGKILL)


def _run(shell, cell):
    """Run a cell, if need be not to its end; return the exception that ended it, or None."""
    limit = EXERCISE_LIMIT if cell["kind"] == "exercise" else CELL_LIMIT
    alarm = hasattr(signal, "setitimer")
    if alarm:
        signal.signal(signal.SIGALRM, _too_long(limit))
        signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        result = shell.run_cell(cell["source"], store_history=False)
        return result.error_before_exec or result.error_in_exec
    except BaseException as error:  # whatever a cell does, the next one is run
        return error
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _too_long(limit):
    def stop(signum, frame):
        raise TimeoutError(f"this cell took longer than {limit} s")

    return stop


def _add_error(verdicts, source, error):
    """An exercise's cell that was ended by an error before its check."""
    from course_utils.tools import verdicts as parent

    for name in parent.exercises_in(source):
        if name not in verdicts:
            text = f"{type(error).__name__}: {_text(error)}"
            verdicts[name] = {"status": "error", "message": text}


def _plain(result):
    keys = ("status", "misconception", "message")
    return {key: getattr(result, key) and _text(getattr(result, key)) for key in keys}


def _text(value):
    try:
        return str(value)[:MAX_TEXT]
    except BaseException:  # a student's __str__
        return type(value).__name__
