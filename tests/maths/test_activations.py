"""Activations and slopes: golden numbers, laws, derivatives, what is refused.

Golden numbers were computed apart from this package. Derivatives are
compared with central differences in double precision, relative error below 1e-6.
"""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_utils.maths import activations as act
from course_utils.maths import gradients
from helpers_maths import LAW, relative_error, vectors

ELEMENTWISE = {
    "step": act.step,
    "sigmoid": act.sigmoid,
    "sigmoid_grad": act.sigmoid_grad,
    "tanh_grad": act.tanh_grad,
    "arctan_grad": act.arctan_grad,
    "relu": act.relu,
    "relu_grad": act.relu_grad,
    "leaky_relu": act.leaky_relu,
    "leaky_relu_grad": act.leaky_relu_grad,
    "prelu_grads_x": lambda x: act.prelu_grads(x, 0.25)[0],
    "prelu_grads_alpha": lambda x: act.prelu_grads(x, 0.25)[1],
    "gelu": act.gelu,
    "gelu_grad": act.gelu_grad,
    "swish": act.swish,
    "swish_grad": act.swish_grad,
    "softplus": act.softplus,
    "softplus_grad": act.softplus_grad,
    "elu": act.elu,
    "elu_grad": act.elu_grad,
    "power": lambda x: act.power(x, 3),
}
elementwise = pytest.mark.parametrize("g", ELEMENTWISE.values(), ids=ELEMENTWISE.keys())


# --- What all elementwise functions promise ----------------------------------------------------


@elementwise
@pytest.mark.parametrize("shape", [(), (1,), (5,), (1, 5), (5, 1), (2, 3), (2, 3, 4)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, np.int8])
def test_elementwise_keeps_the_shape_and_gives_floats(g, shape, dtype):
    x = np.arange(math.prod(shape)).reshape(shape).astype(dtype) - 2
    result = g(x)
    assert np.shape(result) == shape
    assert np.asarray(result).dtype.kind == "f"
    expected = np.reshape([g(float(value)) for value in x.ravel()], shape)
    np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-6)


@elementwise
def test_elementwise_takes_lists_and_plain_numbers(g):
    assert isinstance(g(1), np.floating)
    assert isinstance(g(-0.5), np.floating)
    np.testing.assert_array_equal(g([[-1, 0], [1, 2]]), g(np.array([[-1.0, 0.0], [1.0, 2.0]])))


@elementwise
def test_elementwise_leaves_its_argument_alone(g):
    x = np.array([-1.5, -0.0, 0.0, 2.0])
    before = x.copy()
    result = g(x)
    np.testing.assert_array_equal(x, before)
    assert not np.shares_memory(result, x)


@elementwise
def test_elementwise_is_finite_far_out(g):
    x = np.array([-1000.0, -745.0, -40.0, -1e-300, -0.0, 0.0, 1e-300, 40.0, 710.0, 1000.0])
    with np.errstate(all="raise", under="ignore"):
        assert np.isfinite(g(x)).all()
        assert np.isfinite(g(x.astype(np.float32))).all()


@elementwise
@pytest.mark.parametrize(
    ("x", "word"),
    [("text", "text"), ([None, 1], "None"), ([[1], [1, 2]], "ragged"), (1j, "complex")],
)
def test_elementwise_refuses_what_is_not_numbers(g, x, word):
    with pytest.raises(TypeError, match="expected .*, got .*; likely cause: ") as info:
        g(x)
    assert word in str(info.value)


# --- Golden numbers ----------------------------------------------------------------------------


ACT_X = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
ACT = {
    "sigmoid": [0.119203, 0.268941, 0.5, 0.731059, 0.880797],
    "sigmoid_grad": [0.104994, 0.196612, 0.25, 0.196612, 0.104994],
    "tanh_grad": [0.070651, 0.419974, 1.0, 0.419974, 0.070651],
    "relu": [0.0, 0.0, 0.0, 1.0, 2.0],
    "leaky_relu": [-0.02, -0.01, 0.0, 1.0, 2.0],
    "gelu": [-0.045500, -0.158655, 0.0, 0.841345, 1.954500],
    "swish": [-0.238406, -0.268941, 0.0, 0.731059, 1.761594],
    "softplus": [0.126928, 0.313262, 0.693147, 1.313262, 2.126928],
    "elu": [-0.864665, -0.632121, 0.0, 1.0, 2.0],
    "step": [0, 0, 0, 1, 1],
    "relu_grad": [0, 0, 1, 1, 1],
    "leaky_relu_grad": [0.01, 0.01, 1, 1, 1],
    "prelu_grads_x": [0.25, 0.25, 1, 1, 1],
    "prelu_grads_alpha": [-2, -1, 0, 0, 0],
    "arctan_grad": [0.2, 0.5, 1, 0.5, 0.2],
    "softplus_grad": [0.119203, 0.268941, 0.5, 0.731059, 0.880797],
    "elu_grad": [0.135335, 0.367879, 1, 1, 1],
    "gelu_grad": [-0.085232, -0.083315, 0.5, 1.083315, 1.085232],
    "swish_grad": [-0.090784, 0.072329, 0.5, 0.927671, 1.090784],
    "power": [-8, -1, 0, 1, 8],
}


@pytest.mark.parametrize("name", ELEMENTWISE)
def test_activation_golden_numbers(name):
    np.testing.assert_allclose(ELEMENTWISE[name](ACT_X), ACT[name], atol=6e-7)


def test_saturation_golden_numbers():
    assert act.sigmoid_grad(5) == pytest.approx(0.006648, abs=5e-7)
    assert act.sigmoid_grad(10) == pytest.approx(4.54e-05, abs=5e-8)
    assert act.tanh_grad(5) == pytest.approx(1.82e-04, abs=5e-7)
    assert act.sigmoid_grad(0) ** 10 == pytest.approx(9.54e-07, abs=5e-10)


def test_values_far_out():
    np.testing.assert_array_equal(act.sigmoid([-1000, 1000]), [0, 1])
    np.testing.assert_array_equal(act.softplus([-1000, 1000]), [0, 1000])
    np.testing.assert_array_equal(act.swish([-1000, 1000]), [0, 1000])
    np.testing.assert_array_equal(act.swish([-1000, 1000], 10), [0, 1000])
    np.testing.assert_array_equal(act.elu([-1000, 1000], 2.0), [-2, 1000])
    np.testing.assert_array_equal(act.gelu([-1000, 1000]), [0, 1000])
    assert act.sigmoid(-700) == pytest.approx(math.exp(-700), rel=1e-12)
    assert act.sigmoid_grad(50) == pytest.approx(math.exp(-50), rel=1e-12)
    assert act.softplus(-50) == pytest.approx(math.exp(-50), rel=1e-12)
    assert act.elu(-1e-12) == pytest.approx(-1e-12, rel=1e-9)


def test_parameters_of_activations():
    assert act.leaky_relu(-2, 0.3) == pytest.approx(-0.6)
    assert act.leaky_relu(2, 0.3) == 2
    assert act.leaky_relu(-2, 0) == 0
    assert act.elu(-1, 2.0) == pytest.approx(2 * (math.exp(-1) - 1))
    assert act.elu_grad(0, 2.0) == 2
    assert act.swish(1, beta=3) == pytest.approx(1 / (1 + math.exp(-3)))


@pytest.mark.parametrize("zero", [0.0, -0.0, 0])
def test_the_value_at_zero_is_a_convention(zero):
    assert act.step(zero) == 0
    assert act.step(zero, 1.0) == 1
    assert act.relu_grad(zero) == 1
    assert act.relu_grad(zero, at_zero=0.0) == 0
    assert act.relu_grad(zero, at_zero=0.5) == 0.5
    assert act.leaky_relu_grad(zero, 0.1) == 1
    assert act.leaky_relu_grad(zero, 0.1, at_zero=0.1) == pytest.approx(0.1)
    assert act.prelu_grads(zero, 0.1, at_zero=0.0)[0] == 0


def test_gelu_is_exact():
    x = np.linspace(-6, 6, 49)
    expected = [value * 0.5 * math.erfc(-value / math.sqrt(2)) for value in x]
    np.testing.assert_allclose(act.gelu(x), expected, atol=1e-15, rtol=1e-12)
    tanh_form = 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    assert 1e-4 < np.abs(act.gelu(x) - tanh_form).max() < 5e-4  # what the docstring says


# --- Derivatives -------------------------------------------------------------------------------


PAIRS = {
    "sigmoid": (act.sigmoid, act.sigmoid_grad),
    "tanh": (np.tanh, act.tanh_grad),
    "arctan": (np.arctan, act.arctan_grad),
    "relu": (act.relu, act.relu_grad),
    "leaky_relu": (lambda x: act.leaky_relu(x, 0.1), lambda x: act.leaky_relu_grad(x, 0.1)),
    "prelu": (lambda x: act.leaky_relu(x, 0.25), lambda x: act.prelu_grads(x, 0.25)[0]),
    "gelu": (act.gelu, act.gelu_grad),
    "swish": (lambda x: act.swish(x, 1.7), lambda x: act.swish_grad(x, 1.7)),
    "softplus": (act.softplus, act.softplus_grad),
    "elu": (lambda x: act.elu(x, 1.3), lambda x: act.elu_grad(x, 1.3)),
}


@pytest.mark.parametrize(("g", "g_grad"), PAIRS.values(), ids=PAIRS.keys())
def test_derivative_matches_central_differences(g, g_grad):
    x = np.linspace(-4, 4, 30)  # 0 is not among the points
    h = 1e-5
    assert relative_error(g_grad(x), (g(x + h) - g(x - h)) / (2 * h)) < 1e-6
    assert relative_error(g_grad(x), gradients.numerical_gradient(lambda v: g(v).sum(), x)) < 1e-6


def test_prelu_derivative_with_respect_to_alpha():
    x, alpha, h = np.linspace(-4, 4, 30), 0.25, 1e-5
    differences = (act.leaky_relu(x, alpha + h) - act.leaky_relu(x, alpha - h)) / (2 * h)
    assert relative_error(act.prelu_grads(x, alpha)[1], differences) < 1e-6


# --- Laws --------------------------------------------------------------------------------------


@LAW
@given(vectors())
def test_laws_of_activations(x):
    np.testing.assert_allclose(act.relu(x) - act.relu(-x), x)
    np.testing.assert_allclose(act.sigmoid(x) + act.sigmoid(-x), 1)
    np.testing.assert_allclose(act.sigmoid_grad(x), act.sigmoid_grad(-x))
    np.testing.assert_allclose(np.tanh(x), 2 * act.sigmoid(2 * x) - 1, atol=1e-14)
    np.testing.assert_allclose(act.tanh_grad(x), 4 * act.sigmoid_grad(2 * x), atol=1e-14)
    np.testing.assert_allclose(act.arctan_grad(x), act.arctan_grad(-x))
    np.testing.assert_allclose(act.softplus(x) - act.softplus(-x), x, atol=1e-12)
    np.testing.assert_allclose(act.gelu(x) - act.gelu(-x), x, atol=1e-12)
    np.testing.assert_allclose(act.swish(x) - act.swish(-x), x, atol=1e-12)
    np.testing.assert_allclose(act.gelu_grad(x) + act.gelu_grad(-x), 1, atol=1e-12)
    np.testing.assert_allclose(act.swish_grad(x) + act.swish_grad(-x), 1, atol=1e-12)
    np.testing.assert_array_equal(act.relu(x), x * act.relu_grad(x))
    np.testing.assert_array_equal(act.step(x) + act.step(-x), 1.0 * (x != 0))
    np.testing.assert_array_equal(act.softplus_grad(x), act.sigmoid(x))
    np.testing.assert_array_equal(act.leaky_relu(x, 0.0), act.relu(x))
    np.testing.assert_allclose(act.elu_grad(x), act.elu(np.minimum(x, 0)) + 1, atol=1e-12)
    np.testing.assert_array_equal(act.power(x, 1), x)


@LAW
@given(vectors(), st.floats(0.01, 0.9))
def test_ranges_of_activations(x, alpha):
    assert ((act.sigmoid(x) >= 0) & (act.sigmoid(x) <= 1)).all()
    assert ((act.sigmoid_grad(x) >= 0) & (act.sigmoid_grad(x) <= 0.25)).all()
    assert ((act.tanh_grad(x) >= 0) & (act.tanh_grad(x) <= 1)).all()
    assert ((act.arctan_grad(x) > 0) & (act.arctan_grad(x) <= 1)).all()
    assert (act.softplus(x) >= act.relu(x)).all()
    assert (act.softplus(x) <= act.relu(x) + math.log(2) + 1e-12).all()
    assert (act.elu(x, alpha) >= -alpha).all()
    assert (act.elu_grad(x, alpha) >= 0).all()
    assert (act.leaky_relu(x, alpha) <= act.relu(x)).all()
    assert (act.gelu(x) >= -0.17).all()
    assert (act.swish(x) >= -0.279).all()


@LAW
@given(vectors(20.0))
def test_limits_of_swish_and_sigmoid_slope(x):
    np.testing.assert_allclose(act.swish(x, 1e-9), x / 2, atol=1e-6)
    away = np.where(np.abs(x) < 0.01, 0.5, x)
    np.testing.assert_allclose(act.swish(away, 1e5), act.relu(away), atol=1e-9)
    np.testing.assert_allclose(act.sigmoid(1e5 * away), act.step(away), atol=1e-9)


# --- Two that are built otherwise --------------------------------------------------------------


def test_swiglu():
    rng = np.random.default_rng(0)
    x, W, V = rng.normal(size=(2, 3)), rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    got = act.swiglu(x, W, V, beta=2.0)
    assert got.shape == (2, 4)
    a, b = x[1] @ W[:, 2], x[1] @ V[:, 2]
    assert got[1, 2] == pytest.approx(a / (1 + math.exp(-2 * a)) * b)
    np.testing.assert_allclose(act.swiglu(x, W, 3 * V), 3 * act.swiglu(x, W, V))  # linear in V
    with pytest.raises(ValueError, match="two weight matrices"):
        act.swiglu(x, W.T, V)
    with pytest.raises(ValueError, match="two weight matrices"):
        act.swiglu(x, W, V[:, :2])
    with pytest.raises(ValueError, match="two brackets"):
        act.swiglu(x[0], W, V)
    with pytest.raises(TypeError, match="x: expected real numbers"):
        act.swiglu([["a"]], W, V)


@pytest.mark.parametrize("p", [0.5, -1, "2"])
def test_power_refuses_other_exponents(p):
    with pytest.raises(ValueError, match="p: expected an integer >= 0"):
        act.power([1.0, 2.0], p)


def test_power_of_zero():
    np.testing.assert_array_equal(act.power([-1, 0, 2], 0), [1, 1, 1])
