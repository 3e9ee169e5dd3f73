"""Notebook 04: the formulas it shows, its predictions, its picture of the simplex, its explorer."""


import numpy as np
import pytest
from matplotlib.colors import to_hex

from answers import file_of
from course_utils import data, exercises, explore, functions, plots, style
from misstep.questions import predictions, recalls

QUESTIONS = [p for p in predictions().values() if p.notebook == "04"]
spot_impostor = file_of("spot_impostor").spot_impostor
two_class_probability = file_of("two_class_probability").two_class_probability

Z = np.array([1.0, 2.0, 3.0])
O_LECTURE = np.array([0.090031, 0.244728, 0.665241])
ROWS = np.random.default_rng(4).normal(size=(20, 4)) * 3


# --- formulas of the notebook -------------------------------------------------------------


def test_golden_numbers_of_the_lecture():
    assert functions.softmax(Z) == pytest.approx(O_LECTURE, abs=1e-6)
    assert functions.softmax(Z / 10) == pytest.approx([0.30061, 0.332225, 0.367165], abs=1e-6)
    assert functions.softmax(Z / 100) == pytest.approx([0.330006, 0.333322, 0.336672], abs=1e-6)
    assert functions.softmax_jacobian(Z)[0] == pytest.approx([0.081925, -0.022033, -0.059892],
                                                            abs=1e-6)
    assert functions.cross_entropy([Z], [2]) == pytest.approx(0.407606, abs=1e-6)
    assert functions.ce_logits_gradient([Z], np.eye(3)[[2]])[0] == pytest.approx(
        [0.090031, 0.244728, -0.334759], abs=1e-6)


def test_predictions_hold():
    assert functions.softmax(Z + 100) == pytest.approx(functions.softmax(Z), abs=1e-12)
    with np.errstate(all="ignore"):
        assert np.isnan(np.exp(Z + 999) / np.exp(Z + 999).sum()).all()
        assert -np.log(functions.softmax([0.0, 800.0])[0]) == np.inf
    assert functions.softmax(np.array([3.0, 3.0, 1.0]) / 1e-3) == pytest.approx([0.5, 0.5, 0])
    gradient = functions.ce_logits_gradient([np.log([0.2, 0.3, 0.5])], [[0, 1, 0]])[0]
    assert gradient == pytest.approx([0.2, -0.7, 0.5])


def test_the_answers_of_the_predictions_come_after_their_evidence(cells):
    order = [cell["source"] for cell in cells.values() if cell["cell_type"] == "code"]
    for p in QUESTIONS:
        assert order.index(f'predict("{p.id}")') < order.index(f'reveal("{p.id}")') - 1, p.id


def test_tied_logits_share_by_symmetry_and_not_because_softmax_is_smooth():
    """Exchanged logits exchange their probabilities; a smooth map without that prefers one."""
    z = ROWS[:, :3]
    assert functions.softmax(z[:, [1, 0, 2]]) == pytest.approx(functions.softmax(z)[:, [1, 0, 2]])
    for tau in (1e-3, 1.0, 1e3):
        o = functions.softmax(np.array([3.0, 3.0, 1.0]) / tau)
        assert o[0] == pytest.approx(o[1])
        smooth = functions.softmax(np.array([2 * 3.0, 3.0, 1.0]) / tau)
        assert smooth[0] > smooth[1]


def test_the_score_ranks_as_the_distance_to_the_average():
    """|x - a|^2 = |x|^2 - 2 x.a + |a|^2, as the page multiplies it out."""
    x, a = ROWS[:5], ROWS[5:9]
    far = ((x[:, None] - a) ** 2).sum(axis=2)
    score = x @ a.T - (a**2).sum(axis=1) / 2
    assert far == pytest.approx((x**2).sum(axis=1, keepdims=True) - 2 * score)


def test_the_two_limits_of_log_sum_exp():
    """Its value at (0, 0) is log 2, and a float64 ends at e^709.78."""
    assert functions.logsumexp([0.0, 0.0]) == pytest.approx(np.log(2))
    end = np.log(np.finfo(float).max)
    assert end == pytest.approx(709.78, abs=0.01)
    with np.errstate(over="ignore"):
        assert np.isfinite(np.exp(end - 1e-9)) and np.isinf(np.exp(end + 1e-9))


def test_a_logit_is_the_log_odds_against_the_class_of_logit_0():
    z = ROWS - ROWS[:, :1]
    o = functions.softmax(z)
    assert np.log(o / o[:, :1]) == pytest.approx(z)
    assert -np.log(o[:, 0]) == pytest.approx(functions.logsumexp(z))  # the number c


def test_softmax_taken_twice_never_costs_less_than_1_46():
    perfect = functions.cross_entropy(np.eye(10), np.arange(10))
    assert perfect == pytest.approx(np.log(np.e + 9) - 1) == pytest.approx(1.461, abs=1e-3)


def test_binary_cross_entropy_is_that_of_two_classes_and_its_gradient_is_o_minus_y():
    w, x = np.array([0.4, -1.0]), np.array([2.0, 0.5])
    known = {0: [1.148885, 0.287221], 1: [-0.851115, -0.212779]}
    for y in (0, 1):
        o = functions.sigmoid(w @ x)
        loss = -y * np.log(o) - (1 - y) * np.log(1 - o)
        assert functions.cross_entropy([[0, w @ x]], [y]) == pytest.approx(loss)
        numeric = functions.numerical_gradient(
            lambda v, y=y: functions.cross_entropy([[0, v @ x]], [y]), w)
        assert numeric == pytest.approx((o - y) * x, rel=1e-6)
        assert numeric == pytest.approx(known[y], abs=1e-6)


def test_the_second_start_has_the_smaller_push_and_the_longer_step():
    starts, T = np.array([[0.8, 0.1, 0.1], [0.1, 0.7, 0.2]]), np.array([0.0, 0, 1])
    push = T - starts
    moved = functions.softmax(np.log(starts) + push) - starts
    assert push[0, 2] > push[1, 2]
    assert np.linalg.norm(moved[0]) < np.linalg.norm(moved[1])
    speed = [np.linalg.norm(functions.softmax_jacobian(np.log(s)) @ p)
             for s, p in zip(starts, push, strict=True)]
    assert speed == pytest.approx([0.246, 0.341], abs=1e-3)


# --- block 6: the training -----------------------------------------------------------------


def test_gradient_of_softmax_regression_in_its_weights():
    rng = np.random.default_rng(6)
    X, W, b = rng.normal(size=(5, 3)), rng.normal(size=(3, 4)), rng.normal(size=4)
    y = np.array([0, 3, 1, 1, 2])
    d_z = functions.ce_logits_gradient(X @ W + b, functions.one_hot(y, 4))
    by_W = functions.numerical_gradient(lambda V: functions.cross_entropy(X @ V + b, y), W)
    by_b = functions.numerical_gradient(lambda v: functions.cross_entropy(X @ W + v, y), b)
    assert X.T @ d_z == pytest.approx(by_W, abs=1e-8)
    assert d_z.sum(axis=0) == pytest.approx(by_b, abs=1e-8)


@pytest.fixture(scope="module")
def block_6(cells):
    names = {"np": np, "F": functions}
    sources = [cells[f"04-b6-{name}"]["source"] for name in ("train", "policies", "rival")]
    exec(sources[0].split("some =")[0] + sources[1].split("picture,")[0] + sources[2], names)
    return names


def test_the_policies_charge_as_they_say(block_6):
    z = np.log([[0.2, 0.3, 0.1, 0.4], [0.7, 0.1, 0.1, 0.1]])
    T = functions.one_hot([1, 0], 4)
    assert 2 * block_6["true_only"](z, T) == pytest.approx(
        np.array([[0, -0.7, 0, 0], [-0.3, 0, 0, 0]]))
    assert 2 * block_6["equal_parts"](z, T) == pytest.approx(
        np.array([[0.7 / 3, -0.7, 0.7 / 3, 0.7 / 3], [-0.3, 0.1, 0.1, 0.1]]))
    assert 2 * block_6["strongest_rival"](z, T)[0] == pytest.approx([0, -0.7, 0, 0.7])


def test_of_ten_classes_the_two_differ_by_10_9_and_a_shift_of_the_row(block_6):
    z, T = np.random.default_rng(0).normal(size=(5, 10)), functions.one_hot([3, 0, 9, 1, 1], 10)
    ten_up, equal = block_6["true_only"](z, T), block_6["equal_parts"](z, T)
    assert np.ptp(equal - 10 / 9 * ten_up, axis=1) == pytest.approx(np.zeros(5), abs=1e-15)
    points = 0.9 * equal / -ten_up.sum(axis=1, keepdims=True) * 10
    assert points == pytest.approx(1 - 10 * T)  # 9 up for the true class, 1 down for the others
    for policy in (functions.ce_logits_gradient, block_6["strongest_rival"]):  # neither is so
        assert np.ptp(policy(z, T) - 10 / 9 * ten_up, axis=1).min() > 0.01
        assert policy(z, T).sum(axis=1) == pytest.approx(np.zeros(5))


@pytest.fixture(scope="module")
def first_split():
    return data.train_test_split(*data.digits(), rng=np.random.default_rng(0))


def test_they_train_one_machine(block_6, first_split):
    """The answer to 04-blame, and the machine of a wrong o - T + 0.3 (04-blame-r1)."""
    (X, y), (X_new, _) = first_split
    T = functions.one_hot(y, 10)

    def read(policy, rate):
        W, b = block_6["train"](policy, X, T, 100, rate)
        return X_new @ W + b, W

    z, W = read(block_6["true_only"], 5.0)
    z_equal, _ = read(block_6["equal_parts"], 4.5)
    assert np.ptp(z - z_equal, axis=1).max() < 1e-9 < np.abs(z - z_equal).min()
    assert functions.softmax(z) == pytest.approx(functions.softmax(z_equal), abs=1e-12)
    assert (z.argmax(axis=1) == z_equal.argmax(axis=1)).all()
    assert (W >= 0).all()
    some = functions.one_hot([0, 3, 3, 9, 1], 10)  # a column is raised by pictures of its own digit
    assert ((-block_6["true_only"](z[:5], some) > 0) == some).all()
    slipped, _ = read(lambda z, T: functions.ce_logits_gradient(z, T) + 0.3, 0.5)
    meant, _ = read(functions.ce_logits_gradient, 0.5)
    assert functions.softmax(slipped) == pytest.approx(functions.softmax(meant), abs=1e-9)
    assert {q.id: q.answer for q in recalls().values()}["04-blame-r1"] == "A"


def test_the_page_counts_them_once(cells, stored):
    """Shown by running it; no title, table or summary makes two machines of them."""
    _, first, *_, before, after = stored["04-b6-policies"].splitlines()
    assert first.split()[1:] == [str(digit) for digit in range(10)]
    assert set(after.split()[-10:]) == {"0.09"} and before.split()[-9] == "-0.81"
    said = stored["04-b6-twins"].splitlines()
    assert set(said[4].split()[-10:]) == {"80.9"} and said[5].endswith(": True")
    assert said[6] == said[7]
    assert "80.9" in cells["04-b6-one-machine"]["source"]
    assert len(stored["04-b6-compare"].splitlines()) == 1 + 3
    ids = list(cells)
    order = ("predict-blame", "policies", "twins", "blame-answer", "one-machine", "rival",
             "compare")
    assert sorted(order, key=lambda name: ids.index(f"04-b6-{name}")) == list(order)


def test_the_story_holds(first_split):
    """Picture 187: a 1, called 9 by the average digits, read by what o - T taught."""
    (X, y), (X_test, y_test) = first_split
    mean = np.stack([X[y == i].mean(axis=0) for i in range(10)])
    scores = X_test @ mean.T - (mean**2).sum(axis=1) / 2
    far = ((X_test[:, None] - mean) ** 2).sum(axis=2)
    assert (scores.argmax(axis=1) == far.argmin(axis=1)).all()  # the nearest average
    shares = functions.softmax(scores[187])
    assert (y_test[187], shares.argmax()) == (1, 9)
    assert shares[[0, 1, 3, 9]] == pytest.approx([0.119, 0.104, 0.112, 0.438], abs=1e-3)
    assert scores[187, 3] > scores[187, 1]


def test_how_the_blame_is_divided_matters(stored):
    lines = stored["04-b6-compare"].splitlines()
    mean = {line[:16].strip(): float(line[16:].split("%")[0]) for line in lines}
    shares, alike = mean["by share, o - T"], mean["everybody alike"]
    assert shares > 96.5 and 88 < mean["average digits"] < 91.5
    assert abs(shares - mean["strongest rival"]) < 1
    assert alike < shares - 4.5 and abs(alike - mean["average digits"]) < 2


def test_the_policies_are_powers_of_the_share(block_6, cells):
    """What the open experiment says of 0, 1 and a very large power."""
    space = dict(block_6)
    exec(cells["04-own-policy"]["source"].split("tried =")[0], space)
    z, T = np.random.default_rng(8).normal(size=(6, 10)), functions.one_hot([3, 0, 9, 1, 1, 5], 10)
    for power, name in ((0, "everybody alike"), (1, "by share, o - T"), (1e5, "strongest rival")):
        assert space["mine"](z, T, power) == pytest.approx(block_6["policies"][name](z, T))
    assert space["mine"](z, T).sum(axis=1) == pytest.approx(np.zeros(6))


def test_a_batch_of_blame_before_and_after(stored, cells, first_split):
    (X, y), _ = first_split
    told = "".join(str(out["data"].get("text/markdown", "")) for out in
                   cells["04-b6-batch"]["outputs"])
    assert "−0.9 at its own digit, and nine of 0.1" in told
    few = np.random.default_rng(3).choice(len(X), 32, replace=False)
    assert set(y[few]) == set(range(10))  # a row of every digit
    assert "from 0.18 to 0.01" in told


def test_the_strongest_rival_s_share_is_taken_where_the_machines_are_compared(stored):
    """"A ninth", and after 100 steps "almost two thirds"."""
    held = [int(line.split("hold ")[1].split("%")[0])
            for line in stored["04-b6-why"].splitlines()]
    assert held[0] == 11 and 60 <= held[1] <= 66 and "after 100" in stored["04-b6-why"]


@pytest.mark.full
def test_ten_times_as_many_steps_do_not_close_the_gap(block_6, first_split):
    """97.6, 97.6 and 92.3 % of new digits after 1,000 steps; here one split of the four."""
    (X, y), (X_test, y_test) = first_split
    right = {}
    for name, policy in block_6["policies"].items():
        W, b = block_6["train"](policy, X, functions.one_hot(y, 10), 1000, 5.0)
        right[name] = np.mean((X_test @ W + b).argmax(axis=1) == y_test)
    assert min(right["by share, o - T"], right["strongest rival"]) > 0.965
    assert right["everybody alike"] < 0.94


@pytest.mark.parametrize("z", list(ROWS), ids=str)
def test_laws_of_the_jacobian(z):
    o, J = functions.softmax(z), functions.softmax_jacobian(z)
    assert J == pytest.approx(J.T)
    assert J.sum(axis=1) == pytest.approx(np.zeros(4), abs=1e-12)
    assert np.linalg.eigvalsh(J).min() > -1e-12
    assert np.linalg.matrix_rank(J, tol=1e-12) == 3
    away = np.eye(4) - o
    assert J == pytest.approx((away * o[:, None]).T @ away)  # covariance of a one-hot draw
    assert spot_impostor([J, np.eye(4) - o, functions.softmax_jacobian(2 * z)]) == 1
    for y in range(4):  # equation (1)
        assert -J[y] / o[y] == pytest.approx(o - np.eye(4)[y])


def matrices(cells, *names):
    space = {"np": np, "plots": plots, "spot_impostor": spot_impostor}
    for name in names:
        exec(cells[name]["source"], space)
    return space


def test_the_impostor_keeps_the_laws_that_are_listed_and_breaks_the_sign(cells, stored):
    space = matrices(cells, "04-b4-impostor-code")
    for name, o in (("A", [0.5, 0.3, 0.2]), ("C", [0.1, 0.2, 0.7])):
        assert space[name] == pytest.approx(functions.softmax_jacobian(np.log(o)))
    B = space["B"]
    assert pytest.approx(B.T) == B and B.sum(axis=1) == pytest.approx(np.zeros(3))
    eigenvalues = np.linalg.eigvalsh(B)
    assert eigenvalues.min() > -1e-12 and (eigenvalues > 1e-3).sum() == 2
    assert (np.diag(B) > 0).all() and B[0, 2] == 0.03  # no -o_i o_j is positive
    assert stored["04-b4-impostor-check"].count("True  rank: 2") == 3
    assert stored["04-b4-impostor-check"].splitlines()[1].endswith("0.03")


def test_d_of_the_notebook_is_the_jacobian_of_log_softmax(cells, stored):
    D = matrices(cells, "04-b4-impostor-code", "04-impostor-check")["D"]
    z = np.log([0.5, 0.3, 0.2])
    h = 1e-6 * np.eye(3)
    numeric = np.stack([(np.log(functions.softmax(z + e)) - np.log(functions.softmax(z - e)))
                        / 2e-6 for e in h], axis=1)
    assert numeric == pytest.approx(D, abs=1e-8)
    assert np.linalg.eigvals(D).real.min() > -1e-9 and not np.allclose(D, D.T)
    assert stored["04-impostor-check"].strip().endswith("D")


def test_two_class_softmax_is_a_sigmoid_of_the_difference():
    pairs = ROWS[:, :2]
    assert two_class_probability(pairs) == pytest.approx(functions.softmax(pairs)[:, 1])
    assert functions.softmax([0, 0.8])[1] == pytest.approx(functions.softmax([0.8, 0])[0])
    assert two_class_probability(np.array([[0.0, 0.8]]))[0] == pytest.approx(0.689974, abs=1e-6)


def test_smoothed_labels_are_met_at_log_19():
    T = functions.label_smoothing(np.array([[0.0, 1.0]]), 0.1)
    z = np.array([[0.0, np.log(19)]])
    assert functions.ce_logits_gradient(z, T) == pytest.approx(np.zeros((1, 2)), abs=1e-12)
    log_o = z - functions.logsumexp(z)
    assert -(T * log_o).sum() == pytest.approx(-(T * np.log(T)).sum())  # the entropy of T'
    assert -(T * log_o).sum() == pytest.approx(0.199, abs=1e-3)


# --- what the checks say of single answers --------------------------------------------------


def naive(z):
    return np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True)


def first_not_of_sum_1(candidates):
    return next((i for i, J in enumerate(candidates) if abs(J.sum(axis=1) - 1).max() > 1e-6), 0)


SINGLE = [
    ("softmax", "omitted-term/sum-of-logits",
     lambda z: np.exp(z) / np.sum(z, axis=-1, keepdims=True)),
    ("softmax", "omitted-term/max-outside",
     lambda z: (e := np.exp(z) - np.max(z, axis=-1, keepdims=True)) / e.sum(-1, keepdims=True)),
    ("softmax", "omitted-term/max-outside",
     lambda z: naive(np.asarray(z)) - naive(np.asarray(z)).max(axis=-1, keepdims=True)),
    ("temperature_softmax", "unstable/not-the-max", lambda z, tau: naive(
        np.asarray(z) / tau - (np.asarray(z) / tau)[..., :1])),
    ("two_class_probability", "unstable/clipped-logits", lambda z: functions.sigmoid(
        np.clip(z[:, 1], -500, 500) - np.clip(z[:, 0], -500, 500))),
    ("spot_impostor", "neighbour-formula/all-guilty", first_not_of_sum_1),
    ("ce_logits_gradient", "factor/t-times-too-large", lambda z, T: T - functions.softmax(z)),
    ("label_smoothing", "omitted-term/soft-rows", lambda T, eps: (1 - eps) * np.eye(
        T.shape[1])[T.argmax(axis=1)] + eps / T.shape[1]),
]


@pytest.mark.parametrize(("id", "misconception", "wrong"), SINGLE)
@pytest.mark.filterwarnings("ignore")
def test_what_a_check_says_of_an_answer(id, misconception, wrong):
    result = exercises.check(id, wrong)
    assert (result.status, result.misconception) == ("failed", misconception), str(result)


def test_soft_rows_are_tried():
    cases, _ = exercises.record("label_smoothing").judge.prepared
    soft = [T for T, _ in (case.args for case in cases) if set(np.unique(T)) - {0, 1}]
    assert soft


# --- the simplex ----------------------------------------------------------------------------


def test_simplex_points_keep_means_and_distances():
    corners = np.stack(plots.simplex_points(np.eye(3)), axis=1)
    sides = [np.linalg.norm(corners[i] - corners[(i + 1) % 3]) for i in range(3)]
    assert sides == pytest.approx([1, 1, 1])
    centre = np.array(plots.simplex_points([1 / 3, 1 / 3, 1 / 3]))
    assert centre == pytest.approx(corners.mean(axis=0))


def test_blame_batch_is_paper_at_0_and_names_the_first_row_of_a_kind():
    _, ax = style.figure()
    blame = np.array([[-0.9, 0.9], [0.1, -0.1], [0.0, 0.0]])
    assert plots.blame_batch(ax, blame, labels=[0, 1, 1], bar=True) is ax
    shown = ax.images[0]
    assert shown.get_array().tolist() == blame.tolist()
    inks = shown.cmap(shown.norm(np.array([-1.0, 0.0, 1.0])))
    assert [to_hex(ink).upper() for ink in inks] == [style.BLUE, "#FFFFFF", style.VERMILION]
    assert shown.norm([-0.25, 0.25]).tolist() == [0.25, 0.75]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["0", "1"]
    assert ax.get_yticks().tolist() == [0, 1] and len(ax.figure.axes) == 2


def test_simplex_paths_write_a_name_at_each_start():
    _, ax = style.figure()
    paths = [[[0.1, 0.2], [0.3, 0.4]], [[0.5, 0.1], [0.4, 0.3]]]
    plots.simplex_paths(ax, paths, names="ab")
    assert [(t.get_text(), *t.xy) for t in ax.texts] == [("a", 0.1, 0.2), ("b", 0.5, 0.1)]


def test_simplex_names_its_corners_and_tints_three_regions():
    _, ax = style.figure()
    assert plots.simplex(ax, labels=["dog", "cat", "bird"]) is ax
    assert [text.get_text() for text in ax.texts] == ["dog", "cat", "bird"]
    assert len(ax.patches) == 3
    x, y = plots.simplex_points(functions.softmax(ROWS[:, :3]))
    for row, point in zip(functions.softmax(ROWS[:, :3]), zip(x, y, strict=True), strict=True):
        inside = [p.get_path().contains_point(p.get_transform().inverted().transform(
            p.get_transform().transform(point)), radius=0) for p in ax.patches]
        assert inside.index(True) == row.argmax()


# --- the other drawings ---------------------------------------------------------------------


def test_one_digit_shows_its_pixels_row_by_row():
    _, ax = style.figure()
    pixels = np.arange(64) / 64
    assert plots.one_digit(ax, pixels) is ax
    assert np.array_equal(ax.images[0].get_array(), pixels.reshape(8, 8))


@pytest.mark.parametrize("across", [False, True])
def test_grouped_bars_have_the_lengths_of_the_table(across):
    _, ax = style.figure()
    rows = np.array([[1.0, -2.0, 3.0], [0.5, 0.0, -1.0]])
    plots.grouped_bars(ax, rows, groups=["a", "b"], names=["x", "y", "z"], across=across)
    for j, bars in enumerate(ax.containers):
        lengths = [bar.get_width() if across else bar.get_height() for bar in bars]
        assert lengths == rows[:, j].tolist()
    labels = ax.get_yticklabels() if across else ax.get_xticklabels()
    assert [label.get_text() for label in labels] == ["a", "b"]
    hatches = [bars[0].get_hatch() for bars in ax.containers]
    assert len(set(hatches)) == 3  # never colour alone


def test_grouped_bars_refuse_a_transposed_table():
    with pytest.raises(ValueError, match="at most 4 columns, got 5"):
        plots.grouped_bars(style.figure()[1], np.ones((2, 5)), groups="ab", names="vwxyz")


def test_tangents_have_their_slopes():
    _, ax = style.figure()
    plots.tangents(ax, [0.1, 1.0], [2.3, 0.0], [-10.0, -1.0], reach=[0.1, 0.5])
    dashed = [line for line in ax.lines if line.get_linestyle() == "--"]
    for line, slope in zip(dashed, (-10, -1), strict=True):
        (x0, x1), (y0, y1) = line.get_data()
        assert (y1 - y0) / (x1 - x0) == pytest.approx(slope)
    assert [text.get_text() for text in ax.texts] == ["slope −10", "slope −1"]


def test_simplex_paths_start_with_the_large_dot():
    _, ax = style.figure()
    paths = np.arange(12.0).reshape(2, 3, 2)
    plots.simplex_paths(ax, paths)
    assert len(ax.lines) == 4
    for path, whole, dot in zip(paths, ax.lines[::2], ax.lines[1::2], strict=True):
        assert np.column_stack(whole.get_data()).tolist() == path.tolist()
        assert np.ravel(dot.get_data()).tolist() == path[0].tolist()


# --- the explorer ---------------------------------------------------------------------------


@pytest.fixture
def explorer():
    return explore.logits_on_simplex()


def test_explorer_says_what_it_shows(explorer):
    said = explorer.set(z0=1.0, z1=2.0, z2=3.0, tau=1.0, target=2)
    assert "o = (0.09, 0.24, 0.67), gradient (0.09, 0.24, −0.33), loss 0.41" in said
    assert "tau 1.0" in said and "true class 2" in said


@pytest.mark.parametrize(("tau", "target"), [(0.5, 0), (1.0, 2), (5.0, 1)])
def test_explorer_gradient_is_that_of_its_loss(explorer, tau, target):
    z = np.array([1.5, -2.0, 0.5])
    explorer.set(z0=1.5, z1=-2.0, z2=0.5, tau=tau, target=target)
    expected = functions.numerical_gradient(
        lambda q: functions.cross_entropy(q[None] / tau, [target]), z)
    heights = [bar.get_height() for bar in explorer.bars[3:]]
    assert heights == pytest.approx(expected, abs=1e-6)
    assert [bar.get_height() for bar in explorer.bars[:3]] == pytest.approx(
        functions.softmax(z / tau))
    x, y = explorer.point.get_data()
    assert (x[0], y[0]) == pytest.approx(plots.simplex_points(functions.softmax(z / tau)))
    star = explorer.goal.get_data()
    assert (star[0][0], star[1][0]) == pytest.approx(plots.simplex_points(np.eye(3)[target]))


def test_explorer_draws_the_way_that_descent_takes(explorer):
    explorer.set(z0=1.0, z1=-1.0, z2=0.0, tau=2.0, target=2)
    logits, T = np.array([1.0, -1.0, 0.0]) / 2, np.array([0.0, 0, 1])
    way = [logits]
    for _ in range(explorer.steps):
        way.append(way[-1] - (functions.softmax(way[-1]) - T))
    x, y = explorer.way.get_data()
    expected = plots.simplex_points(functions.softmax(np.array(way)))
    assert x == pytest.approx(expected[0]) and y == pytest.approx(expected[1])
    assert functions.softmax(way[-1])[2] > 0.9  # near the corner


def test_explorer_bars_fit_at_every_setting(explorer):
    explorer.set(z0=-4.0, z1=4.0, z2=-4.0, tau=0.5, target=0)
    low, high = explorer.bars[0].axes.get_ylim()
    texts = [text.get_position()[1] for text in explorer.numbers]
    assert low < min(texts) and max(texts) + 0.2 < high


def test_explorer_keeps_its_figure_and_redraws(explorer):
    figure, before = explorer.fig, explorer.shell.frame.png
    explorer.set(z0=3.0)
    assert explorer.fig is figure and explorer.shell.frame.png != before
    with pytest.raises(ValueError, match="expected a value"):
        explorer.set(tau=0.0)
