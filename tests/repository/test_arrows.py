"""Which package may import which: the contracts of .importlinter, and what they cannot say."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import grimp

import classroom
import course_tools
import course_utils
import misstep

ROOT = Path(__file__).resolve().parents[2]
HOMES = {"course_utils": ROOT, "misstep": ROOT / "packages" / "misstep" / "src",
         "classroom": ROOT / "packages" / "classroom" / "src",
         "course_tools": ROOT / "packages" / "course_tools" / "src",
         "widgets": ROOT / "packages" / "widgets" / "src"}
def test_it_is_this_checkout_that_is_looked_at():
    for package in (course_utils, misstep, classroom, course_tools):
        assert Path(package.__file__).is_relative_to(HOMES[package.__name__]), package.__file__


OUTSIDE = {  # no module of ours: what it may import is tested below
    HOMES["course_tools"] / "course_tools/site/library/sitecustomize.py",  # the browser's Python's
    HOMES["misstep"] / "misstep/example/exercises/01/rms.py",  # read as a bank
}


def test_every_contract_is_kept():
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, HOMES.values())), "COLUMNS": "200"}
    lint = "import sys; from importlinter.cli import lint_imports as f; sys.exit(f(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", lint], cwd=ROOT, env=env, timeout=120,
                          capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert ", 0 broken" in done.stdout


def test_every_file_is_in_the_graph():
    """A folder without `__init__.py` is no package, and import-linter passes over it."""
    files = [path for name, home in HOMES.items() for path in (home / name).rglob("*.py")]
    assert {path for path in files if not (path.parent / "__init__.py").exists()} == OUTSIDE


NOT_FOR_BANKS = {"classroom", "course_tools", "IPython", "ipywidgets", "matplotlib"}


def test_an_exercise_takes_of_the_engine_its_public_names_alone():
    banks = [*(ROOT / "exercises").rglob("*.py"), *OUTSIDE]
    taken = {(path.name, name) for path in banks
             for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
             if isinstance(node, ast.Import | ast.ImportFrom) for name in names_of(node)}
    public = {f"misstep.{name}" for name in misstep.__all__}
    wrong = [(file, name) for file, name in taken if name.partition(".")[0] in NOT_FOR_BANKS
             or name.partition(".")[0] == "misstep" and name not in public]
    assert len(banks) > 80 and not wrong, f"{wrong}: write `from misstep import ...`"


def names_of(node):
    """What an import statement binds, by its whole name."""
    before = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    return [before + alias.name for alias in node.names]


def test_the_book_is_built_without_numpy():
    """Its environment (`site.lock`) holds Sphinx, and nothing that a notebook computes with."""
    code = ("import sys; sys.modules['numpy'] = None\n"
            "import course_tools.site.settings, course_tools.files, misstep.memory.disk")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-600:]


INNER = {  # modules that import ours where they need it, and why
    "course_tools.cli": "each command brings in its own",
    "course_tools.doctor": "it says what is wrong where something cannot be imported",
    "course_tools.home": "the workbook's course needs NumPy",
    "course_tools.present.stage": "the deck needs Matplotlib",
    "course_tools.site.pages": "the book is built without NumPy",
    "course_tools.verdicts_child": "cards come in once the process is confined",
    "course_utils.exercises": "the network: only for those who join a room",
    "misstep": "importing it brings in no NumPy",
    "misstep.face": "a verb brings in what it needs when it is called",
    "widgets.still": "words alone need no anywidget",
}
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for name, home in HOMES.items()
         for path in sorted((home / name).rglob("*.py"))}


def module(path):
    """The dotted name of a file."""
    home = next(home for name, home in HOMES.items() if path.is_relative_to(home / name))
    return ".".join(path.relative_to(home).with_suffix("").parts).removesuffix(".__init__")


def imported(node):
    """What an import statement names, if it is ours."""
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [
        alias.name for alias in getattr(node, "names", ())]
    return [name for name in names if name.partition(".")[0] in HOMES]


def test_imports_of_ours_are_at_the_top_of_their_file():
    inner = {module(path) for path, tree in TREES.items() for outer in ast.walk(tree)
             if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef))
             for node in ast.walk(outer)
             if isinstance(node, (ast.Import, ast.ImportFrom)) and imported(node)}
    assert inner == INNER.keys()


def test_nothing_of_ours_is_imported_by_a_string():
    called = [(path, ast.unparse(node)) for path, tree in TREES.items() for node in ast.walk(tree)
              if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
                  ("import_module", "__import__"))]
    ours = [(path.name, call) for path, call in called if any(
        f"{quote}{name}{end}" in call for name in HOMES for quote in "'\"" for end in ".'\"")]
    assert called and not ours, ours


def test_no_modules_import_one_another_in_a_circle():
    graph = grimp.build_graph(*HOMES)
    below = {name: graph.find_modules_directly_imported_by(name) for name in graph.modules}
    while leaves := {name for name, needed in below.items() if not needed & below.keys()}:
        below = {name: needed for name, needed in below.items() if name not in leaves}
    assert not below, f"in a circle, or above one: {sorted(below)}"
