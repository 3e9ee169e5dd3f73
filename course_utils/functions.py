r"""Pure functions of arrays: gradients, fits, feature maps, activations, softmax and its loss.

Nothing here trains, draws, or reads a file, and no argument is ever changed. Rows are examples.
Elementwise functions take a scalar, a list or an array of any shape and keep that shape; a scalar
gives a NumPy scalar. The order is the order of the notebooks.

Letters: t examples (rows), d inputs, v hidden units, m classes, p features; x data or
pre-activation, z logits, o = softmax(z), T one-hot targets, y integer labels counted from 0.
"""

import math

import numpy as np

__all__ = [
    "arctan_grad",
    "ce_logits_gradient",
    "cross_entropy",
    "elu",
    "elu_grad",
    "gelu",
    "gelu_grad",
    "is_linearly_separable",
    "label_smoothing",
    "leaky_relu",
    "leaky_relu_grad",
    "least_squares_fit",
    "linear_collapse",
    "logsumexp",
    "n_monomials",
    "numerical_gradient",
    "one_hot",
    "polynomial_features_1d",
    "polynomial_features_2d_degree2",
    "power",
    "prelu_grads",
    "relu",
    "relu_grad",
    "ridge_fit",
    "sigmoid",
    "sigmoid_grad",
    "softmax",
    "softmax_jacobian",
    "softplus",
    "softplus_grad",
    "step",
    "swiglu",
    "swish",
    "swish_grad",
    "tanh_grad",
    "temperature_softmax",
]

_erf = np.vectorize(math.erf, otypes=[float])  # the error function, entry by entry


# --- Guards: they keep the bodies below free for the lesson -----------------------------------


def _message(name, expected, got, cause):
    """One wording for all errors: expected, got, likely cause."""
    return f"{name}: expected {expected}, got {got}; likely cause: {cause}."


def _floats(x, name="x"):
    """Return x as an array of floats; a float array is passed through, so never write into it."""
    try:
        x = np.asarray(x)
    except ValueError:
        text = _message(name, "a regular table", "a ragged list", "rows of different lengths")
        raise TypeError(text) from None
    if x.dtype.kind not in "fiub":
        cause = "text, None or a function where its values were meant"
        raise TypeError(_message(name, "real numbers", f"dtype {x.dtype}", cause))
    return x if x.dtype.kind == "f" else x.astype(float)


def _with_ndim(x, ndim, shape, name, cause):
    """Return x as floats after checking its number of axes."""
    x = _floats(x, name)
    if x.ndim != ndim:
        raise ValueError(_message(name, f"shape {shape}", f"shape {x.shape}", cause))
    return x


def _matrix(x, shape, name):
    return _with_ndim(x, 2, shape, name, "a single row needs two brackets, [[...]]")


def _vector(x, shape, name):
    return _with_ndim(x, 1, shape, name, "a column (t, 1) or a table where a vector was meant")


def _logits(z):
    """Return logits z as floats after checking that there is at least one class."""
    z = _floats(z, "z")
    if z.ndim == 0 or z.shape[-1] == 0:
        cause = "one number, or an empty list, where one logit per class was meant"
        expected = "shape (m,) or (t, m) with m >= 1"
        raise ValueError(_message("z", expected, f"shape {z.shape}", cause))
    return z


def _labels(y, t, m):
    """Return y as t integers after checking that each lies in 0..m-1."""
    y = np.asarray(y)
    if y.shape != (t,):
        cause = "one-hot rows or a column where integer labels were meant"
        raise ValueError(_message("y", f"shape ({t},)", f"shape {y.shape}", cause))
    if y.dtype.kind not in "iub":
        cause = "labels read from a table of floats; use y.astype(int)"
        raise TypeError(_message("y", "integer labels", f"dtype {y.dtype}", cause))
    if t and (y.min() < 0 or y.max() >= m):
        got = f"labels from {y.min()} to {y.max()}"
        raise ValueError(_message("y", f"labels from 0 to {m - 1}", got, "labels counted from 1"))
    return y.astype(int)


def _data(X, y):
    """Return X (t, p) and y (t,) as floats after checking that they have equal lengths."""
    X, y = _matrix(X, "(t, p)", "X"), _vector(y, "(t,)", "y")
    if len(X) != len(y):
        cause = "X transposed, or one of the two cut differently"
        raise ValueError(_message("y", f"{len(X)} entries, one per row of X", f"{len(y)}", cause))
    return X, y


def _positive(value, name, cause):
    """Check that a number is > 0 (NaN is not)."""
    if not value > 0:
        raise ValueError(_message(name, "a number > 0", value, cause))


def _degree(degree):
    """Check that a degree is a whole number >= 0."""
    if not isinstance(degree, (int, np.integer)) or degree < 0:
        cause = "arguments in the wrong order, or a float such as 2.0"
        raise ValueError(_message("degree", "a whole number >= 0", repr(degree), cause))


# --- 00, 00b: gradients by differences, least squares -----------------------------------------


def numerical_gradient(f, x, h=1e-5):
    r"""Gradient of f at x by central differences.

    .. math:: g_i = \frac{f(x + h\,e_i) - f(x - h\,e_i)}{2h}

    Parameters
    ----------
    f : callable
        Takes an array of the shape of `x`, returns one number.
    x : array of numbers, any shape (d,), (t, d), ...
        Where to differentiate; it is not changed.
    h : float, > 0
        Step in the unit of `x`, used as given.

    Returns
    -------
    array of float, shape of `x`
        Entry i is the slope of f along coordinate i, in units of f per unit of x.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.
    ValueError
        If h <= 0, or f does not return one number ("a .sum() or .mean() is missing").

    Notes
    -----
    The error is of order h**2 from the formula and of order 1e-16 / h from rounding; 1e-5 keeps
    both near 1e-10. Two evaluations of f per entry: a checker, not a way to train.

    References
    ----------
    Lectures ALICE-2.2.1, ALICE-6.1.2a.

    Examples
    --------
    f(x) = x1**2 + 3 x2 has the gradient (2 x1, 3).

    >>> numerical_gradient(lambda x: x[0] ** 2 + 3 * x[1], [2, 5]).round(6)
    array([4., 3.])
    """
    _positive(h, "h", "a step of zero or a negative step")
    x = _floats(x)
    _check_returns_a_number(f, x)
    grad = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        h_e = np.zeros(x.shape)  # the step h e_i: zero everywhere but at entry i
        h_e[i] = h
        grad[i] = (f(x + h_e) - f(x - h_e)) / (2 * h)
    return grad


def _check_returns_a_number(f, x):
    """Call f once on a copy of x and check that it returns one number."""
    shape = np.shape(f(x.copy()))
    if shape != ():
        cause = "a .sum() or .mean() is missing at the end of f"
        raise ValueError(_message("f(x)", "one number", f"an array of shape {shape}", cause))


def least_squares_fit(X, y):
    r"""Weights that minimise the sum of squared errors.

    .. math:: w = \arg\min_w \lVert Xw - y \rVert^2

    Parameters
    ----------
    X : array of numbers, shape (t, p)
        One row of features per example. No intercept is added: give a column of ones for one.
    y : array of numbers, shape (t,)
        Targets.

    Returns
    -------
    array of float, shape (p,)
        The weights w, in units of y per unit of the feature.

    Raises
    ------
    TypeError
        If `X` or `y` does not hold real numbers.
    ValueError
        If `X` is not a table, `y` not a vector, or their lengths differ ("X transposed").

    Notes
    -----
    Solves the problem by an orthogonal factorisation: forming X'X as in the normal equations
    squares the condition number. If columns depend on each other, many w are equally good;
    the shortest one is returned.

    References
    ----------
    Lectures ALICE-4.1.3a, ALICE-4.1.4a, ALICE-4.1.5.

    Examples
    --------
    The line through (0, 1) and (2, 5) is 1 + 2 x.

    >>> least_squares_fit(np.array([[1, 0], [1, 2]]), np.array([1, 5])).round(6)
    array([1., 2.])
    """
    X, y = _data(X, y)
    w, *_ = np.linalg.lstsq(X, y, rcond=None)
    return w


def ridge_fit(X, y, lam):
    r"""Least-squares weights with a penalty on their squared length.

    .. math:: w = \arg\min_w \lVert Xw - y \rVert^2 + \lambda \lVert w \rVert^2
                = (X^\top X + \lambda I)^{-1} X^\top y

    Parameters
    ----------
    X : array of numbers, shape (t, p)
        One row of features per example; p > t is allowed.
    y : array of numbers, shape (t,)
        Targets.
    lam : float, > 0
        Strength of the penalty. It weighs against the *sum* of squared errors, not the mean.

    Returns
    -------
    array of float, shape (p,)
        The weights w; the larger lam, the shorter.

    Raises
    ------
    TypeError
        If `X` or `y` does not hold real numbers.
    ValueError
        If lam <= 0 ("use least_squares_fit"), or the shapes do not fit ("X transposed").

    Notes
    -----
    Every coefficient is penalised, also that of a column of ones. The matrix is positive definite
    for lam > 0, so a solution always exists; it is solved for, never inverted.

    References
    ----------
    Hoerl, Kennard (1970). Lecture ALICE-4.1.6 (for the constants see erratum AL-23).

    Examples
    --------
    One feature: w = x.y / (x.x + lam) = 4 / (2 + 2).

    >>> ridge_fit(np.array([[1], [1]]), np.array([1, 3]), 2)
    array([1.])
    """
    X, y = _data(X, y)
    _positive(lam, "lam", "no penalty wanted; use least_squares_fit")
    p = X.shape[1]
    return np.linalg.solve(X.T @ X + lam * np.eye(p), X.T @ y)


# --- 01: separability -------------------------------------------------------------------------


def is_linearly_separable(X, y, *, margin=1e-3):
    r"""Whether a hyperplane w.x + b = 0 has the two classes strictly on its two sides.

    A perceptron that is told when to give up. Scale every row a = (x, 1) to length 1 and turn the
    rows of class 0 round, so that a separator is a w with a.w > 0 for all rows. If some w of
    length 1 reaches a.w >= margin on every row, each correction adds at least the margin to the
    progress in its direction, so after k corrections

    .. math:: \lVert w \rVert \ge k \cdot \mathrm{margin}.

    A shorter w proves that no such separator exists.

    Parameters
    ----------
    X : array or list of numbers, shape (t, d)
        The points, one per row.
    y : array or list, shape (t,)
        Their classes, 0 or 1.
    margin : float, in (0, 1]
        Smallest margin that is looked for, as the sine of an angle.

    Returns
    -------
    bool
        True is always right: a separator was found. False means that there is none with a margin
        of at least `margin` on the scaled rows.

    Raises
    ------
    TypeError
        If `X` or `y` does not hold real numbers.
    ValueError
        If a label is neither 0 nor 1 ("labels -1 and +1"), or the shapes do not fit.

    Notes
    -----
    The loop ends: a correction of a misclassified row adds at most 1 to the squared length, so
    the length is at most sqrt(k), and sqrt(k) < k margin once k > 1 / margin**2. On data without
    a separator w stays short and the loop ends much sooner. One class only is separable (w = 0,
    b = +-1 will do); one point with both labels is not. Points far from the origin compared
    with their distances have tiny margins: subtract a centre first.

    References
    ----------
    Novikoff (1962). Lectures MAY24-1.0a, MAY25-1.0a, NPFL129-convex-regions.

    Examples
    --------
    AND can be separated, XOR cannot.

    >>> corners = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> is_linearly_separable(corners, [0, 0, 0, 1])
    True
    >>> is_linearly_separable(corners, [0, 1, 1, 0])
    False
    """
    X, y = _data(X, y)
    _check_binary(y)
    _positive(margin, "margin", "a margin of zero would let the loop run for ever")
    A = np.column_stack([X, np.ones(len(X))])  # (t, d + 1): the bias is the last column
    A = A / np.linalg.norm(A, axis=1, keepdims=True)
    A[y == 0] *= -1  # now "right side" reads a.w > 0 for both classes
    w, k = np.zeros(A.shape[1]), 0
    while np.linalg.norm(w) >= k * margin:
        worst = np.argmin(A @ w)
        if A[worst] @ w > 0:
            return True
        w, k = w + A[worst], k + 1
    return False


def _check_binary(y):
    """Check that there are labels and that each is 0 or 1."""
    if len(y) == 0:
        raise ValueError(_message("y", "at least one label", "none", "an empty selection"))
    if not np.isin(y, (0, 1)).all():
        wrong = y[~np.isin(y, (0, 1))][0]
        raise ValueError(_message("y", "labels 0 and 1", wrong, "labels -1 and +1, or two targets"))


# --- 02: polynomial features ------------------------------------------------------------------


def polynomial_features_1d(x, degree):
    r"""Powers of one input as features.

    .. math:: \phi(x) = (x^0, x^1, \dots, x^{\mathrm{degree}})

    Parameters
    ----------
    x : array or list of numbers, shape (t,)
        Inputs.
    degree : int, >= 0
        Highest power.

    Returns
    -------
    array of float, shape (t, degree + 1)
        Column j holds x**j; 0**0 = 1.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.
    ValueError
        If `x` is not a vector, or the degree is not a whole number >= 0.

    Notes
    -----
    Powers are floats: 100**10 does not fit into a 64-bit integer. The column of ones plays the
    part of the bias, so add no other one (erratum CS-06).

    References
    ----------
    Lectures CS577-featuremap-1d, CS577-featuremap-code.

    Examples
    --------
    >>> polynomial_features_1d([0, 1, 2], 2)
    array([[1., 0., 0.],
           [1., 1., 1.],
           [1., 2., 4.]])
    """
    x = _vector(x, "(t,)", "x")
    _degree(degree)
    return np.vander(x, degree + 1, increasing=True)


def polynomial_features_2d_degree2(X):
    r"""All monomials of degree at most 2 in two inputs.

    .. math:: \phi(x_1, x_2) = (1,\; x_1,\; x_2,\; x_1^2,\; x_1 x_2,\; x_2^2)

    Parameters
    ----------
    X : array of numbers, shape (t, 2)
        One point per row.

    Returns
    -------
    array of float, shape (t, 6)
        The six columns in the order of the formula.

    Raises
    ------
    TypeError
        If `X` does not hold real numbers.
    ValueError
        If `X` does not have two columns ("a single point needs two brackets").

    Notes
    -----
    The column x1 x2 is what XOR needs: x1 + x2 - 2 x1 x2 on the corners of the unit square.

    References
    ----------
    Lecture CS577-featuremap-2d.

    Examples
    --------
    >>> polynomial_features_2d_degree2(np.array([[2, 3]]))
    array([[1., 2., 3., 4., 6., 9.]])
    """
    X = _matrix(X, "(t, 2)", "X")
    if X.shape[1] != 2:
        raise ValueError(_message("X", "shape (t, 2)", f"shape {X.shape}", "X transposed"))
    x1, x2 = X.T
    return np.column_stack([np.ones(len(X)), x1, x2, x1**2, x1 * x2, x2**2])


def n_monomials(d, degree):
    r"""Number of monomials of degree at most p in d inputs, the constant included.

    .. math:: D = \binom{d + p}{p}

    Parameters
    ----------
    d : int, >= 0
        Number of inputs.
    degree : int, >= 0
        Highest total degree p.

    Returns
    -------
    int
        The number D of features.

    Raises
    ------
    ValueError
        If an argument is not a whole number >= 0.

    References
    ----------
    Lecture CS577-featuremap-2d, the question "D = ?".

    Examples
    --------
    Two inputs, degree 2: 1, x1, x2, x1^2, x1 x2, x2^2.

    >>> n_monomials(2, 2)
    6
    """
    _degree(d)
    _degree(degree)
    return math.comb(d + degree, degree)


# --- 03: collapse and activations -------------------------------------------------------------


def linear_collapse(W1, b1, W2, b2):
    r"""The one affine layer that two affine layers in a row amount to.

    .. math:: (f W_1 + b_1) W_2 + b_2 = f\,(W_1 W_2) + (b_1 W_2 + b_2)

    Parameters
    ----------
    W1 : array of numbers, shape (d, v)
        Weights of the first layer.
    b1 : array of numbers, shape (1, v)
        Its bias.
    W2 : array of numbers, shape (v, m)
        Weights of the second layer.
    b2 : array of numbers, shape (1, m)
        Its bias.

    Returns
    -------
    (W, b) : arrays of float, shapes (d, m) and (1, m)
        Weights and bias of the single layer f W + b.

    Raises
    ------
    TypeError
        If an argument does not hold real numbers.
    ValueError
        If the shapes do not chain ("weights stored as (out, in)").

    Notes
    -----
    Rows are examples, so the first layer stands on the left; the slides' column form has the
    product the other way round (erratum MAY-01). The first bias passes through the second layer.

    References
    ----------
    Lectures MAY24-1.0f, MAY25-1.0f, CS577-varying-map, CS577-linear-2layer, ALICE-5.2a.

    Examples
    --------
    (2 f + 1) 3 + 4 = 6 f + 7.

    >>> linear_collapse([[2]], [[1]], [[3]], [[4]])
    (array([[6.]]), array([[7.]]))
    """
    W1, b1, W2, b2 = _two_layers(W1, b1, W2, b2)
    W = W1 @ W2  # (d, v) @ (v, m) -> (d, m); the slide writes columns: W2 W1
    b = b1 @ W2 + b2  # (1, v) @ (v, m) + (1, m) -> (1, m)
    return W, b


def _two_layers(W1, b1, W2, b2):
    """Return the four parameters as floats after checking that their shapes chain."""
    W1, W2 = _matrix(W1, "(d, v)", "W1"), _matrix(W2, "(v, m)", "W2")
    b1, b2 = _matrix(b1, "(1, v)", "b1"), _matrix(b2, "(1, m)", "b2")
    v, m = W1.shape[1], W2.shape[1]
    for name, array, shape in (("b1", b1, (1, v)), ("W2", W2, (v, m)), ("b2", b2, (1, m))):
        if array.shape != shape:
            cause = "weights stored as (out, in), or the layers in the wrong order"
            raise ValueError(_message(name, f"shape {shape}", f"shape {array.shape}", cause))
    return W1, b1, W2, b2


def step(x, at_zero=0.0):
    r"""Hard threshold: 1 right of zero, 0 left of it, elementwise.

    .. math:: \mathrm{step}(x) = 1 \text{ if } x > 0,\quad 0 \text{ if } x < 0

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    at_zero : float
        Value at x = 0, which the formula leaves open.

    Returns
    -------
    array of float, shape of `x`
        0, 1, or `at_zero`.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    The table of MAY24-1.0g needs step(0) = 0; the indicator of ALICE-5.4b has the value 1 there.
    The slope is 0 wherever it exists: gradient descent learns nothing through a step.

    References
    ----------
    Lectures MAY24-1.0g, MAY25-1.0g, ALICE-5.4b; errata MAY-03, X-02.

    Examples
    --------
    >>> step([-2, 0, 3])
    array([0., 0., 1.])
    >>> step(0, at_zero=1.0)
    np.float64(1.0)
    """
    x = _floats(x)
    return np.heaviside(x, at_zero)  # 0 for x < 0, at_zero for x = 0, 1 for x > 0


def sigmoid(x):
    r"""Logistic sigmoid, elementwise.

    .. math:: \sigma(x) = \frac{1}{1 + e^{-x}} = \frac{e^x}{1 + e^x}

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation, or a log-odds.

    Returns
    -------
    array of float, shape of `x`
        Values in (0, 1); far out they round to 0 or 1.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    The first form overflows for very negative x, the second for very positive x. Each is used
    where its exponential is at most 1.

    References
    ----------
    Lectures MAY24-1.2a, MAY25-1.2a, ALICE-5.4c (slope a: sigmoid(a x)).

    Examples
    --------
    >>> sigmoid([-1000, 0, 1000])
    array([0. , 0.5, 1. ])
    """
    x = _floats(x)
    e = np.exp(-np.abs(x))  # in (0, 1]: cannot overflow
    return np.where(x >= 0, 1, e) / (1 + e)


def sigmoid_grad(x):
    r"""Derivative of the sigmoid at the pre-activation x, elementwise.

    .. math:: \sigma'(x) = \sigma(x)\,(1 - \sigma(x)) = \sigma(x)\,\sigma(-x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation, not the sigmoid's output.

    Returns
    -------
    array of float, shape of `x`
        Slopes in (0, 0.25], largest at 0.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    1 - sigmoid(x) loses all digits for x > 37; sigmoid(-x) is the same number with all of them.

    References
    ----------
    Lectures NPFL129-sigma-derivative, MAY24-1.2a, MAY24-1.2d.

    Examples
    --------
    >>> sigmoid_grad(0)
    np.float64(0.25)
    """
    x = _floats(x)
    return sigmoid(x) * sigmoid(-x)


def tanh_grad(x):
    r"""Derivative of tanh at the pre-activation x, elementwise.

    .. math:: \tanh'(x) = 1 - \tanh^2(x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation, not the tanh's output.

    Returns
    -------
    array of float, shape of `x`
        Slopes in [0, 1], 1 at 0.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    Absolute error below 1e-15. Beyond |x| = 19 the true slope is below 1e-15 and rounds to 0;
    4 * sigmoid_grad(2 * x) keeps its digits there.

    References
    ----------
    Lectures MAY24-1.2b, MAY25-1.2b, MAY24-1.2d.

    Examples
    --------
    >>> tanh_grad([0, 1]).round(6)
    array([1.      , 0.419974])
    """
    x = _floats(x)
    return 1 - np.tanh(x) ** 2


def arctan_grad(x):
    r"""Derivative of arctan at the pre-activation x, elementwise.

    .. math:: \arctan'(x) = \frac{1}{1 + x^2}

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.

    Returns
    -------
    array of float, shape of `x`
        Slopes in (0, 1], 1 at 0.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    It falls like 1 / x**2, the slopes of sigmoid and tanh exponentially. Arctan is the inverse of
    tan, not of tanh (erratum MAY-05).

    References
    ----------
    Lectures MAY24-1.2c, MAY25-1.2c.

    Examples
    --------
    >>> arctan_grad([0, 1, 3])
    array([1. , 0.5, 0.1])
    """
    x = _floats(x)
    return 1 / (1 + x**2)


def relu(x):
    r"""Rectified linear unit, elementwise.

    .. math:: \mathrm{relu}(x) = \max(0, x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.

    Returns
    -------
    array of float, shape of `x`
        x where it is positive, else 0.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    References
    ----------
    Nair, Hinton (2010). Lectures MAY24-1.2e, MAY25-1.2e, CS577-relu, ALICE-5.4d.

    Examples
    --------
    >>> relu([-2, 0, 3])
    array([0., 0., 3.])
    """
    x = _floats(x)
    return np.maximum(0, x)


def relu_grad(x, at_zero=1.0):
    r"""Derivative of relu at the pre-activation x, elementwise.

    .. math:: \mathrm{relu}'(x) = 1 \text{ if } x > 0,\quad 0 \text{ if } x < 0

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    at_zero : float, usually 0 or 1
        Value at the kink x = 0, where no derivative exists.

    Returns
    -------
    array of float, shape of `x`
        0, 1, or `at_zero`.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    At the kink the lectures take 1 (the condition is x >= 0), the usual frameworks 0. This is a
    convention, and it can matter: the lecture's XOR network has 4 of its 8 pre-activations at
    exactly 0 (erratum MAY-09). -0.0 counts as 0.

    References
    ----------
    Lectures MAY24-1.3o, MAY25-1.3o, CS577-relu, ALICE-5.4d.

    Examples
    --------
    >>> relu_grad([-2, 0, 3])
    array([0., 1., 1.])
    >>> relu_grad([-2, 0, 3], at_zero=0.0)
    array([0., 0., 1.])
    """
    x = _floats(x)
    return np.heaviside(x, at_zero)  # 0 for x < 0, at_zero for x = 0, 1 for x > 0


def leaky_relu(x, alpha=0.01):
    r"""Leaky ReLU: a small slope left of zero, elementwise.

    .. math:: x \text{ if } x > 0,\quad \alpha x \text{ otherwise}

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    alpha : float, usually in [0, 1)
        Slope for x < 0. As a trained parameter it makes this the parametric ReLU (PReLU).

    Returns
    -------
    array of float, shape of `x`
        The activations.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    References
    ----------
    Maas, Hannun, Ng (2013). Lectures MAY24-1.2f, MAY25-1.2f, ALICE-5.4e.

    Examples
    --------
    >>> leaky_relu([-2, 3])
    array([-0.02,  3.  ])
    """
    x = _floats(x)
    return np.maximum(0, x) + alpha * np.minimum(0, x)


def leaky_relu_grad(x, alpha=0.01, at_zero=1.0):
    r"""Derivative of the leaky ReLU at the pre-activation x, elementwise.

    .. math:: 1 \text{ if } x > 0,\quad \alpha \text{ if } x < 0

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    alpha : float
        Slope for x < 0.
    at_zero : float
        Value at the kink x = 0, where no derivative exists.

    Returns
    -------
    array of float, shape of `x`
        1, alpha, or `at_zero`.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    Never 0 for alpha > 0: a unit cannot die.

    References
    ----------
    Lectures MAY24-1.2f, ALICE-5.4e.

    Examples
    --------
    >>> leaky_relu_grad([-2, 0, 3])
    array([0.01, 1.  , 1.  ])
    """
    x = _floats(x)
    return np.heaviside(x, at_zero) + alpha * (x < 0)


def prelu_grads(x, alpha, at_zero=1.0):
    r"""Both derivatives of the parametric ReLU, elementwise: with respect to x and to alpha.

    .. math:: \frac{\partial}{\partial x} = 1 \text{ or } \alpha, \qquad
              \frac{\partial}{\partial \alpha} = \min(0, x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    alpha : float
        The trained slope for x < 0.
    at_zero : float
        Value of the first derivative at the kink x = 0.

    Returns
    -------
    (d_x, d_alpha) : two arrays of float, each in the shape of `x`
        Sum d_alpha over the entries that share the parameter.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    The activation itself is `leaky_relu(x, alpha)`. What makes it "parametric" is that alpha is
    trained (erratum AL-44).

    References
    ----------
    He, Zhang, Ren, Sun (2015). Lecture ALICE-5.4e.

    Examples
    --------
    >>> d_x, d_alpha = prelu_grads([-2, 3], 0.25)
    >>> d_x
    array([0.25, 1.  ])
    >>> d_alpha
    array([-2.,  0.])
    """
    x = _floats(x)
    return leaky_relu_grad(x, alpha, at_zero), np.minimum(0, x)


def gelu(x):
    r"""Gaussian error linear unit, exact, elementwise.

    .. math:: \mathrm{gelu}(x) = x\,\Phi(x)
              = \frac{x}{2}\Bigl(1 + \mathrm{erf}\frac{x}{\sqrt 2}\Bigr)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.

    Returns
    -------
    array of float, shape of `x`
        x times the probability that a standard normal draw lies below x.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    The popular tanh formula differs from this by up to 5e-4.

    References
    ----------
    Hendrycks, Gimpel (2016). Lectures MAY24-1.2f, MAY24-1.2g, MAY25-1.2g.

    Examples
    --------
    >>> gelu([-1, 0, 1]).round(6)
    array([-0.158655,  0.      ,  0.841345])
    """
    x = _floats(x)
    return x * (1 + _erf(x / math.sqrt(2))) / 2


def gelu_grad(x):
    r"""Derivative of the exact GELU at the pre-activation x, elementwise.

    .. math:: \mathrm{gelu}'(x) = \Phi(x) + x\,\varphi(x), \qquad
              \varphi(x) = \frac{e^{-x^2/2}}{\sqrt{2\pi}}

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.

    Returns
    -------
    array of float, shape of `x`
        Slopes, 0.5 at 0; slightly below 0 or above 1 in places (the curve is not monotone).

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    References
    ----------
    Hendrycks, Gimpel (2016). Lectures MAY24-1.2f, MAY24-1.2g.

    Examples
    --------
    >>> gelu_grad([-1, 0, 1]).round(6)
    array([-0.083315,  0.5     ,  1.083315])
    """
    x = _floats(x)
    Phi = (1 + _erf(x / math.sqrt(2))) / 2  # distribution function of the standard normal
    phi = np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi)  # its density
    return Phi + x * phi


def swish(x, beta=1.0):
    r"""Swish, the sigmoid-weighted input, elementwise.

    .. math:: \mathrm{swish}_\beta(x) = x\,\sigma(\beta x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    beta : float, > 0
        Sharpness: towards 0 it tends to x / 2, for large beta to relu. beta = 1 is also
        called SiLU.

    Returns
    -------
    array of float, shape of `x`
        The activations; the smallest is about -0.278 / beta.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    References
    ----------
    Ramachandran, Zoph, Le (2017). Lectures MAY24-1.2f, MAY24-1.2g, MAY25-1.2g.

    Examples
    --------
    >>> swish([-1, 0, 1]).round(6)
    array([-0.268941,  0.      ,  0.731059])
    """
    x = _floats(x)
    return x * sigmoid(beta * x)


def swish_grad(x, beta=1.0):
    r"""Derivative of swish at the pre-activation x, elementwise.

    .. math:: \mathrm{swish}_\beta'(x) = \sigma(\beta x) + \beta x\,\sigma'(\beta x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    beta : float, > 0
        Sharpness, as in `swish`.

    Returns
    -------
    array of float, shape of `x`
        Slopes, 0.5 at 0.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    References
    ----------
    Ramachandran, Zoph, Le (2017). Lecture MAY24-1.2f.

    Examples
    --------
    >>> swish_grad([0, 1]).round(6)
    array([0.5     , 0.927671])
    """
    x = _floats(x)
    return sigmoid(beta * x) + beta * x * sigmoid_grad(beta * x)


def swiglu(x, W, V, beta=1.0):
    r"""Gated layer: a swish of one linear map times another linear map.

    .. math:: \mathrm{SwiGLU}(x) = \mathrm{swish}_\beta(x W) \odot (x V)

    Parameters
    ----------
    x : array of numbers, shape (t, d)
        One example per row.
    W : array of numbers, shape (d, v)
        Weights of the gate.
    V : array of numbers, shape (d, v)
        Weights of the values.
    beta : float, > 0
        Sharpness of the swish.

    Returns
    -------
    array of float, shape (t, v)
        Activations of the layer.

    Raises
    ------
    TypeError
        If an argument does not hold real numbers.
    ValueError
        If the shapes do not fit ("an elementwise function was expected").

    Notes
    -----
    Not an elementwise function and not a mix of swish and GELU, as the slide has it: GLU stands
    for gated linear unit (erratum MAY-06).

    References
    ----------
    Shazeer (2020). Lectures MAY24-1.2f, MAY25-1.2f.

    Examples
    --------
    One input, one unit: swish(1) * 2.

    >>> swiglu([[1.0]], [[1.0]], [[2.0]]).round(6)
    array([[1.462117]])
    """
    x, W, V = _matrix(x, "(t, d)", "x"), _matrix(W, "(d, v)", "W"), _matrix(V, "(d, v)", "V")
    if W.shape != V.shape or x.shape[1] != W.shape[0]:
        got = f"x {x.shape}, W {W.shape}, V {V.shape}"
        cause = "weights stored as (out, in); swiglu is a layer with two weight matrices"
        raise ValueError(_message("swiglu", "x (t, d), W (d, v), V (d, v)", got, cause))
    return swish(x @ W, beta) * (x @ V)


def softplus(x):
    r"""Softplus, a smooth relu, elementwise.

    .. math:: \mathrm{softplus}(x) = \log(1 + e^x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.

    Returns
    -------
    array of float, shape of `x`
        Positive numbers, ln 2 at 0; they approach relu on both sides.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    logaddexp(a, b) = log(e^a + e^b) takes the larger exponent out first; 1 = e^0.

    References
    ----------
    Dugas, Bengio, Bélisle, Nadeau, Garcia (2001). Lecture ALICE-5.4f.

    Examples
    --------
    >>> softplus([-1000, 0, 1]).round(6)
    array([0.      , 0.693147, 1.313262])
    """
    x = _floats(x)
    return np.logaddexp(0, x)  # log(e^0 + e^x)


def softplus_grad(x):
    r"""Derivative of softplus at the pre-activation x, elementwise: the sigmoid.

    .. math:: \mathrm{softplus}'(x) = \frac{e^x}{1 + e^x} = \sigma(x)

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.

    Returns
    -------
    array of float, shape of `x`
        Slopes in (0, 1), 0.5 at 0.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    References
    ----------
    Lecture ALICE-5.4f.

    Examples
    --------
    >>> softplus_grad(0)
    np.float64(0.5)
    """
    return sigmoid(x)


def elu(x, alpha=1.0):
    r"""Exponential linear unit, elementwise.

    .. math:: x \text{ if } x > 0,\quad \alpha\,(e^x - 1) \text{ otherwise}

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    alpha : float, > 0
        The value -alpha is approached on the far left.

    Returns
    -------
    array of float, shape of `x`
        Activations above -alpha.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    expm1(x) = e^x - 1 without cancellation near 0; min(0, x) keeps it from overflowing on the
    right, where its value is 0 and the other term speaks.

    References
    ----------
    Clevert, Unterthiner, Hochreiter (2016). Lecture ALICE-5.4f.

    Examples
    --------
    >>> elu([-1, 0, 2]).round(6)
    array([-0.632121,  0.      ,  2.      ])
    """
    x = _floats(x)
    return np.maximum(0, x) + alpha * np.expm1(np.minimum(0, x))


def elu_grad(x, alpha=1.0):
    r"""Derivative of the ELU at the pre-activation x, elementwise.

    .. math:: 1 \text{ if } x > 0,\quad \alpha\,e^x \text{ otherwise}

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    alpha : float, > 0
        As in `elu`.

    Returns
    -------
    array of float, shape of `x`
        Slopes, positive.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.

    Notes
    -----
    At 0 the left branch gives alpha. With alpha = 1 there is no kink.

    References
    ----------
    Clevert, Unterthiner, Hochreiter (2016). Lecture ALICE-5.4f.

    Examples
    --------
    >>> elu_grad([-1, 0, 2]).round(6)
    array([0.367879, 1.      , 1.      ])
    """
    x = _floats(x)
    return np.where(x > 0, 1, alpha) * np.exp(np.minimum(0, x))


def power(x, p):
    r"""Power nonlinearity, elementwise.

    .. math:: \phi(x) = x^p

    Parameters
    ----------
    x : scalar, list or array of numbers, any shape
        Pre-activation.
    p : int, >= 0
        Exponent.

    Returns
    -------
    array of float, shape of `x`
        The powers; 0**0 = 1.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.
    ValueError
        If p is not a whole number >= 0 ("a root of a negative number").

    Notes
    -----
    It keeps layers from collapsing (p >= 2), but it grows without bound: through L layers the
    degree is p**L (errata AL-37, AL-42).

    References
    ----------
    Lecture ALICE-5.4a.

    Examples
    --------
    >>> power([-2, 3], 2)
    array([4., 9.])
    """
    x = _floats(x)
    if not isinstance(p, (int, np.integer)) or p < 0:
        cause = "a root, which negative x do not have, or a pole at 0"
        raise ValueError(_message("p", "a whole number >= 0", repr(p), cause))
    return x**p


# --- 04: softmax and cross-entropy ------------------------------------------------------------


def logsumexp(z):
    r"""Logarithm of the sum of exponentials over the last axis.

    .. math:: \log\sum_j e^{z_j} = a + \log\sum_j e^{z_j - a}, \qquad a = \max_j z_j

    Parameters
    ----------
    z : array or list of numbers, shape (m,) or (t, m), m >= 1
        Logits.

    Returns
    -------
    float, or array of float of shape (t,)
        Between the largest logit and the largest logit + log m.

    Raises
    ------
    TypeError
        If `z` does not hold real numbers.
    ValueError
        If there is no logit.

    Notes
    -----
    The right-hand side holds for every a. The largest logit of the *own row* keeps each
    exponential at most 1 and the sum at least 1: neither overflow nor log 0.

    References
    ----------
    Blanchard, Higham, Higham (2021). Lecture ALICE-4.3.2.

    Examples
    --------
    >>> round(logsumexp([1000, 1001, 1002]), 6)
    np.float64(1002.407606)
    """
    z = _logits(z)
    a = z.max(axis=-1, keepdims=True)  # (t, 1): one shift per row
    return a[..., 0] + np.log(np.exp(z - a).sum(axis=-1))


def softmax(z):
    r"""Logits to probabilities, over the last axis.

    .. math:: o_y = \frac{e^{z_y}}{\sum_i e^{z_i}}

    Parameters
    ----------
    z : array or list of numbers, shape (m,) or (t, m), m >= 1
        Logits.

    Returns
    -------
    array of float, shape of `z`
        Probabilities o; each row is in [0, 1] and sums to 1.

    Raises
    ------
    TypeError
        If `z` does not hold real numbers.
    ValueError
        If there is no logit.

    Notes
    -----
    Adding one number to all logits of a row changes nothing, so the largest is subtracted first:
    no exponential exceeds 1. For large grids of few classes hand over logits that are stored
    class by class, as in `softmax((U.T @ h.T).T)`: NumPy then runs along the long axis.

    References
    ----------
    Lectures MAY24-1.3a, MAY25-1.3a, ALICE-4.2.1b, NPFL129-softmax-logits.

    Examples
    --------
    >>> softmax([1, 2, 3]).round(6)
    array([0.090031, 0.244728, 0.665241])
    """
    z = _logits(z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))  # (t, m), at most 1
    return e / e.sum(axis=-1, keepdims=True)


def softmax_jacobian(z):
    r"""All derivatives of the softmax probabilities with respect to the logits.

    .. math:: J_{ij} = \frac{\partial o_i}{\partial z_j} = o_i\,(\delta_{ij} - o_j),
              \qquad J = \mathrm{diag}(o) - o^\top o

    Parameters
    ----------
    z : array or list of numbers, shape (m,)
        Logits of one example.

    Returns
    -------
    array of float, shape (m, m)
        Row i: how o_i moves. Symmetric, rows sum to 0, positive semidefinite, rank m - 1; the
        covariance matrix of a one-hot draw with probabilities o.

    Raises
    ------
    TypeError
        If `z` does not hold real numbers.
    ValueError
        If `z` is not a vector ("a batch: call it row by row").

    References
    ----------
    Lectures MAY24-1.3e, MAY24-1.3f, MAY24-1.3g, MAY25-1.3f, MAY25-1.3g.

    Examples
    --------
    Two equal logits: o = (0.5, 0.5).

    >>> softmax_jacobian([0, 0])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    z = _with_ndim(z, 1, "(m,)", "z", "a batch of logits; call it row by row")
    o = softmax(z)
    return np.diag(o) - np.outer(o, o)


def cross_entropy(z, y):
    r"""Mean negative log probability of the correct labels.

    .. math:: \ell = -\frac1t \sum_n \log \mathrm{softmax}(z_n)_{y_n}
                   = \frac1t \sum_n \Bigl(\log\sum_j e^{z_{nj}} - z_{n y_n}\Bigr)

    Parameters
    ----------
    z : array or list of numbers, shape (t, m)
        Logits, one row per example.
    y : array or list of int, shape (t,)
        Labels from 0 to m - 1.

    Returns
    -------
    float
        The loss in nats, >= 0; ln m for a model that knows nothing.

    Raises
    ------
    TypeError
        If `z` does not hold real numbers or `y` no integers.
    ValueError
        If the shapes differ ("one-hot rows") or a label is outside 0..m-1 ("counted from 1").

    Notes
    -----
    Takes logits, not probabilities: log(softmax(z)) is -inf for a confidently wrong row, while
    logsumexp(z) - z[y] is the true large number.

    References
    ----------
    Lectures MAY24-1.3b, MAY25-1.3b, ALICE-4.2.2, ALICE-4.3.2.

    Examples
    --------
    >>> round(cross_entropy([[1, 2, 3]], [2]), 6)
    np.float64(0.407606)
    """
    z = _matrix(z, "(t, m)", "z")
    t, m = z.shape
    y = _labels(y, t, m)
    return (logsumexp(z) - z[np.arange(t), y]).mean()


def ce_logits_gradient(z, T):
    r"""Gradient of the mean cross-entropy with respect to the logits.

    .. math:: d_z = \frac{o - T}{t}, \qquad o = \mathrm{softmax}(z)

    Parameters
    ----------
    z : array or list of numbers, shape (t, m)
        Logits, one row per example.
    T : array of numbers, shape (t, m)
        Targets: one-hot rows, or soft rows that sum to 1.

    Returns
    -------
    array of float, shape (t, m)
        Each row sums to 0.

    Raises
    ------
    TypeError
        If an argument does not hold real numbers.
    ValueError
        If the shapes differ ("integer labels: use one_hot").

    Notes
    -----
    The loss is a mean, so there is exactly one 1/t in the whole backward pass, and it is here
    (erratum MAY-13).

    References
    ----------
    Lectures MAY24-1.3h (equation 1), MAY24-1.3i, MAY25-1.3h, MAY25-1.3i.

    Examples
    --------
    >>> ce_logits_gradient([[1, 2, 3]], np.array([[0, 0, 1]])).round(6)
    array([[ 0.090031,  0.244728, -0.334759]])
    """
    z, T = _matrix(z, "(t, m)", "z"), _floats(T, "T")
    if T.shape != z.shape:
        cause = "integer labels where one-hot rows were meant; use one_hot(y, m)"
        raise ValueError(_message("T", f"shape {z.shape} as z", f"shape {T.shape}", cause))
    t = len(z)
    o = softmax(z)
    return (o - T) / t


def temperature_softmax(z, tau):
    r"""Softmax of the logits divided by a temperature.

    .. math:: o = \mathrm{softmax}(z / \tau)

    Parameters
    ----------
    z : array or list of numbers, shape (m,) or (t, m)
        Logits.
    tau : float, > 0
        Temperature: above 1 towards uniform, below 1 towards the largest logit.

    Returns
    -------
    array of float, shape of `z`
        Probabilities; their order is that of the logits.

    Raises
    ------
    TypeError
        If `z` does not hold real numbers.
    ValueError
        If tau <= 0 ("the limit tau -> 0 is the argmax"), or there is no logit.

    Notes
    -----
    Limits: 1/m for tau to infinity; for tau to 0 one-hot, or shared equally among tied largest
    logits (erratum AL-26).

    References
    ----------
    Guo, Pleiss, Sun, Weinberger (2017). Lecture ALICE-4.2.1c.

    Examples
    --------
    >>> temperature_softmax([1, 2, 3], 10).round(6)
    array([0.30061 , 0.332225, 0.367165])
    """
    _positive(tau, "tau", "the limit tau -> 0 was meant; take the argmax")
    return softmax(_logits(z) / tau)


def one_hot(y, m):
    r"""Integer labels to rows with a single 1.

    .. math:: T_{nj} = 1 \text{ if } j = y_n,\quad 0 \text{ otherwise}

    Parameters
    ----------
    y : array or list of int, shape (t,)
        Labels from 0 to m - 1.
    m : int, >= 1
        Number of classes; it cannot be read off a batch that lacks the last class.

    Returns
    -------
    array of float, shape (t, m)
        The targets T.

    Raises
    ------
    TypeError
        If `y` does not hold integers.
    ValueError
        If `y` is not a vector or a label is outside 0..m-1 ("counted from 1").

    References
    ----------
    Lectures MAY24-1.3b, MAY24-1.3i, ALICE-4.2.

    Examples
    --------
    >>> one_hot([2, 0], 3)
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    t = len(y) if np.ndim(y) else 0
    y = _labels(y, t, m)
    T = np.zeros((t, m))
    T[np.arange(t), y] = 1
    return T


def label_smoothing(T, eps):
    r"""Move a little probability from the target class to all classes.

    .. math:: T' = (1 - \varepsilon)\,T + \frac{\varepsilon}{m}

    Parameters
    ----------
    T : array of numbers, shape (t, m)
        Target rows that sum to 1, usually one-hot.
    eps : float, in [0, 1]
        Probability to share out; 0 changes nothing, 1 leaves uniform rows.

    Returns
    -------
    array of float, shape (t, m)
        Target rows that sum to 1.

    Raises
    ------
    TypeError
        If `T` does not hold real numbers.
    ValueError
        If `T` is not a table ("integer labels: use one_hot") or eps lies outside [0, 1].

    References
    ----------
    Szegedy, Vanhoucke, Ioffe, Shlens, Wojna (2016). Lecture MAY24-1.3b, footnote.

    Examples
    --------
    >>> label_smoothing(np.array([[0, 1]]), 0.1)
    array([[0.05, 0.95]])
    """
    T = _with_ndim(T, 2, "(t, m)", "T", "integer labels; use one_hot(y, m)")
    if not 0 <= eps <= 1:
        raise ValueError(_message("eps", "a fraction in [0, 1]", eps, "a percentage"))
    m = T.shape[1]
    return (1 - eps) * T + eps / m
