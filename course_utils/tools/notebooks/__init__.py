"""Notebook files: find and read them, run them, store what came out. Never used by a notebook."""

# ruff: noqa: F401 - a table of contents
from course_utils.tools.files import NotebookError, read

from .execute import NBVAL, NOTEBOOK_METADATA, WIDGET_VIEW, clean, execute, refresh
from .files import (
    APPENDIX,
    NUMBER,
    calls,
    notebook_files,
    number,
    parse,
    root,
    strip_outputs,
    student_copy,
    tags,
    top_level_binders,
    write,
)
from .run import ONE_THREAD
