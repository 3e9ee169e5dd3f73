"""`course check --feedback`: for each student one page of the cards that the notebook shows.

A page needs nothing beside it: no script, no picture, no network. All that a student wrote is
escaped. Knows rows of `course check` that have a ``card``.
"""

import html
import re
from pathlib import Path

from course_utils import exercises, page
from course_utils.exercises import cards
from course_utils.tools.results import students
from course_utils.tools.verdicts_table import printable, write

_STYLE = """\
:root { color-scheme: light dark; --jp-content-font-color1: #111; --jp-content-font-color2: #555;
  --jp-layout-color1: #fff; --jp-border-color2: #888; }
@media screen and (prefers-color-scheme: dark) { :root { --jp-content-font-color1: #e6e6e6;
  --jp-content-font-color2: #aaa; --jp-layout-color1: #181a1b; --jp-border-color2: #777; } }
body { font: 17px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem; max-width: WIDTHpx;
  color: var(--jp-content-font-color1); background: var(--jp-layout-color1); }
.course-card { break-inside: avoid; margin: .8em 0 !important; }"""
_ABOUT = ("What the course's checks said of your answers. It is feedback and no mark; run a "
          "cell again in the notebook to see its card there, with <code>hint</code> and "
          "<code>why</code>.")


def write_pages(rows, folder):
    """Write a page for each student into ``folder``; return the paths, in order of names."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written, taken = [], set()
    for student, mine in sorted(students.best(rows).items()):
        path = folder / f"{_file_name(student, taken)}.html"
        write(page_of(student, mine), path)
        written.append(path)
    return written


def page_of(student, mine):
    """One student's page: ``mine`` holds rows by notebook number."""
    title = f"Feedback for {html.escape(printable(student))}"
    parts = [_notebook(number, rows) for number, rows in sorted(mine.items())]
    body = "\n".join([f"<h1>{title}</h1>", f"<p>{_ABOUT}</p>", *parts])
    return page.DOCUMENT.format(title=title, body=body,
                                style=_STYLE.replace("WIDTH", str(page.WIDTH)))


def _notebook(number, rows):
    done = [row for row in rows if row["exercise"]]
    passed = sum(row["status"] == "passed" for row in done)
    said = f"{passed} of {len(done)} exercises are right." if done else ""
    heading = f"Notebook {number}" if number else printable(Path(rows[0]["file"]).name)
    return "\n".join([f"<h2>{html.escape(heading)}</h2>", f"<p>{said}</p>" * bool(said),
                      *map(_card, rows)])


def _card(row):
    name = printable(f"{row['exercise']} {row['title']}".strip())
    if row["status"] == "not checked" or row["status"] not in cards.WORDS:
        said = html.escape(printable(row["message"]))
        return f"<p><strong>{html.escape(name)}</strong> {said}</p>"
    try:
        record = exercises.record(row["exercise"])
    except KeyError:  # an exercise of the student's own making
        return f"<p><strong>{html.escape(name)}</strong>: {html.escape(row['status'])}</p>"
    parts = row.get("card") or [["plain", row["message"]]]
    return cards.from_data(row["status"], record, parts)


def _file_name(student, taken):
    """A file name that every system has, for each student another."""
    plain = re.sub(r"[^\w.-]+", "_", printable(student)).strip("._") or "student"
    name, again = plain[:80], 1
    while name.lower() in taken:
        again += 1
        name = f"{plain[:80]}_{again}"
    taken.add(name.lower())
    return name
