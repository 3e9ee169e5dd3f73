"""A name of the first edition's records, until every bank is text."""

from course_utils.exercises.compare import Tolerance

__all__ = ["Tolerance"]
