"""The box of a prediction: choose, commit, look, reveal; and the same words without widgets."""

import pytest

from course_utils.exercises import predictions as predict
from course_utils.exercises.engine import Prediction

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
def forget():
    predict._committed.clear()
    yield
    predict._committed.clear()


@pytest.fixture
def box():
    return predict.Question(RECORD)


def shown(box):
    """Texts of the box's buttons and words, in order."""
    return [getattr(w, "description", "") or w.value for w in box.widget.children]


def test_choose_commit_look(box):
    buttons = list(box.choices.values())
    assert [b.description for b in buttons][1] == "○  B: no, it is > 0"
    assert box.commit_button.disabled and box.looked_button not in box.widget.children
    buttons[0].click()
    buttons[2].click()
    assert box.choice == "C" and "Chosen: C" in box.words.value
    assert [b.description[0] for b in buttons] == ["○", "○", "●", "○"]
    box.commit_button.click()
    assert all(b.disabled for b in buttons) and "Now run: the next cell." in box.words.value
    assert not any("It is 2" in text for text in shown(box))
    buttons[0].click()
    assert box.choice == "C"
    box.looked_button.click()
    assert "C, does not hold" in box.words.value
    assert all(reason in box.answer.value for reason in RECORD.why.values())
    assert box.answer in box.widget.children and box.looked_button not in box.widget.children


def test_a_right_prediction_holds(box):
    box.choose("B")
    box.commit()
    box.reveal()
    assert "B, holds" in box.words.value and "B (this holds)" in box.answer.value


def test_nothing_happens_out_of_order(box):
    box.commit()
    box.reveal()
    assert not box.committed and not box.revealed


def test_a_committed_choice_survives_running_the_cell_again(box):
    box.choose("A")
    box.commit()
    again = predict.Question(RECORD)
    assert again.choice == "A" and again.choices["A"].disabled


def test_one_output_with_the_answer_folded(box):
    bundle = box._repr_mimebundle_()
    assert bundle.pop("application/vnd.jupyter.widget-view+json")
    assert set(bundle) == {"text/plain", "text/html"}
    assert bundle["text/plain"] == (
        "Prediction: Is w1 < 0?  A) yes  B) no, it is > 0  C) it is 0  D) no one knows"
    )
    page = bundle["text/html"]
    before, folded = page.split("<details>")
    assert "It is 2." in folded and "It is 2." not in before
    assert all(f"{letter}: {text}" in before for letter, text in RECORD.choices.items())
    assert "course-predict" in box.widget._dom_classes and 'class="course-predict"' in page


def test_outside_a_notebook_it_prints(capsys):
    assert predict.predict(RECORD) is None
    assert capsys.readouterr().out.startswith("Prediction: Is w1 < 0?")


def test_quiet(capsys, monkeypatch):
    monkeypatch.setenv("COURSE_QUIET", "1")
    predict.predict(RECORD)
    assert capsys.readouterr().out == ""


def test_an_unknown_id_is_named():
    with pytest.raises(KeyError, match="no prediction '99-none'"):
        predict.predict("99-none")
