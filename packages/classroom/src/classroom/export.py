"""The lecture, to be kept: what the room was asked and how it voted, as a table and as a page.

Only what the screens may show: small counts hidden, of words only those that were let through.
"""

import csv
import html
import io

from classroom import words
from classroom.polls import text_of

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 16px/1.45 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; }}
table {{ border-collapse: collapse; width: 100%; }} .right {{ font-weight: 700; }}
td {{ padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ccc; }}
td.n {{ text-align: right; white-space: nowrap; }}
h2 {{ font-size: 1.05rem; margin-top: 1.6rem; break-after: avoid; }}
pre {{ background: #f1f3f5; padding: .6rem; overflow-x: auto; }}
</style></head><body><h1>{title}</h1>{body}</body></html>"""


def rows(room):
    """(question, text, round, answer, its text, right, count, percent) of each closed vote."""
    polls = room.polls
    for (id, again), found in sorted(polls.frozen.items(), key=lambda one: (
            polls.listed().index(one[0][0]), one[0][1])):
        asked, percent = polls.of(id), polls.percent(found["counts"]) or {}
        for name, count in polls.split(asked, found["counts"]).items():
            words = text_of(asked, asked.choices.get(name, ""))
            yield (id, text_of(asked, asked.question), again, name, words,
                   name == asked.answer, count, percent.get(name, ""))


def spreadsheet(head, found):
    """Rows as CSV; a text that a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for row in found:
        writer.writerow([f"'{one}" if isinstance(one, str) and one[:1] in tuple("=+-@\t\r") and one
                         else one for one in row])
    return out.getvalue()


def table(room):
    """The votes as CSV."""
    return spreadsheet(("question", "text", "round", "answer", "answer_text", "right", "count",
                        "percent"), rows(room))


def page(room):
    """The same as a page to print, with the answers that were shown."""
    found, parts = list(rows(room)), []
    for id in room.polls.listed():
        asked, told = room.polls.of(id), id in room.polls.answered
        question = html.escape(text_of(asked, asked.question)) or "A question on the slide"
        parts.append(f"<h2>{question}</h2>")
        if getattr(asked, "about", ""):
            parts.append(f"<pre>{html.escape(asked.about)}</pre>")
        lines = {}
        for _, _, again, name, text, right, count, percent in (r for r in found if r[0] == id):
            said = f"{count}{f' ({percent} %)' if percent != '' else ''}"
            lines.setdefault((name, text, right and told), {})[again] = said
        cells = "".join(_line(*one, votes) for one, votes in lines.items())
        parts.append(f"<table>{cells}</table>")
        if told and (why := words.answer(asked)["holds"]):
            parts.append(f"<p>{html.escape(why)}</p>")
    return _PAGE.format(title=f"Room {room.code}", body="".join(parts) or "<p>No vote yet.</p>")


def _line(name, text, right, votes):
    cells = "".join(f"<td class=n>{html.escape(votes[again])}</td>" for again in sorted(votes))
    said = html.escape(f"{name}: {text}" if text else name)
    return f"<tr{' class=right' if right else ''}><td>{said}</td>{cells}</tr>"
