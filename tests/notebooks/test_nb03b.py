"""Notebook 03b: the numbers and laws it shows, its predictions, its explorer, its drawings."""

import re

import numpy as np
import pytest

from course_utils import exercises, explore, functions, network, plots

X = np.linspace(0, 1, 20_001)


def cosine(x):
    return np.cos(2 * np.pi * x)


def built(x, t, w, b):
    return functions.relu(np.subtract.outer(x, t)) @ w + b


def error(F, f):
    return np.abs(F - f(X)).max()


# --- lines and steps ----------------------------------------------------------------------------


def test_golden_error_of_16_pieces(stored):
    t, w, b = network.relu_interpolant(cosine, 16)
    assert error(built(X, t, w, b), cosine) == pytest.approx(0.018846, abs=5e-7)
    assert error(built(X, t, w, 0), cosine) == pytest.approx(1.0188, abs=5e-5)  # NP-08
    assert "largest error 0.018846" in stored["03b-b2-check"]


def test_one_unit_that_is_always_on_can_be_the_constant():
    t, w, b = network.relu_interpolant(cosine, 16)
    h = functions.relu(np.column_stack([np.subtract.outer(X, t), np.ones(len(X))]))
    assert h @ np.append(w, b) == pytest.approx(built(X, t, w, b))


def test_two_units_and_a_constant_make_the_four_pieces():
    F = 1 - 4 * functions.relu(X) + 8 * functions.relu(X - 0.5)
    nodes = np.arange(5) / 4
    assert F == pytest.approx(np.interp(X, nodes, [1, 0, -1, 0, 1]))


def test_the_features_of_block_1_need_one_line():
    points = np.arange(0, 1.01, 0.05)
    up = cosine(points) > 1e-9
    h = functions.relu(np.outer(points, [-1, 1]) + [0.5, -0.5])
    assert np.array_equal(h @ [1, 1] > 0.275, up)
    best = max(max(np.mean((points > at) == up), np.mean((points < at) == up))
               for at in np.arange(-0.025, 1.1, 0.05))
    assert best < 0.8  # no threshold on x


@pytest.mark.parametrize("k", [4, 7, 16, 71, 128])
def test_the_bound_of_taylor_holds_for_lines_and_that_of_steps(k):
    assert error(built(X, *network.relu_interpolant(cosine, k)), cosine) <= np.pi**2 / 2 / k**2
    t, w, b = network.staircase(cosine, k)
    assert error((np.subtract.outer(X, t) > 0) @ w + b, cosine) <= np.pi / k


def test_the_rates():
    for k in (32, 64, 128):
        one, two = (error(built(X, *network.relu_interpolant(cosine, n)), cosine)
                    for n in (k, 2 * k))
        assert one / two == pytest.approx(4, rel=0.02)
        assert error(built(X, *network.relu_interpolant(np.sqrt, k)), np.sqrt) == pytest.approx(
            0.25 / np.sqrt(k), rel=1e-3)
        nodes = (np.arange(k + 1) / k) ** 4
        crowded = np.abs(np.interp(X**4, nodes, np.sqrt(nodes)) - X**2).max()
        assert crowded == pytest.approx(0.5 / k**2, rel=1e-2)


def test_70_pieces_are_too_few_and_71_enough():
    errors = [error(built(X, *network.relu_interpolant(cosine, k)), cosine) for k in range(1, 72)]
    assert min(errors[:-1]) > 0.001 > errors[-1]


def test_golden_errors_of_steps():
    for k, expected in ((8, 0.3827), (16, 0.1951), (32, 0.0980), (64, 0.0491)):
        t, w, b = network.staircase(cosine, k)
        assert error((np.subtract.outer(X, t) > 0) @ w + b, cosine) == pytest.approx(
            expected, abs=5e-5)


def test_soft_steps_are_better_than_hard_ones():
    t, w, b = network.staircase(cosine, 16)
    soft = {a: error(functions.sigmoid(a * np.subtract.outer(X, t)) @ w + b, cosine)
            for a in (10, 70, 3000)}
    assert soft[70] == pytest.approx(0.024, abs=5e-4)
    assert soft[3000] == pytest.approx(0.182, abs=5e-4) and soft[10] > 0.4


# --- continuity, and two inputs ------------------------------------------------------------------


def test_why_continuous_is_enough():
    for eps in (0.5, 0.1, 0.04):
        places = np.linspace(0, 1, 2001)
        apart = np.abs(np.subtract.outer(places, places)) < 0.999 * eps**2
        assert np.abs(np.subtract.outer(np.sqrt(places), np.sqrt(places)))[apart].max() < eps
        k = int(np.ceil(1 / eps**2)) + 1  # narrower than delta
        assert error(built(X, *network.relu_interpolant(np.sqrt, k)), np.sqrt) < eps


def in_the_square(n=101):
    side = np.linspace(0, 1, n)
    return np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)


def test_four_half_planes_and_one_unit_make_a_tower(stored):
    x = in_the_square()
    sums = (x[:, [0, 0, 1, 1]] > [0.5, 0.75, 0.25, 0.5]) @ [1, -1, 1, -1]
    inside = (x[:, 0] > 0.5) & (x[:, 0] <= 0.75) & (x[:, 1] > 0.25) & (x[:, 1] <= 0.5)
    assert set(sums) == {0, 1, 2} and np.array_equal(sums == 2, inside)
    ends = x[np.isin(x, [0, 1]).any(axis=1) & (sums == 1)]
    assert all(np.any(ends[:, axis] == end) for axis in (0, 1) for end in (0, 1))  # all four arms
    assert np.array_equal(functions.relu(sums - 1), inside)
    assert "sum:           [2 1 0]" in stored["03b-b5-cross"]
    assert stored["03b-b5-cross"].endswith("1 inside, 0 elsewhere: True\n")


def test_a_product_of_two_humps_is_four_ridges_and_a_constant():
    x1, x2 = x = in_the_square().T
    ridges = cosine(np.array([x1, x2, x1 + x2, x1 - x2]))
    humps = (1 - cosine(x1)) / 2 * (1 - cosine(x2)) / 2
    assert 1 / 4 + np.array([-2, -2, 1, 1]) / 8 @ ridges == pytest.approx(humps)
    assert humps[np.isin(x, [0, 1]).any(axis=0)] == pytest.approx(0, abs=1e-12)


def test_one_layer_of_96_units_makes_an_island(stored):
    weights, constant = [], 1 / 4  # each unit: its direction, bias and output weight
    for w, begin, length, height in (((1, 0), 0, 1, -1 / 4), ((0, 1), 0, 1, -1 / 4),
                                     ((1, 1), 0, 2, 1 / 8), ((1, -1), -1, 2, 1 / 8)):
        t, out, b = network.relu_interpolant(lambda u, n=length: cosine(n * u), 16 * length)
        constant += height * b
        weights += [(*np.divide(w, length), -begin / length - at, height * o)
                    for at, o in zip(t, out, strict=True)]
    w1, w2, bias, out = np.array(weights).T
    x = in_the_square(201)
    F = functions.relu(x @ np.array([w1, w2]) + bias) @ out + constant
    border = np.isin(x, [0, 1]).any(axis=1)
    assert len(out) == 96 and F[border] == pytest.approx(0, abs=1e-9)
    assert F[np.all(x == 0.5, axis=1)] == pytest.approx(1) and F.max() < 1 + 1e-9
    off = np.abs(F - np.prod(np.sin(np.pi * x) ** 2, axis=1)).max()
    assert off == pytest.approx(0.0118, abs=5e-5) and off <= 0.75 * 0.018847
    assert "units: 96\n" in stored["03b-b5-island-check"]
    assert f"largest error on the square: {off:.4f}" in stored["03b-b5-island-check"]


def test_lines_in_general_position_cut_the_plane_into_as_many_pieces_as_the_text_says():
    rng = np.random.default_rng(0)
    for v in (1, 2, 3, 5):
        angles = (np.arange(v) + 0.3) * np.pi / v
        lines = np.stack([np.cos(angles), np.sin(angles)])
        places = rng.normal(size=(100_000, 2)) * 10 ** rng.uniform(-1, 1.5, (100_000, 1))
        on = places @ lines > rng.uniform(-1, 1, v)
        assert len(np.unique(on, axis=0)) == 1 + v + v * (v - 1) // 2


# --- the theorem's conditions -------------------------------------------------------------------


@pytest.mark.parametrize("power", [2, 3, 5])
def test_powers_as_activation_give_power_plus_one_columns(power):
    rng = np.random.default_rng(3)
    x = X[::100]
    inside = np.outer(x, rng.normal(size=80)) + rng.normal(size=80)
    assert np.linalg.matrix_rank(np.column_stack([inside**power, inside**0])) == power + 1


def test_the_best_parabola_is_half_a_swing_away():
    x = X[::50]
    table = functions.polynomial_features_1d(x, 2)
    w = functions.least_squares_fit(table, cosine(x))
    assert np.abs(table @ w - cosine(x)).max() == pytest.approx(0.512, abs=5e-4)


def test_golden_errors_outside_the_interval():
    t, w, b = network.relu_interpolant(np.square, 64)
    assert error(built(X, t, w, b), np.square) == pytest.approx(0.000061, abs=5e-7)
    F = built(np.array([10.0, 100]), t, w, b)
    assert np.abs(F - [100, 10_000]) == pytest.approx([81.1, 9802.5], abs=0.06)
    assert network.far_slopes(np.ones(64), w) == pytest.approx((0, 2 - 1 / 64))


def test_exchanged_units_show_that_the_loss_is_not_convex():
    t, w, b = network.relu_interpolant(cosine, 16)
    here, there = np.array([t, w]), np.array([t, w])[:, ::-1]
    losses = [np.mean((built(X, *place, b) - cosine(X)) ** 2)
              for place in (here, there, (here + there) / 2)]
    assert losses[0] == pytest.approx(losses[1]) and losses[2] > 1000 * losses[0]


def test_a_quarter_of_the_step_gets_stuck_as_well():
    x = X[::200]
    for seed in (0, 4):
        begin = network.initialise_1d(16, np.random.default_rng(seed), spread=0.5)
        begin["b1"] = begin["b1"] - 0.5 * begin["w1"]
        film = network.relu_net_1d_fit(begin, x, cosine(x), lr=0.05, steps=5000, keep_every=5000)
        off = error(network.relu_net_1d(X, **film[-1]["params"]), cosine)
        assert off == pytest.approx(0.24, abs=0.001)


def test_the_stored_numbers_of_training_are_those_of_the_text(stored):
    _, _, *lines = stored["03b-b7-train"].splitlines()
    off = [float(line.split()[-1]) for line in lines]
    assert sorted(off)[0] == pytest.approx(0.178, abs=0.002) and sorted(off)[1:] == [0.24] * 5
    assert "trained: kinks below 0.35 or above 0.65, inside [0, 1]: [0, 0, 0, 0, 2, 0]" in stored[
        "03b-b7-gather"]
    squares = {kinks: [float(v) for v in re.findall(
        rf"^{kinks} \S+ \S+ (\S+) (\S+)$", stored["03b-b7-features"], re.M)[0]]
        for kinks in ("trained", "random")}  # "by either measure":
    assert min(squares["trained"]) > 2 * max(squares["random"])


# --- predictions and exercises ------------------------------------------------------------------


def test_units_may_come_in_any_order():
    def shuffled(f, k):
        t, w, b = network.relu_interpolant(f, k)
        order = np.random.default_rng(0).permutation(k)
        return t[order], w[order], b

    assert exercises.check("relu_interpolant", shuffled)


def test_the_slide_without_its_constant_is_named():
    def slide(f, k):
        t, w, _ = network.relu_interpolant(f, k)
        return t, w, 0.0

    assert exercises.check("relu_interpolant", slide).misconception == "omitted-term/constant"


# --- explorer and drawings ----------------------------------------------------------------------


def test_the_explorer_shows_the_network_and_its_error():
    follow = explore.follow_function()
    assert "largest error 0.019 with 16 units" in follow.set(k=16)
    t, w, b = network.relu_interpolant(cosine, 16)
    assert follow.net.get_ydata() == pytest.approx(built(follow.x, t, w, b))
    assert follow.marks.get_xdata() == pytest.approx(t)
    assert [float(v[0]) for v in follow.dot.get_data()] == pytest.approx([16, 0.018846], abs=1e-5)
    assert len(follow.errors.get_xdata()) == 16
    assert "0.2 with 15 units; 0.38 with k = 8." in follow.set(units="steps")
    assert "0.024 with 15 units" in follow.set(units="sigmoids")
    assert "with 0 units" in follow.set(k=1, units="steps")
    assert "with 1 unit." in follow.set(k=1, units="ReLU")


def test_the_fold_is_exact_where_a_kink_meets_it():
    follow = explore.follow_function()
    follow.set(k=30, target="|x − 1/3|")
    errors, third = follow.once(("|x − 1/3|", "ReLU"), None), np.arange(1, 65) % 3 == 0
    assert errors[third].max() < 1e-12 and errors[~third].min() > 1e-3
    assert follow.dot.get_ydata()[0] == follow.floor


def test_unit_sum_draws_each_unit_and_the_sum(ax):
    parts = np.outer([0.0, 1.0], [1, -2, 4])
    assert plots.unit_sum(ax, [0, 1], parts, parts.sum(axis=1), name="all") is ax
    assert [line.get_ydata().tolist() for line in ax.lines] == [[0, 1], [0, -2], [0, 4], [0, 3]]
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["one unit each", "all"]


def test_a_value_map_writes_what_the_function_is(ax):
    def f(x):
        return x[:, 0] - 2e-17 * x[:, 1]

    assert plots.value_map(ax, f, [(0.5, 0.5), (0, 1), (0.9, 0.5)], limits=(0, 1)) is ax
    assert [t.get_text() for t in ax.texts] == ["0.5", "0", "0.9"]
    assert ax.texts[1].get_position() == (0.06, 0.94)
    assert [t.get_color() for t in ax.texts] == ["#000000", "#000000", "white"]
    drawn = ax.images[0].get_array()
    assert drawn.shape == (200, 200) and drawn.data[0] == pytest.approx(
        (np.arange(200) + 0.5) / 200)


def test_power_guide_falls_like_the_power(ax):
    plots.power_guide(ax, [1, 2, 4], 8, -2, text="slope")
    assert ax.lines[0].get_ydata().tolist() == [8, 2, 0.5]
    assert ax.texts[0].get_text() == "slope" and ax.texts[0].xy == (2, 2)


# --- the tower, and the reader's own curve -------------------------------------------------------


def test_blocks_stand_as_high_as_the_function():
    fig, (left, right) = plots.solid_figure()
    assert left.name == right.name == "3d" and len(fig.axes) == 2
    plots.blocks(left, lambda X: 2 * (X[:, 0] > 0.5), n=2)
    [bars] = left.collections
    tops = {round(float(z), 9) for z in np.asarray(bars._faces)[..., 2].ravel()}
    assert tops == {0, 2} and left.get_zlim() == (0, 2)


def test_the_tower_is_on_a_sixteenth_of_the_square(cells):
    [words] = [out["data"]["text/markdown"] for out in cells["03b-b5-tower"]["outputs"]
               if "text/markdown" in out.get("data", {})]
    assert "2 high where two strips cross" in words and "height 1 on a sixteenth" in words
    X = np.random.default_rng(0).random((4000, 2))
    four = (X[:, [0, 0, 1, 1]] > [0.5, 0.75, 0.25, 0.5]) @ [1, -1, 1, -1]
    assert set(four) == {0, 1, 2} and np.mean(four == 2) == pytest.approx(1 / 16, abs=0.015)


def exponent(f):
    x, pieces = np.linspace(0, 1, 20_001), 2 ** np.arange(5, 10)
    off = [np.abs(np.interp(x, np.linspace(0, 1, k + 1), f(np.linspace(0, 1, k + 1))) - f(x)).max()
           for k in pieces]
    return np.polyfit(np.log(pieces), np.log(off), 1)[0]


def test_a_kink_costs_an_order_and_a_jump_all_of_it(stored):
    assert exponent(cosine) == pytest.approx(-2, abs=0.01)
    assert exponent(lambda x: np.abs(x - 1 / 3)) == pytest.approx(-1, abs=0.1)
    assert exponent(lambda x: np.abs(np.sin(5 * x))) == pytest.approx(-0.81, abs=0.005)  # "ragged"
    assert exponent(lambda x: 1.0 * (x > 1 / 3)) == pytest.approx(0, abs=0.05)
    assert exponent(np.sqrt) == pytest.approx(-0.5, abs=0.01)
    assert stored["03b-open-code"].split() == ["the", "cosine:", "-2.00", "yours:", "-1.01"]
