"""0b.1 least_squares_fit: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(3)
    A, B = rng.integers(-8, 9, (7, 3)) / 4, rng.integers(-8, 9, (9, 4)) / 4
    line = np.column_stack([np.ones(5), [0.0, 1, 2, 3, 4]])
    square = np.array([[2.0, 1, 0], [0.0, -1, 1], [1.0, 0.5, 3]])
    return [
        Case((np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([1.0, 3, 5.5])),
             "three points and a line"),
        Case((line, np.array([0.5, 2, 1, 3.5, 3])), "five points and a line"),
        Case((A, rng.integers(-8, 9, 7) / 2 + 1.5), "seven rows, no column of ones"),
        Case((B, rng.integers(-8, 9, 9) / 4), "nine rows of four features"),
        Case((A, A @ [0.5, -2.0, 1.25]), "targets that fit exactly"),
        Case((square, np.array([1.0, -2, 0.5])), "as many rows as features"),
        Case((np.array([[1.0], [2], [-1], [0.5]]), np.array([3.0, 5, 0, 1])), "one feature"),
        Case((np.array([[2.0]]), np.array([3.0])), "a batch of one"),
        Case((A * [1, 20, 1] + [0, 3, 0], rng.integers(-40, 41, 7) / 4),
             "features on different scales"),
        # orthogonal columns: the normal equations can be solved in float32, too
        Case((np.array([[2000.0, 1], [-3000, 1], [4000, 1], [-3000, 1]]), np.array([1.0, 2, 4, 2])),
             "a feature in the thousands"),
        Case((np.array([[1.0, 0], [1, 1], [1, 1], [1, 3], [1, 1], [1, 2]]), np.array([1.0, 2, 2, 4,
             3.5, 2])), "a row that stands twice"),
        Case((np.array([[1, 0], [1, 2], [1, 5], [1, 3]]), np.array([1, 2, 2, 5])), "whole numbers",
             integers=True),
    ]


def solved(G, r):
    """The shortest solution of G w = r, or the closest; an error where numbers are missing."""
    if not (np.isfinite(G).all() and np.isfinite(r).all()):
        raise np.linalg.LinAlgError("SVD did not converge in Linear Least Squares")
    return np.linalg.lstsq(G, r, rcond=None)[0]


def descended(G, r, rate, steps, start=0):
    """Where gradient steps w − rate (G w − r) arrive, G symmetric."""
    s, V = np.linalg.eigh(G)
    first = start * np.ones(len(r))
    share = np.where(np.abs(s) < 1e-12, rate * steps,
                     (1 - (1 - rate * s) ** steps) / np.where(s == 0, 1, s))
    return first + V @ (share * (V.T @ (r - G @ first)))


def by_elimination(X, y):
    """Gauss's elimination on lists."""
    A = (np.asarray(X, dtype=float).T @ X).tolist()
    b = (np.asarray(X, dtype=float).T @ y).tolist()
    p = len(b)
    for i in range(p):
        pivot = max(range(i, p), key=lambda r: abs(A[r][i]))
        A[i], A[pivot], b[i], b[pivot] = A[pivot], A[i], b[pivot], b[i]
        for r in range(p):
            if r != i:
                c = A[r][i] / A[i][i]
                A[r] = [u - c * v for u, v in zip(A[r], A[i], strict=True)]
                b[r] -= c * b[i]
    return [b[i] / A[i][i] for i in range(p)]


def swept(A, b, rate):
    """One gradient step per row, and that once."""
    w = np.zeros(A.shape[1])
    for row, target in zip(A, b, strict=True):
        w = w - rate * (row @ w - target) * row
    return w


BANK = """
least_squares_fit(X, y)
    A = np.array(X, float)               # the features
    b = np.array(y, float)               # the targets
    k = 0                                # the weight of a penalty
    L = A.T                              # the left factor of the matrix
    R = A.T                              # the left factor of the right-hand side
    D = np.eye(A.shape[1])               # the identity
    G = L @ A + k * D                    # the matrix
    r = R @ b                            # the right-hand side
    w = solved(G, r)                     # the weights
    o = w

shown: G, r
same: w = np.linalg.solve(G, r) || np.linalg.inv(G) @ r || np.linalg.pinv(G) @ r
same: w = np.linalg.inv(G) @ R @ b
right: w = np.linalg.inv(G) @ r || np.linalg.pinv(A) @ b || np.linalg.lstsq(A, b, rcond=None)[0]
right: w = np.linalg.solve(np.float32(G), np.float32(r))
right: w = np.linalg.solve(np.linalg.qr(A)[1], np.linalg.qr(A)[0].T @ b)

neighbour-formula/intercept-added: the weights are those of a fit with an intercept. Take X as it
        is: if an intercept were wanted, X would have a column of ones.
    A = np.column_stack([A, np.ones(len(A))]) || A - A.mean(0)
    A = np.column_stack([np.ones(len(A)), A]) && o = w[1:] || w[:, None] || (w[1:], w[0])
omitted-term/scaling-not-undone: the weights belong to rescaled features. Take X as it is, or scale
        the weights back.
    A = A / np.linalg.norm(A, axis=0) || A / np.abs(A).max(0) || A / np.abs(A).max()
omitted-term/standardised: the weights belong to standardised features. Take X and y as they are: a
        constant column has no spread to divide by.
    A = (A - A.mean(0)) / A.std(0) && b = b - b.mean() || (b - b.mean()) / b.std()
neighbour-formula/ridge: the weights are those of a fit with a penalty. Fit without a penalty here.
    k = 0.001 || 0.01 || 0.1 || 0.5 || 1
unstable/cut-off: directions with a small singular value are left out. Keep everything that rounding
        allows: for lstsq, `rcond=None`.
    w = np.linalg.lstsq(A, b, rcond=k)[0] && k = 0.001 || 0.01 || 0.1
unstable/descent-stopped-early: gradient descent has not reached the minimum. Solve for the weights
        directly.
    w = descended(c * G, c * r, rate, n) && c = 1 || 2 || 1 / len(X) || 2 / len(X) && rate = 0.5 ||
        0.1 || 0.05 || 0.01 || 0.005 || 0.001 || 0.0001 && n = 10 || 20 || 50 || 100 || 200 || 500
        || 1000 || 2000 || 5000 || 10000
    w = descended(c * G, c * r, rate, n, 1) && c = 1 || 2 || 1 / len(X) || 2 / len(X) && rate = 0.1
        || 0.01 || 0.001 && n = 100 || 1000
    w = descended(G, r, 1 / np.linalg.norm(A, 2) ** 2, n) && n = 100 || 1000 || 10000 || 20000
    w = swept(A, b, rate) && rate = 1 || 0.5 || 0.2 || 0.1 || 0.05 || 0.02 || 0.01 || 0.002 || 0.001
sign/uphill: your steps go uphill, so the error grows with each of them. Subtract the gradient.
    w = descended(-c * G, -c * r, rate, n) && c = 1 || 2 || 1 / len(X) || 2 / len(X) && rate = 0.1
        || 0.01 || 0.001 && n = 10 || 100
transpose/X: you multiply y by X where you need Xᵀ. Rows are examples: Xᵀ is on the left of X, and
        of y.
    R = A
transpose/gram: you invert XXᵀ, which is singular with more rows than features. XᵀX (p × p) is the
        matrix to solve with.
    o = A.T @ np.linalg.inv(A @ A.T) @ b || A.T @ np.linalg.solve(A @ A.T, b)
transpose/reshaped: you fill a (p, t) table in reading order where X should be transposed. reshape
        does not exchange rows and columns; X.T does.
    where needs: reshape
    L = A.reshape(A.shape[::-1]) && R = L
transpose/factor: R is transposed. X = QR gives R w = Qᵀy.
    o = np.linalg.solve(np.linalg.qr(A)[1].T, np.linalg.qr(A)[0].T @ b)
transpose/svd: you use Vᵀ where V belongs, in front of the rest. svd returns Vᵀ: transpose it.
    o = np.linalg.svd(A, full_matrices=False)[2] @ (np.linalg.svd(A, full_matrices=False)[0].T @ b /
        np.linalg.svd(A, full_matrices=False)[1])
transpose/regressed-the-wrong-way: you predict the features from the target, not the target from
        them. Xw should come close to y.
    o = b @ A / (b @ b) || (b @ A / (b @ b))[None, :]
omitted-term/no-inverse: you return Xᵀy, up to a factor. Solve the equations with the matrix in
        front of w.
    o = r || r / len(b) || r[:, None]
omitted-term/inverse: you multiply the right-hand side by the matrix where its inverse belongs.
        Solve the equations: the matrix is in front of w.
    o = G @ r
omitted-term/no-back-substitution: R is left out, so this is Qᵀy. X = QR gives R w = Qᵀy.
    o = np.linalg.qr(A)[0].T @ b
omitted-term/no-targets: you return a matrix, computed without the targets. Solve with Xᵀy for one
        weight per column of X.
    o = np.linalg.pinv(A) || np.linalg.inv(G) || G
neighbour-formula/gradient: you return the gradient at w = 0, up to a factor. The solution is where
        the gradient vanishes.
    o = -2 * r || -2 * r / len(b) || -r || -r / len(b)
neighbour-formula/correlated-features: you fit each feature on its own, as if the others were not
        there. The features share the target: solve for all weights together.
    o = r / np.diag(G)
neighbour-formula/elementwise: you invert a matrix entry by entry. The inverse of a matrix is not 1
        over its entries.
    needs: operator / **
    o = (1 / G) @ r
neighbour-formula/elementwise-product: you multiply the inverse entry by entry. Write a matrix
        product with @.
    needs: operator *
    o = np.linalg.inv(G) * r
omitted-term/first-rows: you fit only the first p rows. Use all t rows.
    A = A[:A.shape[1]] && b = b[:X.shape[1]]
omitted-term/no-signs: negative weights become 0. A weight may be negative.
    o = np.maximum(w, 0)
neighbour-formula/residuals: you return the residuals. Return the weights behind them.
    o = b - A @ w || A @ w - b
neighbour-formula/loss: you return the sum of the squared residuals, one number. Return the weights
        behind it.
    o = ((A @ w - b) ** 2).sum()
neighbour-formula/mean-loss: you return the mean of the squared residuals, one number. Return the
        weights behind it.
    o = ((A @ w - b) ** 2).mean()
neighbour-formula/predictions: you return the predictions Xw, not w. Return the weights behind them.
    o = A @ w
shape/whole-answer: you return more than the weights. Return only the first part, w.
    o = np.linalg.lstsq(A, b, rcond=None) || np.linalg.lstsq(A, b, rcond=None)[:2]
    o = (w, b - A @ w) || (w, ((A @ w - b) ** 2).mean()) || (w, 0.0)
neighbour-formula/other-result-of-lstsq: you return one of the other results of lstsq instead of the
        weights. The weights are its first result.
    o = np.linalg.lstsq(A, b, rcond=None)[1] || np.linalg.lstsq(A, b, rcond=None)[2] ||
        np.linalg.lstsq(A, b, rcond=None)[3]
"""

EXERCISE = Exercise(
    id="least_squares_fit", title="Fit by least squares", notebook="00b", number="0b.1",
    signature="least_squares_fit(X, y)", lecture=("ALICE-4.1.3a", "ALICE-4.1.4a"), minutes=8,
    difficulty=2, reference=functions.least_squares_fit, cases=cases, shapes="t p, t", bank=BANK,
    hints=("Where does the gradient of ‖Xw − y‖² with respect to w vanish?",
           "It is 2Xᵀ(Xw − y). Setting it to 0 gives p equations for p weights; NumPy also "
           "has a function that solves the problem directly.",
           "XᵀX w = Xᵀy, or np.linalg.lstsq(X, y, rcond=None)[0]"),
    formula="w = argmin ‖Xw − y‖², so XᵀX w = Xᵀy",
    variation="give two columns that are almost equal. What happens to w, and to Xw?",
    right=(by_elimination,), awkward=by_elimination,
    heads=("least_squares_fit([[1], [1]], [1, 3])",
           "least_squares_fit([[1, 0], [0, 2]], [3, 4])",
           "least_squares_fit([[1, 2], [3, 1]], [1, 0])",
           "least_squares_fit([[1], [2]], [1, 3])"),
)
