r"""Acting on stated probabilities: the cheapest decision, and sets that contain the truth.

P contains class probabilities, shape (t, m), rows summing to 1; y true labels, counted from 0;
alpha is the accepted fraction of misses, between 0 and 1. Anything else ("logits"), or a shape that
does not fit, raises a ValueError that names the likely cause. Whether the probabilities can be
believed is judged in `calibration`.
"""

import math

import numpy as np

from .calibration import classes, probabilities
from .checks import whole
from .errors import message

__all__ = [
    "conformal_prediction_set", "conformal_quantile", "cost_sensitive_decision", "coverage",
    "coverage_over_splits", "mean_set_size", "threshold_prediction_set",
]


# --- Costs ------------------------------------------------------------------------------------


def cost_sensitive_decision(P, C):
    r"""The decision with the lowest expected cost for every row of probabilities.

    .. math:: \hat\imath_n = \arg\min_i \sum_j C_{ij} P_{nj}

    ``C[i, j]`` is the cost of deciding i when the truth is j, shape (k, m); k may exceed m (a row
    for "ask a human") or be smaller. Returns row numbers of C, shape (t,), the lowest on ties. The
    slide's sentence reads C the other way round from its table and formula; we follow the table
    (erratum AL-31). Lecture ALICE-4.3.3b.

    A miss costs 10, a false alarm 1. Expected costs of (0.8, 0.2) are 2.0 and 0.8.
    >>> cost_sensitive_decision(np.array([[0.8, 0.2]]), np.array([[0, 10], [1, 0]])).tolist()
    [1]
    """
    P, C = probabilities(P), np.asarray(C, float)
    if C.ndim != 2 or C.shape[1] != P.shape[1]:
        expected = f"one column per class, shape (k, {P.shape[1]})"
        raise ValueError(message("C", expected, f"shape {C.shape}", "C transposed"))
    expected_cost = P @ C.T                       # (t, k)
    return expected_cost.argmin(axis=1)


# --- Conformal sets ---------------------------------------------------------------------------


def conformal_quantile(scores, alpha):
    r"""The r-th smallest calibration score, r = ceil((n + 1)(1 - alpha)).

    `scores` (n,) say how badly each calibration row fits its true label (large = badly). Infinite
    when r > n, so that every label passes. (n + 1)(1 - alpha) is rounded to nine decimals first:
    50 * (1 - 0.42) is 29.000000000000004 in floating point, and its ceiling must be 29.
    Angelopoulos, Bates (2021), section 1. Lecture ALICE-4.3.4c.

    n = 4, alpha = 0.5: r = ceil(2.5) = 3.
    >>> conformal_quantile(np.array([0.4, 0.1, 0.3, 0.2]), 0.5)
    0.3
    """
    scores = np.asarray(scores, float)
    if scores.ndim != 1 or scores.size == 0:
        cause = "the scores of all labels instead of the true ones"
        raise ValueError(message("scores", "shape (n,), n >= 1", f"shape {scores.shape}", cause))
    if not (np.ndim(alpha) == 0 and 0 < alpha < 1):
        raise ValueError(message("alpha", "a fraction in (0, 1)", repr(alpha), "a percentage"))
    n = len(scores)
    r = max(1, math.ceil(round((n + 1) * (1 - alpha), 9)))
    return float(np.sort(scores)[r - 1]) if r <= n else math.inf


def conformal_prediction_set(P_cal, y_cal, P_test, alpha):
    r"""Sets of labels that contain the truth with probability at least 1 - alpha.

    .. math:: s_i = 1 - P_{i, y_i}, \quad q = s_{(r)},\ r = \lceil (n+1)(1-\alpha) \rceil,
              \quad \mathcal G(x) = \{ j : 1 - P_j(x) \le q \}

    P_cal (n, m) and y_cal (n,) are of rows that the model was not trained on. Returns booleans for
    P_test, shape (t, m): whether label j is in the row's set; all true if r > n. The promise holds
    on average over calibration and test rows that are exchangeable, whatever the model. The slide's
    fixed threshold gamma promises nothing (erratum AL-33; `threshold_prediction_set`). Vovk,
    Gammerman, Shafer (2005). Angelopoulos, Bates (2021). Lecture ALICE-4.3.4c.

    n = 3, alpha = 0.5: r = 2, scores 0.25, 0.375, 0.5, so q = 0.375.
    >>> P_cal = np.array([[0.75, 0.25], [0.375, 0.625], [0.5, 0.5]])
    >>> P_test = np.array([[0.625, 0.375], [0.5, 0.5]])
    >>> conformal_prediction_set(P_cal, np.array([0, 1, 0]), P_test, 0.5).tolist()
    [[True, False], [False, False]]
    """
    P_cal, P_test = probabilities(P_cal, "P_cal"), probabilities(P_test, "P_test")
    y_cal = classes(y_cal, P_cal, ("y_cal", "P_cal"))
    _same_classes(P_cal, P_test)
    scores = 1 - P_cal[np.arange(len(y_cal)), y_cal]
    q = conformal_quantile(scores, alpha)
    return 1 - P_test <= q


def threshold_prediction_set(P, gamma):
    r"""The slide's sets, booleans (t, m): labels whose probability is above gamma, in [0, 1].

    .. math:: \mathcal G(x) = \{ j : P_j(x) > \gamma \}

    No coverage is guaranteed, and a larger gamma gives smaller sets (erratum AL-33).
    Lecture ALICE-4.3.4c.

    >>> threshold_prediction_set(np.array([[0.7, 0.2, 0.1]]), 0.15).tolist()
    [[True, True, False]]
    """
    if not (np.ndim(gamma) == 0 and 0 <= gamma <= 1):
        raise ValueError(message("gamma", "a fraction in [0, 1]", repr(gamma), "a percentage"))
    return probabilities(P) > gamma


def coverage(sets, y):
    r"""Fraction, in [0, 1], of rows whose set of labels contains the true one, y of shape (t,).

    `sets` are booleans, shape (t, m), as returned by `conformal_prediction_set`.
    Lecture ALICE-4.3.4c.

    >>> coverage(np.array([[True, False], [True, True]]), np.array([1, 1]))
    0.5
    """
    sets = _sets(sets)
    y = classes(y, sets, ("y", "sets"))
    return float(sets[np.arange(len(y)), y].mean())


def mean_set_size(sets):
    r"""Labels in a set on average, 0 to m: the price paid for coverage; `sets` as in `coverage`.

    Lecture ALICE-4.3.4c.

    >>> mean_set_size(np.array([[True, False], [True, True]]))
    1.5
    """
    return float(_sets(sets).sum(axis=1).mean())


def coverage_over_splits(P, y, alpha, *, n_cal, splits, rng):
    r"""Coverage of split conformal sets, measured over many random splits.

    Each of the `splits`, drawn from `rng`, takes `n_cal` rows for calibration and measures on all
    the others. The mean of the fractions (splits,) is at least 1 - alpha up to chance; single
    splits scatter. Angelopoulos, Bates (2021), section 1. Lecture ALICE-4.3.4c.

    >>> rng = np.random.default_rng(0)
    >>> P = rng.dirichlet([1, 1, 1], size=400)
    >>> y = (P.cumsum(axis=1) < rng.random((400, 1))).sum(axis=1)
    >>> seen = coverage_over_splits(P, y, 0.25, n_cal=200, splits=100, rng=rng)
    >>> bool(0.73 < seen.mean() < 0.78)
    True
    """
    P = probabilities(P)
    y = classes(y, P)
    if not 1 <= whole(n_cal, "n_cal") < len(y):
        expected = f"1 to {len(y) - 1}, so that rows are left to measure on"
        raise ValueError(message("n_cal", expected, n_cal, "all rows taken for calibration"))
    result = np.empty(whole(splits, "splits"))
    for i in range(splits):
        order = rng.permutation(len(y))
        cal, test = order[:n_cal], order[n_cal:]
        result[i] = coverage(conformal_prediction_set(P[cal], y[cal], P[test], alpha), y[test])
    return result


# --- Guards -----------------------------------------------------------------------------------


def _same_classes(P_cal, P_test):
    """Check that two tables of probabilities have the same number of columns."""
    if P_cal.shape[1] != P_test.shape[1]:
        expected = f"{P_cal.shape[1]} columns, as P_cal has"
        raise ValueError(message("P_test", expected, P_test.shape[1], "two models"))


def _sets(sets):
    """Return sets after checking that they are a table of booleans."""
    sets = np.asarray(sets)
    if sets.ndim != 2 or sets.dtype != bool or sets.size == 0:
        got, cause = f"{sets.dtype} of shape {sets.shape}", "the probabilities themselves"
        raise ValueError(message("sets", "booleans of shape (t, m)", got, cause))
    return sets
