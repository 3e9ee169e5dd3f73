"""Exercises: what a notebook calls. What is asked, and what is known of the answers, lies in the
folder `exercises/`; the package `misstep` judges.
"""

from importlib import import_module

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

__all__ = ["Result", "alike", "check", "doubt", "exercise", "hint", "join", "leave", "lectures",
           "pieces", "predict", "prediction", "progress", "recall", "record", "records",
           "reference", "reveal", "sent", "slip", "solution", "state", "study", "why"]


def __getattr__(name):
    if name in ("join", "leave", "sent", "study"):  # the network: only for those who ask
        return getattr(import_module("classroom.member"), name)
    return getattr(COURSE, name)
