r"""Training the network of `mlp`: minibatch gradient descent, for one network or many at once.

Same symbols, same parameters. Every trainer starts from given `params`, leaves them as they are,
and takes its shuffles from a passed `rng`. f (n, d) contains the training inputs, or `tokens` (n,
words of a window) instead, y (n,) their labels, counted from 0; lr is the learning rate, at least
0; an epoch is one pass over the data. Shapes, words or labels that do not fit raise a ValueError,
as does a loss that is no longer finite ("a learning rate that is too large").
"""

import numpy as np

from ..text import concatenate
from .checks import finite_loss, learning_rate, whole
from .losses import one_hot
from .mlp import check_shapes, one_label_per_row

__all__ = ["train", "train_each", "train_embedding"]

# A learning rate that is too large overflows: `finite_loss` reports it, not a warning.
_QUIET = np.errstate(over="ignore", invalid="ignore")


@_QUIET
def train(params, f, y, *, lr, batch_size, epochs, rng, every=0):
    r"""Minibatch gradient descent on the mean cross-entropy.

    Per epoch: shuffle, cut into minibatches of `batch_size` rows (the last may be smaller), one
    step p - lr g for each: ceil(n / batch_size) steps (erratum AL-41). After every `every` epochs a
    line (epoch, loss) is printed; 0 prints nothing. Returns (params, history): new parameters; per
    epoch the mean loss of its minibatches, each measured before its step, rounded to six decimals.

    The lines of `mlp_backward`, arranged for speed: the constant-1 nodes of NPFL129-mlp-notes
    carry the biases inside the two products, logits are stored class by class, and lr / t is
    multiplied into d_z, the smallest array.
    Lectures NPFL129-mlp-training, ALICE-5.3a, ALICE-5.3b, MAY24-1.3p.

    >>> from course_utils.maths.mlp import initialise, predict
    >>> f, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    >>> rng = np.random.default_rng(0)
    >>> start = initialise(2, 8, 2, rng)
    >>> params, history = train(start, f, y, lr=0.5, batch_size=4, epochs=400, rng=rng)
    >>> predict(params, f).tolist(), history[0] > 0.5, history[-1] < 0.05
    ([0, 1, 1, 0], True, True)
    """
    f, y, T = _training_data(params, f, y)
    _check_training(lr, batch_size, epochs)
    n, H1, U1 = len(f), *_with_bias_rows(params, f.dtype)
    f1 = np.hstack([f, np.ones((n, 1), f.dtype)])         # constant-1 node of the input layer
    f_epoch = np.empty_like(f1)
    T_epoch, z, sums, minibatches = _cut(f_epoch, T, U1, batch_size)
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

    `networks` lists parameters to start from, all of the same shapes, for instance one per seed;
    returns the trained ones after `steps` steps. The lines of `mlp_backward` with one more axis in
    front, s networks: fifty seeds cost little more than one. Lectures MAY24-1.3p, NPFL129-init.

    >>> from course_utils.maths.mlp import accuracy, initialise
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
    finite_loss(float(b_U.sum()), f"{steps} steps")
    return [{"H": H[s], "b_H": b_H[s], "U": U[s], "b_U": b_U[s]} for s in range(len(H))]


@_QUIET
def train_embedding(params, tokens, y, *, lr, batch_size, epochs, rng, every=0):
    r"""Minibatch gradient descent on all five parameters, the table E included.

    Arguments (lr, batch_size, epochs, rng, every) and results as in `train`. The step for E
    subtracts directly in the flattened table: the |V| x e gradient, almost all of it zeros, is
    never built. Lecture MAY24-1.4e.

    Two-word sentences; the label says whether exactly one word is word 0 or 1.
    >>> from course_utils.maths.mlp import initialise_embedding
    >>> tokens, y = np.array([[0, 1], [0, 2], [2, 1], [2, 3]]), np.array([0, 1, 1, 0])
    >>> rng = np.random.default_rng(0)
    >>> start = initialise_embedding((4, 2, 3, 8, 2), rng)
    >>> _, losses = train_embedding(start, tokens, y, lr=0.3, batch_size=4, epochs=300, rng=rng)
    >>> losses[0] > 0.5, losses[-1] < 0.05
    (True, True)
    """
    E, tokens = np.array(params["E"], float), np.asarray(tokens)
    f, y, T = _training_data(params, concatenate(E, tokens), y)
    _check_training(lr, batch_size, epochs)
    (n, d), e, H1, U1 = f.shape, E.shape[1], *_with_bias_rows(params, f.dtype)
    places = (tokens[:, :, None] * e + np.arange(e)).reshape(n, d)  # of f's numbers in flat E
    E_flat = E.reshape(-1)                                           # a view: same memory as E
    T_epoch, z, sums, minibatches = _cut(np.ones((n, d + 1)), T, U1, batch_size)
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


# --- Lines shared by the trainers -------------------------------------------------------------


def _cut(f, T, U1, batch_size):
    """Buffers for an epoch, made once: (T, z, sums of e^z, each minibatch's views of it).

    The views are (f, T, h, z, sums); the last column of h is the constant-1 node and stays 1.
    """
    n, T, z = len(f), np.empty_like(T), np.empty_like(T)
    sums, h = np.empty(n, T.dtype), np.ones((min(batch_size, n), len(U1)), U1.dtype)
    batches = [slice(start, min(start + batch_size, n)) for start in range(0, n, batch_size)]
    return T, z, sums, [(f[b], T[:, b], h[: b.stop - b.start], z[:, b], sums[b]) for b in batches]


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
    finite_loss(loss, f"epoch {epoch}")
    if every and epoch % every == 0:
        print(f"epoch {epoch:4d}   loss {loss:.3f}")
    return loss


def _with_bias_rows(params, dtype):
    """H and U, each with its bias as one more row."""
    return (np.vstack([params["H"], params["b_H"]]).astype(dtype),
            np.vstack([params["U"], params["b_U"]]).astype(dtype))


def _split_bias_rows(H1, U1):
    """The four parameters again: views of the two arrays."""
    return {"H": H1[:-1], "b_H": H1[-1:], "U": U1[:-1], "b_U": U1[-1:]}


# --- Guards -----------------------------------------------------------------------------------


def _training_data(params, f, y):
    """Return f as floats (float32 if all is), y, and T class by class (m, n), all checked."""
    f = np.asarray(f)
    if f.dtype != np.float32 or any(p.dtype != np.float32 for p in params.values()):
        f = f.astype(float, copy=False)
    H, b_H, U, b_U = (params[name] for name in ("H", "b_H", "U", "b_U"))
    check_shapes(f, H, b_H, U, b_U)
    one_label_per_row(y, f)
    T = one_hot(y, U.shape[1])
    return f, np.asarray(y), np.ascontiguousarray(T.T, dtype=f.dtype)


def _check_training(lr, batch_size, epochs):
    """Check the numbers that steer a training."""
    whole(batch_size, "batch_size")
    whole(epochs, "epochs")
    learning_rate(lr)
