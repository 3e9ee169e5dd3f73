"""7.6 fit_temperature: its cases, right answers, hints, and what students write instead."""

import functools
import math

import numpy as np

from course_utils.maths import calibration
from course_utils.maths.losses import softmax
from misstep import Case, Exercise, Tolerance

from .temperature_slope import unshifted  # noqa: F401 - for the bank


def drawn(seed, t, m, spread, tau):
    """Logits of a given spread, labels drawn from softmax(z / tau)."""
    rng = np.random.default_rng(seed)
    z = np.round(rng.normal(size=(t, m)) * spread, 4 if spread > 0.5 else 6)
    o = softmax(z / tau)
    return z, np.minimum((o.cumsum(axis=1) < rng.random((t, 1))).sum(axis=1), m - 1)


def mostly_one_class():
    """Labels near 1 of 6, columns 0 to 2 high: labels read wrongly have a best tau as well."""
    rng = np.random.default_rng(14)
    z = np.round(rng.normal(size=(24, 6)) * 1.5 + np.array([3.0, 4.0, 3.2, 0.5, 0.0, 0.7]), 3)
    return z, np.array([1, 1, 0, 1, 1, 2, 1, 1, 1, 3, 1, 0, 1, 1, 2, 1, 4, 1, 1, 1, 5, 1, 2, 0])


def cases():
    shifted, y = drawn(13, 30, 3, 4.0, 2.0)
    shifted = np.round(64 * shifted) / 64  # exact in float32 beside a shift of 50,000
    shift = np.where(np.arange(30)[:, None] % 2, 5e4, -5e4)
    huge = np.where(np.arange(30)[:, None] % 3, 0.0, -3000.0)
    return [
        Case((np.array([[4.0, 0.0]] * 4), np.array([0, 0, 0, 1])), "four equal rows"),
        Case(drawn(1, 40, 3, 6.0, 2.5), "an over-confident model"),
        Case(drawn(2, 30, 4, 1.0, 0.4), "an under-confident model"),
        Case(drawn(5, 50, 5, 30.0, 9.0), "a temperature near 10"),
        Case(drawn(6, 60, 3, 50.0, 22.0), "a temperature above 20"),
        Case(drawn(7, 40, 3, 0.25, 0.12), "a temperature near 0.1"),
        Case((np.array([[1.0, 0.0]] * 11), np.array([0] * 6 + [1] * 5)),
             "logits that say next to nothing"),
        Case(drawn(8, 40, 2, 0.04, 0.012), "a temperature near 0.01"),
        Case(drawn(9, 60, 3, 4000.0, 1500.0), "logits in the thousands", extreme=True),
        Case(mostly_one_class(), "one class in most rows, and its neighbours likely"),
        Case((np.array([[3, 0, -1], [5, 2, 0], [0, 4, 1], [1, 2, 6], [2, 5, 1]]), np.array([0, 1, 1,
             2, 0])), "whole numbers", integers=True),
        Case((shifted + shift + huge, y), "rows shifted by ±50,000", extreme=True),
    ]


def kept(fn):
    """``fn(d, T, …)``, computed once for the same arrays: many known mistakes ask again."""
    @functools.lru_cache(maxsize=4096)
    def remembered(shape, d, T, *rest):
        return fn(np.frombuffer(d).reshape(shape), np.frombuffer(T).reshape(shape), *rest)

    def asked(d, T, *rest):
        return remembered(d.shape, *(np.asarray(v, float).tobytes() for v in (d, T)), *rest)

    return asked


def mean_logit(d, beta):
    s = d * beta
    e = np.exp(s - s.max(1, keepdims=True))
    return (e * d).sum(1) / e.sum(1)


@kept
def balance(d, T):
    """The tau at which the mean logit under the model equals that under T, from e^−30 to e^30."""
    aim, low, high = (T * d).sum(1).mean(), -30.0, 30.0
    for _ in range(50):
        mid = (low + high) / 2
        low, high = ((low, mid) if aim > mean_logit(d, math.exp(-mid)).mean() else (mid, high))
    return math.exp((low + high) / 2)


def losses(d, T, taus, kind="log"):
    """A loss at every temperature."""
    s = d / np.asarray(taus, float)[:, None, None]
    e = np.exp(s)
    o = e / e.sum(-1, keepdims=True)
    if kind == "rows":
        e = np.exp((d - d.max(0)) / np.asarray(taus, float)[:, None, None])
        o = e / e.sum(1, keepdims=True)
    p = (o * T).sum(-1)
    return {"log": lambda: (np.log(e.sum(-1)) - (s * T).sum(-1)).mean(1),
            "rows": lambda: -np.log(p + 1e-300).mean(1),
            "brier": lambda: ((o - T) ** 2).sum((1, 2)), "error": lambda: -p.mean(1),
            "gap": lambda: np.abs(o.max(-1).mean(1) - (d.argmax(1) == T.argmax(1)).mean()),
            }[kind]()


@kept
def lowest(d, T, kind):
    """The tau with the lowest of another loss: a grid on a log scale, refined."""
    a, b = 1e-6, 1e6
    for n in (60, 12, 12, 12, 12, 12):
        taus = np.geomspace(a, b, n)
        i = int(np.argmin(losses(d, T, taus, kind)))
        a, b = taus[max(i - 1, 0)], taus[min(i + 1, n - 1)]
    return math.sqrt(a * b)


def cut(g, e):
    """Whether a search for e gives g: it ends at two numbers, and its points lie some % apart."""
    ends, points = np.clip(e, g.min(), g.max()), len(set(g))
    return points > 1 and bool(np.all(np.abs(g - ends) <= (0.2 if points > 3 else 1e-3) * ends))


def beside(g, e):
    """Whether numbers are off between the two ends, too."""
    inside = (e > 1.01 * g.min()) & (e < 0.99 * g.max())
    return bool(np.any(np.abs(g - e)[inside] > 2e-3 * e[inside]))


def few_beside(g, e):
    """Whether g are few numbers, as of a grid with a few points for each power of ten."""
    far = np.abs(np.log10(np.maximum(g, 1e-300) / np.clip(e, g.min(), g.max())))
    inside = np.sum((g.min() < e) & (e < g.max()))
    return 3 <= len(set(g)) <= len(g) / 2 and inside > 1 and bool(np.all(far < 1))


def bisection(z, y):
    d = z - z.max(1, keepdims=True) * 1.0
    low, high = -8.0, 11.0
    for _ in range(60):
        mid = (low + high) / 2
        slope = (d[np.arange(len(y)), y] - mean_logit(d, math.exp(-mid))).mean()
        low, high = (mid, high) if slope < 0 else (low, mid)
    return math.exp(mid)


def golden(z, y):
    d, T = z - z.max(1, keepdims=True) * 1.0, np.eye(z.shape[1])[y]
    a, b, g = math.log(1e-3), math.log(1e4), (math.sqrt(5) - 1) / 2
    while b - a > 1e-7:
        c, e = b - g * (b - a), a + g * (b - a)
        left, right = losses(d, T, np.exp([c, e]))
        a, b = (a, e) if left < right else (c, b)
    return np.exp((a + b) / 2)


BANK = """
fit_temperature(z, y)
    x = np.asarray(z, float)                     # the logits
    d = x - x.max(1, keepdims=True)              # the logits minus their row's largest
    T = np.eye(x.shape[1])[y]                    # the one-hot truth
    t = balance(d, T)                            # the temperature where the slope is 0
    lo = 1e-6                                    # the lower end of the search
    hi = 1e6                                     # the upper end of the search
    o = np.clip(t, lo, hi)

shown: d, T
same: lo = 1e-3 && hi = 1e4
same: lo = 1e-4 && hi = 1e5
same: lo = 0.01 && hi = 2000

off-by-one/labels-from-one: labels are shifted by one class. Labels start at 0.
    T = np.eye(x.shape[1])[y - 1]
    T = np.eye(x.shape[1])[(y + 1) % x.shape[1]] || np.eye(x.shape[1])[np.maximum(y - 1, 0)]
    T = np.eye(x.shape[1])[np.minimum(y + 1, x.shape[1] - 1)]
off-by-one/labels-and-inverse: labels are counted from 1, and 1/tau is returned. They start at 0.
    T = np.eye(x.shape[1])[y - 1] && o = np.clip(1 / t, lo, hi)
neighbour-formula/inverse-temperature: this is 1/tau, the inverse temperature. The logits are
        divided by tau: softmax(z / tau).
    o = np.clip(1 / t, lo, hi) || 1 / t
neighbour-formula/log-temperature: this is a logarithm of tau. Return tau itself.
    o = np.log(t) || np.log10(t)
neighbour-formula/fits-brier: the Brier score is minimised. Minimise the mean cross-entropy.
    t = lowest(d, T, 'brier')
neighbour-formula/fits-probability: the mean probability of the true label is maximised. Minimise
        the mean of −log probability.
    t = lowest(d, T, 'error')
neighbour-formula/fits-gap: the mean confidence is made equal to the accuracy. Minimise the mean
        cross-entropy.
    t = lowest(d, T, 'gap')
neighbour-formula/divides-probabilities: the probabilities are divided by tau instead of the logits.
        softmax(z / tau): divide before the softmax, once.
    d = softmax(d) - softmax(d).max(1, keepdims=True)
neighbour-formula/scaled-logits: this is the temperature of scaled logits. Take the logits as they
        are: their size says how sure the model is.
    o = t / x.std() || t / np.abs(x).max() || t / x.max() || t / d.std() || -t / d.min()
    d = (x / np.linalg.norm(x, axis=1, keepdims=True)) && d = d - d.max(1, keepdims=True)
neighbour-formula/smoothed-labels: the labels are smoothed. Take the labels as they are.
    T = 0.9 * T + 0.1 / T.shape[1]
neighbour-formula/labels-of-other-rows: the rows are compared with the labels of other rows. Row n
        belongs to label y[n].
    T = T[::-1] || np.roll(T, 1, axis=0) || np.eye(x.shape[1])[np.sort(y)]
neighbour-formula/some-rows: every second row is left out. Average the loss over all rows.
    d = d[::2] && T = T[::2]
    d = d[1::2] && T = T[1::2]
neighbour-formula/minimum-loss: the loss at the best temperature is returned. Return the temperature
        itself.
    o = losses(d, T, [t])[0]
neighbour-formula/best-probability: e to minus the lowest loss is returned. Return the temperature
        itself.
    o = np.exp(-losses(d, T, [t])[0])
neighbour-formula/spread-of-logits: this measures only the logits: the labels make no difference.
        They decide how sharp to be: search for the lowest loss.
    o = x.std() || x.var() || x.std(1).mean() || x.std(ddof=1) || (x - x.mean(1,
        keepdims=True)).std() || d.std() || np.abs(x).mean()
neighbour-formula/no-search: this is not the temperature with the lowest loss. Search for it.
    o = x.mean() || x.max() || x.max(1).mean() || (T * x).sum(1).mean() || losses(d, T, [1])[0]
    o = (x.argmax(1) == y).mean() || softmax(x).max(1).mean() || softmax(x).max(1).mean() /
        max((x.argmax(1) == y).mean(), 1e-12) || (x.argmax(1) == y).mean() /
        softmax(x).max(1).mean()
axis/softmax-over-rows: the softmax runs over the rows of the batch. Each row of logits is one
        distribution: the last axis.
    t = lowest(x, T, 'rows')
axis/all-pairs: every row is compared with the labels of all rows. Pick one entry per row:
        log_p[np.arange(len(y)), y].
    T = np.broadcast_to(T.mean(0), T.shape)
axis/one-temperature-per-row: the function returns one temperature per row. Return one number, tau.
    o = np.full(len(d), t)
shape/scaled-logits: the function returns a table. Return one number, tau.
    o = x / t || softmax(x / t)
off-by-one/row-left-out: one row is left out. range(n) starts at 0 and stops before n.
    where needs: cut-range
    d = d[:-1] && T = T[:-1]
    d = d[1:] && T = T[1:]
omitted-term/one-row-only: only a single row is fitted. Average the loss over all rows.
    d = d[:1] && T = T[:1]
    d = d[-1:] && T = T[-1:]
ignored-argument/lowest-of-the-search: the function returns the same low temperature, whatever the
        labels are. Minimise the mean cross-entropy against y: the accuracy is the same at every
        tau.
    o = lo
ignored-argument/own-predictions: the temperature is low, whatever the labels: it is that of the
        model's own predictions. Use the labels y, counted from 0.
    T = np.eye(x.shape[1])[x.argmax(1)]
    o = np.sort(-d, 1)[:, 1].min() / 36.7 || np.sort(-d, 1)[:, 1].min() / 745.13
ignored-argument/one-end-of-the-search: the function returns the same temperature whatever the data.
        Minimise the mean cross-entropy against y: the accuracy is the same at every tau.
    o = 1
    if: np.ptp(g) == 0
unstable/narrow-and-coarse: the search ends before the best temperature, and its points are too far
        apart. The best may be 0.01 or 2000: search on a log scale, wide enough, and refine around
        the best point.
    o = np.clip(np.round(t, 1), 0.5, 20)
    any: (cut(g, e) or few_beside(g, e)) and beside(g, e) and (g.min() > 1.1 * e.min() or g.max() <
        0.9 * e.max())
unstable/search-range: the search ends before the best temperature. The best may be 0.01 or 2000:
        search on a log scale, wide enough, and refine.
    lo = 1e-6 || 0.05 || 0.5 || 1 && hi = 5 || 20 || 100 || 1000
    lo = 0.02 || 0.1 || 1 || hi = 2 || 30 || 500
    any: cut(g, e) and (g.min() > 1.1 * e.min() or g.max() < 0.9 * e.max())
unstable/scale-of-the-shift: the search range depends on the largest number, which is the shift of a
        row. Subtract each row's largest logit first, then see how large they are.
    o = np.clip(t, 1e-4 * np.abs(x).max(), 1e4 * np.abs(x).max()) || np.maximum(t, 1e-3 *
        np.abs(x).max())
unstable/no-shift: the exponential overflows for large logits or shifted rows. Subtract each row's
        largest logit first.
    needs: exponential
    lo = 1e-3 || 0.01 || 0.1 || 0.5 && hi = 1e4 || 5 && o = lo if np.isnan(unshifted(x / lo)).any()
        else np.clip(t, lo, hi) || lo if np.isnan(unshifted(x / lo)[T > 0]).any() else np.clip(t,
        lo, hi)
unstable/coarse-grid: the answers are near the best temperatures, but not at them, like the points
        of a coarse grid. Refine around the best point, on a log scale, or solve slope = 0.
    o = np.maximum(np.round(t, 1), 0.1)
    any: cut(g, e) or few_beside(g, e)
sign/highest-loss: only two different numbers are returned, whatever the best temperature is.
        Minimise the mean cross-entropy: argmin, or keep the half in which the slope changes its
        sign.
    o = 1e-3 if t > 1 else 1e4
    if: len(set(g)) == 2
unstable/plain-steps: temperatures far from 1 are not reached. The slope in tau falls like 1/tau²:
        solve slope = 0 by bisection on a log scale.
    o = 0.9 * t + 0.1
    if: np.all(((1 <= g) & (g <= 1.002 * e))[e > 1])
"""

EXERCISE = Exercise(
    id="fit_temperature", title="Fit the temperature", notebook="07", number="7.6",
    signature="fit_temperature(z, y)", lecture=("ALICE-4.3.4b",), minutes=20, difficulty=3,
    reference=calibration.fit_temperature, cases=cases, shapes="t m, t", bank=BANK,
    tolerance=Tolerance(rel=2e-3, abs_=0.0),
    hints=("Where is the slope of the loss 0? On which side of it is it negative?",
           "Search on a log scale: a temperature of 0.01 and one of 2000 must both be found. "
           "Subtract each row's largest logit first.",
           "Bisect u = log tau between log 0.001 and log 10000: the slope is below 0 left of "
           "the minimum and above 0 right of it."),
    formula="tau* = argmin over tau > 0 of mean_n −log softmax(z_n / tau)[y_n]",
    variation="fit one temperature per class. Does the argmax stay?",
    right=(bisection, golden,
           lambda z, y: lowest(z - z.max(1, keepdims=True), np.eye(z.shape[1])[y], "log"),
           lambda z, y: np.float32(bisection(z, y)), lambda z, y: 1 / (1 / np.array(golden(z, y)))),
    awkward=lambda z, y: np.array(np.float32(golden(z, y))),
    heads=("fit_temperature([[np.log(3), 0], [np.log(3), 0], [0, np.log(3)], [0, np.log(3)]], "
           "[0, 0, 1, 0])",
           "fit_temperature([[np.log(9), 0], [np.log(9), 0], [np.log(9), 0], [0, np.log(9)]], "
           "[0, 0, 0, 0])",
           "fit_temperature([[np.log(4), 0], [np.log(4), 0], [np.log(4), 0]], [0, 0, 1])"),
)
