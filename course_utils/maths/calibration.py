r"""Judging stated probabilities: confidence against accuracy, scores, and the best temperature.

P contains class probabilities, shape (t, m), rows summing to 1; z logits (t, m); y true labels,
counted from 0. ``conf`` is the top-class probability of a prediction, in [0, 1], and ``correct``
(booleans or 0/1) whether it was right, both of shape (t,). Bins are ``n_bins`` of equal width on
[0, 1]; the last one also owns 1.0. Anything else raises a ValueError that names the likely cause.
How to act on probabilities is in `decisions`.
"""

import math

import numpy as np

from .checks import whole
from .errors import message
from .losses import softmax

__all__ = [
    "accuracy_confidence_gap", "brier_score", "ece_if_calibrated", "expected_calibration_error",
    "fit_temperature", "nll", "reliability_bins", "temperature_slope", "top_confidence",
    "wilson_interval",
]


# --- Confidence and accuracy ------------------------------------------------------------------


def top_confidence(P, y):
    r"""Confidence and correctness of the argmax prediction of every row.

    .. math:: c_n = \max_j P_{nj}, \qquad \hat y_n = \arg\max_j P_{nj}

    Returns (conf, correct): arrays of float and of bool, shape (t,). Lecture ALICE-4.3.3a.

    >>> conf, correct = top_confidence(np.array([[0.9, 0.1], [0.4, 0.6]]), np.array([0, 0]))
    >>> conf.tolist(), correct.tolist()
    ([0.9, 0.6], [True, False])
    """
    P = probabilities(P)
    y = classes(y, P)
    return P.max(axis=1), P.argmax(axis=1) == y


def reliability_bins(conf, correct, n_bins):
    r"""Mean confidence, accuracy and count in equal-width bins of confidence.

    .. math:: B_i = \{n : i/b \le c_n < (i+1)/b\}, \quad i = 0, \dots, b-1

    Returns (mean_conf, accuracy, count), each of shape (n_bins,): two fractions in [0, 1] and an
    integer. An empty bin gives 0 in all three: a convention, as is the bin above for a confidence
    on an edge. With m classes the bins below 1/m are always empty.
    Guo, Pleiss, Sun, Weinberger (2017), section 2. Lecture ALICE-4.3.4a.

    >>> mean_conf, accuracy, count = reliability_bins(
    ...     np.array([0.5, 0.75, 1.0]), np.array([0, 1, 1]), 2)
    >>> mean_conf.tolist(), [round(float(a), 3) for a in accuracy], count.tolist()
    ([0.0, 0.75], [0.0, 0.667], [0, 3])
    """
    conf, correct = _predictions(conf, correct)
    lower_edges = np.arange(whole(n_bins, "n_bins")) / n_bins      # 0, 1/b, ..., (b-1)/b
    bin_of = np.searchsorted(lower_edges, conf, side="right") - 1  # the last bin owns 1.0
    count = np.bincount(bin_of, minlength=n_bins)
    divisor = np.maximum(count, 1)                                 # empty bins: 0 / 1
    mean_conf = np.bincount(bin_of, weights=conf, minlength=n_bins) / divisor
    accuracy = np.bincount(bin_of, weights=correct, minlength=n_bins) / divisor
    return mean_conf, accuracy, count


def expected_calibration_error(conf, correct, n_bins):
    r"""Gap between stated confidence and observed accuracy, averaged over bins.

    .. math:: \mathrm{ECE} = \sum_i \frac{|B_i|}{t}\,|a_i - p_i|

    A fraction in [0, 1]: 0.05 means five percentage points. Depends on `n_bins`: report both. 0 is
    not "good": a model that always states the base rate has an ECE near 0 and is useless. A
    perfectly calibrated one has an ECE above 0 on a finite sample (`ece_if_calibrated`).
    Guo, Pleiss, Sun, Weinberger (2017), section 2. Lecture ALICE-4.3.4a.

    Two predictions at 80 %, one of them right: |0.5 - 0.8| = 0.3.
    >>> round(expected_calibration_error(np.array([0.8, 0.8]), np.array([1, 0]), 10), 3)
    0.3
    """
    mean_conf, accuracy, count = reliability_bins(conf, correct, n_bins)
    return float(np.sum(count / count.sum() * np.abs(accuracy - mean_conf)))


def accuracy_confidence_gap(conf, correct):
    r"""Mean confidence minus accuracy: above 0 the model is overconfident.

    .. math:: \frac1t \sum_n c_n - \frac1t \sum_n [\hat y_n = y_n]

    +0.1 means ten percentage points overconfident. Its absolute value is the ECE with one bin.
    Lecture ALICE-4.3.3a.

    >>> round(accuracy_confidence_gap(np.array([0.9, 0.7]), np.array([1, 0])), 3)
    0.3
    """
    conf, correct = _predictions(conf, correct)
    return float(conf.mean() - correct.mean())


def wilson_interval(successes, count, z=1.96):
    r"""Wilson score interval for a proportion, bin by bin.

    .. math:: \frac{\hat p + z^2/2n \pm z\sqrt{\hat p(1-\hat p)/n + z^2/4n^2}}{1 + z^2/n}

    `successes` is how many of `count` were right: arrays of one shape, or numbers; z is 1.96 for 95
    %. Returns (low, high), fractions in [0, 1] in the inputs' shape; an empty bin gives (0, 1). The
    textbook interval p ± z sqrt(p (1 - p) / n) has width 0 when all of a bin is right, which is
    where reliability diagrams need it most.
    Wilson (1927). Brown, Cai, DasGupta (2001). For the diagram of lecture ALICE-4.3.4a.

    Ten out of ten right does not prove 100 %:
    >>> low, high = wilson_interval(10, 10)
    >>> round(float(low), 2), round(float(high), 2)
    (0.72, 1.0)
    """
    successes, count = np.asarray(successes, float), np.asarray(count, float)
    if np.any(successes < 0) or np.any(successes > count) or not z > 0:
        cause = "the accuracy instead of the number right"
        raise ValueError(message("successes", "0 to count, and z > 0", "something else", cause))
    n = np.maximum(count, 1)
    p = successes / n
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    low = np.where(count > 0, np.clip(centre - half, 0, 1), 0.0)
    high = np.where(count > 0, np.clip(centre + half, 0, 1), 1.0)
    return low, high


def ece_if_calibrated(conf, n_bins, *, draws, rng):
    r"""ECE values that a perfectly calibrated model with these confidences would show.

    Each of the `draws`, from `rng`, makes prediction n right with probability exactly c_n and
    computes the ECE: shape (draws,). An ECE inside their spread is not evidence against the model.
    Consistency resampling: Bröcker, Smith (2007). Lecture ALICE-4.3.4a.

    >>> rng = np.random.default_rng(0)
    >>> ece_if_calibrated(np.full(100, 0.8), 10, draws=200, rng=rng).mean().round(2)
    np.float64(0.03)
    """
    conf = np.asarray(conf, float)
    return np.array([expected_calibration_error(conf, rng.random(conf.shape) < conf, n_bins)
                     for _ in range(whole(draws, "draws"))])


# --- Scores -----------------------------------------------------------------------------------


def brier_score(P, y):
    r"""Mean squared distance between the probabilities and the one-hot truth.

    .. math:: \frac1t \sum_n \sum_j (P_{nj} - T_{nj})^2

    From 0 (certain and right) to 2 (certain and wrong): summed over all m classes, as Brier did,
    which for two is twice the version that looks at one class only. Unlike the ECE it is lowest for
    the true probabilities (a proper score), so a useless constant predictor does not win.
    Brier (1950). Lecture ALICE-4.3.4a.

    >>> round(brier_score(np.array([[0.8, 0.2]]), np.array([0])), 3)
    0.08
    """
    P = probabilities(P)
    y = classes(y, P)
    T = np.eye(P.shape[1])[y]
    return float(((P - T) ** 2).sum(axis=1).mean())


def nll(P, y):
    r"""Mean negative log-likelihood of the true labels, in nats.

    .. math:: -\frac1t \sum_n \log P_{n, y_n}

    At least 0; infinite if a true label was given probability 0. For logits, use `cross_entropy`.
    Lectures ALICE-4.3.4b, MAY24-1.3b.

    >>> round(nll(np.array([[0.5, 0.5], [0.25, 0.75]]), np.array([0, 1])), 4)
    0.4904
    """
    P = probabilities(P)
    y = classes(y, P)
    with np.errstate(divide="ignore"):
        return float(-np.log(P[np.arange(len(y)), y]).mean())


# --- Temperature ------------------------------------------------------------------------------


def fit_temperature(z, y):
    r"""The temperature that makes the stated probabilities of these labels most likely.

    .. math:: \tau^* = \arg\min_{\tau>0} \frac1t \sum_n -\log \mathrm{softmax}(z_n/\tau)_{y_n}

    z are logits of held-out rows, of any scale. Above 1 means the model was overconfident. If no
    finite tau > 0 is best, a ValueError gives the reason: every row is right (tau would go to 0: "a
    training set?"), or the logits are no better than guessing (to infinity).

    In beta = 1/tau the loss is convex with slope mean_n (sum_j o_nj z_nj - z_n,y_n), which rises
    with beta: its zero is found by Newton steps, with a halving step (on a log scale) whenever
    Newton would leave the interval known to contain it.
    Guo, Pleiss, Sun, Weinberger (2017), section 4.2. Lecture ALICE-4.3.4b.

    Three out of four right at logits 4 : 0. The best claim is 3/4, so 4/tau = log 3.
    >>> round(fit_temperature(np.array([[4.0, 0.0]] * 4), np.array([0, 0, 0, 1])), 6)
    3.640957
    """
    z, y = _logits_and_labels(z, y)
    z = z - z.max(axis=1, keepdims=True)          # softmax does not see a row's constant
    z_y = z[np.arange(len(y)), y]
    _has_finite_temperature(z, z_y)
    spread = -z.min()
    low, high = 1e-12 / spread, 1e15 / spread     # beta = 1/tau lies between
    beta = 1 / spread
    for _ in range(200):
        o = softmax(beta * z)
        mean_z = (o * z).sum(axis=1)
        slope = (mean_z - z_y).mean()
        low, high = (low, beta) if slope > 0 else (beta, high)
        curvature = (o * (z - mean_z[:, None]) ** 2).sum(axis=1).mean()
        newton = beta - slope / max(curvature, 1e-300)
        previous, beta = beta, newton if low < newton < high else math.sqrt(low * high)
        if abs(beta - previous) <= 1e-11 * beta:
            break
    return float(1 / beta)


def temperature_slope(z, y, tau):
    r"""Derivative of the mean cross-entropy of softmax(z / tau) with respect to tau.

    .. math:: \frac{\partial L}{\partial\tau}
              = \frac{1}{\tau^2}\,\frac1t\sum_n \Bigl(z_{n,y_n} - \sum_j o_{nj} z_{nj}\Bigr)

    In nats per unit of the temperature tau > 0; it is 0 at `fit_temperature`.
    Lectures ALICE-4.3.4b, ALICE-4.2.1c.

    >>> z, y = np.array([[4.0, 0.0]] * 4), np.array([0, 0, 0, 1])
    >>> bool(abs(temperature_slope(z, y, 4 / np.log(3))) < 1e-12)
    True
    """
    z, y = _logits_and_labels(z, y)
    if not (np.ndim(tau) == 0 and 0 < tau < np.inf):
        raise ValueError(message("tau", "a number above 0", repr(tau), "the argmax was meant"))
    z = z - z.max(axis=1, keepdims=True)
    o = softmax(z / tau)
    return float((z[np.arange(len(y)), y] - (o * z).sum(axis=1)).mean() / tau**2)


# --- Guards -----------------------------------------------------------------------------------

_LOGITS = "logits where probabilities are meant"


def probabilities(P, name="P"):
    """Return P as floats after checking that its rows are distributions."""
    P = np.asarray(P, float)
    if P.ndim != 2 or P.size == 0:
        cause = "one row without its row axis, P[None, :]"
        raise ValueError(message(name, "shape (t, m)", f"shape {P.shape}", cause))
    if not (P.min() >= -1e-6 and P.max() <= 1 + 1e-6
            and np.abs(P.sum(axis=1) - 1).max() <= 0.02):
        got = f"values from {P.min():.3g} to {P.max():.3g}"
        raise ValueError(message(name, "rows of probabilities summing to 1", got, _LOGITS))
    return P


def classes(y, table, names=("y", "P")):
    """Return y as integers after checking that each is the number of a column, one per row."""
    y, (t, m) = np.asarray(y), table.shape
    if y.ndim != 1 or y.dtype.kind not in "iub":
        got, cause = f"{y.dtype} of shape {y.shape}", "one-hot rows; use argmax(axis=1)"
        raise ValueError(message(names[0], "integers of shape (t,)", got, cause))
    if len(y) != t:
        expected = f"{t} entries, one per row of {names[1]}"
        raise ValueError(message(names[0], expected, len(y), "two different splits"))
    if not (y.min() >= 0 and y.max() < m):
        got = f"{y.min()} to {y.max()}"
        raise ValueError(message(names[0], f"labels from 0 to {m - 1}", got, "counted from 1"))
    return y.astype(int)


def _predictions(conf, correct):
    """Return both as floats after checking that they are confidences and 0/1."""
    conf, correct = np.asarray(conf, float), np.asarray(correct, float)
    if conf.ndim != 1 or conf.shape != correct.shape or conf.size == 0:
        got, cause = f"{conf.shape} and {correct.shape}", "one of the two cut differently"
        raise ValueError(message("conf and correct", "the same shape (t,), t >= 1", got, cause))
    if not (conf.min() >= 0 and conf.max() <= 1):
        got = f"values from {conf.min():.3g} to {conf.max():.3g}"
        raise ValueError(message("conf", "probabilities in [0, 1]", got, _LOGITS))
    if np.any((correct != 0) & (correct != 1)):
        raise ValueError(message("correct", "0/1 or booleans", "other values", "the labels"))
    return conf, correct


def _logits_and_labels(z, y):
    """Return z (t, m) as floats and y (t,) as integers after checking both."""
    z = np.asarray(z, float)
    if z.ndim != 2 or z.size == 0:
        cause = "one row without its row axis, z[None, :]"
        raise ValueError(message("z", "logits of shape (t, m)", f"shape {z.shape}", cause))
    if not np.isfinite(z).all():
        raise ValueError(message("z", "finite logits", "nan or inf", "training that diverged"))
    return z, classes(y, z, ("y", "z"))


def _has_finite_temperature(z, z_y):
    """Check that the slope at beta = 0 and at infinity differ in sign; rows have maximum 0."""
    expected = "logits with a finite best temperature"
    if (z_y == 0).all():
        got = "every row's largest logit at its label, so that tau goes to 0"
        raise ValueError(message("z", expected, got, "these are the training rows"))
    if not (z.mean(axis=1) - z_y).mean() < 0:
        got = "logits no better than guessing, so that tau goes to infinity"
        raise ValueError(message("z", expected, got, "z and y do not belong together"))
