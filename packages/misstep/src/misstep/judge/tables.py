"""The notation that banks, faults and errors share: what stands as text beside the code.

``family/detail: what. where`` heads an entry; a line indented by eight or more goes on the line
above. In a table of errors a regular expression stands above what is said.
"""

import re
from pathlib import Path

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


def rows(file):
    """(pattern, words) of each entry of a text, in order; a line that begins with # is for authors.

    An entry is a line with the pattern, and below it the words, indented; a ValueError names the
    file and the pattern that has none.
    """
    found = []
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        if line.startswith(" ") and found:
            found[-1][1].append(line.strip())
        elif line.strip() and not line.startswith("#"):
            found.append((line, []))
    bare = [pattern for pattern, words in found if not words]
    if bare:
        raise ValueError(f"{file}: expected words below each pattern, got none for {bare[0]!r}")
    return tuple((pattern, " ".join(words)) for pattern, words in found)
