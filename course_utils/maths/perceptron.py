r"""The perceptron: one step, for two classes or many, whole runs, and whether a line separates.

Scores are linear in the example x (d,): w (d,) and a bias b for two classes, W (d, m) with one
column per class for many; X holds points, one per row. A step leaves its arguments as they are and
returns new arrays. Arguments that do not fit raise an error that names the likely cause.
"""

import numpy as np

from .checks import at_least_zero, positive, rows_and_targets
from .errors import message

__all__ = [
    "is_linearly_separable", "multiclass_perceptron_update", "perceptron_trace",
    "perceptron_update", "smallest_margin", "train_perceptron",
]


def perceptron_update(w, b, x, y):
    r"""One perceptron step: unchanged if the score has the right sign, else w + y x and b + y.

    .. math:: y\,(w^\top x + b) \le 0 \;\Rightarrow\; w \leftarrow w + y\,x,\; b \leftarrow b + y

    Returns (w, b). The label y is -1 or +1. A score of exactly 0 counts as a mistake: otherwise
    w = 0 would never move.
    Rosenblatt (1958). Lecture CS577-perceptron (there without a bias, erratum CS-13).

    >>> perceptron_update(np.array([0, 0]), 0, np.array([2, 1]), -1)
    (array([-2, -1]), -1)
    """
    w, x = np.array(w), np.asarray(x)
    if w.ndim != 1 or w.shape != x.shape:
        raise ValueError(message("w and x", "the same shape (d,)", f"{w.shape} and {x.shape}",
                                 "a column of ones on one side only"))
    if y not in (-1, 1):
        raise ValueError(message("y", "-1 or +1", repr(y), "a 0/1 label; use 2 * y - 1"))
    if y * (w @ x + b) <= 0:
        return w + y * x, b + y
    return w, b


def multiclass_perceptron_update(W, x, y):
    r"""One multiclass perceptron step: pull column y towards x, push the wrong winner away.

    .. math:: \hat y = \arg\max_c\, (xW)_c, \qquad \hat y \ne y \;\Rightarrow\;
              W_{:,y} \leftarrow W_{:,y} + x,\quad W_{:,\hat y} \leftarrow W_{:,\hat y} - x

    Returns W (d, m) after the step. Ties of the scores go to the lowest class, as `argmax` does.
    Lecture CS577-multiclass-perceptron (erratum CS-14).

    All scores are 0, so class 0 wins; the truth is 1.
    >>> multiclass_perceptron_update(np.zeros((2, 3)), np.array([0, 2]), 1).tolist()
    [[0.0, 0.0, 0.0], [-2.0, 2.0, 0.0]]
    """
    W, x = np.asarray(W), np.asarray(x)
    if W.ndim != 2 or x.shape != W.shape[:1]:
        raise ValueError(message("W and x", "shapes (d, m) and (d,)", f"{W.shape} and {x.shape}",
                                 "W stored with one row per class; use W.T"))
    if not 0 <= y < W.shape[1]:
        raise ValueError(message("y", f"a label from 0 to {W.shape[1] - 1}", repr(y),
                                 "labels counted from 1"))
    W = W.astype(np.result_type(W, x))  # a copy that can hold the sum
    y_hat = np.argmax(x @ W)
    if y_hat != y:
        W[:, y] += x
        W[:, y_hat] -= x
    return W


def train_perceptron(X, y, max_rounds):
    r"""Perceptron steps row by row, round after round, until a whole round needs no correction.

    Takes X (t, d) and y (t,), each -1 or +1, in order. Returns (w, b, n): weights (d,) and bias at
    the end, and the number of corrections in all. After a clean round nothing would change any
    more; if no line separates the classes, there is none, and `max_rounds` >= 0 ends the run.
    Rosenblatt (1958). Lectures CS577-perceptron, CS577-perceptron-example.

    AND on 0 and 1 takes 18 corrections; the ninth round is clean.
    >>> w, b, n = train_perceptron([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, -1, -1, 1], 100)
    >>> w.tolist(), b, n
    ([3.0, 2.0], -4.0, 18)
    """
    X, y = _two_classes(X, y)
    at_least_zero(max_rounds, "max_rounds", "a fraction of rounds")
    w, b, n = np.zeros(X.shape[1]), 0.0, 0
    for _ in range(max_rounds):
        before = n
        for x, label in zip(X, y, strict=True):
            if label * (w @ x + b) <= 0:
                w, b, n = w + label * x, b + label, n + 1
        if n == before:
            break
    return w, float(b), n


def perceptron_trace(X, y, steps):
    r"""Weights before each of the first steps, and after the last, without a bias.

    Takes X (t, d) and y (t,), each -1 or +1, in order, again and again; a column of ones at the end
    of X makes its weight a bias. Shape (steps + 1, d): row i is w after i examples, and differs
    from the row before if there was a correction.
    Lecture CS577-perceptron-example.

    >>> perceptron_trace([[0, 2], [3, 1]], [1, -1], 3).tolist()
    [[0.0, 0.0], [0.0, 2.0], [-3.0, 1.0], [-3.0, 1.0]]
    """
    X, y = _two_classes(X, y)
    at_least_zero(steps, "steps", "a fraction of a step")
    W = np.zeros((steps + 1, X.shape[1]))
    for i in range(steps):
        row = i % len(X)
        W[i + 1], _ = perceptron_update(W[i], 0, X[row], int(y[row]))
    return W


def smallest_margin(w, X, y):
    r"""How far the nearest row lies on its own side of w.x = 0; below 0 if one is on the other.

    .. math:: \gamma = \min_i \frac{y_i\, w^\top x_i}{\lVert w \rVert}

    A distance in the units of X (t, d); y (t,) contains -1 and +1; the bias is one of the weights w
    (d,) if the rows end in a 1. If some w reaches gamma > 0 on rows of length at most R, the
    perceptron makes at most (R / gamma)^2 corrections, in whatever order the rows come.
    Novikoff (1962). Lectures ALICE-3.2b, CS577-binary-linear.

    >>> smallest_margin([3, 4], [[2, 1], [-1, 0]], [1, -1])
    0.6
    """
    X, y = _two_classes(X, y)
    w = np.asarray(w, float)
    if w.shape != X.shape[1:]:
        raise ValueError(message("w", f"shape {X.shape[1:]}, one weight per column of X",
                                 f"shape {w.shape}", "the bias in w and no column of ones in X"))
    if not w.any():
        raise ValueError(message("w", "weights that are not all 0", "zeros",
                                 "the start of a training"))
    return float(np.min(y * (X @ w)) / np.linalg.norm(w))


def is_linearly_separable(X, y, *, margin=1e-3):
    r"""Whether a hyperplane w.x + b = 0 has the two classes strictly on its two sides.

    A perceptron that knows when to give up. Scale every row a = (x, 1) to length 1 and flip the
    sign of the rows of class 0, so that a separator is a w with a.w > 0 for all rows. If some w of
    length 1 reaches a.w >= margin on every row, each correction adds at least the margin to the
    progress in its direction, so after k corrections

    .. math:: \lVert w \rVert \ge k \cdot \mathrm{margin}.

    A shorter w proves that no such separator exists. The loop ends: a correction adds at most 1 to
    the squared length, so the length is at most sqrt(k), below k margin once k > 1 / margin**2.

    The classes y (t,) are 0 and 1; `margin`, in (0, 1], is the smallest one we search for, as the
    sine of an angle. True is always right; False means that no separator has this margin on the
    scaled rows. Points far from the origin compared with their distances have tiny margins:
    subtract a centre first. A single class is separable.
    Novikoff (1962). Lectures MAY24-1.0a, MAY25-1.0a, NPFL129-convex-regions.

    AND can be separated, XOR cannot.
    >>> corners = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> is_linearly_separable(corners, [0, 0, 0, 1]), is_linearly_separable(corners, [0, 1, 1, 0])
    (True, False)
    """
    X, y = _zeros_and_ones(X, y)
    positive(margin, "margin", "a margin of zero would let the loop run forever")
    A = np.column_stack([X, np.ones(len(X))])  # (t, d + 1): the bias is the last column
    A = A / np.linalg.norm(A, axis=1, keepdims=True)
    A[y == 0] *= -1  # now "right side" reads a.w > 0 for both classes
    w, k = np.zeros(A.shape[1]), 0
    while np.linalg.norm(w) >= k * margin:
        worst = np.argmin(A @ w)
        if A[worst] @ w > 0:
            return True
        w, k = w + A[worst], k + 1
    return False


def _two_classes(X, y, other=-1, cause="0/1 labels; use 2 * y - 1"):
    """Return X (t, d) and y (t,) as floats after checking that each label is 1 or the other."""
    X, y = rows_and_targets(X, y)
    wrong = y[(y != 1) & (y != other)]
    if len(wrong):
        expected = "labels -1 and +1" if other else "labels 0 and 1"
        raise ValueError(message("y", expected, wrong[0], cause))
    return X, y


def _zeros_and_ones(X, y):
    """The same for labels 0 and 1, of which there is at least one."""
    X, y = _two_classes(X, y, 0, "labels -1 and +1, or two targets")
    if not len(y):
        raise ValueError(message("y", "at least one label", "none", "an empty selection"))
    return X, y
