"""What a stranger in the network tries, and what an honest phone and the lecturer notice of it."""

import http.client
import json
import os
import re
import sys
import threading
import time
import urllib.error

import pytest

from classroom import command, door, gate, journal, links, server
from classroom.journal import Journal, left_open
from classroom.polls import RefusedError
from classroom.state import Room
from helpers_ports import free_ports
from helpers_room import Running, wait_for

VOTE = {"kind": "vote", "id": "01-line", "choice": "B"}


def who(i):
    return f"{i:016x}"


@pytest.fixture
def running(tmp_path):
    one = Running(journal=Journal(tmp_path, "blue-42-1"))
    yield one
    one.stop()


def status(running, path, message):
    try:
        running.post(path, message)
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def stream(address, number="", source="127.0.0.1"):
    """An open page: its connection and its answer."""
    host, _, port = address.partition(":")
    link = http.client.HTTPConnection(host, int(port), timeout=20, source_address=(source, 0))
    link.request("GET", f"/now?who={number}")
    return link, link.getresponse()


def unclear(room, i, text, now, peer):
    event = {"seq": int(now) + 1, "kind": "unclear", "text": text}
    room.accept({"room": "blue-42", "who": who(i), "events": [event]}, now, peer)


# --- what is unclear -------------------------------------------------------------------------


def test_one_address_with_many_tickets_pushes_out_nobodys_sentence_but_its_own():
    room = Room("blue-42")
    for i in range(3):
        unclear(room, i, f"why {i}?", 100.0, f"phone {i}")
    for i in range(900):
        unclear(room, 100 + i, f"flood {i}", 101.0, "laptop")
    lines = room.desk(102.0)["unclear"]
    assert lines[:3] == ["why 0?", "why 1?", "why 2?"] and len(lines) == 200
    assert lines[-1] == "flood 899"  # of one address the latest stay


def test_a_sentence_that_is_taken_back_leaves_the_projector_too_and_a_day_ends_it():
    room = Room("blue-42")
    for i in range(6):
        unclear(room, i, f"why {i}?", 100.0, f"phone {i}")
    room.do("text", "why 2?", 101.0)
    room.leave(who(1))
    assert room.view(102.0)["text"] == "why 2?"
    room.leave(who(2))
    assert (room.view(102.0)["text"], room.view(102.0)["stage"]) == ("", "poll")
    unclear(room, 9, "later", 2 * 24 * 3600.0, "phone 9")
    room.draw(2 * 24 * 3600.0)  # too few came for a new picture
    assert room.desk(2 * 24 * 3600.0)["unclear"] == ["later"] and len(room.people) == 1


# --- what is written down --------------------------------------------------------------------


def test_nobody_leaves_for_another_and_no_text_of_a_stranger_is_written(running, tmp_path):
    """N2: one connection wrote 48 MB in five seconds, without a ticket."""
    running.teach("open", "01-line")
    running.send(1, {"seq": 1, **VOTE})
    for message in ({"who": "x" * 16_000}, {"who": who(1)}, {"who": who(1), "ticket": "x" * 24},
                    {"who": who(1), "ticket": running.ticket(2)}, {"who": ["x"]}, {}):
        assert status(running, "leave", message) == 403
    path = tmp_path / "blue-42-1.jsonl"
    assert who(1) in running.room.room.people and path.stat().st_size < 1000
    assert status(running, "leave", {"who": who(1), "ticket": running.ticket(1)}) == 200
    assert who(1) not in running.room.room.people


def test_the_journal_has_what_counts_and_nothing_else(running, tmp_path):
    running.teach("open", "01-line")
    long = "not known to the course" * 200
    running.ticket(1)
    running.send(1, {"seq": 1, **VOTE, "more": long[:5000], "why": [long[:5000]], "sure": 75},
                 {"seq": 2, "kind": "verdict", "id": "softmax", "status": "failed",
                  "misconception": "axis/ann-lee-cheats", "code": "x"})
    text = (tmp_path / "blue-42-1.jsonl").read_text()
    assert "not known" not in text and "ann-lee" not in text and '"sure":75' in text
    again = server.Class("blue-42", "x", journal=Journal(tmp_path, "blue-42-1"))
    person = again.room.people[who(1)]
    assert person.votes["01-line", 1][:2] == ("B", 75)
    assert person.verdicts["softmax"][:2] == ("failed", "axis/other")


def test_no_address_can_be_found_by_trying_what_the_journal_has(tmp_path):
    """P3: the labels' key was in the first line, and 10.21.77.203 was found in a second."""
    first = server.Class("blue-42", "x", journal=Journal(tmp_path, "blue-42-1"))
    label = first.room.gate.label("10.21.77.203")
    first.ticket(who(1), label)
    text = (tmp_path / "blue-42-1.jsonl").read_text()
    assert label in text
    head = json.loads(text.splitlines()[0])
    for key in head.values():
        assert gate.Gate(str(key)).label("10.21.77.203") != label
        assert gate._hash(str(key), "address 10.21.77.203")[:8] != label


PLANTED = {"link": lambda path, other: path.symlink_to(other),
           "a link to nothing": lambda path, other: path.symlink_to("nowhere"),
           "a second name": lambda path, other: path.hardlink_to(other),
           "a pipe": lambda path, other: os.mkfifo(path)}


@pytest.mark.skipif(os.name != "posix", reason="made with POSIX's calls")
@pytest.mark.parametrize("kind", PLANTED)
def test_what_somebody_put_in_the_journals_place_is_not_touched(tmp_path, kind, capsys):
    rooms, other = tmp_path / command.ROOMS, tmp_path / "thesis.txt"
    other.write_text("years of work\n")
    rooms.mkdir(parents=True)
    port = free_ports()
    PLANTED[kind](rooms / f"blue-42-{port}.jsonl", other)
    assert command._journal(rooms, "blue-42", port) is None
    assert "No journal" in capsys.readouterr().out
    assert left_open(rooms) == [] and other.read_text() == "years of work\n"
    assert not (rooms / "nowhere").exists()


def test_the_journal_has_an_end_and_the_desk_says_so(running, tmp_path, monkeypatch):
    running.teach("open", "01-line")
    monkeypatch.setattr(journal, "MOST_BYTES", 5000)
    for i in range(60):
        running.send(i, {"seq": 1, **VOTE})
    assert (tmp_path / "blue-42-1.jsonl").stat().st_size <= 5000
    assert len(running.room.room.people) == 60
    assert "which is its end" in running.room.desk()["problem"]


def test_an_address_that_sends_without_end_is_told_to_wait(running):
    big = {"room": "blue-42", "who": who(1), "ticket": "x", "events": ["x" * 15_000]}
    said = [status(running, "v", big) for _ in range(160)]
    assert said[0] == 403 and said[-1] == 429
    assert running.room.desk()["refused"]["requests"] > 5


# --- pages that listen -------------------------------------------------------------------------


def test_one_address_does_not_keep_anothers_page_out(running, monkeypatch):
    """N3: 4,100 streams of one laptop, and nobody else heard a question."""
    monkeypatch.setattr(server, "WITHOUT_TICKET", 10)
    open_ = [stream(running.address, source="127.0.0.2") for _ in range(15)]
    assert [answer.status for _, answer in open_] == [200] * 10 + [503] * 5
    link, answer = stream(running.address)
    assert answer.status == 200 and running.room.desk()["refused"]["pages"] == 5
    for one in (link, *(link for link, _ in open_)):
        one.close()


def test_a_page_with_a_ticket_comes_in_where_all_places_are_taken(running, monkeypatch):
    monkeypatch.setattr(server, "MOST_STREAMS", 6)
    open_ = [stream(running.address, source=f"127.0.0.{2 + i % 2}") for i in range(6)]
    assert stream(running.address)[1].status == 503
    running.ticket(1)
    link, answer = stream(running.address, who(1))
    assert answer.status == 200 and answer.readline().startswith(b"data:")
    wait_for(lambda: len(running.room.pages) == 6)
    for one in (link, *(link for link, _ in open_)):
        one.close()


def test_pages_of_a_sender_that_is_taken_out_end(running):
    open_ = [stream(running.address, who(i), "127.0.0.2") for i in range(8)]
    assert all(answer.status == 200 for _, answer in open_)
    running.teach("forget", "sender")
    for link, answer in open_:
        assert b"data" in answer.read()  # to its end
        link.close()
    assert stream(running.address, who(1), "127.0.0.2")[1].status == 503


def test_the_lecturer_sees_a_class_that_waits_and_lets_it_in(running):
    for i in range(60):
        status(running, "join", {"room": "blue-42", "who": who(i)})
    desk = running.room.desk()
    assert desk["waits"] >= 15 and f"{desk['waits']} of one address wait" in desk["problem"]
    pages = [stream(running.address, who(i)) for i in range(60)]
    running.teach("admit")
    assert all(status(running, "join", {"room": "blue-42", "who": who(i)}) == 200
               for i in range(60))
    for link, _ in pages:
        link.close()


# --- the clock -----------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-3600, 25 * 3600])
def test_a_clock_that_is_set_opens_no_vote_and_forgets_nobody(monkeypatch, jump):
    """R1: an hour back, and a closed vote took ten more; a day on, and twenty of 25 were gone."""
    one = server.Class("blue-42", "x")
    one.act("open", "01-line")
    for i in range(20):
        one.ticket(who(i), f"home{i}")
        one.take({"room": "blue-42", "who": who(i), "events": [{"seq": 1, **VOTE}]}, f"home{i}")
    one.act("close")
    real = time.time()
    monkeypatch.setattr(time, "time", lambda: real + jump)
    with pytest.raises(RefusedError, match="closed"):
        one.take({"room": "blue-42", "who": who(3), "events": [{"seq": 2, **VOTE, "choice": "A"}]},
                 "home3")
    one.act("again")
    one.act("timer", 30)
    assert 25 < one.question()["left"] <= 30
    one.room.draw(one.now())
    one.room.forget_old(one.now())
    assert len(one.room.people) == 20 and one.ticket(who(99), "home3")


# --- what is written and shown -------------------------------------------------------------------


def test_words_are_what_people_see():
    """R3: é and é were two words, blanks of Unicode's were one, and marks hid the count."""
    room = Room("blue-42")
    room.do("ask", {"question": "?", "kind": "words"}, 0.0)
    choose = room.polls.choice_of
    assert choose("own-1", "Cafe\u0301") == choose("own-1", "caf\u00e9") == "caf\u00e9"
    assert len(choose("own-1", "a" + "\u0335" * 39)) == 3
    for text in ("\u3164", "\u2800 \u2800", "  ", "\u202eabc", "a\u200bb"):
        with pytest.raises(RefusedError):
            choose("own-1", text)
    room.do("ask", {"question": "?", "kind": "number"}, 0.0)
    assert room.polls.choice_of("own-2", "-0") == room.polls.choice_of("own-2", "0")
    for text in ("1_000", "\u0663", "nan", "inf", "0x1", "1e400"):
        with pytest.raises(RefusedError):
            room.polls.choice_of("own-2", text)


@pytest.mark.parametrize("text", ["Is a<b and c>d?", "list<T>", "$5 and $6", "5 &lt; 6"])
def test_a_question_of_ones_own_is_asked_as_it_was_typed(running, text):
    """R4: "list<T>" was asked as "list"."""
    running.teach("ask", {"question": text, "choices": {"A": text}, "kind": "choice",
                          "answer": "A", "why": {"A": text}})
    asked = running.room.question()
    assert asked["question"] == text and asked["choices"] == {"A": text}
    running.teach("answer", True)
    assert running.room.question()["holds"] == text


def test_neither_pages_nor_votes_tell_of_one_person(running):
    """P1: "9+ of 10 voted" says that one person differs."""
    running.teach("open", "01-line")
    for i in range(13):
        running.send(i, {"seq": 1, **VOTE, "choice": "AB"[i == 0]})
    pages = [stream(running.address, who(i)) for i in range(13)]
    running.until(lambda view: view["here"] == "10+")
    running.until(lambda view: view["poll"]["rounds"][0]["committed"] == "10+")  # not "12+"
    for link, _ in pages:
        link.close()


def test_pages_of_the_lecturer_run_no_script_but_their_own(running):
    base, _, token = running.teacher.partition("?")
    screen = f"key={running.room.screen_token}"
    for path in (f"/?{token}", f"/screen?{screen}"):
        link = http.client.HTTPConnection(base.split("/")[2], timeout=20)
        link.request("GET", path)
        answer = link.getresponse()
        content, text = answer.headers["Content-Security-Policy"], answer.read().decode()
        nonce = re.search(r"script-src 'nonce-([\w-]{20,})'", content)[1]
        assert "default-src 'none'" in content and "connect-src 'self'" in content
        assert re.findall("<script[^>]*>", text) == [f'<script nonce="{nonce}">'] * 2
        assert not re.search(r"\son\w+=", text)
        link.close()


# --- what is left --------------------------------------------------------------------------------


def test_what_a_crash_left_goes_at_the_next_start_unless_that_goes_on(tmp_path, capsys):
    port = free_ports()
    for name in (f"blue-42-{port}", f"red-17-{port}"):
        Journal(tmp_path, name).close(forget=False)
    assert command._room(tmp_path, port, "blue-42") == "blue-42"
    assert left_open(tmp_path) == [f"blue-42-{port}"]
    new = command._room(tmp_path, port, None)
    assert new != "blue-42" and left_open(tmp_path) == []
    assert "was not closed" in capsys.readouterr().out


@pytest.mark.parametrize("answer", ["", "n"])
def test_on_a_terminal_it_asks(tmp_path, monkeypatch, answer):
    port = free_ports()
    Journal(tmp_path, f"blue-42-{port}").close(forget=False)
    for one in (sys.stdin, sys.stdout):
        monkeypatch.setattr(one, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda text: answer)
    goes_on = answer == ""
    assert (command._room(tmp_path, port, None) == "blue-42") == goes_on
    assert bool(left_open(tmp_path)) == goes_on


def test_the_journal_of_a_room_that_runs_stays(tmp_path):
    port = free_ports()
    sockets, teacher = server.listen(port)
    Journal(tmp_path, f"blue-42-{port}").close(forget=False)
    assert command._room(tmp_path, free_ports(), None) != "blue-42"
    assert command._room(tmp_path, port, None) != "blue-42"  # and cannot be opened
    assert left_open(tmp_path) == [f"blue-42-{port}"]
    assert command._journal(tmp_path, "red-17", port) is None  # C3: no stray one
    for one in (*sockets, *teacher):
        one.close()


def test_counts_outlive_a_database_that_is_locked_to_the_end(tmp_path):
    """C2: at Ctrl+C the rows were gone."""
    kept = command.Kept(tmp_path / "room.sqlite", "blue-42")
    path = kept.aside([("01-line", 1, "B", 12)])
    assert path.read_text() == "question,round,choice,count\n01-line,1,B,12\n"
    assert path.parent == tmp_path


def test_a_kernel_follows_again_after_a_status_of_error(running, monkeypatch):
    monkeypatch.setattr(links, "PATIENCE", 0.2)
    monkeypatch.setattr(server, "WITHOUT_TICKET", 0)
    heard, ended = [], threading.Event()
    link = links.Http("blue-42", f"http://{running.address}")
    worker = threading.Thread(target=link.follow, args=(heard.append, ended))
    worker.start()
    wait_for(lambda: running.room.refused["pages"] > 1)
    monkeypatch.setattr(server, "WITHOUT_TICKET", 10)
    wait_for(lambda: heard)
    ended.set()
    running.teach("open", "01-line")
    worker.join(30)
    assert not worker.is_alive()


def test_connections_that_are_turned_away_are_on_the_desk(monkeypatch):
    monkeypatch.setattr(door, "MOST_OF_ONE", 8)
    one = Running()
    pages = []
    for _ in range(12):
        try:
            pages.append(stream(one.address))
        except (OSError, http.client.HTTPException):
            continue
    assert len(pages) == 8 and one.room.desk()["refused"]["connections"] == 4
    for link, _ in pages:
        link.close()
    one.stop()
