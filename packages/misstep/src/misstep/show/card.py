"""The frame of a card, a card of one sentence, and how both get on the page. Knows no verdict."""

import html
import os
from dataclasses import dataclass

from misstep import kernel
from misstep.show import page

STYLE = (f"max-width:{page.WIDTH}px;box-sizing:border-box;line-height:1.5;"
         "overflow-wrap:anywhere")


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
        from IPython.display import display

        display(card)
    else:
        print(card)
