"""Which course the command works with: that of the folder it is run in, else the workbook.

Another course is a folder with a `course.py` that makes a `misstep.Course` called COURSE; its
notebooks are in `notebooks/` next to it. Title, exercises and names come from there.
"""

import os
from pathlib import Path

import misstep
from course_tools import CourseError, files, notebooks

FOLDER = "COURSE_FOLDER"  # names another course's folder to the processes that are started


def enter():
    """Look from the working directory upwards for another course; child processes find it too."""
    folder = next((folder for folder in (Path.cwd(), *Path.cwd().parents) if notebooks.is_course(
        folder) or notebooks.notebook_files(folder=folder / "notebooks")), None)
    if folder is not None and not notebooks.is_course(folder):
        folder = None  # the workbook, perhaps inside the folder of another course
    before = os.environ.pop(FOLDER, None)
    paths = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep)
             if path not in ("", before)]
    if folder is not None:
        os.environ[FOLDER] = str(folder)
        paths.append(str(folder))
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    if not paths:
        del os.environ["PYTHONPATH"]


def other():
    """Folder of another course than the workbook, or None."""
    return Path(os.environ[FOLDER]) if os.environ.get(FOLDER) else None


def course():
    """The `misstep.Course`; CourseError, with the file, if another one cannot be opened."""
    if other() is None:
        from course_utils.exercises import COURSE

        return COURSE
    try:
        return misstep.load(other())
    except Exception as error:  # whatever its author wrote
        raise CourseError(f"{other() / notebooks.OWN}: cannot be opened "
                          f"({type(error).__name__}: {files.first_line(error)}); "
                          f"python -m misstep {other()} shows why") from error


def workbook_only(what):
    """CourseError for features that another course cannot have."""
    if other() is not None:
        raise CourseError(f"{what} works only with the Nonlinear Models workbook; got the course "
                          f"in {other()}. misstep's README.md lists what works with any course")
