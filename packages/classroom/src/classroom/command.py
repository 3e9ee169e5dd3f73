"""`course class`: start a room, say how to join it, and what to do if it cannot be reached."""

import asyncio
import contextlib
import io
import sqlite3
import sys
import threading
import time
import webbrowser
from pathlib import Path

import misstep
from classroom import RoomError, door, export, server, study, words
from classroom.journal import Journal, left_open
from misstep.memory import disk

KEEP = Path("my_work", ".course", "room.sqlite")  # in the course's folder, unless told
ROOMS = Path("my_work", ".course", "rooms")  # journals of rooms that are open


def main(options, folder, course):
    """Serve a room of a course until Ctrl+C; with ``--check`` until a second device was there."""
    misstep.use(course)
    door.say_once()
    code, reached, rooms = _room(folder / ROOMS, options.port, options.room), [], []
    path = (folder / KEEP if options.keep == "" else options.keep) if (
        options.keep is not None) else None
    kept = Kept(path, code) if path else None
    journal = None if options.check else _journal(folder / ROOMS, code, options.port)

    def ready(room, teacher):
        rooms.append(room)
        print("\n".join(_check_words(room) if options.check else _words(room, teacher, path)),
              flush=True)
        threading.Thread(target=words.warm, daemon=True).start()
        if options.check:
            task = asyncio.current_task()
            room.on_page = lambda: (reached.append(True), task.cancel())
        elif not options.no_browser:
            webbrowser.open(teacher)

    ended = _until_it_ends(server.run(code, options.port, options.host or "", kept and kept.write,
                                      options.source,
                                      ready, fewest=options.fewest, journal=journal),
                           code, options.port, reached)
    with contextlib.suppress(OSError):  # of a terminal that was closed
        print(ended)
    for room in rooms:
        _keep_sheets(room, folder)
        if room.problems.get("keep"):
            with contextlib.suppress(OSError):  # a full disk, a terminal that was closed
                print(f"The counts are in {kept.aside(room.room.splits())}")
    return 0


def _until_it_ends(serving, code, port, reached):
    """Run a room; how it ended, in words."""
    closed = "The room is closed; what was in memory is gone."
    try:
        asyncio.run(serving)
    except asyncio.CancelledError:  # a second device, or a signal
        return "It is reached: students in this network can join." if reached else (
            f"Ended by a signal. `course class --room {code}` goes on where it was.")
    except OSError as error:
        raise _taken(port, error) from None
    except KeyboardInterrupt:
        return f"\n{closed}"
    return closed


def _room(folder, port, name):
    """The room's name: the one given, one that a crash has left, or a new one. Of rooms that were
    left, only the one that is continued is kept.
    """
    code, *_ = *filter(None, [name]), *_left(folder, port), server.new_code()
    for left in left_open(folder):
        at = left.rpartition("-")[2]
        if left != f"{code}-{port}" and at.isdigit() and server.is_free(int(at)):
            with contextlib.suppress(OSError):
                Path(folder, f"{left}.jsonl").unlink()
    return code


def _left(folder, port):
    """Today's room that a crash has left at this port, if the lecturer wants it back."""
    for left in left_open(folder)[:1]:
        code, _, at = left.rpartition("-")
        if at == str(port) and server.is_free(port):
            said = f"Room {code} was not closed. "
            if not (sys.stdin.isatty() and sys.stdout.isatty()):
                print(f"{said}It is removed: `--room {code}` would have gone on with it.")
            elif not input(f"{said}Go on with it? [Y/n] ").strip().lower().startswith("n"):
                yield code


def _journal(folder, code, port):
    if not server.is_free(port):
        return None  # a room runs there, and has its own
    try:
        return Journal(folder, f"{code}-{port}")
    except OSError as error:
        print(f"No journal ({error}): a crash would cost the votes.")
        return None


def _keep_sheets(room, folder):
    """Write the sheets of the study, which nobody fills in twice, and say where they are."""
    if not room.room.sheets():
        return
    path = folder / "my_work" / f"study-{room.room.code}-{room.room.run}.csv"
    text = study.table(room.room.people.values())
    try:
        with open(path, "w", encoding="utf-8", newline="", opener=disk.private) as file:
            file.write(text)
        said = f"The sheets of the study: {path}"
    except OSError as error:
        said = f"The sheets of the study cannot be written ({error}); here they are:\n{text}"
    with contextlib.suppress(OSError):  # of a terminal that was closed
        print(said)


@contextlib.contextmanager
def beside(name, folder, course, port=server.PORT):
    """A room next to the slides, with a journal as `main` has it; gives its page's address."""
    misstep.use(course)
    door.say_once()
    code = _room(folder / ROOMS, port, name)
    try:
        found = server.Beside(code, port, journal=_journal(folder / ROOMS, code, port))
    except OSError as error:
        raise _taken(port, error) from None
    print("\n".join(_words(found.room, found.teacher, None)[:-1]), flush=True)
    try:
        yield found.teacher
    except SystemExit:  # a signal to end
        found.room.survives = True
        raise
    finally:
        found.stop()
        _keep_sheets(found.room, folder)


def _taken(port, error):
    return RoomError(f"port {port} or {port + 1} cannot be used ({error.strerror}): does a room "
                     "still run? `course class` takes another one with --port 8790")


def _words(room, teacher, path):
    kept = [f"Counts of at least {room.room.fewest} are kept in {path}."] if path else [
        "Nothing is kept once the room is closed."]
    return [f"Room {room.room.code}", f"  in a notebook: from course_utils.exercises import join; "
            f"{room.join_line}", f"  on a phone:    {room.phone_address}", _square(room),
            f"Your page: {teacher}", "  It opens the audience's screen: put that on the projector.",
            *kept,
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
    >>> kept.last("01-line") == {1: {"B": 12}}, kept.in_words("01-line")[-6:]
    (True, ': B 12')
    """

    def __init__(self, path, code=""):
        self._code, self._path = code, Path(path)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        if path != ":memory:" and not self._path.exists():
            open(path, "ab", opener=disk.private).close()  # before it is anybody's who reads it
        self._base = sqlite3.connect(path, timeout=1.0, isolation_level=None,
                                     check_same_thread=False)  # one thread at a time writes
        self._base.execute(
            "create table if not exists split (day text, room text, prediction text, round int, "
            "choice text, count int, primary key (day, room, prediction, round, choice))")

    def write(self, splits):
        """Replace the counts of today's room that were written before."""
        day = time.strftime("%Y-%m-%d")
        with self._base:
            self._base.executemany("insert or replace into split values (?, ?, ?, ?, ?, ?)",
                                   [(day, self._code, *split) for split in splits])

    def aside(self, splits):
        """If the database cannot be written at the end: save the rows in a file next to it."""
        path = self._path.with_name(f"{self._code}-{time.strftime('%Y-%m-%d')}.csv")
        with open(path, "w", encoding="utf-8", newline="", opener=disk.private) as file:
            file.write(export.spreadsheet(("question", "round", "choice", "count"), splits))
        return path

    def last(self, prediction):
        """Votes of the latest room that had this question: {round: {choice: count}}."""
        found = self._base.execute(
            f"select round, choice, count from split where prediction = ?1 and (day, room) = "
            f"({_LATEST}) order by round, choice", (prediction,))
        votes = {}
        for again, choice, count in found:
            votes.setdefault(again, {})[choice] = count
        return votes

    def in_words(self, prediction):
        """The same in words, "" if no room had this question."""
        day = self._base.execute(_LATEST, (prediction,)).fetchone()
        votes = [", ".join(f"{choice} {count}" for choice, count in split.items())
                 for _, split in sorted(self.last(prediction).items())]
        return f"{prediction}, {day[0]}: {'; after the talk '.join(votes)}" if day else ""
