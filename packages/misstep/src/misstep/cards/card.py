"""What every card has, and the card of a verdict: HTML and the same words as plain text.

Holds no judgement and no words of a verdict's. What a student's code brings into a card is cut
here, in `clip`, so that no card exceeds 20 kB. The state is said by a word and a sign, never by
colour alone. Everything a student wrote is escaped.
"""

import html
import os
from dataclasses import dataclass

from misstep.judge.portable import tidy
from misstep.judge.verdict import WORDS
from widgets import kernel, page

STYLE = (f"max-width:{page.WIDTH}px;box-sizing:border-box;line-height:1.5;"
         "overflow-wrap:anywhere")
ACCENT = {"passed": page.GREEN, "failed": page.VERMILION, "not attempted": page.BLUE,
          "error": page.PURPLE}
CODE = ("font-family:var(--jp-code-font-family,monospace);font-size:.92em;"
        "white-space:pre-wrap;overflow-wrap:anywhere")
SMALL = "font-size:.88em;color:var(--jp-content-font-color2,#595959)"
COLUMNS = "display:flex;flex-wrap:wrap;gap:.2em 2em;margin:.35em 0"
COLUMN = "flex:1 1 14em"
VALUE = "font-size:1.08em;white-space:pre-wrap"
PIECE = 1500  # bytes of HTML that one sentence of a card may have
TABLE = 5000  # ... and a function line by line


def rich(text):
    """Escape, then turn `code` into code."""
    pieces = html.escape(text).split("`")
    return "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(pieces))


def framed(accent, verdict, heading, body, attributes=""):
    """HTML of a card: an edge of a colour, a verdict, what it is of, and the rest."""
    return (f'<div class="course-card"{attributes} style="{page.box(accent, STYLE)}">'
            # a status: screen readers say the verdict when the card appears
            f'<div role="status"><strong>{html.escape(verdict)}</strong>'
            f"{' – ' if heading else ''}{html.escape(heading)}</div>"
            f"{body}</div>")


class Card:
    """Looks the same in a terminal as its text."""

    def __repr__(self):
        return str(self)


@dataclass(frozen=True, repr=False)
class Note(Card):
    """A heading and a sentence: hints and the like."""

    heading: str
    text: str

    def __str__(self):
        return f"{self.heading}\n{self.text}"

    def _repr_html_(self):
        return framed(page.BLUE, f"→ {self.heading}", "", f"<div>{rich(self.text)}</div>")


def show(card):
    """Display a card in a notebook; print its text elsewhere.

    Silent where the environment variable ``COURSE_QUIET`` is set.
    """
    if os.environ.get("COURSE_QUIET"):
        return
    if kernel.shell() is not None:
        kernel.display(card)
    else:
        print(card)


def clip(text, limit=PIECE):
    """A sentence cut so that its HTML has at most ``limit`` bytes; fit for every screen and file.

    >>> clip("x" * 20, 10)
    'xxxxxxx…'
    """
    text = tidy(text, limit)
    while len(rich(text).encode()) > limit:
        text = text[:len(text) * 3 // 4] + "…"
    return text


def heading(record):
    """What names an exercise on its cards."""
    return f"Exercise {record.number}, {record.title}"


def as_text(verdict):
    """A `Verdict` in plain text; what is folded is left out."""
    lines = [f"{' '.join(WORDS[verdict.status])} – {verdict.heading}"]
    for kind, text in as_data(verdict):
        if kind == "columns":
            text = ", ".join(f"{label} {value}{place}" for label, place, value in text) + "."
        if kind == "answer":
            title, right, _, came = text.split("\n", 3)
            text = f"{title} is {right}; yours gives {came}."
        lines += [text] if kind not in ("folded", "lines", "more", "end") else []
    return "\n".join(lines)


def as_html(verdict):
    """A `Verdict` as a card."""
    return of_parts(verdict.status, verdict.heading, as_data(verdict))


def as_data(verdict, *, calls=True):
    """The parts of a card as lists and strings: what `of_parts` makes a card of elsewhere.

    Without ``calls`` those that help are not named.
    """
    return [[kind, _clipped(kind, text)] for kind, text in verdict.parts(calls=calls)]


def of_parts(status, title, parts):
    """A card of the parts of one, (kind of `FORMS`, text); everything in them is escaped here."""
    body, is_open = "", False
    for kind, text in parts:
        if kind in ("more", "end"):  # one fold: whoever made the parts, it is closed again
            body += "</details>" if is_open else ""
            is_open = kind == "more"
        body += FORMS[kind](text)
    body += "</details>" if is_open else ""
    return framed(ACCENT[status], " ".join(WORDS[status]), title, body,
                  f' data-status="{status}"')


def _clipped(kind, text):
    if kind == "columns":
        return [[label, clip(place, 200), clip(value, 400)] for label, place, value in text]
    return clip(text, TABLE if kind in ("folded", "lines") else PIECE)


def _columns(pairs):
    return f'<div style="{COLUMNS}">' + "".join(
        f'<div style="{COLUMN}"><div style="{SMALL}">{rich(label.capitalize() + place)}</div>'
        f'<code style="{VALUE}">{html.escape(value)}</code></div>' for label, place, value in pairs
    ) + "</div>"


def _answer(text):
    title, right, yours, came = (text.split("\n", 3) + [""] * 3)[:4]
    return _columns([(title, "", right), (yours, "", came)])


def _lines(text):
    seen, _, rest = text.partition("\n")
    return f'<div style="{SMALL}">{html.escape(seen)}{_preformatted(rest)}</div>'


def _preformatted(text):
    return (f'<pre style="{CODE};white-space:pre;overflow-x:auto;margin:.3em 0">'
            f"{html.escape(text)}</pre>")


def _folded(text):
    seen, _, rest = text.partition("\n")
    return (f'<details style="{SMALL}"><summary>{html.escape(seen)}</summary>'
            f"{_preformatted(rest)}</details>")


FORMS = {  # kind of a part: how it looks
    "finding": lambda text: f'<div style="margin-top:.2em"><strong>{rich(text)}</strong></div>',
    "plain": lambda text: f"<div>{rich(text)}</div>",
    "code": lambda text: f'<pre style="{CODE};margin:.3em 0">{html.escape(text)}</pre>',
    "columns": _columns,
    "folded": _folded,
    "lines": _lines,
    "answer": _answer,
    "more": lambda text: f'<details><summary style="{SMALL}">{html.escape(text)}</summary>',
    "end": lambda text: "",
    "small": lambda text: f'<div style="{SMALL}">{rich(text)}</div>',
}
