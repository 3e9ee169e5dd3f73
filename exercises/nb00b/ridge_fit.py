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

convention/mean-not-reached: the penalty is weighed against the mean squared error. Take the sum of
        squares, and solve for the weights directly.
    k = k * len(X) / 2 && w = descended(c * G, c * r, rate, n) && c = 1 / len(X) || 2 / len(X) &&
        rate = 0.1 || 0.01 || 0.001 && n = 100 || 1000 || 10000
    k = k * len(X) && w = descended(c * G, c * r, rate, n) && c = 1 / len(X) || 2 / len(X) && rate =
        0.1 || 0.01 || 0.001 && n = 100 || 1000 || 10000
convention/mean-of-squares: the weight of the penalty depends on the number of rows. Here ‖Xw − y‖²
        + lam ‖w‖² counts, as it stands.
    k = lam * len(X) || lam / len(X) || lam * len(X) / 2 || 2 * lam * len(X) || lam * len(X) ** 2 ||
        lam / 2 / len(X) || 2 * lam / len(X)
convention/slide-objective: this minimises the slide's 2/n ‖y − Xw‖² + λ/2 ‖w‖². That is another
        convention: here ‖Xw − y‖² + lam ‖w‖² counts, as it stands.
    k = lam * len(X) / 4
factor/two-on-one-side: a factor 2 is in some terms of the equations and not in all. The 2 of the
        gradient cancels in all three terms.
    r = r / 2 && k = lam / 2
    r = 2 * r && k = 2 * lam
factor/lam-squared: lam is squared. The matrix carries lam itself; in a stack of rows the new ones
        carry its root.
    k = lam**2
factor/penalty: the penalty carries an extra factor. The matrix carries lam itself.
    k = 4 * lam || lam / 4 || lam * X.shape[1] || lam / X.shape[1]
sign/penalty: the penalty is subtracted: long weights are rewarded. It is added to XᵀX.
    k = -2 * lam || -lam / 2 || -lam * len(X) || -lam / len(X) || -(lam**2)
omitted-term/lam: the penalty is left out. Add lam to the diagonal of XᵀX.
    k = 0
ignored-argument/lam-for-wide-X: with more features than rows the penalty is left out. XᵀX with lam
        on its diagonal can be inverted for every shape of X.
    k = lam * (len(X) >= X.shape[1]) || lam * (len(X) > X.shape[1])
ignored-argument/small-lam: a small lam is taken for 0. It counts if two features are nearly alike.
    k = lam * (lam > 0.001)
convention/intercept-free: a coefficient is not penalised, as if it were an intercept. Here every
        coefficient is penalised.
    D = np.diag(1.0 * (np.arange(len(D)) > 0)) || np.diag(1.0 * (np.arange(len(D)) < len(D) - 1))
    D = np.diag((np.ptp(A, axis=0) > 0) * 1.0)
neighbour-formula/lam-everywhere: lam is added to every entry of XᵀX. Add it to the diagonal alone:
        lam times the identity.
    D = np.ones((A.shape[1], A.shape[1]))
neighbour-formula/diagonal: the diagonal of XᵀX is replaced. Add lam to it.
    G = G - np.diag(np.diag(G)) + k * D
neighbour-formula/diagonal-scaled: the diagonal of XᵀX is multiplied. Add lam to each of its
        entries.
    D = np.diag(np.diag(A.T @ A))
neighbour-formula/shrunk-least-squares: the least-squares weights are multiplied by one common
        factor. Ridge shrinks each direction by its own factor: lam joins XᵀX before the solve.
    k = 0 && o = w / (1 + lam) || w * (1 - lam) || w * len(b) / (len(b) + lam)
neighbour-formula/penalty-added-after: lam is added to the least-squares weights, or taken off. It
        joins XᵀX before the solve.
    k = 0 && o = w + lam || w - lam
neighbour-formula/penalty-on-inverse: lam joins the inverse of XᵀX. It joins XᵀX before that is
        inverted.
    k = 0 && o = (np.linalg.pinv(G) + lam * D) @ r || (np.linalg.inv(G) + lam * D) @ r ||
        np.linalg.inv(G) + lam * D @ R @ b
neighbour-formula/lasso: the sum of the weights' sizes is penalised, as the lasso does. The penalty
        is the squared length ‖w‖².
    w = lasso(A, b, lam / 2) || lasso(A, b, lam)
neighbour-formula/soft-threshold: the least-squares weights are moved towards 0 by a fixed amount.
        Ridge shrinks each direction by its own factor: lam joins XᵀX before the solve.
    k = 0 && o = np.sign(w) * np.maximum(abs(w) - lam, 0) || np.sign(w) * np.maximum(abs(w) - lam /
        2, 0)
neighbour-formula/penalty-on-the-right: lam joins Xᵀy. It belongs to the matrix.
    k = 0 && r = r + lam || r - lam || r + lam / 2 || r - lam / 2
neighbour-formula/singular-values: the factor of each direction is another one. For the singular
        value s it is s / (s² + lam).
    o = by_singular(A, b, lambda s: 1 / (s + lam)) || by_singular(A, b, lambda s: 1 / (s**2 + lam))
        || by_singular(A, b, lambda s: s**2 / (s**2 + lam))
unstable/descent-stopped-early: gradient descent has not arrived at the minimum. Solve for the
        weights directly.
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
