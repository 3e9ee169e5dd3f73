"""What `course lab` puts on a screen before anything is run: its style sheet is there.

The page itself is looked at, not the command line: a setting that the server does not know is only
a warning there.
"""

import json
import os
import re
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from course_tools import notebooks
from helpers_browser import BROWSER, wait_idle
from helpers_ports import free_ports
from widgets import page as look

pytestmark = [pytest.mark.full, *BROWSER]

NAME = "01_xor_failure.ipynb"
OWN = ".jp-Notebook { --own-sheet: 1; }"
PATIENCE = 120  # seconds, on a machine that does much else
WIDTHS = """() => [...document.querySelectorAll('.jp-Notebook .jp-RenderedMarkdown')]
    .map(one => one.getBoundingClientRect().width)"""


@contextmanager
def course_lab(folder, home):
    """`course lab 01` as a program of its own; give address, and the lines written until then."""
    own = {"HOME": home, "JUPYTER_CONFIG_DIR": home / "config", "JUPYTER_DATA_DIR": home / "data",
           "JUPYTER_RUNTIME_DIR": home / "runtime", "IPYTHONDIR": home / "ipython"}
    env = {k: v for k, v in os.environ.items() if not k.startswith("JUPYTER")}
    port = free_ports()
    lab = subprocess.Popen(
        [sys.executable, "-m", "course_tools.cli", "lab", "01", "--no-browser",
         "--", f"--ServerApp.port={port}"],
        cwd=folder, env={**env, **{k: str(v) for k, v in own.items()}, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said, found = [], []
    there = threading.Event()

    def listen():
        for line in lab.stdout:
            said.append(line)
            found.extend(re.findall(rf"http://127\.0\.0\.1:{port}/lab/tree/\S+", line))
            if found:
                there.set()

    ears = threading.Thread(target=listen, daemon=True)
    ears.start()
    try:
        assert there.wait(PATIENCE), "".join(said)
        yield found[0], list(said)
    finally:
        lab.kill()
        lab.wait()
        ears.join(10)
        lab.stdout.close()


@pytest.fixture(scope="module")
def opened(tmp_path_factory, chromium):
    """Page, answers to requests for the sheet, and the terminal's lines, before a cell is run."""
    folder, home = tmp_path_factory.mktemp("course"), tmp_path_factory.mktemp("home")
    (folder / "notebooks").mkdir()
    nb = notebooks.read(notebooks.root() / "notebooks" / NAME)
    notebooks.write(nb, folder / "notebooks" / NAME)
    (home / "config" / "custom").mkdir(parents=True)
    (home / "config" / "custom" / "custom.css").write_text(OWN)  # a user's own stays in force
    settings = home / "config/lab/user-settings/@jupyterlab/notebook-extension"
    settings.mkdir(parents=True)
    (settings / "tracker.jupyterlab-settings").write_text(json.dumps({"windowingMode": "none"}))
    with course_lab(folder, home) as (address, said):
        page = chromium.new_page(viewport={"width": 1920, "height": 1080})
        page.set_default_timeout(PATIENCE * 1000)
        sheets = []
        page.on("response", lambda got: sheets.append(got.status)
                if got.url.partition("?")[0].endswith("/custom/custom.css") else None)
        page.goto(address)
        page.wait_for_selector(".jp-Notebook .jp-RenderedMarkdown p")
        page.wait_for_timeout(2000)
        if shots := os.environ.get("COURSE_SHOTS"):
            page.screenshot(path=Path(shots) / "course-lab-1920.png")
        yield page, sheets, said
        page.close()


def test_the_sheet_is_served_and_text_is_at_most_960_wide_before_a_cell_is_run(opened):
    page, sheets, _ = opened
    assert sheets and set(sheets) == {200}
    prompts = page.locator(".jp-CodeCell .jp-InputArea-prompt").all_inner_texts()
    assert prompts and not any(re.search(r"\d", one) for one in prompts)
    widths = page.evaluate(WIDTHS)
    assert len(widths) > 10 and 800 < max(widths) <= look.WIDTH == 960


def test_a_user_s_own_sheet_and_settings_stay_in_force(opened):
    page, _, _ = opened
    assert page.evaluate("""() => getComputedStyle(document.querySelector('.jp-Notebook'))
        .getPropertyValue('--own-sheet').trim()""") == "1"
    assert page.locator(".jp-Notebook .jp-CodeCell").count() > 30  # their setting: all in the DOM


def test_it_starts_without_a_warning(opened):
    _, _, said = opened
    assert [line for line in said if re.match(r"\[[WE] |.*[Ww]arning", line)] == []


# Of what is in sight: where it ends, with what it is.
EDGES = """() => [...document.querySelectorAll(`.jp-Notebook :is(.jp-RenderedMarkdown,
    .jp-InputArea-editor, .course-card, .course-predict, .course-explorer)`)]
    .map(one => [Math.round(one.getBoundingClientRect().right), one.className])
    .filter(([right]) => right > 0)"""


def test_text_and_code_end_at_one_edge_before_a_cell_is_run(opened):
    ends = {right for right, _ in opened[0].evaluate(EDGES)}
    assert len(ends) == 1, ends


@pytest.fixture(scope="module")
def done(opened):
    page = opened[0]
    page.set_viewport_size({"width": 1366, "height": 768})
    cells = notebooks.read(notebooks.root() / "notebooks" / NAME)["cells"]
    last = next(i for i, cell in enumerate(cells) if "explorer" in notebooks.tags(cell))
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.keyboard.press("Escape")
    for _ in range(last + 1):
        page.keyboard.press("Shift+Enter")
    wait_idle(page)
    return page


def test_boxes_end_there_too(done):
    found = done.evaluate(EDGES)
    assert len({right for right, _ in found}) == 1, found


def test_a_picture_leaves_room_for_its_title_and_caption(done):
    panel, *pictures = done.evaluate("""() => ['.jp-NotebookPanel-notebook', 'img.course-png']
        .flatMap(which => [...document.querySelectorAll(which)].map(one => one.offsetHeight))""")
    assert pictures and max(pictures) <= 0.62 * panel < 2 * max(pictures)


LOW = """async cell => {
    const place = cell.querySelector('.jp-Cell-outputWrapper'), high = place.offsetHeight;
    let low = high;
    const end = performance.now() + 5000;
    while (performance.now() < end) {
        await new Promise(done => requestAnimationFrame(done));
        low = Math.min(low, place.offsetHeight);
    }
    return [low, high, place.style.minHeight];
}"""


@pytest.mark.parametrize("holds", ["explore.", "@exercise", "predict("])
def test_what_is_run_again_does_not_jump(done, holds):
    cell = done.locator(".jp-CodeCell", has_text=holds).first
    cell.locator(".jp-InputArea-prompt").click()
    done.evaluate(f"cell => {{ window.watched = ({LOW})(cell); }}", cell.element_handle())
    done.keyboard.press("Control+Enter")
    low, high, held = done.evaluate("window.watched")
    assert high > 60 and low >= 0.97 * high and held == ""


def test_a_verdict_is_grey_once_its_code_has_changed(done):
    cell = done.locator(".jp-CodeCell", has_text="@exercise").first
    card, opacity = cell.locator(".course-card").first, "one => getComputedStyle(one).opacity"
    assert card.evaluate(opacity) == "1"
    cell.locator(".cm-content").click()
    done.keyboard.type("#")
    assert float(card.evaluate(opacity)) < 0.7
    done.keyboard.press("Backspace")
    assert card.evaluate(opacity) == "1"
