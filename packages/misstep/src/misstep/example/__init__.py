"""A course of one exercise, for the examples in the docstrings: `COURSE`. Not the one in use."""

from pathlib import Path

from misstep.face import Course

COURSE = Course("Example", exercises=Path(__file__).with_name("exercises"))
