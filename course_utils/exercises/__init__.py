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
           "record", "records", "reference", "reveal", "solution", "state", "why"]


def __getattr__(name):
    """`predict` and `reveal` bring in ipywidgets: only for those who ask."""
    if name in ("predict", "reveal"):
        from course_utils.exercises import predictions

        return getattr(predictions, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
