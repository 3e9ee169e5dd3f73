"""The room on the network: kernels that join, phones, the teacher's page, and what goes wrong."""

import json
import socket
import time
import urllib.error
import urllib.request

import numpy as np
import pytest

from classroom import command, door, links
from course_tools import notebooks, present
from course_utils import exercises
from helpers_ports import free_ports
from helpers_room import Running, wait_for
from misstep import memory, session
from misstep.boxes import predictions
from misstep.questions import prediction

# --- a kernel -----------------------------------------------------------------------------------


def wrong_step():
    @session.exercise("step")
    def step(x):
        return 1.0 * (np.asarray(x) >= 0)


def test_a_verdict_reaches_the_room_and_nothing_else_does(running, student):
    student.join("blue-42", running.address)
    wrong_step()
    wait_for(lambda: student._member.sent)
    assert student._member.sent == [{"seq": 1, "kind": "verdict", "id": "step", "status": "failed",
                                     "misconception": "convention/one-at-zero"}]
    person, = running.room.room.people.values()
    assert person.verdicts["step"][:2] == ("failed", "convention/one-at-zero")


def test_nothing_is_sent_unless_joined_nor_after_leaving(running, student):
    wrong_step()
    assert not running.room.room.people
    student.join("blue-42", running.address)
    wrong_step()
    wait_for(lambda: student._member.sent)
    student.leave()
    assert not running.room.room.people  # taken back
    wrong_step()
    assert not exercises.COURSE.session.listeners and not running.room.room.people


def test_the_room_opens_a_box_for_the_second_vote(running, student, monkeypatch):
    box = exercises.COURSE.session.boxes["01-line"] = predictions.Question(prediction("01-line"))
    student.join("blue-42", running.address)
    running.teach("open", "01-line")
    box.choose("C")
    box.commit()
    wait_for(lambda: student._member.sent)
    running.teach("again")
    wait_for(lambda: not box.committed)
    box.choose("B")
    box.commit()
    wait_for(lambda: len(student._member.sent) == 2)
    person, = running.room.room.people.values()
    votes = {round_: choice for (_, round_), (choice, *_) in person.votes.items()}
    assert votes == {1: "C", 2: "B"} and box.committed
    student.leave()
    assert exercises.COURSE.session.again is None


def test_an_untouched_stub_is_not_told(running, student):
    student.join("blue-42", running.address)

    @session.exercise("step")
    def step(x):
        raise NotImplementedError

    assert not student._member.waiting and not student._member.sent


def test_a_room_that_is_not_there_costs_no_time_and_what_waits_comes_later(student, monkeypatch):
    monkeypatch.setattr(links, "LONGEST_PAUSE", 0.3)
    port = free_ports()
    first = Running(port=port)
    student.join("blue-42", first.address)
    first.stop()
    start = time.perf_counter()
    for _ in range(3):
        memory.tell("vote", "01-line", choice="B")
    assert time.perf_counter() - start < 0.5
    wait_for(lambda: student._member.problem)
    assert len(student._member.waiting) == 3
    again = Running(port=port)
    wait_for(lambda: not student._member.waiting)
    assert len(again.room.room.people) == 1
    again.stop()


def test_no_more_than_a_hundred_lines_wait(student):
    student.join("blue-42", "127.0.0.1:9")  # nothing listens there
    for i in range(250):
        memory.tell("vote", "01-line", choice="ABCD"[i % 4])
    assert len(student._member.waiting) == 100
    assert student._member.waiting[-1]["seq"] == 250


def test_a_kernel_that_starts_again_is_the_same_number(student, monkeypatch, tmp_path):
    home = tmp_path / "my_work" / ".course" / "memory"
    monkeypatch.setattr(memory, "home", lambda: home)
    student.join("blue-42", "127.0.0.1:9")
    who = student._member.who
    student.leave(quietly=True)
    student.join("blue-42", "127.0.0.1:9")
    assert student._member.who == who
    student.join("teal-11", "127.0.0.1:9")
    assert student._member.who != who
    student.leave()
    assert not (home.parent / "room.json").exists()
    (home.parent / "room.json").write_text("{damaged")
    student.join("blue-42", "127.0.0.1:9")
    assert student._member.who != who


@pytest.mark.parametrize(("code", "address"), [("Blue 42", None), (42, None), ("blue-42", "a b"),
                                               ("blue-42", "file:///etc/passwd"), ("blue-42", 7)])
def test_a_bad_room_or_address_is_told(student, code, address):
    with pytest.raises(ValueError, match="expected"):
        student.join(code, address)


def test_what_is_shown_of_it_says_what_is_sent(running, student, capsys, monkeypatch):
    monkeypatch.delenv("COURSE_QUIET")
    student.join("blue-42", running.address)
    said = capsys.readouterr().out
    assert student._member.who in said and "no effect on grades" in said and "Not sent" in said
    memory.tell("vote", "01-line", choice="B")
    wait_for(lambda: student._member.sent)
    student.sent()
    assert "id 01-line, choice B" in capsys.readouterr().out


# --- the network --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[" * 10_000, b"null", b'"x"', b"{}", b"\xff\xfe", b"x" * 20_000])
def test_rubbish_is_refused_and_the_room_goes_on(running, body):
    with pytest.raises((urllib.error.HTTPError, ConnectionError, urllib.error.URLError)):
        running.post("v", body)
    assert running.send(1, {"seq": 1, "kind": "vote", "id": "01-line", "choice": "B"})["new"] == 1


def test_students_see_neither_counts_nor_answers(running):
    running.teach("open", "01-line")
    with urllib.request.urlopen(f"http://{running.address}/now", timeout=10) as stream:
        asked = json.loads(stream.readline().decode().removeprefix("data: "))
    assert set(asked) == {"run", "again", "id", "round", "kind", "question", "choices",
                          "about", "open", "left"}
    for path in ("live", "do", "case", "qr.svg"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://{running.address}/{path}", timeout=10)


@pytest.mark.parametrize("path", ["", "live", "do", "case?exercise=step&name=x", "qr.svg"])
def test_the_teachers_page_asks_for_its_token(running, path):
    base = running.teacher.partition("?")[0]
    for more in ("", "key=wrong"):
        sign = "&" if "?" in path else "?"
        body = b"{}" if path == "do" else None
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{base}{path}{sign}{more}", body, timeout=10)


def test_the_teachers_page_listens_on_this_machine_alone(running):
    assert running.teacher.startswith("http://127.0.0.1:")


@pytest.mark.parametrize("path", ["", "now", "v", "join", "live", "screen", "seen", "do", "none"])
@pytest.mark.parametrize("host", ["evil.example:8778", "127.0.0.1.evil.com", "localhost.", "[x"])
def test_who_asks_for_another_host_gets_nothing(running, path, host):
    """A stranger's page whose name was pointed at this machine, with the right token even."""
    bodies = {"v": b"{}", "join": b"{}", "do": b'{"do": "open", "id": "01-line"}'}
    base, _, token = running.teacher.partition("?")
    key = running.room.screen_token if path in ("screen", "seen") else token.removeprefix("key=")
    for place in (f"{base}{path}?key={key}", f"http://{running.address}/{path}"):
        asked = urllib.request.Request(place, bodies.get(path), {"Host": host})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(asked, timeout=10)
        assert refused.value.code in (421, 400) and b"key" not in refused.value.read()
    assert running.room.room.polls.now is None


@pytest.mark.parametrize("host", ["127.0.0.1", "192.168.3.4:8778", "LOCALHOST:9", "[::1]:8778"])
def test_who_asks_for_this_machine_gets_its_page(running, host):
    for place in (running.teacher, f"http://{running.address}/"):
        asked = urllib.request.Request(place, headers={"Host": host})
        with urllib.request.urlopen(asked, timeout=10) as answer:
            assert answer.status == 200


def test_a_tunnel_and_a_hub_can_be_named(monkeypatch):
    monkeypatch.setenv("COURSE_ROOM_HOST", "My-Tunnel.example")
    names = door.own_names()
    assert door.is_named("my-tunnel.example", names)
    assert not door.is_named("example", names) and not door.is_named("", names)
    assert door.is_named(socket.gethostname(), names)


def test_every_page_forbids_what_comes_from_elsewhere(running):
    with urllib.request.urlopen(f"http://{running.address}/", timeout=10) as answer:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        text = answer.read().decode()
    assert "http://" not in text and "https://" not in text and "blue-42" in text


def test_kept_splits_are_read_again(tmp_path):
    kept = command.Kept(tmp_path / "a" / "room.sqlite", "blue-42")
    kept.write([("01-line", 1, "B", 12)])
    kept.write([("01-line", 1, "B", 14), ("01-line", 2, "C", 9)])
    again = command.Kept(tmp_path / "a" / "room.sqlite")
    assert again.last("01-line") == {1: {"B": 14}, 2: {"C": 9}} and again.last("02-x") == {}
    assert again.in_words("01-line").endswith(": B 14; after the talk C 9")
    assert again.in_words("02-x") == ""
    nb = notebooks.read(notebooks.notebook_files("01")[0])
    (line,) = [line for line in present.plan(nb, voted=again.in_words) if "last room" in line]
    assert line.endswith("B 14; after the talk C 9")
