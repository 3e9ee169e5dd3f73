"""`course check --feedback`: for each student one page of the cards that the notebook shows.

A page needs nothing beside it: no script, no picture, no network. All that a student wrote is
escaped. Knows a `Gradebook` whose rows have their ``card``.
"""

import html
import io
import re
import zipfile
from pathlib import Path

from course_tools import home
from course_tools.document import DOCUMENT
from course_tools.output import printable, write, write_bytes
from course_tools.results.students import Gradebook
from course_tools.rows import Row
from misstep import cards
from misstep.memory import disk
from widgets import page

_STYLE = """\
:root { color-scheme: light dark; --jp-content-font-color1: #111; --jp-content-font-color2: #555;
  --jp-layout-color1: #fff; --jp-border-color2: #888; }
@media screen and (prefers-color-scheme: dark) { :root { --jp-content-font-color1: #e6e6e6;
  --jp-content-font-color2: #aaa; --jp-layout-color1: #181a1b; --jp-border-color2: #777; } }
body { font: 17px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem; max-width: WIDTHpx;
  color: var(--jp-content-font-color1); background: var(--jp-layout-color1); }
.course-card { break-inside: avoid; margin: .8em 0 !important; }"""
_ABOUT = ("What the course's checks said about your answers. It is feedback, not a mark: marks are "
          "decided by those who teach the course. Run a cell again in the notebook to see its card "
          "there, with <code>hint</code> and <code>why</code>.")


def write_pages(book: Gradebook, folder: str | Path) -> list[str]:
    """Write a page for each student into ``folder``; return their names, in order.

    A ``folder`` that ends with .zip is written as the system of the files takes it back.
    """
    if str(folder).lower().endswith(".zip"):
        return _zip(book, folder)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    names: list[str] = []
    taken: set[str] = set()
    for student, notebooks in sorted(book.best.items()):
        names.append(f"{_file_name(student, taken)}.html")
        write(page_of(student, notebooks), folder / names[-1], disk.private)
    return names


# Moodle takes "Grading > Upload multiple feedback files in a zip" by the folder that it named;
# Canvas "Upload graded files" by the two numbers in the file's name; nbgrader releases what lies in
# its folder feedback/.
_BACK = {"moodle": "{back}/feedback_{number}.html", "canvas": "{back}.html",
         "nbgrader": "feedback/{back}.html", "gradescope": "{back}/feedback.html"}
_MARKS = ("timestamp.txt", "submission_secret.txt")  # without them nbgrader releases nothing


def _zip(book, path):
    """Each page where the system looks for it: once for each file that was handed in."""
    pages, taken, files = {}, set(), {}
    for file, names in book.known.names.items():
        for name in names:
            files.setdefault(name, []).append(file)
    for student, notebooks in sorted(book.best.items()):
        for file in files[student]:
            owner = book.known.owner[file]
            parts = {number: part for number, part in notebooks.items()
                     if any(row.file == file for row in part)} or notebooks
            form = _BACK.get(owner.system, "{plain}.html")
            name = form.format(back=owner.back, number="_".join(parts) or "all",
                               plain=_file_name(student, taken) if not owner.system else "")
            pages.setdefault(name, page_of(student, parts if owner.system else notebooks))
            for mark in _MARKS if owner.system == "nbgrader" else ():
                if (beside := Path(file).with_name(mark)).is_file():
                    pages[f"{name.rpartition('/')[0]}/{mark}"] = beside.read_text("utf-8")
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in pages.items():
            archive.writestr(name, text.encode("utf-8", errors="backslashreplace"))
    write_bytes(content.getvalue(), path, disk.private)
    return [name for name in pages if name.endswith(".html")]


def page_of(student: str, notebooks: dict[str, list[Row]]) -> str:
    """One student's page: rows by notebook number."""
    title = f"Feedback for {html.escape(printable(student))}"
    parts = [_notebook(number, rows) for number, rows in sorted(notebooks.items())]
    body = "\n".join([f"<h1>{title}</h1>", f"<p>{_ABOUT}</p>", *parts])
    return DOCUMENT.format(title=title, body=body,
                           style=_STYLE.replace("WIDTH", str(page.WIDTH)))


def _notebook(number, rows):
    done = [row for row in rows if row.exercise]
    passed = sum(row.is_right for row in done)
    said = f"{passed} of {len(done)} exercises are right." if done else ""
    heading = f"Notebook {number}" if number else printable(Path(rows[0].file).name)
    return "\n".join([f"<h2>{html.escape(heading)}</h2>", f"<p>{said}</p>" if said else "",
                      *map(_card, rows)])


def _card(row):
    name = html.escape(printable(f"{row.exercise} {row.title}".strip()))
    if not row.is_checked:
        return f"<p><strong>{name}</strong> {html.escape(printable(row.message))}</p>"
    try:
        record = home.course().record(row.exercise)
    except KeyError:  # an exercise of the student's own making
        return f"<p><strong>{name}</strong>: {html.escape(row.status)}</p>"
    parts = row.card or [["plain", row.message]]
    return cards.of_parts(row.status, cards.heading(record), _sound(parts))


def _sound(parts):
    """The parts of a card that another process wrote; what is none of ours is left out."""
    for part in parts if isinstance(parts, list) else ():
        match part:
            case ["columns", list(pairs)]:
                yield "columns", [tuple(cards.clip(str(text), 400) for text in pair)
                                  for pair in pairs if isinstance(pair, list) and len(pair) == 3]
            case [str(kind), str(text)] if kind in cards.FORMS:
                yield kind, cards.clip(text)


def _file_name(student, taken):
    """A file name that every system has, for each student another."""
    plain = re.sub(r"[^\w.-]+", "_", printable(student)).strip("._") or "student"
    name, again = plain[:80], 1
    while name.lower() in taken:
        again += 1
        name = f"{plain[:80]}_{again}"
    taken.add(name.lower())
    return name
