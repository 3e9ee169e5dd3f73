"""The pages that are no notebook: the first one, the lecture map, the slips, "not found"."""

import csv
import re
from html import escape

from course_utils import page
from course_utils.tools import notebooks

from .book import plain

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


def rows(path):
    """The rows of one of the course's tables."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def index(chapters, browser=False):
    """The first page: what this is in one look, then the notebooks."""
    first = next((c for c in chapters if re.fullmatch("0[1-9]", c.number)), chapters[0])
    start = (f'<a class="course-button" href="{first.work(first.name)}">Start in the browser</a> '
             if browser else "")
    lines = [
        "# Nonlinear Models: a course workbook", "",
        "From four points that no line can split to backpropagation, word embeddings and "
        "probabilities you can trust. You predict, run, look, and write the key functions "
        "yourself; each is checked at once, and the answer names the misconception that a wrong "
        "one shows.", "",
        f'<p>{start}<a class="course-button course-second" href="{first.name}.html">Read the first '
        "notebook</a></p>", "",
        "## Look", "", _first(first, "picture"), "",
        "## Move", "", _first(first, "explorer"), "",
        "## Write, and be told what is wrong", "", f"```python\n{CODE}```", "",
        f'<div class="course-shown">{card()}</div>', "",
        "## The notebooks", "",
    ]
    lines += [f"* [{c.heading}]({c.name}.ipynb)" for c in chapters]
    lines += ["", "Which lecture is taught where is in the [lecture map](lectures.md); what slips "
              "in a lecture, and the cell that decides it, in the [table of slips](slips.md).", ""]
    lines += _tree("Notebooks", [(c.heading, c.name) for c in chapters
                                 if c.number != notebooks.APPENDIX])
    lines += _tree("Look up", [(c.heading, c.name) for c in chapters
                               if c.number == notebooks.APPENDIX]
                   + [("Lecture map", "lectures"), ("Table of slips", "slips")]
                   + [("In the browser", "browser"),
                      ("Licences of the browser version", "licences")] * browser)
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

    from course_utils.exercises import cards, check
    from course_utils.exercises.records import record

    def softmax(z):
        e = np.exp(z)
        return e / e.sum()

    with np.errstate(all="ignore"):
        return cards.as_html(check(SHOWN, softmax), record(SHOWN))


BROWSER = """\
# In the browser

Nothing is installed and nothing is sent anywhere: Python itself runs in this page. The first start
loads about 40 MB, later ones come from the browser's own store; the first cell is done within half
a minute. A current Chrome, Edge, Firefox or Safari will do; on a tablet or a phone the page is a
narrower one, without the list of files.

* **Start.** A link at an exercise leads to its cell and runs what the answer needs from above; the
  line over the cell says when it is ready. In a notebook opened at its top click into the first
  cell and press Shift+Enter, cell by cell; or *Run* > *Run All Cells*.
* **Your work stays in this browser**, on this device, for this address: what you write (*File* >
  *Save Notebook*, Ctrl+S or ⌘S; it is also saved every two minutes) and what the course remembers
  of your predictions and tries. It is gone when you clear the site's data, and at the end of a
  private window.
* **Download it** to be safe, and to go on elsewhere: *File* > *Download*. The file is an ordinary
  notebook: any Jupyter opens it, and the upload button above the list of files (on a narrow page:
  *File* > *Open*) brings it back here.
* **Hand it in** as that downloaded file, in whatever way your course asks for; the instructor's
  `course check` reads it.
* **A loop without end** in an exercise is stopped after a few seconds and says so. Anything else
  that does not end: *Kernel* > *Restart Kernel*; your text stays.
* **Start afresh:** rename or delete your copy in the list of files and reload the page: the
  course's own comes back.
"""


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
                there = found.setdefault(one, [])
                if (chapter.name, block) not in [(c.name, b) for c, _, b in there]:
                    there.append((chapter, cell["id"], block))
    return found


def lecture_map(chapters, data):
    """The page lecture → section → cell."""
    where, lines = places(chapters), ["# Lecture map", ""]
    lines += ["What each part of the five lectures is called here, and the blocks of the notebooks "
              "that teach it. Each link leads to the cell.", ""]
    parts = rows(data / "lecture_map.csv")
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
    return escape(plain(re.sub(r"[*`$\\]|\s*\(\d+ min[^)]*\)$", "", heading)))


def slips(chapters, data):
    """The page of the slips: what slips, and the cell that decides it."""
    homes = {cell["id"]: chapter for chapter in chapters for cell in chapter.cells}
    lines = [
        "# Table of slips", "",
        "A formula on a slide has never been run. Where the five lectures slip, a cell runs both "
        "versions and decides. A: who follows it gets a wrong result; B: it misleads.", "",
    ]
    found = rows(data / "slips.csv")
    for kind in dict.fromkeys(row["kind"] for row in found):
        lines += [f"## {kind[0].upper()}{kind[1:]}", ""]
        here = [_slip(row, homes) for row in found if row["kind"] == kind]
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
    links = "".join(f'<li><a href="{base}{c.name}.html">{escape(plain(c.heading))}</a></li>'
                    for c in chapters)
    return page.DOCUMENT.format(
        title="Page not found – Nonlinear Models", style=NOT_FOUND,
        body="<h1>There is no page here</h1>\n<p>The address may be old or have a slip in it. <a "
             f"href=\"{base}index.html\">The course's first page</a> leads on, or one of the "
             f"notebooks:</p><ul>{links}</ul>")
