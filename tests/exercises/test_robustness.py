"""Clumsy answers on every exercise: none ends the kernel, passes by accident, or leaves a trace.

Part of `make test-full`; `test_check.py` has the same for one exercise in `make test`. Every
exercise gets every clumsy answer that comes back at once, in a child; one exercise per notebook
gets them in this process, too, and those that have to be stopped or that take long.
"""

import gc
import itertools
import os
import random
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from answers import one_more
from course_utils import exercises

pytestmark = pytest.mark.full

RECORDS = exercises.records()
ONE_EACH = list({r.notebook: r for r in RECORDS}.values())
EACH = pytest.mark.parametrize(
    ("r", "isolation"),
    [*((r, "child") for r in RECORDS), *((r, "same process") for r in ONE_EACH)],
    indirect=["isolation"], ids=lambda one: getattr(one, "id", one))
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


def right(r):
    """A right answer to lean on, as a student's function."""
    own = one_more(r.reference)
    return lambda *args, **kwargs: own(*args, **kwargs)


# --- answers that come back (or raise) at once ------------------------------------------------


def leaves(r):
    return lambda *args, **kwargs: exit()


def system_exit(r):
    def fn(*args, **kwargs):
        raise SystemExit(3)
    return fn


def asks(r):
    return lambda *args, **kwargs: input("what is x? ")


def recurses(r):
    def fn(*args, **kwargs):
        return fn(*args, **kwargs)
    return fn


def huge(r):
    return lambda *args, **kwargs: np.ones((200_000, 200_000))


def generator(r):
    def fn(*args, **kwargs):
        yield from range(3)
    return fn


def itself(r):
    def fn(*args, **kwargs):
        return fn
    return fn


def module(r):
    return lambda *args, **kwargs: np


def nested_in_itself(r):
    def fn(*args, **kwargs):
        result = []
        result.append(result)
        return result
    return fn


def keyboard_interrupt(r):
    def fn(*args, **kwargs):
        raise KeyboardInterrupt
    return fn


def returns_first_argument(r):
    """A view of the input, or the input itself."""
    def fn(*args, **kwargs):
        first = args[0] if args else 0
        return first[...] if isinstance(first, np.ndarray) else first
    return fn


def empties_its_arguments(r):
    def fn(*args, **kwargs):
        for a in args:
            if isinstance(a, (dict, list)):
                a.clear()
            elif isinstance(a, np.ndarray):
                a.fill(-7)
        return None
    return fn


WRONG = [leaves, system_exit, asks, recurses, huge, generator, itself, module, nested_in_itself,
         returns_first_argument, empties_its_arguments]


def trace():
    """What a clumsy answer might leave behind."""
    return (random.getstate(), np.random.get_state()[1].tolist(), np.get_printoptions(),
            np.geterr(), list(warnings.filters), os.getcwd(), dict(os.environ),
            sys.getrecursionlimit(), sys.stdout, sys.stderr, sys.stdin)


@pytest.mark.parametrize("clumsy", WRONG, ids=lambda fn: fn.__name__)
@EACH
def test_wrong_and_the_next_one_works(r, clumsy, isolation):
    before = trace()
    inputs = repr([c.args for c in r.judge.prepared[0]])
    result = exercises.check(r.id, clumsy(r))
    if clumsy is returns_first_argument and result.status == "passed":
        pytest.fail("returning the argument passes: no case tells")
    assert result.status in ("failed", "error"), result.message
    assert result.message and len(str(result)) < 4000 and "<" in result._repr_html_()
    assert repr([c.args for c in r.judge.prepared[0]]) == inputs
    assert trace() == before
    assert exercises.check(r.id, r.reference).status == "passed"


# --- right answers with bad manners: they pass, and nothing of it stays ----------------------


def meddles(r):
    own = one_more(r.reference)

    def fn(*args, **kwargs):
        random.seed(1)
        np.random.seed(1)
        np.set_printoptions(precision=1)
        np.seterr(all="ignore")
        warnings.simplefilter("ignore")
        return own(*args, **kwargs)
    return fn


def talks(r):
    own = one_more(r.reference)

    def fn(*args, **kwargs):
        sys.stdout.write("again and again " * 20_000)
        print("and to stderr", file=sys.stderr)
        return own(*args, **kwargs)
    return fn


def leaves_a_thread(r):
    own = one_more(r.reference)

    def fn(*args, **kwargs):
        threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
        return own(*args, **kwargs)
    return fn


def changes_directory(r):
    own = one_more(r.reference)

    def fn(*args, **kwargs):
        os.chdir("/")
        os.environ["COURSE_CLUMSY"] = "1"
        return own(*args, **kwargs)
    return fn


@pytest.mark.parametrize("clumsy", [meddles, talks, leaves_a_thread], ids=lambda fn: fn.__name__)
@EACH
def test_right_with_bad_manners_passes_and_leaves_nothing(r, clumsy, isolation, capfd):
    before = trace()
    result = exercises.check(r.id, clumsy(r))
    assert result.status == "passed", result.message
    assert trace() == before
    assert capfd.readouterr() == ("", "")


@needs_fork
@pytest.mark.parametrize("r", ONE_EACH, ids=lambda r: r.id)
def test_what_only_a_child_can_hold(r):
    before = trace()
    # raised in the kernel's own process this would be the student's stop button
    assert exercises.check(r.id, keyboard_interrupt(r)).status == "error"
    assert exercises.check(r.id, changes_directory(r)).status == "passed"
    assert exercises.check(r.id, lambda *a, **k: os._exit(0)).status == "error"
    assert exercises.check(r.id, lambda *a, **k: os.kill(os.getpid(), 9)).status == "error"
    assert trace() == before


# --- answers that have to be stopped ---------------------------------------------------------


def forever(*args, **kwargs):
    while True:
        pass


def swallows(*args, **kwargs):
    while True:
        try:
            sum(range(10))
        except BaseException:  # noqa: BLE001
            continue


def sleeps(*args, **kwargs):
    time.sleep(60)


def c_call(*args, **kwargs):
    return sum(itertools.count())


def doubling(*args, **kwargs):
    x = [0]
    while True:
        x = x + x


STOPPED = [(r, clumsy) for clumsy in (forever, swallows, sleeps, doubling)
           for r in (ONE_EACH[::12] if clumsy is doubling else ONE_EACH[::3])]  # 16 s each


@pytest.mark.parametrize("r, clumsy", STOPPED, ids=[f"{r.id}-{c.__name__}" for r, c in STOPPED])
def test_stopped_and_the_next_one_works(r, clumsy, monkeypatch):
    stopped(r, clumsy)
    if clumsy in (forever, swallows):  # without a child the watchdog has to do it alone
        monkeypatch.setenv("COURSE_NO_CHILD", "1")
        stopped(r, clumsy)


@needs_fork
def test_a_c_call_is_stopped_in_a_child():
    stopped(ONE_EACH[0], c_call)


def stopped(r, clumsy):
    before, threads = trace(), threading.active_count()
    start = time.perf_counter()
    result = exercises.check(r.id, lambda *args, **kwargs: clumsy())
    assert time.perf_counter() - start < 60  # a bound on hanging, not on speed
    assert result.status == "error" and (
        result.misconception == "endless/not-finished" or clumsy is doubling), result.message
    assert trace() == before
    assert exercises.check(r.id, r.reference).status == "passed"
    gc.collect()
    assert threading.active_count() <= threads + 1
