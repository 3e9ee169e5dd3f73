"""The results so far of a long `course check`: a file from which a stopped run continues.

One line of JSON for each hand-in that was run to its end, under a hash of all that its verdicts
depend on: its name and cells, the files next to it, the course's exercises and checker. A line that
was cut is left out. Anyone who can write next to the table can write here as well.
"""

import contextlib
import functools
import hashlib
import importlib.util
import json
import threading
from pathlib import Path

from course_tools import home
from misstep.memory import disk

MAX_BESIDE = 1_000_000  # bytes of the files next to a notebook


class Kept:
    """Verdicts by hand-in, in a file."""

    def __init__(self, path, *, cards=False, wall="box"):
        self.path, self._how = Path(path), [cards, wall]
        self._lock, self._known = threading.Lock(), {}
        if self.path.is_file():
            self._read()
        self.known, self._file = len(self._known), None

    def _read(self):
        with open(self.path, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    key, verdicts, problem = json.loads(line)
                    self._known[key] = dict(verdicts), problem
                except (ValueError, TypeError, RecursionError):
                    continue  # cut, when the run was stopped

    def get(self, hand_in):
        """Verdicts and problem of a hand-in from the run before, or None."""
        return self._known.get(self._key(hand_in))

    def add(self, hand_in, verdicts, problem):
        """Keep what was found, on the disk before the next one."""
        line = json.dumps([self._key(hand_in), verdicts, problem])
        with self._lock:
            if self._file is None:
                self._file = open(self.path, "a", encoding="utf-8",  # noqa: SIM115 - to the end
                                  opener=disk.private)
                self._file.write("\n")  # behind a line that was cut
            self._file.write(line + "\n")
            self._file.flush()

    def done(self):
        """Everything is in the table: remove the file."""
        self.close()
        self.path.unlink(missing_ok=True)

    def close(self):
        """Close the file; it stays."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _key(self, hand_in):
        files = {name: hashlib.sha256(text).hexdigest() for name, text in hand_in.beside.items()}
        whole = json.dumps([hand_in.shown, hand_in.number, hand_in.cells, files, fingerprint(),
                            *self._how])
        return hashlib.sha256(whole.encode()).hexdigest()


@functools.lru_cache(maxsize=1000)
def beside(folder):
    """The files next to a notebook that its cells may need, helpers first, as bytes by name."""
    found, room, folder = {}, MAX_BESIDE, Path(folder)
    paths = [p for p in folder.iterdir() if p.suffix not in (".ipynb", ".zip", ".pyc")]
    for package in (p for p in paths[:] if (p / "__init__.py").is_file()):
        paths += package.rglob("*.py")
    for path in sorted(paths, key=lambda p: (p.suffix != ".py", p)):
        with contextlib.suppress(OSError):
            if path.is_file() and not path.is_symlink() and path.stat().st_size <= room:
                content = found[path.relative_to(folder).as_posix()] = path.read_bytes()
                room -= len(content)
    return found


@functools.cache
def fingerprint():
    """`judges`, as it was when this process asked first."""
    return judges()


def judges():
    """A hash of what decides verdicts: the exercises, the checker, and how a hand-in is run."""
    homes = [home.course().exercises]
    homes += [Path(importlib.util.find_spec(name).origin).parent
              for name in ("widgets", "misstep", "course_utils", "course_tools")]
    found = hashlib.sha256()
    if home.other():  # its library; not its notebooks and copies, which may be large
        for path in sorted(home.other().glob("*.py")):
            found.update(path.name.encode() + b"\0" + path.read_bytes())
    for place in homes:
        for path in sorted(p for p in place.rglob("*") if p.suffix in (".py", ".txt")):
            found.update(str(path.relative_to(place)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
