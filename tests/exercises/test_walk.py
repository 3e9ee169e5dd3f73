"""The walk of an answer: which modules of ours it enters from `exercise` to its card, and in order.

Each walk is taken in a process of its own (this file, run as a script): `sys.setprofile` would
meet what other tests have left behind, and leave something itself.
"""

import gc
import graphlib
import inspect
import json
import linecache
import os
import subprocess
import sys
from pathlib import Path

import pytest

RIGHT = """
@exercise("softmax")
def softmax(z):
    z = np.asarray(z, float)
    e = np.exp(z - z.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)
"""
WRONG = RIGHT.replace("e.sum(-1", "e.sum(0")
MOST = {RIGHT: 15, WRONG: 31}  # modules; of the wrong one's eight look for its line


def taken(cell):
    """The modules of ours that are entered, and (module that calls, module that is called) of each.

    Both in order. No arrow is what is handed down to be called there (a lambda, a function made
    inside another one), nor what Python asks of an object, like its text, or to close what is
    thrown away.
    """
    import numpy as np

    import misstep
    from course_utils.exercises import exercise
    from misstep import cards

    home = str(Path(misstep.__file__).parent)
    modules, found = {}, {}

    def module(frame):
        path = frame.f_code.co_filename
        return os.path.relpath(path, home) if path.startswith(home) else None

    def seen(frame, event, arg):
        here = module(frame)
        if event == "return" and here and frame.f_code is cards.show.__code__:
            sys.setprofile(None)  # there it is
        if event != "call" or not here:
            return
        above = frame.f_back
        while above is not None and (not module(above) or above.f_code.co_name == "asked"):
            above = above.f_back  # `asked`: what a course wraps its verbs in
        there = module(above) if above is not None else "the cell"
        modules[here] = True
        code = frame.f_code
        if here != there and not code.co_flags & inspect.CO_NESTED and code.co_name[:2] != "__":
            found[there, here] = True

    def run():
        linecache.cache["<cell>"] = len(cell), None, cell.splitlines(keepends=True), "<cell>"
        exec(compile(cell, "<cell>", "exec"), {"np": np, "exercise": exercise})

    run()  # what is read and made once for all answers to the exercise
    gc.disable()  # it would close streams at any moment, in the name of whoever runs
    sys.setprofile(seen)
    try:
        run()
    finally:
        sys.setprofile(None)
    return list(modules), list(found)


def walk(cell):
    """The same, in a fresh process."""
    done = subprocess.run([sys.executable, __file__, cell], capture_output=True, text=True,
                          encoding="utf-8", timeout=600, env={**os.environ, "COURSE_NO_CHILD": "1"})
    assert done.returncode == 0, done.stderr[-2000:]
    *card, found = done.stdout.splitlines()
    assert card[0].endswith("Exercise 4.1, Write softmax")
    return json.loads(found)


@pytest.fixture(scope="module", params=MOST, ids=["right", "wrong"])
def walked(request):
    return request.param, *walk(request.param)


def test_an_answer_enters_few_modules(walked):
    cell, modules, _ = walked
    assert len(modules) <= MOST[cell], modules
    line = [m for m in modules if m.startswith("line")]
    assert (len(line) <= 8) if cell is WRONG else not line


def test_the_way_is_down(walked):
    """No module calls one from which it is called itself, on whatever way round."""
    *_, found = walked
    called = {}
    for there, here in found:
        called.setdefault(there, set()).add(here)
    assert list(graphlib.TopologicalSorter(called).static_order())[-1] == "the cell"


if __name__ == "__main__":
    print(json.dumps(taken(sys.argv[1])))
