"""The rules by which a notebook becomes slides; what stands in the page is test_stage.py."""

import json
import re

import pytest

from course_tools import CourseError, cli, notebooks
from course_tools.present import compose as rules
from course_tools.present.compose import compose, find_slide, letters, paragraphs
from helpers_nb import code, notebook, text

FILES = notebooks.notebook_files(folder=notebooks.root() / "notebooks")
ALL = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
SHOWN = ("output", "picture", "explorer", "work")
LONG = " ".join(["Some words that are read."] * 12)  # 311 letters


def slides(*cells):
    """Slides of a notebook with a title and one block around these cells."""
    before = text("t", "# Title", "title"), text("q", "## 1. One", "question")
    return compose(notebook(*before, *cells))["slides"][2:]


def seen(slide, step=None):
    """What is on a slide: (cell, what, column, step) each; up to a step."""
    return [(p["cell"], p["what"], p["column"], p["step"]) for p in slide["parts"]
            if step is None or p["step"] <= step]


# --- each rule --------------------------------------------------------------------------


def test_the_title_keeps_epigraph_and_question_and_the_story_has_its_own_slide():
    source = ("# Title\n\n*It was not ungood.*\n\nA hotel.\n\n**Can it?**\n\nAbout 75 minutes in "
              "class.\n\n*Run the cells from the top.*")
    show = compose(notebook(text("t", source, "title"), code("s", "import numpy", "setup")))
    title, story = show["slides"]
    assert show["title"] == title["heads"][0]["source"] == "Title"
    assert [what for _, what, *_ in seen(title)] == ["text", "question"] and title["steps"] == 0
    assert story["name"] == "The story" and [p["source"] for p in story["parts"]] == ["A hotel."]


def test_a_block_opens_with_its_number_and_words_that_grow():
    show = compose(notebook(text("t", "# T", "title"),
                            text("a", "## 3. Bends\n\nOne.\n\nTwo.", "question")))
    opener = show["slides"][-1]
    assert (opener["kind"], opener["heads"][0]["source"]) == ("opener", "Bends")
    assert [step for *_, step in seen(opener)] == [0, 1]
    assert show["blocks"] == [{"number": "3", "id": "a", "title": "Bends", "note": None}]


def test_a_broad_table_does_not_stand_beside_the_title_of_its_block():
    row = "|" + 5 * f" {13 * 'x'} |"
    block = text("a", f"## 1. A\n\nOne.\n\n{row}", "question")
    show = compose(notebook(text("t", "# T", "title"), block))
    assert [slide["kind"] for slide in show["slides"]] == ["title", "opener", "statement"]


def test_words_stand_beside_their_evidence_from_the_start():
    [one] = slides(text("w", "Look.", "law"), code("c", "1\n2", "evidence"))
    assert one["kind"] == "evidence" and one["steps"] == 1
    assert seen(one) == [("w", "law", "right", 0), ("c", "code", "left", 0),
                         ("c", "output", "left", 1)]
    assert one["lines"] == 2


def test_more_words_than_fit_beside_become_a_statement_before():
    words = "\n\n".join([LONG, LONG, "Short."])
    statement, evidence = slides(text("w", words, "law"), code("c", "1", "evidence"))
    assert statement["kind"] == "statement" and statement["steps"] == 0
    beside = [p["source"] for p in evidence["parts"] if p["source"]]
    assert beside == [LONG, "Short."] and sum(map(letters, beside)) <= rules.BESIDE
    many = slides(text("w", "\n\n".join([LONG] * 4), "law"))
    sums = [sum(letters(p["source"]) for p in one["parts"]) for one in many]
    assert len(many) == 4 and max(sums) <= rules.STATEMENT < 2 * letters(LONG)


def test_words_that_no_evidence_follows_speak_of_the_one_before():
    [one] = slides(code("c", "1", "evidence"), text("w", "So it is.", "law"))
    assert seen(one)[-1] == ("w", "law", "right", 2)


def test_evidence_joins_evidence_but_no_picture_joins_wide_code():
    narrow = code("c", "1", "evidence"), code("p", "draw()", "picture")
    assert len(slides(*narrow)) == 1
    wide = code("c", "x" * (rules.WIDE + 1), "evidence"), code("p", "draw()", "picture")
    assert len(slides(*wide)) == len(slides(*reversed(wide))) == 2


def test_a_picture_runs_at_once_or_after_the_question_before_it():
    [one] = slides(text("w", "It falls.", "law"), code("p", "draw()", "picture"))
    assert one["steps"] == 0
    [one] = slides(text("w", "Does it fall?", "law"), code("p", "draw()", "picture"))
    assert seen(one)[-1] == ("p", "picture", "left", 1)


def test_takeaway_and_answer_come_beside_the_evidence_and_bring_it_again():
    cells = (code("c", "1", "evidence"), code("r", 'reveal("01-line")', "reveal"),
             text("w", "It holds. More of it.", "takeaway"))
    [one] = slides(*cells)
    assert [what for _, what, *_ in seen(one)] == ["code", "output", "answer", "takeaway"]
    first, asked, again = slides(cells[0], code("a", 'predict("x")', "predict"), cells[2])
    assert asked["kind"] == "ask" and seen(again)[0] == ("c", "output", "left", 0)


def test_a_table_has_the_whole_width():
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    first, then = slides(code("c", "1", "evidence"), text("w", f"So.\n\n{table}\n\nB.", "takeaway"))
    assert seen(first)[-1] == ("w", "takeaway", "right", 2) and then["kind"] == "statement"
    assert seen(then) == [("w~1", "text", "full", 0), ("w~2", "text", "full", 1)]
    first, then = slides(text("w", table, "law"), code("c", "1", "evidence"))
    assert (first["kind"], then["kind"]) == ("statement", "evidence")


def test_an_exercise_has_its_task_left_and_one_for_home_is_not_there():
    task = text("w", "### Exercise 1.1 – Do (5 min, ★)\n\nDo it.", "exercise")
    [one] = slides(task, code("x", "def f(): ...", "exercise", "state"))
    assert one["heads"][0]["source"].startswith("Exercise 1.1")
    assert seen(one) == [("w~1", "text", "left", 0), ("x", "work", "right", 0)]
    home = {**task, "source": task["source"].replace("★)", "★, at home)")}
    assert slides(home, code("x", "def f(): ...", "exercise", "state")) == []


def test_an_explorer_has_its_head_and_a_driven_cell_as_a_step():
    explorer = code("e", "line", "explorer")
    explorer["metadata"]["head"] = "It tilts"
    [one] = slides(explorer, code("d", "line.set()", "driven"))
    assert seen(one) == [("e", "explorer", "full", 0), ("d", "driven", "none", 1)]
    assert one["heads"] == [{"step": 0, "source": "It tilts", "picture": ""}]


def test_a_summary_without_a_heading_is_not_on_stage():
    shown, sources = code("c", "1", "evidence"), text("w", "Sources: a book.", "summary")
    assert [slide["kind"] for slide in slides(shown, sources)] == ["evidence"]


def test_heads_come_with_what_they_say():
    def heads(*cells):
        [one] = slides(*cells)
        return [(h["step"], h["source"], h["picture"]) for h in one["heads"]]

    said = text("w", "It falls to 0.25. The rest stays.", "takeaway")
    ran = code("c", "1", "evidence")
    assert heads(ran, said) == [(2, "It falls to 0.25", "")]
    ran["metadata"]["head"] = "The loss falls"
    assert heads(ran, said) == [(1, "The loss falls", "")]
    assert heads(text("w", "### Check\n\nSo?", "slide-check"), ran) == [
        (0, "Check", ""), (1, "The loss falls", "")]
    assert heads(code("p", "draw()", "picture"), said) == [(0, "", "p")]
    question = text("w", "Does it fall? It does.", "takeaway")
    assert heads(code("c", "1", "evidence"), question) == []


def test_what_was_a_heading_is_not_said_twice():
    said = "It falls to 0.25. The rest stays."
    [one] = slides(code("c", "1", "evidence"), text("w", said, "takeaway"))
    assert (one["parts"][-1]["source"], one["parts"][-1]["long"]) == ("The rest stays.", said)


def test_a_paragraph_with_a_short_form_has_that_form():
    cell = text("w", f"First.\n\n{LONG}", "law", stage={"1": "In short."})
    nb = notebook(text("t", "# T", "title"), cell, code("c", "1", "evidence"))
    show = compose(nb)
    parts = show["slides"][-1]["parts"]
    assert [p["source"] for p in parts[:2]] == ["First.", "In short."]
    assert [p["long"] for p in parts[:2]] == ["", LONG]
    assert [c["source"] for c in rules.copy(nb, show)["cells"] if c["id"].startswith("w")] == [
        "First.", "In short."]


def test_what_is_folded_at_a_desk_is_a_step_on_stage():
    folded = "Is there?\n\n<details><summary>Open</summary>\n\n$$x$$\n\nNo.\n\n</details>"
    [one] = slides(code("c", "1", "evidence"), text("w", folded, "takeaway"))
    assert [p["source"] for p in one["parts"][2:]] == ["Is there?", "$$x$$", "No."]


def test_a_tag_begins_a_slide_and_a_slide_type_leaves_a_cell_out():
    joined = code("a", "1", "evidence"), code("b", "1", "evidence")
    assert len(slides(*joined)) == 1
    assert len(slides(joined[0], code("b", "1", "evidence", "stage-new"))) == 2
    left_out = code("b", "1", "evidence", slideshow={"slide_type": "skip"})
    assert [cell for cell, *_ in seen(slides(joined[0], left_out)[0])] == ["a", "a"]


def test_paragraphs_keep_what_belongs_together():
    assert paragraphs("A\n\n$$x$$\n\nwhere x.\n\nB\n\n* one\n\n```\na\n\nb\n```") == [
        "A\n\n$$x$$\n\nwhere x.", "B\n\n* one", "```\na\n\nb\n```"]


# --- all notebooks ----------------------------------------------------------------------


@ALL
def test_every_notebook_is_told_in_order_and_nothing_of_it_is_lost(path):
    nb = notebooks.read(path)
    before = path.read_bytes()
    show = compose(nb)
    shown = rules.copy(nb, show)
    assert json.loads(json.dumps(show)) == show and path.read_bytes() == before
    ids = [cell["id"] for cell in shown["cells"]]
    assert len(set(ids)) == len(ids) and not any(cell.get("outputs") for cell in shown["cells"])
    code_of = {c["id"]: c["source"] for c in nb["cells"] if c["cell_type"] == "code"}
    assert {c["id"]: c["source"] for c in shown["cells"] if c["cell_type"] == "code"} == code_of
    assert not any("notes" in notebooks.tags(cell) for cell in shown["cells"])
    met = []
    for slide in show["slides"]:
        parts = slide["parts"]
        assert [p["step"] for p in parts] == sorted(p["step"] for p in parts), parts
        assert slide["steps"] == max((p["step"] for p in parts), default=0)
        met += [p["cell"] for p in parts]
    title = nb["cells"][0]["id"]  # its question stands before its story
    places = [ids.index(one) for one in dict.fromkeys(met) if one.split("~")[0] != title]
    assert places == sorted(places), "a slide comes before what it rests on"
    roles = {c["id"]: notebooks.tags(c)[0] for c in nb["cells"] if not _skipped(c)}
    told = {"predict", "reveal", "picture", "explorer", "takeaway", "law", "question"}
    wanted = {id for id, role in roles.items() if role in told}
    heads = {block["id"] for block in show["blocks"]}
    assert wanted - {one.split("~")[0] for one in met} - heads == set()


def _skipped(cell):
    return cell["metadata"].get("slideshow", {}).get("slide_type") == "skip"


@ALL
def test_no_takeaway_stands_without_its_evidence(path):
    for slide in compose(notebooks.read(path))["slides"]:
        said = [p for p in slide["parts"] if p["what"] in ("takeaway", "answer")]
        there = [p["step"] for p in slide["parts"] if p["what"] in SHOWN]
        assert not said or min(there, default=99) <= said[0]["step"], said


def test_a_block_is_found_by_the_start_of_its_id():
    nb = notebooks.read(FILES[3])
    show = compose(nb)
    block = show["slides"][find_slide(nb, show, "01-b3")]
    assert block["heads"][0]["source"].startswith("It is not only")
    slide = show["slides"][find_slide(nb, show, "01-b4-train")]
    assert slide["parts"][0]["cell"] == "01-b4-train"
    assert find_slide(nb, show, "01-lectures") == len(show["slides"]) - 1  # the summary
    with pytest.raises(CourseError, match="01-b4-question"):
        find_slide(nb, show, "01-b99")


def test_unknown_block_ends_the_command(capsys):
    assert cli.main(["present", "01", "--at", "01-b99"]) == 1
    assert "01-b2-question" in capsys.readouterr().err


def test_the_plan_shows_the_composition(capsys):
    assert cli.main(["plan", "01", "--slides"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == rules.listing(compose(notebooks.read(FILES[3])))
    assert re.match(r" +1  title +1  Ask a straight line", told[0])
    assert re.fullmatch(r"\d+ slides, \d+ presses", told[-1])
