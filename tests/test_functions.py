"""The functions of course_utils.functions: golden numbers, laws, derivatives, every Raises line.

Golden numbers were computed apart from this package. Derivatives are compared with central
differences in double precision, relative error below 1e-6. Warnings are errors in these tests.
"""

import ast
import inspect
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from course_utils import functions as fn

LAW = settings(max_examples=60, deadline=None, database=None, derandomize=True)

ELEMENTWISE = {
    "step": fn.step,
    "sigmoid": fn.sigmoid,
    "sigmoid_grad": fn.sigmoid_grad,
    "tanh_grad": fn.tanh_grad,
    "arctan_grad": fn.arctan_grad,
    "relu": fn.relu,
    "relu_grad": fn.relu_grad,
    "leaky_relu": fn.leaky_relu,
    "leaky_relu_grad": fn.leaky_relu_grad,
    "prelu_grads_x": lambda x: fn.prelu_grads(x, 0.25)[0],
    "prelu_grads_alpha": lambda x: fn.prelu_grads(x, 0.25)[1],
    "gelu": fn.gelu,
    "gelu_grad": fn.gelu_grad,
    "swish": fn.swish,
    "swish_grad": fn.swish_grad,
    "softplus": fn.softplus,
    "softplus_grad": fn.softplus_grad,
    "elu": fn.elu,
    "elu_grad": fn.elu_grad,
    "power": lambda x: fn.power(x, 3),
}
elementwise = pytest.mark.parametrize("g", ELEMENTWISE.values(), ids=ELEMENTWISE.keys())

CORNERS = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
XOR = np.array([0, 1, 1, 0])


def logits(size=1000.0):
    shape = st.tuples(st.integers(1, 5), st.integers(1, 6))
    return hnp.arrays(float, shape, elements=st.floats(-size, size, allow_subnormal=False))


def vectors(size=1000.0):
    values = st.floats(-size, size, allow_subnormal=False)
    return hnp.arrays(float, st.integers(1, 8), elements=values)


def relative_error(got, expected):
    return np.linalg.norm(got - expected) / max(np.linalg.norm(expected), 1e-30)


# --- The form every public function has -------------------------------------------------------


def public_functions():
    return [getattr(fn, name) for name in fn.__all__]


def test_all_names_every_public_function():
    defined = {
        name for name, f in vars(fn).items() if inspect.isfunction(f) and not name.startswith("_")
    }
    assert defined == set(fn.__all__)


@pytest.mark.parametrize("f", public_functions(), ids=fn.__all__)
def test_docstring_has_every_part(f):
    parts = ["Parameters", "Returns", "Raises", "References", "Examples"]
    positions = [f.__doc__.index(f"    {part}\n    {'-' * len(part)}\n") for part in parts]
    assert positions == sorted(positions)
    assert ".. math::" in f.__doc__
    assert "Lecture" in f.__doc__[positions[3] :]
    for name in inspect.signature(f).parameters:
        assert f"\n    {name} : " in f.__doc__, f"{name} is not described"


@pytest.mark.parametrize("f", public_functions(), ids=fn.__all__)
def test_body_is_short(f):
    body = ast.parse(inspect.getsource(f)).body[0].body[1:]  # without the docstring
    assert sum(node.end_lineno - node.lineno + 1 for node in body) <= 30
    assert len(inspect.signature(f).parameters) <= 5


# --- What all elementwise functions promise ---------------------------------------------------


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


# --- Golden numbers: activations --------------------------------------------------------------

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
    assert fn.sigmoid_grad(5) == pytest.approx(0.006648, abs=5e-7)
    assert fn.sigmoid_grad(10) == pytest.approx(4.54e-05, abs=5e-8)
    assert fn.tanh_grad(5) == pytest.approx(1.82e-04, abs=5e-7)
    assert fn.sigmoid_grad(0) ** 10 == pytest.approx(9.54e-07, abs=5e-10)


def test_values_far_out():
    np.testing.assert_array_equal(fn.sigmoid([-1000, 1000]), [0, 1])
    np.testing.assert_array_equal(fn.softplus([-1000, 1000]), [0, 1000])
    np.testing.assert_array_equal(fn.swish([-1000, 1000]), [0, 1000])
    np.testing.assert_array_equal(fn.swish([-1000, 1000], 10), [0, 1000])
    np.testing.assert_array_equal(fn.elu([-1000, 1000], 2.0), [-2, 1000])
    np.testing.assert_array_equal(fn.gelu([-1000, 1000]), [0, 1000])
    assert fn.sigmoid(-700) == pytest.approx(math.exp(-700), rel=1e-12)
    assert fn.sigmoid_grad(50) == pytest.approx(math.exp(-50), rel=1e-12)
    assert fn.softplus(-50) == pytest.approx(math.exp(-50), rel=1e-12)
    assert fn.elu(-1e-12) == pytest.approx(-1e-12, rel=1e-9)


def test_parameters_of_activations():
    assert fn.leaky_relu(-2, 0.3) == pytest.approx(-0.6)
    assert fn.leaky_relu(2, 0.3) == 2
    assert fn.leaky_relu(-2, 0) == 0
    assert fn.elu(-1, 2.0) == pytest.approx(2 * (math.exp(-1) - 1))
    assert fn.elu_grad(0, 2.0) == 2
    assert fn.swish(1, beta=3) == pytest.approx(1 / (1 + math.exp(-3)))


@pytest.mark.parametrize("zero", [0.0, -0.0, 0])
def test_the_value_at_zero_is_a_convention(zero):
    assert fn.step(zero) == 0
    assert fn.step(zero, 1.0) == 1
    assert fn.relu_grad(zero) == 1
    assert fn.relu_grad(zero, at_zero=0.0) == 0
    assert fn.relu_grad(zero, at_zero=0.5) == 0.5
    assert fn.leaky_relu_grad(zero, 0.1) == 1
    assert fn.leaky_relu_grad(zero, 0.1, at_zero=0.1) == pytest.approx(0.1)
    assert fn.prelu_grads(zero, 0.1, at_zero=0.0)[0] == 0


def test_gelu_is_exact():
    x = np.linspace(-6, 6, 49)
    expected = [value * 0.5 * math.erfc(-value / math.sqrt(2)) for value in x]
    np.testing.assert_allclose(fn.gelu(x), expected, atol=1e-15, rtol=1e-12)
    tanh_form = 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    assert 1e-4 < np.abs(fn.gelu(x) - tanh_form).max() < 5e-4  # what the docstring says


# --- Derivatives of activations ---------------------------------------------------------------

PAIRS = {
    "sigmoid": (fn.sigmoid, fn.sigmoid_grad),
    "tanh": (np.tanh, fn.tanh_grad),
    "arctan": (np.arctan, fn.arctan_grad),
    "relu": (fn.relu, fn.relu_grad),
    "leaky_relu": (lambda x: fn.leaky_relu(x, 0.1), lambda x: fn.leaky_relu_grad(x, 0.1)),
    "prelu": (lambda x: fn.leaky_relu(x, 0.25), lambda x: fn.prelu_grads(x, 0.25)[0]),
    "gelu": (fn.gelu, fn.gelu_grad),
    "swish": (lambda x: fn.swish(x, 1.7), lambda x: fn.swish_grad(x, 1.7)),
    "softplus": (fn.softplus, fn.softplus_grad),
    "elu": (lambda x: fn.elu(x, 1.3), lambda x: fn.elu_grad(x, 1.3)),
}


@pytest.mark.parametrize(("g", "g_grad"), PAIRS.values(), ids=PAIRS.keys())
def test_derivative_matches_central_differences(g, g_grad):
    x = np.linspace(-4, 4, 30)  # 0 is not among the points
    h = 1e-5
    assert relative_error(g_grad(x), (g(x + h) - g(x - h)) / (2 * h)) < 1e-6
    assert relative_error(g_grad(x), fn.numerical_gradient(lambda v: g(v).sum(), x)) < 1e-6


def test_prelu_derivative_with_respect_to_alpha():
    x, alpha, h = np.linspace(-4, 4, 30), 0.25, 1e-5
    differences = (fn.leaky_relu(x, alpha + h) - fn.leaky_relu(x, alpha - h)) / (2 * h)
    assert relative_error(fn.prelu_grads(x, alpha)[1], differences) < 1e-6


# --- Laws of activations ----------------------------------------------------------------------


@LAW
@given(vectors())
def test_laws_of_activations(x):
    np.testing.assert_allclose(fn.relu(x) - fn.relu(-x), x)
    np.testing.assert_allclose(fn.sigmoid(x) + fn.sigmoid(-x), 1)
    np.testing.assert_allclose(fn.sigmoid_grad(x), fn.sigmoid_grad(-x))
    np.testing.assert_allclose(np.tanh(x), 2 * fn.sigmoid(2 * x) - 1, atol=1e-14)
    np.testing.assert_allclose(fn.tanh_grad(x), 4 * fn.sigmoid_grad(2 * x), atol=1e-14)
    np.testing.assert_allclose(fn.arctan_grad(x), fn.arctan_grad(-x))
    np.testing.assert_allclose(fn.softplus(x) - fn.softplus(-x), x, atol=1e-12)
    np.testing.assert_allclose(fn.gelu(x) - fn.gelu(-x), x, atol=1e-12)
    np.testing.assert_allclose(fn.swish(x) - fn.swish(-x), x, atol=1e-12)
    np.testing.assert_allclose(fn.gelu_grad(x) + fn.gelu_grad(-x), 1, atol=1e-12)
    np.testing.assert_allclose(fn.swish_grad(x) + fn.swish_grad(-x), 1, atol=1e-12)
    np.testing.assert_array_equal(fn.relu(x), x * fn.relu_grad(x))
    np.testing.assert_array_equal(fn.step(x) + fn.step(-x), 1.0 * (x != 0))
    np.testing.assert_array_equal(fn.softplus_grad(x), fn.sigmoid(x))
    np.testing.assert_array_equal(fn.leaky_relu(x, 0.0), fn.relu(x))
    np.testing.assert_allclose(fn.elu_grad(x), fn.elu(np.minimum(x, 0)) + 1, atol=1e-12)
    np.testing.assert_array_equal(fn.power(x, 1), x)


@LAW
@given(vectors(), st.floats(0.01, 0.9))
def test_ranges_of_activations(x, alpha):
    assert ((fn.sigmoid(x) >= 0) & (fn.sigmoid(x) <= 1)).all()
    assert ((fn.sigmoid_grad(x) >= 0) & (fn.sigmoid_grad(x) <= 0.25)).all()
    assert ((fn.tanh_grad(x) >= 0) & (fn.tanh_grad(x) <= 1)).all()
    assert ((fn.arctan_grad(x) > 0) & (fn.arctan_grad(x) <= 1)).all()
    assert (fn.softplus(x) >= fn.relu(x)).all()
    assert (fn.softplus(x) <= fn.relu(x) + math.log(2) + 1e-12).all()
    assert (fn.elu(x, alpha) >= -alpha).all()
    assert (fn.elu_grad(x, alpha) >= 0).all()
    assert (fn.leaky_relu(x, alpha) <= fn.relu(x)).all()
    assert (fn.gelu(x) >= -0.17).all()
    assert (fn.swish(x) >= -0.279).all()


@LAW
@given(vectors(20.0))
def test_limits_of_swish_and_sigmoid_slope(x):
    np.testing.assert_allclose(fn.swish(x, 1e-9), x / 2, atol=1e-6)
    away = np.where(np.abs(x) < 0.01, 0.5, x)
    np.testing.assert_allclose(fn.swish(away, 1e5), fn.relu(away), atol=1e-9)
    np.testing.assert_allclose(fn.sigmoid(1e5 * away), fn.step(away), atol=1e-9)


def test_swiglu():
    rng = np.random.default_rng(0)
    x, W, V = rng.normal(size=(2, 3)), rng.normal(size=(3, 4)), rng.normal(size=(3, 4))
    got = fn.swiglu(x, W, V, beta=2.0)
    assert got.shape == (2, 4)
    a, b = x[1] @ W[:, 2], x[1] @ V[:, 2]
    assert got[1, 2] == pytest.approx(a / (1 + math.exp(-2 * a)) * b)
    np.testing.assert_allclose(fn.swiglu(x, W, 3 * V), 3 * fn.swiglu(x, W, V))  # linear in V
    with pytest.raises(ValueError, match="two weight matrices"):
        fn.swiglu(x, W.T, V)
    with pytest.raises(ValueError, match="two weight matrices"):
        fn.swiglu(x, W, V[:, :2])
    with pytest.raises(ValueError, match="two brackets"):
        fn.swiglu(x[0], W, V)
    with pytest.raises(TypeError, match="x: expected real numbers"):
        fn.swiglu([["a"]], W, V)


@pytest.mark.parametrize("p", [0.5, -1, "2"])
def test_power_refuses_other_exponents(p):
    with pytest.raises(ValueError, match="p: expected a whole number >= 0"):
        fn.power([1.0, 2.0], p)


def test_power_of_zero():
    np.testing.assert_array_equal(fn.power([-1, 0, 2], 0), [1, 1, 1])


# --- Gradients by differences -----------------------------------------------------------------


@pytest.mark.parametrize("shape", [(3,), (1, 3), (3, 1), (2, 3), ()])
def test_numerical_gradient_of_a_quadratic_is_exact(shape):
    x = np.arange(math.prod(shape), dtype=float).reshape(shape)
    got = fn.numerical_gradient(lambda v: (v**2).sum(), x, 0.1)
    assert got.shape == shape
    np.testing.assert_allclose(got, 2 * x, atol=1e-12)


def test_numerical_gradient_uses_h_as_given():
    # d/dx x**3 by a step h is 3 x**2 + h**2
    got = fn.numerical_gradient(lambda v: (v**3).sum(), np.array([2.0]), h=0.1)
    assert got[0] == pytest.approx(12.01)


def test_numerical_gradient_of_integers_and_lists():
    np.testing.assert_allclose(
        fn.numerical_gradient(lambda v: v[0] * v[1], np.array([2, 5])), [5, 2]
    )
    np.testing.assert_allclose(fn.numerical_gradient(lambda v: v[0] * v[1], [2, 5]), [5, 2])


def test_numerical_gradient_leaves_x_alone_even_if_f_does_not():
    def f(v):
        v *= 2
        return v.sum()

    x = np.array([1.0, 2.0])
    np.testing.assert_allclose(fn.numerical_gradient(f, x), [2, 2])
    np.testing.assert_array_equal(x, [1, 2])


@LAW
@given(vectors(5.0), vectors(5.0))
def test_numerical_gradient_is_linear(x, c):
    c = np.resize(c, x.shape)
    got = fn.numerical_gradient(lambda v: 2 * np.sin(v).sum() + c @ v, x)
    np.testing.assert_allclose(got, 2 * np.cos(x) + c, atol=1e-8)


def test_numerical_gradient_guards():
    with pytest.raises(ValueError, match="h: expected a number > 0"):
        fn.numerical_gradient(np.sum, [1.0], 0)
    with pytest.raises(ValueError, match=r"\.sum\(\) or \.mean\(\) is missing"):
        fn.numerical_gradient(lambda v: v**2, [1.0, 2.0])
    with pytest.raises(TypeError, match="x: expected real numbers"):
        fn.numerical_gradient(np.sum, ["a"])


# --- Least squares and ridge ------------------------------------------------------------------


def test_least_squares_on_xor_learns_nothing():
    w1, w2, b = fn.least_squares_fit(np.column_stack([CORNERS, np.ones(4)]), XOR)
    np.testing.assert_allclose([w1, w2, b], [0, 0, 0.5], atol=1e-12)
    assert np.mean((CORNERS @ [w1, w2] + b - XOR) ** 2) == pytest.approx(0.25)


def test_degree_two_features_solve_xor():
    X = fn.polynomial_features_2d_degree2(CORNERS)
    assert X.shape == (4, 6)
    assert np.linalg.matrix_rank(X) == 4
    np.testing.assert_allclose(X @ [0, 1, 1, 0, -2, 0], XOR)
    np.testing.assert_allclose(  # the shortest of many solutions
        fn.least_squares_fit(X, XOR), [0, 0.5, 0.5, 0.5, -2, 0.5], atol=1e-12
    )


@LAW
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 4))
def test_laws_of_the_fits(seed, p, extra):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(p + extra + 1, p)), rng.normal(size=p + extra + 1)
    w = fn.least_squares_fit(X, y)
    np.testing.assert_allclose(X.T @ (X @ w - y), 0, atol=1e-9)  # residual is orthogonal
    lam = rng.uniform(0.01, 5)
    w_ridge = fn.ridge_fit(X, y, lam)
    np.testing.assert_allclose(X.T @ (X @ w_ridge - y) + lam * w_ridge, 0, atol=1e-9)
    assert np.linalg.norm(w_ridge) <= np.linalg.norm(w)
    rows = rng.permutation(len(X))
    np.testing.assert_allclose(fn.ridge_fit(X[rows], y[rows], lam), w_ridge, atol=1e-9)
    padded = np.vstack([X, math.sqrt(lam) * np.eye(p)])  # ridge as least squares
    np.testing.assert_allclose(
        fn.least_squares_fit(padded, np.append(y, np.zeros(p))), w_ridge, atol=1e-9
    )


def test_ridge_by_hand_and_with_more_features_than_rows():
    np.testing.assert_allclose(fn.ridge_fit(np.array([[1], [1]]), np.array([1, 3]), 2), [1.0])
    assert fn.ridge_fit(np.eye(2, 5), np.array([1, 2]), 1).tolist() == [0.5, 1.0, 0.0, 0.0, 0.0]
    assert fn.ridge_fit(np.array([[3.0]]), np.array([6.0]), 1e-12)[0] == pytest.approx(2)


def test_fit_guards():
    X, y = np.ones((3, 2)), np.ones(3)
    for fit in (fn.least_squares_fit, lambda X, y: fn.ridge_fit(X, y, 1.0)):
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
            fn.ridge_fit(X, y, lam)


# --- Separability -----------------------------------------------------------------------------


@pytest.mark.parametrize(("d", "count"), [(1, 4), (2, 14), (3, 104)])
def test_number_of_separable_boolean_functions(d, count):
    corners = list(itertools.product([0, 1], repeat=d))
    labellings = itertools.product([0, 1], repeat=2**d)
    assert sum(fn.is_linearly_separable(corners, y) for y in labellings) == count


def test_xor_is_not_separable_until_the_step():
    assert fn.is_linearly_separable(CORNERS, XOR) is False
    W, b = np.array([[1, -1], [1, -1]]), np.array([[-1, 1]])
    k = CORNERS @ W + b
    assert k.tolist() == [[1, -1], [0, 0], [0, 0], [-1, 1]]
    assert fn.is_linearly_separable(k, XOR) is False
    for h in (fn.step(k), fn.relu(k)):
        assert h.tolist() == [[1, 0], [0, 0], [0, 0], [0, 1]]
        assert fn.is_linearly_separable(h, XOR) is True
    three = np.column_stack([CORNERS, XOR])  # the hand-made feature
    assert fn.is_linearly_separable(three, XOR) is True


def test_separability_of_small_cases():
    assert fn.is_linearly_separable([[5]], [1])
    assert fn.is_linearly_separable([[1, 2], [3, 4], [0, 0]], [1, 1, 1])
    assert fn.is_linearly_separable([[1, 2], [3, 4], [0, 0]], [0, 0, 0])
    assert not fn.is_linearly_separable([[1, 2], [1, 2]], [0, 1])
    assert fn.is_linearly_separable([[1, 2], [1, 2]], [1, 1])
    assert not fn.is_linearly_separable([[0], [1], [2]], [0, 1, 0])
    assert not fn.is_linearly_separable([[0, 0], [1, 1], [2, 2]], [0, 1, 0])
    assert fn.is_linearly_separable(np.array([[0], [1], [2]]), np.array([0.0, 0.0, 1.0]))


@LAW
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(1, 20))
def test_data_with_a_margin_are_separable(seed, d, t):
    rng = np.random.default_rng(seed)
    w = rng.normal(size=d + 1)
    A = rng.normal(size=(200, d + 1))
    A[:, d] = 1
    A /= np.linalg.norm(A, axis=1, keepdims=True)
    A = A[np.abs(A @ w) / np.linalg.norm(w) >= 0.1][:t]
    if len(A):
        X = A[:, :d] / A[:, d:]
        assert fn.is_linearly_separable(X, (A @ w > 0).astype(int))


@LAW
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(2, 10))
def test_overlapping_hulls_are_not_separable(seed, d, t):
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, size=(t, d))
    inside = rng.dirichlet(np.ones(t)) @ X  # a mean of class-0 points, labelled 1
    assert not fn.is_linearly_separable(np.vstack([X, inside]), [0] * t + [1])


def separable_in_one_dimension(x, y):
    """Exact test on a line, with fractions: all of one class left of all of the other."""
    zeros = [Fraction(v) for v, label in zip(x, y, strict=True) if label == 0]
    ones = [Fraction(v) for v, label in zip(x, y, strict=True) if label == 1]
    return not zeros or not ones or max(zeros) < min(ones) or max(ones) < min(zeros)


@LAW
@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 1)), min_size=1, max_size=12))
def test_separability_on_a_line_is_exact(points):
    x, y = zip(*points, strict=True)
    assert fn.is_linearly_separable([[v] for v in x], y) == separable_in_one_dimension(x, y)


def test_separability_leaves_its_arguments_alone_and_guards():
    X, y = CORNERS.astype(float), XOR.astype(float)
    X_before, y_before = X.copy(), y.copy()
    fn.is_linearly_separable(X, y)
    np.testing.assert_array_equal(X, X_before)
    np.testing.assert_array_equal(y, y_before)
    with pytest.raises(ValueError, match=r"labels -1 and \+1"):
        fn.is_linearly_separable([[0], [1]], [-1, 1])
    with pytest.raises(ValueError, match="X transposed"):
        fn.is_linearly_separable([[0, 1, 2]], [0, 1, 0])
    with pytest.raises(ValueError, match="at least one label"):
        fn.is_linearly_separable(np.zeros((0, 2)), [])
    with pytest.raises(ValueError, match="margin: expected a number > 0"):
        fn.is_linearly_separable([[0], [1]], [0, 1], margin=0)
    with pytest.raises(TypeError, match="X: expected real numbers"):
        fn.is_linearly_separable([["a"]], [0])


# --- Polynomial features and collapse ---------------------------------------------------------


def test_polynomial_features_1d():
    np.testing.assert_array_equal(
        fn.polynomial_features_1d([0, -2, 3], 3), [[1, 0, 0, 0], [1, -2, 4, -8], [1, 3, 9, 27]]
    )
    assert fn.polynomial_features_1d(np.arange(5), 37).shape == (5, 38)
    assert fn.polynomial_features_1d([7], 0).tolist() == [[1.0]]
    assert fn.polynomial_features_1d([100], 10)[0, 10] == 1e20


@LAW
@given(vectors(3.0), st.integers(0, 8))
def test_polynomial_features_law(x, degree):
    X = fn.polynomial_features_1d(x, degree)
    assert X.shape == (len(x), degree + 1)
    np.testing.assert_array_equal(X[:, 0], 1)
    np.testing.assert_allclose(X[:, 1:], x[:, None] * X[:, :-1])


@LAW
@given(hnp.arrays(float, st.tuples(st.integers(1, 5), st.just(2)), elements=st.floats(-9, 9)))
def test_degree_two_features_law(X):
    got = fn.polynomial_features_2d_degree2(X)
    x1, x2 = X.T
    np.testing.assert_allclose(got @ [1, 2, 2, 1, 2, 1], (1 + x1 + x2) ** 2, atol=1e-9)
    swapped = fn.polynomial_features_2d_degree2(X[:, ::-1])
    np.testing.assert_allclose(swapped[:, [0, 2, 1, 5, 4, 3]], got)


@pytest.mark.parametrize(
    ("d", "degree", "D"), [(1, 37, 38), (2, 2, 6), (2, 3, 10), (3, 2, 10), (10, 3, 286), (0, 5, 1)]
)
def test_number_of_monomials(d, degree, D):
    assert fn.n_monomials(d, degree) == D
    powers = itertools.product(range(degree + 1), repeat=d) if d < 10 else []
    if d < 10:
        assert sum(sum(p) <= degree for p in powers) == D


def test_feature_guards():
    with pytest.raises(ValueError, match="a column"):
        fn.polynomial_features_1d([[1], [2]], 2)
    for degree in (-1, 2.0, None):
        with pytest.raises(ValueError, match="degree: expected a whole number >= 0"):
            fn.polynomial_features_1d([1, 2], degree)
        with pytest.raises(ValueError, match="degree: expected a whole number >= 0"):
            fn.n_monomials(2, degree)
    with pytest.raises(TypeError, match="x: expected real numbers"):
        fn.polynomial_features_1d(["a"], 2)
    with pytest.raises(ValueError, match="X transposed"):
        fn.polynomial_features_2d_degree2(np.ones((2, 3)))
    with pytest.raises(ValueError, match="two brackets"):
        fn.polynomial_features_2d_degree2([1, 2])
    with pytest.raises(TypeError, match="X: expected real numbers"):
        fn.polynomial_features_2d_degree2([["a", "b"]])


@LAW
@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_linear_collapse_law(seed, d, v, m):
    rng = np.random.default_rng(seed)
    W1, b1 = rng.normal(size=(d, v)), rng.normal(size=(1, v))
    W2, b2 = rng.normal(size=(v, m)), rng.normal(size=(1, m))
    W, b = fn.linear_collapse(W1, b1, W2, b2)
    assert (W.shape, b.shape) == ((d, m), (1, m))
    f = rng.normal(size=(3, d))
    np.testing.assert_allclose((f @ W1 + b1) @ W2 + b2, f @ W + b, atol=1e-12)


def test_linear_collapse_guards():
    W1, b1, W2, b2 = np.ones((2, 3)), np.ones((1, 3)), np.ones((3, 4)), np.ones((1, 4))
    with pytest.raises(ValueError, match="b1: expected shape"):
        fn.linear_collapse(W1, b2, W2, b2)
    with pytest.raises(ValueError, match=r"W2: .* stored as \(out, in\)"):
        fn.linear_collapse(W1, b1, W1, b1)
    with pytest.raises(ValueError, match="b2: expected shape"):
        fn.linear_collapse(W1, b1, W2, b1)
    with pytest.raises(ValueError, match="two brackets"):
        fn.linear_collapse(W1, b1[0], W2, b2)
    with pytest.raises(TypeError, match="b2: expected real numbers"):
        fn.linear_collapse(W1, b1, W2, [["a"] * 4])


# --- Softmax and cross-entropy ----------------------------------------------------------------


def test_softmax_golden_numbers():
    z = [1, 2, 3]
    np.testing.assert_allclose(fn.softmax(z), [0.090031, 0.244728, 0.665241], atol=5e-7)
    np.testing.assert_allclose(
        fn.temperature_softmax(z, 10), [0.30061, 0.332225, 0.367165], atol=5e-7
    )
    np.testing.assert_allclose(
        fn.temperature_softmax(z, 100), [0.330006, 0.333322, 0.336672], atol=5e-7
    )
    J = [
        [0.081925, -0.022033, -0.059892],
        [-0.022033, 0.184836, -0.162803],
        [-0.059892, -0.162803, 0.222695],
    ]
    np.testing.assert_allclose(fn.softmax_jacobian(z), J, atol=6e-7)
    assert fn.cross_entropy([z], [2]) == pytest.approx(0.407606, abs=5e-7)
    np.testing.assert_allclose(
        fn.ce_logits_gradient([z], np.array([[0, 0, 1]])),
        [[0.090031, 0.244728, -0.334759]],
        atol=5e-7,
    )
    assert fn.logsumexp([1000, 1001, 1002]) == pytest.approx(1002.407606, abs=5e-7)


def test_xor_network_golden_numbers():
    h = np.array([[1, 0], [0, 0], [0, 0], [0, 1]])
    U, b_U = np.array([[1, -1], [1, -1]]), np.array([[-0.5, 0.5]])
    z = h @ U + b_U
    np.testing.assert_array_equal(z, [[0.5, -0.5], [-0.5, 0.5], [-0.5, 0.5], [0.5, -0.5]])
    np.testing.assert_allclose(fn.softmax(z)[np.arange(4), XOR], 0.731059, atol=5e-7)
    assert fn.cross_entropy(z, XOR) == pytest.approx(0.313262, abs=5e-7)
    T = fn.one_hot(XOR, 2)
    d_z = fn.ce_logits_gradient(z, T)
    signs = np.array([[-1, 1], [1, -1], [1, -1], [-1, 1]])
    np.testing.assert_allclose(4 * d_z, 0.268941 * signs, atol=5e-7)
    np.testing.assert_allclose(h.T @ d_z, [[-0.067235, 0.067235]] * 2, atol=5e-7)
    k = CORNERS @ np.array([[1, -1], [1, -1]]) + np.array([[-1, 1]])
    for at_zero, d_H in ((1.0, [0, 0.134471]), (0.0, [-0.134471, 0])):
        d_k = (d_z @ U.T) * fn.relu_grad(k, at_zero)
        np.testing.assert_allclose(CORNERS.T @ d_k, [d_H, d_H], atol=5e-7)


def test_zero_logits_give_ln_2():
    assert fn.cross_entropy(np.zeros((4, 2)), XOR) == pytest.approx(0.693147, abs=5e-7)


def test_softmax_shapes_and_numbers():
    for z in ([3], [1, 2], [[1, 2, 3]], [[1], [2]], np.zeros((2, 3, 4))):
        assert fn.softmax(z).shape == np.shape(z)
        assert fn.temperature_softmax(z, 2).shape == np.shape(z)
        assert np.shape(fn.logsumexp(z)) == np.shape(z)[:-1]
    assert isinstance(fn.logsumexp([1, 2]), np.floating)
    assert isinstance(fn.cross_entropy([[1, 2]], [0]), np.floating)
    assert fn.softmax(np.float32([1, 2])).dtype == np.float32
    assert fn.softmax([5]).tolist() == [1.0]
    assert fn.softmax_jacobian([5]).tolist() == [[0.0]]


def test_softmax_does_not_mind_the_memory_order():
    z = np.random.default_rng(0).normal(size=(50, 3))
    np.testing.assert_allclose(fn.softmax(np.asfortranarray(z)), fn.softmax(z))


def test_huge_logits_and_rows_on_different_levels():
    z = np.array([[-1000.0, 1000.0, 0.0], [1000.0, 1000.0, 1000.0], [-1000.0, -1001.0, -1000.0]])
    with np.errstate(all="raise", under="ignore"):
        np.testing.assert_allclose(
            fn.logsumexp(z),
            [1000, 1000 + math.log(3), -1000 + math.log(2 + math.exp(-1))],
            rtol=1e-15,
        )
        np.testing.assert_allclose(fn.softmax(z)[:2], [[0, 1, 0], [1 / 3] * 3])
        assert fn.cross_entropy(z, [0, 1, 0]) == pytest.approx(
            (2000 + math.log(3) + math.log(2 + math.exp(-1))) / 3
        )
        np.testing.assert_allclose(
            fn.ce_logits_gradient(z[:1], np.array([[1, 0, 0]])), [[-1, 1, 0]]
        )
        np.testing.assert_array_equal(fn.softmax_jacobian(z[0]), 0)
        np.testing.assert_array_equal(fn.temperature_softmax(z[0], 0.01), [0, 1, 0])


@LAW
@given(logits())
def test_laws_of_softmax(z):
    before = z.copy()
    o, m = fn.softmax(z), z.shape[1]
    assert o.shape == z.shape
    assert ((o >= 0) & (o <= 1)).all()
    np.testing.assert_allclose(o.sum(axis=1), 1)
    np.testing.assert_allclose(fn.softmax(z + 17), o, atol=1e-12)
    columns = np.arange(m)[::-1]
    np.testing.assert_allclose(fn.softmax(z[:, columns]), o[:, columns], atol=1e-12)
    np.testing.assert_allclose(o[0], fn.softmax(z[0]))
    np.testing.assert_allclose(fn.temperature_softmax(z, 1), o)
    lse = fn.logsumexp(z)
    assert (lse >= z.max(axis=1)).all()
    assert (lse <= z.max(axis=1) + math.log(m) + 1e-9).all()
    np.testing.assert_allclose(fn.logsumexp(z + 17), lse + 17, atol=1e-9)
    np.testing.assert_allclose(np.exp(z - lse[:, None]), o, atol=1e-9)
    np.testing.assert_array_equal(z, before)


@LAW
@given(vectors(30.0))
def test_laws_of_the_softmax_jacobian(z):
    J, o, m = fn.softmax_jacobian(z), fn.softmax(z), len(z)
    np.testing.assert_array_equal(J, J.T)
    np.testing.assert_allclose(J.sum(axis=1), 0, atol=1e-12)
    assert np.linalg.eigvalsh(J).min() > -1e-12
    draws = np.eye(m)  # covariance of a one-hot draw with probabilities o
    covariance = sum(p * np.outer(e - o, e - o) for p, e in zip(o, draws, strict=True))
    np.testing.assert_allclose(J, covariance, atol=1e-12)


def test_rank_of_the_softmax_jacobian():
    assert np.linalg.matrix_rank(fn.softmax_jacobian([0.3, -1.0, 2.0, 0.5])) == 3


def test_softmax_jacobian_matches_central_differences():
    z = np.array([0.3, -1.2, 2.0, 0.5])
    columns = [fn.numerical_gradient(lambda v, i=i: fn.softmax(v)[i], z) for i in range(len(z))]
    assert relative_error(fn.softmax_jacobian(z), np.array(columns)) < 1e-6


@LAW
@given(logits(size=5.0), st.integers(0, 2**32), st.floats(0, 1))
def test_laws_of_cross_entropy(z, seed, eps):
    t, m = z.shape
    y = np.random.default_rng(seed).integers(0, m, t)
    T = fn.one_hot(y, m)
    loss = fn.cross_entropy(z, y)
    assert loss >= 0
    assert loss == pytest.approx(-(T * np.log(fn.softmax(z))).sum() / t, abs=1e-9)
    assert fn.cross_entropy(np.zeros((t, m)), y) == pytest.approx(math.log(m))
    assert fn.cross_entropy(np.vstack([z, z]), np.append(y, y)) == pytest.approx(loss)  # a mean
    d_z = fn.ce_logits_gradient(z, T)
    np.testing.assert_allclose(d_z.sum(axis=1), 0, atol=1e-12)
    differences = fn.numerical_gradient(lambda v: fn.cross_entropy(v, y), z)
    np.testing.assert_allclose(d_z, differences, atol=1e-8)
    soft = fn.label_smoothing(T, eps)
    np.testing.assert_allclose(soft.sum(axis=1), 1)
    np.testing.assert_allclose(
        fn.ce_logits_gradient(z, soft),
        (1 - eps) * d_z + eps * fn.ce_logits_gradient(z, np.full((t, m), 1 / m)),
        atol=1e-12,
    )


def test_ce_gradient_relative_error():
    rng = np.random.default_rng(0)
    z, y = rng.normal(size=(5, 3)), rng.integers(0, 3, 5)
    differences = fn.numerical_gradient(lambda v: fn.cross_entropy(v, y), z)
    assert relative_error(fn.ce_logits_gradient(z, fn.one_hot(y, 3)), differences) < 1e-6


@LAW
@given(vectors(10.0), st.floats(0.01, 1000))
def test_temperature_keeps_the_order_and_changes_the_contrast(z, tau):
    o = fn.temperature_softmax(z, tau)
    assert o[np.argmax(z)] == o.max()
    assert fn.temperature_softmax(z, 2 * tau).max() <= o.max() + 1e-12
    np.testing.assert_allclose(fn.temperature_softmax(z, 1e12), 1 / len(z), atol=1e-9)


def test_temperature_limit_shares_between_ties():
    np.testing.assert_allclose(fn.temperature_softmax([3, 1, 3], 0.01), [0.5, 0, 0.5], atol=1e-12)


def test_one_hot_and_label_smoothing():
    assert fn.one_hot([2, 0], 4).tolist() == [[0, 0, 1, 0], [1, 0, 0, 0]]
    assert fn.one_hot(np.array([0, 0]), 1).tolist() == [[1], [1]]
    T = fn.one_hot([1], 4)
    np.testing.assert_allclose(fn.label_smoothing(T, 0.2), [[0.05, 0.85, 0.05, 0.05]])
    np.testing.assert_array_equal(fn.label_smoothing(T, 0), T)
    np.testing.assert_array_equal(fn.label_smoothing(T, 1), np.full((1, 4), 0.25))
    assert T.tolist() == [[0, 1, 0, 0]]


def test_softmax_guards():
    z, T = np.zeros((2, 3)), np.full((2, 3), 1 / 3)
    for f in (fn.softmax, fn.logsumexp, lambda z: fn.temperature_softmax(z, 1.0)):
        with pytest.raises(ValueError, match="one number"):
            f(3.0)
        with pytest.raises(ValueError, match="an empty list"):
            f([])
        with pytest.raises(TypeError, match="expected real numbers"):
            f(["a"])
    for tau in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="take the argmax"):
            fn.temperature_softmax(z, tau)
    with pytest.raises(ValueError, match="row by row"):
        fn.softmax_jacobian(z)
    with pytest.raises(TypeError, match="expected real numbers"):
        fn.softmax_jacobian(["a"])
    with pytest.raises(ValueError, match="use one_hot"):
        fn.ce_logits_gradient(z, [0, 1])
    with pytest.raises(ValueError, match="two brackets"):
        fn.ce_logits_gradient(z[0], T[0])
    with pytest.raises(TypeError, match="T: expected real numbers"):
        fn.ce_logits_gradient(z, [["a"] * 3] * 2)
    with pytest.raises(ValueError, match="use one_hot"):
        fn.label_smoothing([0, 1], 0.1)
    for eps in (-0.1, 10):
        with pytest.raises(ValueError, match="a percentage"):
            fn.label_smoothing(T, eps)
    with pytest.raises(TypeError, match="T: expected real numbers"):
        fn.label_smoothing("T", 0.1)


def test_label_guards():
    z = np.zeros((2, 3))
    for f in (lambda y: fn.cross_entropy(z, y), lambda y: fn.one_hot(y, 3)):
        with pytest.raises(ValueError, match="counted from 1"):
            f([1, 3])
        with pytest.raises(ValueError, match="counted from 1"):
            f([-1, 0])
        with pytest.raises(TypeError, match="astype"):
            f([0.0, 1.0])
        with pytest.raises(ValueError, match="one-hot rows"):
            f([[0, 1, 0], [1, 0, 0]])
    with pytest.raises(ValueError, match="one-hot rows"):
        fn.cross_entropy(z, [0, 1, 2])
    with pytest.raises(ValueError, match="one-hot rows"):
        fn.one_hot(1, 3)
    with pytest.raises(ValueError, match="two brackets"):
        fn.cross_entropy(z[0], [0])
    with pytest.raises(TypeError, match="z: expected real numbers"):
        fn.cross_entropy([["a"]], [0])
    assert fn.cross_entropy(z, [True, False]) == pytest.approx(math.log(3))
