"""The book: what becomes of a cell on a page. Quick; the pages themselves are long checks."""

import re
import subprocess
import urllib.request

import pytest

from course_tools import CourseError, notebooks
from course_tools.present import handout
from course_tools.site import book, build, bundle, lite, pages, paper, settings
from course_utils import data
from course_utils.exercises import COURSE
from helpers_nb import code, text
from misstep.questions import plain_text

ROOT = notebooks.root()


def cell_with(name, source, data, *tags, meta=None):
    made = code(name, source, *tags)
    made["outputs"] = [{"output_type": "display_data", "metadata": meta or {}, "data": data}]
    return made


def chapter(tmp_path, *cells, work=None):
    path = tmp_path / "01_small.ipynb"
    nb = {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    notebooks.write(nb, path)
    return book.Chapter(path, {}, work)


def words(made):
    """Everything on a page that is no code."""
    out = [c["source"] for c in made.page()["cells"] if c["cell_type"] == "markdown"]
    for cell in made.page()["cells"]:
        out += [o["data"]["text/html"] for o in cell.get("outputs", ()) if "text/html" in o["data"]]
    return "\n".join(out)


PIXEL = ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
         "rkJggg==")


def test_ids_stay_notes_go_and_pictures_keep_their_words(tmp_path):
    notes = text("01-notes", "Skip if late: all.")
    notes["metadata"]["tags"] = ["notes"]
    title = "# A *title*\n\n*Run the cells\nfrom above.*\n\nWords.\n\n**Does it hold?**"
    made = chapter(
        tmp_path, text("01-title", title), notes,
        text("01-b1", "## 1. Block"),
        cell_with("01-b1-picture", "1", {"image/png": PIXEL}, "picture",
                  meta={"image/png": {"alt": 'a "small" picture'}}),
    )
    html = words(made)
    assert "Skip if late" not in html and "Run the cells" not in html and "Words." in html
    for name in ("01-title", "01-b1", "01-b1-picture"):
        assert f'id="{name}"' in html
    assert 'alt="a &quot;small&quot; picture"' in html and 'width="1" height="1"' in html
    assert list(made.files) == [re.search('src="([^"]+)"', html)[1]]
    assert made.description == "A title. Does it hold?"


def test_a_stub_leads_to_the_browser_version_or_to_the_command(tmp_path):
    card = {"text/plain": "○ Not attempted – Exercise 1.1, Do it\nWrite",
            "text/html": '<div class="course-card" data-status="not attempted">x</div>'}
    cells = text("01-title", "# T"), cell_with("01-ex-do", "1", card, "exercise")
    html = words(chapter(tmp_path, *cells))
    assert "Exercise 1.1</strong>, Do it" in html and "course lab 01" in html
    assert "ot attempted" not in html
    html = words(chapter(tmp_path, *cells, work=lambda name, cell="": f"lite/{name}#{cell}"))
    assert 'href="lite/01_small#01-ex-do"' in html and 'href="lite/01_small#"' in html


def shown(name, source="1", *tags):
    return cell_with(name, source, {"text/plain": "1"}, *tags)


def test_what_answers_a_prediction_waits_for_it():
    takeaway = text("h", "So it was B.")
    takeaway["metadata"]["tags"] = ["takeaway"]
    cells = [
        shown("a"), shown("b", 'predict("01-x")', "predict"), shown("c"), text("d", "### Exercise"),
        shown("e", "1", "exercise"), shown("f"), shown("g", 'reveal("01-x")', "predict"), takeaway,
        shown("i"), shown("j", 'predict("01-y")', "predict"), shown("k"), text("l", "## 2. Next"),
        shown("m"),
    ]
    assert [c["id"] for c in cells if handout.bare(c)] == ["b", "g", "j"]
    assert book.waits(cells) == {**dict.fromkeys("cfgh", ["01-x"]), "k": ["01-y"]}


@pytest.mark.parametrize("path", notebooks.notebook_files(folder=ROOT / "notebooks"),
                         ids=lambda path: path.stem)
def test_every_prediction_holds_something_back(path):
    cells = [c for c in notebooks.read(path)["cells"] if "notes" not in notebooks.tags(c)]
    asked = {one for c in cells for one in notebooks.calls(c["source"], "predict")}
    assert asked == {one for waits in book.waits(cells).values() for one in waits}


def test_a_box_of_earlier_questions_says_which_they_are():
    asked = 0
    for path in notebooks.notebook_files(folder=ROOT / "notebooks"):
        chapter = book.Chapter(path, {})
        for cell in chapter.cells:
            if notebooks.calls(cell["source"], "recall"):
                ids = re.search('data-recalls="([^"]+)"', chapter._frame(cell)[0])[1].split()
                shown = "".join(cell["outputs"][0]["data"]["text/plain"]).splitlines()[1:]
                for line, id in zip(shown, ids, strict=True):
                    assert plain_text(COURSE.recalls[id].question)[:40] in line
                asked += 1
    assert asked == 9


def test_links_between_notebooks_lead_to_pages(tmp_path):
    made = chapter(tmp_path, text("a", "# T"), text("b", "[x](01_small.ipynb) [y](09_none.ipynb)"))
    assert "[x](01_small.ipynb) [y](index.md)" in words(made)


def test_each_page_of_the_book_on_paper_names_its_own_chapter(tmp_path, monkeypatch):
    printed, chapters = [], []
    for number, title, link in (("01", "Tell", "02_b.ipynb#02-x"), ("02", "Ask", "01_b.ipynb")):
        path = tmp_path / f"{number}_b.ipynb"
        cells = [text(f"{number}-title", f"# {title}\n\n[there]({link})"),
                 cell_with(f"{number}-x", 'predict("x")', {
                     "text/html": "<details><summary>Answer</summary>B</details>"}, "predict"),
                 cell_with(f"{number}-y", 'reveal("x")', {"text/html": "B"}, "predict")]
        notebooks.write({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, path)
        chapters.append(book.Chapter(path, {}))
    monkeypatch.setattr(handout, "find_browser", lambda: "a browser")
    monkeypatch.setattr(handout, "print_pdf", lambda address, target: (
        printed.append(urllib.request.urlopen(address).read().decode()), target.write_bytes(b"")))
    paper.printed(tmp_path, chapters)
    html = printed[-1]
    heads = dict(re.findall(r'@page (\w*) ?{[^{}]*@top-left { content: "([^"]+)"', html))
    shown = re.findall(r'<article [^>]*id="(\w+)" style="page: (\w+)"', html)
    assert [(id, heads[page]) for id, page in shown] == [("01_b", "Tell"), ("02_b", "Ask")]
    assert heads[""] == paper.BOOK
    assert 'href="#02-x"' in html and 'href="#01_b"' in html  # to the cell, to the chapter
    assert 'Answer: further on<span class="on">' in html  # with a page, written into it


def test_lost_readers_and_search_engines_are_told_where_the_pages_are(tmp_path):
    made = chapter(tmp_path, text("a", "# Tell *it*"))
    assert "<loc>https://a.b/c/x.html</loc>" in pages.sitemap("https://a.b/c/", ["x"])
    assert 'href="/c/01_small.html"' in pages.not_found("/c/", [made])
    repository, address = build.addresses(ROOT)
    assert address.startswith("https://") and address.endswith("/") and repository != address
    head = settings.about({"title": "N", "address": address}, "x", {"title": "T",
                          "description": 'a "b"'})
    assert 'name="description" content="a &quot;b&quot;"' in head


def test_without_a_network_it_says_what_is_missing(tmp_path, monkeypatch):
    """No request is made: what pip says offline, and a bundle that is in none of its places."""
    (tmp_path / "site.lock").touch()
    monkeypatch.setattr(build.venv, "create", lambda *args, **options: None)
    for said, kind in (("No matching distribution found for sphinx==9", build.NoPackagesError),
                       ("THESE PACKAGES DO NOT MATCH THE HASHES", CourseError)):
        done = subprocess.CompletedProcess([], 1, stderr=said)
        monkeypatch.setattr(build.subprocess, "run", lambda *args, done=done, **options: done)
        with pytest.raises(CourseError, match=said) as raised:
            build.environment(tmp_path, lambda line: None)
        assert type(raised.value) is kind
    for source in ("_cache", "_release", "_packages"):
        monkeypatch.setattr(bundle, source, lambda listed, missing: ())
    lines = []
    assert build.packed(tmp_path, "", lines.append) is None
    assert "The book only" in lines[0] and bundle.CACHE in lines[0], lines


def test_each_view_reads_what_leads_to_a_cell_once_the_width_is_known(tmp_path):
    for view in lite.VIEWS:
        (tmp_path / view).mkdir()
        (tmp_path / view / "index.html").write_text(
            '<head><meta name="viewport" content="width=device-width"><script src="app.js">')
    lite.add_landing(tmp_path, "")
    for view in lite.VIEWS:
        html = (tmp_path / view / "index.html").read_text()
        order = [html.index(part) for part in ("viewport", "../land.js?", "../land.css?", "app.js")]
        assert order == sorted(order)
    assert "960px" in (tmp_path / "land.css").read_text()
    with pytest.raises(CourseError, match="lab/index.html is not as expected"):
        (tmp_path / "lab" / "index.html").write_text("<head>")
        lite.add_landing(tmp_path, "")


def test_every_cell_of_map_and_slips_is_there():
    chapters, _ = build.read(ROOT)
    taught = pages.places(chapters)
    ids = {row["id"] for row in data.lecture_map()}
    assert taught and set(taught) <= ids
    html = pages.slips(chapters)
    cells = {c["id"] for one in chapters for c in one.cells}
    for row in data.slips():
        assert (f'#{row["cell"]}"' in html) == (row["cell"] in cells)
