"""Softmax, targets and cross-entropy: golden numbers, laws, derivatives, what is refused.

Golden numbers were computed apart from this package.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_utils.maths import activations, gradients, losses
from helpers_maths import CORNERS, LAW, XOR, logits, relative_error, vectors


def test_softmax_golden_numbers():
    z = [1, 2, 3]
    np.testing.assert_allclose(losses.softmax(z), [0.090031, 0.244728, 0.665241], atol=5e-7)
    np.testing.assert_allclose(
        losses.temperature_softmax(z, 10), [0.30061, 0.332225, 0.367165], atol=5e-7
    )
    np.testing.assert_allclose(
        losses.temperature_softmax(z, 100), [0.330006, 0.333322, 0.336672], atol=5e-7
    )
    J = [
        [0.081925, -0.022033, -0.059892],
        [-0.022033, 0.184836, -0.162803],
        [-0.059892, -0.162803, 0.222695],
    ]
    np.testing.assert_allclose(losses.softmax_jacobian(z), J, atol=6e-7)
    assert losses.cross_entropy([z], [2]) == pytest.approx(0.407606, abs=5e-7)
    np.testing.assert_allclose(
        losses.ce_logits_gradient([z], np.array([[0, 0, 1]])),
        [[0.090031, 0.244728, -0.334759]],
        atol=5e-7,
    )
    assert losses.logsumexp([1000, 1001, 1002]) == pytest.approx(1002.407606, abs=5e-7)


def test_xor_network_golden_numbers():
    h = np.array([[1, 0], [0, 0], [0, 0], [0, 1]])
    U, b_U = np.array([[1, -1], [1, -1]]), np.array([[-0.5, 0.5]])
    z = h @ U + b_U
    np.testing.assert_array_equal(z, [[0.5, -0.5], [-0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]])
    np.testing.assert_allclose(losses.softmax(z)[np.arange(4), XOR], 0.731059, atol=5e-7)
    assert losses.cross_entropy(z, XOR) == pytest.approx(0.313262, abs=5e-7)
    T = losses.one_hot(XOR, 2)
    d_z = losses.ce_logits_gradient(z, T)
    signs = np.array([[-1, 1], [1, -1], [1, -1], [-1, 1]])
    np.testing.assert_allclose(4 * d_z, 0.268941 * signs, atol=5e-7)
    np.testing.assert_allclose(h.T @ d_z, [[-0.067235, 0.067235]] * 2, atol=5e-7)
    k = CORNERS @ np.array([[1, -1], [1, -1]]) + np.array([[-1, 1]])
    for at_zero, d_H in ((1.0, [0, 0.134471]), (0.0, [-0.134471, 0])):
        d_k = (d_z @ U.T) * activations.relu_grad(k, at_zero)
        np.testing.assert_allclose(CORNERS.T @ d_k, [d_H, d_H], atol=5e-7)


def test_zero_logits_give_ln_2():
    assert losses.cross_entropy(np.zeros((4, 2)), XOR) == pytest.approx(0.693147, abs=5e-7)


def test_softmax_shapes_and_numbers():
    for z in ([3], [1, 2], [[1, 2, 3]], [[1], [2]], np.zeros((2, 3, 4))):
        assert losses.softmax(z).shape == np.shape(z)
        assert losses.temperature_softmax(z, 2).shape == np.shape(z)
        assert np.shape(losses.logsumexp(z)) == np.shape(z)[:-1]
    assert isinstance(losses.logsumexp([1, 2]), np.floating)
    assert isinstance(losses.cross_entropy([[1, 2]], [0]), np.floating)
    assert losses.softmax(np.float32([1, 2])).dtype == np.float32
    assert losses.softmax([5]).tolist() == [1.0]
    assert losses.softmax_jacobian([5]).tolist() == [[0.0]]


def test_softmax_does_not_mind_the_memory_order():
    z = np.random.default_rng(0).normal(size=(50, 3))
    np.testing.assert_allclose(losses.softmax(np.asfortranarray(z)), losses.softmax(z))


def test_huge_logits_and_rows_on_different_levels():
    z = np.array([[-1000.0, 1000.0, 0.0], [1000.0, 1000.0, 1000.0], [-1000.0, -1001.0, -1000.0]])
    with np.errstate(all="raise", under="ignore"):
        np.testing.assert_allclose(
            losses.logsumexp(z),
            [1000, 1000 + math.log(3), -1000 + math.log(2 + math.exp(-1))],
            rtol=1e-15,
        )
        np.testing.assert_allclose(losses.softmax(z)[:2], [[0, 1, 0], [1 / 3] * 3])
        assert losses.cross_entropy(z, [0, 1, 0]) == pytest.approx(
            (2000 + math.log(3) + math.log(2 + math.exp(-1))) / 3
        )
        np.testing.assert_allclose(
            losses.ce_logits_gradient(z[:1], np.array([[1, 0, 0]])), [[-1, 1, 0]]
        )
        np.testing.assert_array_equal(losses.softmax_jacobian(z[0]), 0)
        np.testing.assert_array_equal(losses.temperature_softmax(z[0], 0.01), [0, 1, 0])


@LAW
@given(logits())
def test_laws_of_softmax(z):
    before = z.copy()
    o, m = losses.softmax(z), z.shape[1]
    assert o.shape == z.shape
    assert ((o >= 0) & (o <= 1)).all()
    np.testing.assert_allclose(o.sum(axis=1), 1)
    np.testing.assert_allclose(losses.softmax(z + 17), o, atol=1e-12)
    columns = np.arange(m)[::-1]
    np.testing.assert_allclose(losses.softmax(z[:, columns]), o[:, columns], atol=1e-12)
    np.testing.assert_allclose(o[0], losses.softmax(z[0]))
    np.testing.assert_allclose(losses.temperature_softmax(z, 1), o)
    lse = losses.logsumexp(z)
    assert (lse >= z.max(axis=1)).all()
    assert (lse <= z.max(axis=1) + math.log(m) + 1e-9).all()
    np.testing.assert_allclose(losses.logsumexp(z + 17), lse + 17, atol=1e-9)
    np.testing.assert_allclose(np.exp(z - lse[:, None]), o, atol=1e-9)
    np.testing.assert_array_equal(z, before)


@LAW
@given(vectors(30.0))
def test_laws_of_the_softmax_jacobian(z):
    J, o, m = losses.softmax_jacobian(z), losses.softmax(z), len(z)
    np.testing.assert_array_equal(J, J.T)
    np.testing.assert_allclose(J.sum(axis=1), 0, atol=1e-12)
    assert np.linalg.eigvalsh(J).min() > -1e-12
    draws = np.eye(m)  # covariance of a one-hot draw with probabilities o
    covariance = sum(p * np.outer(e - o, e - o) for p, e in zip(o, draws, strict=True))
    np.testing.assert_allclose(J, covariance, atol=1e-12)


def test_rank_of_the_softmax_jacobian():
    assert np.linalg.matrix_rank(losses.softmax_jacobian([0.3, -1.0, 2.0, 0.5])) == 3


def test_softmax_jacobian_matches_central_differences():
    z = np.array([0.3, -1.2, 2.0, 0.5])
    columns = [
        gradients.numerical_gradient(lambda v, i=i: losses.softmax(v)[i], z) for i in range(len(z))
    ]
    assert relative_error(losses.softmax_jacobian(z), np.array(columns)) < 1e-6


@LAW
@given(logits(size=5.0), st.integers(0, 2**32), st.floats(0, 1))
def test_laws_of_cross_entropy(z, seed, eps):
    t, m = z.shape
    y = np.random.default_rng(seed).integers(0, m, t)
    T = losses.one_hot(y, m)
    loss = losses.cross_entropy(z, y)
    assert loss >= 0
    assert loss == pytest.approx(-(T * np.log(losses.softmax(z))).sum() / t, abs=1e-9)
    assert losses.cross_entropy(np.zeros((t, m)), y) == pytest.approx(math.log(m))
    assert losses.cross_entropy(np.vstack([z, z]), np.append(y, y)) == pytest.approx(loss)  # a mean
    d_z = losses.ce_logits_gradient(z, T)
    np.testing.assert_allclose(d_z.sum(axis=1), 0, atol=1e-12)
    differences = gradients.numerical_gradient(lambda v: losses.cross_entropy(v, y), z)
    np.testing.assert_allclose(d_z, differences, atol=1e-8)
    soft = losses.label_smoothing(T, eps)
    np.testing.assert_allclose(soft.sum(axis=1), 1)
    np.testing.assert_allclose(
        losses.ce_logits_gradient(z, soft),
        (1 - eps) * d_z + eps * losses.ce_logits_gradient(z, np.full((t, m), 1 / m)),
        atol=1e-12,
    )


def test_ce_gradient_relative_error():
    rng = np.random.default_rng(0)
    z, y = rng.normal(size=(5, 3)), rng.integers(0, 3, 5)
    differences = gradients.numerical_gradient(lambda v: losses.cross_entropy(v, y), z)
    assert relative_error(losses.ce_logits_gradient(z, losses.one_hot(y, 3)), differences) < 1e-6


@LAW
@given(vectors(10.0), st.floats(0.01, 1000))
def test_temperature_keeps_the_order_and_changes_the_contrast(z, tau):
    o = losses.temperature_softmax(z, tau)
    assert o[np.argmax(z)] == o.max()
    assert losses.temperature_softmax(z, 2 * tau).max() <= o.max() + 1e-12
    np.testing.assert_allclose(losses.temperature_softmax(z, 1e12), 1 / len(z), atol=1e-9)


def test_temperature_limit_shares_between_ties():
    shared = losses.temperature_softmax([3, 1, 3], 0.01)
    np.testing.assert_allclose(shared, [0.5, 0, 0.5], atol=1e-12)


def test_one_hot_and_label_smoothing():
    assert losses.one_hot([2, 0], 4).tolist() == [[0, 0, 1, 0], [1, 0, 0, 0]]
    assert losses.one_hot(np.array([0, 0]), 1).tolist() == [[1], [1]]
    T = losses.one_hot([1], 4)
    np.testing.assert_allclose(losses.label_smoothing(T, 0.2), [[0.05, 0.85, 0.05, 0.05]])
    np.testing.assert_array_equal(losses.label_smoothing(T, 0), T)
    np.testing.assert_array_equal(losses.label_smoothing(T, 1), np.full((1, 4), 0.25))
    assert T.tolist() == [[0, 1, 0, 0]]


def test_softmax_guards():
    z, T = np.zeros((2, 3)), np.full((2, 3), 1 / 3)
    for f in (losses.softmax, losses.logsumexp, lambda z: losses.temperature_softmax(z, 1.0)):
        with pytest.raises(ValueError, match="one number"):
            f(3.0)
        with pytest.raises(ValueError, match="an empty list"):
            f([])
        with pytest.raises(TypeError, match="expected real numbers"):
            f(["a"])
    for tau in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="take the argmax"):
            losses.temperature_softmax(z, tau)
    with pytest.raises(ValueError, match="row by row"):
        losses.softmax_jacobian(z)
    with pytest.raises(TypeError, match="expected real numbers"):
        losses.softmax_jacobian(["a"])
    with pytest.raises(ValueError, match="use one_hot"):
        losses.ce_logits_gradient(z, [0, 1])
    with pytest.raises(ValueError, match="two brackets"):
        losses.ce_logits_gradient(z[0], T[0])
    with pytest.raises(TypeError, match="T: expected real numbers"):
        losses.ce_logits_gradient(z, [["a"] * 3] * 2)
    with pytest.raises(ValueError, match="use one_hot"):
        losses.label_smoothing([0, 1], 0.1)
    for eps in (-0.1, 10):
        with pytest.raises(ValueError, match="a percentage"):
            losses.label_smoothing(T, eps)
    with pytest.raises(TypeError, match="T: expected real numbers"):
        losses.label_smoothing("T", 0.1)


def test_label_guards():
    z = np.zeros((2, 3))
    for f in (lambda y: losses.cross_entropy(z, y), lambda y: losses.one_hot(y, 3)):
        with pytest.raises(ValueError, match="counted from 1"):
            f([1, 3])
        with pytest.raises(ValueError, match="counted from 1"):
            f([-1, 0])
        with pytest.raises(TypeError, match="astype"):
            f([0.0, 1.0])
        with pytest.raises(ValueError, match="one-hot rows"):
            f([[0, 1, 0], [1, 0, 0]])
    with pytest.raises(ValueError, match="one-hot rows"):
        losses.cross_entropy(z, [0, 1, 2])
    with pytest.raises(ValueError, match="one-hot rows"):
        losses.one_hot(1, 3)
    with pytest.raises(ValueError, match="two brackets"):
        losses.cross_entropy(z[0], [0])
    with pytest.raises(TypeError, match="z: expected real numbers"):
        losses.cross_entropy([["a"]], [0])
    assert losses.cross_entropy(z, [True, False]) == pytest.approx(math.log(3))
