"""The command in the folder of another course: its title, its names, and what it does not have."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from course_tools import CourseError, cli, home, notebooks
from course_tools.results import formats, owners
from course_tools.results.students import Gradebook
from course_tools.rows import Row

WAVES = Path(__file__).parents[2] / "packages" / "misstep" / "tests" / "waves"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """The toy course in a folder of its own, with a notebook; we are in it."""
    shutil.copytree(WAVES, tmp_path / "w", ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "w"
    (folder / "exercises" / "ch1").rename(folder / "exercises" / "01")
    rms = folder / "exercises" / "01" / "rms.py"
    rms.write_text(rms.read_text("utf-8").replace('"ch1"', '"01"'), "utf-8")
    (folder / "notebooks").mkdir()
    cells = [{"cell_type": "markdown", "id": "a1", "metadata": {}, "source": "# Loud"},
             {"cell_type": "code", "id": "b2", "metadata": {}, "outputs": [],
              "execution_count": None, "source": "from course import COURSE"}]
    (folder / "notebooks" / "01_loud.ipynb").write_text(json.dumps(
        {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.setenv(home.FOLDER, "")  # as it was, afterwards
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.setattr("misstep.course._current", None)
    yield folder
    for name in ("course", "waves"):
        sys.modules.pop(name, None)


def test_it_is_found_from_inside_and_its_title_heads_the_columns(course, monkeypatch):
    (course / "handed_in").mkdir()
    monkeypatch.chdir(course / "handed_in")
    home.enter()
    assert home.other() == course == notebooks.root() and home.course().title == "Waves"
    assert formats._column("01") == "Waves 01"
    names = [one.name for one in owners.owners(["x/ann_01_loud.ipynb", "x/bob-01_loud (1).ipynb"])]
    assert names == ["ann", "bob"]
    assert Gradebook.of([Row("x_01.ipynb", "01")]).maxima == {"01": 1}


def test_outside_it_is_the_workbook_again(course, monkeypatch):
    home.enter()
    monkeypatch.chdir(course.parent)
    home.enter()
    assert home.other() is None and home.course().title == "Nonlinear Models"
    assert formats._column("04") == "Nonlinear Models 04"


def test_a_workbook_inside_another_course_s_folder_is_itself(course, monkeypatch):
    (course / "inside" / "notebooks").mkdir(parents=True)
    shutil.copy(course / "notebooks" / "01_loud.ipynb", course / "inside" / "notebooks")
    monkeypatch.chdir(course / "inside")
    home.enter()
    assert home.other() is None and notebooks.root() == course / "inside"


def test_what_is_the_workbook_s_alone_is_said(course, capsys):
    for command in (["class"], ["study", "paper"], ["site"], ["test"], ["check", "--sandbox", "."],
                    ["present", "01", "--room"]):
        assert cli.main(command) == 1
        said = capsys.readouterr().err
        assert "works only with the Nonlinear Models workbook" in said and str(course) in said
    assert cli.main([]) == 0
    said = capsys.readouterr().out
    assert f"for the course in {course}" in said and "Start with 01_loud: course lab" in said
    assert "course check " in said and "course class" not in said and "course study" not in said


def test_copies_plan_and_questions_are_those_of_the_course(course, capsys):
    assert cli.main(["lab", "--only-copies"]) == 0
    assert (course / "my_work" / "01_loud.ipynb").exists()
    assert cli.main(["plan", "01", "--count"]) == 0
    questions = course / "exercises" / "01" / "predictions.txt"
    questions.write_text(questions.read_text("utf-8").replace("ch1-twice", "01-twice"), "utf-8")
    assert cli.main(["quiz", "01", "--to", "moodle"]) == 0
    assert "$course$/top/Waves/01, with the notebook" in Path("quiz_01.xml").read_text("utf-8")


def test_a_course_without_a_notebook_or_that_cannot_be_opened(course, capsys):
    (course / "notebooks" / "01_loud.ipynb").rename(course / "notebooks" / "Loud.ipynb")
    assert cli.main(["lab"]) == 1
    assert "expected a notebook such as 01_spread.ipynb in " in capsys.readouterr().err
    (course / "course.py").write_text("import misstep\nCOURSE = misstep.Course('x', 'nowhere')\n")
    home.enter()
    with pytest.raises(CourseError, match=r"course.py: cannot be opened \(ValueError: exercises: "):
        home.course()
