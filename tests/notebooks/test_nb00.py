"""Notebook 00: the numbers and laws it shows, its predictions, its explorer, its drawings."""

import re

import numpy as np
import pytest

from course_utils import exercises, explore, functions, plots
from course_utils.maths import descent


def saddle_gradient(x):
    return np.array([x[0], x[1] ** 3 - x[1]])


def bowl_gradient(x):
    return np.array([1, 10]) * x


# --- golden numbers -----------------------------------------------------------------------------


def test_golden_numbers_of_taylor(stored):
    first = stored["00-b5-taylor"].splitlines()[0]
    assert "function -0.5049, line -0.5050" in first
    for far in (0.01, 0.1, 1):
        assert (0.5 + far) ** 2 - 1.5 * (0.5 + far) - (-0.5 - 0.5 * far) == pytest.approx(far**2)


def test_golden_numbers_of_momentum(stored):
    printed = [float(line.split("x = ")[1]) for line in stored["00-b8-hand"].splitlines()]
    assert printed == [0.8, 0.46, 0.062, -0.3086]


# --- the predictions' answers -------------------------------------------------------------------


def test_the_loud_place_wins_the_dot_product(stored):
    r, w = np.array([0, -1, 2, -1, 0, 0, 9, 0]), np.array([-1, 2, -1])
    dots = np.convolve(r, w, "valid")  # the pattern is symmetric
    assert dots.argmax() + 1 == 6 and dots.max() == 18 and dots[1] == 6
    assert "6 0 9 0 18\n" in stored["00-b1-hand"]


def test_a_batch_meets_its_own_table():
    assert (np.ones((3, 180, 61)) @ np.ones((3, 61, 1))).shape == (3, 180, 1)


def test_both_knobs_at_once():
    assert np.array([3, 4]) @ [1, 1] / np.sqrt(2) == pytest.approx(4.95, abs=0.001)


def test_the_place_knob_moves_what_crosses_zero():
    def curve(q):
        s = np.arange(-60, 61) - q
        return 0.3 * np.exp(-(s / 10) ** 2 / 2) * np.cos(2 * np.pi * s / 8)

    slope = (curve(1 + 1e-5) - curve(1 - 1e-5)) / 2e-5
    most = np.abs(slope).argmax()
    assert abs(curve(1)[most]) < 1e-9 and abs(slope[np.argmax(curve(1))]) < 1e-9


def test_a_step_slightly_too_long_runs_away(stored):
    ends = [np.linalg.norm(descent.descend(bowl_gradient, [10, 1], eta, 50)[-1])
            for eta in (0.1, 0.21)]
    assert ends == pytest.approx([0.0515, 117.4], abs=0.05)
    assert abs(10 * 0.79**50) < 0.0001


def test_a_millionth_beside_the_ridge_is_enough():
    for beside, end in ((0, 0), (1e-6, 1), (-1e-6, -1)):
        assert descent.descend(saddle_gradient, [2.5, beside], 0.1, 300)[-1] == pytest.approx(
            [0, end], abs=1e-9)


def test_seven_beside_ends_about_eight_beside(stored):
    _, _, *lines = stored["00-b7-period"].splitlines()
    ends = {int(line.split()[0]): float(line.split()[1]) for line in lines}
    assert ends[0] == ends[3] == ends[-3]
    assert abs(ends[7] - ends[0]) == pytest.approx(8, abs=0.2)
    assert abs(ends[-7] - ends[0]) == pytest.approx(8, abs=0.2)


def test_a_step_with_memory_is_ten_times_as_long(stored):
    assert "100 1.000\n" in stored["00-b8-slope"]
    assert sum(0.1 * 0.9**i for i in range(500)) == pytest.approx(1)


def adagrad(H, x, eta, steps):
    """The rule by itself: each coordinate over the root of its own squared slopes."""
    squares, way = np.zeros(2), [np.array(x, float)]
    for _ in range(steps):
        slope = H @ way[-1]
        squares += slope**2
        way.append(way[-1] - eta * slope / np.sqrt(squares))
    return np.array(way)


def steps_left(way):
    return int(np.flatnonzero(np.linalg.norm(way, axis=1) > 1e-3 * np.linalg.norm(way[0]))[-1]) + 1


def test_a_step_size_for_each_knob_loses_its_gain_when_the_bowl_is_turned(stored):
    turn, best = np.array([[1, -1], [1, 1]]) / np.sqrt(2), {}
    for name, Q in (("upright", np.eye(2)), ("turned", turn)):
        H, start = Q @ np.diag([1, 50]) @ Q.T, Q @ [1, 0.5]
        best[name] = (
            min(steps_left(descent.descend(lambda x, H=H: H @ x, start, eta, 400))
                for eta in np.arange(0.001, 0.04, 0.001)),
            min(steps_left(adagrad(H, start, eta, 400)) for eta in np.arange(0.1, 2, 0.05)))
    assert best == {"upright": (171, 6), "turned": (171, 251)}
    printed = [int(line.split()[-2]) for line in stored["00-b8-adaptive"].splitlines()]
    assert printed == [171, 6, 171, 251]


def test_adagrad_takes_no_notice_of_the_scale_of_a_knob():
    H, start = np.diag([1.0, 50]), [1, 0.5]
    steps = np.diff(adagrad(H, start, 0.3, 5), axis=0)
    scaled = np.diff(adagrad(np.diag([10.0, 50]), start, 0.3, 5), axis=0)  # as in 00-turned-r1
    assert steps == pytest.approx(scaled)


# --- what the texts say -------------------------------------------------------------------------


def test_the_match_finds_the_echo_and_the_dot_product_the_spoon(stored):
    dot, cosine = stored["00-b1-match"].splitlines()[1:]
    assert dot.endswith("middle at 60") and cosine.endswith("middle at 138")
    assert "truth: place 137.541" in stored["00-end-descend"]
    assert "\n40 137.69" in stored["00-end-descend"]


def test_the_curvatures_are_nearly_the_squared_columns(stored):
    line = stored["00-end-descend"].splitlines()[0]
    place, *beside, height, q, a = map(float, re.findall(r"\d+\.\d+", line))
    assert [place, height] == pytest.approx([q, a], rel=0.02) and beside == [0, 0]


def test_three_walks_end_in_three_valleys(cells):
    [words] = [out["data"]["text/markdown"] for out in cells["00-end-landscape"]["outputs"]
               if "text/markdown" in out.get("data", {})]
    pairs = re.findall(r"at \(([^)]*)\)", words.replace("−", "-"))
    ends = [tuple(map(float, pair.split(", "))) for pair in pairs]
    places, heights = np.array(ends).T
    assert places == pytest.approx([-0.3, -0.3 + 8, -0.3 + 4], abs=0.2)
    assert heights[2] < 0 < heights[1] < heights[0]
    low = list(map(float, re.findall(r"(\d\.\d\d) at", words)))
    assert min(low) == low[0]


def test_a_shorter_period_is_finer_and_more_often_wrong(stored):
    ours, other = (re.search(r"median ([\d.]+) cm, (\d+) of 30 in", line).groups()
                   for line in stored["00-open-code"].splitlines())
    assert float(other[0]) < float(ours[0]) and int(other[1]) > int(ours[1])


def test_after_fifty_steps_one_is_a_thousand_times_nearer():
    ends = [np.linalg.norm(descent.descend(bowl_gradient, [10, 1], eta, 50)[-1])
            for eta in (0.01, 0.19)]
    assert ends[0] / ends[1] > 1000


def test_thirty_recordings(stored):
    match, fitted, beside = stored["00-end-thirty"].splitlines()
    assert match == "match: median error 2.0 cm, 1 of 30 more than 20 cm off"
    assert fitted == "descent: median error 0.6 cm, 1 of 30 more than 20 cm off"
    assert beside.endswith("29 of 30 more than 20 cm off")


def test_momentum_takes_a_quarter_of_the_steps(stored):
    _, _, *lines = stored["00-b8-race"].splitlines()
    steps = [int(line.split()[1]) for line in lines]
    assert steps[3] < steps[0] / 4 and 0.7 * steps[0] < steps[4] < steps[0]
    longer = [line.split()[3] for line in lines]
    assert longer[1:4] == ["never"] * 3 and int(longer[4]) > steps[4]


def test_the_landscapes_have_the_gradients_of_the_notebook():
    def saddle(x):
        return x[0] ** 2 / 2 + (x[1] ** 2 - 1) ** 2 / 4

    def valley(x):
        return (x[0] * x[1] - 1) ** 2 / 2

    x = np.array([0.7, -1.3])
    assert functions.numerical_gradient(saddle, x) == pytest.approx(saddle_gradient(x), rel=1e-6)
    assert functions.numerical_gradient(valley, x) == pytest.approx(
        (x[0] * x[1] - 1) * x[::-1], rel=1e-6)
    middle, ends = (np.array([1.25, 1.25]), (np.array([2, 0.5]), np.array([0.5, 2])))
    assert valley(middle) > 0 == valley(ends[0]) == valley(ends[1])  # not convex


def test_the_momentum_of_the_slide_is_named():
    result = exercises.check("momentum_weights", lambda etas, lam:
                             etas[-1] * lam ** np.arange(len(etas))[::-1])
    assert result.misconception == "convention/newest-rate"


# --- explorer and drawings ----------------------------------------------------------------------


def bowl(x):
    return (x[0] ** 2 + 10 * x[1] ** 2) / 2


@pytest.fixture(scope="module")
def walk():
    return explore.way_down({
        "bowl": (bowl, bowl_gradient),
        "saddle": (lambda x: x[0] ** 2 / 2 + (x[1] ** 2 - 1) ** 2 / 4, saddle_gradient)})


def test_the_explorer_walks_like_the_library(walk):
    said = walk.set(landscape="bowl", start=1.0, eta=0.1, lam=0.5, steps=12)
    way = descent.descend(bowl_gradient, [2.5, 1.0], 0.1, 12, lam=0.5)
    assert np.column_stack(walk.way.get_data()) == pytest.approx(way)
    assert walk.fall.get_ydata() == pytest.approx([bowl(x) for x in way])
    assert f"to {bowl(way[-1]):.2g}, at" in said


def test_the_explorer_says_that_a_walk_runs_away(walk):
    said = walk.set(landscape="bowl", start=1.0, eta=0.6, lam=0.0, steps=100)
    assert "it runs away; the start was at height 8.1." in said
    assert np.all(np.abs(walk.way.get_xydata()) < 1e3)


def test_the_explorer_stays_on_the_ridge(walk):
    assert "at (0.00, 0.00), where" in walk.set(landscape="saddle", start=0.0, eta=0.1, lam=0.0,
                                                steps=100)
    assert "at (0.00, 1.00), where" in walk.set(start=0.1)
    assert "at (2.50, 0.10), where" in walk.set(steps=0)


def test_heights_draws_a_line_for_each_level(ax):
    assert plots.heights(ax, bowl, (-3, 3), (-2, 2), [1, 2, 4]) is ax
    assert ax.collections[0].levels.tolist() == [1, 2, 4]
    assert ax.get_xlim() == (-3, 3) and ax.get_ylim() == (-2, 2)


def test_a_way_keeps_the_limits_and_marks_its_start(ax):
    ax.set(xlim=(0, 1), ylim=(0, 1))
    plots.way(ax, [[0.5, 0.5], [7, 8]], label="far")
    assert ax.get_xlim() == (0, 1) and ax.get_ylim() == (0, 1)
    assert ax.lines[0].get_xydata().tolist() == [[0.5, 0.5], [7, 8]]
    assert ax.lines[1].get_xydata().tolist() == [[0.5, 0.5]]


def test_a_landscape_is_palest_where_it_is_lowest(ax):
    assert plots.landscape(ax, bowl, (-3, 3), (-2, 2), [1, 2, 4]) is ax
    land, lines = ax.collections
    assert land.levels.tolist() == lines.levels.tolist() == [1, 2, 4]
    light = [sum(colour[:3]) for colour in
             [land.get_cmap().get_under(), *land.get_facecolor()[1:-1], land.get_cmap().get_over()]]
    assert light == sorted(light, reverse=True) and light[0] == pytest.approx(3)  # white below
    assert ax.get_xlim() == (-3, 3) and ax.get_ylim() == (-2, 2)


def test_arrows_of_a_field_have_one_length(ax):
    plots.field(ax, [[0, 0], [1, 1], [2, 2]], [[3, 4], [0, 0.1], [0, 0]])
    quiver = ax.collections[0]
    assert np.column_stack([quiver.U, quiver.V]).tolist() == [[0.6, 0.8], [0, 1], [0, 0]]
