"""No sentence of a card is refuted by the answer's own text, or by what it returned."""

import dataclasses
import linecache
import textwrap
from types import SimpleNamespace

import numpy as np
import pytest

from course_utils import exercises, functions
from misstep import memory
from misstep.course import Limits
from misstep.judge import explain, form, grammar, sandbox, symptoms
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


@pytest.mark.parametrize("sentence, source, refuted", [
    ("range(n) already stops before n.", PLAIN, True),
    ("range(n) already stops before n.", LOOP, False),
    ("Does the `return` stand inside the loop?", PLAIN, True),
    ("Does the `return` stand inside the loop?", LOOP, True),
    ("Does the `return` stand inside the loop?", LOOP.replace("\n    return", "\n        return"),
     False),
    ("Collect the rows: each turn of the loop overwrites the one before.", PLAIN, True),
    ("Collect the rows: each turn of the loop overwrites the one before.", LOOP, False),
    ("Loop over the examples and add up.", PLAIN, False),
    ("One step only: `if`, not a loop.", PLAIN, False),
    ("weights are multiplied entry by entry", PLAIN, True),
    ("weights are multiplied entry by entry", PLAIN.replace("@", "*"), False),
    ("an `if` or `max` decides once for a whole array", PLAIN, True),
    ("an `if` or `max` decides once for a whole array", "def f(x):\n    return max(x, 0)\n", False),
    ("the exponential overflows for large inputs", PLAIN, True),
    ("the exponential overflows for large inputs", "def f(x):\n    return np.exp(x)\n", False),
    ("in the step “the sum”: a − stands where a + is asked", PLAIN, True),
    ("in the step “the sum”: a − stands where a + is asked", "f = lambda x: x - 1\n", False),
    ("the right numbers stand in the wrong places: reshape has filled the table", PLAIN, True),
    ("`d[w] += G` writes each row once, and so does `=` in a loop", PLAIN, False),
    ("If there is a loop: make the zeros before it", PLAIN, False),
    ("it runs along the wrong axis", PLAIN, True),
    ("it runs along the wrong axis", "def f(x):\n    return x.sum(0)\n", False),
    ("it runs along the wrong axis", "def f(x):\n    return np.sum(x, axis=0)\n", False),
    ("in the step “the bias”: the digits after the point are lost", PLAIN, True),
    ("in the step “the bias”: the digits after the point are lost",
     "def f(x):\n    return x // 2\n", False),
    ("Every row meets every label, as `[:, y]` picks whole columns.", PLAIN, True),
    ("the loss is a mean", PLAIN, False),
])
def test_what_a_text_refutes(sentence, source, refuted):
    assert form.of(made(source)).refutes(sentence) == refuted


def test_helpers_are_read_too_and_without_a_text_nothing_is_refuted():
    fn = made("def helper(x):\n    return [v for v in range(3)]\n\n"
              "def f(x):\n    return helper(x)\n")
    assert not form.of(fn).refutes("range(n) already stops before n.")
    assert not form.of(np.exp).refutes("range(n) already stops before n.")
    assert not form.Form().refutes("Does the `return` stand inside the loop?")


def test_only_the_refuted_sentences_of_a_text_go():
    kept = form.of(made(PLAIN)).kept("Compare the shapes. range(n) already stops before n.")
    assert kept == "Compare the shapes."


# --- what was said and was false ----------------------------------------------------------------


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
        found = explain.explain(record, *pick, BANK, None, shown=among[0])
        return found and found.what

    assert told([*lists, 2]) == "right for arrays, but a plain list raises an error"
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
    assert result.misconception == "integer/truncated" and "`out` holds whole" in result.finding


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
    """"Besides, …" is said only where the first one leaves cases unexplained."""
    made_bank = bank("choose_degree")
    for m in made_bank.pairs[:50]:
        assert len(m.halves) == 2 and all(callable(half) for half in m.halves)
    for m in made_bank.mistakes[:40:4]:
        result = exercises.check("choose_degree", lambda *args, m=m: m.wrong(*args))
        assert result.misconception != m.id or "Besides" not in result.where, str(result)


def test_one_case_is_too_little_for_a_slip():
    """Brackets left out show in one case of twenty, and so do many slips."""
    result = judged("def perceptron_update(w, b, x, y):\n    if y * w @ x + b <= 0:\n"
                    "        return w + y * x, b + y\n    return w, b\n")
    assert not result and "digits" not in result.message


def test_lists_are_not_spoken_of_where_they_were_not_looked_at():
    result = judged("def sigmoid(x):\n    return [1 / (1 + np.exp(-v)) for v in x]\n")
    assert not result and "a list stops" not in result.message


def test_words_on_a_shape_that_nobody_sees_are_not_said():
    result = judged("def brier_score(P, y):\n    T = np.eye(P.shape[1])[y]\n"
                    "    return ((P - T) ** 2).sum() / P.shape[1]\n")
    assert not result and "score per class comes back" not in result.message


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
    monkeypatch.setattr(exercises.COURSE, "session", memory.Session())
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
