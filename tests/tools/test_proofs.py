"""`course test --kept`: a change is proved anew with all that depends on it, and nothing else."""

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

import proofs
from proofs import ALL, Files, lessons_of

FILES = {
    "packages/misstep/src/misstep/judge/compare.py": "one = 1\n",
    "exercises/nb03/relu.py": "relu = 1\n",
    "exercises/nb04/softmax.py": "like = 'relu'\n",
    "exercises/nb05/mean.py": "mean = 1\n",
    "notebooks/03_activations.ipynb": "{}",
    "notebooks/04_softmax.ipynb": "{}",
    "notebooks/05_backprop.ipynb": "{}",
    "tests/exercises/test_banks.py": """
import types, pathlib, pytest
RECORDS = [types.SimpleNamespace(id=i, notebook=n)
           for i, n in (("relu", "03"), ("softmax", "04"), ("mean", "05"))]
@pytest.mark.parametrize("r", RECORDS, ids=lambda r: r.id)
def test_bank(r): pass
""",
    "tests/notebooks/test_nb03.py": "def test_own(): open('notebooks/03_activations.ipynb')\n",
    "tests/notebooks/test_nb04.py": "def test_other(): open('notebooks/05_backprop.ipynb')\n",
    "tests/tools/test_all.py": "def test_all(): pass\n\n\ndef test_falls(): assert 0\n",
    "pytest.ini": "[pytest]\n",
}
STRAYS = "test_nb04.py::test_other"  # opens what it is not said to open
FALLS = "test_all.py::test_falls"


@pytest.fixture
def repository(tmp_path):
    for name, words in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(words)
    (tmp_path / ".gitignore").write_text("__pycache__/\nbuild/\n.pytest_cache/\n")
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def run(folder, *more):
    """Names of the tests that were run, and what was said."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "CI"))}
    env["PYTHONPATH"] = os.path.dirname(proofs.__file__)
    env |= {"PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "proofs", "--import-mode=importlib", *more],
        cwd=folder, env=env, capture_output=True, text=True)
    lines = [line for line in done.stdout.splitlines() if " PASSED" in line or " FAILED" in line]
    return {line.split(" ")[0].rpartition("/")[2] for line in lines}, done


@pytest.mark.full
def test_an_edit_is_proved_anew_with_what_depends_on_it(repository):
    everything, done = run(repository)
    assert len(everything) == 7, done.stdout + done.stderr
    again, done = run(repository)
    assert again == {STRAYS, FALLS}, done.stdout
    assert "proofs kept, not run anew: 5" in done.stdout
    assert "tests/exercises/test_banks.py: 3" in done.stdout
    edits = {
        "notebooks/03_activations.ipynb": {"test_banks.py::test_bank[relu]",
                                           "test_nb03.py::test_own", "test_all.py::test_all"},
        "exercises/nb05/mean.py": {"test_banks.py::test_bank[mean]", "test_nb03.py::test_own",
                                   "test_all.py::test_all"},
        "exercises/nb03/relu.py": {  # softmax takes it over
            "test_banks.py::test_bank[relu]", "test_banks.py::test_bank[softmax]",
            "test_nb03.py::test_own", "test_all.py::test_all"},
        "packages/misstep/src/misstep/judge/compare.py": everything,
    }
    for name, wanted in edits.items():
        path = repository / name
        path.write_text(path.read_text() + "\n")
        found, done = run(repository)
        assert found == wanted | {STRAYS, FALLS}, (name, done.stdout)
    assert run(repository)[0] == {STRAYS, FALLS}


def test_nothing_left_to_run_is_no_failure(repository):
    for _ in range(2):
        _, done = run(repository, "tests/exercises")
        assert done.returncode == 0, done.stdout


def test_another_numpy_or_python_proves_anew(repository, monkeypatch):
    before = Files(repository).key("one", {"03"}, {"03"})
    assert before == Files(repository).key("one", {"03"}, {"03"})
    monkeypatch.setattr(proofs, "_versions", lambda: "numpy 1.0")
    assert before != Files(repository).key("one", {"03"}, {"03"})


@pytest.mark.full
def test_proofs_are_not_kept_in_ci(repository):
    env = {**os.environ, "CI": "true", "PYTHONPATH": os.path.dirname(proofs.__file__)}
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "proofs"], cwd=repository,
                          env=env, capture_output=True, text=True)
    assert done.returncode != 0 and "not kept in CI" in done.stderr


@pytest.mark.parametrize(("file", "values", "text", "found"), [
    ("notebooks/03b_universal.ipynb", (), "", ({"03b"}, {"03b"})),
    ("tests/notebooks/test_nb03b.py", (), "", (ALL, {"03b"})),
    ("tests/exercises/test_a.py", [SimpleNamespace(notebook="04")], "", ({"04"}, {"04"})),
    ("tests/exercises/test_a.py", [SimpleNamespace(where="nb04:12")], "", ({"04"}, {"04"})),
    ("tests/exercises/test_a.py", [SimpleNamespace(notebook="04")], "course_tools", ({"04"}, ALL)),
    ("tests/exercises/test_a.py", [SimpleNamespace(notebook="04"), SimpleNamespace(notebook="05")],
     "", (ALL, {"04", "05"})),
    ("tests/maths/test_a.py", (), "", (ALL, set())),
    ("tests/maths/test_a.py", (), "notebooks", (ALL, ALL)),
    ("tests/tools/test_cli.py", [SimpleNamespace(notebook="04")], "", (ALL, ALL)),
])
def test_what_a_test_depends_on(file, values, text, found):
    assert lessons_of(file, values, text) == found
