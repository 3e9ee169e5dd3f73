"""`course study`: the page to print, its key, the empty sheet, and the report of the gains."""

import csv
import html
from collections import Counter

from classroom.study import inventory
from course_tools import CourseError
from course_tools.document import DOCUMENT
from course_tools.output import csv_text, write
from course_tools.quiz import xhtml
from course_tools.study import gain, sheet
from course_utils import exercises

FEW = 20  # students both times; below that the intervals are wider than most gains
_STYLE = """\
:root { color-scheme: light dark; }
body { font: 12pt/1.4 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem; }
section { break-inside: avoid; margin: 1.2em 0; } ol { list-style: none; padding-left: 1.2em; }
p, li { margin: .25em 0; } .line { border-bottom: 1px solid; display: inline-block; width: 14em; }
.right { font-weight: bold; }
@media print { body { font-size: 10.5pt; padding: 0; } }"""
_HOW = ("This is no test and has no marks. Write no name. Write a word of your own that you will "
        "remember in some weeks, and that nobody else would choose; the same word next time. Tick "
        "one answer to each question; leave out what you do not know. You may hand in an empty "
        "page: then nothing of it is counted.")


def main(options):
    """Write the page, the key or the sheet, or print the report."""
    questions = inventory()
    if options.what == "report":
        return report(options, questions)
    name, text = {"paper": ("study.html", lambda: page(questions, key=False)),
                  "key": ("study_key.html", lambda: page(questions, key=True)),
                  "sheet": ("study.csv", lambda: sheet.empty(questions))}[options.what]
    write(text(), options.out or name)
    print(f"written to {options.out or name}: {len(questions)} questions")
    return 0


def page(questions, *, key):
    """The inventory on paper, or with ``key`` its answers and their reasons."""
    head = "" if key else (
        f"<p>{_HOW}</p><p>My word: <span class='line'>&nbsp;</span> &emsp; ☐ before the course "
        "&emsp; ☐ after it</p>")
    body = "\n".join(_question(i, one, key) for i, one in enumerate(questions, 1))
    title = f"{exercises.COURSE.title}: {len(questions)} questions" + ", with answers" * key
    return DOCUMENT.format(title=title, style=_STYLE, body=f"<h1>{title}</h1>{head}{body}")


def _question(number, one, key):
    lines = []
    for letter, words in one.choices.items():
        right = ' class="right"' * (key and letter == one.answer)
        why = f" – {xhtml(one.why[letter])}" if key else ""
        lines.append(f"<li{right}>{'' if key else '☐ '}{letter} &ensp; {xhtml(words)}{why}</li>")
    idea = f" <small>({html.escape(one.id)})</small>" if key else ""
    return (f"<section><p><strong>{number}.</strong> {xhtml(one.question)}{idea}</p>"
            f"<ol>{''.join(lines)}</ol></section>")


def report(options, questions):
    """Print gain by idea; 1 if nothing can be said."""
    if not options.answers:
        raise CourseError("study report: expected --answers SHEET.csv, got none")
    before, after, odd = sheet.paired(options.answers, questions)
    cards = _cards(options.verdicts) if options.verdicts else None
    print("\n".join([*lines(questions, before, after, cards), *(f"! {line}" for line in odd)]))
    if options.out:
        write(csv_text(table(questions, before, after), COLUMNS), options.out)
        print(f"written to {options.out}")
    return 0 if len(before) else 1


COLUMNS = ("idea", "n", "before", "after", "gain", "low", "high")


def table(questions, before, after):
    """A row for each idea, as numbers (fractions)."""
    found = gain.per_question(before, after)
    return [{"idea": q.idea, **{name: round(float(found[name][i]), 4) for name in COLUMNS[1:]}}
            for i, q in enumerate(questions)]


def lines(questions, before, after, cards=None):
    """The report as lines of text."""
    n = len(before)
    if not n:
        return ["no word stands on a paper before and on one after: nothing can be said"]
    said = [f"{n} students answered before and after. Right, in % of those who were asked both "
            "times; gain in points with its 95 % interval:", "",
            f"{'idea':<16}{'n':>4}{'before':>8}{'after':>7}{'gain':>7}  interval"]
    for row, question in zip(table(questions, before, after), questions, strict=True):
        if row["n"]:
            share = [f"{100 * row[name]:.0f}" for name in ("before", "after")]
            points = [round(100 * row[name]) for name in ("gain", "low", "high")]
            said.append(f"{row['idea']:<16}{row['n']:>4.0f}{share[0]:>8}{share[1]:>7}"
                        f"{points[0]:>+7}  {points[1]:+} to {points[2]:+}")
        else:
            said.append(f"{row['idea']:<16}   0  nobody was asked it both times")
        said += [f"{'':<16}  cards: {text}" for text in _of_idea(question, cards)]
    return said + ["", *_in_all(before, after, n)]


def _in_all(before, after, n):
    mean, low, high, counted = gain.overall(before, after)
    said = [f"All twelve: {100 * mean:+.1f} points a student"
            + (f", 95 % interval {100 * low:+.1f} to {100 * high:+.1f}" if counted > 1 else "")
            + f" ({counted} students).",
            "Of twelve intervals one in twenty misses by chance: one idea alone proves little.",
            "Nobody was kept from the course, so a gain is not yet the course's doing: "
            "docs/instructor/study.md says what may be concluded."]
    if n < FEW:
        said.append(f"With {n} students read the line of all twelve, and no single idea.")
    return said


def _cards(path):
    """Rows of `course check --csv` by exercise."""
    found = {}
    with open(path, encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            if row.get("exercise") and row.get("status"):
                found.setdefault(row["exercise"], []).append(row)
    return found


def _of_idea(question, cards):
    for name in sheet.asked_in(question) if cards is not None else ():
        rows = [row for row in cards.get(name, ())
                if row["status"] not in ("not attempted", "not checked")]
        if rows:
            wrong = [row for row in rows if row["status"] != "passed"]
            named = Counter(row["misconception"] for row in wrong if row["misconception"])
            most = "".join(f"; {what} {count}" for what, count in named.most_common(2))
            yield f"{name}: {len(rows) - len(wrong)} of {len(rows)} right{most}"
