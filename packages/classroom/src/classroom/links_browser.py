"""The same ways from a kernel that runs in a browser: no threads and no sockets, but a page's own.

`fetch` and `EventSource` reach a room, a WebSocket a NATS server, whose protocol is lines of text.
Nothing blocks: ``send`` and ``leave`` return at once, ``run`` does the work between two cells.
"""

import asyncio
import itertools
import json
import secrets
from contextlib import suppress

from classroom import links
from classroom.links import PATIENCE, RefusedError, one_each


class _Link:
    def __init__(self, room, address):
        self.room, self.address, self.ticket = room, address.rstrip("/"), None

    def send(self, who, sender, events):
        """Send in the background."""
        self._later(self._give(who, sender, events))
        return "It is called from this page; `sent()` says what arrived."

    def leave(self, who):
        """Take back what was sent."""
        self._later(self._leave(who))

    def _later(self, work):
        async def quietly():
            with suppress(OSError, RefusedError):  # `run` says it where something is to be sent
                await work

        asyncio.ensure_future(quietly())

    async def run(self, member):
        """Send what waits and hear the question that is open, until the student leaves."""
        pause = links.PAUSE
        self._follow(member)
        while not member.ended.is_set():
            await asyncio.sleep(pause)
            events, error = member.next(), None
            try:
                if events and not member.ended.is_set():
                    await self._give(member.who, member.sender, events)
            except (OSError, RefusedError) as problem:
                error = problem
            pause = links.next_pause(pause, member.done(events, error))
        await asyncio.sleep(2 * PATIENCE)  # a last word may be under way
        self._close()


class Fetch(_Link):
    """Straight to the lecturer's computer, with the ticket that it gives."""

    async def _give(self, who, sender, events):
        await self._join(who)
        status = (await self._post("v", {"room": self.room, "who": who, "from": sender,
                                         "events": events, "ticket": self.ticket})).status
        if status == 403:  # a room that has restarted gives another one
            self.ticket = None
        elif 400 <= status < 500 and status != 429:
            raise RefusedError(f"HTTP {status}")
        if status >= 400:
            raise OSError(f"HTTP {status}")

    async def _leave(self, who):
        await self._join(who)
        await self._post("leave", {"who": who, "ticket": self.ticket})

    async def _join(self, who):
        if self.ticket is None:
            answer = await self._post("join", {"room": self.room, "who": who})
            if answer.status >= 400:
                raise OSError(f"HTTP {answer.status}")
            self.ticket = json.loads(await answer.text())["ticket"]

    async def _post(self, path, message):
        import js
        from pyodide.ffi import JsException

        try:
            return await js.fetch(f"{self.address}/{path}", method="POST",
                                  body=json.dumps(message))
        except JsException as error:
            raise OSError(str(error)) from None

    def _follow(self, member):
        import js
        from pyodide.ffi import create_once_callable, create_proxy

        def again(_):
            if self._source.readyState == 2 and not member.ended.is_set():  # a status of error
                js.setTimeout(create_once_callable(lambda: self._follow(member)), 3000)

        self._source = js.EventSource.new(f"{self.address}/now?who={member.who}")
        self._source.onmessage = create_proxy(lambda event: member.hear(json.loads(event.data)))
        self._source.onerror = create_proxy(again)

    def _close(self):
        self._source.close()


class Socket(_Link):
    """Over a NATS server's WebSocket; a message that it confirmed is not sent again."""

    def __init__(self, room, address):
        super().__init__(room, address)
        self._hear, self._opened, self._socket = lambda asked: None, None, None
        self._text, self._answers, self._numbers = b"", {}, itertools.count(1)
        self._inbox = f"_INBOX.{secrets.token_hex(8)}"

    async def _give(self, who, sender, events):
        for id, message in one_each(who, sender, events):
            await self._publish(who, id, message)

    async def _leave(self, who):
        await self._publish(who, f"{who}-leaves", {"leave": True})

    def _follow(self, member):
        self._hear = member.hear  # the question comes with the connection

    def _close(self):
        if self._socket is not None:
            self._socket.close()

    async def _publish(self, who, id, message):
        if self.ticket is None:
            with suppress(OSError, ValueError):  # the room is away: what is sent waits for it
                self.ticket = (await self._ask(f"class.{self.room}.j.{who}", "", {}))["ticket"]
        answer = await self._ask(f"class.{self.room}.v.{who}", f"Nats-Msg-Id: {id}\r\n", {
            "room": self.room, "who": who, "ticket": self.ticket, **message})
        if "stream" not in answer:
            raise OSError("the room is not open")

    async def _ask(self, subject, head, message):
        try:
            await asyncio.wait_for(self._linked(), PATIENCE)
            answered, number = asyncio.get_running_loop().create_future(), next(self._numbers)
            self._answers[f"{self._inbox}.{number}"] = answered
            head, body = f"NATS/1.0\r\n{head}\r\n", json.dumps(message)
            sizes = f"{len(head)} {len(head) + len(body)}"
            self._socket.send(f"HPUB {subject} {self._inbox}.{number} {sizes}\r\n{head}{body}\r\n")
            return json.loads(await asyncio.wait_for(answered, PATIENCE) or "{}")
        except TimeoutError:
            raise OSError("no answer") from None

    async def _linked(self):
        if self._opened is None:
            self._opened = asyncio.get_running_loop().create_future()
            self._socket = self._connect()
        await self._opened

    def _connect(self):
        import js
        from pyodide.ffi import create_proxy

        socket = js.WebSocket.new(self.address)
        socket.binaryType = "arraybuffer"
        socket.onmessage = create_proxy(lambda event: self._take(event.data.to_bytes()))
        socket.onclose = create_proxy(lambda event: self._lost())
        return socket

    def _lost(self):
        self._opened = None  # the next message connects again

    def _take(self, data):
        """Read what the server says: whole lines, and messages with their length."""
        self._text += data
        while b"\r\n" in self._text:
            line, rest = self._text.split(b"\r\n", 1)
            kind, *words = line.decode().split() or [""]
            if kind in ("MSG", "HMSG"):
                size = int(words[-1])
                if len(rest) < size + 2:
                    return
                skip = int(words[-2]) if kind == "HMSG" else 0
                self._message(words[0], rest[skip:size])
                rest = rest[size + 2:]
            elif kind == "INFO" and self._opened is not None and not self._opened.done():
                self._socket.send(
                    'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\n'
                    f"SUB class.{self.room}.now 1\r\nSUB {self._inbox}.* 2\r\n")
                self._opened.set_result(None)
            elif kind == "PING":
                self._socket.send("PONG\r\n")
            self._text = rest

    def _message(self, subject, body):
        if subject in self._answers:
            answered = self._answers.pop(subject)
            if not answered.done():
                answered.set_result(body)
        else:
            self._hear(json.loads(body))
