"""1.3 is_linearly_separable: cases, answers in other styles, hints, known mistakes."""

import itertools  # noqa: F401 - for the bank's text

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .xor_dataset import AND, CORNERS, OR, XOR


def case(points, labels, name):
    return Case((np.array(points, float), np.array(labels)), name)


def cases():
    cube = np.vstack([np.eye(3), 1 - np.eye(3)])
    slanted = [[0, 1], [3, 4], [-3, -2], [0, -1], [3, 2], [-3, -4]]
    strip = np.array([[x / 2, s * 0.5] for x in range(-3, 3) for s in (-1, 1)])
    third = [[0, 0, 1], [0, 0, -1], [1, 0, 1], [1, 0, -1]]
    first = np.array([[1.0, 0.25], [2.0, -0.25], [5.0, 0.25], [2.0, 0.25]])
    return [
        case(CORNERS, AND, "AND"), case(CORNERS, XOR, "XOR"),
        case([[0], [1], [2]], [0, 1, 0], "three points, d = 1"),
        case([[0], [1], [2], [4]], [0, 1, 1, 0], "one class between the other, d = 1"),
        case([[1], [2], [5]], [0, 0, 1], "classes on one side of the origin"),
        case(first, [0, 0, 1, 0], "the first of two inputs decides"),
        case(first[:, ::-1], [0, 0, 1, 0], "the second of two inputs decides"),
        case([[2, 0], [-2, 0], [0, 2], [0, -2]], [1, 1, 0, 0], "two crossing pairs"),
        case(slanted, [1, 1, 1, 0, 0, 0], "two slanted rows of points"),
        case([[0], [1], [60], [2], [3]], [0, 0, 1, 1, 1], "a far-away point, d = 1"),
        case(third, [1, 0, 1, 0], "the third input decides"),
        case(cube, cube.sum(1) // 2, "the majority of three"),
        case(CORNERS[:, [0, 1, 0]], XOR, "XOR on a slanted plane in 3-D"),
        case(CORNERS + 4, XOR, "XOR far from the origin"),
        case(strip, (strip[:, 1] > 0) * 1, "twelve points in two rows"),
        case(CORNERS, [1, 1, 1, 1], "one class only (1)"),
        case(CORNERS, [0, 0, 0, 0], "one class only (0)"),
        case([[0, 0], [1, 1], [1, 1]], [0, 0, 1], "one point with both labels"),
        case([[2, 1], [-1, -2]], [1, 0], "two points"),
        case([[0, 0], [1, 0], [2, 0], [0, 1], [1, -1]], [0, 1, 0, 0, 1],
             "the classes meet on a line"),
        Case((CORNERS.tolist(), XOR.tolist()), "XOR as lists"),
        Case((CORNERS, OR), "OR, whole numbers"),
        case([[1], [2], [5]], [1, 1, 1], "one class only, away from the origin"),
        case([[1], [200]], [0, 1], "two points, 1 and 200"),
        case([[200, 1], [150, 1], [1, 200], [0, 1]], [1, 1, 0, 0],
             "points at very different distances"),
    ]


def searched(A, label, passes, last_check=True, zero_is_0=False):
    """Whether a perceptron that goes through the rows has a clean pass, or ends on a line."""
    w = np.zeros(A.shape[1])
    for _ in range(passes):
        clean = True
        for a, one in zip(A, label, strict=True):
            if a @ w < 0 or (a @ w == 0 and (one or not zero_is_0)):
                w, clean = w + a, False
        if clean:
            return True
    return bool(last_check and np.all(A @ w > 0))


def to_the_end(A, label):
    """A search that finds a line if there is one, and does not give up."""
    if not searched(A, label, 150):
        raise TimeoutError("no line, and no end")
    return True


def one_right(A, last=False):
    """A perceptron that has found a line as soon as one row is right, or the last of a pass."""
    w = np.zeros(A.shape[1])
    for _ in range(150):
        for a in A:
            right = a @ w > 0
            if right and not last:
                return True
            w = w if right else w + a
        if right:
            return True
    return False


def updated(B, steps, wrong, change):
    """The weights after so many updates, each by the first row whose score is wrong."""
    w = np.zeros(B.shape[1])
    for _ in range(steps):
        bad = wrong(B @ w)
        if not bad.any():
            break
        w = w + change[bad.argmax()]
    return w


def descended(A, rate, steps):
    """Logistic regression from w = 0, and a look at the signs at the end."""
    w = np.zeros(A.shape[1])
    for _ in range(steps):
        w = w + rate * functions.sigmoid(-(A @ w)) @ A / len(A)
    return bool(np.all(A @ w > 0))


def two(X, label, rule):
    """True for one class; else the rule, given the points of class 1 and of class 0."""
    P, Q = X[label == 1], X[label == 0]
    return True if not len(P) or not len(Q) else bool(rule(P, Q))


def inside(P, Q):
    """Whether a point of Q lies in the box of P."""
    return np.any(np.all((P.min(0) <= Q) & (Q <= P.max(0)), axis=1))


def halfway(P, Q, fisher=False):
    """Whether a line halfway between the class means separates: one across, or Fisher's."""
    S = sum((C - C.mean(0)).T @ (C - C.mean(0)) for C in (P, Q)) if fisher else np.eye(P.shape[1])
    w, middle = np.linalg.pinv(S) @ (P.mean(0) - Q.mean(0)), (P.mean(0) + Q.mean(0)) / 2
    return np.all((P - middle) @ w > 0) and np.all((Q - middle) @ w <= 0)


def by_rows(X, y):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(1000):
        clean = True
        for x, label in zip(X, y, strict=True):
            s = 1 if label else -1
            if s * (sum(p * q for p, q in zip(w, x, strict=True)) + b) <= 0:
                w = [p + s * float(q) for p, q in zip(w, x, strict=True)]
                b, clean = b + s, False
        if clean:
            return True
    return False


BANK = """
is_linearly_separable(X, y)
    x = np.asarray(X, float)                          # the points
    k = np.asarray(y)                                 # the labels
    e = np.ones((len(x), 1))                          # the column for the bias
    R = np.hstack([x, e])                             # the rows (x, 1)
    S = R / np.maximum(np.linalg.norm(R, axis=1, keepdims=True), 1e-12)   # rows of length 1
    A = S * (2 * k - 1)[:, None]                      # the rows, class 0 turned round
    n = 150                                           # the number of passes
    o = searched(A, k, n)

shown: R
right: o = np.all(A @ updated(A, 2000, lambda s: s <= 0, A) > 0)
right: o = searched(A, k, 300) || np.int64(searched(A, k, 500)) || descended(A, 5.0, 4000)

sign/negated: True and False are swapped. True means that a separating line exists.
    o = not o
ignored-argument/always-true: you return True whatever the data. XOR must give False. Weights and
        bias of 0 are not a line.
    o = True
ignored-argument/always-false: you return False whatever the data. AND must give True.
    o = False
endless/no-giving-up: where no line exists your function doesn't answer in time. After 101
        corrections on rows (x, 1) of length 1 you may give up.
    o = to_the_end(A, k)
omitted-term/no-bias: you try only lines through the origin. Add a bias: a column of ones.
    e = e[:, :0]
    e = e[:, :0] && S = R && n = 1 || 5 || o = np.all(k == k[0]) or searched(A, k, n)
neighbour-formula/through-mean: you try only lines through the mean of the points. The bias may be
        any number.
    x = x - x.mean(0) && e = e[:, :0]
unstable/one-pass: you miss a line, like a search that stops too early. On rows (x, 1) of length 1,
        continue up to the 101st correction.
    n = 1 || 2 || 3 || 6
    S = R && n = 1 || 4 || 5 || 10 || 50
    S = R && o = searched(A, k, n, zero_is_0=True) || searched(A, k, n, False, True) && n = 1 || 2
unstable/not-arrived: you miss a line, like a descent that stops before it has converged. Run it for
        longer, or use a perceptron: a pass without a correction shows that it has finished.
    S = R && o = descended(A, r, h) && r = 0.1 || 0.01 && h = 100
neighbour-formula/least-squares: the answer is that of the least-squares line, which may miss even
        though another works. Least squares minimises distances, not mistakes.
    o = bool(np.all((R @ np.linalg.lstsq(R, 1.0 * k, rcond=None)[0] > 0.5) == (k == 1)))
neighbour-formula/exact-fit: you accept only a fit that hits every label exactly. The signs have to
        be right, not the distances.
    o = np.allclose(R @ np.linalg.lstsq(R, 1.0 * k, rcond=None)[0], k)
neighbour-formula/one-feature: you try only thresholds on a single feature. A line may be slanted.
    o = two(x, k, lambda P, Q: np.any(P.min(0) > Q.max(0)) or np.any(P.max(0) < Q.min(0)))
neighbour-formula/fixed-direction: you try only lines of one direction. A line may have any
        direction.
    o = two(x, k, lambda P, Q: P.sum(1).min() > Q.sum(1).max() or P.sum(1).max() < Q.sum(1).min())
neighbour-formula/centroids: you try only the line halfway between the class means. Another line may
        separate where this one does not.
    o = two(x, k, halfway)
neighbour-formula/fisher: you try only the line of Fisher's discriminant. Another may separate.
    o = two(x, k, lambda P, Q: halfway(P, Q, fisher=True))
neighbour-formula/few-lines: you try only the lines of a fixed list. Let the data move the line, as
        a perceptron does.
    o = any(np.all(A @ w > 0) for w in itertools.product(*[g] * x.shape[1], h)) && g = [-1, 0, 1] ||
        [-1, 1] && h = [-1.5, -0.5, 0, 0.5, 1.5]
ignored-argument/first-coordinates: you leave out some coordinates of the points. Use all d columns
        of X.
    x = x[:, :2] || x[:, :1] || x[:, :-1] || x[:, 1:]
convention/labels-0-and-1: the answers are those of corrections multiplied by a label of 0 or 1, so
        a point of class 0 moves nothing. Turn the labels into −1 and +1 first.
    o = np.all((R @ updated(R, 500, lambda s: (s > 0) != k, R * k[:, None]) > 0) == k)
convention/class-0-never-right: you call data with a point of class 0 inseparable. A point of class
        0 is right where its score is below 0.
    o = k.all()
convention/one-class: you call data with one class inseparable. A line far away has all points on
        one side.
    o = len(set(k.tolist())) == 2 and o
    S = R && n = 1 || 10 && o = len(set(k.tolist())) == 2 and o
off-by-one/row-dropped: one of the points makes no difference. Look at all t points.
    x = x[1:] && k = k[1:]
    x = x[:-1] && k = k[:-1] && S = R && n = 100
shape/one-verdict-per-point: you return one verdict per point. Return one True or False for all.
    S = R && o = A @ updated(A, 100, h, A) > 0 && h = lambda s: s <= 0 || lambda s: s <= min(*s, 0)
ignored-argument/only-labels: you only compare the labels with those of XOR. The positions of the
        points decide.
    needs: unused X
    o = k.tolist() != [0, 1, 1, 0] || k.tolist() not in ([0, 1, 1, 0], [1, 0, 0, 1])
ignored-argument/counts-only: the positions of the points make no difference. A line has to have the
        points of class 1 on one side, and those of class 0 on the other.
    o = len(x) <= x.shape[1] + 1 || np.all(k == k[0]) || len(x) <= x.shape[1] + 1 or np.all(k ==
        k[0]) || len(set(k.tolist())) == 2 || 2 * k.sum() != len(k) || k.sum() % 2 == 1
neighbour-formula/means: you compare only the class means. They may differ even though no line
        works.
    o = two(x, k, lambda P, Q: not np.allclose(P.mean(0), Q.mean(0)))
neighbour-formula/one-row-decides: you return True as if one row on its own side were enough. All
        rows have to be on their sides, with the same w and b.
    o = one_right(A) || one_right(A, last=True)
    S = R && o = one_right(A)
    S = R && o = one_right(A, last=True)
neighbour-formula/boxes: you compare the points of one class with the box around the other. A line
        may separate points in that box, and points outside it may be inseparable.
    o = two(x, k, lambda P, Q: not inside(P, Q)) || two(x, k, lambda P, Q: not inside(Q, P))
    o = two(x, k, lambda P, Q: not inside(P, Q) and not inside(Q, P))
duplicates/points: equal points count only once, so one of two labels is lost. A point with both
        labels makes the data inseparable: keep every row.
    d = dict(zip(map(tuple, np.array(X).tolist()), y)) && x = np.array(list(d), float) && k =
        np.array(list(d.values()))
neighbour-formula/only-xor: you recognise only the four XOR points. Test any points and labels.
    o = not (x.shape == (4, 2) and np.array_equal(k, (x[:, 0] != x[:, 1]) * 1))
neighbour-formula/contradictions-only: you call data inseparable only if one point has contradictory
        labels. Points may be distinct and still interleaved, as in XOR.
    o = len(np.unique(x, axis=0)) == len(np.unique(np.column_stack([x, k]), axis=0))
"""

EXERCISE = Exercise(
    id="is_linearly_separable", title="Decide whether a line exists", notebook="01", number="1.3",
    signature="is_linearly_separable(X, y)",
    lecture=("MAY24-1.0a", "MAY24-1.0e", "NPFL129-convex-regions"), minutes=20, difficulty=3,
    reference=functions.is_linearly_separable, cases=cases, bank=BANK,
    hints=("What would a perceptron do on data that a line separates, and on XOR?",
           "On separable data a perceptron makes finitely many mistakes: at most 1 / margin² "
           "of them on rows of length 1.",
           "Run a perceptron on rows (x, 1) scaled to length 1, with labels ±1. A clean pass "
           "means True. The margin is at least 0.1: at the 101st correction, say False."),
    formula="some w, b have y± (w·x + b) > 0 for every row, with y± = 2y − 1",
    variation="count how many of the 16 labellings of the four corners are separable.",
    right=(by_rows,),
    awkward=lambda X, y: np.float32(by_rows(np.asarray(X).tolist(), list(y))),
    heads=("is_linearly_separable([[1], [2], [3]], [0, 0, 1])",
           "is_linearly_separable([[0], [1], [2]], [0, 1, 0])",
           "is_linearly_separable([[2], [3]], [1, 0])",
           "is_linearly_separable([[1], [2], [4], [8]], [0, 1, 1, 0])",
           "is_linearly_separable([[1], [200]], [0, 1])"),
)
