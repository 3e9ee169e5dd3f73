"""Notebook 00c: the formulas and numbers it shows, its predictions, its explorers, its drawings."""

import itertools
from fractions import Fraction

import matplotlib
import numpy as np
import pytest

from course_utils import data, exercises, explore, functions, network, plots

CARDS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
BOTH, ONE = np.array([-1, -1, -1, 1]), np.array([-1, 1, 1, -1])
A = np.column_stack([CARDS, np.ones(4)])
X3 = np.array([[2, 0], [0, 2], [-2, -1], [1, 0], [0, 1], [1, 1], [-1, 2], [1, -2]])
Y3 = np.array([0, 1, 2, 0, 1, 0, 1, 2])


def corrected(trace):
    """Which steps of a trace are corrections."""
    return np.flatnonzero(np.any(trace[1:] != trace[:-1], axis=1))


# --- blocks 2 and 3: the step, the run on AND ---------------------------------------------------


def test_one_correction_raises_the_margin_by_the_squared_length_and_one():
    rng = np.random.default_rng(4)
    for _ in range(50):
        w, x, y = rng.normal(size=3), rng.normal(size=3), int(rng.choice([-1, 1]))
        b = -(w @ x) - y * rng.random()
        before = y * (w @ x + b)
        v, c = network.perceptron_update(w, b, x, y)
        assert before <= 0 and y * (v @ x + c) - before == pytest.approx(x @ x + 1)
    w, b = network.perceptron_update(np.array([-2, -1]), -2, np.array([1, 1]), 1)
    assert w @ [1, 1] + b == -2


def test_golden_trace_of_and():
    trace = network.perceptron_trace(A, BOTH, 36)
    steps = corrected(trace)
    assert trace[steps + 1].tolist() == [
        [0, 0, -1], [1, 1, 0], [1, 1, -1], [1, 0, -2], [2, 1, -1], [2, 0, -2], [1, 0, -3],
        [2, 1, -2], [1, 1, -3], [2, 2, -2], [2, 1, -3], [3, 2, -2], [3, 1, -3], [2, 1, -4],
        [3, 2, -3], [2, 2, -4], [3, 3, -3], [3, 2, -4]]
    assert np.bincount(steps // 4, minlength=9).tolist() == [2, 3, 3, 2, 2, 3, 2, 1, 0]
    scores = [A[i % 4] @ trace[i] for i in steps]
    assert len(scores) == 18 and scores.count(0) == 13
    good = [int(np.sum(BOTH * (A @ w) > 0)) for w in trace[steps + 1]]
    assert sum(late < early for early, late in itertools.pairwise(good)) == 5
    lines = network.train_perceptron(CARDS, BOTH, 100)
    assert [*lines[0], *lines[1:]] == [3, 2, -4, 18]


def test_every_order_of_the_cards():
    counts = set()
    for order in itertools.permutations(range(4)):
        w, b, n = network.train_perceptron(CARDS[list(order)], BOTH[list(order)], 100)
        assert np.all(BOTH * (CARDS @ w + b) > 0)
        counts.add(n)
    assert counts == {18, 20, 22}


def test_the_planted_loop_looks_at_the_last_card_only(stored):
    assert "as listed: 18 corrections, then 4 of 4" in stored["00c-b3-planted"]
    assert "full first: 3 corrections, then 3 of 4" in stored["00c-b3-planted"]


def test_left_needs_two_corrections_and_no_bias():
    w, b, n = network.train_perceptron([[1, 0], [0, 1]], [1, -1], 10)
    assert (w.tolist(), b, n) == ([1, -1], 0, 2)


# --- block 4: without a bias --------------------------------------------------------------------


def test_and_without_a_bias_runs_in_a_circle():
    trace = network.perceptron_trace(CARDS, BOTH, 4000)
    assert not trace[::4].any()
    angles = np.linspace(0, 2 * np.pi, 3600)
    best = max(np.sum(BOTH * (CARDS @ [np.cos(a), np.sin(a)]) > 0) for a in angles)
    assert best == 2


# --- block 5: Novikoff --------------------------------------------------------------------------


def test_the_best_margin_of_and_and_its_bound():
    w = np.array([2, 2, -3])
    gamma = network.smallest_margin(w, A, BOTH)
    assert gamma == pytest.approx(1 / np.sqrt(17))
    assert (np.sqrt(3) / gamma) ** 2 == pytest.approx(51)
    around = [w + d for d in itertools.product(np.linspace(-0.5, 0.5, 9), repeat=3)]
    assert max(network.smallest_margin(v, A, BOTH) for v in around) <= gamma + 1e-12
    assert round(network.smallest_margin([3, 2, -4], A, BOTH), 2) == 0.19


def test_no_run_makes_more_corrections_than_the_bound():
    rng = np.random.default_rng(8)
    for _ in range(40):
        v = rng.normal(size=3)
        X = rng.normal(size=(30, 3))
        y = np.sign(X @ v)
        gamma, R = network.smallest_margin(v, X, y), np.linalg.norm(X, axis=1).max()
        if gamma < 0.02:
            continue
        trace = network.perceptron_trace(X, y, 30 * 200)
        n = np.arange(1, len(corrected(trace)) + 1)
        w = trace[corrected(trace) + 1]
        assert len(n) <= (R / gamma) ** 2
        assert np.all(w @ v / np.linalg.norm(v) >= n * gamma - 1e-9)
        assert np.all(np.linalg.norm(w, axis=1) <= np.sqrt(n) * R + 1e-9)


# --- block 6: SGD -------------------------------------------------------------------------------


def test_the_gradient_of_the_two_losses():
    x, y, w = np.array([1.0, -2.0]), -1, np.array([0.8, -0.6])
    assert w @ x == pytest.approx(2)
    flat = functions.numerical_gradient(lambda v: max(0, -y * np.sign(v @ x)), w)
    slope = functions.numerical_gradient(lambda v: max(0, -y * (v @ x)), w)
    assert flat == pytest.approx([0, 0]) and slope == pytest.approx([1, -2])


def test_the_step_size_is_a_scale_in_exact_arithmetic():
    ends = {}
    for eps in (Fraction(1), Fraction(1, 2), Fraction(1, 10)):
        w, n = [Fraction(0)] * 3, 0
        for i in range(400):
            a, y = A[i % 4].astype(int), int(BOTH[i % 4])
            if y * sum(p * int(q) for p, q in zip(w, a, strict=True)) <= 0:
                w = [p + eps * y * int(q) for p, q in zip(w, a, strict=True)]
                n += 1
        ends[eps] = [p / eps for p in w], n
    assert all(end == ([3, 2, -4], 18) for end in ends.values())


# --- block 7: many classes ----------------------------------------------------------------------


def test_golden_stream_of_three_classes():
    W, seen = np.zeros((2, 3)), []
    for x, y in zip(X3, Y3, strict=True):
        W = network.multiclass_perceptron_update(W, x, y)
        seen.append(W.tolist())
    assert seen[:5] == [
        [[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [-2, 2, 0]], [[2, 0, -2], [-1, 2, -1]],
        [[2, 0, -2], [-1, 2, -1]], [[2, 0, -2], [-1, 2, -1]]]
    assert seen[-1] == [[2, -1, -1], [2, 1, -3]]
    assert np.sum((X3 @ W).argmax(axis=1) == Y3) == 6
    for x, y in zip(X3, Y3, strict=True):  # a second round
        W = network.multiclass_perceptron_update(W, x, y)
    assert np.array_equal((X3 @ W).argmax(axis=1), Y3)


def test_two_columns_against_one_line():
    x = np.array([1.0, 2.0])
    for label, moved in ((0, 0), (1, 2)):
        W = network.multiclass_perceptron_update(np.zeros((2, 2)), x, label)
        assert (W[:, 1] - W[:, 0]).tolist() == (moved * x).tolist()
        w, _ = network.perceptron_update(np.zeros(2), 0, x, 2 * label - 1)
        assert w.tolist() == ((2 * label - 1) * x).tolist()


def test_the_mean_of_all_columns_reads_better_on_all_six_splits():
    X, y = data.digits()
    X = np.column_stack([X, np.ones(len(X))])
    for seed in range(6):
        (X_a, y_a), (X_b, y_b) = data.train_test_split(X, y, rng=np.random.default_rng(seed))
        W, total, last = np.zeros((65, 10)), np.zeros((65, 10)), []
        for _ in range(6):
            for x, label in zip(X_a, y_a, strict=True):
                W = network.multiclass_perceptron_update(W, x, label)
                total += W
            last.append(np.mean((X_b @ W).argmax(axis=1) == y_b))
        assert np.mean((X_b @ total).argmax(axis=1) == y_b) > max(last[-1], np.mean(last))


# --- block 8: XOR -------------------------------------------------------------------------------


def test_xor_goes_round_in_every_order():
    trace = network.perceptron_trace(A, ONE, 4000)
    assert len(corrected(trace)) == 4000
    assert np.unique(trace, axis=0).tolist() == [[0, 0, -1], [0, 0, 0], [0, 1, 0], [1, 1, 1]]
    assert np.linalg.norm(trace, axis=1).max() == pytest.approx(np.sqrt(3))
    for order in itertools.permutations(range(4)):
        other = network.perceptron_trace(A[list(order)], ONE[list(order)], 400)
        assert np.linalg.norm(other, axis=1).max() < 4 and len(corrected(other)) > 100


def first_return(A, y, order):
    """(corrections until a setting comes back or None, settings seen), in whole numbers."""
    w, n = (0,) * A.shape[1], 0
    seen = {w}
    for i in order:
        if y[i] * sum(p * int(q) for p, q in zip(w, A[i], strict=True)) <= 0:
            w, n = tuple(p + int(y[i] * q) for p, q in zip(w, A[i], strict=True)), n + 1
            if w in seen:
                return n, len(seen)
            seen.add(w)
    return None, len(seen)


def test_the_four_corrections_of_a_round_add_up_to_nothing():
    trace = network.perceptron_trace(A, ONE, 4)
    assert not trace[0].any() and not trace[4].any() and len(corrected(trace)) == 4
    assert (ONE[:, None] * A).tolist() == [[0, 0, -1], [0, 1, 1], [1, 0, 1], [-1, -1, -1]]
    assert not (ONE[:, None] * A).sum(axis=0).any()


def test_a_setting_comes_back_without_a_line_and_never_with_one():
    rounds = [np.tile(p, 100) for p in itertools.permutations(range(4))]
    draws = [np.random.default_rng(s).integers(4, size=400) for s in range(200)]
    assert {first_return(A, ONE, o)[0] for o in rounds} == {4, 5}
    drawn = [first_return(A, ONE, o)[0] for o in draws]
    assert (min(drawn), max(drawn), drawn[0]) == (4, 18, 15)
    for orders, least in ((rounds, 18), (draws, 13)):
        ends = [first_return(A, BOTH, o) for o in orders]
        assert {back for back, _ in ends} == {None}
        assert (min(n for _, n in ends) - 1, max(n for _, n in ends) - 1) == (least, 22)


def test_the_law_of_return_on_rules_of_all_kinds():
    """Of 256 rules on three places those with a line end in a clean round, the others return."""
    cube = np.array(list(itertools.product((0, 1), repeat=3)))
    rows, lines = np.column_stack([cube, np.ones(8, int)]), 0
    for labels in itertools.product((-1, 1), repeat=8):
        y = np.array(labels)
        back, _ = first_return(rows, y, np.tile(np.arange(8), 60))
        w, b, _ = network.train_perceptron(cube, y, 60)
        clean = bool(np.all(y * (cube @ w + b) > 0))
        assert clean == (back is None), labels
        lines += clean
    assert lines == 104  # the number of threshold functions of three variables


def every_setting(y):
    """All settings that some order of the cards leads to, and whether a way leads back."""
    ways, new = {}, {(0, 0, 0)}
    while new:
        w = new.pop()
        ways[w] = {tuple(int(p + t * q) for p, q in zip(w, a, strict=True))
                   for a, t in zip(A, y, strict=True) if t * (np.array(w) @ a) <= 0}
        new |= ways[w] - set(ways)
    left = dict(ways)
    while ends := [w for w, on in left.items() if not on & set(left)]:
        for w in ends:
            del left[w]
    return ways, bool(left)


def test_in_every_order_the_dials_stay_in_a_few_settings():
    for y, size, good, returns in ((BOTH, 73, 3, False), (ONE, 162, 0, True)):
        ways, back = every_setting(y)
        known = np.array(list(ways))
        assert (len(known), back) == (size, returns)
        assert np.sum(np.all(y * (known @ A.T) > 0, axis=1)) == good
        assert good == sum(not on for on in ways.values())
        assert np.linalg.norm(known, axis=1).max() == pytest.approx(np.sqrt(29))


def test_with_a_card_at_the_root_of_two_nothing_comes_back():
    """Exactly: a dial p + q sqrt(2) as two whole numbers."""
    def sign(p, q):
        if p * q >= 0:
            return (p + q > 0) - (p + q < 0)
        return (1 if p > 0 else -1) * (1 if p * p > 2 * q * q else -1)

    p = q = b = n = 0
    seen = {(p, q, b)}
    for i in range(6000):
        (u, v), t = ((0, 0), (1, 0), (0, 1))[i % 3], (1, -1, 1)[i % 3]
        if t * sign(p * u + 2 * q * v + b, p * v + q * u) <= 0:
            p, q, b, n = p + t * u, q + t * v, b + t, n + 1
            assert (p, q, b) not in seen
            seen.add((p, q, b))
    assert n == 4001


# --- what the cells print -----------------------------------------------------------------------


@pytest.mark.parametrize("cell, said", [
    ("00c-b2-check", "before: -5  after: -2"),
    ("00c-b3-trace", "[3, 3, -3] [3, 2, -4]"),
    ("00c-b3-orders", "left: 2 corrections"),
    ("00c-b3-orders", "{18, 20, 22}"),
    ("00c-b4-run", "after each of 1000 rounds: [[0. 0.]]"),
    ("00c-b4-run", "2 of 4"),
    ("00c-b5-bounds", "margin 0.2425, so at most 51"),
    ("00c-b6-slide-check", "sign inside: [0. 0.]  score inside: [ 1. -2.]"),
    ("00c-b6-kink-check", "18 corrections, 13 of them at score 0"),
    ("00c-b6-rate", "step 0.5: 18 corrections"),
    ("00c-b6-rate", "step 0.1: 8 corrections, dials [ 2.  1. -2.] times 0.1, 3 of 4 right"),
    ("00c-b8-run", "corrections: 4000 in 4000 cards"),
    ("00c-b8-run", "longest: 1.73"),
    ("00c-b8-run", "round 1: [0, 0, 0] [0, 0, -1] [0, 1, 0] [1, 1, 1] [0, 0, 0]"),
    ("00c-b8-return", "exactly one, in rounds, 24 orders: corrections back after 4 to 5"),
    ("00c-b8-return", "exactly one, drawn, 200 orders: corrections back after 4 to 18"),
    ("00c-b8-return", "both, drawn, 200 orders: corrections 13 to 22, no setting twice"),
    ("00c-b8-orders", "exactly one: 162 settings, none longer than 5.39, 0 of them"),
    ("00c-b8-real", "0, 1 and 2: back after 4"),
    ("00c-b8-real", "root of 2: 4001 corrections, no setting twice"),
])
def test_the_numbers_that_the_text_quotes_are_printed(stored, cell, said):
    assert said in stored[cell]


# --- predictions and exercises ------------------------------------------------------------------


def test_the_loop_of_the_notebook_is_named():
    def too_early(X, y, max_rounds):
        w, b, n = np.zeros(X.shape[1]), 0.0, 0
        for _ in range(max_rounds):
            for x, label in zip(X, y, strict=True):
                mistakes = 0
                if label * (w @ x + b) <= 0:
                    w, b, n = w + label * x, b + label, n + 1
                    mistakes += 1
            if mistakes == 0:
                break
        return w, b, n

    result = exercises.check("train_perceptron", too_early)
    assert result.misconception == "neighbour-formula/last-row-decides"


# --- explorers ----------------------------------------------------------------------------------


@pytest.fixture
def film():
    return explore.perceptron_steps(
        {"both": (A, BOTH), "no bias": (CARDS, BOTH), "one": (A, ONE)}, 40)


def test_the_film_shows_line_dials_and_ring(film):
    assert "no line yet" in film.finding and film.border.get_xdata().size == 0
    assert set(film.plane.codes.ravel()) == {2}  # neither yes nor no
    said = film.set(cards=8)
    assert "round 2, card (1, 1) wants yes, score −1: wrong, now (2, 1, −1)" in said
    assert "5 corrections so far; 2 of 4 cards right" in said
    assert [bar.get_height() for bar in film.dials] == [2, 1, -1]
    x, y = film.border.get_data()
    assert 2 * x + y - 1 == pytest.approx([0, 0])
    assert [float(v[0]) for v in film.ring.get_data()] == [1, 1]
    assert "18 corrections so far; 4 of 4" in film.set(cards=40)
    z = film.plane.points @ [3, 2] - 4
    assert np.array_equal(film.plane.codes.ravel() == 1, z > 0)


def test_the_film_without_a_bias_and_of_xor(film):
    assert [bar.get_height() for bar in (film.set(cards=3, rule="no bias"), film.dials)[1]] == [
        -1, -1, 0]
    assert "now (0, 0, 0); 4 corrections so far; 0 of 4" in film.set(cards=4, rule="one")


def test_the_stepper_asks_before_it_tells():
    stepper = explore.multiclass_steps(X3, Y3, 3)
    assert "scores" not in stepper.finding and "say which column gains x" in stepper.finding
    W = np.zeros((2, 3))
    for i, (x, y) in enumerate(zip(X3, Y3, strict=True)):
        winner = int(np.argmax(x @ W))
        said = ("none", "none") if winner == y else (str(y), str(winner))
        for gains, loses in itertools.product(("none", "0", "1", "2"), repeat=2):
            finding = stepper.set(done=i, gains=gains, loses=loses)
            same = gains == loses and said == ("none", "none")  # x added and taken away
            assert ("; yes: scores" in finding) == ((gains, loses) == said or same)
            assert "not so" in finding or f"class {winner} wins" in finding
        W = network.multiclass_perceptron_update(W, x, y)
        assert np.array_equal(stepper.plane.codes.ravel(),
                              np.argmax(stepper.plane.points @ stepper.W[i], axis=1))
    stepper.set(done=1, gains="1", loses="0")
    assert [t.get_text() for t in stepper.next.ravel()] == ["0", "0", "0", "−2", "2", "0"]
    stepper.set(gains="?")
    assert not any(t.get_text() for t in stepper.next.ravel())


# --- drawings -----------------------------------------------------------------------------------


def test_half_planes_have_the_line_and_an_arrow_at_a_right_angle(ax):
    ax.set(xlim=(-1, 2), ylim=(-1, 2))
    assert plots.half_planes(ax, [1, 2], -2, near=(0, 0)) is ax
    border = [c for c in ax.collections if c.get_facecolor().size == 0][-1]
    line = border.get_paths()[0].vertices
    assert line @ [1, 2] == pytest.approx(np.full(len(line), 2), abs=1e-6)
    arrow = next(t for t in ax.texts if getattr(t, "arrow_patch", None) is not None)
    way = np.subtract(arrow.xy, arrow.xyann)
    assert arrow.xyann == pytest.approx([0.4, 0.8]) and way[0] * 2 == pytest.approx(way[1])
    assert way @ [1, 2] > 0 and np.linalg.norm(way) == pytest.approx(0.4)
    assert ax.get_xlim() == (-1, 2)


def test_line_sequence_draws_and_numbers_what_crosses_the_axes(ax):
    ax.set(xlim=(-1, 2), ylim=(-1, 2))
    W = np.array([[0, 0, 1], [1, 1, -1], [1, 0, -1], [0, 1, 0], [1, 0, -9]])
    plots.line_sequence(ax, W, start=4)
    assert len(ax.lines) == 3  # no line of zeros, none outside
    assert [t.get_text() for t in ax.texts] == ["5", "6", "7"]
    for line, (w1, w2, b) in zip(ax.lines, W[1:4], strict=True):
        x, y = np.array(line.get_data())
        assert w1 * x + w2 * y + b == pytest.approx([0, 0])
        assert max(np.abs(np.r_[x, y] - 0.5)) == pytest.approx(1.5)  # to the edge
    lightness = [matplotlib.colors.to_rgb(line.get_color())[0] for line in ax.lines]
    assert lightness == sorted(lightness, reverse=True)


def test_numbers_of_lines_that_end_together_stand_apart(ax):
    ax.set(xlim=(-0.6, 3.3), ylim=(-0.8, 2.3))
    W = [[3, 1, -3], [2, 1, -4], [3, 2, -3], [3, 2, -4]]  # two of them end at the lower edge
    plots.line_sequence(ax, W, start=15)
    at = np.array([t.get_position() for t in ax.texts])
    apart = np.abs(at[:, None] - at).sum(axis=2)[np.triu_indices(4, 1)]
    assert apart.min() > 0.3


def test_class_columns_are_arrows_from_the_origin(ax):
    plots.class_columns(ax, np.array([[2, 0, -1], [-1, 0, 3]]))
    arrows = [t for t in ax.texts if getattr(t, "arrow_patch", None) is not None]
    assert [tuple(t.xy) for t in arrows] == [(2, -1), (-1, 3)]
    assert all(t.xyann == (0, 0) for t in arrows)
    assert [t.get_text() for t in ax.texts if t.get_text()] == ["$w_0$", "$w_2$"]


# --- the reader's own rule -----------------------------------------------------------------------


def a_line_can_say(inputs, wanted):
    return functions.is_linearly_separable(inputs, (wanted + 1) // 2)


def test_a_rule_of_the_readers_own_is_found_or_comes_back(stored):
    three = np.array([[i >> 2, i >> 1 & 1, i & 1] for i in range(8)])
    rules = [np.array([1 if i >> k & 1 else -1 for k in range(8)]) for i in range(256)]
    said = sum(a_line_can_say(three, rule) for rule in rules)
    assert said == 104 < 128  # "fewer than half"
    assert stored["00c-open-code"] == f"yours: found\nfound: {said} of 256\n"


def test_a_line_says_fourteen_of_the_sixteen_rules_on_two_places():
    two = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    rules = [np.array([1 if i >> k & 1 else -1 for k in range(4)]) for i in range(16)]
    assert sum(a_line_can_say(two, rule) for rule in rules) == 14


def test_either_a_line_or_corrections_that_cancel():
    """Gordan's theorem on the four cards: one of the two for each of the 16 rules, never both."""
    A = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
    for i in range(16):
        y = np.array([1 if i >> k & 1 else -1 for k in range(4)])
        cancel = any(not np.any(np.array(often) @ (y[:, None] * A))
                     for often in itertools.product((0, 1, 2), repeat=4) if any(often))
        assert cancel != a_line_can_say(A[:, :2], y)
    r = np.sqrt(2)  # a card that is not of whole numbers: weights, and not numbers of corrections
    rows = np.array([1, -1, 1])[:, None] * [[0, 1], [1, 1], [r, 1]]
    assert [r - 1, r, 1] @ rows == pytest.approx([0, 0])


def test_progress_and_length_keep_their_bounds():
    A = np.array([[0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
    trace = network.perceptron_trace(A, np.array([-1, -1, -1, 1]), 36)
    after = trace[1:][np.any(trace[1:] != trace[:-1], axis=1)]
    n, best = np.arange(1, len(after) + 1), np.array([2, 2, -3]) / np.sqrt(17)
    progress, length = after @ best, np.linalg.norm(after, axis=1)
    assert len(after) == 18 and np.all(progress >= n / np.sqrt(17) - 1e-9)
    assert np.all(progress <= length) and np.all(length <= np.sqrt(3 * n) + 1e-9)
