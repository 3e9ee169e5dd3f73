"""Whose hand-in a file is, and what each student reached: rows of `course check` put together.

A name is taken from the folder or the file, and nothing is known beside it.
"""

import functools
import os
import re
from collections import Counter
from pathlib import Path

from course_utils import data
from course_utils.tools import notebooks

_RANK = ("not checked", "not attempted", "error", "failed", "passed")
_AGAIN = re.compile(r"[-_ ]*(?:\(\d+\)|checkpoint)$")  # marks of a second upload


@functools.cache
def _notebook():
    """What file names hold beside the student's: a notebook's name, or its number alone."""
    stems = sorted({row["notebook"] for row in data.lecture_map()}, key=len, reverse=True)
    number = rf"(?<!\w)(?:{notebooks.NUMBER})(?!\w)|(?<=_)(?:{notebooks.NUMBER})(?![A-Za-z0-9])"
    return re.compile("|".join([*map(re.escape, stems), number]))


def names(paths):
    """The student's name for each file, in the files' order.

    In folders it is the first part of the way in which the files differ (``ann/04_….ipynb``,
    ``ann/week 2/04_….ipynb``); of files side by side it is the name without the notebook's.

    >>> names(["in/ann/04_softmax_derivative.ipynb", "in/bob/04_softmax_derivative.ipynb"])
    ['ann', 'bob']
    >>> names(["ann_04_softmax_derivative.ipynb", "bob_04 (1).ipynb", "my_work/05_backprop.ipynb"])
    ['ann', 'bob', 'my_work']
    """
    whole = [Path(os.path.abspath(path)) for path in paths]
    if not whole:
        return []
    common = Path(os.path.commonpath([path.parent for path in whole]))
    found = []
    for path in whole:
        inside = path.relative_to(common).parts
        found.append(inside[0] if len(inside) > 1 else _in_file_name(path) or common.name)
    return [name or "student" for name in found]


def _in_file_name(path):
    name = _AGAIN.sub("", path.stem)
    return _notebook().sub("", name, count=1).strip("-_ .")


def score(row):
    """The share of an exercise's cases that are right: 1 if it passed, below 1 if not."""
    try:
        return float(row["score"])
    except (KeyError, ValueError):
        return 0.0


def best(rows):
    """Rows by student and notebook: ``{name: {number: [row, ...]}}``, the best of each exercise.

    A notebook of which nothing could be checked has its one row without an exercise; it goes
    where another file of the same student and notebook could be.
    """
    files = list(dict.fromkeys(row["file"] for row in rows))
    owner = dict(zip(files, names(files), strict=True))
    found = {}
    for row in rows:
        mine = found.setdefault(owner[row["file"]], {}).setdefault(row["notebook"], {})
        seen = mine.get(row["exercise"])
        if seen is None or _quality(row) > _quality(seen):
            mine[row["exercise"]] = row
    for mine in found.values():
        for number, chosen in mine.items():
            if len(chosen) > 1:
                chosen.pop("", None)
            mine[number] = list(chosen.values())
    return found


def _quality(row):
    rank = _RANK.index(row["status"]) if row["status"] in _RANK else -1
    return rank, score(row)


def is_checked(rows):
    """Whether a notebook's rows can be summed up: its file was run, and to the end."""
    return all(row["status"] != "not checked" for row in rows)


def points(rows):
    """(reached, at most) of one notebook: one point an exercise, in parts by cases."""
    return round(sum(score(row) for row in rows), 2), sum(bool(row["exercise"]) for row in rows)


def maxima(rows):
    """Exercises of each notebook that occurs, by number."""
    most = Counter()
    for found in best(rows).values():
        for number, mine in found.items():
            most[number] = max(most[number], points(mine)[1])
    return dict(sorted(most.items()))
