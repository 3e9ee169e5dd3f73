"""What a name means while an answer runs: six shapes of answers, in each way of asking."""

import inspect
import json
import linecache
import types

import numpy as np
import pytest

from course_utils import exercises, functions
from misstep.course import Session
from misstep.judge import naming
from self_calls import SHAPES, STUBS, without_decorator

each_shape = pytest.mark.parametrize("shape", SHAPES)


@pytest.fixture(autouse=True)
def fresh_session(monkeypatch):
    monkeypatch.setattr(exercises.COURSE, "session", Session())


@pytest.fixture(params=["child", "same process"])
def isolation(request, monkeypatch):
    if request.param == "same process":
        monkeypatch.setenv("COURSE_NO_CHILD", "1")


_count = iter(range(10**6))


def run(source, names):
    """A cell as a notebook runs it: its text can be read."""
    file = f"<cell {next(_count)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), names)


def a_kernel():
    return {"np": np, "exercise": exercises.exercise}


def check_that(shape, names, result):
    id, _, status = SHAPES[shape]
    assert result.status == status, str(result)
    assert status == "passed" or result.misconception == "endless/recursion"
    kept = names.get(id)
    if status == "passed":
        assert kept is not exercises.reference(id)
        np.testing.assert_allclose(kept(np.array([[1.0, 2.0], [0.0, 0.0]])).sum(axis=1), 1)
    elif kept is not None:
        assert kept is exercises.reference(id)


@each_shape
def test_in_a_fresh_kernel(shape, isolation):
    names = a_kernel()
    run(SHAPES[shape][1], names)
    check_that(shape, names, exercises.state()[SHAPES[shape][0]])


@each_shape
def test_after_the_stub_and_when_it_is_run_again(shape, isolation):
    names, (id, cell, _) = a_kernel(), SHAPES[shape]
    run(STUBS[id], names)
    for _ in range(2):
        run(cell, names)
        check_that(shape, names, exercises.state()[id])


@each_shape
def test_by_check(shape, isolation):
    names, (id, cell, status) = a_kernel(), SHAPES[shape]
    run(without_decorator(cell), names)
    mine = names[id]
    result = exercises.check(id, mine)
    assert result.status == status, str(result)
    assert names[id] is mine


@each_shape
def test_by_check_where_the_name_is_the_course_s(shape):
    names, (id, cell, status) = a_kernel(), SHAPES[shape]
    run(without_decorator(cell), names)
    mine, names[id] = names[id], exercises.reference(id)
    assert exercises.check(id, mine).status == status
    assert names[id] is exercises.reference(id)


@each_shape
def test_inside_a_function(shape):
    id, cell, status = SHAPES[shape]
    body = "".join(f"    {line}\n" if line else "\n" for line in cell.splitlines())
    if shape == "helper below":  # inside a function nothing below is there yet, as Python has it
        return
    names = a_kernel()
    run(f"def f():\n{body}    return {id}\n\nkept = f()\n", names)
    assert exercises.state()[id].status == status, str(exercises.state()[id])


def test_an_older_helper_of_the_same_name_does_not_judge_the_newer():
    names = a_kernel()
    right = SHAPES["helper below"][1]
    run(right.replace("z - z.max(axis=LAST, keepdims=True)", "z"), names)
    assert not exercises.state()["softmax"]
    run(right, names)
    assert exercises.state()["softmax"]


def test_an_exercise_further_down_in_the_cell_is_not_judged_early():
    names, (_, below, _) = a_kernel(), SHAPES["helper below"]
    run(below + "\n" + STUBS["n_monomials"] + "print = n_monomials\n", names)
    assert list(exercises.state()) == ["softmax", "n_monomials"]


@pytest.mark.parametrize("wrapped", ["functools.cache", "functools.partial"])
def test_below_a_wrapper_too(wrapped):
    names = a_kernel()
    run("import functools\n@exercise('n_monomials')\n" + f"@{wrapped}\n" +
        "def n_monomials(d, degree):\n    if d == 0 or degree == 0:\n        return 1\n"
        "    return n_monomials(d - 1, degree) + n_monomials(d, degree - 1)\n", names)
    assert exercises.state()["n_monomials"], exercises.state()["n_monomials"]


def test_names_are_put_back_whatever_happens():
    names = {"np": np, "helper": 1}
    run("def mine(x):\n    return x\n", names)
    before = dict(names)
    with pytest.raises(ZeroDivisionError), naming.own_name(names["mine"], "step"):
        assert names["mine"] is before["mine"]
        raise ZeroDivisionError
    assert names == before


def test_a_list_of_its_own_stays_a_list_inside(isolation):
    """Outside lists become arrays; a recursion that joins lists gets lists."""
    names = a_kernel()
    run("@exercise('windows')\ndef windows(tokens, n):\n    tokens = list(tokens)\n"
        "    if len(tokens) < n:\n        return np.zeros((0, n), int)\n"
        "    if len(tokens) == n:\n        return [tokens]\n"
        "    return [tokens[:n]] + windows(tokens[1:], n)\n", names)
    assert exercises.state()["windows"], exercises.state()["windows"]
    got = names["windows"]([1, 2, 3, 4], 2)
    assert isinstance(got, np.ndarray) and got.tolist() == [[1, 2], [2, 3], [3, 4]]


def test_the_replay_calls_the_answer_itself(capsys):
    names = a_kernel()
    run(SHAPES["endless self-call"][1], names)
    with pytest.raises(RecursionError):
        exercises.why("softmax").call()


@pytest.mark.parametrize("shape", [pytest.param(name, marks=[pytest.mark.full] * (i % 3 > 0))
                                   for i, name in enumerate(SHAPES)])
@pytest.mark.parametrize("stub_first", [False, True])
def test_by_course_check(shape, stub_first, tmp_path):
    from course_tools import verdicts

    id, cell, status = SHAPES[shape]
    path = hand_in(tmp_path, [STUBS[id]] * stub_first + [cell], id)
    rows, problems = verdicts.check_files([path])
    assert not problems
    assert [row.status for row in rows if row.exercise == id] == [status]


def hand_in(folder, cells, id):
    """A student's notebook with some cells below its imports."""
    record = exercises.record(id)
    cells = ["import numpy as np\nfrom course_utils.exercises import exercise", *cells]
    path = folder / f"{record.notebook}_mine.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
        {"cell_type": "code", "id": f"mine-{i}", "metadata": {}, "outputs": [],
         "execution_count": None, "source": source} for i, source in enumerate(cells)]}))
    return path


# --- answers that are the course's -----------------------------------------------------------


BORROWED = [
    "return functions.softmax(z)",
    "out = functions.softmax(np.asarray(z, float))\n    return out",
    "from course_utils.functions import softmax as theirs\n    return theirs(z)",
    "return np.array(functions.softmax(z))",
    "try:\n        return functions.softmax(z)\n    except ValueError:\n        return None",
    "from course_utils.exercises import reference\n    return reference('softmax')(z)",
]


@pytest.mark.parametrize("body", BORROWED)
def test_a_body_that_calls_the_course_s_own_solution_is_no_attempt(body, isolation):
    names = {**a_kernel(), "functions": functions}
    run(f"@exercise('softmax')\ndef softmax(z):\n    {body}\n", names)
    result = exercises.state()["softmax"]
    assert result.status == "not attempted"
    assert result.message == "This calls the course's own `softmax`: write it yourself."
    assert names["softmax"] is functions.softmax


COPIED = [
    "softmax = exercise('softmax')(functions.softmax)",
    "softmax = exercise('softmax')(types.FunctionType(\n"
    "    theirs.__code__, theirs.__globals__, 'softmax', theirs.__defaults__))",
    "softmax = exercise('softmax')(types.FunctionType(theirs.__code__.replace(\n"
    "    co_filename='q'), dict(theirs.__globals__), 'softmax', theirs.__defaults__))",
    "def mine(z):\n    return z\n"
    "softmax = exercise('softmax')(types.FunctionType(theirs.__code__.replace(\n"
    "    co_filename=mine.__code__.co_filename), theirs.__globals__, 'softmax'))",
    "code = theirs.__code__\nsoftmax = exercise('softmax')(types.FunctionType(code.replace(\n"
    "    co_filename='q', co_code=code.co_code + bytes([9, 0]), co_linetable=b'',\n"
    "    co_consts=(*code.co_consts, 7)), theirs.__globals__))",
    "exec('@exercise(\"softmax\")\\n' + inspect.getsource(theirs), dict(theirs.__globals__, "
    "exercise=exercise))",
    "mine = types.FunctionType(theirs.__code__, theirs.__globals__)\n"
    "@exercise('softmax')\ndef softmax(z):\n    return (lambda: mine(z))()",
    "space = dict(theirs.__globals__)\nexec(inspect.getsource(theirs), space)\n"
    "@exercise('softmax')\ndef softmax(z):\n    return space['softmax'](z)",
    "text, space = inspect.getsource(theirs), dict(theirs.__globals__)\n"
    "@exercise('softmax')\ndef softmax(z):\n    exec(text, space)\n"
    "    return space['softmax'](z)",
    "code = compile(inspect.getsource(theirs), 'mine', 'exec')\nspace = dict(theirs.__globals__)\n"
    "exec(code, space)\nsoftmax = exercise('softmax')(lambda z: space['softmax'](z))",
]


@pytest.mark.parametrize("cell", COPIED)
@pytest.mark.parametrize("which", ["reference", "library"])
def test_a_copy_of_the_course_s_own_is_no_attempt(cell, which, isolation):
    theirs = functions.softmax if which == "library" else exercises.reference("softmax")
    names = {**a_kernel(), "functions": functions, "theirs": theirs, "types": types,
             "inspect": inspect}
    run(cell, names)
    result = exercises.state()["softmax"]
    assert result.status == "not attempted"
    assert result.message == "This is the course's own `softmax`: write it yourself."


def test_the_same_text_in_a_cell_is_somebodys_own(isolation):
    names = {**a_kernel(), **functions.softmax.__globals__}
    run("@exercise('softmax')\n" + inspect.getsource(functions.softmax), names)
    assert exercises.state()["softmax"], exercises.state()["softmax"]


def test_another_right_answer_made_of_it_is_one():
    """Where several are right: what is not the course's own result is somebody's work."""
    names = {**a_kernel(), "theirs": exercises.reference("fold_xor")}
    run("@exercise('fold_xor')\ndef fold_xor(low, high):\n"
        "    w, c = theirs(low, high)\n    return -w, -c\n", names)
    assert exercises.state()["fold_xor"], exercises.state()["fold_xor"]


@pytest.mark.parametrize("r", exercises.records(), ids=lambda r: r.id)
@pytest.mark.usefixtures("same_process")
def test_no_exercise_accepts_it(r):
    names = {"theirs": r.reference}
    call = ", ".join(f"{a}={a}" if p.default is not p.empty else a
                     for a, p in r.parameters.items())
    run(f"def {r.signature}:\n    return theirs({call})\n", names)
    assert exercises.check(r.id, names[r.id]).status == "not attempted"
    assert exercises.check(r.id, r.reference).status == "passed"


@pytest.mark.parametrize("body", [
    "return np.exp(z - functions.logsumexp(z)[..., None]) if np.ndim(z) > 1 else "
    "np.exp(np.asarray(z) - functions.logsumexp(z))",
    "z = np.asarray(z)\n    return functions.temperature_softmax(z / 2, 0.5)",
    "e = np.exp(z - np.max(z, -1, keepdims=True))\n    o = e / e.sum(-1, keepdims=True)\n"
    "    assert np.allclose(o, functions.softmax(z))\n    return o",
])
def test_other_functions_of_the_course_and_comparing_are_allowed(body, isolation):
    names = {**a_kernel(), "functions": functions}
    run(f"@exercise('softmax')\ndef softmax(z):\n    {body}\n", names)
    assert exercises.state()["softmax"], exercises.state()["softmax"]


NEIGHBOURS = [
    ("relu", "leaky_relu", "return functions.leaky_relu(x, 0.0)"),
    ("relu", "leaky_relu",
     "v = functions.leaky_relu(np.asarray(x), alpha=0)\n    return v.tolist()"),
    ("relu_grad", "leaky_relu_grad", "return functions.leaky_relu_grad(x, 0.0)"),
    ("softmax", "temperature_softmax", "return functions.temperature_softmax(x, 1)"),
]


@pytest.mark.parametrize(("id", "theirs", "body"), NEIGHBOURS)
def test_a_body_that_calls_a_neighbour_of_it_is_none_either(id, theirs, body, isolation):
    names = {**a_kernel(), "functions": functions}
    run(f"@exercise({id!r})\ndef {id}(x):\n    {body}\n", names)
    result = exercises.state()[id]
    assert result.status == "not attempted"
    assert result.message == f"This calls the course's own `{theirs}`: write it yourself."


@pytest.mark.parametrize(("id", "body"), [
    ("sigmoid_grad", "s = functions.sigmoid(x)\n    return s * (1 - s)"),
    ("temperature_softmax", "return functions.softmax(np.asarray(x) / tau)"),
    ("two_class_probability", "return functions.sigmoid(x[:, 1] - x[:, 0])"),
    ("prelu_grads", "return functions.leaky_relu_grad(x, tau), np.minimum(x, 0)"),
])
def test_a_function_of_the_course_as_a_step_is_allowed(id, body, isolation):
    names = {**a_kernel(), "functions": functions}
    second = ", tau" if "tau" in body else ""
    run(f"@exercise({id!r})\ndef {id}(x{second}):\n    {body}\n", names)
    assert exercises.state()[id], exercises.state()[id]


def test_the_course_s_functions_are_as_they_were(isolation):
    before = functions.softmax.__code__, functions.softmax.__defaults__
    run(f"@exercise('softmax')\ndef softmax(z):\n    {BORROWED[0]}\n",
        {**a_kernel(), "functions": functions})
    assert (functions.softmax.__code__, functions.softmax.__defaults__) == before
    assert not [name for name in functions.softmax.__globals__ if "loan" in name]
