"""Pages for people: links lead somewhere, commands exist, and short pages stay short."""

import re

import pytest

from course_tools import cli
from helpers_checkout import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("packages/*/*.md"),
                ROOT / "course_utils" / "README.md", ROOT / "data" / "README.md"])
NAMES = [path.relative_to(ROOT).as_posix() for path in PAGES]
COMMAND = re.compile(r"(?:^ {4}|`)(?:\.venv/bin/)?course ([a-z]+)([^`\n#]*)", re.M)
SHORT = {"README.md": 650, "CONTRIBUTING.md": 900}  # words that a reader sees


def seen(text):
    """A page without its comments, addresses and pictures."""
    text = re.sub(r"<!--.*?-->|!\[[^]]*\]\([^)]*\)", "", text, flags=re.S)
    return re.sub(r"\]\([^)]*\)", "]", text)


def words(text):
    return [word for word in re.split(r"[\s|]+", seen(text)) if re.search(r"\w", word)]


def anchors(path):
    """What GitHub makes of the headings of a page."""
    heads = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\]\((?!\w+:)([^)\s]+)\)", path.read_text("utf-8")):
        name, _, anchor = target.partition("#")
        page = path.parent / name if name else path
        assert page.exists(), target
        assert not anchor or anchor in anchors(page), target


@pytest.mark.parametrize("path", PAGES, ids=NAMES)
def test_commands_and_their_options_are_those_of_the_command_line(path):
    commands = next(a for a in cli._parser()._actions if a.dest == "command").choices
    for name, rest in COMMAND.findall(path.read_text("utf-8")):
        assert name in commands, name
        known = commands[name]._option_string_actions
        for option in re.findall(r"(?<!\S)--\w[\w-]*", rest.partition(" -- ")[0]):
            assert option in known, f"course {name} {option}"


@pytest.mark.parametrize("name, most", SHORT.items())
def test_the_first_pages_are_short(name, most):
    assert len(words((ROOT / name).read_text("utf-8"))) <= most


def test_the_notes_of_a_release_have_at_most_400_words():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    for version, notes in re.findall(r"^## (\d\S*), [^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        assert len(words(notes)) <= 400, version


def test_the_hub_leads_to_every_page():
    folder = ROOT / "docs"
    linked = {(folder / target.partition("#")[0]).resolve() for target in re.findall(
        r"\]\(([^)\s]+)\)", (folder / "README.md").read_text("utf-8"))}
    assert not set(folder.rglob("*.md")) - linked - {folder / "README.md"}
