"""Notebook 03c: the numbers and laws it shows, its predictions, its explorer, its drawings."""

import math

import numpy as np
import pytest

from course_utils import data, exercises, explore, functions, plots

YEAR, MAGNITUDE, COUNT = data.earthquakes()
Q = np.column_stack([np.ones(112), MAGNITUDE - 5])
CLASSES = (5, 6, 7, 8)


@pytest.fixture(scope="module")
def digits():
    return data.train_test_split(*data.digits(), rng=np.random.default_rng(0))


def with_ones(P):
    return np.column_stack([np.ones(len(P)), P])


# --- the three impossible answers ---------------------------------------------------------------


def test_the_line_through_the_earthquakes():
    line = functions.least_squares_fit(Q, COUNT)
    assert line @ [1, 3] == pytest.approx(-281.55, abs=0.01)
    v = np.mean((COUNT - Q @ line) ** 2)
    below = (1 + math.erf(-line @ [1, 3] / math.sqrt(2 * v))) / 2
    assert math.sqrt(v) == pytest.approx(395.18, abs=0.01)
    assert below == pytest.approx(0.762, abs=5e-4)


def test_the_exponential_of_the_fourth_row():
    w = functions.fit_glm(np.exp, Q, COUNT, 0.001, 1000)
    assert w == pytest.approx([7.318375, -2.378383], abs=1e-5)
    assert functions.poisson_nll_gradient(w, Q, COUNT, np.ones(112)) == pytest.approx(
        [0, 0], abs=1e-6)
    assert np.exp(w @ [1, 3]) == pytest.approx(1.2011, abs=1e-4)
    assert np.exp(-w[1]) == pytest.approx(10.79, abs=0.01)  # Gutenberg and Richter: about ten


def test_spread_of_the_yearly_counts():
    for m, mean, ratio in ((5, 1508.68, 65.4), (6, 137.71, 3.8), (7, 14.29, 0.85), (8, 1, 0.86)):
        those = COUNT[MAGNITUDE == m]
        assert len(those) == 28 and those.mean() == pytest.approx(mean, abs=0.005)
        assert those.var() / those.mean() == pytest.approx(ratio, abs=0.05)
    assert np.sum(COUNT[MAGNITUDE == 8] == 0) == 9


def test_the_horse_kicks_are_those_of_bortkiewicz():
    deaths, corps_years = data.horse_kicks()
    assert corps_years.sum() == 200 and deaths @ corps_years == 122
    expected = 200 * functions.poisson_pmf(deaths, 0.61)
    assert expected == pytest.approx([108.67, 66.29, 20.22, 4.11, 0.63], abs=0.005)
    assert np.abs(expected - corps_years).max() < 2
    variance = (deaths - 0.61) ** 2 @ corps_years / 200
    assert variance == pytest.approx(0.6079)


# --- digits -------------------------------------------------------------------------------------


def test_numbering_against_one_hot(digits):
    (X, y), (X_test, y_test) = digits
    number = with_ones(X_test) @ functions.least_squares_fit(with_ones(X), y)
    assert np.mean(np.round(number) == y_test) == pytest.approx(0.247, abs=5e-4)
    assert np.round(number).min() == -1
    for seed in range(5):  # no naming of the ten is good
        names = np.random.default_rng(seed).permutation(10)
        other = with_ones(X_test) @ functions.least_squares_fit(with_ones(X), names[y])
        assert np.mean(np.round(other) == names[y_test]) < 0.3
    W = functions.fit_glm(functions.softmax, with_ones(X), functions.one_hot(y, 10), 1, 300)
    assert np.mean((with_ones(X_test) @ W).argmax(axis=1) == y_test) == pytest.approx(
        0.971, abs=0.003)
    nine = (W - W[:, [0]])[:, 1:]
    z = with_ones(X_test) @ nine
    mu = functions.softmax(with_ones(X_test) @ W)
    assert functions.softmax(np.column_stack([np.zeros(len(z)), z])) == pytest.approx(mu)
    assert z == pytest.approx(np.log(mu[:, 1:] / mu[:, [0]]))


def test_segments_stay_in_the_regions_of_linear_scores():
    rng = np.random.default_rng(3)
    for _ in range(20):
        W, ends = rng.normal(size=(4, 5)), rng.normal(size=(2, 50, 4))
        said = (ends @ W).argmax(axis=2)
        same = said[0] == said[1]
        for share in (0.1, 0.5, 0.8):
            between = share * ends[0] + (1 - share) * ends[1]
            assert np.array_equal((between @ W).argmax(axis=1)[same], said[0][same])


# --- the table ----------------------------------------------------------------------------------

NORMALISERS = {
    "Normal": (lambda z: z**2 / 2, lambda z: z),
    "Bernoulli": (functions.softplus, functions.sigmoid),
    "categorical": (functions.logsumexp, functions.softmax),
    "Poisson": (np.exp, np.exp),
}


@pytest.mark.parametrize("row", NORMALISERS)
def test_the_slope_of_what_normalises_is_the_mean(row):
    A, mean = NORMALISERS[row]
    z = np.array([-2.0, 0.4, 1.7])
    assert functions.numerical_gradient(lambda z: np.sum(A(z)), z) == pytest.approx(
        mean(z), rel=1e-6)


def test_each_likelihood_is_that_of_its_distribution():
    z, y = np.array([0.4, -1.2]), np.array([1, 0])
    mu = functions.sigmoid(z)
    assert functions.softplus(z) - y * z == pytest.approx(-np.log(mu**y * (1 - mu) ** (1 - y)))
    counts = np.array([3, 1])
    rest = [math.lgamma(k + 1) for k in counts]
    pmf = [functions.poisson_pmf([k], math.exp(s))[0] for k, s in zip(counts, z, strict=True)]
    assert np.exp(z) - counts * z + rest == pytest.approx(-np.log(pmf))


@pytest.mark.parametrize("factor", [1.0, 2.5])
def test_any_multiple_of_exp_has_the_gradient(factor):
    def ell(z):
        return np.sum(factor * np.exp(z) - 3 * np.log(factor * np.exp(z)))

    z = np.array([0.4])
    assert functions.numerical_gradient(ell, z) == pytest.approx(factor * np.exp(z) - 3, rel=1e-6)


def test_the_normals_constant():
    targets, mu, v = np.array([1.0, 2.0, 4.0, 5.0]), 3.0, 0.5
    bell = np.exp(-(targets - mu) ** 2 / (2 * v)) / np.sqrt(2 * np.pi * v)
    difference = -np.log(bell).sum() - np.sum((targets - mu) ** 2) / 2 / v
    assert difference == pytest.approx(2 * math.log(2 * math.pi * 0.5)) and difference == (
        pytest.approx(2.289, abs=5e-4))


# --- what is stored, predictions, exercises -----------------------------------------------------


@pytest.mark.parametrize(("cell", "said"), [
    ("03c-open-answers", "magnitude 8 and more: -282 a year"),
    ("03c-open-answers", "from -0.54 to 1.39"),
    ("03c-b1-steps", "from p = 0.8: odds   4.0 to   16.0, p = 0.9412"),
    ("03c-b2-likelihood", "product 0.09"),
    ("03c-b2-likelihood", "product 0.21"),
    ("03c-b2-measure", "label 1: measured gradient [-0.1 -0.2]"),
    ("03c-b3-bells", "magnitude 8: bell around  -282, deviation 395, below 0: 0.76"),
    ("03c-b4-control", "likelihood 100 0.938\n"),
    ("03c-b4-control", "squares 300 0.050\n"),
    ("03c-b5-rounding", "rounding: 0.25 right; answers from -1 to 9"),
    ("03c-b5-rounding", "dealt anew: 0.20 right"),
    ("03c-b5-train", "right: 0.971 of 449"),
    ("03c-b6-midpoints", "9999 pairs with one answer, the middle has another: 0"),
    ("03c-b6-even", "linear: 0.906 right; 50386 pairs with one answer, the middle has another: 0"),
    ("03c-b7-limit", "3 4 1000 0.168284\n"),
    ("03c-b7-kicks", "0 109 108.7\n1 65 66.3\n2 22 20.2\n3 3 4.1\n4 1 0.6\n"),
    ("03c-b7-kicks", "1000 events at rate 1000: 0.01261"),
    ("03c-b8-spread", "magnitude 5: mean 1508.7, deviation 314.0, √mean 38.8"),
    ("03c-b8-middle", "magnitude 5: mean 1507.8, band from 1432 to 1584, 8 of 28 counts"),
    ("03c-b8-middle", "magnitude 6: mean  139.8, band from 117 to 163, 18 of 28 counts"),
    ("03c-b8-middle", "magnitude 7: mean   13.0, band from 6 to 20, 27 of 28 counts"),
    ("03c-b8-middle", "magnitude 8: mean    1.2, band from 0 to 4, 28 of 28 counts"),
    ("03c-end-answers", "probability 0.30; it was so in 9 of 28 years, 0.32"),
])
def test_the_stored_numbers_are_those_of_the_text(stored, cell, said):
    assert said in stored[cell]


def test_the_band_of_a_poisson_begins_at_none(cells):
    w = functions.fit_glm(np.exp, Q, COUNT, 0.001, 1000)
    for m, low, high in ((5, 1432, 1584), (6, 117, 163), (7, 6, 20), (8, 0, 4)):
        z = float(w @ [1, m - 5])
        chances = [math.exp(z * k - math.exp(z) - math.lgamma(k + 1)) for k in range(high + 1)]
        assert sum(chances[:low]) < 0.025 < sum(chances[:low + 1])
        assert sum(chances[:-1]) < 0.975 < sum(chances)
    shown = "".join(cells["03c-b8-picture"]["outputs"][-1]["data"]["text/markdown"])
    assert "at magnitude 8 from 0 to 4, nowhere below 0." in shown


def test_a_hidden_layer_leaves_its_regions(stored):
    hidden = stored["03c-b6-even"].splitlines()[1]
    assert float(hidden.split()[1]) > 0.97 and int(hidden.split()[-1]) > 1500


def test_the_gradient_of_squares_behind_a_sigmoid_is_named():
    def squares(w, X, y):
        mu = functions.sigmoid(X @ w)
        return X.T @ ((mu - y) * mu * (1 - mu)) / len(X)

    found = exercises.check("bernoulli_nll_gradient", squares)
    assert found.misconception == "neighbour-formula/slope-left"


def test_counts_that_overflow_are_named():
    def as_written(k, lam):
        power = np.array([float(lam) ** min(i, 100) for i in k.tolist()])
        return power * np.exp(-lam) / np.array([math.factorial(min(i, 100)) for i in k.tolist()])

    assert not exercises.check("poisson_pmf", as_written)


# --- explorer and drawings ----------------------------------------------------------------------


def test_the_explorer_shows_counts_and_surprise():
    kicks = explore.horse_kicks()
    said = kicks.set(lam=0.61)
    assert "1.031 nats on average, lowest here; largest gap 1.8 corps-years" in said
    expected = 200 * functions.poisson_pmf(kicks.k, 0.61)
    assert kicks.heads.get_ydata() == pytest.approx(expected)
    assert [float(v[0]) for v in kicks.dot.get_data()] == pytest.approx([0.61, 1.0314], abs=1e-3)
    assert "lowest at λ = 0.61; largest gap 9" not in kicks.set(lam=1.5)
    assert "1.040 nats on average, lowest here; largest gap 9.3" in kicks.set(lam=0.61, n=4)


def test_every_number_of_trials_has_its_best_rate_at_the_mean():
    kicks = explore.horse_kicks()
    for _, n in kicks.trials:
        assert kicks.rates[kicks.known[n].argmin()] == pytest.approx(0.61)


def test_bells_stand_at_their_means(ax):
    assert plots.bells(ax, [1, 2], [0, 5], [1, 2], width=0.5, label="bell") is ax
    curve = ax.lines[2]
    assert curve.get_xdata().max() == pytest.approx(2.25)  # twice as wide, half as high
    assert curve.get_ydata()[curve.get_xdata().argmax()] == pytest.approx(5)
    assert [t.get_text() for t in ax.legend().get_texts()] == ["bell"]


def test_needles_carry_heads(ax):
    assert plots.needles(ax, [0, 1], [0.2, 0.8], aside=0.1) is ax
    assert ax.lines[0].get_xdata().tolist() == [0.1, 1.1]
    assert ax.lines[0].get_ydata().tolist() == [0.2, 0.8]
    assert len(ax.collections[0].get_segments()) == 2


# --- the field's names, decided by numbers -------------------------------------------------------


def newton(X, y, years, steps=20):
    w = np.append(np.log(y.sum() / years.sum()), np.zeros(X.shape[1] - 1))
    for _ in range(steps):
        mu = years * np.exp(X @ w)
        w = w + np.linalg.solve(X.T @ (mu[:, None] * X), X.T @ (y - mu))
    return w


def test_newton_is_there_in_six_steps_and_the_loop_in_two_hundred(stored):
    year, magnitude, count = data.earthquakes()
    Q = np.column_stack([np.ones(112), magnitude - 5])
    loop = functions.fit_glm(np.exp, Q, count, 0.001, 1000)
    assert newton(Q, count, np.ones(112), 8) == pytest.approx(loop, abs=1e-3)
    _, _, *lines = stored["03c-b8-newton"].splitlines()
    printed = [line.split()[-2:] for line in lines]
    last = printed[-1]  # steps 2, 4, 6, 8 of Newton's; 50, 100, 200, 1000 of the loop
    assert [at == last for at in printed] == [False, False, True, True] * 2


@pytest.mark.parametrize(("A", "variance"), [
    (lambda z: z**2 / 2, lambda z: 1.0), (functions.softplus, functions.sigmoid_grad),
    (np.exp, np.exp),
])
def test_the_bend_of_what_normalises_is_the_variance(A, variance):
    for z in (-2.0, 0.3, 1.1):
        bend = (A(z + 1e-3) - 2 * A(z) + A(z - 1e-3)) / 1e-6
        assert bend == pytest.approx(variance(z), abs=1e-4)


def test_an_offset_is_a_column_of_weight_one():
    w, x, years = np.array([1.2, -0.7]), np.array([1.0, 2.0]), 3.0
    assert years * np.exp(x @ w) == pytest.approx(np.exp(x @ w + np.log(years)))


def test_the_deviance_is_about_one_where_the_poisson_holds(stored):
    lines = stored["03c-b8-spread"].splitlines()
    deviance = [float(line.split("year")[1]) for line in lines]
    assert deviance == pytest.approx([63.2, 3.8, 1.0, 1.0], abs=0.05)
    year, magnitude, count = data.earthquakes()
    Q = np.column_stack([np.ones(112), magnitude - 5])
    mu = np.exp(Q @ newton(Q, count, np.ones(112)))
    lack = [2 * ((k * math.log(k / m) if k else 0) - (k - m))
            for k, m in zip(count.tolist(), mu, strict=True)]
    assert np.mean(np.array(lack)[magnitude == 6]) == pytest.approx(3.8, abs=0.05)


def test_a_steep_logistic_model_is_the_perceptron(stored):
    last = stored["03c-b1-perceptron"].splitlines()[-1]
    assert "probabilities [0. 0. 1. 1.]" in last and "target [ 0. -1.  0.  0.]" in last


def test_a_list_of_ones_own_needs_its_years(stored):
    year, magnitude, count = data.earthquakes()
    rows = np.array([[5, 3, count[(magnitude == 5) & (year < 1993)].sum()],
                     [6, 3, count[(magnitude == 6) & (year < 1993)].sum()],
                     [7, 28, count[magnitude == 7].sum()]])
    X = np.column_stack([np.ones(3), rows[:, 0] - 5])
    rates = [np.exp(newton(X, rows[:, 2], years) @ [[1, 1], [0, 3]])
             for years in (rows[:, 1], np.full(3, 28))]
    assert rates[0] == pytest.approx([1515, 1.25], rel=0.01)
    assert rates[1][0] == pytest.approx(count[magnitude == 5].mean() / 10, rel=0.05)  # "a tenth"
    assert "with the years: 1515 of magnitude 5 a year, and of 8 1.25" in stored["03c-own-code"]
