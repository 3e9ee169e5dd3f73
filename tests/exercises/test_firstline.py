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
from lines import compiled
from misstep import cards
from misstep.judge.verdict import Line
from misstep.line import firstline, repairs
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
    def tanh_grad(x):  # "Besides, x is squared inside tanh."
        return 1 - np.tanh(np.asarray(x) ** 2.0)

    line = Line(2, "return 1", "", without="- 1", sure=True, rows=((1, "", "", "", ""),) * 2)
    monkeypatch.setattr(firstline, "of", lambda *_: (line, ((), "")))
    result = exercises.check("tanh_grad", tanh_grad)
    assert "Besides, " in exercises.check("tanh_grad", tanh_grad, line=False).where
    assert "Without `- 1` it is right." in str(result)
    assert result.misconception is None and "Besides" not in str(result)


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
    result = exercises.Result("softmax", "failed", "m", "axis/whole-batch", line=found)
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


def test_a_line_may_be_missing():
    line = Line(3, "e = np.exp(z)", "z", on=True)
    assert "or a line is missing before it" in str(line)


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
    assert (line.line, line.part, line.yours) == (5, "1", "")
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
    assert len(kept) == result.total + 1 + len(heads), "the search works on copies"
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
    assert "a &lt; b" in cards.as_html(exercises.Result("softmax", "failed", "m", line=line))


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
    found = {(line, words) for line, words, _ in repairs.deletions(compiled(source, NAMES, "f"))}
    assert found == {(4, "n += 1"), (5, "np.exp(…)"), (2, "n = 0"), (10, "a +"),
                     (5, "a = np.asarray(np.exp(x))")}
    slow = checked("cross_entropy", LOSS.format(
        "n = 0\n    while n < 3:\n        n += 1\n    return np.tanh(loss * 1.3)"))
    assert not slow.notes and slow.status == "failed"


def test_what_holds_no_number_is_no_value_of_a_right_solution():
    """np.gradient of a number is an empty tuple."""
    card = str(checked("numerical_gradient", "def numerical_gradient(f, x, h=1e-5):\n"
                       "    return np.gradient(f(x), h)\n"))
    assert "Line 2 is where it goes wrong" in card and "a right solution" not in card
