"""How a verdict looks: one HTML card and the same words as plain text.

Holds no judgement. Colours come from JupyterLab's own variables, so that a card follows
the light and the dark theme; exported pages fall back to the values given here. The state
is said by a word and a sign, never by colour alone. Everything a student wrote is escaped.
"""

import html
import os
import sys
from dataclasses import dataclass, field

import numpy as np

from course_utils.exercises.compare import number

WORDS = {  # status: sign, word, accent colour
    "passed": ("✓", "Right", "#009E73"),
    "failed": ("✗", "Not yet", "#D55E00"),
    "not attempted": ("○", "Not attempted", "#0072B2"),
    "error": ("!", "Stopped", "#CC79A7"),
}
STYLE = ("border:1px solid var(--jp-border-color2,#bdbdbd);border-left:6px solid {accent};"
         "border-radius:3px;padding:.6em .9em;margin:.4em 0;max-width:52em;line-height:1.5;"
         "color:var(--jp-content-font-color1,inherit);"
         "background:var(--jp-layout-color1,transparent);"
         "font-family:var(--jp-content-font-family,system-ui,sans-serif)")
CODE = ("font-family:var(--jp-code-font-family,monospace);font-size:.92em;"
        "white-space:pre-wrap;overflow-wrap:anywhere")
FALLBACK = "The cells below use the course's version until yours passes."


def as_text(result, record):
    """A `Result` in plain text: verdict, reason, failing case, what follows."""
    sign, word, _ = WORDS[result.status]
    return "\n".join([f"{sign} {word} – {_heading(record)}", *_lines(result, record)])


def as_html(result, record):
    """A `Result` as a card."""
    sign, word, accent = WORDS[result.status]
    lines = [f"<div>{_rich(line)}</div>" for line in _lines(result, record)]
    return _card(accent, f"{sign} {word}", _heading(record), "".join(lines),
                 f' data-status="{result.status}"')


def _heading(record):
    return f"Exercise {record.number}, {record.title}"


def _lines(result, record):
    """The sentences of a card below its heading."""
    lines = [result.message]
    if result.status == "passed":
        lines += [*result.notes, "The cells below use your function."]
    else:
        if result.case is not None:
            lines += _case_lines(result, record)
        lines += [f"Hint: {result.advice}"] if result.advice else []
        lines += [FALLBACK]
    printed = result.observation.printed.strip() if result.observation else ""
    if printed:
        shown = printed.splitlines()
        lines += ["Your function printed: " + " ⏎ ".join(shown[:5])[:300]
                  + (" …" if len(shown) > 5 else "")]
    return lines


def _case_lines(result, record):
    case = result.case
    head = f"Smallest failing case: {case.name} – `{_call(record, case)}`"
    lines = [head]
    diff = result.difference
    if diff is not None and diff.rung in ("value", "finite"):
        part = f" of `{diff.part}`" if diff.part else ""
        ordered = record.align is None  # else the index would count the reference's rows
        place = f" at {list(diff.index)}" if diff.index and ordered else ""
        lines.append(f"First difference{part}{place}: got {number(diff.got)}, "
                     f"expected {number(diff.expected)}.")
    elif diff is not None and diff.sentence not in result.message:
        lines.append(diff.sentence[0].upper() + diff.sentence[1:] + ".")
    elif result.observation is not None and result.observation.error and (
            result.observation.error not in result.message):
        line = result.observation.line
        said = f"{result.observation.error}: {result.observation.detail}"[:300]
        lines.append(said + (f" – in `{line}`" if line else ""))
    if result.total > 1:
        lines.append(f"{result.passed} of {result.total} cases are right.")
    return lines


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
    return "".join(f'<code style="{CODE}">{p}</code>' if i % 2 else p
                   for i, p in enumerate(pieces))


def _card(accent, verdict, heading, body, attributes=""):
    return (f'<div class="course-card"{attributes} style="{STYLE.format(accent=accent)}">'
            # a status: screen readers say the verdict when the card appears
            f'<div role="status"><strong>{html.escape(verdict)}</strong> – '
            f"{html.escape(heading)}</div>"
            f"{body}</div>")


@dataclass(frozen=True)
class Note:
    """A heading and a sentence: hints and the like."""

    heading: str
    text: str

    def __str__(self):
        return f"{self.heading}\n{self.text}"

    __repr__ = __str__

    def _repr_html_(self):
        return _card("#0072B2", "→", self.heading, f"<div>{_rich(self.text)}</div>")


@dataclass(frozen=True)
class Solution:
    """The course's code, the formula, and a variation."""

    record: object
    source: str

    def __str__(self):
        r = self.record
        return "\n".join(filter(None, [f"Solution – {_heading(r)}", r.formula, "", self.source,
                                       f"Now vary it: {r.variation}" if r.variation else ""]))

    __repr__ = __str__

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


@dataclass(frozen=True)
class Progress:
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
        return [f"{r.number} – {what}." for r, _ in self.rows
                for what in self.met.get(r.id, ())]

    def __str__(self):
        lines = [self._counts(), *("  ".join(row) for row in self._cells())]
        return "\n".join([*lines, *([MET] if self._met() else []), *self._met()])

    __repr__ = __str__

    def _repr_html_(self):
        met = "".join(f"<li>{_rich(line)}</li>" for line in self._met())
        summary = f'<p style="margin:.6em 0 0">{MET}</p><ul style="margin:0">{met}</ul>'
        return _card("#0072B2", "Progress", self._counts(),
                     _table(self._cells()) + (summary if met else ""))


@dataclass(frozen=True)
class Lectures:
    """The lecture concepts that one notebook covers: id and title."""

    notebook: str
    rows: tuple

    def _heading(self):
        return f"notebook {self.notebook} covers {len(self.rows)} concepts of the lectures"

    def __str__(self):
        return "\n".join([self._heading(), *("  ".join(row) for row in self.rows)])

    __repr__ = __str__

    def _repr_html_(self):
        return _card("#0072B2", "Lectures", self._heading(), _table(self.rows))


MET = "Met on the way, worth a second look before an exam:"


def _table(rows):
    return "<table>" + "".join("<tr>" + "".join(
        f'<td style="text-align:left;padding:.1em .8em .1em 0">{html.escape(c)}</td>'
        for c in row) + "</tr>" for row in rows) + "</table>"


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
