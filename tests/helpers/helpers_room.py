"""A room of `course class` in a thread of its own, for tests that wait."""

import json
import time
import urllib.request

from classroom import server


def wait_for(holds, seconds=60):
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Running(server.Beside):
    """A room in a thread of its own, for tests that block."""

    def __init__(self, code="blue-42", port=0, source=None, keep=None, **options):
        super().__init__(code, port, "127.0.0.1", keep, source, **options)
        self.address, self.tickets = self.room.address, {}

    def post(self, path, value, **headers):
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        request = urllib.request.Request(f"http://{self.address}/{path}", body, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or "null")

    def teach(self, what, id=None):
        base, _, token = self.teacher.partition("?")
        body = json.dumps({"do": what, "id": id}).encode()
        urllib.request.urlopen(f"{base}do?{token}", body, timeout=60).close()

    def ticket(self, i):
        """The ticket of number ``i``; tests may let in as many as they like."""
        if i not in self.tickets:
            gate = self.room.room.gate
            gate.given[f"{i:016x}"] = ("test", time.time())
            self.tickets[i] = gate.ticket(f"{i:016x}", "test", 0.0)
        return self.tickets[i]

    def send(self, i, *events):
        return self.post("v", {"room": self.room.room.code, "who": f"{i:016x}", "from": "k",
                               "ticket": self.ticket(i), "events": list(events)})

    def view(self):
        return self.room.described()

    def until(self, holds, seconds=60):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if holds(self.view()):
                return self.view()
            time.sleep(0.05)
        raise AssertionError(f"it did not come: {self.view()}")
