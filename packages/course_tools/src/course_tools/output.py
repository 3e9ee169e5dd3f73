"""How a text gets out: into a file in one step, into a terminal or a spreadsheet without harm.

What is in it was written by whoever handed in: it must neither steer the terminal nor become a
formula.
"""

import csv
import io
import os
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from course_tools import files

Opener = Callable[[str, int], int]
# What a spreadsheet begins a formula with, also after a separator that it may take for one.
_FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def csv_text(rows: Iterable[dict], columns: Sequence[str], *, bom: bool = True,
             as_it_is: Sequence[str] = ()) -> str:
    """Rows as the text of a CSV file: what ``columns`` name; None and what is missing stay empty.

    Columns ``as_it_is`` came from the system that gets them back: a login ``+x`` stays one.
    """
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns)
    writer.writeheader()
    for row in rows:
        writer.writerow({key: row[key] if key in as_it_is else harmless(str(row[key]))
                         for key in columns if row.get(key) is not None})
    return ("\ufeff" if bom else "") + text.getvalue()


def write(text: str, path: str | Path, opener: Opener | None = None) -> None:
    """Write a text in one step; a device or a pipe is written to and not replaced.

    Data about people is written with `disk.private`, for its owner only.
    """
    write_bytes(text.encode("utf-8", errors="backslashreplace"), path, opener)


def write_bytes(content: bytes, path: str | Path, opener: Opener | None = None) -> None:
    """The same for bytes."""
    if os.path.exists(path) and not os.path.isfile(path):  # /dev/stdout, a pipe
        with open(path, "wb") as file:
            file.write(content)
    else:
        files.replace(path, content, opener)


def try_writing(path: str | Path) -> None:
    """Find out before the work whether a file can be written: an OSError if not."""
    path = Path(path)
    was_there = os.path.lexists(path)
    with open(path, "ab"):
        pass
    if not was_there:
        path.unlink()


def printable(text: str) -> str:
    r"""Text that leaves a terminal as it is: control characters are written out.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def harmless(text: str) -> str:
    r"""Text that no spreadsheet takes for a formula, whatever separator it splits at.

    >>> harmless("=1+1"), harmless("x;=1+1"), harmless("3 - 2")
    ("'=1+1", "x;'=1+1", '3 - 2')
    """
    lines = (printable(line) for line in text.splitlines())
    return _FORMULA.sub(r"\1\2'", "\n".join(lines))
