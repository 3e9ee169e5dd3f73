"""7.7 cost_sensitive_decision: its cases, right answers, hints, and what students write instead."""

import numpy as np

from course_utils.maths import decisions
from misstep import Case, Exercise

from ..dyadic import dyadic


def cases():
    two = np.array([[0.8, 0.2], [0.95, 0.05], [0.3, 0.7], [0.9, 0.1]])
    rng = np.random.default_rng(21)
    P = dyadic(rng, 7, 3)
    return [
        Case((two, np.array([[0.0, 10.0], [1.0, 0.0]])), "the slide's costs"),
        Case((np.array([[0.75, 0.25]]), np.array([[0.0, 10.0], [1.0, 0.0]])), "one row"),
        Case((P, np.array([[0.0, 5.0, 1.0], [2.0, 0.0, 7.0], [1.0, 3.0, 0.0]])), "three classes"),
        Case((P[:5], np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [0.3, 0.3,
             0.3]])), "a fourth decision, ask a human"),
        Case((dyadic(rng, 6, 4), np.array([[0.0, 2.0, 8.0, 1.0], [3.0, 0.0, 1.0, 4.0]])),
             "fewer decisions than classes"),
        Case((two, np.array([[-1.0, 10.0], [1.0, -3.0]])), "a right decision earns something"),
        Case((np.array([[0.5, 0.5], [0.25, 0.75], [0.75, 0.25]]), np.array([[0.0, 1.0], [1.0, 0.0],
             [0.5, 0.5]])), "a tie"),
        Case((np.array([[0.25, 0.75]]), np.array([[0.0, 1.0], [3.0, 0.0]])),
             "a tie where the second class is likelier"),
        Case((np.array([[0.25, 0.5, 0.25]]), 10**6 * np.array([[2, 4, 9], [1, 3, 2],
             [6, 2, 5]])), "a batch of one, costs in millions"),
        Case((np.array([[15, 1, 0], [14, 1, 1], [12, 2, 2], [2, 12, 2], [13, 1, 2]]) / 16,
             np.array([[0.0, 2.0, 2.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]])), "mostly class 0"),
        Case((dyadic(rng, 3, 3), np.array([[0.0, 20.0, 3.0], [1.0, 2.0, 9.0], [4.0, 0.5, 1.0]])),
             "as many rows as classes"),
        Case((dyadic(rng, 8, 3), np.array([[3.0, -1.5, 4.0], [2.0, 5.0, -2.5], [1.5, 2.5, 2.0],
             [-1.0, 4.0, 3.0]])), "costs and gains everywhere"),
        Case((np.array([[1, 0, 0], [0, 0, 1], [0, 1, 0], [0.25, 0.5, 0.25]]), np.array([[0.5, 2.0,
             9.0], [3.0, 0.25, 2.0], [0.497, 4.0, 0.75]])), "rows that are certain"),
    ]


def loop(P, C):
    out = []
    for p in P:
        costs = [sum(float(c) * float(q) for c, q in zip(row, p, strict=True)) for row in C]
        out.append(costs.index(min(costs)))
    return out


def last_argmin(E):
    return E.shape[1] - 1 - E[:, ::-1].argmin(axis=1)


def likelier_of_ties(E, P):
    """On a tie the decision with the larger P."""
    return np.array([max(np.flatnonzero(e == e.min()), key=lambda i, p=p: p[i] if i < len(p)
                         else -1) for e, p in zip(E, P, strict=True)])


def padded(E, C):
    """The expected costs in a table with at least one column per class."""
    table = np.zeros((len(E), max(C.shape)))
    table[:, :len(C)] = E
    return table


BANK = """
cost_sensitive_decision(P, C)
    p = np.asarray(P, float)                  # the probabilities
    c = np.asarray(C, float)                  # the costs
    W = c[None] * p[:, None]                  # each cost times its probability
    E = W.sum(2)                              # the expected cost of each decision
    o = E.argmin(1)

shown: W, E
same: o = last_argmin(E)
right: E = p @ c.T || (c @ p.T).T || np.einsum("ij,nj->ni", c, p) || np.float32(p @ np.transpose(c))
right: o = (-E).argmax(1)

transpose/costs: the cost matrix is read the other way round. Rows of C are decisions, columns true
        classes: sum over j of C[i, j] P[n, j].
    E = p @ c || p @ c if c.shape[0] == c.shape[1] else p @ c.T
transpose/costs-and-argmax: the costs are read as gains, with rows and columns swapped. Rows of C
        are decisions, and costs need argmin.
    E = p @ c || p @ c if c.shape[0] == c.shape[1] else p @ c.T && o = E.argmax(1)
sign/argmax: the decision with the highest expected cost is taken. Costs need argmin.
    o = E.argmax(1) || last_argmin(-E)
sign/argmax-from-one: the decision with the highest expected cost is taken, counted from 1. Costs
        need argmin, and rows are counted from 0.
    o = E.argmax(1) + 1
sign/complement: the costs are weighted with 1 − P. C[i, j] is paid when the truth is j: weight it
        with P[n, j].
    p = 1 - np.asarray(P, float)
sign/absolute-costs: negative costs are not counted as negative. A negative cost is a gain: keep it.
    c = np.abs(C) || np.maximum(C, 0)
omitted-term/diagonal: the costs on the diagonal are left out. A right decision may also cost or
        earn something.
    c = C * (1 - np.eye(*np.shape(C)))
omitted-term/one-class-only: only one true class is counted. Sum over all true classes j: C[i, j]
        P[n, j].
    E = W[:, :, 0] || W[:, :, -1]
omitted-term/not-decided: costs are returned instead of decisions. Sum over the true classes, then
        take the argmin over the decisions.
    o = E || W
off-by-one/decision-left-out: one row of C is left out. All k decisions are candidates, row 0 to row
        k − 1.
    o = E[:, :-1].argmin(1) || E[:, 1:].argmin(1) + 1 || E[:, 1:].argmin(1)
off-by-one/class-left-out: a true class is left out of the sum. Sum over columns 0 to m − 1.
    W = (c[None] * p[:, None])[:, :, :-1] || (c[None] * p[:, None])[:, :, 1:]
    W = (c[None] * p[:, None])[:, :, 1:-1] if len(p.T) > 2 else (c[None] * p[:, None])[:, :, 1:]
convention/ties-highest: on a tie the highest row wins. That is another convention: here the lowest
        row number wins.
    o = last_argmin(E)
off-by-one/ties-and-from-one: the rows are counted from 1, and on a tie the highest wins. Count from
        0; the lowest row number wins.
    o = last_argmin(E) + 1
convention/ties-by-probability: on a tie the likelier class wins. That is another convention: here
        the lowest row number wins.
    o = likelier_of_ties(E, p)
ignored-argument/costs: the class is chosen by its probability, whatever the costs. Use C.
    o = p.argmax(1) || p.argmin(1) || p[:, 1] > 0.5 || p[:, 1] >= 0.5 || p[:, 1] > 1 / 11
ignored-argument/probabilities: every row gets the same decision, whatever its probabilities. Use P.
    o = np.full(len(p), c.sum(1).argmin()) || np.full(len(p), c.max(1).argmin())
neighbour-formula/cost-of-likeliest: the likeliest class is treated as certain. Sum over all
        classes: an unlikely one may be the expensive one.
    p = np.eye(len(P[0]))[np.argmax(P, 1)] || P == np.max(P, 1, keepdims=True)
    o = c[p.argmax(1)].argmin(1) || c[:, p.argmax(1)].argmax(0) || (c[:, p.argmax(1)] ==
        0).argmax(0) || np.where(p.max(1) > 0.5, p.argmax(1), E.argmin(1))
neighbour-formula/scaled-costs: the costs are scaled by row or column before they are weighted.
        Weight the costs as they are: sum over j of C[i, j] P[n, j].
    c = C / C.sum(1, keepdims=True) || C / C.sum(0) || C / C.max(0) || C / C.max(1, keepdims=True)
neighbour-formula/changed-values: numbers other than the costs and probabilities are multiplied. An
        expectation takes both as they are.
    c = C ** 2 || np.sqrt(np.abs(C)) || p = P ** 2 || np.log(P + 1e-12) || np.log(P)
neighbour-formula/class-weights: each class is weighted by one number made of its costs. Compute the
        expected cost of every decision: sum over j of C[i, j] P[n, j].
    o = (p * c.sum(0)).argmax(1) || (p * c.sum(1)).argmax(1) || (p * c.sum(1)).argmin(1) || (p *
        c.max(0)).argmax(1) || (p / np.maximum(c.sum(1), 1e-12)).argmax(1)
    o = ((1 - p) * c.sum(1)).argmin(1) || ((1 - p) * c.sum(0)).argmin(1) || ((1 - p) *
        c.max(1)).argmin(1) || (p * c.max(1)).argmin(1)
neighbour-formula/diagonal-only: only the costs on the diagonal count. Sum over all true classes j:
        C[i, j] P[n, j].
    o = (p[:, :min(c.shape)] * np.diag(c)).argmin(1) || (p * np.diag(c)).argmax(1)
neighbour-formula/two-classes-only: this is the threshold for two classes with 0 on the diagonal.
        C may be any matrix: sum over j of C[i, j] P[n, j], then argmin.
    o = p[:, 1] > c[1, 0] / (c[1, 0] + c[0, 1]) || p[:, 1] >= c[1, 0] / (c[1, 0] + c[0, 1])
neighbour-formula/one-term: the terms are not added up. Sum over the classes.
    E = W.max(2) || W.min(2) || np.median(W, 2) || W.prod(2)
neighbour-formula/divided: probabilities and costs are not multiplied. The expected cost is the sum
        over j of C[i, j] P[n, j].
    W = p[:, None] / c[None] || p[:, None] / (c[None] + 1e-9) || c[None] / p[:, None] || c[None] /
        (p[:, None] + 1e-9) || p[:, None] - c[None] || -p[:, None] / c[None] || -p[:, None] /
        (c[None] + 1e-9)
neighbour-formula/lowest-cost-not-index: the lowest cost is returned. Return its row number: argmin.
    o = E.min(1) || E.min(1).astype(int)
axis/one-decision: one decision is taken for the whole batch. Take one per row: argmin(axis=1).
    o = E.argmin() || E.mean(0).argmin() || np.full(len(p), E.sum(0).argmin()) || E[0].argmin()
axis/summed-over-decisions: the costs are summed over the decisions. Sum over the true classes j,
        keep the decisions i.
    E = W.sum(1)
shape/one-hot: a decision is not returned as its number. Return numbers, in the shape (t,).
    o = np.eye(E.shape[1])[E.argmin(1)] || E.argmin(1) > 0 || E == E.min(1, keepdims=True)
shape/as-many-decisions-as-classes: the number of decisions is taken from P. C has its own number of
        rows, which may be larger or smaller than the number of classes.
    c = C[:len(P[0])]
    E = padded(W.sum(2), c) || np.stack([W.sum(2)[:, i] for i in range(len(p.T))], 1)
unstable/start-of-the-search: a cost above some fixed number is never the lowest. Start the search
        at np.inf, or at the first cost.
    E = np.where(W.sum(2) < h, W.sum(2), h) && h = 1e6 || 1e3 || 1e4 || 1e5
integer/truncated: decimals are lost before the decision, which makes ties. Keep the decimals until
        argmin.
    E = W.sum(2).astype(int) || W.sum(2).round() || W.sum(2).round(1) || W.sum(2).round(2)
    p = np.trunc(P) || np.round(P)
duplicates/different-decisions: equal decisions are kept only once. Return one decision per row of
        P, in order.
    o = np.unique(E.argmin(1)) || E.argmin(1)[np.append(True, np.diff(E.argmin(1)) != 0)]
"""

EXERCISE = Exercise(
    id="cost_sensitive_decision", title="Decide by expected cost", notebook="07", number="7.7",
    signature="cost_sensitive_decision(P, C)", lecture=("ALICE-4.3.3b",), minutes=8, difficulty=2,
    reference=decisions.cost_sensitive_decision, cases=cases, shapes="t m, k m", bank=BANK,
    hints=("For one row, what does decision 0 cost on average? And decision 1?",
           "The expected cost of decision i is a weighted sum of row i of C.",
           "(P @ C.T).argmin(axis=1)"),
    formula="decision(n) = argmin_i Σ_j C[i, j] P[n, j]",
    variation="add a row of equal costs, 'ask a human'. When is it chosen?",
    right=(loop,), awkward=lambda P, C: [float(i) for i in loop(P, C)],
    heads=("cost_sensitive_decision([[1, 0]], [[0.5, -0.5], [0, 1]])",
           "cost_sensitive_decision([[0.8, 0.2]], [[0, 1], [10, 0]])",
           "cost_sensitive_decision([[0.4, 0.6], [1, 0]], [[0, -3], [-2, -2]])",
           "cost_sensitive_decision([[0, 1]], [[0, 1], [3, 0]])",
           "cost_sensitive_decision([[1, 0]], [[1, 4], [2, 1], [0, 2]])",
           "cost_sensitive_decision([[1, 0]], [[2, 1], [2, -1]])",
           "cost_sensitive_decision([[0.7, 0.3], [0, 1]], [[-1, -1], [-2, -1]])"),
)
