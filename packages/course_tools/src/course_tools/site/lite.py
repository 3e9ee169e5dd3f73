"""The browser version: JupyterLite with the students' copies, complete at ``/lite``.

Only names and hashes are in the repository (`bundle.json`). The files are looked for in the folder
that COURSE_BUNDLE names, in the runtime's own release, then in a package that carries them; each is
checked, so none of the three is trusted. The course's wheel is entered in the runtime's own lock:
`from course_utils import ...` then loads all it needs, without a %pip cell.
"""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from html import escape
from pathlib import Path

from course_tools import CourseError, notebooks
from course_tools.site import pages
from misstep.show import page

HERE = Path(__file__).parent

CACHE = "COURSE_BUNDLE"
BUNDLE = HERE / "bundle.json"
COURSE = "nonlinear-models-workbook"
# Fetched side by side while Python starts: what its kernel asks for, and the course with its own.
AT_ONCE = ["ssl", "sqlite3", "comm", "jedi", "ipython", COURSE]
PAGE = {  # what is out of sight stays on the page: explorers keep their place, a search finds all
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # dark where the book is
    "@jupyterlab/mainmenu-extension:plugin": {"menus": [{  # the narrow view has no list of files
        "id": "jp-mainmenu-file", "items": [{"command": "docmanager:download", "rank": 8}]}]},
}
# JupyterLab, and the look of Notebook 7 for narrow screens; `land.js` takes the one that fits.
VIEWS = ("lab", "notebooks", "tree")
NEEDED_BY = {"comm": ["traitlets"], "ipywidgets": [
    "comm", "ipython", "traitlets", "jupyterlab-widgets", "widgetsnbextension"],
    "anywidget": ["ipywidgets", "psygnal", "typing-extensions"]}
SLOW = 20  # seconds until a release that does not answer is given up


class NoBundleError(CourseError):
    """The bundle's files are nowhere to be had; the book is written without them."""


def work(name, cell=""):
    """Address of a notebook, or of a cell in it, in the browser version; `land.js` leads there."""
    return f"lite/lab/index.html?path={name}.ipynb" + (f"#cell-id={cell}" if cell else "")


def bundle():
    """Names and hashes of the runtime, its wheels and the widgets'."""
    return json.loads(BUNDLE.read_text(encoding="utf-8"))


def fetch(folder):
    """All files of the bundle in ``build/bundle``, each checked; return that folder.

    NoBundleError: a file is in none of the three places.
    """
    kept, listed = folder / "build" / "bundle", bundle()
    kept.mkdir(parents=True, exist_ok=True)
    wanted = {**listed["runtime"], **listed["wheels"], **listed["widgets"]}
    for source in (_cache, _release, _packages, None):
        missing = {name: digest for name, digest in wanted.items()
                   if not right(kept / name, digest)}
        if not missing:
            return kept
        for name, content in source(listed, missing) if source else ():
            if hashlib.sha256(content).hexdigest() == missing.get(name):
                (kept / name).write_bytes(content)
    raise NoBundleError(
        f"no source of the browser version's files is reachable ({len(missing)} missing, such as "
        f"{next(iter(missing))}); a folder that holds them may be named by {CACHE}")


def right(path, digest):
    """Whether a file is there and is the one that is meant."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _cache(listed, missing):
    home = os.environ.get(CACHE)
    for name in missing if home else ():
        place = Path(home, name)
        if place.is_file():
            yield name, place.read_bytes()


def _release(listed, missing):
    for name in missing:
        if name in listed["widgets"]:
            continue
        try:
            with urllib.request.urlopen(listed["release"] + name, timeout=SLOW) as answer:
                yield name, answer.read()
        except OSError:  # not to be reached from here: it will not be for the next file either
            return


def _packages(listed, missing):
    """From packages of PyPI and npm: the runtime's, the widgets' and the carrier's."""
    with tempfile.TemporaryDirectory() as place:
        if set(missing) & set(listed["runtime"]) and shutil.which("npm"):
            _run(["npm", "pack", "--silent", f"pyodide@{listed['pyodide']}"], place)
        pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-input", "--no-deps",
               "--disable-pip-version-check", "--only-binary=:all:"]
        if set(missing) & set(listed["widgets"]):
            pure = ["--platform", "any", "--python-version", "3.12"]  # not one compiled for here
            named = ["==".join(name.split("-")[:2]) for name in listed["widgets"]]
            _run([*pip, *pure, *named], place)
        if set(missing) & set(listed["wheels"]):
            _run([*pip, listed["carrier"]], place)
        for path in sorted(Path(place).iterdir()):
            yield from _inside(path)


def _inside(path):
    """A package as it is, and the files in it."""
    yield path.name, path.read_bytes()
    if path.suffix == ".tgz":
        with tarfile.open(path) as package:
            for member in package:
                if member.isfile():
                    yield Path(member.name).name, package.extractfile(member).read()
    else:
        with zipfile.ZipFile(path) as package:
            for name in package.namelist():
                if name.endswith((".whl", ".zip")):
                    yield name.rpartition("/")[2], package.read(name)


def _run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


# --- the pages of the browser version --------------------------------------------------------


def make(folder, python, target):
    """Write the browser version into ``target``; return the packages that are in it, by name."""
    kept = fetch(folder)
    home = folder / "build" / "lite-source"
    shutil.rmtree(home, ignore_errors=True)
    runtime, copies = home / "static" / "pyodide", home / "files"
    runtime.mkdir(parents=True)
    copies.mkdir()
    packages = runtime_folder(folder, kept, runtime)
    for path in notebooks.notebook_files(folder=folder / "notebooks"):
        notebooks.write(notebooks.student_copy(notebooks.read(path)), copies / path.name)
    (copies / "README.md").write_text(pages.BROWSER, encoding="utf-8")
    kernel = {"disablePyPIFallback": True, "loadPyodideOptions": {"packages": AT_ONCE}}
    settings = {"appName": "Nonlinear Models", "exposeAppInBrowser": True, "litePluginSettings":
                {"@jupyterlite/pyodide-kernel-extension:kernel": kernel}}
    (home / "jupyter-lite.json").write_text(json.dumps(
        {"jupyter-lite-schema-version": 0, "jupyter-config-data": settings}))
    (home / "overrides.json").write_text(json.dumps(PAGE))
    tool = Path(python).with_name("jupyter-lite" + (".exe" if os.name == "nt" else ""))
    done = subprocess.run(
        [tool, "build", "--lite-dir", home, "--contents", copies, "--output-dir", target,
         *(f"--apps={view}" for view in VIEWS), "--no-sourcemaps", "--no-unused-shared-packages"],
        cwd=home, capture_output=True, text=True, env={**os.environ, "PATH":
            f"{tool.parent}{os.pathsep}{os.environ.get('PATH', '')}"})
    if done.returncode:
        raise CourseError(f"JupyterLite ended with {done.returncode}:\n"
                        f"{(done.stdout + done.stderr)[-3000:]}")
    add_landing(target)
    return packages


def add_landing(target):
    """Give both views the script that leads to a linked cell, and the look of a notebook's page."""
    files = {"land.js": HERE.joinpath("land.js").read_text(encoding="utf-8"),
             "land.css": page.CSS + HERE.joinpath("land.css").read_text(encoding="utf-8")}
    for name, text in files.items():
        (target / name).write_text(text, encoding="utf-8", newline="\n")
    mark = {name: hashlib.sha256(text.encode()).hexdigest()[:8] for name, text in files.items()}
    tags = (f'<script src="../land.js?{mark["land.js"]}"></script>'
            f'<link rel="stylesheet" href="../land.css?{mark["land.css"]}">')
    for view in VIEWS:
        place = target / view / "index.html"
        text, found = re.subn(r'<meta name="viewport"[^>]*>', lambda m: f"{m[0]}\n    {tags}",
                              place.read_text(encoding="utf-8"))  # the width is known from there on
        if found != 1:
            raise CourseError(f"JupyterLite's {view}/index.html is not as expected: a link to a "
                              "cell would lead to the top of its notebook")
        place.write_text(text, encoding="utf-8", newline="\n")


def runtime_folder(folder, kept, place):
    """Lay runtime, wheels and lock into a folder; return what it holds, by name."""
    listed = bundle()
    for name in [*listed["runtime"], *listed["wheels"], *listed["widgets"]]:
        shutil.copy(kept / name, place)
    lock = json.loads((place / "pyodide-lock.json").read_text(encoding="utf-8"))
    ours = {name: one for name, one in lock["packages"].items()
            if one["file_name"] in listed["wheels"]}
    for file_name in listed["widgets"]:
        module = file_name.partition("-")[0]
        name = module.replace("_", "-")
        ours[name] = _entry(place, file_name, name, [module], NEEDED_BY.get(name, []))
    wheel = course_wheel(folder, place)
    ours[COURSE] = _entry(place, wheel.name, COURSE, [
        "course_utils", "course_utils_data", "course_utils_exercises", "misstep", "course_tools",
        "classroom"],
                         ["numpy", "matplotlib", "anywidget", "latex2mathml", "ipython"])
    (place / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": ours}))
    return ours


def _entry(place, file_name, name, imports, depends):
    digest = hashlib.sha256((place / file_name).read_bytes()).hexdigest()
    return {"depends": depends, "file_name": file_name, "imports": imports, "install_dir": "site",
            "name": name, "package_type": "package", "sha256": digest, "unvendored_tests": False,
            "version": file_name.split("-")[1]}


def course_wheel(folder, place):
    """Build the course's wheel into a folder; return its path."""
    for old in (*(folder / "build").glob("bdist.*"), folder / "build" / "lib"):
        shutil.rmtree(old, ignore_errors=True)  # what an ended build left would be in the way
    done = _run([sys.executable, "-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation",
                 "--disable-pip-version-check", "-w", str(place), "."], folder)
    found = sorted(Path(place).glob("nonlinear_models_workbook-*.whl"))
    if done.returncode or not found:
        raise CourseError(f"the course's wheel was not built:\n{done.stderr[-2000:]}")
    return found[-1]


# --- licences ---------------------------------------------------------------------------------


def licences(place, packages):
    """The page that lists what is in the bundle, and under which terms, in its own words."""
    lines = ["# Licences of the browser version", "",
             "The browser version is made of the programs below. Each comes unchanged from its "
             "authors' release, with its licence inside; here is what each says of itself.", ""]
    listed = [("Pyodide (Python in WebAssembly)", bundle()["pyodide"], "MPL-2.0"),
              ("JupyterLite", "0.6", "BSD-3-Clause")]
    listed += [(name, one["version"], licence(place / one["file_name"]))
               for name, one in sorted(packages.items())]
    cells = ("".join(f"<td>{escape(text, quote=False)}</td>" for text in row) for row in listed)
    lines += pages.table(("package", "version", "licence"), [f"<tr>{row}</tr>" for row in cells])
    return "\n".join(lines)


def licence(wheel):
    """What a wheel says of its licence: an expression, a classifier, or the field's first line."""
    with zipfile.ZipFile(io.BytesIO(wheel.read_bytes())) as package:
        metadata = [n for n in package.namelist() if n.endswith(".dist-info/METADATA")]
        text = package.read(metadata[0]).decode("utf-8", "replace") if metadata else ""
    head = text.split("\n\n", 1)[0].splitlines()
    for start in ("License-Expression: ", "Classifier: License :: ", "License: "):
        for line in head:
            if line.startswith(start):
                return line.removeprefix(start).removeprefix("OSI Approved :: ")[:80]
    return "see the files in it"
