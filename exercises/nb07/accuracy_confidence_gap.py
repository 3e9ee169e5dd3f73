"""7.1 accuracy_confidence_gap: its cases, right answers, hints, and what students write instead."""

import numpy as np

from course_utils.maths import calibration
from misstep import Case, Exercise


def cases():
    return [
        Case((np.array([0.9, 0.7, 0.8]), np.array([1, 0, 1])), "three predictions"),
        Case((np.array([0.6, 0.7, 0.5, 0.9, 0.85]), np.array([1, 1, 1, 1, 0])),
             "a model that claims too little"),
        Case((np.array([0.5, 0.9, 0.4, 0.7, 0.95, 0.6, 0.8]), np.array([0, 1, 0, 0, 1, 1, 0])),
             "seven predictions"),
        Case((np.array([0.75, 0.5, 0.875, 0.625]), np.array([True, False, False, True])),
             "right or wrong as booleans"),
        Case((np.array([0.9, 0.5, 0.9, 0.9, 0.7, 0.5]), np.array([1, 1, 0, 1, 0, 0])),
             "confidences that come again"),
        Case((np.array([0.8]), np.array([1])), "a single prediction"),
        Case((np.array([1.0, 1.0]), np.array([1, 0])), "certain twice, right once"),
        Case((np.array([0.25, 0.0, 0.375]), np.array([0, 0, 0])), "none is right"),
    ]


def loop(conf, correct):
    claimed = right = 0.0
    for c, k in zip(conf, correct, strict=True):
        claimed, right = claimed + float(c), right + bool(k)
    return (claimed - right) / len(conf)


BANK = """
accuracy_confidence_gap(conf, correct)
    c = np.asarray(conf, float)       # the confidences
    k = np.asarray(correct, float)    # right or wrong, as 1 or 0
    p = c.mean()                      # the mean confidence
    a = k.mean()                      # the accuracy
    o = p - a

shown: p, a
right: o = (c - k).mean() || -np.mean(k - c) || np.float32(c.sum() - np.count_nonzero(k)) / c.size
right: o = np.einsum("i->", c - k) / len(c)

neighbour-formula/mean-absolute-error: the distance is taken for each prediction, before averaging.
        Average the confidences, average the right answers, then subtract.
    o = abs(c - k).mean()
neighbour-formula/squared: the differences are squared. The gap is a difference of two means.
    o = ((c - k) ** 2).mean() || np.sqrt(((c - k) ** 2).mean())
neighbour-formula/ratio: something is divided by a mean. Subtract the accuracy, without dividing.
    o = p / a || p / max(a, 1e-9) || a / max(p, 1e-9) || (p - a) / p || (p - a) / max(a, 1e-12)
neighbour-formula/conf-of-right-only: only the confidences of right predictions are counted. Every
        prediction makes a claim, including the wrong ones.
    p = (c * k).sum() / max(k.sum(), 1) || (c * k).mean()
    o = (c * k).sum() / max(k.sum(), 1) || (c * k).mean()
neighbour-formula/one-of-many: another number is used instead of the mean confidence. Average the
        confidences.
    p = np.median(c) || c.max() || c.min()
neighbour-formula/threshold: your accuracy depends on whether a confidence is above ½. `correct`
        already says which predictions were right, and the claim is the confidence itself.
    a = (c > 0.5).mean() || ((c > 0.5) == k).mean()
neighbour-formula/spread: the spreads are compared instead of the means. The gap is a difference of
        means.
    o = c.std() - k.std()
off-by-one/divided-by-t-minus-one: the sum is divided by t − 1. A mean of t numbers divides by t.
    o = (c - k).sum() / max(len(c) - 1, 1)
off-by-one/prediction-left-out: one prediction is left out. Every prediction counts: range(n) starts
        at 0 and stops before n.
    where needs: cut-range
    o = np.sum((c - k)[:-1]) / len(c) || np.sum((c - k)[1:]) / len(c)
    o = np.sum((c - k)[:-1]) / max(len(c) - 1, 1) || np.sum((c - k)[1:]) / max(len(c) - 1, 1)
missing-return/first-only: only the first prediction counts. Is there a `return` inside a loop?
    where needs: return-in-loop
    o = c[0] - k[0] || (c[0] - k[0]) / len(c)
missing-return/last-only: only the last prediction counts. Add up inside the loop: use += instead of
        =.
    where needs: loop
    o = c[-1] - k[-1] || (c[-1] - k[-1]) / len(c)
duplicates/equal-confidences-once: equal confidences count once. Average all of them, including
        repeats.
    p = np.unique(c).mean() || np.unique(c).sum() / len(c)
    p = np.unique(c).mean() && a = np.unique(k).mean()
shape/two-means: the function returns the two means. Subtract the accuracy.
    o = (p, a) || (a, p)
"""

EXERCISE = Exercise(
    id="accuracy_confidence_gap", title="Compare claims with results", notebook="07",
    number="7.1", signature="accuracy_confidence_gap(conf, correct)",
    lecture=("ALICE-4.3.3a",), minutes=3, difficulty=1,
    reference=calibration.accuracy_confidence_gap, cases=cases, shapes="t", bank=BANK,
    hints=("A model that says 90 % ten times should be right about how often?",
           "Two averages: of what the model claims, and of what came true.",
           "gap = mean(conf) − mean(correct)"),
    formula="gap = mean confidence − accuracy",
    variation="compute the gap for the predictions above 0.9 and for the others.",
    right=(loop,), awkward=lambda conf, correct: np.array(np.float32(loop(conf, correct))),
    heads=("accuracy_confidence_gap([0.5, 0.9], [0, 1])",
           "accuracy_confidence_gap([1, 1, 0.3], [1, 1, 0])",
           "accuracy_confidence_gap([1, 1], [1, 0])"),
)
