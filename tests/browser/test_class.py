"""`course class` as a room sees it: phones, the audience's screen, the teacher's page."""

import os
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from classroom import study, words
from course_tools import cli
from helpers_browser import BROWSER
from helpers_ports import free_ports
from helpers_room import Running

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


def verdict(named, seq=50, status="failed"):
    return {"seq": seq, "kind": "verdict", "id": "softmax", "status": status,
            "misconception": named}


def all_fail(running, people, seq):
    """Verdicts of so many, twice: the last picture is of all, since each of them changed."""
    for status in ("failed", "error"):
        for i in range(people):
            running.send(i, verdict(WRONG[i >= people / 2], seq, status))
        seq += 1


def axe_problems(page):
    from axe_playwright_python.sync_playwright import Axe

    return [v["id"] for v in Axe().run(page).response["violations"]
            if v["impact"] in ("serious", "critical")]


def screen_of(chromium, running, **options):
    """The audience's screen, as the teacher's page opens it."""
    base = running.teacher.partition("?")[0]
    return page_of(chromium, f"{base}screen?key={running.room.screen_token}", **options)


def first_vote(running, choices):
    for i, choice in enumerate(choices):
        running.send(i, {"seq": 1, "kind": "vote", "id": QUESTION, "choice": choice})


def overflows(page):
    return page.evaluate("[document.documentElement.scrollWidth - innerWidth, "
                         "document.documentElement.scrollHeight - innerHeight]")


def test_twelve_students_vote_talk_vote_again_and_fail_in_two_ways(chromium, running, shot):
    """Three of the twelve are real browsers, two of these phones."""
    teacher = page_of(chromium, running.teacher, viewport={"width": 1280, "height": 720})
    screen = screen_of(chromium, running, viewport={"width": 1280, "height": 720})
    shot(screen, "screen-join")
    assert screen.locator("#line").inner_text() == running.room.join_line
    assert screen.evaluate("document.querySelector('aside .qr').naturalWidth") > 100
    assert axe_problems(teacher) == axe_problems(screen) == []
    browsers = [page_of(chromium, f"http://{running.address}/", **PHONE),
                page_of(chromium, f"http://{running.address}/", **PHONE, color_scheme="dark"),
                page_of(chromium, f"http://{running.address}/")]

    # The lecturer opens a question; every page shows it.
    teacher.select_option("#book", "01")
    teacher.select_option("#which", QUESTION)
    teacher.click("#open")
    for page in browsers:
        page.get_by_role("button", name="B: three").wait_for()
    screen.get_by_text("voted").wait_for()  # by nobody yet, and of how few is not said
    shot(browsers[0], "phone-light")
    shot(browsers[1], "phone-dark")
    assert axe_problems(browsers[0]) == axe_problems(browsers[1]) == []

    # First vote: six B, six C; how it is split is not shown yet.
    for page, letter in zip(browsers, "BBC", strict=True):
        page.get_by_role("button", name=f"{letter}: ").click()
        page.get_by_text(f"Your vote: {letter}.").wait_for()
    browsers[0].get_by_role("button", name="75 %").click()
    browsers[0].get_by_text("Your vote: B, 75 % sure.").wait_for()
    shot(browsers[0], "phone-sure")
    first_vote(running, "BBBBCCCCC")
    # the last picture waits for five who changed: up to four are in none yet
    expect(screen.locator("#count .big")).to_have_text(
        re.compile("^([89]|1[0-9])"), timeout=120_000)
    assert screen.locator(".track").count() == 0
    shot(screen, "screen-open")
    teacher.keyboard.press("s")
    screen.locator(".track").nth(3).wait_for()
    assert screen.locator(".row b").all_inner_texts() == ["0 % (0)", *["50 % (6)"] * 2, "0 % (0)"]
    browsers[0].get_by_role("button", name="A: ", disabled=True).wait_for()  # the vote is closed
    shot(screen, "screen-split")
    shot(teacher, "teacher-split")
    assert axe_problems(screen) == axe_problems(teacher) == []

    # They talk, and vote again: all B.
    teacher.keyboard.press("a")
    for page in browsers:
        page.get_by_text("You have talked it over").wait_for()
        page.get_by_role("button", name="B: ").click()
        page.get_by_text("Your vote: B.").wait_for()
    for i in range(9):
        running.send(i, {"seq": 2, "kind": "vote", "id": QUESTION, "choice": "B"})
    teacher.keyboard.press("s")
    screen.get_by_text("50 % → 100 %").wait_for()
    assert screen.locator(".right").count() == 0  # the answer is not given by the counts
    assert browsers[2].locator(".right").count() == 0
    assert browsers[2].locator("#holds").inner_text() == ""
    teacher.keyboard.press("w")
    screen.locator(".row.right").wait_for()
    assert screen.locator("#headline").inner_text() == "50 % → 100 % right"
    assert "wrong then right 6" in screen.locator("#moved").inner_text()
    browsers[1].get_by_text("Your vote was right.").wait_for()
    assert browsers[1].locator("#holds").inner_text() == screen.locator("#holds").inner_text() != ""
    shot(browsers[0], "phone-answer-light")
    shot(browsers[1], "phone-answer-dark")
    shot(screen, "screen-flow")
    assert overflows(screen) == [0, 0]
    assert axe_problems(screen) == axe_problems(browsers[0]) == axe_problems(browsers[1]) == []

    # Then an exercise, wrong in two ways, six each; the most frequent becomes the next question.
    all_fail(running, 12, 50)
    teacher.get_by_text("at work: 12").wait_for()
    said = teacher.locator("#list").inner_text()
    assert "One sum runs over the whole batch" in said and "exp(1000)" in said
    assert teacher.locator("#list li > b").all_inner_texts() == ["6", "6"]
    teacher.keyboard.press("e")
    screen.get_by_text("One sum runs over the whole batch").wait_for()
    shot(screen, "screen-exercises")
    teacher.get_by_role("button", name="Show a case").first.click()
    screen.get_by_text("Smallest failing case:").wait_for()
    shot(screen, "screen-case")
    teacher.keyboard.press("d")
    shot(teacher, "teacher-dark")
    assert axe_problems(teacher) == []
    teacher.get_by_role("button", name="Ask: what is wrong here?").first.click()
    screen.get_by_text("What is wrong here?").wait_for()
    browsers[0].get_by_text("What is wrong here?").wait_for()
    assert "asked" in browsers[0].locator("#about").inner_text()
    shot(screen, "screen-mistake")
    shot(browsers[0], "phone-mistake")
    pages = [teacher, screen, *browsers]
    assert [page.outside for page in pages] == [[]] * len(pages)


def test_a_lecture_of_ninety_looked_at_from_the_last_row(chromium, running, shot):
    """Both screens in both colours: 29 of 90 right, then 73; how sure they were; a small group."""
    teacher = page_of(chromium, running.teacher, viewport={"width": 390, "height": 844})
    screens = [screen_of(chromium, running, viewport={"width": 1280, "height": 720}),
               screen_of(chromium, running, viewport={"width": 1920, "height": 1080},
                         color_scheme="dark")]
    running.teach("open", QUESTION)
    running.teach("timer", 600)
    for i in range(90):
        right, sure = i % 3 == 0 and i < 87, (25, 50, 75, 95)[i % 4]
        running.send(i, {"seq": 1, "kind": "vote", "id": QUESTION, "sure": sure,
                         "choice": "B" if right else "CCADC"[i % 5]})
    for screen, name in zip(screens, ("light", "dark"), strict=True):
        screen.get_by_text("seconds left").wait_for()
        shot(screen, f"ninety-open-{name}")
    running.teach("again")
    for i in range(90):
        running.send(i, {"seq": 2, "kind": "vote", "id": QUESTION,
                         "choice": "C" if i % 6 == 1 or i in (3, 9, 27, 33, 45) else "B"})
    running.teach("split", True)
    running.teach("answer", True)
    for screen, name in zip(screens, ("light", "dark"), strict=True):
        screen.get_by_text("32 % → 78 % right").wait_for()
        assert overflows(screen) == [0, 0]
        shot(screen, f"ninety-flow-{name}")
    running.teach("stage", "sure")
    for screen, name in zip(screens, ("light", "dark"), strict=True):
        screen.get_by_text("Of those who said 95 %").wait_for()
        assert axe_problems(screen) == [] and overflows(screen) == [0, 0]
        shot(screen, f"ninety-sure-{name}")
    running.send(200, {"seq": 1, "kind": "unclear", "text": "Why is the line not <b>drawn</b>?"})
    running.teach("stage", "poll")
    teacher.get_by_role("button", name="Why is the line not <b>drawn</b>?").click()
    screens[0].locator("#said", has_text="Why is the line not <b>drawn</b>?").wait_for()
    shot(screens[0], "ninety-unclear")
    shot(teacher, "teacher-phone")
    assert axe_problems(teacher) == []
    assert teacher.evaluate("document.documentElement.scrollWidth") <= 390


def test_questions_of_ones_own_with_letters_a_number_and_words(chromium, running, shot):
    teacher = page_of(chromium, running.teacher, viewport={"width": 1280, "height": 720})
    screen = screen_of(chromium, running, viewport={"width": 1280, "height": 720})
    phone = page_of(chromium, f"http://{running.address}/", viewport={"width": 360, "height": 740},
                    has_touch=True, is_mobile=True)
    teacher.get_by_role("button", name="A–D").click()  # nothing typed: it is on the slide
    phone.get_by_text("The question is on the slide.").wait_for()
    phone.get_by_role("button", name="C", exact=True).click()
    phone.get_by_text("Your vote: C.").wait_for()
    shot(phone, "phone-own")

    teacher.fill("#own-text", "How many weights has a layer from 784 to 10?")
    teacher.get_by_role("button", name="Number").click()
    phone.locator("#text").fill("7840")
    phone.get_by_role("button", name="Send").first.click()
    phone.get_by_text("Your vote: 7840.").wait_for()
    for i in range(20):
        running.send(i, {"seq": 1, "kind": "vote", "id": "own-2",
                         "choice": ["7850", "7840"][i % 2]})
    teacher.keyboard.press("s")
    screen.get_by_text("52 % (11)").wait_for()
    shot(screen, "own-number")

    teacher.fill("#own-text", "What is a gradient, in one word?")
    teacher.get_by_role("button", name="Words").click()
    phone.locator("#text").fill("Slope")
    shot(phone, "phone-words")
    phone.get_by_role("button", name="Send").first.click()
    phone.get_by_text("Your vote: Slope.").wait_for()
    for i in range(15):
        running.send(i, {"seq": 2, "kind": "vote", "id": "own-3",
                         "choice": "prof novak is boring" if i < 6 else "slope"})
    teacher.keyboard.press("s")
    teacher.get_by_role("button", name="slope").click()
    screen.locator(".row", has_text="slope").wait_for()
    assert screen.locator(".track i").get_attribute("style") == "width: 62%;"  # of all words
    assert "boring" not in screen.locator("body").inner_text()  # until somebody lets it through
    shot(screen, "own-words")
    phone.get_by_text("Something is unclear").click()
    phone.get_by_label("What is unclear, in a sentence").fill("what is a subgradient")
    phone.locator("#unclear button").click()
    teacher.get_by_role("button", name="what is a subgradient").wait_for()
    assert axe_problems(phone) == [] and phone.outside == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_three_students_are_a_sentence_and_no_number(chromium, running, shot):
    teacher = page_of(chromium, running.teacher, viewport={"width": 1280, "height": 720})
    screen = screen_of(chromium, running, viewport={"width": 1280, "height": 720})
    running.teach("open", QUESTION)
    for i in range(3):
        running.send(i, verdict(WRONG[0]), {"seq": 60, "kind": "vote", "id": QUESTION,
                                            "choice": "B"})
    running.teach("split", True)
    screen.get_by_text("Groups of fewer than 5").wait_for()
    assert set(screen.locator(".row b").all_inner_texts()) == {"<5"}
    assert screen.locator("#count .big").inner_text() == teacher.locator("#joined").inner_text()
    assert teacher.locator("#rows .n").all_inner_texts() == ["<5"] * 4
    assert teacher.locator("#list").inner_text() == ""  # three people are no picture
    assert screen.locator("#count .big").inner_text() == "<5"
    shot(screen, "three")


def test_thirty_students_and_a_sleeping_teacher(chromium, running):
    """Pages come back by themselves, and nobody counts twice."""
    teacher = page_of(chromium, running.teacher)
    teacher.context.set_offline(True)
    for _ in range(2):
        all_fail(running, 30, 1)
    teacher.context.set_offline(False)
    teacher.get_by_text("at work: 30").wait_for()
    assert sorted(teacher.locator("#list li > b").all_inner_texts()) == ["15", "15"]


def test_a_notebooks_questions_come_in_order_and_a_press_is_taken_back(chromium, running):
    teacher = page_of(chromium, running.teacher)
    order = [one["id"] for one in words.course()["predictions"]["04"]]
    teacher.select_option("#book", "04")
    for id in order[:3]:
        teacher.keyboard.press("Escape")
        teacher.locator("#next").click()
        running.until(lambda view, id=id: view["poll"] and view["poll"]["id"] == id)
        expect(teacher.locator("#which")).to_have_attribute("data-for", id, timeout=120_000)
    teacher.locator("#undo").click()
    running.until(lambda view: view["poll"]["id"] == order[1] and view["poll"]["open"])


def tick(phone, word, letters):
    """Fill the sheet as a thumb does; "-" is left as it is: I do not know."""
    phone.get_by_label("A word of your own").fill(word)
    for one, letter in zip(study.inventory(), letters, strict=True):
        if letter != "-":
            phone.locator(f"input[name='{one.id}'][value='{letter}']").check()


def test_three_phones_before_and_after_and_the_table_of_the_study(
        chromium, shot, tmp_path, capsys):
    """Two rooms, weeks apart: 4, 5 and 6 of twelve right, then all."""
    right = "".join(one.answer for one in study.inventory())
    words = ("Blue Whale", "Zoë", "raincoat")
    for when in ("before", "after"):
        running = Running()
        teacher = page_of(chromium, running.teacher, viewport={"width": 1280, "height": 720})
        screen = screen_of(chromium, running, viewport={"width": 1280, "height": 720})
        phones = [page_of(chromium, f"http://{running.address}/", **PHONE,
                          color_scheme=("light", "dark", "light")[i]) for i in range(3)]
        teacher.locator("#study summary").click()
        teacher.get_by_role("button", name=f"Ask {when}").click()
        screen.get_by_text(f"Twelve questions, {when} the course").wait_for()
        for i, phone in enumerate(phones):
            phone.get_by_text("How many of the eight").wait_for()
            written = words[i] if when == "before" else words[i].lower().replace(" ", "-")
            tick(phone, written, right if when == "after" else right[:4 + i].ljust(12, "-"))
            if i == 1:
                phone.reload()  # what was ticked is not lost
                phone.get_by_text("How many of the eight").wait_for()
                assert phone.get_by_label("A word of your own").input_value() == written
            phone.get_by_role("button", name="Hand in").click()
            phone.get_by_text("answers are with the lecturer").wait_for()
            assert axe_problems(phone) == [] and phone.outside == []
            assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        teacher.get_by_text(f"{when} the course is asked; "
                            f"{'3 sheets before, 0' if when == 'before' else '0 sheets before, 3'} "
                            "after").wait_for()
        screen.get_by_text("handed in").wait_for()
        assert screen.locator("#count .big").inner_text() == "<5"
        for page, name in ((screen, "screen"), (teacher, "teacher"), (phones[0], "phone-light"),
                           (phones[1], "phone-dark")):
            shot(page, f"study-{name}")
            assert axe_problems(page) == []
        with teacher.expect_download() as saved:
            teacher.get_by_role("link", name="The sheets as a table").click()
        saved.value.save_as(tmp_path / f"{when}.csv")
        teacher.get_by_role("button", name="End").click()
        phones[0].get_by_text("Nothing is asked right now").wait_for()
        assert phones[0].locator("#study").is_hidden()
        running.stop()
    sheets = [str(tmp_path / f"{when}.csv") for when in ("before", "after")]
    assert cli.main(["study", "report", "--answers", *sheets]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("3 students answered before and after")
    points = {line.split()[0]: line.split()[1:5] for line in said if line.startswith("0")}
    ideas = [one.idea for one in study.inventory()]
    assert points[ideas[3]] == ["3", "100", "100", "+0"]
    assert points[ideas[4]] == ["3", "67", "100", "+33"]
    assert points[ideas[11]] == ["3", "0", "100", "+100"]
    assert "All twelve: +58.3 points" in "\n".join(said)  # (8 + 7 + 6) / 36


def test_every_button_of_the_desk_does_what_it_says(chromium, running, tmp_path):
    teacher = page_of(chromium, running.teacher, viewport={"width": 1280, "height": 720})
    screen = screen_of(chromium, running, viewport={"width": 1280, "height": 720})
    phone = page_of(chromium, f"http://{running.address}/", **PHONE)

    def press(name):
        teacher.get_by_role("button", name=name, exact=True).click()

    start = time.monotonic()  # a question of one's own, from the first key to the phones
    teacher.locator("#own-text").press_sequentially("Is a kink a problem?")
    press("A–B")
    phone.get_by_text("Is a kink a problem?").wait_for()
    assert time.monotonic() - start < 10 and phone.locator("#choices button").count() == 2
    teacher.keyboard.press("t")
    screen.get_by_text("seconds left").wait_for()
    phone.get_by_text("s left").wait_for()
    screen.get_by_text("voted").wait_for()
    teacher.keyboard.press("c")
    screen.get_by_text("The vote is closed.").wait_for()
    phone.get_by_text("The vote is closed.").wait_for()
    assert phone.get_by_role("button", name="A", exact=True).is_disabled()
    teacher.keyboard.press("u")
    phone.get_by_role("button", name="A", exact=True).click()
    phone.get_by_text("Your vote: A.").wait_for()
    press("No question")
    phone.get_by_text("Nothing is asked right now").wait_for()
    for key, view in (("j", "join"), ("e", "exercises"), ("h", "sure"), ("p", "poll")):
        teacher.keyboard.press(key)
        screen.locator(f"#view-{view}").wait_for()
        assert screen.locator("main > section:visible").count() == 1
        assert screen.locator("aside .qr").is_visible()
        assert screen.locator("aside #room").inner_text() == "blue-42"  # on every view
    teacher.locator("#guests summary").click()
    press("Lock the room")
    press("Unlock the room")
    for name in ("Take out the last minute", "Take out the largest sender",
                 "Take out all without ticket"):
        teacher.get_by_role("button", name=name).click()
    running.until(lambda view: not running.room.room.people)
    press("New name for those who are in")
    running.until(lambda view: view["room"] != "blue-42")
    for link, kind in (("The lecture as a table", "csv"), ("as a page", "html")):
        with teacher.expect_download() as saved:
            teacher.get_by_role("link", name=link).click()
        saved.value.save_as(tmp_path / kind)
        assert "Is a kink a problem?" in (tmp_path / kind).read_text("utf-8")
    assert [page.outside for page in (teacher, screen, phone)] == [[]] * 3


def test_a_phone_whose_room_began_anew_votes_again(chromium, tmp_path):
    """Without its journal the room has lost the votes: phones do not go on saying they voted."""
    port = free_ports()
    first = Running(port=port)
    phone = page_of(chromium, f"http://127.0.0.1:{port}/", **PHONE)
    first.teach("open", QUESTION)
    phone.get_by_role("button", name="B: ").click()
    phone.get_by_text("Your vote: B.").wait_for()
    first.stop()
    again = Running("teal-11", port=port)  # even under another name
    again.teach("open", QUESTION)
    phone.get_by_text("Choose one.").wait_for()
    phone.get_by_role("button", name="C: ").click()
    phone.get_by_text("Your vote: C.").wait_for()
    assert phone.locator("#room").inner_text() == "teal-11"
    assert [p.votes[QUESTION, 1][0] for p in again.room.room.people.values()] == ["C"]
    again.teach("rename")
    phone.get_by_text(again.room.room.code).wait_for()
    stranger = page_of(chromium, f"http://127.0.0.1:{port}/", **PHONE)
    stranger.get_by_text("Which room?").wait_for()
    stranger.locator("#text").fill(again.room.room.code)
    stranger.get_by_role("button", name="Send").first.click()
    stranger.get_by_role("button", name="B: ").wait_for()
    again.stop()


def test_a_link_beside_the_slides_opens_its_question_once(chromium, running):
    teacher = page_of(chromium, f"{running.teacher}#{QUESTION}")
    teacher.locator("#poll").wait_for()
    running.until(lambda view: view["poll"] and view["poll"]["id"] == QUESTION)
    running.teach("again")
    teacher.get_by_text("second vote").wait_for()
    teacher.goto(f"{running.teacher}#{QUESTION}")  # clicked again: the votes stay
    teacher.get_by_text("second vote").wait_for()
    assert teacher.url == running.teacher and running.view()["poll"]["round"] == 2


def test_a_phone_that_was_turned_away_comes_back_and_can_take_all_back(chromium, running,
                                                                        monkeypatch):
    """N3: no browser tries again after a status of error, and the phone was dead for good."""
    from classroom import server

    running.teach("lock", True)
    monkeypatch.setattr(server, "WITHOUT_TICKET", 0)
    phone = page_of(chromium, f"http://{running.address}/", **PHONE)
    phone.get_by_text("The room does not answer; trying again.").wait_for()
    monkeypatch.setattr(server, "WITHOUT_TICKET", 100)
    running.teach("lock", False)
    running.teach("open", QUESTION)
    phone.get_by_role("button", name="B: three").click()
    phone.get_by_text("Your vote: B.").wait_for()
    assert len(running.room.room.people) == 1
    phone.get_by_text("What is sent").click()
    phone.get_by_role("button", name="Take back all that I sent").click()
    phone.get_by_text("It is gone.").wait_for()
    assert not running.room.room.people and not phone.outside
