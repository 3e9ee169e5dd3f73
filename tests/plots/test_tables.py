"""Tables of numbers: what a terminal prints, and what a page and a screen reader are given."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from course_utils import plots
from widgets import tables

ROWS = [("sigmoid", -1.5, 3e-5), ("ReLU", 2.25, 0.5)]
COLUMNS = "bend, slope:.2f, loss:.1e"


class Kernel:
    """A shell whose kernel runs: what is shown is kept."""

    def __init__(self):
        self.kernel, self.bundles = True, []

    def display(self, data, raw):
        self.bundles.append(data)


@pytest.fixture
def shown(monkeypatch):
    kernel = Kernel()
    monkeypatch.setattr(tables.kernel, "shell", lambda: kernel)
    monkeypatch.setattr(tables.kernel, "display", kernel.display)
    plots.show_table(COLUMNS, ROWS, "Two bends < all", mark=(1, 1))
    return kernel.bundles[0]


def test_a_terminal_gets_aligned_rows_and_an_arrow(capsys):
    plots.show_table(COLUMNS, ROWS, "Two bends", mark=(1, 1))
    assert capsys.readouterr().out.splitlines() == [
        "Two bends",
        "bend      slope      loss",
        "sigmoid   −1.50  3.0·10⁻⁵",
        "ReLU     ▸ 2.25  5.0·10⁻¹",
    ]


def test_a_page_gets_a_caption_heads_of_rows_and_columns_and_one_mark(shown):
    table = ElementTree.fromstring(shown["text/html"])
    assert table.tag == "table" and table.find("caption").text == "Two bends < all"
    heads = {scope: [th.text for th in table.iter("th") if th.get("scope") == scope]
             for scope in ("col", "row")}
    assert heads == {"col": ["bend", "slope", "loss"], "row": ["sigmoid", "ReLU"]}
    assert [mark.text for mark in table.iter("mark")] == ["2.25"]
    words = [cell.text for cell in table.iter() if cell.get("class") == "course-words"]
    assert words == ["bend", "sigmoid", "ReLU"]  # to the left; numbers are to the right


def test_page_and_terminal_say_the_same(shown):
    table = ElementTree.fromstring(shown["text/html"])
    said = " ".join("".join(row.itertext()) for row in [table.find("caption"), *table.iter("tr")])
    assert re.sub(r"[\s▸]", "", said) == re.sub(r"[\s▸]", "", shown["text/plain"])


def test_lists_among_the_values_are_taken_apart(capsys):
    plots.show_table("name, a:g, b:g", {"x": [1.0, 2.0], "y": np.array([3.0, 4.0])}.items(), "Two")
    assert capsys.readouterr().out.split()[-3:] == ["y", "3", "4"]


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match="expected 3 values in each, got 2"):
        plots.show_table(COLUMNS, [("step", 1)], "No")
