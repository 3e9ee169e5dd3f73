"""How long a notebook takes, counted: what `course plan NN --count` prints.

This is the definition of a minute in the course. Words are read at 130 a minute, lines of code at
20; a picture and an explorer take a minute, a prediction two, the questions that come back one in
all; an exercise takes what its heading says, words and stub included. Not counted: the speaker's
notes, the imports, code that is folded (a picture's, an explorer's), tables of exercises and
lectures, the summary, what is folded in the text. Exercises "at home" and those of the optional
part are counted separately; the rest of the optional part is not counted.
"""

import re
from dataclasses import dataclass

from course_tools import notebooks

WORDS, LINES = 130, 20  # a minute
POLL, RECALL, PICTURE = 2, 1, 1  # minutes
READ = {"title", "goals", "notation", "recap", "question", "evidence", "law", "check",
        "slide-check", "takeaway", "exercise"}
BEGINS = {"title", "question", "check", "takeaway"}
SEEN = {"picture", "explorer"}
RUN = {"evidence", "check", "slide-check", "takeaway", "driven", "recap"}
EXERCISE = re.compile(r"^### Exercise ([\w.]+) .*\((\d+) min(?:utes)?, ★+(, at home)?[^)]*\)", re.M)
HEADING = re.compile(r"^##? (.+)$", re.M)
UNREAD = re.compile(r"```.*?```|\$\$.*?\$\$|<details>.*?</details>|<[^>]+>|\]\([^)]*\)|-{3,}", re.S)


def words(source):
    """Number of words that are read: no formulas on their own lines, no Markdown markup.

    >>> words("## 1. Why\\n\\n**Two** lines: $a + b$, [here](x.ipynb).\\n\\n$$c = d$$")
    7
    """
    return len([one for one in UNREAD.sub(" ", source).split() if re.search(r"\w", one)])


@dataclass
class Block:
    """A part of a notebook from a heading to the next, and what takes time in it."""

    title: str
    words: int = 0
    lines: int = 0
    pictures: int = 0
    polls: int = 0  # minutes
    exercises: int = 0  # minutes

    @property
    def minutes(self):
        """All of it, in minutes."""
        return (self.words / WORDS + self.lines / LINES + self.pictures * PICTURE
                + self.polls + self.exercises)

    def add(self, cell, role):
        """Count one more cell."""
        source = cell["source"]
        if cell["cell_type"] == "markdown":
            exercise = EXERCISE.search(source)
            if role in READ:
                self.words += words(source[: exercise.start()] if exercise else source)
            if exercise and not exercise[3]:
                self.exercises += int(exercise[2])
            return
        self.polls += POLL * len(notebooks.calls(source, "predict"))
        self.polls += RECALL * bool(notebooks.calls(source, "recall"))
        self.pictures += role in SEEN
        if role in RUN:
            self.lines += sum(bool(line.strip()) for line in source.split("\n"))


def count(nb):
    """The blocks of a notebook, and the minutes of its exercises at home and optional ones."""
    blocks, home, optional, practice = [], 0, 0, False
    for cell in nb["cells"]:
        role = next(iter(notebooks.tags(cell)), "")
        practice = practice or role == "practice"
        heading = HEADING.search(cell["source"]) if cell["cell_type"] == "markdown" else None
        if heading and role in BEGINS:
            blocks.append(Block(heading[1]))
        exercise = cell["cell_type"] == "markdown" and EXERCISE.search(cell["source"])
        if exercise and practice:
            optional += int(exercise[2])
        elif exercise and exercise[3]:
            home += int(exercise[2])
        if blocks and not practice:
            blocks[-1].add(cell, role)
    return blocks, home, optional


def total(blocks):
    """The blocks of a notebook as one."""
    names = ("words", "lines", "pictures", "polls", "exercises")
    return Block("in class", *(sum(getattr(block, name) for block in blocks) for name in names))


TITLE = re.compile(r"about (\d+) minutes in class|in class about (\d+) minutes", re.I)


def promised(nb):
    """The minutes in class that the title names, or None."""
    found = TITLE.search(" ".join(nb["cells"][0]["source"].split()))
    return int(found[1] or found[2]) if found else None


def table(nb):
    """The count as lines to print."""
    blocks, home, optional = count(nb)
    whole, said = total(blocks), promised(nb)
    lines = [f"{'min':>6} {'words':>6} {'lines':>6} {'pict.':>6} {'polls':>6} {'exer.':>6}  block"]
    lines += [f"{one.minutes:6.1f} {one.words:6} {one.lines:6} {one.pictures:6} {one.polls:6} "
              f"{one.exercises:6}  {one.title}" for one in [*blocks, whole]]
    writes = 100 * whole.exercises / (whole.minutes or 1)
    lines += ["", f"The class writes in {writes:.0f} of 100 minutes."
              f" At home: exercises of {home} minutes, and optional ones of {optional}."]
    if said:
        lines += [f"The title says {said} minutes in class, {whole.minutes:.0f} are counted."]
    return lines
