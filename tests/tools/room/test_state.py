"""The room's counts: what is taken in, what is hidden, what is gone after a day."""

import itertools
from collections import defaultdict

import pytest

from course_utils.exercises.grammar import FAMILIES
from course_utils.tools.room import hiding, state, words
from course_utils.tools.room.state import RefusedError, Room

WRONG = {"seq": 1, "kind": "verdict", "id": "softmax", "status": "failed",
         "misconception": "axis/whole-batch"}
VOTE = {"seq": 2, "kind": "vote", "id": "01-line", "choice": "B"}


def who(i):
    return f"{i:016x}"


def say(room, i, *events, now=0.0, sender="k"):
    return room.accept({"room": room.code, "who": who(i), "from": sender,
                        "events": list(events)}, now)


def drawn(room, now=100.0):
    room.pace.changed(3)
    assert room.draw(now)
    return room.view()


# --- hiding -------------------------------------------------------------------------------------


def test_no_small_count_can_be_worked_out():
    """Every world that shows the same leaves a hidden count, and their sum, several values."""
    alike = defaultdict(list)
    for world in itertools.product(range(13), repeat=3):
        counts = dict(zip("ABC", world, strict=True))
        shown = (*map(str, hiding.hidden(counts).values()), hiding.total(counts))
        alike[shown].append(world)
    for shown, worlds in alike.items():
        hidden = [i for i in range(3) if shown[i] == hiding.HIDDEN]
        for i in hidden:
            assert len({world[i] for world in worlds}) >= 3, shown
        if hidden:
            assert len({sum(world[i] for i in hidden) for world in worlds}) >= 3, shown


def test_the_number_in_the_room_is_no_way_round():
    """What is shown of one exercise and of the room together leaves several values too."""
    alike = defaultdict(list)
    for world in itertools.product(range(24), repeat=2):
        counts = dict(zip(("right", "at work"), world, strict=True))
        shown = (*map(str, hiding.hidden(counts).values()), hiding.joined(sum(world), [counts]))
        alike[shown].append(world)
    for shown, worlds in alike.items():
        for i in (0, 1):
            if shown[i] == hiding.HIDDEN:
                assert len({world[i] for world in worlds}) >= 3, shown


def test_a_picture_is_drawn_after_three_changes_or_ten_seconds():
    pace = hiding.Pace(0.0)
    assert not pace.is_due(100.0)  # nothing changed
    pace.changed(2)
    assert not pace.is_due(9.0) and pace.is_due(10.0) and not pace.is_due(30.0)
    pace.changed(3)
    assert pace.is_due(30.0)


def test_people_who_come_between_two_pictures_are_not_seen_by_pressing_buttons():
    room = Room("blue-42")
    for i in range(6):
        say(room, i, VOTE)
    room.open_poll("01-line")
    drawn(room)
    say(room, 6, {**VOTE, "choice": "A"})
    room.show_split()
    assert room.view()["poll"]["rounds"][0]["split"] == {"A": 0, "B": 6, "C": 0, "D": 0}


# --- counting -----------------------------------------------------------------------------------


def test_a_class_of_twelve():
    room = Room("blue-42")
    for i in range(12):
        named = "axis/whole-batch" if i < 6 else "unstable/no-shift"
        say(room, i, {**WRONG, "misconception": named}, VOTE)
    room.open_poll("01-line")
    view = drawn(room)
    found = view["exercises"]["softmax"]
    assert view["joined"] == "10+"
    assert found["states"] == {"not begun": 0, "at work": 12, "right": 0}
    assert {m["id"]: m["count"] for m in found["misconceptions"]} == {
        "axis/whole-batch": 6, "unstable/no-shift": 6}
    assert view["poll"]["rounds"] == [{"committed": "12", "split": None}]
    room.show_split()
    assert room.view()["poll"]["rounds"][0]["split"]["B"] == 12


def test_three_students_are_no_number():
    room = Room("blue-42")
    for i in range(3):
        say(room, i, WRONG, VOTE)
    room.open_poll("01-line")
    room.show_split()
    view = drawn(room)
    assert view["joined"] == "<5"
    assert set(view["exercises"]["softmax"]["states"].values()) == {"<5"}
    assert view["exercises"]["softmax"]["misconceptions"] == [
        {"id": "axis/whole-batch", "count": "<5"}]
    assert view["poll"]["rounds"] == [{"committed": "<5", "split": dict.fromkeys("ABCD", "<5")}]


def test_a_small_misconception_beside_a_large_one_is_no_difference():
    room = Room("blue-42")
    for i in range(9):
        say(room, i, {**WRONG, "misconception": "axis/whole-batch" if i < 7 else None})
    found = drawn(room)["exercises"]["softmax"]
    assert found["misconceptions"] == [{"id": "axis/whole-batch", "count": 7}]
    assert found["states"]["at work"] == "7+"  # not 9, which would tell of two others


def test_the_last_verdict_counts_and_a_right_one_has_no_misconception():
    room = Room("blue-42")
    for i in range(6):
        say(room, i, WRONG, {**WRONG, "seq": 2, "status": "passed"})
    found = drawn(room)["exercises"]["softmax"]
    assert found == {"states": {"not begun": 0, "at work": 0, "right": 6}, "misconceptions": []}


def test_what_is_sent_again_counts_once_and_two_kernels_of_one_number_do_too():
    room = Room("blue-42")
    assert say(room, 1, WRONG, VOTE) == 2
    assert say(room, 1, WRONG, VOTE) == 0
    assert say(room, 1, WRONG, sender="other") == 1
    assert len(room.people) == 1


def test_a_second_vote_stands_beside_the_first_once_it_is_open():
    room = Room("blue-42")
    for i in range(6):
        say(room, i, VOTE)
        say(room, i, {**VOTE, "seq": 3, "choice": "A"})  # too early: the first holds
    room.open_poll("01-line")
    room.vote_again()
    for i in range(6):
        say(room, i, {**VOTE, "seq": 4, "choice": "C"})
    room.show_split()
    first, second = drawn(room)["poll"]["rounds"]
    assert first["split"] == {"A": 0, "B": 6, "C": 0, "D": 0}
    assert second["split"] == {"A": 0, "B": 0, "C": 6, "D": 0}
    assert room.question()["round"] == 2
    assert ("01-line", 1, "B", 6) in room.splits() and ("01-line", 2, "C", 6) in room.splits()


def test_small_counts_are_not_kept():
    room = Room("blue-42")
    for i in range(4):
        say(room, i, VOTE)
    assert room.splits() == []


def test_who_leaves_is_gone_and_so_is_yesterday():
    room = Room("blue-42")
    for i in range(6):
        say(room, i, WRONG)
    room.leave(who(0))
    assert drawn(room)["exercises"]["softmax"]["states"]["at work"] == 5
    say(room, 9, VOTE, now=state.KEPT / 2)
    view = drawn(room, now=state.KEPT + 1.0)
    assert not view["exercises"] and list(room.people) == [who(9)]
    drawn(room, now=2 * state.KEPT)
    assert not room.people


def test_a_question_that_comes_back_can_be_put_to_the_room():
    room = Room("blue-42")
    for i in range(6):
        say(room, i, {**VOTE, "id": "01-line-r1", "choice": "A"})
    room.open_poll("01-line-r1")
    room.show_split()
    assert drawn(room)["poll"]["rounds"][0]["split"]["A"] == 6
    assert words.answer("01-line-r1")["holds"]
    listed = words.course()["predictions"]["01"]
    assert any(one["id"] == "01-line-r1" and one["question"].startswith("again: ")
               for one in listed)


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        {**WRONG, "id": "nothing"}, {**WRONG, "status": "great"}, {**WRONG, "seq": 0},
        {**WRONG, "seq": True}, {**WRONG, "seq": 1.5}, {**WRONG, "seq": 2**60},
        {**VOTE, "choice": "E"}, {**VOTE, "choice": ["A"]}, {**VOTE, "id": "01-none"},
        {**WRONG, "kind": "grade"}, {**WRONG, "id": ["softmax"]}, "x", None, [],
    ],
)  # fmt: skip
def test_an_event_that_is_none_is_refused_and_counts_nothing(event):
    room = Room("blue-42")
    with pytest.raises(RefusedError):
        say(room, 1, event)
    assert not drawn(room)["exercises"]


@pytest.mark.parametrize(
    "message",
    [
        {"room": "red-17"}, {"who": "Ann"}, {"who": None}, {"events": {}}, {"events": [{}] * 51},
        {"from": "a long sender"}, {"from": 3}, None, [], "x",
    ],
)  # fmt: skip
def test_a_message_that_is_none_is_refused(message):
    room = Room("blue-42")
    whole = {"room": "blue-42", "who": who(1), "from": "k", "events": []}
    with pytest.raises(RefusedError):
        room.accept({**whole, **message} if isinstance(message, dict) else message, 0.0)
    assert not room.people


@pytest.mark.parametrize("named", ["<b>x</b>", "Ann Lee has cheated", "axis/<script>", "rude/word",
                                   "axis/" + "x" * 99, 7])  # fmt: skip
def test_a_misconception_that_is_none_is_not_shown(named):
    room = Room("blue-42")
    for i in range(6):
        say(room, i, {**WRONG, "misconception": named})
    assert drawn(room)["exercises"]["softmax"]["misconceptions"] == []


def test_one_that_writes_without_end_is_stopped_and_may_go_on_later():
    room = Room("blue-42")
    with pytest.raises(RefusedError, match="too many"):
        for seq in range(1, 200):
            say(room, 1, {**WRONG, "seq": seq})
    assert say(room, 1, {**WRONG, "seq": 500}, now=60.0) == 1
    assert say(room, 2, WRONG) == 1  # nobody else is


def test_a_room_has_an_end(monkeypatch):
    monkeypatch.setattr(state, "MOST_PEOPLE", 3)
    room = Room("blue-42")
    for i in range(3):
        say(room, i, VOTE)
    with pytest.raises(RefusedError, match="full"):
        say(room, 3, VOTE)
    assert say(room, 1, {**VOTE, "seq": 3}) == 1


@pytest.mark.parametrize("code", ["", "BLUE-42", "blue42", "blue-4", "<b>-42", "blue-42\n"])
def test_a_name_of_a_room_that_is_none(code):
    with pytest.raises(RefusedError):
        Room(code)


# --- words --------------------------------------------------------------------------------------


def test_every_family_has_a_question_and_the_guide_has_the_same():
    from course_utils.tools import notebooks

    assert set(words.QUESTIONS) == set(FAMILIES)
    guide = (notebooks.root() / "instructor" / "guide.md").read_text(encoding="utf-8")
    for question in set(words.QUESTIONS.values()):
        assert question in guide


def test_a_misconception_has_its_sentence_and_a_case():
    found = words.misconception("softmax", "axis/whole-batch")
    assert found["sentence"].startswith("One sum over the whole batch") and found["has_case"]
    assert "Smallest failing case" in words.case("softmax", "axis/whole-batch")
    made = words.misconception("softmax", "transpose/some-thing")
    assert made["sentence"] == "Transpose: some thing" and not made["has_case"]
    assert words.case("softmax", "transpose/some-thing") == ""
