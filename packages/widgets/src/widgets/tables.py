"""`show_table`: numbers as a table on the page instead of lines that a loop prints. No drawing."""

import re
from html import escape

import numpy as np

from widgets import kernel

__all__ = ["show_table"]

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def show_table(columns, rows, caption, *, mark=None):
    """Put a table on the page, with a caption, named columns and one cell to look at.

    `columns` names them, each with the format of its numbers: "step, loss:.3f". `rows` are their
    values, row heads first; lists among them are taken apart, so a dict's items will do. `mark` is
    (row, column), counted from 0, of the number to look at. Screen readers hear the head of row and
    column with each number; in text, as below, the marked cell has an arrow.

    >>> show_table("step, loss:.2f", [(1, 0.5), (100, 0.25)], "The loss falls", mark=(1, 1))
    The loss falls
    step    loss
       1    0.50
     100  ▸ 0.25
    """
    pairs = (column.strip().partition(":")[::2] for column in columns.split(", "))
    caption = typeset(caption)
    names, formats = zip(*((typeset(name), how) for name, how in pairs), strict=True)
    table = [list(_flat(row)) for row in rows]
    if wrong := [row for row in table if len(row) != len(names)]:
        raise ValueError(f"rows: expected {len(names)} values in each, got {len(wrong[0])}; likely "
                         "cause: a row without its head, or a name without its comma.")
    texts = [[typeset(f"{value:{how}}" if _is_number(value) else str(value))
              for value, how in zip(row, formats, strict=True)] for row in table]
    right = [all(_is_number(row[j]) for row in table) for j in range(len(names))]
    plain = _plain(names, texts, caption, mark, right)
    if getattr(kernel.shell(), "kernel", None) is None and kernel.stand_in is None:
        print(plain)
        return
    kernel.display({"text/plain": plain, "text/html": _html(names, texts, caption, mark, right)},
                   raw=True)


def typeset(text):
    """The same text with a true minus sign at numbers below 0, and powers of ten written as such.

    >>> typeset("the x-axis from -1 to [-2.5 3e-05]")
    'the x-axis from −1 to [−2.5 3·10⁻⁵]'
    """
    text = re.sub(r"(?<=\d)e([+-])0*(\d+)", lambda e: "·10" + (e[1] + e[2]).strip("+").translate(
        RAISED), text)
    return re.sub(r"(?<![A-Za-z_])-(?=[\d.])", "−", text)


def _flat(row):
    for value in row:
        if isinstance(value, (list, tuple, np.ndarray)):
            yield from value
        else:
            yield value


def _is_number(value):
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _plain(names, texts, caption, mark, right):
    if mark is not None:
        texts = [[f"▸ {text}" if (i, j) == mark else text for j, text in enumerate(row)]
                 for i, row in enumerate(texts)]
    lines = [names, *texts]
    widths = [max(len(line[j]) for line in lines) for j in range(len(names))]
    lines = [[text.rjust(width) if side else text.ljust(width) for text, width, side in
              zip(line, widths, right, strict=True)] for line in lines]
    return "\n".join([caption, *("  ".join(line).rstrip() for line in lines)])


def _html(names, texts, caption, mark, right):
    sides = ["" if number else ' class="course-words"' for number in right]
    head = "".join(f'<th scope="col"{side}>{escape(name)}</th>'
                   for name, side in zip(names, sides, strict=True))
    body = ""
    for i, (first, *others) in enumerate(texts):
        cells = [f'<th scope="row"{sides[0]}>{escape(first)}</th>']
        for j, text in enumerate(others, 1):
            shown = f"<mark>{escape(text)}</mark>" if (i, j) == mark else escape(text)
            cells.append(f"<td{sides[j]}>{shown}</td>")
        body += f"<tr>{''.join(cells)}</tr>\n"
    return (f'<table class="course-table"><caption>{escape(caption)}</caption>\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table>")
