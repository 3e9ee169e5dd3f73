"""Records of notebook 02: exercises with their cases and known mistakes, predictions.

A wrong map may be written for arrays only, with powers of whole numbers, or with floats and
lists: `_dressed` writes one `Mistake` for each dress, under one id.
"""

import itertools
import math

import numpy as np

from course_utils import functions
from course_utils.exercises.engine import Case, Exercise, Mistake, Prediction

# --- 2.1 polynomial_features_1d -----------------------------------------------------------


def _power_cases():
    x = np.array([0.5, 2.0, -1.0])
    return [
        Case((x, 3), "three numbers, degree 3", sizes={"t": 3, "degree": 3}),
        Case((np.array([1.5, -0.5, 0.25, 3.0, -2.0]), 2), "five numbers, degree 2",
             sizes={"t": 5, "degree": 2}),
        Case((x, 5), "three numbers, degree 5", sizes={"t": 3, "degree": 5}),
        Case((np.array([0.0, 1.0, -0.75, 2.5]), 3), "as many rows as powers, one number is 0",
             sizes={"t": 4, "degree": 3}),
        Case((x, 1), "degree 1", sizes={"t": 3, "degree": 1}),
        Case((np.array([2.0, 0.0, -3.0, 0.5]), 0), "degree 0", sizes={"t": 4, "degree": 0}),
        Case((np.array([-1.5]), 4), "a batch of one", sizes={"t": 1, "degree": 4}),
        Case((np.array([3, -2, 0, 1, 2]), 3), "whole numbers", sizes={"t": 5, "degree": 3},
             integers=True),
        Case((np.array([100, 10]), 10), "the whole number 100 to the power 10",
             sizes={"t": 2, "degree": 10}, integers=True),
        Case(([0.5, -2.0, 3.0], 2), "a list", sizes={"t": 3, "degree": 2}),
        Case(([2, 0, -1, 5], 4), "a list of whole numbers", sizes={"t": 4, "degree": 4},
             integers=True),
        Case((np.array([0.5, -1.5, 0.5, 0.25, 2.0, 0.5]), 2), "a number that stands three times",
             sizes={"t": 6, "degree": 2}),
        Case((np.array([0.9, -0.5, 1.0]), 37), "degree 37", sizes={"t": 3, "degree": 37}),
    ]


def _arrays_only(fn):
    """The same function as written by someone who indexes what may be a list."""
    def strict(x, degree):
        if isinstance(x, list):
            raise TypeError("list indices must be integers or slices, not tuple")
        return fn(np.asarray(x), degree)
    return strict


def _dressed(id, wrong, what, where):
    """A mistake on floats, on whole numbers that overflow, and for arrays only."""
    def floats(x, degree):
        return wrong(np.asarray(x, dtype=float), degree)

    def whole(x, degree):
        return wrong(np.asarray(x), degree)
    return tuple(Mistake(id, fn, what, where) for fn in (floats, whole, _arrays_only(whole)))


def _powers(x, first, last):
    """Columns x^first … x^last, in the type of x."""
    if last < first:
        return np.zeros((len(x), 0))
    return np.column_stack([x**j for j in range(first, last + 1)])


def _filled(start, columns):
    """A table made of zeros or ones, in which only some columns are written."""
    def wrong(x, p):
        out = np.full((len(x), p + 1), float(start))
        for j in range(p + 1)[columns]:
            out[:, j] = np.asarray(x, dtype=float) ** j
        return out
    return wrong


def _columns_laid(first, last):
    """The four ways to lay out columns x^first … x^last: as asked, backwards, as rows, flat."""
    return tuple(lambda x, p, lay=lay: lay(_powers(x, first(p), last(p)))
                 for lay in (lambda A: A, lambda A: A[:, ::-1], lambda A: A.T, np.ravel,
                             lambda A: A[:, ::-1].T))


def _range(id, first, last, what, where):
    """A wrong range of powers in every layout."""
    return tuple(m for i, wrong in enumerate(_columns_laid(first, last))
                 for m in _dressed(id, wrong, what, where + (
                     " The layout is a second matter: rows are examples, x⁰ comes first."
                     if i else "")))


def _powers_by_loop(x, degree):
    return [[float(value) ** j for j in range(degree + 1)] for value in x]


def _powers_by_product(x, degree):
    """Each column is the one before, times x."""
    out = np.ones((len(x), degree + 1))
    for j in range(degree):
        out[:, j + 1] = out[:, j] * x
    return out


def _powers_broadcast(x, degree):
    return np.asarray(x, dtype=float)[:, None] ** np.arange(degree + 1)


def _inverse_powers(x, p):
    with np.errstate(all="ignore"):
        return np.asarray(x, dtype=float)[:, None] ** -np.arange(p + 1.0)


def _log_powers(size):
    def wrong(x, degree):
        with np.errstate(all="ignore"):
            return np.exp(np.arange(degree + 1) * np.log(size(x))[:, None])
    return wrong


def _zero_wrong(value):
    def wrong(x, degree):
        out = _powers(np.asarray(x, dtype=float), 0, degree)
        out[np.asarray(x) == 0, 0] = value
        return out
    return wrong


def _in_whole_numbers(x, degree):
    """Powers of NumPy integers, which wrap around beyond 2^63."""
    return np.asarray(x)[:, None] ** np.arange(degree + 1)


def _in_place(x, degree):
    x = np.asarray(x) if isinstance(x, list) else x
    out = np.ones((len(x), degree + 1))
    first = x.copy()
    for j in range(1, degree + 1):
        out[:, j] = x
        x *= first
    return out


def _rows_kept(keep):
    """All powers, but some rows stay 0: keep(row numbers, number of rows)."""
    def wrong(x, degree):
        x = np.asarray(x, dtype=float)
        return _powers(x, 0, degree) * keep(np.arange(len(x)), len(x))[:, None]
    return wrong


def _each_power(of):
    """Column j is of(x, j, degree), with x as floats."""
    def wrong(x, degree):
        x = np.asarray(x, dtype=float)
        with np.errstate(all="ignore"):
            return np.column_stack([of(x, j, degree) * np.ones(len(x)) for j in range(degree + 1)])
    return wrong


def _map_of(change):
    """The right map of a changed x."""
    return lambda x, degree: _powers(change(np.asarray(x, dtype=float)), 0, degree)


def _scaled(scale):
    def wrong(x, degree):
        x = np.asarray(x, dtype=float)
        with np.errstate(all="ignore"):
            return _powers(scale(x), 0, degree)
    return wrong


FEATURES_1D = Exercise(
    id="polynomial_features_1d", title="Write the polynomial map", notebook="02", number="2.1",
    signature="polynomial_features_1d(x, degree)",
    lecture=("CS577-featuremap-1d", "CS577-featuremap-code"), minutes=5, difficulty=1,
    reference=functions.polynomial_features_1d, cases=_power_cases,
    held={"degree": (1, 2, 3, 37)},
    mistakes=(
        *_range("off-by-one/last-power-missing", lambda p: 0, lambda p: p - 1,
                "the highest power is missing",
                "range(degree) ends at degree − 1: there are degree + 1 columns."),
        *_range("off-by-one/one-power-too-many", lambda p: 0, lambda p: p + 1,
                "there is one power too many", "The last column is x^degree."),
        *_range("omitted-term/no-constant", lambda p: 1, lambda p: p,
                "the column of ones, x⁰, is missing", "The first power is 0."),
        *_range("off-by-one/powers-from-one", lambda p: 1, lambda p: p + 1,
                "the powers run from 1 to degree + 1", "They run from 0 to degree."),
        *_range("off-by-one/first-and-last-missing", lambda p: 1, lambda p: p - 1,
                "the column of ones and the highest power are missing",
                "The powers run from 0 to degree, both included."),
        *_range("off-by-one/two-columns-at-degree-0", lambda p: 0, lambda p: max(p, 1),
                "degree 0 gives a second column", "For degree 0 the table is the column of ones."),
        *(m for start in (0, 1) for m in _dressed(
            "off-by-one/last-column-not-filled", _filled(start, slice(0, -1)),
            "the last column is never filled: it keeps its zeros or ones",
            "range(1, degree) ends at degree − 1: the loop has to reach degree.")),
        *_dressed("omitted-term/constant-zero", _filled(0, slice(1, None)),
                  "the column of ones holds zeros", "x⁰ = 1: start from np.ones."),
        *_dressed("omitted-term/constant-zero", _filled(0, slice(1, -1)),
                  "the first and the last column are never filled",
                  "x⁰ = 1, and the loop has to reach degree."),
        *_dressed("shape/column-appended", lambda x, p: np.concatenate(
            [x**j for j in range(p + 1)]),
                  "the powers come one after the other in one long row",
                  "Return a table (t, degree + 1): np.column_stack puts columns side by side."),
        *_dressed("convention/decreasing-powers", lambda x, p: _powers(x, 0, p)[:, ::-1],
                  "the powers come in decreasing order",
                  "That is another convention (np.vander's default): here x⁰ comes first."),
        *_dressed("transpose/rows-are-powers", lambda x, p: _powers(x, 0, p).T,
                  "each row is a power, each column an example",
                  "Rows are examples: shape (t, degree + 1)."),
        *_dressed("transpose/reshaped", lambda x, p: _powers(x, 0, p).T.reshape(len(x), p + 1),
                  "the shape is right, but the numbers were laid out power by power",
                  "reshape does not transpose: use .T or stack columns."),
        Mistake("integer/integer-powers", _in_whole_numbers,
                "right for floats; whole numbers are raised as integers, and 100^10 does not fit "
                "into 64 bits", "Convert x to floats first."),
        Mistake("integer/integer-powers", _arrays_only(_in_whole_numbers),
                "whole numbers are raised as integers, and 100^10 does not fit into 64 bits",
                "Convert x to floats first: np.asarray(x, dtype=float)."),
        Mistake("integer/truncated", lambda x, p: np.trunc(_powers_broadcast(x, p)),
                "the digits after the point are lost", "Make the result a float array."),
        Mistake("integer/input-truncated",
                lambda x, p: _powers_broadcast(np.trunc(np.asarray(x, dtype=float)), p),
                "the digits of x after the point are lost", "Keep x as floats."),
        *(m for wrong in (
            lambda x, p: np.outer(x, np.arange(p + 1)),
            lambda x, p: np.column_stack([np.ones(len(x)), np.outer(x, np.arange(1, p + 1))]),
            lambda x, p: np.outer(x, np.arange(1, p + 2)),
            lambda x, p: np.outer(x, np.arange(1, p + 1))) for m in _dressed(
                "neighbour-formula/multiples", wrong,
                "the columns are multiples of x, not powers", "x * j is not x ** j.")),
        *_dressed("neighbour-formula/derivatives", lambda x, p: np.column_stack(
            [np.zeros(len(x))] + [j * x ** (j - 1) for j in range(1, p + 1)]),
                  "the columns are the derivatives of the powers", "Column j holds x ** j."),
        *_dressed("neighbour-formula/factor-j", lambda x, p: np.column_stack(
            [np.ones(len(x))] + [j * x**j for j in range(1, p + 1)]),
                  "column j carries a factor j", "Column j holds x ** j."),
        *_dressed("neighbour-formula/sums", lambda x, p: x[:, None] + np.arange(p + 1),
                  "the columns are x + j, not powers", "Column j holds x ** j."),
        *_dressed("neighbour-formula/running-sum", lambda x, p: np.cumsum(
            _powers(x, 0, p), axis=1), "each column holds the sum of the powers so far",
                  "Column j holds x ** j alone."),
        *_dressed("neighbour-formula/inputs-after-constant", lambda x, p: np.column_stack(
            [np.ones(len(x))] + [x] * p), "all columns after the first hold x itself",
                  "Column j holds x ** j."),
        *_dressed("neighbour-formula/two-columns", lambda x, p: np.column_stack(
            [np.ones(len(x)), x]), "only the columns 1 and x come back",
                  "All powers from 0 to degree."),
        *_dressed("neighbour-formula/constant-and-highest", lambda x, p: np.column_stack(
            [np.ones(len(x)), x**p]), "only the constant and the highest power come back",
                  "All powers from 0 to degree."),
        *_dressed("neighbour-formula/sign-alternating", lambda x, p: _powers(-x, 0, p),
                  "odd powers have the opposite sign", "Column j holds x ** j."),
        *_dressed("neighbour-formula/negative-powers", lambda x, p: _inverse_powers(x, p),
                  "the exponents are negative", "Column j holds x ** j."),
        *(Mistake("integer/rounded", lambda x, p, d=d: np.round(_powers_broadcast(x, p), d),
                  "the powers are rounded", "Return all the digits.") for d in (0, 1, 2, 3)),
        Mistake("neighbour-formula/base-and-exponent",
                lambda x, p: np.arange(p + 1.0) ** np.asarray(x, dtype=float)[:, None],
                "base and exponent are swapped", "Column j holds x ** j."),
        *_dressed("neighbour-formula/only-highest", lambda x, p: x**p,
                  "only the highest power comes back", "All powers from 0 to degree, as columns."),
        *_dressed("shape/sum-of-powers", lambda x, p: _powers(x, 0, p).sum(1),
                  "the powers are added up", "Keep them as columns: weights come later."),
        *_dressed("neighbour-formula/same-power", lambda x, p: np.column_stack([x**p] * (p + 1)),
                  "all columns hold the same power", "Column j holds x ** j."),
        *_dressed("neighbour-formula/inputs-only", lambda x, p: np.column_stack([x] * (p + 1)),
                  "all columns hold x itself", "Column j holds x ** j."),
        *_dressed("neighbour-formula/chebyshev",
                  lambda x, p: np.polynomial.chebyshev.chebvander(x, p),
                  "the columns are Chebyshev polynomials", "Here plain powers are asked for."),
        *_dressed("neighbour-formula/legendre",
                  lambda x, p: np.polynomial.legendre.legvander(x, p),
                  "the columns are Legendre polynomials", "Here plain powers are asked for."),
        Mistake("factor/factorials",
                lambda x, p: _powers_broadcast(x, p) / [float(math.factorial(j))
                                                        for j in range(p + 1)],
                "the powers are divided by factorials, as in a Taylor series",
                "The weights are fitted: plain powers."),
        Mistake("unstable/logarithms", _log_powers(lambda x: np.asarray(x, dtype=float)),
                "the powers are taken by logarithms, which a negative number or 0 does not have",
                "Use x ** j."),
        Mistake("sign/absolute-values", _log_powers(np.abs),
                "the sign of x is lost", "An odd power of a negative number is negative."),
        Mistake("sign/absolute-values", lambda x, p: _powers_broadcast(np.abs(x), p),
                "the sign of x is lost", "An odd power of a negative number is negative."),
        *(Mistake("convention/zero-to-the-zero", _zero_wrong(v),
                  "0⁰ is not 1", "The first column is 1 for every x, also for 0.")
          for v in (0.0, np.nan)),
        Mistake("convention/zero-to-the-zero",
                lambda x, p: np.where(np.asarray(x, dtype=float)[:, None] == 0, 0.0,
                                      _powers_broadcast(x, p)),
                "0⁰ is not 1", "The first column is 1 for every x, also for 0."),
        *_dressed("duplicates/two-constants",
                  lambda x, p: np.column_stack([np.ones(len(x)), _powers(x, 0, p)]),
                  "there are two columns of ones",
                  "x⁰ is already the constant: no other bias column."),
        *_dressed("duplicates/two-constants",
                  lambda x, p: np.column_stack([_powers(x, 0, p), np.ones(len(x))]),
                  "there are two columns of ones",
                  "x⁰ is already the constant: no other bias column."),
        *(Mistake("neighbour-formula/scaled-inputs", _scaled(scale),
                  "x is rescaled before the powers are taken", "Take x as it is.")
          for scale in (lambda x: x / np.abs(x).max(), lambda x: (x - x.mean()) / x.std(),
                        lambda x: x - x.mean(),
                        lambda x: 2 * (x - x.min()) / np.ptp(x) - 1)),
        *_dressed("convention/constant-last", lambda x, p: np.column_stack(
            [_powers(x, 1, p), np.ones(len(x))]),
                  "the column of ones stands last",
                  "That is another convention: here x⁰ comes first."),
        Mistake("convention/constant-then-decreasing", _each_power(
                    lambda x, j, p: x ** (p + 1 - j) if j else x**0),
                "after the column of ones the powers come in decreasing order",
                "The powers increase: x⁰, x¹, …, x^degree."),
        *(Mistake("neighbour-formula/base-and-exponent", _each_power(of),
                  "base and exponent are swapped", "Column j holds x ** j.")
          for of in (lambda x, j, p: float(j) ** np.abs(x), lambda x, j, p: float(p) ** x)),
        *(Mistake("omitted-term/odd-powers", _each_power(of),
                  "odd powers are missing: their columns hold 0", "Column j holds x ** j.")
          for of in (lambda x, j, p: x**j * (j % 2 == 0 or j == 1),
                     lambda x, j, p: x**j * (j % 2 == 0))),
        Mistake("omitted-term/odd-powers", lambda x, p: _powers_broadcast(x, p)[:, ::2],
                "every second power is missing", "All powers from 0 to degree."),
        Mistake("in-place/shared-column", _each_power(lambda x, j, p: x ** (p + 1)),
                "all columns hold x^(degree + 1): they are one array that was multiplied on",
                "Append a copy, or write p = p * x instead of p *= x."),
        *(Mistake(id, _rows_kept(keep), what, "One row per entry of x, all of them.")
          for id, keep, what in (
              ("off-by-one/last-row", lambda i, t: i < t - 1, "the last row stays 0"),
              ("off-by-one/first-row", lambda i, t: i > 0, "the first row stays 0"),
              ("missing-return/first-row-only", lambda i, t: i == 0,
               "all rows but the first stay 0"))),
        *(Mistake("missing-return/first-column-only", _each_power(of),
                  "only the first columns are filled",
                  "Does the `return` stand inside the loop over the powers?")
          for of in (lambda x, j, p: x**j * (j == 0),
                     lambda x, j, p: x**j if j < 2 else 1.0, lambda x, j, p: x**j * (j < 2))),
        *(Mistake("off-by-one/powers-skipped", _each_power(of),
                  "after the column of ones the exponents are too high",
                  "Column j holds x ** j.")
          for of in (lambda x, j, p: x ** (j + 1) if j else x**0,
                     lambda x, j, p: x ** (2.0 ** (j - 1)) if j else x**0)),
        *(Mistake("neighbour-formula/other-basis", lambda x, p, of=of: of(
            np.asarray(x, dtype=float), p),
                  "the columns are other polynomials of the same degrees",
                  "Here plain powers are asked for.")
          for of in (np.polynomial.hermite.hermvander, np.polynomial.hermite_e.hermevander,
                     np.polynomial.laguerre.lagvander)),
        *(Mistake("factor/per-column", _each_power(of), "the columns carry factors",
                  "Column j holds x ** j alone.")
          for of in (lambda x, j, p: math.comb(p, j) * x**j, lambda x, j, p: x**j / max(j, 1),
                     lambda x, j, p: x**j / (j + 1))),
        *(Mistake("neighbour-formula/integrals", _each_power(of),
                  "the columns are the integrals of the powers", "Column j holds x ** j.")
          for of in (lambda x, j, p: x ** (j + 1) / (j + 1),)),
        *(Mistake("neighbour-formula/shifted-inputs", _map_of(change),
                  "1 is added to x, or taken off, before the powers are taken",
                  "Take x as it is.") for change in (lambda x: x + 1, lambda x: x - 1)),
        Mistake("neighbour-formula/sorted-inputs", _map_of(np.sort),
                "x is sorted: the rows come in another order", "Row i belongs to x[i]."),
        Mistake("neighbour-formula/reversed-rows", _map_of(lambda x: x[::-1]),
                "the rows come in reverse order", "Row i belongs to x[i]."),
        *(Mistake("ignored-argument/degree", lambda x, p, top=top: _powers_broadcast(
            x, top(len(x), p)), what, "The columns are x⁰, …, x^degree.")
          for top, what in (
              (lambda t, p: t - 1, "there is one power per entry of x, whatever the degree"),
              (lambda t, p: min(p, 10), "the powers stop at 10"))),
        Mistake("off-by-one/power-doubled",
                lambda x, p: _powers_broadcast(x, p) ** 2 if p else _powers_broadcast(x, p),
                "the exponents are 0, 2, 4, …", "Column j holds x ** j, also for odd j."),
        *_dressed("shape/flattened", lambda x, p: _powers(x, 0, p).ravel(),
                  "the numbers come in one long row", "Return a table (t, degree + 1)."),
        *_dressed("shape/extra-axis", lambda x, p: _powers(x, 0, p)[:, :, None],
                  "the table has a third axis", "Return a table (t, degree + 1)."),
        *_dressed("shape/first-row-only", lambda x, p: _powers(x, 0, p)[0],
                  "only the first row comes back", "One row per entry of x: check the return's "
                  "indentation."),
        Mistake("in-place/argument-changed", _in_place,
                "x itself is multiplied again and again", "Work on a copy: x = x * first."),
    ),
    hints=("How many columns are there for degree 2? What stands in the first?",
           "Column j is x to the power j. A column x[:, None] against a row of exponents gives "
           "the whole table; make x floats first.",
           "np.asarray(x, dtype=float)[:, None] ** np.arange(degree + 1)"),
    formula="φ(x) = [x⁰, x¹, …, x^degree], one row per entry of x",
    variation="print the table for x = 10 and degree 37 with integers. Where does it go wrong?",
    right=(_powers_by_loop, _powers_by_product, _powers_broadcast,
           lambda x, p: np.vander(np.asarray(x, dtype=float), p + 1)[:, ::-1],
           lambda x, p: np.power.outer(np.asarray(x, dtype=np.float32), np.arange(p + 1)),
           lambda x, p: np.polynomial.polynomial.polyvander(np.asarray(x, dtype=float), p),
           lambda x, p: np.array([np.float64(x) ** j for j in range(p + 1)]).T),
    awkward=_powers_by_loop,
)

# --- 2.2 training_and_test_error -----------------------------------------------------------


def training_and_test_error(x, y, x_test, y_test, degree):
    """Mean squared errors of a least-squares polynomial: on its training data, on test data.

    x, y (t,) and x_test, y_test (s,): arrays. Fitted to (x, y) only.
    Lectures CS577-featuremap-1d, ALICE-3.2.1.
    """
    w = functions.least_squares_fit(functions.polynomial_features_1d(x, degree), y)
    training = np.mean((functions.polynomial_features_1d(x, degree) @ w - y) ** 2)
    test = np.mean((functions.polynomial_features_1d(x_test, degree) @ w - y_test) ** 2)
    return training, test


def _error_cases():
    x = np.array([-1.0, -0.25, 0.5, 0.75, 1.0, 0.25, -0.5])
    y = np.array([0.5, -1.0, 0.75, 2.0, 1.5, -0.5, -1.25])
    s, r = np.array([-0.75, 0.0, 0.875, 0.125]), np.array([-0.5, -1.0, 1.75, 0.25])
    return [
        Case((x[:5], y[:5], s[:3], r[:3], 1), "a straight line", sizes={"t": 5, "s": 3}),
        Case((x, y, s, r, 2), "a parabola", sizes={"t": 7, "s": 4}),
        Case((x, y, s[:2], r[:2], 3), "degree 3", sizes={"t": 7, "s": 2}),
        Case((x[:6], y[:6] + 2, s, r + 2, 0), "degree 0: a constant", sizes={"t": 6, "s": 4}),
        Case((x[:4], y[:4], s, r, 2), "as many training as test points",
             sizes={"t": 4, "s": 4}),
        Case((x[:4], y[:4], s[1:], r[1:], 3), "a curve through all training points",
             sizes={"t": 4, "s": 3}),
        Case((x, y, s[:1], r[:1], 2), "a single test point", sizes={"t": 7, "s": 1}),
        Case((np.array([0, 1, 2, 3, -1]), np.array([1, 0, 2, 5, 1]), np.array([-2, 4]),
              np.array([3, 8]), 2), "whole numbers", sizes={"t": 5, "s": 2}, integers=True),
        Case((np.array([-1.0, 0.5, 0.5, 0.5, 1.0, 0.0]), np.array([0.5, 1.0, 1.0, 2.5, 1.5, 0.0]),
              s, r, 1), "equal inputs among the training points", sizes={"t": 6, "s": 4}),
        Case((x * 2, 3 * x - 1, s, 3 * s - 1, 1), "data on a line", sizes={"t": 7, "s": 4}),
    ]


def _fitted(x, y, degree, first=0):
    A = _powers(np.asarray(x, dtype=float), first, degree)
    return np.linalg.lstsq(A, np.asarray(y, dtype=float), rcond=None)[0]


def _predicted(w, x, first=0):
    return _powers(np.asarray(x, dtype=float), first, first + len(w) - 1) @ w


def _errors(measure=lambda e: np.mean(e**2), fit=_fitted):
    """Both errors by another measure of the residuals, or another fit."""
    def wrong(x, y, x_test, y_test, degree):
        w = fit(x, y, degree)
        return (measure(_predicted(w, x) - y), measure(_predicted(w, x_test) - y_test))
    return wrong


_two_errors = _errors()


def _by_polyfit(x, y, x_test, y_test, degree):
    c = np.polyfit(x, y, degree)
    return [np.mean((np.polyval(c, a) - b) ** 2) for a, b in ((x, y), (x_test, y_test))]


def _by_normal_equations(x, y, x_test, y_test, degree):
    A = np.vander(x * 1.0, degree + 1)
    w = np.linalg.solve(A.T @ A, A.T @ y)
    rest, rest_test = y - A @ w, y_test - np.vander(x_test * 1.0, degree + 1) @ w
    return rest @ rest / len(y), rest_test @ rest_test / len(y_test)


def _by_chebyshev(x, y, x_test, y_test, degree):
    fit = np.polynomial.Chebyshev.fit(x, y, degree)
    return np.array([np.square(fit(x) - y).mean(), np.square(fit(x_test) - y_test).mean()])


def _by_sums(x, y, x_test, y_test, degree):
    w = [float(v) for v in _fitted(x, y, degree)]

    def mse(points, targets):
        total = 0.0
        for a, b in zip(points, targets, strict=True):
            total += (sum(v * float(a) ** j for j, v in enumerate(w)) - b) ** 2
        return total / len(points)
    return mse(x, y), mse(x_test, y_test)


def _refitted(x, y, x_test, y_test, degree):
    first = _two_errors(x, y, x_test, y_test, degree)[0]
    return first, _two_errors(x_test, y_test, x, y, degree)[0]


def _pooled(x, y, x_test, y_test, degree):
    w = _fitted(np.append(x, x_test), np.append(y, y_test), degree)
    return tuple(np.mean((_predicted(w, a) - b) ** 2) for a, b in ((x, y), (x_test, y_test)))


def _own_scale(scale):
    """Training and test inputs, each scaled by their own numbers."""
    def wrong(x, y, x_test, y_test, degree):
        with np.errstate(all="ignore"):
            return _two_errors(scale(x), y, scale(x_test), y_test, degree)
    return wrong


def _broadcast(x, y, x_test, y_test, degree):
    w = _fitted(x, y, degree)
    return (np.mean((_predicted(w, x)[:, None] - y) ** 2),
            np.mean((_predicted(w, x_test)[:, None] - y_test) ** 2))


def _reversed_weights(x, y, x_test, y_test, degree):
    w = _fitted(x, y, degree)
    return np.mean((np.polyval(w, x) - y) ** 2), np.mean((np.polyval(w, x_test) - y_test) ** 2)


def _pair(change):
    """The right pair, changed: change(training, test, t, s, degree)."""
    def wrong(x, y, x_test, y_test, degree):
        a, b = _two_errors(x, y, x_test, y_test, degree)
        with np.errstate(all="ignore"):
            return change(np.float64(a), np.float64(b), len(y), len(y_test), degree)
    return wrong


def _no_constant(x, y, x_test, y_test, degree):
    w = _fitted(x, y, degree, 1)
    return (np.mean((_powers(x * 1.0, 1, degree) @ w - y) ** 2),
            np.mean((_powers(x_test * 1.0, 1, degree) @ w - y_test) ** 2))


def _ridge(lam):
    return lambda x, y, p: functions.ridge_fit(_powers(np.asarray(x, float), 0, p), y, lam)


def _other_degree(by):
    return lambda x, y, a, b, p: _two_errors(x, y, a, b, max(0, p + by))


ERRORS = Exercise(
    id="training_and_test_error", title="Measure on training and test data", notebook="02",
    number="2.2", signature="training_and_test_error(x, y, x_test, y_test, degree)",
    lecture=("CS577-featuremap-1d", "CS577-featuremap-code"), minutes=8, difficulty=2,
    reference=training_and_test_error, cases=_error_cases, parts=("training", "test"),
    held={"degree": (1, 2, 3)},
    mistakes=(
        Mistake("neighbour-formula/refitted-on-test", _refitted,
                "the test error is measured on a curve fitted to the test data",
                "Fit once, to the training data; the test data are only predicted."),
        Mistake("neighbour-formula/fitted-on-both", _pooled,
                "the curve is fitted to training and test data together",
                "Fit to (x, y) only: test data the fit has seen test nothing."),
        Mistake("neighbour-formula/fitted-on-test",
                lambda x, y, a, b, p: _two_errors(a, b, x, y, p)[::-1],
                "the curve is fitted to the test data",
                "Fit to (x, y); x_test and y_test are for the test error."),
        Mistake("convention/swapped", _pair(lambda a, b, t, s, p: (b, a)),
                "training and test error are swapped", "The training error comes first."),
        Mistake("ignored-argument/test-data", _pair(lambda a, b, t, s, p: (a, a)),
                "the training error comes back twice",
                "Predict at x_test with the same weights and compare with y_test."),
        Mistake("duplicates/test-error-twice", _pair(lambda a, b, t, s, p: (b, b)),
                "the test error comes back twice", "The first result belongs to (x, y)."),
        Mistake("neighbour-formula/y-test", lambda x, y, a, b, p: (
                    _two_errors(x, y, a, b, p)[0],
                    np.mean((_predicted(_fitted(x, y, p), a) - y[:len(a)]) ** 2)),
                "the test predictions are compared with the training targets",
                "Compare them with y_test."),
        Mistake("factor/sum-instead-of-mean", _errors(lambda e: np.sum(e**2)),
                "the squared errors are added, not averaged", "Divide by their number."),
        Mistake("factor/half", _errors(lambda e: np.mean(e**2) / 2),
                "every entry is 2 times too small", "The mean squared error has no ½ here."),
        Mistake("factor/training-size-twice", _pair(lambda a, b, t, s, p: (a, b * s / t)),
                "the test error is divided by the number of training points",
                "There are s test points: use np.mean."),
        Mistake("factor/degrees-of-freedom", _pair(
                    lambda a, b, t, s, p: (a * t / (t - p - 1), b)),
                "the training error is divided by t − degree − 1",
                "That estimates the noise; the mean squared error divides by t."),
        Mistake("factor/degrees-of-freedom", _pair(
                    lambda a, b, t, s, p: (a * t / (t - 1), b * s / (s - 1))),
                "the sums are divided by one less than their number", "A mean divides by t."),
        Mistake("neighbour-formula/root", _errors(lambda e: np.sqrt(np.mean(e**2))),
                "the root of the mean squared error comes back", "Leave the root out."),
        Mistake("neighbour-formula/absolute-error", _errors(lambda e: np.mean(np.abs(e))),
                "this is the mean absolute error", "Square the errors."),
        Mistake("neighbour-formula/largest-error", _errors(lambda e: np.max(np.abs(e))),
                "this is the largest error", "Average the squares."),
        Mistake("neighbour-formula/largest-error", _errors(lambda e: np.max(e**2)),
                "this is the largest squared error", "Average the squares."),
        Mistake("neighbour-formula/median", _errors(lambda e: np.median(e**2)),
                "this is the median squared error", "Average the squares."),
        Mistake("omitted-term/not-squared", _errors(lambda e: np.mean(e)),
                "the errors are averaged without squaring: they cancel",
                "Square first, then average."),
        Mistake("omitted-term/not-squared", _errors(lambda e: -np.mean(e)),
                "the errors are averaged without squaring: they cancel",
                "Square first, then average."),
        Mistake("neighbour-formula/squared-after-mean", _errors(lambda e: np.mean(e) ** 2),
                "the mean is squared, not the errors", "Square first, then average."),
        Mistake("neighbour-formula/variance-of-errors", _errors(np.var),
                "this is the variance of the errors: their mean is taken off",
                "np.mean(errors ** 2)."),
        Mistake("shape/not-reduced", lambda x, y, a, b, p: (
                    (_predicted(_fitted(x, y, p), x) - y) ** 2,
                    (_predicted(_fitted(x, y, p), a) - b) ** 2),
                "one squared error per point comes back", "Average over the points."),
        Mistake("shape/broadcast-table", _broadcast,
                "predictions (t, 1) minus targets (t,) give a table (t, t)",
                "Let both have shape (t,)."),
        Mistake("convention/order-of-powers", _reversed_weights,
                "the weights are used in the opposite order of powers",
                "np.polyval wants the highest power first; the map starts with x⁰."),
        Mistake("omitted-term/no-constant", _no_constant,
                "the constant is missing from the polynomial", "Use all powers from 0."),
        Mistake("off-by-one/degree", _other_degree(-1), "the degree is one too low",
                "The highest power is x^degree: degree + 1 columns."),
        Mistake("off-by-one/degree", _other_degree(1), "the degree is one too high",
                "The highest power is x^degree: degree + 1 columns."),
        *(Mistake("neighbour-formula/ridge", _errors(fit=_ridge(lam)),
                  "a penalty holds the weights back", "Plain least squares is asked for here.")
          for lam in (1.0, 0.1, 0.01, 1e-3)),
        *(Mistake("neighbour-formula/test-inputs-scaled-alone", _own_scale(scale),
                  "training and test inputs are each scaled by their own numbers: the same x "
                  "means two things", "Scale both with the numbers of the training data.")
          for scale in (lambda x: x - np.mean(x), lambda x: (x - np.mean(x)) / np.std(x),
                        lambda x: x / np.abs(x).max(), lambda x: (x - x.min()) / np.ptp(x),
                        lambda x: 2 * (x - x.min()) / np.ptp(x) - 1)),
        Mistake("neighbour-formula/axes-swapped", lambda x, y, a, b, p: _two_errors(y, x, b, a, p),
                "x is predicted from y", "y is the target."),
        Mistake("neighbour-formula/r-squared", lambda x, y, a, b, p: tuple(
                    1 - e / np.var(v) if np.var(v) else 0.0 for e, v in zip(
                        _two_errors(x, y, a, b, p), (y, b), strict=True)),
                "this is R², the explained fraction", "Return the mean squared errors."),
        Mistake("missing-return/test-only", _pair(lambda a, b, t, s, p: b),
                "only the test error comes back", "Return training error, test error."),
        Mistake("missing-return/training-only", _pair(lambda a, b, t, s, p: a),
                "only the training error comes back", "Return training error, test error."),
        Mistake("neighbour-formula/gap", _pair(lambda a, b, t, s, p: b - a),
                "the gap between the two errors comes back", "Return both."),
        Mistake("omitted-term/targets-not-compared", lambda x, y, a, b, p: (
                    np.mean(_predicted(_fitted(x, y, p), x) ** 2),
                    np.mean(_predicted(_fitted(x, y, p), a) ** 2)),
                "the predictions are squared, not their errors", "Subtract the targets first."),
        *(Mistake("off-by-one/row-dropped", _errors(fit=fit),
                  "one training point is left out of the fit", "Fit to all t points.")
          for fit in (lambda x, y, p: _fitted(x[:-1], y[:-1], p),
                      lambda x, y, p: _fitted(x[1:], y[1:], p))),
        *(Mistake("off-by-one/error-dropped", _errors(measure),
                  "one point is left out of each error", "Average over all points.")
          for measure in (lambda e: np.sum(e[:-1] ** 2) / max(1, len(e) - 1),
                          lambda e: np.sum(e[1:] ** 2) / max(1, len(e) - 1),
                          lambda e: np.sum(e[:-1] ** 2) / len(e),
                          lambda e: np.sum(e[1:] ** 2) / len(e))),
        *(Mistake("missing-return/one-point-only", _errors(measure),
                  "the error of a single point comes back",
                  "Average over all points: += in the loop, `return` after it.")
          for measure in (lambda e: e[0] ** 2, lambda e: e[-1] ** 2, lambda e: e[0] ** 2 / len(e),
                          lambda e: e[-1] ** 2 / len(e))),
        *(Mistake("integer/weights-cut", _errors(fit=lambda x, y, p, cut=cut: cut(
            _fitted(x, y, p))), "the weights have lost digits after the point",
                  "Keep the weights as floats.") for cut in (np.trunc, np.round)),
        Mistake("integer/targets-truncated", lambda x, y, a, b, p: _two_errors(
                    x, np.trunc(y), a, np.trunc(b), p),
                "the targets have lost their digits after the point", "Keep y and y_test."),
        Mistake("neighbour-formula/fitted-on-test",
                lambda x, y, a, b, p: _two_errors(a, b, x, y, p),
                "training and test data have changed places",
                "Fit to (x, y); x_test and y_test are for the test error."),
        Mistake("duplicates/inputs", lambda x, y, a, b, p: _two_errors(
                    np.unique(x), y[np.unique(x, return_index=True)[1]], a, b, p),
                "training points with equal inputs count once",
                "Every point counts: np.unique loses repetitions."),
        *(Mistake("neighbour-formula/gap", _pair(change), what, "Return both errors.")
          for change, what in (
              (lambda a, b, t, s, p: (a, b - a), "the gap stands in place of the test error"),
              (lambda a, b, t, s, p: abs(b - a), "the gap between the two errors comes back"),
              (lambda a, b, t, s, p: a + b, "the sum of the two errors comes back"),
              (lambda a, b, t, s, p: (a + b) / 2, "the mean of the two errors comes back"))),
        Mistake("neighbour-formula/root", _errors(lambda e: np.sqrt(np.sum(e**2))),
                "the length of the vector of errors comes back",
                "Average the squares, and leave the root out."),
        *(Mistake("neighbour-formula/targets-centred", wrong,
                  "the mean of the targets is taken off",
                  "Fit to y as it is and compare with y_test as it is.")
          for wrong in (lambda x, y, a, b, p: _two_errors(x, y - y.mean(), a, b, p),
                        lambda x, y, a, b, p: _two_errors(x, y - y.mean(), a, b - b.mean(), p))),
        Mistake("factor/all-points", _pair(
                    lambda a, b, t, s, p: (a * t / (t + s), b * s / (t + s))),
                "both sums are divided by the number of all points, t + s",
                "Each error is a mean over its own points."),
        *(Mistake("integer/rounded", _pair(lambda a, b, t, s, p, d=d: (
                      np.round(a, d), np.round(b, d))),
                  "the errors are rounded", "Return all the digits.") for d in (2, 3, 4)),
    ),
    hints=("Which data may the fit see?",
           "Three steps: map x, fit w on (x, y); predict at x; predict at x_test with the same w.",
           "w = least_squares_fit(φ(x), y); errors: mean of (φ(x) w − y)², "
           "mean of (φ(x_test) w − y_test)²"),
    formula="training = mean (φ(x) w − y)², test = mean (φ(x_test) w − y_test)², one w",
    variation="return the errors of ridge_fit as well. Which degree does it want?",
    right=(_by_polyfit, _by_normal_equations, _by_chebyshev, _by_sums, _two_errors,
           lambda *given: tuple(map(np.float32, _two_errors(*given)))),
    awkward=lambda *given: [np.float32(e) for e in _by_sums(*given)],
)

# --- 2.3 scale_inputs -----------------------------------------------------------------------


def scale_inputs(x, low, high):
    """Map x affinely so that low becomes −1 and high becomes 1.

    x (t,) in any unit, low < high: the ends of the training range. Not clipped.
    Lecture CS577-featuremap-code (erratum CS-09).
    """
    return (2 * x - (low + high)) / (high - low)


def _scale_cases():
    return [
        Case((np.array([0.0, 2.5, 5.0, 10.0]), 0.0, 10.0), "the range 0 to 10",
             sizes={"t": 4}),
        Case((np.array([-3.0, -1.5, 0.75]), -3.0, 3.0), "the range −3 to 3", sizes={"t": 3}),
        Case((np.array([2.0, 3.5, 5.5, 2.25, 6.0]), 2.0, 6.0), "the range 2 to 6",
             sizes={"t": 5}),
        Case((np.array([3.0, 4.5]), 2.0, 6.0), "points that do not fill the range",
             sizes={"t": 2}),
        Case((np.array([1.0, 7.0, 2.5, 6.5]), 2.0, 6.0), "points outside the range",
             sizes={"t": 4}),
        Case((np.array([-7.5, -5.0, -6.0]), -8.0, -5.0), "a negative range", sizes={"t": 3}),
        Case((np.array([0.25]), 0.0, 1.0), "a batch of one", sizes={"t": 1}),
        Case((np.array([0.75, 3.0, 1.5, 1.5]), 0.5, 3.25), "a range with fractions",
             sizes={"t": 4}),
        Case((np.array([1, 2, 4, 8, 5, 0]), 0, 8), "whole numbers", sizes={"t": 6},
             integers=True),
        Case((np.array([1, 2, 3]), 1, 4), "whole numbers, odd range", sizes={"t": 3},
             integers=True),
    ]


def _scale_loop(x, low, high):
    middle, half = (low + high) / 2, (high - low) / 2
    return [float((v - middle) / half) for v in x]


def _scale_by_own(x, low, high):
    with np.errstate(all="ignore"):
        return 2 * (x - x.min()) / np.ptp(x) - 1


def _scale_in_place(x, low, high):
    x -= type(x[0])((low + high) / 2)
    return x / ((high - low) / 2)


def _scale_mistakes(*rows):
    return tuple(Mistake(id, wrong, what, where) for id, what, where, *wrongs in rows
                 for wrong in wrongs)


SCALE = Exercise(
    id="scale_inputs", title="Bring the inputs to [−1, 1]", notebook="02", number="2.3",
    signature="scale_inputs(x, low, high)", lecture=("CS577-featuremap-code",), minutes=3,
    difficulty=1, reference=scale_inputs, cases=_scale_cases,
    mistakes=_scale_mistakes(
        ("neighbour-formula/zero-to-one", "the range becomes 0 to 1",
         "low must become −1: stretch by 2, then subtract 1.",
         lambda x, a, b: (x - a) / (b - a)),
        ("factor/full-width", "the range becomes −½ to ½",
         "Divide by half the width, (high − low) / 2.",
         lambda x, a, b: (x - (a + b) / 2) / (b - a)),
        ("omitted-term/no-shift-back", "the range becomes 0 to 2", "Subtract 1 at the end.",
         lambda x, a, b: 2 * (x - a) / (b - a)),
        ("omitted-term/not-centred", "x is divided, but not moved to the middle first",
         "Subtract (low + high) / 2, then divide by half the width.",
         lambda x, a, b: 2 * x / (b - a), lambda x, a, b: x / (b - a)),
        ("omitted-term/not-divided", "x is centred, but not divided",
         "Divide by half the width, (high − low) / 2.",
         lambda x, a, b: x - (a + b) / 2),
        ("neighbour-formula/divided-by-high", "x is divided by an end of the range",
         "That is right only for a range symmetric about 0.",
         lambda x, a, b: x / b, lambda x, a, b: x / max(abs(a), abs(b))),
        ("neighbour-formula/divided-by-high", "the centred x is divided by an end of the range",
         "Divide by half the width, (high − low) / 2.",
         lambda x, a, b: (x - (a + b) / 2) / b),
        ("ignored-argument/low-and-high", "the ends are taken from x itself, not from low and "
         "high", "Test data must be scaled with the range of the training data.",
         _scale_by_own, lambda x, a, b: (x - (x.min() + x.max()) / 2) / (np.ptp(x) / 2)
         if len(x) > 1 else x * np.nan),
        ("neighbour-formula/standardised", "mean and standard deviation of x are used",
         "Use low and high.", lambda x, a, b: _standard(x)),
        ("neighbour-formula/mean-centred", "the mean of x stands where the middle of the range "
         "should", "The middle is (low + high) / 2.",
         lambda x, a, b: (x - x.mean()) / ((b - a) / 2)),
        ("sign/mirrored", "low becomes 1 and high −1", "x minus the middle, not the other way "
         "round.", lambda x, a, b: ((a + b) - 2 * x) / (b - a)),
        ("sign/middle", "the middle is computed as (high − low) / 2",
         "The middle of the range is (low + high) / 2.",
         lambda x, a, b: (x - (b - a) / 2) / ((b - a) / 2)),
        ("sign/half-width", "the sum low + high stands where the width should",
         "The width is high − low.",
         lambda x, a, b: _quiet((2 * x - (a + b)), (a + b))),
        ("factor/operator-order", "only high is halved: low + high / 2",
         "Put the sum in brackets.",
         lambda x, a, b: (x - (a + b / 2)) / ((b - a) / 2)),
        ("factor/operator-order", "the division by the half width has lost its brackets",
         "Put (high − low) / 2 in brackets.",
         lambda x, a, b: (x - (a + b) / 2) / (b - a) / 2),
        ("neighbour-formula/clipped", "points outside the range are moved to its ends",
         "Outside [low, high] the result lies outside [−1, 1].",
         lambda x, a, b: np.clip(scale_inputs(x, a, b), -1, 1)),
        ("integer/floor-division", "the digits after the point are lost in //",
         "Use /.", lambda x, a, b: 2 * (x - a) // (b - a) - 1,
         lambda x, a, b: (2 * x - (a + b)) // (b - a)),
        ("integer/floor-division", "the middle of the range is rounded down",
         "Use / instead of //.", lambda x, a, b: (x - (a + b) // 2) / ((b - a) / 2),
         lambda x, a, b: (x - (a + b) // 2) / ((b - a) // 2)),
        ("integer/truncated", "the digits after the point are lost",
         "Keep the result as floats.", lambda x, a, b: np.trunc(scale_inputs(x, a, b))),
        ("integer/integer-input", "right for floats, wrong when the input holds whole numbers",
         "The result holds floats whatever x holds.",
         lambda x, a, b: scale_inputs(x, a, b).astype(x.dtype)),
        ("sign/mirrored", "the range becomes 0 to 1, and is mirrored: low becomes 1",
         "low must become −1 and high 1.", lambda x, a, b: (b - x) / (b - a)),
        ("sign/width", "the sum low + high stands where the width should", "The width is high − "
         "low.", lambda x, a, b: _quiet(2 * (x - a), a + b) - 1),
        ("factor/operator-order", "brackets are missing around a difference",
         "(2x − (low + high)) / (high − low).", lambda x, a, b: 2 * (x - a / (b - a)) - 1,
         lambda x, a, b: 2 * x - a / (b - a) - 1, lambda x, a, b: _quiet(2 * (x - a), b) - a - 1),
        ("neighbour-formula/divided-by-high", "x − low is divided by high, not by the width",
         "The width is high − low.", lambda x, a, b: _quiet(x - a, b) * 2 - 1),
        ("factor/low-halved", "2 multiplies x, but not low", "Put x − low in brackets first.",
         lambda x, a, b: (2 * x - a) / (b - a) - 1),
        ("sign/absolute-values", "the signs are lost", "low must become −1.",
         lambda x, a, b: np.abs(scale_inputs(x, a, b))),
        ("neighbour-formula/clipped", "everything below the middle is moved to 0",
         "low must become −1, and nothing is cut off.",
         lambda x, a, b: np.clip(scale_inputs(x, a, b), 0, 1)),
        ("neighbour-formula/squashed", "a tanh is put on top", "The map is affine: no tanh.",
         lambda x, a, b: np.tanh(scale_inputs(x, a, b))),
        *(("integer/rounded", "the result is rounded", "Return all the digits.",
           lambda x, a, b, d=d: np.round(scale_inputs(x, a, b), d)) for d in (0, 1, 2, 3)),
        ("integer/ends-truncated", "low and high have lost their digits after the point",
         "Keep low and high as they are.", lambda x, a, b: scale_inputs(x, int(a), int(b))),
        ("missing-return/first-entry-only", "only the first entry comes back",
         "Does the `return` stand inside the loop?", lambda x, a, b: scale_inputs(x, a, b)[0],
         lambda x, a, b: scale_inputs(x, a, b)[:1]),
        ("missing-return/first-entry-only", "all entries but the first stay 0",
         "Does the `return` stand inside the loop?",
         lambda x, a, b: scale_inputs(x, a, b) * (np.arange(len(x)) == 0)),
        ("off-by-one/last-entry", "the last entry stays 0", "range(n) already stops before n.",
         lambda x, a, b: scale_inputs(x, a, b) * (np.arange(len(x)) < len(x) - 1)),
        ("off-by-one/first-entry", "the first entry stays 0", "Counting starts at 0.",
         lambda x, a, b: scale_inputs(x, a, b) * (np.arange(len(x)) > 0)),
        ("neighbour-formula/sorted", "the numbers come in rising order", "Entry i belongs to x[i].",
         lambda x, a, b: np.sort(scale_inputs(x, a, b))),
        ("neighbour-formula/inverse-map", "this maps [−1, 1] to [low, high]: the way back",
         "Solve for the other side.", lambda x, a, b: (x + 1) / 2 * (b - a) + a),
        ("off-by-one/width", "the width is one too small or too large", "The width is high − low.",
         lambda x, a, b: _quiet(2 * (x - a), b - a - 1) - 1,
         lambda x, a, b: _quiet(2 * (x - a), b - a + 1) - 1),
        ("omitted-term/not-divided", "low is subtracted, but nothing is divided",
         "Divide by half the width, (high − low) / 2.", lambda x, a, b: x - a),
        ("omitted-term/not-centred", "low is not subtracted, and the 2 is missing",
         "2 (x − low) / (high − low) − 1.", lambda x, a, b: x / (b - a) - 1),
        ("neighbour-formula/multiplied", "the half width multiplies", "Divide by it.",
         lambda x, a, b: (x - (a + b) / 2) * ((b - a) / 2),
         lambda x, a, b: (x - (a + b) / 2) * (b - a)),
        ("neighbour-formula/unit-length", "x is brought to length 1", "Use low and high.",
         lambda x, a, b: _quiet(x, np.linalg.norm(x))),
        ("shape/column", "the result is a column", "The result has the shape of x: (t,).",
         lambda x, a, b: scale_inputs(x, a, b)[:, None]),
        ("in-place/argument-changed", "x itself is centred", "Write x = x − …, not x −= ….",
         _scale_in_place),
    ),
    hints=("Where must the middle of the range go?",
           "Subtract the middle, then divide by half the width.",
           "(x − (low + high) / 2) / ((high − low) / 2)"),
    formula="(2x − (low + high)) / (high − low)",
    variation="scale to [−1, 1] with the test range. Which error changes, and why is it wrong?",
    right=(_scale_loop, lambda x, a, b: (x - a) / (b - a) * 2 - 1,
           lambda x, a, b: np.interp(x, [a - 100, b + 100],
                                     [-1 - 200 / (b - a), 1 + 200 / (b - a)]),
           lambda x, a, b: np.polyval(np.polyfit([a, b], [-1, 1], 1), x),
           lambda x, a, b: np.float32(x - (a + b) / 2) / np.float32((b - a) / 2)),
    awkward=_scale_loop,
)


def _standard(x):
    with np.errstate(all="ignore"):
        return (x - x.mean()) / x.std()


def _quiet(a, b):
    with np.errstate(all="ignore"):
        return np.divide(a, np.float64(b))


# --- 2.4 n_monomials --------------------------------------------------------------------------


def _count_cases():
    pairs = ((2, 2, "two inputs, degree 2"), (1, 37, "one input, degree 37"),
             (2, 3, "two inputs, degree 3"), (3, 2, "three inputs, degree 2"),
             (5, 1, "degree 1"), (4, 0, "degree 0"), (1, 1, "one input, degree 1"),
             (4, 4, "four inputs, degree 4"), (10, 3, "ten inputs, degree 3"))
    return [Case((d, p), name) for d, p, name in pairs]


def _count_by_listing(d, degree):
    return sum(1 for p in range(degree + 1)
               for _ in itertools.combinations_with_replacement(range(d), p))


def _count_by_recursion(d, degree):
    if d == 0 or degree == 0:
        return 1
    return _count_by_recursion(d - 1, degree) + _count_by_recursion(d, degree - 1)


def _count_by_table(d, degree):
    row = np.ones(degree + 1)
    for _ in range(d):
        row = np.cumsum(row)
    return row[-1]


def _count_by_product(d, degree):
    n = 1.0
    for i in range(1, degree + 1):
        n = n * (d + i) / i
    return n


COUNT = Exercise(
    id="n_monomials", title="Count the monomials", notebook="02", number="2.4",
    signature="n_monomials(d, degree)", lecture=("CS577-featuremap-2d",), minutes=5,
    difficulty=2, reference=functions.n_monomials, cases=_count_cases,
    held={"degree": (2, 3), "d": (1, 2)},
    mistakes=_scale_mistakes(
        ("omitted-term/no-constant", "the constant 1 is not counted",
         "It is a monomial too: that of degree 0.", lambda d, p: math.comb(d + p, p) - 1),
        ("neighbour-formula/exactly-this-degree", "only monomials of exactly this degree are "
         "counted", "Count all degrees from 0 to the highest.",
         lambda d, p: math.comb(d + p - 1, p)),
        ("neighbour-formula/degree-per-input", "each input may have the full degree: products "
         "such as x1² x2² are counted", "The exponents add up to at most the degree.",
         lambda d, p: (p + 1) ** d),
        ("neighbour-formula/degree-per-input", "the exponents are counted input by input",
         "The exponents add up to at most the degree.", lambda d, p: p**d),
        ("duplicates/order-counted", "x1 x2 and x2 x1 are counted as two monomials",
         "The order of the factors does not matter.",
         lambda d, p: sum(d**k for k in range(p + 1)), lambda d, p: d**p,
         lambda d, p: (d + 1) ** p),
        ("duplicates/order-counted", "the order of the chosen factors is counted",
         "Use combinations, not permutations.", lambda d, p: math.perm(d + p, p),
         lambda d, p: math.factorial(d + p) // math.factorial(p)),
        ("omitted-term/no-mixed-products", "only powers of single inputs are counted",
         "x1 x2 is a monomial too.", lambda d, p: d * p + 1, lambda d, p: d * p,
         lambda d, p: d * (p + 1)),
        ("omitted-term/no-repeats", "squares and higher powers of one input are not counted",
         "A factor may occur more than once: combinations with replacement.",
         lambda d, p: sum(math.comb(d, k) for k in range(p + 1)), lambda d, p: math.comb(d, p),
         lambda d, p: 2**d),
        ("off-by-one/degree", "one degree too many is counted",
         "The highest degree is p: C(d + p, p).", lambda d, p: math.comb(d + p + 1, p + 1)),
        ("off-by-one/inputs", "one input too many is counted",
         "There are d inputs and the constant: C(d + p, p).",
         lambda d, p: math.comb(d + p + 1, p)),
        ("off-by-one/degree", "the highest degree is not counted",
         "Degrees run from 0 to p, p included.",
         lambda d, p: math.comb(d + p - 1, p - 1) if p else 0),
        ("neighbour-formula/sum", "the numbers are added", "Choose, do not add: C(d + p, p).",
         lambda d, p: d + p, lambda d, p: d + p + 1),
        ("neighbour-formula/product", "the numbers are multiplied",
         "The exponents share the degree: C(d + p, p).", lambda d, p: (d + 1) * (p + 1)),
        ("ignored-argument/degree", "the degree makes no difference",
         "Degree 2 is one case only: C(d + p, p).",
         lambda d, p: (d + 1) * (d + 2) // 2, lambda d, p: d + 1),
        ("ignored-argument/d", "the number of inputs makes no difference",
         "One or two inputs are special cases: C(d + p, p).", lambda d, p: p + 1,
         lambda d, p: (p + 1) * (p + 2) // 2, lambda d, p: 6),
        ("omitted-term/no-linear-terms", "the inputs themselves are not counted",
         "x1, …, xd are monomials of degree 1.", lambda d, p: math.comb(d + p, p) - d,
         lambda d, p: math.comb(d + p, p) - d - 1),
        ("neighbour-formula/other-binomial", "this is another binomial coefficient", "C(d + p, p).",
         lambda d, p: math.comb(d * p, p), lambda d, p: math.comb(d + p, 2)),
        ("neighbour-formula/subsets", "the subsets of d + degree things are counted",
         "C(d + p, p): choose, do not count all subsets.", lambda d, p: 2 ** (d + p)),
        ("ignored-argument/degree", "the degree makes no difference",
         "Degree 2 is one case only: C(d + p, p).", lambda d, p: 1 + d + math.comb(d, 2),
         lambda d, p: d * (d + 1) // 2),
        ("omitted-term/products-of-three", "products of three and more inputs are not counted",
         "x1 x2 x3 has degree 3.", lambda d, p: d * p + 1 + math.comb(d, 2),
         lambda d, p: sum(math.comb(d + k - 1, k) for k in range(min(p, 2) + 1))),
        ("off-by-one/exponents", "the highest power of a single input is not counted",
         "Exponents run from 0 to p, p included.", lambda d, p: math.comb(d + p, p) - d * (p > 0)),
        ("off-by-one/result", "the constant is counted twice", "C(d + p, p) counts it already.",
         lambda d, p: math.comb(d + p, p) + 1),
        ("missing-return/first-degree-only", "only the monomials of one low degree are counted",
         "Add up all degrees; does the `return` stand inside the loop?", lambda d, p: d,
         lambda d, p: 1),
        ("neighbour-formula/degree-per-input", "the exponents are counted input by input",
         "The exponents add up to at most the degree.", lambda d, p: p**d + 1,
         lambda d, p: (p + 1) ** d - 1, lambda d, p: (p + 1) ** d // 2),
        ("duplicates/order-counted", "x1 x2 and x2 x1 are counted as two monomials",
         "The order of the factors does not matter.", lambda d, p: d**p + 1,
         lambda d, p: sum(d**k for k in range(1, p + 1)),
         lambda d, p: sum(math.perm(d, k) for k in range(p + 1))),
        ("neighbour-formula/factorials", "factorials are multiplied, or not divided",
         "(d + p)! / (d! p!).", lambda d, p: math.factorial(d + p),
         lambda d, p: math.factorial(d) * math.factorial(p)),
        ("shape/list-of-monomials", "a list comes back, not its length",
         "Return the number.", lambda d, p: [0] * math.comb(d + p, p)),
        ("shape/in-a-list", "the number comes in an array", "Return one number.",
         lambda d, p: [math.comb(d + p, p)]),
    ),
    hints=("Write the six monomials of degree at most 2 in two inputs. And of degree 3?",
           "Put degree many stars and d bars in a row: the bars cut the stars into exponents, "
           "the last heap is not used. How many such rows are there?",
           "D = C(d + p, p): math.comb(d + degree, degree)"),
    formula="D = C(d + p, p)",
    variation="how many features has a degree-5 map of the 64 pixels of a digit?",
    right=(_count_by_listing, _count_by_recursion, _count_by_table, _count_by_product,
           lambda d, p: math.factorial(d + p) // math.factorial(d) // math.factorial(p),
           lambda d, p: np.float32(sum(math.comb(d + k - 1, k) for k in range(p + 1)))),
    awkward=_count_by_product,
)

# --- 2.5 polynomial_features_2d_degree2 ---------------------------------------------------------


def _columns_as_reference(got, expected):
    """Put the columns of a table into the reference's order where they can be recognised."""
    try:
        G, E = np.asarray(got, dtype=float), np.asarray(expected)
        if G.ndim != 2 or G.shape[0] != E.shape[0] or not np.isfinite(G).all():
            return got
        free, order = list(range(G.shape[1])), []
        scale = 1e-6 * max(1.0, np.abs(E).max())
        for column in E.T:
            fits = [j for j in free if np.all(
                np.abs(G[:, j] - column) <= 1e-4 * np.abs(column) + scale)]
            order.append(fits[0] if fits else None)
            free = [j for j in free if j != order[-1]]
        free.sort(key=lambda j: tuple(np.round(G[:, j], 6)))
        rest = iter(free)
        order = [next(rest, None) if j is None else j for j in order]
        return G[:, [j for j in (*order, *rest) if j is not None]]
    except (TypeError, ValueError, IndexError):
        return got


def _map_cases():
    X = np.array([[2.0, 3.0], [-1.0, 0.5], [0.25, -2.0]])
    more = np.array([[1.5, -0.5], [3.0, 2.0], [-2.5, -1.0], [0.5, 4.0], [1.25, 0.75],
                     [-0.75, 2.5]])
    return [
        Case((X,), "three points", sizes={"t": 3}),
        Case((more[:5],), "five points", sizes={"t": 5}),
        Case((more,), "as many points as features", sizes={"t": 6}),
        Case((X[:2],), "as many points as inputs", sizes={"t": 2}),
        Case((np.array([[0.0, 0.0], [0.0, -1.5], [2.5, 0.0], [1.0, 1.0]]),),
             "points on the axes", sizes={"t": 4}),
        Case((np.array([[3.0, -0.5]]),), "a batch of one", sizes={"t": 1}),
        Case((np.array([[2, 3], [-1, 4], [0, 5], [7, -2], [1, 1], [6, 3], [-3, -3]]),),
             "whole numbers", sizes={"t": 7}, integers=True),
    ]


def _table(*columns):
    return lambda X: np.column_stack([c(X[:, 0], X[:, 1], np.ones(len(X))) for c in columns])


def _one(a, b, e):
    return e


def _a(a, b, e):
    return a


def _b(a, b, e):
    return b


def _aa(a, b, e):
    return a * a


def _ab(a, b, e):
    return a * b


def _bb(a, b, e):
    return b * b


_six = _table(_one, _a, _b, _aa, _ab, _bb)


def _reshaped(columns):
    """The features as rows of a table, then reshape in the place of the transpose."""
    return lambda X: _table(*columns)(X).T.reshape(len(X), len(columns))


def _map_by_loop(X):
    return [[float(a) ** 2, float(b) ** 2, float(a * b), float(a), float(b), 1.0] for a, b in X]


def _map_by_pairs(X):
    Z = np.column_stack([np.ones(len(X)), X])
    return np.stack([Z[:, i] * Z[:, j] for i in range(3) for j in range(i, 3)], axis=1)


def _map_by_exponents(X):
    grid = [(i, j) for i in range(3) for j in range(3 - i)]
    return np.prod(np.asarray(X, dtype=np.float32)[:, None, :] ** np.array(grid), axis=2)


def _map_by_einsum(X):
    Z = np.insert(X.astype(float), 0, 1, axis=1)
    return np.einsum("ti,tj->tij", Z, Z)[:, *np.triu_indices(3)]


def _outer_nine(X):
    Z = np.column_stack([np.ones(len(X)), X])
    return (Z[:, :, None] * Z[:, None, :]).reshape(len(X), 9)


def _map_in_place(X):
    first = X.copy()
    X *= X
    return np.column_stack([np.ones(len(X)), first, X, first[:, 0] * first[:, 1]])


def _taken_as_rows(X):
    a, b = X
    return np.column_stack([np.ones(len(a)), a, b, a * a, a * b, b * b])


def _taken_as_two_rows(X):
    a, b = X[0], X[1]
    return np.column_stack([np.ones(len(a)), a, b, a * a, a * b, b * b])


def _taken_as_first_rows(X):
    a, b = X[0], X[min(1, len(X) - 1)]
    return np.column_stack([np.ones(len(a)), a, b, a * a, a * b, b * b])


_PRODUCT = "XOR lives in the column x1 x2"

FEATURES_2D = Exercise(
    id="polynomial_features_2d_degree2", title="Map two inputs to degree 2", notebook="02",
    number="2.5", signature="polynomial_features_2d_degree2(X)",
    lecture=("CS577-featuremap-2d",), minutes=5, difficulty=1,
    reference=functions.polynomial_features_2d_degree2, cases=_map_cases,
    align=_columns_as_reference,
    mistakes=_scale_mistakes(
        ("omitted-term/no-constant", "the column of ones is missing",
         "The constant is the monomial of degree 0.", _table(_a, _b, _aa, _ab, _bb)),
        ("omitted-term/no-product", "the product x1 x2 is missing",
         f"{_PRODUCT}: without it nothing is gained.", _table(_one, _a, _b, _aa, _bb)),
        ("omitted-term/no-product", "the powers of each input are there, the product x1 x2 is "
         "not", f"{_PRODUCT}: without it nothing is gained.",
         _table(_one, _a, _aa, _one, _b, _bb), _table(_a, _b, _aa, _bb)),
        ("omitted-term/no-squares", "the squares are missing",
         "x1² and x2² have degree 2 as well.", _table(_one, _a, _b, _ab), _table(_a, _b, _ab)),
        ("omitted-term/one-square-missing", "one of the squares is missing",
         "Both x1² and x2² belong to it.", _table(_one, _a, _b, _aa, _ab),
         _table(_one, _a, _b, _ab, _bb)),
        ("omitted-term/no-linear-terms", "the inputs themselves are missing",
         "x1 and x2 have degree 1: they belong to degree at most 2.",
         _table(_one, _aa, _ab, _bb), _table(_aa, _ab, _bb)),
        ("omitted-term/inputs-only", "only the inputs and the constant come back",
         "Add x1², x1 x2 and x2².", _table(_one, _a, _b), lambda X: X.copy()),
        ("omitted-term/product-only", "only the product comes back",
         "The map has six columns.", lambda X: X[:, 0] * X[:, 1],
         lambda X: (X[:, 0] * X[:, 1])[:, None]),
        ("duplicates/product-twice", "x1 x2 and x2 x1 both occur: they are the same column",
         "Each monomial once: six columns.", _table(_one, _a, _b, _aa, _ab, _ab, _bb),
         _outer_nine, _table(_aa, _ab, _ab, _bb)),
        ("duplicates/two-constants", "there are two columns of ones",
         "One constant is enough.", _table(_one, _one, _a, _b, _aa, _ab, _bb)),
        ("duplicates/square-twice", "one square stands twice, the other is missing",
         "x1² and x2².", _table(_one, _a, _b, _aa, _ab, _aa),
         _table(_one, _a, _b, _bb, _ab, _bb)),
        ("duplicates/input-twice", "one input stands twice, the other is missing",
         "x1 is X[:, 0], x2 is X[:, 1].", _table(_one, _a, _a, _aa, _ab, _bb),
         _table(_one, _b, _b, _aa, _ab, _bb), _table(_one, _a, _a, _aa, _aa, _aa),
         _table(_one, _b, _b, _bb, _bb, _bb)),
        ("factor/product-doubled", "the product is doubled, as in (x1 + x2)²",
         "The column is x1 x2; a weight of 2 is the fit's business.",
         _table(_one, _a, _b, _aa, lambda a, b, e: 2 * a * b, _bb)),
        ("factor/kernel-map", "this is the map of the kernel (1 + x·x')², with factors √2",
         "Here the plain monomials are asked for.",
         lambda X: _six(X) * np.sqrt([1, 2, 2, 1, 2, 1]), lambda X: _six(X) * np.sqrt(
             [1, 1, 1, 1, 2, 1])),
        ("factor/product-halved", "the product is halved", "The column is x1 x2.",
         lambda X: _six(X) * [1, 1, 1, 1, 0.5, 1]),
        ("factor/kernel-map", "the inputs carry factors √2",
         "Here the plain monomials are asked for.",
         lambda X: _six(X) * np.sqrt([1, 2, 2, 1, 1, 1])),
        ("off-by-one/degree-3", "the map goes up to degree 3: ten columns",
         "Degree 2 is the highest.",
         lambda X: np.column_stack([X[:, 0] ** i * X[:, 1] ** j
                                    for i in range(4) for j in range(4 - i)])),
        ("factor/halved-squares", "the squares are halved", "Plain monomials: x1², x2².",
         lambda X: _six(X) * [1, 1, 1, 0.5, 1, 0.5]),
        ("neighbour-formula/constant-zero", "the constant column holds zeros",
         "x⁰ = 1: np.ones.", lambda X: _six(X) * [0, 1, 1, 1, 1, 1]),
        ("neighbour-formula/sum-instead-of-product", "a column holds x1 + x2 where x1 x2 should "
         "be", f"{_PRODUCT}; a sum adds nothing new.",
         _table(_one, _a, _b, _aa, lambda a, b, e: a + b, _bb)),
        ("neighbour-formula/xor-feature", "a column holds |x1 − x2|, XOR itself",
         "That feature is made by hand; the map has x1 x2.",
         _table(_one, _a, _b, _aa, lambda a, b, e: np.abs(a - b), _bb)),
        ("neighbour-formula/difference-of-inputs", "a column holds x1 − x2 or its square",
         "The sixth monomial is x1 x2.",
         _table(_one, _a, _b, _aa, lambda a, b, e: a - b, _bb),
         _table(_one, _a, _b, _aa, lambda a, b, e: (a - b) ** 2, _bb)),
        ("neighbour-formula/squared-product", "the product is squared: x1² x2² has degree 4",
         "The column is x1 x2.",
         _table(_one, _a, _b, _aa, lambda a, b, e: (a * b) ** 2, _bb)),
        ("neighbour-formula/squared-sum", "a column holds (x1 + x2)²",
         "Keep the monomials apart: x1², x1 x2, x2².",
         _table(_one, _a, _b, _aa, lambda a, b, e: (a + b) ** 2, _bb)),
        ("off-by-one/cubes", "the exponents are too high: cubes occur",
         "Degree 2 is the highest.",
         _table(_one, _a, _b, lambda a, b, e: a**3, _ab, lambda a, b, e: b**3),
         _table(_one, _a, _b, _aa, lambda a, b, e: a * a * b, _bb)),
        ("neighbour-formula/doubles", "the inputs are doubled, not squared",
         "x ** 2, not x * 2.",
         _table(_one, _a, _b, lambda a, b, e: 2 * a, _ab, lambda a, b, e: 2 * b)),
        ("neighbour-formula/degree-per-input", "each input goes up to degree 2 on its own: nine "
         "columns", "The exponents add up to at most 2: six columns.",
         lambda X: np.column_stack([X[:, 0] ** i * X[:, 1] ** j
                                    for i in range(3) for j in range(3)])),
        ("transpose/reshaped", "reshape stands where the transpose should: the table is filled "
         "in reading order", "reshape does not exchange rows and columns; .T does.",
         *(_reshaped(order) for order in (
             (_one, _a, _b, _aa, _ab, _bb), (_one, _a, _b, _aa, _bb, _ab),
             (_one, _a, _aa, _b, _bb, _ab), (_aa, _bb, _ab, _a, _b, _one)))),
        ("transpose/rows-are-features", "each row is a feature, each column an example",
         "Rows are examples: shape (t, 6).", lambda X: _six(X).T,
         *(lambda X, c=c: _six(X)[:, c].T for c in (
             (0, 1, 2, 3, 5, 4), (0, 1, 2, 4, 3, 5), (0, 1, 3, 2, 5, 4), (1, 2, 3, 5, 4, 0),
             (1, 2, 3, 4, 5, 0), (3, 5, 4, 1, 2, 0), (3, 4, 5, 1, 2, 0), (0, 1, 2, 4, 5, 3)))),
        *((id, what, "Each row is a feature here; rows should be examples: a second matter.",
           *(lambda X, c=c: _six(X)[:, c].T for c in orders))
          for id, what, orders in (
              ("omitted-term/no-constant", "the row of ones is missing",
               ((1, 2, 3, 4, 5), (1, 2, 3, 5, 4), (1, 2, 4, 3, 5))),
              ("omitted-term/no-product", "the product x1 x2 is missing",
               ((0, 1, 2, 3, 5), (1, 2, 3, 5))),
              ("omitted-term/no-squares", "the squares are missing",
               ((0, 1, 2, 4), (1, 2, 4))))),
        ("axis/rows-as-inputs", "the first two rows are taken for x1 and x2",
         "x1 is the column X[:, 0], x2 is X[:, 1].", _taken_as_rows, _taken_as_first_rows,
         _taken_as_two_rows, lambda X: _taken_as_rows(X).T, lambda X: _taken_as_two_rows(X).T,
         lambda X: _taken_as_two_rows(X)[:, 1:]),
        ("integer/truncated", "the digits after the point are lost",
         "Make the result a float array.", lambda X: np.trunc(_six(X))),
        ("integer/integer-input", "right for floats, wrong when X holds whole numbers",
         "Convert X to floats first.",
         lambda X: _six(X) if X.dtype.kind == "f" else _six(X) * [1, 1, 1, 1, 0, 1]),
        ("shape/first-row-only", "only one row comes back", "One row per point of X.",
         lambda X: _six(X)[0], lambda X: _six(X)[:1]),
        ("integer/input-truncated", "the digits of X after the point are lost",
         "Keep X as floats.", lambda X: _six(np.trunc(X))),
        *(("integer/rounded", "the entries are rounded", "Return all the digits.",
           lambda X, d=d: np.round(_six(X), d)) for d in (0, 1, 2)),
        ("neighbour-formula/absolute-values", "the signs of the inputs are lost",
         "x1, x2 and x1 x2 may be negative.", lambda X: _six(np.abs(X)),
         lambda X: np.abs(_six(X))),
        ("neighbour-formula/one-dimensional-map", "each input gets its powers up to 2, side by "
         "side or one below the other", f"{_PRODUCT}: without it nothing is gained.",
         lambda X: np.concatenate([_powers(X[:, k], 0, 2) for k in (0, 1)]),
         lambda X: _powers(X.ravel(), 0, 2), lambda X: _powers(X[:, 0], 0, 2)),
        ("neighbour-formula/squares-of-square", "the squares are squared again: x1⁴, x2⁴",
         "Degree 2 is the highest.",
         _table(_one, _a, _b, lambda a, b, e: a**4, _ab, lambda a, b, e: b**4)),
        ("neighbour-formula/sum-of-squares", "a column holds x1² + x2²",
         "Keep the monomials apart: x1², x1 x2, x2².",
         _table(_one, _a, _b, _aa, lambda a, b, e: a * a + b * b, _bb),
         _table(_one, _a, _b, lambda a, b, e: a * a + b * b, _ab)),
        *(("sign/column", "a column has the wrong sign, or the wrong sign and a factor",
           "Plain monomials: 1, x1, x2, x1², x1 x2, x2².", lambda X, c=c: _six(X) * c)
          for c in ([1, 1, 1, 1, -1, 1], [1, 1, 1, 1, -2, 1], [1, 1, 1, -1, 1, 1],
                    [1, 1, 1, 1, 1, -1], [1, 1, 1, -1, 1, -1], [1, -1, 1, 1, 1, 1],
                    [1, 1, -1, 1, 1, 1], [-1, 1, 1, 1, 1, 1], [1, 1, 1, 1, -(2**0.5), 1],
                    [1, 1, 1, 1, -0.5, 1], [1, 2**0.5, 2**0.5, 1, -(2**0.5), 1])),
        ("sign/column", "both inputs have the wrong sign", "Plain monomials: x1 and x2.",
         lambda X: _six(X) * [1, -1, -1, 1, 1, 1]),
        *(("factor/column", "a column carries a factor",
           "Plain monomials: 1, x1, x2, x1², x1 x2, x2².", lambda X, c=c: _six(X) * c)
          for c in ([1, 1, 1, 2, 1, 2], [1, 1, 1, 2, 1, 1], [1, 1, 1, 1, 1, 2], [2, 1, 1, 1, 1, 1],
                    [1, 1, 1, 0.5, 0.5, 0.5], [1, 1, 1, 2, 2, 2], [1, 2, 2, 1, 1, 1],
                    [1, 1, 1, 0.5, 1, 1], [1, 1, 1, 1, 1, 0.5], [1, 2, 2, 1, 2, 1])),
        ("off-by-one/first-row", "the first row stays 0", "Counting starts at 0.",
         lambda X: _six(X) * (np.arange(len(X)) > 0)[:, None]),
        ("off-by-one/last-row", "the last row stays 0", "range(n) already stops before n.",
         lambda X: _six(X) * (np.arange(len(X)) < len(X) - 1)[:, None]),
        ("missing-return/first-row-only", "all rows but the first stay 0",
         "Does the `return` stand inside the loop?",
         lambda X: _six(X) * (np.arange(len(X)) == 0)[:, None]),
        ("off-by-one/row-dropped", "one row is left out", "One row per point of X.",
         lambda X: _six(X)[1:], lambda X: _six(X)[:-1]),
        ("omitted-term/last-row-only", "only the last row comes back", "One row per point of X.",
         lambda X: _six(X)[-1], lambda X: _six(X)[-1:]),
        ("duplicates/rows", "equal points count once, and the rows are sorted",
         "One row per point of X, in their order.", lambda X: _six(np.unique(X, axis=0))),
        ("neighbour-formula/exponentials", "a power of 2 stands where a square should",
         "x ** 2, not 2 ** x.",
         _table(_one, _a, _b, lambda a, b, e: 2.0**a, _ab, lambda a, b, e: 2.0**b)),
        ("neighbour-formula/larger-input", "a column holds the larger or the smaller input",
         "The sixth monomial is the product x1 x2.",
         _table(_one, _a, _b, _aa, lambda a, b, e: np.maximum(a, b), _bb),
         _table(_one, _a, _b, _aa, lambda a, b, e: np.minimum(a, b), _bb)),
        ("axis/product-over-rows", "the product column holds one number for all rows",
         "x1 x2 is taken row by row: X[:, 0] * X[:, 1].",
         _table(_one, _a, _b, _aa, lambda a, b, e: e * (a @ b), _bb),
         _table(_one, _a, _b, _aa, lambda a, b, e: e * np.prod(a * b), _bb)),
        ("duplicates/square-for-product", "a square stands where the product should",
         f"{_PRODUCT}.", _table(_one, _a, _b, _aa, _aa, _bb),
         _table(_one, _a, _b, _aa, _bb, _bb)),
        ("neighbour-formula/rescaled-inputs", "the inputs are centred or rescaled first",
         "Take X as it is.", lambda X: _six(X - X.mean(0)), lambda X: _six(X / np.abs(X).max()),
         lambda X: _six((X - X.mean(0)) / np.where(X.std(0) == 0, 1, X.std(0)))),
        ("shape/column-too-many", "there is a seventh column", "The six monomials and no more.",
         *(lambda X, c=c: np.column_stack([_six(X), c(X[:, 0], X[:, 1])])
           for c in (lambda a, b: a, lambda a, b: b, lambda a, b: a - b, lambda a, b: a + b,
                     lambda a, b: a * a * b, lambda a, b: a * b * b))),
        ("omitted-term/squares-only", "only the squares come back, or the constant and the squares",
         "1, x1, x2, x1², x1 x2, x2².", _table(_aa, _bb), _table(_one, _aa, _bb)),
        ("neighbour-formula/quotient", "a column holds the quotient x1 / x2",
         "The sixth monomial is the product x1 x2.",
         _table(_one, _a, _b, _aa, lambda a, b, e: a / np.where(b == 0, 1, b), _bb)),
        ("shape/flattened", "the numbers come in one long row", "Return a table (t, 6).",
         lambda X: _six(X).ravel()),
        ("in-place/argument-changed", "X itself is squared", "Write X * X, not X *= X.",
         _map_in_place),
    ),
    hints=("Which products of at most two factors can you make from x1 and x2?",
           "One constant, two inputs, two squares, one product: six columns side by side.",
           "np.column_stack([ones, x1, x2, x1**2, x1*x2, x2**2]) with x1 = X[:, 0], "
           "x2 = X[:, 1]"),
    formula="φ(x1, x2) = [1, x1, x2, x1², x1 x2, x2²]",
    variation="write the map of degree 3. How many columns must it have?",
    right=(_map_by_loop, _map_by_pairs, _map_by_exponents, _map_by_einsum, _six,
           lambda X: np.hstack([X**2, X, np.prod(X, axis=1, keepdims=True),
                                np.ones((len(X), 1))]),
           lambda X: np.array([X[:, 0], X[:, 1], X[:, 0] ** 2, X[:, 1] ** 2, X[:, 0] * X[:, 1],
                               X[:, 0] ** 0]).T),
    awkward=_map_by_loop,
)

EXERCISES = (FEATURES_1D, ERRORS, SCALE, COUNT, FEATURES_2D)
PREDICTIONS = (
    Prediction(
        id="02-linear",
        question=r"The model is $f(x) = w \cdot \phi(x)$ with the features "
                 r"$\phi(x) = (1, x, x^2)$. In what is it linear?",
        choices={"A": "in x", "B": "in w", "C": "in both", "D": "in neither: it is a parabola"},
        answer="B", run="the cells down to the check below the picture",
        holds="Adding two weight vectors adds the curves; adding two inputs does not.",
        why={"A": "For fixed w the curve over x bends.",
             "B": "The features are fixed numbers once x is given, and w multiplies them. That "
                  "is why least squares still works.",
             "C": "x enters through its square.",
             "D": "It tempts because the picture is curved. The fit never sees the picture: it "
                  "sees a table of features and looks for w."}),
    Prediction(
        id="02-degree",
        question="The degree grows from 0 to 18, always fitted to the same 40 training points. "
                 "What happens to the two mean squared errors?",
        choices={"A": "both keep falling", "B": "both fall, then both rise",
                 "C": "training falls or stays, test falls and then rises",
                 "D": "training falls, test does not change"},
        answer="C", run="the next code cell and the picture",
        holds="The training error never rises; the test error has a lowest point and then leaves "
              "the picture.",
        why={"A": "On the training points a richer map can only help. New points are another "
                  "matter.",
             "B": "A degree-p curve is also a degree-(p + 1) curve, with last weight 0: the best "
                  "fit cannot get worse on its own points.",
             "C": "The map learns the curve first and the noise afterwards.",
             "D": "The first bends are real: they help on new points too."}),
    Prediction(
        id="02-digits",
        question="Now the lecture's degree, 37, on the same 40 points, x from −3 to 3. What "
                 "training error does least squares return, compared with degree 18?",
        choices={"A": "a smaller one: more features fit better",
                 "B": "0: 38 weights are enough for 40 points",
                 "C": "a larger one", "D": "none: NumPy raises an error"},
        answer="C", run="the next two code cells",
        holds="The error is ten times larger than with degree 18, though every curve of degree "
              "18 is also one of degree 37.",
        why={"A": "So it is on paper. The computer has 16 digits, and the columns need more.",
             "B": "38 weights meet 38 points at most, and only if no digit is lost.",
             "C": "The columns reach from 1 to $10^{17}$ and have nearly the same shape: most of "
                  "them cannot be told apart in 16 digits.",
             "D": "No warning comes. You have to ask for rank or condition number."}),
    Prediction(
        id="02-count",
        question="A map of degree 5 of the 64 pixels of a small digit: how many features?",
        choices={"A": "321", "B": "about 2,000", "C": "about 800,000", "D": "over 10 million"},
        answer="D", run="exercise 2.4 and the cell below it",
        holds="There are over eleven million monomials of degree at most 5 in 64 inputs.",
        why={"A": "64 · 5 + 1 counts powers of single pixels; products of pixels are missing.",
             "B": "That is about the number for degree 2.",
             "C": "That is about the number for degree 4.",
             "D": "C(69, 5) = 11,238,513: the count explodes with the degree."}),
    Prediction(
        id="02-solutions",
        question="Six features of degree 2, four XOR points. How many weight vectors w give "
                 "exactly 0, 1, 1, 0?",
        choices={"A": "none", "B": "one", "C": "two", "D": "infinitely many"},
        answer="D", run="the next code cell and the slide check",
        holds="The table has rank 4 and six columns: a plane of solutions is left.",
        why={"A": "The product of the inputs is among the features, and that is what was missing.",
             "B": "Four equations cannot pin down six unknowns.",
             "C": "Two are shown below, the sparse one and the shortest one, and everything on "
                  "the line through them works as well.",
             "D": "On 0 and 1 a square equals its input, so some features are copies of others."}),
)
