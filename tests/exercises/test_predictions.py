"""The box of a prediction: choose, commit, look, reveal; and the same words without widgets."""

import re
import sys

import pytest

from course_tools.present import handout
from course_utils import exercises
from misstep import memory
from misstep.boxes import predictions as predict
from misstep.course import Session
from misstep.memory import ideas
from misstep.questions import Prediction, plain_text, prediction, predictions

RECORD = Prediction(
    id="99-test",
    question="Is w<sub>1</sub> &lt; 0?",
    choices={"A": "yes", "B": "no, it is &gt; 0", "C": "it is 0", "D": "no one knows"},
    answer="B",
    run="the next cell",
    holds="It is 2.",
    why={"A": "Signs slip.", "B": "The slope rises.", "C": "Symmetry.", "D": "The cell does."},
)


@pytest.fixture(autouse=True)
def forget(monkeypatch):
    monkeypatch.setattr(exercises.COURSE, "session", Session())


@pytest.fixture
def box():
    return predict.Question(RECORD)


BUTTON = re.compile(
    r'<button type="button" class="([^"]*)" data-act="([^"]*)"([^>]*)>(.*?)</button>')


def buttons(page):
    """Of HTML: what a button asks for, to its classes, its other attributes and its words."""
    return {act: (names.split(), rest, words) for names, act, rest, words in BUTTON.findall(page)}


def said(box, letter):
    return re.search('aria-label="([^"]*)"', buttons(box.question_html())[f"choose {letter}"][1])[1]


def closed(box):
    """Letters that can be reached and do nothing any more."""
    return {act[-1] for act, (_, rest, _) in buttons(box.question_html()).items()
            if 'aria-disabled="true"' in rest}


def marks(box):
    """The signs before the choices, as screen readers hear them and as the page draws them."""
    drawn = {"course-right": "✓", "course-wrong": "✗", "course-chosen": "●"}
    for letter in box.record.choices:
        names, _, _ = buttons(box.question_html())[f"choose {letter}"]
        signs = [sign for name, sign in drawn.items() if name in names]
        assert (signs or ["○"])[0] == said(box, letter)[0]
    return "".join(said(box, letter)[0] for letter in box.record.choices)


def test_choose_commit_look(box):
    assert said(box, "B") == "○ B: no, it is &gt; 0"
    page = box.question_html()
    assert "disabled" in buttons(page)["commit"][1] and "reveal" not in buttons(page)
    box.press("choose A")
    box.press("choose C")
    page = box.question_html()
    assert box.at.chosen == "C" and "Chosen: C" in page
    assert marks(box) == "○○●○" and "disabled" not in buttons(page)["commit"][1]
    box.press("commit")
    page = box.question_html()
    assert closed(box) == set("ABCD") and "Now run: the next cell." in page
    assert "It is 2" not in page and "commit" not in buttons(page)
    assert "data-next" in buttons(page)["reveal"][1]  # where the focus goes
    box.press("choose A")
    assert box.at.chosen == "C"
    box.press("reveal")
    assert marks(box) == "✗✓✗✗"
    page = box.question_html()
    assert "course-chosen" in buttons(page)["choose C"][0]  # one's own is still told apart
    assert "It is 2" in page and "reveal" not in buttons(page)


@pytest.mark.parametrize("act", ["", "choose", "choose Z", "choose <b>", "commit ", "open"])
def test_what_no_button_says_does_nothing(box, act):
    box.press(act)
    assert memory.events("99") == []


def reasons(box):
    """What stands below the choices, from one's own on."""
    page = box.question_html()
    return page[page.index('<div class="course-own"'):]


def test_the_own_reason_comes_first_and_set_apart(box):
    box.choose("C")
    box.commit()
    box.reveal()
    own, rest = reasons(box).split("</div>", 1)
    assert 'class="course-own"' in own and "✗ Your prediction, C, does not hold." in own
    assert RECORD.why["C"] in own and RECORD.why["C"] not in rest
    order = [rest.index(part) for part in ("B holds", "It is 2.", "The slope", "Signs", "The cell")]
    assert order == sorted(order)


def test_a_right_prediction_holds(box):
    box.choose("B")
    box.commit()
    box.reveal()
    own, rest = reasons(box).split("</div>", 1)
    assert "✓ Your prediction, B, holds." in own and "It is 2. The slope rises." in own
    assert "B" not in rest.replace("<b>", "") and RECORD.why["A"] in rest


def test_nothing_happens_out_of_order(box):
    box.commit()
    box.reveal()
    assert not box.committed and not box.at.revealed
    box.choose("A")
    box.reveal()
    assert not box.at.revealed
    assert [e["kind"] for e in memory.events("99")] == ["chosen"]


# --- the answer beside the evidence -------------------------------------------------------


def beside(record=RECORD):
    predict.predict(record)
    predict.reveal(record)
    return exercises.COURSE.session.boxes[record.id]


def test_both_boxes_show_one_state(capsys):
    box = beside()
    box.choose("C")
    box.commit()
    assert "You said <strong>C: it is 0" in box.beside_html()
    assert buttons(box.beside_html())["reveal"][2] == "I have looked"
    assert "reveal" not in buttons(box.question_html()) and "stands below" in box.question_html()
    box.press("reveal")
    assert "It is 2" in box.beside_html() and "It is 2" not in box.question_html()
    assert marks(box) == "✗✓✗✗" and "C, does not hold" in box.question_html()
    predict.predict(RECORD)  # the cell above is run again
    assert exercises.COURSE.session.boxes[RECORD.id] is box and marks(box) == "✗✓✗✗"


def test_the_answer_beside_can_be_shown_without_a_vote(capsys):
    box = beside()
    page = box.beside_html()
    assert "have not committed" in page and "It is 2" not in page
    assert buttons(page)["reveal"][2] == "Show the answer"
    box.press("reveal")
    assert box.at.revealed and marks(box) == "✗✓✗✗" and "course-own" not in box.beside_html()
    box.choose("A")
    box.commit()
    assert not box.committed and predict.vote(RECORD) == predict.Vote(None, (), True)
    assert "without a vote" in box.question_html()


def test_reveal_without_predict_shows_the_question_again(capsys):
    predict.reveal(RECORD)
    box = exercises.COURSE.session.boxes[RECORD.id]
    assert RECORD.question in box.beside_html()
    assert capsys.readouterr().out.startswith("Answer to the prediction 99-test")


def test_on_stage_the_answer_is_there_at_once(capsys, monkeypatch):
    monkeypatch.setenv("COURSE_PROJECTOR", "1")
    predict.reveal(RECORD)
    assert predict.vote(RECORD).revealed and "B holds" in predict._box(RECORD).beside_html()


def test_a_second_vote_is_kept_with_the_first(box):
    for letter in "AC":
        memory.remember("99", "committed", RECORD.id, choice=letter)
    memory.remember("99", "committed", RECORD.id, choice="Z")  # no such letter: an older question
    at = predict.vote(RECORD)
    assert (at.votes, at.committed, at.chosen) == (("A", "C"), "C", "C")


def test_a_room_opens_the_box_once_more(box):
    exercises.COURSE.session.boxes[RECORD.id] = box
    box.answer_beside()
    box.choose("A")
    box.commit()
    memory.ask_again(RECORD.id)
    assert not closed(box)
    assert "votes again" in box.question_html() and "commit" in buttons(box.question_html())
    assert "reveal" in buttons(box.beside_html())
    box.choose("B")
    box.commit()
    assert box.committed and predict.vote(RECORD) == predict.Vote("B", ("A", "B"), False, True)
    assert closed(box) == set("ABCD")
    memory.ask_again(None)
    memory.ask_again(RECORD.id)  # the page of the room was loaded anew
    assert box.committed
    assert ideas.thoughts("99") == []  # no prediction of the course


def test_a_first_vote_in_the_second_round_is_the_only_one(box):
    exercises.COURSE.session.boxes[RECORD.id] = box
    memory.ask_again(RECORD.id)
    assert "Choose one, then commit." in box.question_html()
    box.choose("A")
    box.commit()
    assert box.committed and predict.vote(RECORD).votes == ("A",)


def test_an_answer_that_was_seen_is_not_voted_on_again(box):
    exercises.COURSE.session.boxes[RECORD.id] = box
    box.choose("A")
    box.commit()
    box.reveal()
    memory.ask_again(RECORD.id)
    assert closed(box) == set("ABCD") and marks(box) == "✗✓✗✗"


# --- the same words without widgets -------------------------------------------------------


def test_a_committed_choice_survives_running_the_cell_again(box):
    box.choose("A")
    box.commit()
    again = predict.Question(RECORD)
    assert again.at.chosen == "A" and closed(again) == set("ABCD")


def test_the_still_is_readable_with_the_answer_folded(box):
    words = box._last()
    assert words["text/plain"] == (
        "Prediction: Is w1 < 0?  A) yes  B) no, it is > 0  C) it is 0  D) no one knows"
    )
    page = words["text/html"]
    before, folded = page.split("<details>")
    assert "It is 2." in folded and "It is 2." not in before and "●" not in before
    assert all(f"{letter}: {text}" in before for letter, text in RECORD.choices.items())
    assert 'class="course-predict"' in box.question_html() and 'class="course-predict"' in page


def test_the_still_follows_the_box(box):
    box.choose("C")
    assert "● C: it is 0" in box._last()["text/html"]
    box.commit()
    page = box._last()["text/html"]
    assert "Committed: C." in page and "<details>" in page
    box.reveal()
    page = box._last()["text/html"]
    assert "(yours) C: it is 0" in page and "<details>" not in page
    assert page.count("✓") == 1 and page.count("✗") == 4  # three choices, and one's own reason
    assert "course-own" in box._last_beside()["text/html"]


def test_formulas_are_typeset_or_plain():
    record = prediction("05-mean")
    box = predict.Question(record)
    assert "<msup><mi>h</mi>" in buttons(box.question_html())["choose B"][2]
    assert "$" not in box.question_html() and said(box, "B") == "○ B: hᵀ d_z / t"
    paper = handout.formulas(predict.as_html(record), handout.markdown())
    assert "$" not in paper and "<msup><mi>h</mi>" in paper and "<p><math" not in paper


@pytest.mark.parametrize("asked", sorted(predictions()))
def test_each_of_four_choices_is_explained(asked):
    record = prediction(asked)
    assert list(record.choices) == list("ABCD") == sorted(record.why)
    assert record.answer in record.choices


@pytest.mark.parametrize("notebook", sorted({id.partition("-")[0] for id in predictions()}))
def test_no_letter_is_right_more_often_than_the_others(notebook):
    right = [p.answer for id, p in predictions().items() if id.startswith(f"{notebook}-")]
    counts = [right.count(letter) for letter in "ABCD"]
    assert max(counts) - min(counts) <= 1


# Ways to an answer that need no thought about the question. A guess holds in one case of four.
GUESSES = {
    "without a reason": lambda text: not reasoned(text),
    "with a reason": lambda text: reasoned(text),
    "the shortest": len,
    "the longest": lambda text: -len(text),
}
LIMITS = {"without a reason": 0.35, "with a reason": 0.35, "the shortest": 3 / 8,
          "the longest": 3 / 8}


def reasoned(text):
    """Whether more than the answer is said, after a colon or a comma outside of brackets."""
    return bool(re.search("[:,] ", re.sub(r"\([^()]*\)", "", text)))


def held(record, guess):
    """How probably the guess holds: it takes one of the choices that look best to it, by lot."""
    keys = {letter: GUESSES[guess](plain_text(text)) for letter, text in record.choices.items()}
    if "reason" in guess:
        taken = [letter for letter in keys if keys[letter]] or list(keys)
    else:
        taken = [letter for letter in keys if keys[letter] == min(keys.values())]
    return (record.answer in taken) / len(taken)


@pytest.mark.parametrize(("choices", "guess", "chance"), [
    (["7", "5, the root", "3: half", "4.95"], "without a reason", 1 / 2),
    (["7", "5, the root", "3: half", "4.95"], "with a reason", 0),
    (["(0, 1)", "(1, 0)", "(2, 5)", "(1, 1)"], "without a reason", 1 / 4),
    (["(0, 1)", "(1, 0)", "(2, 5)", "(1, 1)"], "with a reason", 1 / 4),
    (["a lot", "more", "less", "none"], "the shortest", 1 / 3),
    (["a lot", "more", "less", "none"], "the longest", 0),
])
def test_a_guess_takes_one_of_what_looks_best_to_it(choices, guess, chance):
    four = dict(zip("ABCD", choices, strict=True))
    record = Prediction(id="99-guess", question="?", choices=four, answer="D", run="", holds="",
                        why={})
    assert held(record, guess) == pytest.approx(chance)


@pytest.mark.parametrize("guess", GUESSES)
def test_no_prediction_is_told_by_its_looks(guess):
    rate = {}
    for notebook in sorted({id.partition("-")[0] for id in predictions()}):
        own = [p for id, p in predictions().items() if id.startswith(f"{notebook}-")]
        rate[notebook] = sum(held(p, guess) for p in own) / len(own)
    assert not [notebook for notebook, holds in rate.items() if holds >= LIMITS[guess]], rate


@pytest.mark.parametrize("asked", sorted(predictions()))
def test_no_formula_is_left_as_code_in_plain_words(asked):
    record = prediction(asked)
    texts = [record.question, *record.choices.values(), record.holds, *record.why.values()]
    for text in texts:
        assert not set(plain_text(text)) & set("$\\{}^"), plain_text(text)
        assert text.count("$") % 2 == 0


def test_without_the_tool_formulas_are_plain_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "latex2mathml.converter", None)
    page = predict.Question(prediction("05-mean")).question_html()
    assert "<math" not in page and "$" not in page and "hᵀ d_z / t</span>" in page


def test_a_press_on_the_page_reaches_the_box_and_changes_the_page(box):
    widget = box.view._made()
    widget._handle_custom_msg({"act": "choose B"}, [])
    assert box.at.chosen == "B" and "Chosen: B" in widget.html
    assert box.view._made() is widget  # a second view follows the first
    widget.close()
    assert box.view._made() is not widget  # of a page that was cleared


def test_outside_a_notebook_it_prints(capsys):
    assert predict.predict(RECORD) is None
    assert capsys.readouterr().out.startswith("Prediction: Is w1 < 0?")


def test_quiet(capsys, monkeypatch):
    monkeypatch.setenv("COURSE_QUIET", "1")
    predict.predict(RECORD)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("call", [exercises.predict, exercises.reveal])
def test_an_unknown_id_is_named(call):
    with pytest.raises(KeyError, match="no prediction '99-none'"):
        call("99-none")


def test_beside_a_room_the_box_has_a_link_to_its_poll(box, monkeypatch):
    assert "course-room" not in box.question_html()
    monkeypatch.setenv("COURSE_ROOM_PAGE", "http://127.0.0.1:8779/?key=a&b")
    linked = predict.Question(RECORD).question_html()
    assert 'href="http://127.0.0.1:8779/?key=a&amp;b#99-test"' in linked
