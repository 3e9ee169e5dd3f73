"""The browser version of `course site`: all notebooks in WebAssembly, and 01 worked by a student.

Chromium finds no other address than this machine's. The tests of the page follow each other, as a
student's day does: each goes on where the last one stopped.
"""

import functools
import http.server
import json
import re
import subprocess
import threading
import time

import pytest
from helpers_browser import (
    BROWSER,
    KERNEL_READY,
    code_cell,
    error_outputs,
    open_chromium,
    picture_bytes,
    save,
    type_and_run,
    wait_idle,
)

from course_utils.tools import notebooks, verdicts
from course_utils.tools.site import build, lite

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


def test_in_webassembly_all_notebooks_print_what_is_stored_and_an_endless_loop_ends(bundled):
    runtime = ROOT / "build" / "lite-source" / "static" / "pyodide"
    script = ROOT / "tests" / "helpers" / "nodecheck.mjs"
    done = subprocess.run(["node", script, runtime, *FILES], capture_output=True, text=True,
                          timeout=1500)
    endless, *books = map(json.loads, done.stdout.splitlines())
    assert endless[1][:2] == ["error", "endless/not-finished"], done.stderr[-2000:]
    assert [name for name, _, _ in books] == [path.name for path in FILES]
    assert {name: other for name, _, other in books if other} == {}
    assert all(same >= 20 for _, same, _ in books)


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
def page(address, outside):
    """Notebook 01 in the browser version, nothing run."""
    with open_chromium(NOWHERE) as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.on("request", lambda asked: asked.url.startswith((address, "data:", "blob:"))
                   or outside.append(asked.url))
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(address + lite.work(NAME))
        ready(page)
        yield page


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
    return code_cell(page, which).locator(".widget-vbox.course-predict")


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
    words, image = cell.locator(".course-finding").first, cell.locator(".widget-image").first
    before = picture_bytes(image), words.inner_text()
    cell.locator(".noUi-handle").first.press("ArrowRight")
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
    cell.get_by_text("does not come to an end").first.wait_for()
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
    told = {row["exercise"]: row["misconception"] for row in rows}
    assert problems == [] and told["line_accuracy"] == "neighbour-formula/error-rate"


def test_questions_from_01_come_back_in_02(page, address, outside):
    page.goto(address + lite.work("02_polynomial_feature_maps"))
    ready(page)
    run(page, "style.use()", "recall(")
    box = page.locator(".widget-vbox.course-recall")
    assert "From 01." in box.inner_text()
    box.get_by_role("button", name=re.compile("C: ")).first.click()
    box.locator("[aria-live=polite]", has_text="hold").first.wait_for()
    assert outside == []
