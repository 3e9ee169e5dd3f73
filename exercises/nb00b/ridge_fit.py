"""0b.5 ridge_fit: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from .least_squares_fit import descended, solved


def cases():
    rng = np.random.default_rng(4)
    A, wide = rng.integers(-8, 9, (7, 3)) / 4, rng.integers(-8, 9, (2, 5)) / 4
    line = np.column_stack([np.ones(5), [0.0, 1, 2, 3, 4]])
    y7 = rng.integers(-8, 9, 7) / 2 + 1.5
    return [
        Case((np.array([[1.0], [1]]), np.array([1.0, 3]), 0.5), "two rows, one feature"),
        Case((line, np.array([0.5, 2, 1, 3.5, 3]), 0.5), "five points and a line"),
        Case((A, y7, 3.0), "seven rows and lam = 3"),
        Case((A, y7, 0.1), "seven rows and lam = 0.1"),
        Case((A, y7, 1.0), "lam = 1"),
        Case((A, y7, 40.0), "lam = 40"),
        Case((np.array([[1.0, 1], [1, 1.0625], [1, 0.9375]]), np.array([1.0, 2, 0.5]), 1 / 2048),
             "a small lam and two features almost alike"),
        Case((wide, np.array([1.5, -2.0]), 0.25), "more features than rows"),
        Case((A[:3], y7[:3], 0.5), "as many rows as features"),
        Case((np.array([[1.0, 1], [2, 2], [3, 3]]), np.array([1.0, 2, 4]), 0.5),
             "two equal features"),
        Case((np.array([[2.0, -1, 0.5]]), np.array([3.0]), 2.0), "a batch of one"),
        Case((np.array([[1.0, 0], [1, 1], [1, 1], [1, 3], [1, 1], [1, 2]]), np.array([1.0, 2, 2, 4,
             3.5, 2]), 1.5), "a row that stands twice"),
        Case((np.array([[1, 0], [1, 2], [1, 5], [1, 3]]), np.array([1, 2, 2, 5]), 0.5),
             "whole numbers", integers=True),
    ]


def lasso(A, b, half):
    """Coordinate descent for ‖Aw − b‖² + 2 half Σ|w|."""
    w = np.zeros(A.shape[1])
    for j in np.tile(np.arange(len(w)), 400):
        a = A[:, j] @ (b - A @ w + A[:, j] * w[j])
        w[j] = np.sign(a) * max(abs(a) - half, 0) / (A[:, j] @ A[:, j])
    return w


def by_singular(A, b, factor):
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return Vt.T @ (factor(s) * (U.T @ b))


def dual(X, y, lam):
    return X.T @ np.linalg.solve(X @ X.T + lam * np.eye(len(y)), y)


BANK = """
ridge_fit(X, y, lam)
    like: least_squares_fit
    k = lam                              # the weight of the penalty
    without: neighbour-formula/ridge, unstable/descent-stopped-early,
        transpose/regressed-the-wrong-way, omitted-term/no-back-substitution, transpose/factor,
        transpose/svd, neighbour-formula/other-result-of-lstsq, unstable/cut-off, transpose/X

shown: G, r
right: w = np.linalg.inv(G) @ r || np.linalg.solve(np.float32(G), np.float32(r))
right: w = np.linalg.lstsq(np.vstack([A, np.sqrt(lam) * D]), np.append(b, 0 * D[0]), rcond=None)[0]

convention/mean-not-reached: you weigh the penalty against the mean squared error. Take the sum of
        squares, and solve for the weights directly.
    k = k * len(X) / 2 && w = descended(c * G, c * r, rate, n) && c = 1 / len(X) || 2 / len(X) &&
        rate = 0.1 || 0.01 || 0.001 && n = 100 || 1000 || 10000
    k = k * len(X) && w = descended(c * G, c * r, rate, n) && c = 1 / len(X) || 2 / len(X) && rate =
        0.1 || 0.01 || 0.001 && n = 100 || 1000 || 10000
convention/mean-of-squares: the weight of the penalty depends on the number of rows. Minimise ‖Xw −
        y‖² + lam ‖w‖² exactly as it is written.
    k = lam * len(X) || lam / len(X) || lam * len(X) / 2 || 2 * lam * len(X) || lam * len(X) ** 2 ||
        lam / 2 / len(X) || 2 * lam / len(X)
convention/slide-objective: you minimise the slide's 2/n ‖y − Xw‖² + λ/2 ‖w‖². Here the loss is ‖Xw
        − y‖² + lam ‖w‖², exactly as it is written.
    k = lam * len(X) / 4
factor/two-on-one-side: a factor 2 is in some terms of the equations but not in all. The 2 of the
        gradient cancels in all three terms.
    r = r / 2 && k = lam / 2
    r = 2 * r && k = 2 * lam
factor/lam-squared: you square lam. Add lam itself to the matrix; if you stack extra rows, they get
        its root.
    k = lam**2
factor/penalty: the penalty carries an extra factor. Add lam itself to the matrix.
    k = 4 * lam || lam / 4 || lam * X.shape[1] || lam / X.shape[1]
sign/penalty: you subtract the penalty, which rewards long weights. Add it to XᵀX.
    k = -2 * lam || -lam / 2 || -lam * len(X) || -lam / len(X) || -(lam**2)
omitted-term/lam: the penalty is left out. Add lam to the diagonal of XᵀX.
    k = 0
ignored-argument/lam-for-wide-X: with more features than rows the penalty is left out. XᵀX with lam
        on its diagonal can be inverted for every shape of X.
    k = lam * (len(X) >= X.shape[1]) || lam * (len(X) > X.shape[1])
ignored-argument/small-lam: you treat a small lam as 0. It counts when two features are nearly
        alike.
    k = lam * (lam > 0.001)
convention/intercept-free: you don't penalise one coefficient, as if it were an intercept. Here
        every coefficient is penalised.
    D = np.diag(1.0 * (np.arange(len(D)) > 0)) || np.diag(1.0 * (np.arange(len(D)) < len(D) - 1))
    D = np.diag((np.ptp(A, axis=0) > 0) * 1.0)
neighbour-formula/lam-everywhere: you add lam to every entry of XᵀX. Add it only to the diagonal:
        lam times the identity.
    D = np.ones((A.shape[1], A.shape[1]))
neighbour-formula/diagonal: you replace the diagonal of XᵀX. Add lam to it.
    G = G - np.diag(np.diag(G)) + k * D
neighbour-formula/diagonal-scaled: you multiply the diagonal of XᵀX. Add lam to each of its entries.
    D = np.diag(np.diag(A.T @ A))
neighbour-formula/shrunk-least-squares: you multiply the least-squares weights by one common factor.
        Ridge shrinks each direction by its own factor: add lam to XᵀX before the solve.
    k = 0 && o = w / (1 + lam) || w * (1 - lam) || w * len(b) / (len(b) + lam)
neighbour-formula/penalty-added-after: you add lam to the least-squares weights. Add it to the
        diagonal of XᵀX before the solve.
    k = 0 && o = w + lam
neighbour-formula/penalty-subtracted-after: you subtract lam from the least-squares weights. Add it
        to the diagonal of XᵀX before the solve.
    k = 0 && o = w - lam
neighbour-formula/penalty-on-inverse: you add lam to the inverse of XᵀX. Add it to XᵀX before you
        invert.
    k = 0 && o = (np.linalg.pinv(G) + lam * D) @ r || (np.linalg.inv(G) + lam * D) @ r ||
        np.linalg.inv(G) + lam * D @ R @ b
neighbour-formula/lasso: you penalise the sum of the weights' sizes, as the lasso does. The penalty
        is the squared length ‖w‖².
    w = lasso(A, b, lam / 2) || lasso(A, b, lam)
neighbour-formula/soft-threshold: you move the least-squares weights towards 0 by a fixed amount.
        Ridge shrinks each direction by its own factor: add lam to XᵀX before the solve.
    k = 0 && o = np.sign(w) * np.maximum(abs(w) - lam, 0) || np.sign(w) * np.maximum(abs(w) - lam /
        2, 0)
neighbour-formula/penalty-on-the-right: lam is on the right-hand side, with Xᵀy. It belongs to the
        matrix.
    k = 0 && r = r + lam || r - lam || r + lam / 2 || r - lam / 2
neighbour-formula/singular-values: each direction gets the wrong factor. For the singular value s it
        is s / (s² + lam).
    o = by_singular(A, b, lambda s: 1 / (s + lam)) || by_singular(A, b, lambda s: 1 / (s**2 + lam))
        || by_singular(A, b, lambda s: s**2 / (s**2 + lam))
unstable/descent-stopped-early: gradient descent has not reached the minimum. Solve for the weights
        directly.
    w = descended(c * G, c * r, rate, n) && c = 1 || 2 || 1 / len(X) || 2 / len(X) && rate = 0.5 ||
        0.1 || 0.05 || 0.01 || 0.005 || 0.001 || 0.0001 && n = 10 || 20 || 50 || 100 || 200
    w = descended(c * G, c * r, rate, n) && c = 1 || 2 || 1 / len(X) || 2 / len(X) && rate = 0.5 ||
        0.001 || 0.0001 && n = 500 || 1000 || 2000 || 5000
    w = descended(c * G, c * r, rate, n) && c = 1 || 2 && rate = 0.5 || 0.1 || 0.05 || 0.0001 && n =
        500 || 1000 || 2000 || 5000 || 10000
    w = descended(c * G, c * r, rate, n) && c = 1 || 1 / len(X) && rate = 0.01 || 0.005 && n = 500
        || 1000
    w = descended(c * G, c * r, rate, n) && c = 2 || 2 / len(X) && rate = 0.01 || 0.005 && n = 500
    w = descended(c * G, c * r, rate, n) && c = 1 / len(X) || 2 / len(X) && rate = 0.5 || 0.0001 &&
        n = 10000
"""

EXERCISE = Exercise(
    id="ridge_fit", title="Fit with a ridge penalty", notebook="00b", number="0b.5",
    signature="ridge_fit(X, y, lam)", lecture=("ALICE-4.1.6",), minutes=6, difficulty=2,
    reference=functions.ridge_fit, cases=cases, shapes="t p, t", bank=BANK,
    held={"lam": (1, 0.1, 0.01, 2, 0.5, 0.001, 0.0001, 10)},
    hints=("Which term does lam ‖w‖² add to the gradient?",
           "The gradient is 2Xᵀ(Xw − y) + 2 lam w. Set it to 0 and collect w.",
           "(XᵀX + lam I) w = Xᵀy, with I of size p"),
    formula="w = (XᵀX + λI)⁻¹ Xᵀy minimises ‖Xw − y‖² + λ‖w‖²",
    variation="let lam go to 0 with two equal columns. Which of the many solutions remains?",
    right=(dual, lambda X, y, lam: by_singular(X, y, lambda s: s / (s**2 + lam))),
    awkward=lambda X, y, lam: dual(X, y, lam).astype(np.float32).tolist(),
    heads=("ridge_fit([[4, 1]], [-2], 3)", "ridge_fit([[1], [1]], [1, 3], 2)",
           "ridge_fit([[1, 0], [0, 2]], [2, 4], 1)", "ridge_fit([[2, -2]], [3], 40)"),
)
