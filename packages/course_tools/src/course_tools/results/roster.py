"""`course check --roster`: who is in the class, from a table that the course system exports.

Canvas' gradebook, Moodle's grading worksheet or list of participants, Gradescope's and nbgrader's
list of students, or any CSV with a column of names or logins. The roster decides who is who; what
fits nobody, or two, is a stranger and is said.
"""

import csv
import io
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from course_tools import CourseError
from course_tools.results.owners import folded, letters

# What a column is called, in order of preference; the systems whose export has it.
COLUMNS = {
    "id": ("identifier", "id", "sid"),  # the system's own, as it stands in file names
    "login": ("sis login id", "username", "login", "student_id", "id number", "id", "sid",
              "sis user id", "student id", "email address", "email"),
    "email": ("email address", "email"),
    "name": ("student", "full name", "name"),
    "first": ("first name", "first_name"),
    "last": ("last name", "last_name", "surname"),
}
# Where file name and roster have the same numbers, a name alone proves nothing.
WITH_NUMBERS = {("canvas", "canvas"), ("moodle", "moodle-worksheet")}
MAX_SIZE = 50_000_000  # bytes


@dataclass
class Person:
    """One line of the roster."""

    name: str
    login: str
    row: dict
    keys: set = field(default_factory=set)  # (kind, text)


@dataclass
class Roster:
    """The people of a class, in the table's order."""

    system: str  # canvas, moodle-worksheet, moodle, gradescope, nbgrader or ""
    columns: list
    people: list

    def find(self, owner):
        """The person a hand-in belongs to, or None and the reason in words."""
        exact = (owner.system, self.system) in WITH_NUMBERS and owner.id
        for kind, text in [("id", folded(owner.id))] if exact else _asked(owner):
            fitting = self._index().get((kind, text), [])
            if len(fitting) == 1:
                return fitting[0], ""
            if fitting:
                names = " and ".join(person.name for person in fitting[:3])
                return None, f"fits {len(fitting)} of the roster ({names})"
        return None, "is not on the roster"

    def _index(self):
        if not hasattr(self, "_found"):
            self._found = defaultdict(list)
            for person in self.people:
                for key in person.keys:
                    self._found[key].append(person)
        return self._found


def _asked(owner):
    """What to look for, the surest first."""
    if owner.id:
        yield "id", folded(owner.id)
    if owner.email:
        yield "email", folded(owner.email)
    if owner.system not in ("canvas", "moodle") and owner.id:
        yield "login", folded(owner.id)
    yield "login", folded(owner.name)
    yield "name", folded(owner.name)
    yield "id", folded(owner.name)
    yield "email", folded(owner.name)
    yield "letters", letters(owner.name)


def read(path):
    """The roster in a CSV file; a CourseError says what is missing in it."""
    path = Path(path)
    if path.stat().st_size > MAX_SIZE:
        raise CourseError(f"--roster: expected a list of students, got {path.name}, of "
                          f"{path.stat().st_size / 1e6:.0f} MB")
    text = _text(path.read_bytes())
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator(text))
    try:
        columns = [column or "" for column in reader.fieldnames or ()]
        rows = [{key: (value or "").strip() for key, value in row.items() if key is not None
                 and not isinstance(value, list)} for row in reader]
    except csv.Error as error:
        raise CourseError(f"--roster: {path.name} is not a readable CSV file: {error}") from None
    roster = Roster(_system(columns), columns, [])
    roster.people = [one for one in map(_person, rows) if one]
    if not roster.people:
        raise CourseError(f"--roster: expected columns such as Student, Full name, Username or "
                          f"Email and students below, got {', '.join(columns)[:200] or 'nothing'} "
                          f"in {path.name}")
    return roster


def separator(text):
    """What separates the columns of a CSV file: a spreadsheet writes what its country does."""
    return max(",;\t", key=text.partition("\n")[0].count)


def _text(content):
    for encoding in ("utf-8-sig", "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else
                     "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def _system(columns):
    there = {folded(column) for column in columns}
    known = (("canvas", {"student", "id", "section"}),
             ("moodle-worksheet", {"identifier", "grade", "last modified (grade)"}),
             ("nbgrader", {"id", "first_name", "last_name", "email"}),
             ("gradescope", {"sid", "email"}), ("moodle", {"username"}),
             ("moodle", {"email address"}))  # fmt: skip
    return next((name for name, wanted in known if wanted <= there), "")


def _person(row):
    """A line as a person; None for lines of another kind (Canvas' points possible, its test)."""
    by_name = {folded(key): value for key, value in row.items()}

    def values(kind):
        return [by_name[c] for c in COLUMNS[kind] if by_name.get(c)]

    names, (first, last) = values("name"), [(values(k) or [""])[0] for k in ("first", "last")]
    names += [f"{first} {last}".strip(), f"{last}, {first}"] if first or last else []
    logins, ids, emails = values("login"), values("id"), values("email")
    if not (logins or ids or names) or folded((names or [""])[0]) in ("points possible",
                                                                    "student, test"):
        return None
    if "section" in by_name and not by_name.get("id"):  # Canvas: "Manual Posting" and the like
        return None
    name = names[0] if names else (logins or ids)[0]
    person = Person(name, (logins or ids or names)[0], row)
    person.keys |= {("login", folded(v)) for v in logins} | {("email", folded(v)) for v in emails}
    person.keys |= {("login", folded(v.partition("@")[0])) for v in (*emails, *logins) if "@" in v}
    # Moodle writes "Participant 7"
    person.keys |= {("id", folded(re.sub(r"^.*\s(?=\d+$)", "", v))) for v in ids[:1]}
    for one in names:
        last_name, comma, rest = one.partition(",")
        turned = f"{rest} {last_name}" if comma else " ".join([*one.split()[-1:],
                                                               *one.split()[:-1]])
        person.keys |= {("name", folded(one)), ("name", folded(turned)),
                        ("letters", letters(one)), ("letters", letters(turned))}
    return person
