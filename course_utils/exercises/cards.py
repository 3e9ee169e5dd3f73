"""How a verdict looks: one HTML card and the same words as plain text.

Holds no judgement. What a student's code brings into a card is cut here, in `clip`, so that no
card exceeds 20 kB. Colours come from JupyterLab's own variables, so that a card follows
the light and the dark theme; exported pages fall back to the values given here. The state
is said by a word and a sign, never by colour alone. Everything a student wrote is escaped.
"""

import html
import os
import sys
from dataclasses import dataclass, field

import numpy as np

from course_utils import page
from course_utils.exercises.compare import number
from course_utils.exercises.portable import tidy

WORDS = {  # status: sign, word, accent colour
    "passed": ("✓", "Right", "#009E73"),
    "failed": ("✗", "Not yet", "#D55E00"),
    "not attempted": ("○", "Not attempted", "#0072B2"),
    "error": ("!", "Stopped", "#CC79A7"),
}
STYLE = ("border:1px solid var(--jp-border-color2,#bdbdbd);border-left:6px solid {accent};"
         f"border-radius:3px;padding:.6em .9em;margin:.4em 0;max-width:{page.WIDTH}px;"
         "box-sizing:border-box;line-height:1.5;overflow-wrap:anywhere;"
         "color:var(--jp-content-font-color1,inherit);"
         "background:var(--jp-layout-color1,transparent);"
         "font-family:var(--jp-content-font-family,system-ui,sans-serif)")
CODE = ("font-family:var(--jp-code-font-family,monospace);font-size:.92em;"
        "white-space:pre-wrap;overflow-wrap:anywhere")
SMALL = "font-size:.88em;color:var(--jp-content-font-color2,#595959)"
COLUMNS = "display:flex;flex-wrap:wrap;gap:.2em 2em;margin:.35em 0"
COLUMN = "flex:1 1 14em"
VALUE = "font-size:1.08em;white-space:pre-wrap"
FALLBACK = "The cells below use the course's version until yours passes."
PIECE = 1500  # bytes of HTML that one sentence of a card may have


def clip(text, limit=PIECE):
    """A sentence cut so that its HTML has at most ``limit`` bytes; fit for every screen and file.

    >>> clip("x" * 20, 10)
    'xxxxxxx…'
    """
    text = tidy(text, limit)
    while len(_rich(text).encode()) > limit:
        text = text[:len(text) * 3 // 4] + "…"
    return text


def as_text(result, record):
    """A `Result` in plain text: verdict, finding, got and expected, case, what follows."""
    sign, word, _ = WORDS[result.status]
    lines = [f"{sign} {word} – {_heading(record)}"]
    for kind, text in _parts(result, record):
        if kind == "columns":
            text = ", ".join(f"{label} {value}{place}" for label, place, value in text) + "."
        lines.append(text)
    return "\n".join(lines)


def as_html(result, record):
    """A `Result` as a card."""
    sign, word, accent = WORDS[result.status]
    body = "".join(_FORMS[kind](text) for kind, text in _parts(result, record))
    return _card(accent, f"{sign} {word}", _heading(record), body,
                 f' data-status="{result.status}"')


def _heading(record):
    return f"Exercise {record.number}, {record.title}"


def _columns(pairs):
    return f'<div style="{COLUMNS}">' + "".join(
        f'<div style="{COLUMN}"><div style="{SMALL}">{_rich(label.capitalize() + place)}</div>'
        f'<code style="{VALUE}">{html.escape(value)}</code></div>' for label, place, value in pairs
    ) + "</div>"


_FORMS = {  # kind of a part: how it looks
    "finding": lambda text: f'<div style="margin-top:.2em"><strong>{_rich(text)}</strong></div>',
    "plain": lambda text: f"<div>{_rich(text)}</div>",
    "columns": _columns,
    "small": lambda text: f'<div style="{SMALL}">{_rich(text)}</div>',
}


def _parts(result, record):
    """The parts of a card below its heading, clipped: (kind, text), or ("columns", pairs)."""
    make = _right if result.status == "passed" else (
        _empty if result.status == "not attempted" else _wrong)
    for kind, text in [*make(result, record), *_printed(result)]:
        if kind == "columns":
            yield kind, [(label, clip(place, 200), clip(value, 400))
                         for label, place, value in text]
        elif text:
            yield kind, clip(text)
    yield "small", clip(_help(result))


def _right(result, record):
    yield "plain", result.message
    for note in result.notes:
        yield "plain", note
    yield "plain", f"Now vary it: {record.variation}" if record.variation else ""


def _empty(result, record):
    yield "plain", result.message


def _wrong(result, record):
    yield "finding", result.finding or result.message
    yield "plain", result.where
    pairs = _got_and_expected(result, record)
    if pairs:
        yield "columns", pairs
    seen = result.observation
    if seen is not None and seen.error and seen.error not in result.message:
        yield "plain", f"{seen.error}: {seen.detail}" + (
            f" – in `{seen.line}`" if seen.line else "")
    if result.case is not None:
        yield "small", f"Smallest failing case: {result.case.name} – `{_call(record, result.case)}`"
        if result.total > 1:
            yield "small", f"{result.passed} of {result.total} cases are right."
    yield "plain", f"Hint: {result.advice}" if result.advice else ""


def _got_and_expected(result, record):
    """Two (label, place, value): the first difference; empty if there is none to show."""
    diff = result.difference
    if diff is None:
        return ()
    part = f" in `{diff.part}`" if diff.part else ""
    if diff.rung not in ("value", "finite"):
        return ("Got", part, diff.got), ("expected", "", diff.expected)
    ordered = record.align is None  # else the index would count the reference's rows
    place = f" at {list(diff.index)}" if diff.index and ordered else ""
    return (("Got", place + part, number(diff.got)),
            ("expected", "", number(diff.expected)))


def _printed(result):
    said = result.observation.printed.strip() if result.observation else ""
    if said:
        lines = said.splitlines()
        yield "small", ("Your function printed: " + " ⏎ ".join(lines[:5])[:300]
                        + (" …" if len(lines) > 5 else ""))


def _help(result):
    """The last line: what the name holds now, and the calls that help."""
    if result.status == "passed":
        return f'The cells below use your function. Compare: `solution("{result.id}")`'
    calls = ["hint", *(["why"] if result.case is not None else []), "solution"]
    return f"{FALLBACK} Stuck? " + " · ".join(f'`{call}("{result.id}")`' for call in calls)


def _call(record, case):
    """The call with at most six numbers; the small arguments get them first."""
    values = [*case.args, *case.kwargs.values()]
    sizes = [99 if callable(v) or isinstance(v, dict) else int(np.size(v)) for v in values]
    left, said = 6, [""] * len(values)
    for i in sorted(range(len(values)), key=sizes.__getitem__):
        said[i] = _short(values[i]) if sizes[i] <= left else _outline(values[i])
        left -= sizes[i]
    names = record.arguments + list(case.kwargs)
    return f"{record.id}(" + ", ".join(
        f"{n}={s}" for n, s in zip(names, said, strict=False)) + ")"


def _short(value):
    if isinstance(value, np.ndarray):
        return str(value.tolist())
    return repr(value)


def _outline(value):
    if callable(value):
        return "a function"
    if isinstance(value, dict):
        return "{" + ", ".join(map(repr, value)) + "}"
    if np.ndim(value) == 0:
        return "…"
    kind = "list" if isinstance(value, (list, tuple)) else "array"
    return f"{kind} {'×'.join(map(str, np.shape(value)))}"


def _rich(text):
    """Escape, then turn `code` into code."""
    pieces = html.escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p
                   for i, p in enumerate(pieces))


def _card(accent, verdict, heading, body, attributes=""):
    return (f'<div class="course-card"{attributes} style="{STYLE.format(accent=accent)}">'
            # a status: screen readers say the verdict when the card appears
            f'<div role="status"><strong>{html.escape(verdict)}</strong>'
            f"{' – ' if heading else ''}{html.escape(heading)}</div>"
            f"{body}</div>")


class _Card:
    """Looks the same in a terminal as its text."""

    def __repr__(self):
        return str(self)


@dataclass(frozen=True, repr=False)
class Note(_Card):
    """A heading and a sentence: hints and the like."""

    heading: str
    text: str

    def __str__(self):
        return f"{self.heading}\n{self.text}"

    def _repr_html_(self):
        return _card("#0072B2", f"→ {self.heading}", "", f"<div>{_rich(self.text)}</div>")


@dataclass(frozen=True, repr=False)
class Solution(_Card):
    """The course's code, the formula, and a variation."""

    record: object
    source: str

    def __str__(self):
        r = self.record
        return "\n".join(filter(None, [f"Solution – {_heading(r)}", r.formula, "", self.source,
                                       f"Now vary it: {r.variation}" if r.variation else ""]))

    def _repr_html_(self):
        r = self.record
        formula = f"<div>{_rich(r.formula)}</div>" if r.formula else ""
        vary = (f"<div><strong>Now vary it:</strong> {_rich(r.variation)}</div>"
                if r.variation else "")
        code = (f'<pre style="{CODE};margin:.6em 0;padding:.6em;overflow-x:auto;'
                "color:var(--jp-content-font-color1,inherit);"
                'background:var(--jp-layout-color2,#f5f5f5)">'
                f"{html.escape(self.source)}</pre>")
        return _card("#009E73", "Solution", _heading(r), formula + code + vary)


@dataclass(frozen=True, repr=False)
class Progress(_Card):
    """The exercises of one notebook, their state, and what was met on the way.

    ``rows`` holds (Exercise, Result or None), ``met`` for each exercise id the sentences of the
    misconceptions that its attempts showed.
    """

    notebook: str
    rows: list
    met: dict = field(default_factory=dict)

    def _counts(self):
        left = [r.minutes for r, result in self.rows if result is None or not result]
        said = (f"{len(self.rows) - len(left)} of {len(self.rows)} exercises of notebook "
                f"{self.notebook} are right")
        return f"{said}; the others take about {sum(left)} minutes" if left else said

    def _cells(self):
        for r, result in self.rows:
            status = "not attempted" if result is None else result.status
            sign, word, _ = WORDS[status]
            yield r.number, r.title, f"{r.minutes} min", "★" * r.difficulty, f"{sign} {word}"

    def _met(self):
        lines = [clip(f"{r.number} – {what}.", 500) for r, _ in self.rows
                 for what in self.met.get(r.id, ())]
        more = len(lines) - MET_SHOWN
        return lines if more <= 0 else [*lines[:MET_SHOWN], f"and {more} more."]

    def __str__(self):
        lines = [self._counts(), *("  ".join(row) for row in self._cells())]
        return "\n".join([*lines, *([MET] if self._met() else []), *self._met()])

    def _repr_html_(self):
        met = "".join(f"<li>{_rich(line)}</li>" for line in self._met())
        summary = f'<p style="margin:.6em 0 0">{MET}</p><ul style="margin:0">{met}</ul>'
        return _card("#0072B2", "Progress", self._counts(),
                     _table(self._cells()) + (summary if met else ""))


@dataclass(frozen=True, repr=False)
class Lectures(_Card):
    """The lecture concepts that one notebook covers: id and title."""

    notebook: str
    rows: tuple

    def _heading(self):
        return f"notebook {self.notebook} covers {len(self.rows)} concepts of the lectures"

    def __str__(self):
        return "\n".join([self._heading(), *("  ".join(row) for row in self.rows)])

    def _repr_html_(self):
        return _card("#0072B2", "Lectures", self._heading(), _table(self.rows))


MET_SHOWN = 20
MET = "Met on the way, worth a second look before an exam:"


def _table(rows):
    """Rows as a table; only the second column, the title, may be broken into lines."""
    style = "text-align:left;padding:.1em .8em .1em 0"
    return "<table>" + "".join("<tr>" + "".join(
        f'<td style="{style}{"" if i == 1 else ";white-space:nowrap"}">{html.escape(c)}</td>'
        for i, c in enumerate(row)) + "</tr>" for row in rows) + "</table>"


def show(card):
    """Display a card in a notebook; print its text elsewhere.

    Silent where the environment variable ``COURSE_QUIET`` is set.
    """
    if os.environ.get("COURSE_QUIET"):
        return
    ipython = sys.modules.get("IPython")
    if ipython is not None and ipython.get_ipython() is not None:
        from IPython.display import display

        display(card)
    else:
        print(card)
