"""All that a room has acknowledged, on the lecturer's disk while the room is open: one line each.

Each has its time, and the fields of the event that count. An address is scrambled by a key that is
in no file. Events that were taken back also stay until the room is closed.

After a crash the same room continues where it was. A line is with the system before its sender
hears that it arrived, so that the end of this process loses nothing; a machine that loses its power
can lose the last seconds. The file goes when the room is closed; one that a crash has left goes
when the next room is opened, unless that room continues it (`command`), or when one is opened a day
later. Its size is limited; the desk says so when it is full. A link, or somebody else's file, is
neither read nor written: anyone who can put one into the folder could choose the room's keys, or
what is overwritten.
"""

import errno
import json
import os
import secrets
import stat
import time
from contextlib import suppress
from pathlib import Path

KEPT = 24 * 3600
MOST_UNWRITTEN = 20_000  # lines that wait for a disk that is full
MOST_BYTES = 64 * 2**20


class Journal:
    """The file of one room; ``head`` is what makes it the same room: its run and its keys.

    >>> import tempfile; folder = tempfile.mkdtemp()
    >>> Journal(folder, "blue-42").write("do", 1.0, "open", "01-line")
    >>> list(Journal(folder, "blue-42").lines)
    [['do', 1.0, 'open', '01-line']]
    """

    def __init__(self, folder, name):
        self.path, self.problem, self._unwritten = Path(folder, f"{name}.jsonl"), "", []
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _forget_old(self.path.parent)
        self._file = _opened(self.path)
        head, self.lines = self._read()
        self.last = max((line[1] for line in self.lines), default=0)  # when the latest was written
        self.head = head or {"at": time.time(), "run": secrets.token_hex(4), **{
            key: secrets.token_urlsafe(16) for key in ("key", "token", "screen")}}
        if not head:
            os.ftruncate(self._file, 0)
        self._size = os.fstat(self._file).st_size
        if not head:
            self._write(json.dumps(self.head))
        elif not self._ends_whole:
            self._write("")  # a line that a crash left half written

    def _read(self):
        self._ends_whole = True
        with suppress(OSError, ValueError, TypeError, KeyError):
            with open(self._file, encoding="utf-8", errors="replace", closefd=False) as file:
                first, *rest = file.read().split("\n")
            head = json.loads(first)
            if time.time() - head["at"] < KEPT:
                self._ends_whole = not rest or not rest[-1]
                return head, [line for line in map(_line, rest) if line]
        return None, []

    def write(self, *what):
        """Add a line; if the disk refuses, it waits in memory, and `problem` has the reason."""
        text = json.dumps(what, separators=(",", ":"))
        if self._unwritten:
            self._unwritten = [*self._unwritten[-MOST_UNWRITTEN:], text]
            self.again()
        elif not self._write(text):
            self._unwritten = [text]

    def again(self):
        """Try once more what could not be written."""
        if self._unwritten and self._write("\n".join(self._unwritten)):
            self._unwritten = []

    def _write(self, text):
        try:
            data = f"{text}\n".encode()
            if self._size + len(data) > MOST_BYTES:
                raise OSError(0, f"it has {MOST_BYTES >> 20} MB, which is its end")
            self._size += len(data)
            while data:
                data = data[os.write(self._file, data):]
        except OSError as error:
            self.problem = (f"the journal cannot be written ({error.strerror}): a crash would cost "
                            "the votes from now on")
            with suppress(OSError):
                os.write(self._file, b"\n")  # what follows is a line of its own
            return False
        self.problem = ""
        return True

    def close(self, *, forget):
        """Close the file, and remove it if the room has ended."""
        with suppress(OSError):
            os.close(self._file)
            if forget:
                self.path.unlink(missing_ok=True)


def _line(text):
    try:
        found = json.loads(text)
    except ValueError:  # half a line: its sender was never told that it arrived
        return None
    is_line = isinstance(found, list) and len(found) > 2 and isinstance(found[1], int | float)
    return found if is_line else None


def _opened(path):
    """The file, which is new or its owner's alone; OSError where it is not."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(
        os, "O_BINARY", 0)
    file = os.open(path, flags, 0o600)
    if not _is_yours(os.fstat(file)):
        os.close(file)
        raise OSError(errno.EPERM, "a link, or somebody else's file", str(path))
    return file


def _is_yours(about):
    user = getattr(os, "geteuid", lambda: about.st_uid)()
    return stat.S_ISREG(about.st_mode) and about.st_nlink < 2 and about.st_uid == user


def _forget_old(folder):
    for path in folder.glob("*.jsonl"):
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime > KEPT:
                path.unlink()


def left_open(folder):
    """Names of rooms of today that were not closed, or are open now, the latest first."""
    rooms = {path.stem: path.lstat() for path in Path(folder).glob("*.jsonl")}
    times = {name: about.st_mtime for name, about in rooms.items() if _is_yours(about)}
    today = [name for name, at in times.items() if time.time() - at < KEPT]
    return sorted(today, key=times.get, reverse=True)
