"""The lectures' slips: each grave one is decided by a cell, the others have one or a reason.

That the checks fail with the slide's version in the place of the right one, and the other way
round, is also proved in the kernel, with all other notebooks, by test_solved.py.
"""

import contextlib
import io
import warnings
from collections import Counter

import pytest

import form
from course_tools import cli, copies, notebooks, verdicts
from course_utils import data
from helpers_nb import MUTANTS, cell, code, notebook, slide_mutant, text

KINDS = {
    "claim too wide", "index or letter", "sign, factor or term", "shape or order", "wrong word",
    "value on the edge", "floating point", "code",
}
PATH = notebooks.notebook_files(notebooks.APPENDIX)[0]
APPENDIX = notebooks.read(PATH)
CHECKS = [c for c in APPENDIX["cells"]
          if c["cell_type"] == "code" and "slide-check" in notebooks.tags(c)]
each_check = pytest.mark.parametrize("check", CHECKS, ids=lambda c: c["id"])


def table_problems(rows, written, known):
    """What is wrong with the table of slips, given the notebooks' cells, one line each.

    written : dict of cell id to cell, of every notebook; known : set of lecture ids
    """
    problems = [f"{name} stands twice" for name, n in Counter(r["id"] for r in rows).items()
                if n > 1]
    for row in rows:
        name, at = row["id"], row["cell"]
        lectures = set(row["lecture"].split())
        if row["severity"] not in {"A", "B", "C"} or row["kind"] not in KINDS or not row["title"]:
            problems.append(f"{name}: no title, or an unknown severity or kind")
        if not lectures or lectures - known:
            problems.append(f"{name}: unknown lecture ids {sorted(lectures - known)}")
        if bool(at) == bool(row["reason"]):
            problems.append(f"{name}: expected a cell or a reason, one of the two")
        if row["severity"] == "A" and not at:
            problems.append(f"{name}: grave, and decided nowhere")
        if at and at not in written:
            problems.append(f"{name}: there is no slide check {at}")
        elif at and not lectures & set(written[at]["metadata"].get("lecture", [])):
            problems.append(f"{name}: {at} carries none of its lecture ids")
    named = {row["cell"] for row in rows}
    problems += [f"{at} decides no slip of data/slips.csv" for at in written if at not in named]
    return problems


def written_checks():
    """{id: cell} of the slide checks of all notebooks."""
    return {
        c["id"]: c
        for path in notebooks.notebook_files() for c in notebooks.read(path)["cells"]
        if c["cell_type"] == "code" and "slide-check" in notebooks.tags(c)
    }


def test_every_grave_slip_is_decided_in_one_place():
    problems = table_problems(data.slips(), written_checks(), form.lecture_ids())
    assert not problems, "\n" + "\n".join(problems)


def test_the_appendix_checks_stand_where_the_table_says():
    rows = data.slips()
    here = [row for row in rows if row["cell"].startswith("appendix-")]
    assert {row["cell"] for row in here} == {c["id"] for c in CHECKS}
    assert all(row["cell"] == f"appendix-{row['id'].lower()}" for row in here)


def test_a_notebook_checks_two_slides_at_most():
    counts = Counter(at.split("-")[0] for at in written_checks())
    assert all(count <= 2 for name, count in counts.items() if name != notebooks.APPENDIX), counts


def test_the_opening_is_answered_in_the_appendix():
    [row] = [row for row in data.slips() if row["id"] == "CS-02"]  # the loss of the story
    assert row["cell"] == "appendix-cs-02"
    assert "$(y - (y - z))^2$" in cell(APPENDIX, "appendix-title")["source"]


@each_check
def test_a_quotation_stands_before_each_check(check):
    ids = [c["id"] for c in APPENDIX["cells"]]
    words = APPENDIX["cells"][ids.index(check["id"]) - 1]
    assert words["id"] == f"{check['id']}-words" and "slide-check" in notebooks.tags(words)
    heading, *lines = words["source"].splitlines()
    title = next(r["title"] for r in data.slips() if r["cell"] == check["id"])
    assert heading.startswith("### ") and heading.endswith(title)
    assert any(line.startswith("> ") for line in lines), "nothing is quoted"
    assert words["metadata"]["lecture"] == check["metadata"]["lecture"]


def run_alone(source):
    """What a check prints in a notebook that has only the set-up cell above it."""
    names, printed = {}, io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(printed):
        warnings.simplefilter("error")
        exec(cell(APPENDIX, "appendix-setup")["source"], names)
        exec(source, names)
    return printed.getvalue()


@each_check
def test_each_check_runs_by_itself_and_tells_a_number(check):
    stored = "".join(out["text"] for out in check["outputs"])
    assert run_alone(check["source"]) == stored
    assert any(sign.isdigit() for sign in stored) or "inf" in stored or "True" in stored


@each_check
@pytest.mark.parametrize("change", MUTANTS.values(), ids=MUTANTS)
def test_each_check_decides_both_ways(check, change):
    assert run_alone(slide_mutant(check["source"], change)).rstrip().endswith("DECIDES")


def test_the_closing_table_has_a_habit_for_each_kind():
    rows = [line.split("|")[1].strip()
            for line in cell(APPENDIX, "appendix-habits")["source"].splitlines()
            if line.startswith("|")][2:]
    counts = Counter(row["kind"] for row in data.slips())
    assert set(rows) == KINDS == set(counts)
    assert [counts[kind] for kind in rows] == sorted(counts.values(), reverse=True)


def test_the_contents_count_every_slip():
    [out] = cell(APPENDIX, "appendix-contents")["outputs"]
    lines = out["data"]["text/markdown"].splitlines()[2:]
    counts = [[int(n) for n in line.split("|")[2:6]] for line in lines]
    assert all(slips == sum(parts) for slips, *parts in counts)
    rows = data.slips()
    assert [sum(column) for column in zip(*counts, strict=True)] == [
        len(rows), len(CHECKS), sum(bool(r["cell"]) for r in rows) - len(CHECKS),
        sum(not r["cell"] for r in rows),
    ]
    titles = [line.split("|")[1].strip() for line in lines]
    headings = [c["source"] for c in APPENDIX["cells"]
                if c["cell_type"] == "markdown" and c["source"].startswith("## ")]
    assert [t.split(".")[0] for t in titles] == [
        h[3:].split(".")[0] for h in headings if h[3].isdigit()][: len(titles)]


# --- admitted like a notebook with a number ---------------------------------------------


def test_the_appendix_is_the_last_notebook():
    assert notebooks.number(PATH) == "appendix"
    assert notebooks.notebook_files()[-1] == PATH
    assert form.CELL_ID.match("appendix-may-05") and not form.CELL_ID.match("other-1")


def test_lab_copies_and_reset_the_appendix(tmp_path, monkeypatch, capsys):
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / PATH.name).write_bytes(PATH.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "appendix", "--only-copies"]) == 0
    copy = tmp_path / "my_work" / PATH.name
    assert copies.sources(notebooks.read(copy)) == copies.sources(APPENDIX)
    assert cli.main(["reset", "appendix"]) == 0
    assert "my_work/appendix_slips.ipynb is as new" in capsys.readouterr().out


def test_in_an_appendix_that_is_handed_in_there_is_nothing_to_check(tmp_path):
    hand_in = tmp_path / "zoe.ipynb"
    notebooks.write(notebooks.student_copy(APPENDIX), hand_in)
    rows, problems = verdicts.check_files([hand_in], [PATH])
    assert (rows, problems) == ([], [])


# --- the test of the test ---------------------------------------------------------------


def row(**change):
    return {"id": "MAY-01", "severity": "A", "kind": "code", "title": "t", "lecture": "MAY24-1.0a",
            "cell": "01-x", "reason": "", **change}


WRITTEN = {"01-x": code("01-x", "1", "slide-check", lecture=["MAY24-1.0a"])}


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([row()], None),
        ([row(), row(id="MAY-02", severity="B", cell="", reason="r")], None),
        ([row(), row()], "MAY-01 stands twice"),
        ([row(kind="other")], "unknown severity or kind"),
        ([row(lecture="MAY24-9.9z")], "unknown lecture ids ['MAY24-9.9z']"),
        ([row(lecture="MAY25-1.0a")], "carries none of its lecture ids"),
        ([row(cell="", reason="r")], "decided nowhere"),
        ([row(reason="r")], "one of the two"),
        ([row(severity="B", cell="")], "one of the two"),
        ([row(cell="01-y")], "there is no slide check 01-y"),
        ([row(cell="01-y")], "01-x decides no slip"),
    ],
)
def test_the_rules_of_the_table_decide(rows, complaint):
    problems = table_problems(rows, WRITTEN, {"MAY24-1.0a", "MAY25-1.0a"})
    if complaint is None:
        assert problems == []
    else:
        assert any(complaint in line for line in problems), problems


def test_predictions_are_asked_of_all_others(tmp_path):
    nb = notebook(text("appendix-title", "# Look"))
    few = "0 predictions, expected at least 3"
    for name, asked in (("appendix_slips.ipynb", False), ("01_slips.ipynb", True)):
        problems = form.form_problems(nb, tmp_path / name, set())
        assert any(few in line for line in problems) == asked
