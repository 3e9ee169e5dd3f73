"""The table of `course check`: on the screen and as a CSV file that a spreadsheet opens."""

import textwrap
from pathlib import Path

from course_tools.output import csv_text, printable, write
from course_tools.results.students import Gradebook
from course_tools.rows import COLUMNS, Row
from misstep.memory import disk


def table(book: Gradebook) -> list[str]:
    """Rows as lines of text in columns; below a wrong answer its misconception, in words.

    >>> rows = [Row("x.ipynb", "04", "softmax", "Write softmax", "passed"),
    ...         Row("x.ipynb", "04", "relu", "Write relu", "failed", "sign", "Add it.")]
    >>> print("\\n".join(table(Gradebook.of(rows))))
    notebook  exercise  title          status
    x.ipynb   softmax   Write softmax  passed
    x.ipynb   relu      Write relu     failed
        sign: Add it.
    """
    rows = [row for row in book.rows if row.exercise]  # a file that was not run has its own line
    if not rows:
        return []
    names = ["student", "notebook"] if book.known.roster else ["notebook"]
    lines = [[*names, "exercise", "title", "status"]]
    for row in rows:
        owner = [book.students_of(row), row.notebook] if book.known.roster else [row.file]
        lines.append([_short(printable(text))
                      for text in (*owner, row.exercise, row.title, row.status)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    head, *body = ("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True))
                   .rstrip() for line in lines)
    return [head, *(line for row, text in zip(rows, body, strict=True)
                    for line in (text, *_in_words(row)))]


def _in_words(row: Row) -> list[str]:
    """Lines that say what is wrong with an answer: the misconception's name and its sentence."""
    if row.status not in ("failed", "error"):
        return []
    words = ": ".join(filter(None, (row.misconception, " ".join(row.message.split()))))
    return textwrap.wrap(_short(printable(words), 600), 100, initial_indent="    ",
                         subsequent_indent="    ")


def write_csv(book: Gradebook, path: str | Path) -> None:
    """Write rows as CSV that a spreadsheet opens as it is; no cell can become a formula.

    With a roster each row says whose it is, and where one is late, which. The file is written in
    one step, so that a table that was there is not lost by a full disk.
    """
    known = book.known
    columns = ["student", *COLUMNS] if known.roster else [*COLUMNS]
    if any(owner.late for owner in known.owner.values()):
        columns.append("late")
    table = [{**vars(row), "student": book.students_of(row),
              "late": "late" if known.owner[row.file].late else ""} for row in book.rows]
    write(csv_text(table, columns), path, disk.private)


def _short(text, width=44):
    return text if len(text) <= width else text[: width - 1] + "…"
