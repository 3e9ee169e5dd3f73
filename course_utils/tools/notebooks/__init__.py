"""Notebook files: find and read them, run them, store what came out. Never used by a notebook."""

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
from .run import CELL_TIMEOUT, ONE_THREAD

__all__ = [
    "APPENDIX", "CELL_TIMEOUT", "NBVAL", "NOTEBOOK_METADATA", "NUMBER", "NotebookError",
    "ONE_THREAD", "WIDGET_VIEW", "calls", "clean", "execute", "notebook_files", "number", "parse",
    "read", "refresh", "root", "strip_outputs", "student_copy", "tags", "top_level_binders",
    "write",
]
