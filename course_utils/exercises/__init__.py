"""Exercises: what a notebook calls. The mechanism is in `engine`, one file per notebook
holds the records."""

from course_utils.exercises.engine import (
    Result,
    check,
    exercise,
    hint,
    lectures,
    prediction,
    progress,
    record,
    records,
    reference,
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
