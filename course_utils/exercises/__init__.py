"""Exercises: what a notebook calls. How an answer is judged is in
`check`, what is known of an exercise in the file of its name in `banks`."""

from importlib import import_module

from course_utils.exercises.check import Result, check
from course_utils.exercises.records import prediction, record, records, reference
from course_utils.exercises.session import (
    exercise,
    hint,
    lectures,
    progress,
    solution,
    state,
    why,
)
from course_utils.exercises.unread import watch_cells

__all__ = ["Result", "check", "exercise", "hint", "join", "leave", "lectures", "predict",
           "prediction", "progress", "recall", "record", "records", "reference", "reveal", "sent",
           "solution", "state", "why"]

_BY_FILE = {"predict": "predictions", "reveal": "predictions", "recall": "recalls",
            "join": "room", "leave": "room", "sent": "room"}


watch_cells()


def __getattr__(name):
    """Boxes bring in ipywidgets, a room the network: only for those who ask."""
    if name in _BY_FILE:
        return getattr(import_module(f"{__name__}.{_BY_FILE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
