r"""Softmax, and the loss that goes with it: from logits to probabilities, cross-entropy, gradient.

Rows are examples: z contains logits, shape (t, m), or (m,) for one example, with m >= 1; o =
softmax(z) probabilities; T targets, shape (t, m) (one-hot rows, or soft rows that sum to 1); y
integer labels, shape (t,), counted from 0. Lists will do. Values that are not real numbers, or
labels that are not integers, raise a TypeError; a wrong shape ("one-hot rows where labels were
meant") or a label outside 0..m-1 ("counted from 1") a ValueError.
"""

import numpy as np

from .checks import floats, labels, matrix, positive, with_ndim
from .errors import message

__all__ = [
    "ce_logits_gradient", "cross_entropy", "label_smoothing", "logsumexp", "one_hot", "softmax",
    "softmax_jacobian", "temperature_softmax",
]


# --- From logits to probabilities -------------------------------------------------------------


def logsumexp(z):
    r"""Logarithm of the sum of exponentials over the last axis.

    .. math:: \log\sum_j e^{z_j} = a + \log\sum_j e^{z_j - a}, \qquad a = \max_j z_j

    One number per row, between the largest logit and that + log m. Any a gives the same value; the
    largest logit of the *own row* keeps each exponential at most 1 and the sum at least 1: neither
    overflow nor log 0. Blanchard, Higham, Higham (2021). Lecture ALICE-4.3.2.

    >>> round(logsumexp([1000, 1001, 1002]), 6)
    np.float64(1002.407606)
    """
    z = _logits(z)
    a = z.max(axis=-1, keepdims=True)  # (t, 1): one shift per row
    return a[..., 0] + np.log(np.exp(z - a).sum(axis=-1))


def softmax(z):
    r"""Logits to probabilities, over the last axis.

    .. math:: o_y = \frac{e^{z_y}}{\sum_i e^{z_i}}

    In the shape of z; each row sums to 1. Adding one number to all logits of a row changes nothing,
    so the largest is subtracted first: no exponential exceeds 1.
    Lectures MAY24-1.3a, MAY25-1.3a, ALICE-4.2.1b, NPFL129-softmax-logits.

    >>> softmax([1, 2, 3]).round(6)
    array([0.090031, 0.244728, 0.665241])
    """
    z = _logits(z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))  # (t, m), at most 1
    return e / e.sum(axis=-1, keepdims=True)


def temperature_softmax(z, tau):
    r"""Softmax of the logits divided by a temperature.

    .. math:: o = \mathrm{softmax}(z / \tau)

    A temperature tau > 1 pulls towards uniform, 0 < tau < 1 towards the largest logit: to 1/m as
    tau goes to infinity, to one-hot as tau goes to 0, shared among tied largest logits (erratum
    AL-26). Guo, Pleiss, Sun, Weinberger (2017). Lecture ALICE-4.2.1c.

    >>> temperature_softmax([1, 2, 3], 10).round(6)
    array([0.30061 , 0.332225, 0.367165])
    """
    positive(tau, "tau", "the limit tau -> 0 was meant; take the argmax")
    return softmax(_logits(z) / tau)


def softmax_jacobian(z):
    r"""All derivatives of the softmax probabilities by the logits z (m,) of one example.

    .. math:: J_{ij} = \frac{\partial o_i}{\partial z_j} = o_i\,(\delta_{ij} - o_j),
              \qquad J = \mathrm{diag}(o) - o^\top o

    Shape (m, m); row i: how o_i moves. Symmetric, rows sum to 0, positive semidefinite, rank
    m - 1; the covariance matrix of a one-hot draw with probabilities o.
    Lectures MAY24-1.3e, MAY24-1.3f, MAY24-1.3g, MAY25-1.3f, MAY25-1.3g.

    Two equal logits: o = (0.5, 0.5).
    >>> softmax_jacobian([0, 0])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    z = with_ndim(z, 1, "(m,)", "z", "a batch of logits; call it row by row")
    o = softmax(z)
    return np.diag(o) - np.outer(o, o)


# --- Targets ----------------------------------------------------------------------------------


def one_hot(y, m):
    r"""Integer labels y (t,) to targets T (t, m): rows with a single 1.

    .. math:: T_{nj} = 1 \text{ if } j = y_n,\quad 0 \text{ otherwise}

    The number m of classes cannot be read off a batch that lacks the last class.
    Lectures MAY24-1.3b, MAY24-1.3i, ALICE-4.2.

    >>> one_hot([2, 0], 3)
    array([[0., 0., 1.],
           [1., 0., 0.]])
    """
    t = len(y) if np.ndim(y) else 0
    y = labels(y, t, m)
    T = np.zeros((t, m))
    T[np.arange(t), y] = 1
    return T


def label_smoothing(T, eps):
    r"""Move a little probability from the target class to all classes.

    .. math:: T' = (1 - \varepsilon)\,T + \frac{\varepsilon}{m}

    eps, in [0, 1], is shared out: 0 changes nothing, 1 leaves uniform rows.
    Szegedy, Vanhoucke, Ioffe, Shlens, Wojna (2016). Lecture MAY24-1.3b, footnote.

    >>> label_smoothing(np.array([[0, 1]]), 0.1)
    array([[0.05, 0.95]])
    """
    T = with_ndim(T, 2, "(t, m)", "T", "integer labels; use one_hot(y, m)")
    if not 0 <= eps <= 1:
        raise ValueError(message("eps", "a fraction in [0, 1]", eps, "a percentage"))
    m = T.shape[1]
    return (1 - eps) * T + eps / m


# --- The loss ---------------------------------------------------------------------------------


def cross_entropy(z, y):
    r"""Mean negative log probability of the correct labels.

    .. math:: \ell = -\frac1t \sum_n \log \mathrm{softmax}(z_n)_{y_n}
                   = \frac1t \sum_n \Bigl(\log\sum_j e^{z_{nj}} - z_{n y_n}\Bigr)

    In nats, >= 0; ln m for a model that knows nothing. Takes logits, not probabilities:
    log(softmax(z)) is -inf for a confidently wrong row, logsumexp(z) - z[y] the true large number.
    Lectures MAY24-1.3b, MAY25-1.3b, ALICE-4.2.2, ALICE-4.3.2.

    >>> round(cross_entropy([[1, 2, 3]], [2]), 6)
    np.float64(0.407606)
    """
    z = matrix(z, "(t, m)", "z")
    t, m = z.shape
    y = labels(y, t, m)
    return (logsumexp(z) - z[np.arange(t), y]).mean()


def ce_logits_gradient(z, T):
    r"""Gradient of the mean cross-entropy with respect to the logits.

    .. math:: d_z = \frac{o - T}{t}, \qquad o = \mathrm{softmax}(z)

    Shape (t, m); each row sums to 0. The loss is a mean, so there is exactly one 1/t in the whole
    backward pass, and it is here (erratum MAY-13).
    Lectures MAY24-1.3h (equation 1), MAY24-1.3i, MAY25-1.3h, MAY25-1.3i.

    >>> ce_logits_gradient([[1, 2, 3]], np.array([[0, 0, 1]])).round(6)
    array([[ 0.090031,  0.244728, -0.334759]])
    """
    z, T = matrix(z, "(t, m)", "z"), floats(T, "T")
    if T.shape != z.shape:
        cause = "integer labels where one-hot rows were meant; use one_hot(y, m)"
        raise ValueError(message("T", f"shape {z.shape} as z", f"shape {T.shape}", cause))
    t = len(z)
    o = softmax(z)
    return (o - T) / t


# --- Guard ------------------------------------------------------------------------------------


def _logits(z):
    """Return logits z as floats after checking that there is at least one class."""
    z = floats(z, "z")
    if z.ndim == 0 or z.shape[-1] == 0:
        cause = "one number, or an empty list, where one logit per class was meant"
        expected = "shape (m,) or (t, m) with m >= 1"
        raise ValueError(message("z", expected, f"shape {z.shape}", cause))
    return z
