"""A notebook composed into slides, from what its cells are. No server, no page, no heights.

Here we decide only what belongs together; what fits is decided where it can be measured, in the
page (`stage/stage.js`). `compose(nb)` gives plain data that goes through JSON:

    show  = {"title", "blocks": [block], "slides": [slide]}
    block = {"number", "id", "title", "note"}    note: its row of `plan.blocks`, or None
    slide = {"kind", "block", "name", "heads": [head], "parts": [part], "steps", "widest", "lines"}
    head  = {"step", "source", "picture"}
    part  = {"cell", "what", "column", "step", "source", "long"}

kind    title | opener | statement | table | ask | evidence | explorer | exercise | summary
block   which of the blocks, -1 before the first;  name: what stands above instead of its title
heads   Markdown; the last one whose step is reached is shown. Where `source` is "" it is the title
        of the picture that cell `picture` puts out (`metadata.course.title` of the output)
what    text | law | takeaway | question: words, in `source`; `long` is what they stand for, ""
        if nothing is left out. code: a cell's source; output: what it puts out, or picture: the
        press runs it; ask, answer: `predict`, `reveal`; work: an exercise; explorer, driven
cell    id of a cell of the notebook; words are paragraph k of a cell, `id~k`, k > 0, or `id`
column  left | right | full | none (of a driven cell)
step    which press of the slide brings it, 0 to `steps`; a cell keeps its place when it is run
widest  letters in the longest line of the code on it and of what it prints; lines: how many

`copy(nb, show)` is the notebook that is shown: no outputs, words cut into these paragraphs.

The rules; `slide_type: skip` leaves a cell out, the tag `stage-new` begins a slide with it:

 1 Title: heading, epigraph, driving question; the story on a slide of its own; setup runs unseen.
 2 Goals, notation (its table only) and recap: one slide each.
 3 A block opens with number and title, its first words to the right, growing.
 4 Words before evidence stand beside it. What is more than BESIDE letters becomes a statement of
   its own before; what no evidence follows goes to the evidence before it.
 5 Evidence after evidence without words between joins it, but no picture joins WIDE code. Code is
   shown, the next press runs it; a picture runs when it comes, or one press after a question.
 6 Takeaway and answer come beside the evidence, as later steps; where another slide came between,
   the evidence is shown again.
 7 A question to the room stands alone, and a table not beside evidence.
 8 An exercise has its task left and its code right. One for home is not on stage and runs unseen.
 9 An explorer fills its slide, its words above the controls; a driven cell is a step of it.
10 A heading of level 3 begins a slide. Metadata `head` of a cell, or its picture's title, is the
   head from the press on that runs it; else a takeaway's first sentence is, with the takeaway.
11 A paragraph that metadata `stage` of its cell gives a short form, by its number, has that form.
12 For the desk only: progress, lectures, practice, notes, and the sentences of DESK.
"""

import re
from math import ceil

from course_tools import notebooks
from course_tools.present.plan import blocks, find_cell

BESIDE = 420  # letters of words that stand beside evidence
STATEMENT = 560  # letters on a slide of words alone
OPENER = 760
LEAD = 240  # letters before a question to the room
BROAD = 70  # letters across a table that does not stand beside a block's title
WIDE = 70  # letters in a line of code that stands beside a picture or words
HIGH = 473  # pixels that words and the code below them may take
HEAD = 90  # letters of a takeaway's first sentence that can be a heading

DESK = re.compile(r"[*_]*(In PyTorch|(To r|R)ead on|Run the cells from the top|(In class a|A)bout"
                  r" \d+ minutes|Next\b|You need\b)")  # fmt: skip
FOLD = re.compile(r"<details><summary>.*?</summary>|</details>")  # what is in it is shown
HOME = re.compile(r"at home|homework", re.I)
SENTENCE = re.compile(r"(?s)(.{12,}?[^.\s][.!])\s+(?=[A-Z$*`“\"])(.+)")


# --- words ------------------------------------------------------------------------------


def paragraphs(source):
    """The paragraphs of Markdown, in order: a heading, a list, a table, a formula is one.

    What begins in lower case, a formula, or a list after a short sentence stays with what
    precedes it.

    >>> paragraphs("## One\\nTwo is\\n\\n$$2$$\\n\\nThree.")
    ['## One', 'Two is\\n\\n$$2$$', 'Three.']
    """
    found, fenced = [], False
    for part in re.split(r"\n\s*\n", source.strip()):
        joins = found and not found[-1].startswith("#") and (
            part[:1].islower() or part.startswith("$$")
            or (re.match(r"([-*]|\d+\.) ", part) and len(found[-1]) < 160))
        if joins or (fenced and found):
            found[-1] += "\n\n" + part
        elif part.startswith("#") and "\n" in part:
            found += part.split("\n", 1)
        else:
            found.append(part)
        fenced ^= part.count("```") % 2 == 1
    return found


def letters(text):
    """Length of Markdown as read, in characters; a line of a formula or of a table counts as more.

    >>> letters("**two** $x$"), letters("$$x$$")
    (5, 61)
    """
    text = re.sub(r"\\(?:text|mathrm|operatorname|mathbf)\{(\w*)\}", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    rows = len(re.findall(r"^\|", text, re.M))
    extra = 60 * (text.count("$$") // 2 + text.count(r"\\")) + 25 * rows
    return extra + len(re.sub(r"\\[a-zA-Z]+|[*_`${}^&]", "", text))


def pieces(cell):
    """The paragraphs of a cell as parts of a slide, short forms in place; headings among them."""
    short = cell["metadata"].get("stage", {})
    found = []
    for k, text in enumerate(paragraphs(cell["source"])):
        text = FOLD.sub("", text).strip()
        if text and not DESK.match(text):
            shown = short.get(str(k), text)
            found.append({"cell": f"{cell['id']}~{k}" if k else cell["id"], "source": shown,
                          "long": text if shown != text else ""})
    return found


def copy(nb, show):
    """The notebook that is shown: no outputs, and only the words that are on a slide."""
    words = {part["cell"]: part["source"] for slide in show["slides"] for part in slide["parts"]}
    cells = []
    for cell in notebooks.strip_outputs(nb)["cells"]:
        made = {**cell, "metadata": {"tags": notebooks.tags(cell)}}
        if cell["cell_type"] == "code":
            cells.append(made)
            continue
        cells += [{**made, "id": piece["cell"], "source": words[piece["cell"]]}
                  for piece in pieces(cell) if piece["cell"] in words]
    return {**nb, "cells": cells}


# --- slides -----------------------------------------------------------------------------


def compose(nb):
    """The slides of a notebook: `show` as above."""
    made = _Composer()
    for cell in nb["cells"]:
        made.add(cell)
    made.flush()
    title = re.search(r"^#\s+(.+)$", nb["cells"][0]["source"], re.M)
    notes = {row["title"]: row for row in blocks(nb)}
    for block in made.blocks:
        name = f"{block['number']}. {block['title']}" if block["number"] else block["title"]
        block["note"] = notes.get(name)
    return {"title": title[1] if title else "", "blocks": made.blocks,
            "slides": [slide for slide in made.slides if slide["parts"] or slide["heads"]]}


def find_slide(nb, show, name):
    """Number of the slide where a cell or block begins, or of the next one if it is on none."""
    ids = [cell["id"] for cell in nb["cells"][find_cell(nb, name):]]
    block = next((k for k, one in enumerate(show["blocks"]) if one["id"] == ids[0]), None)
    if block is not None:
        return next(k for k, slide in enumerate(show["slides"]) if slide["block"] == block)
    first = {}
    for k, slide in enumerate(show["slides"]):
        for part in slide["parts"]:
            first.setdefault(part["cell"].split("~")[0], k)
    return next((first[id] for id in ids if id in first), len(show["slides"]) - 1)


def listing(show):
    """The slides as lines to print: number, kind, presses, heading, cells."""
    lines = []
    for k, slide in enumerate(show["slides"], 1):
        heads = [head["source"] or f"(title of {head['picture']})" for head in slide["heads"]]
        cells = dict.fromkeys(part["cell"].split("~")[0] for part in slide["parts"])
        lines.append(f"{k:>3}  {slide['kind']:<10}{slide['steps'] + 1:>2}  "
                     f"{(heads or [slide['name']])[-1]}")
        lines.append(f"{'':19}{', '.join(cells)}")
    presses = sum(slide["steps"] + 1 for slide in show["slides"])
    return [*lines, f"{len(show['slides'])} slides, {presses} presses"]


class _Composer:
    def __init__(self):
        self.slides, self.blocks = [], []
        self.waiting = []  # words whose evidence has not come
        self.heading = ""  # of level 3: of the slide that comes
        self.now = None  # the slide that may grow
        self.block = -1

    def add(self, cell):
        role = next((tag for tag in notebooks.tags(cell) if tag not in ("state", "stage-new")), "")
        if cell["metadata"].get("slideshow", {}).get("slide_type") == "skip":
            return
        if "stage-new" in notebooks.tags(cell):
            self.flush()
            self.now = None
        if cell["cell_type"] == "code":
            role = {"law": "evidence", "check": "evidence", "slide-check": "evidence",
                    "takeaway": "evidence", "recap": "evidence"}.get(role, role)
        elif role == "question" and cell["source"].startswith("## "):
            role = "opener"
        elif role in ("evidence", "law", "slide-check", "exercise"):
            role = "question"
        getattr(self, f"_{role}", lambda cell: None)(cell)

    # --- what is on the slide

    def new(self, kind, name="", heading=""):
        heading = heading or self.heading
        self.heading = ""
        self.now = {"kind": kind, "block": self.block, "name": name, "heads": [], "parts": [],
                    "steps": 0, "widest": 0, "lines": 0}
        self.slides.append(self.now)
        if heading:
            self.head(heading)

    def head(self, source="", picture=""):
        self.now["heads"].append({"step": self.now["steps"], "source": " ".join(source.split()),
                                  "picture": picture})

    def put(self, piece, what, column, *, later=True):
        """Put a part on the slide: at its next step, or together with what came last."""
        slide = self.now
        slide["steps"] += bool(later and slide["parts"])
        slide["parts"].append({"cell": piece["cell"], "what": what, "column": column,
                               "step": slide["steps"], "source": piece.get("source", ""),
                               "long": piece.get("long", "")})

    def measure(self, cell):
        """Note the width and the lines of a cell's code, and the lines that it prints."""
        code = cell["source"].split("\n")
        printed = [out["text"] for out in cell.get("outputs", ()) if "text" in out]
        lines = [*code, *"".join(printed).splitlines()]
        self.now["widest"] = max(self.now["widest"], *map(len, lines))
        self.now["lines"] += len(lines)

    def has(self, *what):
        return self.now and any(part["what"] in what for part in self.now["parts"])

    # --- words

    def take(self, parts):
        """Words that wait for their evidence; a heading ends what waits."""
        for piece in parts:
            if piece["source"].startswith("#"):
                self.flush()
                self.now, self.heading = None, piece["source"].lstrip("# ")
            else:
                self.waiting.append(piece)

    def staying(self, keep):
        """Of the words that wait the last ones, up to so many letters: no table beside evidence."""
        stay = []
        for piece in reversed(self.waiting):
            if (_sum(stay) + letters(piece["source"]) > keep
                    or (keep == BESIDE and _table(piece))):
                break
            stay.insert(0, piece)
        return stay

    def flush(self, keep=0):
        """Show the words that wait as statements, but for the last `keep` letters of them."""
        stay = self.staying(keep)
        words = self.waiting[:len(self.waiting) - len(stay)]
        before = self.slides[-1] if self.slides else None
        if (words and not keep and not self.heading and before["kind"] == "evidence"
                and before["block"] == self.block and _sum(words) <= BESIDE
                and not any(map(_table, words))):
            self.now, self.waiting = before, []
            return self.say(words)
        room = 0
        for piece in words:
            size = letters(piece["source"])
            if not room or room + size > STATEMENT:
                self.new("statement")
                room = 0
            room += size
            self.put(piece, piece.get("what", "text"), "full", later=False)
        if self.heading and not words and not stay and not keep:
            self.new("statement")
        self.waiting = stay

    def say(self, words, what="text"):
        for piece in words:
            self.put(piece, piece.get("what", what), "right")

    def words_beside(self, kind, keep=BESIDE, column="right"):
        """A new slide; what waits and is not too much stands on it from the start."""
        self.flush(keep)
        words, self.waiting = self.waiting, []
        self.new(kind)
        for piece in words:
            self.put(piece, piece.get("what", "text"), column, later=False)
        return words

    # --- one method a role

    def _title(self, cell):
        heading, *rest = pieces(cell)
        self.new("title", heading=heading["source"].lstrip("# "))
        bold = [p for p in rest if re.fullmatch(r"\*\*[^*]+\?\*\*", p["source"].strip())]
        said = [p for p in rest[:1] if re.fullmatch(r"\*[^*]+\*", p["source"].strip())] + bold[-1:]
        for piece in said:
            what = "question" if piece in bold else "text"
            self.put(piece, what, "left", later=False)
        story = [piece for piece in rest if piece not in said]
        if story:
            self.new("statement", name="The story")
            for piece in story:
                self.put(piece, "text", "full")

    def _goals(self, cell, name="Goals"):
        self.new("statement", name)
        for piece in pieces(cell):
            self.put(piece, "text", "full", later=False)

    def _recap(self, cell):
        self._goals(cell, "Recap")

    def _notation(self, cell):
        table = [piece for piece in pieces(cell) if piece["source"].startswith("|")]
        if table:
            self.new("table", "Symbols")
            self.put(table[0], "text", "full")

    def _summary(self, cell):
        if cell["cell_type"] == "code" or not cell["source"].startswith("#"):  # sources alone
            return
        self.flush()
        heading, *rest = pieces(cell)
        self.new("summary", heading=heading["source"].lstrip("# "))
        for piece in rest:
            self.put(piece, "text", "full")

    def _opener(self, cell):
        self.flush()
        heading, *rest = pieces(cell)
        found = re.match(r"##\s+(?:(\d+)\.\s+)?(.+)", heading["source"])
        self.block += 1
        self.blocks.append({"number": found[1] or "", "id": cell["id"], "title": found[2]})
        self.heading = ""
        self.new("opener", heading=found[2])
        room = OPENER
        while rest and not rest[0]["source"].startswith("#"):
            room -= letters(rest[0]["source"])
            if room < 0 or _broad(rest[0]["source"]):
                break
            self.put(rest.pop(0), "text", "right")
        self.take(rest)

    def _question(self, cell):
        if self.now and self.now["kind"] in ("evidence", "explorer"):
            self.now = None
        what = "law" if "law" in notebooks.tags(cell) else "text"
        self.take([{**piece, "what": what} for piece in pieces(cell)])

    def _takeaway(self, cell):
        parts = pieces(cell)
        if self.now is None or self.now["kind"] not in ("evidence", "explorer") or self.waiting:
            self.flush()
            if not self.again():
                return self.take(parts)
        cut = next((k for k, p in enumerate(parts) if p["source"].startswith("#")), len(parts))
        for k, piece in enumerate(parts[:cut]):
            found = SENTENCE.fullmatch(piece["source"].strip())
            if _table(piece):  # it asks for the width
                self.new("statement")
            if self.now["kind"] == "statement":
                self.put(piece, "text", "full")
            elif k == 0 and not self.now["heads"] and found and _asserts(found[1]):
                piece = {**piece, "source": found[2], "long": piece["long"] or piece["source"]}
                self.put(piece, "takeaway", "right")
                self.head(found[1].rstrip("."))
            else:
                self.put(piece, "takeaway", "right")
        self.take(parts[cut:])

    def again(self):
        """A slide that shows the block's last evidence once more; whether there is any."""
        for slide in reversed(self.slides):
            if slide["block"] != self.block:
                return False
            for part in reversed(slide["parts"]):
                if part["what"] in ("output", "picture", "explorer"):
                    explorer = part["what"] == "explorer"
                    self.new("explorer" if explorer else "evidence")
                    self.put(part, part["what"], "full" if explorer else "left")
                    said = [head for head in slide["heads"] if head["step"] <= part["step"]]
                    self.now["heads"] = self.now["heads"] or [{**h, "step": 0} for h in said[-1:]]
                    return True
        return False

    def _evidence(self, cell, code=True):
        wide = code and max(map(len, cell["source"].split("\n"))) > WIDE
        joins = (self.now and self.now["kind"] in ("evidence", "exercise") and not self.waiting
                 and not self.heading and not self.has("takeaway", "answer")
                 and not (self.has("picture") and wide if code else self.now["widest"] > WIDE))
        fills = code and _fills(cell, self.staying(BESIDE))
        keep = 1 if fills else BESIDE  # 1: no words stay, and none go back
        words = [] if joins else self.words_beside("evidence", keep)
        piece = {"cell": cell["id"]}
        fresh = not self.has("code", "picture", "work")
        column = "right" if self.now["kind"] == "exercise" else "left"
        if code:
            self.measure(cell)
            self.put(piece, "code", column, later=not fresh)
        asks = bool(words) and words[-1]["source"].rstrip("* ").endswith("?")
        self.put(piece, "output" if code else "picture", column, later=code or asks or not fresh)
        if head := cell["metadata"].get("head"):
            self.head(head)
        elif not code:
            self.head(picture=cell["id"])

    def _picture(self, cell):
        self._evidence(cell, code=False)

    def _explorer(self, cell):
        self.words_beside("explorer")
        self.put({"cell": cell["id"]}, "explorer", "full", later=False)
        if head := cell["metadata"].get("head"):
            self.head(head)

    def _driven(self, cell):
        if self.now and self.now["kind"] == "explorer":
            self.put({"cell": cell["id"]}, "driven", "none")

    def _predict(self, cell):
        self.words_beside("ask", LEAD, "full")
        self.put({"cell": cell["id"]}, "ask", "full", later=False)

    def _reveal(self, cell):
        if self.waiting:
            self.flush()
        if not (self.now and self.now["kind"] in ("evidence", "explorer")) and not self.again():
            self.new("evidence")
        self.put({"cell": cell["id"]}, "answer", "right")

    def _exercise(self, cell):
        if HOME.search(self.heading):
            self.heading, self.waiting = "", []
            return
        self.words_beside("exercise", 900, "left")
        self.measure(cell)
        self.put({"cell": cell["id"]}, "work", "right", later=False)


def _table(piece):
    return re.search(r"^\|", piece["source"], re.M)


def _broad(source):
    """Whether a table of five columns or more needs more than half of a slide's width."""
    rows = [row.strip("|").split("|") for row in re.findall(r"^\|.*", source, re.M)]
    columns = list(zip(*rows, strict=False))
    return len(columns) > 4 and sum(max(map(letters, one)) for one in columns) > BROAD


def _asserts(sentence):
    """Whether a sentence can be a heading: it claims something and is short."""
    return letters(sentence) <= HEAD and not re.search(r"[?:]|^\*\*|^But\b|^So\b", sentence)


def _fills(cell, words):
    """Whether code below words, which it or a formula is too wide to stand beside, leaves them no
    room, in pixels.
    """
    lines, formulas = cell["source"].splitlines(), ["$$" in piece["source"] for piece in words]
    high = sum(34 * ceil(letters(piece["source"]) / 95) + 20 for piece in words)
    below = max(map(len, lines)) > WIDE or any(formulas)
    return below and bool(words) and high + 40 * sum(formulas) + 21 * len(lines) > HIGH


def _sum(words):
    return sum(letters(piece["source"]) for piece in words)
