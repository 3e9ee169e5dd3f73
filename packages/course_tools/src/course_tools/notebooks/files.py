"""Notebook files: find, read, write, strip; what a cell's source calls and binds.

A notebook is handled as the plain dict of its JSON, with texts joined to one string.
"""

import ast
import copy
import importlib.util
import re
import sys
import warnings
from pathlib import Path

from course_tools import files

# What JupyterLab writes into a notebook when it meets the kernel. A student's copy has it from
# the start: else it would count as changed, unsaved, the moment it is opened.
OWN_KERNEL = {
    "display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3",
}  # fmt: skip
OWN_LANGUAGE = {
    "name": "python",
    "version": sys.version.split()[0],
    "mimetype": "text/x-python",
    "codemirror_mode": {"name": "ipython", "version": 3},
    "pygments_lexer": "ipython3",
    "nbconvert_exporter": "python",
    "file_extension": ".py",
}
# How a notebook's name and the ids of its cells begin. The appendix collects the lectures' slips:
# it has no place in the teaching order, no predictions, no exercises and no minutes.
APPENDIX = "appendix"
NUMBER = rf"\d\d[a-z]?|{APPENDIX}"
NOTEBOOK_NAME = re.compile(rf"^({NUMBER})_[a-z0-9_]+\.ipynb$")
OWN = "course.py"  # in the folder of a course that is not the workbook


def is_course(folder):
    """Whether a folder has its own course: a `course.py` that mentions misstep."""
    try:
        return "misstep" in Path(folder, OWN).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def root():
    """Folder of the course, in which `my_work/` is. The working directory or one above it that has
    `notebooks/` or is another course (`is_course`), else the installed checkout; if the notebooks
    came with the package, the working directory or one above it that has a `my_work/`.
    """
    above = (Path.cwd(), *Path.cwd().parents)
    for folder in above:
        if is_course(folder) or notebook_files(folder=folder / "notebooks"):
            return folder
    installed = _installed()
    if installed is None:
        raise files.NotebookError(
            "expected a folder notebooks/ with the course's notebooks here or above\n"
            f"got      none from {Path.cwd()} upwards, and none installed\n"
            "likely   an incomplete copy of the course: get its folder again\n"
            "         (git clone, or the ZIP file from its page), go into it and start again"
        )
    if installed.name == "notebooks":
        return installed.parent
    return next((folder for folder in above if (folder / "my_work" / ".course").is_dir()), above[0])


def lessons(folder):
    """Folder of the notebooks for a folder of the course: its own, else the installed one."""
    own = Path(folder) / "notebooks"
    return own if own.is_dir() or is_course(folder) else _installed() or own


def _installed():
    """The folder `notebooks/` as it came with the package, if it did."""
    spec = importlib.util.find_spec("course_utils_notebooks")
    places = [Path(place) for place in spec.submodule_search_locations] if spec else []
    return next((place.resolve() for place in places if notebook_files(folder=place)), None)


def number(path):
    """Return the number a notebook's name starts with; the appendix has its name for one.

    >>> number("notebooks/00b_data.ipynb"), number("appendix_slips.ipynb")
    ('00b', 'appendix')
    """
    return Path(path).name.split("_", 1)[0]


def notebook_files(which=None, folder=None):
    """Paths of the notebooks in teaching order, the appendix last, or of those given.

    ``which`` is a number ("01", "00b"), a name ("01_xor_failure", with or without ".ipynb") or
    several of them. One that fits none is a FileNotFoundError; its message lists those there are.
    """
    folder = lessons(root()) if folder is None else Path(folder)
    there = sorted(p for p in folder.glob("*.ipynb") if NOTEBOOK_NAME.match(p.name))
    if which is None:
        return there
    found = []
    for name in [which] if isinstance(which, str) else which:
        stem = Path(name).name.removesuffix(".ipynb")
        hits = [p for p in there if stem in (number(p), p.stem)]
        if not hits:
            known = ", ".join(number(p) for p in there) or "none"
            raise FileNotFoundError(f"expected a notebook number (there are: {known}), got {name}")
        found += hits
    return sorted(set(found))


def write(nb, path):
    """Write a notebook in Jupyter's own layout: sorted keys, indent 1, lines as lists."""
    Path(path).write_bytes(files.as_json(nb))


def strip_outputs(nb):
    """Return a copy without outputs, counts and widget state: what students work on."""
    nb = copy.deepcopy(nb)
    nb.get("metadata", {}).pop("widgets", None)
    for cell in nb["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"] = []
            cell["execution_count"] = None
    return nb


def student_copy(nb):
    """Return a copy without outputs and without the speaker's notes: they give answers away.

    Plotting code is folded, so that a picture and its words are seen at once; a click unfolds it.
    """
    nb = strip_outputs(nb)
    nb["cells"] = [c for c in nb["cells"] if "notes" not in tags(c)]
    nb["metadata"] = {"kernelspec": dict(OWN_KERNEL), "language_info": dict(OWN_LANGUAGE)}
    for cell in nb["cells"]:
        if cell["cell_type"] == "code" and "picture" in tags(cell):
            cell["metadata"]["jupyter"] = {"source_hidden": True}
    return nb


# --- a cell's source --------------------------------------------------------------------


def tags(cell):
    """Return the tags of a cell as a list."""
    found = cell.get("metadata", {}).get("tags", [])
    return list(found) if isinstance(found, list) else []


def parse(source):
    """Syntax tree of a cell, or None if it is not plain Python (a magic, a typing slip)."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "\\d" in a student's text is not ours to tell
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # also thousands of brackets
        return None


QUOTES = "\"'“”„‟‘’‚‛«»"  # what a word processor makes of a straight one, too


def calls(source, name):
    r"""First arguments of the calls of `name` in a cell that start with a text.

    >>> calls('@exercise("relu")\ndef relu(x):\n    raise NotImplementedError', "exercise")
    ['relu']
    """
    tree = parse(source) if name in source else None  # most cells have none
    found = []
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "id", getattr(node.func, "attr", None))
            first = node.args[0]
            if called == name and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.append(first.value)
    return found


def only_imports(source):
    r"""Whether a cell imports, and besides gives names to what is there, and no more.

    >>> only_imports("import numpy as np\nfrom course import COURSE\nhint = COURSE.hint")
    True
    >>> only_imports("import numpy as np\nx = np.zeros(3)")
    False
    """
    tree = parse(source)
    lines = tree.body if tree else []
    return any(isinstance(line, ast.Import | ast.ImportFrom) for line in lines) and all(
        isinstance(line, ast.Import | ast.ImportFrom) or (
            isinstance(line, ast.Assign) and not any(
                isinstance(node, ast.Call) for node in ast.walk(line))) for line in lines)


def top_level_binders(source, name):
    """Indices of the top-level statements of a cell that bind `name`."""
    tree = parse(source)
    return [i for i, node in enumerate(tree.body if tree else ()) if _binds(node, name)]


def _binds(node, name):
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name == name
    return any(
        isinstance(sub, ast.Name) and sub.id == name and isinstance(sub.ctx, ast.Store)
        for sub in ast.walk(node)
    )
