"""The teacher's page's words for an exercise, a misconception, a question. Counts nothing."""

import functools
import unicodedata

from misstep import FAMILIES, bank, current
from misstep.questions import plain_text, predictions, questions

_ASK = {  # families, and a question that moves them (the guide has the same table)
    "axis transpose shape": "What is the shape, and which axis counts the examples?",
    "factor omitted-term sign": "Check one entry by hand, or by a central difference.",
    "neighbour-formula": "Which formula is this one, and where do the two differ?",
    "unstable": "What does exp(1000) give, and which shift leaves the result as it is?",
    "convention": "What does the text fix? It is a choice, not a truth.",
    "integer": "What becomes of 0.5 in an array of whole numbers?",
    "in-place": "What does the caller see after your function has run?",
    "duplicates": "What happens to a row that occurs twice?",
    "off-by-one": "Which is the first, which the last? Write both down for the smallest input.",
    "ignored-argument": "Change one argument: what has to change in the result?",
    "missing-return": "What does the caller get from a function without a return?",
    "endless": "Which line ends the loop, and when is it reached?",
}
QUESTIONS = {family: question for named, question in _ASK.items() for family in named.split()}


BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters, says Unicode, that show nothing
MOST_MARKS = 2  # on one letter; those of an alphabet have no more


def readable(text):
    """A student's text, as one line in Unicode's usual form; "" if it cannot be shown.

    >>> readable(" cafe\u0301  noir "), readable("\u3164"), readable(7)
    ('café noir', '', '')
    """
    text = unicodedata.normalize("NFC", " ".join(text.split())) if isinstance(text, str) else ""
    marks, kept = 0, []
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        kept += [letter] * (marks <= MOST_MARKS)
    is_empty = all(letter in BLANKS or letter.isspace() for letter in kept)
    return "" if is_empty or not text.isprintable() else "".join(kept)


def course():
    """Titles of all exercises, and the predictions by notebook, for the teacher's page."""
    asked = {}
    for id, one in questions().items():
        again = "" if id in predictions() else "again: "
        one = {"id": id, "question": again + plain_text(one.question)}
        asked.setdefault(id.partition("-")[0], []).append(one)
    return {"exercises": {r.id: {"number": r.number, "title": r.title, "notebook": r.notebook}
                          for r in current().catalogue()},
            "predictions": dict(sorted(asked.items()))}


@functools.lru_cache(maxsize=200)
def _names(exercise):
    known = bank(current().record(exercise).id)
    return frozenset(m.id for m in (*known.written, *known.slips))


def warm():
    """Read all banks, so that no verdict waits for one; takes a few seconds of its thread."""
    for r in current().records():
        _names(r.id)


def named(exercise, name):
    """A misconception as it is counted: by its name if the course's records have it, else by its
    family alone, None if that is none. Nothing else that a stranger writes is ever shown.

    >>> named("softmax", "axis/whole-batch"), named("softmax", "axis/ann-lee-cheats")
    ('axis/whole-batch', 'axis/other')
    """
    if not isinstance(name, str) or name.partition("/")[0] not in FAMILIES:
        return None
    return name if name in _names(exercise) else f"{name.partition('/')[0]}/other"


@functools.lru_cache(maxsize=500)
def misconception(exercise, name):
    """Its sentence, a question that moves it, and whether `case` can show one that differs."""
    found = _find(exercise, name)
    family = name.partition("/")[0]
    said = found.what if found else f"another mistake of the kind “{family}”"
    return {"sentence": said[:1].upper() + said[1:], "where": found.where if found else "",
            "question": QUESTIONS.get(family, ""), "has_case": found is not None}


@functools.lru_cache(maxsize=200)
def case(exercise, name):
    """The card of an answer with this misconception, unfolded: the case that separates right from
    wrong.
    """
    found = _find(exercise, name)
    card = current().check(exercise, found.wrong)._repr_html_() if found else ""
    return card.replace("<details>", "<details open>")


def _find(exercise, name):
    """The known mistake of this name: written in the exercise's bank, or made by a slip."""
    known = bank(current().record(exercise).id)
    return next((m for m in (*known.written, *known.slips) if m.id == name), None)


def answer(asked):
    """The right letter of a question, and what its cells show or why it is right."""
    holds = getattr(asked, "holds", "") or asked.why.get(asked.answer, "")
    is_own = hasattr(asked, "about")  # as it was typed
    return {"answer": asked.answer, "holds": holds if is_own else plain_text(holds)}
