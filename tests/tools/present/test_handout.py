"""The hand-out: what is on the page, in print and on a phone."""

import functools
import re
import shutil
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from course_tools import CourseError, cli, notebooks
from course_tools.present import handout
from helpers_browser import BROWSER, open_chromium
from helpers_nb import code, text
from helpers_paper import white

FILES = notebooks.notebook_files(folder=notebooks.root() / "notebooks")
SHOWS = "from course_utils import explore\nexplore.line_on_xor()"


def notebook(*cells):
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def html_cell(name, html, source="1", *tags):
    cell = code(name, source, *tags)
    cell["outputs"] = [{"output_type": "display_data", "metadata": {}, "data": {"text/html": html}}]
    return cell


@functools.cache
def handed_out(path):
    """A notebook and its page."""
    nb = notebooks.read(path)
    return nb, handout.page(nb)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_page_needs_nothing_from_outside(path):
    nb, html = handed_out(path)
    assert "<script" not in html and "<link" not in html and "url(http" not in html
    assert not re.search(r'\bsrc="(?!data:)', html)
    assert not re.search(r"<m\w+>\\", html), "a TeX command was left in a formula"
    pictures = re.findall(r"<img [^>]*>", html)
    assert all(re.search(r'alt="[^"]+"', one) for one in pictures)
    outputs = [out for cell in nb["cells"] for out in cell.get("outputs", ())]
    stored = sum("image/png" in out.get("data", {}) for out in outputs)
    assert len(pictures) >= stored > 0
    assert "ot attempted" not in html and "Run the cells from" not in html
    assert len(re.findall(r"<details\b", html)) == len(re.findall(r"<details (?:open|class)", html))
    notes = [c["id"] for c in nb["cells"] if "notes" in notebooks.tags(c)]
    assert not any(f'id="{name}"' in html for name in notes)


def test_formulas_are_mathml():
    html = handout.page(notebook(text("a", "# T\n\nSo $x_1 < y$ and\n\n$$\\frac{1}{2}$$")))
    assert html.count("<math") == 2 and "<mfrac>" in html and "$" not in html
    assert "<title>T</title>" in html
    log = handout.page(notebook(text("a", "# T\n\n" r"$\log x + \log(x) + \arg\max x$")))
    assert log.count("<mspace") == 1 and "\\arg" not in log


def test_a_formula_that_cannot_be_written_is_said():
    with pytest.raises(CourseError, match="nonsense"):
        handout.page(notebook(text("a", "# T\n\n$\\nonsense{x}$")))


def test_outputs_on_the_page():
    cell = code("b", "f(1)")
    cell["outputs"] = [
        {"output_type": "stream", "name": "stdout", "text": "1 < 2"},
        {"output_type": "display_data", "metadata": {"image/png": {"alt": 'say "x"'}},
         "data": {"image/png": "AA\n==", "text/plain": "<Figure>"}},
        {"output_type": "display_data", "metadata": {},
         "data": {"text/markdown": "the *caption*, $x$", "text/plain": "no"}},
        {"output_type": "execute_result", "metadata": {}, "execution_count": 1,
         "data": {"text/html": "<b>card</b><script>bad()</script>", "text/plain": "no"}},
    ]  # fmt: skip
    html = handout.page(notebook(text("a", "# T"), cell))
    assert "<pre>1 &lt; 2</pre>" in html
    assert '<img src="data:image/png;base64,AA==" alt="say &quot;x&quot;">' in html
    assert "<em>caption</em>" in html and "<b>card</b>" in html
    assert "bad()" not in html and "&lt;Figure" not in html


@pytest.mark.full
@pytest.mark.skipif(
    handout.find_browser() is None, reason="no Chromium on this machine: the PDF needs one"
)
def test_export_writes_a_page_and_a_pdf(tmp_path, capsys):
    assert cli.main(["export", "01", "--to", str(tmp_path / "out")]) == 0
    pdf = (tmp_path / "out" / "01_xor_failure.pdf").read_bytes()
    assert pdf.startswith(b"%PDF") and len(pdf) > 100_000
    assert "01_xor_failure.html" in capsys.readouterr().out


def test_without_a_browser_the_page_is_written_and_the_message_helps(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.delenv("COURSE_BROWSER", raising=False)
    monkeypatch.setattr(  # takes long
        "course_tools.present.handout.frames_of", lambda path: ({}, ""))
    assert cli.main(["export", "01", "--to", str(tmp_path)]) == 1
    assert (tmp_path / "01_xor_failure.html").is_file()
    assert "COURSE_BROWSER" in capsys.readouterr().err


# --- boxes and pictures -----------------------------------------------------------------


def test_answers_are_open_and_empty_verdicts_are_left_out():
    html = handout.page(
        notebook(
            text("a", "# T"),
            html_cell("b", "<details><summary>Answer (after you have looked)</summary>B</details>"),
            html_cell("c", '<div class="course-card" data-status="not attempted">try</div>'),
            html_cell("d", '<div class="course-card" data-status="passed">right</div>'),
        )
    )
    assert "<details open><summary>Answer</summary>B</details>" in html
    assert "try" not in html and "right</div>" in html


def test_a_prediction_is_asked_first_and_answered_once_beside_its_evidence():
    folded = "<details><summary>Answer (after you have looked)</summary>B holds.</details>"
    html = handout.page(notebook(
        text("a", "# T"), html_cell("b", f"Which?{folded}", 'predict("x")', "predict"),
        code("c", "1"), html_cell("d", folded, 'reveal("x")')))
    asked, told = html.split('<section id="d"')
    assert 'href="#d">Answer: further on' in asked and "B holds" not in asked
    assert "B holds" in told


def test_paper_says_the_page_of_what_stands_further_on(monkeypatch, tmp_path):
    printed = []

    def prints(address, target):
        printed.append(Path(unquote(urlparse(address).path)).read_text(encoding="utf-8"))
        target.write_bytes(b"3 0 obj\n<</Type /Page\n>> 7 0 obj\n<</Type /Page\n>> "
                           b"<</d-e [7 0 R /XYZ 6 82.6 0]\n/f [3 0 R /XYZ 6 8 0]>>")

    monkeypatch.setattr(handout, "print_pdf", prints)
    handout.print_paged(handout._later("d-e", "Answer"), tmp_path / "a.pdf")
    assert printed[1].endswith('further on<span class="on">2</span></a>')


def test_what_only_calls_a_box_is_not_shown_as_code():
    html = handout.page(
        notebook(text("a", "# T"), html_cell("b", "<p>box</p>", 'predict("01-line")', "predict"))
    )
    assert "<p>box</p>" in html and "01-line" not in html


def test_plotting_code_is_folded_and_the_picture_first():
    cell = code("b", "drawn = 1", "picture")
    cell["outputs"] = [
        {"output_type": "display_data", "metadata": {"image/png": {"alt": "x"}},
         "data": {"image/png": "AA=="}}
    ]  # fmt: skip
    html = handout.page(notebook(text("a", "# T"), cell))
    assert html.index("<img") < html.index('<details class="plot">') < html.index("drawn")


def test_the_table_of_contents_leads_to_every_heading():
    html = handout.page(
        notebook(text("a", "# T"), text("b", "## 1. One $x$"), text("c", "### In it"),
                 text("d", "### Too"), text("e", "## 2. Two"))
    )  # fmt: skip
    nav = html[html.index("<nav") : html.index("</nav>")]
    links = re.findall(r'href="#(\w)"', nav)
    assert links == ["b", "c", "d", "e"]
    assert "1. One" in nav and "<math" in nav
    assert nav.count("<ol") == nav.count("</ol>") == 2
    assert nav.count("<li") == nav.count("</li>") == 4


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_block_is_in_the_table_of_contents(path):
    nb, html = handed_out(path)
    nav = html[html.index("<nav") : html.index("</nav>")]
    words = [c for c in nb["cells"] if c["cell_type"] == "markdown"]
    words = [c for c in words if "notes" not in notebooks.tags(c)]
    headed = [c["id"] for c in words if re.search("^###? ", c["source"], re.M)]
    assert re.findall(r'href="#([^"]+)"', nav) == headed
    assert all(f'id="{name}"' in html for name in headed)


def test_braces_do_not_need_a_font_for_formulas():
    tex = r"$\underbrace{HU}_{W} + \overbrace{x}^{n}$"
    html = handout.page(notebook(text("a", f"# T\n\n{tex}")))
    assert 'class="underbrace"' in html and 'class="overbrace"' in html
    assert "\u23df" not in html and "\u23de" not in html and "&#x23D" not in html


def test_an_explorer_has_its_stored_picture_and_words_once():
    nb = notebook(text("a", "# T"), code("b", SHOWS))
    done = notebooks.clean(notebooks.execute(nb, "."))
    html = handout.page(done)
    assert html.count("<img") == 1 and 'alt="Explorer: turn and shift a line' in html
    assert html.count("<strong>Explorer:") == 1 and "Asleep" not in html
    assert ".lm-Panel" not in html


# --- as it is seen ----------------------------------------------------------------------


@contextmanager
def opened(html, tmp_path, **options):
    place = tmp_path / "page.html"
    place.write_text(html, encoding="utf-8")
    with open_chromium() as browser:
        page = browser.new_page(**options)
        page.goto(place.as_uri())
        yield page


WIDER = """() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"""


@pytest.mark.full
class TestSeen:
    pytestmark = BROWSER

    @pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
    def test_a_phone_does_not_scroll_sideways(self, path, tmp_path):
        phone = {"viewport": {"width": 390, "height": 844}}
        with opened(handout.page(notebooks.read(path)), tmp_path, **phone) as page:
            wide, window = page.evaluate(WIDER)
            assert wide <= window == 390

    def test_boxes_are_not_broken_in_print(self, tmp_path):
        html = handout.page(notebooks.read(FILES[0]))
        with opened(html, tmp_path) as page:
            page.emulate_media(media="print")
            for which in (
                ".course-predict",
                ".course-explorer",
                "figure",
            ):
                kept = page.eval_on_selector_all(
                    which, "all => all.map(one => getComputedStyle(one).breakInside)"
                )
                assert kept and set(kept) == {"avoid"}, which
            assert page.eval_on_selector(".plot", "one => getComputedStyle(one).display") == "none"

    @pytest.mark.parametrize(("number", "most"), [("02", 27), ("03", 26), ("05", 38)])
    def test_on_paper_it_has_bookmarks_few_pages_and_none_a_third_white(
            self, number, most, tmp_path):
        path = next(path for path in FILES if notebooks.number(path) == number)
        handout.print_paged(handout.page(notebooks.read(path)), tmp_path / "a.pdf")
        pdf = (tmp_path / "a.pdf").read_bytes()
        *shares, _ = white(pdf)  # the last page ends where it ends
        assert 15 < len(shares) < most and max(shares) < 1 / 3
        assert int(re.search(rb"/Type /Outlines.*?/Count (\d+)", pdf, re.S)[1]) > 15
        assert len(handout.pages_of(pdf)) > 15

    @pytest.mark.full
    def test_a_brace_is_as_wide_as_its_letters(self, tmp_path):
        tex = r"$$\underbrace{abcdefghijk + 12345}_{W}$$"
        with opened(handout.page(notebook(text("a", f"# T\n\n{tex}"))), tmp_path) as page:
            wide, drawn = page.eval_on_selector(
                ".underbrace",
                "one => [one.getBoundingClientRect().width, getComputedStyle(one).backgroundImage]",
            )
        assert wide > 120 and drawn.startswith('url("data:image/svg+xml')

    @pytest.mark.full
    def test_the_dark_theme_has_light_letters_on_dark_paper(self, tmp_path):
        html = handout.page(notebooks.read(FILES[0]))
        with opened(html, tmp_path, color_scheme="dark") as page:
            for which in ("body", ".course-predict", ".code"):
                ink, paper = page.eval_on_selector(
                    which,
                    "one => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]",
                )
                assert sum(map(int, re.findall(r"\d+", ink)[:3])) > 550, which
                assert sum(map(int, re.findall(r"\d+", paper)[:3])) < 200, which
