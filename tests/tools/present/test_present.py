"""The cut into slides and the plan; the slides in a browser are test_slides.py."""

import re

import pytest

from course_tools import CourseError, cli, notebooks, present
from course_tools.present import slides
from deck import Deck
from helpers_nb import code, text

FOLDER = notebooks.root() / "notebooks"
FILES = notebooks.notebook_files(folder=FOLDER)


def markdown(name, source, *tags, **metadata):
    return text(name, source, *tags, **metadata)


def notebook(*cells):
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def slide(kind):
    return {"slideshow": {"slide_type": kind}}


def coded(name, source="1", *tags, **metadata):
    return code(name, source, *tags, **metadata)


def types(nb):
    return [c["metadata"].get("slideshow", {}).get("slide_type") for c in nb["cells"]]


# --- the scratch copy -------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_stage_copy_keeps_every_source_and_drops_every_output(path):
    nb = notebooks.read(path)
    before = path.read_bytes()
    shown = slides.stage_copy(nb)
    words = ["".join("".join(c["source"] for c in one["cells"]).split()) for one in (shown, nb)]
    assert words[0] == words[1] and len({c["id"] for c in shown["cells"]}) == len(shown["cells"])
    assert [c for c in shown["cells"] if c["cell_type"] == "code"] and all(
        c["id"] in {o["id"] for o in nb["cells"]} for c in shown["cells"]
        if c["cell_type"] == "code")
    assert not any(c.get("outputs") for c in shown["cells"])
    assert "-" not in types(shown) and "notes" not in types(shown)
    assert path.read_bytes() == before


def test_a_text_that_no_screen_holds_is_cut_by_paragraphs():
    paragraph = "Words that fill a line of the slide and then go on for a while. " * 8
    long = "\n\n".join(["# Title", *[paragraph] * 5, "## Later", paragraph])
    shown = slides.stage_copy(notebook(markdown("a", long), markdown("b", "short")))["cells"]
    pieces = [c for c in shown if c["id"].startswith("a")]
    assert len(pieces) > 1 and pieces[0]["id"] == "a" and pieces[1]["id"] == "a-2"
    assert "".join(c["source"] for c in pieces).split() == long.split()
    assert not any(c["source"].strip().endswith("## Later") for c in pieces)
    assert all(c["metadata"]["slideshow"]["slide_type"] == "slide" for c in pieces[1:])


def test_notes_are_left_out_of_the_slides():
    shown = slides.stage_copy(notebook(markdown("a", "x", "notes", **slide("notes"))))
    assert types(shown) == ["skip"]


def test_a_new_slide_begins_after_a_prediction_and_an_exercise():
    shown = slides.stage_copy(
        notebook(
            markdown("a", "vote", **slide("slide")),
            coded("b", "1", "predict"),
            markdown("n", "note", "notes"),
            markdown("c", "then"),
            coded("d", "1", "exercise"),
            coded("e"),
        )
    )
    assert types(shown) == ["slide", None, "skip", "slide", None, "slide"]


def test_words_after_code_are_a_later_step():
    shown = slides.stage_copy(
        notebook(
            markdown("a", "one", **slide("slide")), coded("b"),
            markdown("c", "taken away"), markdown("d", "two"), coded("e"), coded("f"),
            markdown("g", "taken away"), markdown("n", "x", "notes"), coded("h"),
        )
    )  # fmt: skip
    later = "fragment"
    assert types(shown) == ["slide", None, later, "slide", None, None, "slide", "skip", None]


def test_what_follows_a_step_of_the_author_is_a_step():
    shown = slides.stage_copy(
        notebook(
            markdown("a", "one", **slide("slide")), markdown("b", "two", **slide("fragment")),
            coded("c"), coded("d"),
        )
    )  # fmt: skip
    assert types(shown) == ["slide", "fragment", "fragment", "fragment"]


def test_no_slide_is_a_subslide():
    """The deck loses cells beside them; see deck.py."""
    shown = slides.stage_copy(
        notebook(*(markdown(name, "x", **slide("subslide")) for name in "abc"))
    )
    assert types(shown) == ["slide"] * 3


def image():
    return {"output_type": "display_data", "metadata": {}, "data": {"image/png": "AA=="}}


def test_a_takeaway_that_does_not_fit_below_its_picture_is_a_slide_of_its_own():
    picture = coded("b", "1", "picture")
    picture["outputs"] = [image()]
    long = "word " * 100
    shown = slides.stage_copy(
        notebook(markdown("a", "one"), picture, markdown("c", long, "takeaway"))
    )
    assert types(shown) == [None, None, "slide"]
    short = slides.stage_copy(
        notebook(markdown("a", "one"), picture, markdown("c", "word", "takeaway"))
    )
    assert types(short) == [None, None, "fragment"]


def still(words, **more):
    """What is stored of a live box."""
    asleep = f'<div class="course-asleep">{"word " * 100}</div>'
    html = f'<div class="course-still"><style>{"x " * 500}</style>{asleep}{words}</div>'
    return {"output_type": "display_data", "metadata": {}, "data": {"text/html": html, **more}}


def test_the_height_of_a_live_box_is_that_of_what_is_seen():
    """Neither its style nor the words that are hidden while it is awake."""
    question = coded("q", 'predict("01-line")', "predict")
    question["outputs"] = [still("How many?")]
    after = markdown("a", "word " * 40)
    assert types(slides.stage_copy(notebook(markdown("m", "word " * 20), question)))[1] is None
    answer = coded("r", 'reveal("01-line")', "predict")
    answer["outputs"] = [still("Not yet.")]  # it grows when it is asked
    assert types(slides.stage_copy(notebook(after, answer))) == [None, "slide"]


def test_the_cell_that_moves_an_explorer_stands_beside_it():
    explorer = coded("b", "1", "explorer")
    explorer["outputs"] = [image(), still("x", **{"text/markdown": "x"})]
    cells = [markdown("a", "word " * 60), explorer, coded("c", "1\n" * 5, "driven")]
    assert types(slides.stage_copy(notebook(*cells))) == [None, "slide", None]
    assert types(slides.stage_copy(notebook(*cells[:2]))) == [None, None]


# --- the way through ----------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_space_meets_every_cell_in_order_and_back(path):
    """A lecturer who follows the keys runs everything: nothing is left out, both ways."""
    nb = slides.stage_copy(notebooks.read(path))
    wanted = [i for i, kind in enumerate(types(nb)) if kind != "skip"]
    deck = Deck(nb)
    assert deck.walk(deck.on, wanted[0]) == wanted
    assert deck.walk(deck.back, wanted[-1]) == wanted[::-1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_words_about_a_result_are_not_seen_before_it(path):
    """A cell that is active is seen; words after code are seen from their own step on."""
    nb = slides.stage_copy(notebooks.read(path))
    deck, coded_before = Deck(nb), []
    for i, extent in deck.extents.items():
        assert i in extent.visible
        if types(nb)[i] == "slide" or i == 0:
            coded_before = []
        cell = nb["cells"][i]
        if cell["cell_type"] == "code":
            coded_before.append(i)
        else:
            assert not any(i in deck.extents[j].visible for j in coded_before), cell["id"]
            assert all(j in extent.visible for j in coded_before), cell["id"]


def test_the_model_loses_what_the_deck_loses():
    """Title, two slides of one cell, one of two: the deck goes from the first to the last."""
    kinds = ["slide", "subslide", "subslide", None]
    nb = notebook(*(markdown(str(i), "x", **(slide(k) if k else {})) for i, k in enumerate(kinds)))
    deck = Deck(nb)
    assert deck.walk(deck.on, 0) == [0, 2, 3]
    cut = Deck(slides.stage_copy(nb))
    assert cut.walk(cut.on, 0) == [0, 1, 2, 3]


def test_every_prediction_and_takeaway_of_the_course_is_met():
    """The walks above are over real cells, not over empty lists."""
    met = [c for path in FILES for c in notebooks.read(path)["cells"]]
    kinds = [kind for path in FILES for kind in types(slides.stage_copy(notebooks.read(path)))]
    assert sum("predict" in notebooks.tags(c) for c in met) >= 20
    assert kinds.count("fragment") >= 25


def test_plotting_code_is_folded():
    shown = slides.stage_copy(notebook(coded("a", "1", "picture"), coded("b")))
    assert shown["cells"][0]["metadata"]["jupyter"] == {"source_hidden": True}
    assert "jupyter" not in shown["cells"][1]["metadata"]


def test_a_block_is_found_by_the_start_of_its_id():
    nb = notebook(markdown("04-b3-question", "x"), coded("04-b3-code"), coded("04-b30-x"))
    assert present.find_cell(nb, "04-b3") == 0
    assert present.find_cell(nb, "04-b3-code") == 1
    with pytest.raises(CourseError, match="04-b3-question"):
        present.find_cell(nb, "04-b9")


def test_unknown_block_ends_the_command(capsys):
    assert cli.main(["present", "01", "--at", "01-b99"]) == 1
    assert "01-b2-question" in capsys.readouterr().err


# --- the plan ---------------------------------------------------------------------------


def note(words):
    return notebook(markdown("a", "## 1. One"), markdown("b", words, "notes"))


def test_parts_of_a_note():
    (row,) = present.blocks(
        note("**Minutes 5–20.** Poll: A or B? Most say A. Misconception: C.\nSkip if late: D.")
    )
    assert row == {
        "id": "b", "title": "1. One", "start": 5, "end": 20, "poll": "A or B? Most say A.",
        "misconception": "C.", "skip": "D.", "more": "", "asked": [],
    }  # fmt: skip


@pytest.mark.parametrize("dash", ["-", "–", "—", " – "])
def test_minutes_with_any_dash(dash):
    (row,) = present.blocks(note(f"**Minutes 5{dash}20.** Ask why."))
    assert (row["start"], row["end"], row["poll"]) == (5, 20, "Ask why.")


def test_a_note_without_minutes_is_still_shown():
    assert any("no table" in line for line in present.plan(note("There is no table.")))


def test_no_notes_is_said():
    with pytest.raises(CourseError, match="tagged notes"):
        present.plan(notebook(markdown("a", "## 1. One")))


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
