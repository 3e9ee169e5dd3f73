"""The student's own copies in `my_work/`: made, brought up to date, reset. Nothing else.

A copy has no outputs and no speaker notes (both would give predictions away) and is never
overwritten once it holds work. For each copy `my_work/.course/` keeps the version it was
made from; a copy is *touched* when the source of any cell differs from that version.
Whatever stops a write (a kill, a full disk, a power cut), no work is lost and the next
`course lab` goes on from there.
"""

import contextlib
import itertools
import os
import sys
import time
from datetime import datetime
from pathlib import Path

from course_utils.tools import CourseError, files, notebooks

RECORDS = ".course"
BACKUPS = "backups"
LOCK_LIMIT = 10  # seconds to wait for another `course` that writes copies
DRAFT_AGE = 3600  # seconds after which a draft is nobody's
# What a notebook imports beside the standard library.
NEEDED = ("numpy", "matplotlib", "ipywidgets", "IPython", "course_utils")


def sources(nb):
    """What a student can write into: kind and source of each cell that is not empty."""
    return [(c["cell_type"], c["source"]) for c in nb["cells"] if c["source"].strip()]


def update_all(folder):
    """Make and update the copies of all notebooks; return one line for each thing to say.

    A copy that cannot be read or written costs a line; the others are made all the same.
    """
    work = Path(folder) / "my_work"
    _make_folders(work)
    lines, refused = [], {}
    with _alone(work):
        _sweep(work)
        for path in notebooks.notebook_files(folder=Path(folder) / "notebooks"):
            try:
                line = _update(path, work)
            except notebooks.NotebookError as error:
                line = f"notebooks/{path.name} is damaged: get it again ({error})"
            except OSError as error:
                refused.setdefault(error.errno, (error, []))[1].append(path.name)
                continue
            lines += [line] if line else []
    for error, names in refused.values():  # a full disk is said once, not seven times
        lines.append(f"my_work/: left as they are: {', '.join(names)} ({files.in_words(error)})")
    return lines + [shadow_line(name) for name in shadows(work)]


def reset(path, work):
    """Put a copy into `backups/`, dated, and lay a fresh one in its place.

    Where the copy is a link, the file it leads to is kept and then made afresh.
    Returns one line for each thing done.
    """
    from course_utils.exercises import memory  # costs numpy: only here

    path, work = Path(path), Path(work)
    new = notebooks.student_copy(notebooks.read(path))  # before anything is moved
    _make_folders(work)
    copy, lines, kept = work / path.name, [], None
    with _alone(work):
        if copy.is_symlink() and not copy.exists():
            lines.append(f"taken out: my_work/{path.name}, a link to nothing ({os.readlink(copy)})")
            copy.unlink()
        elif copy.exists():
            kept = _keep(copy, work / BACKUPS)
            lines.append(f"your copy is kept as my_work/{BACKUPS}/{kept.name}")
        try:
            _lay(new, copy, work)
        except OSError:
            if kept and not copy.exists():
                os.replace(kept, copy)
            raise
    if memory.forget(work, notebooks.number(path)):
        lines.append("what the course remembered of it (choices, tries, hints) is forgotten")
    lines.append(f"my_work/{path.name} is as new; if it is open, close its tab and open it again")
    return lines


def damaged(work):
    """Names of the copies that cannot be read as notebooks."""
    found = []
    for copy in sorted(Path(work).glob("*.ipynb")):
        try:
            notebooks.read(copy)
        except (OSError, notebooks.NotebookError):
            found.append(copy.name)
    return found


def shadows(work):
    """Names of Python files and folders in `work` that hide a module the course needs."""
    hidden = {*sys.stdlib_module_names, *NEEDED}
    modules = [p for p in Path(work).glob("*.py") if p.is_file()]
    packages = [p.parent for p in Path(work).glob("*/__init__.py")]
    return sorted(p.name for p in modules + packages if p.stem in hidden)


def shadow_line(name):
    """What to do about one of :func:`shadows`."""
    stem = name.removesuffix(".py")
    return f"my_work/{name} hides the module `{stem}` from your notebooks: give it another name"


def _update(path, work):
    """Bring one copy up to date; return a line if there is something to say."""
    copy = work / path.name
    if copy.is_symlink() and not copy.exists():
        return (
            f"my_work/{path.name}: a link to {os.readlink(copy)}, where nothing is (a drive or "
            f"a cloud folder that is not there?); `course reset {notebooks.number(path)}` puts "
            "a fresh copy in its place"
        )
    new = notebooks.student_copy(notebooks.read(path))
    if not copy.exists():
        _lay(new, copy, work)
        return f"my_work/{path.name}: copied"
    try:
        mine, base = notebooks.read(copy), _read(_record(copy))
    except notebooks.NotebookError as error:
        return (
            f"my_work/{path.name}: damaged, and kept as it is ({error}); "
            f"`course reset {notebooks.number(path)}` moves it to {BACKUPS}/ and lays a fresh one"
        )
    return _compare(new, mine, base, copy)


def _compare(new, mine, base, copy):
    """Bring a copy that can be read up to date; return a line if there is something to say."""
    work = copy.parent
    if base == new:
        return None
    was = base and sources(base)
    if sources(new) in (sources(mine), was):  # only tags changed, the student took the new version
        _write(new, _record(copy))  # over, or the last `course lab` was ended between its writes
        return None
    if sources(mine) == was:
        _lay(new, copy, work)
        return f"my_work/{copy.name}: updated to the new version (you had not changed it)"
    beside = _place_beside(copy, new)
    _lay(new, beside, work)
    _write(new, _record(copy))
    return (
        f"my_work/{copy.name}: kept, since you have worked in it; "
        f"the workbook's new version is beside it as my_work/{beside.name}"
    )


def _place_beside(copy, new):
    """First name beside a copy that is free, or holds a new version nobody has worked in."""
    for n in itertools.count(1):
        place = copy.with_name(f"{copy.stem}.new{n if n > 1 else ''}.ipynb")
        there, base = _read(place), _read(_record(place))
        untouched = [sources(nb) for nb in (base, new) if nb]
        if not os.path.lexists(place) or (there and sources(there) in untouched):
            return place


def _lay(nb, place, work):
    """Write a copy and the record of the version it was made from.

    The copy first: one that equals the new version is recognised without its record, but a
    record without its copy would make an old copy look like the student's work.
    """
    _write(nb, place)
    _write(nb, work / RECORDS / place.name)


def _record(copy):
    return copy.parent / RECORDS / copy.name


def _read(path):
    """Return a notebook, or None if there is none or it cannot be read."""
    try:
        return notebooks.read(path)
    except (OSError, notebooks.NotebookError):
        return None


def _write(nb, path):
    files.replace(path, files.as_json(nb))


def _keep(copy, backups):
    """Put a copy into the folder of backups; return its place there."""
    stamp = datetime.now().strftime("%Y-%m-%d_%H%M%S")
    kept, n = backups / f"{copy.stem}.{stamp}.ipynb", 2
    while kept.exists():  # another one in this second
        kept, n = backups / f"{copy.stem}.{stamp}-{n}.ipynb", n + 1
    backups.mkdir(exist_ok=True)
    if copy.is_symlink():  # moved, a relative link would lead nowhere
        files.replace(kept, copy.read_bytes())
    else:
        os.replace(copy, kept)
        files.settle(backups)
    return kept


def _make_folders(work):
    """Make the folder of the copies, and that of their records where that can be made."""
    try:
        (work / RECORDS).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if not work.is_dir():
            raise CourseError(f"no place for your copies: {files.in_words(error)}") from error


def _sweep(work):
    """Take away drafts that a kill or a power cut left, once they are surely nobody's."""
    for folder in (work, work / RECORDS):
        for draft in folder.glob(".*.ipynb.*.tmp"):
            with contextlib.suppress(OSError):
                if time.time() - draft.stat().st_mtime > DRAFT_AGE:
                    draft.unlink()


@contextlib.contextmanager
def _alone(work):
    """Only one `course` at a time writes copies; where files cannot be locked, all go on."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = stack.enter_context(open(work / RECORDS / "lock", "a"))
            deadline = time.monotonic() + LOCK_LIMIT
            while not _locked(handle) and time.monotonic() < deadline:
                time.sleep(0.02)
        yield


def _locked(handle):
    """Try to lock a file; the system lets go of the lock when the process ends, however."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
