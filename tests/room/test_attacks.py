"""A room among strangers: inventions, floods, open files, rubbish, crashes. All on this machine."""

import contextlib
import http.client
import json
import os
import signal
import socket
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from classroom import command, door, server, state
from classroom.gate import FIRST
from classroom.journal import Journal, left_open
from course_utils.exercises import COURSE
from helpers_ports import free_ports
from helpers_room import Running, wait_for
from helpers_rooms import Process

STRANGER = "127.0.0.2"  # another of this machine's addresses
LINUX = pytest.mark.skipif(not os.path.exists("/proc/self/fd"),
                           reason="asks for Linux' addresses and limits")


def who(i):
    return f"{i:016x}"


@pytest.fixture
def room(tmp_path):
    """A room in a process of its own, ended at the end."""
    started = []

    def start(**options):
        started.append(Process(tmp_path, options.pop("port", None) or free_ports(), **options))
        return started[-1]

    yield start
    for one in started:
        one.end(signal.SIGKILL)
        one.log.close()


def ask(port, method, path, body=None, source=STRANGER):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    try:
        link.request(method, path, body)
        answer = link.getresponse()
        return answer.status, answer.read()
    finally:
        link.close()


# --- inventions ---------------------------------------------------------------------------------


@pytest.mark.full
@LINUX
def test_two_thousand_inventions_keep_nobody_out_and_move_no_count(room):
    """A7: one laptop made up 1,770 numbers in 4 s, and the room was full for everybody."""
    one = room()
    one.teach("open", "01-line")
    tickets = {who(i): one.join(who(i)) for i in range(12)}
    assert all(one.vote(w, t) == 202 for w, t in tickets.items())
    statuses, busy = [], threading.Event()

    def flood():
        for i in range(1000, 3000):
            made_up = who(i)
            event = {"seq": 1, "kind": "vote", "id": "01-line", "choice": "A"}
            statuses.append(ask(one.port, "POST", "/v", json.dumps(
                {"room": "blue-42", "who": made_up, "from": "page", "ticket": "x" * 24,
                 "events": [event]}))[0])
            if i % 2:
                joined, text = ask(one.port, "POST", "/join",
                                   json.dumps({"room": "blue-42", "who": made_up}))
                statuses.append(joined)
            if i == 1200:
                busy.set()

    laptop, began = threading.Thread(target=flood), time.monotonic()
    laptop.start()
    busy.wait(60)
    start = time.perf_counter()
    new = one.join(who(77))
    waited = time.perf_counter() - start
    assert new and one.vote(who(77), new) == 202 and waited <= 1.0
    laptop.join(120)
    earned = time.monotonic() - began  # one a second, on a machine of any speed
    assert statuses.count(202) == 0 and statuses.count(200) <= FIRST + earned + 1
    one.teach("split", True)
    assert one.seen()["poll"]["rounds"][0]["split"] == {"A": 0, "B": 13, "C": 0, "D": 0}
    one.teach("forget", "sender")  # the teacher's way out takes the laptop's tickets
    assert one.join(who(9999), STRANGER) is None and one.join(who(78))
    assert one.vote(who(3), tickets[who(3)], seq=2) == 409  # kept: only the vote is closed


def test_a_vote_needs_its_own_ticket(running):
    def status(i, ticket):
        event = {"seq": 1, "kind": "vote", "id": "01-line", "choice": "B"}
        return ask(running.room.address.partition(":")[2], "POST", "/v", json.dumps(
            {"room": "blue-42", "who": who(i), "from": "page", "ticket": ticket,
             "events": [event]}), "127.0.0.1")[0]

    mine, other = running.ticket(1), running.ticket(2)
    assert [status(1, t) for t in (None, "", "é", 7, [], other, mine)] == [403] * 6 + [202]
    assert list(running.room.room.people) == [who(1)]


def test_a_client_is_told_to_wait_or_that_it_is_too_late(running):
    port = running.room.address.partition(":")[2]

    def post(i, *events):
        return ask(port, "POST", "/v", json.dumps({
            "room": "blue-42", "who": who(i), "from": "k", "ticket": running.ticket(i),
            "events": list(events)}), "127.0.0.1")

    verdicts = [{"seq": i, "kind": "verdict", "id": "step", "status": "passed"}
                for i in range(1, 101)]
    assert post(1, *verdicts[:50])[0] == 202
    status, said = post(1, *verdicts[50:])
    assert status == 429 and b"too many" in said
    assert running.room.room.people[who(1)].last["k"] == state.RATE  # what fitted was taken
    running.teach("open", "01-line")
    running.teach("close")
    assert post(2, {"seq": 1, "kind": "vote", "id": "01-line", "choice": "B"})[0] == 409
    assert post(2, {"seq": 2, "kind": "vote", "id": "01-none", "choice": "B"})[0] == 400
    assert post(2, {"seq": 3, "kind": "unclear", "text": "why the minus?"})[0] == 202
    assert post(2, {"seq": 4, "kind": "unclear", "text": "and the 1/t?"})[0] == 429


@LINUX
def test_a_new_name_reaches_those_who_are_in_and_nobody_else(running):
    port = int(running.room.address.partition(":")[2])
    inside, outside = [socket.create_connection(("127.0.0.1", port), 20) for _ in range(2)]
    running.ticket(1)
    inside.sendall(f"GET /now?who={who(1)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    outside.sendall(b"GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n")
    wait_for(lambda: len(running.room.students) == 2)
    running.teach("rename")
    name = running.room.room.code
    assert name != "blue-42" and state.CODE.fullmatch(name)

    def heard(link):
        text, link_end = b"", time.monotonic() + 20
        while b"again" not in text.rpartition(b"data: ")[2] and time.monotonic() < link_end:
            text += link.recv(65536)
        link.settimeout(0.5)
        with contextlib.suppress(TimeoutError):
            while True:  # what comes behind it
                text += link.recv(65536)
        return text

    assert name.encode() in heard(inside) and name.encode() not in heard(outside)
    assert name.encode() not in ask(port, "GET", "/")[1]  # nor is it on the page any more
    old = json.dumps({"room": "blue-42", "who": who(7)})
    assert ask(port, "POST", "/join", old)[0] == 403
    guesses = [ask(port, "POST", "/join", json.dumps({"room": f"blue-{i}", "who": who(7)}))[0]
               for i in range(10, 90)]
    assert set(guesses) == {403, 429} and guesses[-1] == 429  # and guessing has an end
    right = json.dumps({"room": name, "who": who(8)})
    assert ask(port, "POST", "/join", right, "127.0.0.1")[0] == 200
    assert running.send(1, {"seq": 1, "kind": "vote", "id": "01-line", "choice": "B"})["new"] == 1
    for link in (inside, outside):
        link.close()


# --- open files ---------------------------------------------------------------------------------


@pytest.mark.full
@LINUX
def test_with_256_files_the_teacher_and_others_come_through_and_the_terminal_is_quiet(room):
    """A5: the 247th phone locked the lecturer out, and the terminal got 24 MB of tracebacks."""
    one = room(files=256)
    idle = []
    for i in range(450):
        link = socket.socket()
        link.bind((STRANGER, 0))
        link.settimeout(10)
        link.connect(("127.0.0.1", one.port))
        if i % 3 == 1:
            link.sendall(b"GET /now HTTP/1.1\r\nHost: localhost\r\n\r\n")
        elif i % 3 == 2:
            link.sendall(b"POST /v HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{")
        idle.append(link)
    time.sleep(1.5)
    start = time.perf_counter()
    one.teach("open", "01-line")
    assert one.seen()["poll"]["id"] == "01-line"
    ticket = one.join(who(1))
    assert ticket and one.vote(who(1), ticket) == 202
    assert time.perf_counter() - start < 5
    said = one.errors()
    assert "more are turned away" in said and len(said.splitlines()) <= 3 and len(said) < 2000
    for link in idle:
        link.close()


@LINUX
def test_a_hall_that_comes_at_once_waits_and_is_not_reset():
    """2,000 phones in one second were more than the queue of 128: some got a reset."""
    hall = min(900, int(Path("/proc/sys/net/core/somaxconn").read_text()) - 1)
    students, teacher = server.listen(0, "127.0.0.1")
    with contextlib.ExitStack() as last:
        for one in students + teacher:
            last.enter_context(one)
        for _ in range(hall):  # nobody lets them in
            last.enter_context(socket.create_connection(students[0].getsockname(), timeout=20))


@LINUX
def test_the_number_of_open_files_is_raised_to_what_the_system_allows():
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, before[1]))
        assert door.raise_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 4096
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@LINUX
def test_one_address_cannot_take_all_connections(monkeypatch):
    monkeypatch.setattr(door, "MOST", 40)
    monkeypatch.setattr(door, "MOST_OF_ONE", 20)
    monkeypatch.setattr(door, "SILENT", 1.0)
    running = Running()
    port = int(running.room.address.partition(":")[2])
    idle = []
    for _ in range(60):
        link = socket.socket()
        link.bind((STRANGER, 0))
        link.connect(("127.0.0.1", port))
        idle.append(link)
    time.sleep(0.3)
    assert ask(port, "GET", "/", source="127.0.0.1")[0] == 200
    with pytest.raises(OSError):
        ask(port, "GET", "/")
    student_door = running.room._servers[0]
    wait_for(lambda: not student_door.open, 20)  # silent ones are closed, and counted out
    assert ask(port, "GET", "/")[0] == 200
    for link in idle:
        link.close()
    running.stop()


def test_this_laptop_is_no_phone(running, monkeypatch):
    """B: --check said "It is reached" when the same laptop opened its own address."""
    assert door.is_own("127.0.0.1") and door.is_own(server.own_address())
    assert not door.is_own("192.0.2.1") and not door.is_own("2001:db8::1")
    opened = []
    running.room.on_page = lambda: opened.append(True)
    port = running.room.address.partition(":")[2]
    assert ask(port, "GET", "/", source="127.0.0.1")[0] == 200 and not opened
    monkeypatch.setattr(door, "is_own", lambda address: False)
    assert ask(port, "GET", "/", source="127.0.0.1")[0] == 200 and opened


def test_a_check_ends_when_another_device_opens_the_page(monkeypatch, capsys, tmp_path):
    import argparse

    port = free_ports()

    def phone():
        for _ in range(600):
            with contextlib.suppress(ConnectionError):
                return ask(port, "GET", "/", source="127.0.0.1")
            time.sleep(0.1)

    monkeypatch.setattr(door, "is_own", lambda address: False)
    threading.Thread(target=phone, daemon=True).start()
    options = argparse.Namespace(room=None, port=port, host="127.0.0.1", keep=None, source=None,
                                 check=True, no_browser=True, fewest=5)
    assert command.main(options, tmp_path, COURSE) == 0
    assert "It is reached" in capsys.readouterr().out and not list(tmp_path.rglob("*.jsonl"))


# --- nothing ends the page, nothing is lost -----------------------------------------------------


def votes(n):
    return {"seq": n, "kind": "vote", "id": "01-line", "choice": "B"}


@pytest.mark.full
def test_a_locked_database_costs_no_picture_and_no_vote(tmp_path, monkeypatch):
    """A9: the minute's write raised in the drawing task, and the page stood still for good."""
    monkeypatch.setattr(server, "KEEP_EVERY", 0.3)
    path = tmp_path / "room.sqlite"
    kept = command.Kept(path, "blue-42")
    kept._base.execute("pragma busy_timeout = 4000")  # ms, so long that no busy machine is slower
    running = Running(keep=kept.write)
    lock = sqlite3.connect(path, isolation_level=None)
    lock.execute("begin exclusive")
    running.teach("open", "01-line")
    slowest = 0.0
    for i in range(30):
        start = time.perf_counter()
        running.send(i, votes(1))
        slowest = max(slowest, time.perf_counter() - start)
        time.sleep(0.05)
    wait_for(lambda: "cannot be kept" in running.room.desk()["problem"])
    assert slowest < 2  # a write that waits for the lock waits beside the room
    running.until(lambda view: view["poll"]["rounds"][0]["committed"] == "25+", 10)
    lock.execute("rollback")
    wait_for(lambda: kept.last("01-line") == {1: {"B": 30}}, 20)
    wait_for(lambda: running.room.desk()["problem"] == "")
    running.stop()


def test_a_write_that_fails_at_the_end_does_not_hide_the_end(tmp_path):
    def refuse(splits):
        raise sqlite3.OperationalError("database or disk is full")

    running = Running(keep=refuse, journal=Journal(tmp_path, "blue-42-1"))
    running.stop()
    assert not running._thread.is_alive() and left_open(tmp_path) == []


def test_a_journal_of_a_room_that_was_never_closed_goes_with_the_next_room(tmp_path):
    Journal(tmp_path, "blue-42-1").write("do", 1.0, "open", "01-line")
    old = time.time() - 2 * 24 * 3600
    os.utime(tmp_path / "blue-42-1.jsonl", (old, old))
    Journal(tmp_path, "red-7-1").close(forget=False)
    assert left_open(tmp_path) == ["red-7-1"] and not (tmp_path / "blue-42-1.jsonl").exists()


def test_a_picture_that_fails_is_not_the_last(running, monkeypatch):
    real, failed = running.room.room.draw, []

    def once(now):
        if not failed:
            failed.append(True)
            raise RuntimeError("a fault of ours")
        return real(now)

    monkeypatch.setattr(running.room.room, "draw", once)
    running.teach("open", "01-line")
    for i in range(9):
        running.send(i, votes(1))
    running.until(lambda view: view["poll"]["rounds"][0]["committed"] not in ("0", "<5"), 60)
    assert failed


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="asks for Linux' full disk")
def test_a_full_disk_is_said_and_the_journal_goes_on_afterwards(tmp_path):
    journal = Journal(tmp_path, "blue-42-1")
    running = Running(journal=journal)
    disk, journal._file = journal._file, os.open("/dev/full", os.O_WRONLY)
    assert running.send(1, votes(1))["new"] == 1 and running.send(2, votes(1))["new"] == 1
    assert "cannot be written" in running.room.desk()["problem"]
    os.close(journal._file)
    journal._file = disk
    running.send(3, votes(1))
    assert running.room.desk()["problem"] == ""
    assert [line[2] for line in Journal(tmp_path, "blue-42-1").lines] == [
        who(i) for i in (1, 2, 3)]
    running.stop()
    assert not journal.path.exists()  # a room that was closed leaves nothing


def test_after_kill_9_the_same_room_has_every_vote_and_phones_know(room):
    """B: phones showed "Your vote: B" and could not vote again, and the room had none."""
    port = free_ports()
    one = room(port=port)
    one.teach("open", "01-line")
    tickets = {who(i): one.join(who(i)) for i in range(30)}
    acknowledged = [w for i, (w, t) in enumerate(tickets.items())
                    if one.vote(w, t, "BC"[i % 2]) == 202]
    run = json.loads(one.request("POST", "/join", {"room": "blue-42", "who": who(0)})[1])["run"]
    one.end(signal.SIGKILL)
    again = room(port=port)
    assert again.teacher == one.teacher  # the teacher's page goes on, too
    answer = json.loads(again.request("POST", "/join", {"room": "blue-42", "who": who(0)})[1])
    assert answer["run"] == run and answer["ticket"] == tickets[who(0)]
    assert again.vote(who(30), again.join(who(30)), "B") == 202  # the vote is still open
    assert again.vote(who(1), tickets[who(1)], "D", seq=9) == 202  # the first one holds
    again.teach("split", True)
    assert len(acknowledged) == 30
    assert again.seen()["poll"]["rounds"][0]["split"] == {"A": 0, "B": 16, "C": 15, "D": 0}
    code, said = again.end()
    assert code == 0 and "closed" in said
    third = room(port=port)
    answer = json.loads(third.request("POST", "/join", {"room": "blue-42", "who": who(0)})[1])
    assert answer["run"] != run and answer["ticket"] != tickets[who(0)]  # that phones know, too
    assert third.vote(who(0), tickets[who(0)]) == 403


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a signal of Unix")
@pytest.mark.parametrize("how", ["SIGTERM", "SIGHUP"])
def test_a_signal_or_a_closed_terminal_loses_nothing(room, tmp_path, how):
    port, path = free_ports(), tmp_path / "kept.sqlite"
    one = room(port=port, keep=str(path))
    for i in range(8):
        assert one.vote(who(i), one.join(who(i))) == 202
    code, said = one.end(getattr(signal, how))
    assert code == 0 and "--room blue-42` goes on" in said
    assert command.Kept(path).last("01-line") == {1: {"B": 8}}
    again = room(port=port)
    again.teach("open", "01-line")
    again.teach("split", True)
    assert again.seen()["poll"]["rounds"][0]["split"]["B"] == 8


def test_a_journal_that_was_cut_off_is_read_up_to_there(tmp_path):
    first = Journal(tmp_path, "blue-42-1")
    first.write("do", 1.0, "open", "01-line")
    first.write("do", 2.0, "close", None)
    first.close(forget=False)
    text = first.path.read_bytes()
    first.path.write_bytes(text[:-9])
    cut = Journal(tmp_path, "blue-42-1")
    assert cut.head == first.head and cut.lines == [["do", 1.0, "open", "01-line"]]
    cut.write("do", 3.0, "again", None)
    assert [line[2] for line in Journal(tmp_path, "blue-42-1").lines] == ["open", "again"]
    assert first.path.stat().st_mode & 0o077 == 0 or os.name == "nt"  # for the lecturer alone


@pytest.mark.parametrize("text", ["", "{", "[]\n", '{"at": 1}\n', '{"at": "x"}\n', "\x00\xff"])
def test_a_journal_that_is_none_or_of_yesterday_is_not_read(tmp_path, text):
    (tmp_path / "blue-42-1.jsonl").write_text(text)
    found = Journal(tmp_path, "blue-42-1")
    assert found.lines == [] and found.head["run"] and "at" in found.head
    assert Journal(tmp_path, "blue-42-1").head == found.head


def test_lines_of_a_journal_that_fit_no_more_do_not_keep_the_room_shut(tmp_path):
    journal = Journal(tmp_path, "blue-42-1")
    for line in (["v", 1.0, {"room": "x"}, "p", True], ["what", 1.0, 2], ["v", 1.0, 7],
                 ["do", 1.0, "open", "gone"], ["leave", 1.0, None], ["do", 2.0, "open", "01-line"]):
        journal.write(*line)
    found = server.Class("blue-42", "x", journal=Journal(tmp_path, "blue-42-1"))
    assert found.room.polls.now.id == "01-line"


def crowd(journal):
    """A stranger with 60 tickets that did nothing, and a class of 30 behind one address."""
    found = server.Class("blue-42", "x", journal=journal)
    found.act("open", "01-line")
    for i in range(100, 160):
        assert found.ticket(who(i), "stranger") is not None or i >= 100 + FIRST
    for i in range(30):
        found.ticket(who(i), "class")
        found.take({"room": "blue-42", "who": who(i), "from": "page", "events": [
            {"seq": 1, "kind": "vote", "id": "01-line", "choice": "B"}]}, "class")
    return found


@pytest.mark.parametrize("when", ["before", "after"])
def test_after_a_crash_it_is_still_the_stranger_who_was_taken_out(tmp_path, when):
    """N4: the journal had the button, which then took the class: 0 of 30 were left."""
    found = crowd(Journal(tmp_path, "blue-42-1"))
    ticket = found.room.gate.ticket(who(100), "stranger", 0.0)
    if when == "before":
        found.act("forget", "sender")
    again = server.Class("blue-42", "x", journal=Journal(tmp_path, "blue-42-1"))
    if when == "after":  # who did nothing is known, too
        again.act("forget", "sender")
    gate = again.room.gate
    assert len(again.room.people) == 30 and gate.shut == {"stranger"}
    assert not gate.holds(who(100), ticket) and again.ticket(who(999), "stranger") is None
    assert again.ticket(who(77), "class")
    assert gate.holds(who(3), again.ticket(who(3), "class"))


def test_a_room_that_was_locked_before_a_crash_still_knows_who_was_in(tmp_path):
    found = server.Class("blue-42", "x", journal=Journal(tmp_path, "blue-42-1"))
    ticket = found.ticket(who(1), "class")
    found.act("lock", True)
    again = server.Class("blue-42", "x", journal=Journal(tmp_path, "blue-42-1"))
    assert again.ticket(who(1), "class") == ticket and again.ticket(who(2), "class") is None
