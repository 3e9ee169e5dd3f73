"""7.8 conformal_prediction_set: its cases, right answers, hints, and known mistakes."""

import math

import numpy as np

from course_utils.maths import decisions
from misstep import Case, Exercise

from ..dyadic import dyadic


def ladder(n, t):
    """Two classes, n different scores in mixed order, test labels between all of them."""
    scores = (2 * ((7 * np.arange(n)) % n if n % 7 else np.arange(n)[::-1]) + 1) / 64
    y = np.arange(n) % 3 // 2
    P_cal = np.where(np.arange(2) == y[:, None], 1 - scores[:, None], scores[:, None])
    p = np.arange(1, t + 1)[::-1] / (2 * t)
    return P_cal, y, np.column_stack([1 - p, p])


def cases():
    rng = np.random.default_rng(31)

    def drawn(n, t, m):
        P = dyadic(rng, n, m)
        y = np.minimum((P.cumsum(axis=1) < rng.random((n, 1))).sum(axis=1), m - 1)
        return P, y, dyadic(rng, t, m)

    halves = np.array([[0.75, 0.25], [0.375, 0.625], [0.5, 0.5]])
    return [
        Case((halves, np.array([0, 1, 0]), np.array([[0.6875, 0.3125], [0.5, 0.5]]), 0.5),
             "three calibration rows"),
        Case((*ladder(19, 16), 0.32), "nineteen calibration rows"),
        Case((*drawn(13, 6, 3), 0.2), "three classes"),
        Case((*drawn(30, 8, 4), 0.1), "four classes, alpha 0.1"),
        Case((halves, np.array([0, 1, 0]), np.array([[0.625, 0.375], [0.5, 0.5]]), 0.5),
             "a label exactly at the threshold"),
        Case((*drawn(5, 4, 3), 0.05), "too few rows for the promise"),
        Case((*drawn(7, 5, 3), 0.125), "(n + 1)(1 − alpha) exactly n"),
        Case((*drawn(15, 15, 3), 0.5625), "a whole (n + 1)(1 − alpha)"),
        Case((np.array([[0.25, 0.75]]), np.array([1]), np.array([[0.8, 0.2], [0.1, 0.9]]), 0.5),
             "a single calibration row"),
        Case((*drawn(4, 4, 4), 0.3), "four rows, four classes"),
        Case((*ladder(24, 16), 0.9), "alpha 0.9"),
    ]


def loop(P_cal, y_cal, P_test, alpha):
    scores = sorted(1 - float(P_cal[i][y_cal[i]]) for i in range(len(y_cal)))
    r = math.ceil((len(scores) + 1) * (1 - alpha) - 1e-9)
    q = scores[r - 1] if r <= len(scores) else 2.0
    return [[1 - float(p) <= q for p in row] for row in P_test]


def by_probability(P_cal, y_cal, P_test, alpha):
    n = len(y_cal)
    p = np.sort(P_cal[range(n), y_cal])  # small p is a large score
    r = int(np.ceil((n + 1) * (1 - alpha)))
    return P_test >= (p[n - r] if r <= n else 0)


def ranked(s, r, n, beyond=np.inf):
    """The r-th smallest score; ``beyond`` where there are too few rows."""
    return beyond if r > n else s[r - 1] if r >= 1 else -np.inf


def likeliest(e):
    return np.arange(e.shape[1]) == e.argmin(1)[:, None]


BANK = """
conformal_prediction_set(P_cal, y_cal, P_test, alpha)
    p = np.asarray(P_cal, float)                  # the calibration probabilities
    c = 1 - p[np.arange(len(p)), y_cal]           # the calibration scores
    s = np.sort(c)                                # the scores in order
    n = len(c)                                    # the number of calibration rows
    x = np.round((n + 1) * (1 - alpha), 9)        # (n + 1)(1 − alpha)
    r = math.ceil(x)                              # the rank
    q = ranked(s, r, n)                           # the threshold
    e = 1 - np.asarray(P_test, float)             # the test scores
    o = e <= q

shown: c, s, r, q
same: q = np.inf if r > len(s) else s[max(r, 1) - 1]
same: q = s[max(min(r, len(s)), 1) - 1]
same: q = s[r - 1]
same: q = ranked(s, r, len(s), -np.inf)
right: o = np.float32(e <= q)
right: q = np.partition(np.append(c, np.inf), min(r, n + 1) - 1)[min(r, n + 1) - 1]
right: o = (c < e[:, :, None]).sum(2) < r

off-by-one/n-not-n-plus-one: the rank is not computed from n + 1. The new row has n + 1 places among
        n scores: r = ceil((n + 1)(1 − alpha)).
    x = np.round(n * (1 - alpha), 9) || np.round((n - 1) * (1 - alpha), 9) || np.round((n + 2) * (1
        - alpha), 9)
convention/strict: a label exactly at the threshold is left out. A score equal to q is still as good
        as that of the r-th calibration row: use <=.
    o = e < q
convention/equal-only: labels below the threshold are left out. Every score up to q is in the set:
        use <=.
    o = e == q
off-by-one/rank-and-tie: another rank is used, and a label exactly at the threshold is left out. The
        rank is r = ceil((n + 1)(1 − alpha)), and a score equal to q is in the set: use <=.
    x = np.round(n * (1 - alpha), 9) || np.round((n - 1) * (1 - alpha), 9) && o = e < q
    r = math.floor(x) || round(x) || math.floor(x) + 1 || math.ceil(x) + 1 || math.ceil(x) - 1 && o
        = e < q
    x = np.round(n * (1 - alpha), 9) && r = math.floor(x) || round(x) && o = e < q
sign/complement: the labels outside the set are marked. A label is in when its score is at most q.
    r = math.ceil(x) || math.floor(x) || round(x) && o = e > q || e >= q
off-by-one/floor: the rank is not always rounded up. Round up: it does no harm to miss less often.
    r = math.floor(x) || round(x)
    x = np.round(n * (1 - alpha), 9) && r = math.floor(x) || round(x)
off-by-one/index: the score one rank too high is used. The r-th smallest of a sorted array has the
        index r − 1, and np.quantile with method="higher" counts on n − 1: "inverted_cdf" does not.
    r = math.ceil(x) + 1 || q = np.inf if r > n else s[min(r, n - 1)]
off-by-one/whole-rank: the rank is one too high where (n + 1)(1 − alpha) is an integer. Round up: an
        integer stays as it is.
    r = math.floor(x) + 1 || round(x + 0.5)
off-by-one/index-low: the score one rank too low is used. The r-th smallest has the index r − 1.
    r = math.ceil(x) - 1
omitted-term/not-sorted: the scores are not sorted. Sort them first.
    s = c
omitted-term/too-few-rows: the case r > n is not handled. Every label is in the set then.
    q = s[max(min(r, n), 1) - 1] || ranked(s, r, n, -np.inf) || s[r - 1]
off-by-one/every-label-at-n: every label is in the set where r = n. The n-th score is the largest
        one: only r > n is beyond it.
    q = ranked(s, r, n - 1)
neighbour-formula/alpha-quantile: the threshold is taken from the wrong end of the scores. The sets
        may miss alpha, so keep 1 − alpha of the scores.
    x = np.round((n + 1) * alpha, 9) || np.round(n * alpha, 9) && r = math.ceil(x) || math.floor(x)
        || round(x) && o = e <= q || e < q
    q = -np.sort(-c)[r - 1] if r <= n else np.inf
neighbour-formula/half-alpha: alpha is halved. Take alpha as it is.
    x = np.round((n + 1) * (1 - alpha / 2), 9)
neighbour-formula/corrected-twice: the rank makes room for the new row twice. r = ceil((n + 1)(1 −
        alpha)), and no more.
    x = np.round(x / n * (n + 1), 9)
neighbour-formula/interpolated-quantile: the threshold mixes two neighbouring scores, as np.quantile
        does. Sort the scores and take the r-th smallest itself.
    q = np.quantile(c, 1 - alpha) || np.quantile(c, min(r / n, 1)) || np.quantile(c, r / n)
    q = np.inf if r > n else np.quantile(c, 1 - alpha) || np.inf if r > n else np.quantile(c, x / n)
neighbour-formula/quantile-method: another rank is used. Sort the scores and take the r-th smallest
        itself: the methods "higher", "lower" and "nearest" of np.quantile count on n − 1.
    m = 'higher' || 'lower' || 'nearest' && q = np.quantile(c, 1 - alpha, method=m) || np.inf if r >
        n else np.quantile(c, 1 - alpha, method=m)
    q = np.quantile(c, min(x / n, 1), method='higher')
neighbour-formula/score-is-probability: a probability is used instead of its score. The score is 1 −
        P, for the true calibration labels and for the test labels: large where a label fits badly.
    c = p[np.arange(len(p)), y_cal] && e = np.asarray(P_test, float)
    c = p[np.arange(len(p)), y_cal] && e = np.asarray(P_test, float) && o = e < q || e >= 1 - q
    e = np.asarray(P_test, float)
    e = np.asarray(P_test, float) && o = e >= q || e > q || e < q
neighbour-formula/largest-probability: the calibration scores are not those of the true labels. The
        score is 1 − P_cal[i, y_cal[i]].
    c = 1 - p.max(1) || p.min(1) || 1 - p.min(1)
    c = 1 - p.max(1) && o = e < q || e > q || e >= q
neighbour-formula/other-score: the calibration scores are not 1 − P. Use the same score for
        calibration and test.
    c = -np.log(1 - c) || c ** 2 || np.sqrt(c) || (p.argmax(1) != y_cal) * 1.0
neighbour-formula/all-labels: the scores of all labels are ranked. Only the true label of each
        calibration row has a score.
    c = (1 - p).ravel()
    c = (1 - p).ravel() && n = len(p)
axis/all-pairs: rows are paired with the labels of other rows, as P_cal[:, y_cal] does. Pick one
        entry per row: P_cal[np.arange(n), y_cal].
    c = 1 - p[:, y_cal].ravel() && n = len(p)
neighbour-formula/other-count: n counts something other than the calibration rows. Use their number.
    n = len(P_test) || p.shape[1] || x = np.round((p.size + 1) * (1 - alpha), 9)
neighbour-formula/other-threshold: the threshold is another number made of the scores. Use the r-th
        smallest score, r = ceil((n + 1)(1 − alpha)).
    q = c.mean() || s[-1] || s[0] || np.median(c) || c.mean() + c.std()
neighbour-formula/not-compared: nothing is compared. Compare the test scores with the threshold.
    o = q || e
convention/never-empty: the likeliest label is always added. Here a set may be empty.
    o = (e <= q) | likeliest(e) || (e < q) | likeliest(e)
ignored-argument/calibration: the calibration scores make no difference. The r-th smallest of
        them is the threshold.
    o = e <= np.quantile(e, 1 - alpha) || e <= np.quantile(e, 1 - alpha, axis=1, keepdims=True)
    o = 1 - e > 1 - alpha || 1 - e >= 1 - alpha || 1 - e > alpha || 1 - e >= alpha || e == e.min(1,
        keepdims=True) || 1 - e > 0.5 || 1 - e >= 0.5 || e <= r / n || e >= 0 || e < 0 ||
        likeliest(e)
ignored-argument/labels: the calibration scores are those of one label. Use P_cal[i, y_cal[i]].
    c = 1 - p[:, 0] || 1 - p[:, -1]
off-by-one/labels-from-one: each label is shifted by one class. Labels start at 0.
    c = 1 - p[np.arange(len(p)), y_cal - 1] || 1 - p[np.arange(len(p)), (y_cal + 1) % p.shape[1]]
off-by-one/calibration-row-left-out: one calibration row is left out. All n count: range(n) starts
        at 0 and stops before n.
    where needs: cut-range
    c = c[:-1] || c[1:]
    c = c[:-1] || c[1:] && n = len(p) && q = s[r - 1] if r <= len(s) else np.inf || s[min(r, len(s))
        - 1] if 0 < len(s) and r <= n else np.inf
missing-return/one-row-only: only one calibration row decides the threshold. Collect all the scores.
    q = c[0] || c[-1]
duplicates/equal-scores-once: equal scores are counted once. Sort all n scores, including equal
        ones.
    s = np.unique(c)
    s = np.unique(c) && q = np.inf if r > n else s[min(r, len(s)) - 1]
    c = np.unique(c)
integer/truncated: the scores have lost decimals. Leave out int(), rounding and integer arrays.
    c = np.trunc(c) || np.round(c, 1)
    c = np.trunc(c) || np.round(c, 1) && e = np.trunc(e) || np.round(e, 1)
shape/one-per-row: the function returns one value per row. Return a boolean table (t, m).
    o = (e <= q).sum(1) || (e <= q).any(1) || np.where(e <= q, 1 - e, 0).argmax(1)
shape/lists-of-labels: labels are returned instead of a table of True and False. Return a boolean
        table (t, m).
    o = [np.flatnonzero(v).tolist() for v in e <= q] || [set(np.flatnonzero(v).tolist()) for v in e
        <= q] || np.nonzero(e <= q)[1]
shape/probabilities: more than True or False is returned. Return only the boolean table.
    o = np.where(e <= q, 1 - e, 0) || (1 - e)[e <= q] || (e <= q, q)
"""

EXERCISE = Exercise(
    id="conformal_prediction_set", title="Promise a coverage and keep it", notebook="07",
    number="7.8", signature="conformal_prediction_set(P_cal, y_cal, P_test, alpha)",
    lecture=("ALICE-4.3.4c",), minutes=20, difficulty=3,
    reference=decisions.conformal_prediction_set, cases=cases, shapes="n m, n, t m", bank=BANK,
    hints=("How badly does each calibration row fit its own true label?",
           "Sort those n scores. A new row's score is equally likely to fall into each of the "
           "n + 1 gaps between them: which rank leaves at most alpha above it?",
           "s_i = 1 − P_cal[i, y_cal[i]];  r = ceil((n + 1)(1 − alpha));  q = the r-th smallest "
           "s (infinite if r > n);  label j is in when 1 − P_test[s, j] <= q."),
    formula="set(x) = { j : 1 − P_j(x) ≤ q },  q = the ⌈(n+1)(1−alpha)⌉-th smallest score",
    variation="take a threshold per class: who gets larger sets?",
    held={"alpha": (0.1, 0.05, 0.2)},
    right=(loop, by_probability),
    awkward=lambda P, y, Q, a: np.array(loop(P, y, Q, a), dtype=np.float32),
    heads=("conformal_prediction_set([[0.7, 0.3]], [1], [[0.2, 0.8], [0.3, 0.7]], 0.5)",
           "conformal_prediction_set([[0.5, 0.5]], [0], [[0.7, 0.3], [0.4, 0.6]], 0.4)",
           "conformal_prediction_set([[0.8, 0.2]], [0], [[0.8, 0.2], [0.5, 0.5]], 0.7)",
           "conformal_prediction_set([[0.2, 0.8], [0.8, 0.2]], [0, 0], [[0.3, 0.7], [0.1, 0.9]], "
           "0.4)",
           "conformal_prediction_set([[0.75, 0.25]], [1], [[0.8, 0.2], [0.5, 0.5]], 0.5)"),
)
