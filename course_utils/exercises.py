"""Exercises: what a notebook calls.

The tasks, and what is known about answers, are in `exercises/`; the package `misstep` judges.
"""

import types

import misstep

from . import data

COURSE = misstep.use(misstep.Course(
    "Nonlinear Models",
    exercises=data.folder("exercises"),
    library=("course_utils.functions", "course_utils.network", "course_utils.metrics",
             "course_utils.text", "course_utils.maths.automatic", "course_utils.data"),
    guards=("course_utils.maths.errors", "course_utils.maths.checks"),
    concepts=data.lecture_map,
    same=lambda id: id.replace("MAY25-", "MAY24-", 1),  # one lecture, given in two years
    work="my_work",
    openings={  # questions where nothing is remembered: in `notebooks/`, on stage, in a new copy
        "02": ("01-line-r1", "01-affine-r1"),
        "03": ("01-regression-r1", "02-count-r1"),
        "03b": ("02-degree-r1", "03-collapse-r1"),
        "03c": ("01-linear-r1", "03-saturation-r1"),
        "04": ("02-linear-r1", "03-kink-r1"),
        "05": ("03-step-r1", "04-gradient-r1"),
        "05b": ("04-shift-r1", "05-mean-r1"),
        "06": ("04-loss-r1", "05-zeros-r1"),
        "07": ("04-temperature-r1", "06-twice-r1"),
    },
))

__all__ = ["alike", "check", "doubt", "exercise", "hint", "join", "leave", "lectures", "pieces",
           "predict", "prediction", "progress", "recall", "record", "records", "reference",
           "reveal", "sent", "slip", "solution", "state", "study", "why"]

check, exercise, hint, solution = COURSE.check, COURSE.exercise, COURSE.hint, COURSE.solution
why, doubt, slip, pieces = COURSE.why, COURSE.doubt, COURSE.slip, COURSE.pieces
predict, reveal, recall, alike = COURSE.predict, COURSE.reveal, COURSE.recall, COURSE.alike
progress, lectures, state = COURSE.progress, COURSE.lectures, COURSE.state
record, records, reference = COURSE.record, COURSE.records, COURSE.reference
prediction = COURSE.prediction


def _room() -> types.ModuleType:
    from classroom import member

    return member


def join(room, address=None):
    """Join a lecture's room for this session; shows exactly what will be sent.

    ``room`` and ``address`` are on the lecturer's screen. Without an address it is the one in the
    environment variable ``COURSE_ROOM``, which a hub may set, else this machine.

    >>> join("blue42")
    Traceback (most recent call last):
    ValueError: join: expected the room on the screen, as "blue-42", got 'blue42'
    """
    _room().join(room, address)


def leave(quietly=False):
    """Leave the room and take back what was sent.

    >>> leave(quietly=True)  # nothing where no room was joined
    """
    _room().leave(quietly)


def sent():
    """List what was sent to the room in this session.

    >>> sent()  # doctest: +ELLIPSIS
    No room...
    """
    _room().sent()


def study(word=None, letters=""):
    """Show the questions of the study; with a word of your own, hand in a sheet of answers.

    ``letters`` follow the order of the questions, with a hyphen if you do not know:
    ``study("blue whale", "BDCA-BBDACC-")``. A second sheet replaces the first.

    >>> study()  # doctest: +ELLIPSIS
    No room...
    """
    _room().study(word, letters)
