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
           "record", "records", "reference", "solution", "state", "why"]


def __getattr__(name):
    """`predict` brings in ipywidgets: only for those who ask."""
    if name == "predict":
        from course_utils.exercises.predictions import predict

        return predict
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
