"""Run notebooks and store what came out: the way of `course refresh`.

``nbformat`` and ``nbclient`` are imported only where a kernel is started.
"""

import copy
import json
import os
import sys
import tempfile
from pathlib import Path

from course_utils.tools.files import NotebookError, joined, read

from .files import notebook_files, strip_outputs, write

# The course's matrices are small: a second thread of the BLAS costs more than it brings, most of
# all while the page and the server want a core too. Set before numpy is imported.
ONE_THREAD = {
    name: "1" for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
}
CELL_TIMEOUT = 120
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# Strict nbval as the gate runs it (one notebook per worker if xdist is used).
NBVAL = ("--nbval", "--nbval-current-env", f"--nbval-cell-timeout={CELL_TIMEOUT}")
NOTEBOOK_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
CELL_KEYS = {
    "code": {"cell_type", "id", "metadata", "source", "outputs", "execution_count"},
    "markdown": {"cell_type", "id", "metadata", "source"},
}
CELL_METADATA = frozenset({"tags", "lecture", "slideshow"})


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
