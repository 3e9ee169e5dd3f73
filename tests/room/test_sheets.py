"""The questions of the study in a room: sheets that pair, are taken back, survive, and are kept."""

import csv
import io
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

from classroom import command, server, study
from classroom.journal import Journal
from classroom.polls import ClosedError, RefusedError
from classroom.state import Room
from course_tools.study import sheet
from helpers_ports import free_ports
from helpers_room import Running, wait_for
from helpers_rooms import Process

QUESTIONS = study.inventory()
RIGHT = {one.id: one.answer for one in QUESTIONS}


def who(i):
    return f"{i:016x}"


def hand_in(room, i, word, chosen=RIGHT, *, when="before", now=5.0, seq=1, ticket=True):
    return room.accept({"room": room.code, "who": who(i), "from": "page", "events": [
        {"seq": seq, "kind": "study", "id": when, "word": word, "choices": chosen}]}, now,
        ticket=ticket)


@pytest.fixture
def started():
    """Start rooms in processes of their own; none is left."""
    found = []

    def start(kind, *arguments):
        found.append(kind(*arguments))
        return found[-1]

    yield start
    for one in found:
        one.end(signal.SIGKILL)
        one.log.close()


def rows(room):
    return list(csv.DictReader(io.StringIO(study.table(room.people.values()))))


@pytest.fixture
def room():
    found = Room("blue-42")
    found.do("study", "before", 1.0)
    return found


def test_two_rooms_weeks_apart_give_the_table_of_the_study(room, tmp_path):
    after = Room("teal-11")
    after.do("study", "after", 1.0)
    hand_in(room, 1, "Blue Whale", {QUESTIONS[0].id: RIGHT[QUESTIONS[0].id]})
    hand_in(room, 2, "-owl", {})
    hand_in(after, 7, "blue-whale", when="after")  # another phone, another number
    hand_in(after, 8, "OWL", when="after")
    paths = []
    for one in (room, after):
        paths.append(tmp_path / f"{one.code}.csv")
        paths[-1].write_text(study.table(one.people.values()))
    before, now, odd = sheet.paired([*paths, paths[0]], QUESTIONS)  # one was saved twice
    assert before.sum() == 1 and now.tolist() == [[1.0] * 12]
    assert odd == ["1 papers after have no partner and are left out"]  # an empty one says no


def test_a_sheet_can_be_changed_and_taken_back_and_the_table_has_no_number(room):
    hand_in(room, 1, "whale", {})
    hand_in(room, 1, "whale", seq=2)
    hand_in(room, 2, "ant")
    assert [row["word"] for row in rows(room)] == ["ant", "whale"]  # not as they came
    assert list(rows(room)[1].values()) == ["whale", "before", *RIGHT.values()]
    assert who(1) not in study.table(room.people.values())
    room.leave(who(1))
    assert [row["word"] for row in rows(room)] == ["ant"]
    hand_in(room, 3, "bee", ticket=False)  # waits outside
    assert [row["word"] for row in rows(room)] == ["ant"]
    room.forget_old(5.0 + 25 * 3600)
    assert rows(room) == []


@pytest.mark.parametrize("changed", [
    {"id": "after"}, {"id": None}, {"id": []}, {"word": None}, {"word": " "}, {"word": "…"},
    {"word": "=1+1"}, {"word": "x;=1"},
    {"word": "x" * 41}, {"word": "a\u202eb"}, {"word": 7}, {"choices": None}, {"choices": "A"},
    {"choices": {"01-line-s": "E"}}, {"choices": {"01-line-s": ["A"]}}, {"choices": {"x": "A"}},
    {"choices": {"01-line": "A"}}])
def test_what_is_no_sheet_is_refused_and_counts_nothing(room, changed):
    event = {"seq": 1, "kind": "study", "id": "before", "word": "w", "choices": RIGHT, **changed}
    with pytest.raises(RefusedError):
        room.accept({"room": "blue-42", "who": who(1), "from": "page", "events": [event]}, 2.0)
    assert rows(room) == []


def test_nothing_is_taken_unless_it_is_asked_but_for_what_was_under_way(room):
    room.do("study", None, 10.0)
    hand_in(room, 1, "whale", now=9.0)  # the hub had it before the end
    with pytest.raises(ClosedError):
        hand_in(room, 2, "ant", now=11.0)
    assert [row["word"] for row in rows(room)] == ["whale"]
    assert "study" not in room.question(12.0) and room.stage == "join"


def test_a_poll_does_not_take_the_questions_away_from_those_who_write(room):
    for what, value in (("open", "01-line"), ("ask", {"question": "?"})):
        with pytest.raises(RefusedError, match="end that first"):
            room.do(what, value, 2.0)
    assert room.question(3.0)["study"] == "before" and room.stage == "study"
    room.do("study", None, 4.0)
    room.do("open", "01-line", 5.0)
    room.do("study", "after", 6.0)  # and the other way: the poll is closed
    assert room.polls.now is None and ("01-line", 1) in room.polls.ended


def test_screens_hear_how_many_in_fives_and_phones_no_answers(room):
    for i in range(14):
        hand_in(room, i, f"word {i}")
    assert room.view(6.0)["study"] == {"when": "before", "sheets": "10+"}
    assert room.desk(6.0)["sheets"] == {"before": 14}
    assert "word 3" not in str(room.view(6.0)) + str(room.desk(6.0))
    assert [set(one) for one in study.asked()] == [{"id", "question", "choices"}] * 12
    assert not any("<" in text for one in study.asked() for text in one["choices"].values())


def test_a_kernel_hands_in_too_and_is_told_what_does_not_fit(running, student, capsys, monkeypatch):
    monkeypatch.delenv("COURSE_QUIET")
    student.join("blue-42", running.address)
    student.study("blue whale", "A" * 12)
    assert "Nothing is asked now" in capsys.readouterr().out
    running.teach("study", "before")
    wait_for(lambda: student._member.study)
    student.study()
    said = capsys.readouterr().out
    assert "12. " in said and "B) six" in said and QUESTIONS[0].why["B"] not in said
    for letters in ("ABC", "X" * 12, "A" * 13):
        with pytest.raises(ValueError, match="expected 12 letters"):
            student.study("blue whale", letters)
    student.study("blue whale", "a-" + " ABCD ABCD AB")
    wait_for(lambda: student._member.sent)
    row, = rows(running.room.room)
    assert "".join(list(row.values())[2:]) == "AABCDABCDAB" and row["word"] == "blue whale"


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of Unix")
def test_after_kill_9_every_sheet_is_there_and_closing_the_room_writes_them(tmp_path, started):
    port = free_ports()

    def sheets(one, numbers):
        return [one.request("POST", "/v", {
            "room": "blue-42", "who": who(i), "from": "page", "ticket": one.join(who(i)),
            "events": [{"seq": 1, "kind": "study", "id": "before", "word": f"word {i}",
                        "choices": RIGHT}]})[0] for i in numbers]

    one = started(Process, tmp_path, port)
    one.teach("study", "before")
    assert sheets(one, range(3)) == [202] * 3
    one.end(signal.SIGKILL)
    again = started(Process, tmp_path, port)
    assert again.seen()["study"]["when"] == "before" and sheets(again, [3]) == [202]
    code, said = again.end()
    path, = Path(tmp_path, "my_work").glob("study-blue-42-*.csv")
    assert code == 0 and str(path) in said and path.stat().st_mode & 0o077 == 0
    assert path.read_text().count("word ") == 4 and not list(
        Path(tmp_path, "my_work", ".course", "rooms").glob("*"))


BESIDE = """
import pathlib, signal, sys, time
from classroom import command
from course_utils.exercises import COURSE
signal.signal(signal.SIGINT, signal.default_int_handler)  # also where it came ignored
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
with command.beside("blue-42", pathlib.Path({folder!r}), COURSE, {port}) as teacher:
    print("Ctrl+C", teacher, flush=True)
    time.sleep(600)
"""


class Beside(Process):
    """A room beside the slides, as `course present --room` has it."""

    def __init__(self, folder, port):
        script = BESIDE.format(folder=str(folder), port=port)
        self.log, self.port, self.said = (folder / "log").open("w+"), port, []
        self.child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE,
                                      stderr=self.log, text=True)
        for line in self.child.stdout:
            self.said.append(line)
            if line.startswith("Ctrl+C http"):
                break
        self.teacher = self.said[-1].split()[-1]


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of Unix")
@pytest.mark.parametrize("how", ["SIGKILL", "SIGTERM"])
def test_a_room_beside_the_slides_goes_on_where_it_was(tmp_path, started, how):
    """`course present --room` had neither journal nor run number."""
    port = free_ports()
    one = started(Beside, tmp_path, port)
    one.teach("open", "01-line")
    assert [one.vote(who(i), one.join(who(i)), "BC"[i % 2]) for i in range(12)] == [202] * 12
    about = {"room": "blue-42", "who": who(0)}
    ticket, run = one.join(who(0)), one.request("POST", "/join", about)[1]
    one.end(getattr(signal, how))
    again = started(Beside, tmp_path, port)
    assert again.teacher == one.teacher and again.request("POST", "/join", about)[1] == run
    assert again.vote(who(12), again.join(who(12)), "B") == 202  # the vote is still open
    again.teach("split", True)
    assert again.seen()["poll"]["rounds"][0]["split"] == {"A": 0, "B": 7, "C": 6, "D": 0}
    code, _ = again.end(signal.SIGINT)  # as Ctrl+C: the room is closed
    assert code != 0
    third = started(Beside, tmp_path, port)
    assert third.vote(who(0), ticket) == 403  # another run: phones ask for a new ticket
    assert third.request("POST", "/join", about)[1] != run


def test_a_journal_without_the_study_is_read_as_ever(tmp_path):
    journal = Journal(tmp_path, "blue-42-1")
    journal.write("do", 1.0, "study", "yesterday")
    journal.write("do", 2.0, "study", "after")
    found = server.Class("blue-42", "x", journal=Journal(tmp_path, "blue-42-1"))
    assert found.room.study.when == "after"


def test_the_questions_are_there_only_while_they_are_asked():
    running = Running()
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://{running.address}/study", timeout=10)
    running.teach("study", "after")
    with urllib.request.urlopen(f"http://{running.address}/study", timeout=10) as answer:
        assert answer.read().decode().count('"question"') == 12
    running.stop()


def test_sheets_that_cannot_be_written_are_printed_and_an_empty_study_writes_nothing(
        room, tmp_path, capsys):
    place = SimpleNamespace(room=room)
    command._keep_sheets(place, tmp_path)
    assert capsys.readouterr().out == ""
    hand_in(room, 1, "whale")
    command._keep_sheets(place, tmp_path)  # there is no my_work
    said = capsys.readouterr().out
    assert "cannot be written" in said and ",".join(["whale", "before", *RIGHT.values()]) in said
