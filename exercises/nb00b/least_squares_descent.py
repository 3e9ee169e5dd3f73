"""0b.2 least_squares_descent: cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(22)
    A, B = rng.integers(-8, 9, (7, 3)) / 4, rng.integers(-8, 9, (9, 4)) / 4
    y7, y9 = rng.integers(-8, 9, 7) / 2, rng.integers(-8, 9, 9) / 2
    line = np.column_stack([[-2.0, -1, 0, 1, 2], np.ones(5)])
    y5 = np.array([0.5, 2, 1, 3.5, 3])
    return [
        Case((np.array([[1.0], [3.0]]), np.array([2.0, 1.0]), 0.1, 1), "two rows, one step",
             sizes={"t": 2, "p": 1}),
        Case((np.array([[1.0], [2.0]]), np.array([2.0, 1.0]), 0.1, 2), "two rows, two steps",
             sizes={"t": 2, "p": 1}),
        Case((line, y5, 0.1, 1), "five points and a line, one step", sizes={"t": 5, "p": 2}),
        Case((line, y5, 0.1, 2), "five points and a line, two steps", sizes={"t": 5, "p": 2}),
        Case((line, y5, 0.2, 200), "many steps", sizes={"t": 5, "p": 2}),
        Case((A, y7, 0.05, 3), "seven rows of three features", sizes={"t": 7, "p": 3}),
        Case((B, y9, 0.1, 8), "nine rows of four features", sizes={"t": 9, "p": 4}),
        Case((A[:3], y7[:3], 0.05, 5), "as many rows as features", sizes={"t": 3, "p": 3}),
        Case((A[:2], y7[:2], 0.05, 4), "more features than rows", sizes={"t": 2, "p": 3}),
        Case((B[:1], y9[:1] + 1, 0.03, 2), "a batch of one", sizes={"t": 1, "p": 4}),
        Case((line, y5, 0.0, 6), "a learning rate of 0", sizes={"t": 5, "p": 2}),
        Case((np.array([[1.0, 1], [2, 1], [3, 1]]), np.array([1.0, 2, 2]), 0.3, 5),
             "a learning rate that is too large", sizes={"t": 3, "p": 2}),
        Case((np.array([[1, 0], [1, 2], [1, 5], [1, 3]]), np.array([1, 2, 2, 5]), 0.05, 3),
             "whole numbers", sizes={"t": 4, "p": 2}, integers=True),
    ]


def walk(w, errors, gradient, A, b, lr, n):
    """Where n steps from w arrive."""
    for _ in range(n):
        w = w - lr * gradient(errors(A, w, b), A)
    return w


def downhill(w, errors, gradient, A, b, lr, n):
    """Where as many of the n steps arrive as lower the loss."""
    for _ in range(n):
        new = w - lr * gradient(errors(A, w, b), A)
        if np.sum(errors(A, new, b) ** 2) > np.sum(errors(A, w, b) ** 2):
            break
        w = new
    return w


def in_order(w, A, b, lr, n):
    """Each row takes its own step."""
    for _ in range(n):
        for x, c in zip(A, b, strict=True):
            w = w - lr * 2 * (x @ w - c) * x
    return w


def with_lists(X, y, lr, steps):
    w = [0.0] * X.shape[1]
    for _ in range(steps):
        e = [sum(a * v for a, v in zip(x, w, strict=True)) - c for x, c in zip(X, y, strict=True)]
        slopes = [2 / len(y) * sum(n * x[j] for n, x in zip(e, X, strict=True))
                  for j in range(len(w))]
        w = [v - lr * s for v, s in zip(w, slopes, strict=True)]
    return w


def as_column(X, y, lr, steps):
    w, Y = np.zeros((X.shape[1], 1)), y[:, None]
    for _ in range(steps):
        w = w - 2 * lr * X.T @ (X @ w - Y) / len(Y)
    return w[:, 0]


def in_closed_form(X, y, lr, steps):
    s, V = np.linalg.eigh(2 / len(y) * X.T @ X)
    share = [lr * sum((1 - lr * v) ** i for i in range(steps)) for v in s]
    return V @ (share * (V.T @ (2 / len(y) * X.T @ y)))


BANK = """
least_squares_descent(X, y, lr, steps)
    A = np.asarray(X, float)                 # the rows
    b = np.asarray(y, float)                 # the targets
    n = steps                                # the number of steps
    c = 2 / len(A)                           # the factor of the gradient
    r = lr                                   # the length of a step
    w = np.zeros(A.shape[1])                 # the start
    errors = lambda A, w, b: A @ w - b       # the errors
    gradient = lambda e, A: A.T @ e          # the gradient without its factor
    o = walk(w, errors, gradient, A, b, r * c, n)

shown: errors, gradient
right: errors = lambda A, w, b: np.sum(A * w, axis=1) - b
right: gradient = lambda e, A: np.sum(e[:, None] * A, axis=0)
right: gradient = lambda e, A: np.einsum("t,tp->p", e, A)

convention/printed-gradient: you step along Xᵀ(Xw − y), without the factor 2/t. The square brings a
        2, and the mean divides by the number of rows.
    c = 1
convention/without-mean: you don't divide the gradient by the number of rows. The loss is a mean.
    c = 2
convention/half: the square's factor 2 is missing, which gives the step for half the mean squared
        error. The slope of e² is 2e.
    c = 1 / len(A)
sign/uphill: your steps go uphill. Where does w have to go if all predictions are too low?
    r = -lr
shape/table: predictions minus targets is a table, because one is a column and the other a row, and
        NumPy forms all pairs. Which shape should w have from the start, and which should the
        targets have?
    w = np.zeros((A.shape[1], 1)) || np.ones((A.shape[1], 1))
    w = np.zeros((A.shape[1], 1)) && c = 1 || 1 / len(A)
    w = np.zeros((A.shape[1], 1)) && o = walk(w, errors, gradient, A, b, r * c, n)[:, 0] ||
        walk(w, errors, gradient, A, b, r * c, n).mean(axis=1)
    b = np.asarray(y, float)[:, None] && o = walk(w, errors, gradient, A, b, r * c, n)
shape/column: you return the weights as a column. Return one number per feature, shape (p,).
    w = np.zeros((A.shape[1], 1)) && b = np.asarray(y, float)[:, None]
    o = walk(w, errors, gradient, A, b, r * c, n)[:, None]
shape/no-predictions: you compare w itself with the targets. The error of a row is its prediction
        minus its target, and the predictions are X @ w.
    errors = lambda A, w, b: w - b
factor/quarter: the step is a quarter of what it should be. The loss is the mean of the squares,
        without a ½, and the square brings a 2.
    c = 0.5 / len(A)
factor/by-features: you divide by the number of features. The mean runs over the rows.
    c = 2 / A.shape[1]
factor/by-size: you divide by the number of entries of X. The mean runs over the rows.
    c = 2 / A.size
factor/by-features-once: you divide by the number of features, and the square's 2 is missing. The
        mean runs over the rows.
    c = 1 / A.shape[1]
factor/by-size-once: you divide by the number of entries of X, and the square's 2 is missing. The
        mean runs over the rows.
    c = 1 / A.size
sign/errors-added: you add prediction and target. The error is their difference.
    errors = lambda A, w, b: A @ w + b
off-by-one/steps: the number of steps is off by one. Take as many as `steps` says.
    n = max(steps - 1, 0) || steps + 1
ignored-argument/steps: the number of steps doesn't follow the argument. Take as many as `steps`
        says.
    n = 100 || 1000 || 15000
ignored-argument/one-step: you return w after a single step, whatever `steps` says. Each step starts
        where the one before ended: return w after the last.
    n = 1
neighbour-formula/never-uphill: your function stops once the loss rises. Take as many steps as
        asked: with too large a learning rate the loss does rise.
    o = downhill(w, errors, gradient, A, b, r * c, n)
neighbour-formula/first-gradient: every step follows the gradient at the start. w moves: compute
        errors and gradient again for each step.
    o = w - n * r * c * gradient(errors(A, w, b), A)
neighbour-formula/solution: you return the minimum itself. Return the point that the steps have
        reached.
    o = np.linalg.lstsq(A, b, rcond=None)[0] || np.linalg.pinv(A) @ b
neighbour-formula/start: you don't start at 0. The first w is 0.
    w = np.ones(A.shape[1]) || 0.01 * np.ones(A.shape[1])
neighbour-formula/row-by-row: you take a step for each row. One step uses the mean of all rows.
    o = in_order(w, A, b, r, n) || in_order(w, A, b, r / len(A), n)
omitted-term/no-features: you don't multiply the errors by the features. Each weight has its own
        slope: error times feature.
    gradient = lambda e, A: e.sum() * np.ones(A.shape[1])
neighbour-formula/mean-over-weights: all weights move alike, by the mean of their slopes. The mean
        runs over the rows, and each weight has its own slope.
    gradient = lambda e, A: np.mean(A.T @ e) * np.ones(A.shape[1])
    gradient = lambda e, A: np.mean(A.T @ e) * np.ones(A.shape[1]) && c = 1 || 2 || 1 / len(A)
omitted-term/no-targets: w stays where it starts. The error is prediction minus target, and it moves
        w in every step.
    errors = lambda A, w, b: A @ w && w = np.zeros(A.shape[1])
neighbour-formula/sign-only: only the sign of the error counts. A large error should pull harder.
    gradient = lambda e, A: A.T @ np.sign(e)
    gradient = lambda e, A: A.T @ np.sign(e) && c = 1 / len(A)
neighbour-formula/squared-errors: you square the errors in the gradient. The slope of a square is
        twice the error.
    gradient = lambda e, A: A.T @ e**2
"""

EXERCISE = Exercise(
    id="least_squares_descent", title="Mend a descent that returns a table", notebook="00b",
    number="0b.2", signature="least_squares_descent(X, y, lr, steps)", lecture=("ALICE-4.1.4b",),
    minutes=12, difficulty=2, reference=functions.least_squares_descent, cases=cases, bank=BANK,
    hints=("Print the shapes of y, of X @ w and of their difference.",
           "(t,) minus (t, 1) is (t, t). If w has shape (p,), X @ w has the shape of y. And which "
           "factor does the slope of a mean of squares carry?",
           "w = zeros(p); each step: w − lr · 2/t · Xᵀ (Xw − y)"),
    formula="w ← w − lr · (2/t) Xᵀ (Xw − y), from w = 0",
    variation="let w start as (p, 1) and y as (t, 1). Which lines have to change?",
    right=(with_lists, as_column, in_closed_form), awkward=with_lists,
    heads=("least_squares_descent([[0, 2]], [3], 0.5, 1)",
           "least_squares_descent([[1], [1]], [1, 3], 0.5, 1)",
           "least_squares_descent([[1, 2], [1, 0]], [1, 2], 0.1, 2)"),
)
