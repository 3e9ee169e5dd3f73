"""Slips to find in one's own answer, and pieces to put in order: placed, shown, judged."""

import dataclasses
import itertools
import types

import numpy as np
import pytest

from course_utils import exercises
from lines import compiled
from misstep import cards, memory
from misstep.course import current
from misstep.line import held
from misstep.tutor import alike, pieces, planting, slip
from widgets import kernel

RECORDS = exercises.records()
SHORT = ("softmax", "xor_step_weights", "backward_of")
SOFTMAX = '''def softmax(z):
    """Rows of probabilities."""
    z = np.asarray(z, float)
    shifted = z - z.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    # along each row
    total = e.sum(axis=-1, keepdims=True)
    return e / total
'''
some = pytest.mark.parametrize("r", [
    pytest.param(r, id=r.id, marks=() if r.id in SHORT else pytest.mark.full) for r in RECORDS])


def answered(source=SOFTMAX, id="softmax"):
    """Run an answer's cell; returns its verdict."""
    exercises.exercise(id)(compiled(source, {"np": np}, id))
    return exercises.state()[id]


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.delenv("COURSE_QUIET", raising=False)
    monkeypatch.setattr(current().session, "slips", {})
    monkeypatch.setattr(current().session, "pieces", {})
    monkeypatch.setattr(current().session, "results", {})
    monkeypatch.setattr(current().session, "unwritten", {})


# --- planting ---------------------------------------------------------------------------------


@some
def test_what_is_planted_is_one_line_that_the_check_and_a_call_show(r):
    text = planting.text_of_model(r)
    assert exercises.check(r.id, text.function()), "unchanged it passes"
    for found in itertools.islice(planting.planted(r, text), 3):
        off = [n for n, (a, b) in enumerate(
            zip(text.lines, found.text.lines, strict=True), 1) if a != b]
        assert off == [found.line] and found.was != found.now
        result = exercises.check(r.id, found.text.function(), line=False)
        assert result.status == "failed" and result.head in (found.head, ())
        call, _, right, came = found.head
        assert call.startswith(f"{r.id}(") and right != came


def test_mistakes_that_were_made_come_first():
    r = exercises.record("softmax")
    text = planting.text_of(compiled(SOFTMAX, {"np": np}, "softmax"))
    for id in ("unstable/no-shift", "axis/over-examples"):
        assert next(planting.planted(r, text, met=[id])).id == id


def test_letters_are_the_students_own():
    r = exercises.record("softmax")
    text = planting.text_of(compiled(SOFTMAX.replace("shifted", "below"), {"np": np}, "softmax"))
    found = planting.planted(r, text, met=["unstable/denominator-raised"])
    assert next(found).now.startswith("total = e.sum(") or "total +" in next(found).now


# --- slip --------------------------------------------------------------------------------------


def test_before_a_pass_there_is_no_slip(capsys):
    slip.slip("softmax")
    assert "has to pass first" in capsys.readouterr().out
    answered("def softmax(z):\n    return np.asarray(z, float)\n")
    slip.slip("softmax")
    assert "has to pass first" in capsys.readouterr().out
    assert not current().session.slips


def test_say_the_line_then_mend_it(capsys):
    answered()
    assert 'slip("softmax")' in capsys.readouterr().out
    slip.slip()
    box = current().session.slips["softmax"]
    said = capsys.readouterr().out
    assert box.planted.head[0] in said and "Which line is it?" in said
    assert "along each row" not in said and "def softmax" not in said
    cell = box.cell().splitlines()
    assert cell[0] == '@exercise("softmax")' and cell[box.line - 1].strip() == box.planted.now
    wrong = next(n for n, _ in slip._code_lines(box.planted.text) if n != box.line)
    slip.slip("softmax", line=wrong)
    assert f"Line {wrong} stands as you wrote it." in capsys.readouterr().out and not box.found
    box.press(f"choose {box.line}")
    assert box.found and box.planted.what in box.sentence()
    (event,) = memory.events("04", "slip")
    assert event["tries"] == 2 and event["misconception"] == box.planted.id
    capsys.readouterr()
    result = answered("\n".join(cell[1:]) + "\n")
    assert result.misconception == box.planted.id and not box.mended
    capsys.readouterr()
    answered()
    assert "The slip is mended: in line" in capsys.readouterr().out and box.mended
    answered()
    assert "mended" not in capsys.readouterr().out, "told once"


def test_a_line_that_is_none_changes_nothing(capsys):
    answered()
    slip.slip("softmax")
    for line in [0, 1, 99, "x", None, -4, 5.5, [4]]:
        slip.slip("softmax", line=line)
        assert current().session.slips["softmax"].said == []


def test_the_next_slip_is_another():
    answered()
    met = []
    for _ in range(3):
        slip.slip("softmax")
        box = current().session.slips["softmax"]
        met.append(box.planted.now)
        box.say(box.line)
    assert len({*met}) == 3


def test_an_answer_of_one_line_gets_none_in_itself(capsys):
    answered("def relu(z):\n    return np.maximum(z, 0)\n", "relu")
    slip.slip("relu")
    assert "nothing to look for" in capsys.readouterr().out
    answered("def softmax(z):\n    z = z - np.max(z, -1, keepdims=True); return np.exp(z) / "
             "np.exp(z).sum(-1, keepdims=True)\n")
    slip.slip("softmax")
    assert "the course’s softmax" in capsys.readouterr().out


def test_what_a_student_wrote_is_escaped():
    answered(SOFTMAX.replace("shifted", "shifted  ").replace(
        "    e = ", "    tag = '<script>$x$</script>'\n    e = "))
    slip.slip("softmax")
    box = current().session.slips["softmax"]
    for page in (box.html(), box._last()["text/html"]):
        assert "<script>" not in page and "&lt;script&gt;" in page and "<math" not in page


# --- pieces --------------------------------------------------------------------------------------


@some
def test_the_right_order_passes_and_a_wrong_line_is_named(r):
    box = pieces._new(r)
    if box is None:
        assert len(pieces._groups(planting.text_of_model(r))) < pieces.FEWEST
        return
    text = planting.text_of_model(r)
    right = ["\n".join(text.lines[n - 1] for n in group) for group in pieces._groups(text)]
    letters = {i: a for a, i in box.letters.items()}
    box.put(" ".join(letters[box.mixed.index(one)] for one in dict.fromkeys(right)))
    if len({*right}) == len(right):  # else a line is needed twice
        assert box.result, str(box.result)
        assert box.cell().startswith(f'@exercise("{r.id}")\ndef {r.id}(')
    wrong = [one for one in box.mixed if one not in right]
    assert len(wrong) <= pieces.WRONG


def test_pressing_adds_takes_back_and_judges(capsys):
    pieces.pieces("cross_entropy")
    box = current().session.pieces["cross_entropy"]
    said = capsys.readouterr().out
    assert all(f"\n{a}: " in said for a in box.letters)
    box.press("choose A")
    box.press("choose B")
    box.press("choose A")
    assert box.order == [box.letters["B"]] and box.result is None
    box.press("commit")
    assert box.result is not None and not box.result
    assert "Not yet" in box.html()
    box.press("choose Z")
    assert box.order == [box.letters["B"]]


def test_an_order_of_no_letters_is_an_error_that_says_what_is_expected():
    for order in ["", "A A", "Z", 3, "A; B"]:
        with pytest.raises(ValueError, match="expected letters from A, B, C"):
            pieces.pieces("cross_entropy", order)


def test_a_head_without_its_lines_is_told(capsys):
    r = next(r for r in RECORDS if (box := pieces._new(r)) and any(
        one.rstrip().endswith(":") for one in box.mixed))
    box = pieces._new(r)
    box.press("choose " + next(a for a, i in box.letters.items()
                               if box.mixed[i].rstrip().endswith(":")))
    box.press("commit")
    assert "Python cannot read this order" in box.html()


def test_short_answers_have_no_pieces(capsys):
    pieces.pieces("relu")
    assert "too short" in capsys.readouterr().out


def test_after_the_last_hint_pieces_are_named(capsys):
    for _ in range(5):
        exercises.hint("cross_entropy")
    assert 'pieces("cross_entropy")' in capsys.readouterr().out


# --- beside the course's answer -----------------------------------------------------------------


def test_a_right_answer_stands_beside_the_courses_with_what_both_compute(capsys):
    answered()
    exercises.solution()
    said = capsys.readouterr().out
    assert said.index("Yours:\ndef softmax(z):\n") < said.index("The course's:\ndef softmax(z):\n")
    assert ("Both compute the row's maximum, the shifted logits, the exponentials and the sum of "
            "the exponentials." in said)
    card = cards.Solution(exercises.record("softmax"), "def softmax(z):\n", "a < b", ("`x`.",))
    assert "a &lt; b" in card._repr_html_() and "<code>x</code>" in card._repr_html_()


def test_a_loop_is_told_and_another_way():
    rows = ("def softmax(z):\n    z = np.asarray(z, float)\n    if z.ndim == 1:\n"
            "        e = np.exp(z - z.max())\n        return e / e.sum()\n"
            "    return np.array([softmax(row) for row in z])\n")
    result = exercises.check("softmax", compiled(rows, {"np": np}, "softmax"))
    assert result
    told = held.compared(exercises.record("softmax"), result.fn)
    assert "Yours goes through a loop, the course's does without." in told


def test_what_cannot_be_read_is_shown_alone(capsys):
    exercises.exercise("step")(np.vectorize(lambda x: float(x >= 0), otypes=[float]))
    exercises.solution("step")
    assert "Yours" not in capsys.readouterr().out


# --- doubt --------------------------------------------------------------------------------------

SHIFTED = SOFTMAX.replace("axis=-1, keepdims=True)\n    return", "axis=0)\n    return")


def test_a_name_can_be_doubted_and_the_doubt_is_kept_with_the_answer(capsys):
    result = answered(SHIFTED)
    assert result.misconception and 'doubt("softmax")' in capsys.readouterr().out
    exercises.doubt(because="it sums\nalong rows")
    (event,) = memory.events("04", "doubt")
    assert event["misconception"] == result.misconception and event["said"] == result.finding
    assert "total = e.sum(axis=0)" in event["code"] and event["because"] == "it sums along rows"
    message = exercises.state()["softmax"].message
    assert message.startswith(result.message)
    assert "that is not what my code does: it sums along rows" in message
    assert "your teacher sees it" in capsys.readouterr().out


def test_without_a_name_there_is_nothing_to_doubt(capsys):
    answered()
    assert "doubt" not in capsys.readouterr().out
    exercises.doubt("softmax")
    exercises.doubt("relu")
    assert capsys.readouterr().out.count("names no mistake") == 2
    assert not memory.events("04", "doubt")


# --- what a card says to call is there ------------------------------------------------------------


def test_in_a_notebook_the_calls_of_a_card_are_there_and_take_no_name_of_the_students(monkeypatch):
    shell = types.SimpleNamespace(user_ns={"pieces": "mine"}, kernel=None)
    monkeypatch.setattr(kernel, "shell", lambda: shell)
    monkeypatch.setenv("COURSE_QUIET", "1")
    answered()
    assert shell.user_ns["pieces"] == "mine"
    assert {"doubt", "hint", "slip", "solution", "why"} < shell.user_ns.keys()
    monkeypatch.setattr(kernel, "shell", lambda: None)
    monkeypatch.delenv("COURSE_QUIET")
    shell.user_ns["slip"]()
    assert "softmax" in current().session.slips


def test_a_slip_is_offered_where_there_are_lines_to_look_at(capsys):
    answered("def relu(z):\n    return np.maximum(z, 0)\n", "relu")
    assert "slip" not in capsys.readouterr().out
    answered()
    assert 'slip("softmax")' in capsys.readouterr().out


def test_without_calls_for_the_head_the_smallest_case_shows_it(monkeypatch, capsys):
    judge = exercises.record("softmax").judge
    monkeypatch.setattr(exercises.record("softmax"), "judge", dataclasses.replace(judge, heads=()))
    answered()
    slip.slip("softmax")
    said = capsys.readouterr().out
    assert "by hand" not in said and "with the change it gives" in said
    assert "softmax(z=" in said


# --- the same idea in other clothes -------------------------------------------------------------


def test_a_question_of_the_same_idea_is_of_another_exercise_up_to_here():
    r = exercises.record("softmax")
    asked = alike.like(r, "axis/over-examples")
    assert asked.notebook <= "04" and asked.id.split("-")[1] != "softmax"
    assert asked.id.split("-", 2)[2].startswith("axis/") and len(asked.choices) == 4
    made = alike.puzzle(*asked.id.split("-", 2)[1:])
    mistakes = exercises.record(asked.id.split("-")[1]).judge.known.written
    assert made["choices"][asked.answer] in [
        m.what for m in mistakes if m.id == asked.id.split("-", 2)[2]]
    assert alike.like(r, "sign/known-nowhere-else") is None


def test_it_follows_a_mended_mistake_once(monkeypatch):
    shown = []
    monkeypatch.setattr(kernel, "is_live", lambda: True)
    monkeypatch.setattr(cards, "show", shown.append)
    monkeypatch.setattr(current().session, "shown", set())
    answered(SOFTMAX.replace("axis=-1", "axis=0"))
    assert exercises.state()["softmax"].misconception.startswith("axis/")
    shown.clear()
    answered()
    assert len(shown) == 2, "the card, and the question"
    assert "What is wrong here?" in shown[1].words()["text/plain"]
    answered(SOFTMAX + "    # again\n")
    assert len(shown) == 3, "asked once"


def test_what_was_missed_comes_back_two_notebooks_later_and_first():
    asked = alike.like(exercises.record("softmax"), "axis/over-examples")
    wrong = next(letter for letter in asked.choices if letter != asked.answer)
    memory.remember(asked.notebook, "recalled", asked.id, choice=wrong, where="04")
    assert alike.returning("04") == alike.returning("05") == []
    assert alike.returning("05b") == [(asked, None)]
    memory.remember(asked.notebook, "recalled", asked.id, choice=asked.answer, where="05b")
    assert alike.returning("05b") == [(asked, asked.answer)], "stays where it was answered"
    assert alike.returning("07") == []
