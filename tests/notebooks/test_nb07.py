"""Notebook 07: the formulas it shows, its draw function and its explorer."""

import re

import numpy as np
import pytest
from matplotlib.colors import to_hex

import helpers_nb
from course_tools import notebooks
from course_utils import data, explore, functions, metrics, network, plots, style

TWENTY = np.array([.30, .35, .40, .45, .50, .55, .60, .60, .65, .70,
                   .75, .80, .85, .85, .90, .90, .95, .95, 1.0, 1.0])
RIGHT = np.array([1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0])


def overconfident(t=600, m=4, factor=3.0, seed=0):
    """Logits of an honest model times `factor`, with labels drawn from the honest one."""
    rng = np.random.default_rng(seed)
    q = rng.normal(size=(t, m)) * 1.5
    y = (functions.softmax(q).cumsum(axis=1) < rng.random((t, 1))).sum(axis=1)
    return factor * q, np.minimum(y, m - 1)


def test_table_of_the_twenty():
    p, a, n = metrics.reliability_bins(TWENTY, RIGHT, 4)
    assert n.tolist() == [0, 4, 6, 10]
    assert np.allclose(p, [0, 0.375, 0.6, 0.895]) and np.allclose(a, [0, 0.5, 0.5, 0.6])
    assert metrics.expected_calibration_error(TWENTY, RIGHT, 4) == pytest.approx(4.05 / 20)


@pytest.mark.parametrize("seed", range(5))
def test_halving_the_bins_never_lowers_the_ece(seed):
    rng = np.random.default_rng(seed)
    conf = rng.random(200)
    correct = rng.random(200) < conf**2
    eces = [metrics.expected_calibration_error(conf, correct, b) for b in (1, 2, 4, 8, 16, 32)]
    assert np.all(np.diff(eces) > -1e-12)
    gap = metrics.accuracy_confidence_gap(conf, correct)
    assert eces[0] == pytest.approx(abs(gap))


def test_slope_is_zero_where_the_fit_says_and_changes_sign_there():
    z, y = overconfident()
    tau = metrics.fit_temperature(z, y)
    assert tau == pytest.approx(3, rel=0.15)
    slopes = [metrics.temperature_slope(z, y, u) for u in (0.5 * tau, tau, 2 * tau)]
    assert slopes[0] < 0 < slopes[2] and abs(slopes[1]) < 1e-9
    up, down = (functions.cross_entropy(z / (2 + h), y) for h in (1e-5, -1e-5))
    assert metrics.temperature_slope(z, y, 2.0) == pytest.approx((up - down) / 2e-5, rel=1e-6)


def test_threshold_of_the_slides_costs_is_one_eleventh():
    C = np.array([[0, 10], [1, 0]])
    p1 = np.linspace(0.001, 0.999, 999)
    decided = metrics.cost_sensitive_decision(np.column_stack([1 - p1, p1]), C)
    assert np.array_equal(decided == 1, p1 > 1 / 11)


def test_rank_of_a_new_score_among_ten_is_uniform():
    numbers = np.random.default_rng(6).random((200000, 10))
    for r in (1, 5, 8):
        inside = np.mean(numbers[:, 9] <= np.sort(numbers[:, :9], axis=1)[:, r - 1])
        assert inside == pytest.approx(r / 10, abs=0.005)


def test_reliability_diagram_leaves_out_empty_bins():
    p, a, n = metrics.reliability_bins(TWENTY, RIGHT, 10)
    fig, ax = style.figure()
    assert plots.reliability_diagram(ax, p, a, n, *metrics.wilson_interval(a * n, n)) is ax
    used = n > 0
    assert [int(text.get_text()) for text in ax.texts] == n[used].tolist()
    points = ax.containers[0][0]
    assert np.allclose(points.get_xdata(), p[used]) and np.allclose(points.get_ydata(), a[used])
    assert np.allclose(ax.lines[0].get_xydata(), [[0, 0], [1, 1]])


def test_reliability_diagram_has_discs_with_the_area_of_the_count():
    p, a, n = metrics.reliability_bins(TWENTY, RIGHT, 4)
    fig, ax = style.figure()
    plots.reliability_diagram(ax, p, a, n, *metrics.wilson_interval(a * n, n))
    (discs,) = ax.collections[:1]
    assert np.allclose(discs.get_offsets(), np.column_stack([p, a])[1:])
    areas = discs.get_sizes()  # in points squared
    assert np.allclose(areas / areas.sum(), n[1:] / 20)


@pytest.fixture(scope="module")
def explorer():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 6))
    y = (X[:, 0] + X[:, 1] > 0).astype(int) + (X[:, 2] > 0.5)
    params = network.initialise(6, 16, 3, rng)
    params, _ = network.train(params, X[:60], y[:60], lr=0.5, batch_size=20, epochs=200, rng=rng)
    return explore.calibration(params, X[60:], y[60:])


def test_explorer_shows_what_metrics_say(explorer):
    said = explorer.set(tau=2.0, bins=7, noise=0.0)
    z = network.logits(explorer.params, explorer.X)
    P = functions.softmax(z / 2)
    conf, correct = metrics.top_confidence(P, explorer.y)
    ece = metrics.expected_calibration_error(conf, correct, 7)
    assert f"ECE {100 * ece:.1f} % with 7 bins" in said
    assert f"NLL {metrics.nll(P, explorer.y):.2f} nats" in said
    p, a, n = metrics.reliability_bins(conf, correct, 7)
    assert np.allclose(explorer.dots.get_xdata(), p[n > 0])
    assert np.allclose(explorer.dots.get_ydata(), a[n > 0])
    assert explorer.now.get_xdata()[0] == 2.0


def test_temperature_moves_no_accuracy_and_noise_does(explorer):
    words = [explorer.set(tau=tau, bins=10, noise=0.0).split("accuracy")[1].split(",")[0]
             for tau in (0.5, 1.0, 8.0)]
    assert len(set(words)) == 1
    star = explorer.best.get_xdata()[0]
    explorer.set(noise=0.6)
    assert explorer.best.get_xdata()[0] != star


def test_every_position_of_the_explorer_can_be_drawn(explorer):
    for tau in (0.5, 8.0):
        for bins in (1, 30):
            for noise in (0.0, 0.6):
                assert "nan" not in explorer.set(tau=tau, bins=bins, noise=noise)


# --- what the notebook says, recomputed or read back ------------------------------------------


@pytest.fixture(scope="module")
def said():
    """The printed text of each code cell, as stored."""
    nb = notebooks.read(notebooks.root() / "notebooks" / "07_calibration.ipynb")
    return {cell["id"]: helpers_nb.said(cell)
            for cell in nb["cells"] if cell["cell_type"] == "code"}


@pytest.mark.parametrize(("cell", "number"), [
    ("07-b1-test", "mean confidence 0.95, accuracy 0.81"),
    ("07-b1-test", "67% of the digits, 92% of those right"),
    ("07-b1-epochs", "\n20 0.81 0.87 0.62 1.00 0.0471\n"),
    ("07-b1-epochs", "\n1000 0.81 0.95 1.11 1.00 0.0002\n"),
    ("07-b2-constant-code", "accuracy 0.09, confidence 0.13, ECE 0.04"),
    ("07-b3-loss-code", "decay     accuracy 0.82, confidence 0.84, ECE 0.03, NLL 0.56"),
    ("07-b3-loss-code", "ECE 0.13, NLL 0.91 nats, repaired 0.59"),
    ("07-b3-loss-code", "smoothing accuracy 0.79, confidence 0.66"),
    ("07-b4-digits-code", "temperature 1/2 0.245 65\n"),
    ("07-b4-digits-code", "decisions changed at 1/2: 55"),
    ("07-b4-bank-code", "12% booked, 1 of 87 wrongly (0.2% to 6.2%), cost 1.02"),
    ("07-b5-limits", "coverage 0.47"),
    ("07-b3-bisect", "calibration digits: 3.03"),
    ("07-b5-splits", "standard deviation 0.023; of Beta 0.021"),
    ("07-b1-who", "epoch 1000: of 1.11 nats the right digits add 0.03, the wrong ones 1.09"),
    ("07-b6-costs", "4 0.138 0.161 0.093 0.095\n"),
    ("07-b6-claims", "1 0.86 0.93 0.074\n"),
    ("07-b6-claims", "4 0.88 0.93 0.048\n"),
    ("07-b6-sets", "1 0.90 1.11 0.75\n"),
    ("07-end-code", "old claims > 99 % 67% 8.1% 5.4% "),
    ("07-end-code", "new claims > 99 % 63% 2.0% "),
    ("07-end-code", "new with temperature 23% 0.4% 0.1% "),
])
def test_prose_quotes_the_numbers_on_the_page(said, cell, number):
    assert number in said[cell]


def test_temperature_moves_detectors_at_one_half_but_no_argmax():
    z = np.log([[0.55, 0.25, 0.20]])
    P, flat = functions.softmax(z), functions.softmax(z / 3)
    assert P.argmax() == flat.argmax() == 0
    assert P[0, 0] > 0.5 > flat[0, 0]


def test_the_directors_rule_is_a_cost_of_100_against_1():
    C = np.vstack([100 * (1 - np.eye(3)), np.ones(3)])
    top = np.array([0.5, 0.9, 0.985, 0.989, 0.991, 0.999])
    P = np.column_stack([top, (1 - top) / 2, (1 - top) / 2])
    assert np.array_equal(metrics.cost_sensitive_decision(P, C) < 3, top > 0.99)


def test_limits_of_the_temperature():
    z = [4.0, 1.0, 0.0]
    assert np.allclose(functions.temperature_softmax(z, 1e6), 1 / 3, atol=1e-5)
    assert np.allclose(functions.temperature_softmax(z, 1e-3), [1, 0, 0])


def test_digit_sheet_shows_the_digits_with_their_texts():
    pixels = np.arange(3 * 64).reshape(3, 64) / 192
    fig, ax = style.figure()
    assert plots.digit_sheet(ax, pixels, ["a", "b", "c"], columns=2) is ax
    assert [text.get_text() for text in ax.texts] == ["a", "b", "c"]
    assert np.allclose([image.get_array().ravel() for image in ax.images], pixels)
    left = [image.get_extent()[0] for image in ax.images]
    assert left[0] == left[2] < left[1]
    with pytest.raises(ValueError, match="two different masks"):
        plots.digit_sheet(ax, pixels, ["a"])


def test_digit_sheet_takes_any_square():
    fig, ax = style.figure()
    plots.digit_sheet(ax, np.linspace(0, 1, 2 * 784).reshape(2, 784), ["a", "b"])
    assert [image.get_array().shape for image in ax.images] == [(28, 28)] * 2


def test_coverage_of_a_split_is_beta_distributed():
    n, r, rows = 200, 181, 4000
    draws = np.sort(np.random.default_rng(0).random((rows, n)), axis=1)[:, r - 1]
    assert draws.mean() == pytest.approx(r / (n + 1), abs=0.002)
    assert draws.std() == pytest.approx(np.sqrt(r * (n + 1 - r) / (n + 2)) / (n + 1), rel=0.05)
    x = np.linspace(0.8, 0.98, 181)
    beta = x ** (r - 1) * (1 - x) ** (n - r)
    found, _ = np.histogram(draws, bins=np.linspace(0.84, 0.96, 7))
    inside = [beta[(x >= low) & (x < low + 0.02)].sum() for low in np.linspace(0.84, 0.94, 6)]
    assert np.allclose(found / rows, np.array(inside) / beta.sum(), atol=0.03)


def test_five_networks_boast_and_the_repair_is_modest():
    (z_cal, y_cal), (z, y) = data.mnist_logits()
    too_much, after = [], []
    for a, b in zip(z_cal, z, strict=True):
        tau = metrics.fit_temperature(a, y_cal)
        assert 1.8 < tau < 2
        for found, logits in ((too_much, b), (after, b / tau)):
            conf, correct = metrics.top_confidence(functions.softmax(logits), y)
            found.append(conf.mean() - correct.mean())
    assert all(0.045 < gap < 0.075 for gap in too_much)  # "5 to 7 points"
    assert all(-0.026 < gap < -0.006 for gap in after)  # "1 to 2 points too modest"


def test_three_of_the_five_repaired_eces_are_above_a_perfect_models(said):
    _, _, *lines = said["07-b6-repair"].splitlines()
    pairs = [tuple(map(float, line.split()[-2:])) for line in lines]
    assert len(pairs) == 5 and sum(ece > top for ece, top in pairs) == 3


def test_prices_of_the_five_networks(said):
    _, _, *lines = said["07-b6-costs"].splitlines()
    prices = np.array([line.split()[1:] for line in lines], float)
    assert prices.shape == (5, 4)
    assert np.all(prices.argmax(axis=1) == 1)  # the dearest of the four, five times
    gained = prices[:, 2] - prices[:, 3]
    assert gained.max() < 0.0055 and np.flatnonzero(gained < 0).tolist() == [4]


def test_the_optional_practice_runs_on_numbers_of_the_notebook(said):
    assert "as trained : ECE 0.141\ntemperature: ECE 0.016" in said["07-pr-ece-check"]
    assert "temperature: Brier score 0.283" in said["07-pr-brier-check"]
    assert [line.split()[-1] for line in said["07-pr-fit-check"].splitlines()] == [
        "0.0303", "3.03", "303"]


# --- third edition: gaps, and three repairs ---------------------------------------------------


def test_rank_gaps_draws_every_score_twice_and_colours_the_gaps_up_to_q():
    style.use()
    _, ax = style.figure()
    assert plots.rank_gaps(ax, [0.5, 0.1, 0.9], 2) is ax
    scores, places = (line for line in ax.lines if line.get_marker() == "|")
    assert scores.get_xdata().tolist() == [0.1, 0.5, 0.9]
    assert places.get_xdata().tolist() == [0.25, 0.5, 0.75]
    inks = [to_hex(bar.get_facecolor()) for bar in ax.patches]
    assert len(inks) == 4 and len(set(inks[:2])) == len(set(inks[2:])) == 1 != len(set(inks))
    assert {"q = 0.5", "up to q: 2 of 4 gaps"} <= {text.get_text() for text in ax.texts}


@pytest.fixture(scope="module")
def repairs():
    nb = notebooks.read(notebooks.root() / "notebooks" / "07_calibration.ipynb")
    source = next(c["source"] for c in nb["cells"] if c["id"] == "07-pr-repairs")
    names = {"np": np, "functions": functions}
    exec(source, names)
    return names


def test_platt_finds_the_sigmoid_that_made_the_hits(repairs):
    rng = np.random.default_rng(0)
    score = rng.normal(size=20_000) * 2
    hit = (rng.random(20_000) < functions.sigmoid(0.5 * score - 1)) * 1.0
    at = np.array([-3.0, 0.0, 3.0])
    assert np.allclose(repairs["platt"](score, hit)(at), functions.sigmoid(0.5 * at - 1), atol=0.02)


def test_isotonic_is_the_best_staircase_that_rises(repairs):
    score, hit = np.array([3.0, 1, 2, 4, 5]), np.array([0.0, 0, 1, 1, 1])
    fitted = repairs["isotonic"](score, hit)
    assert fitted(np.array([1.0, 2, 3, 4, 5])).tolist() == [0, 0.5, 0.5, 1, 1]
    rng = np.random.default_rng(1)
    score = rng.normal(size=60)
    hit = (rng.random(60) < functions.sigmoid(score)) * 1.0
    found = repairs["isotonic"](score, hit)(np.sort(score))
    assert np.all(np.diff(found) >= 0)
    least = np.mean((found - hit[np.argsort(score)]) ** 2)
    for _ in range(200):  # no other rising staircase is nearer
        other = np.sort(np.clip(found + 0.1 * rng.normal(size=60), 0, 1))
        assert np.mean((other - hit[np.argsort(score)]) ** 2) >= least - 1e-12


@pytest.mark.parametrize("line", [
    "1000 temperature 0.025", "1000 Platt 0.021", "1000 isotonic 0.022",
    "100 as trained 0.061 0.087", "100 isotonic 0.050 0.090",
])
def test_the_three_repairs_say_what_the_text_says(said, line):
    assert line in said["07-pr-side"]


@pytest.mark.parametrize("line", [
    "each alone, as trained 0.871 0.932", "ten factors, 1000 0.871", "ten factors, 100 0.864",
    "ensemble, as trained 0.910 0.888", "ensemble of repaired 0.912 0.826",
])
def test_factors_and_ensembles_say_what_the_text_says(said, line):
    assert line in said["07-pr-more-table"]


def test_the_ensemble_has_the_lowest_loss_and_its_networks_disagree_where_it_errs(said):
    losses = re.findall(r"^(\w.*) \S+ \S+ \S+ ([\d.]+)$", said["07-pr-more-table"], re.M)
    assert len(losses) == 7 and min(losses, key=lambda row: float(row[1]))[0] == (
        "ensemble, as trained")
    missed, others = map(int, re.findall(r"(\d+)%", said["07-pr-more-table"]))
    assert missed > 3 * others


def test_ten_factors_end_where_the_loss_has_no_slope():
    nb = notebooks.read(notebooks.root() / "notebooks" / "07_calibration.ipynb")
    source = next(c["source"] for c in nb["cells"] if c["id"] == "07-pr-more")
    names = {"np": np, "functions": functions, "metrics": metrics}
    exec(source[:source.index("\n\n\n")], names)
    z, y = overconfident(t=2000, m=10)
    found = names["ten_factors"](z, y)

    def loss(a):
        return metrics.nll(functions.softmax(z * a), y)

    slope = functions.numerical_gradient(loss, found)
    start = np.full(10, 1 / metrics.fit_temperature(z, y))
    assert loss(found) < loss(start) and np.max(np.abs(slope)) < 0.005


def test_the_answer_of_the_slope_is_folded_away():
    nb = notebooks.read(notebooks.root() / "notebooks" / "07_calibration.ipynb")
    below = [c["source"] for c in nb["cells"][[c["id"] for c in nb["cells"]].index("07-ex-slope"):]
             if c["cell_type"] == "markdown"]
    told = [source for source in below if r"\tau^2" in source]
    assert told and all(r"\tau^2" not in re.sub(r"<details>.*?</details>", "", source, flags=re.S)
                        for source in told)
