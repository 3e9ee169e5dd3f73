"""Showing a notebook: on stage (`slides`, `stage`), as a plan, on paper (`handout`)."""

from .plan import PresentError, blocks, find_cell, plan
from .stage import Stage, stage

__all__ = ["PresentError", "Stage", "blocks", "find_cell", "plan", "stage"]
