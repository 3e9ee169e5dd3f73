"""What votes add up to: confidence, who moved, own questions, the lecture to keep, puzzles."""

import csv
import io

import numpy as np
import pytest

from classroom import export, words
from classroom.polls import RefusedError
from classroom.state import Room
from misstep.questions import questions
from misstep.tutor import alike

ID = "01-line"  # right is B


def say(room, i, choice, id=ID, now=1.0, seq=1, **more):
    room.accept({"room": room.code, "who": f"{i:016x}", "from": "page", "events": [
        {"seq": seq, "kind": "vote", "id": id, "choice": choice, **more}]}, now)


def test_who_moved_is_shown_once_the_answer_is_and_no_group_is_small():
    room = Room("blue-42")
    room.do("open", ID, 0.0)
    for i in range(40):
        say(room, i, "B" if i < 13 else "C")
    room.do("again", None, 2.0)
    for i in range(40):
        say(room, i, "B" if 5 <= i < 35 else "A", now=3.0, seq=2)
    room.do("split", True, 4.0)
    assert room.view(5.0)["poll"]["moved"] is None  # it would tell the answer
    room.do("answer", True, 6.0)
    shown = room.view(7.0)["poll"]
    assert shown["moved"] == {"rr": 8, "rw": 5, "wr": 22, "ww": 5}
    assert [one["percent"]["B"] for one in shown["rounds"]] == [32, 75]
    room.do("undo", None, 8.0)
    assert room.view(9.0)["poll"]["moved"] is None and not room.view(9.0)["poll"]["answer_shown"]


def test_a_small_group_that_moved_is_not_shown():
    room = Room("blue-42")
    room.do("open", ID, 0.0)
    for i in range(20):
        say(room, i, "B" if i < 10 else "C")
    room.do("again", None, 2.0)
    for i in range(20):
        say(room, i, "B" if 2 <= i else "A", now=3.0, seq=2)
    for what in ("split", "answer"):
        room.do(what, True, 4.0)
    assert room.view(5.0)["poll"]["moved"] is None


def test_the_rooms_reliability_diagram():
    room = Room("blue-42")
    room.do("open", ID, 0.0)
    for i in range(40):
        say(room, i, "B" if i % 4 == 0 else "C", sure=95)
    for i in range(40, 60):
        say(room, i, "B" if i % 2 else "A", sure=50)
    for i in range(60, 69):
        say(room, i, "B", sure=75)  # nine are too few for a share
    say(room, 70, "B", sure=33)  # no level
    room.do("split", True, 2.0)
    assert room.view(3.0)["sure"] == []  # before the answer is told, it would tell it
    room.do("answer", True, 4.0)
    assert room.view(5.0)["sure"] == [{"said": 50, "right": 50}, {"said": 95, "right": 25}]
    assert room.people[f"{70:016x}"].votes[ID, 1][1] is None


def test_how_sure_may_be_said_after_the_letter_but_is_no_way_to_another_letter():
    room = Room("blue-42")
    room.do("open", ID, 0.0)
    say(room, 1, "C")
    say(room, 1, "C", seq=2, sure=75)
    say(room, 1, "B", seq=3, sure=95)
    assert room.people[f"{1:016x}"].votes[ID, 1][:2] == ("C", 75)


def test_numbers_become_bars_and_words_wait_for_the_teacher():
    room = Room("blue-42")
    room.do("ask", {"question": "How many?", "kind": "number"}, 0.0)
    for i in range(60):
        say(room, i, f"{i},5", "own-1")
    with pytest.raises(RefusedError):
        say(room, 60, "nan", "own-1")
    room.do("split", True, 2.0)
    bars = room.view(3.0)["poll"]["rounds"][0]["split"]
    assert len(bars) == 8 and next(iter(bars)).endswith("or less")
    room.do("ask", {"question": "In a word?", "kind": "words"}, 4.0)
    for i in range(12):
        say(room, i, " Noise " if i < 7 else "go home", "own-2", 5.0, 2)
    room.do("split", True, 6.0)
    assert room.view(7.0)["poll"]["rounds"][0]["split"] == {}
    assert room.desk(7.0)["words"] == ["go home", "noise"]
    room.do("allow", "noise", 8.0)
    assert room.view(9.0)["poll"]["rounds"][0]["split"] == {"noise": 7}


def ask_number(room, *numbers):
    room.do("ask", {"question": "How many?", "kind": "number"}, 0.0)
    for i, number in enumerate(numbers):
        say(room, i, str(number), "own-1")
    room.do("split", True, 2.0)
    return room.view(3.0)["poll"]


@pytest.mark.parametrize("numbers", [
    range(100), [1e9, *range(50)], [3] * 9, [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 1e12],
    [10_500 + i % 12 for i in range(40)], range(1990, 2005), [1e14 + i for i in range(12)],
    [float(f"{i}e-9") for i in range(20)], [i / 10 for i in range(-6, 6)],
    [10**i for i in range(12)]])
def test_a_number_poll_counts_every_vote(numbers):
    """Bars had three digits, and those of one name were one: 40 votes were 6."""
    room = Room("blue-42", fewest=1)
    poll = ask_number(room, *numbers)
    bars = poll["rounds"][0]["split"]
    assert sum(bars.values()) == len(numbers) and poll["bars"] == list(bars)
    assert poll["rounds"][0]["committed"] == f"{len(numbers)}+"
    table = list(csv.DictReader(io.StringIO(export.table(room))))
    assert sum(int(row["count"]) for row in table) == len(numbers)
    for end, name in zip(np.cumsum(list(bars.values())), bars, strict=True):
        if len(set(numbers)) > 8 and not name.startswith("above"):  # its name says what is in it
            limit = float(name.removeprefix("to ").removesuffix(" or less"))
            assert sum(number <= limit for number in numbers) == end


def test_one_number_is_one_bar_and_bars_are_in_order():
    poll = ask_number(Room("blue-42", fewest=1), "-0", "0", "0,0", "10", "2", "-1", "0.5")
    assert poll["rounds"][0]["split"] == {"-1": 1, "0": 3, "0.5": 1, "2": 1, "10": 1}
    assert poll["bars"] == ["-1", "0", "0.5", "2", "10"]  # an object in a page puts 0 before -1


def test_two_votes_on_a_number_are_on_one_scale():
    room = Room("blue-42", fewest=1)
    ask_number(room, *range(20))
    room.do("again", None, 4.0)
    for i in range(20):
        event = {"seq": 2, "kind": "vote", "id": "own-1", "choice": str(i + 30), "round": 2}
        room.accept({"room": "blue-42", "who": f"{i:016x}", "from": "k", "events": [event]}, 5.0)
    room.do("split", True, 6.0)
    first, second = (one["split"] for one in room.view(7.0)["poll"]["rounds"])
    assert list(first) == list(second) and sum(first.values()) == sum(second.values()) == 20
    assert second["above 18"] == 20


@pytest.mark.parametrize("asked", [None, 7, {"kind": "picture"}, {"choices": "ABCD"},
                                   {"choices": {str(i): "" for i in range(40)}}])
def test_a_question_that_is_none_is_not_asked(asked):
    room = Room("blue-42")
    with pytest.raises(RefusedError):
        room.do("ask", asked, 0.0)
    assert room.polls.now is None and not room.polls.own


def test_the_lecture_to_keep_has_what_was_shown_and_nothing_else():
    room = Room("blue-42")
    room.do("ask", {"question": "=1+1 <b>?</b>", "choices": {"A": "", "B": ""}}, 0.0)
    for i in range(12):
        say(room, i, "A" if i < 9 else "B", "own-1")
    room.do("split", True, 2.0)
    room.do("open", ID, 3.0)
    for i in range(12):
        say(room, i, "B", now=4.0, seq=2)
    room.do("answer", True, 5.0)
    rows = list(csv.DictReader(io.StringIO(export.table(room))))
    assert [(row["question"], row["answer"], row["count"], row["percent"]) for row in rows] == [
        ("own-1", "A", "9", ""), ("own-1", "B", "<5", ""),
        (ID, "A", "0", "0"), (ID, "B", "12", "100"), (ID, "C", "0", "0"), (ID, "D", "0", "0")]
    assert rows[0]["answer_text"] == "" and rows[0]["round"] == "1"
    page = export.page(room)
    assert "&lt;5" in page and "12 (100 %)" in page and "<b>?" not in page
    assert words.answer(questions()[ID])["holds"].split()[0] in page
    assert all(not line.startswith("=") for line in export.table(room).splitlines())


@pytest.mark.parametrize(("exercise", "name"), [
    ("softmax", "axis/over-examples"), ("softmax", "unstable/no-shift"),
    ("expected_calibration_error", "sign/no-abs"), ("step", "convention/one-at-zero")])
def test_a_mistake_becomes_a_question_with_one_true_sentence(exercise, name):
    asked = alike.puzzle(exercise, name)
    gives, wanted = asked["about"].splitlines()[1:]
    assert gives.split(maxsplit=1)[1] != wanted.split(maxsplit=1)[1]
    assert len(set(asked["choices"].values())) == 4 and asked["answer"] in asked["choices"]
    found = words.misconception(exercise, name)
    assert asked["choices"][asked["answer"]].lower() == found["sentence"].lower()
    assert "numpy" not in asked["about"] and "def " not in asked["about"]  # no code


def test_no_question_is_made_of_what_cannot_be_run():
    assert alike.puzzle("softmax", "axis/other") is None
    assert alike.puzzle("softmax", "endless/other") is None
