"""Sorting predictions into bins of confidence: what `reliability_bins` and the ECE share."""

import numpy as np

from misstep import Case

TWENTY = np.array([0.53, 0.91, 0.33, 0.78, 0.97, 0.66, 0.88, 0.45, 0.99, 0.71,
                   0.93, 0.57, 0.83, 0.95, 0.37, 0.62, 0.98, 0.86, 0.74, 0.96])
HITS = np.array([0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 1])


def cases():
    return [
        Case((np.array([0.55, 0.65, 0.95, 0.91, 0.68]), np.array([1, 0, 1, 0, 0]), 10),
             "five predictions in ten bins", sizes={"t": 5, "b": 10}),
        Case((np.array([0.25, 0.75]), np.array([1, 1]), 2), "two predictions in two bins",
             sizes={"t": 2, "b": 2}),
        Case((TWENTY, HITS, 5), "twenty predictions in five bins", sizes={"t": 20, "b": 5}),
        Case((np.array([0.875, 0.625, 1.0, 0.6875, 1.0]), np.array([1, 0, 1, 1, 0]), 8),
             "confidences on the edges of bins, and 1", sizes={"t": 5, "b": 8}),
        Case((np.array([0.25, 0.5, 0.75, 0.5, 0.3125, 0.8125, 0.0]),
              np.array([0, 1, 1, 0, 0, 1, 1]), 4),
             "confidences on the edges", sizes={"t": 7, "b": 4}),
        Case((np.array([0.9, 0.4, 0.6, 0.75, 0.95, 0.1]),
              np.array([True, False, True, False, True, False]), 3),
             "right or wrong as booleans", sizes={"t": 6, "b": 3}),
        Case((np.array([1.0, 0.0625, 0.9375, 0.125]), np.array([0, 0, 1, 1]), 4),
             "both ends of the scale", sizes={"t": 4, "b": 4}),
        Case((np.array([0.3, 0.12, 0.45, 0.21]), np.array([1, 0, 1, 0]), 6),
             "low confidences: the upper bins are empty", sizes={"t": 4, "b": 6}),
        Case((TWENTY[:7], HITS[:7], 7), "as many bins as predictions", sizes={"t": 7, "b": 7}),
        Case((TWENTY[3:7], HITS[3:7], 1), "a single bin", sizes={"t": 4, "b": 1}),
        Case((np.array([0.75]), np.array([1]), 2), "a single prediction", sizes={"t": 1, "b": 2}),
    ]


def once(M):
    """The last member of each bin alone."""
    return M & (np.cumsum(M[:, ::-1], 1)[:, ::-1] == 1)


def unlike(c, last=False):
    """Where a confidence stands for the first (last) time."""
    order = np.arange(len(c))[::-1 if last else 1]
    return np.isin(np.arange(len(c)), order[np.unique(c[order], return_index=True)[1]])


def each(f, c, M):
    return np.array([f(c[m]) if m.any() else 0.0 for m in M])


BANK = """
binning(conf, correct, n_bins)
    b = n_bins                                   # the number of bins
    c = np.asarray(conf, float)                  # the confidences
    k = np.asarray(correct, float)               # right or wrong, as 1 or 0
    i = np.minimum((c * b).astype(int), b - 1)   # the bin of each prediction
    s = b                                        # the number of entries returned
    M = i == np.arange(s)[:, None]               # which prediction is in which bin
    n = M.sum(1)                                 # the counts
    w = np.maximum(n, 1)                         # what the sums are divided by
    p = M @ c / w                                # the mean confidences
    a = M @ k / w                                # the accuracies

same: i = np.clip(np.digitize(c, np.linspace(0, 1, b + 1)) - 1, 0, b - 1)

off-by-one/one-dropped: a confidence of exactly 1 falls into no bin. The last bin includes conf = 1.
    i = (c * b).astype(int) || np.digitize(c, np.linspace(0, 1, b + 1)) - 1
off-by-one/one-in-first: a confidence of exactly 1 falls into the first bin. The last bin includes
        conf = 1.
    i = np.where(c < 1, i, 0)
off-by-one/one-overflows: a confidence of exactly 1 ends up past the last bin. conf · n_bins is
        n_bins there: the last bin includes conf = 1.
    i = np.arange(b)[(c * b).astype(int)]
    i = (c * b).astype(int) && s = max(b, i.max() + 1) || b + 1
unstable/empty-bin: an empty bin gives no finite number. Divide only where the count is above 0; an
        empty bin gives 0.
    w = n || p = M @ c / n || a = M @ k / n
convention/right-closed: a confidence on an edge goes to the bin below it. That is another
        convention: here bin i includes i/n_bins ≤ conf < (i + 1)/n_bins.
    i = np.maximum(np.ceil(c * b).astype(int) - 1, 0) || np.ceil(c * b).astype(int) - 1 ||
        (np.ceil(c * b).astype(int) - 1) % b
convention/zero-left-out: a confidence of exactly 0 falls into no bin. Bin 0 includes 0, and the
        last bin conf = 1.
    i = np.where(c > 0, i, -1) || np.where((c > 0) & (c < 1), i, -1)
convention/edge-in-two-bins: a confidence on an edge counts in two bins. Only one of the two
        comparisons may include the edge.
    M = (c >= e[:-1]) & (c <= e[1:]) && e = np.linspace(0, 1, n_bins + 1)[:, None]
convention/one-moved: a confidence of exactly 1 counts as less. The last bin includes conf = 1 as it
        is: change the index, not the confidence.
    c = np.minimum(conf, 0.999) || np.minimum(conf, 0.99) || np.minimum(conf, 0.9989)
convention/small-bins-skipped: small bins are treated as empty. A single prediction counts as well.
    M = M & (M.sum(1) > 1)[:, None] || M & (M.sum(1) > 2)[:, None] || M & (M.sum(1) > 4)[:, None]
omitted-term/edges-in-no-bin: edges belong to no bin. A bin includes its lower edge.
    M = (c > e[:-1]) & (c < e[1:]) && e = np.linspace(0, 1, n_bins + 1)[:, None]
omitted-term/one-edge: a confidence is counted in several bins. Compare it with both edges of a bin.
    M = (c < e[1:]) | (e[1:] == 1) || c >= e[:-1] && e = np.linspace(0, 1, n_bins + 1)[:, None]
neighbour-formula/equal-mass-bins: the bins contain about the same number of predictions, so their
        edges follow the data. Cut [0, 1] into n_bins pieces of equal width.
    M = np.array([np.isin(np.arange(len(c)), part) for part in np.array_split(np.argsort(c), b)])
    i = np.clip(np.searchsorted(np.quantile(c, np.linspace(0, 1, b + 1)), c, 'right') - 1, 0, b - 1)
neighbour-formula/bins-on-data-range: the bins end at the largest confidence. They should cover [0,
        1] whatever the data: for np.histogram that is range=(0, 1).
    i = np.minimum(((c - f) / max(max(c) - f + d, 1e-12) * b).astype(int), b - 1) && f = 0 ||
        min(conf) && d = 0 || 1e-12
    M = np.diff([c < e for e in np.histogram_bin_edges(c, b)[:-1]] + [c < np.inf], axis=0)
neighbour-formula/bins-from-half: the bins cover only ½ to 1. They should cover [0, 1].
    i = np.minimum(np.floor((2 * c - 1) * b).astype(int), b - 1)
neighbour-formula/binned-by-correct: `conf` and `correct` are swapped. Bin by the confidence.
    c = np.asarray(correct, float) && k = np.asarray(conf, float)
neighbour-formula/rounded-index: the index is rounded to the nearest integer, so the edges of the
        bins move. Cut off the decimals: floor(conf · n_bins).
    i = np.minimum(np.round(c * b).astype(int), b - 1) || np.round(c * b).astype(int) ||
        np.round(c * b).astype(int) % b || np.round(c * (b - 1)).astype(int)
    i = np.minimum(np.floor(c * b + 0.5).astype(int), b - 1)
    i = np.round(c * b).astype(int) && s = b + 1
off-by-one/rounded-up: conf · n_bins is rounded up. Cut off the decimals: floor(conf · n_bins).
    i = np.minimum(np.ceil(c * b).astype(int), b - 1) || np.ceil(c * b).astype(int)
off-by-one/edges: the bins are 1/(n_bins − 1) wide, as if there were one edge too few. n_bins bins
        have n_bins + 1 edges: np.linspace(0, 1, n_bins + 1).
    i = np.floor(c * (b - 1)).astype(int) || np.minimum((c * (b - 1)).astype(int), max(b - 2, 0))
    i = np.searchsorted(np.linspace(0, 1, b), c, f) - d && f = 'left' || 'right' && d = 0 || 1
    i = np.minimum((c * max(b - 1, 1)).astype(int), max(b - 2, 0)) && s = b - 1
off-by-one/edge-too-many: the bins are 1/(n_bins + 1) wide. n_bins bins have n_bins + 1 edges:
        np.linspace(0, 1, n_bins + 1).
    i = np.minimum((c * (b + 1)).astype(int), b) && s = b + 1
off-by-one/prediction-left-out: one prediction is left out. Every prediction counts: range(n) starts
        at 0 and stops before n.
    where needs: cut-range
    M = M & (np.arange(len(c)) < len(c) - 1) || M & (np.arange(len(c)) > 0)
missing-return/one-prediction-only: only the first prediction counts. `return` comes after a loop.
    M = M & (np.arange(len(c)) == 0)
missing-return/last-prediction-only: only the last prediction counts. Make the zeros before a loop.
    M = M & (np.arange(len(c)) == len(c) - 1)
duplicates/equal-confidences-once: equal confidences count once. A set and np.unique drop repeats.
    where needs: set
    M = M & unlike(c) || M & unlike(c, last=True)
    p = (M & unlike(c)) @ c / np.maximum((M & unlike(c)).sum(1), 1)
duplicates/last-of-bin: only the last prediction of each bin is added up. `x[i] += …` with an array
        i adds once per bin: use np.add.at or np.bincount.
    M = once(M)
    p = once(M) @ c / w && a = once(M) @ k / w
shape/mask-of-integers: `correct` is used as a mask, but the integers 0 and 1 pick predictions
        number 0 and 1. Use correct == 1, or add correct up as numbers.
    a = (i[np.asarray(correct)] == np.arange(s)[:, None]).sum(1) / w
integer/booleans-multiplied: a product of two boolean arrays only says whether any prediction of the
        bin is right. Turn `correct` into numbers before the product: np.asarray(correct, float).
    a = (M @ k > 0) / w if np.asarray(correct).dtype == bool else M @ k / w
factor/sums-not-means: sums are returned instead of means. Divide by the number in the bin.
    w = 1
factor/sum-of-confidences: the confidences of a bin are added up. Divide by the number in the bin.
    p = M @ c
factor/sum-of-correct: the right predictions of a bin are counted. Divide by the number in the bin.
    a = M @ k
omitted-term/no-weights: a mean is 1 in every bin that isn't empty. np.bincount(i, weights, n_bins)
        adds up the weights; without them it counts.
    p = n / w || a = n / w
factor/divided-by-all: the sums are divided by the number of all predictions. Divide by the number
        in the bin.
    w = len(c)
factor/confidences-by-all: the confidences of a bin are divided by the number of all predictions.
        Divide by the number in the bin.
    p = M @ c / len(c)
factor/correct-by-all: the right predictions of a bin are divided by the number of all predictions.
        Divide by the number in the bin.
    a = M @ k / len(c)
factor/divided-by-bins: the sums are divided by the number of bins. Divide by the number in the bin.
    w = b
factor/count-changed: the sums are not divided by the count. Divide by it where it is above 0.
    w = np.maximum(n, 2) || n + 1 || np.maximum(n - 1, 1) || n + 0.1 || n + 0.01 || n + 1e-3
factor/percent: the confidences are divided by 100. They are in [0, 1] already.
    c = np.asarray(conf, float) / 100
neighbour-formula/error-rate: the wrong predictions are counted instead of the right ones. The
        accuracy is the mean of `correct` as it is.
    k = 1 - np.asarray(correct, float) || a = 1 - M @ k / w
neighbour-formula/changed-confidences: 1 − conf is binned. Bin the confidences as they are.
    c = 1 - np.asarray(conf, float)
neighbour-formula/sorted-confidences: the confidences are sorted, but `correct` is not. Keep each
        next to its own `correct`.
    c = np.sort(conf)
neighbour-formula/conf-of-right-only: the mean confidence is taken over right predictions only.
        Average over all predictions in the bin.
    p = M @ (c * k) / np.maximum(M @ k, 1)
neighbour-formula/own-threshold: the confidence decides again which predictions are right. `correct`
        already says which were right.
    a = M @ (c >= 0.5) / w || M @ (c > 0.5) / w
neighbour-formula/bin-centre: the middle of the bin is used instead of the mean confidence. Average
        the confidences that fell into the bin.
    p = (np.arange(s) + 0.5) / b || np.where(n > 0, (np.arange(s) + 0.5) / b, 0)
neighbour-formula/bin-edge: an edge of the bin is used instead of the mean confidence. Average the
        confidences that fell into the bin.
    p = np.arange(s) / b || np.arange(1, s + 1) / b
neighbour-formula/one-of-bin: a single confidence is used instead of the mean of its bin. Average
        the confidences that fell into the bin.
    p = each(np.max, c, M) || each(np.min, c, M) || each(lambda v: v[0], c, M) || each(lambda v:
        v[-1], c, M)
neighbour-formula/median-of-bin: the median of a bin is used instead of its mean. Average the
        confidences that fell into the bin.
    p = each(np.median, c, M)
    p = each(np.median, c, M) && a = each(np.median, k, M)
neighbour-formula/overall-mean: a bin gets the mean over all predictions. Average inside the bin.
    p = np.full(s, c.mean()) && a = np.full(s, k.mean())
    p = np.where(n > 0, c.mean(), 0) && a = np.where(n > 0, k.mean(), 0)
    p = np.full(s, c.mean()) || a = np.full(s, k.mean())
"""
