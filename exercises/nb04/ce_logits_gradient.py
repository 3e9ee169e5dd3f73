"""4.7 ce_logits_gradient: its cases, right answers, hints, and what students write instead."""

import numpy as np

from course_utils import functions
from misstep import Exercise

from .softmax import EXTREME, LECTURE, case
from .softmax import loop as softmax_loop


def cases():
    rng, eye3 = np.random.default_rng(48), np.eye(3)
    return [
        case("the logits 1, 2, 3 and label 2", LECTURE[None, :], eye3[[2]]),
        case("four rows", np.round(rng.normal(size=(4, 3)) * 2, 1), eye3[[0, 2, 1, 2]]),
        case("two rows of five logits", np.round(rng.normal(size=(2, 5)), 1), np.eye(5)[[3, 1]]),
        case("soft targets", np.round(rng.normal(size=(2, 3)), 1),
             np.array([[7, 2, 1], [2.5, 5, 2.5]]) / 10),
        case("as many rows as classes", np.round(rng.normal(size=(3, 3)), 1), eye3[[1, 0, 1]]),
        case("whole numbers", np.array([[1, 3, 0], [-1, 0, 2]]), np.array([[0, 1, 0], [1, 0, 0]]),
             integers=True),
        case("a list of logits", [[0.5, 1.0], [2.0, 0.0], [-1.0, 0.5], [0.0, 3.0], [1.0, 1.5]],
             np.eye(2)[[0, 0, 1, 1, 0]]),
        case("logits of ±1000", np.array([[1000.0, 0.0, -1000.0], [0.0, 1000.0, 999.0]]),
             eye3[[2, 1]], extreme=True),
        case("rows on very different levels", EXTREME, eye3[[0, 1, 2, 1]], extreme=True),
        case("logits of some hundred", np.array([[0.0, -600.0, 200.0, 199.0]]), np.eye(4)[[2]],
             extreme=True),
    ]


def jacobian(p):
    return np.diag(p) - np.outer(p, p)


def parts(p, T):
    """The label gets o − 1, all others the same."""
    up = (p - 1) * T
    return up - (1 - T) * up.sum(1, keepdims=True) / (p.shape[1] - 1)


def rival(x, T):
    """1 at the likeliest wrong class of each row."""
    return np.eye(x.shape[1])[np.where(T == 1, -np.inf, x).argmax(1)]


def loop(z, T):
    t = len(z)
    return [[(p - float(q)) / t for p, q in zip(softmax_loop(list(row)), target, strict=True)]
            for row, target in zip(z, T, strict=True)]


BANK = """
ce_logits_gradient(z, T)
    like: softmax, o as p
    t = len(p)                         # the number of rows
    g = p - T                          # prediction minus target
    o = g / t

shown: d, e, s, g
right: o = p / t - np.asarray(T) / t || np.float32(p - T) / np.float32(t)
right: o = -np.einsum("nj,n->nj", T - p, np.full(t, 1 / t))

without: shape/vector-not-handled, shape/vector-becomes-matrix, neighbour-formula/only-denominator,
        neighbour-formula/logsumexp

factor/t-times-too-large: the factor 1/t is missing. The loss is a mean over the t rows, so divide o
        − T by t.
    t = 1
factor/divided-wrongly: `o − T` has a factor other than 1/t. Divide by t, the number of rows, once.
    t = p.shape[1] || p.size || t * t || 1 / t
off-by-one/rows-counted: `o − T` is divided by t − 1. A mean over t rows divides by t.
    t = t - 1 || max(t - 1, 1)
off-by-one/rows-counted-high: `o − T` is divided by t + 1. A mean over t rows divides by t.
    t = t + 1
sign/target-added: o and T have the same sign. The gradient is o − T, and each of its rows sums to
        0.
    g = p + T || -(p + T)
omitted-term/no-target: the targets are not subtracted. The gradient is o − T.
    g = p
omitted-term/no-probabilities: the probabilities make no difference. The gradient is o − T, divided
        by t.
    g = -T || T
omitted-term/only-target-class: the gradient is 0 wherever T is 0. A wrong class gets o_i / t:
        raising its logit lowers the probability of the label.
    g = g * T || g * (T > 0) || np.where(T == 1, g, 0) || (p - 1) * T
neighbour-formula/equal-parts: all wrong classes of a row get the same gradient. Each gets its own
        o_i: the larger its share, the more it is to blame.
    g = np.where(T == 1, p - 1, (1 - (p * T).sum(1, keepdims=True)) / (p.shape[1] - 1))
    g = g * T - (1 - T) * (g * T).sum(1, keepdims=True) / (p.shape[1] - 1)
    g = parts(p, T) || parts(p, np.eye(p.shape[1])[T.argmax(1)])
neighbour-formula/strongest-rival: one wrong class of each row gets everything that the label loses.
        Each wrong class gets its own o_i.
    g = g * T - rival(x, T) * (g * T).sum(1, keepdims=True) || g * T - rival(p, T) * (g * T).sum(1,
        keepdims=True)
    g = rival(x, T) * (1 - (p * T).sum(1, keepdims=True)) + (p - 1) * T
omitted-term/only-wrong-classes: the labelled class gets no gradient. It gets (o_y − 1) / t.
    g = p * (1 - T)
factor/target-not-divided: only one of o and T is divided by t. Divide the whole difference: (o − T)
        / t.
    o = p / t - T || p - T / t
neighbour-formula/soft-targets: soft targets are turned into 0s and 1s. Subtract T itself; soft rows
        are allowed.
    g = p - np.eye(T.shape[1])[T.argmax(1)] || p - (T == 1) || p - (T > 0) || p - (T > 0.5)
neighbour-formula/gradient-of-probabilities: this is the derivative with respect to the
        probabilities, −T / o. One link of the chain is missing: multiply by ∂o/∂z.
    g = -T / p || -T / (p + 1e-12)
neighbour-formula/extra-slope: `o − T` has an extra factor made of o. The slopes cancel in the chain
        rule, so only o − T is left.
    g = g * p * (1 - p) || g * p || g * (1 - p) || 2 * g * p * (1 - p) || g / (p * (1 - p))
neighbour-formula/squared-error: this is the gradient of a squared error. The loss is cross-entropy.
    g = np.array([2 * jacobian(r) @ v for r, v in zip(p, g)])
omitted-term/diagonal-chain: this is −T o (1 − o), the targets times the diagonal of the Jacobian.
        Every logit moves every probability, and the logarithm contributes 1 / o, which leaves o −
        T.
    g = -T * (1 - p) * p
unstable/chained: the chain (−T / o) · J is computed literally, and where o has become 0 that is 0 ·
        ∞. Use the combined result, o − T.
    g = np.array([jacobian(r) @ (-v / r) for r, v in zip(p, T)])
neighbour-formula/jacobian-of-targets: the targets are multiplied by the Jacobian without the
        logarithm's factor 1/o. The whole chain is (−T / o) · J = o − T.
    g = np.array([-jacobian(r) @ v for r, v in zip(p, T)])
neighbour-formula/all-zero: every entry is 0. (o − T) / t is 0 only where the prediction is the
        target.
    g = np.zeros(p.shape)
neighbour-formula/log-probabilities: log o is used instead of o. Subtract T from the probabilities
        themselves.
    g = np.log(p) - T
neighbour-formula/loss-of-each-entry: this is −T log o, the loss of each entry. Its derivative with
        respect to the logits is o − T.
    g = -T * np.log(p)
neighbour-formula/no-softmax: the logits are used as if they were probabilities. Start with o =
        softmax(z).
    p = x
neighbour-formula/softmax-twice: softmax is applied twice. Apply it once, to the logits.
    p = softmax(p)
neighbour-formula/softmax-of-targets: softmax is applied to the targets. They are probabilities
        already: subtract T itself.
    g = p - softmax(T)
neighbour-formula/softmax-of-difference: softmax is applied to the difference. Apply it to the
        logits only, then subtract T.
    g = softmax(g)
neighbour-formula/targets-in-logits: T is subtracted inside the softmax. Subtract it afterwards:
        softmax(z) − T.
    x = x - T && g = p
omitted-term/one-for-target: 1 is subtracted from every probability. Subtract T: each row of T sums
        to 1.
    g = p - 1
neighbour-formula/masked-probability: this is o times T, not their difference. The gradient is o −
        T.
    g = T * p
neighbour-formula/sigmoid-slope: this is o (1 − o), without the targets. The gradient is o − T.
    g = p * (1 - p)
factor/normalised: the gradient is divided by its length. Divide by t only.
    o = g / np.linalg.norm(g)
    g = g / np.linalg.norm(g)
factor/rows-normalised: each row of the gradient is divided by its own length. Divide by t only.
    o = g / np.linalg.norm(g, axis=1, keepdims=True)
    g = g / np.linalg.norm(g, axis=1, keepdims=True)
factor/class-counts: each column is divided by the sum of its targets. Divide by t, the number of
        rows.
    o = g / T.sum(0)
shape/averaged-over-classes: the function returns one number per row, a sum over the classes. Every
        logit has a derivative: the shape is (t, m).
    o = np.abs(o).sum(1) || (g ** 2).sum(1) / t || (g * T).sum(1) / t
neighbour-formula/weights-gradient: the difference is multiplied by the logits, as in a gradient of
        weights. Leave the logits out.
    o = x.T @ g / t || x * g / t
neighbour-formula/loss: the loss is returned instead of its gradient. The gradient has the shape of
        z.
    o = -(T * np.log(p)).sum(1).mean() || -(T * np.log(p)).sum(1) || -(T * np.log(p)).sum(1) / t
unstable/probabilities-clipped: the probabilities are kept away from 0. Use o itself: there is no
        logarithm here.
    p = np.clip(p, 0.01, 0.99) || np.clip(p, 1e-3, 1 - 1e-3) || np.clip(p, 1e-4, 1 - 1e-4) ||
        np.clip(p, 0.01, 1) || np.clip(p, 1e-3, 1) || np.clip(p, 1e-4, 1)
unstable/probabilities-raised: a small number is added to the probabilities. Use o itself: there is
        no logarithm here.
    p = p + 0.01 || p + 1e-3 || p + 1e-4 || p + 1e-5
sign/absolute: the differences lose their sign. The gradient of the labelled class is negative.
    g = np.abs(g) || g ** 2
off-by-one/targets-shifted: the targets are shifted by one class. Column j of T belongs to class j.
    g = p - np.roll(T, 1, axis=1) || p - np.roll(T, -1, axis=1)
axis/averaged-over-examples: the rows' gradients are merged into one. Each row keeps its own: the
        shape is (t, m).
    o = g.mean(0) || g.sum(0) || g.mean(0, keepdims=True) || g.mean() || g.sum()
shape/targets-transposed: the targets are transposed. T has the shape of z.
    g = p - T.T
"""

EXERCISE = Exercise(
    id="ce_logits_gradient", title="Differentiate the cross-entropy", notebook="04",
    number="4.7", signature="ce_logits_gradient(z, T)",
    lecture=("MAY24-1.3h", "MAY24-1.3i", "MAY25-1.3h", "MAY25-1.3i"), minutes=8, difficulty=2,
    reference=functions.ce_logits_gradient, cases=cases, shapes="t m", bank=BANK, derived=True,
    hints=("Which two numbers does equation (1) give: one for i = y, one for the others?",
           "Both cases are o − T with T the one-hot row. The loss is a mean over t rows.",
           "(softmax(z) − T) / t"),
    formula="∂ℓ/∂z = (o − T) / t",
    variation="check it against numerical_gradient for soft targets.",
    right=(loop, lambda z, T: functions.numerical_gradient(
        lambda q: np.mean(functions.logsumexp(q) - (T * q).sum(axis=1)),
        np.asarray(z, dtype=float), 1e-4)), awkward=loop,
    heads=("ce_logits_gradient([[1, 1]], [[1, 0]])",
           "ce_logits_gradient([[1, 1], [2, 2]], [[1, 0], [0, 1]])",
           "ce_logits_gradient([[np.log(4), 0]], [[0.7, 0.3]])",
           "ce_logits_gradient([[2, 2], [np.log(3), 0]], [[0, 1], [0, 1]])"),
)
