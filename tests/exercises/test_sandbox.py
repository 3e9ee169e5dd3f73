"""Answers that attack the check, by accident or not: each gets a short card, the next one works.

Every answer is judged in the child and in this process (for the longest tables the second with
the long checks only); the few that only a child can hold are `CHILD_ONLY`. What a clumsy answer
does on every exercise is in `test_robustness.py`.
"""

import asyncio
import builtins
import cProfile
import ctypes
import fractions
import functools
import gc
import inspect
import itertools
import multiprocessing
import os
import pstats
import signal
import subprocess
import sys
import threading
import time
import types
import warnings
from decimal import Decimal

import numpy as np
import pytest

from course_utils import exercises, functions
from lines import compiled
from misstep.course import Limits
from misstep.judge import child, portable, sandbox, streams
from misstep.judge.compare import entries

CARD = 20_000  # bytes of a card at most, as HTML and as text


@pytest.fixture(autouse=True)
def limited(monkeypatch):
    """Give the course other limits, for one test: ``limited(call=20)``.

    Endless answers are stopped sooner than in a notebook, so that sixty of them stay quick; where
    none is endless a busy machine has its time.
    """
    def to(**limits):
        monkeypatch.setattr(exercises.COURSE, "limits", Limits(**limits))

    to(call=0.4, inspect=0.2)
    return to


def judged(answer, id="step"):
    """The verdict, after the demands that hold for every answer."""
    result = exercises.check(id, answer)
    text, page = str(result), result._repr_html_()
    assert len(text.encode()) <= CARD and len(page.encode()) <= CARD  # encodes: no half characters
    assert "\x1b" not in text + page and "<script" not in page
    assert "could not be judged" not in text  # the outer net is for what nobody thought of
    assert exercises.check(id, exercises.reference(id)).status == "passed"
    return result


def gives(make):
    """An answer that returns what ``make()`` makes."""
    return lambda x: make()


def raises(make):
    """An answer that raises what ``make()`` makes."""
    def answer(x):
        raise make()
    return answer


# --- what may come back -----------------------------------------------------------------------


class Odd:
    """An object whose every question is answered by ``reply()``."""

    def __init__(self, reply):
        object.__setattr__(self, "reply", reply)

    def __getattr__(self, name):
        return object.__getattribute__(self, "reply")()


def fails(error=RuntimeError):
    def reply(*args, **kwargs):
        raise error("no questions")
    return reply


def never_ends(*args, **kwargs):
    while True:
        pass


def with_method(name, method, base=object):
    return type("Own", (base,), {name: method})


def own_float():
    class Metres(float):
        pass
    return Metres(2.0)


def float_that_ends_the_reader():
    return with_method("__reduce__", lambda self: (os._exit, (3,)), float)(2.0)


def int_that_fails():
    return with_method("__add__", fails(), with_method("__index__", fails(), int))(2)


def in_itself():
    items = []
    items.append(items)
    return items


def dict_in_itself():
    items = {}
    items["again"] = items
    return items


def deep():
    items = 1.0
    for _ in range(50_000):
        items = [items]
    return items


def object_array():
    array = np.empty(3, dtype=object)
    array[:] = [Odd(fails()), "two", 10**400]
    return array


RETURNED = {
    "a number beyond any float": lambda: 10**400,
    "a number of 6000 digits": lambda: -(10**6000),
    "a list of numbers beyond any float": lambda: [10**400] * 2,
    "a dict key of 6000 digits": lambda: {10**6000: 1},
    "a complex number": lambda: 2j,
    "an array of complex numbers": lambda: np.array([1j, 2]),
    "a date": lambda: np.datetime64("2026-01-01"),
    "a void": lambda: np.void(b"abc"),
    "a table of records": lambda: np.zeros(2, dtype=[("a", float), ("b", int)]),
    "a signalling NaN": lambda: Decimal("sNaN"),
    "a huge fraction": lambda: fractions.Fraction(10**400, 3),
    "a masked number": lambda: np.ma.masked,
    "bytes": lambda: b"\xff\xfe",
    "a memory view": lambda: memoryview(b"1234"),
    "half a character": lambda: "\ud83d",
    "half a character as a key": lambda: {"\ud83d": 1},
    "a key that rings the terminal": lambda: {"\x1b]0;owned\x07": 1},
    "a float of an own class": own_float,
    "a float that ends its reader": float_that_ends_the_reader,
    "a whole number whose methods fail": int_that_fails,
    "NumPy's float with own methods": lambda: with_method("__array__", fails(), np.float64)(2),
    "a class": lambda: float,
    "the class of arrays": lambda: np.ndarray,
    "a module": lambda: np,
    "a set": lambda: {1, 2},
    "an endless iterator": itertools.count,
    "a huge range": lambda: range(10**12),
    "a range beyond any index": lambda: range(10**30),
    "a list that holds itself": in_itself,
    "a dict that holds itself": dict_in_itself,
    "a list 50 000 deep": deep,
    "an array of odd objects": object_array,
    "an object that fails when asked": lambda: Odd(fails()),
    "an object that exits when asked": lambda: Odd(fails(SystemExit)),
    "an object that never answers": lambda: Odd(never_ends),
    "a class that hides": lambda: with_method("__class__", property(fails()))(),
    "an array method that fails": lambda: with_method("__array__", fails())(),
    "an array method that never ends": lambda: with_method("__array__", never_ends)(),
    "a float method that fails": lambda: with_method("__float__", fails())(),
    "a list whose length fails": lambda: with_method("__len__", fails(), list)([1]),
    "a list whose walk never ends": lambda: with_method("__iter__", never_ends, list)([1]),
    "a dict whose items never end": lambda: with_method("items", never_ends, dict)(a=1),
    "a name of a megabyte": lambda: type("N" * 1_000_000, (), {})(),
    "keys of megabytes": lambda: {"k" * 1_000_000 + str(i): 1 for i in range(6)},
    "300 000 keys": lambda: dict.fromkeys(map(str, range(300_000))),
    "a coroutine": lambda: asyncio.sleep(0),
}


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (i % 6 > 0))
                                  for i, name in enumerate(RETURNED)])
def test_whatever_comes_back_gets_a_short_card(name, isolation_of_many):
    assert judged(gives(RETURNED[name])).status in ("failed", "error")


@pytest.mark.parametrize("name, words", {
    "a number beyond any float": "too large for a float",
    "a list of numbers beyond any float": "a list that holds a whole number of about 401 digits",
    "a complex number": "Got a complex number, expected one number",
    "a date": "Got a single value (dates)",
    "a void": "Got a single value (records)",
    "a class": "Got a class (`float`)",
    "a list that holds itself": "a list nested too deeply",
    "an array method that fails": "cannot be read as numbers (RuntimeError: no questions)",
    "a range beyond any index": "a range that cannot be read as numbers (OverflowError",
}.items())
def test_what_came_back_is_named(name, words, isolation):
    assert words in str(judged(gives(RETURNED[name])))


@pytest.mark.parametrize("make", [own_float, float_that_ends_the_reader])
def test_a_number_of_an_own_class_counts_as_the_number(make, isolation):
    kind = type(make())
    assert judged(lambda x: kind(right(x)) if np.ndim(x) == 0 else right(x)).status == "passed"


# --- large results: our own share is small ----------------------------------------------------

BIG = np.random.default_rng(0).normal(size=2_000_000)
LARGE = {
    "2 million random numbers": BIG,
    "2 million zeros": np.zeros(2_000_000),
    "a list of 300 000 pairs": [[1, 2]] * 300_000,
    "a list of 200 000 floats": BIG[:200_000].tolist(),
    "a list of 300 000 lists": [list(row) for row in BIG[:600_000].reshape(-1, 2)],
    "lists just below the limit": BIG[:portable.SIZE_LIMIT - 1].tolist(),
    "an array just below the limit": BIG[:portable.SIZE_LIMIT],
    "an array of a terabyte that shares one number": np.broadcast_to(1.0, (10**6, 10**6)),
    "objects": np.array([1.5] * 300_000, dtype=object),
    "a dict of arrays": {name: BIG for name in "ab"},
    "a tuple of lists": (list(range(9_000)), list(range(9_000))),
}


def computing_time():
    """Seconds that this process and its children have computed; waiting for others is not in."""
    return sum(os.times()[:4])


def slowness():
    """How many times an idle machine's computing time a fixed piece of work takes here and now."""
    start = computing_time()
    assert sum(isinstance(entry, float) for entry in LARGE["a list of 200 000 floats"] * 5) > 0
    return max(1.0, (computing_time() - start) / 0.06)


@pytest.mark.parametrize("id", ["step", "mlp_backward"])
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (i % 4 > 0))
                                  for i, name in enumerate(LARGE)])
def test_the_course_computes_at_most_two_seconds(name, id, isolation_of_many, limited):
    limited(call=20.0, inspect=20.0)  # computing counts, not a busy machine's time
    exercises.check(id, exercises.reference(id))
    value = LARGE[name]  # all of `LARGE` would be the answer's memory, copied for each call
    limit = 2.0 * slowness()
    start = computing_time()
    result = exercises.check(id, lambda *args: value)  # the answer itself takes no time
    print(f"computed {computing_time() - start:.2f} s, allowed {limit:.2f} s")
    page = str(result) + result._repr_html_()
    assert computing_time() - start <= limit
    assert result.status == "failed" and len(page) < 2 * CARD


def test_large_arrays_are_told_by_their_shape(isolation):
    assert "Got shape (2000000,), expected one number" in str(judged(lambda x: BIG))
    assert "a list with 300000 entries" in str(judged(lambda x: LARGE["a list of 300 000 pairs"]))


def test_no_right_result_comes_near_the_limit():
    largest = max(entries(e) for r in exercises.records()
                  for e in r.judge.prepared[1])
    assert largest * 20 < portable.SIZE_LIMIT


def test_the_search_for_a_name_ends_with_its_work(limited):
    limited(names=0)
    result = exercises.check("step", np.sign)
    assert result.status == "failed" and result.misconception is None
    limited()
    assert exercises.check("step", np.sign).misconception is not None


def test_the_search_for_two_mistakes_gives_up_by_itself(limited):
    def two(z, y):  # the losses are summed, and the logit is added
        return (functions.logsumexp(z) + z[np.arange(len(y)), y]).sum()

    named = exercises.check("cross_entropy", two)
    assert "two mistakes together" in named.finding
    limited(pairs=0)
    assert exercises.check("cross_entropy", two).misconception != named.misconception
    one = exercises.check("cross_entropy", lambda z, y: two(z, y) / len(y))
    assert one.misconception == "sign/logit-added"


# --- what may be raised, printed, warned ------------------------------------------------------


def unprintable(method):
    return with_method("__str__", method, ValueError)("x")


def long_name():
    return type("E" * 1_000_000, (ValueError,), {})("x")


RAISED = {
    "half a character": lambda: ValueError("lone \ud83d surrogate"),
    "terminal codes": lambda: ValueError("\x1b[31m\x1b]0;owned\x07"),
    "a NUL": lambda: ValueError("a\0b"),
    "ten megabytes": lambda: ValueError("x" * 10_000_000),
    "ticks": lambda: ValueError("`a" * 100_000),
    "quotes": lambda: ValueError("\"'<&" * 100_000),
    "a script": lambda: ValueError("<script>alert(1)</script>"),
    "a text that fails": lambda: unprintable(fails()),
    "a text that exits": lambda: unprintable(fails(SystemExit)),
    "a text that never ends": lambda: unprintable(never_ends),
    "a text that is none": lambda: unprintable(lambda self: 3),
    "a class with a long name": long_name,
    "a group": lambda: ExceptionGroup("many", [ValueError("a"), KeyError("b")]),
    "the end of a generator": lambda: GeneratorExit(),
    "an exit": lambda: SystemExit(10**30),
    "a base exception": lambda: type("Own", (BaseException,), {})("x"),
    "no exception at all": lambda: "text",
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (i % 6 > 0))
                                  for i, name in enumerate(RAISED)])
def test_whatever_is_raised_gets_a_short_card(name, isolation_of_many):
    assert judged(raises(RAISED[name])).status == "error"


def test_the_error_and_its_text_are_told(isolation):
    result = judged(raises(RAISED["half a character"]))
    assert r"The call raised ValueError: lone \ud83d surrogate in the line" in result.message
    assert r"\x1b[31m" in judged(raises(RAISED["terminal codes"])).message


def right(x):
    return np.heaviside(x, 0.0)


def says(speak):
    def answer(x):
        speak()
        return right(x)
    return answer


SAID = {
    "lines": lambda: sys.stdout.writelines(["a\n", "b\n"]),
    "bytes": lambda: sys.stdout.buffer.write(b"a\xff" * 10),
    "a closed stream": lambda: (sys.stdout.close(), print("still here")),
    "half a character": lambda: print("\ud83d"),
    "terminal codes": lambda: print("\x1b]0;owned\x07" * 100),
    "ticks": lambda: print("`a" * 10_000),
    "megabytes": lambda: print("x" * 20_000_000),
    "questions to the stream": lambda: (sys.stdout.isatty(), sys.stdout.encoding,
                                        sys.stdout.writable(), sys.stderr.flush()),
    "a thousand warnings": lambda: [warnings.warn(f"w{i}", RuntimeWarning, stacklevel=1)
                                    for i in range(1_000)],
    "a long warning": lambda: warnings.warn("w" * 1_000_000, RuntimeWarning, stacklevel=1),
    "a warning with half a character": lambda: warnings.warn(
        "\ud83d\x1b[0m", RuntimeWarning, stacklevel=1),
}


@pytest.mark.parametrize("name", SAID)
def test_whatever_a_right_answer_says_it_passes(name, isolation, capfd, limited):
    limited(call=20.0)
    assert judged(says(SAID[name])).status == "passed"
    assert capfd.readouterr() == ("", "")


# --- what may be done to the arguments, the process, the surroundings -------------------------


def spoils(change):
    """A right answer that does something to its argument if that is a list."""
    def answer(x):
        result = right(x)
        if isinstance(x, list):
            change(x)
        return result
    return answer


SPOILED = {
    "arrays put into a list": lambda x: x.__setitem__(0, np.array([1.0, 2.0])),
    "a list into itself": lambda x: x.__setitem__(0, x),
    "an object whose == fails": lambda x: x.__setitem__(
        0, with_method("__eq__", fails())()),
    "an object whose == exits": lambda x: x.__setitem__(
        0, with_method("__eq__", fails(SystemExit))()),
    "an object whose == never ends": lambda x: x.__setitem__(
        0, with_method("__eq__", never_ends)()),
    "a number beyond any float": lambda x: x.__setitem__(0, 10**400),
    "a million entries": lambda x: x.extend([1] * 1_000_000),
}


@pytest.mark.parametrize("name", SPOILED)
def test_a_changed_list_is_told_as_that(name, isolation, limited):
    limited(call=20.0, inspect=0.2)
    result = judged(spoils(SPOILED[name]))
    assert (result.status, result.misconception) == ("failed", "in-place/argument-changed")


def test_a_machine_that_is_slow_to_compare_changes_no_argument(monkeypatch):
    """Stopped after `inspect` seconds, an array that nobody had touched was told as changed."""
    unchanged = sandbox.unchanged
    monkeypatch.setattr(sandbox, "unchanged", lambda *two: time.sleep(0.3) or unchanged(*two))
    (seen,) = sandbox.observe(lambda x: x.sum(), [((np.ones(3),), {})],
                              Limits(call=20, inspect=0.05), isolate=False)
    assert seen.changed == () and seen.value == 3


def forks(x):
    os.fork()
    return right(x)


def forks_and_waits(x):
    child = os.fork()
    if child:
        os.waitpid(child, 0)
    return right(x)


def forks_and_the_copy_answers(x):
    return right(x) if os.fork() else np.nan


def forks_and_the_copy_fails(x):
    if not os.fork():
        raise ValueError("the copy")
    return right(x)


def asks_a_process(x):
    worker = multiprocessing.get_context("fork").Process(target=len, args=([],))
    worker.start()
    worker.join()
    return right(x)


class Slow:
    """Something that takes its time to go, so that the stop meets its ``__del__``."""

    def __del__(self):
        for _ in range(10):
            pass


@pytest.mark.parametrize("watchdog", [
    sandbox._Watchdog,
    pytest.param(sandbox._Ticker, marks=pytest.mark.skipif(
        not hasattr(sys, "monitoring"), reason="sys.monitoring begins with Python 3.12"))])
def test_a_stop_that_is_lost_is_sent_again_and_not_printed(watchdog, monkeypatch):
    def endless():
        while True:
            Slow()

    told = []
    hook = told.append
    monkeypatch.setattr(sys, "unraisablehook", hook)
    monkeypatch.setattr(sandbox, "_watchdog", watchdog)
    for _ in range(5):
        (seen,) = sandbox.observe(endless, [((), {})], Limits(call=0.05), isolate=False)
        assert seen.stopped and not seen.printed
    assert not told and sys.unraisablehook is hook


def turns_for_ever():
    while True:
        len("")


def harmless(*event):
    return harmless


def slow_tracer(*event):
    for _ in range(50):
        pass
    return slow_tracer


def endless_tracer(frame, event, arg):
    if frame.f_code.co_filename != __file__:  # it meets whatever is called after the answer
        turns_for_ever()
    return endless_tracer


@pytest.mark.parametrize("tracer", [harmless, slow_tracer, endless_tracer])
@pytest.mark.parametrize("set_it", [
    [sys.settrace], [sys.setprofile], [sys.settrace, sys.setprofile]],
    ids=["trace", "profile", "both"])
def test_an_endless_answer_is_stopped_whatever_is_set(set_it, tracer):
    """The stop may fall into the tracer, and so anywhere between two of our own lines."""
    def endless():
        for one in set_it:
            one(tracer)
        turns_for_ever()

    before = sys.gettrace(), sys.getprofile()
    for _ in range(TIMES):
        (seen,) = sandbox.observe(endless, [((), {})], Limits(call=0.01), isolate=False)
        assert seen.stopped and (sys.gettrace(), sys.getprofile()) == before


TIMES = int(os.environ.get("COURSE_TIMES", 5))


@pytest.mark.parametrize("get, set_", [(sys.gettrace, sys.settrace),
                                       (sys.getprofile, sys.setprofile)], ids=["trace", "profile"])
def test_a_tracer_of_the_caller_s_is_there_again(get, set_):
    """A debugger's, say; whatever the answer did to it, and when it was stopped inside it."""
    before = get()
    try:
        set_(slow_tracer)
        for fn in (turns_for_ever, lambda: set_(None), lambda: set_(harmless)):
            sandbox.observe(fn, [((), {})], Limits(call=0.05), isolate=False)
            assert get() is slow_tracer
    finally:
        set_(before)


def test_a_profile_goes_on_and_holds_the_answer():
    with cProfile.Profile() as profile:
        sandbox.observe(right, [((1.0,), {})], isolate=False)
        sandbox.inspect_safely(lambda: None)
        harmless()
    assert {"right", "harmless"} <= {name for *_, name in pstats.Stats(profile).stats}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("answer", [forks, forks_and_waits, forks_and_the_copy_answers,
                                    forks_and_the_copy_fails, asks_a_process])
def test_a_copy_of_the_process_ends_and_reports_nothing(answer, isolation_of_many, limited):
    # a stop in the middle of a fork would leave Python's own locks held: room for a busy machine
    limited(call=20.0, total=60.0)
    here = os.getpid()
    assert judged(answer).status == "passed"
    assert os.getpid() == here  # else a copy of this test goes on


def closes_everything(x):
    os.closerange(3, 256)
    return right(x)


def sleeps(x):
    time.sleep(60)


CHILD_ONLY = {
    "ends the process": lambda x: os._exit(0),
    "kills the process": lambda x: os.kill(os.getpid(), signal.SIGKILL),
    "reads address 0": lambda x: ctypes.string_at(0),
    "presses the stop button": raises(KeyboardInterrupt),
    "counts for ever in C": lambda x: sum(itertools.count()),
    "sleeps": sleeps,
    "closes every file": closes_everything,
    "waits for itself": lambda x: threading.Lock().acquire() and _deadlock(),
    "allocates 10 GB": lambda x: np.ones(10**10 // 8),
}


def _deadlock():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.full] * (i % 8 > 0))
                                  for i, name in enumerate(CHILD_ONLY)])
def test_what_only_a_child_can_hold(name):
    assert judged(CHILD_ONLY[name]).status == "error"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_the_words_for_an_ended_child_are_true():
    assert "KeyboardInterrupt" in judged(CHILD_ONLY["presses the stop button"]).message
    assert "it ended the Python process" in judged(CHILD_ONLY["ends the process"]).message


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@pytest.mark.parametrize("tag", [0, 5, -1, "ready?"])
def test_a_report_out_of_turn_is_refused(tag):
    def writes_into_the_pipe(x):
        for fd in range(3, 64):
            try:
                child._send(fd, tag, portable.Observation(value=np.heaviside(x, 0.0)))
                child._send(fd, tag, portable.Observation(value=np.heaviside(x, 0.0)))
            except OSError:
                pass
        return np.nan

    assert exercises.check("step", writes_into_the_pipe).status != "passed"
    assert exercises.check("step", exercises.reference("step")).status == "passed"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_child_has_no_hold_on_the_parent_s_files(tmp_path):
    with open(tmp_path / "ours", "wb") as ours:
        def writes(x):
            os.write(ours.fileno(), b"garbage")
            return right(x)

        assert judged(writes).status == "error"
        os.fstat(ours.fileno())
    assert (tmp_path / "ours").read_bytes() == b""


@pytest.mark.parametrize("answer", [
    lambda x: sys.setrecursionlimit(len(inspect.stack(0)) + 40) or right(x),
    lambda x: threading.Thread(target=time.sleep, args=(1,), daemon=True).start() or right(x),
    lambda x: sys.settrace(lambda *args: None) or sys.settrace(None) or right(x),
    lambda x: np.seterr(all="raise") and right(x),
    lambda x: np.random.seed(3) or right(x),
], ids=["recursion limit", "thread", "trace", "NumPy's errors", "seed"])
def test_right_with_side_effects_passes(answer, isolation, limited):
    limited(call=20.0)
    assert judged(answer).status == "passed"


def _of_python():
    umask = os.umask(0o22)
    os.umask(umask)
    return (sys.getswitchinterval(), gc.isenabled(), umask, dict(os.environ), sys.gettrace(),
            signal.getsignal(signal.SIGTERM), sys.getprofile(), dict(vars(builtins)),
            {name: sys.modules[name] for name in ("numpy", "misstep", "misstep.judge")})


@pytest.mark.parametrize("change", [
    lambda: sys.setswitchinterval(100), lambda: gc.disable(), lambda: os.umask(0),
    lambda: os.environ.update(COURSE_STRICT="no") or os.environ.pop("PATH"),
    lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
    lambda: sys.settrace(lambda *_: None), lambda: sys.setprofile(lambda *_: None),
    lambda: sys.modules.update({"numpy": None, "misstep.judge": None}),
    lambda: sys.modules.pop("misstep"),
    lambda: vars(builtins).update(any=None, isinstance=lambda *_: False, max=abs),
    lambda: vars(builtins).pop("len"),
    lambda: vars(time).update(monotonic=lambda: 1e12, perf_counter=lambda: 1e12),
], ids=["switch", "gc", "umask", "environment", "signal", "trace", "profile", "modules",
        "no misstep", "builtins", "no len", "clocks"])
def test_what_an_answer_does_to_python_is_over_with_its_check(isolation_of_many, monkeypatch,
                                                              change, limited):
    limited(call=20.0)  # it ends; the machine may be busy
    monkeypatch.setattr(time, "monotonic", time.monotonic)  # put back at the end: it is a module's
    monkeypatch.setattr(time, "perf_counter", time.perf_counter)
    before = _of_python()
    result = judged(lambda x: change() and 0 or 0.5 * x)
    assert result.status == "failed" and _of_python() == before


def test_the_notebook_s_own_setting_of_numpy_s_errors_does_not_count(isolation):
    with np.errstate(all="raise"):
        assert exercises.check("sigmoid", exercises.reference("sigmoid")).status == "passed"


# --- what may be handed in as the answer ------------------------------------------------------


def with_default(value):
    def answer(x, y, z=value):
        return x
    return answer


def with_attribute(name, value):
    def answer(x):
        return right(x)
    setattr(answer, name, value)
    return answer


def wrapped_in_itself():
    answer = with_attribute("kept", 1)
    answer.__wrapped__ = answer
    return answer


def callable_object(**methods):
    return type("Own", (), {"__call__": lambda self, x: right(x), **methods})()


async def asynchronous(x):
    return x


def many_arguments():
    names = ", ".join(f"a{i}" for i in range(200))
    return eval(f"lambda {names}: 1")


HANDED_IN = {
    "None": lambda: None,
    "a string": lambda: "\ud83d" * 10,
    "a huge number": lambda: 10**6000,
    "an array": lambda: np.zeros(3),
    "a list of millions": lambda: [0] * 3_000_000,
    "an object whose array fails": lambda: with_method("__array__", fails())(),
    "an object whose array never ends": lambda: with_method("__array__", never_ends)(),
    "an object whose array exits": lambda: with_method("__array__", fails(SystemExit))(),
    "a default whose text fails": lambda: with_default(with_method("__repr__", fails())()),
    "a default whose text never ends": lambda: with_default(with_method("__repr__", never_ends)()),
    "a default of 700 kB": lambda: with_default(list(range(100_000))),
    "200 arguments": many_arguments,
    "a coroutine function": lambda: asynchronous,
    "a class": lambda: type("Own", (), {"__init__": lambda self, x: None}),
    "a method that is none": lambda: types.MethodType(right, 3),
}
HANDED_IN_AND_RIGHT = {
    "a signature that fails": lambda: callable_object(__signature__=property(fails())),
    "a signature that never ends": lambda: callable_object(__signature__=property(never_ends)),
    "a signature of another class": lambda: with_attribute("__signature__", Odd(fails())),
    "an object that exits when asked": lambda: callable_object(__getattr__=fails(SystemExit)),
    "an object that hides its class": lambda: callable_object(__class__=property(fails())),
    "a function wrapped in itself": wrapped_in_itself,
    "a partial": lambda: functools.partial(right),
    "stars": lambda: lambda *args, **kwargs: right(*args),
    "another name": lambda: with_attribute("__name__", "n" * 1_000_000),
}


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize("name", HANDED_IN)
def test_what_is_no_answer_gets_a_short_card(name, isolation):
    result = judged(HANDED_IN[name]())
    assert result.status in ("failed", "error") and result.message


@pytest.mark.parametrize("name", HANDED_IN_AND_RIGHT)
def test_a_right_answer_in_any_wrapping_passes(name, isolation, limited):
    limited(call=20.0, inspect=0.2)
    assert judged(HANDED_IN_AND_RIGHT[name]()).status == "passed"


def test_defaults_are_not_shown():
    result = judged(HANDED_IN["a default of 700 kB"]())
    assert result.message == ("The exercise is called as step(x), your function takes (x, y, z). "
                              "Compare names and number of the arguments.")


# --- the outer net ----------------------------------------------------------------------------


@pytest.mark.parametrize("error", [RuntimeError, SystemExit, RecursionError, MemoryError])
def test_a_fault_of_the_check_itself_gets_an_honest_card(error, monkeypatch, capsys):
    monkeypatch.setattr(sandbox, "observe", fails(error))
    result = exercises.check("step", right)
    assert result.status == "error"
    assert f"could not be judged: the check itself stopped ({error.__name__}" in result.message
    assert exercises.exercise("step")(right) is exercises.reference("step")
    assert "could not be judged" in capsys.readouterr().out


def test_the_stop_button_goes_through_the_net(monkeypatch):
    monkeypatch.setattr(sandbox, "observe", fails(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        exercises.check("step", right)


class Callable:
    """A function of the course's own making, of which a deep copy is another one."""

    def __call__(self, x):
        return x


def test_a_function_among_the_arguments_is_not_called_changed(isolation):
    (seen,) = sandbox.observe(lambda f, x: f(x), [((Callable(), 2.0), {})])
    assert seen.value == 2.0 and not seen.changed


# --- what LAPACK prints -------------------------------------------------------------------------

LAPACK = """
import ctypes, os
import numpy as np
from course_utils import exercises
from misstep.judge import streams

def answer(X, y):
    os.write(1, b"from the answer\\n")
    return np.polyfit(X[:, 0], y, 1)

os.write(1, b"before\\n")
result = exercises.check("least_squares_fit", answer)
with streams.without_lapack():
    for number in (1, 2):
        os.write(number, b" ** On entry to DLASCL parameter number  4 had an illegal value\\n")
ctypes.CDLL(None).puts(b"after")
"""


@pytest.mark.skipif(os.name != "posix", reason="C's puts")
@pytest.mark.parametrize("child_or_not", ["", "1"])
def test_lapack_s_lines_reach_nobody_and_all_else_does(child_or_not):
    ran = subprocess.run([sys.executable, "-c", LAPACK], capture_output=True, check=True,
                         text=True, env={**os.environ, "COURSE_NO_CHILD": child_or_not})
    assert "On entry to" not in ran.stdout + ran.stderr
    lines = ran.stdout.split("\n")
    assert lines[0] == "before" and lines[-2] == "after" and "from the answer" in lines


def test_two_checks_at_once_leave_the_descriptors_as_they_were():
    before = [os.fstat(number) for number in (1, 2)]

    def ask():
        for _ in range(20):
            with streams.without_lapack():
                time.sleep(0.001)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = [os.fstat(number) for number in (1, 2)]
    assert [(s.st_dev, s.st_ino) for s in before] == [(s.st_dev, s.st_ino) for s in after]


def test_what_is_told_of_is_kept_where_the_check_is_interrupted():
    before = os.fstat(1).st_ino
    with pytest.raises(KeyboardInterrupt), streams.without_lapack():
        raise KeyboardInterrupt
    assert os.fstat(1).st_ino == before


# --- a busy machine ------------------------------------------------------------------------------


@pytest.mark.parametrize("body", ["while k < 9:\n        for i in range(3):\n            z = i + 1",
                                  "for i in itertools.count():\n        z = i\n        z = z + 1"])
def test_a_stopped_loop_is_quoted_by_its_first_line(body, isolation):
    """Where in it the stop falls is chance."""
    source = f"def step(k):\n    k = 0\n    {body}\n    return z\n"
    for _ in range(3):
        result = exercises.check("step", compiled(source, {"itertools": itertools}, "step"))
        assert result.raised_at == body.splitlines()[0]


def test_a_call_may_be_stopped_after_what_it_computes(isolation):
    def endless():
        while True:
            pass

    seen = sandbox.observe(endless, [((), {})], Limits(call=60, computing=0.2))
    assert seen[0].stopped
    waits = sandbox.observe(lambda: time.sleep(0.4), [((), {})], Limits(call=60, computing=0.2))
    assert waits[0].returned
