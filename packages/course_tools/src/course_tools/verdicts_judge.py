"""The Python that `course check` starts for one hand-in: it judges, and runs nothing of the file.

The cells run in a copy of it (`verdicts_child`), which sends its verdicts, and beside each pass
what the answer did on the exercise's cases. A pass goes on only if that is right here, too: a
patched checker, or a line that the hand-in wrote by itself, makes none. The way on is a file
without a name that the copy does not have. (Right values taken from the course's own library are
right: this is a workbook, and no exam.)
"""

import contextlib
import ctypes
import json
import os
import select
import subprocess
import sys
from pathlib import Path

import misstep
from course_tools import home, python_path, verdicts_child

MOST = 10_000_000  # bytes that are read of a copy
WORK_LIMIT = 110  # seconds for it where it has no pipe; less than a hand-in has
PATIENCE = 20  # seconds for the rest of what has come in part
HOW = "fork" if sys.platform == "linux" else "pipe" if os.name == "posix" else "file"
NOT_BELIEVED = ("It was said to be right, but the values that came with it are not: something in "
                "this file changes the checker.")
DAMAGED = "0"  # a line that is no verdict
# The course's own folders go last on the path, the hand-in's behind them (in the copy): a file
# called random.py or course_utils/ beside a notebook must not be taken for the real one.
START = ("import os, sys; sys.path += sys.argv.pop(1).split(os.pathsep); "
         "from course_tools import {0}; {0}.main(*sys.argv[1:])")


def main(order, parent, cards=""):
    """Let the cells of ``order`` be run; write what is believed to standard output."""
    verdicts_child.end_with(int(parent))
    verdicts_child.load()
    if HOW == "file":
        packets = str(Path(order).with_name("packets"))
        with contextlib.suppress(subprocess.TimeoutExpired):
            _start(order, packets, cards).wait(WORK_LIMIT)
        judge(packets)
        return
    (reader, writer), (heard, hear) = os.pipe(), os.pipe()
    if HOW == "pipe":  # not every system's libraries outlive a fork
        worker = _start(order, str(writer), cards, str(heard), pass_fds=(writer, heard)).pid
    elif (worker := os.fork()) == 0:
        os.close(reader)
        os.close(hear)
        verdicts_child.live(order, writer, os.getppid(), cards, heard)  # never returns
    os.close(writer)
    os.close(heard)
    with contextlib.suppress(AttributeError):  # Linux: its open files are nobody's business
        ctypes.pythonapi.prctl(4, ctypes.c_ulong(0))
    _judge_all(_from_pipe(reader, worker), lambda: os.write(hear, b"."))
    os.close(hear)
    code = os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])
    if code < 0:
        os.kill(os.getpid(), -code)  # it ends as the copy did, and that is said
    os._exit(code)


def _start(order, packets, cards, *heard, **options):
    """Another Python in place of a copy."""
    return subprocess.Popen([sys.executable, "-P", "-c", START.format("verdicts_child"),
                             python_path(), order, packets, str(os.getpid()), cards, *heard],
                            stdout=subprocess.DEVNULL, **options)


def judge(packets):
    """The same for what lies in a file."""
    with contextlib.suppress(OSError), open(packets, "rb") as file:
        _judge_all([file.read(MOST)])


def _from_pipe(reader, worker):
    """Bytes that come until the copy has ended, whoever else holds its end of the pipe; none where
    it is silent for a while.
    """
    watched, read = [reader], 0
    with contextlib.suppress(AttributeError, OSError):  # Linux has it
        watched.append(os.pidfd_open(worker))
    while read < MOST:
        ready = select.select(watched, [], [], PATIENCE)[0]
        chunk = os.read(reader, 1 << 20) if reader in ready else b""
        if ready and not chunk:
            return
        read += len(chunk)
        yield chunk


def _judge_all(chunks, after=lambda: None):
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
                    print("null", flush=True)
                    return
        except Exception:  # whatever was written, it is no verdict
            print(DAMAGED, flush=True)
            return


def _line(verdicts):
    """Verdicts by exercise as JSON; each is (plain values, what its calls did)."""
    told = {}
    for id, (plain, seen) in verdicts.items():
        if plain["status"] == "passed" and not misstep.confirms(id, seen):
            plain = {"status": "error", "misconception": None, "message": NOT_BELIEVED, "score": 0}
        told[id] = plain
    return json.dumps(told)
