"""The scratch copy, the plan and the hand-out; the slides in a browser are test_slides.py."""

import re
import shutil

import pytest
from helpers_nb import code

from course_utils import cli, notebooks, present

FOLDER = notebooks.root() / "notebooks"
FILES = notebooks.notebook_files(folder=FOLDER)


def markdown(name, source, **metadata):
    return {"cell_type": "markdown", "id": name, "metadata": metadata, "source": source}


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
    shown = present.stage_copy(nb)
    assert [c["source"] for c in shown["cells"]] == [c["source"] for c in nb["cells"]]
    assert not any(c.get("outputs") for c in shown["cells"])
    assert "-" not in types(shown) and "notes" not in types(shown)
    assert path.read_bytes() == before


def test_notes_are_left_out_of_the_slides():
    shown = present.stage_copy(notebook(markdown("a", "x", tags=["notes"], **slide("notes"))))
    assert types(shown) == ["skip"]


def test_a_new_slide_begins_after_a_prediction_and_an_exercise():
    shown = present.stage_copy(
        notebook(
            markdown("a", "vote", **slide("slide")),
            coded("b", "1", "predict"),
            markdown("n", "note", tags=["notes"]),
            markdown("c", "then"),
            coded("d", "1", "exercise"),
            coded("e"),
        )
    )
    assert types(shown) == ["slide", None, "skip", "subslide", None, "subslide"]


def test_a_new_slide_begins_with_the_words_before_a_second_piece_of_code():
    shown = present.stage_copy(
        notebook(
            markdown("a", "one", **slide("slide")), coded("b"),
            markdown("c", "taken away"), markdown("d", "two"), coded("e"), coded("f"),
            markdown("g", "taken away"),
        )
    )  # fmt: skip
    assert types(shown) == ["slide", None, None, "subslide", None, None, None]


def test_plotting_code_is_folded():
    shown = present.stage_copy(notebook(coded("a", "1", "picture"), coded("b")))
    assert shown["cells"][0]["metadata"]["jupyter"] == {"source_hidden": True}
    assert "jupyter" not in shown["cells"][1]["metadata"]


def test_a_block_is_found_by_the_start_of_its_id():
    nb = notebook(markdown("04-b3-question", "x"), coded("04-b3-code"), coded("04-b30-x"))
    assert present.find_cell(nb, "04-b3") == 0
    assert present.find_cell(nb, "04-b3-code") == 1
    with pytest.raises(present.PresentError, match="04-b3-question"):
        present.find_cell(nb, "04-b9")


def test_unknown_block_ends_the_command(capsys):
    assert cli.main(["present", "01", "--at", "01-b99"]) == 1
    assert "01-b2-question" in capsys.readouterr().err


# --- the plan ---------------------------------------------------------------------------


def note(text):
    return notebook(markdown("a", "## 1. One"), markdown("b", text, tags=["notes"]))


def test_parts_of_a_note():
    (row,) = present.blocks(
        note("**Minutes 5–20.** Poll: A or B? Most say A. Misconception: C.\nSkip if late: D.")
    )
    assert row == {
        "id": "b", "title": "1. One", "start": 5, "end": 20, "poll": "A or B? Most say A.",
        "misconception": "C.", "skip": "D.", "more": "",
    }  # fmt: skip


@pytest.mark.parametrize("dash", ["-", "–", "—", " – "])
def test_minutes_with_any_dash(dash):
    (row,) = present.blocks(note(f"**Minutes 5{dash}20.** Ask why."))
    assert (row["start"], row["end"], row["poll"]) == (5, 20, "Ask why.")


def test_a_note_without_minutes_is_still_shown():
    assert any("no table" in line for line in present.plan(note("There is no table.")))


def test_no_notes_is_said():
    with pytest.raises(present.PresentError, match="tagged notes"):
        present.plan(notebook(markdown("a", "## 1. One")))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_notebook_has_a_plan_without_gaps(path):
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


# --- the hand-out -----------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_page_needs_nothing_from_outside(path):
    nb = notebooks.read(path)
    html = present.page(nb)
    assert "<script" not in html and "<link" not in html and "url(http" not in html
    assert not re.search(r'\bsrc="(?!data:)', html)
    assert not re.search(r"<m\w+>\\", html), "a TeX command was left in a formula"
    pictures = re.findall(r"<img [^>]*>", html)
    assert all(re.search(r'alt="[^"]+"', one) for one in pictures)
    outputs = [out for cell in nb["cells"] for out in cell.get("outputs", ())]
    stored = sum("image/png" in out.get("data", {}) for out in outputs)
    assert len(pictures) >= stored > 0
    notes = [c["id"] for c in nb["cells"] if "notes" in notebooks.tags(c)]
    assert not any(f'id="{name}"' in html for name in notes)


def test_formulas_are_mathml():
    html = present.page(notebook(markdown("a", "# T\n\nSo $x_1 < y$ and\n\n$$\\frac{1}{2}$$")))
    assert html.count("<math") == 2 and "<mfrac>" in html and "$" not in html
    assert "<title>T</title>" in html
    log = present.page(notebook(markdown("a", "# T\n\n" r"$\log x + \log(x) + \arg\max x$")))
    assert log.count("<mspace") == 1 and "\\arg" not in log


def test_a_formula_that_cannot_be_written_is_said():
    with pytest.raises(present.PresentError, match="nonsense"):
        present.page(notebook(markdown("a", "# T\n\n$\\nonsense{x}$")))


def test_outputs_on_the_page():
    cell = coded("b", "f(1)")
    cell["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "1 < 2"},
        {"output_type": "display_data", "metadata": {"image/png": {"alt": 'say "x"'}},
         "data": {"image/png": "AA\n==", "text/plain": "<Figure>"}},
        {"output_type": "display_data", "metadata": {},
         "data": {"text/markdown": "the *caption*, $x$", "text/plain": "no"}},
        {"output_type": "execute_result", "metadata": {}, "execution_count": 1,
         "data": {"text/html": "<b>card</b><script>bad()</script>", "text/plain": "no"}},
    ]  # fmt: skip
    html = present.page(notebook(markdown("a", "# T"), cell))
    assert "<pre>1 &lt; 2</pre>" in html
    assert '<img src="data:image/png;base64,AA==" alt="say &quot;x&quot;">' in html
    assert "<em>caption</em>" in html and "<b>card</b>" in html
    assert "bad()" not in html and "&lt;Figure" not in html


@pytest.mark.skipif(
    present.find_browser() is None, reason="no Chromium on this machine: the PDF needs one"
)
@pytest.mark.xdist_group("browser")
def test_export_writes_a_page_and_a_pdf(tmp_path, capsys):
    assert cli.main(["export", "01", "--to", str(tmp_path / "out")]) == 0
    pdf = (tmp_path / "out" / "01_xor_failure.pdf").read_bytes()
    assert pdf.startswith(b"%PDF") and len(pdf) > 100_000
    assert "01_xor_failure.html" in capsys.readouterr().out


def test_without_a_browser_the_page_is_written_and_the_message_helps(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv("COURSE_BROWSER", raising=False)
    assert cli.main(["export", "01", "--to", str(tmp_path)]) == 1
    assert (tmp_path / "01_xor_failure.html").is_file()
    assert "COURSE_BROWSER" in capsys.readouterr().err
