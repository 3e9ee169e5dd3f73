"""What `course check` hands on: the formats of graders, the page for a student, copied cells."""

import csv
import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from course_tools import cli, notebooks, verdicts
from course_tools.results import feedback, formats, owners, students
from course_tools.results.students import Gradebook
from course_utils import exercises
from helpers_nb import code, notebook
from misstep import cards

SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"
RIGHT = ('@exercise("step")\ndef step(x):\n    return np.where(np.asarray(x) > 0, 1.0, 0.0)')
STUB = '@exercise("step")\ndef step(x):\n    raise NotImplementedError'
AT_ZERO = RIGHT.replace("> 0", ">= 0")
EVIL = RIGHT.replace("return", "raise ValueError('<script>alert(1)</script>\\x1b[31m=1+1')\n    #")
NUMBER_OF_01 = len(exercises.records("01"))


def hand_in(path, *sources):
    path.parent.mkdir(parents=True, exist_ok=True)
    cells = [code("01-setup", SETUP, "setup")]
    cells += [code(f"9f00aa{i:02d}", source) for i, source in enumerate(sources)]
    notebooks.write(notebook(*cells), path)


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    """A class of five, checked: right above a copied stub, wrong, hostile, damaged, twice."""
    folder = tmp_path_factory.mktemp("class")
    hand_in(folder / "ann/01_xor_failure.ipynb", RIGHT, STUB)
    hand_in(folder / "bob/01_xor_failure.ipynb", AT_ZERO)
    hand_in(folder / "eve/01_xor_failure.ipynb", EVIL)
    (folder / "zoe").mkdir()
    (folder / "zoe/01_xor_failure.ipynb").write_text("{")
    hand_in(folder / "kim/01_xor_failure.ipynb", STUB)
    hand_in(folder / "kim/01_xor_failure (1).ipynb", RIGHT)
    found, problems = verdicts.check_files(sorted(folder.rglob("*.ipynb")), cards=True, jobs=3)
    assert len(problems) == 1 and "zoe" in problems[0]
    return found


def of(rows, name):
    return [row for row in rows if f"/{name}/" in row.file]


def the_step(rows, name):
    return [row for row in of(rows, name) if row.exercise == "step"]


# --- rows ---------------------------------------------------------------------------------------


def test_a_copied_stub_does_not_take_a_right_answer_back(rows):
    row, = the_step(rows, "ann")
    assert row.status == "passed" and row.score == 1
    assert row.message.endswith("(step stands in 2 cells; the best counts.)")
    assert "stands in" not in the_step(rows, "bob")[0].message


def test_a_wrong_answer_has_the_share_of_its_cases(rows):
    row, = the_step(rows, "bob")
    result = exercises.check("step", lambda x: 1.0 * (np.asarray(x) >= 0))
    assert row.status == "failed"
    assert 0 < row.score == round(result.passed / result.total, 2) < 1


def test_what_was_not_done_or_not_checked(rows):
    assert {row.score for row in of(rows, "eve") if row.exercise != "step"} == {0}
    assert [row.score for row in of(rows, "zoe")] == [None]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["a/x/01_xor_failure.ipynb", "b/01_xor_failure.ipynb"], ["a", "b"]),
        (["in/ann_01_xor_failure.ipynb", "in/bob_01 (2).ipynb"], ["ann", "bob"]),
        (["in/01_xor_failure_ann.ipynb", "in/01_xor_failure-bob.ipynb"], ["ann", "bob"]),
        (["in/01_xor_failure.ipynb", "in/01_xor_failure (1).ipynb"], ["in", "in"]),
        (["in/homework.ipynb", "in/Ann Lee 03b.ipynb"], ["homework", "Ann Lee"]),
        (["in/s123456_05.ipynb"], ["s123456"]),
        ([], []),
    ],
)  # fmt: skip
def test_names_of_students(paths, expected):
    assert [one.name for one in owners.owners(paths)] == expected


def test_the_best_of_two_files_counts(rows):
    mine = Gradebook.of(of(rows, "kim") + of(rows, "ann")).best["kim"]["01"]
    assert [row.status for row in mine if row.exercise == "step"] == ["passed"]
    assert students.points(mine) == 1.0


# --- formats ------------------------------------------------------------------------------------


def table(text):
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_every_format_of_the_command_has_a_writer():
    assert tuple(sorted(formats.WRITERS)) == cli.FORMATS


def test_gradescope(rows):
    found = json.loads(formats.write("gradescope", Gradebook.of(of(rows, "bob"))))
    assert set(found) <= {"score", "execution_time", "output", "output_format", "visibility",
                          "stdout_visibility", "extra_data", "tests", "leaderboard"}
    assert len(found["tests"]) == NUMBER_OF_01
    test, = (t for t in found["tests"] if t["name"].startswith("01 step: "))
    assert 0 < test["score"] < test["max_score"] == 1 and test["status"] == "failed"
    assert test["tags"] == ["convention/step-at-zero"] or "/" in test["tags"][0]
    assert {t["visibility"] for t in found["tests"]} == {"visible"}


def test_gradescope_of_a_file_that_cannot_be_read_gives_no_zero_for_an_exercise(rows):
    found = json.loads(formats.write("gradescope", Gradebook.of(of(rows, "zoe"))))
    assert [{"score", "max_score", "status"} & set(test) for test in found["tests"]] == [set()]
    assert "no zero" in found["output"]
    assert "notebook" in found["tests"][0]["output"]


def test_prairielearn(rows):
    found = json.loads(formats.write("prairielearn", Gradebook.of(of(rows, "ann"))))
    assert found["gradable"] is True and found["score"] == round(1 / NUMBER_OF_01, 4)
    assert {"name", "points", "max_points", "message"} == set(found["tests"][0])
    invalid = json.loads(formats.write("prairielearn", Gradebook.of(of(rows, "zoe"))))
    assert invalid["gradable"] is False and len(invalid["format_errors"]) == 1


def test_prairielearn_keeps_below_its_limit(rows):
    row = of(rows, "bob")[0]
    long = [replace(row, message="x" * 1000, exercise=f"e{i}") for i in range(1200)]
    assert len(formats.write("prairielearn", Gradebook.of(long)).encode()) < 1_000_000


@pytest.mark.parametrize("name", ["gradescope", "prairielearn"])
def test_a_format_for_one_hand_in_refuses_a_class(rows, name):
    with pytest.raises(ValueError, match="expected the files of one student, got files of 5"):
        formats.write(name, Gradebook.of(rows))


def test_canvas(rows):
    text = formats.write("canvas", Gradebook.of(rows))
    header = text.removeprefix("\ufeff").splitlines()[0].split(",")
    # What its importer asks of a header: Student first, ID second, Section last before the columns.
    assert "Student" in header[0] and "ID" in header[1] and "Section" in header[3]
    assert re.search(r"SIS\s+Login\s+ID", header[2])
    first, *others = table(text)
    assert "Points Possible" in first["Student"]
    column = "Nonlinear Models 01"
    assert first[column] == str(NUMBER_OF_01)
    assert {r["SIS Login ID"]: r[column] for r in others}["ann"] == "1.0"
    assert {r["Student"]: r[column] for r in others}["zoe"] == ""  # open, not zero


def test_moodle(rows):
    text = formats.write("moodle", Gradebook.of(rows))
    found = {r["Username"]: r["Nonlinear Models 01"] for r in table(text)}
    assert set(found) == {"ann", "bob", "eve", "kim", "zoe"}
    assert found["kim"] == "1.0" and found["zoe"] == "" and 0 < float(found["bob"]) < 1


def test_nbgrader(rows):
    text = formats.write("nbgrader", Gradebook.of(rows))
    assert text.splitlines()[0] == ("assignment,duedate,timestamp,student_id,last_name,first_name,"
                                    "email,raw_score,late_submission_penalty,score,max_score")
    found = {r["student_id"]: r for r in table(text)}
    assert found["ann"]["score"] == "1.0" and found["ann"]["max_score"] == str(NUMBER_OF_01)
    assert found["ann"]["assignment"] == "01"


def test_junit(rows):
    root = ElementTree.fromstring(formats.write("junit", Gradebook.of(rows)))
    assert root.tag == "testsuites" and len(root) == 5
    for suite in root:
        cases = suite.findall("testcase")
        assert suite.get("tests") == str(len(cases))
        for tag, count in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert suite.get(count) == str(len(suite.findall(f"testcase/{tag}")))
        assert all(case.get("name") and case.get("classname") for case in cases)
    assert root.get("tests") == str(len(root.findall("*/testcase")))
    failure = root.find("testsuite[@name='bob 01']/testcase/failure")
    assert "/" in failure.get("type") and failure.get("message") == failure.text


@pytest.mark.parametrize("name", cli.FORMATS)
def test_a_status_that_a_hand_in_made_up_is_an_error(name, tmp_path, monkeypatch):
    monkeypatch.setattr(verdicts.Here, "run", lambda *_: ({"step": {"status": "great"}}, None))
    hand_in(tmp_path / "mal/01_xor_failure.ipynb", STUB)
    rows, _ = verdicts.check_files([tmp_path / "mal/01_xor_failure.ipynb"])
    assert [row.status for row in rows if row.exercise == "step"] == ["error"]
    assert "great" not in formats.write(name, Gradebook.of(rows))


@pytest.mark.parametrize("name", cli.FORMATS)
def test_nothing_of_a_hand_in_steers_what_reads_it(rows, name):
    text = formats.write(name, Gradebook.of(of(rows, "eve")))
    assert "\x1b" not in text and "\n=" not in text and ",=" not in text
    if name == "junit":
        assert "<script" not in text


# --- pages --------------------------------------------------------------------------------------


class Tags(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.seen, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.seen.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]


def test_a_page_for_each_student(rows, tmp_path):
    names = feedback.write_pages(Gradebook.of(rows), tmp_path / "pages")
    assert names == [f"{n}.html" for n in ("ann", "bob", "eve", "kim", "zoe")]
    for name in names:
        tags = Tags((tmp_path / "pages" / name).read_text(encoding="utf-8"))
        assert "script" not in tags.seen and not tags.links
    bob = (tmp_path / "pages/bob.html").read_text(encoding="utf-8")
    card = exercises.check("step", lambda x: 1.0 * (np.asarray(x) >= 0))._repr_html_()
    assert re.search(r"<strong>([^<]+)</strong></div>", card)[1] in bob  # the card's own finding
    assert "Smallest failing case:" in bob and "expected" in bob.lower()
    assert f"0 of {NUMBER_OF_01} exercises are right." in bob
    assert "&lt;script&gt;" in (tmp_path / "pages/eve.html").read_text(encoding="utf-8")
    zoe = (tmp_path / "pages/zoe.html").read_text(encoding="utf-8")
    assert "not a notebook that can be read" in zoe


def test_parts_that_a_hand_in_wrote_itself_cannot_do_harm():
    parts = [["plain", "<img src=x>"], ["raw", "<b>"], ["columns", [["a", "b", "<i>"], ["a"], 3]],
             "x", ["plain", 3], ["finding", "y" * 100_000]]
    card = cards.of_parts("failed", "Exercise 1.1, Step", feedback._sound(parts))
    assert "<img" not in card and "<b>" not in card and "<i>" not in card
    assert "&lt;i&gt;" in card and len(card) < 10_000
    assert "<div" in cards.of_parts(
        "failed", "Exercise 1.1, Step", feedback._sound(None))


def test_two_students_of_one_name_on_disk_have_two_pages():
    taken = set()
    names = [feedback._file_name(name, taken) for name in ("a/b", "a?b", "A_B", "..", "\ud83d")]
    assert len({name.lower() for name in names}) == 5
    assert all(re.fullmatch(r"[\w.-]+", name) for name in names)


# --- the command --------------------------------------------------------------------------------


def test_the_command_writes_what_is_asked(tmp_path, capsys, monkeypatch):
    hand_in(tmp_path / "ann_01.ipynb", RIGHT)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["check", "ann_01.ipynb", "--to", "gradescope", "--feedback", "pages"]) == 0
    said = capsys.readouterr().out
    assert "written to results.json" in said and "written to pages: 1 pages" in said
    assert json.loads((tmp_path / "results.json").read_text())["tests"]
    assert (tmp_path / "pages/ann.html").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--out", "x"], "--out: expected --to FORMAT"), (["--jobs", "0"], "expected a number from 1"),
     (["--to", "canvas", "--out", "no/such/folder.csv"], "does not exist")],
)  # fmt: skip
def test_what_cannot_be_is_told_before_the_work(tmp_path, capsys, arguments, said):
    hand_in(tmp_path / "ann_01.ipynb", RIGHT)
    assert cli.main(["check", str(tmp_path / "ann_01.ipynb"), *arguments]) == 1
    assert said in capsys.readouterr().err


def test_a_class_in_the_format_of_one_keeps_the_table(tmp_path, capsys):
    for name in ("ann", "bob"):
        hand_in(tmp_path / f"{name}_01.ipynb", STUB)
    out = tmp_path / "r.json"
    arguments = ["check", str(tmp_path), "--to", "gradescope", "--out", str(out)]
    assert cli.main(arguments) == 1
    said = capsys.readouterr().out
    assert "expected the files of one student" in said and "step" in said and not out.exists()
