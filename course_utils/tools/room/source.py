"""Events over NATS JetStream: several rooms or hubs on one server, each with a subject of its own.

Students write to `class.ROOM.v.NUMBER` and cannot read there (`instructor/hub/nats.conf`); the
stream of a room lies in the server's memory, drops what came twice and what is a day old, and goes
with the room. The open question is told on `class.ROOM.now`.
"""

import asyncio
import contextlib
import json
import os
import time
from urllib.parse import urlsplit

from course_utils.tools import CourseError
from course_utils.tools.room.state import KEPT, RefusedError

PATIENCE = 10.0  # seconds for the first connection
AGAIN = 15.0  # seconds after which the open question is told again, for those who came later
TWICE = 120.0  # seconds in which the server knows a message again
MOST = 1000  # messages of one number that are kept
INBOX = "_TEACHER"  # not _INBOX, which students may read for their confirmations
PASSWORD = "COURSE_TEACHER"  # environment variable, the same as in nats.conf


@contextlib.asynccontextmanager
async def attached(room, url):
    """Put what comes from a server into the room (`server.Class`), and tell its question there."""
    try:
        import nats
        from nats.js.api import StorageType
    except ImportError:
        raise CourseError("--source needs the package nats-py: "
                          "pip install 'nonlinear-models-workbook[hub]'") from None
    code = room.room.code
    try:
        link = await asyncio.wait_for(nats.connect(
            url, inbox_prefix=INBOX.encode(), max_reconnect_attempts=-1, error_cb=_quiet,
            user="teacher", password=os.environ.get(PASSWORD, "")), PATIENCE)
    except (nats.errors.Error, OSError, ValueError) as error:
        raise CourseError(f"no connection to {_public(url)} ({str(error) or 'no answer'}): "
                          f"does it run, and is its password in {PASSWORD}?") from None
    stream, name = link.jetstream(), f"CLASS-{code}"
    await stream.add_stream(
        name=name, subjects=[f"class.{code}.v.*"], storage=StorageType.MEMORY, max_age=KEPT,
        duplicate_window=TWICE, max_msgs_per_subject=MOST)

    async def take(message):
        try:
            found = json.loads(message.data)
            who = message.subject.rpartition(".")[2]
            if found.get("who") != who:
                return
            if found.get("leave"):
                room.room.leave(who)
                await stream.purge_stream(name, subject=message.subject)
            else:
                room.room.accept(found, time.monotonic())
        except (RefusedError, ValueError, AttributeError, RecursionError):
            pass  # whoever wanted to wrote it

    subscription = await stream.subscribe(f"class.{code}.v.*", cb=take, ordered_consumer=True)
    telling = asyncio.ensure_future(_tell(link, code, room))
    room.join_address = _public(url)
    try:
        yield
    finally:
        telling.cancel()
        with contextlib.suppress(nats.errors.Error, TimeoutError):
            await subscription.unsubscribe()
            await stream.delete_stream(name)
        await link.close()


async def _tell(link, code, room):
    queue, said = asyncio.Queue(1), "null"
    room.students.add(queue)
    try:
        while True:
            with contextlib.suppress(TimeoutError):
                said = await asyncio.wait_for(queue.get(), AGAIN)
            await link.publish(f"class.{code}.now", said.encode())
    finally:
        room.students.discard(queue)


def _public(url):
    """The server's address without what is secret.

    >>> _public("nats://teacher:secret@hub.example:4222")
    'nats://hub.example:4222'
    """
    return urlsplit(url)._replace(netloc=urlsplit(url).netloc.rpartition("@")[2]).geturl()


async def _quiet(error):
    pass  # it connects again by itself
