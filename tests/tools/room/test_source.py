"""A room whose students come over a NATS server: once each, unread by others, gone afterwards."""

import asyncio
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from helpers_ports import free_ports
from helpers_room import Running, wait_for

from course_utils.exercises import links, links_browser, memory, room
from course_utils.tools import CourseError
from course_utils.tools.room import source

SERVER = shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin")
CONF = Path(__file__).parents[3] / "instructor" / "hub" / "nats.conf"
pytestmark = [pytest.mark.full,
              pytest.mark.skipif(SERVER is None, reason="no nats-server on this system")]
nats = pytest.importorskip("nats")
STUDENTS = 500


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    """The documented server, on free ports: (nats address, WebSocket address)."""
    port = free_ports()
    ports = port, port + 1
    folder = tmp_path_factory.mktemp("hub")
    text = CONF.read_text(encoding="utf-8")
    for given, here in (("port: 4222", f"listen: 127.0.0.1:{ports[0]}"),
                        ("port: 8222", f"listen: 127.0.0.1:{ports[1]}"),
                        ('"build/nats"', f'"{folder}"')):
        assert given in text
        text = text.replace(given, here)
    (folder / "nats.conf").write_text(text)
    with (folder / "log").open("w") as log:
        server = subprocess.Popen([SERVER, "-c", folder / "nats.conf"], stderr=log,
                                  env={**os.environ, source.PASSWORD: "secret"})
    wait_for(lambda: "Server is ready" in (folder / "log").read_text(), 30)
    yield f"nats://127.0.0.1:{ports[0]}", f"ws://127.0.0.1:{ports[1]}"
    server.terminate()
    server.wait(20)


@pytest.fixture
def running(hub, monkeypatch):
    monkeypatch.setenv(source.PASSWORD, "secret")
    monkeypatch.setattr(source, "AGAIN", 0.5)
    found = Running(source=hub[0])
    yield found
    found.stop()


def verdict(seq, named="axis/whole-batch"):
    return {"seq": seq, "kind": "verdict", "id": "softmax", "status": "failed",
            "misconception": named}


def test_a_kernel_joins_votes_hears_the_question_and_leaves(hub, running, student, monkeypatch):
    asked = []
    monkeypatch.setattr(room, "_ask_again", asked.append)
    assert hub[0] in running.room.join_line
    monkeypatch.setenv("COURSE_ROOM", hub[0])  # as a hub has it
    student.join("blue-42")
    wait_for(lambda: len(running.room.room.people) == 1)
    memory.tell("vote", "01-line", choice="B")
    wait_for(lambda: student._member.sent)
    person, = running.room.room.people.values()
    wait_for(lambda: person.votes)
    running.teach("open", "01-line")
    running.teach("again")
    wait_for(lambda: "01-line" in asked)
    student.leave()
    wait_for(lambda: not running.room.room.people)


def test_five_hundred_students_count_once_each(hub, running):
    async def one(i):
        link = await nats.connect(hub[0])
        await link.jetstream().publish(*message(i, 1, verdict(1)))
        return link

    def message(i, seq, event):
        who = f"{i:016x}"
        body = {"room": "blue-42", "who": who, "from": "k", "events": [event]}
        return (f"class.blue-42.v.{who}", json.dumps(body).encode(), None, None,
                {"Nats-Msg-Id": f"{who}-k-{seq}"})

    async def all_of_them():
        linked = []
        for i in range(STUDENTS):
            linked.append(await one(i))
        again = [await linked[i].jetstream().publish(*message(i, 1, verdict(1)))
                 for i in range(STUDENTS)]
        assert all(ack.duplicate for ack in again)
        for i in range(0, STUDENTS, 2):
            await linked[i].jetstream().publish(*message(i, 2, verdict(2, "sign/minus")))
        for link in linked:
            await link.close()

    asyncio.run(all_of_them())
    view = running.until(lambda view: view["exercises"].get("softmax", {}).get(
        "misconceptions", [{}])[-1].get("count") == STUDENTS // 2, 60)
    shown = view["exercises"]["softmax"]
    assert shown["states"]["at work"] == STUDENTS
    assert {one["count"] for one in shown["misconceptions"]} == {STUDENTS // 2}


def test_a_student_reads_nothing_of_others_and_writes_only_events(hub, running):
    async def spy():
        refused, read = [], []

        async def note(error):
            refused.append(str(error).lower())

        async def take(message):
            read.append(message.data)

        link = await nats.connect(hub[0], error_cb=note)
        for subject in (">", "class.>", "class.*.v.>", "_TEACHER.>", "$JS.>", "_INBOX.>"):
            await link.subscribe(subject, cb=take)
        for subject in ("class.blue-42.now", "$JS.API.STREAM.DELETE.CLASS-blue-42",
                        "$JS.API.STREAM.MSG.GET.CLASS-blue-42"):
            await link.publish(subject, b"{}")
        other = await nats.connect(hub[0])
        await other.jetstream().publish(f"class.blue-42.v.{7:016x}", json.dumps(
            {"room": "blue-42", "who": f"{7:016x}", "from": "k", "events": [verdict(1)]}).encode())
        await other.jetstream().publish(f"class.blue-42.v.{8:016x}", json.dumps(
            {"room": "blue-42", "who": f"{6:016x}", "from": "k", "events": [verdict(1)]}).encode())
        await link.flush()
        await asyncio.sleep(0.3)
        await other.close()
        await link.close()
        return refused, read

    refused, read = asyncio.run(spy())
    wait_for(lambda: f"{7:016x}" in running.room.room.people)
    assert not {f"{6:016x}", f"{8:016x}"} & running.room.room.people.keys()  # not under its number
    assert sum("permissions violation" in said for said in refused) == 8
    assert not any(b"softmax" in data or b"blue-42.v" in data for data in read)


def test_nobody_opens_a_room_without_the_password(hub, monkeypatch):
    monkeypatch.setenv(source.PASSWORD, "wrong")
    monkeypatch.setattr(source, "PATIENCE", 2.0)
    with pytest.raises(CourseError, match="password"):
        Running("teal-11", source=hub[0])


def test_a_closed_room_leaves_nothing(hub, running):
    async def streams():
        link = await nats.connect(hub[0], user="teacher", password="secret",
                                  inbox_prefix=source.INBOX.encode())
        found = [one.config for one in await link.jetstream().streams_info()]
        await link.close()
        return found

    config, = asyncio.run(streams())
    assert (config.max_age, config.storage) == (24 * 3600, "memory")
    running.stop()
    assert asyncio.run(streams()) == []


def test_a_kernel_in_a_browser_comes_over_the_websocket(hub, running, student, monkeypatch):
    """The browser's WebSocket is played by tornado's; the server is real."""
    from tornado.websocket import websocket_connect

    class InPage(links_browser.Socket):
        def _connect(self):
            async def work():
                self.link = await websocket_connect(self.address)
                while (data := await self.link.read_message()) is not None:
                    self._take(data)

            asyncio.ensure_future(work())
            return self

        def send(self, *what):
            return self.link.write_message(*what) if len(what) == 1 else super().send(*what)

        def close(self):
            self.link.close()

    async def holds(condition):
        for _ in range(600):
            if condition():
                return
            await asyncio.sleep(0.1)
        raise AssertionError("it did not come")

    async def page():
        heard = []
        monkeypatch.setattr(links_browser, "PAUSE", 0.05)
        monkeypatch.setattr(links, "link", InPage)
        monkeypatch.setattr(room, "_ask_again", heard.append)
        student.join("blue-42", hub[1])
        memory.tell("vote", "01-line", choice="B")
        await holds(lambda: student._member.sent)
        for what in ("open", "again"):
            await asyncio.get_running_loop().run_in_executor(None, running.teach, what, "01-line")
        await holds(lambda: "01-line" in heard)
        line = student._member.link
        student.leave()
        await holds(lambda: not running.room.room.people)
        line.close()

    asyncio.run(page())
