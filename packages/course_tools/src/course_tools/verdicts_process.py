"""Starts a Python for each hand-in of `course check`, ends it, reads the verdicts that it wrote.

That one is `verdicts_judge`, or `sandboxed`; the student's code runs in yet another, on copies of
what was handed in.
"""

import contextlib
import functools
import json
import os
import shutil
import signal
import site
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from course_tools import python_path, verdicts_judge
from course_tools.notebooks.run import ONE_THREAD
from course_tools.verdicts_child import HOME

WALLS = BOX, SANDBOX, NONE = "box", "sandbox", "none"  # `confined`, `sandboxed`, no wall at all
TIME_LIMIT = 120  # seconds for one notebook
# What of the environment a hand-in gets: tokens and passwords are none of its business.
HANDED_ON = ("PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
             "LD_LIBRARY_PATH", "PYTHONPATH", "XDG_CACHE_HOME",
             "COURSE_FOLDER", "COURSE_GUARD", "COURSE_NO_CHILD")  # fmt: skip
UNCONFINED = "COURSE_UNCONFINED"  # a variable that says `--unconfined` for all, as in a CI
MAX_VERDICTS = 10_000_000  # bytes read of what a child wrote


def usual():
    """Where hand-ins run unless it is said."""
    return NONE if os.environ.get(UNCONFINED) else BOX


class Children:
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
    """End a child and what it started; do not wait for it."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    elif child.poll() is None:
        child.kill()


@functools.cache
def _know_fonts():
    """Let Matplotlib look for its fonts once: a hand-in that can write nowhere cannot keep them."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache", "matplotlib").expanduser()
    cache = Path(os.environ.get("MPLCONFIGDIR") or cache)
    if not any(cache.glob("fontlist-*")):
        subprocess.run([sys.executable, "-P", "-c", "import matplotlib.font_manager"], check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=TIME_LIMIT)
    return cache


@contextlib.contextmanager
def _folder():
    """A temporary folder that goes, whatever was made in it: deep ones, ones without rights."""
    folder = tempfile.mkdtemp()
    try:
        yield folder
    finally:
        for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]) if os.name == "posix" else ():
            subprocess.run([*command, folder], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(folder, ignore_errors=True)


def run(beside, cells, children, cards, wall):
    """Verdicts by exercise id, and what went wrong (or None).

    ``beside`` are the files next to the notebook, bytes by name: cells may import them. ``wall`` is
    one of `WALLS`.
    """
    fonts = _know_fonts()
    with (_folder() as folder,
          tempfile.TemporaryFile() as answer,  # without a name that the hand-in could open
          tempfile.TemporaryFile() as errors):
        order, home = Path(folder, "cells.json"), Path(folder, HOME)
        order.write_text(json.dumps({"cells": cells, "cards": cards, "boxed": wall == BOX}),
                         encoding="utf-8")
        home.mkdir()
        for name, content in beside.items():
            place = home / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        env = {name: os.environ[name] for name in HANDED_ON if name in os.environ}
        env |= {"MPLBACKEND": "Agg", **ONE_THREAD}
        if wall == SANDBOX:  # it makes folders of its own, and has compiled files in yours
            temporary = Path(folder).parent
        else:
            temporary = home
            env |= dict.fromkeys(("HOME", "USERPROFILE"), str(home))
            env |= {"PYTHONUSERBASE": site.getuserbase(), "MPLCONFIGDIR": str(fonts)}
        env |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
        env["COURSE_QUIET"] = "1"  # no cards on a screen
        env["IPYTHONDIR"] = str(home)  # no personal start-up files
        start = verdicts_judge.START.format("sandboxed" if wall == SANDBOX else "verdicts_judge")
        child = children.start(
            [sys.executable, "-P", "-c", start, python_path(), order, str(os.getpid())],
            cwd=folder,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=answer,
            stderr=errors,  # until the first cell runs
            start_new_session=True,
        )
        problem = None
        try:
            child.wait(TIME_LIMIT)
        except subprocess.TimeoutExpired:
            problem = f"stopped after {TIME_LIMIT} s; the verdicts so far are shown"
        finally:
            children.forget(child)
        answer.seek(0)
        verdicts, fault = read_verdicts(answer)
        if fault and not problem:
            problem = _why_ended(child, children, errors, fault)
    return verdicts, problem


def read_verdicts(file):
    """Verdicts of the lines that can be read, and what is wrong with the rest (or None)."""
    verdicts, ended, damaged = {}, False, False
    text = file.read(MAX_VERDICTS).decode("utf-8", errors="replace")
    for line in text.splitlines():
        try:
            entry = json.loads(line)
            if entry is None:
                ended = True
                continue
            damaged = not all(isinstance(v["status"], str) for v in entry.values())
        except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
            damaged = True  # cut by a full disk, or no verdict was sent
        if not damaged:
            verdicts.update(entry)
    if damaged:
        return verdicts, "left a line that cannot be read"
    return verdicts, None if ended else "ended early"


def _why_ended(child, children, errors, fault):
    if children.ended:
        return "stopped; the verdicts so far are shown"
    code = child.returncode
    how = f"code {code}"
    if code < 0:
        with contextlib.suppress(ValueError):
            how = signal.Signals(-code).name
    errors.seek(0)
    said = errors.read(MAX_VERDICTS).decode("utf-8", errors="replace").strip().splitlines()[-1:]
    reason = f"{how}: {said[0][:200]}" if said else how
    return f"its Python {fault} ({reason}); what came before is given"
