"""7.4 brier_score: its cases, right answers, hints, and what students write instead."""

import numpy as np

from course_utils.maths import calibration
from misstep import Case, Exercise

from ..dyadic import dyadic


def cases():
    rng = np.random.default_rng(4)
    return [
        Case((np.array([[0.8, 0.2], [0.4, 0.6], [0.3, 0.7]]), np.array([0, 0, 1])),
             "three rows, two classes"),
        Case((dyadic(rng, 5, 3), np.array([2, 0, 1, 1, 0])), "five rows, three classes"),
        Case((dyadic(rng, 3, 4), np.array([3, 0, 2])), "more classes than rows"),
        Case((dyadic(rng, 4, 4), np.array([1, 3, 1, 0])), "as many rows as classes"),
        Case((np.array([[0.5, 0.25, 0.25], [0.125, 0.75, 0.125], [0.5, 0.25, 0.25], [0.125, 0.75,
             0.125], [0.125, 0.75, 0.125]]), np.array([2, 1, 2, 1, 0])), "rows that come again"),
        Case((np.array([[0.5, 0.25, 0.25]]), np.array([0])), "a batch of one"),
        Case((np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0, 0])), "certain and wrong"),
        Case((np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), np.array([2, 0, 0, 1])),
             "probabilities 0 and 1, whole numbers", integers=True),
    ]


def loop(P, y):
    total = 0.0
    for row, label in zip(P, y, strict=True):
        for j, p in enumerate(row):
            total += (float(p) - (1 if j == label else 0)) ** 2
    return total / len(y)


BANK = """
brier_score(P, y)
    p = np.asarray(P, float)          # the probabilities
    T = np.eye(p.shape[1])[y]         # the one-hot truth
    d = p - T                         # the differences
    q = d ** 2                        # the squared differences
    s = q.sum(1)                      # the score of each row
    o = s.mean()

shown: T, d, q, s
right: o = q.sum() / len(q) || np.linalg.norm(d) ** 2 / len(d) || np.float32(p.shape[1] * q.mean())
right: s = (p ** 2).sum(1) + 1 - 2 * p[np.arange(len(y)), y]

omitted-term/true-class-only: only the probability of the true class counts. Sum over all classes.
    s = (q * T).sum(1) || (q * T).mean(1)
omitted-term/wrong-classes-only: the true class is left out. Sum the squares over all classes.
    s = (q * (1 - T)).sum(1)
omitted-term/one-class-only: only one class is scored. Sum the squares over all classes.
    s = q[:, 0] || q[:, 1] || q[:, -1]
ignored-argument/predicted-truth: the predicted class is used as the truth, so `y` makes no
        difference. The truth is `y`: one 1 per row, in column y.
    T = np.eye(p.shape[1])[p.argmax(1)]
neighbour-formula/top-class: only the largest probability is scored, as right or wrong. Every class
        counts, with the one-hot truth.
    o = ((p.max(1) - (p.argmax(1) == y)) ** 2).mean()
neighbour-formula/label-number: the label's number is subtracted from the probabilities. Compare
        with the one-hot truth: 1 in column y, 0 elsewhere.
    T = np.asarray(y)[:, None]
neighbour-formula/absolute: absolute values are added instead of squares. Square the differences.
    q = np.abs(d)
neighbour-formula/other-power: the differences are raised to another power. Square them.
    q = np.abs(d) ** 3 || d ** 4 || d ** 3
neighbour-formula/root: a root is taken, which makes a distance instead of its square. Leave out the
        root.
    o = np.sqrt(s.mean()) || np.sqrt(q.mean())
neighbour-formula/square-of-sum: the differences are added up before they are squared. Square each
        difference first.
    needs: operator **
    s = d.sum(1) ** 2 || o = (d.mean(0) ** 2).sum()
neighbour-formula/log-score: this is the negative log-likelihood. Use squares instead of logarithms.
    o = -np.log(np.maximum((p * T).sum(1), 1e-12)).mean() || -np.log((p * T).sum(1)).mean()
neighbour-formula/accuracy: predictions are counted as right or wrong. Score the probabilities
        instead.
    o = (p.argmax(1) != y).mean() || (p.argmax(1) == y).mean() || p.max(1).mean() - (p.argmax(1) ==
        y).mean()
neighbour-formula/probability: only one probability per row counts. Square the differences from the
        one-hot truth, in all classes.
    o = (p * T).sum(1).mean() || p.max(1).mean() || ((p * T).sum(1) ** 2).mean()
neighbour-formula/softmax-again: softmax is applied to P. P already contains probabilities.
    p = softmax(P)
neighbour-formula/one-row: the rows' scores are not averaged. Take the mean over the rows.
    o = np.median(s) || s.max()
neighbour-formula/one-minus: the score is reversed, so that 1 is best. 0 should be the best score.
    o = 1 - s.mean() / 2
axis/one-score-per-class: the function returns one score per class. Sum over classes, average over
        rows.
    o = q.mean(0) || q.sum(0)
axis/all-pairs: every row is compared with the labels of all rows. Pair row n with its own label:
        np.arange(len(y)) picks the rows.
    T = np.tile(T.max(0), (len(T), 1))
    o = ((1 - p[:, y]) ** 2).mean() || ((p[:, None] - T[None]) ** 2).sum(2).mean()
off-by-one/labels-from-one: each label is shifted by one class. Labels start at 0.
    T = np.eye(p.shape[1])[y - 1] || np.eye(p.shape[1])[(y + 1) % p.shape[1]]
shape/one-column: where every label is 0, the one-hot truth has one column, stretched over all
        classes. Take the number of classes from P: np.eye(P.shape[1])[y].
    T = np.eye(p.shape[1])[y] if max(y) else 1
off-by-one/row-left-out: one row is left out. range(n) starts at 0 and stops before n.
    where needs: cut-range
    o = s[:-1].sum() / max(len(s) - 1, 1) || s[1:].sum() / max(len(s) - 1, 1)
off-by-one/divided-by-t-minus-one: the sum is divided by t − 1. A mean over t rows divides by t.
    o = s.sum() / max(len(s) - 1, 1)
missing-return/first-row-only: only the first row counts. Is there a `return` inside a loop?
    where needs: return-in-loop
    o = s[0] || s[0] / len(s)
duplicates/equal-rows-once: rows with equal scores count once. Average over all rows, including
        repeats.
    o = np.unique(np.round(s, 12)).mean() || np.unique(np.round(s, 12)).sum() / len(s)
"""

EXERCISE = Exercise(
    id="brier_score", title="Score whole distributions", notebook="07", number="7.4",
    signature="brier_score(P, y)", lecture=("ALICE-4.3.4a",), minutes=5, difficulty=1,
    reference=calibration.brier_score, cases=cases, shapes="t m, t", bank=BANK,
    hints=("How far is the row (0.8, 0.2) from the truth (1, 0)?",
           "Write the truth as one-hot rows T, square P − T entry by entry.",
           "mean over rows of Σ_j (P[n, j] − T[n, j])²"),
    formula="(1/t) Σ_n Σ_j (P[n, j] − T[n, j])²",
    variation="show that among all constant rows P the class frequencies score lowest.",
    right=(loop,), awkward=lambda P, y: np.array(np.float32(loop(P, y))),
    heads=("brier_score([[0.5, 0.5]], [1])", "brier_score([[0, 1], [1, 0]], [0, 0])",
           "brier_score([[0.2, 0.8]], [0])", "brier_score([[0, 1], [1, 0]], [0, 1])"),
)
