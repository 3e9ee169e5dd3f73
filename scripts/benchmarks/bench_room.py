"""How fast a room of `course class` is: 500 students, 100 verdicts a second, one teacher's page.

    python scripts/benchmarks/bench_room.py              # or: bench_room.py 200 50

The students are one process, the room another; all is on this machine. Printed are the time of a
message (until the room has answered) and the time from sending a verdict to its count on the stream
of the teacher's page, beside what the same stream needs when one student alone is there.
"""

import argparse
import asyncio
import json
import logging
import subprocess
import sys
import time

import numpy as np
from tornado.httpclient import AsyncHTTPClient, HTTPRequest

from classroom import hiding
from course_utils.exercises import records

SERVER = """
import asyncio, tempfile
from classroom import server, words
from classroom.journal import Journal
def ready(room, teacher):
    print(room.address, teacher, flush=True)
words.warm()
asyncio.run(server.run("blue-42", 0, "127.0.0.1", ready=ready,
                       journal=Journal(tempfile.mkdtemp(), "blue-42")))
"""


class Page:
    """The teacher's stream: when each exercise's count was reached."""

    def __init__(self, teacher):
        self.reached, self._text = {}, b""
        url = teacher.replace("/?", "/live?")
        self.task = asyncio.ensure_future(AsyncHTTPClient().fetch(HTTPRequest(
            url, streaming_callback=self.take, request_timeout=0), raise_error=False))

    def take(self, chunk):
        """Read what came."""
        self._text += chunk
        *whole, self._text = self._text.split(b"\n\n")
        now = time.perf_counter()
        for part in whole:
            if part.startswith(b"data: "):
                for id, shown in json.loads(part[6:])["exercises"].items():
                    count = shown["states"]["at work"]
                    if isinstance(count, int):
                        self.reached.setdefault(id, []).append((now, count))

    def when(self, id, count):
        """When at least ``count`` were shown."""
        return next((at for at, shown in self.reached.get(id, ()) if shown >= count), None)


async def hold(address, who):
    """A page that is open, as every student's is; it earns a ticket."""
    host, port = address.split(":")
    _, page = await asyncio.open_connection(host, int(port))
    page.write(f"GET /now?who={who:016x} HTTP/1.1\r\nHost: {address}\r\n\r\n".encode())
    return page


async def run(address, teacher, students, rate, exercises):
    """Milliseconds of messages, and from sending to the page."""
    client = AsyncHTTPClient(max_clients=students)
    page, posts, sent = Page(teacher), [], {id: [] for id in exercises}
    await asyncio.sleep(0.5)

    async def enter(who):
        body = json.dumps({"room": "blue-42", "who": f"{who:016x}"})
        answer = await client.fetch(f"http://{address}/join", method="POST", body=body,
                                    connect_timeout=60, request_timeout=60)
        tickets[who] = json.loads(answer.body)["ticket"]

    async def tell(who, seq, id):
        event = {"seq": seq, "kind": "verdict", "id": id, "status": "failed",
                 "misconception": "axis/whole-batch"}
        body = json.dumps({"room": "blue-42", "who": f"{who:016x}", "from": "k",
                           "ticket": tickets[who], "events": [event]})
        start = time.perf_counter()
        sent[id].append(start)
        await client.fetch(f"http://{address}/v", method="POST", body=body,
                           connect_timeout=60, request_timeout=60)
        posts.append(time.perf_counter() - start)

    tickets, held = {}, [await hold(address, who) for who in range(students)]
    await asyncio.gather(*(enter(who) for who in range(students)))
    start, jobs = time.perf_counter(), []
    for number in range(students * len(exercises)):
        wait = start + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        round_, who = divmod(number, students)
        jobs.append(asyncio.ensure_future(tell(who, round_ + 1, exercises[round_])))
    await asyncio.gather(*jobs)
    await asyncio.sleep(1.5)
    for page_ in held:
        page_.close()
    shown = [at - when for id, times in sent.items()
             for number, when in enumerate(sorted(times), 1)
             if number >= 5 and (at := page.when(id, number)) is not None]
    least = min(page.reached.get(id, [(0, 0)])[-1][1] for id in exercises)
    return np.array(posts) * 1000, np.array(shown) * 1000, least


def measure(students, rate, exercises):
    """Run one room and print a line."""
    child = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
    try:
        address, teacher = child.stdout.readline().split()
        posts, shown, least = asyncio.run(run(address, teacher, students, rate, exercises))
    finally:
        child.terminate()
    numbers = [f"{name} p50 {np.percentile(ms, 50):.1f}, p95 {np.percentile(ms, 95):.1f} ms"
               for name, ms in (("message", posts), ("verdict to page", shown)) if len(ms)]
    missing = students * len(exercises) - len(posts)
    print(f"{students:4d} students, {rate:3.0f} a second, {len(posts)} verdicts, {missing} not "
          f"acknowledged, the page counts {least} or more of {students} for each exercise (a "
          f"picture waits for {hiding.FEWEST} who changed): " + "; ".join(numbers), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("students", nargs="?", type=int, default=500)
    parser.add_argument("per_second", nargs="?", type=float, default=100.0)
    options = parser.parse_args()
    logging.getLogger("asyncio").disabled = True  # the page's stream ends with the room
    ids = [r.id for r in records()][:6]
    for _ in range(2):
        measure(30, 10.0, ids[:2])
        measure(options.students, options.per_second, ids)
