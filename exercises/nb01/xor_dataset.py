"""1.1 xor_dataset: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import data
from misstep import Case, Exercise

CORNERS = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
AND, OR, XOR = np.array([1, 0, 0, 0]), np.array([1, 1, 1, 0]), np.array([0, 1, 1, 0])


def rows_as_reference(got, expected):
    """Put the corners of (X, y) into the reference's order: any order is right.

    Some wrong shapes are put in order too, so that they are recognised: columns for rows,
    labels as a column or row, one table, no labels.
    """
    if any(np.asarray(part).dtype.kind not in "biuf" for part in got):
        raise TypeError("labels as text")
    if isinstance(got, list) and len(got) == 4 or (
            isinstance(got, np.ndarray) and got.shape in ((4, 2), (4, 3))):
        table = np.asarray(got, dtype=float)  # only X, or one table with the labels in it
        return table[corner_order(table)]
    X, y = np.asarray(got[0], dtype=float), np.asarray(got[1], dtype=float)
    if len(got) == 3 and X.shape == y.shape == (4,):  # the two inputs apart
        order = corner_order(np.column_stack([X, y]))
        return X[order], y[order], np.asarray(got[2], dtype=float)[order]
    if X.shape == (4, 3):  # with a bias column
        inputs = X[:, 1:] if np.all(X[:, 0] == 1) else X[:, :2]
        order = corner_order(inputs)
        return X[order], y.ravel()[order].reshape(y.shape) if y.size == 4 else y
    if other_corners(X, y):
        return repeated(len(X), len(set(map(tuple, X.tolist()))))
    order = corner_order(X.T if X.shape == (2, 4) else X)
    if y.size != len(order):
        return X[order], y[order]  # one-hot labels: a row per corner
    X = X[:, order] if X.shape == (2, 4) else X[order]
    return X, y.ravel()[order].reshape(y.shape)


def other_corners(X, y):
    """Whether the rows are corners with their XOR, but not each of the four once."""
    return (X.ndim == 2 and X.shape[1] == 2 and y.shape == X.shape[:1] and len(X) > 0
            and bool(np.isin(X, (0, 1)).all()) and np.array_equal(y, X[:, 0] != X[:, 1])
            and (len(X) != 4 or len(set(map(tuple, X.tolist()))) < 4))


def repeated(n, different):
    """One answer for all lists of n corners: the mistakes hold the same."""
    if n == different:
        rows = CORNERS[:3]
    elif different == 4:
        rows = CORNERS[[0, 0, 1, 2, 3]]
    else:
        rows = CORNERS[[0, 1, 1, 3]]
    return rows, (rows[:, 0] != rows[:, 1]).astype(int)


def corner_order(X):
    """Indices that sort rows as (1,1), (1,0), (0,1), (0,0)."""
    return np.lexsort((X[:, 1], X[:, 0]))[::-1]


def with_ones(X, first):
    """X beside a column of ones."""
    ones = np.ones((len(X), 1))
    return np.hstack([ones, X] if first else [X, ones])


def list_of_corners():
    rows = [(a, b) for a in (0, 1) for b in (0, 1)]
    return [list(map(float, row)) for row in rows], [float(a != b) for a, b in rows]


def by_text():
    X = np.array([list(map(int, s)) for s in ("00", "11", "01", "10")], dtype=np.float32)
    return X, np.abs(X[:, 0] - X[:, 1])


BANK = """
xor_dataset()
    X = CORNERS                      # the corners
    a = X[:, 0]                      # the first input
    c = X[:, 1]                      # the second input
    y = (a != c) * 1                 # the labels
    o = (X, y)

right: y = np.abs(a - c) || (a + c) % 2 || np.float32(a + c == 1)

neighbour-formula/xnor: the labels are those of XNOR: 1 where the two inputs agree. XOR is 1 where
        exactly one of the two inputs is 1.
    y = 1 - y
neighbour-formula/or: the labels are those of OR. Look at the corner (1, 1): both inputs on.
    y = a | c
neighbour-formula/and: the labels are those of AND. (1, 0) and (0, 1) get 1, (1, 1) gets 0.
    y = a & c
neighbour-formula/nor: the labels are those of NOR. (1, 0) and (0, 1) get 1, (0, 0) gets 0.
    y = 1 - (a | c)
neighbour-formula/nand: the labels are those of NAND. Look at the corner (0, 0): no input on.
    y = 1 - (a & c)
neighbour-formula/first-input: the labels follow only the first input. XOR needs both: compare each
        label with its own row.
    y = a || 1 - a
neighbour-formula/second-input: the labels follow only the second input. XOR needs both: compare
        each label with its own row.
    y = c || 1 - c
neighbour-formula/one-label-off: the label of one row is wrong. A label is 1 where the two inputs of
        its row differ.
    y = a & (1 - c) || c & (1 - a)
neighbour-formula/implication: three rows get the label 1. Only two corners have inputs that differ.
    y = 1 - (c & (1 - a)) || 1 - (a & (1 - c))
omitted-term/labels-all-equal: all labels are the same. They are 1 where the two inputs differ.
    y = 0 * y || 0 * y + 1
neighbour-formula/difference: the labels are a difference of the inputs, so one of them is −1. (1,
        0) and (0, 1) both get 1.
    y = a - c || c - a
convention/plus-minus-one-inputs: your corners are those of {−1, 1}². That is another convention:
        this course uses the corners of {0, 1}².
    o = (2 * X - 1, y) || (2 * X - 1, 2 * y - 1) || (2 * X - 1, 1 - 2 * y) || (2 * X - 1, 1 - y)
off-by-one/corners-from-one: the two values of an input are not 0 and 1. The corners are those of
        {0, 1}².
    o = (X + 1, y) || (X + 1, y + 1) || (X - 1, y)
factor/labels: the labels have an extra factor. They are 1 where the two inputs differ, else 0.
    y = 2 * y || y / 2
sign/labels: some labels are negative. They are 1 where the two inputs differ, else 0.
    y = -y || ~y || -(a & c)
neighbour-formula/sum: the labels are the sums of the inputs, so the corner (1, 1) gets 2. Both
        inputs are on there, and XOR is 0.
    y = a + c
convention/plus-minus-one-labels: the labels are −1 and 1. That is another convention: here they
        are 0 and 1.
    y = 2 * y - 1 || 1 - 2 * y
neighbour-formula/row-number: the labels number the rows. They are 1 where the inputs differ.
    y = 2 * a + c || 2 * a + c + 1 || 3 - 2 * a - c
shape/y-column: `y` is a column, and its labels are not those of XOR, coded 0 and 1. Return one
        label per row, 0 or 1: shape (4,).
    o = (X, 1 - y[:, None]) || (X, 2 * y[:, None] - 1) || (X, 1 - 2 * y[:, None]) || (X, (a | c)[:,
        None]) || (X, (a & c)[:, None])
transpose/corners-as-columns: the corners are the columns of `X`, and the labels are not those of
        XOR. Use one row for each corner: shape (4, 2).
    o = (X.T, 1 - y) || (X.T, (a | c) * 1) || (X.T, (a & c) * 1) || (X.T, 2 * y - 1)
convention/swapped: you swap `X` and `y`. Return the points first, then the labels.
    needs: container
    o = (y, X) || (y[:, None], X)
duplicates/corner-twice: one corner appears more than once, and another is missing. List the four
        pairs of 0 and 1.
    X = CORNERS[[0, 1, 1, 3]]
duplicates/corners-repeated: one corner appears more than once. List each of the four corners once.
    X = CORNERS[[0, 0, 1, 2, 3]]
convention/one-hot-labels: your labels are one-hot rows. Return one number per row: shape (4,).
    o = (X, np.eye(2)[y]) || (X, np.eye(2)[1 - y])
shape/bias-column: `X` has an extra column of ones. The bias is added later: shape (4, 2).
    o = (with_ones(X, False), l) || (with_ones(X, True), l) && l = XOR || XOR[:, None] || 1 - XOR
shape/three-results: you return the two inputs as two results. Put them side by side: X with shape
        (4, 2).
    o = (a, c, y)
shape/classes-apart: you return the points of the two classes separately. Return four points and
        their labels.
    o = (X[y == 0], X[y == 1]) || (X[y == 1], X[y == 0])
shape/grid: `X` is a grid with three axes. Use one row per corner: reshape to (4, 2).
    o = (np.stack(np.meshgrid([0, 1], [0, 1]), -1), y)
shape/one-table: you return points and labels as one table. Return two results, X (4, 2) and y (4,).
    o = np.c_[X, y]
shape/dict: you return a dict. Return the pair X, y.
    needs: container
    o = {"X": X, "y": y}
missing-return/first-row-only: you return one corner, not four. Put all four rows into X.
    i = 0 || 1 || 2 || 3 && o = (X[i], y[i]) || (X[i], y)
duplicates/labels: `y` has each label once, not one for each row. Return one label per row: a set
        and np.unique drop repeats.
    where needs: set
    o = (X, np.array([0, 1]))
missing-return/no-labels: you return only one of the two arrays. Return the pair X, y.
    o = y || 1 - y || X
"""

EXERCISE = Exercise(
    id="xor_dataset", title="Write down the XOR data", notebook="01", number="1.1",
    signature="xor_dataset()", lecture=("MAY24-1.0b",), minutes=3, difficulty=1,
    reference=data.xor_dataset, cases=lambda: [Case((), "the four corners")], bank=BANK,
    parts=("X", "y"), align=rows_as_reference,
    hints=("There are four rows. Which labels do (1, 1) and (0, 0) get?",
           "XOR asks whether the two inputs differ.",
           "y = 1 where x1 ≠ x2: rows (1,1), (1,0), (0,1), (0,0) get 0, 1, 1, 0."),
    formula="y = x1 XOR x2, which is 1 where x1 ≠ x2",
    variation="write y as a polynomial of x1 and x2. Which term makes it non-linear?",
    right=(list_of_corners, by_text,
           lambda: (CORNERS[::-1].tolist(), tuple(XOR[::-1]))),
    awkward=list_of_corners,
    heads=("xor_dataset()",),
)
