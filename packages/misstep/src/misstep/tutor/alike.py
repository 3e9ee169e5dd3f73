"""`alike("softmax")` once a named mistake is mended: one question of its idea in other clothes.

It is made of another exercise's known mistake: what an answer gives, what is asked, and four
sentences, of which one is true of it. `recall("04")` asks two questions of earlier notebooks
again, and first one of these that was missed two notebooks before or earlier. What was answered is
remembered as a question that came back (`recalled`).
"""

import copy
import html
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import date

import numpy as np

from misstep import cards, catalogue, memory
from misstep.boxes import markup, recalls
from misstep.checking import check
from misstep.course import current
from misstep.judge.portable import tidy
from misstep.judge.records import record
from misstep.memory import ideas
from misstep.questions import Recall
from misstep.session import named
from misstep.tutor.slip import words

LATER = 2  # notebooks until a missed one comes back
TITLE = "The same idea in other clothes."
# families that are one idea wherever they occur; of the others only the same name is
ALIKE = ("axis", "duplicates", "in-place", "integer", "off-by-one", "transpose", "unstable")


def recall(notebook: str | int | None = None) -> None:
    """Ask two questions from the notebooks before one ("04"); without a number, from all."""
    number = f"{notebook:02d}" if isinstance(notebook, int) else notebook
    if not ideas.earlier():
        cards.show(cards.Note("Which notebook?", "There is none yet: no notebook has questions "
                              "that come back."))
        return
    if number not in (None, *current().notebooks) or not ideas.earlier(number):
        cards.show(cards.Note("Which notebook?", "expected the number of a notebook after "
                              f'{ideas.earlier()[0]}, such as `recall("04")`, got '
                              f"{tidy(repr(notebook), 40)}."))
        return
    asked = [*returning(number)[:1], *ideas.pair(number)][:2]
    cards.show(recalls.Pair(asked, number).view.still)


def puzzle(exercise, name):
    """A question made of a mistake: what an answer gives on the smallest case that shows it, what
    is asked, and four sentences, of which one is true of it; None where there are not enough.
    """
    r = record(exercise)
    written = r.judge.known.written
    found = next((m for m in (*written, *r.judge.known.slips) if m.id == name), None)
    shown = check(exercise, found.wrong).case if found and "endless" not in name else None
    if shown is None:
        return None
    given, gives = [_short(one) for one in (*shown.args, *shown.kwargs.values())], {}
    for m in written:
        if m.id != name and not m.halves and "endless" not in m.id:
            gives.setdefault(_run(m.wrong, shown), m)
    gives.pop(wrong := _run(found.wrong, shown), None)
    gives.pop(asked := _run(r.reference, shown), None)
    if len(others := sorted(gives.values(), key=lambda m: (len(m.what), m.what))) < 3:
        return None
    four = sorted([found, others[0], others[len(others) // 2], others[-1]], key=lambda m: m.what)
    letters = dict(zip("ABCD", four, strict=True))
    return {"question": f"Somebody wrote {r.signature.partition('(')[0]} (exercise {r.number}). "
            "What is wrong here?", "kind": "choice", "answer": "ABCD"[four.index(found)],
            "about": f"for    {', '.join(given)}\ngives  {wrong}\nasked  {asked}",
            "choices": {letter: m.what for letter, m in letters.items()},
            "why": {letter: m.where for letter, m in letters.items()}}


def _run(fn, shown):
    try:
        with np.errstate(all="ignore"):
            return _short(fn(*copy.deepcopy(shown.args), **copy.deepcopy(shown.kwargs)))
    except Exception as error:  # a mistake may be that it raises
        return type(error).__name__


def _short(value):
    if isinstance(value, dict):
        return ", ".join(f"{key} {_short(one)}" for key, one in value.items())
    if not isinstance(value, (np.ndarray, list, float)):
        return str(value)[:120]
    text = np.array2string(np.asarray(value), precision=3, threshold=12, separator=", ")
    return " ".join(text.split())[:160]


def _question(id):
    """The `Recall` of an id such as "04-softmax-axis/whole-batch"; None if there is none (now)."""
    notebook, _, rest = id.partition("-")
    exercise, _, name = rest.partition("-")
    with suppress(KeyError):
        made = puzzle(exercise, name)
        if made:
            about = f'<pre style="white-space:pre-wrap">{html.escape(made["about"])}</pre>'
            texts = {key: {letter: words(text) for letter, text in made[key].items()}
                     for key in ("choices", "why")}
            lecture = record(exercise).lecture
            return Recall(id=id, question=f"{words(made['question'])}{about}", lecture=lecture,
                          answer=made["answer"], **texts)
    return None


def like(r, name):
    """A question on the idea of a mistake, of another exercise up to this notebook; None of none.

    Those of the same name first, then those of the same family where that is one idea.
    """
    family, numbers = name.partition("/")[0], current().notebooks
    before = [record(line.id) for line in catalogue.entries(retired=False) if line.id != r.id
              and numbers.index(line.notebook) <= numbers.index(r.notebook)]
    found = [(m.id != name, o, m.id) for o in reversed(before) for m in o.judge.known.written
             if m.id == name or family in ALIKE and m.id.startswith(f"{family}/")]
    for _, o, id in sorted(found, key=lambda one: one[0])[:5]:
        asked = _question(f"{o.notebook}-{o.id}-{id}")
        if asked:
            return asked
    return None


def alike(id: str | Callable | None = None, once: bool = False) -> None:
    """Ask one question of the idea of the mistake that a card named last, of another exercise."""
    r = named(id, "alike")
    if r is None or os.environ.get("COURSE_QUIET"):  # nobody is there to answer
        return
    met = [e["misconception"] for e in memory.events(r.notebook, "try", r.id)
           if e.get("misconception")]
    asked = like(r, met[-1]) if met else None
    shown = current().session.shown
    if once and (asked is None or asked.id in shown
                 or memory.events(asked.notebook, "recalled", asked.id)):
        return
    if asked is None:
        cards.show(cards.Note(f"Nothing to ask about {r.id}", "No card has named a mistake in it "
                              "that another exercise knows, too."))
        return
    shown.add(asked.id)
    box = current().session.alike[r.id] = Alike([(asked, None)], r.notebook)
    cards.show(box.view.still)


def returning(notebook):
    """The questions that were missed two notebooks before one or earlier: (Recall, letter or None).

    What was answered today in this notebook stays where it is, with its letter.
    """
    numbers, today, found = current().notebooks, date.today().isoformat(), []
    for number in memory.notebooks() if notebook in numbers else ():
        last = {e["id"]: e for e in memory.events(number, "recalled") if "/" in e["id"]}
        for id, event in last.items():
            asked, where = _question(id), event.get("where")
            if asked is None or where not in numbers:
                continue
            if where == notebook and event["at"][:10] == today:
                if any(e["id"] == id and e.get("where") != notebook
                       for e in memory.events(number, "recalled")):
                    found.append((asked, event["choice"]))
            elif event["choice"] != asked.answer and (
                    numbers.index(where) + LATER <= numbers.index(notebook)):
                found.append((asked, None))
    return found


class Alike(recalls.Pair):
    """The live box of one such question."""

    title, heading = TITLE, markup.titled(TITLE, "")

    def _summary(self):
        asked = self.questions[0]
        if self.answers.get(asked.id, asked.answer) == asked.answer:
            return ""
        return "It did not hold and will come back."
