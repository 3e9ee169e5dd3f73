"""Records of notebook 00b: exercises with their cases and known mistakes.

Many wrong fits are the right fit of another problem. The helpers below change the problem
(columns, targets, penalty) and solve it.
"""

import numpy as np

from course_utils import functions
from course_utils.exercises.engine import Case, Exercise, Mistake


def _floats(X, y):
    return np.asarray(X, dtype=float), np.asarray(y, dtype=float)


def _ones(X):
    return np.ones((len(X), 1))


def _solve(A, b):
    """The shortest least-squares solution of A w = b."""
    return np.linalg.lstsq(A, b, rcond=None)[0]


def _descent(A, b, rate, steps):
    """Where `steps` gradient steps w ← w − rate (A w − b) from w = 0 arrive, A symmetric."""
    with np.errstate(all="ignore"):
        s, V = np.linalg.eigh(A)
        share = np.where(np.abs(s) < 1e-12, rate * steps,
                         (1 - (1 - rate * s) ** steps) / np.where(s == 0, 1, s))
        return V @ (share * (V.T @ b))


_PATHS = [(rate, steps, scale)
          for steps in (100, 1000, 10, 20, 50, 200, 500, 2000, 5000, 10000)
          for rate in (0.1, 0.01, 0.001, 0.05, 0.5, 0.005, 0.0001)
          for scale in ("mean", "twice the mean", "sum", "twice the sum")]


def _scaled(scale, t):
    return {"mean": 1 / t, "twice the mean": 2 / t, "sum": 1.0, "twice the sum": 2.0}[scale]


def _standardised(X):
    """Columns with mean 0 and spread 1; a constant column has no spread."""
    with np.errstate(all="ignore"):
        return (X - X.mean(0)) / X.std(0)


def _stretched(X):
    with np.errstate(all="ignore"):
        return (X - X.min(0)) / np.ptp(X, axis=0)


def _finite_solve(A, b):
    """As `_solve`; LAPACK's complaint about nan is raised without its printout."""
    if not np.isfinite(A).all() or not np.isfinite(b).all():
        raise np.linalg.LinAlgError("SVD did not converge in Linear Least Squares")
    return _solve(A, b)


def _unit(v):
    with np.errstate(all="ignore"):
        return (v - v.mean()) / v.std()


# --- least_squares_fit ----------------------------------------------------------------------


def _fit_cases():
    rng = np.random.default_rng(3)
    A, B = rng.integers(-8, 9, (7, 3)) / 4, rng.integers(-8, 9, (9, 4)) / 4
    line = np.column_stack([np.ones(5), [0.0, 1, 2, 3, 4]])
    square = np.array([[2.0, 1, 0], [0.0, -1, 1], [1.0, 0.5, 3]])
    return [
        Case((np.array([[1.0, 0], [1, 1], [1, 2]]), np.array([1.0, 3, 5.5])),
             "three points and a line", sizes={"t": 3, "p": 2}),
        Case((line, np.array([0.5, 2, 1, 3.5, 3])), "five points and a line",
             sizes={"t": 5, "p": 2}),
        Case((A, rng.integers(-8, 9, 7) / 2 + 1.5), "seven rows, no column of ones",
             sizes={"t": 7, "p": 3}),
        Case((B, rng.integers(-8, 9, 9) / 4), "nine rows of four features",
             sizes={"t": 9, "p": 4}),
        Case((A, A @ [0.5, -2.0, 1.25]), "targets that fit exactly", sizes={"t": 7, "p": 3}),
        Case((square, np.array([1.0, -2, 0.5])), "as many rows as features",
             sizes={"t": 3, "p": 3}),
        Case((np.array([[1.0], [2], [-1], [0.5]]), np.array([3.0, 5, 0, 1])), "one feature",
             sizes={"t": 4, "p": 1}),
        Case((np.array([[2.0]]), np.array([3.0])), "a batch of one", sizes={"t": 1, "p": 1}),
        Case((A * [1, 20, 1] + [0, 3, 0], rng.integers(-40, 41, 7) / 4),
             "features on different scales", sizes={"t": 7, "p": 3}),
        Case((np.array([[1.0, 0], [1, 1], [1, 1], [1, 3], [1, 1], [1, 2]]),
              np.array([1.0, 2, 2, 4, 3.5, 2])), "a row that stands twice",
             sizes={"t": 6, "p": 2}),
        Case((np.array([[1, 0], [1, 2], [1, 5], [1, 3]]), np.array([1, 2, 2, 5])),
             "whole numbers", sizes={"t": 4, "p": 2}, integers=True),
    ]


def _fit(change, back=lambda w, X, y: w):
    """Least squares on changed data, with the weights changed back."""
    def wrong(X, y):
        X, y = _floats(X, y)
        return back(_solve(*change(X, y)), X, y)
    return wrong


def _same(X, y):
    return X, y


def _normal(X, y):
    return np.linalg.solve(X.T @ X, X.T @ y)


def _by_inverse(X, y):
    return np.linalg.inv(X.T @ X) @ X.T @ y


def _by_qr(X, y):
    Q, R = np.linalg.qr(X)
    return np.linalg.solve(R, Q.T @ y)


def _by_svd(X, y):
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    return Vt.T @ ((U.T @ y) / s)


def _by_elimination(X, y):
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


def _by_descent(X, y):
    """Gradient descent with a step that cannot be too large, run long enough."""
    X, y = _floats(X, y)
    w = np.zeros(X.shape[1])
    A, b = X.T @ X, X.T @ y
    residual = b - A @ w
    direction = residual
    for _ in range(3 * len(w)):  # conjugate gradients
        if residual @ residual < 1e-24:
            break
        a = (residual @ residual) / (direction @ A @ direction)
        w = w + a * direction
        new = residual - a * (A @ direction)
        direction = new + (new @ new) / (residual @ residual) * direction
        residual = new
    return w


def _rows_once(X, y):
    """Equal rows with equal targets once, as in a set."""
    both = np.unique(np.column_stack([X, y]), axis=0)
    return both[:, :-1], both[:, -1]


def _inputs_once(X, y):
    """Equal rows of X once, whatever their targets: the first counts."""
    X, first = np.unique(X, axis=0, return_index=True)
    return X, y[first]


def _one_sweep(rate):
    """One gradient step per row, and that once."""
    def wrong(X, y):
        X, y = _floats(X, y)
        w = np.zeros(X.shape[1])
        for row, target in zip(X, y, strict=True):
            w = w - rate * (row @ w - target) * row
        return w
    return wrong


def _started_at_one(A, b, rate, steps):
    """As `_descent`, from w = 1."""
    ones = np.ones(len(b))
    return ones + _descent(A, b - A @ ones, rate, steps)


# (what is done to X and y before the fit, id, what, where): for both exercises
_OTHER_DATA = (
    (_rows_once, "duplicates/rows", "rows that stand more than once count once",
     "Every row counts: a set and np.unique lose repetitions."),
    (_inputs_once, "duplicates/rows", "rows that stand more than once count once",
     "Every row counts: a set and np.unique lose repetitions."),
    (lambda X, y: (X[:, 1:], y), "off-by-one/column-dropped",
     "the first feature is left out of the fit", "Use all p columns."),
    (lambda X, y: (X[:, :-1], y), "off-by-one/column-dropped",
     "the last feature is left out of the fit", "Use all p columns."),
    (lambda X, y: (X, np.sort(y)), "neighbour-formula/targets-sorted",
     "the targets are sorted: they no longer belong to their rows", "Leave the order of y alone."),
    (lambda X, y: (np.sort(X, axis=0), y), "neighbour-formula/features-sorted",
     "the columns of X are sorted: their entries no longer belong to their rows",
     "Leave the order of X alone."),
)
# (what comes back in place of w, id, what, where): for both exercises
_OTHER_RESULTS = (
    (lambda w: w[1:], "off-by-one/weight-dropped", "the first weight is left out of the result",
     "One weight per column of X: shape (p,)."),
    (lambda w: w[:-1], "off-by-one/weight-dropped", "the last weight is left out of the result",
     "One weight per column of X: shape (p,)."),
    (lambda w: np.append(w[:-1], 0.0), "off-by-one/last-weight-zero", "the last weight is 0",
     "One weight per column of X: let the loop reach the last one."),
    (lambda w: np.append(0.0, w[1:]), "off-by-one/first-weight-zero", "the first weight is 0",
     "One weight per column of X: let the loop start at 0."),
    (lambda w: w[0], "missing-return/first-weight-only", "only the first weight comes back",
     "One weight per column of X: does the `return` stand inside a loop?"),
    (lambda w: w[:1], "missing-return/first-weight-only", "only the first weight comes back",
     "One weight per column of X: does the `return` stand inside a loop?"),
    (lambda w: w * (np.arange(len(w)) == 0), "missing-return/first-weight-only",
     "all weights but the first are 0",
     "One weight per column of X: does the `return` stand inside a loop?"),
    (lambda w: w[-1], "omitted-term/last-weight-only", "only the last weight comes back",
     "One weight per column of X: shape (p,)."),
    (lambda w: 0 * w, "neighbour-formula/all-zero",
     "every weight is 0: a start that never moved, or the gradient at the minimum",
     "Return the weights that minimise the loss."),
    (np.ceil, "integer/rounded", "the weights are rounded up", "Return all the digits."),
)


def _least_absolute(X, y):
    """The line of least absolute errors, by reweighting."""
    X, y = _floats(X, y)
    w = _solve(X, y)
    for _ in range(50):
        d = 1 / np.sqrt(np.maximum(np.abs(y - X @ w), 1e-6))
        w = _solve(X * d[:, None], y * d)
    return w


def _with_ones(first, back, invert):
    """Normal equations with a column of ones, which may be singular."""
    def wrong(X, y):
        A = np.hstack([_ones(X), X] if first else [X, _ones(X)])
        w = np.linalg.inv(A.T @ A) @ A.T @ y if invert else np.linalg.solve(A.T @ A, A.T @ y)
        return w if not back else w[1:] if first else w[:-1]
    return wrong


def _columns_alone(X, y):
    return (X * y[:, None]).sum(0) / (X**2).sum(0)


def _centre_in_place(X, y):
    X -= np.mean(X, axis=0).astype(X.dtype)
    return _solve(*_floats(X, y))


_INTERCEPT = ("neighbour-formula/intercept-added",
              "an intercept is fitted as well: a column of ones is added",
              "Take X as it is: whoever wants an intercept puts a column of ones into X.")


def _mistake(entry, wrong):
    id, what, where = entry
    return Mistake(id, wrong, what, where)


LEAST_SQUARES = Exercise(
    id="least_squares_fit", title="Fit by least squares", notebook="00b", number="0b.1",
    signature="least_squares_fit(X, y)", lecture=("ALICE-4.1.3a", "ALICE-4.1.4a"), minutes=8,
    difficulty=2, reference=functions.least_squares_fit, cases=_fit_cases,
    mistakes=(
        _mistake(_INTERCEPT, _fit(lambda X, y: (np.hstack([_ones(X), X]), y))),
        _mistake(_INTERCEPT, _fit(lambda X, y: (np.hstack([X, _ones(X)]), y))),
        _mistake(_INTERCEPT, _fit(lambda X, y: (np.hstack([_ones(X), X]), y),
                                  lambda w, X, y: w[1:])),
        _mistake(_INTERCEPT, _fit(lambda X, y: (np.hstack([X, _ones(X)]), y),
                                  lambda w, X, y: w[:-1])),
        _mistake(_INTERCEPT, _fit(lambda X, y: (X - X.mean(0), y - y.mean()))),
        _mistake(_INTERCEPT, _fit(lambda X, y: (X - X.mean(0), y))),
        *(_mistake(_INTERCEPT, _with_ones(first, back, invert)) for first in (True, False)
          for back in (False, True) for invert in (False, True)),
        *(_mistake(_INTERCEPT, _fit(lambda X, y: (np.hstack([_ones(X), X]), y), back))
          for back in (lambda w, X, y: (w[1:], w[0]), lambda w, X, y: (w[0], w[1:]),
                       lambda w, X, y: w[:, None], lambda w, X, y: w[1:, None])),
        _mistake(_INTERCEPT, _fit(lambda X, y: (X - X.mean(0), y - y.mean()),
                                  lambda w, X, y: np.append(w, y.mean() - X.mean(0) @ w))),
        _mistake(_INTERCEPT, _fit(lambda X, y: (X - X.mean(0), y - y.mean()),
                                  lambda w, X, y: (w, y.mean() - X.mean(0) @ w))),
        Mistake("neighbour-formula/targets-centred", _fit(lambda X, y: (X, y - y.mean())),
                "the mean of the targets is taken off first",
                "Minimise ‖Xw − y‖² for y as it is."),
        *(Mistake("omitted-term/scaling-not-undone", _fit(change),
                  "the weights belong to rescaled features",
                  "Take X as it is, or scale the weights back.")
          for change in (lambda X, y: (X / np.abs(X).max(0), y),
                         lambda X, y: (X / np.linalg.norm(X, axis=0), y),
                         lambda X, y: (X / np.abs(X).max(), y))),
        *(Mistake("omitted-term/scaling-not-undone",
                  lambda X, y, c=c, solve=solve: solve(*c(*_floats(X, y))),
                  "the weights belong to rescaled features; a constant column has no spread",
                  "Take X as it is: nothing is centred or scaled.")
          for c in (lambda X, y: (_standardised(X), y), lambda X, y: (_standardised(X), _unit(y)),
                    lambda X, y: (_standardised(X), y - y.mean()),
                    lambda X, y: (_stretched(X), y))
          for solve in (_finite_solve, lambda Z, y: np.linalg.solve(Z.T @ Z, Z.T @ y))),
        Mistake("omitted-term/no-inverse", lambda X, y: X.T @ y,
                "XᵀX is left out: this is Xᵀy alone", "Solve XᵀX w = Xᵀy."),
        Mistake("omitted-term/no-inverse", lambda X, y: X.T @ y / len(y),
                "XᵀX is left out: this is Xᵀy / t", "Solve XᵀX w = Xᵀy."),
        Mistake("omitted-term/no-inverse", lambda X, y: X.T @ X @ (X.T @ y),
                "XᵀX multiplies where its inverse should", "Solve XᵀX w = Xᵀy."),
        Mistake("neighbour-formula/correlated-features", _columns_alone,
                "each feature is fitted on its own, as if the others were not there",
                "The features share the target: solve for all weights together."),
        Mistake("neighbour-formula/elementwise-inverse",
                lambda X, y: (1 / (X.T @ X)) @ (X.T @ y),
                "XᵀX is inverted entry by entry",
                "The inverse of a matrix is not 1 over its entries: use a solver."),
        Mistake("omitted-term/no-back-substitution",
                lambda X, y: np.linalg.qr(X)[0].T @ y,
                "R is left out: this is Qᵀy", "Solve R w = Qᵀy."),
        Mistake("transpose/R", lambda X, y: np.linalg.solve(
                    np.linalg.qr(X)[1].T, np.linalg.qr(X)[0].T @ y),
                "Rᵀ is solved instead of R", "X = QR gives R w = Qᵀy."),
        Mistake("transpose/V", lambda X, y: (lambda U, s, Vt: Vt @ ((U.T @ y) / s))(
                    *np.linalg.svd(X, full_matrices=False)),
                "Vᵀ stands where V should", "NumPy's svd returns Vᵀ: w = Vᵀ.T @ (Uᵀy / s)."),
        Mistake("transpose/gram", lambda X, y: X.T @ np.linalg.inv(X @ X.T) @ y,
                "XXᵀ is inverted: with more rows than features it is singular",
                "XᵀX (p × p) is the matrix to solve with."),
        Mistake("transpose/gram", lambda X, y: X.T @ np.linalg.solve(X @ X.T, y),
                "XXᵀ is solved with: with more rows than features it is singular",
                "XᵀX (p × p) is the matrix to solve with."),
        Mistake("transpose/X", lambda X, y: _solve(np.asarray(X, dtype=float).T, y),
                "X is transposed: its rows are taken for features",
                "Rows are examples: X is (t × p)."),
        *(Mistake("transpose/X", wrong, "X and Xᵀ are exchanged in the normal equations",
                  "w = (XᵀX)⁻¹ Xᵀ y.")
          for wrong in (lambda X, y: np.linalg.inv(X @ X.T) @ X @ y,
                        lambda X, y: np.linalg.pinv(X @ X.T) @ X @ y,
                        lambda X, y: np.linalg.solve(X @ X.T, X @ y),
                        lambda X, y: np.linalg.inv(X.T @ X) @ X @ y,
                        lambda X, y: np.linalg.pinv(X.T @ X) @ X @ y,
                        lambda X, y: np.linalg.solve(X.T @ X, X @ y),
                        lambda X, y: X.T @ np.linalg.inv(X.T @ X) @ y,
                        lambda X, y: X.T @ np.linalg.pinv(X.T @ X) @ y,
                        lambda X, y: np.linalg.inv(X @ X.T) @ X.T @ y,
                        lambda X, y: np.linalg.pinv(X @ X.T) @ X.T @ y)),
        *(Mistake("transpose/reshaped", lambda X, y, solve=solve: solve(
                      X.reshape(X.shape[::-1]), X, y),
                  "reshape stands where the transpose should: it fills a (p, t) table in reading "
                  "order", "reshape does not exchange rows and columns; X.T does.")
          for solve in (lambda R, X, y: np.linalg.pinv(R @ X) @ (R @ y),
                        lambda R, X, y: np.linalg.inv(R @ X) @ R @ y,
                        lambda R, X, y: np.linalg.solve(R @ X, R @ y))),
        *(Mistake("omitted-term/no-Xt", wrong, "Xᵀ is missing on the right-hand side",
                  "w = (XᵀX)⁻¹ Xᵀ y: Xᵀ stands on both sides of XᵀX w = Xᵀy.")
          for wrong in (lambda X, y: np.linalg.inv(X.T @ X) @ y,
                        lambda X, y: np.linalg.solve(X.T @ X, y))),
        *(Mistake("neighbour-formula/elementwise-product", wrong,
                  "the inverse of XᵀX multiplies entry by entry",
                  "A matrix product is written @: inv(X.T @ X) @ X.T @ y.")
          for wrong in (lambda X, y: np.linalg.inv(X.T @ X) * X.T @ y,
                        lambda X, y: np.linalg.inv(X.T @ X) * (X.T @ y))),
        *(Mistake("omitted-term/no-targets", wrong, "the targets are missing: a matrix comes back",
                  "w = (XᵀX)⁻¹ Xᵀ y.")
          for wrong in (lambda X, y: np.linalg.pinv(X), lambda X, y: np.linalg.inv(X.T @ X))),
        Mistake("neighbour-formula/least-absolute-errors", _least_absolute,
                "this minimises the sum of absolute errors, not of squares",
                "Squares: XᵀX w = Xᵀy."),
        *(Mistake("transpose/regressed-the-wrong-way", wrong,
                  "the features are predicted from the target, not the target from them",
                  "Xw should come close to y.")
          for wrong in (lambda X, y: y @ X / (y @ y), lambda X, y: _solve(
              np.asarray(y, dtype=float)[:, None], np.asarray(X, dtype=float)))),
        *(Mistake("off-by-one/row-dropped", wrong, "one of the rows is left out of the fit",
                  "Use all t rows.")
          for wrong in (lambda X, y: _solve(*_floats(X[:-1], y[:-1])),
                        lambda X, y: _solve(*_floats(X[1:], y[1:])))),
        *(Mistake("factor/normalised", wrong, "the weights are scaled at the end",
                  "Return w as the equations give it.")
          for wrong in (_fit(_same, lambda w, X, y: w / np.linalg.norm(w)),
                        _fit(_same, lambda w, X, y: w / w.sum()))),
        *(Mistake("neighbour-formula/ridge", lambda X, y, lam=lam: np.linalg.solve(
                      X.T @ X + lam * np.eye(X.shape[1]), X.T @ y),
                  "a penalty pulls the weights towards 0", "Nothing is penalised here.")
          for lam in (1.0, 0.5, 0.1, 0.01, 0.001)),
        *(Mistake("unstable/descent-stopped-early", lambda X, y, r=r, n=n, c=c: _descent(
                      X.T @ X * _scaled(c, len(y)), X.T @ y * _scaled(c, len(y)), r, n),
                  "gradient descent has not arrived, or its step is too large",
                  "Solve the problem directly, or let the step depend on XᵀX.")
          for r, n, c in _PATHS),
        *(Mistake("unstable/descent-stopped-early", lambda X, y, r=r, n=n, c=c: _started_at_one(
                      X.T @ X * _scaled(c, len(y)), X.T @ y * _scaled(c, len(y)), r, n),
                  "gradient descent has not arrived, or its step is too large",
                  "Solve the problem directly, or let the step depend on XᵀX.")
          for n in (100, 1000) for r in (0.1, 0.01, 0.001)
          for c in ("mean", "twice the mean", "sum", "twice the sum")),
        *(Mistake("unstable/descent-stopped-early", _one_sweep(r),
                  "one gradient step per row is made: the descent has not arrived",
                  "Solve the problem directly, or go through the rows many times.")
          for r in (1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001, 0.002)),
        *(Mistake("sign/uphill", lambda X, y, r=r, n=n, c=c: _descent(
                      X.T @ X * _scaled(c, len(y)), X.T @ y * _scaled(c, len(y)), -r, n),
                  "the steps go uphill: the error grows with each of them",
                  "Subtract the gradient: w − rate · 2Xᵀ(Xw − y).")
          for n in (10, 100) for r in (0.1, 0.01, 0.001)
          for c in ("mean", "twice the mean", "sum", "twice the sum")),
        *(Mistake("neighbour-formula/gradient", lambda X, y, c=c: c(len(y)) * (X.T @ y),
                  "the gradient at w = 0 comes back, not the minimum",
                  "Solve XᵀX w = Xᵀy.") for c in (lambda t: -2, lambda t: -2 / t)),
        Mistake("neighbour-formula/gram", lambda X, y: X.T @ X,
                "XᵀX comes back, not the weights", "Solve XᵀX w = Xᵀy."),
        Mistake("neighbour-formula/correlated-features", lambda X, y: (
                    (X - X.mean(0)) * (y - y.mean())[:, None]).sum(0) / (
                        (X - X.mean(0)) ** 2).sum(0),
                "each feature is fitted on its own, with an intercept",
                "The features share the target: solve for all weights together."),
        *(Mistake(id, _fit(change), what, where) for change, id, what, where in _OTHER_DATA),
        *(Mistake(id, _fit(_same, lambda w, X, y, c=c: c(w)), what, where)
          for c, id, what, where in _OTHER_RESULTS),
        Mistake("shape/solved-as-square", lambda X, y: np.linalg.solve(X, y),
                "Xw = y is solved as if there were as many rows as features",
                "With more rows than features no w fits all: solve XᵀX w = Xᵀy."),
        Mistake("shape/solved-as-square", lambda X, y: np.linalg.inv(X) @ y,
                "X is inverted as if it were square", "Solve XᵀX w = Xᵀy."),
        Mistake("omitted-term/first-rows", lambda X, y: _solve(
                    X[:X.shape[1]].astype(float), y[:X.shape[1]]),
                "only the first p rows are fitted", "Use all t rows."),
        *(Mistake("omitted-term/no-signs", _fit(_same, back), what, where) for back, what, where
          in ((lambda w, X, y: np.abs(w), "the signs of the weights are lost",
               "A weight may be negative."),
              (lambda w, X, y: np.maximum(w, 0), "negative weights are cut off",
               "A weight may be negative."))),
        Mistake("sign/flipped", _fit(_same, lambda w, X, y: -w),
                "every entry has the opposite sign", "Minimise ‖Xw − y‖², not ‖Xw + y‖²."),
        Mistake("factor/divided-by-t", _fit(_same, lambda w, X, y: w / len(y)),
                "every entry is divided by t", "A mean has the same minimiser as the sum: no t."),
        Mistake("factor/two", _fit(_same, lambda w, X, y: 2 * w),
                "every entry is 2 times too large", "The 2 of the gradient cancels."),
        Mistake("factor/half", _fit(_same, lambda w, X, y: w / 2),
                "every entry is 2 times too small", "The 2 of the gradient cancels."),
        Mistake("neighbour-formula/predictions", _fit(_same, lambda w, X, y: X @ w),
                "the predictions Xw come back", "Return the weights w."),
        Mistake("neighbour-formula/residuals", _fit(_same, lambda w, X, y: y - X @ w),
                "the residuals come back", "Return the weights w."),
        Mistake("neighbour-formula/residuals", _fit(_same, lambda w, X, y: X @ w - y),
                "the residuals come back", "Return the weights w."),
        Mistake("neighbour-formula/error", _fit(_same, lambda w, X, y: np.sum((X @ w - y) ** 2)),
                "the sum of squared errors comes back", "Return the weights that minimise it."),
        Mistake("neighbour-formula/error", _fit(_same, lambda w, X, y: np.mean((X @ w - y) ** 2)),
                "the mean squared error comes back", "Return the weights that minimise it."),
        Mistake("shape/whole-answer", lambda X, y: np.linalg.lstsq(X, y, rcond=None),
                "all four results of lstsq come back", "Its first result is w."),
        *(Mistake("shape/whole-answer", _fit(_same, lambda w, X, y, c=c: (w, c(X @ w - y))),
                  "more than the weights comes back", "Return w alone.")
          for c in (lambda e: 0.0, lambda e: np.mean(e**2), lambda e: np.sum(e**2),
                    lambda e: e, lambda e: -e, lambda e: -np.mean(e))),
        Mistake("shape/whole-answer", lambda X, y: np.linalg.lstsq(X, y, rcond=None)[:2],
                "more than the weights comes back", "Return w alone."),
        *(Mistake("neighbour-formula/other-result-of-lstsq",
                  lambda X, y, i=i: np.linalg.lstsq(X, y, rcond=None)[i],
                  "lstsq returns four results, and this is not the first of them",
                  "The weights are np.linalg.lstsq(X, y, rcond=None)[0].") for i in (1, 2, 3)),
        Mistake("shape/column", _fit(_same, lambda w, X, y: w[:, None]),
                "w is a column of shape (p, 1)", "One weight per feature: shape (p,)."),
        Mistake("shape/row", _fit(_same, lambda w, X, y: w[None, :]),
                "w is a row of shape (1, p)", "One weight per feature: shape (p,)."),
        *(Mistake("integer/rounded", _fit(_same, lambda w, X, y, d=d: np.round(w, d)),
                  "the weights are rounded", "Return all the digits.") for d in (0, 1, 2, 3)),
        Mistake("integer/truncated", _fit(_same, lambda w, X, y: np.trunc(w)),
                "the digits after the point are lost", "Keep the weights as floats."),
        Mistake("integer/integer-input",
                lambda X, y: _solve(*_floats(X, y)).astype(np.asarray(X).dtype),
                "right for floats, wrong when the input holds whole numbers",
                "The weights are floats whatever X holds."),
        Mistake("in-place/features-centred", _centre_in_place,
                "X itself is centred", "X belongs to the caller, and no centring is asked for."),
        Mistake("convention/reversed-weights", _fit(_same, lambda w, X, y: w[::-1]),
                "the weights stand in reverse order", "w[j] belongs to column j of X."),
    ),
    hints=("Where does the gradient of ‖Xw − y‖² with respect to w vanish?",
           "It is 2Xᵀ(Xw − y). Setting it to 0 gives p equations for p weights; NumPy also "
           "has a function that solves the problem directly.",
           "XᵀX w = Xᵀy, or np.linalg.lstsq(X, y, rcond=None)[0]"),
    formula="w = argmin ‖Xw − y‖², so XᵀX w = Xᵀy",
    variation="give two columns that are almost equal. What happens to w, and to Xw?",
    right=(_normal, _by_inverse, _by_qr, _by_svd, _by_elimination, _by_descent,
           lambda X, y: np.linalg.pinv(X) @ y,
           lambda X, y: _normal(X.astype(np.float32), y.astype(np.float32))),
    awkward=_by_elimination,
)

# --- ridge_fit --------------------------------------------------------------------------------


def _ridge_cases():
    rng = np.random.default_rng(4)
    A, wide = rng.integers(-8, 9, (7, 3)) / 4, rng.integers(-8, 9, (2, 5)) / 4
    line = np.column_stack([np.ones(5), [0.0, 1, 2, 3, 4]])
    y7 = rng.integers(-8, 9, 7) / 2 + 1.5
    return [
        Case((np.array([[1.0], [1]]), np.array([1.0, 3]), 0.5), "two rows, one feature",
             sizes={"t": 2, "p": 1}),
        Case((line, np.array([0.5, 2, 1, 3.5, 3]), 0.5), "five points and a line",
             sizes={"t": 5, "p": 2}),
        Case((A, y7, 3.0), "seven rows and lam = 3", sizes={"t": 7, "p": 3}),
        Case((A, y7, 0.1), "seven rows and lam = 0.1", sizes={"t": 7, "p": 3}),
        Case((A, y7, 1.0), "lam = 1", sizes={"t": 7, "p": 3}),
        Case((A, y7, 40.0), "lam = 40", sizes={"t": 7, "p": 3}),
        Case((wide, np.array([1.5, -2.0]), 0.25), "more features than rows",
             sizes={"t": 2, "p": 5}),
        Case((A[:3], y7[:3], 0.5), "as many rows as features", sizes={"t": 3, "p": 3}),
        Case((np.array([[1.0, 1], [2, 2], [3, 3]]), np.array([1.0, 2, 4]), 0.5),
             "two equal features", sizes={"t": 3, "p": 2}),
        Case((np.array([[2.0, -1, 0.5]]), np.array([3.0]), 2.0), "a batch of one",
             sizes={"t": 1, "p": 3}),
        Case((np.array([[1.0, 0], [1, 1], [1, 1], [1, 3], [1, 1], [1, 2]]),
              np.array([1.0, 2, 2, 4, 3.5, 2]), 1.5), "a row that stands twice",
             sizes={"t": 6, "p": 2}),
        Case((np.array([[1, 0], [1, 2], [1, 5], [1, 3]]), np.array([1, 2, 2, 5]), 0.5),
             "whole numbers", sizes={"t": 4, "p": 2}, integers=True),
    ]


_RIDGE_CASES = _ridge_cases()


def _ridge(lam_of=lambda lam, X: lam, D=lambda X: np.eye(X.shape[1]),
           back=lambda w, X, y, lam: w, change=_same):
    """Ridge with another penalty lam_of · D, on changed data, with the weights changed back."""
    def wrong(X, y, lam):
        X, y = _floats(X, y)
        A, b = change(X, y)
        w = _solve(A.T @ A + lam_of(lam, A) * D(A), A.T @ b)
        return back(w, X, y, lam)
    return wrong


def _arrives(rate, steps, scale):
    """Whether descent comes close enough to ridge on all cases: then it is a right answer."""
    for case in _RIDGE_CASES:
        X, y, lam = case.args
        c = _scaled(scale, len(y))
        got = _descent(c * (X.T @ X + lam * np.eye(X.shape[1])), c * (X.T @ y), rate, steps)
        want = functions.ridge_fit(X, y, lam)
        if not np.allclose(got, want, rtol=1e-4, atol=1e-6 * max(1.0, np.abs(want).max())):
            return False
    return True


def _solve_plain(X, y, lam):
    return np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)


def _lasso(half):
    """Coordinate descent for ‖Xw − y‖² + lam · sum of |w|, or with half the squares."""
    def wrong(X, y, lam):
        X, y = _floats(X, y)
        w = np.zeros(X.shape[1])
        for _ in range(400):
            for j in range(len(w)):
                a = X[:, j] @ (y - X @ w + X[:, j] * w[j])
                w[j] = np.sign(a) * max(abs(a) - half * lam, 0) / (X[:, j] @ X[:, j])
        return w
    return wrong


def _diagonal_written(change):
    """The penalty written into the diagonal of XᵀX, in the type of X."""
    def wrong(X, y, lam):
        A = X.T @ X
        for i in range(len(A)):
            A[i, i] = change(A[i, i], lam)
        return np.linalg.solve(A, X.T @ y)
    return wrong


def _wide(fallback):
    """Right but for p > t, or p ≥ t."""
    def wrong(X, y, lam):
        if fallback(*X.shape):
            return _solve(*_floats(X, y))
        return functions.ridge_fit(X, y, lam)
    return wrong


def _columns_out(wrong):
    return lambda X, y, lam: wrong(X, y, lam)[:, None]


def _free(*free):
    """A penalty matrix that leaves some columns free."""
    def penalty(X):
        d = np.ones(X.shape[1])
        d[list(free)] = 0
        return np.diag(d)
    return penalty


def _stacked(root):
    """Ridge as least squares on t + p rows."""
    def fit(X, y, lam):
        X, y = _floats(X, y)
        p = X.shape[1]
        return _solve(np.vstack([X, root(lam) * np.eye(p)]), np.concatenate([y, np.zeros(p)]))
    return fit


def _ridge_svd(X, y, lam):
    U, s, Vt = np.linalg.svd(X, full_matrices=False)
    return Vt.T @ (s / (s**2 + lam) * (U.T @ y))


def _dual(X, y, lam):
    return X.T @ np.linalg.solve(X @ X.T + lam * np.eye(len(y)), y)


def _penalise_in_place(X, y, lam):
    X += (np.sqrt(lam) * np.eye(*X.shape)).astype(X.dtype)
    return _solve(X.astype(float), y)


_RIDGE_INTERCEPT = ("neighbour-formula/intercept-added",
                    "an intercept is fitted as well",
                    "Take X as it is; no column is added and nothing is centred.")


RIDGE = Exercise(
    id="ridge_fit", title="Fit with a ridge penalty", notebook="00b", number="0b.2",
    signature="ridge_fit(X, y, lam)", lecture=("ALICE-4.1.6",), minutes=6, difficulty=2,
    reference=functions.ridge_fit, cases=_ridge_cases,
    held={"lam": (1, 0.1, 0.01, 2, 0.5, 0.001, 0.0001, 10)},
    mistakes=(
        Mistake("convention/mean-of-squares", _ridge(lambda lam, X: lam * len(X)),
                "the penalty is weighed against the mean squared error: lam is t times too "
                "large", "That is another convention: here the sum of squares counts."),
        Mistake("convention/mean-of-squares", _ridge(lambda lam, X: lam * len(X) / 2),
                "the penalty belongs to a mean with another factor",
                "That is another convention: here ‖Xw − y‖² + lam ‖w‖² counts, as it stands."),
        Mistake("convention/mean-of-squares", _ridge(lambda lam, X: lam / len(X)),
                "the penalty is divided by t", "That is another convention: here lam ‖w‖² "
                "counts, as it stands."),
        *(Mistake("convention/mean-of-squares", _ridge(lambda lam, X, k=k: lam * k(len(X))),
                  "the penalty is weighed with the number of rows",
                  "That is another convention: here ‖Xw − y‖² + lam ‖w‖² counts, as it stands.")
          for k in (lambda t: 2 * t, lambda t: t * t, lambda t: 2 / t, lambda t: 0.5 / t)),
        *(Mistake("factor/number-of-features", _ridge(lambda lam, X, k=k: k(lam, X.shape[1])),
                  "the penalty is weighed with the number of features", "XᵀX + lam I: lam itself.")
          for k in (lambda lam, p: lam * p, lambda lam, p: lam / p)),
        *(Mistake("convention/mean-of-squares", wrong,
                  "one side of the equations is divided by t, the other is not",
                  "Sums on both sides: (XᵀX + lam I) w = Xᵀy.")
          for wrong in (lambda X, y, lam: _solve(X.T @ X / len(y) + lam * np.eye(X.shape[1]),
                                                 X.T @ y * 1.0),)),
        *(Mistake(id, _columns_out(_ridge(k)), what,
                  "XᵀX + lam I, and w has the shape (p,): the column is a second matter.")
          for id, k, what in (
              ("factor/half-penalty", lambda lam, X: lam / 2, "the penalty is half of what is "
               "asked"),
              ("factor/double-penalty", lambda lam, X: 2 * lam, "the penalty is twice what is "
               "asked"),
              ("convention/mean-of-squares", lambda lam, X: lam * len(X),
               "the penalty is weighed against the mean squared error"),
              ("omitted-term/lam", lambda lam, X: 0, "the penalty is left out"),
              ("factor/lam-squared", lambda lam, X: lam**2, "lam is squared"))),
        *(Mistake("factor/two-on-one-side", wrong,
                  "a factor 2 stands on one side of the equations only",
                  "The 2 of the gradient cancels in all three terms: (XᵀX + lam I) w = Xᵀy.")
          for wrong in (_ridge(back=lambda w, X, y, lam: 2 * w),
                        _ridge(back=lambda w, X, y, lam: w / 2),
                        _ridge(lambda lam, X: lam / 2, back=lambda w, X, y, lam: w / 2),
                        _ridge(lambda lam, X: 2 * lam, back=lambda w, X, y, lam: 2 * w))),
        Mistake("convention/slide-objective", _ridge(lambda lam, X: lam * len(X) / 4),
                "this minimises the slide's 2/n ‖y − Xw‖² + λ/2 ‖w‖²",
                "That is another convention: here ‖Xw − y‖² + lam ‖w‖² counts."),
        Mistake("factor/half-penalty", _ridge(lambda lam, X: lam / 2),
                "the penalty is half of what is asked: lam / 2 ‖w‖²",
                "Penalty and squares both lose their 2 in the gradient: XᵀX + lam I."),
        Mistake("factor/double-penalty", _ridge(lambda lam, X: 2 * lam),
                "the penalty is twice what is asked",
                "Penalty and squares both lose their 2 in the gradient: XᵀX + lam I."),
        Mistake("factor/lam-squared", _ridge(lambda lam, X: lam**2),
                "lam is squared", "In a stack of rows the new ones are sqrt(lam) I."),
        Mistake("factor/root-of-lam", _ridge(lambda lam, X: lam**0.5),
                "the root of lam is taken", "XᵀX + lam I: lam itself."),
        Mistake("factor/one-over-lam", _ridge(lambda lam, X: 1 / lam),
                "lam divides: a large lam penalises little",
                "XᵀX + lam I: lam itself (scikit-learn's C is 1 / lam)."),
        Mistake("sign/penalty", _ridge(lambda lam, X: -lam),
                "the penalty is subtracted: long weights are rewarded", "XᵀX + lam I."),
        Mistake("omitted-term/lam", _ridge(lambda lam, X: 0),
                "the penalty is left out: this is plain least squares",
                "Add lam I to XᵀX."),
        *(Mistake("omitted-term/lam", wrong,
                  "the penalty is left out: this is plain least squares", "Add lam I to XᵀX.")
          for wrong in (lambda X, y, lam: _normal(*_floats(X, y)),
                        lambda X, y, lam: _by_inverse(*_floats(X, y)),
                        lambda X, y, lam: np.linalg.inv(X.T @ X) @ (X.T @ y),
                        lambda X, y, lam: np.linalg.pinv(X.T @ X) @ X.T @ y)),
        *(Mistake("ignored-argument/lam-for-wide-X", _wide(fallback),
                  "with as many features as rows, or more, the penalty is left out",
                  "XᵀX + lam I can be inverted for every shape of X.")
          for fallback in (lambda t, p: p > t, lambda t, p: p >= t)),
        Mistake("convention/first-column-free", _ridge(D=_free(0)),
                "the first coefficient is not penalised, as if it were an intercept",
                "Here every coefficient is penalised."),
        Mistake("convention/last-column-free", _ridge(D=_free(-1)),
                "the last coefficient is not penalised, as if it were an intercept",
                "Here every coefficient is penalised."),
        Mistake("convention/constant-columns-free", _ridge(
                    D=lambda X: np.diag((np.ptp(X, axis=0) > 0) * 1.0)),
                "the coefficient of the column of ones is not penalised",
                "Here every coefficient is penalised."),
        *(_mistake(_RIDGE_INTERCEPT, wrong) for wrong in (
            _ridge(change=lambda X, y: (X - X.mean(0), y - y.mean())),
            _ridge(change=lambda X, y: (X - X.mean(0), y)),
            _ridge(change=lambda X, y: (np.hstack([_ones(X), X]), y)),
            _ridge(change=lambda X, y: (np.hstack([X, _ones(X)]), y)),
            _ridge(change=lambda X, y: (np.hstack([_ones(X), X]), y), D=_free(0)),
            _ridge(change=lambda X, y: (np.hstack([X, _ones(X)]), y), D=_free(-1)),
            _ridge(change=lambda X, y: (np.hstack([_ones(X), X]), y),
                   back=lambda w, X, y, lam: w[1:]),
            _ridge(change=lambda X, y: (np.hstack([X, _ones(X)]), y),
                   back=lambda w, X, y, lam: w[:-1]))),
        Mistake("neighbour-formula/targets-centred", _ridge(change=lambda X, y: (X, y - y.mean())),
                "the mean of the targets is taken off first", "Take y as it is."),
        Mistake("omitted-term/scaling-not-undone", _ridge(
                    change=lambda X, y: (X / np.linalg.norm(X, axis=0), y)),
                "the features are brought to length 1 first", "Take X as it is."),
        *(Mistake("neighbour-formula/lam-everywhere", wrong,
                  "lam is added to every entry of XᵀX, not only to the diagonal",
                  "lam times the identity: np.eye(p).")
          for wrong in (_ridge(D=lambda X: np.ones((X.shape[1], X.shape[1]))),
                        lambda X, y, lam: np.linalg.inv(X.T @ X + lam) @ X.T @ y)),
        Mistake("neighbour-formula/scaled-diagonal", _ridge(
                    D=lambda X: np.diag((X**2).sum(0))),
                "the diagonal of XᵀX is multiplied by 1 + lam",
                "Add lam to the diagonal: XᵀX + lam I."),
        Mistake("neighbour-formula/scaled-gram", lambda X, y, lam: _solve(
                    lam * (X.T @ X).astype(float), X.T @ y),
                "XᵀX is multiplied by lam", "Add lam I."),
        *(Mistake("neighbour-formula/shrunk-least-squares", lambda X, y, lam, c=c: _solve(
                      *_floats(X, y)) * c(lam, len(y)),
                  "the least-squares weights are shrunk by one common factor",
                  "Ridge shrinks each direction by its own factor: solve with XᵀX + lam I.")
          for c in (lambda lam, t: 1 / (1 + lam), lambda lam, t: 1 - lam,
                    lambda lam, t: t / (t + lam))),
        Mistake("neighbour-formula/shrunk-least-squares", lambda X, y, lam: np.linalg.solve(
                    (1 + lam) * (X.T @ X), X.T @ y),
                "the least-squares weights are shrunk by one common factor",
                "Add lam I to XᵀX; do not multiply by 1 + lam."),
        *(Mistake("neighbour-formula/lasso", lambda X, y, lam, h=h: (
                      lambda w: np.sign(w) * np.maximum(np.abs(w) - h * lam, 0))(
                          _solve(*_floats(X, y))),
                  "the weights are pulled towards 0 by a fixed amount, as the lasso does",
                  "The penalty is the squared length ‖w‖².") for h in (1, 0.5)),
        *(Mistake("neighbour-formula/lasso", _lasso(half),
                  "the penalty is the sum of the sizes |w|, as in the lasso",
                  "The penalty is the squared length ‖w‖².") for half in (0.5, 1)),
        Mistake("neighbour-formula/diagonal-replaced", _diagonal_written(lambda a, lam: lam),
                "lam replaces the diagonal of XᵀX", "Add lam to the diagonal."),
        Mistake("integer/penalty-cut", _diagonal_written(lambda a, lam: a + lam),
                "right for floats; XᵀX of whole numbers cannot hold a diagonal with fractions",
                "XᵀX + lam * np.eye(p) makes a new array of floats."),
        *(Mistake("neighbour-formula/penalty-outside-the-inverse", lambda X, y, lam, inv=inv: (
                      inv(X.T @ X * 1.0) + lam * np.eye(X.shape[1])) @ (X.T @ y),
                  "lam I is added to the inverse of XᵀX", "Add it first, then invert.")
          for inv in (np.linalg.inv, np.linalg.pinv)),
        *(Mistake("neighbour-formula/penalty-outside-the-inverse", lambda X, y, lam, inv=inv: inv(
                      X.T @ X * 1.0) + lam * np.eye(X.shape[1]) @ X.T @ y,
                  "lam I is added to the inverse of XᵀX", "Add it first, then invert.")
          for inv in (np.linalg.inv, np.linalg.pinv)),
        *(Mistake("omitted-term/scaling-not-undone", lambda X, y, lam, c=c: _solve_plain(
                      *c(*_floats(X, y)), lam),
                  "the features are standardised first; a constant column has no spread",
                  "Take X as it is: nothing is centred or scaled.")
          for c in (lambda X, y: (_standardised(X), y),
                    lambda X, y: (_standardised(X), y - y.mean()))),
        Mistake("neighbour-formula/penalty-on-the-right", lambda X, y, lam: _solve(
                    *(lambda A, b: (A.T @ A, A.T @ b + lam))(*_floats(X, y))),
                "lam is added to Xᵀy", "It belongs to the matrix: XᵀX + lam I."),
        *(Mistake("neighbour-formula/penalty-on-the-right", lambda X, y, lam, c=c, inv=inv: inv(
                      X.T @ X * 1.0) @ (X.T @ y + c * lam),
                  "lam is added to Xᵀy, or taken off",
                  "It belongs to the matrix: XᵀX + lam I.")
          for c in (-1, -0.5, 0.5, 1) for inv in (np.linalg.pinv, np.linalg.inv)),
        *(Mistake("sign/penalty", _ridge(k), "the penalty is subtracted, and it is not lam alone",
                  "XᵀX + lam I.")
          for k in (lambda lam, X: -2 * lam, lambda lam, X: -lam / 2,
                    lambda lam, X: -lam * len(X), lambda lam, X: -lam / len(X),
                    lambda lam, X: -(lam**2))),
        *(Mistake("factor/penalty-times-four", _ridge(lambda lam, X, k=k: lam * k),
                  "the penalty is four times too large or too small", "XᵀX + lam I: lam itself.")
          for k in (4, 0.25)),
        *(Mistake("integer/lam-truncated", _ridge(lambda lam, X, cut=cut: cut(lam)),
                  "lam is rounded to a whole number", "Keep lam as a float.")
          for cut in (np.ceil, np.round)),
        *(Mistake("off-by-one/row-dropped", _ridge(change=change),
                  "one of the rows is left out of the fit", "Use all t rows.")
          for change in (lambda X, y: (X[:-1], y[:-1]), lambda X, y: (X[1:], y[1:]))),
        *(Mistake("omitted-term/no-signs", _ridge(back=back), what, "A weight may be negative.")
          for back, what in (
              (lambda w, X, y, lam: np.abs(w), "the signs of the weights are lost"),
              (lambda w, X, y, lam: np.maximum(w, 0), "negative weights are cut off"))),
        Mistake("neighbour-formula/gram", lambda X, y, lam: X.T @ X + lam * np.eye(X.shape[1]),
                "the matrix XᵀX + lam I comes back, not the weights",
                "Solve (XᵀX + lam I) w = Xᵀy."),
        *(Mistake(id, _ridge(change=change), what, where)
          for change, id, what, where in _OTHER_DATA),
        *(Mistake(id, _ridge(back=lambda w, X, y, lam, c=c: c(w)), what, where)
          for c, id, what, where in _OTHER_RESULTS),
        Mistake("neighbour-formula/penalty-on-X", lambda X, y, lam: _solve(
                    X + lam * np.eye(*X.shape), y),
                "lam is added to the diagonal of X", "Add it to XᵀX."),
        *(Mistake("neighbour-formula/penalty-added-after", lambda X, y, lam, c=c: _solve(
                      *_floats(X, y)) + c * lam,
                  "lam is added to the least-squares weights, or subtracted",
                  "lam I joins XᵀX before the solve.") for c in (1, -1)),
        Mistake("neighbour-formula/elementwise-inverse", lambda X, y, lam: (
                    1 / (X.T @ X + lam * np.eye(X.shape[1]))) @ (X.T @ y),
                "the matrix is inverted entry by entry", "Use np.linalg.solve."),
        Mistake("omitted-term/no-inverse", lambda X, y, lam: (
                    X.T @ X + lam * np.eye(X.shape[1])) @ (X.T @ y),
                "the matrix multiplies where its inverse should",
                "Solve (XᵀX + lam I) w = Xᵀy."),
        Mistake("omitted-term/no-inverse", lambda X, y, lam: X.T @ y,
                "the matrix is left out: this is Xᵀy alone",
                "Solve (XᵀX + lam I) w = Xᵀy."),
        Mistake("neighbour-formula/correlated-features", lambda X, y, lam: X.T @ y / (
                    (X**2).sum(0) + lam),
                "each feature is fitted on its own", "Solve for all weights together."),
        Mistake("neighbour-formula/dual-variables", lambda X, y, lam: np.linalg.solve(
                    X @ X.T + lam * np.eye(len(y)), y),
                "one number per row comes back: the dual variables",
                "Multiply by Xᵀ to get the weights."),
        Mistake("transpose/reshaped", lambda X, y, lam: np.linalg.solve(
                    X.reshape(X.shape[::-1]) @ X + lam * np.eye(X.shape[1]),
                    X.reshape(X.shape[::-1]) @ y),
                "reshape stands where the transpose should: it fills a (p, t) table in reading "
                "order", "reshape does not exchange rows and columns; X.T does."),
        *(Mistake("transpose/X", wrong, "X and Xᵀ are exchanged", "(XᵀX + lam I) w = Xᵀy.")
          for wrong in (
              lambda X, y, lam: np.linalg.solve(X @ X.T + lam * np.eye(len(X)), X @ y),
              lambda X, y, lam: np.linalg.inv(X @ X.T + lam * np.eye(len(X))) @ X.T @ y,
              lambda X, y, lam: X.T @ np.linalg.inv(X.T @ X + lam * np.eye(X.shape[1])) @ y,
              lambda X, y, lam: np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X @ y),
              lambda X, y, lam: np.linalg.solve(X @ X.T + lam * np.eye(X.shape[1]), X.T @ y))),
        *(Mistake("omitted-term/no-targets", wrong, "the targets are missing: a matrix comes back",
                  "(XᵀX + lam I) w = Xᵀy.")
          for wrong in (lambda X, y, lam: np.linalg.inv(X.T @ X + lam * np.eye(X.shape[1])),
                        lambda X, y, lam: np.linalg.inv(
                            X.T @ X + lam * np.eye(X.shape[1])) @ X.T)),
        *(Mistake("shape/whole-answer", _ridge(back=lambda w, X, y, lam, c=c: (w, c(X @ w - y))),
                  "more than the weights comes back", "Return w alone.")
          for c in (lambda e: 0.0, lambda e: np.mean(e**2), lambda e: np.sum(e**2),
                    lambda e: -np.mean(e))),
        Mistake("shape/identity-of-t-rows", lambda X, y, lam: np.linalg.solve(
                    X.T @ X + lam * np.eye(len(X)), X.T @ y),
                "the identity has t rows, XᵀX has p", "np.eye(X.shape[1])."),
        *(Mistake("neighbour-formula/singular-values", lambda X, y, lam, g=g: (
                      lambda U, s, Vt: Vt.T @ (g(s, lam) * (U.T @ y)))(
                          *np.linalg.svd(X, full_matrices=False)), what, where)
          for g, what, where in (
              (lambda s, lam: 1 / (s + lam), "lam is added to the singular values",
               "The factors are s / (s² + lam)."),
              (lambda s, lam: 1 / (s**2 + lam), "the factor s is missing",
               "The factors are s / (s² + lam)."),
              (lambda s, lam: s**2 / (s**2 + lam), "the factors are those of the predictions",
               "For the weights they are s / (s² + lam)."))),
        *(Mistake("unstable/descent-stopped-early", lambda X, y, lam, r=r, n=n, c=c: _descent(
                      (X.T @ X + lam * np.eye(X.shape[1])) * _scaled(c, len(y)),
                      X.T @ y * _scaled(c, len(y)), r, n),
                  "gradient descent has not arrived, or its step is too large",
                  "Solve (XᵀX + lam I) w = Xᵀy directly.")
          for r, n, c in _PATHS if n < 200 or not _arrives(r, n, c)),
        *(Mistake("convention/mean-of-squares", lambda X, y, lam, r=r, n=n, c=c, k=k: _descent(
                      c * ((X.T @ X) / len(y) + k * lam * np.eye(X.shape[1])),
                      c * (X.T @ y) / len(y), r, n),
                  "the penalty is weighed against the mean squared error, and gradient descent "
                  "has not arrived", "Here the sum of squares counts: solve (XᵀX + lam I) w = Xᵀy.")
          for n in (100, 1000, 10000) for r in (0.1, 0.01, 0.001) for c in (1, 2)
          for k in (1, 0.5)),
        Mistake("sign/flipped", _ridge(back=lambda w, X, y, lam: -w),
                "every entry has the opposite sign", "Minimise ‖Xw − y‖², not ‖Xw + y‖²."),
        Mistake("factor/divided-by-t", _ridge(back=lambda w, X, y, lam: w / len(y)),
                "every entry is divided by t", "Both sides of the equations are sums: no t."),
        Mistake("neighbour-formula/predictions", _ridge(back=lambda w, X, y, lam: X @ w),
                "the predictions Xw come back", "Return the weights w."),
        Mistake("neighbour-formula/residuals", _ridge(back=lambda w, X, y, lam: y - X @ w),
                "the residuals come back", "Return the weights w."),
        Mistake("neighbour-formula/objective", _ridge(
                    back=lambda w, X, y, lam: np.sum((X @ w - y) ** 2) + lam * w @ w),
                "the value of the objective comes back",
                "Return the weights that minimise it."),
        Mistake("shape/column", _ridge(back=lambda w, X, y, lam: w[:, None]),
                "w is a column of shape (p, 1)", "One weight per feature: shape (p,)."),
        Mistake("shape/row", _ridge(back=lambda w, X, y, lam: w[None, :]),
                "w is a row of shape (1, p)", "One weight per feature: shape (p,)."),
        *(Mistake("integer/rounded", _ridge(back=lambda w, X, y, lam, d=d: np.round(w, d)),
                  "the weights are rounded", "Return all the digits.") for d in (0, 1, 2, 3)),
        Mistake("integer/truncated", _ridge(back=lambda w, X, y, lam: np.trunc(w)),
                "the digits after the point are lost", "Keep the weights as floats."),
        Mistake("integer/lam-truncated", _ridge(lambda lam, X: int(lam)),
                "the digits of lam after the point are lost", "Keep lam as a float."),
        Mistake("integer/lam-truncated", lambda X, y, lam: np.linalg.solve(
                    X.T @ X + int(lam) * np.eye(X.shape[1]), X.T @ y),
                "the digits of lam after the point are lost", "Keep lam as a float."),
        Mistake("integer/integer-input", lambda X, y, lam: functions.ridge_fit(
                    X, y, lam).astype(np.asarray(X).dtype),
                "right for floats, wrong when the input holds whole numbers",
                "The weights are floats whatever X holds."),
        Mistake("in-place/penalty-on-X", _penalise_in_place,
                "the penalty is written into X", "X belongs to the caller; add lam I to XᵀX."),
        Mistake("convention/reversed-weights", _ridge(back=lambda w, X, y, lam: w[::-1]),
                "the weights stand in reverse order", "w[j] belongs to column j of X."),
    ),
    hints=("Which term does lam ‖w‖² add to the gradient?",
           "The gradient is 2Xᵀ(Xw − y) + 2 lam w. Set it to 0 and collect w.",
           "(XᵀX + lam I) w = Xᵀy, with I of size p"),
    formula="w = (XᵀX + λI)⁻¹ Xᵀy minimises ‖Xw − y‖² + λ‖w‖²",
    variation="let lam go to 0 with two equal columns. Which of the many solutions remains?",
    right=(_stacked(np.sqrt), _ridge_svd, _dual,
           lambda X, y, lam: np.linalg.inv(X.T @ X + lam * np.identity(X.shape[1])) @ X.T @ y,
           lambda X, y, lam: _by_descent(
               *(np.vstack([X, lam**0.5 * np.eye(X.shape[1])]), np.append(
                   y, np.zeros(X.shape[1])))),
           lambda X, y, lam: np.linalg.solve(
               (X.T @ X + lam * np.eye(X.shape[1])).astype(np.float32),
               (X.T @ y).astype(np.float32))),
    awkward=lambda X, y, lam: _ridge_svd(X, y, lam).astype(np.float32).tolist(),
)

EXERCISES = (LEAST_SQUARES, RIDGE)
PREDICTIONS = ()
