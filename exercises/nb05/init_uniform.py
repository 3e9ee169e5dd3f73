"""5.7 init_uniform: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from misstep import Case, Exercise


def init_uniform(u):
    """Weights from random numbers u in [0, 1): uniform on [-1/sqrt(M), 1/sqrt(M)].

    u has the shape (M, O) of the matrix, from M inputs to O outputs. Lecture
    NPFL129-mlp-training.
    """
    M = len(u)
    return (2 * u - 1) / np.sqrt(M)


def cases():
    def u(M, O, seed):  # noqa: E741 - the lecture's letter
        return np.random.default_rng(seed).integers(0, 64, (M, O)) / 64

    return [
        Case((np.array([[0.0, 0.5, 0.75], [0.25, 0.875, 0.125]]),), "two inputs, three units"),
        Case((u(9, 4, 71),), "nine inputs, four units"),
        Case((u(4, 4, 72),), "as many inputs as units"),
        Case((u(1, 5, 73),), "one input"),
        Case((u(6, 1, 75),), "one unit"),
        Case((u(64, 2, 74),), "64 inputs, two units"),
        Case((np.zeros((3, 2)),), "the lower end, u = 0"),
    ]


BANK = """
init_uniform(u)
    M = len(u)                           # the number of inputs
    r = np.sqrt(M)                       # the root of the number of inputs
    s = 2 * u - 1                        # the stretched numbers
    w = s / r                            # the weights

shown: r, s
right: w = -1 / r + u * 2 / r || (u - 0.5) / (0.5 * r) || np.interp(u, [0, 1], [-1 / r, 1 / r])
right: s = np.float32(2 * u - 1)

axis/outputs: the range depends on the number of outputs. M is the number of inputs: the rows.
    M = u.shape[1]
omitted-term/no-root: the square root is missing. The ends are ±1/√M.
    r = M
omitted-term/no-division: the weights run from −1 to 1, whatever M is. The ends are ±1/√M: more
        inputs mean smaller weights.
    r = 1
omitted-term/no-shift: the weights are never negative. u runs from 0 to 1; the weights run from one
        side of 0 to the other.
    s = u || 2 * u
omitted-term/factor-2: the numbers are shifted but not stretched, so the weights run only from the
        lower end to 0. From 0 to 1 is one unit, from −1 to 1 is two.
    s = u - 1
sign/flipped: the range is reversed. u = 0 is the lower end.
    s = 1 - 2 * u
omitted-term/brackets: only one part of the difference is divided by √M. Division comes first: put
        the difference in parentheses.
    w = 2 * u - 1 / r || 2 * u / r - 1
neighbour-formula/he: there is an extra factor under the root, as in He's rule. The lecture's range
        is ±1/√M.
    r = np.sqrt(M / 6) || np.sqrt(M / 2)
neighbour-formula/glorot: the range depends on the number of outputs, as in Glorot's rule. The
        lecture's range is ±1/√M, with only the inputs.
    r = np.sqrt(sum(u.shape) / 6) || np.sqrt(sum(u.shape)) || np.sqrt(u.shape[1] / 6) ||
        np.sqrt(sum(u.shape) / 2)
neighbour-formula/squared: M is squared, not rooted. The ends are ±1/√M: take the square root of M.
    r = M ** 2
off-by-one/m: M is one too small. M counts all rows.
    M = max(len(u) - 1, 1)
off-by-one/m-too-large: M is one too large. M counts only the rows.
    M = len(u) + 1
neighbour-formula/centred: the mean of the drawn numbers is subtracted instead of 1/2. Shift and
        stretch each u by itself, whatever was drawn.
    s = u - u.mean() || 2 * (u - u.mean()) || u - u.mean(0) || 2 * (u - u.mean(0))
neighbour-formula/unit-length: each column is scaled to length 1. Divide by √M, whatever was drawn.
    w = s / np.maximum(np.linalg.norm(s, axis=0), 1e-300)
neighbour-formula/largest-to-one: the drawn numbers decide the range. Divide by √M instead.
    w = s / max(np.max(np.abs(u)), 1e-12) || s / max(np.max(np.abs(s)), 1e-12)
neighbour-formula/two-values: every weight is one of the two ends. u says how far between them it
        is.
    s = np.where(u < 0.5, -1, 1)
ignored-argument/fresh-numbers: new random numbers are drawn. Use the ones you are given: u.
    s = np.random.default_rng(0).uniform(-1, 1, u.shape)
ignored-argument/u: all weights are equal. Each weight comes from its own random number.
    s = np.ones(u.shape) || -np.ones(u.shape)
integer/root-truncated: 1/√M is truncated to an integer, to 0 where M is above 1. Leave out int()
        and //.
    w = s * (1 // r)
integer/truncated: the result is rounded down. Divide with /.
    w = s // r
duplicates/equal-numbers: equal numbers are kept only once. Each weight comes from its own random
        number.
    w = np.unique(w)
"""

EXERCISE = Exercise(
    id="init_uniform", title="Start from random weights", notebook="05", number="5.7",
    signature="init_uniform(u)", lecture=("NPFL129-mlp-training", "NPFL129-init"),
    minutes=4, difficulty=1, reference=init_uniform, cases=cases, shapes="M O", bank=BANK,
    hints=("Where should u = 0 land, and where u = 1?",
           "Stretch [0, 1) to [−1, 1), then divide.",
           "w = (2u − 1) / √M with M the number of rows"),
    formula="w = (2u − 1) / √M",
    variation="what is the variance of a weight, and of a sum of M of them?",
    right=(lambda u: [[(2 * float(a) - 1) / len(u) ** 0.5 for a in row] for row in u],),
    awkward=lambda u: ((2 * u - 1) / np.sqrt(len(u))).astype(np.float32).tolist(),
    heads=("init_uniform([[0.75], [0.5], [0], [1]])", "init_uniform([[0.2, 0.75]])"),
)
