"""A notebook cut into slides: what stands on which slide, how large, and which key goes on.

Holds no server and no file: `present` shows what is made here. A slide holds one idea and fits
the screen, and a word about a result comes after the cell that gives the result. All of it is
decided here, from the cells and the outputs stored in them, so that no notebook is cut by hand.
"""

import math
import re
from dataclasses import dataclass
from pathlib import Path

from course_tools import notebooks

FOLDED = {"picture"}  # tags of cells whose code is folded on stage; a click unfolds it
ALONE = {"predict", "exercise"}  # code: the room votes, or works; what follows is on a new slide

# Sizes at 1280x720, in pixels: what the last row reads, and what a slide holds of it.
TEXT, CODE = 24, 20
TEXT_LINE, CODE_LINE = 1.35 * TEXT, 1.3 * CODE
TEXT_WIDTH, CODE_WIDTH = 84, 88  # letters in a line
PICTURE = 0.6 * 720
BUTTONS = 140  # that a question is higher than its words, with four choices and Commit
ROOM = 640
PAGE = 600  # of words alone, where a long text is cut into several slides

# Stored, but not on the slide: folded words, and what wakes a box that is awake.
UNSEEN = r'<(details|style)\b.*?</\1>|<div class="course-asleep".*?</div>'

# JupyterLab asks about news from the network at its first start; the course is offline.
NO_NEWS = {"@jupyterlab/apputils-extension:notification":
           {"fetchNews": "false", "checkForUpdates": False}}
NOTHING = {"cell_type": "", "metadata": {}, "source": ""}


def stage_copy(nb):
    """Return what is shown on stage: no outputs, notes off the slides, plotting code folded.

    The speaker's notes stay in the file, as cells the slides leave out. Besides the slides of
    the notebook, a new one begins after a prediction, after an exercise, with the words before
    a second piece of code, and where the screen would be full. Words after code are a step of
    their own (type `fragment`): they are seen when Space reaches them, not before.
    """
    shown = notebooks.strip_outputs(nb)
    pieces = [
        piece
        for cell, stored in zip(shown["cells"], nb["cells"], strict=True)
        for piece in _in_pieces(cell, _height(stored))
    ]
    shown["cells"] = [cell for cell, _ in pieces]
    pairs = [(cell, height) for cell, height in pieces if not _left_out(cell)]
    so_far = Slide()
    after = [*pairs, (NOTHING, 0)][1:]
    for (cell, height), (following, more) in zip(pairs, after, strict=True):
        # A cell that moves an explorer is seen together with it.
        needed = height + more if "driven" in notebooks.tags(following) else height
        kind = so_far.kind_of(cell, needed, following)
        so_far = so_far.with_cell(cell, height, kind)
        # The deck hides cells of the type "-", and loses a slide after a `subslide` of one cell.
        cell["metadata"].pop("slideshow", None)
        if kind:
            cell["metadata"]["slideshow"] = {"slide_type": kind}
        if FOLDED & set(notebooks.tags(cell)) and cell["cell_type"] == "code":
            cell["metadata"]["jupyter"] = {"source_hidden": True}
    return shown


def _in_pieces(cell, height):
    """A cell with its height; words that no screen holds become several cells, by paragraphs."""
    if cell["cell_type"] == "code" or height <= ROOM or _asked(cell) in ("skip", "notes"):
        return [(cell, height)]
    parts, sources = re.split(r"\n\s*\n", cell["source"].strip()), []
    for i, part in enumerate(parts):
        joined = f"{sources[-1]}\n\n{part}" if sources else part
        after_heading = i and parts[i - 1].startswith("#") and "\n" not in parts[i - 1]
        if sources and (after_heading or _words(joined) <= PAGE):
            sources[-1] = joined
        else:
            sources.append(part)
    found = []
    for i, source in enumerate(sources):
        metadata = {**cell["metadata"], "slideshow": {"slide_type": "slide"}} if i else (
            cell["metadata"])
        name = f"{cell['id']}-{i + 1}" if i else cell["id"]
        found.append(({**cell, "id": name, "source": source, "metadata": metadata},
                      _words(source)))
    return found


def _left_out(cell):
    """Is the cell on no slide? The deck would stop at a blank one for a note."""
    if "notes" in notebooks.tags(cell) or _asked(cell) == "notes":
        cell["metadata"]["slideshow"] = {"slide_type": "skip"}
    return _asked(cell) == "skip"


def _asked(cell):
    return cell["metadata"].get("slideshow", {}).get("slide_type")


@dataclass
class Slide:
    """What stands on the slide so far: enough to say how the next cell joins it."""

    height: float = 0.0  # of its cells, pixels of 720
    coded: bool = False  # it holds code
    alone: bool = False  # nothing may follow
    stepped: bool = False  # a part of it is shown later

    def kind_of(self, cell, height, following):
        """`slide`, `fragment` (a later step of this slide) or None (there from the start)."""
        words = cell["cell_type"] == "markdown"
        begins_code = self.coded and words and following["cell_type"] == "code"
        full = self.height and self.height + height > ROOM
        if _asked(cell) in ("slide", "subslide") or self.alone or begins_code or full:
            return "slide"
        # After a step all is a step: the deck shows other cells one key too late.
        later = self.stepped or (self.coded and words) or _asked(cell) == "fragment"
        return "fragment" if later and self.height else None

    def with_cell(self, cell, height, kind):
        """The slide with one more cell, or the new one it begins."""
        before = Slide() if kind == "slide" else self
        return Slide(
            before.height + height,
            before.coded or cell["cell_type"] == "code",
            cell["cell_type"] == "code" and bool(ALONE & set(notebooks.tags(cell))),
            before.stepped or kind == "fragment",
        )


# --- how high a cell is -----------------------------------------------------------------


def _height(cell):
    """Pixels that a cell takes at 1280x720, from its source and its stored outputs; a guess.

    It errs to the high side: a slide too many is no harm, a slide cut is.
    """
    source, outputs = cell["source"], cell.get("outputs", ())
    if cell["cell_type"] != "code":
        return _words(source)
    folded = FOLDED & set(notebooks.tags(cell))
    code = 30 if folded else 12 + CODE_LINE * _lines(source, CODE_WIDTH)
    shown = sum(map(_output, outputs))
    data = [out.get("data", {}) for out in outputs]
    still = next((one for one in data if "course-still" in one.get("text/html", "")), None)
    if still is None:
        return code + shown
    if "text/markdown" in still:  # an explorer: picture and words in columns
        return code + PICTURE
    # A question is asked with buttons; with its answer it fills a slide.
    return ROOM if source.startswith("reveal(") else code + BUTTONS + shown


def _lines(text, width):
    return sum(max(1, math.ceil(len(line) / width)) for line in text.split("\n"))


def _words(source):
    """Height of Markdown: paragraphs, lists, tables, headings, formulas on lines of their own."""
    total = 0.0
    for part in re.split(r"\n\s*\n", source.strip()):
        lines = part.split("\n")
        if part.startswith("#"):
            total += 100 - 18 * (len(lines[0]) - len(lines[0].lstrip("#")))
            lines = lines[1:]
        formula = "".join(lines).strip().startswith("$$")
        if formula:
            rows = 1 + part.count(r"\\")
            total += rows * 2.4 * TEXT + 40
        elif lines and lines[0].startswith("|"):
            total += (len(lines) - 1) * 1.8 * TEXT + 20
        elif any(re.match(r"\s*([-*]|\d+\.) ", line) for line in lines):
            total += TEXT_LINE * sum(_lines(_read(line), TEXT_WIDTH) for line in lines) + 16
        elif lines:
            total += TEXT_LINE * _lines(_read(" ".join(lines)), TEXT_WIDTH) + 20
    return total


def _read(source):
    """What is read of a line of Markdown: no marks, a formula's commands as one letter each."""
    source = re.sub(r"\\(?:text|mathrm|operatorname|mathbf)\{(\w*)\}", r"\1", source)
    source = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", source)
    return re.sub(r"\\[a-zA-Z]+|[*_`${}^]", lambda m: "x" if m[0][0] == "\\" else "", source)


def _output(out):
    data = out.get("data", {})
    if "image/png" in data:
        return PICTURE
    if "text/markdown" in data:
        return _words(data["text/markdown"])
    if "text/html" in data:
        text = re.sub(UNSEEN, "", data["text/html"], flags=re.S)
        text = re.sub(r"<(?:/?div|p|li|/tr|br)\b[^>]*>", "\n", text)
        gap = 35 if "<table" in text else 95
        return gap + TEXT_LINE * _lines(re.sub(r"<[^>]+>|\n\s*\n+", "", text), TEXT_WIDTH)
    text = out.get("text") or data.get("text/plain", "")
    return 14 + CODE_LINE * _lines(text.rstrip("\n"), CODE_WIDTH)


# --- keys and settings ------------------------------------------------------------------


def _shortcuts():
    """Key bindings of the deck.

    Those jupyterlab-deck brings ask for the focus on the notebook; since JupyterLab 4.1 it
    is on the cell. They also cover presenters' remotes (PageUp, PageDown), sliders keep
    their arrow keys, and Shift+Enter stays on the slide so that the output can be seen.
    """
    panel = ".jp-Deck.jp-NotebookPanel .jp-Notebook"
    command = f"{panel}.jp-mod-commandMode"
    # Not `.jp-Cell:focus`: where the active cell is another one, the notebook moves the focus to
    # it before the key is looked up, and the key would be lost.
    cell, slider = f"{command} .jp-Cell:not(:has(:focus))", f"{command} .course-live input:focus"
    nowhere = "body[data-jp-deck-mode='presenting']:not(:focus-within)"
    on = {"direction": "down", "alternate": "forward"}
    back = {"direction": "up", "alternate": "back"}
    go = [
        ("Space", on), ("Shift Space", back), ("PageDown", on), ("PageUp", back),
        ("ArrowRight", on), ("ArrowLeft", back), ("ArrowDown", on), ("ArrowUp", back),
    ]  # fmt: skip
    keys = [(key, "deck:go", args, place) for place in (cell, nowhere) for key, args in go]
    keys += [(key, "deck:go", args, slider) for key, args in go if "Space" in key]
    editor = f"{panel}.jp-mod-editMode .jp-Cell .cm-content"
    keys += [("Shift Enter", "notebook:run-cell", {}, place) for place in (cell, editor, nowhere)]
    return [
        {"keys": [key], "command": name, "args": args, "selector": selector}
        for key, name, args, selector in keys
    ]


def settings():
    """JupyterLab's settings on stage: plugin to values."""
    return {
        "@deathbeds/jupyterlab-deck:plugin": {"active": True},
        **NO_NEWS,
        "@jupyterlab/notebook-extension:tracker": {
            "windowingMode": "none",  # every cell in the page, also those of other slides
            "scrollPastEnd": False,  # or a slide that fits can be scrolled away, and is
        },
        "@jupyterlab/shortcuts-extension:shortcuts": {"shortcuts": _shortcuts()},
    }


STYLE = Path(__file__).with_name("slides.css").read_text(encoding="utf-8")
