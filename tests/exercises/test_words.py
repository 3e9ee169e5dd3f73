"""No sentence of a card is refuted by the answer's own text, or by what it returned."""

import dataclasses
import linecache
import re
import textwrap
from types import SimpleNamespace

import numpy as np
import pytest

from course_utils import exercises, functions
from misstep.course import Limits, Session
from misstep.judge import claims, explain, faults, form, grammar, sandbox, symptoms, tables
from misstep.judge.answer import Answer
from misstep.judge.portable import Observation
from misstep.judge.records import bank
from misstep.line import firstline, repairs

_count = iter(range(10**6))
BANK = grammar.Bank("f(x)\n    o = x")  # no mistakes are known


def made(source):
    """The function that a text defines; its text can be read."""
    source = textwrap.dedent(source)
    file = f"<form {next(_count)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = {"np": np, "functions": functions}
    exec(compile(source, file, "exec"), names)
    return names[[n for n in names if callable(names[n]) and n != "np"][-1]]


def judged(source):
    fn = made(source)
    return exercises.check(fn.__name__, fn)


# --- what a text shows ------------------------------------------------------------------------

PLAIN = "def f(x):\n    return x @ x.T\n"
LOOP = "def f(x):\n    out = []\n    for i in range(3):\n        out.append(x[i])\n    return out\n"


def answer_of(fn, *arguments):
    judge = SimpleNamespace(arguments=list(arguments))
    return Answer(judge, [], [], [], [], BANK, None, form=form.of(fn))


@pytest.mark.parametrize("needs, source, met", [
    ("range", PLAIN, False),
    ("range", LOOP, True),
    ("cut-range", LOOP, False),
    ("cut-range", LOOP.replace("range(3)", "range(1, 3)"), True),
    ("cut-range", LOOP.replace("range(3)", "range(len(x) - 1)"), True),
    ("cut-range", "def f(x):\n    return x[1:]\n", True),
    ("cut-range", "def f(x):\n    return x[0:]\n", False),
    ("return-in-loop", LOOP, False),
    ("return-in-loop", LOOP.replace("\n    return", "\n        return"), True),
    ("loop", PLAIN, False),
    ("loop", LOOP, True),
    ("operator * **", PLAIN, False),
    ("operator * **", PLAIN.replace("@", "*"), True),
    ("operator -", PLAIN, False),
    ("operator -", "f = lambda x: x - 1\n", True),
    ("operator -", "f = lambda x: np.subtract(x, 1)\n", True),
    ("decision", PLAIN, False),
    ("decision", "def f(x):\n    return max(x, 0)\n", True),
    ("exponential", PLAIN, False),
    ("exponential", "def f(x):\n    return np.exp(x)\n", True),
    ("reshape", PLAIN, False),
    ("axis", PLAIN, False),
    ("axis", "def f(x):\n    return x.sum(0)\n", True),
    ("axis", "def f(x):\n    return np.sum(x, axis=0)\n", True),
    ("rounding", PLAIN, False),
    ("rounding", "def f(x):\n    return x // 2\n", True),
    ("rounding", "def f(x):\n    return np.zeros(x.shape)\n", False),
    ("rounding", "def f(x):\n    return np.zeros(x.shape, dtype=int)\n", True),
    ("column-index", PLAIN, False),
    ("chain", "f = lambda x: 0 < x < 1\n", True),
    ("default", "def f(x, a=1):\n    return x\n", True),
    ("default", PLAIN, False),
    ("name unique set", PLAIN, False),
    ("name unique set", "def f(x):\n    return np.unique(x)\n", True),
    ("operator @, loop", PLAIN, False),
    ("operator @, name T", PLAIN, True),
    ("loop or operator @", PLAIN, True),
    ("unused x", PLAIN, False),
    ("unused x", "def f(y):\n    return y\n", False),
    ("unused x", "def f(y):\n    y = 1\n    return y * 2\n", False),
    ("unused x", "def f(y):\n    y = 1\n    return 2\n", True),
    ("", PLAIN, True),
])
def test_a_claim_is_met_by_what_the_text_has(needs, source, met):
    assert answer_of(made(source), "x").meets(needs) == met


def test_helpers_are_read_too_and_without_a_text_no_claim_of_it_is_met():
    fn = made("def helper(x):\n    return [v for v in range(3)]\n\n"
              "def f(x):\n    return helper(x)\n")
    assert answer_of(fn).meets("range, loop")
    signs = [f"operator {sign}" for sign in claims.OPERATORS]
    for words in (*claims.CLAIMS, *claims.PROPERTIES, *signs,
                  "name print", "unused x"):
        assert answer_of(np.exp, "x").meets(words) == (words == "unread"), words
    assert answer_of(np.exp).meets("all-parts")  # of the result


def test_without_a_text_a_name_is_given_only_if_it_can_be_said_without_the_claim():
    """The first row is left out in both; the text of only one can be read."""
    text = "def embed_lookup(E, tokens):\n    return E[np.asarray(tokens)[{}:]]\n"
    space = {"np": np}
    exec(text.format(1), space)
    unread = exercises.check("embed_lookup", space["embed_lookup"])
    read = judged(text.format(1))
    assert unread.misconception == read.misconception == "off-by-one/first-row"
    assert unread.finding == read.finding and not unread.where
    assert read.where == "range(n) and [:n] begin with 0."


@pytest.mark.parametrize("field", ["needs: lop", "where needs: operator +-", "needs: name",
                                   "needs: loop operator *"])
def test_an_unknown_claim_is_an_error_that_names_file_and_line(field, tmp_path, monkeypatch):
    bank_text = f"f(x)\n    o = x\nsign/lost: what. Where.\n    {field}\n    o = -x\n"
    with pytest.raises(grammar.BankError, match="expected one of loop, range") as caught:
        grammar.parse(bank_text)
    assert caught.value.line == 4
    file = tmp_path / "errors.txt"
    file.write_text(f"a pattern\n    sign/lost: what. Where.\n    {field}\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"errors.txt, line 3: expected one of loop"):
        tables.rows(file)
    damaged = dataclasses.replace(exercises.record("step").judge, bank=bank_text)
    monkeypatch.setattr(type(exercises.COURSE.records_read["step"].judge), "course", None)
    with pytest.raises(ValueError):
        damaged.known  # noqa: B018


def test_a_claim_of_one_sentence_leaves_the_other():
    claimed = tables.Said("sign/lost", "all is turned", "Look at the loop.", where_needs="loop")
    assert answer_of(made(PLAIN)).named(claimed).where == ""
    assert answer_of(made(LOOP)).named(claimed).where == "Look at the loop."


def test_every_swap_of_a_bank_meets_what_its_words_claim():
    """A claim that the entry's own code does not meet would never let its words be said."""
    for r in exercises.records():
        for m in bank(r.id).written:
            shown = Answer(r.judge, [], [], [], [], BANK, None, form=form.of(m.wrong))
            assert shown.meets(m.needs), f"{r.id}: {m.id} needs {m.needs}: {m.wrong.lines}"


SAID = re.compile(r"needs:|\{n\}")


def test_no_field_is_part_of_a_sentence():
    rows = [said for _, said in (*symptoms.RAISED, *symptoms.MESSAGES)]
    rows += [entry for r in exercises.records() for entry in bank(r.id).entries]
    assert not [row.id for row in (*rows, *faults.RESULT) if SAID.search(f"{row.what} {row.where}")]


# --- what was said and was false ----------------------------------------------------------------

FALSE = [
    # the order is that of the input: another one is asked for
    ("Keep the order of the input", "a different order", """
        def nearest_neighbours(E, row, count):
            n = np.linalg.norm(E, axis=1)
            c = E @ E[row] / (n * n[row])
            c[row] = -np.inf
            o = np.sort(np.argsort(-c)[:count])
            return o, c[o]
     """),
    # both values are right, only swapped
    ("bias is not right", "come in another order", """
        def linear_collapse(W1, b1, W2, b2):
            return b1 @ W2 + b2, W1 @ W2
     """),
    # nothing is wrong with integers: there a pre-activation is exactly 0, the second mistake
    ("integers", "explain a few special inputs", """
        def deep_backward(f, T, H, b_H, G, b_G, U, b_U):
            s = f @ H + b_H
            h = np.maximum(s, 0)
            q = h @ G + b_G
            g = np.maximum(q, 0)
            d_z = (functions.softmax(g @ U + b_U) - T) / len(f)
            d_q = d_z @ U.T * (q > 0)
            d_k = d_q @ G.T * (h >= 0)
            return {"H": f.T @ d_k, "b_H": d_k.sum(0, keepdims=True), "G": h.T @ d_q,
                    "b_G": d_q.sum(0, keepdims=True), "U": g.T @ d_z,
                    "b_U": d_z.sum(0, keepdims=True)}
     """),
    # two faults: a score of exactly 0 is no mistake here, which the bias does not mend
    ("come out wrong in another way", "explain a few special inputs", """
        def perceptron_update(w, b, x, y):
            margin = y * (w @ x)
            if margin < 0:
                return w + y * x, b + y
            return w, b
     """),
    # it is the place of a word that is left out, not a row of the result
    ("the last row or entry stays 0", "last", """
        def embed_backward(G, tokens, V):
            d = np.zeros((V, G.shape[1]))
            for i in range(len(tokens) - 1):
                d[tokens[i]] += G[i]
            return d
     """),
    # two faults: a 2 is missing everywhere, and there is no mask
    ("half of every", "two mistakes together", """
        def relu_net_1d_gradients(x, y, w1, b1, w2, b2):
            h = np.maximum(np.outer(x, w1) + b1, 0)
            r = (h @ w2 + b2 - y) / len(x)
            B = np.outer(r, w2)
            return {"w1": x @ B, "b1": B.sum(0), "w2": r @ h, "b2": r.sum()}
     """),
    # a part is told where nothing explains all
    ("no known mistake", "Not right either: `b_H`, `b_U`", """
        def mlp_backward(f, T, H, b_H, U, b_U):
            k = f @ H + b_H
            h = np.maximum(k, 0)
            d_z = functions.softmax(h @ U + b_U) - T
            d_k = d_z @ U.T * (k > 0)
            return {"H": f.T @ d_k / len(f), "b_H": d_k.sum(0, keepdims=True),
                    "U": h.T @ d_z / len(f), "b_U": d_z.sum(0, keepdims=True)}
     """),
    # the sides are exchanged, one sign is turned
    ("same slope", "you swap left and right", """
        def far_slopes(w1, w2):
            return -(np.maximum(w1, 0) @ w2), np.minimum(w1, 0) @ w2
     """),
    # the points are used
    ("compare the labels", "the entry with index 1", """
        def is_linearly_separable(X, y):
            return not np.array_equal(y, (X[:, 0] != X[:, 1]).astype(int))
     """),
    # the blocks are counted from 1 here
    ("starts at 0.", "1 too large", """
        def checkpointed_backward(blocks, x, stored):
            values, runs = [x], len(blocks)
            for f, _ in blocks:
                values.append(f(values[-1]))
            d = 1.0
            for i in range(len(blocks) - 1, -1, -1):
                d = d * blocks[i][1](values[i])
            for i, _ in enumerate(blocks):
                runs += i not in stored
            return values[-1], d, runs
     """),
    # nothing was computed
    ("decimals", "", "def init_uniform(u):\n    return np.zeros(u.shape)\n"),
    ("as labels would be", "a string",
     "def xor_step_weights():\n    return 'W', 'b', 'u', 'c'\n"),
    # 0.5 is an accident of the labels
    ("b = 0.5", "Use `b` in the body.",
     "def line_accuracy(X, y, w, b):\n    return np.mean((X @ w >= 0) == y)\n"),
    # h is in the body
    ("Use `h`", "what h = 1e-05 gives", """
        def numerical_gradient(f, x, h=1e-5):
            h = 1e-5
            g = np.zeros(x.shape)
            for i in np.ndindex(x.shape):
                e = np.zeros(x.shape)
                e[i] = h
                g[i] = (f(x + e) - f(x - e)) / (2 * h)
            return g
     """),
    # nothing is miscounted
    ("Counting starts", "The first row or entry stays 0", """
        def bernoulli_nll_gradient(w, X, y):
            g = X.T @ (1 / (1 + np.exp(-X @ w)) - y) / len(y)
            g[0] = 0
            return g
     """),
    # the constant is not counted
    ("Counting starts", "1 too small",
     "import math\n\n\ndef n_monomials(d, degree):\n    return math.comb(d + degree, d) - 1\n"),
    # both formulas are right: one of them is chosen for the whole array
    ("rewrite the formula", "Does something decide once for the whole array?", """
        def sigmoid(x):
            x = np.asarray(x, float)
            if np.all(x >= 0):
                return 1 / (1 + np.exp(-x))
            return np.exp(x) / (1 + np.exp(x))
     """),
    ("one axis is missing", "lstsq gives no residuals", """
        def training_and_test_error(x, y, x_test, y_test, degree):
            P = np.vander(x, degree + 1, increasing=True)
            w, r = np.linalg.lstsq(P, y, rcond=None)[:2]
            Q = np.vander(x_test, degree + 1, increasing=True)
            return r / len(y), np.mean((Q @ w - y_test) ** 2)
     """),
    # a grid that is too coarse, for integers and for floats
    ("integers", "They are close", """
        def best_step(c):
            etas = np.linspace(0, 2 / max(c), 10001)
            worst = np.abs(1 - np.outer(etas, c)).max(axis=1)
            return etas[worst.argmin()], worst.min()
     """),
    # no method that changes in place, and no print
    ("list.append()", "A name that starts as None", """
        def nearer_opposite(E, opposites, synonyms):
            U = E / np.linalg.norm(E, axis=1, keepdims=True)
            best, gap = None, 0
            for w, o in opposites:
                for v, s in synonyms:
                    if v == w and U[w] @ U[o] - U[w] @ U[s] > gap:
                        best, gap = (w, o, s), U[w] @ U[o] - U[w] @ U[s]
            return best
     """),
]


@pytest.mark.parametrize("false, true, source", FALSE)
def test_what_was_said_and_was_false(false, true, source):
    message = judged(source).message
    assert false not in message and true.lower() in message.lower(), message


@pytest.mark.parametrize("y", ["np.array([0, 1, 1])", "np.array(['a', 'b', 'b', 'a'])",
                               "X.sum(axis=0) % 2", "np.array([[0, 1, 1]])", "0"])
def test_a_right_half_is_not_blamed_because_the_other_cannot_be_put_in_order(y):
    """The rows may come in any order, here the lexicographic one."""
    result = judged("def xor_dataset():\n    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])\n"
                    f"    return X, {y}\n")
    assert not result and "`X`" not in result.message and "`y`" in result.message, result.message


def test_parts_in_any_order_are_judged_only_where_the_order_is_told():
    """The breakpoints are right, in another order than the reference's; the weights are too few."""
    result = judged("def relu_interpolant(f, k):\n    t = (np.arange(k) / k)[::-1]\n"
                    "    return t, np.zeros(k - 1), f(0)\n")
    assert not result and "`t`" not in result.message, result.message


def test_a_product_that_the_code_does_not_contain_is_not_named():
    result = judged("def linear_collapse(W1, b1, W2, b2):\n    return W1 @ W2, W2 @ b1 + b2\n")
    assert not result and "entry by entry" not in result.message


TRACE = """
def forward_mode(trace, inputs, direction):
    v, p = list(inputs), list(direction)
    for op, i, j in trace:
        if op == "+":
            v.append(v[i] + v[j]), p.append(p[i] + p[j])
        elif op == "*":
            p.append(p[i] * v[j] + v[i] * p[j]), v.append(v[i] * v[j])
        else:
            p.append(np.cos(v[i]) * p[i]), v.append(np.sin(v[i]))
    return v[-1], p[-1]
"""


def test_of_an_unpacking_nobody_is_sent_to_asarray():
    result = judged(TRACE)
    assert "asarray" not in result.message and "lists" not in result.message
    assert result.misconception in ("shape/one-argument", "shape/unpacked")
    assert "unpack (expected 3, got 2)" in str(result) and "sin" in str(result.case.args[0])


@pytest.mark.parametrize("error, detail, what", [
    ("ValueError", "not enough values to unpack (expected 3, got 2)", "3 names stand on the left"),
    ("ValueError", "too many values to unpack (expected 2)", "2 names stand on the left"),
    ("KeyError", "3", "the key 3 is asked for and is not there"),
    ("ValueError", "max() arg is an empty sequence", "`max` is taken of nothing"),
])
def test_errors_of_form_are_said_in_words(error, detail, what):
    record = exercises.record("step")
    case = record.cases()[0]
    answer = Answer(record, [case], [np.zeros(1)], [Observation(error=error, detail=detail)], [0],
                    BANK, None)
    assert symptoms.raised(answer, symptoms.MESSAGES).what.startswith(what)


def test_of_a_missing_key_neither():
    result = judged("""
        def checkpointed_backward(blocks, x, stored):
            kept, v = {0: x}, x
            for i, (run, _) in enumerate(blocks, 1):
                v = run(v)
                if i in stored:
                    kept[i] = v
            d = 1.0
            for i in range(len(blocks), 0, -1):
                d = blocks[i - 1][1](kept[i - 1]) * d
            return d
    """)
    assert not result and "asarray" not in str(result)


def test_right_but_for_lists_needs_a_right_case_without_one():
    """Where every case holds a list, "right for arrays" says nothing."""
    record = exercises.record("softmax")
    fn = made("def softmax(z):\n    z = z + 0.0\n    e = np.exp(z - z.max(-1, keepdims=True))\n"
              "    return e / e.sum(-1, keepdims=True)\n")
    cases, expected = exercises.record("softmax").judge.prepared
    seen = sandbox.observe(fn, [(c.args, c.kwargs) for c in cases])
    lists = [i for i, c in enumerate(cases) if c.lists]
    assert lists and all(seen[i].error for i in lists)

    def told(among):
        pick = [list(map(values.__getitem__, among)) for values in (cases, expected, seen)]
        found = explain.explain(record, *pick, BANK, None, shown=among[0],
                                again=lambda calls: sandbox.observe(fn, calls))
        return found and found.what

    assert told([*lists, 2, 3]) == "right for arrays, but a plain list raises an error"
    assert "right for arrays" not in (told(lists) or "")


def test_two_answers_that_both_raise_agree_on_nothing():
    case = exercises.record("step").cases()[0]
    wrong = grammar.Mistake("sign/turned", lambda x: 1 - np.heaviside(x, 0), "turned round")

    def told(values, theirs):
        seen = [Observation(value=v) if v is not None else Observation(error="ValueError")
                for v in values]
        did = [Observation(value=v) if v is not None else Observation(error="TypeError")
               for v in theirs]
        answer = Answer(exercises.record("step"), [case] * len(seen),
                        [np.ones(3)] * len(seen), seen, list(range(len(seen))),
                        BANK.only([wrong]), lambda mistake, i: did[i])
        return explain.known(answer)

    zeros = np.zeros(3)
    assert told([zeros] * 3 + [None], [zeros] * 3 + [None])
    assert not told([zeros] * 2 + [None], [zeros] * 2 + [None])
    assert not told([None] * 5, [None] * 5)
    assert told([zeros], [zeros])  # one case is all
    assert not told([zeros] * 3 + [None], [zeros] * 4)


@pytest.mark.parametrize("id, source", [
    ("fit_glm", """
        def fit_glm(mean, X, T, lr, steps):
            w = np.zeros((X.shape[1],) + T.shape[1:])
            for _ in range(steps):
                w = w - lr * X.T @ (mean(X @ w) - T) / len(X)
                return w
            return w
     """),
    ("least_squares_descent", """
        def least_squares_descent(X, y, lr, steps):
            w = np.zeros(X.shape[1])
            for _ in range(steps):
                w = w - lr * 2 / len(X) * X.T @ (X @ w - y)
                return w
     """),
])
def test_a_return_in_a_loop_is_seen_and_said(id, source):
    result = judged(source)
    assert result.misconception == "missing-return/in-the-loop"
    assert "stands in the body of a loop" in result.finding


@pytest.mark.parametrize("body", [
    "for v in x:\n        if v > 0:\n            return v\n    return 0",
    "while True:\n        x = x - 1\n        if (x < 0).all():\n            break\n    return x",
    "for v in x:\n        try:\n            return 1 / v\n        except ValueError:\n"
    "            continue",
])
def test_a_return_that_a_loop_may_pass_is_none(body):
    assert form.of(made(f"def f(x):\n    {body}\n")).first_turn is None


ALIAS = """
def deep_backward(f, T, H, b_H, G, b_G, U, b_U):
    k = f @ H + b_H
    h = k{copy}
    h[h < 0] = 0
    q = h @ G + b_G
    g = q{copy}
    g[g < 0] = 0
    d_z = (functions.softmax(g @ U + b_U) - T) / len(f)
    d_q = d_z @ U.T * (q >= 0)
    d_k = d_q @ G.T * (k >= 0)
    return {{"H": f.T @ d_k, "b_H": d_k.sum(0, keepdims=True), "G": h.T @ d_q,
            "b_G": d_q.sum(0, keepdims=True), "U": g.T @ d_z,
            "b_U": d_z.sum(0, keepdims=True)}}
"""


def test_one_array_with_two_names_is_the_cause_that_is_told():
    result = judged(ALIAS.format(copy=""))
    assert result.misconception == "in-place/two-names"
    assert "`h` and `k` are one array" in result.finding
    assert judged(ALIAS.format(copy=".copy()"))


def test_two_names_are_not_the_cause_where_a_copy_mends_nothing():
    result = judged(ALIAS.format(copy="").replace("/ len(f)", ""))
    assert not result and result.misconception != "in-place/two-names"
    assert not [*repairs.structural(made("def f(x):\n    h = x\n    h[0] = 1\n    return x\n"))]


def test_a_start_value_inside_its_loop_is_told_where_nothing_known_is_the_cause():
    text = """
        def cost_sensitive_decision(P, C):
            out = []
            for p in P:
                {}
                for row in C:
                    {}
                    s = 0
                    for cost, share in zip(row, p):
                        s += cost * share
                    costs.append(s)
                out.append(int(np.argmin(costs)))
            return np.array(out)
    """
    assert judged(text.format("costs = []", "pass")), "an inner start is no fault"
    result = judged(text.format("pass", "costs = []"))
    assert result.misconception == "omitted-term/starts-anew"
    assert "`costs` starts anew in every turn" in result.finding


def test_a_buffer_of_whole_numbers_is_the_cause_that_is_told():
    text = """
        def swish(x, beta=1.0):
            x = np.asarray(x)
            out = np.zeros_like(x{})
            for i in np.ndindex(x.shape):
                out[i] = x[i] / (1 + np.exp(-beta * x[i]))
            return out
    """
    assert judged(text.format(", dtype=float"))
    result = judged(text.format(""))
    assert result.misconception == "integer/truncated" and "`out` holds integers" in result.finding


def test_of_a_factor_too_much_the_card_says_that_it_is_too_much():
    result = judged("""
        def coin_posterior(heads, tails, chance, prior):
            p = np.log(prior) + heads * np.log(chance) + tails * np.log(1 - np.asarray(chance))
            q = np.exp(p - np.max(p))
            return q / q.sum() * chance
    """)
    assert "Without `* chance` it is right." in str(result.first_line)


def test_a_call_that_is_made_for_its_exception_is_not_called_lost():
    result = judged("""
        def spot_impostor(candidates):
            for i, J in enumerate(candidates):
                try:
                    np.linalg.cholesky(J + 1e-9 * np.eye(len(J)))
                except np.linalg.LinAlgError:
                    return i
            return 0
    """)
    assert not result and "goes nowhere" not in str(result.first_line)


def test_a_noun_is_not_said_where_two_steps_agree_wherever_the_line_runs():
    """What goes to A and what goes to B are equal in a sum, and only there."""
    steps = [SimpleNamespace(noun="what goes to A", value_id={0: 1, 1: 2}),
             SimpleNamespace(noun="what goes to B", value_id={0: 1, 1: 3})]
    search = SimpleNamespace(cases=[0, 1], pool=SimpleNamespace(all=steps))
    assert firstline._noun(search, 0) == "what goes to A"
    assert firstline._noun(search, 0, [0]) == ""


def test_two_comparisons_in_a_chain_have_their_own_words():
    result = judged("def line_accuracy(X, y, w, b):\n    return np.mean(X @ w + b > 0 == y)\n")
    assert result.misconception == "convention/chained-comparison"
    assert "`a > 0 and 0 == y`" in result.message and "brackets" in result.message


@pytest.mark.parametrize("line, words", [
    ("near = e > -delta and e < delta", "`and` asks a whole array"),
    ("near = 1 if e < -delta or e > delta else 0", "decides once for a whole array"),
    ("near = -delta < e < delta", "two comparisons stand in one chain")])
def test_only_a_chain_is_called_one(line, words):
    result = judged(f"def huber_loss(e, delta):\n    {line}\n    return np.where(near, e, delta)\n")
    assert words in result.finding or words.capitalize() in result.finding, result.finding


PIECES = "order[i:i + batch_size] for i in range(0, len(order), batch_size)"


@pytest.mark.parametrize("body, advice", [
    (f"return ({PIECES})", "Put list(…) around it."),
    (f"yield from [{PIECES}]", "Collect what each `yield` hands out in a list")])
def test_what_is_only_to_be_looped_through_has_a_name(body, advice):
    result = judged(f"def minibatches(order, batch_size):\n    {body}\n")
    assert result.misconception == "shape/not-yet-made"
    assert "A generator comes back" in str(result) and advice in str(result)


def test_a_condition_that_always_holds_has_a_name():
    source = """
        def forward_mode(trace, inputs, direction):
            v, d = list(inputs), list(direction)
            for op, *at in trace:
                u = [v[i] for i in at]
                if op == "+" or "*":
                    new, dot = u[0] + u[-1], d[at[0]] + d[at[-1]]
                else:
                    new, dot = np.sin(u[0]), np.cos(u[0]) * d[at[0]]
                v.append(new)
                d.append(dot)
            return v[-1], d[-1]
        """
    result = judged(source)
    assert result.misconception == "convention/always-true"
    assert """`op == '+' or '*'` holds""" in result.finding
    assert not form.of(made(source.replace("\"*\":", "op == \"*\":"))).always_true


def test_a_line_that_compares_in_place_of_storing_has_a_name():
    source = """
        def through_relu(d_h, k):
            d_k = d_h.astype(float)
            for i in np.ndindex(k.shape):
                if k[i] < 0:
                    d_k[i] == 0
            return d_k
        """
    result = judged(source)
    assert result.misconception == "omitted-term/compared-not-stored"
    assert result.finding.startswith("The line `d_k[i] == 0` compares")
    assert judged(source.replace("==", "=")), "with a single one it is right"


def test_too_few_results_may_be_of_the_kind_asked_for():
    result = judged("def minibatches(order, batch_size):\n"
                    "    n = round(len(order) / batch_size)\n"
                    "    return [order[i * batch_size:(i + 1) * batch_size] for i in range(n)]\n")
    assert result.finding == "The number of results is not the one asked for."


def test_a_key_that_is_there_in_the_case_shown_is_not_called_missing():
    result = judged("def sgd_step(params, grads, lr):\n    for k in params:\n"
                    "        new = {k: params[k] - lr * grads[k]}\n    return new\n")
    assert result.finding == "The dict lacks keys that are asked for; what is there is right."


def test_half_precision_is_told_from_a_right_step():
    result = judged("def sgd_step(params, grads, lr):\n    return {k: np.asarray("
                    "params[k] - lr * grads[k]).astype(np.float16) for k in params}\n")
    assert not result and result.difference.rung == "value"


def test_the_words_of_an_error_are_those_of_the_case_that_is_shown():
    result = judged("def line_accuracy(X, y, w, b):\n    return np.mean((w @ X + b > 0) == y)\n")
    assert f"2 columns meet {len(result.case.args[0])} rows" in result.finding
    assert f"(size {len(result.case.args[0])} is different from 2)" in result.observation.detail


@pytest.mark.parametrize("loop, said", [
    ("for _ in range(10**9):\n        x = x + 0\n    return x", "How many turns do its loops"),
    ("while True:\n        x = x + 0", "does its condition become false"),
])
def test_slow_is_not_called_endless(loop, said, monkeypatch):
    monkeypatch.setattr(exercises.COURSE, "limits", Limits(call=0.2))
    result = judged(f"def step(x):\n    {loop}\n")
    assert result.misconception == "endless/not-finished"
    assert "does not come to an end" not in result.message and said in result.where


def test_the_second_of_two_mistakes_has_to_show():
    """Two mistakes are told only where the first one leaves cases unexplained."""
    made_bank = bank("choose_degree")
    for m in made_bank.pairs[:50]:
        assert len(m.halves) == 2 and all(callable(half) for half in m.halves)
    for m in made_bank.mistakes[:40:4]:
        result = exercises.check("choose_degree", lambda *args, m=m: m.wrong(*args))
        assert result.misconception != m.id or "two mistakes" not in result.finding, str(result)


def test_one_case_is_too_little_for_a_slip():
    """Brackets left out show in one case of twenty, and so do many slips."""
    result = judged("def perceptron_update(w, b, x, y):\n    if y * w @ x + b <= 0:\n"
                    "        return w + y * x, b + y\n    return w, b\n")
    assert not result and "digits" not in result.message and "decimals" not in result.message


def test_lists_are_not_spoken_of_where_they_were_not_looked_at():
    result = judged("def sigmoid(x):\n    return [1 / (1 + np.exp(-v)) for v in x]\n")
    assert not result and "a list stops" not in result.message


def test_words_on_a_shape_that_nobody_sees_are_not_said():
    result = judged("def brier_score(P, y):\n    T = np.eye(P.shape[1])[y]\n"
                    "    return ((P - T) ** 2).sum() / P.shape[1]\n")
    assert not result and "one score per class" not in result.message


def test_what_else_is_off_is_not_called_another_cause():
    result = judged("def perceptron_update(w, b, x, y):\n    if y * (w @ x) <= 0:\n"
                    "        return w + y * x, b + y\n    return w, b\n")
    assert not result and "Something else" not in result.message


@pytest.mark.full
def test_a_run_that_was_stopped_is_named_by_the_cases_that_came_back():
    """A loop that never stops and is wrong before that has the name of what is wrong."""
    result = judged("def train_perceptron(X, y, max_rounds):\n"
                    "    w, b, n = np.zeros(len(X[0])), 0.0, 0\n"
                    "    for _ in range(max_rounds):\n        for x, t in zip(X, y):\n"
                    "            if t * (w @ x + b) <= 0:\n"
                    "                w, b, n = w + t * x, b + t, n + 1\n    return w, b, n\n")
    assert (result.status, result.misconception) == ("error", "endless/no-stop")


def test_none_that_is_handed_on_is_not_called_a_missing_return():
    result = judged("def embed_lookup(E, tokens):\n    return print(E[np.asarray(tokens)])\n")
    assert result.misconception == "missing-return/none-handed-on"
    assert "return` statement" not in result.message


def test_a_function_that_ends_in_a_return_is_not_said_to_reach_its_end_without_one():
    result = judged("def minibatches(order, batch_size):\n    out = []\n"
                    "    for i in range(0, len(order), batch_size):\n"
                    "        out = out.append(order[i:i + batch_size])\n    return out\n")
    assert result.misconception == "missing-return/none-handed-on"
    assert result.finding == "On some inputs what is returned is None."


def test_nobody_is_sent_to_work_out_a_number_by_hand(capsys):
    exercises.exercise("numerical_gradient")(made(
        "def numerical_gradient(f, x, h=1e-5):\n    return np.zeros(np.shape(x))\n"))
    capsys.readouterr()  # its card
    exercises.hint("numerical_gradient")
    assert "by hand" not in capsys.readouterr().out


def test_the_case_on_the_card_is_the_plainest():
    """Few, small and short numbers before many, large and long ones."""
    result = exercises.check("smallest_margin", made(
        "def smallest_margin(w, X, y):\n    return (y * (X @ w)).min() + 1\n"))
    numbers = np.concatenate([np.ravel(a) for a in result.case.args])
    assert numbers.size <= 9 and np.abs(numbers).max() <= 1000 and abs(result.expected) < 1000


def test_a_damaged_bank_is_said_once_on_the_card(monkeypatch):
    monkeypatch.delenv("COURSE_STRICT", raising=False)
    monkeypatch.setattr(exercises.COURSE, "session", Session())
    damaged = exercises.record("step").within(exercises.COURSE)
    damaged.judge = dataclasses.replace(damaged.judge, bank="step(x)\n    v\n")
    monkeypatch.setitem(exercises.COURSE.records_read, "step", damaged)
    wrong = made("def step(x):\n    return 1 - np.heaviside(x, 0.0)\n")
    first, second = exercises.check("step", wrong), exercises.check("step", wrong)
    assert first.status == second.status == "failed" and first.misconception is None
    assert str(first).count("exercises/nb01/step.py: expected 'name = …'") == 1
    assert "damaged" in first._repr_html_() and "damaged" not in str(second)


def test_every_bank_can_be_read():
    """A bank that cannot says its file and what is wrong in it."""
    for r in exercises.records():
        bank(r.id)


@pytest.mark.parametrize("source, false, said", [
    # each sentence is true of one mistake; with the other one the slope at the left is 0
    ("""def far_slopes(w1, w2):
            left = right = 0
            for a, c in zip(w1, w2):
                if c < 0:
                    left += abs(a) * c
                else:
                    right += abs(a) * c
            return left, right
     """, "\nThe slope at the left has the wrong sign", "comes out with two mistakes together"),
    # the weights run from −M to M
    ("""def init_uniform(u):
            return np.interp(u, [0, 1], [-len(u), len(u)])
     """, "\nThe weights run from −1 to 1", "comes out with two mistakes together"),
    # b moves: what is known spoils b, too, and in another way
    ("""def perceptron_update(w, b, x, y):
            if y * (w @ x) < 0:
                return w + y * x, b + y
            return w, b
     """, "In `w`: the bias", "In `w`: this is what comes out with one mistake: the bias"),
    # b may have the shape (2,)
    ("""def xor_step_weights():
            return np.array([[1, -1], [-1, 1]]), np.ones(2), np.full((1, 2), -0.5), -0.5
     """, "in `b`", "in `u`"),
    # the tuple is the index
    ("""def embed_lookup(E, tokens):
            return np.array([E[tuple(t)] if np.ndim(t) else E[t] for t in tokens])
     """, "An array has fewer axes", "An index has 3 places"),
    # the list's index is no whole number
    ("""def momentum_weights(etas, lam):
            return np.array([[1.0, 2.0, 3.0][lam] for e in etas])
     """, "a plain list", "a whole one is needed"),
    ("""def n_monomials(d, degree):
            return (1 for _ in range(d))
     """, "Put list", "a generator"),
    ("""def accuracy_confidence_gap(conf, correct):
            return (conf - conf.astype(float)).mean()
     """, "decimals", "no known mistake"),
    ("""def wake_biases(f, H, n):
            return np.sort(f @ H, axis=0)[n - 1].reshape(1, -1)
     """, "goes in with the opposite sign", "right for −f instead of f"),
    # the years are in the text
    ("""def poisson_nll_gradient(w, X, y, years):
            g = []
            for j in range(len(w)):
                v = w.astype(complex)
                v[j] += 1e-30j
                g.append(np.mean(years + np.exp(X @ v) - y * (X @ v)).imag / 1e-30)
            return np.array(g)
     """, "not used", "make no difference"),
    ("""def brier_score(P, y):
            T = np.eye(P.shape[1])[y]
            return np.mean(np.sum((P - T) / 2, axis=1))
     """, "before they are squared", ""),
    # no round ends early; its n is that of one that does
    ("""def train_perceptron(X, y, max_rounds):
            w, b, n = np.zeros(X.shape[1]), 0, 0
            while True:
                errors = 0
                for i in range(len(X)):
                    if y[i] * (X[i] @ w + b) <= 0:
                        w, b, n, errors = w + y[i] * X[i], b + y[i], n + 1, errors + 1
                        if n == max_rounds:
                            return w, b, n
                if errors == 0:
                    return w, b, n
     """, "In `n`", "no known mistake"),
    # one column of ones is there, the last
    ("""def polynomial_features_1d(x, degree):
            powers = [np.asarray(x, float) ** p for p in range(1, degree)]
            return np.stack([*powers, np.ones(len(x))], axis=1)
     """, "two columns of ones", ""),
    # b isn't transposed
    ("""def linear_collapse(W1, b1, W2, b2):
            return W2.T @ W1.T, (b1 @ W2 + b2).ravel()
     """, "both results", "In `W`: W is transposed"),
    # the type comes from U
    ("""def mlp_forward(f, H, b_H, U, b_U):
            z = np.zeros((len(f), U.shape[1]), dtype=U.dtype)
            z[:] = np.maximum(f @ H + b_H, 0) @ U + b_U
            return z
     """, "first entry", ""),
    # the table of n times n is the cause
    ("""def relu_net_1d_gradients(x, y, w1, b1, w2, b2):
            k = x[:, None] * w1 + b1
            h = np.maximum(k, 0)
            e = 2 * ((h @ w2[:, None] + b2) - y).sum(1) / len(x)
            d = e[:, None] * w2 * (k >= 0)
            return {"w1": (x[:, None] * d).sum(0), "b1": d.sum(0), "w2": h.T @ e, "b2": e.sum()}
     """, "In `b2`", "no known mistake"),
    # the errors are right in the first turn of an inner loop alone
    ("""def least_squares_descent(X, y, lr, steps):
            t, p = X.shape
            w = np.zeros(p)
            for step in range(steps):
                for j in range(p):
                    residual = X @ w - y
                    w[j] = w[j] - lr * 2 / t * (X[:, j] @ residual)
            return w
     """, "✓ the errors", ""),
])
def test_a_sentence_that_the_result_or_the_text_refutes_is_not_said(source, false, said):
    card = str(judged(source))
    assert false not in card and said in card, card


def test_one_number_of_a_table_of_large_ones_is_no_constant_that_is_missing():
    """Next to 10¹² any difference looks like the same."""
    card = str(judged("""
        def forward_mode(trace, inputs, direction):
            y = functions.run_trace(trace, inputs)[1] if hasattr(functions, "run_trace") else (
                inputs[-1] if len(trace) > 1 else np.sin(inputs[0]))
            return y, float(np.dot(direction, direction))
    """))
    assert "Every entry is" not in card


def test_one_number_that_is_too_small_is_not_called_cut_off():
    values = [np.array([-30.0, 1.0, 2.0]), np.array([3.0, 4.0]), np.array([5.0, 6.0])]
    got = [np.maximum(v, -18) for v in values]
    seen = SimpleNamespace(flat=list(zip(values, got, strict=True)),
                           tolerance=exercises.record("step").judge.tolerance)
    assert explain.cut_off(seen) is None
    seen.flat.append((np.array([-40.0]), np.array([-18.0])))
    assert explain.cut_off(seen).misconception == "unstable/cut-off"
