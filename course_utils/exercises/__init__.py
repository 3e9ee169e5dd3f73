"""Exercises: what a notebook calls. How an answer is judged is in
`check`, what is known of an exercise in the file of its name in `banks`."""

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

__all__ = ["Result", "check", "exercise", "hint", "lectures", "predict", "prediction", "progress",
           "record", "records", "reference", "solution", "state", "why"]


def __getattr__(name):
    """`predict` brings in ipywidgets: only for those who ask."""
    if name == "predict":
        from course_utils.exercises.predictions import predict

        return predict
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
