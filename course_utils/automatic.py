"""Derivatives of a list of operations; a table of contents, without code."""

from .maths import automatic
from .maths.automatic import *

__all__ = [*automatic.__all__]
