"""The plan of a lecture: minutes, polls, misconceptions and what to skip, from the speaker's notes.

Also how a cell is named on the command line.
"""

import re
import textwrap

from course_tools import CourseError, notebooks


def find_cell(nb, name):
    """Index of the cell called `name`, or of the first cell whose id starts with it."""
    ids = [cell.get("id", "") for cell in nb["cells"]]
    hits = [i for i, one in enumerate(ids) if one == name]
    hits = hits or [i for i, one in enumerate(ids) if one.startswith(name + "-")]
    if not hits:
        starts = [one for one in ids if re.search(r"-b\d+-question$", one)]
        raise CourseError(
            f"expected the id of a cell or block, got {name}; blocks start at {', '.join(starts)}"
        )
    return hits[0]


MINUTES = re.compile(r"\*\*\s*(?:Minutes?|Min\.?)\s+(\d+)\s*[–—-]+\s*(\d+)\s*\.?\s*\*\*\.?\s*")
# How a part of a note begins; "Ask ..." and "Let ... vote" are polls in other words.
PARTS = (
    ("poll", re.compile(r"(?:Poll\b|Ask\b|Vote\b|Let (?:the room|them)\b)", re.I)),
    ("misconception", re.compile(r"Misconceptions?\s*:", re.I)),
    ("skip", re.compile(r"Skip if late\s*:", re.I)),
)
LABEL = re.compile(r"^(?:Poll|Misconceptions?|Skip if late)\s*:\s*", re.I)


def blocks(nb):
    """The speaker's notes of a notebook, one dict per block.

    Each has ``id``, ``title``, ``start``, ``end`` (minutes), ``poll``,
    ``misconception``, ``skip``, ``more`` (what else the note says), ``asked`` (ids of its
    predictions); missing parts are empty. A note without minutes has None for them.
    """
    rows, title = [], ""
    for cell in nb["cells"]:
        heading = re.search(r"^##?\s+(.+)$", cell["source"], re.M)
        if cell["cell_type"] == "markdown" and heading and "notes" not in notebooks.tags(cell):
            title = heading.group(1).strip()
        if "notes" in notebooks.tags(cell):
            rows.append({"id": cell["id"], "title": title, "asked": [],
                         **_parts(cell["source"])})
        elif rows and cell["cell_type"] == "code":
            rows[-1]["asked"] += notebooks.calls(cell["source"], "predict")
    return rows


def opening(nb):
    """The minute before the first block, where the notebook asks about earlier ones: one row."""
    cell = next((c for c in nb["cells"] if notebooks.calls(c["source"], "recall")), None)
    if cell is None or cell["cell_type"] != "code":
        return []
    texts = [out.get("data", {}).get("text/plain", "") for out in cell.get("outputs", ())]
    asked = [line for text in texts for line in text.splitlines() if re.match(r"\d\. ", line)]
    poll = " ".join(re.split(r"  A\) ", line)[0] for line in asked)
    return [{"title": "What is left from earlier notebooks?", "start": 0, "end": 1,
             "poll": poll, "misconception": "", "skip": "the second one", "more": "",
             "asked": []}]


def _parts(note):
    text = " ".join(note.replace("$", "").split())
    given = MINUTES.search(text)
    start, end = map(int, given.groups()) if given else (None, None)
    text = MINUTES.sub("", text, count=1)
    found = {"poll": "", "misconception": "", "skip": "", "more": ""}
    kind = "more"
    for sentence in re.split(r'(?<=[.!?])\s+|(?<=[.!?]["”)])\s+', text):
        named = next((name for name, pattern in PARTS if pattern.match(sentence)), None)
        kind = named or ("poll" if kind == "poll" else "more")  # the others are one sentence
        found[kind] = f"{found[kind]} {LABEL.sub('', sentence)}".strip()
    return {"start": start, "end": end, **found}


def plan(nb, width=100, voted=lambda id: ""):
    """Return the plan of a notebook as lines to print: blocks, minutes, sum, what to say.

    ``voted`` says how a room voted on a prediction when it was asked last, "" if nothing is known.

    Examples
    --------
    >>> note = "**Minutes 0–20.** Poll: A or B? Misconception: C. Skip if late: D."
    >>> cells = [{"cell_type": "markdown", "id": "x", "source": "## 1. One", "metadata": {}},
    ...          {"cell_type": "markdown", "id": "y", "source": note,
    ...           "metadata": {"tags": ["notes"]}}]
    >>> print("\\n".join(plan({"cells": cells})))
     min   sum  block
      20    20  1. One
                poll           A or B?
                misconception  C.
                skip if late   D.
    """
    rows = blocks(nb)
    if not rows:
        raise CourseError("expected cells tagged notes, got none; they hold the minutes")
    lines, total = [f"{'min':>4}  {'sum':>4}  block"], 0
    for row in [*opening(nb), *rows]:
        minutes = "?" if row["start"] is None else row["end"] - row["start"]
        total += minutes if row["start"] is not None else 0
        lines.append(f"{minutes:>4}  {total:>4}  {row['title']}")
        named = [("poll", row["poll"]), ("misconception", row["misconception"]),
                 ("skip if late", row["skip"]), ("also", row["more"]),
                 *(("last room", voted(id)) for id in row["asked"])]  # fmt: skip
        for name, text in named:
            if text:
                indent = " " * 12
                lines += textwrap.wrap(
                    f"{indent}{name:<15}{text}", width, subsequent_indent=indent + " " * 15
                )
    return lines
