"""`join("blue-42", address)`: tell a room how it goes, without a name; off until it is called.

The room tells which question is open; its box opens once more while the room votes again. After
each verdict and each committed prediction one line goes into a queue; a thread sends it.
Nothing ever waits for the network: a card is shown first, and where the room does not answer, the
newest lines are kept and tried again, more and more rarely. The number that stands for a student
is made at `join`; where work is remembered it is kept beside that, for a day, so that a kernel
that starts again is not counted twice.
"""

import asyncio
import collections
import functools
import json
import os
import re
import secrets
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field

from course_utils import page
from course_utils.exercises import cards, links, memory

CODE = re.compile(r"[a-z]{3,12}-\d{2}")
ADDRESS = re.compile(r"(?:(?:https?|nats|tls|wss?)://)?(?:[\w.-]+|\[[\da-fA-F:]+\])"
                     r"(?::\d{1,5})?(?:/[\w./-]*)?")
PORT = 8778
MOST_WAITING = 100  # lines; the oldest goes
TOGETHER = 1.0  # seconds in which lines are put together
LONGEST_PAUSE = 30.0  # seconds between two tries
DAY = 24 * 3600


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
    ended: threading.Event = field(default_factory=threading.Event)
    bell: threading.Event = field(default_factory=threading.Event)

    def add(self, event):
        """Put an event into the queue; returns at once."""
        self.count += 1
        self.waiting.append({"seq": self.count, **event})
        self.bell.set()

    def start(self):
        """Send and listen from now on, beside the kernel's own work."""
        if hasattr(self.link, "run"):  # in a browser, which has no threads
            asyncio.ensure_future(self.link.run(self))
            return
        for work in (self.work, lambda: self.link.follow(self.hear, self.ended)):
            threading.Thread(target=work, daemon=True, name="course-room").start()

    def work(self):
        """Send what waits, until told to end; runs in a thread of its own."""
        pause = TOGETHER
        while not self.ended.is_set():
            self.bell.wait()
            self.ended.wait(pause)
            self.bell.clear()
            if self.ended.is_set():
                return
            if self.send():
                pause = TOGETHER
            else:
                pause = min(2 * pause, LONGEST_PAUSE)
                self.bell.set()

    def hear(self, asked):
        """Open the box of the question for which a second vote is wanted, else none."""
        again = asked["id"] if isinstance(asked, dict) and asked.get("round") == 2 else None
        if again != memory.SESSION.again and not self.ended.is_set():
            _in_kernel(functools.partial(_ask_again, again))

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


def _ask_again(id):
    from course_utils.exercises import predictions  # here: it needs ipywidgets

    predictions.ask_again(id)


def _in_kernel(call):
    """Call between two cells, where there is a kernel: a box is not drawn by two at a time."""
    kernel = getattr(page.shell(), "kernel", None)
    getattr(getattr(kernel, "io_loop", None), "add_callback", lambda call: call())(call)


_member = None


def join(room, address=None):
    """Join a room for this session; shows exactly what will be sent.

    ``room`` and ``address`` stand on the lecturer's screen. Without an address it is the one in
    the environment variable ``COURSE_ROOM``, which a hub may set, else this machine.
    """
    global _member
    if not (isinstance(room, str) and CODE.fullmatch(room)):
        raise ValueError(f'join: expected the room on the screen, as "blue-42", got {room!r}')
    at = address or os.environ.get("COURSE_ROOM") or f"127.0.0.1:{PORT}"
    if not (isinstance(at, str) and ADDRESS.fullmatch(at)):
        raise ValueError(f'join: expected an address such as "192.168.1.20:{PORT}", got {at!r}')
    leave(quietly=True)
    _member = Member(room, links.link(room, at), _number(room))
    memory.SESSION.listeners[:] = [_member.add]
    try:
        found = _member.link.send(_member.who, _member.sender, []) or "You are in it."
    except (OSError, ValueError, links.RefusedError) as error:
        found = (f"It does not answer yet ({getattr(error, 'reason', error)}): is this computer in "
                 "the lecture's network? What you do is sent once it does.")
    _member.start()
    cards.show(cards.Note(f"Room {room}", f"{found} Sent from now on: the room, the number "
                          f"`{_member.who}` (random), for each verdict the exercise, whether it is "
                          "right, and the name of the misconception; for each prediction that you "
                          "commit to, its name and your letter. Not sent: your name, your code, "
                          "results, times. It lies in memory, on the lecturer's computer or the "
                          "room's server, for a day at most; counts of five votes or more may be "
                          "kept. It has no effect on grades. `leave()` ends it and takes it back, "
                          "`sent()` lists what was sent."))


def leave(quietly=False):
    """Leave the room; what was sent is taken back."""
    global _member
    member, _member = _member, None
    memory.SESSION.listeners.clear()
    if member is None:
        if not quietly:
            cards.show(cards.Note("No room", "You are in none: nothing is sent."))
        return
    member.ended.set()
    member.bell.set()
    _ask_again(None)
    if quietly:
        return
    _forget_number()
    try:
        member.link.leave(member.who)
        end = "What was sent is taken back."
    except (OSError, ValueError):
        end = "The room does not answer; what was sent is gone there after a day."
    cards.show(cards.Note(f"Room {member.room} left", f"Nothing is sent any more. {end}"))


def sent():
    """List what was sent to the room in this session."""
    if _member is None:
        cards.show(cards.Note("No room", "You are in none: nothing is sent."))
        return
    lines = [", ".join(f"{key} {value}" for key, value in event.items() if value)
             for event in _member.sent]
    waiting = f" {len(_member.waiting)} wait: {_member.problem}." if _member.waiting else ""
    said = f"{len(lines)} sent as {_member.who}.{waiting}"
    cards.show(cards.Note(f"Room {_member.room}", " · ".join([said, *lines])))


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
    with suppress(OSError):  # it is then counted anew after a restart
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"room": room, "who": who, "at": time.time()}),
                        encoding="utf-8")
    return who


def _forget_number():
    path = _number_file()
    if path is not None:
        path.unlink(missing_ok=True)
