"""The glossary: each name is met in bold where it says, and the book's page leads there."""

import re

import pytest

from course_tools import notebooks
from course_tools.site import pages
from course_tools.site.book import Chapter

ROWS = pages.terms(notebooks.root())
FILES = {notebooks.number(path): path for path in notebooks.notebook_files()}
BOLD = re.compile(r"\*\*(.+?)\*\*", re.S)


def cells():
    return {cell["id"]: cell for path in FILES.values() for cell in notebooks.read(path)["cells"]}


CELLS = cells()


def is_bold(term, source):
    """Whether the words of a term stand together in bold; ends may be bent (derivatives)."""
    named = re.compile(re.escape(term).replace(r"\ ", r"\s+"), re.I)
    return any(named.search(bold) for bold in BOLD.findall(source))


@pytest.mark.parametrize(("source", "there"), [
    ("the **partial\nderivatives** of f", True), ("a **Partial derivative**.", True),
    ("the partial derivatives", False), ("**partial** derivative", False),
])
def test_a_term_is_found_in_bold(source, there):
    assert is_bold("partial derivative", source) is there


def test_there_are_terms_of_many_notebooks():
    assert len(ROWS) >= 40 and len({row["notebook"] for row in ROWS}) >= 9


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["term"])
def test_a_term_is_met_in_its_cell(row):
    assert row["cell"].startswith(f"{row['notebook']}-") and row["notebook"] in FILES
    cell = CELLS.get(row["cell"])
    assert cell is not None, f"no cell {row['cell']}"
    assert cell["cell_type"] == "markdown" and "notes" not in notebooks.tags(cell)
    assert is_bold(row["term"], cell["source"]), f"{row['term']} is not bold in {row['cell']}"


def test_rows_are_sorted_and_no_term_stands_twice():
    keys = [(row["notebook"], row["term"].casefold()) for row in ROWS]
    assert keys == sorted(keys)
    terms = [row["term"].casefold() for row in ROWS]
    assert len(set(terms)) == len(terms)
    lines = (notebooks.root() / "docs" / "glossary.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(ROWS) + 1  # one row a line: branches merge


def test_the_book_has_a_page_that_leads_to_each_cell():
    chapters = [Chapter(path, {}) for path in FILES.values()]
    html = pages.glossary(chapters, ROWS)
    for row in ROWS:
        name = FILES[row["notebook"]].stem
        assert f"<strong>{row['term']}</strong>" in html
        assert f'href="{name}.html#{row["cell"]}"' in html
    found = re.findall(r"<strong>(.+?)</strong>", html)
    assert found == sorted(found, key=str.casefold)
    assert "glossary>" in pages.index(chapters)
