"""Gradients by differences, and the check of a backward pass against them."""

import math

import numpy as np
import pytest
from hypothesis import given

from course_utils.maths import gradients, mlp
from helpers_maths import LAW, small, vectors

# --- By differences ----------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(3,), (1, 3), (3, 1), (2, 3), ()])
def test_numerical_gradient_of_a_quadratic_is_exact(shape):
    x = np.arange(math.prod(shape), dtype=float).reshape(shape)
    got = gradients.numerical_gradient(lambda v: (v**2).sum(), x, 0.1)
    assert got.shape == shape
    np.testing.assert_allclose(got, 2 * x, atol=1e-12)


def test_numerical_gradient_uses_h_as_given():
    # d/dx x**3 by a step h is 3 x**2 + h**2
    got = gradients.numerical_gradient(lambda v: (v**3).sum(), np.array([2.0]), h=0.1)
    assert got[0] == pytest.approx(12.01)


def test_numerical_gradient_of_integers_and_lists():
    np.testing.assert_allclose(
        gradients.numerical_gradient(lambda v: v[0] * v[1], np.array([2, 5])), [5, 2]
    )
    np.testing.assert_allclose(gradients.numerical_gradient(lambda v: v[0] * v[1], [2, 5]), [5, 2])


def test_numerical_gradient_leaves_x_alone_even_if_f_does_not():
    def f(v):
        v *= 2
        return v.sum()

    x = np.array([1.0, 2.0])
    np.testing.assert_allclose(gradients.numerical_gradient(f, x), [2, 2])
    np.testing.assert_array_equal(x, [1, 2])


@LAW
@given(vectors(5.0), vectors(5.0))
def test_numerical_gradient_is_linear(x, c):
    c = np.resize(c, x.shape)
    got = gradients.numerical_gradient(lambda v: 2 * np.sin(v).sum() + c @ v, x)
    np.testing.assert_allclose(got, 2 * np.cos(x) + c, atol=1e-8)


def test_numerical_gradient_guards():
    with pytest.raises(ValueError, match="h: expected a number > 0"):
        gradients.numerical_gradient(np.sum, [1.0], 0)
    with pytest.raises(ValueError, match=r"\.sum\(\) or \.mean\(\) is missing"):
        gradients.numerical_gradient(lambda v: v**2, [1.0, 2.0])
    with pytest.raises(TypeError, match="x: expected real numbers"):
        gradients.numerical_gradient(np.sum, ["a"])


# --- The check of a backward pass --------------------------------------------------------------


def test_gradient_check_passes_the_reference():
    params, f, _, T = small()
    errors = gradients.gradient_check(params, f, T)
    assert list(errors) == ["d_z", "d_U", "d_b_U", "d_h", "d_k", "d_H", "d_b_H"]
    assert max(errors.values()) < 1e-6 and gradients.first_wrong_line(errors) is None
    errors = gradients.gradient_check(params, f, T, mlp.mlp_backward(f, T, **params))
    assert list(errors) == ["d_U", "d_b_U", "d_H", "d_b_H"] and max(errors.values()) < 1e-6


@pytest.mark.parametrize("line", gradients.LINES)
def test_gradient_check_names_the_line_that_was_planted(line):
    params, f, _, T = small()
    lines = mlp.backward_values(f, T, **params)
    lines[line] = -lines[line]
    assert gradients.first_wrong_line(gradients.gradient_check(params, f, T, lines)) == line


def test_gradient_check_forgotten_gate_wrong_shape_and_unknown_key():
    params, f, _, T = small()
    lines = mlp.backward_values(f, T, **params)
    lines["d_k"] = lines["d_h"]
    assert gradients.first_wrong_line(gradients.gradient_check(params, f, T, lines)) == "d_k"
    lines["d_b_U"] = lines["d_b_U"][0]
    assert gradients.gradient_check(params, f, T, lines)["d_b_U"] == np.inf
    with pytest.raises(ValueError, match="misspelt"):
        gradients.gradient_check(params, f, T, {"d_W": f})
    with pytest.raises(ValueError, match="at least one"):
        gradients.first_wrong_line({})
    assert gradients.first_wrong_line({"d_z": np.nan}) == "d_z"
