"""The second visit, in headless Chromium: close, stop the kernel, open, look.

A small notebook of `my_work/` with two predictions, an explorer and an exercise.
"""

import json
import re
import shutil

import pytest

from course_tools import cli, notebooks
from helpers_browser import (
    BROWSER,
    code_cell,
    error_outputs,
    open_lab,
    restart_kernel,
    run_all,
    save,
    stop_kernels,
    unsaved,
)
from helpers_nb import code, notebook, text

pytestmark = [*BROWSER, pytest.mark.full]

NAME = "01_xor_failure.ipynb"
CELLS = [
    text("01-title", "# A small one"),
    code("01-setup", "from course_utils import explore\n"
         "from course_utils.exercises import exercise, predict, reveal\nimport numpy as np",
         "setup"),
    code("01-b1-predict", 'predict("01-line")', "predict"),
    code("01-b1-explorer", "line = explore.line_on_xor()\nline", "explorer"),
    code("01-b1-reveal", 'reveal("01-line")', "predict"),
    code("01-b2-predict", 'predict("05-mean")', "predict"),
    code("01-b2-exercise", '@exercise("step")\ndef step(x):\n    return np.sign(x)', "exercise",
         "state"),
    text("01-end", "The end."),
]  # fmt: skip
ASLEEP = "Asleep: the kernel behind this box is gone."


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course's folder with copies as `course lab` makes them."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "notebooks").mkdir()
    notebooks.write(notebook(*CELLS), folder / "notebooks" / NAME)
    long = notebooks.notebook_files("05")[0]
    shutil.copy(long, folder / "notebooks" / long.name)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert cli.main(["lab", "--only-copies"]) == 0
    return folder


@pytest.fixture(scope="module")
def lab(course):
    with open_lab(course) as lab:  # the folder above: a student may start Jupyter there
        yield lab


def live(page, number=0):
    """A live prediction."""
    return page.locator(".course-live .course-predict").nth(number)


def choose(page, letter, number=0):
    live(page, number).get_by_role("button", name=re.compile(f"{letter}:")).click()


def press(page, name):
    page.get_by_role("button", name=name, exact=True).first.click()
    page.wait_for_timeout(300)


def colour(button):
    return button.evaluate("one => getComputedStyle(one).backgroundColor")


def typeset(page, holds):
    """Number of formulas that are typeset in the output of a cell."""
    return code_cell(page, holds).locator("math:visible, mjx-container:visible").count()


def pictures(page):
    """The explorer's picture as it can be seen, live or still: its pixels."""
    seen = code_cell(page, "line_on_xor").locator("img:visible, canvas:visible")
    assert seen.count() == 1
    return seen.evaluate("""async one => {
        if (one.decode) await one.decode();
        const copy = document.createElement("canvas");
        copy.width = one.naturalWidth ?? one.width; copy.height = one.naturalHeight ?? one.height;
        copy.getContext("2d").drawImage(one, 0, 0);
        return copy.toDataURL(); }""")


def move_explorer(page):
    page.locator(".course-live input[type=range]").first.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.locator(".course-finding:visible", has_text="angle 15 degrees").wait_for()
    page.wait_for_timeout(1500)  # it has been left alone for a moment


def test_commit_looks_as_what_it_is_and_the_choice_is_typeset(lab):
    page = lab.open("my_work/" + NAME, color_scheme="light")
    run_all(page)
    commit = live(page, 0).get_by_role("button", name="Commit")
    grey = colour(commit)
    choose(page, "C")
    page.wait_for_timeout(300)
    assert commit.is_enabled() and colour(commit) == "rgb(0, 114, 178)" != grey
    assert commit.bounding_box()["width"] < 160
    assert typeset(page, "05-mean") >= 5
    row, box = live(page).locator(".course-choice").nth(2).bounding_box(), live(page).bounding_box()
    assert row["width"] > box["width"] - 60 and row["height"] >= 24
    assert page.locator(".course-still:visible, .course-asleep:visible").count() == 0
    page.close()
    stop_kernels(lab)


def test_closed_and_opened_again(lab, course):
    shutil.rmtree(course / "my_work/.course/memory", ignore_errors=True)
    page = lab.open("my_work/" + NAME)
    assert not unsaved(page)
    run_all(page)
    choose(page, "C")
    press(page, "Commit")
    move_explorer(page)
    press(page, "I have looked")
    live(page).get_by_text("The reasons stand below").wait_for()
    live(page, 1).get_by_text("Your prediction, C, does not hold").wait_for()
    picture = pictures(page)
    save(page)
    page.close()
    stop_kernels(lab)

    page = lab.open("my_work/" + NAME)
    page.locator(".course-asleep:visible").first.wait_for()
    assert not unsaved(page)
    assert page.locator(":text('Error displaying widget'):visible").count() == 0
    boxes = page.locator(".course-still:visible")
    assert boxes.count() == 4 and boxes.get_by_text(ASLEEP).count() == 4
    first = boxes.nth(0).inner_text()
    assert "(yours) C: all four" in first and "What you chose comes back" in first
    assert "B holds" in first and first.count("✓") == 1
    assert "angle 15 degrees" in boxes.nth(1).inner_text()
    assert pictures(page) == picture
    assert typeset(page, "05-mean") >= 5

    run_all(page)  # what the box says one should do
    live(page, 1).get_by_text("Your prediction, C, does not hold").wait_for()
    assert page.locator(".course-still:visible").count() == 0 and error_outputs(page) == []
    assert live(page).locator(".course-choice.course-right").inner_text().endswith("three")
    page.close()
    stop_kernels(lab)
    kept = json.loads((course / "my_work/.course/memory/01.json").read_text())["events"]
    kinds = [e["kind"] for e in kept if e["id"] == "01-line"]
    assert kinds == ["chosen", "committed", "revealed"]
    assert [e["id"] for e in kept if e["kind"] == "try"] == ["step"]  # run twice, one try
    stored = (course / "my_work" / NAME).read_text()
    assert "widget-state" not in stored and len(stored) < 150_000


def test_restarted_under_an_open_page(lab):
    page = lab.open("my_work/" + NAME)
    run_all(page)
    picture = pictures(page)
    restart_kernel(page)
    page.locator(".course-asleep:visible").first.wait_for()
    assert page.locator(".jupyter-widgets-disconnected:visible").count() == 0
    assert page.locator(".course-asleep:visible").count() == 3
    page.get_by_text("The kernel behind this explorer is gone").wait_for()
    assert pictures(page) == picture
    run_all(page)
    assert page.locator(".course-asleep:visible").count() == 0
    assert live(page).is_visible() and pictures(page)
    page.close()
    stop_kernels(lab)


def test_the_course_s_own_notebook_remembers_nothing(lab, course):
    memory = {p: p.read_bytes() for p in (course / "my_work/.course").rglob("*") if p.is_file()}
    page = lab.open("notebooks/" + NAME)
    run_all(page)
    assert page.locator(".course-choice.course-chosen").count() == 0  # chosen in my_work only
    choose(page, "A")
    press(page, "Commit")
    live(page).get_by_text("Committed: A").wait_for()
    page.close()
    stop_kernels(lab)
    now = {p: p.read_bytes() for p in (course / "my_work/.course").rglob("*") if p.is_file()}
    assert now == memory and not list((course / "notebooks").rglob("memory"))


def test_nothing_is_unsaved_on_opening(lab, course):
    name = notebooks.notebook_files("05")[0].name
    page = lab.open("my_work/" + name)
    page.wait_for_timeout(1000)
    assert not unsaved(page)
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.type("# ")
    assert unsaved(page), "the sign this test looks for is there when something changed"
    page.close()
    stop_kernels(lab)


def test_a_forgotten_colon_gets_a_card_and_the_boxes_below_wake(lab, course):
    """*Run All* goes on below a cell that Python cannot read, also the next day."""
    name = NAME.replace(".ipynb", "-Copy1.ipynb")
    broken = code("01-b2-exercise", '@exercise("step")\ndef step(x)\n    return np.sign(x)',
                  "exercise", "state")
    below = code("01-b2-below", "print(step(np.array([-1.0, 2.0])))")
    notebooks.write(notebook(CELLS[0], CELLS[1], broken, below, CELLS[2]),
                    course / "my_work" / name)
    for _ in range(2):
        page = lab.open("my_work/" + name)
        run_all(page)
        card = code_cell(page, "def step(x)").locator(".course-card:visible")
        card.get_by_text("Python cannot read line 2 of this cell").wait_for()
        caret = card.locator("pre").inner_text()
        assert caret.split("\n")[:2] == ["def step(x)", " " * 11 + "^"]
        code_cell(page, "print(step").get_by_text("[0. 1.]").wait_for()
        live(page).wait_for()
        assert error_outputs(page) == []
        save(page)
        page.close()
        stop_kernels(lab)
