r"""Gradients by differences, and the check of a backward pass against them.

A formula for a derivative is a claim; a central difference decides it. This is slow and only a
check; the backward pass itself is in `mlp`. Values that are not real numbers raise a TypeError;
shapes that do not fit, unknown keys and steps h <= 0 a ValueError.
"""

import math

import numpy as np

from .activations import relu
from .checks import floats, positive
from .errors import message
from .losses import logsumexp
from .mlp import backward_values, check_shapes, forward_values

__all__ = ["LINES", "first_wrong_line", "gradient_check", "numerical_gradient"]

LINES = ("d_z", "d_U", "d_b_U", "d_h", "d_k", "d_H", "d_b_H")  # the lecture's order


def numerical_gradient(f, x, h=1e-5):
    r"""Gradient of f at x by central differences.

    .. math:: g_i = \frac{f(x + h\,e_i) - f(x - h\,e_i)}{2h}

    f takes an array of the shape of x and returns one number. The result has the shape of x, in
    units of f per unit of x; h > 0 is the step in the unit of x: the error is of order h**2 from
    the formula and of order 1e-16 / h from rounding; 1e-5 keeps both near 1e-10.
    Lectures ALICE-2.2.1, ALICE-6.1.2a.

    f(x) = x1**2 + 3 x2 has the gradient (2 x1, 3).
    >>> numerical_gradient(lambda x: x[0] ** 2 + 3 * x[1], [2, 5]).round(6)
    array([4., 3.])
    """
    positive(h, "h", "a step of zero or a negative step")
    x = floats(x)
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
        raise ValueError(message("f(x)", "one number", f"an array of shape {shape}", cause))


def gradient_check(params, f, T, gradients=None, h=1e-5):
    r"""Relative error of each line of a backward pass against central differences.

    .. math:: \frac{\max |g - \hat g|}{\max(\max|g|,\, \max|\hat g|,\, 10^{-4})}

    For `params` as in `mlp` and a small batch f (t, d), T (t, m): two forward passes per number,
    with step h. `gradients` are those to check, under the names of `LINES` or the keys of
    `mlp_backward`; without them `backward_values` is checked. Returns a dict, name of the line ->
    error: below 1e-6 the line is right; a wrong shape gives infinity.

    d_z, d_h, d_k are checked as derivatives of the summed loss (no 1/t), the four parameter
    gradients as derivatives of the mean. Choose inputs with no pre-activation at 0: there the
    central difference is halfway between the two one-sided slopes, whatever relu'(0) is.
    Lectures MAY24-1.3i to MAY24-1.3p, ALICE-6.1.2a.

    A forgotten 1/t in d_H, batch of four: the error is 1 - 1/4.
    >>> from course_utils.maths.mlp import initialise
    >>> rng = np.random.default_rng(0)
    >>> params, f, T = initialise(3, 5, 2, rng), rng.normal(size=(4, 3)), np.eye(2)[[0, 1, 1, 0]]
    >>> lines = backward_values(f, T, **params)
    >>> errors = gradient_check(params, f, T, {**lines, "d_H": 4 * lines["d_H"]})
    >>> round(errors["d_H"], 6), errors["d_U"] < 1e-6
    (0.75, True)
    """
    H, b_H, U, b_U = (np.asarray(params[name], float) for name in ("H", "b_H", "U", "b_U"))
    check_shapes(f, H, b_H, U, b_U, T)
    t, at = len(f), forward_values(f, H, b_H, U, b_U)
    gradients = _named_lines(gradients or backward_values(f, T, H, b_H, U, b_U))

    def total(z):
        return float((logsumexp(z) - (T * z).sum(axis=1)).sum())

    pieces = {  # name: (the loss as a function of this quantity, its value)
        "d_z": (total, at["z"]),
        "d_U": (lambda U: total(at["h"] @ U + b_U) / t, U),
        "d_b_U": (lambda b_U: total(at["h"] @ U + b_U) / t, b_U),
        "d_h": (lambda h: total(h @ U + b_U), at["h"]),
        "d_k": (lambda k: total(relu(k) @ U + b_U), at["k"]),
        "d_H": (lambda H: total(relu(f @ H + b_H) @ U + b_U) / t, H),
        "d_b_H": (lambda b_H: total(relu(f @ H + b_H) @ U + b_U) / t, b_H),
    }
    return {name: _relative_error(gradients[name], numerical_gradient(*pieces[name], h))
            for name in LINES if name in gradients}


def _named_lines(gradients):
    """Return gradients under the names of LINES after checking that each name is known."""
    named = {name if name.startswith("d_") else f"d_{name}": g for name, g in gradients.items()}
    unknown = set(named) - {*LINES, "d_f"}
    if unknown:
        raise ValueError(message("gradients", f"some of {', '.join(LINES)}", sorted(unknown),
                                 "a misspelt key"))
    return named


def _relative_error(analytic, numeric):
    """Largest difference as a fraction of the largest entry; infinite for another shape."""
    analytic = np.asarray(analytic, float)
    if analytic.shape != numeric.shape:
        return math.inf
    scale = max(np.abs(analytic).max(), np.abs(numeric).max(), 1e-4)
    return float(np.abs(analytic - numeric).max() / scale)


def first_wrong_line(errors, tolerance=1e-6):
    """Name of the first line whose error exceeds the tolerance, or None.

    `errors` is what `gradient_check` returns. The lines after the first wrong one build on it.
    Lecture NPFL129-mlp-derivs (go backwards one quantity at a time).

    >>> first_wrong_line({"d_z": 1e-10, "d_U": 0.5, "d_h": 0.9})
    'd_U'
    """
    if not errors:
        raise ValueError(message("errors", "at least one line", "none", "an empty dict"))
    return next((name for name, error in errors.items() if not error <= tolerance), None)
