"""A course of one exercise: judged, asked, and not mixed with another one."""

import re
from pathlib import Path

import numpy as np
import pytest

import misstep
from misstep import questions
from misstep.judge import claims
from misstep.judge.grammar import Bank
from misstep.judge.records import bank


def forgot_the_root(x):
    return np.mean(np.square(x))


def a_sum_for_the_mean(x):
    return np.sqrt(np.sum(np.square(x)))


# --- NOTATION.md -------------------------------------------------------------------------


def test_the_banks_of_the_notation_are_read_and_run():
    text = Path(__file__).parents[1].joinpath("NOTATION.md").read_text(encoding="utf-8")
    softmax, running, claimed = map(Bank, re.findall(r"```text\n(.*?)```", text, re.S))
    assert softmax.right()([[0.0, 0.0]]).tolist() == [[0.5, 0.5]]
    x = np.array([1.0, 3.0, 8.0])
    assert running.right()(x).tolist() == [1, 2, 4]
    assert [wrong.wrong(x).tolist() for wrong in running.mistakes] == [[0, 1, 2], [1, 4, 12]]
    P, y = np.array([[0.5, 0.5], [0.2, 0.8]]), np.array([0, 1])
    assert claimed.right()(P, y) == -np.log([0.5, 0.8]).mean()
    assert [(e.needs, e.where_needs) for e in claimed.entries] == [("column-index", ""),
                                                                   ("", "range")]


def test_the_notation_lists_every_claim_that_there_is():
    text = Path(__file__).parents[1].joinpath("NOTATION.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| (`.*?) \|", text, re.M)
    words = {w for row in table for w in re.findall(r"`([^`]+)`", row)}
    assert words == {*claims.CLAIMS, *claims.PROPERTIES, *claims.RESULTS, "operator * **",
                     "name norm hypot", "unused x"}


# --- verdicts ----------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [
    lambda x: np.sqrt(np.mean(np.square(x))),
    lambda x: np.linalg.norm(x) / len(x) ** 0.5,
    lambda x: (sum(v * v for v in x) / len(x)) ** 0.5,
])
def test_right_answers(waves, answer):
    result = waves.check("rms", answer)
    assert result and result.message == "All 4 cases are right."


@pytest.mark.parametrize("answer, name, said", [
    (forgot_the_root, "omitted-term/no-root", "No root is taken."),
    (np.std, "neighbour-formula/standard-deviation", "That is the standard deviation."),
    (a_sum_for_the_mean, "factor/sum-for-mean", "a sum is taken where a mean is asked"),
    (lambda x: -waves_rms(x), "sign/flipped", "opposite sign"),
], ids=["own entry", "the other", "made of a step", "of any result"])
def test_wrong_answers_get_their_name(waves, answer, name, said):
    result = waves.check("rms", answer)
    assert (result.status, result.misconception) == ("failed", name)
    assert said in result.message


def waves_rms(x):
    return np.sqrt(np.mean(np.square(x)))


def test_a_wrong_answer_that_nothing_explains_gets_no_name(waves):
    result = waves.check("rms", lambda x: np.mean(np.abs(x)) + 0.3)
    assert result.status == "failed" and result.misconception is None
    assert result.message.startswith("Not what is asked, and no known mistake gives these numbers.")


def test_a_stub_and_an_answer_that_raises(waves):
    assert waves.check("rms", lambda x: None).status == "not attempted"
    result = waves.check("rms", lambda x: x.nothing)
    assert result.status == "error" and "AttributeError" in result.message


def test_hints_solution_progress_and_replay(waves, capsys):
    waves.exercise("rms")(forgot_the_root)
    for verb in (waves.hint, waves.solution, lambda: waves.progress("ch1")):
        verb()
    said = capsys.readouterr().out
    for words in ("Read its name backwards.", "Solution – Exercise 1.1, Write rms",
                  "0 of 1 exercises of notebook ch1 are right"):
        assert words in said
    assert waves.why().got == pytest.approx(12.5)
    assert waves.state()["rms"].misconception == "omitted-term/no-root"


def test_questions(waves):
    asked = waves.prediction("ch1-twice")
    assert (asked.answer, asked.notebook) == ("B", "ch1")
    assert "did you mean 'ch1-twice'?" in str(pytest.raises(KeyError, waves.prediction, "ch1-twic"))


# --- an exercise -------------------------------------------------------------------------

def test_an_exercise_holds_four_records_and_its_course_what_is_worked_out(waves):
    rms = waves.record("rms")
    assert (rms.words.title, rms.catalogue.number, rms.judge.shapes, rms.tests.right) == (
        "Write rms", "1.1", "n", ())
    assert rms.title == rms.words.title and rms.signature == rms.judge.signature == "rms(x)"
    twin = misstep.Course(waves.title, exercises=waves.exercises, library=waves.library)
    waves.check("rms", forgot_the_root)
    assert waves.record("rms") is rms and rms.judge.behaviours
    assert not twin.record("rms").judge.behaviours and twin.record("rms").judge is not rms.judge


def test_a_field_that_no_exercise_has_is_refused():
    with pytest.raises(TypeError, match="'a': got hint.*, expected fields among title, hints, "):
        misstep.Exercise(id="a", title="", notebook="1", number="1.1", signature="a(x)", hint="",
                         lecture=(), minutes=1, difficulty=1, reference=abs, cases=list)
    fine = misstep.Exercise(id="a", title="", notebook="1", number="1.1", signature="a(x)",
                            lecture=(), minutes=1, difficulty=1, reference=abs, cases=list)
    assert fine.minutes == 1 and not hasattr(fine, "minuets")


class Labelled:
    """Stands for a DataFrame or a Series: numbers with an index."""

    def __init__(self, numbers):
        self.numbers, self.index = np.asarray(numbers), ["wrong"] * np.size(numbers)

    def to_numpy(self):
        return self.numbers

    def __array__(self, dtype=None, copy=None):
        return self.numbers


@pytest.mark.parametrize("made, said", [
    (Labelled, "a Labelled with labels, which are not compared: `.to_numpy()` has none"),
    (str, "a string"), (lambda v: {v}, "a set"), (lambda v: v + 1j, "a complex number"),
])
def test_what_is_no_number_is_refused_in_one_sentence(waves, made, said):
    result = waves.check("rms", lambda x: made(waves_rms(x)))
    assert result.status == "failed" and said in result.message
    assert result.message.count("one number") == 1 and "The call raised" not in str(result)


BARE = """\
from misstep import Case, Exercise


EXERCISE = Exercise(
    id="spread", title="Spread", notebook="b1", number="1.1", signature="spread(x, unit=1.0)",
    lecture=(), minutes=2, difficulty=1, reference=lambda x, unit=1.0: {made},
    cases=lambda: [Case(([1.0, 4.0],), "1 and 4"), Case(([2.0, 0.5, 7.0], 2.0), "three"),
                   Case(([-1.0, -2.5],), "below 0")])
"""


def test_an_exercise_without_a_bank_is_judged(waves, another):
    bare = misstep.Course("Bare", exercises=another(
        {"b1/spread.py": BARE.format(made="(max(x) - min(x)) / unit")}))
    misstep.use(bare)
    assert bare.check("spread", lambda x, unit=1.0: np.ptp(x) / unit)
    result = bare.check("spread", lambda x, unit=1.0: min(x) - max(x))
    assert result.status == "failed" and not result.notes and "damaged" not in str(result)
    bare.why("spread"), bare.hint("spread"), bare.solution("spread"), bare.pieces("spread")


@pytest.mark.parametrize("made, said", [
    ("'a word'", "a string"), ("set(x)", "a set"), ("1j", "a complex number"), ("None", "None"),
    ("(1.0, 'two')", "a string"),
])
def test_an_exercise_that_nothing_can_judge_says_whose_fault_it_is(waves, another, made, said):
    bare = misstep.Course("Bare", exercises=another({"b1/spread.py": BARE.format(made=made)}))
    misstep.use(bare)
    result = bare.check("spread", lambda x, unit=1.0: eval(made))
    assert result.status == "error" and f"the course's own returns {said}" in result.message
    assert "The fault is the course's." in result.message


# --- two courses -------------------------------------------------------------------------

TIDES = '''\
from misstep import Case, Exercise


def rms(x):
    return max(x) - min(x)


EXERCISE = Exercise(
    id="rms", title="Range, mean and spread", notebook="t1", number="7.1", signature="rms(x)",
    lecture=(), minutes=2, difficulty=1, reference=rms,
    cases=lambda: [Case(([1.0, 4.0],), "1 and 4"), Case(([2.0, 0.5, 7.0],), "three"),
                   Case(([-1.0, -2.5],), "below 0")],
    bank="""
rms(x)
    a = max(x)                # the largest
    b = min(x)                # the smallest
    o = a - b

omitted-term/no-root: only the largest is returned. A range has two ends.
    o = a
""")
'''
TIDES_ASKED = """\
t1-high
    Is it high water?
  *A yes || The moon says so.
   B no || It does not.
  run: the next cell
  holds: It is.
"""


def test_two_courses_do_not_meet(waves, another):
    tides = misstep.Course("Tides", exercises=another(
        {"t1/rms.py": TIDES, "t1/predictions.txt": TIDES_ASKED}))

    def wave(course, answer):
        misstep.use(course)
        result = course.check("rms", answer)
        return result.status, result.message.partition(".")[0], str(result).splitlines()[0]

    for _ in range(2):
        assert wave(waves, forgot_the_root) == (
            "failed", "No root is taken", "✗ Not yet – Exercise 1.1, Write rms")
        assert wave(waves, waves_rms)[0] == "passed"
        assert list(questions.questions()) == ["ch1-twice", "ch1-twice-r1"]
        assert list(bank("rms").text.steps) == ["a", "s", "m", "o"]
        assert wave(tides, max) == (
            "failed", "Only the largest is returned",
            "✗ Not yet – Exercise 7.1, Range, mean and spread")
        assert wave(tides, np.ptp)[0] == "passed" and wave(tides, waves_rms)[0] == "failed"
        assert list(questions.questions()) == ["t1-high"]
    assert waves.package != tides.package


def test_two_courses_that_are_asked_in_turn_do_not_meet(waves, another, capsys):
    """Nobody says which one is in use: each verb is of its own course, and so is what it keeps."""
    tides = misstep.Course("Tides", exercises=another(
        {"t1/rms.py": TIDES, "t1/predictions.txt": TIDES_ASKED}))
    of_waves, of_tides = waves.exercise("rms"), tides.exercise("rms")  # decorators, run later
    of_tides(max), of_waves(forgot_the_root)
    assert tides.state()["rms"].message != waves.state()["rms"].message
    assert str(tides.state()["rms"]).startswith("✗ Not yet – Exercise 7.1")
    assert str(waves.state()["rms"]).startswith("✗ Not yet – Exercise 1.1")
    again = tides.why("rms"), waves.why("rms")
    assert again[0].expected == pytest.approx(3.0) and again[1].got == pytest.approx(12.5)
    assert [repr(one).splitlines()[0].partition(" on ")[0] for one in again] == ["rms", "rms"]
    tides.hint("rms"), waves.hint("rms"), waves.progress("ch1"), tides.progress("t1")
    said = capsys.readouterr().out
    assert "There are none for it" in said and "Read its name backwards." in said
    assert "0 of 1 exercises of notebook t1 are right" in said
    assert tides.check("rms", np.ptp) and not waves.check("rms", np.ptp)
    assert tides.record("rms").number == "7.1" and waves.record("rms").number == "1.1"
    assert tides.prediction("t1-high").answer == "A"
    assert "t1-high" in str(pytest.raises(KeyError, waves.prediction, "t1-high"))


def test_predictions_of_two_courses_that_are_clicked_in_turn_do_not_meet(waves, another):
    """A press comes from the page, outside any verb: it is remembered with the box's own course."""
    tides = misstep.Course("Tides", exercises=another(
        {"t1/rms.py": TIDES, "t1/predictions.txt": TIDES_ASKED}))
    asked = {waves: "ch1-twice", tides: "t1-high"}
    for course, id in asked.items():
        course.predict(id)
    boxes = {course: course.session.boxes[id].view for course, id in asked.items()}
    for in_use in asked:
        misstep.use(in_use)
        for act in ("choose A", "commit", "reveal"):
            for view in boxes.values():
                view.act(act)
    for course, id in asked.items():
        (notebook, events), = course.session.unwritten.items()
        assert notebook == id.partition("-")[0] and {e["id"] for e in events} == {id}
        assert [e["kind"] for e in events] == ["chosen", "committed", "revealed"]
    assert "does not hold" in boxes[waves].content() and "does not hold" not in boxes[
        tides].content()
    assert not waves.state() and not tides.state()


def test_two_courses_of_one_title_do_not_meet(waves, another):
    other = misstep.Course(waves.title, exercises=another({"t1/rms.py": TIDES}))
    assert misstep.use(other).record("rms").number == "7.1"
    assert misstep.use(waves).record("rms").number == "1.1"
