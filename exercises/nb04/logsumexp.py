"""4.2 logsumexp: right answers in other styles, hints, and what students write instead."""

import math

import numpy as np

from course_utils import functions
from misstep import Exercise

from .softmax import cases


def loop(z):
    if np.ndim(z) == 2:
        return [loop(row) for row in z]
    top = max(z)
    return float(top) + math.log(math.fsum(math.exp(v - top) for v in z))


def in_float32(z):
    z = np.asarray(z, dtype=np.float32)
    top = z.max(axis=-1)
    return top + np.log(np.exp(z.T - top).sum(axis=0))


BANK = """
logsumexp(z)
    x = np.asarray(z, float)                         # the logits
    a = x.max(-1, keepdims=True)                     # the row's maximum
    d = x - a                                        # the shifted logits
    e = np.exp(d)                                    # the exponentials
    s = e.sum(-1)                                    # the sum of the exponentials in each row
    l = np.log(s)                                    # the logarithm of the sum
    b = a[..., 0] if np.ndim(a) == x.ndim else a     # the maximum that is added back
    o = b + l

shown: d, e, s, l
same: a = 0 || x.max()
right: l = -np.log(np.max(softmax(x), axis=-1))
right: o = np.logaddexp.reduce(x, axis=-1) || np.apply_along_axis(loop, -1, x)

unstable/no-shift: at ±1000 the exponentials overflow or all become 0. Subtract the row's largest
        logit first. Where do you have to add it back?
    a = 0
unstable/global-max: one maximum is subtracted from the whole batch, so rows far below it give log
        0. Each row needs its own maximum: axis=-1.
    a = x.max()
unstable/not-the-max: something other than the row's largest logit is subtracted, so at ±1000 the
        exponentials overflow or all become 0. Subtract the largest: then no exponential exceeds 1.
    a = x.min(-1, keepdims=True) || x.mean(-1, keepdims=True) || x[..., :1] || x[..., -1:] || -a
    a = np.abs(x).max(-1, keepdims=True)
unstable/clipped-logits: large logits are cut off, so 1000 counts as less. Subtracting the row's
        largest logit is enough, and nothing is lost.
    x = np.clip(x, -700, 700) || np.clip(x, -100, 100) || np.minimum(x, 500) || np.minimum(x, 100)
unstable/sum-raised: a number is added to the sum inside the logarithm. Once the maximum is
        subtracted, the sum is at least 1: nothing needs adding.
    s = s + 0.1 || s + 0.01 || s + 1e-3 || s + 1e-4
omitted-term/max-not-added-back: the number subtracted inside is not added back outside. A factor
        taken out of every exponential becomes a term after the logarithm.
    o = l
    a = x.max(-1) || x.min(-1, keepdims=True) || x.mean(-1, keepdims=True) && o = l
sign/max-subtracted-again: the maximum is subtracted outside as well. Outside it has to be added
        back.
    o = l - b
omitted-term/max-outside: the maximum is subtracted from the exponentials instead of the logits.
        Shift first, then exponentiate.
    e = np.exp(x) - a
duplicates/max-twice: the maximum is added once too often. What is added outside has to be
        subtracted inside.
    d = x
neighbour-formula/other-number-back: the number added outside is not the one subtracted inside. Add
        back exactly what is subtracted.
    b = x.min(-1) || x.max() || x.mean(-1) || x[..., 0] || np.abs(x).max(-1)
neighbour-formula/product-back: the maximum multiplies the logarithm. A factor taken out of the sum
        is a term outside: add it.
    o = b * l
axis/over-examples: the sum runs over the examples, which gives one number per class. The classes
        are along axis=-1.
    a = 0 || x.max() || x.max(0) && s = e.sum(0)
    a = x.max() || x.max(0) && s = e.sum(0) && o = l
axis/whole-batch: one sum runs over the whole batch. Each row has its own: axis=-1, which gives the
        shape (t,).
    s = e.sum()
shape/keepdims: the row maxima, of shape (t,), are lined up with the columns. Subtract them as a
        column: keepdims=True.
    a = x.max(-1) || x.max(1)
shape/max-keeps-its-axis: the maximum of shape (t, 1) is added to a log of shape (t,), which makes a
        (t, t) table. Drop the kept axis before adding: a[..., 0] or np.squeeze.
    b = a
shape/vector-not-handled: a single vector of logits isn't handled. axis=-1 works for (m,) and (t, m)
        alike.
    s = e.sum(1)
shape/vector-gives-array: for a single vector of logits the function returns an array with one
        entry. One row gives one number.
    o = np.atleast_1d(o)
omitted-term/no-log: the logarithm is missing. The right result is close to the largest logit.
    l = s || o = s || np.exp(o)
omitted-term/no-exponential: the logits are summed instead of their exponentials. Exponentiate
        first.
    o = np.log(x.sum(-1)) || np.log(np.abs(x.sum(-1))) || np.log(np.abs(x).sum(-1)) || e = d
neighbour-formula/sum-of-logits: the logits are summed, as if exponential and logarithm cancelled
        before the sum. Take the logarithm after the sum.
    o = x.sum(-1) || b + d.sum(-1)
duplicates/log-m-added: the result is too large by log m. Each exponential counts once in the sum.
    o = o + np.log(x.shape[-1])
neighbour-formula/upper-bound: this is the largest logit plus log m. That is only an upper bound:
        the sum has an exponential for each logit.
    o = x.max(-1) + np.log(x.shape[-1])
neighbour-formula/one-of-the-logits: one logit of each row is returned. log-sum-exp is above the
        largest, because all of them count.
    o = x.max(-1) || x.min(-1) || x[..., 0] || x[..., -1]
omitted-term/terms-left-out: some logits of the row do not count. The sum runs over all of them.
    o = np.logaddexp(x[..., 0], x[..., -1])
    s = e[..., 1:].sum(-1) || e[..., :-1].sum(-1) || s - e.max(-1)
duplicates/equal-logits: equal logits count once in the sum. A set and np.unique drop repeats: sum
        over all classes.
    where needs: set
    s = np.array([np.unique(r).sum() for r in np.atleast_2d(e)]).reshape(e.shape[:-1])
duplicates/largest-once: the largest logit counts only once where it occurs several times. The sum
        runs over all classes.
    s = np.where(x == x.max(-1, keepdims=True), 0, e).sum(-1) + e.max(-1)
neighbour-formula/other-base: a base other than e is used. Use np.log and np.exp.
    l = np.log2(s) || np.log10(s)
    l = np.log2(s) && e = 2.0 ** d
neighbour-formula/softplus: 1 is added inside the logarithm, as in softplus. Sum only the
        exponentials of the row.
    o = np.logaddexp(0, x) || np.logaddexp(0, x).sum(-1) || np.logaddexp(0, o) || l = np.log1p(s)
neighbour-formula/log-softmax: these are the logarithms of the probabilities. Return log-sum-exp
        itself, one number per row.
    o = x - o[..., None]
neighbour-formula/log-softmax-summed: this is the sum of the logarithms of the probabilities. Return
        log-sum-exp itself, one number per row.
    o = (x - o[..., None]).sum(-1)
neighbour-formula/softmax: these are the probabilities. log-sum-exp is one number per row, not a
        probability.
    o = softmax(x) || e / e.sum(-1, keepdims=True)
neighbour-formula/weighted-mean: this is the mean of the logits, weighted by softmax. Take the
        logarithm of a sum.
    o = (softmax(x) * x).sum(-1)
neighbour-formula/entropy: this is the entropy of softmax. Take the logarithm of the sum of the
        exponentials, without subtracting a mean.
    o = o - (softmax(x) * x).sum(-1)
factor/logits-scaled: this is log-sum-exp of scaled logits, scaled back: another kind of soft
        maximum. Exponentiate z as it is.
    o = logsumexp(2 * x) / 2 || logsumexp(x / 2) * 2
omitted-term/not-summed: the sum over the classes is missing. Sum along the last axis.
    o = x || np.log(np.exp(x))
"""

EXERCISE = Exercise(
    id="logsumexp", title="Survive the overflow", notebook="04", number="4.2",
    signature="logsumexp(z)", lecture=("ALICE-4.3.2",), minutes=8, difficulty=2,
    reference=functions.logsumexp, cases=cases, bank=BANK,
    hints=("np.exp(1000) is infinite. Which number can be taken out of all the exponentials?",
           "For every a: log Σ e^z = a + log Σ e^(z − a). Choose a so that no exponential "
           "exceeds 1, one a per row.",
           "a = max(z) of the row; a + log(sum(exp(z − a)))"),
    formula="logsumexp(z) = a + log Σ_j e^(z_j − a), a = max z of the row",
    variation="show that max z ≤ logsumexp(z) ≤ max z + log m. When is each side reached?",
    right=(loop, in_float32), awkward=lambda z: in_float32(z).tolist(),
    heads=("logsumexp([1000, 0])", "logsumexp([[0], [1]])", "logsumexp([0, 0])",
           "logsumexp([-np.log(4), -np.log(4)])", "logsumexp([[0, np.log(3)]])"),
)
