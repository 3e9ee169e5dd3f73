"""Every explorer of the course on one JupyterLab page, in headless Chromium: keyboard, focus,
names and live region for screen readers (axe-core), zoom, a burst of key presses, and what must not
be lost now that pictures are kept in the page.
"""

import json
import re
import shutil

import pytest
import test_stage as on_stage

import every_explorer
from course_tools import notebooks, present
from helpers_browser import (
    BROWSER,
    code_cell,
    dark,
    error_outputs,
    open_lab,
    restart_kernel,
    run_all,
    save,
    stop_kernels,
    type_and_run,
    wait_idle,
)
from helpers_nb import code, notebook, text
from widgets import page as page_css

pytestmark = [pytest.mark.full, *BROWSER]

NAMES = list(every_explorer.CELLS)
NAME = "every_explorer.ipynb"


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    folder = tmp_path_factory.mktemp("explorers")
    cells = [code(f"cell-{name}", source) for name, source in every_explorer.CELLS.items()]
    nb = notebook(text("title", "# Every explorer"), code("imports", every_explorer.IMPORTS),
                  *cells)
    notebooks.write(nb, folder / NAME)
    with open_lab(folder) as lab:
        lab.folder = folder
        yield lab


def opened(lab, **options):
    page = lab.open(NAME, **options)
    run_all(page)
    assert error_outputs(page) == []
    page.wait_for_function(
        "count => document.querySelectorAll('canvas[data-shown]:not([data-shown=\"\"])').length"
        " >= count",
        arg=len(NAMES),
    )
    return page


@pytest.fixture(scope="module")
def page(lab):
    page = opened(lab)
    yield page
    assert error_outputs(page) == []


def explorer(page, name):
    return page.locator(".course-live .course-explorer").nth(NAMES.index(name))


def words(box):
    return box.locator(".course-finding").inner_text()


def assert_answers(page, box, before, what):
    for _ in range(60):
        if words(box) != before:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{what}: the words are as they were: {before}")


SLIDER = "input[type=range]"
PIXELS = "one => one.toDataURL()"


def shown(box):
    """The position whose picture is seen, as numbers."""
    return box.locator("canvas").get_attribute("data-shown")


def wait_shown(page, box, key):
    for _ in range(100):
        if shown(box) == key:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"expected the picture of {key}, {shown(box)} is shown: {words(box)}")


# --- keyboard -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_control_answers_to_the_keyboard(page, name):
    box = explorer(page, name)
    box.scroll_into_view_if_needed()
    for one in box.locator(SLIDER).all():
        before = words(box)
        one.focus()
        at_end = one.get_attribute("max") == one.evaluate("one => one.value")
        page.keyboard.press("ArrowLeft" if at_end else "ArrowRight")
        assert_answers(page, box, before, one.get_attribute("id"))
    for one in box.locator("select").all():
        before = words(box)
        one.focus()
        page.keyboard.press("ArrowDown")
        assert_answers(page, box, before, "a list")
    for one in box.locator("[role=group]").all():
        others = one.locator("button[aria-pressed=false]")
        if others.count():
            before = words(box)
            others.first.focus()
            page.keyboard.press("Space")
            assert_answers(page, box, before, one.inner_text())


def test_tab_goes_through_the_controls_in_order(page):
    box = explorer(page, "LogitsOnSimplex")
    box.scroll_into_view_if_needed()
    box.locator(SLIDER).first.focus()
    names = []
    for _ in range(9):
        names.append(page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.labels?.[0]?.textContent"
            " ?? document.activeElement.textContent"))
        page.keyboard.press("Tab")
    handles = [name for name in names if "as a number" not in name]
    assert handles[:4] == ["z0", "z1", "z2", "tau"]


def test_the_focus_is_seen(page):
    box = explorer(page, "LineOnXor")
    box.scroll_into_view_if_needed()
    for part in (SLIDER, ".course-number"):
        one = box.locator(part).first
        page.evaluate("() => document.activeElement.blur()")
        page.wait_for_timeout(300)
        before = box.screenshot()
        one.focus()
        page.keyboard.press("Shift")  # the browser now takes the focus as one by keyboard
        page.wait_for_timeout(300)
        assert box.screenshot() != before, f"{part}: nothing shows the focus"


def test_letters_do_not_reach_jupyterlab(page):
    """ "d" "d" in a list or on a handle deleted the cell."""
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    box = explorer(page, "ActivationGallery")
    box.scroll_into_view_if_needed()
    for part in ("select", SLIDER):
        box.locator(part).first.focus()
        for key in "ddadd":
            page.keyboard.press(key)
    page.wait_for_timeout(500)
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells


def active_cell(page):
    return page.evaluate(
        "() => [...document.querySelectorAll('.jp-Notebook .jp-Cell')]"
        ".findIndex(one => one.classList.contains('jp-mod-active'))")


def test_a_slider_keeps_its_keys_and_leaves_jupyterlab_its_own(lab, page):
    """Arrows, Home, End and letters are the slider's; Ctrl+S saves, Shift+Enter goes on."""
    box = explorer(page, "LineOnXor")
    box.scroll_into_view_if_needed()
    handle, file = box.locator(SLIDER).first, lab.folder / NAME
    handle.click()
    here, before = active_cell(page), handle.evaluate("one => one.value")
    for key in ("End", "ArrowLeft", "PageDown", "b", "x"):
        page.keyboard.press(key)
    assert handle.evaluate("one => one.value") != before
    assert active_cell(page) == here
    saved = file.stat().st_mtime_ns
    page.keyboard.press("ControlOrMeta+s")
    for _ in range(50):
        if file.stat().st_mtime_ns != saved:
            break
        page.wait_for_timeout(100)
    assert file.stat().st_mtime_ns != saved, "Ctrl+S did not save"
    page.keyboard.press("Shift+Enter")
    wait_idle(page)
    assert active_cell(page) == here + 1


def test_a_number_can_be_typed_and_the_nearest_place_is_taken(page):
    box = explorer(page, "LineOnXor")
    number = box.get_by_role("textbox", name="angle (degrees), as a number")
    number.fill("77")
    number.press("Enter")
    assert number.input_value() == "75"
    assert box.locator(SLIDER).first.evaluate("one => one.value") == "15"
    number.fill("none")
    number.press("Enter")
    assert number.input_value() == "75"


# --- screen readers -----------------------------------------------------------------------


def test_values_and_states_are_spoken_as_shown(page):
    box = explorer(page, "LineOnXor")
    box.scroll_into_view_if_needed()
    one = box.locator(SLIDER).first
    one.press("Home")
    one.press("ArrowRight")
    page.wait_for_function("one => one.getAttribute('aria-valuetext') === '5 degrees'",
                           arg=one.element_handle())
    for row in explorer(page, "CurveDegree").locator("[role=group]").all():
        for button in row.locator("button").all():
            button.click()
            pressed = [b.get_attribute("aria-pressed") for b in row.locator("button").all()]
            assert pressed.count("true") == 1
            assert button.get_attribute("aria-pressed") == "true"


def amiss(page):
    """What axe-core finds in the explorers of a page."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context=".course-live .course-explorer", options=None).response
    assert {"label", "color-contrast"} <= {rule["id"] for rule in found["passes"]}
    return [(v["id"], [n["html"][:200] for n in v["nodes"]]) for v in found["violations"]]


def test_axe_finds_nothing_that_is_ours(page):
    assert amiss(page) == []


@pytest.mark.parametrize("name", NAMES)
def test_names_are_spoken_and_controls_are_large_enough(page, name):
    box = explorer(page, name)
    nodes = box.aria_snapshot()
    assert "img \"Explorer: " in nodes and 'slider ""' not in nodes
    for one in box.locator("input, select, button:visible").all():
        size = one.bounding_box()
        assert min(size["width"], size["height"]) >= 24, one.evaluate("x => x.outerHTML")


def test_the_words_are_a_live_region_that_stays(page):
    box = explorer(page, "LineOnXor")
    region = box.locator("[aria-live=polite]").element_handle()
    before = words(box)
    box.locator(SLIDER).first.focus()
    page.keyboard.press("ArrowRight")
    assert_answers(page, box, before, "angle")
    assert region.evaluate("one => one.isConnected"), "a new region is not announced"
    assert region.inner_text() == words(box) != before
    assert box.locator("[aria-live]").count() == 1  # two would speak twice


# --- zoom and dark theme ------------------------------------------------------------------

WIDER = """box => [...box.querySelectorAll('*')].filter(one => one.offsetParent &&
    one.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
    .map(one => one.outerHTML.slice(0, 120))"""


def test_two_hundred_percent(lab):
    page = opened(lab, viewport={"width": 640, "height": 450})  # of 1280 x 900
    for name in NAMES:
        box = explorer(page, name)
        box.scroll_into_view_if_needed()
        assert box.evaluate(WIDER) == [], name
        assert box.evaluate("one => one.scrollWidth - one.clientWidth") <= 1, name
        assert box.locator("canvas").bounding_box()["width"] > 250
    page.close()


# x, y, width, height of the parts of an explorer; the left and right ends of all tracks
PARTS = """box => {
    const at = one => { const r = one.getBoundingClientRect();
        return {left: r.left, right: r.right, top: r.top, bottom: r.bottom}; };
    const ends = [...box.querySelectorAll('input[type=range]')].map(at);
    return {room: at(box.closest('.course-room')),
            picture: at(box.querySelector('canvas')),
            controls: at(box.querySelector('.course-controls')),
            words: at(box.querySelector('.course-finding')),
            tracks: ends.map(one => [Math.round(one.left), Math.round(one.right)])};
}"""


def parts(page, name):
    box = explorer(page, name)
    box.scroll_into_view_if_needed()
    return box.evaluate(PARTS)


def test_controls_picture_and_words_fit_a_small_laptop_beside_each_other(lab):
    page = opened(lab, viewport={"width": 1366, "height": 768})
    for name in NAMES:
        at = parts(page, name)
        height = max(at[one]["bottom"] for one in ("picture", "words", "controls"))
        assert height - at["room"]["top"] <= 560, name  # of 646, with four lines of code above
        assert at["controls"]["right"] <= at["picture"]["left"], name
        assert at["words"]["right"] <= at["picture"]["left"], name
        assert at["words"]["top"] >= at["controls"]["bottom"] - 1, name
        assert at["picture"]["right"] - at["picture"]["left"] >= 600, name
        assert len(set(map(tuple, at["tracks"]))) <= 1, (name, at["tracks"])
        assert at["room"]["right"] - at["room"]["left"] <= page_css.WIDTH + 1
    page.close()


def test_one_column_in_a_narrow_window_with_tracks_of_one_length(lab):
    page = opened(lab, viewport={"width": 900, "height": 768})
    for name in NAMES:
        at = parts(page, name)
        assert at["controls"]["bottom"] <= at["picture"]["top"] + 1, name
        assert at["words"]["top"] >= at["picture"]["bottom"] - 1, name
        assert at["picture"]["bottom"] - at["picture"]["top"] <= 0.62 * 768 + 1, name
        assert len(set(map(tuple, at["tracks"]))) <= 1, (name, at["tracks"])
        assert explorer(page, name).evaluate(WIDER) == [], name
    page.close()


def test_dark(lab):
    """JupyterLab's own dark theme: other inks in pictures; words and controls readable."""
    page = opened(lab, color_scheme="light")
    look = "one => getComputedStyle(one).filter"
    picture = explorer(page, "LineOnXor").locator("canvas")
    assert picture.evaluate(look) == "none"
    pixels = picture.evaluate(PIXELS)
    dark(page)
    assert "invert(1)" in picture.evaluate(look)  # test_grounds.py compares the colours
    assert picture.evaluate(PIXELS) == pixels
    assert amiss(page) == []  # contrast is among the rules
    control = explorer(page, "CurveDegree").locator("button[aria-pressed=false]").first
    ink, paper = control.evaluate("""one => { const look = getComputedStyle(one);
        return [look.color, look.backgroundColor].map(
            (colour) => Math.max(...colour.match(/[0-9]+/g).slice(0, 3).map(Number))); }""")
    assert ink > 150 > 100 > paper
    page.close()


# --- a burst ------------------------------------------------------------------------------


def test_two_hundred_key_presses_leave_no_backlog(page):
    box = explorer(page, "ProductOnXor")
    box.scroll_into_view_if_needed()
    handle = box.locator(SLIDER).first
    handle.focus()
    beside = shown(box).partition(",")[2]  # another test may have moved the second control
    for key in ("End", "Home") * 98 + ("End", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    wait_shown(page, box, f"21,{beside}")  # soon after the last key
    assert handle.get_attribute("aria-valuetext") == "1.25"
    assert "weight of x1 x2 1.25" in words(box)


# --- frames that are in the page ------------------------------------------------------------

HERE = """\
import time

from course_utils import explore
from widgets.explorers.controls import choice, slider
from widgets.explorers.explorer import Explorer


class Slow(Explorer):
    name = "a slow one"
    drawn = 0

    def controls(self):
        return {"n": slider("n", 0, 40, 1, 20), "kind": choice("kind", ["right", "broken"])}

    def setup(self, fig):
        fig.subplots()

    def update(self, n, kind):
        self.drawn += 1
        if self.drawn > 2:
            time.sleep(0.1)
        if kind == "broken":
            raise RuntimeError("<no> such kind")
        return f"{n} is said."
"""
SMALL = "small.ipynb"


@pytest.fixture(scope="module")
def small(lab):
    nb = notebook(text("t", "# Small"), code("i", HERE),
                  code("a", "line = explore.line_on_xor()\nline"),
                  code("b", "line"), code("s", "slow = Slow()\nslow"), code("d", "print(1)"),
                  text("e", "The end."))
    notebooks.write(nb, lab.folder / SMALL)
    return lab


@pytest.fixture
def desk(small):
    page = small.open(SMALL)
    run_all(page)
    page.locator("canvas[data-shown='20,0']").wait_for()
    yield page
    page.close()
    stop_kernels(small)


def boxes(page):
    found = page.locator(".course-live .course-explorer")
    return [found.nth(i) for i in range(found.count())]


def press(page, box, *keys):
    box.scroll_into_view_if_needed()
    box.locator(SLIDER).first.focus()
    for key in keys:
        page.keyboard.press(key)


def test_a_key_is_painted_in_its_own_event_once_its_picture_is_there(desk):
    box = boxes(desk)[0]
    press(desk, box, "ArrowRight", "ArrowRight")
    wait_shown(desk, box, "2,15")
    desk.wait_for_timeout(1500)  # the neighbours come
    assert box.evaluate("""box => {
        const slider = box.querySelector("input"), canvas = box.querySelector("canvas");
        slider.value = 3; slider.dispatchEvent(new Event("input", {bubbles: true}));
        return canvas.dataset.shown; }""") == "3,15"
    assert "angle 15 degrees" in words(box)


def drawn(page, which):
    """How many frames the slow explorer has drawn, said by a cell."""
    type_and_run(page, code_cell(page, which), "print('drawn', slow.drawn)")
    return int(re.search(r"drawn (\d+)", code_cell(page, "slow.drawn").inner_text())[1])


def test_a_cell_does_not_wait_for_frames_drawn_ahead(desk):
    """Forty are wanted, 0.1 s each; the cell that is run with the key waits for the key's own."""
    slow = boxes(desk)[2]
    before = drawn(desk, "print(1)")
    cell = code_cell(desk, "slow.drawn")
    cell.locator(".cm-content").click()
    desk.evaluate("""([box, cell]) => {
        const slider = box.querySelector("input");
        slider.value = 21; slider.dispatchEvent(new Event("input", {bubbles: true}));
        cell.querySelector(".cm-content").dispatchEvent(new KeyboardEvent("keydown", {key: "Enter",
            code: "Enter", keyCode: 13, ctrlKey: true, bubbles: true, cancelable: true}));
        }""", [slow.element_handle(), cell.element_handle()])
    wait_shown(desk, slow, "21,0")
    wait_idle(desk)
    now = int(re.search(r"drawn (\d+)", cell.inner_text())[1])
    assert before < now <= before + 2  # the second where the cell came late
    assert drawn(desk, "slow.drawn") > now, "nothing was drawn ahead that it could have waited for"


def test_idle_computing(desk):
    """Counted in frames: two make the explorer; after a touch it is those that are wanted."""
    desk.wait_for_timeout(1500)
    assert drawn(desk, "print(1)") == 2
    press(desk, boxes(desk)[2], "ArrowRight")
    before, now = 2, drawn(desk, "slow.drawn")
    while now != before:
        desk.wait_for_timeout(1500)
        before, now = now, drawn(desk, "slow.drawn")
    assert 2 < now <= 2 + 60, "what is wanted is named at once, and then there is silence"


def test_two_views(desk):
    first, second, _ = boxes(desk)
    press(desk, first, "ArrowRight", "ArrowRight", "ArrowRight")
    wait_shown(desk, second, "3,15")
    assert first.locator("canvas").evaluate(PIXELS) == second.locator("canvas").evaluate(PIXELS)
    assert second.locator(SLIDER).first.evaluate("one => one.value") == "3"
    assert words(first) == words(second)


def test_set_and_driven_cell(desk):
    box = boxes(desk)[0]
    before = box.locator("canvas").evaluate(PIXELS)
    type_and_run(desk, code_cell(desk, "print(1)"), "print(line.set(angle=45, shift=0.5))")
    wait_shown(desk, box, "9,15")
    said = "angle 45 degrees, shift 0.5: 3 of 4 points right; best so far: 3 of 4."
    assert words(box) == said and said in code_cell(desk, "line.set").inner_text()
    assert box.locator("canvas").evaluate(PIXELS) != before
    assert not box.get_by_role("button", name="Back").is_visible()  # nothing of the reader's


def test_back_to_where_I_left(desk):
    box = boxes(desk)[0]
    press(desk, box, "ArrowRight", "ArrowRight")
    wait_shown(desk, box, "2,15")
    mine = box.locator("canvas").evaluate(PIXELS)
    type_and_run(desk, code_cell(desk, "print(1)"), "print(line.set(angle=90))")
    wait_shown(desk, box, "18,15")
    back = box.get_by_role("button", name="Back to where I left it")
    back.click()
    wait_shown(desk, box, "2,15")
    assert box.locator("canvas").evaluate(PIXELS) == mine and not back.is_visible()
    wait_idle(desk)
    type_and_run(desk, code_cell(desk, "line.set"), "print(line.finding)")
    assert "angle 10 degrees" in code_cell(desk, "line.finding").inner_text()


def test_error_in_words(desk):
    slow = boxes(desk)[2]
    slow.locator("select").select_option("broken")
    slow.get_by_text("This position could not be drawn. RuntimeError: <no> such kind").wait_for()
    slow.locator("select").select_option("right")
    slow.get_by_text("20 is said.").wait_for()
    assert error_outputs(desk) == []


def test_kernel_gone(desk):
    """Restarted under an open page: it says so and goes on with the frames that it has."""
    box, slow = boxes(desk)[0], boxes(desk)[2]
    press(desk, box, "ArrowRight", "ArrowRight")
    wait_shown(desk, box, "2,15")
    desk.wait_for_timeout(2500)
    restart_kernel(desk)
    box.get_by_text("The kernel behind this explorer is gone").wait_for()
    press(desk, box, "ArrowRight")
    wait_shown(desk, box, "3,15")
    assert "angle 15 degrees" in words(box)
    press(desk, slow, "End")
    slow.get_by_text("this position is not among them").wait_for()
    assert boxes(desk)[0].is_visible() and desk.locator(".course-still:visible").count() == 0


def test_a_kernel_that_does_not_answer_is_spoken_of(small, desk):
    stop_kernels(small)  # without a word to the page
    box = boxes(desk)[0]
    press(desk, box, "End")
    box.get_by_text(re.compile("This picture waits for the kernel|kernel .* is gone")).wait_for()
    press(desk, box, "Home")
    wait_shown(desk, box, "0,15")


def test_print(desk):
    box = boxes(desk)[0]
    desk.emulate_media(media="print")
    assert box.locator("canvas").is_visible() and box.locator(".course-finding").is_visible()
    assert not box.locator(".course-controls").is_visible()


@pytest.fixture(scope="module")
def visited(small):
    """A notebook whose first explorer was moved by three keys, saved and closed."""
    shutil.copy(small.folder / SMALL, small.folder / "second.ipynb")
    page = small.open("second.ipynb")
    run_all(page)
    press(page, boxes(page)[0], "ArrowRight", "ArrowRight", "ArrowRight")
    wait_shown(page, boxes(page)[0], "3,15")
    page.wait_for_timeout(2500)  # it has been left alone for a moment
    assert page.locator(".course-still:visible").count() == 0
    save(page)
    page.close()
    stop_kernels(small)
    return "second.ipynb"


def test_still(small, visited):
    """The file holds the last picture, with its words as alt text, and the words by themselves."""
    stored = json.loads((small.folder / visited).read_text())
    outputs = [out for out in stored["cells"][2]["outputs"] if "data" in out]
    [picture] = [out["metadata"]["image/png"]["alt"] for out in outputs
                 if "image/png" in out["data"]]
    assert "angle 15 degrees, shift 0.5" in picture
    [words] = ["".join(out["data"]["text/html"]) for out in outputs
               if 'class="course-still"' in "".join(out["data"].get("text/html", ""))]
    assert "angle 15 degrees, shift 0.5" in words


def test_second_visit(small, visited):
    """Closed and opened again, the last picture and its words are there; run, it is awake."""
    page = small.open(visited)
    cell = code_cell(page, "line = explore")
    cell.locator(".course-still:visible", has_text="angle 15 degrees").wait_for()
    assert cell.locator("img:visible").count() == 1
    cell.get_by_text("Asleep: the kernel behind this box is gone.").wait_for()
    run_all(page)
    wait_shown(page, boxes(page)[0], "0,15")
    assert page.locator(".course-still:visible").count() == 0
    page.close()
    stop_kernels(small)


def test_two_notebooks(small, desk):
    shutil.copy(small.folder / SMALL, small.folder / "other.ipynb")
    other = small.open("other.ipynb")
    run_all(other)
    press(desk, boxes(desk)[0], "ArrowRight", "ArrowRight")
    press(other, boxes(other)[0], "ArrowRight")
    wait_shown(desk, boxes(desk)[0], "2,15")
    wait_shown(other, boxes(other)[0], "1,15")
    assert "angle 10 degrees" in words(boxes(desk)[0])
    assert "angle 5 degrees" in words(boxes(other)[0])
    other.close()


def test_stage(lab):
    """On the sheet, picture left and sharp, controls beside it; arrows move, Space goes on."""
    with present.stage(on_stage.XOR, at="01-b1") as stage:
        page = on_stage.open_stage(lab.browser, stage)
        now = on_stage.go(page, "01-b1-explorer")
        assert now["over"] == now["small"] == now["raised"] == []
        box = page.locator(".cs-on .course-live .course-explorer")
        canvas, track = box.locator("canvas"), box.locator(SLIDER).first
        assert canvas.evaluate("one => [one.width, one.height]") == [960, 540]
        at = box.evaluate(PARTS)
        assert at["picture"]["right"] - at["picture"]["left"] > 600
        assert at["controls"]["left"] >= at["picture"]["right"]
        track.focus()
        page.keyboard.press("ArrowRight")
        wait_shown(page, box, "1,15")
        assert page.evaluate("() => courseStage.step") == now["step"]
        assert on_stage.press(page, "Space")["step"] == now["step"] + 1
        page.close()


def test_in_the_look_of_notebook_7(small):
    page = small.open(SMALL, app="notebook")
    run_all(page)
    box = boxes(page)[0]
    press(page, box, "ArrowRight")
    wait_shown(page, box, "1,15")
    assert "angle 5 degrees" in words(box) and error_outputs(page) == []
    page.close()
    stop_kernels(small)
