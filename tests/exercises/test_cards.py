"""Cards and help: what stands where on a card, when a hint comes, what a slip in a name gets."""

import re

import numpy as np
import pytest

from course_tools import notebooks
from course_utils import exercises
from misstep import cards
from misstep.cards.card import rich
from misstep.course import Session
from widgets import page


@pytest.fixture(autouse=True)
def fresh_session(monkeypatch):
    monkeypatch.setattr(exercises.COURSE, "session", Session())


def page_of(id, fn):
    return exercises.check(id, fn)._repr_html_()


def stripped(html):
    return re.sub(r"<[^>]*>", " ", html)


def tries(fn, times, id="step"):
    for _ in range(times):
        exercises.exercise(id)(fn)


# --- what stands where ------------------------------------------------------------------------


def test_the_finding_comes_first_and_in_bold():
    result = exercises.check("step", np.sign)
    page = result._repr_html_()
    bold = re.findall("<strong>(.*?)</strong>", page)
    assert bold == ["✗ Not yet", result.finding.replace("'", "&#x27;")]
    assert str(result).splitlines()[1] == result.finding
    assert result.message == f"{result.finding} {result.where}"


def test_got_and_expected_stand_in_two_columns():
    page = page_of("step", np.sign)
    columns = next(c for c in re.findall(r'<div style="display:flex.*?</code></div></div>', page)
                   if "Got" in c)
    assert re.findall(r"<code[^>]*>(.*?)</code>", columns) == ["-1", "0"]
    assert "Got" in columns and "Expected" in columns


@pytest.mark.parametrize("value, got, expected", [
    (np.zeros(17), "shape (17,)", "one number"),
    (None, "None", "one number"),
])
def test_every_kind_of_difference_fills_the_columns(value, got, expected):
    result = exercises.check("step", lambda x: value)
    assert f"Got {got}, expected {expected}." in str(result)
    assert f">{got}</code>" in result._repr_html_()


def test_what_is_not_finite_fills_the_columns_too():
    text = str(exercises.check("step", lambda x: np.asarray(x) * np.nan))
    assert "The result is not finite." in text and "Got nan, expected 1." in text


def test_missing_and_extra_keys_are_named_in_the_columns():
    text = str(exercises.check("mlp_backward", lambda *a: {"H": 1, "V": 2}))
    assert "missing: 'b_H', 'U', 'b_U'; not asked for: 'V'" in text
    assert "expected the keys 'H', 'b_H', 'U', 'b_U'" in text


def test_case_count_and_boilerplate_are_small():
    page = page_of("step", np.sign)
    small = " ".join(re.findall(rf'<div style="{re.escape(cards.SMALL)}">(.*?)</div>', page))
    for words in ("Smallest failing case", "cases are right", "until yours passes", "Stuck?"):
        assert words in small


def test_an_unfit_pair_of_shapes_is_explained():
    result = exercises.check("line_accuracy", lambda X, y, w, b: ((X * w + b > 0) == y).mean())
    assert result.message.startswith("Arrays of the shapes (4,2) and (4,) meet")
    assert "Which of the two shapes" in result.where
    assert "ValueError: operands could not be broadcast" in str(result)


@pytest.mark.parametrize("fn, calls", [
    (np.sign, ["hint", "why", "solution", "doubt"]),
    (lambda x, y: x, ["hint", "solution"]),
    (lambda x: None, ["hint", "solution"]),
    (exercises.reference("step"), ["solution"]),
])
def test_the_last_line_names_the_calls_that_help(fn, calls):
    last = str(exercises.check("step", fn)).splitlines()[-1]
    assert re.findall(r'`(\w+)\("step"\)`', last) == calls


def test_no_line_ends_with_two_marks():
    answers = (lambda x: np.heaviside(x, 0.0) if np.ndim(x) else None, np.sign, lambda x: 1 / 0)
    for fn in answers:
        assert not re.search(r"[.?!] ?\.", str(exercises.check("step", fn)).replace("…", ""))


def test_all_cards_end_at_the_edge_of_the_pictures():
    assert page.WIDTH == 960
    for card in (cards.Note("a", "b"), exercises.check("step", np.sign)):
        assert "max-width:960px;box-sizing:border-box" in card._repr_html_()


def test_only_the_title_of_a_table_is_broken_into_lines():
    shown = cards.Progress("01", [(exercises.record("step"), None)])._repr_html_()
    cells = re.findall("<td.*?</td>", shown)
    assert [i for i, cell in enumerate(cells) if "nowrap" not in cell] == [1]


@pytest.mark.parametrize("text", ["`" * 9000, "<&\"'" * 9000, "\U0001f600" * 9000, "x" * 9000,
                                  "\x1b" * 9000])
def test_clip_bounds_the_html_whatever_the_text(text):
    assert len(rich(cards.clip(text)).encode()) <= cards.PIECE
    assert cards.clip("as it is: `x` < 1") == "as it is: `x` < 1"


# --- hints that fit ---------------------------------------------------------------------------


def test_from_the_third_try_on_hints_come_one_by_one(capsys):
    hints = exercises.record("step").hints
    tries(np.sign, 2)
    assert "Hint:" not in capsys.readouterr().out
    for text in (hints[0], hints[1], hints[2], hints[2]):
        tries(np.sign, 1)
        said = capsys.readouterr().out
        assert "Hint: " + (text if isinstance(text, str) else "") in said


@pytest.mark.parametrize("id, fn", [
    ("line_accuracy", lambda X, y, w, b: ((X * w + b > 0) == y).mean()),  # shapes do not fit
    ("step", lambda x: 1.0 * (x > 0)),  # lists
    ("step", lambda x: np.zeros((2, 2))),  # shape
    ("step", lambda x: "text"),  # kind
])
def test_a_finding_of_form_gets_no_hint_on_the_idea(id, fn, capsys):
    tries(fn, 5, id)
    said = capsys.readouterr().out
    assert not any(h in said for h in exercises.record(id).hints if isinstance(h, str))
    assert f'Hint: Replay it in a new cell: `again = why("{id}")`' in said


def test_the_first_hint_asked_for_is_hint_1(capsys):
    tries(np.sign, 5)
    capsys.readouterr()
    exercises.hint()
    assert capsys.readouterr().out.startswith("Hint 1 of 3 – Write the step function")


def test_a_hint_s_heading_has_one_dash_and_no_loose_arrow():
    page = stripped(cards.Note("Hint 1 of 3 – Step", "Look.")._repr_html_())
    assert page.split() == "→ Hint 1 of 3 – Step Look.".split()


# --- names ------------------------------------------------------------------------------------

CALLS = [exercises.hint, exercises.solution, exercises.why]


@pytest.mark.parametrize("call", CALLS, ids=lambda f: f.__name__)
def test_without_a_name_the_last_exercise_checked_is_meant(call, capsys):
    for id, fn in (("xor_dataset", lambda: 3), ("step", np.sign), ("xor_dataset", lambda: 3)):
        exercises.exercise(id)(fn)
    capsys.readouterr()
    said = repr(call()) + capsys.readouterr().out
    assert "xor_dataset" in said or exercises.record("xor_dataset").title in said
    assert "step" not in said


@pytest.mark.parametrize("call", CALLS, ids=lambda f: f.__name__)
def test_names_that_are_none_get_a_sentence(call, capsys):
    call()
    assert f'name it: `{call.__name__}("best_step")`' in capsys.readouterr().out
    call("sofmax")
    assert "no exercise 'sofmax': did you mean 'softmax'?" in capsys.readouterr().out
    for other in ("zzz", 3, ["step"], "\x1b]0;x\x07", "y" * 100_000):
        call(other)
        said = capsys.readouterr().out
        assert "There is no exercise" in said and len(said) < 300 and "\x1b" not in said


@pytest.mark.parametrize("call", CALLS, ids=lambda f: f.__name__)
def test_the_function_itself_does_for_its_name(call, capsys):
    call(exercises.reference("step"))
    assert "There is no exercise" not in capsys.readouterr().out


def test_progress_without_a_number_or_with_a_slip(capsys):
    exercises.progress()
    said = capsys.readouterr().out
    asked = [r for r in exercises.records() if not r.retired]
    assert f"0 of {len(asked)} exercises of this course are right" in said
    assert "Go on" not in said and "\n03b  0 of " in said
    exercises.exercise("step")(np.sign)
    capsys.readouterr()
    for asked in ((1,), ("1",), ("01",)):
        exercises.progress(*asked)
        assert "0 of 6 exercises of notebook 01 are right" in capsys.readouterr().out
    exercises.progress("1b")
    assert "no exercises for '1b'" in capsys.readouterr().out


def test_progress_of_the_course_goes_on_where_one_left_off(capsys):
    def said():
        capsys.readouterr()
        exercises.progress()
        return capsys.readouterr().out.partition("\n")[0]

    exercises.exercise("sigmoid")(lambda z: z)
    assert f"Go on at {exercises.record('sigmoid').number}, " in said()
    exercises.exercise("sigmoid")(lambda z: 1 / (1 + np.exp(-np.asarray(z, float))))
    records = exercises.records("03")
    after = records[[r.id for r in records].index("sigmoid") + 1]
    assert said().endswith(f"Go on at {after.number}, {after.title}.")
    assert said().startswith("1 of ")


def test_the_card_of_the_whole_course_leads_on_by_a_link():
    r = exercises.record("softmax")
    card = cards.Whole([(r, "failed")], r, "04.ipynb#x")
    assert f'Go on at <strong><a href="04.ipynb#x">{r.number}, {r.title}</a>' in card._repr_html_()
    assert "Go on" not in cards.Whole([(r, "not attempted")])._repr_html_()
    done = cards.Whole([(r, "passed")])
    assert str(done) == "1 of 1 exercises of this course are right.\n04  1 of 1 right  ✓"


def test_why_says_in_a_sentence_why_there_is_nothing(capsys):
    exercises.why("step")
    exercises.exercise("step")(lambda x: np.heaviside(x, 0.0))
    exercises.why("step")
    exercises.exercise("step")(lambda x: None)
    exercises.why("step")
    said = capsys.readouterr().out
    for words in ("It has not been checked yet", "It passes: there is no failing case",
                  "Its body is still empty"):
        assert words in said


def test_a_replay_of_a_large_result_is_short():
    exercises.exercise("step")(lambda x: list(range(15_000)))
    assert len(repr(exercises.why())) < 5_000 and len(exercises.why().got) == 15_000


def test_the_decorator_without_brackets_says_what_to_write():
    with pytest.raises(TypeError, match=r'write `@exercise\("step"\)`'):
        @exercises.exercise
        def step(x):
            return x


@pytest.mark.parametrize("path", [p for p in notebooks.notebook_files() if p.stem[:2].isdigit()],
                         ids=lambda p: p.stem)
def test_the_set_up_cell_imports_the_help(path):
    cells = notebooks.read(path)["cells"]
    cell = next(c for c in cells if "setup" in c["metadata"].get("tags", ()))
    names = {}
    exec("".join(cell["source"]), names)
    assert {"hint", "why", "solution", "progress"} <= names.keys()
