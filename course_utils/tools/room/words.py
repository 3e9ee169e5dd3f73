"""What the teacher's page says of an exercise, a misconception, a question. Counts nothing."""

import functools

from course_utils.exercises import check, record
from course_utils.exercises.predictions import plain
from course_utils.exercises.records import bank, predictions, questions, records

QUESTIONS = {  # family: a question that moves it (the guide has the same table)
    "axis": "What is the shape, and which axis counts the examples?",
    "transpose": "What is the shape, and which axis counts the examples?",
    "shape": "What is the shape, and which axis counts the examples?",
    "factor": "Check one entry by hand, or by a central difference.",
    "omitted-term": "Check one entry by hand, or by a central difference.",
    "sign": "Check one entry by hand, or by a central difference.",
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


def course():
    """Titles of all exercises, and the predictions by notebook, for the teacher's page."""
    asked = {}
    for id, one in questions().items():
        again = "" if id in predictions() else "again: "
        one = {"id": id, "question": again + plain(one.question)}
        asked.setdefault(id.partition("-")[0], []).append(one)
    return {"exercises": {r.id: {"number": r.number, "title": r.title, "notebook": r.notebook}
                          for r in records()},
            "predictions": dict(sorted(asked.items()))}


@functools.lru_cache(maxsize=500)
def misconception(exercise, name):
    """Its sentence, a question that moves it, and whether `case` can show one that differs."""
    found = _find(exercise, name)
    family, _, detail = name.partition("/")
    said = found.what if found else f"{family}: {detail.replace('-', ' ')}"
    return {"sentence": said[:1].upper() + said[1:], "where": found.where if found else "",
            "question": QUESTIONS.get(family, ""), "has_case": found is not None}


@functools.lru_cache(maxsize=200)
def case(exercise, name):
    """The card of an answer with this misconception: the case that separates right from wrong."""
    found = _find(exercise, name)
    return check(exercise, found.wrong)._repr_html_() if found else ""


def _find(exercise, name):
    """The known mistake of this name: written in the exercise's bank, or made by a slip."""
    known = bank(record(exercise).id)
    return next((m for m in (*known.written, *known.slips) if m.id == name), None)


def answer(id):
    """The right letter of a question, and what its cells show or why it is right."""
    one = questions()[id]
    holds = getattr(one, "holds", "") or one.why[one.answer]
    return {"answer": one.answer, "holds": plain(holds)}
