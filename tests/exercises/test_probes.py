"""Probes: a function's values seen and exchanged, without changing what it does."""


import numpy as np
import pytest

from lines import compiled
from misstep.judge import source, work
from misstep.line import probes


def traced(source, name="f", **names):
    return probes.trace(compiled(source, {"np": np, **names}, name))


def recorded(program, *args):
    recorder = probes.Recorder()
    value, error = program.run(args, {}, recorder)
    told = {program.text(program.nodes[k]): turns for k, turns in recorder.turns.items()}
    return value, error, told


def test_each_value_is_seen_turn_by_turn():
    program = traced("def f(n):\n    total = 0\n    for i in range(n):\n        total += i * i\n"
                     "    return total / 2\n")
    value, error, seen = recorded(program, 4)
    assert (value, error) == (7.0, None)
    assert seen["i * i"] == [0, 1, 4, 9] and seen["total / 2"] == [7.0]


def test_a_value_in_another_ones_place():
    program = traced("def f(x):\n    y = x + 1\n    return y * 2\n")
    k = next(n.k for n in program.nodes if program.text(n) == "x + 1")
    value, _ = program.run((1,), {}, probes.Swapper(k, [10]))
    assert value == 20


def test_a_value_that_makes_an_array_huge_is_counted_by_its_entries():
    """A repair put 10^7 into `np.zeros(n)`: 19 s of computing passed as 0.1 s of work."""
    program = traced("def f(n):\n    m = n + 0\n    w = np.zeros(m)\n    return w.copy()\n")
    k = next(n.k for n in program.nodes if program.text(n) == "n + 0")
    small, huge = probes.Swapper(k, [10]), probes.Swapper(k, [10**7])
    for probe in (small, huge):
        program.run((3,), {}, probe)
    assert small.done[0] < 500 and huge.done[0] > 10**5


def test_what_is_seen_is_a_copy():
    program = traced("def f(x):\n    y = x * 1.0\n    z = y[:]\n    z -= 1\n"
                     "    np.exp(z, out=z)\n    return y\n")
    given = np.zeros(3)
    _, _, seen = recorded(program, given)
    assert np.array_equal(seen["x * 1.0"][0], np.zeros(3))
    assert np.array_equal(seen["y[:]"][0], np.zeros(3)) and not given.any()


@pytest.mark.parametrize("body, given, wanted", [
    ("return [v * 2 for v in x if v > 0]", [1, -1, 3], [2, 6]),
    ("return sum(v * v for v in x)", [1, 2], 5),
    ("g = lambda v, w=2: v * w\n    return g(x) + g(x, w=3)", 4, 20),
    ("def g(v):\n        return v + 1\n    return g(g(x))", 1, 3),
    ("@np.vectorize\n    def g(v):\n        return max(v, 0)\n    return g(x).tolist()",
     [-1, 2], [0, 2]),
    ("return x * f(x - 1) if x > 1 else 1", 5, 120),
    ("while True:\n        x -= 1\n        if x < 0:\n            break\n    else:\n"
     "        x = 9\n    return x", 3, -1),
    ("try:\n        return x[9]\n    except IndexError as err:\n        return len(str(err)) > 0",
     [1], True),
    ("if (n := len(x)) > 1:\n        return n\n    return 0", [1, 2], 2),
    ("a, *b = x\n    (c, d), e = (a, b), 5\n    return c + sum(d) + e", [1, 2, 3], 11),
    ("with np.errstate(all='ignore'):\n        y = np.float64(x) / 0\n    return np.isinf(y)", 1,
     True),
    ("rows = []\n    for v in x:\n        rows.append(v)\n    rows[0] += 5\n    return rows",
     [1, 2], [6, 2]),
    ("def walk():\n        yield from x\n    return list(walk())", [1, 2], [1, 2]),
])
def test_probes_change_nothing(body, given, wanted):
    source = f"def f(x):\n    {body}\n"
    plain = compiled(source, {"np": np})
    assert plain(given) == wanted
    value, error, _ = recorded(probes.trace(plain), given)
    assert error is None and value == wanted


def test_defaults_and_names_around_stay_as_they_are():
    source = ("def make():\n    kept = []\n    def f(x, seen=[]):\n        seen.append(x)\n"
              "        kept.append(x)\n        known.append(x)\n        return len(seen)\n"
              "    return f\n")
    known = []
    fn = compiled(source, {"known": known}, "make")()
    program = probes.trace(fn)
    assert recorded(program, 1)[0] == 1
    assert known == [] and fn.__defaults__ == ([],) and fn(1) == 1


@pytest.mark.parametrize("text", [
    "def f(x):\n    yield x\n",
    "def f(x):\n    return eval('x')\n",
    "def f(x):\n    return locals()['x']\n",
    "def f(x):\n    global counter\n    counter = x\n    return x\n",
    "async def f(x):\n    return x\n",
    "def f(x):\n    match x:\n        case _:\n            return 1\n",
])
def test_what_cannot_be_followed_is_refused(text):
    with pytest.raises(source.Unfollowed):
        traced(text)


@pytest.mark.parametrize("fn", [np.exp, len, np.vectorize(abs), type("F", (), {"__call__": len})()])
def test_no_plain_function_is_refused(fn):
    with pytest.raises(source.Unfollowed):
        probes.trace(fn)


def test_a_function_without_its_text_is_refused():
    space = {}
    exec(compile("def f(x):\n    return x\n", "<nowhere>", "exec"), space)
    with pytest.raises(source.Unfollowed):
        probes.trace(space["f"])


class Spiteful:
    """Fails whenever it is looked at."""

    def __getattribute__(self, name):
        raise SystemExit

    __array__ = __float__ = __len__ = __iter__ = __getattribute__


def test_only_plain_and_small_values_are_kept():
    assert probes.numeric(Spiteful()) is None and probes.numeric([1, Spiteful()]) is None
    assert probes.numeric(np.zeros(100_000)) is None and probes.numeric([0] * 100_000) is None
    assert probes.numeric("text") is None and probes.numeric(10**400) is None
    assert probes.numeric(np.complex128(1 + 2j)) is None and probes.numeric(np.str_("text")) is None
    assert probes.numeric([[1, 2], [3]]) is None and probes.numeric(range(3)).tolist() == [0, 1, 2]
    assert probes.numeric((1, 2.5)).tolist() == [1, 2.5] and probes.numeric(True) is True


def test_what_is_kept_of_one_call_is_bounded():
    program = traced("def f(n):\n    total = np.zeros(1000)\n    for i in range(n):\n"
                     "        total = total + i\n    return total\n")
    _, _, seen = recorded(program, 2000)
    kept = [v for turns in seen.values() for v in turns if v is not None]
    assert sum(map(np.size, kept)) <= probes.ROOM + probes.SIZE
    assert max(map(len, seen.values())) <= probes.TURNS


def test_a_loop_without_end_is_left():
    program = traced("def f(x):\n    while True:\n        x = x + 1\n")
    with pytest.raises(work.OutOfWork):
        program.run((0,), {}, probes.Recorder(10_000))


def test_a_lambda_is_found_among_others_in_its_line():
    pair = (lambda x: x + 1, lambda x: x * 3)
    assert [recorded(probes.trace(fn), 5)[0] for fn in pair] == [6, 15]


def sources(program, text):
    """The texts of what goes into the last place with this text, directly."""
    node = [n for n in program.nodes if program.text(n) == text][-1]
    return {program.text(program.nodes[k]) for k in node.sources}


def test_what_is_written_into_a_part_is_in_the_whole():
    program = traced("def f(x):\n    rows = np.zeros((2, 2))\n    row = rows[0]\n"
                     "    row[:] = x + 1\n    return rows\n")
    assert "x + 1" in sources(program, "rows")


def test_the_variable_of_a_comprehension_is_made_of_what_it_runs_over():
    program = traced("def f(x):\n    v = x + 1\n    y = x * 2\n    w = [v - 1 for v in y]\n"
                     "    return v, w\n")
    inside, after = [n for n in program.nodes if n.kind == "Name" and n.name == "v"]
    assert {program.text(program.nodes[k]) for k in inside.sources} == {"y"}
    assert {program.text(program.nodes[k]) for k in after.sources} == {"x + 1"}


@pytest.mark.parametrize("line, changes", [
    ("rows.pop()", True), ("np.exp(x, out=x)", True), ("x - 1", False), ("np.exp(x)", False),
    ("next(rows)", True)])
def test_a_call_on_a_line_of_its_own_may_be_there_for_what_it_changes(line, changes):
    program = traced(f"def f(x):\n    rows = [x]\n    {line}\n    return rows\n")
    assert [s.changes for s in program.statements if s.kind == "Expr"] == [changes]
