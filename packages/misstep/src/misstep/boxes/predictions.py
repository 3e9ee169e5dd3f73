r"""`predict(id)` asks before the answer is run; `reveal(id)` answers beside the evidence.

Choosing and "Commit" lock the choice and say which cells to run; "I have looked" then tells
whether it holds and why each choice tempts. The questions are records (`questions.Prediction`).
In a notebook:

    predict("01-line")     # where the question is
    reveal("01-line")      # below the cells that answer it; may be left out

Both show the same prediction and follow each other; where `reveal` stands, the answer appears
there and the box above keeps the marks ✓ and ✗. What was chosen is in `memory` and nowhere else.
Without live widgets (reopened, exported, on GitHub) the last state is there as HTML (`still`).
"""

import html
import os
from dataclasses import dataclass

from misstep import cards, memory
from misstep.boxes import markup
from misstep.course import current
from misstep.questions import Prediction, in_a_line, prediction
from widgets import page
from widgets.page import GREEN, VERMILION

AGAIN = ("<strong>The room votes again</strong>, after the talk. Chosen: {chosen}; you can change "
         "it. Commit in either case.")


def predict(asked: str | Prediction) -> None:
    """Show a question with its choices, by its id such as "01-line", before its cells are run."""
    box = _box(asked)
    cards.show(box.view.still)


def reveal(asked: str | Prediction) -> None:
    """Show the answer of a prediction asked further up, beside the cells that give it."""
    box = _box(asked)
    box.answer_beside()
    if page.on_stage():  # a room has voted; who presents has one key
        box.reveal()
    cards.show(box.beside.still)


def _box(asked):
    record = asked if isinstance(asked, Prediction) else prediction(asked)
    boxes = current().session.boxes
    box = boxes.get(record.id)
    if box is None or box.record != record:
        box = boxes[record.id] = Question(record)
    box.refresh()  # what is remembered may have changed: reset, or another kernel
    return box


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
    events = memory.events(record.notebook, id=record.id)
    answers = [e for e in events
               if e["kind"] in ("chosen", "committed") and e.get("choice") in record.choices]
    votes = [e for e in answers if e["kind"] == "committed"]
    return Vote(chosen=answers[-1]["choice"] if answers else None,
                votes=tuple(e["choice"] for e in votes),
                revealed=any(e["kind"] == "revealed" for e in events),
                again=any(e.get("again") for e in votes))


# --- Words ------------------------------------------------------------------------------------

def as_text(record):
    """Question and choices on one line."""
    return f"Prediction: {in_a_line(record)}"


def as_html(record, at=Vote()):  # noqa: B008 - frozen
    """Question, choices, what was chosen and the answer, for pages without live widgets.

    The answer is folded until it was revealed.
    """
    if at.revealed:
        end = _reasons(record, at)
    else:
        sentence = _status(at, record) if at.chosen else f"Commit to one, then run: {record.run}."
        end = f"<p style='margin:.4em 0'>{sentence}</p>{_folded(record)}"
    choices = markup.choice_list(record, lambda letter: _sign(record, at, letter))
    return markup.boxed(_question(record) + choices + end)


def answer_html(record, at):
    """The answer as it stands beside the evidence, for pages without live widgets."""
    end = _reasons(record, at) if at.revealed else _folded(record)
    return markup.boxed(_reminder(record, at) + end)


def _question(record):
    return markup.titled("Predict.", record.question)


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
        sentence = f"{at.committed}: {record.choices[at.committed]}"
        own = f"<div>You said <strong>{sentence}</strong>.</div>"
    return markup.titled("Did it hold?", record.question + own)


def _folded(record):
    return ("<details><summary>Answer (after you have looked)</summary>"
            f"{_reasons(record, Vote())}</details>")


def _sign(record, at, letter):
    """✓ or ✗ once revealed, else whether a choice is chosen; nothing as long as none is."""
    if at.revealed:
        return markup.mark(record, at.committed, letter)
    return ("● " if letter == at.chosen else "○ ") if at.chosen else ""


def _reasons(record, at):
    """One's own choice first and set apart, then what holds, then why the others tempt."""
    own, right = at.committed, record.answer
    parts = []
    if own:
        held = own == right
        sentence = f"Your prediction, {own}, {'holds' if held else 'does not hold'}."
        more = f"{record.holds} {record.why[own]}" if held else record.why[own]
        parts.append(
            f'<div class="course-own" style="border-left:4px solid {GREEN if held else VERMILION};'
            "background:var(--jp-layout-color2,#f5f5f5);padding:.4em .8em;margin:.4em 0\">"
            f'<strong>{"✓" if held else "✗"} {sentence}</strong> {more}</div>'
        )
    if own != right:
        parts.append(markup.what_holds(record, "margin:.4em 0", f"{record.holds} "))
    return (f"{''.join(parts)}<div style='margin:.4em 0 0'>What tempts in the others:</div>"
            f"{markup.tempting(record, own)}")


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

    Both are drawn from what is remembered; a press adds to the memory and draws again.
    """

    def __init__(self, record):
        self.record, self._beside = record, False
        self.view = markup.View(self.question_html, self.press, self._last)
        self.beside = markup.View(self.beside_html, self.press, self._last_beside)

    @property
    def at(self):
        """Where one stands, as it is remembered."""
        return vote(self.record)

    @property
    def committed(self):
        """Whether the choice is locked: one was committed to, and no room asks once more."""
        return self.at.committed is not None and not self.asked_again

    @property
    def asked_again(self):
        """Whether a room asks for the second vote, and it was not given."""
        again = current().session.again == self.record.id
        return again and not (self.at.again or self.at.revealed)

    def press(self, act):
        """Do what a button asks for: "choose B", "commit", "reveal"."""
        verb, _, letter = act.partition(" ")
        if verb == "choose" and letter in self.record.choices:
            self.choose(letter)
        elif act == "commit":
            self.commit()
        elif act == "reveal":
            self.reveal()

    def choose(self, letter):
        """Mark one choice; it can still be changed."""
        if not (self.committed or self.at.revealed or letter == self.at.chosen):
            self._remember("chosen", choice=letter)

    def commit(self):
        """Lock the choice and say which cells to run."""
        if not (self.committed or self.at.revealed or self.at.chosen is None):
            chosen, again = self.at.chosen, {"again": True} if self.asked_again else {}
            self._remember("committed", choice=chosen, **again)
            memory.tell("vote", self.record.id, choice=chosen)

    def reveal(self):
        """Tell whether the choice holds, and why each one tempts.

        Without a choice only where the answer stands beside the evidence: one who is there
        has seen it.
        """
        if not self.at.revealed and (self.at.committed or self._beside):
            self._remember("revealed")

    def answer_beside(self):
        """From here on the answer stands beside the evidence."""
        self._beside = True
        self.view.draw()

    def _remember(self, kind, **what):
        memory.remember(self.record.notebook, kind, self.record.id, **what)
        self.refresh()

    def refresh(self):
        """Draw again, here and what is left on the page."""
        self.view.draw()
        if self._beside:
            self.beside.draw()

    def question_html(self):
        """The question's box as it stands."""
        at, answer = self.at, self.record.answer
        choices = "".join(
            markup.choice_button(letter, text, closed=self.committed or at.revealed,
                                 chosen=letter == at.chosen,
                                 right=at.revealed and letter == answer,
                                 wrong=at.revealed and letter != answer)
            for letter, text in self.record.choices.items())
        return markup.live(_room_link(self.record) + _question(self.record) + choices
                           + self._below(at))

    def _below(self, at):
        sentence = _status(at, self.record, self._beside)
        if at.committed and self.asked_again:
            sentence = AGAIN.format(chosen=at.chosen)
        words = markup.spoken(sentence, 'style="margin:.3em 2px" ')
        if not (self.committed or at.revealed):
            return words + markup.act_button("commit", "Commit", off=at.chosen is None)
        if self._beside:
            return words
        if at.revealed:
            return words + _reasons(self.record, at)
        return words + markup.act_button("reveal", "I have looked", following=True)

    def beside_html(self):
        """The answer's box as it stands."""
        at = self.at
        unsaid = "" if at.committed or at.revealed else (
            "<div>You have not committed to an answer: the question stands further up.</div>")
        more = _reasons(self.record, at) if at.revealed else markup.act_button(
            "reveal", "I have looked" if at.committed else "Show the answer")
        return markup.live(f'{_reminder(self.record, at)}{unsaid}<div role="status">{more}</div>'
                           if at.revealed else f"{_reminder(self.record, at)}{unsaid}{more}")

    def _last(self):
        return {"text/plain": as_text(self.record), "text/html": as_html(self.record, self.at)}

    def _last_beside(self):
        return {"text/plain": f"Answer to the prediction {self.record.id}: unfold it on the page, "
                "or run the notebook.",
                "text/html": answer_html(self.record, self.at)}
