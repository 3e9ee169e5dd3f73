"""How long a notebook takes: the count, and that title, class and guide keep to it."""

import re

import pytest

from course_tools import cli, notebooks
from course_tools.present import minutes
from course_tools.present.plan import blocks
from helpers_nb import code, notebook, text
from not_yet import assert_kept

LESSONS = [p for p in notebooks.notebook_files() if notebooks.number(p) != notebooks.APPENDIX]
NEAR = 0.10  # of the counted minutes
WRITES = 0.20
each = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)


def small():
    read = " ".join(["word"] * 65)
    return notebook(
        text("01-title", f"# Go\n\nAbout 12 minutes in class. {read}", "title"),
        code("01-setup", "import numpy as np\n" * 20, "setup"),
        code("01-recall", 'recall("01")', "predict"),
        text("01-b1-question", f"## 1. One\n\n{read}\n\n$$a + b$$", "question"),
        text("01-b1-notes", read, "notes"),
        code("01-b1-predict", 'predict("01-line")', "predict"),
        code("01-b1-code", "k = 1\n\nk\n" * 5, "evidence"),
        code("01-b1-picture", "show(fig)\n" * 12, "picture"),
        text("01-b1-task", f"{read}\n\n### Exercise 1.1 – Do it (3 min, ★)\n\n{read}", "exercise"),
        code("01-ex", '@exercise("x")\ndef x():\n    raise NotImplementedError', "exercise"),
        text("01-b1-more", "### Exercise 1.2 – Later (20 min, ★★, at home)", "exercise"),
        text("01-practice", "## Optional practice", "practice"),
        text("01-pr", f"### Exercise 1.3 – More (7 min, ★)\n\n{read}", "exercise"),
    )


def test_each_thing_takes_its_minutes():
    blocks, home, optional = minutes.count(small())
    title, one = blocks
    assert (title.words, title.lines, title.polls) == (71, 0, 1)  # imports are not read out
    assert (one.title, one.words, one.lines, one.pictures) == ("1. One", 67 + 65, 10, 1)
    assert (one.polls, one.exercises, home, optional) == (2, 3, 20, 7)
    assert one.minutes == pytest.approx(132 / 130 + 10 / 20 + 1 + 2 + 3)
    assert minutes.total(blocks).minutes == pytest.approx(title.minutes + one.minutes)
    assert minutes.promised(small()) == 12


def test_what_is_folded_or_a_formula_is_not_read():
    assert minutes.words("a $b$ c") == 3
    assert minutes.words("a\n$$\nb + c\n$$\nd <details>e f</details> | --- | `g`") == 3
    assert minutes.words("[two words](a/b/c.html)") == 2


def test_the_command_prints_the_count(capsys):
    assert cli.main(["plan", "07", "--count"]) == 0
    said = capsys.readouterr().out
    assert "in class\n" in said and "of 100 minutes. At home: exercises of" in said
    assert "Poll" not in said


@each
def test_a_title_is_within_a_tenth_of_the_count(path):
    nb = notebooks.read(path)
    counted, said = minutes.total(minutes.count(nb)[0]).minutes, minutes.promised(nb)
    off = said is None or abs(said - counted) > NEAR * counted
    assert_kept(notebooks.number(path), "minutes", int(off),
                f"{counted:.0f} are counted, the title says {said}")


@each
def test_the_class_writes_in_a_fifth_of_its_time(path):
    whole = minutes.total(minutes.count(notebooks.read(path))[0])
    assert_kept(notebooks.number(path), "writes", int(whole.exercises < WRITES * whole.minutes),
                f"exercises {whole.exercises}, minutes {whole.minutes:.0f}")


@each
def test_minutes_of_exercises_at_home_are_those_of_the_title(path):
    """An exercise that is not done in class says so in its heading: (8 min, ★★, at home)."""
    nb = notebooks.read(path)
    _, home, _ = minutes.count(nb)
    said = " ".join(nb["cells"][0]["source"].split())
    named = not home or f"{home} at home" in said or f"{home} minutes at home" in said or (
        f"{home} minutes of exercises at home" in said) or f"at home about {home}" in said
    assert_kept(notebooks.number(path), "home", int(not named), f"{home} at home: {said[-400:]}")


# --- the instructor's guide -------------------------------------------------------------

GUIDE = (notebooks.root() / "docs" / "instructor" / "guide.md").read_text(encoding="utf-8")
READ = {notebooks.number(path): notebooks.read(path) for path in LESSONS}


def test_the_tables_of_the_guide_say_the_minutes_of_the_titles():
    rows = re.findall(r"^\| (\d\d[a-z]?) [^|]*\| (\d+) \|", GUIDE, re.M)
    assert {name: int(said) for name, said in rows} == {
        name: minutes.promised(nb) for name, nb in READ.items()}


def of_blocks(nb, first, last):
    """Minutes from the start of one block to the end of another, by the speaker's notes."""
    rows = {row["title"].split(".")[0]: row for row in blocks(nb)}
    return rows[last]["end"] - rows[first]["start"]


def test_the_plan_of_two_weeks_says_the_minutes_of_titles_and_blocks():
    found = re.findall(r"(\d\d[a-z]?)(?:, blocks (\d)–(\d))? \((\d+) min", GUIDE)
    assert {name for name, *_ in found} == {f"0{i}" for i in range(1, 8)}
    said = {(name, first, last): int(taken) for name, first, last, taken in found}
    assert said == {
        (name, first, last): of_blocks(READ[name], first, last) if first else
        minutes.promised(READ[name]) for name, first, last in said}
