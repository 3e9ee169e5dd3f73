"""A tape that writes down what is computed, and its way back; a table of contents, without code."""

from .maths import tape
from .maths.tape import *

__all__ = [*tape.__all__]
