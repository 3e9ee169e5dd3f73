"""Write so that a fault leaves the old file, one writer at a time. Knows nothing of the course."""

import os
import shutil
import sys
from contextlib import contextmanager, suppress
from pathlib import Path


def private(path, flags):
    """An ``opener`` for `open`: a new file is its owner's alone, and no link is followed."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)


def replace(path, content, opener=None):
    """Put bytes in the place of a file in one step.

    Whatever happens on the way (a full disk, a kill, a pulled plug), there is the old file or
    the new one, whole. Where `path` is a link, the file it leads to is replaced. A file that is
    there keeps its mode; ``opener`` is for a new one (`private`).
    """
    place = Path(os.path.realpath(path))
    draft = place.with_name(f".{place.name}.{os.getpid()}.tmp")  # two at once: two drafts
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(draft, "wb", opener=opener) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # the content before the name
        if place.exists():
            shutil.copymode(place, draft)
        os.replace(draft, place)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):  # the reader knows the file, not its draft
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    settle(place.parent)


def settle(folder):
    """Make the names in a folder outlast a power cut, where the system lets us."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def locked(path, patience):
    """One writer at a time; the system lets go of the lock when its holder dies.

    A disk that knows no locks counts as ours. OSError: it cannot be opened, or another has kept
    it for ``patience`` seconds.
    """
    if sys.platform == "emscripten":  # the browser's has no locks, and nobody to lock out
        yield
        return
    from filelock import FileLock, Timeout  # here: the browser's has none

    # A soft lock would outlive a kernel that was killed.
    lock = FileLock(path, timeout=patience, poll_interval=0.01, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        raise OSError(f"another kernel has kept it for {patience:.0f} s") from None
    except OSError as error:
        if error.filename is not None:
            raise
    try:
        yield
    finally:
        lock.release()
