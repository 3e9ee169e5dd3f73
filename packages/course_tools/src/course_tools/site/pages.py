"""The pages that are not notebooks: the first, lecture map, slips, glossary, "not found"."""

import csv
import re
from html import escape
from pathlib import Path

from course_tools import notebooks
from course_tools.document import DOCUMENT
from course_tools.site.book import text_of
from course_utils import data

FIRST, BROWSER = (Path(__file__).with_name(name).read_text(encoding="utf-8")
                  for name in ("index.md", "browser.md"))

LECTURES = {
    "MAY24": "Jonathan May, Non-Linear Models (2024)",
    "MAY25": "Jonathan May, Non-Linear Models (2025)",
    "CS577": "Yutong Wang, Nonlinearity (2024)",
    "NPFL129": "Milan Straka, Multiclass Logistic Regression, Multilayer Perceptron (2022)",
    "ALICE": "Arjun Dulam, Alice in Wonderland ML Notes",
}
# Shown on the first page: what the checker says to a student who sums over the whole batch.
SHOWN = "softmax"
CODE = """\
@exercise("softmax")
def softmax(z):
    e = np.exp(z)
    return e / e.sum()
"""


def index(chapters, browser=False, paper=""):
    """The first page: what this is in one look, then the notebooks; ``paper`` is the PDF's name."""
    first = next((c for c in chapters if re.fullmatch("0[1-9]", c.number)), chapters[0])
    start = (f'<a class="course-button" href="{first.work(first.name)}">Start in the browser</a> '
             if browser else "")
    lines = [FIRST.format(
        start=start, first=first.name, picture=_first(first, "picture"),
        explorer=_first(first, "explorer"), code=CODE, card=card(),
        notebooks="\n".join(f"* [{c.heading}]({c.name}.ipynb)" for c in chapters),
        paper=paper and f' All of it is also <a href="{paper}">one PDF</a>.')]
    lines += _tree("Notebooks", [(c.heading, c.name) for c in chapters
                                 if c.number != notebooks.APPENDIX])
    lines += _tree("Look up", [(c.heading, c.name) for c in chapters
                               if c.number == notebooks.APPENDIX]
                   + [("Lecture map", "lectures"), ("Table of slips", "slips"),
                      ("Glossary", "glossary"), ("Reference", "reference")]
                   + [("In the browser", "browser")] * browser + [("Licences", "licences")])
    return "\n".join(lines)


def _tree(caption, entries):
    listed = [f"{re.sub('[<>]', '', title)} <{name}>" for title, name in entries]
    return ["```{toctree}", ":hidden:", f":caption: {caption}", "", *listed, "```", ""]


def _first(chapter, tag):
    """The chapter's first picture with its words, or its first explorer: moving, or as stored."""
    for cell in (c for c in chapter.cells if tag in notebooks.tags(c)):
        if cell["id"] in chapter.moving:
            return chapter.explorer(cell["id"])
        for out in cell.get("outputs", ()):
            if "image/png" in out.get("data", {}):
                alt = out["metadata"]["image/png"]["alt"]
                return chapter.picture(out["data"]["image/png"], alt, lazy=tag != "picture")
    return ""


def card():
    """The card of a wrong answer, as the checker gives it."""
    import numpy as np

    from course_utils.exercises import check
    from misstep import cards

    def softmax(z):
        e = np.exp(z)
        return e / e.sum()

    with np.errstate(all="ignore"):
        return cards.as_html(check(SHOWN, softmax))


# --- tables -----------------------------------------------------------------------------


def places(chapters):
    """Cells by lecture id: ``{id: [(chapter, cell's id, heading of its block), ...]}``."""
    found = {}
    for chapter in chapters:
        block = chapter.title
        for cell in chapter.cells:
            named = re.search(r"^#{2,3}\s+(.+)$", cell["source"], re.M)
            if cell["cell_type"] == "markdown" and named:
                block = named[1]
            for one in cell["metadata"].get("lecture", ()):
                there = found.setdefault(one, {})
                there.setdefault((chapter.name, block), (chapter, cell["id"], block))
    return {one: list(there.values()) for one, there in found.items()}


def lecture_map(chapters):
    """The page lecture → section → cell."""
    where, lines = places(chapters), ["# Lecture map", ""]
    lines += ["What each part of the five lectures is called here, and the blocks of the notebooks "
              "that teach it. Each link leads to the cell.", ""]
    parts = data.lecture_map()
    for lecture in dict.fromkeys(row["lecture"] for row in parts):
        lines += [f"## {LECTURES.get(lecture, lecture)}", ""]
        here = [_part(row, where.get(row["id"], ())) for row in parts if row["lecture"] == lecture]
        lines += table(("part", "idea", "taught in"), here)
    return "\n".join(lines)


def table(names, lines):
    """A table that scrolls inside its frame; ``lines`` are its rows as HTML."""
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    return [f'<div class="course-wide" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>',
            *lines, "</tbody></table></div>", ""]


def _part(row, cells):
    links = [f'<a href="{c.name}.html#{escape(cell)}">{c.number}: {_brief(block)}</a>'
             for c, cell, block in cells]
    there = "<br>".join(links) or "to come"
    return (f'<tr id="{escape(row["id"])}"><td>{escape(row["id"])}</td>'
            f"<td>{escape(row['title'])}</td><td>{there}</td></tr>")


def _brief(heading):
    """A heading without marks, and without an exercise's minutes."""
    return escape(text_of(re.sub(r"[*`$\\]|\s*\(\d+ min[^)]*\)$", "", heading)))


def slips(chapters):
    """The page of the slips: what slips, and the cell that decides it."""
    homes = {cell["id"]: chapter for chapter in chapters for cell in chapter.cells}
    lines = [
        "# Table of slips", "",
        "A formula on a slide has never been run. Where the five lectures slip, a cell runs both "
        "versions and decides. A: who follows it gets a wrong result; B: it misleads.", "",
    ]
    for kind in dict.fromkeys(row["kind"] for row in data.slips()):
        lines += [f"## {kind[0].upper()}{kind[1:]}", ""]
        here = [_slip(row, homes) for row in data.slips() if row["kind"] == kind]
        lines += table(("slip", "weight", "what", "lecture", "decided"), here)
    return "\n".join(lines)


def _slip(row, homes):
    home = homes.get(row["cell"])
    place = escape(row["reason"])
    if home:
        place = f'<a href="{home.name}.html#{escape(row["cell"])}">{escape(home.number)}</a>'
    parts = "<br>".join(f'<a href="lectures.html#{escape(one)}">{escape(one)}</a>'
                        for one in row["lecture"].split())
    return (f'<tr id="{escape(row["id"])}"><td>{escape(row["id"])}</td><td>{row["severity"]}</td>'
            f"<td>{escape(row['title'])}</td><td>{parts}</td><td>{place}</td></tr>")


# --- licences -------------------------------------------------------------------------------


def licences(text, programs=()):
    """The page with the licence of each part: the course's own text, then the programs."""
    head, *rest = text.split("\n\n")
    links = re.sub(r"https://[^\s,]+", r"<\g<0>>", "\n\n".join(rest))
    lines = ["# Licences", "", f"Words and pictures: {head.strip()}.", "", links, ""]
    if programs:
        lines += ["## What runs in your browser", "",
                  "Their authors' releases, compiled beforehand and without what no lesson needs, "
                  "each with its licence inside; here is what each says of itself.", ""]
        cells = ("".join(f"<td>{escape(one, quote=False)}</td>" for one in row)
                 for row in programs)
        lines += table(("program", "version", "licence"), [f"<tr>{row}</tr>" for row in cells])
    return "\n".join(lines)


# --- the glossary ---------------------------------------------------------------------------


def terms(folder):
    """The rows of the glossary: term, definition, notebook, cell; by notebook, then by term."""
    with open(folder / "docs" / "glossary.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def glossary(chapters, rows):
    """The page of the field's names: what each means, and the cell that introduces it."""
    homes = {cell["id"]: chapter for chapter in chapters for cell in chapter.cells}
    lines = ["# Glossary", "",
             "The names under which the field knows what the notebooks work out: for searching, "
             "and for coming back. The link leads to the cell where the name is met.", ""]
    named = [_term(row, homes[row["cell"]])
             for row in sorted(rows, key=lambda row: (row["term"].casefold(), row["notebook"]))]
    return "\n".join(lines + table(("name", "meaning", "met in"), named))


def _term(row, home):
    anchor = re.sub(r"\W+", "-", row["term"]).strip("-").lower()
    place = f'<a href="{home.name}.html#{escape(row["cell"])}">{escape(home.number)}</a>'
    return (f'<tr id="term-{anchor}"><td><strong>{escape(row["term"])}</strong></td>'
            f"<td>{escape(row['definition'])}</td><td>{place}</td></tr>")


# --- for search engines, and for those who get lost -----------------------------------------


def sitemap(address, names):
    """The list of pages that search engines read."""
    listed = "".join(f"<url><loc>{escape(address + name)}.html</loc></url>\n" for name in names)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/'
            f'sitemap/0.9">\n{listed}</urlset>\n')


NOT_FOUND = """\
:root { color-scheme: light dark }
body { font: 17px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
@media (prefers-color-scheme: dark) { body { background: #121212; color: #eee }
a, a:visited { color: #9ecbff } }"""


def not_found(base, chapters):
    """The page for an address that leads nowhere; complete in itself, at any depth."""
    links = "".join(f'<li><a href="{base}{c.name}.html">{escape(text_of(c.heading))}</a></li>'
                    for c in chapters)
    return DOCUMENT.format(
        title="Page not found – Nonlinear Models", style=NOT_FOUND,
        body="<h1>There is no page here</h1>\n<p>The address may be old or have a slip in it. <a "
             f"href=\"{base}index.html\">The course's first page</a> leads on, or one of the "
             f"notebooks:</p><ul>{links}</ul>")
