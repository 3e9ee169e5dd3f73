"""3c.2 fit_glm: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def identity(z):
    return z


def sigmoid(z):
    return functions.sigmoid(z)


def softmax(z):
    return functions.softmax(z)


def exponential(z):
    return np.exp(z)


def cases():
    rng = np.random.default_rng(32)

    def case(name, mean, X, T, lr, steps, **options):
        X, T = np.array(X), np.array(T)
        sizes = {"t": len(X), "d": X.shape[1]}
        return Case((mean, X, T, lr, steps), name, sizes=sizes, **options)

    X5, X4 = rng.normal(size=(5, 3)), rng.normal(size=(4, 2))
    return [
        case("one step, a mean of numbers", identity, [[1.0], [1.0]], [1.0, 5.0], 0.5, 1),
        case("two steps, a mean of numbers", identity, [[1.0], [1.0]], [1.0, 5.0], 0.5, 2),
        case("three steps, numbers", identity, X5, rng.normal(size=5), 0.1, 3),
        case("yes or no, four steps", sigmoid, X4, [1.0, 0.0, 0.0, 1.0], 0.5, 4),
        case("three classes, five steps", softmax, X5[:, :2], np.eye(3)[[0, 2, 1, 1, 0]], 0.7, 5),
        case("four classes, one step", softmax, X5, np.eye(4)[[3, 0, 2, 1, 1]], 1.0, 1),
        case("counts, six steps", exponential, X4, [0.0, 3.0, 1.0, 7.0], 0.1, 6),
        case("as many rows as columns and classes", softmax, rng.normal(size=(3, 3)), np.eye(3),
             0.4, 2),
        case("two columns of numbers", identity, X5[:, :1], rng.normal(size=(5, 2)), 0.2, 3),
        case("one column of numbers", identity, X4, rng.normal(size=(4, 1)), 0.3, 2),
        case("one row", sigmoid, [[1.0, -2.0, 0.5]], [1.0], 0.3, 4),
        case("no step at all", exponential, X4, [2.0, 1.0, 0.0, 4.0], 0.1, 0),
        case("forty steps", sigmoid, X5, [1.0, 1.0, 0.0, 1.0, 0.0], 1.5, 40),
        case("two hundred steps", identity, [[1.0]], [1.0], 0.1, 200),
        case("whole numbers", identity, [[1, 2], [1, -1], [1, 0]], [3, 0, 1], 0.25, 2,
             integers=True),
    ]


def by_rows(mean, X, T, lr, steps):
    """Row by row, on lists of weights."""
    W = np.zeros((X.shape[1], *T.shape[1:]))
    for _ in range(steps):
        M, G = mean(X @ W), 0
        for x, p, y in zip(X, M, T, strict=True):
            G = G + np.multiply.outer(x, p - y)
        W = W - lr * G / len(X)
    return W


RIGHT = (by_rows, lambda *given: by_rows(*given).astype(np.float32))


def run(f, A, T, W, s, n, g, k):
    """The loop with its choices open."""
    for i in range(n):
        W = k(W, s * g(A, f(A @ W), T, i))
    return W


def row_by_row(f, A, T, W, s, n):
    """The weights move after each row."""
    for _ in range(n):
        for x, y in zip(A, T, strict=True):
            W = W - s * np.multiply.outer(x, f(x @ W) - y)
    return W


def last_gradient(f, A, T, W, s, n):
    """The gradient of the last step, t times; the weights 0 without a step."""
    G = 0 * W
    for _ in range(n):
        G = A.T @ (f(A @ W) - T)
        W = W - s * G
    return G


def added_up(f, A, T, W, s, n):
    """A sum of gradients that is never set back."""
    G = 0 * W
    for _ in range(n):
        G = G + A.T @ (f(A @ W) - T)
        W = W - s * G
    return W


BANK = """
fit_glm(mean, X, T, lr, steps)
    A = np.asarray(X, float)                         # the inputs
    Y = np.asarray(T, float)                         # the targets
    n = steps                                        # the number of steps
    t = len(A)                                       # the number of rows
    s = lr / t                                       # the step size by the number of rows
    f = mean                                         # the prediction from the score
    W = np.zeros((A.shape[1], *Y.shape[1:]))         # the weights at the start
    e = lambda p, y: p - y                           # prediction minus target
    g = lambda A, p, y, i: A.T @ e(p, y)             # the gradient, t times
    k = lambda W, d: W - d                           # the step
    o = run(f, A, Y, W, s, n, g, k)

shown: e, g
right: g = lambda A, p, y, i: np.einsum("nd,n...->d...", A, e(p, y))
right: W = 0 * (A.T @ Y) || np.tensordot(A, Y, axes=(0, 0)) * 0.0

sign/uphill: your weights walk uphill. Take W minus lr times the gradient.
    k = lambda W, d: W + d
factor/summed: you sum over the rows instead of averaging. The gradient is a mean: divide by t.
    s = lr
factor/divided: you divide the sum over the rows by a number other than t. Divide it by t, once.
    s = lr / A.shape[1] || lr / A.size || lr / t ** 2 || lr / Y.size || lr / t / max(steps, 1)
factor/double: each step is twice as long as it should be. Use (prediction − target) · input,
        without a 2.
    s = 2 * lr / t
factor/half: each step is half as long as it should be. Use (prediction − target) · input, without a
        ½.
    s = lr / 2 / t
ignored-argument/lr: the step size makes no difference. Each step is lr times the gradient.
    s = 1 / t || 0.1 / t || 0.01 / t
off-by-one/steps: you take one step too few. Take exactly `steps`.
    n = max(steps - 1, 0)
off-by-one/one-step-more: you take one step too many. Take exactly `steps`.
    n = steps + 1
missing-return/one-step: you take one step, however many the task asks for. If there is a loop, the
        zeros come before it, `return` after it.
    n = min(steps, 1)
    n = min(steps, 1) && o = run(f, A, Y, W, s, n, g, k) if steps else None
off-by-one/stops-when-small: your weights stop once the gradient is small. Take exactly `steps`.
    k = lambda W, d: W - d * (np.abs(d).max() >= 1e-3 * lr)
omitted-term/no-mean: your prediction is X W without `mean`, so this is least squares, whatever the
        question. The prediction is mean(X W).
    f = lambda z: z
ignored-argument/mean: `mean` makes no difference. The prediction is mean(X W).
    f = sigmoid || lambda z: softmax(z) if z.ndim == 2 else sigmoid(z) || np.exp
neighbour-formula/mean-of-weights: you apply `mean` to the targets. The prediction is mean(X W).
    f = lambda z: z && Y = mean(np.asarray(T, float))
neighbour-formula/mean-of-inputs: you apply `mean` to the inputs. The prediction is mean(X W).
    f = lambda z: z && A = mean(np.asarray(X, float))
omitted-term/no-target: you don't subtract the targets. Take prediction minus target.
    e = lambda p, y: p
omitted-term/no-prediction: the predictions are missing. Take prediction minus target.
    e = lambda p, y: -y || lambda p, y: y
neighbour-formula/extra-slope: a factor made from the prediction is left over. With the matching
        likelihood the slope of `mean` cancels.
    e = lambda p, y: (p - y) * p * (1 - p) || lambda p, y: (p - y) * p
neighbour-formula/absolute: the differences lose their sign. Take M − T.
    e = lambda p, y: np.abs(p - y)
neighbour-formula/sign-alone: the differences lose their size, and only the sign is left. Take M −
        T.
    e = lambda p, y: np.sign(p - y)
neighbour-formula/gradient-once: every step uses the gradient at the start. Predict again in each
        step.
    g = lambda A, p, y, i: A.T @ e(f(A @ (0 * W)), y)
neighbour-formula/shrinking-steps: the steps get shorter from one to the next. Each is lr times the
        gradient.
    g = lambda A, p, y, i: A.T @ e(p, y) / (i + 1)
neighbour-formula/gradients-added-up: you subtract the gradients of earlier steps again. Each step
        uses only its own: start its sum at 0.
    o = added_up(f, A, Y, W, s, n)
neighbour-formula/row-by-row: your weights move after each row. Every step sees all t rows with the
        same weights, then moves once.
    o = row_by_row(f, A, Y, W, lr, n) || row_by_row(f, A, Y, W, lr / t, n)
neighbour-formula/one-row-a-step: each step sees a single row. Every step should see all rows: a
        loop over them adds up what they contribute.
    g = lambda A, p, y, i: t * np.multiply.outer(A[i % t], e(p, y)[i % t])
    g = lambda A, p, y, i: np.multiply.outer(A[i % t], e(p, y)[i % t])
    c = 0 || -1 && g = lambda A, p, y, i: t * np.multiply.outer(A[c], e(p, y)[c]) || lambda A, p, y,
        i: np.multiply.outer(A[c], e(p, y)[c])
neighbour-formula/start: your weights do not start at 0. Begin with zeros.
    W = np.ones((A.shape[1], *Y.shape[1:])) || np.full((A.shape[1], *Y.shape[1:]), 0.01)
neighbour-formula/replaced: the step replaces the weights. Subtract it from the old ones.
    k = lambda W, d: -d || lambda W, d: d
neighbour-formula/momentum-or-decay: the old weights shrink in each step. Take W − lr · gradient.
    k = lambda W, d: 0.9 * W - d || lambda W, d: 0.99 * W - d
neighbour-formula/predictions: you return predictions. Return the weights.
    o = f(A @ run(f, A, Y, W, s, n, g, k))
neighbour-formula/scores: you return scores. Return the weights.
    o = A @ run(f, A, Y, W, s, n, g, k)
neighbour-formula/gradient: you return the last gradient. Return the weights.
    o = last_gradient(f, A, Y, W, s, n) / t
neighbour-formula/last-step: you return the last step, lr times a gradient. Return the weights.
    o = last_gradient(f, A, Y, W, s, n) * s
shape/column: you return a vector of weights as a table. T (t,) gives shape (d,).
    o = run(f, A, Y, W, s, n, g, k)[..., None] if Y.ndim == 1 else run(f, A, Y, W, s, n, g, k)
integer/whole-steps: the weights lose their decimals. Keep them as floats: start from 0.0.
    k = lambda W, d: np.trunc(W - d)
"""

EXERCISE = Exercise(
    id="fit_glm", title="Write the one loop", notebook="03c", number="3c.2",
    signature="fit_glm(mean, X, T, lr, steps)",
    lecture=("NPFL129-lr-training", "NPFL129-softmax-training"), minutes=10, difficulty=2,
    reference=functions.fit_glm, cases=cases, bank=BANK,
    hints=("Which part of a step is different for numbers and for yes or no? Everything else "
           "can stand there once.",
           "Start from zeros in the shape that X @ W needs for T: (d,) or (d, m). X.T @ "
           "(prediction − T) then has the right shape in both cases.",
           "steps times: W = W − lr · Xᵀ(mean(X W) − T) / t"),
    formula="W ← W − lr · Xᵀ(mean(X W) − T) / t",
    variation="stop as soon as the largest entry of the gradient is below 1e-6.",
    right=RIGHT, awkward=by_rows,
    heads=("fit_glm(lambda z: z, [[1], [1]], [1, 3], 0.5, 2)",
           "fit_glm(lambda z: z, [[1, 0], [0, 2]], [2, 2], 0.5, 1)",
           "fit_glm(lambda z: z, [[2]], [1], 0.5, 2)",
           "fit_glm(lambda z: z, [[1]], [[2, 4]], 0.5, 1)"),
)
