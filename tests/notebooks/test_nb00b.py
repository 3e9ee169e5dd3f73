"""Notebook 00b: the numbers and laws it shows, its predictions, its explorer, its drawings."""

import re

import numpy as np
import pytest

from course_utils import data, exercises, explore, functions, plots

ALPS, HIMALAYA = data.boiling_points()


def celsius_and_km(readings):
    return (readings[:, 0] - 32) / 1.8, 18.4 * np.log10(29.92 / readings[:, 1])


X1, Y = celsius_and_km(ALPS)
X = np.column_stack([X1, np.ones(17)])
X_H, Y_H = celsius_and_km(HIMALAYA)
LINE = functions.least_squares_fit(X, Y)


def rms(e):
    return 1000 * np.sqrt(np.mean(np.square(e)))


@pytest.fixture(scope="module")
def said(cells):
    """Text of every Markdown cell, by id, lines joined."""
    return {name: " ".join(cell["source"].split())
            for name, cell in cells.items() if cell["cell_type"] == "markdown"}


# --- the line ------------------------------------------------------------------------------------


def test_the_line_of_1857():
    assert LINE == pytest.approx([-0.29663, 29.6425], abs=1e-4)
    e = X @ LINE - Y
    assert 1000 * e[11] == pytest.approx(250, abs=0.5) and np.abs(e).argmax() == 11
    assert rms(e) == pytest.approx(65.5, abs=0.05)


def test_the_three_readings_by_hand():
    A, y = np.array([[-5, 1], [0, 1], [5, 1]]), np.array([2.9, 1.4, 0])
    assert (A.T @ A).tolist() == [[50, 0], [0, 3]] and A.T @ y == pytest.approx([-14.5, 4.3])
    assert functions.least_squares_fit(A, y) == pytest.approx([-0.29, 4.3 / 3])


def test_exchanged_digits_would_fit():
    km = 18.4 * np.log10(29.92 / 25.67)
    assert abs(km - X[11] @ LINE) < 0.03


def test_without_the_twelfth_reading(stored):
    rest = np.arange(17) != 11
    w = functions.least_squares_fit(X[rest], Y[rest])
    sigma = rms(X[rest] @ w - Y[rest])
    assert sigma == pytest.approx(19.6, abs=0.05)
    assert 1000 * (X[11] @ w - Y[11]) / sigma == pytest.approx(13.7, abs=0.05)
    assert "13.7 times" in stored["00b-b4-without"]


# --- AL-22, AL-21 and the condition --------------------------------------------------------------


def test_the_program_of_the_notes_learns_each_target_by_itself():
    U = np.column_stack([X1 - X1.mean(), np.ones(17)])
    w = np.ones((2, 1))
    for _ in range(2000):
        w = w + 1e-3 * U.T @ (Y - U @ w)
    assert w.shape == (2, 17)
    assert w[0] == pytest.approx(np.zeros(17), abs=1e-9) and w[1] == pytest.approx(Y)


def test_conditions_and_the_stop_rule():
    U = np.column_stack([X1 - X1.mean(), np.ones(17)])
    assert np.linalg.cond(U) ** 2 == pytest.approx(9.64, abs=0.01)
    assert np.linalg.cond(X) ** 2 == pytest.approx(8.46e6, rel=1e-3)
    lr = 1 / np.linalg.eigvalsh(2 / 17 * X.T @ X)[-1]
    one, two = (functions.least_squares_descent(X, Y, lr, n) for n in (10_000, 10_001))
    assert np.sum((two - one) ** 2) < 1e-10 and rms(X @ one - Y) > 900


def test_with_the_notes_own_rate_the_raw_table_runs_away():
    w = np.zeros(2)
    for _ in range(5):
        w = w + 1e-3 * X.T @ (Y - X @ w)
    assert np.abs(w).max() > 1e8


# --- losses --------------------------------------------------------------------------------------


def test_the_reading_that_is_moved():
    said = {}
    for off in (0.25, 2.5):
        y = Y.copy()
        y[11] = X[11] @ LINE - off
        said[off] = (X[11] @ functions.least_squares_fit(X, y),
                     X[11] @ functions.huber_fit(X, y, 0.03),
                     X[11] @ np.array(functions.absolute_line(X1, y)))
    squares, huber, absolute = 1000 * (np.array(said[0.25]) - said[2.5])
    assert squares == pytest.approx(144, abs=0.5)
    assert huber == pytest.approx(0, abs=1e-5) and absolute == 0


def test_a_wrong_temperature_turns_all_three_lines():
    x = X1.copy()
    x[16] = (122.2 - 32) / 1.8
    table = np.column_stack([x, np.ones(17)])
    slopes = (functions.least_squares_fit(table, Y)[0], functions.huber_fit(table, Y, 0.03)[0],
              functions.absolute_line(x, Y)[0])
    assert min(slopes) > 0


def test_what_a_safe_answer_costs():
    assert (5 - 1) ** 2 == 16 and np.log1p(np.exp(-5)) == pytest.approx(0.0067, abs=5e-5)


# --- risk, likelihood, belief --------------------------------------------------------------------


def test_the_three_models_at_home_and_away(stored):
    inside = X_H >= X1.min()
    near = Y[np.abs(np.subtract.outer(X_H, X1)).argmin(axis=1)]
    table, new = (functions.polynomial_features_1d((v - 95) / 5, 8) for v in (X1, X_H))
    curve = new @ functions.least_squares_fit(table, Y)
    line = np.column_stack([X_H, np.ones(31)]) @ LINE
    away = [rms((said - Y_H)[inside]) for said in (near, curve, line)]
    assert inside.sum() == 11 and away == pytest.approx([167, 96, 50], abs=0.5)
    assert rms((line - Y_H)[~inside]) == pytest.approx(84, abs=0.5)
    assert np.sum(Y_H > line) == 19


def test_training_and_new_errors_of_a_line():
    hat = X @ np.linalg.pinv(X)
    assert np.trace(hat) == pytest.approx(2)  # so 1 - 2/17 and 1 + 2/17
    assert hat @ hat == pytest.approx(hat, abs=1e-9)


def test_when_products_of_halves_become_0():
    assert 0.5**1074 > 0 and 0.5**1075 == 0
    assert np.prod(np.full(2000, 0.5)) == np.prod(np.full(2000, 0.4)) == 0


def test_sigma_of_maximum_likelihood_is_the_root_of_the_mean_square():
    e2 = np.mean((X @ LINE - Y) ** 2)
    sigmas = np.linspace(0.03, 0.15, 1201)
    best = sigmas[np.argmax(-17 * np.log(sigmas) - 17 * e2 / (2 * sigmas**2))]
    assert best == pytest.approx(np.sqrt(e2), abs=1e-4)


def test_beliefs_after_three_heads_and_after_the_himalaya():
    c = np.arange(1, 20) / 20
    three = functions.coin_posterior(3, 0, c, np.ones(19))
    assert three @ c == pytest.approx(0.779, abs=5e-4) and c[three.argmax()] == 0.95
    assert three.max() == pytest.approx(0.19, abs=5e-4)
    all31 = functions.coin_posterior(19, 12, c, np.ones(19))
    assert all31[c > 0.51].sum() == pytest.approx(0.834, abs=5e-4) and c[all31.argmax()] == 0.6


def test_the_coin_judges_the_line_and_not_the_mountains(stored):
    c, found = np.arange(1, 20) / 20, []
    for line in (LINE, functions.huber_fit(X, Y, 0.03)):
        for off in (Y - X @ line, Y_H - np.column_stack([X_H, np.ones(31)]) @ line):
            up, down = np.sum(off > 0), np.sum(off < 0)
            belief = functions.coin_posterior(up, down, c, np.ones(19))[c > 0.51].sum()
            found.append(f"{up} {down} {belief:.2f}\n")
    assert found == ["11 6 0.84\n", "19 12 0.83\n", "8 9 0.33\n", "17 14 0.60\n"]
    assert all(v in stored["00b-b8-hooker"] for v in found)


def test_the_coolest_reading_crosses_the_line_of_absolute_errors_once():
    """It starts 4 m above; once below, how far makes no difference."""
    coolest, at = X1.argmin(), np.array([92, 1])
    before = np.array(functions.absolute_line(X1, Y))
    assert 1000 * (Y - X @ before)[coolest] == pytest.approx(4.3, abs=0.05)
    moved = []
    for down in (0.01, 0.5, 5):
        y = Y.copy()
        y[coolest] -= down
        moved.append(1000 * at @ (np.array(functions.absolute_line(X1, y)) - before))
    assert moved == pytest.approx([-3.78] * 3, abs=0.01)


# --- few labels, ridge ---------------------------------------------------------------------------


def test_a_label_for_each_weight_is_the_worst(stored):
    rows = {line[:16].strip(): [int(v) for v in line[16:].strip(" []").split()]
            for line in stored["00b-b9-ridge"].splitlines()}
    plain, ridge, letters = (rows[n] for n in ("least squares", "ridge, λ = 1", "ridge on letters"))
    assert min(plain) == plain[4] == 67 and ridge[4] == 93  # 50 labels
    assert plain[1] == 85 and plain[-1] == 91 and ridge[1] == 88 and ridge[-1] == 95
    assert max(letters) < 60
    assert all(r >= p for r, p in zip(ridge, plain, strict=True))


def described_words():
    """Vectors of unit length of the nouns (-1) and adjectives (+1), and a drawing of examples."""
    V, sorts = data.word_vectors().astype(float), np.array(data.word_relations()[2])
    told = np.flatnonzero(sorts != "")
    kind = np.where(sorts[told] == "a", 1, -1)

    def draw(count, seed):
        rng = np.random.default_rng(seed)
        return np.concatenate([rng.choice(np.flatnonzero(kind == k), count // 2, replace=False)
                               for k in (1, -1)])

    return (V / np.linalg.norm(V, axis=1, keepdims=True))[told], kind, draw


def test_unlabelled_words_help_the_line_of_twenty_labels():
    V, kind, draw = described_words()
    E, gain = np.column_stack([V, np.ones(len(V))]), []
    for seed in range(40, 80):  # other draws than on the page
        seen = draw(20, seed)
        new = np.setdiff1d(np.arange(len(kind)), seen)
        once = E @ functions.ridge_fit(E[seen], kind[seen], 1)
        twice = E @ functions.ridge_fit(E, np.sign(once), 1)
        right = [[np.mean((z[new] > 0)[kind[new] == k] == (k > 0)) for k in (1, -1)]
                 for z in (once, twice)]
        gain.append(np.mean(right[1]) - np.mean(right[0]))
    assert np.mean(gain) > 0.01 and np.mean(np.array(gain) > 0) > 0.8


def test_words_sort_themselves_and_the_best_start_finds_something_else(stored):
    rows = re.findall(r"(vectors|letters), \d ([\d.]+) (\d+)%", stored["00b-b9-groups"])
    left, agree = np.array([row[1:] for row in rows if row[0] == "vectors"], float).T
    letters = np.array([row[2] for row in rows if row[0] == "letters"], float)
    assert left.argmin() == agree.argmin() == 6 and agree[6] == 72
    assert agree[:6].min() == 88 and agree[:6].max() == 94  # "six of seven ... 88 to 94 %"
    assert len(left) == len(agree) == len(letters) == 7 and letters.max() < 60


def test_by_hand_the_slopes_of_the_three_readings():
    x, y = np.array([-5.0, 0, 5]), np.array([2.9, 1.4, 0])
    for w, b in ((0, 0), (1, 2), (-0.3, 0.7)):
        e = w * x + b - y
        assert x @ e == pytest.approx(50 * w + 14.5) and e.sum() == pytest.approx(3 * b - 4.3)


def test_the_best_line_by_absolute_errors_runs_through_two_readings():
    slope, intercept = functions.absolute_line(X1, Y)
    assert np.sum(np.abs(slope * X1 + intercept - Y) < 1e-9) >= 2


def test_easy_camps_move_the_border_of_squares_alone(stored):
    squared, logistic = (re.findall(r"([\d.]+) °C, (\d) wrong", line)
                         for line in stored["00b-b5-camps"].splitlines())
    assert squared == [("95.6", "1"), ("96.3", "2")]
    assert logistic == [("94.8", "0"), ("94.8", "0")]


def test_the_top_of_a_belief_in_the_slope_is_ridge(stored):
    for line in stored["00b-b9-constants"].splitlines():
        top, ridge = re.search(r"belief (-[\d.]+), ridge (-[\d.]+)", line).groups()
        assert top == ridge
    x, y = X1 - X1.mean(), Y - Y.mean()
    assert functions.ridge_fit(x[:, None], y, 16)[0] == pytest.approx(x @ y / (x @ x + 16))


def test_reading_12_moves_the_belief_and_leaves_its_width(cells):
    [words] = [out["data"]["text/markdown"] for out in cells["00b-end-posterior"]["outputs"]
               if "text/markdown" in out.get("data", {})]
    found = re.findall(r"(-\d+\.\d) ± (\d+\.\d)", words.replace("−", "-"))
    found = np.array(found, float)
    assert len(found) == 4 and np.all(np.diff(found[:, 1]) <= 0)
    (_, _, sixteen, all_17) = found
    assert 0.8 < abs(all_17[0] - sixteen[0]) / sixteen[1] <= 1  # "nearly its whole width"
    assert all_17[1] == sixteen[1]


def test_the_next_kettle_by_the_sixteen():
    others = np.arange(17) != 11
    line = functions.least_squares_fit(X[others], Y[others])
    sigma = np.sqrt(np.sum((X[others] @ line - Y[others]) ** 2) / (16 - 2))
    at = np.array([92, 1])
    spread = sigma * np.sqrt(1 + at @ np.linalg.inv(X[others].T @ X[others]) @ at)
    assert 1000 * spread == pytest.approx(22, abs=0.2)


def test_ridge_is_map_with_normal_noise_and_a_normal_prior():
    sigma, tau = 0.3, 2.0
    w = functions.ridge_fit(X, Y, sigma**2 / tau**2)

    def log_belief(w):
        return -np.sum((X @ w - Y) ** 2) / (2 * sigma**2) - w @ w / (2 * tau**2)

    assert functions.numerical_gradient(log_belief, w) == pytest.approx([0, 0], abs=1e-2)
    for step in ([0.01, 0], [0, 0.01], [-0.001, 0.1], [0.001, -0.1]):
        assert log_belief(w + step) < log_belief(w)


def test_twins_have_many_weights_and_one_line():
    twins = np.column_stack([X1, ALPS[:, 0], np.ones(17)])
    shortest = np.linalg.pinv(twins) @ Y
    assert np.linalg.matrix_rank(twins) == 2
    assert twins @ shortest == pytest.approx(X @ LINE)
    assert twins @ [1.8, -1, 32] == pytest.approx(np.zeros(17), abs=1e-10)


# --- the texts say what the cells show -----------------------------------------------------------


@pytest.mark.parametrize(("cell", "words", "output", "numbers"), [
    ("00b-b2-says", "297 m a degree", "00b-b2-fit", "297 m a degree"),
    ("00b-b4-says", "−0.2953 against −0.2951", "00b-b4-without", "-0.2953"),
    ("00b-b4-says", "292 m down", "00b-b4-driven", "squared −292 m"),
    ("00b-b4-says", "lifts it by 69", "00b-b4-driven", "squared 69 m"),
    ("00b-end-says", "2.36 km", "00b-end-code", "Huber: 2.36 km"),
    ("00b-end-says", "49 m in Hooker's hands", "00b-end-code", "49 m off inside, 84 m beyond"),
    ("00b-end-says", "next kettle it promises ± 22 m", "00b-end-code", "next kettle: ± 22 m"),
    ("00b-b9-groups-says", "*used*, *made*, *spoken*", "00b-b9-groups", "used made such"),
    ("00b-b9-zero-says", "57 to 74 %", "00b-b9-zero", "good or thing: 74 %"),
    ("00b-b9-shots-says", "nouns give 77 %", "00b-b9-shots", " 3 of each kind: 77 %"),
    ("00b-b9-unlabelled-says", "90 % instead of 88", "00b-b9-unlabelled",
     "vectors: 20 labels 88 %, and all other words 90 %"),
    ("00b-b9-unlabelled-says", "hardly anything", "00b-b9-unlabelled",
     "letters: 20 labels 55 %, and all other words 56 %"),
])
def test_a_number_of_the_text_is_printed_above(said, stored, cell, words, output, numbers):
    assert words in said[cell] and numbers in stored[output]


# --- predictions and exercises -------------------------------------------------------------------


def test_the_program_of_the_notes_is_named():
    def notes(X, y, lr, steps):
        w = np.zeros((X.shape[1], 1))
        for _ in range(steps):
            w = w + lr * X.T @ (y - X @ w)
        return w

    assert exercises.check("least_squares_descent", notes).misconception == "shape/table"


def test_the_formula_of_the_notes_is_named():
    def notes(e, delta):
        return np.where(np.abs(e) <= delta, e**2 / 2, np.abs(e) - 0.5)

    assert exercises.check("huber_loss", notes).misconception == "neighbour-formula/delta-one"


# --- explorer and drawings -----------------------------------------------------------------------


def test_the_explorer_moves_the_line_of_squares_and_keeps_where_it_was():
    drag = explore.drag_reading(X1, Y, at=92)
    assert "squared 0 m, Huber 0 m, absolute 0 m" in drag.finding
    assert "squared −292 m" in drag.set(reading=1, moved=-2)
    y = Y[np.argsort(X1, kind="stable")].copy()
    y[0] -= 2
    x = np.sort(X1)
    w = functions.least_squares_fit(np.column_stack([x, np.ones(17)]), y)
    assert drag.drawn[0].get_ydata() == pytest.approx(w[0] * drag.ends + w[1])
    assert drag.dots.get_ydata() == pytest.approx(y)
    assert [float(v[0]) for v in drag.marks[0].get_data()] == pytest.approx([-2, w @ [92, 1]])
    assert [float(v[0]) for v in drag.trails[0].get_data()] == pytest.approx([0, LINE @ [92, 1]])


def test_fitted_line_sorts_and_draws_a_stick_for_each_error(ax):
    assert plots.fitted_line(ax, [2, 1], [5, 3], [4, 3.5], name="fit") is ax
    assert [line.get_xdata().tolist() for line in ax.lines] == [[1, 2], [1, 2]]
    assert [line.get_ydata().tolist() for line in ax.lines] == [[3.5, 4], [3, 5]]
    sticks = ax.collections[0].get_segments()
    assert [s.tolist() for s in sticks] == [[[1, 3.5], [1, 3]], [[2, 4], [2, 5]]]


def test_boxes_in_a_row(ax):
    plots.boxes_in_a_row(ax, ["a", "b", "c"], dashed={1}, words=["first"])
    assert len(ax.patches) == 3 and ax.patches[1].get_linestyle() == "--"
    assert [t.get_text() for t in ax.texts if t.get_text()] == ["a", "first", "b", "c"]
