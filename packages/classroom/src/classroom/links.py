"""The ways from a kernel to a room: straight to the lecturer's computer, or over a NATS server.

A link has three methods: ``send`` (nothing sent: only that one is there; OSError if it may be tried
again, `RefusedError` if not), ``follow`` (blocks; ``hear`` gets the question that is open) and
``leave``. In a browser's kernel they come from `links_browser` and do not block.
"""

import asyncio
import http.client
import json
import threading
import urllib.request
from contextlib import suppress

SOCKETS, PAGES = ("nats://", "tls://"), ("ws://", "wss://")  # a server's addresses: who uses them
PATIENCE = 3.0  # seconds for an answer
PAUSE = 1.0  # seconds in which lines are put together, and between two tries at first
LONGEST_PAUSE = 30.0
MOST_BYTES = 10_000  # of one line of the room


class RefusedError(Exception):
    """The room will not take this later either."""


def next_pause(pause, done):
    """Seconds until more is sent: longer each time the room did not answer."""
    return PAUSE if done else min(2 * pause, LONGEST_PAUSE)


class Http:
    """Straight to the lecturer's computer, with the ticket that it gives."""

    def __init__(self, room, address):
        self.room, self.address, self.who = room, address.rstrip("/"), ""
        self.ticket = None

    def send(self, who, sender, events):
        """Give events to the room; the first time, and after a refusal, ask for a ticket."""
        self.who = who
        self._join(who)
        if not events:
            return
        try:
            self._post("v", {"room": self.room, "who": who, "from": sender, "events": events,
                             "ticket": self.ticket})
        except urllib.error.HTTPError as error:
            if error.code == 403:  # a room that has restarted gives another one
                self.ticket = None
            elif error.code < 500 and error.code != 429:
                raise RefusedError(error.reason) from None
            raise

    def follow(self, hear, ended):
        """Follow the question that is open until ``ended`` is set."""
        while not ended.is_set():
            with (suppress(OSError, ValueError, http.client.HTTPException),  # it is tried again
                  urllib.request.urlopen(f"{self.address}/now?who={self.who}", timeout=60) as now):
                while not ended.is_set() and (text := now.readline(MOST_BYTES)):
                    if text.startswith(b"data: "):
                        hear(json.loads(text[6:]))
            ended.wait(PATIENCE)

    def leave(self, who):
        """Take back what was sent."""
        self._join(who)
        self._post("leave", {"who": who, "ticket": self.ticket})

    def _join(self, who):
        if self.ticket is None:
            asked = {"room": self.room, "who": who}
            self.ticket = json.loads(self._post("join", asked))["ticket"]

    def _post(self, path, message):
        body = json.dumps(message).encode()
        request = urllib.request.Request(f"{self.address}/{path}", body,
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read(MOST_BYTES)


def one_each(who, sender, events):
    """A message for each event, with a number of its own; one without an event if there is none."""
    parts = [(event["seq"], [event]) for event in events] or [(0, [])]
    return [(f"{who}-{sender}-{seq}", {"from": sender, "events": each}) for seq, each in parts]


class Nats:
    """Over a NATS server: each event is a message with a number of its own, so it counts once."""

    def __init__(self, room, address):
        try:
            import nats
        except ImportError:
            raise ValueError("join: an address with nats:// needs the package nats-py, which is "
                             "not installed here") from None
        self.room, self.address, self._link, self.ticket = room, address, None, None
        self._connect, self._errors = nats.connect, nats.errors.Error
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._work, daemon=True, name="course-nats").start()

    def send(self, who, sender, events):
        """Give events to the server, which keeps them for the room."""
        self._do(self._publish(who, one_each(who, sender, events)))

    def follow(self, hear, ended):
        """Follow the question that is open until ``ended`` is set; the connection ends then."""
        async def heard(message):
            hear(json.loads(message.data))

        async def subscribe():
            await (await self._linked()).subscribe(f"class.{self.room}.now", cb=heard)

        while not ended.is_set():
            try:
                self._do(subscribe())
                break
            except OSError:
                ended.wait(PATIENCE)
        ended.wait()
        threading.Event().wait(2 * PATIENCE)  # a last word may be under way
        if self._link is not None:
            self._do(self._link.close())
        self._loop.call_soon_threadsafe(self._loop.stop)

    def leave(self, who):
        """Take back what was sent."""
        self._do(self._publish(who, [(f"{who}-leaves", {"leave": True})]))

    def _work(self):
        self._loop.run_forever()
        self._loop.close()

    async def _publish(self, who, messages):
        link = await self._linked()
        stream = link.jetstream()
        if self.ticket is None:
            with suppress(self._errors, TimeoutError, ValueError):  # the room is away: it waits
                answer = await link.request(f"class.{self.room}.j.{who}", timeout=PATIENCE / 3)
                self.ticket = json.loads(answer.data)["ticket"]
        for id, message in messages:
            body = json.dumps({"room": self.room, "who": who, "ticket": self.ticket,
                               **message}).encode()
            await stream.publish(f"class.{self.room}.v.{who}", body, timeout=PATIENCE,
                                 headers={"Nats-Msg-Id": id})

    async def _linked(self):
        if self._link is None or self._link.is_closed:
            self._link = await self._connect(
                self.address, allow_reconnect=True, max_reconnect_attempts=-1, error_cb=_quiet,
                ping_interval=20, max_outstanding_pings=2)
        return self._link

    def _do(self, coroutine):
        try:
            limited = asyncio.wait_for(coroutine, 2 * PATIENCE)
            return asyncio.run_coroutine_threadsafe(limited, self._loop).result()
        except (self._errors, TimeoutError) as error:
            raise OSError(str(error) or type(error).__name__) from None


async def _quiet(error):
    pass  # said once, where a line cannot be sent
