"""How a verdict looks: one HTML card and the same words as plain text.

Holds no judgement. What a student's code brings into a card is cut here, in `clip`, so that no
card exceeds 20 kB. Colours come from JupyterLab's own variables, so that a card follows
the light and the dark theme; exported pages fall back to the values given here. The state
is said by a word and a sign, never by colour alone. Everything a student wrote is escaped.
"""

import html
import itertools
import os
from dataclasses import dataclass, field

import numpy as np

from course_utils import page
from course_utils.exercises.compare import entries, number
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
    return _of_parts(result.status, record, _parts(result, record))


def as_data(result, record):
    """The parts of a card as lists and strings: what `from_data` makes a card of elsewhere."""
    return [[kind, text] for kind, text in _parts(result, record)]


def from_data(status, record, parts):
    """A card of parts that another process wrote; what is none of ours is left out.

    Everything in them is escaped here, as a card's own words are.
    """
    return _of_parts(status, record, _sound(parts))


def _of_parts(status, record, parts):
    sign, word, accent = WORDS[status]
    body = "".join(_FORMS[kind](text) for kind, text in parts)
    return _card(accent, f"{sign} {word}", _heading(record), body, f' data-status="{status}"')


def _sound(parts):
    for part in parts if isinstance(parts, list) else ():
        match part:
            case ["columns", list(pairs)]:
                yield "columns", [tuple(clip(str(text), 400) for text in pair)
                                  for pair in pairs if isinstance(pair, list) and len(pair) == 3]
            case [str(kind), str(text)] if kind in _FORMS:
                yield kind, clip(text)


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
    "code": lambda text: f'<pre style="{CODE};margin:.3em 0">{html.escape(text)}</pre>',
    "columns": _columns,
    "small": lambda text: f'<div style="{SMALL}">{_rich(text)}</div>',
}


def _parts(result, record):
    """The parts of a card below its heading, clipped: (kind, text), or ("columns", pairs)."""
    make = _wrong if result.status in ("failed", "error") else _right_or_empty
    for kind, text in [*make(result, record), *_printed(result)]:
        if kind == "columns":
            yield kind, [(label, clip(place, 200), clip(value, 400))
                         for label, place, value in text]
        elif text:
            yield kind, clip(text)
    yield "small", clip(_help(result))


def _right_or_empty(result, record):
    vary = f"Now vary it: {record.variation}" if record.variation and result else ""
    return (("plain", text) for text in (result.message, *result.notes, vary))


def _wrong(result, record):
    yield "finding", result.finding or result.message
    yield "code", result.code
    yield "plain", result.where
    yield "plain", _line(result)
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
    yield from (("small", note) for note in result.notes)


def _line(result):
    """The first wrong line; beside the name of a mistake its number only."""
    seen = result.observation
    if result.first_line is None or (  # the error names that line already
            seen is not None and seen.error and seen.line == result.first_line.code):
        return ""
    return result.first_line.beside() if result.misconception else str(result.first_line)


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
    sizes = [_room(v) for v in values]
    left, said = 6, [""] * len(values)
    for i in sorted(range(len(values)), key=sizes.__getitem__):
        value = values[i].tolist() if isinstance(values[i], np.ndarray) else values[i]
        said[i] = repr(value) if sizes[i] <= left else _outline(values[i])
        left -= sizes[i]
    names = record.arguments + list(case.kwargs)
    return f"{record.id}(" + ", ".join(
        f"{n}={s}" for n, s in zip(names, said, strict=False)) + ")"


def _room(value):
    """How many numbers an argument takes on a card; 99 is too many, a short program is free."""
    if callable(value) or isinstance(value, (dict, set)) or _of_functions(value):
        return 99
    return 0 if _program(value) and len(repr(value)) < 100 else entries(value)


def _of_functions(value):
    return callable(value) or isinstance(value, (list, tuple)) and any(map(_of_functions, value))


def _program(value):
    """Whether it is a list of lines such as ("+", 0, 1)."""
    return isinstance(value, list) and all(
        isinstance(line, tuple) and isinstance(line[0], str) for line in value)


def _outline(value):
    if callable(value):
        return "a function"
    if isinstance(value, (dict, set)):
        return "{" + ", ".join(map(repr, value)) + "}"
    if _of_functions(value) or _program(value):
        return f"a list of {len(value)}"
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
    misconceptions that its attempts showed. ``concepts`` are those of the notebook of which
    something is known (`ideas.Concept`), ``before`` those of earlier notebooks to look at again,
    with the number of their notebook; ``thoughts`` are predictions answered more than once
    (`ideas.thoughts`).
    """

    notebook: str
    rows: list
    met: dict = field(default_factory=dict)
    concepts: list = field(default_factory=list)
    before: list = field(default_factory=list)
    thoughts: list = field(default_factory=list)

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

    def _holds(self):
        """Concepts for which all that is known speaks, each with what that is."""
        return [f"{c.title} ({', '.join(c.good)})" for c in self.concepts if not c.again]

    def _again(self):
        """What to look at again, here and in earlier notebooks: (where, words, link)."""
        here = [("", f"{c.title}: {said}", link) for c in self.concepts for said, link in c.again]
        return here + [(number, f"{c.title}: {said}", link)
                       for number, c in self.before for said, link in c.again]

    def _thoughts(self):
        from course_utils.exercises.predictions import plain  # here: it needs ipywidgets

        return [f"{plain(asked)} First: {plain(first)}. Now: {plain(now)}."
                for asked, first, now in self.thoughts]

    def __str__(self):
        holds = [f"{HOLDS} {'; '.join(self._holds())}."] if self._holds() else []
        again = [f"{where}  {words}".strip() for where, words, _ in self._again()]
        listed = [[heading, *items] for heading, items in (
            (AGAIN, again), (THOUGHT, self._thoughts()), (MET, self._met())) if items]
        return "\n".join([self._counts(), *("  ".join(row) for row in self._cells()), *holds,
                          *itertools.chain(*listed)])

    def _repr_html_(self):
        body = _table(self._cells())
        if self._holds():
            body += (f'<p style="{PART}">{_sign("passed", "✓")}<strong>{HOLDS}</strong> '
                     f"{html.escape('; '.join(self._holds()))}.</p>")
        again = [_linked(*one) for one in self._again()]
        body += _list(f'{_sign("failed", "↻")}<strong>{AGAIN}</strong>', again[:AGAIN_SHOWN])
        if len(again) > AGAIN_SHOWN:
            body += (f'<details><summary>and {len(again) - AGAIN_SHOWN} more</summary>'
                     f'{_list("", again[AGAIN_SHOWN:])}</details>')
        body += _list(f"<strong>{THOUGHT}</strong>", map(html.escape, self._thoughts()))
        body += _list(MET, map(_rich, self._met()))
        return _card("#0072B2", "Progress", self._counts(), body)


def _sign(status, sign):
    return f'<strong style="color:{WORDS[status][2]}">{sign}</strong> '


def _list(heading, items):
    """A heading and a list of HTML below it; nothing without items."""
    items = "".join(f"<li>{item}</li>" for item in items)
    heading = heading and f'<p style="{PART}">{heading}</p>'
    return f'{heading}<ul style="margin:0">{items}</ul>' if items else ""


def _linked(where, words, link):
    """A concept to look at again, as a link to the cell that asked where there is one."""
    title, _, said = words.partition(": ")
    name = html.escape(f"{where}, {title}" if where else title)
    if link:
        name = f'<a href="{html.escape(link, quote=True)}">{name}</a>'
    return f"{name}: {html.escape(said)}"


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


MET_SHOWN, AGAIN_SHOWN = 20, 6
HOLDS, AGAIN = "What holds:", "To look at again:"
THOUGHT = "What you thought first, and what you think now:"
PART = "margin:.6em 0 0"
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
    if page.shell() is not None:
        from IPython.display import display

        display(card)
    else:
        print(card)
