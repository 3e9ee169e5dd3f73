"""`course forget`: what the course has written of people in a folder, listed and then removed.

Rooms (journals, counts, sheets of the study), tables, results and pages of `course check`, what it
kept of a run, and what notebooks remember of tries. A notebook, its copies and a roster stay: they
are yours. A room that is open keeps its files.
"""

import shutil
import sys
from pathlib import Path

from classroom import command, journal, server
from course_tools.results import formats
from course_tools.verdicts_table import COLUMNS
from misstep import memory

TABLE = ",".join(COLUMNS)


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
    for path in sorted(here.glob("*.kept")):
        yield "what `course check` kept of a run", path
    for path in sorted(here.glob("*.csv")):
        if _is_table(path):
            yield "a table of `course check`", path
    for name in ("feedback.zip", *map(formats.file_name, formats.WRITERS)):
        yield "results of `course check`", here / name


def _is_table(path):
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        return TABLE in file.readline(1000)


def main(folder, here, is_meant):
    """List what there is, and remove it if that is meant, or said when it is asked."""
    there = [(what, path) for what, path in traces(folder, here) if path.exists()]
    for what, path in there:
        print(f"{path}: {what}")
    if not there:
        print("No data about people here. Feedback pages, rosters and tables elsewhere are yours.")
        return 0
    if not is_meant:
        if not sys.stdin.isatty():
            print("Nothing was removed: `course forget --yes` removes these.")
            return 0
        if input("Remove these? This cannot be undone. [y/N] ").strip().lower() != "y":
            return 0
    for _, path in there:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    print(f"{len(there)} removed.")
    return 0
