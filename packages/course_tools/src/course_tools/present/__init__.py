"""Showing a notebook: on stage (`compose`, `stage`), as a plan, on paper (`handout`)."""

# ruff: noqa: F401 - a table of contents
from course_tools.present.plan import blocks, find_cell, plan
from course_tools.present.stage import Stage, stage
