"""What a course that is written wrong is told: the file, the line, expected and got."""

import re

import pytest

import misstep
from misstep import questions
from misstep.judge.records import bank

RIGHT = """\
# for authors: three ids
04-shift
    The logits are 1, 2, 3. We add 100 to each of them.
    What happens?
   A they all grow || Every exponential grows,
      and so does their sum.
  *B they stay || The common factor cancels.
  run: the next cell
  holds: All three stay.

04-none
    Nothing?
  *A yes || so
   B no || not
  run: none
  holds: nothing
"""
RECALL = """\
04-shift-r1 | L4-1, L4-2
    And without the 100?
  *A the same || It cancels.
   B less || It does not.
"""


def test_what_is_read():
    shift, none = questions.read(RIGHT)
    assert shift == questions.Prediction(
        id="04-shift", question="The logits are 1, 2, 3. We add 100 to each of them. What happens?",
        choices={"A": "they all grow", "B": "they stay"}, answer="B",
        why={"A": "Every exponential grows, and so does their sum.",
             "B": "The common factor cancels."},
        run="the next cell", holds="All three stay.")
    assert (shift.notebook, none.id, none.answer) == ("04", "04-none", "A")
    [again] = questions.read(RECALL)
    assert (again.lecture, again.idea, again.notebook) == (("L4-1", "L4-2"), "04-shift", "04")
    assert questions.read("") == questions.read("# nothing yet\n\n") == []


@pytest.mark.parametrize("text, change, line, expected, got", [
    (RIGHT, ("04-shift\n", "04 shift\n"), 2, "the id of a question, such as 04-shift", "04 shift"),
    (RIGHT, ("04-shift\n", ""), 2, "the id of a question in the first column", "The logits"),
    (RIGHT, ("   A they", "   B they"), 7, "B once", "a second time"),
    (RIGHT, ("  run: the", "  holds: the"), 9, "holds once", "a second time"),
    (RIGHT, ("   A they", "  A. they"), 5, "a choice such as `   A words || reason`", "A. they"),
    (RIGHT, ("  run:", "  then:"), 8, "`run:`, `holds:`", "then:"),
    (RIGHT, (" || The common", " | The common"), 7, "`||` between a choice and its reason",
     "they stay"),
    (RIGHT, ("  run: none\n", ""), 11, "question, run, holds and choices", "holds"),
    (RIGHT, ("    Nothing?\n", ""), 11, "question, run, holds and choices", "04-none"),
    (RIGHT, ("   B no || not\n", ""), 11, "two choices or more", "1 with 1 stars for 04-none"),
    (RIGHT, ("*A yes", " A yes"), 11, "one of them with a star before its letter",
     "2 with 0 stars for 04-none"),
    (RIGHT, ("   B no", "  *B no"), 11, "one of them with a star", "2 with 2 stars for 04-none"),
    (RECALL, ("It does not.\n", "It does not.\n  run: it\n"), 1, "question and choices", "run"),
], ids=lambda value: None if not isinstance(value, tuple) else value[0].strip())
def test_questions_that_cannot_be_read_are_told_with_file_and_line(text, change, line, expected,
                                                                    got):
    assert change[0] in text
    with pytest.raises(ValueError) as error:
        questions.read(text.replace(*change), "ch1/predictions.txt")
    said = str(error.value)
    assert said.startswith(f"ch1/predictions.txt, line {line}: expected "), said
    assert expected in said and got in said.partition(", got ")[2]


def test_the_file_is_named_where_a_course_reads_it(no_course, another):
    misstep.use(misstep.Course("Broken", exercises=another(
        {"ch1/predictions.txt": RIGHT.replace("*B", " B")})))
    with pytest.raises(ValueError, match=r"ch1.predictions\.txt, line 2: expected two choices"):
        questions.predictions()


@pytest.mark.parametrize("content, said", [
    (RIGHT.encode("utf-16"), "expected a text in UTF-8"),
    (f"{RIGHT}\n\n{RIGHT}".encode(), "expected each id once, got 04-shift again"),
])
def test_another_encoding_and_an_id_given_twice_are_told(no_course, another, content, said):
    folder = another({"ch1/predictions.txt": ""})
    (folder / "ch1" / "predictions.txt").write_bytes(content)
    misstep.use(misstep.Course("Broken", exercises=folder))
    with pytest.raises(ValueError, match=said) as error:
        questions.predictions()
    assert "predictions.txt" in str(error.value)


def test_an_editor_s_mark_and_line_ends_are_no_matter(no_course, another):
    folder = another({"ch1/predictions.txt": ""})
    (folder / "ch1" / "predictions.txt").write_bytes(
        b"\xef\xbb\xbf" + RIGHT.replace("\n", "\r\n").encode())
    misstep.use(misstep.Course("Of another system", exercises=folder))
    assert list(questions.predictions()) == ["04-shift", "04-none"]


# --- a course ----------------------------------------------------------------------------


def test_no_course(no_course):
    with pytest.raises(RuntimeError, match=r"expected a course in use, got none; likely cause"):
        misstep.current()


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(ValueError) as error:
        misstep.Course("Waves", exercises=tmp_path / "exercise")
    assert re.match(r"exercises: expected a folder, got '.*exercise'; likely cause", str(
        error.value))


def test_an_unknown_exercise(waves):
    with pytest.raises(KeyError, match="no exercise 'rsm': did you mean 'rms'?"):
        waves.check("rsm", len)
    with pytest.raises(TypeError, match=r'write `@exercise\("rms"\)`'):
        @waves.exercise
        def rms(x):
            pass


def test_a_library_that_is_not_there(no_course, toy):
    course = misstep.use(misstep.Course(
        "Waves", exercises=toy / "exercises", library=("wavs",)))
    with pytest.raises(ModuleNotFoundError, match="wavs"):
        course.names  # noqa: B018


@pytest.mark.parametrize("change, said", [
    (("omitted-term/no-root", "forgotten/no-root"), "expected one of the families sign, factor"),
    (("    o = m\n", ""), "expected a swap below each entry, got none for omitted-term/no-root"),
    (("    o = m\n", "    o == m\n"), "o == m"),
], ids=["family", "no swap", "no assignment"])
def test_a_bank_that_is_written_wrong_names_its_file(no_course, toy, another, change, said):
    text = (toy / "exercises" / "ch1" / "rms.py").read_text(encoding="utf-8")
    assert change[0] in text
    misstep.use(misstep.Course("Broken", library=("waves",), exercises=another(
        {"ch1/rms.py": text.replace(*change)})))
    with pytest.raises(ValueError) as error:
        list(bank("rms").mistakes)
    assert str(error.value).startswith("exercises/ch1/rms.py, line ") and said in str(error.value)
