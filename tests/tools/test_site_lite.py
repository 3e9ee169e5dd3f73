"""The browser version of `course site`: all notebooks in WebAssembly, and 01 worked by a student.

Chromium finds no other address than this machine's. The tests of the page follow each other, as a
student's day does: each goes on where the last one stopped.
"""

import functools
import http.server
import json
import os
import re
import subprocess
import threading
import time
from pathlib import Path

import pytest

import self_calls
from course_tools import notebooks, verdicts
from course_tools.site import build, lite
from helpers_browser import (
    BROWSER,
    KERNEL_READY,
    code_cell,
    error_outputs,
    open_chromium,
    picture_bytes,
    save,
    slide,
    type_and_run,
    type_into,
    wait_idle,
)

ROOT = notebooks.root()
FILES = notebooks.notebook_files(folder=ROOT / "notebooks")
pytestmark = [pytest.mark.full, *BROWSER]

NAME = "01_xor_failure"
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
PATIENCE = 240  # seconds; about 15 on two idle cores
WRONG = '''@exercise("line_accuracy")
def line_accuracy(X, y, w, b):
    return np.mean((X @ w + b > 0) != y)
'''
ENDLESS = '''@exercise("step")
def step(x):
    while True: pass
'''


def test_it_has_a_copy_of_every_notebook(bundled):
    for path in FILES:
        copy = json.loads((bundled / "files" / path.name).read_text(encoding="utf-8"))
        assert not any(cell.get("outputs") for cell in copy["cells"])


@pytest.fixture(scope="module")
def in_webassembly(bundled, tmp_path_factory):
    """What node prints: of an endless loop, of answers that call themselves, of each notebook."""
    runtime = ROOT / "build" / "live"
    script = ROOT / "tests" / "helpers" / "nodecheck.mjs"
    cells = tmp_path_factory.mktemp("cells") / "self_calls.json"
    cells.write_text(json.dumps({f"{shape}, {way}": asked for shape in self_calls.SHAPES
                                 for way, asked in self_calls.ways(shape).items()}))
    done = subprocess.run(["node", script, runtime, cells, *FILES], capture_output=True, text=True,
                          timeout=1500)
    lines = done.stdout.splitlines()
    assert len(lines) == 2 + len(FILES), done.stderr[-2000:]
    return list(map(json.loads, lines))


def test_in_webassembly_a_name_means_the_answer_too(in_webassembly):
    _, (_, found), *_ = in_webassembly
    for shape, (id, _, status) in self_calls.SHAPES.items():
        for way in self_calls.ways(shape):
            assert found[f"{shape}, {way}"][id][0] == status, (shape, way)


def test_in_webassembly_all_notebooks_print_what_is_stored_and_an_endless_loop_ends(in_webassembly):
    endless, _, *books = in_webassembly
    assert endless[1][:2] == ["error", "endless/not-finished"]
    assert [name for name, _, _ in books] == [path.name for path in FILES]
    assert {name: other for name, _, other in books if other} == {}
    assert all(same >= 10 for _, same, _ in books)


# --- a student's day with notebook 01 ---------------------------------------------------------


@pytest.fixture(scope="module")
def address(bundled):
    handler = functools.partial(build.Quiet, directory=str(bundled.parent))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def outside():
    """Addresses elsewhere that something on the page has asked for."""
    return []


@pytest.fixture(scope="module")
def visitor(address, outside):
    """Call it for the page of somebody who has never been here; options as for a context."""
    with open_chromium(NOWHERE) as browser:
        def arrive(**options):
            context = browser.new_context(**options)
            context.on("request", lambda asked: asked.url.startswith((address, "data:", "blob:"))
                       or outside.append(asked.url))
            page = context.new_page()
            page.set_default_timeout(PATIENCE * 1000)
            return page

        yield arrive


@pytest.fixture(scope="module")
def page(visitor, address):
    """Notebook 01 in the browser version, nothing run."""
    page = visitor(viewport={"width": 1280, "height": 900})
    page.goto(address + lite.work(NAME))
    ready(page)
    yield page
    page.context.close()


def ready(page):
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.wait_for_function(KERNEL_READY, polling=200)


def run(page, *holds):
    """Run the cells that hold these words."""
    for one in holds:
        code_cell(page, one).locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        wait_idle(page, patience=PATIENCE)
    assert error_outputs(page) == []


def live(page, which):
    return code_cell(page, which).locator(".course-live .course-predict")


def test_the_first_cell_runs_with_everything_outside_blocked(page, outside):
    start = time.monotonic()
    run(page, "style.use()")
    print(f"first cell: {time.monotonic() - start:.1f} s")
    assert outside == []


def test_a_prediction_is_committed(page):
    run(page, '@exercise("xor_dataset")', "X, y = xor_dataset()", 'predict("01-line")')
    box = live(page, 'predict("01-line")')
    box.get_by_role("button", name=re.compile("C:")).click()
    box.get_by_role("button", name="Commit", exact=True).click()
    box.get_by_text("Committed: C").wait_for()


def test_an_explorer_moves(page):
    run(page, "explore.line_on_xor()")
    cell = code_cell(page, "explore.line_on_xor()")
    words, image = cell.locator(".course-live .course-finding"), cell.locator("canvas")
    before = picture_bytes(image), words.inner_text()
    cell.locator("input[type=range]").first.press("ArrowRight")
    words.get_by_text("angle 5 degrees").wait_for()
    assert picture_bytes(image) != before[0]
    run(page, "line.set(angle=135")


def test_a_wrong_answer_gets_its_name(page):
    cell = code_cell(page, '@exercise("line_accuracy")')
    type_and_run(page, cell, WRONG)
    cell.get_by_text("fraction of wrong points").first.wait_for()


def test_an_endless_loop_is_stopped(page):
    cell = code_cell(page, '@exercise("step")')
    type_and_run(page, cell, ENDLESS)
    cell.get_by_text("had not returned after 2.5 s").first.wait_for()
    run(page, "X, y = xor_dataset()")  # and the kernel goes on


def test_work_and_memory_are_kept_when_the_page_is_closed(page, address, outside):
    save(page)
    page.goto("about:blank")
    page.goto(address + lite.work(NAME))
    ready(page)
    assert "!= y)" in code_cell(page, '@exercise("line_accuracy")').inner_text()
    run(page, "style.use()", 'predict("01-line")', 'progress("01")')
    live(page, 'predict("01-line")').get_by_text("Committed: C").wait_for()
    code_cell(page, 'progress("01")').get_by_text("fraction of wrong points").first.wait_for()
    assert outside == []


def test_it_is_downloaded_and_handed_in(page, tmp_path):
    page.locator(".jp-DirListing-item", has_text=NAME).first.click(button="right")
    with page.expect_download() as waiting:
        page.locator(".lm-Menu-item[data-command='filebrowser:download']").first.click()
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert path.name == f"{NAME}.ipynb"
    rows, problems = verdicts.check_files([path], FILES)
    told = {row.exercise: row.misconception for row in rows}
    assert problems == [] and told["line_accuracy"] == "neighbour-formula/error-rate"


def test_questions_from_01_come_back_in_02(page, address, outside):
    page.goto(address + lite.work("02_polynomial_feature_maps"))
    ready(page)
    run(page, "style.use()", "recall(")
    box = page.locator(".course-live .course-recall")
    assert "From 01." in box.inner_text()
    box.get_by_role("button", name=re.compile("C: ")).first.click()
    box.locator("[aria-live=polite]", has_text="hold").first.wait_for()
    assert outside == []


# Runs a cell in the page's kernel; what it prints, or its error.
SAID = """async (code) => {
    const { sessions, kernels } = window.jupyterapp.serviceManager;
    const kernel = kernels.connectTo({ model: [...sessions.running()][0].kernel });
    let said = "";
    const asked = kernel.requestExecute({ code });
    asked.onIOPub = ({ content }) => { said += content.text ?? content.evalue ?? ""; };
    await asked.done;
    return said; }"""


def test_what_is_not_loaded_at_the_start_is_had_by_pip(page, outside):
    """What writes PDF, which Python's start would carry for all."""
    picture = "import matplotlib.pyplot as plt\nplt.figure().savefig('a.{}'); print('there')"
    assert page.evaluate(SAID, picture.format("svg")) == "there\n"
    assert "fontTools" in page.evaluate(SAID, picture.format("pdf"))
    page.evaluate(SAID, "%pip install fonttools")
    assert page.evaluate(SAID, picture.format("pdf")) == "there\n"
    assert outside == []


# --- whoever comes from the book ---------------------------------------------------------------

CELL, EXPLORER = "01-ex-line-accuracy", "01-b1-explorer"
# Width and height of the screen, colours, and how wide the editor has to be.
SCREENS = {
    "desk": (1280, 900, "light", 700),
    "tablet": (820, 1180, "dark", 600),
    "phone": (390, 844, "light", 300),
}
PLACE = """() => {
    const cell = document.querySelector('.course-landed').closest('.jp-Cell');
    const [here, editor] = [cell, cell.querySelector('.jp-InputArea-editor')]
        .map(one => one.getBoundingClientRect());
    return [here.top, editor.width, document.scrollingElement.scrollWidth - innerWidth];
}"""
RUN = """() => [...window.jupyterapp.shell.widgets('main')].at(-1).content.widgets
    .filter(cell => cell.model.type === 'code' && cell.model.executionCount)
    .map(cell => cell.model.sharedModel.source)"""


@pytest.fixture
def shot(tmp_path):
    """Save a picture; where COURSE_SHOTS names a folder, there, to be looked at."""
    folder = Path(os.environ.get("COURSE_SHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return lambda page, name: page.screenshot(path=folder / f"{name}.png")


def follow(page, address, cell):
    """Follow the book's link at a cell, with a slow processor until it has led somewhere.

    On a slow one formulas get their heights after the first scroll: the cell was 2,600 px off.
    """
    page.goto(f"{address}{NAME}.html")
    for held in page.locator(f"[id='{cell}'] .course-show").all():  # it waits for a prediction
        held.click()
    slow = page.context.new_cdp_session(page)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    if cell == CELL:  # it is worked on in the page; other pages lead to it by its address
        page.goto(address + lite.work(NAME, cell))
    else:
        page.locator(f"[id='{cell}'] a[href^='lite/']").first.click()
    page.wait_for_selector(".course-landed [role=status]:not(:empty)")
    said = page.locator(".course-landed").inner_text()
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return said


def landed(page):
    """The cell, once the line above it says that all is ready."""
    page.wait_for_selector(".course-landed[data-state=ready]")
    page.wait_for_timeout(500)
    return page.locator(".jp-Cell:has(> .course-landed)")


@pytest.mark.parametrize("name", SCREENS)
def test_a_link_of_the_book_leads_to_its_cell_and_the_answer_gets_a_card(visitor, address, outside,
                                                                         shot, name):
    wide, high, colours, editor = SCREENS[name]
    page = visitor(viewport={"width": wide, "height": high}, color_scheme=colours,
                   is_mobile=wide < 600, has_touch=wide < 1000)
    said = follow(page, address, CELL)
    assert "Python is starting" in said or "Running what is needed" in said
    cell = landed(page)
    shot(page, f"landed-{name}")
    top, width, over = page.evaluate(PLACE)
    assert 0 <= top < high / 2 and width >= editor and over <= 0
    nb = notebooks.read(ROOT / "notebooks" / f"{NAME}.ipynb")
    wanted = [one["source"] for one in verdicts.cells_to_run(nb, nb)]
    here = next(i for i, one in enumerate(wanted) if "line_accuracy(" in one)
    assert page.evaluate(RUN) == wanted[:here]
    type_into(page, cell, WRONG)
    cell.get_by_role("button", name="Run this cell").click()
    cell.get_by_text("fraction of wrong points").first.wait_for()
    assert error_outputs(page) == [] and outside == []
    card = cell.locator(".course-card").first
    card.scroll_into_view_if_needed()
    box = card.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= wide and box["width"] >= 0.6 * editor
    shot(page, f"answered-{name}")
    page.locator(".lm-MenuBar-item", has_text="File").first.click()
    with page.expect_download() as waiting:
        page.locator(".lm-Menu-item[data-command='docmanager:download']").first.click()
    assert waiting.value.suggested_filename == f"{NAME}.ipynb"
    page.context.close()


@pytest.mark.parametrize("wide", [820, 390])
def test_a_link_to_an_explorer_runs_it_and_a_thumb_moves_it(visitor, address, shot, wide):
    page = visitor(viewport={"width": wide, "height": 844}, is_mobile=wide < 600, has_touch=True)
    follow(page, address, EXPLORER)
    cell = landed(page)
    cell.locator(".course-live input[type=range]").first.wait_for()
    nb = notebooks.read(ROOT / "notebooks" / f"{NAME}.ipynb")
    above = [one["source"] for one in nb["cells"] if one["cell_type"] == "code"]
    here = next(i for i, one in enumerate(above) if "explore.line_on_xor()" in one)
    assert page.evaluate(RUN) == above[: here + 1] and error_outputs(page) == []
    track, words = (cell.locator(f".course-live {one}").first
                    for one in ("input[type=range]", ".course-finding"))
    said, at = words.inner_text(), float(track.input_value())
    slide(page, track, 0.9)
    page.wait_for_function("([one, said]) => one.innerText !== said",
                           arg=[words.element_handle(), said])
    assert float(track.input_value()) > at
    shot(page, f"explorer-{wide}")
    asked = live(page, 'predict("01-line")')
    for name, exact in ((re.compile("C:"), False), ("Commit", True)):
        button = asked.get_by_role("button", name=name, exact=exact)
        button.scroll_into_view_if_needed()
        assert button.bounding_box()["height"] >= 44
        button.tap()
    asked.get_by_text("Committed: C").wait_for()
    page.context.close()


def test_later_own_cells_are_run_too_and_one_that_fails_stops_nothing(visitor, address):
    page = visitor(viewport={"width": 1280, "height": 900})
    page.goto(address + lite.work(NAME))
    ready(page)
    for holds, own in (('@exercise("xor_dataset")', "1 / 0"), ("X, y = xor_dataset()", "own = 5")):
        type_into(page, code_cell(page, holds), own)
    save(page)
    follow(page, address, CELL)
    cell = landed(page)
    assert "a cell above ended in an error" in cell.locator("[role=status]").inner_text()
    setup, *own = page.evaluate(RUN)
    assert own == ["1 / 0", "own = 5"] and "import" in setup
    type_into(page, cell, WRONG)
    cell.get_by_role("button", name="Run this cell").click()
    cell.get_by_text("fraction of wrong points").first.wait_for()
    page.context.close()
