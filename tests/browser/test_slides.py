"""Slides of notebook 01 in JupyterLab's deck mode, in headless Chromium.

The server is the one `course present` starts. Notebook 01 always; with `full` every notebook is
walked through by the keys, running its cells, and every slide is looked at, with its screenshot
kept in the folder COURSE_SCREENSHOTS. What is right without a browser is in test_present.py.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_browser import SOLVED, first_explorer

from course_tools import notebooks, present
from course_tools.present import slides
from course_tools.present.stage import _environment
from deck import Deck
from helpers_browser import (
    BROWSER,
    KERNEL_READY,
    code_cell,
    error_outputs,
    picture_bytes,
    wait_idle,
)

pytestmark = BROWSER

FILES = notebooks.notebook_files(folder=notebooks.root() / "notebooks")
[XOR] = notebooks.notebook_files(["01"])
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
START = 60_000  # milliseconds

# Move to a cell like a link does; give the height of its slide, steps not yet shown included,
# and what is wider than its box. Asked of the letters' own boxes, not of scrollWidth: that also
# counts what nobody sees (a formula's hidden MathML; Chromium 156 more of it than others).
MEASURE = """i => new Promise(done => {
    const cell = document.querySelectorAll('.jp-Notebook .jp-Cell')[i];
    cell.id = `look-${i}`;
    location.hash = `#look-${i}`;
    const texts = box => {
        const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), found = [];
        while (walk.nextNode()) {
            const by = walk.currentNode.parentElement;
            if (!walk.currentNode.data.trim() || by.closest('mjx-assistive-mml, style, script'))
                continue;
            for (const word of walk.currentNode.data.matchAll(/\\S+/g)) {
                const range = document.createRange();  // a space at a line's end hangs over it
                range.setStart(walk.currentNode, word.index);
                range.setEnd(walk.currentNode, word.index + word[0].length);
                found.push(...range.getClientRects());
            }
        }
        return [...found, ...[...box.querySelectorAll('img, svg, canvas, button, mjx-c')]
            .map(one => one.getBoundingClientRect())].filter(one => one.width);
    };
    setTimeout(() => {
        const seen = [...document.querySelectorAll('.jp-deck-mod-visible')];
        const slide = [...document.querySelectorAll('.jp-deck-mod-onscreen')];
        const bottom = slide.at(-1).getBoundingClientRect().bottom;
        const wide = slide.flatMap(one => [...one.querySelectorAll(
            '.cm-scroller, .jp-OutputArea-output, .jp-RenderedMarkdown')])
            .filter(one => one.clientWidth)
            .map(box => Math.max(...texts(box).map(one => one.right), 0)
                - Math.min(box.getBoundingClientRect().right, innerWidth))
            .filter(over => over > 2);
        done({
            height: (bottom - slide[0].getBoundingClientRect().top) / innerHeight,
            wide: wide,
            shown: seen.includes(cell),
        });
    }, 120);
})"""
SHOWN = """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')]
    .flatMap((cell, i) => cell.classList.contains('jp-deck-mod-visible') ? [i] : [])"""
ACTIVE = """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')]
    .findIndex(cell => cell.classList.contains('jp-mod-active'))"""


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
    before = XOR.read_bytes()
    with present.stage(XOR) as stage:
        yield stage
    assert XOR.read_bytes() == before
    assert not stage.folder.exists()


@pytest.fixture(scope="module")
def live(stage, chromium):
    """Notebook 01 opened at block 2: (page, notebook, index of the block)."""
    nb = slides.stage_copy(notebooks.read(XOR))
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


# Which cell is active, which are seen, where they begin, and how far anything is scrolled.
STATE = """() => {
    const cells = [...document.querySelectorAll('.jp-Notebook .jp-Cell')];
    const notebook = document.querySelector('.jp-Notebook');
    const scrolled = [];
    for (let one = notebook; one; one = one.parentElement)
        if (one.scrollTop) scrolled.push([one.className || one.tagName, one.scrollTop]);
    const seen = cell => cell.classList.contains('jp-deck-mod-visible')
        && cell.getBoundingClientRect().height > 5;
    return {
        active: cells.findIndex(cell => cell.classList.contains('jp-mod-active')),
        seen: cells.flatMap((cell, i) => seen(cell) ? [i] : []),
        top: Math.min(...cells.filter(seen).map(cell => cell.getBoundingClientRect().top)),
        scrolled,
    };
}"""
# What says that cell i has run: its number, or, where the code is folded, its output.
HAS_RUN = """i => {
    const cell = document.querySelectorAll('.jp-Notebook .jp-Cell')[i];
    const prompt = cell.querySelector('.jp-InputPrompt')?.textContent.trim() ?? '';
    return /\\[\\d+\\]/.test(prompt) || (!prompt && cell.querySelector('.jp-OutputArea-output'));
}"""


def check_place(page, i, name):
    """The active cell is the expected one, it is seen, and nothing is scrolled away."""
    page.wait_for_timeout(60)
    now = page.evaluate(STATE)
    assert now["active"] == i, f"expected {name}, the deck is at cell {now['active']}"
    assert i in now["seen"], f"{name} is not seen"
    assert now["scrolled"] == [], f"{name} is scrolled: {now['scrolled']}"
    assert now["top"] >= -1, f"{name}: the slide begins {now['top']} px above the screen"
    return now["seen"]


def walk(page, nb, keys):
    """Press the key through the whole notebook and back; run each code cell on the way."""
    on, back = keys
    wanted = [i for i, cell in enumerate(nb["cells"]) if kind(cell) != "skip"]
    deck = Deck(nb)
    assert page.evaluate(ACTIVE) == 0
    page.locator(".jp-Notebook .jp-Cell").first.focus()
    for i in wanted:
        cell = nb["cells"][i]
        seen = check_place(page, i, cell["id"])
        assert set(seen) == set(deck.extents[i].visible), f"{cell['id']}: not what the model says"
        if cell["cell_type"] == "code":
            page.keyboard.press("Shift+Enter")
            page.wait_for_function(HAS_RUN, arg=i)
            wait_idle(page)
            check_place(page, i, f"{cell['id']}, run")
        page.keyboard.press(on)
    check_place(page, wanted[-1], "the end")
    for i in reversed(wanted):
        check_place(page, i, f"{nb['cells'][i]['id']}, on the way back")
        page.keyboard.press(back)


def kind(cell):
    return cell["metadata"].get("slideshow", {}).get("slide_type")


@pytest.mark.full
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_walk_by_keys_meets_every_cell_with_its_slide_in_place(path, chromium):
    """What a lecturer does, from the title to the summary and back, with Space or a clicker."""
    nb = slides.stage_copy(notebooks.read(path))
    keys = ("Space", "Shift+Space") if FILES.index(path) % 2 == 0 else ("PageDown", "PageUp")
    with present.stage(path) as stage:
        page = open_slides(chromium, stage)
        page.wait_for_function(KERNEL_READY)
        page.wait_for_timeout(1000)
        walk(page, nb, keys)
        assert error_outputs(page) == []
        page.close()


@pytest.mark.full
def test_slides_advance_by_keyboard_and_by_a_remote(live):
    """Every cell is met in order, both ways, from block 2 to the end of block 3."""
    page, nb, index = live
    last = present.find_cell(nb, "01-b4")
    wanted = [i for i in range(index, last + 1) if kind(nb["cells"][i]) != "skip"]
    for key, back in (("Space", "Shift+Space"), ("PageDown", "PageUp"), ("ArrowDown", "ArrowUp")):
        for i in wanted[1:]:
            press(page, key)
            check_place(page, i, f"{key}: {nb['cells'][i]['id']}")
        for i in wanted[-2::-1]:
            press(page, back)
            check_place(page, i, f"{back}: {nb['cells'][i]['id']}")


def go_to(page, nb, name):
    found = page.evaluate(MEASURE, present.find_cell(nb, name))
    assert found["shown"]


def test_code_runs_where_it_stands(live):
    page, nb, index = live
    go_to(page, nb, "01-b2-midpoint-code")
    cell = code_cell(page, "mid_0 = X[y == 0]")
    cell.locator(".cm-content").click()
    before = page.evaluate(SHOWN)
    page.keyboard.press("Shift+Enter")
    cell.locator(".jp-OutputArea-output", has_text="midpoint").wait_for()
    wait_idle(page)
    assert page.evaluate(SHOWN) == before, "the slide with the output is gone"
    assert error_outputs(page) == []


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
    assert sizes[0] >= 20 and sizes[1] >= 24  # of 720: what the last row reads
    environment = _environment(Path("x"), "t")
    assert environment["COURSE_PROJECTOR"] == "1"


@pytest.mark.full
def test_without_the_slide_view_the_same_copy_is_a_page(chromium):
    """Plan B, should jupyterlab-deck not load: large type, at the block, all before it run."""
    with present.stage(XOR, plain=True) as stage:
        nb = slides.stage_copy(notebooks.read(XOR))
        index = present.find_cell(nb, "01-b3")
        assert stage.run_until(nb, index) == []
        page = chromium.new_page(viewport={"width": 1280, "height": 720})
        page.set_default_timeout(START)
        page.goto(stage.url)
        heading = page.locator(".jp-RenderedMarkdown h2", has_text="It is not only about not")
        heading.wait_for()
        page.wait_for_function(
            """() => [...document.querySelectorAll('.jp-Notebook .jp-Cell h2')].some(one =>
                one.textContent.includes('It is not only about not')
                && one.getBoundingClientRect().top > 0
                && one.getBoundingClientRect().top < innerHeight / 2)"""
        )
        assert page.locator(".jp-Deck").count() == 0
        assert page.evaluate("document.body.dataset.jpDeckMode ?? ''") != "presenting"
        size = "one => parseFloat(getComputedStyle(one).fontSize)"
        assert page.eval_on_selector(".jp-Notebook .cm-content", size) >= 20
        assert page.eval_on_selector(".jp-Notebook .jp-RenderedMarkdown p", size) >= 24
        page.close()
    assert not stage.folder.exists()


# --- nothing is cut ---------------------------------------------------------------------


def slide_starts(nb):
    return [
        (i, cell["id"])
        for i, cell in enumerate(nb["cells"])
        if i == 0 or kind(cell) == "slide"
    ]


def test_wide_is_what_a_reader_sees_cut(live):
    page, nb, index = live
    at = present.find_cell(nb, "01-b2-law")
    assert not page.evaluate(MEASURE, at)["wide"]
    add = """([i, tag]) => {
        const one = document.createElement(tag);
        one.className = 'course-test';
        one.style.cssText = 'white-space: nowrap; position: absolute';
        one.textContent = 'long '.repeat(100);
        document.querySelectorAll('.jp-Notebook .jp-Cell')[i]
            .querySelector('.jp-RenderedMarkdown').append(one);
    }"""
    for tag, counted in (("mjx-assistive-mml", False), ("span", True)):
        page.evaluate(add, [at, tag])
        assert bool(page.evaluate(MEASURE, at)["wide"]) == counted, tag
        page.evaluate("document.querySelector('.course-test').remove()")


def look_at_slides(page, nb, size, folder):
    """Ids of the slides that are higher or wider than the screen; keeps screenshots."""
    cut = {}
    for i, name in slide_starts(nb):
        found = page.evaluate(MEASURE, i)
        assert found["shown"], f"{name} cannot be reached"
        if found["height"] > 1.005 or found["wide"]:
            cut[name] = found
        page.screenshot(path=folder / f"{size}-{name}.png")
    return cut


def assert_nothing_is_cut(chromium, stage, path, folder, sizes):
    nb = slides.stage_copy(notebooks.read(path))
    assert stage.run_until(nb, len(nb["cells"])) == []
    folder.mkdir(parents=True, exist_ok=True)
    for size in sizes:
        page = open_slides(chromium, stage, size)
        page.wait_for_timeout(3000)  # formulas and widgets take their place
        cut = look_at_slides(page, nb, size, folder)
        page.close()
        assert not cut, f"{size}: {cut}"


@pytest.mark.full
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_slide_is_cut_with_screenshots(path, chromium, tmp_path):
    """At 720p; every seventh notebook at 1080p, too: slides.css sizes all by the window."""
    sizes = list(SIZES) if path in FILES[::7] else ["720p"]
    folder = Path(os.environ.get("COURSE_SCREENSHOTS") or tmp_path) / path.stem
    with present.stage(path) as stage:
        assert_nothing_is_cut(chromium, stage, path, folder, sizes)
    nb = slides.stage_copy(notebooks.read(path))
    assert len(list(folder.glob("*.png"))) == len(sizes) * len(slide_starts(nb))


# --- the command ------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="Ctrl+C is sent in another way on Windows")
def test_the_command_prints_the_address_and_ends_with_ctrl_c():
    command = [sys.executable, "-m", "course_tools.cli", "present", "01", "--no-browser"]
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
