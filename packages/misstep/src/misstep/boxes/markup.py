"""How a question with choices looks, live and as HTML: what predictions and recalls share.

Texts of a record may hold formulas between dollar signs: typeset where the page can, else plain.
"""

import html
import re

from misstep import memory
from misstep.course import current
from misstep.questions import plain_text
from widgets import page
from widgets.page import BLUE, GREEN, VERMILION
from widgets.still import Still, live_classes

FONT = "font-size:var(--jp-content-font-size1,14px);"
BOX = page.box(BLUE, f"line-height:1.5;{FONT}max-width:{page.WIDTH}px;box-sizing:border-box")
# The call above a box is no reading matter: quiet, unless one is in it.
QUIET = """.jp-CodeCell:has(.course-predict):not(:focus-within) .jp-InputArea
  {opacity:.5}
.jp-CodeCell:has(.course-predict):not(:focus-within) .jp-InputArea-editor
  {background:transparent;border-color:transparent}"""
KEPT = "What you chose comes back with it."


def boxed(content, more=""):
    """HTML in the box of a prediction; ``more`` are further classes of it."""
    return (f'<style>{QUIET}</style><div class="course-predict{more}" style="{BOX}">{content}'
            "</div>")


def titled(title, words):
    """A question or the like, after a word in bold."""
    return f'<div style="margin-bottom:.3em"><strong>{title}</strong> {words}</div>'


def spoken(words, style=""):
    """Words that a screen reader says when they change."""
    return f'<div {style}role="status" aria-live="polite">{words}</div>'


def what_holds(record, style, shown=""):
    """The right choice, what the cells have ``shown``, and why it is right."""
    return (f"<div style='{style}'><strong>{record.answer} holds: {record.choices[record.answer]}."
            f"</strong> {shown}{record.why[record.answer]}</div>")


def choice_list(record, sign):
    """The choices, each after its ``sign(letter)``."""
    # The letters are written out: Jupyter's own style turns an ordered list to 1, 2, 3.
    items = "".join(f"<li>{sign(letter)}{letter}: {text}</li>"
                    for letter, text in record.choices.items())
    return f'<ul style="margin:.4em 0;padding-left:1em;list-style:none">{items}</ul>'


def mark(record, own, letter):
    """✓ or ✗, and whether the choice is one's own."""
    right = letter == record.answer
    sign = f'<strong style="color:{GREEN if right else VERMILION}">{"✓" if right else "✗"}'
    return f"{sign}</strong> " + ("(yours) " if letter == own else "")


def tempting(record, own):
    """A list: why the choices tempt that are neither right nor one's own."""
    items = "".join(f"<li><strong>{letter}:</strong> {record.choices[letter]}. {reason}</li>"
                    for letter, reason in record.why.items() if letter not in (own, record.answer))
    return f'<ul style="margin:.2em 0 .4em;padding-left:1.4em">{items}</ul>'


# --- the live box: the same words, with buttons ------------------------------------------------


def live(content, more=""):
    """HTML of a live box; its look is `widgets/box.css`."""
    return typeset(f'<div class="course-predict{more}">{content}</div>')


def choice_button(letter, text, *, asked="", closed=False, **looks):
    """A choice as a button that asks for ``choose LETTER``, or ``choose`` what is ``asked``.

    Its looks are chosen, right, wrong; ``closed``: it can be reached, and does nothing any more.
    A screen reader hears the sign and, where there is a formula, its plain words.
    """
    sign = "✓" if looks["right"] else "✗" if looks["wrong"] else "●" if looks["chosen"] else "○"
    names = "".join(f" course-{name}" for name, on in looks.items() if on)
    label = html.escape(f"{sign} {plain_text(f'{letter}: {text}')}", quote=True)
    does, off = f"choose {asked or letter}", ' aria-disabled="true"' if closed else ""
    return (f'<button type="button" class="course-choice{names}" data-act="{does}"{off} '
            f'aria-label="{label}"><span>{letter}: {text}</span></button>')


def act_button(does, words, *, off=False, following=False):
    """A blue button; the focus goes to one that is ``following`` when its own button is gone."""
    return (f'<button type="button" class="course-act" data-act="{does}"{" disabled" * off}'
            f'{" data-next" * following}>{words}</button>')


def typeset(words):
    """HTML with its formulas as MathML, which browsers set themselves; plain without the tool."""
    try:
        from latex2mathml.converter import convert
    except ImportError:
        return re.sub(r"\$[^$<>]+\$", lambda found: html.escape(plain_text(found[0])), words)
    made = re.sub(r"\$([^$<>]+)\$", lambda found: convert(html.unescape(found[1])), words)
    return re.sub(r"<mi>(?=\w\w)", '<mi mathvariant="normal">', made)  # log: upright in any face


class View:
    """One live box, made when it is shown, and drawn from ``content()`` whenever that has changed.

    ``act`` is called with what a pressed button asks for; ``last()`` is what the still says. All
    three run in the course that made the box.
    """

    def __init__(self, content, act, last):
        within = current().within  # a press comes from the page, outside any verb
        self.content, self.act, self._box = within(content), within(act), None
        self.still = Still(self._made, within(last), more=KEPT if memory.home() else "")

    def _made(self):
        if self._box is None or self._box.comm is None:
            Box, _ = live_classes()
            self._box = Box(self.act, self.content())
        return self._box

    def draw(self):
        """Bring the page up to date."""
        if self._box is not None:
            self._box.html = self.content()
        self.still.update()
