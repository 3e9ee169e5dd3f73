"""7.2 reliability_bins: right answers, hints, and what students write instead of it."""

import numpy as np

from course_utils.maths import calibration
from misstep import Exercise

from .. import binning
from ..binning import *  # noqa: F403 - the bank's text uses its helpers


def loop(conf, correct, n_bins):
    sums = [[0.0, 0.0, 0] for _ in range(n_bins)]
    for c, k in zip(conf, correct, strict=True):
        row = sums[min(int(float(c) * n_bins), n_bins - 1)]
        row[0], row[1], row[2] = row[0] + float(c), row[1] + int(k), row[2] + 1
    return ([c / n if n else 0 for c, _, n in sums], [k / n if n else 0 for _, k, n in sums],
            [n for _, _, n in sums])


def by_histogram(conf, correct, n_bins):
    n, c, k = (np.histogram(conf, n_bins, (0, 1), weights=w)[0]
               for w in (None, conf, np.asarray(correct, float)))
    with np.errstate(all="ignore"):
        return np.nan_to_num(c / n), np.nan_to_num(k / n), n


BANK = """
reliability_bins(conf, correct, n_bins)
    like: binning
    o = (p, a, n)

shown: i, M, n, p, a
right: o = p.tolist(), a.tolist(), n * 1.0
right: o = np.array([p, a, n]) || [np.float32(p), a.tolist(), n]

off-by-one/index: predictions are counted one bin too high. np.digitize counts from 1.
    where needs: name digitize searchsorted
    i = np.minimum(i + 1, b - 1) || i + 1
    i = i + 1 && s = b + 1 || b + 2
    i = (c * b).astype(int) + 1 && s = b + 2
off-by-one/index-low: predictions are counted one bin too low. The bin of a confidence is floor(conf
        · n_bins).
    i = i - 1 || (i - 1) % b
convention/empty-bin: an empty bin gives a number other than 0. That is another convention: here an
        empty bin gives 0.
    p = np.where(n > 0, p, (np.arange(s) + 0.5) / b) || np.where(n > 0, p, np.arange(s) / b)
    a = np.where(n > 0, a, 1) || np.where(n > 0, a, 0.5)
    p = np.where(n > 0, p, -1) && a = np.where(n > 0, a, -1)
convention/results-swapped: the three results come in a different order. Return mean confidence,
        accuracy, count.
    o = (a, p, n) || (n, p, a) || (n, a, p) || (p, n, a) || (a, n, p)
shape/empty-bins-left-out: the arrays are too short where bins are empty. Return n_bins entries; an
        empty bin gives 0.
    o = (p[n > 0], a[n > 0], n[n > 0])
    s = i.max() + 1 && w = n
shape/one-row-per-bin: the function returns one row per bin. Return three arrays, each with one
        entry per bin.
    o = np.column_stack([p, a, n]) || np.column_stack([p, a, n])[n > 0].tolist()
shape/dictionary: the function returns a dictionary. Return three arrays, each with one entry per
        bin.
    o = {'mean_conf': p, 'accuracy': a, 'count': n}
omitted-term/results-missing: some of the three results are missing. Return mean confidence,
        accuracy and count.
    o = (p, n) || (a, n) || (p, a) || n || a || p || np.abs(a - p)
neighbour-formula/gap-only: a gap is returned as the accuracy. Return confidence, accuracy, count.
    a = p - a || a - p || np.abs(p - a)
neighbour-formula/other-count: the third result counts something else. Count all predictions in the
        bin, right or wrong.
    o = (p, a, a * n) || (p, a, n - a * n) || (p, a, np.cumsum(n)) || (p, a, (n > 0) * 1.0)
factor/count-as-fraction: the third result is the count times a factor. `count` is the number of
        predictions in the bin.
    o = (p, a, n / len(c)) || (p, a, n / len(c) * len(n)) || (p, a, n / 2)
integer/truncated: the means have lost their decimals. np.zeros(n, int) keeps only integers.
    o = (p.astype(int), a.astype(int), n)
"""

EXERCISE = Exercise(
    id="reliability_bins", title="Sort predictions into bins", notebook="07", number="7.2",
    signature="reliability_bins(conf, correct, n_bins)", lecture=("ALICE-4.3.4a",),
    minutes=15, difficulty=2, reference=calibration.reliability_bins, cases=binning.cases,
    parts=("mean_conf", "accuracy", "count"), bank=BANK,
    hints=("Which bin owns a confidence of exactly 1? And what is the mean of an empty bin?",
           "The bin of a confidence is floor(conf · n_bins), except for conf = 1. Sum inside "
           "each bin, then divide where something is inside.",
           "i = min(floor(conf · n_bins), n_bins − 1);  count = np.bincount(i, "
           "minlength=n_bins);  a sum per bin is np.bincount(i, weights, n_bins)."),
    formula="bin i: i/b ≤ conf < (i+1)/b (the last also 1); mean of conf, mean of correct, count",
    variation="cut the bins so that each holds the same number of predictions.",
    held={"n_bins": (10, 15, 20, 5)},
    right=(loop, by_histogram), awkward=loop,
    heads=("reliability_bins([0.2, 0.4, 0.9], [0, 1, 1], 2)",
           "reliability_bins([0.6, 0.6], [0, 1], 2)", "reliability_bins([0, 1], [1, 1], 2)",
           "reliability_bins([0, 0.2], [0, 1], 4)",
           "reliability_bins([0.5, 0.7, 0.5], [1, 1, 0], 2)"),
)
