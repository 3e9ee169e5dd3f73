"""The explorers' script by itself, on an empty page: what is wanted, kept, painted and counted."""

import re

import pytest

from helpers_browser import BROWSER, open_chromium
from widgets import front
from widgets.explorers import live, moving

pytestmark = BROWSER

# A player of one slider of 1001 positions and one of 5; frames whose pictures are made of nothing.
GIVEN = front.module(live.SCRIPT, """
window.made = 0;
window.createImageBitmap = async () => { made += 1; return document.createElement("canvas"); };
window.wants = [];
const track = (count) => ({name: "x", unit: "", kind: "slider",
  labels: Array.from({length: count}, (_, k) => String(k))});
Object.assign(window, {plan, ours, mount, start, awaken, track});
window.player = (more = {}) => new Player(
  {name: "it", soFar: "; best so far: {}.", controls: [track(1001), track(5)], ...more},
  {want: (wish) => wants.push(wish)}, [500, 2]);
window.give = (one, key, score = null) => one.keep(
  key, {words: `at ${key}.`, score, png: new Blob([])});
window.rest = () => new Promise((done) => setTimeout(done, 60));
""")


@pytest.fixture(scope="module")
def browser():
    with open_chromium() as browser:
        yield browser


@pytest.fixture
def page(browser):
    page = browser.new_page()
    page.set_content("<main></main>")
    page.add_script_tag(content=GIVEN, type="module")
    page.wait_for_function("() => window.player")
    yield page
    page.close()


def test_the_plan_begins_where_one_stands_and_goes_where_one_goes(page):
    keys = page.evaluate("() => plan([1001, 5], [500, 2], 0, -1).map(String)")
    assert keys[:5] == ["500,2", "499,2", "498,2", "497,2", "496,2"]
    assert keys.index("500,3") < keys.index("0,2") < keys.index("490,2")  # other control, coarse
    assert "1000,2" in keys and "500,4" in keys and len(set(keys)) == len(keys) <= 60
    held = page.evaluate("() => plan([1001, 5], [500, 2], 0, -1, true).map(String)")
    assert held[16] == "484,2" and set(held) == set(keys)  # a network may be slow
    edge = page.evaluate("() => plan([30, 2], [0, 1], 0, -1).map(String)")
    assert edge[:5] == ["0,1", "1,1", "2,1", "3,1", "4,1"]  # there is only one way to go on
    assert all(0 <= int(one.split(",")[0]) < 30 for one in edge) and "16,1" in edge


def test_nothing_is_wanted_before_the_first_touch(page):
    assert page.evaluate("""async () => {
        const one = player(); give(one, "500,2"); give(one, "501,2"); await rest();
        return [wants.length, made]; }""") == [0, 1]
    at, moved = page.evaluate("""async () => {
        const one = player(); give(one, "500,2"); one.touch(0); await rest();
        return [wants[0].at, wants[0].moved]; }""")
    assert (at, moved) == ([500, 2], False)


def test_a_picture_that_is_there_is_painted_in_the_event(page):
    seen = page.evaluate("""async () => {
        const one = player(); give(one, "500,2"); one.touch(0); give(one, "501,2"); await rest();
        one.move(0, 501);
        return [one.seen.key, one.seen.words]; }""")
    assert seen == ["501,2", "at 501,2."]


def test_what_comes_next_is_decoded_after_the_picture_is_on_the_screen(page):
    at_once, later = page.evaluate("""async () => {
        const one = player(); give(one, "500,2"); one.touch(0); await rest();
        for (let k = 501; k < 504; k += 1) one.frames.set(`${k},2`, {words: "", png: new Blob([])});
        one.bitmaps.set("501,2", document.createElement("canvas"));
        const before = made;
        one.move(0, 501);
        await null; const now = made;
        await rest(); await rest();
        return [now - before, made - before]; }""")
    assert (at_once, later) == (0, 2)


def test_memory_bytes_of_400_frames_and_pixels_of_24(page):
    frames, bitmaps, kept = page.evaluate("""async () => {
        const one = player(); one.touched = true;
        for (let k = 0; k < 900; k += 1) give(one, `${k},2`);
        for (let k = 500; k < 600; k += 1) { one.move(0, k); await rest; }
        for (let k = 599; k > 540; k -= 1) { one.move(0, k); await rest(); }
        return [one.frames.size, one.bitmaps.size, one.frames.has("541,2")]; }""")
    assert frames == 400 and 12 <= bitmaps <= 24 and kept


def test_a_jump_shows_the_nearest_at_once_and_then_the_place_itself(page):
    js = """async () => {
        const one = player(); give(one, "500,2"); one.touch(0); give(one, "504,2"); await rest();
        one.move(0, 700); const first = [one.seen.key, one.seen.words];
        give(one, "700,2"); await rest();
        return [...first, one.seen.key]; }"""
    assert page.evaluate(js) == ["near 504,2", "at 500,2.", "700,2"]


def test_reduced_motion(page):
    """No picture of another place on the way: the old one stays until the new one is there."""
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate("""async () => {
        const one = player(); give(one, "500,2"); one.touch(0); give(one, "504,2"); await rest();
        one.move(0, 700); const first = one.seen.key;
        give(one, "700,2"); await rest();
        return [first, one.seen.key]; }""") == ["500,2", "700,2"]


def test_the_best_so_far_is_over_visited_positions_alone(page):
    words = page.evaluate("""async () => {
        const one = player(), said = [];
        give(one, "500,2", 1); await rest(); said.push(one.seen.words);
        one.touch(0); give(one, "501,2", 9); give(one, "502,2", 2); await rest();
        one.move(0, 502); said.push(one.seen.words);
        one.move(0, 501); one.move(0, 500); said.push(one.seen.words, wants.at(-1).best);
        return said; }""")
    assert words == ["at 500,2; best so far: 1.", "at 502,2; best so far: 2.",
                     "at 500,2; best so far: 9.", 9]


def test_where_frames_lie_along_each_control_the_others_go_back(page):
    assert page.evaluate("""() => {
        const one = player({along: [500, 2]}); one.move(0, 700); one.move(1, 4);
        return one.at; }""") == [500, 4]


def test_a_position_that_could_not_be_drawn_says_so_and_keeps_the_old_picture(page):
    said, same = page.evaluate("""async () => {
        const one = player(); give(one, "500,2"); await rest();
        const before = one.seen.picture;
        one.move(0, 501); one.keep("501,2", {words: "ValueError: <no>", score: null, error: true});
        return [one.seen.words, one.seen.picture === before]; }""")
    assert said == "This position could not be drawn. ValueError: <no>" and same


def test_keys_that_are_the_page_s_are_left_to_it(page):
    ours = page.evaluate("""() => {
        const input = document.createElement("input"), button = document.createElement("button");
        const key = (one, key, more = {}) => {
            let said; const hear = (event) => { said = ours(event); };
            one.addEventListener("keydown", hear);
            one.dispatchEvent(new KeyboardEvent("keydown", {key, ...more}));
            one.removeEventListener("keydown", hear); return said; };
        const at = () => [key(input, "ArrowRight"), key(input, "d"), key(button, " "),
            key(input, "PageDown"), key(input, "s", {ctrlKey: true}),
            key(input, "Enter", {shiftKey: true})];
        const desk = at(); document.body.dataset.courseStage = ""; return [desk, at()]; }""")
    desk, stage = ours
    assert desk == [True, True, True, True, False, False]
    assert stage == [True, True, False, False, False, False]


def test_the_script_of_a_page_without_a_kernel_is_one_that_any_page_can_hold():
    assert not re.search(r"^(import|export)\b|</script", moving.SCRIPT, re.M)


def mounted(page, control):
    page.evaluate("""control => {
        window.one = player({controls: [control]}); one.at = [0];
        control.labels.forEach((_, k) => give(one, String(k)));
        mount(one, document.querySelector("main")); }""", control)
    return page.locator(".course-control")


def test_a_number_can_be_typed_and_the_nearest_place_is_taken(page):
    labels = ["−0.5", "0.0", "0.5", "1.0"]
    mounted(page, {"name": "shift", "unit": "m", "kind": "slider", "labels": labels})
    number = page.get_by_role("textbox", name="shift (m), as a number")
    slider = page.get_by_role("slider", name="shift (m)")
    for typed, now in (("0.7", "0.5"), ("9", "1.0"), ("-0,6", "−0.5"), ("none", "−0.5")):
        number.fill(typed)
        number.press("Enter")
        assert (number.input_value(), slider.get_attribute("aria-valuetext")) == (now, f"{now} m")
        number.blur()
        assert number.input_value() == now


@pytest.mark.parametrize("kind", ["buttons", "list"])
def test_a_choice_has_its_name_and_says_which(page, kind):
    row = mounted(page, {"name": "kind", "unit": "", "kind": kind, "labels": ["one", "two"]})
    if kind == "list":
        page.get_by_label("kind").select_option("two")
    else:
        row.get_by_role("button", name="two").click()
        assert page.get_by_role("group", name="kind").count() == 1
        assert row.get_by_role("button", pressed=True).inner_text() == "two"
    assert page.evaluate("one.at") == [1]
    assert page.locator(".course-finding").inner_text() == "at 1."


def test_the_page_below_stays_where_it_is_when_words_are_shorter(page):
    page.add_style_tag(content=moving.STYLE)
    page.set_viewport_size({"width": 390, "height": 844})
    heights = page.evaluate("""async () => {
        const one = player({controls: [track(3)], soFar: "; best: {}."}), all = [];
        one.at = [0];
        [2, 60, 1].forEach((count, k) => one.keep(String(k),
          {words: "word ".repeat(count) + ".", score: k, png: new Blob([])}));
        mount(one, document.querySelector("main")); one.touch(0);
        for (const k of [0, 1, 2]) {
            one.move(0, k); await rest();
            all.push([document.querySelector(".course-room").offsetHeight,
                      document.querySelector(".course-finding").innerText.length]);
        }
        return all; }""")
    assert len({height for height, _ in heights}) == 1
    assert heights[1][1] > 300 > 30 > heights[0][1]  # the words themselves are not padded


def test_a_press_in_the_book_does_not_wait_for_its_theme_but_still_closes_a_menu(page):
    clicks = page.evaluate("""async () => {
        document.body.innerHTML = `<div class="course-moves"><img src="data:,">
          <script type="application/json"></script></div>`;
        const frames = {0: ["data:,", "at 0.", null], 1: ["data:,", "at 1.", null]};
        document.querySelector(".course-moves script").textContent = JSON.stringify({
          name: "it", soFar: "", frames, start: [0],
          controls: [{name: "x", unit: "", kind: "buttons", labels: ["0", "1"]}]});
        let theme = 0;
        document.addEventListener("click", () => { theme += 1; }, true);
        awaken(document);
        const {player} = document.querySelector(".course-moves"), found = [];
        const press = (k) => {
            document.querySelectorAll(".course-choose button")[k].click();
            found.push([...player.at, theme]);
        };
        press(1);
        document.body.append(Object.assign(document.createElement("ul"), {className: "show"}));
        press(0);
        return found; }""")
    assert clicks == [[1, 0], [0, 1]]


SIZES = """all => all.map(one => one.getBoundingClientRect())
    .map(at => Math.min(at.width, at.height))"""


@pytest.mark.parametrize("touch, least", [(False, 24), (True, 44)])
def test_controls_are_large_enough_for_a_mouse_and_for_a_thumb(browser, touch, least):
    context = browser.new_context(has_touch=touch, is_mobile=touch,
                                  viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.set_content("<main></main>")
    page.add_script_tag(content=GIVEN, type="module")
    page.add_style_tag(content=moving.STYLE)
    for kind in ("slider", "list", "buttons"):
        mounted(page, {"name": kind, "unit": "m", "kind": kind, "labels": ["0", "1"]})
    page.evaluate("() => { one.left = [1]; one.say(); }")  # the way back is a button, too
    sizes = page.locator("input, select, button").locator("visible=true").evaluate_all(SIZES)
    assert len(sizes) == 6 and min(sizes) >= least
    context.close()


def test_a_hand_that_rests_wants_nothing_more(page):
    """Idle computing, counted: one wish names all that may come next, then there is silence."""
    wished = page.evaluate("""async () => {
        const one = player(); give(one, "500,2"); one.move(0, 501);
        for (const key of wants[0].want) give(one, String(key));
        one.touch(0); await rest();
        return wants.map((wish) => wish.want.length); }""")
    assert len(wished) == 1 and 30 < wished[0] <= 60


def test_a_key_is_held_when_the_next_comes_soon(page):
    assert page.evaluate("""async () => {
        const one = player(); one.move(0, 501); one.move(0, 502); await rest(); await rest();
        one.move(0, 503);
        return wants.map((wish) => wish.held); }""") == [False, True, False]


def test_a_model_from_webassembly_where_none_is_left_out(page):
    """No best score and no way back come as nothing at all; a wish says null, never NaN."""
    wish = page.evaluate("""() => {
        const heard = {}, model = {
            about: {name: "it", soFar: "", controls: [track(5)], edition: 0},
            state: {at: [1], words: "at 1.", png: new Uint8Array()}, get: (name) => model[name],
            set: (name, value) => { model[name] = value; }, save_changes: () => {},
            on: (name, then) => { heard[name] = then; }, send: () => {}};
        const one = start();
        one.initialize({model});
        heard["change:state"]();  // a cell has moved it
        one.render({el: document.querySelector("main")});
        const slider = document.querySelector("input");
        slider.value = "2"; slider.dispatchEvent(new Event("input"));
        return model.wish; }""")
    assert (wish["at"], wish["best"], wish["moved"]) == ([2], None, True)
    assert page.locator(".course-back").is_hidden()
