"""The names of the first edition's records, until every bank is text."""

from course_utils.exercises.compare import Tolerance
from course_utils.exercises.grammar import Mistake
from course_utils.exercises.records import Case, Exercise, Prediction

__all__ = ["Case", "Exercise", "Mistake", "Prediction", "Tolerance"]
