"""4.1 softmax: its cases, right answers in other styles, hints, and what students write instead."""

import math

import numpy as np

from course_utils import functions
from misstep import Case, Exercise

LECTURE = np.array([1.0, 2.0, 3.0])
EXTREME = np.array([[1000.0, 1001.0, 1002.0], [-2.0, 0.0, 1.0], [-1000.0, -1000.0, -998.0],
                    [1000.0, 0.0, -1000.0]])


def case(name, z, *others, **kind):
    """A case of t rows of m logits, and what else the exercise takes."""
    t, m = np.shape(z) if np.ndim(z) == 2 else (1, len(z))
    return Case((z, *others), name, sizes={"t": t, "m": m}, **kind)


def cases():
    rng = np.random.default_rng(41)
    return [
        case("the logits 1, 2, 3", LECTURE),
        case("four rows of three logits", rng.normal(size=(4, 3)) * 2),
        case("two rows of five logits", rng.normal(size=(2, 5)) * 3),
        case("four equal logits", np.zeros(4)),
        case("as many rows as classes", rng.normal(size=(3, 3))),
        case("equal logits in a row", np.array([[0.5, 0.5, 2.0], [3.0, 1.0, 3.0]])),
        case("a batch of one", np.array([[0.5, -1.5, 2.0, 0.0]])),
        case("a single class", np.array([[2.0], [-1.0], [0.5]])),
        case("whole numbers", np.array([[1, 2, 0], [-1, 0, 3]]), integers=True),
        case("a list", [0.0, -2.0]),
        case("a list of lists", [[0.5, 1.0, -1.0], [2.0, 0.0, 3.0]]),
        case("logits of ±1000", np.array([1000.0, 0.0, -1000.0]), extreme=True),
        case("logits near 400", np.array([400.0, 398.0, 397.0]), extreme=True),
        case("logits of some hundred", np.array([0.0, -600.0, 200.0, -500.0]), extreme=True),
        case("logits near −1000", np.array([-1000.0, -1001.0, -1002.0]), extreme=True),
        case("logits of ±1000, the largest last", np.array([[-1000.0, 0.0, 1000.0]]), extreme=True),
        case("rows on very different levels", EXTREME, extreme=True),
    ]


def loop(z):
    if np.ndim(z) == 2:
        return [loop(row) for row in z]
    top = max(z)
    e = [math.exp(v - top) for v in z]
    return [v / sum(e) for v in e]


def by_ratios(z):
    z = np.asarray(z, dtype=float)
    with np.errstate(over="ignore"):
        return 1 / np.exp(z[..., None, :] - z[..., :, None]).sum(axis=-1)


def in_float32(z):
    z = np.asarray(z, dtype=np.float32)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


RIGHT = (
    loop, by_ratios, in_float32,
    lambda z: np.exp(z - functions.logsumexp(z)[..., None]),
    lambda z: (np.exp(np.asarray(z).T - np.max(z, axis=-1))
               / np.exp(np.asarray(z).T - np.max(z, axis=-1)).sum(axis=0)).T,
)

BANK = """
softmax(z)
    x = np.asarray(z, float)             # the logits
    a = x.max(-1, keepdims=True)         # the row's maximum
    d = x - a                            # the shifted logits
    e = np.exp(d)                        # the exponentials
    s = e.sum(-1, keepdims=True)         # the sum of the exponentials
    o = e / s

shown: d, e, s
same: a = 0 || x.max()

axis/over-examples: each sum runs over the examples instead of the classes. The classes are along
        the last axis: axis=-1.
    s = e.sum(0)
    a = x.max(0) && s = e.sum(0)
axis/shift-per-column: each column is shifted by a number of its own. Only one number per row may be
        subtracted: axis=-1 with keepdims=True.
    a = x.max(0)
unstable/no-shift: at ±1000 the exponentials overflow or all become 0. Subtract the row's largest
        logit before exponentiating; the probabilities stay the same.
    a = 0
unstable/global-max: one maximum is subtracted from the whole batch, so in rows far below it all
        exponentials become 0. Each row needs its own maximum: axis=-1 and keepdims=True.
    a = x.max()
unstable/not-the-max: something other than the row's maximum is subtracted, so exponentials still
        overflow. Subtract the largest logit: then no exponential exceeds 1.
    a = x.min(-1, keepdims=True) || x.mean(-1, keepdims=True) || x[..., :1]
unstable/largest-size: the largest absolute value is subtracted instead of the largest logit, so in
        a row of low logits all exponentials become 0. Subtract the largest logit, whatever its
        sign.
    a = np.abs(x).max(-1, keepdims=True)
unstable/clipped-logits: the logits are cut off, so different ones become equal. Subtracting the
        row's largest logit is enough, and nothing is lost.
    x = np.clip(x, -700, 700) || np.clip(x, -80, 80) || np.minimum(x, 500) || np.maximum(x, -500)
unstable/denominator-raised: a number is added to the denominator. Once the row's maximum is
        subtracted, the sum is at least 1: nothing needs adding.
    s = s + 1 || s + 0.1 || s + 0.01 || s + 1e-3 || s + 3e-4
axis/whole-batch: one sum runs over the whole batch instead of one over each row. Each row is a
        distribution of its own: axis=-1, keepdims=True.
    s = e.sum()
shape/keepdims: the row sums, of shape (t,), are lined up with the columns. keepdims=True keeps them
        a column of shape (t, 1).
    s = e.sum(-1) || e.sum(1)
shape/vector-not-handled: a single vector of logits isn't handled. axis=-1 works for (m,) and (t, m)
        alike.
    s = e.sum(1, keepdims=True) || o = o if x.ndim == 2 else np.ones(x.shape)
omitted-term/not-normalised: the exponentials are not divided by their sum. Each row has to add up
        to 1.
    o = e
omitted-term/no-exponential: no exponential is taken before dividing by the sum. Exponentiate first:
        negative logits must give positive probabilities.
    e = d || np.abs(d) || d ** 2 || np.maximum(d, 0) || np.maximum(x, 0) + 1e-9
    e = x - x.min(-1, keepdims=True) + tiny && tiny = 0 || 1e-9 || 1 && s = s || s + 1e-9
omitted-term/own-class-left-out: the sum leaves out the class itself, as for odds. The sum runs over
        all classes.
    s = s - e
omitted-term/sum-of-logits: the logits are summed instead of their exponentials. Sum the
        exponentials.
    s = x.sum(-1, keepdims=True) || x.sum() || np.exp(d.sum(-1, keepdims=True))
omitted-term/max-outside: a maximum is subtracted after the exponential instead of before it. Shift
        first: exp(z − max(z)).
    e = np.exp(x) - a || np.exp(x) - np.exp(a)
    e = np.exp(x) - x.max() && s = e.sum()
omitted-term/numerator-not-shifted: the largest logit is subtracted in only one of numerator and
        denominator. Use the same shifted exponentials in both.
    o = np.exp(x) / s || e / np.exp(x).sum(-1, keepdims=True)
off-by-one/class-missing-in-sum: one class is missing from the sum. The sum runs over all m classes.
    s = e[..., 1:].sum(-1, keepdims=True) || e[..., :-1].sum(-1, keepdims=True)
duplicates/equal-logits: equal logits count once in the sum. A set and np.unique drop repeats: sum
        over all classes.
    where needs: set
    s = np.array([np.unique(r).sum() for r in np.atleast_2d(e)]).reshape(e.shape[:-1] + (1,))
neighbour-formula/logsumexp: this is log-sum-exp, one number per row. Softmax has one per class.
    o = logsumexp(x)
neighbour-formula/other-base: the powers have a base other than e. Use np.exp.
    e = 2.0 ** d || 10.0 ** d
neighbour-formula/sigmoid: each logit, shifted or not, goes through its own sigmoid. Softmax
        compares a logit with all the others in its row.
    o = sigmoid(x) || sigmoid(d) || sigmoid(x - x.mean(-1, keepdims=True)) || e = sigmoid(x)
neighbour-formula/hard-max: all the probability goes to the largest logits of a row. That is the
        limit for temperatures near 0; softmax is soft.
    o = np.eye(x.shape[-1])[x.argmax(-1)]
    o = (x == x.max(-1, keepdims=True)) * 1.0 || e = (x == x.max(-1, keepdims=True)) * 1.0
sign/negated-logits: the largest logit gets the smallest probability. Exponentiate z, not −z.
    x = -x
neighbour-formula/scaled-logits: the logits are divided by their spread, which changes the
        probabilities. Subtracting one number from a whole row is harmless, dividing isn't.
    d = d / x.std() || d / np.ptp(x, axis=-1, keepdims=True)
    d = d / (x.std(-1, keepdims=True) + 1e-9)
neighbour-formula/divided-by-sum: the logits are divided by their sum, which changes the
        probabilities. Subtracting one number from a whole row is harmless, dividing isn't.
    d = d / x.sum(-1, keepdims=True)
neighbour-formula/divided-by-largest: the logits are divided by the largest absolute value, which
        changes the probabilities. Subtract the largest logit, and don't divide by anything.
    d = d / np.abs(x).max(-1, keepdims=True) || d / np.abs(x).max()
    d = d / np.maximum(np.abs(x).max(-1, keepdims=True), 1)
    d = d / max(np.abs(x).max(), 1)
neighbour-formula/divided-by-maximum: the logits are divided by the largest of them, which changes
        the probabilities. Subtract the largest, and don't divide by it.
    d = d / x.max(-1, keepdims=True) || d / x.max()
axis/running-sum: running sums of a row are used instead of its total. Add up the whole row first.
    s = np.cumsum(e, -1)
"""

EXERCISE = Exercise(
    id="softmax", title="Write softmax", notebook="04", number="4.1", signature="softmax(z)",
    lecture=("MAY24-1.3a", "ALICE-4.2.1b", "NPFL129-softmax-logits"), minutes=8, difficulty=2,
    reference=functions.softmax, cases=cases, bank=BANK,
    hints=("What happens to np.exp(1000)? And what may you do to a row of logits without "
           "changing its probabilities?",
           "Subtract the row's largest logit, exponentiate, divide by the row's sum. Sum and "
           "maximum run along the last axis.",
           "e = exp(z − max(z)), o = e / sum(e); both with axis=-1, keepdims=True"),
    formula="o_y = e^(z_y − a) / Σ_i e^(z_i − a) with a = max z of the row",
    variation="subtract 700 instead of the maximum. On which logits does it still work?",
    right=RIGHT, awkward=lambda z: in_float32(z).tolist(),
    heads=("softmax([1, 1])", "softmax([[2, 2], [3, 3]])", "softmax([[1], [1]])",
           "softmax([1000, 0])", "softmax([0, np.log(3)])", "softmax([[np.log(4), 0]])"),
)
