"""Every explorer of the course on one JupyterLab page, in headless Chromium: keyboard, focus,
names and live region for screen readers (axe-core), 200 % zoom, and a burst of key presses.
"""

import every_explorer
import pytest
from helpers_browser import (
    BROWSER,
    error_outputs,
    open_lab,
    picture_bytes,
    run_all,
    wait_idle,
)
from helpers_nb import code, notebook, text

from course_utils import page as page_css
from course_utils.tools import notebooks

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
        "count => document.querySelectorAll('.course-finding [aria-live=polite]').length >= count",
        arg=len(NAMES),
    )
    return page


@pytest.fixture(scope="module")
def page(lab):
    page = opened(lab)
    yield page
    assert error_outputs(page) == []


def explorer(page, name):
    return page.locator(".course-explorer:has(.course-finding)").nth(NAMES.index(name))


def words(box):
    return box.locator(".course-finding").inner_text()


def assert_answers(page, box, before, what):
    for _ in range(60):
        if words(box) != before:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{what}: the words are as they were: {before}")


# --- keyboard -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_control_answers_to_the_keyboard(page, name):
    box = explorer(page, name)
    box.scroll_into_view_if_needed()
    handles = box.locator("[role=slider]")
    for i in range(handles.count()):
        before = words(box)
        handles.nth(i).focus()
        at_end = handles.nth(i).get_attribute("aria-valuenow") == handles.nth(i).get_attribute(
            "aria-valuemax")
        page.keyboard.press("ArrowLeft" if at_end else "ArrowRight")
        assert_answers(page, box, before, handles.nth(i).get_attribute("aria-label"))
    lists = box.locator("select")
    for i in range(lists.count()):
        before = words(box)
        lists.nth(i).focus()
        page.keyboard.press("ArrowDown")
        assert_answers(page, box, before, f"list {i}")
    rows = box.locator(".widget-toggle-buttons")
    for i in range(rows.count()):
        before = words(box)
        rows.nth(i).locator("button:not(.mod-active)").first.focus()
        page.keyboard.press("Space")
        assert_answers(page, box, before, rows.nth(i).get_attribute("aria-label"))


def test_tab_goes_through_the_controls_in_order(page):
    box = explorer(page, "LogitsOnSimplex")
    box.scroll_into_view_if_needed()
    box.locator("[role=slider]").first.focus()
    names = []
    for _ in range(9):
        names.append(page.evaluate(
            "() => document.activeElement.getAttribute('aria-label')"
            " ?? document.activeElement.textContent"))
        page.keyboard.press("Tab")
    handles = [name for name in names if "as a number" not in name]
    assert handles[:4] == ["z0", "z1", "z2", "tau"]


def test_the_focus_is_seen(page):
    box = explorer(page, "LineOnXor")
    box.scroll_into_view_if_needed()
    for part in ("[role=slider]", ".widget-readout"):
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
    for part in ("select", "[role=slider]"):
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
    handle, file = box.locator("[role=slider]").first, lab.folder / NAME
    handle.click()
    here, before = active_cell(page), handle.get_attribute("aria-valuenow")
    for key in ("End", "ArrowLeft", "PageDown", "b", "x"):
        page.keyboard.press(key)
    assert handle.get_attribute("aria-valuenow") != before
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


# --- screen readers -----------------------------------------------------------------------


def test_values_and_states_are_spoken_as_shown(page):
    box = explorer(page, "ProductOnXor")
    box.scroll_into_view_if_needed()
    handle = box.locator("[role=slider]").first
    handle.focus()
    said = set()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(100)
        said.add(handle.get_attribute("aria-valuetext"))
    assert len(said) > 3 and all(len(value) <= 5 for value in said), said
    for row in explorer(page, "CurveDegree").locator(".widget-toggle-buttons").all():
        for button in row.locator("button").all():
            button.click()
            page.wait_for_timeout(100)
            pressed = [b.get_attribute("aria-pressed") for b in row.locator("button").all()]
            assert pressed.count("true") == 1
            assert button.get_attribute("aria-pressed") == "true"


def test_axe_finds_nothing_that_is_ours(page):
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context=".course-explorer", options=None).response
    assert any(rule["id"] == "aria-input-field-name" for rule in found["passes"])
    assert [(v["id"], [n["html"][:200] for n in v["nodes"]]) for v in found["violations"]] == []


@pytest.mark.parametrize("name", NAMES)
def test_names_are_spoken(page, name):
    box = explorer(page, name)
    for part in ("[role=slider]", ".widget-toggle-buttons", ".widget-readout"):
        for label in box.locator(part).evaluate_all(
                "all => all.map(one => one.getAttribute('aria-label'))"):
            assert label and label != "null"
    assert "null" not in box.locator(".widget-slider label").evaluate_all(
        "all => all.map(one => one.title)")
    assert box.locator("img.widget-image").get_attribute("title")


def test_the_words_are_a_live_region_that_stays(page):
    box = explorer(page, "LineOnXor")
    region = box.locator("[aria-live=polite]").element_handle()
    before = words(box)
    box.locator("[role=slider]").first.focus()
    page.keyboard.press("ArrowRight")
    assert_answers(page, box, before, "angle")
    assert region.evaluate("one => one.isConnected"), "a new region is not announced"
    assert region.inner_text() == words(box) != before
    assert box.locator("[aria-live]").count() == 1  # two would speak twice
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    said = [node for node in nodes if node.get("role", {}).get("value") == "status" and any(
        part["name"] == "live" and part["value"]["value"] == "polite"
        for part in node.get("properties", ()))]
    assert len(said) >= len(NAMES)


# --- zoom and dark theme ------------------------------------------------------------------

WIDER = """box => [...box.querySelectorAll('*')].filter(one => one.offsetParent &&
    one.getBoundingClientRect().right > box.getBoundingClientRect().right + 1)
    .map(one => one.outerHTML.slice(0, 120))"""


def test_nothing_is_cut_at_200_percent(lab):
    page = opened(lab, viewport={"width": 640, "height": 450})  # of 1280 x 900
    for name in NAMES:
        box = explorer(page, name)
        box.scroll_into_view_if_needed()
        assert box.evaluate(WIDER) == [], name
        assert box.evaluate("one => one.scrollWidth - one.clientWidth") <= 1, name
        assert box.locator("img.widget-image").bounding_box()["width"] > 250
    page.close()


# x, y, width, height of the parts of an explorer; the left and right ends of all tracks
PARTS = """box => {
    const at = one => { const r = one.getBoundingClientRect();
        return {left: r.left, right: r.right, top: r.top, bottom: r.bottom}; };
    const ends = [...box.querySelectorAll('.slider-container')].map(at);
    return {room: at(box.closest('.course-room')),
            picture: at(box.querySelector('img.widget-image')),
            controls: at(box.querySelector('.course-controls')),
            words: at(box.querySelector('.course-finding .widget-html-content')),
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


def test_in_the_dark_pictures_lie_on_a_quiet_paper(lab):
    page = opened(lab)
    look = "one => getComputedStyle(one).filter"
    picture = explorer(page, "LineOnXor").locator("img.widget-image")
    assert picture.evaluate(look) == "none"
    page.evaluate("() => document.body.setAttribute('data-jp-theme-light', 'false')")
    assert "brightness" in picture.evaluate(look) and "invert" not in picture.evaluate(look)
    page.close()


# --- a burst ------------------------------------------------------------------------------


def test_two_hundred_key_presses_leave_no_backlog(page):
    box = explorer(page, "ProductOnXor")
    box.scroll_into_view_if_needed()
    handle = box.locator("[role=slider]").first
    for key in ("Home", "ArrowRight"):
        handle.press(key)
    wait_idle(page)
    box.evaluate("""one => {
        one.shown = 0;
        new MutationObserver(() => one.shown += 1).observe(
            one.querySelector('img.widget-image'), {attributeFilter: ['src']});
    }""")
    before = picture_bytes(box.locator("img.widget-image"))
    handle.focus()
    for key in ("End", "Home") * 98 + ("End", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    # what the slider shows is what the words say, soon after the last key
    for _ in range(30):
        page.wait_for_timeout(100)
        if "weight of x1 x2 1.25" in words(box):
            break
    assert handle.get_attribute("aria-valuetext") == "1.25"
    assert "weight of x1 x2 1.25" in words(box)
    assert picture_bytes(box.locator("img.widget-image")) != before
    assert 1 <= box.evaluate("one => one.shown") <= 200
