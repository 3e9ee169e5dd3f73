"""Records of notebook 03: exercises with their cases and known mistakes, predictions.

Most exercises are elementwise functions. A wrong formula may also stumble over a plain list or
a single number, so the banks hold each formula in several faces (see `_faces`).
"""

import functools
import math

import numpy as np

from course_utils import functions as F  # noqa: N812 - short, and a name as maths has it
from course_utils.exercises.engine import Case, Exercise, Mistake, Prediction

# --- elementwise functions: cases and faces -----------------------------------------------------

FIVE = np.array([-2.0, -0.5, 0.0, 1.0, 3.0])
EIGHTS = np.array([[-19, 7, -5, 12], [3, -11, 24, -1], [-28, 16, 2, -9]]) / 8.0  # exact in float32


def _cases(*rest, extreme=True):
    """Inputs of an elementwise function; `rest` are the arguments after x."""
    def call(x):
        return (x, *rest)

    return [
        Case(call(FIVE.copy()), "five numbers"),
        Case(call(2.5), "one number"),
        Case(call(-1.25), "one negative number"),
        Case(call(EIGHTS.copy()), "a matrix"),
        Case(call(np.array([0.0, -0.0, 1e-4, -1e-4])), "inputs at and next to 0"),
        Case(call([-1.5, 0.25, 2.0]), "a list"),
        Case(call(np.array([[2, -1, 0], [1, -3, 4]])), "whole numbers", integers=True),
        Case(call(np.array([[-4.5, 0.75, 9.0]])), "a batch of one"),
        Case(call(np.array([-8.75, -6.25, 5.5, 7.125, 8.25])), "inputs between 5 and 10"),
        Case(call(np.array([-12.0, -7.5, 0.5])), "inputs down to −12"),
        Case(call(EIGHTS.reshape(2, 3, 2)), "three axes"),
        Case(call(np.array([-1000.0, -750.0, -40.0, 40.0, 750.0, 1000.0])),
             "inputs up to ±1000", extreme=extreme),
    ]


def _array(x):
    """The input as floats, in a new array."""
    return np.array(x, dtype=float)


def _given(fn):
    """The same formula on anything: number, list or array."""
    @functools.wraps(fn)
    def wrong(x, *rest):
        return fn(_array(x), *rest)

    return wrong


def _no_list(fn):
    """The same, for those who compute with a list as if it were an array."""
    @functools.wraps(fn)
    def wrong(x, *rest):
        if isinstance(x, list):
            raise TypeError("unsupported operand type(s): 'list'")
        return fn(x, *rest)

    return wrong


def _arrays_only(fn):
    """The same, with a mask that a number does not have either."""
    @functools.wraps(fn)
    def wrong(x, *rest):
        if not isinstance(x, np.ndarray):
            raise TypeError("object is not subscriptable")
        return fn(x, *rest)

    return wrong


def _no_scalar(fn):
    """The same, for those who loop over x: a single number has no entries."""
    @functools.wraps(fn)
    def wrong(x, *rest):
        if np.ndim(x) == 0:
            raise TypeError("object is not iterable")
        return fn(x, *rest)

    return wrong


NO_MASK = ("unstable/cut-off", "unstable/clipped", "unstable/result-clipped")


def _faces(*mistakes):
    """Each mistake on any input, on arrays and lists only, and on arrays only.

    An answer that stumbles over lists alone needs no face: see `feedback`.
    """
    return tuple(Mistake(m.id, form(_given(m.wrong)), m.what, m.where) for m in mistakes
                 for form in (_same, _no_scalar, _arrays_only)
                 if form is not _arrays_only or m.id not in NO_MASK)


def _cut(right, low=None, high=None, lows=(), highs=(), scale=lambda x, *rest: x):
    """A tail replaced by `low` or `high`, from several thresholds on, at one end or both."""
    where = "Far out the function is close to its limit, not equal to it: use one formula."

    def wrong(below, above, strict):
        def fn(x, *rest):
            y, k = right(x, *rest), scale(x, *rest)
            over, under = (np.greater, np.less) if strict else (np.greater_equal, np.less_equal)
            if below is not None:
                y = np.where(under(k, -below), low(x, *rest), y)
            return y if above is None else np.where(over(k, above), high(x, *rest), y)
        return Mistake("unstable/cut-off", fn, "far from 0 a limiting value or line stands in "
                       "for the function, too early: the jump shows", where)

    ends = [(c, None) for c in lows] + [(None, c) for c in highs]
    ends += [(c, c) for c in sorted({*lows, *highs}) if low and high]
    return [wrong(*pair, strict) for pair in ends for strict in (True, False)
            if strict or {2, 3, 4} & {*pair}]


def _clipped_result(right, *, top=True):
    """The result cut off or lifted by a small number."""
    forms = [lambda x, *r, e=e: np.clip(right(x, *r), e, 1 - e if top else None)
             for e in (1e-2, 1e-3, 1e-4, 1e-5)]
    forms += [lambda x, *r, e=e: right(x, *r) + e for e in (1e-2, 1e-3, 1e-4, 1e-5)]
    forms += [lambda x, *r, e=e: np.maximum(right(x, *r), e) for e in (1e-2, 1e-3, 1e-4, 1e-5)]
    return [Mistake("unstable/result-clipped", form, "the result is kept away from 0 (or 1) by a "
                    "small number, and the number shows",
                    "Return the value itself, however small.") for form in forms]


def _flat_gradient(value, x):
    """np.gradient along the flattened entries, in the shape of x; 1 for a single entry."""
    y = np.ravel(value(x))
    return np.gradient(y).reshape(np.shape(x)) if y.size > 1 else np.ones(np.shape(x))


def _quotients(value, steps=(1.0, 0.5, 0.1), one_sided=(0.01, 1e-3)):
    """Difference quotients of a function that are no derivatives."""
    forms = [lambda x, h=h: (value(x + h) - value(x)) / h for h in (*steps, *one_sided)]
    forms += [lambda x, h=h: (value(x) - value(x - h)) / h for h in (*steps, *one_sided)]
    forms += [lambda x, h=h: (value(x + h) - value(x - h)) / (2 * h) for h in steps]
    found = [Mistake("neighbour-formula/coarse-differences", form, "these are differences with a "
                     "coarse or one-sided step, not derivatives",
                     "Use the formula, or a smaller central step.") for form in forms]
    found += [Mistake("neighbour-formula/np-gradient", form, "`np.gradient` takes differences "
                      "between neighbouring entries of the array",
                      "The derivative at one input does not depend on the other inputs.")
              for form in (lambda x: np.gradient(value(x)), lambda x: np.gradient(value(x), x),
                           lambda x: _flat_gradient(value, x))]
    return [*found, Mistake(
        "factor/2-times-too-large", lambda x: (value(x + 1e-3) - value(x - 1e-3)) / 1e-3,
        "every entry is exactly 2 times too large", "Look for a factor 2 too many, or "
        "for a ½ that is missing.")]


def _loop_slips(right):
    """What a loop over the entries gets wrong; `right` is the right function."""
    def values(x, *rest):
        return np.asarray(right(x, *rest), dtype=float)

    def rows(x, *rest):
        if np.ndim(x) == 0:
            raise TypeError("object is not iterable")
        return values(x, *rest)

    def entries(x, *rest):
        return values(x, *rest).ravel()

    def filled(part, of, start):
        def wrong(x, *rest):
            y = of(x, *rest)
            out = np.zeros(y.shape) if start == 0 else _array(x).reshape(y.shape)
            out[part] = y[part]
            return out.reshape(np.shape(x))
        return wrong

    def picked(part, of):
        return lambda x, *rest: of(x, *rest)[part]

    slips = (
        ("missing-return/first-entry-only", (0,), slice(0, 1),
         "only the first entry (or row) is computed", "Does the `return` stand inside the loop?"),
        ("missing-return/last-entry-only", (-1,), slice(-1, None),
         "only the last entry (or row) comes back",
         "Collect the values of all entries inside the loop."),
        ("off-by-one/last-entry", (slice(None, -1),), slice(None, -1),
         "the last entry (or row) is left out", "range(n) already stops before n."),
        ("off-by-one/first-entry", (slice(1, None),), slice(1, None),
         "the first entry (or row) is left out", "Counting starts at 0."))
    found = []
    for name, parts, part, what, where in slips:
        forms = [picked(p, of) for p in parts for of in (entries, rows)]
        forms += [lambda x, *r, p=part: np.array(list(rows(x, *r)[p]))]
        forms += [filled(part, of, start) for of in (entries, rows) for start in (0, "x")]
        found += [Mistake(name, form, what, where) for form in forms]
    once = (lambda x, *r: values(np.unique(_array(x)), *r),
            lambda x, *r: values(np.array(list(set(_array(x).ravel().tolist()))), *r))
    return found + [Mistake("duplicates/equal-entries", form, "equal entries count once",
                            "A set and np.unique lose repetitions and order: go through x itself.")
                    for form in once]


def _halves(right, left=True):
    """One side of 0 forgotten: it stays 0 or holds the input; without `left`, the right one."""
    sides = [("right", lambda x, y, rest: np.where(x < 0, y, rest))]
    sides += [("left", lambda x, y, rest: np.where(x > 0, y, rest)),
              ("left", lambda x, y, rest: np.where(x >= 0, y, rest))] if left else []
    rests = (("the result stays 0", lambda x: 0.0), ("the input comes back", lambda x: x))
    rests = rests if left else rests[:1]
    return [Mistake(f"omitted-term/{side}-side", lambda x, *r, choose=choose, rest=rest: choose(
        x, right(x, *r), rest(x)), f"{side} of 0 {said}", "One formula for both sides of 0.")
            for side, choose in sides for said, rest in rests]


def _first_decides(right, *, zero=True, positive=False):
    """np.vectorize without otypes: integers throughout if the first result is an integer."""
    def guessed(test):
        def wrong(x, *rest):
            y, first = np.asarray(right(x, *rest)), np.ravel(x)[0]
            return np.trunc(y) if test(first) else y
        return wrong

    tests = [lambda v: v == 0] if zero else []
    if positive:
        tests += [lambda v: v > 0 and isinstance(v, np.integer),
                  lambda v: v == 0 or v > 0 and isinstance(v, np.integer)]
    return [Mistake("integer/first-entry-decides", guessed(test),
                    "`np.vectorize` takes the type of its first result: if that is a whole "
                    "number, the digits after the point of all the others are lost",
                    "Give np.vectorize otypes=[float].") for test in tests]


def _elementwise(right, *, truncates=True, floors=True, rounds=(0, 1, 2, 3, 4)):
    """Slips that any elementwise function invites; `right` is the right function."""
    def one_number(x, *rest):
        if np.ndim(x):
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return right(x, *rest)

    def vectors(x, *rest):
        if np.ndim(x) != 1:
            raise TypeError("one number at a time")
        return right(x, *rest)

    def small_vectors(x, *rest):
        if np.ndim(x) == 1 and np.max(np.abs(x)) > 700:
            raise OverflowError("math range error")
        return vectors(x, *rest)

    def rows(x, *rest):
        if np.ndim(x) == 0:
            raise TypeError("object is not iterable")
        return right(x, *rest)

    def as_input(x, *rest):
        return np.asarray(right(x, *rest)).astype(np.asarray(x).dtype)

    def rounded(x, *rest):
        return np.trunc(right(x, *rest))

    integers = "right for floats, wrong when the input holds integers"
    floats = ("An array made from integers (np.zeros_like, x.copy()) keeps integers only: give "
              "it dtype=float.")
    own = [
        Mistake("shape/list-given", _no_list(right),
                "the function meets a plain list and computes with it as if it were an array",
                "Start with x = np.asarray(x)."),
        Mistake("shape/arrays-only", _arrays_only(right),
                "right for arrays, but a single number or a list stops it",
                "Start with x = np.asarray(x), or decide with np.where."),
        Mistake("shape/one-number-only", one_number,
                "the function works on one number only",
                "Use NumPy's functions (np.exp, np.where, …): they work entry by entry."),
        Mistake("shape/one-axis-only", vectors,
                "right for a list or vector, but not for one number or a matrix",
                "NumPy's functions take any shape; a loop over x meets rows in a matrix."),
        Mistake("shape/one-axis-only", small_vectors,
                "right for a list or vector of small numbers only",
                "NumPy's functions take any shape; a loop with math.exp takes neither a matrix "
                "nor ±1000."),
        Mistake("shape/scalar-given", rows, "right for arrays, but a single number stops it",
                "x may be one number: do not loop over it or ask for its length."),
        Mistake("shape/scalar-gets-an-axis", lambda x, *r: np.atleast_1d(right(x, *r)),
                "a single number comes back as an array of one",
                "The result has the shape of x, also when x is one number."),
        Mistake("shape/flattened", lambda x, *r: np.ravel(right(x, *r)),
                "a matrix comes back as one long row", "The result has the shape of x."),
        Mistake("shape/squeezed", lambda x, *r: np.squeeze(right(x, *r)),
                "an axis of length 1 is lost", "The result has the shape of x."),
    ]
    plain = (
        ("shape/summed", lambda x, *r: np.sum(right(x, *r)), "the entries are added up",
         "Keep one entry per input: the result has the shape of x."),
        ("axis/averaged", lambda x, *r: np.mean(right(x, *r)), "the entries are averaged",
         "Keep one entry per input: the result has the shape of x."),
        ("shape/diagonal-matrix", lambda x, *r: np.diag(np.ravel(right(x, *r))),
         "the entries come back on the diagonal of a matrix",
         "Keep one entry per input: the result has the shape of x."),
        ("shape/diagonal-matrix", lambda x, *r: np.diag(right(x, *r)),
         "the entries come back on the diagonal of a matrix",
         "Keep one entry per input: the result has the shape of x."),
        ("sign/flipped", lambda x, *r: -1.0 * np.asarray(right(x, *r)),
         "every entry has the opposite sign", "Follow the minus sign through the formula."),
        ("factor/2-times-too-large", lambda x, *r: 2 * np.asarray(right(x, *r)),
         "every entry is exactly 2 times too large",
         "Look for a factor 2 too many, or for a ½ that is missing."),
        ("factor/2-times-too-small", lambda x, *r: np.asarray(right(x, *r)) / 2,
         "every entry is exactly 2 times too small", "Look for a factor ½ too many."))
    plain += tuple(("integer/rounded", lambda x, *r, d=d: np.round(right(x, *r), d),
                    "the result is rounded", "Return all the digits.") for d in rounds)
    own += [Mistake(m[0], form(m[1]), *m[2:]) for m in plain
            for form in (_same, _no_scalar, _arrays_only)]
    if truncates:
        own += [Mistake("integer/integer-input", form(as_input), integers, floats)
                for form in (_same, _no_list, _arrays_only)]
    if floors:
        own += [Mistake("integer/truncated", form(rounded), "the digits after the point are lost",
                        "Something makes integers of the result: //, int() or an integer array.")
                for form in (_same, _no_list)]
    return (*own, *_loop_slips(right))


def _same(fn):
    return fn


def _in_place(change):
    """Faces of a change made in the argument itself: x is an array, or any input."""
    def raw(x, *rest):
        if not isinstance(x, np.ndarray):
            raise TypeError("object does not support item assignment")
        change(x, *rest)
        return x

    def converted(x, *rest):
        x = np.asarray(x)
        change(x, *rest)
        return x

    def floats(x, *rest):
        x = np.asarray(x, dtype=float)
        change(x, *rest)
        return x

    return tuple(Mistake("in-place/argument-changed", fn, "the call changes the argument `x`",
                         "An array that is passed in belongs to the caller: copy it first, or "
                         "use np.where.") for fn in (raw, converted, floats))


def _loop(formula):
    """A right answer by a Python loop, any number of axes."""
    def answer(x, *rest):
        if np.ndim(x) == 0:
            return formula(float(x), *rest)
        return [answer(v, *rest) for v in x]

    return answer


def _ndindex(formula):
    def answer(x, *rest):
        x = np.asarray(x, dtype=float)
        out = np.empty(x.shape)
        for i in np.ndindex(*x.shape):
            out[i] = formula(float(x[i]), *rest)
        return out

    return answer


def _float32(fn):
    """A right answer that computes in float32."""
    return lambda x, *rest: np.float32(fn(np.asarray(x, dtype=np.float32), *rest))


def _naive(x):
    return 1 / (1 + np.exp(-np.asarray(x, dtype=float)))


# --- linear_collapse ---------------------------------------------------------------------------


def _collapse_cases():
    def layers(d, v, m, shift=0):
        W1 = np.arange(d * v).reshape(d, v) * 0.5 - 1 + shift
        W2 = 1.5 - np.arange(v * m).reshape(v, m) * 0.25 + np.eye(v, m)
        return W1, np.arange(v)[None] * 0.75 - 0.5, W2, 2.0 - np.arange(m)[None] * 0.5

    whole = (np.array([[1, 2], [0, -1], [3, 1]]), np.array([[2, -1]]),
             np.array([[1, 0, 2, -1], [4, -2, 1, 3]]), np.array([[5, -3, 1, 2]]))
    return [
        Case((np.array([[2.0]]), np.array([[1.0]]), np.array([[3.0]]), np.array([[4.0]])),
             "(2 f + 1) 3 + 4"),
        Case((np.array([[2.0, 1.0], [0.0, 3.0]]), np.array([[1.0, -2.0]]),
              np.array([[1.0, 4.0], [-1.0, 2.0]]), np.array([[0.5, 3.0]])), "a square case"),
        Case(layers(2, 3, 4), "sizes 2, 3, 4", sizes={"d": 2, "v": 3, "m": 4}),
        Case(layers(3, 2, 1), "sizes 3, 2, 1", sizes={"d": 3, "v": 2, "m": 1}),
        Case(layers(2, 3, 2), "as many outputs as inputs", sizes={"d": 2, "v": 3, "m": 2}),
        Case(layers(3, 2, 2, 0.5), "as many outputs as hidden units",
             sizes={"d": 3, "v": 2, "m": 2}),
        Case(whole, "whole numbers", integers=True),
    ]


_W_FORMS = {  # name: (W, id, what, where)
    "order": (lambda A, a, B, b: B @ A, "transpose/order",
              "the two weight matrices are multiplied in the wrong order",
              "Rows are examples: f meets W1 first, so W = W1 @ W2."),
    "relu": (lambda A, a, B, b: np.maximum(A, 0) @ B, "neighbour-formula/relu-between",
             "a ReLU cuts the entries of `W1`", "Both layers are affine: nothing bends between."),
    "relu_out": (lambda A, a, B, b: np.maximum(A @ B, 0), "neighbour-formula/relu-after",
                 "a ReLU cuts the entries of `W`", "Both layers are affine: nothing is cut."),
    "tanh": (lambda A, a, B, b: np.tanh(A) @ B, "neighbour-formula/tanh-between",
             "a tanh is taken of `W1`", "Both layers are affine: nothing bends between."),
    "b1": (lambda A, a, B, b: (A + a) @ B, "neighbour-formula/b1-in-w",
           "the first bias is added to the weights `W1`",
           "W holds only what stands next to f: W1 @ W2. b1 belongs to b."),
    "b2": (lambda A, a, B, b: A @ B + b, "neighbour-formula/b2-in-w",
           "the second bias is added to the weights", "W holds only what stands next to f."),
    "all": (lambda A, a, B, b: (A + a) @ B + b, "neighbour-formula/biases-in-w",
            "both biases are added to the weights", "W holds only what stands next to f."),
    "W1": (lambda A, a, B, b: A * 1.0, "omitted-term/w2", "`W1` alone comes back as W",
           "What f meets is W1, then W2: their product."),
    "W2": (lambda A, a, B, b: B * 1.0, "omitted-term/w1", "`W2` alone comes back as W",
           "What f meets is W1, then W2: their product."),
    "square": (lambda A, a, B, b: (A @ B).T if len(A) == B.shape[1] else A @ B,
               "transpose/square-w", "`W` is transposed where it is square",
               "No transpose anywhere: shapes alone do not tell the right order, rows do."),
    "square1": (lambda A, a, B, b: (A.T if len(A) == A.shape[1] else A) @ B,
                "transpose/square-w1", "`W1` is transposed where it is square",
                "W = W1 @ W2, with neither transposed."),
    "square2": (lambda A, a, B, b: A @ (B.T if len(B) == B.shape[1] else B),
                "transpose/square-w2", "`W2` is transposed where it is square",
                "W = W1 @ W2, with neither transposed."),
    "squares": (lambda A, a, B, b: B @ A if A.shape[0] == A.shape[1] == B.shape[1] else A @ B,
                "transpose/square-order", "two square matrices are multiplied in the wrong order",
                "W = W1 @ W2: shapes alone do not tell the right order."),
    "mean": (lambda A, a, B, b: A @ B / len(B), "factor/divided-by-v",
             "the sum over the hidden units is divided by their number",
             "A matrix product sums: W1 @ W2."),
    "T": (lambda A, a, B, b: (A @ B).T, "transpose/w", "`W` is the transpose of what is asked",
          "Rows are examples: W has shape (d, m)."),
    "AT": (lambda A, a, B, b: A.T @ B, "transpose/w1", "`W1` is transposed",
           "Rows are examples: W = W1 @ W2, with neither transposed."),
    "BT": (lambda A, a, B, b: A @ B.T, "transpose/w2", "`W2` is transposed",
           "Rows are examples: W = W1 @ W2, with neither transposed."),
    "ATBT": (lambda A, a, B, b: A.T @ B.T, "transpose/w1-and-w2",
             "both weight matrices are transposed",
             "Rows are examples: W = W1 @ W2, with neither transposed."),
    "sum": (lambda A, a, B, b: A + B, "neighbour-formula/sum-of-weights",
            "the weights are added", "Put the first layer into the second and multiply out."),
    "star": (lambda A, a, B, b: A * B, "neighbour-formula/elementwise",
             "the weights are multiplied entry by entry", "`@` is the matrix product."),
    "lastrow": (lambda A, a, B, b: _kept(A @ B, np.s_[:-1]), "off-by-one/last-row-of-w",
                "the last row of `W` stays 0", "range(n) already stops before n."),
    "firstrow": (lambda A, a, B, b: _kept(A @ B, np.s_[1:]), "off-by-one/first-row-of-w",
                 "the first row of `W` stays 0", "Counting starts at 0."),
    "lastcolumn": (lambda A, a, B, b: _kept(A @ B, np.s_[:, :-1]), "off-by-one/last-output",
                   "the last output is left out", "range(n) already stops before n."),
    "firstcolumn": (lambda A, a, B, b: _kept(A @ B, np.s_[:, 1:]), "off-by-one/first-output",
                    "the first output is left out", "Counting starts at 0."),
    "onecolumn": (lambda A, a, B, b: _kept(A @ B, np.s_[:, :1]), "missing-return/one-output",
                  "only the first output is computed", "Does the `return` stand inside the loop?"),
    "oneentry": (lambda A, a, B, b: _kept(A @ B, np.s_[:1, :1]), "missing-return/one-entry",
                 "only the first entry is computed", "Does the `return` stand inside the loop?"),
}
_UNITS = (  # hidden units that count, id, what, where
    (slice(None, -1), "off-by-one/last-hidden-unit", "the last hidden unit is left out",
     "range(n) already stops before n: sum over all v units."),
    (slice(1, None), "off-by-one/first-hidden-unit", "the first hidden unit is left out",
     "Counting starts at 0: sum over all v units."),
    (slice(0, 1), "missing-return/one-hidden-unit", "only the first hidden unit counts",
     "Does the `return` stand inside the loop? Sum over all v units."),
    (slice(-1, None), "missing-return/last-hidden-unit", "only the last hidden unit counts",
     "Add up inside the loop: += where = stands now."),
)


def _kept(table, part):
    """The table with zeros outside of `part`."""
    out = np.zeros(table.shape)
    out[part] = table[part]
    return out


def _of_units(units):
    """W and b with the sum over some hidden units only."""
    return (lambda A, a, B, b: A[:, units] @ B[units],
            lambda A, a, B, b: a[:, units] @ B[units] + b)


_B_FORMS = {
    "b1": (lambda A, a, B, b: b * 1.0, "omitted-term/b1", "the first bias is left out",
           "b1 passes through the second layer: its share is b1 W2."),
    "relu": (lambda A, a, B, b: np.maximum(a, 0) @ B + b, "neighbour-formula/relu-between-in-b",
             "a ReLU cuts the entries of `b1`", "Both layers are affine: nothing bends between."),
    "relu_out": (lambda A, a, B, b: np.maximum(a @ B + b, 0), "neighbour-formula/relu-after-in-b",
                 "a ReLU cuts the entries of `b`", "Both layers are affine: nothing is cut."),
    "tanh": (lambda A, a, B, b: np.tanh(a) @ B + b, "neighbour-formula/tanh-between-in-b",
             "a tanh is taken of `b1`", "Both layers are affine: nothing bends between."),
    "b2twice": (lambda A, a, B, b: a @ B + 2 * b, "duplicates/b2-twice",
                "the second bias is counted twice", "b2 is added once, at the end."),
    "b1twice": (lambda A, a, B, b: 2 * (a @ B) + b, "duplicates/b1-twice",
                "the first bias is counted twice", "b1 is there once: b1 W2."),
    "b1_flat": (lambda A, a, B, b: b.ravel(), "omitted-term/b1-and-axis",
                "the first bias is left out, and `b` has lost an axis: shape (m,)",
                "b = b1 W2 + b2, a row of shape (1, m)."),
    "b2_flat": (lambda A, a, B, b: (a @ B).ravel(), "omitted-term/b2-and-axis",
                "the second bias is left out, and `b` has lost an axis: shape (m,)",
                "b = b1 W2 + b2, a row of shape (1, m)."),
    "none_flat": (lambda A, a, B, b: np.zeros(b.size), "omitted-term/no-bias-and-axis",
                  "both biases are left out, and `b` has lost an axis: shape (m,)",
                  "b = b1 W2 + b2, a row of shape (1, m)."),
    "sums": (lambda A, a, B, b: a.sum() * B.sum(axis=0, keepdims=True) + b,
             "axis/summed-apart", "`b1` and `W2` are summed apart and then multiplied",
             "The products are summed: b1 @ W2."),
    "sum1": (lambda A, a, B, b: a.sum() + b, "axis/b1-summed", "`b1` is summed, without `W2`",
             "Its share is b1 @ W2."),
    "sum2": (lambda A, a, B, b: B.sum(axis=0, keepdims=True) + b, "omitted-term/b1-as-ones",
             "`W2` is summed as if every entry of `b1` were 1", "Its share is b1 @ W2."),
    "sum3": (lambda A, a, B, b: (a @ B).sum() + b, "axis/one-number",
             "b1 W2 is summed to one number", "Keep one entry per output: b1 @ W2."),
    "mean": (lambda A, a, B, b: a @ B / len(B) + b, "factor/b1-divided-by-v",
             "the sum over the hidden units is divided by their number",
             "A matrix product sums: b1 @ W2."),
    "vtimes": (lambda A, a, B, b: a @ B + len(B) * b, "factor/b2-per-unit",
               "the second bias is added once per hidden unit",
               "b2 stands outside the sum over the units: add it once."),
    "dtimes": (lambda A, a, B, b: a @ B + len(A) * b, "factor/b2-per-input",
               "the second bias is added once per input", "b2 is added once, at the end."),
    "means": (lambda A, a, B, b: a.sum() * B.mean(axis=0, keepdims=True) + b,
              "axis/averaged-apart", "`b1` and `W2` are summed or averaged apart, then multiplied",
              "The products are summed: b1 @ W2."),
    "means1": (lambda A, a, B, b: a.mean() * B.mean(axis=0, keepdims=True) + b,
               "axis/averaged-apart", "`b1` and `W2` are summed or averaged apart, then "
               "multiplied", "The products are summed: b1 @ W2."),
    "lastout": (lambda A, a, B, b: _kept(a @ B + b, np.s_[:, :-1]), "off-by-one/last-output",
                "the last output is left out", "range(n) already stops before n."),
    "firstout": (lambda A, a, B, b: _kept(a @ B + b, np.s_[:, 1:]), "off-by-one/first-output",
                 "the first output is left out", "Counting starts at 0."),
    "oneout": (lambda A, a, B, b: _kept(a @ B + b, np.s_[:, :1]), "missing-return/one-output",
               "only the first output is computed", "Does the `return` stand inside the loop?"),
    "starsum": (lambda A, a, B, b: (a * B).sum(axis=0, keepdims=True) + b,
                "axis/b1-along-outputs", "`b1` is multiplied along the outputs of `W2`, not "
                "along the hidden units", "Sum over the hidden units: b1 @ W2."),
    "plus": (lambda A, a, B, b: a @ B + b + 1, "off-by-one/one-added", "1 is added",
             "b = b1 W2 + b2."),
    "product": (lambda A, a, B, b: (a @ B) * b, "neighbour-formula/b2-multiplied",
                "the second bias is multiplied", "It is added."),
    "column": (lambda A, a, B, b: a @ B + b.T, "shape/b2-as-column",
               "`b2` is turned into a column: a table comes out", "b2 is a row already."),
    "outer": (lambda A, a, B, b: a.T * B + b, "axis/b1-not-summed",
              "the products of b1 and W2 are not summed over the hidden units",
              "Sum over the hidden units: b1 @ W2."),
    "ones": (lambda A, a, B, b: (np.ones((1, len(A))) @ A + a) @ B + b,
             "neighbour-formula/input-of-ones", "this is the answer to the input f = (1, …, 1)",
             "The bias is the answer to f = 0."),
    "b2": (lambda A, a, B, b: a @ B, "omitted-term/b2", "the second bias is left out",
           "The second layer adds b2 at the end."),
    "none": (lambda A, a, B, b: np.zeros_like(b), "omitted-term/no-bias",
             "both biases are left out", "Multiply (f W1 + b1) W2 + b2 out, term by term."),
    "plain": (lambda A, a, B, b: a + b, "omitted-term/b1-not-through-w2",
              "the first bias is added as it is", "b1 passes through the second layer too: "
              "its share is b1 W2."),
    "plain1": (lambda A, a, B, b: a * 1.0, "omitted-term/b2-and-w2",
               "only the first bias, as it is, comes back", "b = b1 W2 + b2."),
    "minus": (lambda A, a, B, b: a @ B - b, "sign/b2", "the second bias is subtracted",
              "b = b1 W2 + b2."),
    "minus1": (lambda A, a, B, b: b - a @ B, "sign/b1", "the first bias is subtracted",
               "b = b1 W2 + b2."),
    "swapped": (lambda A, a, B, b: b @ B + a, "neighbour-formula/biases-swapped",
                "the second bias is sent through the second layer, not the first",
                "b1 is there when the second layer starts; b2 is added after it."),
    "W1": (lambda A, a, B, b: a @ A + b, "neighbour-formula/b1-through-w1",
           "the first bias is sent through `W1`", "b1 is added after W1; what follows is W2."),
    "other": (lambda A, a, B, b: b @ A + a, "neighbour-formula/layers-swapped",
              "the bias is that of the layers in the other order",
              "The first layer is (W1, b1): its bias meets W2."),
    "BT": (lambda A, a, B, b: a @ B.T + b, "transpose/w2-in-b", "`W2` is transposed in the bias",
           "b = b1 W2 + b2, with W2 as it is."),
    "all": (lambda A, a, B, b: a @ A @ B + b, "neighbour-formula/b1-through-both",
            "the first bias is sent through both layers",
            "b1 is added after W1: only W2 follows."),
    "left": (lambda A, a, B, b: B @ a + b, "transpose/order-in-b",
             "`W2` stands on the left of the bias", "Rows are examples: b = b1 @ W2 + b2."),
    "star": (lambda A, a, B, b: a * B + b, "neighbour-formula/elementwise-in-b",
             "bias and weights are multiplied entry by entry", "`@` is the matrix product."),
    "axis": (lambda A, a, B, b: (a.T * B).sum(axis=1) + b, "axis/b1-over-outputs",
             "the products b1 W2 are summed over the outputs",
             "Sum over the hidden units: b1 @ W2."),
    "b2W2": (lambda A, a, B, b: (a + b) @ B, "neighbour-formula/both-through-w2",
             "both biases are sent through the second layer", "b2 is added after W2."),
    "flat": (lambda A, a, B, b: (a @ B + b).ravel(), "shape/b-flat",
             "`b` has lost an axis: shape (m,)", "The bias is a row of shape (1, m)."),
    "col": (lambda A, a, B, b: (a @ B + b).T, "shape/b", "`b` is a column",
            "The bias is a row of shape (1, m)."),
    "full": (lambda A, a, B, b: np.tile(a @ B + b, (len(A), 1)), "shape/b-repeated",
             "`b` is repeated once per row of `W1`", "One row is enough: shape (1, m)."),
}


def _b_right(A, a, B, b):
    return a @ B + b


def _w_right(A, a, B, b):
    return A @ B


_LATER = ("other", "ones", "sums", "vtimes", "dtimes", "means", "means1", "lastout", "firstout",
          "oneout", "plus")  # not combined with the products that stop on most shapes


def _collapse_mistakes():
    def both(w, b):
        return lambda A, a, B, c: (w(A, a, B, c), b(A, a, B, c))

    def changes(A, a, B, b):
        b += a @ B
        return A @ B, b

    def swapped_product(w, *others):
        return [Mistake(w[1], both(w[0], b), w[2], w[3]) for b in others]

    found = []
    for w in _W_FORMS.values():
        found += swapped_product(w, _b_right)
    for b in _B_FORMS.values():
        found.append(Mistake(b[1], both(_w_right, b[0]), b[2], b[3]))
    for name in ("order", "ATBT", "sum", "star"):  # these stop on most shapes: no part by part
        found += swapped_product(_W_FORMS[name], *(b[0] for key, b in _B_FORMS.items()
                                                   if key not in _LATER
                                                   and (key != "left" or name == "order")))
    found.append(Mistake("transpose/order", both(_W_FORMS["order"][0], _B_FORMS["other"][0]),
                         "the layers are put together in the wrong order",
                         "The first layer is (W1, b1): W = W1 @ W2, b = b1 @ W2 + b2."))
    for units, name, what, where in _UNITS:
        w, b = _of_units(units)
        found += [Mistake(name, both(*pair), what, where)
                  for pair in ((w, b), (w, _b_right), (_w_right, b))]
    for column, name in ((np.s_[:, :-1], "last"), (np.s_[:, 1:], "first")):
        found.append(Mistake(f"off-by-one/{name}-output", both(
            lambda A, a, B, b, c=column: _kept(A @ B, c),
            lambda A, a, B, b, c=column: _kept(a @ B + b, c)),
            f"the {name} output is left out", "Go through all m outputs."))
    found += [
        Mistake("in-place/b2-changed", changes, "the call changes the argument `b2`",
                "Write b = b1 @ W2 + b2, in a new array."),
        Mistake("convention/swapped", lambda A, a, B, b: (a @ B + b, A @ B),
                "the weights and the bias are swapped", "Return W first, then b."),
        Mistake("neighbour-formula/relu-between", lambda A, a, B, b: (
            np.maximum(A, 0) @ B, np.maximum(a, 0) @ B + b),
            "a ReLU cuts the entries of `W1` and `b1`",
            "Both layers are affine: nothing bends between."),
        Mistake("neighbour-formula/relu-after", lambda A, a, B, b: (
            np.maximum(A @ B, 0), np.maximum(a @ B + b, 0)),
            "a ReLU cuts the entries of `W` and `b`",
            "Both layers are affine: nothing is cut."),
        Mistake("neighbour-formula/tanh-between", lambda A, a, B, b: (
            np.tanh(A) @ B, np.tanh(a) @ B + b), "a tanh is taken of `W1` and `b1`",
            "Both layers are affine: nothing bends between."),
        *(Mistake("omitted-term/biases-and-transpose", both(_W_FORMS["T"][0], _B_FORMS[b][0]),
                  "`W` is transposed, and a bias is left out of `b`",
                  "W = W1 @ W2 and b = b1 @ W2 + b2.") for b in ("b1", "b2", "none")),
        *(Mistake("shape/one-array", wrong, "W and b come back in one array or dict",
                  "Return the pair W, b.") for wrong in (
                      lambda A, a, B, b: np.vstack([A @ B, a @ B + b]),
                      lambda A, a, B, b: {"W": A @ B, "b": a @ B + b})),
        Mistake("shape/three-results", lambda A, a, B, b: (A @ B, a @ B, b),
                "three results come back", "Add the two parts of the bias: b = b1 W2 + b2."),
        Mistake("omitted-term/only-b", lambda A, a, B, b: a @ B + b,
                "only the bias comes back", "Return the pair W, b."),
        Mistake("shape/function-returned", lambda A, a, B, b: lambda f: f @ A @ B + a @ B + b,
                "a function of f comes back", "Return its two tables, W and b."),
        Mistake("missing-return/only-w", lambda A, a, B, b: A @ B, "only the weights come back",
                "Return the pair W, b."),
        Mistake("shape/one-table", lambda A, a, B, b: A @ B + a @ B + b,
                "weights and bias are added into one table",
                "Return the pair W, b: W multiplies f, b does not."),
        Mistake("integer/truncated", lambda A, a, B, b: (
            np.trunc(A @ B), np.trunc(a @ B + b)), "the digits after the point are lost",
            "Something turns the result into integers."),
    ]
    return tuple(found)


def _collapse_loops(W1, b1, W2, b2):
    (d, v), m = W1.shape, W2.shape[1]
    W = [[sum(W1[i, j] * W2[j, c] for j in range(v)) for c in range(m)] for i in range(d)]
    b = [[sum(b1[0, j] * W2[j, c] for j in range(v)) + b2[0, c] for c in range(m)]]
    return [W, b]


def _collapse_probe(W1, b1, W2, b2):
    """The bias is the answer to f = 0, the rows of W those to the unit vectors, less b."""
    def net(f):
        return (f @ W1 + b1) @ W2 + b2

    b = net(np.zeros((1, len(W1))))
    return net(np.eye(len(W1))) - b, b


def _collapse_homogeneous(W1, b1, W2, b2):
    def layer(W, b):
        top = np.hstack([W, np.zeros((len(W), 1))])
        return np.vstack([top, np.hstack([b, [[1.0]]])])

    C = layer(W1, b1) @ layer(W2, b2)
    return C[:-1, :-1], C[-1:, :-1]


COLLAPSE = Exercise(
    id="linear_collapse", title="Collapse two affine layers", notebook="03", number="3.1",
    signature="linear_collapse(W1, b1, W2, b2)",
    lecture=("MAY24-1.0f", "MAY25-1.0f", "CS577-varying-map", "ALICE-5.2a"),
    minutes=5, difficulty=1, reference=F.linear_collapse, cases=_collapse_cases,
    parts=("W", "b"), mistakes=_collapse_mistakes(),
    hints=("Multiply (f W1 + b1) W2 + b2 out. Which terms hold f?",
           "Everything next to f belongs to W, the rest to b. The first bias meets W2.",
           "W = W1 @ W2 and b = b1 @ W2 + b2"),
    formula="(f W1 + b1) W2 + b2 = f (W1 W2) + (b1 W2 + b2)",
    variation="collapse three layers by calling your function twice.",
    right=(_collapse_loops, _collapse_probe, _collapse_homogeneous,
           lambda A, a, B, b: (np.einsum("dv,vm->dm", A, B), np.einsum("iv,vm->im", a, B) + b),
           lambda A, a, B, b: ((B.T @ A.T).T, (B.T @ a.T + b.T).T),
           lambda A, a, B, b: (np.float32(A) @ np.float32(B), np.float32(a) @ np.float32(B) + b)),
    awkward=_collapse_loops,
)

# --- relu --------------------------------------------------------------------------------------


def _relu_change(x):
    x[x < 0] = 0


def _positive_only(x):
    return np.asarray(x)[np.asarray(x) > 0]


RELU = Exercise(
    id="relu", title="Write ReLU", notebook="03", number="3.5", signature="relu(x)",
    lecture=("MAY24-1.2e", "MAY25-1.2e", "CS577-relu", "ALICE-5.4d"), minutes=3, difficulty=1,
    reference=F.relu, cases=lambda: _cases(extreme=False),
    mistakes=(
        *_faces(
            Mistake("omitted-term/positive-side", lambda x: np.where(x > 0, 1, x),
                    "positive inputs become 1 and negative ones stay",
                    "max(0, x): positive inputs stay, negative ones become 0."),
            Mistake("off-by-one/wrong-constant", lambda x: np.where(x > 0, x, 1),
                    "left of 0 the value is 1",
                    "It is 0 there."),
            Mistake("off-by-one/wrong-constant", lambda x: np.where(x > 0, x, -1),
                    "left of 0 the value is −1",
                    "It is 0 there."),
            Mistake("off-by-one/wrong-constant", lambda x: np.where(x > 0, x, np.nan),
                    "left of 0 the value is not a number",
                    "It is 0 there."),
            Mistake("factor/half-misplaced", lambda x: x / 2 + np.abs(x),
                    "only one of the two terms is halved",
                    "(x + |x|) / 2."),
            *(Mistake("neighbour-formula/leaky", lambda x, a=a: np.where(x > 0, x, a * x),
                      "this is the leaky ReLU", "Left of 0 the value is exactly 0.")
              for a in (0.001, 0.02, 0.05, 0.2, 0.25, 0.3, 0.5)),
            *(Mistake("neighbour-formula/cut-off-above", lambda x, c=c: np.clip(x, 0, c),
                      "large inputs are cut off", "ReLU has no upper limit.")
              for c in (2, 3, 5, 10, 20, 50, 100, 255, 500, 700)),
            *(Mistake("off-by-one/threshold-small", lambda x, c=c: np.where(x >= c, x, 0),
                      "small positive inputs are cut as well", "The threshold is 0.")
              for c in (0.25, 0.5)),
            Mistake("integer/rounded-up", lambda x: np.maximum(0, np.ceil(x)),
                    "the inputs are rounded up", "Return all the digits."),
            Mistake("neighbour-formula/half-left", lambda x: np.where(x > 0, x, -0.5 * x),
                    "left of 0 the value is −x/2", "Left of 0 the value is exactly 0."),
            Mistake("omitted-term/all-zero", np.zeros_like, "the result is 0 everywhere",
                    "Positive inputs pass as they are."),
            Mistake("unstable/root-of-negative", lambda x: np.sqrt(x) ** 2,
                    "left of 0 the result is not a number", "Compare with 0: max(0, x)."),
            Mistake("unstable/zero-by-zero", lambda x: x * (1 + x / np.abs(x)) / 2,
                    "at exactly 0 the result is not a number: 0 is divided by 0",
                    "Decide by a comparison with 0."),
            *(Mistake("neighbour-formula/small-floor", wrong,
                      "the floor is a small number above 0",
                      "The floor is exactly 0.")
              for wrong in (
                  lambda x: np.maximum(0.001, x),
                  lambda x: np.maximum(0.01, x),
                  lambda x: np.maximum(0.1, x),
                  lambda x: np.maximum(0.5, x))),
            Mistake("neighbour-formula/tanh", lambda x: np.tanh(x),
                    "this is tanh",
                    "ReLU is max(0, x)."),
            Mistake("neighbour-formula/sigmoid", lambda x: F.sigmoid(x),
                    "this is the sigmoid",
                    "ReLU is max(0, x)."),
            Mistake("neighbour-formula/hard-tanh", lambda x: np.clip(x, -1, 1),
                    "this is the hard tanh",
                    "ReLU is max(0, x)."),
            Mistake("axis/one-maximum", lambda x: np.max(x),
                    "one maximum over all entries comes back",
                    "np.maximum compares entry by entry, np.max looks for one entry."),
            Mistake("axis/one-maximum", lambda x: np.max(x, 0),
                    "`np.max(x, 0)` looks for the largest entries along axis 0",
                    "np.maximum(x, 0) compares entry by entry."),
            Mistake("neighbour-formula/shifted-to-zero", lambda x: x - np.min(x),
                    "the smallest entry is subtracted",
                    "Each entry is compared with 0."),
            Mistake("neighbour-formula/hinge", lambda x: np.maximum(0, 1 - x),
                    "this is the hinge, max(0, 1 − x)",
                    "max(0, x)."),
            Mistake("off-by-one/shifted", lambda x: np.maximum(0, x - 1),
                    "the kink is at 1",
                    "The kink is at 0."),
            Mistake("off-by-one/shifted", lambda x: np.maximum(0, x + 1),
                    "the kink is at −1",
                    "The kink is at 0."),
            Mistake("neighbour-formula/elu", lambda x: np.where(x > 0, x, np.exp(np.minimum(x, 0))),
                    "left of 0 stands e^x",
                    "Left of 0 the value is exactly 0."),
            *(Mistake("off-by-one/threshold-small", wrong,
                      "small positive inputs are cut as well",
                      "The threshold is 0.")
              for wrong in (
                  lambda x: np.where(x > 0.5, x, 0),
                  lambda x: np.where(x > 0.1, x, 0),
                  lambda x: np.where(x > 0.01, x, 0))),
            Mistake("neighbour-formula/root", lambda x: np.sqrt(np.maximum(0, x)),
                    "the root of the positive inputs comes back",
                    "Positive inputs pass as they are."),
            Mistake("sign/reversed", lambda x: np.maximum(0, -x),
                    "the negative side passes, with its sign flipped",
                    "Positive inputs pass, negative ones become 0."),
            Mistake("sign/negative-side", lambda x: np.minimum(0, x),
                    "the negative side passes and the positive one is cut",
                    "max(0, x): positive inputs pass."),
            Mistake("sign/flipped", lambda x: -np.maximum(0, x),
                    "every entry has the opposite sign", "ReLU is never negative."),
            Mistake("neighbour-formula/absolute-value", np.abs,
                    "this is the absolute value: negative inputs keep their size",
                    "Negative inputs become 0."),
            Mistake("neighbour-formula/step", lambda x: np.where(x > 0, 1.0, 0.0),
                    "this is the step: positive inputs lose their size",
                    "ReLU keeps x itself where it is positive; its derivative is the step."),
            Mistake("neighbour-formula/step", lambda x: np.where(x >= 0, 1.0, 0.0),
                    "this is the step: positive inputs lose their size",
                    "ReLU keeps x itself where it is positive; its derivative is the step."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x > 0, x, 0.01 * x),
                    "this is the leaky ReLU", "Left of 0 the value is exactly 0."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x > 0, x, 0.1 * x),
                    "this is the leaky ReLU", "Left of 0 the value is exactly 0."),
            Mistake("neighbour-formula/softplus", lambda x: np.log(1 + np.exp(x)),
                    "this is softplus, the smooth cousin", "ReLU is max(0, x)."),
            Mistake("neighbour-formula/softplus", lambda x: np.logaddexp(0, x),
                    "this is softplus, the smooth cousin", "ReLU is max(0, x)."),
            Mistake("neighbour-formula/elu",
                    lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0))),
                    "this is ELU", "Left of 0 the value is exactly 0."),
            Mistake("neighbour-formula/swish", F.swish, "this is Swish", "ReLU is max(0, x)."),
            Mistake("neighbour-formula/gelu", F.gelu, "this is GELU", "ReLU is max(0, x)."),
            Mistake("omitted-term/identity", lambda x: x,
                    "the input comes back as it is", "Negative inputs become 0."),
            Mistake("neighbour-formula/hard-sigmoid", lambda x: np.clip(x, 0, 1),
                    "the result is cut off at 1", "ReLU has no upper limit."),
            Mistake("neighbour-formula/relu6", lambda x: np.clip(x, 0, 6),
                    "the result is cut off at 6: that is ReLU6", "ReLU has no upper limit."),
            Mistake("neighbour-formula/minus-one", lambda x: np.maximum(-1, x),
                    "the floor is −1", "The floor is 0."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x > 1, x, 0),
                    "small positive inputs are cut as well", "The threshold is 0."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x >= 1, x, 0),
                    "small positive inputs are cut as well", "The threshold is 0."),
            Mistake("neighbour-formula/floor-one", lambda x: np.maximum(1, x), "the floor is 1",
                    "The floor is 0."),
            Mistake("neighbour-formula/squared", lambda x: np.maximum(0, x) ** 2,
                    "positive inputs are squared", "Positive inputs pass as they are."),
            Mistake("neighbour-formula/squared", lambda x: x * np.abs(x) * (x > 0) + 0 * x,
                    "positive inputs are squared", "Positive inputs pass as they are.")),
        Mistake("axis/one-maximum", lambda x: np.maximum(0, np.max(x)),
                "one maximum over all entries comes back",
                "np.maximum compares entry by entry, np.max looks for one entry."),
        Mistake("shape/filtered", _positive_only, "the negative entries are left out",
                "They stay in their places, as zeros."),
        Mistake("shape/filtered", _arrays_only(_positive_only),
                "the negative entries are left out", "They stay in their places, as zeros."),
        Mistake("integer/first-entry-decides", np.vectorize(lambda v: max(0, v)),
                "`np.vectorize` takes the type of its first result: a whole 0 makes all integers",
                "Return 0.0, or give np.vectorize otypes=[float]."),
        *_in_place(_relu_change),
        *_elementwise(F.relu, truncates=False, rounds=(0, 1, 2)),
    ),
    hints=("What happens to a negative input, and to a positive one?",
           "np.maximum compares two arrays entry by entry; Python's max does not.",
           "relu(x) = max(0, x)"),
    formula="relu(x) = max(0, x)",
    variation="write it with one multiplication and a comparison.",
    right=(_loop(lambda v: max(0.0, v)), lambda x: np.maximum(x, 0),
           lambda x: np.asarray(x) * (np.asarray(x) > 0),
           lambda x: np.where(np.asarray(x) >= 0, x, 0), lambda x: (x + np.abs(x)) / 2,
           _float32(lambda x: np.clip(x, 0, None)), np.vectorize(lambda v: v if v > 0 else v * 0)),
    awkward=_loop(lambda v: max(0.0, v)),
)
# --- relu_grad ---------------------------------------------------------------------------------


def _relu_grad_change(x):
    positive = x >= 0
    x[positive] = 1
    x[~positive] = 0


def _relu_grad_change_strict(x):
    x[x > 0] = 1
    x[x <= 0] = 0


def _zero_by_zero(x):
    return np.maximum(0, x) / x


KINK = "At the kink the lecture takes relu'(0) = 1; frameworks take 0. Both are conventions."
RELU_GRAD = Exercise(
    id="relu_grad", title="Differentiate ReLU", notebook="03", number="3.6",
    signature="relu_grad(x)", lecture=("CS577-relu", "MAY25-1.2e", "ALICE-5.4d"),
    minutes=4, difficulty=1, reference=F.relu_grad, cases=lambda: _cases(extreme=False),
    mistakes=(
        *_faces(
            Mistake("neighbour-formula/not-zero", lambda x: np.where(x != 0, 1, 0),
                    "the slope is 1 everywhere but at 0",
                    "Left of 0 ReLU is flat."),
            Mistake("omitted-term/left-side", lambda x: np.where(x > 0, 1, x),
                    "left of 0 the input comes back",
                    "Left of 0 ReLU is flat: 0."),
            Mistake("omitted-term/left-side", lambda x: np.where(x >= 0, 1, x),
                    "left of 0 the input comes back",
                    "Left of 0 ReLU is flat: 0."),
            Mistake("omitted-term/left-side", lambda x: np.where(x >= 0, 1, np.nan),
                    "left of 0 there is no number",
                    "Left of 0 ReLU is flat: 0."),
            Mistake("off-by-one/threshold-small", lambda x: np.where(x > 0.01, 1, 0),
                    "the threshold lies a little above 0",
                    "The kink is at 0."),
            Mistake("off-by-one/threshold-small", lambda x: np.where(x > 0.1, 1, 0),
                    "the threshold lies a little above 0",
                    "The kink is at 0."),
            Mistake("off-by-one/threshold-small", lambda x: np.where(x > -0.01, 1, 0),
                    "the threshold lies a little below 0",
                    "The kink is at 0."),
            Mistake("sign/minus-one", lambda x: np.where(x >= 0, 0.0, -1.0),
                    "everything is 1 too small",
                    "Right of 0 the slope is 1, left of 0 it is 0."),
            Mistake("unstable/zero-by-zero", lambda x: x / np.abs(x),
                    "`x / |x|` is the sign, and 0 is divided by 0 at the kink",
                    "Decide by a comparison with 0."),
            Mistake("unstable/zero-by-zero", lambda x: (1 + x / np.abs(x)) / 2,
                    "0 is divided by 0 at the kink",
                    "Decide by a comparison with 0."),
            *(Mistake("neighbour-formula/leaky", wrong,
                      "this is the slope of the leaky ReLU",
                      "ReLU is flat left of 0.")
              for wrong in (
                  lambda x: np.where(x >= 0, 1, 0.1),
                  lambda x: np.where(x >= 0, 1, 0.2),
                  lambda x: np.where(x >= 0, 1, 0.5),
                  lambda x: np.where(x >= 0, 1, 0.001),
                  lambda x: np.where(x > 0, 1, 0.1),
                  lambda x: np.where(x > 0, 1, 0.2),
                  lambda x: np.where(x > 0, 1, 0.5),
                  lambda x: np.where(x > 0, 1, 0.001))),
            Mistake("neighbour-formula/clipped-input", lambda x: np.clip(x, 0, 1),
                    "between 0 and 1 the input comes back",
                    "The slope is 0 or 1, nothing between."),
            Mistake("neighbour-formula/sigmoid-slope", lambda x: F.sigmoid_grad(x),
                    "this is the slope of the sigmoid",
                    "ReLU has a kink: its slope jumps from 0 to 1."),
            Mistake("neighbour-formula/sign-plus-one", lambda x: np.sign(x) + 1,
                    "this is sign + 1: 2 right of 0, 1 at 0",
                    "Right of 0 and at 0 the slope is 1."),
            Mistake("integer/x-rounded", lambda x: (np.round(x) >= 0) * 1.0,
                    "`x` is rounded before it is compared: −0.5 counts as 0",
                    "Compare x itself with 0."),
            Mistake("neighbour-formula/relu-slope-times-x", lambda x: np.minimum(x, 1),
                    "inputs are cut off at 1",
                    "The slope is 0 or 1."),
            *(Mistake("convention/half-at-kink", lambda x, h=h: (
                F.relu(x + h) - F.relu(x - h)) / (2 * h), "the slope at exactly 0 is ½", KINK)
              for h in (1e-5, 1e-6)),
            *(Mistake("neighbour-formula/coarse-differences", lambda x, h=h: (
                F.relu(x + h) - F.relu(x - h)) / (2 * h), "these are differences with a coarse "
                "step: the kink is smeared out", "Decide by a comparison with 0.")
              for h in (1.0, 0.5, 0.1, 0.01, 1e-3)),
            *(Mistake("neighbour-formula/coarse-differences", lambda x, h=h: (
                F.relu(x + h) - F.relu(x)) / h, "these are differences with a coarse step: the "
                "kink is smeared out", "Decide by a comparison with 0.")
              for h in (1.0, 0.5, 0.1, 0.01, 1e-3)),
            *(Mistake("neighbour-formula/coarse-differences", lambda x, h=h: (
                F.relu(x) - F.relu(x - h)) / h, "these are differences with a coarse step: the "
                "kink is smeared out", "Decide by a comparison with 0.")
              for h in (0.5, 0.1, 0.01, 1e-3)),
            *(Mistake("convention/zero-at-kink", lambda x, h=h: (F.relu(x) - F.relu(x - h)) / h,
                      "the slope at exactly 0 is 0", KINK)
              for h in (1e-5, 1e-6)),
            *(Mistake("neighbour-formula/np-gradient", wrong,
                      "`np.gradient` takes differences between neighbouring entries of the array",
                      "The derivative at one input does not depend on the other inputs.")
              for wrong in (
                  lambda x: _flat_gradient(F.relu, x),
                  lambda x: np.gradient(F.relu(x)),
                  lambda x: np.gradient(F.relu(x), x))),
            Mistake("convention/zero-at-kink", lambda x: np.where(x > 0, 1, 0),
                    "the slope at exactly 0 is 0", KINK),
            Mistake("convention/half-at-kink", lambda x: np.heaviside(x, 0.5),
                    "the slope at exactly 0 is ½", KINK),
            Mistake("convention/half-at-kink", lambda x: (1 + np.sign(x)) / 2,
                    "the slope at exactly 0 is ½", KINK),
            Mistake("convention/minus-zero", lambda x: np.where(np.signbit(x), 0, 1),
                    "−0.0 is treated as a negative number", "−0.0 equals 0: the slope is 1 "
                    "there. Compare with 0, do not ask for the sign bit."),
            Mistake("unstable/zero-by-zero", _zero_by_zero,
                    "0 is divided by 0 at the kink", "Decide by a comparison with 0."),
            Mistake("neighbour-formula/relu", lambda x: np.maximum(0, x),
                    "this is ReLU, not its slope", "Right of 0 the slope is 1, whatever x is."),
            Mistake("neighbour-formula/sign", np.sign, "this is the sign: −1 left of 0",
                    "ReLU is flat left of 0: its slope there is 0."),
            Mistake("neighbour-formula/plus-minus-one", lambda x: np.where(x >= 0, 1, -1),
                    "the slope left of 0 is −1: that belongs to the absolute value",
                    "ReLU is flat left of 0: its slope there is 0."),
            Mistake("neighbour-formula/plus-minus-one", lambda x: np.where(x > 0, 1, -1),
                    "the slope left of 0 is −1: that belongs to the absolute value",
                    "ReLU is flat left of 0: its slope there is 0."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x >= 0, 1, 0.01),
                    "this is the slope of the leaky ReLU", "ReLU is flat left of 0."),
            Mistake("neighbour-formula/leaky", lambda x: np.where(x > 0, 1, 0.01),
                    "this is the slope of the leaky ReLU", "ReLU is flat left of 0."),
            Mistake("neighbour-formula/softplus", F.sigmoid,
                    "this is the sigmoid, the slope of softplus", "ReLU has a kink: its slope "
                    "jumps from 0 to 1."),
            Mistake("neighbour-formula/identity", np.ones_like,
                    "the slope is 1 everywhere: that belongs to the identity",
                    "Left of 0 ReLU is flat. Two assignments in a row? The second may overwrite "
                    "the first."),
            Mistake("neighbour-formula/input", lambda x: x, "the input comes back",
                    "The slope is 0 or 1."),
            Mistake("neighbour-formula/no-gradient", np.zeros_like, "the slope is 0 everywhere",
                    "Right of 0 ReLU rises with slope 1."),
            Mistake("sign/complement", lambda x: np.where(x < 0, 1, 0),
                    "the two values are swapped", "Right of 0 ReLU rises, left of 0 it is flat."),
            Mistake("sign/complement", lambda x: np.where(x <= 0, 1, 0),
                    "the two values are swapped", "Right of 0 ReLU rises, left of 0 it is flat."),
            Mistake("sign/flipped", lambda x: -np.where(x >= 0, 1.0, 0.0),
                    "every entry has the opposite sign", "ReLU never falls."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x >= 1, 1, 0),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("off-by-one/threshold-one", lambda x: np.where(x > 1, 1, 0),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("neighbour-formula/threshold-half", lambda x: np.where(x > 0.5, 1, 0),
                    "the threshold is ½", "The kink is at 0."),
            Mistake("neighbour-formula/threshold-half", lambda x: np.where(x >= 0.5, 1, 0),
                    "the threshold is ½", "The kink is at 0.")),
        Mistake("neighbour-formula/equal-one", lambda x: np.where(_array(x) == 0, 1, 0),
                "the slope is 1 at 0 only", "Right of 0 the slope is 1 as well."),
        *(Mistake("shape/filtered", form(_positive_only), "only the entries right of 0 come back",
                  "Give 1 or 0 for every input, in its place.") for form in (_same, _arrays_only)),
        *(Mistake("shape/filtered", form(lambda x: np.asarray(x)[np.asarray(x) >= 0]),
                  "only the entries right of 0 come back",
                  "Give 1 or 0 for every input, in its place.") for form in (_same, _arrays_only)),
        *(Mistake("axis/all-together", form(lambda x, t=t: t(_array(x)) * 1.0),
                  "one answer for the whole array comes back",
                  "Decide entry by entry: the comparison x >= 0 does that.")
          for t in (lambda x: np.all(x >= 0), lambda x: np.any(x >= 0),
                    lambda x: np.all(x > 0), lambda x: np.any(x > 0))
          for form in (_same, _no_list, _no_scalar)),
        Mistake("shape/filtered", lambda x: np.ones_like(_array(x)[_array(x) >= 0]),
                "the negative entries are left out", "They stay in their places, as zeros."),
        *_in_place(_relu_grad_change),
        Mistake("in-place/argument-changed", _arrays_only(
            lambda x: (_relu_grad_change_strict(x), x)[1]),
            "the call changes the argument `x`", "Build a new array by a comparison."),
        *_elementwise(F.relu_grad, truncates=False, floors=False, rounds=()),
    ),
    hints=("How steep is ReLU left of 0, and right of it?",
           "A comparison of an array gives True and False entry by entry; "
           ".astype(float) makes numbers of them.",
           "relu'(x) = 1 where x ≥ 0, else 0"),
    formula="relu'(x) = 1 if x ≥ 0, else 0 (the lecture's value at the kink)",
    variation="add an argument at_zero, and ask a central difference what it says at 0.",
    right=(_loop(lambda v: 1.0 if v >= 0 else 0.0), lambda x: (np.asarray(x) >= 0) * 1.0,
           lambda x: np.where(np.asarray(x) < 0, 0, 1), lambda x: np.heaviside(x, 1),
           lambda x: 1 - (np.asarray(x) < 0).astype(int),
           lambda x: np.sign(np.sign(x) + 0.5) * 0.5 + 0.5,
           lambda x: np.float32(np.greater_equal(x, 0))),
    awkward=_loop(lambda v: 1 if v >= 0 else 0),
)

# --- sigmoid -----------------------------------------------------------------------------------


def _second_form(x):
    return np.exp(x) / (1 + np.exp(x))


def _math_sigmoid(x):
    return 1 / (1 + math.exp(-x))


def _stable_by_mask(x):
    x = np.asarray(x, dtype=float)
    out = np.empty_like(x)
    up = x >= 0
    out[up] = 1 / (1 + np.exp(-x[up]))
    e = np.exp(x[~up])
    out[~up] = e / (1 + e)
    return out


def _each(formula):
    """A formula for one number, on arrays by np.vectorize."""
    return np.vectorize(formula, otypes=[float])


SIGMOID = Exercise(
    id="sigmoid", title="Write a sigmoid that survives ±1000", notebook="03", number="3.2",
    signature="sigmoid(x)", lecture=("MAY24-1.2a", "MAY25-1.2a", "ALICE-5.4c"), minutes=5,
    difficulty=2, reference=F.sigmoid, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("sign/one-minus-exponential", lambda x: 1 - np.exp(-x),
                    "this is 1 − e^−x",
                    "σ(x) = 1 / (1 + e^−x): a fraction."),
            *(Mistake("sign/denominator", lambda x, c=c: 1 / (1 - np.exp(-x) + c),
                      "the denominator has a minus sign", "It is 1 + e^−x, and never 0.")
              for c in (1e-12, 1e-8)),
            Mistake("sign/denominator", lambda x: np.exp(x) / (1 - np.exp(x)),
                    "the denominator has a minus sign",
                    "It is 1 + e^x."),
            Mistake("omitted-term/no-fraction", lambda x: np.exp(-x),
                    "this is e^−x alone",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/squared", lambda x: _naive(x) ** 2,
                    "this is σ(x)²",
                    "σ(x) itself is asked for."),
            Mistake("neighbour-formula/two-for-one", lambda x: 1 / (2 + np.exp(-x)),
                    "2 stands where 1 belongs",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("omitted-term/no-one", lambda x: 0.5 * np.tanh(x / 2),
                    "this is ½ tanh(x/2): the 1 is missing",
                    "σ(x) = ½ (1 + tanh(x/2))."),
            Mistake("factor/slope-2", lambda x: np.exp(x) / (np.exp(x) + np.exp(-x)),
                    "this is σ(2x): numerator and denominator are those of tanh",
                    "σ(x) = e^x / (1 + e^x)."),
            Mistake("sign/absolute-value", lambda x: _naive(np.abs(x)),
                    "this is σ(|x|): the left half is folded up",
                    "Numbers below 0 get a value below ½."),
            Mistake("sign/absolute-value", lambda x: _naive(-np.abs(x)),
                    "this is σ(−|x|): the right half is folded down",
                    "e / (1 + e) belongs to x < 0, 1 / (1 + e) to x ≥ 0."),
            Mistake("sign/negative-branch",
                    lambda x: np.where(x >= 0, _naive(x), np.exp(x) / (1 - np.exp(x))),
                    "the branch for x < 0 has a minus sign in the denominator",
                    "It is e^x / (1 + e^x)."),
            Mistake("unstable/second-form", lambda x: np.where(x >= 0, _second_form(x), _naive(x)),
                    "`e^x / (1 + e^x)` overflows for large x: infinity over infinity",
                    "Use this form for x < 0 only, and 1 / (1 + e^−x) for x ≥ 0."),
            Mistake("neighbour-formula/step", lambda x: (_naive(x) > 0.5) * 1.0,
                    "this is the step",
                    "σ is smooth: return the number, not the decision."),
            *(Mistake("neighbour-formula/rounded-e", wrong,
                      "the base is e rounded to a few digits",
                      "np.exp holds all of them.")
              for wrong in (
                  lambda x: 1 / (1 + 2.718 ** -x),
                  lambda x: 1 / (1 + 2.71 ** -x),
                  lambda x: 1 / (1 + 2.72 ** -x))),
            Mistake("neighbour-formula/logit", lambda x: np.log(x / (1 - x)),
                    "this is the logit, the inverse of σ",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("sign/softplus", lambda x: np.logaddexp(0, -x),
                    "this is −log σ(x)",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/swish", lambda x: x * _naive(x),
                    "this is Swish, x σ(x)",
                    "σ(x) stands alone."),
            Mistake("neighbour-formula/relu", lambda x: np.maximum(0, x),
                    "this is ReLU",
                    "σ lies between 0 and 1."),
            *(Mistake("neighbour-formula/hard-sigmoid", wrong,
                      "this is a hard sigmoid, made of straight lines",
                      "σ is smooth.")
              for wrong in (
                  lambda x: np.clip(x, 0, 1),
                  lambda x: np.clip(x + 0.5, 0, 1),
                  lambda x: np.clip(x / 4 + 0.5, 0, 1),
                  lambda x: np.clip((x + 1) / 2, 0, 1),
                  lambda x: np.clip(x / 6 + 0.5, 0, 1))),
            Mistake("neighbour-formula/normal", lambda x: 0.5 * (1 + _erf(x / np.sqrt(2))),
                    "this is Φ, the normal distribution function",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/bell", lambda x: np.exp(-(x**2)),
                    "this is a bell, e^−x²",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/algebraic", lambda x: 0.5 * (1 + x / (1 + np.abs(x))),
                    "this is an S-shaped curve without an exponential",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/algebraic", lambda x: 0.5 * (1 + x / np.sqrt(1 + x**2)),
                    "this is an S-shaped curve without an exponential",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("omitted-term/no-exponential", lambda x: 1 / (1 - x),
                    "the exponential is missing",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/e-times-x", lambda x: 1 / (1 - np.e * x),
                    "e is multiplied with −x",
                    "It is a power: np.exp(-x)."),
            *(Mistake("unstable/clipped", lambda x, c=c: _naive(np.clip(x, -c, c)),
                      "the input is cut off, and the cut shows in the result",
                      "Cut at ±500 or not at all.") for c in (1, 2, 3, 4, 6, 7, 8, 9, 12)),
            *_cut(F.sigmoid, np.zeros_like, np.ones_like, (2, 3, 4, 5, 6, 7, 8, 10),
                  (2, 3, 4, 5, 6, 7, 8)),
            *_clipped_result(F.sigmoid),
            Mistake("unstable/second-form", _second_form,
                    "`e^x / (1 + e^x)` overflows for large x: infinity over infinity",
                    "Use this form for x < 0 only, and 1 / (1 + e^−x) for x ≥ 0."),
            Mistake("unstable/clipped", lambda x: _naive(np.clip(x, -10, 10)),
                    "the input is cut off, and the cut shows in the result",
                    "Cut at ±500 or not at all: σ(10) is not yet 1 to six digits."),
            Mistake("unstable/clipped", lambda x: _naive(np.clip(x, -5, 5)),
                    "the input is cut off, and the cut shows in the result",
                    "Cut at ±500 or not at all."),
            Mistake("unstable/second-form", lambda x: np.where(x >= 0, 1.0, 0.0) * _naive(x) + (
                x < 0) * _second_form(x),
                    "`e^x / (1 + e^x)` overflows for large x: infinity over infinity",
                    "Choose with np.where, or let only numbers ≤ 0 into the exponential."),
            Mistake("omitted-term/denominator", lambda x: np.where(
                x >= 0, _naive(x), np.exp(np.minimum(x, 0))),
                    "left of 0 stands e^x alone", "There it is e^x / (1 + e^x)."),
            Mistake("omitted-term/denominator", lambda x: np.where(
                x >= 0, 1.0, np.exp(np.minimum(x, 0)) / (1 + np.exp(np.minimum(x, 0)))),
                    "right of 0 stands 1", "There it is 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/applied-twice", lambda x: _naive(_naive(x)),
                    "the sigmoid is applied twice", "Once is enough."),
            *_halves(F.sigmoid),
            Mistake("sign/exponent", lambda x: 1 / (1 + np.exp(x)),
                    "the exponent has the wrong sign: the curve falls",
                    "σ(x) = 1 / (1 + e^−x), and σ(x) → 1 for large x."),
            Mistake("sign/exponent", lambda x: np.exp(-x) / (1 + np.exp(-x)),
                    "this is σ(−x) = 1 − σ(x): the curve falls",
                    "The exponential in the numerator belongs to e^x / (1 + e^x)."),
            Mistake("sign/denominator", lambda x: 1 / (1 - np.exp(-x)),
                    "the denominator has a minus sign", "It is 1 + e^−x."),
            Mistake("sign/flipped", lambda x: -_naive(x), "every entry has the opposite sign",
                    "σ lies between 0 and 1."),
            Mistake("neighbour-formula/mixed-exponents", lambda x: np.exp(x) / (1 + np.exp(-x)),
                    "numerator and denominator come from different forms",
                    "Either 1 / (1 + e^−x) or e^x / (1 + e^x)."),
            Mistake("omitted-term/parentheses", lambda x: 1 / 1 + np.exp(-x),
                    "this is 1 + e^−x: the division is missing or ends before the plus sign",
                    "σ(x) = 1 / (1 + e^−x), with parentheses."),
            Mistake("omitted-term/no-one", lambda x: 1 / np.exp(-x),
                    "the 1 in the denominator is missing", "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/tanh", np.tanh, "this is tanh, with range −1 to 1",
                    "σ lies between 0 and 1."),
            Mistake("neighbour-formula/tanh-half", lambda x: np.tanh(x / 2),
                    "this is 2σ(x) − 1: the range is −1 to 1", "σ lies between 0 and 1."),
            Mistake("factor/slope-2", lambda x: _naive(2 * x), "this is σ(2x): twice as steep",
                    "σ(x) = ½ (1 + tanh(x/2)), with x/2."),
            Mistake("factor/slope-half", lambda x: _naive(x / 2), "this is σ(x/2)",
                    "The exponent is −x."),
            Mistake("neighbour-formula/base-two", lambda x: 1 / (1 + 2.0 ** -x),
                    "the exponential has base 2", "np.exp has base e."),
            Mistake("neighbour-formula/base-ten", lambda x: 1 / (1 + 10.0 ** -x),
                    "the exponential has base 10", "np.exp has base e."),
            Mistake("neighbour-formula/derivative", F.sigmoid_grad,
                    "this is the derivative σ'(x)", "σ(0) is ½, not ¼."),
            Mistake("neighbour-formula/softplus", lambda x: np.logaddexp(0, x),
                    "this is softplus, whose derivative σ is", "σ stays below 1."),
            Mistake("neighbour-formula/log-sigmoid", lambda x: -np.logaddexp(0, -x),
                    "this is log σ(x)", "σ lies between 0 and 1."),
            Mistake("neighbour-formula/softmax", lambda x: np.exp(x - x.max()) / np.exp(
                x - x.max()).sum(), "the entries share a total of 1: this is softmax",
                "σ treats each entry by itself."),
            Mistake("neighbour-formula/square", lambda x: 1 / (1 + np.exp(-(x**2))),
                    "the exponent is −x²", "The exponent is −x."),
            Mistake("neighbour-formula/algebraic", lambda x: x / (1 + np.abs(x)),
                    "this is softsign, an S-shaped curve without an exponential",
                    "σ(x) = 1 / (1 + e^−x)."),
            Mistake("neighbour-formula/hard-sigmoid", lambda x: np.clip(0.2 * x + 0.5, 0, 1),
                    "this is the hard sigmoid, made of straight lines", "σ is smooth."),
            Mistake("neighbour-formula/step", lambda x: np.heaviside(x, 0.5),
                    "this is the step", "σ is smooth."),
            Mistake("neighbour-formula/step", lambda x: np.heaviside(x, 1.0),
                    "this is the step", "σ is smooth."),
            Mistake("neighbour-formula/arctan", lambda x: np.arctan(x) / np.pi + 0.5,
                    "this is an arctan squeezed between 0 and 1", "σ has an exponential.")),
        Mistake("unstable/overflow", lambda x: _each(_math_sigmoid)(x),
                "`math.exp` overflows for large inputs",
                "Let only numbers ≤ 0 into the exponential."),
        Mistake("unstable/overflow", _no_list(lambda x: _each(_math_sigmoid)(x)),
                "`math.exp` overflows for large inputs",
                "Let only numbers ≤ 0 into the exponential."),
        *_elementwise(F.sigmoid, rounds=(1, 2, 3, 4)),
    ),
    hints=("Which of the lecture's two forms breaks at +1000, and which at −1000?",
           "Let only numbers ≤ 0 into the exponential: e = exp(−|x|) cannot overflow.",
           "σ(x) = 1 / (1 + e) where x ≥ 0, e / (1 + e) elsewhere, with e = exp(−|x|)"),
    formula="σ(x) = 1 / (1 + e^−x) = e^x / (1 + e^x)",
    variation="write it with np.tanh alone.",
    right=(_naive, _stable_by_mask, lambda x: 0.5 * (1 + np.tanh(np.asarray(x) / 2)),
           lambda x: np.exp(-np.logaddexp(0, -np.asarray(x, dtype=float))),
           lambda x: _naive(np.clip(x, -500, 500)), _float32(_naive),
           _loop(lambda v: 1 / (1 + math.exp(-v)) if v > -700 else 0.0),
           _ndindex(lambda v: 0.5 + 0.5 * math.tanh(v / 2))),
    awkward=_loop(lambda v: 0.5 + 0.5 * math.tanh(v / 2)),
)
# --- sigmoid_grad ------------------------------------------------------------------------------


def _quotient(x):
    return np.exp(-x) / (1 + np.exp(-x)) ** 2


def _quotient_up(x):
    return np.exp(x) / (1 + np.exp(x)) ** 2


def _math_grad(x):
    return math.exp(-x) / (1 + math.exp(-x)) ** 2


SIGMOID_GRAD = Exercise(
    id="sigmoid_grad", title="Differentiate the sigmoid", notebook="03", number="3.3",
    signature="sigmoid_grad(x)", lecture=("NPFL129-sigma-derivative", "MAY24-1.2a"), minutes=5,
    difficulty=2, reference=F.sigmoid_grad, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("omitted-term/second-sigmoid", lambda x: F.sigmoid(x) * F.sigmoid(1 - x),
                    "this is σ(x) σ(1 − x)",
                    "σ(x) (1 − σ(x)) is σ(x) σ(−x)."),
            Mistake("omitted-term/parentheses", lambda x: np.exp(-x) / (1 + np.exp(-(x**2))),
                    "the square stands in the exponent",
                    "Square the whole denominator: (1 + e^−x)²."),
            Mistake("omitted-term/parentheses", lambda x: np.exp(-x) / (1 + np.exp(-2 * x)),
                    "the square is on e^−x alone",
                    "Square the whole denominator: (1 + e^−x)²."),
            Mistake("sign/exponent", lambda x: np.exp(x) / (1 + np.exp(-x)) ** 2,
                    "the exponent of the numerator has the wrong sign",
                    "e^−x / (1 + e^−x)², or s (1 − s)."),
            Mistake("sign/denominator", lambda x: np.exp(-x) / (1 - np.exp(-x)) ** 2,
                    "the denominator has a minus sign",
                    "It is (1 + e^−x)²."),
            Mistake("omitted-term/no-denominator", lambda x: np.exp(-x),
                    "this is e^−x alone",
                    "e^−x / (1 + e^−x)², or s (1 − s)."),
            Mistake("omitted-term/one-factor", lambda x: 1 - 2 * _naive(x),
                    "this is 1 − 2σ(x), the derivative of s (1 − s) by s",
                    "s (1 − s) is the derivative already."),
            Mistake("neighbour-formula/sigma-square", lambda x: _naive(x) * (1 - _naive(x)) ** 2,
                    "one factor 1 − σ too many",
                    "σ' = σ (1 − σ)."),
            Mistake("factor/double-square", lambda x: _naive(x) - 2 * _naive(x) ** 2,
                    "the square is doubled",
                    "σ' = σ − σ²."),
            Mistake("neighbour-formula/squared", lambda x: F.sigmoid_grad(x) ** 2,
                    "the slope is squared",
                    "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/root", lambda x: np.sqrt(F.sigmoid_grad(x)),
                    "the root of the slope comes back",
                    "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/sigmoid-outside", lambda x: _naive(x * (1 - x)),
                    "the sigmoid is taken of x (1 − x)",
                    "First s = σ(x), then s (1 − s)."),
            Mistake("neighbour-formula/constant", lambda x: np.full_like(x, 0.25),
                    "the slope is ¼ everywhere",
                    "That holds at 0 only."),
            Mistake("neighbour-formula/relu-slope", lambda x: np.where(x >= 0, 1.0, 0.0),
                    "this is the slope of ReLU",
                    "σ' = σ (1 − σ)."),
            Mistake("omitted-term/no-square",
                    lambda x: np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x))),
                    "the denominator is not squared",
                    "e^−|x| / (1 + e^−|x|)²."),
            Mistake("omitted-term/absolute-value",
                    lambda x: np.exp(-np.abs(x)) / (1 + np.exp(-x)) ** 2,
                    "|x| stands in only one of numerator and denominator",
                    "The slope is even: |x| in both."),
            Mistake("omitted-term/absolute-value",
                    lambda x: np.exp(-x) / (1 + np.exp(-np.abs(x))) ** 2,
                    "|x| stands in only one of numerator and denominator",
                    "The slope is even: |x| in both."),
            Mistake("neighbour-formula/logarithm", lambda x: np.log(F.sigmoid_grad(x)),
                    "this is the logarithm of the slope",
                    "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/dot-product", lambda x: np.dot(_naive(x), 1 - _naive(x)),
                    "`@` or np.dot adds the products up",
                    "Multiply entry by entry: *."),
            Mistake("neighbour-formula/hard-sigmoid", lambda x: np.where(np.abs(x) < 2.5, 0.2, 0.0),
                    "this is the slope of a hard sigmoid",
                    "σ' = σ (1 − σ)."),
            *_quotients(F.sigmoid),
            *_halves(F.sigmoid_grad),
            Mistake("sign/plus", lambda x: (1 + np.tanh(x / 2) ** 2) / 4,
                    "the square is added: (1 + tanh(x/2)²) / 4", "It is (1 − tanh(x/2)²) / 4."),
            Mistake("sign/plus", lambda x: 1 + np.tanh(x / 2) ** 2,
                    "the square is added, and the factor ¼ is missing",
                    "It is (1 − tanh(x/2)²) / 4."),
            Mistake("sign/left-side", lambda x: np.where(x >= 0, 1.0, -1.0) * F.sigmoid_grad(x),
                    "left of 0 the slope is negative", "σ rises everywhere: the slope is even."),
            Mistake("omitted-term/numerator", lambda x: 1 / (1 + np.exp(-np.abs(x))) ** 2,
                    "this is 1 / (1 + e^−|x|)²: the numerator is missing",
                    "e^−|x| / (1 + e^−|x|)²."),
            Mistake("neighbour-formula/complement", lambda x: 1 - F.sigmoid_grad(x),
                    "this is 1 − σ(x) (1 − σ(x))", "s (1 − s), and nothing else."),
            *(Mistake("unstable/clipped", lambda x, c=c: F.sigmoid_grad(np.clip(x, -c, c)),
                      "the input is cut off, and the cut shows in the result",
                      "Far out the slope goes to 0.") for c in (2, 3, 4, 5, 6, 8, 10)),
            *_cut(F.sigmoid_grad, np.zeros_like, np.zeros_like, (2, 3, 4, 5, 6, 7, 8, 10),
                  (2, 3, 4, 5, 6, 7, 8)),
            *_clipped_result(F.sigmoid_grad),
            Mistake("neighbour-formula/takes-output", lambda x: x * (1 - x),
                    "the input is treated as if it were σ(x) already",
                    "x is the pre-activation: compute s = σ(x) first, then s (1 − s)."),
            Mistake("neighbour-formula/sigmoid-twice",
                    lambda x: _naive(_naive(x)) * (1 - _naive(_naive(x))),
                    "the sigmoid is applied twice", "s = σ(x), then s (1 − s)."),
            Mistake("neighbour-formula/half-output", lambda x: _naive(x) * (1 - x),
                    "one factor is σ(x), the other treats x as the output",
                    "Both factors are made of s = σ(x): s (1 − s)."),
            Mistake("neighbour-formula/half-output", lambda x: x * (1 - _naive(x)),
                    "one factor is 1 − σ(x), the other is x itself",
                    "Both factors are made of s = σ(x): s (1 − s)."),
            Mistake("unstable/quotient", _quotient,
                    "`e^−x / (1 + e^−x)²` becomes infinity over infinity for very negative x",
                    "σ(x) (1 − σ(x)) is the same number and stays finite."),
            Mistake("unstable/quotient", _quotient_up,
                    "`e^x / (1 + e^x)²` becomes infinity over infinity for large x",
                    "σ(x) (1 − σ(x)) is the same number and stays finite."),
            Mistake("unstable/quotient", lambda x: _second_form(x) * (1 - _second_form(x)),
                    "the sigmoid inside overflows for large x",
                    "Use your sigmoid of the exercise before."),
            Mistake("sign/flipped", lambda x: -F.sigmoid_grad(x),
                    "every entry has the opposite sign", "σ rises: its slope is positive."),
            Mistake("sign/flipped", lambda x: -_quotient(x),
                    "the sign is wrong: the inner derivative of e^−x brings a second minus",
                    "σ rises: its slope is positive."),
            Mistake("sign/flipped", lambda x: _naive(x) * (_naive(x) - 1),
                    "every entry has the opposite sign", "The factor is 1 − σ(x)."),
            Mistake("sign/plus", lambda x: _naive(x) * (1 + _naive(x)),
                    "the second factor has a plus sign", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/only-sigma", _naive, "this is σ(x) itself",
                    "Multiply by 1 − σ(x)."),
            Mistake("omitted-term/only-complement", lambda x: 1 - _naive(x),
                    "this is 1 − σ(x): the factor σ(x) is missing", "σ' = σ (1 − σ)."),
            Mistake("omitted-term/no-square", lambda x: np.exp(-x) / (1 + np.exp(-x)),
                    "the denominator is not squared", "The reciprocal rule gives −g'/g²."),
            Mistake("omitted-term/inner-derivative", lambda x: _naive(x) ** 2,
                    "the inner derivative e^−x is missing: this is σ(x)²",
                    "By the chain rule (1 + e^−x)' = −e^−x stays in the numerator."),
            Mistake("omitted-term/inner-derivative", lambda x: -(_naive(x) ** 2),
                    "the inner derivative −e^−x is missing: this is −σ(x)²",
                    "By the chain rule (1 + e^−x)' = −e^−x stays in the numerator."),
            Mistake("neighbour-formula/complement-squared", lambda x: _naive(-x) ** 2,
                    "this is (1 − σ(x))²", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/tanh-rule", lambda x: 1 - _naive(x) ** 2,
                    "this is the rule of tanh, 1 − output²", "For the sigmoid it is s (1 − s)."),
            Mistake("neighbour-formula/sigma-square", lambda x: _naive(x) * (1 - _naive(x) ** 2),
                    "the last factor is 1 − σ²", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/sigma-square", lambda x: _naive(x) ** 2 * (1 - _naive(x)),
                    "one σ too many", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/tanh-grad", F.tanh_grad, "this is the slope of tanh",
                    "σ'(0) is ¼."),
            Mistake("neighbour-formula/swish-grad", F.swish_grad, "this is the slope of Swish",
                    "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/gaussian", lambda x: np.exp(-(x**2) / 2) / np.sqrt(
                2 * np.pi), "this is the normal density, a similar bell", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/second-derivative",
                    lambda x: F.sigmoid_grad(x) * (1 - 2 * _naive(x)),
                    "this is the second derivative", "σ' = σ (1 − σ)."),
            Mistake("neighbour-formula/takes-output-squared", lambda x: 1 - x**2,
                    "this is the rule of tanh for an output", "s = σ(x), then s (1 − s)."),
            Mistake("factor/x-times-too-large", lambda x: x * F.sigmoid_grad(x),
                    "a factor x is too many", "σ' = σ (1 − σ)."),
            Mistake("factor/4-times-too-large", lambda x: 4 * F.sigmoid_grad(x),
                    "every entry is exactly 4 times too large", "σ'(0) is ¼, not 1."),
            Mistake("factor/2-times-too-large", lambda x: 2 * F.sigmoid_grad(x),
                    "every entry is exactly 2 times too large", "σ'(0) is ¼."),
            Mistake("factor/slope-2", lambda x: F.sigmoid_grad(2 * x),
                    "the slope is taken at 2x", "σ' = σ(x) (1 − σ(x))."),
            Mistake("neighbour-formula/step", np.zeros_like,
                    "the slope is 0 everywhere: that belongs to the step", "σ rises.")),
        Mistake("unstable/overflow", lambda x: _each(_math_grad)(x),
                "`math.exp` overflows for large inputs", "Use a stable sigmoid."),
        *_elementwise(F.sigmoid_grad, floors=False, rounds=(1, 2, 3, 4)),
    ),
    hints=("What is σ'(0)? Draw the tangent: is it steeper than 1?",
           "First compute s = σ(x). The derivative can be written with s alone.",
           "σ'(x) = s (1 − s), with s = σ(x)"),
    formula="σ'(x) = σ(x) (1 − σ(x)), at the pre-activation x",
    variation="where is the slope half as large as at 0?",
    right=(lambda x: _naive(x) * (1 - _naive(x)), lambda x: _naive(x) - _naive(x) ** 2,
           lambda x: _quotient(np.abs(np.asarray(x, dtype=float))),
           lambda x: 0.25 / np.cosh(np.asarray(x, dtype=float) / 2) ** 2,
           lambda x: (_naive(np.asarray(x) + 1e-5) - _naive(np.asarray(x) - 1e-5)) / 2e-5,
           lambda x: (1 - np.tanh(np.asarray(x) / 2) ** 2) / 4,
           _float32(lambda x: _naive(x) * _naive(-x)),
           _loop(lambda v: math.exp(-abs(v)) / (1 + math.exp(-abs(v))) ** 2)),
    awkward=_loop(lambda v: math.exp(-abs(v)) / (1 + math.exp(-abs(v))) ** 2),
)

# --- tanh_grad ---------------------------------------------------------------------------------


def _tanh_quotient(x):
    return (np.exp(x) - np.exp(-x)) / (np.exp(x) + np.exp(-x))


def _doubled(fn):
    """2 * x repeats a list; on arrays it doubles."""
    return lambda x: fn(np.asarray(2 * x, dtype=float))


TANH_GRAD = Exercise(
    id="tanh_grad", title="Differentiate tanh", notebook="03", number="3.4",
    signature="tanh_grad(x)", lecture=("MAY24-1.2b", "MAY25-1.2b", "NPFL129-hidden-activations"),
    minutes=3, difficulty=1, reference=F.tanh_grad, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("neighbour-formula/argument-doubled", lambda x: 1 - np.tanh(2 * x) ** 2,
                    "tanh is taken at 2x",
                    "tanh' = 1 − tanh(x)²; the 2x belongs to the form with σ."),
            Mistake("neighbour-formula/argument-doubled", lambda x: 2 - 2 * np.tanh(2 * x) ** 2,
                    "tanh is taken at 2x: this is the slope of tanh(2x)",
                    "tanh' = 1 − tanh(x)²."),
            Mistake("factor/slope-half", lambda x: 1 - np.tanh(x / 2) ** 2,
                    "tanh is taken at x/2: this is 4 σ'(x)",
                    "tanh' = 1 − tanh(x)²."),
            Mistake("omitted-term/parentheses", lambda x: (1 - np.tanh(x)) ** 2,
                    "the whole difference is squared",
                    "Square tanh only: 1 − tanh(x)²."),
            Mistake("omitted-term/parentheses", lambda x: (1 + np.tanh(x)) ** 2,
                    "the sum 1 + tanh is squared",
                    "1 − tanh(x)² = (1 − tanh)(1 + tanh)."),
            Mistake("neighbour-formula/square-inside", lambda x: 1 - np.tanh(x**2) ** 2,
                    "`x` is squared inside tanh",
                    "tanh' = 1 − tanh(x)²."),
            Mistake("omitted-term/inner-only", lambda x: -2 * np.tanh(x),
                    "this is −2 tanh, the derivative of 1 − tanh² by tanh",
                    "1 − tanh² is the derivative already."),
            Mistake("omitted-term/inner-only", lambda x: 2 * np.tanh(x),
                    "this is 2 tanh",
                    "tanh' = 1 − tanh²."),
            Mistake("omitted-term/inner-only", lambda x: 1 - 2 * np.tanh(x),
                    "the square is replaced by a double",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/reciprocal", lambda x: np.cosh(x) ** 2,
                    "this is cosh²",
                    "tanh' = 1 / cosh²."),
            Mistake("neighbour-formula/hyperbolic-mix", lambda x: 1 / np.sinh(x) ** 2,
                    "sinh stands where cosh belongs",
                    "tanh' = 1 / cosh²."),
            Mistake("neighbour-formula/hyperbolic-mix", lambda x: 4 / (np.exp(x) - np.exp(-x)) ** 2,
                    "sinh stands where cosh belongs",
                    "tanh' = 4 / (e^x + e^−x)²."),
            Mistake("neighbour-formula/hyperbolic-mix", lambda x: 1 - 1 / np.tanh(x) ** 2,
                    "1 / tanh stands where tanh belongs",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/constant", lambda x: np.cosh(x) ** 2 - np.sinh(x) ** 2,
                    "the slope is 1 everywhere on ordinary inputs",
                    "That holds at 0; by the quotient rule cosh² − sinh² = 1 is divided by cosh²."),
            Mistake("neighbour-formula/constant", lambda x: np.ones_like(x),
                    "the slope is 1 everywhere",
                    "That holds at 0; by the quotient rule cosh² − sinh² = 1 is divided by cosh²."),
            Mistake("omitted-term/no-square", lambda x: 4 / (np.exp(x) + np.exp(-x)),
                    "the denominator is not squared",
                    "tanh' = 4 / (e^x + e^−x)²."),
            Mistake("omitted-term/no-square", lambda x: 4 / (np.exp(2 * x) + np.exp(-2 * x)),
                    "the terms are squared one by one",
                    "Square the sum: (e^x + e^−x)²."),
            Mistake("omitted-term/no-square", lambda x: 1 + np.tanh(x),
                    "this is 1 + tanh, one factor of two",
                    "1 − tanh² = (1 − tanh)(1 + tanh)."),
            Mistake("neighbour-formula/sigmoid-rule", lambda x: np.tanh(x) * (1 + np.tanh(x)),
                    "this is tanh (1 + tanh)",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/tan-grad", lambda x: 1 - np.tan(x) ** 2,
                    "tan stands where tanh belongs, without the h",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/sech-slope", lambda x: -np.tanh(x) / np.cosh(x),
                    "this is the slope of 1 / cosh",
                    "tanh' = 1 / cosh²."),
            Mistake("neighbour-formula/dot-product", lambda x: 1 - np.dot(np.tanh(x), np.tanh(x)),
                    "`@` or np.dot adds the squares up",
                    "Square entry by entry: **2."),
            Mistake("neighbour-formula/hard-tanh", lambda x: np.where(np.abs(x) < 1, 1.0, 0.0),
                    "this is the slope of the hard tanh",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/hard-tanh", lambda x: np.where(np.abs(x) <= 1, 1.0, 0.0),
                    "this is the slope of the hard tanh",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/bell", lambda x: np.exp(-(x**2)),
                    "this is another bell, e^−x²",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/bell", lambda x: np.exp(-(x**2) / 2),
                    "this is another bell, e^(−x²/2)",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/squared", lambda x: (1 - np.tanh(x) ** 2) ** 2,
                    "the slope is squared",
                    "tanh' = 1 − tanh²."),
            Mistake("factor/x-times-too-large", lambda x: x * (1 - np.tanh(x) ** 2),
                    "a factor x is too many",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/relu-slope", lambda x: np.where(x >= 0, 1.0, 0.0),
                    "this is the slope of ReLU",
                    "tanh' = 1 − tanh²."),
            Mistake("omitted-term/no-gradient", lambda x: np.zeros_like(x),
                    "the slope is 0 everywhere",
                    "tanh' = 1 − tanh²."),
            *_quotients(np.tanh),
            *_halves(F.tanh_grad),
            Mistake("sign/sigmoid-form", lambda x: 4 * F.sigmoid(2 * x) * (1 + F.sigmoid(2 * x)),
                    "the second factor has a plus sign", "tanh' = 4 σ(2x) (1 − σ(2x))."),
            Mistake("neighbour-formula/one-plus-cosh", lambda x: 1 / (1 + np.cosh(x) ** 2),
                    "1 is added to cosh²", "tanh' = 1 / cosh²."),
            Mistake("neighbour-formula/half-output", lambda x: 1 - x * np.tanh(x),
                    "one factor is tanh(x), the other is x itself", "tanh' = 1 − tanh(x)²."),
            Mistake("sign/left-side", lambda x: np.where(x >= 0, 1.0, -1.0) * F.tanh_grad(x),
                    "left of 0 the slope is negative",
                    "tanh rises everywhere: the slope is even."),
            *(Mistake("unstable/clipped", lambda x, c=c: F.tanh_grad(np.clip(x, -c, c)),
                      "the input is cut off, and the cut shows in the result",
                      "Far out the slope goes to 0.") for c in (1, 2, 3, 4, 5, 6)),
            *_cut(F.tanh_grad, np.zeros_like, np.zeros_like, (1, 2, 2.5, 3, 4, 5, 6),
                  (1, 2, 2.5, 3, 4, 5, 6)),
            *_clipped_result(F.tanh_grad),
            Mistake("neighbour-formula/takes-output", lambda x: 1 - x**2,
                    "the input is treated as if it were tanh(x) already",
                    "x is the pre-activation: 1 − tanh(x)²."),
            Mistake("neighbour-formula/tanh-twice", lambda x: 1 - np.tanh(np.tanh(x)) ** 2,
                    "tanh is applied twice", "One tanh, then 1 − its square."),
            Mistake("unstable/quotient", lambda x: 1 - _tanh_quotient(x) ** 2,
                    "the printed quotient of exponentials overflows beyond |x| ≈ 710",
                    "np.tanh does not."),
            Mistake("unstable/quotient", lambda x: 4 * np.exp(2 * x) / (np.exp(2 * x) + 1) ** 2,
                    "the exponentials overflow for large x",
                    "1 − tanh(x)² with np.tanh stays finite."),
            Mistake("unstable/quotient", lambda x: 4 * np.exp(-2 * x) / (np.exp(-2 * x) + 1) ** 2,
                    "the exponentials overflow for very negative x",
                    "1 − tanh(x)² with np.tanh stays finite."),
            Mistake("unstable/quotient", lambda x: 1 - (np.sinh(x) / np.cosh(x)) ** 2,
                    "sinh and cosh overflow beyond |x| ≈ 710", "np.tanh does not."),
            Mistake("unstable/quotient", lambda x: 1 - ((np.exp(2 * x) - 1) / (
                np.exp(2 * x) + 1)) ** 2, "the exponentials overflow for large x",
                "np.tanh does not."),
            Mistake("omitted-term/no-square", lambda x: 1 - np.tanh(x), "the square is missing",
                    "tanh' = 1 − tanh²."),
            Mistake("omitted-term/no-one", lambda x: np.tanh(x) ** 2, "this is tanh(x)²",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/only-tanh", np.tanh, "this is tanh itself",
                    "tanh'(0) is 1, not 0."),
            Mistake("omitted-term/sech-not-squared", lambda x: 1 / np.cosh(x),
                    "1 / cosh is not squared", "tanh' = 1 / cosh²."),
            Mistake("sign/flipped", lambda x: np.tanh(x) ** 2 - 1,
                    "every entry has the opposite sign", "tanh rises: its slope is positive."),
            Mistake("sign/plus", lambda x: 1 + np.tanh(x) ** 2, "the sign of the square is wrong",
                    "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/sigmoid-rule", lambda x: np.tanh(x) * (1 - np.tanh(x)),
                    "this is the rule of the sigmoid, output (1 − output)",
                    "For tanh it is 1 − output²."),
            Mistake("neighbour-formula/square-inside", lambda x: 1 - np.tanh(x**2),
                    "`x` is squared inside tanh", "Square the result: tanh(x)²."),
            Mistake("neighbour-formula/sigmoid-grad", F.sigmoid_grad,
                    "this is the slope of the sigmoid", "tanh'(0) is 1."),
            Mistake("neighbour-formula/sigmoid-inside", lambda x: 1 - _naive(x) ** 2,
                    "the sigmoid stands where tanh belongs", "tanh' = 1 − tanh²."),
            Mistake("factor/4-times-too-small", lambda x: F.sigmoid_grad(2 * x),
                    "every entry is exactly 4 times too small: a factor 4 is missing",
                    "tanh' = 4 σ'(2x) = 4 / (e^x + e^−x)²."),
            Mistake("factor/2-times-too-small", lambda x: 2 * F.sigmoid_grad(2 * x),
                    "every entry is exactly 2 times too small",
                    "tanh(x) = 2σ(2x) − 1: the outer 2 and the inner 2 both count."),
            Mistake("factor/slope-half", lambda x: 4 * F.sigmoid_grad(x),
                    "this is 4 σ'(x), or 1 − tanh(x/2)²: the slope belongs to tanh(x/2)",
                    "tanh(x) = 2σ(2x) − 1 gives 4 σ'(2x)."),
            Mistake("factor/slope-half", lambda x: 2 * F.sigmoid_grad(x),
                    "this is 2 σ'(x)", "tanh(x) = 2σ(2x) − 1 gives 4 σ'(2x)."),
            Mistake("neighbour-formula/second-derivative",
                    lambda x: -2 * np.tanh(x) * (1 - np.tanh(x) ** 2),
                    "this is the second derivative", "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/arctan-grad", lambda x: 1 / (1 + x**2),
                    "this is the slope of arctan", "arctan is not the inverse of tanh."),
            Mistake("neighbour-formula/artanh-grad", lambda x: 1 / (1 - x**2),
                    "this is the slope of artanh, tanh's inverse", "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/tan-grad", lambda x: 1 / np.cos(x) ** 2,
                    "this is the slope of tan, without the h", "tanh' = 1 / cosh²."),
            Mistake("neighbour-formula/tan-grad", lambda x: 1 + np.tan(x) ** 2,
                    "this is the slope of tan, without the h", "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/cube", lambda x: 1 - np.tanh(x) ** 3,
                    "tanh is cubed", "tanh' = 1 − tanh²."),
            Mistake("neighbour-formula/power", lambda x: 1 - np.abs(np.tanh(x)),
                    "this is 1 − |tanh|", "Square tanh: 1 − tanh²."),
            Mistake("factor/half-square", lambda x: 1 - np.tanh(x) ** 2 / 2,
                    "the square is halved", "tanh' = 1 − tanh²."),
            Mistake("factor/double-square", lambda x: 1 - 2 * np.tanh(x) ** 2,
                    "the square is doubled", "tanh' = 1 − tanh².")),
        Mistake("shape/list-given", _doubled(lambda k: 4 * F.sigmoid_grad(k)),
                "2 * x repeats a plain list", "Start with x = np.asarray(x)."),
        Mistake("unstable/overflow", lambda x: _each(lambda v: 1 / math.cosh(v) ** 2)(x),
                "`math.cosh` overflows for large inputs", "1 − tanh(x)² stays finite."),
        *_elementwise(F.tanh_grad, rounds=(1, 2, 3, 4)),
    ),
    hints=("What is the slope of tanh at 0, and far out?",
           "As for the sigmoid, the derivative can be written with the output alone.",
           "tanh'(x) = 1 − tanh(x)²"),
    formula="tanh'(x) = 1 − tanh(x)², at the pre-activation x",
    variation="express it by σ' with the two steps that lead from σ to tanh.",
    right=(lambda x: 1 - np.tanh(x) ** 2, lambda x: (1 - np.tanh(x)) * (1 + np.tanh(x)),
           lambda x: 4 * F.sigmoid_grad(2 * np.asarray(x)),
           lambda x: 1 / np.cosh(np.asarray(x, dtype=float)) ** 2,
           lambda x: (np.tanh(np.asarray(x) + 1e-5) - np.tanh(np.asarray(x) - 1e-5)) / 2e-5,
           _float32(lambda x: 1 - np.square(np.tanh(x))),
           _loop(lambda v: 1 - math.tanh(v) ** 2), _ndindex(lambda v: 1 - math.tanh(v) ** 2)),
    awkward=_loop(lambda v: 1 - math.tanh(v) ** 2),
)
# --- leaky_relu --------------------------------------------------------------------------------


def _with_parameter(*values, extreme=True):
    """Cases with the default left out, and with the parameter at two other values."""
    first, second, *rest = values
    cases = _cases(extreme=extreme)
    more = [
        Case((FIVE.copy(), first), f"a parameter of {first}"),
        Case((-1.25, second), "one negative number and a parameter"),
        Case((EIGHTS.copy(), second), f"a matrix and a parameter of {second}"),
        Case(([-3.0, 0.5], first), "a list and a parameter"),
        Case((np.array([-1000.0, -2.0, 2.0, 1000.0]), second), "±1000 and a parameter",
             extreme=extreme),
        Case((np.array([-3, 0, 2]), first), "whole numbers and a parameter", integers=True),
        *(Case((FIVE.copy(), value), f"a parameter of {value}") for value in rest),
    ]
    return cases[:4] + more[:3] + cases[4:] + more[3:]


def _leaky_change(x, alpha=0.01):
    x[x < 0] = alpha * x[x < 0]


def _leaky_scaled(x, alpha=0.01):
    x[x < 0] *= alpha


def _defaulted(fn, default):
    """The two-argument formula with a default."""
    return lambda x, a=default: fn(x, a)


def _leaky(fn):
    return _defaulted(fn, 0.01)


LEAKY = Exercise(
    id="leaky_relu", title="Let the negative side leak", notebook="03", number="3.8",
    signature="leaky_relu(x, alpha=0.01)",
    lecture=("MAY24-1.2f", "MAY25-1.2f", "ALICE-5.4e"), minutes=3, difficulty=1,
    reference=F.leaky_relu, cases=lambda: _with_parameter(0.25, 0.5, 0.0, extreme=False),
    mistakes=(
        *_faces(
            *(Mistake("neighbour-formula/divided", _leaky(lambda x, a, c=c: np.where(
                x > 0, x, x / (a + c))), "`x` is divided by `alpha`", "Multiply: alpha x.")
              for c in (1e-12, 1e-8)),
            Mistake("neighbour-formula/divided", _leaky(lambda x, a: np.where(x > 0, x, x / a)),
                    "`x` is divided by `alpha`",
                    "Multiply: alpha x."),
            Mistake("convention/zero-means-default",
                    _leaky(lambda x, a: F.leaky_relu(x, a or 0.01)),
                    "alpha = 0 is treated as if it were left out",
                    "`alpha or 0.01` replaces 0 too: 0 is a slope like any other."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.maximum(x, a * x) + a),
                    "`alpha` is added everywhere",
                    "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/scaled-relu", _leaky(lambda x, a: np.maximum(0, a * x)),
                    "this is ReLU of alpha x",
                    "Positive inputs pass as they are, negative ones leak."),
            Mistake("sign/absolute-value", _leaky(lambda x, a: np.maximum(0, x) + a * np.abs(x)),
                    "alpha |x| is added on both sides",
                    "The leak belongs to the negative side only: alpha · min(0, x)."),
            Mistake("sign/absolute-value", _leaky(lambda x, a: np.maximum(0, x) - a * np.abs(x)),
                    "alpha |x| is subtracted on both sides",
                    "The leak belongs to the negative side only: alpha · min(0, x)."),
            Mistake("sign/leak-everywhere", _leaky(lambda x, a: np.maximum(0, x) - a * x),
                    "`alpha x` is subtracted everywhere",
                    "Left of 0 the value is alpha x, right of it x."),
            Mistake("neighbour-formula/exponential",
                    _leaky(lambda x, a: np.where(x > 0, x, a * np.exp(np.minimum(x, 0)))),
                    "an exponential bends the left side",
                    "Left of 0 the value is alpha x."),
            Mistake("off-by-one/threshold-alpha", _leaky(lambda x, a: np.where(x > -a, x, a * x)),
                    "the threshold is −`alpha`",
                    "The kink is at 0."),
            Mistake("neighbour-formula/one-plus-alpha",
                    _leaky(lambda x, a: np.where(x > 0, x, (1 + a) * x)),
                    "the slope left of 0 is 1 + `alpha`",
                    "It is alpha."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.where(x > 0, x, a * x - 1)),
                    "1 is subtracted left of 0",
                    "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/shifted",
                    _leaky(lambda x, a: np.where(x > 0, x, a * (x - 1))),
                    "1 is subtracted left of 0",
                    "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/exponent", _leaky(lambda x, a: np.where(x > 0, x, x**a)),
                    "`alpha` is an exponent",
                    "Multiply: alpha x."),
            Mistake("neighbour-formula/exponent", _leaky(lambda x, a: np.where(x > 0, x, a**x)),
                    "`x` is an exponent",
                    "Multiply: alpha x."),
            Mistake("factor/percent", _leaky(lambda x, a: np.where(x > 0, x, a / 100 * x)),
                    "`alpha` is divided by 100",
                    "0.01 is the slope itself, not a percentage."),
            *(Mistake("ignored-argument/alpha", wrong,
                      "the argument `alpha` makes no difference",
                      "Use alpha in the body, not a fixed number.")
              for wrong in (
                  _leaky(lambda x, a: F.leaky_relu(x, 0.2)),
                  _leaky(lambda x, a: F.leaky_relu(x, 0.3)),
                  _leaky(lambda x, a: F.leaky_relu(x, 0.05)),
                  _leaky(lambda x, a: F.leaky_relu(x, 0.25)),
                  _leaky(lambda x, a: F.leaky_relu(x, 0.5)))),
            *(Mistake("sign/leak", _leaky(lambda x, a, c=c: np.where(x > 0, x, -c * x)),
                      "the leak has the wrong sign, and `alpha` makes no difference",
                      "Left of 0 the value is alpha x, below 0.") for c in (0.01, 0.1, 0.2)),
            *(Mistake("omitted-term/no-x", _leaky(lambda x, a, c=c: np.where(x > 0, x, c)),
                      "left of 0 the value is a fixed number", "It is alpha times x.")
              for c in (0.01, -0.01, 0.1)),
            Mistake("sign/branches-swapped", _leaky(lambda x, a: np.where(x > 0, 0.01 * x, x)),
                    "the two sides are swapped, and `alpha` makes no difference",
                    "The small slope, alpha, belongs to x < 0."),
            *(Mistake("factor/leak-too-large", _leaky(lambda x, a, c=c: np.where(
                x > 0, x, c * a * x)), f"the leak is {c} times too large",
                "Left of 0 the value is alpha x.") for c in (2, 10, 100)),
            Mistake("factor/leak-halved", _leaky(lambda x, a: np.where(x > 0, x, a * x / 2)),
                    "the leak is halved", "Left of 0 the value is alpha x."),
            *(Mistake("neighbour-formula/one-on-the-right", _leaky(
                lambda x, a, z=z: np.where(x >= 0 if z else x > 0, 1.0, a * x)),
                "right of 0 the value is 1", "Positive inputs pass as they are.")
              for z in (True, False)),
            Mistake("neighbour-formula/scaled-relu", _leaky(lambda x, a: np.maximum(
                0, (1 + a) * x)), "this is ReLU of (1 + alpha) x",
                    "Positive inputs pass as they are, negative ones leak."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.maximum(0, x) - a),
                    "`alpha` is subtracted everywhere", "Left of 0 the value is alpha x."),
            Mistake("integer/leak-floored", _leaky(lambda x, a: np.where(
                x > 0, x, np.floor(a * x))), "the leak is rounded to whole numbers",
                    "Return all the digits: alpha * x."),
            Mistake("sign/leak", _leaky(lambda x, a: (1 - a) * np.maximum(0, x) - a * x),
                    "alpha x is subtracted where it is to be added",
                    "(1 − alpha) max(0, x) + alpha x."),
            Mistake("neighbour-formula/alpha-added", _leaky(
                lambda x, a: (1 + a) * np.maximum(0, x) + a * x),
                    "the slope right of 0 is 1 + 2 `alpha`",
                    "(1 − alpha) max(0, x) + alpha x."),
            Mistake("omitted-term/no-positive-side", _leaky(lambda x, a: a * np.minimum(0, x)),
                    "the positive side is cut to 0",
                    "max(0, x) + alpha · min(0, x)."),
            Mistake("neighbour-formula/cut-off-above",
                    _leaky(lambda x, a: np.minimum(F.leaky_relu(x, a), 6)),
                    "large inputs are cut off at 6",
                    "The right side has no upper limit."),
            Mistake("neighbour-formula/cut-off-above",
                    _leaky(lambda x, a: np.minimum(F.leaky_relu(x, a), 1)),
                    "large inputs are cut off at 1",
                    "The right side has no upper limit."),
            Mistake("neighbour-formula/alpha-everywhere", _leaky(lambda x, a: a * x),
                    "both sides have the slope `alpha`", "Positive inputs pass as they are."),
            Mistake("neighbour-formula/alpha-added", _leaky(lambda x, a: np.maximum(0, x) + a * x),
                    "the slope right of 0 is 1 + `alpha`",
                    "The leak belongs to the negative side only: alpha · min(0, x)."),
            Mistake("sign/branches-swapped", _leaky(lambda x, a: np.where(x > 0, a * x, x)),
                    "the two sides are swapped", "The small slope belongs to x < 0."),
            Mistake("sign/branches-swapped", _leaky(lambda x, a: np.minimum(x, a * x)),
                    "the smaller of x and alpha x is taken: the two sides are swapped",
                    "For alpha < 1 the larger of the two is right."),
            Mistake("sign/leak", _leaky(lambda x, a: np.where(x > 0, x, -a * x)),
                    "the leak has the wrong sign", "Left of 0 the value is alpha x, below 0."),
            Mistake("sign/leak", _leaky(lambda x, a: np.maximum(0, x) - a * np.minimum(0, x)),
                    "the leak has the wrong sign", "Left of 0 the value is alpha x, below 0."),
            Mistake("sign/flipped", _leaky(lambda x, a: -np.where(x > 0, x, a * x)),
                    "every entry has the opposite sign", "Positive inputs pass as they are."),
            Mistake("omitted-term/no-x", _leaky(lambda x, a: np.where(x > 0, x, a)),
                    "left of 0 the value is `alpha` itself", "It is alpha times x."),
            Mistake("omitted-term/no-x", _leaky(lambda x, a: np.where(x >= 0, x, a)),
                    "left of 0 the value is `alpha` itself", "It is alpha times x."),
            Mistake("omitted-term/no-x", _leaky(lambda x, a: np.where(x > 0, x, -a)),
                    "left of 0 the value is −`alpha`", "It is alpha times x."),
            Mistake("neighbour-formula/relu", _leaky(lambda x, a: np.maximum(0, x)),
                    "this is ReLU: nothing leaks", "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/floor-at-alpha", _leaky(lambda x, a: np.maximum(a, x)),
                    "the floor is `alpha`: max(alpha, x)", "Compare x with alpha · x."),
            Mistake("neighbour-formula/floor-at-alpha", _leaky(lambda x, a: np.maximum(-a, x)),
                    "the floor is −`alpha`", "Compare x with alpha · x."),
            Mistake("neighbour-formula/elu", _leaky(lambda x, a: F.elu(x, a)),
                    "this is ELU: the left side bends", "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/divided", _leaky(
                lambda x, a: np.where(x > 0, x, x / a if a else x)),
                    "`x` is divided by `alpha`", "Multiply: alpha x."),
            Mistake("neighbour-formula/exponent", _leaky(lambda x, a: np.where(
                x > 0, x, -np.abs(x) ** a)), "`alpha` is an exponent", "Multiply: alpha x."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.where(x > 0, x, x - a)),
                    "`alpha` is subtracted", "Multiply: alpha x."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.where(x > 0, x, x + a)),
                    "`alpha` is added", "Multiply: alpha x."),
            Mistake("neighbour-formula/shifted", _leaky(lambda x, a: np.maximum(0, x) + a),
                    "`alpha` is added everywhere", "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/one-minus-alpha", _leaky(
                lambda x, a: np.where(x > 0, x, (1 - a) * x)),
                    "the slope left of 0 is 1 − `alpha`", "It is alpha."),
            Mistake("neighbour-formula/derivative", _leaky(lambda x, a: np.where(x >= 0, 1, a)),
                    "this is the slope, not the value", "Multiply by x."),
            Mistake("neighbour-formula/derivative", _leaky(lambda x, a: np.where(x > 0, 1, a)),
                    "this is the slope, not the value", "Multiply by x."),
            Mistake("omitted-term/identity", _leaky(lambda x, a: x),
                    "the input comes back as it is", "Left of 0 the slope is alpha."),
            Mistake("neighbour-formula/absolute-value", _leaky(lambda x, a: a * np.abs(x)),
                    "the absolute value is taken", "Positive inputs pass as they are."),
            Mistake("off-by-one/threshold-alpha", _leaky(lambda x, a: np.where(x > a, x, a * x)),
                    "the threshold is `alpha`", "The kink is at 0."),
            Mistake("off-by-one/threshold-one", _leaky(lambda x, a: np.where(x > 1, x, a * x)),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("off-by-one/threshold-one", _leaky(lambda x, a: np.where(x >= 1, x, a * x)),
                    "the threshold is 1", "The kink is at 0."),
            Mistake("neighbour-formula/floor-one", _leaky(lambda x, a: np.where(
                x > 0, x, a * np.maximum(x, -1))), "the leak stops at −1",
                "The left side goes on with slope alpha."),
            Mistake("factor/alpha-squared", _leaky(lambda x, a: np.where(x > 0, x, a * a * x)),
                    "`alpha` stands twice", "Left of 0 the value is alpha x."),
            Mistake("neighbour-formula/x-squared",
                    _leaky(lambda x, a: np.where(x > 0, x, a * x * x)),
                    "`x` is squared left of 0", "Left of 0 the value is alpha x."),
            *(Mistake("convention/other-default", _defaulted(F.leaky_relu, other),
                      f"without an argument the slope is {other}", "The default is 0.01.")
              for other in (0.1, 0.2, 0.25, 0.3, 0.001, 0.0, 0.05)),
            Mistake("ignored-argument/alpha", _leaky(lambda x, a: F.leaky_relu(x)),
                    "the argument `alpha` makes no difference",
                    "Use alpha in the body, not 0.01."),
            Mistake("ignored-argument/alpha", _leaky(lambda x, a: F.leaky_relu(x, 0.1)),
                    "the argument `alpha` makes no difference",
                    "Use alpha in the body, not a fixed number.")),
        *_in_place(_leaky_change),
        *_in_place(_leaky_scaled),
        *_first_decides(F.leaky_relu, positive=True),
        *_elementwise(F.leaky_relu),
    ),
    hints=("What does ReLU lose that the leaky form keeps?",
           "Two straight lines meet at 0: slope 1 on the right, slope alpha on the left.",
           "np.where(x > 0, x, alpha * x), or max(0, x) + alpha · min(0, x)"),
    formula="leaky(x) = x if x > 0, else alpha x",
    variation="for which alpha is np.maximum(x, alpha * x) wrong?",
    right=(_leaky(_loop(lambda v, a: v if v > 0 else a * v)),
           _leaky(lambda x, a: np.maximum(x, a * np.asarray(x))),
           _leaky(lambda x, a: np.where(np.asarray(x) >= 0, x, np.asarray(x) * a)),
           _leaky(lambda x, a: F.relu(x) - a * F.relu(-np.asarray(x))),
           _leaky(lambda x, a: (1 + a) / 2 * np.asarray(x) + (1 - a) / 2 * np.abs(x)),
           _leaky(_float32(lambda x, a: np.maximum(0, x) + a * np.minimum(0, x))),
           _leaky(_ndindex(lambda v, a: max(v, a * v)))),
    awkward=_leaky(_loop(lambda v, a: v if v > 0 else a * v)),
)

# --- gelu --------------------------------------------------------------------------------------


def _phi(x):
    return np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)


_erf = _each(math.erf)


def _gelu_tanh(x):
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def _erf_series(x):
    """Error function by Abramowitz and Stegun 7.1.26, error below 2e-7."""
    s, z = np.sign(x), np.abs(np.asarray(x, dtype=float))
    t = 1 / (1 + 0.3275911 * z)
    p = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (
        -1.453152027 + t * 1.061405429))))
    return s * (1 - p * np.exp(-(z**2)))


def _erf_terms(x, n):
    """The first n terms of the power series of erf."""
    return 2 / np.sqrt(np.pi) * sum((-1) ** k * x ** (2 * k + 1) / (
        math.factorial(k) * (2 * k + 1)) for k in range(n))


GELU = Exercise(
    id="gelu", title="Write GELU, exactly", notebook="03", number="3.12", signature="gelu(x)",
    lecture=("MAY24-1.2f", "MAY24-1.2g", "MAY25-1.2g"), minutes=5, difficulty=2,
    reference=F.gelu, cases=lambda: [
        *_cases(extreme=False)[:-1],
        Case((np.array([-2.7, -2.2, -0.6, 0.6, 2.2, 2.7, 3.25]),),
             "where approximations are worst"),
        Case((np.array([-1000.0, -30.0, 30.0, 1000.0]),), "inputs up to ±1000", extreme=True)],
    mistakes=(
        *_faces(
            *(Mistake("neighbour-formula/tanh-constant", wrong,
                      "this is the approximation with tanh, with a slip in its constants",
                      "The exact form has Φ(x) = (1 + erf(x / √2)) / 2.")
              for wrong in (
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.44715 * x**3))),
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.0044715 * x**3))),
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * x + 0.044715 * x**3)),
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x - 0.044715 * x**3))),
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(np.pi / 2) * (x + 0.044715 * x**3))))),
            Mistake("neighbour-formula/sigmoid-approximation",
                    lambda x: 0.5 * x * (1 + np.tanh(x)),
                    "this is x σ(2x) = x (1 + tanh x) / 2: no Φ in it",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            *(Mistake("neighbour-formula/tanh-approximation", wrong,
                      "this is the approximation with tanh, with rounded constants",
                      "The exact form has Φ(x) = (1 + erf(x / √2)) / 2; math.erf is exact.")
              for wrong in (
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.0447 * x**3))),
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044 * x**3))),
                  lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.045 * x**3))),
                  lambda x: 0.5 * x * (1 + np.tanh(0.8 * (x + 0.044715 * x**3))),
                  lambda x: 0.5 * x * (1 + np.tanh(0.798 * (x + 0.044715 * x**3))))),
            Mistake("factor/approximation-not-halved",
                    lambda x: x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))),
                    "this is the approximation with tanh, without its factor ½",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            *(Mistake("neighbour-formula/sigmoid-approximation", wrong,
                      "a sigmoid stands where Φ belongs",
                      "The exact form has Φ(x) = (1 + erf(x / √2)) / 2.")
              for wrong in (
                  lambda x: x * _naive(1.072 * x),
                  lambda x: x * _naive(1.5 * x),
                  lambda x: x * _naive(1.6 * x),
                  lambda x: x * _naive(1.71 * x),
                  lambda x: x * _naive(np.pi / np.sqrt(3) * x))),
            Mistake("neighbour-formula/density", lambda x: x * np.exp(-(x**2) / 2),
                    "a bell stands where the distribution function Φ belongs",
                    "Φ(x) is the probability of a draw below x."),
            Mistake("neighbour-formula/density", lambda x: _phi(x),
                    "this is the normal density",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/density", lambda x: np.maximum(0, x) * _phi(x),
                    "the normal density φ stands where Φ belongs",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/phi-squared",
                    lambda x: x * (0.5 * (1 + _erf(x / np.sqrt(2)))) ** 2,
                    "Φ is squared",
                    "GELU is x Φ(x)."),
            Mistake("factor/argument", lambda x: 0.5 * x * (1 + _erf(np.sqrt(np.abs(x)) / 2)),
                    "`erf` is taken at √x / 2",
                    "Φ(x) has erf at x / √2."),
            Mistake("sign/absolute-value", lambda x: np.abs(x) * (1 + _erf(x / np.sqrt(2))) / 2,
                    "the size of x is taken",
                    "GELU dips below 0 on the left."),
            Mistake("sign/absolute-value", lambda x: x * (1 + _erf(np.abs(x) / np.sqrt(2))) / 2,
                    "`erf` is taken of |x|",
                    "Φ(x) is below ½ for negative x."),
            Mistake("neighbour-formula/sum", lambda x: x + (1 + _erf(x / np.sqrt(2))) / 2,
                    "x and Φ are added",
                    "Multiply them: x Φ(x)."),
            Mistake("neighbour-formula/parentheses", lambda x: x * (0.5 + _erf(x / np.sqrt(2))),
                    "only the 1 is halved",
                    "(1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/parentheses", lambda x: x * (1 + _erf(x / np.sqrt(2)) / 2),
                    "only erf is halved",
                    "(1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/relu-times-phi",
                    lambda x: np.maximum(0, x) * (1 + _erf(x / np.sqrt(2))) / 2,
                    "negative inputs are cut to 0",
                    "GELU dips below 0 on the left: x Φ(x)."),
            Mistake("neighbour-formula/softplus", lambda x: np.logaddexp(0, x),
                    "this is softplus",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/elu", lambda x: F.elu(x),
                    "this is ELU",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/mish", lambda x: x * np.tanh(np.logaddexp(0, x)),
                    "this is Mish: tanh of softplus",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/tanh", lambda x: x * np.tanh(x),
                    "tanh stands where Φ belongs",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/arctan", lambda x: x * (0.5 + np.arctan(x) / np.pi),
                    "an arctan stands where Φ belongs",
                    "GELU is x Φ(x)."),
            *(Mistake("neighbour-formula/short-series", lambda x, n=n: 0.5 * x * (
                1 + _erf_terms(x / np.sqrt(2), n)), "erf is a series with too few terms: right "
                "near 0, wrong further out", "math.erf is exact.")
              for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20)),
            *(Mistake("factor/other-root", lambda x, c=c: x * (1 + _erf(x / np.sqrt(c))) / 2,
                      "`erf` is taken at x divided by the root of π, 2π or 3",
                      "Φ(x) has erf at x / √2.") for c in (np.pi, 2 * np.pi, 3)),
            Mistake("factor/root-outside", lambda x: x * (1 + _erf(x) / np.sqrt(2)) / 2,
                    "erf is divided by √2, not its argument", "Φ(x) has erf at x / √2."),
            Mistake("neighbour-formula/sum", lambda x: (x + _erf(x / np.sqrt(2))) / 2,
                    "x and erf are added", "x times (1 + erf(x / √2)), halved."),
            Mistake("omitted-term/no-one", lambda x: x * _erf(x * np.sqrt(2)),
                    "`erf` stands where Φ belongs", "Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/parentheses", lambda x: x * _erf(x / np.sqrt(2)) / 2 + 1,
                    "the 1 stands outside the product", "x times (1 + erf(x / √2)), halved."),
            Mistake("neighbour-formula/tanh-constant",
                    lambda x: 0.5 * x * (1 + np.tanh(x + 0.044715 * x**3)),
                    "this is the approximation with tanh, without its factor √(2/π)",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            *(Mistake("neighbour-formula/right-is-x", lambda x, t=t: np.where(t(x), x, F.gelu(x)),
                      "right of 0 the value is x", "There it is x Φ(x) too.")
              for t in (lambda x: x > 0, lambda x: x >= 0)),
            Mistake("neighbour-formula/applied-twice", lambda x: F.gelu(F.gelu(x)),
                    "GELU is applied twice", "Once is enough."),
            *_halves(F.gelu, left=False),
            Mistake("omitted-term/left-side", lambda x: np.where(x > 0, F.gelu(x), x),
                    "left of 0 the input comes back", "One formula for both sides of 0."),
            *_cut(F.gelu, np.zeros_like, lambda x: x, (1, 2, 2.5, 3, 4), (1, 2, 2.5, 3)),
            Mistake("neighbour-formula/tanh-approximation", _gelu_tanh,
                    "this is the approximation with tanh, off by up to 5e-4",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2; math.erf is exact."),
            Mistake("neighbour-formula/tanh-approximation", lambda x: 0.5 * x * (
                1 + np.tanh(0.7978845608 * x * (1 + 0.044715 * x * x))) + 0 * x,
                    "this is the approximation with tanh, off by up to 5e-4",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2; math.erf is exact."),
            Mistake("neighbour-formula/tanh-without-cube",
                    lambda x: 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * x)),
                    "this is the approximation with tanh, without its cubic term",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/tanh-square", lambda x: 0.5 * x * (1 + np.tanh(
                np.sqrt(2 / np.pi) * (x + 0.044715 * x**2))),
                    "the approximation with tanh, with x² in place of x³",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/tanh-constant", lambda x: 0.5 * x * (1 + np.tanh(
                np.sqrt(2 * np.pi) * (x + 0.044715 * x**3))),
                    "the approximation with tanh, with √(2π) in place of √(2/π)",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/tanh-constant", lambda x: 0.5 * x * (1 + np.tanh(
                2 / np.pi * (x + 0.044715 * x**3))),
                    "the approximation with tanh, with 2/π in place of √(2/π)",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/sigmoid-approximation", lambda x: x * _naive(1.702 * x),
                    "this is the approximation x σ(1.702 x), off by up to 2e-2",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/sigmoid-approximation", lambda x: x * _naive(1.7 * x),
                    "this is an approximation by x σ(1.7 x)",
                    "The exact form has Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/swish", F.swish, "this is Swish, x σ(x)",
                    "GELU multiplies x by Φ(x), the normal distribution function."),
            Mistake("factor/no-root-two", lambda x: 0.5 * x * (1 + _erf(x)),
                    "`erf` is taken at x", "Φ(x) has erf at x / √2."),
            Mistake("factor/times-root-two", lambda x: 0.5 * x * (1 + _erf(x * np.sqrt(2))),
                    "`x` is multiplied by √2 inside erf", "Divide: erf(x / √2)."),
            Mistake("factor/by-two", lambda x: 0.5 * x * (1 + _erf(x / 2)),
                    "`erf` is taken at x / 2", "Φ(x) has erf at x / √2."),
            Mistake("factor/2-times-too-large", lambda x: x * (1 + _erf(x / np.sqrt(2))),
                    "every entry is exactly 2 times too large",
                    "Φ(x) = (1 + erf(x / √2)) / 2: the half is missing."),
            Mistake("factor/2-times-too-small", lambda x: x * (1 + _erf(x / np.sqrt(2))) / 4,
                    "every entry is exactly 2 times too small", "One half is too many."),
            Mistake("omitted-term/no-x", lambda x: (1 + _erf(x / np.sqrt(2))) / 2,
                    "this is Φ(x): the factor x is missing", "GELU is x Φ(x)."),
            Mistake("omitted-term/no-one", lambda x: x * _erf(x / np.sqrt(2)) / 2,
                    "the 1 in 1 + erf is missing", "Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("omitted-term/no-one", lambda x: x * _erf(x / np.sqrt(2)),
                    "`erf` stands where Φ belongs", "Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("omitted-term/no-one", lambda x: x * _erf(x),
                    "`erf` stands where Φ belongs", "Φ(x) = (1 + erf(x / √2)) / 2."),
            Mistake("neighbour-formula/parentheses", lambda x: x * 1 + _erf(x / np.sqrt(2)) / 2,
                    "a pair of parentheses is missing", "x times (1 + erf(x / √2)), halved."),
            Mistake("neighbour-formula/parentheses", lambda x: 0.5 * x * 1 + _erf(x / np.sqrt(2)),
                    "a pair of parentheses is missing", "x times (1 + erf(x / √2)), halved."),
            Mistake("sign/erf", lambda x: x * (1 - _erf(x / np.sqrt(2))) / 2,
                    "1 − erf: this is x Φ(−x)", "Φ rises from 0 to 1."),
            Mistake("sign/flipped", lambda x: -x * (1 + _erf(x / np.sqrt(2))) / 2,
                    "every entry has the opposite sign", "GELU(x) is close to x for large x."),
            Mistake("neighbour-formula/density", lambda x: x * _phi(x),
                    "the normal density φ stands where the distribution function Φ belongs",
                    "Φ(x) is the probability of a draw below x; φ is the bell."),
            Mistake("neighbour-formula/derivative", F.gelu_grad,
                    "this is the derivative", "GELU(0) is 0."),
            Mistake("neighbour-formula/relu", lambda x: np.maximum(0, x), "this is ReLU",
                    "GELU is smooth: x Φ(x)."),
            Mistake("neighbour-formula/expected-relu",
                    lambda x: x * (1 + _erf(x / np.sqrt(2))) / 2 + _phi(x),
                    "a density is added: this is the mean of ReLU under normal noise",
                    "GELU is x Φ(x)."),
            Mistake("neighbour-formula/square", lambda x: x**2 * (1 + _erf(x / np.sqrt(2))) / 2,
                    "`x` is squared", "GELU is x Φ(x).")),
        *_first_decides(F.gelu),
        *_elementwise(F.gelu),
    ),
    hints=("Which probability does GELU multiply x with?",
           "Φ(x) comes from the error function; math.erf takes one number, np.vectorize(math.erf) "
           "takes arrays.",
           "gelu(x) = x (1 + erf(x / √2)) / 2"),
    formula="gelu(x) = x Φ(x) = x (1 + erf(x / √2)) / 2",
    variation="measure the largest error of the two popular approximations.",
    right=(_given(lambda x: x * (1 + _erf(x / np.sqrt(2))) / 2),
           _given(lambda x: x - x * (1 - _erf(x * 2**-0.5)) / 2),
           _given(lambda x: 0.5 * x * _each(math.erfc)(-x / math.sqrt(2))),
           _given(lambda x: x * (1 + _erf_series(x / np.sqrt(2))) / 2),
           _loop(lambda v: v * 0.5 * (1 + math.erf(v / math.sqrt(2)))),
           _ndindex(lambda v: v * 0.5 * (1 + math.erf(v / 2**0.5))),
           _float32(lambda x: x * (1 + _erf(x / np.sqrt(2))) / 2)),
    awkward=_loop(lambda v: v * 0.5 * (1 + math.erf(v / math.sqrt(2)))),
)
# --- swish -------------------------------------------------------------------------------------


def _one(fn):
    return _defaulted(fn, 1.0)


SWISH = Exercise(
    id="swish", title="Write Swish", notebook="03", number="3.13",
    signature="swish(x, beta=1.0)", lecture=("MAY24-1.2f", "MAY24-1.2g", "MAY25-1.2g"),
    minutes=4, difficulty=1, reference=F.swish, cases=lambda: _with_parameter(0.5, 2.0),
    mistakes=(
        *_faces(
            Mistake("omitted-term/no-x-and-beta", _one(lambda x, b: F.sigmoid(x)),
                    "this is σ(x): x and beta are both missing",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/shifted", _one(lambda x, b: x * F.sigmoid(x - b)),
                    "`beta` is subtracted",
                    "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/exponent",
                    _one(lambda x, b: np.sign(x) * np.abs(x) ** b * F.sigmoid(x)),
                    "`beta` is an exponent",
                    "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/exponent", _one(lambda x, b: x * F.sigmoid(x**b)),
                    "`beta` is an exponent",
                    "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/beta-in-denominator",
                    _one(lambda x, b: x / (1 + b * np.exp(-x))),
                    "`beta` multiplies the exponential",
                    "It stands in the exponent: e^(−beta x)."),
            Mistake("neighbour-formula/beta-in-denominator",
                    _one(lambda x, b: x / (b + np.exp(-x))),
                    "`beta` stands where the 1 belongs",
                    "It stands in the exponent: e^(−beta x)."),
            Mistake("neighbour-formula/sigmoid-squared",
                    _one(lambda x, b: x * F.sigmoid(b * x) ** 2),
                    "the sigmoid is squared",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/sigmoid-outside",
                    _one(lambda x, b: F.sigmoid(x * F.sigmoid(b * x))),
                    "a second sigmoid stands around everything",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/sigmoid-outside", _one(lambda x, b: F.sigmoid(b * x * x)),
                    "the sigmoid is taken of beta x²",
                    "Swish is x σ(beta x): x stands outside."),
            Mistake("neighbour-formula/tanh", _one(lambda x, b: x * np.tanh(x)),
                    "tanh stands where the sigmoid belongs",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/mish", _one(lambda x, b: x * np.tanh(np.logaddexp(0, x))),
                    "this is Mish: tanh of softplus",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/softplus", _one(lambda x, b: x * np.logaddexp(0, b * x)),
                    "softplus stands where the sigmoid belongs",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/softplus", _one(lambda x, b: np.logaddexp(0, b * x)),
                    "this is softplus",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/softplus", _one(lambda x, b: np.logaddexp(0, x)),
                    "this is softplus",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/relu-times-sigmoid",
                    _one(lambda x, b: np.maximum(0, x) * F.sigmoid(b * x)),
                    "negative inputs are cut to 0",
                    "Swish dips below 0 on the left."),
            Mistake("neighbour-formula/derivative",
                    _one(lambda x, b: F.sigmoid(b * x) + x * F.sigmoid_grad(b * x)),
                    "this is the derivative, with beta lost in one place",
                    "Swish(0) is 0."),
            Mistake("neighbour-formula/dot-product", _one(lambda x, b: np.dot(x, F.sigmoid(b * x))),
                    "`@` or np.dot adds the products up",
                    "Multiply entry by entry: *."),
            *(Mistake("neighbour-formula/hard-swish", wrong,
                      "this is a hard Swish, made of straight pieces",
                      "Swish has a smooth sigmoid.")
              for wrong in (
                  _one(lambda x, b: x * np.clip(b * x / 6 + 0.5, 0, 1)),
                  _one(lambda x, b: x * np.clip(0.2 * x + 0.5, 0, 1)),
                  _one(lambda x, b: x * np.clip(0.2 * b * x + 0.5, 0, 1)),
                  _one(lambda x, b: x * np.clip(b * x / 4 + 0.5, 0, 1)))),
            Mistake("neighbour-formula/applied-twice", _one(lambda x, b: F.swish(F.swish(x, b), b)),
                    "Swish is applied twice",
                    "Once is enough."),
            Mistake("neighbour-formula/softmax",
                    _one(lambda x, b: x * np.exp(b * x - np.max(b * x)) / np.exp(b * x - np.max(b *
                        x)).sum()),
                    "softmax stands where the sigmoid belongs",
                    "Swish treats each entry by itself."),
            Mistake("omitted-term/no-fraction", _one(lambda x, b: x * np.exp(-b * x)),
                    "this is x e^(−beta x)",
                    "x / (1 + e^(−beta x))."),
            Mistake("omitted-term/no-x-in-exponent", _one(lambda x, b: x * F.sigmoid(b)),
                    "the exponent holds beta only",
                    "σ(beta x)."),
            Mistake("sign/absolute-value", _one(lambda x, b: x * F.sigmoid(b * np.abs(x))),
                    "|x| stands inside the sigmoid",
                    "σ(beta x) is below ½ for negative x."),
            Mistake("ignored-argument/beta", _one(lambda x, b: F.swish(x, 0.5)),
                    "the argument `beta` makes no difference",
                    "It stands inside the sigmoid: σ(beta x)."),
            Mistake("ignored-argument/beta", _one(lambda x, b: F.swish(x, 2.0)),
                    "the argument `beta` makes no difference",
                    "It stands inside the sigmoid: σ(beta x)."),
            *(Mistake("factor/argument", _one(lambda x, b, c=c: x * F.sigmoid(c * b * x)),
                      said, "The argument of the sigmoid is beta x: σ(beta x) = "
                      "½ (1 + tanh(beta x / 2)).") for c, said in (
                          (2, "the argument of the sigmoid is doubled"),
                          (0.5, "the argument of the sigmoid is halved"))),
            Mistake("factor/beta-squared", _one(lambda x, b: x * F.sigmoid(b * b * x)),
                    "`beta` stands twice", "Inside the sigmoid stands beta x."),
            Mistake("integer/beta-truncated", _one(lambda x, b: x * F.sigmoid(np.floor(b) * x)),
                    "`beta` has lost its digits after the point", "beta may be 0.5."),
            Mistake("sign/exponent", _one(lambda x, b: x * F.sigmoid(-x)),
                    "the sign inside the sigmoid is wrong, and `beta` makes no difference",
                    "For large x the sigmoid is 1 and Swish is x."),
            Mistake("neighbour-formula/tanh", _one(lambda x, b: x * np.tanh(b * x / 2)),
                    "tanh stands where the sigmoid belongs",
                    "σ(beta x) = ½ (1 + tanh(beta x / 2))."),
            Mistake("neighbour-formula/tanh", _one(lambda x, b: x * np.tanh(x / 2)),
                    "tanh stands where the sigmoid belongs, and `beta` makes no difference",
                    "σ(beta x) = ½ (1 + tanh(beta x / 2))."),
            Mistake("factor/beta-times-too-small", _one(lambda x, b: x * F.sigmoid(b * x) / b),
                    "the result is divided by `beta`",
                    "beta scales the input of the sigmoid only."),
            Mistake("omitted-term/no-x", _one(lambda x, b: b * F.sigmoid(x)),
                    "this is beta σ(x): the factor x is missing", "Swish is x σ(beta x)."),
            Mistake("omitted-term/no-x", _one(lambda x, b: b * F.sigmoid(b * x)),
                    "this is beta σ(beta x): the factor x is missing", "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/sum", _one(lambda x, b: x + F.sigmoid(x)),
                    "`x` and the sigmoid are added, and `beta` makes no difference",
                    "Multiply them: x σ(beta x)."),
            *(Mistake("neighbour-formula/right-is-x", _one(lambda x, b, t=t: np.where(
                t(x), x, F.swish(x, b))), "right of 0 the value is x",
                "There it is x σ(beta x) too.") for t in (lambda x: x > 0, lambda x: x >= 0)),
            *(Mistake(m.id, _one(m.wrong), m.what, m.where)
              for m in _halves(F.swish, left=False)),
            Mistake("omitted-term/left-side", _one(lambda x, b: np.where(
                x > 0, F.swish(x, b), x)), "left of 0 the input comes back",
                    "One formula for both sides of 0."),
            *(Mistake("unstable/clipped", _one(lambda x, b, c=c: x * F.sigmoid(
                np.clip(b * x, -c, c))), "the input of the sigmoid is cut off, and the cut shows",
                "Cut at ±500 or not at all.") for c in (2, 3, 5, 6, 8, 10)),
            *(Mistake("unstable/clipped", _one(lambda x, b, c=c: F.swish(np.clip(x, -c, c), b)),
                      "the input is cut off, and Swish grows beyond the cut",
                      "For large x Swish is x: nothing may be cut.")
              for c in (5, 6, 10, 20, 30, 50, 100, 500, 700)),
            *(Mistake(m.id, _one(m.wrong), m.what, m.where) for scale in (
                lambda x, b: x, lambda x, b: b * x) for m in _cut(
                    F.swish, lambda x, b: 0 * x, lambda x, b: x, (2, 3, 4, 5, 6, 7, 8, 10),
                    (2, 3, 4, 5, 6, 7), scale)),
            Mistake("ignored-argument/beta", _one(lambda x, b: x * F.sigmoid(x)),
                    "the argument `beta` makes no difference",
                    "It stands inside the sigmoid: σ(beta x)."),
            Mistake("unstable/second-form", _one(
                lambda x, b: x * np.exp(b * x) / (1 + np.exp(b * x))),
                    "`e^x / (1 + e^x)` overflows for large x",
                    "Use a stable sigmoid: x times σ(beta x)."),
            Mistake("unstable/second-form", _one(lambda x, b: x * _second_form(b * x)),
                    "`e^x / (1 + e^x)` overflows for large x",
                    "Use a stable sigmoid: x times σ(beta x)."),
            Mistake("omitted-term/no-x", _one(lambda x, b: F.sigmoid(b * x)),
                    "this is σ(beta x): the factor x is missing",
                    "Swish is x times a sigmoid, not a sigmoid."),
            Mistake("neighbour-formula/beta-outside", _one(lambda x, b: b * x * F.sigmoid(x)),
                    "`beta` stands outside the sigmoid", "Swish is x σ(beta x)."),
            Mistake("factor/beta-times-too-large", _one(lambda x, b: b * x * F.sigmoid(b * x)),
                    "every entry is exactly `beta` times too large",
                    "beta scales the input of the sigmoid only."),
            Mistake("neighbour-formula/divided", _one(lambda x, b: x * F.sigmoid(x / b)),
                    "`x` is divided by `beta`", "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/shifted", _one(lambda x, b: x * F.sigmoid(x + b)),
                    "`beta` is added", "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/shifted", _one(lambda x, b: x * F.sigmoid(x) + b),
                    "`beta` is added", "Inside the sigmoid stands beta times x."),
            Mistake("neighbour-formula/exponent", _one(lambda x, b: x * F.sigmoid(x) ** b),
                    "`beta` is an exponent", "Inside the sigmoid stands beta times x."),
            Mistake("sign/exponent", _one(lambda x, b: x * F.sigmoid(-b * x)),
                    "the sign inside the sigmoid is wrong",
                    "For large x the sigmoid is 1 and Swish is x."),
            Mistake("sign/exponent", _one(lambda x, b: x / (1 + np.exp(b * x))),
                    "the sign inside the exponential is wrong",
                    "For large x Swish is close to x: x / (1 + e^(−beta x))."),
            Mistake("sign/denominator", _one(lambda x, b: x / (1 - np.exp(-b * x))),
                    "the denominator has a minus sign", "It is 1 + e^(−beta x)."),
            Mistake("sign/flipped", _one(lambda x, b: -x * F.sigmoid(b * x)),
                    "every entry has the opposite sign", "For large x Swish is close to x."),
            Mistake("sign/absolute-value", _one(lambda x, b: np.abs(x) * F.sigmoid(b * x)),
                    "the size of x is taken", "Swish dips below 0 on the left."),
            Mistake("neighbour-formula/parentheses", _one(lambda x, b: x / 1 + np.exp(-b * x)),
                    "the division ends before the plus sign", "Put 1 + e^(−beta x) in "
                    "parentheses."),
            Mistake("neighbour-formula/gelu", _one(lambda x, b: F.gelu(x)), "this is GELU",
                    "Swish has a sigmoid where GELU has Φ."),
            Mistake("neighbour-formula/gelu-approximation", _defaulted(F.swish, 1.702),
                    "without an argument this is x σ(1.702 x), the approximation of GELU",
                    "The default of beta is 1."),
            Mistake("neighbour-formula/gelu-approximation", _one(
                lambda x, b: x * F.sigmoid(1.702 * x)), "this is x σ(1.702 x), the approximation "
                "of GELU", "Inside the sigmoid stands beta x."),
            Mistake("neighbour-formula/tanh", _one(lambda x, b: x * np.tanh(b * x)),
                    "tanh stands where the sigmoid belongs", "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/mish", _one(lambda x, b: x * np.tanh(np.logaddexp(
                0, b * x))), "this is Mish: tanh of softplus", "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/derivative", _one(F.swish_grad), "this is the derivative",
                    "Swish(0) is 0."),
            Mistake("neighbour-formula/square", _one(lambda x, b: x**2 * F.sigmoid(b * x)),
                    "`x` is squared", "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/sum", _one(lambda x, b: x + F.sigmoid(b * x)),
                    "`x` and the sigmoid are added", "Multiply them."),
            Mistake("neighbour-formula/sigmoid-grad", _one(
                lambda x, b: x * F.sigmoid_grad(b * x)),
                    "the sigmoid's slope stands where the sigmoid belongs",
                    "Swish is x σ(beta x)."),
            Mistake("neighbour-formula/relu", _one(lambda x, b: np.maximum(0, x)),
                    "this is ReLU", "Swish is smooth: x σ(beta x)."),
            Mistake("neighbour-formula/hard-swish", _one(lambda x, b: x * np.clip(
                x / 6 + 0.5, 0, 1)), "this is the hard Swish", "Swish has a smooth sigmoid."),
            Mistake("neighbour-formula/softplus", _one(lambda x, b: np.logaddexp(0, b * x) / b),
                    "this is softplus", "Swish is x σ(beta x)."),
            *(Mistake("convention/other-default", _defaulted(F.swish, other),
                      f"without an argument beta is {other}", "The default of beta is 1.")
              for other in (0.0, 0.1, 0.5, 2.0, 10.0))),
        Mistake("unstable/overflow", _one(_each(
            lambda v, b: v / (1 + math.exp(-b * v)))), "math.exp overflows for large inputs",
            "Use a stable sigmoid."),
        *_first_decides(F.swish),
        *_elementwise(F.swish),
    ),
    hints=("Swish is not a sigmoid: what is multiplied with it?",
           "Your sigmoid takes beta times x; its result weighs x.",
           "swish(x) = x · sigmoid(beta · x)"),
    formula="swish(x) = x σ(beta x)",
    variation="try beta = 0 and beta = 50: which two functions do you meet?",
    right=(_one(_given(lambda x, b: x * F.sigmoid(b * x))),
           _one(_given(lambda x, b: x / (1 + np.exp(-b * x)))),
           _one(_given(lambda x, b: x * 0.5 * (1 + np.tanh(b * x / 2)))),
           _one(_given(lambda x, b: np.where(x > 0, x, x * np.exp(np.minimum(b * x, 0))) / (
               1 + np.exp(-np.abs(b * x))))),
           _one(_loop(lambda v, b: v * (0.5 + 0.5 * math.tanh(b * v / 2)))),
           _one(_ndindex(lambda v, b: v / (1 + math.exp(-b * v)) if b * v > -700 else 0.0)),
           _one(_float32(lambda x, b: x * F.sigmoid(b * x)))),
    awkward=_one(_loop(lambda v, b: v * (0.5 + 0.5 * math.tanh(b * v / 2)))),
)

# --- softplus ----------------------------------------------------------------------------------

SOFTPLUS = Exercise(
    id="softplus", title="Write a softplus that survives ±1000", notebook="03", number="3.10",
    signature="softplus(x)", lecture=("ALICE-5.4f",), minutes=5, difficulty=2,
    reference=F.softplus, cases=_cases,
    mistakes=(
        *_faces(
            Mistake("sign/minus", lambda x: np.log(1 - np.exp(x)),
                    "the 1 and e^x are subtracted",
                    "log(1 + e^x)."),
            Mistake("omitted-term/no-exp", lambda x: np.log(x),
                    "this is log x: 1 and exp are missing",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("neighbour-formula/base-two", lambda x: np.log(1 + 2.0**x),
                    "the power has base 2",
                    "np.exp has base e."),
            Mistake("factor/x-times-too-large", lambda x: x * np.logaddexp(0, x),
                    "a factor x is too many",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("neighbour-formula/x-added", lambda x: x + np.logaddexp(0, x),
                    "x is added",
                    "softplus(x) = x + log(1 + e^−x), with the minus, or log(1 + e^x)."),
            Mistake("sign/second-term", lambda x: x - np.logaddexp(0, -x),
                    "the logarithm is subtracted",
                    "softplus(x) = x + log(1 + e^−x)."),
            Mistake("sign/second-term", lambda x: np.maximum(0, x) - np.log1p(np.exp(-np.abs(x))),
                    "the logarithm is subtracted",
                    "max(0, x) + log(1 + e^−|x|)."),
            *(Mistake("sign/one-side", lambda x, signs=signs: np.maximum(0, x) + np.where(
                x > 0, *signs) * np.log1p(np.exp(-np.abs(x))),
                    f"{side} of 0 the logarithm is subtracted",
                    "On both sides: max(0, x) + log(1 + e^−|x|).")
              for side, signs in (("right", (-1, 1)), ("left", (1, -1)))),
            Mistake("omitted-term/no-maximum", lambda x: x + np.log1p(np.exp(-np.abs(x))),
                    "x stands where max(0, x) belongs",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("sign/absolute-value", lambda x: np.abs(x) + np.log1p(np.exp(-np.abs(x))),
                    "|x| stands where max(0, x) belongs",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("axis/one-maximum", lambda x: np.max(x) + np.log1p(np.exp(-np.abs(x))),
                    "one maximum over all entries is used",
                    "max(0, x) is taken entry by entry: np.maximum(0, x)."),
            Mistake("sign/minimum", lambda x: np.minimum(0, x) + np.log1p(np.exp(-np.abs(x))),
                    "min(0, x) stands where max(0, x) belongs",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("neighbour-formula/product",
                    lambda x: np.maximum(0, x) * np.log1p(np.exp(-np.abs(x))),
                    "the two terms are multiplied",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("neighbour-formula/logsumexp", lambda x: np.logaddexp.reduce(np.ravel(x)),
                    "one log-sum-exp over all entries comes back",
                    "softplus treats each entry by itself."),
            Mistake("neighbour-formula/logsumexp",
                    lambda x: np.logaddexp(0, np.logaddexp.reduce(np.ravel(x))),
                    "the exponentials of all entries are summed",
                    "softplus treats each entry by itself."),
            Mistake("neighbour-formula/second-derivative", lambda x: F.sigmoid_grad(x),
                    "this is σ', softplus's second derivative",
                    "softplus(0) is ln 2."),
            Mistake("factor/slope-2", lambda x: np.logaddexp(0, 2 * x) / 2,
                    "this is softplus(2x) / 2: the bend is sharper",
                    "log(1 + e^x)."),
            Mistake("neighbour-formula/square-root", lambda x: (x + np.sqrt(x**2 + 1)) / 2,
                    "this is squareplus, with a root",
                    "softplus has log and exp."),
            Mistake("neighbour-formula/square-root", lambda x: (x + np.sqrt(x**2 + 4)) / 2,
                    "this is squareplus, with a root",
                    "softplus has log and exp."),
            *(Mistake("neighbour-formula/square-root", lambda x, c=c: (x + np.sqrt(x**2 + c)) / 2,
                      "this is squareplus, with a root", "softplus has log and exp.")
              for c in (0.01, 0.1, 0.25, 0.5, 2, 4 * np.log(2) ** 2)),
            *(Mistake("sign/minus", lambda x, c=c: np.maximum(0, x) + np.log(
                1 - np.exp(-np.abs(x) - c)), "the 1 and e^−|x| are subtracted",
                "max(0, x) + log(1 + e^−|x|).") for c in (
                    1e-12, 1e-10, 1e-9, 1e-8)),
            Mistake("neighbour-formula/shifted", lambda x: np.maximum(0, x) + np.log(2),
                    "this is max(0, x) + ln 2", "max(0, x) + log(1 + e^−|x|)."),
            Mistake("neighbour-formula/shifted", lambda x: x + np.log(2),
                    "this is x + ln 2", "softplus(x) = log(1 + e^x)."),
            Mistake("neighbour-formula/two-branches", lambda x: np.where(
                x < 0, np.exp(np.minimum(x, 0)), F.softplus(x)),
                    "left of 0 the value is e^x: the curve jumps at 0",
                    "There softplus is log(1 + e^x)."),
            Mistake("neighbour-formula/two-branches", lambda x: np.where(
                x > 0, x, np.exp(np.minimum(x, 0))),
                    "right of 0 the value is x, left of it e^x: the curve jumps at 0",
                    "On both sides softplus is log(1 + e^x)."),
            Mistake("neighbour-formula/shifted", lambda x: F.softplus(x) + 1,
                    "1 is added outside the logarithm", "log(1 + e^x)."),
            *_halves(F.softplus),
            Mistake("neighbour-formula/tanh", lambda x: np.tanh(x),
                    "this is tanh",
                    "softplus is positive and grows like x."),
            Mistake("neighbour-formula/swish", lambda x: F.swish(x),
                    "this is Swish",
                    "softplus is positive: log(1 + e^x)."),
            Mistake("unstable/infinite-replaced",
                    lambda x: np.where(x > 700, 0.0, np.logaddexp(0, x)),
                    "where e^x overflows, 0 comes back",
                    "For large x softplus is x."),
            *(Mistake("unstable/clipped", lambda x, c=c: np.logaddexp(0, np.clip(x, -c, c)),
                      "the input is cut off, and softplus grows beyond the cut",
                      "For large x softplus is x: nothing may be cut.")
              for c in (3, 5, 6, 10, 20, 30, 300, 600, 709)),
            *(Mistake("unstable/clipped", lambda x, c=c: np.logaddexp(0, np.minimum(x, c)),
                      "the input is cut off, and softplus grows beyond the cut",
                      "For large x softplus is x: nothing may be cut.")
              for c in (5, 10, 30, 50, 100, 500, 700, 709)),
            *_cut(F.softplus, np.zeros_like, lambda x: x, (2, 3, 4, 5, 6, 7, 8, 10),
                  (1.5, 2, 3, 4, 5, 6, 7)),
            *_clipped_result(F.softplus, top=False),
            Mistake("unstable/printed-formula", lambda x: np.log(1 + np.exp(x)),
                    "on large x the result is not finite: e^x overflows in log(1 + e^x)",
                    "Take the larger exponent out first: np.logaddexp(0, x)."),
            Mistake("unstable/printed-formula", lambda x: x + np.log1p(np.exp(-x)),
                    "`x + log(1 + e^−x)` overflows for very negative x",
                    "Use max(0, x) + log(1 + e^−|x|)."),
            Mistake("unstable/printed-formula", lambda x: -np.log(F.sigmoid(-x)),
                    "the sigmoid rounds to 0 and its logarithm is infinite",
                    "Do not take a logarithm of a rounded probability."),
            Mistake("unstable/log-of-zero", lambda x: -np.log(1 - _naive(x)),
                    "1 − σ(x) rounds to 0 and its logarithm is infinite",
                    "Do not take a logarithm of a rounded probability."),
            *(Mistake("unstable/clipped", wrong,
                      "the input is cut off, and softplus grows beyond the cut",
                      "For large x softplus is x: nothing may be cut.")
              for wrong in (
                  lambda x: np.log(1 + np.exp(np.clip(x, -500, 500))),
                  lambda x: np.log(1 + np.exp(np.clip(x, -700, 700))),
                  lambda x: np.log(1 + np.exp(np.clip(x, -100, 100))),
                  lambda x: np.log(1 + np.exp(np.clip(x, -50, 50))),
                  lambda x: np.log(1 + np.exp(np.minimum(x, 20))))),
            Mistake("unstable/printed-formula", lambda x: (x <= 20) * np.log1p(np.exp(x)) + (
                x > 20) * x, "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                "Choose with np.where, or use np.logaddexp(0, x)."),
            Mistake("sign/exponent", lambda x: np.logaddexp(0, -x),
                    "this is softplus(−x): the curve falls", "log(1 + e^x) has e^(+x)."),
            Mistake("sign/exponent", lambda x: np.log(1 + np.exp(-x)),
                    "this is softplus(−x): the curve falls", "log(1 + e^x) has e^(+x)."),
            Mistake("sign/exponent", lambda x: -np.log(_naive(x)),
                    "this is −log σ(x) = softplus(−x)", "softplus(x) is −log σ(−x)."),
            Mistake("sign/flipped", lambda x: -np.logaddexp(0, x),
                    "every entry has the opposite sign", "softplus is positive."),
            Mistake("neighbour-formula/log-sigmoid", lambda x: -np.logaddexp(0, -x),
                    "this is log σ(x)", "softplus is positive: log(1 + e^x)."),
            Mistake("sign/minus-one", lambda x: np.log(np.abs(np.exp(x) - 1)),
                    "`e^x − 1` stands where 1 + e^x belongs", "softplus(0) is ln 2."),
            Mistake("omitted-term/no-one", lambda x: np.log(np.exp(x)),
                    "log and exp cancel: the 1 is missing", "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-one", lambda x: x, "the input comes back",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-log", lambda x: 1 + np.exp(x), "the logarithm is missing",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-exp", lambda x: np.log(1 + x), "the exponential is missing",
                    "softplus(x) = log(1 + e^x)."),
            Mistake("omitted-term/no-exp", lambda x: np.log1p(np.abs(x)),
                    "the exponential is missing", "softplus(x) = log(1 + e^x)."),
            Mistake("neighbour-formula/parentheses", lambda x: 1 + np.log(np.exp(x)),
                    "the 1 stands outside the logarithm", "log(1 + e^x)."),
            Mistake("omitted-term/no-log", np.exp, "this is e^x: no logarithm is taken of it",
                    "softplus(x) = log(1 + e^x), with parentheses."),
            Mistake("omitted-term/no-absolute-value",
                    lambda x: np.maximum(0, x) + np.log1p(np.exp(-x)),
                    "the stable form has e^−|x|, here stands e^−x",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("omitted-term/no-absolute-value",
                    lambda x: np.maximum(0, x) + np.log1p(np.exp(x)),
                    "the stable form has e^−|x|, here stands e^x",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("omitted-term/no-maximum", lambda x: np.log1p(np.exp(-np.abs(x))),
                    "the max(0, x) of the stable form is missing",
                    "max(0, x) + log(1 + e^−|x|)."),
            Mistake("sign/absolute-value", lambda x: np.maximum(0, x) + np.log1p(
                np.exp(np.minimum(np.abs(x), 700))), "the minus sign of e^−|x| is missing",
                "max(0, x) + log(1 + e^−|x|)."),
            Mistake("neighbour-formula/relu", lambda x: np.maximum(0, x), "this is ReLU",
                    "softplus(0) is ln 2, not 0."),
            Mistake("neighbour-formula/two-branches",
                    lambda x: np.where(x > 0, x, np.log1p(np.exp(np.minimum(x, 0)))),
                    "right of 0 the value is x: the curve jumps at 0",
                    "There softplus is x + log(1 + e^−x)."),
            Mistake("neighbour-formula/two-branches",
                    lambda x: np.where(x > 1, x, np.log1p(np.exp(np.minimum(x, 1)))),
                    "beyond 1 the value is x: too early",
                    "softplus(x) − x is e^−x there, which is below 1e-6 from x = 14 on."),
            Mistake("neighbour-formula/derivative", F.sigmoid, "this is σ, softplus's derivative",
                    "softplus(0) is ln 2."),
            Mistake("neighbour-formula/base-two", lambda x: np.logaddexp2(0, x / np.log(2)),
                    "the logarithm has base 2", "np.log has base e."),
            Mistake("neighbour-formula/base-two", lambda x: np.logaddexp2(0, x),
                    "power and logarithm have base 2", "Use np.logaddexp, with base e."),
            Mistake("neighbour-formula/base-two", lambda x: np.log2(1 + np.exp(x)),
                    "the logarithm has base 2", "np.log has base e."),
            Mistake("neighbour-formula/base-ten", lambda x: np.log10(1 + np.exp(x)),
                    "the logarithm has base 10", "np.log has base e."),
            Mistake("neighbour-formula/base-ten", lambda x: np.logaddexp(0, x) / np.log(10),
                    "the logarithm has base 10", "np.log has base e."),
            Mistake("off-by-one/log1p-twice", lambda x: np.log1p(1 + np.exp(x)),
                    "2 stands where 1 belongs (`log1p` adds a 1 by itself)",
                    "np.log1p(e^x), or np.log(1 + e^x)."),
            Mistake("neighbour-formula/logaddexp-one", lambda x: np.logaddexp(1, x),
                    "`logaddexp(1, x)` is log(e + e^x)", "The 1 in the formula is e^0."),
            Mistake("neighbour-formula/shifted", lambda x: np.logaddexp(0, x) - np.log(2),
                    "ln 2 is subtracted", "softplus(0) is ln 2."),
            Mistake("neighbour-formula/logsumexp", lambda x: np.logaddexp.reduce(
                np.ravel(x)) + 0 * x, "the exponentials of all entries are summed",
                "softplus treats each entry by itself."),
            Mistake("neighbour-formula/elu", F.elu, "this is ELU", "softplus is positive."),
            Mistake("factor/2-times-too-large", lambda x: 2 * np.logaddexp(0, x),
                    "every entry is exactly 2 times too large", "softplus(0) is ln 2."),
            Mistake("factor/slope-2", lambda x: np.logaddexp(0, 2 * x), "this is softplus(2x)",
                    "log(1 + e^x).")),
        Mistake("unstable/overflow", _each(lambda v: math.log(1 + math.exp(v))),
                "`math.exp` overflows for large inputs",
                "Take the larger exponent out first."),
        Mistake("unstable/overflow", _each(lambda v: v + math.log1p(math.exp(-v))),
                "`math.exp` overflows for very negative inputs",
                "Use max(0, x) + log(1 + e^−|x|)."),
        *_elementwise(F.softplus),
    ),
    hints=("Where does e^x overflow, and what is softplus there?",
           "1 = e^0: log(e^0 + e^x) with the larger exponent taken out first.",
           "softplus(x) = max(0, x) + log(1 + e^−|x|) = np.logaddexp(0, x)"),
    formula="softplus(x) = log(1 + e^x) = max(0, x) + log(1 + e^−|x|)",
    variation="differentiate it: which function of this notebook comes out?",
    right=(lambda x: np.logaddexp(0, x), lambda x: np.logaddexp(x, 0.0),
           _given(lambda x: np.maximum(0, x) + np.log1p(np.exp(-np.abs(x)))),
           _given(lambda x: np.where(x > 30, x, np.log1p(np.exp(np.minimum(x, 30))))),
           _given(lambda x: np.where(x > 20, x, np.log(1 + np.exp(x)))),
           _given(lambda x: F.relu(x) - np.log(F.sigmoid(np.abs(x)))),
           _loop(lambda v: max(v, 0.0) + math.log1p(math.exp(-abs(v)))),
           _float32(lambda x: np.logaddexp(0, x))),
    awkward=_loop(lambda v: max(v, 0.0) + math.log1p(math.exp(-abs(v)))),
)
# --- elu ---------------------------------------------------------------------------------------


def _elu_change(x, alpha=1.0):
    x[x < 0] = alpha * np.expm1(x[x < 0])


def _low(x):
    return np.expm1(np.minimum(x, 0))


def _high(x):
    return np.exp(np.minimum(x, 700.0)) - 1


ELU = Exercise(
    id="elu", title="Write ELU", notebook="03", number="3.11", signature="elu(x, alpha=1.0)",
    lecture=("ALICE-5.4f",), minutes=5, difficulty=2, reference=F.elu,
    cases=lambda: _with_parameter(0.5, 2.0),
    mistakes=(
        *_faces(
            Mistake("unstable/masked-product",
                    _one(lambda x, a: np.maximum(0, x) + a * (np.exp(x) - 1) * (x <= 0)),
                    "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                    "Choose with np.where, or let only min(0, x) into the exponential."),
            Mistake("neighbour-formula/one-branch",
                    _one(lambda x, a: np.maximum(0, x) + a * (np.exp(x) - 1)),
                    "the exponential is used on both sides",
                    "Let only min(0, x) into it."),
            Mistake("neighbour-formula/parentheses",
                    _one(lambda x, a: np.maximum(0, x) + a * np.exp(np.minimum(x, 0)) - 1),
                    "`alpha` multiplies e^x only",
                    "Put e^x − 1 in parentheses."),
            Mistake("omitted-term/no-minus-one",
                    _one(lambda x, a: np.maximum(0, x) + a * np.exp(np.minimum(x, 0))),
                    "the −1 is missing: alpha is added right of 0",
                    "alpha (e^x − 1) is 0 at 0."),
            Mistake("neighbour-formula/minus-x",
                    _one(lambda x, a: np.where(x > 0, x, a * (np.exp(np.minimum(x, 0)) - x))),
                    "x is subtracted from e^x",
                    "It is e^x − 1."),
            Mistake("neighbour-formula/divided", _one(lambda x, a: np.where(x > 0, x, _low(x) / a)),
                    "e^x − 1 is divided by `alpha`",
                    "Multiply: alpha (e^x − 1)."),
            Mistake("neighbour-formula/alpha-as-base",
                    _one(lambda x, a: np.where(x > 0, x, a**x - 1)),
                    "`alpha` is the base of the power",
                    "The base is e, alpha is a factor."),
            Mistake("off-by-one/threshold-minus-one",
                    _one(lambda x, a: np.where(x > -1, x, a * _low(x))),
                    "the threshold is −1",
                    "The branches meet at 0."),
            Mistake("off-by-one/threshold-alpha",
                    _one(lambda x, a: np.where(x > a, x, a * _high(x))),
                    "the threshold is `alpha`",
                    "The branches meet at 0."),
            Mistake("factor/alpha-squared", _one(lambda x, a: np.where(x > 0, x, a * a * _low(x))),
                    "`alpha` stands twice",
                    "alpha (e^x − 1)."),
            Mistake("neighbour-formula/softplus", _one(lambda x, a: a * np.logaddexp(0, x)),
                    "this is softplus",
                    "ELU passes through 0 at 0."),
            Mistake("neighbour-formula/softplus", _one(lambda x, a: np.logaddexp(0, x) - np.log(2)),
                    "this is softplus, shifted",
                    "Right of 0 ELU is x itself."),
            Mistake("omitted-term/no-exponential", _one(lambda x, a: np.where(x > 0, x, -a)),
                    "left of 0 the value is −`alpha`, the limit far out",
                    "It bends: alpha (e^x − 1)."),
            Mistake("omitted-term/no-exponential", _one(lambda x, a: np.where(x > 0, x, a)),
                    "left of 0 the value is `alpha`",
                    "It bends: alpha (e^x − 1)."),
            Mistake("neighbour-formula/algebraic",
                    _one(lambda x, a: np.where(x > 0, x, a * x / (1 + np.abs(x)))),
                    "the left side is softsign, without an exponential",
                    "Left of 0: alpha (e^x − 1)."),
            Mistake("neighbour-formula/algebraic",
                    _one(lambda x, a: np.where(x > 0, x, -a * np.log1p(np.abs(x)))),
                    "a logarithm bends the left side",
                    "Left of 0: alpha (e^x − 1)."),
            Mistake("neighbour-formula/both-sides",
                    _one(lambda x, a: np.where(x > 0, 1 - np.exp(-x), a * _low(x))),
                    "the right side bends too",
                    "Right of 0 the value is x."),
            Mistake("neighbour-formula/alpha-minus-one",
                    _one(lambda x, a: np.where(x > 0, x, (a - 1) * _low(x))),
                    "the factor is alpha − 1",
                    "alpha (e^x − 1)."),
            Mistake("neighbour-formula/leaky", _one(lambda x, a: F.leaky_relu(x, 0.01)),
                    "this is the leaky ReLU: the left side is straight",
                    "Left of 0 the value is alpha (e^x − 1)."),
            Mistake("neighbour-formula/leaky", _one(lambda x, a: F.leaky_relu(x, 0.1)),
                    "this is the leaky ReLU: the left side is straight",
                    "Left of 0 the value is alpha (e^x − 1)."),
            *(Mistake("ignored-argument/alpha", wrong,
                      "the argument `alpha` makes no difference",
                      "Left of 0 the value is alpha (e^x − 1).")
              for wrong in (
                  _one(lambda x, a: F.elu(x, 0.5)),
                  _one(lambda x, a: F.elu(x, 0.01)),
                  _one(lambda x, a: F.elu(x, 0.1)),
                  _one(lambda x, a: F.elu(x, 2.0)))),
            Mistake("neighbour-formula/swish", _one(lambda x, a: F.swish(x)),
                    "this is Swish",
                    "Left of 0: alpha (e^x − 1)."),
            *(Mistake(id, _one(lambda x, a, left=left: np.where(x > 0, x, left(x))),
                      f"{said}, and `alpha` makes no difference",
                      "Left of 0 the value is alpha (e^x − 1).") for id, left, said in (
                          ("omitted-term/no-minus-one", lambda x: np.exp(np.minimum(x, 0)),
                           "the −1 is missing"),
                          ("sign/plus-one", lambda x: np.exp(np.minimum(x, 0)) + 1,
                           "1 is added to e^x"),
                          ("sign/left-side", lambda x: -_low(x),
                           "the left side has the wrong sign"),
                          ("sign/exponent", lambda x: np.exp(-x) - 1,
                           "the exponent has the wrong sign"),
                          ("omitted-term/no-exponential", lambda x: -1.0,
                           "left of 0 the value is −1"),
                          ("neighbour-formula/identity-left", lambda x: x,
                           "the input comes back as it is"))),
            Mistake("sign/branches-swapped", _one(lambda x, a: np.where(x > 0, _high(x), x)),
                    "the two branches are swapped, and `alpha` makes no difference",
                    "The exponential belongs to x < 0."),
            Mistake("integer/alpha-truncated", _one(lambda x, a: F.elu(x, 1) if a == 1 else (
                np.where(x > 0, x, np.floor(a) * _low(x)))),
                    "`alpha` has lost its digits after the point", "alpha may be 0.5."),
            *(Mistake(f"factor/left-side-{word}", _one(lambda x, a, c=c: np.where(
                x > 0, x, c * a * _low(x))), f"the left side is {word}",
                "There the value is alpha (e^x − 1).")
              for c, word in ((2, "doubled"), (0.5, "halved"))),
            Mistake("neighbour-formula/one-on-the-right", _one(
                lambda x, a: np.where(x > 0, 1.0, a * _low(x))), "right of 0 the value is 1",
                    "There it is x."),
            Mistake("omitted-term/no-positive-side", _one(lambda x, a: a * _low(x)),
                    "the positive side is cut to 0", "Right of 0 the value is x."),
            Mistake("neighbour-formula/larger-branch", _one(
                lambda x, a: np.maximum(x, a * _low(x))),
                    "the larger of x and alpha (e^min(0, x) − 1) is taken",
                    "Choose by the sign of x."),
            Mistake("neighbour-formula/smaller-branch", _one(
                lambda x, a: np.minimum(x, a * _low(x))),
                    "the smaller of x and alpha (e^min(0, x) − 1) is taken",
                    "Choose by the sign of x."),
            Mistake("neighbour-formula/alpha-added", _one(
                lambda x, a: np.where(x > 0, x, a + _low(x))), "`alpha` is added left of 0",
                    "It multiplies e^x − 1."),
            *(Mistake("neighbour-formula/short-series", _one(lambda x, a, n=n: np.where(
                x > 0, x, a * sum(x**k / math.factorial(k) for k in range(1, n + 1)))),
                "e^x is a series with too few terms: right near 0, wrong further out",
                "np.exp is exact.") for n in (2, 3, 4, 5, 10)),
            Mistake("neighbour-formula/applied-twice", _one(lambda x, a: F.elu(F.elu(x, a), a)),
                    "ELU is applied twice", "Once is enough."),
            *(Mistake("shape/branches-joined", _one(lambda x, a, t=t: np.concatenate(
                [np.ravel(x)[t(np.ravel(x))], a * _low(np.ravel(x)[~t(np.ravel(x))])])),
                "the two sides are computed apart and joined: the order of x is lost",
                "Put each value in its own place: np.where, or out[mask] = ….")
              for t in (lambda x: x > 0, lambda x: x >= 0)),
            *(Mistake("unstable/clipped", _one(lambda x, a, c=c: np.where(
                x > 0, x, a * np.expm1(np.clip(x, -c, 0)))),
                "the input of the exponential is cut off, and the cut shows",
                "Far out e^x goes to 0 by itself.") for c in (1, 2, 3, 4, 5, 6, 7)),
            *(Mistake(m.id, _one(m.wrong), m.what, m.where) for m in _cut(
                F.elu, lambda x, a: 0 * x - a, lows=(1, 2, 3, 4, 5, 6, 7, 8))),
            Mistake("unstable/masked-product", _one(
                lambda x, a: (x > 0) * x + (x <= 0) * a * (np.exp(x) - 1)),
                    "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                    "Choose with np.where, or let only min(0, x) into the exponential."),
            Mistake("unstable/masked-product", _one(
                lambda x, a: np.maximum(0, x) + a * (np.exp(x) - 1) * (x < 0)),
                    "the branch that is not wanted overflows, and 0 · ∞ is not a number",
                    "Choose with np.where, or let only min(0, x) into the exponential."),
            Mistake("ignored-argument/alpha", _one(lambda x, a: F.elu(x)),
                    "the argument `alpha` makes no difference",
                    "Left of 0 the value is alpha (e^x − 1)."),
            Mistake("omitted-term/no-minus-one", _one(
                lambda x, a: np.where(x > 0, x, a * np.exp(np.minimum(x, 0)))),
                    "the −1 is missing: the curve jumps at 0", "alpha (e^x − 1) is 0 at 0."),
            Mistake("omitted-term/no-minus-one", _one(
                lambda x, a: np.where(x >= 0, x, a * np.exp(np.minimum(x, 0)))),
                    "the −1 is missing: the curve jumps at 0", "alpha (e^x − 1) is 0 at 0."),
            Mistake("neighbour-formula/parentheses", _one(
                lambda x, a: np.where(x > 0, x, a * np.exp(np.minimum(x, 0)) - 1)),
                    "`alpha` multiplies e^x only", "Put e^x − 1 in parentheses."),
            Mistake("neighbour-formula/parentheses", _one(
                lambda x, a: np.where(x >= 0, x, a * np.exp(np.minimum(x, 0)) - 1)),
                    "`alpha` multiplies e^x only", "Put e^x − 1 in parentheses."),
            Mistake("neighbour-formula/parentheses", _one(
                lambda x, a: np.where(x > 0, x, a * np.exp(np.minimum(x, 0) - 1))),
                    "the −1 stands in the exponent", "It is e^x − 1, not e^(x − 1)."),
            Mistake("neighbour-formula/parentheses", _one(
                lambda x, a: np.where(x >= 0, x, a * np.exp(np.minimum(x, 0) - 1))),
                    "the −1 stands in the exponent", "It is e^x − 1, not e^(x − 1)."),
            Mistake("neighbour-formula/one-branch", _one(lambda x, a: a * (np.exp(x) - 1)),
                    "the exponential is used on both sides", "Right of 0 the value is x."),
            Mistake("neighbour-formula/one-branch", _one(
                lambda x, a: np.maximum(x, a * (np.exp(x) - 1))),
                    "the larger of the two branches is taken, and e^x − 1 is never below x",
                    "Choose by the sign of x."),
            Mistake("neighbour-formula/one-branch", _one(lambda x, a: x + a * (np.exp(x) - 1)),
                    "both branches are added everywhere", "Choose by the sign of x."),
            Mistake("neighbour-formula/smaller-branch", _one(
                lambda x, a: np.minimum(x, a * (np.exp(x) - 1))),
                    "the smaller of the two branches is taken", "Choose by the sign of x."),
            Mistake("neighbour-formula/branches-added", _one(lambda x, a: x + a * _low(x)),
                    "left of 0 both branches are added", "There the value is alpha (e^x − 1)."),
            Mistake("sign/branches-swapped", _one(
                lambda x, a: np.where(x > 0, a * (np.exp(x) - 1), x)),
                    "the two branches are swapped", "The exponential belongs to x < 0."),
            Mistake("sign/branches-swapped", _one(
                lambda x, a: np.where(x > 0, a * _high(x), x)),
                    "the two branches are swapped", "The exponential belongs to x < 0."),
            Mistake("sign/left-side", _one(lambda x, a: np.where(x > 0, x, -a * _low(x))),
                    "the left side has the wrong sign", "It is alpha (e^x − 1), below 0."),
            *(Mistake("sign/exponent", wrong,
                      "the exponent has the wrong sign: the left side explodes",
                      "It is e^x with x < 0, a number below 1.")
              for wrong in (
                  _one(
                lambda x, a: np.where(x > 0, x, a * (np.exp(-x) - 1))),
                  _one(
                lambda x, a: np.where(x > 0, x, a * (np.exp(np.abs(x)) - 1))),
                  _one(
                lambda x, a: np.where(x > 0, x, a * (1 - np.exp(-x)))))),
            Mistake("sign/plus-one", _one(
                lambda x, a: np.where(x > 0, x, a * (np.exp(np.minimum(x, 0)) + 1))),
                    "1 is added to e^x", "It is e^x − 1, which is 0 at 0."),
            Mistake("sign/flipped", _one(lambda x, a: -F.elu(x, a)),
                    "every entry has the opposite sign", "Right of 0 the value is x."),
            Mistake("factor/alpha-everywhere", _one(lambda x, a: a * F.elu(x)),
                    "`alpha` multiplies both sides", "Right of 0 the value is x."),
            Mistake("factor/alpha-on-the-right", _one(
                lambda x, a: np.where(x > 0, a * x, _low(x))),
                    "`alpha` multiplies the right side", "It belongs to the exponential side."),
            Mistake("neighbour-formula/alpha-in-exponent", _one(
                lambda x, a: np.where(x > 0, x, np.expm1(a * np.minimum(x, 0)))),
                    "`alpha` stands in the exponent", "It multiplies e^x − 1."),
            Mistake("neighbour-formula/celu", _one(
                lambda x, a: np.where(x > 0, x, a * np.expm1(np.minimum(x, 0) / a))),
                    "`x` is divided by `alpha` in the exponent: this is CELU",
                    "ELU has alpha (e^x − 1)."),
            Mistake("neighbour-formula/selu", _one(
                lambda x, a: 1.0507009873554805 * F.elu(x, 1.6732632423543772)),
                    "this is SELU, with its two constants", "ELU has alpha (e^x − 1)."),
            *(Mistake("neighbour-formula/selu", _one(lambda x, a, c=c: c * F.elu(x, a)),
                      "everything is multiplied by 1.05, a constant of SELU",
                      "ELU has no such factor: x right of 0, alpha (e^x − 1) left of it.")
              for c in (1.0507009873554805, 1.0507, 1.05)),
            Mistake("neighbour-formula/leaky", _one(F.leaky_relu),
                    "this is the leaky ReLU: the left side is straight",
                    "Left of 0 the value is alpha (e^x − 1)."),
            Mistake("neighbour-formula/relu", _one(lambda x, a: np.maximum(0, x)),
                    "this is ReLU", "Left of 0 the value is alpha (e^x − 1)."),
            Mistake("neighbour-formula/softplus", _one(lambda x, a: np.logaddexp(0, x)),
                    "this is softplus", "ELU passes through 0 at 0."),
            Mistake("neighbour-formula/x-exp", _one(
                lambda x, a: np.where(x > 0, x, a * x * np.exp(np.minimum(x, 0)))),
                    "`x` stands before the exponential", "Left of 0: alpha (e^x − 1)."),
            Mistake("neighbour-formula/x-exp", _one(
                lambda x, a: np.where(x > 0, x, a * x * _low(x))),
                    "`x` stands before the parentheses", "Left of 0: alpha (e^x − 1)."),
            Mistake("neighbour-formula/minus-alpha", _one(
                lambda x, a: np.where(x > 0, x, np.exp(np.minimum(x, 0)) - a)),
                    "`alpha` is subtracted", "It multiplies e^x − 1."),
            Mistake("neighbour-formula/minus-alpha", _one(lambda x, a: np.maximum(x, -a)),
                    "the left side is cut at −`alpha`", "It bends: alpha (e^x − 1)."),
            Mistake("neighbour-formula/derivative", _one(F.elu_grad), "this is the derivative",
                    "ELU(0) is 0."),
            Mistake("neighbour-formula/base-two", _one(
                lambda x, a: np.where(x > 0, x, a * (2 ** np.minimum(x, 0) - 1))),
                    "the exponential has base 2", "np.exp has base e."),
            Mistake("neighbour-formula/tanh", _one(
                lambda x, a: np.where(x > 0, x, a * np.tanh(x))), "tanh bends the left side",
                "ELU has alpha (e^x − 1)."),
            Mistake("off-by-one/expm1-minus-one", _one(
                lambda x, a: np.where(x > 0, x, a * (_low(x) - 1))),
                    "`expm1` holds the −1 already", "alpha · np.expm1(x)."),
            Mistake("off-by-one/threshold-one", _one(
                lambda x, a: np.where(x > 1, x, a * (np.exp(np.minimum(x, 1)) - 1))),
                    "the threshold is 1", "The branches meet at 0."),
            Mistake("off-by-one/threshold-one", _one(
                lambda x, a: np.where(x >= 1, x, a * (np.exp(np.minimum(x, 1)) - 1))),
                    "the threshold is 1", "The branches meet at 0."),
            *(Mistake("convention/other-default", _defaulted(F.elu, other),
                      f"without an argument alpha is {other}", "The default is 1.")
              for other in (0.01, 0.1, 0.2, 0.5, 1.6732632423543772, 2.0))),
        *_in_place(_elu_change),
        Mistake("unstable/overflow", _one(_each(
            lambda v, a: max(0.0, v) + min(0.0, a * (math.exp(v) - 1)))),
            "`math.exp` overflows for large inputs", "Right of 0 no exponential is needed."),
        *_first_decides(F.elu, positive=True),
        *_elementwise(F.elu),
    ),
    hints=("Which branch can overflow, and is it wanted there?",
           "np.where computes both branches everywhere; let only min(0, x) into the exponential.",
           "max(0, x) + alpha · (exp(min(0, x)) − 1)"),
    formula="elu(x) = x if x > 0, else alpha (e^x − 1)",
    variation="for which alpha has ELU no kink at 0?",
    right=(_one(_given(lambda x, a: np.where(x > 0, x, a * (np.exp(np.minimum(x, 0)) - 1)))),
           _one(_given(lambda x, a: np.where(x > 0, x, a * (np.exp(x) - 1)))),
           _one(_given(lambda x, a: np.maximum(0, x) + np.minimum(0, a * (np.exp(x) - 1)))),
           _one(_loop(lambda v, a: v if v > 0 else a * (math.exp(v) - 1))),
           _one(_ndindex(lambda v, a: v if v >= 0 else a * math.expm1(v))),
           _one(_float32(lambda x, a: np.maximum(0, x) + a * np.expm1(np.minimum(x, 0)))),
           _one(_given(lambda x, a: F.relu(x) - a * F.relu(1 - np.exp(x))))),
    awkward=_one(_loop(lambda v, a: v if v > 0 else a * (math.exp(v) - 1))),
)

# --- dead_units --------------------------------------------------------------------------------


def dead_units(f, H, b_H):
    """Which ReLU units get no gradient from any row: True for a dead unit, shape (v,).

    f (t, d), H (d, v), b_H (1, v). With the lecture's relu'(0) = 1 a unit is dead if its
    pre-activation is below 0 for every row. Lecture ALICE-5.4d.
    """
    k = f @ H + b_H  # (t, v)
    return np.all(k < 0, axis=0)


def _dead_cases():
    f = np.array([[1.0, 0.0], [0.5, 1.0], [-1.0, 0.25]])
    H = np.array([[1.0, 2.0, 0.5, -1.0], [-1.0, 0.5, 0.25, 0.5]])
    b = np.array([[0.25, -4.0, -0.75, 0.5]])
    rng = np.random.default_rng(3)
    wide = rng.integers(-8, 9, size=(5, 3)) / 4, rng.integers(-8, 9, size=(3, 6)) / 4
    xor = np.array([[1, 1], [1, 0], [0, 1], [0, 0]]), np.array([[1, -1], [1, -1]])
    return [
        Case((f, H, b), "three rows and four units", sizes={"t": 3, "d": 2, "v": 4}),
        Case((f, H, np.array([[1.0, 5.0, 2.0, 3.0]])), "four units, all alive",
             sizes={"t": 3, "d": 2, "v": 4}),
        Case((*wide, np.array([[-9.0, 0.5, -3.0, -20.0, 1.0, -5.0]])), "sizes 5, 3, 6",
             sizes={"t": 5, "d": 3, "v": 6}),
        Case((np.eye(2), np.array([[-1.0, 2.0], [-2.0, -3.0]]), np.array([[0.5, 0.5]])),
             "a square case", sizes={"t": 2, "d": 2, "v": 2}),
        Case((*xor, np.array([[-2, 0]])), "pre-activations exactly at 0",
             sizes={"t": 4, "d": 2, "v": 2}),
        Case((*xor, np.array([[-3, -1]])), "whole numbers", sizes={"t": 4, "d": 2, "v": 2}),
        Case((np.eye(3), np.array([[2.0, -1.0, -1.0, -2.0, 1.0], [-1.0, 2.0, -0.25, -1.0, 1.0],
                                   [-0.5, -1.0, 2.0, -0.5, 1.0]]), np.full((1, 5), -0.25)),
             "units that one row keeps alive", sizes={"t": 3, "d": 3, "v": 5}),
        Case((f[1:2], H, b), "a batch of one", sizes={"t": 1, "d": 2, "v": 4}),
        Case((f, H[:, :1] * 0.0, np.array([[-1.0]])), "one unit, pushed down by its bias",
             sizes={"t": 3, "d": 2, "v": 1}),
    ]


def _units(rule):
    return lambda f, H, b: rule(f @ H + b)


def _dead_loops(f, H, b_H):
    return [all(sum(float(a) * float(w) for a, w in zip(row, H[:, j], strict=True)) + b_H[0, j] < 0
                for row in f) for j in range(H.shape[1])]


def _dead_one_number(f, H, b):
    return np.all(f @ H + b < 0)


DEAD = Exercise(
    id="dead_units", title="Find the dead units", notebook="03", number="3.7",
    signature="dead_units(f, H, b_H)", lecture=("ALICE-5.4d",), minutes=6, difficulty=2,
    reference=dead_units, cases=_dead_cases,
    mistakes=(
        Mistake("neighbour-formula/any-row", _units(lambda k: np.any(k < 0, axis=0)),
                "one silent row is enough here to call a unit dead",
                "Dead means silent on every row: np.all."),
        Mistake("neighbour-formula/some-row", _units(lambda k: ~np.all(k >= 0, axis=0) & ~np.all(
            k < 0, axis=0)), "units that are silent on some rows only are found",
                "Dead means silent on every row."),
        Mistake("sign/alive", _units(lambda k: np.any(k >= 0, axis=0)),
                "the units that are alive are marked", "True marks a dead unit."),
        Mistake("sign/alive", _units(lambda k: np.any(k > 0, axis=0)),
                "the units that are alive are marked", "True marks a dead unit."),
        Mistake("sign/always-on", _units(lambda k: np.all(k > 0, axis=0)),
                "the units that fire on every row are marked", "Dead units never fire."),
        Mistake("sign/always-on", _units(lambda k: np.all(k >= 0, axis=0)),
                "the units that fire on every row are marked", "Dead units never fire."),
        Mistake("axis/over-units", _units(lambda k: np.all(k < 0, axis=1)),
                "the rows on which no unit fires are marked",
                "Go through the rows for each unit: axis=0."),
        Mistake("axis/all-together", _dead_one_number, "one answer for the whole layer",
                "Answer for each unit: axis=0."),
        Mistake("axis/not-reduced", _units(lambda k: k < 0),
                "one answer per row and unit comes back",
                "A unit is dead if this holds on every row: np.all over axis 0."),
        Mistake("convention/zero-is-dead", _units(lambda k: np.all(k <= 0, axis=0)),
                "a pre-activation of exactly 0 counts as silent",
                "That is the convention relu'(0) = 0; the lecture's relu'(0) = 1 lets a gradient "
                "through."),
        Mistake("omitted-term/no-bias", lambda f, H, b: np.all(f @ H < 0, axis=0),
                "the bias is left out", "The pre-activation is f H + b_H."),
        Mistake("omitted-term/only-bias", lambda f, H, b: np.ravel(b < 0),
                "only the bias is looked at", "The pre-activation is f H + b_H."),
        Mistake("sign/bias", lambda f, H, b: np.all(f @ H - b < 0, axis=0),
                "the bias is subtracted", "The pre-activation is f H + b_H."),
        Mistake("neighbour-formula/mean", _units(lambda k: k.mean(axis=0) < 0),
                "the mean over the rows is compared with 0",
                "One row with a positive pre-activation keeps a unit alive."),
        Mistake("omitted-term/first-row", _units(lambda k: k[0] < 0),
                "only the first row is looked at", "Look at every row."),
        Mistake("omitted-term/last-row", _units(lambda k: k[-1] < 0),
                "only the last row is looked at", "Look at every row."),
        Mistake("neighbour-formula/after-the-relu", _units(
            lambda k: np.all(np.maximum(k, 0) < 0, axis=0)),
                "no unit is ever marked",
                "Do you look at the activations? After ReLU none is below 0: look at the "
                "pre-activation k."),
        *(Mistake(name, _units(lambda k, p=part, t=t: np.all(t(k[p]), axis=0)), what, where)
          for t in (lambda k: k < 0, lambda k: k <= 0) for part, name, what, where in (
              (np.s_[:-1], "off-by-one/last-row", "the last row is left out of the test",
               "range(n) already stops before n: look at every row."),
              (np.s_[1:], "off-by-one/first-row", "the first row is left out of the test",
               "Counting starts at 0: look at every row."))),
        *(Mistake(name, _units(lambda k, p=part: _kept(np.all(k < 0, axis=0), p)), what, where)
          for part, name, what, where in (
              (np.s_[:-1], "off-by-one/last-unit", "the last unit is left out",
               "range(n) already stops before n: answer for every unit."),
              (np.s_[1:], "off-by-one/first-unit", "the first unit is left out",
               "Counting starts at 0: answer for every unit."),
              (np.s_[:1], "missing-return/first-unit-only", "only the first unit is judged",
               "Does the `return` stand inside the loop?"))),
        Mistake("off-by-one/last-unit", _units(lambda k: np.all(k < 0, axis=0)[:-1]),
                "the last unit is left out",
                "range(n) already stops before n: answer for every unit."),
        Mistake("off-by-one/first-unit", _units(lambda k: np.all(k < 0, axis=0)[1:]),
                "the first unit is left out", "Counting starts at 0: answer for every unit."),
        *(Mistake("missing-return/first-unit-only", _units(fn), "only the first unit is judged",
                  "Does the `return` stand inside the loop?") for fn in (
                      lambda k: np.all(k < 0, axis=0)[0], lambda k: np.all(k < 0, axis=0)[:1])),
        Mistake("missing-return/last-unit-only", _units(lambda k: np.all(k < 0, axis=0)[-1]),
                "only the answer for the last unit comes back",
                "Collect one answer per unit inside the loop."),
        *(Mistake("integer/k-rounded", _units(lambda k, r=r: np.all(r(k) < 0, axis=0)),
                  "the pre-activations lose their digits after the point: −0.25 becomes 0",
                  "Compare k itself with 0.") for r in (np.trunc, np.round)),
        *(Mistake("neighbour-formula/weights", lambda f, H, b, t=t: t(
            np.all(H < 0, axis=0), np.ravel(b < 0)),
            "the signs of weights and bias are looked at, not the pre-activations",
            "Compute k = f H + b_H.") for t in (np.logical_and, np.logical_or)),
        Mistake("duplicates/answers", _units(lambda k: np.unique(np.all(k < 0, axis=0))),
                "equal answers count once", "Keep one answer per unit: no set, no np.unique."),
        Mistake("neighbour-formula/summed-inputs", lambda f, H, b: np.ravel(
            f.sum(axis=0) @ H + b < 0), "the inputs of the rows are added up first",
                "One row with k ≥ 0 keeps a unit alive: test row by row."),
        Mistake("neighbour-formula/weights", lambda f, H, b: np.all(H < 0, axis=0),
                "the weights are looked at, not the pre-activations", "Compute k = f H + b_H."),
        Mistake("convention/zero-is-dead", _units(lambda k: np.all(k <= 0, axis=0, keepdims=True)),
                "a pre-activation of exactly 0 counts as silent, and the result is a row",
                "relu'(0) = 1 lets a gradient through; the result has shape (v,)."),
        Mistake("axis/over-units", _units(lambda k: np.all(k <= 0, axis=1)),
                "the rows on which no unit fires are marked",
                "Go through the rows for each unit: axis=0."),
        Mistake("axis/not-reduced", _units(lambda k: k <= 0),
                "one answer per row and unit comes back",
                "A unit is dead if this holds on every row: np.all over axis 0."),
        Mistake("shape/indices", _units(lambda k: np.flatnonzero(np.all(k <= 0, axis=0))),
                "the numbers of the dead units come back",
                "Return one True or False per unit: shape (v,)."),
        Mistake("neighbour-formula/mean", _units(lambda k: k.mean(axis=0) <= 0),
                "the mean over the rows is compared with 0",
                "One row with a positive pre-activation keeps a unit alive."),
        Mistake("omitted-term/first-row", _units(lambda k: k[0] <= 0),
                "only the first row is looked at", "Look at every row."),
        Mistake("omitted-term/last-row", _units(lambda k: k[-1] <= 0),
                "only the last row is looked at", "Look at every row."),
        Mistake("omitted-term/no-bias", lambda f, H, b: np.all(f @ H <= 0, axis=0),
                "the bias is left out", "The pre-activation is f H + b_H."),
        Mistake("neighbour-formula/constant-activation", _units(
            lambda k: np.maximum(k, 0).std(axis=0) == 0),
                "units whose activation is the same on every row are marked",
                "A constant activation may be positive: dead means silent on every row."),
        Mistake("neighbour-formula/majority", _units(lambda k: np.mean(k < 0, axis=0) > 0.5),
                "units that are silent on most rows are marked",
                "Dead means silent on every row."),
        Mistake("neighbour-formula/weights", lambda f, H, b: np.all(H == 0, axis=0),
                "the weights are looked at, not the pre-activations", "Compute k = f H + b_H."),
        Mistake("off-by-one/threshold-minus-one", _units(lambda k: np.all(k < -1, axis=0)),
                "the threshold is −1", "A unit is silent below 0."),
        Mistake("neighbour-formula/count-per-unit", _units(lambda k: np.sum(k >= 0, axis=0)),
                "the number of rows that let a gradient through comes back",
                "Dead means that this number is 0."),
        Mistake("shape/words", _units(lambda k: ["dead" if d else "alive"
                                                 for d in np.all(k < 0, axis=0)]),
                "words come back", "Return one True or False per unit."),
        Mistake("shape/row", _units(lambda k: np.all(k < 0, axis=0, keepdims=True)),
                "the result is a row of shape (1, v)", "One answer per unit: shape (v,)."),
        Mistake("shape/indices", _units(lambda k: np.flatnonzero(np.all(k < 0, axis=0))),
                "the numbers of the dead units come back",
                "Return one True or False per unit: shape (v,)."),
        Mistake("shape/count", _units(lambda k: np.sum(np.all(k < 0, axis=0))),
                "the dead units are counted", "Return one True or False per unit: shape (v,)."),
        Mistake("neighbour-formula/fraction", _units(lambda k: np.mean(k < 0, axis=0)),
                "the fraction of silent rows comes back", "Dead means a fraction of exactly 1."),
        Mistake("neighbour-formula/count-per-unit", _units(lambda k: np.sum(k < 0, axis=0)),
                "the number of silent rows comes back", "Dead means silent on all t rows."),
        Mistake("transpose/h", lambda f, H, b: np.all(f @ H.T + b < 0, axis=0),
                "`H` is transposed", "Rows are examples: k = f H + b_H."),
    ),
    hints=("When does ReLU send no gradient back?",
           "Only rows with a pre-activation below 0 block it. Look down each column of k.",
           "k = f @ H + b_H; then np.all(k < 0, axis=0)"),
    formula="unit j is dead if (f H + b_H)[i, j] < 0 for every row i",
    variation="return the fraction of rows on which each unit is silent.",
    right=(_dead_loops, lambda f, H, b: np.max(f @ H + b, axis=0) < 0,
           lambda f, H, b: ~((f @ H + b) >= 0).any(axis=0),
           lambda f, H, b: F.relu_grad(np.einsum("td,dv->tv", f, H) + b).sum(axis=0) == 0,
           lambda f, H, b: np.float32([(f @ H[:, j] + b[0, j]).max() < 0
                                       for j in range(H.shape[1])])),
    awkward=_dead_loops,
)

# --- prelu_grads -------------------------------------------------------------------------------


def _prelu_cases():
    return [
        Case((np.array([-2.0, -0.5, 1.0, 3.0]), 0.25), "four numbers"),
        Case((-1.25, 0.5), "one negative number"),
        Case((2.5, 0.5), "one number"),
        Case((EIGHTS.copy(), 0.5), "a matrix"),
        Case((np.array([0.0, -0.0, -4.0]), 0.25), "a pre-activation of exactly 0"),
        Case(([-1.5, 0.25, 2.0], 0.1), "a list"),
        Case((np.array([[-3, -1, 4], [1, 2, -6]]), 0.25), "whole numbers", integers=True),
        Case((np.array([[-1000.0, 0.75, 1000.0]]), 0.75), "a batch of one"),
    ]


def _kept_flat(y, part):
    """The array with zeros outside of `part`, counted along all its entries."""
    y = np.asarray(y, dtype=float)
    return _kept(y.ravel(), part).reshape(y.shape)


def _prelu_bank():
    def d_x(x, a):
        return np.where(x >= 0, 1.0, a)

    def d_a(x, a):
        return np.minimum(0, x)

    wrong_x = (
        ("convention/kink", lambda x, a: np.where(x > 0, 1.0, a),
         "the slope at exactly 0 is `alpha`", "The lecture's convention takes 1 at the kink."),
        ("convention/zero-at-kink", lambda x, a: np.where(x > 0, 1.0, np.where(x < 0, a, 0.0)),
         "the slope at exactly 0 is 0", "The lecture's convention takes 1 at the kink."),
        ("neighbour-formula/relu-slope", lambda x, a: np.where(x >= 0, 1.0, 0.0),
         "the slope left of 0 is 0, as for ReLU", "It is alpha."),
        ("neighbour-formula/value", F.leaky_relu, "the value comes back, not its slope",
         "The slope is 1 or alpha."),
        ("sign/branches-swapped", lambda x, a: np.where(x >= 0, a, 1.0),
         "the two slopes are swapped", "alpha belongs to x < 0."),
        ("sign/branches-swapped", lambda x, a: np.where(x > 0, a, 1.0),
         "the two slopes are swapped", "alpha belongs to x < 0."),
        ("convention/half-at-kink", lambda x, a: np.where(
            x > 0, 1.0, np.where(x < 0, a, (1 + a) / 2)),
         "the slope at exactly 0 is the mean of both sides",
         "The lecture's convention takes 1 at the kink."),
        ("neighbour-formula/relu-slope", lambda x, a: np.where(x > 0, 1.0, 0.0),
         "the slope left of 0 is 0, as for ReLU", "It is alpha."),
        ("omitted-term/alpha", lambda x, a: np.where(x >= 0, 1.0, -1.0),
         "the slope left of 0 is −1", "It is alpha."),
        ("neighbour-formula/alpha-times-x", lambda x, a: np.where(x >= 0, 1.0, a * x),
         "left of 0 the value comes back, not the slope", "The slope there is alpha."),
        ("factor/alpha-everywhere", lambda x, a: np.full_like(x, a),
         "the slope is `alpha` on both sides", "Right of 0 it is 1."),
        ("sign/alpha", lambda x, a: np.where(x >= 0, 1.0, -a),
         "`alpha` has the wrong sign", "The slope left of 0 is alpha."),
        ("ignored-argument/fixed-slope", lambda x, a: np.where(x >= 0, 1.0, 0.01),
         "the slope left of 0 is 0.01 whatever alpha is", "It is alpha."),
        ("factor/alpha-squared", lambda x, a: np.where(x >= 0, 1.0, a * a),
         "`alpha` stands twice", "The slope left of 0 is alpha."),
        ("neighbour-formula/one-plus-alpha", lambda x, a: np.where(x >= 0, 1.0, 1 + a),
         "the slope left of 0 is 1 + alpha", "It is alpha."),
        ("neighbour-formula/one-minus-alpha", lambda x, a: np.where(x >= 0, 1.0, 1 - a),
         "the slope left of 0 is 1 − alpha", "It is alpha."),
        ("neighbour-formula/alpha-added", lambda x, a: np.where(x >= 0, 1 + a, a),
         "the slope right of 0 is 1 + alpha", "It is 1."),
        ("neighbour-formula/x-on-the-right", lambda x, a: np.where(x >= 0, x, a),
         "right of 0 the input comes back", "The slope there is 1."),
        ("factor/alpha-halved", lambda x, a: np.where(x >= 0, 1.0, a / 2),
         "`alpha` is halved", "The slope left of 0 is alpha."),
        ("off-by-one/threshold", lambda x, a: np.where(x >= 1, 1.0, a), "the threshold is 1",
         "The kink is at 0."),
        ("off-by-one/threshold", lambda x, a: np.where(x > 0.5, 1.0, a), "the threshold is ½",
         "The kink is at 0."),
        ("integer/x-truncated", lambda x, a: np.where(np.trunc(x) >= 0, 1.0, a),
         "`x` loses its digits after the point before it is compared: −0.5 counts as 0",
         "Compare x itself with 0."),
        ("integer/first-entry-decides", lambda x, a: np.trunc(np.where(x >= 0, 1.0, a))
         if np.ravel(x)[0] >= 0 else np.where(x >= 0, 1.0, a),
         "`np.vectorize` takes the type of its first result: a whole 1 makes all integers",
         "Return 1.0, or give np.vectorize otypes=[float]."),
        ("omitted-term/no-slope", lambda x, a: np.zeros_like(x), "the slope is 0 everywhere",
         "It is 1 right of 0 and alpha left of it."),
        ("neighbour-formula/no-slope", lambda x, a: np.ones_like(x),
         "the slope is 1 everywhere", "Left of 0 it is alpha."))
    wrong_a = (
        ("neighbour-formula/no-branch", lambda x, a: x, "`alpha` gets a share from positive inputs",
         "Right of 0 the value does not depend on alpha: the derivative is 0."),
        ("sign/positive-side", lambda x, a: np.maximum(0, x),
         "the positive side is taken", "alpha matters left of 0 only: min(0, x)."),
        ("sign/d-alpha", lambda x, a: -np.minimum(0, x),
         "the sign is wrong", "d(alpha x)/d(alpha) = x, below 0."),
        ("factor/alpha-times", lambda x, a: a * np.minimum(0, x),
         "`alpha` stands in its own derivative", "d(alpha x)/d(alpha) = x."),
        ("omitted-term/indicator", lambda x, a: np.where(x < 0, 1.0, 0.0),
         "the derivative is 1 left of 0", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/alpha", lambda x, a: np.where(x < 0, a, 0.0),
         "`alpha` itself comes back", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/one-on-the-right", lambda x, a: np.where(x < 0, x, 1.0),
         "the derivative is 1 right of 0", "There the value does not depend on alpha: 0."),
        ("neighbour-formula/leaky-value", lambda x, a: np.where(x < 0, a * x, x),
         "the value comes back", "d(alpha x)/d(alpha) = x left of 0, else 0."),
        ("sign/minus-one", lambda x, a: np.where(x < 0, -1.0, 0.0),
         "the derivative is −1 left of 0", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/square", lambda x, a: np.minimum(0, x) ** 2,
         "`x` is squared", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/divided-by-alpha", lambda x, a: np.minimum(0, x) / a,
         "`x` is divided by alpha", "d(alpha x)/d(alpha) = x."),
        ("sign/size-of-x", lambda x, a: np.abs(x), "|x| stands on both sides",
         "d(alpha x)/d(alpha) = x left of 0, else 0."),
        ("neighbour-formula/alpha-on-the-right", lambda x, a: np.where(x < 0, x, a),
         "right of 0 `alpha` comes back", "There the value does not depend on alpha: 0."),
        ("neighbour-formula/one-minus-alpha", lambda x, a: (1 - a) * np.minimum(0, x),
         "a factor 1 − alpha is too many", "d(alpha x)/d(alpha) = x."),
        ("neighbour-formula/floor", lambda x, a: np.clip(x, -1, 0),
         "the derivative stops at −1", "d(alpha x)/d(alpha) = x, however far left."),
        ("axis/smallest", lambda x, a: np.min(x), "the smallest input comes back",
         "One entry per input: min(0, x)."),
        ("axis/smallest", lambda x, a: np.minimum(0, np.min(x)), "the smallest input comes back",
         "One entry per input: min(0, x)."),
        ("missing-return/first-entry-only", lambda x, a: np.ravel(np.minimum(0, x))[0],
         "only the first entry is computed", "Does the `return` stand inside the loop?"),
        ("missing-return/last-entry-only", lambda x, a: np.ravel(np.minimum(0, x))[-1],
         "only the last entry comes back", "Collect one value per input inside the loop."),
        ("off-by-one/last-entry", lambda x, a: _kept_flat(np.minimum(0, x), np.s_[:-1]),
         "the last entry is left out", "range(n) already stops before n."),
        ("off-by-one/first-entry", lambda x, a: _kept_flat(np.minimum(0, x), np.s_[1:]),
         "the first entry is left out", "Counting starts at 0."),
        ("shape/one-zero", lambda x, a: 0.0, "one number 0 comes back",
         "One entry per input: min(0, x)."),
        ("shape/summed", lambda x, a: np.sum(np.minimum(0, x)),
         "the derivative is summed over the entries", "Keep one entry per input."),
        ("axis/averaged", lambda x, a: np.mean(np.minimum(0, x)),
         "the derivative is averaged over the entries", "Keep one entry per input."),
        ("omitted-term/no-gradient", lambda x, a: np.zeros_like(x),
         "`alpha` gets no gradient", "Left of 0 the value alpha x depends on alpha."))

    def pair(first, second):
        return lambda x, a: (first(_array(x), a), second(_array(x), a))

    def plain(fn):
        def wrong(x, a):
            if isinstance(x, list):
                raise TypeError("unsupported operand type(s): 'list'")
            return fn(x, a)
        return wrong

    def of_first(x, a):
        first = np.ravel(_array(x))[0]
        return d_x(first, a), d_a(first, a)

    whole = (
        ("missing-return/first-entry-only", of_first, "only the first entry is computed",
         "Does the `return` stand inside the loop?"),
        ("shape/pairs", lambda x, a: np.stack([d_x(_array(x), a), d_a(_array(x), a)], axis=-1),
         "one pair per entry comes back", "Return two results, each in the shape of x."),
        ("shape/pairs", lambda x, a: np.column_stack(
            [d_x(_array(x), a).ravel(), d_a(_array(x), a).ravel()]),
         "one pair per entry comes back", "Return two results, each in the shape of x."),
        ("convention/swapped", lambda x, a: (d_a(_array(x), a), d_x(_array(x), a)),
         "the two derivatives are swapped", "Return d_x first, then d_alpha."),
        ("missing-return/only-d-x", lambda x, a: d_x(_array(x), a), "only d_x comes back",
         "Return the pair d_x, d_alpha."),
        ("missing-return/only-d-alpha", lambda x, a: d_a(_array(x), a), "only d_alpha comes back",
         "Return the pair d_x, d_alpha."),
        ("shape/dict", lambda x, a: {"d_x": d_x(_array(x), a), "d_alpha": d_a(_array(x), a)},
         "a dict comes back", "Return the pair d_x, d_alpha."),
        ("convention/kink-and-sum", lambda x, a: (
            np.where(_array(x) > 0, 1.0, a), np.sum(d_a(_array(x), a))),
         "the slope at exactly 0 is alpha, and d_alpha is summed",
         "At the kink it is 1; keep one entry of d_alpha per input."),
        ("ignored-argument/alpha", pair(lambda x, a: d_x(x, 0.25), d_a),
         "the argument `alpha` makes no difference", "The slope left of 0 is alpha."),
        ("shape/list-given", F.prelu_grads,
         "the function meets a plain list and computes with it as if it were an array",
         "Start with x = np.asarray(x)."))
    found = []
    for name, fn, what, where in wrong_x:
        found += [Mistake(name, form(pair(fn, d_a)), what, where) for form in (_same, plain)]
    for name, fn, what, where in wrong_a:
        found += [Mistake(name, form(pair(d_x, fn)), what, where) for form in (_same, plain)]
    for name, fn, what, where in whole:
        forms = (plain,) if name == "shape/list-given" else (_same, plain)
        found += [Mistake(name, form(fn), what, where) for form in forms]
    found += [Mistake("integer/integer-input", lambda x, a: tuple(
        v.astype(np.asarray(x).dtype) for v in map(np.asarray, F.prelu_grads(x, a))),
        "right for floats, wrong when the input holds integers",
        "An array made from integers keeps integers only: give it dtype=float.")]
    return tuple(found)


def _prelu_differences(x, alpha):
    x, h = np.asarray(x, dtype=float), 1e-6
    d_x = (F.leaky_relu(x + h, alpha) - F.leaky_relu(x, alpha)) / h  # from the right: 1 at 0
    return d_x, (F.leaky_relu(x, alpha + h) - F.leaky_relu(x, alpha - h)) / (2 * h)


PRELU = Exercise(
    id="prelu_grads", title="Train the leak", notebook="03", number="3.9",
    signature="prelu_grads(x, alpha)", lecture=("ALICE-5.4e",), minutes=6, difficulty=2,
    reference=F.prelu_grads, cases=_prelu_cases, parts=("d_x", "d_alpha"),
    mistakes=_prelu_bank(),
    hints=("The value is x on the right and alpha x on the left. Which letter moves?",
           "First hold alpha and move x, then hold x and move alpha.",
           "d_x = 1 where x ≥ 0, else alpha; d_alpha = min(0, x)"),
    formula="d/dx = 1 (x ≥ 0) or alpha (x < 0);  d/dalpha = min(0, x)",
    variation="sum d_alpha over a batch and take one gradient step for alpha.",
    right=(_prelu_differences,
           lambda x, a: (F.leaky_relu_grad(x, a), np.minimum(0, x)),
           lambda x, a: [_loop(lambda v: 1.0 if v >= 0 else a)(x),
                         _loop(lambda v: min(v, 0.0))(x)],
           lambda x, a: (a + (1 - a) * (np.asarray(x) >= 0), np.asarray(x) * (np.asarray(x) < 0)),
           lambda x, a: tuple(np.float32(v) for v in F.prelu_grads(x, a))),
    awkward=lambda x, a: [_loop(lambda v: 1.0 if v >= 0 else a)(x),
                          _loop(lambda v: min(v, 0.0))(x)],
)

# --- predictions -------------------------------------------------------------------------------

EXERCISES = (COLLAPSE, SIGMOID, SIGMOID_GRAD, TANH_GRAD, RELU, RELU_GRAD, DEAD, LEAKY, PRELU,
             SOFTPLUS, ELU, GELU, SWISH)
PREDICTIONS = (
    Prediction(
        id="03-collapse",
        question="A network has 2 inputs, two affine layers of 100 units each, and one output, "
                 "all trainable: 10,501 numbers. What can it represent?",
        choices={"A": "more than one affine layer: it has 10,501 numbers",
                 "B": "the same functions as one affine layer with 3 numbers",
                 "C": "XOR, if the weights are trained long enough",
                 "D": "polynomials of degree 3"},
        answer="B", run="the code cells of this block",
        holds="All 10,501 numbers act as three: two slopes and a bias.",
        why={"A": "Counting numbers tempts, but they occur in products only: many settings give "
                  "one function.",
             "B": "An affine map of an affine map is affine: multiply out.",
             "C": "Training moves the weights, not the family of functions.",
             "D": "The weights are multiplied with each other, the input never with itself."}),
    Prediction(
        id="03-step",
        question="We put the step after the first layer of a network and nudge one of its "
                 "weights by a millionth. What does the loss on the four XOR points do?",
        choices={"A": "it moves a little, in proportion to the nudge", "B": "it jumps",
                 "C": "almost always nothing at all", "D": "it becomes undefined"},
        answer="C", run="the next code cell",
        holds="The numerical gradient is exactly 0 through the step, not through a sigmoid.",
        why={"A": "That is what happens with the sigmoid.",
             "B": "It jumps only if the nudge carries a pre-activation across 0, which is rare.",
             "C": "Left and right of 0 the step is flat, so no gradient reaches the weight.",
             "D": "Only at exactly 0 the slope does not exist; the values always do."}),
    Prediction(
        id="03-saturation",
        question="Ten sigmoids in a row, each at its steepest point. By which factor does the "
                 "gradient shrink on the way back?",
        choices={"A": "about 10", "B": "about 1,000", "C": "about a million", "D": "not at all"},
        answer="C", run="the next two code cells and the picture",
        holds="Each sigmoid multiplies by at most a quarter: after ten, less than a millionth.",
        why={"A": "The factors multiply, they do not add.",
             "B": "That is 2 to the power 10: a slope of a half. The steepest slope is a quarter.",
             "C": "4 to the power 10 is 1,048,576.",
             "D": "That would need a slope of 1: tanh at 0 has it, or ReLU right of 0."}),
    Prediction(
        id="03-kink",
        question="The lecture's XOR network with ReLU: we compute the gradient of the hidden "
                 "bias once with relu'(0) = 1 and once with relu'(0) = 0. How far apart are the "
                 "two?",
        choices={"A": "equal: pre-activations are never exactly 0",
                 "B": "equal up to rounding", "C": "twice as large in one case",
                 "D": "the sign flips"},
        answer="D", run="the next three code cells",
        holds="Four of eight pre-activations are exactly 0, and the convention flips the sign.",
        why={"A": "True for random weights. These weights and inputs are whole numbers.",
             "B": "The difference is as large as the gradient itself.",
             "C": "The size is the same; look at the sign.",
             "D": "The rows at the kink push one way, the others the other way; with 0 only the "
                  "others are heard."}),
)
