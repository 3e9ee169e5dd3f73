"""The browser version: JupyterLite with the students' copies, complete at ``/lite``.

Its Python is that of the pages (`pack`), with a lock of its own: `from course_utils import ...`
then loads all it needs, without a %pip cell.
"""

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

from course_tools import CourseError, notebooks
from course_tools.site import bundle, pack, pages
from widgets import page

HERE = Path(__file__).parent

# Fetched side by side while Python starts: what its kernel asks for, and the course with its own.
AT_ONCE = ["ssl", "sqlite3", "comm", "jedi", "ipython", "micropip", *pack.KERNELS, pack.COURSE]
PAGE = {  # what is out of sight stays on the page: explorers keep their place, a search finds all
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},  # dark where the book is
    "@jupyterlab/mainmenu-extension:plugin": {"menus": [{  # the narrow view has no list of files
        "id": "jp-mainmenu-file", "items": [{"command": "docmanager:download", "rank": 8}]}]},
}
# JupyterLab, and the look of Notebook 7 for narrow screens; `land.js` takes the one that fits.
VIEWS = ("lab", "notebooks", "tree")
MADE = "lite-made"  # no beginning of `lite-source`: JupyterLite would take that for its output


def work(name, cell=""):
    """Address of a notebook, or of a cell in it, in the browser version; `land.js` leads there."""
    return f"lite/lab/index.html?path={name}.ipynb" + (f"#cell-id={cell}" if cell else "")


# --- the pages of the browser version --------------------------------------------------------


def make(folder, python, runtime):
    """Write the browser version into its folder in ``build``, with what `pack.make` returns.

    JupyterLite copies again only what has changed, unless it is another JupyterLite.
    """
    home, target = folder / "build" / "lite-source", folder / "build" / MADE
    env = Path(python).parents[1] / "made-from.sha256"
    stamp = home / env.name
    if not stamp.exists() or stamp.read_text() != env.read_text():
        for old in (home, target):
            shutil.rmtree(old, ignore_errors=True)
        home.mkdir(parents=True)
        shutil.copy(env, stamp)
    copies = home / "files"
    shutil.rmtree(copies, ignore_errors=True)
    copies.mkdir()
    for path in notebooks.notebook_files(folder=folder / "notebooks"):
        notebooks.write(notebooks.student_copy(notebooks.read(path)), copies / path.name)
    (copies / "README.md").write_text(pages.BROWSER, encoding="utf-8")
    live = f"../{pack.LIVE}/"
    kernel = {"disablePyPIFallback": True, "pyodideUrl": f"./{live}{runtime['lite']['pyodide']}",
              "loadPyodideOptions": {"packages": AT_ONCE,
                                     "stdLibURL": live + runtime["lite"]["stdlib"],
                                     "lockFileURL": live + runtime["lite"]["lock"]}}
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


def add_landing(target, scripts):
    """Give each view the scripts that lead to a linked cell and share one memory with the book,
    and the look of a notebook's page.
    """
    files = {"land.js": HERE.joinpath("land.js").read_text(encoding="utf-8"),
             "land.css": page.CSS + HERE.joinpath("land.css").read_text(encoding="utf-8")}
    for name, text in files.items():
        (target / name).write_text(text, encoding="utf-8", newline="\n")
    mark = {name: hashlib.sha256(text.encode()).hexdigest()[:8] for name, text in files.items()}
    tags = (f'<script src="../land.js?{mark["land.js"]}"></script>'
            f'<link rel="stylesheet" href="../land.css?{mark["land.css"]}">'
            f'<script type="module" src="../../{scripts}merge.js"></script>')
    for view in VIEWS:
        place = target / view / "index.html"
        text, found = re.subn(r'<meta name="viewport"[^>]*>', lambda m: f"{m[0]}\n    {tags}",
                              place.read_text(encoding="utf-8"))  # the width is known from there on
        if found != 1:
            raise CourseError(f"JupyterLite's {view}/index.html is not as expected: a link to a "
                              "cell would lead to the top of its notebook")
        place.write_text(text, encoding="utf-8", newline="\n")


# --- licences ---------------------------------------------------------------------------------


def licences(kept):
    """Names, versions and licences of the programs that run in a browser, in their own words."""
    known = bundle.listed()
    return [("Pyodide (Python in WebAssembly)", known["pyodide"], "MPL-2.0"),
            ("JupyterLite", "0.6", "BSD-3-Clause"), ("CodeMirror", "6", "MIT"),
            *((*name.split("-")[:2], licence(kept / name))
              for name in sorted({**known["wheels"], **known["widgets"]}))]


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
