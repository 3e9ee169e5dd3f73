"""Every lecture id is taught by a cell of the notebook that is its home."""

import csv
from collections import defaultdict

import pytest

from course_tools import notebooks
from helpers_nb import code, notebook, text

# Cells that list or sum up; what is on them is not taught there.
LISTS = {"title", "goals", "summary", "progress", "lectures"}
MAX_CONCEPTS = 4


def rows():
    path = notebooks.root() / "data" / "lecture_map.csv"
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def homes():
    found = defaultdict(set)
    for row in rows():
        found[row["notebook"]].add(row["id"])
    return found


def concept(name):
    """MAY25-1.0a is the same concept as MAY24-1.0a."""
    return name.replace("MAY25-", "MAY24-", 1)


def map_problems(nb, home, known):
    """What is wrong with the lecture ids of a notebook, one line each."""
    problems, taught = [], set()
    for cell in nb["cells"]:
        ids = cell["metadata"].get("lecture", [])
        own = set(notebooks.tags(cell))
        taught |= set(ids)
        if set(ids) - known:
            problems.append(f"{cell['id']}: unknown ids {sorted(set(ids) - known)}")
        if ids and (own & LISTS):
            problems.append(f"{cell['id']}: ids on a list or summary, not where they are taught")
        if len({concept(name) for name in ids}) > MAX_CONCEPTS:
            problems.append(f"{cell['id']}: more than {MAX_CONCEPTS} concepts on one cell")
    missing = sorted(home - taught)
    if missing:
        problems.append(f"no cell teaches {', '.join(missing)}")
    return problems


def test_map_is_well_formed():
    table = rows()
    assert list(table[0]) == ["id", "lecture", "title", "notebook", "also"]
    ids = [row["id"] for row in table]
    assert len(set(ids)) == len(ids)
    for row in table:
        assert row["title"], row
        assert row["id"].startswith(row["lecture"] + "-"), row


def test_every_home_is_written():
    there = {path.stem for path in notebooks.notebook_files()}
    lost = sorted(set(homes()) - there)
    assert not lost, f"{lost} are homes of lecture ids, but there are no such notebooks"


def test_other_places_are_notebooks_of_the_map():
    for row in rows():
        for name in filter(None, row["also"].replace(";", " ").split()):
            assert name in homes(), row


@pytest.mark.parametrize("path", notebooks.notebook_files(), ids=lambda path: path.stem)
def test_each_id_has_a_cell(path):
    known = {row["id"] for row in rows()}
    at_home = path.stem in homes()  # the appendix is the home of none: it teaches no concept
    assert at_home != (notebooks.number(path) == notebooks.APPENDIX), (
        f"{path.stem} is the home of no lecture id"
    )
    problems = map_problems(notebooks.read(path), homes()[path.stem], known)
    assert not problems, "\n" + "\n".join(problems)


# --- the test of the test ---------------------------------------------------------------

KNOWN = {f"MAY{year}-1.0{letter}" for year in (24, 25) for letter in "abcde"}
TWINS = sorted(n for n in KNOWN if not n.endswith("e"))  # four concepts, eight ids


@pytest.mark.parametrize(
    ("cell", "home", "complaint"),
    [
        (code("01-a", "1", lecture=TWINS), set(TWINS), None),
        (text("01-a", "x", "notation", lecture=["MAY24-1.0a"]), {"MAY24-1.0a"}, None),
        (code("01-a", "1", "exercise", "state", lecture=["MAY24-1.0a"]), {"MAY24-1.0a"}, None),
        (code("01-a", "1"), {"MAY24-1.0a"}, "no cell teaches MAY24-1.0a"),
        (code("01-a", "1", lecture=["MAY24-9.9z"]), set(), "unknown ids"),
        (code("01-a", "1", lecture=sorted(KNOWN)), set(), "more than 4"),
        (text("01-a", "x", "title", lecture=["MAY24-1.0a"]), set(), "list or summary"),
        (text("01-a", "x", "goals", lecture=["MAY24-1.0a"]), set(), "list or summary"),
        (code("01-a", "1", "summary", "state", lecture=["MAY24-1.0a"]), set(), "list or summary"),
        (code("01-a", "1", "progress", "state", lecture=["MAY24-1.0a"]), set(), "list or summary"),
    ],
)
def test_the_rules_decide(cell, home, complaint):
    problems = map_problems(notebook(cell), home, KNOWN)
    if complaint is None:
        assert problems == []
    else:
        assert any(complaint in line for line in problems), problems
