"""The room on the network: one port for students, one for the teacher on this machine alone.

Students can send and see the open question, nothing else. The teacher's port listens on 127.0.0.1
and asks for a token on every call; the audience's screen has one of its own, which only reads. No
request is logged; addresses are scrambled (`gate`), used to let a class in, and kept only in the
room's journal, where no key to them is.
"""

import asyncio
import contextlib
import hmac
import io
import json
import logging
import os
import secrets
import signal
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import resources

import tornado.iostream
import tornado.netutil
import tornado.web

from classroom import door, export, hiding, study, words
from classroom import source as sources
from classroom.polls import ClosedError, RefusedError
from classroom.state import WHO, BusyError, Room
from misstep.questions import plain_text
from misstep.tutor import alike

PORT = 8778
TICK = 0.1  # seconds between two looks for something to draw
LOOK = 2.0  # seconds after which pages hear of guests
KEEP_EVERY = 60.0  # seconds between two writings of what is kept
MOST_BYTES = 16_384  # of one message
HALL = 4096  # connections that may wait to be let in
MOST_STREAMS, WITHOUT_TICKET = 4000, 1000  # pages that listen; those of one address without one
ANIMALS = ("blue", "green", "amber", "coral", "ivory", "lilac", "olive", "pearl", "ruby", "teal")


def new_code():
    """A room's name, easy to read out.

    >>> import re; bool(re.fullmatch(r"[a-z]+-[0-9][0-9]", new_code()))
    True
    """
    return f"{secrets.choice(ANIMALS)}-{secrets.randbelow(90) + 10}"


def hard_code():
    """A name that nobody guesses in a lecture: one of thirty million, such as balogu-37."""
    syllables = [secrets.choice("bdfgklmnprstvz") + secrets.choice("aeiou") for _ in range(3)]
    return f"{''.join(syllables)}-{secrets.randbelow(90) + 10}"


def own_address():
    """This machine's address in its network; 127.0.0.1 if it has none.

    No packet is sent: the system is asked which of its addresses it would use.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"


class Class:
    """One running room: its two applications, the streams that follow it, what it keeps."""

    def __init__(self, code, address, keep=None, *, fewest=hiding.FEWEST, journal=None):
        head = journal.head if journal else {}
        self.room = Room(code, fewest, head.get("key"), head.get("run"))
        self.address, self.join_address, self.journal = address, address, journal
        self.token = head.get("token") or secrets.token_urlsafe(16)
        self.screen_token = head.get("screen") or secrets.token_urlsafe(16)
        self.students, self.teachers, self.screens = set(), set(), set()  # queues of open streams
        self.pages = {}  # queue of a student's page: (address, number)
        self.refused = Counter()  # what was turned away: how often
        self._begun = max(time.time(), journal.last if journal else 0) - time.monotonic()
        self.keep, self._task, self._servers = keep, None, []
        self._writer, self._writing = ThreadPoolExecutor(1), None
        self._known, self._shown = None, ()  # the last message to students, and to both screens
        self.names = door.own_names(address.rpartition(":")[0].lower())
        self.problems, self.again = {}, 0  # of what: words; how often a server lost its stream
        self.survives = False  # whether the journal stays when this ends
        self.on_page = lambda: None  # called when a phone opens its page
        for line in journal.lines if journal else ():
            with contextlib.suppress(RefusedError, TypeError, ValueError, KeyError):
                self._replay(*line)

    def _replay(self, kind, now, *what):
        room = self.room

        def accept(who, sender, events, *how):
            message = {"room": room.code, "who": who, "from": sender, "events": events}
            room.accept(message, now, *how)

        {"v": accept, "do": lambda *pressed: room.do(*pressed, now), "leave": room.leave,
         "ticket": lambda who, peer: room.gate.given.update({who: (peer, now)})}[kind](*what)

    def now(self):
        """The time as this room counts it: a clock that is set meanwhile moves no vote's end."""
        return self._begun + time.monotonic()

    @property
    def join_line(self):
        """The line that a student writes into a cell."""
        return f'join("{self.room.code}", "{self.join_address}")'

    @property
    def phone_address(self):
        """The page for phones; with the room's name once that is no longer public."""
        return f"http://{self.address}/{f'#{self.room.code}' if self.room.is_renamed else ''}"

    def start(self, sockets, teacher_sockets):
        """Serve on sockets that listen already."""
        logging.getLogger("tornado.access").disabled = True  # no address is in a log
        files = door.raise_files()
        for app, listening in ((self.student_app(), sockets),
                               (self.teacher_app(), teacher_sockets)):
            server = door.Door(app, files=files, max_body_size=MOST_BYTES)
            server.add_sockets(listening)
            self._servers.append(server)
        self._task = asyncio.ensure_future(self._pump())

    async def stop(self):
        """Close the ports; what is to be kept is written, the journal closed."""
        self._task.cancel()
        for server in self._servers:
            server.stop()
            await server.close_all_connections()
        self._writer.shutdown(wait=True)
        if self.keep:
            self._keep_now()
        if self.journal:
            self.journal.close(forget=not self.survives)

    def student_app(self):
        """POST /join gives a ticket, POST /v takes events; GET / is the page, /now the question."""
        own = {"room": self}
        return tornado.web.Application([
            ("/", _Page, own), ("/join", _Join, own), ("/v", _Events, own), ("/leave", _Leave, own),
            ("/now", _Question, own), ("/study", _Study, own)],
            default_handler_class=_Nothing, default_handler_args=own)

    def teacher_app(self):
        """The teacher's page, the audience's screen, their streams, and what the buttons do."""
        own = {"room": self}
        return tornado.web.Application([
            ("/", _TeacherPage, own), ("/live", _Live, own), ("/do", _Do, own),
            ("/case", _Case, own), ("/lecture.(csv|html)", _Export, own),
            ("/study.csv", _Sheets, own),
            ("/qr.svg", _Code, own), ("/screen", _ScreenPage, own), ("/seen", _Seen, own)],
            default_handler_class=_Nothing, default_handler_args=own)

    def take(self, message, peer, ticket=True, now=None):
        """Give a message to the room, and to the journal before anybody hears that it arrived."""
        now = self.now() if now is None else now
        try:
            return self.room.accept(message, now, peer, ticket)
        finally:
            if self.room.effects and self.journal:
                self.journal.write("v", now, message["who"], message.get("from", ""),
                                   self.room.effects, peer, ticket)

    def ticket(self, who, peer):
        """The ticket of a number, or None; a new one is in the journal, with its address."""
        gate, now = self.room.gate, self.now()
        is_new, ticket = who not in gate.given, gate.ticket(who, peer, now)
        if ticket and is_new and self.journal:
            self.journal.write("ticket", now, who, peer)
        return ticket

    def leave(self, who):
        """Forget a number and what it sent."""
        if self.journal and (who in self.room.people or who in self.room.waiting):
            self.journal.write("leave", self.now(), who)
        self.room.leave(who)

    def act(self, what, value=None):
        """Do what a button of the teacher's says, and show it at once."""
        now = self.now()
        if what == "rename":
            if self.join_address != self.address:
                raise RefusedError("a room on a server keeps its name")
            value = hard_code()
        value = self.room.do(what, value, now)
        if self.journal:
            self.journal.write("do", now, what, value)
        if what == "forget":
            self._shut_pages()
        self.show()

    def _shut_pages(self):
        """End the streams of those who were taken out."""
        gate = self.room.gate
        for queue in [queue for queue, (peer, who) in self.pages.items()
                      if peer in gate.shut or who in gate.back]:
            self._end_page(queue)

    def _end_page(self, queue):
        self.pages.pop(queue, None)
        self.students.discard(queue)  # else what is told next took its place
        _tell([queue], None)

    def let_page(self, queue, peer, who):
        """Let a page listen, or not: there is always room for one with a ticket."""
        given = self.room.gate.given
        rest = {page: at for page, (at, number) in self.pages.items() if number not in given}
        if who not in given and Counter(rest.values())[peer] >= WITHOUT_TICKET:
            return False
        if len(self.pages) >= MOST_STREAMS:
            if who not in given or not rest:
                return False
            most, _ = Counter(rest.values()).most_common(1)[0]
            self._end_page(next(page for page, at in rest.items() if at == most))
        self.pages[queue] = peer, who
        return True

    def show(self):
        """Tell everybody what is asked and shown now, if it is not what they know."""
        asked, poll = self.question(), self.room.polls.now
        known = {**asked, "left": poll and poll.ends, "room": self.room.code}
        if known != self._known:
            self._known = known
            _tell(self.students, json.dumps(asked))
        self._show_counts()

    def _show_counts(self):
        seen = self.described()
        both = json.dumps(seen), json.dumps({**seen, **self.desk()})
        if both != self._shown:
            self._shown = both
            _tell(self.screens, both[0])
            _tell(self.teachers, both[1])

    def question(self):
        """The question as phones and notebooks get it."""
        return {**self.room.question(self.now()), "again": self.again}

    def described(self):
        """The view, with the texts that belong to it."""
        view = self.room.view(self.now())
        for id, shown in view["exercises"].items():
            for one in shown["misconceptions"]:
                one.update(words.misconception(id, one["id"]))
        return {**view, "phone": self.phone_address, "join": self.join_line}

    def desk(self):
        """The extra content of the teacher's page."""
        problems = [*self.problems.values(), self.journal.problem if self.journal else ""]
        if waits := self.room.gate.waits(self.now())[1]:
            problems.append(f"{waits} of one address wait to come in; a class? See Strangers")
        refused = {**self.refused, **door.turned_away(self._servers)}
        return {**self.room.desk(self.now()), "problem": "; ".join(filter(None, problems)),
                "refused": refused}

    def trouble(self, what, said):
        """Note a problem for the teacher's page, or with "" that it is over."""
        if said != self.problems.get(what, ""):
            self.problems[what] = said
            self._show_counts()

    async def _pump(self):
        kept = looked = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            try:
                due = self.room.draw(self.now())
                if due or time.monotonic() - looked > LOOK:  # pages that came, guests that wait
                    looked = time.monotonic()
                    self.show()
                    if self.journal:
                        self.journal.again()
                if self.keep and time.monotonic() - kept > KEEP_EVERY and self._is_written():
                    kept = time.monotonic()
                    self._writing = self._writer.submit(self._keep_now)
            except Exception:  # the next picture is a new chance
                logging.getLogger(__name__).exception("no picture of the room")

    def _is_written(self):
        return self._writing is None or self._writing.done()

    def _keep_now(self):
        try:
            self.keep(self.room.splits())
            self.problems["keep"] = ""
        except Exception as error:  # a lock, a full disk: tried again in a minute
            self.problems["keep"] = f"counts cannot be kept ({error}); tried again each minute"
            logging.getLogger(__name__).warning("%s", self.problems["keep"])


def _tell(streams, text):
    for queue in streams:
        while queue.full():
            queue.get_nowait()  # only the newest counts
        queue.put_nowait(text)


# --- what answers ---------------------------------------------------------------------------


CONTENT = ("default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{nonce}'; "
           "connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'")


class _Base(tornado.web.RequestHandler):
    def initialize(self, room):
        self.room = room

    def set_default_headers(self):
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.clear_header("Server")

    def prepare(self):
        """Answer only those who ask for this machine; on a hub its proxy sees to that."""
        if not door.is_named(self.request.host, self.room.names) and not os.environ.get(
                "JUPYTERHUB_SERVICE_PREFIX"):
            raise tornado.web.HTTPError(421, reason="open the address that was shown; for a proxy "
                                        "of your own: COURSE_ROOM_HOST=its.name")

    @property
    def peer(self):
        """The address that asks, scrambled."""
        return self.room.room.gate.label(self.request.remote_ip)

    def write_page(self, name, **marks):
        nonce = secrets.token_urlsafe(16)
        self.set_header("Content-Security-Policy", CONTENT.format(nonce=nonce))
        self.set_header("Content-Type", "text/html; charset=utf-8")
        head, text = (resources.files(__package__).joinpath(one).read_text("utf-8")
                      for one in ("head.html", name))
        for mark, content in {"HEAD_OF_PAGE": head, **marks}.items():
            text = text.replace(mark, content)
        self.write(text.replace("<script>", f'<script nonce="{nonce}">'))

    def message(self):
        """The body as a JSON object; 400 if it is none, 429 where an address sends too much."""
        if not self.room.room.gate.carries(self.peer, len(self.request.body), self.room.now()):
            raise tornado.web.HTTPError(429, reason="much comes from this network: a moment")
        try:
            found = json.loads(self.request.body)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise tornado.web.HTTPError(400, reason="expected JSON")
        return found

    def write_error(self, status_code, **kwargs):
        if status_code == 429:
            self.set_header("Retry-After", "2")
        if status_code in (429, 503):
            self.room.refused["pages" if status_code == 503 else "requests"] += 1
        self.finish({"error": self._reason})

    def log_exception(self, kind, value, trace):
        if not isinstance(value, tornado.web.HTTPError):
            logging.getLogger(__name__).error("%s: %s", kind.__name__, value)


class _Nothing(_Base):
    def prepare(self):
        super().prepare()
        raise tornado.web.HTTPError(404)


class _Page(_Base):
    def get(self):
        self.set_header("X-Frame-Options", "DENY")
        room = self.room.room
        self.write_page("phone.html", ROOM_CODE="" if room.is_renamed else room.code,
                        FEWEST=str(room.fewest))
        if not door.is_own(self.request.remote_ip):
            self.room.on_page()


class _Stream(_Base):
    """Server-sent events: one queue for each page that listens."""

    streams = "students"

    def first(self):
        return json.dumps(self.room.question())

    def for_page(self, text):
        """A text as this page may hear it."""
        return text

    def is_let(self, queue):
        """Whether one more page may listen."""
        return True

    async def get(self):
        streams, queue = getattr(self.room, self.streams), asyncio.Queue(1)
        if not self.is_let(queue):
            raise tornado.web.HTTPError(503, reason="too many pages are open")
        self.set_header("Content-Type", "text/event-stream")
        queue.put_nowait(self.first())
        streams.add(queue)
        try:
            while True:
                with contextlib.suppress(asyncio.TimeoutError):
                    text = await asyncio.wait_for(queue.get(), 20)
                    if text is None:  # taken out, or in the way of one with a ticket
                        return
                    self.write(f"data: {self.for_page(text)}\n\n")
                self.write(": still here\n\n")
                await self.flush()
        except tornado.iostream.StreamClosedError:
            pass
        finally:
            streams.discard(queue)
            self.room.pages.pop(queue, None)


class _Open(_Base):
    """Also asked by notebooks that run in a browser, and so by pages of any address."""

    def set_default_headers(self):
        super().set_default_headers()
        self.set_header("Access-Control-Allow-Origin", "*")
        self.set_header("Access-Control-Allow-Headers", "content-type")

    def options(self):
        self.set_status(204)


class _Question(_Open, _Stream):
    """The open question, whenever it changes; a page with a ticket also hears the room's name."""

    async def get(self):
        self.who, gate = self.get_argument("who", ""), self.room.room.gate
        if not WHO.fullmatch(self.who):
            self.who = ""
        if not self.who:
            return await super().get()
        peer = self.peer
        gate.opened(self.who, peer)
        self.room.ticket(self.who, peer)
        try:
            return await super().get()
        finally:
            gate.closed(self.who, peer)

    def is_let(self, queue):
        gate = self.room.room.gate
        return self.peer not in gate.shut and self.who not in gate.back and self.room.let_page(
            queue, self.peer, self.who)

    def for_page(self, text):
        if self.who in self.room.room.gate.given:
            return f'{text[:-1]}, "room": "{self.room.room.code}"}}'
        return text


class _Study(_Base):
    """The questions of the study, while they are asked."""

    def get(self):
        if not self.room.room.study.when:
            raise tornado.web.HTTPError(404)
        self.finish({"questions": study.asked()})


class _Join(_Open):
    def post(self):
        asked, room = self.message(), self.room.room
        who = asked.get("who")
        if not (isinstance(who, str) and WHO.fullmatch(who)):
            raise tornado.web.HTTPError(400, reason="expected a random number as who")
        if asked.get("room") != room.code and not room.gate.holds(who, asked.get("ticket")):
            wait = not room.gate.may(self.peer, self.room.now())
            raise tornado.web.HTTPError(429 if wait else 403, reason="this is another room")
        ticket = self.room.ticket(who, self.peer)
        if ticket is None:
            if room.gate.locked or who in room.gate.back:
                raise tornado.web.HTTPError(403, reason="nobody is let in now")
            raise tornado.web.HTTPError(429, reason="many come from this network: a moment")
        self.finish({"ticket": ticket, "room": room.code, "run": room.run, "fewest": room.fewest})


class _Events(_Open):
    def post(self):
        message = self.message()
        if not self.room.room.gate.holds(str(message.get("who")), message.pop("ticket", None)):
            raise tornado.web.HTTPError(403, reason="join first")
        try:
            new = self.room.take(message, self.peer)
        except RefusedError as error:
            status = 429 if isinstance(error, BusyError) else (
                409 if isinstance(error, ClosedError) else 400)
            raise tornado.web.HTTPError(status, reason=str(error)) from None
        asked = self.room.room.polls.now
        self.set_status(202)
        self.finish({"new": new, "poll": asked and {"id": asked.id, "round": asked.round}})


class _Leave(_Open):
    def post(self):
        message = self.message()
        who = str(message.get("who"))
        if not self.room.room.gate.holds(who, message.get("ticket")):
            raise tornado.web.HTTPError(403, reason="join first")
        self.room.leave(who)
        self.set_status(202)


class _Teacher(_Base):
    tokens = ("token",)

    def prepare(self):
        super().prepare()
        key = self.get_argument("key", "").encode()  # not "token": a hub's proxy takes that
        if not any([hmac.compare_digest(key, getattr(self.room, name).encode())
                    for name in self.tokens]):
            raise tornado.web.HTTPError(403, reason="open the address that `course class` printed")


class _TeacherPage(_Teacher):
    def get(self):
        about = {"screen": f"screen?key={self.room.screen_token}", "course": words.course(),
                 "fewest": self.room.room.fewest}
        # "<" as a code: no text can end the script it stands in
        self.write_page("teacher.html", ABOUT=json.dumps(about).replace("<", "\\u003c"))


class _ScreenPage(_Teacher):
    tokens = ("screen_token",)

    def get(self):
        about = {"exercises": words.course()["exercises"]}
        self.write_page("screen.html", ABOUT=json.dumps(about).replace("<", "\\u003c"))


class _Live(_Teacher, _Stream):
    streams = "teachers"

    def first(self):
        return json.dumps({**self.room.described(), **self.room.desk()})


class _Seen(_Teacher, _Stream):
    streams, tokens = "screens", ("screen_token",)

    def first(self):
        return json.dumps(self.room.described())


class _Do(_Teacher):
    async def post(self):
        asked, loop = self.message(), asyncio.get_running_loop()
        what, value = asked.get("do"), asked.get("id")
        try:
            if what == "mistake":  # beside the loop: it runs the exercise's cases
                value = await loop.run_in_executor(None, alike.puzzle, *value)
                if value is None:
                    raise RefusedError("no case of its own shows this one, or too few others do")
                what, value = "ask", _plain(value)
            self.room.act(what, value)
        except (RefusedError, ValueError, KeyError, TypeError) as error:
            raise tornado.web.HTTPError(400, reason=str(error)[:200]) from None
        self.set_status(204)


def _plain(asked):
    """A question of the course's in the text that a question of one's own has."""
    return {key: plain_text(value) if key == "question" else {
        letter: plain_text(text) for letter, text in value.items()}
            if key in ("choices", "why") else value for key, value in asked.items()}


class _Case(_Teacher):
    tokens = ("token", "screen_token")

    async def get(self):
        asked = self.get_argument("exercise"), self.get_argument("name")
        loop = asyncio.get_running_loop()
        try:  # beside the loop: it runs the exercise's cases
            card = await loop.run_in_executor(None, words.case, *asked)
        except KeyError:
            raise tornado.web.HTTPError(404, reason="no such exercise") from None
        self.finish({"card": card})


class _Export(_Teacher):
    def get(self, kind):
        self.save({"csv": export.table, "html": export.page}[kind](self.room.room), kind)

    def save(self, text, kind, name=""):
        name = f"{name}{self.room.room.code}-{time.strftime('%Y-%m-%d')}.{kind}"
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.set_header("Content-Type", f"text/{kind}; charset=utf-8")
        self.finish(text)


class _Sheets(_Export):
    def get(self):
        self.save(study.table(self.room.room.people.values()), "csv", "study-")


class _Code(_Teacher):
    tokens = ("token", "screen_token")

    def get(self):
        import segno

        out = io.BytesIO()
        segno.make(self.room.phone_address, micro=False).save(
            out, kind="svg", scale=8, border=2, light="#fff")
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(out.getvalue())


# --- starting it ----------------------------------------------------------------------------


class Beside:
    """A room in a thread of its own, while this one shows slides; ``stop`` ends it.

    It has the arguments of `run`, but for ``ready``: ``room`` and ``teacher`` are there at once.
    """

    def __init__(self, *arguments, **options):
        self._ended, started = None, threading.Event()

        def ready(room, teacher):
            self.room, self.teacher = room, teacher
            started.set()

        async def serve():
            self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
            await run(*arguments, ready=ready, **options)

        def work():
            try:
                asyncio.run(serve())
            except (asyncio.CancelledError, Exception) as error:  # else nobody would hear of it
                self._ended = error
            started.set()

        self._thread = threading.Thread(target=work, daemon=True)
        self._thread.start()
        started.wait()
        if self._ended:
            raise self._ended

    def stop(self):
        """Close the ports; what is to be kept is written."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(10)


def listen(port, host=""):
    """Sockets for students and teacher; OSError with the port's number if one is taken."""
    # a whole hall may come in one second: what waits longer than the queue is reset
    sockets = tornado.netutil.bind_sockets(port, address=host or None, family=socket.AF_INET,
                                           backlog=HALL)
    try:
        return sockets, tornado.netutil.bind_sockets(port + 1 if port else 0, address="127.0.0.1")
    except OSError:
        for one in sockets:
            one.close()
        raise


def is_free(port):
    """Whether a room could be opened at a port."""
    try:
        for one in (one for some in listen(port) for one in some):
            one.close()
    except (OSError, OverflowError):
        return False
    return True


async def run(code, port=PORT, host="", keep=None, source=None,
              ready=lambda room, teacher: None, *, fewest=hiding.FEWEST, journal=None):
    """Serve a room until cancelled; ``ready`` gets it and the teacher's address.

    ``source`` is the address of a NATS server whose events are put in, too; ``journal`` is a
    `Journal`, from which the room goes on. A signal to end (a terminal that is closed) keeps it.
    """
    sockets, teacher_sockets = listen(port, host)
    mine = host or own_address()
    room = Class(code, f"{mine}:{sockets[0].getsockname()[1]}", keep, fewest=fewest,
                 journal=journal)
    room.start(sockets, teacher_sockets)
    _on_signals(room, asyncio.current_task())
    at = teacher_sockets[0].getsockname()[1]
    try:
        async with sources.attached(room, source) if source else contextlib.nullcontext():
            ready(room, f"http://127.0.0.1:{at}/?key={room.token}")
            await asyncio.Event().wait()
    finally:
        await room.stop()


def _on_signals(room, task):
    def end():
        room.survives = True
        task.cancel()

    for name in ("SIGTERM", "SIGHUP"):
        with contextlib.suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), end)
