r"""The lecture's network: one hidden layer, forward and backward, with or without word vectors.

Rows are examples, f (t, d):

    k = f H + b_H,   h = relu(k),   z = h U + b_U,   o = softmax(z),   loss = mean cross-entropy

The parameters are a dict with the keys 'H' (d, v), 'b_H' (1, v), 'U' (v, m), 'b_U' (1, m), and with
an embedding table also 'E' (|V|, e): then f is made of the words `tokens` (t, n), counted from 0,
and d = n e. T contains one-hot targets (t, m); weights are drawn from a passed `rng`. ``d_X`` is
the derivative of the loss with respect to X, in the shape of X. Arguments are never changed. Two
shapes that do not fit each other raise a ValueError that names both and the likely cause, words
that are not numbers a TypeError. Training is in `training`, the gradient check in `gradients`.
"""

import math

import numpy as np

from ..text import concatenate, embed_backward
from .activations import relu, relu_grad
from .checks import learning_rate, whole
from .errors import message
from .losses import softmax

__all__ = [
    "accuracy", "backward_values", "embedding_backward", "embedding_forward", "forward_values",
    "initialise", "initialise_embedding", "logits", "mlp_backward", "mlp_forward", "predict",
    "predict_proba", "sgd_step",
]


# --- One hidden layer -------------------------------------------------------------------------


def initialise(d, v, m, rng):
    r"""Random weights, zero biases.

    .. math:: W_{ij} \sim U\bigl[-1/\sqrt M,\, 1/\sqrt M\bigr] \text{ for } W \text{ from size } M

    H is drawn first, then U. With all weights 0 every gradient but that of b_U is exactly 0
    (erratum NP-10); with equal weights the hidden units stay copies of each other forever. Lectures
    NPFL129-mlp-training, NPFL129-init.

    >>> params = initialise(3, 50, 2, np.random.default_rng(0))
    >>> sum(p.size for p in params.values())
    302
    """
    for name, size in (("d", d), ("v", v), ("m", m)):
        whole(size, name)
    a_H, a_U = 1 / math.sqrt(d), 1 / math.sqrt(v)
    return {"H": rng.uniform(-a_H, a_H, (d, v)), "b_H": np.zeros((1, v)),
            "U": rng.uniform(-a_U, a_U, (v, m)), "b_U": np.zeros((1, m))}


def mlp_forward(f, H, b_H, U, b_U):
    r"""Logits of the one-hidden-layer ReLU network.

    .. math:: z = \mathrm{relu}(f H + b_H)\, U + b_U

    Shape (t, m): no softmax has been applied. Lectures MAY24-1.1b, MAY24-1.3a, ALICE-5.2b.

    The lecture's XOR features with our own output layer, at the corner (1, 0):
    >>> H, b_H, b_U = np.array([[1, -1], [1, -1]]), np.array([[-1, 1]]), np.array([[-0.5, 0.5]])
    >>> mlp_forward(np.array([[1, 0]]), H, b_H, H, b_U)
    array([[-0.5,  0.5]])
    """
    check_shapes(f, H, b_H, U, b_U)
    k = f @ H + b_H  # (t, v)
    h = relu(k)      # (t, v)
    z = h @ U + b_U  # (t, m)
    return z


def mlp_backward(f, T, H, b_H, U, b_U):
    r"""Gradients of the mean cross-entropy with respect to the four parameters.

    .. math:: \frac{\partial \ell}{\partial U} = \tfrac1t h^\top (o - T), \qquad
              \frac{\partial \ell}{\partial H}
                  = \tfrac1t f^\top \bigl[(o - T) U^\top \odot \mathrm{relu}'(k)\bigr]

    Under 'H', 'b_H', 'U', 'b_U', each in the shape of its parameter and with exactly one 1/t: the
    loss is a mean (erratum MAY-13). relu'(0) = 1 (MAY-09).
    Lectures MAY24-1.3i to MAY24-1.3p, NPFL129-mlp-derivs.

    The lecture's XOR network, golden numbers of the hidden bias:
    >>> f, T = np.array([[1, 1], [1, 0], [0, 1], [0, 0]]), np.eye(2)[[0, 1, 1, 0]]
    >>> H, b_H, b_U = np.array([[1, -1], [1, -1]]), np.array([[-1, 1]]), np.array([[-0.5, 0.5]])
    >>> mlp_backward(f, T, H, b_H, H, b_U)["b_H"].round(6)
    array([[0.134471, 0.134471]])
    """
    check_shapes(f, H, b_H, U, b_U, T)
    t = len(f)
    k = f @ H + b_H              # (t, v)   forward
    h = relu(k)                  # (t, v)
    z = h @ U + b_U              # (t, m)
    o = softmax(z)               # (t, m)
    d_z = o - T                  # (t, m)   backward, row by row; 1/t comes once, below
    d_U = h.T @ d_z / t          # (v, m)
    d_b_U = np.ones((1, t)) @ d_z / t
    d_h = d_z @ U.T              # (t, v)   with the U of the forward pass
    d_k = d_h * relu_grad(k)     # (t, v)
    d_H = f.T @ d_k / t          # (d, v)
    d_b_H = np.ones((1, t)) @ d_k / t
    return {"H": d_H, "b_H": d_b_H, "U": d_U, "b_U": d_b_U}


def forward_values(f, H, b_H, U, b_U):
    r"""All intermediate values of the forward pass: a dict with k and h (t, v), z and o (t, m).

    Call it as ``forward_values(f, **params)``. Lectures MAY24-1.1b, MAY24-1.3a.

    >>> params = {"H": np.array([[1.0, -1.0]]), "b_H": np.array([[0.0, 1.0]]),
    ...           "U": np.array([[1.0], [1.0]]), "b_U": np.array([[0.5]])}
    >>> values = forward_values(np.array([[2.0]]), **params)
    >>> values["k"].tolist(), values["h"].tolist(), values["z"].tolist()
    ([[2.0, -1.0]], [[2.0, 0.0]], [[2.5]])
    """
    check_shapes(f, H, b_H, U, b_U)
    k = f @ H + b_H
    h = relu(k)
    z = h @ U + b_U
    return {"k": k, "h": h, "z": z, "o": softmax(z)}


def backward_values(f, T, H, b_H, U, b_U, *, at_zero=1.0):
    r"""Every line of the backward pass, in the lecture's order.

    Call it as ``backward_values(f, T, **params)``. The row-wise ones (d_z, d_h, d_k, d_f) are per
    example, without the 1/t; the four parameter gradients have it. `at_zero` is used as relu'(0): 1
    in the lectures, 0 in the usual frameworks.
    Lectures MAY24-1.3i to MAY24-1.3p; MAY24-1.4e for d_f.

    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> lines = backward_values(np.ones((4, 3)), np.eye(2)[[0, 1, 1, 0]], **params)
    >>> {name: value.shape for name, value in lines.items()}
    {'d_z': (4, 2), 'd_U': (5, 2), 'd_b_U': (1, 2), 'd_h': (4, 5), 'd_k': (4, 5),
     'd_H': (3, 5), 'd_b_H': (1, 5), 'd_f': (4, 3)}
    """
    check_shapes(f, H, b_H, U, b_U, T)
    t = len(f)
    values = forward_values(f, H, b_H, U, b_U)
    ones = np.ones((1, t))
    d_z = values["o"] - T
    d_h = d_z @ U.T
    d_k = d_h * relu_grad(values["k"], at_zero)
    return {"d_z": d_z, "d_U": values["h"].T @ d_z / t, "d_b_U": ones @ d_z / t,
            "d_h": d_h, "d_k": d_k, "d_H": f.T @ d_k / t, "d_b_H": ones @ d_k / t,
            "d_f": d_k @ H.T}


def sgd_step(params, grads, lr):
    r"""One step of gradient descent for every parameter: p - lr g.

    `grads` has the keys and shapes of `params`, and so has the new dict.
    Lectures MAY24-1.3c, MAY24-1.3p, NPFL129-mlp-training (errata MAY-14, MAY-15).

    >>> sgd_step({"w": np.array([1.0, 2.0])}, {"w": np.array([10.0, 0.0])}, 0.1)
    {'w': array([0., 2.])}
    """
    _check_step(params, grads, lr)
    return {name: p - float(lr) * grads[name] for name, p in params.items()}


# --- An embedding table below it --------------------------------------------------------------


def initialise_embedding(sizes, rng):
    r"""Random table and weights, zero biases, for windows of words.

    `sizes` is (|V|, n, e, v, m): words in the vocabulary, words in a window, numbers per word,
    hidden units, classes. E is drawn first, from [-1, 1]: in the rule 1/sqrt(M) of `initialise` M
    counts the inputs that are on, and of the |V| inputs of a one-hot word only one is.
    Lectures MAY24-1.4b, MAY24-1.4d, NPFL129-mlp-training.

    >>> params = initialise_embedding((50, 20, 8, 16, 2), np.random.default_rng(0))
    >>> params["E"].shape, params["H"].shape
    ((50, 8), (160, 16))
    """
    if len(sizes) != 5:
        raise ValueError(message("sizes", "(|V|, n, e, v, m)", sizes, "one of the five left out"))
    n_words, n, e, v, m = (whole(size, "sizes") for size in sizes)
    return {"E": rng.uniform(-1, 1, (n_words, e)), **initialise(n * e, v, m, rng)}


def embedding_forward(tokens, E, H, b_H, U, b_U):
    r"""Logits of the network whose input is the concatenated embeddings of a window.

    .. math:: f = [\,E_{j_1}; E_{j_2}; \dots; E_{j_n}\,], \qquad z = \mathrm{relu}(fH + b_H)U + b_U

    Shape (t, m). Lectures MAY24-1.4c, MAY24-1.4d.

    >>> params = initialise_embedding((50, 20, 8, 16, 2), np.random.default_rng(0))
    >>> embedding_forward(np.zeros((3, 20), int), **params).shape
    (3, 2)
    """
    return mlp_forward(concatenate(E, tokens), H, b_H, U, b_U)


def embedding_backward(tokens, T, E, H, b_H, U, b_U):
    r"""Gradients of the mean cross-entropy for the table and the four other parameters.

    .. math:: \frac{\partial\ell}{\partial f} = \frac{\partial\ell}{\partial k} H^\top, \qquad
              \frac{\partial\ell}{\partial E_w} = \tfrac1t \sum_{s,i:\ j_{si} = w}
              \frac{\partial\ell}{\partial f_{si}}

    Under 'E', 'H', 'b_H', 'U', 'b_U', each in the shape of its parameter. Lecture MAY24-1.4e.

    >>> params = initialise_embedding((50, 3, 4, 5, 2), np.random.default_rng(0))
    >>> grads = embedding_backward(np.array([[7, 7, 9]]), np.array([[1.0, 0.0]]), **params)
    >>> np.flatnonzero(grads["E"].any(axis=1)).tolist()
    [7, 9]
    """
    lines = backward_values(concatenate(E, tokens), T, H, b_H, U, b_U)
    G = lines["d_f"].reshape(*np.shape(tokens), -1) / len(tokens)
    return {"E": embed_backward(G, tokens, len(E)),
            **{name: lines[f"d_{name}"] for name in ("H", "b_H", "U", "b_U")}}


# --- What a network says ----------------------------------------------------------------------


def logits(params, f):
    r"""Logits (t, m) of a network given as a dict, with or without an embedding table.

    f contains inputs (t, d) or, with an 'E', tokens (t, n). Lectures MAY24-1.3a, MAY24-1.4d.

    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> logits(params, np.zeros((1, 3))).tolist()
    [[0.0, 0.0]]
    """
    return embedding_forward(f, **params) if "E" in params else mlp_forward(f, **params)


def predict_proba(params, f):
    """Class probabilities of every row, shape (t, m): the softmax of `logits`.

    Lecture MAY24-1.3a.

    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> predict_proba(params, np.zeros((1, 3))).tolist()
    [[0.5, 0.5]]
    """
    return softmax(logits(params, f))


def predict(params, f):
    """Most probable class of every row, shape (t,): where `logits` are largest, lowest on ties.

    Lecture ALICE-4.3.3a.

    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> predict(params, np.zeros((1, 3))).tolist()
    [0]
    """
    return logits(params, f).argmax(axis=1)


def accuracy(params, f, y):
    r"""Fraction, in [0, 1], of rows whose predicted class is the label, y of shape (t,).

    .. math:: \frac1t \sum_n [\hat y_n = y_n]

    Lecture ALICE-3.2b (the 0/1 loss is one minus this).

    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> accuracy(params, np.zeros((2, 3)), np.array([0, 1]))
    0.5
    """
    y = np.asarray(y)
    one_label_per_row(y, f)
    return float((predict(params, f) == y).mean())


# --- Guards, which `training` and `gradients` share -------------------------------------------


def check_shapes(f, H, b_H, U, b_U, T=None):
    """Check that inputs, parameters and targets fit each other."""
    if np.ndim(f) != 2 or np.ndim(H) != 2 or np.shape(f)[1] != H.shape[0]:
        raise ValueError(message("f and H", "shapes (t, d) and (d, v)",
                                 f"{np.shape(f)} and {np.shape(H)}",
                                 "one example without its row axis, f[None, :]"))
    if np.ndim(U) != 2 or U.shape[0] != H.shape[1]:
        raise ValueError(message("U", f"shape ({H.shape[1]}, m)", np.shape(U),
                                 "U transposed, or from another network"))
    for name, b, W in (("b_H", b_H, H), ("b_U", b_U, U)):
        if np.shape(b) != (1, W.shape[1]):
            raise ValueError(message(name, f"shape (1, {W.shape[1]})", np.shape(b),
                                     "a bias stored without its row axis"))
    if T is not None and np.shape(T) != (len(f), U.shape[1]):
        raise ValueError(message("T", f"shape ({len(f)}, {U.shape[1]})", np.shape(T),
                                 "integer labels where one-hot rows are meant; use one_hot"))


def one_label_per_row(y, f):
    """Check that there is one label, not one row, for each row of f."""
    if np.shape(y) != (len(f),):
        raise ValueError(message("y", f"shape ({len(f)},)", np.shape(y),
                                 "one-hot rows where integer labels are meant"))


def _check_step(params, grads, lr):
    """Check that there is one gradient for each parameter, in its shape."""
    if set(params) != set(grads):
        raise ValueError(message("grads", f"the keys {sorted(params)}", sorted(grads),
                                 "gradients of another network"))
    for name in params:
        if np.shape(params[name]) != np.shape(grads[name]):
            raise ValueError(message(f"grads[{name!r}]", f"shape {np.shape(params[name])}",
                                     np.shape(grads[name]), "a transposed or summed gradient"))
    learning_rate(lr)
