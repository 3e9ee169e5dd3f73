"""The toy course `waves`, in the folder of that name: judged, asked, written wrong on purpose."""

import shutil
import sys
from pathlib import Path

import pytest

import misstep
from misstep import course

WAVES = Path(__file__).with_name("waves")
collect_ignore = ["waves"]  # its files are those of a course, and run in a copy


@pytest.fixture(scope="session")
def toy(tmp_path_factory):
    """The folder of the toy course, a copy."""
    return shutil.copytree(WAVES, tmp_path_factory.mktemp("toy"), dirs_exist_ok=True,
                           ignore=shutil.ignore_patterns("__pycache__"))


@pytest.fixture
def another(tmp_path):
    """Writes the files of another course into an empty folder, and returns its `exercises`."""
    def written(files):
        for name, text in files.items():
            path = tmp_path / "exercises" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "exercises"

    return written


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
