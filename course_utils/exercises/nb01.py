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
    if isinstance(got, np.ndarray):  # only X, or one table with the labels in it
        return got[_corner_order(got)] if got.shape in ((4, 2), (4, 3)) else got
    X, y = np.asarray(got[0], dtype=float), np.asarray(got[1], dtype=float)
    order = _corner_order(X.T if X.shape == (2, 4) else X)
    if y.size != len(order):
        return X[order], y[order]  # one-hot labels: a row per corner
    X = X[:, order] if X.shape == (2, 4) else X[order]
    return X, y.ravel()[order].reshape(y.shape)


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
        Mistake("neighbour-formula/first-input", _labelled(CORNERS[:, 0]),
                "the labels repeat the first input", "XOR needs both inputs."),
        Mistake("neighbour-formula/second-input", _labelled(CORNERS[:, 1]),
                "the labels repeat the second input", "XOR needs both inputs."),
        Mistake("neighbour-formula/sum", _labelled(CORNERS.sum(axis=1)),
                "the labels are the sum of the inputs", "At (1, 1) XOR is 0, not 2."),
        Mistake("convention/plus-minus-one-labels", _labelled(2 * XOR - 1),
                "the labels are coded −1 and +1",
                "That is another convention: this course uses 0 and 1 here."),
        Mistake("convention/plus-minus-one-labels", _labelled(1 - 2 * XOR),
                "the labels are coded −1 and +1",
                "That is another convention: this course uses 0 and 1 here."),
        Mistake("convention/plus-minus-one-inputs", lambda: (2 * CORNERS - 1, XOR),
                "the corners are those of {−1, 1}²",
                "That is another convention: this course uses the corners of {0, 1}²."),
        Mistake("off-by-one/labels-from-one", _labelled(XOR + 1),
                "the labels are counted from 1", "Labels are 0 and 1 in this course."),
        Mistake("shape/y-column", lambda: (CORNERS, XOR[:, None]),
                "`y` is a column of shape (4, 1)", "One label per row: shape (4,)."),
        Mistake("shape/y-row", lambda: (CORNERS, XOR[None, :]),
                "`y` is a row of shape (1, 4)", "One label per row: shape (4,)."),
        Mistake("transpose/X", lambda: (CORNERS.T, XOR),
                "`X` holds the examples as columns, shape (2, 4)",
                "Rows are examples in this course: shape (4, 2)."),
        Mistake("shape/swapped", lambda: (XOR, CORNERS), "`X` and `y` are swapped",
                "Return the points first, then the labels."),
        Mistake("duplicates/corner-twice",
                lambda: (np.array([[1, 1], [1, 0], [1, 0], [0, 0]]), XOR),
                "one corner stands twice and one is missing",
                "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("duplicates/corner-twice",
                lambda: (np.array([[1, 1], [0, 1], [0, 1], [0, 0]]), XOR),
                "one corner stands twice and one is missing",
                "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("duplicates/corner-missing", lambda: (CORNERS[:3], XOR[:3]),
                "one corner is missing", "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("duplicates/corner-missing", lambda: (CORNERS[1:], XOR[1:]),
                "one corner is missing", "The four rows are (0,0), (0,1), (1,0), (1,1)."),
        Mistake("convention/one-hot-labels", lambda: (CORNERS, np.eye(2)[XOR]),
                "the labels are one-hot rows", "One number per row: shape (4,)."),
        Mistake("shape/bias-column", lambda: (np.column_stack([CORNERS, np.ones(4)]), XOR),
                "`X` has a third column of ones", "The bias is added later: shape (4, 2)."),
        Mistake("shape/bias-column", lambda: (np.column_stack([np.ones(4), CORNERS]), XOR),
                "`X` has a third column of ones", "The bias is added later: shape (4, 2)."),
        Mistake("shape/one-table", lambda: np.column_stack([CORNERS, XOR]),
                "the points and labels come as one table",
                "Return two results: X with shape (4, 2), y with shape (4,)."),
        Mistake("omitted-term/no-labels", lambda: CORNERS, "only one array comes back",
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
        Case((np.array([[3.0, -1.0]]), np.array([1]), w, 0.0), "a batch of one",
             sizes={"t": 1}),
    ]


def _count_right(X, y, w, b):
    right = 0
    for x, label in zip(X, y, strict=True):
        s = sum(float(a) * float(c) for a, c in zip(x, w, strict=True)) + b
        right += int((1 if s > 0 else 0) == label)
    return right / len(y)


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
        Mistake("convention/best-orientation", _scores(
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
        Mistake("neighbour-formula/sign", np.sign, "this is the sign: −1 below 0",
                "The step is 0 below 0."),
        Mistake("neighbour-formula/plus-minus-one", lambda x: np.where(np.asarray(x) > 0, 1, -1),
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
        Mistake("off-by-one/threshold-half", lambda x: np.where(np.asarray(x) > 0.5, 1, 0),
                "the threshold is ½", "The threshold is 0."),
        Mistake("off-by-one/threshold-one", lambda x: np.where(np.asarray(x) >= 1, 1, 0),
                "the threshold is 1", "The threshold is 0: small positive scores give 1."),
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
    ]


def _labels(rule):
    return lambda f: rule(f[:, 0] > 0.5, f[:, 1] > 0.5).astype(float)


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
        Mistake("neighbour-formula/one-input-more", _labels(lambda a, c: a & ~c),
                "only the row (1, 0) comes out as 1", "(0, 1) is XOR too."),
        Mistake("neighbour-formula/one-input-less", _labels(lambda a, c: ~a & c),
                "only the row (0, 1) comes out as 1", "(1, 0) is XOR too."),
        Mistake("shape/hidden-units", lambda f: functions.step(
            f @ np.array([[1, -1], [1, -1]]) + np.array([-1, 1])),
                "the two hidden units come back", "One more unit combines them into one "
                "number per row."),
        Mistake("shape/column", lambda f: xor_with_step_units(f)[:, None],
                "the result is a column of shape (t, 1)", "One number per row: shape (t,)."),
        Mistake("convention/plus-minus-one", lambda f: 2 * xor_with_step_units(f) - 1,
                "the two classes are coded −1 and 1", "Return 0 and 1."),
        Mistake("omitted-term/no-top-step", lambda f: 0.5 - functions.step(f.sum(1) - 1)
                - functions.step(1 - f.sum(1)), "a score comes back, not a class",
                "Put a step on the top unit too."),
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
        Case((ordered[1:] + 1, np.array([0, 0, 1])), "classes on one side of the origin"),
        Case((CORNERS * 1.0, 1 - AND), "NAND: the origin in class 1"),
        Case((slanted, np.array([1, 1, 1, 0, 0, 0])), "two slanted rows of points"),
        Case((outlier, np.array([0, 0, 1, 1, 1])), "a far-away point, d = 1"),
        Case((ring, np.array([1, 0, 0, 0, 0])), "one class around the other"),
        Case((cube * 1.0, (cube.sum(1) >= 2).astype(int)), "the majority in 3-D"),
        Case((cube * 1.0, cube.sum(1) % 2), "the parity in 3-D"),
        Case((far, XOR), "XOR far from the origin"),
        Case((strip, (strip[:, 1] > 0).astype(int)), "twenty points in two rows"),
        Case((CORNERS * 1.0, np.array([1, 1, 1, 1])), "one class only (1)"),
        Case((CORNERS * 1.0, np.array([0, 0, 0, 0])), "one class only (0)"),
        Case((np.array([[0.0, 0.0], [1.0, 1.0], [1.0, 1.0]]), np.array([0, 0, 1])),
             "one point with both labels"),
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
    """Separable once the points that carry both labels, allowed on the line, are left out."""
    labels = {}
    for x, label in zip(np.asarray(X).tolist(), np.asarray(y).tolist(), strict=True):
        labels.setdefault(tuple(x), set()).add(label)
    keep = [i for i, x in enumerate(np.asarray(X).tolist()) if len(labels[tuple(x)]) == 1]
    return _perceptron(np.asarray(X)[keep], np.asarray(y)[keep], 2000)


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


SEPARABLE = Exercise(
    id="is_linearly_separable", title="Decide whether a line exists", notebook="01",
    number="1.3", signature="is_linearly_separable(X, y)",
    lecture=("MAY24-1.0a", "MAY24-1.0e", "NPFL129-convex-regions"), minutes=20, difficulty=3,
    reference=functions.is_linearly_separable, cases=_separable_cases,
    mistakes=(
        Mistake("sign/negated", lambda X, y: not _perceptron(X, y, 2000),
                "True and False are swapped", "True means that a separating line exists."),
        Mistake("omitted-term/no-bias", lambda X, y: _perceptron(X, y, 2000, bias=False),
                "only lines through the origin are tried", "Add a bias: a column of ones."),
        Mistake("omitted-term/through-mean", _through_mean,
                "only lines through the mean of the points are tried",
                "Let the bias be free: a column of ones."),
        Mistake("off-by-one/one-pass", lambda X, y: _perceptron(X, y, 4),
                "the search stops after a few steps",
                "Separable data may need many updates before the first clean pass."),
        Mistake("neighbour-formula/least-squares", _least_squares,
                "a least-squares line is tested, and that line may miss though another works",
                "Least squares minimises distances, not mistakes."),
        Mistake("neighbour-formula/one-feature", _one_feature,
                "only thresholds on a single feature are tried",
                "The separating line may be slanted."),
        Mistake("neighbour-formula/centroids", _centroids,
                "only the line halfway between the class means is tried",
                "Another line may separate where this one does not."),
        Mistake("convention/one-class", _one_class_false,
                "data with one class only are called inseparable",
                "That is a convention: with one class every far-away line does."),
        Mistake("convention/touching", _touching,
                "points on the line count as separated",
                "The classes must lie strictly on the two sides."),
        Mistake("neighbour-formula/only-xor", _only_xor,
                "only the four XOR points are recognised", "Test any points and labels."),
        Mistake("duplicates/contradictions-only", _distinct,
                "only contradictory labels at one point count as inseparable",
                "Points may be distinct and still interleaved, as in XOR."),
        Mistake("ignored-argument/always-true", lambda X, y: True,
                "the answer is True whatever the data", "XOR must give False."),
        Mistake("ignored-argument/always-false", lambda X, y: False,
                "the answer is False whatever the data", "AND must give True."),
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
                 "Where do w1, w2 and b end?",
        choices={"A": "w1 = w2 = 1, b = 0", "B": "w1 = 1, w2 = −1, b = 0",
                 "C": "w1 = w2 = 0, b = ½", "D": "they wander and never settle"},
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
        question="A step is put on each of the lecture's two features g1 and g2. How many "
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
