"""Which package may import which: the contracts of .importlinter hold, and tell what breaks one."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import classroom
import course_tools
import course_utils
import misstep

ROOT = Path(__file__).resolve().parents[2]
HOMES = {"course_utils": ROOT, "misstep": ROOT / "packages" / "misstep" / "src",
         "classroom": ROOT / "packages" / "classroom" / "src",
         "course_tools": ROOT / "packages" / "course_tools" / "src",
         "widgets": ROOT / "packages" / "widgets" / "src"}
LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports({}))"


def lint(folder, *, path=(), **options):
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path)), "COLUMNS": "200",
           "PYTHONDONTWRITEBYTECODE": "1"}
    code = LINT.format(f"no_cache=True, **{options!r}")
    return subprocess.run([sys.executable, "-c", code], cwd=folder, env=env, timeout=120,
                          capture_output=True, text=True, encoding="utf-8")


def test_it_is_this_checkout_that_is_looked_at():
    for package in (course_utils, misstep, classroom, course_tools):
        assert Path(package.__file__).is_relative_to(HOMES[package.__name__]), package.__file__


OUTSIDE = {  # no module of ours: what it may import is tested below
    HOMES["course_tools"] / "course_tools/site/library/sitecustomize.py",  # the browser's Python's
    HOMES["misstep"] / "misstep/example/exercises/01/rms.py",  # read as a bank
}


def test_every_contract_is_kept():
    done = lint(ROOT, path=HOMES.values())
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert ", 0 broken" in done.stdout


def test_every_file_is_in_the_graph():
    """A folder without `__init__.py` is no package, and import-linter passes over it."""
    files = [path for name, home in HOMES.items() for path in (home / name).rglob("*.py")]
    assert {path for path in files if not (path.parent / "__init__.py").exists()} == OUTSIDE


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    home = tmp_path_factory.mktemp("packages")
    for name, folder in HOMES.items():
        shutil.copytree(folder / name, home / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".importlinter", home)
    return home


@pytest.mark.parametrize("file, line, contract", [
    ("misstep/memory/ideas.py", "from course_utils import data", "engine"),
    ("misstep/session.py", "import matplotlib", "engine"),
    ("misstep/judge/records.py", "from misstep.line import references", "layers"),
    ("misstep/newcomer.py", "", "layers"),
    ("misstep/judge/portable.py", "from misstep import cards", "judge"),
    ("misstep/judge/sandbox.py", "import IPython", "judge"),
    ("misstep/cards/__init__.py", "import ipywidgets", "cards"),
    ("course_utils/text.py", "from misstep.judge import compare", "thin"),
    ("course_utils/plots/lines.py", "from misstep import Exercise", "thin"),
    ("course_utils/data.py", "from course_tools import files", "thin"),
    ("course_utils/maths/mlp.py", "import matplotlib.pyplot", "maths"),
    ("course_utils/network.py", "from course_utils import plots", "maths"),
    ("course_utils/plots/lines.py", "from course_utils.explore import controls", "explorers"),
    ("course_tools/copies.py", "from misstep.line import references", "command"),
    ("course_tools/site/live/kernel.py", "from misstep.judge import records", "command"),
])
def test_an_arrow_the_other_way_is_told(copy, file, line, contract):
    path = copy / file
    before = path.read_text(encoding="utf-8") if path.exists() else None
    try:
        path.write_text(f"{before or ''}\n{line}\n", encoding="utf-8")
        done = lint(copy, path=[copy], limit_to_contracts=(contract,))
    finally:
        path.unlink() if before is None else path.write_text(before, encoding="utf-8")
    assert done.returncode == 1 and ", 1 broken" in done.stdout, done.stdout[-2000:] + done.stderr
    assert path.stem.removesuffix("__init__") in done.stdout


BANKS = sorted([*(ROOT / "exercises").rglob("*.py"), *OUTSIDE])
NOT_FOR_BANKS = {"classroom", "course_tools", "IPython", "ipywidgets", "matplotlib"}


def test_there_are_banks():
    assert len(BANKS) > 80


@pytest.mark.parametrize("path", BANKS, ids=lambda path: path.stem)
def test_an_exercise_takes_of_the_engine_its_public_names_alone(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            taken = {alias.name.partition(".")[0] for alias in node.names}
            assert not taken & {*NOT_FOR_BANKS, "misstep"}, ast.unparse(node)
        elif isinstance(node, ast.ImportFrom):
            package = (node.module or "").partition(".")[0]
            assert package not in NOT_FOR_BANKS, ast.unparse(node)
            if package == "misstep":
                said = f"{ast.unparse(node)}: write `from misstep import ...`"
                assert node.module == "misstep", said
                assert {alias.name for alias in node.names} <= set(misstep.__all__), said


def test_the_book_is_built_without_numpy():
    """Its environment (`site.lock`) holds Sphinx, and nothing that a notebook computes with."""
    code = ("import sys; sys.modules['numpy'] = None\n"
            "import course_tools.site.settings, course_tools.files, misstep.memory.disk")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-600:]
