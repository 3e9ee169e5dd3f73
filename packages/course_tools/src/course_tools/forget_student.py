"""`course forget NAME`: one student's lines in tables and results, and their pages. No one else's.

A report (`junit.xml`) with the student in it is removed whole, as is what a run kept, which does
not say whose each line is: `course check` writes them again. Rooms, counts, sheets and the file of
one hand-in have no names.
"""

import csv
import html
import io
import itertools
import operator
import re
import zipfile

from course_tools.results import roster, students
from course_tools.results.owners import folded

# Columns that say who it is
WHO = {name for names in roster.COLUMNS.values() for name in names}
_TITLE = re.compile(r"<title>Feedback for (.*?)</title>", re.S)
_SUITE = re.compile(r'<testsuite name="(.*?) \d\w*"')  # of junit.xml


class Student:
    """Somebody, by all the names given: a name in any order, a login, an address."""

    def __init__(self, names):
        self._names = {_words(name) for name in names}

    def is_called(self, text):
        """Whether a cell or a title is one of the names, and nothing else."""
        return _words(text) in self._names

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
        return any(words.issuperset(re.findall(r"\w+", " ".join(name))) for name in self._names)

    def _table(self, text):
        mark = "\ufeff" * text.startswith("\ufeff")
        head, *rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))) or [[]]
        people = list(_people(head, rows))
        gone = [any(map(self.is_called, names)) for names in people]
        shared = sum(any(map(self._is_among, names)) for names, is_gone in zip(
            people, gone, strict=True) if not is_gone)
        out = io.StringIO(newline="")
        csv.writer(out).writerows([head, *itertools.compress(rows, map(operator.not_, gone))])
        what = [f"{sum(gone)} line(s)"] * any(gone)
        what += [f"{shared} line(s) with a name like it, of a group or somebody else, stay"] * (
            shared > 0)
        return (mark + out.getvalue()).encode("utf-8", errors="surrogateescape"), "; ".join(what)

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


def _people(head, rows):
    """The names that each row of a table is about."""
    column = {folded(name): i for i, name in enumerate(head)}
    files = [row[column["file"]] for row in rows if row] if "file" in column else []
    owners = students.register(list(dict.fromkeys(files))).names
    for row in rows:
        about = {name: row[i] for name, i in column.items() if i < len(row)}
        first, last = (next((about[name] for name in roster.COLUMNS[kind] if name in about), "")
                       for kind in ("first", "last"))
        yield [*(about[name] for name in WHO & about.keys()), f"{first} {last}",
               *owners.get(about.get("file"), ())]


def _words(name):
    return tuple(sorted(folded(name.replace(",", " ").lstrip("'")).split()))
