"""Notebook 04: the formulas it shows, its predictions, its picture of the simplex, its explorer."""

import json
from pathlib import Path

import numpy as np
import pytest

from course_utils import exercises, explore, functions, plots, style
from course_utils.exercises.banks.nb04.predictions import PREDICTIONS
from course_utils.exercises.banks.nb04.spot_impostor import spot_impostor
from course_utils.exercises.banks.nb04.two_class_probability import two_class_probability
from course_utils.exercises.records import prepared

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
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
    assert functions.softmax(np.array([3.0, 3.0, 1.0]) / 1e-3) == pytest.approx([0.5, 0.5, 0])
    gradient = functions.ce_logits_gradient([Z], np.eye(3)[[2]])[0]
    assert (gradient < 0).tolist() == [False, False, True]
    answers = {"04-shift": "C", "04-temperature": "C", "04-overflow": "D", "04-gradient": "C",
               "04-impostor": "B"}
    assert {p.id: p.answer for p in PREDICTIONS} == answers
    for p in PREDICTIONS:
        assert set(p.why) == set(p.choices) and p.answer in p.choices
        assert exercises.prediction(p.id) is p


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


def test_b_of_the_notebook_is_the_jacobian_of_log_softmax():
    z = np.log([0.5, 0.3, 0.2])
    B = np.array([[50, -30, -20], [-50, 70, -20], [-50, -30, 80]]) / 100
    h = 1e-6 * np.eye(3)
    numeric = np.stack([(np.log(functions.softmax(z + e)) - np.log(functions.softmax(z - e)))
                        / 2e-6 for e in h], axis=1)
    assert numeric == pytest.approx(B, abs=1e-8)


def test_two_class_softmax_is_a_sigmoid_of_the_difference():
    pairs = ROWS[:, :2]
    assert two_class_probability(pairs) == pytest.approx(functions.softmax(pairs)[:, 1])
    assert functions.softmax([0, 0.8])[1] == pytest.approx(functions.softmax([0.8, 0])[0])
    assert two_class_probability(np.array([[0.0, 0.8]]))[0] == pytest.approx(0.689974, abs=1e-6)


def test_smoothed_labels_are_met_at_log_19():
    T = functions.label_smoothing(np.array([[0.0, 1.0]]), 0.1)
    z = np.array([[0.0, np.log(19)]])
    assert functions.ce_logits_gradient(z, T) == pytest.approx(np.zeros((1, 2)), abs=1e-12)


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


def test_soft_rows_are_promised_where_they_are_tried():
    soft = [T for T, _ in (case.args for case in prepared("label_smoothing")[0])
            if set(np.unique(T)) - {0, 1}]
    notebook = json.loads(next(NOTEBOOKS.glob("04_*.ipynb")).read_text(encoding="utf-8"))
    cell = next(c for c in notebook["cells"] if c["id"] == "04-ex-smoothing")
    assert soft and "one-hot or soft" in "".join(cell["source"])


# --- the simplex ----------------------------------------------------------------------------


def test_simplex_points_keep_means_and_distances():
    corners = np.stack(plots.simplex_points(np.eye(3)), axis=1)
    sides = [np.linalg.norm(corners[i] - corners[(i + 1) % 3]) for i in range(3)]
    assert sides == pytest.approx([1, 1, 1])
    centre = np.array(plots.simplex_points([1 / 3, 1 / 3, 1 / 3]))
    assert centre == pytest.approx(corners.mean(axis=0))


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
    heights = [bar.get_height() for bar in explorer.blame]
    assert heights == pytest.approx(expected, abs=1e-6)
    assert [bar.get_height() for bar in explorer.chances] == pytest.approx(
        functions.softmax(z / tau))
    x, y = explorer.point.get_data()
    assert (x[0], y[0]) == pytest.approx(plots.simplex_points(functions.softmax(z / tau)))
    star = explorer.goal.get_data()
    assert (star[0][0], star[1][0]) == pytest.approx(plots.simplex_points(np.eye(3)[target]))


def test_explorer_bars_fit_at_every_setting(explorer):
    explorer.set(z0=-4.0, z1=4.0, z2=-4.0, tau=0.5, target=0)
    low, high = explorer.chances[0].axes.get_ylim()
    texts = [text.get_position()[1] for text in explorer.numbers]
    assert low < min(texts) and max(texts) + 0.2 < high


def test_explorer_keeps_its_figure_and_redraws(explorer):
    figure, before, ticks = explorer.fig, explorer._image.value, explorer.ticks
    explorer.inputs["z0"].value = 3.0
    assert explorer.fig is figure and explorer.ticks == ticks + 1
    assert explorer._image.value != before
    with pytest.raises(ValueError, match="expected a value"):
        explorer.set(tau=0.0)
