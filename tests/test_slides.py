"""Slides of notebook 01 in JupyterLab's deck mode, in headless Chromium.

The server is the one `course present` starts. Notebook 01 always; with `full` every slide of
every notebook is looked at, and its screenshot kept in the folder COURSE_SCREENSHOTS.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from helpers_browser import (
    BROWSER,
    FLAGS,
    code_cell,
    error_outputs,
    find_chromium,
    picture_bytes,
    wait_idle,
)
from test_browser import SOLVED, first_explorer

from course_utils import notebooks, present

pytestmark = BROWSER

FILES = notebooks.notebook_files(folder=notebooks.root() / "notebooks")
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
START = 60_000  # milliseconds

# Move to a cell like a link does; give the height of what its slide shows.
MEASURE = """i => new Promise(done => {
    const cell = document.querySelectorAll('.jp-Notebook .jp-Cell')[i];
    cell.id = `look-${i}`;
    location.hash = `#look-${i}`;
    setTimeout(() => {
        const seen = [...document.querySelectorAll('.jp-deck-mod-visible')];
        const bottom = seen.at(-1).getBoundingClientRect().bottom;
        const wide = seen.flatMap(one => [...one.querySelectorAll(
            '.cm-scroller, .jp-OutputArea-output, .jp-RenderedMarkdown')])
            .filter(one => one.clientWidth && one.scrollWidth > one.clientWidth + 20);
        done({
            height: (bottom - seen[0].getBoundingClientRect().top) / innerHeight,
            wide: wide.length,
            shown: seen.includes(cell),
        });
    }, 120);
})"""
SHOWN = """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')]
    .flatMap((cell, i) => cell.classList.contains('jp-deck-mod-visible') ? [i] : [])"""
ACTIVE = """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')]
    .findIndex(cell => cell.classList.contains('jp-mod-active'))"""


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield browser
        browser.close()


def open_slides(chromium, stage, size="720p"):
    width, height = SIZES[size]
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(START)
    page.goto(stage.url)
    page.wait_for_selector(".jp-Deck .jp-deck-mod-visible")
    page.wait_for_function("() => !document.querySelector('.jp-Dialog')")
    return page


@pytest.fixture(scope="module")
def stage():
    """Notebook 01 on stage; at the end nothing is left and nothing was touched."""
    before = FILES[0].read_bytes()
    with present.stage(FILES[0]) as stage:
        yield stage
    assert FILES[0].read_bytes() == before
    assert not stage.folder.exists()


@pytest.fixture(scope="module")
def live(stage, chromium):
    """Notebook 01 opened at block 2: (page, notebook, index of the block)."""
    nb = present.stage_copy(notebooks.read(FILES[0]))
    index = present.find_cell(nb, "01-b2")
    assert stage.run_until(nb, index) == []
    return open_slides(chromium, stage), nb, index


def press(page, key):
    page.keyboard.press(key)
    page.wait_for_timeout(300)
    return page.evaluate(SHOWN)


def test_opens_at_the_block_with_all_before_it_run(live):
    page, nb, index = live
    page.wait_for_function(f"() => ({SHOWN})().includes({index})")
    prompts = page.eval_on_selector_all(
        ".jp-Notebook .jp-Cell",
        "all => all.map(cell => cell.querySelector('.jp-InputPrompt')?.textContent)",
    )
    for cell, prompt in list(zip(nb["cells"], prompts, strict=True))[:index]:
        if cell["cell_type"] == "code" and "jupyter" not in cell["metadata"]:  # not folded
            assert prompt.strip("[]: ").isdigit(), cell["id"]
    assert page.evaluate("document.body.dataset.jpDeckMode") == "presenting"
    assert error_outputs(page) == []


def test_slides_advance_by_keyboard_and_by_a_remote(live):
    page, nb, index = live
    first = page.evaluate(SHOWN)
    assert first[0] == index
    for key, back in (("Space", "Shift+Space"), ("PageDown", "PageUp")):
        for _ in range(len(first)):
            there = press(page, key)
        assert there[0] > first[-1], f"{key} does not go on"
        for _ in range(len(there) + len(first)):
            if page.evaluate(SHOWN) == first and page.evaluate(ACTIVE) == index:
                break
            press(page, back)
        assert page.evaluate(SHOWN) == first, f"{back} does not go back"


def test_code_runs_where_it_stands(live):
    page, nb, index = live
    cell = code_cell(page, "mid_0 = X[y == 0]")
    cell.locator(".cm-content").click()
    before = page.evaluate(SHOWN)
    page.keyboard.press("Shift+Enter")
    cell.locator(".jp-OutputArea-output", has_text="midpoint").wait_for()
    wait_idle(page)
    assert page.evaluate(SHOWN) == before, "the slide with the output is gone"
    assert error_outputs(page) == []


def go_to(page, nb, name):
    found = page.evaluate(MEASURE, present.find_cell(nb, name))
    assert found["shown"]


def test_an_explorer_that_ran_before_moves(live):
    page, nb, index = live
    go_to(page, nb, "01-b1-explorer")
    handle, image, words = first_explorer(page)
    before = picture_bytes(image), words.inner_text()
    handle.focus()
    shown = page.evaluate(SHOWN)
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    for _ in range(50):
        page.wait_for_timeout(100)
        now = picture_bytes(image), words.inner_text()
        if now[0] != before[0] and now[1] != before[1]:
            break
    assert now[0] != before[0] and now[1] != before[1]
    assert page.evaluate(SHOWN) == shown, "the arrow keys left the slide"


def test_an_exercise_turns_green(live):
    page, nb, index = live
    go_to(page, nb, "01-ex-xor-dataset")
    cell = code_cell(page, '@exercise("xor_dataset")')
    assert cell.locator(".course-card").get_attribute("data-status") == "not attempted"
    cell.locator(".cm-content").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(SOLVED)
    page.keyboard.press("Shift+Enter")
    cell.locator(".course-card[data-status=passed]").wait_for()
    assert error_outputs(page) == []


def test_figures_are_in_projector_style(live):
    page, nb, index = live
    sizes = page.evaluate(
        """() => ['.cm-content', '.jp-RenderedMarkdown p'].map(which => parseFloat(
            getComputedStyle(document.querySelector(`.jp-Notebook ${which}`)).fontSize))"""
    )
    assert sizes[0] >= 16 and sizes[1] >= 20  # of 720
    environment = present._environment(Path("x"), "t")
    assert environment["COURSE_PROJECTOR"] == "1"


# --- nothing is cut ---------------------------------------------------------------------


def slide_starts(nb):
    return [
        (i, cell["id"])
        for i, cell in enumerate(nb["cells"])
        if cell["metadata"].get("slideshow", {}).get("slide_type") in ("slide", "subslide")
    ]


def look_at_slides(page, nb, size, folder=None):
    """Ids of the slides that are higher or wider than the screen; keeps screenshots."""
    cut = {}
    for i, name in slide_starts(nb):
        found = page.evaluate(MEASURE, i)
        assert found["shown"], f"{name} cannot be reached"
        if found["height"] > 1.005 or found["wide"]:
            cut[name] = found
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{size}-{name}.png")
    return cut


def assert_nothing_is_cut(chromium, stage, path, folder=None):
    nb = present.stage_copy(notebooks.read(path))
    assert stage.run_until(nb, len(nb["cells"])) == []
    for size in SIZES:
        page = open_slides(chromium, stage, size)
        page.wait_for_timeout(3000)  # formulas and widgets take their place
        cut = look_at_slides(page, nb, size, folder)
        page.close()
        assert not cut, f"{size}: {cut}"


def test_no_slide_of_notebook_01_is_cut(chromium, stage):
    assert_nothing_is_cut(chromium, stage, FILES[0])


@pytest.mark.full
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_slide_is_cut_with_screenshots(path, chromium, tmp_path):
    folder = Path(os.environ.get("COURSE_SCREENSHOTS") or tmp_path) / path.stem
    with present.stage(path) as stage:
        assert_nothing_is_cut(chromium, stage, path, folder)
    nb = present.stage_copy(notebooks.read(path))
    assert len(list(folder.glob("*.png"))) == 2 * len(slide_starts(nb))


# --- the command ------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="Ctrl+C is sent in another way on Windows")
def test_the_command_prints_the_address_and_ends_with_ctrl_c():
    command = [sys.executable, "-m", "course_utils.cli", "present", "01", "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # as in a terminal
    ) as process:
        try:
            told = process.stdout.readline()
            assert "http://127.0.0.1:" in told and "01_xor_failure.ipynb" in told
            time.sleep(1)
            os.killpg(process.pid, signal.SIGINT)
            assert process.wait(30) == 0
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
