"""The engine knows no course, brings no more than NumPy, and works where it is installed alone."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import setuptools

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "packages" / "misstep"
SUFFIXES = {".py", ".md", ".toml", ".txt", ".js", ".css", ".html", ".json"}
THIS_COURSE = re.compile("course_utils|my_work|MAY2|ALICE|NPFL|CS577|nonlinear", re.I)
BLOCKS = re.findall(r"```\w+\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.S)
CARD, WAVES, RMS, COURSE, ASK = BLOCKS[:5]
NEVER = {"IPython", "ipywidgets", "anywidget", "matplotlib", "tornado", "filelock", "course_utils",
         "classroom", "course_tools", "course_utils_data", "course_utils_exercises"}


def test_it_names_nothing_of_this_course():
    texts = [path for path in PACKAGE.rglob("*") if path.suffix in SUFFIXES
             and not any(part.endswith(".egg-info") for part in path.parts)]
    assert len(texts) > 40
    named = [f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
             for path in texts if path != PACKAGE / "CHANGELOG.md"
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
             if THIS_COURSE.search(line)]
    assert not named, "\n".join(named)


@pytest.fixture(scope="module")
def toy(tmp_path_factory):
    """The toy course of the engine's README, in a folder."""
    home = tmp_path_factory.mktemp("toy")
    (home / "exercises" / "ch1").mkdir(parents=True)
    for name, text in (("waves.py", WAVES), ("course.py", COURSE), ("ask.py", ASK),
                       ("exercises/ch1/rms.py", RMS)):
        (home / name).write_text(text, encoding="utf-8")
    return home


SHOWN = """
result = COURSE.check("rms", lambda x: np.mean(np.square(x)))
assert str(result) == repr(result) and "<strong>" in result._repr_html_()
assert COURSE.exercise("rms")(lambda x: np.std(x)) is COURSE.reference("rms")
COURSE.hint("rms"), COURSE.solution("rms"), COURSE.progress("ch1")
import sys
print("modules:", *sorted({name.partition(".")[0] for name in sys.modules}))
"""


def run(python, toy, code, **env):
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([python, "-c", code], cwd=toy, env={**known, **env}, text=True,
                          capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_judging_and_cards_bring_nothing_that_shows_and_no_course(toy):
    said = run(sys.executable, toy, ASK + SHOWN)
    assert said.startswith(CARD)
    loaded = set(said.rpartition("modules: ")[2].split())
    assert {"misstep", "numpy", "waves"} <= loaded and not NEVER & loaded


def test_importing_it_brings_not_even_numpy(toy):
    loaded = run(sys.executable, toy, "import misstep, sys; print(*sys.modules)").split()
    assert "misstep" in loaded and "numpy" not in loaded
    assert not [name for name in loaded if name.startswith("misstep.")]


@pytest.mark.full
def test_installed_alone_it_judges_the_toy_course(toy, tmp_path):
    """In an environment with NumPy and nothing else; built without an index from a copy."""
    copy, env = tmp_path / "misstep", tmp_path / "env"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns(
        "__pycache__", "build", "*.egg-info"))
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True, timeout=120)
    python = env / ("Scripts" if os.name == "nt" else "bin") / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(subprocess.run([python, "-c", where], check=True, capture_output=True,
                                   text=True).stdout.strip())
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet",
           "--no-index", "--no-build-isolation", "--no-deps", str(copy)]
    built_with = Path(setuptools.__file__).parents[1]  # pip builds with the new Python
    done = subprocess.run(pip, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": str(built_with)})
    assert done.returncode == 0, done.stderr[-3000:]
    numpy_home = Path(np.__file__).parent
    for part in (numpy_home, numpy_home.parent / "numpy.libs"):
        if part.exists():
            (packages / part.name).symlink_to(part)
    said = run(python, toy, ASK + SHOWN)
    assert said.startswith(CARD)
    assert not NEVER & set(said.rpartition("modules: ")[2].split())
    absent = run(python, toy, "import importlib.util as i, misstep\n"
                 "print(misstep.__file__, *map(i.find_spec, ('course_utils', 'course_tools')))")
    assert str(env) in absent and absent.split()[1:] == ["None", "None"]
    metadata = next(packages.glob("misstep-*.dist-info")) / "METADATA"
    assert "Requires-Dist: numpy>=2.0\n" in metadata.read_text(encoding="utf-8")
