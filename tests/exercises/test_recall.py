"""Questions that come back: the records and their numbers, which pair is asked, the box."""

import itertools
import math
import re
from collections import Counter

import numpy as np
import pytest
from numpy.testing import assert_allclose
from test_memory import pretend, restart, stored

from course_tools import notebooks, present
from course_tools.present import handout
from course_utils import exercises, functions, metrics, network, text
from misstep import memory
from misstep.boxes import recalls
from misstep.course import Session, current
from misstep.memory import ideas
from misstep.questions import plain_text, predictions
from misstep.questions import recalls as all_recalls

QUESTIONS = all_recalls()
each = pytest.mark.parametrize("q", QUESTIONS.values(), ids=lambda q: q.id)
DAY = "2026-03-02T10:15:00+01:00"


@pytest.fixture(autouse=True)
def fresh_session(monkeypatch):
    # also what `restart` does is undone
    monkeypatch.setattr(exercises.COURSE, "session", Session())


@pytest.fixture
def work(tmp_path, monkeypatch):
    """A student's folder; this process plays the kernel of the copy of notebook 04 in it."""
    work = tmp_path / "my_work"
    (work / ".course").mkdir(parents=True)
    pretend(monkeypatch, work / "04_softmax_derivative.ipynb")
    return work


def remember(notebook, *events):
    """Let something be remembered: (day, kind, id, choice)."""
    for day, kind, id, *choice in events:
        exercises.COURSE.session.unwritten.setdefault(notebook, []).append(
            {"at": f"{day}T10:00:00+01:00", "kind": kind, "id": id,
             **({"choice": choice[0]} if choice else {})})


def predicted(day, id, letter):
    return [(day, "committed", id, letter), (day, "revealed", id)]


# --- the questions ------------------------------------------------------------------------


def test_there_are_enough_and_nearly_each_prediction_has_one():
    assert len(QUESTIONS) >= 85
    asked = {q.idea for q in QUESTIONS.values()}
    missing = Counter(id.partition("-")[0] for id in set(predictions()) - asked)
    assert set(missing) <= {"00", "00b", "03c", "05b"} and max(missing.values()) <= 2, missing
    assert ideas.earlier() == sorted({id.partition("-")[0] for id in predictions()} & set(NUMBERS))


@each
def test_a_question_can_be_put_to_a_room(q):
    """Its form is the reader's to refuse, its lectures are the author's linter's (test_records)."""
    assert re.fullmatch(r"\d\d[a-z]?-[a-z-]+-r\d", q.id) and q.idea in predictions()
    assert "".join(q.choices) == "ABCD" and len(set(map(plain_text, q.choices.values()))) == 4
    for words in (q.question, *q.choices.values(), *q.why.values()):
        assert not set(plain_text(words)) & set("$\\{}^"), plain_text(words)
        for tag in re.findall(r"<(\w+)>", words):
            assert words.count(f"<{tag}>") == words.count(f"</{tag}>")


@each
def test_its_formulas_are_typeset_on_paper(q):
    paper = handout.formulas(recalls.as_html([(q, None)]), handout.markdown())
    assert "$" not in paper


@each
def test_it_is_another_question_than_the_prediction(q):
    asked = predictions()[q.idea]
    assert q.question != asked.question and q.choices != asked.choices


def test_neither_letter_nor_length_gives_the_answer_away():
    letters = Counter(q.answer for q in QUESTIONS.values())
    assert min(letters.values()) >= len(QUESTIONS) / 4 - 6, letters
    for files in ideas.earlier():
        own = Counter(q.answer for q in QUESTIONS.values() if q.notebook == files)
        assert len(own) >= 3 and max(own.values()) <= sum(own.values()) / 2, files
    place = {"longest": 0, "shortest": 0}
    for q in QUESTIONS.values():
        lengths = {letter: len(plain_text(words)) for letter, words in q.choices.items()}
        right = lengths.pop(q.answer)
        place["longest"] += right > max(lengths.values())
        place["shortest"] += right < min(lengths.values())
    assert max(place.values()) <= len(QUESTIONS) / 4, place


# --- their numbers ------------------------------------------------------------------------


def perceptron_score():
    w, b, x = np.array([-3.0, -2.0]), -1.0, np.array([2.0, 1.0])
    assert w @ x + b == -9
    w, b = network.perceptron_update(w, b, x, 1)
    return w @ x + b


def multiclass_scores():
    x, W = np.array([1.0, 2.0]), np.array([[4.0, 1.0, 6.0], [0.0, 0.0, 0.0]])
    assert (x @ W).tolist() == [4, 1, 6] and x @ x == 5
    return "{:g}, {:g} and {:g}".format(*(x @ network.multiclass_perceptron_update(W, x, 0)))


def perceptron_gradient():
    x = np.array([1.5, 0.5])
    gradient = functions.numerical_gradient(lambda w: max(0.0, w @ x), np.array([1.0, 1.0]))
    assert_allclose(gradient, x, rtol=1e-6)
    return "$x$"


def best_line(labels):
    most, X = 0, np.array(list(itertools.product((0, 1), repeat=2)))
    for some in itertools.product((0, 1), repeat=4):
        if functions.is_linearly_separable(X, np.array(some)):
            most = max(most, sum(a == b for a, b in zip(some, labels, strict=True)))
    return most


def impossible_labeling():
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    found = [c for c in QUESTIONS["01-labelings-r1"].choices.values()
             if not functions.is_linearly_separable(X, np.array(eval(c)))]
    (one,) = found
    return one


def regression():
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, 1, 1, -1])
    w = functions.least_squares_fit(np.column_stack([X, np.ones(4)]), y)
    assert_allclose(w, 0, atol=1e-12)
    return "$w_1$ = $w_2$ = 0 and b = 0"


def collapse():
    rng, widths = np.random.default_rng(0), [5, *[20] * 9, 1]
    W, b = rng.normal(size=(5, 20)), rng.normal(size=(1, 20))
    for n, m in zip(widths[1:], widths[2:], strict=False):
        W, b = functions.linear_collapse(W, b, rng.normal(size=(n, m)), rng.normal(size=(1, m)))
    return f"{W.size + b.size}: five slopes and a bias"


def broken_line():
    values = np.concatenate([[0], np.cumsum([-1, -1, 2, 2, 5])]) / 5
    def f(x):
        return np.interp(x, np.linspace(0, 1, 6), values)
    parts = network.relu_interpolant(f, 5)
    weights = next(p for p in parts if np.size(p) == 5 and np.min(p) < 0)
    return int(np.sum(np.abs(weights) > 1e-9))


def pieces():
    def error(k):
        x = np.linspace(0, 1, 40 * k + 1)
        y = np.cos(2 * np.pi * x)
        return np.abs(np.interp(x, np.linspace(0, 1, k + 1), y[::40]) - y).max()
    ratios = {k: error(16) / error(k) for k in (32, 64, 160, 1600)}
    return next(k for k, ratio in ratios.items() if 90 < ratio < 110)


def far_right():
    def F(x):
        return 4 + 3 * functions.relu(x) - 5 * functions.relu(x - 1) + functions.relu(x - 2)
    (slope,) = functions.numerical_gradient(lambda x: F(x[0]), np.array([50.0]))
    return f"{slope:+.0f}".replace("-", "−")


def sigmoid_chain():
    left = 1 / functions.sigmoid_grad(np.zeros(1))[0] ** 6
    return f"about 1/{round(left, -3):,.0f}"


def limits():
    o = functions.temperature_softmax(np.array([[4.0, 1.0, 1.0]]), 1e9)[0]
    assert_allclose(o, 1 / 3, atol=1e-6)
    return "1/3, 1/3, 1/3"


def two_digits(numbers):
    return "(" + ", ".join(f"{v:.1f}".replace("-", "−") for v in numbers) + ")"


def logits_gradient():
    z, T = np.log([[0.1, 0.6, 0.3]]), np.array([[0.0, 0.0, 1.0]])
    return two_digits(functions.ce_logits_gradient(z, T)[0])


def jacobian():
    J = np.squeeze(functions.softmax_jacobian(np.log(np.array([0.5, 0.3, 0.2]))))
    assert_allclose(J[0, 1], J[1, 0])
    return f"{J[0, 1]:.2f}".replace("-", "−")


def scalar_gradient():
    one = np.array([1.0])
    got = network.relu_net_1d_gradients(np.array([3.0]), np.array([17.0]), one, 2 * one, 4 * one,
                                        0.0)
    got = list(got.values()) if isinstance(got, dict) else list(got)
    return round(float(np.squeeze(got[0])))


def kink():
    old, new = (network.relu_net_1d_kinks(np.array([2.0]), np.array([b]))[0] for b in (-3.0, -1.0))
    return f"from {old:g} to {new:g}"


def table_sizes():
    sizes = 1000 * 8, 20 * 8 * 50
    assert sizes[0] == sizes[1] == 8000
    return "in E and H, about half in each"


def word_step():
    E = np.array([[0.0], [10.0], [0.0]])
    after = text.embedding_step(E, np.array([[1, 2, 1, 1]]),
                                np.array([[[1.0], [0.0], [2.0], [4.0]]]), 1.0)
    return f"{after[1, 0]:g}"


def cheaper_from():
    C = np.array([[0.0, 4.0], [1.0, 0.0]])  # rows: healthy, ill; columns: truly healthy, ill
    p = np.linspace(0.001, 0.999, 999)
    ill = np.asarray(metrics.cost_sensitive_decision(np.column_stack([1 - p, p]), C))
    return f"{p[np.flatnonzero(ill == 1)[0]]:.2f}"


def batch():
    return str((np.zeros((8, 5, 3)) @ np.zeros((8, 3, 2))).shape)


def level():
    (flat,) = (words for words in QUESTIONS["00-both-r1"].choices.values()
               if abs(np.array(eval(words.replace("−", "-"))) @ [6, 8]) < 1e-9)
    return flat


def first_step_that_does_not_shrink():
    steps = sorted(map(float, QUESTIONS["00-long-r1"].choices.values()))
    return f"{next(s for s in steps if abs(1 - 10 * s) >= 1):g}"


def momentum():
    length = 0
    for _ in range(99):
        length = 0.5 * length + 1
    return f"{length:.0f}: as much is forgotten as comes in"


def far_reading():
    y = np.array([10.0] * 9 + [1000])
    return f"{np.mean(y):g} by squares, {np.median(y):g} by absolute errors"


def product_and_logarithms():
    p = np.full(1000, 0.1)
    return f"{p.prod()} and about {np.log(p).sum():,.0f}".replace("-", "−")


def as_many_as_weights():
    rng, w, worst = np.random.default_rng(0), np.ones(100) / 10, {}
    X = rng.normal(size=(400, 100))
    for n in (50, 100, 200, 1000):
        errors = []
        for _ in range(5):
            A = rng.normal(size=(n, 100))
            fit = np.linalg.lstsq(A, A @ w + rng.normal(size=n), rcond=None)[0]
            errors.append(np.mean((X @ (fit - w)) ** 2))
        worst[n] = np.median(errors)
    return f"{max(worst, key=worst.get)}, as many as weights"


def poisson_gradient():
    x = np.array([1.0, 2.0])
    w = np.log(4) * x / (x @ x)
    gradient = functions.numerical_gradient(lambda w: np.exp(w @ x) - 6 * (w @ x), w)
    return "({:.0f}, {:.0f})".format(*gradient).replace("-", "−")


def best_difference():
    def error(power):
        h = 10.0**power
        return np.median([abs((np.exp(x + h) - np.exp(x - h)) / (2 * h) - np.exp(x))
                          for x in np.linspace(0.5, 1.5, 41)])

    return "10⁻⁵" if min((-16, -10, -5, -1), key=error) == -5 else ""


def sweep_that_overwrites():
    adjoint, v = {}, [5.0]
    for operand, slope in ((0, v[0]), (0, v[0])):
        adjoint[operand] = slope
    return f"{adjoint[0]:g}"


COMPUTED = {
    "00-batch-r1": batch,
    "00-both-r1": level,
    "00-long-r1": first_step_that_does_not_shrink,
    "00-memory-r1": momentum,
    "00b-pull-r1": far_reading,
    "00b-product-r1": product_and_logarithms,
    "00b-fifty-r1": as_many_as_weights,
    "03c-odds-r1": lambda: f"{functions.sigmoid(np.log(3)):.2f}",
    "03c-gradient-r1": poisson_gradient,
    "03c-bell-r1": lambda: f"about {50 * (1 + math.erf(-1 / math.sqrt(2))):.0f} %",
    "03c-spread-r1": lambda: f"by about {np.sqrt(10_000):.0f}",
    "05b-step-r1": best_difference,
    "05b-order-r1": lambda: f"{1000 + 1000:,} in all",
    "05b-twice-r1": sweep_that_overwrites,
    "05b-broadcast-r1": lambda: str(tuple(map(int, np.ones((32, 4)).sum(axis=0)))),
    "00c-mended-r1": lambda: f"{perceptron_score():g}: six notches up".replace("-", "−"),
    "00c-next-r1": multiclass_scores,
    "00c-gradient-r1": perceptron_gradient,
    "01-line-r1": lambda: {2: "two", 3: "three", 4: "all four"}[best_line((1, 0, 0, 1))],
    "01-labelings-r1": impossible_labeling,
    "01-regression-r1": regression,
    "02-count-r1": lambda: str(functions.n_monomials(4, 2)),
    "03-collapse-r1": collapse,
    "03-saturation-r1": sigmoid_chain,
    "03b-silent-r1": lambda: str(broken_line()),
    "03b-double-r1": lambda: str(pieces()),
    "03b-far-r1": far_right,
    "04-temperature-r1": limits,
    "04-loss-r1": lambda: f"{float(np.mean(functions.cross_entropy([[5., 605.]], [0]))):.0f}",
    "04-gradient-r1": logits_gradient,
    "04-impostor-r1": jacobian,
    "05-gate-r1": lambda: str(scalar_gradient()),
    "05-kinks-r1": kink,
    "06-parameters-r1": table_sizes,
    "06-twice-r1": word_step,
    "07-cost-r1": cheaper_from,
}


@pytest.mark.parametrize("id", COMPUTED)
def test_the_answer_is_computed(id):
    q = QUESTIONS[id]
    assert q.choices[q.answer] == COMPUTED[id]()


def test_wherever_a_number_is_asked_the_answer_is_computed():
    def a_number(words):
        return re.match(r"\(?[+−]?[\d½∞]|(one|two|three|six|infinity)\b", plain_text(words))

    asked = {q.id for q in QUESTIONS.values()
             if sum(map(bool, map(a_number, q.choices.values()))) > 2}
    assert len(asked) >= 14 and asked - {"05-planted-r1"} <= set(COMPUTED)


# --- what else they claim -----------------------------------------------------------------


AND = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([-1, -1, -1, 1])


def test_a_perceptron_does_what_the_questions_say():
    X, y = AND
    ones = np.column_stack([X, np.ones(4)])
    w = network.perceptron_trace(ones, y, 40)
    fixed = np.any(np.diff(w, axis=0), axis=1)
    rounds = fixed.reshape(-1, 4).sum(axis=1)
    assert np.any(np.diff(rounds) > 0) and rounds[-1] == 0  # more than before; and an end
    right = np.sign(w[::4] @ ones.T) == y  # after each round
    assert np.any(right[:-1] & ~right[1:])  # right, then wrong again
    far = network.perceptron_trace([[10, 1], [1, 1]], [1, -1], 2)
    assert -(far[2] @ [1, 1]) < 0  # still wrong right after its correction
    xor = network.perceptron_trace(ones, np.array([-1, 1, 1, -1]), 4000)
    assert len(np.unique(xor, axis=0)) < 10 and not np.any(xor[::4][5:] - xor[::4][5])


def test_steps_of_another_size_matter_from_another_start():
    def answers(step, start):
        (X, y), w = AND, np.array(start, float)
        ones = np.column_stack([X, np.ones(4)])
        for x, label in zip(ones, y, strict=True):
            w = w + step * label * x * (label * (w @ x) <= 0)
        return np.sign(ones @ w).tolist()

    assert answers(1, [0, 0, 0]) == answers(10, [0, 0, 0])
    starts = itertools.product((-2, 0, 2), repeat=3)
    assert any(answers(1, start) != answers(10, start) for start in starts)


def test_powers_of_a_scaled_input_bring_the_error_down():
    from course_utils import data

    x, y = [np.asarray(part) for part in data.wiggly_curve()[:2]]

    def error(x, degree):
        table = functions.polynomial_features_1d(x, degree)
        return np.mean((table @ functions.least_squares_fit(table, y) - y) ** 2)

    assert error(x, 37) > error(x, 18) and error(x / 3, 37) < error(x, 37) / 10


def test_a_penalty_sees_the_unit():
    x = np.linspace(-1, 1, 9)
    y = 1 + x + x**2
    fits = {}
    for lam, factor in itertools.product((0.0, 1.0), (1, 100)):
        table = np.column_stack([factor * x, (factor * x) ** 2])
        w = functions.ridge_fit(table, y, lam) if lam else functions.least_squares_fit(table, y)
        fits[lam, factor] = table @ w
    assert_allclose(fits[0, 1], fits[0, 100], atol=1e-8)
    assert np.abs(fits[1, 1] - fits[1, 100]).max() > 0.1
    off = [np.sum((fits[1, factor] - y) ** 2) for factor in (1, 100)]
    assert off[1] < off[0]


def test_one_bend_does_xor_only_if_it_falls_and_rises():
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    assert (np.abs(X @ [1, -1]) - 0.5 > 0).tolist() == y.astype(bool).tolist()


def test_more_steps_halve_the_error_of_a_staircase():
    x = np.linspace(0, 1, 4001)
    y = np.cos(2 * np.pi * x)

    def error(k):
        grid = np.linspace(0, 1, k + 1)
        middle = np.cos(2 * np.pi * (grid[:-1] + grid[1:]) / 2)
        return np.abs(middle[np.minimum((x * k).astype(int), k - 1)] - y).max()

    assert 1.8 < error(16) / error(32) < 2.2
    cubes = (np.random.default_rng(0).normal(size=(2, 300))[:, None] * np.ones((1, 50, 1)))
    table = (cubes[0] * np.linspace(-1, 1, 50)[:, None] + cubes[1]) ** 3
    assert np.linalg.matrix_rank(table) == 4
    root = np.interp(x, np.linspace(0, 1, 17), np.sqrt(np.linspace(0, 1, 17)))
    assert x[np.abs(root - np.sqrt(x)).argmax()] < 1 / 16


def test_backpropagation_does_what_the_questions_say():
    rng = np.random.default_rng(0)
    f, T = rng.normal(size=(5, 3)), np.eye(2)[[0, 1, 1, 1, 1]]
    params = network.initialise(3, 4, 2, rng)
    once = network.mlp_backward(f, T, **params)
    twice = network.mlp_backward(np.tile(f, (2, 1)), np.tile(T, (2, 1)), **params)
    for name in once:
        assert_allclose(once[name], twice[name])
    start = {**params, "U": 0 * params["U"], "b_U": 0 * params["b_U"], "b_H": 0 * params["b_H"]}
    first = network.mlp_backward(f, T, **start)
    assert {name for name, d in first.items() if np.any(np.abs(d) > 1e-12)} == {"d_U", "d_b_U"} or {
        name for name, d in first.items() if np.any(np.abs(d) > 1e-12)} == {"U", "b_U"}


def test_calibration_does_what_the_questions_say():
    rng = np.random.default_rng(0)
    ece = [float(np.mean(metrics.ece_if_calibrated(rng.uniform(0.5, 1, n), 10, draws=50, rng=rng)))
           for n in (100, 10_000)]
    assert 0 < ece[1] < ece[0] / 4
    z, y = 3 * rng.normal(size=(200, 3)), rng.integers(0, 3, 200)
    sharp, flat = functions.softmax(z), functions.softmax(z / 3)
    assert (np.argsort(sharp) == np.argsort(flat)).all()
    assert abs(metrics.nll(sharp, y) - metrics.nll(flat, y)) > 0.1


def test_words_do_what_the_questions_say():
    E = np.full((3, 2), 10.0)
    after = text.embedding_step(E, np.array([[0, 1]]), np.ones((1, 2, 2)), 1.0)
    assert (after[2] == 10).all() and not (after[0] == 10).all()  # a word unseen stays


def test_a_table_of_all_pairs_and_a_line_moved_by_right_examples():
    y = np.arange(5.0)
    p = y[:, None]
    assert ((y - p) ** 2).shape == (5, 5) and ((y - p) ** 2).mean() > 0
    x, target = np.array([-2.0, -1, 1, 2]), np.array([-1.0, -1, 1, 1])

    def border(x, y):
        slope, b = functions.least_squares_fit(np.column_stack([x, np.ones(len(x))]), y)
        return -b / slope

    far = border(np.append(x, [9.0, 9, 9]), np.append(target, [1.0, 1, 1]))
    assert abs(border(x, target)) < 1e-12 and abs(far) > 0.5


def test_three_scores_can_enclose_a_triangle():
    x = np.random.default_rng(0).uniform(-5, 5, (2000, 2))
    angles = 2 * np.pi * np.arange(3) / 3
    z = np.column_stack([np.ones(2000), x @ np.array([np.cos(angles), np.sin(angles)])])
    inside = np.abs(x[z.argmax(axis=1) == 0])
    assert len(inside) > 20 and inside.max() < 3


# --- which pair is asked ------------------------------------------------------------------


def asked(notebook=None, today="2026-03-09"):
    return [q.id for q, _ in ideas.pair(notebook, today)]


NUMBERS = [notebooks.number(p) for p in notebooks.notebook_files() if p.stem[:2].isdigit()]


@pytest.mark.parametrize("number", [*(n for n in NUMBERS if n >= "02"), "03c", "05b"])
def test_where_nothing_is_remembered_the_pair_is_fixed_and_from_before(number):
    assert asked(number) == asked(number, "2031-01-01") == sorted(
        ideas.opening(number), key=list(QUESTIONS).index)
    assert all(id.partition("-")[0] < number for id in asked(number))
    assert len({QUESTIONS[id].idea for id in asked(number)}) == 2


def test_a_notebook_not_named_asks_of_the_two_before_it(monkeypatch):
    monkeypatch.delitem(current().openings, "06")
    assert asked("06") == ["05-gate-r1", "05b-step-r1"] and asked("08")[1].startswith("07-")


def test_first_what_did_not_hold_then_what_was_asked_longest_ago():
    remember("01", *predicted("2026-03-01", "01-line", "B"),
             *predicted("2026-03-02", "01-step", "A"))
    remember("02", *predicted("2026-02-20", "02-degree", "A"))
    assert asked("04") == ["01-step-r1", "02-degree-r1"]
    assert asked("02") == ["01-line-r1", "01-step-r1"]  # only what comes before
    remember("03", *predicted("2026-03-03", "03-step", "D"))
    assert asked("04") == ["01-step-r1", "03-step-r1"]


def test_what_was_recalled_waits_and_what_was_not_comes_back():
    remember("01", *predicted("2026-03-02", "01-step", "A"),
             *predicted("2026-03-02", "01-line", "A"),
             ("2026-03-04", "recalled", "01-step-r1", QUESTIONS["01-step-r1"].answer),
             ("2026-03-04", "recalled", "01-line-r1", "A"))
    found = ideas.standing("01")
    assert (found["01-step"].held, found["01-line"].held) == (True, False)
    assert "01-line-r1" in asked("04") and found["01-line"].at[:10] == "2026-03-04"
    assert "01-line-r1" not in asked("04", "2026-03-04")  # asked again today: it waits


def test_a_prediction_not_yet_looked_at_says_nothing():
    remember("01", ("2026-03-02", "committed", "01-step", "A"))
    assert ideas.standing("01")["01-step"].held is None


def test_an_answer_of_today_stays_in_its_notebook():
    first, second = asked("04")
    q = QUESTIONS[second]
    remember(q.notebook, ("2026-03-09", "recalled", second, "A"))
    exercises.COURSE.session.unwritten[q.notebook][-1]["where"] = "04"
    assert ideas.pair("04", "2026-03-09")[1] == (q, "A") and asked("04") == [first, second]
    assert second not in asked("05") and second not in asked()
    assert ideas.pair("04", "2026-03-10")[0][1] is None


@pytest.mark.parametrize("event", [
    {"kind": "recalled"}, {"kind": "recalled", "choice": ["A"]},
    {"kind": "recalled", "choice": "Z"}, {"kind": "committed", "choice": {}},
    {"kind": "committed", "choice": None}, {"kind": "other"},
])
@pytest.mark.parametrize("id", ["01-line", "01-line-r1", "01-gone", "01-gone-r1", ""])
def test_events_of_another_form_are_passed_over(event, id):
    exercises.COURSE.session.unwritten["01"] = [{"at": "", "id": id, **event}]
    assert ideas.standing("01")["01-line"].held is None
    assert len(asked("02")) == 2


def test_without_a_number_new_ones_each_time(capsys):
    first = asked(None, ideas.date.today().isoformat())
    for id in first:
        memory.remember(QUESTIONS[id].notebook, "recalled", id, choice="A", where="")
    assert not set(first) & set(asked(None, ideas.date.today().isoformat()))


# --- the box ------------------------------------------------------------------------------


def box(number="04"):
    return recalls.Pair(ideas.pair(number), number)


def part(pair, id):
    """The live HTML of one of the two questions."""
    number = [q.id for q in pair.questions].index(id)
    return recalls._live(pair.questions[number], number + 1, pair.answers.get(id))


def press(pair, id, letter):
    pair.press(f"choose {[q.id for q in pair.questions].index(id) + 1} {letter}")


def marks(pair, id):
    return "".join(re.findall(r'data-act="choose [^>]*aria-label="(.)', part(pair, id)))


def test_one_click_locks_and_gives_the_reason_at_once():
    pair = box("02")
    q = QUESTIONS["01-line-r1"]
    assert marks(pair, q.id) == "○○○○" and 'role="status"' in part(pair, q.id)
    assert "hold" not in part(pair, q.id) and part(pair, q.id) in pair.html()
    press(pair, q.id, "C")
    assert marks(pair, q.id) == "✗✓✗✗"
    verdict, _, others = part(pair, q.id).partition('role="status"')[2].partition("<details")
    assert "✗ C does not hold." in verdict and q.why["C"] in verdict and q.why["B"] in verdict
    assert verdict.index(q.why["C"]) < verdict.index(q.why["B"]) and 'aria-live="polite"' in verdict
    assert q.why["A"] in others and q.why["B"] not in others
    press(pair, q.id, "B")
    assert pair.answers == {q.id: "C"} and len(memory.events("01", "recalled")) == 1
    assert " disabled" not in part(pair, q.id)  # the focus stays


@pytest.mark.parametrize("act", ["", "choose", "choose 3 A", "choose 1", "choose 1 Z"])
def test_what_no_button_says_answers_nothing(act):
    pair = box("02")
    pair.press(act)
    assert pair.answers == {}


def test_both_answered_is_summed_up():
    pair = box("02")
    for q in pair.questions:
        press(pair, q.id, q.answer)
    assert "Both hold. On with notebook 02." in pair.html()
    wrong = box("03")
    for q in wrong.questions:
        press(wrong, q.id, next(x for x in q.choices if x != q.answer))
    assert "2 of 2 did not hold and will come back" in wrong.html()


def test_the_still_has_the_answers_folded_until_they_are_given():
    pair = box("02")
    page = pair._last()["text/html"]
    assert page.count('<details class="course-recall-answer">') == 2 and "✓" not in page
    before = re.sub(r"<details class=.*?</ul></details></details>", "", page, flags=re.S)
    assert not any(reason in before for q in pair.questions for reason in q.why.values())
    press(pair, "01-line-r1", "B")
    page = pair._last()["text/html"]
    assert page.count('<details class="course-recall-answer">') == 1
    assert "(yours) B: three" in page and "✓ B holds." in page


def answer_all(pair, letter):
    for q in pair.questions:
        press(pair, q.id, letter)


def test_it_is_remembered_on_the_disk_and_forgotten_with_its_notebook(work):
    pair = box("04")
    answer_all(pair, "A")
    kept = [e for n in ("02", "03") for e in stored(work, n)["events"]]
    assert [(e["kind"], e["choice"], e["where"]) for e in kept] == [("recalled", "A", "04")] * 2
    restart()
    again = box("04")
    assert set(again.answers.values()) == {"A"} and marks(again, "02-linear-r1")[0] == "✗"
    memory.forget(work, "02")
    restart()
    assert list(box("04").answers) == ["03-kink-r1"]


def test_two_notebooks_open_at_once_lose_nothing(work):
    here, there = box("04"), box("05")
    for pair in (here, there, here):
        answer_all(pair, "B")
    kept = [e for n in memory.notebooks() for e in memory.events(n, "recalled")]
    assert sorted(e["where"] for e in kept) == ["04", "04", "05", "05"]


FAULTS = {
    "damaged": lambda folder: [p.write_text('{"version": 1, "eve') for p in folder.glob("*.json")],
    "empty": lambda folder: [p.write_text("") for p in folder.glob("*.json")],
    "newer": lambda folder: [p.write_text('{"version": 9, "events": []}')
                             for p in folder.glob("*.json")],
    "older": lambda folder: [p.write_text('{"version": 0, "events": [{"at": "", "kind": "chosen", '
                                          '"id": "01-line"}]}') for p in folder.glob("*.json")],
    "folders in their place": lambda folder: [(p.unlink(), p.mkdir())
                                              for p in list(folder.glob("*.json"))],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_memory_gives_the_fixed_pair(work, fault, capsys):
    for number in ("01", "02", "03"):
        memory.remember(number, "chosen", f"{number}-x", choice="A")
    restart()
    folder = work / ".course/memory"
    before = {p.read_bytes() for p in folder.glob("*.json")}
    FAULTS[fault](folder)
    broken = {p.read_bytes() for p in folder.glob("*.json") if p.is_file()}
    pair = box("04")
    assert [q.id for q in pair.questions] == list(current().openings["04"])
    answer_all(pair, "C")
    assert all("hold" in part(pair, q.id) for q in pair.questions)
    there = {p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    kept = broken if fault in ("damaged", "empty", "newer") else set()
    assert kept <= there and before


def test_a_folder_that_cannot_be_written_is_said_and_the_box_goes_on(work, monkeypatch, capsys):
    def refuse(*args, **more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(memory.disk, "replace", refuse)
    pair = box("04")
    press(pair, "02-linear-r1", "C")
    assert "✓ C holds" in part(pair, "02-linear-r1")
    assert "only until the kernel stops" in capsys.readouterr().out


def test_outside_a_notebook_it_prints_and_is_quiet_when_told(capsys, monkeypatch):
    exercises.recall("02")
    said = capsys.readouterr().out
    assert said.startswith("What is left from earlier notebooks?") and said.count("\n") == 3
    exercises.recall(2)
    assert capsys.readouterr().out == said
    for slip in ("00", "1b", [], 0, "", 2.5):
        exercises.recall(slip)
        assert "expected the number of a notebook" in capsys.readouterr().out
    monkeypatch.setenv("COURSE_QUIET", "1")
    exercises.recall("02")
    assert capsys.readouterr().out == ""


# --- in the notebooks, the plan, the hand-out, and in progress ----------------------------

ASKING = [p for p in notebooks.notebook_files() if p.stem[:2].isdigit()
          and notebooks.number(p) >= "02"]


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_it_is_the_first_cell_after_the_set_up(path):
    number, cells = notebooks.number(path), notebooks.read(path)["cells"]
    setup = next(i for i, c in enumerate(cells) if "setup" in notebooks.tags(c))
    assert cells[setup + 1]["id"] == f"{number}-recall"
    assert notebooks.calls(cells[setup + 1]["source"], "recall") == [number]
    stored = cells[setup + 1]["outputs"][-1]["data"]
    assert stored["text/plain"] == recalls.as_text([q for q, _ in ideas.pair(number)])
    assert len([c for c in cells if notebooks.calls(c["source"], "recall")]) == 1


def test_the_plan_begins_with_its_minute():
    lines = present.plan(notebooks.read(notebooks.notebook_files("04")[0]))
    assert lines[1].split() == ["1", "1", *recalls.TITLE.split()]
    asked = " ".join(" ".join(lines[2:9]).split())
    assert "1. Least squares finds" in asked and "2. At 0 the lectures give" in asked
    rows = present.blocks(notebooks.read(notebooks.notebook_files("04")[0]))
    whole = [line for line in lines if re.match(r" +\d+ +\d+  ", line)]
    assert int(whole[-1].split()[1]) == rows[-1]["end"] + 1


@pytest.mark.parametrize("path", ASKING[:2], ids=lambda path: path.stem)
def test_on_paper_the_answers_stand_at_the_end(path):
    html = handout.page(notebooks.read(path))
    box, answers = html.index("course-recall"), html.index('<section id="recall-answers"')
    assert box < answers and html.count('href="#recall-answers"') == 2
    for q, _ in ideas.pair(notebooks.number(path)):
        reason = re.split(r"[$<]", q.why[q.answer])[0]
        assert html.count(reason) == 1 and html.index(reason) > answers
        assert re.split(r"[$<]", q.question)[0] in html[box:answers]
    ends = html[answers:html.index("</section>", answers)]
    assert ends.count("<details") == ends.count("</details>") == 2


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_the_copies_of_the_browser_version_ask_as_well(path, capsys, monkeypatch):
    """They are a student's copies; nothing lies beside them and no folder is theirs."""
    number = notebooks.number(path)
    cells = notebooks.student_copy(notebooks.read(path))["cells"]
    (cell,) = [c for c in cells if notebooks.calls(c["source"], "recall")]
    setup = next(c for c in cells if "setup" in notebooks.tags(c))
    assert cells.index(cell) == cells.index(setup) + 1 and "recall" in "".join(setup["source"])
    monkeypatch.setattr(memory, "home", lambda: None)
    pair = recalls.Pair(ideas.pair(number), number)
    for q in pair.questions:
        press(pair, q.id, q.answer)
    assert f"Both hold. On with notebook {number}." in pair.html()
    assert "✓" in pair._last()["text/html"]


def test_progress_says_what_holds_and_what_to_look_at_again(work, capsys):
    (work / "01_xor_failure.ipynb").write_bytes(
        notebooks.notebook_files("01")[0].read_bytes())
    for id, letter in (("01-line", "C"), ("01-regression", "A"), ("01-affine", "A"),
                       ("01-strip", "B")):
        memory.remember("01", "committed", id, choice=letter)
        memory.remember("01", "revealed", id)
    memory.remember("01", "recalled", "01-affine-r1", choice="B", where="02")
    memory.remember("01", "try", "step", status="passed", misconception=None, said="", code="x")
    memory.remember("01", "try", "gone", status="failed", misconception=None, said="", code="x")
    exercises.progress("01")
    said = capsys.readouterr().out
    assert "separable (predicted, exercise 1.4)" in said and "on XOR (predicted)" in said
    assert "Still not separable, and why (recalled)" in said
    assert "Limits of a linear score: the prediction did not hold" in said
    exercises.progress("02")
    assert "01  Limits of a linear score" in capsys.readouterr().out
    (concept,) = [c for c in ideas.concepts("01") if c.again]
    assert concept.again[0][1] == "01_xor_failure.ipynb#cell-id=01-b1-predict-line"
    from misstep import cards
    from misstep.judge.records import records

    card = cards.Progress("01", [], {}, ideas.concepts("01"))._repr_html_()
    assert 'href="01_xor_failure.ipynb#cell-id=01-b1-predict-line"' in card
    assert len(records("01")) == 6


def test_progress_shows_what_was_thought_first_and_what_is_thought_now(capsys):
    memory.remember("01", "committed", "01-line", choice="C")
    memory.remember("01", "committed", "01-strip", choice="B")
    exercises.progress("01")
    assert "thought first" not in capsys.readouterr().out  # nothing was answered twice
    memory.remember("01", "committed", "01-line", choice="B", again=True)
    exercises.progress("01")
    said = capsys.readouterr().out
    choices = predictions()["01-line"].choices
    assert f"First: {choices['C']}. Now: {choices['B']}." in said and said.count("First:") == 1
    answer = all_recalls()["01-line-r1"].answer
    memory.remember("01", "recalled", "01-line-r1", choice=answer, where="02")
    exercises.progress("01")
    assert "Now: ✓ right when it came back." in capsys.readouterr().out


def test_progress_is_no_wall(capsys):
    from misstep import cards

    many = [ideas.Concept(str(i), f"Title {i} <b>", (), (("not recalled", ""),)) for i in range(9)]
    card = cards.Progress("01", [], {}, many)._repr_html_()
    assert "and 3 more" in card and card.index("Title 5") < card.index("<details>")
    assert "<b>" not in card
    assert "again" not in cards.Progress("01", [])._repr_html_()


@pytest.mark.parametrize("content", ["", "{", '{"cells": 1}', '{"cells": [{"id": "<x>"}]}', "[]"])
def test_a_copy_that_cannot_be_read_gives_no_link(work, content):
    (work / "01_xor_failure.ipynb").write_text(content)
    assert ideas.link("01", 'predict("01-line")') == ""
