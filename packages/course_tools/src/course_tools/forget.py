"""`course forget`: what the course has written of people in a folder, listed and then removed.

Rooms (journals, counts, sheets of the study), tables, results and pages of `course check`, what it
kept of a run, and the attempts that notebooks remember. A notebook, its copies and a roster stay:
they are yours. A room that is open keeps its files. With names, one student's lines and pages only.
"""

import csv
import re
import shutil
import sys
import zipfile
from pathlib import Path

from classroom import command, journal, server
from course_tools.forget_student import Student
from course_tools.results import formats
from course_tools.rows import COLUMNS
from misstep import memory
from misstep.memory import disk

TABLE = ",".join(COLUMNS)
# What has names in it
NAMED = ("what `course check` kept of a run", "a table of `course check`",
         "results of `course check`")


def traces(folder, here):
    """(what it is, path) of all that is there: below `my_work/`, and in the folder ``here``."""
    work, here = Path(folder, "my_work"), Path(here)
    for name in journal.left_open(Path(folder, command.ROOMS)):
        port = name.rpartition("-")[2]
        if port.isdigit() and server.is_free(int(port)):
            yield "a room", Path(folder, command.ROOMS, f"{name}.jsonl")
    counts = Path(folder, command.KEEP)
    for path in (counts, *sorted(counts.parent.glob("*-*-*-*-*.csv"))):
        yield "counts of votes", path
    for path in sorted(work.glob("study-*.csv")):
        yield "sheets of the study", path
    yield "attempts and choices that notebooks remember", work / memory.FOLDER
    kept, table, results = NAMED
    for path in sorted(here.glob("*.kept")):
        yield kept, path
    for path in sorted(here.glob("*.csv")):
        if _is_table(path):
            yield table, path
    for name in dict.fromkeys(("feedback.zip", *map(formats.file_name, formats.WRITERS))):
        yield results, here / name


def _is_table(path):
    if not path.is_file():
        return False
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        head = file.readline(1000)  # a spreadsheet has other separators and quotes
    return TABLE in re.sub("[;\t]", ",", head.replace('"', ""))


def main(folder, here, names, is_meant):
    """List what there is, and remove it if that was requested, or confirmed when asked."""
    files = [(what, path) for what, path in traces(folder, here) if path.exists()]
    if names:
        return _forget_student(files, here, names, is_meant)
    for what, path in files:
        print(f"{path}: {what}")
    if not files:
        print("No data about people here. Feedback pages, rosters and tables elsewhere are yours.")
    elif _is_wanted(is_meant, "--yes"):
        for _, path in files:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        print(f"{len(files)} removed.")
    return 0


def _forget_student(files, here, names, is_meant):
    """The same for one student: their lines and pages, in files that have names."""
    kept, *with_names = NAMED
    paths = [path for what, path in files if what in with_names]
    changes = _changes(Student(names), [*paths, *sorted(Path(here).glob("*/*.html"))])
    if not changes:
        print(f"No data about {' or '.join(names)} here that would go. Give the names as the table "
              "has them: a student's name, a login, an address.")
        return 0
    for path in (path for what, path in files if what == kept):
        changes[path] = None
        print(f"{path}: all of it, since it does not say whose each line is")
    if _is_wanted(is_meant, "NAME --yes"):
        for path, content in changes.items():
            path.unlink() if content is None else disk.replace(path, content, disk.private)
        print("Removed. The roster, the hand-ins and your course system still have theirs.")
    return 0


def _changes(student, paths):
    """What each file is without a student (None: it goes), by path; all is said that was seen."""
    changes = {}
    for path in filter(Path.is_file, paths):
        try:
            content, what = student.without(path)
        except (OSError, csv.Error, zipfile.BadZipFile) as error:
            print(f"{path}: cannot be read ({error}): look into it yourself")
            continue
        if what:
            print(f"{path}: {what}")
        if what and (content is None or content != path.read_bytes()):
            changes[path] = content
    return changes


def _is_wanted(is_meant, option):
    if not is_meant and not sys.stdin.isatty():
        print(f"Nothing was removed: `course forget {option}` removes these.")
        return False
    return is_meant or input("Remove these? This cannot be undone. [y/N] ").strip().lower() == "y"
