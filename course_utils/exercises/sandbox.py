"""Runs a student's function on copies of given arguments, under limits.

Holds: the child process, the watchdog, and what one call did (an `Observation`).
Does not know which answer is right.

Two layers stop code that does not end. A watchdog thread raises `Stopped` inside the
running function, again and again until it leaves; this works on the main thread and in
a worker thread, without signals. On Linux the whole run happens in a forked child as
well, so that a C call that never returns, a crash of the interpreter or a huge
allocation ends the child and not the kernel.

Whatever comes back is copied into plain numbers, arrays, lists, tuples and dicts of bounded
size before anything looks at it (`portable`): an object of the student's own class never
reaches the comparison, nor, from a child, the kernel.
"""

import builtins
import contextlib
import copy
import ctypes
import io
import linecache
import operator
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
SIZE_LIMIT = 20_000  # entries kept of one returned value; right ones have below 200
DEPTH_LIMIT = 6  # lists in lists in lists ...
TEXT_LIMIT = 500  # characters kept of any text that comes with a call
ERRORS = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}  # NumPy's own


class Stopped(BaseException):
    """Raised inside a function that has used up its time.

    A BaseException, so that a loop around ``except Exception`` does not swallow it.
    """


@dataclass(frozen=True)
class Foreign:
    """Stands for a returned object that is no number, array, list, tuple or dict, or too large.

    ``why`` continues the name of the type ("list" "with 300000 entries"); ``shape`` is known
    of arrays that are too large.
    """

    type_name: str
    why: str = ""
    shape: tuple | None = None

    def __str__(self):
        article = "an" if self.type_name[:1].lower() in "aeiou" else "a"
        return f"{article} {self.type_name} {self.why}".rstrip()

    __repr__ = __str__


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


def observe(fn, calls, *, isolate=None, call_limit=None, total_limit=None):
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
    call_limit, total_limit : float, optional
        Seconds for one call, and for all of them: `CALL_LIMIT` and `TOTAL_LIMIT`.

    Returns
    -------
    list of Observation
        One per call, shorter if a call was stopped or ended the process: the last
        entry then says so.
    """
    call_limit = CALL_LIMIT if call_limit is None else call_limit
    total_limit = TOTAL_LIMIT if total_limit is None else total_limit
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
    here, start = os.getpid(), time.perf_counter()
    with warnings.catch_warnings(record=True) as caught, np.errstate(**ERRORS):
        warnings.simplefilter("always")
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            try:
                try:
                    watchdog.begin(limit)
                    result.value = _read(fn(*given[0], **given[1]))
                finally:
                    if os.getpid() != here:  # the function has forked: the copy ends here
                        os._exit(0)
                    watchdog.end()
            except BaseException as err:  # noqa: BLE001 - whatever a student wrote
                if isinstance(err, KeyboardInterrupt) and not _in_child:
                    raise  # the student's own press of the stop button
                watchdog.end()
                result.stopped = isinstance(err, Stopped)
                _look(watchdog, lambda err=err: _describe(result, err, fn))
            result.changed = tuple(
                i for i, (now, then) in enumerate(zip(given[0], before, strict=True))
                if not _look(watchdog, lambda now=now, then=then: _same(now, then)))
    result.seconds = time.perf_counter() - start
    if result.stopped:
        result.detail = f"it had not returned after {limit:g} seconds"
    result.printed = tidy(printed.text(), PRINT_LIMIT + 10)
    result.warned = tuple(dict.fromkeys(
        _text(w.message, 200) for w in caught[:1000] if issubclass(w.category, RuntimeWarning)))
    return result


LOOK_LIMIT = 0.5  # seconds an object of the student's may take to show its text or to compare


def _look(watchdog, look, otherwise=None):
    """What ``look()`` finds in objects of a student's; ``otherwise`` if they fail or never end."""
    try:
        try:
            watchdog.begin(LOOK_LIMIT)
            return look()
        finally:
            watchdog.end()
    except KeyboardInterrupt:
        if _in_child:
            return otherwise
        raise
    except BaseException:  # noqa: BLE001 - whatever a student's class does when looked at
        watchdog.end()
        return otherwise


def look(fn, otherwise=None):
    """The same for what is looked at before a call: a signature, an answer that is no function."""
    with _Watchdog() as watchdog, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _look(watchdog, fn, otherwise)


def tidy(text, limit=TEXT_LIMIT):
    """Text in at most ``limit`` characters that every screen, pipe and file can take.

    Control characters (they reach a terminal) and halves of characters (no file takes them)
    are written out.

    >>> tidy("half an emoji: \\ud83d")
    'half an emoji: \\\\ud83d'
    """
    text = str.__getitem__(text, slice(limit + 1))
    if len(text) > limit:
        text = text[:limit - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t\xa0" else
                   c.encode("unicode_escape").decode() for c in text)


def _text(thing, limit=TEXT_LIMIT):
    """``str(thing)``, tidy; "" if a student's ``__str__`` fails."""
    try:
        return tidy(str(thing), limit)
    except Exception:  # noqa: BLE001
        return ""


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
    result.error = _class_name(err)
    filename = getattr(getattr(fn, "__code__", None), "co_filename", None)
    tb = err.__traceback__
    while tb is not None:
        # tb_lineno is None where an exception arrives between two lines
        if filename and tb.tb_lineno and tb.tb_frame.f_code.co_filename == filename:
            result.line = tidy(linecache.getline(filename, tb.tb_lineno).strip(), 120)
        tb = tb.tb_next
    result.detail = _text(err)  # last: it runs the student's __str__


def _class_name(thing):
    """The name of an object's class, also where the class hides it."""
    return tidy(type.__getattribute__(type(thing), "__name__"), 60)


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


class _Bounded(io.TextIOBase):
    """A text stream that keeps the first characters and drops the rest; it cannot be closed."""

    encoding = "utf-8"

    def __init__(self):
        self._parts, self._kept, self._dropped = [], 0, False
        self.buffer = _Bytes(self)

    def write(self, text):
        text = str(text)
        room = PRINT_LIMIT - self._kept
        if room > 0:
            self._parts.append(text[:room])
            self._kept += len(self._parts[-1])
        self._dropped |= len(text) > room
        return len(text)

    def writable(self):
        return True

    def close(self):
        pass

    def text(self):
        return "".join(self._parts) + (" … (cut)" if self._dropped else "")


class _Bytes(io.RawIOBase):
    """The stream's `buffer`: bytes become text."""

    def __init__(self, stream):
        self._stream = stream

    def write(self, data):
        self._stream.write(bytes(data[:PRINT_LIMIT + 1]).decode("utf-8", "backslashreplace"))
        return len(data)

    def writable(self):
        return True

    def close(self):
        pass


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


class _TooLargeError(Exception):
    """More entries than a result may have."""


def _read(value):
    """A returned value as `portable` gives it; what cannot be read is `Foreign`."""
    try:
        return portable(value)
    except _TooLargeError:
        return _too_large(value)
    except Exception as err:  # noqa: BLE001 - a student's __array__, __float__, __getattr__ ...
        return Foreign(_class_name(value), f"that cannot be read as numbers "
                                           f"({_class_name(err)}: {_text(err, 100)})")


def _too_large(value):
    if isinstance(value, np.ndarray):
        return Foreign("array", f"of shape {value.shape}", value.shape)
    kind = next(k for k in (list, tuple, dict, object) if isinstance(value, k))
    if kind is object or kind.__len__(value) <= SIZE_LIMIT:
        return Foreign(_class_name(value), f"with more than {SIZE_LIMIT} entries")
    return Foreign(_class_name(value), f"with {kind.__len__(value)} entries")


def portable(value, depth=0, room=None):
    """Copy a returned value so that it can cross the process and stays as it was.

    Numbers, arrays, lists, tuples and dicts are kept, as exactly these classes; anything else
    becomes `Foreign`. ``room`` is a list with the number of entries still allowed.

    >>> portable({"a": (1, np.float32(2))}) == {"a": (1, 2.0)}
    True
    >>> portable({1, 2})
    a set
    """
    room = [SIZE_LIMIT] if room is None else room
    room[0] -= 1
    if room[0] < 0:
        raise _TooLargeError
    if value is None or type(value) in (bool, float, complex):
        return value
    if isinstance(value, type):
        return Foreign("class", f"(`{tidy(type.__getattribute__(value, '__name__'), 60)}`)")
    if isinstance(value, (np.generic, np.ndarray)):
        return _portable_array(np.asarray(value), depth, room)
    if isinstance(value, str):
        return tidy(value, 200)
    if isinstance(value, (int, float, complex)):
        return _plain_number(value)
    if isinstance(value, (list, tuple, dict, range)):
        return _portable_items(value, depth, room)
    if isinstance(value, types.GeneratorType):
        return Foreign("generator")
    if hasattr(value, "__array__"):
        return _portable_array(np.asarray(value), depth, room)
    return float(value) if hasattr(value, "__float__") else Foreign(_class_name(value))


def _plain_number(value):
    """An int, float or complex of exactly that class, whatever a class of one's own adds."""
    if not isinstance(value, int):
        return next(kind.__pos__(value) for kind in (float, complex) if isinstance(value, kind))
    if int.bit_length(value) > 1023:
        digits = int(int.bit_length(value) * 0.30103) + 1
        return Foreign("whole number", f"of about {digits} digits, too large for a float")
    return int.__pos__(value)


def _portable_array(array, depth, room):
    if array.dtype == object:
        if not array.size or depth > DEPTH_LIMIT:
            return Foreign("array", "of objects")
        return portable(array.tolist() if array.size <= room[0] else _raise_too_large(),
                        depth + 1, room)
    room[0] -= array.size
    if room[0] < 0:
        if depth:
            raise _TooLargeError
        return Foreign("array", f"of shape {array.shape}", array.shape)
    if array.dtype.kind not in "biufc":
        what = _OTHER_DTYPES.get(array.dtype.kind, array.dtype.name[:40])
        kind, words = ("array", f"of {what}") if array.ndim else ("single value", f"({what})")
        return Foreign(kind, words)
    copied = np.array(array, dtype=np.dtype(array.dtype.str))  # a dtype may carry more: leave it
    return copied if type(array) is np.ndarray and array.ndim else copied[()]


_OTHER_DTYPES = {"U": "text", "S": "bytes", "M": "dates", "m": "time differences", "V": "records"}


def _raise_too_large():
    raise _TooLargeError


def _portable_items(value, depth, room):
    """A list, tuple, range or dict, entry by entry; methods of a class of one's own stay out."""
    if depth > DEPTH_LIMIT:
        return Foreign(_class_name(value), "nested too deeply")
    kind = next(k for k in (list, tuple, dict, range) if isinstance(value, k))
    if kind.__len__(value) > room[0]:
        raise _TooLargeError
    if kind is dict:
        return {_portable_key(key): portable(item, depth + 1, room)
                for key, item in dict.items(value)}
    items = (portable(item, depth + 1, room) for item in kind.__iter__(value))
    return tuple(items) if kind is tuple else list(items)


def _portable_key(key):
    if isinstance(key, str):
        return tidy(key, 100)
    if isinstance(key, (int, np.integer)) and not isinstance(key, type):
        number = operator.index(key)
        return number if int.bit_length(number) < 64 else "a huge whole number"
    return f"<{_class_name(key)}>"


# --- a forked child ---------------------------------------------------------------

_in_child = False  # set in the child: there nobody presses the stop button


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
    global _in_child
    _in_child = True
    try:
        if not end_with_parent():  # the system's own alarm, which also ends a C call
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(int(2 * (total_limit + call_limit)) + 5)
        os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
    try:
        # The parent's sockets and files are no business of an answer: what it wrote into them
        # would reach the page, and a child that lingers would keep a port in use.
        os.closerange(3, writer)
        os.closerange(writer + 1, os.sysconf("SC_OPEN_MAX"))
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
    except Exception as err:  # noqa: BLE001 - portable leaves nothing of the kind, as far as known
        packet = pickle.dumps((tag, Observation(value=Foreign("object", _text(err, 100)))))
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
        if tag != len(seen):  # somebody else writes into the pipe
            return [*seen, Observation(error="ProcessDied", died=True,
                                       detail="its reports came out of turn")]
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
    return _Reports(io.BytesIO(data[8:])).load()


class _Reports(pickle.Unpickler):
    """Reads the child's reports; builds nothing but them, numbers and arrays."""

    def find_class(self, module, name):
        known = {"Observation": Observation, "Foreign": Foreign}
        if module == __name__ and name in known:
            return known[name]
        plain = ("_reconstruct", "_frombuffer", "ndarray", "dtype", "scalar")
        if (module, name) == ("builtins", "complex") or (
                module.split(".")[0] == "numpy" and name in plain):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"unexpected {module}.{name}")
