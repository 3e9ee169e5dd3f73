"""Notebook 01: its numbers and formulas, its predictions, its draw functions."""

import numpy as np
import pytest

from answers import file_of
from course_tools import notebooks
from course_utils import data, exercises, functions, plots, style

nine = file_of("xor_step_weights")

F, LABEL = data.xor_dataset()
W, B = np.array([[1, -1], [1, -1]]), np.array([-1, 1])
WIDE = np.array([-1.5, 0.5])


def network(x, b):
    return functions.step(functions.step(x @ W + b) @ [-1, -1] + 0.5)


def test_golden_numbers_of_the_lecture():
    assert F.tolist() == [[1, 1], [1, 0], [0, 1], [0, 0]] and LABEL.tolist() == [0, 1, 1, 0]
    g = F @ W + B
    assert g.tolist() == [[1, -1], [0, 0], [0, 0], [-1, 1]]
    assert functions.step(g).tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
    assert functions.step(g, at_zero=1).tolist() == [[1, 0], [1, 1], [1, 1], [0, 1]]
    assert ((W @ F.T).T + B).tolist() == [[-1, 1], [0, 2], [-2, 0], [-1, 1]]
    assert np.linalg.svd(W, compute_uv=False) == pytest.approx([2, 0], abs=1e-12)
    W1, b1 = np.array([[2, 0], [1, -1]]), np.array([0, -1])
    assert (W @ W1).tolist() == [[1, 1], [1, 1]] and (B @ W1 + b1).tolist() == [-1, -2]


def test_the_best_plane_is_flat_and_logistic_regression_a_fair_coin():
    A = np.column_stack([F, np.ones(4)])
    best = functions.least_squares_fit(A, LABEL)
    assert best == pytest.approx([0, 0, 0.5], abs=1e-12)
    assert np.mean((A @ best - LABEL) ** 2) == pytest.approx(0.25)
    flat = np.full(4, 0.5)
    assert A.T @ (flat - LABEL) == pytest.approx(np.zeros(3))  # gradient of both losses
    assert np.log(2) == pytest.approx(0.6931, abs=5e-5)


def test_predictions_hold():
    two_by_two = [(n >> 3 & 1, n >> 2 & 1, n >> 1 & 1, n & 1) for n in range(16)]
    done = [lab for lab in two_by_two if functions.is_linearly_separable(F, lab)]
    assert len(done) == 14 and set(two_by_two) - set(done) == {(0, 1, 1, 0), (1, 0, 0, 1)}
    assert len(np.unique(functions.step(F @ W + B), axis=0)) == 3


def test_three_points_on_a_line_are_not_separable_three_others_always_are():
    assert not functions.is_linearly_separable([[0, 0], [1, 1], [2, 2]], [0, 1, 0])
    for n in range(8):
        label = [n >> 2 & 1, n >> 1 & 1, n & 1]
        assert functions.is_linearly_separable([[0, 0], [1, 0], [0, 1]], label)


def test_both_networks_solve_xor_and_only_the_wide_strip_has_room():
    rng = np.random.default_rng(11)
    noisy = np.repeat(F, 250, axis=0) + rng.uniform(-0.1, 0.1, size=(1000, 2))
    truth = np.repeat(LABEL, 250)
    for bias in (B, WIDE):
        assert network(F, bias).tolist() == LABEL.tolist()
        assert functions.step(F @ W + bias).tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
    assert np.all(network(noisy, WIDE) == truth)
    hit = network(noisy, B) == truth
    corners_of_the_noise = 0.249 * np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    for off in corners_of_the_noise:
        assert network(F + off, WIDE).tolist() == LABEL.tolist()
    assert network(F[:1] - 0.251, WIDE) == 1
    assert hit[truth == 0].all() and not hit[truth == 1].any()


def test_every_slide_check_fails_with_the_slide_and_holds_with_what_is_right():
    nb = notebooks.read(notebooks.root() / "notebooks" / "01_xor_failure.ipynb")
    checks = [c for c in nb["cells"] if c["cell_type"] == "code"
              and "slide-check" in c["metadata"].get("tags", ())]
    rng = np.random.default_rng(3)
    names = {"np": np, "functions": functions, "rng": rng, "X": F, "y": LABEL, "f": F, "W": W,
             "b": B[None]}
    assert [c["id"] for c in checks] == ["01-b2-slide-check", "01-b6-column-check"]
    for cell in checks:
        exec(cell["source"], dict(names))
        wrong = cell["source"].replace("\nassert ", "\nright = slide\nassert ", 1)
        with pytest.raises(AssertionError):
            exec(wrong, dict(names))


def test_two_label_scores_are_one_line():
    """θ·f(x, 1) − θ·f(x, 0) = (w_1 − w_0)·x + (b_1 − b_0)."""
    rng = np.random.default_rng(5)
    w1, w0, x = rng.normal(size=(3, 2))
    b1, b0 = rng.normal(size=2)
    theta = np.array([*w1, b1, *w0, b0])
    one, zero = np.array([*x, 1, 0, 0, 0]), np.array([0, 0, 0, *x, 1])
    assert theta @ one - theta @ zero == pytest.approx((w1 - w0) @ x + b1 - b0)


# --- the weights of three units -----------------------------------------------------------


def runs(W, b, u, c):
    return functions.step(functions.step(F @ W + b) @ u + c)


def random_weights(count):
    """Right weights with some numbers changed, in halves, so that sums of 0 occur: W, b, u, c."""
    rng = np.random.default_rng(4)
    for _ in range(count):
        right = nine.RIGHT[rng.integers(3)]()
        yield tuple(np.where(rng.random(np.shape(part)) < 0.15,
                             rng.integers(-4, 5, np.shape(part)) / 2, part) for part in right)


def test_weights_are_right_exactly_where_the_network_solves_xor():
    expected = nine.xor_step_weights()
    weights = list(random_weights(1000))
    found = [nine.as_known(w, expected) is expected for w in weights]
    assert found == [np.array_equal(runs(*w), LABEL) for w in weights]
    assert 125 < sum(found) < 875


TRUE = {  # sentence of a card: what must hold of the weights that get it
    "sign/unit-biases": lambda W, b, u, c: np.array_equal(runs(W, -b, u, c), LABEL),
    "sign/third-bias": lambda W, b, u, c: np.array_equal(runs(W, b, u, -c), LABEL),
    "sign/all-biases": lambda W, b, u, c: np.array_equal(runs(W, -b, u, -c), LABEL),
    "transpose/W": lambda W, b, u, c: np.array_equal(runs(W.T, b, u, c), LABEL),
    "neighbour-formula/xnor": lambda W, b, u, c: np.array_equal(runs(W, b, u, c), 1 - LABEL),
    "omitted-term/idle-unit": lambda W, b, u, c: any(
        len(set(unit)) == 1 for unit in functions.step(F @ W + b).T),
    "neighbour-formula/third-silent": lambda W, b, u, c: not runs(W, b, u, c).any(),
    "neighbour-formula/third-always": lambda W, b, u, c: runs(W, b, u, c).all(),
}


@pytest.mark.filterwarnings("ignore")
def test_what_a_card_says_of_wrong_weights_is_true(monkeypatch):
    monkeypatch.setenv("COURSE_NO_CHILD", "1")
    met = set()
    for weights in random_weights(150):
        result = exercises.check("xor_step_weights", lambda w=weights: w)
        assert bool(result) == np.array_equal(runs(*weights), LABEL)
        if not result:
            assert result.misconception, weights
            met.add(result.misconception)
            assert TRUE.get(result.misconception, lambda *_: True)(*weights), (weights, result)
            row = [f"({p:.0f}, {q:.0f})" for p, q in F].index(result.difference.part)
            assert result.difference.got == runs(*weights)[row] != LABEL[row]
    assert len(met) > 8, met


# --- draw functions -----------------------------------------------------------------------


def test_square_is_equal_with_two_diagonals(ax):
    assert plots.square(ax, diagonals=True, letter="h") is ax
    assert ax.get_aspect() == 1 and ax.get_xlabel() == "$h_1$"
    assert [one.get_xydata().tolist() for one in ax.lines] == [[[0, 0], [1, 1]], [[0, 1], [1, 0]]]


def test_names_stand_outside_or_above(ax):
    plots.name_points(ax, F, ["p", "q", "", "r"], away=0.1)
    assert [(t.get_text(), *t.get_position()) for t in ax.texts] == [
        ("p", 1.1, 1), ("q", 1.1, 0), ("r", -0.1, 0)]
    plots.name_points(ax, F[:1], ["s"], away=0.2, above=True)
    assert ax.texts[-1].get_position() == (1, 1.2)


def test_only_points_that_move_get_an_arrow(ax):
    plots.moved_points(ax, F, F @ W + B)
    assert len(ax.texts) == 4  # an annotation each
    plots.moved_points(ax, F, F)
    assert len(ax.texts) == 4 and len(ax.collections[-1].get_offsets()) == 4


def test_sticks_reach_from_prediction_to_label(ax):
    plots.sticks(ax, ["11", "10", "01", "00"], LABEL, np.full(4, 0.5))
    ends = [segment[:, 1].tolist() for segment in ax.collections[0].get_segments()]
    assert ends == [[0.5, 0], [0.5, 1], [0.5, 1], [0.5, 0]]
    assert [t.get_text() for t in ax.get_xticklabels()] == ["11", "10", "01", "00"]


# --- the machine under its planes, and a sentence of the reader's own ------------------------


def test_the_machine_stands_under_the_planes_where_its_units_fire():
    machine = nine.xor_step_weights()

    def fires(P):
        w, b, u, c = machine
        h = functions.step(P @ w + b)
        return np.column_stack([h, functions.step(h @ u + c)])

    fig = style.blank_figure()
    assert plots.machine_under_planes(fig, F, LABEL, fires, machine) is fig
    *planes, diagram = fig.axes
    assert [ax.get_title() or ax.get_title(loc="left") for ax in planes] == [
        "first unit", "second unit", "third unit"]
    for i, ax in enumerate(planes):  # a corner is tinted where the unit fires at it
        [tinted] = [c for c in ax.collections if c.get_paths()]
        inside = [any(path.contains_point(corner) for path in tinted.get_paths()) for corner in F]
        assert inside == (fires(F)[:, i] == 1).tolist()
    numbers = sorted(text.get_text() for text in diagram.texts if text.get_text())
    w, b, u, c = (np.ravel(part) for part in machine)
    written = [f"{v:.3g}" for v in (*w, *u)] + [f"{v:+.3g}" for v in (*b, *c)]
    assert numbers == sorted([*(n.replace("-", "−") for n in written), "not", "un-"])


def test_a_sentence_of_the_readers_own_is_read_by_its_two_signs(cells, stored):
    assert "praise" in stored["01-b8-own"]  # an uncle denies nothing: both machines are wrong
    names = {"np": np, "network": lambda x, W, b, u, c: network(x, b), "W": W, "b": B, "u": 0,
             "c": 0, "mine": (W, B, 0, 0)}
    for sentence, signs in (("It was unkind.", [0.0, 1.0]), ("It is not bad!", [1.0, 0.0]),
                            ("Notes and sunsets", [0.0, 0.0])):
        exec(cells["01-b8-own"]["source"].replace("My uncle is not friendly", sentence), names)
        assert names["signs"] == [signs]
