"""Questions that come back, in headless Chromium: keyboard, axe-core, both themes, zoom, a link."""

import json
import re

import pytest

from course_tools import cli, notebooks
from helpers_browser import BROWSER, dark, error_outputs, open_lab, run_all
from helpers_nb import code, notebook, text

pytestmark = [pytest.mark.full, *BROWSER]

SETUP = "from course_utils.exercises import predict, progress, recall"
HERE = [
    text("03-title", "# A small one"),
    code("03-setup", SETUP, "setup"),
    code("03-recall", 'recall("03")', "predict"),
    code("03-progress", 'progress("01")', "state"),
]
BEFORE = [
    text("01-title", "# The one before"),
    code("01-setup", SETUP, "setup"),
    code("01-b2-predict", 'predict("01-line")', "predict"),
]
WRONG = [{"at": "2026-03-02T10:00:00+01:00", "kind": kind, "id": "01-line", "choice": "C"}
         for kind in ("committed", "revealed")]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("course")
    (folder / "notebooks").mkdir()
    notebooks.write(notebook(*HERE), folder / "notebooks" / "03_activations.ipynb")
    notebooks.write(notebook(*BEFORE), folder / "notebooks" / "01_xor_failure.ipynb")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert cli.main(["lab", "--only-copies"]) == 0
    memory = folder / "my_work/.course/memory"
    memory.mkdir(parents=True)
    (memory / "01.json").write_text(json.dumps({"version": 1, "events": WRONG}))
    return folder


@pytest.fixture(scope="module")
def lab(course):
    with open_lab(course) as lab:
        yield lab


def opened(lab, **options):
    page = lab.open("my_work/03_activations.ipynb", **options)
    run_all(page)
    assert error_outputs(page) == []
    return page, page.locator(".course-live .course-recall")


def findings(page):
    from axe_playwright_python.sync_playwright import Axe

    found = [Axe().run(page, context=where, options=None).response["violations"]
             for where in (".course-live .course-recall", ".course-card")]
    return [(v["id"], [n["html"][:160] for n in v["nodes"]]) for part in found for v in part]


def test_a_click_by_keyboard_the_reason_at_once_and_nothing_for_axe(lab, course):
    page, box = opened(lab, color_scheme="light")
    assert "From 01. A lamp burns" in box.inner_text()  # what did not hold comes first
    assert findings(page) == []
    first = box.get_by_role("button", name=re.compile("C: two"))
    first.focus()
    page.keyboard.press("Enter")
    box.get_by_text("B holds: three.").wait_for()
    assert "C does not hold" in box.locator("[aria-live=polite]").first.inner_text()
    assert first.evaluate("one => one === document.activeElement"), "the focus went away"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")  # the next choice: answered already, so nothing happens
    page.wait_for_timeout(300)
    kept = json.loads((course / "my_work/.course/memory/01.json").read_text())["events"]
    assert [(e["id"], e["choice"]) for e in kept if e["kind"] == "recalled"] == [
        ("01-line-r1", "C")]
    assert findings(page) == []
    dark(page)
    assert findings(page) == []
    page.close()


def test_progress_links_to_the_cell_that_asked(lab):
    page, _ = opened(lab)
    link = page.locator(".course-card a").first
    assert link.get_attribute("href").endswith("01_xor_failure.ipynb#cell-id=01-b2-predict") or (
        "#cell-id=01-b2-predict" in link.get_attribute("href"))
    link.click()
    page.locator(".lm-TabBar-tab", has_text="01_xor_failure").first.wait_for()
    page.close()


def test_nothing_is_cut_at_200_percent(lab):
    page, box = opened(lab, viewport={"width": 640, "height": 450})
    assert box.evaluate("one => one.scrollWidth - one.clientWidth") <= 1
    edge = box.bounding_box()
    for row in box.locator(".course-choice").all():
        inside = row.bounding_box()
        assert inside["x"] + inside["width"] <= edge["x"] + edge["width"]
    page.close()
