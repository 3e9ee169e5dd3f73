r"""The network with one number in and one number out (CS577), small enough to watch its kinks.

Inputs x and targets y have shape (n,); hidden weights w1 and biases b1 and output weights w2 have
shape (v,), the output bias b2 is a number; `params` is a dict of these four. The loss is the mean
squared error. Shapes that do not fit ("a row or column where a vector is meant") raise a
ValueError.
"""

import math

import numpy as np

from .activations import relu, relu_grad
from .checks import finite_loss, whole
from .errors import message
from .mlp import sgd_step

__all__ = [
    "initialise_1d", "relu_net_1d", "relu_net_1d_fit", "relu_net_1d_gradients",
    "relu_net_1d_kinks",
]


def initialise_1d(v, rng, *, spread=0.0):
    r"""Random weights for the scalar-input network, kinks spread over an interval.

    A dict: 'w1', 'b1', 'w2' (v,) and 'b2'. The kinks -b1/w1 are uniform on [-spread, spread]; 0
    gives biases 0, as the lecture does, and all kinks at 0. Drawn from `rng`: w1, w2, then kinks.
    Lectures CS577-grad-setup, NPFL129-mlp-training.

    >>> params = initialise_1d(4, np.random.default_rng(0), spread=2.0)
    >>> bool(np.abs(relu_net_1d_kinks(params["w1"], params["b1"])).max() <= 2)
    True
    """
    whole(v, "v")
    w1 = rng.uniform(-1, 1, v)
    w2 = rng.uniform(-1, 1, v) / math.sqrt(v)
    return {"w1": w1, "b1": -w1 * rng.uniform(-spread, spread, v), "w2": w2, "b2": 0.0}


def relu_net_1d(x, w1, b1, w2, b2):
    r"""Output (n,) of the network with one number in and one number out.

    .. math:: z^{(i)} = w_2^\top \mathrm{relu}(w_1 x^{(i)} + b_1) + b_2

    Lecture CS577-grad-setup.

    relu(x) + relu(-x) is |x|:
    >>> relu_net_1d(np.array([-2.0, 3.0]), np.array([1, -1]), np.zeros(2), np.ones(2), 0).tolist()
    [2.0, 3.0]
    """
    x, w1, b1, w2 = _vectors(x, w1, b1, w2)
    return relu(np.outer(x, w1) + b1) @ w2 + b2


def relu_net_1d_kinks(w1, b1):
    r"""Inputs (v,) at which the hidden units switch on or off: where w1 x + b1 = 0.

    That is -b1/w1; nan for a unit with w1 = 0, which has no kink.
    Lecture CS577-grad-summary (in-class exercise 2).

    >>> relu_net_1d_kinks(np.array([2.0, 0.0]), np.array([1.0, 1.0])).tolist()
    [-0.5, nan]
    """
    _, w1, b1, _ = _vectors(np.zeros(0), w1, b1, w1)
    return np.divide(-b1, w1, out=np.full(w1.shape, np.nan), where=w1 != 0)


def relu_net_1d_gradients(x, y, w1, b1, w2, b2):
    r"""Gradients of the mean squared error with respect to the four parameters.

    .. math:: J = \frac1n \sum_i \bigl(y^{(i)} - z^{(i)}\bigr)^2, \qquad
              \frac{\partial J_i}{\partial b_2} = -2\,(y^{(i)} - z^{(i)})

    Under 'w1', 'b1', 'w2' (v,) and 'b2', a number. z is computed first and then y - z: the slides
    print (y - w g + b)^2, where the bias has the wrong sign, and (y - (y - z))^2, where the label
    is gone (errata CS-01, CS-02). The factor -2 (y - z) belongs to all four (CS-03). relu'(0) = 1.
    Lectures CS577-grad-w2, -b2, -w1-entry, -w1-vector, -b1, -summary.

    One unit, x = 2, y = 0: k = 2, z = 2 * 3 + 1 = 7, so -2 (y - z) = 14.
    >>> grads = relu_net_1d_gradients([2], [0], [1], [0], [3], 1)
    >>> {name: np.asarray(g).tolist() for name, g in grads.items()}
    {'w1': [84.0], 'b1': [42.0], 'w2': [28.0], 'b2': 14.0}
    """
    x, w1, b1, w2 = _vectors(x, w1, b1, w2)
    y = _targets(y, x)
    n = len(x)
    k = np.outer(x, w1) + b1           # (n, v)
    h = relu(k)
    z = h @ w2 + b2                    # (n,)
    d_z = -2 * (y - z)                 # (n,)    per example
    d_w2 = d_z @ h / n                 # (v,)
    d_b2 = d_z.mean()
    d_k = np.outer(d_z, w2) * relu_grad(k)
    d_w1 = x @ d_k / n                 # (v,)
    d_b1 = d_k.mean(axis=0)            # (v,)
    return {"w1": d_w1, "b1": d_b1, "w2": d_w2, "b2": d_b2}


def relu_net_1d_fit(params, x, y, *, lr, steps, keep_every):
    r"""Full-batch gradient descent on the scalar-input network, kept as a film.

    From `params`, takes `steps` steps with learning rate lr. Returns a list of dicts: 'step' (0,
    keep_every, ...), 'loss' (mean squared error), 'params'.
    Lecture CS577-grad-summary (in-class exercise 2).

    >>> x = np.linspace(-1, 1, 21)
    >>> start = initialise_1d(8, np.random.default_rng(0), spread=1.0)
    >>> film = relu_net_1d_fit(start, x, np.abs(x), lr=0.1, steps=500, keep_every=100)
    >>> [frame["step"] for frame in film], film[-1]["loss"] < 0.01
    ([0, 100, 200, 300, 400, 500], True)
    """
    whole(keep_every, "keep_every")
    frames = []
    with np.errstate(over="ignore", invalid="ignore"):
        for step in range(steps + 1):
            if step % keep_every == 0:
                loss = float(((y - relu_net_1d(x, **params)) ** 2).mean())
                finite_loss(loss, f"step {step}")
                frames.append({"step": step, "loss": loss, "params": params})
            params = sgd_step(params, relu_net_1d_gradients(x, y, **params), lr)
    return frames


# --- Guards -----------------------------------------------------------------------------------


def _vectors(x, w1, b1, w2):
    """Return the four as vectors of floats after checking that they fit."""
    x, w1, b1, w2 = (np.asarray(a, float) for a in (x, w1, b1, w2))
    if x.ndim != 1 or w1.ndim != 1 or not w1.shape == b1.shape == w2.shape:
        raise ValueError(message("x; w1, b1, w2", "shapes (n,); (v,) three times",
                                 f"{x.shape}; {w1.shape}, {b1.shape}, {w2.shape}",
                                 "a row or column where a vector is meant"))
    return x, w1, b1, w2


def _targets(y, x):
    """Return y as floats after checking that it has the shape of x."""
    y = np.asarray(y, float)
    if y.shape != x.shape:
        raise ValueError(message("y", f"the shape of x, {x.shape}", y.shape,
                                 "a column (n, 1), which would broadcast to n x n"))
    return y
