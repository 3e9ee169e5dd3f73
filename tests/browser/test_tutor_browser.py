"""A slip to find and pieces to order in JupyterLab: pressed by mouse and by keys."""

import pytest

from course_tools import notebooks
from helpers_browser import BROWSER, error_outputs, open_lab, type_and_run, wait_idle
from helpers_nb import code, notebook, text

pytestmark = [pytest.mark.full, *BROWSER]

NAME = "04_softmax_derivative.ipynb"
SETUP = "import numpy as np\nfrom course_utils.exercises import exercise, pieces, slip"
SOFTMAX = '''@exercise("softmax")
def softmax(z):
    """Rows of probabilities."""
    z = np.asarray(z, float)
    shifted = z - z.max(axis=-1, keepdims=True)
    e = np.exp(shifted)
    return e / e.sum(axis=-1, keepdims=True)'''
CELLS = [
    text("04-title", "# A small one"),
    code("04-setup", SETUP),
    code("04-softmax", SOFTMAX, "exercise"),
    code("04-slip", 'slip("softmax")'),
    code("04-pieces", 'pieces("cross_entropy")'),
]


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tutor")
    notebooks.write(notebook(*CELLS), folder / NAME)
    with open_lab(folder) as lab:
        page = lab.open(NAME)
        page.keyboard.press("Escape")
        page.locator(".jp-NotebookPanel .jp-Cell").first.click()
        for _ in CELLS:
            page.keyboard.press("Shift+Enter")
        wait_idle(page)
        yield page


def test_a_line_is_said_and_the_changed_function_waits_in_a_cell(page):
    box = page.locator(".course-predict", has_text="A slip to find in your softmax.").first
    box.wait_for(timeout=60_000)
    below = page.locator('.jp-Cell:has-text("@exercise") .jp-InputArea-prompt')
    assert below.last.inner_text() == "[ ]:", "not yet run"
    lines = box.locator("button.course-choice")
    for i in range(lines.count()):
        if lines.nth(i).get_attribute("aria-disabled") == "true":
            break
        lines.nth(i).focus()
        page.keyboard.press("Enter")
        page.wait_for_function(f"""() => document.querySelectorAll(
            '.course-wrong, .course-right').length > {i}""", timeout=20_000)
    assert box.locator(".course-right").count() == 1
    assert "Now mend it in the cell below" in box.locator("[role=status]").inner_text()
    assert not error_outputs(page)


def test_pieces_are_put_in_order_and_judged(page):
    box = page.locator(".course-predict", has_text="Pieces of cross_entropy.").first
    for line in ("z = np.asarray(z)", "z_y = z[np.arange(len(z)), y]",
                 "return np.mean(functions.logsumexp(z) - z_y)"):
        button = box.locator("button.course-choice:not(.course-chosen)").filter(has=page.locator(
            f'code:text-is("    {line}")'))
        button.first.click()
        box.locator(f'.course-chosen code:text-is("    {line}")').wait_for(timeout=20_000)
    box.locator("button.course-act").click()
    said = box.locator("[role=status]")
    said.filter(has_text="Right.").wait_for(timeout=60_000)
    assert 'pieces("cross_entropy")' in said.inner_text()


def test_a_passed_answer_is_not_greyed_out_by_the_question_that_follows(page):
    cell = page.locator(".jp-CodeCell", has_text="@exercise").first
    type_and_run(page, cell, SOFTMAX.replace("e.sum(axis=-1, keepdims=True)", "e.sum()"))
    type_and_run(page, cell, SOFTMAX)
    cell.locator(".course-card[data-status=passed]").wait_for()
    cell.locator(".course-choice").first.wait_for(timeout=20_000)
    page.locator(".jp-NotebookPanel .jp-Cell").first.click()
    looks = """one => [one, one.querySelector('.jp-InputArea-editor')].map(
        part => getComputedStyle(part)).map(style => [style.opacity, style.backgroundColor])"""
    plain = page.locator(".jp-CodeCell", has_text="import numpy").locator(".jp-InputArea")
    assert cell.locator(".jp-InputArea").evaluate(looks) == plain.evaluate(looks)
