"""Notebook 02: the formulas it shows, its predictions, its own exercises, its explorers."""

import contextlib
import io
import itertools
import math
import re

import numpy as np
import pytest
from numpy.polynomial.chebyshev import chebvander

from answers import file_of
from course_utils import data, explore, functions, network, plots, style
from course_utils.exercises import check
from misstep.judge.records import bank, record

choose_degree = file_of("choose_degree").choose_degree
columns_as_reference = file_of("polynomial_features_2d_degree2").columns_as_reference
scale_inputs = file_of("scale_inputs").scale_inputs
training_and_test_error = file_of("training_and_test_error").training_and_test_error

x, y, x_test, y_test = data.wiggly_curve()


# --- formulas and numbers of the notebook -------------------------------------------------


def test_golden_numbers():
    X, label = data.xor_dataset()
    Phi = functions.polynomial_features_2d_degree2(X)
    assert Phi.shape == (4, 6) and np.linalg.matrix_rank(Phi) == 4
    assert functions.least_squares_fit(Phi, label) == pytest.approx([0, 0.5, 0.5, 0.5, -2, 0.5])
    assert Phi @ [0, 1, 1, 0, -2, 0] == pytest.approx(label)
    counts = {(1, 37): 38, (2, 2): 6, (2, 3): 10, (3, 2): 10, (10, 3): 286, (64, 5): 11_238_513}
    assert {pair: functions.n_monomials(*pair) for pair in counts} == counts


def test_ridge_goes_to_the_shortest_solution():
    X, label = data.xor_dataset()
    Phi = functions.polynomial_features_2d_degree2(X)
    assert functions.ridge_fit(Phi, label, 1e-9) == pytest.approx(
        functions.least_squares_fit(Phi, label), abs=1e-6)


def test_errors_over_the_degree():
    errors = np.array([training_and_test_error(x, y, x_test, y_test, p)
                       for p in range(19)])
    assert np.all(np.diff(errors[:, 0]) < 0)
    assert errors[:, 1].argmin() == 7 and errors[7, 1] == pytest.approx(0.113, abs=1e-3)
    assert errors[18] == pytest.approx([0.040, 1.12], rel=0.01)


def test_degree_37_loses_digits_and_the_cures_help():
    raw = functions.polynomial_features_1d(x, 37)
    s, s_test = (scale_inputs(part, -3, 3) for part in (x, x_test))
    error = {}
    for name, table in (("raw", raw), ("scaled", functions.polynomial_features_1d(s, 37)),
                        ("chebyshev", chebvander(s, 37))):
        w = functions.least_squares_fit(table, y)
        error[name] = np.mean((table @ w - y) ** 2)
    assert error["raw"] > 0.4 > 0.05 > error["scaled"] > 10 * error["chebyshev"]
    assert np.linalg.matrix_rank(raw) == 14
    assert np.linalg.matrix_rank(chebvander(s, 37)) == 38
    w = functions.ridge_fit(functions.polynomial_features_1d(s, 37), y, 1e-3)
    test = np.mean((functions.polynomial_features_1d(s_test, 37) @ w - y_test) ** 2)
    assert test == pytest.approx(0.156, abs=2e-3)


def test_bound_on_the_condition_number_of_ridge():
    rng = np.random.default_rng(2)
    for lam in (1e-3, 1.0):
        A = rng.normal(size=(9, 6))
        cond = np.linalg.cond(A.T @ A + lam * np.eye(6))
        s = np.linalg.svd(A, compute_uv=False)
        assert cond == pytest.approx((s[0] ** 2 + lam) / (s[-1] ** 2 + lam))
        assert cond <= 1 + s[0] ** 2 / lam


def test_ridge_does_not_reach_the_digits_of_the_slides_own_basis(stored):
    """In powers of x the bound is far above what 16 digits can bear, whatever the penalty."""
    largest = np.linalg.norm(functions.polynomial_features_1d(x, 37), 2) ** 2
    assert largest / 10 > 1e34 and f"powers of x: bound {largest / 1e-3:.0e}" in stored[
        "02-practice-condition"]


def test_the_law_of_the_training_error_is_broken_by_raw_powers_only():
    s = scale_inputs(x, -3, 3)
    worst = {}
    for name, table in (("raw", functions.polynomial_features_1d(x, 37)),
                        ("scaled", functions.polynomial_features_1d(s, 37)),
                        ("chebyshev", chebvander(s, 37))):
        errors = [np.mean((table[:, :p] @ functions.least_squares_fit(table[:, :p], y) - y) ** 2)
                  for p in range(1, 39)]
        worst[name] = max(np.diff(errors))
    assert worst["raw"] > 0.05 and worst["scaled"] < 1e-3 and worst["chebyshev"] < 1e-6


def test_columns_of_the_same_degrees_are_compared_in_both_bases(cells):
    """The numbers of the caption, computed anew: a pair of bases, not a pair of degrees."""
    line, degrees = np.linspace(-1, 1, 300), (8, 10, 12)
    said = cells["02-b3-columns"]["outputs"][-1]["data"]["text/markdown"]
    assert "8, 10 and 12" in said and "2, 3 and 5" not in said
    for table in (line[:, None] ** degrees, chebvander(line, 12)[:, degrees]):
        unit = table / np.linalg.norm(table, axis=0)
        for i, j in ((0, 1), (1, 2), (0, 2)):
            assert f"{unit[:, i] @ unit[:, j]:.3f}".replace("-", "−") in said
    assert "against −" in said  # powers first, all above 0.98; Chebyshev below 0


def test_no_number_of_units_fits_one_point_with_two_labels():
    """One point with two labels: no function fits it, so no number of units does."""
    S, labels = np.array([[0.0, 1], [0.0, 1], [1, 1]]), np.array([0, 1, 1])
    H = np.random.default_rng(0).normal(size=(3, 50))
    h = np.maximum(np.column_stack([S, np.ones(3)]) @ H, 0)
    rest = h @ functions.least_squares_fit(h, labels) - labels
    assert np.abs(rest) == pytest.approx([0.5, 0.5, 0])


def test_the_same_penalty_calms_powers_and_not_chebyshev():
    s, s_test = scale_inputs(x, -3, 3), scale_inputs(x_test, -3, 3)

    def test_error(basis, lam):
        w = functions.ridge_fit(basis(s, 37), y, lam)
        return np.mean((basis(s_test, 37) @ w - y_test) ** 2)

    powers = functions.polynomial_features_1d
    assert test_error(powers, 1e-3) == pytest.approx(0.156, abs=2e-3)
    assert test_error(chebvander, 1e-3) == pytest.approx(22.6, rel=0.01)
    assert test_error(chebvander, 1.0) == pytest.approx(0.185, abs=2e-3)
    assert min(test_error(powers, 10.0**-k) for k in range(7)) == pytest.approx(0.127, abs=2e-3)
    T_12 = np.polynomial.chebyshev.cheb2poly([0] * 12 + [1])
    assert T_12[-1] == 2**11 and T_12 @ T_12 == pytest.approx(1.0e8, rel=0.05)


def test_the_normal_equations_square_the_condition_number():
    table = functions.polynomial_features_1d(x, 5)
    assert np.linalg.cond(table.T @ table) == pytest.approx(np.linalg.cond(table) ** 2)


def test_the_truth_has_the_error_of_the_noise():
    assert np.mean((np.sin(2 * x) + 0.4 * x - y) ** 2) == pytest.approx(0.059, abs=1e-3)


def test_the_printed_ridge_problem_has_another_solution():
    """Slope of (2/n)|y - Xw|^2 + (lam/2)|w|^2, by differences and by hand."""
    n, lam = len(x), 0.8
    table = functions.polynomial_features_1d(x / 3, 5)
    for weight, zero in ((lam, False), (n * lam / 4, True)):
        w = functions.ridge_fit(table, y, weight)
        by_hand = -4 / n * table.T @ (y - table @ w) + lam * w
        by_difference = functions.numerical_gradient(
            lambda v: 2 / n * np.sum((y - table @ v) ** 2) + lam / 2 * np.sum(v**2), w)
        assert by_difference == pytest.approx(by_hand, abs=1e-6)
        assert (np.linalg.norm(by_hand) < 1e-9) == zero


# --- the choice of a degree -----------------------------------------------------------------


def errors_of_splits(x, y, degrees, n, rng):
    """As in the notebook: (n, k) errors on thirty points of the fit, and on the others."""
    found = []
    for _ in range(n):
        order = rng.permutation(len(x))
        fit, check_ = order[:30], order[30:]
        found.append([training_and_test_error(x[fit], y[fit], x[check_], y[check_], int(p))
                      for p in degrees])
    return np.moveaxis(np.array(found), 2, 0)


def test_the_rule_chooses_degree_5():
    fitted, held_out = errors_of_splits(x, y, range(19), 50, np.random.default_rng(0))
    mean, median = held_out.mean(axis=0), np.median(held_out, axis=0)
    assert choose_degree(np.arange(19), fitted, held_out) == 5 == mean.argmin()
    assert mean[5] == pytest.approx(0.10, abs=5e-3) and mean[9] == pytest.approx(0.48, abs=5e-3)
    assert np.ptp(median[5:12]) < 0.02 and fitted.mean(axis=0).argmin() == 18


@pytest.mark.parametrize("seed", [2, 3])
def test_on_other_sets_validation_chooses_better_than_training(seed):
    rng, few = np.random.default_rng(seed), np.arange(13)

    def new_points(n):
        x = rng.uniform(-3, 3, n)
        return x, np.sin(2 * x) + 0.4 * x + rng.normal(0, 0.25, n)

    many, error = new_points(1000), {"training": [], "lowest": [], "rule": [], "best": []}
    for _ in range(20):
        own = new_points(40)
        fits, held = errors_of_splits(*own, few, 10, rng)
        on_new = [training_and_test_error(*own, *many, int(p))[1] for p in few]
        assert fits.mean(axis=0).argmin() == 12
        for name, p in (("training", 12), ("lowest", held.mean(axis=0).argmin()),
                        ("rule", choose_degree(few, fits, held)), ("best", np.argmin(on_new))):
            error[name].append(on_new[p])
    median = {name: np.median(errors) for name, errors in error.items()}
    assert median["best"] < median["lowest"] < min(median["training"], 2 * median["best"])
    assert median["rule"] == pytest.approx(median["lowest"], rel=0.3)


def test_no_case_of_the_choice_asks_for_n_minus_1():
    for case, right in zip(*record("choose_degree").judge.prepared, strict=True):
        degrees, _, v = case.args
        mean = v.mean(axis=0)
        best = mean.argmin()
        for ddof in (0, 1):
            room = v[:, best].std(ddof=ddof) / np.sqrt(len(v))
            assert degrees[np.argmax(mean <= mean[best] + room)] == right, case.name


def test_step_units_and_the_product_of_all_switches_solve_parity():
    for d in (2, 3, 5):
        S = np.array(list(itertools.product((0, 1), repeat=d)))
        units = (S @ np.ones((d, d)) - np.arange(d) - 0.5 > 0).astype(int)
        assert np.array_equal(units @ (-1) ** np.arange(d), S.sum(axis=1) % 2)


def test_trained_features_solve_three_switches_far_more_often_than_random_ones():
    S = np.array(np.meshgrid(*[[0, 1]] * 3)).reshape(3, 8).T
    lamp = S.sum(axis=1) % 2
    starts = [network.initialise(3, 5, 2, np.random.default_rng(seed)) for seed in range(20)]
    ends = network.train_each(starts, S, lamp, lr=0.5, steps=3000)

    def solvable(net):
        h = np.maximum(S @ net["H"] + net["b_H"], 0)
        return functions.is_linearly_separable(h, lamp)

    assert sum(map(solvable, starts)) == 2 and sum(map(solvable, ends)) == 16


# --- drawings -------------------------------------------------------------------------------


def test_lifted_points_and_their_threshold():
    _, ax = style.figure()
    plots.lifted_line(ax, [-2, 0, 2], [4, 0, 4], [1, 0, 1], 2.5)
    lifted = {tuple(line.get_xdata()): tuple(line.get_ydata()) for line in ax.lines
              if str(line.get_label()).startswith("class")}
    assert lifted == {(0,): (0,), (-2, 2): (4, 4)}
    assert set(ax.lines[-1].get_ydata()) == {2.5}


def test_the_sheet_parts_the_lifted_corners():
    X, label = data.xor_dataset()
    ax = style.blank_figure().add_subplot(projection="3d")
    plots.lifted_plane(ax, X, X[:, 0] * X[:, 1], label, (1, 1, -2, -0.5))
    for stick, (x1, x2), y_i in zip(ax.lines, X, label, strict=True):
        sheet, top = stick.get_data_3d()[2]
        assert sheet == pytest.approx((x1 + x2 - 0.5) / 2) and top == x1 * x2
        assert (top < sheet) == (y_i == 1)


def test_a_band_holds_its_middle():
    _, ax = style.figure()
    plots.error_band(ax, [0, 1], [1, 2], [2, 3], [4, 5], label="middle")
    low, high = ax.collections[0].get_paths()[0].vertices[:, 1].min(), ax.dataLim.ymax
    assert list(ax.lines[0].get_ydata()) == [2, 3] and (low, high) == (1, 5)


def test_four_fits_show_each_curve_beside_the_points_and_the_truth():
    grid, fig = np.linspace(0, 1, 5), style.blank_figure()
    curves = {name: grid * i for i, name in enumerate("abcd")}
    panels = plots.four_fits(fig, grid, grid**2, grid, -grid, curves)
    for ax, (name, curve) in zip(panels.flat, curves.items(), strict=True):
        assert name in (ax.get_title(), ax.get_title(loc="left"))
        points, truth, fit = (list(line.get_ydata()) for line in ax.lines)
        assert points == list(grid**2) and truth == list(-grid) and fit == list(curve)
        assert ax.get_ylim() == (-0.25, 1.25)  # of the data: a curve may leave them
    assert [ax.get_xlabel() for ax in panels.flat] == ["", "", "x", "x"]
    assert [ax.get_ylabel() for ax in panels.flat] == ["y", "", "y", ""]


def test_the_curve_of_degree_18_is_the_one_that_leaves_the_truth(cells):
    said = cells["02-b2-four"]["outputs"][-1]["data"]["text/markdown"]
    far = {int(d): float(n) for d, n in re.findall(r"degree (\d+): [^,]+, (\d+\.\d)", said)}
    grid = np.linspace(x.min(), x.max(), 300)
    for degree, distance in far.items():
        w = functions.least_squares_fit(functions.polynomial_features_1d(x, degree), y)
        curve = functions.polynomial_features_1d(grid, degree) @ w
        assert np.abs(curve - np.sin(2 * grid) - 0.4 * grid).max() == pytest.approx(
            distance, abs=0.06)
    assert list(far) == [1, 5, 12, 18] and far[18] > 3 * max(far[1], far[5], far[12])


def test_with_more_points_the_free_curve_overtakes_the_stiff_one(stored):
    _, _, *lines = stored["02-b2-more"].splitlines()
    points, *errors = np.array([line.split() for line in lines], float).T
    stiff, stiff_new, free, free_new = errors
    assert list(points) == [20, 40, 80, 160, 320]
    assert np.all(np.diff([stiff, free]) >= 0) and np.all(np.diff([stiff_new, free_new]) <= 0)
    assert free_new[0] > 100 and free_new[1] > stiff_new[1] and np.all((free_new < stiff_new)[2:])
    assert stiff_new[-1] == stiff[-1] == 0.09 and free_new[-1] == free[-1] == 0.06


def test_two_alike_columns_by_hand():
    """One unit in the last digit moves both weights by 1; columns that differ, by next to 0."""
    alike = np.array([[1, 1], [1, 1.01]])
    assert np.linalg.solve(alike, [2, 2.01]) == pytest.approx([1, 1])
    assert np.linalg.solve(alike, [2, 2.02]) == pytest.approx([0, 2])
    assert np.linalg.cond(alike) == pytest.approx(402, abs=0.5)


def test_only_parity_and_its_opposite_gain_nothing_from_degree_2():
    S = np.array(list(itertools.product((0, 1), repeat=3)))
    pairs = [S[:, i] * S[:, j] for i, j in ((0, 1), (0, 2), (1, 2))]
    table = np.column_stack([np.ones(8), S, *pairs])
    stuck = [rule for rule in itertools.product((0, 1), repeat=8)
             if np.mean((table @ functions.least_squares_fit(table, np.array(rule)) - rule) ** 2)
             > 0.25 - 1e-9]
    parity = S.sum(axis=1) % 2
    assert sorted(stuck) == sorted([tuple(parity), tuple(1 - parity)])


def test_a_rule_of_the_readers_own_gets_its_errors_by_degree(cells, stored):
    assert re.findall(r"error (\S+)", stored["02-b6-own-rule"]) == ["0.06", "0.06", "0.00"]
    names = {"np": np, "functions": functions}
    with contextlib.redirect_stdout(io.StringIO()) as said:
        exec(cells["02-b6-parity-code"]["source"], names)
        names["errors_by_degree"](names["g1"] * names["g2"])
    errors = re.findall(r"error (\S+)", said.getvalue())
    assert errors == ["0.25", "0.25", "0.00", "0.06", "0.00", "0.00"]


# --- exercises of its own, predictions ----------------------------------------------------


def test_scale_inputs():
    assert scale_inputs(np.array([2, 4, 6, 8]), 2, 6).tolist() == [-1, 0, 1, 2]


def test_columns_in_any_order_are_recognised():
    X = np.random.default_rng(0).normal(size=(5, 2))
    Phi = functions.polynomial_features_2d_degree2(X)
    rng = np.random.default_rng(1)
    for _ in range(20):
        mixed = Phi[:, rng.permutation(6)]
        assert np.array_equal(columns_as_reference(mixed.tolist(), Phi), Phi)
    assert record("polynomial_features_2d_degree2").aligned(Phi, "no table") == "no table"
    assert np.array_equal(columns_as_reference(Phi.T[::-1], Phi), Phi.T)
    assert columns_as_reference(Phi[:, 1:], Phi).shape == (5, 5)


@pytest.mark.parametrize("quotient", [
    lambda d, p, i: (d + p - i) / (p - i), lambda d, p, i: (d + p - i) / (i + 1)])
def test_a_count_cut_from_a_product_of_floats_is_wrong(quotient):
    def n_monomials(d, degree):
        return int(math.prod(quotient(d, degree, i) for i in range(degree)))

    assert n_monomials(2, 2) == 6 and n_monomials(10, 3) == 286
    assert check("n_monomials", n_monomials).misconception == "integer/float-product"
    assert check("n_monomials", lambda d, p: round(math.prod(
        quotient(d, p, i) for i in range(p))))


def test_a_count_by_brute_force_is_right():
    def n_monomials(d, degree):
        return sum(sum(e) <= degree for e in itertools.product(range(degree + 1), repeat=d))

    assert check("n_monomials", n_monomials)


@pytest.mark.parametrize("wrong, name", [
    (lambda x, low, high: (x - low) / (high - low) - 1, "factor/two-lost"),
    (lambda x, low, high: 1 - (x - low) / (high - low), "factor/two-lost-mirrored"),
    (lambda x, low, high: 1 - 2 * (x - low) / (high - low), "sign/mirrored"),
    (lambda x, low, high: (x + (low + high) / 2) / ((high - low) / 2), "sign/middle-added"),
])
def test_a_missing_factor_is_not_called_mirrored(wrong, name):
    assert check("scale_inputs", wrong).misconception == name


def test_no_card_of_the_first_try_gives_the_formula():
    for id, formula in (("n_monomials", "C(d"), ("scale_inputs", "(2x")):
        assert not any(formula in m.what + m.where for m in bank(id).written)


# --- explorers ------------------------------------------------------------------------------


def test_degree_explorer_says_what_the_library_says():
    e = explore.curve_degree()
    for p in (0, 5, 12):
        training, test = training_and_test_error(x, y, x_test, y_test, p)
        said = e.set(degree=p)
        assert f"training error {training:.2g}, test error {test:.2g}" in said
        assert f"numerical rank {p + 1} of {p + 1}" in said
    assert "14 of 38" in e.set(degree=37) and "over 10^15" in e.finding
    assert "38 of 38" in e.set(basis="Chebyshev") and "test error over 100" in e.finding
    assert "test error 0.19" in e.set(penalty=1.0)
    e.set(degree=9)
    assert all(len(line.get_xdata()) == 10 for line in e.errors)
    e.set(degree=37)
    assert e.curve.get_ydata().size == 401 and e.dots[0].get_xdata() == [37]


def test_product_explorer_needs_the_product():
    e = explore.product_on_xor()
    for squares in np.arange(-1, 2.25, 0.25):
        assert "4 of 4" not in e.set(product=0.0, squares=float(squares))
    said = e.set(product=-2.0, squares=0.0)
    assert "4 of 4" in said and "a pair of crossing lines" in said
    assert np.array_equal(e.plane.codes.ravel(), ((e.plane.points < 0.5).sum(axis=1) == 1))
    assert "curved" in e.set(product=-1.0) and "a straight line" in e.set(product=0.0)
    assert "not in the picture" in e.set(product=-1.0, squares=-0.5)
