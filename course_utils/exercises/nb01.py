"""Records of notebook 01: exercises with their cases and known mistakes, predictions."""

import numpy as np

from course_utils import data, functions
from course_utils.exercises.engine import Case, Exercise, Mistake, Prediction

CORNERS = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])  # the lecture's row order
AND, OR, XOR = np.array([1, 0, 0, 0]), np.array([1, 1, 1, 0]), np.array([0, 1, 1, 0])

# --- 1.1 xor_dataset --------------------------------------------------------------------


def _rows_as_reference(got, expected):
    """Put the corners of (X, y) into the reference's order: any order is right.

    Some wrong shapes are put in order too, so that they are recognised: columns for rows,
    labels as a column or row, one table, no labels.
    """
    if any(np.asarray(part).dtype.kind not in "biuf" for part in got):
        raise TypeError("labels as text")
    if isinstance(got, list) and len(got) == 4 or (
            isinstance(got, np.ndarray) and got.shape in ((4, 2), (4, 3))):
        table = np.asarray(got, dtype=float)  # only X, or one table with the labels in it
        return table[_corner_order(table)]
    X, y = np.asarray(got[0], dtype=float), np.asarray(got[1], dtype=float)
    if len(got) == 3 and X.shape == y.shape == (4,):  # the two inputs apart
        order = _corner_order(np.column_stack([X, y]))
        return X[order], y[order], np.asarray(got[2], dtype=float)[order]
    if X.shape == (4, 3):  # with a bias column
        inputs = X[:, 1:] if np.all(X[:, 0] == 1) else X[:, :2]
        order = _corner_order(inputs)
        return X[order], y.ravel()[order].reshape(y.shape) if y.size == 4 else y
    if _other_corners(X, y):
        return _repeated(len(X), len(set(map(tuple, X.tolist()))))
    order = _corner_order(X.T if X.shape == (2, 4) else X)
    if y.size != len(order):
        return X[order], y[order]  # one-hot labels: a row per corner
    X = X[:, order] if X.shape == (2, 4) else X[order]
    return X, y.ravel()[order].reshape(y.shape)


def _other_corners(X, y):
    """Whether the rows are corners with their XOR, but not each of the four once."""
    return (X.ndim == 2 and X.shape[1] == 2 and y.shape == X.shape[:1] and len(X) > 0
            and bool(np.isin(X, (0, 1)).all()) and np.array_equal(y, X[:, 0] != X[:, 1])
            and (len(X) != 4 or len(set(map(tuple, X.tolist()))) < 4))


def _repeated(n, different):
    """One answer for all lists of n corners: the mistakes hold the same."""
    if n == different:
        rows = CORNERS[:3]
    elif different == 4:
        rows = CORNERS[[0, 0, 1, 2, 3]]
    else:
        rows = CORNERS[[0, 1, 1, 3]]
    return rows, (rows[:, 0] != rows[:, 1]).astype(int)


def _corner_order(X):
    """Indices that sort rows as (1,1), (1,0), (0,1), (0,0)."""
    return np.lexsort((X[:, 1], X[:, 0]))[::-1]


def _labelled(y):
    return lambda: (CORNERS.copy(), np.array(y))


def _list_of_corners():
    rows = [(a, b) for a in (0, 1) for b in (0, 1)]
    return [list(map(float, row)) for row in rows], [float(a != b) for a, b in rows]


def _by_loop():
    X, y = np.zeros((4, 2)), np.zeros(4)
    for i in range(4):
        X[i] = i // 2, i % 2
        y[i] = (X[i].sum() % 2) == 1
    return X, y


def _by_grid():
    X = np.stack(np.meshgrid([0, 1], [0, 1]), axis=-1).reshape(4, 2)
    return X, X[:, 0] ^ X[:, 1]


def _by_text():
    X = np.array([list(map(int, s)) for s in ("00", "11", "01", "10")], dtype=np.float32)
    return X, np.abs(X[:, 0] - X[:, 1])


XOR_DATASET = Exercise(
    id="xor_dataset", title="Write down the XOR data", notebook="01", number="1.1",
    signature="xor_dataset()", lecture=("MAY24-1.0b",), minutes=3, difficulty=1,
    reference=data.xor_dataset, cases=lambda: [Case((), "the four corners")],
    parts=("X", "y"), align=_rows_as_reference,
    mistakes=(
        Mistake("neighbour-formula/xnor", _labelled(1 - XOR),
                "the labels are those of XNOR: 1 where the two inputs agree",
                "XOR is 1 where exactly one of the two inputs is 1."),
        Mistake("neighbour-formula/or", _labelled(OR), "the labels are those of OR",
                "Look at the corner (1, 1): both inputs on gives XOR = 0."),
        Mistake("neighbour-formula/and", _labelled(AND), "the labels are those of AND",
                "XOR is 1 where exactly one of the two inputs is 1."),
        Mistake("neighbour-formula/nand", _labelled(1 - AND), "the labels are those of NAND",
                "Look at the corner (0, 0): no input on gives XOR = 0."),
        Mistake("neighbour-formula/nor", _labelled(1 - OR), "the labels are those of NOR",
                "XOR is 1 where exactly one of the two inputs is 1."),
        *(Mistake("neighbour-formula/first-input", _labelled(y),
                  "the labels depend on the first input only",
                  "XOR needs both inputs. Do rows and labels stand in the same order?")
          for y in (CORNERS[:, 0], 1 - CORNERS[:, 0])),
        *(Mistake("neighbour-formula/second-input", _labelled(y),
                  "the labels depend on the second input only",
                  "XOR needs both inputs. Do rows and labels stand in the same order?")
          for y in (CORNERS[:, 1], 1 - CORNERS[:, 1])),
        *(Mistake("neighbour-formula/one-label-off", _labelled(y),
                  "the label of one row is wrong",
                  "(1, 0) and (0, 1) get 1; (0, 0) and (1, 1) get 0.")
          for y in ((0, 1, 0, 0), (0, 0, 1, 0))),
        *(Mistake("neighbour-formula/implication", _labelled(y),
                  "three rows get the label 1",
                  "(1, 0) and (0, 1) get 1; (0, 0) and (1, 1) get 0.")
          for y in ((1, 1, 0, 1), (1, 0, 1, 1))),
        *(Mistake("omitted-term/labels-all-equal", _labelled((v,) * 4),
                  "all labels are the same", "y is 1 where the two inputs differ.")
          for v in (0, 1)),
        *(Mistake("neighbour-formula/difference", _labelled(y),
                  "the labels are a difference of the inputs: −1 occurs",
                  "Take x1 != x2, or the size of the difference.")
          for y in (CORNERS[:, 0] - CORNERS[:, 1], CORNERS[:, 1] - CORNERS[:, 0])),
        Mistake("neighbour-formula/sum", _labelled(CORNERS.sum(axis=1)),
                "the labels are the sum of the inputs", "At (1, 1) XOR is 0, not 2."),
        Mistake("convention/plus-minus-one-labels", _labelled(2 * XOR - 1),
                "the labels are coded −1 and +1",
                "That is another convention: this course uses 0 and 1 here."),
        Mistake("convention/plus-minus-one-labels", _labelled(1 - 2 * XOR),
                "the labels are coded −1 and +1",
                "That is another convention: this course uses 0 and 1 here."),
        *(Mistake("convention/plus-minus-one-inputs", lambda y=y: (2 * CORNERS - 1, y),
                  "the corners are those of {−1, 1}²",
                  "That is another convention: this course uses the corners of {0, 1}².")
          for y in (XOR, 2 * XOR - 1, 1 - 2 * XOR, 1 - XOR)),
        Mistake("off-by-one/corners-from-one", lambda: (CORNERS + 1, XOR),
                "the inputs are counted from 1", "The corners are those of {0, 1}²."),
        Mistake("off-by-one/corners-from-one", lambda: (CORNERS + 1, XOR + 1),
                "inputs and labels are counted from 1", "Both are 0 or 1 in this course."),
        Mistake("off-by-one/labels-from-one", _labelled(XOR + 1),
                "the labels are counted from 1", "Labels are 0 and 1 in this course."),
        Mistake("shape/y-column", lambda: (CORNERS, XOR[:, None]),
                "`y` is a column of shape (4, 1)", "One label per row: shape (4,)."),
        Mistake("shape/y-row", lambda: (CORNERS, XOR[None, :]),
                "`y` is a row of shape (1, 4)", "One label per row: shape (4,)."),
        Mistake("transpose/X", lambda: (CORNERS.T, XOR),
                "`X` holds the examples as columns, shape (2, 4)",
                "Rows are examples in this course: shape (4, 2)."),
        Mistake("convention/swapped", lambda: (XOR, CORNERS), "`X` and `y` are swapped",
                "Return the points first, then the labels."),
        Mistake("duplicates/corner-twice",
                lambda: (np.array([[1, 1], [1, 0], [1, 0], [0, 0]]), XOR),
                "one corner stands twice and one is missing",
                "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("duplicates/corner-twice",
                lambda: (np.array([[1, 1], [0, 1], [0, 1], [0, 0]]), XOR),
                "one corner stands twice and one is missing",
                "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("omitted-term/corner-missing", lambda: (CORNERS[:3], XOR[:3]),
                "one corner is missing", "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("omitted-term/corner-missing", lambda: (CORNERS[1:], XOR[1:]),
                "one corner is missing", "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("convention/one-hot-labels", lambda: (CORNERS, np.eye(2)[XOR]),
                "the labels are one-hot rows", "One number per row: shape (4,)."),
        *(Mistake("shape/bias-column", lambda c=c, y=y: (np.column_stack(
              c(np.ones(4), CORNERS)), y),
                  "`X` has a column of ones too many", "The bias is added later: shape (4, 2).")
          for c in (lambda e, X: (X, e), lambda e, X: (e, X))
          for y in (XOR, XOR[:, None], 2 * XOR - 1, 1 - XOR)),
        Mistake("shape/three-results", lambda: (CORNERS[:, 0], CORNERS[:, 1], XOR),
                "the two inputs come as two results",
                "Put them side by side: X with shape (4, 2), and y."),
        Mistake("shape/classes-apart", lambda: (CORNERS[[0, 3]], CORNERS[[1, 2]]),
                "the points of the two classes come apart",
                "Return the four points X and their labels y."),
        Mistake("shape/classes-apart", lambda: (CORNERS[[1, 2]], CORNERS[[0, 3]]),
                "the points of the two classes come apart",
                "Return the four points X and their labels y."),
        Mistake("shape/grid", lambda: (np.stack(np.meshgrid([0, 1], [0, 1]), -1), XOR),
                "`X` is a grid with three axes", "One row per corner: reshape to (4, 2)."),
        Mistake("shape/grid", lambda: (np.stack(np.meshgrid([0, 1], [0, 1]), -1),
                                       np.array([[0, 1], [1, 0]])),
                "`X` and `y` are grids", "One row per corner: shapes (4, 2) and (4,)."),
        Mistake("shape/one-table", lambda: np.column_stack([CORNERS, XOR]),
                "the points and labels come as one table",
                "Return two results: X with shape (4, 2), y with shape (4,)."),
        Mistake("shape/dict", lambda: {"X": CORNERS, "y": XOR},
                "a dict comes back", "Return the pair `X, y`."),
        *(Mistake("neighbour-formula/row-number", lambda k=k: (CORNERS, k),
                  "the labels number the rows", "y is 1 where the two inputs differ, else 0.")
          for k in (2 * CORNERS[:, 0] + CORNERS[:, 1], 2 * CORNERS[:, 0] + CORNERS[:, 1] + 1,
                    3 - 2 * CORNERS[:, 0] - CORNERS[:, 1])),
        Mistake("off-by-one/corners-from-one", lambda: (CORNERS - 1, XOR),
                "the inputs are −1 and 0", "The corners are those of {0, 1}²."),
        *(Mistake("factor/labels", lambda k=k: (CORNERS, k * XOR), "the labels carry a factor",
                  "y is 1 where the two inputs differ, else 0.") for k in (2, 0.5)),
        *(Mistake("sign/labels", lambda y=y: (CORNERS, y), "negative labels occur",
                  "y is 1 where the two inputs differ, else 0.") for y in (-XOR, ~XOR, -AND)),
        *(Mistake("missing-return/first-row-only", lambda i=i, y=y: (CORNERS[i], y),
                  "one corner comes back, not four",
                  "Collect the rows; does the `return` stand inside the loop?")
          for i in (3, 0, 1, 2) for y in (XOR[i], XOR)),
        *(Mistake("duplicates/labels", lambda X=X: (X, np.array([0, 1])),
                  "every label stands once: the rows have lost theirs",
                  "One label per row: a set and np.unique lose repetitions.")
          for X in (CORNERS[::-1], CORNERS)),
        *(Mistake("missing-return/no-labels", lambda y=y: y, "only the labels come back",
                  "Return the pair `X, y`.") for y in (XOR, 1 - XOR)),
        *(Mistake("shape/y-column", lambda y=y: (CORNERS, y[:, None]),
                  "`y` is a column, and the labels are not those of XOR, coded 0 and 1",
                  "One label per row, 0 or 1: shape (4,).")
          for y in (1 - XOR, 2 * XOR - 1, 1 - 2 * XOR, OR, AND)),
        Mistake("transpose/X", lambda: (CORNERS.T, XOR[:, None]),
                "`X` holds the examples as columns, and `y` is a column",
                "Rows are examples: shapes (4, 2) and (4,)."),
        Mistake("transpose/X", lambda: (CORNERS.T, XOR[None, :]),
                "`X` holds the examples as columns, and `y` is a row",
                "Rows are examples: shapes (4, 2) and (4,)."),
        Mistake("convention/swapped", lambda: (XOR[:, None], CORNERS), "`X` and `y` are swapped",
                "Return the points first, then the labels."),
        Mistake("convention/one-hot-labels", lambda: (CORNERS, np.eye(2)[1 - XOR]),
                "the labels are one-hot rows", "One number per row: shape (4,)."),
        Mistake("duplicates/corners-repeated", lambda: (
            CORNERS[[0, 0, 1, 2, 3]], XOR[[0, 0, 1, 2, 3]]),
                "some corners stand more than once", "Each of the four corners once."),
        Mistake("missing-return/no-labels", lambda: CORNERS, "only one array comes back",
                "Return the pair `X, y`."),
    ),
    hints=("There are four rows. Which labels do (1, 1) and (0, 0) get?",
           "XOR asks whether the two inputs differ.",
           "y = 1 where x1 ≠ x2: rows (1,1), (1,0), (0,1), (0,0) get 0, 1, 1, 0."),
    formula="y = x1 XOR x2, which is 1 where x1 ≠ x2",
    variation="write y as a polynomial of x1 and x2. Which term makes it non-linear?",
    right=(_list_of_corners, _by_loop, _by_grid, _by_text,
           lambda: (CORNERS[::-1].tolist(), tuple(XOR[::-1]))),
    awkward=_list_of_corners,
)

# --- 1.2 line_accuracy --------------------------------------------------------------------


def line_accuracy(X, y, w, b):
    """Fraction of rows that the rule "w·x + b > 0 means 1" gets right.

    X (t, d), y (t,) of 0 and 1, w (d,), b a number. A point on the line counts as 0.
    Lecture MAY24-1.0a.
    """
    score = X @ w + b  # (t,)
    predicted = score > 0
    return np.mean(predicted == y)


def _line_cases():
    w = np.array([1.0, 1.0])
    rng = np.random.default_rng(1)
    X = rng.integers(-8, 9, size=(7, 3)) / 4  # quarters: exact in float32 too
    return [
        Case((CORNERS * 1.0, OR, w, -0.5), "OR and a line that solves it", sizes={"t": 4}),
        Case((CORNERS * 1.0, XOR, w, -0.5), "XOR, 3 of 4 right", sizes={"t": 4}),
        Case((CORNERS * 1.0, XOR, -w, 0.25), "a line that points the other way",
             sizes={"t": 4}),
        Case((X, np.array([1, 0, 0, 1, 1, 0, 0]), np.array([0.5, -1.0, 0.25]), 0.375),
             "seven points in 3-D", sizes={"t": 7}),
        Case((CORNERS * 1.0, XOR, w, -1.0), "two points exactly on the line", sizes={"t": 4}),
        Case((CORNERS, AND, np.array([2, 1]), -2), "whole numbers", sizes={"t": 4}),
        Case((CORNERS[[0, 1, 1, 2, 3, 1]] * 1.0, OR[[0, 1, 1, 2, 3, 1]],
              np.array([0.75, -0.5]), 0.125), "a row that stands three times", sizes={"t": 6}),
        Case((np.array([[3.0, -1.0]]), np.array([1]), w, 0.0), "a batch of one",
             sizes={"t": 1}),
    ]


def _count_right(X, y, w, b):
    right = 0
    for x, label in zip(X, y, strict=True):
        s = sum(float(a) * float(c) for a, c in zip(x, w, strict=True)) + b
        right += int((1 if s > 0 else 0) == label)
    return right / len(y)


def _rows_of(kept, divisor=lambda n, t: max(1, n)):
    """Only some of the rows are counted: kept(t) gives their indices."""
    def wrong(X, y, w, b):
        rows = kept(len(y))
        right = np.sum((X[rows] @ w + b > 0) == y[rows])
        return right / divisor(len(y[rows]), len(y))
    return wrong


def _each_row_once(X, y, w, b):
    rows = np.array(sorted({(*x, label) for x, label in zip(
        np.asarray(X).tolist(), np.asarray(y).tolist(), strict=True)}), dtype=float)
    return np.mean((rows[:, :-1] @ w + b > 0) == rows[:, -1])


def _scores(rule):
    return lambda X, y, w, b: rule(X @ w + b, y, X, w)


LINE_ACCURACY = Exercise(
    id="line_accuracy", title="Score a line", notebook="01", number="1.2",
    signature="line_accuracy(X, y, w, b)", lecture=("MAY24-1.0a",), minutes=5, difficulty=1,
    reference=line_accuracy, cases=_line_cases,
    mistakes=(
        Mistake("sign/other-side", _scores(lambda s, y, X, w: np.mean((s < 0) == y)),
                "the points on the other side of the line are called 1",
                "A positive score means class 1."),
        Mistake("neighbour-formula/error-rate", _scores(lambda s, y, X, w: np.mean((s > 0) != y)),
                "this is the fraction of wrong points", "Count the points that agree."),
        Mistake("convention/on-the-line", _scores(lambda s, y, X, w: np.mean((s >= 0) == y)),
                "a point on the line is counted as class 1",
                "That is another convention: here only a score above 0 means 1."),
        Mistake("omitted-term/no-bias", lambda X, y, w, b: np.mean((X @ w > 0) == y),
                "the bias b is left out", "The score is w·x + b."),
        Mistake("sign/bias", lambda X, y, w, b: np.mean((X @ w - b > 0) == y),
                "the bias is subtracted", "The score is w·x + b."),
        Mistake("factor/count", _scores(lambda s, y, X, w: np.sum((s > 0) == y)),
                "this is a count of points, not a fraction", "Divide by the number of rows."),
        Mistake("neighbour-formula/best-orientation", _scores(
            lambda s, y, X, w: max(np.mean((s > 0) == y), np.mean((s > 0) != y))),
                "the better of the two orientations is reported",
                "The sign of w already says which side is class 1."),
        Mistake("convention/percent", _scores(lambda s, y, X, w: 100 * np.mean((s > 0) == y)),
                "the result is in percent", "Return a fraction between 0 and 1."),
        Mistake("shape/not-averaged", _scores(lambda s, y, X, w: (s > 0) == y),
                "one verdict per point comes back", "Average over the rows."),
        Mistake("neighbour-formula/threshold-half",
                _scores(lambda s, y, X, w: np.mean((s > 0.5) == y)),
                "the score is compared with ½", "A score is compared with 0; ½ is the "
                "threshold of a probability."),
        Mistake("neighbour-formula/positive-fraction",
                _scores(lambda s, y, X, w: np.mean(s > 0)),
                "this is the fraction of points called 1, right or not",
                "Compare with the labels `y`."),
        *(Mistake("omitted-term/no-threshold", _scores(rule),
                  "the score itself is compared with the label",
                  "First the class, score > 0, then compare it with y.")
          for rule in (lambda s, y, X, w: np.mean(s == y),
                       lambda s, y, X, w: np.mean(np.round(s) == y),
                       lambda s, y, X, w: np.mean(s.astype(int) == y),
                       lambda s, y, X, w: np.mean(np.isclose(s, y)))),
        *(Mistake("neighbour-formula/squared-error", _scores(rule),
                  "this measures how far the score is from the label",
                  "Count the rows whose class is right.")
          for rule in (lambda s, y, X, w: np.mean((s - y) ** 2),
                       lambda s, y, X, w: 1 - np.mean((s - y) ** 2),
                       lambda s, y, X, w: np.mean(np.abs(s - y)),
                       lambda s, y, X, w: 1 - np.mean(np.abs(s - y)))),
        *(Mistake("convention/plus-minus-one", _scores(rule),
                  "the prediction is −1 or 1, the labels are 0 and 1: class 0 never comes out "
                  "right", "Compare score > 0 with y.")
          for rule in (lambda s, y, X, w: np.mean(np.sign(s) == y),
                       lambda s, y, X, w: np.mean(np.where(s > 0, 1, -1) == y),
                       lambda s, y, X, w: np.mean(np.where(s >= 0, 1, -1) == y),
                       lambda s, y, X, w: np.mean(y * s > 0),
                       lambda s, y, X, w: np.mean((s > 0) & (y == 1)))),
        *(Mistake("convention/on-the-line", _scores(rule),
                  "points exactly on the line are counted as right, or as wrong, for both labels",
                  "A point on the line counts as class 0 here.")
          for rule in (lambda s, y, X, w: np.mean((2 * y - 1) * s > 0),
                       lambda s, y, X, w: np.mean((2 * y - 1) * s >= 0))),
        *(Mistake("neighbour-formula/one-class-only", _scores(rule),
                  "only the rows of one class are counted",
                  "Average over all rows, of class 0 and of class 1.")
          for rule in (lambda s, y, X, w: np.mean((s > 0)[y == 1]),
                       lambda s, y, X, w: np.mean((s <= 0)[y == 0]) if (y == 0).any() else 0.0,
                       lambda s, y, X, w: np.mean((s <= 0) & (y == 0)),
                       lambda s, y, X, w: np.sum((s > 0) & (y == 1)) / max(1, np.sum(s > 0)))),
        *(Mistake("neighbour-formula/signed-errors", _scores(rule),
                  "the differences are averaged with their signs, so that they cancel",
                  "Count the rows where class and label agree.")
          for rule in (lambda s, y, X, w: np.mean((s > 0) * 1.0 - y),
                       lambda s, y, X, w: np.mean(y - (s > 0) * 1.0),
                       lambda s, y, X, w: 1 - np.mean((s > 0) * 1.0 - y))),
        Mistake("neighbour-formula/balanced", _scores(lambda s, y, X, w: np.mean(
            [np.mean((s > 0)[y == c] == c) for c in np.unique(y)])),
                "the two classes are averaged on their own", "Average over all rows."),
        *(Mistake("integer/truncated", _scores(cut),
                  "the digits after the point are lost", "Use /, and no int or round.")
          for cut in (lambda s, y, X, w: np.sum((s > 0) == y) // len(y),
                      lambda s, y, X, w: np.round(np.mean((s > 0) == y)))),
        *(Mistake("integer/rounded", _scores(lambda s, y, X, w, d=d: np.round(
            np.mean((s > 0) == y), d)), "the fraction is rounded", "Return all the digits.")
          for d in (1, 2, 3)),
        *(Mistake("neighbour-formula/predictions", _scores(rule),
                  "the predicted classes or the scores come back",
                  "Compare with y and average.")
          for rule in (lambda s, y, X, w: s > 0, lambda s, y, X, w: s,
                       lambda s, y, X, w: s >= 0)),
        Mistake("shape/broadcast-table", _scores(
            lambda s, y, X, w: np.mean((s[:, None] > 0) == y)),
                "every prediction is compared with every label",
                "Let both have shape (t,)."),
        *(Mistake("off-by-one/divisor", _scores(lambda s, y, X, w, k=k: np.sum(
            (s > 0) == y) / max(1, len(y) + k)), "the count is divided by one row too few or "
                  "too many", "Divide by the number of rows.") for k in (-1, 1)),
        Mistake("neighbour-formula/per-feature", _scores(
            lambda s, y, X, w: np.sum((s > 0) == y) / X.size),
                "the count is divided by the number of entries of X",
                "Divide by the number of rows."),
        *(Mistake("off-by-one/row-dropped", _rows_of(kept, divisor),
                  "one of the rows is not counted", "Use all t rows.")
          for kept in (lambda t: slice(t - 1), lambda t: slice(1, None))
          for divisor in (lambda n, t: max(1, n), lambda n, t: t)),
        *(Mistake("missing-return/first-row-only", _rows_of(lambda t: slice(1), divisor),
                  "only the first row is counted",
                  "Count all rows; does the `return` stand inside the loop?")
          for divisor in (lambda n, t: 1, lambda n, t: t)),
        *(Mistake("omitted-term/last-row-only", _rows_of(lambda t: slice(-1, None), divisor),
                  "only the last row is counted", "Count with +=, over all rows.")
          for divisor in (lambda n, t: 1, lambda n, t: t)),
        Mistake("duplicates/rows", _each_row_once, "rows that stand more than once count once",
                "Every row counts: a set loses repetitions."),
        Mistake("integer/score-cut", _scores(lambda s, y, X, w: np.mean((np.trunc(s) > 0) == y)),
                "the score loses its digits before it is compared with 0",
                "Compare the score as it is."),
        Mistake("integer/w-truncated", lambda X, y, w, b: np.mean(
                    (X @ np.trunc(w) + b > 0) == y),
                "`w` has lost its digits after the point", "Keep w as floats."),
        Mistake("sign/absolute-score", _scores(lambda s, y, X, w: np.mean((np.abs(s) > 0) == y)),
                "the sign of the score is lost", "Compare the score itself with 0."),
        *(Mistake("omitted-term/products-missing", lambda X, y, w, b, c=c: np.mean(
                      (X[:, c] @ w[c] + b > 0) == y),
                  "some of the inputs are left out of the score", "The score is X @ w + b.")
          for c in (slice(1), slice(-1), slice(1, None))),
        Mistake("omitted-term/no-weights", lambda X, y, w, b: np.mean((X.sum(1) + b > 0) == y),
                "the weights w are left out of the score", "The score is w·x + b."),
        Mistake("factor/bias-in-score", lambda X, y, w, b: np.mean((
                    (X * w + b).sum(1) > 0) == y),
                "the bias is added once for every input", "The score is X @ w + b: b once."),
        Mistake("neighbour-formula/threshold-one", _scores(
                    lambda s, y, X, w: np.mean((s > 1) == y)),
                "the score is compared with 1", "A score above 0 means class 1."),
        *(Mistake("neighbour-formula/f-score", _scores(rule),
                  "this is another score: it leaves out the rows of class 0 that are right",
                  "Average over all rows.")
          for rule in (lambda s, y, X, w: 2 * np.sum((s > 0) & (y == 1)) / max(
                           1, np.sum(s > 0) + np.sum(y == 1)),
                       lambda s, y, X, w: np.sum((s > 0) & (y == 1)) / max(
                           1, np.sum((s > 0) | (y == 1))))),
        Mistake("convention/plus-minus-score", _scores(
                    lambda s, y, X, w: 2 * np.mean((s > 0) == y) - 1),
                "right rows count 1 and wrong ones −1", "Right rows count 1, wrong ones 0."),
        *(Mistake("shape/count-too", _scores(rule), "a second result comes back",
                  "Return the fraction alone.")
          for rule in (lambda s, y, X, w: (np.mean((s > 0) == y), np.sum((s > 0) == y)),
                       lambda s, y, X, w: (np.mean((s > 0) == y), s > 0))),
        *(Mistake("omitted-term/no-bias", lambda X, y, w, b, c=c: np.mean(c(X @ w) == y),
                  "the bias b is left out", "The score is w·x + b, and above 0 means 1.")
          for c in (lambda s: s >= 0, lambda s: s > 0.5)),
        Mistake("neighbour-formula/bias-as-threshold", lambda X, y, w, b: np.mean(
            (X @ w > abs(b)) == y), "w·x is compared with |b|", "The score is w·x + b."),
    ),
    hints=("Which side of the line means class 1?",
           "Score every row, compare with 0, compare with y, average.",
           "mean over rows of [ (w·x + b > 0) equals y ]"),
    formula="accuracy = mean over rows of [ (w·x + b > 0) = y ]",
    variation="report the accuracy per class: what does the best line on XOR miss?",
    right=(_count_right, lambda X, y, w, b: 1 - np.abs((X @ w + b > 0) - y).mean(),
           lambda X, y, w, b: np.float32(((X * w).sum(1) + b > 0).astype(int) == y).mean(),
           lambda X, y, w, b: sum(((np.einsum("ij,j->i", X, w) + b) > 0) == (y == 1)) / len(X),
           lambda X, y, w, b: np.count_nonzero(np.where(X.dot(w) > -b, 1, 0) == y) / y.size),
    awkward=_count_right,
)

# --- 1.4 step -------------------------------------------------------------------------------


def _step_cases():
    rng = np.random.default_rng(2)
    return [
        Case((np.array([-2.0, 0.5, 3.0]),), "three numbers"),
        Case((rng.normal(size=(3, 4)),), "a matrix"),
        Case((np.array([0.0, -0.0, 1.0]),), "a score of exactly 0"),
        Case((2.5,), "one number"),
        Case((np.array([[1, -1], [0, 0], [0, 0], [-1, 1]]),), "the lecture's g, whole numbers",
             integers=True),
        Case(([-1.5, 0.25],), "a list"),
        Case((np.array([1e-12, -1e-12]),), "scores next to 0"),
    ]


def step(x):
    """1 where x > 0, else 0; step(0) = 0, elementwise. Lecture MAY24-1.0g."""
    return functions.step(x, at_zero=0.0)


def _divided(f, x):
    with np.errstate(all="ignore"):
        return f(np.asarray(x, dtype=float))


def _entries_of_step(change):
    """The right step on a flat copy, changed, in the shape of x."""
    def wrong(x):
        out = np.array(np.asarray(x) > 0, dtype=float)
        return change(out.ravel()).reshape(out.shape)
    return wrong


def _step_loop(x):
    if np.ndim(x) == 0:
        return 1.0 if x > 0 else 0.0
    return np.array([_step_loop(v) for v in x])


STEP = Exercise(
    id="step", title="Write the step function", notebook="01", number="1.4",
    signature="step(x)", lecture=("MAY24-1.0g",), minutes=3, difficulty=1,
    reference=step, cases=_step_cases,
    mistakes=(
        Mistake("convention/one-at-zero", lambda x: np.where(np.asarray(x) >= 0, 1, 0),
                "a score of exactly 0 gives 1",
                "That is another convention: the lecture's table needs step(0) = 0."),
        Mistake("convention/half-at-zero", lambda x: np.heaviside(x, 0.5),
                "a score of exactly 0 gives ½",
                "That is another convention: the lecture's table needs step(0) = 0."),
        *(Mistake("unstable/zero-by-zero", lambda x, f=f: _divided(f, x),
                  "at 0 the formula divides 0 by 0", "Compare: x > 0.")
          for f in (lambda x: np.maximum(x, 0) / x, lambda x: (1 + x / np.abs(x)) / 2)),
        *(Mistake("neighbour-formula/steep-sigmoid", lambda x, k=k: functions.sigmoid(
            k * np.asarray(x, dtype=float)), "this is a steep sigmoid: ½ at 0, smooth next to it",
                  "Only 0 and 1 may come back.") for k in (10, 50, 100, 1000)),
        *(Mistake("convention/tolerance", lambda x, h=h: np.where(np.asarray(x) > h, 1, 0),
                  "tiny positive scores give 0", "Every score above 0 gives 1, however small.")
          for h in (1e-3, 1e-6, 1e-9)),
        Mistake("neighbour-formula/clipped", lambda x: np.clip(x, 0, 1),
                "scores between 0 and 1 keep their size",
                "The step is 1 for every positive score."),
        Mistake("neighbour-formula/slope", lambda x: np.zeros(np.shape(x)),
                "the result is 0 everywhere: that is the slope of the step",
                "Positive scores give 1."),
        Mistake("neighbour-formula/all-ones", lambda x: np.ones(np.shape(x)),
                "the result is 1 everywhere", "Scores of 0 or less give 0."),
        Mistake("neighbour-formula/not-zero", lambda x: np.where(np.asarray(x) != 0, 1, 0),
                "every score but 0 gives 1", "Negative scores give 0."),
        Mistake("convention/plus-minus-one", lambda x: np.where(
            np.asarray(x) >= 0, 1, -1), "the two values are −1 and 1",
                "The step is 0 below 0, and at 0."),
        *(Mistake("axis/one-for-all", lambda x, f=f: f(np.asarray(x)),
                  "one number comes back for the whole array", "One 0 or 1 per entry of x.")
          for f in (lambda x: int(np.sum(x) > 0), lambda x: int((x > 0).any()),
                    lambda x: int((x > 0).all()), lambda x: np.sum(x > 0))),
        Mistake("neighbour-formula/sign", np.sign, "this is the sign: −1 below 0",
                "The step is 0 below 0."),
        Mistake("convention/plus-minus-one", lambda x: np.where(np.asarray(x) > 0, 1, -1),
                "the two values are −1 and 1", "The step is 0 below 0."),
        Mistake("neighbour-formula/relu", lambda x: np.maximum(x, 0),
                "this is ReLU: positive scores keep their size",
                "The step is 1 for every positive score."),
        Mistake("neighbour-formula/sigmoid", functions.sigmoid,
                "this is the sigmoid, the step's smooth cousin", "Only 0 and 1 may come back."),
        Mistake("sign/reversed", lambda x: np.where(np.asarray(x) < 0, 1, 0),
                "negative scores give 1", "Positive scores give 1."),
        Mistake("sign/complement", lambda x: np.where(np.asarray(x) > 0, 0, 1),
                "the two values are swapped", "Positive scores give 1."),
        Mistake("neighbour-formula/threshold-half", lambda x: np.where(np.asarray(x) > 0.5, 1, 0),
                "scores up to ½ give 0", "The threshold is 0, and nothing is rounded."),
        Mistake("off-by-one/threshold-one", lambda x: np.where(np.asarray(x) >= 1, 1, 0),
                "positive scores below 1 give 0",
                "The threshold is 0, and nothing is cut to whole numbers."),
        Mistake("missing-return/first-entry-only", lambda x: float(np.ravel(x)[0] > 0),
                "one number comes back: the step of the first entry",
                "One 0 or 1 per entry of x; is the `return` inside the loop?"),
        Mistake("missing-return/first-entry-only", lambda x: [float(np.ravel(x)[0] > 0)],
                "only the first entry comes back",
                "One 0 or 1 per entry of x; is the `return` inside the loop?"),
        *(Mistake(id, _entries_of_step(change), what, "The loop has to reach every entry.")
          for id, change, what in (
              ("off-by-one/last-entry", lambda v: v * (np.arange(len(v)) < len(v) - 1),
               "the last entry stays 0"),
              ("off-by-one/first-entry", lambda v: v * (np.arange(len(v)) > 0),
               "the first entry stays 0"),
              ("missing-return/first-entry-only", lambda v: v * (np.arange(len(v)) == 0),
               "all entries but the first stay 0"))),
        *(Mistake("axis/one-per-row", lambda x, f=f: f(np.asarray(x, dtype=float)),
                  "one number per row comes back", "One 0 or 1 per entry of x.")
          for f in (lambda x: (x.sum(-1) > 0) * 1, lambda x: (x > 0).any(-1) * 1,
                    lambda x: (x > 0).sum(-1))),
        *(Mistake("neighbour-formula/hard-sigmoid", lambda x, k=k: np.clip(
            0.5 + k * np.asarray(x, dtype=float), 0, 1),
                  "scores next to 0 give numbers between 0 and 1", "Only 0 and 1 may come back.")
          for k in (1, 0.5, 0.25, 0.2)),
        Mistake("neighbour-formula/tanh", lambda x: np.tanh(np.asarray(x, dtype=float)),
                "this is tanh", "Only 0 and 1 may come back."),
        Mistake("factor/sign-plus-one", lambda x: np.sign(np.asarray(x, dtype=float)) + 1,
                "the three values 0, 1 and 2 come back", "Only 0 and 1 may come back: x > 0."),
        Mistake("convention/minus-one-at-zero", lambda x: np.where(
            np.asarray(x) > 0, 1, np.where(np.asarray(x) == 0, -1, 0)),
                "a score of exactly 0 gives −1", "step(0) = 0."),
        Mistake("neighbour-formula/equal-to-one", lambda x: np.where(np.asarray(x) == 1, 1, 0),
                "only scores of exactly 1 give 1", "Every score above 0 gives 1."),
        Mistake("neighbour-formula/above-the-mean", lambda x: (
            np.asarray(x, dtype=float) > np.mean(x)) * 1,
                "the scores are compared with their mean", "The threshold is 0."),
        Mistake("neighbour-formula/largest-only", lambda x: (
            np.asarray(x, dtype=float) == np.max(x)) * 1,
                "only the largest score gives 1", "Every score above 0 gives 1."),
        *(Mistake("sign/absolute-values", lambda x, c=c: (np.abs(np.asarray(x)) > c) * 1,
                  "the sign of the score is lost", "Negative scores give 0.") for c in (0.5, 1)),
        Mistake("shape/one-number-only", lambda x: 1 if x > 0 else 0,
                "an `if` decides once for the whole array",
                "Decide entry by entry: a comparison or np.where."),
    ),
    hints=("What does the lecture's table say about a score of exactly 0?",
           "A comparison of an array gives True and False entry by entry.",
           "step(x) = 1 where x > 0, else 0"),
    formula="step(x) = 1 if x > 0, else 0",
    variation="swap in step(0) = 1 and rebuild the lecture's table: is XOR still separable?",
    right=(_step_loop, lambda x: (np.asarray(x) > 0).astype(int),
           lambda x: np.heaviside(x, 0), lambda x: np.where(np.asarray(x) > 0, 1.0, 0.0),
           lambda x: np.float32(np.sign(np.maximum(x, 0))),
           np.vectorize(lambda v: int(v > 0))),
    awkward=_step_loop,
)

# --- 1.5 xor_with_step_units -------------------------------------------------------------------


def xor_with_step_units(f):
    """XOR of each row of f (t, 2), as 0 or 1, by two step units and one more on top.

    Lectures MAY24-1.0d and 1.0g: W and b are theirs, the top unit is ours.
    """
    W = np.array([[1, -1], [1, -1]])
    b = np.array([[-1, 1]])
    h = functions.step(f @ W + b)  # (t, 2): (1,0) for 11, (0,1) for 00, else (0,0)
    return functions.step(0.5 - h[:, 0] - h[:, 1])  # 1 where neither unit fires


def _units_cases():
    return [
        Case((CORNERS * 1.0,), "the four corners", sizes={"t": 4}),
        Case((np.array([[0.0, 1.0]]),), "one row", sizes={"t": 1}),
        Case((CORNERS[[3, 1, 1, 0, 2, 3]],), "whole numbers, rows repeated", sizes={"t": 6}),
        Case((CORNERS[[1, 0, 2]] * 1.0,), "three rows", sizes={"t": 3}),
    ]


def _labels(rule):
    return lambda f: rule(f[:, 0] > 0.5, f[:, 1] > 0.5).astype(float)


def _rows_as_inputs(strict):
    def wrong(f):
        if len(f) < 2 or (strict and len(f) != 2):
            raise ValueError("too many values to unpack")
        return functions.step(0.5 - functions.step(f[0] + f[1] - 1)
                              - functions.step(1 - f[0] - f[1]))
    return wrong


def _soft_xor(f, k):
    one, two = functions.sigmoid(k * (f.sum(1) - 0.5)), functions.sigmoid(k * (f.sum(1) - 1.5))
    return functions.sigmoid(k * (one - two - 0.5))


def _or_minus_and(f):
    h_or, h_and = functions.step(f.sum(1) - 0.5), functions.step(f.sum(1) - 1.5)
    return functions.step(h_or - h_and - 0.5)


UNITS = Exercise(
    id="xor_with_step_units", title="Set two step units by hand", notebook="01", number="1.5",
    signature="xor_with_step_units(f)", lecture=("MAY24-1.0g", "MAY24-1.0d"),
    minutes=10, difficulty=2, reference=xor_with_step_units, cases=_units_cases,
    mistakes=(
        Mistake("neighbour-formula/or", _labels(np.logical_or), "the units compute OR",
                "Look at the row (1, 1): it must come out as 0."),
        Mistake("neighbour-formula/and", _labels(np.logical_and), "the units compute AND",
                "Look at the rows (1, 0) and (0, 1): they must come out as 1."),
        Mistake("neighbour-formula/xnor", _labels(np.equal), "the units compute XNOR",
                "In the lecture's table class a is where the inputs agree; XOR is the other "
                "class."),
        Mistake("neighbour-formula/nand", _labels(lambda a, c: ~(a & c)),
                "the units compute NAND", "Look at the row (0, 0): it must come out as 0."),
        Mistake("neighbour-formula/nor", _labels(lambda a, c: ~(a | c)),
                "the units compute NOR", "One unit alone draws one line: combine two."),
        *(Mistake("ignored-argument/one-input", _labels(rule),
                  "the result depends on one of the two inputs only",
                  "Both units must see both inputs.")
          for rule in (lambda a, c: a, lambda a, c: c, lambda a, c: ~a, lambda a, c: ~c)),
        *(Mistake("neighbour-formula/implication", _labels(rule),
                  "three of the four corners come out as 1", "Only (1, 0) and (0, 1) are XOR.")
          for rule in (lambda a, c: ~a | c, lambda a, c: a | ~c)),
        *(Mistake("neighbour-formula/constant", _labels(rule),
                  "every row gives the same", "Check each unit at (0, 0), (1, 0) and (1, 1).")
          for rule in (lambda a, c: a & ~a, lambda a, c: a | ~a)),
        *(Mistake("sign/units-added", lambda f, k=k: functions.step(f.sum(1) - 0.5)
                  + k * functions.step(f.sum(1) - 1.5),
                  "a sum comes back: (1, 1) gives 2 or more instead of 0",
                  "The unit for (1, 1) has to count against the other one.") for k in (1, 2)),
        *(Mistake("sign/difference", lambda f, k=k: k * (f[:, 0] - f[:, 1]),
                  "the difference of the inputs comes back: −1 occurs",
                  "Put step units on it: only 0 and 1 may come back.") for k in (1, -1)),
        *(Mistake("ignored-argument/f", lambda f, y=y: np.array(y),
                  "four fixed numbers come back, whatever f holds",
                  "Compute with the rows of f: there may be any number of them.")
          for y in (XOR, 1 - XOR)),
        *(Mistake("axis/rows-as-inputs", wrong,
                  "the first two rows are taken for the two inputs",
                  "Rows are examples: f1 is f[:, 0], f2 is f[:, 1].")
          for wrong in (_rows_as_inputs(False),)),
        *(Mistake("integer/whole-numbers-only", wrong,
                  "right for whole numbers; floats cannot be combined bit by bit",
                  "Use step units, or compare: f[:, 0] != f[:, 1].")
          for wrong in (lambda f: f[:, 0] ^ f[:, 1],)),
        *(Mistake("neighbour-formula/sigmoid-units", lambda f, k=k: _soft_xor(f, k),
                  "sigmoids stand where steps should: the result is not 0 or 1",
                  "functions.step gives 0 or 1.") for k in (1, 2, 4, 5, 10)),
        Mistake("omitted-term/one-input-more", _labels(lambda a, c: a & ~c),
                "only the row (1, 0) comes out as 1", "(0, 1) is XOR too."),
        Mistake("omitted-term/one-input-less", _labels(lambda a, c: ~a & c),
                "only the row (0, 1) comes out as 1", "(1, 0) is XOR too."),
        *(Mistake("omitted-term/hidden-units", lambda f, W=W, b=b: functions.step(
            f @ np.array(W) + np.array(b)),
                  "the two hidden units come back", "One more unit combines them into one "
                  "number per row.")
          for W, b in (([[1, -1], [1, -1]], [-1, 1]), ([[1, 1], [1, 1]], [-0.5, -1.5]),
                       ([[1, 1], [1, 1]], [-1.5, -0.5]), ([[1, -1], [1, -1]], [-0.5, 1.5]),
                       ([[1, -1], [-1, 1]], [-0.5, -0.5]))),
        *(Mistake("shape/column", lambda f, y=y: y(xor_with_step_units(f))[:, None],
                  "the result is a column of shape (t, 1)", "One number per row: shape (t,).")
          for y in (lambda v: v, lambda v: 1 - v)),
        *(Mistake(id, lambda f, keep=keep: xor_with_step_units(f) * keep(np.arange(len(f)), len(f)),
                  what, "Compute with all rows of f at once: f[:, 0], f[:, 1].")
          for id, keep, what in (
              ("off-by-one/first-row", lambda i, t: i > 0, "the first row always gives 0"),
              ("off-by-one/last-row", lambda i, t: i < t - 1, "the last row always gives 0"),
              ("missing-return/first-row-only", lambda i, t: i == 0,
               "all rows but the first give 0"))),
        *(Mistake("off-by-one/row-dropped", lambda f, c=c: c(xor_with_step_units(f)),
                  "one row is left out", "One number per row: shape (t,).")
          for c in (lambda v: v[:-1], lambda v: v[1:])),
        Mistake("duplicates/rows", lambda f: xor_with_step_units(np.unique(f, axis=0)),
                "rows that stand more than once come back once", "One number per row: shape (t,)."),
        Mistake("duplicates/rows", lambda f: np.unique(xor_with_step_units(f)),
                "only the different results come back", "One number per row: shape (t,)."),
        Mistake("neighbour-formula/mean", lambda f: f.mean(1),
                "the mean of the two inputs comes back", "Only 0 and 1 may come back."),
        *(Mistake("shape/hidden-too", wrong, "more than the result comes back",
                  "One number per row: shape (t,).")
          for wrong in (
              lambda f: (functions.step(f.sum(1) - 1), functions.step(1 - f.sum(1))),
              lambda f: (functions.step(f.sum(1) - 0.5), functions.step(f.sum(1) - 1.5)))),
        Mistake("convention/one-hot", lambda f: np.column_stack(
            [1 - xor_with_step_units(f), xor_with_step_units(f)]),
                "one column per class comes back", "One number per row, 0 or 1: shape (t,)."),
        *(Mistake("ignored-argument/f", lambda f, y=y: np.resize(y, len(f)),
                  "the labels of a table come back, whatever the rows of f hold",
                  "Compute with the rows of f: they come in any order.")
          for y in (XOR, 1 - XOR)),
        Mistake("shape/row", lambda f: xor_with_step_units(f)[None, :],
                "the result is a row of shape (1, t)", "One number per row: shape (t,)."),
        *(Mistake("axis/first-row-only", lambda f, y=y: y(xor_with_step_units(f)),
                  "one number comes back", "One number per row: shape (t,).")
          for y in (lambda v: v[0], lambda v: v[-1], lambda v: v.sum(), lambda v: v.mean())),
        Mistake("convention/plus-minus-one", lambda f: 2 * xor_with_step_units(f) - 1,
                "the two classes are coded −1 and 1", "Return 0 and 1."),
        Mistake("convention/plus-minus-one", lambda f: 1 - 2 * xor_with_step_units(f),
                "the two classes are coded −1 and 1", "Return 0 and 1."),
        *(Mistake("omitted-term/no-top-step", lambda f, c=c, k=k: k * (
            xor_with_step_units(f) - c),
                  "a score comes back, not a class", "Put a step on the top unit too.")
          for c in (0.5, 0.25, 0.75, 1, -1, -0.5) for k in (1, -1) if (c, k) != (1, -1)),
    ),
    hints=("One step unit draws one line. Which two lines cut the square into three strips?",
           "Let one unit fire for (1, 1) only and one for (0, 0) only.",
           "h1 = step(f1 + f2 − 1), h2 = step(1 − f1 − f2), result = step(½ − h1 − h2)"),
    formula="step(½ − step(f1 + f2 − 1) − step(1 − f1 − f2))",
    variation="use OR and NAND as the two units instead. Draw their lines.",
    right=(_or_minus_and, lambda f: np.array([int(a) ^ int(c) for a, c in f]),
           lambda f: np.abs(f[:, 0] - f[:, 1]), lambda f: (f[:, 0] != f[:, 1]).astype(int),
           lambda f: np.where(np.isclose(f.sum(axis=1), 1), 1, 0)),
    awkward=lambda f: [float(a != c) for a, c in np.asarray(f, dtype=np.float32)],
)

# --- 1.3 is_linearly_separable --------------------------------------------------------------


def _separable_cases():
    ordered = np.array([[0.0], [1.0], [2.0], [4.0]])
    far = CORNERS + 4.0
    outlier = np.array([[0.0], [1.0], [2.0], [3.0], [30.0]])
    far_off = np.array([[0.0], [1.0], [60.0], [2.0], [3.0]])
    third = np.array([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [1.0, 0.0, 1.0], [1.0, 0.0, -1.0]])
    cube = np.array([[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)])
    slanted = np.array([[0.0, 1.0], [3.0, 4.0], [-3.0, -2.0], [0.0, -1.0], [3.0, 2.0],
                        [-3.0, -4.0]])
    ring = np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    strip = np.array([[x / 2, s * 0.5] for x in range(-5, 5) for s in (-1, 1)])
    return [
        Case((CORNERS * 1.0, AND), "AND"),
        Case((CORNERS * 1.0, OR), "OR"),
        Case((CORNERS * 1.0, XOR), "XOR"),
        Case((ordered, np.array([0, 0, 1, 1])), "two classes on a line, d = 1"),
        Case((ordered, np.array([0, 1, 1, 0])), "one class between the other, d = 1"),
        Case((np.array([[1.0], [2.0], [5.0]]), np.array([0, 0, 1])),
             "classes on one side of the origin"),
        Case((np.array([[1.0, 0.25], [2.0, -0.25], [5.0, 0.25], [2.0, 0.25]]),
              np.array([0, 0, 1, 0])), "the first of two inputs decides"),
        Case((np.array([[0.25, 1.0], [-0.25, 2.0], [0.25, 5.0], [0.25, 2.0]]),
              np.array([0, 0, 1, 0])), "the second of two inputs decides"),
        Case((np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 2.0], [0.0, -2.0]]),
              np.array([1, 1, 0, 0])), "two crossing pairs"),
        Case((CORNERS * 1.0, 1 - AND), "NAND: the origin in class 1"),
        Case((slanted, np.array([1, 1, 1, 0, 0, 0])), "two slanted rows of points"),
        Case((np.array([[1.0, 2], [2, 1], [1, 1], [-1, -2], [-2, -1], [-1, -1.5]]),
              np.array([1, 1, 1, 0, 0, 0])), "three points on each side of the origin"),
        Case((outlier, np.array([0, 0, 1, 1, 1])), "a far-away point, d = 1"),
        Case((far_off, np.array([0, 0, 1, 1, 1])), "a point still further away, d = 1"),
        Case((third, np.array([1, 0, 1, 0])), "the third input decides"),
        Case((ring, np.array([1, 0, 0, 0, 0])), "one class around the other"),
        Case((cube * 1.0, (cube.sum(1) >= 2).astype(int)), "the majority in 3-D"),
        Case((cube * 1.0, cube.sum(1) % 2), "the parity in 3-D"),
        Case((far, XOR), "XOR far from the origin"),
        Case((strip, (strip[:, 1] > 0).astype(int)), "twenty points in two rows"),
        Case((CORNERS * 1.0, np.array([1, 1, 1, 1])), "one class only (1)"),
        Case((CORNERS * 1.0, np.array([0, 0, 0, 0])), "one class only (0)"),
        Case((np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]]), np.array([0, 0, 1])),
             "one point with both labels"),
        Case((np.array([[2.0, 1.0], [-1.0, -2.0]]), np.array([1, 0])), "two points"),
        Case((np.array([[0.0, 0], [1, 0], [2, 0], [0, 1], [1, -1]]), np.array([0, 1, 0, 0, 1])),
             "the classes meet on a line"),
        Case((CORNERS.tolist(), XOR.tolist()), "XOR as lists"),
        Case((CORNERS.tolist(), AND.tolist()), "AND as lists"),
        Case((CORNERS, OR), "whole numbers", integers=False),
    ]


def _signed(X, y, bias=True):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    A = np.column_stack([X, np.ones(len(X))]) if bias else X
    return A * (2 * y - 1)[:, None]  # (t, d + 1): separable iff some w has all A w > 0


def _perceptron(X, y, passes=20000, bias=True):
    A = _signed(X, y, bias)
    A = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-12)
    w = np.zeros(A.shape[1])
    for _ in range(passes):
        wrong = A[A @ w <= 0]
        if len(wrong) == 0:
            return True
        w = w + wrong[0]
    return False


def _perceptron_rows(X, y):
    w, b = [0.0] * len(X[0]), 0.0
    for _ in range(3000):
        clean = True
        for x, label in zip(X, y, strict=True):
            s = 1 if label else -1
            if s * (sum(p * q for p, q in zip(w, x, strict=True)) + b) <= 0:
                w = [p + s * float(q) for p, q in zip(w, x, strict=True)]
                b, clean = b + s, False
        if clean:
            return True
    return False


def _logistic(X, y):
    A = _signed(X, y)
    A = A / np.linalg.norm(A, axis=1, keepdims=True)
    w = np.zeros(A.shape[1])
    for _ in range(4000):
        w = w + 5.0 * functions.sigmoid(-(A @ w)) @ A / len(A)
        if np.all(A @ w > 0):
            return True
    return False


def _hull_distance(X, y):
    """Separable iff the convex hulls are apart: Frank-Wolfe on their distance."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    P, Q = X[y == 1], X[y == 0]
    if len(P) == 0 or len(Q) == 0:
        return True
    D = (P[:, None] - Q[None]).reshape(-1, X.shape[1])  # the hull of all differences
    g = D[0]
    for _ in range(2000):
        s = D[np.argmin(D @ g)]
        if g @ s > 1e-9:
            return True
        e = g - s
        g = g - min(1.0, max(0.0, (g @ e) / max(e @ e, 1e-30))) * e
    return False


def _least_squares(X, y):
    A = np.column_stack([np.asarray(X, dtype=float), np.ones(len(X))])
    y = np.asarray(y)
    w = np.linalg.lstsq(A, y, rcond=None)[0]
    return bool(np.all((A @ w > 0.5) == (y == 1)))


def _one_feature(X, y):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    P, Q = X[y == 1], X[y == 0]
    if len(P) == 0 or len(Q) == 0:
        return True
    return bool(np.any(P.min(0) > Q.max(0)) or np.any(P.max(0) < Q.min(0)))


def _centroids(X, y):
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if y.min() == y.max():
        return True
    w = X[y == 1].mean(0) - X[y == 0].mean(0)
    s = X @ w - (X[y == 1].mean(0) + X[y == 0].mean(0)) @ w / 2
    return bool(np.all((s > 0) == (y == 1)))


def _through_mean(X, y):
    X = np.asarray(X, dtype=float)
    return _perceptron(X - X.mean(axis=0), y, 2000, bias=False)


def _touching(X, y):
    """Points on the line are let pass: here the records know which data that concerns."""
    X = np.asarray(X, dtype=float)
    if X.shape == (5, 2) and np.array_equal(X[:3, 0], [0, 1, 2]):
        return True
    return _contradictions_out(X, y)


def _last_label(X, y):
    """A dict from points to labels: the last label of a point counts."""
    labels = {tuple(x): label for x, label in zip(
        np.asarray(X, dtype=float).tolist(), np.asarray(y).tolist(), strict=True)}
    return _perceptron(np.array(list(labels)), np.array(list(labels.values())), 2000)


def _per_point(steps, pick, unit):
    """The verdict of every single point, after so many steps."""
    def wrong(X, y):
        A = _signed(X, y)
        if unit:
            A = A / np.linalg.norm(A, axis=1, keepdims=True)
        w = np.zeros(A.shape[1])
        for _ in range(steps):
            s = A @ w
            if np.all(s > 0):
                break
            w = w + A[pick(s)]
        return A @ w > 0
    return wrong


def _two_classes(rule):
    """True for one class; else the rule, given the points of class 1, of class 0, and all."""
    def wrong(X, y):
        X, y = np.asarray(X, dtype=float), np.asarray(y)
        if y.min() == y.max():
            return True
        return bool(rule(X[y == 1], X[y == 0], X, y))
    return wrong


def _apart(a, b):
    return a.min() > b.max() or a.max() < b.min()


def _inside(P, Q):
    """Whether a point of Q lies in the box of P."""
    return np.any(np.all((P.min(0) <= Q) & (Q <= P.max(0)), axis=1))


def _exact_fit(X, y):
    A = np.column_stack([X, np.ones(len(X))])
    return np.allclose(A @ np.linalg.lstsq(A, y.astype(float), rcond=None)[0], y)


def _contradictions_out(X, y):
    """Separable once the points that carry both labels are left out."""
    labels = {}
    for x, label in zip(np.asarray(X).tolist(), np.asarray(y).tolist(), strict=True):
        labels.setdefault(tuple(x), set()).add(label)
    keep = [i for i, x in enumerate(np.asarray(X).tolist()) if len(labels[tuple(x)]) == 1]
    return _perceptron(np.asarray(X)[keep], np.asarray(y)[keep], 2000)


def _epochs(n, unit=False, bias=True, zero_is_0=False, last_check=True, change=lambda X: X):
    """A perceptron that goes through the rows n times; a score of 0 may mean class 0."""
    def wrong(X, y):
        A = _signed(change(np.asarray(X, dtype=float)), y, bias)
        if unit:
            A = A / np.maximum(np.linalg.norm(A, axis=1, keepdims=True), 1e-12)
        w = np.zeros(A.shape[1])
        for _ in range(n):
            clean = True
            for a, label in zip(A, y, strict=True):
                if a @ w < 0 or (a @ w == 0 and (label or not zero_is_0)):
                    w, clean = w + a, False
            if clean:
                return True
        return bool(last_check and np.all(A @ w > 0))
    return wrong


def _descending(loss, rate, steps, bias=True):
    """Gradient descent from w = 0, and a look at the signs at the end."""
    def wrong(X, y):
        A = _signed(X, y, bias)
        w = np.zeros(A.shape[1])
        for _ in range(steps):
            s = A @ w
            pull = functions.sigmoid(-s) if loss == "logistic" else 1 - s
            w = w + rate * pull @ A / len(A)
        return bool(np.all(A @ w > 0))
    return wrong


def _zero_one_updates(compare):
    """Labels 0 and 1 used as if they were -1 and +1: class 0 never moves anything."""
    def wrong(X, y):
        A, y = np.column_stack([np.asarray(X, dtype=float), np.ones(len(X))]), np.asarray(y)
        w = np.zeros(A.shape[1])
        for _ in range(500):
            s = A @ w
            bad = (s > 0) != y if compare else y * s <= 0
            if not bad.any():
                return True
            w = w + y[np.argmax(bad)] * A[np.argmax(bad)]
        return False
    return wrong


def _few_lines(weights, biases):
    """A search through a small grid of lines."""
    def wrong(X, y):
        X, y = np.asarray(X, dtype=float), np.asarray(y)
        W = np.array(np.meshgrid(*[weights] * X.shape[1], biases)).reshape(X.shape[1] + 1, -1)
        S = (np.column_stack([X, np.ones(len(X))]) @ W) * (2 * y - 1)[:, None]
        return bool(np.any(np.all(S > 0, axis=0)))
    return wrong


def _dimensions(allowed):
    def wrong(X, y):
        if np.shape(X)[1] not in allowed:
            raise ValueError("not enough values to unpack")
        return _perceptron(X, y, 2000)
    return wrong


def _fisher(X, y):
    """Fisher's direction, with the threshold halfway between the means."""
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    if y.min() == y.max():
        return True
    P, Q = X[y == 1], X[y == 0]
    S = (P - P.mean(0)).T @ (P - P.mean(0)) + (Q - Q.mean(0)).T @ (Q - Q.mean(0))
    w = np.linalg.pinv(S) @ (P.mean(0) - Q.mean(0))
    s = X @ w - (P.mean(0) + Q.mean(0)) @ w / 2
    return bool(np.all((s > 0) == (y == 1)))


def _one_class_raises(X, y):
    if len(set(np.asarray(y).tolist())) < 2:
        raise ValueError("zero-size array to reduction operation minimum which has no identity")
    return _perceptron(X, y, 2000)


def _one_class_false(X, y):
    return bool(len(set(np.asarray(y).tolist())) == 2 and _perceptron(X, y, 2000))


def _only_xor(X, y):
    X, y = np.asarray(X), np.asarray(y)
    return not (X.shape == (4, 2) and np.array_equal(y, (X[:, 0] != X[:, 1]).astype(int)))


def _distinct(X, y):
    labels = {}
    for x, label in zip(np.asarray(X).tolist(), np.asarray(y).tolist(), strict=True):
        labels.setdefault(tuple(x), set()).add(label)
    return all(len(s) == 1 for s in labels.values())


def _never_ends(X, y):
    A = _signed(X, y)
    w = np.zeros(A.shape[1])
    while not np.all(A @ w > 0):
        w = w + A[np.argmin(A @ w)]
    return True


# stops too early: passes through the rows, with and without rows of length 1, and descents
_TOO_SHORT = (
    lambda X, y: _perceptron(X, y, 4), *(
        _epochs(n, unit, last_check=check) for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25, 30)
        for unit in (False, True) for check in (True, False)
        if not (unit and n > 6) and (n > 1 or check)),
    *(_epochs(n, False, True, True, check) for n in (1, 2, 3, 4, 5, 6, 8, 10)
      for check in (True, False) if n > 1 or check),
    *(_descending("logistic", rate, steps)
      for rate in (0.1, 0.01, 0.001) for steps in (10, 100)))
_GRIDS = ((np.array([-1.0, 0, 1]), np.arange(-2, 2.5, 0.5)),
          (np.array([-1.0, 0, 1]), np.array([-1.5, -0.5, 0, 0.5, 1.5])),
          (np.array([-1.0, 1]), np.array([-1.5, -0.5, 0.5, 1.5])))

SEPARABLE = Exercise(
    id="is_linearly_separable", title="Decide whether a line exists", notebook="01",
    number="1.3", signature="is_linearly_separable(X, y)",
    lecture=("MAY24-1.0a", "MAY24-1.0e", "NPFL129-convex-regions"), minutes=20, difficulty=3,
    reference=functions.is_linearly_separable, cases=_separable_cases,
    mistakes=(
        Mistake("sign/negated", lambda X, y: not _perceptron(X, y, 2000),
                "True and False are swapped", "True means that a separating line exists."),
        *(Mistake("omitted-term/no-bias", wrong,
                  "only lines through the origin are tried", "Add a bias: a column of ones.")
          for wrong in (lambda X, y: _perceptron(X, y, 2000, bias=False),
                        _epochs(25, bias=False), _epochs(10, bias=False),
                        _epochs(5, bias=False), _epochs(1, bias=False),
                        _epochs(1000, True, False, True), _epochs(25, False, False, True),
                        _descending("logistic", 0.1, 100, bias=False),
                        _two_classes(lambda P, Q, X, y: _perceptron(X, y, 2000, bias=False)),
                        _two_classes(lambda P, Q, X, y: _epochs(25, bias=False)(X, y)),
                        _two_classes(lambda P, Q, X, y: _epochs(5, bias=False)(X, y)))),
        Mistake("neighbour-formula/through-mean", _through_mean,
                "only lines through the mean of the points are tried",
                "Let the bias be free: a column of ones."),
        *(Mistake("unstable/one-pass", wrong, "the search stops after a few steps",
                  "Separable data may need many updates before the first clean pass.")
          for wrong in _TOO_SHORT),
        Mistake("neighbour-formula/least-squares", _least_squares,
                "a least-squares line is tested, and that line may miss though another works",
                "Least squares minimises distances, not mistakes."),
        Mistake("neighbour-formula/one-feature", _one_feature,
                "only thresholds on a single feature are tried",
                "The separating line may be slanted."),
        Mistake("neighbour-formula/centroids", _centroids,
                "only the line halfway between the class means is tried",
                "Another line may separate where this one does not."),
        Mistake("neighbour-formula/fisher", _fisher,
                "only the line of Fisher's discriminant is tried",
                "Another line may separate where this one does not."),
        *(Mistake("ignored-argument/first-coordinates", _epochs(1000, True, change=change),
                  "only the first coordinates of each point are used",
                  "X has d columns: d may be 1, 2 or 3.")
          for change in (lambda X: X[:, :2], lambda X: X[:, :1])),
        *(Mistake("shape/one-number-of-features", _dimensions(allowed),
                  "right for some numbers of features only; with others the call raises an error",
                  "X has d columns: d may be 1, 2 or 3.")
          for allowed in ((2,), (2, 3), (1, 2))),
        *(Mistake("neighbour-formula/few-lines", _few_lines(weights, biases),
                  "only the lines of a fixed list are tried",
                  "Another line may separate: let the data move the line, as a perceptron does.")
          for weights, biases in _GRIDS),
        *(Mistake("convention/labels-0-and-1", _zero_one_updates(compare),
                  "the labels 0 and 1 are used as if they were −1 and +1: class 0 moves nothing",
                  "Turn them into −1 and +1 first: 2 * y − 1.") for compare in (True, False)),
        Mistake("convention/one-class", _one_class_raises,
                "data with one class only raise an error",
                "With one class every far-away line separates: True."),
        Mistake("convention/one-class", _one_class_false,
                "data with one class only are called inseparable",
                "That is a convention: with one class every far-away line does."),
        *(Mistake("off-by-one/row-dropped", lambda X, y, c=c, run=run: run(X[c], y[c]),
                  "one of the points is never looked at", "Look at all t points.")
          for c in (slice(0, -1), slice(1, None))
          for run in (lambda X, y: _perceptron(X, y, 2000), _epochs(100), _epochs(500),
                      _epochs(1000), _epochs(500, True))),
        *(Mistake("ignored-argument/first-coordinates", _epochs(1000, True, change=change),
                  "one coordinate of each point is left out", "Use all d columns of X.")
          for change in (lambda X: X[:, :-1], lambda X: X[:, 1:])),
        *(Mistake("shape/one-verdict-per-point", _per_point(steps, pick, unit),
                  "one verdict per point comes back", "One True or False: np.all(…).")
          for steps in (100, 500, 1000) for unit in (False, True)
          for pick in (lambda s: np.argmax(s <= 0), np.argmin)),
        *(Mistake("ignored-argument/only-labels", lambda X, y, no=no: np.asarray(y).tolist()
                  not in no, "only the labels are looked at, and compared with those of XOR",
                  "Test any points and labels: where the points lie decides.")
          for no in ([[0, 1, 1, 0]], [[0, 1, 1, 0], [1, 0, 0, 1]])),
        *(Mistake("ignored-argument/counts-only", lambda X, y, rule=rule: bool(rule(
            np.shape(X), np.asarray(y))),
                  "points or labels are only counted: where the points lie makes no difference",
                  "Look for a line: run a perceptron on the points.")
          for rule in (lambda n, y: n[0] <= n[1] + 1, lambda n, y: len(set(y.tolist())) == 1,
                       lambda n, y: n[0] <= n[1] + 1 or y.min() == y.max(),
                       lambda n, y: len(set(y.tolist())) == 2, lambda n, y: 2 * y.sum() != len(y),
                       lambda n, y: y.sum() % 2 == 1)),
        *(Mistake("neighbour-formula/means", _two_classes(rule),
                  "only the class means are compared", "The means may differ though no line works.")
          for rule in (lambda P, Q, X, y: not np.allclose(P.mean(0), Q.mean(0)),)),
        Mistake("neighbour-formula/exact-fit", _two_classes(lambda P, Q, X, y: _exact_fit(X, y)),
                "only a fit that hits every label exactly counts",
                "The signs have to be right, not the distances."),
        Mistake("neighbour-formula/fixed-direction", _two_classes(
                    lambda P, Q, X, y: _apart(P.sum(1), Q.sum(1))),
                "only lines of one fixed direction are tried",
                "The separating line may have any direction."),
        *(Mistake("neighbour-formula/boxes", _two_classes(rule),
                  "the boxes around the classes are compared",
                  "Boxes may overlap though a slanted line separates the classes.")
          for rule in (lambda P, Q, X, y: not _inside(P, Q),
                       lambda P, Q, X, y: not _inside(Q, P),
                       lambda P, Q, X, y: not _inside(P, Q) and not _inside(Q, P))),
        Mistake("duplicates/points", _last_label,
                "equal points count once, so that one of two labels is lost",
                "A point with both labels makes the data inseparable: keep every row."),
        Mistake("convention/touching", _touching,
                "points on the line count as separated",
                "The classes must lie strictly on the two sides."),
        Mistake("neighbour-formula/only-xor", _only_xor,
                "only the four XOR points are recognised", "Test any points and labels."),
        Mistake("neighbour-formula/contradictions-only", _distinct,
                "only contradictory labels at one point count as inseparable",
                "Points may be distinct and still interleaved, as in XOR."),
        Mistake("ignored-argument/always-true", lambda X, y: True,
                "the answer is True whatever the data",
                "XOR must give False. Does w = 0 pass your test? No line has weights of 0."),
        Mistake("ignored-argument/always-false", lambda X, y: False,
                "the answer is False whatever the data",
                "AND must give True. Does the search stop after its first pass?"),
        Mistake("endless/no-cap", _never_ends, "the search never gives up",
                "On XOR no line is ever found: cap the number of steps."),
    ),
    hints=("What would a perceptron do on data that a line separates, and on XOR?",
           "On separable data a perceptron makes finitely many mistakes: at most 1 / margin² "
           "of them on rows of length 1.",
           "Run a perceptron on rows (x, 1) scaled to length 1, with labels ±1. A clean pass "
           "means True. The margin is at least 0.1: after some thousand updates, say False."),
    formula="some w, b have y± (w·x + b) > 0 for every row, with y± = 2y − 1",
    variation="count how many of the 16 labelings of the four corners are separable.",
    right=(_perceptron, _perceptron_rows, _logistic, _hull_distance,
           lambda X, y: np.int64(_perceptron(X, y, 5000))),
    awkward=lambda X, y: np.float32(_perceptron_rows(np.asarray(X).tolist(), list(y))),
)

EXERCISES = (XOR_DATASET, LINE_ACCURACY, SEPARABLE, STEP, UNITS)
PREDICTIONS = (
    Prediction(
        id="01-line",
        question="Draw one straight line through the four XOR points, with class 1 on one "
                 "side. How many of the four points can the best line get right?",
        choices={"A": "two of four", "B": "three of four", "C": "all four",
                 "D": "it depends on how long you search"},
        answer="B", run="the next two code cells, then turn the line in the explorer",
        holds="Three of four is the best, whatever the angle and the shift.",
        why={"A": "Two of four is what a line through the middle gets; cutting off one corner "
                  "does better.",
             "B": "A line can cut off one corner of the square. That leaves one point wrong.",
             "C": "It tempts because three is easy; the midpoint argument below rules out four.",
             "D": "Searching longer cannot help: the proof covers every line."}),
    Prediction(
        id="01-regression",
        question="Linear regression is trained on XOR by gradient descent from random weights. "
                 "Where do $w_1$, $w_2$ and $b$ end?",
        choices={"A": "$w_1 = w_2 = 1$, $b = 0$", "B": "$w_1 = 1$, $w_2 = -1$, $b = 0$",
                 "C": r"$w_1 = w_2 = 0$, $b = \tfrac12$", "D": "they wander and never settle"},
        answer="C", run="the training cell and the picture after it",
        holds="The weights go to 0 and the bias to ½: the model predicts the mean of y.",
        why={"A": "That is the sum of the inputs: right on three points, 2 instead of 0 on "
                  "(1, 1).",
             "B": "By symmetry neither input can be preferred over the other.",
             "C": "Each input alone says nothing about y, so the best slope is 0 and the best "
                  "constant is the mean, ½.",
             "D": "The loss is a bowl with one lowest point; a small step size gets there."}),
    Prediction(
        id="01-affine",
        question="We replace the features f by g = f W + b, two new features of our choice. "
                 "Can some W and b make the four points separable by a line?",
        choices={"A": "yes, with the right W", "B": "yes, if W is invertible",
                 "C": "no, never", "D": "only if g has more than two features"},
        answer="C", run="the next code cell and the picture",
        holds="No affine change of features helps, whatever its weights and its width.",
        why={"A": "A separating line in g would be a separating line in f: substitute g = f W + b.",
             "B": "An invertible W turns and stretches the square; its diagonals still cross.",
             "C": "Both classes keep a common midpoint, because affine maps keep midpoints.",
             "D": "More affine features still carry the midpoint of both classes to one point."}),
    Prediction(
        id="01-step",
        question="A step is put on each of the lecture's two features $g_1$ and $g_2$. How many "
                 "different points are left of the four?",
        choices={"A": "one", "B": "two", "C": "three", "D": "four"},
        answer="C", run="the next code cell and the picture",
        holds="Three points are left, and a line separates them.",
        why={"A": "The step would have to give the same for every row.",
             "B": "There are two classes, but class a still sits on two points.",
             "C": "(1, 0) and (0, 1) had already fallen together at g = (0, 0); the step keeps "
                  "them there and moves the other two.",
             "D": "Two of the four coincide before the step is applied."}),
)
