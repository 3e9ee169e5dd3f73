"""`course plan --all`: the whole course on a page, with the numbers of plan and records."""

import re
from html.parser import HTMLParser

import pytest

from course_tools import cli, notebooks, present
from course_utils import exercises
from misstep.questions import plain_text


class Table(HTMLParser):
    """The page's words, the cells of its table by row, and its links."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.words, self.links, self.ids, self.open = [], "", [], [], True
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.links += [attrs[name] for name in ("href", "src") if name in attrs]
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        self.open = self.open and tag != "table"

    def handle_data(self, data):
        self.words += data
        if self.open and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip("\n")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    path = tmp_path_factory.mktemp("plan") / "s.html"
    assert cli.main(["plan", "--all", str(path)]) == 0
    return path.read_text("utf-8")


def test_each_notebook_has_its_week_minutes_exercises_and_polls(page):
    table, lessons = Table(page), notebooks.notebook_files()[:-1]
    body = table.rows[1:-1]
    assert [row[2].split()[0] for row in body] == [notebooks.number(path) for path in lessons]
    assert [row[0] for row in body] == [str(week) for week in range(1, len(lessons) + 1)]
    assert [row[1] for row in body if row[1]] == [str(week) for week in range(1, 8)]
    for row, path in zip(body, lessons, strict=True):
        number, nb = notebooks.number(path), notebooks.read(path)
        total = re.findall(r"^ +\S+ +(\d+)  ", "\n".join(present.plan(nb)), re.M)[-1]
        records = exercises.records(number)
        asked = sum(len(block["asked"]) for block in present.blocks(nb))
        assert row[3:] == [total, str(sum(r.minutes for r in records)), str(len(records)),
                           str(asked)]
    sums = [sum(int(row[i]) for row in body) for i in range(3, 7)]
    assert table.rows[-1][3:7] == list(map(str, sums))


def test_it_gives_no_answer_away_and_loads_nothing(page):
    table = Table(page)
    assert all(link[0] == "#" and link[1:] in table.ids for link in table.links)
    for path in notebooks.notebook_files()[:-1]:
        for block in present.blocks(notebooks.read(path)):
            assert not block["misconception"] or block["misconception"] not in table.words
            for asked in map(exercises.prediction, block["asked"]):
                assert plain_text(asked.question) in table.words
                assert plain_text(asked.why[asked.answer]) not in table.words


def test_one_notebook_or_all(capsys):
    assert cli.main(["plan", "04", "--all"]) == 1
    assert "expected a notebook or --all, got both" in capsys.readouterr().err
