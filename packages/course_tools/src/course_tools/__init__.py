"""What runs the course: the `course` command and all that it calls. No notebook imports this."""

import os
from importlib.util import find_spec
from pathlib import Path


class CourseError(RuntimeError):
    """Something its reader can fix; the message says how, and `course` prints it."""


def python_path():
    """The folders from which this Python has the course's packages, as PYTHONPATH has them."""
    homes = (Path(find_spec(name).origin).resolve().parents[1]
             for name in ("course_tools", "classroom", "misstep", "widgets", "course_utils"))
    return os.pathsep.join(dict.fromkeys(map(str, homes)))
