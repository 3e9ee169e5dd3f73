"""`pieces("softmax")`: the lines of a right answer in mixed order, wrong ones among them.

Between hints and solution. The wrong lines are mistakes that the check names, planted in the model
answer; those that the student made come first. What is put in order is judged by the same check,
and stands in a cell once it passes.
"""

import ast
import html
import itertools
import os
import random
import string
from collections.abc import Callable

from misstep import cards, memory
from misstep.boxes import markup
from misstep.checking import check
from misstep.course import current
from misstep.judge import source
from misstep.session import named
from misstep.tutor import planting
from misstep.tutor.slip import as_code, code_button, next_cell, words

FEWEST = 3  # lines that are worth being put in order
WRONG = 3  # wrong ones among them, at most


def pieces(id: str | Callable | None = None, order: str | None = None) -> None:
    """Lay out the lines of an answer in mixed order; ``order="C A D"`` judges them by letters."""
    r = named(id, "pieces")
    if r is None or os.environ.get("COURSE_QUIET"):
        return
    box = current().session.pieces.get(r.id)
    if box is None:
        box = _new(r)
        if box is None:
            cards.show(cards.Note(f"Pieces of {r.id}", "Its answer is too short to be put in "
                                  f'order: there are `hint("{r.id}")` and `solution("{r.id}")`.'))
            return
        current().session.pieces[r.id] = box
    if order is not None:
        box.put(order)
    if box.result:
        next_cell(box.cell())
    judged = box.result or (cards.Note(box.title, box.unread) if box.unread else box.result)
    cards.show(box.view.still if order is None else judged)


def _new(r):
    """The box of an exercise; None if its answer has too few lines."""
    try:
        text = planting.text_of_model(r)
        groups = _groups(text)
    except (source.Unfollowed, OSError, TypeError, SyntaxError):
        return None
    if len(groups) < FEWEST:
        return None
    met = [e["misconception"] for e in memory.events(r.notebook, "try", r.id)
           if e.get("misconception")]
    wrong, taken = [], set()
    for planted in itertools.islice(planting.planted(r, text, met=met), 3 * WRONG):
        group = next((g for g in groups if planted.line in g), None)
        if group is not None and planted.line not in taken and len(wrong) < WRONG:
            taken.add(planted.line)
            wrong.append("\n".join(planted.text.lines[n - 1] for n in group))
    right = ["\n".join(text.lines[n - 1] for n in group) for group in groups]
    mixed = [*dict.fromkeys([*right, *wrong])]
    random.Random(r.id).shuffle(mixed)
    return Pieces(r, text, mixed)


def _groups(text):
    """The numbers of the lines of each piece: a simple statement, or the head of a compound one."""
    tree = text.tree
    body = tree.body[1:] if ast.get_docstring(tree) is not None else tree.body
    spans = {}
    for statement in itertools.chain(*map(ast.walk, body)):
        if isinstance(statement, ast.stmt):
            inner = getattr(statement, "body", None)
            end = inner[0].lineno - 1 if inner else statement.end_lineno
            spans[statement.lineno] = max(end, statement.lineno)
    groups, n = [], body[0].lineno
    while n <= len(text.lines):
        last = spans.get(n, n)
        if text.lines[n - 1].strip() and not text.lines[n - 1].strip().startswith("#"):
            groups.append(range(n, last + 1))
        n = last + 1
    return groups


class Pieces:
    """The live box of an exercise's pieces: those that wait, and those that are in order."""

    def __init__(self, record, text, mixed):
        self.record, self.text, self.mixed = record, text, mixed
        self.order, self.result, self.unread = [], None, ""  # unread: why Python cannot read it
        self.letters = dict(zip(_letters(), range(len(mixed)), strict=False))
        self.view = markup.View(self.html, self.press, self._last)

    @property
    def title(self):
        """What the box is headed with."""
        return f"Pieces of {self.record.id}"

    @property
    def head(self):
        """The line that every answer begins with."""
        return f"def {self.record.signature}:"

    def code(self):
        """What is in order now, as a function."""
        return "\n".join([self.head, *(self.mixed[i] for i in self.order)]) + "\n"

    def cell(self):
        """The same as a cell."""
        return f'@exercise("{self.record.id}")\n{self.code()}'.rstrip()

    def press(self, act):
        """Do what a button asks for: "choose C" adds a piece or takes it back, "commit" judges."""
        verb, _, letter = act.partition(" ")
        if verb == "choose" and letter in self.letters:
            i = self.letters[letter]
            self.order = ([j for j in self.order if j != i] if i in self.order
                          else [*self.order, i])
            self.result, self.unread = None, ""
            self.view.draw()
        elif act == "commit" and self.order:
            self.judge()
            self.view.draw()

    def put(self, order):
        """Take an order by its letters, "C A D", and judge it."""
        letters = str(order).upper().replace(",", " ").split()
        unknown = [a for a in letters if a not in self.letters]
        if unknown or not letters or len(set(letters)) < len(letters):
            raise ValueError(f"expected letters from {', '.join(self.letters)}, each once, such as "
                             f'"{" ".join([*self.letters][:3])}"; got {order!r}')
        self.order = [self.letters[a] for a in letters]
        self.judge()
        self.view.draw()

    def judge(self):
        """Check what is in order."""
        text = planting.Text(self.record.id, tuple(self.code().splitlines()), self.text.space)
        try:
            fn = text.function()
        except SyntaxError as err:
            self.result, self.unread = None, (
                f"Python cannot read this order: {err.msg}. A line that ends in a colon needs "
                "lines that belong to it below.")
            return
        self.result, self.unread = check(self.record.id, fn, line=False), ""
        memory.remember(self.record.notebook, "pieces", self.record.id,
                        status=self.result.status)

    # --- how it looks ---------------------------------------------------------------------------
    def question(self):
        """What is asked."""
        return (f"Put lines of an answer below `{self.head}` in order, each with the indentation "
                "it has. Some of them are wrong and stay out.")

    def _verdict(self):
        if self.result is None:
            return self.unread and f"✗ Not yet. {self.unread}"
        if self.result:
            return (f'✓ Right. Run `pieces("{self.record.id}")` once more: what you built is put '
                    "in a cell below.")
        found = self.result.finding or self.result.message
        return f"✗ Not yet. {found} {self.result.where}".strip()

    def html(self):
        """The box as it stands."""
        names = {i: letter for letter, i in self.letters.items()}

        def button(i, chosen):
            return code_button(names[i], self.mixed[i], chosen=chosen)

        waiting = "".join(button(i, False) for i in range(len(self.mixed)) if i not in self.order)
        placed = "".join(button(i, True) for i in self.order)
        return markup.live(
            markup.titled(f"{html.escape(self.title)}.", words(self.question()))
            + f"<div>{as_code(self.head)}</div>{placed}"
            + markup.act_button("commit", "Check", off=not self.order)
            + markup.spoken(words(self._verdict()))
            + (f"<div style='margin-top:.5em'>Press a line to add it; press it again to take it "
               f"back.</div>{waiting}" if waiting else ""))

    def _last(self):
        lines = [f"{a}: {self.mixed[i]}" for a, i in self.letters.items()]
        by_letters = f'Judge an order by its letters: `pieces("{self.record.id}", "…")`.'
        code = html.escape("\n".join(lines)).replace("$", "&#36;")
        return {"text/plain": "\n".join([f"{self.title}. {self.question()}", *lines, by_letters]),
                "text/html": markup.boxed(
                    markup.titled(f"{html.escape(self.title)}.", words(self.question()))
                    + f'<pre style="margin:.4em 0;overflow-x:auto">{code}</pre>'
                    + f"<div>{words(by_letters)}</div>")}


def _letters():
    """A … Z, then A1, A2 and so on."""
    yield from string.ascii_uppercase
    for n in itertools.count(1):
        yield from (f"{a}{n}" for a in string.ascii_uppercase)
