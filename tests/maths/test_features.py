"""Polynomial features: values by hand, laws, what is refused."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course_utils.maths import features
from helpers_maths import LAW, vectors


def test_polynomial_features_1d():
    np.testing.assert_array_equal(
        features.polynomial_features_1d([0, -2, 3], 3),
        [[1, 0, 0, 0], [1, -2, 4, -8], [1, 3, 9, 27]],
    )
    assert features.polynomial_features_1d(np.arange(5), 37).shape == (5, 38)
    assert features.polynomial_features_1d([7], 0).tolist() == [[1.0]]
    assert features.polynomial_features_1d([100], 10)[0, 10] == 1e20


@LAW
@given(vectors(3.0), st.integers(0, 8))
def test_polynomial_features_law(x, degree):
    X = features.polynomial_features_1d(x, degree)
    assert X.shape == (len(x), degree + 1)
    np.testing.assert_array_equal(X[:, 0], 1)
    np.testing.assert_allclose(X[:, 1:], x[:, None] * X[:, :-1])


@LAW
@given(hnp.arrays(float, st.tuples(st.integers(1, 5), st.just(2)), elements=st.floats(-9, 9)))
def test_degree_two_features_law(X):
    got = features.polynomial_features_2d_degree2(X)
    x1, x2 = X.T
    np.testing.assert_allclose(got @ [1, 2, 2, 1, 2, 1], (1 + x1 + x2) ** 2, atol=1e-9)
    swapped = features.polynomial_features_2d_degree2(X[:, ::-1])
    np.testing.assert_allclose(swapped[:, [0, 2, 1, 5, 4, 3]], got)


@pytest.mark.parametrize(
    ("d", "degree", "D"), [(1, 37, 38), (2, 2, 6), (2, 3, 10), (3, 2, 10), (10, 3, 286), (0, 5, 1)]
)
def test_number_of_monomials(d, degree, D):
    assert features.n_monomials(d, degree) == D
    powers = itertools.product(range(degree + 1), repeat=d) if d < 10 else []
    if d < 10:
        assert sum(sum(p) <= degree for p in powers) == D


def test_feature_guards():
    with pytest.raises(ValueError, match="a column"):
        features.polynomial_features_1d([[1], [2]], 2)
    for degree in (-1, 2.0, None):
        with pytest.raises(ValueError, match="degree: expected an integer >= 0"):
            features.polynomial_features_1d([1, 2], degree)
        with pytest.raises(ValueError, match="degree: expected an integer >= 0"):
            features.n_monomials(2, degree)
    with pytest.raises(TypeError, match="x: expected real numbers"):
        features.polynomial_features_1d(["a"], 2)
    with pytest.raises(ValueError, match="X transposed"):
        features.polynomial_features_2d_degree2(np.ones((2, 3)))
    with pytest.raises(ValueError, match="two brackets"):
        features.polynomial_features_2d_degree2([1, 2])
    with pytest.raises(TypeError, match="X: expected real numbers"):
        features.polynomial_features_2d_degree2([["a", "b"]])
