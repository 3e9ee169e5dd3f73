"""`course class` as a room sees it: phones, the teacher's page, two votes, two misconceptions."""

import os
from pathlib import Path

import pytest
from helpers_browser import BROWSER

pytestmark = [pytest.mark.full, *BROWSER]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
QUESTION = "01-line"
WRONG = ("axis/whole-batch", "unstable/no-shift")


@pytest.fixture
def shot(tmp_path):
    """Save a picture; where COURSE_SHOTS names a folder, there, to be looked at."""
    folder = Path(os.environ.get("COURSE_SHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return lambda page, name: page.screenshot(path=folder / f"{name}.png", full_page=True)


def page_of(chromium, address, **options):
    page = chromium.new_context(**options).new_page()
    page.set_default_timeout(120_000)  # a machine that does much else
    page.set_default_navigation_timeout(120_000)
    page.outside = []
    page.on("request", lambda r: page.outside.append(r.url) if "127.0.0.1" not in r.url else None)
    page.on("pageerror", lambda error: page.outside.append(str(error)))
    page.goto(address)
    return page


def verdict(named, seq=50):
    return {"seq": seq, "kind": "verdict", "id": "softmax", "status": "failed",
            "misconception": named}


def axe_problems(page):
    from axe_playwright_python.sync_playwright import Axe

    return [v["id"] for v in Axe().run(page).response["violations"]
            if v["impact"] in ("serious", "critical")]


def test_twelve_students_vote_talk_vote_again_and_fail_in_two_ways(chromium, running, shot):
    """Three of the twelve are real browsers, two of these phones."""
    teacher = page_of(chromium, running.teacher, viewport={"width": 1280, "height": 720})
    shot(teacher, "join-light")
    assert teacher.locator("#line").inner_text() == running.room.join_line
    assert teacher.evaluate("document.getElementById('qr').naturalWidth") > 100
    assert axe_problems(teacher) == []
    browsers = [page_of(chromium, f"http://{running.address}/", **PHONE),
                page_of(chromium, f"http://{running.address}/", **PHONE, color_scheme="dark"),
                page_of(chromium, f"http://{running.address}/")]

    # The lecturer opens a question with the keyboard; every page shows it.
    teacher.keyboard.press("p")
    teacher.select_option("#which", QUESTION)
    teacher.click("#open")
    for page in browsers:
        page.get_by_role("button", name="B: three").wait_for()
    shot(browsers[0], "phone-light")
    shot(browsers[1], "phone-dark")
    assert axe_problems(browsers[0]) == axe_problems(browsers[1]) == []

    # First vote: six B, six C; how it is split is not shown yet.
    for page, letter in zip(browsers, "BBC", strict=True):
        page.get_by_role("button", name=f"{letter}: ").click()
        page.get_by_text(f"Your vote: {letter}.").wait_for()
    for i in range(9):
        running.send(i, {"seq": 1, "kind": "vote", "id": QUESTION, "choice": "BC"[i > 3]})
    teacher.get_by_text("12 committed").wait_for()
    assert teacher.locator(".bar").count() == 0
    teacher.keyboard.press("s")
    teacher.locator(".bar").nth(3).wait_for()
    assert teacher.locator(".bar b").all_inner_texts() == ["0", "6", "6", "0"]
    shot(teacher, "poll-split")
    assert axe_problems(teacher) == []

    # They talk, and vote again: all B but for the phones' owner.
    teacher.keyboard.press("a")
    for page in browsers:
        page.get_by_text("You have talked it over").wait_for()
        page.get_by_role("button", name="B: ").click()
        page.get_by_text("Your vote: B.").wait_for()
    for i in range(9):
        running.send(i, {"seq": 2, "kind": "vote", "id": QUESTION, "choice": "B"})
    teacher.get_by_text("second vote: 12 committed").wait_for()
    teacher.keyboard.press("s")
    teacher.locator(".bar.two").nth(3).wait_for()
    assert teacher.locator(".bar.two b").all_inner_texts() == ["0", "12", "0", "0"]
    assert teacher.locator(".bar:not(.two) b").all_inner_texts() == ["0", "6", "6", "0"]
    assert teacher.locator(".right").count() == 0  # the answer is not given by the counts
    teacher.keyboard.press("w")
    teacher.locator(".right").wait_for()
    shot(teacher, "poll-twice")

    # Then an exercise, wrong in two ways, six each.
    for i in range(9):
        running.send(i, verdict(WRONG[i > 5]))
    for page in browsers:
        event = verdict(WRONG[1])
        page.evaluate("""event => fetch("v", {method: "POST", body: JSON.stringify({room: "blue-42",
            who: sessionStorage.who, from: "page", events: [event]})})""", event)
    teacher.keyboard.press("e")
    teacher.get_by_text("at work: 12").wait_for()
    said = teacher.locator("#list").inner_text()
    assert "One sum over the whole batch" in said and "exp(1000)" in said
    assert teacher.locator("#list li > b").all_inner_texts() == ["6", "6"]
    shot(teacher, "exercises-light")
    teacher.keyboard.press("d")
    shot(teacher, "exercises-dark")
    assert axe_problems(teacher) == []
    teacher.get_by_role("button", name="Show a case").first.click()
    teacher.get_by_text("Smallest failing case").wait_for()
    shot(teacher, "case-dark")
    assert teacher.outside == [] and all(page.outside == [] for page in browsers)


def test_three_students_are_a_sentence_and_no_number(chromium, running, shot):
    teacher = page_of(chromium, running.teacher, viewport={"width": 1280, "height": 720})
    for i in range(3):
        running.send(i, verdict(WRONG[0]), {"seq": 60, "kind": "vote", "id": QUESTION,
                                            "choice": "B"})
    teacher.keyboard.press("e")
    teacher.get_by_text("One sum over the whole batch").wait_for()
    said = teacher.locator("#list").inner_text()
    assert "<5" in said and "3" not in said.replace("Exercise", "")
    assert teacher.locator("#joined").inner_text() == "<5"
    shot(teacher, "three")
    running.teach("open", QUESTION)
    running.teach("split", True)
    teacher.keyboard.press("p")
    teacher.locator(".bar").nth(3).wait_for()
    assert set(teacher.locator(".bar b").all_inner_texts()) == {"<5"}


def test_thirty_students_and_a_sleeping_teacher(chromium, running):
    """Pages come back by themselves, and nobody counts twice."""
    teacher = page_of(chromium, running.teacher)
    teacher.context.set_offline(True)
    for i in range(30):
        running.send(i, verdict(WRONG[i % 2], seq=1))
        running.send(i, verdict(WRONG[i % 2], seq=1))
    teacher.context.set_offline(False)
    teacher.keyboard.press("e")
    teacher.get_by_text("at work: 30").wait_for()
    assert sorted(teacher.locator("#list li > b").all_inner_texts()) == ["15", "15"]


def test_a_link_beside_the_slides_opens_its_question_once(chromium, running):
    teacher = page_of(chromium, f"{running.teacher}#{QUESTION}")
    teacher.locator("#poll").wait_for()
    running.until(lambda view: view["poll"] and view["poll"]["id"] == QUESTION)
    running.teach("again")
    teacher.get_by_text("second vote").wait_for()
    teacher.goto(f"{running.teacher}#{QUESTION}")  # clicked again: the votes stay
    teacher.get_by_text("second vote").wait_for()
    assert teacher.url == running.teacher and running.view()["poll"]["round"] == 2
