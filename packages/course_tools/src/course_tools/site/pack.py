"""The runtime of pages and browser version, packed once for both: modules compiled beforehand.

Standard library and packages come as sources, which each visitor's Python would compile again. Here
they are compiled once (`repack.py`, in the runtime itself, with node) and lose what no lesson
needs. The course keeps its sources next to its bytecode: students read them, and the watchdog of
`misstep.judge.sandbox` tells its own frames by them. Each file is in a folder named by its hash and
never changes there. Page and browser version have a lock each: a page draws nothing at first.
"""

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

from course_tools import CourseError
from course_tools.site import bundle

HERE = Path(__file__).parent
LIVE = "_static/live"  # where it lies in the site
COURSE = "nonlinear-models-workbook"
DATA, DRAWN, ROOM = f"{COURSE}-data", f"{COURSE}-drawn", f"{COURSE}-room"
CORE = ("pyodide.mjs", "pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm")
LIBRARY = "python_stdlib.zip"
PARTS = {  # packages of the checkout, by the zip in which they travel
    COURSE: {"course_utils": "course_utils", "misstep": "packages/misstep/src/misstep",
             "widgets": "packages/widgets/src/widgets", "course_utils_exercises": "exercises"},
    DRAWN: {"course_utils/plots": "course_utils/plots",
            "course_utils/explore": "course_utils/explore",
            "widgets/explorers": "packages/widgets/src/widgets/explorers"},
    DATA: {"course_utils_data": "data"},
    ROOM: {"classroom": "packages/classroom/src/classroom"},
}
# What the browser version's standard library has more.
OWN = {"": "packages/course_tools/src/course_tools/site/library"}
PAGE = {COURSE: ["numpy"], DRAWN: ["matplotlib"], "matplotlib": [  # not what writes PDF
    "contourpy", "cycler", "kiwisolver", "numpy", "packaging", "pillow", "pyparsing",
    "python-dateutil", "six"]}
LITE = {COURSE: ["numpy", "anywidget", "latex2mathml", "ipython", DATA, DRAWN, ROOM],
        DRAWN: ["matplotlib"], "matplotlib": [*PAGE["matplotlib"], "matplotlib-pyodide"],
        "ipython": [  # not what draws a terminal: `library/sitecustomize.py`
            "asttokens", "decorator", "executing", "matplotlib-inline", "pure-eval", "pygments",
            "six", "sqlite3", "stack-data", "traitlets"]}
# What JupyterLite's kernel would else install one after the other, uncompiled.
KERNEL = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi"
KERNELS = ("ipykernel", "piplite", "pyodide_kernel")
WHOLE = r".*/tests?/|.*\.pxd$|[^/]+\.data/data/"
IN_PARTS = (r"course_utils/(plots|explore)/|widgets/explorers/"
            r"|misstep/(example/|(authors|__main__)\.py)")
LEAVES = {  # what is not packed, by the beginning of a file's name
    "python_stdlib": r"(idlelib|lib2to3|tkinter|turtledemo|turtle|ensurepip|msilib|test)(/|\.py)",
    "numpy": r"numpy/(f2py|distutils|doc|.*/tests)/|numpy/(conftest|_pytesttester_)\.py"
             r"|numpy/.*\.(pyi|pxd|h|a|c|cpp|txt|md|ini|build|lst|pc|template)$",
    "matplotlib": r".*/tests/|.*\.(pyi|h|html|js|ppm)$|matplotlib/(sphinxext|testing)/"
                  r"|matplotlib/mpl-data/(sample_data|images|plot_directive"
                  r"|fonts/(pdfcorefonts|afm|ttf/(DejaVuSerif|STIX|cm)))"
                  r"|matplotlib/backends/(qt_editor|web_backend|backend_(qt|gtk|tk|wx|web|nb|mac))",
    "python_dateutil": r"dateutil/(test|zoneinfo/.*gz)",
    "pytz": r"pytz/zoneinfo/",
    "pygments": r"pygments/lexers/(?!(__init__|_mapping|css|data|html|javascript|markup|perl"
                r"|python|ruby|shell|special)\.py)",
    "jedi": rf"jedi/third_party/(django-stubs|typeshed/(third_party|stdlib/2/))|{WHOLE}",
}
# Of the standard library nothing else is for a page: no answer imports it, nor what answers need.
PAGE_LEAVES = rf"""({"|".join('''
    _pydatetime _pydecimal _pyio aifc antigravity bdb cProfile cgi cgitb chunk cmd code colorsys
    compileall configparser crypt curses dbm distutils doctest ensurepip ftplib getpass idlelib
    imaplib imghdr lib2to3 mailbox modulefinder msilib multiprocessing netrc nntplib nturl2path
    optparse pdb pickletools pipes plistlib poplib profile pstats py_compile pyclbr pydoc
    pydoc_data rlcompleter runpy sched shelve smtplib sndhdr socketserver sqlite3 sunau symtable
    tabnanny telnetlib test timeit tkinter tomllib trace tracemalloc turtle turtledemo unittest uu
    venv wave webbrowser wsgiref xdrlib xml xmlrpc zipapp zoneinfo'''.split())})(/|\.py)""" + (
    r"|html/parser|http/(server|cookie)|logging/(handlers|config)|asyncio/(windows|proactor)"
    r"|urllib/(request|robotparser|error|response)"
    r"|email/(_header_value_parser|mime|generator|feedparser|parser|policy|headerreg|content)"
    r"|encodings/(?!__init__|aliases|utf_|latin_1|ascii|idna|cp437|cp1252|raw_unicode"
    r"|unicode_escape|punycode|iso8859_1\.)")


def make(folder, kept, python):
    """Pack everything into ``build/live``; return what a page has to know of it.

    ``kept`` is the folder of the checked bundle, ``python`` that of the site's environment, which
    has the browser version's kernel. Returned, and written as ``runtime.json``, are
    places below ``build/live``; `packages` is what to load at the start, for a picture, for data;
    `bytes` is how much a start is, unpacked, `more` what a picture adds.
    """
    live, known = folder / "build" / "live", bundle.listed()
    kernel = sorted(path for path in (Path(python).parents[1] / KERNEL).glob("*.whl")
                    if path.name.startswith(KERNELS))
    if len(kernel) != len(KERNELS):
        raise CourseError(f"expected the wheels {', '.join(KERNELS)} in {KERNEL} of the "
                          f"site's environment, got {[path.name for path in kernel]}: is it "
                          "another JupyterLite?")
    files = [*known["wheels"], *known["widgets"], *(path.name for path in kernel)]
    jobs = {path.name: _old(folder, path) for path in [
        *(kept / name for name in [*known["wheels"], *known["widgets"], LIBRARY]), *kernel]}
    jobs["page"] = {**jobs[LIBRARY], "leave": PAGE_LEAVES}
    jobs[LIBRARY] |= {"folders": OWN, "mark": jobs[LIBRARY]["mark"] + _mark(folder, OWN)}
    jobs |= {name: _ours(folder, name) for name in PARTS}
    made = _packed(folder, kept, jobs)
    shutil.rmtree(live, ignore_errors=True)
    places = {name: _laid(live, path) for name, path in made.items()}
    core = _laid(live, *(kept / name for name in CORE)).rpartition("/")[0]
    lock, packages = json.loads((kept / "pyodide-lock.json").read_text(encoding="utf-8")), {}
    known = {one["file_name"]: (key, one) for key, one in lock["packages"].items()}
    for file in files:
        key, one = known.get(file) or bundle.entry(file)
        packages[key] = _entry(live, places[file], one)
    for key, parts in PARTS.items():
        _, one = bundle.entry(f"{key.replace('-', '_')}-0")
        packages[key] = _entry(live, places[key], {**one, "imports": [*parts]})
    locks = []
    for needs in (LITE, PAGE):
        for name, depends in needs.items():
            packages[name] = {**packages[name], "depends": depends}
        (folder / "build" / "pyodide-lock.json").write_text(
            json.dumps({"info": lock["info"], "packages": packages}, sort_keys=True))
        locks.append(_laid(live, folder / "build" / "pyodide-lock.json"))
    about = {
        "index": f"{core}/", "pyodide": f"{core}/pyodide.mjs",
        "stdlib": places["page"], "lock": locks[1],
        "bytes": sum((live / place).stat().st_size for place in [
            *(f"{core}/{name}" for name in CORE if name != "pyodide.js"), places["page"],
            places[COURSE], next(places[name] for name in files if name.startswith("numpy-"))]),
        "more": sum((live / core / packages[name]["file_name"]).stat().st_size
                    for name in {DRAWN, "matplotlib", *PAGE["matplotlib"]} - {"numpy"}),
        "packages": {"start": [COURSE], "pictures": [DRAWN], "data": [DATA]},
        "lite": {"pyodide": f"{core}/pyodide.js", "stdlib": places[LIBRARY], "lock": locks[0]},
    }
    (live / "runtime.json").write_text(json.dumps(about, indent=1), encoding="utf-8")
    return about


def _old(folder, path):
    """How a wheel, or the standard library, is packed."""
    leave = next((rule for start, rule in LEAVES.items() if path.name.startswith(start)), WHOLE)
    return {"zip": path.relative_to(folder).as_posix(), "name": path.name, "leave": leave,
            "mark": _sha(path), "fonts": path.name.startswith("matplotlib-")}


def _ours(folder, name):
    """How a part of the checkout is packed: compiled, next to its sources; exercises as sources."""
    return {"folders": PARTS[name], "name": f"{name}-0.zip", "sources": True,
            "leave": IN_PARTS if name == COURSE else "(?!)", "bare": "course_utils_exercises/",
            "mark": _mark(folder, PARTS[name])}


def _mark(folder, folders):
    found = hashlib.sha256()
    for place in folders.values():
        for path in sorted((folder / place).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                found.update(f"{path.relative_to(folder)}\0".encode() + path.read_bytes())
    return found.hexdigest()


def _packed(folder, kept, jobs):
    """Do what has not been done before; return the files by the names of their jobs."""
    home, how = folder / "build" / "packed", (HERE / "repack.py").read_bytes()
    home.mkdir(parents=True, exist_ok=True)
    made = {}
    for key, job in jobs.items():
        digest = hashlib.sha256(json.dumps(job).encode() + how).hexdigest()[:16]
        made[key] = home / f"{digest}--{job['name']}"
        job["to"] = made[key].relative_to(folder).as_posix()
    for old in set(home.iterdir()) - set(made.values()):
        old.unlink()
    missing = [jobs[key] for key, path in made.items() if not path.exists()]
    if missing:
        node = shutil.which("node")
        if not node:
            raise bundle.NoBundleError("node, which packs its Python, is not installed")
        done = subprocess.run([node, HERE / "repack.mjs", kept, folder], input=json.dumps(missing),
                              capture_output=True, text=True)
        if done.returncode:
            raise CourseError(f"the browser's Python was not packed:\n{done.stderr[-3000:]}")
    return made


def _laid(live, *paths):
    """Lay files into one folder named by their hash; return the place of the last, below `live`."""
    mark = hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]
    (live / mark).mkdir(parents=True, exist_ok=True)
    for path in paths:
        name = path.name.rpartition("--")[2]
        shutil.copy(path, live / mark / name)
    return f"{mark}/{name}"


def _entry(live, place, known):
    """A package in a lock; paths there are relative to the runtime's folder."""
    return {**known, "file_name": f"../{place}", "sha256": _sha(live / place)}


def _sha(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()
