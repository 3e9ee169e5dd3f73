"""The questions of `course study`, asked in a room before the course and after it. No network.

A sheet is a word of the student's own and the letters chosen. While the room is open it is stored
under the sender's random number, so that it can be changed and taken back; the table that the
lecturer saves has only words and letters, in the order of the words. A screen shows how many came.
"""

import functools

from classroom import export, words
from classroom.polls import LONGEST, ClosedError, RefusedError
from misstep import current
from misstep.questions import plain_text, read

WHEN = ("before", "after")


@functools.cache
def inventory():
    """The questions, in order; each a record as of those that come back."""
    path = current().exercises / "inventory.txt"
    return read(path.read_text(encoding="utf-8-sig"), path)


@functools.cache
def asked():
    """The questions as a page shows them: no answers."""
    return [{"id": one.id, "question": plain_text(one.question),
             "choices": {letter: plain_text(text) for letter, text in one.choices.items()}}
            for one in inventory()]


class Study:
    """Which side is asked now, and until when each was."""

    def __init__(self):
        self.when, self.ended = None, {}

    def open(self, when, now):
        """Ask before or after the course; None ends it."""
        if when not in (None, *WHEN):
            raise RefusedError(f"expected one of {', '.join(WHEN)}")
        if self.when:
            self.ended[self.when] = now
        self.when = when
        self.ended.pop(when, None)

    def sheet(self, event, now):
        """(side, word, letter by question) of what arrived; RefusedError if it is no sheet."""
        when, word, chosen = (event.get(name) for name in ("id", "word", "choices"))
        if when not in WHEN or when != self.when and now > self.ended.get(when, 0):
            raise ClosedError("the questions are not asked now")
        word = words.readable(word)
        if (len(word) > LONGEST or not any(map(str.isalnum, word))
                or set(word) & set(";,=+@\"")):  # what a spreadsheet would split or reckon with
            raise RefusedError(f"expected a word of at most {LONGEST} letters")
        known = {one.id: one.choices for one in inventory()}
        if not isinstance(chosen, dict) or not all(
                isinstance(letter, str) and letter in known.get(id, ())
                for id, letter in chosen.items()):
            raise RefusedError("an answer that the questions do not have")
        return when, word, chosen


def table(people):
    """The sheets as `course study report` reads them."""
    ids = [one.id for one in inventory()]
    found = sorted((WHEN.index(when), word, [chosen.get(id, "") for id in ids])
                   for person in people for when, (word, chosen, _) in person.sheets.items())
    return export.spreadsheet(("word", "when", *ids), (
        (word, WHEN[side], *letters) for side, word, letters in found))
