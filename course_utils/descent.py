"""How a function is descended; a table of contents, without code."""

from .maths import descent
from .maths.descent import *

__all__ = [*descent.__all__]
