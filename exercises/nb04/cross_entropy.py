"""4.5 cross_entropy: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import functions
from misstep import Exercise

from .logsumexp import loop as log_sum_exp
from .softmax import EXTREME, LECTURE, case


def cases():
    rng = np.random.default_rng(45)
    return [
        case("the logits 1, 2, 3 and label 2", LECTURE[None, :], np.array([2])),
        case("four rows", rng.normal(size=(4, 3)) * 2, np.array([0, 2, 1, 2])),
        case("two rows of five logits", rng.normal(size=(2, 5)), np.array([3, 1])),
        case("as many rows as classes", rng.normal(size=(3, 3)) * 2, np.array([1, 0, 1])),
        case("a model that knows nothing", np.zeros((5, 4)), np.array([0, 1, 2, 3, 0])),
        case("a row that occurs several times",
             np.array([[0.5, -1], [2, 0.25], [0.5, -1], [0.5, -1]]), np.array([1, 1, 1, 0])),
        case("whole numbers", np.array([[1, 3, 0], [-1, 0, 2]]), np.array([1, 0]), integers=True),
        case("lists", [[0.5, 1.0, -1.0], [2.0, 0.0, 3.0]], [0, 2]),
        case("a confidently wrong row", np.array([[0.0, 30.0], [1.0, -1.0], [0.5, 1.0]]),
             np.array([0, 0, 1]), extreme=True),
        case("logits of ±1000", np.array([[1000.0, 0.0, -1000.0], [0.0, 1000.0, 999.0]]),
             np.array([2, 1]), extreme=True),
        case("rows on very different levels", EXTREME, np.array([0, 1, 2, 1]), extreme=True),
        case("rows near 1000 and near −1000", np.array([[1000, 1001], [-1000, -998], [0.5, -0.5]]),
             np.array([0, 1, 1]), extreme=True),
        case("logits near −1000", np.array([[-1000.0, -1001], [-1000, -998], [-999, -1000]]),
             np.array([0, 1, 1]), extreme=True),
    ]


def row_by_row(z, y):
    total = 0.0
    for row, label in zip(z, y, strict=True):
        total += log_sum_exp(list(row)) - row[label]
    return total / len(y)


def in_float32(z, y):
    z = np.asarray(z, dtype=np.float32)
    z = z - z.max(axis=1, keepdims=True)
    return (np.log(np.exp(z).sum(1)) - z[np.arange(len(y)), y]).mean()


BANK = """
cross_entropy(z, y)
    y = np.asarray(y)                              # the labels
    like: softmax, o as p
    i = np.arange(len(y))
    l = np.log(s) - d                              # −log of each probability
    q = l[i, y]                                    # the loss of each row
    o = q.mean()

shown: d, e, s, l, q
same: l = -np.log(p) || -np.log(p + 1e-12)
same: l = -np.log(p) && a = 0 || x.max()
right: q = (l * np.eye(l.shape[1])[y]).sum(-1) || np.take_along_axis(l, y[:, None], axis=1)[:, 0]
right: l = np.logaddexp.reduce(x, -1, keepdims=True) - x

without: shape/vector-not-handled, integer/integer-result,
        unstable/denominator-raised, axis/by-squareness, omitted-term/not-normalised,
        omitted-term/numerator-not-shifted, neighbour-formula/logsumexp, unstable/not-the-max,
        unstable/largest-size,
        neighbour-formula/sigmoid, neighbour-formula/hard-max, omitted-term/sum-of-logits,
        neighbour-formula/other-function, omitted-term/max-outside, neighbour-formula/divided-by

unstable/log-of-softmax: the logarithm is taken of a probability that has underflowed to 0, so the
        loss is infinite or nan. Compute log-softmax in one step: z − logsumexp(z).
    l = -np.log(p)
unstable/infinity-hidden: the logarithm is taken of a probability that has underflowed to 0, and a
        number of about 300 digits replaces the infinite loss. Compute log-softmax in one step: z −
        logsumexp(z).
    l = np.nan_to_num(-np.log(p))
unstable/not-the-max: something other than the row's maximum is subtracted, so in rows of low logits
        all exponentials become 0. Subtract the row's largest logit, whatever its sign.
    a = np.maximum(x.max(-1, keepdims=True), 0) || np.abs(x).max(-1, keepdims=True)
unstable/clipped-probability: a small number is added to the probability, so a confidently wrong row
        costs far too little. Compute log-softmax in one step: z − logsumexp(z).
    l = -np.log(p + 1e-12) || -np.log(p + 1e-7) || -np.log(p + 1e-6) || -np.log(p + 1e-5)
unstable/loss-capped: no row costs more than a fixed amount, so a confidently wrong one costs far
        too little. Compute log-softmax in one step: z − logsumexp(z).
    q = np.minimum(q, 5) || np.minimum(q, 10) || np.minimum(q, 20) || np.minimum(q, 100)
convention/sum-not-mean: the losses of the rows are summed. The loss is their mean: divide by t.
    o = q.sum()
factor/divided-wrongly: the sum is divided by a number other than t. Divide by t, once.
    o = q.sum() / l.size || q.sum() / l.shape[1] || q.mean() / len(q) || q.sum() / 2
off-by-one/rows-counted: the sum is divided by t − 1. A mean over t rows divides by t.
    o = q.sum() / max(len(q) - 1, 1) || q.sum() / (len(q) - 1)
off-by-one/rows-counted-high: the sum is divided by t + 1. A mean over t rows divides by t.
    o = q.sum() / (len(q) + 1)
factor/other-base: the logarithm has base 2, so the loss is in bits. Use np.log.
    q = q / np.log(2)
factor/base-ten: the logarithm has base 10. Use np.log.
    q = q / np.log(10)
sign/logit-added: the label's logit is added instead of subtracted. The loss is logsumexp(z) − z_y,
        which is at least 0.
    l = np.log(s) + a + x || np.log(s) + d
shape/not-averaged: the function returns one number per row. Average over the rows.
    o = q || -q
axis/label-columns: every row is paired with every label, because `[:, y]` picks whole columns. Pair
        row n with label y[n]: [np.arange(t), y].
    needs: column-index
    q = l[:, y]
axis/label-rows: the labels pick rows. Pair row n with label y[n]: [np.arange(t), y].
    q = l[np.minimum(y, len(l) - 1)]
transpose/row-and-column: row and column are swapped in the index. Row n comes first, then label
        y[n].
    q = l[y % len(l), i % l.shape[1]] || l[np.minimum(y, len(l) - 1), np.minimum(i, l.shape[1] - 1)]
ignored-argument/y: a class other than the labelled one is used. Pick entry y of each row.
    q = l.min(-1) || l.max(-1) || l[:, 0] || l[:, -1] || l[:, y[0]]
neighbour-formula/label-as-weight: losses are multiplied by the label. A label is an index, not a
        weight: pick entry y of each row.
    q = q * y || (l * y[:, None]).sum(-1)
neighbour-formula/no-target: every class contributes its loss, not only the labelled one. Pick the
        one of class y[n] in each row.
    q = l || l.sum(-1)
omitted-term/no-logsumexp: softmax is not applied to the logits. −log softmax(z)_y is logsumexp(z) −
        z_y.
    l = -x || -np.log(x)
omitted-term/no-logit: `z_y` is not subtracted. The loss is logsumexp(z) − z_y.
    q = np.log(s)[..., 0] + a[..., 0] || np.log(np.exp(x).sum(-1))
omitted-term/no-log: the logarithm is missing. Take −log of the probability, not the probability
        itself.
    l = p || -p
omitted-term/no-log-of-sum: the logarithm of the sum of the exponentials is missing. The loss is
        logsumexp(z) − z_y.
    l = s - d
neighbour-formula/log-of-mean: the logarithm is taken of the mean probability. First take −log of
        each row, then the mean.
    o = -np.log(p[i, y].mean())
neighbour-formula/product-of-probabilities: the labels' probabilities are multiplied. First take
        −log of each row, then the mean.
    o = p[i, y].prod() || -p[i, y].prod()
neighbour-formula/one-minus-probability: 1 minus the probability is used. Take −log p.
    l = -np.log(1 - p) || 1 - p
neighbour-formula/one-plus-probability: 1 is added to the probability inside the logarithm. Take
        −log p.
    l = -np.log1p(p)
neighbour-formula/squared-error: this is a squared error of probabilities. The loss is −log p.
    q = ((p - np.eye(p.shape[1])[y]) ** 2).sum(-1) || ((p - np.eye(p.shape[1])[y]) ** 2).mean(-1) ||
        ((p - np.eye(p.shape[1])[y]) ** 2).sum(-1) / 2
neighbour-formula/binary-terms: `log(1 − o)` of the other classes is included. Softmax needs only
        the labelled class.
    q = (l + (np.eye(p.shape[1])[y] - 1) * (l + np.log(1 - p))).sum(-1) || (l +
        (np.eye(p.shape[1])[y] - 1) * (l + np.log(1 - p))).mean(-1)
neighbour-formula/sigmoid-per-logit: each logit goes through its own sigmoid. Softmax compares it
        with all the others in its row.
    l = np.logaddexp(0, -x) || -np.log(sigmoid(x))
neighbour-formula/entropy: each log is weighted by its own probability, which makes an entropy. The
        label decides which log counts.
    q = (p * l).sum(-1)
neighbour-formula/weighted-log: −log of the label's probability is multiplied by that probability.
        Its weight is 1: the label is certain.
    q = (p * l)[i, y]
neighbour-formula/perplexity: 1 / p, which is e to the loss, is averaged. Return the mean of −log p.
    q = np.exp(q)
neighbour-formula/softmax-twice: softmax is applied twice. The logits go through it once.
    l = logsumexp(p)[..., None] - p
neighbour-formula/extreme-row: the largest loss of all rows is returned. Average over the rows.
    o = q.max()
neighbour-formula/smallest-loss: the smallest loss of all rows is returned. Average over the rows.
    o = q.min()
neighbour-formula/median-loss: the median of the losses is returned. Return their mean.
    o = np.median(q)
off-by-one/row-skipped: the last row is left out. range(n) stops before n.
    where needs: cut-range
    o = q[:-1].sum() / len(q) || q[:-1].sum() / max(len(q) - 1, 1)
off-by-one/first-row-skipped: the first row is left out. range(n) starts at 0.
    where needs: cut-range
    o = q[1:].sum() / len(q) || q[1:].sum() / max(len(q) - 1, 1)
duplicates/equal-labels: of the rows with the same label only one counts. A set or dict loses
        repeats.
    where needs: set
    o = q[np.unique(y, return_index=True)[1]].mean() ||
        q[::-1][np.unique(y[::-1], return_index=True)[1]].mean() || q[::-1][np.unique(y[::-1],
        return_index=True)[1]].sum() / len(y)
duplicates/equal-losses: equal losses count once. A set and np.unique drop repeats: average over all
        rows.
    where needs: set
    o = np.unique(q).mean()
"""

EXERCISE = Exercise(
    id="cross_entropy", title="Compute the loss from logits", notebook="04", number="4.5",
    signature="cross_entropy(z, y)", lecture=("MAY24-1.3b", "ALICE-4.2.2", "ALICE-4.3.2"),
    minutes=10, difficulty=2, reference=functions.cross_entropy, cases=cases, shapes="t m, t",
    bank=BANK,
    hints=("What is −log of a quotient of exponentials, written without the quotient?",
           "−log softmax(z)_y = logsumexp(z) − z_y. Pick z_y in every row with "
           "z[np.arange(t), y].",
           "mean over n of ( logsumexp(z_n) − z[n, y_n] )"),
    formula="ℓ = (1/t) Σ_n ( logsumexp(z_n) − z[n, y_n] )",
    variation="compute it from probabilities. From which logit difference on is it infinite?",
    right=(row_by_row, in_float32), awkward=lambda z, y: in_float32(np.asarray(z), list(y)),
    heads=("cross_entropy([[1000, 0]], [1])", "cross_entropy([[0, 90], [90, 0]], [0, 0])",
           "cross_entropy([[0, 0], [0, 1000]], [1, 1])", "cross_entropy([[np.log(3), 0]], [1])",
           "cross_entropy([[0, 90, 90], [90, 0, 0]], [1, 0])"),
)
