"""Events over NATS JetStream: several rooms or hubs on one server, each with a subject of its own.

Students are in an account of their own (`docs/instructor/hub/nats.conf`): they ask for a ticket on
`class.ROOM.j.NUMBER`, write to `class.ROOM.v.NUMBER` and hear the open question on
`class.ROOM.now`; nothing else is there for them. The stream of a room is in the server's memory,
bounded, drops what came twice and what is a day old, and goes with the room. A server that has
restarted gets its stream again, and students are asked to resend what it may have lost.
"""

import asyncio
import contextlib
import json
import os
from urllib.parse import urlsplit

from classroom import RoomError
from classroom.polls import RefusedError
from classroom.state import KEPT, WHO

PATIENCE = 10.0  # seconds for the first connection
AGAIN = 15.0  # seconds after which the open question is sent again, for those who came later
CHECK = 5.0  # seconds between two looks whether the stream is there
TWICE = 120.0  # seconds in which the server knows a message again
MOST, MOST_BYTES, MOST_SIZE = 300, 16 * 2**20, 4096  # messages of one number; of all; of a message
PASSWORD = "COURSE_TEACHER"  # environment variable, the same as in nats.conf
GONE = "the rooms' server does not answer: votes wait with the students, and come once it does"


@contextlib.asynccontextmanager
async def attached(room, url):
    """Put what comes from a server into the room (`server.Class`), and tell its question there."""
    try:
        import nats
    except ImportError:
        raise RoomError("--source needs the package nats-py, which is not installed here: "
                        "in the course's folder, pip install -e '.[hub]'") from None
    stream = Stream(room)
    try:
        link = await asyncio.wait_for(nats.connect(
            url, max_reconnect_attempts=-1, reconnect_time_wait=1, ping_interval=5,
            max_outstanding_pings=2, error_cb=_quiet, disconnected_cb=stream.lost,
            user="teacher", password=os.environ.get(PASSWORD, "")), PATIENCE)
        await stream.begin(link)
    except (nats.errors.Error, OSError, ValueError) as error:
        raise RoomError(f"no connection to {_public(url)} ({str(error) or 'no answer'}): "
                        f"does it run, and is its password in {PASSWORD}?") from None
    tasks = [asyncio.ensure_future(work) for work in (stream.tell(), stream.watch())]
    room.join_address = _public(url)
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(nats.errors.Error, TimeoutError):
            if not room.survives:
                await asyncio.wait_for(stream.end(), PATIENCE)
        with contextlib.suppress(nats.errors.Error, TimeoutError):
            await asyncio.wait_for(link.close(), PATIENCE)


class Stream:
    """A room's stream on the server: read once each, made again where it is lost."""

    def __init__(self, room):
        self.room, self.code = room, room.room.code
        self.name, self.subject = f"CLASS-{self.code}", f"class.{self.code}.v.*"
        self._link = self._reading = self._created = None
        self._links = set()  # connections that asked for a ticket
        self._last = 0  # number of the newest message that was read

    async def begin(self, link=None):
        """Make the stream if it is not there, and read on."""
        from nats.js.api import ConsumerConfig, DeliverPolicy, StorageType

        if link is not None:
            self._link = link
            await link.subscribe(f"class.{self.code}.j.*", cb=self.join)
        stream = self._link.jetstream()
        found = await stream.add_stream(
            name=self.name, subjects=[self.subject], storage=StorageType.MEMORY, max_age=KEPT,
            duplicate_window=TWICE, max_msgs_per_subject=MOST, max_bytes=MOST_BYTES,
            max_msg_size=MOST_SIZE)
        if self._created not in (None, found.created):
            self._last = 0
            self._ask_again()
        self._created = found.created
        if self._reading is not None:
            with contextlib.suppress(Exception):  # of a server that forgot it
                await self._reading.unsubscribe()
        self._reading = await stream.subscribe(
            self.subject, cb=self.take, ordered_consumer=True, config=ConsumerConfig(
                deliver_policy=DeliverPolicy.BY_START_SEQUENCE, opt_start_seq=self._last + 1))
        self.room.trouble("source", "")

    def _ask_again(self):
        self.room.again += 1
        self.room.show()

    async def lost(self):
        """Say on the teacher's page that the server does not answer."""
        self.room.trouble("source", GONE)

    async def take(self, message):
        """Give a message to the room, as of the time at which the server had it."""
        about = message.metadata
        if about.sequence.stream <= self._last:
            return
        if self._last and about.sequence.stream > self._last + MOST:
            self._ask_again()  # a flood pushed others out before they were read
        self._last = about.sequence.stream
        try:
            found = json.loads(message.data)
            who = message.subject.rpartition(".")[2]
            if found.get("who") != who:
                return
            gate = self.room.room.gate
            ticket, (peer, _) = found.pop("ticket", None), gate.given.get(who, ("", None))
            holds = gate.holds(who, ticket)  # the server names the address of a ticket only
            if found.get("leave"):
                if not holds and who in gate.given:
                    return
                self.room.leave(who)
                await self._link.jetstream().purge_stream(self.name, subject=message.subject)
                return
            self.room.take(found, peer, holds, about.timestamp.timestamp())
        except (RefusedError, ValueError, AttributeError, RecursionError):
            pass  # whoever wanted to wrote it

    async def join(self, message):
        """Give a ticket; the server says from which address and connection it is asked."""
        gate, who = self.room.room.gate, message.subject.rpartition(".")[2]
        try:
            about = json.loads((message.headers or {}).get("Nats-Request-Info", "{}"))
            host, link = str(about.get("host", "")), about.get("id")
        except (ValueError, AttributeError):
            return
        peer = gate.label(host)
        if link not in self._links:  # a connection earns one: a hub's many come from few addresses
            self._links.add(link)
            gate.pages[peer] += 1
            gate.trusted.add(peer)
        ticket = self.room.ticket(who, peer) if WHO.fullmatch(who) else None
        with contextlib.suppress(Exception):  # who asked is gone
            await message.respond(json.dumps({"ticket": ticket}).encode())

    async def tell(self):
        """Tell the open question whenever it changes, and now and then for those who came later."""
        queue, said = asyncio.Queue(1), json.dumps(self.room.question())
        self.room.students.add(queue)
        try:
            while True:
                with contextlib.suppress(Exception):  # no server now: it is sent again
                    await self._link.publish(f"class.{self.code}.now", said.encode())
                with contextlib.suppress(TimeoutError):
                    said = await asyncio.wait_for(queue.get(), AGAIN)
        finally:
            self.room.students.discard(queue)

    async def watch(self):
        """Look whether the stream is there and this reader too; make them again if not."""
        while True:
            await asyncio.sleep(CHECK)
            try:
                if not self._link.is_connected:
                    self.room.trouble("source", GONE)
                    continue
                found = await self._link.jetstream().stream_info(self.name)
                lost = found.created != self._created or self.room.problems.get("source")
                behind = found.state.last_seq > self._last and self._seen == self._last
                self._seen = self._last
                if lost or behind:
                    await self.begin()
            except Exception as error:  # a server that answers later, or has no stream
                await self._again(error)

    _seen = None  # what was read at the last look

    async def _again(self, error):
        from nats.js.errors import NotFoundError

        self.room.trouble("source", GONE)
        if isinstance(error, NotFoundError):
            with contextlib.suppress(Exception):
                await self.begin()

    async def end(self):
        """Remove the stream with all its messages."""
        await self._reading.unsubscribe()
        await self._link.jetstream().delete_stream(self.name)


def _public(url):
    """The server's address without what is secret.

    >>> _public("nats://teacher:secret@hub.example:4222")
    'nats://hub.example:4222'
    """
    return urlsplit(url)._replace(netloc=urlsplit(url).netloc.rpartition("@")[2]).geturl()


async def _quiet(error):
    pass  # it connects again by itself
