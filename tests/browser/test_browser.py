"""Notebook 01 in JupyterLab, in headless Chromium, as a student uses it.

Skipped where there is no Chromium; in CI that skip is a failure (see conftest.py).
"""

import pytest

from course_tools import notebooks
from form import MIN_PREDICTIONS
from helpers_browser import (
    BROWSER,
    code_cell,
    error_outputs,
    lay_copy,
    open_lab,
    picture_bytes,
    run_all,
    save,
    type_and_run,
)
from helpers_nb import code

pytestmark = BROWSER

NAME = "01_xor_failure.ipynb"
CUT = """
from widgets.explorers.live import Live
Live._wished = lambda self, wish: None
"""
SOLVED = '''@exercise("xor_dataset")
def xor_dataset():
    """The four corners of the unit square and their XOR."""
    X = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
    return X, X.sum(axis=1) % 2
'''


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A student's folder: output-free copies, one of them with the explorers cut."""
    work = tmp_path_factory.mktemp("my_work")
    path = notebooks.root() / "notebooks" / NAME
    lay_copy(path, work)
    lay_copy(path, work, "01_cut.ipynb", code("01-cut", CUT))
    return work


@pytest.fixture(scope="module")
def lab(folder):
    with open_lab(folder) as lab:
        yield lab


@pytest.fixture(scope="module")
def page(lab):
    """Notebook 01, opened and run."""
    page = lab.open(NAME)
    run_all(page)
    return page


def first_explorer(page):
    """(slider handle, picture, text) of the first explorer on the page."""
    panel = page.locator(".course-live .course-explorer").first
    return (
        panel.locator("input[type=range]").first,
        panel.locator("canvas").first,
        panel.locator(".course-finding").first,
    )


def assert_explorer_answers(page, seconds=5, key="ArrowRight"):
    """Move the first slider by keyboard: the picture and its text must change."""
    handle, image, words = first_explorer(page)
    handle.scroll_into_view_if_needed()
    before = picture_bytes(image), words.inner_text()
    assert before[0] and before[1].strip()
    handle.focus()
    for _ in range(4):
        page.keyboard.press(key)
    for _ in range(10 * seconds):
        now = picture_bytes(image), words.inner_text()
        if now[0] != before[0] and now[1] != before[1]:
            return
        page.wait_for_timeout(100)
    assert now[0] != before[0], "the picture is as it was"
    assert now[1] != before[1], f"the text is as it was: {before[1]!r}"


def test_runs_without_errors(page):
    assert error_outputs(page) == []
    assert page.locator(".course-predict").count() >= MIN_PREDICTIONS
    assert page.locator(".course-card").count() >= 4


def test_slider_by_keyboard_changes_picture_and_text(page):
    assert_explorer_answers(page)
    assert error_outputs(page) == []


def test_solving_an_exercise_turns_its_card_green(page):
    cell = code_cell(page, '@exercise("xor_dataset")')
    card = cell.locator(".course-card")
    assert card.get_attribute("data-status") == "not attempted"
    type_and_run(page, cell, SOLVED)
    cell.locator(".course-card[data-status=passed]").wait_for()
    assert card.count() == 1
    assert error_outputs(page) == []


@pytest.mark.full
def test_the_explorer_test_can_fail(lab):
    page = lab.open("01_cut.ipynb")
    run_all(page)
    with pytest.raises(AssertionError, match="is as it was"):
        assert_explorer_answers(page, seconds=2)
    page.close()


@pytest.mark.full
def test_runs_in_notebook_7(folder, lab):
    lay_copy(notebooks.root() / "notebooks" / NAME, folder, "01_seven.ipynb")
    page = lab.open("01_seven.ipynb", app="notebook")
    run_all(page)
    assert error_outputs(page) == []
    # Notebook 7 keeps the arrow keys to itself (it moves between cells); these it lets through.
    assert_explorer_answers(page, key="PageUp")


# --- pictures have words ----------------------------------------------------------------


def nameless_images(page):
    """The images of the notebook that axe-core finds without a name."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context=".jp-Notebook", options={"runOnly": ["image-alt"]}).response
    return [node["html"][:120] for rule in found["violations"] for node in rule["nodes"]]


def shown_alts(page):
    """The alt text of each picture of `show` that can be seen."""
    shown = page.locator("img.course-png:visible")
    return [shown.nth(i).get_attribute("alt") for i in range(shown.count())]


@pytest.mark.full
def test_every_picture_has_its_words_as_alt_live_and_reopened(lab, page):
    stored = [out["metadata"]["image/png"]["alt"]
              for cell in notebooks.read(notebooks.root() / "notebooks" / NAME)["cells"]
              if "picture" in notebooks.tags(cell)
              for out in cell["outputs"] if "image/png" in out.get("data", {})]
    assert len(stored) >= 3 and shown_alts(page) == stored
    assert page.locator(".jp-RenderedImage img:visible").count() == 0
    assert nameless_images(page) == []
    save(page)
    again = lab.open(NAME)
    assert set(stored) <= set(shown_alts(again))
    assert nameless_images(again) == []
    again.close()
