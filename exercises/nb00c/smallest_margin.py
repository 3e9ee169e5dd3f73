"""0c.3 smallest_margin: its cases, right answers in other styles, hints, known mistakes."""

import math

import numpy as np

from course_utils import network
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(3)
    cards = np.array([[0.0, 0, 1], [0, 1, 1], [1, 0, 1], [1, 1, 1]])
    four = np.array([[2.0, 1.0], [-1.0, 0.0], [0.5, 2.0], [-2.0, -0.5]])
    return [
        Case((np.array([3.0, 4.0]), np.array([[2.0, -4.0]]), np.array([-1])), "one row"),
        Case((np.array([2.0]), np.array([[1.0], [-3.0]]), np.array([1, -1])), "two numbers"),
        Case((np.array([3.0, 4.0]), np.array([[2.0, 1.0], [-1.0, 0.0]]), np.array([1, -1])),
             "two rows, all right"),
        Case((np.array([2.0, 2.0, -3.0]), cards, np.array([-1, -1, -1, 1])), "AND with a 1"),
        Case((np.array([1.0, 2.0]), four, np.array([1, -1, 1, 1])), "a row on the wrong side"),
        Case((np.array([1.0, -2.0]), np.array([[2.0, 1.0], [4.0, -1.0]]), np.array([1, 1])),
             "a row on the line"),
        Case((np.array([-6.0, 8.0]), -four, np.array([1, -1, -1, 1])), "long weights"),
        Case((np.array([0.25, 0.5]), four[:3], np.array([-1, -1, 1])), "short weights, all sides"),
        Case((rng.normal(size=4), rng.normal(size=(7, 4)), rng.choice([-1, 1], 7)),
             "seven rows of four numbers"),
        Case((rng.normal(size=3), rng.normal(size=(3, 3)), np.array([-1, -1, 1])),
             "as many rows as columns"),
        Case((np.array([1.5, 2.0, -1.0]), np.array([[-8e9, -3e10, 9e9]]), np.array([-1])),
             "one row, far away"),
        Case((np.array([-4.0]), np.array([[-2.0], [-1.0], [3.0]]), np.array([1, 1, -1])),
             "one weight"),
        Case((np.array([3, 2, -4]), cards.astype(int), np.array([-1, -1, -1, 1])), "whole numbers",
             integers=True),
    ]


def loop(w, X, y):
    length = math.sqrt(sum(float(v) ** 2 for v in w))
    return min(float(c) * sum(float(a) * float(v) for a, v in zip(x, w, strict=True)) / length
               for x, c in zip(X, y, strict=True))


RIGHT = (
    loop,
    lambda w, X, y: (y[:, None] * X @ (w / np.linalg.norm(w))).min(),
    lambda w, X, y: np.float32(np.sort(y * np.inner(X, w))[0] / np.hypot.reduce(w.astype(float))),
    lambda w, X, y: -max(-c * np.dot(x, w) for x, c in zip(X, y, strict=True)) / (w @ w) ** 0.5,
    lambda w, X, y: np.einsum("i,ij,j->i", y, X, w).min() / np.sqrt(np.square(w).sum()),
)

BANK = """
smallest_margin(w, X, y)
    v = np.asarray(w, float)             # the weights
    A = np.asarray(X, float)             # the rows
    s = A @ v                            # the scores
    p = y * s                            # the scores, positive on the right side
    r = np.linalg.norm(v)                # the length of the weights
    q = p / r                            # the distances
    o = q.min()                          # the smallest of them

shown: s, p, r, q

omitted-term/not-divided: you don't divide the score by the length of w. Twice the weights are the
        same line, so a distance must not grow with them.
    r = 1
factor/length: you divide by something other than the length of w. That is the root of the sum of
        its squares.
    r = np.abs(v).sum() || np.abs(v).max() || len(v) ** 0.5 || len(v)
    r = np.sqrt((v ** 2).mean()) || abs(v.sum()) + 1e-9
factor/length-squared: you divide by a power of the length. Twice the weights are the same line:
        take the root, and divide by the length itself.
    r = v @ v || (v @ v) ** 2
factor/multiplied: you multiply the score by the length of w. Divide: longer weights do not make the
        distance larger.
    q = p * r
factor/bias-left-out: a weight is left out of the length. Every entry of w counts in it.
    r = np.linalg.norm(v[:-1]) or 1.0 || np.linalg.norm(v[1:]) or 1.0
factor/rows-scaled: you divide the scores by lengths of rows. Divide only by the length of w: the
        margin is a distance in the units of X.
    q = p / r / np.linalg.norm(A, axis=1) || p / np.linalg.norm(A, axis=1)
    q = p / r / np.linalg.norm(A, axis=1).max()
sign/distance-without-side: none of your distances is below 0. A row on the wrong side has a
        distance below 0.
    p = np.abs(s) || q = np.abs(p) / r || p = np.maximum(y * s, 0)
sign/flipped: the sign is flipped. On the right side label and score have the same sign, and the
        margin is above 0.
    p = -y * s || o = -q.min()
omitted-term/labels: the labels make no difference. They say which side is the right one.
    p = s
neighbour-formula/label-added: you add the label to the score. Multiply them.
    p = y + s
omitted-term/weights: the weights are missing from the score. It is w·x.
    s = A.sum(axis=1)
omitted-term/score: the score is missing. The margin is y times w·x, divided by the length of w.
    p = y || o = r
neighbour-formula/largest: you return the largest distance. The margin is that of the nearest row.
    o = q.max()
neighbour-formula/start: you return a fixed number when all distances are larger. A search for the
        smallest starts with the distance of the first row, or with infinity.
    o = min(k, q.min()) && k = 0 || 1 || 10 || 100 || 1000 || 1e4 || 1e6 || 1e9
neighbour-formula/mean: you combine the distances of all rows into one number. The margin is the
        smallest of them.
    o = q.mean() || q.sum() || np.median(q)
neighbour-formula/right-rows-only: you leave out rows on the wrong side. They make the margin
        negative.
    o = q[q > 0].min() if np.any(q > 0) else 0.0 || q[q >= 0].min() if np.any(q >= 0) else 0.0
neighbour-formula/both-sides: you combine the smallest distances of the two classes. The nearest row
        of all decides.
    o = q[y > 0].min() + q[y < 0].min() if len(set(y)) > 1 else q.min()
    o = (q[y > 0].min() + q[y < 0].min()) / 2 if len(set(y)) > 1 else q.min()
neighbour-formula/one-class: you use only one class. All rows count.
    o = q[y > 0].min() if np.any(y > 0) else q.min() || q[y < 0].min() if np.any(y < 0) else q.min()
neighbour-formula/loss: you return a loss, not a margin. Return the smallest y·score / length.
    o = np.maximum(0, -q).max() || np.maximum(0, 1 - q).max() || np.maximum(0, 1 - q).mean()
neighbour-formula/which-row: you return the index of the nearest row. Return its distance.
    o = np.argmin(q)
neighbour-formula/nearest-score: you take the row with the score nearest to 0. A row far on the
        wrong side has the smaller margin.
    o = q[np.argmin(np.abs(q))]
shape/all-rows: you return a number for each row. Return the smallest distance.
    o = q || p
missing-return/one-row: only one row decides. Look at all rows before you return.
    o = q[0] || q[-1]
off-by-one/row-left-out: one row is left out. Every row counts.
    o = q[1:].min() if len(q) > 1 else q[0] || q[:-1].min() if len(q) > 1 else q[0]
omitted-term/column: one column is left out of the score. All weights count.
    s = A[:, :-1] @ v[:-1] || A[:, 1:] @ v[1:]
transpose/rows: you swap rows and columns in the score. Each row of X is one example.
    s = v @ A if A.shape[0] == A.shape[1] else A @ v
integer/truncated: the decimals are lost. Avoid int, // and rounding.
    needs: rounding or unread
    o = int(q.min()) || p.min() // r || np.round(q.min())
"""

EXERCISE = Exercise(
    id="smallest_margin", title="Measure how much room a line leaves", notebook="00c",
    number="0c.3", signature="smallest_margin(w, X, y)",
    lecture=("ALICE-3.2b", "CS577-binary-linear"), minutes=6, difficulty=2,
    reference=network.smallest_margin, cases=cases, shapes="d, t d, t", bank=BANK,
    hints=("y times the score is above 0 for a row on its own side. What happens to it if you "
           "double w, and what happens to the line?",
           "Divide by the length of w: the score becomes a distance. Keep its sign.",
           "min over the rows of y (x · w) / ‖w‖, with ‖w‖ = np.linalg.norm(w)"),
    formula="γ = min_i  y_i (x_i · w) / ‖w‖",
    variation="which w has the largest margin for AND? Try a few around (2, 2, −3).",
    right=RIGHT, awkward=lambda w, X, y: np.array(np.float32(loop(w, X, y))),
    heads=("smallest_margin([3, 4], [[1, 1], [2, 0]], [1, -1])",
           "smallest_margin([2], [[4], [2]], [-1, 1])",
           "smallest_margin([4, 3], [[1, 5], [2, 0]], [1, 1])",
           "smallest_margin([2], [[1], [-3]], [1, -1])"),
)
