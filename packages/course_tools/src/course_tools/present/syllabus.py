"""`course plan --all`: one page of the course to give out: weeks, minutes, exercises, polls.

It reads the notebooks' own notes and the exercises' records, so it says what they say. It contains
no answers and no speaker's notes, so students may read it.
"""

import html
import re

from course_tools import CourseError, home, notebooks
from course_tools.document import DOCUMENT
from course_tools.output import write as write_text
from course_tools.present.plan import blocks, opening
from misstep.questions import plain_text

STYLE = """\
:root { color-scheme: light dark; }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 960px; margin: 0 auto; padding: 1.5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25em .6em; vertical-align: top; }
th, td { border-bottom: 1px solid #8888; }
.n { text-align: right; }
section { break-inside: avoid-page; margin-top: 2rem; } a { color: inherit; }
li { margin: .15em 0; } h2 { margin-bottom: .3em; }
@media print { body { font-size: 10.5pt; padding: 0; } }"""
_HEAD = ("week", "core", "notebook", "min in class", "min at home", "exercises", "polls")


def write(folder, path):
    """Write the page; return its path."""
    files = [p for p in notebooks.notebook_files(folder=notebooks.lessons(folder))
             if notebooks.number(p) != notebooks.APPENDIX]
    if not files:
        raise CourseError("plan --all: expected the course's notebooks, got none")
    write_text(page([_lesson(file) for file in files]), path)
    return path


def _lesson(path):
    """What the page says of one notebook."""
    nb, number = notebooks.read(path), notebooks.number(path)
    rows = [*opening(nb), *blocks(nb)]
    asked = [home.course().prediction(id) for row in rows for id in row["asked"]]
    timed = [row for row in rows if row["start"] is not None]
    heading = re.search(r"^#\s+(.+)$", nb["cells"][0]["source"], re.M)
    return {"number": number, "title": plain_text(heading[1]) if heading else path.stem,
            "blocks": rows, "class": sum(row["end"] - row["start"] for row in timed),
            "asked": asked, "exercises": home.course().catalogue(number)}


def page(lessons):
    """The page of lessons, in teaching order."""
    core = [one["number"] for one in lessons if re.fullmatch("0[1-9]", one["number"])]
    table = "\n".join(_row(week, core, one) for week, one in enumerate(lessons, 1))
    sums = [sum(column) for column in zip(*map(_numbers, lessons), strict=True)]
    foot = "".join(f'<td class="n">{value}</td>' for value in sums)
    kind = {name: "" if name == "notebook" else ' class="n"' for name in _HEAD}
    head = "".join(f"<th{kind[name]}>{name}</th>" for name in _HEAD)
    title = f"{home.course().title}: syllabus"
    about = (f"{len(lessons)} weeks, one notebook a week; the column <em>core</em> is the route of "
             f"{len(core)} weeks. Minutes in class are those of the notebooks' own plans, without "
             "the exercises; at home is the sum of the exercises' minutes, for all of them.")
    body = [f"<h1>{title}</h1>", f"<p>{about}</p>",
            f"<table><thead><tr>{head}</tr></thead><tbody>{table}</tbody>"
            f"<tfoot><tr><td></td><td></td><th>in all</th>{foot}</tr></tfoot></table>",
            *map(_section, lessons)]
    return DOCUMENT.format(title=title, style=STYLE, body="\n".join(body))


def _numbers(one):
    home = sum(record.minutes for record in one["exercises"])
    return one["class"], home, len(one["exercises"]), len(one["asked"])


def _row(week, core, one):
    name = f'<a href="#n{one["number"]}">{one["number"]} {html.escape(one["title"])}</a>'
    route = core.index(one["number"]) + 1 if one["number"] in core else ""
    cells = "".join(f'<td class="n">{value}</td>' for value in _numbers(one))
    return f'<tr><td class="n">{week}</td><td class="n">{route}</td><td>{name}</td>{cells}</tr>'


def _section(one):
    def items(lines):
        return "".join(f"<li>{html.escape(line)}</li>" for line in lines)

    parts = [plain_text(row["title"]) + _minutes(row) for row in one["blocks"]]
    tasks = [f"{record.number} {plain_text(record.title)} ({record.minutes} min, "
             f"{'★' * record.difficulty})" for record in one["exercises"]]
    polls = [plain_text(asked.question) for asked in one["asked"]]
    lists = [f"<h3>{name}</h3><ul>{items(lines)}</ul>" for name, lines in (
        ("In class", parts), ("Exercises", tasks), ("Polls", polls)) if lines]
    return (f'<section id="n{one["number"]}"><h2>{one["number"]} {html.escape(one["title"])}</h2>'
            f"{''.join(lists)}</section>")


def _minutes(row):
    return "" if row["start"] is None else f" ({row['end'] - row['start']} min)"
