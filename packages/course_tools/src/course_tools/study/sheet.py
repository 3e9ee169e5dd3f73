"""The inventory, and the sheet of its answers: a line for each paper, paired by a word.

A sheet has the columns ``word``, ``when`` (before or after) and one for each question, with the
letters that were ticked. Empty, where none or two were, is not known, and so not right; a hyphen is
not asked (a page that was missing). A paper without a tick is left out: it says no.
"""

import csv
import difflib
import io

import numpy as np

from classroom.study import WHEN
from course_tools import CourseError
from course_tools.output import csv_text
from course_tools.results.owners import letters
from course_utils import exercises


def asked_in(question):
    """Exercises that ask for the question's idea: those of its notebook with a lecture id of it."""
    return [line.id for line in exercises.COURSE.catalogue(question.notebook)
            if set(line.lecture) & set(question.lecture)]


def empty(questions, lines=30):
    """An empty sheet to type answers into."""
    columns = ["word", "when", *(q.id for q in questions)]
    return csv_text([{"when": when} for when in WHEN for _ in range(lines)], columns)


def paired(paths, questions):
    """Answers as arrays of right (1), not (0), not asked (nan), before and after, and what was odd.

    ``paths`` are sheets; what they have counts as if it stood in one.
    Words are compared by their letters: case, spaces, hyphens and accents do not count.
    """
    table, odd = [], []
    for path in paths:  # a line of another file is the same sheet, saved twice
        table += [line for line in _lines(path, questions) if line not in table]
    papers = {when: {} for when in WHEN}
    for word, when, marks in table:
        papers[when].setdefault(letters(word), []).append((word, marks))
    for when in WHEN:
        for key in [key for key, found in papers[when].items() if len(found) > 1]:
            odd.append(f"the word {papers[when][key][0][0]!r} stands {len(papers[when][key])} "
                       f"times {when}: none of them counts")
            del papers[when][key]
    both = sorted(set(papers["before"]) & set(papers["after"]))
    alone = {when: sorted(set(papers[when]) - set(both)) for when in WHEN}
    for key in alone["before"]:
        for other in difflib.get_close_matches(key, alone["after"], n=1, cutoff=0.8):
            odd.append(f"perhaps one student: {papers['before'][key][0][0]!r} before, "
                       f"{papers['after'][other][0][0]!r} after; if so, make them one in the sheet")
    odd += [f"{len(alone[when])} papers {when} have no partner and are left out"
            for when in WHEN if alone[when]]
    arrays = [np.array([papers[when][key][0][1] for key in both], float).reshape(-1, len(questions))
              for when in WHEN]
    return *arrays, odd


def _lines(path, questions):
    with open(path, encoding="utf-8-sig", newline="") as file:
        text = file.read()
    first = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    missing = {"word", "when", *(q.id for q in questions)} - set(reader.fieldnames or ())
    if missing:
        raise CourseError(f"{path}: expected the columns of `course study sheet`, got none called "
                          f"{', '.join(sorted(missing))}")
    for number, row in enumerate(reader, 2):
        word, when = (row["word"] or "").strip(), (row["when"] or "").strip().lower()
        ticked = any((row[q.id] or "").strip("- ") for q in questions)
        if not letters(word) or not ticked:
            continue
        if when not in WHEN:
            raise CourseError(f"{path}, line {number}: expected before or after, got {when!r}")
        yield word, when, [_mark(q, row[q.id], f"{path}, line {number}") for q in questions]


def _mark(question, letter, place):
    letter = (letter or "").strip().upper()
    if letter in ("", "-"):
        return np.nan if letter else 0.0
    if letter not in question.choices:
        raise CourseError(f"{place}: expected one of {', '.join(question.choices)} for "
                          f"{question.id}, or nothing, got {letter!r}")
    return float(letter == question.answer)
