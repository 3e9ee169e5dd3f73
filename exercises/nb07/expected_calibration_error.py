"""7.3 expected_calibration_error: right answers, hints, and what students write instead of it."""

import numpy as np

from course_utils.maths import calibration
from misstep import Case, Exercise

from .. import binning
from ..binning import *  # noqa: F403 - the bank's text uses its helpers


def cases():
    return [
        Case((np.array([0.85, 0.86, 0.93]), np.array([1, 0, 1]), 10), "three predictions"),
        *binning.cases(),
        Case((np.array([0.125, 0.375, 0.5625, 0.875]), np.array([1, 0, 1, 0]), 4),
             "gaps of both signs"),
        Case((np.array([0.25, 0.375, 0.875]), np.array([1, 1, 0]), 1),
             "gaps of both signs in a single bin"),
    ]


def loop(conf, correct, n_bins):
    gap = {}
    for c, k in zip(conf, correct, strict=True):
        i = min(int(c * n_bins), n_bins - 1)
        gap[i] = gap.get(i, 0.0) + float(c) - float(k)
    return sum(map(abs, gap.values())) / len(conf)


def by_histogram(conf, correct, n_bins):
    c, k = (np.histogram(conf, n_bins, (0, 1), weights=w * 1.0)[0] for w in (conf, correct))
    return np.float32(np.abs(c - k).sum() / len(conf))


BANK = """
expected_calibration_error(conf, correct, n_bins)
    like: binning
    without: factor/divided-by-all, factor/confidences-by-all, factor/correct-by-all,
        neighbour-formula/overall-mean
    g = a - p                        # the gap of each bin
    h = np.abs(g)                    # its size
    v = n / len(c)                   # the weights of the bins
    o = np.sum(v * h)

shown: i, n, p, a, g, v
same: v = n / max(n.sum(), 1)
right: o = np.dot(n, h) / len(c) || np.average(h, weights=n) || np.float32((v * h).sum())

sign/no-abs: the gaps keep their signs and cancel out. Take the absolute value of each bin's gap.
    h = g || -g && o = h.mean() || (v * len(c) * h).sum() || h.sum() / max((n > 0).sum(), 1)
sign/positive-gaps-only: only the bins in which the model claims too little are counted. Every bin
        counts, with the absolute value of its gap.
    h = np.maximum(g, 0)
sign/negative-gaps-only: only the bins in which the model claims too much are counted. Every bin
        counts, with the absolute value of its gap.
    h = np.maximum(-g, 0)
sign/minus: the result is negative. Gaps are added as absolute values.
    o = -np.sum(v * h) || -h.mean()
sign/plus: accuracy and confidence are added. Each bin's gap is their difference.
    g = a + p
omitted-term/abs-after-sum: the gaps cancel out before the absolute value is taken, which leaves the
        gap of the two grand means. Take the absolute value inside the sum, bin by bin.
    o = abs(c.mean() - k.mean())
omitted-term/unweighted: every bin has the same weight. Weight each bin by count / t.
    o = h.mean() || h[n > 0].mean() if n.any() else 0.0 || h.sum()
off-by-one/one-dropped-unweighted: a confidence of exactly 1 falls into no bin, and every bin has
        the same weight. The last bin includes conf = 1; weight each bin by count / t.
    i = (c * b).astype(int) && o = h.mean() || h.sum() || h[n > 0].mean() if n.any() else 0.0
convention/right-closed-unweighted: a confidence on an edge goes to the bin below it, and every bin
        has the same weight. The bin above includes its lower edge; weight each bin by count / t.
    i = np.maximum(np.ceil(c * b).astype(int) - 1, 0) || np.ceil(c * b).astype(int) - 1 && o =
        h.sum() || h[n > 0].mean() if n.any() else 0.0
omitted-term/one-part: this is the largest share of a bin, without the gap. Each term of the sum is
        count / t · |accuracy − mean_conf|.
    o = v.max()
missing-return/one-bin-only: only a single bin is counted. Add up over all of them: if there is a
        loop, use +=, and `return` comes after it.
    o = v[0] * h[0] || h[n > 0][0] || h[n > 0][-1] || (v * h)[n > 0][0] || (v * h)[n > 0][-1]
off-by-one/divided-by-t-minus-one: the weights are count / (t − 1). The weights count / t sum to 1.
    v = n / max(len(c) - 1, 1)
neighbour-formula/maximum: this is the largest gap (the MCE). The ECE is a weighted mean of the
        gaps.
    o = h.max()
neighbour-formula/largest-term: the largest of several numbers is returned. The ECE is a weighted
        mean of the gaps.
    o = (v * h).max() || np.abs(np.cumsum(v * g)).max()
neighbour-formula/one-of-the-gaps: this is the median of the gaps. The ECE is a weighted mean of the
        gaps.
    o = np.median(h[n > 0]) || np.median(h)
neighbour-formula/smallest-gap: this is the smallest of the gaps. The ECE is a weighted mean of the
        gaps.
    o = h[n > 0].min()
neighbour-formula/root: a root is taken. The ECE is the plain sum of count / t · |accuracy −
        mean_conf|.
    o = np.sqrt(np.sum(v * h ** 2)) || np.sqrt(np.mean(h ** 2)) || np.sqrt(np.sum(v * h))
neighbour-formula/relative-gap: the gaps are divided by the confidence. Each bin's gap is the
        difference accuracy − mean_conf.
    g = (a - p) / np.maximum(p, 1e-12)
neighbour-formula/product: accuracy and confidence are multiplied. Each bin's gap is the difference
        accuracy − mean_conf.
    g = a * p
neighbour-formula/per-example: the gap is taken for each prediction. First take the means of each
        bin, then their difference.
    o = np.abs(k - c).mean() || ((k - c) ** 2).mean()
neighbour-formula/weight-by-right: bins are weighted by their hits. Weight each bin by count / t.
    v = n * a / max((n * a).sum(), 1)
factor/count-not-fraction: the weights of the bins do not add up to 1. Divide the counts by t.
    v = n || n / max(n.max(), 1)
factor/divided-again: the sum is divided by the number of bins. Divide only the counts, by t: count
        / t sums to 1.
    o = np.mean(v * h) || np.mean(n * h) || np.sum(n * h) / max((n > 0).sum(), 1)
neighbour-formula/overall-part: one side of each gap is the mean over all predictions. Compare each
        bin's accuracy with its own mean confidence.
    a = np.full(s, k.mean()) || p = np.full(s, c.mean())
shape/not-summed: the function returns one number per bin. Weight the gaps and sum over the bins.
    o = v * h || h || g
integer/floor-division: decimals are lost on the way. Divide with / instead of //, and use no
        integer array.
    where needs: rounding
    v = n // len(c) || h = np.trunc(np.abs(g))
"""

EXERCISE = Exercise(
    id="expected_calibration_error", title="Average the gaps", notebook="07", number="7.3",
    signature="expected_calibration_error(conf, correct, n_bins)",
    lecture=("ALICE-4.3.4a",), minutes=8, difficulty=2,
    reference=calibration.expected_calibration_error, cases=cases, shapes="t, , b", bank=BANK,
    hints=("Should a bin with two predictions weigh as much as a bin with two hundred?",
           "Take each bin's |accuracy − mean_conf| and weigh it by its share of the predictions.",
           "ECE = Σ_i count_i / t · |accuracy_i − mean_conf_i|; an empty bin has weight 0."),
    formula="ECE = Σ_i count_i / t · |accuracy_i − mean_conf_i|",
    variation="return the largest gap in place of the mean: the maximum calibration error.",
    held={"n_bins": (10, 15, 20, 5)}, right=(loop, by_histogram),
    awkward=lambda c, k, b: np.array(np.float32(loop(c, k, b))),
    heads=("expected_calibration_error([0.75, 1], [1, 0], 2)",
           "expected_calibration_error([0.2, 0.9, 0.7], [0, 1, 1], 2)",
           "expected_calibration_error([0, 0.25], [1, 0], 4)",
           "expected_calibration_error([0.7, 0.6], [1, 0], 3)",
           "expected_calibration_error([1, 0.5, 0.9], [1, 1, 1], 4)",
           "expected_calibration_error([0.9, 0.75, 0.9], [1, 1, 0], 4)"),
)
