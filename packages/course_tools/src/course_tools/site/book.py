"""From a committed notebook to a page: what Sphinx reads instead of the notebook.

Nothing is run. The speaker's notes go, every cell gets its id as an anchor, pictures become files
that keep their alt texts, boxes lose what only a live notebook needs, and each cell says which
predictions its output waits for.
"""

import base64
import functools
import hashlib
import re
from html import escape, unescape

from course_tools import notebooks
from course_tools.present import handout
from course_utils.exercises import COURSE
from misstep.memory import ideas
from widgets.explorers import moving
from widgets.page import WIDTH

TITLE = re.compile(r"^#\s+(.+)$", re.M)
HEADING = re.compile(r"^#{1,3}\s", re.M)
FINDINGS = {"takeaway", "law"}  # roles of words that give away what a prediction asked


class Chapter:
    """One notebook as a page of the book.

    ``files`` collects the pictures, by their place in the site; ``work`` says where a cell can be
    worked on (an address for its id), or is None where this site has no such place; ``frames`` are
    those of its explorers, by cell; ``ways`` are other links for its head, (words, address).
    """

    def __init__(self, path, files, work=None, frames=None, ways=()):
        self.path, self.name, self.number = path, path.stem, notebooks.number(path)
        self.nb = notebooks.read(path)
        self.cells = [c for c in self.nb["cells"] if "notes" not in notebooks.tags(c)]
        self.files, self.work, self.moving, self.ways = files, work, frames or {}, ways
        self.render = handout.markdown()
        self.waits = waits(self.cells)
        self.revealed = {one for c in self.cells for one in notebooks.calls(c["source"], "reveal")}

    @property
    def title(self):
        """The notebook's title, as Markdown."""
        found = TITLE.search(self.cells[0]["source"])
        return found[1].strip() if found else self.name

    @property
    def heading(self):
        """The title with the notebook's number in front."""
        named = self.number == notebooks.APPENDIX
        return self.title if named else f"{self.number} · {self.title}"

    @property
    def description(self):
        """Title and question in at most two sentences, without marks."""
        question = re.search(r"\*\*(.+?)\*\*", self.cells[0]["source"], re.S)
        said = f"{self.title}. {question[1] if question else ''}"
        return " ".join(re.sub(r"[*`$\\]", "", said).split())[:300]

    def page(self):
        """The notebook that Sphinx reads."""
        cells = []
        for i, cell in enumerate(self.cells):
            cells += self._words(cell, i) if cell["cell_type"] == "markdown" else self._code(cell)
        for i, cell in enumerate(cells):
            cell["id"] = f"c{i}"
        return {"cells": cells, "metadata": notebooks.NOTEBOOK_METADATA,
                "nbformat": 4, "nbformat_minor": 5}

    def picture(self, encoded, alt, lazy=True):
        """HTML of a stored picture; its bytes become a file."""
        raw = base64.b64decode(encoded)
        place = self._place("pictures", raw)
        wide, high = (int.from_bytes(raw[at : at + 4], "big") for at in (16, 20))
        shown = min(WIDTH, wide)  # there are more pixels, for sharp screens
        loading = ' loading="lazy"' if lazy else ""
        return (f'<img class="course-picture" src="{place}" alt="{escape(alt, quote=True)}" '
                f'width="{shown}" height="{round(shown * high / wide)}"{loading}>')

    def _place(self, folder, png):
        place = f"_static/{folder}/{hashlib.sha256(png).hexdigest()[:16]}.png"
        self.files[place] = png
        return place

    def explorer(self, cell):
        """HTML of an explorer that moves on the page; its frames become files."""
        there = self._live("Open the full one in the browser", cell)
        more = there and f"<p>{there}</p>"
        return moving.html(self.moving[cell], functools.partial(self._place, "frames"), more)

    # --- cells -------------------------------------------------------------------------

    def _words(self, cell, place):
        source = re.sub(r"\]\((\w+)\.ipynb\)", self._link, cell["source"])
        source = re.sub(r"<details>", '<details class="course-fold">', source)
        name = escape(cell["id"])
        if place == 0:
            title, rest = TITLE.search(source), TITLE.sub("", source, count=1)
            rest = re.sub(r"^\*Run the [^*]*\*$", "", rest, flags=re.M)  # on a page nothing runs
            begin = "# " + (title[1] if title else self.name)
            return [_markdown(f'{begin}\n\n<div id="{name}" class="course-anchor"></div>\n\n'
                              f"{self._invitation()}\n\n{rest.strip()}")]
        if HEADING.search(source):
            return [_markdown(f'<div id="{name}" class="course-anchor"></div>\n\n{source}')]
        open_, close = self._frame(cell)
        return [_markdown(f"{open_}\n\n{source}\n\n{close}")]

    def _link(self, found):
        """Another notebook is another page; one that is not there is only named."""
        there = self.path.with_name(f"{found[1]}.ipynb").exists()
        return f"]({found[1]}.ipynb)" if there else "](index.md)"

    def _href(self, found):
        """The same in a card, which may name a cell as JupyterLab does."""
        if not self.path.with_name(f"{found[1]}.ipynb").exists():
            return 'href="index.html"'
        return f'href="{found[1]}.html' + (f'#{found[2]}"' if found[2] else '"')

    def _frame(self, cell):
        asks, answers = (notebooks.calls(cell["source"], name) for name in ("predict", "reveal"))
        asked = (notebooks.calls(cell["source"], "exercise")
                 if "exercise" in notebooks.tags(cell) and cell["cell_type"] == "code" else ())
        recalls = [id for number in notebooks.calls(cell["source"], "recall")
                   for id in COURSE.within(ideas.opening)(number)]
        more = "".join(
            f' data-{name}="{escape(" ".join(values), quote=True)}"'
            for name, values in (("exercise", asked), ("asks", asks), ("answers", answers),
                                 ("recalls", recalls),
                                 ("waits", self.waits.get(cell["id"], ())))
            if values
        )
        kind = "course-words" if cell["cell_type"] == "markdown" else "course-cell"
        return f'<div id="{escape(cell["id"])}" class="{kind}"{more}>', "</div>"

    def _code(self, cell):
        tags, source = set(notebooks.tags(cell)), cell["source"]
        outputs = [shown for out in cell.get("outputs", ()) if (shown := self._output(out, cell))]
        if "exercise" in tags:
            outputs.append(_html(self._task(cell)))
        looks = (["remove-input"] if handout.bare(cell)
                 else ["hide-input"] if tags & {"picture", "setup"} else [])
        made = {"cell_type": "code", "execution_count": None, "metadata": {"tags": looks},
                "outputs": outputs, "source": source}
        open_, close = self._frame(cell)
        return [_markdown(open_), made, _markdown(close)]

    def _output(self, out, cell):
        if out["output_type"] == "stream":
            return out
        data, meta = out.get("data", {}), out.get("metadata", {})
        if cell["id"] in self.moving:
            return _html(self.explorer(cell["id"])) if "text/html" in data else None
        if "image/png" in data:
            alt = str(meta.get("image/png", {}).get("alt", ""))
            return _html(self.picture(data["image/png"], alt))
        if "text/html" in data:
            html = handout.box(data["text/html"], self.render)
            html = re.sub(r'href="(\w+)\.ipynb(?:#cell-id=([\w-]+))?"', self._href, html)
            html = self._explorer(html, cell) if "course-explorer" in html else html
            asked = [*notebooks.calls(cell["source"], "predict")]
            if asked and set(asked) <= self.revealed:  # the answer is next to its evidence
                html = re.sub(r"<details>.*?</details>", "", html, flags=re.S)
            return _html(html) if html else None
        for mime in ("text/markdown", "text/plain"):
            if mime in data:
                return {"output_type": "display_data", "metadata": {}, "data": {mime: data[mime]}}
        return None

    # --- ways into the browser version ---------------------------------------------------

    def _live(self, words, cell=""):
        """A link to where the cell can be worked on, "" where this site has no such place."""
        return self.work and f'<a href="{self.work(self.name, cell)}">{words}</a>' or ""

    def _invitation(self):
        there = self._live("Work on this notebook in the browser")
        first = there and (
            f'<p class="course-open">{there}: the same cells, live, with nothing to install '
            '(<a href="browser.html">how it works, where your work is kept</a>).</p>')
        links = " · ".join(f'<a href="{escape(address)}">{words}</a>'
                           for words, address in self.ways)
        return first + (links and f'<p class="course-ways">{links}</p>')

    def _task(self, cell):
        card = "".join(str(o.get("data", {}).get("text/plain", "")) for o in cell["outputs"])
        named = re.search(r"– (Exercise [\w.]+), (.+)", card)
        what = f"<strong>{escape(named[1])}</strong>, {escape(named[2])}. " if named else ""
        there = self._live("Work on it in the browser", cell["id"])
        how = (f"{there}: your answer is checked at once." if there
               else f"To work on it: <code>course lab {escape(self.number)}</code>.")
        return f'<div class="course-task">{what}{how}</div>'

    def _explorer(self, html, cell):
        """An explorer that does not move here: its words, and where it does."""
        there = self._live("Move it in the browser", cell["id"])
        return re.sub(r"(<br>\s*)?<em>Run the notebook to move the controls.*?</em>", there, html,
                      flags=re.S)


def waits(cells):
    """For each cell's id the predictions whose answer its output gives away.

    From the question to its `reveal`, and the takeaway right behind it; without a `reveal` up to
    the next question or block, three outputs at most.
    """
    ids = [notebooks.calls(c["source"], "predict") for c in cells]
    ends = [notebooks.calls(c["source"], "reveal") for c in cells]
    held = {}
    for start, asked in enumerate(ids):
        for one in asked:
            for cell in _evidence(cells, start, one, ends, ids):
                held.setdefault(cell["id"], []).append(one)
    return held


def _evidence(cells, start, one, ends, ids):
    last = next((i for i in range(start + 1, len(cells)) if one in ends[i]), None)
    if last is None:
        found = []
        for i in range(start + 1, len(cells)):
            if ids[i] or re.match(r"##\s", cells[i]["source"]) or len(found) == 3:
                break
            if _shows(cells[i]):
                found.append(cells[i])
        return found
    found = [c for i, c in enumerate(cells[start + 1 : last], start + 1)
             if _shows(c) and not ids[i]]
    found.append(cells[last])
    for cell in cells[last + 1 :]:
        if not FINDINGS & set(notebooks.tags(cell)) or HEADING.search(cell["source"]):
            break
        found.append(cell)
    return found


def _shows(cell):
    """Whether a cell's output may give an answer: not that of an exercise nobody has tried."""
    tags = notebooks.tags(cell)
    if cell["cell_type"] == "markdown":
        return bool(FINDINGS & set(tags)) and not HEADING.search(cell["source"])
    return bool(cell.get("outputs")) and "exercise" not in tags


def _markdown(source):
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _html(html):
    return {"output_type": "display_data", "metadata": {}, "data": {"text/html": html}}


def text_of(html):
    """Text of a piece of HTML, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
