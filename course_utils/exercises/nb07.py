"""Records of notebook 07: exercises with their cases and known mistakes, predictions."""

import functools
import itertools
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
        Case((np.array([0.9, 0.5, 0.9, 0.9, 0.7, 0.5]), np.array([1, 1, 0, 1, 0, 0])),
             "confidences that come again", sizes={"t": 6}),
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


def _gap_slips():
    """Further wrong gaps: id, what, where, rule(conf, correct) on float arrays."""
    means = "Mean confidence minus accuracy."
    every = "Every prediction counts: range(n) starts at 0 and stops before n."

    def mean(a):
        return a.mean() if len(a) else 0.0

    def distinct(a):
        return np.mean(np.unique(a))

    rules = (
        ("missing-return/first-only", "only the first prediction counts",
         "Does the `return` stand inside the loop?", lambda c, k: c[0] - k[0]),
        ("missing-return/first-only", "only the first prediction counts, divided by their number",
         "Does the `return` stand inside the loop?", lambda c, k: (c[0] - k[0]) / len(c)),
        ("missing-return/last-only", "only the last prediction counts",
         "Inside a loop add up: += and not =.", lambda c, k: c[-1] - k[-1]),
        ("missing-return/last-only", "only the last prediction counts, divided by their number",
         "Inside a loop add up: += and not =.", lambda c, k: (c[-1] - k[-1]) / len(c)),
        *(("off-by-one/prediction-left-out", what, every, rule) for what, rule in (
            ("the last prediction is left out", lambda c, k: mean(c[:-1]) - mean(k[:-1])),
            ("the last prediction is left out", lambda c, k: np.sum((c - k)[:-1]) / len(c)),
            ("the first prediction is left out", lambda c, k: mean(c[1:]) - mean(k[1:])),
            ("the first prediction is left out", lambda c, k: np.sum((c - k)[1:]) / len(c)))),
        ("off-by-one/divided-by-t-minus-one", "the sum is divided by t − 1",
         "A mean of t numbers divides by t.", lambda c, k: (c - k).sum() / max(len(c) - 1, 1)),
        ("duplicates/equal-confidences-once", "equal confidences count once",
         "Average all of them, repeats too.", lambda c, k: distinct(c) - k.mean()),
        ("duplicates/equal-confidences-once", "equal confidences and equal outcomes count once",
         "Average all of them, repeats too.", lambda c, k: distinct(c) - distinct(k)),
        ("duplicates/equal-confidences-once", "equal confidences count once in the sum",
         "Add all of them, repeats too.", lambda c, k: np.unique(c).sum() / len(c) - k.mean()),
        *(("integer/rounded", "the gap is rounded", "Round only when printing.",
           lambda c, k, n=n: np.round(c.mean() - k.mean(), n)) for n in (1, 2, 3)),
        ("sign/plus", "the accuracy is added", means, lambda c, k: c.mean() + k.mean()),
        ("neighbour-formula/largest", "the largest confidence stands for the mean", means,
         lambda c, k: c.max() - k.mean()),
        ("neighbour-formula/threshold", "the fraction of confidences above ½ stands for their "
         "mean", means, lambda c, k: (c > 0.5).mean() - k.mean()),
        ("neighbour-formula/threshold", "the fraction of confidences above ½ is subtracted",
         "`correct` already says which predictions were right.",
         lambda c, k: c.mean() - (c > 0.5).mean()),
        ("neighbour-formula/product", "confidence and outcome are multiplied", means,
         lambda c, k: (c * k).mean()),
        ("neighbour-formula/ratio", "this is accuracy over mean confidence", "Subtract.",
         lambda c, k: k.mean() / c.mean()),
        ("neighbour-formula/relative-gap", "the gap is divided by the mean confidence", means,
         lambda c, k: (c.mean() - k.mean()) / c.mean()),
        ("neighbour-formula/relative-gap", "the gap is divided by the accuracy", means,
         lambda c, k: (c.mean() - k.mean()) / max(k.mean(), 1e-12)),
        ("neighbour-formula/squared", "this is the root of a mean squared difference", means,
         lambda c, k: np.sqrt(((c - k) ** 2).mean())),
        ("neighbour-formula/spread", "the spreads are compared, not the means", means,
         lambda c, k: c.std() - k.std()),
        ("neighbour-formula/conf-of-right-only", "this is the mean confidence of right predictions",
         "All predictions make a claim; then subtract the accuracy.",
         lambda c, k: mean(c[k == 1])),
        ("neighbour-formula/conf-of-right-only",
         "only the confidences of right predictions are averaged",
         "All predictions make a claim, the wrong ones too.",
         lambda c, k: mean(c[k == 1]) - k.mean()),
        ("neighbour-formula/conf-of-wrong-only", "this is the mean confidence of wrong predictions",
         "All predictions make a claim; then subtract the accuracy.",
         lambda c, k: mean(c[k == 0])),
        ("neighbour-formula/one-minus", "this is 1 − gap", "0 means no gap.",
         lambda c, k: 1 - (c.mean() - k.mean())),
        ("neighbour-formula/sign-only", "only the sign of the gap comes back",
         "Return the difference itself.", lambda c, k: np.sign(c.mean() - k.mean())),
        ("factor/sum", "the number of right predictions is subtracted",
         "Divide it by the number of predictions.", lambda c, k: c.mean() - k.sum()),
        ("factor/sum", "the confidences are summed, the outcomes averaged",
         "Divide both by the number of predictions.", lambda c, k: c.sum() - k.mean()),
        ("factor/half", "the gap is halved", means, lambda c, k: (c.mean() - k.mean()) / 2),
        ("shape/two-means", "both means come back", "Subtract the accuracy.",
         lambda c, k: (c.mean(), k.mean())),
    )
    return [Mistake(id, _gap(rule), what, where) for id, what, where, rule in rules]


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
        Mistake("shape/not-averaged", _gap(lambda c, k: c - k),
                "one difference per prediction comes back", "Average over the predictions."),
        Mistake("integer/floor", _gap(lambda c, k: c.mean() - k.sum() // len(k)),
                "the accuracy is cut to a whole number", "Use / and not //."),
        *_gap_slips(),
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
        Case((np.array([0.3, 0.12, 0.45, 0.21]), np.array([1, 0, 1, 0]), 6),
             "low confidences: the upper bins are empty", sizes={"t": 4, "b": 6}),
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


def _raises_above(index):
    """Sums at index(conf, b) in arrays of n_bins: an index of n_bins or more is an error."""
    def bins(conf, correct, n_bins):
        conf, k = np.asarray(conf, float), np.asarray(correct, float)
        sums = np.zeros((3, n_bins))
        for c, hit, i in zip(conf, k, index(conf, n_bins), strict=True):
            sums[:, i] += (c, hit, 1)
        return tuple(sums[:2] / np.maximum(sums[2], 1)) + (sums[2],)

    return bins


def _moved(top):
    """The right bins of confidences that are cut off at ``top`` first."""
    return lambda conf, correct, n_bins: _by_index(_floor)(
        np.minimum(conf, top), correct, n_bins)


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


def _span_open(conf, b):
    low, high = conf.min(), conf.max()
    return np.minimum(((conf - low) / (high - low + 1e-12) * b).astype(int), b - 1)


def _table(p, a, n, conf, correct):
    return np.column_stack([p, a, n])


RIGHT_BINS = _by_index(_floor)
CUT = ("Cut [0, 1] into n_bins pieces of equal width: bin i holds i/n_bins ≤ conf < "
       "(i + 1)/n_bins.")


def _closed_right(conf, b):
    return np.maximum(np.ceil(conf * b).astype(int) - 1, 0)


def _closed_right_lost(conf, b):
    return np.ceil(conf * b).astype(int) - 1


def _wrapped(conf, b):
    """(lower, upper] with 0 at index -1, which NumPy reads as the last bin."""
    return _closed_right_lost(conf, b) % b


def _half_even(conf, b):
    return np.round(conf * b).astype(int)


def _without_zero(conf, b):
    return np.where(conf > 0, _floor(conf, b), -1)


ROUND = "Cut off the digits: floor(conf · n_bins)."
BIN_ERRORS = (  # (id, bins, what, where): wrong bins, for `reliability_bins` and for the ECE
    ("convention/right-closed", _by_index(_wrapped),
     "a confidence on an edge goes to the bin below it, and 0 to the last",
     "That is another convention: here bin i holds i/n_bins ≤ conf < (i + 1)/n_bins."),
    ("convention/zero-left-out", _by_index(_without_zero),
     "a confidence of exactly 0 falls into no bin", "Bin 0 holds 0 as well: 0 ≤ conf."),
    ("convention/zero-and-one-left-out", _by_index(
        lambda c, b: np.where((c > 0) & (c < 1), _floor(c, b), -1)),
     "confidences of exactly 0 and 1 fall into no bin",
     "Bin 0 holds 0 as well, and the last bin also conf = 1."),
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
    ("convention/edge-in-two-bins", _between(lambda c, lo, hi: (c >= lo) & (c <= hi)),
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
    *(("neighbour-formula/bins-on-data-range", _by_index(index),
       "the bins run from the smallest to the largest confidence",
       "The bins cover [0, 1] whatever the data.") for index in (_span_index, _span_open)),
    ("neighbour-formula/bins-from-half",
     _by_index(lambda c, b: np.minimum(np.floor((2 * c - 1) * b).astype(int), b - 1)),
     "the bins cover only ½ to 1", "The bins cover [0, 1]."),
    ("neighbour-formula/binned-by-correct",
     lambda conf, correct, n_bins: RIGHT_BINS(correct, conf, n_bins),
     "`conf` and `correct` are exchanged", "Bin by the confidence, average both."),
    ("neighbour-formula/rounded-index",
     _by_index(lambda c, b: np.minimum(np.floor(c * b + 0.5).astype(int), b - 1)),
     "conf · n_bins is rounded, so the bins are shifted by half a width",
     "Cut off the digits: floor(conf · n_bins)."),
    *(("neighbour-formula/rounded-index", bins,
       "conf · n_bins is rounded, so the bins are shifted by half a width", ROUND)
      for bins in (_by_index(lambda c, b: np.minimum(_half_even(c, b), b - 1)),
                   _by_index(_half_even), _by_index(lambda c, b: _half_even(c, b) % b),
                   _by_index(_half_even, size=lambda b: b + 1),
                   _by_index(lambda c, b: np.floor(c * b + 0.5).astype(int)),
                   _by_index(lambda c, b: np.floor(c * b + 0.5).astype(int) % b),
                   _raises_above(_half_even))),
    ("neighbour-formula/rounded-index", _by_index(lambda c, b: np.round(c * (b - 1)).astype(int)),
     "conf · (n_bins − 1) is rounded to the nearest bin", ROUND),
    ("off-by-one/rounded-up", _by_index(
        lambda c, b: np.minimum(np.ceil(c * b).astype(int), b - 1)),
     "conf · n_bins is rounded up", ROUND),
    ("off-by-one/rounded-up", _raises_above(lambda c, b: np.ceil(c * b).astype(int)),
     "conf · n_bins is rounded up", ROUND),
    *(("convention/one-moved", _moved(top), "a confidence of exactly 1 is replaced by less",
       "The last bin owns conf = 1 as it is: change the index, not the confidence.")
      for top in (0.999, 0.99, 0.9999 - 1e-3)),
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
    for b in (10, 15, 20, 5)) + tuple(
    ("ignored-argument/n-bins",
     lambda conf, correct, n_bins, b=b: _by_index(_at_edges(
         lambda c, n: np.linspace(0, 1, n + 1), "right", -1, 0, lambda n: n - 1))(
             conf, correct, b),
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
    for lost in (0.0, np.nan):
        entries.append(Mistake("shape/bins-at-the-end-missing", _then(
            _by_index(floor, empty=lost), lambda p, a, n, c, k: tuple(
                v[:np.flatnonzero(n)[-1] + 1] for v in (p, a, n))),
            "the empty bins at the end are missing",
            "np.bincount needs minlength=n_bins."))
    after("shape/one-row-per-used-bin", lambda p, a, n, c, k: [
        row for row in zip(p, a, n, strict=True) if row[2] > 0],
          "one row per bin in use comes back", "Return three arrays with n_bins entries.")
    after("shape/dictionary", lambda p, a, n, c, k: {
        "mean_conf": p, "accuracy": a, "count": n}, "a dictionary comes back",
          "Return a tuple of three arrays.")
    after("unstable/empty-bin", lambda p, a, n, c, k: (p, np.where(n > 0, a, np.nan), n),
          "an empty bin gives nan: 0 divided by 0",
          "Divide only where the count is above 0; an empty bin gives 0.")
    after("unstable/empty-bin", lambda p, a, n, c, k: (np.where(n > 0, p, np.nan), a, n),
          "an empty bin gives nan: 0 divided by 0",
          "Divide only where the count is above 0; an empty bin gives 0.")
    for small in (1, 2):
        after("convention/small-bins-skipped", lambda p, a, n, c, k, s=small: tuple(
            np.where(n > s, v, 0) for v in (p, a, n)),
              "bins with few predictions are treated as empty",
              "A single prediction in a bin counts.")
        after("convention/small-bins-skipped", lambda p, a, n, c, k, s=small: (
            np.where(n > s, p, 0), np.where(n > s, a, 0), n),
              "bins with few predictions get means of 0",
              "A single prediction in a bin has a mean.")
    entries.append(Mistake("shape/mask-of-integers", _mask_of_integers,
                           "`correct` is used as a mask, but whole numbers 0 and 1 pick the "
                           "predictions number 0 and 1",
                           "Use correct == 1, or add correct up as numbers."))
    after("factor/half", lambda p, a, n, c, k: (p, a, n / 2), "the counts are halved",
          "Count each prediction once.")
    after("factor/accuracy-over-all", lambda p, a, n, c, k: (p, a * n / len(c), n),
          "the right predictions of a bin are divided by the number of all predictions",
          "Divide by the number in the bin.")
    after("factor/confidence-over-all", lambda p, a, n, c, k: (p * n / len(c), a, n),
          "the confidences of a bin are divided by the number of all predictions",
          "Divide by the number in the bin.")
    after("factor/sums-not-means", lambda p, a, n, c, k: (p * n, a, n),
          "the sum of the confidences comes back", "Divide by the number in the bin.")
    after("omitted-term/results-missing", lambda p, a, n, c, k: (p, n),
          "the accuracy is missing", "Return three arrays.")
    after("omitted-term/results-missing", lambda p, a, n, c, k: (a, n),
          "the mean confidence is missing", "Return three arrays.")
    after("omitted-term/results-missing", lambda p, a, n, c, k: n,
          "only the counts come back", "Return three arrays.")
    after("omitted-term/results-missing", lambda p, a, n, c, k: a,
          "only the accuracy comes back", "Return three arrays.")
    after("shape/extra-result", lambda p, a, n, c, k: (
        p, a, n, np.linspace(0, 1, len(n) + 1)), "a fourth result comes back",
          "Return three arrays.")
    after("neighbour-formula/own-threshold", lambda p, a, n, c, k: (
        p, np.bincount(floor(c, len(n)), c >= 0.5, len(n)) / np.maximum(n, 1), n),
          "right is decided again by the confidence",
          "`correct` already says which predictions were right.")
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
    after("factor/number-right", lambda p, a, n, c, k: (p, a * n, n),
          "the second result is a number of right predictions",
          "Divide by the number in the bin.")
    after("neighbour-formula/conf-of-right-only", _conf_of_right,
          "the mean confidence is taken over right predictions only",
          "Average over all predictions in the bin.")
    for change in (lambda p, a, n, c, k: (a, p, n), lambda p, a, n, c, k: (n, p, a),
                   lambda p, a, n, c, k: (n, a, p), lambda p, a, n, c, k: (p, n, a),
                   lambda p, a, n, c, k: (a, n, p)):
        after("convention/results-swapped", change, "the three results come in another order",
              "Return mean confidence, accuracy, count.")
    after("transpose/one-row-per-bin", _table, "one row per bin comes back",
          "Return three arrays, each with one entry per bin.")
    after("missing-return/no-count", lambda p, a, n, c, k: (p, a), "the count is missing",
          "Return three arrays.")
    after("neighbour-formula/gap-only", lambda p, a, n, c, k: np.abs(a - p),
          "only the gaps come back", "Return mean confidence, accuracy and count.")
    after("convention/bins-descending", lambda p, a, n, c, k: (p[::-1], a[::-1], n[::-1]),
          "the bins come from high to low", "Bin 0 starts at confidence 0.")
    after("integer/truncated", lambda p, a, n, c, k: (p.astype(int), a.astype(int), n),
          "the means have lost their digits", "np.zeros(n, dtype=int) keeps whole numbers only.")
    after("integer/rounded", lambda p, a, n, c, k: (p.round(2), a.round(2), n),
          "the means are rounded to two digits", "Round only when printing.")
    after("integer/rounded", lambda p, a, n, c, k: (p.round(1), a.round(1), n),
          "the means are rounded to one digit", "Round only when printing.")
    after("neighbour-formula/cumulative", lambda p, a, n, c, k: (p, a, np.cumsum(n)),
          "the counts are summed up from bin to bin", "Each bin counts its own members.")
    entries += _bin_slips()
    return tuple(entries)


def _mask_of_integers(conf, correct, n_bins):
    where = _floor(conf, n_bins)
    n, hits = (np.bincount(i, minlength=n_bins) for i in (where, where[correct]))
    return np.bincount(where, conf, n_bins) / np.maximum(n, 1), hits / np.maximum(n, 1), n


def _conf_of_right(p, a, n, conf, correct):
    where = _floor(conf, len(n))
    hits = np.bincount(where, correct, len(n))
    return np.bincount(where, conf * correct, len(n)) / np.maximum(hits, 1), a, n


def _distinct_per_bin(conf, correct, n_bins):
    """A set, or a dict, of confidences per bin: equal ones are kept once."""
    boxes = [{} for _ in range(n_bins)]
    for c, k in zip(conf, correct, strict=True):
        boxes[min(int(c * n_bins), n_bins - 1)][float(c)] = float(k)
    return (np.array([np.mean(list(box)) if box else 0.0 for box in boxes]),
            np.array([np.mean(list(box.values())) if box else 0.0 for box in boxes]),
            np.array([len(box) for box in boxes]))


def _distinct_confidences(conf, correct, n_bins):
    """A set of confidences per bin; accuracy and count are right."""
    return _distinct_per_bin(conf, correct, n_bins)[0], *RIGHT_BINS(conf, correct, n_bins)[1:]


def _of_rows(pick):
    """The right bins of some of the predictions."""
    def bins(conf, correct, n_bins):
        conf, correct = conf[pick], correct[pick]
        if len(conf) == 0:
            return np.zeros(n_bins), np.zeros(n_bins), np.zeros(n_bins)
        return RIGHT_BINS(conf, correct, n_bins)

    return bins


def _one_of_bin(choose):
    """One confidence of each bin stands for their mean."""
    def bins(conf, correct, n_bins):
        where, p = _floor(conf, n_bins), np.zeros(n_bins)
        for i in np.unique(where):
            p[i] = choose(conf[where == i])
        return p, *RIGHT_BINS(conf, correct, n_bins)[1:]

    return bins


def _written_once(counted):
    """``sums[index] += ...`` adds a repeated index once; the count may be right."""
    def bins(conf, correct, n_bins):
        where = _floor(conf, n_bins)
        p, a, n = np.zeros((3, n_bins))
        p[where] += conf
        a[where] += correct
        n[where] += 1
        if counted:
            n = np.bincount(where, minlength=n_bins)
        return p / np.maximum(n, 1), a / np.maximum(n, 1), n

    return bins


def _at_edges(edges, side, shift, low=None, high=None):
    """np.searchsorted in other edges, moved by ``shift``, cut off at the ends if these are given.

    np.digitize is the same with side="right".
    """
    def index(conf, b):
        i = np.searchsorted(edges(conf, b), conf, side=side) + shift
        return i if low is None else np.clip(i, low, high(b))

    return index


def _too_few(conf, b):
    return np.linspace(0, 1, b)


def _histogram_of_data(conf, correct, n_bins):
    """np.histogram without its range: the bins run over the data."""
    n, _ = np.histogram(conf, n_bins)
    p, a = (np.histogram(conf, n_bins, weights=w)[0] / np.maximum(n, 1)
            for w in (conf, np.asarray(correct, float)))
    return p, a, n


def _bin_slips():
    """Further wrong bins: id, what, where, the function."""
    few = "n_bins bins have n_bins + 1 edges: np.linspace(0, 1, n_bins + 1)."
    all_bins = "Return n_bins entries, bin 0 to bin n_bins − 1."
    loop = "Does the `return` stand inside the loop?"
    again = "Collect the bins: each turn of the loop overwrites the one before."
    every = "Every prediction counts: range(n) starts at 0 and stops before n."
    inside = "Divide by the number in the bin."

    def then(change, bins=RIGHT_BINS):
        return _then(bins, change)

    def each(change):
        return then(lambda p, a, n, c, k: tuple(change(v) for v in (p, a, n)))

    def only(keep):
        return each(lambda v: v * keep(np.arange(len(v)), len(v) - 1))

    def both(by):  # means of another kind
        return then(lambda p, a, n, c, k: (p * by(n, c), a * by(n, c), n))

    last = (lambda b: b - 1, lambda b: max(b - 2, 0))
    rules = (
        *(("off-by-one/edges", "the bins are 1/(n_bins − 1) wide, and the last one stays empty",
           few, _by_index(_at_edges(_too_few, "right", -1, 0, high))) for high in last),
        *(("off-by-one/edges", "the bins are 1/(n_bins − 1) wide, and " + also, few,
           _by_index(_at_edges(_too_few, side, shift)))
          for side, shift, also in (
              ("right", 0, "every prediction sits one bin too high"),
              ("left", 0, "their edges belong to the bin below"),
              ("left", -1, "their edges belong to the bin below"))),
        ("off-by-one/rounded-up", "conf · n_bins is rounded up, and what goes beyond the last bin "
         "is lost", ROUND, _by_index(lambda c, b: np.ceil(c * b).astype(int))),
        ("off-by-one/too-many-bins", "there is an entry too many, for conf = 1",
         "The last of the n_bins bins owns conf = 1.",
         _by_index(lambda c, b: (c * b).astype(int), size=lambda b: b + 1)),
        ("off-by-one/too-many-bins", "there is an empty bin too many at the end", all_bins,
         _by_index(_floor, size=lambda b: b + 1)),
        ("off-by-one/too-many-bins", "there is an empty bin too many at the beginning",
         "np.digitize counts from 1: subtract 1.",
         _by_index(lambda c, b: _floor(c, b) + 1, size=lambda b: b + 1)),
        ("neighbour-formula/bins-on-data-range",
         "the bins run from the smallest to the largest confidence",
         "np.histogram needs range=(0, 1).", _histogram_of_data),
        ("neighbour-formula/bins-on-data-range", "the bins run from 0 to the largest confidence",
         "The bins cover [0, 1] whatever the data.", _by_index(
             lambda c, b: np.minimum((c / max(c.max(), 1e-12) * b).astype(int), b - 1))),
        *(("duplicates/last-of-bin", "a bin that occurs several times in the index is written "
           "only once, so the last prediction of each bin stands for all",
           "`count[i] += 1` with an array i adds once per bin: use np.add.at or np.bincount.",
           _written_once(counted)) for counted in (False, True)),
        ("duplicates/equal-confidences-once", "equal confidences of a bin are kept once",
         "Collect all of them: a set or dict loses repeats.", _distinct_per_bin),
        ("duplicates/equal-confidences-once", "equal confidences of a bin are kept once in the "
         "mean", "Average all of them: a set loses repeats.", _distinct_confidences),
        ("duplicates/equal-confidences-once", "equal confidences are kept once, with the first "
         "outcome", "Collect all of them: np.unique loses repeats.",
         lambda c, k, b: _of_rows(np.sort(np.unique(c, return_index=True)[1]))(c, k, b)),
        ("missing-return/first-bin-only", "only the first bin comes back", loop,
         each(lambda v: v[:1])),
        ("missing-return/first-bin-only", "only the first bin comes back", loop,
         each(lambda v: v[0])),
        ("missing-return/first-bin-only", "only the first bin is filled", loop,
         only(lambda i, end: i == 0)),
        ("missing-return/last-bin-only", "only the last bin comes back", again,
         each(lambda v: v[-1:])),
        ("missing-return/last-bin-only", "only the last bin comes back", again,
         each(lambda v: v[-1])),
        ("missing-return/last-bin-only", "only the last bin is filled",
         "Make the zeros before the loop, not in it.", only(lambda i, end: i == end)),
        ("off-by-one/last-bin-missing", "the last bin is not there", all_bins,
         each(lambda v: v[:-1])),
        ("off-by-one/first-bin-missing", "the first bin is not there", all_bins,
         each(lambda v: v[1:])),
        ("off-by-one/prediction-left-out", "the last prediction is left out", every,
         _of_rows(np.s_[:-1])),
        ("off-by-one/prediction-left-out", "the first prediction is left out", every,
         _of_rows(np.s_[1:])),
        ("missing-return/first-prediction-only", "only the first prediction is sorted in", loop,
         _of_rows(np.s_[:1])),
        ("missing-return/last-prediction-only", "only the last prediction is sorted in",
         "Make the zeros before the loop, not in it.", _of_rows(np.s_[-1:])),
        ("neighbour-formula/sorted", "the confidences are sorted, `correct` is not",
         "Sort both in the same order, or none.",
         lambda c, k, b: RIGHT_BINS(np.sort(c), k, b)),
        ("neighbour-formula/one-minus-conf", "1 − conf is sorted into the bins",
         "Bin the confidences as they are.", lambda c, k, b: RIGHT_BINS(1 - c, k, b)),
        ("factor/percent", "the confidences are divided by 100", "They lie in [0, 1] already.",
         lambda c, k, b: RIGHT_BINS(np.asarray(c) / 100, k, b)),
        ("neighbour-formula/count-of-wrong", "the count holds wrong predictions only",
         "Count all predictions in the bin.", then(lambda p, a, n, c, k: (p, a, n - a * n))),
        ("off-by-one/count-minus-one", "the sums are divided by the count minus one", inside,
         both(lambda n, c: n / np.maximum(n - 1, 1))),
        *(("factor/count-plus-epsilon", "a small number is added to the count before dividing",
           "It moves the means: divide where the count is above 0.",
           both(lambda n, c, e=e: n / (n + e))) for e in (0.1, 0.01, 0.001)),
        *(("neighbour-formula/gap-only", "a gap stands for the accuracy",
           "Return mean confidence, accuracy and count.",
           then(lambda p, a, n, c, k, f=f: (p, f(p - a), n)))
          for f in (lambda g: g, lambda g: -g, np.abs)),
        *(("neighbour-formula/one-of-bin", f"the {name} confidence of each bin stands for their "
           "mean", "Average the confidences that fell into the bin.", _one_of_bin(choose))
          for name, choose in (("largest", np.max), ("smallest", np.min),
                               ("first", lambda c: c[0]), ("last", lambda c: c[-1]))),
        ("factor/count-as-density", "the third result is a density",
         "`count` is the number of predictions in the bin.",
         then(lambda p, a, n, c, k: (p, a, n / len(c) * len(n)))),
        ("neighbour-formula/count-as-flag", "the third result says only whether a bin is in use",
         "`count` is the number of predictions in the bin.",
         then(lambda p, a, n, c, k: (p, a, (n > 0) * 1.0))),
        ("convention/empty-bin-one", "an empty bin gives accuracy 1", "Here it gives 0.",
         then(lambda p, a, n, c, k: (p, np.where(n > 0, a, 1), n))),
        ("neighbour-formula/edges-out", "the edges of the bins come back as first result",
         "The first result is the mean confidence of each bin.",
         then(lambda p, a, n, c, k: (np.linspace(0, 1, len(n) + 1), a, n))),
        ("shape/not-averaged", "the members of each bin come back, not their means",
         "One number per bin: the mean.", lambda c, k, b: (
             [c[_floor(c, b) == i].tolist() for i in range(b)],
             [np.asarray(k, float)[_floor(c, b) == i].tolist() for i in range(b)],
             np.bincount(_floor(c, b), minlength=b))),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]


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
        ("omitted-term/abs-after-sum", lambda c, k, b: abs(np.mean(c) - np.mean(k)),
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
        *(("sign/no-abs", _ece(gaps=lambda g, s=s: s * g, total=lambda g, n, of=of: of(g, n)),
           "the gaps keep their signs and cancel, and all bins weigh the same",
           "Take the absolute value of each bin's gap, and weigh it by count / t.")
          for s in (1, -1) for of in (lambda g, n: g.mean(), lambda g, n: g.sum(),
                                      lambda g, n: g[n > 0].mean())),
        *(("convention/small-bins-skipped", _ece(total=lambda g, n, s=s, of=of: np.sum(
            np.where(n > s, n * g, 0)) / of(n, s)),
           "bins with few predictions are skipped", "Every bin counts, with its own weight.")
          for s in (1, 2, 4) for of in (lambda n, s: n.sum(),
                                        lambda n, s: max(n[n > s].sum(), 1))),
        ("shape/mask-of-integers", _ece(_mask_of_integers),
         "`correct` is used as a mask, but whole numbers 0 and 1 pick the predictions number "
         "0 and 1", "Use correct == 1, or add correct up as numbers."),
        ("neighbour-formula/relative-gap", _ece(
            _then(RIGHT_BINS, lambda p, a, n, c, k: (p, p + (a - p) / np.maximum(p, 1e-12), n))),
         "the gaps are divided by the confidence", ABS),
        ("neighbour-formula/root-of-weights", _ece(
            total=lambda g, n: np.sum(np.sqrt(n / n.sum()) * g)),
         "the weights are roots", "Each weight is count / t."),
        ("neighbour-formula/median", _ece(total=lambda g, n: np.median(g[n > 0])),
         "this is the median of the gaps", "The ECE is a weighted mean of the gaps."),
        ("neighbour-formula/median", _ece(total=lambda g, n: np.median(g)),
         "this is the median of the gaps", "The ECE is a weighted mean of the gaps."),
        ("neighbour-formula/smallest-gap", _ece(total=lambda g, n: g[n > 0].min()),
         "this is the smallest gap", "The ECE is a weighted mean of the gaps."),
        ("omitted-term/weights-only", _ece(total=lambda g, n: n.max() / n.sum()),
         "the gap is missing", ABS),
        ("off-by-one/last-bin-missing", _ece(total=lambda g, n: np.sum((n * g)[:-1]) / n.sum()),
         "the last bin is left out", "Run over all n_bins bins."),
        ("off-by-one/first-bin-missing", _ece(total=lambda g, n: np.sum((n * g)[1:]) / n.sum()),
         "the first bin is left out", "Run over all n_bins bins, from 0."),
        ("off-by-one/divided-by-t-minus-one",
         _ece(total=lambda g, n: np.sum(n * g) / max(n.sum() - 1, 1)),
         "the weights are count / (t − 1)", "The weights count / t sum to 1."),
        ("omitted-term/first-bin-only", _first_bin_only,
         "only the first bin in use is counted", "The `return` stands inside the loop."),
        ("omitted-term/last-bin-only", _last_bin_only,
         "only the last bin in use is counted", "Add up: += and not =."),
        ("neighbour-formula/maximum", _ece(total=lambda g, n: (n * g).max() / n.sum()),
         "the largest weighted gap comes back", "Add the weighted gaps of all bins."),
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
        ("shape/not-summed", _ece(total=lambda g, n: n / n.sum() * g),
         "one number per bin comes back", "Sum over the bins."),
        ("shape/not-summed", _ece(total=lambda g, n: g),
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
    shared = [entry for entry in binned if entry[0] not in unseen
              and "rounded up" not in entry[2]]
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
        ("off-by-one/rounded-up", _ece(_by_index(
            lambda c, b: np.minimum(np.ceil(c * b).astype(int), b - 1))),
         "conf · n_bins is rounded up", ROUND),
        ("off-by-one/rounded-up", _ece(_by_index(lambda c, b: np.ceil(c * b).astype(int))),
         "conf · n_bins is rounded up, and what goes beyond the last bin is lost", ROUND),
    ]
    return tuple(Mistake(*entry) for entry in (*own, *shared, *lost, *_ece_slips()))


def _ece_slips():
    """Further wrong sums over the bins: id, function, what, where."""
    formula = "Σ over bins of count / t · |accuracy − mean_conf|."
    loop, again = "Does the `return` stand inside the loop?", "Inside a loop add up: += and not =."
    every = "Every prediction counts: range(n) starts at 0 and stops before n."

    def of(rule):
        """rule(mean_conf, accuracy, count) of the right bins."""
        return lambda conf, correct, b: rule(*(np.asarray(v, float) for v in RIGHT_BINS(
            conf, correct, b)))

    def fewer(pick):
        def ece(conf, correct, b):
            conf, correct = conf[pick], correct[pick]
            return _ece()(conf, correct, b) if len(conf) else 0.0

        return ece

    totals = ((lambda g, n: g.mean(), "all bins weigh the same"),
              (lambda g, n: g[n > 0].mean() if n.any() else 0.0, "all bins in use weigh the same"),
              (lambda g, n: g.sum(), "the gaps are summed without weights"),
              (lambda g, n: g.max(), "the largest gap is taken"))
    bins = (("convention/right-closed", _by_index(_closed_right),
             "a confidence on an edge goes to the bin below it"),
            ("convention/right-closed", _by_index(_closed_right_lost),
             "a confidence on an edge goes to the bin below it, and 0 to none"),
            ("off-by-one/one-dropped", _by_index(lambda c, b: (c * b).astype(int)),
             "a confidence of exactly 1 falls into no bin"),
            ("neighbour-formula/equal-mass-bins", _equal_mass,
             "the bins hold equal numbers of predictions"))
    shapes = ((lambda e, p, a, n: (e, p, a), "more than the ECE comes back"),
              (lambda e, p, a, n: (p, a, n, e), "more than the ECE comes back"),
              (lambda e, p, a, n: (e, n), "more than the ECE comes back"))
    return [
        ("sign/plus", of(lambda p, a, n: np.sum(n * (a + p)) / n.sum()),
         "accuracy and confidence are added", formula),
        ("sign/plus", of(lambda p, a, n: np.mean(a + p)),
         "accuracy and confidence are added, and all bins weigh the same", formula),
        ("sign/minus", of(lambda p, a, n: -np.mean(np.abs(a - p))),
         "the sum is negative, and all bins weigh the same", formula),
        ("integer/floor-division", of(lambda p, a, n: np.sum(n // n.sum() * np.abs(a - p))),
         "the weights count // t are whole numbers: 0 or 1", "Divide with /."),
        ("integer/truncated", of(lambda p, a, n: np.sum(n * np.trunc(np.abs(a - p))) / n.sum()),
         "the gaps have lost their digits after the point", "No int() and no integer array."),
        ("integer/rounded", of(lambda p, a, n: np.round(np.sum(n * np.abs(a - p)) / n.sum(), 1)),
         "the result is rounded to one digit", "Round only when printing."),
        ("missing-return/first-bin-only", of(lambda p, a, n: n[0] / n.sum() * abs(a[0] - p[0])),
         "only bin 0 is counted", loop),
        ("missing-return/first-bin-only", of(lambda p, a, n: abs(a[0] - p[0])),
         "only the gap of bin 0 comes back", loop),
        ("missing-return/first-bin-only", of(lambda p, a, n: np.abs(a - p)[n > 0][0]),
         "only the gap of the first bin in use comes back", loop),
        ("missing-return/last-bin-only", of(lambda p, a, n: n[-1] / n.sum() * abs(a[-1] - p[-1])),
         "only the last bin is counted", again),
        ("missing-return/last-bin-only", of(lambda p, a, n: abs(a[-1] - p[-1])),
         "only the gap of the last bin comes back", again),
        ("missing-return/last-bin-only", of(lambda p, a, n: np.abs(a - p)[n > 0][-1]),
         "only the gap of the last bin in use comes back", again),
        ("off-by-one/prediction-left-out", fewer(np.s_[:-1]), "the last prediction is left out",
         every),
        ("off-by-one/prediction-left-out", fewer(np.s_[1:]), "the first prediction is left out",
         every),
        *((id, _ece(of_bins, total=total), f"{what}, and {also}", f"{CUT} {formula}")
          for id, of_bins, what in bins for total, also in totals),
        ("duplicates/equal-confidences-once", _ece(_distinct_per_bin),
         "equal confidences of a bin are kept once", "Collect all of them: a set loses repeats."),
        ("duplicates/equal-confidences-once", _ece(
            _distinct_per_bin, total=lambda g, n: np.sum(n * g) / n.sum()),
         "equal confidences of a bin are kept once", "Collect all of them: a set loses repeats."),
        ("duplicates/equal-confidences-once", _ece(_distinct_confidences),
         "equal confidences of a bin are kept once in the mean",
         "Average all of them: a set loses repeats."),
        ("duplicates/equal-gaps-once", of(lambda p, a, n: np.unique(
            np.round(n * np.abs(a - p) / n.sum(), 12)).sum()),
         "equal terms of the sum are counted once", "Add all of them: a set loses repeats."),
        ("neighbour-formula/root", of(lambda p, a, n: np.sqrt(np.sum(n * np.abs(a - p)) / n.sum())),
         "a root is taken of the sum", formula),
        ("neighbour-formula/product", of(lambda p, a, n: np.sum(n * a * p) / n.sum()),
         "accuracy and confidence are multiplied", formula),
        ("omitted-term/confidence", of(lambda p, a, n: np.sum(n * a) / n.sum()),
         "the mean confidence is not subtracted", formula),
        ("omitted-term/accuracy", of(lambda p, a, n: np.sum(n * p) / n.sum()),
         "the accuracy is not subtracted", formula),
        ("factor/largest-count", of(lambda p, a, n: np.sum(n * np.abs(a - p)) / n.max()),
         "the counts are divided by the largest of them", "Each weight is count / t."),
        ("factor/divided-by-bins", of(lambda p, a, n: np.sum(n * np.abs(a - p)) / (n > 0).sum()),
         "the weighted sum is divided by the number of bins in use",
         "The weights count / t already sum to 1."),
        ("omitted-term/unweighted", of(lambda p, a, n: np.abs(
            (np.arange(len(n)) + 0.5) / len(n) - a).mean()),
         "all bins weigh the same, and their middle stands for the mean confidence", formula),
        ("neighbour-formula/running-sum", of(lambda p, a, n: np.abs(np.cumsum(
            n * (a - p)) / n.sum()).max()),
         "this is the largest running sum of the gaps", formula),
        *(("shape/several-results", of(lambda p, a, n, form=form: form(
            np.sum(n * np.abs(a - p)) / n.sum(), p, a, n)), what, "Return one number.")
          for form, what in shapes),
        ("neighbour-formula/bins-on-data-range", _ece(_histogram_of_data),
         "the bins run from the smallest to the largest confidence",
         "np.histogram needs range=(0, 1)."),
    ]


def _first_bin_only(conf, correct, n_bins):
    p, a, n = RIGHT_BINS(conf, correct, n_bins)
    i = np.flatnonzero(n)[0]
    return n[i] / len(conf) * abs(a[i] - p[i])


def _last_bin_only(conf, correct, n_bins):
    p, a, n = RIGHT_BINS(conf, correct, n_bins)
    i = np.flatnonzero(n)[-1]
    return n[i] / len(conf) * abs(a[i] - p[i])


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
        Case((np.array([[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.5, 0.25, 0.25],
                        [0.125, 0.75, 0.125], [0.125, 0.75, 0.125]]), np.array([2, 1, 2, 1, 0])),
             "rows that come again", sizes={"t": 5, "m": 3}),
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


def _brier_slips():
    """Further wrong scores: id, what, where, rule(P, T) with one-hot targets."""
    count = "Every row and class counts: range(n) starts at 0 and stops before n."
    score = "Sum the squares over all classes, average over the rows."

    def rows(P, T):
        return ((P - T) ** 2).sum(axis=1)

    rules = (
        ("missing-return/first-row-only", "only the first row counts",
         "Does the `return` stand inside the loop?", lambda P, T: rows(P, T)[0]),
        ("missing-return/first-row-only", "only the first row counts, divided by their number",
         "Does the `return` stand inside the loop?", lambda P, T: rows(P, T)[0] / len(P)),
        ("missing-return/last-row-only", "only the last row counts",
         "Inside a loop add up: += and not =.", lambda P, T: rows(P, T)[-1]),
        ("missing-return/last-row-only", "only the last row counts, divided by their number",
         "Inside a loop add up: += and not =.", lambda P, T: rows(P, T)[-1] / len(P)),
        *(("off-by-one/row-left-out", what, count, rule) for what, rule in (
            ("the last row is left out", lambda P, T: rows(P, T)[:-1].sum() / len(P)),
            ("the last row is left out", lambda P, T: rows(P, T)[:-1].sum() / max(len(P) - 1, 1)),
            ("the first row is left out", lambda P, T: rows(P, T)[1:].sum() / len(P)),
            ("the first row is left out", lambda P, T: rows(P, T)[1:].sum() / max(len(P) - 1, 1)))),
        ("off-by-one/class-left-out", "the last class is left out", count,
         lambda P, T: rows(P[:, :-1], T[:, :-1]).mean()),
        ("off-by-one/class-left-out", "the first class is left out", count,
         lambda P, T: rows(P[:, 1:], T[:, 1:]).mean()),
        ("off-by-one/divided-by-t-minus-one", "the sum is divided by t − 1",
         "A mean over t rows divides by t.", lambda P, T: rows(P, T).sum() / max(len(P) - 1, 1)),
        ("off-by-one/labels-from-one", "each label is taken for the next one",
         "Labels start at 0.", lambda P, T: rows(P, np.roll(T, 1, axis=1)).mean()),
        ("omitted-term/first-class-only", "only class 0 is scored", score,
         lambda P, T: ((P - T)[:, 0] ** 2).mean()),
        ("neighbour-formula/second-class-only", "only class 1 is scored", score,
         lambda P, T: ((P - T)[:, 1] ** 2).mean()),
        ("neighbour-formula/label-number", "the label's number is subtracted from every column, "
         "and the classes are averaged", "Compare with the one-hot truth.",
         lambda P, T: ((P - T.argmax(1)[:, None]) ** 2).mean()),
        ("neighbour-formula/label-number", "the label's number is subtracted from every column",
         "Compare with the one-hot truth.", lambda P, T: rows(P, T.argmax(1)[:, None]).mean()),
        ("neighbour-formula/top-class", "the largest probability is compared with 1",
         "All classes count, with the one-hot truth.",
         lambda P, T: ((1 - P.max(axis=1)) ** 2).mean()),
        ("neighbour-formula/true-probability-squared",
         "the squared probability of the true class is averaged", score,
         lambda P, T: ((P * T).sum(axis=1) ** 2).mean()),
        ("neighbour-formula/mean-of-differences", "the differences are averaged over the rows "
         "before they are squared", "Square each difference first.",
         lambda P, T: ((P - T).mean(axis=0) ** 2).sum()),
        ("neighbour-formula/median", "the median of the rows is taken", "Average over the rows.",
         lambda P, T: np.median(rows(P, T))),
        ("neighbour-formula/median", "the largest row's score is taken", "Average over the rows.",
         lambda P, T: rows(P, T).max()),
        ("neighbour-formula/other-power", "the differences are cubed", "Square them.",
         lambda P, T: (np.abs(P - T) ** 3).sum(axis=1).mean()),
        ("neighbour-formula/other-power", "the differences are taken to the fourth power",
         "Square them.", lambda P, T: ((P - T) ** 4).sum(axis=1).mean()),
        ("neighbour-formula/one-minus", "this is 1 − score / 2", "0 is the best score.",
         lambda P, T: 1 - rows(P, T).mean() / 2),
        ("neighbour-formula/softmax", "the probabilities go through a softmax once more",
         "P already holds probabilities.", lambda P, T: rows(softmax(P), T).mean()),
        ("neighbour-formula/confidence", "this is the mean of the largest probabilities", score,
         lambda P, T: P.max(axis=1).mean()),
        ("neighbour-formula/confidence", "mean confidence minus accuracy comes back", score,
         lambda P, T: P.max(axis=1).mean() - (P.argmax(axis=1) == T.argmax(axis=1)).mean()),
        ("axis/all-pairs", "every row is compared with the labels of all rows",
         "Pair row n with label n: np.arange(len(y)) picks the rows.",
         lambda P, T: ((1 - P @ T.T) ** 2).mean()),
        ("axis/all-pairs", "every row is compared with the truth of all rows",
         "Pair row n with its own one-hot row.",
         lambda P, T: ((P[:, None] - T[None]) ** 2).sum(axis=2).mean()),
        ("duplicates/equal-rows-once", "rows with equal scores count once",
         "Average over all rows, repeats too.",
         lambda P, T: np.unique(np.round(rows(P, T), 12)).mean()),
        ("duplicates/equal-rows-once", "rows with equal scores count once in the sum",
         "Add all rows, repeats too.",
         lambda P, T: np.unique(np.round(rows(P, T), 12)).sum() / len(P)),
        ("integer/truncated", "the probabilities have lost their digits after the point",
         "No int() and no integer array.", lambda P, T: rows(np.trunc(P), T).mean()),
        ("integer/truncated", "the score has lost its digits after the point",
         "No int() and no //.", lambda P, T: rows(P, T).sum() // len(P)),
        *(("integer/rounded", "the score is rounded", "Round only when printing.",
           lambda P, T, n=n: np.round(rows(P, T).mean(), n)) for n in (0, 1, 3)),
    )
    return [Mistake(id, _scored(rule), what, where) for id, what, where, rule in rules]


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
        Mistake("neighbour-formula/second-class-only",
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
        Mistake("neighbour-formula/one-minus",
                _scored(lambda P, T: 1 - ((P - T) ** 2).sum(1).mean()),
                "this is 1 − score", "0 is the best score."),
        Mistake("sign/negative", _scored(lambda P, T: -((P - T) ** 2).sum(1).mean()),
                "the score is negative", "0 is the best score, larger is worse."),
        Mistake("sign/added", _scored(lambda P, T: ((P + T) ** 2).sum(1).mean()),
                "the truth is added", "Subtract the one-hot truth from P."),
        Mistake("shape/one-score-per-row", _scored(lambda P, T: ((P - T) ** 2).sum(1)),
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
        *_brier_slips(),
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
        Case((np.array([[2.0, 0.0, -1.0], [0.5, 3.0, 1.0], [-1.0, 0.5, 2.5], [2.0, 0.0, -1.0]]),
              np.array([0, 1, 2, 0]), 2.5), "a model that claims too little: a slope above 0",
             sizes={"t": 4, "m": 3}),
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


def _slope_slips():
    """Further wrong slopes: id, what, where, rule(z_y, mean_z, tau, z, o, y)."""
    formula = "(1/tau²) · mean of z_y − Σ_j o_j z_j."
    count = "Every row counts: range(n) starts at 0 and stops before n."
    loop, again = "Does the `return` stand inside the loop?", "Inside a loop add up: += and not =."

    def picked(pick, divide):
        return lambda a, e, u, z, o, y: (a - e)[pick].sum() / divide(len(y)) / u**2

    def whole(t):
        return t

    def one_less(t):
        return max(t - 1, 1)

    rules = (
        *(("missing-return/first-row-only", "only the first row counts", loop,
           picked(np.s_[:1], divide)) for divide in (whole, lambda t: 1)),
        *(("missing-return/last-row-only", "only the last row counts", again,
           picked(np.s_[-1:], divide)) for divide in (whole, lambda t: 1)),
        *(("off-by-one/row-left-out", what, count, picked(pick, divide))
          for what, pick in (("the last row is left out", np.s_[:-1]),
                             ("the first row is left out", np.s_[1:]))
          for divide in (whole, one_less)),
        ("off-by-one/divided-by-t-minus-one", "the sum is divided by t − 1",
         "A mean over t rows divides by t.", picked(np.s_[:], one_less)),
        ("sign/plus", "the mean logit is added", formula,
         lambda a, e, u, *_: (a + e).mean() / u**2),
        ("sign/absolute", "each row's difference has lost its sign", formula,
         lambda a, e, u, *_: np.abs(a - e).mean() / u**2),
        ("sign/absolute", "the slope has lost its sign", "Below the best tau it is negative.",
         lambda a, e, u, *_: abs((a - e).mean()) / u**2),
        ("factor/times-tau", "the result is multiplied by tau²", "Divide by tau².",
         lambda a, e, u, *_: (a - e).mean() * u**2),
        ("factor/two-tau", "2 tau stands where tau² should", "1/tau² is 1 over tau times tau.",
         lambda a, e, u, *_: (a - e).mean() / (2 * u)),
        ("factor/only-one-divided", "only the logit of the label is divided by tau²", formula,
         lambda a, e, u, *_: a.mean() / u**2 - e.mean()),
        ("factor/only-one-divided", "only the mean logit is divided by tau²", formula,
         lambda a, e, u, *_: a.mean() - e.mean() / u**2),
        ("factor/only-one-divided", "the logit of the label is divided by tau once more", formula,
         lambda a, e, u, *_: (a / u - e).mean() / u**2),
        ("factor/only-one-divided", "the mean logit is divided by tau once more", formula,
         lambda a, e, u, *_: (a - e / u).mean() / u**2),
        *(("neighbour-formula/variance", "the variance of the logits under the model comes back",
           formula, lambda a, e, u, z, o, y, n=n: ((o * z * z).sum(1) - e**2).mean() / u**n)
          for n in (0, 1, 2, 3, 4)),
        ("neighbour-formula/label-probability", "z_y is weighed with 1 − o_y, and the other "
         "classes are left out", formula, lambda a, e, u, z, o, y: (
             a * (1 - o[np.arange(len(y)), y])).mean() / u**2),
        ("omitted-term/denominator", "the exponentials are not divided by their sum",
         "o = softmax(z / tau): every row sums to 1.", lambda a, e, u, z, o, y: (
             a - (np.exp((z - z.max(1, keepdims=True)) / u) * z).sum(1)).mean() / u**2),
        ("omitted-term/denominator", "the exponentials are not divided by their sum",
         "o = softmax(z / tau): every row sums to 1.", lambda a, e, u, z, o, y: (
             a - (np.exp(np.minimum(z / u, 700)) * z).sum(1)).mean() / u**2),
        ("axis/all-pairs", "every row is paired with the labels of all rows",
         "Pick one entry per row: z[np.arange(len(y)), y].",
         lambda a, e, u, z, o, y: (z[:, y].mean() - e.mean()) / u**2),
        ("axis/mean-per-class", "the sum runs over the rows, the mean over the classes",
         "Sum over the classes, average over the rows.",
         lambda a, e, u, z, o, y: (a.mean() - (o * z).sum(0).mean()) / u**2),
        ("duplicates/equal-rows-once", "equal terms are counted once",
         "Average over all rows, repeats too.",
         lambda a, e, u, *_: np.unique(np.round(a - e, 12)).mean() / u**2),
        ("neighbour-formula/median", "the median of the rows is taken", "Average over the rows.",
         lambda a, e, u, *_: np.median(a - e) / u**2),
        *(("integer/rounded", "the slope is rounded", "Round only when printing.",
           lambda a, e, u, z, o, y, n=n: np.round((a - e).mean() / u**2, n))
          for n in (1, 2, 3)),
        ("integer/truncated", "the division by tau² rounds down", "Divide with /.",
         lambda a, e, u, *_: (a - e).mean() // u**2),
        *(("neighbour-formula/clipped", "the logits are cut off", "Logits may be large.",
           lambda a, e, u, z, o, y, c=c: metrics.temperature_slope(np.clip(z, -c, c), y, u))
          for c in (50, 100, 500, 700)),
        *(("neighbour-formula/coarse-difference", "this is a finite difference with a step that "
           "is too large", "Use the formula, or a central difference with a small step.",
           lambda a, e, u, z, o, y, h=h, b=b: (_nll_at(z, y, [u + h])[0] - _nll_at(
               z, y, [u - b])[0]) / (h + b))
          for h, b in ((1, 0), (0.5, 0), (0.1, 0), (0.01, 0), (0.001, 0), (0.1, 0.1),
                       (0.25, 0.25))),
        ("neighbour-formula/inverse-tau", "tau and 1/tau are exchanged", "softmax(z / tau).",
         lambda a, e, u, z, o, y: metrics.temperature_slope(z, y, 1 / u)),
        ("neighbour-formula/logit-of-shifted", "the row's largest logit is subtracted from one "
         "term only", "Shift both terms, or none.",
         lambda a, e, u, z, o, y: (a - (o * (z - z.max(1, keepdims=True))).sum(1)).mean() / u**2),
    )
    return [Mistake(id, _slope(rule), what, where) for id, what, where, rule in rules]


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
        Mistake("shape/one-slope-per-row", _slope(lambda a, e, u, *_: (a - e) / u**2),
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
        *_slope_slips(),
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


def _mostly_one_class():
    """Labels near 1 of 6, columns 0 to 2 high: labels read wrongly have a best tau as well."""
    rng = np.random.default_rng(14)
    z = np.round(rng.normal(size=(24, 6)) * 1.5 + np.array([3.0, 4.0, 3.2, 0.5, 0.0, 0.7]), 3)
    return z, np.array([1, 1, 0, 1, 1, 2, 1, 1, 1, 3, 1, 0, 1, 1, 2, 1, 4, 1, 1, 1, 5, 1, 2, 0])


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
             sizes={"t": 60, "m": 3}, extreme=True),
        Case(_mostly_one_class(), "one class in most rows, and its neighbours likely",
             sizes={"t": 24, "m": 6}),
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


def _best_of(make):
    """The best point of a grid; ``make`` gives its points in rising order."""
    grid = functools.cache(make)

    def fit(z, y):
        taus = grid()
        i = int(np.searchsorted(taus, _tau_of(z, y)))
        near = taus[max(i - 1, 0):i + 1]  # the loss falls up to its minimum and rises behind it
        return float(near[np.argmin(_nll_at(z, y, near))])

    return fit


@functools.lru_cache(maxsize=64)
def _best_tau(z_bytes, shape, y_bytes):
    z = np.frombuffer(z_bytes).reshape(shape)
    return metrics.fit_temperature(z, np.frombuffer(y_bytes, dtype=np.int64))


def _tau_of(z, y):
    """The right answer, kept: many known mistakes spoil it in their own way."""
    z = np.ascontiguousarray(z, float)
    return _best_tau(z.tobytes(), z.shape, np.ascontiguousarray(y, np.int64).tobytes())


def _naive_best(low, high, only_labels=False):
    """A grid from low to high on an unshifted softmax: where exp overflows, nan wins argmin."""
    def fit(z, y):
        with np.errstate(all="ignore"):
            o = _naive_softmax(np.asarray(z, float) / low)
            lost = np.isnan(o[np.arange(len(y)), y] if only_labels else o).any()
        return low if lost else float(np.clip(_tau_of(z, y), low, high))

    return fit


def _clipped(low, high):
    return lambda z, y: float(np.clip(_tau_of(z, y), low, high))


def _changed(rule):
    return lambda z, y: rule(_tau_of(z, y))


FINE = "Search on a log scale, wide enough, and refine, or solve slope = 0."


def _grids():
    """(number of points, function that makes them), the grids that occur in answers."""
    for a, b, n in ((0.5, 5, 46), (0.5, 5, 10), (0.5, 5, 50), (0.5, 5, 100), (0.5, 3, 26),
                    (0.1, 5, 50), (0.1, 5, 100), (0.1, 5, 491), (0.1, 10, 50), (0.1, 10, 100),
                    (0.1, 10, 200), (0.1, 10, 500), (0.1, 10, 1000), (0.01, 10, 100),
                    (0.01, 10, 1000), (0.01, 5, 500), (0.05, 10, 200), (0.01, 100, 1000),
                    (0.01, 100, 10000), (0.01, 2000, 2000), (1, 10, 100), (0.1, 20, 200)):
        yield n, lambda a=a, b=b, n=n: np.linspace(a, b, n)
    for a, b, d in ((0.1, 10, 0.1), (0.1, 10, 0.01), (0.1, 5, 0.1), (0.1, 5, 0.01),
                    (0.5, 5, 0.1), (0.05, 10, 0.05), (0.01, 10, 0.01), (0.1, 10, 0.05),
                    (0.1, 100, 0.1), (0.05, 5, 0.05)):
        yield round((b - a) / d), lambda a=a, b=b, d=d: np.arange(a, b, d)
    for a, b, n in ((0.1, 10, 50), (0.1, 10, 100), (0.1, 10, 200), (0.01, 100, 50),
                    (0.01, 100, 100), (0.01, 100, 200), (0.01, 100, 500), (0.01, 100, 1000),
                    (1e-3, 1e3, 100), (1e-3, 1e3, 200), (1e-3, 1e3, 500), (1e-3, 1e4, 100),
                    (1e-3, 1e4, 140), (1e-3, 1e4, 200), (1e-3, 1e4, 500), (1e-3, 1e4, 1000),
                    (0.01, 1e3, 100), (0.01, 1e3, 200), (0.01, 2000, 50), (0.01, 2000, 100),
                    (0.01, 2000, 200), (0.01, 2000, 300), (0.01, 2000, 400), (0.01, 2000, 500),
                    (0.01, 2000, 1000), (0.01, 1e4, 200), (1e-3, 1e3, 7), (0.05, 20, 100)):
        yield n, lambda a=a, b=b, n=n: np.geomspace(a, b, n)
    for points in ((0.5, 1, 2, 5, 10), (0.5, 1, 2, 5), (0.5, 1, 1.5, 2, 3, 5), (1, 2, 5, 10),
                   (0.1, 0.5, 1, 2, 5, 10), (0.01, 0.1, 1, 10, 100, 1000), range(1, 11),
                   (0.1, 1, 10), (0.01, 0.1, 1, 10, 100), range(1, 101), range(1, 21),
                   (0.1, 0.2, 0.5, 1, 2, 5, 10), (0.25, 0.5, 1, 2, 4),
                   (0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3)):
        yield len(points), lambda points=points: np.array(points, float)


LOWS = (None, 0.05, 0.1, 0.5, 1)  # None: at or below 0.01
HIGHS = (5, 10, 20, 50, 100, 1000, None)
OTHER_ENDS = ((0.25, 4), (0.2, 5), (0.5, 2), (0.5, 3), (0.1, 3), (None, 500), (None, 200), (1, 3),
              (0.02, 50), (None, 300), (0.1, 2), (None, 30), (None, 1024), (0.02, None))
ENDS = ((1e-3, 1e4), (1e-4, 1e5), (1e-3, 1e3), (0.01, 2000), (0.01, 100), (0.1, 10), (0.05, 20),
        (0.01, 1e4), (1e-3, 1e5), (1e-4, 1e4), (1e-6, 1e6), (0.01, 10), (0.1, 100), (0.5, 5),
        (1e-2, 1e3), (1e-3, 100), (1e-3, 2e4), (5e-3, 5e3), (1e-3, 5e3), (1e-3, 2e3),
        (2e-3, 2e4), (1e-5, 1e5), (0.1, 5), (0.05, 10), (0.01, 50), (1e-3, 10), (1e-3, 50))
CONSTANTS = sorted({end for pair in ENDS for end in pair} | {
    0.2, 0.25, 1.5, 2, 3, math.exp(-3), math.exp(-5), math.exp(-10), math.exp(-7), 1e-8})


def _towards(W_of, rows=slice(None)):
    """tau for targets W (t, m) in place of one-hot labels: from 1e-13 to 1e13, unbounded."""
    def free(z, y):
        z, y = np.asarray(z, float), np.asarray(y)
        W = W_of(np.eye(z.shape[1])[y], z)[rows]
        z = (z - z.max(axis=1, keepdims=True))[rows]
        return _balance(z.tobytes(), z.shape, np.ascontiguousarray(W, float).tobytes())

    return free


@functools.lru_cache(maxsize=256)
def _balance(z_bytes, shape, W_bytes):
    """Temperature at which the mean logit under the model equals that under W."""
    z, W = (np.frombuffer(b).reshape(shape) for b in (z_bytes, W_bytes))
    aim, low, high = (W * z).sum(axis=1), -30.0, 30.0
    for _ in range(60):
        mid = (low + high) / 2
        model = (softmax(z * math.exp(-mid)) * z).sum(axis=1)
        low, high = (low, mid) if (aim - model).mean() > 0 else (mid, high)
    return math.exp(mid)


def _free(at):
    """Minimiser of another loss over the widest search, kept: many answers cut it off."""
    search = _lowest(at, 1e-6, 1e6)
    kept = {}

    def fit(z, y):
        key = np.ascontiguousarray(z, float).tobytes()
        if key not in kept:
            kept[key] = search(z, y)
        return kept[key]

    return fit


def _cut(free, low, high):
    return lambda z, y: float(np.clip(free(z, y), low, high))


def _still_zero(rule):
    """The largest tau at which the loss of the model's own labels is 0 in the computer."""
    def fit(z, y):
        z = np.asarray(z, float)
        gap = z.max(axis=1, keepdims=True) - z
        gap = np.sort(gap, axis=1)[:, 1:].min()
        return float(max(gap, 1e-300) / rule)

    return fit


STEPS = (100, 200, 500, 1000)
VARIANTS = (*(("tau", rate, floor) for rate in (1.0, 0.1, 0.01) for floor in (-np.inf, 1e-3, 1e-2)),
            *(("log", rate, -np.inf) for rate in (1.0, 0.1, 0.01)), ("beta", 0.1, -np.inf),
            ("beta", 0.01, -np.inf))


@functools.lru_cache(maxsize=32)
def _descents(z_bytes, shape, y_bytes):
    """Temperatures after plain gradient steps from 1: {steps: one number per variant}."""
    z = np.frombuffer(z_bytes).reshape(shape)
    z = z - z.max(axis=1, keepdims=True)
    z_y = z[np.arange(shape[0]), np.frombuffer(y_bytes, dtype=np.int64)].mean()
    kinds, rates, floors = (np.array(column) for column in zip(*VARIANTS, strict=True))
    x, found = np.where(kinds == "log", 0.0, 1.0), {}
    with np.errstate(all="ignore"):
        for n in range(1, max(STEPS) + 1):
            tau = np.where(kinds == "tau", x, np.where(kinds == "beta", 1 / x, np.exp(x)))
            s = z / tau[:, None, None]
            e = np.exp(s - s.max(axis=2, keepdims=True))
            gap = z_y - ((e * z).sum(2) / e.sum(2)).mean(1)  # z_y minus the mean under the model
            slope = np.where(kinds == "tau", gap / tau**2,
                             np.where(kinds == "beta", -gap, gap / tau))
            x = np.where(x - rates * slope < floors, floors, x - rates * slope)
            if n in STEPS:
                found[n] = np.where(kinds == "tau", x, np.where(kinds == "beta", 1 / x,
                                                               np.exp(x)))
    return found


def _after(steps, variant):
    def fit(z, y):
        z = np.ascontiguousarray(z, float)
        found = _descents(z.tobytes(), z.shape, np.ascontiguousarray(y, np.int64).tobytes())
        return float(found[steps][variant])

    return fit


def _newton(kind, steps):
    """Newton steps from 1 without a safeguard."""
    def fit(z, y):
        z = np.asarray(z, float)
        z = z - z.max(axis=1, keepdims=True)
        z_y, x = z[np.arange(len(y)), y].mean(), 1.0
        with np.errstate(all="ignore"):
            for _ in range(steps):
                b = x if kind == "beta" else 1 / np.float64(x)
                o = softmax(b * z)
                mean = (o * z).sum(1)
                g, h = mean.mean() - z_y, ((o * z * z).sum(1) - mean**2).mean()
                x = x - g / h if kind == "beta" else x - (-g * b**2) / (h * b**4 + 2 * g * b**3)
        return float(1 / np.float64(x)) if kind == "beta" else float(x)

    return fit


def _simple_numbers():
    """Numbers that are said to be a temperature and need no search."""
    def conf(z):
        return softmax(np.asarray(z, float)).max(axis=1).mean()

    def right(z, y):
        return np.mean(np.argmax(z, axis=1) == y)

    rules = (("the mean of the logits", lambda z, y: np.mean(z)),
             ("the largest logit", lambda z, y: np.max(z)),
             ("the mean of the largest logits", lambda z, y: np.max(z, axis=1).mean()),
             ("the mean size of the logits", lambda z, y: np.abs(z).mean()),
             ("the variance of the logits", lambda z, y: np.var(z)),
             ("the spread of the logits", lambda z, y: np.std(z)),
             ("the spread of the logits", lambda z, y: np.std(z, axis=1).mean()),
             ("the spread of the logits", lambda z, y: np.std(z, ddof=1)),
             ("the mean logit of the labels", lambda z, y: z[np.arange(len(y)), y].mean()),
             ("the accuracy", right), ("the mean confidence", lambda z, y: conf(z)),
             ("confidence over accuracy", lambda z, y: conf(z) / max(right(z, y), 1e-12)),
             ("accuracy over confidence", lambda z, y: right(z, y) / conf(z)),
             ("the loss at temperature 1", lambda z, y: _nll_at(z, y, [1.0])[0]))
    return [Mistake("neighbour-formula/spread-of-logits" if "spread" in name
                    else "neighbour-formula/no-search",
                    lambda z, y, rule=rule: float(rule(np.asarray(z, float), np.asarray(y))),
                    f"this is {name}, not the temperature with the lowest loss",
                    "The labels decide how sharp to be: search for the lowest loss.")
            for name, rule in rules]


def _on_grid(at, make, low=1e-6, high=1e6):
    """The best point of a grid for another loss: one of the two beside its minimiser."""
    free, grid = _free(at), functools.cache(make)

    def fit(z, y):
        taus = grid()
        i = int(np.searchsorted(taus, free(z, y)))
        near = taus[max(i - 1, 0):i + 1]
        return float(near[np.argmin(at(z, y, near))])

    return fit


def _uphill(low, high):
    """Steps in the wrong direction end at the far end of the search."""
    return lambda z, y: low if _tau_of(z, y) > 1 else high


def _fit_slips():
    """Further wrong temperatures: other losses on grids, other rows, other directions."""
    grids = [lambda a=a, b=b, n=n: np.geomspace(a, b, n) for a, b, n in (
        (0.01, 2000, 500), (0.01, 2000, 600), (0.01, 2000, 1000), (0.01, 2000, 1500),
        (0.01, 2000, 2000), (0.005, 4000, 1500), (1e-3, 1e4, 1000), (1e-3, 1e4, 2000))]
    losses = (
        (_brier_at, "neighbour-formula/fits-brier", "the Brier score is minimised",
         "Minimise the mean cross-entropy."),
        (_error_at, "neighbour-formula/fits-probability",
         "the mean probability of the true label is maximised",
         "Minimise the mean of −log probability."),
        (_gap_at, "neighbour-formula/fits-gap",
         "the mean confidence is made equal to the accuracy", "Minimise the mean cross-entropy."),
        (_axis_at, "axis/softmax-over-rows", "the softmax runs over the rows of the batch",
         "Each row of logits is one distribution: the last axis."))
    entries = [Mistake(name, _on_grid(at, make), what, where)
               for at, name, what, where in losses for make in grids]
    entries += [Mistake("sign/highest-loss", _uphill(low, high),
                        "the loss is made as high as possible, up to an end of the search",
                        "Minimise: argmin, or subtract the slope in every step.")
                for low, high in (*ENDS[:8], (math.exp(-5), math.exp(8)),
                                  (math.exp(-5), math.exp(5)), (math.exp(-10), math.exp(10)))]
    entries += [Mistake("sign/highest-loss", lambda z, y, ends=ends: 1 / float(
        ends[int(np.argmax(_nll_at(z, y, ends)))]),
                        "1/tau of the temperature with the highest loss is taken",
                        "Minimise, and return tau itself.")
                for ends in ENDS if ends[0] >= 0.01 and ends[0] * ends[1] != 1]
    entries += [Mistake("ignored-argument/own-predictions", _cut(_towards(
        lambda T, z: np.eye(T.shape[1])[z.argmax(1)]), low, high),
                        "the model's own predictions are taken as labels",
                        "Use the labels y, counted from 0.")
                for low, high in ((1e-4, 1e5), (1e-5, 1e4), (1e-4, 1e4))]
    entries += [Mistake(name, _cut(_towards(lambda T, z: T, pick), 1e-4, 1e5), what, where)
                for name, pick, what, where in (
                    ("neighbour-formula/every-second-row", np.s_[::2],
                     "every second row is left out", "Average the loss over all rows."),
                    ("neighbour-formula/half-of-the-rows", np.s_[1::2],
                     "every second row is left out", "Average the loss over all rows."))]
    return entries + [
        Mistake("neighbour-formula/scaled-logits", lambda z, y: _free_tau(
            z / np.linalg.norm(z, axis=1, keepdims=True), y),
                "each row of logits is scaled to length 1 first",
                "Take the logits as they are: their length says how sure the model is."),
    ]


def _free_tau(z, y):
    return _cut(_towards(lambda T, z: T), 1e-4, 1e5)(z, y)


def _fit_mistakes():
    labels = "Use the labels y, counted from 0."
    whole = [Mistake("neighbour-formula/inverse-temperature", _changed(lambda t: 1 / t),
                     "this is 1/tau, the inverse temperature",
                     "The logits are divided by tau: softmax(z / tau).")]
    whole += [Mistake("neighbour-formula/inverse-temperature",
                      _changed(lambda t, a=a, b=b: float(np.clip(1 / t, a, b))),
                      "this is 1/tau, the inverse temperature, within the ends of a search",
                      "The logits are divided by tau: softmax(z / tau).") for a, b in ENDS[:5]]
    for rule, name in ((np.log, "the logarithm of tau"), (np.log10, "the logarithm of tau"),
                       (np.log2, "the logarithm of tau"),
                       (lambda t: -np.log(t), "minus the logarithm of tau")):
        whole.append(Mistake("neighbour-formula/log-temperature", _changed(rule),
                             f"this is {name}", "Take the exponential before returning."))
    for rule, name in ((np.square, "the square of tau"), (np.sqrt, "the root of tau"),
                       (lambda t: t**-0.5, "one over the root of tau"),
                       (lambda t: t**-2.0, "one over the square of tau"),
                       (np.exp, "the exponential of tau")):
        whole.append(Mistake("neighbour-formula/power-of-temperature", _changed(_finite(rule)),
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
        free = _free(at)
        whole += [Mistake(name, _cut(free, low, high), what, where) for low, high in ENDS[:3]]
    for free, name, what, where in (
        (_towards(lambda T, z: np.roll(T, -1, axis=1)), "off-by-one/labels-from-one",
         "the labels are counted from 1: y − 1 picks the column", "Labels start at 0."),
        (_towards(lambda T, z: np.roll(T, 1, axis=1)), "off-by-one/labels-from-one",
         "each label is taken for the next one: y + 1 picks the column", "Labels start at 0."),
        (_towards(lambda T, z: np.eye(T.shape[1])[np.maximum(T.argmax(1) - 1, 0)]),
         "off-by-one/labels-from-one", "the labels are counted from 1", "Labels start at 0."),
        (_towards(lambda T, z: np.eye(T.shape[1])[
            np.minimum(T.argmax(1) + 1, T.shape[1] - 1)]),
         "off-by-one/labels-from-one", "each label is taken for the next one",
         "Labels start at 0."),
        (_towards(lambda T, z: np.broadcast_to(T.mean(axis=0), T.shape)), "axis/all-pairs",
         "every row is compared with the labels of all rows",
         "Pick one entry per row: log_p[np.arange(len(y)), y]."),
        (_towards(lambda T, z: T[::-1]), "neighbour-formula/labels-of-other-rows",
         "the rows are compared with the labels in reversed order", labels),
        (_towards(lambda T, z: np.roll(T, 1, axis=0)), "neighbour-formula/labels-of-other-rows",
         "each row is compared with the label of another row", labels),
        (_towards(lambda T, z: np.eye(T.shape[1])[np.sort(T.argmax(1))]),
         "neighbour-formula/labels-of-other-rows", "the labels are sorted", labels),
        (_towards(lambda T, z: T, np.s_[:-1]), "off-by-one/row-left-out",
         "the last row is left out", "`range(n)` already stops before n."),
        (_towards(lambda T, z: T, np.s_[1:]), "off-by-one/row-left-out",
         "the first row is left out", "Rows are counted from 0."),
        (_towards(lambda T, z: T, np.s_[:1]), "omitted-term/first-row-only",
         "only the first row is fitted", "Average the loss over all rows."),
        (_towards(lambda T, z: T, np.s_[-1:]), "omitted-term/first-row-only",
         "only the last row is fitted", "Average the loss over all rows: += and not =."),
        (_towards(lambda T, z: 0.9 * T + 0.1 / T.shape[1]), "neighbour-formula/smoothed-labels",
         "the labels are smoothed", "Take the labels as they are."),
    ):
        whole += [Mistake(name, _cut(free, low, high), what, where)
                  for low, high in (ENDS[:6] if "labels-from-one" in name else ENDS[:2])]
    whole += [
        *(Mistake("sign/highest-loss", lambda z, y, ends=ends: float(
            ends[int(np.argmax(_nll_at(z, y, ends)))]),
                  "the temperature with the highest loss is taken", "Minimise: argmin.")
          for ends in ENDS if ends[0] >= 0.01),
        Mistake("ignored-argument/always-one", lambda z, y: 1.0,
                "the temperature is 1 whatever the data", "Search for the lowest loss."),
        Mistake("neighbour-formula/minimum-loss",
                lambda z, y: float(_nll_at(z, y, [_tau_of(z, y)])[0]),
                "this is the lowest loss, not the temperature that reaches it",
                "Return the argument of the minimum."),
        Mistake("neighbour-formula/minimum-loss",
                lambda z, y: float(np.exp(-_nll_at(z, y, [_tau_of(z, y)])[0])),
                "this is the probability at the lowest loss, not the temperature",
                "Return the argument of the minimum."),
        Mistake("neighbour-formula/inverse-temperature",
                _changed(lambda t: 1 + 1 / t), "1/tau is returned, moved by 1",
                "The logits are divided by tau: softmax(z / tau)."),
        Mistake("shape/several-results",
                lambda z, y: (_tau_of(z, y), float(_nll_at(z, y, [_tau_of(z, y)])[0])),
                "temperature and loss come back", "Return one number, tau."),
        Mistake("shape/several-results",
                lambda z, y: (float(_nll_at(z, y, [_tau_of(z, y)])[0]), _tau_of(z, y)),
                "loss and temperature come back", "Return one number, tau."),
        Mistake("shape/scaled-logits", lambda z, y: np.asarray(z, float) / _tau_of(z, y),
                "the scaled logits come back", "Return one number, tau."),
        Mistake("shape/scaled-logits", lambda z, y: softmax(
            np.asarray(z, float) / _tau_of(z, y)),
                "the calibrated probabilities come back", "Return one number, tau."),
        Mistake("axis/one-temperature-per-row",
                lambda z, y: np.full(len(y), _tau_of(z, y)),
                "one temperature per row comes back", "Return one number, tau."),
    ]
    for scale, what in ((lambda z: z.std(), "divided by their spread"),
                        (lambda z: np.abs(z).max(), "divided by the largest of them"),
                        (lambda z: z.max(), "divided by the largest of them"),
                        (lambda z: (z - z.max(1, keepdims=True)).std(),
                         "shifted, and divided by their spread"),
                        (lambda z: -(z - z.max(1, keepdims=True)).min(),
                         "shifted, and divided by the largest of them")):
        whole.append(Mistake(
            "neighbour-formula/scaled-logits",
            lambda z, y, scale=scale: _tau_of(z, y) / float(scale(np.asarray(z, float))),
            f"the logits are {what} first, and the temperature is that of the scaled logits",
            "Undo the scaling before you return: multiply tau by the scale."))
    for rule, how in ((round, "rounded to a whole number"), (math.floor, "rounded down"),
                      (math.ceil, "rounded up"), (lambda t: max(1, int(t)), "rounded down"),
                      (lambda t: max(1, round(t)), "rounded to a whole number")):
        whole.append(Mistake("integer/rounded", _changed(rule), f"the temperature is {how}",
                             "Return all its digits."))
    whole += [Mistake("integer/rounded", _changed(lambda t, n=n: round(t, n)),
                      "the temperature is rounded", "Return all its digits.") for n in (1, 2, 3)]
    whole += [Mistake("ignored-argument/one-end-of-the-search", lambda z, y, c=c: c,
                      f"the temperature is {c:g} whatever the data",
                      "Is it an end of your search? Minimise the mean cross-entropy against y: "
                      "the accuracy is the same at every tau, and the model's own predictions "
                      "ask for ever smaller ones.")
              for c in CONSTANTS]
    whole += [Mistake("ignored-argument/own-predictions", _still_zero(rule),
                      "the model's own predictions are taken as labels", labels)
              for rule in (36.7, 745.13, 708.4)]
    whole += [Mistake("unstable/search-range", _clipped(low or 0.0, high or np.inf),
                      "the search never goes " + " or ".join(
                          f"{word} {end:g}" for word, end in (("below", low), ("above", high))
                          if end), FINE)
              for low, high in (*itertools.product(LOWS, HIGHS), *OTHER_ENDS) if low or high]
    whole += [Mistake("unstable/search-range", _clipped(math.exp(-k), math.exp(k)),
                      f"the search never leaves {math.exp(-k):.3g} to {math.exp(k):.3g}", FINE)
              for k in (2, 3, 4, 5, 6)]
    whole += [Mistake("unstable/coarse-grid", _best_of(make),
                      f"the answer is always one of {n} grid points", FINE)
              for n, make in _grids()]
    whole += [Mistake("unstable/no-shift", _naive_best(low, high, only_labels),
                      "the exponential overflows for large logits or shifted rows",
                      "Subtract each row's largest logit first.")
              for low, high in ((0.01, 1e4), (1e-3, 1e4), (0.1, 1e4), (0.5, 5), (0.1, 10),
                                (0.01, 100), (0.05, 20), (0.01, 10), (0.1, 100), (1e-3, 1e3),
                                (0.01, 1e3), (0.01, 2e3), (1e-3, 1e5))
              for only_labels in (False, True)]
    whole += _simple_numbers()
    whole += _fit_slips()
    whole += [Mistake("unstable/plain-steps", _after(n, i),
                      f"{n} plain gradient steps from temperature 1 do not reach the minimum",
                      "One step length does not fit temperatures of 0.01 and of 2000. " + FINE)
              for n in STEPS for i in range(len(VARIANTS))]
    whole += [Mistake("unstable/plain-steps", _newton(kind, n),
                      f"{n} Newton steps from 1, without a safeguard, do not always arrive",
                      "Keep the steps inside an interval that holds the minimum. " + FINE)
              for kind in ("tau", "beta") for n in (5, 10, 20, 50, 100)]
    return tuple(whole)


def _finite(rule):
    def quiet(t):
        with np.errstate(all="ignore"):
            return float(rule(t))

    return quiet


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
        Case((_dyadic(rng, 8, 3), np.array([[3.0, -1.5, 4.0], [2.0, 5.0, -2.5],
                                            [1.5, 2.5, 2.0], [-1.0, 4.0, 3.0]])),
             "costs and gains everywhere", sizes={"t": 8, "m": 3, "k": 4}),
        Case((np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0], [0.25, 0.5, 0.25]]),
              np.array([[0.5, 2.0, 9.0], [3.0, 0.25, 2.0], [1.0, 4.0, 0.75]])),
             "rows that are certain", sizes={"t": 4, "m": 3, "k": 3}),
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


def _square_product(P, C):
    return P @ C if C.shape[0] == C.shape[1] else P @ C.T


def _loop_transposed(P, C):
    """C[j, i] where C[i, j] is meant, one number at a time."""
    k, m = C.shape
    return np.array([np.argmin([sum(C[j, i] * p[j] for j in range(m)) for i in range(k)])
                     for p in P])


def _ties_last(costs):
    return lambda P, C: _last_argmin(costs(P, C))


def _ties_by_probability(P, C):
    """On a tie the decision with the larger P wins."""
    out = []
    for p, costs in zip(P, P @ C.T, strict=True):
        tied = np.flatnonzero(costs == costs.min())
        out.append(max(tied, key=lambda i, p=p: p[i] if i < len(p) else -1))
    return np.array(out)


def _padded_costs(value):
    def decide(P, C):
        table = np.full((len(P), max(C.shape)), value)
        table[:, :len(C)] = P @ C.T
        return table.argmin(axis=1)

    return decide


def _clipped_table(P, C):
    """np.zeros_like(P) filled column by column: a reject row does not fit in."""
    table = np.zeros(P.shape)
    for i in range(len(C)):
        table[:, i] = P @ C[i]
    return table.argmin(axis=1)


def _range_m(P, C):
    t, m = P.shape
    costs = [[sum(C[i, j] * P[n, j] for j in range(m)) for i in range(m)] for n in range(t)]
    return np.argmin(costs, axis=1)


def _cost_slips():
    """Further wrong decisions: id, what, where, the function."""
    expect = "Expected cost of decision i: the sum over j of C[i, j] P[n, j]."
    count = "Every row of P gets a decision: range(n) starts at 0 and stops before n."

    def right(P, C):
        return (P @ C.T).argmin(axis=1)

    def terms(P, C):
        return C[None] * P[:, None]

    def rows(keep):
        return lambda P, C: right(P, C) * keep(np.arange(len(P)), len(P) - 1)

    def sign_of(P, C):
        return np.where(P.max(axis=1) > 0.5, P.argmax(axis=1), right(P, C))

    rules = (
        ("integer/truncated", "the probabilities have lost their digits after the point",
         "No int() and no integer array.", lambda P, C: (np.trunc(P) @ C.T).argmin(axis=1)),
        ("missing-return/first-row-only", "only the first row of P is decided",
         "Does the `return` stand inside the loop?", lambda P, C: right(P, C)[:1]),
        ("missing-return/first-row-only", "only the first row of P is decided, the others get 0",
         "Does the `return` stand inside the loop?", rows(lambda i, end: i == 0)),
        ("missing-return/last-row-only", "only the last row of P is decided",
         "Collect the decisions: each turn of the loop overwrites the one before.",
         lambda P, C: right(P, C)[-1:]),
        ("missing-return/last-row-only", "only the last row of P is decided",
         "Collect the decisions: each turn of the loop overwrites the one before.",
         lambda P, C: right(P, C)[-1]),
        ("missing-return/last-row-only", "only the last row of P is decided, the others get 0",
         "Make the zeros before the loop, not in it.", rows(lambda i, end: i == end)),
        ("off-by-one/row-left-out", "the last row of P is left out", count,
         lambda P, C: right(P, C)[:-1]),
        ("off-by-one/row-left-out", "the last row of P gets 0", count,
         rows(lambda i, end: i < end)),
        ("off-by-one/row-left-out", "the first row of P is left out", count,
         lambda P, C: right(P, C)[1:]),
        ("off-by-one/row-left-out", "the first row of P gets 0", count, rows(lambda i, end: i > 0)),
        ("off-by-one/class-left-out", "one true class is left out of the sum",
         "Sum over all m classes, column 0 to column m − 1.",
         lambda P, C: (P[:, 1:-1] @ C[:, 1:-1].T).argmin(axis=1)
         if P.shape[1] > 2 else (P[:, 1:] @ C[:, 1:].T).argmin(axis=1)),
        ("omitted-term/first-class-only", "only true class 0 is charged", expect,
         lambda P, C: (P[:, :1] @ C[:, :1].T).argmin(axis=1)),
        ("omitted-term/first-class-only", "only the last true class is charged", expect,
         lambda P, C: (P[:, -1:] @ C[:, -1:].T).argmin(axis=1)),
        ("duplicates/different-decisions", "each different decision comes once, sorted",
         "One decision per row of P, in order.", lambda P, C: np.unique(right(P, C))),
        ("duplicates/different-decisions", "equal decisions that follow each other come once",
         "One decision per row of P, in order.", lambda P, C: right(P, C)[
             np.append(True, np.diff(right(P, C)) != 0)]),
        ("neighbour-formula/sorted", "the decisions are sorted", "Keep the order of the rows.",
         lambda P, C: np.sort(right(P, C))),
        ("neighbour-formula/reversed", "the decisions come in reversed order",
         "Keep the order of the rows.", lambda P, C: right(P, C)[::-1]),
        ("neighbour-formula/smallest-term", "only the smallest term of each sum counts", expect,
         lambda P, C: terms(P, C).min(axis=2).argmin(axis=1)),
        ("neighbour-formula/median-term", "the median of the terms stands for their sum", expect,
         lambda P, C: np.median(terms(P, C), axis=2).argmin(axis=1)),
        ("neighbour-formula/product", "the terms are multiplied, not added", expect,
         lambda P, C: terms(P, C).prod(axis=2).argmin(axis=1)),
        *(("neighbour-formula/divided", what, expect, _quiet_division(rule)) for what, rule in (
            ("probabilities are divided by costs", lambda P, C: (P[:, None] / C[None]).sum(2)),
            ("probabilities are divided by costs", lambda P, C: (P[:, None] / (
                C[None] + 1e-9)).sum(2)),
            ("costs are divided by probabilities", lambda P, C: (C[None] / P[:, None]).sum(2)),
            ("costs are divided by probabilities", lambda P, C: (C[None] / (
                P[:, None] + 1e-9)).sum(2)),
            ("probabilities are divided by costs, and the largest quotient wins",
             lambda P, C: -(P[:, None] / (C[None] + 1e-9)).sum(2)),
            ("probabilities are divided by costs, and the largest quotient wins",
             lambda P, C: -(P[:, None] / C[None]).sum(2)))),
        ("neighbour-formula/cost-minus-probability", "probabilities are subtracted from costs",
         "Multiply: " + expect, lambda P, C: (P[:, None] - C[None]).sum(2).argmin(axis=1)),
        *(("neighbour-formula/risk-per-own-class", "the probability of class i is multiplied by a "
           "cost of decision i", expect, rule) for rule in (
               lambda P, C: ((1 - P) * C.sum(axis=1)).argmin(axis=1),
               lambda P, C: ((1 - P) * C.sum(axis=0)).argmin(axis=1),
               lambda P, C: ((1 - P) * C.max(axis=1)).argmin(axis=1),
               lambda P, C: (P * C.max(axis=1)).argmin(axis=1))),
        ("omitted-term/gains", "gains count as 0: negative costs are cut off",
         "A negative cost is a gain: keep it.",
         lambda P, C: (P @ np.maximum(C, 0).T).argmin(axis=1)),
        ("neighbour-formula/root-of-costs", "roots of the costs are used",
         "Weigh the costs as they are.", _quiet_division(
             lambda P, C: P @ np.sqrt(np.abs(C)).T)),
        ("neighbour-formula/hard-probabilities", "the likeliest class counts as certain", expect,
         lambda P, C: ((P == P.max(axis=1, keepdims=True)) @ C.T).argmin(axis=1)),
        ("neighbour-formula/sure-rows-by-probability",
         "the costs decide only where no class is above ½",
         "Also a likely class can be the expensive one to name: weigh always.", sign_of),
        ("neighbour-formula/free-decision", "a decision that costs nothing for the likeliest "
         "class is taken", expect, lambda P, C: (C[:, P.argmax(axis=1)] == 0).argmax(axis=0)),
        ("shape/several-results", "decisions and their costs come back", "Return the decisions.",
         lambda P, C: (right(P, C), (P @ C.T).min(axis=1))),
        ("shape/several-results", "costs and decisions come back", "Return the decisions.",
         lambda P, C: ((P @ C.T).min(axis=1), right(P, C))),
        ("shape/ranking", "all decisions come back, cheapest first", "Return the cheapest.",
         lambda P, C: np.argsort(P @ C.T, axis=1, kind="stable")),
        ("shape/yes-or-no", "the result says only whether the decision is not 0",
         "Return the row number.", lambda P, C: right(P, C) > 0),
        ("omitted-term/not-decided", "the cost table of each row comes back, not summed",
         "Sum over the true classes, then argmin.", terms),
    )
    return [Mistake(id, wrong, what, where) for id, what, where, wrong in rules]


def _quiet_division(table):
    """The cheapest column of a table that may divide by 0."""
    def decide(P, C):
        with np.errstate(all="ignore"):
            return table(P, C).argmin(axis=1)

    return decide


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
        *(Mistake("transpose/costs-and-argmax", wrong,
                  "the costs are read as gains, with rows and columns exchanged: argmax of P C",
                  "Rows of C are decisions, and costs want argmin: (P @ C.T).argmin(axis=1).")
          for wrong in (lambda P, C: (P @ C).argmax(axis=1),
                        lambda P, C: _square_product(P, C).argmax(axis=1),
                        lambda P, C: (C.T @ P.T).argmax(axis=0))),
        *(Mistake("transpose/costs", wrong,
                  "the cost matrix is read the other way round, and the decisions are counted "
                  "from 1",
                  "Rows of C are decisions, columns true classes; both are counted from 0.")
          for wrong in (lambda P, C: (P @ C).argmin(axis=1) + 1,
                        lambda P, C: _square_product(P, C).argmin(axis=1) + 1)),
        *(Mistake("transpose/costs", wrong,
                  "the cost matrix is read the other way round",
                  "Rows of C are decisions, columns true classes: sum over j of C[i, j] P[n, j].")
          for wrong in (_loop_transposed, _ties_last(lambda P, C: P @ C),
                        _ties_last(lambda P, C: _square_product(P, C)),
                        lambda P, C: (P @ C)[:, :len(C)].argmin(axis=1))),
        *(Mistake("sign/argmax", wrong,
                  "the decision with the highest expected cost is taken", "Costs want argmin.")
          for wrong in (_costs(lambda E, P, C: E.argmax(axis=1) + 1),
                        _costs(lambda E, P, C: (-E).argmin(axis=1)),
                        _costs(lambda E, P, C: np.argsort(E, axis=1)[:, -1]))),
        Mistake("sign/argmax", _costs(lambda E, P, C: E.argmax(axis=1)),
                "the decision with the highest expected cost is taken", "Costs want argmin."),
        *(Mistake("neighbour-formula/scaled-costs", wrong,
                  "the costs are scaled by row or column before they are weighed",
                  "Weigh the costs as they are: sum over j of C[i, j] P[n, j].")
          for wrong in (lambda P, C: (P @ (C / C.sum(axis=1, keepdims=True)).T).argmin(axis=1),
                        lambda P, C: (P @ (C / C.sum(axis=0)).T).argmin(axis=1),
                        lambda P, C: (P @ (C / C.max(axis=0)).T).argmin(axis=1),
                        lambda P, C: (P @ (C / C.max(axis=1, keepdims=True)).T).argmin(axis=1))),
        *(Mistake("off-by-one/decision-left-out", wrong, "one row of C is left out",
                  "All k decisions are candidates, row 0 to row k − 1.")
          for wrong in (lambda P, C: (P @ C[:-1].T).argmin(axis=1),
                        lambda P, C: (P @ C[1:].T).argmin(axis=1) + 1,
                        lambda P, C: (P @ C[1:].T).argmin(axis=1))),
        *(Mistake("off-by-one/class-left-out", wrong, "one true class is left out of the sum",
                  "Sum over all m classes, column 0 to column m − 1.")
          for wrong in (lambda P, C: (P[:, :-1] @ C[:, :-1].T).argmin(axis=1),
                        lambda P, C: (P[:, 1:] @ C[:, 1:].T).argmin(axis=1))),
        Mistake("convention/ties-highest", _costs(lambda E, P, C: _last_argmin(E) + 1),
                "on a tie the highest row wins, and the rows are counted from 1",
                "The lowest row number wins, and rows are counted from 0."),
        Mistake("axis/one-decision", _costs(lambda E, P, C: E[0].argmin()),
                "only the first row of P is decided", "argmin(axis=1): one per row."),
        Mistake("neighbour-formula/second-cheapest",
                _costs(lambda E, P, C: np.argsort(E, axis=1, kind="stable")[:, 1]),
                "the second cheapest decision is taken", "Index 0 of the sorted costs."),
        *(Mistake("shape/as-many-decisions-as-classes", wrong,
                  "the costs are filled into a table with a column per class: with fewer "
                  "decisions the rest counts as free",
                  "C (k x m) has k decisions: the table of costs is (t, k).")
          for wrong in (_padded_costs(0.0), _clipped_table)),
        *(Mistake("convention/ties-by-probability", wrong,
                  "on a tie the likelier class wins",
                  "That is another convention: here the lowest row number wins.")
          for wrong in (_ties_by_probability,)),
        *(Mistake("neighbour-formula/class-weights", wrong,
                  "each class is weighed by a sum of costs",
                  "Compute the expected cost of every decision: sum over j of C[i, j] P[n, j].")
          for wrong in (lambda P, C: (P * C.sum(axis=0)).argmax(axis=1),
                        lambda P, C: (P * C.sum(axis=1)).argmax(axis=1),
                        lambda P, C: (P * C.sum(axis=1)).argmin(axis=1),
                        lambda P, C: (P * C.max(axis=0)).argmax(axis=1),
                        lambda P, C: (P * C.mean(axis=0)).argmax(axis=1),
                        lambda P, C: (P / np.maximum(C.sum(axis=1), 1e-12)).argmax(axis=1))),
        *(Mistake("neighbour-formula/diagonal-only", wrong,
                  "only the costs on the diagonal count",
                  "Sum over all true classes j: C[i, j] P[n, j].")
          for wrong in (lambda P, C: (P * np.diag(C)).argmin(axis=1),
                        lambda P, C: (P[:, :len(C)] * np.diag(C)).argmin(axis=1),
                        lambda P, C: (P * np.diag(C)).argmax(axis=1))),
        Mistake("neighbour-formula/cost-of-likeliest",
                lambda P, C: C[P.argmax(axis=1)].argmin(axis=1),
                "the row of the likeliest class decides",
                "Sum over all classes: an unlikely one may be the expensive one."),
        Mistake("neighbour-formula/cost-of-likeliest",
                lambda P, C: C[:, P.argmax(axis=1)].argmax(axis=0),
                "only the likeliest class is charged, and the highest cost wins",
                "Sum over all classes, and take the argmin."),
        *(Mistake("integer/rounded", _costs(lambda E, P, C, n=n: np.round(E, n).argmin(axis=1)),
                  "the expected costs are rounded, which makes ties", "Keep the digits.")
          for n in (0, 1)),
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
        Mistake("ignored-argument/threshold-half", lambda P, C: (P[:, 1] > 0.5).astype(int),
                "class 1 is decided above ½", "The costs move the threshold."),
        Mistake("ignored-argument/threshold-half", lambda P, C: (P[:, 1] >= 0.5).astype(int),
                "class 1 is decided from ½ on", "The costs move the threshold."),
        Mistake("ignored-argument/fixed-threshold",
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
        Mistake("omitted-term/not-decided", _costs(lambda E, P, C: E),
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
        Mistake("shape/extra-rows",
                lambda P, C: (P @ C[:P.shape[1]].T).argmin(axis=1),
                "only as many decisions as classes are considered", "C may have more rows."),
        Mistake("shape/extra-rows", _range_m,
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
        Mistake("sign/absolute-costs",
                lambda P, C: (P @ np.abs(C).T).argmin(axis=1),
                "absolute values of the costs are used", "A negative cost is a gain."),
        *_cost_slips(),
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


def _raw(n, a):
    """(n + 1)(1 − alpha), free of the last binary digit."""
    return round((n + 1) * (1 - a), 9)


RANKS = (  # (id, what, rank)
    ("off-by-one/n-not-n-plus-one", "the rank uses n, not n + 1",
     lambda n, a: math.ceil(round(n * (1 - a), 9))),
    ("off-by-one/n-not-n-plus-one", "the rank uses n − 1, not n + 1",
     lambda n, a: math.ceil(round((n - 1) * (1 - a), 9))),
    ("off-by-one/floor", "the rank is rounded down", lambda n, a: math.floor(_raw(n, a))),
    ("off-by-one/floor", "the rank is rounded down, and from n",
     lambda n, a: math.floor(round(n * (1 - a), 9))),
    ("off-by-one/rounded", "the rank is rounded to the nearest", lambda n, a: round(_raw(n, a))),
    ("off-by-one/rounded", "the rank is rounded to the nearest, from n",
     lambda n, a: round(round(n * (1 - a), 9))),
    ("off-by-one/int-plus-one", "the rank is one too high where (n + 1)(1 − alpha) is whole",
     lambda n, a: math.floor(_raw(n, a)) + 1),
    ("off-by-one/n-not-n-plus-one", "the rank uses n, not n + 1",
     lambda n, a: math.floor(round(n * (1 - a), 9)) + 1),
    ("off-by-one/index", "the score one rank too high is taken", lambda n, a: _rank(n, a) + 1),
    ("off-by-one/index-low", "the score one rank too low is taken",
     lambda n, a: _rank(n, a) - 1),
    ("neighbour-formula/alpha-quantile", "alpha stands where 1 − alpha belongs",
     lambda n, a: math.ceil(round((n + 1) * a, 9))),
    ("neighbour-formula/alpha-quantile", "alpha stands where 1 − alpha belongs, with n",
     lambda n, a: math.ceil(round(n * a, 9))),
    ("neighbour-formula/alpha-quantile", "the threshold lies at the wrong end of "
     "the scores: alpha is taken for 1 − alpha, or the order is turned round",
     lambda n, a: math.floor(round((n + 1) * a, 9))),
    ("neighbour-formula/half-alpha", "alpha / 2 stands where alpha belongs",
     lambda n, a: math.ceil(round((n + 1) * (1 - a / 2), 9))),
    ("off-by-one/n-plus-two", "the rank uses n + 2, not n + 1",
     lambda n, a: math.ceil(round((n + 2) * (1 - a), 9))),
    ("neighbour-formula/divided-level", "(n + 1)(1 − alpha) is divided by n before it is a rank",
     lambda n, a: math.ceil(round(_raw(n, a) / n * (n + 1), 9))),
)


def _no_such(s, r):
    """Python's own index r − 1 of the sorted scores: too high is an error, −1 is the last."""
    return np.sort(s)[r - 1]


def _all_or_clipped(s, r):
    return np.inf if r > len(s) else np.sort(s)[max(r, 1) - 1]


def _none_beyond(s, r):
    return -np.inf if r > len(s) else np.sort(s)[max(r, 1) - 1]


def _nearest_rank(s, r):
    """A rank beyond n becomes n."""
    return np.sort(s)[np.clip(r, 1, len(s)) - 1]


def _rank_dresses():
    """Every wrong rank with every way to go beyond n, with ≤ and with <."""
    LEVEL = "r = ceil((n + 1)(1 − alpha)), and the r-th smallest score."
    entries = []
    for at in (_all_or_clipped, _nearest_rank, _no_such, _none_beyond):
        for name, what, rank in RANKS:
            entries.append((name, _conf(rank=rank, at=at), what, LEVEL))
            entries.append((name, _conf(rank=rank, at=at, keep=lambda s, q: s < q),
                            f"{what}, and a label at the threshold is left out",
                            LEVEL + " A score equal to q belongs to the set: use <=."))
        entries.append(("convention/strict", _conf(at=at, keep=lambda s, q: s < q),
                        "a label exactly at the threshold is left out",
                        "A score equal to q is still as good as the r-th calibration row: "
                        "use <=."))
        entries.append(("sign/complement", _conf(at=at, keep=lambda s, q: s > q),
                        "the labels outside the set are marked",
                        "A label is in when its score is at most q."))
    return entries


def _score_dresses():
    """Other scores, with every way to compare and to go beyond n."""
    SCORE = "The score is 1 − P_cal[i, y_cal[i]]: large where the true label fits badly."

    def of_true(P, y):
        return P[np.arange(len(y)), y]

    entries = []
    tests = (lambda s, q: s <= q, lambda s, q: s < q, lambda s, q: s >= q, lambda s, q: s > q)
    beyond = (_all_or_clipped, _nearest_rank, _no_such, _none_beyond)
    for at, keep in itertools.product(beyond, tests[:2]):
        entries.append(("neighbour-formula/score-is-probability",
                        _conf(score=of_true, test=lambda P: P, at=at, keep=keep),
                        "the score is the probability itself", SCORE))
    for at, keep in itertools.product(beyond, tests):
        entries += [
            ("neighbour-formula/score-is-probability", _conf(test=lambda P: P, at=at, keep=keep),
             "the probability of a test label is compared with a score",
             "The test score is 1 − P_test too."),
            ("neighbour-formula/largest-probability",
             _conf(score=lambda P, y: 1 - P.max(axis=1), at=at, keep=keep),
             "the calibration scores use the largest probability", SCORE)]

    def forced(at, keep):
        def sets(P, y, Q, a):
            out = _conf(at=at, keep=keep)(P, y, Q, a)
            out[np.arange(len(Q)), Q.argmax(axis=1)] = True
            return out

        return sets

    return entries + [("convention/never-empty", forced(at, keep),
                       "the likeliest label is always added",
                       "That is another convention: a set may be empty.")
                      for at, keep in itertools.product(beyond[:2], tests[:2])]


def _unique_dresses():
    """Scores that occur several times are counted once."""
    def at(beyond):
        def q(s, r, n=None):
            u = np.unique(s)
            return beyond(u, r, len(s))

        return q

    ways = (lambda u, r, n: np.inf if r > n else u[min(r, len(u)) - 1],
            lambda u, r, n: np.inf if r > len(u) else u[r - 1],
            lambda u, r, n: u[min(r, len(u)) - 1],
            lambda u, r, n: u[r - 1])
    entries = [("duplicates/equal-scores-once", _conf(at=at(way)),
                "scores that occur several times are counted once",
                "Sort all n scores; equal ones keep their places.") for way in ways]

    def own_n(P, y, Q, a):
        u = np.unique(_true_scores(P, y))
        return 1 - Q <= _at_rank(u, _rank(len(u), a))

    return [*entries, ("duplicates/equal-scores-once", own_n,
                       "scores that occur several times are counted once",
                       "Sort all n scores; equal ones keep their places.")]


def _label_dresses():
    """The right sets, as lists of labels."""
    def inside(P, y, Q, a):
        return [np.flatnonzero(row) for row in metrics.conformal_prediction_set(P, y, Q, a)]

    forms = (lambda sets: [set(s.tolist()) for s in sets],
             lambda sets: [s.tolist() for s in sets],
             lambda sets: {i: s.tolist() for i, s in enumerate(sets)},
             lambda sets: {i: set(s.tolist()) for i, s in enumerate(sets)},
             lambda sets: [(i, int(j)) for i, s in enumerate(sets) for j in s],
             lambda sets: np.concatenate(sets))
    entries = [("shape/lists-of-labels",
                lambda P, y, Q, a, form=form: form(inside(P, y, Q, a)),
                "lists of labels come back", "Return True or False for every label, (t, m).")
               for form in forms]
    return [*entries, ("shape/sets-and-threshold", lambda P, y, Q, a: (
        metrics.conformal_prediction_set(P, y, Q, a),
        _at_rank(_true_scores(P, y), _rank(len(y), a))),
        "more than the sets come back", "Return the boolean table only.")]


def _set_slips():
    """Further wrong sets: id, function, what, where."""
    score = "The score is 1 − P_cal[i, y_cal[i]]: large where the true label fits badly."
    every = "All n calibration rows count: range(n) starts at 0 and stops before n."
    level = "r = ceil((n + 1)(1 − alpha)), and the r-th smallest score."
    right = metrics.conformal_prediction_set

    def then(change):
        return lambda P, y, Q, a: change(right(P, y, Q, a))

    def rows(keep):
        return then(lambda s: s & keep(np.arange(len(s)), len(s) - 1)[:, None])

    def columns(keep):
        return then(lambda s: s & keep(np.arange(s.shape[1]), s.shape[1] - 1))

    def of_rows(pick):
        def sets(P, y, Q, a):
            return right(P[pick], y[pick], Q, a) if len(y[pick]) else np.ones(Q.shape, bool)

        return sets

    def pooled(at):
        def sets(P, y, Q, a):
            return 1 - Q <= at(np.sort(1 - P[:, y], axis=None), _rank(len(y), a), len(y))

        return sets

    def decided(P, y):
        return P.argmax(axis=1) == y

    def with_scores(change, test=lambda s: s):
        return _conf(score=lambda P, y: change(_true_scores(P, y)), test=lambda Q: test(1 - Q))

    fixed = ("ignored-argument/calibration", "Use the calibration rows.")
    return [
        *(("axis/all-pairs", pooled(at), "P_cal[:, y_cal] mixes rows and labels of others",
           "Pick one entry per row: P_cal[np.arange(n), y_cal].") for at in (
               lambda s, r, n: np.inf if r > n else s[r - 1],
               lambda s, r, n: s[min(r, n) - 1])),
        ("integer/truncated", with_scores(np.trunc),
         "the calibration scores have lost their digits after the point",
         "No int() and no integer array."),
        ("integer/truncated", with_scores(lambda s: s, np.trunc),
         "the test scores have lost their digits after the point",
         "No int() and no integer array."),
        ("integer/truncated", with_scores(np.trunc, np.trunc),
         "all scores have lost their digits after the point", "No int() and no integer array."),
        ("integer/rounded", with_scores(lambda s: np.round(s, 1)),
         "the calibration scores are rounded to one digit", "Keep the digits."),
        ("integer/rounded", with_scores(lambda s: np.round(s, 1), lambda s: np.round(s, 1)),
         "all scores are rounded to one digit", "Keep the digits."),
        *(("missing-return/first-row-only", wrong, "only the first test row gets a set",
           "Does the `return` stand inside the loop?")
          for wrong in (rows(lambda i, end: i == 0), then(lambda s: s[:1]), then(lambda s: s[0]))),
        *(("missing-return/last-row-only", wrong, "only the last test row gets a set",
           "Collect the rows: each turn of the loop overwrites the one before.")
          for wrong in (rows(lambda i, end: i == end), then(lambda s: s[-1:]),
                        then(lambda s: s[-1]))),
        *(("off-by-one/test-row-left-out", wrong, "one test row is left out",
           "All t test rows get a set: range(t) starts at 0 and stops before t.")
          for wrong in (rows(lambda i, end: i < end), rows(lambda i, end: i > 0),
                        then(lambda s: s[:-1]), then(lambda s: s[1:]))),
        *(("off-by-one/label-left-out", wrong, "one label is never in a set",
           "All m labels are candidates: range(m) starts at 0 and stops before m.")
          for wrong in (columns(lambda j, end: j < end), columns(lambda j, end: j > 0))),
        ("off-by-one/calibration-row-left-out", of_rows(np.s_[:-1]),
         "the last calibration row is left out", every),
        ("off-by-one/calibration-row-left-out", of_rows(np.s_[1:]),
         "the first calibration row is left out", every),
        *(("off-by-one/calibration-row-left-out", _conf(
            score=lambda P, y, pick=pick: _true_scores(P[pick], y[pick]), at=at),
           f"the {name} calibration row is left out of the scores", every)
          for name, pick in (("last", np.s_[:-1]), ("first", np.s_[1:]))
          for at in (lambda s, r: np.inf if r > len(s) else np.sort(s)[r - 1],
                     lambda s, r: np.inf if len(s) == 0 or r > len(s) + 1 else np.sort(s)[
                         min(r, len(s)) - 1])),
        ("missing-return/first-calibration-row", lambda P, y, Q, a: 1 - Q <= 1 - P[0, y[0]],
         "the first calibration row alone gives the threshold", level),
        ("missing-return/last-calibration-row", lambda P, y, Q, a: 1 - Q <= 1 - P[-1, y[-1]],
         "the last calibration row alone gives the threshold", level),
        ("neighbour-formula/smallest-score", _conf(at=lambda s, r: s.min()),
         "the smallest score is the threshold", level),
        ("neighbour-formula/median-score", _conf(at=lambda s, r: np.median(s)),
         "the median of the scores is the threshold", level),
        ("neighbour-formula/mean-score", _conf(at=lambda s, r: s.mean() + s.std()),
         "mean plus spread of the scores is the threshold", level),
        ("ignored-argument/labels", _conf(score=lambda P, y: 1 - P[:, 0]),
         "the calibration scores are those of label 0", score),
        ("ignored-argument/labels", _conf(score=lambda P, y: 1 - P[:, -1]),
         "the calibration scores are those of the last label", score),
        ("ignored-argument/labels", _conf(score=lambda P, y: P.min(axis=1)),
         "the calibration scores are the smallest probabilities", score),
        (fixed[0], lambda P, y, Q, a: np.ones(Q.shape, bool), "every label is in every set",
         fixed[1]),
        (fixed[0], lambda P, y, Q, a: np.zeros(Q.shape, bool), "every set is empty", fixed[1]),
        (fixed[0], lambda P, y, Q, a: np.eye(Q.shape[1], dtype=bool)[Q.argmax(axis=1)],
         "only the likeliest label is in the set", fixed[1]),
        *((fixed[0], lambda P, y, Q, a, test=test: test(Q, a),
           "a fixed threshold on the probability is used", fixed[1])
          for test in (lambda Q, a: Q > 0.5, lambda Q, a: Q >= 0.5,
                       lambda Q, a: 1 - Q <= a, lambda Q, a: 1 - Q < a)),
        (fixed[0], lambda P, y, Q, a: 1 - Q <= np.quantile(1 - Q, 1 - a),
         "the threshold is a quantile of the test scores", fixed[1]),
        (fixed[0], lambda P, y, Q, a: 1 - Q <= np.quantile(1 - Q, 1 - a, axis=1, keepdims=True),
         "each test row gets a quantile of its own scores as threshold", fixed[1]),
        (fixed[0], lambda P, y, Q, a: 1 - Q <= _rank(len(y), a) / len(y),
         "the level r / n itself is the threshold", "Take the r-th smallest score."),
        ("neighbour-formula/rank-of-entries", lambda P, y, Q, a: 1 - Q <= _at_rank(
            _true_scores(P, y), _rank(P.size, a)),
         "n counts the entries of P_cal", "n counts the calibration rows."),
        ("neighbour-formula/rank-of-entries", lambda P, y, Q, a: 1 - Q <= _at_rank(
            _true_scores(P, y), _rank(P.shape[1], a)),
         "n counts the classes", "n counts the calibration rows."),
        ("neighbour-formula/right-rows-only", lambda P, y, Q, a: of_rows(decided(P, y))(P, y, Q, a),
         "only calibration rows that the model gets right are used", every),
        ("neighbour-formula/right-rows-only", lambda P, y, Q, a: of_rows(~decided(P, y))(
            P, y, Q, a), "only calibration rows that the model gets wrong are used", every),
        ("neighbour-formula/squared-scores", with_scores(np.square),
         "the calibration scores are squared, the test scores are not", score),
        ("neighbour-formula/squared-scores", with_scores(np.sqrt),
         "the calibration scores are rooted, the test scores are not", score),
        ("off-by-one/labels-from-one", lambda P, y, Q, a: right(P, (y + 1) % P.shape[1], Q, a),
         "each label is taken for the next one", "Labels start at 0."),
        ("neighbour-formula/exactly-at-threshold", _conf(keep=lambda s, q: s == q),
         "only labels exactly at the threshold are in the set", "Use <=."),
        ("neighbour-formula/sorted-labels", lambda P, y, Q, a: np.take_along_axis(
            right(P, y, Q, a), np.argsort(-Q, axis=1, kind="stable"), axis=1),
         "the columns are sorted by probability", "Column j is label j."),
        ("shape/any-label", then(lambda s: s.any(axis=1)),
         "one yes or no per test row comes back", "Return True or False for every label, (t, m)."),
        ("shape/probabilities-left", lambda P, y, Q, a: Q[right(P, y, Q, a)],
         "the probabilities of the labels in the sets come back", "Return True or False."),
        ("neighbour-formula/threshold-out", lambda P, y, Q, a: _at_rank(
            _true_scores(P, y), _rank(len(y), a)),
         "the threshold comes back", "Compare 1 − P_test with it."),
        ("neighbour-formula/scores-out", lambda P, y, Q, a: 1 - Q,
         "the test scores come back", "Compare them with the threshold."),
    ]


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
         "the calibration scores are only 0 or 1: right or wrong, or rounded", SCORE),
        ("neighbour-formula/log-score", _conf(
            score=lambda P, y: -np.log(of_true(P, y)), test=lambda P: 1 - P),
         "calibration and test use different scores", SCORE),
        ("axis/all-pairs", _many_scores, "P_cal[:, y_cal] mixes rows and labels of others",
         "Pick one entry per row: P_cal[np.arange(n), y_cal]."),
        ("neighbour-formula/all-labels", _all_scores, "the scores of all labels are pooled",
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
        ("shape/sizes-only",
         lambda P, y, Q, a: metrics.conformal_prediction_set(P, y, Q, a).sum(axis=1),
         "the sizes of the sets come back", "Return True or False for every label."),
        ("axis/one-label",
         lambda P, y, Q, a: np.where(metrics.conformal_prediction_set(P, y, Q, a), Q, 0)
         .argmax(axis=1), "one label per row comes back",
         "Return True or False for every label."),
        ("neighbour-formula/probabilities-kept",
         lambda P, y, Q, a: np.where(metrics.conformal_prediction_set(P, y, Q, a), Q, 0),
         "the probabilities of the labels in the set come back", "Return True or False."),
        ("off-by-one/labels-from-one",
         lambda P, y, Q, a: metrics.conformal_prediction_set(P, (y - 1) % P.shape[1], Q, a),
         "the labels are counted from 1", "Labels start at 0."),
    ]
    entries += _rank_dresses()
    entries += _unique_dresses()
    entries += _score_dresses()
    entries += _label_dresses()
    entries += _set_slips()
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
        ("neighbour-formula/quantile-higher", lambda n, a: 1 - a, "higher"),
        ("off-by-one/index",
         lambda n, a: min(math.ceil(round((n + 1) * (1 - a), 9)) / n, 1), "higher"),
        ("off-by-one/index",
         lambda n, a: math.ceil(round((n + 1) * (1 - a), 9)) / n, "higher"),
        ("neighbour-formula/quantile-higher", lambda n, a: min((n + 1) * (1 - a) / n, 1), "higher"),
        ("neighbour-formula/quantile-lower", lambda n, a: 1 - a, "lower"),
        ("neighbour-formula/quantile-nearest", lambda n, a: 1 - a, "nearest"),
    ]
    said = {"neighbour-formula/interpolated-quantile": "np.quantile mixes two neighbouring scores",
            "off-by-one/index": "np.quantile with method 'higher' takes the rank above",
            "neighbour-formula/quantile-higher":
                "np.quantile with method 'higher' takes another rank",
            "neighbour-formula/quantile-lower":
                "np.quantile with method 'lower' takes another rank",
            "neighbour-formula/quantile-nearest":
                "np.quantile with method 'nearest' takes another rank"}
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
