"""Notebook files: find, read, strip, execute, refresh, and test their form.

Used by the ``course`` command and by the tests, never by a notebook. It holds no
teaching and knows nothing of exercises beyond the names of their calls.
A notebook is handled as the plain dict of its JSON, with texts joined to one string;
``nbformat`` and ``nbclient`` are imported only where a kernel is started.
"""

from __future__ import annotations

import ast
import copy
import csv
import json
import os
import re
import statistics
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

from course_utils import files
from course_utils.files import NotebookError, joined, read

# --- the closed lists -------------------------------------------------------------------

TAGS = frozenset(
    "title goals notation setup predict picture check takeaway exercise explorer driven "
    "slide-check state recap summary notes".split()
)
CELL_METADATA = frozenset({"tags", "lecture", "slideshow"})
SLIDE_TYPES = frozenset({"slide", "subslide", "fragment", "skip", "notes"})
CELL_KEYS = {
    "code": {"cell_type", "id", "metadata", "source", "outputs", "execution_count"},
    "markdown": {"cell_type", "id", "metadata", "source"},
}
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
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
NOTEBOOK_NAME = re.compile(r"^(\d\d[a-z]?)_[a-z0-9_]+\.ipynb$")
CELL_ID = re.compile(r"^\d\d[a-z]?-[a-z0-9-]+$")
# Calls whose output depends on what the student has solved; they need the tag `state`.
STATE_CALLS = ("exercise", "progress")
# Calls that may depend on it; they may carry the tag.
MAY_BE_STATE = (*STATE_CALLS, "hint", "solution", "why")
MAX_LINES = 25
MAX_WIDTH = 79
MAX_BYTES = 1_500_000
MIN_PREDICTIONS = 3
# The course's matrices are small: a second thread of the BLAS costs more than it brings, most of
# all while the page and the server want a core too. Set before numpy is imported.
ONE_THREAD = {
    name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
}
CELL_TIMEOUT = 120
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"

OUTPUT_BANS = (
    (re.compile(r"\b0x[0-9a-fA-F]{3,}"), "a memory address"),
    (re.compile(r"(?<![\w.:/<])/(?:home|tmp|work|root|Users|usr|var|opt|mnt|private)/"),
     "an absolute path"),
    (re.compile(r"\b[A-Z]:\\+\w"), "an absolute path"),
    (re.compile(r"\b\w*Warning\b\s*:"), "the text of a warning"),
    (re.compile(r"\b\d{1,2}:\d\d:\d\d\b|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d"), "a clock time"),
)
SOURCE_BANS = (
    OUTPUT_BANS[1],
    (re.compile(r"\b[A-Z]:\\+(?:Users|Windows|Temp|Program)"), "an absolute path"),
)
MAGIC = re.compile(r"^\s*[!%]", re.M)
CODE_BANS = (
    (re.compile(r"\bget_ipython\s*\("), "get_ipython()"),
    (re.compile(r"\bpip\s+install\b|\bimport\s+pip\b"), "pip"),
)
# The hand-out is a page without scripts; Markdown would carry them into it.
SCRIPT = re.compile(r"<\s*(?:script|iframe|object|embed)\b|<\w[^>]*\son\w+\s*=|javascript:", re.I)
FILLERS = re.compile(r"\b(simply|obviously|just)\b", re.I)

# Strict nbval as the gate runs it (one notebook per worker if xdist is used).
NBVAL = ("--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_TIMEOUT}")


# --- files ------------------------------------------------------------------------------


def root():
    """Folder of the checkout: the one that holds ``notebooks/`` and ``course_utils/``.

    The working directory and its parents are asked first, then the place of this file.

    Raises
    ------
    FileNotFoundError
        If neither lies in a checkout (likely cause: the command was started elsewhere).
    """
    here = Path.cwd()
    for folder in (here, *here.parents, Path(__file__).resolve().parents[1]):
        if (folder / "notebooks").is_dir() and (folder / "course_utils").is_dir():
            return folder
    raise FileNotFoundError(
        "expected a folder with notebooks/ and course_utils/, found none in or above "
        f"{here.name}/; start the command inside the course's folder"
    )


def number(path):
    """Return the number a notebook's name starts with.

    >>> number("notebooks/00b_data.ipynb"), number("01_xor_failure.ipynb")
    ('00b', '01')
    """
    return Path(path).name.split("_", 1)[0]


def notebook_files(which=None, folder=None):
    """Paths of the notebooks in teaching order, or of those asked for.

    Parameters
    ----------
    which : None, str or iterable of str
        Numbers (``"01"``, ``"00b"``) or names (``"01_xor_failure"``, with or without
        ``.ipynb``); None means all.
    folder : path, optional
        Where to look; ``notebooks/`` of the checkout by default.

    Raises
    ------
    FileNotFoundError
        If a number or name fits no notebook; the message lists those there are.
    """
    folder = root() / "notebooks" if folder is None else Path(folder)
    there = sorted(p for p in folder.glob("*.ipynb") if NOTEBOOK_NAME.match(p.name))
    if which is None:
        return there
    wanted = [which] if isinstance(which, (str, os.PathLike)) else list(which)
    found = []
    for name in wanted:
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


# --- execute and refresh ----------------------------------------------------------------


def execute(nb, folder, *, env=None, startup="", allow_errors=False, timeout=CELL_TIMEOUT):
    """Run a notebook in a fresh kernel of this Python and return the executed copy.

    Parameters
    ----------
    nb : dict
        A notebook; it is not changed.
    folder : path
        Working directory of the kernel.
    env : dict, optional
        Environment variables set on top of the present ones.
    startup : str, optional
        Python source the kernel runs before its first cell.
    allow_errors : bool
        Go on after a cell that raises (its output says so).
    timeout : int
        Seconds a single cell may take.

    Raises
    ------
    NotebookError
        At the first cell that raises or does not end: its id and the error's last line.
    """
    nbformat, client_of = _execution_tools()
    node = nbformat.from_dict(copy.deepcopy(nb))
    with tempfile.TemporaryDirectory() as ipython_dir:
        if startup:
            place = Path(ipython_dir, "profile_default", "startup")
            place.mkdir(parents=True)
            place.joinpath("00-course.py").write_text(startup, encoding="utf-8")
        variables = {
            **os.environ,
            "PYTHONHASHSEED": "0",
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "IPYTHONDIR": ipython_dir,  # no personal start-up files
            "PYDEVD_DISABLE_FILE_VALIDATION": "1",
            **(env or {}),
        }
        client = client_of(node, folder, allow_errors, timeout)
        _run_to_end(client, node, variables)
    return read_node(node)


def read_node(node):
    """Return a plain dict of an ``nbformat`` node."""
    return json.loads(json.dumps(node))


def _execution_tools():
    # The optional rfc3987_syntax costs jsonschema more than a second and is not needed.
    if "rfc3987_syntax" not in sys.modules and "nbformat" not in sys.modules:
        sys.modules["rfc3987_syntax"] = None
        import nbformat

        del sys.modules["rfc3987_syntax"]
    import nbformat
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import AsyncKernelManager
    from nbclient import NotebookClient

    class ThisPython(AsyncKernelManager):
        """A kernel of the running Python, whatever kernels are registered."""

        @property
        def kernel_spec(self):
            launch = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            launch += ["--log-level=ERROR"]  # a warning about TCP is not the reader's concern
            return KernelSpec(argv=launch, language="python", display_name="Python 3")

    def client_of(node, folder, allow_errors, timeout):
        return NotebookClient(
            node,
            timeout=timeout,
            allow_errors=allow_errors,
            kernel_manager_class=ThisPython,
            kernel_name="python3",
            record_timing=False,
            store_widget_state=False,
            resources={"metadata": {"path": str(folder)}},
        )

    return nbformat, client_of


def _run_to_end(client, node, variables):
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

    try:
        client.execute(env=variables)
    except CellExecutionError as err:
        cell = next(
            (c for c in node["cells"] for o in c.get("outputs", []) if o["output_type"] == "error"),
            None,
        )
        where = cell["id"] if cell else "?"
        raise NotebookError(f"cell {where} raised {err.ename}: {err.evalue}") from err
    except (CellTimeoutError, DeadKernelError) as err:
        done = [c for c in node["cells"] if c["cell_type"] == "code" and c.get("execution_count")]
        last = done[-1]["id"] if done else "none"
        what = str(err).splitlines()[0]
        raise NotebookError(f"{what} (the last cell that ended is {last})") from err


def clean(nb):
    """Return the notebook as it is stored: only what belongs into a committed file.

    Cell ids and sources stay; cell metadata keeps tags, lecture and slideshow; counts run
    1…n; neighbouring pieces of a stream are one; widget views and states are gone.
    """
    nb = copy.deepcopy(nb)
    cells, count = [], 0
    for cell in nb["cells"]:
        kind = cell["cell_type"]
        kept = {key: cell[key] for key in CELL_KEYS[kind] if key in cell}
        kept["source"] = joined(cell["source"])
        kept["metadata"] = {k: v for k, v in cell["metadata"].items() if k in CELL_METADATA and v}
        if kind == "code":
            # Jupyter does not count an empty cell; the form test refuses one anyway.
            count += 1
            kept["execution_count"] = count
            kept["outputs"] = _clean_outputs(cell["outputs"], count)
        cells.append(kept)
    return {
        "cells": cells,
        "metadata": copy.deepcopy(NOTEBOOK_METADATA),
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _clean_outputs(outputs, count):
    kept = []
    for out in outputs:
        out = {k: v for k, v in out.items() if k != "transient"}
        if out["output_type"] == "stream":
            out["text"] = joined(out["text"])
            if kept and kept[-1].get("name") == out["name"]:
                kept[-1]["text"] += out["text"]
                continue
        if "data" in out:
            out["data"] = {k: v for k, v in out["data"].items() if k != WIDGET_VIEW}
            if not out["data"]:
                continue
        if out["output_type"] == "execute_result":
            out["execution_count"] = count
        kept.append(out)
    return kept


def refresh(paths=None):
    """Execute notebooks afresh and write them clean; return the paths that changed.

    Parameters
    ----------
    paths : None, path or iterable of paths
        The files; None means every notebook of the checkout.

    Raises
    ------
    NotebookError
        At the first exception or time-out, with file and cell; that file is left as it was.
    """
    if paths is None:
        paths = notebook_files()
    elif isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    changed = []
    for path in map(Path, paths):
        before = path.read_bytes()
        nb = read(path)
        unnamed = [i for i, c in enumerate(nb["cells"]) if not c.get("id")]
        if unnamed:
            raise NotebookError(f"{path.name}: expected an id on every cell, none on {unnamed}")
        try:
            executed = execute(strip_outputs(nb), path.parent)
        except NotebookError as err:
            raise NotebookError(f"{path.name}: {err}; the file is unchanged") from err
        write(clean(executed), path)
        if path.read_bytes() != before:
            changed.append(path)
    return changed


# --- the form of a notebook -------------------------------------------------------------


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


def calls(source, name):
    r"""First arguments of the calls of `name` in a cell that start with a text.

    >>> calls('@exercise("relu")\ndef relu(x):\n    raise NotImplementedError', "exercise")
    ['relu']
    """
    tree = parse(source)
    found = []
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Call) and node.args:
            called = getattr(node.func, "id", getattr(node.func, "attr", None))
            first = node.args[0]
            if called == name and isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.append(first.value)
    return found


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


def lecture_ids(path=None):
    """Set of the ids in ``data/lecture_map.csv``."""
    path = root() / "data" / "lecture_map.csv" if path is None else path
    with open(path, newline="", encoding="utf-8") as file:
        return {row["id"] for row in csv.DictReader(file)}


def form_problems(nb, path, known_ids=None):
    """Everything that is wrong with a notebook's form, one line each; empty if nothing is.

    This closes the blind spots of nbval (cells it does not compare, pictures, metadata).

    Parameters
    ----------
    nb : dict
        The notebook as :func:`read` gives it.
    path : path
        Its file; the name gives the number its cell ids start with.
    known_ids : set of str, optional
        The lecture ids; those of ``data/lecture_map.csv`` by default.
    """
    path = Path(path)
    known_ids = lecture_ids() if known_ids is None else known_ids
    problems = list(_file_form(nb, path))
    seen = Counter(cell.get("id") for cell in nb["cells"])
    for index, cell in enumerate(nb["cells"]):
        name = cell.get("id") or f"cell {index}"
        if seen[cell.get("id")] > 1 and cell.get("id"):
            problems.append(f"{name}: the id is used {seen[name]} times")
        for rule in (_id_form, _metadata_form, _source_form, _output_form, _role_form):
            problems += [f"{name}: {what}" for what in rule(cell, path, known_ids)]
    problems += _count_form(nb)
    problems += _order_form(nb)
    return [f"{path.name}: {what}" for what in problems]


def _file_form(nb, path):
    if not NOTEBOOK_NAME.match(path.name):
        yield "the file name is not like 01_xor_failure.ipynb"
    if path.exists() and path.stat().st_size > MAX_BYTES:
        yield f"the file is larger than {MAX_BYTES / 1e6} MB"
    if nb.get("metadata") != NOTEBOOK_METADATA:
        yield "notebook metadata is more or less than kernelspec and language name (refresh it)"
    if (nb.get("nbformat"), nb.get("nbformat_minor")) != (4, 5):
        yield "the format is not 4.5 (refresh it)"
    asked = {i for c in _code(nb) for i in calls(c["source"], "predict")}
    if len(asked) < MIN_PREDICTIONS:
        yield f"{len(asked)} predictions, expected at least {MIN_PREDICTIONS}"


def _id_form(cell, path, known_ids):
    given = cell.get("id")
    if not given:
        yield "no id"
    elif not CELL_ID.match(given) or not given.startswith(number(path) + "-"):
        yield f"the id is not like {number(path)}-b2-picture"


def _metadata_form(cell, path, known_ids):
    kind, meta = cell.get("cell_type"), cell.get("metadata", {})
    if kind not in CELL_KEYS:
        yield f"a {kind} cell; only code and markdown are used"
        return
    if set(cell) - CELL_KEYS[kind]:
        yield f"unknown keys {sorted(set(cell) - CELL_KEYS[kind])}"
    if set(meta) - CELL_METADATA:
        yield f"unknown metadata {sorted(set(meta) - CELL_METADATA)}"
    unknown = sorted(set(tags(cell)) - TAGS)
    if unknown:
        yield f"unknown tags {unknown}"
    if len(set(tags(cell))) < len(tags(cell)):
        yield "a tag stands twice"
    if "slideshow" in meta and (
        set(meta["slideshow"]) != {"slide_type"}
        or meta["slideshow"]["slide_type"] not in SLIDE_TYPES
    ):
        yield f"slideshow is {meta['slideshow']}, expected a slide_type of {sorted(SLIDE_TYPES)}"
    lectures = meta.get("lecture", [])
    if not isinstance(lectures, list) or len(set(lectures)) < len(lectures):
        yield "lecture is not a list of different ids"
    elif set(lectures) - set(known_ids):
        yield f"unknown lecture ids {sorted(set(lectures) - set(known_ids))}"


def _source_form(cell, path, known_ids):
    source = cell["source"]
    if not source.strip():
        yield "the cell is empty"
    for pattern, what in SOURCE_BANS:
        if pattern.search(source):
            yield f"the source holds {what}"
    if cell["cell_type"] == "markdown":
        if SCRIPT.search(source):
            yield "the text holds a script, which the hand-out would carry"
        for word in sorted({w.lower() for w in FILLERS.findall(source)}):
            yield f"the prose says '{word}'"
        return
    for pattern, what in CODE_BANS:
        if pattern.search(source):
            yield f"the code holds {what}"
    if parse(source) is None:
        magic = MAGIC.search(source)
        yield "a magic or shell line" if magic else "the code is not plain Python"
    lines = source.splitlines()
    if len(lines) > MAX_LINES:
        yield f"{len(lines)} lines of code, at most {MAX_LINES}"
    wide = [i for i, line in enumerate(lines, 1) if len(line) > MAX_WIDTH]
    if wide:
        yield f"lines {wide} are wider than {MAX_WIDTH}"


def _output_form(cell, path, known_ids):
    outputs = cell.get("outputs", [])
    for i, out in enumerate(outputs):
        if out["output_type"] == "error":
            yield f"a stored error ({out.get('ename')})"
        if out.get("name") == "stderr":
            yield "output on stderr (a warning?)"
        if any("widget" in mime for mime in out.get("data", {})):
            yield "a widget view or state is stored (refresh it)"
        text = "\n".join(output_texts(out))
        for pattern, what in OUTPUT_BANS:
            if pattern.search(text):
                yield f"an output holds {what}"
        for word in sorted({w.lower() for w in FILLERS.findall(_markdown_of(out))}):
            yield f"a caption says '{word}'"
        for mime in [m for m in out.get("data", {}) if m.startswith("image/")]:
            alt = out.get("metadata", {}).get(mime, {}).get("alt", "")
            if not str(alt).strip():
                yield f"an {mime} without alt text"
            if not any(_markdown_of(later).strip() for later in outputs[i + 1 : i + 2]):
                yield f"an {mime} without a caption right after it"


def output_texts(out):
    """Return every text of an output: stream, text/plain, HTML, Markdown (no pictures)."""
    found = [out.get("text", "")] if out["output_type"] == "stream" else []
    for mime, value in out.get("data", {}).items():
        if mime.startswith("text/") and isinstance(value, str):
            found.append(re.sub(r"base64,[A-Za-z0-9+/=\s]+", "base64,", value))
    return found


def _markdown_of(out):
    return out.get("data", {}).get("text/markdown", "")


def _role_form(cell, path, known_ids):
    if cell["cell_type"] != "code":
        return
    source, own = cell["source"], set(tags(cell))
    if calls(source, "exercise") and not {"exercise", "state"} <= own:
        yield "an exercise without the tags exercise and state"
    if "exercise" in own and not calls(source, "exercise"):
        yield "tagged exercise, but no exercise in it"
    if calls(source, "predict") and "predict" not in own:
        yield "a prediction without the tag predict"
    if (calls(source, "progress") or "summary" in own) and "state" not in own:
        yield "progress or the summary without the tag state"
    if "state" in own and "summary" not in own and not any(calls(source, c) for c in MAY_BE_STATE):
        yield "tagged state, but its output cannot depend on an exercise's state"
    if "slide-check" in own:
        for name in ("slide", "right"):
            if not top_level_binders(source, name):
                yield f"a slide check that does not assign `{name}`"
        tree = parse(source) or ast.Module([], [])
        if not any(isinstance(node, ast.Assert) for node in ast.walk(tree)):
            yield "a slide check without an assertion"


def _count_form(nb):
    counts = [cell.get("execution_count") for cell in _code(nb)]
    if any(c is None for c in counts):
        yield f"{sum(c is None for c in counts)} code cells were not executed"
    elif counts != list(range(1, len(counts) + 1)):
        yield "the execution counts are not 1…n in order"


def _order_form(nb):
    for i, cell in enumerate(nb["cells"]):
        following = next((c for c in nb["cells"][i + 1 :] if c["cell_type"] == "code"), {})
        if cell["cell_type"] == "code" and "explorer" in tags(cell):
            if "driven" not in tags(following):
                yield f"{cell.get('id')}: an explorer without a driven cell after it"
        if cell["cell_type"] == "markdown" and "slide-check" in tags(cell):
            if "slide-check" not in tags(following):
                yield f"{cell.get('id')}: a slide check without a test in the next code cell"


def _code(nb):
    return [cell for cell in nb["cells"] if cell["cell_type"] == "code"]


def form_report(nb):
    """Figures for STYLE's budgets, as a dict: reported, not enforced.

    Returns
    -------
    dict
        ``code cells``, ``median lines``, ``p90 lines``, ``longest``, ``prose-first``
        (fraction of code cells right after Markdown), ``markdown cells``,
        ``median words``, ``longest text`` (words), ``over 90 words`` (cells),
        ``predictions`` and ``exercises``.
    """
    code = [len(c["source"].splitlines()) for c in _code(nb)] or [0]
    texts = [len(_prose(c["source"]).split()) for c in nb["cells"] if c["cell_type"] == "markdown"]
    pairs = zip([{"cell_type": None}, *nb["cells"]], nb["cells"], strict=False)
    first = [before["cell_type"] == "markdown" for before, c in pairs if c["cell_type"] == "code"]
    rank = sorted(code)[max(0, -(-9 * len(code) // 10) - 1)]
    return {
        "code cells": len(first),
        "median lines": statistics.median(code),
        "p90 lines": rank,
        "longest": max(code),
        "prose-first": round(sum(first) / max(1, len(first)), 2),
        "markdown cells": len(texts),
        "median words": statistics.median(texts or [0]),
        "longest text": max(texts or [0]),
        "over 90 words": sum(n > 90 for n in texts),
        "predictions": len({i for c in _code(nb) for i in calls(c["source"], "predict")}),
        "exercises": len({i for c in _code(nb) for i in calls(c["source"], "exercise")}),
    }


def _prose(source):
    """Markdown without code, formulas and table rules, for counting words."""
    source = re.sub(r"```.*?```|\$\$.*?\$\$", " ", source, flags=re.S)
    return re.sub(r"[|#*>]|-{3,}", " ", source)
