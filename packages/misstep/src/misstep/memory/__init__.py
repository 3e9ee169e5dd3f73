"""What the course remembers of a student's work, on the student's own disk and nowhere else.

Kept in `.course/memory/` in the folder of the student's copies (`Course.work`), one file a notebook
(`01.json`), as a list of events:

    {"version": 1, "events": [{"at": "2026-03-02T10:15:00+01:00", "kind": "committed",
                               "id": "01-line", "choice": "B"}, ...]}

Events are only ever added, with the time; what is true now is read from them. Kinds: `chosen`,
`committed`, `revealed` (predictions: `choice`; `again` in a vote that a room asked for),
`recalled` (a question that came back: `choice`, `where`, the notebook that asked; it is kept with
the notebook that taught it), `try` (exercises: `status`, `misconception`, `said`, `code`), `hint`
(`number`), `slip` (one was found: `tries`, `misconception`), `pieces` (an order was judged:
`status`), `doubt` (a name on a card: `misconception`, `said`, `code`, `because`). Readers ignore
kinds they do not know.

Files are touched only in a kernel whose notebook is such a copy (see `home`), and in the
browser version, on the browser's own disk. Anywhere else (`notebooks/`, refresh, nbval, `course
check`, slides, scripts) and when the disk refuses, events live as long as the process does.
Nothing here raises for what lies on the disk.
"""

import json
import os
import sys
from contextlib import suppress
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

from misstep.course import current
from misstep.memory import disk
from widgets import kernel

VERSION = 1
FOLDER = Path(".course", "memory")
PATIENCE = 2.0  # seconds to wait for another kernel that writes


class _UnusableError(Exception):
    """A file that is neither read nor written; the message is a sentence for the student."""


# --- what others call -------------------------------------------------------------------------


def remember(notebook, kind, id, **what):
    """Remember what happened now (kind) to an exercise or a prediction (id) of a notebook ("01").

    ``what`` is more about it, in plain JSON values.
    """
    at = datetime.now().astimezone().isoformat(timespec="seconds")
    waiting = current().session.unwritten
    waiting.setdefault(notebook, []).append({"at": at, "kind": kind, "id": id, **what})
    folder = home()
    if folder is None:
        return
    path = folder / f"{notebook}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with disk.locked(folder / f"{notebook}.lock", PATIENCE):
            found = [*_read(path), *waiting[notebook]]
            text = json.dumps({"version": VERSION, "events": found}, indent=0)
            disk.replace(path, f"{text}\n".encode(), disk.private)
    except _UnusableError as problem:
        _show_once(str(problem))
    except OSError as error:  # a full disk, a read-only folder: tried again with the next event
        _show_once(f"What you do now is remembered only until the kernel stops: "
              f"{folder.parent.parent.name}/{FOLDER.as_posix()}/ cannot be written "
              f"({error.strerror or error}).")
    else:
        waiting[notebook] = []


def tell(kind, id, **what):
    """Tell a room that was joined of a verdict or a vote; without one nobody listens."""
    for listener in current().session.listeners:
        with suppress(Exception):  # nothing of a room may cost a card
            listener({"kind": kind, "id": id, **what})


def ask_again(id):
    """Open the box of one prediction for a second vote, as a room asks; None opens none."""
    session = current().session
    before, session.again = session.again, id
    for name in {before, id} & session.boxes.keys():
        session.boxes[name].refresh()


def events(notebook, kind=None, id=None):
    """Remembered events in the order in which they happened, all or of one kind or id.

    Each has "at" (local time, ISO 8601 with its offset), "kind", "id" and what
    was kept with it.
    """
    found = [*_stored(notebook), *current().session.unwritten.get(notebook, [])]
    return [e for e in found if kind in (None, e["kind"]) and id in (None, e["id"])]


def notebooks():
    """Numbers of the notebooks of which something is remembered, in order."""
    folder = home()
    stored = [path.stem for path in folder.glob("*.json")
              if path.stem in current().notebooks] if folder else []
    waiting = current().session.unwritten
    return sorted({*stored, *(number for number, some in waiting.items() if some)})


def forget(work, notebook):
    """Remove what is remembered of a notebook in the folder `work`; say whether there was any."""
    folder = Path(work, FOLDER)
    there = [*folder.glob(f"{notebook}.json"), *folder.glob(f"{notebook}.damaged*")]
    for path in there:
        path.unlink(missing_ok=True)
    with suppress(RuntimeError):  # no course is in use, and nothing of it in this process
        current().session.unwritten.pop(notebook, None)
    return bool(there)


def tried(notebook, id, result):
    """Remember a try of an exercise; return how many tries failed so far.

    An untouched stub is no try. Neither is an answer that was there before: a right one run
    again, or a wrong one run for the first time in this kernel ("Run All" on the next day).
    """
    earlier, code = events(notebook, "try", id), fingerprint(result.fn)
    checked = current().session.checked
    known = bool(earlier) and earlier[-1]["status"] == result.status and (
        earlier[-1].get("code") == code)
    if result.status != "not attempted" and not (known and (result or id not in checked)):
        remember(notebook, "try", id, status=result.status, misconception=result.misconception,
             said=result.finding.rstrip("."), code=code)
    checked.add(id)
    return sum(e["status"] != "passed" for e in events(notebook, "try", id))


def fingerprint(fn):
    """A few letters that tell one answer from another: the code, without names of lines.

    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 1)
    True
    >>> fingerprint(lambda x: x + 1) == fingerprint(lambda x: x + 2)
    False
    """
    def parts(code):
        inner = [parts(c) if hasattr(c, "co_code") else repr(c) for c in code.co_consts]
        return code.co_code, code.co_names, code.co_varnames, inner

    code = getattr(fn, "__code__", None)
    text = repr(parts(code)) if code else type(fn).__name__
    return blake2b(text.encode("utf-8", "replace"), digest_size=6).hexdigest()


# --- where it lies ----------------------------------------------------------------------------


def home():
    """Folder of the memory, or None where nothing may be read or written.

    Only a kernel whose notebook, and whose working folder at its start, is in a folder of copies.
    The second condition keeps out kernels that inherit the name of a notebook:
    those started from one of its cells, by refresh or nbval.
    """
    if sys.platform == "emscripten":  # JupyterLite lays the browser's disk, all copies, here
        here = Path.cwd()
        return here / FOLDER if here.parts[:2] == ("/", "drive") else None
    shell = kernel.shell()
    if getattr(shell, "kernel", None) is None or os.environ.get("COURSE_QUIET"):
        return None
    # Jupyter's server names the notebook in the environment, VS Code among the variables.
    named = shell.user_ns.get("__vsc_ipynb_file__") or os.environ.get("JPY_SESSION_NAME", "")
    path = Path(str(named))
    number, _, rest = path.name.partition("_")  # also of a copy: 01_waves-Copy1.ipynb
    if path.parent.name != current().work or path.suffix != ".ipynb" or not (
            rest and number in current().notebooks):
        return None
    with suppress(OSError):
        here = os.path.samefile(shell.starting_dir, path.parent)
        if here and (path.parent / FOLDER.parent).is_dir():
            return path.parent / FOLDER
    return None


def _stored(notebook):
    folder = home()
    try:
        return _read(folder / f"{notebook}.json") if folder else []
    except _UnusableError as problem:
        _show_once(str(problem))
    except OSError as error:
        _show_once(f"What was remembered of notebook {notebook} cannot be read "
              f"({error.strerror or error}); it stays as it is.")
    return []


def _read(path):
    """Events of a file; a damaged one is set aside first, one of a newer course left alone."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        version, found = content["version"], content["events"]
        if not isinstance(version, int) or not all(
                isinstance(e[key], str) for e in found for key in ("at", "kind", "id")):
            raise ValueError("not the form of a memory")
    except FileNotFoundError:
        return []
    except (ValueError, LookupError, TypeError, RecursionError):
        _set_aside(path)
        return []
    if version > VERSION:
        raise _UnusableError(f"What was remembered of notebook {path.stem} was written by a newer "
                        "version of the course; it is left alone until you update.")
    return found


def _set_aside(path):
    stamp = datetime.now().strftime("%Y-%m-%d_%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}-{os.getpid()}")
    with suppress(FileNotFoundError):  # another kernel was quicker
        os.replace(path, aside)
        _show_once(
            f"The file of what was remembered of notebook {path.stem} was damaged: it is set aside "
            f"as {current().work}/{FOLDER.as_posix()}/{aside.name}, and remembering starts afresh. "
            "Your notebook itself is untouched.")


def _show_once(sentence):
    """Show a sentence once in a session."""
    shown = current().session.shown
    if sentence not in shown:
        shown.add(sentence)
        current().say("What the course remembers", sentence)
