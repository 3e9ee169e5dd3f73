"""2.2 polynomial_features_2d_degree2: its cases, right answers in other styles, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def columns_as_reference(got, expected):
    """Put the columns of a table into the reference's order where they can be recognised.

    In a table that has features as rows, the rows.
    """
    G, E = np.asarray(got, dtype=float), np.asarray(expected)
    if G.ndim != 2 or not np.isfinite(G).all():
        return got
    columns, rows = (_in_order(T, E) if len(T) == len(E) else (-1, got) for T in (G, G.T))
    return rows[1].T if rows[0] > max(columns[0], 2) else columns[1]


def _in_order(G, E):
    """(how many columns of E are found in G, the columns of G in their order).

    What is not found goes to the nearest column that is left, the rest comes last.
    """
    far = np.abs(G[:, :, None] - E[:, None, :])
    equal = (far <= 1e-4 * np.abs(E)[:, None, :] + 1e-6 * max(1.0, np.abs(E).max())).all(0)
    far, free, order = far.sum(0), set(range(G.shape[1])), {}
    for k in range(E.shape[1]):
        fits = [j for j in sorted(free) if equal[j, k]]
        if fits:
            order[k] = fits[0]
            free.discard(fits[0])
    found = len(order)
    for k in set(range(E.shape[1])) - set(order):
        if free:
            order[k] = min(free, key=lambda j, k=k: (far[j, k], j != k, tuple(G[:, j])))
            free.discard(order[k])
    rest = sorted(free, key=lambda j: tuple(np.round(G[:, j], 6)))
    return found, G[:, [order[k] for k in sorted(order)] + rest]


def cases():
    X = np.array([[2.0, 3.0], [-1.0, 0.5], [0.25, -2.0]])
    more = np.array([[1.5, -0.5], [3.0, 2.0], [-2.5, -1.0], [0.5, 4.0], [1.25, 0.75],
                     [-0.75, 2.5]])
    return [
        Case((X,), "three points"),
        Case((more[:5],), "five points"),
        Case((more,), "as many points as features"),
        Case((X[:2],), "as many points as inputs"),
        Case((np.array([[0.0, 0.0], [0.0, -1.5], [2.5, 0.0], [1.0, 1.0]]),), "points on the axes"),
        Case((np.array([[3.0, -0.5]]),), "a batch of one"),
        Case((np.array([[2, 3], [-1, 4], [0, 5], [7, -2], [1, 1], [6, 3], [-3, -3]]),),
             "whole numbers", integers=True),
    ]


def loop(X):
    return [[float(a) ** 2, float(b) ** 2, float(a * b), float(a), float(b), 1.0] for a, b in X]


def by_pairs(X):
    Z = np.column_stack([np.ones(len(X)), X])
    return np.stack([Z[:, i] * Z[:, j] for i in range(3) for j in range(i, 3)], axis=1)


BANK = """
polynomial_features_2d_degree2(X)
    F = np.asarray(X, float)             # the points
    a = F[:, 0]                          # the first input
    b = F[:, 1]                          # the second input
    e = np.ones(len(a))                  # the ones
    aa = a * a                           # the square of x1
    ab = a * b                           # the product
    bb = b * b                           # the square of x2
    C = [e, a, b, aa, ab, bb]            # the columns
    o = np.column_stack(C)

shown: aa, ab, bb
right: C = [aa, bb, ab, a, b, e] || [a, b, aa, bb, ab, a ** 0.0]
right: o = np.float32(np.array(C).T)

duplicates/two-constants: there are two columns of ones. One constant is enough.
    C = [e, e, a, b, aa, ab, bb]
neighbour-formula/degree-per-input: each input goes up to degree 2 on its own, as in x1² x2². The
        exponents have to add up to at most 2.
    C = [a ** i * b ** j for i in range(3) for j in range(3)]
neighbour-formula/exponents-multiplied: x1² x2 and x1 x2² are among your columns. Their degree is 3:
        the sum of the exponents is at most 2, not their product.
    C = [a ** i * b ** j for i in range(3) for j in range(3) if i * j <= 2]
omitted-term/no-constant: the column of ones is missing. The constant is the monomial of degree 0.
    C = [a, b, aa, ab, bb]
omitted-term/no-product: the product x1 x2 is missing. XOR needs that column.
    C = [e, a, b, aa, bb] || [e, a, aa, e, b, bb] || [a, b, aa, bb]
omitted-term/no-squares: the squares are missing. x1² and x2² have degree 2 as well.
    C = [e, a, b, ab] || [a, b, ab]
omitted-term/one-square-missing: one of the squares is missing. Both inputs have one.
    C = [e, a, b, aa, ab] || [e, a, b, ab, bb]
omitted-term/no-linear-terms: the inputs themselves are missing. x1 and x2 have degree 1: they
        belong to degree at most 2.
    C = [e, aa, ab, bb] || [aa, ab, bb]
omitted-term/squares-only: the inputs and their product are missing. They have degree 1 and 2: they
        belong to the map too.
    C = [aa, bb] || [e, aa, bb]
omitted-term/product-only: you return only the product. The map has six columns.
    C = [ab]
duplicates/product-twice: x1 x2 and x2 x1 both occur, but they are the same column. Take each
        monomial once.
    C = [e, a, b, aa, ab, ab, bb] || [e, a, b, a, aa, ab, b, ab, bb] || [aa, ab, ab, bb]
duplicates/square-twice: one square appears twice, and the other is missing. Each input has its own.
    bb = a * a || aa = b * b
duplicates/input-twice: one input appears twice, and the other is missing. x1 is X[:, 0], x2 is X[:,
        1].
    b = a || C = [e, a, a, aa, ab, bb] || [e, b, b, aa, ab, bb] || a = F[:, 1]
duplicates/square-for-product: you have a square where the product belongs. XOR needs the product x1
        x2.
    ab = aa || b * b
factor/product-doubled: the product is doubled, as in (x1 + x2)². The column is x1 x2.
    ab = 2 * a * b
factor/kernel-map: there is a factor √2, as in the map of a kernel. The task asks for plain
        monomials.
    C = [e, r * a, r * b, aa, r * ab, bb] || [e, r * a, r * b, aa, ab, bb] || [e, a, b, aa, r * ab,
        bb] && r = 2 ** 0.5
factor/column: a column has an extra factor. The task asks for plain monomials, without a factor.
    aa = r * a * a && bb = r * b * b && r = 2 || 0.5
    C = [e, 2 * a, 2 * b, aa, ab, bb] || [e, 2 * a, 2 * b, aa, 2 * ab, bb] || e = 2 * e
    C = [e, a, b, aa / 2, ab / 2, bb / 2] || [e, a, b, 2 * aa, 2 * ab, 2 * bb]
sign/column: a column has the wrong sign. The task asks for plain monomials, without a sign.
    ab = -a * b || -2 * a * b || -(2 ** 0.5) * a * b || -a * b / 2 || e = -e
    C = [e, -a, b, aa, ab, bb] || [e, a, -b, aa, ab, bb] || [e, -a, -b, aa, ab, bb]
    aa = -a * a && bb = -b * b
off-by-one/degree-3: your map goes up to degree 3. Degree 2 is the highest.
    C = [a ** i * b ** j for i in range(4) for j in range(4 - i)]
off-by-one/cubes: a column has degree 3. Degree 2 is the highest.
    aa = a ** 3 && bb = b ** 3
    ab = a * a * b || a * b * b
neighbour-formula/not-the-product: you have another combination of the inputs where their product
        belongs. The column is x1 times x2.
    ab = a - b || np.abs(a - b) || (a - b) ** 2 || (a + b) ** 2 || aa + b * b || np.maximum(a, b)
    ab = np.minimum(a, b) || a / np.where(b == 0, 1, b) || a / b
omitted-term/squares-added: you add the two squares into one column. Each has its own.
    C = [e, a, b, aa + bb, ab]
neighbour-formula/doubles: you double an input instead of squaring it. Write x ** 2, not x * 2.
    where needs: operator *
    aa = 2 * a && bb = 2 * b
    aa = 2 * a || bb = 2 * b
neighbour-formula/one-dimensional-map: each input has rows of its own, with its powers up to 2. Use
        one row per point, with the product x1 x2 in it.
    o = F.T.ravel()[:, None] ** np.arange(3) || F.ravel()[:, None] ** np.arange(3)
ignored-argument/second-input: you leave out x2 and return the powers of x1. The inputs, their
        squares and their product all belong to the map.
    C = [e, a, aa]
neighbour-formula/rescaled-inputs: you rescale the inputs first. Take X as it is.
    F = F / np.abs(F).max() || (F - F.mean(0)) / np.where(F.std(0), F.std(0), 1)
neighbour-formula/centred-inputs: you centre the inputs first. Take X as it is.
    F = F - F.mean(0)
transpose/reshaped: you write one column after the other into the rows. reshape does not exchange
        rows and columns; .T does.
    where needs: reshape
    C = C || [e, a, b, aa, bb, ab] || [e, a, aa, b, bb, ab] && o = np.reshape(C, (len(a), 6))
axis/rows-as-inputs: you take the first two rows for x1 and x2. x1 is the column X[:, 0].
    a = F[0] && b = F[min(1, len(F) - 1)]
    a = F[0] && b = F[1] && o = o.T || o[:, 1:]
axis/product-over-rows: the product column has one number for all rows. Multiply x1 and x2 row by
        row.
    ab = e * (a @ b) || e * np.prod(a * b)
shape/column-too-many: there is an extra column. Return only the six monomials of degree at most 2.
    C = [*C, a] || [*C, b] || [*C, a - b] || [*C, a * ab] || [*C, b * ab]
"""

EXERCISE = Exercise(
    id="polynomial_features_2d_degree2", title="Map two inputs to degree 2", notebook="02",
    number="2.2", signature="polynomial_features_2d_degree2(X)",
    lecture=("CS577-featuremap-2d",), minutes=5, difficulty=1,
    reference=functions.polynomial_features_2d_degree2, cases=cases, shapes="t", bank=BANK,
    align=columns_as_reference,
    hints=("Which products of at most two factors can you make from x1 and x2?",
           "One constant, two inputs, two squares, one product: six columns side by side.",
           "np.column_stack([ones, x1, x2, x1**2, x1*x2, x2**2]) with x1 = X[:, 0], "
           "x2 = X[:, 1]"),
    formula="φ(x1, x2) = [1, x1, x2, x1², x1 x2, x2²]",
    variation="write the map of degree 3. How many columns must it have?",
    right=(loop, by_pairs), awkward=loop,
    heads=("polynomial_features_2d_degree2([[2, 3]])",
           "polynomial_features_2d_degree2([[1, 2], [1, 3]])"),
)
