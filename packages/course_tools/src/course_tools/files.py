"""Files: read any notebook, whatever is in it, and write so that a fault leaves the old file.

Knows nothing of the course. `notebooks`, `copies` and `verdicts` read and write through it.
"""

import copy
import errno
import json
import os
import stat
from pathlib import Path

from course_tools import CourseError
from misstep.memory.disk import replace, settle  # noqa: F401 - for `copies` and others

MAX_READ = 200_000_000  # bytes; a notebook full of pictures has some ten million

_FULL = "the disk is full: free some space and start again (existing files are unchanged)"
_CLOSED = "the folder or the file is read-only, or belongs to somebody else"
_FILE = "a file is in the place of a folder, or the other way round: rename it"
_LIKELY = {
    errno.ENOSPC: _FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): _FULL,
    errno.EROFS: _CLOSED,
    errno.EACCES: _CLOSED,
    errno.EPERM: _CLOSED,
    errno.ENOTDIR: _FILE,
    errno.EISDIR: _FILE,
    errno.EEXIST: _FILE,
    errno.ENOENT: "a folder that does not exist, or a link that leads nowhere",
    errno.ELOOP: "a link that leads to itself",
}


class NotebookError(CourseError):
    """A notebook that cannot be read or does not run to its end."""


def read(path):
    """Read a notebook as a dict, every text joined to one string.

    NotebookError: it is none (likely cause: a conflict left in it, or a file cut short).
    """
    path = Path(path)
    about = path.stat()
    if not stat.S_ISREG(about.st_mode):  # a pipe would be waited for, without end
        raise NotebookError(f"{path.name}: expected a file, got a folder or a device")
    if about.st_size > MAX_READ:
        size = f"{about.st_size / 1e6:.0f} MB"
        raise NotebookError(f"{path.name}: expected at most {MAX_READ / 1e6:.0f} MB, got {size}")
    try:
        nb = json.loads(path.read_text(encoding="utf-8-sig"))
        problem = _malformed(nb)
    except (ValueError, RecursionError, MemoryError) as error:
        problem = first_line(error)
    if problem:
        named = path.suffix.lower() == ".ipynb"
        why = f"that can be read ({problem})" if named else "(.ipynb)"
        raise NotebookError(f"{path.name}: not a notebook {why}")
    for cell in nb["cells"]:
        for out in cell.get("outputs", []):
            if "text" in out:
                out["text"] = joined(out["text"])
            for mime, value in out.get("data", {}).items():
                if not mime.endswith("json"):
                    out["data"][mime] = joined(value)
    return nb


def _malformed(nb):
    """What in it is not as in a notebook, or None; on the way the sources become strings."""
    if not isinstance(nb, dict) or not isinstance(nb.get("cells"), list):
        return "no list of cells"
    for i, cell in enumerate(nb["cells"], 1):
        if not isinstance(cell, dict) or not isinstance(cell.get("cell_type"), str):
            return f"no cell as number {i}"
        cell["source"] = joined(cell.get("source", ""))
        if not isinstance(cell["source"], str):
            return f"no text in cell {i}"
        if not isinstance(cell.get("metadata", {}), dict):
            return f"no metadata in cell {i}"
        outputs = cell.get("outputs", [])
        if not isinstance(outputs, list) or not all(isinstance(out, dict) for out in outputs):
            return f"no outputs in cell {i}"
        if not all(isinstance(out.get("data", {}), dict) for out in outputs):
            return f"no data in the outputs of cell {i}"
    return None


def joined(value):
    """One string of a list of lines; anything else as it is."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "".join(value)
    return value


def as_json(nb):
    """Bytes of a notebook in Jupyter's own layout: sorted keys, indent 1, lines as lists."""
    nb = copy.deepcopy(nb)
    for cell in nb["cells"]:
        cell["source"] = cell["source"].splitlines(True)
        for out in cell.get("outputs", []):
            if out["output_type"] == "stream":
                out["text"] = out["text"].splitlines(True)
            for mime, value in out.get("data", {}).items():
                if isinstance(value, str) and mime.startswith(("text/", "image/svg")):
                    out["data"][mime] = value.splitlines(True)
    return (json.dumps(nb, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode("utf-8")


def in_words(error):
    """An error of the operating system as a sentence: expected, got, likely cause."""
    if getattr(error, "errno", None) is None:  # one of ours: it has its words
        return str(error)
    place = error.filename2 or error.filename
    likely = _LIKELY.get(error.errno)
    lines = [f"expected to use {os.fspath(place)!r}"] if isinstance(place, (str, Path)) else []
    lines.append(f"got {error.strerror}")
    return "; ".join(lines + ([f"likely {likely}"] if likely else []))


def first_line(error):
    """First line of an error's text, or its class if it has none."""
    return (str(error).splitlines() or [type(error).__name__])[0][:300]
