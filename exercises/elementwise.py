"""What functions of one input at a time share: their cases, right answers in other styles, and
the text that their banks take over with ``like: elementwise``.

In that text ``k`` is the input and ``o`` the result. A dress that overflows sets ``plain``, which
nothing reads, and so do the entries that it must not hide behind: they are not tried in it.
"""

import numpy as np

from misstep import Case

FIVE = np.array([-2.0, -0.5, 0.0, 1.0, 3.0])
EIGHTS = np.array([[-19, 7, -5, 12], [3, -11, 24, -1], [-28, 16, 2, -9]]) / 8.0  # exact in float32

LISTS = ([-1.5, 0.25, 2.0],)  # for exercises whose stub promises numbers and arrays


def far(extreme=True):
    """Large inputs as numbers and in arrays of both types, and in front of small ones.

    In front, since np.vectorize takes the type of its first result for all.
    """
    told = (((np.array([-1000.0, -750.0, -400.0, -40.0, 0.5, 40.0, 400.0, 750.0, 1000.0]),),
             "inputs up to ±1000"), ((-1000.0,), "the number −1000"))
    whole = (((1000,), "the whole number 1000"),
             ((np.array([1000, 1, -2]),), "whole numbers, the first of them 1000"))
    return [Case(*case, extreme=extreme) for case in told] + [
        Case(*case, extreme=extreme, integers=True) for case in whole]


def cases(extreme=True):
    """Inputs of every shape and kind that a function of x alone has to take."""
    return [
        Case((FIVE.copy(),), "five numbers"),
        Case((2.5,), "one number"),
        Case((-1.25,), "one negative number"),
        Case((EIGHTS.copy(),), "a matrix"),
        Case((np.array([0.0, -0.0, 1e-4, -1e-4]),), "inputs at and next to 0"),
        Case((np.array([[0, -1, 2], [1, -3, 4]]),), "whole numbers", integers=True),
        Case((-2,), "one whole number", integers=True),
        Case((np.array([[-4.5, 0.75, 9.0]]),), "a batch of one"),
        Case((np.array([-8.75, -6.25, 5.5, 7.125, 8.25]),), "inputs between 5 and 10"),
        Case((np.array([-12.0, -7.5, 0.5]),), "inputs down to −12"),
        Case((EIGHTS.reshape(2, 3, 2),), "three axes"),
        Case((np.array([2.0]),), "an array of one number"),
        *far(extreme),
    ]


def cases_with(first, second, *rest, extreme=True):
    """The same, with the argument after x left out or at the given values."""
    plain = cases(extreme=extreme)
    more = [
        Case((FIVE.copy(), first), f"a parameter of {first}"),
        Case((-1.25, second), "one negative number and a parameter"),
        Case((EIGHTS.copy(), second), f"a matrix and a parameter of {second}"),
        Case((np.array([-1000.0, -2.0, 2.0, 1000.0]), second), "±1000 and a parameter",
             extreme=extreme),
        Case((np.array([-3, 0, 2]), first), "whole numbers and a parameter", integers=True),
        *(Case((FIVE.copy(), value), f"a parameter of {value}") for value in rest),
    ]
    return plain[:4] + more[:3] + plain[4:] + more[3:]


# --- right answers in other styles ---------------------------------------------------------


def loop(formula):
    """A formula for one number in Python loops, any number of axes; lists come back."""
    def answer(x, *rest):
        if np.ndim(x) == 0:
            return formula(float(x), *rest)
        return [answer(v, *rest) for v in x]

    return answer


def by_index(formula):
    """A formula for one number, written into a new array index by index."""
    def answer(x, *rest):
        x = np.asarray(x, dtype=float)
        out = np.empty(x.shape)
        for i in np.ndindex(*x.shape):
            out[i] = formula(float(x[i]), *rest)
        return out

    return answer


def of_floats(formula):
    """A formula for an array of floats, of anything."""
    return lambda x, *rest: formula(np.array(x, dtype=float), *rest)


def in_float32(formula):
    """A formula for an array, in single precision throughout."""
    return lambda x, *rest: np.float32(formula(np.asarray(x, dtype=np.float32), *rest))


def with_default(formula, value):
    """A formula with two arguments, the second with a default."""
    return lambda x, parameter=value: formula(x, parameter)


# --- what the text needs -------------------------------------------------------------------


def only(o, part, rest, rows=False):
    """Some of a result's entries, counted through all axes, or rows; the others as in ``rest``."""
    out = np.array(np.broadcast_to(rest, np.shape(o)), dtype=float)
    (out if rows else out.reshape(-1))[part] = (o if rows else np.ravel(o))[part]
    return out


def differences(values):
    """Half the distance between the two neighbours, along the flattened array."""
    y = np.ravel(values)
    return np.gradient(y).reshape(np.shape(values)) if y.size > 1 else np.ones(np.shape(values))


BANK = """
f(x)
    k = np.asarray(x, float)             # the inputs

shape/arrays-only: arrays work, but a single number or a list stops the function. Start with x =
        np.asarray(x).
    k = 1.0 * x[...] && plain = 1
shape/one-axis-only: a list or vector works, but a single number or a matrix stops the function.
        NumPy's functions take any shape; a loop over x meets rows in a matrix.
    k = np.array([float(v) for v in x]) && plain = 1
shape/diagonal-matrix: the entries are returned on the diagonal of a matrix. Keep one entry per
        input: the result has the shape of x.
    o = np.diag(np.ravel(o))
shape/diagonal: a vector is returned on the diagonal of a matrix, and of a matrix only the diagonal
        is returned. Keep one entry per input: the result has the shape of x.
    o = np.diag(o)
shape/constant: the same number is returned for all inputs. The result has one entry per input, and
        depends on it.
    o = 0.0 || 1.0 || -1.0 || 2.0
duplicates/equal-entries: equal entries count once. A set and np.unique drop repeats and order: go
        through x itself.
    where needs: set
    k = np.unique(k) || np.array(list(set(k.ravel().tolist())))
missing-return/first-entry-only: after the first entry or row, the values are missing. Each input
        has a value. If there is a loop, `return` belongs after it, not into it.
    part = np.s_[:1] && o = np.ravel(o)[part] || elementwise.only(o, part, 0) || elementwise.only(o,
        part, k) || elementwise.only(o, part, k, True)
    o = np.ravel(o)[0]
missing-return/last-entry-only: before the last entry or row, the values are missing. Each input has
        a value. If there is a loop, it has to keep what it finds in every turn.
    part = np.s_[-1:] && o = np.ravel(o)[part] || elementwise.only(o, part, 0) ||
        elementwise.only(o, part, k) || elementwise.only(o, part, k, True)
    o = np.ravel(o)[-1]
off-by-one/last-entry: the last entry or row doesn't get its value. It counts like the others:
        range(n - 1) and [:-1] leave the last of n out.
    where needs: cut-range
    part = np.s_[:-1] && o = np.ravel(o)[part] || elementwise.only(o, part, 0) ||
        elementwise.only(o, part, k) || elementwise.only(o, part, k, True)
off-by-one/first-entry: the first entry or row doesn't get its value. It counts like the others:
        range(1, n) and [1:] leave the first of n out.
    where needs: cut-range
    part = np.s_[1:] && o = np.ravel(o)[part] || elementwise.only(o, part, 0) || elementwise.only(o,
        part, k) || elementwise.only(o, part, k, True)
"""
