"""The engine knows no course, brings no more than NumPy, and works where it is installed alone.

Its README is followed word for word: every marked block is a file, a cell or a command.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import setuptools

from course_tools.present import handout

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "packages" / "misstep"
README = (PACKAGE / "README.md").read_text(encoding="utf-8")
SUFFIXES = {".py", ".md", ".toml", ".txt", ".js", ".css", ".html", ".json"}
THIS_COURSE = re.compile("course_utils|MAY2|ALICE|NPFL|CS577|nonlinear", re.I)
NEVER = {"IPython", "ipywidgets", "anywidget", "matplotlib", "tornado", "filelock", "course_utils",
         "classroom", "course_tools", "course_utils_data", "course_utils_exercises"}
# <!-- file: spread.py -->, <!-- run -->, ... and the block below it, where there is one
MARKED = re.compile(r"<!-- ([a-z ]+?)(?:: (.*?))? -->\n(?:```\w+\n(.*?)```)?", re.S)
STEPS = [match.groups() for match in MARKED.finditer(README)]
STUDENT, CARD = re.findall(r"```\w+\n(.*?)```", README, re.S)[:2]


def test_it_names_nothing_of_this_course():
    texts = [path for path in PACKAGE.rglob("*") if path.suffix in SUFFIXES
             and not any(part.endswith(".egg-info") for part in path.parts)]
    assert len(texts) > 40
    named = [f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
             for path in texts if path != PACKAGE / "CHANGELOG.md"
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
             if THIS_COURSE.search(line)]
    assert not named, "\n".join(named)


# --- README.md, followed -------------------------------------------------------------------------


def run(python, folder, command):
    """What a command prints; ``python`` and ``course`` are those of one environment."""
    words = shlex.split(command)
    start = [python] if words[0] == "python" else [python, "-m", "course_tools.cli"]
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([*start, *words[1:]], cwd=folder, env=known, text=True,
                          capture_output=True, encoding="utf-8", timeout=300)
    assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def hand_in(folder, about):
    """A student's copy of the notebook, with the body of a function of ask.py in its stub."""
    place, _, name = about.partition(" ")
    nb = json.loads((folder / "notebooks" / Path(place).name).read_text(encoding="utf-8"))
    if name:
        ask = (folder / "ask.py").read_text(encoding="utf-8")
        body = re.search(rf"def {name}\(x\):\n {{4}}(.*?)\n\n", ask, re.S)[1]
        for cell in nb["cells"]:
            cell["source"] = cell["source"].replace("raise NotImplementedError", body)
    target = folder / "handed_in" / place
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(nb), encoding="utf-8")


def add_cell(path, source, kind):
    """One more cell, under an id such as JupyterLab gives."""
    path.parent.mkdir(exist_ok=True)
    nb = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {
        "cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    code = {"outputs": [], "execution_count": None} if kind == "code" else {}
    nb["cells"].append({"cell_type": kind, "id": f"5be8c7a{len(nb['cells'])}", "metadata": {},
                        "source": source.rstrip("\n"), **code})
    path.write_text(json.dumps(nb), encoding="utf-8")


def follow(folder, alone, course=None):
    """Do what README.md says in an empty folder: with one Python for the engine, one for the rest.

    Without the second one its steps are left out. Returns how many steps of each kind were done.
    """
    done, said = dict.fromkeys(("file", "cell", "run", "course", "prints", "hand in"), 0), None
    for (kind, about, block), marked in zip(STEPS, MARKED.finditer(README), strict=True):
        if kind == "file":
            (folder / about).parent.mkdir(parents=True, exist_ok=True)
            (folder / about).write_text(block, encoding="utf-8")
        elif kind == "cell":
            markdown = "```markdown" in marked[0]
            add_cell(folder / about, block, "markdown" if markdown else "code")
        elif kind == "hand in":
            hand_in(folder, about)
        elif kind == "run":
            python = course if about == "course" else alone
            lines = block.splitlines() if python else []
            if handout.find_browser() is None:
                lines = [line for line in lines if not line.startswith("course export")]
            said = "".join(run(python, folder, line) for line in lines) if python else None
            kind = about or kind
        else:
            assert kind == "prints", f"a mark that this test does not know: {kind}"
            assert said is None or said.startswith(block.rstrip("\n")), said
        done[kind] += 1
    return done


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stat101")
    return folder, follow(folder, sys.executable, sys.executable)


@pytest.mark.full
def test_readme_is_followed_word_for_word(followed):
    folder, done = followed
    assert done == {"file": 5, "cell": 6, "run": 2, "course": 2, "prints": 3, "hand in": 3}
    assert "Statistics 101 01" in (folder / "canvas.csv").read_text(encoding="utf-8-sig")
    assert sorted(p.name for p in (folder / "pages").iterdir()) == [
        "ann.html", "bob.html", "zoe.html"]
    assert (folder / "my_work" / "01_spread.ipynb").exists()
    if handout.find_browser() is not None:
        page = (folder / "01_spread.html").read_text(encoding="utf-8")
        assert "Two machines fill bags" in page and (folder / "01_spread.pdf").stat().st_size > 5000


RECORD = """
import lib
from misstep import Case, Exercise

EXERCISE = Exercise(
    id="{0}", title="Try it", notebook="01", number="1.{1}", signature="{0}({2})", lecture=(),
    minutes=5, difficulty=1, hints=("a?", "b", "c"), formula="x", variation="y", shapes="{3}",
    reference=lib.{0}, bank=BANK,
    cases=lambda: [Case(args, f"case {{k}}") for k, args in enumerate({4})])
"""
ROOTS = RECORD.format("newton_root", 1, "a, tol", ", ",
                      [(4.0, 1e-6), (2.0, 1e-9), (0.25, 1e-8), (100.0, 1.0)])
SPREADS = 'BANK = """\nbootstrap_spread(x, seed)\n    o = lib.bootstrap_spread(x, seed)\n"""\n' + (
    RECORD.format("bootstrap_spread", 2, "x, seed", "n, ",
                  [([1.0, 3.0], 1), ([2.0, 4.0, 9.0], 2), ([5.0, 6.0, 5.0], 3), ([0.0, 1.0], 4)]))
ASK = """
import misstep
import numpy as np
from lib import newton_root

def once_more(a, tol):
    x = newton_root(a, tol)
    return (x + a / x) / 2

def in_a_loop(x, seed):
    rng = np.random.default_rng(seed)
    return np.std([rng.choice(x, len(x)).mean() for _ in range(50)])

def columns(x, seed):
    return np.random.default_rng(seed).choice(x, (len(x), 50)).mean(axis=0).std()

course = misstep.Course("Tried", exercises="exercises", library=("lib",))
print(course.check("newton_root", once_more).misconception)
print(course.check("bootstrap_spread", in_a_loop).status)
print(course.check("bootstrap_spread", columns).status)
"""
NEWTON = """
def newton_root(a, tol):
    x = a
    while abs(x * x - a) > tol:
        x = (x + a / x) / 2
    return x
"""


def test_the_loop_and_the_seed_that_it_shows_are_judged_as_it_says(tmp_path):
    loop, seed = (re.search(rf"### {head}.*?```python\n(.*?)```", README, re.S)[1]
                  for head in ("A loop that stops", "Random numbers"))
    names = '__all__ = ["newton_root", "bootstrap_spread"]\nimport numpy as np\n'
    (tmp_path / "exercises" / "01").mkdir(parents=True)
    for name, text in (("lib", names + seed + NEWTON), ("ask", ASK),
                       ("exercises/01/newton_root", loop + ROOTS),
                       ("exercises/01/bootstrap_spread", SPREADS)):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    done = subprocess.run([sys.executable, "ask.py"], cwd=tmp_path, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": paths})
    assert done.stdout.split() == ["off-by-one/one-step-more", "passed", "failed"], done


@pytest.mark.full
def test_the_folder_that_it_draws_is_the_one_that_is_made(followed):
    folder, _ = followed
    drawn = re.search(r"```text\nstat101/.*?\n(.*?)```", README, re.S)[1]
    for name in re.findall(r"^ +([\w./]+)", drawn, re.M):
        assert list(folder.rglob(Path(name).name)), name


@pytest.mark.full
def test_the_card_on_the_first_screen_is_the_card(followed):
    folder, _ = followed
    cell = ("import linecache, numpy as np\nfrom course import COURSE\n"
            f"source = {STUDENT!r}\n"
            "linecache.cache['<cell>'] = len(source), None, source.splitlines(True), '<cell>'\n"
            "exec(compile(source, '<cell>', 'exec'))\n")
    (folder / "cell.py").write_text(cell, encoding="utf-8")
    assert run(sys.executable, folder, "python cell.py").startswith(CARD)


@pytest.mark.full
def test_questions_are_read_and_nothing_is_amiss(followed):
    folder, _ = followed
    assert run(sys.executable, folder, "python -m misstep") == (
        "Statistics 101: 1 exercise, 5 known mistakes, 1 question; nothing is amiss\n")


SHOWN = """
import numpy as np
from course import COURSE
result = COURSE.check("sample_variance", lambda x: np.var(x))
assert str(result) == repr(result) and "<strong>" in result._repr_html_()
assert COURSE.exercise("sample_variance")(lambda x: np.std(x)) is COURSE.reference(
    "sample_variance")
COURSE.hint("sample_variance"), COURSE.solution("sample_variance"), COURSE.progress("01")
import sys
print("modules:", *sorted({name.partition(".")[0] for name in sys.modules}))
"""


def modules(python, folder, code):
    (folder / "shown.py").write_text(code, encoding="utf-8")
    return set(run(python, folder, "python shown.py").rpartition("modules: ")[2].split())


@pytest.mark.full
def test_judging_and_cards_bring_nothing_that_shows_and_no_course(followed):
    loaded = modules(sys.executable, followed[0], SHOWN)
    assert {"misstep", "numpy", "spread"} <= loaded and not NEVER & loaded


@pytest.mark.full
def test_importing_it_brings_not_even_numpy(followed):
    loaded = modules(sys.executable, followed[0],
                     "import misstep, sys; print('modules:', *sys.modules)")
    assert "misstep" in loaded and "numpy" not in loaded
    assert not {"misstep.checking", "misstep.session", "misstep.boxes"} & loaded


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """Python of an environment with NumPy and misstep; built without an index from a copy."""
    home = tmp_path_factory.mktemp("bare")
    copy, env = home / "packages" / "misstep", home / "env"
    for package in (PACKAGE, PACKAGE.with_name("widgets")):
        shutil.copytree(package, copy.with_name(package.name), ignore=shutil.ignore_patterns(
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
    metadata = next(packages.glob("misstep-*.dist-info")) / "METADATA"
    assert "Requires-Dist: numpy>=2.0\n" in metadata.read_text(encoding="utf-8")
    return str(python)


@pytest.mark.full
def test_installed_alone_with_numpy_it_does_what_readme_says(bare, tmp_path):
    done = follow(tmp_path, bare)
    assert done["run"] == 2
    assert not NEVER & modules(bare, tmp_path, SHOWN)
    example = "from misstep.example import COURSE; COURSE.progress()"
    assert "0 of 1 exercises" in run(bare, tmp_path, f'python -c "{example}"')
    absent = run(bare, tmp_path, "python -c \"import importlib.util as i, misstep\n"
                 "print(misstep.__file__, *map(i.find_spec, ('course_utils', 'course_tools')))\"")
    assert str(Path(bare).parents[1]) in absent and absent.split()[1:] == ["None", "None"]


@pytest.mark.full
def test_a_question_is_words_where_nothing_can_show_a_box(bare, followed):
    (followed[0] / "box.py").write_text(
        "from course import COURSE\npredict = COURSE.predict\npredict('01-twice')\n", "utf-8")
    assert run(bare, followed[0], "python box.py").startswith(
        "Prediction: Every bag is weighed in ounces")
