"""Which ideas hold, and which come back next: read from what is remembered, shown by others.

An idea is that of a prediction. It holds if the last answer given to it was right: to the
prediction itself (once its answer was looked at), or to a question that brought it back
(`questions.Recall`). Knows no widgets and no page.
"""

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from misstep import memory
from misstep.course import current
from misstep.judge.records import PASSED, record
from misstep.questions import predictions, recalls


@dataclass
class Idea:
    """Where one stands with the idea of a prediction.

    ``held`` says whether the last answer was right, None if there was none; ``at`` when it was
    asked last; ``recalled`` holds, for each question that brought it back, its last event.
    """

    id: str
    held: bool | None = None
    at: str = ""
    recalled: dict = field(default_factory=dict)


def standing(notebook):
    """The ideas of a notebook as they stand: id of the prediction to `Idea`."""
    asked = {id: p for id, p in predictions().items() if p.notebook == notebook}
    back = {id: q for id, q in recalls().items() if q.notebook == notebook}
    found = {id: Idea(id) for id in [*asked, *(q.idea for q in back.values())]}
    votes = {}
    for event in memory.events(notebook):
        kind, id, letter = event["kind"], event["id"], event.get("choice")
        if id in asked and kind in ("committed", "revealed"):
            idea = found[id]
            idea.at = event["at"]
            if kind == "committed" and letter in tuple(asked[id].choices):
                votes[id] = letter
            elif kind == "revealed" and id in votes:
                idea.held = votes[id] == asked[id].answer
        elif id in back and kind == "recalled" and letter in tuple(back[id].choices):
            idea = found[back[id].idea]
            idea.at, idea.held = event["at"], letter == back[id].answer
            idea.recalled[id] = event
    return found


# --- what comes back ------------------------------------------------------------------------


def earlier(notebook=None):
    """Numbers of the notebooks before one that have questions, in teaching order; or of all."""
    numbers = dict.fromkeys(q.notebook for q in recalls().values())
    return [n for n in numbers if notebook is None or n < notebook]


def opening(notebook):
    """Ids of the two questions a notebook begins with where nothing is remembered."""
    if notebook in current().openings:
        return current().openings[notebook]
    last = earlier(notebook)[-2:]
    return tuple(next(id for id, q in recalls().items() if q.notebook == n) for n in last)


def pair(notebook=None, today=None):
    """Two questions for a notebook and today's answers to them: a list of (Recall, letter or None).

    First come ideas that did not hold, then those that were asked longest ago; an idea asked
    again today waits. What was answered today in this notebook stays, so that the pair does not
    change under one's hands. Without a number: from all notebooks, new ones each time.
    """
    today = today or date.today().isoformat()
    known, touched = {}, set()
    for number in earlier(notebook):
        known.update(standing(number))
        if any(event["kind"] != "recalled" for event in memory.events(number)):
            touched.add(number)  # by working in it
    stays = _answered(known, notebook, today) if notebook else {}
    first = opening(notebook)

    def rank(idea):
        later = any(event["at"][:10] == today for event in idea.recalled.values())
        if idea.held is False:
            return later, 0, idea.at, 0
        if idea.at:
            return later, 1, idea.at, 0
        openings = [recalls()[id].idea for id in first]
        return (False, 2 if idea.id.partition("-")[0] in touched else 3, "",
                openings.index(idea.id) if idea.id in openings else len(first))

    chosen = dict(list(stays.items())[-2:])
    taken = {recalls()[id].idea for id in stays}
    ideas = [idea for idea in known.values() if _variants(idea.id) and idea.id not in taken]
    for idea in sorted(ideas, key=rank)[:2 - len(chosen)]:
        chosen[_next_variant(idea, first)] = None
    order = list(recalls())
    return [(recalls()[id], chosen[id]) for id in sorted(chosen, key=order.index)]


def _answered(known, notebook, today):
    """What was answered today in a notebook, id to letter, in the order of the answers."""
    found = [event for idea in known.values() for event in idea.recalled.values()
             if event.get("where") == notebook and event["at"][:10] == today]
    return {event["id"]: event["choice"] for event in sorted(found, key=lambda e: e["at"])}


def _variants(id):
    return [q.id for q in recalls().values() if q.idea == id]


def _next_variant(idea, first):
    """The question on an idea that was asked longest ago; that of the opening before others."""
    def age(id):
        return idea.recalled[id]["at"] if id in idea.recalled else "", id not in first

    return min(_variants(idea.id), key=age)


# --- what holds -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Concept:
    """A concept of the lectures: what speaks for it, and what against it."""

    id: str
    title: str
    good: tuple = ()  # what was right, in a word each: "predicted", "recalled", "exercise 4.1"
    again: tuple = ()  # what to look at again: (sentence, link to the cell or "")


def concepts(notebook):
    """The concepts of a notebook of which something is known, in the order of the lectures."""
    good, again, same = {}, {}, current().same
    lectures = {q.idea: q.lecture[0] for q in recalls().values()}
    for idea in standing(notebook).values():
        if idea.held is None or idea.id not in lectures:
            continue
        place = same(lectures[idea.id])
        if idea.held:
            good.setdefault(place, []).append("recalled" if idea.recalled else "predicted")
        else:
            words = "not recalled" if idea.recalled else "the prediction did not hold"
            again.setdefault(place, []).append((words, link(notebook, f'predict("{idea.id}")')))
    tries = {e["id"]: e.get("status") for e in memory.events(notebook, "try")}
    for r in _tried(tries):
        if tries[r.id] == PASSED:
            good.setdefault(same(r.lecture[0]), []).append(f"exercise {r.number}")
        else:
            again.setdefault(same(r.lecture[0]), []).append(
                (f"exercise {r.number} is not right yet", link(notebook, f'exercise("{r.id}")')))
    return [Concept(row["id"], row["title"], tuple(dict.fromkeys(good.get(row["id"], ()))),
                    tuple(again.get(row["id"], ())))
            for row in current().concepts() if row["id"] in good or row["id"] in again]


def thoughts(notebook):
    """What was thought of a prediction, and what is thought now: (question, said, said, ...).

    Only of those answered more than once: in a second vote, or when the idea came back.
    """
    found = []
    for id, idea in standing(notebook).items():
        asked = predictions().get(id)
        events = memory.events(notebook, "committed", id) if asked else ()
        words = [asked.choices[e["choice"]] for e in events if e.get("choice") in asked.choices]
        if idea.recalled and words:
            words.append("✓ right when it came back" if idea.held else "✗ wrong when it came back")
        if len(words) > 1:
            found.append((asked.question, words[0], words[-1]))
    return found


def _tried(ids):
    """Records of exercises by their ids, without those that are no more or have no concept."""
    for id in ids:
        with suppress(KeyError):
            if record(id).lecture:
                yield record(id)


def link(notebook, call):
    """Address of the cell with a call such as `predict("01-line")`, as a notebook beside it has it.

    Looked up in the copy that lies there; "" where there is none, or none that can be read.
    """
    home = memory.home()
    folder = home.parent.parent if home else Path.cwd()
    for path in sorted(folder.glob(f"{notebook}_*.ipynb")):
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
            found = next((c["id"] for c in cells if call in "".join(c["source"])), None)
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            continue
        if found and re.fullmatch(r"[\w-]+", str(found)):
            return f"{path.name}#cell-id={found}"
    return ""
