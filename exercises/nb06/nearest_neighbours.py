"""6.5 nearest_neighbours: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import text
from misstep import Case, Exercise


def nearest_neighbours(E, row, count):
    """The `count` rows of E with the largest cosine to one row: (rows, cosines), best first.

    E (|V|, e) without rows of zeros, row an integer counted from 0; it is not its own
    neighbour. Lecture MAY24-1.4f.
    """
    return text.nearest_neighbours(E, row, count, measure="cosine")


def cases():
    """Two have words with the direction of another: they are neighbours, whichever come first."""
    compass = np.array([[2.0, 0.0], [0.0, 3.0], [1.0, 0.5], [-4.0, 0.5], [0.3, -0.1]])
    rng = np.random.default_rng(6)
    seven = np.round(rng.normal(size=(7, 3)), 1) * np.array([[1], [4], [1], [2], [1], [3], [1]])
    square = np.array([[1.0, 0.2, 0.1], [0.1, 4.0, 0.3], [0.5, 1.0, -1.5]])
    above = np.array([[0.5, 3.0], [2.0, 2.0], [1.0, 1.0], [0.0, 1.0], [-1.0, 3.0]])
    below = np.array([[3, 0.5, 1], [1, 2, 2], [0.5, 1, 1], [1, 2, 2], [2, 4, 4], [-1, 0, 3]])
    return [
        Case((compass, 0, 2), "five words around a centre"),
        Case((np.array([[3.0, 4.0], [4.0, 3.0], [0.0, 1.0]]), 0, 1), "three words, one neighbour"),
        Case((compass, 3, 4), "all the other words"),
        Case((seven, 4, 3), "seven words, three numbers each"),
        Case((seven, 1, 5), "a long vector"),
        Case((square, 1, 1), "one neighbour"),
        Case((np.array([[3, 1], [1, 3], [-2, 1], [10, 1]]), 1, 2), "whole numbers", integers=True),
        Case((above, 2, 2), "a word of the same direction above it"),
        Case((below, 1, 3), "three words of the same direction below it"),
        Case((np.array([[2.0, 0.0], [0.0, 1.0], [-3.0, 0.0], [1.0, 2.0]]), 0, 3),
             "a word of the opposite direction"),
    ]


def ties_as_reference(got, expected):
    """Neighbours of equal cosine, in any order, put in the reference's: the lower row first."""
    rank = np.unique(np.round(-expected[1], 9), return_inverse=True)[1]
    if len(set(rank)) == len(rank):
        return got
    parts = [np.asarray(part, float) for part in got]
    n = len(parts[0])
    swapped = parts[0].shape == expected[1].shape and np.allclose(parts[0], expected[1])
    order = np.lexsort((parts[swapped], [*rank[:n], *range(len(rank), n)]))
    return parts[0][order], parts[1][order]


def loop(E, row, count):
    found = []
    for w in range(len(E)):
        if w != row:
            dot = sum(float(a) * float(b) for a, b in zip(E[w], E[row], strict=True))
            size = sum(float(a) ** 2 for a in E[w]) * sum(float(a) ** 2 for a in E[row])
            found.append((-dot / size ** 0.5, w))
    found = sorted(found)[:count]
    return [w for _, w in found], [-negative for negative, _ in found]


def own_as_minus_infinity(E, row, count):
    unit = E / np.sqrt((E ** 2).sum(axis=1, keepdims=True))
    c = unit @ unit[row]
    c[row] = -np.inf
    best = c.argsort()[::-1][:count]
    return best, c[best]


BANK = """
nearest_neighbours(E, row, count)
    A = np.asarray(E, float)             # the table
    q = A[row]                           # the word's vector
    l = np.linalg.norm(A, axis=1)        # the lengths
    d = A @ q                            # the dot products
    c = d / (l * l[row])                 # the cosines
    s = c                                # the scores
    r = np.argsort(-s, kind="stable")    # the ranking
    k = r[r != row]                      # the ranking without the word
    rows = k[:count]                     # the neighbours
    v = c[rows]                          # their cosines
    o = rows, v

shown: l, d, c, k
same: k = r[1:]
right: c = np.round(d / (l * l[row]), 9) || A / l[:, None] @ (q / l[row])
right: k = np.array([i for i in r if i != row])

duplicates/first-is-the-word: the first of the ranking is assumed to be the word itself. A word in
        the same direction also has cosine 1: leave out `row` by its number.
    k = r[1:] || np.argsort(s)[::-1][1:] || np.argsort(s, kind="stable")[::-1][1:]
duplicates/all-of-cosine-one: every word of cosine 1 is left out. Leave out `row` by its number: a
        word in the same direction is a neighbour.
    k = r[s[r] < 1 - 1e-9] || r[~np.isclose(s[r], s.max())]
duplicates/same-numbers-left-out: a word with the same numbers is left out. Leave out `row` by its
        number: another word may have the same vector.
    k = r[(A[r] != q).any(1)]
duplicates/one-per-cosine: only one of the words with the same cosine is kept. Cosines as keys of a
        dict, or np.unique, lose the others: sort row numbers.
    needs: container
    where needs: set
    k = r[r != row][np.append(np.diff(c[r[r != row]]) != 0, True)] || r[r != row][np.append(True,
        np.diff(c[r[r != row]]) != 0)]
duplicates/first-of-the-cosine: of words with the same cosine the first is returned each time.
        index() finds the first of equal ones: sort row numbers, not the cosines.
    where needs: name index where nonzero argmax flatnonzero argwhere searchsorted
    rows = np.array([np.flatnonzero(c == best)[0] for best in c[k[:count]]])
neighbour-formula/dot-product: you use the dot product, so the lengths count as well. Divide by both
        lengths.
    c = d
axis/one-length-for-all: one length is used for the whole table. np.linalg.norm adds up the whole
        table unless it is given an axis: take one length per word.
    where needs: name norm
    c = d / (np.linalg.norm(A) * l[row]) || d / np.linalg.norm(A) || d / np.linalg.norm(A) ** 2
axis/columns: the columns of the table are scaled to length 1 instead of the rows. Take one length
        per word: axis=1, keepdims=True.
    A = A / np.linalg.norm(A, axis=0) && c = d
neighbour-formula/distance: a distance is used. The cosine compares directions: divide the dot
        product by both lengths.
    c = np.linalg.norm(A - q, axis=1) && s = -c
    c = np.abs(A - q).sum(1) && s = -c
neighbour-formula/angle: the angle is returned. Return its cosine.
    v = np.arccos(v) || np.degrees(np.arccos(v))
neighbour-formula/squared: the cosines are squared. Return the cosines as they are.
    v = v ** 2
neighbour-formula/centred: a mean is subtracted, as in a correlation. The cosine takes the rows as
        they are.
    A = A - A.mean(0) || A - A.mean(1, keepdims=True)
convention/best-last: the best neighbour comes last. Put the best first.
    rows = k[:count][::-1]
omitted-term/own-neighbour: the word itself is still in the list. Leave out `row` before you take
        `count` of them.
    k = r
    k = r && rows = k[:count + 1]
    c = np.where(np.arange(len(A)) == row, 0, c) && k = r
    c = np.where(np.arange(len(A)) == row, -1, c) && k = r
off-by-one/renumbered: the row numbers after `row` are one too small. Deleting a row renumbers
        those.
    o = rows - (rows > row), v
missing-return/rows-only: one of the two results is missing. Return the pair `rows, cosines`.
    o = rows || v || c
convention/results-swapped: the two results are swapped. Return `rows, cosines`, in this order.
    needs: container
    o = v, rows
shape/pairs: the function returns a list of pairs. Return two results: the rows, then the cosines.
    o = [(int(i), float(x)) for i, x in zip(rows, v)]
ignored-argument/count: every neighbour is returned, whatever `count` is. Take the first `count` of
        them.
    rows = k
neighbour-formula/not-ranked: the neighbours come in the order of the table. Put the best first.
    r = np.arange(len(A))
neighbour-formula/rank-of-each: each word's place in the ranking is returned. Use argsort once: it
        lists the rows, best first.
    o = np.argsort(r)[:count], v
integer/truncated: the table has lost its decimals. Leave out int() and integer arrays.
    A = np.trunc(A)
"""

EXERCISE = Exercise(
    id="nearest_neighbours", title="Find a word's nearest neighbours", notebook="06",
    number="6.5", signature="nearest_neighbours(E, row, count)",
    lecture=("MAY24-1.4f", "MAY25-1.4f"), minutes=10, difficulty=2,
    reference=nearest_neighbours, cases=cases, shapes="V e", bank=BANK, parts=("rows", "cosines"),
    hints=("Which word is closest to every word, and must be left out?",
           "Scale all rows to length 1; a dot product with the word's row then is a cosine.",
           "cos(a, b) = a·b / (‖a‖ ‖b‖); order = argsort(−cos), without `row`, first `count`"),
    formula="cos(a, b) = a·b / (‖a‖ ‖b‖), sorted downwards, without the word itself",
    variation="rank by the dot product instead: which words move up?",
    right=(loop, own_as_minus_infinity), awkward=loop, align=ties_as_reference,
    heads=("nearest_neighbours([[4, 3], [1, 0]], 0, 1)",
           "nearest_neighbours([[-0.5, 3], [-0.5, 3]], 0, 1)",
           "nearest_neighbours([[1, 0], [0, 2], [3, 4]], 2, 1)",
           "nearest_neighbours([[0, 0.5], [1.5, -2]], 0, 1)",
           "nearest_neighbours([[2, 4], [1, 2], [-2, -1]], 2, 2)",
           "nearest_neighbours([[3, -4], [0, -3], [3, -4]], 2, 2)"),
)
