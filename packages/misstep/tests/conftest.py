"""The toy course `waves`: the files that README.md prints, and what it says of them."""

import re
import sys
from pathlib import Path

import pytest

import misstep
from misstep import course

PACKAGE = Path(__file__).resolve().parents[1]
README = (PACKAGE / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```\w+\n(.*?)```", README, re.S)
CARD, WAVES, RMS, COURSE, ASK, STUB, PREDICTIONS, RECALL = BLOCKS
FILES = {"waves.py": WAVES, "course.py": COURSE, "exercises/ch1/rms.py": RMS,
         "exercises/ch1/predictions.txt": PREDICTIONS, "exercises/ch1/recall.txt": RECALL}


def written(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def toy(tmp_path_factory):
    """The folder of the toy course."""
    return written(tmp_path_factory.mktemp("toy"), FILES)


@pytest.fixture
def readme():
    """The blocks of README.md that are no files: a card, calls, a stub."""
    return {"card": CARD, "ask": ASK, "stub": STUB}


@pytest.fixture
def another(tmp_path):
    """Writes the files of another course into an empty folder, and returns its `exercises`."""
    return lambda files: written(tmp_path, {
        f"exercises/{name}": text for name, text in files.items()}) / "exercises"


@pytest.fixture
def no_course(monkeypatch, toy):
    """No course in use, and `waves` on the path; as it was afterwards."""
    monkeypatch.setattr(course, "_current", None)
    monkeypatch.syspath_prepend(toy)
    yield
    sys.modules.pop("waves", None)


@pytest.fixture
def waves(no_course, toy):
    return misstep.use(misstep.Course("Waves", exercises=toy / "exercises", library=("waves",)))
