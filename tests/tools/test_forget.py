"""`course forget`: all that was written of people goes, and nothing else."""

import csv
import os
import types
import zipfile
from pathlib import Path

import pytest

from classroom import command, server
from classroom.journal import Journal
from course_tools import checking, cli, kept, verdicts_table
from course_tools.results import feedback, formats, roster
from course_tools.results.owners import Owner
from course_tools.results.students import Gradebook, Register, register
from course_tools.rows import Row
from helpers_ports import free_ports


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A course's folder with traces of a term, and with what is the lecturer's own."""
    work = tmp_path / "my_work"
    for name in ("notebooks/01_xor_failure.ipynb", "my_work/01_xor_failure.ipynb", "roster.csv",
                 "my_work/.course/memory/01.json", "my_work/.course/blue-42-2026-01-01.csv",
                 "my_work/study-blue-42-ab.csv", "canvas.csv", "feedback.zip", "table.csv.kept"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("name,id\n")
    known = Register(roster.Roster("", [], []), {"x": Owner("Ann", late=True)}, {"x": ["Ann"]})
    verdicts_table.write_csv(Gradebook([Row("x")], known), tmp_path / "table.csv")
    command.Kept(tmp_path / command.KEEP)
    Journal(tmp_path / command.ROOMS, "blue-42-0").close(forget=False)  # any port, so a free one
    assert work.is_dir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


OWN = {"notebooks/01_xor_failure.ipynb", "my_work/01_xor_failure.ipynb", "roster.csv"}


def files(folder):
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_all_of_people_goes_and_the_lecturers_own_stays(folder, capsys):
    before = files(folder)
    assert cli.main(["forget"]) == 0 and files(folder) == before
    said = capsys.readouterr().out
    assert all(name.replace("/01.json", "") in said for name in before - OWN)
    assert "Nothing was removed" in said
    assert cli.main(["forget", "--yes"]) == 0 and files(folder) == OWN
    assert cli.main(["forget", "--yes"]) == 0
    assert "No data about people here" in capsys.readouterr().out


def test_a_room_that_is_open_keeps_its_journal(folder):
    port = free_ports()
    sockets, teacher = server.listen(port)
    Journal(folder / command.ROOMS, f"red-17-{port}").close(forget=False)
    cli.main(["forget", "--yes"])
    assert files(folder) - OWN == {f"my_work/.course/rooms/red-17-{port}.jsonl"}
    for one in (*sockets, *teacher):
        one.close()


@pytest.fixture
def results(tmp_path, monkeypatch):
    """Tables, imports and pages of three students and a group."""
    monkeypatch.chdir(tmp_path)
    people = {"Ann Lee": "ann", "Bo Chen": "bo", "Anna Lee-Novák": "anna"}
    rows = [Row(f"{login}/01_xor_failure.ipynb", "01", "step", "x", "passed", "x", "x", 1)
            for login in people.values()]
    (tmp_path / "roster.csv").write_text(
        "Student,ID,SIS Login ID,Section\n" + "".join(f'"{name.split()[1]}, {name.split()[0]}",{i},'
        f"{login},A\n" for i, (name, login) in enumerate(people.items())))
    known = register([row.file for row in rows], roster.read("roster.csv"))
    book = Gradebook(rows, known)
    for name in ("canvas", "junit"):
        Path(formats.file_name(name)).write_text(formats.write(name, book), newline="")
    feedback.write_pages(book, "pages")
    feedback.write_pages(book, "feedback.zip")
    known.owner["team/01.ipynb"] = Owner("team")
    known.names["team/01.ipynb"] = ["Lee, Ann", "Chen, Bo"]
    group = Row("team/01.ipynb", "01", "step", "x", "passed", "x", "x", 1)
    verdicts_table.write_csv(Gradebook([*rows, group], known), "table.csv")
    Path("table.csv.kept").write_text("")
    return tmp_path


def texts_of(folder):
    """All that is in the files, and in the zip."""
    for path in folder.rglob("*"):
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                yield from (archive.read(name).decode() for name in archive.namelist())
        elif path.is_file() and path.name != "roster.csv":
            yield path.read_bytes().decode()


@pytest.mark.parametrize("names", [["Ann Lee"], ["lee, ann"], ["nobody", "ANN"]])
def test_one_student_goes_and_the_others_stay_to_the_byte(results, names, capsys):
    before = Path("table.csv").read_bytes().decode().splitlines(True)
    old = dict(enumerate(before))
    assert cli.main(["forget", *names]) == 0 and "Nothing was removed" in capsys.readouterr().out
    assert cli.main(["forget", *names, "--yes"]) == 0
    said = capsys.readouterr().out
    assert "of a group or somebody else, stay" in said or names[-1] == "ANN"
    assert Path("table.csv").read_bytes().decode() == "".join(old[i] for i in (0, 2, 3, 4))
    if names[-1] != "ANN":  # a login is not in pages
        whole = "".join(texts_of(results)).replace("Lee, Ann, Chen, Bo", "")
        assert "Ann Lee" not in whole and "Lee, Ann\"" not in whole, whole
        assert "Lee-Novák, Anna" in whole and "Feedback for Chen, Bo" in whole
        assert not Path("table.csv.kept").exists() and not Path("junit.xml").exists()


def test_nobody_is_forgotten_by_a_name_that_is_not_there(results, capsys):
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    assert cli.main(["forget", "Carl", "x", "01", "--yes"]) == 0
    assert "No data about Carl or x or 01 here" in capsys.readouterr().out
    assert before == {path: path.read_bytes() for path in before}


@pytest.mark.parametrize("name", ["", " ", ",", "'", "(.*)", ".", "Chen Lee", "Lee Ann", "Lee"])
def test_a_name_that_is_none_or_another_ones_takes_nobodys_line(results, name, capsys):
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    cli.main(["forget", name, "--yes"])
    assert before == {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    assert "Removed" not in capsys.readouterr().out


def test_two_of_one_name_are_told_apart_by_login_or_not_at_all(results, capsys):
    head, *lines = Path("canvas.csv").read_text().splitlines(True)
    ann = next(line for line in lines if "Lee, Ann\"" in line)
    Path("canvas.csv").write_text("".join([head, *lines, ann.replace(",0,ann,", ",9,ann2,")]))
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    assert cli.main(["forget", "Ann Lee", "--yes"]) == 1
    assert "2 people are called Ann Lee here (0, 9)" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in before}
    assert cli.main(["forget", "ann2", "--yes"]) == 0
    assert Path("canvas.csv").read_text() == "".join([head, *lines])


@pytest.mark.parametrize("how", [{"delimiter": ";"}, {"quoting": csv.QUOTE_ALL},
                                 {"delimiter": "\t", "lineterminator": "\n"}])
def test_a_table_that_a_spreadsheet_has_written_is_one(results, how):
    with open("table.csv", encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    rows[2][7] = 'says "no",\nthen ; yes'
    with open("table.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file, **how).writerows(rows)
    cli.main(["forget", "Ann Lee", "--yes"])
    with open("table.csv", encoding="utf-8", newline="") as file:
        assert list(csv.reader(file, **how)) == [rows[0], *rows[2:]]


def test_what_cannot_be_read_is_said_and_keeps_nothing_else(results, capsys):
    Path("feedback.zip").write_text("none")
    Path("folder.csv").mkdir()
    Path("pages/folder.html").mkdir()
    assert cli.main(["forget", "Ann Lee", "--yes"]) == 0
    assert "feedback.zip: cannot be read" in capsys.readouterr().out
    assert "Ann Lee" not in Path("canvas.csv").read_text()
    assert cli.main(["forget", "--yes"]) == 0 and not Path("table.csv").exists()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no modes")
def test_what_is_of_people_is_readable_by_its_owner_alone(tmp_path, monkeypatch):
    old = os.umask(0o022)
    monkeypatch.chdir(tmp_path)
    book = Gradebook.of([Row("ann/01_xor_failure.ipynb")])
    verdicts_table.write_csv(book, "table.csv")
    feedback.write_pages(book, "pages")
    feedback.write_pages(book, "feedback.zip")
    options = types.SimpleNamespace(csv="", to="canvas", out="", feedback="")
    checking._write_results(book, [], options)
    splits = command.Kept(Path("room.sqlite"), "blue-42")
    splits.write([("01-line", 1, "B", 12)])
    splits.aside([])
    kept.Kept("table.csv.kept").add(types.SimpleNamespace(
        beside={}, shown="", number="", cells=()), {}, None)
    os.umask(old)
    modes = {path: path.stat().st_mode & 0o777 for path in Path().rglob("*") if path.is_file()}
    assert len(modes) == 7 and set(modes.values()) == {0o600}, modes


def test_a_table_that_others_were_let_read_stays_so(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("")
    path.chmod(0o640)
    verdicts_table.write_csv(Gradebook.of([]), path)
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_late_hand_in_is_late_in_the_table(folder):
    with open(folder / "table.csv", encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["late"] == "late" and row["student"] == "Ann"
