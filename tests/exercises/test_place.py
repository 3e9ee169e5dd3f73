"""The place: found by a repair, and no place where that proves nothing."""

import numpy as np
import pytest

from course_utils import exercises, functions
from lines import compiled, failing_cases
from misstep.line import firstline, probes
from misstep.line.observed import fits
from misstep.line.place import Evidence

RIGHT = ["z = np.asarray(z, float)", "a = z.max(-1, keepdims=True)", "e = np.exp(z - a)",
         "s = e.sum(-1, keepdims=True)", "return e / s"]


def place(**changed):
    lines = [changed.get(f"line{i}", line) for i, line in enumerate(RIGHT, start=2)]
    return place_in("softmax", "z", lines)[0]


def place_in(id, arguments, lines, **names):
    """The place found in a function of these lines, and the text of the place."""
    source = f"def f({arguments}):\n    " + "\n    ".join(lines) + "\n"
    fn = compiled(source, {"np": np, "functions": functions, **names})
    exercise = exercises.record(id)
    failing, shown, _ = failing_cases(exercise, fn)
    cases = firstline.chosen(exercise.judge, failing, shown)
    firstline.references.references(exercise).see(cases)
    seen, found = firstline.search(exercise, fn, cases)
    return found, found and seen.program.text(found.node)


@pytest.mark.parametrize("line, code", [
    (4, "e = np.exp(a - z)"), (4, "e = np.exp(z - a) + 0.1"), (5, "s = e.max(-1, keepdims=True)"),
    (6, "return s / e"), (6, "return e - s")])
def test_the_changed_line_is_the_place(line, code):
    found = place(**{f"line{line}": code})
    lines = {found.node.line, found.other and found.other.line}  # or one of two that would do
    assert found.evidence.claim() and line in lines, found


def test_two_faults_in_two_lines_have_no_place():
    found = place(line4="e = np.exp(a - z) + 0.2", line6="return np.sqrt(e / s) - 0.1")
    assert found is None or found.node.line in (4, 6)


def test_values_fit_turn_by_turn_or_as_a_table():
    table = np.arange(6.0).reshape(2, 3)
    assert np.array_equal(next(fits([table], [np.zeros(3)] * 2, 2)), table)
    assert [v.shape for v, in fits([table], [np.zeros(6)], 1)] == [(2, 3), (6,), (3, 2)]
    assert list(fits([table], [0.0] * 5, 5)) == []


def named(found):
    """The lines that are said."""
    if found is None or not found.evidence.claim():
        return set()
    return {found.node.line} | ({found.other.line} if found.other else set())


PERCEPTRON = ["v = w", "c = b", "s = v @ x + c", "wrong = y * s <= 0", "k = y", "W = w + (k + x) "
              "if wrong else w", "B = b + k if wrong else b", "return W, B"]


def test_a_line_that_right_answers_have_too_is_not_the_place():
    found, _ = place_in("perceptron_update", "w, b, x, y", PERCEPTRON)  # not line 6, k = y
    assert named(found) == {7}, found


def test_of_two_lines_that_only_rename_the_one_that_is_too_much_is_the_place():
    lines = ["k = np.asarray(x, float)", "f = k", "d = beta * k", "s = functions.sigmoid(d)",
             "o = f", "return o"]
    assert named(place_in("swish", "x, beta=1.0", lines)[0]) == {6}


def test_a_line_that_divides_by_one_only_renames():
    lines = ["s = high - low", "a = s / 1", "b = -a", "w = np.array([a, b])", "return w, 0.0"]
    assert named(place_in("fold_xor", "low, high", lines)[0]) == {3}


@pytest.mark.parametrize("line, lost", [
    ("np.exp(d)", True), ("e / 2", True), ("d.astype(float)", False), ("np.exp(d, out=d)", False),
    ("rows.append(d)", False), ("rows.pop()", False), ("print(end='')", False),
    ("len(d)", False), ("np.isfinite(d).all()", False)])
def test_a_line_whose_value_nothing_keeps(line, lost):
    lines = ["x = np.asarray(z, float)", "d = x - x.max(-1, keepdims=True)", "rows = [1.0, 2.0]",
             "e = d + 1.5", line, "return e / (np.abs(e).sum(-1, keepdims=True) + 0.3)"]
    found, _ = place_in("softmax", "z", lines)
    assert (found is not None and found.evidence.kind == "lost") == lost, found
    assert not lost or named(found) == {6}


def test_parts_of_a_line_that_would_do_equally_are_said_as_one():
    found, text = place_in("label_smoothing", "T, eps", ["return 1 * T + eps / T.shape[1]"])
    assert named(found) == {2} and text == "1 * T"


def test_what_comes_of_numbers_that_are_not_compared_is_not_called_right():
    lines = ["known = [complex(v, 1e-30) for v, t in zip(inputs, direction)]",
             "for op, *at in trace:", "    v, q = known[at[0]], known[at[-1]]",
             "    known.append(np.sin(v) if op == 'sin' else v + q if op == '+' else v * q)",
             "return known[-1].real, known[-1].imag / 1e-30"]
    found, _ = place_in("forward_mode", "trace, inputs, direction", lines)
    assert named(found) <= {2}, found


def test_a_fault_in_the_part_of_a_table_is_not_put_where_the_table_is_read():
    lines = ["sums = [[0.0, 0.0, 0] for _ in range(n_bins)]",
             "for c, k in zip(conf, correct):",
             "    row = sums[min(int(float(c) * n_bins), n_bins - 1)]",
             "    row[0], row[1], row[2] = row[0] + float(c), row[1], row[2] + 1",
             "return ([c / n if n else 0 for c, _, n in sums], "
             "[k / n if n else 0 for _, k, n in sums], [n for _, _, n in sums])"]
    found, _ = place_in("reliability_bins", "conf, correct, n_bins", lines)
    assert named(found) <= {5}, found


def test_a_function_inside_that_is_right_in_some_of_its_calls_is_not_the_place():
    lines = ["a = np.array(x, dtype=float)", "move = lambda p, e: p + e",
             "u = lambda p, e: f(move(p, h * e))", "v = lambda p, e: f(move(p, e))",
             "g = lambda p, e: (u(p, e) - v(p, e)) / (2 * h)",
             "return np.stack([g(a, e) for e in np.eye(len(a))], axis=1)"]
    found, _ = place_in("jacobian", "f, x, h=1e-5", lines)
    assert 3 not in named(found), found


def test_what_is_no_array_yet_is_not_put_where_it_raises():
    lines = ["w = tokens", "k = np.arange(n)", "i = np.arange(len(w) - n + 1)",
             "return w[i[:, None] + k]"]
    assert 5 not in named(place_in("windows", "tokens, n", lines)[0])


FIRST = ["x = np.asarray(x, float)"]
CALLS_INSIDE = {  # exercise, argument, lines, the line that calls the function inside
    "a lambda": ("sigmoid_grad", "x", [*FIRST, "s = lambda v: 1 / (2 + np.exp(-v))", "a = s(x)",
                                       "return a * (1 - a)"], 4),
    "two ways out": ("softmax", "x", [
        *FIRST, "def total(v):", "    if v.ndim > 1:", "        return v.sum()",
        "    return v.max()", "e = np.exp(x - x.max(-1, keepdims=True))", "s = total(e)",
        "return e / s"], 8),
}


@pytest.mark.parametrize("name", CALLS_INSIDE)
def test_the_caller_of_a_function_inside_is_not_the_place(name):
    id, argument, lines, caller = CALLS_INSIDE[name]
    assert caller not in named(place_in(id, argument, lines)[0])


def test_the_caller_of_a_function_outside_is_not_the_place():
    """The line is right: what it calls is wrong."""
    fn = compiled("def s(x):\n    return 1 / (1 + np.exp(-0.5 * x))\n\n\ndef sigmoid_grad(x):\n"
                  "    x = np.asarray(x, float)\n    a = s(x)\n    return a * (1 - a)\n",
                  {"np": np}, "sigmoid_grad")
    result = exercises.check("sigmoid_grad", fn)
    assert result.status == "failed" and (result.line is None or result.line.line != 7)


def test_memory_that_nothing_has_written_is_not_the_place():
    lines = ["base = np.array(x, dtype=float)", "out = np.empty_like(base)",
             "for i, e in enumerate(np.eye(len(base))):",
             "    up = (f(base + h * e) - f(base - h * e)) / (2 * h)", "return out"]
    for _ in range(3):
        assert 3 not in named(place_in("numerical_gradient", "f, x, h=1e-5", lines)[0])


@pytest.mark.parametrize("name", ["empty", "empty_like"])
def test_what_is_not_written_yet_is_the_same_each_time(name):
    fn = compiled(f"def f(x):\n    out = np.{name}({'3' if name == 'empty' else 'x'})\n"
                  "    return out\n", {"np": np})
    program = probes.trace(fn)
    value, error = program.run((np.ones(3),), {}, lambda k, thunk: thunk())
    assert error is None and np.isnan(value).all() and np.ones(3).all()


def test_three_lines_that_would_do_are_not_said():
    assert Evidence("follows", fine=True, lines=2).claim()
    assert not Evidence("follows", fine=True, lines=3).claim()
