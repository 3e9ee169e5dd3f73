"""The form of a committed notebook: what every one has to keep, and what it measures.

Holds no teaching and knows nothing of exercises beyond the names of their calls.
"""

import ast
import csv
import re
import statistics
from collections import Counter
from pathlib import Path

from course_tools.notebooks import (
    NOTEBOOK_METADATA,
    calls,
    number,
    parse,
    root,
    tags,
    top_level_binders,
)
from course_tools.notebooks.execute import CELL_KEYS, CELL_METADATA
from course_tools.notebooks.files import APPENDIX, NOTEBOOK_NAME, NUMBER
from course_tools.present.compose import compose, letters, paragraphs

# --- the closed lists -------------------------------------------------------------------

# What a cell is: one of these on every cell. Stage, page, plan and hand-out go by them.
ROLES = frozenset(
    "title goals notation recap setup question notes predict evidence picture explorer driven "
    "reveal law check slide-check takeaway exercise progress lectures summary practice".split()
)
# The output depends on what the student has solved; on stage the cell begins a slide.
TECHNICAL = frozenset({"state", "stage-new"})
TAGS = ROLES | TECHNICAL
OFF_STAGE = {"slide_type": "skip"}  # the one slide type that says something
CELL_ID = re.compile(rf"^(?:{NUMBER})-[a-z0-9-]+$")
# Calls whose output depends on what the student has solved; they need the tag `state`.
STATE_CALLS = ("exercise", "progress")
# Calls that may depend on it; they may carry the tag.
MAY_BE_STATE = (*STATE_CALLS, "hint", "solution", "why")
MAX_LINES = 25
MAX_WIDTH = 79
MAX_WIDTH_PICTURE = 70  # code beside its picture: the stage sets it in a narrow face
# On stage: letters of a paragraph that somebody reads while another talks, of what stands for a
# longer one, and of the heading of what a cell puts out.
MAX_PARAGRAPH, MAX_SHORT, MAX_HEAD = 300, 160, 70
MAX_BYTES = 1_500_000
MIN_PREDICTIONS = 3

OUTPUT_BANS = (
    (re.compile(r"\b0x[0-9a-fA-F]{3,}"), "a memory address"),
    (re.compile(r"(?<![\w.:/<])/(?:home|tmp|work|root|Users|usr|var|opt|mnt|private)/"),
     "an absolute path"),
    (re.compile(r"\b[A-Z]:\\+\w"), "an absolute path"),
    (re.compile(r"\b\w*Warning\b\s*:"), "the text of a warning"),
    (re.compile(r"\b\d{1,2}:\d\d:\d\d\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d"), "a clock time"),
)
SOURCE_BANS = (
    OUTPUT_BANS[1],
    (re.compile(r"\b[A-Z]:\\+(?:Users|Windows|Temp|Program)"), "an absolute path"),
)
MAGIC = re.compile(r"^\s*[!%]", re.M)
CODE_BANS = (
    (re.compile(r"\bget_ipython\s*\("), "get_ipython()"),
    (re.compile(r"\bpip\s+install\b|\bimport\s+pip\b"), "pip"),
)
# The hand-out is a page without scripts; Markdown would carry them into it.
SCRIPT = re.compile(r"<\s*(?:script|iframe|object|embed)\b|<\w[^>]*\son\w+\s*=|javascript:", re.I)
# Of a display formula: the page of the book reads a line that begins so as an item of a list.
FORMULA = re.compile(r"\$\$.+?\$\$", re.S)
LIKE_AN_ITEM = re.compile(r"^[\s>]*[-+].*", re.M)


def lecture_ids(path=None):
    """Set of the ids in ``data/lecture_map.csv``."""
    path = root() / "data" / "lecture_map.csv" if path is None else path
    with open(path, newline="", encoding="utf-8") as file:
        return {row["id"] for row in csv.DictReader(file)}


def form_problems(nb, path, known_ids=None):
    """Everything that is wrong with a notebook's form, one line each; empty if nothing is.

    This closes the blind spots of nbval (cells it does not compare, pictures, metadata).

    Parameters
    ----------
    nb : dict
        The notebook as :func:`read` gives it.
    path : path
        Its file; the name gives the number its cell ids start with.
    known_ids : set of str, optional
        The lecture ids; those of ``data/lecture_map.csv`` by default.
    """
    path = Path(path)
    known_ids = lecture_ids() if known_ids is None else known_ids
    problems = list(_file_form(nb, path))
    seen = Counter(cell.get("id") for cell in nb["cells"])
    for index, cell in enumerate(nb["cells"]):
        name = cell.get("id") or f"cell {index}"
        if seen[cell.get("id")] > 1 and cell.get("id"):
            problems.append(f"{name}: the id is used {seen[name]} times")
        for rule in (_id_form, _metadata_form, _stage_form, _source_form, _output_form, _role_form):
            problems += [f"{name}: {what}" for what in rule(cell, path, known_ids)]
    problems += _count_form(nb)
    problems += _order_form(nb)
    return [f"{path.name}: {what}" for what in problems]


def _file_form(nb, path):
    if not NOTEBOOK_NAME.match(path.name):
        yield "the file name is not like 01_xor_failure.ipynb"
    if path.exists() and path.stat().st_size > MAX_BYTES:
        yield f"the file is larger than {MAX_BYTES / 1e6} MB"
    if nb.get("metadata") != NOTEBOOK_METADATA:
        yield "notebook metadata is more or less than kernelspec and language name (refresh it)"
    if (nb.get("nbformat"), nb.get("nbformat_minor")) != (4, 5):
        yield "the format is not 4.5 (refresh it)"
    asked = {i for c in _code(nb) for i in calls(c["source"], "predict")}
    if len(asked) < MIN_PREDICTIONS and number(path) != APPENDIX:
        yield f"{len(asked)} predictions, expected at least {MIN_PREDICTIONS}"


def _id_form(cell, path, known_ids):
    given = cell.get("id")
    if not given:
        yield "no id"
    elif not CELL_ID.match(given) or not given.startswith(number(path) + "-"):
        yield f"the id is not like {number(path)}-b2-picture"


def _metadata_form(cell, path, known_ids):
    kind, meta = cell.get("cell_type"), cell.get("metadata", {})
    if kind not in CELL_KEYS:
        yield f"a {kind} cell; only code and markdown are used"
        return
    if set(cell) - CELL_KEYS[kind]:
        yield f"unknown keys {sorted(set(cell) - CELL_KEYS[kind])}"
    if set(meta) - CELL_METADATA:
        yield f"unknown metadata {sorted(set(meta) - CELL_METADATA)}"
    unknown = sorted(set(tags(cell)) - TAGS)
    if unknown:
        yield f"unknown tags {unknown}"
    roles = [tag for tag in tags(cell) if tag in ROLES]
    if len(set(roles)) != 1:
        yield f"{len(set(roles))} roles {roles}, expected one: what the cell is"
    if len(set(tags(cell))) < len(tags(cell)):
        yield "a tag stands twice"
    if meta.get("slideshow", OFF_STAGE) != OFF_STAGE:
        yield f"slideshow is {meta['slideshow']}, expected {OFF_STAGE} or none"
    lectures = meta.get("lecture", [])
    if not isinstance(lectures, list) or len(set(lectures)) < len(lectures):
        yield "lecture is not a list of different ids"
    elif set(lectures) - set(known_ids):
        yield f"unknown lecture ids {sorted(set(lectures) - set(known_ids))}"


def _stage_form(cell, path, known_ids):
    short, head = (cell.get("metadata", {}).get(key) for key in ("stage", "head"))
    known = {str(k): text for k, text in enumerate(paragraphs(cell["source"]))}
    if short is not None and (cell["cell_type"] != "markdown" or not set(short) <= set(known)):
        yield f"stage is {short}, expected texts by the number of a paragraph"
    for k, text in (short or {}).items():
        if _read(known.get(k, text)) < _read(text) or known.get(k, text).startswith(("|", "#")):
            yield f"the short form of paragraph {k} is no short form of this one"
        if _read(text) > MAX_SHORT:
            yield f"the short form of paragraph {k} has {_read(text)} letters, over {MAX_SHORT}"
    if head is not None and (cell["cell_type"] != "code" or not 0 < _read(head) <= MAX_HEAD
                             or head.endswith(".")):
        yield f"head is {head!r}, expected up to {MAX_HEAD} letters for code, without a full stop"


def _read(text):
    """Letters of Markdown, of a formula those of its signs."""
    return letters(text.replace("$$", ""))


def stage_problems(nb):
    """What comes on stage and is too long to be read there, or shows something without saying what.

    A list or a table is looked at, not read; a short form stands for its whole text all the same.
    """
    by_id = {cell["id"]: cell for cell in nb["cells"]}
    slides = compose(nb)["slides"]
    for part in (part for slide in slides for part in slide["parts"]):
        source, size = part["source"], letters(part["source"])
        if size > MAX_PARAGRAPH and not source.startswith(("|", "```", "#")):
            yield f"{part['cell']}: {size} letters without a short form"
    shown = {part["cell"] for slide in slides if slide["kind"] in ("evidence", "explorer")
             for part in slide["parts"] if part["what"] in ("output", "picture", "explorer")}
    for name in sorted(shown):
        cell = by_id[name]
        titled = "picture" in tags(cell) and "title" in cell["source"]
        if cell["outputs"] and not titled and not cell["metadata"].get("head"):
            yield f"{name}: no heading for what it puts out"
    if not any(part["what"] == "question" for slide in slides if slide["kind"] == "title"
               for part in slide["parts"]):
        yield "the title slide does not ask the notebook's question"


def _source_form(cell, path, known_ids):
    source = cell["source"]
    if not source.strip():
        yield "the cell is empty"
    for pattern, what in SOURCE_BANS:
        if pattern.search(source):
            yield f"the source holds {what}"
    if cell["cell_type"] == "markdown":
        if SCRIPT.search(source):
            yield "the text holds a script, which the hand-out would carry"
        for formula in FORMULA.findall(source):
            for line in LIKE_AN_ITEM.findall(formula):
                yield f"a line of a display formula begins like a list: {line.strip()}"
        return
    for pattern, what in CODE_BANS:
        if pattern.search(source):
            yield f"the code holds {what}"
    if parse(source) is None:
        magic = MAGIC.search(source)
        yield "a magic or shell line" if magic else "the code is not plain Python"
    lines = source.splitlines()
    if len(lines) > MAX_LINES:
        yield f"{len(lines)} lines of code, at most {MAX_LINES}"
    wide = [i for i, line in enumerate(lines, 1) if len(line) > MAX_WIDTH]
    if wide:
        yield f"lines {wide} are wider than {MAX_WIDTH}"


def _output_form(cell, path, known_ids):
    outputs = cell.get("outputs", [])
    for i, out in enumerate(outputs):
        if out["output_type"] == "error":
            yield f"a stored error ({out.get('ename')})"
        if out.get("name") == "stderr":
            yield "output on stderr (a warning?)"
        if any("widget" in mime for mime in out.get("data", {})):
            yield "a widget view or state is stored (refresh it)"
        text = "\n".join(output_texts(out))
        for pattern, what in OUTPUT_BANS:
            if pattern.search(text):
                yield f"an output holds {what}"
        for mime in [m for m in out.get("data", {}) if m.startswith("image/")]:
            alt = out.get("metadata", {}).get(mime, {}).get("alt", "")
            if not str(alt).strip():
                yield f"an {mime} without alt text"
            if not any(_markdown_of(later).strip() for later in outputs[i + 1 : i + 2]):
                yield f"an {mime} without a caption right after it"


def output_texts(out):
    """Return every text of an output: stream, text/plain, HTML, Markdown (no pictures)."""
    found = [out.get("text", "")] if out["output_type"] == "stream" else []
    for mime, value in out.get("data", {}).items():
        if mime.startswith("text/") and isinstance(value, str):
            found.append(re.sub(r"base64,[A-Za-z0-9+/=\s]+", "base64,", value))
    return found


def _markdown_of(out):
    return out.get("data", {}).get("text/markdown", "")


def _role_form(cell, path, known_ids):
    if cell["cell_type"] != "code":
        return
    source, own = cell["source"], set(tags(cell))
    if calls(source, "exercise") and not {"exercise", "state"} <= own:
        yield "an exercise without the tags exercise and state"
    if "exercise" in own and not calls(source, "exercise"):
        yield "tagged exercise, but no exercise in it"
    if calls(source, "predict") and "predict" not in own:
        yield "a prediction without the tag predict"
    if calls(source, "recall") and "predict" not in own:
        yield "questions that come back without the tag predict"
    if (calls(source, "progress") or "summary" in own) and "state" not in own:
        yield "progress or the summary without the tag state"
    if "state" in own and "summary" not in own and not any(calls(source, c) for c in MAY_BE_STATE):
        yield "tagged state, but its output cannot depend on an exercise's state"
    if "slide-check" in own:
        for name in ("slide", "right"):
            if not top_level_binders(source, name):
                yield f"a slide check that does not assign `{name}`"
        tree = parse(source) or ast.Module([], [])
        if not any(isinstance(node, ast.Assert) for node in ast.walk(tree)):
            yield "a slide check without an assertion"


def _count_form(nb):
    counts = [cell.get("execution_count") for cell in _code(nb)]
    if any(c is None for c in counts):
        yield f"{sum(c is None for c in counts)} code cells were not executed"
    elif counts != list(range(1, len(counts) + 1)):
        yield "the execution counts are not 1…n in order"


def _order_form(nb):
    for i, cell in enumerate(nb["cells"]):
        following = next((c for c in nb["cells"][i + 1 :] if c["cell_type"] == "code"), {})
        if cell["cell_type"] == "code" and "explorer" in tags(cell):
            if "driven" not in tags(following):
                yield f"{cell.get('id')}: an explorer without a driven cell after it"
        if cell["cell_type"] == "markdown" and "slide-check" in tags(cell):
            if "slide-check" not in tags(following):
                yield f"{cell.get('id')}: a slide check without a test in the next code cell"


def _code(nb):
    return [cell for cell in nb["cells"] if cell["cell_type"] == "code"]


def form_report(nb):
    """Figures for STYLE's budgets, as a dict: reported, not enforced.

    Returns
    -------
    dict
        ``code cells``, ``median lines``, ``p90 lines``, ``longest``, ``markdown cells``,
        ``median words``, ``longest text`` (words), ``predictions`` and ``exercises``. Where
        prose stands and how long it is, is no merit: nothing rewards it.
    """
    code = [len(c["source"].splitlines()) for c in _code(nb)] or [0]
    texts = [len(_prose(c["source"]).split()) for c in nb["cells"] if c["cell_type"] == "markdown"]
    rank = sorted(code)[max(0, -(-9 * len(code) // 10) - 1)]
    return {
        "code cells": len(_code(nb)),
        "median lines": statistics.median(code),
        "p90 lines": rank,
        "longest": max(code),
        "markdown cells": len(texts),
        "median words": statistics.median(texts or [0]),
        "longest text": max(texts or [0]),
        "predictions": len({i for c in _code(nb) for i in calls(c["source"], "predict")}),
        "exercises": len({i for c in _code(nb) for i in calls(c["source"], "exercise")}),
    }


def _prose(source):
    """Markdown without code, formulas and table rules, for counting words."""
    source = re.sub(r"```.*?```|\$\$.*?\$\$", " ", source, flags=re.S)
    return re.sub(r"[|#*>]|-{3,}", " ", source)
