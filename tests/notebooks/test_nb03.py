"""Notebook 03: the formulas it shows, its predictions, its exercises of its own, its explorer."""

import contextlib
import io
import math
import re

import numpy as np
import pytest

from answers import file_of
from course_utils import data, exercises, explore, functions, network, plots, style

dead_units = file_of("dead_units").dead_units
fold_xor = file_of("fold_xor").fold_xor
wake_biases = file_of("wake_biases").wake_biases

# rows x = -2, -1, 0, 1, 2 of lecture_map §12
GOLDEN = {
    "sigmoid": [0.119203, 0.268941, 0.5, 0.731059, 0.880797],
    "sigmoid_grad": [0.104994, 0.196612, 0.25, 0.196612, 0.104994],
    "tanh_grad": [0.070651, 0.419974, 1, 0.419974, 0.070651],
    "relu": [0, 0, 0, 1, 2],
    "relu_grad": [0, 0, 1, 1, 1],
    "leaky_relu": [-0.02, -0.01, 0, 1, 2],
    "gelu": [-0.0455, -0.158655, 0, 0.841345, 1.9545],
    "swish": [-0.238406, -0.268941, 0, 0.731059, 1.761594],
    "softplus": [0.126928, 0.313262, 0.693147, 1.313262, 2.126928],
    "elu": [-0.864665, -0.632121, 0, 1, 2],
}


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_numbers_and_their_exercises(name):
    x = np.arange(-2.0, 3.0)
    assert exercises.reference(name)(x) == pytest.approx(GOLDEN[name], abs=1e-6)
    ids = [case.args[0] for case in exercises.record(name).cases()]
    assert any(isinstance(x, list) for x in (*ids, *exercises.record(name).judge.lists)), "no list"
    assert any(np.ndim(x) == 0 for x in ids), "no number"
    assert any(np.abs(x).max() == 1000 for x in ids), "no ±1000"
    assert any(np.any(np.asarray(x) == 0) for x in ids), "no 0"


def test_the_network_of_the_prediction_has_the_numbers_that_it_names():
    assert sum((d + 1) * v for d, v in ((2, 100), (100, 100), (100, 1))) == 10_501


def test_tanh_from_sigmoid_in_two_steps():
    x = np.linspace(-6, 6, 101)
    assert 2 * functions.sigmoid(2 * x) - 1 == pytest.approx(np.tanh(x), abs=1e-14)
    assert 4 * functions.sigmoid_grad(2 * x) == pytest.approx(functions.tanh_grad(x), abs=1e-14)


def test_saturation():
    assert 0.25**10 == pytest.approx(9.54e-7, rel=1e-3)
    assert functions.sigmoid_grad([5, 10]) == pytest.approx([0.006648, 4.54e-5], rel=1e-3)
    assert functions.sigmoid_grad(np.linspace(-9, 9, 181)).max() == 0.25


def xor_gradient(at_zero):
    """Gradient of the hidden bias of the lecture's XOR network, by the course's backward pass."""
    f, y = data.xor_dataset()
    H, U = np.array([[1.0, -1], [1, -1]]), np.array([[1.0, -1], [1, -1]])
    b_H, b_U = np.array([[-1.0, 1]]), np.array([[-0.5, 0.5]])
    T = functions.one_hot(y, 2)
    values = network.backward_values(f, T, H, b_H, U, b_U, at_zero=at_zero)
    return next(np.ravel(values[k]) for k in values if k in ("d_b_H", "b_H", "db_H", "d_bH"))


def test_the_convention_flips_the_sign_of_the_gradient():
    f, y = data.xor_dataset()
    k = f @ np.array([[1, -1], [1, -1]]) + np.array([[-1, 1]])
    assert np.sum(k == 0) == 4
    assert xor_gradient(1.0) == pytest.approx([0.134471, 0.134471], abs=1e-6)
    assert xor_gradient(0.0) == pytest.approx([-0.134471, -0.134471], abs=1e-6)


def test_that_loss_rises_to_both_sides_of_the_kink():
    f, y = data.xor_dataset()
    H, U = np.array([[1.0, -1], [1, -1]]), np.array([[1.0, -1], [1, -1]])

    def loss(shift):
        h = functions.relu(f @ H + [-1 + shift, 1])
        return functions.cross_entropy(h @ U + [-0.5, 0.5], y)

    assert (loss(1e-6) - loss(0)) / 1e-6 == pytest.approx(0.134471, abs=1e-5)
    assert (loss(0) - loss(-1e-6)) / 1e-6 == pytest.approx(-0.134471, abs=1e-5)


RISING = (functions.step, functions.sigmoid, np.tanh, functions.relu, functions.elu,
          functions.softplus, functions.leaky_relu)


@pytest.mark.parametrize("phi", RISING)
def test_no_depth_of_single_rising_units_solves_xor(phi):
    """k11 + k00 = k10 + k01 for any weights, and a chain keeps or reverses an order."""
    f, y = data.xor_dataset()
    rng = np.random.default_rng(0)
    a = f @ rng.normal(size=(2, 5000))
    assert a[0] + a[3] == pytest.approx(a[1] + a[2])
    for _ in range(3):
        a = rng.normal(size=5000) * phi(a + rng.normal(size=5000))
        assert np.all(a[y == 1].min(axis=0) <= a[y == 0].max(axis=0) + 1e-12)


def test_one_unit_that_falls_and_rises_solves_xor():
    f, y = data.xor_dataset()
    assert np.array_equal(np.abs(f @ [1, -1]), y)
    rng = np.random.default_rng(0)
    k = 3 * (f @ rng.normal(size=(2, 3000)) + rng.normal(size=3000))
    for phi in (functions.gelu, functions.swish):
        h = -phi(k)  # above the dip the equal rows, in it the different ones
        assert np.sum(h[y == 1].min(axis=0) > h[y == 0].max(axis=0) + 1e-6) > 30


def test_two_folds_make_the_parity_of_three_inputs():
    rows = np.array(list(np.ndindex(2, 2, 2)))
    first = np.abs(rows @ np.array([[1, 0], [-1, 0], [0, 1]]))  # |f1 - f2| and |f3|: a layer
    lamp = np.abs(first @ [1, -1])
    assert np.array_equal(lamp, rows.sum(axis=1) % 2)


@pytest.mark.parametrize("phi", [functions.step, functions.relu])
def test_the_lectures_bend_makes_xor_separable(phi):
    f, y = data.xor_dataset()
    g = f @ np.array([[1, -1], [1, -1]]) + [-1, 1]
    assert g.tolist() == [[1, -1], [0, 0], [0, 0], [-1, 1]]
    assert phi(g).tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
    assert np.array_equal(phi(g).sum(axis=1) > 0.5, y == 0)


@pytest.mark.parametrize("v", [5, 50, 300])
def test_a_layer_of_squares_offers_three_features_of_one_input(v):
    f, y = data.xor_dataset()
    assert np.array_equal((f @ [1, -1]) ** 2, y)  # and one unit with a square folds XOR
    rng = np.random.default_rng(1)
    k = np.linspace(-1, 1, 400)[:, None] @ rng.normal(size=(1, v)) + rng.normal(size=v)
    assert np.linalg.matrix_rank(np.square(k), tol=1e-6) == 3


def gradient_left(phi, slope, scale, seed):
    """Size of the gradient after ten layers of 50 units, as a fraction."""
    rng = np.random.default_rng(seed)
    h, passed = rng.normal(size=(200, 50)), []
    for _ in range(10):
        W = rng.normal(size=(50, 50)) * scale / np.sqrt(50)
        passed.append((h @ W, W))
        h = phi(h @ W)
    d_h = start = rng.normal(size=h.shape)
    for k, W in passed[::-1]:
        d_h = (d_h * slope(k)) @ W.T
    return np.linalg.norm(d_h) / np.linalg.norm(start)


@pytest.mark.parametrize(("phi", "slope", "scale", "low", "high"), [
    (functions.sigmoid, functions.sigmoid_grad, 1, 3e-7, 1e-6),
    (np.tanh, functions.tanh_grad, 1.3, 0.7, 1),
    (functions.relu, functions.relu_grad, 1, 0.02, 0.06),
    (functions.relu, functions.relu_grad, 2**0.5, 0.6, 1.7),
])
def test_what_ten_real_layers_leave_of_a_gradient(phi, slope, scale, low, high):
    left = [gradient_left(phi, slope, scale, seed) for seed in range(10)]
    assert low < min(left) and max(left) < high


def solved_starts(phi, slope, seed, awake=0):
    """How many of 200 random starts learn XOR in 1,000 steps, as in the last block, and how many
    of the four units are dead in the end, on average (of a bend that is flat left of 0)."""
    f, y = data.xor_dataset()
    rng = np.random.default_rng(seed)
    H, b_H = rng.normal(size=(200, 2, 4)), rng.normal(size=(200, 1, 4))
    U, b_U = rng.normal(size=(200, 4, 1)), np.zeros((200, 1, 1))
    if awake:
        b_H = np.stack([wake_biases(f, W, awake) for W in H])
    for _ in range(1001):
        k = f @ H + b_H
        h = phi(k)
        z = h @ U + b_U
        d_z = (z - y[:, None]) / 2
        d_k = d_z @ U.mT * slope(k)
        U, b_U = U - 0.1 * h.mT @ d_z, b_U - 0.1 * d_z.sum(axis=1, keepdims=True)
        H, b_H = H - 0.1 * f.T @ d_k, b_H - 0.1 * d_k.sum(axis=1, keepdims=True)
    return np.sum(np.all((z > 0.5) == y[:, None], axis=(1, 2))), 4 * np.mean((k < 0).all(axis=1))


@pytest.mark.parametrize(("phi", "slope", "awake", "low", "high"), [
    (functions.step, np.zeros_like, 0, 20, 45),
    (functions.sigmoid, functions.sigmoid_grad, 0, 155, 185),
    (np.tanh, functions.tanh_grad, 0, 194, 200),
    (functions.relu, functions.relu_grad, 0, 100, 145),
    (functions.relu, functions.relu_grad, 1, 40, 75),
    (functions.relu, functions.relu_grad, 3, 165, 195),
    pytest.param(functions.gelu, functions.gelu_grad, 0, 196, 200, marks=pytest.mark.full),
])
def test_who_learns_xor_from_other_starts_than_the_notebooks(phi, slope, awake, low, high):
    assert low <= solved_starts(phi, slope, 11, awake)[0] <= high


@pytest.mark.parametrize(("awake", "low", "high"), [(0, 1.5, 2.1), (1, 1.7, 2.3), (3, 0.2, 0.7)])
def test_units_awake_on_one_row_die_all_the_same(awake, low, high):
    assert low <= solved_starts(functions.relu, functions.relu_grad, 11, awake)[1] <= high


def test_swish_dips_and_gelu_dips():
    x = np.linspace(-5, 3, 3201)
    assert functions.swish(x).min() == pytest.approx(-0.2785, abs=1e-4)
    assert x[functions.swish(x).argmin()] == pytest.approx(-1.2785, abs=2e-3)
    assert functions.gelu(x).min() == pytest.approx(-0.17, abs=1e-3)


def test_where_the_slopes_of_the_gallery_are_flat_or_negative():
    x = np.linspace(-12, 12, 24001)

    def flat_until(slope):  # the first x, from the left, with a slope of 0.01 or more
        return x[np.argmax(slope(x) >= 0.01)]

    for slope in (functions.sigmoid_grad, functions.softplus_grad, functions.elu_grad):
        assert flat_until(slope) == pytest.approx(-4.6, abs=0.02)
    assert functions.sigmoid_grad(4.61) < 0.01 < functions.sigmoid_grad(4.57)
    assert flat_until(functions.tanh_grad) == pytest.approx(-3, abs=0.02)
    assert flat_until(functions.relu_grad) == pytest.approx(0, abs=1e-3)
    for slope, edge in ((functions.gelu_grad, -0.75), (functions.swish_grad, -1.28)):
        assert x[np.argmax(slope(x) > 0)] == pytest.approx(edge, abs=0.01)
        assert slope(edge - 0.02) < 0 < slope(edge + 0.02)


# --- exercises of this notebook's own ---------------------------------------------------------


def test_dead_units():
    f = np.array([[1.0, 0], [0, 1]])
    H = np.array([[1.0, -1, -1], [-1, -1, 2]])
    assert dead_units(f, H, np.array([[0.0, 0.5, -3]])).tolist() == [False, True, True]
    assert dead_units(f, -np.eye(2), np.array([[1.0, -1]])).tolist() == [False, True]


@pytest.mark.parametrize("alpha", [0.1, 0.5])
def test_dead_units_get_no_gradient_and_a_leak_revives_them(alpha):
    f, _ = data.xor_dataset()
    H, b_H = np.array([[0.5], [-0.5]]), np.array([[-3.0]])
    k = f @ H + b_H
    assert dead_units(f, H, b_H).all()
    assert not functions.relu_grad(k).any()
    assert functions.leaky_relu_grad(k, alpha) == pytest.approx(np.full(k.shape, alpha))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-1, 1), (2.0, 2.5)])
def test_fold_xor(low, high):
    w, c = fold_xor(low, high)
    rows = np.array([[high, high], [high, low], [low, high], [low, low]])
    assert np.abs(rows @ w + c) == pytest.approx([0, 1, 1, 0])
    assert exercises.check("fold_xor", lambda low, high: (-fold_xor(low, high)[0], 0.0))


def test_wake_biases():
    f = np.array([[1.0], [3.0], [2.0]])
    assert wake_biases(f, np.array([[2.0, -1]]), 2).tolist() == [[-4, 2]]
    rng = np.random.default_rng(0)
    f, H = rng.normal(size=(9, 3)), rng.normal(size=(3, 5))
    for n in range(1, 10):
        b = wake_biases(f, H, n)
        assert np.sum(f @ H + b >= 0, axis=0).tolist() == [n] * 5
        assert not dead_units(f, H, b).any() and dead_units(f, H, b - 5 * np.ptp(f @ H)).all()
        assert np.sum(f @ H + b - 1e-9 >= 0, axis=0).max() < n  # none is lower


# --- block 7: who finds the fold ----------------------------------------------------------------


@pytest.fixture(scope="module")
def block_7(cells):
    f, y = data.xor_dataset()
    names = {"np": np, "functions": functions, "f": f, "y": y, "wake_biases": wake_biases}
    sources = {part: cells[f"03-b6-{part}"]["source"] for part in ("train", "run", "cures-sets")}
    exec(sources["train"] + "\n" + sources["run"].split("start,")[0], names)
    exec(sources["cures-sets"], names)
    return names


def counts_by_set(text):
    """Name to its five counts: lines that end in five numbers."""
    lines = [line.split() for line in text.splitlines()]
    return {" ".join(line[:-5]): [int(n) for n in line[-5:]] for line in lines
            if len(line) > 5 and all(n.isdigit() for n in line[-5:])}


def test_the_counts_of_block_7_are_printed_set_by_set_with_their_seeds(stored):
    table = counts_by_set(stored["03-b6-sets"])
    assert table.pop("seed of the set") == [7, 8, 9, 10, 11]
    step, sigmoid, tanh, relu = (table[name] for name in ("step", "sigmoid", "tanh", "ReLU"))
    for a, b, c, d in zip(step, relu, sigmoid, tanh, strict=True):
        assert a < b < c < d
    cures = counts_by_set(stored["03-b6-cures"])
    assert cures["seed of the set"] == [7, 8, 9, 10, 11]
    awake = [cures[f"awake on n = {n}"] for n in (1, 3, 4)]
    assert cures["ReLU, random biases"] == relu and min(awake[1]) > max(relu)
    for one, three, all_four, random in zip(*awake, relu, strict=True):
        assert one < random < all_four < three
    assert all(abs(two - by_chance) < 15 for two, by_chance in zip(
        cures["awake on n = 2"], relu, strict=True))
    for sets in zip(awake[2], *(cures[f"n = 4, crease {a} away"] for a in (0.1, 0.3, 1)),
                    strict=True):
        assert list(sets) == sorted(sets, reverse=True) and 30 <= sets[-1] <= 45  # two in ten
    zero_1, zero_0 = (cures[f"biases 0, relu'(0) = {i}"] for i in (1, 0))
    assert all(a > b for a, b in zip(zero_1, relu, strict=True))
    assert sum(a < b for a, b in zip(zero_0, relu, strict=True)) == 4
    assert all(a > b for a, b in zip(cures["leaky ReLU, α = 0.1"], relu, strict=True))
    assert min(cures["Swish"]) == 200


def test_slow_is_not_stuck(stored):
    sigmoid, relu = stored["03-b6-sets"].splitlines()[-2:]
    failed, still = (re.findall(r"(\d+) (?:of 1,000|still)", line) for line in (sigmoid, relu))
    assert int(failed[0]) > 100 and failed[1] == "0"
    assert 350 < int(still[1]) <= int(still[0]) < int(still[1]) + 5


def test_one_of_the_further_sets_computed_anew(block_7, stored):
    """Set 8; and biases of 0 put the row 00 on the kink, where the convention decides."""
    known, cures = counts_by_set(stored["03-b6-sets"]), counts_by_set(stored["03-b6-cures"])
    train, start = block_7["train"], block_7["random_starts"](8)
    for name in ("ReLU", "sigmoid"):
        assert train(*block_7["four"][name], start)[0][-1].sum() == known[name][1]
    zero = {**start, "b_H": 0 * start["H"][:1]}
    assert np.all((np.tensordot(block_7["f"], zero["H"], 1) + zero["b_H"])[3] == 0)
    for at_zero in (1, 0):
        won, _ = train(functions.relu, lambda k, a=at_zero: functions.relu_grad(k, a), zero)
        assert won[-1].sum() == cures[f"biases 0, relu'(0) = {at_zero}"][1]
    awake = {**start, "b_H": block_7["wake"](3)(start["H"])}
    assert train(*block_7["four"]["ReLU"], awake)[0][-1].sum() == cures["awake on n = 3"][1]


# --- raw answers, as students write them: no np.asarray, no floats ---------------------------

RAW = [
    ("sigmoid_grad", lambda x: x * (1 - x), "neighbour-formula/takes-output"),
    ("relu_grad", lambda x: (x > 0).astype(float), "convention/zero-at-kink"),
    ("sigmoid", lambda x: np.exp(-np.logaddexp(0, -1 * x)), "shape/list-given"),
    ("tanh_grad", lambda x: 1 - x**2, "neighbour-formula/takes-output"),
    ("gelu", lambda x: 0.5 * x * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3))),
     "neighbour-formula/tanh-approximation"),
    ("swish", lambda x, beta=1.0: x / (1 + np.exp(-x)), "ignored-argument/beta"),
    ("softplus", lambda x: np.log(1 + np.exp(x)), "unstable/printed-formula"),
    ("elu", lambda x, alpha=1.0: x * (x > 0) + alpha * (np.exp(x) - 1) * (x <= 0),
     "unstable/masked-product"),
    ("sigmoid", lambda x: 1 / (1 + math.exp(-x)), "shape/one-number-only"),
    ("leaky_relu", lambda x, alpha=0.01: np.where(x > 0, x, 0.01 * x), "ignored-argument/alpha"),
    ("linear_collapse", lambda A, a, B, b: (B @ A, B @ a + b), "transpose/order"),
    ("fold_xor", lambda low, high: ([1, -1], 0), "factor/not-scaled"),
    ("fold_xor", lambda low, high: (np.array([1, 1]) / (high - low), -(low + high) / (high - low)),
     "neighbour-formula/xnor"),
    ("wake_biases", lambda f, H, n: -np.max(f @ H, axis=0, keepdims=True), "ignored-argument/n"),
    ("wake_biases", lambda f, H, n: np.sort(f @ H, axis=0)[-n][None], "sign/bias"),
    ("wake_biases", lambda f, H, n: -np.sort(f @ H, axis=0)[n - 1][None],
     "neighbour-formula/smallest"),
]


@pytest.mark.parametrize(("name", "answer", "misconception"), RAW)
def test_raw_answers_are_named(name, answer, misconception):
    assert exercises.check(name, answer).misconception == misconception


# --- the explorer ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def gallery():
    return explore.activation_gallery()


@pytest.mark.parametrize("name", explore.activation_gallery.gallery)
@pytest.mark.parametrize("parameter", [0.0, 0.5, 1.0, 4.0])
def test_every_slope_of_the_gallery_is_that_of_its_value(name, parameter):
    _, value, slope = explore.activation_gallery.gallery[name]
    x = np.array([-3.3, -1.2, -0.4, 0.3, 1.7, 4.1])
    numeric = (value(x + 1e-5, parameter) - value(x - 1e-5, parameter)) / 2e-5
    assert slope(x, parameter) == pytest.approx(numeric, rel=1e-5, abs=1e-6)


def test_gallery_says_value_and_slope(gallery):
    said = gallery.set(activation="Swish", k=-1.0, parameter=1.0)
    assert "value −0.269, slope 0.072" in said and "beta" in said
    assert "nearly flat" in gallery.set(activation="ReLU", k=-2.0)
    assert "slope 1.000" in gallery.set(activation="ReLU", k=0.0)
    assert gallery.here.get_xdata()[0] == 0.0
    assert gallery.value.get_ydata() == pytest.approx(functions.relu(gallery.x))


# --- the drawing, and the bend that the reader brings ----------------------------------------


def test_the_fold_of_the_drawing_is_that_of_the_unit():
    """Seen flat, half up and folded: the corner 01 ends on 10, and the cut is where |k| = ½."""
    w, c = fold_xor(0, 1)
    for angle, same in ((0, False), (65, False), (180, True)):
        _, ax = style.figure()
        plots.folded_sheet(ax, angle, at=2)
        lower, upper = (line.get_xydata()[0] - [2, 0] for line in ax.lines[-2:])
        assert lower.tolist() == [1, 0] and np.allclose(lower, upper) == same
        if angle in (0, 180):  # a point of the sheet keeps its distance from the crease
            assert abs(upper @ w + c) == pytest.approx(abs(np.array([0, 1]) @ w + c))
    assert ("10 and 01" in [text.get_text() for text in ax.texts]) and "01" not in {
        text.get_text() for text in ax.texts}
    for end in ([0.35, -0.15], [1.2, 0.7]):
        assert abs(np.array(end) @ w + c) == pytest.approx(0.5)


def test_a_bend_that_a_reader_brings_is_trained_and_its_slope_compared(block_7, cells, stored):
    source = cells["03-b6-own-code"]["source"]
    assert "the slope fits the bend: True" in stored["03-b6-own-code"]
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(source.replace("-2 * k * np.exp(-k**2)", "np.cos(k)")
             .replace("np.exp(-k**2)", "np.sin(k)"), dict(block_7))
    assert "True" in said.getvalue() and "my bend: 200 of 200" in said.getvalue()
    with contextlib.redirect_stdout(said):
        exec(source.replace("-2 * k * np.exp(-k**2)", "np.cos(k)"), dict(block_7))
    assert "the slope fits the bend: False" in said.getvalue()
