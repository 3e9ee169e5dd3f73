"""Verdicts in the formats of the graders and course systems that exist.

Each writer gives a text of a `Gradebook`: one point an exercise, in parts by the share of its cases
that are right. What could not be checked is left open where a format allows it, never counted as
zero. A verdict can be faked by anyone who wants to: all of this is feedback.

Sources, and what they were checked against: JUnit, junit-10.xsd of Jenkins' xUnit plugin (valid)
and junitparser 5.0 (same counts); nbgrader, nbgrader/plugins/export.py of 0.9.6 (the same
columns; it imports none); PrairieLearn, docs/externalGrading.md, "Grading results" (by reading);
Canvas, lib/gradebook_importer.rb (by reading: header, "Points Possible", login); Gradescope,
Autograder Specifications, "Output format", and what otter-grader 7.0 writes (by reading); Moodle,
"Grade import" (docs.moodle.org, by reading). The last four have no validator that can be had.
"""

import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from course_tools import home
from course_tools.output import csv_text, printable
from course_tools.results import students
from course_tools.results.owners import folded

PRAIRIELEARN_LIMIT = 900_000  # bytes; the format ends at 1 MB
NBGRADER = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
            "raw_score", "late_submission_penalty", "score", "max_score")  # fmt: skip


def write(name: str, book: students.Gradebook) -> str:
    """The text of one format; ValueError if it holds one hand-in and the rows are of more."""
    return WRITERS[name][1](book)


def file_name(name: str) -> str:
    """Where it is written if nothing is said."""
    return WRITERS[name][0]


# --- one hand-in: what a grader asks of the program it runs ---------------------------------


def _gradescope(book):
    rows = _one_hand_in("gradescope", book)
    open_ = [row for row in rows if not row.is_checked]
    about = "Feedback of the course's own checks; a point an exercise, in parts by its cases."
    if open_:  # the format has no "not known": they stand there without points
        about += (f" Not checked, and no zero: {', '.join(map(_title, open_))}. They stand below "
                  "without points; whoever grades has to decide on them, or run them again.")
    return _json({"output": about, "output_format": "text", "tests": [*map(_test, rows)]})


def _test(row):
    test = {"name": _title(row), "name_format": "text", "output": _said(row),
            "output_format": "text", "visibility": "visible"}
    if not row.is_checked or not row.exercise:
        return test
    test |= {"score": row.points, "max_score": 1}
    if row.status in ("passed", "failed", "error"):
        test["status"] = "passed" if row.is_right else "failed"
    if row.misconception:
        test["tags"] = [printable(row.misconception)]
    return test


def _prairielearn(book):
    rows = _one_hand_in("prairielearn", book)
    unchecked = [f"{_title(row)}: {_said(row)}" for row in rows if not row.is_checked]
    if unchecked or not rows:  # no attempt is lost, and nothing is counted as zero
        return _json({"gradable": False, "format_errors": unchecked})
    tests = [{"name": _title(row), "points": row.points, "max_points": 1, "message": _said(row)}
             for row in rows]
    results = {"gradable": True, "score": round(students.points(rows) / len(rows), 4),
               "tests": tests}
    text = _json(results)
    if len(text.encode()) > PRAIRIELEARN_LIMIT:
        for test in tests:
            test["message"] = test["message"][:200]
        text = _json(results)
    return text


def _one_hand_in(name, book):
    if len(book.best) > 1:
        raise ValueError(f"--to {name}: expected the files of one student, got files of "
                         f"{len(book.best)} students ({', '.join(sorted(book.best)[:3])} …); "
                         "likely cause: a grader calls the course once for each hand-in.")
    return [row for notebooks in book.best.values() for part in notebooks.values() for row in part]


# --- a class: tables that course systems import ---------------------------------------------


def _canvas(book):
    known, most = book.known, book.maxima
    if known.roster and known.roster.system == "canvas":
        return _canvas_again(book)
    columns = ["Student", "ID", "SIS Login ID", "Section", *map(_column, most)]
    table = [dict(zip(columns, ["    Points Possible", "", "", "", *most.values()], strict=True))]
    for student, notebooks in book.of_roster():
        person = known.person.get(student)
        table.append({"Student": student, "SIS Login ID": person.login if person else student,
                      **_by_column(notebooks)})
    return csv_text(table, columns)


def _canvas_again(book):
    """The rows of the gradebook that was given, as it wrote them, with our columns."""
    known, most = book.known, book.maxima
    columns = known.roster.columns
    own = [column for column in columns if folded(column) in (
        "student", "id", "sis user id", "sis login id", "section")]
    # "Nonlinear Models 04 (123)": with its number Canvas knows the assignment that is there
    ours = {n: next((c for c in columns if re.fullmatch(re.escape(_column(n)) + r" \(\d+\)", c)),
                    _column(n)) for n in most}
    table = [{own[0]: "    Points Possible", **{ours[n]: most[n] for n in most}}]
    for student, notebooks in book.of_roster():
        row = known.person[student].row
        table.append({**{c: row[c] for c in own},
                      **{ours[n]: row.get(ours[n], "") for n in notebooks if n in ours},
                      **{ours[n]: students.points(part) for n, part in notebooks.items()
                         if n in ours and students.is_checked(part)}})
    # Canvas knows its people by these; a name, which they choose themselves, only has to be shown
    keys = [c for c in own if folded(c) not in ("student", "section")]
    return csv_text(table, [*own, *ours.values()], as_it_is=[*keys, *ours.values()])


def _moodle(book):
    known = book.known
    if known.roster and known.roster.system == "moodle-worksheet":
        return _worksheet(book)
    key = "Username"
    if known.roster:  # the column that Moodle gave to know its people by
        key = next((c for c in known.roster.columns
                    if folded(c) in ("username", "id number", "email address")), key)
    table = []
    for student, notebooks in book.of_roster():
        person = known.person.get(student)
        table.append({key: person.row.get(key) or person.login if person else student,
                      **_by_column(notebooks)})
    return csv_text(table, [key, *map(_column, book.maxima)],
                    as_it_is=[key] if known.roster else ())


def _worksheet(book):
    """Moodle's grading worksheet as it was given, with grades: it is of one assignment."""
    known, most = book.known, book.maxima
    if len(most) != 1:
        raise ValueError("--roster: expected hand-ins of one notebook, since a grading worksheet "
                         f"is for one assignment, got of {', '.join(most) or 'none'}; likely "
                         "cause: use the list of participants, or one notebook's files.")
    (number, points), = most.items()
    columns, table = known.roster.columns, []
    grade, limit, comments = (next((c for c in columns if folded(c) == name), None) for name in (
        "grade", "maximum grade", "feedback comments"))
    for student, notebooks in book.of_roster():
        part, row = notebooks.get(number), dict(known.person[student].row)
        if part and students.is_checked(part):
            scale = _number(row.get(limit)) or points
            row[grade] = round(students.points(part) * scale / points, 2)
            if comments:
                row[comments] = _in_short(part)
        table.append(row)
    # Moodle knows its people by "Identifier" and asks back for dates and grades as they were
    return csv_text(table, columns, bom=False, as_it_is=[
        c for c in columns if c != comments and folded(c) != "full name"])


def _number(text):
    """A number as this or that country writes it; None where it is none."""
    try:
        return float(str(text).replace(",", "."))
    except ValueError:
        return None


def _in_short(part):
    passed = sum(row.is_right for row in part)
    wrong = [row.title for row in part if row.status in ("failed", "error")]
    more = f"; look again at: {', '.join(wrong)}" if wrong else ""
    return f"{passed} of {len(part)} exercises are right{more}."


def _column(number):
    return f"{home.course().title} {number}"


def _by_column(notebooks):
    """Points by column; a notebook that was not checked to its end stays empty."""
    return {_column(number): students.points(part)
            for number, part in notebooks.items() if number and students.is_checked(part)}


def _nbgrader(book):
    table = []
    for student, notebooks in book.of_roster():
        person = book.known.person.get(student)
        for number, part in notebooks.items():
            reached = students.points(part) if students.is_checked(part) else ""
            about = {k: person.row.get(k, "") for k in ("last_name", "first_name", "email")
                     } if person else {}
            table.append({"assignment": number or Path(part[0].file).stem,
                          "student_id": person.login if person else student,
                          "raw_score": reached, "late_submission_penalty": 0.0, "score": reached,
                          "max_score": book.maxima.get(number, ""), **about})
    return csv_text(table, NBGRADER, bom=False)


def _junit(book):
    root, sums = ElementTree.Element("testsuites"), Counter()
    for student, notebooks in book.best.items():
        for number, part in notebooks.items():
            suite = ElementTree.SubElement(root, "testsuite", name=_xml(f"{student} {number}"))
            kinds = [_test_case(suite, student, row) for row in part]
            counts = {"tests": len(part), **{
                name: kinds.count(name) for name in ("failures", "errors", "skipped")}}
            for name, count in counts.items():
                suite.set(name, str(count))
            sums.update(counts)
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sums[name]))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


_JUNIT = {"failed": ("failure", "failures"), "error": ("error", "errors"),
          "not checked": ("error", "errors"), "not attempted": ("skipped", "skipped")}


def _test_case(suite, student, row):
    """Add one exercise; return which of the suite's counts it raises, or None."""
    case = ElementTree.SubElement(suite, "testcase", name=_xml(_title(row)),
                                  classname=_xml(f"{student}.{row.notebook}"))
    if row.is_right:
        return None
    tag, count = _JUNIT[row.status]
    reason = ElementTree.SubElement(case, tag, message=_xml(_said(row)))
    if tag != "skipped":
        reason.set("type", _xml(row.misconception or row.status))
        reason.text = _xml(_said(row))
    return count


# --- words ----------------------------------------------------------------------------------


def _title(row):
    if not row.exercise:
        return printable(Path(row.file).name)
    return printable(f"{row.notebook} {row.exercise}: {row.title}".rstrip(": "))


def _said(row):
    return printable(row.message or row.status)


def _xml(text):
    """Text without what XML 1.0 forbids."""
    return "".join(c for c in printable(str(text)) if c not in "\ufffe\uffff")


def _json(value):
    return json.dumps(value, indent=1) + "\n"


WRITERS = {  # name: (file, writer)
    "gradescope": ("results.json", _gradescope),
    "prairielearn": ("results.json", _prairielearn),
    "canvas": ("canvas.csv", _canvas),
    "moodle": ("moodle.csv", _moodle),
    "nbgrader": ("nbgrader.csv", _nbgrader),
    "junit": ("junit.xml", _junit),
}
FOR_PROGRAMS = ("gradescope", "prairielearn", "junit")  # read by whoever runs the grader
