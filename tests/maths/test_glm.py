"""Generalised linear models: values by hand, laws, gradients by differences, what is refused."""

import math

import numpy as np
import pytest

from course_utils import data
from course_utils.maths import activations, glm, gradients, linear, losses

X = np.array([[1.0, 0.5, -2.0], [1.0, 2.0, 0.25], [1.0, -1.0, 1.5], [1.0, 0.0, -0.5]])
W = np.array([0.3, -0.7, 0.4])


def identity(z):
    return z


def binomial_by_hand(k, n, p):
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


# --- yes or no ----------------------------------------------------------------------------------


def test_bernoulli_nll_by_hand():
    assert glm.bernoulli_nll([math.log(9)], [1]) == pytest.approx(-math.log(0.9))
    assert glm.bernoulli_nll([math.log(9)], [0]) == pytest.approx(-math.log(0.1))
    assert glm.bernoulli_nll([1000.0, -1000.0], [0, 0]) == pytest.approx(500)


def test_bernoulli_is_cross_entropy_of_two_classes_with_a_zero():
    z, y = X @ W, np.array([0, 1, 1, 0])
    assert glm.bernoulli_nll(z, y) == pytest.approx(
        losses.cross_entropy(np.column_stack([0 * z, z]), y))


def test_bernoulli_gradient_by_differences_and_by_hand():
    y = np.array([0, 1, 1, 0])
    measured = gradients.numerical_gradient(lambda w: glm.bernoulli_nll(X @ w, y), W)
    np.testing.assert_allclose(glm.bernoulli_nll_gradient(W, X, y), measured, rtol=1e-6)
    w = np.array([math.log(9) - 2, 1.0])
    np.testing.assert_allclose(glm.bernoulli_nll_gradient(w, [[1, 2]], [1]), [-0.1, -0.2])


# --- counts -------------------------------------------------------------------------------------


def test_golden_poisson_and_its_binomials():
    assert glm.poisson_pmf([4], 3)[0] == pytest.approx(0.168031, abs=5e-7)
    for n, golden in ((10, 0.200121), (100, 0.170606), (1000, 0.168284)):
        assert glm.binomial_pmf([4], n, 3 / n)[0] == pytest.approx(golden, abs=5e-7)
        assert golden == pytest.approx(binomial_by_hand(4, n, 3 / n), abs=5e-7)


@pytest.mark.parametrize("lam", [0.01, 0.61, 3, 47.5, 1000])
def test_probabilities_sum_to_1_and_mean_is_variance(lam):
    k = np.arange(int(lam + 20 * math.sqrt(lam) + 20))
    p = glm.poisson_pmf(k, lam)
    assert p.sum() == pytest.approx(1) and p @ k == pytest.approx(lam)
    assert p @ (k - lam) ** 2 == pytest.approx(lam)


def test_binomial_sums_and_ends():
    k = np.arange(8)
    p = glm.binomial_pmf(k, 6, 0.3)
    assert p.sum() == pytest.approx(1) and p[7] == 0
    assert p @ k == pytest.approx(1.8) and p @ (k - 1.8) ** 2 == pytest.approx(6 * 0.3 * 0.7)
    assert glm.binomial_pmf([0, 1], 3, 0).tolist() == [1, 0]
    assert glm.binomial_pmf([3, 4], 3, 1).tolist() == [1, 0]


def test_poisson_nll_is_that_of_the_probabilities():
    y = np.array([0, 3, 1, 500])
    mu = np.array([0.5, 2.0, 7.0, 480.0])
    p = [glm.poisson_pmf([k], m)[0] for k, m in zip(y, mu, strict=True)]
    assert glm.poisson_nll(mu, y) == pytest.approx(-np.log(p).mean())


def test_poisson_gradient_by_differences_and_by_hand():
    y, years = np.array([2, 0, 5, 1]), np.array([1.0, 3.0, 0.5, 2.0])
    measured = gradients.numerical_gradient(
        lambda w: glm.poisson_nll(years * np.exp(X @ w), y), W)
    np.testing.assert_allclose(glm.poisson_nll_gradient(W, X, y, years), measured, rtol=1e-6)
    assert glm.poisson_nll_gradient([math.log(3)], [[1]], [5], [2]).tolist() == [
        pytest.approx(1)]


def test_sums_over_years_have_the_gradient_of_the_years():
    year, magnitude, count = data.earthquakes()
    Q = np.column_stack([np.ones(112), magnitude - 5])
    w = np.array([7.0, -2.0])
    sums = [count[magnitude == m].sum() for m in (5, 6, 7, 8)]
    one = glm.poisson_nll_gradient(w, Q, count, np.ones(112))
    np.testing.assert_allclose(glm.poisson_nll_gradient(w, Q[:4], sums, np.full(4, 28)) / 28, one)


# --- the loop -----------------------------------------------------------------------------------


def test_identity_finds_least_squares():
    y = np.array([1.0, -2.0, 0.5, 3.0])
    np.testing.assert_allclose(glm.fit_glm(identity, X, y, 0.2, 20_000),
                               linear.least_squares_fit(X, y), atol=1e-6)


@pytest.mark.parametrize(("mean", "T"), [
    (activations.sigmoid, np.array([1, 0, 0, 1])),
    (losses.softmax, 0.7 * np.eye(3)[[0, 2, 1, 1]] + 0.1),
    (np.exp, np.array([0, 4, 1, 2])),
])
def test_at_the_end_predictions_have_the_sums_of_the_targets(mean, T):
    A = X[:, :2]  # so that the likelihood has its maximum at finite weights
    fitted = glm.fit_glm(mean, A, T, 0.1, 20_000)
    assert fitted.shape == (2, *T.shape[1:])
    np.testing.assert_allclose(A.T @ mean(A @ fitted), A.T @ T, atol=1e-6)


def test_steps_by_hand():
    assert glm.fit_glm(identity, [[1], [1]], [1, 5], 0.5, 2).tolist() == [2.25]
    assert glm.fit_glm(np.exp, [[1.0]], [3.0], 0.5, 1).tolist() == [1.0]
    assert glm.fit_glm(np.exp, X, np.ones(4), 0.5, 0).tolist() == [0, 0, 0]


@pytest.mark.parametrize(("call", "error", "said"), [
    (lambda: glm.bernoulli_nll([[0.0]], [1]), ValueError, "z: expected shape"),
    (lambda: glm.bernoulli_nll([0.0], [2]), ValueError, "labels counted from 1"),
    (lambda: glm.bernoulli_nll_gradient(W, X, [0.5, 1, 1, 0]), TypeError, "integer labels"),
    (lambda: glm.bernoulli_nll_gradient(W[:2], X, [0, 1, 1, 0]), ValueError, "column of ones"),
    (lambda: glm.poisson_pmf([-1], 2), ValueError, "integers >= 0"),
    (lambda: glm.poisson_pmf([0.5], 2), ValueError, "rates where counts"),
    (lambda: glm.poisson_pmf([1], 0), ValueError, "lam: expected a number > 0"),
    (lambda: glm.poisson_pmf("a", 1), TypeError, "real numbers"),
    (lambda: glm.binomial_pmf([1], 2.5, 0.1), ValueError, "n: expected an integer"),
    (lambda: glm.binomial_pmf([1], 2, 1.5), ValueError, "p: expected a probability"),
    (lambda: glm.poisson_nll([-1.0], [1]), ValueError, "take exp first"),
    (lambda: glm.poisson_nll([1.0, 2.0], [1]), ValueError, "mu: expected 1 rates"),
    (lambda: glm.poisson_nll_gradient(W, X, [1, 2, 3], np.ones(4)), ValueError, "4 entries"),
    (lambda: glm.poisson_nll_gradient(W, X, [1, 2, 3, 4], np.ones(3)), ValueError, "4 entries"),
    (lambda: glm.fit_glm(identity, X, np.ones(3), 0.1, 5), ValueError, "T: expected 4 rows"),
    (lambda: glm.fit_glm(identity, X, np.ones(4), -0.1, 5), ValueError, "lr: expected"),
    (lambda: glm.fit_glm(identity, X, np.ones(4), 0.1, 2.5), ValueError, "steps: expected"),
])
def test_what_makes_no_sense_is_refused(call, error, said):
    with pytest.raises(error, match=said):
        call()


def test_a_step_that_is_too_large_is_told():
    with np.errstate(all="ignore"), pytest.raises(ValueError, match="learning rate"):
        glm.fit_glm(identity, X, np.ones(4), 1e3, 200)
