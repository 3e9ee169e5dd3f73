"""`recall("04")` asks two questions of earlier notebooks again: one click, the reason at once.

The questions are records (`records.Recall`), which of them come back is in `ideas`, what was
answered in `memory` (an event `recalled` with `choice` and `where`, the notebook that asked).
The box looks like a prediction and behaves as one: keyboard, live region, formulas between
dollar signs, last state as HTML (`still`).
"""

import functools
import re

import ipywidgets as widgets

from course_utils.exercises import cards, ideas, memory
from course_utils.exercises.portable import tidy
from course_utils.exercises.predictions import (
    CSS,
    GREEN,
    KEPT,
    VERMILION,
    boxed,
    choice_list,
    choice_rows,
    draw_choice,
    in_a_line,
    mark,
    plain,
    show,
    tempting,
)
from course_utils.exercises.records import predictions
from course_utils.still import Still

TITLE = "What is left from earlier notebooks?"
ASK = "Two questions, one click each. What does not hold comes back first."
HEADING = f'<div style="margin-bottom:.3em"><strong>{TITLE}</strong> {ASK}</div>'
# The two stand side by side where there is room. An answered row takes no click any more.
PAIR = f"""<style>
.course-recall .course-pair {{display:flex;flex-flow:row wrap;gap:.4em 2em;overflow:visible;
  width:100%}}
.course-recall .course-pair > * {{flex:1 1 19em;min-width:0;width:auto;overflow:visible}}
.course-recall .course-answered button.widget-button {{cursor:default}}
.course-recall .course-answered button.widget-button:hover:enabled {{background:transparent}}
.course-recall .course-own {{border-left:4px solid {VERMILION}}}
</style>"""


def recall(notebook=None):
    """Ask two questions from the notebooks before one ("04"); without a number, from all.

    Those first that did not hold when they were last asked, then those asked longest ago.
    """
    number = f"{notebook:02d}" if isinstance(notebook, int) else notebook
    form = number is None or isinstance(number, str) and re.match(r"\d\d[a-z]?$", number)
    if not form or not ideas.earlier(number):
        cards.show(cards.Note("Which notebook?", "expected the number of a notebook after "
                              f'{ideas.earlier()[0]}, such as `recall("04")`, got '
                              f"{tidy(repr(notebook), 40)}."))
        return
    box = Pair(ideas.pair(number), number)
    show(box.still, as_text(box.questions))


# --- words ------------------------------------------------------------------------------------


def as_text(questions):
    """The questions and their choices, one line each."""
    return "\n".join([f"{TITLE} {ASK}",
                      *(f"{n}. {in_a_line(q)}" for n, q in enumerate(questions, 1))])


def as_html(pairs):
    """Questions, choices and what was answered, for pages without live widgets.

    The answer is folded until the question was answered.
    """
    parts = []
    for q, own in pairs:
        items = choice_list(q, lambda letter, q=q, own=own: mark(q, own, letter) if own else "")
        end = _reasons(q, own) if own else (
            '<details class="course-recall-answer"><summary>Answer</summary>'
            f"{_reasons(q, None)}</details>")
        parts.append(
            f'<div style="flex:1 1 19em;min-width:0">{_question(q)}{items}{end}</div>')
    return boxed(f'{HEADING}<div style="display:flex;flex-wrap:wrap;gap:.4em 2em">'
                 f'{"".join(parts)}</div>', " course-recall")


def _question(q):
    return (f'<div style="margin-bottom:.3em"><strong>From {q.notebook}.</strong> '
            f"{q.question}</div>")


def _verdict(q, own):
    """Whether the answer holds, and why; the right one with its reason if it does not."""
    held = own == q.answer
    colour = GREEN if held else VERMILION
    right = "" if held else _what_holds(q, "margin-top:.3em")
    return (f'<div style="border-left:4px solid {colour};padding:.2em .8em;margin:.4em 0;'
            'background:var(--jp-layout-color2,#f5f5f5)"><strong>'
            f'{"✓" if held else "✗"} {own} {"holds" if held else "does not hold"}.</strong> '
            f"{q.why[own]}{right}</div>")


def _what_holds(q, style):
    return (f"<div style='{style}'><strong>{q.answer} holds: {q.choices[q.answer]}.</strong> "
            f"{q.why[q.answer]}</div>")


def _reasons(q, own):
    """The verdict, then what tempts in the other choices; without an answer, what holds."""
    first = _verdict(q, own) if own else _what_holds(q, "margin:.4em 0")
    return (f"{first}<details{'' if own else ' open'}><summary>What tempts in the others</summary>"
            f"{tempting(q, own)}</details>")


# --- the live box -----------------------------------------------------------------------------


class Pair:
    """The live box of two questions; `answers` holds the letters given, by id."""

    def __init__(self, pairs, where):
        self.questions, self.where = [q for q, _ in pairs], where
        self.answers = {q.id: letter for q, letter in pairs if letter}
        self.parts = {q.id: One(q, self.answers.get(q.id), self.answer) for q in self.questions}
        row = widgets.Box([part.widget for part in self.parts.values()])
        row.add_class("course-pair")
        self.words = widgets.HTMLMath()
        self.widget = widgets.VBox([widgets.HTMLMath(CSS + PAIR + HEADING), row, self.words])
        for name in ("course-predict", "course-recall"):
            self.widget.add_class(name)
        self.still = Still(self.widget, self._last, more=KEPT if memory.home() else "")
        self._sum_up()

    def answer(self, question, letter):
        """Take the first answer to a question, remember it and show the reason."""
        if question.id in self.answers:
            return
        self.answers[question.id] = letter
        memory.keep(question.notebook, "recalled", question.id, choice=letter,
                    where=self.where or "")
        memory.tell("vote", question.id, choice=letter)
        self.parts[question.id].draw(letter)
        self._sum_up()
        self.still.update()

    def _sum_up(self):
        wrong = [q for q in self.questions if self.answers.get(q.id, q.answer) != q.answer]
        if len(self.answers) < len(self.questions):
            said = ""
        elif not wrong:
            said = f"Both hold. On with notebook {self.where}." if self.where else "Both hold."
        else:
            asked = ", ".join(f"{q.notebook} (“{_first_words(q)}”)" for q in wrong)
            said = (f"{len(wrong)} of {len(self.questions)} did not hold and will come back; "
                    f"it was asked in {asked}.")
        self.words.value = f'<div role="status" aria-live="polite">{said}</div>'

    def _last(self):
        return {"text/plain": as_text(self.questions),
                "text/html": as_html([(q, self.answers.get(q.id)) for q in self.questions])}


def _first_words(q):
    """The beginning of the prediction that asked first, to find it by."""
    asked = predictions().get(q.idea)
    words = plain(asked.question if asked else q.question).split()
    return " ".join(words[:6]) + (" …" if len(words) > 6 else "")


class One:
    """One question of the box. Its buttons stay enabled, so that the focus stays where it is."""

    def __init__(self, question, own, answer):
        self.question = question
        self.choices, self.rows = choice_rows(question, functools.partial(answer, question))
        self.verdict, self.others = widgets.HTMLMath(), widgets.HTMLMath()
        self.widget = widgets.VBox([widgets.HTMLMath(_question(question)), *self.rows,
                                    self.verdict, self.others])
        self.draw(own)

    def draw(self, own):
        """Show the question as it stands: open, or answered with a letter."""
        q = self.question
        for row, (letter, button) in zip(self.rows, self.choices.items(), strict=True):
            right = letter == q.answer
            draw_choice(row, button, f"{letter}: {q.choices[letter]}", chosen=letter == own,
                        right=own and right, wrong=own and not right, answered=own)
        said, _, others = _reasons(q, own).partition("<details") if own else ("", "", "")
        self.verdict.value = f'<div role="status" aria-live="polite">{said}</div>'
        self.others.value = f"<details{others}" if others else ""
