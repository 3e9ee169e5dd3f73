"""Records of notebook 00: exercises with their cases and known mistakes."""

import numpy as np

from course_utils import functions
from course_utils.exercises.engine import Case, Exercise, Mistake
from course_utils.exercises.feedback import Tolerance

# --- numerical_gradient ---------------------------------------------------------------------


def _squares(x):
    return np.sum(x**2)


def _mixed(x):
    return x[0] ** 2 * x[1] + 3 * x[1] - x[2] ** 3


def _table(x):
    return x[0, 0] * x[0, 1] ** 2 - 2 * x[1, 2] ** 2 + x[1, 0] * x[0, 2] + x[1, 1]


def _waves(x):
    return np.sum(np.sin(x) * np.arange(1, len(x) + 1)) + np.exp(x[0])


def _square_table(x):
    return x[0, 0] ** 2 + 3 * x[0, 1] + x[1, 0] * x[1, 1] ** 2


def _cubes(x):
    return np.sum(x**3)


def _cube_table(x):
    return np.sum(x**3 * np.arange(1, x.size + 1).reshape(x.shape))


def _gradient_cases():
    return [
        Case((_squares, np.array([1.0, -2.0])), "a sum of squares"),
        Case((_mixed, np.array([0.5, -1.5, 2.0])), "three inputs that interact"),
        Case((_waves, np.array([0.2, -0.7, 1.1, 2.5])), "four inputs"),
        Case((_table, np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])), "a table (2, 3)"),
        Case((_square_table, np.array([[1.0, -0.5], [2.0, 1.5]])), "a table (2, 2)"),
        Case((lambda x: np.exp(-x[0]), np.array([0.75])), "a single input"),
        Case((_squares, np.array([0.0, 3.0, 0.0])), "zeros among the inputs"),
        Case((_mixed, np.array([2, -1, 3])), "whole numbers", integers=True),
        Case((_table, np.array([[1, 2, -1], [0, 3, 2]])), "a table of whole numbers",
             integers=True),
        Case((_cubes, np.array([1.0, -2.0, 0.5]), 0.1), "the coarse step h = 0.1"),
        Case((_cubes, np.array([0.5, 1.5])), "h = 0.25 by keyword", kwargs={"h": 0.25}),
        Case((_cube_table, np.array([[1.0, -0.5, 2.0], [0.0, 0.5, 1.5]]), 0.5),
             "a table and h = 0.5"),
        Case((_waves, np.array([0.5, -1.0, 2.0]), 0.5), "sines and h = 0.5"),
        Case((_mixed, np.array([1.0, 0.5, -1.0])), "inputs that interact and h = 0.5",
             kwargs={"h": 0.5}),
        Case((_waves, np.array([1, 0, -1])), "whole numbers and h = 0.1", kwargs={"h": 0.1},
             integers=True),
    ]


def _floats(x):
    return np.array(x, dtype=float)


def _entries(rule, convert=_floats):
    """The loop over the entries, with `rule(f, x, step, h)` for one of them."""
    def gradient(f, x, h=1e-5):
        x = convert(x)
        out = np.zeros(x.shape)
        for i in np.ndindex(x.shape):
            step = np.zeros(x.shape)
            step[i] = 1.0
            out[i] = rule(f, x, step, h)
        return out
    return gradient


def _central(f, x, s, h):
    return (f(x + h * s) - f(x - h * s)) / (2 * h)


_right = _entries(_central)


def _by_nditer(f, x, h=1e-5):
    x = np.array(x, dtype=float)
    out = np.empty_like(x)
    it = np.nditer(x, flags=["multi_index"])
    while not it.finished:
        i = it.multi_index
        old = x[i]
        x[i] = old + h
        up = f(x)
        x[i] = old - h
        down = f(x)
        x[i] = old
        out[i] = (up - down) / (2 * h)
        it.iternext()
    return out


def _by_flat(f, x, h=1e-5):
    flat = np.asarray(x, dtype=float).ravel()
    steps = np.eye(flat.size) * h
    g = [(f((flat + e).reshape(x.shape)) - f((flat - e).reshape(x.shape))) / h / 2
         for e in steps]
    return np.reshape(g, x.shape)


def _restores(f, x, h=1e-5):
    """Writes into x itself where it holds floats, and puts the old number back."""
    if x.dtype.kind != "f":
        x = x.astype(float)
    out = np.zeros(x.shape)
    for i in np.ndindex(*x.shape):
        old = x[i]
        x[i] = old + h
        out[i] += f(x) / (2 * h)
        x[i] = old - h
        out[i] -= f(x) / (2 * h)
        x[i] = old
    return out


def _two_differences(f, x, h=1e-5):
    forward = _entries(lambda f, x, s, h: (f(x + h * s) - f(x)) / h)(f, x, h)
    backward = _entries(lambda f, x, s, h: (f(x) - f(x - h * s)) / h)(f, x, h)
    return 0.5 * (forward + backward)


def _as_lists(f, x, h=1e-5):
    return _right(f, x, h).tolist()


def _whole(result):
    def gradient(f, x, h=1e-5):
        x = _floats(x)
        return result((f(x + h) - f(x - h)) / (2 * h), x)
    return gradient


def _pile_up(one_sided=False, sides=2):
    """Steps that are never taken back."""
    def gradient(f, x, h=1e-5):
        up, down, out = _floats(x), _floats(x), np.zeros(np.shape(x))
        for i in np.ndindex(out.shape):
            up[i] += h
            if sides == 2:
                down[i] -= h
                out[i] = (f(up) - f(down)) / (2 * h)
            else:
                out[i] = (f(up) - f(_floats(x))) / h
        return out
    return gradient


def _alias(f, x, h=1e-5):
    out = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        up = x
        up[i] = up[i] + h
        down = x
        down[i] = down[i] - h
        out[i] = (f(up) - f(down)) / (2 * h)
    return out


def _back_by_one(f, x, h=1e-5):
    """x += h, x -= 2h, and no step back."""
    out = np.zeros(x.shape)
    for i in np.ndindex(x.shape):
        x[i] = x[i] + h
        up = f(x)
        x[i] = x[i] - 2 * h
        out[i] = (up - f(x)) / (2 * h)
    return out


def _typed(one_copy):
    """Steps written into an array of the dtype of x: whole numbers swallow them."""
    def gradient(f, x, h=1e-5):
        out = np.zeros(x.shape)
        for i in np.ndindex(x.shape):
            up, down = x.copy(), x.copy()
            up[i], down[i] = x[i] + h, x[i] - h
            out[i] = (f(up) - f(down)) / (2 * h)
        return out if one_copy else out.astype(x.dtype)
    return gradient


def _rows(f, x, h=1e-5):
    """A step of a whole row of a table."""
    x = _floats(x)
    out = np.zeros(x.shape)
    for i in range(len(x)):
        up, down = x.copy(), x.copy()
        up[i] += h
        down[i] -= h
        out[i] = (f(up) - f(down)) / (2 * h)
    return out


def _row_numbers(f, x, h=1e-5):
    return _rows(f, x, h)[..., 0] if np.ndim(x) == 2 else _rows(f, x, h)


def _flat_for_f(f, x, h=1e-5):
    x = _floats(x).ravel()
    return np.array([_central(f, x, e, h) for e in np.eye(x.size)])


def _vectors_only(f, x, h=1e-5):
    if np.ndim(x) != 1:
        raise ValueError("operands could not be broadcast together")
    return _right(f, x, h)


def _flat_result(f, x, h=1e-5):
    return _right(f, x, h).ravel()


def _column_result(f, x, h=1e-5):
    g = _right(f, x, h)
    return g[:, None] if g.ndim == 1 else g


def _first_only(f, x, h=1e-5):
    g = np.zeros(np.shape(x))
    g.flat[0] = _right(f, x, h).flat[0]
    return g


def _last_missing(f, x, h=1e-5):
    g = _right(f, x, h)
    g.flat[-1] = 0
    return g


def _wrong_order(f, x, h=1e-5):
    g = _right(f, x, h)
    return g.ravel().reshape(g.shape, order="F")


def _five_points(f, x, s, h):
    return (8 * (f(x + h * s) - f(x - h * s)) - f(x + 2 * h * s) + f(x - 2 * h * s)) / (12 * h)


def _richardson(f, x, s, h):
    return (4 * _central(f, x, s, h / 2) - _central(f, x, s, h)) / 3


def _relative(scale):
    def rule(f, x, s, h):
        size = h * scale(abs(float(np.sum(x * s))))
        with np.errstate(all="ignore"):
            return np.float64(f(x + size * s) - f(x - size * s)) / (2 * size)
    return rule


def _single(f_too):
    """Points kept in float32, f computed in float32 or not."""
    def gradient(f, x, h=1e-5):
        x = np.asarray(x, dtype=np.float32)
        out = np.zeros(x.shape)
        for i in np.ndindex(x.shape):
            up, down = x.copy(), x.copy()
            up[i] += np.float32(h)
            down[i] -= np.float32(h)
            if not f_too:
                up, down = up.astype(float), down.astype(float)
            out[i] = (f(up) - f(down)) / (2 * h)
        return out
    return gradient


_TELL_FLOAT32 = ("the points are kept in float32: next to 1 a step of 1e-5 keeps three digits",
                 "Use float64 for difference quotients.")
_FORWARD = "neighbour-formula/forward-difference"
_TELL_FORWARD = ("this is the forward difference (f(x + h) − f(x)) / h",
                 "Step to both sides and divide by 2h: the error shrinks with h², not with h.")
_PILE = ("a step is not taken back before the next entry gets its own",
         "Only one entry may differ from x at a time: start from a fresh copy of x for each.")

NUMERICAL_GRADIENT = Exercise(
    id="numerical_gradient", title="Differentiate by differences", notebook="00", number="0.1",
    signature="numerical_gradient(f, x, h=1e-5)", lecture=("ALICE-2.2.1", "ALICE-6.1.2a"),
    minutes=8, difficulty=2, reference=functions.numerical_gradient, cases=_gradient_cases,
    tolerance=Tolerance(1e-4, 1e-5), held={"h": (1e-3, 0.1)},
    mistakes=(
        Mistake(_FORWARD, _entries(lambda f, x, s, h: (f(x + h * s) - f(x)) / h),
                *_TELL_FORWARD),
        Mistake(_FORWARD, _entries(lambda f, x, s, h: (f(x + 2 * h * s) - f(x)) / (2 * h)),
                *_TELL_FORWARD),
        Mistake("neighbour-formula/backward-difference",
                _entries(lambda f, x, s, h: (f(x) - f(x - h * s)) / h),
                "this is the backward difference (f(x) − f(x − h)) / h",
                "Step to both sides and divide by 2h."),
        Mistake("factor/divided-by-h",
                _entries(lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) / h),
                "the difference is divided by h, and every entry is 2 times too large",
                "From x − h to x + h it is 2h."),
        Mistake("factor/one-sided-over-2h",
                _entries(lambda f, x, s, h: (f(x + h * s) - f(x)) / (2 * h)),
                "a one-sided difference is divided by 2h",
                "The second value is f(x − h): 2h lies between the two points."),
        Mistake("factor/operator-order",
                _entries(lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) / 2 * h),
                "the difference is divided by 2 and then multiplied by h",
                "Write / (2 * h): without brackets Python works from left to right."),
        Mistake("factor/operator-order",
                _entries(lambda f, x, s, h: f(x + h * s) - f(x - h * s) / (2 * h)),
                "only the second value is divided by 2h",
                "Put the difference in brackets."),
        Mistake("omitted-term/not-divided",
                _entries(lambda f, x, s, h: f(x + h * s) - f(x - h * s)),
                "the difference is not divided by 2h", "A slope is rise over run."),
        Mistake("sign/flipped", _entries(lambda f, x, s, h: -_central(f, x, s, h)),
                "every entry has the opposite sign", "The value at x + h comes first."),
        Mistake("sign/both-forward",
                _entries(lambda f, x, s, h: (f(x + h * s) + f(x - h * s)) / (2 * h)),
                "the two values are added", "Take their difference."),
        Mistake("convention/half-step", _entries(lambda f, x, s, h: _central(f, x, s, h / 2)),
                "the steps are h / 2 to each side",
                "That is another convention: here x moves by h, and 2h divides."),
        Mistake("convention/half-step",
                _entries(lambda f, x, s, h: (f(x + h / 2 * s) - f(x)) / (h / 2)),
                "the step is h / 2", "Here x moves by h to each side, and 2h divides."),
        Mistake("convention/double-step", _entries(lambda f, x, s, h: _central(f, x, s, 2 * h)),
                "the steps are 2h to each side", "Here x moves by h, and 2h divides."),
        *(Mistake("convention/relative-step", _entries(_relative(scale)),
                  "the step grows with the size of x",
                  "That is another convention: here h is used as given.")
          for scale in (lambda a: max(1.0, a), lambda a: 1 + a, lambda a: a,
                        lambda a: a + (a == 0))),
        *(Mistake("neighbour-formula/higher-order", _entries(rule),
                  "this formula uses more than two points",
                  "Here the result is (f(x + h) − f(x − h)) / (2h), also for a coarse h.")
          for rule in (_five_points, _richardson)),
        Mistake("neighbour-formula/second-derivative",
                _entries(lambda f, x, s, h: (f(x + h * s) - 2 * f(x) + f(x - h * s)) / h**2),
                "this is the second difference, a curvature",
                "The slope is the difference of two values over 2h."),
        Mistake("axis/all-entries-at-once", _whole(lambda g, x: g),
                "h is added to all entries at once: one slope along the diagonal comes back",
                "Move one entry at a time."),
        Mistake("axis/all-entries-at-once", _whole(lambda g, x: np.full(x.shape, g)),
                "h is added to all entries at once", "Move one entry at a time."),
        Mistake("axis/sum-of-the-gradient", lambda f, x, h=1e-5: _right(f, x, h).sum(),
                "one number comes back: the entries are added up",
                "Keep one slope per entry of x."),
        Mistake("axis/whole-row", _rows,
                "a whole row of the table is moved at once", "Loop over both indices."),
        Mistake("axis/whole-row", _row_numbers,
                "one slope per row of the table comes back", "Loop over both indices."),
        Mistake("omitted-term/first-entry-only", _first_only,
                "only the first entry is differentiated", "Loop over all entries."),
        Mistake("omitted-term/last-entry-missing", _last_missing,
                "the last entry stays 0", "Let the loop run over all entries of x."),
        *(Mistake("duplicates/steps-pile-up", _pile_up(sides=n), *_PILE) for n in (1, 2)),
        Mistake("in-place/no-copy", _alias,
                "x is not copied: both points are the same array",
                "`up = x` is a second name for x; use x.copy()."),
        Mistake("in-place/not-restored", _back_by_one,
                "x is moved and not put back", "Work on a copy of x for every entry."),
        Mistake("integer/step-lost", _typed(True),
                "right for floats; in an array of whole numbers the step h is cut off",
                "Convert x to floats before you add h."),
        Mistake("integer/step-lost", _typed(False),
                "in an array of whole numbers the step h is cut off",
                "Convert x to floats before you add h."),
        Mistake("integer/result-cut",
                lambda f, x, h=1e-5: _right(f, x, h).astype(np.asarray(x).dtype),
                "right for floats; for whole numbers the slopes lose their digits",
                "np.zeros_like(x) keeps the type of x: make the result with np.zeros(x.shape)."),
        *(Mistake("integer/rounded", lambda f, x, h=1e-5, d=d: np.round(_right(f, x, h), d),
                  "the slopes are rounded", "Return all the digits.") for d in (0, 1, 2, 3)),
        *(Mistake("ignored-argument/h", lambda f, x, h=1e-5, s=s: _right(f, x, s),
                  "the step h makes no difference",
                  "Use h in the body, also when it is as coarse as 0.1.")
          for s in (1e-5, 1e-2)),
        Mistake("shape/vectors-only", _vectors_only,
                "right for vectors; a table is not handled",
                "np.ndindex(x.shape) visits the entries of any shape."),
        Mistake("shape/flat-for-f", _flat_for_f,
                "f gets a flat array where it expects the shape of x",
                "Put every moved copy into the shape of x before calling f."),
        Mistake("shape/flat-result", _flat_result,
                "the slopes of a table come back in one row",
                "The result has the shape of x."),
        Mistake("shape/column", _column_result,
                "the result for a vector is a column", "The result has the shape of x: (d,)."),
        Mistake("transpose/result", lambda f, x, h=1e-5: _right(f, x, h).T,
                "the result is the transpose of what is asked",
                "Entry [i, j] belongs to x[i, j]."),
        Mistake("transpose/order-of-entries", _wrong_order,
                "the entries of a table are filled in column by column",
                "Entry [i, j] belongs to x[i, j]."),
        Mistake("unstable/float32", _single(True), *_TELL_FLOAT32),
        Mistake("unstable/float32", _single(False), *_TELL_FLOAT32),
    ),
    hints=("How many times must f be called for one entry of the gradient?",
           "Move one entry of x by h up and by h down, the others stay; then the same for the "
           "next entry, from a fresh copy of x.",
           "g_i = (f(x + h e_i) − f(x − h e_i)) / (2h), with e_i zero except for a 1 at entry i"),
    formula="g_i = (f(x + h e_i) − f(x − h e_i)) / (2h)",
    variation="print the error for h = 1e-1, 1e-2, …, 1e-12. Why does it rise again?",
    right=(_by_nditer, _by_flat, _restores, _two_differences, _right), awkward=_as_lists,
)

EXERCISES = (NUMERICAL_GRADIENT,)
PREDICTIONS = ()
