"""The Python that `course check` starts for one hand-in: it judges, and runs nothing of the file.

The cells run in a copy of it (`verdicts_child`), which sends its verdicts and, with each pass, what
the answer did on the exercise's cases. A pass counts only if that is right here as well: a patched
checker, or a line that the hand-in wrote itself, does not make one. The way on is a file without a
name that the copy does not have. (Right values taken from the course's own library are right: this
is a workbook, and no exam.)
"""

import contextlib
import ctypes
import json
import mmap
import os
import select
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import misstep
from course_tools import confined, home, python_path, verdicts_child

MOST = 10_000_000  # bytes that are read of a copy
MEMORY = 1 << 30  # bytes this process may take: a report of 20 bytes can ask for all there is
WORK_LIMIT = 110  # seconds for it where it has no pipe; less than a hand-in has
PATIENCE = 20  # seconds for the rest of what has come in part
TICK, LATE = 0.2, 5  # seconds between two looks at a copy; and what a cell may take above its limit
ENDED = "it ended the Python process, or wrote into what the checker reads"
STUCK = f"it had not returned after {verdicts_child.EXERCISE_LIMIT} seconds"
HOW = "fork" if sys.platform == "linux" else "pipe" if os.name == "posix" else "file"
NOT_BELIEVED = ("It was said to be right, but the values that came with it are not: something in "
                "this file changes the checker.")
DONE, DAMAGED = "null", "0"  # last lines: all came, or what is no verdict
# The course's own folders go last on the path, the hand-in's behind them (in the copy): a file
# called random.py or course_utils/ beside a notebook must not be taken for the real one.
START = ("import os, sys; sys.path += sys.argv.pop(1).split(os.pathsep); "
         "from course_tools import {0}; {0}.main(*sys.argv[1:])")


def main(path, parent):
    """Let the cells of an order be run; write what is believed to standard output."""
    verdicts_child.end_with(int(parent))
    verdicts_child.load()
    with contextlib.suppress(ImportError, OSError, ValueError):  # not on this system
        misstep.limit_memory(MEMORY)
    if HOW == "file":
        packets = str(Path(path).with_name("packets"))
        with contextlib.suppress(subprocess.TimeoutExpired):
            _start(path, packets).wait(WORK_LIMIT)
        judge(packets)
        return
    code = _other_python(path) if HOW == "pipe" else _copies(verdicts_child.read(path))
    if code < 0:
        os.kill(os.getpid(), -code)  # it ends as the copy did, and that is said
    os._exit(code)


def _other_python(path):
    """Not every system's libraries outlive a fork."""
    (reader, writer), (heard, hear) = os.pipe(), os.pipe()
    worker = _start(path, str(writer), str(heard), pass_fds=(writer, heard)).pid
    os.close(writer)
    os.close(heard)
    _say(_judge_all(_from_pipe(reader, worker), lambda: os.write(hear, b".")))
    os.close(hear)
    return os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])


def _copies(order):
    """Run the cells in a copy of this process; after an exercise that ended it, in another one."""
    at = mmap.mmap(-1, 4)  # the number of the cell that runs
    while True:
        copy = _Copy(order, at)
        last, code = copy.judged()
        number, cells = int.from_bytes(at[:4], "little"), order["cells"]
        is_last = last == DONE and number + 1 >= len(cells)
        asked = cells[number]["exercises"] if number < len(cells) and not is_last else ()
        if copy.spent:
            print(copy.spent, file=sys.stderr, flush=True)
        if not asked or copy.spent or not order["boxed"]:
            _say(last)
            return code
        said = {"status": "error", "misconception": None, "score": 0,
                "message": STUCK if copy.is_stuck else ENDED}
        print(json.dumps(dict.fromkeys(asked, said)), flush=True)
        order = {**order, "cells": [cell for i, cell in enumerate(cells) if i != number]}


class _Copy:
    """A copy of this process that runs cells; ``spent`` says of what it took too much."""

    def __init__(self, order, at):
        self._at, self.spent, self.is_stuck = at, "", False
        at[:4] = b"\xff" * 4
        (self._reader, writer), (heard, self._hear) = os.pipe(), os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python 3.12 on forks with threads
            self.pid = os.fork()
        if self.pid == 0:
            os.close(self._reader)
            os.close(self._hear)
            verdicts_child.live(order, writer, os.getppid(), heard, at)  # never returns
        os.close(writer)
        os.close(heard)
        self._budget = confined.Budget(self.pid, order["folder"]) if order["boxed"] else None
        if not order["boxed"]:  # in the box it sees no other process
            ctypes.pythonapi.prctl(4, ctypes.c_ulong(0))  # its open files are nobody's business

    def judged(self):
        """Judge what it sends; its last line, if it came to one, and its code."""
        last = _judge_all(_from_pipe(self._reader, self.pid, self._look),
                          lambda: os.write(self._hear, b"."))
        os.close(self._hear)
        os.close(self._reader)
        if last:  # whatever it would do now is no part of it
            os.kill(self.pid, signal.SIGKILL)
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return last, 0 if last else code

    def _look(self, seconds):
        """End it where it takes too much, or too long: ``seconds`` since a cell was begun."""
        if self._budget is None:
            return self._at[:4]
        self.spent = self.spent or self._budget.spent()
        if seconds > verdicts_child.EXERCISE_LIMIT + LATE:  # a call that Python cannot stop
            self.is_stuck = True
            print(STUCK, file=sys.stderr, flush=True)
        if self.spent or self.is_stuck:
            os.kill(self.pid, signal.SIGKILL)
        return self._at[:4]


def _start(path, packets, *heard, **options):
    """Another Python instead of a copy."""
    return subprocess.Popen([sys.executable, "-P", "-c", START.format("verdicts_child"),
                             python_path(), path, packets, str(os.getpid()), *heard],
                            stdout=subprocess.DEVNULL, **options)


def judge(packets):
    """The same for the contents of a file."""
    with contextlib.suppress(OSError), open(packets, "rb") as file:
        _say(_judge_all([file.read(MOST)]))


def _from_pipe(reader, worker, look=lambda seconds: None):
    """Bytes that come until the copy has ended, whoever else holds its end of the pipe; none where
    it is silent for a while. ``look`` is called meanwhile, and returns where it is.
    """
    watched, read, heard, begun, where = [reader], 0, time.monotonic(), time.monotonic(), None
    with contextlib.suppress(AttributeError, OSError):  # Linux has it
        watched.append(os.pidfd_open(worker))
    while read < MOST:
        ready = select.select(watched, [], [], TICK)[0]
        if (now := look(time.monotonic() - begun)) != where:
            where, begun = now, time.monotonic()
        if not ready and time.monotonic() - heard < PATIENCE:
            continue
        chunk = os.read(reader, 1 << 20) if reader in ready else b""
        heard = time.monotonic()
        if ready and not chunk:
            return
        begun = heard if chunk else begun
        read += len(chunk)
        yield chunk


def _judge_all(chunks, after=lambda: None):
    """Print what is believed; return the last line, "" where the copy ended before it was done."""
    home.course()  # that is judged by
    data = b""
    for chunk in chunks:
        try:
            if data and not chunk:
                raise ValueError("a report that does not go on")
            found, data = misstep.packets(data + chunk)
            for tag, content in found:
                print(_line(content), flush=True)
                with contextlib.suppress(OSError):  # it has ended meanwhile
                    after()  # the next cell is run once this is written
                if tag == "done":
                    return DONE
        except Exception:  # whatever was written, it is no verdict
            return DAMAGED
    return ""


def _say(line):
    if line:
        print(line, flush=True)


def _line(verdicts):
    """Verdicts by exercise as JSON; each is (plain values, what its calls did)."""
    told = {}
    for id, (plain, seen) in verdicts.items():
        if plain["status"] == "passed" and not misstep.confirms(id, seen):
            plain = {"status": "error", "misconception": None, "message": NOT_BELIEVED, "score": 0}
        told[id] = plain
    return json.dumps(told)
