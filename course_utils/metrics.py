"""Judging stated probabilities: calibration, temperature, costs, prediction sets.

No plotting and no training here. Everywhere ``conf`` is the top-class probability of a
prediction and ``correct`` says whether that prediction was right.
"""

import math

import numpy as np

from .functions import softmax

__all__ = [
    "accuracy_confidence_gap",
    "brier_score",
    "conformal_prediction_set",
    "conformal_quantile",
    "cost_sensitive_decision",
    "coverage",
    "coverage_over_splits",
    "ece_if_calibrated",
    "expected_calibration_error",
    "fit_temperature",
    "mean_set_size",
    "nll",
    "reliability_bins",
    "temperature_slope",
    "threshold_prediction_set",
    "top_confidence",
    "wilson_interval",
]


def top_confidence(P, y):
    r"""Confidence and correctness of the argmax prediction of every row.

    .. math:: c_n = \max_j P_{nj}, \qquad \hat y_n = \arg\max_j P_{nj}

    Parameters
    ----------
    P : array of float, shape (t, m)
        Class probabilities, rows summing to 1.
    y : array of int, shape (t,)
        True labels, counted from 0.

    Returns
    -------
    (conf, correct) : array of float, shape (t,), and array of bool, shape (t,)

    Raises
    ------
    ValueError
        If P is not a matrix of probabilities ("did you pass logits?") or y does not fit it.

    References
    ----------
    Lecture ALICE-4.3.3a.

    Examples
    --------
    >>> conf, correct = top_confidence(np.array([[0.9, 0.1], [0.4, 0.6]]), np.array([0, 0]))
    >>> conf.tolist(), correct.tolist()
    ([0.9, 0.6], [True, False])
    """
    P, y = _probabilities(P), _labels(y)
    _same_length(P, y, "P", "y")
    _labels_below(y, P.shape[1])
    return P.max(axis=1), P.argmax(axis=1) == y


def reliability_bins(conf, correct, n_bins):
    r"""Mean confidence, accuracy and count in equal-width bins of confidence.

    .. math:: B_i = \{n : i/b \le c_n < (i+1)/b\}, \quad i = 0, \dots, b-1

    Parameters
    ----------
    conf : array of float, shape (t,)
        Top-class probability of each prediction, in [0, 1].
    correct : array of bool or 0/1, shape (t,)
        Whether each prediction was right.
    n_bins : int
        Number b of equal-width bins on [0, 1]; the last one also owns 1.0.

    Returns
    -------
    (mean_conf, accuracy, count) : three arrays, shape (n_bins,)
        Fractions in [0, 1] and a whole number. An empty bin gives 0 in all three.

    Raises
    ------
    ValueError
        If the shapes differ, there is no prediction, n_bins < 1, or a confidence lies
        outside [0, 1] ("did you pass logits?").

    Notes
    -----
    A confidence on an edge belongs to the bin above it: a convention, as is the 0 of an empty
    bin (its mean would be 0/0). With m classes the top confidence is at least 1/m, so the
    bins below 1/m are always empty.

    References
    ----------
    Guo, Pleiss, Sun, Weinberger (2017), section 2. Lecture ALICE-4.3.4a.

    Examples
    --------
    >>> mean_conf, accuracy, count = reliability_bins(
    ...     np.array([0.5, 0.75, 1.0]), np.array([0, 1, 1]), 2)
    >>> mean_conf.tolist(), [round(float(a), 3) for a in accuracy], count.tolist()
    ([0.0, 0.75], [0.0, 0.667], [0, 3])
    """
    conf, correct = _predictions(conf, correct)
    lower_edges = np.arange(_whole(n_bins, "n_bins")) / n_bins     # 0, 1/b, ..., (b-1)/b
    bin_of = np.searchsorted(lower_edges, conf, side="right") - 1  # the last bin owns 1.0
    count = np.bincount(bin_of, minlength=n_bins)
    divisor = np.maximum(count, 1)                                 # empty bins: 0 / 1
    mean_conf = np.bincount(bin_of, weights=conf, minlength=n_bins) / divisor
    accuracy = np.bincount(bin_of, weights=correct, minlength=n_bins) / divisor
    return mean_conf, accuracy, count


def expected_calibration_error(conf, correct, n_bins):
    r"""Gap between stated confidence and observed accuracy, averaged over bins.

    .. math:: \mathrm{ECE} = \sum_i \frac{|B_i|}{t}\,|a_i - p_i|

    Parameters
    ----------
    conf : array of float, shape (t,)
        Top-class probability of each prediction, in [0, 1].
    correct : array of bool or 0/1, shape (t,)
        Whether each prediction was right.
    n_bins : int
        Number of equal-width bins on [0, 1]; the last one also owns 1.0.

    Returns
    -------
    float
        A fraction in [0, 1]: 0.05 means five percentage points. Depends on `n_bins`: report
        both.

    Raises
    ------
    ValueError
        As `reliability_bins`.

    Notes
    -----
    0 is not "good": a model that always states the base rate has an ECE near 0 and is
    useless. A perfectly calibrated model has an ECE above 0 on a finite sample
    (`ece_if_calibrated`).

    References
    ----------
    Guo, Pleiss, Sun, Weinberger (2017), section 2. Lecture ALICE-4.3.4a.

    Examples
    --------
    Two predictions at 80 %, one of them right: |0.5 - 0.8| = 0.3.

    >>> round(expected_calibration_error(np.array([0.8, 0.8]), np.array([1, 0]), 10), 3)
    0.3
    """
    mean_conf, accuracy, count = reliability_bins(conf, correct, n_bins)
    return float(np.sum(count / count.sum() * np.abs(accuracy - mean_conf)))


def accuracy_confidence_gap(conf, correct):
    r"""Mean confidence minus accuracy: above 0 the model claims too much.

    .. math:: \frac1t \sum_n c_n - \frac1t \sum_n [\hat y_n = y_n]

    Parameters
    ----------
    conf : array of float, shape (t,)
        Top-class probability of each prediction, in [0, 1].
    correct : array of bool or 0/1, shape (t,)
        Whether each prediction was right.

    Returns
    -------
    float
        A fraction in [-1, 1]: +0.1 means ten percentage points over-confident. Its absolute
        value is the ECE with one bin.

    Raises
    ------
    ValueError
        If the shapes differ, there is no prediction, or a confidence lies outside [0, 1].

    References
    ----------
    Lecture ALICE-4.3.3a.

    Examples
    --------
    >>> round(accuracy_confidence_gap(np.array([0.9, 0.7]), np.array([1, 0])), 3)
    0.3
    """
    conf, correct = _predictions(conf, correct)
    return float(conf.mean() - correct.mean())


def wilson_interval(successes, count, z=1.96):
    r"""Wilson score interval for a proportion, bin by bin.

    .. math:: \frac{\hat p + z^2/2n \pm z\sqrt{\hat p(1-\hat p)/n + z^2/4n^2}}{1 + z^2/n}

    Parameters
    ----------
    successes : array of float or a number
        How many were right, 0 to `count`.
    count : array of int or a number
        How many there were, n; 0 is allowed.
    z : float
        Standard normal quantile: 1.96 for 95 %.

    Returns
    -------
    (low, high) : arrays of the inputs' shape
        Fractions in [0, 1]. An empty bin gives (0, 1): nothing is known.

    Raises
    ------
    ValueError
        If successes lie outside 0 ... count ("did you pass the accuracy?") or z is not positive.

    Notes
    -----
    The textbook interval p ± z sqrt(p (1 - p) / n) has width 0 when all of a bin is right,
    which is where reliability diagrams need it most.

    References
    ----------
    Wilson (1927). Brown, Cai, DasGupta (2001). For the diagram of lecture ALICE-4.3.4a.

    Examples
    --------
    Ten of ten right is no proof of 100 %:

    >>> low, high = wilson_interval(10, 10)
    >>> round(float(low), 2), round(float(high), 2)
    (0.72, 1.0)
    """
    successes, count = np.asarray(successes, float), np.asarray(count, float)
    if np.any(successes < 0) or np.any(successes > count) or not z > 0:
        raise ValueError("expected 0 <= successes <= count and z > 0, got something else; "
                         "did you pass the accuracy in place of the number right?")
    n = np.maximum(count, 1)
    p = successes / n
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    low = np.where(count > 0, np.clip(centre - half, 0, 1), 0.0)
    high = np.where(count > 0, np.clip(centre + half, 0, 1), 1.0)
    return low, high


def ece_if_calibrated(conf, n_bins, *, draws, rng):
    r"""ECE values that a perfectly calibrated model with these confidences would show.

    Each draw makes prediction n right with probability exactly c_n and computes the ECE.

    Parameters
    ----------
    conf : array of float, shape (t,)
        Top-class probability of each prediction, in [0, 1].
    n_bins : int
        Number of bins, as in `expected_calibration_error`.
    draws : int
        How many times to draw.
    rng : numpy.random.Generator
        Source of the draws.

    Returns
    -------
    array of float, shape (draws,)
        Fractions. An ECE inside their spread is no evidence against the model.

    Raises
    ------
    ValueError
        As `reliability_bins`, or if draws < 1.

    References
    ----------
    Consistency resampling: Bröcker, Smith (2007). Lecture ALICE-4.3.4a.

    Examples
    --------
    >>> values = ece_if_calibrated(np.full(100, 0.8), 10, draws=200,
    ...                            rng=np.random.default_rng(0))
    >>> bool(0.01 < values.mean() < 0.06)
    True
    """
    conf = np.asarray(conf, float)
    return np.array([expected_calibration_error(conf, rng.random(conf.shape) < conf, n_bins)
                     for _ in range(_whole(draws, "draws"))])


def brier_score(P, y):
    r"""Mean squared distance between the probabilities and the one-hot truth.

    .. math:: \frac1t \sum_n \sum_j (P_{nj} - T_{nj})^2

    Parameters
    ----------
    P : array of float, shape (t, m)
        Class probabilities, rows summing to 1.
    y : array of int, shape (t,)
        True labels, counted from 0.

    Returns
    -------
    float
        From 0 (certain and right) to 2 (certain and wrong).

    Raises
    ------
    ValueError
        If P is not a matrix of probabilities ("did you pass logits?") or y does not fit it.

    Notes
    -----
    Summed over all m classes, as Brier did; for two classes that is twice the version that
    looks at one class only. Unlike the ECE it is lowest for the true probabilities (a proper
    score), so a useless constant predictor does not win.

    References
    ----------
    Brier (1950). Lecture ALICE-4.3.4a.

    Examples
    --------
    >>> round(brier_score(np.array([[0.8, 0.2]]), np.array([0])), 3)
    0.08
    """
    P, y = _probabilities(P), _labels(y)
    _same_length(P, y, "P", "y")
    _labels_below(y, P.shape[1])
    T = np.eye(P.shape[1])[y]
    return float(((P - T) ** 2).sum(axis=1).mean())


def nll(P, y):
    r"""Mean negative log-likelihood of the true labels, in nats.

    .. math:: -\frac1t \sum_n \log P_{n, y_n}

    Parameters
    ----------
    P : array of float, shape (t, m)
        Class probabilities, rows summing to 1. From logits use `functions.cross_entropy`.
    y : array of int, shape (t,)
        True labels, counted from 0.

    Returns
    -------
    float
        At least 0; infinite if a true label was given probability 0.

    Raises
    ------
    ValueError
        If P is not a matrix of probabilities ("did you pass logits?") or y does not fit it.

    References
    ----------
    Lectures ALICE-4.3.4b, MAY24-1.3b.

    Examples
    --------
    >>> round(nll(np.array([[0.5, 0.5], [0.25, 0.75]]), np.array([0, 1])), 4)
    0.4904
    """
    P, y = _probabilities(P), _labels(y)
    _same_length(P, y, "P", "y")
    _labels_below(y, P.shape[1])
    with np.errstate(divide="ignore"):
        return float(-np.log(P[np.arange(len(y)), y]).mean())


def fit_temperature(z, y):
    r"""The temperature that makes the stated probabilities of these labels most likely.

    .. math:: \tau^* = \arg\min_{\tau>0} \frac1t \sum_n -\log \mathrm{softmax}(z_n/\tau)_{y_n}

    Parameters
    ----------
    z : array of float, shape (t, m)
        Logits of held-out rows, of any scale; a constant may be added to a row.
    y : array of int, shape (t,)
        True labels, counted from 0.

    Returns
    -------
    float
        tau > 0; above 1 the model was over-confident. Accurate to about nine digits.

    Raises
    ------
    ValueError
        If z and y do not fit, or no finite tau > 0 is best: every row is right (tau would go
        to 0: "a training set?") or the logits are no better than guessing (to infinity).

    Notes
    -----
    In beta = 1/tau the loss is convex with slope mean_n (sum_j o_nj z_nj - z_n,y_n), which
    rises with beta: its zero is found by Newton steps, with a halving step (on a log scale)
    whenever Newton would leave the interval known to hold the zero. Dividing all logits by
    tau changes no argmax, so the accuracy stays as it is.

    References
    ----------
    Guo, Pleiss, Sun, Weinberger (2017), section 4.2. Lecture ALICE-4.3.4b.

    Examples
    --------
    Three of four right at logits 4 : 0. The best claim is 3/4, so 4/tau = log 3.

    >>> z = np.array([[4.0, 0.0]] * 4)
    >>> tau = fit_temperature(z, np.array([0, 0, 0, 1]))
    >>> round(tau, 6), round(4 / float(np.log(3)), 6)
    (3.640957, 3.640957)
    """
    z, y = _logits(z), _labels(y)
    _same_length(z, y, "z", "y")
    _labels_below(y, z.shape[1])
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

    Parameters
    ----------
    z : array of float, shape (t, m)
        Logits.
    y : array of int, shape (t,)
        True labels, counted from 0.
    tau : float
        Temperature, above 0.

    Returns
    -------
    float
        In nats per unit of temperature; 0 at `fit_temperature`.

    Raises
    ------
    ValueError
        If z and y do not fit, or tau is not a positive number.

    References
    ----------
    Lectures ALICE-4.3.4b, ALICE-4.2.1c.

    Examples
    --------
    >>> z, y = np.array([[4.0, 0.0]] * 4), np.array([0, 0, 0, 1])
    >>> bool(abs(temperature_slope(z, y, 4 / np.log(3))) < 1e-12)
    True
    """
    z, y = _logits(z), _labels(y)
    _same_length(z, y, "z", "y")
    _labels_below(y, z.shape[1])
    if not (np.ndim(tau) == 0 and 0 < tau < np.inf):
        raise ValueError(f"tau: expected a number above 0, got {tau!r}")
    z = z - z.max(axis=1, keepdims=True)
    o = softmax(z / tau)
    return float((z[np.arange(len(y)), y] - (o * z).sum(axis=1)).mean() / tau**2)


def cost_sensitive_decision(P, C):
    r"""The decision with the lowest expected cost for every row of probabilities.

    .. math:: \hat\imath_n = \arg\min_i \sum_j C_{ij} P_{nj}

    Parameters
    ----------
    P : array of float, shape (t, m)
        Class probabilities, rows summing to 1.
    C : array of float, shape (k, m)
        ``C[i, j]`` is the cost of deciding i when the truth is j: rows predicted, columns
        true. k may exceed m (a row for "ask a human") or be smaller.

    Returns
    -------
    array of int, shape (t,)
        Row numbers of C; the lowest on ties.

    Raises
    ------
    ValueError
        If P is not a matrix of probabilities or C has not one column per class
        ("is C transposed?").

    Notes
    -----
    The slide's sentence reads C the other way round than its table and formula; here the
    table holds (erratum AL-31). With equal costs for all errors this is the argmax.

    References
    ----------
    Lecture ALICE-4.3.3b.

    Examples
    --------
    A miss costs 10, a false alarm 1. Expected costs of (0.8, 0.2) are 2.0 and 0.8.

    >>> cost_sensitive_decision(np.array([[0.8, 0.2]]), np.array([[0, 10], [1, 0]])).tolist()
    [1]
    """
    P, C = _probabilities(P), np.asarray(C, float)
    if C.ndim != 2 or C.shape[1] != P.shape[1]:
        raise ValueError(f"C: expected one column per class, shape (k, {P.shape[1]}), "
                         f"got {C.shape}; is C transposed?")
    expected_cost = P @ C.T                       # (t, k)
    return expected_cost.argmin(axis=1)


def conformal_quantile(scores, alpha):
    r"""The r-th smallest calibration score, r = ceil((n + 1)(1 - alpha)).

    Parameters
    ----------
    scores : array of float, shape (n,)
        How badly each calibration row fits its true label (large = badly).
    alpha : float
        Accepted fraction of misses, between 0 and 1.

    Returns
    -------
    float
        The threshold q; infinite when r > n, so that every label passes.

    Raises
    ------
    ValueError
        If alpha is not between 0 and 1 ("in percent?") or there are no scores.

    Notes
    -----
    (n + 1)(1 - alpha) is rounded to nine decimals before the ceiling: 50 * (1 - 0.42) is
    29.000000000000004 in floating point, and its ceiling must be 29, not 30.

    References
    ----------
    Angelopoulos, Bates (2021), section 1. Lecture ALICE-4.3.4c.

    Examples
    --------
    n = 4, alpha = 0.5: r = ceil(2.5) = 3.

    >>> conformal_quantile(np.array([0.4, 0.1, 0.3, 0.2]), 0.5)
    0.3
    """
    scores = np.asarray(scores, float)
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError(f"scores: expected shape (n,) with n >= 1, got {scores.shape}")
    if not (np.ndim(alpha) == 0 and 0 < alpha < 1):
        raise ValueError(f"alpha: expected a fraction between 0 and 1, got {alpha!r}; "
                         "in percent?")
    n = len(scores)
    r = max(1, math.ceil(round((n + 1) * (1 - alpha), 9)))
    return float(np.sort(scores)[r - 1]) if r <= n else math.inf


def conformal_prediction_set(P_cal, y_cal, P_test, alpha):
    r"""Sets of labels that hold the truth with probability at least 1 - alpha.

    .. math:: s_i = 1 - P_{i, y_i}, \quad q = s_{(r)},\ r = \lceil (n+1)(1-\alpha) \rceil,
              \quad \mathcal G(x) = \{ j : 1 - P_j(x) \le q \}

    Parameters
    ----------
    P_cal : array of float, shape (n, m)
        Probabilities on calibration rows the model was not trained on.
    y_cal : array of int, shape (n,)
        Their true labels, counted from 0.
    P_test : array of float, shape (t, m)
        Probabilities on new rows.
    alpha : float
        Accepted fraction of misses, between 0 and 1.

    Returns
    -------
    array of bool, shape (t, m)
        ``[s, j]``: label j is in the set of row s. All true when n is too small (r > n).

    Raises
    ------
    ValueError
        If the arrays do not fit each other, are no probabilities, or alpha is not in (0, 1).

    Notes
    -----
    The promise holds on average over calibration and test rows that are exchangeable,
    whatever the model. The slide's fixed threshold gamma promises nothing (erratum AL-33;
    `threshold_prediction_set`).

    References
    ----------
    Vovk, Gammerman, Shafer (2005). Angelopoulos, Bates (2021). Lecture ALICE-4.3.4c.

    Examples
    --------
    n = 3, alpha = 0.5: r = 2, scores 0.25, 0.375, 0.5, so q = 0.375.

    >>> P_cal = np.array([[0.75, 0.25], [0.375, 0.625], [0.5, 0.5]])
    >>> P_test = np.array([[0.625, 0.375], [0.5, 0.5]])
    >>> conformal_prediction_set(P_cal, np.array([0, 1, 0]), P_test, 0.5).tolist()
    [[True, False], [False, False]]
    """
    P_cal, y_cal = _probabilities(P_cal, "P_cal"), _labels(y_cal)
    P_test = _probabilities(P_test, "P_test")
    _same_length(P_cal, y_cal, "P_cal", "y_cal")
    _labels_below(y_cal, P_cal.shape[1])
    _same_classes(P_cal, P_test)
    scores = 1 - P_cal[np.arange(len(y_cal)), y_cal]
    q = conformal_quantile(scores, alpha)
    return 1 - P_test <= q


def threshold_prediction_set(P, gamma):
    r"""The slide's sets: every label whose probability is above a fixed gamma.

    .. math:: \mathcal G(x) = \{ j : P_j(x) > \gamma \}

    Parameters
    ----------
    P : array of float, shape (t, m)
        Class probabilities.
    gamma : float
        Threshold in [0, 1].

    Returns
    -------
    array of bool, shape (t, m)

    Raises
    ------
    ValueError
        If P is not a matrix of probabilities or gamma lies outside [0, 1].

    Notes
    -----
    No coverage is guaranteed, and a larger gamma gives smaller sets: see erratum AL-33 and
    `conformal_prediction_set`.

    References
    ----------
    Lecture ALICE-4.3.4c.

    Examples
    --------
    >>> threshold_prediction_set(np.array([[0.7, 0.2, 0.1]]), 0.15).tolist()
    [[True, True, False]]
    """
    if not (np.ndim(gamma) == 0 and 0 <= gamma <= 1):
        raise ValueError(f"gamma: expected a fraction in [0, 1], got {gamma!r}")
    return _probabilities(P) > gamma


def coverage(sets, y):
    r"""Fraction of rows whose set of labels holds the true one.

    Parameters
    ----------
    sets : array of bool, shape (t, m)
        As returned by `conformal_prediction_set`.
    y : array of int, shape (t,)
        True labels, counted from 0.

    Returns
    -------
    float
        A fraction in [0, 1].

    Raises
    ------
    ValueError
        If sets is not a boolean matrix or y does not fit it.

    References
    ----------
    Lecture ALICE-4.3.4c.

    Examples
    --------
    >>> coverage(np.array([[True, False], [True, True]]), np.array([1, 1]))
    0.5
    """
    sets, y = _sets(sets), _labels(y)
    _same_length(sets, y, "sets", "y")
    _labels_below(y, sets.shape[1])
    return float(sets[np.arange(len(y)), y].mean())


def mean_set_size(sets):
    r"""Average number of labels in a set: the price paid for coverage.

    Parameters
    ----------
    sets : array of bool, shape (t, m)
        As returned by `conformal_prediction_set`.

    Returns
    -------
    float
        Labels per row, 0 to m.

    Raises
    ------
    ValueError
        If sets is not a boolean matrix.

    References
    ----------
    Lecture ALICE-4.3.4c.

    Examples
    --------
    >>> mean_set_size(np.array([[True, False], [True, True]]))
    1.5
    """
    return float(_sets(sets).sum(axis=1).mean())


def coverage_over_splits(P, y, alpha, *, n_cal, splits, rng):
    r"""Coverage of split conformal sets, measured over many random splits.

    Each split takes `n_cal` rows for calibration and measures on all the others.

    Parameters
    ----------
    P : array of float, shape (t, m)
        Probabilities on rows the model was not trained on.
    y : array of int, shape (t,)
        Their true labels, counted from 0.
    alpha : float
        Accepted fraction of misses, between 0 and 1.
    n_cal : int
        Calibration rows per split, 1 to t - 1.
    splits : int
        Number of random splits.
    rng : numpy.random.Generator
        Source of the splits.

    Returns
    -------
    array of float, shape (splits,)
        Fractions. Their mean is at least 1 - alpha up to chance; single splits scatter.

    Raises
    ------
    ValueError
        As `conformal_prediction_set`, or if n_cal leaves no row to measure on.

    References
    ----------
    Angelopoulos, Bates (2021), section 1. Lecture ALICE-4.3.4c.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> P = rng.dirichlet([1, 1, 1], size=400)
    >>> y = (P.cumsum(axis=1) < rng.random((400, 1))).sum(axis=1)
    >>> seen = coverage_over_splits(P, y, 0.25, n_cal=200, splits=100, rng=rng)
    >>> bool(0.73 < seen.mean() < 0.78)
    True
    """
    P, y = _probabilities(P), _labels(y)
    _same_length(P, y, "P", "y")
    if not 1 <= _whole(n_cal, "n_cal") < len(y):
        raise ValueError(f"n_cal: expected 1 to {len(y) - 1} so that rows are left to measure "
                         f"on, got {n_cal}")
    result = np.empty(_whole(splits, "splits"))
    for i in range(splits):
        order = rng.permutation(len(y))
        cal, test = order[:n_cal], order[n_cal:]
        result[i] = coverage(conformal_prediction_set(P[cal], y[cal], P[test], alpha), y[test])
    return result


# ---------------------------------------------------------------- guards

def _whole(number, name):
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < 1:
        raise ValueError(f"{name}: expected a whole number from 1, got {number!r}")
    return int(number)


def _same_length(a, b, name_a, name_b):
    if len(a) != len(b):
        raise ValueError(f"expected as many entries in {name_b} as rows in {name_a}, "
                         f"got {len(b)} and {len(a)}; from two different splits?")


def _predictions(conf, correct):
    conf, correct = np.asarray(conf, float), np.asarray(correct, float)
    if conf.ndim != 1 or conf.shape != correct.shape or conf.size == 0:
        raise ValueError("expected conf and correct of the same shape (t,) with t >= 1, "
                         f"got {conf.shape} and {correct.shape}")
    if not (conf.min() >= 0 and conf.max() <= 1):
        raise ValueError("conf: expected probabilities in [0, 1], got values from "
                         f"{conf.min():.3g} to {conf.max():.3g}; did you pass logits?")
    if np.any((correct != 0) & (correct != 1)):
        raise ValueError("correct: expected 0/1 or booleans, got other values; "
                         "did you pass the labels?")
    return conf, correct


def _probabilities(P, name="P"):
    P = np.asarray(P, float)
    if P.ndim != 2 or P.size == 0:
        raise ValueError(f"{name}: expected shape (t, m), got {P.shape}; one row needs P[None, :]")
    if not (P.min() >= -1e-6 and P.max() <= 1 + 1e-6
            and np.abs(P.sum(axis=1) - 1).max() <= 0.02):
        raise ValueError(f"{name}: expected rows of probabilities summing to 1, got values from "
                         f"{P.min():.3g} to {P.max():.3g}; did you pass logits?")
    return P


def _logits(z):
    z = np.asarray(z, float)
    if z.ndim != 2 or z.size == 0:
        raise ValueError(f"z: expected logits of shape (t, m), got {z.shape}")
    if not np.isfinite(z).all():
        raise ValueError("z: expected finite logits, got nan or inf; did training diverge?")
    return z


def _labels(y):
    y = np.asarray(y)
    if y.ndim != 1 or y.dtype.kind not in "iub":
        raise ValueError(f"labels: expected integers of shape (t,), got {y.dtype} of shape "
                         f"{y.shape}; one-hot rows need argmax(axis=1)")
    return y.astype(int)


def _labels_below(y, m):
    if y.size and not (y.min() >= 0 and y.max() < m):
        raise ValueError(f"labels: expected 0 to {m - 1}, got {y.min()} to {y.max()}; "
                         "counted from 1?")


def _same_classes(P_cal, P_test):
    if P_cal.shape[1] != P_test.shape[1]:
        raise ValueError(f"expected as many columns in P_test as in P_cal, "
                         f"got {P_test.shape[1]} and {P_cal.shape[1]}; from two models?")


def _sets(sets):
    sets = np.asarray(sets)
    if sets.ndim != 2 or sets.dtype != bool or sets.size == 0:
        raise ValueError(f"sets: expected booleans of shape (t, m), got {sets.dtype} of shape "
                         f"{sets.shape}; did you pass the probabilities?")
    return sets


def _has_finite_temperature(z, z_y):
    """Rows of z have maximum 0: the slope at beta = 0 and at infinity must differ in sign."""
    if (z_y == 0).all():
        raise ValueError("no finite temperature is best: every row's largest logit is at its "
                         "label, so tau goes to 0; are these the training rows?")
    if not (z.mean(axis=1) - z_y).mean() < 0:
        raise ValueError("no finite temperature is best: the logits are no better than "
                         "guessing, so tau goes to infinity; do z and y belong together?")
