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

neighbour-formula/error-rate: you return the fraction of wrong points. Count the right ones.
    r = p != y
convention/on-the-line: a score of exactly 0 is not treated as class 0. A point on the line belongs
        to class 0, and that is compared with its label.
    p = s >= 0 || r = (2 * y - 1) * s > 0 || (2 * y - 1) * s >= 0
omitted-term/no-bias: you leave out the bias b. The score is w·x plus the bias.
    c = 0
sign/bias: you subtract the bias. Add the bias to w·x.
    c = -b
factor/bias-for-each-input: you add the bias once for each input. Add it once, to w·x.
    c = b * X.shape[1]
factor/number-of-inputs: you divide the count by the number of inputs. Divide by the number of rows.
    n = X.shape[1]
off-by-one/divisor: you divide the count by one row too few. Divide by the number of rows.
    n = max(1, len(y) - 1)
off-by-one/larger-divisor: you divide the count by one row too many. Divide by the number of rows.
    n = len(y) + 1
ignored-argument/first-two: you use only the first two inputs. Use all d numbers of a row.
    s = X[:, :2] @ v[:2] + c || X[:, 0] * v[0] + X[:, 1] * v[1] + c
neighbour-formula/better-side: you return the larger of the fractions of right and wrong rows. w·x +
        b > 0 always means 1.
    o = max(np.sum(r) / n, 1 - np.sum(r) / n)
neighbour-formula/threshold-half: class 1 begins above a score of ½. It begins above 0; ½ is the
        threshold of a probability.
    p = s > 0.5
neighbour-formula/threshold-other: class 1 does not begin at a score of 0. Any score above 0 means
        class 1.
    p = s > 1 || s > -1 || s > 2
omitted-term/no-threshold: you compare a score with the label, not a class. Find the class first.
    r = s == y || np.round(s) == y || s.astype(int) == y || np.isclose(s, y)
neighbour-formula/squared-error: you measure how far the score is from the label. Count the rows
        whose class is right.
    r = (s - y) ** 2 || 1 - (s - y) ** 2 || np.abs(s - y) || 1 - np.abs(s - y)
convention/plus-minus-one: a row of class 0 with a score below 0 does not count as right. Its class
        is 0, not −1, and equals the label.
    r = np.sign(s) == y || np.where(s >= 0, 1, -1) == y
convention/zeros-not-counted: a row of class 0 never counts as right. Class and label agree when
        both are 1, and when both are 0 (not −1).
    r = p & (y == 1)
neighbour-formula/one-class-only: you leave out the rows of one class. All rows count.
    o = np.mean(p[y == 1]) || np.mean(~p[y == 0])
neighbour-formula/precision: you leave out the rows with a score of 0 or less. All rows count.
    o = np.sum(p & (y == 1)) / max(1, np.sum(p))
neighbour-formula/chained: you count the rows of class 0 that the score calls 1. Compare class and
        label; Python reads a > 0 == y as a > 0 and 0 == y, so use parentheses.
    where needs: chain
    r = p & (y == 0)
neighbour-formula/signed-errors: you average the differences of class and label with their signs, so
        they cancel. Count the rows where class and label agree.
    r = p * 1.0 - y || y - p * 1.0 || 1 - p * 1.0 + y
neighbour-formula/balanced: you compute one fraction per class and return their mean. Average over
        all rows.
    o = np.mean([np.mean(r[y == i]) for i in np.unique(y)])
neighbour-formula/f-score: your score leaves out the rows of class 0 that are right. All rows count.
    o = 2 * np.sum(p & (y == 1)) / max(1, np.sum(p) + np.sum(y == 1))
    o = np.sum(p & (y == 1)) / max(1, np.sum(p | (y == 1)))
convention/plus-minus-score: a right row counts 1 and a wrong one −1. A wrong row should count 0.
    o = 2 * o - 1
neighbour-formula/predictions: you return the predicted classes. Compare them with y and average.
    o = p || s >= 0
neighbour-formula/scores: you return the scores. Turn them into classes, compare these with y and
        average.
    o = s
shape/broadcast-table: the result is that of comparing every prediction with every label. Compare
        row by row: both with shape (t,).
    r = (p[:, None] == y).mean(1)
shape/count-too: you return a second result. Return only the fraction.
    o = (o, np.sum(r)) || (o, p) || (o, r)
off-by-one/row-dropped: one of the rows is not counted. Use all t rows.
    r = r[:-1] || r[1:]
missing-return/first-row-only: you count only the first row. Count all rows before you return.
    r = r[:1] && n = 1
omitted-term/last-row-only: you count only the last row. Add up over all rows.
    r = r[-1:] && n = 1
duplicates/rows: rows that occur more than once count only once. A set drops repeats.
    where needs: set
    o = np.mean(r[np.unique(np.c_[X, y], axis=0, return_index=True)[1]])
integer/truncated: the decimals are lost. Avoid //, int and rounding.
    needs: rounding or unread
    o = np.sum(r) // n * 1.0 || np.round(o)
omitted-term/products-missing: your score leaves out some of the inputs. All of them count.
    s = X[:, :1] @ w[:1] + c || X[:, :-1] @ w[:-1] + c || X[:, 1:] @ w[1:] + c
omitted-term/no-weights: your score leaves out the weights w. Each input has its own.
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
