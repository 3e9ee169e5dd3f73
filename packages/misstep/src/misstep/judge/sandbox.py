"""Runs a student's function on copies of given arguments, under limits: `observe`.

Holds what happens in one process: the call, the watchdog, what is put back. Does not know which
answer is right. What comes back is made plain in `portable`.

Two layers stop code that does not end. A watchdog thread raises `Stopped` inside the
running function, again and again until it leaves; this works on the main thread and in
a worker thread, without signals (WebAssembly has no threads: `_Ticker`). On Linux the whole
run happens in a forked child (`child`) as well.
"""

import builtins
import contextlib
import copy
import ctypes
import functools
import gc
import io
import linecache
import math
import os
import random
import signal
import sys
import threading
import time
import warnings
from time import monotonic, perf_counter, sleep

import numpy as np

from misstep.course import Limits
from misstep.judge import child, streams
from misstep.judge.portable import Observation, class_name, portable, read, text_of, tidy
from misstep.judge.source import loop_around
from widgets import kernel

LOOK = 0.02  # seconds between two looks of the watchdog
PRINT_LIMIT = 4000  # characters kept of what a function prints
ERRORS = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}  # NumPy's own


class Stopped(BaseException):
    """Raised inside a function that has used up its time.

    A BaseException, so that a loop around ``except Exception`` does not swallow it.
    """


@streams.without_lapack()
def observe(fn, calls, limits=Limits(), *, isolate=None, grace=child.GRACE,  # noqa: B008 - frozen
            loan=None):
    """Call ``fn`` once per ``(args, kwargs)`` and say what each call did.

    Every call gets deep copies. It runs in a forked child (isolate) where that is safe, on Linux,
    unless the environment variable ``COURSE_NO_CHILD`` is set. ``grace`` are the seconds beyond
    the ``limits`` until the child is ended from outside; ``loan`` watches the course's own solution
    (`borrowed`). Returns an `Observation` per call, fewer if a call was stopped or ended the
    process: the last one then says so.
    """
    if isolate is None:
        isolate = sys.platform == "linux" and not os.environ.get("COURSE_NO_CHILD")
    run = functools.partial(_run, fn, calls, limits, loan)
    seen = child.observe(run, limits.call, limits.total, grace) if isolate else None
    return [done for _, done in run() if done is not None] if seen is None else seen


def observe_own(fn, args, kwargs):
    """What one call of the course's own code does: no child, no watchdog, nothing to put back."""
    given = fresh(args)
    try:
        value = fn(*given, **fresh(kwargs))
    except Exception as err:  # noqa: BLE001 - a known mistake may raise anything
        return Observation(error=type(err).__name__, detail=str(err)[:500])
    changed = (i for i, (now, then) in enumerate(zip(given, args, strict=True))
               if not unchanged(now, then))
    return Observation(value=value if isinstance(value, np.ndarray) else portable(value),
                       changed=tuple(changed))


# --- one process: call, watch, describe -------------------------------------------


def _run(fn, calls, limits, loan=None):
    """Yield ``(i, None)`` before call i and ``(i, Observation)`` after it."""
    spent = 0.0
    with _guarded(), loan or contextlib.nullcontext(), _watchdog() as watchdog:
        for i, (args, kwargs) in enumerate(calls):
            yield i, None
            observation = _call(fn, args, kwargs, watchdog, limits)
            if loan is not None:
                observation.borrowed = loan.taken([*args, *kwargs.values()], observation.value)
            spent += observation.seconds
            if spent > limits.total and not observation.stopped and i + 1 < len(calls):
                observation = Observation(error="Stopped", stopped=True, seconds=spent,
                                          detail=f"all calls together took over "
                                                 f"{limits.total:g} s")
            yield i, observation
            if observation.stopped:
                return


def _call(fn, args, kwargs, watchdog, limits):
    """One call on copies, described."""
    given = fresh((args, kwargs))
    before = fresh(args)
    printed = _Bounded()
    result = Observation()
    start = perf_counter()
    with warnings.catch_warnings(record=True) as caught, np.errstate(**ERRORS):
        warnings.simplefilter("always")
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            result.value, err = _watched(
                watchdog, limits.call, lambda: read(fn(*given[0], **given[1])), limits.computing)
            if err is not None:
                result.stopped = isinstance(err, Stopped)
                _watched(watchdog, limits.inspect, lambda: _describe(result, err, fn))
                err = None  # else it keeps its frames, and they keep it
            result.changed = tuple(
                i for i, (now, then) in enumerate(zip(given[0], before, strict=True))
                if not _same(now, then, watchdog, limits))
    result.seconds = perf_counter() - start
    if result.stopped:
        result.detail = f"it had not returned after {limits.call:g} seconds"
    result.printed = tidy(printed.text(), PRINT_LIMIT + 10)
    result.warned = tuple(dict.fromkeys(
        text_of(w.message, 200) for w in caught[:1000] if issubclass(w.category, RuntimeWarning)))
    return result


def _watched(watchdog, limit, run, computing=math.inf):
    """(what ``run()`` returns, None), or (None, what a student's code raised or ended it)."""
    here, depth, value, ended = os.getpid(), sys.getrecursionlimit(), None, None
    tracer, profiler = sys.gettrace(), sys.getprofile()
    built_in, modules = dict(builtins.__dict__), dict(sys.modules)
    try:
        watchdog.begin(limit, computing)
        value = run()
    except BaseException as err:  # noqa: BLE001 - whatever a student wrote
        ended = err
    while True:  # until nothing falls into it any more
        try:
            if os.getpid() != here:  # the function has forked: the copy ends here
                os._exit(0)
            if sys.gettrace() is not tracer:  # before a function of ours is called: the student's
                sys.settrace(None)  # would be called with it, and be stopped there
            if sys.getprofile() is not profiler:
                sys.setprofile(None)
            builtins.__dict__.update(built_in)  # what follows needs them
            sys.modules.update(modules)
            sys.setrecursionlimit(depth)  # what follows may need more than is left
            watchdog.end()
            break
        except BaseException as err:  # noqa: BLE001
            value, ended = None, err if ended is None else ended
    if sys.gettrace() is not tracer:  # a debugger's, say
        sys.settrace(tracer)
    if sys.getprofile() is not profiler and callable(profiler):  # cProfile's is set in C alone
        sys.setprofile(profiler)
    try:
        if isinstance(ended, KeyboardInterrupt) and not child.inside:
            raise ended  # the student's own press of the stop button
        return value, ended
    finally:
        ended = None


def inspect_safely(fn, otherwise=None, limits=Limits()):  # noqa: B008 - frozen
    """What ``fn()`` finds in a student's objects; ``otherwise`` if they fail or never end."""
    with _watchdog() as watchdog, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found, err = _watched(watchdog, limits.inspect, fn)
        return found if err is None else otherwise


def fresh(value):
    """A deep copy of arguments; unlike ``copy.deepcopy`` it keeps 0-d arrays arrays."""
    if isinstance(value, np.ndarray):
        return np.array(value, copy=True)
    if isinstance(value, (list, tuple)):
        return type(value)(map(fresh, value))
    if isinstance(value, dict):
        return {key: fresh(item) for key, item in value.items()}
    return copy.deepcopy(value)


def limited(run, seconds):
    """(what ``run()`` returns, None), or (None, what ended it): `Stopped` once its time is up."""
    with _guarded(), _watchdog() as watchdog:
        return _watched(watchdog, seconds, run)


def _describe(result, err, fn):
    """Fill in the error, its text and the student's line."""
    result.error = class_name(err)
    filename = getattr(getattr(fn, "__code__", None), "co_filename", None)
    tb, lines = err.__traceback__, []
    while tb is not None:
        if filename and tb.tb_frame.f_code.co_filename == filename:
            lines.append(_line_at(tb))
        tb = tb.tb_next
    if lines:
        line = loop_around(fn, lines[0]) if result.stopped else lines[-1]
        result.line = tidy(linecache.getline(filename, line).strip(), 120)
    result.detail = text_of(err)  # last: it runs the student's __str__


def _line_at(tb):
    """Number of the line; ``tb_lineno`` is None where an exception arrives between two lines."""
    code = tb.tb_frame.f_code
    return tb.tb_lineno or max(((start, line) for start, _, line in code.co_lines()
                                if line and start <= tb.tb_lasti),
                               default=(0, code.co_firstlineno))[1]


def _watchdog():
    return _Ticker() if sys.platform in ("emscripten", "wasi") else _Watchdog()  # no threads there


class _Watchdog:
    """Raises `Stopped` in the thread that made it when a call outlives its limit.

    That thread takes no lock which the watching one waits for: `Stopped` may fall between any two
    steps of it, and the lock would stay taken.
    """

    def __enter__(self):
        self._target, self._deadline = threading.get_ident(), None
        self._clock = getattr(time, "pthread_getcpuclockid", lambda _: None)(self._target)
        self._firing = self._fired = False
        self._over = threading.Lock()
        self._over.acquire()
        threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *exc):
        self._over.release()

    def begin(self, limit, computing=math.inf):
        self._most, self._deadline = self._computed() + computing, monotonic() + limit

    def _computed(self):
        """Seconds that its thread has computed; 0 where no clock says so."""
        return 0.0 if self._clock is None else time.clock_gettime(self._clock)

    def end(self):
        """Stand down. Safe to call again where `Stopped` has fallen into it."""
        self._deadline = None
        while self._firing:  # it has read the deadline before
            sleep(0)
        if self._fired:
            # One may be on its way. Taken back (by NULL) it would leave a mark, for which Python
            # 3.11 never begins the next call that is traced: a last one in its place is met here.
            try:
                _raise_in(self._target, Stopped)
                for _ in range(1000):
                    pass
            except Stopped:
                pass
            sys.unraisablehook = self._unraisable
            self._fired = False

    def _watch(self):
        pause = LOOK
        while not self._over.acquire(timeout=pause):
            self._firing, pause = True, LOOK
            deadline, now = self._deadline, monotonic()
            if deadline is not None and self._most < math.inf and self._computed() > self._most:
                deadline = min(deadline, now - LOOK)
            if deadline is not None and now > deadline:
                pause = 0.003  # a bare "except:" swallows it: send the next
                if now > deadline + 1 or not self._calls_back():
                    if not self._fired:
                        # What Stopped meets in __del__ is lost: in silence, by a hook written in C,
                        # into which no second one can fall.
                        self._unraisable, sys.unraisablehook = sys.unraisablehook, id
                        self._fired = True
                    _raise_in(self._target, Stopped)
            self._firing = False

    def _calls_back(self):
        """Whether the thread is in a callback of a weak reference: there it would be lost."""
        frame = sys._current_frames().get(self._target)
        return frame is not None and frame.f_code.co_filename.endswith(
            ("weakref.py", "_weakrefset.py"))


class _Ticker:
    """A watchdog without threads, for WebAssembly: code looks at the clock where it jumps back.

    Needs `sys.monitoring` (Python 3.12). A C call that never returns is not stopped.
    """

    tracing = None, None
    tool, every = 3, 256  # one of the numbers nobody has reserved; events between two looks

    def __enter__(self):
        self._deadline, self._events, self._unraisable = None, 0, sys.unraisablehook
        watch = sys.monitoring
        watch.use_tool_id(self.tool, "course")
        self._kinds = watch.events.JUMP | watch.events.PY_START
        for kind in (watch.events.JUMP, watch.events.PY_START):
            watch.register_callback(self.tool, kind, self._tick)
        return self

    def __exit__(self, *exc):
        self.end()
        sys.monitoring.free_tool_id(self.tool)

    def begin(self, limit, computing=math.inf):
        self._deadline, self._step = monotonic() + min(limit, computing), self.every
        sys.monitoring.set_events(self.tool, self._kinds)

    def end(self):
        self._deadline = None
        sys.monitoring.set_events(self.tool, 0)
        sys.unraisablehook = self._unraisable

    def _tick(self, code, *_):
        self._events += 1
        if self._events % self._step == 0 and self._deadline is not None and (
                monotonic() > self._deadline and code.co_filename != __file__):
            sys.unraisablehook = id  # as above
            self._step = 1  # one lost in __del__ is followed by one outside it
            raise Stopped


def _raise_in(thread_id, exception):
    """Raise ``exception`` in a thread at its next bytecode."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread_id), ctypes.py_object(exception))


class _Unclosed:
    """A stream to write into that cannot be closed."""

    def writable(self):
        return True

    def close(self):
        pass


class _Bounded(_Unclosed, io.TextIOBase):
    """A text stream that keeps the first characters and drops the rest."""

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

    def text(self):
        return "".join(self._parts) + (" … (cut)" if self._dropped else "")


class _Bytes(_Unclosed, io.RawIOBase):
    """The stream's `buffer`: bytes become text."""

    def __init__(self, stream):
        self._stream = stream

    def write(self, data):
        self._stream.write(bytes(data[:PRINT_LIMIT + 1]).decode("utf-8", "backslashreplace"))
        return len(data)


@contextlib.contextmanager
def _guarded():
    """Put global state back after a student's code: seeds, options, the interpreter's settings."""
    shell = kernel.shell()
    with contextlib.ExitStack() as afterwards, warnings.catch_warnings():
        for put_back, *state in (
                (os.chdir, os.getcwd()), (sys.setrecursionlimit, sys.getrecursionlimit()),
                (sys.setswitchinterval, sys.getswitchinterval()),
                (_set_environment, dict(os.environ)), (_set_signals, _signals()),
                (gc.enable if gc.isenabled() else gc.disable,),
                (np.random.set_state, np.random.get_state()), (random.setstate, random.getstate())):
            afterwards.callback(put_back, *state)
        np.random.seed(0)  # an answer with random numbers of its own gets the same card again
        random.seed(0)
        if hasattr(os, "umask"):  # WebAssembly has none
            afterwards.callback(os.umask, umask := os.umask(0))
            os.umask(umask)
        afterwards.callback(np.set_printoptions, **np.get_printoptions())
        afterwards.callback(np.seterr, **np.geterr())
        afterwards.callback(setattr, builtins, "input", builtins.input)
        builtins.input = _no_input
        if shell is not None:
            afterwards.callback(delattr, shell, "ask_exit")
            shell.ask_exit = _no_exit
        yield


def _set_environment(known):
    if os.environ != known:
        os.environ.clear()
        os.environ.update(known)


def _signals():
    """The handlers that Python has set; none in a thread, which cannot set any."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    return {number: handler for number in getattr(signal, "valid_signals", set)()
            if (handler := signal.getsignal(number)) is not None}


def _set_signals(known):
    for number, handler in known.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


def _no_input(*_):
    raise RuntimeError("input() is not available here: use the function's arguments")


def _no_exit():
    raise SystemExit("exit() would end the kernel: use return to leave a function")


def _same(now, then, watchdog, limits):
    """`unchanged`, watched where it may run a student's code: else a busy machine has its time."""
    if type(now) in (int, float) or type(now) is np.ndarray and not now.dtype.hasobject:
        return unchanged(now, then)
    return _watched(watchdog, limits.inspect, functools.partial(unchanged, now, then))[0]


def unchanged(now, then):
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
                and all(unchanged(now[key], then[key]) for key in then))
    if isinstance(then, (list, tuple)):
        return (type(now) is type(then) and len(now) == len(then)
                and all(map(unchanged, now, then)))
    return now is then or callable(then) or bool(now == then)  # of a function there are two
