"""Keeps LAPACK's own lines out of notebooks, terminals and logs.

Where an answer hands it nan, it prints " ** On entry to DLASCL parameter number 4 had an illegal
value", in C, past `sys.stdout`: 36 times for one wrong answer, and it looks like a fault of the
course. What else is written to the two file descriptors meanwhile follows afterwards.
"""

import contextlib
import ctypes
import os
import sys
import tempfile
import threading

LINE = b" ** On entry to "
MOST = 100_000  # bytes of anything else that are handed on

_taken = threading.Lock()  # the descriptors are those of all threads: one at a time turns them


@contextlib.contextmanager
def without_lapack():
    """Turn file descriptors 1 and 2 to a file, and hand on what is in it but for LAPACK's lines.

    Does nothing where that is done already, and in WebAssembly.

    >>> with without_lapack():
    ...     written = os.write(1, b"")
    """
    if sys.platform in ("emscripten", "wasi") or not _taken.acquire(blocking=False):
        yield
        return
    with contextlib.ExitStack() as afterwards:
        afterwards.callback(_taken.release)
        for number in (1, 2):
            with contextlib.suppress(OSError):  # there may be no such descriptor, or no room
                file = afterwards.enter_context(tempfile.TemporaryFile())
                afterwards.callback(_put_back, number, os.dup(number), file)
                os.dup2(file.fileno(), number)
        yield


def _put_back(number, kept, file):
    """Turn a descriptor back to where it went, and write there what belongs there."""
    with contextlib.suppress(OSError, TypeError):  # C has a buffer of its own
        ctypes.CDLL(None if os.name == "posix" else "ucrtbase").fflush(None)
    os.dup2(kept, number)
    os.close(kept)
    file.seek(0)
    with contextlib.suppress(OSError), open(number, "wb", closefd=False) as there:
        there.writelines(line for line in file.readlines(MOST) if not line.startswith(LINE))
