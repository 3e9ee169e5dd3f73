"""The box in which two questions of earlier notebooks are asked: one click, the reason at once.

The questions are records (`questions.Recall`), which of them come back is in `ideas`, what was
answered in `memory` (an event `recalled` with `choice` and `where`, the notebook that asked).
The box looks like a prediction and behaves as one: keyboard, live region, formulas between
dollar signs, last state as HTML (`still`).
"""

import functools

from misstep import memory
from misstep.boxes import markup
from misstep.questions import in_a_line, plain_text, predictions
from widgets.page import GREEN, VERMILION

TITLE = "What is left from earlier notebooks?"
ASK = "Two questions, one click each. What does not hold comes back first."
HEADING = markup.titled(TITLE, ASK)


def as_text(questions, title=f"{TITLE} {ASK}"):
    """The questions and their choices, one line each."""
    return "\n".join([title,
                      *(f"{n}. {in_a_line(q)}" for n, q in enumerate(questions, 1))])


def as_html(pairs, heading=HEADING):
    """Questions, choices and what was answered, for pages without live widgets.

    The answer is folded until the question was answered.
    """
    parts = []
    for q, own in pairs:
        sign = functools.partial(markup.mark, q, own) if own else lambda letter: ""
        end = _reasons(q, own) if own else (
            '<details class="course-recall-answer"><summary>Answer</summary>'
            f"{_reasons(q, None)}</details>")
        parts.append(f'<div style="flex:1 1 19em;min-width:0">{_question(q)}'
                     f"{markup.choice_list(q, sign)}{end}</div>")
    return markup.boxed(f'{heading}<div style="display:flex;flex-wrap:wrap;gap:.4em 2em">'
                      f'{"".join(parts)}</div>', " course-recall")


def _question(q):
    return markup.titled(f"From {q.notebook}.", q.question)


def _verdict(q, own):
    """Whether the answer holds, and why; the right one with its reason if it does not."""
    held = own == q.answer
    colour = GREEN if held else VERMILION
    right = "" if held else markup.what_holds(q, "margin-top:.3em")
    return (f'<div style="border-left:4px solid {colour};padding:.2em .8em;margin:.4em 0;'
            'background:var(--jp-layout-color2,#f5f5f5)"><strong>'
            f'{"✓" if held else "✗"} {own} {"holds" if held else "does not hold"}.</strong> '
            f"{q.why[own]}{right}</div>")


def _reasons(q, own):
    """The verdict, then what tempts in the other choices; without an answer, what holds."""
    first = _verdict(q, own) if own else markup.what_holds(q, "margin:.4em 0")
    return (f"{first}<details{'' if own else ' open'}><summary>What tempts in the others</summary>"
            f"{markup.tempting(q, own)}</details>")


class Pair:
    """The live box of two questions; `answers` holds the letters given, by id."""

    title, heading = f"{TITLE} {ASK}", HEADING

    def __init__(self, pairs, where):
        self.questions, self.where = [q for q, _ in pairs], where
        self.answers = {q.id: letter for q, letter in pairs if letter}
        self.view = markup.View(self.html, self.press, self._last)

    def press(self, act):
        """Do what a button asks for: "choose 2 B" is an answer to the second question."""
        _, number, letter = [*act.split(), "", "", ""][:3]
        if number in ("1", "2") and letter:
            question = self.questions[int(number) - 1]
            if letter in question.choices:
                self.answer(question, letter)

    def answer(self, question, letter):
        """Take the first answer to a question, remember it and show the reason."""
        if question.id in self.answers:
            return
        self.answers[question.id] = letter
        memory.remember(question.notebook, "recalled", question.id, choice=letter,
                    where=self.where or "")
        memory.tell("vote", question.id, choice=letter)
        self.view.draw()

    def html(self):
        """The box as it stands."""
        parts = "".join(f"<div>{_live(q, n, self.answers.get(q.id))}</div>"
                        for n, q in enumerate(self.questions, 1))
        return markup.live(f'{self.heading}<div class="course-pair">{parts}</div>'
                         f"{markup.spoken(self._summary())}", " course-recall")

    def _summary(self):
        wrong = [q for q in self.questions if self.answers.get(q.id, q.answer) != q.answer]
        if len(self.answers) < len(self.questions):
            return ""
        if not wrong:
            return f"Both hold. On with notebook {self.where}." if self.where else "Both hold."
        asked = ", ".join(f"{q.notebook} (“{_first_words(q)}”)" for q in wrong)
        return (f"{len(wrong)} of {len(self.questions)} did not hold and will come back; "
                f"it was asked in {asked}.")

    def _last(self):
        return {"text/plain": as_text(self.questions, self.title),
                "text/html": as_html([(q, self.answers.get(q.id)) for q in self.questions],
                                     self.heading)}


def _first_words(q):
    """The beginning of the prediction that asked first, to find it by."""
    asked = predictions().get(q.idea)
    words = plain_text(asked.question if asked else q.question).split()
    return " ".join(words[:6]) + (" …" if len(words) > 6 else "")


def _live(q, number, own):
    """One question of the box: open, or answered with a letter; its buttons keep the focus."""
    buttons = "".join(
        markup.choice_button(letter, text, asked=f"{number} {letter}", closed=own is not None,
                           chosen=letter == own, right=own is not None and letter == q.answer,
                           wrong=own is not None and letter != q.answer)
        for letter, text in q.choices.items())
    verdict, fold, others = _reasons(q, own).partition("<details") if own else ("", "", "")
    return f"{_question(q)}{buttons}{markup.spoken(verdict)}{fold}{others}"
