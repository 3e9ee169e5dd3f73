"""`course class`: start a room, say how to join it, and what to do where it cannot be reached."""

import asyncio
import contextlib
import io
import sqlite3
import time
import webbrowser
from pathlib import Path

from course_utils.tools import CourseError
from course_utils.tools.room import server

KEEP = Path("my_work", ".course", "room.sqlite")  # in the course's folder, unless told


def main(options, folder):
    """Serve a room until Ctrl+C; with ``--check`` only until a second device was there."""
    code = options.room or server.new_code()
    path = (folder / KEEP if options.keep == "" else options.keep) if (
        options.keep is not None) else None
    keep = Kept(path, code).write if path else None

    def ready(room, teacher):
        words = _check_words(room) if options.check else _words(room, teacher, path)
        print("\n".join(words), flush=True)
        if options.check:
            room.on_page = asyncio.current_task().cancel  # a second device was there
        elif not options.no_browser:
            webbrowser.open(teacher)

    try:
        asyncio.run(
            server.run(code, options.port, options.host or "", keep, options.source, ready))
    except asyncio.CancelledError:
        print("It is reached: students in this network can join.")
    except OSError as error:
        raise _taken(options.port, error) from None
    except KeyboardInterrupt:
        print("\nThe room is closed; what was in memory is gone.")
    return 0


@contextlib.contextmanager
def beside(name):
    """A room beside the slides; gives the address of its page."""
    try:
        found = server.Beside(name or server.new_code())
    except OSError as error:
        raise _taken(server.PORT, error) from None
    print("\n".join(_words(found.room, found.teacher, None)[:-1]), flush=True)
    try:
        yield found.teacher
    finally:
        found.stop()


def _taken(port, error):
    return CourseError(f"port {port} or {port + 1} cannot be used ({error.strerror}): does a room "
                      "still run? `course class` takes another one with --port 8790")


def _words(room, teacher, path):
    kept = [f"Counts of at least 5 are kept in {path}."] if path else [
        "Nothing is kept: the room is in memory only."]
    return [f"Room {room.room.code}", f"  in a notebook: from course_utils.exercises import join; "
            f"{room.join_line}", f"  on a phone:    {room.phone_address}", _square(room),
            f"Your page: {teacher}", *kept,
            "Students cannot reach it? `course class --check` tries with a second device.",
            "Ctrl+C closes the room."]


def _check_words(room):
    return ["Open this page on a second device in the students' network:",
            f"  {room.phone_address}", _square(room),
            "Waiting for it. If nothing comes: a firewall here, or a Wi-Fi that keeps its devices",
            "apart (client isolation). Then use a hotspot of your own, or the hub. Ctrl+C ends."]


def _square(room):
    """The QR code of the page for phones, for a terminal."""
    import segno

    out = io.StringIO()
    segno.make(room.phone_address, micro=False).terminal(out, compact=True)
    return out.getvalue()


_LATEST = "select day, room from split where prediction = ?1 order by day desc limit 1"


class Kept:
    """Splits of votes on the disk: counts of at least five, a room and a day; no one's number.

    >>> kept = Kept(":memory:", "blue-42"); kept.write([("01-line", 1, "B", 12)])
    >>> kept.last("01-line") == {1: {"B": 12}}, kept.said("01-line")[-6:]
    (True, ': B 12')
    """

    def __init__(self, path, code=""):
        self._code = code
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._base = sqlite3.connect(path, isolation_level=None)
        self._base.execute(
            "create table if not exists split (day text, room text, prediction text, round int, "
            "choice text, count int, primary key (day, room, prediction, round, choice))")

    def write(self, splits):
        """Put the counts of today's room in place of those written before."""
        day = time.strftime("%Y-%m-%d")
        with self._base:
            self._base.executemany("insert or replace into split values (?, ?, ?, ?, ?, ?)",
                                   [(day, self._code, *split) for split in splits])

    def last(self, prediction):
        """Votes of the latest room that had this question: {round: {choice: count}}."""
        found = self._base.execute(
            f"select round, choice, count from split where prediction = ?1 and (day, room) = "
            f"({_LATEST}) order by round, choice", (prediction,))
        votes = {}
        for again, choice, count in found:
            votes.setdefault(again, {})[choice] = count
        return votes

    def said(self, prediction):
        """The same in words, "" if no room had this question."""
        day = self._base.execute(_LATEST, (prediction,)).fetchone()
        votes = [", ".join(f"{choice} {count}" for choice, count in split.items())
                 for _, split in sorted(self.last(prediction).items())]
        return f"{prediction}, {day[0]}: {'; after the talk '.join(votes)}" if day else ""
