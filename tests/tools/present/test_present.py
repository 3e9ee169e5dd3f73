"""What the speaker's notes say of a notebook, and how a cell is named."""

import re

import pytest

from course_tools import CourseError, cli, notebooks, present
from helpers_nb import code, notebook, text

FOLDER = notebooks.root() / "notebooks"
FILES = notebooks.notebook_files(folder=FOLDER)


def test_a_block_is_found_by_the_start_of_its_id():
    nb = notebook(text("04-b3-question", "x"), code("04-b3-code", "1"), code("04-b30-x", "1"))
    assert present.find_cell(nb, "04-b3") == 0
    assert present.find_cell(nb, "04-b3-code") == 1
    with pytest.raises(CourseError, match="04-b3-question"):
        present.find_cell(nb, "04-b9")


def note(words):
    return notebook(text("a", "## 1. One"), text("b", words, "notes"))


def test_parts_of_a_note():
    (row,) = present.blocks(
        note("**Minutes 5–20.** Poll: A or B? Most say A. Misconception: C.\nSkip if late: D.")
    )
    assert row == {
        "id": "b", "title": "1. One", "start": 5, "end": 20, "poll": "A or B? Most say A.",
        "misconception": "C.", "skip": "D.", "more": "", "asked": [],
    }  # fmt: skip


def test_a_misconception_and_what_to_skip_end_at_their_full_stop(capsys):
    (row,) = present.blocks(note("Misconception: C. Leave five minutes. Skip if late: D. Keep E."))
    assert (row["misconception"], row["skip"]) == ("C.", "D.")
    assert row["more"] == "Leave five minutes. Keep E."
    assert cli.main(["plan", "03"]) == 0
    assert re.search(r"misconception +ReLU is best everywhere\.\n", capsys.readouterr().out)


@pytest.mark.parametrize("dash", ["-", "–", "—", " – "])
def test_minutes_with_any_dash(dash):
    (row,) = present.blocks(note(f"**Minutes 5{dash}20.** Ask why."))
    assert (row["start"], row["end"], row["poll"]) == (5, 20, "Ask why.")


def test_a_note_without_minutes_is_still_shown():
    assert any("no table" in line for line in present.plan(note("There is no table.")))


def test_no_notes_is_said():
    with pytest.raises(CourseError, match="tagged notes"):
        present.plan(notebook(text("a", "## 1. One")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_notebook_has_a_plan_without_gaps(path):
    if notebooks.number(path) == notebooks.APPENDIX:  # not taught, so without minutes
        with pytest.raises(CourseError, match="expected cells tagged notes"):
            present.plan(notebooks.read(path))
        return
    rows = present.blocks(notebooks.read(path))
    assert rows and all(row["start"] is not None for row in rows)
    assert rows[0]["start"] == 0
    assert [row["end"] for row in rows[:-1]] == [row["start"] for row in rows[1:]]
    assert all(row["poll"] or row["misconception"] or row["more"] for row in rows)


def test_the_sum_is_the_last_minute(capsys):
    assert cli.main(["plan", "01"]) == 0
    told = capsys.readouterr().out
    sums = [int(n) for n in re.findall(r"^ +\d+ +(\d+)  \d", told, re.M)]
    assert sums[-1] == present.blocks(notebooks.read(FOLDER / "01_xor_failure.ipynb"))[-1]["end"]
