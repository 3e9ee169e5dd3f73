"""Showing a notebook: on stage (`slides`, `stage`), as a plan, on paper (`handout`)."""

from .plan import blocks, find_cell, plan
from .stage import Stage, stage

__all__ = ["Stage", "blocks", "find_cell", "plan", "stage"]
