"""3c.4 poisson_nll_gradient: its cases, right answers in other styles, hints, known mistakes."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(34)

    def case(name, w, X, y, years, **options):
        X = np.array(X)
        sizes = {"t": len(X), "d": X.shape[1]}
        return Case((np.array(w), X, np.array(y), np.array(years)), name, sizes=sizes, **options)

    return [
        case("one row, two years", [0.0], [[1.0]], [5], [2.0]),
        case("two rows, ones alone", [0.0], [[1.0], [1.0]], [5, 1], [1.0, 2.0]),
        case("two rows of one year", [0.5, -0.25], [[1.0, 0.0], [1.0, 2.0]], [3, 0], [1.0, 1.0]),
        case("two rows, counted over 3 years and half a year", [0.5, -0.25],
             [[1.0, 0.0], [1.0, 2.0]], [3, 0], [3.0, 0.5]),
        case("four rows", rng.normal(size=3) / 2, rng.normal(size=(4, 3)), [2, 0, 7, 1],
             [1.0, 4.0, 2.5, 10.0]),
        case("as many rows as columns", rng.normal(size=3) / 2, rng.normal(size=(3, 3)), [1, 4, 0],
             [2.0, 0.25, 6.0]),
        case("seven rows, one column", [0.75], rng.normal(size=(7, 1)), [0, 1, 0, 2, 3, 0, 1],
             [1.0, 2.0, 3.0, 1.5, 0.5, 7.0, 1.0]),
        case("no events at all", [-0.5, 0.5], rng.normal(size=(5, 2)), [0, 0, 0, 0, 0],
             [1.0, 2.0, 5.0, 0.5, 3.0]),
        case("whole numbers", [1.0, -1.0], [[1, 2], [1, 0], [1, 3]], [2, 5, 0], [2, 1, 4],
             integers=True),
        case("counts in the hundreds", [5.0, -2.0], [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]],
             [1500, 130, 14], [10.0, 8.0, 12.0]),
    ]


def by_loops(w, X, y, years):
    t, d = X.shape
    g = [0.0] * d
    for x, c, s in zip(X.tolist(), y.tolist(), years.tolist(), strict=True):
        mu = s * math.exp(sum(a * float(v) for a, v in zip(x, w, strict=True)))
        for i in range(d):
            g[i] += (mu - c) * x[i] / t
    return g


RIGHT = (
    by_loops,
    lambda w, X, y, years: functions.numerical_gradient(
        lambda v: np.mean(years * np.exp(X @ v) - y * (X @ v)), np.asarray(w, float), 1e-4),
)

BANK = """
poisson_nll_gradient(w, X, y, years)
    A = np.asarray(X, float)             # the inputs
    v = np.asarray(w, float)             # the weights
    c = np.asarray(y, float)             # the counts
    s = np.asarray(years, float)         # the years
    t = len(A)                           # the number of rows
    z = A @ v                            # the log rates
    r = np.exp(z)                        # the rates of a year
    m = s * r                            # the expected counts
    e = m - c                            # prediction minus target
    like: mean_gradient

shown: z, r, m, e
right: r = np.exp(z + np.log(s)) / s
right: o = np.mean(e[:, None] * A, axis=0) || (A.T @ m - A.T @ c) / t

sign/flipped: you take count minus prediction, the way downhill. The gradient has prediction minus
        target.
    e = c - m
sign/added: you add the counts. Take prediction minus target.
    e = m + c
ignored-argument/years: the years make no difference. In s years you expect s times as many events.
    m = r
neighbour-formula/rate-a-year: you compare counts per year with the rate of a year. That gives a row
        of one year the weight of a row of ten: expect s · exp(x·w) events.
    e = r - c / s
neighbour-formula/rate-a-year-by-years: you compare counts per year with the rate of a year, and
        divide by the years once more. In s years expect s · exp(x·w) events.
    e = (r - c / s) / s
neighbour-formula/years-in-exponent: the years are in the exponent. They multiply the rate: s ·
        exp(x·w).
    m = np.exp(np.clip(s * z, -700, 200)) || np.exp(z + s) || np.exp(z / s)
neighbour-formula/years-divide: you divide the rate by the years. Twice the years, twice the events.
    m = r / s
neighbour-formula/other-logarithm: the logarithm of the years has the wrong base. exp undoes the
        logarithm to base e.
    m = r * np.exp(np.log10(s)) || r * np.exp(np.log2(s))
off-by-one/years: you multiply the rate by the years + 1. The expected count is s · exp(x·w).
    m = r * np.exp(np.log1p(s))
neighbour-formula/same-years: a row's prediction depends on the years of other rows. Each row counts
        its own years.
    s = s.mean() || s / s.sum() || s / s.mean()
neighbour-formula/counts-divided: you divide the counts by the years, but predict for all of them. A
        count is the total over all its years.
    e = m - c / s
neighbour-formula/years-twice: you also multiply the difference by the years. They are already in
        the prediction.
    e = s * (m - c)
neighbour-formula/counts-grow: you multiply the counts by the years. A count is already the total
        over its years.
    e = m - s * c || r - s * c
factor/weighted-mean: you divide the sum by the total number of years. Take a mean over the t rows.
    t = s.sum()
neighbour-formula/no-exponential: you use the log rates as rates. The rate is exp(x·w).
    r = z
neighbour-formula/squares: a factor with the exponential in it is left over, as for squares after
        the exponential. In −log p it cancels.
    e = (m - c) * m || (m - c) * r || 2 * (m - c) * m
neighbour-formula/by-the-rate: you take the slope with respect to the rate of a year. With respect
        to the score there is one more factor: the rate.
    e = s - c / r
neighbour-formula/by-the-mean: you take the slope with respect to μ, the expected count. With
        respect to the score there is one more factor: μ.
    e = 1 - c / m
neighbour-formula/other-function: your rate is another function of the score. It is exp(x·w).
    r = sigmoid(z) || np.logaddexp(0, z) || np.exp(-z) || np.exp(np.abs(z))
neighbour-formula/log-counts: your target is a logarithm of the counts. Use the counts themselves.
    e = z - np.log(c + 1) || np.log(m) - np.log(c + 1) || m - np.log(c + 1)
omitted-term/no-target: the counts are missing. Take prediction minus target.
    e = m
omitted-term/no-prediction: the predictions are missing. Take prediction minus target.
    e = -c || c
shape/all-with-all: you subtract every target from every prediction, because a column minus a row is
        a table. Give both the shape (t,), for one difference per row.
    e = m[:, None] - c || m - c[:, None]
factor/one-part-summed: one of the two parts is a mean, the other a sum. Both are means: divide the
        whole difference by t.
    o = A.T @ m - A.T @ c / t || A.T @ m / t - A.T @ c
neighbour-formula/loss: you return the loss, one number. The gradient has an entry for each weight.
    o = (m - c * np.log(m)).mean() || (m - c * z).mean()
neighbour-formula/mean-difference: you return the mean of the differences, one number. The gradient
        has an entry for each weight.
    o = e.mean()
neighbour-formula/absolute: the differences lose their sign. Above the count the rate has to fall.
    e = np.abs(m - c) || (m - c) ** 2
"""

EXERCISE = Exercise(
    id="poisson_nll_gradient", title="Fill in the last row, with unequal years", notebook="03c",
    number="3c.4", signature="poisson_nll_gradient(w, X, y, years)",
    lecture=("NPFL129-poisson-reg",), minutes=8, difficulty=2,
    reference=functions.poisson_nll_gradient, cases=cases, bank=BANK, derived=True,
    hints=("At a rate of 3 a year, how many events do you expect in 10 years? That number is "
           "the mean of the count.",
           "−log p = μ − y log μ + log y!, with μ = s · exp(x·w). Then log μ = log s + x·w: what "
           "is its slope by w?",
           "mean over the rows of (s · exp(x·w) − y) x"),
    formula="Xᵀ (years · exp(X w) − y) / t",
    variation="28 rows of one year against one row of 28 years with the sum: which gradients?",
    right=RIGHT, awkward=by_loops,
    heads=("poisson_nll_gradient([0], [[1], [2]], [1, 3], [1, 2])",
           "poisson_nll_gradient([0, 0], [[1, 2]], [3], [1])",
           "poisson_nll_gradient([np.log(2)], [[1], [-1]], [1, 1], [1, 2])"),
)
