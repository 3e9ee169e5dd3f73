r"""The lecture's one-hidden-layer network, its gradients and its training; the perceptron steps.

Nothing here reads files or draws. Rows are examples:

    k = f H + b_H,   h = relu(k),   z = h U + b_U,   o = softmax(z),   loss = mean cross-entropy

``params`` is a dict with the keys 'H' (d, v), 'b_H' (1, v), 'U' (v, m), 'b_U' (1, m), and with an
embedding table also 'E' (|V|, e). ``d_X`` is the derivative of the loss by X, in the shape of X.
"""

import math

import numpy as np

from .functions import (
    logsumexp,
    numerical_gradient,
    one_hot,
    relu,
    relu_grad,
    softmax,
)

__all__ = [
    "accuracy",
    "backward_values",
    "embedding_backward",
    "embedding_forward",
    "first_wrong_line",
    "forward_values",
    "gradient_check",
    "initialise",
    "initialise_1d",
    "initialise_embedding",
    "logits",
    "mlp_backward",
    "mlp_forward",
    "multiclass_perceptron_update",
    "perceptron_update",
    "predict",
    "predict_proba",
    "relu_net_1d",
    "relu_net_1d_fit",
    "relu_net_1d_gradients",
    "relu_net_1d_kinks",
    "sgd_step",
    "train",
    "train_each",
    "train_embedding",
]

# A learning rate that is too large overflows: `_check_finite` says so, not a warning.
_QUIET = np.errstate(over="ignore", invalid="ignore")

LINES = ("d_z", "d_U", "d_b_U", "d_h", "d_k", "d_H", "d_b_H")  # the lecture's order


# --- Perceptron steps (00c) -------------------------------------------------------------------


def perceptron_update(w, b, x, y):
    r"""One perceptron step: unchanged if the score has the right sign, else w + y x and b + y.

    .. math:: y\,(w^\top x + b) \le 0 \;\Rightarrow\; w \leftarrow w + y\,x,\; b \leftarrow b + y

    Parameters
    ----------
    w : array, shape (d,)
        Weights.
    b : number
        Bias.
    x : array, shape (d,)
        One example.
    y : int
        Its label, -1 or +1.

    Returns
    -------
    (w, b) : array, shape (d,), and number
        After the step; always a new array.

    Raises
    ------
    ValueError
        If w and x differ in shape or y is not -1 or +1 ("a 0/1 label: use 2 * y - 1").

    Notes
    -----
    A score of exactly 0 counts as a mistake: otherwise w = 0 would never move.

    References
    ----------
    Rosenblatt (1958). Lecture CS577-perceptron (there without a bias, erratum CS-13).

    Examples
    --------
    >>> perceptron_update(np.array([0, 0]), 0, np.array([2, 1]), -1)
    (array([-2, -1]), -1)
    """
    w, x = np.array(w), np.asarray(x)
    if w.ndim != 1 or w.shape != x.shape:
        raise ValueError(_message("w and x", "the same shape (d,)", f"{w.shape} and {x.shape}",
                                  "a column of ones on one side only"))
    if y not in (-1, 1):
        raise ValueError(_message("y", "-1 or +1", repr(y), "a 0/1 label; use 2 * y - 1"))
    if y * (w @ x + b) <= 0:
        return w + y * x, b + y
    return w, b


def multiclass_perceptron_update(W, x, y):
    r"""One multiclass perceptron step: pull column y towards x, push the wrong winner away.

    .. math:: \hat y = \arg\max_c\, (xW)_c, \qquad \hat y \ne y \;\Rightarrow\;
              W_{:,y} \leftarrow W_{:,y} + x,\quad W_{:,\hat y} \leftarrow W_{:,\hat y} - x

    Parameters
    ----------
    W : array, shape (d, m)
        One column of weights per class.
    x : array, shape (d,)
        One example.
    y : int
        Its label, 0 to m - 1.

    Returns
    -------
    array, shape (d, m)
        After the step; always a new array.

    Raises
    ------
    ValueError
        If the shapes do not fit or y is outside 0 ... m - 1 ("counted from 1").

    Notes
    -----
    Ties of the scores go to the lowest class, as `argmax` does.

    References
    ----------
    Lecture CS577-multiclass-perceptron (erratum CS-14).

    Examples
    --------
    All scores are 0, so class 0 wins; the truth is 1.

    >>> multiclass_perceptron_update(np.zeros((2, 3)), np.array([0, 2]), 1).tolist()
    [[0.0, 0.0, 0.0], [-2.0, 2.0, 0.0]]
    """
    W, x = np.asarray(W), np.asarray(x)
    if W.ndim != 2 or x.shape != W.shape[:1]:
        raise ValueError(_message("W and x", "shapes (d, m) and (d,)", f"{W.shape} and {x.shape}",
                                  "W stored with one row per class; use W.T"))
    if not 0 <= y < W.shape[1]:
        raise ValueError(_message("y", f"a label from 0 to {W.shape[1] - 1}", repr(y),
                                  "labels counted from 1"))
    W = W.astype(np.result_type(W, x))  # a copy that can hold the sum
    y_hat = np.argmax(x @ W)
    if y_hat != y:
        W[:, y] += x
        W[:, y_hat] -= x
    return W


# --- Forward and backward (05) ----------------------------------------------------------------


def initialise(d, v, m, rng):
    r"""Random weights, zero biases.

    .. math:: W_{ij} \sim U\bigl[-1/\sqrt M,\, 1/\sqrt M\bigr] \text{ for } W \text{ from size } M

    Parameters
    ----------
    d, v, m : int
        Inputs, hidden units, classes; each at least 1.
    rng : numpy.random.Generator
        Source of the weights: H is drawn first, then U.

    Returns
    -------
    dict
        'H' (d, v), 'b_H' (1, v), 'U' (v, m), 'b_U' (1, m).

    Raises
    ------
    ValueError
        If a size is not a whole number from 1.

    Notes
    -----
    With all weights 0 every gradient but that of b_U is exactly 0 (erratum NP-10); with equal
    weights the hidden units stay copies of each other for ever.

    References
    ----------
    Lecture NPFL129-mlp-training, NPFL129-init.

    Examples
    --------
    >>> params = initialise(3, 50, 2, np.random.default_rng(0))
    >>> sum(p.size for p in params.values())
    302
    """
    for name, size in (("d", d), ("v", v), ("m", m)):
        _whole(size, name)
    a_H, a_U = 1 / math.sqrt(d), 1 / math.sqrt(v)
    return {"H": rng.uniform(-a_H, a_H, (d, v)), "b_H": np.zeros((1, v)),
            "U": rng.uniform(-a_U, a_U, (v, m)), "b_U": np.zeros((1, m))}


def mlp_forward(f, H, b_H, U, b_U):
    r"""Logits of the one-hidden-layer ReLU network.

    .. math:: z = \mathrm{relu}(f H + b_H)\, U + b_U

    Parameters
    ----------
    f : array, shape (t, d)
        Inputs, one row per example.
    H, b_H : arrays, shapes (d, v) and (1, v)
        Hidden layer.
    U, b_U : arrays, shapes (v, m) and (1, m)
        Output layer.

    Returns
    -------
    array, shape (t, m)
        The logits: no softmax has been applied.

    Raises
    ------
    ValueError
        If two shapes do not fit each other; the error names both.

    References
    ----------
    Lectures MAY24-1.1b, MAY24-1.3a, ALICE-5.2b.

    Examples
    --------
    The lecture's XOR features with an output layer of ours, at the corner (1, 0):

    >>> H, b_H = np.array([[1, -1], [1, -1]]), np.array([[-1, 1]])
    >>> U, b_U = np.array([[1, -1], [1, -1]]), np.array([[-0.5, 0.5]])
    >>> mlp_forward(np.array([[1, 0]]), H, b_H, U, b_U)
    array([[-0.5,  0.5]])
    """
    _check_shapes(f, H, b_H, U, b_U)
    k = f @ H + b_H  # (t, v)
    h = relu(k)      # (t, v)
    z = h @ U + b_U  # (t, m)
    return z


def mlp_backward(f, T, H, b_H, U, b_U):
    r"""Gradients of the mean cross-entropy by the four parameters.

    .. math:: \frac{\partial \ell}{\partial U} = \tfrac1t h^\top (o - T), \qquad
              \frac{\partial \ell}{\partial H}
                  = \tfrac1t f^\top \bigl[(o - T) U^\top \odot \mathrm{relu}'(k)\bigr]

    Parameters
    ----------
    f : array, shape (t, d)
        Inputs.
    T : array, shape (t, m)
        One-hot targets.
    H, b_H : arrays, shapes (d, v) and (1, v)
        Hidden layer.
    U, b_U : arrays, shapes (v, m) and (1, m)
        Output layer.

    Returns
    -------
    dict
        'H', 'b_H', 'U', 'b_U': each gradient has the shape of its parameter.

    Raises
    ------
    ValueError
        If two shapes do not fit each other ("integer labels: use one_hot").

    Notes
    -----
    The loss is a mean, so every gradient carries exactly one 1/t (erratum MAY-13). All four are
    computed before anything is updated (MAY-15). relu'(0) = 1 (MAY-09).

    References
    ----------
    Lectures MAY24-1.3i to MAY24-1.3p, NPFL129-mlp-derivs.

    Examples
    --------
    The lecture's XOR network, golden numbers of the hidden bias:

    >>> f, T = np.array([[1, 1], [1, 0], [0, 1], [0, 0]]), np.eye(2)[[0, 1, 1, 0]]
    >>> H, b_H = np.array([[1, -1], [1, -1]]), np.array([[-1, 1]])
    >>> U, b_U = np.array([[1, -1], [1, -1]]), np.array([[-0.5, 0.5]])
    >>> mlp_backward(f, T, H, b_H, U, b_U)["b_H"].round(6)
    array([[0.134471, 0.134471]])
    """
    _check_shapes(f, H, b_H, U, b_U, T)
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


def sgd_step(params, grads, lr):
    r"""One step of gradient descent for every parameter: p - lr g.

    Parameters
    ----------
    params : dict of arrays
        Current values; left as they are.
    grads : dict of arrays
        Gradients under the same keys.
    lr : float
        Learning rate, at least 0.

    Returns
    -------
    dict of arrays of float
        New values under the keys of `params`.

    Raises
    ------
    ValueError
        If the keys or shapes differ, or lr is negative ("gradient ascent").

    References
    ----------
    Lectures MAY24-1.3c, MAY24-1.3p, NPFL129-mlp-training (errata MAY-14, MAY-15).

    Examples
    --------
    >>> sgd_step({"w": np.array([1.0, 2.0])}, {"w": np.array([10.0, 0.0])}, 0.1)
    {'w': array([0., 2.])}
    """
    _check_step(params, grads, lr)
    return {name: p - float(lr) * grads[name] for name, p in params.items()}


def forward_values(f, H, b_H, U, b_U):
    r"""All intermediate values of the forward pass: k, h, z, o.

    Parameters
    ----------
    f, H, b_H, U, b_U : arrays
        As in `mlp_forward`; call it as ``forward_values(f, **params)``.

    Returns
    -------
    dict
        'k' and 'h' (t, v), 'z' and 'o' (t, m).

    Raises
    ------
    ValueError
        If two shapes do not fit each other.

    References
    ----------
    Lectures MAY24-1.1b, MAY24-1.3a.

    Examples
    --------
    >>> params = {"H": np.array([[1.0, -1.0]]), "b_H": np.array([[0.0, 1.0]]),
    ...           "U": np.array([[1.0], [1.0]]), "b_U": np.array([[0.5]])}
    >>> values = forward_values(np.array([[2.0]]), **params)
    >>> values["k"].tolist(), values["h"].tolist(), values["z"].tolist()
    ([[2.0, -1.0]], [[2.0, 0.0]], [[2.5]])
    """
    _check_shapes(f, H, b_H, U, b_U)
    k = f @ H + b_H
    h = relu(k)
    z = h @ U + b_U
    return {"k": k, "h": h, "z": z, "o": softmax(z)}


def backward_values(f, T, H, b_H, U, b_U, *, at_zero=1.0):
    r"""Every line of the backward pass, in the lecture's order.

    Parameters
    ----------
    f, T, H, b_H, U, b_U : arrays
        As in `mlp_backward`; call it as ``backward_values(f, T, **params)``.
    at_zero : float
        The value taken for relu'(0): 1 in the lectures, 0 in the usual frameworks.

    Returns
    -------
    dict
        'd_z', 'd_U', 'd_b_U', 'd_h', 'd_k', 'd_H', 'd_b_H' and 'd_f'. The row-wise ones (d_z,
        d_h, d_k, d_f) are per example, without the 1/t; the four parameter gradients have it.

    Raises
    ------
    ValueError
        If two shapes do not fit each other.

    References
    ----------
    Lectures MAY24-1.3i to MAY24-1.3p; MAY24-1.4e for d_f.

    Examples
    --------
    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> lines = backward_values(np.ones((4, 3)), np.eye(2)[[0, 1, 1, 0]], **params)
    >>> {name: value.shape for name, value in lines.items()}
    {'d_z': (4, 2), 'd_U': (5, 2), 'd_b_U': (1, 2), 'd_h': (4, 5), 'd_k': (4, 5),
     'd_H': (3, 5), 'd_b_H': (1, 5), 'd_f': (4, 3)}
    """
    _check_shapes(f, H, b_H, U, b_U, T)
    t = len(f)
    values = forward_values(f, H, b_H, U, b_U)
    ones = np.ones((1, t))
    d_z = values["o"] - T
    d_h = d_z @ U.T
    d_k = d_h * relu_grad(values["k"], at_zero)
    return {"d_z": d_z, "d_U": values["h"].T @ d_z / t, "d_b_U": ones @ d_z / t,
            "d_h": d_h, "d_k": d_k, "d_H": f.T @ d_k / t, "d_b_H": ones @ d_k / t,
            "d_f": d_k @ H.T}


def gradient_check(params, f, T, gradients=None, h=1e-5):
    r"""Relative error of each line of a backward pass against central differences.

    .. math:: \frac{\max |g - \hat g|}{\max(\max|g|,\, \max|\hat g|,\, 10^{-4})}

    Parameters
    ----------
    params : dict
        'H', 'b_H', 'U', 'b_U'.
    f, T : arrays, shapes (t, d) and (t, m)
        A small batch; the check needs two forward passes per number.
    gradients : dict, optional
        Gradients to check: some of 'd_z', 'd_U', 'd_b_U', 'd_h', 'd_k', 'd_H', 'd_b_H', or the
        keys of `mlp_backward`. Without it `backward_values` is checked.
    h : float
        Step of the central differences.

    Returns
    -------
    dict of float
        In the lecture's order, under the names 'd_z' ... 'd_b_H'. Below 1e-6 the line is right;
        a wrong shape gives infinity.

    Raises
    ------
    ValueError
        If a key is unknown or two shapes do not fit.

    Notes
    -----
    d_z, d_h, d_k are checked as derivatives of the summed loss (no 1/t), the four parameter
    gradients as derivatives of the mean. Choose inputs with no pre-activation at 0: there the
    central difference is halfway between the two one-sided slopes, whatever relu'(0) is.

    References
    ----------
    Lectures MAY24-1.3i to MAY24-1.3p, ALICE-6.1.2a.

    Examples
    --------
    A forgotten 1/t in d_H, batch of four: the error is 1 - 1/4.

    >>> rng = np.random.default_rng(0)
    >>> params, f = initialise(3, 5, 2, rng), rng.normal(size=(4, 3))
    >>> T = np.eye(2)[[0, 1, 1, 0]]
    >>> lines = backward_values(f, T, **params)
    >>> lines["d_H"] = 4 * lines["d_H"]
    >>> errors = gradient_check(params, f, T, lines)
    >>> round(errors["d_H"], 6), errors["d_U"] < 1e-6
    (0.75, True)
    """
    H, b_H, U, b_U = (np.asarray(params[name], float) for name in ("H", "b_H", "U", "b_U"))
    _check_shapes(f, H, b_H, U, b_U, T)
    t, at = len(f), forward_values(f, H, b_H, U, b_U)
    gradients = _named_lines(gradients or backward_values(f, T, H, b_H, U, b_U))

    def total(z):
        return float((logsumexp(z) - (T * z).sum(axis=1)).sum())

    pieces = {  # name: (the function of this quantity alone, where it is)
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


def first_wrong_line(errors, tolerance=1e-6):
    """Name of the first line whose error exceeds the tolerance, or None.

    Parameters
    ----------
    errors : dict of float
        As returned by `gradient_check`.
    tolerance : float
        Largest relative error that still counts as right.

    Returns
    -------
    str or None
        The lines after the first wrong one build on it: mend this one first.

    Raises
    ------
    ValueError
        If `errors` is empty: nothing has been checked.

    References
    ----------
    Lecture NPFL129-mlp-derivs (go backwards one quantity at a time).

    Examples
    --------
    >>> first_wrong_line({"d_z": 1e-10, "d_U": 0.5, "d_h": 0.9})
    'd_U'
    """
    if not errors:
        raise ValueError(_message("errors", "at least one line", "none", "an empty dict"))
    return next((name for name, error in errors.items() if not error <= tolerance), None)


# --- Training (05, 07) ------------------------------------------------------------------------


@_QUIET
def train(params, f, y, *, lr, batch_size, epochs, rng, every=0):
    r"""Minibatch gradient descent on the mean cross-entropy.

    Per epoch: shuffle, cut into minibatches, one step p - lr g for each.

    Parameters
    ----------
    params : dict
        'H', 'b_H', 'U', 'b_U' to start from; left as they are.
    f : array, shape (n, d)
        Training inputs.
    y : array of int, shape (n,)
        Labels, counted from 0.
    lr : float
        Learning rate, at least 0.
    batch_size : int
        Rows per step; the last minibatch of an epoch may be smaller. ceil(n / batch_size) steps
        make an epoch; the number of epochs is a separate choice (erratum AL-41).
    epochs : int
        Passes over the data.
    rng : numpy.random.Generator
        Source of the shuffles.
    every : int
        Print a line (epoch, loss) every so many epochs; 0 prints nothing.

    Returns
    -------
    (params, history) : dict and list of float
        New parameters; per epoch the mean loss of its minibatches, each measured before its
        step, rounded to six decimals.

    Raises
    ------
    ValueError
        If shapes or labels do not fit, or the loss is no longer finite ("lr too large").

    Notes
    -----
    The lines of `mlp_backward`, arranged for speed: the constant-1 nodes of NPFL129-mlp-notes
    carry the biases inside the two products, logits are stored class by class, and lr / t is
    multiplied into d_z, the smallest array.

    References
    ----------
    Lectures NPFL129-mlp-training, ALICE-5.3a, ALICE-5.3b, MAY24-1.3p.

    Examples
    --------
    >>> f, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    >>> rng = np.random.default_rng(0)
    >>> params, history = train(initialise(2, 8, 2, rng), f, y, lr=0.5, batch_size=4,
    ...                         epochs=400, rng=rng)
    >>> predict(params, f).tolist(), history[0] > 0.5, history[-1] < 0.05
    ([0, 1, 1, 0], True, True)
    """
    f, y, T = _training_data(params, f, y)
    _check_training(lr, batch_size, epochs)
    n, H1, U1 = len(f), *_with_bias_rows(params, f.dtype)
    f1 = np.hstack([f, np.ones((n, 1), f.dtype)])         # constant-1 node of the input layer
    f_epoch, (T_epoch, z, sums) = np.empty_like(f1), _epoch_arrays(T)
    minibatches = _cut(f_epoch, T_epoch, z, sums, _hidden_ones(n, batch_size, U1))
    history = []
    for epoch in range(1, epochs + 1):
        order = rng.permutation(n)
        np.take(f1, order, axis=0, out=f_epoch, mode="clip")  # "clip": no extra copy
        np.take(T, order, axis=1, out=T_epoch, mode="clip")
        for f_b, T_b, h, z_b, sums_b in minibatches:
            d_z, d_k = _deltas(f_b, T_b, H1, U1, h, z_b, sums_b, lr / len(f_b))
            U1 -= np.dot(h.T, d_z)                        # both steps after both gradients
            H1 -= np.dot(f_b.T, d_k)
        history.append(_epoch_loss(T_epoch, z, sums, epoch, every))
    return _split_bias_rows(H1, U1), history


@_QUIET
def train_each(networks, f, y, *, lr, steps):
    r"""Full-batch gradient descent on many networks of one size at once.

    Parameters
    ----------
    networks : list of dict
        Parameters to start from, all of the same shapes (for instance one per seed).
    f : array, shape (t, d)
        Inputs, the same for all networks.
    y : array of int, shape (t,)
        Labels, counted from 0.
    lr : float
        Learning rate, at least 0.
    steps : int
        Steps of gradient descent.

    Returns
    -------
    list of dict
        The trained parameters, in the order given.

    Raises
    ------
    ValueError
        If shapes or labels do not fit, or a weight is no longer finite ("lr too large").

    Notes
    -----
    The lines of `mlp_backward` with one more axis in front, s networks: fifty seeds cost little
    more than one.

    References
    ----------
    Lectures MAY24-1.3p, NPFL129-init.

    Examples
    --------
    >>> f, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    >>> nets = [initialise(2, 8, 2, np.random.default_rng(seed)) for seed in range(5)]
    >>> trained = train_each(nets, f, y, lr=0.5, steps=1000)
    >>> [accuracy(net, f, y) for net in trained]
    [1.0, 1.0, 1.0, 1.0, 1.0]
    """
    f, y, T = _training_data(networks[0], f, y)
    H, b_H, U, b_U = (np.stack([net[name] for net in networks]).astype(float)
                      for name in ("H", "b_H", "U", "b_U"))
    t, T = len(f), T.T
    for _ in range(steps):
        k = f @ H + b_H                            # (s, t, v)
        h = np.maximum(k, 0)
        z = h @ U + b_U                            # (s, t, m)
        o = np.exp(z - z.max(axis=2, keepdims=True))
        d_z = o / o.sum(axis=2, keepdims=True) - T
        d_k = d_z @ U.mT * (k >= 0)
        U = U - lr / t * (h.mT @ d_z)
        b_U = b_U - lr / t * d_z.sum(axis=1, keepdims=True)
        H = H - lr / t * (f.T @ d_k)
        b_H = b_H - lr / t * d_k.sum(axis=1, keepdims=True)
    _check_finite(float(b_U.sum()), f"{steps} steps")
    return [{"H": H[s], "b_H": b_H[s], "U": U[s], "b_U": b_U[s]} for s in range(len(H))]


def logits(params, f):
    r"""Logits of a network given as a dict, with or without an embedding table.

    Parameters
    ----------
    params : dict
        'H', 'b_H', 'U', 'b_U', perhaps 'E'.
    f : array
        Inputs (t, d), or with 'E' tokens (t, n).

    Returns
    -------
    array, shape (t, m)

    Raises
    ------
    ValueError
        If the shapes do not fit.

    References
    ----------
    Lectures MAY24-1.3a, MAY24-1.4d.

    Examples
    --------
    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> logits(params, np.zeros((1, 3))).tolist()
    [[0.0, 0.0]]
    """
    return embedding_forward(f, **params) if "E" in params else mlp_forward(f, **params)


def predict_proba(params, f):
    """Class probabilities of every row: the softmax of `logits`.

    Parameters
    ----------
    params, f : dict and array
        As in `logits`.

    Returns
    -------
    array, shape (t, m)
        Rows sum to 1.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    References
    ----------
    Lecture MAY24-1.3a.

    Examples
    --------
    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> predict_proba(params, np.zeros((1, 3))).tolist()
    [[0.5, 0.5]]
    """
    return softmax(logits(params, f))


def predict(params, f):
    """Most probable class of every row; the lowest on ties.

    Parameters
    ----------
    params, f : dict and array
        As in `logits`.

    Returns
    -------
    array of int, shape (t,)

    Raises
    ------
    ValueError
        If the shapes do not fit.

    References
    ----------
    Lecture ALICE-4.3.3a.

    Examples
    --------
    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> predict(params, np.zeros((1, 3))).tolist()
    [0]
    """
    return logits(params, f).argmax(axis=1)


def accuracy(params, f, y):
    """Fraction of rows whose predicted class is the label.

    Parameters
    ----------
    params, f : dict and array
        As in `logits`.
    y : array of int, shape (t,)
        Labels, counted from 0.

    Returns
    -------
    float
        A fraction in [0, 1].

    Raises
    ------
    ValueError
        If the shapes do not fit ("one-hot rows: pass integer labels").

    References
    ----------
    Lecture ALICE-3.2b (the 0/1 loss is one minus this).

    Examples
    --------
    >>> params = initialise(3, 5, 2, np.random.default_rng(0))
    >>> accuracy(params, np.zeros((2, 3)), np.array([0, 1]))
    0.5
    """
    y = np.asarray(y)
    if y.shape != (len(f),):
        raise ValueError(_message("y", f"shape ({len(f)},)", y.shape,
                                  "one-hot rows where integer labels are meant"))
    return float((predict(params, f) == y).mean())


# --- The network with an embedding table below it (06) ----------------------------------------


def initialise_embedding(sizes, rng):
    r"""Random table and weights, zero biases, for windows of words.

    Parameters
    ----------
    sizes : tuple of five int
        (|V|, n, e, v, m): words in the vocabulary, words in a window, numbers per word, hidden
        units, classes.
    rng : numpy.random.Generator
        Source of the weights: E first, then H and U.

    Returns
    -------
    dict
        'E' (|V|, e), 'H' (n e, v), 'b_H' (1, v), 'U' (v, m), 'b_U' (1, m).

    Raises
    ------
    ValueError
        If `sizes` are not five whole numbers from 1.

    Notes
    -----
    E is drawn from [-1, 1]: in the rule 1/sqrt(M) of `initialise` M counts the inputs that are
    on, and of the |V| inputs of a one-hot word one is.

    References
    ----------
    Lectures MAY24-1.4b, MAY24-1.4d, NPFL129-mlp-training.

    Examples
    --------
    >>> params = initialise_embedding((50, 20, 8, 16, 2), np.random.default_rng(0))
    >>> params["E"].shape, params["H"].shape
    ((50, 8), (160, 16))
    """
    if len(sizes) != 5:
        raise ValueError(_message("sizes", "(|V|, n, e, v, m)", sizes, "one of the five left out"))
    n_words, n, e, v, m = (_whole(size, "sizes") for size in sizes)
    return {"E": rng.uniform(-1, 1, (n_words, e)), **initialise(n * e, v, m, rng)}


def embedding_forward(tokens, E, H, b_H, U, b_U):
    r"""Logits of the network whose input is the concatenated embeddings of a window.

    .. math:: f = [\,E_{j_1}; E_{j_2}; \dots; E_{j_n}\,], \qquad z = \mathrm{relu}(fH + b_H)U + b_U

    Parameters
    ----------
    tokens : array of int, shape (t, n)
        Word numbers, counted from 0.
    E : array, shape (|V|, e)
        Embedding table.
    H, b_H, U, b_U : arrays
        As in `mlp_forward`, with d = n e.

    Returns
    -------
    array, shape (t, m)
        The logits.

    Raises
    ------
    ValueError
        If a word number has no row in E ("counted from 1") or the shapes do not fit.

    References
    ----------
    Lectures MAY24-1.4c, MAY24-1.4d.

    Examples
    --------
    >>> params = initialise_embedding((50, 20, 8, 16, 2), np.random.default_rng(0))
    >>> embedding_forward(np.zeros((3, 20), int), **params).shape
    (3, 2)
    """
    return mlp_forward(_concatenated(E, _tokens(tokens, len(E))), H, b_H, U, b_U)


def embedding_backward(tokens, T, E, H, b_H, U, b_U):
    r"""Gradients of the mean cross-entropy by the table and the four other parameters.

    .. math:: \frac{\partial\ell}{\partial f} = \frac{\partial\ell}{\partial k} H^\top, \qquad
              \frac{\partial\ell}{\partial E_w} = \tfrac1t \sum_{s,i:\ j_{si} = w}
              \frac{\partial\ell}{\partial f_{si}}

    Parameters
    ----------
    tokens : array of int, shape (t, n)
        Word numbers, counted from 0.
    T : array, shape (t, m)
        One-hot targets.
    E, H, b_H, U, b_U : arrays
        As in `embedding_forward`.

    Returns
    -------
    dict
        'E', 'H', 'b_H', 'U', 'b_U', each in the shape of its parameter.

    Raises
    ------
    ValueError
        If a word number has no row in E or the shapes do not fit.

    Notes
    -----
    A word that occurs twice collects both contributions, which ``d_E[tokens] += G`` would lose;
    `text.embed_backward` is this scatter-add on its own.

    References
    ----------
    Lecture MAY24-1.4e.

    Examples
    --------
    >>> params = initialise_embedding((50, 3, 4, 5, 2), np.random.default_rng(0))
    >>> grads = embedding_backward(np.array([[7, 7, 9]]), np.array([[1.0, 0.0]]), **params)
    >>> np.flatnonzero(grads["E"].any(axis=1)).tolist()
    [7, 9]
    """
    tokens = _tokens(tokens, len(E))
    t = len(tokens)
    lines = backward_values(_concatenated(E, tokens), T, H, b_H, U, b_U)
    d_E = np.zeros(E.shape)
    np.add.at(d_E, tokens, lines["d_f"].reshape(*tokens.shape, -1) / t)
    return {"E": d_E, "H": lines["d_H"], "b_H": lines["d_b_H"],
            "U": lines["d_U"], "b_U": lines["d_b_U"]}


@_QUIET
def train_embedding(params, tokens, y, *, lr, batch_size, epochs, rng, every=0):
    r"""Minibatch gradient descent on all five parameters, the table E included.

    Parameters
    ----------
    params : dict
        'E', 'H', 'b_H', 'U', 'b_U' to start from; left as they are.
    tokens : array of int, shape (t, n)
        Windows of word numbers, counted from 0.
    y : array of int, shape (t,)
        Labels, counted from 0.
    lr, batch_size, epochs, rng, every
        As in `train`.

    Returns
    -------
    (params, history) : dict and list of float
        As in `train`.

    Raises
    ------
    ValueError
        If shapes, words or labels do not fit, or the loss is no longer finite.

    Notes
    -----
    The step into E subtracts at the flattened table, in place: the |V| x e gradient, almost all
    of it zeros, is never built.

    References
    ----------
    Lecture MAY24-1.4e.

    Examples
    --------
    Two-word sentences; the label says whether exactly one word is word 0 or 1.

    >>> tokens, y = np.array([[0, 1], [0, 2], [2, 1], [2, 3]]), np.array([0, 1, 1, 0])
    >>> rng = np.random.default_rng(0)
    >>> params = initialise_embedding((4, 2, 3, 8, 2), rng)
    >>> params, history = train_embedding(params, tokens, y, lr=0.3, batch_size=4, epochs=300,
    ...                                   rng=rng)
    >>> predict(params, tokens).tolist()
    [0, 1, 1, 0]
    """
    E = np.array(params["E"], float)
    tokens = _tokens(tokens, len(E))
    f, y, T = _training_data(params, _concatenated(E, tokens), y)
    _check_training(lr, batch_size, epochs)
    (n, d), e, H1, U1 = f.shape, E.shape[1], *_with_bias_rows(params, f.dtype)
    places = (tokens[:, :, None] * e + np.arange(e)).reshape(n, d)  # of f's numbers in flat E
    E_flat = E.reshape(-1)                                           # a view: same memory as E
    f1, (T_epoch, z, sums) = np.ones((n, d + 1)), _epoch_arrays(T)   # f1: last column stays 1
    minibatches = _cut(f1, T_epoch, z, sums, _hidden_ones(n, batch_size, U1))
    history = []
    for epoch in range(1, epochs + 1):
        order = rng.permutation(n)
        np.take(T, order, axis=1, out=T_epoch, mode="clip")
        starts = range(0, n, batch_size)
        for start, (f_b, T_b, h, z_b, sums_b) in zip(starts, minibatches, strict=True):
            here = places[order[start : start + batch_size]]
            f_b[:, :-1] = E_flat.take(here)          # the lookup: concatenated rows of E
            d_z, d_k = _deltas(f_b, T_b, H1, U1, h, z_b, sums_b, lr / len(f_b))
            d_f = np.dot(d_k, H1[:-1].T)             # before H changes
            U1 -= np.dot(h.T, d_z)
            H1 -= np.dot(f_b.T, d_k)
            np.subtract.at(E_flat, here.ravel(), d_f.ravel())  # repeated words add up
        history.append(_epoch_loss(T_epoch, z, sums, epoch, every))
    return {"E": E, **_split_bias_rows(H1, U1)}, history


# --- The scalar-input network of CS577 (05) ---------------------------------------------------


def initialise_1d(v, rng, *, spread=0.0):
    r"""Random weights for the scalar-input network, kinks spread over an interval.

    Parameters
    ----------
    v : int
        Hidden units.
    rng : numpy.random.Generator
        Source of the weights: w1, w2, then the kinks.
    spread : float
        The kinks -b1/w1 are uniform on [-spread, spread]; 0 gives biases 0, as the lecture does,
        and with them all kinks at 0.

    Returns
    -------
    dict
        'w1', 'b1', 'w2' (v,) and 'b2', a number.

    Raises
    ------
    ValueError
        If v is not a whole number from 1.

    References
    ----------
    Lectures CS577-grad-setup, NPFL129-mlp-training.

    Examples
    --------
    >>> params = initialise_1d(4, np.random.default_rng(0), spread=2.0)
    >>> bool(np.abs(relu_net_1d_kinks(params["w1"], params["b1"])).max() <= 2)
    True
    """
    _whole(v, "v")
    w1 = rng.uniform(-1, 1, v)
    w2 = rng.uniform(-1, 1, v) / math.sqrt(v)
    return {"w1": w1, "b1": -w1 * rng.uniform(-spread, spread, v), "w2": w2, "b2": 0.0}


def relu_net_1d(x, w1, b1, w2, b2):
    r"""Output of the network with one number in and one number out.

    .. math:: z^{(i)} = w_2^\top \mathrm{relu}(w_1 x^{(i)} + b_1) + b_2

    Parameters
    ----------
    x : array, shape (n,)
        Inputs.
    w1, b1, w2 : arrays, shape (v,)
        Hidden weights and biases, output weights.
    b2 : number
        Output bias.

    Returns
    -------
    array of float, shape (n,)

    Raises
    ------
    ValueError
        If the shapes do not fit.

    References
    ----------
    Lecture CS577-grad-setup.

    Examples
    --------
    relu(x) + relu(-x) is |x|:

    >>> relu_net_1d(np.array([-2.0, 3.0]), np.array([1, -1]), np.zeros(2), np.ones(2), 0).tolist()
    [2.0, 3.0]
    """
    x, w1, b1, w2 = _vectors(x, w1, b1, w2)
    return relu(np.outer(x, w1) + b1) @ w2 + b2


def relu_net_1d_kinks(w1, b1):
    r"""Inputs at which the hidden units switch on or off: where w1 x + b1 = 0.

    Parameters
    ----------
    w1, b1 : arrays, shape (v,)
        Hidden weights and biases.

    Returns
    -------
    array of float, shape (v,)
        -b1/w1; nan for a unit with w1 = 0, which has no kink.

    Raises
    ------
    ValueError
        If the shapes differ.

    References
    ----------
    Lecture CS577-grad-summary (in-class exercise 2).

    Examples
    --------
    >>> relu_net_1d_kinks(np.array([2.0, 0.0]), np.array([1.0, 1.0])).tolist()
    [-0.5, nan]
    """
    _, w1, b1, _ = _vectors(np.zeros(0), w1, b1, w1)
    return np.divide(-b1, w1, out=np.full(w1.shape, np.nan), where=w1 != 0)


def relu_net_1d_gradients(x, y, w1, b1, w2, b2):
    r"""Gradients of the mean squared error by the four parameters.

    .. math:: J = \frac1n \sum_i \bigl(y^{(i)} - z^{(i)}\bigr)^2, \qquad
              \frac{\partial J_i}{\partial b_2} = -2\,(y^{(i)} - z^{(i)})

    Parameters
    ----------
    x, y : arrays, shape (n,)
        Inputs and targets.
    w1, b1, w2 : arrays, shape (v,)
        Hidden weights and biases, output weights.
    b2 : number
        Output bias.

    Returns
    -------
    dict
        'w1', 'b1', 'w2' (v,) and 'b2', a number.

    Raises
    ------
    ValueError
        If the shapes do not fit.

    Notes
    -----
    z is computed first and then y - z: the slides print (y - w g + b)^2, where the bias has the
    wrong sign, and (y - (y - z))^2, where the label is gone (errata CS-01, CS-02). The factor
    -2 (y - z) belongs to all four (CS-03). relu'(0) = 1.

    References
    ----------
    Lectures CS577-grad-w2, -b2, -w1-entry, -w1-vector, -b1, -summary.

    Examples
    --------
    One unit, x = 2, y = 0: k = 2, z = 2 * 3 + 1 = 7, so -2 (y - z) = 14.

    >>> grads = relu_net_1d_gradients(np.array([2.0]), np.array([0.0]), np.array([1.0]),
    ...                               np.array([0.0]), np.array([3.0]), 1.0)
    >>> {name: np.asarray(g).tolist() for name, g in grads.items()}
    {'w1': [84.0], 'b1': [42.0], 'w2': [28.0], 'b2': 14.0}
    """
    x, w1, b1, w2 = _vectors(x, w1, b1, w2)
    y = _targets(y, x)
    n = len(x)
    k = np.outer(x, w1) + b1           # (n, v)
    z = relu(k) @ w2 + b2              # (n,)
    d_z = -2 * (y - z)                 # (n,)    per example
    d_w2 = d_z @ relu(k) / n           # (v,)
    d_b2 = d_z.mean()
    d_k = np.outer(d_z, w2) * relu_grad(k)
    d_w1 = x @ d_k / n                 # (v,)
    d_b1 = d_k.mean(axis=0)            # (v,)
    return {"w1": d_w1, "b1": d_b1, "w2": d_w2, "b2": d_b2}


def relu_net_1d_fit(params, x, y, *, lr, steps, keep_every):
    r"""Full-batch gradient descent on the scalar-input network, kept as a film.

    Parameters
    ----------
    params : dict
        'w1', 'b1', 'w2', 'b2' to start from; left as they are.
    x, y : arrays, shape (n,)
        Inputs and targets.
    lr : float
        Learning rate, at least 0.
    steps : int
        Steps of gradient descent.
    keep_every : int
        Steps between two frames.

    Returns
    -------
    list of dict
        Frames 'step' (0, keep_every, ...), 'loss' (mean squared error) and 'params'.

    Raises
    ------
    ValueError
        If the shapes do not fit or the loss is no longer finite ("lr too large").

    References
    ----------
    Lecture CS577-grad-summary (in-class exercise 2).

    Examples
    --------
    >>> x = np.linspace(-1, 1, 21)
    >>> start = initialise_1d(8, np.random.default_rng(0), spread=1.0)
    >>> film = relu_net_1d_fit(start, x, np.abs(x), lr=0.1, steps=500, keep_every=100)
    >>> [frame["step"] for frame in film], film[-1]["loss"] < 0.01
    ([0, 100, 200, 300, 400, 500], True)
    """
    _whole(keep_every, "keep_every")
    frames = []
    with np.errstate(over="ignore", invalid="ignore"):
        for step in range(steps + 1):
            if step % keep_every == 0:
                loss = float(((y - relu_net_1d(x, **params)) ** 2).mean())
                _check_finite(loss, f"step {step}")
                frames.append({"step": step, "loss": loss, "params": params})
            params = sgd_step(params, relu_net_1d_gradients(x, y, **params), lr)
    return frames


# --- Lines shared by the trainers -------------------------------------------------------------


def _hidden_ones(n, batch_size, U1):
    """Room for h of one minibatch; its last column is the constant-1 node and stays 1."""
    return np.ones((min(batch_size, n), len(U1)), U1.dtype)


def _epoch_arrays(T):
    """Room for an epoch's targets, logits (class by class) and sums of e^z."""
    return np.empty_like(T), np.empty_like(T), np.empty(T.shape[1], T.dtype)


def _cut(f, T, z, sums, h):
    """Views (f, T, h, z, sums) of each minibatch: made once, refilled in every epoch."""
    n, batch_size = len(f), len(h)
    batches = [slice(start, min(start + batch_size, n)) for start in range(0, n, batch_size)]
    return [(f[b], T[:, b], h[: b.stop - b.start], z[:, b], sums[b]) for b in batches]


def _deltas(f, T, H1, U1, h, z, sums, rate):
    """d_z (t, m) and d_k (t, v) of one minibatch, times the rate lr / t.

    f (t, d + 1) and h (t, v + 1) end in a column of ones, H1 and U1 in the row of biases.
    T and z are stored class by class (m, t). h, z and sums (t,) are filled; z has maximum 0.
    """
    k = np.dot(f, H1)  # np.dot is @ with less overhead on small arrays
    np.maximum(k, 0.0, out=h[:, :-1])
    raw = np.dot(U1.T, h.T)
    np.subtract(raw, np.maximum.reduce(raw, axis=0), out=z)
    o = np.exp(z)
    o /= np.add.reduce(o, axis=0, out=sums)
    d_z = np.subtract(o, T, out=o)
    d_z *= rate
    d_k = np.dot(d_z.T, U1[:-1].T)
    d_k *= k >= 0.0
    return d_z.T, d_k


def _epoch_loss(T, z, sums, epoch, every):
    """Mean of log(sum e^z) - z_y over an epoch's rows, rounded; prints a line if it is due."""
    loss = round(float(np.log(sums).sum() - (z * T).sum()) / len(sums), 6)
    _check_finite(loss, f"epoch {epoch}")
    if every and epoch % every == 0:
        print(f"epoch {epoch:4d}   loss {loss:.3f}")
    return loss


def _with_bias_rows(params, dtype):
    return (np.vstack([params["H"], params["b_H"]]).astype(dtype),
            np.vstack([params["U"], params["b_U"]]).astype(dtype))


def _split_bias_rows(H1, U1):
    return {"H": H1[:-1], "b_H": H1[-1:], "U": U1[:-1], "b_U": U1[-1:]}


def _concatenated(E, tokens):
    return E[tokens].reshape(len(tokens), -1)


def _relative_error(analytic, numeric):
    analytic = np.asarray(analytic, float)
    if analytic.shape != numeric.shape:
        return math.inf
    scale = max(np.abs(analytic).max(), np.abs(numeric).max(), 1e-4)
    return float(np.abs(analytic - numeric).max() / scale)


# --- Guards -----------------------------------------------------------------------------------


def _message(name, expected, got, cause):
    return f"{name}: expected {expected}, got {got}; likely cause: {cause}."


def _whole(number, name):
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
        raise ValueError(_message(name, "a whole number from 1", repr(number),
                                  "a size left at 0 or computed with /"))
    return int(number)


def _check_shapes(f, H, b_H, U, b_U, T=None):
    if np.ndim(f) != 2 or np.ndim(H) != 2 or np.shape(f)[1] != H.shape[0]:
        raise ValueError(_message("f and H", "shapes (t, d) and (d, v)",
                                  f"{np.shape(f)} and {np.shape(H)}",
                                  "one example without its row axis, f[None, :]"))
    if np.ndim(U) != 2 or U.shape[0] != H.shape[1]:
        raise ValueError(_message("U", f"shape ({H.shape[1]}, m)", np.shape(U),
                                  "U transposed, or from another network"))
    for name, b, W in (("b_H", b_H, H), ("b_U", b_U, U)):
        if np.shape(b) != (1, W.shape[1]):
            raise ValueError(_message(name, f"shape (1, {W.shape[1]})", np.shape(b),
                                      "a bias stored without its row axis"))
    if T is not None and np.shape(T) != (len(f), U.shape[1]):
        raise ValueError(_message("T", f"shape ({len(f)}, {U.shape[1]})", np.shape(T),
                                  "integer labels where one-hot rows are meant; use one_hot"))


def _check_step(params, grads, lr):
    if set(params) != set(grads):
        raise ValueError(_message("grads", f"the keys {sorted(params)}", sorted(grads),
                                  "gradients of another network"))
    for name in params:
        if np.shape(params[name]) != np.shape(grads[name]):
            raise ValueError(_message(f"grads[{name!r}]", f"shape {np.shape(params[name])}",
                                      np.shape(grads[name]), "a transposed or summed gradient"))
    if not lr >= 0:
        raise ValueError(_message("lr", "a number from 0", repr(lr), "ascent: the minus is here"))


def _named_lines(gradients):
    named = {name if name.startswith("d_") else f"d_{name}": g for name, g in gradients.items()}
    unknown = set(named) - {*LINES, "d_f"}
    if unknown:
        raise ValueError(_message("gradients", f"some of {', '.join(LINES)}", sorted(unknown),
                                  "a misspelt key"))
    return named


def _training_data(params, f, y):
    """f as floats, y as integers, T class by class (m, n)."""
    f = np.asarray(f)
    if f.dtype != np.float32 or any(p.dtype != np.float32 for p in params.values()):
        f = f.astype(float, copy=False)
    H, b_H, U, b_U = (params[name] for name in ("H", "b_H", "U", "b_U"))
    _check_shapes(f, H, b_H, U, b_U)
    if np.shape(y) != (len(f),):
        raise ValueError(_message("y", f"shape ({len(f)},)", np.shape(y),
                                  "one-hot rows where integer labels are meant"))
    T = one_hot(y, U.shape[1])
    return f, np.asarray(y), np.ascontiguousarray(T.T, dtype=f.dtype)


def _check_training(lr, batch_size, epochs):
    _whole(batch_size, "batch_size")
    _whole(epochs, "epochs")
    if not lr >= 0:
        raise ValueError(_message("lr", "a number from 0", repr(lr), "ascent: the minus is here"))


def _check_finite(loss, where):
    if not math.isfinite(loss):
        raise ValueError(_message("loss", "a finite number", f"{loss} in {where}",
                                  "a learning rate that is too large"))


def _tokens(tokens, n_words):
    tokens = np.asarray(tokens)
    if tokens.ndim != 2 or tokens.dtype.kind not in "iu":
        raise ValueError(_message("tokens", "integers of shape (t, n)",
                                  f"{tokens.dtype} of shape {tokens.shape}",
                                  "words not yet encoded, or one window without its row axis"))
    if tokens.size and not (tokens.min() >= 0 and tokens.max() < n_words):
        raise ValueError(_message("tokens", f"numbers from 0 to {n_words - 1}",
                                  f"{tokens.min()} to {tokens.max()}", "words counted from 1"))
    return tokens


def _vectors(x, w1, b1, w2):
    x, w1, b1, w2 = (np.asarray(a, float) for a in (x, w1, b1, w2))
    if x.ndim != 1 or w1.ndim != 1 or not w1.shape == b1.shape == w2.shape:
        raise ValueError(_message("x; w1, b1, w2", "shapes (n,); (v,) three times",
                                  f"{x.shape}; {w1.shape}, {b1.shape}, {w2.shape}",
                                  "a row or column where a vector is meant"))
    return x, w1, b1, w2


def _targets(y, x):
    y = np.asarray(y, float)
    if y.shape != x.shape:
        raise ValueError(_message("y", f"the shape of x, {x.shape}", y.shape,
                                  "a column (n, 1), which would broadcast to n x n"))
    return y
