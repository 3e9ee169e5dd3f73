"""The room on the network: one port for students, one for the teacher on this machine alone.

Students can send and see the open question, nothing else. The teacher's port listens on 127.0.0.1
and asks for a token on every call. No request is logged, no address is kept; the room is in memory.
"""

import asyncio
import contextlib
import hmac
import io
import json
import logging
import secrets
import socket
import threading
import time
from importlib import resources

import tornado.httpserver
import tornado.iostream
import tornado.netutil
import tornado.web

from course_utils.tools import CourseError
from course_utils.tools.room import source as sources
from course_utils.tools.room import words
from course_utils.tools.room.state import RefusedError, Room

PORT = 8778
TICK = 0.2  # seconds between two looks for something to draw
MOST_BYTES = 16_384  # of one message
MOST_STREAMS = 3000
ANIMALS = ("blue", "green", "amber", "coral", "ivory", "lilac", "olive", "pearl", "ruby", "teal")


def new_code():
    """A room's name, easy to read out.

    >>> import re; bool(re.fullmatch(r"[a-z]+-[0-9][0-9]", new_code()))
    True
    """
    return f"{secrets.choice(ANIMALS)}-{secrets.randbelow(90) + 10}"


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
    """One running room: its two applications and the streams that follow it."""

    def __init__(self, code, address, keep=None):
        self.room, self.address, self.join_address = Room(code, time.monotonic()), address, address
        self.token = secrets.token_urlsafe(16)
        self.students, self.teachers = set(), set()  # queues of open streams
        self.keep, self._task, self._servers = keep, None, []
        self.on_page = lambda: None  # called when a phone opens its page

    @property
    def join_line(self):
        """What a student writes into a cell."""
        return f'join("{self.room.code}", "{self.join_address}")'

    @property
    def phone_address(self):
        return f"http://{self.address}/"

    def start(self, sockets, teacher_sockets):
        """Serve on sockets that listen already."""
        logging.getLogger("tornado.access").disabled = True  # no address is written anywhere
        for app, listening in ((self.student_app(), sockets),
                               (self.teacher_app(), teacher_sockets)):
            server = tornado.httpserver.HTTPServer(app, max_body_size=MOST_BYTES,
                                                   idle_connection_timeout=120)
            server.add_sockets(listening)
            self._servers.append(server)
        self._task = asyncio.ensure_future(self._pump())

    def stop(self):
        self._task.cancel()
        for server in self._servers:
            server.stop()

    def student_app(self):
        """POST /v takes events, GET / is the page for phones, GET /now streams the question."""
        own = {"room": self}
        return tornado.web.Application([
            ("/", _Page, {**own, "name": "phone.html"}), ("/v", _Events, own),
            ("/leave", _Leave, own), ("/now", _Question, own)])

    def teacher_app(self):
        """The teacher's page, its stream, and what its buttons do."""
        own = {"room": self}
        return tornado.web.Application([
            ("/", _TeacherPage, {**own, "name": "teacher.html"}), ("/live", _Live, own),
            ("/do", _Do, own), ("/case", _Case, own), ("/qr.svg", _Code, own)])

    def changed_by_teacher(self):
        """Show a change of the question at once; the counts stay those of the last picture."""
        _tell(self.students, json.dumps(self.room.question()))
        _tell(self.teachers, json.dumps(self.described()))

    def described(self):
        """The view, with the words of what is in it."""
        view = self.room.view()
        for id, shown in view["exercises"].items():
            for one in shown["misconceptions"]:
                one.update(words.misconception(id, one["id"]))
        poll = view["poll"]
        if poll and poll["answer_shown"]:
            poll.update(words.answer(poll["id"]))
        return view

    async def _pump(self):
        kept = time.monotonic()
        while True:
            await asyncio.sleep(TICK)
            now = time.monotonic()
            if self.room.draw(now):
                _tell(self.teachers, json.dumps(self.described()))
            if self.keep and now - kept > 60:
                kept = now
                self.keep(self.room.splits())


def _tell(streams, text):
    for queue in streams:
        while queue.full():
            queue.get_nowait()  # only the newest counts
        queue.put_nowait(text)


# --- what answers ---------------------------------------------------------------------------


class _Base(tornado.web.RequestHandler):
    def initialize(self, room, name=None):
        self.room, self.name = room, name

    def set_default_headers(self):
        self.set_header("Cache-Control", "no-store")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "no-referrer")
        self.clear_header("Server")

    def write_error(self, status_code, **kwargs):
        self.finish({"error": self._reason})

    def log_exception(self, kind, value, trace):
        if not isinstance(value, tornado.web.HTTPError):
            logging.getLogger(__name__).error("%s: %s", kind.__name__, value)


class _Page(_Base):
    def get(self):
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; "
                        "script-src 'unsafe-inline'; connect-src 'self'; img-src 'self'")
        text = resources.files(__package__).joinpath(self.name).read_text("utf-8")
        self.write(text.replace("ROOM_CODE", self.room.room.code))
        if self.request.remote_ip not in ("127.0.0.1", "::1"):
            self.room.on_page()


class _Stream(_Base):
    """Server-sent events: one queue for each page that listens."""

    streams = "students"

    def first(self):
        return json.dumps(self.room.room.question())

    async def get(self):
        streams = getattr(self.room, self.streams)
        if len(streams) >= MOST_STREAMS:
            raise tornado.web.HTTPError(503, reason="too many pages are open")
        self.set_header("Content-Type", "text/event-stream")
        queue = asyncio.Queue(1)
        queue.put_nowait(self.first())
        streams.add(queue)
        try:
            while True:
                with contextlib.suppress(asyncio.TimeoutError):
                    self.write(f"data: {await asyncio.wait_for(queue.get(), 20)}\n\n")
                self.write(": still here\n\n")
                await self.flush()
        except tornado.iostream.StreamClosedError:
            pass
        finally:
            streams.discard(queue)


class _Question(_Stream):
    def set_default_headers(self):
        super().set_default_headers()
        self.set_header("Access-Control-Allow-Origin", "*")


class _Events(_Base):
    def set_default_headers(self):
        super().set_default_headers()
        self.set_header("Access-Control-Allow-Origin", "*")  # a notebook that runs in a browser
        self.set_header("Access-Control-Allow-Headers", "content-type")

    def options(self):
        self.set_status(204)

    def post(self):
        try:
            new = self.room.room.accept(json.loads(self.request.body), time.monotonic())
        except RefusedError as error:
            raise tornado.web.HTTPError(400, reason=str(error)) from None
        except (ValueError, RecursionError):
            raise tornado.web.HTTPError(400, reason="expected JSON") from None
        asked = self.room.room.question()
        self.set_status(202)
        self.finish({"new": new, "poll": asked and {k: asked[k] for k in ("id", "round")}})


class _Leave(_Events):
    def post(self):
        with contextlib.suppress(ValueError, AttributeError, RecursionError):
            self.room.room.leave(str(json.loads(self.request.body).get("who")))
        self.set_status(202)


class _Teacher(_Base):
    def prepare(self):
        token = self.get_argument("key", "")  # not "token": a hub's proxy takes that for its own
        if not hmac.compare_digest(token, self.room.token):
            raise tornado.web.HTTPError(403, reason="open the address that `course class` printed")


class _TeacherPage(_Teacher, _Page):
    def get(self):
        self.set_header("Content-Type", "text/html; charset=utf-8")
        text = resources.files(__package__).joinpath(self.name).read_text("utf-8")
        about = {"room": self.room.room.code, "join": self.room.join_line,
                 "phone": self.room.phone_address, "course": words.course()}
        # "<" as a code: no text can end the script it stands in
        self.write(text.replace("ABOUT", json.dumps(about).replace("<", "\\u003c")))


class _Live(_Teacher, _Stream):
    streams = "teachers"

    def first(self):
        return json.dumps(self.room.described())


class _Do(_Teacher):
    def post(self):
        room = self.room.room
        actions = {"open": room.open_poll, "close": lambda _: room.open_poll(None),
                   "again": lambda _: room.vote_again(), "split": room.show_split,
                   "answer": room.show_answer}
        try:
            asked = json.loads(self.request.body)
            actions[asked["do"]](asked.get("id"))
        except (RefusedError, ValueError, KeyError, TypeError) as error:
            raise tornado.web.HTTPError(400, reason=str(error)[:200]) from None
        self.room.changed_by_teacher()
        self.set_status(204)


class _Case(_Teacher):
    async def get(self):
        asked = self.get_argument("exercise"), self.get_argument("name")
        loop = asyncio.get_running_loop()
        try:  # beside the loop: it runs the exercise's cases
            card = await loop.run_in_executor(None, words.case, *asked)
        except KeyError:
            raise tornado.web.HTTPError(404, reason="no such exercise") from None
        self.finish({"card": card})


class _Code(_Teacher):
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

    def __init__(self, *arguments):
        self._ended, started = None, threading.Event()

        def ready(room, teacher):
            self.room, self.teacher = room, teacher
            started.set()

        async def serve():
            self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
            await run(*arguments, ready=ready)

        def work():
            try:
                asyncio.run(serve())
            except (asyncio.CancelledError, OSError, CourseError) as error:
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
    sockets = tornado.netutil.bind_sockets(port, address=host or None, family=socket.AF_INET)
    try:
        return sockets, tornado.netutil.bind_sockets(port + 1 if port else 0, address="127.0.0.1")
    except OSError:
        for one in sockets:
            one.close()
        raise


async def run(code, port=PORT, host="", keep=None, source=None,
              ready=lambda room, teacher: None):
    """Serve a room until cancelled; ``ready`` gets it and the teacher's address.

    ``source`` is the address of a NATS server whose events are put in, too.
    """
    sockets, teacher_sockets = listen(port, host)
    mine = host or own_address()
    room = Class(code, f"{mine}:{sockets[0].getsockname()[1]}", keep)
    room.start(sockets, teacher_sockets)
    at = teacher_sockets[0].getsockname()[1]
    try:
        async with sources.attached(room, source) if source else contextlib.nullcontext():
            ready(room, f"http://127.0.0.1:{at}/?key={room.token}")
            await asyncio.Event().wait()
    finally:
        room.stop()
        if keep:
            keep(room.room.splits())
