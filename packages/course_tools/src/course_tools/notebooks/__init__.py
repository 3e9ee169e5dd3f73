"""Notebook files: find and read them, run them, store what came out. Never used by a notebook."""

# ruff: noqa: F401 - a table of contents
from course_tools.files import NotebookError, read
from course_tools.notebooks.execute import (
    NBVAL,
    NOTEBOOK_METADATA,
    WIDGET_VIEW,
    clean,
    execute,
    refresh,
    with_outputs,
)
from course_tools.notebooks.files import (
    APPENDIX,
    NUMBER,
    OWN,
    QUOTES,
    calls,
    is_course,
    lessons,
    notebook_files,
    number,
    only_imports,
    parse,
    root,
    strip_outputs,
    student_copy,
    tags,
    top_level_binders,
    write,
)
from course_tools.notebooks.run import ONE_THREAD
