"""Verdicts in the formats of the graders and course systems that exist.

Each writer gives a text of rows as `course check` has them: one point an exercise, in parts by the
share of its cases that are right. What could not be checked is left open where a format allows it,
never counted as zero. A verdict can be faked by who wants to: all of this is feedback.

Sources, and what they were checked against: JUnit, junit-10.xsd of Jenkins' xUnit plugin (valid)
and junitparser 5.0 (same counts); nbgrader, nbgrader/plugins/export.py of 0.9.6 (the same
columns; it imports none); PrairieLearn, docs/externalGrading.md, "Grading results" (by reading);
Canvas, lib/gradebook_importer.rb (by reading: header, "Points Possible", login); Gradescope,
Autograder Specifications, "Output format", and what otter-grader 7.0 writes (by reading); Moodle,
"Grade import" (docs.moodle.org, by reading). The last four have no validator that can be had.
"""

import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

from course_utils.errors import message
from course_utils.tools.results import students
from course_utils.tools.verdicts_table import csv_text, printable

PRAIRIELEARN_LIMIT = 900_000  # bytes; the format ends at 1 MB
NBGRADER = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
            "raw_score", "late_submission_penalty", "score", "max_score")  # fmt: skip


def write(name, rows):
    """The text of one format; ValueError if it holds one hand-in and the rows are of more."""
    return WRITERS[name][1](rows)


def file_name(name):
    """Where it is written if nothing is said."""
    return WRITERS[name][0]


# --- one hand-in: what a grader asks of the program it runs ---------------------------------


def _gradescope(rows):
    tests = []
    for row in _one_hand_in("gradescope", rows):
        test = {"name": _title(row), "name_format": "text", "output": _said(row),
                "output_format": "text", "visibility": "visible",
                "score": students.score(row), "max_score": 1 if row["exercise"] else 0}
        if row["status"] in ("passed", "failed", "error"):
            test["status"] = "passed" if row["status"] == "passed" else "failed"
        if row["misconception"]:
            test["tags"] = [printable(row["misconception"])]
        tests.append(test)
    about = "Feedback of the course's own checks; a point an exercise, in parts by its cases."
    return _json({"output": about, "output_format": "text", "tests": tests})


def _prairielearn(rows):
    mine = _one_hand_in("prairielearn", rows)
    reached, most = students.points(mine)
    unchecked = [_said(row) for row in mine if row["status"] == "not checked"]
    if not most:  # the file could not be run: no attempt is lost
        return _json({"gradable": False, "format_errors": unchecked})
    tests = [{"name": _title(row), "points": students.score(row), "max_points": 1,
              "message": _said(row)} for row in mine if row["exercise"]]
    found = {"gradable": True, "score": round(reached / most, 4), "tests": tests,
             "message": "; ".join(unchecked)}
    text = _json(found)
    if len(text.encode()) > PRAIRIELEARN_LIMIT:
        for test in tests:
            test["message"] = test["message"][:200]
        text = _json(found)
    return text


def _one_hand_in(name, rows):
    found = students.best(rows)
    if len(found) > 1:
        got = f"files of {len(found)} students ({', '.join(sorted(found)[:3])} …)"
        raise ValueError(message(f"--to {name}", "the files of one student", got,
                                 "a grader calls the course once for each hand-in"))
    return [row for mine in found.values() for part in mine.values() for row in part]


# --- a class: tables that course systems import ---------------------------------------------


def _canvas(rows):
    most = students.maxima(rows)
    columns = ["Student", "ID", "SIS Login ID", "Section", *map(_column, most)]
    table = [dict(zip(columns, ["    Points Possible", "", "", "", *most.values()], strict=True))]
    for student, mine in students.best(rows).items():
        table.append({"Student": student, "SIS Login ID": student, **_by_column(mine)})
    return csv_text(table, columns)


def _moodle(rows):
    columns = ["Username", *map(_column, students.maxima(rows))]
    table = [{"Username": student, **_by_column(mine)}
             for student, mine in students.best(rows).items()]
    return csv_text(table, columns)


def _column(number):
    return f"Nonlinear Models {number or 'other'}"


def _by_column(mine):
    """Points by column; a notebook that was not checked to its end stays empty."""
    return {_column(number): students.points(part)[0]
            for number, part in mine.items() if students.is_checked(part)}


def _nbgrader(rows):
    table, most = [], students.maxima(rows)
    for student, mine in students.best(rows).items():
        for number, part in mine.items():
            reached = students.points(part)[0] if students.is_checked(part) else ""
            table.append({"assignment": Path(part[0]["file"]).stem if not number else number,
                          "student_id": student, "raw_score": reached,
                          "late_submission_penalty": 0.0, "score": reached,
                          "max_score": most[number]})
    return csv_text(table, NBGRADER, bom=False)


def _junit(rows):
    root, sums = ElementTree.Element("testsuites"), Counter()
    for student, mine in students.best(rows).items():
        for number, part in mine.items():
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
                                  classname=_xml(f"{student}.{row['notebook']}"))
    if row["status"] == "passed":
        return None
    tag, count = _JUNIT[row["status"]]
    found = ElementTree.SubElement(case, tag, message=_xml(_said(row)))
    if tag != "skipped":
        found.set("type", _xml(row["misconception"] or row["status"]))
        found.text = _xml(_said(row))
    return count


# --- words ----------------------------------------------------------------------------------


def _title(row):
    if not row["exercise"]:
        return printable(Path(row["file"]).name)
    return printable(f"{row['notebook']} {row['exercise']}: {row['title']}".rstrip(": "))


def _said(row):
    return printable(row["message"] or row["status"])


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
