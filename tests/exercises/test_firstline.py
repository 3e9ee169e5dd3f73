"""The first wrong line: where it is named, how it is said, and where not a word is."""

import dataclasses
import itertools
import math
import os
import textwrap
import time

import numpy as np
import pytest

from course_utils import exercises, functions
from course_utils.maths import automatic
from lines import compiled
from misstep import Result, cards
from misstep.judge.verdict import Line
from misstep.line import firstline, references, repairs
from misstep.session import Replay

NAMES = {"np": np, "math": math, "functions": functions}

SUM_OVER_ALL = """\
def softmax(z):
    z = np.asarray(z, float)
    z = z - z.max(-1, keepdims=True)
    e = np.exp(z)
    s = e.sum() + 0.3
    return e / s
"""


def checked(id, source, **names):
    return exercises.check(id, compiled(source, {**NAMES, **names}, id))


def test_the_line_is_named(isolation):
    result = checked("softmax", SUM_OVER_ALL)
    assert result.misconception is None
    found = result.first_line
    assert (found.line, found.code) == (5, "s = e.sum() + 0.3")
    assert "Line 5 is where it goes wrong: `s = e.sum() + 0.3`." in str(result)
    assert "Line 5" in result._repr_html_()


def test_beside_a_name_stands_the_number_of_the_line_and_no_more():
    result = checked("softmax", SUM_OVER_ALL.replace(" + 0.3", ""))
    assert result.misconception == "axis/whole-batch"
    assert "\nLine 5.\n" in str(result) and "e.sum()" not in str(result)
    assert ">Line 5.<" in result._repr_html_()
    assert "line by line:" in repr(Replay(result)) and "leaves here" in repr(Replay(result))
    assert ["plain", "Line 5."] in cards.as_data(result)


def test_where_all_is_right_without_one_operand_two_faults_are_no_name(monkeypatch):
    def tanh_grad(x):  # "…, and you square x inside tanh."
        return 1 - np.tanh(np.asarray(x) ** 2.0)

    line = Line(2, "return 1", "", without="- 1", sure=True, rows=((1, "", "", "", ""),) * 2)
    monkeypatch.setattr(firstline, "of", lambda *_: (line, ((), "")))
    result = exercises.check("tanh_grad", tanh_grad)
    assert "two mistakes" in exercises.check("tanh_grad", tanh_grad, line=False).finding
    assert "Without `- 1` it is right." in str(result)
    assert result.misconception is None and "two mistakes" not in str(result)


def test_a_result_of_another_kind_is_no_step_in_the_wrong_place():
    source = """\
        def sigmoid(x):
            x = np.asarray(x, float)
            return map(lambda v: (1 + math.tanh(v / 2)) / 2, np.ravel(x))
    """
    result = checked("sigmoid", textwrap.dedent(source))
    assert result.got[1] == "a map" and "a value of a right solution" not in str(result)


@pytest.mark.parametrize("found", [
    Line(5, "s = 1", "1", sure=False, rows=((4,), (5,))),
    Line(5, "s = 1", "1", sure=True, rows=((5,),)),
    None,
])
def test_beside_a_name_what_is_not_sure_or_the_only_line_is_not_said(found):
    result = Result("softmax", "failed", "m", "axis/whole-batch", line=found)
    assert result.first_line is None and "Line 5" not in str(result)


def test_a_name_that_says_where_costs_no_search(monkeypatch):
    def asked(*args):
        raise AssertionError("asked for")

    monkeypatch.setattr(firstline, "first_line", asked)
    result = checked("softmax", "def softmax(z):\n    z -= z.max(-1, keepdims=True)\n"
                     "    e = np.exp(z)\n    return e / e.sum()\n")
    assert result.misconception.startswith("in-place/") and result.line is None


def test_a_card_runs_nothing():
    """Twenty prints are one card: it is a picture of a record, which the check has made whole."""
    calls = []
    source = SUM_OVER_ALL.replace("    z = np", "    calls.append(1)\n    z = np", 1)
    result = checked("softmax", source, calls=calls)
    ran = len(calls)
    cards_drawn = {(str(result), result._repr_html_(), repr(result)) for _ in range(20)}
    assert len(cards_drawn) == 1 and len(calls) == ran


def test_why_shows_it_line_by_line():
    said = repr(Replay(checked("softmax", SUM_OVER_ALL)))
    rows = said.split("line by line:\n")[1].splitlines()
    assert len(rows) == 5 and rows[2].endswith("✓") and "the exponentials" in rows[2]
    assert rows[3].endswith("leaves here") and rows[3].split()[0] == "5"
    assert "✓" not in rows[4]


def test_what_belongs_there_is_said_with_its_noun_and_shape():
    result = checked("softmax", SUM_OVER_ALL.replace("e.sum() + 0.3", "np.tanh(e.sum(-1))"))
    unnamed = dataclasses.replace(result, misconception=None)
    line = unnamed.first_line
    assert line.line == 5
    assert "e.sum(-1, keepdims=True)" not in str(unnamed), "never the code to write"


def test_an_error_names_its_line_itself():
    result = checked("softmax", "def softmax(z):\n    x = np.asarray(z, float)\n"
                     "    e = np.exp(x).summ(-1)\n    return e\n")
    assert result.status == "error" and str(result).count("e = np.exp(x).summ(-1)") <= 1


def test_two_lines_that_would_do_are_both_said():
    line = Line(3, "a = b", "b", other=4)
    assert "Lines 3 and 4" in str(line)


def test_of_right_parts_in_a_wrong_line_none_is_blamed():
    line = str(Line(3, "e = np.exp(z + a)", "z", on=True))
    assert line.endswith("What goes into it is right, what it computes is not.")


def test_what_was_not_seen_is_no_value_of_a_right_solution():
    """An iterator has no value to be compared."""
    result = checked("windows", "def windows(tokens, n):\n    return np.array(list("
                     "itertools.combinations(tokens, n)))\n", itertools=itertools)
    assert result.first_line.line == 2
    assert "value of a right solution" not in str(result)


def test_a_value_that_nothing_keeps_is_said_in_words():
    result = checked("softmax", "def softmax(z):\n    x = np.asarray(z, float)\n"
                     "    np.exp(x)\n    return x / x.sum(-1, keepdims=True)\n")
    line = dataclasses.replace(result, misconception=None).first_line
    assert (line.line, line.lost, line.beside()) == (3, True, "")
    assert str(line).endswith("goes nowhere: no name keeps it.")


def test_a_part_of_a_line_is_not_called_its_value():
    source = SUM_OVER_ALL.replace("z.max(-1, keepdims=True)", "z.max(-1, keepdims=True) / 2")
    result = checked("softmax", source.replace("e.sum() + 0.3", "e.sum(-1, keepdims=True) + 1"))
    line = dataclasses.replace(result, misconception=None).first_line
    assert (line.line, line.yours) == (5, "")
    assert "Without `+ 1` it is right." in str(line)


def test_of_a_return_there_is_no_rest():
    result = checked("sigmoid_grad", "def sigmoid_grad(x):\n    s = 1 / (1 + np.exp(-np.asarray("
                     "x, float)))\n    return np.arctan2(s, 1 - s)\n")
    line = dataclasses.replace(result, misconception=None).first_line
    assert line.line == 3 and "the rest of" not in str(line) and "goes into it" in str(line)


def test_of_a_yes_or_no_no_number_is_guessed():
    # k = -1 would make it right as well, but the comparison is what is wrong
    result = checked("is_linearly_separable", """def is_linearly_separable(X, y):
    A = np.column_stack([X, np.ones(len(X))])
    A = A / np.linalg.norm(A, axis=1, keepdims=True)
    A[np.asarray(y) == 0] *= -1
    w, k = np.zeros(A.shape[1]), 0
    while np.linalg.norm(w) > k * 0.001:
        worst = np.argmin(A @ w)
        if A[worst] @ w > 0:
            return True
        w, k = w + A[worst], k + 1
    return False
""")
    assert result.status == "failed"
    assert dataclasses.replace(result, misconception=None).first_line is None


def test_a_return_in_parts_is_not_blamed_for_what_comes_before():
    result = checked("checkpointed_backward", """def checkpointed_backward(blocks, x, stored):
    kept, h, runs = {0: x}, x, 0
    for i, (f, _) in enumerate(blocks, 1):
        h, runs = h, runs + 1
        if i in stored:
            kept[i] = h
    y, adjoint = h, 1.0
    for i in range(len(blocks), 0, -1):
        start = max(j for j in kept if j < i)
        for j in range(start + 1, i):
            kept[j], runs = blocks[j - 1][0](kept[j - 1]), runs + 1
        adjoint *= blocks[i - 1][1](kept[i - 1])
        kept.pop(i, None)
    return y, adjoint, runs
""")
    line = dataclasses.replace(result, misconception=None).first_line
    assert line is None or line.line == 4


def test_of_a_loop_is_not_said_what_all_turns_together_should_be():
    result = checked("embed_backward", "def embed_backward(G, tokens, V):\n    E = np.zeros((V, "
                     "np.shape(G)[-1]))\n    for i, w in enumerate(tokens):\n"
                     "        E[w] = E[w] + np.asarray(G, float)[i] * (i + 1)\n    return E\n")
    line = dataclasses.replace(result, misconception=None).first_line
    assert line is None or not line.should


def test_a_right_answer_never_meets_it(monkeypatch):
    def asked(*args):
        raise AssertionError("asked for a right answer")

    monkeypatch.setattr(firstline, "first_line", asked)
    assert exercises.check("softmax", functions.softmax)


@pytest.mark.parametrize("body", [
    "raise NotImplementedError",
    "return None",
    "yield z",
    "return eval('z')",
    "while True: pass",
])
def test_silence(body):
    assert checked("softmax", f"def softmax(z):\n    {body}\n").first_line is None


def test_no_function_with_a_text_is_met_with_silence():
    for fn in (np.exp, np.vectorize(lambda v: v), lambda z: np.exp(z) * 3 + z * 0.1):
        result = exercises.check("softmax", fn)
        assert result.status in ("failed", "error")
        str(result)


HOSTILE = {
    "a huge local": "big = np.zeros((1200, 1200)) + 1\n    return np.exp(z) + big[0, 0] * 0.3",
    "a property that raises": (
        "class A:\n        @property\n        def shape(self):\n            raise SystemExit\n"
        "        __array__ = shape\n    a = A()\n    b = [a]\n    return np.exp(z) * 0.3"),
    "all is caught": (
        "for _ in range(50):\n        try:\n            y = np.exp(z) * 0.3 + _\n"
        "        except BaseException:\n            y = z\n    return y"),
    "it prints": "print('x' * 10_000)\n    return np.exp(z) * 0.3 + 0.1",
    "it is random": "return np.exp(z) * np.random.rand()",
    "it ends the process on the tenth call": (
        "calls.append(1)\n    if len(calls) > 18:\n        os._exit(0)\n"
        "    return np.exp(z) * 0.3 + 0.1"),
    "it sleeps": "import time\n    time.sleep(0.01)\n    return np.exp(z) * 0.3 + 0.1",
    "it changes the argument": "z = np.asarray(z, float)\n    z *= 0.3\n    return np.exp(z)",
}


@pytest.mark.parametrize("what", [
    pytest.param(what, marks=[pytest.mark.full] * (what == "it sleeps")) for what in HOSTILE])
def test_hostile_code_is_bounded(what):
    names = {"calls": [], "os": os}
    start = time.process_time()
    result = checked("softmax", f"def softmax(z):\n    {HOSTILE[what]}\n", **names)
    assert result.status in ("failed", "error"), result
    assert len(str(result)) < 5000 and time.process_time() - start < 20


def test_nothing_of_the_students_changes_in_the_kernel_itself(monkeypatch):
    monkeypatch.setenv("COURSE_NO_CHILD", "1")
    kept, state = [], np.random.get_state()[1].copy()
    source = ("def softmax(z):\n    kept.append(1)\n    e = np.exp(np.asarray(z, float))\n"
              "    return e / (e.sum() + 0.3)\n")
    result = checked("softmax", source, kept=kept)
    assert result.first_line is None or result.first_line.line in (3, 4)
    heads = next(r for r in exercises.records() if r.id == "softmax").judge.heads
    assert len(kept) == result.total + 2 + len(heads), "the search works on copies"
    assert np.array_equal(state, np.random.get_state()[1])


def test_a_card_stays_small_and_escapes_what_a_student_wrote():
    source = ("def softmax(z):\n    e = np.exp(np.asarray(z, float) - np.max(z, -1, "
              "keepdims=True))\n    s = (e.sum() + 0.3) * ('<script>' < 'z')" + " + 0" * 200
              + "\n    return e / s\n")
    result = checked("softmax", source)
    page = result._repr_html_()
    assert "<script>" not in page and len(page) < 20_000
    if result.first_line:
        assert len(result.first_line.code) <= firstline.CODE


def test_the_words_escape_in_html():
    line = Line(2, "a < b", "a < b", "one number, 1")
    assert "a &lt; b" in cards.as_html(Result("softmax", "failed", "m", line=line))


# --- no right line is blamed ---------------------------------------------------------------------

QUOTIENT = """def softmax_jacobian(z):
    z = np.asarray(z, float)
    e = np.exp(z - z.max())
    S = e.sum()
    return {}
"""
LOOPS = """def softmax_jacobian(z):
    z = np.asarray(z, float)
    m = len(z)
    e = np.exp(z - z.max())
    S = e.sum()
    J = np.zeros((m, m))
    for i in range(m):
        for j in range(m):
            J[i, j] = {}
    return J
"""
SLIPS = pytest.mark.parametrize("source, id", [
    (QUOTIENT.format("(np.diag(e) - np.outer(e, e)) / S**2"), "omitted-term/quotient-s"),
    (QUOTIENT.format("(np.diag(e) * S - np.outer(e, e)) / S"), "factor/quotient-not-squared"),
    (LOOPS.format("((e[i] if i == j else 0) - e[i] * e[j]) / S**2"), "omitted-term/quotient-s"),
    (LOOPS.format("((e[i] * S if i == j else 0) - e[i] * e[j]) / S"),
     "factor/quotient-not-squared")])


@SLIPS
def test_the_quotient_rule_is_a_right_way(source, id):
    result = checked("softmax_jacobian", source)
    assert result.misconception == id
    assert result.line is None or "return" in result.line.code or "J[i, j]" in result.line.code


@SLIPS
def test_where_no_right_answer_goes_this_way_no_line_is_blamed(source, id, monkeypatch):
    judge = exercises.record("softmax_jacobian").judge
    ways = [s for s in references.solutions(exercises.record("softmax_jacobian"))
            if "np.diag(e)" not in str(getattr(s, "lines", ""))]
    monkeypatch.setattr(references, "solutions", lambda record: ways)
    judge.traced.clear()
    try:
        line = checked("softmax_jacobian", source).line
    finally:
        judge.traced.clear()
    assert line is None or str(line) == "Up to line 4, this agrees with a right solution."
    assert (line is None) == ("for" in source) and "leaves here" not in str(line and line.rows)


def test_a_value_that_many_ways_have_is_no_line_to_blame():
    result = checked("softmax", "def softmax(z):\n    x = np.asarray(z, float)\n"
                     "    e = np.exp(x - x.max(-1, keepdims=True))\n    return e\n")
    line = dataclasses.replace(result, misconception=None).first_line
    assert str(line) == "Up to line 4, this agrees with a right solution."
    assert result.first_line is None, "next to a name a line is shown only if it is wrong"


@pytest.mark.parametrize("id, body", [
    ("leaky_relu", "def leaky_relu(x, alpha=0.1):\n    x = np.asarray(x, float)\n"
                   "    return np.where(x > 0, x, alpha * x)\n"),
    ("embed_backward", "def embed_backward(G, tokens, V):\n    d = np.zeros((V, np.shape(G)[-1]))\n"
                       "    d[np.asarray(tokens)] += G\n    return d / len(tokens)\n"),
    ("reverse_mode", """def reverse_mode(trace, inputs):
    v = automatic.run_trace(trace, inputs)
    n = len(inputs)
    adj = [1.0] * len(v)
    for k in reversed(range(len(trace))):
        op, *at = trace[k]
        for i, s in zip(at, automatic.slopes(op, [v[j] for j in at])):
            adj[i] += adj[n + k] * s
    return adj[:n]
"""),
    ("best_step", """def best_step(c):
    low, high = min(c), max(c)
    eta = 2 / (low + high)
    factor = high / low
    return eta, factor
"""),
    ("ridge_fit", """def ridge_fit(X, y, lam):
    gram = (X.T @ X).astype(float)
    np.fill_diagonal(gram, lam)
    return np.linalg.solve(gram, X.T @ y)
"""),
    ("embed_backward", """def embed_backward(G, tokens, V):
    d, counts = np.zeros((V, G.shape[1])), np.zeros(V)
    for g, w in zip(G, tokens):
        d[w] += g
        counts[w] += 1
    counts[counts == 0] = 1
    return d / counts[:, None]
"""),
    ("ce_logits_gradient", """def ce_logits_gradient(z, T):
    e = np.exp(z - z.max(axis=1, keepdims=True))
    o = e / e.sum(axis=1, keepdims=True)
    outer = (o - T) / len(z)
    slope = o * (1 - o)
    return outer * slope
""")],
    ids=["the default", "two faults", "the start", "a name handed back", "a call that changes",
         "a guard", "an input of the fault"])
def test_a_line_that_the_name_does_not_speak_of_is_not_shown(id, body):
    result = checked(id, body, automatic=automatic)
    assert result.misconception and "Line " not in str(result)


@pytest.mark.parametrize("id, body", [
    ("conformal_prediction_set", """def conformal_prediction_set(P_cal, y_cal, P_test, alpha):
    n = len(y_cal)
    scores = np.sort(1 - P_cal[np.arange(n), y_cal])
    r = int(np.ceil((n + 1) * alpha))
    if r > n:
        return np.ones_like(P_test, dtype=bool)
    return P_test <= scores[r - 1]
"""),
    ("forward_mode", """def forward_mode(trace, inputs, direction):
    v, d = list(inputs), list(direction)
    for op, *at in trace:
        s = automatic.slopes(op, [v[i] for i in at])
        v.append(automatic.apply(op, [v[i] for i in at]))
    return v[-1], d[-1]
"""),
    ("numerical_gradient", """def numerical_gradient(f, x, h=1e-5):
    def slope(i):
        up = np.array(x, float)
        up.flat[i] += h
        return (f(up) - f(np.shape(x))) / h
    return np.reshape([slope(i) for i in range(np.size(x))], np.shape(x))
"""),
    ("perceptron_update", """def perceptron_update(w, b, x, y):
    margin = y * (w @ x)
    if margin < 0:
        return w + y * x, b + y
    return w, b
""")], ids=["right on some cases alone", "entries handed back", "the caller of what raises",
          "a decision hides the rest"])
def test_without_a_name_no_line_is_blamed_for_what_is_wrong_before_it(id, body):
    result = checked(id, body, automatic=automatic)
    assert "Line " not in str(result), str(result)
    assert "the rank" not in result.ticked(), "where alpha is 0.5, alpha and 1 − alpha are equal"


def test_a_count_is_not_an_array_that_is_missing():
    card = str(checked("polynomial_features_1d", """def polynomial_features_1d(x, degree):
    rows = [[0.0] * (degree + 1)] * len(x)
    for i in range(len(x)):
        for j in range(degree + 1):
            rows[i][j] = float(x[i]) ** j
    return np.array(rows)
"""))
    assert "`len(x)` should be" not in card and "Line 2 is" not in card


def test_of_an_exercise_with_one_case_no_line_is_told():
    result = checked("xor_dataset", "def xor_dataset():\n    X = np.array([[0, 0], [0, 1], [1, 0], "
                     "[1, 1]])\n    y = np.array([0, 1, 1, 1])\n    return X, y\n")
    assert result.misconception == "neighbour-formula/or" and result.line is None


# --- what is too much ---------------------------------------------------------------------------

LOSS = """def cross_entropy(z, y):
    z = np.asarray(z, float)
    m = z.max(-1, keepdims=True)
    lse = np.log(np.exp(z - m).sum(-1)) + m[:, 0]
    loss = np.mean(lse - z[np.arange(len(y)), y])
    {}
"""


@pytest.mark.parametrize("last, words", [
    ("return np.cbrt(loss)", "np.cbrt(…)"),
    ("return loss + 0.37 * len(y) ** 0.5", "+ 0.37 * len(y) ** 0.5"),
    ("return 0.37 * len(y) + loss", "0.37 * len(y) +"),
    ("return loss / 1.07 ** len(y)", "/ 1.07 ** len(y)"),
    ("loss += np.ptp(z) / 7; return loss", "loss += np.ptp(z) / 7"),
])
def test_what_is_too_much_is_told_with_its_line(last, words):
    found = checked("cross_entropy", LOSS.format(last)).line
    assert (found.line, found.without) == (6, words)
    assert f"Without `{words}` it is right." in str(found)


def test_beside_a_name_too():
    result = checked("cross_entropy", LOSS.format("return -loss"))
    assert result.misconception
    named = checked("cross_entropy", LOSS.format("return loss * 2"))
    assert named.misconception and "Line 6. Without `* 2` it is right." in str(named)


def test_nothing_is_left_out_that_makes_a_loop_endless_or_an_argument_idle():
    source = """def f(x, y):
    n = 0
    while n < len(x):
        n += 1
    a = np.asarray(np.exp(x))
    try:
        a = np.exp(a)
    except ValueError:
        pass
    return a + y
"""
    found = {d[:2] for d in repairs.deletions(compiled(source, NAMES, "f"))}
    assert found == {(4, "n += 1"), (5, "np.exp(…)"), (2, "n = 0"), (10, "a +"),
                     (5, "a = np.asarray(np.exp(x))")}
    slow = checked("cross_entropy", LOSS.format(
        "n = 0\n    while n < 3:\n        n += 1\n    return np.tanh(loss * 1.3)"))
    assert not slow.notes and slow.status == "failed"


def test_a_whole_statement_goes_before_its_parts():
    """The rows of d_z add up to 0, so that without `* d_U` all would be right by accident."""
    card = str(checked("mlp_backward", """def mlp_backward(f, T, H, b_H, U, b_U):
    k = f @ H + b_H
    h = np.maximum(k, 0)
    d_z = (functions.softmax(h @ U + b_U) - T) / len(f)
    d_U = h.T @ d_z
    U = U - 0.1 * d_U
    d_k = d_z @ U.T * (k >= 0)
    return {"H": f.T @ d_k, "b_H": d_k.sum(axis=0, keepdims=True), "U": d_U,
            "b_U": d_z.sum(axis=0, keepdims=True)}
"""))
    assert "Line 6. Without `U = U - 0.1 * d_U` it is right." in card


def test_of_two_different_repairs_none_is_told():
    result = checked("cross_entropy", LOSS.format("return loss + 0.5 * (len(y) - len(y) + 1)"))
    assert not result and "Without" not in str(result.line)


def test_what_holds_no_number_is_no_value_of_a_right_solution():
    """np.gradient of a number is an empty tuple."""
    card = str(checked("numerical_gradient", "def numerical_gradient(f, x, h=1e-5):\n"
                       "    return np.gradient(f(x), h)\n"))
    assert "Line 2 is where it goes wrong" in card and "a right solution" not in card
