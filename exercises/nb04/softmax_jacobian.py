"""4.6 softmax_jacobian: its cases, right answers, hints, and what students write instead."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

from . import softmax as of_softmax


def cases():
    return [
        Case((of_softmax.LECTURE,), "the logits 1, 2, 3"),
        Case((np.array([0.5, -1.0]),), "two logits"),
        Case((np.array([0.25, 1.5, -0.5, 0.0, 2.0]),), "five logits"),
        Case((np.zeros(4),), "four equal logits"),
        Case((np.array([1.5]),), "a single class"),
        Case((np.array([2, 0, -1, 1]),), "whole numbers", integers=True),
        Case(([0.5, 2.0, -1.0],), "a list"),
        Case((np.array([1000.0, 999.0, -1000.0]),), "logits of ±1000", extreme=True),
        Case((np.array([-1000.0, -1001.0, -1002.0, -1000.0]),), "logits near −1000", extreme=True),
        Case((np.array([0.0, -600.0, 200.0, 199.0]),), "logits of some hundred", extreme=True),
        Case((np.array([-1000.0, 0.0, 1000.0, 999.0]),), "logits of ±1000, the largest last",
             extreme=True),
    ]


def loop(z):
    o = of_softmax.loop(list(z))
    return [[o[i] * ((1.0 if i == j else 0.0) - o[j]) for j in range(len(o))]
            for i in range(len(o))]


def in_float32(z):
    o = of_softmax.in_float32(z)
    return np.eye(len(o), dtype=np.float32) * o - o[:, None] @ o[None, :]


BANK = """
softmax_jacobian(z)
    like: softmax/steps, o as p
    on = np.eye(len(p)) > 0            # where the diagonal is
    g = np.diag(p)                     # the diagonal term
    h = np.outer(p, p)                 # the outer product
    o = g - h

shown: d, e, g, h
right: o = -p[:, None] * (p - np.eye(len(p))) || np.where(on, p * (1 - p), -h)
right: o = np.einsum("i,ij->ij", p, np.eye(len(p)) - p)
right: o = (s * np.diag(e) - np.outer(e, e)) / s ** 2

unstable/no-shift: at ±1000 the exponentials overflow or all become 0. Subtract the largest logit
        before exponentiating.
    a = 0
unstable/not-the-max: something other than the largest logit is subtracted, so at ±1000 the
        exponentials overflow or all become 0. Subtract max(z): nothing is lost.
    a = x.min() || x.mean() || x[:1] || x[-1:] || np.abs(x).max()
omitted-term/no-delta: the diagonal term, diag(o), is missing. On the diagonal the derivative is o_i
        (1 − o_i), not ±o_i².
    o = -h || h
omitted-term/diagonal-only: off the diagonal every entry is 0. Raising z_j lowers every other
        probability: −o_i o_j.
    o = np.diag(p * (1 - p))
omitted-term/quotient-s: diag(o) is S times too small, as if S were missing before u′ in the
        quotient rule. (u / S)′ = (u′ S − u S′) / S².
    o = (np.diag(e) - np.outer(e, e)) / s ** 2
factor/quotient-not-squared: the entries are S times too large, as if the quotient rule divided by S
        instead of S². (u / S)′ = (u′ S − u S′) / S².
    o = (s * np.diag(e) - np.outer(e, e)) / s
shape/diagonal-as-vector: only the diagonal is returned, as a vector. There are m × m derivatives:
        of every o_i with respect to every z_j.
    o = p * (1 - p)
omitted-term/empty-diagonal: the diagonal is 0. On it the derivative is o_i (1 − o_i).
    o = o * ~on || h * ~on
sign/outer-product-added: the outer product is added, at least on the diagonal. J = diag(o) − o oᵀ.
    o = g + h || np.where(on, g + h, -h)
sign/off-diagonal: off the diagonal the minus sign is missing. Raising z_j lowers every other
        probability: −o_i o_j.
    o = np.where(on, o, h)
sign/diagonal: the diagonal has the wrong sign. A logit raises its own probability: o_i (1 − o_i).
    o = np.where(on, -o, o)
neighbour-formula/own-probability-twice: off the diagonal each entry is minus the square of one
        probability. It should be −o_i o_j: two different probabilities meet there.
    h = p[:, None] ** 2 || p ** 2
factor/terms: off the diagonal the entries have an extra factor. J = diag(o) − o oᵀ: each term
        counts once.
    h = 2 * h || h / 2 || h / len(p) || o = np.where(on, o, o / 2) || np.where(on, o, 2 * o)
duplicates/square-twice: on the diagonal o² is subtracted twice. It is already in o (1 − o), and so
        it is in diag(o) − o oᵀ.
    g = np.diag(p - p ** 2)
omitted-term/one-factor-off-diagonal: off the diagonal each entry is ± one probability instead of a
        product of two. It should be −o_i o_j.
    o = np.where(on, o, p[:, None]) || np.where(on, o, p) || np.where(on, o, -p[:, None])
    h = p || p[:, None]
omitted-term/one-factor-on-diagonal: on the diagonal the factor 1 − o_i is missing. A logit raises
        its own probability by o_i (1 − o_i).
    o = np.where(on, g, -h)
neighbour-formula/delta-everywhere: off the diagonal as well, one probability is multiplied by 1
        minus the other, as if δ were always 1. It should be −o_i o_j: diag(o) is 0 there.
    o = np.outer(p, 1 - p) || np.outer(1 - p, p)
neighbour-formula/complement-off-diagonal: off the diagonal there is a factor 1 − o. Each entry
        should be −o_i o_j.
    o = np.where(on, o, np.outer(1 - p, 1 - p)) || np.where(on, o, -np.outer(1
        - p, 1 - p)) || np.where(on, o, -np.outer(p, 1 - p))
    h = np.outer(1 - p, p) || np.outer(p, 1 - p)
neighbour-formula/difference-off-diagonal: off the diagonal each entry is the difference of two
        probabilities. It should be −o_i o_j.
    o = np.where(on, o, p[:, None] - p)
omitted-term/one-triangle: only one triangle is filled. J is symmetric: fill both sides.
    o = np.tril(o) || np.triu(o) || np.triu(o, 1) || np.tril(o, -1)
off-by-one/class-left-out: a class at one end is left out, in rows and columns. range(m) runs from 0
        to m − 1.
    where needs: cut-range
    o = o[:-1, :-1] || o[1:, 1:] || np.pad(o[1:, 1:], ((1, 0), (1, 0)))
missing-return/one-entry: only one number is returned. The result has shape (m, m).
    o = o[0, 0] || np.trace(o)
neighbour-formula/slopes-everywhere: off the diagonal as well, the entries are made of o (1 − o). It
        belongs on the diagonal; off it is −o_i o_j.
    o = np.tile(p * (1 - p), (len(p), 1)).T || np.outer(p * (1 - p), p) || np.outer(p * (1 - p), p *
        (1 - p))
duplicates/equal-probabilities: equal probabilities count once. A set and np.unique drop repeats.
    where needs: set
    p = np.unique(p)
neighbour-formula/softmax-twice: softmax is applied twice. Once is enough.
    p = softmax(p)
neighbour-formula/jacobian-squared: this is the Jacobian multiplied by itself. Once is enough.
    o = o @ o
neighbour-formula/inner-product: the inner product, a single number, is subtracted. The outer
        product is a matrix: np.outer(o, o).
    h = p @ p || p @ p * on
neighbour-formula/log-softmax: this is the Jacobian of log softmax, δ − o_j: the factor o_i is
        missing. ∂o_i = o_i ∂ log o_i.
    o = on - p
neighbour-formula/log-softmax-transposed: this is the Jacobian of log softmax, transposed: δ − o_i.
        ∂o_i = o_i ∂ log o_i, and ∂ log o_i / ∂z_j = δ − o_j.
    o = on - p[:, None]
neighbour-formula/sigmoid: this is the derivative of separate sigmoids. Softmax ties the classes
        together.
    o = np.diag(sigmoid(x) * (1 - sigmoid(x))) || sigmoid(x) * (1 - sigmoid(x))
neighbour-formula/no-softmax: the logits are used as if they were probabilities. Start with o =
        softmax(z).
    p = x
neighbour-formula/log-probabilities: log o is used instead of o. J is made of the probabilities
        themselves.
    p = np.log(p)
omitted-term/not-normalised: the exponentials are not divided by their sum. Start with o =
        softmax(z).
    p = e
neighbour-formula/softmax: these are the probabilities, not their derivatives. There are m × m
        derivatives, o_i (δ_ij − o_j).
    o = p || np.tile(p, (len(p), 1)) || np.tile(p, (len(p), 1)).T
factor/extra-probability: each entry is multiplied by one more probability. o_i (δ_ij − o_j) has two
        factors, not three.
    o = p[:, None] * o || p * o
neighbour-formula/diagonal: the diagonal is not o_i (1 − o_i). That is how a logit moves its own
        probability; off the diagonal it is −o_i o_j.
    g = np.diag(1 - p) || np.eye(len(p)) || o = np.diag(p ** 2) || np.where(on, p ** 2, o) ||
        np.where(on, 1 - p, o) || np.diag(1 - p) || np.diag(1 - p ** 2)
"""

EXERCISE = Exercise(
    id="softmax_jacobian", title="Collect every derivative of softmax", notebook="04",
    number="4.6", signature="softmax_jacobian(z)",
    lecture=("MAY24-1.3f", "MAY24-1.3g", "MAY25-1.3f", "MAY25-1.3g"), minutes=10, difficulty=2,
    reference=functions.softmax_jacobian, cases=cases, shapes="m", bank=BANK, derived=True,
    hints=("How many numbers are there? Each of m probabilities moves with each of m logits.",
           "Two cases: i = j gives o_i (1 − o_i), i ≠ j gives −o_i o_j.",
           "diag(o) − outer(o, o) with o = softmax(z)"),
    formula="J[i, j] = o_i (δ_ij − o_j), J = diag(o) − o oᵀ",
    variation="which v gives J v = 0? What does that say about shifting all logits?",
    right=(loop, in_float32), awkward=loop,
    heads=("softmax_jacobian([1, 1])", "softmax_jacobian([5, 5, -1000])",
           "softmax_jacobian([-1000, 1000])"),
)
