"""4.9 spot_impostor: its cases, right answers in other styles, hints, and what students write."""

import numpy as np

from misstep import Case, Exercise


def spot_impostor(candidates):
    """Index of the one matrix among three that cannot be a Jacobian of softmax.

    Laws of a Jacobian (m, m): symmetric, rows sum to 0, no negative eigenvalue.
    Lectures MAY24-1.3f, MAY24-1.3g.
    """
    def obeys_the_laws(J):
        symmetric = np.allclose(J, J.T)
        rows_sum_to_0 = np.allclose(J.sum(axis=1), 0)
        return symmetric and rows_sum_to_0 and np.linalg.eigvalsh(J).min() > -1e-9
    return [obeys_the_laws(J) for J in candidates].index(False)


def jacobian(*o):
    return np.diag(o) - np.outer(o, o)


def cases():
    a, b, c = jacobian(0.1, 0.2, 0.7), jacobian(0.5, 0.3, 0.2), jacobian(0.25, 0.25, 0.5)
    p, q = jacobian(0.1, 0.2, 0.3, 0.4), jacobian(0.25, 0.25, 0.25, 0.25)
    pair, even = jacobian(0.3, 0.7), jacobian(0.5, 0.5)
    o = np.array([0.5, 0.3, 0.2])
    turn = 0.05 * np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    indefinite = np.array([[0.1, 0.2, -0.3], [0.2, 0.1, -0.3], [-0.3, -0.3, 0.6]])
    scale = np.array([1.0, 2.0, 0.5])
    rounded = jacobian(0.0625, 0.1875, 0.25, 0.5)
    rounded[0, 1] += 2.0**-53
    uneven = p + np.diag([0.0, 0.0, 0.004, 0.0])
    total = np.array([[0.2, -0.1, 0.0], [-0.1, 0.1, -0.1], [0.0, -0.1, 0.1]])
    found = {
        "an impostor with an empty off-diagonal": [np.diag(o * (1 - o)), a, c],
        "an impostor with the sign flipped": [a, b, -b],
        "an impostor that is not symmetric": [c, np.eye(3) - o, a],
        "an impostor whose rows and columns sum to 0": [b, a, c + turn],
        "an impostor with a positive diagonal": [a, indefinite, b],
        "an impostor of the right rank": [np.outer(scale, scale) * a, b, c],
        "four classes": [p, q, np.diag([0.1, 0.2, 0.3, 0.4])],
        "a Jacobian with a rounding error": [p, rounded, np.diag([0.4, 0.1, 0.2, 0.3])],
        "an impostor whose rows nearly sum to 0": [p, uneven, q],
        "two classes": [pair, even, -np.outer([0.3, 0.7], [0.3, 0.7])],
        "two classes, signs of the off-diagonal": [even, np.full((2, 2), 0.25), pair],
        "an impostor whose columns sum to 0": [(np.eye(3) - o).T, b, a],
        "an impostor of equal entries": [a, b, np.full((3, 3), 0.1)],
        "an impostor with a negative diagonal": [a, -0.5 * c, b],
        "an impostor whose entries sum to 0, its rows do not": [c, b, total],
        "a nearly certain softmax": [jacobian(0.999, 0.0005, 0.0005), np.diag(o), a],
        "another whose rows and columns sum to 0": [b - turn, c, a],
        "a third whose rows and columns sum to 0": [c, b + 0.5 * turn, a],
        "another with a positive diagonal": [indefinite[::-1, ::-1], a, c],
        "a third with a positive diagonal": [c, a, indefinite],
        "a small impostor with a positive diagonal": [a, c, 0.3 * indefinite],
        "an impostor that is nearly symmetric": [a, c, b + 0.05 * turn],
        "an impostor with an eigenvalue just below 0": [a, 0.05 * indefinite, b],
        "another of the right rank": [a, c, np.outer(scale, scale) * b],
        "a third of the right rank": [b, np.outer(1 / scale, 1 / scale) * c, a],
        "a certain softmax: all entries 0": [jacobian(0.0, 1.0, 0.0), a, b.T + turn],
        "a single class": [jacobian(1.0), np.array([[0.5]]), jacobian(1.0)],
    }
    return [Case((candidates,), name) for name, candidates in found.items()]


LAWS = {
    "symmetric": lambda J: np.allclose(J, J.T),
    "rows": lambda J: np.allclose(J.sum(axis=1), 0),
    "columns": lambda J: np.allclose(J.sum(axis=0), 0),
    "total": lambda J: np.isclose(J.sum(), 0),
    "trace": lambda J: np.trace(J) >= 0,
    "definite": lambda J: np.linalg.eigvalsh((J + J.T) / 2).min() > -1e-9,
    "indefinite": lambda J: np.linalg.eigvalsh((J + J.T) / 2).min() < -1e-9,
    "diagonal": lambda J: np.all(np.diag(J) >= 0),
    "off": lambda J: np.all(J - np.diag(np.diag(J)) <= 1e-12),
    "positive": lambda J: np.all(J >= 0),
    "rank": lambda J: np.linalg.matrix_rank(J, tol=1e-9) == len(J) - 1,
    "singular": lambda J: abs(np.linalg.det(J)) < 1e-12,
    "exactly symmetric": lambda J: np.all(J == J.T),
    "rows of exactly 0": lambda J: np.all(J.sum(axis=1) == 0),
    "exactly definite": lambda J: np.linalg.eigvalsh(J).min() >= 0,
    "strictly definite": lambda J: np.linalg.eigvalsh(J).min() > 0,
    "nearly symmetric": lambda J: np.allclose(J, J.T, atol=0.01),
    "rows near 0": lambda J: np.allclose(J.sum(axis=1), 0, atol=0.01),
    "nearly definite": lambda J: np.linalg.eigvalsh((J + J.T) / 2).min() > -0.01,
}


def guilty(candidates, *laws):
    """For each candidate whether it breaks one of some laws."""
    return [not all(LAWS[law](J) for law in laws) for J in candidates]


def by_number(candidates, number, pick=np.argmax):
    """The candidate with the largest or smallest of some number."""
    return int(pick([number(J) for J in candidates]))


def loop(candidates):
    for k, J in enumerate(candidates):
        m = len(J)
        bad = any(abs(sum(J[i])) > 1e-8 for i in range(m))
        bad = bad or any(abs(J[i][j] - J[j][i]) > 1e-8 for i in range(m) for j in range(m))
        bad = bad or any(J[i][j] > 1e-8 for i in range(m) for j in range(m) if i != j)
        if bad or any(J[i][i] < 0 for i in range(m)):
            return k
    return None


BANK = """
spot_impostor(candidates)
    c = candidates
    b = guilty(c, "symmetric", "rows", "definite")     # which candidates break a law
    r = 0                                              # what is returned when none does
    k = b.index(True) if True in b else r              # the impostor's index
    o = k

same: r = -1 || None || 1 || 2
same: k = b.index(True)
right: b = guilty(c, "symmetric", "columns", "definite") || guilty(c, "symmetric", "rows", "off")
right: o = np.int64(k) || float(k)

omitted-term/only-symmetry: only the symmetry decides. The rows of a symmetric matrix need not sum
        to 0.
    b = guilty(c, "symmetric")
omitted-term/only-row-sums: only the row sums decide. A matrix whose rows sum to 0 may not be
        symmetric, or its sign may be flipped.
    b = guilty(c, "rows")
omitted-term/only-column-sums: only the column sums decide. A matrix whose columns sum to 0 may not
        be symmetric, or its sign may be flipped.
    b = guilty(c, "columns")
omitted-term/only-eigenvalues: only the eigenvalues decide. Test symmetry and row sums too.
    b = guilty(c, "definite")
omitted-term/no-eigenvalue-test: −J passes just like J. A covariance matrix has no negative
        eigenvalue: test that as well.
    b = guilty(c, "symmetric", "rows")
neighbour-formula/diagonal-for-eigenvalues: a matrix with a positive diagonal and a negative
        eigenvalue passes. The third law is about all eigenvalues.
    b = guilty(c, "symmetric", "rows", "diagonal") || guilty(c, "symmetric", "rows", "trace")
omitted-term/no-symmetry-test: a matrix that is not symmetric passes. Its rows and columns may still
        sum to 0: compare J with Jᵀ.
    b = guilty(c, "rows", "definite") || guilty(c, "rows", "columns", "definite")
    b = guilty(c, "rows", "diagonal") || guilty(c, "rows", "off")
omitted-term/no-row-sum-test: a matrix whose rows do not sum to 0 passes. Shifting all logits
        changes nothing: J times (1, …, 1) is 0.
    b = guilty(c, "symmetric", "definite") || guilty(c, "symmetric", "off") ||
        guilty(c, "symmetric", "diagonal") || guilty(c, "symmetric", "diagonal", "off")
neighbour-formula/rank-for-row-sums: a matrix of rank m − 1 whose rows do not sum to 0 passes. It
        sends a vector other than (1, …, 1) to 0: test the row sums.
    b = guilty(c, f) || guilty(c, "symmetric", f) || guilty(c, "symmetric", f, "definite") && f =
        "rank" || "singular"
neighbour-formula/largest-row-sum: the candidates are ranked by their sums, and the one at an end of
        the ranking is returned. Impostors may also have row sums of 0: test |sum| < a small number,
        and the other laws.
    o = by_number(c, lambda J: J.sum(1).max()) || by_number(c, np.sum)
    o = by_number(c, lambda J: abs(J.sum(1)).max(), f) && f = np.argmax || np.argmin
    o = by_number(c, lambda J: J.sum(1).min(), np.argmin)
omitted-term/only-signs: only the signs of entries decide. Test symmetry and row sums too.
    b = guilty(c, "diagonal") || guilty(c, "off") || guilty(c, "diagonal", "off")
axis/total-sum: a matrix passes whose entries sum to 0 while its rows do not. Rows may cancel out:
        test every row.
    b = guilty(c, "total") || guilty(c, "symmetric", "total")
unstable/exact-comparison: a genuine Jacobian fails because of rounding. Allow for it: np.allclose,
        > −1e-9.
    b = guilty(c, "symmetric", "rows", "exactly definite") || guilty(c, "exactly definite")
    b = guilty(c, "rows of exactly 0") || guilty(c, "exactly symmetric", "rows of exactly 0")
    b = guilty(c, "exactly symmetric", "rows of exactly 0", "exactly definite")
    b = guilty(c, "exactly symmetric", "rows", "definite")
convention/strictly-positive: an eigenvalue of 0 counts as a broken law. Every Jacobian of softmax
        has one, because shifts are lost: only eigenvalues clearly below 0 break the law.
    b = guilty(c, "symmetric", "rows", "strictly definite") || guilty(c, "strictly definite")
neighbour-formula/coarse-tolerance: a violation of less than a hundredth passes as rounding.
        Rounding leaves about 1e-16: allow for 1e-9.
    b = guilty(c, "nearly symmetric", "rows near 0", "nearly definite")
    b = guilty(c, "nearly symmetric", "rows", "definite") || guilty(c, "symmetric", "rows near 0",
        "definite") || guilty(c, "symmetric", "rows", "nearly definite")
neighbour-formula/first-genuine: the index of a genuine Jacobian is returned. Return the index of
        the one that breaks a law.
    o = b.index(False) || 2 - b[::-1].index(False) || (k + 1) % 3
shape/verdict-per-candidate: the function returns a verdict for each candidate. Return one index.
    o = b || [not v for v in b]
shape/not-an-index: the impostor itself is returned. Return its index, a number.
    o = c[k]
shape/index-in-a-list: the index is returned in a list. Return it as a number.
    o = [k]
neighbour-formula/row-sums-of-one: the answer is what you get by testing for rows that sum to 1, as
        in softmax itself. Each row of the Jacobian sums to 0: the outputs change, their sum does
        not.
    o = by_number(c, lambda J: max(abs(J.sum(1) - 1).max(), f * abs(J - J.T).max())) && f = 0 || 1
sign/eigenvalue-test: a negative eigenvalue passes, and a genuine Jacobian fails. Its smallest
        eigenvalue is 0, and rounding may put it just below.
    b = guilty(c, "symmetric", "rows", "indefinite") || guilty(c, "indefinite")
neighbour-formula/negative-entries: a matrix with a negative entry fails. The eigenvalues must not
        be negative; the entries off the diagonal of a Jacobian are −o_i o_j.
    b = guilty(c, "positive") || guilty(c, "symmetric", "rows", "positive")
neighbour-formula/all-guilty: the answer is 0 in every case. Print each test's verdict on each
        candidate: a genuine Jacobian passes all of them, an impostor fails at least one.
    o = 0
neighbour-formula/all-laws-at-once: a matrix passes even if it breaks one or two of the laws. One
        broken law is enough for an impostor.
    b = [not any(LAWS[n](J) for n in ("symmetric", "rows", "definite")) for J in c] && r = -1
ignored-argument/constant: the answer is always the same. Print each test's verdict on each
        candidate: a genuine Jacobian passes all of them, an impostor fails at least one.
    o = 1 || 2 || -1
"""

EXERCISE = Exercise(
    id="spot_impostor", title="Spot the impostor", notebook="04", number="4.9",
    signature="spot_impostor(candidates)", lecture=("MAY24-1.3f", "MAY24-1.3g"),
    minutes=8, difficulty=2, reference=spot_impostor, cases=cases, bank=BANK,
    hints=("What does every softmax Jacobian have in common? Print the row sums of one.",
           "Three laws: J = Jᵀ, every row sums to 0, no eigenvalue is negative. Allow for "
           "rounding.",
           "the first k with not (allclose(J, J.T) and allclose(J.sum(1), 0) and "
           "eigvalsh(J).min() > −1e-9)"),
    formula="J = Jᵀ, J·1 = 0, vᵀJv ≥ 0 for every v",
    variation="build an impostor that passes all three laws. Which law would catch it?",
    right=(loop,), awkward=lambda c: np.float32(loop(c)),
    heads=tuple(f"spot_impostor([{', '.join(f'np.array({J})' for J in three)}])" for three in (
        ([[0.25, -0.25], [-0.25, 0.25]], [[0.25, 0.25], [0.25, 0.25]],
         [[0.21, -0.21], [-0.21, 0.21]]),
        ([[0.25, -0.25], [-0.25, 0.25]], [[0.21, -0.21], [-0.21, 0.21]],
         [[0.25, -0.25], [-0.2, 0.2]]),
        ([[0.21, -0.21], [-0.21, 0.21]], [[0.25, -0.25], [-0.25, 0.25]],
         [[-0.09, -0.21], [-0.21, -0.49]]),
        ([[0]], [[0.5]], [[0]]))),
)
