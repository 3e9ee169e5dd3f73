"""The student's own copies in `my_work/`: made, brought up to date, reset. Nothing else.

A copy has no outputs and no speaker notes (both would give predictions away). For each copy
`my_work/.course/` keeps the version it was made from; a copy is *touched* when the source of any
cell differs from that version. A newer version takes over the work in a touched copy (`carry`), and
the old copy goes to `backups/` first. Whatever stops a write (a kill, a full disk, a power cut), no
work is lost and the next `course lab` continues from there.
"""

import contextlib
import itertools
import os
import sys
import time
from datetime import datetime
from pathlib import Path

from course_tools import CourseError, carry, files, notebooks
from misstep import memory
from misstep.memory import disk

RECORDS = ".course"
BACKUPS = "backups"
GUESS = "course_beside"  # in a record: the copy was not made from it, it is only not said twice
LOCK_LIMIT = 10  # seconds to wait for another `course` that writes copies
DRAFT_AGE = 3600  # seconds after which a draft is nobody's
LEFT = "my_work/: left as they are: "  # the line of those that could not be written
# What a notebook imports besides the standard library.
NEEDED = ("numpy", "matplotlib", "ipywidgets", "IPython", "course_utils")


def sources(nb):
    """All that a student can change: kind and text of each cell that is not empty."""
    return [carry.content(c) for c in nb["cells"] if c["source"].strip()]


def update_all(folder):
    """Make and update the copies of all notebooks; return one line for each thing to report.

    A copy that cannot be read or written costs a line; the others are made all the same.
    """
    work = Path(folder) / "my_work"
    _make_folders(work)
    lines, refused = [], {}
    with _alone(work):
        _sweep(work)
        for path in notebooks.notebook_files(folder=notebooks.lessons(folder)):
            try:
                line = _update(path, work)
            except notebooks.NotebookError as error:
                line = f"notebooks/{path.name} is damaged: get it again ({error})"
            except OSError as error:
                refused.setdefault(error.errno, (error, []))[1].append(path.name)
                continue
            lines += [line] if line else []
    for error, names in refused.values():  # a full disk is said once, not seven times
        lines.append(f"{LEFT}{', '.join(names)} ({files.in_words(error)})")
    return lines + [shadow_line(name) for name in shadows(work)]


def reset(path, work):
    """Put a copy into `backups/`, dated, and make a fresh one. If the copy is a link, the file it
    points to is kept and then made again. Returns one line for each thing done.
    """
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


def left_off(work, known):
    """Number of the notebook, among these, last worked in: answered, else changed; or None.
    """
    work = Path(work)
    remembered = (work / memory.FOLDER).glob("*.json")
    touched = [copy for copy in work.glob("*.ipynb")
               if (mine := _read(copy)) and (base := _read(_record(copy)))
               and sources(mine) != sources(base)]
    for places in (remembered, touched):
        times = [(path.stat().st_mtime, notebooks.number(path.stem)) for path in places]
        times = [(when, number) for when, number in times if number in known]
        if times:
            return max(times)[1]
    return None


def damaged(work):
    """Names of the copies that cannot be read as notebooks."""
    return [copy.name for copy in sorted(Path(work).glob("*.ipynb")) if _read(copy) is None]


def behind(folder):
    """Names of the copies that were made from an older version, and of new ones next to them."""
    work = Path(folder) / "my_work"
    paths = notebooks.notebook_files(folder=notebooks.lessons(folder))
    older = [p.name for p in paths if (work / p.name).exists() and _plain(
        _read(_record(work / p.name))) != notebooks.student_copy(notebooks.read(p))]
    return older, sorted(p.name for p in work.glob("*.new.ipynb"))


def _plain(record):
    """A record without the mark that the copy was not made from it."""
    return record and {**record, "metadata": {
        key: value for key, value in record["metadata"].items() if key != GUESS}}


def shadows(work):
    """Names of Python files and folders in `work` that hide a module the course needs."""
    hidden = {*sys.stdlib_module_names, *NEEDED}
    modules = [p for p in Path(work).glob("*.py") if p.is_file()]
    packages = [p.parent for p in Path(work).glob("*/__init__.py")]
    return sorted(p.name for p in modules + packages if p.stem in hidden)


def shadow_line(name):
    """What to do about one of :func:`shadows`."""
    stem = name.removesuffix(".py")
    return f"my_work/{name} hides the module `{stem}` from your notebooks: rename it"


def _update(path, work):
    """Update one copy; return a line if there is something to report."""
    copy = work / path.name
    if copy.is_symlink() and not copy.exists():
        return (
            f"my_work/{path.name}: a link to {os.readlink(copy)}, where nothing is (a drive or "
            f"a cloud folder that is not there?); `course reset {notebooks.number(path)}` puts "
            "a new copy in its place"
        )
    new = notebooks.student_copy(notebooks.read(path))
    if not copy.exists():
        _lay(new, copy, work)
        return f"my_work/{path.name}: copied"
    try:
        mine, base = notebooks.read(copy), _base(copy)
    except notebooks.NotebookError as error:
        return (
            f"my_work/{path.name}: damaged, and kept as it is ({error}); "
            f"`course reset {notebooks.number(path)}` moves it to {BACKUPS}/ and makes a new copy"
        )
    return _compare(new, mine, base, copy)


def _base(copy):
    """The version a copy was made from, or None; an OSError is not the student's fault."""
    try:
        return notebooks.read(_record(copy))
    except (FileNotFoundError, notebooks.NotebookError):
        return None


def _compare(new, mine, base, copy):
    """Update a copy that can be read; return a line if there is something to report."""
    work, is_guess = copy.parent, base != _plain(base)
    if _plain(base) == new:
        return None
    was = base and sources(base)
    if sources(new) in (sources(mine), was):  # only tags changed, the student took the new version
        _write(new, _record(copy))  # over, or the last `course lab` was ended between its writes
        return None
    if sources(mine) == was:
        _lay(new, copy, work)
        return f"my_work/{copy.name}: updated to the new version (you had not changed it)"
    if base and not is_guess and not os.path.lexists(copy.with_name(f"{copy.stem}.new.ipynb")):
        return _take_over(new, mine, base, copy)
    # nobody knows what of it is the student's: its record is lost, or of the version beside it
    beside = _place_beside(copy, new)
    _lay(new, beside, work)
    _write({**new, "metadata": {**new["metadata"], GUESS: True}}, _record(copy))
    return (
        f"my_work/{copy.name}: kept, since you have worked in it; "
        f"the workbook's new version is next to it, as my_work/{beside.name}"
    )


def _take_over(new, mine, base, copy):
    """Write the new version with the student's work in it; the old copy is kept first."""
    merged, count = carry.carried(mine, base, new)
    if sources(merged) == sources(mine):  # done already, but for the record
        _write(new, _record(copy))
        return None
    kept = _keep(copy, copy.parent / BACKUPS, move=False)
    _write(merged, copy)
    _write(new, _record(copy))
    said = [f"{count[kind]} {name}{'s' * (count[kind] != 1)}" for kind, name in (
        ("answers", "answer"), ("cells", "changed cell"), ("own", "cell"), ("kept", "cell"))]
    parts = [said[i] + ends for i, (kind, ends) in enumerate((
        ("answers", ""), ("cells", ""), ("own", " of your own"),
        ("kept", " in its last section, “Kept from your earlier copy”"))) if count[kind]]
    return (f"my_work/{copy.name}: updated to the new version, your work is in it "
            f"({', '.join(parts)}); your earlier copy: my_work/{BACKUPS}/{kept.name}")


def _place_beside(copy, new):
    """First name next to a copy that is free, or has a new version nobody has worked in."""
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


def _keep(copy, backups, move=True):
    """Put a copy into the folder of backups; return its path there. One that is not moved and is
    there already (the last `course lab` was ended) is found again.
    """
    if not move:
        content = copy.read_bytes()
        again = [p for p in backups.glob(f"{copy.stem}.*.ipynb") if p.read_bytes() == content]
        if again:
            return again[-1]
    stamp = datetime.now().strftime("%Y-%m-%d_%H%M%S")
    kept, n = backups / f"{copy.stem}.{stamp}.ipynb", 2
    while kept.exists():  # another one in this second
        kept, n = backups / f"{copy.stem}.{stamp}-{n}.ipynb", n + 1
    backups.mkdir(exist_ok=True)
    if not move or copy.is_symlink():  # moved, a relative link would lead nowhere
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
    """Remove drafts that a kill or a power cut left, once it is certain that nobody uses them."""
    for folder in (work, work / RECORDS, work / BACKUPS, work / memory.FOLDER):
        for draft in folder.glob(".*.*.[0-9]*.tmp"):
            with contextlib.suppress(OSError):
                if time.time() - draft.stat().st_mtime > DRAFT_AGE:
                    draft.unlink()


@contextlib.contextmanager
def _alone(work):
    """Only one `course` at a time writes copies; if files cannot be locked, all continue."""
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            stack.enter_context(disk.locked(work / RECORDS / "lock", LOCK_LIMIT))
        yield
