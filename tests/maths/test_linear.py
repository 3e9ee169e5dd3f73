"""Least squares, ridge, and two linear layers in one: laws, values by hand, what is refused."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_utils.maths import features, linear
from helpers_maths import CORNERS, LAW, XOR


def test_least_squares_on_xor_learns_nothing():
    w1, w2, b = linear.least_squares_fit(np.column_stack([CORNERS, np.ones(4)]), XOR)
    np.testing.assert_allclose([w1, w2, b], [0, 0, 0.5], atol=1e-12)
    assert np.mean((CORNERS @ [w1, w2] + b - XOR) ** 2) == pytest.approx(0.25)


def test_degree_two_features_solve_xor():
    X = features.polynomial_features_2d_degree2(CORNERS)
    assert X.shape == (4, 6)
    assert np.linalg.matrix_rank(X) == 4
    np.testing.assert_allclose(X @ [0, 1, 1, 0, -2, 0], XOR)
    np.testing.assert_allclose(  # the shortest of many solutions
        linear.least_squares_fit(X, XOR), [0, 0.5, 0.5, 0.5, -2, 0.5], atol=1e-12
    )


@LAW
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 4))
def test_laws_of_the_fits(seed, p, extra):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(p + extra + 1, p)), rng.normal(size=p + extra + 1)
    w = linear.least_squares_fit(X, y)
    np.testing.assert_allclose(X.T @ (X @ w - y), 0, atol=1e-9)  # residual is orthogonal
    lam = rng.uniform(0.01, 5)
    w_ridge = linear.ridge_fit(X, y, lam)
    np.testing.assert_allclose(X.T @ (X @ w_ridge - y) + lam * w_ridge, 0, atol=1e-9)
    assert np.linalg.norm(w_ridge) <= np.linalg.norm(w)
    rows = rng.permutation(len(X))
    np.testing.assert_allclose(linear.ridge_fit(X[rows], y[rows], lam), w_ridge, atol=1e-9)
    padded = np.vstack([X, math.sqrt(lam) * np.eye(p)])  # ridge as least squares
    np.testing.assert_allclose(
        linear.least_squares_fit(padded, np.append(y, np.zeros(p))), w_ridge, atol=1e-9
    )


def test_ridge_by_hand_and_with_more_features_than_rows():
    np.testing.assert_allclose(linear.ridge_fit(np.array([[1], [1]]), np.array([1, 3]), 2), [1.0])
    assert linear.ridge_fit(np.eye(2, 5), np.array([1, 2]), 1).tolist() == [0.5, 1.0, 0.0, 0.0, 0.0]
    assert linear.ridge_fit(np.array([[3.0]]), np.array([6.0]), 1e-12)[0] == pytest.approx(2)


def test_fit_guards():
    X, y = np.ones((3, 2)), np.ones(3)
    for fit in (linear.least_squares_fit, lambda X, y: linear.ridge_fit(X, y, 1.0)):
        with pytest.raises(ValueError, match="X transposed"):
            fit(X.T, y)
        with pytest.raises(ValueError, match="two brackets"):
            fit(y, y)
        with pytest.raises(ValueError, match="a column"):
            fit(X, y[:, None])
        with pytest.raises(TypeError, match="X: expected real numbers"):
            fit([["a"]], [1])
        with pytest.raises(TypeError, match="y: expected real numbers"):
            fit([[1]], ["a"])
    for lam in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="use least_squares_fit"):
            linear.ridge_fit(X, y, lam)


@LAW
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_linear_collapse_law(seed, d, v, m):
    rng = np.random.default_rng(seed)
    W1, b1 = rng.normal(size=(d, v)), rng.normal(size=(1, v))
    W2, b2 = rng.normal(size=(v, m)), rng.normal(size=(1, m))
    W, b = linear.linear_collapse(W1, b1, W2, b2)
    assert (W.shape, b.shape) == ((d, m), (1, m))
    f = rng.normal(size=(3, d))
    np.testing.assert_allclose((f @ W1 + b1) @ W2 + b2, f @ W + b, atol=1e-12)


def test_linear_collapse_guards():
    W1, b1, W2, b2 = np.ones((2, 3)), np.ones((1, 3)), np.ones((3, 4)), np.ones((1, 4))
    with pytest.raises(ValueError, match="b1: expected shape"):
        linear.linear_collapse(W1, b2, W2, b2)
    with pytest.raises(ValueError, match=r"W2: .* stored as \(out, in\)"):
        linear.linear_collapse(W1, b1, W1, b1)
    with pytest.raises(ValueError, match="b2: expected shape"):
        linear.linear_collapse(W1, b1, W2, b1)
    with pytest.raises(ValueError, match="two brackets"):
        linear.linear_collapse(W1, b1[0], W2, b2)
    with pytest.raises(TypeError, match="b2: expected real numbers"):
        linear.linear_collapse(W1, b1, W2, [["a"] * 4])
