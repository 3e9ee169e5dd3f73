"""Bins, scores and temperature: values by hand, laws, what is refused."""

import math

import numpy as np
import pytest

from course_utils.maths import calibration as cal
from course_utils.maths.gradients import numerical_gradient
from course_utils.maths.losses import cross_entropy, softmax
from helpers_maths import labels_from, overconfident, rng


def test_bins_by_hand():
    conf = np.array([0.125, 0.25, 0.5, 0.74, 0.75, 1.0])
    correct = np.array([1, 0, 1, 0, 1, 1])
    mean_conf, accuracy, count = cal.reliability_bins(conf, correct, 4)
    assert count.tolist() == [1, 1, 2, 2]  # an edge belongs above; 1.0 to the last bin
    np.testing.assert_allclose(mean_conf, [0.125, 0.25, 0.62, 0.875])
    np.testing.assert_allclose(accuracy, [1, 0, 0.5, 1])


def test_bins_compare_with_i_over_n_exactly():
    # 0.29 * 100 is 28.999999999999996, but 29/100 <= 0.29 holds
    _, _, count = cal.reliability_bins(np.array([0.29]), np.array([1]), 100)
    assert count.argmax() == 29


def test_empty_bins_are_zero_and_quiet():
    for values in cal.reliability_bins(np.array([0.95]), np.array([True]), 10):
        assert values.shape == (10,)
        assert not values[:9].any() and np.isfinite(values).all()


@pytest.mark.parametrize(("n_bins", "ece"), [(2, 0.0375), (5, 0.2875), (10, 0.2875), (100, 0.2875)])
def test_ece_golden_numbers_of_the_erratum(n_bins, ece):
    conf, correct = np.array([0.55, 0.65, 0.95, 1.0]), np.array([1, 0, 1, 1])
    assert cal.expected_calibration_error(conf, correct, n_bins) == pytest.approx(ece)


def test_ece_is_a_fraction_and_ignores_the_order():
    conf, correct = rng().random(200), rng(1).random(200) < 0.5
    order = rng(2).permutation(200)
    ece = cal.expected_calibration_error(conf, correct, 15)
    assert 0 <= ece <= 1
    assert cal.expected_calibration_error(conf[order], correct[order], 15) == pytest.approx(ece)


def test_ece_with_one_bin_is_the_gap():
    conf, correct = rng().random(50), rng(1).random(50) < 0.5
    gap = cal.accuracy_confidence_gap(conf, correct)
    assert cal.expected_calibration_error(conf, correct, 1) == pytest.approx(abs(gap))


def test_constant_base_rate_predictor_has_ece_zero():
    conf, correct = np.full(10, 0.7), np.array([1] * 7 + [0] * 3)
    assert cal.expected_calibration_error(conf, correct, 10) == pytest.approx(0, abs=1e-12)


def test_arguments_are_left_as_they_were():
    conf, correct = np.array([0.3, 0.9]), np.array([0, 1])
    cal.reliability_bins(conf, correct, 3)
    assert conf.tolist() == [0.3, 0.9] and correct.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("conf", "correct", "n_bins", "words"),
    [([0.5, 0.5], [1], 5, "same shape"), ([], [], 5, "t >= 1"), ([2.0], [1], 5, "logits"),
     ([0.5], [3], 5, "labels"), ([0.5], [1], 0, "n_bins"), ([0.5], [1], 2.5, "n_bins"),
     ([math.nan], [1], 5, "logits")])
def test_bins_say_what_is_wrong(conf, correct, n_bins, words):
    with pytest.raises(ValueError, match=words):
        cal.expected_calibration_error(np.array(conf), np.array(correct), n_bins)


def test_top_confidence_rejects_logits_and_labels_from_one():
    with pytest.raises(ValueError, match="logits"):
        cal.top_confidence(np.array([[3.0, 1.0]]), np.array([0]))
    with pytest.raises(ValueError, match="counted from 1"):
        cal.top_confidence(np.array([[0.5, 0.5]]), np.array([2]))
    with pytest.raises(ValueError, match="one-hot"):
        cal.top_confidence(np.array([[0.5, 0.5]]), np.array([[1, 0]]))
    with pytest.raises(ValueError, match="splits"):
        cal.top_confidence(np.array([[0.5, 0.5]]), np.array([1, 0]))


def test_wilson_by_hand():
    # n = 4, 2 right, z = 2: centre 1/2, half = 2 sqrt(1/16 + 1/16) / 2
    low, high = cal.wilson_interval(2, 4, z=2.0)
    assert low == pytest.approx(0.5 - math.sqrt(1 / 8)) and high == pytest.approx(
        0.5 + math.sqrt(1 / 8))


def test_wilson_holds_the_truth_about_95_times_in_100():
    right = rng().binomial(40, 0.85, size=4000)
    low, high = cal.wilson_interval(right, np.full(4000, 40))
    assert 0.92 < ((low <= 0.85) & (high >= 0.85)).mean() < 0.98
    low, high = cal.wilson_interval(np.array([0, 1]), np.array([1, 1]))  # of a single digit
    truth = np.linspace(0, 1, 1001)[:, None]
    held = ((low <= truth) & (truth <= high)) * np.hstack([1 - truth, truth])
    assert held.sum(axis=1).min() == pytest.approx(0.79, abs=0.005)
    empty = cal.wilson_interval(0, 0)
    assert [float(e) for e in empty] == [0, 1]


def test_wilson_rejects_an_accuracy_above_the_count():
    with pytest.raises(ValueError, match="accuracy"):
        cal.wilson_interval(5, 4)


def test_perfect_model_still_has_an_ece():
    conf = rng().uniform(0.5, 1, 500)
    values = cal.ece_if_calibrated(conf, 10, draws=100, rng=rng(1))
    assert values.shape == (100,) and 0.01 < values.mean() < 0.06
    larger = cal.ece_if_calibrated(np.tile(conf, 20), 10, draws=30, rng=rng(1))
    assert larger.mean() < values.mean() / 3  # about 1/sqrt(20)


def test_brier_and_nll():
    P = np.array([[0.8, 0.2], [0.3, 0.7]])
    assert cal.brier_score(P, np.array([0, 0])) == pytest.approx((0.08 + 0.98) / 2)
    assert cal.nll(P, np.array([0, 0])) == pytest.approx(-(math.log(0.8) + math.log(0.3)) / 2)
    assert cal.nll(np.array([[1.0, 0.0]]), np.array([1])) == math.inf
    z, y = overconfident(50)
    assert cal.nll(softmax(z), y) == pytest.approx(cross_entropy(z, y))


def test_brier_is_lowest_at_the_true_probabilities():
    truth = softmax(rng().normal(size=(20000, 3)))
    y = labels_from(truth, rng(1))
    best = cal.brier_score(truth, y)
    for wrong in (softmax(2 * np.log(truth)), softmax(0.5 * np.log(truth)), truth[:, ::-1]):
        assert cal.brier_score(wrong, y) > best


def test_scores_reject_logits():
    for score in (cal.brier_score, cal.nll):
        with pytest.raises(ValueError, match="logits"):
            score(np.array([[5.0, -1.0]]), np.array([0]))
        with pytest.raises(ValueError, match="one row"):
            score(np.array([0.5, 0.5]), np.array([0]))


def test_temperature_by_hand_three_of_four():
    for a in (1e-3, 4.0, 1e4):
        z = np.array([[a, 0.0]] * 4)
        tau = cal.fit_temperature(z, np.array([0, 0, 0, 1]))
        assert tau == pytest.approx(a / math.log(3), rel=1e-9)


@pytest.mark.parametrize("scale", [0.01, 0.1, 1, 30, 2000])
def test_temperature_scales_with_the_logits_and_ignores_row_shifts(scale):
    z, y = overconfident()
    tau = cal.fit_temperature(z, y)
    assert 2.6 < tau < 3.4
    shifted = scale * z / tau + rng(5).normal(size=(len(z), 1)) * 1000 * scale
    assert cal.fit_temperature(shifted, y) == pytest.approx(scale, rel=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_temperature_beats_a_grid(seed):
    generator = rng(seed)
    t, m = int(generator.integers(5, 60)), int(generator.integers(2, 8))
    z = generator.normal(size=(t, m)) * 10 ** generator.uniform(-2, 3)
    y = np.where(generator.random(t) < 0.7, z.argmax(axis=1), generator.integers(0, m, t))
    tau = cal.fit_temperature(z, y)
    best = cross_entropy(z / tau, y)
    for factor in (0.5, 0.9, 0.999, 1.001, 1.1, 2.0):
        assert cross_entropy(z / (factor * tau), y) >= best - 1e-12


def test_temperature_with_one_error_in_many_and_huge_logits():
    z = rng().normal(size=(5000, 10)) * 1000
    y = z.argmax(axis=1)
    y[0] = z[0].argsort()[-2]
    tau = cal.fit_temperature(z, y)
    slopes = [cal.temperature_slope(z, y, tau * factor) for factor in (0.9999, 1.0001)]
    assert slopes[0] < 0 < slopes[1]


def test_temperature_leaves_every_argmax():
    z, y = overconfident(200)
    tau = cal.fit_temperature(z, y)
    assert ((z / tau).argmax(axis=1) == z.argmax(axis=1)).all()


def test_temperature_slope_is_the_derivative():
    z, y = overconfident(100)
    for tau in (0.3, 1.0, 3.0, 40.0):
        numeric = numerical_gradient(lambda t: cross_entropy(z / t[0], y), np.array([tau]))[0]
        assert cal.temperature_slope(z, y, tau) == pytest.approx(numeric, rel=1e-6, abs=1e-10)
    # at a known value: z = (a, 0), y = 0: dL/dtau = a (1 - o_0) / tau^2
    assert cal.temperature_slope(np.array([[2.0, 0.0]]), np.array([0]), 1.0) == pytest.approx(
        2 / (1 + math.exp(2)))


def test_temperature_says_what_is_wrong():
    z = np.array([[2.0, 0.0], [0.0, 1.0]])
    with pytest.raises(ValueError, match="training rows"):
        cal.fit_temperature(z, np.array([0, 1]))
    with pytest.raises(ValueError, match="belong together"):
        cal.fit_temperature(z, np.array([1, 0]))
    with pytest.raises(ValueError, match="training rows"):
        cal.fit_temperature(np.zeros((2, 3)), np.array([0, 1]))
    with pytest.raises(ValueError, match="diverge"):
        cal.fit_temperature(np.where(z > 1, np.inf, z), np.array([0, 1]))
    with pytest.raises(ValueError, match="splits"):
        cal.fit_temperature(z, np.array([0]))
    with pytest.raises(ValueError, match="shape"):
        cal.fit_temperature(z[0], np.array([0]))
    with pytest.raises(ValueError, match="tau"):
        cal.temperature_slope(z, np.array([0, 1]), 0)
