"""A forked child in which an answer runs, so that whatever ends it does not end the kernel.

On Linux a C call that never returns, a crash of the interpreter or a huge allocation ends the
child; what it has done until then is reported through a pipe, step by step. What it runs is
handed in: `sandbox` knows that.
"""

import contextlib
import ctypes
import gc
import io
import os
import pickle
import select
import signal
import struct
import sys
import threading
import warnings
from time import monotonic

from misstep.judge.portable import Foreign, Observation, text_of

GRACE = 2.0  # seconds the parent waits for the child's own watchdog, on a busy machine too
READY_LIMIT = 2.0  # seconds a forked child has to report that it runs
LONGEST = 10_000_000  # bytes of one report that comes from another process
MEMORY = 2 << 30  # bytes a student's function may allocate in the child

inside = False  # set in the child: there nobody presses the stop button


def observe(run, call_limit, total_limit, grace=GRACE):
    """The observations of ``run()`` in a forked child; None if the child never got going.

    ``run`` yields ``(i, None)`` before call i and ``(i, Observation)`` after it; the limits are
    those that it keeps by itself, ``grace`` seconds later the child is ended.
    """
    reader, writer = os.pipe()
    sys.stdout.flush()
    with _StopButton() as stop, warnings.catch_warnings():
        # Python 3.12 warns of fork with threads: the child runs the answer and nothing else
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(reader)
        _live(run, call_limit + total_limit, writer)  # never returns
    os.close(writer)
    try:
        stop.deliver()
        return _collect(reader, call_limit, grace)
    finally:
        os.close(reader)
        for kill in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                kill(child, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)


class _StopButton:
    """Holds back an interrupt for the moment of a fork, and delivers it afterwards.

    Python runs hooks after a fork and drops whatever they raise: an interrupt that arrives
    during the fork would be raised in one of them and be lost.
    """

    def __enter__(self):
        self._pressed, self._before = False, None
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *exc):
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, *_):
        self._pressed = True

    def deliver(self):
        if self._pressed and callable(self._before):
            self._before(signal.SIGINT, None)


def _live(run, limit, writer):
    """The child's whole life: run, report each step through the pipe, vanish."""
    global inside
    inside = True
    gc.freeze()  # a collection would go through, and so copy, all that the parent holds
    with contextlib.suppress(OSError, ValueError):
        if not end_with_parent():  # the system's own alarm, which also ends a C call
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(int(2 * limit) + 5)
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # The parent's sockets and files are no business of an answer: what it wrote into them
        # would reach the page, and a child that lingers would keep a port in use.
        os.closerange(3, writer)
        os.closerange(writer + 1, os.sysconf("SC_OPEN_MAX"))
        limit_memory(MEMORY)
        _send(writer, "ready", None)
        for i, observation in run():
            _send(writer, i, observation)
        _send(writer, "done", None)
    finally:
        os._exit(0)


def end_with_parent() -> bool:
    """Ask the system to kill this process when its parent ends; False where it cannot.

    A child that outlives a killed kernel keeps a core busy and the kernel's ports taken.

    >>> import multiprocessing as mp
    >>> with mp.get_context("spawn").Pool(1) as child:
    ...     child.apply(end_with_parent) in (True, False)
    True
    """
    prctl = getattr(ctypes.pythonapi, "prctl", None)  # Linux has it
    return prctl is not None and prctl(1, ctypes.c_ulong(signal.SIGKILL)) == 0


def limit_memory(more: int) -> None:
    """Let this process take so many bytes more and no others: then a MemoryError is raised.

    >>> import subprocess, sys
    >>> code = "import misstep; misstep.limit_memory(1 << 28); bytearray(1 << 30)"
    >>> b"MemoryError" in subprocess.run([sys.executable, "-c", code], capture_output=True).stderr
    True
    """
    import resource

    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (used + more, hard))


def packet(tag: object, content: object) -> bytes:
    """A report as bytes, behind their number.

    >>> packets(packet("some", [1, 2.5]) + b"cut")
    ([('some', [1, 2.5])], b'cut')
    """
    try:
        body = pickle.dumps((tag, content))
    except Exception as err:  # noqa: BLE001 - portable leaves nothing of the kind, as far as known
        body = pickle.dumps((tag, Observation(value=Foreign("object", text_of(err, 100)))))
    return struct.pack("!Q", len(body)) + body


def packets(data: bytes) -> tuple[list, bytes]:
    """The reports that are whole in ``data``, and what is left; raises for what is none.

    >>> packets(b"")
    ([], b'')
    """
    found = []
    while len(data) >= 8:
        end = 8 + struct.unpack_from("!Q", data)[0]
        if end > LONGEST:
            raise ValueError(f"expected a report of at most {LONGEST} bytes, got {end}")
        if len(data) < end:
            break
        found.append(_Reports(io.BytesIO(data[8:end])).load())
        data = data[end:]
    return found, data


def _send(writer, tag, content):
    view = memoryview(packet(tag, content))
    while view:
        view = view[os.write(writer, view):]


def _collect(reader, call_limit, grace):
    """Read the child's reports until it is done, silent for too long, or dead."""
    seen, running = [], None
    limit = READY_LIMIT
    while True:
        report = _receive(reader, limit)
        if report in (None, EOFError) and running is None:
            return seen or None
        if report is None:  # silent: the watchdog inside could not stop it
            return [*seen, Observation(error="Stopped", stopped=True,
                                       detail=f"it had not returned after {call_limit:g} seconds")]
        if report is EOFError:
            return [*seen, Observation(error="ProcessDied", died=True,
                                       detail="it ended the Python process")]
        tag, content = report
        if tag == "done":
            return seen
        if tag == "ready":
            continue
        if tag != len(seen):  # somebody else writes into the pipe
            return [*seen, Observation(error="ProcessDied", died=True,
                                       detail="its reports came out of turn")]
        if content is None:
            running, limit = tag, call_limit + grace
        else:
            seen.append(content)
            running, limit = None, READY_LIMIT


def _receive(reader, limit):
    """One packet; None after ``limit`` seconds of silence, EOFError at the end."""
    deadline = monotonic() + limit
    data, needed = b"", 8
    while len(data) < needed:
        left = deadline - monotonic()
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            return None
        chunk = os.read(reader, min(needed - len(data), 1 << 20))
        if not chunk:
            return EOFError
        data += chunk
        if needed == 8 and len(data) == 8:
            needed = 8 + struct.unpack("!Q", data)[0]
    return _Reports(io.BytesIO(data[8:])).load()


class _Reports(pickle.Unpickler):
    """Reads the child's reports; builds nothing but them, numbers and arrays."""

    def find_class(self, module, name):
        known = {"Observation": Observation, "Foreign": Foreign}
        if module == Foreign.__module__ and name in known:
            return known[name]
        allowed = ("_reconstruct", "_frombuffer", "ndarray", "dtype", "scalar")
        if (module, name) == ("builtins", "complex") or (
                module.split(".")[0] == "numpy" and name in allowed):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"unexpected {module}.{name}")
