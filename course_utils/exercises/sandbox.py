"""Runs a student's function on copies of given arguments, under limits.

Holds: the child process, the watchdog, and what one call did (an `Observation`).
Does not know which answer is right.

Two layers stop code that does not end. A watchdog thread raises `Stopped` inside the
running function, again and again until it leaves; this works on the main thread and in
a worker thread, without signals. On Linux the whole run happens in a forked child as
well, so that a C call that never returns, a crash of the interpreter or a huge
allocation ends the child and not the kernel.
"""

import builtins
import contextlib
import copy
import ctypes
import linecache
import numbers
import os
import pickle
import random
import select
import signal
import struct
import sys
import threading
import time
import types
import warnings
from dataclasses import dataclass

import numpy as np

CALL_LIMIT = 2.5  # seconds one call may take before it is stopped
TOTAL_LIMIT = 15.0  # seconds all calls of one check may take together
GRACE = 0.3  # seconds the parent waits for the child's own watchdog
READY_LIMIT = 2.0  # seconds a forked child has to report that it runs
MEMORY = 2 << 30  # bytes a student's function may allocate in the child
PRINT_LIMIT = 4000  # characters kept of what a function prints
SIZE_LIMIT = 2_000_000  # entries kept of one returned value


class Stopped(BaseException):
    """Raised inside a function that has used up its time.

    A BaseException, so that a loop around ``except Exception`` does not swallow it.
    """


@dataclass(frozen=True)
class Foreign:
    """Stands for a returned object that is neither number, array, list, tuple nor dict."""

    type_name: str
    why: str = ""


@dataclass
class Observation:
    """What one call did: its value or its error, and what it left behind."""

    value: object = None
    error: str = ""  # name of the exception class, "" if the call returned
    detail: str = ""  # its text
    line: str = ""  # the student's line it came from
    stopped: bool = False  # ended by the time limit
    died: bool = False  # ended the process
    printed: str = ""
    warned: tuple = ()
    changed: tuple = ()  # positions of arguments that differ afterwards
    seconds: float = 0.0

    @property
    def returned(self):
        """Whether the call came back with a value."""
        return not self.error


def observe(fn, calls, *, isolate=None, call_limit=CALL_LIMIT, total_limit=TOTAL_LIMIT):
    """Call ``fn`` once per ``(args, kwargs)`` and say what each call did.

    Parameters
    ----------
    fn : callable
        The student's function.
    calls : list of (tuple, dict)
        Arguments of each call; every call gets deep copies.
    isolate : bool, optional
        Run in a forked child. Default: where that is safe (Linux), unless the
        environment variable ``COURSE_NO_CHILD`` is set.
    call_limit, total_limit : float
        Seconds for one call, and for all of them.

    Returns
    -------
    list of Observation
        One per call, shorter if a call was stopped or ended the process: the last
        entry then says so.
    """
    if isolate is None:
        isolate = sys.platform == "linux" and not os.environ.get("COURSE_NO_CHILD")
    if isolate:
        seen = _observe_in_child(fn, calls, call_limit, total_limit)
        if seen is not None:
            return seen
    seen = []
    with _guarded():
        for _, observation in _run(fn, calls, call_limit, total_limit):
            if observation is not None:
                seen.append(observation)
    return seen


def observe_own(fn, args, kwargs):
    """What one call of the course's own code does: no child, no watchdog, nothing to put back."""
    given = fresh(args)
    try:
        value = fn(*given, **fresh(kwargs))
    except Exception as err:  # noqa: BLE001 - a known mistake may raise anything
        return Observation(error=type(err).__name__, detail=str(err)[:500])
    changed = (i for i, (now, then) in enumerate(zip(given, args, strict=True))
               if not _same(now, then))
    return Observation(value=value if isinstance(value, np.ndarray) else portable(value),
                       changed=tuple(changed))


# --- one process: call, watch, describe -------------------------------------------


def _run(fn, calls, call_limit, total_limit):
    """Yield ``(i, None)`` before call i and ``(i, Observation)`` after it."""
    spent = 0.0
    with _Watchdog() as watchdog:
        for i, (args, kwargs) in enumerate(calls):
            yield i, None
            observation = _call(fn, args, kwargs, watchdog, call_limit)
            spent += observation.seconds
            if spent > total_limit and not observation.stopped and i + 1 < len(calls):
                observation = Observation(error="Stopped", stopped=True, seconds=spent,
                                          detail=f"all calls together took over "
                                                 f"{total_limit:g} s")
            yield i, observation
            if observation.stopped:
                return


def _call(fn, args, kwargs, watchdog, limit):
    """One call on copies, described."""
    given = fresh((args, kwargs))
    before = fresh(args)
    printed = _Bounded()
    result = Observation()
    start = time.perf_counter()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                try:
                    watchdog.begin(limit)
                    result.value = portable(fn(*given[0], **given[1]))
                finally:
                    watchdog.end()
            except KeyboardInterrupt:
                raise  # the student's own press of the stop button
            except BaseException as err:  # noqa: BLE001 - whatever a student wrote
                watchdog.end()
                _describe(result, err, fn)
                result.stopped = isinstance(err, Stopped)
    result.seconds = time.perf_counter() - start
    if result.stopped:
        result.detail = f"it had not returned after {limit:g} seconds"
    result.printed = printed.text()
    result.warned = tuple(dict.fromkeys(
        str(w.message)[:200] for w in caught if issubclass(w.category, RuntimeWarning)))
    result.changed = tuple(i for i, (now, then) in enumerate(zip(given[0], before, strict=True))
                           if not _same(now, then))
    return result


def fresh(value):
    """A deep copy of arguments; unlike ``copy.deepcopy`` it keeps 0-d arrays arrays."""
    if isinstance(value, np.ndarray):
        return np.array(value, copy=True)
    if isinstance(value, (list, tuple)):
        return type(value)(map(fresh, value))
    if isinstance(value, dict):
        return {key: fresh(item) for key, item in value.items()}
    return copy.deepcopy(value)


def _describe(result, err, fn):
    """Fill in the error, its text and the student's line."""
    result.error = type(err).__name__
    try:
        result.detail = str(err)[:500]
    except BaseException:  # noqa: BLE001 - a student's __str__
        result.detail = ""
    filename = getattr(getattr(fn, "__code__", None), "co_filename", None)
    tb = err.__traceback__
    while tb is not None:
        # tb_lineno is None where an exception arrives between two lines
        if filename and tb.tb_lineno and tb.tb_frame.f_code.co_filename == filename:
            result.line = linecache.getline(filename, tb.tb_lineno).strip()[:120]
        tb = tb.tb_next


class _Watchdog:
    """Raises `Stopped` in the thread that made it when a call outlives its limit."""

    def __enter__(self):
        self._target = threading.get_ident()
        self._turn = threading.Condition()
        self._deadline = None
        self._fired = False
        self._open = True
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *exc):
        with self._turn:
            self._open = False
            self._turn.notify()

    def begin(self, limit):
        with self._turn:
            self._deadline = time.monotonic() + limit
            self._turn.notify()

    def end(self):
        """Stand down. Safe to call twice, and while `Stopped` is on its way."""
        while True:
            try:
                with self._turn:
                    self._deadline = None
                    if self._fired:
                        _raise_in(self._target, None)  # takes back one not yet delivered
                        self._fired = False
                return
            except Stopped:
                continue

    def _watch(self):
        with self._turn:
            while self._open:
                now = time.monotonic()
                if self._deadline is None:
                    self._turn.wait()
                elif now < self._deadline:
                    self._turn.wait(self._deadline - now)
                else:
                    self._fired = True
                    _raise_in(self._target, Stopped)
                    self._turn.wait(0.003)  # a bare "except:" swallows it: send the next


def _raise_in(thread_id, exception):
    """Raise ``exception`` in a thread at its next bytecode; None takes it back."""
    raised = ctypes.py_object(exception) if exception else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread_id), raised)


class _Bounded:
    """A text stream that keeps the first characters and drops the rest."""

    encoding = "utf-8"

    def __init__(self):
        self._parts, self._kept, self._dropped = [], 0, False

    def write(self, text):
        text = str(text)
        room = PRINT_LIMIT - self._kept
        if room > 0:
            self._parts.append(text[:room])
            self._kept += len(self._parts[-1])
        self._dropped |= len(text) > room
        return len(text)

    def flush(self):
        pass

    def isatty(self):
        return False

    def text(self):
        return "".join(self._parts) + (" … (cut)" if self._dropped else "")


@contextlib.contextmanager
def _guarded():
    """Put global state back after a student's code: seeds, print options, filters."""
    saved_random, saved_numpy = random.getstate(), np.random.get_state()
    saved_print, saved_errors = np.get_printoptions(), np.geterr()
    saved_recursion, saved_cwd = sys.getrecursionlimit(), os.getcwd()
    saved_input, shell = builtins.input, _shell()
    builtins.input = _no_input
    if shell is not None:
        shell.ask_exit = _no_exit
    try:
        with warnings.catch_warnings():
            yield
    finally:
        builtins.input = saved_input
        if shell is not None:
            del shell.ask_exit
        random.setstate(saved_random)
        np.random.set_state(saved_numpy)
        np.set_printoptions(**saved_print)
        np.seterr(**saved_errors)
        sys.setrecursionlimit(saved_recursion)
        os.chdir(saved_cwd)


def _shell():
    """The running IPython shell, or None. Looks without importing IPython."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def _no_input(*_):
    raise RuntimeError("input() is not available here: use the function's arguments")


def _no_exit():
    raise SystemExit("exit() would end the kernel: use return to leave a function")


def _same(now, then):
    """Whether an argument is as it was: same structure, dtype and entries.

    Rounding is forgiven: x + h - h need not be x to the last bit.
    """
    if isinstance(then, np.ndarray):
        return (isinstance(now, np.ndarray) and now.dtype == then.dtype
                and now.shape == then.shape
                and (np.array_equal(now, then)
                     or np.allclose(now, then, rtol=1e-12, atol=1e-12, equal_nan=True)))
    if isinstance(then, dict):
        return (isinstance(now, dict) and list(now) == list(then)
                and all(_same(now[key], then[key]) for key in then))
    if isinstance(then, (list, tuple)):
        return (type(now) is type(then) and len(now) == len(then)
                and all(map(_same, now, then)))
    return now is then or bool(now == then)


def portable(value, depth=0):
    """Copy a returned value so that it can cross the process and stays as it was.

    Numbers, arrays, lists, tuples and dicts are kept; anything else becomes `Foreign`.
    """
    if value is None or isinstance(value, (bool, int, float, complex, np.generic)):
        return value
    if isinstance(value, str):
        return value[:200]
    if isinstance(value, range):
        value = list(value)
    if depth > 6:
        return Foreign(type(value).__name__, "nested too deeply")
    if isinstance(value, (list, tuple)):
        if len(value) > SIZE_LIMIT:
            return Foreign(type(value).__name__, f"{len(value)} entries")
        return (tuple if isinstance(value, tuple) else list)(
            portable(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return {(key if isinstance(key, (str, int)) else str(type(key))):
                portable(item, depth + 1) for key, item in list(value.items())[:1000]}
    if isinstance(value, types.GeneratorType):
        return Foreign("generator")
    if hasattr(value, "__array__"):
        array = np.asarray(value)
        if array.dtype == object:
            return portable(array.tolist(), depth + 1) if array.size else Foreign("ndarray")
        if array.size > SIZE_LIMIT:
            return Foreign("ndarray", f"shape {array.shape}")
        return np.array(array) if array.dtype.kind in "biufc" else Foreign(
            "ndarray", f"dtype {array.dtype}")
    if isinstance(value, numbers.Number) or hasattr(value, "__float__"):
        return float(value)
    return Foreign(type(value).__name__)


# --- a forked child ---------------------------------------------------------------


def _observe_in_child(fn, calls, call_limit, total_limit):
    """Run `_run` in a forked child; None if the child never got going."""
    reader, writer = os.pipe()
    sys.stdout.flush()
    with _StopButton() as stop, warnings.catch_warnings():
        # Python 3.12 warns of fork with threads; see module text
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.close(reader)
        _child(fn, calls, call_limit, total_limit, writer)  # never returns
    os.close(writer)
    try:
        stop.deliver()
        return _collect(reader, calls, call_limit)
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


def _child(fn, calls, call_limit, total_limit, writer):
    """The child's whole life: run, report each step through the pipe, vanish."""
    try:
        if not end_with_parent():  # the system's own alarm, which also ends a C call
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(int(2 * (total_limit + call_limit)) + 5)
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
    try:
        _limit_memory()
        _send(writer, "ready", None)
        with _guarded():
            for i, observation in _run(fn, calls, call_limit, total_limit):
                _send(writer, i, observation)
        _send(writer, "done", None)
    finally:
        os._exit(0)


def end_with_parent():
    """Ask the system to kill this process when its parent ends; False where it cannot.

    A child that outlives a killed kernel keeps a core busy and the kernel's ports taken.
    """
    prctl = getattr(ctypes.pythonapi, "prctl", None)  # Linux has it
    return prctl is not None and prctl(1, ctypes.c_ulong(signal.SIGKILL)) == 0


def _limit_memory():
    import resource

    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, hard))


def _send(writer, tag, content):
    try:
        packet = pickle.dumps((tag, content))
    except Exception as err:  # noqa: BLE001 - a subclass of int that cannot be pickled
        packet = pickle.dumps((tag, Observation(value=Foreign("object", str(err)))))
    view = memoryview(struct.pack("!Q", len(packet)) + packet)
    while view:
        view = view[os.write(writer, view):]


def _collect(reader, calls, call_limit):
    """Read the child's reports until it is done, silent for too long, or dead."""
    seen, running = [], None
    limit = READY_LIMIT
    while True:
        packet = _receive(reader, limit)
        if packet is None:  # silent: the watchdog inside could not stop it
            if running is None:
                return seen or None
            return [*seen, Observation(error="Stopped", stopped=True,
                                       detail=f"it had not returned after "
                                              f"{call_limit:g} seconds")]
        if packet is EOFError:
            if running is None:
                return seen or None
            return [*seen, Observation(error="ProcessDied", died=True,
                                       detail="it ended the Python process")]
        tag, content = packet
        if tag == "done":
            return seen
        if tag == "ready":
            continue
        if content is None:
            running, limit = tag, call_limit + GRACE
        else:
            seen.append(content)
            running, limit = None, READY_LIMIT


def _receive(reader, limit):
    """One packet; None after ``limit`` seconds of silence, EOFError at the end."""
    deadline = time.monotonic() + limit
    data, needed = b"", 8
    while len(data) < needed:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([reader], [], [], left)[0]:
            return None
        chunk = os.read(reader, min(needed - len(data), 1 << 20))
        if not chunk:
            return EOFError
        data += chunk
        if needed == 8 and len(data) == 8:
            needed = 8 + struct.unpack("!Q", data)[0]
    return pickle.loads(data[8:])
