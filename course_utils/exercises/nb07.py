"""Records of notebook 07: exercises with their cases and known mistakes, predictions."""

import functools
import math

import numpy as np

from course_utils import metrics
from course_utils.exercises.engine import Case, Exercise, Mistake, Prediction
from course_utils.exercises.feedback import Tolerance
from course_utils.functions import softmax

# --- 7.1 accuracy_confidence_gap ------------------------------------------------------------


def _gap_cases():
    return [
        Case((np.array([0.9, 0.7, 0.8]), np.array([1, 0, 1])), "three predictions",
             sizes={"t": 3}),
        Case((np.array([0.6, 0.7, 0.5, 0.9, 0.85]), np.array([1, 1, 1, 1, 0])),
             "a model that claims too little", sizes={"t": 5}),
        Case((np.array([0.5, 0.9, 0.4, 0.7, 0.95, 0.6, 0.8]), np.array([0, 1, 0, 0, 1, 1, 0])),
             "seven predictions", sizes={"t": 7}),
        Case((np.array([0.75, 0.5, 0.875, 0.625]), np.array([True, False, False, True])),
             "right or wrong as booleans", sizes={"t": 4}),
        Case((np.array([0.8]), np.array([1])), "a single prediction", sizes={"t": 1}),
        Case((np.array([1.0, 1.0]), np.array([1, 0])), "certain twice, right once",
             sizes={"t": 2}),
    ]


def _gap(rule):
    return lambda conf, correct: rule(np.asarray(conf, float), np.asarray(correct, float))


def _gap_loop(conf, correct):
    claimed = right = 0.0
    for c, k in zip(conf, correct, strict=True):
        claimed, right = claimed + float(c), right + bool(k)
    return (claimed - right) / len(conf)


GAP = Exercise(
    id="accuracy_confidence_gap", title="Compare claims with results", notebook="07",
    number="7.1", signature="accuracy_confidence_gap(conf, correct)",
    lecture=("ALICE-4.3.3a",), minutes=3, difficulty=1,
    reference=metrics.accuracy_confidence_gap, cases=_gap_cases,
    mistakes=(
        Mistake("sign/accuracy-minus-confidence", _gap(lambda c, k: k.mean() - c.mean()),
                "the difference is taken the other way round",
                "Mean confidence minus accuracy: above 0 the model claims too much."),
        Mistake("sign/absolute", _gap(lambda c, k: abs(c.mean() - k.mean())),
                "the sign of the gap is lost",
                "The sign tells over-confident from under-confident: leave out the abs."),
        Mistake("neighbour-formula/mean-absolute-error", _gap(lambda c, k: abs(c - k).mean()),
                "the distance is taken per prediction, before averaging",
                "Average the confidences, average the right answers, then subtract."),
        Mistake("neighbour-formula/squared", _gap(lambda c, k: ((c - k) ** 2).mean()),
                "this is a mean squared difference", "The gap is a difference of two means."),
        Mistake("neighbour-formula/squared-gap", _gap(lambda c, k: (c.mean() - k.mean()) ** 2),
                "the gap is squared", "The gap is a difference of two means."),
        Mistake("neighbour-formula/ratio", _gap(lambda c, k: c.mean() / max(k.mean(), 1e-9)),
                "this is a ratio of the two means", "Subtract the accuracy."),
        Mistake("neighbour-formula/error-rate", _gap(lambda c, k: c.mean() - (1 - k).mean()),
                "the error rate is subtracted", "Subtract the accuracy, the fraction right."),
        Mistake("neighbour-formula/conf-of-right-only",
                _gap(lambda c, k: c[k == 1].sum() / len(c) - k.mean()),
                "only the confidences of right predictions are counted",
                "All predictions make a claim, the wrong ones too."),
        Mistake("neighbour-formula/right-against-wrong",
                _gap(lambda c, k: (c[k == 1].mean() if k.any() else 0)
                     - (c[k == 0].mean() if (k == 0).any() else 0)),
                "the confidence on right answers is compared with that on wrong ones",
                "Compare the mean confidence of all with the fraction right."),
        Mistake("neighbour-formula/median", _gap(lambda c, k: np.median(c) - k.mean()),
                "the median confidence is taken", "Take the mean of the confidences."),
        Mistake("neighbour-formula/accuracy-at-half",
                _gap(lambda c, k: c.mean() - ((c > 0.5) == k).mean()),
                "right is decided again by confidence > ½",
                "`correct` already says which predictions were right."),
        Mistake("omitted-term/no-accuracy", _gap(lambda c, k: c.mean()),
                "this is the mean confidence alone", "Subtract the accuracy."),
        Mistake("omitted-term/no-confidence", _gap(lambda c, k: k.mean()),
                "this is the accuracy alone", "Subtract it from the mean confidence."),
        Mistake("factor/sum", _gap(lambda c, k: (c - k).sum()),
                "the differences are summed", "Divide by the number of predictions."),
        Mistake("factor/percent", _gap(lambda c, k: 100 * (c.mean() - k.mean())),
                "the result is in percentage points", "Return a fraction."),
        Mistake("axis/not-averaged", _gap(lambda c, k: c - k),
                "one difference per prediction comes back", "Average over the predictions."),
        Mistake("integer/floor", _gap(lambda c, k: c.mean() - k.sum() // len(k)),
                "the accuracy is cut to a whole number", "Use / and not //."),
    ),
    hints=("A model that says 90 % ten times should be right about how often?",
           "Two averages: of what the model claims, and of what came true.",
           "gap = mean(conf) − mean(correct)"),
    formula="gap = mean confidence − accuracy",
    variation="compute the gap for the predictions above 0.9 and for the others.",
    right=(_gap_loop, _gap(lambda c, k: (c - k).mean()), _gap(lambda c, k: -np.mean(k - c)),
           _gap(lambda c, k: np.float32((c.sum() - np.count_nonzero(k)) / c.size)),
           lambda conf, correct: np.average(conf) - np.mean([int(k) for k in correct]),
           _gap(lambda c, k: np.einsum("i->", c - k) / len(c))),
    awkward=lambda conf, correct: np.array(np.float32(_gap_loop(conf, correct))),
)

# --- 7.2 reliability_bins --------------------------------------------------------------------


def _bin_cases():
    twenty = np.array([0.53, 0.91, 0.33, 0.78, 0.97, 0.66, 0.88, 0.45, 0.99, 0.71,
                       0.93, 0.57, 0.83, 0.95, 0.37, 0.62, 0.98, 0.86, 0.74, 0.96])
    right = np.array([0, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 1])
    return [
        Case((np.array([0.55, 0.65, 0.95, 0.91, 0.68]), np.array([1, 0, 1, 0, 0]), 10),
             "five predictions in ten bins", sizes={"t": 5, "b": 10}),
        Case((twenty, right, 5), "twenty predictions in five bins", sizes={"t": 20, "b": 5}),
        Case((np.array([0.875, 0.625, 1.0, 0.6875, 1.0]), np.array([1, 0, 1, 1, 0]), 8),
             "a confidence of exactly 1", sizes={"t": 5, "b": 8}),
        Case((np.array([0.25, 0.5, 0.75, 0.5, 0.3125, 0.8125, 0.0]),
              np.array([0, 1, 1, 0, 0, 1, 1]), 4),
             "confidences on the edges", sizes={"t": 7, "b": 4}),
        Case((np.array([0.9, 0.4, 0.6, 0.75, 0.95, 0.1]),
              np.array([True, False, True, False, True, False]), 3),
             "right or wrong as booleans", sizes={"t": 6, "b": 3}),
        Case((np.array([1.0, 0.0625, 0.9375, 0.125]), np.array([0, 0, 1, 1]), 4),
             "both ends of the scale", sizes={"t": 4, "b": 4}),
        Case((twenty[:7], right[:7], 7), "as many bins as predictions", sizes={"t": 7, "b": 7}),
        Case((twenty[3:7], right[3:7], 1), "a single bin", sizes={"t": 4, "b": 1}),
        Case((np.array([0.75]), np.array([1]), 2), "a single prediction", sizes={"t": 1, "b": 2}),
    ]


def _floor(conf, b):
    return np.minimum((np.asarray(conf, float) * b).astype(int), b - 1)


def _by_index(index, *, size=None, empty=0.0, centre=None, scale=None, mean=None):
    """(mean_conf, accuracy, count) for the bins `index(conf, b)`; other indices are lost."""
    mean = mean or np.mean

    def bins(conf, correct, n_bins):
        conf, k = np.asarray(conf, float), np.asarray(correct, float)
        b = size(n_bins) if size else n_bins
        where = index(conf, n_bins)
        p, a, n = np.full(b, float(empty)), np.full(b, float(empty)), np.zeros(b)
        for i in range(b):
            inside = where == i
            n[i] = inside.sum()
            if n[i] > 0:
                factor = scale(n[i], len(conf)) if scale else 1.0
                p[i], a[i] = mean(conf[inside]) * factor, mean(k[inside]) * factor
            elif centre is not None:
                p[i] = (i + centre) / n_bins
        return p, a, n

    return bins


def _between(test):
    """Bins whose members are test(conf, low, high): a member of several, of none."""
    def bins(conf, correct, n_bins):
        conf, k = np.asarray(conf, float), np.asarray(correct, float)
        edges = np.arange(n_bins + 1) / n_bins
        rows = []
        for low, high in zip(edges[:-1], edges[1:], strict=True):
            inside = test(conf, low, high)
            n = inside.sum()
            rows.append((conf[inside].sum() / max(n, 1), k[inside].sum() / max(n, 1), n))
        return tuple(np.array(rows, float).T)

    return bins


def _then(bins, change):
    """Right or other bins, changed afterwards: change(p, a, n, conf, correct)."""
    def changed(conf, correct, n_bins):
        conf, k = np.asarray(conf, float), np.asarray(correct, float)
        return change(*(np.asarray(v, float) for v in bins(conf, k, n_bins)), conf, k)

    return changed


def _overflow(conf, correct, n_bins):
    conf, k = np.asarray(conf, float), np.asarray(correct, float)
    where = (conf * n_bins).astype(int)
    n = np.bincount(where, minlength=n_bins)
    d = np.maximum(n, 1)
    return (np.bincount(where, conf, n_bins) / d, np.bincount(where, k, n_bins) / d, n)


def _overflow_raises(conf, correct, n_bins):
    p, a, n = np.zeros(n_bins), np.zeros(n_bins), np.zeros(n_bins)
    for c, k in zip(conf, correct, strict=True):
        i = int(c * n_bins)
        p[i], a[i], n[i] = p[i] + c, a[i] + k, n[i] + 1
    return p / np.maximum(n, 1), a / np.maximum(n, 1), n


def _equal_mass(conf, correct, n_bins):
    conf, k = np.asarray(conf, float), np.asarray(correct, float)
    parts = np.array_split(np.argsort(conf, kind="stable"), n_bins)
    return (np.array([conf[i].mean() if len(i) else 0 for i in parts]),
            np.array([k[i].mean() if len(i) else 0 for i in parts]),
            np.array([len(i) for i in parts]))


def _quantile_index(conf, b):
    edges = np.quantile(conf, np.linspace(0, 1, b + 1))
    return np.clip(np.searchsorted(edges, conf, side="right") - 1, 0, b - 1)


def _span_index(conf, b):
    low, high = conf.min(), conf.max()
    return np.minimum(((conf - low) / max(high - low, 1e-12) * b).astype(int), b - 1)


def _table(p, a, n, conf, correct):
    return np.column_stack([p, a, n])


RIGHT_BINS = _by_index(_floor)
CUT = ("Cut [0, 1] into n_bins pieces of equal width: bin i holds i/n_bins ≤ conf < "
       "(i + 1)/n_bins.")


def _closed_right(conf, b):
    return np.maximum(np.ceil(conf * b).astype(int) - 1, 0)


def _closed_right_lost(conf, b):
    return np.ceil(conf * b).astype(int) - 1


BIN_ERRORS = (  # (id, bins, what, where): wrong bins, for `reliability_bins` and for the ECE
    ("convention/right-closed", _by_index(_closed_right),
     "a confidence on an edge goes to the bin below it",
     "That is another convention: here bin i holds i/n_bins ≤ conf < (i + 1)/n_bins."),
    ("convention/right-closed", _by_index(_closed_right_lost),
     "a confidence on an edge goes to the bin below it, and 0 to none",
     "That is another convention: here bin i holds i/n_bins ≤ conf < (i + 1)/n_bins."),
    ("off-by-one/one-dropped", _by_index(lambda c, b: (c * b).astype(int)),
     "a confidence of exactly 1 falls into no bin", "The last bin also owns conf = 1."),
    ("off-by-one/one-dropped", _by_index(lambda c, b: np.where(c < 1, _floor(c, b), 0)),
     "a confidence of exactly 1 falls into the first bin", "The last bin owns conf = 1."),
    ("off-by-one/one-overflows", _overflow,
     "a confidence of exactly 1 gets a bin of its own, one too many",
     "conf · n_bins is n_bins there: the last bin owns it."),
    ("off-by-one/one-overflows", _overflow_raises,
     "a confidence of exactly 1 gets an index that does not exist",
     "conf · n_bins is n_bins there: the last bin owns it."),
    ("duplicates/edge-in-two-bins", _between(lambda c, lo, hi: (c >= lo) & (c <= hi)),
     "a confidence on an edge is counted in two bins", "One of the two ends has to be strict."),
    ("omitted-term/edges-in-no-bin", _between(lambda c, lo, hi: (c > lo) & (c < hi)),
     "a confidence on an edge is counted in no bin", "The lower edge belongs to the bin."),
    ("omitted-term/no-lower-edge", _between(lambda c, lo, hi: (c < hi) | (hi == 1)),
     "each bin holds everything below its upper edge", "A bin has a lower edge too."),
    ("omitted-term/no-upper-edge", _between(lambda c, lo, hi: c >= lo),
     "each bin holds everything above its lower edge", "A bin has an upper edge too."),
    ("neighbour-formula/equal-mass-bins", _equal_mass,
     "the bins hold equal numbers of predictions", CUT),
    ("neighbour-formula/equal-mass-bins", _by_index(_quantile_index),
     "the bins are cut at quantiles of the confidences", CUT),
    ("neighbour-formula/bins-on-data-range", _by_index(_span_index),
     "the bins run from the smallest to the largest confidence",
     "The bins cover [0, 1] whatever the data."),
    ("neighbour-formula/bins-from-half",
     _by_index(lambda c, b: np.minimum(np.floor((2 * c - 1) * b).astype(int), b - 1)),
     "the bins cover only ½ to 1", "The bins cover [0, 1]."),
    ("neighbour-formula/binned-by-correct",
     lambda conf, correct, n_bins: RIGHT_BINS(correct, conf, n_bins),
     "`conf` and `correct` are exchanged", "Bin by the confidence, average both."),
    ("off-by-one/rounded-index",
     _by_index(lambda c, b: np.minimum(np.floor(c * b + 0.5).astype(int), b - 1)),
     "conf · n_bins is rounded, so the bins are shifted by half a width",
     "Cut off the digits: floor(conf · n_bins)."),
    ("off-by-one/edges",
     _by_index(lambda c, b: np.floor(c * (b - 1)).astype(int)),
     "the bins are 1/(n_bins − 1) wide",
     "n_bins bins have n_bins + 1 edges; multiply the confidence by n_bins."),
    ("off-by-one/edges", _by_index(
        lambda c, b: np.minimum((c * max(b - 1, 1)).astype(int), max(b - 2, 0)),
        size=lambda b: b - 1),
     "there is one bin too few",
     "n_bins bins have n_bins + 1 edges: np.linspace(0, 1, n_bins + 1)."),
    ("off-by-one/too-many-bins", _by_index(
        lambda c, b: np.minimum((c * (b + 1)).astype(int), b), size=lambda b: b + 1),
     "there is one bin too many", "n_bins bins have n_bins + 1 edges, not n_bins + 2."),
    ("off-by-one/index", _by_index(lambda c, b: _floor(c, b) + 1),
     "every prediction sits one bin too high, and the last bin is lost",
     "np.digitize counts from 1: subtract 1."),
    ("off-by-one/index", _by_index(lambda c, b: np.minimum(_floor(c, b) + 1, b - 1)),
     "every prediction sits one bin too high", "np.digitize counts from 1: subtract 1."),
    ("off-by-one/index", _by_index(lambda c, b: (c * b).astype(int) + 1,
                                   size=lambda b: b + 2),
     "every prediction sits one bin too high", "np.digitize counts from 1: subtract 1."),
    ("off-by-one/index", _by_index(lambda c, b: (_floor(c, b) - 1) % b),
     "every prediction sits one bin too low", "Bin 0 starts at 0."),
    ("off-by-one/index", _by_index(lambda c, b: _floor(c, b) - 1),
     "every prediction sits one bin too low", "Bin 0 starts at 0."),
    ("off-by-one/last-bin-missing", _by_index(
        lambda c, b: np.where(_floor(c, b) == b - 1, -1, _floor(c, b))),
     "the last bin stays empty", "Run over all n_bins bins."),
    ("off-by-one/first-bin-missing", _by_index(
        lambda c, b: np.where(_floor(c, b) == 0, -1, _floor(c, b))),
     "the first bin stays empty", "Run over all n_bins bins, from 0."),
)
FIXED_BINS = tuple(
    ("ignored-argument/n-bins",
     lambda conf, correct, n_bins, b=b: RIGHT_BINS(conf, correct, b),
     f"there are {b} bins whatever `n_bins` says", "Use the argument `n_bins`.")
    for b in (10, 15, 20, 5))


def _bins_right_masks(conf, correct, n_bins):
    edges = np.linspace(0, 1, n_bins + 1)
    out = [[], [], []]
    for i in range(n_bins):
        inside = (conf >= edges[i]) & (conf < edges[i + 1] if i < n_bins - 1 else conf <= 1)
        out[0].append(conf[inside].mean() if inside.any() else 0)
        out[1].append(correct[inside].mean() if inside.any() else 0)
        out[2].append(inside.sum())
    return tuple(map(np.array, out))


def _bins_right_python(conf, correct, n_bins):
    sums = [[0.0, 0.0, 0] for _ in range(n_bins)]
    for c, k in zip(conf, correct, strict=True):
        row = sums[min(int(float(c) * n_bins), n_bins - 1)]
        row[0], row[1], row[2] = row[0] + float(c), row[1] + int(k), row[2] + 1
    return ([c / n if n else 0 for c, _, n in sums], [k / n if n else 0 for _, k, n in sums],
            [n for _, _, n in sums])


def _bins_right_histogram(conf, correct, n_bins):
    n, _ = np.histogram(conf, n_bins, (0, 1))
    c, _ = np.histogram(conf, n_bins, (0, 1), weights=conf)
    k, _ = np.histogram(conf, n_bins, (0, 1), weights=np.asarray(correct, float))
    with np.errstate(all="ignore"):
        return np.nan_to_num(c / n), np.nan_to_num(k / n), n


def _bins_right_digitize(conf, correct, n_bins):
    where = np.digitize(conf, np.linspace(0, 1, n_bins + 1)[1:-1])
    member = (where[:, None] == np.arange(n_bins)).astype(np.float32)
    n = member.sum(axis=0)
    return (np.float32(conf) @ member / np.where(n == 0, 1, n),
            np.einsum("i,ij->j", np.float32(correct), member) / np.maximum(n, 1), n)


def _bins_right_add_at(conf, correct, n_bins):
    table = np.zeros((3, n_bins))
    where = np.clip(np.floor(conf * n_bins).astype(int), 0, n_bins - 1)
    for row, value in zip(table, (conf, correct, 1), strict=True):
        np.add.at(row, where, value)
    table[:2] /= table[2] + (table[2] == 0)
    return table


def _bin_mistakes():
    entries = [Mistake(*entry) for entry in (*BIN_ERRORS, *FIXED_BINS)]
    floor = _floor

    def after(name, change, what, where):
        entries.append(Mistake(name, _then(RIGHT_BINS, change), what, where))

    for empty, face in ((np.nan, "nan"), (np.inf, "inf")):
        entries.append(Mistake(
            "unstable/empty-bin", _by_index(floor, empty=empty),
            f"an empty bin gives {face}: 0 divided by 0",
            "Divide only where the count is above 0; an empty bin gives 0."))
    entries.append(Mistake("convention/empty-bin-centre", _by_index(floor, centre=0.5),
                           "an empty bin gives the middle of the bin as mean confidence",
                           "That is another convention: here an empty bin gives 0."))
    entries.append(Mistake("convention/empty-bin-centre", _by_index(floor, empty=0.5),
                           "an empty bin gives ½", "Here an empty bin gives 0."))
    entries.append(Mistake("convention/empty-bin-centre", _by_index(floor, centre=0.0),
                           "an empty bin gives its lower edge as mean confidence",
                           "That is another convention: here an empty bin gives 0."))
    entries.append(Mistake("convention/empty-bin-minus-one", _by_index(floor, empty=-1),
                           "an empty bin gives −1", "Here an empty bin gives 0."))
    entries.append(Mistake("neighbour-formula/median", _by_index(floor, mean=np.median),
                           "the median of each bin is taken", "Take the mean of each bin."))
    after("shape/empty-bins-left-out", lambda p, a, n, c, k: (p[n > 0], a[n > 0], n[n > 0]),
          "empty bins are left out, so the arrays are too short",
          "Return n_bins entries; an empty bin gives 0.")
    after("factor/sums-not-means", lambda p, a, n, c, k: (p * n, a * n, n),
          "the sums over each bin come back", "Divide by the number in the bin.")
    after("factor/divided-by-all", lambda p, a, n, c, k: (p * n / len(c), a * n / len(c), n),
          "the sums are divided by the number of all predictions",
          "Divide by the number in the bin.")
    after("factor/divided-by-bins", lambda p, a, n, c, k: (p * n / len(n), a * n / len(n), n),
          "the sums are divided by the number of bins", "Divide by the number in the bin.")
    after("factor/count-as-fraction", lambda p, a, n, c, k: (p, a, n / len(c)),
          "the third result is a fraction", "`count` is the number of predictions in the bin.")
    after("factor/percent", lambda p, a, n, c, k: (100 * p, 100 * a, n),
          "the means are in percent", "Return fractions.")
    after("off-by-one/count-plus-one", lambda p, a, n, c, k: (p * n / (n + 1), a * n / (n + 1), n),
          "the sums are divided by the count plus one",
          "Divide by the count, and take care of empty bins apart.")
    after("neighbour-formula/overall-mean",
          lambda p, a, n, c, k: (np.where(n > 0, c.mean(), 0), np.where(n > 0, k.mean(), 0), n),
          "each bin gets the mean over all predictions", "Average inside the bin.")
    after("neighbour-formula/overall-mean",
          lambda p, a, n, c, k: (np.full(len(n), c.mean()), np.full(len(n), k.mean()), n),
          "each bin gets the mean over all predictions", "Average inside the bin.")
    after("neighbour-formula/bin-centre",
          lambda p, a, n, c, k: (np.where(n > 0, (np.arange(len(n)) + 0.5) / len(n), 0), a, n),
          "the mean confidence is replaced by the middle of the bin",
          "Average the confidences that fell into the bin.")
    after("neighbour-formula/bin-centre",
          lambda p, a, n, c, k: ((np.arange(len(n)) + 0.5) / len(n), a, n),
          "the mean confidence is replaced by the middle of the bin",
          "Average the confidences that fell into the bin.")
    after("neighbour-formula/bin-edge",
          lambda p, a, n, c, k: (np.arange(len(n)) / len(n), a, n),
          "the mean confidence is replaced by the lower edge of the bin",
          "Average the confidences that fell into the bin.")
    after("neighbour-formula/bin-edge",
          lambda p, a, n, c, k: (np.arange(1, len(n) + 1) / len(n), a, n),
          "the mean confidence is replaced by the upper edge of the bin",
          "Average the confidences that fell into the bin.")
    after("neighbour-formula/error-rate",
          lambda p, a, n, c, k: (p, np.where(n > 0, 1 - a, 0), n),
          "the second result is the error rate", "The accuracy is the fraction right.")
    after("neighbour-formula/error-rate", lambda p, a, n, c, k: (p, 1 - a, n),
          "the second result is the error rate", "The accuracy is the fraction right.")
    after("neighbour-formula/count-of-right", lambda p, a, n, c, k: (p, a, a * n),
          "the count holds right predictions only", "Count all predictions in the bin.")
    after("neighbour-formula/number-right", lambda p, a, n, c, k: (p, a * n, n),
          "the second result is a number of right predictions",
          "Divide by the number in the bin.")
    after("neighbour-formula/conf-of-right-only", _conf_of_right,
          "the mean confidence is taken over right predictions only",
          "Average over all predictions in the bin.")
    for change in (lambda p, a, n, c, k: (a, p, n), lambda p, a, n, c, k: (n, p, a),
                   lambda p, a, n, c, k: (n, a, p), lambda p, a, n, c, k: (p, n, a),
                   lambda p, a, n, c, k: (a, n, p)):
        after("shape/results-swapped", change, "the three results come in another order",
              "Return mean confidence, accuracy, count.")
    after("transpose/one-row-per-bin", _table, "one row per bin comes back",
          "Return three arrays, each with one entry per bin.")
    after("omitted-term/no-count", lambda p, a, n, c, k: (p, a), "the count is missing",
          "Return three arrays.")
    after("omitted-term/gap-only", lambda p, a, n, c, k: np.abs(a - p),
          "only the gaps come back", "Return mean confidence, accuracy and count.")
    after("convention/bins-descending", lambda p, a, n, c, k: (p[::-1], a[::-1], n[::-1]),
          "the bins come from high to low", "Bin 0 starts at confidence 0.")
    after("integer/truncated", lambda p, a, n, c, k: (p.astype(int), a.astype(int), n),
          "the means have lost their digits", "np.zeros(n, dtype=int) keeps whole numbers only.")
    after("integer/rounded", lambda p, a, n, c, k: (p.round(2), a.round(2), n),
          "the means are rounded to two digits", "Round only when printing.")
    after("integer/rounded", lambda p, a, n, c, k: (p.round(1), a.round(1), n),
          "the means are rounded to one digit", "Round only when printing.")
    after("omitted-term/cumulative", lambda p, a, n, c, k: (p, a, np.cumsum(n)),
          "the counts are summed up from bin to bin", "Each bin counts its own members.")
    return tuple(entries)


def _conf_of_right(p, a, n, conf, correct):
    where = _floor(conf, len(n))
    hits = np.bincount(where, correct, len(n))
    return np.bincount(where, conf * correct, len(n)) / np.maximum(hits, 1), a, n


BINS = Exercise(
    id="reliability_bins", title="Sort predictions into bins", notebook="07", number="7.2",
    signature="reliability_bins(conf, correct, n_bins)", lecture=("ALICE-4.3.4a",),
    minutes=15, difficulty=2, reference=metrics.reliability_bins, cases=_bin_cases,
    parts=("mean_conf", "accuracy", "count"), mistakes=_bin_mistakes(),
    hints=("Which bin owns a confidence of exactly 1? And what is the mean of an empty bin?",
           "The bin of a confidence is floor(conf · n_bins), except for conf = 1. Sum inside "
           "each bin, then divide where something is inside.",
           "i = min(floor(conf · n_bins), n_bins − 1);  count = np.bincount(i, "
           "minlength=n_bins);  a sum per bin is np.bincount(i, weights, n_bins)."),
    formula="bin i: i/b ≤ conf < (i+1)/b (the last also 1); mean of conf, mean of correct, count",
    variation="cut the bins so that each holds the same number of predictions.",
    held={"n_bins": (10, 15, 20, 5)},
    right=(_bins_right_masks, _bins_right_python, _bins_right_histogram, _bins_right_digitize,
           _bins_right_add_at, RIGHT_BINS),
    awkward=_bins_right_python,
)

# --- 7.3 expected_calibration_error -------------------------------------------------------------


def _ece_cases():
    return [
        Case((np.array([0.85, 0.86, 0.93]), np.array([1, 0, 1]), 10), "three predictions",
             sizes={"t": 3, "b": 10}),
        *_bin_cases(),
        Case((np.array([0.125, 0.375, 0.5625, 0.875]), np.array([1, 0, 1, 0]), 4),
             "gaps of both signs", sizes={"t": 4, "b": 4}),
    ]


def _ece(bins=RIGHT_BINS, gaps=np.abs, total=None):
    """An ECE over other bins, of other gaps, or with another sum over the bins."""
    def ece(conf, correct, n_bins):
        p, a, n = (np.asarray(v, float) for v in bins(conf, correct, n_bins))
        gap = gaps(a - p)
        return total(gap, n) if total else np.sum(n / len(conf) * gap)

    return ece


def _plain(rule):
    return lambda conf, correct, n_bins: rule(np.asarray(conf, float), np.asarray(correct, float))


def _then_ece(change):
    return _ece(_then(RIGHT_BINS, change))


def _ece_mistakes():
    ABS = "Σ over bins of count / t · |accuracy − mean_conf|."
    # wrong ways first that are the ECE's own, then those of the bins
    own = [
        ("sign/no-abs", _ece(gaps=lambda g: g), "the gaps keep their signs and cancel",
         "Take the absolute value of each bin's gap."),
        ("sign/no-abs", _ece(gaps=lambda g: -g), "the gaps keep their signs and cancel",
         "Take the absolute value of each bin's gap."),
        ("sign/abs-after-sum", lambda c, k, b: abs(np.mean(c) - np.mean(k)),
         "the gaps cancel before the absolute value is taken",
         "Absolute value inside the sum, bin by bin."),
        ("sign/positive-gaps-only", _ece(gaps=lambda g: np.maximum(g, 0)),
         "only the bins in which the model claims too little are counted", ABS),
        ("sign/positive-gaps-only", _ece(gaps=lambda g: np.maximum(-g, 0)),
         "only the bins in which the model claims too much are counted", ABS),
        ("omitted-term/unweighted", _ece(total=lambda g, n: g.mean()),
         "all bins weigh the same, empty ones too", "Weigh each bin by count / t."),
        ("omitted-term/unweighted", _ece(total=lambda g, n: g[n > 0].mean()),
         "all bins that are not empty weigh the same", "Weigh each bin by count / t."),
        ("omitted-term/unweighted", _ece(total=lambda g, n: g.sum()),
         "the gaps are summed without weights", "Weigh each bin by count / t."),
        ("neighbour-formula/maximum", _ece(total=lambda g, n: g.max()),
         "this is the largest gap (the MCE)", "The ECE is a weighted mean of the gaps."),
        ("neighbour-formula/squared-gap", _ece(gaps=np.square), "the gaps are squared", ABS),
        ("neighbour-formula/root-mean-square",
         _ece(total=lambda g, n: np.sqrt(np.sum(n * g**2) / n.sum())),
         "this is the root of the weighted mean square", ABS),
        ("neighbour-formula/root-mean-square", _ece(total=lambda g, n: np.sqrt(np.mean(g**2))),
         "this is a root mean square over the bins", ABS),
        ("neighbour-formula/per-example", _plain(lambda c, k: np.abs(k - c).mean()),
         "the gap is taken per prediction; no bins are needed for that",
         "First the means of each bin, then their difference."),
        ("neighbour-formula/brier", _plain(lambda c, k: ((k - c) ** 2).mean()),
         "this is a Brier score of the top class", ABS),
        ("neighbour-formula/error-rate",
         _ece(_then(RIGHT_BINS, lambda p, a, n, c, k: (p, 1 - a, n))),
         "the error rate is compared with the confidence", "Compare the accuracy with it."),
        ("neighbour-formula/bin-centre", _then_ece(
            lambda p, a, n, c, k: ((np.arange(len(n)) + 0.5) / len(n), a, n)),
         "the middle of the bin stands for its mean confidence",
         "Use the mean of the confidences in the bin."),
        ("neighbour-formula/bin-edge", _then_ece(
            lambda p, a, n, c, k: (np.arange(len(n)) / len(n), a, n)),
         "the lower edge of the bin stands for its mean confidence",
         "Use the mean of the confidences in the bin."),
        ("neighbour-formula/bin-edge", _then_ece(
            lambda p, a, n, c, k: (np.arange(1, len(n) + 1) / len(n), a, n)),
         "the upper edge of the bin stands for its mean confidence",
         "Use the mean of the confidences in the bin."),
        ("neighbour-formula/overall-accuracy", _then_ece(
            lambda p, a, n, c, k: (p, np.full(len(n), k.mean()), n)),
         "every bin is compared with the overall accuracy",
         "Compare each bin with its own accuracy."),
        ("neighbour-formula/overall-confidence", _then_ece(
            lambda p, a, n, c, k: (np.full(len(n), c.mean()), a, n)),
         "every bin is compared with the overall confidence",
         "Compare each bin with its own mean confidence."),
        ("neighbour-formula/median", _ece(_by_index(_floor, mean=np.median)),
         "the median of each bin is taken", "Take the mean of each bin."),
        ("neighbour-formula/weight-by-right", _weighted_by_right,
         "the bins are weighed by their right predictions", "Weigh each bin by count / t."),
        ("neighbour-formula/complement", lambda c, k, b: 1 - _ece()(c, k, b),
         "this is 1 − ECE", "0 means no gap."),
        ("neighbour-formula/conf-of-right-only", _then_ece(_conf_of_right),
         "the mean confidence is taken over right predictions only",
         "Average over all predictions in the bin."),
        ("factor/count-not-fraction", _ece(total=lambda g, n: np.sum(n * g)),
         "the weights are counts", "Divide by the number of predictions."),
        ("factor/divided-by-bins", _ece(total=lambda g, n: np.mean(n * g)),
         "the weighted sum is divided by the number of bins",
         "The weights count / t already sum to 1."),
        ("factor/divided-twice", _ece(total=lambda g, n: np.mean(n / n.sum() * g)),
         "the weighted sum is divided by the number of bins as well",
         "The weights count / t already sum to 1."),
        ("factor/divided-twice",
         _ece(total=lambda g, n: np.sum(n / n.sum() * g) / (n > 0).sum()),
         "the weighted sum is divided by the number of bins in use as well",
         "The weights count / t already sum to 1."),
        ("factor/divided-twice", _ece(total=lambda g, n: np.sum(n * g) / n.sum() ** 2),
         "the weighted sum is divided by t twice", "The weights count / t already sum to 1."),
        ("factor/weights-squared", _ece(total=lambda g, n: np.sum((n / n.sum()) ** 2 * g)),
         "the weights are squared", "Each weight is count / t."),
        ("factor/percent", _ece(total=lambda g, n: 100 * np.sum(n * g) / n.sum()),
         "the result is in percent", "Return a fraction."),
        ("factor/half", _ece(total=lambda g, n: np.sum(n * g) / n.sum() / 2),
         "the result is half of what it should be", ABS),
        ("factor/sums-not-means",
         _ece(_then(RIGHT_BINS, lambda p, a, n, c, k: (p * n, a * n, n))),
         "the gaps are those of sums, weighted once more", "Use means in each bin."),
        ("axis/not-summed", _ece(total=lambda g, n: n / n.sum() * g),
         "one number per bin comes back", "Sum over the bins."),
        ("axis/not-summed", _ece(total=lambda g, n: g),
         "one gap per bin comes back", "Weigh the gaps and sum over the bins."),
        ("unstable/empty-bin", _ece(_by_index(_floor, empty=np.nan)),
         "an empty bin makes the sum nan: 0 divided by 0",
         "Leave empty bins out, or let them give 0."),
        ("integer/rounded", lambda c, k, b: round(_ece()(c, k, b), 2),
         "the result is rounded to two digits", "Round only when printing."),
        ("integer/rounded", lambda c, k, b: round(_ece()(c, k, b), 3),
         "the result is rounded to three digits", "Round only when printing."),
    ]
    binned = [(name, _ece(bins, total=total), what, where)
              for total in (None, lambda g, n: np.sum(n * g) / max(n.sum(), 1))
              for name, bins, what, where in (*BIN_ERRORS, *FIXED_BINS)]
    unseen = {"off-by-one/index", "off-by-one/one-overflows", "off-by-one/too-many-bins"}
    # a shifted index changes no sum unless predictions are lost; a bin of its own for 1 is seen
    shared = [entry for entry in binned if entry[0] not in unseen]
    lost = [
        ("off-by-one/one-overflows", _ece(_overflow),
         "a confidence of exactly 1 gets a bin of its own, one too many",
         "conf · n_bins is n_bins there: the last bin owns it."),
        ("off-by-one/one-overflows", _ece(_overflow_raises),
         "a confidence of exactly 1 gets an index that does not exist",
         "conf · n_bins is n_bins there: the last bin owns it."),
        ("off-by-one/too-many-bins", _ece(_by_index(
            lambda c, b: np.minimum((c * (b + 1)).astype(int), b), size=lambda b: b + 1)),
         "there is one bin too many", "n_bins bins have n_bins + 1 edges, not n_bins + 2."),
    ]
    return tuple(Mistake(*entry) for entry in (*own, *shared, *lost))


def _weighted_by_right(conf, correct, n_bins):
    p, a, n = RIGHT_BINS(conf, correct, n_bins)
    return np.sum(a * n * np.abs(a - p)) / max(np.sum(a * n), 1)


def _ece_right_masks(conf, correct, n_bins):
    total = 0.0
    for i in range(n_bins):
        last = i == n_bins - 1
        inside = (conf * n_bins >= i) & ((conf * n_bins < i + 1) | last)
        if inside.any():
            total += inside.mean() * abs(correct[inside].mean() - conf[inside].mean())
    return total


def _ece_right_python(conf, correct, n_bins):
    gap = {}
    for c, k in zip(conf, correct, strict=True):
        i = min(int(c * n_bins), n_bins - 1)
        gap[i] = gap.get(i, 0.0) + float(c) - float(k)
    return sum(map(abs, gap.values())) / len(conf)


ECE = Exercise(
    id="expected_calibration_error", title="Average the gaps", notebook="07", number="7.3",
    signature="expected_calibration_error(conf, correct, n_bins)",
    lecture=("ALICE-4.3.4a",), minutes=8, difficulty=2,
    reference=metrics.expected_calibration_error, cases=_ece_cases, mistakes=_ece_mistakes(),
    hints=("Should a bin with two predictions weigh as much as a bin with two hundred?",
           "Take each bin's |accuracy − mean_conf| and weigh it by its share of the predictions.",
           "ECE = Σ_i count_i / t · |accuracy_i − mean_conf_i|; an empty bin has weight 0."),
    formula="ECE = Σ_i count_i / t · |accuracy_i − mean_conf_i|",
    variation="return the largest gap in place of the mean: the maximum calibration error.",
    held={"n_bins": (10, 15, 20, 5)},
    right=(_ece_right_masks, _ece_right_python, _ece(_bins_right_histogram),
           lambda c, k, b: np.float32(_ece(_bins_right_digitize)(c, k, b)),
           lambda c, k, b: np.abs(np.bincount(_floor(c, b), c - k * 1.0)).sum() / len(c),
           lambda c, k, b: np.array(np.dot(*(lambda p, a, n: (n, abs(p - a) / n.sum()))(
               *RIGHT_BINS(c, k, b))))),
    awkward=lambda c, k, b: np.array(np.float32(_ece_right_python(c, k, b))),
)

# --- 7.4 brier_score --------------------------------------------------------------------------


def _dyadic(rng, rows, classes, parts=64):
    """Rows of probabilities that are whole multiples of 1/64: exact in every float type."""
    cuts = np.sort(rng.integers(1, parts, size=(rows, classes - 1)), axis=1)
    ends = np.column_stack([np.zeros(rows, int), cuts, np.full(rows, parts)])
    return np.diff(ends, axis=1) / parts


def _brier_cases():
    rng = np.random.default_rng(4)
    return [
        Case((np.array([[0.8, 0.2], [0.4, 0.6], [0.3, 0.7]]), np.array([0, 0, 1])),
             "three rows, two classes", sizes={"t": 3, "m": 2}),
        Case((_dyadic(rng, 5, 3), np.array([2, 0, 1, 1, 0])), "five rows, three classes",
             sizes={"t": 5, "m": 3}),
        Case((_dyadic(rng, 3, 4), np.array([3, 0, 2])), "more classes than rows",
             sizes={"t": 3, "m": 4}),
        Case((_dyadic(rng, 4, 4), np.array([1, 3, 1, 0])), "as many rows as classes",
             sizes={"t": 4, "m": 4}),
        Case((np.array([[0.5, 0.25, 0.25]]), np.array([1])), "a batch of one",
             sizes={"t": 1, "m": 3}),
        Case((np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0, 0])), "certain and wrong",
             sizes={"t": 2, "m": 2}),
        Case((np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), np.array([2, 0, 0, 1])),
             "probabilities 0 and 1, whole numbers", sizes={"t": 4, "m": 3}, integers=True),
    ]


def _scored(rule):
    """rule(P, T) with one-hot targets."""
    def score(P, y):
        P = np.asarray(P, float)
        return rule(P, np.eye(P.shape[1])[y])

    return score


def _picked(rule):
    """rule(p) with the probabilities of the true labels."""
    return lambda P, y: rule(np.asarray(P, float)[np.arange(len(y)), y])


def _brier_loop(P, y):
    total = 0.0
    for row, label in zip(P, y, strict=True):
        for j, p in enumerate(row):
            total += (float(p) - (1 if j == label else 0)) ** 2
    return total / len(y)


def _top_square(P, y):
    return np.mean((np.max(P, axis=1) - (np.argmax(P, axis=1) == y)) ** 2)


BRIER = Exercise(
    id="brier_score", title="Score whole distributions", notebook="07", number="7.4",
    signature="brier_score(P, y)", lecture=("ALICE-4.3.4a",), minutes=5, difficulty=1,
    reference=metrics.brier_score, cases=_brier_cases,
    mistakes=(
        Mistake("factor/mean-over-classes", _scored(lambda P, T: ((P - T) ** 2).mean()),
                "the squares are averaged over the classes too",
                "Sum over the classes, average over the rows."),
        Mistake("factor/sum-over-rows", _scored(lambda P, T: ((P - T) ** 2).sum()),
                "the squares are summed over the rows too",
                "Sum over the classes, average over the rows."),
        Mistake("factor/half", _scored(lambda P, T: ((P - T) ** 2).sum(1).mean() / 2),
                "there is a factor of ½ too much", "Nothing is halved here: the range is 0 to 2."),
        Mistake("omitted-term/true-class-only", _picked(lambda p: ((1 - p) ** 2).mean()),
                "only the probability of the true class counts",
                "Sum the squares over all classes."),
        Mistake("omitted-term/wrong-classes-only",
                _scored(lambda P, T: ((P * (1 - T)) ** 2).sum(1).mean()),
                "the true class is left out", "Sum the squares over all classes."),
        Mistake("omitted-term/no-target", _scored(lambda P, T: (P**2).sum(1).mean()),
                "the truth is not subtracted", "Subtract the one-hot truth from P."),
        Mistake("omitted-term/second-class-only",
                lambda P, y: np.mean((np.asarray(P, float)[:, 1] - y) ** 2),
                "only column 1 is scored, against the label itself",
                "Compare every column with the one-hot truth."),
        Mistake("neighbour-formula/top-class", _top_square,
                "the top class is scored as right or wrong",
                "All classes count, with the one-hot truth."),
        Mistake("neighbour-formula/absolute", _scored(lambda P, T: np.abs(P - T).sum(1).mean()),
                "absolute values in place of squares", "Square the differences."),
        Mistake("neighbour-formula/root", _scored(
            lambda P, T: np.sqrt(((P - T) ** 2).sum(1)).mean()),
                "the distance is not squared", "Leave out the root."),
        Mistake("neighbour-formula/root", _scored(
            lambda P, T: np.sqrt(((P - T) ** 2).sum(1).mean())),
                "a root is taken of the score", "Leave out the root."),
        Mistake("neighbour-formula/root", _scored(lambda P, T: np.sqrt(((P - T) ** 2).mean())),
                "a root is taken of the mean", "Leave out the root."),
        Mistake("neighbour-formula/log-score",
                _picked(lambda p: -np.log(np.maximum(p, 1e-12)).mean()),
                "this is the negative log-likelihood", "Squares, not logarithms."),
        Mistake("neighbour-formula/log-score", _picked(lambda p: -np.log(p).mean()),
                "this is the negative log-likelihood", "Squares, not logarithms."),
        Mistake("neighbour-formula/error-rate", lambda P, y: np.mean(np.argmax(P, 1) != y),
                "this is the error rate", "The probabilities themselves are scored."),
        Mistake("neighbour-formula/accuracy", lambda P, y: np.mean(np.argmax(P, 1) == y),
                "this is the accuracy", "The probabilities themselves are scored."),
        Mistake("neighbour-formula/probability", _picked(lambda p: p.mean()),
                "this is the mean probability of the true class", "Square the differences."),
        Mistake("neighbour-formula/probability", _picked(lambda p: (1 - p).mean()),
                "this is one minus the mean probability of the true class",
                "Square the differences, in all classes."),
        Mistake("neighbour-formula/square-of-sum",
                _scored(lambda P, T: ((P - T).sum(1) ** 2).mean()),
                "the differences are summed before they are squared",
                "Square each difference first: the plain sum of a row is 0."),
        Mistake("neighbour-formula/rounded-classes",
                _scored(lambda P, T: ((np.eye(P.shape[1])[P.argmax(1)] - T) ** 2).sum(1).mean()),
                "the prediction is rounded to one class", "Score the probabilities themselves."),
        Mistake("neighbour-formula/class-number",
                lambda P, y: np.mean((np.argmax(P, 1) - y) ** 2),
                "class numbers are subtracted", "Classes have no distance: use one-hot rows."),
        Mistake("sign/one-minus", _scored(lambda P, T: 1 - ((P - T) ** 2).sum(1).mean()),
                "this is 1 − score", "0 is the best score."),
        Mistake("sign/negative", _scored(lambda P, T: -((P - T) ** 2).sum(1).mean()),
                "the score is negative", "0 is the best score, larger is worse."),
        Mistake("sign/added", _scored(lambda P, T: ((P + T) ** 2).sum(1).mean()),
                "the truth is added", "Subtract the one-hot truth from P."),
        Mistake("axis/one-score-per-row", _scored(lambda P, T: ((P - T) ** 2).sum(1)),
                "one score per row comes back", "Average over the rows."),
        Mistake("axis/one-score-per-class", _scored(lambda P, T: ((P - T) ** 2).mean(0)),
                "one score per class comes back", "Sum over the classes."),
        Mistake("axis/one-score-per-class", _scored(lambda P, T: ((P - T) ** 2).sum(0)),
                "one score per class comes back", "Sum over the classes, average over the rows."),
        Mistake("off-by-one/labels-from-one",
                lambda P, y: metrics.brier_score(P, (y - 1) % np.shape(P)[1]),
                "the labels are counted from 1", "Labels start at 0."),
        Mistake("integer/rounded", lambda P, y: round(metrics.brier_score(P, y), 2),
                "the score is rounded to two digits", "Round only when printing."),
    ),
    hints=("How far is the row (0.8, 0.2) from the truth (1, 0)?",
           "Write the truth as one-hot rows T, square P − T entry by entry.",
           "mean over rows of Σ_j (P[n, j] − T[n, j])²"),
    formula="(1/t) Σ_n Σ_j (P[n, j] − T[n, j])²",
    variation="show that among all constant rows P the class frequencies score lowest.",
    right=(_brier_loop, _scored(lambda P, T: ((P - T) ** 2).sum() / len(P)),
           lambda P, y: np.mean((P**2).sum(1) + 1 - 2.0 * P[np.arange(len(y)), y]),
           _scored(lambda P, T: np.float32(np.einsum("ij,ij->", P - T, P - T) / len(T))),
           _scored(lambda P, T: np.linalg.norm(P - T) ** 2 / P.shape[0]),
           _scored(lambda P, T: P.shape[1] * np.mean((T - P) ** 2))),
    awkward=lambda P, y: np.array(np.float32(_brier_loop(P, y))),
)

# --- 7.5 temperature_slope ---------------------------------------------------------------------


def _slope_cases():
    rng = np.random.default_rng(5)
    return [
        Case((np.array([[4.0, 0.0]] * 3), np.array([0, 0, 1]), 2.0), "three rows, two classes",
             sizes={"t": 3, "m": 2}),
        Case((np.array([[2.0, 1.0, 0.0], [0.5, 2.5, 1.0]]), np.array([2, 1]), 1.0),
             "temperature 1", sizes={"t": 2, "m": 3}),
        Case((rng.normal(size=(5, 3)) * 3, np.array([0, 2, 1, 1, 0]), 0.5),
             "a temperature below 1", sizes={"t": 5, "m": 3}),
        Case((rng.normal(size=(3, 5)) * 4, np.array([4, 0, 3]), 2.5), "more classes than rows",
             sizes={"t": 3, "m": 5}),
        Case((rng.normal(size=(4, 4)) * 4, np.array([3, 1, 1, 2]), 1.5),
             "as many rows as classes", sizes={"t": 4, "m": 4}),
        Case((np.array([[3.0, -1.0, 0.5]]), np.array([1]), 3.0), "a batch of one",
             sizes={"t": 1, "m": 3}),
        Case((np.array([[2, 0, 5], [1, 4, 0]]), np.array([0, 1]), 2), "whole numbers",
             sizes={"t": 2, "m": 3}, integers=True),
        Case((np.array([[1000.0, 0.0, -1000.0], [0.0, 900.0, 1000.0]]), np.array([1, 1]), 0.5),
             "logits of ±1000", sizes={"t": 2, "m": 3}, extreme=True),
    ]


def _naive_softmax(z):
    e = np.exp(z)
    return e / e.sum(axis=-1, keepdims=True)


def _slope(rule, o_of=None):
    """rule(z_y, mean_z, tau, z, o, y) per row or as a number, with o = softmax(z / tau)."""
    def slope(z, y, tau):
        z = np.asarray(z, float)
        o = o_of(z, tau) if o_of else softmax(z / tau)
        return rule(z[np.arange(len(y)), y], (o * z).sum(axis=1), tau, z, o, y)

    return slope


def _slope_loop(z, y, tau):
    total = 0.0
    for row, label in zip(np.asarray(z, float), y, strict=True):
        e = [math.exp((v - row.max()) / tau) for v in row]
        total += row[label] - sum(a * v for a, v in zip(e, row, strict=True)) / sum(e)
    return total / tau**2 / len(y)


def _slope_chain(z, y, tau):
    d_scaled = (softmax(z / tau) - np.eye(z.shape[1])[y]) / len(y)  # by z / tau
    return (d_scaled * (-z / tau**2)).sum()


SLOPE = Exercise(
    id="temperature_slope", title="Derive the loss by the temperature", notebook="07",
    number="7.5", signature="temperature_slope(z, y, tau)",
    lecture=("ALICE-4.3.4b", "ALICE-4.2.1c"), minutes=12, difficulty=3,
    reference=metrics.temperature_slope, cases=_slope_cases,
    mistakes=(
        Mistake("sign/flipped", _slope(lambda a, e, u, *_: (e - a).mean() / u**2),
                "the slope has the opposite sign",
                "z / tau falls as tau grows: its derivative is −z / tau²."),
        Mistake("omitted-term/no-inner-derivative", _slope(lambda a, e, u, *_: (a - e).mean()),
                "the factor 1/tau² is missing", "The derivative of z / tau is −z / tau²."),
        Mistake("omitted-term/no-inner-derivative", _slope(lambda a, e, u, *_: (e - a).mean()),
                "this is the slope by 1/tau, the inverse temperature",
                "Multiply by the derivative of 1/tau, −1/tau²."),
        Mistake("factor/one-over-tau", _slope(lambda a, e, u, *_: (a - e).mean() / u),
                "the inner derivative is taken as 1/tau",
                "The derivative of z / tau is −z / tau²."),
        Mistake("factor/one-over-tau", _slope(lambda a, e, u, *_: (e - a).mean() / u),
                "the inner derivative is taken as 1/tau",
                "The derivative of z / tau is −z / tau²."),
        Mistake("factor/one-over-tau-cubed", _slope(lambda a, e, u, *_: (a - e).mean() / u**3),
                "one factor 1/tau too many stands there",
                "The sum runs over z itself, not over z / tau."),
        Mistake("factor/times-tau", _slope(lambda a, e, u, *_: (a - e).mean() * u),
                "the result is multiplied by tau", "Divide by tau²."),
        Mistake("factor/sum-not-mean", _slope(lambda a, e, u, *_: (a - e).sum() / u**2),
                "the rows are summed", "The loss is a mean over the rows."),
        Mistake("factor/mean-over-classes",
                _slope(lambda a, e, u, z, *_: (a - e).mean() / u**2 / z.shape[1]),
                "the classes are averaged", "Sum over the classes, average over the rows."),
        Mistake("omitted-term/no-expectation", _slope(lambda a, e, u, *_: a.mean() / u**2),
                "the mean logit under the model is missing",
                "log-sum-exp depends on tau as well."),
        Mistake("omitted-term/no-label", _slope(lambda a, e, u, *_: -e.mean() / u**2),
                "the logit of the label is missing", "The loss is log-sum-exp minus z_y / tau."),
        Mistake("omitted-term/no-label", _slope(lambda a, e, u, *_: e.mean() / u**2),
                "the logit of the label is missing", "The loss is log-sum-exp minus z_y / tau."),
        Mistake("omitted-term/no-tau-in-softmax",
                _slope(lambda a, e, u, *_: (a - e).mean() / u**2, lambda z, u: softmax(z)),
                "the probabilities are those of temperature 1", "Use softmax(z / tau)."),
        Mistake("neighbour-formula/times-tau-in-softmax",
                _slope(lambda a, e, u, *_: (a - e).mean() / u**2, lambda z, u: softmax(z * u)),
                "the logits are multiplied by tau", "Divide: softmax(z / tau)."),
        Mistake("neighbour-formula/plain-mean",
                _slope(lambda a, e, u, z, *_: (a - z.mean(1)).mean() / u**2),
                "the logits are averaged with equal weights",
                "Weigh them with the probabilities softmax(z / tau)."),
        Mistake("neighbour-formula/largest-logit",
                _slope(lambda a, e, u, z, *_: (a - z.max(1)).mean() / u**2),
                "the largest logit stands for the mean under the model",
                "Weigh the logits with the probabilities softmax(z / tau)."),
        Mistake("neighbour-formula/logit-gradient",
                _slope(lambda a, e, u, z, o, y: (o - np.eye(z.shape[1])[y]) / len(y) / u),
                "this is the gradient by the logits", "Here the variable is tau: one number."),
        Mistake("neighbour-formula/logit-gradient",
                _slope(lambda a, e, u, z, o, y: (o - np.eye(z.shape[1])[y]) / len(y)),
                "this is the gradient by z / tau", "Here the variable is tau: one number."),
        Mistake("neighbour-formula/probabilities",
                _slope(lambda a, e, u, z, o, y: (o[np.arange(len(y)), y] - (o**2).sum(1)).mean()
                       / u**2),
                "the sum runs over probabilities in place of logits",
                "The derivative of z / tau brings the logit z."),
        Mistake("neighbour-formula/loss", lambda z, y, tau: metrics.nll(
            np.maximum(softmax(np.asarray(z, float) / tau), 1e-300), y),
                "this is the loss itself", "Return its derivative with respect to tau."),
        Mistake("neighbour-formula/predicted-label", _slope(
            lambda a, e, u, z, o, y: (z.max(1) - e).mean() / u**2),
                "the predicted class stands for the label", "Use the labels y."),
        Mistake("axis/one-slope-per-row", _slope(lambda a, e, u, *_: (a - e) / u**2),
                "one slope per row comes back", "Average over the rows."),
        Mistake("axis/softmax-over-rows", _slope(
            lambda a, e, u, *_: (a - e).mean() / u**2, lambda z, u: softmax(z.T / u).T),
                "the softmax runs over the rows of the batch",
                "Each row of logits is one distribution: axis 1."),
        Mistake("unstable/overflow", _slope(
            lambda a, e, u, *_: (a - e).mean() / u**2, lambda z, u: _naive_softmax(z / u)),
                "the exponential overflows for large logits",
                "Subtract each row's largest logit first."),
        Mistake("off-by-one/labels-from-one",
                lambda z, y, tau: metrics.temperature_slope(z, (y - 1) % z.shape[1], tau),
                "the labels are counted from 1", "Labels start at 0."),
    ),
    hints=("Write the loss of one row as log Σ_j exp(z_j / tau) − z_y / tau. Where is tau?",
           "Chain rule with s = z / tau: ∂loss/∂s = o − T, and ds/dtau = −z / tau².",
           "slope = (1 / tau²) · mean over rows of (z_y − Σ_j o_j z_j), o = softmax(z / tau)"),
    formula="dL/dtau = (1/tau²) · mean_n ( z_{n,y_n} − Σ_j o_{nj} z_{nj} ),  o = softmax(z/tau)",
    variation="write it for beta = 1/tau: which factor goes, and why is the loss convex there?",
    held={"tau": (1.0,)},
    right=(_slope_loop, _slope_chain,
           lambda z, y, tau: np.mean([row[k] - softmax(row / tau) @ row
                                      for row, k in zip(z, y, strict=True)]) / tau**2,
           lambda z, y, tau: np.float32(np.einsum(
               "ij,ij->", np.eye(z.shape[1])[y] - softmax(z / tau), z) / len(z) / tau**2),
           lambda z, y, tau: -((softmax(z / tau) - (np.arange(z.shape[1]) == y[:, None])) * z)
           .sum(1).mean() / tau / tau),
    awkward=lambda z, y, tau: np.array(np.float32(_slope_loop(z, y, tau))),
)

# --- 7.6 fit_temperature -----------------------------------------------------------------------


def _drawn(seed, t, m, spread, tau):
    """Logits of a given spread, labels drawn from softmax(z / tau)."""
    rng = np.random.default_rng(seed)
    z = np.round(rng.normal(size=(t, m)) * spread, 4 if spread > 0.5 else 6)
    o = softmax(z / tau)
    return z, np.minimum((o.cumsum(axis=1) < rng.random((t, 1))).sum(axis=1), m - 1)


def _fit_cases():
    shifted, y = _drawn(13, 30, 3, 4.0, 2.0)
    shift = np.where(np.arange(30)[:, None] % 2, 1000.0, -1000.0)
    huge = np.where(np.arange(30)[:, None] % 3, 0.0, -3000.0)
    return [
        Case((np.array([[4.0, 0.0]] * 4), np.array([0, 0, 0, 1])), "four equal rows",
             sizes={"t": 4, "m": 2}),
        Case(_drawn(1, 40, 3, 6.0, 2.5), "an over-confident model", sizes={"t": 40, "m": 3}),
        Case(_drawn(2, 30, 4, 1.0, 0.4), "an under-confident model", sizes={"t": 30, "m": 4}),
        Case(_drawn(5, 50, 5, 30.0, 9.0), "a temperature near 10", sizes={"t": 50, "m": 5}),
        Case(_drawn(6, 60, 3, 50.0, 22.0), "a temperature above 20", sizes={"t": 60, "m": 3}),
        Case(_drawn(7, 40, 3, 0.25, 0.12), "a temperature near 0.1", sizes={"t": 40, "m": 3}),
        Case((np.array([[1.0, 0.0]] * 11), np.array([0] * 6 + [1] * 5)),
             "logits that say next to nothing", sizes={"t": 11, "m": 2}),
        Case(_drawn(8, 40, 2, 0.04, 0.012), "a temperature near 0.01", sizes={"t": 40, "m": 2}),
        Case(_drawn(9, 60, 3, 4000.0, 1500.0), "logits in the thousands",
             sizes={"t": 60, "m": 3}),
        Case((np.array([[3, 0, -1], [5, 2, 0], [0, 4, 1], [1, 2, 6], [2, 5, 1]]),
              np.array([0, 1, 1, 2, 0])), "whole numbers", sizes={"t": 5, "m": 3}, integers=True),
        Case((shifted + shift + huge, y), "rows shifted by ±1000 and more",
             sizes={"t": 30, "m": 3}, extreme=True),
    ]


def _losses(z, y, taus, probabilities=None):
    """Probabilities of the true labels and of all, for every temperature: (k, t), (k, t, m)."""
    z = np.asarray(z, float)
    z = z - z.max(axis=1, keepdims=True)
    o = softmax(z[None] / np.asarray(taus)[:, None, None])
    return o[:, np.arange(len(y)), y], o


def _lowest(loss, low=1e-3, high=2e4):
    """Minimiser in log tau of loss(z, y, taus) -> (k,): a grid, refined four times."""
    def fit(z, y):
        a, b = low, high
        for n in (40, 12, 12, 12, 12):
            taus = np.geomspace(a, b, n)
            i = int(np.argmin(loss(z, y, taus)))
            a, b = taus[max(i - 1, 0)], taus[min(i + 1, n - 1)]
        return float(np.sqrt(a * b))

    return fit


def _nll_at(z, y, taus):
    z = np.asarray(z, float)
    z = z - z.max(axis=1, keepdims=True)
    s = z[None] / np.asarray(taus)[:, None, None]
    return (np.log(np.exp(s).sum(-1)) - s[:, np.arange(len(y)), y]).mean(1)


def _brier_at(z, y, taus):
    p, o = _losses(z, y, taus)
    return ((o**2).sum(-1) + 1 - 2 * p).mean(1)


def _error_at(z, y, taus):
    p, _ = _losses(z, y, taus)
    return (1 - p).mean(1)


def _gap_at(z, y, taus):
    _, o = _losses(z, y, taus)
    return np.abs(o.max(-1).mean(1) - np.mean(np.argmax(z, 1) == y))


def _axis_at(z, y, taus):
    z = np.asarray(z, float)
    s = (z - z.max(axis=0))[None] / np.asarray(taus)[:, None, None]
    logs = s - np.log(np.exp(s).sum(1, keepdims=True))
    return -logs[:, np.arange(len(y)), y].mean(1)


def _of_softmax_at(z, y, taus):
    return _nll_at(softmax(np.asarray(z, float)), y, taus)


def _max_log_at(z, y, taus):
    """-log of the expected hit rate: the log outside the mean."""
    p, _ = _losses(z, y, taus)
    return -np.log(p.mean(1))


def _best_of(taus, at=_nll_at):
    taus = np.asarray(taus, float)
    return lambda z, y: float(taus[np.argmin(at(z, y, taus))])


def _best_accuracy(taus, last=False):
    taus = np.asarray(taus, float)
    return lambda z, y: float(taus[-1 if last else 0])  # the accuracy is the same everywhere


@functools.lru_cache(maxsize=64)
def _best_tau(z_bytes, shape, y_bytes):
    z = np.frombuffer(z_bytes).reshape(shape)
    return metrics.fit_temperature(z, np.frombuffer(y_bytes, dtype=np.int64))


def _tau_of(z, y):
    """The right answer, kept: many known mistakes spoil it in their own way."""
    z = np.ascontiguousarray(z, float)
    return _best_tau(z.tobytes(), z.shape, np.ascontiguousarray(y, np.int64).tobytes())


def _naive_best(low, high):
    """A grid from low to high on an unshifted softmax: where exp overflows, nan wins argmin."""
    def fit(z, y):
        with np.errstate(all="ignore"):
            lost = np.isnan(_naive_softmax(np.asarray(z, float) / low)).any()
        return low if lost else float(np.clip(_tau_of(z, y), low, high))

    return fit


def _clipped(low, high):
    return lambda z, y: float(np.clip(_tau_of(z, y), low, high))


def _changed(rule):
    return lambda z, y: rule(_tau_of(z, y))


FINE = "Search on a log scale, wide enough, and refine, or solve slope = 0."
COARSE_GRIDS = (
    np.linspace(0.1, 10, 100), np.linspace(0.5, 5, 100), np.linspace(0.5, 5, 46),
    np.linspace(0.1, 5, 50), np.linspace(0.1, 5, 100), np.linspace(0.01, 10, 1000),
    np.linspace(0.1, 10, 1000), np.linspace(0.5, 5, 451), np.linspace(0.5, 5, 1000),
    np.linspace(0.1, 20, 200), np.linspace(1, 10, 100), np.linspace(0.1, 5, 500),
    np.linspace(0.05, 10, 200), np.linspace(0.05, 5, 100), np.linspace(0.01, 5, 500),
    np.linspace(0.1, 10, 200), np.linspace(0.1, 10, 500), np.linspace(0.5, 10, 100),
    np.linspace(0.5, 3, 26), np.linspace(0.01, 100, 10000), np.linspace(0.1, 100, 1000),
    np.linspace(0.01, 2000, 2000), np.linspace(0.01, 10, 100), np.linspace(0.5, 5, 10),
    np.arange(0.1, 10, 0.1), np.arange(0.5, 5, 0.1), np.arange(0.5, 5, 0.05),
    np.arange(0.1, 5, 0.1), np.arange(0.1, 5, 0.05), np.arange(0.1, 10, 0.05),
    np.arange(0.1, 10, 0.01), np.arange(0.5, 5, 0.01), np.arange(1, 10, 0.1),
    np.arange(1, 11), np.arange(1, 101), np.arange(1, 10, 0.5), np.arange(0.5, 10.5, 0.5),
    np.arange(0.01, 10, 0.01),
    np.logspace(-2, 2, 50), np.logspace(-2, 2, 100), np.logspace(-1, 1, 50),
    np.logspace(-1, 1, 100), np.logspace(-2, 2, 200), np.logspace(-1, 1, 200),
    np.logspace(-2, 3, 100), np.logspace(-2, 3, 50), np.logspace(-2, 3, 200),
    np.logspace(-2, 4, 100), np.logspace(-3, 3, 100), np.logspace(-3, 4, 100),
    np.geomspace(0.01, 2000, 50), np.geomspace(0.01, 2000, 100), np.geomspace(0.01, 2000, 200),
    np.geomspace(0.01, 2000, 300), np.geomspace(0.01, 2000, 30), np.geomspace(0.01, 2000, 20),
    np.geomspace(0.01, 100, 100), np.geomspace(0.1, 10, 100), np.geomspace(0.1, 10, 50),
    np.array([0.5, 1, 2, 5, 10]), np.array([0.5, 1, 2, 5]), np.array([0.5, 1, 1.5, 2, 3, 5]),
    np.array([0.1, 0.5, 1, 2, 5, 10]), np.array([1, 2, 5, 10]),
)
RANGES = ((0.5, 5), (0.1, 10), (0.05, 20), (0.01, 100), (0.01, 10), (0.1, 5), (0.1, 100),
          (0.05, 10), (0.05, 5), (0.25, 4), (0.01, 1000), (0.1, 1000), (0.5, 10), (0.1, 20),
          (0.05, 50), (0.02, 50), (0.01, 20), (0.01, 50), (0.01, 5), (0.1, 50), (1, 10),
          (0.001, 10), (0.001, 100), (0.001, 1000), (0.01, 500), (0.05, 100), (0.05, 1000),
          (0.5, 2), (0.2, 5), (1, 5), (1, 100), (0.02, 20), (0.02, 1000), (0.1, 2000),
          (0.05, 2000), (0.1, 200), (0.01, 200), (1, 2000), (1e-3, 50), (1e-3, 20),
          (1e-6, 10), (1e-6, 100), (1e-6, 1000), (1e-2, 1e2), (1e-4, 1e2), (1e-4, 1e3))


def _fit_mistakes():
    whole = [Mistake("neighbour-formula/inverse-temperature", _changed(lambda t: 1 / t),
                     "this is 1/tau, the inverse temperature",
                     "The logits are divided by tau: softmax(z / tau).")]
    for rule, name in ((np.log, "the logarithm of tau"), (np.log10, "the logarithm of tau"),
                       (lambda t: -np.log(t), "minus the logarithm of tau")):
        whole.append(Mistake("neighbour-formula/log-temperature", _changed(rule),
                             f"this is {name}", "Take the exponential before returning."))
    for rule, name in ((np.square, "the square of tau"), (np.sqrt, "the root of tau")):
        whole.append(Mistake("neighbour-formula/power-of-temperature", _changed(rule),
                             f"this is {name}", "Return tau itself."))
    for at, name, what, where in (
        (_brier_at, "neighbour-formula/fits-brier", "the Brier score is minimised",
         "Minimise the mean cross-entropy."),
        (_error_at, "neighbour-formula/fits-probability",
         "the mean probability of the true label is maximised",
         "Minimise the mean of −log probability."),
        (_max_log_at, "neighbour-formula/fits-probability",
         "the logarithm is taken after averaging the probabilities",
         "Average −log of each row's probability."),
        (_gap_at, "neighbour-formula/fits-gap",
         "the mean confidence is made equal to the accuracy",
         "Minimise the mean cross-entropy."),
        (_axis_at, "axis/softmax-over-rows", "the softmax runs over the rows of the batch",
         "Each row of logits is one distribution: the last axis."),
        (_of_softmax_at, "neighbour-formula/divides-probabilities",
         "the probabilities are divided by tau, not the logits",
         "softmax(z / tau): divide before the softmax, once."),
    ):
        whole.append(Mistake(name, _lowest(at), what, where))
    whole += [
        Mistake("ignored-argument/always-one", lambda z, y: 1.0,
                "the temperature is 1 whatever the data", "Search for the lowest loss."),
        Mistake("neighbour-formula/minimum-loss",
                lambda z, y: float(_nll_at(z, y, [_tau_of(z, y)])[0]),
                "this is the lowest loss, not the temperature that reaches it",
                "Return the argument of the minimum."),
        Mistake("off-by-one/labels-from-one",
                lambda z, y: _lowest(_nll_at)(z, (np.asarray(y) - 1) % np.shape(z)[1]),
                "the labels are counted from 1", "Labels start at 0."),
        Mistake("ignored-argument/own-predictions",
                lambda z, y: _lowest(_nll_at)(z, np.argmax(z, 1)),
                "the model's own predictions are taken as labels", "Use the labels y."),
        Mistake("neighbour-formula/spread-of-logits", lambda z, y: float(np.std(z)),
                "this is the spread of the logits", "The labels decide how sharp to be."),
        Mistake("integer/rounded", _changed(lambda t: round(t)),
                "the temperature is rounded to a whole number", "Return all its digits."),
        Mistake("integer/rounded", _changed(lambda t: round(t, 1)),
                "the temperature is rounded to one digit", "Return all its digits."),
        Mistake("integer/rounded", _changed(lambda t: round(t, 2)),
                "the temperature is rounded to two digits", "Return all its digits."),
    ]
    for low, high in ((0.01, 1), (0.1, 0.1), (0.5, 0.5), (0.01, 0.01), (0.05, 0.05)):
        whole.append(Mistake("neighbour-formula/fits-accuracy", _best_accuracy([low, high]),
                             "the accuracy is maximised; it is the same at every temperature",
                             "Minimise the mean cross-entropy."))
    whole += [Mistake("unstable/search-range", _clipped(low, high),
                      f"the search never leaves {low:g} to {high:g}", FINE)
              for low, high in RANGES]
    whole += [Mistake("unstable/coarse-grid", _best_of(grid),
                      f"the answer is always one of {len(grid)} grid points", FINE)
              for grid in COARSE_GRIDS if len(grid) <= 300]
    whole += [Mistake("unstable/no-shift", _naive_best(low, high),
                      "the exponential overflows for large logits or shifted rows",
                      "Subtract each row's largest logit first.")
              for low, high in ((0.01, 1e4), (1e-3, 1e4), (0.1, 1e4), (0.5, 5), (0.1, 10),
                                (0.01, 100), (0.05, 20), (0.01, 10), (0.1, 100))]
    return tuple(whole)


def _fit_newton(z, y):
    return metrics.fit_temperature(z, y)


def _scaled_slope(z, y, tau):
    o = softmax(z / tau)
    return ((z - z.max(1, keepdims=True))[np.arange(len(y)), y]
            - (o * (z - z.max(1, keepdims=True))).sum(1)).mean()


def _fit_bisection(z, y):
    z = np.asarray(z, float)
    low, high = -8.0, 11.0
    for _ in range(60):
        mid = (low + high) / 2
        low, high = (mid, high) if _scaled_slope(z, y, math.exp(mid)) < 0 else (low, mid)
    return math.exp(mid)


def _fit_golden(z, y):
    z = np.asarray(z, float)
    z = z - z.max(axis=1, keepdims=True)

    def loss(u):
        s = z / np.exp(u)
        return np.mean(np.log(np.exp(s).sum(1)) - s[np.arange(len(y)), y])

    a, b, g = math.log(1e-3), math.log(1e4), (math.sqrt(5) - 1) / 2
    c, d = b - g * (b - a), a + g * (b - a)
    while b - a > 1e-7:
        if loss(c) < loss(d):
            b, d = d, c
            c = b - g * (b - a)
        else:
            a, c = c, d
            d = a + g * (b - a)
    return np.exp((a + b) / 2)


def _fit_descent(z, y):
    z = np.asarray(z, float)
    z = z - z.max(axis=1, keepdims=True)
    scale = z.std()
    z, u = z / scale, 0.0
    for _ in range(4000):
        o = softmax(z * np.exp(u))  # u = log beta
        step = np.exp(u) * ((o * z).sum(1) - z[np.arange(len(y)), y]).mean()
        u -= 0.5 * step
        if abs(step) < 1e-9:
            break
    return scale / np.exp(u)


FIT = Exercise(
    id="fit_temperature", title="Fit the temperature", notebook="07", number="7.6",
    signature="fit_temperature(z, y)", lecture=("ALICE-4.3.4b",), minutes=20, difficulty=3,
    reference=metrics.fit_temperature, cases=_fit_cases, mistakes=_fit_mistakes(),
    tolerance=Tolerance(rel=2e-3, abs_=0.0),
    hints=("Where is the slope of the loss 0? On which side of it is it negative?",
           "Search on a log scale: a temperature of 0.01 and one of 2000 must both be found. "
           "Subtract each row's largest logit first.",
           "Bisect u = log tau between log 0.001 and log 10000: the slope is below 0 left of "
           "the minimum and above 0 right of it."),
    formula="tau* = argmin over tau > 0 of mean_n −log softmax(z_n / tau)[y_n]",
    variation="fit one temperature per class. Does the argmax stay?",
    right=(_fit_bisection, _fit_golden, _lowest(_nll_at), _fit_descent,
           lambda z, y: np.float32(_fit_bisection(z, y)),
           lambda z, y: 1 / (1 / np.array(_fit_golden(z, y)))),
    awkward=lambda z, y: np.array(np.float32(_fit_golden(z, y))),
)

# --- 7.7 cost_sensitive_decision ---------------------------------------------------------------


def _cost_cases():
    two = np.array([[0.8, 0.2], [0.95, 0.05], [0.3, 0.7], [0.9, 0.1]])
    rng = np.random.default_rng(21)
    P = _dyadic(rng, 7, 3)
    return [
        Case((two, np.array([[0.0, 10.0], [1.0, 0.0]])), "the slide's costs",
             sizes={"t": 4, "m": 2, "k": 2}),
        Case((P, np.array([[0.0, 5.0, 1.0], [2.0, 0.0, 7.0], [1.0, 3.0, 0.0]])),
             "three classes", sizes={"t": 7, "m": 3, "k": 3}),
        Case((P[:5], np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0],
                               [0.3, 0.3, 0.3]])),
             "a fourth decision, ask a human", sizes={"t": 5, "m": 3, "k": 4}),
        Case((_dyadic(rng, 6, 4), np.array([[0.0, 2.0, 8.0, 1.0], [3.0, 0.0, 1.0, 4.0]])),
             "fewer decisions than classes", sizes={"t": 6, "m": 4, "k": 2}),
        Case((two, np.array([[-1.0, 10.0], [1.0, -3.0]])), "a right decision earns something",
             sizes={"t": 4, "m": 2, "k": 2}),
        Case((np.array([[0.5, 0.5], [0.25, 0.75], [0.75, 0.25]]),
              np.array([[0.0, 1.0], [1.0, 0.0], [0.5, 0.5]])), "a tie",
             sizes={"t": 3, "m": 2, "k": 3}),
        Case((np.array([[0.25, 0.75]]), np.array([[0.0, 1.0], [3.0, 0.0]])),
             "a tie where the second class is likelier", sizes={"t": 1, "m": 2, "k": 2}),
        Case((np.array([[0.25, 0.5, 0.25]]), np.array([[0, 4, 9], [1, 0, 2], [6, 1, 0]])),
             "a batch of one, whole-number costs", sizes={"t": 1, "m": 3, "k": 3}),
        Case((np.array([[15, 1, 0], [14, 1, 1], [12, 2, 2], [2, 12, 2], [13, 1, 2]]) / 16,
              np.array([[0.0, 2.0, 2.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]])),
             "mostly class 0", sizes={"t": 5, "m": 3, "k": 3}),
        Case((_dyadic(rng, 3, 3), np.array([[0.0, 20.0, 3.0], [1.0, 2.0, 9.0],
                                            [4.0, 0.5, 1.0]])),
             "as many rows as classes", sizes={"t": 3, "m": 3, "k": 3}),
    ]


def _costs(rule):
    """rule(expected (t, k), P, C)."""
    return lambda P, C: rule(np.asarray(P, float) @ np.asarray(C, float).T, P, np.asarray(C, float))


def _decide_loop(P, C):
    out = []
    for p in P:
        costs = [sum(float(c) * float(q) for c, q in zip(row, p, strict=True)) for row in C]
        out.append(costs.index(min(costs)))
    return out


def _square_transpose(P, C):
    return (P @ C if C.shape[0] == C.shape[1] else P @ C.T).argmin(axis=1)


def _last_argmin(E):
    return E.shape[1] - 1 - E[:, ::-1].argmin(axis=1)


def _cost_threshold(P, C):
    """The two-class rule p1 > C01 / (C01 + C10), whatever the sizes."""
    return (P[:, 1] > C[0, 1] / (C[0, 1] + C[1, 0])).astype(int)


def _range_m(P, C):
    t, m = P.shape
    costs = [[sum(C[i, j] * P[n, j] for j in range(m)) for i in range(m)] for n in range(t)]
    return np.argmin(costs, axis=1)


COST = Exercise(
    id="cost_sensitive_decision", title="Decide by expected cost", notebook="07", number="7.7",
    signature="cost_sensitive_decision(P, C)", lecture=("ALICE-4.3.3b",), minutes=8,
    difficulty=2, reference=metrics.cost_sensitive_decision, cases=_cost_cases,
    mistakes=(
        Mistake("transpose/costs", lambda P, C: (P @ C).argmin(axis=1),
                "the cost matrix is read the other way round",
                "Rows of C are decisions, columns true classes: sum over j of C[i, j] P[n, j]."),
        Mistake("transpose/costs", _square_transpose,
                "the cost matrix is read the other way round where it is square",
                "Rows of C are decisions, columns true classes: sum over j of C[i, j] P[n, j]."),
        Mistake("transpose/costs", lambda P, C: (C.T @ P.T).argmin(axis=0),
                "the cost matrix is read the other way round",
                "Rows of C are decisions, columns true classes: sum over j of C[i, j] P[n, j]."),
        Mistake("sign/argmax", _costs(lambda E, P, C: E.argmax(axis=1)),
                "the decision with the highest expected cost is taken", "Costs want argmin."),
        Mistake("sign/complement", lambda P, C: ((1 - P) @ C.T).argmin(axis=1),
                "the costs are weighed with 1 − P",
                "C[i, j] is paid when the truth is j: weigh it with P[n, j]."),
        Mistake("ignored-argument/costs", lambda P, C: P.argmax(axis=1),
                "the likeliest class is taken, whatever the costs", "Use C."),
        Mistake("ignored-argument/costs", lambda P, C: P.argmin(axis=1),
                "the least likely class is taken, whatever the costs", "Use C."),
        Mistake("ignored-argument/probabilities",
                lambda P, C: np.full(len(P), C.sum(axis=1).argmin()),
                "all rows get one decision: the classes count as equally likely", "Use P."),
        Mistake("ignored-argument/probabilities",
                lambda P, C: np.full(len(P), C.max(axis=1).argmin()),
                "all rows get the decision with the mildest worst case", "Use P."),
        Mistake("neighbour-formula/cost-of-likeliest",
                lambda P, C: C[:, P.argmax(axis=1)].argmin(axis=0),
                "only the likeliest class is charged",
                "Sum over all classes: an unlikely one may be the expensive one."),
        Mistake("neighbour-formula/worst-term",
                lambda P, C: (C[None] * P[:, None]).max(axis=2).argmin(axis=1),
                "only the largest term of each sum counts", "Sum over the classes."),
        Mistake("neighbour-formula/threshold-half", lambda P, C: (P[:, 1] > 0.5).astype(int),
                "class 1 is decided above ½", "The costs move the threshold."),
        Mistake("neighbour-formula/threshold-half", lambda P, C: (P[:, 1] >= 0.5).astype(int),
                "class 1 is decided from ½ on", "The costs move the threshold."),
        Mistake("neighbour-formula/fixed-threshold",
                lambda P, C: (P[:, 1] > 1 / 11).astype(int),
                "the threshold is the slide's 1/11, whatever the costs", "Use C."),
        Mistake("neighbour-formula/two-class-threshold", _cost_threshold,
                "the rule holds for two classes and a diagonal of 0 only",
                "Compute the expected cost of every row of C."),
        Mistake("neighbour-formula/log-probabilities",
                lambda P, C: (np.log(P + 1e-12) @ C.T).argmin(axis=1),
                "logarithms of the probabilities are used", "An expectation weighs with P."),
        Mistake("neighbour-formula/lowest-cost-not-index",
                _costs(lambda E, P, C: E.min(axis=1)),
                "the lowest cost comes back", "Return its row number: argmin."),
        Mistake("neighbour-formula/lowest-cost-not-index",
                _costs(lambda E, P, C: E.min(axis=1).astype(int)),
                "the lowest cost comes back, cut to a whole number",
                "Return its row number: argmin."),
        Mistake("axis/not-decided", _costs(lambda E, P, C: E),
                "the expected costs come back", "Take the argmin over the decisions."),
        Mistake("axis/over-the-batch", _costs(lambda E, P, C: E.argmin(axis=0)),
                "the argmin runs over the rows of P", "Take it over the decisions: one per row."),
        Mistake("axis/one-decision", _costs(lambda E, P, C: E.argmin()),
                "one number comes back for the whole batch", "argmin(axis=1): one per row."),
        Mistake("axis/one-decision", _costs(lambda E, P, C: E.mean(axis=0).argmin()),
                "one decision is taken for the whole batch", "argmin(axis=1): one per row."),
        Mistake("axis/one-decision",
                _costs(lambda E, P, C: np.full(len(P), E.sum(axis=0).argmin())),
                "one decision is taken for the whole batch", "argmin(axis=1): one per row."),
        Mistake("axis/summed-over-decisions",
                lambda P, C: (P * C.sum(axis=0)).argmin(axis=1),
                "the costs are summed over the decisions",
                "Sum over the true classes j, keep the decisions i."),
        Mistake("shape/one-hot", _costs(
            lambda E, P, C: np.eye(E.shape[1])[E.argmin(axis=1)]),
                "one-hot rows come back", "Return the row numbers, shape (t,)."),
        Mistake("convention/ties-highest", _costs(lambda E, P, C: _last_argmin(E)),
                "on a tie the highest row wins",
                "That is another convention: here the lowest row number wins."),
        Mistake("off-by-one/from-one", _costs(lambda E, P, C: E.argmin(axis=1) + 1),
                "the decisions are counted from 1", "Rows are counted from 0."),
        Mistake("omitted-term/extra-rows",
                lambda P, C: (P @ C[:P.shape[1]].T).argmin(axis=1),
                "only as many decisions as classes are considered", "C may have more rows."),
        Mistake("omitted-term/extra-rows", _range_m,
                "the number of decisions is taken from P",
                "C has its own number of rows: it may be larger or smaller."),
        Mistake("omitted-term/diagonal",
                lambda P, C: (P @ (C * (1 - np.eye(*C.shape))).T).argmin(axis=1),
                "the costs on the diagonal are left out",
                "A right decision may cost or earn something too."),
        Mistake("integer/truncated", lambda P, C: (P @ C.T).astype(int).argmin(axis=1),
                "the expected costs are cut to whole numbers", "Keep the digits until argmin."),
        Mistake("integer/truncated", lambda P, C: (P @ C.astype(int).T).argmin(axis=1),
                "the costs are cut to whole numbers", "Costs may have digits."),
        Mistake("integer/truncated", lambda P, C: (P.round() @ C.T).argmin(axis=1),
                "the probabilities are rounded", "Keep their digits."),
        Mistake("neighbour-formula/squared-costs", lambda P, C: (P @ (C**2).T).argmin(axis=1),
                "the costs are squared", "Weigh the costs as they are."),
        Mistake("neighbour-formula/most-frequent-error",
                lambda P, C: (P**2 @ C.T).argmin(axis=1),
                "the probabilities are squared", "Weigh with P as it is."),
        Mistake("neighbour-formula/absolute-costs",
                lambda P, C: (P @ np.abs(C).T).argmin(axis=1),
                "absolute values of the costs are used", "A negative cost is a gain."),
    ),
    hints=("For one row, what does decision 0 cost on average? And decision 1?",
           "The expected cost of decision i is a weighted sum of row i of C.",
           "(P @ C.T).argmin(axis=1)"),
    formula="decision(n) = argmin_i Σ_j C[i, j] P[n, j]",
    variation="add a row of equal costs, 'ask a human'. When is it chosen?",
    right=(_decide_loop, lambda P, C: np.argmin(np.einsum("ij,nj->ni", C, P), axis=1),
           lambda P, C: (C @ P.T).argmin(axis=0),
           lambda P, C: np.float32(P @ np.transpose(C)).argmin(1).astype(float),
           lambda P, C: np.array([np.argmin([row @ p for row in C]) for p in P]),
           lambda P, C: (-(P @ C.T)).argmax(axis=1),
           lambda P, C: (C[None] * P[:, None, :]).sum(axis=2).argmin(axis=1)),
    awkward=lambda P, C: [float(i) for i in _decide_loop(P, C)],
)

# --- 7.8 conformal_prediction_set --------------------------------------------------------------


def _ladder(n, t):
    """Two classes, n different scores in mixed order, test labels between all of them."""
    scores = (2 * ((7 * np.arange(n)) % n if n % 7 else np.arange(n)[::-1]) + 1) / 64
    y = np.arange(n) % 3 // 2
    P_cal = np.where(np.arange(2) == y[:, None], 1 - scores[:, None], scores[:, None])
    p = np.arange(1, t + 1)[::-1] / (2 * t)
    return P_cal, y, np.column_stack([1 - p, p])


def _conformal_cases():
    rng = np.random.default_rng(31)

    def drawn(n, t, m):
        P = _dyadic(rng, n, m)
        y = np.minimum((P.cumsum(axis=1) < rng.random((n, 1))).sum(axis=1), m - 1)
        return P, y, _dyadic(rng, t, m)

    halves = np.array([[0.75, 0.25], [0.375, 0.625], [0.5, 0.5]])
    return [
        Case((halves, np.array([0, 1, 0]), np.array([[0.6875, 0.3125], [0.5, 0.5]]), 0.5),
             "three calibration rows", sizes={"n": 3, "t": 2, "m": 2}),
        Case((*_ladder(19, 16), 0.32), "nineteen calibration rows",
             sizes={"n": 19, "t": 16, "m": 2}),
        Case((*drawn(13, 6, 3), 0.2), "three classes", sizes={"n": 13, "t": 6, "m": 3}),
        Case((*drawn(30, 8, 4), 0.1), "four classes, alpha 0.1",
             sizes={"n": 30, "t": 8, "m": 4}),
        Case((*_ladder(9, 16), 0.45), "alpha 0.45", sizes={"n": 9, "t": 16, "m": 2}),
        Case((halves, np.array([0, 1, 0]), np.array([[0.625, 0.375], [0.5, 0.5]]), 0.5),
             "a label exactly at the threshold", sizes={"n": 3, "t": 2, "m": 2}),
        Case((*drawn(5, 4, 3), 0.05), "too few rows for the promise",
             sizes={"n": 5, "t": 4, "m": 3}),
        Case((*drawn(7, 5, 3), 0.125), "(n + 1)(1 − alpha) exactly n",
             sizes={"n": 7, "t": 5, "m": 3}),
        Case((*drawn(15, 15, 3), 0.75), "a whole (n + 1)(1 − alpha)",
             sizes={"n": 15, "t": 15, "m": 3}),
        Case((np.array([[0.25, 0.75]]), np.array([1]), np.array([[0.8, 0.2], [0.1, 0.9]]), 0.5),
             "a single calibration row", sizes={"n": 1, "t": 2, "m": 2}),
        Case((*drawn(4, 4, 4), 0.3), "four rows, four classes", sizes={"n": 4, "t": 4, "m": 4}),
        Case((*_ladder(24, 16), 0.9), "alpha 0.9", sizes={"n": 24, "t": 16, "m": 2}),
    ]


def _rank(n, alpha):
    return math.ceil(round((n + 1) * (1 - alpha), 9))


def _true_scores(P_cal, y_cal):
    return 1 - P_cal[np.arange(len(y_cal)), y_cal]


def _at_rank(scores, r):
    """r-th smallest; above all if r > n, below all if r < 1."""
    s = np.sort(scores)
    return np.inf if r > len(s) else (s[r - 1] if r >= 1 else -np.inf)


def _conf(score=_true_scores, rank=_rank, at=_at_rank, keep=lambda s, q: s <= q,
          test=lambda P: 1 - P):
    """Split conformal sets with one part exchanged."""
    def sets(P_cal, y_cal, P_test, alpha):
        scores = score(P_cal, y_cal)
        return keep(test(P_test), at(scores, rank(len(y_cal), alpha)))

    return sets


def _by_quantile(level, method):
    def sets(P_cal, y_cal, P_test, alpha):
        n = len(y_cal)
        q = np.quantile(_true_scores(P_cal, y_cal), level(n, alpha), method=method)
        return 1 - P_test <= q

    return sets


def _per_class(P_cal, y_cal, P_test, alpha):
    scores = _true_scores(P_cal, y_cal)
    columns = [1 - P_test[:, j] <= _at_rank(scores[y_cal == j], _rank((y_cal == j).sum(), alpha))
               for j in range(P_test.shape[1])]
    return np.stack(columns, axis=1)


def _cumulative(P_cal, y_cal, P_test, alpha, strict=False):
    order = np.argsort(-P_test, axis=1, kind="stable")
    before = np.cumsum(np.take_along_axis(P_test, order, 1), 1) - np.take_along_axis(
        P_test, order, 1)
    out = np.zeros(P_test.shape, bool)
    np.put_along_axis(out, order, before < 1 - alpha, axis=1)
    return out


def _aps(P_cal, y_cal, P_test, alpha):
    def mass(P):
        order = np.argsort(-P, axis=1, kind="stable")
        out = np.zeros(P.shape)
        np.put_along_axis(out, order, np.cumsum(np.take_along_axis(P, order, 1), 1), axis=1)
        return out

    scores = mass(P_cal)[np.arange(len(y_cal)), y_cal]
    return mass(P_test) <= _at_rank(scores, _rank(len(y_cal), alpha))


def _never_empty(P_cal, y_cal, P_test, alpha):
    sets = metrics.conformal_prediction_set(P_cal, y_cal, P_test, alpha)
    sets[np.arange(len(P_test)), P_test.argmax(axis=1)] = True
    return sets


def _index_r(P_cal, y_cal, P_test, alpha):
    return 1 - P_test <= np.sort(_true_scores(P_cal, y_cal))[_rank(len(y_cal), alpha)]


def _index_r_minus_one(P_cal, y_cal, P_test, alpha):
    return 1 - P_test <= np.sort(_true_scores(P_cal, y_cal))[_rank(len(y_cal), alpha) - 1]


def _many_scores(P_cal, y_cal, P_test, alpha):
    scores = np.sort(1 - P_cal[:, y_cal], axis=None)
    return 1 - P_test <= _at_rank(scores, _rank(len(y_cal), alpha))


def _all_scores(P_cal, y_cal, P_test, alpha):
    scores = (1 - P_cal).ravel()
    return 1 - P_test <= _at_rank(scores, _rank(scores.size, alpha))


def _conformal_mistakes():
    LEVEL = "r = ceil((n + 1)(1 − alpha)), and the r-th smallest score."
    SCORE = "The score is 1 − P_cal[i, y_cal[i]]: large where the true label fits badly."
    rows = np.arange

    def of_true(P, y):
        return P[rows(len(y)), y]

    def clipped(s, r):
        return np.sort(s)[np.clip(r, 1, len(s)) - 1]

    entries = [
        ("off-by-one/n-not-n-plus-one", _conf(rank=lambda n, a: math.ceil(round(n * (1 - a), 9))),
         "the rank uses n, not n + 1", LEVEL),
        ("off-by-one/n-not-n-plus-one",
         _conf(rank=lambda n, a: math.ceil(round((n - 1) * (1 - a), 9))),
         "the rank uses n − 1, not n + 1", LEVEL),
        ("off-by-one/floor", _conf(rank=lambda n, a: math.floor(round((n + 1) * (1 - a), 9))),
         "the rank is rounded down", "Round up: fewer misses than promised are no harm."),
        ("off-by-one/floor", _conf(rank=lambda n, a: math.floor(round((n + 1) * (1 - a), 9)),
                                   at=clipped),
         "the rank is rounded down", "Round up: fewer misses than promised are no harm."),
        ("off-by-one/floor", _conf(rank=lambda n, a: math.floor(round(n * (1 - a), 9)),
                                   at=clipped),
         "the rank is rounded down, and from n", LEVEL),
        ("off-by-one/floor", _conf(rank=lambda n, a: math.floor(round(n * (1 - a), 9))),
         "the rank is rounded down, and from n", LEVEL),
        ("off-by-one/rounded", _conf(rank=lambda n, a: round((n + 1) * (1 - a))),
         "the rank is rounded to the nearest", "Round up."),
        ("off-by-one/index", _index_r, "the index is one too high, and may not exist",
         "The r-th smallest of a sorted array has the index r − 1."),
        ("off-by-one/index", _conf(rank=lambda n, a: _rank(n, a) + 1),
         "the score one rank too high is taken",
         "The r-th smallest of a sorted array has the index r − 1."),
        ("off-by-one/index", _conf(rank=lambda n, a: _rank(n, a) + 1, at=clipped),
         "the score one rank too high is taken",
         "The r-th smallest of a sorted array has the index r − 1."),
        ("off-by-one/index", lambda P, y, Q, a: (
            np.ones(Q.shape, bool) if _rank(len(y), a) > len(y) else
            1 - Q <= np.sort(_true_scores(P, y))[min(_rank(len(y), a), len(y) - 1)]),
         "the score one rank too high is taken",
         "The r-th smallest of a sorted array has the index r − 1."),
        ("off-by-one/index-low", _conf(rank=lambda n, a: _rank(n, a) - 1),
         "the score one rank too low is taken",
         "The r-th smallest of a sorted array has the index r − 1."),
        ("off-by-one/index-low", lambda P, y, Q, a: 1 - Q <= np.sort(_true_scores(P, y))[
            max(min(_rank(len(y), a), len(y)) - 2, 0)],
         "the score one rank too low is taken",
         "The r-th smallest of a sorted array has the index r − 1."),
        ("omitted-term/too-few-rows", _conf(at=clipped),
         "with r > n the largest score is taken", "When r > n every label belongs to the set."),
        ("omitted-term/too-few-rows",
         _conf(at=lambda s, r: -np.inf if r > len(s) else np.sort(s)[r - 1]),
         "with r > n the sets are empty", "When r > n every label belongs to the set."),
        ("omitted-term/too-few-rows", _index_r_minus_one,
         "with r > n the index does not exist", "When r > n every label belongs to the set."),
        ("omitted-term/not-sorted",
         _conf(at=lambda s, r: np.inf if r > len(s) else s[r - 1]),
         "the scores are not sorted", "Sort them first."),
        ("sign/descending",
         _conf(at=lambda s, r: np.inf if r > len(s) else np.sort(s)[::-1][r - 1]),
         "the r-th largest score is taken", "Sort from small to large."),
        ("sign/complement", _conf(keep=lambda s, q: s > q),
         "the labels outside the set are marked", "A label is in when its score is at most q."),
        ("sign/complement", _conf(keep=lambda s, q: s >= q),
         "the labels outside the set are marked", "A label is in when its score is at most q."),
        ("convention/strict", _conf(keep=lambda s, q: s < q),
         "a label exactly at the threshold is left out",
         "A score equal to q is still as good as the r-th calibration row: use <=."),
        ("convention/never-empty", _never_empty,
         "the likeliest label is always added", "That is another convention: a set may be empty."),
        ("neighbour-formula/alpha-quantile",
         _conf(rank=lambda n, a: math.ceil(round((n + 1) * a, 9))),
         "alpha stands where 1 − alpha belongs", "The sets may miss alpha, so keep 1 − alpha."),
        ("neighbour-formula/score-is-probability", _conf(score=of_true),
         "the calibration scores are probabilities, the test scores one minus them", SCORE),
        ("neighbour-formula/score-is-probability", _conf(score=of_true, test=lambda P: P),
         "the score is the probability itself", SCORE),
        ("neighbour-formula/score-is-probability", _conf(
            score=of_true, test=lambda P: P, keep=lambda s, q: s >= q),
         "the score is the probability itself", SCORE),
        ("neighbour-formula/score-is-probability", _conf(
            score=of_true, test=lambda P: P, keep=lambda s, q: s >= 1 - q),
         "the score is the probability itself", SCORE),
        ("neighbour-formula/score-is-probability", _conf(test=lambda P: P),
         "the probability of a test label is compared with a score",
         "The test score is 1 − P_test too."),
        ("neighbour-formula/score-is-probability", _conf(
            test=lambda P: P, keep=lambda s, q: s >= q),
         "the probability of a test label is compared with a score",
         "P_test has to be at least 1 − q."),
        ("neighbour-formula/largest-probability", _conf(score=lambda P, y: 1 - P.max(axis=1)),
         "the calibration scores use the largest probability", SCORE),
        ("neighbour-formula/predicted-label",
         _conf(score=lambda P, y: (P.argmax(axis=1) != y).astype(float)),
         "the scores only say right or wrong", SCORE),
        ("neighbour-formula/log-score", _conf(
            score=lambda P, y: -np.log(of_true(P, y)), test=lambda P: 1 - P),
         "calibration and test use different scores", SCORE),
        ("axis/all-pairs", _many_scores, "P_cal[:, y_cal] mixes rows and labels of others",
         "Pick one entry per row: P_cal[np.arange(n), y_cal]."),
        ("axis/all-labels", _all_scores, "the scores of all labels are pooled",
         "Only the true label of each calibration row has a score."),
        ("neighbour-formula/per-class", _per_class, "each class gets a threshold of its own",
         "One threshold for all labels."),
        ("neighbour-formula/cumulative", _cumulative,
         "labels are added until their probabilities reach 1 − alpha",
         "That trusts the probabilities; the calibration rows decide."),
        ("neighbour-formula/cumulative", _aps, "the score is a cumulated probability", SCORE),
        ("ignored-argument/calibration", lambda P, y, Q, a: Q > 1 - a,
         "a fixed threshold on the probability is used", "Use the calibration rows."),
        ("ignored-argument/calibration", lambda P, y, Q, a: Q >= 1 - a,
         "a fixed threshold on the probability is used", "Use the calibration rows."),
        ("ignored-argument/calibration", lambda P, y, Q, a: Q > a,
         "a fixed threshold on the probability is used", "Use the calibration rows."),
        ("ignored-argument/calibration", lambda P, y, Q, a: Q >= a,
         "a fixed threshold on the probability is used", "Use the calibration rows."),
        ("ignored-argument/calibration", lambda P, y, Q, a: (
            Q == Q.max(axis=1, keepdims=True)),
         "only the likeliest label is in the set", "Use the calibration rows."),
        ("neighbour-formula/n-of-test", lambda P, y, Q, a: 1 - Q <= _at_rank(
            _true_scores(P, y), _rank(len(Q), a)),
         "n is taken from the test rows", "n counts the calibration rows."),
        ("neighbour-formula/mean-score", _conf(at=lambda s, r: s.mean()),
         "the mean score is the threshold", LEVEL),
        ("neighbour-formula/largest-score", _conf(at=lambda s, r: s.max()),
         "the largest score is the threshold", LEVEL),
        ("transpose/result", lambda P, y, Q, a: metrics.conformal_prediction_set(P, y, Q, a).T,
         "the result is the transpose of what is asked", "Rows are test examples."),
        ("axis/sizes-only",
         lambda P, y, Q, a: metrics.conformal_prediction_set(P, y, Q, a).sum(axis=1),
         "the sizes of the sets come back", "Return True or False for every label."),
        ("axis/one-label",
         lambda P, y, Q, a: np.where(metrics.conformal_prediction_set(P, y, Q, a), Q, 0)
         .argmax(axis=1), "one label per row comes back",
         "Return True or False for every label."),
        ("shape/probabilities-kept",
         lambda P, y, Q, a: np.where(metrics.conformal_prediction_set(P, y, Q, a), Q, 0),
         "the probabilities of the labels in the set come back", "Return True or False."),
        ("off-by-one/labels-from-one",
         lambda P, y, Q, a: metrics.conformal_prediction_set(P, (y - 1) % P.shape[1], Q, a),
         "the labels are counted from 1", "Labels start at 0."),
    ]
    quantiles = [
        ("neighbour-formula/interpolated-quantile", lambda n, a: 1 - a, "linear"),
        ("neighbour-formula/interpolated-quantile",
         lambda n, a: min(math.ceil(round((n + 1) * (1 - a), 9)) / n, 1), "linear"),
        ("neighbour-formula/interpolated-quantile",
         lambda n, a: math.ceil(round((n + 1) * (1 - a), 9)) / n, "linear"),
        ("neighbour-formula/interpolated-quantile", lambda n, a: min((n + 1) * (1 - a) / n, 1),
         "linear"),
        ("neighbour-formula/interpolated-quantile",
         lambda n, a: math.ceil(round((n + 1) * (1 - a), 9)) / (n + 1), "linear"),
        ("off-by-one/quantile-higher", lambda n, a: 1 - a, "higher"),
        ("off-by-one/index",
         lambda n, a: min(math.ceil(round((n + 1) * (1 - a), 9)) / n, 1), "higher"),
        ("off-by-one/index",
         lambda n, a: math.ceil(round((n + 1) * (1 - a), 9)) / n, "higher"),
        ("off-by-one/quantile-higher", lambda n, a: min((n + 1) * (1 - a) / n, 1), "higher"),
        ("off-by-one/quantile-lower", lambda n, a: 1 - a, "lower"),
        ("off-by-one/quantile-nearest", lambda n, a: 1 - a, "nearest"),
    ]
    said = {"neighbour-formula/interpolated-quantile": "np.quantile mixes two neighbouring scores",
            "off-by-one/index": "np.quantile with method 'higher' takes the rank above",
            "off-by-one/quantile-higher": "np.quantile with method 'higher' takes another rank",
            "off-by-one/quantile-lower": "np.quantile with method 'lower' takes another rank",
            "off-by-one/quantile-nearest": "np.quantile with method 'nearest' takes another rank"}
    entries += [(name, _by_quantile(level, method), said[name],
                 "Sort the scores and take the r-th smallest itself.")
                for name, level, method in quantiles]

    def or_all(sets):  # the same, with r > n taken care of
        return lambda P, y, Q, a: np.ones(Q.shape, bool) if _rank(len(y), a) > len(y) else sets(
            P, y, Q, a)

    entries += [(name, or_all(_by_quantile(level, method)), said[name],
                 "Sort the scores and take the r-th smallest itself.")
                for name, level, method in quantiles]
    return tuple(Mistake(*entry) for entry in entries)


def _conformal_loop(P_cal, y_cal, P_test, alpha):
    scores = sorted(1 - float(P_cal[i][y_cal[i]]) for i in range(len(y_cal)))
    r = math.ceil((len(scores) + 1) * (1 - alpha) - 1e-9)
    q = scores[r - 1] if r <= len(scores) else 2.0
    return [[1 - float(p) <= q for p in row] for row in P_test]


def _conformal_partition(P_cal, y_cal, P_test, alpha):
    n = len(y_cal)
    scores = np.append(1 - np.take_along_axis(P_cal, y_cal[:, None], 1)[:, 0], np.inf)
    r = min(int(np.ceil((n + 1) * (1 - alpha))), n + 1)
    return np.less_equal(1 - P_test, np.partition(scores, r - 1)[r - 1])


def _conformal_probability(P_cal, y_cal, P_test, alpha):
    n = len(y_cal)
    p = np.sort(P_cal[range(n), y_cal])  # small p is a large score
    r = int(np.ceil((n + 1) * (1 - alpha)))
    return P_test >= (p[n - r] if r <= n else 0)


def _conformal_count(P_cal, y_cal, P_test, alpha):
    """A label is in when fewer than r calibration scores lie below its score."""
    scores = 1 - P_cal[np.arange(len(y_cal)), y_cal]
    below = (scores[None, None, :] < (1 - P_test)[:, :, None]).sum(axis=2)
    return below < np.ceil((len(scores) + 1) * (1 - alpha))


def _conformal_inverted(P_cal, y_cal, P_test, alpha):
    n = len(y_cal)
    level = np.ceil((n + 1) * (1 - alpha)) / n
    if level > 1:
        return np.ones(P_test.shape)
    q = np.quantile(1 - P_cal[np.arange(n), y_cal], level, method="inverted_cdf")
    return np.float32(1 - P_test <= q)


CONFORMAL = Exercise(
    id="conformal_prediction_set", title="Promise a coverage and keep it", notebook="07",
    number="7.8", signature="conformal_prediction_set(P_cal, y_cal, P_test, alpha)",
    lecture=("ALICE-4.3.4c",), minutes=20, difficulty=3,
    reference=metrics.conformal_prediction_set, cases=_conformal_cases,
    mistakes=_conformal_mistakes(),
    hints=("How badly does each calibration row fit its own true label?",
           "Sort those n scores. A new row's score is equally likely to fall into each of the "
           "n + 1 gaps between them: which rank leaves at most alpha above it?",
           "s_i = 1 − P_cal[i, y_cal[i]];  r = ceil((n + 1)(1 − alpha));  q = the r-th smallest "
           "s (infinite if r > n);  label j is in when 1 − P_test[s, j] <= q."),
    formula="set(x) = { j : 1 − P_j(x) ≤ q },  q = the ⌈(n+1)(1−alpha)⌉-th smallest score",
    variation="take a threshold per class: who gets larger sets?",
    held={"alpha": (0.1, 0.05, 0.2)},
    right=(lambda P, y, Q, a: np.ones(Q.shape, bool) if (len(y) + 1) * (1 - a) > len(y) else (
               _by_quantile(lambda n, b: math.ceil((n + 1) * (1 - b)) / n, "lower")(P, y, Q, a)),
           _conformal_loop, _conformal_partition, _conformal_probability, _conformal_count,
           _conformal_inverted),
    awkward=lambda P, y, Q, a: np.array(_conformal_loop(P, y, Q, a), dtype=np.float32),
)

EXERCISES = (GAP, BINS, ECE, BRIER, SLOPE, FIT, COST, CONFORMAL)
PREDICTIONS = (
    Prediction(
        id="07-claim",
        question="The network gets all of its training digits right. On new digits it is 95 % "
                 "sure on average. How many of the new digits does it get right?",
        choices={"A": "about 95 %: that is what it says", "B": "nearly all",
                 "C": "about 80 %", "D": "about 10 %, it has learned by heart"},
        answer="C", run="the next two code cells and the picture",
        holds="It is right about four times in five and says 95 %.",
        why={"A": "It would be so if training had aimed at honest numbers on new data. It aimed "
                  "at low loss on the training digits.",
             "B": "Training accuracy is no promise for new digits.",
             "C": "The network still recognises most digits; what is spoilt is its modesty.",
             "D": "10 % is guessing. Learning by heart hurts less than that here."}),
    Prediction(
        id="07-perfect",
        question="A model is perfectly calibrated: of the things it says with 80 %, exactly "
                 "80 % come true in the long run. What ECE does it get on 100 predictions, in 10 "
                 "bins?",
        choices={"A": "exactly 0", "B": "clearly above 0", "C": "below 0",
                 "D": "it has none: the bins are too small"},
        answer="B", run="the next code cell and the picture",
        holds="Chance alone gives a perfect model an ECE well above 0 on so few predictions.",
        why={"A": "The long run is 0. On 100 predictions the accuracy of each bin scatters.",
             "B": "The absolute value turns every chance deviation into a positive gap.",
             "C": "The gaps enter with their absolute values.",
             "D": "A bin with three predictions still has a mean; it is an unreliable one."}),
    Prediction(
        id="07-temperature",
        question="All logits are divided by one number, the temperature 3. What happens to the "
                 "accuracy on new digits?",
        choices={"A": "it rises: the model is calibrated now",
                 "B": "it falls: information is lost", "C": "it stays exactly the same",
                 "D": "it depends on whether 3 is the best temperature"},
        answer="C", run="the next code cell",
        holds="Not a single predicted class changes.",
        why={"A": "Calibration changes what is claimed, not what is chosen.",
             "B": "Dividing by 3 can be undone by multiplying with 3: nothing is lost.",
             "C": "Dividing by a positive number keeps the order of the logits, so the argmax.",
             "D": "It holds for every temperature above 0."}),
    Prediction(
        id="07-cost",
        question="Overlooking an illness costs 10, a false alarm costs 1. The model says 20 % "
                 "ill. What is the cheaper decision?",
        choices={"A": "healthy: 20 % is less than half", "B": "ill",
                 "C": "both cost the same", "D": "it cannot be said without more patients"},
        answer="B", run="the next code cell",
        holds="Saying healthy costs 2.0 on average, saying ill costs 0.8.",
        why={"A": "Half is the threshold when both errors cost the same.",
             "B": "0.2 times 10 is more than 0.8 times 1.",
             "C": "They do where the probability is 1/11, about 9 %.",
             "D": "The expected cost of one patient is enough to choose."}),
    Prediction(
        id="07-coverage",
        question="A set of labels holds every label to which our over-confident network gives "
                 "more than 0.9. The slide calls this 90 % certain. How often is the true "
                 "label in the set?",
        choices={"A": "at least 90 % of the time", "B": "exactly 90 %",
                 "C": "about 73 %", "D": "about 10 %"},
        answer="C", run="the next code cell",
        holds="The true label is in the set about 73 % of the time; many sets are empty.",
        why={"A": "It would need a threshold chosen on data with known labels.",
             "B": "The network's 0.9 is a claim, and we have seen its claims.",
             "C": "Where no label reaches 0.9 the set is empty, and where one does the network "
                  "is often wrong.",
             "D": "Most digits are clear to the network, and then it is often right."}),
)
