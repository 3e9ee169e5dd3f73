r"""`predict(id)` asks before the answer is run; `reveal(id)` answers beside the evidence.

Choosing and "Commit" lock the choice and say which cells to run; "I have looked" then tells
whether it holds and why each choice tempts. The questions are records (`records.Prediction`).
In a notebook:

    predict("01-line")     # where the question is
    reveal("01-line")      # below the cells that answer it; may be left out

Both show the same prediction and follow each other; where `reveal` stands, the answer appears
there and the box above keeps the marks ✓ and ✗. What was chosen is in `memory` and nowhere else.
Without live widgets (reopened, exported, on GitHub) the last state is there as HTML (`still`).

Texts of a record may hold formulas between dollar signs: typeset where the page can, else plain.
"""

import html
import os
import re
from dataclasses import dataclass

import ipywidgets as widgets

from course_utils import page
from course_utils.exercises import memory
from course_utils.exercises.records import Prediction, prediction
from course_utils.still import Still, in_notebook

BLUE, GREEN, VERMILION = "#0072B2", "#009E73", "#D55E00"
BOX = (
    f"border:1px solid var(--jp-border-color2,#bdbdbd);border-left:6px solid {BLUE};"
    "border-radius:3px;padding:.6em .9em;margin:.4em 0;line-height:1.5;"
    "font-size:var(--jp-content-font-size1,14px);"
    f"max-width:{page.WIDTH}px;"
    "box-sizing:border-box;color:var(--jp-content-font-color1,inherit);"
    "background:var(--jp-layout-color1,transparent);"
    "font-family:var(--jp-content-font-family,system-ui,sans-serif)"
)
FONT = "font-size:var(--jp-content-font-size1,14px);"
# The call above a box is no reading matter: quiet, unless one is in it.
QUIET = """.jp-CodeCell:has(.course-predict):not(:focus-within) .jp-InputArea
  {opacity:.5}
.jp-CodeCell:has(.course-predict):not(:focus-within) .jp-InputArea-editor
  {background:transparent;border-color:transparent}"""
# A button shows no formula and cuts long words off: so each choice is a line of text (with its
# sign) under a see-through button that says the same to a screen reader.
CSS = f"""<style>{QUIET}
.course-predict {{{BOX}}}
.course-predict .widget-html, .course-predict .widget-html-content,
.course-predict .widget-htmlmath, .course-predict .widget-htmlmath-content {{height:auto;
  width:auto;{FONT}line-height:1.5;white-space:normal;margin:0;color:inherit}}
.course-predict .course-choice {{position:relative;display:flex;width:100%;margin:3px 0;
  overflow:visible;align-items:baseline;padding:.3em .8em;{FONT}line-height:1.4}}
.course-predict mjx-container, .course-predict mjx-container * {{line-height:0 !important}}
.course-predict .course-choice::before {{content:"○";flex:0 0 1.5em}}
.course-predict .course-chosen::before {{content:"●";color:{BLUE}}}
.course-predict .course-right::before {{content:"✓";color:{GREEN};font-weight:bold}}
.course-predict .course-wrong::before {{content:"✗";color:{VERMILION};font-weight:bold}}
.course-predict .course-chosen {{font-weight:bold}}
.course-predict .course-choice button.widget-button {{position:absolute;inset:0;height:100%;
  min-width:100%;margin:0;padding:0;overflow:hidden;background:transparent;color:transparent;
  white-space:normal;line-height:1;border:1px solid var(--jp-border-color1,#9e9e9e);
  border-radius:3px;opacity:1;box-shadow:none}}
.course-predict .course-choice button.widget-button:hover:enabled
  {{background:rgba(0,114,178,.1)}}
.course-predict .course-chosen button.widget-button {{border:2px solid {BLUE}}}
.course-predict .course-right button.widget-button {{border:2px solid {GREEN}}}
.course-predict .course-chosen.course-wrong button.widget-button
  {{border:2px solid {VERMILION}}}
.course-predict button.course-act {{width:max-content !important;min-width:8em;
  align-self:flex-start;height:auto;min-height:32px;margin:.4em 0;padding:.3em 1.4em;{FONT}
  line-height:1.4;font-weight:600;background:{BLUE};color:#fff;border:1px solid {BLUE};
  border-radius:3px;opacity:1}}
.course-predict button.course-act:disabled {{background:var(--jp-layout-color3,#bdbdbd);
  color:var(--jp-content-font-color2,#616161);border-color:var(--jp-border-color1,#9e9e9e);
  cursor:not-allowed}}
.course-predict button.widget-button:focus-visible {{outline:3px solid
  var(--jp-brand-color1,#1976d2);outline-offset:2px}}
</style>"""
KEPT = "What you chose comes back with it."
AGAIN = ("<strong>The room votes again</strong>, after the talk. Chosen: {chosen}; you can change "
         "it. Commit in either case.")

_boxes = {}  # id -> Question of this kernel: all its views follow each other


def ask_again(id):
    """Open one prediction for a second vote, as a room asks; None opens none."""
    before, memory.SESSION.again = memory.SESSION.again, id
    for name in {before, id} & _boxes.keys():
        _boxes[name].refresh()


def predict(asked):
    """Show a question with its choices, by its id such as "01-line", before its cells are run."""
    box = _box(asked)
    show(box.still, as_text(box.record))


def reveal(asked):
    """Show the answer of a prediction asked further up, beside the cells that give it."""
    box = _box(asked)
    box.answer_beside()
    show(box.beside_still, answer_as_text(box.record))


def _box(asked):
    record = asked if isinstance(asked, Prediction) else prediction(asked)
    box = _boxes.get(record.id)
    if box is None or box.record != record or getattr(box.widget, "comm", None) is None:
        box = _boxes[record.id] = Question(record)
    box.draw()  # what is remembered may have changed: reset, or another kernel
    return box


def show(still, text):
    """Show a box in a notebook; print its text elsewhere. Silent where ``COURSE_QUIET`` is set."""
    if os.environ.get("COURSE_QUIET"):
        return
    if in_notebook():
        still.show()
    else:
        print(text)


# --- What was chosen --------------------------------------------------------------------------


@dataclass(frozen=True)
class Vote:
    """Where one stands with a prediction: letters, None where nothing was said.

    ``committed`` is the last of ``votes``, which holds every committed letter in order; ``again``
    says whether one of them was given when a room asked for a second vote.
    """

    chosen: str | None = None
    votes: tuple = ()
    revealed: bool = False
    again: bool = False

    @property
    def committed(self):
        """The letter committed to last, or None."""
        return self.votes[-1] if self.votes else None


def vote(record):
    """Read from the memory where one stands with a prediction."""
    chosen, votes, revealed, again = None, [], False, False
    for event in memory.events(record.notebook, id=record.id):
        letter = event.get("choice")
        if event["kind"] == "chosen" and letter in record.choices:
            chosen = letter
        elif event["kind"] == "committed" and letter in record.choices:
            chosen = letter
            votes.append(letter)
            again = again or bool(event.get("again"))
        revealed = revealed or event["kind"] == "revealed"
    return Vote(chosen, tuple(votes), revealed, again)


# --- Words ------------------------------------------------------------------------------------

TEX = {r"\top": "ᵀ", r"\cdot": "·", r"\times": "×", r"\partial": "∂", r"\phi": "φ",
       r"\sigma": "σ", r"\tau": "τ", r"\ell": "ℓ", r"\le": "≤", r"\ge": "≥", r"\ne": "≠",
       r"\tfrac12": "½", r"\,": " "}  # fmt: skip


def plain(text):
    r"""Text without HTML and TeX: what a button and plain text can show.

    >>> plain("w<sub>1</sub> &lt; 0")
    'w1 < 0'
    >>> plain(r"$d_z = h^{\top} w_1$")
    'd_z = hᵀ w₁'
    """
    def formula(found):
        tex = re.sub(r"\^\{?\\top\}?", "ᵀ", found[1])
        for command, sign in TEX.items():
            tex = re.sub(re.escape(command) + r"(?![a-zA-Z])", sign, tex)
        tex = re.sub(r"\\mathrm\{(\w+)\}|\\(sin|log|max)\b", lambda name: name[1] or name[2], tex)
        for sign, digits in (("_", "₀₁₂₃₄₅₆₇₈₉₋"), (r"\^", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")):
            small = str.maketrans("0123456789-", digits)
            tex = re.sub(sign + r"(\d|\{-?\d+\})", lambda at, to=small: at[1].translate(to), tex)
        return re.sub(r"[{}]", "", tex.replace("-", "−"))

    text = re.sub(r"\$([^$]+)\$", formula, text)
    return html.unescape(re.sub(r"</?[a-zA-Z][^>]*>", "", text))


def as_text(record):
    """Question and choices on one line."""
    return f"Prediction: {in_a_line(record)}"


def in_a_line(record):
    """The same without a word before it."""
    choices = "  ".join(f"{letter}) {plain(text)}" for letter, text in record.choices.items())
    return f"{plain(record.question)}  {choices}"


def answer_as_text(record):
    """The line that stands for the answer where there is no page."""
    return f"Answer to the prediction {record.id}: unfold it on the page, or run the notebook."


def as_html(record, at=Vote()):  # noqa: B008 - frozen
    """Question, choices, what was chosen and the answer, for pages without live widgets.

    The answer is folded until it was revealed.
    """
    if at.revealed:
        end = _reasons(record, at)
    else:
        said = _status(at, record) if at.chosen else f"Commit to one, then run: {record.run}."
        end = f"<p style='margin:.4em 0'>{said}</p>{_folded(record)}"
    return boxed(_question(record) + choice_list(record, lambda letter: _sign(record, at, letter))
                 + end)


def answer_html(record, at):
    """The answer as it stands beside the evidence, for pages without live widgets."""
    return boxed(_reminder(record, at) + (_reasons(record, at) if at.revealed else
                                          _folded(record)))


def boxed(content, more=""):
    """HTML in the box of a prediction; ``more`` are further classes of it."""
    return (f'<style>{QUIET}</style><div class="course-predict{more}" style="{BOX}">{content}'
            "</div>")


def choice_list(record, sign):
    """The choices, each after its ``sign(letter)``."""
    # The letters are written out: Jupyter's own style turns an ordered list to 1, 2, 3.
    items = "".join(f"<li>{sign(letter)}{letter}: {text}</li>"
                    for letter, text in record.choices.items())
    return f'<ul style="margin:.4em 0;padding-left:1em;list-style:none">{items}</ul>'


def _question(record):
    return f'<div style="margin-bottom:.3em"><strong>Predict.</strong> {record.question}</div>'


def _room_link(record):
    """On stage beside a room: its page, with this question open (`course present --room`)."""
    page = os.environ.get("COURSE_ROOM_PAGE")
    at = html.escape(f"{page}#{record.id}", quote=True)
    return ('<div style="float:right;text-decoration:underline">'
            f'<a href="{at}" target="course-room">Ask the room ▸</a></div>' if page else "")


def _reminder(record, at):
    """The question again, far below where it was asked, with one's own answer."""
    own = ""
    if at.committed and not at.revealed:
        said = f"{at.committed}: {record.choices[at.committed]}"
        own = f"<div>You said <strong>{said}</strong>.</div>"
    return (f'<div style="margin-bottom:.3em"><strong>Did it hold?</strong> {record.question}'
            f"{own}</div>")


def _folded(record):
    return ("<details><summary>Answer (after you have looked)</summary>"
            f"{_reasons(record, Vote())}</details>")


def _sign(record, at, letter):
    """✓ or ✗ once revealed, else whether a choice is chosen; nothing as long as none is."""
    if at.revealed:
        return mark(record, at.committed, letter)
    return ("● " if letter == at.chosen else "○ ") if at.chosen else ""


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


def _reasons(record, at):
    """One's own choice first and set apart, then what holds, then why the others tempt."""
    own, right = at.committed, record.answer
    parts = []
    if own:
        held = own == right
        said = f"Your prediction, {own}, {'holds' if held else 'does not hold'}."
        more = f"{record.holds} {record.why[own]}" if held else record.why[own]
        parts.append(
            f'<div class="course-own" style="border-left:4px solid {GREEN if held else VERMILION};'
            "background:var(--jp-layout-color2,#f5f5f5);padding:.4em .8em;margin:.4em 0\">"
            f'<strong>{"✓" if held else "✗"} {said}</strong> {more}</div>'
        )
    if own != right:
        parts.append(f"<div style='margin:.4em 0'><strong>{right} holds: {record.choices[right]}."
                     f"</strong> {record.holds} {record.why[right]}</div>")
    return (f"{''.join(parts)}<div style='margin:.4em 0 0'>What tempts in the others:</div>"
            f"{tempting(record, own)}")


def _status(at, record, beside=False):
    if at.revealed:
        below = "The reasons stand below, beside what you have run." if beside else ""
        if not at.committed:
            return f"The answer was shown without a vote of yours. {below}".strip()
        held = "holds" if at.committed == record.answer else "does not hold"
        return f"<strong>Your prediction, {at.committed}, {held}.</strong> {below}".strip()
    if at.committed:
        below = " The answer then stands below them." if beside else ""
        return f"Committed: {at.committed}. Now run: {record.run}.{below}"
    if at.chosen:
        return f"Chosen: {at.chosen}. You can still change it."
    return "Choose one, then commit."


# --- The buttons ------------------------------------------------------------------------------


class Question:
    """The live boxes of one prediction: the question, and the answer beside the evidence.

    Both are drawn from what is remembered; a click adds to the memory and draws again.
    """

    def __init__(self, record):
        self.record, self.at, self._beside = record, Vote(), False
        self.choices, self.rows = choice_rows(record, self.choose)
        self.commit_button = _act("Commit", self.commit)
        self.looked_button = _act("I have looked", self.reveal)
        self.anyway_button = _act("Show the answer", self.reveal)
        self.words, self.answer, self.reminder = (widgets.HTMLMath() for _ in range(3))
        self._title = widgets.HTMLMath(CSS + _question(record) + _room_link(record))
        self.widget, self.beside = widgets.VBox(), widgets.VBox()
        for box in (self.widget, self.beside):
            box.add_class("course-predict")
        more = KEPT if memory.home() else ""
        self.still = Still(self.widget, self._last, more=more)
        self.beside_still = Still(self.beside, self._last_beside, more=more)
        self.draw()

    @property
    def committed(self):
        """Whether the choice is locked: one was committed to, and no room asks once more."""
        return self.at.committed is not None and not self.asked_again

    @property
    def asked_again(self):
        """Whether a room asks for the second vote, and it was not given."""
        return memory.SESSION.again == self.record.id and not (self.at.again or self.at.revealed)

    def choose(self, letter):
        """Mark one choice; it can still be changed."""
        if not (self.committed or self.at.revealed or letter == self.at.chosen):
            self._keep("chosen", choice=letter)

    def commit(self):
        """Lock the choice and say which cells to run."""
        if not (self.committed or self.at.revealed or self.at.chosen is None):
            again = {"again": True} if self.asked_again else {}
            self._keep("committed", choice=self.at.chosen, **again)
            memory.tell("vote", self.record.id, choice=self.at.chosen)
            if not self._beside:
                self.looked_button.focus()  # the button that had it is gone

    def reveal(self):
        """Tell whether the choice holds, and why each one tempts.

        Without a choice only where the answer stands beside the evidence: one who is there
        has seen it.
        """
        if not self.at.revealed and (self.at.committed or self._beside):
            self._keep("revealed")

    def answer_beside(self):
        """From here on the answer stands beside the evidence."""
        self._beside = True
        self.draw()

    def _keep(self, kind, **what):
        memory.keep(self.record.notebook, kind, self.record.id, **what)
        self.refresh()

    def refresh(self):
        """Draw again, here and what is left on the page."""
        self.draw()
        self.still.update()
        self.beside_still.update()

    def draw(self):
        """Show what is remembered."""
        self.at = at = vote(self.record)
        for row, (letter, button) in zip(self.rows, self.choices.items(), strict=True):
            right = letter == self.record.answer
            button.disabled = self.committed or at.revealed
            draw_choice(row, button, f"{letter}: {self.record.choices[letter]}",
                        chosen=letter == at.chosen, right=at.revealed and right,
                        wrong=at.revealed and not right)
        self.commit_button.disabled = at.chosen is None
        said = _status(at, self.record, self._beside)
        if at.committed and self.asked_again:
            said = AGAIN.format(chosen=at.chosen)
        self.words.value = ('<div style="margin:.3em 2px" role="status" aria-live="polite">'
                            f"{said}</div>")
        self.answer.value = _reasons(self.record, at) if at.revealed else ""
        if not (self.committed or at.revealed):
            below = [self.commit_button, self.words]
        elif self._beside:
            below = [self.words]
        else:
            below = [self.answer] if at.revealed else [self.words, self.looked_button]
        self.widget.children = [self._title, *self.rows, *below]
        self._draw_beside()

    def _draw_beside(self):
        if not self._beside:
            return
        unsaid = "" if self.at.committed or self.at.revealed else (
            "<div>You have not committed to an answer: the question stands further up.</div>")
        self.reminder.value = CSS + _reminder(self.record, self.at) + unsaid
        more = self.answer if self.at.revealed else (
            self.looked_button if self.at.committed else self.anyway_button)
        self.beside.children = [self.reminder, more]

    def _last(self):
        return {"text/plain": as_text(self.record), "text/html": as_html(self.record, self.at)}

    def _last_beside(self):
        return {"text/plain": answer_as_text(self.record),
                "text/html": answer_html(self.record, self.at)}


def choice_rows(record, press):
    """A button for each letter, and rows of words with their button; ``press`` gets the letter."""
    choices, rows = {}, []
    for letter, text in record.choices.items():
        button = choices[letter] = widgets.Button()
        button.on_click(lambda _, letter=letter: press(letter))
        rows.append(widgets.Box([widgets.HTMLMath(f"{letter}: {text}"), button]))
        rows[-1].add_class("course-choice")
    return choices, rows


def draw_choice(row, button, text, **looks):
    """Show a choice as it stands: its looks are chosen, right, wrong and the like."""
    sign = "✓" if looks["right"] else "✗" if looks["wrong"] else "●" if looks["chosen"] else "○"
    button.description = f"{sign}  {plain(text)}"
    for name, on in looks.items():
        (row.add_class if on else row.remove_class)(f"course-{name}")


def _act(description, do):
    button = widgets.Button(description=description)
    button.add_class("course-act")
    button.on_click(lambda _: do())
    return button
