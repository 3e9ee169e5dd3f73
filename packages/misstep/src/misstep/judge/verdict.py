"""The verdict on one answer as plain data, and its words in the order in which they are told.

`check` makes a `Verdict`, the cards are pictures of it: they add colours and no words. It goes
through JSON and back. Judges nothing.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from misstep.judge.portable import tidy
from misstep.judge.records import ERROR, FAILED, NOT_ATTEMPTED, PASSED

WORDS = {  # status: sign, word
    PASSED: ("✓", "Right"), FAILED: ("✗", "Not yet"), NOT_ATTEMPTED: ("○", "Not attempted"),
    ERROR: ("!", "Stopped")}
FALLBACK = "The cells below use the course's version until yours passes."
SAID = {"slip": "Find a slip in it: ", "doubt": "Not so? "}  # before the call
PRINTED = 5  # lines of what a function printed that are told
PART = 50  # letters of a part of a line that are told
ROWS = 40  # lines of a function that are told one by one


@dataclass(frozen=True)
class Line:
    """Where an answer leaves the right answers.

    ``line`` and ``code`` name the line, ``part`` the part of it ("" for all that it computes),
    ``yours`` its value; ``should`` is what it should be, where a step of a right solution has a
    name for it; ``other`` is a second line that would do as well; ``without`` is an operand there
    without which all is right; ``on`` says that the value is a right step, but not the one that
    belongs there; ``lost`` that nothing keeps it; ``upto`` that all agrees with a right answer up
    to it, and no line is blamed; ``sure`` that it may be shown next to the name of a mistake.
    ``rows`` are the lines as `table` tells them.
    """

    line: int
    code: str
    part: str
    yours: str = ""
    should: str = ""
    other: int | None = None
    on: bool = False
    lost: bool = False
    upto: bool = False
    without: str = ""
    sure: bool = False
    rows: tuple = ()

    def beside(self) -> str:
        """What is said beside the name of a mistake: the number of the line, if it is sure."""
        if not (self.sure and len(self.rows) > 1):
            return ""
        without = f" Without `{tidy(self.without, PART)}` it is right." if self.without else ""
        return f"Line {self.line}.{without}"

    def __str__(self):
        if self.upto:
            return f"Up to line {self.line}, this agrees with a right solution."
        if self.other:
            first, second = sorted((self.line, self.other))
            return (f"Lines {first} and {second}: before them your values are those of a "
                    "right solution, and a change in one of the two makes all of it right.")
        start = f"Line {self.line} is where it goes wrong: `{self.code}`."
        if self.lost:
            return f"What line {self.line} computes goes nowhere: no name keeps it."
        if self.without:
            words = "this line" if self.without == self.code else f"`{tidy(self.without, PART)}`"
            return f"{start} Without {words} it is right."
        part = f"`{tidy(self.part, PART)}`" if self.part else "Its value"
        if self.on:
            return f"{start} What goes into it is right, what it computes is not."
        yours = f"{'has' if self.yours.startswith('shape') else 'is'} {self.yours}"
        if self.should:
            yours = f"; yours {yours}" if self.yours else ""
            return f"{start} {part} should be {self.should}{yours}."
        yours = f" Yours {yours}." if self.yours else ""
        if not self.part and len(self.rows) == 1:  # a function of one line has no rest
            return f"{start}{yours}"
        if not self.part and self.code.startswith("return"):
            return f"{start} What goes into it is right.{yours}"
        return f"{start[:-1]}, in {part}.{yours}" if self.part else f"{start}{yours}"

    def table(self) -> list[str]:
        """The lines of the function on one case: code, value, which step it is."""
        width = min(max((len(code) for _, code, *_ in self.rows), default=0), 48)
        return ["  ".join(filter(None, (
            f"  {line:3d}", f"{code:{width}}", value, step and f"← {step}", mark))).rstrip()
            for line, code, value, step, mark in self.rows]


@dataclass(frozen=True)
class Verdict:
    """The verdict on one answer.

    ``status`` is passed, failed, not attempted or error; ``misconception`` a stable
    ``family/detail`` id or None; ``message`` one or two sentences, with ``finding`` and
    ``where`` as its parts. Of the smallest failing case there are its name and the call, and of
    what came back there the first part that is off.
    """

    id: str
    status: str
    message: str
    misconception: str | None = None
    heading: str = ""  # of the exercise: "Exercise 4.1, Write softmax"
    finding: str = ""  # the sentence of the message that says what is off
    where: str = ""  # those of it that say where to look
    code: str = ""  # a line that Python cannot read, and below it where it stops
    line: Line | None = None  # the first wrong line
    got: tuple = ()  # (place, value): the first entry that is off, in words
    asked: str = ""  # what it should be
    raised: str = ""  # the error of the call, with its line
    raised_at: str = ""  # that line
    smallest: tuple = ()  # (name of the smallest failing case, its call)
    head: tuple = ()  # (a call to work out by hand, its question, the right value, what came)
    ticks: tuple = ()  # nouns of steps of a right solution that the answer computes
    next: str = ""  # that of the step which comes next in all right answers with these
    passed: int = 0
    total: int = 0
    advice: str = ""  # a hint offered without being asked
    notes: tuple = ()
    printed: str = ""
    variation: str = ""  # what to try next
    lines: bool = False  # whether a right answer has lines enough for a slip to be looked for

    def __bool__(self) -> bool:
        return self.status == PASSED

    @property
    def first_line(self) -> Line | None:
        """The `Line` that is told; beside the name of a mistake only one that is sure."""
        return self.line if self.line and (not self.misconception or self.line.beside()) else None

    def ticked(self) -> str:
        """What of a right solution the answer has; nothing is said of the rest."""
        return " ".join(["You have", *(f"✓ {noun}" for noun in self.ticks)]) if self.ticks else ""

    def data(self) -> dict:
        """All of it as lists, numbers and strings: fit for JSON, and for `of`."""
        found = {f.name: getattr(self, f.name) for f in fields(Verdict)}
        return {**found, "line": self.line and asdict(self.line)}

    @classmethod
    def of(cls, data: dict) -> Self:
        """The verdict of such data, also after a journey as JSON."""
        listed = {n: tuple(data[n]) for n in ("got", "smallest", "notes", "head", "ticks")}
        line = data["line"] and Line(**{
            **data["line"], "rows": tuple(map(tuple, data["line"]["rows"]))})
        return cls(**{**data, **listed, "line": line})

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls that help next, by name."""
        if self:
            return "solution", *(["slip"] if self.lines else [])
        named = self.misconception and self.smallest
        return ("hint", *(["why"] if self.smallest else []), "solution",
                *(["doubt"] if named else []))

    def parts(self, *, calls: bool = True) -> Iterator[tuple[str, Any]]:
        """(kind, words) of what is told, in order; between "more" and "end" it is folded.

        Of "folded" alone the first line is seen. Without ``calls`` those that help are not named:
        they stand by as buttons.
        """
        tell = self._of_a_wrong_one if self.status in (FAILED, ERROR) else self._of_another
        for kind, words in (*tell(), ("small", self._said_by_it()), ("small", self._help(calls))):
            if words:
                yield kind, words

    def _of_another(self):
        yield from (("plain", words) for words in (self.message, *self.notes))
        yield "plain", f"Now vary it: {self.variation}" if self.variation and self else ""

    def _of_a_wrong_one(self):
        line = self.first_line
        yield "finding", self.finding or self.message
        yield "code", self.code
        yield "plain", self.where
        if line and line.code != self.raised_at:  # else the error names it already
            yield "plain", line.beside() if self.misconception else str(line)
        yield "plain", "" if self.misconception else self.ticked()
        case = self.smallest and "the smallest failing case" + (
            ", line by line" if line is not None and len(line.rows) > 1 else "")
        if self.head:
            call, question, right, came = self.head
            yield "plain", f"Work it out by hand: `{call}`. {question}"
            yield "more", f"The answer, and {case}" if case else "The answer"
            yield "answer", f"The answer\n{right}\nYours gives\n{came}"
        yield "columns", self.got and [("Got", *self.got), ("expected", "", self.asked)]
        yield "plain", self.raised
        if case:
            yield "more", "" if self.head else case.capitalize()
            yield "small", "Smallest failing case: {} – `{}`".format(*self.smallest)
            yield "small", (f"{self.passed} of {self.total} cases are right."
                            if self.total > 1 else "")
        if line and len(line.rows) > 1:
            yield "lines", "\n".join(["Line by line", *line.table()[:ROWS]])
        if self.next and not self.misconception and (line or self.head):
            yield "folded", f"What comes next?\nIn all solutions that we know: {self.next}."
        yield "end", "end" if case or self.head else ""
        yield "plain", f"Hint: {self.advice}" if self.advice else ""
        yield from (("small", note) for note in self.notes)

    def _said_by_it(self):
        lines = self.printed.strip().splitlines()
        more = " …" if len(lines) > PRINTED else ""
        return f"Your function printed: {' ⏎ '.join(lines[:PRINTED])[:300]}{more}" if lines else ""

    def _help(self, calls):
        """The last line: what the name holds now, and the calls that help."""
        start = f"The cells below use your function.{' Compare:' * calls}" if self else (
            f"{FALLBACK}{' Stuck?' * calls}")
        named = " · ".join(f'{SAID.get(call, "")}`{call}("{self.id}")`' for call in self.calls)
        return f"{start} {named}" if calls else start
