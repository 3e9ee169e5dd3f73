"""Run notebooks and store their outputs, as `course refresh` does."""

import copy

from course_tools.files import NotebookError, read
from course_tools.notebooks.files import strip_outputs, write
from course_tools.notebooks.run import CELL_TIMEOUT, kernel, run_cells

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
# `stage`: short forms of a cell's paragraphs, by number; `head`: what the cell's output shows.
CELL_METADATA = frozenset({"tags", "lecture", "slideshow", "stage", "head"})


def execute(nb, folder, *, allow_errors=False, **options):
    """Run a notebook in a fresh kernel of this Python and return the executed copy.

    The kernel works in ``folder``. The first cell that raises or does not end is a NotebookError
    with its id and the error's last line; with ``allow_errors`` its output has the error, and the
    next is run. Options: ``env``, variables set on top of the current ones; ``startup``, Python
    source that runs before the first cell; ``timeout``, seconds a single cell may take.
    """
    import nbformat  # takes a second: only where cells are run

    def stop(cell, error):
        if error and not allow_errors:
            raise NotebookError(f"cell {cell['id']} raised {error}")

    nb = nbformat.from_dict(nb)
    with kernel(nb, folder, **options) as run:
        run_cells(nb.cells, run, stop)
    return nb


def with_outputs(path):
    """Read a notebook with its outputs; one from a wheel, which has none, is run first."""
    nb = read(path)
    if any(cell.get("outputs") for cell in nb["cells"]):
        return nb
    return clean(execute(nb, path.parent))


def clean(nb):
    """Return the notebook as it is stored: only what belongs into a committed file.

    Cell ids and sources stay; cell metadata keeps `CELL_METADATA`; counts run 1…n; neighbouring
    pieces of a stream are one; widget views and states are gone.
    """
    cells, count = [], 0
    for cell in nb["cells"]:
        kept = {key: cell[key] for key in CELL_KEYS[cell["cell_type"]] if key in cell}
        kept["metadata"] = {k: v for k, v in cell["metadata"].items() if k in CELL_METADATA and v}
        if cell["cell_type"] == "code":
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
        if out["output_type"] == "stream" and kept and kept[-1].get("name") == out["name"]:
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


def refresh(path):
    """Execute a notebook again and write it clean; return whether it changed.

    At the first exception or time-out a NotebookError names file and cell; the file is left as it
    was.
    """
    before, nb = path.read_bytes(), read(path)
    unnamed = [i for i, c in enumerate(nb["cells"]) if not c.get("id")]
    if unnamed:
        raise NotebookError(f"{path.name}: expected an id on every cell, none on {unnamed}")
    try:
        executed = execute(strip_outputs(nb), path.parent)
    except NotebookError as err:
        raise NotebookError(f"{path.name}: {err}; the file is unchanged") from err
    write(clean(executed), path)
    return path.read_bytes() != before
