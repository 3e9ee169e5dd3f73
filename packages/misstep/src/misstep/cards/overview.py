"""Cards that look over more than one verdict: a solution, a notebook's progress, its lectures."""

import html
from dataclasses import dataclass, field

from misstep.cards.card import (
    ACCENT,
    CODE,
    COLUMN,
    COLUMNS,
    SMALL,
    TABLE,
    WORDS,
    Card,
    clip,
    framed,
    heading,
    rich,
)
from misstep.questions import plain_text
from widgets import page

MET_SHOWN, AGAIN_SHOWN = 20, 6
HOLDS, AGAIN = "What holds:", "To look at again:"
THOUGHT = "What you thought first, and what you think now:"
PART = "margin:.6em 0 0"
MET = "Met on the way, worth a second look before an exam:"


@dataclass(frozen=True, repr=False)
class Solution(Card):
    """The course's code, the formula, and a variation.

    Beside it ``own``, the text of an answer that passes, and what is ``compared``.
    """

    record: object
    source: str
    own: str = ""
    compared: tuple = ()

    def __str__(self):
        r = self.record
        lines = [f"Solution – {heading(r)}", *([r.formula] if r.formula else []), ""]
        if self.own:
            lines += ["Yours:", self.own, "", *self.compared, "", "The course's:"]
        vary = [f"Now vary it: {r.variation}"] if r.variation else []
        return "\n".join([*lines, self.source, *vary])

    def _repr_html_(self):
        r = self.record
        formula = f"<div>{rich(r.formula)}</div>" if r.formula else ""
        vary = (f"<div><strong>Now vary it:</strong> {rich(r.variation)}</div>"
                if r.variation else "")
        code = _code(self.source)
        if self.own:
            sides = (("Yours", clip(self.own, TABLE)), ("The course's", self.source))
            code = f'<div style="{COLUMNS}">' + "".join(
                f'<div style="{COLUMN};min-width:0"><div style="{SMALL}">{side}</div>'
                f"{_code(text)}</div>" for side, text in sides) + "</div>"
        same = "".join(f"<div>{rich(sentence)}</div>" for sentence in self.compared)
        return framed(page.GREEN, "Solution", heading(r), formula + code + same + vary)


def _code(text):
    return (f'<pre style="{CODE};margin:.6em 0;padding:.6em;overflow-x:auto;'
            "color:var(--jp-content-font-color1,inherit);"
            f'background:var(--jp-layout-color2,#f5f5f5)">{html.escape(text)}</pre>')


@dataclass(frozen=True, repr=False)
class Progress(Card):
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
        sentence = (f"{len(self.rows) - len(left)} of {len(self.rows)} exercises of notebook "
                f"{self.notebook} are right")
        return f"{sentence}; the others take about {sum(left)} minutes" if left else sentence

    def _cells(self):
        for r, result in self.rows:
            status = "not attempted" if result is None else result.status
            sign, word = WORDS[status]
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
        concepts = [*(("", c) for c in self.concepts), *self.before]
        return [(number, f"{c.title}: {sentence}", link)
                for number, c in concepts for sentence, link in c.again]

    def _thoughts(self):
        return [f"{plain_text(asked)} First: {plain_text(first)}. Now: {plain_text(now)}."
                for asked, first, now in self.thoughts]

    def __str__(self):
        lines = [self._counts(), *map("  ".join, self._cells())]
        if self._holds():
            lines.append(f"{HOLDS} {'; '.join(self._holds())}.")
        again = [f"{where}  {words}".strip() for where, words, _ in self._again()]
        for title, items in ((AGAIN, again), (THOUGHT, self._thoughts()), (MET, self._met())):
            lines += [title, *items] if items else []
        return "\n".join(lines)

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
        body += _list(MET, map(rich, self._met()))
        return framed(page.BLUE, "Progress", self._counts(), body)


@dataclass(frozen=True, repr=False)
class Whole(Card):
    """The whole course: ``rows`` are (Exercise, status) in order, ``on`` is where to go on."""

    rows: list
    on: object = None  # nothing where none was tried: the first one is the course's to say
    link: str = ""

    def _counts(self):
        right = sum(status == "passed" for _, status in self.rows)
        return f"{right} of {len(self.rows)} exercises of this course are right."

    def _cells(self):
        for number in dict.fromkeys(r.notebook for r, _ in self.rows):
            mine = [(r, status == "passed") for r, status in self.rows if r.notebook == number]
            left = sum(r.minutes for r, right in mine if not right)
            yield (number, f"{sum(right for _, right in mine)} of {len(mine)} right",
                   f"about {left} min" if left else "✓")

    def __str__(self):
        on = f" Go on at {self.on.number}, {self.on.title}." if self.on else ""
        head = f"{self._counts()}{on}"
        return "\n".join([head, *map("  ".join, self._cells())])

    def _repr_html_(self):
        place = html.escape(f"{self.on.number}, {self.on.title}") if self.on else ""
        if place and self.link:
            place = f'<a href="{html.escape(self.link, quote=True)}">{place}</a>'
        head = f'<p style="{PART}">Go on at <strong>{place}</strong>.</p>' if place else ""
        return framed(page.BLUE, "Progress", self._counts(), head + _table(self._cells()))


def _sign(status, sign):
    return f'<strong style="color:{ACCENT[status]}">{sign}</strong> '


def _list(heading, items):
    """A heading and a list of HTML below it; nothing without items."""
    items = "".join(f"<li>{item}</li>" for item in items)
    heading = heading and f'<p style="{PART}">{heading}</p>'
    return f'{heading}<ul style="margin:0">{items}</ul>' if items else ""


def _linked(where, words, link):
    """A concept to look at again, as a link to the cell that asked where there is one."""
    title, _, sentence = words.partition(": ")
    name = html.escape(f"{where}, {title}" if where else title)
    if link:
        name = f'<a href="{html.escape(link, quote=True)}">{name}</a>'
    return f"{name}: {html.escape(sentence)}"


@dataclass(frozen=True, repr=False)
class Lectures(Card):
    """The lecture concepts that one notebook covers: id and title."""

    notebook: str
    rows: tuple

    def _heading(self):
        return f"notebook {self.notebook} covers {len(self.rows)} concepts of the lectures"

    def __str__(self):
        return "\n".join([self._heading(), *("  ".join(row) for row in self.rows)])

    def _repr_html_(self):
        return framed(page.BLUE, "Lectures", self._heading(), _table(self.rows))


def _table(rows):
    """Rows as a table; only the second column, the title, may be broken into lines."""
    style = "text-align:left;padding:.1em .8em .1em 0"
    return "<table>" + "".join("<tr>" + "".join(
        f'<td style="{style}{"" if i == 1 else ";white-space:nowrap"}">{html.escape(c)}</td>'
        for i, c in enumerate(row)) + "</tr>" for row in rows) + "</table>"
