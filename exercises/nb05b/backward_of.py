"""5b.4 backward_of: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils.maths import automatic
from misstep import Case, Exercise


def cases():
    rng = np.random.default_rng(54)

    def array(shape):
        return rng.integers(-12, 13, size=shape) / 8 + 1 / 16

    def case(op, left, right, name):
        A, B = array(left), array(right)
        return Case((op, A, B, array(np.shape(A @ B if op == "@" else A + B))), name)

    return [
        case("+", (2, 3), (2, 3), "two tables of one shape, added"),
        case("*", (2, 3), (2, 3), "two tables of one shape, multiplied entry by entry"),
        case("@", (2, 3), (3, 4), "a matrix product"),
        case("+", (4, 3), (1, 3), "a row added to each row"),
        case("*", (4, 3), (1, 3), "each row times a row"),
        case("+", (4, 3), (4, 1), "a column added to each column"),
        case("+", (4, 3), (3,), "a vector added to each row"),
        case("*", (5, 2), (), "a table times one number"),
        case("*", (1, 3), (4, 3), "a row on the left side"),
        case("*", (4, 1), (1, 3), "a column times a row: both are repeated"),
        case("+", (3,), (4, 1), "a vector and a column: both are repeated"),
        case("+", (), (3, 2), "one number on the left side"),
        case("*", (1, 1), (4, 3), "a table of one entry times a table"),
        case("*", (2, 1, 3), (4, 1), "three axes: all but one are repeated"),
        Case(("*", np.array([0.0, 2.0]), np.array([5.0, 3.0]), np.array([1.5, -0.5])),
             "two vectors, an entry of 0"),
        case("+", (1, 3), (1, 3), "one row each: nothing is repeated"),
        case("@", (3, 3), (3, 3), "square matrices"),
        case("@", (1, 4), (4, 1), "a row times a column"),
    ]


def collected(g, shape):
    """The copies of every entry, added up."""
    for _ in range(g.ndim - len(shape)):
        g = g.sum(axis=0)
    for axis, size in enumerate(shape):
        if size == 1:
            g = g.sum(axis=axis, keepdims=True)
    return g


def by_differences(op, A, B, d):
    """The sum of d times the result is linear in each: unit steps are exact."""
    line = {"+": np.add, "*": np.multiply, "@": np.matmul}[op]

    def slopes(make, at):
        out = np.zeros(at.shape)
        for i in np.ndindex(at.shape):
            e = np.zeros(at.shape)
            e[i] = 1.0
            out[i] = (d * (make(at + e) - make(at))).sum()
        return out

    return slopes(lambda A: line(A, B), A), slopes(lambda B: line(A, B), B)


def by_match(op, A, B, d):
    match op:
        case "@":
            return [np.einsum("tv,dv->td", d, B), np.einsum("td,tv->dv", A, d)]
        case "*":
            g, q = B * d, d * A
        case _:
            g = q = d
    return [automatic.sum_to(g, A.shape), automatic.sum_to(q, B.shape)]


RIGHT = (by_differences, by_match)

BANK = """
backward_of(op, A, B, d)
    e = B if op == "*" else 1.0          # the local slope by A
    c = A if op == "*" else 1.0          # the local slope by B
    g = d @ B.T if op == "@" else d * e  # what goes back, copy by copy
    q = A.T @ d if op == "@" else d * c  # what goes back, copy by copy
    S = lambda g, M: g if op == "@" else collected(g, M.shape)  # the sum over the copies
    o = (S(g, A), S(q, B))

right: S = lambda g, M: g.sum(axis=tuple(range(g.ndim - M.ndim))).sum(axis=tuple(i for i, n in
        enumerate(M.shape) if n == 1), keepdims=True).reshape(M.shape)
right: o = [S(g, A).tolist(), S(q, B).tolist()] || (np.float32(S(g, A)), S(q, B))

omitted-term/copies: the adjoints of the copies are not added up. Where broadcasting repeats an
        entry, that entry collects from every copy, and the result has the entry's own shape.
    S = lambda g, M: g
omitted-term/copies-of-A: the copies of A are not added up. The left side may be the smaller one as
        well.
    o = (g, S(q, B))
omitted-term/number-on-the-left: the copies of A are not added up where A is a single number. It has
        no axis, so all axes of d are copies.
    o = (S(g, A) if np.ndim(A) else g, S(q, B))
omitted-term/copies-of-B: the copies of B are not added up. The right side may be the smaller one as
        well.
    o = (S(g, A), q)
axis/first-only: the first axis is summed where something was repeated, whichever axis that was. Sum
        over the axes that contain copies: those that are missing, and those of length 1.
    S = lambda g, M: g if g.shape == M.shape else g.sum(0, keepdims=True)
    S = lambda g, M: g if g.shape == M.shape else g.sum(0)
axis/all-added-up: all entries are added up where something was repeated. Sum only along the axes
        that contain copies.
    S = lambda g, M: g if g.shape == M.shape else np.full(M.shape, g.sum())
    S = lambda g, M: g if g.shape == M.shape else g.sum()
neighbour-formula/sum-as-product: a sum passes back d times the other side, as a product does. It
        should pass back only d.
    e = B && c = A
factor/half-of-a-sum: each side of a sum gets half of d. Both have the slope 1: each gets all of d.
    o = (S(g, A) / 2, S(q, B) / 2) if op == "+" else (S(g, A), S(q, B))
sign/as-a-difference: the right side of a sum gets −d, as in a difference. Both sides of a sum get
        d.
    q = -d if op == "+" else q
neighbour-formula/summed-too-early: in a product the copies of d are added up before d is multiplied
        by the other factor. Multiply first, copy by copy: each copy has its own entry of the other
        factor.
    o = (collected(d, A.shape) * B, collected(d, B.shape) * A) if op == "*" else (S(g, A), S(q, B))
omitted-term/new-axes: missing axes are not summed. A vector or a number has fewer axes: those in
        front contain copies as well.
    S = lambda g, M: g.sum(axis=tuple(i for i, n in enumerate(M.shape) if n == 1), keepdims=True)
omitted-term/length-one: axes of length 1 are not summed. They have been repeated as well.
    S = lambda g, M: g.sum(axis=tuple(range(g.ndim - M.ndim)))
omitted-term/one-axis: only one of two repeated axes is summed. Several may have been repeated.
    S = lambda g, M: collected(g, M.shape) if M.shape[:1] != (1,) else g.sum(0, keepdims=True)
shape/keepdims: an axis of length 1 is lost. A row stays a row: keepdims=True.
    S = lambda g, M: collected(g, M.shape).squeeze()
factor/mean: the mean over the copies is taken. What is used three times collects three times.
    S = lambda g, M: collected(g, M.shape) * M.size / g.size
neighbour-formula/one-copy: the adjoint that is passed back is cut to size. Add the copies up
        instead.
    S = lambda g, M: g[(0,) * (g.ndim - M.ndim)][tuple(slice(n) for n in M.shape)]
    S = lambda g, M: g.ravel()[:M.size].reshape(M.shape)
neighbour-formula/own-factor: each factor of a product gets its own value back. It should get the
        other one.
    e = A if op == "*" else 1.0 && c = B if op == "*" else 1.0
omitted-term/factor: a product passes d back unchanged to at least one factor, as a sum does. Each
        factor gets d times the other one.
    e = 1.0 && c = 1.0
    e = 1.0 || c = 1.0
neighbour-formula/result-by-factor: in a product the adjoint of a factor that is 0 is nan, as in a
        division by the factor. Use the other factor.
    e = np.divide(A * B, A) if op == "*" else 1.0 && c = np.divide(A * B, B) if op == "*" else 1.0
neighbour-formula/result-by-factor-hidden: in a product the adjoint of a factor that is 0 is lost,
        as when a 0 / 0 is replaced by 0. Use the other factor.
    e = np.nan_to_num(A * B / A) if op == "*" else 1.0
omitted-term/adjoint: only the other factor is passed back, without d. Multiply the two.
    g = d @ B.T if op == "@" else d * 0 + e && q = A.T @ d if op == "@" else d * 0 + c
    g = d * 0 + e if op == "*" else g && q = d * 0 + c if op == "*" else q
omitted-term/adjoint-of-a-sum: a sum passes back ones, without d. It should pass back what comes in.
    S = lambda g, M: np.ones(M.shape) if op == "+" else g if op == "@" else collected(g, M.shape)
    g = d * 0 + e if op == "+" else g && q = d * 0 + c if op == "+" else q
transpose/no-transpose: a matrix product passes back products without a transpose. The shapes show
        where it belongs: d Bᵀ and Aᵀ d.
    g = d @ B if op == "@" else d * e && q = A @ d if op == "@" else d * c
transpose/adjoint: an adjoint of a matrix product is transposed. d_A is d Bᵀ, d_B is Aᵀ d: each has
        the shape of its matrix.
    q = d.T @ A if op == "@" else d * c
    g = B @ d.T if op == "@" else d * e
neighbour-formula/factors-swapped: each side of a product `@` gets the adjoint of the other. d_A is
        d Bᵀ, d_B is Aᵀ d.
    o = (S(q, B), S(g, A)) if op == "@" else (S(g, A), S(q, B))
neighbour-formula/order: the factors are in the wrong order. d_A is d Bᵀ, d_B is Aᵀ d.
    g = B.T @ d if op == "@" else d * e && q = d @ A.T if op == "@" else d * c
neighbour-formula/entry-by-entry: a matrix product is treated as a product entry by entry. Its
        adjoints are matrix products.
    g = d * B if op == "@" else d * e && q = d * A if op == "@" else d * c
convention/swapped: d_B comes first. Return (d_A, d_B).
    o = (S(q, B), S(g, A))
missing-return/one-of-two: only one adjoint is returned. Return both.
    o = S(g, A) || S(q, B)
"""

EXERCISE = Exercise(
    id="backward_of", title="Write what a line hands back", notebook="05b", number="5b.4",
    signature="backward_of(op, A, B, d)", lecture=("ALICE-6.3b", "ALICE-6.1"), minutes=10,
    difficulty=3, reference=automatic.backward_of, cases=cases, bank=BANK,
    derived=True, parts=("d_A", "d_B"),
    hints=("First suppose that A and B have one shape. What do +, * and @ hand back?",
           "Where broadcasting has repeated something, what goes back has too many rows, columns "
           "or axes. Add it up over these, until it has the shape of what was repeated.",
           "+: d, d; *: d B, d A; @: d Bᵀ, Aᵀ d. Then sum over axes that are not there in A (in "
           "front), and with keepdims over those that have length 1 in A; the same for B."),
    formula="+: d, d;  *: d ⊙ B, A ⊙ d;  @: d Bᵀ, Aᵀ d;  then summed over all copies",
    variation="what does Σ A, the sum of all entries, hand back? And its mean?",
    right=RIGHT, awkward=lambda *args: [g.astype(np.float32) for g in by_match(*args)],
    heads=("backward_of('+', [[1, 2]], [[3], [4]], [[1, 2], [3, 4]])",
           "backward_of('@', [[1, 2]], [[3], [4]], [[2]])",
           "backward_of('*', [[2]], [[1, 3]], [[1, 1]])"),
)
