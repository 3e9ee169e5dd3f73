"""The room's counts: what is taken in, what is hidden, what is gone after a day."""

import itertools
from collections import defaultdict

import pytest

from classroom import hiding, state, words
from classroom.polls import ClosedError, RefusedError
from classroom.state import BusyError, Room
from misstep.judge.tables import FAMILIES

WRONG = {"seq": 1, "kind": "verdict", "id": "softmax", "status": "failed",
         "misconception": "axis/whole-batch"}
VOTE = {"seq": 2, "kind": "vote", "id": "01-line", "choice": "B"}


def who(i):
    return f"{i:016x}"


def say(room, i, *events, now=0.0, sender="k"):
    return room.accept({"room": room.code, "who": who(i), "from": sender,
                        "events": list(events)}, now)


def press(room, what, value=None, now=1.0):
    room.do(what, value, now)


def drawn(room, now=100.0):
    """The view with a picture of all, as if enough people had changed."""
    for i in range(room.fewest):
        room.pace.changed(f"another {i}")
    assert room.draw(now)
    return room.view(now)


# --- hiding -------------------------------------------------------------------------------------


@pytest.mark.parametrize("fewest", [5, 3])
def test_no_small_count_can_be_worked_out(fewest):
    """Every world that shows the same leaves a hidden count, and their sum, several values."""
    alike = defaultdict(list)
    for world in itertools.product(range(13), repeat=3):
        counts = dict(zip("ABC", world, strict=True))
        shown = (*map(str, hiding.hidden(counts, fewest).values()), hiding.total(counts, fewest))
        alike[shown].append(world)
    several = min(fewest - 1, 3)
    for shown, worlds in alike.items():
        hidden = [i for i in range(3) if shown[i] == hiding.mark(fewest)]
        for i in hidden:
            assert len({world[i] for world in worlds}) >= several, shown
        if hidden:
            assert len({sum(world[i] for i in hidden) for world in worlds}) >= several, shown


@pytest.mark.parametrize("fewest", [5, 3])
def test_the_number_in_the_room_is_no_way_round(fewest):
    """What is shown of one exercise and of the room together leaves several values too."""
    alike = defaultdict(list)
    for world in itertools.product(range(24), repeat=2):
        counts = dict(zip(("right", "at work"), world, strict=True))
        shown = (*map(str, hiding.hidden(counts, fewest).values()),
                 hiding.joined(sum(world), [counts], fewest))
        alike[shown].append(world)
    for shown, worlds in alike.items():
        for i in (0, 1):
            if shown[i] == hiding.mark(fewest):
                assert len({world[i] for world in worlds}) >= min(fewest - 1, 3), shown


def test_a_picture_is_paced_by_people_who_changed_however_often_and_however_long():
    pace = hiding.Pace(5)
    for who_ in ("a", "b", "c", "d", *"dddddddd"):
        pace.changed(who_)
        assert not pace.is_due()
    pace.changed("e")
    assert pace.is_due() and not pace.is_due()


def test_a_person_who_comes_late_is_in_no_picture_alone():
    """A8: 21 votes, a pause, one more vote: the screen does not move until the vote is closed."""
    room = Room("blue-42")
    press(room, "open", "01-line")
    for i in range(21):
        say(room, i, {**VOTE, "choice": "AB"[i % 2]})
    for now in (1.0, 12.0):
        room.draw(now)
    before = room.view(12.0)
    say(room, 21, {**VOTE, "choice": "B"}, now=13.0)
    for seq in range(3, 30):  # nor can another force a picture by repeating itself
        say(room, 0, {**VOTE, "seq": seq}, now=13.0)
    for now in (14.0, 30.0, 3000.0):
        room.draw(now)
        assert room.view(now) == before and before["poll"]["rounds"][0]["split"] is None
    press(room, "split", now=3001.0)
    assert room.view(3001.0)["poll"]["rounds"][0]["split"] == {"A": 11, "B": 11, "C": 0, "D": 0}


def test_a_vote_that_comes_after_the_close_moves_nothing():
    room = Room("blue-42")
    press(room, "open", "01-line")
    for i in range(12):
        say(room, i, {**VOTE, "choice": "B"})
    press(room, "close", now=5.0)
    press(room, "split", now=6.0)
    before = room.view(7.0)["poll"]
    for i in range(12, 40):
        with pytest.raises(ClosedError):
            say(room, i, {**VOTE, "choice": "A"}, now=5.1)
    press(room, "answer", now=7.0)
    with pytest.raises(ClosedError):
        say(room, 50, VOTE, now=8.0)
    room.draw(9.0)
    assert room.view(9.0)["poll"]["rounds"] == before["rounds"]
    assert not any(person.votes for person in list(room.people.values())[12:])
    press(room, "open", "01-affine", now=10.0)
    with pytest.raises(ClosedError):
        say(room, 51, VOTE, now=11.0)  # nor once another question is open


def test_votes_sent_before_the_close_count_though_they_were_long_under_way():
    """Over a server that was cut off: a vote has the time at which the server had it."""
    room = Room("blue-42")
    press(room, "open", "01-line")
    for i in range(7):
        say(room, i, VOTE)
    press(room, "split", now=20.0)
    for i in range(10, 14):
        say(room, i, VOTE, now=15.0)
    room.draw(30.0)  # four people are too few for another count: the difference would be theirs
    assert room.view(30.0)["poll"]["rounds"][0]["split"]["B"] == 7
    say(room, 14, VOTE, now=19.0)
    room.draw(31.0)
    assert room.view(31.0)["poll"]["rounds"][0]["split"]["B"] == 12


def test_the_time_of_a_vote_runs_out():
    room = Room("blue-42")
    press(room, "open", "01-line")
    press(room, "timer", 30, now=10.0)
    say(room, 1, VOTE, now=39.0)
    assert room.question(20.0)["left"] == 20.0 and not room.draw(39.9)
    assert room.draw(40.0) and not room.question(41.0)["open"]
    with pytest.raises(ClosedError):
        say(room, 2, VOTE, now=40.1)


# --- counting -----------------------------------------------------------------------------------


def test_a_class_of_twelve():
    room = Room("blue-42")
    press(room, "open", "01-line")
    for i in range(12):
        named = "axis/whole-batch" if i < 6 else "unstable/no-shift"
        say(room, i, {**WRONG, "misconception": named}, VOTE)
    view = drawn(room)
    found = view["exercises"]["softmax"]
    assert view["joined"] == "10+"
    assert found["states"] == {"not begun": 0, "at work": 12, "right": 0}
    assert {m["id"]: m["count"] for m in found["misconceptions"]} == {
        "axis/whole-batch": 6, "unstable/no-shift": 6}
    assert view["poll"]["rounds"] == [{"committed": "10+", "split": None, "percent": None}]
    press(room, "split")
    shown = room.view(2.0)["poll"]["rounds"][0]
    assert shown["split"]["B"] == 12 and shown["percent"]["B"] == 100


def test_phones_have_begun_no_exercise():
    room = Room("blue-42")
    for i in range(10):
        say(room, i, WRONG)
        say(room, 100 + i, VOTE, sender="page")
    assert drawn(room)["exercises"]["softmax"]["states"] == {
        "not begun": 0, "at work": 10, "right": 0}


def test_three_students_are_no_number():
    room = Room("blue-42")
    press(room, "open", "01-line")
    for i in range(3):
        say(room, i, WRONG, VOTE)
    press(room, "split")
    view = drawn(room)
    assert view["joined"] == "<5"
    assert set(view["exercises"]["softmax"]["states"].values()) == {"<5"}
    assert view["exercises"]["softmax"]["misconceptions"] == [
        {"id": "axis/whole-batch", "count": "<5"}]
    assert view["poll"]["rounds"] == [
        {"committed": "<5", "split": dict.fromkeys("ABCD", "<5"), "percent": None}]


def test_a_seminar_may_hide_less():
    room = Room("blue-42", fewest=3)
    press(room, "open", "01-line")
    for i in range(7):
        say(room, i, {**VOTE, "choice": "AB"[i > 2]})
    press(room, "split")
    assert room.view(2.0)["poll"]["rounds"][0]["split"] == {"A": 3, "B": 4, "C": 0, "D": 0}


def test_percents_are_shown_only_where_they_tell_no_hidden_count():
    room = Room("blue-42")
    press(room, "open", "01-line")
    for i in range(11):
        say(room, i, {**VOTE, "choice": "AB"[i > 8]})
    press(room, "split")
    shown = room.view(2.0)["poll"]["rounds"][0]
    assert shown["split"]["A"] == 9 and shown["percent"] is None


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
    press(room, "open", "01-line")
    for i in range(6):
        say(room, i, VOTE)
        say(room, i, {**VOTE, "seq": 3, "choice": "A"})  # too early: the first holds
    press(room, "again")
    for i in range(6):
        say(room, i, {**VOTE, "seq": 4, "choice": "C"}, now=2.0)
    press(room, "split", now=3.0)
    first, second = room.view(4.0)["poll"]["rounds"]
    assert first["split"] == {"A": 0, "B": 6, "C": 0, "D": 0}
    assert second["split"] == {"A": 0, "B": 0, "C": 6, "D": 0}
    assert room.question(4.0)["round"] == 2
    assert ("01-line", 1, "B", 6) in room.splits() and ("01-line", 2, "C", 6) in room.splits()


def test_a_first_vote_that_comes_in_the_second_round_is_none_of_it():
    room = Room("blue-42")
    press(room, "open", "01-line")
    say(room, 1, VOTE)
    press(room, "again")
    with pytest.raises(ClosedError):
        say(room, 2, {**VOTE, "round": 1}, now=2.0)
    say(room, 2, {**VOTE, "seq": 3, "round": 2}, now=2.0)
    assert room.people[who(2)].votes.keys() == {("01-line", 2)}


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
    press(room, "open", "01-line-r1")
    for i in range(6):
        say(room, i, {**VOTE, "id": "01-line-r1", "choice": "A"})
    press(room, "split")
    press(room, "answer")
    shown = room.view(2.0)["poll"]
    assert shown["rounds"][0]["split"]["A"] == 6 and shown["holds"]
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


@pytest.mark.parametrize("named", ["<b>x</b>", "Ann Lee has cheated", "rude/word", 7, None])
def test_a_misconception_that_is_none_is_not_shown(named):
    room = Room("blue-42")
    for i in range(6):
        say(room, i, {**WRONG, "misconception": named})
    assert drawn(room)["exercises"]["softmax"]["misconceptions"] == []


@pytest.mark.parametrize("named", ["sign/prof-novak-is-boring-go-home", "sign/<script>", "sign/",
                                   "sign/" + "x" * 9999])
def test_a_name_that_the_records_do_not_have_is_shown_by_its_family_alone(named):
    """A6: an anonymous post put a sentence on the projector."""
    room = Room("blue-42")
    for i in range(6):
        say(room, i, {**WRONG, "misconception": named})
    assert drawn(room)["exercises"]["softmax"]["misconceptions"] == [
        {"id": "sign/other", "count": 6}]
    assert words.misconception("softmax", "sign/other")["sentence"] == (
        "Another mistake of the kind “sign”")


def test_an_event_that_is_refused_does_not_cost_the_others():
    room = Room("blue-42")
    with pytest.raises(RefusedError) as refused:
        say(room, 1, {**WRONG, "id": "nothing"}, {**VOTE, "seq": 7})
    assert refused.value.taken == 1 and ("01-line", 1) in room.people[who(1)].votes


def test_a_hundred_lines_that_waited_all_come():
    """B: batches of fifty met the limit of sixty in ten seconds, and the rest was lost."""
    room, now = Room("blue-42"), 0.0
    names = [*state.ids()][:80]
    waiting = [{**WRONG, "status": "passed", "seq": seq, "id": id}
               for seq, id in enumerate([*names, *names[:20]], 1)]
    while waiting:
        try:
            say(room, 1, *waiting[:50], now=now)
            waiting = waiting[50:]
        except BusyError:
            now += 2.0
    assert len(room.people[who(1)].verdicts) == 80 and now < 30


def test_a_kernel_may_start_as_often_as_it_likes():
    room = Room("blue-42")
    for i in range(60):
        assert say(room, 1, WRONG, sender=f"k{i}") == 1
    assert len(room.people[who(1)].last) == state.MOST_SENDERS


def test_one_that_writes_without_end_is_stopped_and_may_go_on_later():
    room = Room("blue-42")
    with pytest.raises(BusyError, match="too many"):
        for seq in range(1, 200):
            say(room, 1, {**WRONG, "seq": seq})
    assert say(room, 1, {**WRONG, "seq": 500}, now=60.0) == 1
    assert say(room, 2, WRONG) == 1  # nobody else is


def test_a_room_has_an_end(monkeypatch):
    monkeypatch.setattr(state, "MOST_PEOPLE", 3)
    room = Room("blue-42")
    for i in range(3):
        say(room, i, VOTE)
    with pytest.raises(BusyError, match="full"):
        say(room, 3, VOTE)
    assert say(room, 1, {**VOTE, "seq": 3}) == 1


@pytest.mark.parametrize("code", ["", "BLUE-42", "blue42", "blue-4", "<b>-42", "blue-42\n"])
def test_a_name_of_a_room_that_is_none(code):
    with pytest.raises(RefusedError):
        Room(code)


# --- words --------------------------------------------------------------------------------------


def test_every_family_has_a_question_and_the_guide_has_the_same():
    from course_tools import notebooks

    assert set(words.QUESTIONS) == set(FAMILIES)
    guide = (notebooks.root() / "docs" / "instructor" / "guide.md").read_text(encoding="utf-8")
    for question in set(words.QUESTIONS.values()):
        assert question in guide


def test_a_misconception_has_its_sentence_and_a_case():
    found = words.misconception("softmax", "axis/whole-batch")
    assert found["sentence"].startswith("One sum runs over the whole batch") and found["has_case"]
    assert "Smallest failing case" in words.case("softmax", "axis/whole-batch")
    made = words.misconception("softmax", "transpose/other")
    assert made["sentence"] == "Another mistake of the kind “transpose”" and not made["has_case"]
    assert words.case("softmax", "transpose/other") == ""
