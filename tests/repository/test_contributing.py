"""The worked exercise of docs/adding-an-exercise.md, step by step as it is written there.

And CONTRIBUTING: it is short, leads to the rest, and names commands that there are.
"""

import re

import pytest

from helpers_checkout import ROOT, copy_of_the_checkout, run
from misstep import questions

TEXT, STYLE = ((ROOT / "docs" / name).read_text(encoding="utf-8")
               for name in ("adding-an-exercise.md", "style.md"))
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", TEXT, re.S)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A checkout with the exercise in it: the packages and the tests, nothing else changed."""
    home = copy_of_the_checkout(tmp_path_factory.mktemp("checkout"))
    place = re.search(r"`(exercises/nb\w+/hinge_loss\.py)`", TEXT)[1]
    (home / place).write_text(BLOCKS[0][1], encoding="utf-8")
    model = home / re.search(r"`(exercises/nb\w+/model\.py)`", TEXT)[1]
    model.write_text(f"{model.read_text(encoding='utf-8')}\n\n{BLOCKS[1][1]}", encoding="utf-8")
    return home


def test_the_question_that_is_printed_is_read_and_its_files_are_there():
    asked, = questions.read(re.search(r"```questions\n(.*?)```", STYLE, re.S)[1])
    assert (asked.id, asked.answer, list(asked.choices)) == ("04-shift", "B", ["A", "B"])
    for name in re.findall(r"`(exercises/nb\w+/\w+\.txt)`", STYLE):
        assert questions.read((ROOT / name).read_text(encoding="utf-8"), name)


def test_the_file_is_short_and_names_eight_mistakes():
    kind, source = BLOCKS[0]
    assert kind == "python" and source.count("\n") <= 140
    assert len(re.findall(r"^[a-z-]+/[a-z-]+: ", source, re.M)) == 8


def test_the_file_is_in_the_house_style(checkout):
    place = next((checkout / "exercises").rglob("hinge_loss.py"))
    done = run(checkout, "-m", "ruff", "check", "--no-cache", str(place.relative_to(checkout)))
    assert done.returncode == 0, done.stdout


def test_the_answer_gets_the_card_that_is_printed(checkout):
    done = run(checkout, "-c", BLOCKS[2][1])
    assert done.stdout.startswith(BLOCKS[3][1]), done.stdout + done.stderr


def test_the_rules_hold_by_themselves(checkout):
    wanted = ("test_records.py", "test_banks.py", "test_solutions.py", "test_model.py")
    done = run(checkout, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k",
               "hinge_loss", *["tests/exercises/" + name for name in wanted])
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 16


@pytest.mark.full
@pytest.mark.parametrize("change, said", [
    (('number="0b.6"', 'number="0b.2"'), "the next free number of 00b is 0b.6"),
    (('("ALICE-3.2b",)', '("ALICE-5.1",)'), "ALICE-5.1: other notebooks teach this"),
], ids=["number", "lecture"])
def test_the_rules_refuse_a_number_that_is_taken_and_another_notebook_s_lecture(
        checkout, change, said):
    place = next((checkout / "exercises").rglob("hinge_loss.py"))
    before = place.read_text(encoding="utf-8")
    try:
        place.write_text(before.replace(*change), encoding="utf-8")
        done = run(checkout, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-k",
                   "hinge_loss and (number or lecture)", "tests/exercises/test_records.py")
    finally:
        place.write_text(before, encoding="utf-8")
    assert done.returncode == 1 and said in done.stdout, done.stdout[-3000:]
