"""7.6 fit_temperature: its cases, right answers, hints, and what students write instead."""

import functools
import math

import numpy as np

from course_utils import calibration
from course_utils.exercises.compare import Tolerance
from course_utils.exercises.records import Case, Exercise
from course_utils.losses import softmax


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
    shift = np.where(np.arange(30)[:, None] % 2, 1000.0, -1000.0)
    huge = np.where(np.arange(30)[:, None] % 3, 0.0, -3000.0)
    return [
        Case((np.array([[4.0, 0.0]] * 4), np.array([0, 0, 0, 1])), "four equal rows",
             sizes={"t": 4, "m": 2}),
        Case(drawn(1, 40, 3, 6.0, 2.5), "an over-confident model", sizes={"t": 40, "m": 3}),
        Case(drawn(2, 30, 4, 1.0, 0.4), "an under-confident model", sizes={"t": 30, "m": 4}),
        Case(drawn(5, 50, 5, 30.0, 9.0), "a temperature near 10", sizes={"t": 50, "m": 5}),
        Case(drawn(6, 60, 3, 50.0, 22.0), "a temperature above 20", sizes={"t": 60, "m": 3}),
        Case(drawn(7, 40, 3, 0.25, 0.12), "a temperature near 0.1", sizes={"t": 40, "m": 3}),
        Case((np.array([[1.0, 0.0]] * 11), np.array([0] * 6 + [1] * 5)),
             "logits that say next to nothing", sizes={"t": 11, "m": 2}),
        Case(drawn(8, 40, 2, 0.04, 0.012), "a temperature near 0.01", sizes={"t": 40, "m": 2}),
        Case(drawn(9, 60, 3, 4000.0, 1500.0), "logits in the thousands",
             sizes={"t": 60, "m": 3}, extreme=True),
        Case(mostly_one_class(), "one class in most rows, and its neighbours likely",
             sizes={"t": 24, "m": 6}),
        Case((np.array([[3, 0, -1], [5, 2, 0], [0, 4, 1], [1, 2, 6], [2, 5, 1]]),
              np.array([0, 1, 1, 2, 0])), "whole numbers", sizes={"t": 5, "m": 3}, integers=True),
        Case((shifted + shift + huge, y), "rows shifted by ±1000 and more",
             sizes={"t": 30, "m": 3}, extreme=True),
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


@functools.cache
def grid(kind, a, b, n):
    return {"lin": np.linspace, "log": np.geomspace, "step": np.arange}[kind](a, b, n)


def on_grid(d, T, t, points, kind="log"):
    """The best point of a grid: one of the two beside the minimum."""
    i = int(np.searchsorted(points, t))
    near = points[max(i - 1, 0):i + 1]
    return near[np.argmin(losses(d, T, near, kind))]


@kept
def descent(d, T, kind, rate, floor):
    """Temperatures on the way of plain gradient steps from 1."""
    aim, x, seen = (T * d).sum(1).mean(), 0.0 if kind == "log" else 1.0, []
    for _ in range(1000):
        beta = np.exp(-x) if kind == "log" else x if kind == "beta" else 1 / x if x else np.inf
        gap = aim - mean_logit(d, beta).mean()
        step = {"tau": gap * beta**2, "beta": -gap, "log": gap * beta}[kind]
        new = max(x - rate * step, floor)
        seen.append(np.exp(new) if kind == "log" else 1 / new if kind == "beta" and new else new)
        if abs(new - x) <= 1e-12 * abs(x) or not math.isfinite(new):
            break
        x = new
    return seen


def after(steps, path):
    return path[min(steps, len(path)) - 1]


def unshifted(s):
    """A softmax that overflows."""
    e = np.exp(s)
    return e / e.sum(1, keepdims=True)


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


RIGHT = (bisection, golden,
         lambda z, y: lowest(z - z.max(1, keepdims=True), np.eye(z.shape[1])[y], "log"),
         lambda z, y: np.float32(bisection(z, y)), lambda z, y: 1 / (1 / np.array(golden(z, y))))


BANK = """
fit_temperature(z, y)
    x = np.asarray(z, float)                     # the logits
    d = x - x.max(1, keepdims=True)              # the logits minus their row's largest
    T = np.eye(x.shape[1])[y]                    # the one-hot truth
    t = balance(d, T)                            # the temperature where the slope is 0
    lo = 1e-6                                    # the lower end of the search
    hi = 1e6                                     # the upper end of the search
    o = np.clip(t, lo, hi)

same: lo = 1e-3 && hi = 1e4
same: lo = 1e-4 && hi = 1e5
same: lo = 0.01 && hi = 2000

off-by-one/labels-from-one: each label is taken for its neighbour: the labels are counted from 1.
        Labels start at 0.
    T = np.eye(x.shape[1])[y - 1]
    T = np.eye(x.shape[1])[(y + 1) % x.shape[1]] || np.eye(x.shape[1])[np.maximum(y - 1, 0)]
    T = np.eye(x.shape[1])[np.minimum(y + 1, x.shape[1] - 1)]
off-by-one/labels-and-inverse: each label is taken for its neighbour, and 1/tau comes back. Labels
        start at 0, and the logits are divided by tau.
    T = np.eye(x.shape[1])[y - 1] && o = np.clip(1 / t, lo, hi)
neighbour-formula/inverse-temperature: this is 1/tau, the inverse temperature. The logits are
        divided by tau: softmax(z / tau).
    o = np.clip(1 / t, lo, hi) || 1 / t || 1 + 1 / t
neighbour-formula/log-temperature: this is the logarithm of tau. Take the exponential before
        returning.
    o = np.log(t) || np.log10(t)
neighbour-formula/power-of-temperature: this is a power, a root or the exponential of tau. Return
        tau itself.
    o = t ** -0.5 || t ** -2.0
neighbour-formula/fits-brier: the Brier score is minimised. Minimise the mean cross-entropy.
    t = lowest(d, T, 'brier')
    lo = 0.01 && hi = 2000 && g = 500 || 1000 || 2000 && o = on_grid(d, T, lowest(d, T, 'brier'),
        grid('log', lo, hi, g), 'brier')
neighbour-formula/fits-probability: the mean probability of the true label is maximised: the
        logarithm is missing, or taken after averaging. Minimise the mean of −log probability.
    t = lowest(d, T, 'error')
    lo = 0.01 && hi = 2000 && g = 500 || 1000 || 2000 && o = on_grid(d, T, lowest(d, T, 'error'),
        grid('log', lo, hi, g), 'error')
neighbour-formula/fits-gap: the mean confidence is made equal to the accuracy. Minimise the mean
        cross-entropy.
    t = lowest(d, T, 'gap')
    lo = 0.01 && hi = 2000 && g = 500 || 1000 || 2000 && o = on_grid(d, T, lowest(d, T, 'gap'),
        grid('log', lo, hi, g), 'gap')
neighbour-formula/divides-probabilities: the probabilities are divided by tau, not the logits.
        softmax(z / tau): divide before the softmax, once.
    d = softmax(d) - softmax(d).max(1, keepdims=True)
neighbour-formula/scaled-logits: the logits are scaled to size 1 first, and the temperature is that
        of the scaled logits. Take the logits as they are: their size says how sure the model is.
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
neighbour-formula/minimum-loss: this is the lowest loss, or the probability there. Return the
        temperature that reaches it.
    o = losses(d, T, [t])[0] || np.exp(-losses(d, T, [t])[0])
neighbour-formula/spread-of-logits: this is the spread of the logits, and the labels are not used.
        The labels decide how sharp to be: search for the lowest loss.
    o = x.std() || x.var() || x.std(1).mean() || x.std(ddof=1) || (x - x.mean(1,
        keepdims=True)).std() || d.std() || np.abs(x).mean()
neighbour-formula/no-search: this is a mean, an accuracy or a loss, not the temperature with the
        lowest loss. Search for it.
    o = x.mean() || x.max() || x.max(1).mean() || (T * x).sum(1).mean() || losses(d, T, [1])[0]
    o = (x.argmax(1) == y).mean() || softmax(x).max(1).mean() || softmax(x).max(1).mean() /
        max((x.argmax(1) == y).mean(), 1e-12) || (x.argmax(1) == y).mean() /
        softmax(x).max(1).mean()
axis/softmax-over-rows: the softmax runs over the rows of the batch. Each row of logits is one
        distribution: the last axis.
    t = lowest(x, T, 'rows')
    lo = 0.01 && hi = 2000 && g = 500 || 1000 || 2000 && o = on_grid(x, T, lowest(x, T, 'rows'),
        grid('log', lo, hi, g), 'rows')
axis/all-pairs: every row is compared with the labels of all rows. Pick one entry per row:
        log_p[np.arange(len(y)), y].
    T = np.broadcast_to(T.mean(0), T.shape)
axis/one-temperature-per-row: one temperature per row comes back. Return one number, tau.
    o = np.full(len(d), t)
shape/scaled-logits: the scaled logits or the calibrated probabilities come back. Return one number,
        tau.
    o = x / t || softmax(x / t)
off-by-one/row-left-out: one row is left out. Average over all rows: range(n) starts at 0 and stops
        before n.
    d = d[:-1] && T = T[:-1]
    d = d[1:] && T = T[1:]
omitted-term/one-row-only: only the first or the last row is fitted. Average the loss over all rows:
        += and not =.
    d = d[:1] && T = T[:1]
    d = d[-1:] && T = T[-1:]
ignored-argument/own-predictions: the model's own predictions are taken as labels, and they ask for
        ever smaller temperatures. Use the labels y, counted from 0.
    T = np.eye(x.shape[1])[x.argmax(1)]
    o = np.sort(-d, 1)[:, 1].min() / 36.7 || np.sort(-d, 1)[:, 1].min() / 745.13
ignored-argument/one-end-of-the-search: the same temperature comes out whatever the data, an end of
        the search perhaps. Minimise the mean cross-entropy against y: the accuracy is the same at
        every tau.
    lo = 1 || 1e-8 || 1e-6 || 1e-5 || 1e-4 || 1e-3 || 5e-3 || 0.01 || 0.02 || 0.05 || 0.1 || 0.2 ||
        0.25 || 0.5 || 1.5 || 2 || 3 || 5 || 10 || 20 || 50 || 100 || 1e3 || 2e3 || 5e3 || 1e4 ||
        1e5 || 1e6 || 2e-3 || 2e4 || np.exp(-3) || np.exp(-5) || np.exp(-7) || np.exp(-10) && o = lo
sign/highest-loss: the loss is made as high as possible, up to an end of the search. Minimise:
        argmin, or keep the half in which the slope changes its sign.
    lo = 1e-3 || 1e-4 || 0.01 || 0.1 || np.exp(-5) && hi = 1e4 || 1e5 || 1e3 || 2000 || 100 || 10 &&
        o = lo if t > 1 else hi
unstable/search-range: the search ends before the best temperature. It may be 0.01 or 2000: search
        on a log scale, wide enough, and refine.
    lo = 1e-6 || 0.05 || 0.1 || 0.5 || 1 && hi = 5 || 10 || 20 || 50 || 100 || 1000
    lo = 0.02 || 0.05 || 0.1 || 0.2 || 0.25 || 0.5 || 1
    lo = 0.1 || 0.5 || 1 && hi = 2 || 3
    hi = 2 || 3 || 30 || 200 || 300 || 500 || 1024
    lo = np.exp(-2) || np.exp(-3) || np.exp(-4) || 0.25 || 0.2 || 0.5 && hi = 1 / lo
unstable/no-shift: the exponential overflows for large logits or shifted rows. Subtract each row's
        largest logit first.
    lo = 1e-3 || 0.01 || 0.1 || 0.5 && hi = 1e4 || 1e3 || 100 || 10 || 5 && o = lo if
        np.isnan(unshifted(x / lo)).any() else np.clip(t, lo, hi) || lo if np.isnan(unshifted(x /
        lo)[T > 0]).any() else np.clip(t, lo, hi)
unstable/coarse-grid: the answer is always one of the points of a grid. Refine around the best
        point, on a log scale, or solve slope = 0.
    lo = 0.5 || 0.1 || 0.01 || 1 && hi = 5 || 10 || 20 || 100 && g = 100 || 50 || 10 && o =
        on_grid(d, T, t, grid('lin', lo, hi, g))
    lo = 0.1 || 0.01 && hi = 10 || 100 || 2000 && g = 1000 || 200 || 500 && o = on_grid(d, T, t,
        grid('lin', lo, hi, g))
    lo = 0.1 || 0.01 || 1e-3 && hi = 10 || 100 || 1e3 || 1e4 || 2000 && g = 1000 || 500 || 200 ||
        100 || 50 && o = on_grid(d, T, t, grid('log', lo, hi, g))
    lo = 0.1 || 0.01 || 0.05 && hi = 5 || 10 && g = 0.1 || 0.01 || 0.05 && o = on_grid(d, T, t,
        grid('step', lo, hi, g))
    lo = 0.5 && hi = 5 || 10 && g = 0.1 && o = on_grid(d, T, t, grid('step', lo, hi, g))
    lo = [0.5, 1, 2, 5] || [0.5, 1, 2, 5, 10] || [0.5, 1, 1.5, 2, 3, 5] || [1, 2, 5, 10] || [0.1, 1,
        10] || [0.1, 0.5, 1, 2, 5, 10] || [0.01, 0.1, 1, 10, 100] || range(1, 11) || range(1, 21) ||
        range(1, 101) || [0.25, 0.5, 1, 2, 4] && o = on_grid(d, T, t, np.array(lo, float))
unstable/plain-steps: the descent has not arrived: the slope by tau falls like 1/tau², and one step
        length does not fit temperatures of 0.01 and of 2000. Step in log tau, or solve slope = 0 on
        a log scale.
    hi = 0.05 || 0.01 || 0.001 && lo = -np.inf || 1e-3 || 1e-2 && g = 100 || 200 || 1000 && o =
        after(g, descent(d, T, 'tau', hi, lo))
    hi = 1.0 || 0.1 || 0.01 && lo = 'log' || 'beta' && g = 100 || 200 || 1000 && o = after(g,
        descent(d, T, lo, hi, -np.inf))
"""

EXERCISE = Exercise(
    id="fit_temperature", title="Fit the temperature", notebook="07", number="7.6",
    signature="fit_temperature(z, y)", lecture=("ALICE-4.3.4b",), minutes=20, difficulty=3,
    reference=calibration.fit_temperature, cases=cases, bank=BANK,
    tolerance=Tolerance(rel=2e-3, abs_=0.0),
    hints=("Where is the slope of the loss 0? On which side of it is it negative?",
           "Search on a log scale: a temperature of 0.01 and one of 2000 must both be found. "
           "Subtract each row's largest logit first.",
           "Bisect u = log tau between log 0.001 and log 10000: the slope is below 0 left of "
           "the minimum and above 0 right of it."),
    formula="tau* = argmin over tau > 0 of mean_n −log softmax(z_n / tau)[y_n]",
    variation="fit one temperature per class. Does the argmax stay?",
    right=RIGHT, awkward=lambda z, y: np.array(np.float32(golden(z, y))),
)
