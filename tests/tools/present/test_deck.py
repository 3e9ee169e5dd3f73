"""The deck: slides in one file without a kernel, and on paper."""

import functools
import re
import shutil
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from course_tools import cli, notebooks
from course_tools.present import deck
from helpers_browser import BROWSER, open_chromium

FILES = notebooks.notebook_files(folder=notebooks.root() / "notebooks")
THREE = [path for path in FILES if notebooks.number(path) in ("01", "03", "05b")]


@pytest.fixture(scope="module")
def page():
    return deck.page(notebooks.read(THREE[1]))


def test_a_deck_needs_nothing_from_outside_and_tells_nothing_of_the_speaker_s(page):
    assert not re.search(r'\bsrc="(?!data:)', page) and "<link" not in page
    assert not re.search(r'url\("?(?!"?data:)[^)]', page) and page.count("data:font/woff2") >= 4
    nb = notebooks.read(THREE[1])
    notes = [c["source"] for c in nb["cells"] if "notes" in notebooks.tags(c)]
    assert notes and not any(note.split(".")[-2] in page for note in notes)
    assert not any(one in page for one in ("Counting is tempting", "Commit to one", "Asleep"))


def test_the_presenter_s_deck_has_what_tempts_and_the_notes():
    page = deck.page(notebooks.read(THREE[1]), speaker=True)
    assert "Counting is tempting" in page and '"misconception": "depth alone' in page


def test_a_question_is_asked_without_its_answer_which_stands_with_its_evidence(page):
    def cell(name):
        return page.split(f'id="{name}"')[1].split('<div class="jp-Cell ')[0]

    asked, told = cell("03-b1-predict-collapse"), cell("03-b1-reveal")
    assert "What can it represent?" in asked and "B holds" not in asked
    assert told.count("B holds") == 1 and "<details" not in told


@pytest.mark.full
class TestSeen:
    pytestmark = BROWSER

    def test_words_below_a_smaller_explorer_keep_clear_of_picture_and_controls(self, tmp_path):
        place = tmp_path / "deck.html"
        assert cli.main(["present", "04", "--deck", str(place)]) == 0
        with open_chromium() as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(place.as_uri())
            page.wait_for_selector("body[data-course-stage=ready]", state="attached")
            page.evaluate("courseStage.go(courseStage.slides.findIndex("
                          "one => one.kind === 'explorer'), 0)")
            page.wait_for_selector('[id="04-b5-explorer"] canvas')
            page.evaluate("courseStage.place()")  # with the picture in its place
            words, picture, controls = (page.locator(one).bounding_box() for one in (
                '[id="04-b5-try"]', '[id="04-b5-explorer"] canvas',
                '[id="04-b5-explorer"] .course-controls'))
        assert picture["y"] + picture["height"] <= words["y"]
        assert words["x"] + words["width"] <= controls["x"]

    @pytest.mark.parametrize("path", THREE, ids=lambda path: path.stem)
    def test_one_key_walks_through_it(self, path, tmp_path):
        place = tmp_path / "deck.html"
        assert [problem for _, problem in deck.write(path, html=place)] == [""]
        with open_chromium() as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            problems = []
            page.on("pageerror", lambda error: problems.append(str(error)))
            page.on("request", lambda one: one.url.startswith(("data:", place.as_uri()))
                    or problems.append(one.url))
            page.goto(place.as_uri())
            page.wait_for_selector("body[data-course-stage=ready]", state="attached")
            total, at = page.evaluate("[courseStage.slides.length, 0]")
            while at < total - 1:
                step = page.evaluate("courseStage.step")
                problems += page.evaluate(AMISS)
                page.keyboard.press("PageDown")
                page.wait_for_function("([at, step]) => courseStage.at !== at "
                                       "|| courseStage.step !== step", arg=[at, step])
                at = page.evaluate("courseStage.at")
        assert problems == [] and total > 40

    @pytest.mark.parametrize("number, cell", [("01", "01-b6-law~1"), ("01", "01-b1-explorer"),
                                              ("02", "02-b5-explorer")])
    def test_formulas_and_a_still_explorer_are_whole(self, number, cell, tmp_path):
        """As in a PDF and in the presenter's window, where no explorer moves."""
        place = tmp_path / "deck.html"
        [path] = notebooks.notebook_files([number])
        place.write_text(deck.page(notebooks.read(path)), encoding="utf-8")
        with open_chromium() as browser:
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(place.as_uri())
            page.wait_for_selector("body[data-course-stage=ready]", state="attached")
            at, steps = page.evaluate("""id => {
                const at = courseStage.slides.findIndex(one => one.parts.some(
                    part => part.cell === id));
                return [at, courseStage.slides[at].steps];
            }""", cell)
            for step in range(steps + 1):
                page.evaluate("([at, step]) => courseStage.go(at, step)", [at, step])
                page.wait_for_timeout(100)
                assert page.evaluate(AMISS) == [] == page.evaluate(OUTSIDE), step

    def test_the_presenter_s_window_shows_what_comes_and_drives_the_slides(self, tmp_path):
        html = deck.page(notebooks.read(THREE[1]), speaker=True)
        (tmp_path / "deck.html").write_text(html, encoding="utf-8")
        for name in ("presenter.js", "presenter.css"):
            shutil.copy(deck.STAGE / name, tmp_path)
        with open_chromium() as browser, served(tmp_path) as address:
            page = browser.new_page()
            page.goto(f"{address}/deck.html")  # a stage is a stage, with a kernel or without
            page.wait_for_selector("body[data-course-stage=ready]", state="attached")
            with page.context.expect_page() as opened:
                page.evaluate("import('./presenter.js').then(() => coursePresenter(courseStage))")
            view = opened.value
            at, steps = page.evaluate("""() => {
                const at = courseStage.slides.findIndex(
                    one => one.parts.some(part => part.what === 'answer'));
                return [at, courseStage.slides[at].steps];
            }""")
            view.wait_for_function("document.querySelector('select').length > 40")
            view.select_option("select", str(at))
            for _ in range(steps - 1):
                view.keyboard.press("PageDown")
                view.wait_for_timeout(100)
            view.click("[data-act=on]")
            view.wait_for_function("document.querySelector('#notes').innerText.includes('tempts')")
            assert page.evaluate("[courseStage.at, courseStage.step]") == [at, steps]
            assert "more weights, more functions" in view.inner_text("#notes")
            assert "planned: minute 0 to" in view.inner_text("#due")
            view.wait_for_function("""at => document.querySelector('iframe').contentWindow
                .courseStage?.at === at + 1""", arg=at)  # what comes next
            view.click("[data-act=black]")
            assert page.locator(".cs-black").is_visible()
            assert not page.locator(".cs-sheet", has_text="more weights, more functions").count()

    def test_a_pdf_shows_every_slide(self, tmp_path, capsys):
        assert cli.main(["present", "01", "--pdf", str(tmp_path / "a.pdf")]) == 0
        nb = notebooks.read(THREE[0])
        slides = len(deck.compose.compose(nb)["slides"])
        pdf = (tmp_path / "a.pdf").read_bytes()
        sizes = re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", pdf)
        assert slides <= len(sizes) <= slides * 1.4
        assert set(sizes) == {(b"960", b"540")}


@contextmanager
def served(folder):
    """Files of a folder at an address."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


# Formulas, pictures and words that are cut, or smaller than can be read.
OUTSIDE = """() => [...courseStage.shown].flatMap((node) => {
  const room = node.getBoundingClientRect(), zoom = node.currentCSSZoom ?? 1;
  return [...node.querySelectorAll('math, img, p')].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = (one.tagName === 'IMG' ? one : range).getBoundingClientRect();
    return box.width && (box.right > room.right + 1 || box.top < room.top - 1
      || box.bottom > room.bottom + 1 || zoom < .9 && one.tagName === 'P');
  }).map((one) => `${node.id}: ${one.tagName} ${zoom} ${one.textContent.slice(0, 40)}`);
})"""

# What is amiss on the slide: over an edge, words to take home without what they speak of, no
# heading of its own, or one in Markdown.
AMISS = """() => {
  const stage = courseStage, page = stage.sheet.getBoundingClientRect(), found = [];
  const above = stage.$('kicker').textContent, head = stage.$('head').textContent;
  if (/\\*\\S.*\\*|`/.test(above + head)) found.push(`raw: ${above}, ${head}`);
  const asked = [...stage.shown].find((one) => one.dataset.what === 'ask');
  if (/[A-D] holds/.test(asked?.innerText)) found.push(`${asked.id} is answered`);
  const shows = ['evidence', 'explorer'].includes(stage.slide.kind);
  if (shows && stage.step === stage.slide.steps && !head) found.push(`${stage.at + 1} has no head`);
  for (const node of stage.shown) {
    const box = node.getBoundingClientRect();
    if (box.bottom > page.bottom - 40 || box.right > page.right - 50 || box.left < page.left + 50) {
      found.push(`${node.id} over the edge: ${box.right}, ${box.bottom}`);
    }
    const alone = node.dataset.what === 'takeaway' && ![...stage.shown].some(
      (one) => ['output', 'picture', 'explorer', 'code', 'work'].includes(one.dataset.what));
    if (alone) found.push(`${node.id} without its evidence`);
  }
  return found;
}"""
