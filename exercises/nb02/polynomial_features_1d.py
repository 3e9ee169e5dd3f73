"""2.1 polynomial_features_1d: its cases, right answers in other styles, hints, known mistakes."""

import numpy as np

from course_utils import functions
from misstep import Case, Exercise


def cases():
    x = np.array([0.5, 2.0, -1.0])
    return [
        Case((x, 3), "three numbers, degree 3"),
        Case((np.array([1.5, -0.5, 0.25, 3.0, -2.0]), 2), "five numbers, degree 2"),
        Case((x, 5), "three numbers, degree 5"),
        Case((np.array([0.0, 1.0, -0.75, 2.5]), 3), "as many rows as powers, one number is 0"),
        Case((x, 1), "degree 1"),
        Case((np.array([2.0, 0.0, -3.0, 0.5]), 0), "degree 0"),
        Case((np.array([-1.5]), 4), "a batch of one"),
        Case((np.array([3, -2, 0, 1, 2]), 3), "whole numbers", integers=True),
        Case((np.array([100, 10]), 10), "the whole number 100 to the power 10", integers=True),
        Case(([0.5, -2.0, 3.0], 2), "a list"),
        Case(([2, 0, -1, 5], 4), "a list of whole numbers", integers=True),
        Case((np.array([0.5, -1.5, 0.5, 0.25, 2.0, 0.5]), 2), "a number that stands three times"),
        Case((np.array([0.9, -0.5, 1.0]), 37), "degree 37"),
    ]


def loop(x, degree):
    return [[float(value) ** j for j in range(degree + 1)] for value in x]


BANK = """
polynomial_features_1d(x, degree)
    v = np.asarray(x, float)             # the numbers
    p = np.arange(degree + 1)            # the exponents
    o = v[:, None] ** p

shown: p
same: v = np.asarray(x)
right: o = np.vander(v, degree + 1)[:, ::-1] || np.power.outer(np.float32(v), p)
right: o = np.array([v ** j for j in p]).T || np.polynomial.polynomial.polyvander(v, degree)

off-by-one/last-power-missing: the highest power is missing. The exponents go from 0 to degree, both
        included: degree + 1 columns.
    p = np.arange(degree) || np.arange(max(degree, 1))
off-by-one/one-power-too-many: there is one power too many. The last column is x^degree.
    p = np.arange(degree + 2)
omitted-term/no-constant: the column of ones, x⁰, is missing. The exponents start at 0.
    p = np.arange(1, degree + 1)
off-by-one/powers-from-one: the powers run from 1 to degree + 1. They run from 0 to degree.
    p = np.arange(1, degree + 2)
off-by-one/first-and-last-missing: the column of ones and the highest power are missing. The powers
        run from 0 to degree, both included.
    p = np.arange(1, degree)
off-by-one/two-columns-at-degree-0: degree 0 gives a second column. There the column of ones is the
        only one.
    p = np.arange(max(degree, 1) + 1)
off-by-one/last-column-not-filled: the last column has the same number in every row. Its power is
        degree: column j is x^j.
    o = np.where(p < degree, o, 0) || np.where(p < degree, o, 1)
omitted-term/constant-zero: the first column is all zeros. x⁰ is 1 for every x.
    o = np.where(p > 0, o, 0)
omitted-term/both-ends-zero: the first and the last column are all zeros. They are x⁰ = 1 and
        x^degree.
    o = np.where((p > 0) & (p < degree), o, 0)
missing-return/first-column-only: your later columns have one fixed number in every row. Each power
        up to degree needs its turn.
    o = np.where(p > 0, 0, o) || np.where(p > 1, 1, o) || np.where(p > 1, 0, o)
shape/one-long-row: you return the numbers in one long row. The task asks for a table (t, degree +
        1): put the columns side by side.
    o = o.T.ravel() || o.ravel()
transpose/rows-are-powers: your rows are powers, your columns examples. Make the rows the examples.
    o = o.T || o[:, ::-1].T
convention/decreasing-powers: your powers are in decreasing order. That is another convention
        (np.vander's default): here x⁰ comes first.
    o = o[:, ::-1]
convention/constant-last: your column of ones comes last. That is another convention: here x⁰ comes
        first.
    p = np.roll(p, -1)
integer/integer-powers: you compute the powers in integers, and 100^10 does not fit into 64 bits.
        Convert x to floats first.
    v = np.asarray(x)
neighbour-formula/multiples: your columns are multiples of x, not powers. x * j is not x ** j.
    where needs: operator *
    o = v[:, None] * p || np.where(p > 0, v[:, None] * p, 1) || v[:, None] * (p + 1)
    o = v[:, None] * p[1:]
neighbour-formula/derivatives: your columns are the derivatives of the powers. Column j is the power
        j itself.
    o = p * v[:, None] ** np.maximum(p - 1, 0)
factor/per-column: your columns have extra factors. Column j is the power j and nothing more.
    o = o * np.maximum(p, 1) || o / np.maximum(p, 1) || o / (p + 1)
    o = o * [float(math.comb(degree, j)) for j in p]
neighbour-formula/sums: your columns are x + j, not powers. Column j is x to the power j.
    o = v[:, None] + p
neighbour-formula/inputs-only: several columns are x itself. Column j is the power j.
    o = v[:, None] ** np.minimum(p, 1) || v[:, None] ** np.minimum(p + 1, 1)
neighbour-formula/constant-and-highest: you return only the constant and the highest power. Return
        all powers from 0 to degree.
    p = np.array([0, degree])
neighbour-formula/same-power: all columns are the same power. Column j is the power j.
    o = np.repeat(v[:, None] ** degree, degree + 1, 1)
in-place/shared-column: all columns are x^(degree + 1), as if one array had been multiplied again
        and again. Column j is x^j, in an array of its own.
    o = np.repeat(v[:, None] ** (degree + 1), degree + 1, 1)
neighbour-formula/base-and-exponent: x is the exponent, not the base. Column j is x to the power j.
    o = (1.0 * p) ** v[:, None] || (1.0 * p) ** np.abs(v)[:, None] || np.repeat( float(degree) **
        v[:, None], degree + 1, 1)
neighbour-formula/other-basis: your columns are other polynomials of the same degrees. The task asks
        for plain powers.
    o = np.polynomial.chebyshev.chebvander(v, degree) || np.polynomial.legendre.legvander(v, degree)
    o = np.polynomial.hermite.hermvander(v, degree) || np.polynomial.laguerre.lagvander(v, degree)
    o = np.polynomial.hermite_e.hermevander(v, degree)
unstable/logarithms: powers of negative numbers, or 0⁰, come out as nan, as if you took them by
        logarithms. Raise x itself.
    o = np.exp(p * np.log(v)[:, None])
sign/absolute-values: the sign of x is lost. An odd power of a negative number is negative.
    o = np.exp(p * np.log(np.abs(v))[:, None])
convention/zero-to-the-zero: your 0⁰ is not 1. The first column is 1 for every x, including 0.
    o = np.where((v[:, None] == 0) & (p == 0), 0, o) || np.where((v[:, None] == 0) & (p == 0),
        np.nan, o)
duplicates/two-constants: there are two columns of ones. Only x⁰ is constant.
    o = np.insert(o, 0, 1, 1) || np.column_stack([o, np.ones(len(v))])
omitted-term/odd-powers: your result lacks odd powers above 1. Column j is the power j, for odd j
        too.
    o = o * ((p % 2 == 0) | (p == 1)) || o * (p % 2 == 0) || o[:, ::2]
off-by-one/powers-skipped: after the column of ones each exponent is too high by 1. Column 1 is x
        itself.
    p = np.where(p > 0, p + 1, 0)
neighbour-formula/exponents-doubled: the exponents double from column to column: 1, 2, 4, 8. They
        grow by 1: column j is the power j.
    p = np.where(p > 0, 2 ** np.maximum(p - 1, 0), 0)
neighbour-formula/scaled-inputs: you rescale x before the powers. Take x as it is.
    v = v / np.abs(v).max() || (v - v.mean()) / v.std() || 2 * (v - v.min()) / np.ptp(v) - 1
neighbour-formula/centred-inputs: you centre x before the powers. Take x as it is.
    v = v - v.mean()
neighbour-formula/shifted-inputs: you shift x by 1 before the powers. Take x as it is.
    v = v + 1 || v - 1
neighbour-formula/sorted-inputs: you sort x, so the rows are in a different order. Row i belongs to
        x[i].
    v = np.sort(v)
ignored-argument/degree: the number of powers does not follow the degree for every x and degree.
        Count from 0 to degree.
    p = np.arange(len(v)) || np.arange(min(degree, 10) + 1)
"""

EXERCISE = Exercise(
    id="polynomial_features_1d", title="Write the polynomial map", notebook="02", number="2.1",
    signature="polynomial_features_1d(x, degree)",
    lecture=("CS577-featuremap-1d", "CS577-featuremap-code"), minutes=5, difficulty=1,
    reference=functions.polynomial_features_1d, cases=cases, shapes="t, degree", bank=BANK,
    held={"degree": (1, 2, 3, 37)},
    hints=("How many columns are there for degree 2? What stands in the first?",
           "Column j is x to the power j. A column x[:, None] against a row of exponents gives "
           "the whole table; make x floats first.",
           "np.asarray(x, dtype=float)[:, None] ** np.arange(degree + 1)"),
    formula="φ(x) = [x⁰, x¹, …, x^degree], one row per entry of x",
    variation="print the table for x = 10 and degree 37 with integers. Where does it go wrong?",
    right=(loop,), awkward=loop,
    heads=("polynomial_features_1d([2, 3], 3)", "polynomial_features_1d([2, 0], 3)",
           "polynomial_features_1d([2, 1], 0)"),
)
