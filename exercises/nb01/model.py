"""Model answers of notebook 01: what `solution` shows."""

import numpy as np

from course_utils import functions


def xor_dataset():
    """The four corners; the label is 1 where the two features differ."""
    X = np.array([[1.0, 1.0], [1.0, 0.0], [0.0, 1.0], [0.0, 0.0]])
    y = (X[:, 0] != X[:, 1]).astype(int)
    return X, y


def line_accuracy(X, y, w, b):
    """Fraction of the rows whose side of the line is their label."""
    predicted = X @ w + b > 0
    return np.mean(predicted == y)


def is_linearly_separable(X, y):
    """Perceptron: with a margin of 0.1 it makes at most 100 corrections."""
    rows = np.column_stack([X, np.ones(len(X))])  # the last weight is b
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    signs = np.where(np.asarray(y) == 1, 1, -1)
    rows = rows * signs[:, None]  # now every score should be above 0
    w = np.zeros(rows.shape[1])
    for _ in range(101):
        wrong = rows @ w <= 0
        if not wrong.any():
            return True
        w += rows[np.argmax(wrong)]  # the first of the wrong rows
    return False


def step(x):
    """1 where x > 0, else 0."""
    return np.where(np.asarray(x) > 0, 1.0, 0.0)


def xor_step_weights():
    """The units say "at least one" and "both"; XOR is one without both."""
    W = np.array([[1, 1], [1, 1]])
    b = np.array([[-0.5, -1.5]])
    u = np.array([1, -1])
    c = -0.5
    return W, b, u, c


def xor_with_step_units(f):
    """One unit for "the first alone", one for "the second alone"."""
    first_alone = functions.step(f[:, 0] - f[:, 1] - 0.5)
    second_alone = functions.step(f[:, 1] - f[:, 0] - 0.5)
    return functions.step(first_alone + second_alone - 0.5)
