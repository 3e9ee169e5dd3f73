"""The notation that banks, faults and errors share: what stands as text beside the code.

``family/detail: what. where`` heads an entry; a line indented by eight or more goes on the line
above. ``needs: …`` below it is what its words claim of the answer (`claims.claims`), ``where needs:
…`` what the words after the first sentence do. In a table of errors a regular expression stands
above what is said.
"""

import contextlib
import re
from dataclasses import dataclass
from pathlib import Path

from misstep.judge.claims import claims

HERE = Path(__file__).resolve().parent
FAMILIES = (
    "sign", "factor", "omitted-term", "neighbour-formula", "axis", "transpose", "shape",
    "off-by-one", "convention", "unstable", "integer", "in-place", "duplicates",
    "ignored-argument", "missing-return", "endless",
)


def joined(text):
    """The lines of a text, those that go on joined, empty ones left out."""
    return [line for _, line in numbered(text)]


def numbered(text):
    """The same with the number of each, counted from 1."""
    lines = []
    for number, line in enumerate(text.expandtabs().splitlines(), 1):
        if not line.strip():
            continue
        if line.startswith(" " * 8) and lines:
            lines[-1][1] += " " + line.strip()
        else:
            lines.append([number, line.rstrip()])
    return lines


@dataclass(frozen=True)
class Said:
    """A name and its words: what an answer shows, where to look, and what both claim of it."""

    id: str
    what: str
    where: str = ""
    needs: str = ""
    where_needs: str = ""

    def words(self, **named):
        """The same without what a subclass adds; ``{n}`` in a text is ``n``, if it is given."""
        texts = self.id, self.what, self.where, self.needs, self.where_needs
        return Said(*(text.format(**named) if named else text for text in texts))


NEEDS = {"needs": "needs", "where needs": "where_needs"}  # key in a text: field


def heading(line):
    """(id, what, where) of the line that heads an entry; a ValueError for one that does not."""
    id, sign, words = line.partition(": ")
    family, _, detail = id.partition("/")
    if not sign or not re.fullmatch(r"[A-Za-z0-9{}-]+", detail):
        raise ValueError(f"expected 'family/detail: what. where', got {line!r}")
    if family not in FAMILIES:
        raise ValueError(f"expected one of the families {', '.join(FAMILIES)}, got {family!r} in "
                         f"{id!r}")
    what, stop, where = words.partition(". ")
    return id, what.removesuffix("."), where if stop else ""


@contextlib.contextmanager
def placed(file, number):
    """File and line are named by a ValueError that is raised inside."""
    try:
        yield
    except ValueError as err:
        raise ValueError(f"{file}, line {number}: {err}") from err


def field(line):
    """(field of `Said`, claim) of a line such as ``needs: loop``; None for any other line."""
    key, _, rest = line.strip().partition(": ")
    if key not in NEEDS:
        return None
    claims(rest)  # a ValueError for one that is not in the vocabulary
    return NEEDS[key], rest


def rows(file):
    """(pattern, words, fields) of each entry of a text, in order; # begins a line for authors.

    An entry is a line with the pattern, and below it the words, indented, with `NEEDS` on lines of
    their own; a ValueError names the file and the pattern that has none.
    """
    found = []
    for number, line in enumerate(Path(file).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith(" ") and found:
            with placed(file, number):
                claim = field(line)
            if claim:
                found[-1][2].update([claim])
            else:
                found[-1][1].append(line.strip())
        elif line.strip() and not line.startswith("#"):
            found.append((line, [], {}))
    bare = [pattern for pattern, words, _ in found if not words]
    if bare:
        raise ValueError(f"{file}: expected words below each pattern, got none for {bare[0]!r}")
    return tuple((pattern, " ".join(words), fields) for pattern, words, fields in found)
