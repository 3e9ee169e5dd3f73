"""A notebook on stage in JupyterLab, in headless Chromium: what `course present` shows.

Notebook 01, opened in its middle, and three notebooks walked through by one key, each at one of two
sizes and 01 at both: every step is looked at in the rendered page. With COURSE_EVERY_SLIDE=1 all of
them at both, and the three in the oldest JupyterLab, too (about 60 minutes). Screenshots, and the
seconds from key to slide, go to the folder COURSE_SCREENSHOTS.
"""

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from test_browser import SOLVED

from course_tools import notebooks, present
from helpers_browser import BROWSER, error_outputs

# All long: what every change opens is JupyterLab itself (test_browser.py).
pytestmark = [pytest.mark.full, *BROWSER]

FILES = notebooks.notebook_files(folder=notebooks.root() / "notebooks")
[XOR] = notebooks.notebook_files(["01"])
SIZES = {"720p": (1280, 720), "1080p": (1920, 1080)}
THREE = notebooks.notebook_files(["01", "03", "07"])
EVERY = bool(os.environ.get("COURSE_EVERY_SLIDE"))
START = 60_000  # milliseconds
CELLS = 120_000  # of one press, at most


# What is seen of the slide, in pixels of the sheet. Letters are asked for their own boxes, not for
# scrollWidth: that also counts what nobody sees (a formula's hidden MathML).
LOOK = """() => {
    const stage = courseStage, {unit, slide, step} = stage;
    const sheet = stage.sheet.getBoundingClientRect();
    const seen = one => one.getClientRects().length > 0;
    const cells = stage.panel.content.widgets.filter(one => seen(one.node));
    const boxes = node => {
        const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT), found = [];
        while (walk.nextNode()) {
            const by = walk.currentNode.parentElement;
            if (!walk.currentNode.data.trim() || !seen(by)
                || by.closest('mjx-assistive-mml, style, script, .cs-said, .course-said')) continue;
            for (const word of walk.currentNode.data.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(walk.currentNode, word.index);
                range.setEnd(walk.currentNode, word.index + word[0].length);
                for (const box of range.getClientRects()) found.push([box, by, word[0]]);
            }
        }
        for (const one of node.querySelectorAll(
            'img, canvas, button, input, select, mjx-c:not(mjx-ext *)'))
            found.push([one.getBoundingClientRect(), one, one.tagName]);
        return found.filter(([box]) => box.width);
    };
    const over = [], small = [];
    let low = 0;
    for (const {node, model} of cells) {
        const edge = node.getBoundingClientRect();
        for (const [box, by, word] of boxes(node)) {
            const right = (box.right - sheet.left) / unit, bottom = (box.bottom - sheet.top) / unit;
            low = Math.max(low, bottom);
            if (right > 1282 || bottom > 668 || box.right > edge.right + 3 || box.left < sheet.left)
                over.push(`${model.id}: ${word} ${Math.round(right)},${Math.round(bottom)}`);
            const size = parseFloat(getComputedStyle(by).fontSize) * (node.currentCSSZoom ?? 1);
            const code = by.closest('.cm-content, pre, code');
            if (!by.closest('mjx-container, math, sub, sup, img, canvas, input') && word.length > 1
                && size < (code ? 19.9 : 23.9)) small.push(`${model.id}: ${word} ${size}`);
        }
    }
    const head = stage.$('head');
    const chrome = document.querySelectorAll(`#jp-top-panel, #jp-bottom-panel, #jp-menu-panel,
         .jp-SideBar, .lm-TabBar, .jp-Toolbar, .jp-InputPrompt, .jp-OutputPrompt,
        .jp-Collapser, .jp-Dialog, .jp-cell-toolbar, .Toastify__toast, .lm-Menu`);
    const outside = [];
    for (let x = 5; x < innerWidth; x += innerWidth / 16)
        for (let y = 5; y < innerHeight; y += innerHeight / 9) {
            const one = document.elementFromPoint(x, y);
            if (one && !one.closest('.cs-panel') && !['BODY', 'HTML'].includes(one.tagName))
                outside.push(one.id || one.className);
        }
    return {
        at: stage.at, step, last: step === slide.steps, kind: slide.kind, over: over.slice(0, 3),
        small: small.slice(0, 3), low: Math.max(low, stage.$('head').offsetHeight + head.offsetTop),
        head: head.textContent.trim(), above: stage.$('kicker').textContent.trim(),
        cells: cells.map(one => one.model.id), what: cells.map(one => one.node.dataset.what),
        chrome: [...[...chrome].filter(seen).map(one => one.className || one.id), ...outside],
        raised: [...stage.raised.values()], foot: stage.$('foot').textContent,
        shrunk: stage.shrunk[stage.at], tooHigh: stage.tooHigh[stage.at],
    };
}"""
STILL = "() => !courseStage.busy"


def open_stage(chromium, stage, size="720p"):
    width, height = SIZES[size]
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.set_default_timeout(START)
    page.goto(stage.url)
    page.wait_for_selector("body[data-course-stage=ready]", state="attached", timeout=CELLS)
    return page


def press(page, key="PageDown"):
    """Press a key and wait until its cells have run; what is seen then."""
    page.keyboard.press(key)
    page.wait_for_function(STILL, timeout=CELLS)
    since = time.perf_counter()
    page.wait_for_timeout(120)  # formulas and widgets take their place
    return {**page.evaluate(LOOK), "since": since}


def go(page, wanted):
    """Go to the first slide that holds a cell; what is seen then."""
    page.evaluate("""id => courseStage.go(courseStage.slides.findIndex(
        slide => slide.parts.some(part => part.cell === id)), 0)""", wanted)
    page.wait_for_function(STILL, timeout=CELLS)
    page.wait_for_timeout(200)
    return page.evaluate(LOOK)


@pytest.fixture(scope="module")
def stage():
    """Notebook 01 on stage; at the end nothing is left and nothing was touched."""
    before = XOR.read_bytes()
    with present.stage(XOR, at="01-b2") as stage:
        yield stage
    assert XOR.read_bytes() == before
    assert not stage.folder.exists()


@pytest.fixture(scope="module")
def live(stage, chromium):
    return open_stage(chromium, stage)


def test_it_opens_at_the_block_with_all_before_it_run_and_no_jupyterlab_in_sight(live):
    now = live.evaluate(LOOK)
    assert (now["kind"], now["head"]) == ("opener", "Why no line can do it")
    assert now["foot"].startswith("Ask a straight line")
    assert now["chrome"] == [] == now["raised"]
    above = live.evaluate("""() => courseStage.panel.content.widgets.filter(one =>
        one.model.type === 'code').slice(0, 10).every(one => courseStage.ran.has(one.model.id))""")
    assert above and error_outputs(live) == []


def test_one_key_shows_code_runs_it_and_goes_back_without_running(live):
    shown = go(live, "01-b2-midpoint-code")
    count = """() => courseStage.cell('01-b2-midpoint-code').model.executionCount"""
    assert shown["what"][-1] == "code" and live.evaluate(count) is None
    ran = press(live)
    assert ran["at"] == shown["at"] and ran["what"][-1] == "output"
    assert "midpoint" in live.locator(".cs-on .jp-OutputArea-output").last.inner_text()
    first = live.evaluate(count)
    press(live)
    assert press(live, "PageUp")["at"] == shown["at"]
    assert press(live, "PageUp")["what"][-1] == "code" and live.evaluate(count) == first


def test_a_question_is_asked_alone_and_its_answer_comes_beside_the_evidence(live):
    asked = go(live, "01-b2-predict-labelings")
    assert (asked["kind"], asked["what"]) == ("ask", ["ask"])
    live.locator(".cs-on .course-choice").nth(1).click()
    live.get_by_role("button", name="Commit").click()
    live.locator(".cs-on", has_text="Committed: B").wait_for()
    for _ in range(3):
        now = press(live)
    assert now["what"] == ["output", "answer"]
    answer = live.locator(".cs-on[data-what=answer]").inner_text()
    assert "holds" in answer and "tempts" not in answer


def test_an_exercise_turns_green_and_stays(live):
    go(live, "01-ex-xor-dataset")
    cell = live.locator(".cs-on[data-what=work]")
    cell.locator(".cm-content").click()
    live.keyboard.press("ControlOrMeta+A")
    live.keyboard.insert_text(SOLVED)
    now = press(live, "Shift+Enter")
    cell.locator(".course-card[data-status=passed]").wait_for()
    assert now["over"] == [] and cell.locator(".cm-content").inner_text().startswith("@exercise")
    assert press(live, "Escape")["at"] == now["at"] < press(live, "ArrowRight")["at"] + 1


def test_an_explorer_moves_and_keeps_its_keys(live):
    now = go(live, "01-b1-explorer")
    track, words = live.locator(".cs-on input[type=range]").first, live.locator(".course-finding")
    before = words.first.inner_text()
    track.focus()
    for _ in range(4):
        live.keyboard.press("ArrowRight")
    live.wait_for_function(
        "before => document.querySelector('.course-finding').innerText !== before", arg=before)
    assert live.evaluate(LOOK)["step"] == now["step"]
    assert press(live, "Space")["step"] == now["step"] + 1


def test_a_cell_that_is_added_is_a_slide_and_one_that_raises_says_so(live):
    before = go(live, "01-b3-additive")
    count = live.evaluate("() => courseStage.slides.length")
    live.keyboard.press("n")
    live.wait_for_function("n => courseStage.slides.length === n + 1", arg=count)
    live.locator(".cs-on .cm-content").wait_for()
    live.keyboard.insert_text("nobody_knows")
    now = press(live, "Shift+Enter")
    assert (now["at"], now["kind"]) == (before["at"] + 1, "added")
    assert now["raised"] == ["NameError: name 'nobody_knows' is not defined"]
    live.get_by_role("alert").get_by_text("nobody_knows").wait_for()
    live.keyboard.press("Escape")
    assert press(live)["kind"] == "evidence"


def test_a_cell_that_runs_long_turns_a_ring_and_no_key_skips_it(live):
    go(live, "01-b3-additive")
    live.keyboard.press("n")
    live.locator(".cs-on .cm-content").wait_for()
    live.keyboard.insert_text("import time\ntime.sleep(2.5)")
    at, ring = live.evaluate("() => courseStage.at"), live.locator(".cs-busy")
    live.keyboard.press("Shift+Enter")
    ring.get_by_text(re.compile(r"\b1 s$")).wait_for()  # "9 of 9 1 s" where those above had to run
    live.keyboard.press("PageDown")
    live.wait_for_function(STILL)
    assert live.evaluate("() => courseStage.at") == at and not ring.is_visible()


def test_after_a_restart_the_slide_is_run_again(live):
    go(live, "01-b4-train")
    press(live)
    live.evaluate("() => courseStage.ran.add('of the old kernel')")
    live.keyboard.press("0")
    live.keyboard.press("0")
    live.wait_for_function("""() => !courseStage.ran.has('of the old kernel')
        && courseStage.ran.has('01-b4-train') && !courseStage.busy""", timeout=CELLS)
    assert "01-b4-train" in live.evaluate(LOOK)["cells"]


def test_nothing_on_a_slide_shuts_people_out(live):
    from axe_playwright_python.sync_playwright import Axe

    for wanted in ("01-b2-predict-labelings", "01-b4-picture", "01-b1-explorer"):
        go(live, wanted)
        found = Axe().run(live, context=".cs-sheet").response["violations"]
        bad = [one["id"] for one in found if one["impact"] == "critical"
               and one["id"] not in OF_JUPYTERLAB]
        assert bad == [], wanted
    assert "midpoint" not in live.locator(".cs-said").inner_text()


OF_JUPYTERLAB = {"aria-required-children", "aria-input-field-name"}  # its list of cells, its editor


def test_end_and_home_go_to_the_last_and_the_first_slide(live):
    go(live, "01-b2-predict-labelings")  # no slider has the keys
    last = live.evaluate("() => courseStage.slides.length - 1")
    assert [press(live, key)["at"] for key in ("End", "Home")] == [last, 0]


def test_dark_is_a_key_also_from_a_slider(live):
    go(live, "01-b1-explorer")
    live.locator(".cs-on input[type=range]").first.focus()
    ink = "() => getComputedStyle(courseStage.frame).color"
    light = live.evaluate(ink)
    live.keyboard.press("d")
    live.wait_for_function(f"light => ({ink})() !== light", arg=light)
    live.keyboard.press("d")
    live.wait_for_function(f"light => ({ink})() === light", arg=light)


# --- live: what a lecturer presses, with a wrong answer as well --------------------------------

SHORT = '''@exercise("softmax")
def softmax(z):
    """Rows of logits z, shape (t, m), to rows of probabilities, shape (t, m)."""
    z = np.asarray(z, float)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)'''
LONG = '''@exercise("softmax")
def softmax(z):
    """Rows of logits z, shape (t, m), to rows of probabilities, shape (t, m)."""
    z = np.asarray(z, float)
    rows = []
    for row in np.atleast_2d(z):
        largest = row.max()
        exponentials = []
        for entry in row:
            exponentials.append(np.exp(entry - largest))
        total = sum(exponentials)
        rows.append([one / total for one in exponentials])
    rows = np.array(rows)
    answer = rows if z.ndim == 2 else rows[0]
    return answer'''
ANSWERS = {  # a right answer, and what makes it wrong
    "short": (SHORT, "e.sum(axis=-1, keepdims=True)", "e.sum()"),
    "long": (LONG, "entry - largest", "entry"),
}
# Where code and what it puts out are seen, in pixels of the sheet: left, top, right, bottom.
BOXES = """() => {
    const {sheet, unit} = courseStage, page = sheet.getBoundingClientRect();
    const box = (name) => {
        const one = document.querySelector(`.cs-on[data-what=work] ${name}`);
        const {left, top, right, bottom} = one.getBoundingClientRect();
        return [left, top, right, bottom].map((edge, i) =>
            Math.round((edge - (i % 2 ? page.top : page.left)) / unit));
    };
    const lines = [...document.querySelectorAll('.cs-on[data-what=work] .cm-line')].map(one => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return (range.getBoundingClientRect().right - page.left) / unit;
    });
    return {code: box('.jp-Cell-inputWrapper'), out: box('.jp-Cell-outputWrapper'),
        text: box('.cm-content'), widest: Math.max(...lines)};
}"""
OPACITY = "one => getComputedStyle(one).opacity"


@pytest.fixture(scope="module", params=SIZES)
def talk(request, chromium):
    """Notebook 04 on stage, at each size."""
    with present.stage(notebooks.notebook_files(["04"])[0]) as stage:
        yield open_stage(chromium, stage, request.param)


def answer(page, source):
    """Write an exercise's answer and run it; the card's verdict when it is there."""
    page.locator(".cs-on[data-what=work] .cm-content").click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.insert_text(source)
    press(page, "Shift+Enter")
    return page.locator(".cs-on .course-card").first.get_attribute("data-status")


def added(page):
    """Press N; how many slides there were."""
    count = page.evaluate("() => courseStage.slides.length")
    page.keyboard.press("n")
    return count


def both_seen(page):
    """Code whole, and below it or beside it, at least 150 px high, what it puts out."""
    page.wait_for_timeout(1000)  # a question comes after the card
    seen = page.evaluate(BOXES)
    code, out = seen["code"], seen["out"]
    assert seen["text"][3] <= code[3] and seen["widest"] <= code[2] <= 1216
    assert out[1] >= code[3] or out[0] >= code[2]
    assert out[3] - out[1] >= 150 and max(code[3], out[3]) <= 658
    assert not any("cs-tight" in one for one in page.locator(".cs-on").evaluate_all(
        "found => found.map(one => one.className)"))


@pytest.mark.parametrize("kind", ANSWERS)
def test_code_and_verdict_are_both_seen_and_the_answer_can_be_corrected(talk, kind):
    right, part, wrong = ANSWERS[kind]
    at = go(talk, "04-ex-softmax")["at"]
    assert answer(talk, right.replace(part, wrong)) == "failed"
    both_seen(talk)
    card = talk.locator(".cs-on .course-card").first
    talk.keyboard.type(" ")  # the cursor is still in it
    assert float(card.evaluate(OPACITY)) < 0.7, "a verdict belongs to the text it judged"
    talk.keyboard.press("Backspace")
    assert card.evaluate(OPACITY) == "1"
    assert answer(talk, right) == "passed"
    both_seen(talk)
    code = talk.locator(".cs-on[data-what=work] .jp-InputArea")
    talk.keyboard.press("Escape")
    talk.locator(".cs-on .course-choice").first.wait_for()  # the same idea in another exercise
    assert code.evaluate(OPACITY) == "1"
    assert press(talk)["at"] == at and talk.evaluate("() => courseStage.step") == 1


def test_the_cells_below_an_answer_are_run_again_with_it(talk):
    go(talk, "04-ex-softmax")
    for _ in range(2):
        press(talk)
    count = "() => courseStage.cell('04-b1-check').model.executionCount"
    before = talk.evaluate(count)
    answer(talk, SHORT)
    assert talk.evaluate("() => courseStage.step") == 0
    for _ in range(2):
        now = press(talk)
    assert talk.evaluate(count) > before and now["what"] == ["text", "work", "output"]


@pytest.mark.parametrize("place", ["04-ex-softmax", "04-ex-logsumexp", "04-b2-check",
                                   "04-ex-cross-entropy", "04-ex-gradient"])
def test_a_new_cell_comes_next_and_takes_every_letter(talk, place):
    at, pages = go(talk, place)["at"], len(talk.context.pages)
    count = added(talk)
    talk.keyboard.type("print(1, 'n p')")
    assert talk.evaluate("() => courseStage.slides.length") == count + 1
    now = talk.evaluate(LOOK)
    assert (now["at"], now["kind"], len(talk.context.pages)) == (at + 1, "added", pages)
    assert talk.locator(".cs-on .cm-content").inner_text() == "print(1, 'n p')"
    press(talk, "Shift+Enter")
    assert talk.locator(".cs-on pre").inner_text().strip() == "1 n p"


def test_a_new_cell_takes_every_letter_also_while_another_runs(talk):
    go(talk, "04-b2-check")
    added(talk)
    talk.keyboard.insert_text("import time\ntime.sleep(1.5)")
    talk.keyboard.press("Shift+Enter")
    talk.keyboard.press("Escape")
    added(talk)
    talk.keyboard.type("p = 1")
    assert talk.locator(".cs-on .cm-content").inner_text() == "p = 1"
    talk.wait_for_function(STILL)
    assert talk.locator(".cs-on .cm-content").inner_text() == "p = 1"


@pytest.mark.parametrize("place, before, after", [
    ("04-b2-check", "", ""), ("04-ex-softmax", "print(*range(60), sep='\\n')\n", ""),
    ("04-ex-softmax", "", "\nprint(*range(60), sep='\\n')")])
def test_long_output_scrolls_below_code_and_card(talk, place, before, after):
    exercise = go(talk, place)["kind"] == "exercise"
    if not exercise:
        added(talk)
    talk.locator(".cs-on[data-what=work] .cm-content").click()
    talk.keyboard.press("ControlOrMeta+A")
    talk.keyboard.insert_text(f"{before}{SHORT}{after}" if exercise
                              else "print(*range(60), sep='\\n')")
    press(talk, "Shift+Enter")
    both_seen(talk)
    out = talk.locator(".cs-on .jp-OutputArea").last
    if exercise:
        assert out.locator(".course-card").first.bounding_box()["y"] < out.locator(
            "pre", has_text="59").bounding_box()["y"]
    out.hover()
    talk.mouse.wheel(0, 9000)
    talk.wait_for_function("one => one.scrollTop > 0", arg=out.element_handle())
    both_seen(talk)


def test_an_error_stays_on_its_slide_and_is_corrected_there(talk):
    go(talk, "04-b2-check")
    added(talk)
    talk.keyboard.type("nobody_knows")
    press(talk, "Shift+Enter")
    alert = talk.locator(".cs-raised")
    own = talk.evaluate("() => courseStage.at")
    assert alert.inner_text().startswith("This cell: NameError")
    talk.keyboard.press("Escape")
    for key in ("PageDown", "PageUp", "PageUp"):
        at = press(talk, key)["at"]
        assert bool(alert.text_content()) == (at == own)
    press(talk)
    answer = talk.locator(".cs-on .cm-content")
    answer.click()
    talk.keyboard.press("ControlOrMeta+A")
    talk.keyboard.type("2 + 3")
    press(talk, "Shift+Enter")
    talk.evaluate("() => { courseStage.raised.set('04-setup', 'Error'); courseStage.place(); }")
    assert alert.inner_text() == "A cell on no slide (setup): Error"
    talk.evaluate("() => { courseStage.raised.clear(); courseStage.place(); }")
    assert alert.text_content() == "" and talk.locator(".cs-on pre").inner_text().strip() == "5"


def test_an_endless_loop_is_stopped_and_a_restart_leaves_it_alone(talk):
    go(talk, "04-b1-steps-code")
    added(talk)
    talk.keyboard.insert_text("while True: pass")
    talk.keyboard.press("Shift+Enter")
    talk.locator(".cs-busy").get_by_text(re.compile(r"\b1 s$")).wait_for()
    talk.keyboard.press("Escape")
    for key in "ii":
        talk.keyboard.press(key)
    talk.wait_for_function(STILL)
    assert talk.get_by_role("alert").inner_text() == "This cell: KeyboardInterrupt"
    talk.evaluate("() => courseStage.ran.add('of the old kernel')")
    for key in "00":
        talk.keyboard.press(key)
    talk.wait_for_function("""() => !courseStage.ran.has('of the old kernel')
        && !courseStage.busy""", timeout=CELLS)
    scratch = talk.evaluate("() => courseStage.slide.parts[0].cell")
    go(talk, "04-b1-shift-code")
    now = press(talk)
    assert talk.evaluate("() => courseStage.ran.has('04-b1-steps-code')") and not now["raised"]
    assert not talk.evaluate("id => courseStage.ran.has(id)", scratch)


# --- every slide ------------------------------------------------------------------------

MAY_BE_LOW = {"title", "opener", "ask"}
SHOWS = {"evidence", "explorer"}


def amiss(now):
    """What is wrong with a slide as it is seen, one line each."""
    found = [*now["over"], *now["small"], *now["chrome"], *now["raised"]]
    if not (now["head"] or now["above"]) or (now["last"] and now["kind"] in SHOWS
                                             and not now["head"]):
        found.append("no heading of its own")
    words = {"takeaway", "answer"} & set(now["what"])
    if words and not {"output", "picture", "code", "explorer", "work"} & set(now["what"]):
        found.append(f"{words} without evidence")
    if now["last"] and now["kind"] not in MAY_BE_LOW and now["low"] < 0.4 * 720:
        found.append(f"ends at {now['low']:.0f} of 720")
    if now["tooHigh"]:
        found.append(f"{now['tooHigh']} px too high")
    return found


def walk(page, folder):
    """Press one key from the first slide to the last; what is amiss, by slide."""
    met, wrong, before, seconds = set(), {}, None, {}
    shots = "COURSE_SCREENSHOTS" in os.environ and Path(os.environ["COURSE_SCREENSHOTS"], folder)
    now = page.evaluate(LOOK)
    while before is None or (now["at"], now["step"]) != (before["at"], before["step"]):
        met |= set(now["cells"])
        if faults := amiss(now):
            wrong[f"{now['at'] + 1}.{now['step']} {now['cells'][:2]}"] = faults
        if now["last"] and shots:
            page.screenshot(path=shots / f"{now['at'] + 1:03}.png")
        since = time.perf_counter()
        before, now = now, press(page)
        seconds[f"{now['at'] + 1}.{now['step']} {now['cells'][:1]}"] = now["since"] - since
    if shots:
        (shots / "seconds.json").write_text(json.dumps(seconds))
    wanted = page.evaluate("""() => courseStage.slides.flatMap(slide => slide.parts).filter(
        part => part.column !== 'none').map(part => part.cell)""")
    assert now["at"] == page.evaluate("() => courseStage.slides.length") - 1
    assert set(wanted) - met == set() and error_outputs(page) == []
    return "\n".join(f"{place}: {faults}" for place, faults in wrong.items())


WALKS = list(itertools.product(FILES, SIZES)) if EVERY else [
    (THREE[0], "720p"), (THREE[1], "720p"), (THREE[2], "1080p"), (THREE[0], "1080p")]


@pytest.mark.parametrize("path, size", WALKS, ids=lambda one: getattr(one, "stem", one))
def test_a_walk_by_one_key(path, size, chromium):
    """What a lecturer does with a clicker, from the title to the summary."""
    with present.stage(path) as stage:
        page = open_stage(chromium, stage, size)
        assert walk(page, f"{path.stem}-{size}") == ""
        page.close()


@pytest.fixture(scope="module")
def oldest(tmp_path_factory):
    """The oldest JupyterLab that is declared, beside this one: the variables that lead to it."""
    place = tmp_path_factory.mktemp("oldest")
    lock = notebooks.root() / "tests" / "helpers" / "oldest.lock"
    command = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--require-hashes"]
    subprocess.run([*command, "--target", str(place), "-r", str(lock)], check=True)
    return {"PYTHONPATH": str(place), "JUPYTERLAB_DIR": str(place / "share" / "jupyter" / "lab")}


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="no wheel of the oldest numpy")
@pytest.mark.parametrize("size", SIZES if EVERY else ["720p"])
@pytest.mark.parametrize("path", THREE if EVERY else [XOR], ids=lambda path: path.stem)
def test_the_oldest_jupyterlab_shows_it_too(path, size, chromium, oldest, monkeypatch):
    for name, value in oldest.items():
        monkeypatch.setenv(name, value)
    with present.stage(path) as stage:
        page = open_stage(chromium, stage, size)
        config = page.locator("#jupyter-config-data").text_content()
        assert json.loads(config)["appVersion"].startswith("4.2")
        assert walk(page, f"oldest-{path.stem}-{size}") == ""
        page.close()


def seen_of(page, which):
    """How many of these elements stand whole above the room's panel."""
    return page.evaluate("""which => [...document.querySelectorAll(which)].filter(one =>
        one.getBoundingClientRect().bottom <= document.querySelector('main').clientHeight
            + document.querySelector('header').offsetHeight).length""", which)


def test_the_presenter_has_the_room_and_the_audience_sees_none_of_it(
        chromium, running, monkeypatch):
    monkeypatch.setenv("COURSE_ROOM_PAGE", running.teacher)
    with present.stage(XOR) as stage:
        page = open_stage(chromium, stage)
        assert go(page, "01-b1-predict-line")["kind"] == "ask"
        page.get_by_role("link", name="Ask the room").wait_for()
        with page.context.expect_page() as opened:
            page.keyboard.press("p")
        view, desk = opened.value, opened.value.frame_locator("#room")
        desk.get_by_text(f"Room {running.room.room.code}", exact=True).wait_for()
        assert seen_of(view, "nav button") == 5 and seen_of(view, "nav select") == 1
        assert desk.locator("#book").input_value() == "01"
        desk.locator("#which").select_option("01-line")
        desk.locator("#open").click()
        for i, choice in enumerate("BBBBBBCCCCCC"):
            running.send(i, {"seq": 1, "kind": "vote", "id": "01-line", "choice": choice})
        running.until(lambda seen: seen["poll"]["rounds"][0]["committed"] not in ("0", "<5"))
        desk.locator("#split").click()
        desk.locator("#rows", has_text="6").wait_for()
        view.wait_for_function("""() => document.querySelector('iframe').contentWindow
            .courseStage.at === opener.courseStage.at + 1""")  # what comes next
        if "COURSE_SCREENSHOTS" in os.environ:
            view.screenshot(path=Path(os.environ["COURSE_SCREENSHOTS"], "presenter.png"))
            page.screenshot(path=Path(os.environ["COURSE_SCREENSHOTS"], "audience.png"))
        said = page.locator("body").inner_text()
        assert len(page.frames) == 1 and running.room.room.code not in said
        assert "Misconception" in view.inner_text("#notes") and "Misconception" not in said
        page.close()


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
