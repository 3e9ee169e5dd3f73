"""`slip("softmax")` after a pass: one line of one's own answer is changed. Which? Then mend it.

What is changed is a mistake that the course knows (`planting`), with a call for the head that
shows it. The changed function is put in a cell below; the check says when it is mended.
"""

import ast
import html
import itertools
import os
from collections.abc import Callable

from misstep import cards, memory
from misstep.boxes import markup
from misstep.course import current
from misstep.judge import source
from misstep.session import named, state
from misstep.tutor import planting
from widgets import kernel

ABOVE = 1  # line of the cell above ``def``: `@exercise(…)`
SHORT = 2  # lines of a body, at least, among which one can be looked for


def slip(id: str | Callable | None = None, line: int | None = None) -> None:
    """Show an answer with one line changed, and ask which; ``line=4`` says it by its number."""
    r = named(id, "slip")
    if r is None or os.environ.get("COURSE_QUIET"):  # nobody is there to look for it
        return
    box = current().session.slips.get(r.id)
    if line is not None and box is not None:
        box.say(line)
        cards.show(cards.Note(box.title, box.sentence()))
        return
    if box is None or box.found or box.mended:
        result = state().get(r.id)
        if not result:
            cards.show(cards.Note(f"A slip in {r.id}", "One line of your own answer will be "
                                  "changed, for you to find: it has to pass first."))
            return
        box = _new(r, result.fn, box)
        if box is None:
            cards.show(cards.Note(f"A slip in {r.id}", "No slip that a call shows fits into this "
                                  "answer: there is nothing to look for here."))
            return
        current().session.slips[r.id] = box
        next_cell(box.cell())
    cards.show(box.view.still)


def _new(r, fn, before):
    """The box of the next slip in an answer; in the model answer if the own one is too short."""
    number = before.number + 1 if before else 0
    met = [e["misconception"] for e in memory.events(r.notebook, "try", r.id)
           if e.get("misconception")]
    for own, text in ((True, lambda: planting.text_of(fn)),
                      (False, lambda: planting.text_of_model(r))):
        try:
            text = text()
            if len(_code_lines(text)) < SHORT:
                continue
            found = list(itertools.islice(planting.planted(r, text, seed=number, met=met), 3))
        except (source.Unfollowed, OSError, TypeError, SyntaxError):
            continue
        # another mistake than those before, at least than the last, where there is one
        earlier = before.earlier if before else []
        found.sort(key=lambda p: (p.id in earlier[-1:], p.id in earlier))
        if found:
            return Slip(r, found[0], own, number, earlier)
    return None


def _code_lines(text):
    """(number, line) of the lines of a function's body, without its docstring and comments."""
    tree = text.tree
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    return [(n + ABOVE, line) for n, line in enumerate(text.lines, 1)
            if body and n >= body[0].lineno and line.strip() and not line.strip().startswith("#")]


class Slip:
    """The live box of one slip: the lines as buttons, and what was said of them."""

    def __init__(self, record, planted, own, number, earlier=()):
        self.record, self.planted, self.own, self.number = record, planted, own, number
        self.earlier = [*earlier, planted.id]  # the mistakes planted so far
        self.said = []  # numbers of lines, in order
        self.line = planted.line + ABOVE  # as the cell counts
        self.mended = False  # whether the answer has passed since
        self.view = markup.View(self.html, self.press, self._last)

    @property
    def found(self):
        """Whether the line was said."""
        return self.line in self.said

    @property
    def title(self):
        """What the box is headed with."""
        return f"A slip to find in {'your' if self.own else 'the course’s'} {self.record.id}"

    def question(self):
        """What was changed, and the call that shows it."""
        call, asked, right, came = self.planted.head
        head = "Work it out by hand: " if asked else ""
        return (f"One line is changed. {head}`{call}` is {right}; with the change it gives {came}. "
                "Which line is it?")

    def cell(self):
        """The changed function as a cell, to be mended."""
        return "\n".join([f'@exercise("{self.record.id}")', *self.planted.text.lines])

    def press(self, act):
        """Do what a button asks for: "choose 4"."""
        verb, _, line = act.partition(" ")
        if verb == "choose":
            self.say(line)

    def say(self, line):
        """Take a line's number."""
        number = int(line) if str(line).isdecimal() else 0
        if self.found or number not in dict(_code_lines(self.planted.text)):
            return
        self.said.append(number)
        if self.found:
            memory.remember(self.record.notebook, "slip", self.record.id, tries=len(self.said),
                            misconception=self.planted.id)
        self.view.draw()

    def sentence(self):
        """What the last line that was said comes to."""
        if self.found:
            return (f"✓ Line {self.line}: {self.planted.what}. Now mend it in the cell "
                    "below; the check says when it is right.")
        if self.said:
            return f"✗ Line {self.said[-1]} stands as {'you' if self.own else 'it was'} " + (
                "wrote it." if self.own else "written.")
        return ""

    def mend(self):
        """What the card says of it once the answer passes again."""
        self.mended = True
        return f"The slip is mended: in line {self.line}, {self.planted.what}."

    def html(self):
        """The box as it stands."""
        lines = "".join(
            code_button(str(n), line, closed=self.found, right=self.found and n == self.line,
                        wrong=n in self.said and n != self.line)
            for n, line in _code_lines(self.planted.text))
        question = markup.titled(f"{html.escape(self.title)}.", words(self.question()))
        return markup.live(f"{question}{lines}{markup.spoken(words(self.sentence()))}")

    def _last(self):
        lines = [f"{n}: {line}" for n, line in _code_lines(self.planted.text)]
        say = self.sentence() or f'Say it: `slip("{self.record.id}", line=…)`.'
        code = html.escape("\n".join(lines)).replace("$", "&#36;")
        return {"text/plain": "\n".join([f"{self.title}. {self.question()}", *lines,
                                         say]),
                "text/html": markup.boxed(
                    markup.titled(f"{html.escape(self.title)}.", words(self.question()))
                    + f'<pre style="margin:.4em 0;overflow-x:auto">{code}</pre>'
                    + f"<div>{words(say)}</div>")}


# --- what pieces share with it ------------------------------------------------------------------


def code_button(name, code, *, closed=False, **looks):
    """Lines of code as a choice."""
    looks = {"chosen": False, "right": False, "wrong": False, **looks}
    return markup.choice_button(name, as_code(code), closed=closed, **looks).replace("$", "&#36;")


def as_code(code):
    """Lines of code in HTML that keeps their indentation."""
    return f'<code style="white-space:pre-wrap">{html.escape(code)}</code>'


def words(text):
    """A sentence in HTML, `code` as code; a dollar sign begins no formula."""
    return cards.rich(text).replace("$", "&#36;")


def next_cell(code):
    """Put code into a new cell below the one that runs; nothing without a notebook."""
    shell = kernel.shell()
    if getattr(shell, "kernel", None) is not None:
        shell.set_next_input(code)
