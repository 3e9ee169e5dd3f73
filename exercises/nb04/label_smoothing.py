"""4.8 label_smoothing: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    return [
        Case((np.eye(3)[[2, 0]], 0.1), "two one-hot rows and eps = 0.1"),
        Case((np.eye(5)[[1, 4, 0]], 0.2), "five classes and eps = 0.2"),
        Case((np.eye(4)[[3]], 0.25), "a batch of one"),
        Case((np.array([[0.5, 0.25, 0.25], [0.0, 0.75, 0.25]]), 0.4), "rows that are soft already"),
        Case((np.eye(3)[[1, 1, 0]], 0.3), "as many rows as classes"),
        Case((np.array([[0, 1], [1, 0], [0, 1], [0, 1]]), 0.1), "whole numbers", integers=True),
        Case((np.eye(3)[[0, 2]], 0.0), "eps = 0"),
        Case((np.eye(4)[[0, 2]], 1.0), "eps = 1"),
    ]


def loop(T, eps):
    return [[float(v) * (1 - eps) + eps / len(row) for v in row] for row in T]


BANK = """
label_smoothing(T, eps)
    m = T.shape[1]                 # the number of classes
    k = 1 - eps                    # what the target keeps
    p = k * T                      # the scaled targets
    u = eps / m                    # the share of each class
    o = p + u

shown: p, u

omitted-term/target-gets-no-share: the target gets no share of eps. Every class gets eps / m,
        including the target.
    u = u * (1 - T) || u * (T == 0) || o = np.where(T == 1, k, u)
factor/keeps-too-much: T is scaled by more than 1 − eps. Scale it by 1 − eps; the share of each
        class comes on top.
    k = 1 - eps / m || 2 - eps
omitted-term/not-taken-away: `eps` is shared out, but not taken away from T. First scale T by 1 −
        eps.
    k = 1
omitted-term/not-handed-out: `eps` is not shared out, so eps / m is missing. Add it to every class.
    u = 0
factor/not-shared: every class gets the whole eps. Share it: eps / m each.
    u = eps
factor/shared-wrongly: each class gets a share other than eps / m. Divide eps by m, the number of
        classes, once.
    u = eps / T.size || eps / m ** 2 || eps / 2 || eps * m || eps * eps / m || m / eps || m
axis/rows-counted: `eps` is divided by the number of rows. m is the number of classes, the length of
        a row.
    m = len(T)
convention/others-only: `eps` is shared among the other m − 1 classes only. That is another
        convention: here every class gets eps / m, including the target.
    o = p + eps / (m - 1) * (1 - T) || np.where(T == 1, k, eps / (m - 1))
off-by-one/classes-counted: `eps` is divided by m − 1. Divide by m.
    m = m - 1
off-by-one/classes-counted-high: `eps` is divided by m + 1. Divide by m.
    m = m + 1
sign/subtracted: `eps / m` is subtracted, and nothing is added. Scale T by 1 − eps, then add eps /
        m.
    u = -u && k = 1
sign/one-plus-eps: the targets are scaled by 1 + eps, and eps / m is subtracted. Scale by 1 − eps,
        and add eps / m.
    k = 1 + eps && u = -u
neighbour-formula/weights-swapped: `eps` and 1 − eps are swapped. A small eps changes little.
    eps = 1 - eps
neighbour-formula/clipped: the targets are clipped. Mix T with the uniform row instead: (1 − eps) T
        + eps / m.
    o = np.clip(T, eps, 1 - eps) || np.clip(T, min(eps, 1 - eps), max(eps, 1 - eps)) || np.clip(T,
        u, 1 - eps)
neighbour-formula/larger-of-two: the larger of (1 − eps) T and eps / m is taken. Add the two.
    o = np.maximum(p, u)
neighbour-formula/added-and-divided: a constant is added to T, and the sum is divided by a number.
        Mix instead: (1 − eps) T + eps / m.
    o = (T + eps) / (T + eps).sum(1, keepdims=True) || (T + u) / (T + u).sum(1, keepdims=True) || (T
        + eps) / (1 + eps) || (T + eps) / m
omitted-term/eps-added: the whole eps is added to every entry. Scale T by 1 − eps, then add eps / m.
    o = T + eps
omitted-term/eps-subtracted: the whole eps is subtracted from every entry. Scale T by 1 − eps, then
        add eps / m.
    o = T - eps || np.abs(T - eps) || p = T - eps
convention/target-keeps-too-much: the target keeps 1 − eps / m. It should keep 1 − eps + eps / m.
    o = np.where(T == 1, 1 - u, u)
omitted-term/target-unchanged: a target of 1 stays 1. Scale T by 1 − eps, then add eps / m.
    o = np.where(T == 1, 1.0, u) || np.maximum(T, u)
neighbour-formula/zeros-only: entries above 0 lose eps, and zeros get eps / m. Every entry should
        become (1 − eps) T + eps / m.
    o = np.where(T == 0, u, T - eps)
neighbour-formula/two-classes: the entries are 1 − eps / 2 and eps / 2, as for two classes. With m
        classes they are (1 − eps) T + eps / m.
    o = np.where(T == 1, 1 - eps / 2, eps / 2)
neighbour-formula/mean-of-targets: the mean of the targets over the rows is used instead of 1 / m.
        Mix with the uniform row.
    u = eps * T.mean(0)
neighbour-formula/softmax-of-targets: softmax is applied to the targets. Mix T with the uniform row,
        1 / m.
    u = eps * softmax(T) || o = softmax(T)
factor/eps-scaled: `eps` is doubled. Use it as it is: (1 − eps) T + eps / m.
    eps = 2 * eps
factor/eps-halved: `eps` is halved. Use it as it is: (1 − eps) T + eps / m.
    eps = eps / 2
omitted-term/soft-rows: soft rows are treated like rows of 0 and 1. Scale T itself.
    p = k * (T > 0)
    o = np.where(T == T.max(1, keepdims=True), k + u, u) || np.where(T == 1, k + u, u)
off-by-one/not-smoothed: a row or column at one end of T stays as it was. range(n) begins with 0 and
        ends with n − 1.
    where needs: cut-range
    o = np.vstack([o[:-1], T[-1:]]) || np.vstack([T[:1], o[1:]])
    o = np.hstack([o[:, :-1], T[:, -1:]]) || np.hstack([T[:, :1], o[:, 1:]])
in-place/argument-changed: the call changes its argument `T`. Build a new array: (1 − eps) * T + ….
    o = np.add(p, u, out=T) || np.add(p, u, out=T if T.dtype.kind == "f" else None)
"""

EXERCISE = Exercise(
    id="label_smoothing", title="Doubt the labels a little", notebook="04", number="4.8",
    signature="label_smoothing(T, eps)", lecture=("MAY24-1.3b",), minutes=5, difficulty=1,
    reference=functions.label_smoothing, cases=cases, shapes="t m", bank=BANK,
    held={"eps": (0, 0.0, 0.1)},
    hints=("How much do the rows have to sum to, before and after?",
           "Mix the row with the uniform one: weight 1 − eps and weight eps.",
           "(1 − eps) · T + eps / m"),
    formula="T' = (1 − eps) T + eps / m",
    variation="which logits minimise the loss of a smoothed one-hot row? They are finite now.",
    right=(loop, lambda T, eps: T + eps * (1 / T.shape[1] - T),
           lambda T, eps: np.float32((1 - eps) * T + eps * np.ones(T.shape) / T.shape[1]),
           lambda T, eps: T @ ((1 - eps) * np.eye(T.shape[1]) + eps / T.shape[1]
                               * np.ones((T.shape[1],) * 2)),
           lambda T, eps: np.average([T, np.full(T.shape, 1 / T.shape[1])], axis=0,
                                     weights=[1 - eps, eps])),
    awkward=loop,
    heads=("label_smoothing([[0, 1], [1, 0]], 0.2)", "label_smoothing([[0, 0, 1]], 0.9)",
           "label_smoothing([[0.7, 0.3]], 0.5)"),
)
