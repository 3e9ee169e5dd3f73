r"""Jacobians by differences, and descent with one step size, with and without momentum.

A point x has d coordinates, shape (d,). `grad` takes a point and returns the gradient there, shape
(d,). eta is a step size in units of x per unit of the gradient, lam the part of the last step that
is kept, from 0 (gradient descent) to 1. Values that are not real numbers raise a TypeError, a wrong
shape or a number out of range a ValueError.
"""

import numpy as np

from .checks import at_least_zero, positive, vector
from .errors import message

__all__ = ["best_step", "descend", "jacobian", "momentum_weights"]


def jacobian(f, x, h=1e-5):
    r"""All partial derivatives of a vector function at x by central differences.

    .. math:: J_{ij} = \frac{\partial y_i}{\partial x_j}
              \approx \frac{f_i(x + h\,e_j) - f_i(x - h\,e_j)}{2h}

    f takes an array (d,), like x, and returns y (c,). Shape (c, d): row i is the gradient of output
    i, column j what all outputs do when input j moves (the lecture says it the other way round,
    erratum AL-02). h > 0 is the step in the unit of x. Lectures ALICE-2.2.2a, ALICE-6.1.2a.

    f(x) = (x1 x2, 3 x1, x2) at (2, 5):
    >>> jacobian(lambda x: np.array([x[0] * x[1], 3 * x[0], x[1]]), [2, 5]).round(6).tolist()
    [[5.0, 2.0], [3.0, 0.0], [0.0, 1.0]]
    """
    positive(h, "h", "a step of zero or a negative step")
    x = vector(x, "(d,)", "x")
    columns = []
    for j in range(len(x)):
        h_e = np.zeros(len(x))  # the step h e_j: zero everywhere but at entry j
        h_e[j] = h
        up, down = _outputs(f, x + h_e), _outputs(f, x - h_e)
        columns.append((up - down) / (2 * h))
    return np.stack(columns, axis=1)


def _outputs(f, x):
    """The outputs of f at x, with one axis."""
    y = np.asarray(f(x), float)
    if y.ndim != 1:
        cause = "a single output; numerical_gradient is for it, or return np.array([y])"
        raise ValueError(message("f(x)", "an array (c,)", f"shape {y.shape}", cause))
    return y


def descend(grad, x, eta, steps, lam=0.0):
    r"""All points of a descent from x, shape (steps + 1, d), x first.

    .. math:: g_t = -\eta\, \nabla f(x_{t-1}) + \lambda\, g_{t-1}, \qquad x_t = x_{t-1} + g_t,
              \qquad g_0 = 0

    With lam = 0 this is gradient descent. Nothing keeps it from running away: numbers too large for
    the machine become inf, without a warning. Polyak (1964). Lectures ALICE-2.3b, ALICE-2.3.2.

    Half the square, from 8, with eta = 1/2:
    >>> descend(lambda x: x, [8.0], 0.5, 3).ravel().tolist()
    [8.0, 4.0, 2.0, 1.0]
    """
    if not eta >= 0:
        raise ValueError(message("eta", "a number from 0", eta, "ascent: the minus is here"))
    at_least_zero(steps, "steps", "a number of steps computed with /")
    _kept(lam)
    path = [vector(x, "(d,)", "x")]
    g = np.zeros_like(path[0])
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(steps):
            g = -eta * grad(path[-1]) + lam * g
            path.append(path[-1] + g)
    return np.array(path)


def best_step(c):
    r"""The step size that shrinks the slowest coordinate of a bowl fastest: (eta, factor).

    .. math:: f(x) = \tfrac12 \sum_j c_j x_j^2, \qquad
              \eta = \frac{2}{\min c + \max c}, \qquad
              \max_j |1 - \eta c_j| = \frac{\max c - \min c}{\max c + \min c}

    c, shape (d,), contains the curvatures, all above 0. A step of gradient descent multiplies
    coordinate j by 1 - eta c_j. Larger steps help the flat directions until the steepest one, which
    is thrown to the other side, has become as slow as they are.
    Lecture ALICE-2.3b (step size, erratum AL-06).

    >>> best_step(np.array([1, 3]))
    (0.5, 0.5)
    """
    c = vector(c, "(d,)", "c")
    if not (len(c) and np.all(c > 0)):
        cause = "a saddle, or a direction in which nothing curves"
        raise ValueError(message("c", "curvatures > 0", c.tolist(), cause))
    eta = 2 / (c.min() + c.max())
    return float(eta), float(np.abs(1 - eta * c).max())


def momentum_weights(etas, lam):
    r"""How much of each gradient since the start is in step t: w (t,).

    .. math:: g_t = -\sum_{i=1}^{t} w_i\, \nabla f(x_{i-1}), \qquad w_i = \lambda^{t-i}\, \eta_i

    etas (t,) are the step sizes of steps 1 to t: an old gradient keeps the one it came with (the
    lecture's expansion gives it the new one, erratum AL-10). Lecture ALICE-2.3.2.

    >>> momentum_weights(np.array([0.1, 0.1, 0.2]), 0.5).tolist()
    [0.025, 0.05, 0.2]
    """
    etas = vector(etas, "(t,)", "etas")
    _kept(lam)
    return lam ** np.arange(len(etas))[::-1] * etas


def _kept(lam):
    """Check that momentum keeps a part of the last step."""
    if not 0 <= lam <= 1:
        raise ValueError(message("lam", "a number from 0 to 1", lam, "a percentage or a sign"))
