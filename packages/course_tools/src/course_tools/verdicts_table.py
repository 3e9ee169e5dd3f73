"""The table of `course check`: on the screen and as a CSV file that a spreadsheet opens.

What stands in it was written by whoever handed in: it must neither steer the terminal nor
become a formula.
"""

import csv
import io
import os
import re
import textwrap
from pathlib import Path

from course_tools import files
from misstep.memory import disk

COLUMNS = ("file", "notebook", "exercise", "title", "status", "misconception", "message", "score")
# What a spreadsheet begins a formula with, also after a separator that it may take for one.
_FORMULA = re.compile(r"(^|[;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])")  # noqa: RUF001
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def table(rows):
    """Rows as lines of text in columns; below a wrong answer its misconception, in words.

    >>> row = dict.fromkeys(COLUMNS, "x")
    >>> print("\\n".join(table([row, row | {"status": "failed", "message": "Add it."}])))
    notebook  exercise  title  status
    x         x         x      x
    x         x         x      failed
        x: Add it.
    """
    rows = [row for row in rows if row["exercise"]]  # a file that was not run has its own line
    if not rows:
        return []
    first = "student" if "student" in rows[0] else "file"
    names = (first, *("notebook",) * (first == "student"), "exercise", "title", "status")
    lines = [("notebook" if first == "file" else first, *names[1:])]
    lines += [tuple(_short(printable(str(row[name]))) for name in names) for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    head, *body = ("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
                   .rstrip() for line in lines)
    return [head, *(line for row, text in zip(rows, body, strict=True)
                    for line in (text, *_in_words(row)))]


def _in_words(row):
    """Lines that say what is wrong with an answer: the misconception's name and its sentence."""
    if row["status"] not in ("failed", "error"):
        return []
    words = ": ".join(filter(None, (row["misconception"], " ".join(row["message"].split()))))
    return textwrap.wrap(_short(printable(words), 600), 100, initial_indent="    ",
                         subsequent_indent="    ")


def write_csv(rows, path):
    """Write rows as CSV that a spreadsheet opens as it is; no cell can become a formula.

    The file is written in one step, so that a table that was there is not lost by a full disk.
    """
    known = {name for row in rows for name in row}
    columns = [name for name in ("student", *COLUMNS, "late") if name in known or name in COLUMNS]
    write(csv_text(rows, columns), path, disk.private)


def csv_text(rows, columns, bom=True, as_it_is=()):
    """Rows as the text of a CSV file; what is not in ``columns`` is left out.

    Columns ``as_it_is`` came from the system that gets them back: a login ``+x`` stays one.
    """
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        writer.writerow({key: value if key in as_it_is else harmless(str(value))
                         for key, value in row.items()})
    return "\ufeff" * bom + text.getvalue()


def write(text, path, opener=None):
    """Write a text in one step; a device or a pipe is written to and not replaced.

    What is of people is written with `disk.private`, for its owner alone.
    """
    write_bytes(path, text.encode("utf-8", errors="backslashreplace"), opener)


def write_bytes(path, content, opener=None):
    """The same for bytes."""
    if os.path.exists(path) and not os.path.isfile(path):  # /dev/stdout, a pipe
        with open(path, "wb") as file:
            file.write(content)
    else:
        files.replace(path, content, opener)


def try_csv(path):
    """Find out before the work whether the table can be written: an OSError if not."""
    path = Path(path)
    was_there = os.path.lexists(path)
    with open(path, "ab"):
        pass
    if not was_there:
        path.unlink()


def printable(text):
    r"""Text that leaves a terminal as it is: control characters are written out.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return _CONTROL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def harmless(text):
    r"""Text that no spreadsheet takes for a formula, whatever separator it splits at.

    >>> harmless("=1+1"), harmless("x;=1+1"), harmless("3 - 2")
    ("'=1+1", "x;'=1+1", '3 - 2')
    """
    lines = (printable(line) for line in text.splitlines())
    return _FORMULA.sub(r"\1\2'", "\n".join(lines))


def _short(text, width=44):
    return text if len(text) <= width else text[: width - 1] + "…"
