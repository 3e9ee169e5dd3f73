"""Model answers of notebook 04: what `solution` shows."""

import numpy as np

from course_utils import functions


def softmax(z):
    """The maximum is subtracted first: then no exponential overflows."""
    e = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def logsumexp(z):
    """The maximum is taken out before the exponentials, and added back."""
    largest = np.max(z, axis=-1, keepdims=True)
    total = np.exp(z - largest).sum(axis=-1)
    return largest.squeeze(axis=-1) + np.log(total)


def temperature_softmax(z, tau):
    """The logits are divided before the softmax."""
    return functions.softmax(np.asarray(z) / tau)


def two_class_probability(z):
    """The sigmoid of the difference of the two logits."""
    return functions.sigmoid(z[:, 1] - z[:, 0])


def cross_entropy(z, y):
    """Mean of -log o_y = logsumexp(z) - z_y: no probability becomes 0."""
    z = np.asarray(z)
    z_y = z[np.arange(len(z)), y]
    return np.mean(functions.logsumexp(z) - z_y)


def softmax_jacobian(z):
    """diag(o) - o o'."""
    o = functions.softmax(z)
    return np.diag(o) - np.outer(o, o)


def ce_logits_gradient(z, T):
    """Prediction minus target, over the number of rows."""
    return (functions.softmax(z) - T) / len(z)


def label_smoothing(T, eps):
    """The target keeps 1 - eps; eps is shared among all classes."""
    return (1 - eps) * T + eps / T.shape[1]


def spot_impostor(candidates):
    """The matrix that breaks a law by more than rounding."""

    def is_genuine(J):
        symmetric = np.allclose(J, J.T)
        rows_sum_to_0 = np.allclose(J.sum(axis=1), 0)
        none_negative = np.linalg.eigvalsh(J).min() > -1e-9
        return symmetric and rows_sum_to_0 and none_negative

    return [is_genuine(J) for J in candidates].index(False)
