r"""Generalised linear models: likelihoods, one gradient for all of them, and one loop that fits.

Rows are examples: X (t, d) contains inputs, with a column of ones if you want a bias, w (d,) or W
(d, m) weights, y (t,) targets; T targets in the shape of the predictions. Values that are not real
numbers raise a TypeError; shapes that do not fit, labels other than 0 and 1, negative counts and
rates that are not above 0 a ValueError.
"""

import math

import numpy as np

from .activations import sigmoid, softplus
from .checks import (
    at_least_zero,
    finite_loss,
    floats,
    labels,
    learning_rate,
    matrix,
    positive,
    rows_and_targets,
    vector,
)
from .errors import message

__all__ = [
    "bernoulli_nll", "bernoulli_nll_gradient", "binomial_pmf", "fit_glm", "poisson_nll",
    "poisson_nll_gradient", "poisson_pmf",
]


# --- Yes or no --------------------------------------------------------------------------------


def bernoulli_nll(z, y):
    r"""Mean negative log-likelihood of labels 0 or 1 under logits z (t,).

    .. math:: -\frac1t \sum_n \log p(y_n) = \frac1t \sum_n \bigl(\log(1 + e^{z_n}) - y_n z_n\bigr)

    Takes logits, not probabilities: where sigma(z) is rounded to 1, log(1 - sigma(z)) is lost.
    Lectures NPFL129-lr-training, ALICE-4.3.1.

    A logit of 0 is a probability of 1/2, and costs log 2.
    >>> round(float(bernoulli_nll([0, 0], [0, 1])), 6)
    0.693147
    """
    z = vector(z, "(t,)", "z")
    y = labels(y, len(z), 2)
    return (softplus(z) - y * z).mean()


def bernoulli_nll_gradient(w, X, y):
    r"""Weight gradient of the mean negative log-likelihood of labels 0 or 1, shape (d,).

    .. math:: \frac1t \sum_n (\sigma(x_n \cdot w) - y_n)\, x_n

    Lectures NPFL129-lr-gradient, NPFL129-glm-table-2, ALICE-4.3.1.

    At w = 0 every prediction is 1/2.
    >>> bernoulli_nll_gradient([0, 0], [[1, 2], [1, 4]], [0, 1])
    array([ 0. , -0.5])
    """
    w, X = vector(w, "(d,)", "w"), matrix(X, "(t, d)", "X")
    _one_weight_per_column(w, X)
    y = labels(y, len(X), 2)
    o = sigmoid(X @ w)
    return X.T @ (o - y) / len(X)


# --- Counts -----------------------------------------------------------------------------------


def poisson_pmf(k, lam):
    r"""Probability of each count k (n,) when events come independently at a known rate.

    .. math:: P(k; \lambda) = \frac{\lambda^k e^{-\lambda}}{k!}
                            = e^{k \log\lambda - \lambda - \log k!}

    lam > 0 is the mean number of events, and its variance. The power and the factorial overflow
    long before their quotient does; so the sum is computed in logarithms.
    Lectures NPFL129-poisson, NPFL129-poisson-derivation.

    >>> poisson_pmf([0, 4], 3).round(6)
    array([0.049787, 0.168031])
    """
    k = _counts(k, "k")
    positive(lam, "lam", "the limit 0, where only k = 0 has a probability")
    return np.exp(k * math.log(lam) - lam - _log_factorial(k))


def binomial_pmf(k, n, p):
    r"""Probability of each count k (m,) of successes in n independent trials, each with chance p.

    .. math:: P(k; n, p) = \binom nk p^k (1 - p)^{n-k}

    0 for k > n. With p = lam / n and n to infinity this is `poisson_pmf` of lam.
    Lecture NPFL129-poisson-derivation.

    >>> binomial_pmf([0, 1, 2, 3], 2, 0.5)
    array([0.25, 0.5 , 0.25, 0.  ])
    """
    k = _counts(k, "k")
    at_least_zero(n, "n", "a rate where a number of trials was meant")
    if not 0 <= p <= 1:
        raise ValueError(message("p", "a probability in [0, 1]", p, "lam / n with n < lam"))
    return np.array([math.comb(n, int(i)) * p**i * (1 - p) ** max(n - i, 0) for i in k])


def poisson_nll(mu, y):
    r"""Mean negative log-likelihood of counts y (t,) under rates mu (t,).

    .. math:: \frac1t \sum_n \bigl(\mu_n - y_n \log \mu_n + \log y_n!\bigr)

    Lectures NPFL129-poisson-reg, NPFL129-poisson-vs-normal.

    No event at rate 1 has probability 1/e.
    >>> float(poisson_nll([1], [0]))
    1.0
    """
    mu, y = vector(mu, "(t,)", "mu"), _counts(y, "y")
    if mu.shape != y.shape or not np.all(mu > 0):
        got = f"shape {mu.shape}, smallest {mu.min(initial=np.inf):.3g}"
        cause = "log rates; take exp first"
        raise ValueError(message("mu", f"{len(y)} rates above 0", got, cause))
    return (mu - y * np.log(mu) + _log_factorial(y)).mean()


def poisson_nll_gradient(w, X, y, years):
    r"""Weight gradient of the mean negative log-likelihood of counts, shape (d,).

    .. math:: \frac1t \sum_n (\mu_n - y_n)\, x_n, \qquad \mu_n = s_n\, e^{x_n \cdot w}

    Row n was counted over s_n years, `years` (t,), above 0: the rate of one year is exp(x w).
    Lectures NPFL129-poisson-reg, NPFL129-glm-table-4.

    Five events in two years, at a rate of 1 a year: 2 expected.
    >>> poisson_nll_gradient([0], [[1]], [5], [2])
    array([-3.])
    """
    w, X = vector(w, "(d,)", "w"), matrix(X, "(t, d)", "X")
    _one_weight_per_column(w, X)
    _, y = rows_and_targets(X, _counts(y, "y"))
    _, years = rows_and_targets(X, years)
    mu = years * np.exp(X @ w)
    return X.T @ (mu - y) / len(X)


# --- One loop for all -------------------------------------------------------------------------


def fit_glm(mean, X, T, lr, steps):
    r"""Weights of a generalised linear model after `steps` steps of gradient descent from 0.

    .. math:: W \leftarrow W - \frac{\mathrm{lr}}{t}\, X^\top (\mathrm{mean}(X W) - T)

    `mean` takes X @ W to predictions in the shape of T, (t,) or (t, m): identity, sigmoid, softmax
    or exp. Each of the `steps` >= 0 steps, of size lr >= 0, uses all rows.
    Lectures NPFL129-lr-training, NPFL129-softmax-training, NPFL129-glm.

    One step for the mean of 1 and 5, with lr 1:
    >>> fit_glm(lambda z: z, [[1], [1]], [1, 5], 1, 1)
    array([3.])
    """
    X, T = matrix(X, "(t, d)", "X"), floats(T, "T")
    if T.ndim not in (1, 2) or len(T) != len(X):
        cause = "X transposed, or a column where a vector was meant"
        expected = f"{len(X)} rows, one per row of X"
        raise ValueError(message("T", expected, f"shape {T.shape}", cause))
    learning_rate(lr)
    at_least_zero(steps, "steps", "a step size; lr comes first")
    W = np.zeros((X.shape[1], *T.shape[1:]))
    for _ in range(steps):
        W = W - lr / len(X) * X.T @ (mean(X @ W) - T)
    finite_loss(float(np.abs(W).sum()), f"the weights after {steps} steps")
    return W


# --- Guards -----------------------------------------------------------------------------------


def _log_factorial(k):
    """log k! of every count."""
    return np.array([math.lgamma(i + 1) for i in k])


def _counts(k, name):
    """Return counts as floats after checking that they are integers >= 0."""
    k = vector(k, "(n,)", name)
    if not np.all((k >= 0) & (k == np.floor(k))):
        raise ValueError(message(name, "integers >= 0", k, "rates where counts were meant"))
    return k


def _one_weight_per_column(w, X):
    """Check that w fits the columns of X."""
    if len(w) != X.shape[1]:
        cause = "no column of ones for the bias, or X transposed"
        expected = f"shape ({X.shape[1]},), one weight per column of X"
        raise ValueError(message("w", expected, f"shape {w.shape}", cause))
