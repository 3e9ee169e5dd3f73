"""The way to a course system and back: its names, its roster, what it imports, what it hands out.

The samples have the form of the real thing; where that was read stands beside each.
"""

import csv
import io
import re
import unicodedata
import zipfile

import pytest

from course_tools import CourseError, cli, files
from course_tools.results import feedback, formats, owners, roster, students
from course_tools.results.students import Gradebook
from course_tools.rows import Row
from course_utils import exercises
from helpers_nb import code, notebook

ALL_01 = [record.id for record in exercises.records("01")]
OF_01 = len(ALL_01)
NB = "01_xor_failure.ipynb"

# Canvas: gradebook export (lib/gradebook_exporter: Student, ID, SIS ..., "Points Possible" below,
# "Student, Test" last); names of files: app/models/content_zipper.rb, get_filename.
CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Nonlinear Models 01 (4711),Final Score
,,,,,Manual Posting,
    Points Possible,,,,,6.00,(read only)
"Novák, Ann",101,S900,ann@uni.example,MATH-1,,80
"Lee, Bo",102,101,bol,MATH-1,2.50,70
"Müller, Zoë",103,S902,=zoe,MATH-1,,60
"Lee, Ann",104,S903,annlee,MATH-1,,60
"Student, Test",199,,f0e1,MATH-1,,0
"""
CANVAS_FILES = {
    "novákann_101_5001_01_xor_failure.ipynb": "Novák, Ann",
    "novákann_late_101_5009_01_xor_failure-1.ipynb": "Novák, Ann",
    "leebo_LATE_102_5002_01_xor_failure.ipynb": "Lee, Bo",  # 102, not who has 101 as SIS User ID
    unicodedata.normalize("NFD", "müllerzoë_103_5003_solution_01.ipynb"): "Müller, Zoë",
    "104_5004_01_xor_failure.ipynb": "Lee, Ann",  # anonymous grading leaves the name out
    "leeann_777_5005_01_xor_failure.ipynb": None,  # her name, another number: somebody else
}

# Moodle: mod/assign/feedback/file/importziplib.php (names of folders), and
# mod/assign/feedback/offline/importgradeslib.php (columns of the grading worksheet).
WORKSHEET = """\
Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Grade can be changed,\
Last modified (submission),Last modified (grade),Feedback comments
Participant 71,Ann Novák,s900,ann@uni.example,Submitted for grading,,"100,00",Yes,x,-,
Participant 72,Bo Lee,s901,bo@uni.example,Submitted for grading,5.00,"100,00",Yes,x,"Monday, 2",old
Participant 73,Zoë Müller,s902,zoe@uni.example,No submission,,"100,00",Yes,-,-,
"""
MOODLE_FILES = {
    f"Ann Novák_71_assignsubmission_file_/{NB}": "Ann Novák",
    f"Bo Lee_72_assignsubmission_file/{NB}": "Bo Lee",  # since Moodle 4.1
    "Zoë Müller_73_assignsubmission_file_01.ipynb": "Zoë Müller",  # not in folders
    f"Bo Lee_99_assignsubmission_file_/{NB}": None,
}

# Gradescope: the export's submission_metadata.yml, as otter-grader's GradescopeParser reads it.
METADATA = """\
submission_111:
  :submitters:
  - :name: Ann Novák
    :sid: 's900'
    :email: ann@uni.example
  :created_at: 2026-03-01 10:00:00.000000000 Z
submission_112:
  :submitters:
  - :name: Bo Lee
    :sid: 's901'
    :email: bo@uni.example
  - :name: Zoë Müller
    :sid: 's902'
    :email: zoe@uni.example
submission_113: {}
"""
GRADESCOPE = "First Name,Last Name,SID,Email\nAnn,Novák,s900,ann@uni.example\n" \
             "Bo,Lee,s901,bo@uni.example\nZoë,Müller,s902,zoe@uni.example\n"

# nbgrader 0.9: `nbgrader db student import` reads id, first_name, last_name, email.
NBGRADER = "id,first_name,last_name,email\nann,Ann,Novák,ann@uni.example\nbo,Bo,Lee,\n"


def row(file, exercise="step", status="passed", score=1, number="01"):
    return Row(file, number, exercise, exercise, status, score=score)


def a_roster(tmp_path, text, encoding="utf-8"):
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode(encoding))
    return roster.read(path)


def table(text):
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def who(paths, people, submitters=None):
    known = students.register(list(paths), people, submitters)
    return {file: known.names[file][0] if file not in known.strangers else None for file in paths}


# --- names --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "files"), [(CANVAS, CANVAS_FILES), (WORKSHEET, MOODLE_FILES)],
                         ids=["canvas", "moodle"])
def test_the_roster_decides_who_is_who(tmp_path, text, files):
    people = a_roster(tmp_path, text)
    assert who(files, people) == files
    known = students.register(list(files), people)
    (line,) = [line for line in known.lines() if "is not on the roster" in line]
    assert next(file for file, name in files.items() if name is None) in line


def test_who_handed_in_nothing_is_said(tmp_path):
    known = students.register(["novákann_101_5001_01.ipynb"], a_roster(tmp_path, CANVAS))
    assert [p.name for p in known.missing()] == ["Lee, Bo", "Müller, Zoë", "Lee, Ann"]
    assert known.lines() == ["3 of 4 on the roster handed in nothing that is here: "
                             "Lee, Bo, Müller, Zoë, Lee, Ann"]


def test_gradescope_folders_belong_to_those_in_its_metadata(tmp_path):
    (tmp_path / owners.METADATA).write_text(METADATA)
    files = [f"{tmp_path}/submission_{n}/{NB}" for n in (111, 112, 113)]
    known = students.register(files, a_roster(tmp_path, GRADESCOPE), owners.submitters_of(files))
    assert known.names[files[0]] == ["Ann Novák"]
    assert known.names[files[1]] == ["Bo Lee", "Zoë Müller"]  # a group: both get the points
    assert list(known.strangers) == [files[2]]
    best = Gradebook([row(file) for file in files], known).best
    assert set(best) == {"Ann Novák", "Bo Lee", "Zoë Müller",
                         "submission_113 (not on the roster)"}


@pytest.mark.parametrize("content", ["{", "- 1\n- 2", "submission_1: 5", "!!python/object:x {}"])
def test_metadata_that_cannot_be_read_leave_the_folders_names(tmp_path, content):
    (tmp_path / owners.METADATA).write_text(content)
    assert owners.submitters_of([tmp_path / "submission_1" / NB]) == {}


def test_metadata_of_a_students_own_making_cost_neither_memory_nor_time(tmp_path, monkeypatch):
    lists = "".join(f"  :{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n"
                    for a, b in ("ab", "bc", "cd", "de"))
    (tmp_path / owners.METADATA).write_text(
        f"submission_1:\n  :a: &a [{', '.join('x' * 9)}]\n{lists}  :submitters:\n  - :name: *e\n")
    found = owners.submitters_of([tmp_path / "submission_1" / NB])
    assert len(str(found)) < 1000
    monkeypatch.setattr(owners, "MAX_METADATA", 10)
    assert owners.submitters_of([tmp_path / "submission_1" / NB]) == {}


def test_nbgrader_folders(tmp_path):
    files = [f"course/submitted/{name}/01/{NB}" for name in ("ann", "bo", "eve")]
    assert list(who(files, a_roster(tmp_path, NBGRADER)).values()) == ["Ann Novák", "Bo Lee", None]
    one = owners.owners([f"course/submitted/ann/{n}/x.ipynb" for n in ("04", "05")])
    assert {owner.name for owner in one} == {"ann"}  # not students 04 and 05


def test_spellings_of_one_name_are_one_student_without_a_roster():
    names = ["Müller", unicodedata.normalize("NFD", "Müller"), "müller", " Müller "]
    files = [f"in/{name}/w{i}/{NB}" for i, name in enumerate(names)]
    assert len(Gradebook.of([row(file) for file in files]).best) == 1


def test_two_of_one_name_are_two_and_a_name_that_fits_both_is_nobodys(tmp_path):
    people = a_roster(tmp_path, "Full name,Username\nAnn Lee,al1\nAnn Lee,al2\n")
    known = students.register([f"in/{n}/{NB}" for n in ("al1", "al2", "Ann Lee")], people)
    assert list(known.names.values())[:2] == [["Ann Lee"], ["Ann Lee (al2)"]]
    (reason,) = known.strangers.values()
    assert "fits 2 of the roster" in reason


@pytest.mark.parametrize("name", ["Ann Novak", "novak ann", "Novák, Ann", "ANN-NOVÁK", "ann",
                                  "ann@uni.example", "s900"])  # fmt: skip
def test_a_folder_of_their_own_is_found_by_whatever_it_is_called(tmp_path, name):
    files = [f"in/{name}/{NB}", f"in/other/{NB}"]
    assert who(files, a_roster(tmp_path, GRADESCOPE))[files[0]] == "Ann Novák"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_roster_as_spreadsheets_write_it(tmp_path, encoding, separator):
    text = GRADESCOPE.replace(",", separator).replace("\n", "\r\n")
    assert [p.name for p in a_roster(tmp_path, text, encoding).people] == [
        "Ann Novák", "Bo Lee", "Zoë Müller"]


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "\0\0", 'Student,ID\n"' + "x" * 200_000])
def test_what_is_no_roster_is_told(tmp_path, text):
    with pytest.raises(CourseError, match="--roster"):
        a_roster(tmp_path, text)


# --- whose is it? -------------------------------------------------------------------------------

BO = "s.zip/leebo_102_5002_work.zip"  # a zip of Bo's own; what is in it, he named
BOS = "Bo Lee_72_assignsubmission_file"


@pytest.mark.parametrize(("text", "others", "file"), [
    (CANVAS, [f"s.zip/novákann_101_5001_{NB}"], f"{BO}/x_101_9002_{NB}"),
    (CANVAS, [], f"{BO}/x_101_9002_{NB}"),
    (CANVAS, [f"{BO}/y_103_9003_{NB}"], f"{BO}/x_101_9002_{NB}"),
    (CANVAS, [], f"in/leebo_102_5002_work/x_101_9002_{NB}"),  # unpacked by hand
    (CANVAS, [f"in/Lee, Ann/{NB}"], f"in/Lee, Bo/x_101_9002_{NB}"),
    (WORKSHEET, [], f"s.zip/{BOS}_/Ann Novák_71_assignsubmission_file_{NB}"),
    (WORKSHEET, [], f"{BOS}/Ann Novák_71_assignsubmission_file_/{NB}"),
    (WORKSHEET, [], f"{BOS}/submitted/ann/01/{NB}"),
    (NBGRADER, [], f"course/submitted/bo/01/ann_111_5_{NB}"),
    (NBGRADER, [f"course/submitted/ann/01/{NB}"], f"course/submitted/bo/01/sub/ann_111_5_{NB}"),
], ids=lambda value: str(value)[:12])  # fmt: skip
def test_a_name_that_a_student_wrote_makes_nobody_elses_hand_in(tmp_path, text, others, file):
    people = a_roster(tmp_path, text)
    known = students.register([file, *others], people)
    (name,) = known.names[file]
    assert name in ("Lee, Bo", "Bo Lee") and set(known.strangers) <= set(others)
    (line,) = [line for line in known.lines() if line.startswith(file)]
    assert "a name further inside says" in line and "not believed" in line


def test_metadata_in_a_students_own_folder_say_nothing_of_others(tmp_path):
    """A student's own file renamed the folders of a class, in an order that changed by chance."""
    own = tmp_path / "submission_112" / "submission_111"
    own.mkdir(parents=True)
    (tmp_path / owners.METADATA).write_text(METADATA)
    for place in (own, own.parent):
        (place / owners.METADATA).write_text(METADATA.replace("112", "999").replace("111", "112"))
    files = [f"{tmp_path}/submission_111/{NB}", f"{own.parent}/{NB}", f"{own}/{NB}"]
    known = students.register(files, a_roster(tmp_path, GRADESCOPE), owners.submitters_of(files))
    assert list(known.names.values()) == [["Ann Novák"], *[["Bo Lee", "Zoë Müller"]] * 2]
    assert [line for line in known.lines() if "not believed" in line][0].startswith(files[2])


@pytest.mark.parametrize(("files", "names", "said"), [
    (["in/week1/ann/{}", "in/week1/bob/{}", "in/week2/ann/{}"], "ann bob ann", "week1, week2: not"),
    (["in/groupA/ann_{}", "in/groupA/bob_{}", "in/groupB/carl_{}"], "ann bob carl", "groupB: not"),
    (["in/week 1/groupA/ann_{}", "in/week 1/groupB/bob_{}"], "ann bob", "groupB: not"),
    (["in/week1/ann_{}", "in/week2/ann_{}"], "week1 week2", "week2: taken for students, though"),
    (["in/team1/{}", "in/team2/solution_{}"], "team1 team2", ""),  # a hand-in of two
    (["in/ann/week 1/{}", "in/bob/week 1/{}", "in/bob/final_{}"], "ann bob bob", ""),
    (["in/Tuesday/ann/{}", "in/Tuesday/bob/{}"], "ann bob", ""),  # all share that folder
    (["in/May/ann/{}", "in/May/bob/{}", "in/eve/{}"], "May May eve", "there are ann, bob"),
    (["ws_2024_25_x/ann_101_5_{}", "ws_2024_25_x/bob_102_5_{}"], "ann bob", "folder of your own"),
    (["ws_2024_25_x/ann/{}", "ws_2024_25_x/bob/{}"], "ws ws", "`ws_2024_25_x`: rename it"),
    (["in/ann.zip/{}", "in/bob.zip/work/{}"], "ann bob", ""),
], ids=str)  # fmt: skip
def test_folders_that_say_when_are_no_students_and_a_doubt_is_said(files, names, said):
    files = [file.format(NB) for file in files]
    known = students.register(files)
    assert [name for file in files for name in known.names[file]] == names.split()
    lines = " ".join(known.lines())
    assert said in lines and bool(said) == bool(lines)


# --- what goes back -----------------------------------------------------------------------------


def test_canvas_gets_its_own_rows_back(tmp_path):
    known = students.register(list(CANVAS_FILES), a_roster(tmp_path, CANVAS))
    ann, again, bo, zoe, lee, stranger = CANVAS_FILES
    rows = [*(row(again, name) for name in ALL_01), row(ann, "step", "failed", 0.5),
            row(bo, "step", "not checked", None), row(zoe, "step", "failed", 0.25),
            row(lee, "step", "not attempted", 0), row(stranger)]
    text = formats.write("canvas", Gradebook(rows, known))
    header = text.removeprefix("\ufeff").splitlines()[0]
    assert header == "Student,ID,SIS User ID,SIS Login ID,Section,Nonlinear Models 01 (4711)"
    points, *found = table(text)
    column = "Nonlinear Models 01 (4711)"
    assert points["Student"] == "    Points Possible" and points[column] == str(OF_01)
    assert {r["ID"]: r[column] for r in found} == {
        "101": str(float(OF_01)), "102": "2.50",  # what was there: not checked is no zero
        "103": "0.25", "104": "0.0"}
    assert {r["ID"]: r["SIS Login ID"] for r in found}["103"] == "=zoe"  # as Canvas wrote it


def test_moodle_gets_its_worksheet_back(tmp_path):
    known = students.register(list(MOODLE_FILES), a_roster(tmp_path, WORKSHEET))
    ann, bo, zoe, stranger = MOODLE_FILES
    rows = [*(row(ann, n) for n in ALL_01[:3]), *(row(ann, n, "failed", 0.5) for n in ALL_01[3:]),
            row(bo, "step", "not checked", None), row(stranger)]
    text = formats.write("moodle", Gradebook(rows, known))
    # What assignfeedback_offline_grade_importer::init asks for
    assert {"Identifier", "Grade", "Last modified (grade)"} <= set(table(text)[0])
    assert text.splitlines()[0] == WORKSHEET.splitlines()[0]
    found = {r["Identifier"]: r for r in table(text)}
    share = (3 + 0.5 * (OF_01 - 3)) / OF_01
    assert float(found["Participant 71"]["Grade"]) == round(100 * share, 2)
    assert found["Participant 71"]["Feedback comments"].startswith(f"3 of {OF_01} exercises")
    assert found["Participant 72"]["Grade"] == "5.00" and found["Participant 72"][
        "Feedback comments"] == "old"
    assert "Participant 73" not in found and len(found) == 2


@pytest.mark.parametrize(("system", "text", "name", "file", "key"), [
    ("canvas", CANVAS, '"Müller, Zoë"', "zoe_103_5003_01_xor_failure.ipynb", ("ID", "103")),
    ("moodle", WORKSHEET, "Zoë Müller", list(MOODLE_FILES)[2], ("Identifier", "Participant 73"))])
def test_a_name_is_no_formula_in_what_goes_back(tmp_path, system, text, name, file, key):
    """Who is on the roster chose the name; the number finds them, whatever the name is."""
    text = text.replace(name, '"=HYPERLINK(""http://evil.example"",""open"")"')
    known = students.register([file], a_roster(tmp_path, text))
    text = formats.write(system, Gradebook([row(file)], known))
    (found,) = (r for r in table(text) if r[key[0]] == key[1])
    assert found["Student" if system == "canvas" else "Full name"].startswith("'=HYPERLINK(")


def test_moodle_worksheet_is_of_one_notebook(tmp_path):
    known = students.register(list(MOODLE_FILES), a_roster(tmp_path, WORKSHEET))
    rows = [row(list(MOODLE_FILES)[0]), row(list(MOODLE_FILES)[1], "softmax", number="04")]
    with pytest.raises(ValueError, match="expected hand-ins of one notebook"):
        formats.write("moodle", Gradebook(rows, known))


def test_a_list_of_participants_is_answered_by_its_own_column(tmp_path):
    people = a_roster(tmp_path, "First name,Last name,ID number,Email address\nBo,Lee,s901,b@x.y\n")
    files = [f"Bo Lee_72_assignsubmission_file_/{NB}"]
    (found,) = table(formats.write("moodle", Gradebook(
        [row(files[0])], students.register(files, people))))
    assert found == {"ID number": "s901", "Nonlinear Models 01": "1.0"}


def test_nbgrader_gets_logins_and_names(tmp_path):
    files = [f"course/submitted/ann/01/{NB}"]
    known = students.register(files, a_roster(tmp_path, NBGRADER))
    (found,) = table(formats.write("nbgrader", Gradebook([row(files[0])], known)))
    assert (found["student_id"], found["last_name"], found["email"]) == (
        "ann", "Novák", "ann@uni.example")
    assert (found["score"], found["max_score"]) == ("1.0", str(OF_01))


@pytest.mark.parametrize("name", ["canvas", "moodle", "nbgrader"])
def test_points_possible_are_the_records_whatever_a_hand_in_wrote(name):
    rows = [row(f"in/eve/{NB}", f"n{i}") for i in range(5000)] + [row(f"in/ann/{NB}")]
    book = Gradebook.of(rows)
    text = formats.write(name, book)
    assert book.maxima == {"01": OF_01}
    assert {r.get("max_score", str(OF_01)) for r in table(text)} == {str(OF_01)}
    if name == "canvas":
        assert table(text)[0]["Nonlinear Models 01"] == str(OF_01)


def names_in(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def moodles_reader(name, participants):
    """Who gets a file of a feedback zip: `is_valid_filename_for_import`, importziplib.php."""
    for part in name.split("/"):
        info = part.split("_", 4)
        if len(info) >= 4 and info[1].isdigit() and int(info[1]) in participants and (
                info[2:4] in (["assignsubmission", "file"], ["assignfeedback", "file"])):
            return int(info[1])
    return None


def canvas_reader(name):
    """User and attachment: the two numbers in a row that Canvas looks for in a file's name."""
    found = re.search(r"(?:^|_)(\d+)_(\d+)_", name)
    return found and found.groups()


def test_moodles_feedback_zip_is_read_by_its_rule(tmp_path):
    known = students.register(list(MOODLE_FILES), a_roster(tmp_path, WORKSHEET))
    rows = [row(file, "step", "failed", 0.5) for file in MOODLE_FILES]
    feedback.write_pages(Gradebook(rows, known), tmp_path / "back.zip")
    pages = names_in(tmp_path / "back.zip")
    assert {moodles_reader(name, {71, 72, 73}) for name in pages} == {71, 72, 73, None}
    ann = next(text for name, text in pages.items() if moodles_reader(name, {71}))
    assert "Feedback for Ann Novák" in ann and "Bo Lee" not in ann


def test_canvas_feedback_zip_is_read_by_its_rule(tmp_path):
    known = students.register(list(CANVAS_FILES), a_roster(tmp_path, CANVAS))
    rows = [row(file) for file in CANVAS_FILES]
    feedback.write_pages(Gradebook(rows, known), tmp_path / "back.zip")
    found = {canvas_reader(name): text for name, text in names_in(tmp_path / "back.zip").items()}
    assert {("101", "5001"), ("102", "5002"), ("103", "5003"), ("104", "5004")} <= set(found)
    assert "Feedback for Lee, Bo" in found["102", "5002"]


def test_nbgraders_feedback_lies_where_it_is_released_from(tmp_path):
    """All three are what nbgrader 0.9.6's release_feedback reads (tried with it, by hand)."""
    place = tmp_path / "submitted/ann/01"
    place.mkdir(parents=True)
    (place / "timestamp.txt").write_text("2026-03-01 10:00:00.000000 UTC")
    (place / "submission_secret.txt").write_text("abc")
    files = [str(place / NB)]
    feedback.write_pages(Gradebook.of([row(files[0])]), tmp_path / "back.zip")
    found = names_in(tmp_path / "back.zip")
    assert list(found) == [f"feedback/ann/01/{name}" for name in (
        "01_xor_failure.html", "timestamp.txt", "submission_secret.txt")]
    assert found["feedback/ann/01/timestamp.txt"].startswith("2026-03-01")


# --- the command, from the zip to the files to import -------------------------------------------

RIGHT = ('@exercise("step")\ndef step(x):\n'
         "    return np.where(np.asarray(x) > 0, 1.0, 0.0)")
SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"


def hand_in(*sources):
    cells = [code("01-setup", SETUP, "setup"), *(code(f"9f{i:06x}", s)
                                                 for i, s in enumerate(sources))]
    return files.as_json(notebook(*cells))


@pytest.fixture
def download(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gradebook.csv").write_text(CANVAS, encoding="utf-8")
    right, wrong = hand_in(RIGHT), hand_in(RIGHT.replace("> 0", ">= 0"))
    with zipfile.ZipFile(tmp_path / "submissions.zip", "w") as archive:
        for i, name in enumerate(CANVAS_FILES):
            archive.writestr(name, right if i % 2 else wrong)
        archive.writestr("leebo_102_5050_essay.pdf", b"%PDF")
    return tmp_path


def test_from_canvas_and_back_with_one_command(download, capsys):
    arguments = ["check", "submissions.zip", "--roster", "gradebook.csv", "--csv", "t.csv"]
    assert cli.main(arguments) == 0
    said = capsys.readouterr().out
    assert "is not on the roster" in said and "written to canvas.csv" in said
    assert "written to feedback.zip: 6 pages" in said
    found = {r["ID"]: r["Nonlinear Models 01 (4711)"]
             for r in table((download / "canvas.csv").read_text("utf-8-sig"))}
    assert found["101"] == found["103"] == "1.0"  # the better of Ann's two
    assert 0 < float(found["104"]) < 1
    rows = table((download / "t.csv").read_text("utf-8-sig"))
    assert {r["student"] for r in rows} == {"Novák, Ann", "Lee, Bo", "Müller, Zoë", "Lee, Ann",
                                            "leeann 777 (not on the roster)"}
    assert all(r["file"].startswith("submissions.zip/") for r in rows)
    assert not list(download.glob("t.csv.kept"))


def test_a_hand_in_in_another_students_name_changes_nothing_of_theirs(download, capsys):
    """N11: Ann had 0.0 over an empty cell, and a page with Bo's sentence, ready to upload."""
    inner = io.BytesIO()
    rude = hand_in(RIGHT.replace("return", "raise ValueError('Zoë, you fail')\n    #"))
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("müllerzoë_103_9002_01_xor_failure.ipynb", rude)
    with zipfile.ZipFile(download / "submissions.zip", "w") as archive:
        archive.writestr("novákann_101_5001_01_xor_failure.ipynb", hand_in(RIGHT))
        archive.writestr("leebo_102_5002_work.zip", inner.getvalue())
    arguments = ["check", "submissions.zip", "--roster", "gradebook.csv", "--csv", "t.csv"]
    assert cli.main(arguments) == 0
    _, *found = table((download / "canvas.csv").read_text("utf-8-sig"))
    assert [r["ID"] for r in found] == ["102", "101"]
    pages = names_in(download / "feedback.zip")
    assert [canvas_reader(name)[0] for name in pages] == ["102", "101"]
    assert ["you fail" in text for text in pages.values()] == [True, False]
    rows = table((download / "t.csv").read_text("utf-8-sig"))
    assert {row["student"] for row in rows} == {"Novák, Ann", "Lee, Bo"}
    assert "! submissions.zip/leebo_102_5002_work.zip/müllerzoë_103_9002" in capsys.readouterr().out


def test_a_roster_that_is_none_is_told_before_the_work(download, capsys):
    (download / "gradebook.csv").write_text("a,b\n1,2\n")
    assert cli.main(["check", "submissions.zip", "--roster", "gradebook.csv"]) == 1
    assert "expected columns such as Student" in capsys.readouterr().err
