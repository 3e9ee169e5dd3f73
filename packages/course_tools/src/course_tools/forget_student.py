"""`course forget NAME`: one student's lines in tables and results, and their pages. No one else's.

A report (`junit.xml`) with the student in it is removed whole, as is what a run kept, which does
not say whose each line is: `course check` writes them again. Rooms, counts, sheets and the file of
one hand-in have no names.
"""

import csv
import html
import io
import re
import zipfile

from course_tools import CourseError
from course_tools.results import roster, students
from course_tools.results.owners import folded

# Columns that say who it is
WHO = {name for names in roster.COLUMNS.values() for name in names}
_TITLE = re.compile(r"<title>Feedback for (.*?)</title>", re.S)
_SUITE = re.compile(r'<testsuite name="(.*?) \d\w*"')  # of junit.xml


class Student:
    """Somebody by all the names given: `Ann Lee` or `Lee, Ann`, a login, an address."""

    def __init__(self, names):
        self._names = {_said(name): name for name in names}
        if not all(self._names):
            raise CourseError("expected a student's name, a login or an address, got an empty text")

    def is_called(self, text):
        """Whether a cell or a title is one of the names, and nothing else."""
        return _said(text) in self._names

    def without(self, path):
        """(bytes without this student, what is removed); (None, what) if the whole file is removed.
        ``what`` is "" if nothing of theirs is in it.
        """
        if path.suffix == ".csv":
            return self._table(path.read_bytes().decode("utf-8", errors="surrogateescape"))
        if path.suffix == ".zip":
            return self._archive(path)
        text = path.read_text("utf-8", errors="replace")
        if path.suffix == ".html":
            return None, "a page" if self._is_page(text) else ""
        named = map(html.unescape, _SUITE.findall(text))
        return None, "all of it" if any(map(self.is_called, named)) else ""

    def _is_among(self, text):
        words = set(re.findall(r"\w+", folded(text)))
        return any(wanted and words.issuperset(wanted) for wanted in (
            re.findall(r"\w+", name) for name in self._names))

    def _table(self, text):
        mark = "\ufeff" * text.startswith("\ufeff")
        (head, line), *rows = list(_records(text.removeprefix("\ufeff"))) or [([], "")]
        people = list(_people(head, [row for row, _ in rows]))
        self._refuse_namesakes(people)
        gone = [any(map(self.is_called, names)) for _, names in people]
        shared = sum(any(map(self._is_among, names)) for (_, names), is_gone in zip(
            people, gone, strict=True) if not is_gone)
        rest = [line for (_, line), is_gone in zip(rows, gone, strict=True) if not is_gone]
        what = [f"{sum(gone)} line(s)"] * any(gone)
        what += [f"{shared} line(s) with a name like it, of a group or somebody else, stay"] * (
            shared > 0)
        return "".join([mark, line, *rest]).encode("utf-8", "surrogateescape"), "; ".join(what)

    def _refuse_namesakes(self, people):
        """Two students can have one name; if they look the same, neither is removed."""
        for name, given in self._names.items():
            ids = {id for id, names in people if id and name in map(_said, names)}
            if len(ids) > 1:
                raise CourseError(f"{len(ids)} people are called {given} here "
                                  f"({', '.join(sorted(ids))}): give one login instead")

    def _archive(self, path):
        with zipfile.ZipFile(path) as old:
            content = {name: old.read(name) for name in old.namelist()}
        pages = [name for name, page in content.items() if name.endswith(".html")
                 and self._is_page(page.decode("utf-8", "replace"))]
        folders = {name.rpartition("/")[0] for name in pages} - {""}
        rest = {name: page for name, page in content.items() if name not in pages and not (
            name.rpartition("/")[0] in folders and not name.endswith(".html"))}
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
            for name, page in rest.items():
                new.writestr(name, page)
        return out.getvalue(), f"{len(pages)} page(s)" if pages else ""

    def _is_page(self, text):
        title = _TITLE.search(text)
        return bool(title) and self.is_called(html.unescape(title[1]))


def _records(text):
    """(row, its text) of each record of a CSV file, whatever separates its columns."""
    taken = []

    def lines():
        for line in io.StringIO(text, newline=""):
            taken.append(line)
            yield line

    for row in csv.reader(lines(), delimiter=roster.separator(text)):
        yield row, "".join(taken)
        taken.clear()


def _people(head, rows):
    """(their number or login, the names) that each row of a table says it is about."""
    column = {folded(name): i for i, name in enumerate(head)}
    files = [row[column["file"]] for row in rows if row] if "file" in column else []
    owners = students.register(list(dict.fromkeys(files))).names
    for row in rows:
        about = {name: row[i] for name, i in column.items() if i < len(row)}
        first, last = (next((about[name] for name in roster.COLUMNS[kind] if name in about), "")
                       for kind in ("first", "last"))
        id = next(filter(None, map(about.get, (*roster.COLUMNS["id"], *roster.COLUMNS["login"]))),
                  "")
        yield id, [*(about[name] for name in WHO & about.keys()), f"{first} {last}",
                   *owners.get(about.get("file"), ())]


def _said(name):
    """A name in the order in which it is said: `Lee, Ann` is Ann Lee, and Lee Ann somebody else."""
    last, comma, first = name.lstrip("'").partition(",")
    return folded(f"{first} {last}" if comma else last)
