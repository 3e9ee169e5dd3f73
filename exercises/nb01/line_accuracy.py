"""1.2 line_accuracy: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from misstep import Case, Exercise

from .xor_dataset import AND, CORNERS, OR, XOR


def line_accuracy(X, y, w, b):
    """Fraction of rows that the rule "w·x + b > 0 means 1" gets right.

    X (t, d), y (t,) of 0 and 1, w (d,), b a number. A point on the line counts as 0.
    Lecture MAY24-1.0a.
    """
    score = X @ w + b  # (t,)
    predicted = score > 0
    return np.mean(predicted == y)


def cases():
    w = np.array([1.0, 1.0])
    rng = np.random.default_rng(1)
    X = rng.integers(-8, 9, size=(7, 3)) / 4  # quarters: exact in float32 too
    return [
        Case((CORNERS * 1.0, OR, w, -0.5), "OR and a line that solves it"),
        Case((CORNERS * 1.0, XOR, w, -0.5), "XOR, 3 of 4 right"),
        Case((CORNERS * 1.0, XOR, -w, 0.25), "a line that points the other way"),
        Case((X, np.array([1, 0, 0, 1, 1, 0, 0]), np.array([0.5, -1.0, 0.25]), 0.375),
             "seven points in 3-D"),
        Case((np.array([[1.0, -1.0, 2.0], [0.0, 1.0, -3.0], [2.0, 0.5, -4.0], [-1.0, 0.0, 1.5],
                        [0.5, 2.0, 0.25]]), np.array([1, 0, 0, 1, 0]), np.array([0.5, -0.25, 1.0]),
              -0.5), "five points in 3-D, the third number decides"),
        Case((np.array([[2.0], [-1.0], [0.5]]), np.array([0, 1, 1]), np.array([-1.0]), 1.0),
             "one input"),
        Case((CORNERS * 1.0, XOR, w, -1.0), "two points exactly on the line"),
        Case((CORNERS, AND, np.array([2, 1]), -2), "whole numbers"),
        Case((CORNERS[[0, 1, 1, 2, 3, 1]] * 1.0, OR[[0, 1, 1, 2, 3, 1]], np.array([0.75, -0.5]),
             0.125), "a row that stands three times"),
        Case((np.array([[3.0, -1.0]]), np.array([1]), w, 0.0), "a batch of one"),
        Case((np.array([[1.0], [5.0]]), np.array([0, 0]), np.ones(1), -2.0), "no row of class 1"),
    ]


def count_right(X, y, w, b):
    right = 0
    for x, label in zip(X, y, strict=True):
        s = sum(float(a) * float(c) for a, c in zip(x, w, strict=True)) + b
        right += int((1 if s > 0 else 0) == label)
    return right / len(y)


BANK = """
line_accuracy(X, y, w, b)
    v = w                            # the weights in the score
    c = b                            # the bias in the score
    s = X @ v + c                    # the scores
    p = s > 0                        # the classes
    r = p == y                       # which rows are right
    n = len(y)                       # the number of rows
    o = np.sum(r) / n

shown: s, p, r

neighbour-formula/error-rate: this is the fraction of wrong points. Count the right ones.
    r = p != y
convention/on-the-line: a score of exactly 0 is not treated as class 0. A point on the line belongs
        to class 0, and that is compared with its label.
    p = s >= 0 || r = (2 * y - 1) * s > 0 || (2 * y - 1) * s >= 0
omitted-term/no-bias: the bias b is left out. The score is w·x and the bias.
    c = 0
sign/bias: the bias is subtracted. It is added to w·x.
    c = -b
factor/bias-for-each-input: the bias is added once for each input. It is added once, to w·x.
    c = b * X.shape[1]
factor/number-of-inputs: the count is divided by the number of inputs. Divide by the number of rows.
    n = X.shape[1]
off-by-one/divisor: the count is divided by one row too few or too many. Divide by the number of
        rows.
    n = max(1, len(y) - 1) || len(y) + 1
ignored-argument/first-two: only the first two inputs are looked at. Use all d numbers of a row.
    s = X[:, :2] @ v[:2] + c || X[:, 0] * v[0] + X[:, 1] * v[1] + c
neighbour-formula/better-side: of the fractions of right and wrong rows the larger one comes back.
        w·x + b > 0 always means 1.
    o = max(np.sum(r) / n, 1 - np.sum(r) / n)
neighbour-formula/threshold-half: class 1 begins above a score of ½. It begins above 0; ½ is the
        threshold of a probability.
    p = s > 0.5
neighbour-formula/threshold-other: class 1 does not begin at a score of 0. Above 0 means class 1.
    p = s > 1 || s > -1 || s > 2
omitted-term/no-threshold: the score itself, rounded or not, is compared with the label. First find
        the class.
    r = s == y || np.round(s) == y || s.astype(int) == y || np.isclose(s, y)
neighbour-formula/squared-error: this measures how far the score is from the label. Count the rows
        whose class is right.
    r = (s - y) ** 2 || 1 - (s - y) ** 2 || np.abs(s - y) || 1 - np.abs(s - y)
convention/plus-minus-one: a row of class 0 with a score below 0 does not count as right. There the
        class is 0, not −1, and equal to the label.
    r = np.sign(s) == y || np.where(s >= 0, 1, -1) == y
convention/zeros-not-counted: a row of class 0 never counts as right. Class and label agree where
        both are 1, and where both are 0 (not −1).
    r = p & (y == 1)
neighbour-formula/one-class-only: the rows of one class are left out. All rows count.
    o = np.mean(p[y == 1]) || np.mean(~p[y == 0])
neighbour-formula/precision: the rows with a score of 0 or less are left out. All rows count.
    o = np.sum(p & (y == 1)) / max(1, np.sum(p))
neighbour-formula/chained: what is counted are the rows of class 0 that the score calls 1. Compare
        class and label; Python reads a > 0 == y as a > 0 and 0 == y: put brackets.
    where needs: chain
    r = p & (y == 0)
neighbour-formula/signed-errors: the differences of class and label are averaged with their signs,
        so that they cancel. Count the rows where class and label agree.
    r = p * 1.0 - y || y - p * 1.0 || 1 - p * 1.0 + y
neighbour-formula/balanced: each class has a fraction of its own, and their mean comes back. Average
        over all rows.
    o = np.mean([np.mean(r[y == i]) for i in np.unique(y)])
neighbour-formula/f-score: this is another score: it leaves out the rows of class 0 that are right.
        All rows count.
    o = 2 * np.sum(p & (y == 1)) / max(1, np.sum(p) + np.sum(y == 1))
    o = np.sum(p & (y == 1)) / max(1, np.sum(p | (y == 1)))
convention/plus-minus-score: right rows count 1 and wrong ones −1. Wrong rows count 0.
    o = 2 * o - 1
neighbour-formula/predictions: the predicted classes come back. Compare them with y and average.
    o = p || s >= 0
neighbour-formula/scores: the scores come back. Make them classes, compare these with y and average.
    o = s
shape/broadcast-table: the result is what comparing every prediction with every label gives. Compare
        row by row: both with shape (t,).
    r = (p[:, None] == y).mean(1)
shape/count-too: a second result comes back. Return the fraction alone.
    o = (o, np.sum(r)) || (o, p) || (o, r)
off-by-one/row-dropped: one of the rows is not counted. Use all t rows.
    r = r[:-1] || r[1:]
missing-return/first-row-only: only the first row is counted. All rows count before a number goes
        back.
    r = r[:1] && n = 1
omitted-term/last-row-only: only the last row is counted. Add up over all rows.
    r = r[-1:] && n = 1
duplicates/rows: rows that stand more than once count once. A set loses repetitions.
    where needs: set
    o = np.mean(r[np.unique(np.c_[X, y], axis=0, return_index=True)[1]])
integer/truncated: the digits after the point are lost. No //, no int, no rounding.
    needs: rounding or unread
    o = np.sum(r) // n * 1.0 || np.round(o)
omitted-term/products-missing: some of the inputs are left out of the score. All of them count.
    s = X[:, :1] @ w[:1] + c || X[:, :-1] @ w[:-1] + c || X[:, 1:] @ w[1:] + c
omitted-term/no-weights: the weights w are left out of the score. Each input has its own.
    v = np.ones(len(w))
"""

EXERCISE = Exercise(
    id="line_accuracy", title="Score a line", notebook="01", number="1.2",
    signature="line_accuracy(X, y, w, b)", lecture=("MAY24-1.0a",), minutes=5, difficulty=1,
    reference=line_accuracy, cases=cases, shapes="t", bank=BANK,
    hints=("Which side of the line means class 1?",
           "Score every row, compare with 0, compare with y, average.",
           "mean over rows of [ (w·x + b > 0) equals y ]"),
    formula="accuracy = mean over rows of [ (w·x + b > 0) = y ]",
    variation="report the accuracy per class: what does the best line on XOR miss?",
    right=(count_right, lambda X, y, w, b: 1 - np.abs((X @ w + b > 0) - y).mean(),
           lambda X, y, w, b: np.float32(((X * w).sum(1) + b > 0).astype(int) == y).mean(),
           lambda X, y, w, b: sum(((np.einsum("ij,j->i", X, w) + b) > 0) == (y == 1)) / len(X),
           lambda X, y, w, b: np.count_nonzero(np.where(X.dot(w) > -b, 1, 0) == y) / y.size),
    awkward=count_right,
    heads=("line_accuracy([[1], [3]], [0, 0], [1], -2)",
           "line_accuracy([[1], [2]], [1, 1], [1], -1)",
           "line_accuracy([[-3, 1]], [1], [0, 3], 0)",
           "line_accuracy([[0], [1]], [1, 0], [-3], 0.25)",
           "line_accuracy([[1], [3], [0.5]], [0, 0, 1], [1], -1)"),
)
