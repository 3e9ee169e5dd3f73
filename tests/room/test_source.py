"""A room whose students come over a NATS server: once each, unread by others, gone afterwards."""

import asyncio
import contextlib
import csv
import io
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from classroom import RoomError, links, links_browser, source, state, study
from classroom.gate import FIRST
from classroom.member import link as link_to
from helpers_ports import free_ports
from helpers_room import Running, wait_for
from helpers_rooms import Process
from misstep import memory

SERVER = shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin")
CONF = Path(__file__).parents[2] / "docs" / "instructor" / "hub" / "nats.conf"
pytestmark = [pytest.mark.full,
              pytest.mark.skipif(SERVER is None, reason="no nats-server on this system")]
nats = pytest.importorskip("nats")
STUDENTS = 500


class Server:
    """The documented server, on free ports; it can be killed and started again."""

    def __init__(self, folder):
        port = free_ports()
        self.nats, self.page = f"nats://127.0.0.1:{port}", f"ws://127.0.0.1:{port + 1}"
        self.port, self._folder = port, folder
        text = CONF.read_text(encoding="utf-8")
        for given, here in (("port: 4222", f"listen: 127.0.0.1:{port}"),
                            ("port: 8222", f"listen: 127.0.0.1:{port + 1}"),
                            ('"build/nats"', f'"{folder}"')):
            assert given in text
            text = text.replace(given, here)
        (folder / "nats.conf").write_text(text)
        self.start()

    def start(self):
        with (self._folder / "log").open("w") as log:
            self.process = subprocess.Popen(
                [SERVER, "-c", self._folder / "nats.conf"], stderr=log,
                env={**os.environ, source.PASSWORD: "secret"})
        wait_for(lambda: "Server is ready" in (self._folder / "log").read_text(), 30)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    def memory(self):
        """Megabytes that it has now."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in text.splitlines() if "VmRSS" in line) / 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("hub"))
    yield found
    found.process.terminate()
    found.process.wait(20)


@pytest.fixture
def hub(server):
    """Its addresses: (nats, WebSocket)."""
    return server.nats, server.page


@pytest.fixture
def running(hub, monkeypatch):
    monkeypatch.setenv(source.PASSWORD, "secret")
    monkeypatch.setattr(source, "AGAIN", 0.5)
    found = Running(source=hub[0])
    yield found
    found.stop()


async def ticket(link, who, room="blue-42"):
    """What a kernel asks for before it sends."""
    answer = await link.request(f"class.{room}.j.{who}", timeout=20)
    return json.loads(answer.data)["ticket"]


def body(who, *events, ticket=None):
    return json.dumps({"room": "blue-42", "who": who, "from": "k", "ticket": ticket,
                       "events": list(events)}).encode()


def vote(seq, choice="B"):
    return {"seq": seq, "kind": "vote", "id": "01-line", "choice": choice}


def verdict(seq, named="axis/whole-batch"):
    return {"seq": seq, "kind": "verdict", "id": "softmax", "status": "failed",
            "misconception": named}


def test_a_kernel_joins_votes_hears_the_question_and_leaves(hub, running, student, monkeypatch):
    asked = []
    monkeypatch.setattr(memory, "ask_again", asked.append)
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


def test_a_sheet_of_the_study_comes_over_the_server_and_counts_once(hub, running, student):
    """Before in one room, after in another, as weeks apart; the last one sent holds."""
    letters = "".join(one.answer for one in study.inventory())
    for when, word in (("before", "Blue Whale"), ("after", "blue-whale")):
        running.teach("study", when)
        student.join("blue-42", hub[0])
        wait_for(lambda when=when: student._member.study == when)
        student.study(word, "-" * 12)
        student.study(word, letters)
        wait_for(lambda: len(student._member.sent) == 2)
        wait_for(lambda when=when: any(
            len(p.sheets.get(when, ("", ()))[1]) == 12 for p in running.room.room.people.values()))
        running.teach("study", None)
        student.leave(quietly=True)
    first, second = csv.DictReader(io.StringIO(study.table(running.room.room.people.values())))
    assert [first["word"], second["word"]] == ["Blue Whale", "blue-whale"]
    assert "".join(list(second.values())[2:]) == "".join(list(first.values())[2:]) == letters


def test_five_hundred_students_count_once_each(hub, running):
    tickets = {}

    async def one(i):
        link = await nats.connect(hub[0])
        tickets[i] = await ticket(link, f"{i:016x}")
        await link.jetstream().publish(*message(i, 1, verdict(1)))
        return link

    def message(i, seq, event):
        who = f"{i:016x}"
        return (f"class.blue-42.v.{who}", body(who, event, ticket=tickets[i]), None, None,
                {"Nats-Msg-Id": f"{who}-k-{seq}"})

    async def all_of_them():
        linked = []
        for i in range(STUDENTS):
            linked.append(await one(i))
        again = [await linked[i].jetstream().publish(*message(i, 1, verdict(1)))
                 for i in range(STUDENTS)]
        assert all(ack.duplicate for ack in again)
        for i in range(0, STUDENTS, 2):
            await linked[i].jetstream().publish(*message(i, 2, verdict(2, "unstable/no-shift")))
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
        await other.jetstream().publish(f"class.blue-42.v.{7:016x}", body(
            f"{7:016x}", verdict(1), ticket=await ticket(other, f"{7:016x}")))
        await other.jetstream().publish(f"class.blue-42.v.{8:016x}", body(f"{6:016x}", verdict(1)))
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
    assert any(b"ticket" in data for data in read)  # of others, but never whose it is
    assert not any(f"{i:016x}".encode() in data for data in read for i in (6, 7, 8))


def test_nobody_opens_a_room_without_the_password(hub, monkeypatch):
    monkeypatch.setenv(source.PASSWORD, "wrong")
    monkeypatch.setattr(source, "PATIENCE", 2.0)
    with pytest.raises(RoomError, match="password"):
        Running("teal-11", source=hub[0])


def test_a_closed_room_leaves_nothing(hub, running):
    async def streams():
        link = await nats.connect(hub[0], user="teacher", password="secret")
        found = [one.config for one in await link.jetstream().streams_info()]
        await link.close()
        return found

    config, = asyncio.run(streams())
    assert (config.max_age, config.storage) == (24 * 3600, "memory")
    running.stop()
    assert asyncio.run(streams()) == []


# --- attacks ------------------------------------------------------------------------------------


REPLIES = ["$JS.API.STREAM.PURGE.CLASS-blue-42", "$JS.API.STREAM.DELETE.CLASS-blue-42",
           "$JS.API.STREAM.MSG.DELETE.CLASS-blue-42", "$JS.API.STREAM.CREATE.CLASS-blue-42",
           "class.blue-42.now", f"class.blue-42.v.{3:016x}", "$SYS.REQ.SERVER.PING"]


def test_a_confirmation_is_no_order_whatever_subject_it_goes_to(hub, running, student):
    """A2: the server's own answer, sent to the API, purged a room: 25 votes became 0."""
    student.join("blue-42", hub[0])
    memory.tell("vote", "01-affine", choice="B")
    wait_for(lambda: student._member.sent and student._member.run)

    async def attack():
        link = await nats.connect(hub[0])
        for i in range(25):
            who = f"{i:016x}"
            await link.jetstream().publish(f"class.blue-42.v.{who}", body(
                who, vote(1), ticket=await ticket(link, who)))
        for reply in REPLIES:
            await link.publish(f"class.blue-42.v.{1:016x}", body(f"{1:016x}"), reply=reply)
            await link.publish(f"class.blue-42.j.{1:016x}", b"", reply=reply)
        await link.flush()
        await asyncio.sleep(1.0)
        await link.close()
        teacher = await nats.connect(hub[0], user="teacher", password="secret")
        found = await teacher.jetstream().stream_info("CLASS-blue-42")
        await teacher.close()
        return found.state.messages

    before = student._member.run
    assert asyncio.run(attack()) >= 2 + 25 + len(REPLIES)  # nothing is gone
    wait_for(lambda: voted(running) == 25)
    # The one channel that students share in their account can be made to carry a confirmation:
    # kernels do not take it for the room's word, nor send all again.
    assert student._member.run == before and student._member.count == 1


def test_wildcards_reach_no_other_rooms_votes(hub, running):
    """What may be heard of other rooms is the question that is open there, and nothing else."""
    other = Running("teal-11", source=hub[0])
    refused, read = [], []

    async def spy():
        async def note(error):
            refused.append(str(error).lower())

        async def take(message):
            read.append((message.subject, json.loads(message.data)))

        link = await nats.connect(hub[0], error_cb=note)
        for subject in ("class.*.now", "class.*.v.*", "class.*.j.*", "*.>", "_R_.>", "$SYS.>"):
            await link.subscribe(subject, cb=take)
        for subject in ("class.*.v.*", "class.>", "class.*.now"):
            with contextlib.suppress(nats.errors.Error):
                await link.publish(subject, body(f"{1:016x}", vote(1)))
        voter = await nats.connect(hub[0])
        who = f"{5:016x}"
        await voter.jetstream().publish(f"class.blue-42.v.{who}", body(
            who, vote(1), ticket=await ticket(voter, who)))
        await link.flush()
        await asyncio.sleep(0.5)
        await voter.close()
        await link.close()

    spying = threading.Thread(target=lambda: asyncio.run(spy()))
    spying.start()
    running.teach("open", "01-line")
    spying.join(60)
    wait_for(lambda: running.room.room.people)
    assert list(running.room.room.people) == [f"{5:016x}"] and not other.room.room.people
    assert {subject.split(".")[-1] for subject, _ in read} <= {"now"}
    assert not any({"counts", "rounds", "answer", "who", "room"} & said.keys() for _, said in read)
    assert len(refused) >= 5
    other.stop()


def test_a_flood_fills_neither_the_server_nor_the_room(server, running):
    """A4: 18,000 messages of 16 KB in 7.5 s, and every room of the campus refused every vote."""
    other = Running("teal-11", source=server.nats)
    running.teach("open", "01-line")
    honest = f"{1:016x}"

    async def flood():
        link = await nats.connect(server.nats)
        await link.jetstream().publish(f"class.blue-42.v.{honest}", body(
            honest, vote(1), ticket=await ticket(link, honest)))
        fat = b"x" * 3500
        for i in range(18_000):
            who = f"{i + 100:016x}"
            await link.publish(f"class.blue-42.v.{who}", fat if i % 3 else body(who, vote(1, "A")))
            if i % 500 == 0:
                await link.flush(60)
        await link.flush(60)
        with contextlib.suppress(nats.errors.MaxPayloadError):
            await link.publish(f"class.blue-42.v.{honest}", b"x" * 16_000)
        late = f"{2:016x}"
        start = time.perf_counter()
        new = await nats.connect(server.nats)
        got = await ticket(new, late)
        for room in ("blue-42", "teal-11"):
            await new.jetstream().publish(f"class.{room}.v.{late}", body(late, vote(1), ticket=got))
        waited = time.perf_counter() - start
        await new.close()
        await link.close()
        return waited

    waited = asyncio.run(flood())
    wait_for(lambda: f"{2:016x}" in running.room.room.people)
    assert waited < 10 and server.memory() < 250
    people, waiting = running.room.room.people, running.room.room.waiting
    assert people.keys() >= {honest, f"{2:016x}"} and len(people) < 2 + FIRST + 120
    assert len(waiting) <= state.MOST_WAITING  # made-up numbers stand apart
    running.teach("forget", "waiting")
    assert not waiting
    other.stop()


def test_numbers_that_are_made_up_on_one_connection_get_few_tickets(hub, running):
    async def invent():
        link = await nats.connect(hub[0])
        got = [await ticket(link, f"{i:016x}") for i in range(300)]
        await link.close()
        other = await nats.connect(hub[0])
        new = await ticket(other, f"{999:016x}")
        await other.close()
        return got, new

    got, new = asyncio.run(invent())
    assert FIRST <= sum(one is not None for one in got) <= FIRST + 30 and new


def test_the_largest_sender_is_an_address_over_a_server_too(hub, running):
    """N5: events had no address there, so that this button took out the whole class."""
    running.teach("open", "01-line")
    gate = running.room.room.gate

    async def come(who):
        link = await nats.connect(hub[0])
        got = await ticket(link, who)
        await link.jetstream().publish(f"class.blue-42.v.{who}", body(who, vote(1), ticket=got))
        await link.close()

    homes = iter(range(8))
    gate.label = lambda host: f"home{next(homes)}"
    for i in range(8):
        asyncio.run(come(f"{i:016x}"))
    gate.label = lambda host: "laptop"
    for i in range(100, 112):
        asyncio.run(come(f"{i:016x}"))
    wait_for(lambda: voted(running) == 20)
    assert running.room.desk()["spoilt"]["sender"] == 12
    running.teach("forget", "sender")
    assert sorted(running.room.room.people) == [f"{i:016x}" for i in range(8)]
    assert gate.shut == {"laptop"}


# --- what breaks --------------------------------------------------------------------------------


class Member:
    """A kernel's side that counts what was confirmed."""

    def __init__(self, address, i):
        self.who, self.link, self.seq = f"{i:016x}", link_to("blue-42", address), 0

    def vote(self, id="01-line", choice="B"):
        """Send until it is confirmed."""
        self.seq += 1
        event = {"seq": self.seq, "kind": "vote", "id": id, "choice": choice}
        for _ in range(60):
            try:
                return self.link.send(self.who, "k", [event])
            except OSError:
                time.sleep(0.5)
        raise AssertionError("never confirmed")


def voted(running, id="01-line"):
    return sum((id, 1) in p.votes for p in running.room.room.people.values())


def test_a_server_that_is_killed_comes_back_and_no_confirmed_vote_is_missing(
        server, running, student, monkeypatch):
    """A3: the stream was made once, in memory; after a restart the room was dead, silently."""
    monkeypatch.setattr(source, "CHECK", 0.5)
    monkeypatch.setattr(links, "LONGEST_PAUSE", 1.0)
    student.join("blue-42", server.nats)
    memory.tell("vote", "01-line", choice="B")
    wait_for(lambda: student._member.sent)
    members = [Member(server.nats, i) for i in range(6)]
    for member in members:
        member.vote()
    server.kill()
    wait_for(lambda: source.GONE in running.room.desk()["problem"], 30)
    memory.tell("vote", "01-affine", choice="A")  # waits in the kernel meanwhile
    time.sleep(1.0)
    server.start()
    for member in members:
        member.vote("01-affine", "A")
    wait_for(lambda: running.room.desk()["problem"] == "", 60)
    wait_for(lambda: (voted(running), voted(running, "01-affine")) == (7, 7), 60)
    assert running.room.again == 1  # and kernels were asked to send once more
    wait_for(lambda: student._member.run[1] == 1 and not student._member.waiting, 60)


class Cut:
    """A line to the server that can be cut without a word to either end."""

    def __init__(self, port):
        self._to, self.cut = port, threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            one, _ = self._listening.accept()
            threading.Thread(target=self._carry, args=(one,), daemon=True).start()

    def _carry(self, one):
        while self.cut.is_set():
            time.sleep(0.05)
        with contextlib.suppress(OSError), socket.create_connection(
                ("127.0.0.1", self._to)) as other, one:
            while True:
                ready, _, _ = select.select([one, other], [], [], 0.1)
                while self.cut.is_set():
                    time.sleep(0.05)
                for end in ready:
                    if not (data := end.recv(65536)):
                        return
                    (other if end is one else one).sendall(data)


def test_a_network_cut_of_twenty_seconds_loses_no_confirmed_vote(server, monkeypatch):
    monkeypatch.setenv(source.PASSWORD, "secret")
    line = Cut(server.port)
    running = Running(source=f"nats://127.0.0.1:{line.port}")
    running.teach("open", "01-line")
    before = [Member(server.nats, i) for i in range(5)]
    for member in before:
        member.vote()
    wait_for(lambda: voted(running) == 5)
    line.cut.set()
    start = time.monotonic()
    for member in [*before, *(Member(server.nats, i) for i in range(5, 8))]:
        member.vote("01-affine" if member in before else "01-line")  # the server confirms
    wait_for(lambda: source.GONE in running.room.desk()["problem"], 30)
    assert voted(running) == 5
    time.sleep(max(0.0, start + 20 - time.monotonic()))
    line.cut.clear()
    wait_for(lambda: voted(running, "01-affine") == 5, 60)
    wait_for(lambda: running.room.desk()["problem"] == "", 60)
    wait_for(lambda: voted(running) == 8, 60)  # three came without a ticket, and got one since
    running.stop()


def test_votes_wait_on_the_server_for_a_room_that_was_killed(server, tmp_path, monkeypatch):
    monkeypatch.setenv(source.PASSWORD, "secret")
    port = free_ports()
    one = Process(tmp_path, port, source=server.nats)
    one.teach("open", "01-line")
    members = [Member(server.nats, i) for i in range(12)]
    for member in members[:6]:
        member.vote()
    one.end(signal.SIGKILL)
    for member in members[:6]:
        member.vote("01-affine")
    for member in members[6:]:
        member.vote()
    again = Process(tmp_path, port, source=server.nats)
    wait_for(lambda: again.seen()["joined"] == "10+", 60)
    again.teach("split", True)
    again_seen = again.seen()["poll"]["rounds"][0]
    assert again_seen["split"]["B"] == 12
    assert again.end()[0] == 0
    one.log.close()
    again.log.close()


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
        monkeypatch.setattr(links, "PAUSE", 0.05)
        monkeypatch.setattr(student, "link", InPage)
        monkeypatch.setattr(memory, "ask_again", heard.append)
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
