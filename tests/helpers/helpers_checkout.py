"""A copy of the checkout in which something is tried, and how its own Python code is run there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CONTENT = ("data", "exercises", "notebooks")  # installed as packages: course_utils_data ...
FOLDERS = (*CONTENT, "course_utils", "packages", "tests", "scripts", "docs")
FILES = ("pyproject.toml", ".importlinter", "README.md", "CONTRIBUTING.md", "LICENSE-TEXT")
LEFT = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")


def copy_of_the_checkout(home):
    """The course's folders and its settings, without git, environment and students' work."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, home / name, ignore=LEFT)
    for name in FILES:
        shutil.copy(ROOT / name, home)
    (home / "build" / "mapped").mkdir(parents=True)
    for name in CONTENT:
        (home / "build" / "mapped" / f"course_utils_{name}").symlink_to(home / name)
    return home


def run(home, *command, timeout=300):
    """A command for the Python at hand, in a copy and with the copy's own packages."""
    places = (home, *home.glob("packages/*/src"), home / "build" / "mapped")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places)),
           "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, *map(str, command)], cwd=home, env=env, timeout=timeout,
                          capture_output=True, text=True, encoding="utf-8")
