"""`join("blue-42", address)`: tell a room how you get on, without a name; off until it is called.

The room tells which question is open; its box opens once more while the room votes again. After
each verdict and each committed prediction one line goes into a queue; a thread sends it.
Nothing ever waits for the network: a card is shown first, and if the room does not answer, the
newest lines are kept and tried again, less and less often. The number that stands for a student is
made at `join`; where work is remembered it is stored there too, for a day, so that a kernel that
starts again is not counted twice.
"""

import asyncio
import collections
import functools
import json
import os
import re
import secrets
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

from classroom import links, links_browser
from classroom.study import inventory
from misstep import cards, current, memory
from misstep.memory import disk
from misstep.questions import in_a_line
from widgets import kernel

CODE = re.compile(r"[a-z]{3,12}-\d{2}")
ADDRESS = re.compile(r"(?:(?:https?|nats|tls|wss?)://)?(?:[\w.-]+|\[[\da-fA-F:]+\])"
                     r"(?::\d{1,5})?(?:/[\w./-]*)?")
PORT = 8778
MOST_WAITING = 100  # lines; the oldest goes
DAY = 24 * 3600
NONE = cards.Note("No room", "You are in none: nothing is sent.")


@dataclass
class Member:
    """This kernel in a room: its number, and what it sends."""

    room: str
    link: object  # how it reaches the room: see `links`
    who: str
    sender: str = field(default_factory=lambda: secrets.token_hex(3))
    waiting: collections.deque = field(
        default_factory=lambda: collections.deque(maxlen=MOST_WAITING))
    sent: list = field(default_factory=list)
    count: int = 0
    problem: str = ""
    run: tuple = ()  # of the room, and how often its server lost what it had
    study: str | None = None  # the side of the study that is asked now
    ended: threading.Event = field(default_factory=threading.Event)
    bell: threading.Event = field(default_factory=threading.Event)

    def add(self, event):
        """Put an event into the queue; returns at once."""
        if event["kind"] == "vote":
            event = {**event, "round": 2 if current().session.again == event["id"] else 1}
        self._wait(event)

    def _wait(self, event):
        self.count += 1
        self.waiting.append({**event, "seq": self.count})
        self.bell.set()

    def start(self):
        """Send and listen from now on, alongside the kernel's own work."""
        if hasattr(self.link, "run"):  # in a browser, which has no threads
            asyncio.ensure_future(self.link.run(self))
            return
        for work in (self.work, lambda: self.link.follow(self.hear, self.ended)):
            threading.Thread(target=work, daemon=True, name="course-room").start()

    def work(self):
        """Send what is waiting until it has to end; runs in its own thread."""
        pause = links.PAUSE
        while not self.ended.is_set():
            self.bell.wait()
            self.ended.wait(pause)
            self.bell.clear()
            if self.ended.is_set():
                return
            done = self.send()
            pause = links.next_pause(pause, done)
            if not done:
                self.bell.set()

    def hear(self, asked):
        """Open the box of the question for which a second vote is wanted, else none.

        A room that has restarted gets everything again: what came twice counts once.
        """
        if not isinstance(asked, dict) or "run" not in asked or self.ended.is_set():
            return  # on a server a student can make a confirmation go here; it says nothing
        run, known = (asked["run"], asked.get("again")), self.run
        self.run, self.study = run, asked.get("study")
        if known and run != known:
            self.link.ticket = None
            for event in [*self.sent]:
                self._wait(event)
        self.link.room = self.room = asked.get("room", self.room)  # a new name, for those in it
        again = asked.get("id") if asked.get("round") == 2 and asked.get("open") else None
        if again != current().session.again:
            _in_kernel(functools.partial(memory.ask_again, again))

    def send(self):
        """Send what waits now; say whether nothing is left to be sent again."""
        events = self.next()
        try:
            if events:
                self.link.send(self.who, self.sender, events)
        except (OSError, ValueError, links.RefusedError) as error:
            return self.done(events, error)
        return self.done(events)

    def next(self):
        """The events that are sent next."""
        return list(self.waiting)[:50]

    def done(self, events, error=None):
        """Note what became of events; say whether nothing is left to be sent again."""
        if error is not None and not isinstance(error, links.RefusedError):
            self.problem = f"the room does not answer ({getattr(error, 'reason', error)})"
            return False
        self.problem = f"the room refused it ({error})" if error else ""
        self.sent += [] if error else events
        for event in events:
            if event in self.waiting:
                self.waiting.remove(event)
        if self.waiting:
            self.bell.set()
        return True


def _in_kernel(call):
    """Call between two cells, where there is a kernel: a box is not drawn by two at a time."""
    running = getattr(kernel.shell(), "kernel", None)
    getattr(getattr(running, "io_loop", None), "add_callback", lambda call: call())(call)


_member = None


def link(room, address):
    """The link for an address: host:port and http(s):// are a room, nats:// and tls:// a server.

    A browser reaches the server by ws:// or wss://.
    """
    straight, server, its, other = links.Http, links.Nats, links.SOCKETS, links.PAGES
    problem = "ws:// is for the course in a browser; here it is nats://"
    if sys.platform == "emscripten":
        straight, server = links_browser.Fetch, links_browser.Socket
        its, other = links.PAGES, links.SOCKETS
        problem = "a browser reaches the server by its ws:// or wss:// address"
    if address.startswith(other):
        raise ValueError(f"join: {problem}")
    if address.startswith(its):
        return server(room, address)
    return straight(room, address if address.startswith("http") else f"http://{address}")


def join(room, address=None):
    """Join a room for this session; shows exactly what will be sent.

    ``room`` and ``address`` are on the lecturer's screen. Without an address it is the one in the
    environment variable ``COURSE_ROOM``, which a hub may set, else this machine.

    >>> join("blue42")
    Traceback (most recent call last):
    ValueError: join: expected the room on the screen, as "blue-42", got 'blue42'
    """
    global _member
    if not (isinstance(room, str) and CODE.fullmatch(room)):
        raise ValueError(f'join: expected the room on the screen, as "blue-42", got {room!r}')
    at = address or os.environ.get("COURSE_ROOM") or f"127.0.0.1:{PORT}"
    if not (isinstance(at, str) and ADDRESS.fullmatch(at)):
        raise ValueError(f'join: expected an address such as "192.168.1.20:{PORT}", got {at!r}')
    leave(quietly=True)
    _member = Member(room, link(room, at), _number(room))
    current().session.listeners[:] = [_member.add]
    try:
        found = _member.link.send(_member.who, _member.sender, []) or "You are in it."
    except (OSError, ValueError, links.RefusedError) as error:
        found = (f"It does not answer yet ({getattr(error, 'reason', error)}): is this computer in "
                 "the lecture's network? What you do is sent once it does.")
    _member.start()
    cards.show(cards.Note(f"Room {room}", f"{found} Sent from now on: the room, the number "
                          f"`{_member.who}` (random), for each verdict the exercise, whether it is "
                          "right, and the name of the misconception; for each prediction that you "
                          "commit to, its name and your letter; what you hand in by `study`. Not "
                          "sent: your name, your code, results, times. It is on the lecturer's "
                          "computer or the room's server while the room is open, with the time at "
                          "which it came and your address, scrambled by a key that is never "
                          "written down; after a crash until the next room is opened there. An "
                          "address without https or tls can be read in an open Wi-Fi. Counts of "
                          "votes may be kept, small ones (below five, unless the screen says "
                          "another number) never. Where all vote alike, all know. That hides you "
                          "in the ordinary case, not from somebody who votes with many devices. A "
                          "sheet of the study is kept until the course is over. It has no effect "
                          "on grades. `leave()` ends it: nothing of it counts any more. `sent()` "
                          "lists what was sent."))


def leave(quietly=False):
    """Leave the room and take back what was sent.

    >>> from course_utils.exercises import leave
    >>> leave(quietly=True)  # nothing where no room was joined
    """
    global _member
    member, _member = _member, None
    current().session.listeners.clear()
    if member is None:
        if not quietly:
            cards.show(NONE)
        return
    member.ended.set()
    member.bell.set()
    memory.ask_again(None)
    if quietly:
        return
    _forget_number()
    try:
        member.link.leave(member.who)
        end = "What was sent is taken back; counts of closed votes stay as they were."
    except (OSError, ValueError):
        end = "The room does not answer; what was sent is gone there after a day."
    cards.show(cards.Note(f"Room {member.room} left", f"Nothing is sent any more. {end}"))


def sent():
    """List what was sent to the room in this session.

    >>> sent()  # doctest: +ELLIPSIS
    No room...
    """
    if _member is None:
        cards.show(NONE)
        return
    lines = [", ".join(f"{key} {value}" for key, value in event.items() if value)
             for event in _member.sent]
    waiting = f" {len(_member.waiting)} wait: {_member.problem}." if _member.waiting else ""
    said = f"{len(lines)} sent as {_member.who}.{waiting}"
    cards.show(cards.Note(f"Room {_member.room}", " · ".join([said, *lines])))


def study(word=None, letters=""):
    """Show the questions of the study; with a word of your own, hand in a sheet of answers.

    ``letters`` follow the order of the questions, with a hyphen if you do not know:
    ``study("blue whale", "BDCA-BBDACC-")``. A second sheet replaces the first.

    >>> study()  # doctest: +ELLIPSIS
    No room...
    """
    if _member is None or _member.study is None:
        cards.show(NONE if _member is None else cards.Note("No study", "Nothing is asked now."))
        return
    questions = inventory()
    if word is None:
        print("\n\n".join(f"{i}. {in_a_line(one)}" for i, one in enumerate(questions, 1)))
        print('\nHand in: study("a word of your own", "BDCA-BBDACC-"), a hyphen for not known.')
        return
    marks = [mark for mark in letters.upper() if not mark.isspace()]
    if len(marks) != len(questions) or not all(
            mark in (*one.choices, "-") for mark, one in zip(marks, questions, strict=True)):
        raise ValueError(f"study: expected {len(questions)} letters or hyphens, one for each "
                         f"question, got {letters!r}")
    chosen = {one.id: mark for one, mark in zip(questions, marks, strict=True) if mark != "-"}
    _member.add({"kind": "study", "id": _member.study, "word": str(word), "choices": chosen})
    cards.show(cards.Note("Handed in", f"Your word “{word}” and {len(chosen)} letters go to the "
                          "lecturer, without a name. The same word next time makes the pair."))


# --- the number -----------------------------------------------------------------------------


def _number_file():
    folder = memory.home()
    return None if folder is None else folder.parent / "room.json"


def _number(room):
    """A random number: the one of this room from today, else a new one."""
    path, who = _number_file(), secrets.token_hex(8)
    if path is None:
        return who
    with suppress(OSError, ValueError, KeyError, TypeError):
        kept = json.loads(path.read_text(encoding="utf-8"))
        fresh = 0 <= time.time() - kept["at"] < DAY
        if kept["room"] == room and fresh and re.fullmatch(r"[0-9a-f]{16}", kept["who"]):
            return kept["who"]
    with suppress(OSError):  # it is then counted again after a restart
        kept = {"room": room, "who": who, "at": time.time()}
        disk.replace(path, json.dumps(kept).encode(), disk.private)
    return who


def _forget_number():
    path = _number_file()
    if path is not None:
        path.unlink(missing_ok=True)
