"""The student's own copies in `my_work/`: made, brought up to date, reset. Nothing else.

A copy has no outputs and no speaker notes (both would give predictions away) and is never
overwritten once it holds work. For each copy `my_work/.course/` keeps the version it was
made from; a copy is *touched* when the source of any cell differs from that version.
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from course_utils import notebooks

RECORDS = ".course"
BACKUPS = "backups"


class NoNotebooksError(RuntimeError):
    """The course's notebooks are not where they were looked for."""


def course_folder():
    """Folder that holds `notebooks/`: the working directory or one above it, else the checkout.

    Raises
    ------
    NoNotebooksError
        If there is none (likely cause: only the package is installed, without the notebooks).
    """
    for folder in (Path.cwd(), *Path.cwd().parents, Path(__file__).resolve().parents[1]):
        if notebooks.notebook_files(folder=folder / "notebooks"):
            return folder
    raise NoNotebooksError(
        "expected a folder notebooks/ with the course's notebooks here or above\n"
        f"got      none from {Path.cwd()} upwards\n"
        "likely   the package is installed without the course: get the course's folder\n"
        "         (git clone, or the ZIP file from its page), go into it and start again"
    )


def sources(nb):
    """What a student can write into: kind and source of each cell that is not empty."""
    return [(c["cell_type"], c["source"]) for c in nb["cells"] if c["source"].strip()]


def update_all(folder):
    """Make and update the copies of all notebooks; return one line for each thing done.

    Parameters
    ----------
    folder : path
        The course's folder, as :func:`course_folder` gives it.
    """
    work = Path(folder) / "my_work"
    (work / RECORDS).mkdir(parents=True, exist_ok=True)
    shipped = notebooks.notebook_files(folder=Path(folder) / "notebooks")
    return [line for path in shipped if (line := _update(path, work))]


def reset(path, work):
    """Move a copy to `backups/`, dated, and lay a fresh one in its place.

    Returns
    -------
    list of str
        One line for each thing done.
    """
    path, work = Path(path), Path(work)
    (work / RECORDS).mkdir(parents=True, exist_ok=True)
    copy, lines = work / path.name, []
    if copy.exists():
        stamp = datetime.now().strftime("%Y-%m-%d_%H%M%S")
        kept = _free(work / BACKUPS / f"{path.stem}.{stamp}.ipynb")
        kept.parent.mkdir(exist_ok=True)
        os.replace(copy, kept)
        lines.append(f"your copy is kept as my_work/{BACKUPS}/{kept.name}")
    _lay(notebooks.student_copy(notebooks.read(path)), copy, work)
    if _forget(work, notebooks.number(path)):
        lines.append("what the course remembered of it (predictions, tries, hints) is forgotten")
    lines.append(f"my_work/{path.name} is as new; if it is open, close its tab and open it again")
    return lines


def _forget(work, number):
    from course_utils.exercises import memory  # costs numpy: only here

    return memory.forget(work, number)


def _update(path, work):
    """Bring one copy up to date; return a line if there is something to say."""
    new = notebooks.student_copy(notebooks.read(path))
    copy = work / path.name
    if not copy.exists():
        _lay(new, copy, work)
        return f"my_work/{path.name}: copied"
    mine, base = _read(copy), _read(_record(copy))
    if base == new:
        return None
    if mine is not None and sources(mine) == sources(new):
        _write(new, _record(copy))  # only tags changed, or the student took the new version over
        return None
    if mine is not None and base is not None and sources(mine) == sources(base):
        _lay(new, copy, work)
        return f"my_work/{path.name}: updated to the new version (you had not changed it)"
    if base is not None and sources(base) == sources(new):
        _write(new, _record(copy))
        return None
    beside = _place_beside(copy)
    _lay(new, beside, work)
    _write(new, _record(copy))
    return (
        f"my_work/{path.name}: kept, since you have worked in it; "
        f"the workbook's new version is beside it as my_work/{beside.name}"
    )


def _place_beside(copy):
    """First name beside a copy that is free, or holds a new version nobody has worked in."""
    for n in range(1, 1000):
        place = copy.with_name(f"{copy.stem}.new{n if n > 1 else ''}.ipynb")
        there, base = _read(place), _read(_record(place))
        if not place.exists() or (there and base and sources(there) == sources(base)):
            return place
    raise RuntimeError(f"expected a free name beside {copy.name}, got 999 new versions")


def _lay(nb, place, work):
    """Write a copy and the record of the version it was made from."""
    _write(nb, work / RECORDS / place.name)
    _write(nb, place)


def _record(copy):
    return copy.parent / RECORDS / copy.name


def _read(path):
    """Return a notebook, or None if there is none or it cannot be read."""
    try:
        return notebooks.read(path)
    except (OSError, notebooks.NotebookError):
        return None


def _write(nb, path):
    """Write in one step, so that a full disk or a pulled plug leaves the old file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".tmp")
    notebooks.write(nb, draft)
    os.replace(draft, path)


def _free(path):
    """`path`, or the first of its numbered variants that does not exist."""
    n, place = 2, path
    while place.exists():
        place, n = path.with_name(f"{path.stem}-{n}{path.suffix}"), n + 1
    return place
