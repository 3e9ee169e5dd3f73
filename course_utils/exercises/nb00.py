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


def _last_only(f, x, h=1e-5):
    g = np.zeros(np.shape(x))
    g.flat[-1] = _right(f, x, h).flat[-1]
    return g


def _first_missing(f, x, h=1e-5):
    g = _right(f, x, h)
    g.flat[0] = 0
    return g


def _last_missing(f, x, h=1e-5):
    g = _right(f, x, h)
    g.flat[-1] = 0
    return g


def _changed(change):
    """The right slopes, changed: change(slopes, x, f, h)."""
    def gradient(f, x, h=1e-5):
        with np.errstate(all="ignore"):
            return change(_right(f, x, h), np.asarray(x), f, h)
    return gradient


def _columns_of_table(chosen):
    """Right for vectors; in a table only the columns chosen(rows, columns) are not 0."""
    def change(g, x, f, h):
        if g.ndim == 1:
            return g
        kept = np.zeros(g.shape[1])
        kept[chosen(*g.shape)] = 1
        return g * kept
    return _changed(change)


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


def _tables_only(f, x, h=1e-5):
    if np.ndim(x) != 2:
        raise IndexError("tuple index out of range")
    return _right(f, x, h)


def _scalar_for_f(f, x, h=1e-5):
    """f gets the single moved entry."""
    out = np.zeros(np.shape(x))
    for i in np.ndindex(out.shape):
        out[i] = (f(x[i] + h) - f(x[i] - h)) / (2 * h)
    return out


def _complex_step(f, x, s, h):
    return np.imag(f(x + 1j * h * s)) / h


def _by_rows(rule, result):
    """A loop over len(x) only: a table is moved row by row."""
    def gradient(f, x, h=1e-5):
        x = _floats(x)
        steps = [np.zeros(x.shape) for _ in x]
        slopes = []
        for i, step in enumerate(steps):
            step[i] = 1.0
            slopes.append(rule(f, x, step, h))
        out = np.zeros(x.shape)
        for i, slope in enumerate(slopes):
            out[i] = slope
        return out if result == "filled" else np.array(slopes)
    return gradient


def _by_identity(rule):
    """Rows of the identity of size len(x) as steps."""
    def gradient(f, x, h=1e-5):
        x = _floats(x)
        return np.array([rule(f, x, e, h) for e in np.eye(len(x))])
    return gradient


def _no_tables(rule):
    def gradient(f, x, h=1e-5):
        if np.ndim(x) != 1:
            raise IndexError("index 2 is out of bounds for axis 0 with size 2")
        return _entries(rule)(f, x, h)
    return gradient


def _rule(id, rule, what, where):
    """A wrong rule in a loop over all entries, and in loops that are made for vectors."""
    more = " Tables are a second matter: np.ndindex(x.shape) visits the entries of any shape."
    loops = (_by_rows(rule, "filled"), _by_rows(rule, "listed"), _by_identity(rule),
             _no_tables(rule), lambda f, x, h=1e-5: _entries(rule)(f, x, h).ravel())
    return (Mistake(id, _entries(rule), what, where),
            *(Mistake(id, loop, what, where + more) for loop in loops))


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
        *_rule(_FORWARD, lambda f, x, s, h: (f(x + h * s) - f(x)) / h, *_TELL_FORWARD),
        *_rule(_FORWARD, lambda f, x, s, h: (f(x + 2 * h * s) - f(x)) / (2 * h), *_TELL_FORWARD),
        *_rule("neighbour-formula/backward-difference",
               lambda f, x, s, h: (f(x) - f(x - h * s)) / h,
               "this is the backward difference (f(x) − f(x − h)) / h",
               "Step to both sides and divide by 2h."),
        *_rule("factor/divided-by-h",
               lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) / h,
               "the difference is divided by h, and every entry is 2 times too large",
               "From x − h to x + h it is 2h."),
        *_rule("factor/one-sided-over-2h",
               lambda f, x, s, h: (f(x + h * s) - f(x)) / (2 * h),
               "a one-sided difference is divided by 2h",
               "The second value is f(x − h): 2h lies between the two points."),
        *_rule("factor/one-sided-over-2h",
               lambda f, x, s, h: (f(x) - f(x - h * s)) / (2 * h),
               "a one-sided difference is divided by 2h",
               "The first value is f(x + h): 2h lies between the two points."),
        *_rule("factor/operator-order",
               lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) / 2 * h,
               "the difference is divided by 2 and then multiplied by h",
               "Write / (2 * h): without brackets Python works from left to right."),
        *_rule("factor/operator-order",
               lambda f, x, s, h: f(x + h * s) - f(x - h * s) / (2 * h),
               "only the second value is divided by 2h",
               "Put the difference in brackets."),
        *_rule("factor/operator-order",
               lambda f, x, s, h: f(x + h * s) - f(x - h * s) / 2 * h,
               "the brackets are missing, around the difference and around 2h",
               "(f(x + h) − f(x − h)) / (2 * h)."),
        *_rule("factor/operator-order",
               lambda f, x, s, h: f(x + h * s) - f(x) / h,
               "only the second value is divided by h, and it is f(x)",
               "(f(x + h) − f(x − h)) / (2 * h)."),
        *_rule("factor/h-squared", lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) / h**2,
               "the difference is divided by h²", "A slope is divided by 2h."),
        *_rule("factor/h-squared", lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) / (2 * h**2),
               "the difference is divided by 2h²", "A slope is divided by 2h."),
        *_rule("factor/four-h", lambda f, x, s, h: _central(f, x, s, h) / 2,
               "every entry is 2 times too small", "From x − h to x + h it is 2h."),
        *_rule("factor/multiplied-by-2h",
               lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) * 2 * h,
               "the difference is multiplied by 2h", "A slope is rise over run: divide by 2h."),
        *_rule("factor/not-divided", lambda f, x, s, h: f(x + h * s) - f(x - h * s),
               "the difference is not divided by 2h", "A slope is rise over run."),
        *_rule("factor/not-divided", lambda f, x, s, h: f(x + h * s) - f(x),
               "the difference f(x + h) − f(x) is not divided", "A slope is rise over run."),
        *_rule("factor/not-divided", lambda f, x, s, h: (f(x + h * s) - f(x - h * s)) / 2,
               "the difference is divided by 2, not by 2h", "A slope is rise over run."),
        *_rule("omitted-term/value-only", lambda f, x, s, h: f(x + h * s) / (2 * h),
               "only f(x + h) is there; nothing is subtracted", "Subtract f(x − h)."),
        *_rule("sign/flipped", lambda f, x, s, h: -_central(f, x, s, h),
               "every entry has the opposite sign", "The value at x + h comes first."),
        *_rule("sign/one-sided-flipped", lambda f, x, s, h: (f(x) - f(x + h * s)) / h,
               "the difference is f(x) − f(x + h): one-sided, and with the wrong sign",
               "(f(x + h) − f(x − h)) / (2h)."),
        *_rule("sign/one-sided-flipped", lambda f, x, s, h: (f(x - h * s) - f(x)) / h,
               "the difference is f(x − h) − f(x): one-sided, and with the wrong sign",
               "(f(x + h) − f(x − h)) / (2h)."),
        *_rule("sign/flipped-over-h", lambda f, x, s, h: -2 * _central(f, x, s, h),
               "the opposite sign, and divided by h instead of 2h",
               "(f(x + h) − f(x − h)) / (2h)."),
        *_rule("sign/both-forward",
               lambda f, x, s, h: (f(x + h * s) + f(x - h * s)) / (2 * h),
               "the two values are added", "Take their difference."),
        *_rule("omitted-term/same-point",
               lambda f, x, s, h: (f(x + h * s) - f(x + h * s)) / (2 * h),
               "every entry is 0: both values are taken at the same point",
               "One point is x + h, the other x − h."),
        *_rule("convention/half-step", lambda f, x, s, h: _central(f, x, s, h / 2),
               "the steps are h / 2 to each side",
               "That is another convention: here x moves by h, and 2h divides."),
        *_rule("convention/half-step",
               lambda f, x, s, h: (f(x + h / 2 * s) - f(x)) / (h / 2),
               "the step is h / 2", "Here x moves by h to each side, and 2h divides."),
        *_rule("factor/double-step", lambda f, x, s, h: _central(f, x, s, 2 * h),
               "the steps are 2h to each side", "Here x moves by h, and 2h divides."),
        *_rule("neighbour-formula/complex-step", _complex_step,
               "this is the imaginary part of f at x + ih, over h",
               "Here two real values are compared: (f(x + h) − f(x − h)) / (2h)."),
        *(Mistake("convention/relative-step", _entries(_relative(scale)),
                  "the step grows with the size of x",
                  "That is another convention: here h is used as given.")
          for scale in (lambda a: max(1.0, a), lambda a: 1 + a, lambda a: a,
                        lambda a: a + (a == 0))),
        *(Mistake("neighbour-formula/higher-order", _entries(rule),
                  "this formula uses more than two points",
                  "Here the result is (f(x + h) − f(x − h)) / (2h), also for a coarse h.")
          for rule in (_five_points, _richardson)),
        *_rule("neighbour-formula/second-derivative",
               lambda f, x, s, h: (f(x + h * s) - 2 * f(x) + f(x - h * s)) / h**2,
               "this is the second difference, a curvature",
               "The slope is the difference of two values over 2h."),
        Mistake("neighbour-formula/all-entries-at-once", _whole(lambda g, x: g),
                "h is added to all entries at once: one slope along the diagonal comes back",
                "Move one entry at a time."),
        Mistake("neighbour-formula/all-entries-at-once", _whole(lambda g, x: np.full(x.shape, g)),
                "h is added to all entries at once", "Move one entry at a time."),
        Mistake("shape/sum-of-the-gradient", lambda f, x, h=1e-5: _right(f, x, h).sum(),
                "one number comes back: the entries are added up",
                "Keep one slope per entry of x."),
        *(Mistake("axis/whole-row", loop,
                  "right for vectors; in a table more than one entry is moved at once",
                  "Loop over both indices: np.ndindex(x.shape).")
          for loop in (_by_identity(_central), _by_rows(_central, "listed"))),
        Mistake("axis/whole-row", _rows,
                "a whole row of the table is moved at once", "Loop over both indices."),
        Mistake("axis/whole-row", _row_numbers,
                "one slope per row of the table comes back", "Loop over both indices."),
        Mistake("missing-return/first-entry-only", _first_only,
                "only the first entry is differentiated", "Loop over all entries."),
        Mistake("missing-return/first-entry-only", lambda f, x, h=1e-5: _right(f, x, h).flat[0],
                "one number comes back: the slope of the first entry",
                "Collect one slope per entry; is the `return` inside the loop?"),
        Mistake("omitted-term/last-entry-only", lambda f, x, h=1e-5: _right(f, x, h).flat[-1],
                "one number comes back: the slope of the last entry",
                "Collect one slope per entry of x."),
        Mistake("omitted-term/last-entry-only", _last_only,
                "only the last entry is differentiated", "Does every entry get its own place?"),
        Mistake("omitted-term/first-entry-missing", _first_missing,
                "the first entry stays 0", "Let the loop start at 0."),
        Mistake("off-by-one/last-entry-missing", lambda f, x, h=1e-5: _right(
            f, x, h).ravel()[:-1], "the last entry is missing",
                "Let the loop run over all entries of x."),
        Mistake("off-by-one/last-entry-missing", _last_missing,
                "the last entry stays 0", "Let the loop run over all entries of x."),
        *(Mistake("in-place/steps-pile-up", _pile_up(sides=n), *_PILE) for n in (1, 2)),
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
        *(m for c in (2e-5, 1e-5, 2e-3, 2e-4) for m in _rule(
            "ignored-argument/h", lambda f, x, s, h, c=c: (f(x + h * s) - f(x - h * s)) / c,
            "the points are h apart from x, but a fixed number divides",
            "Divide by 2h, whatever h is.")),
        *(m for c in (1e-5, 1e-3, 1e-4) for m in _rule(
            "ignored-argument/h",
            lambda f, x, s, h, c=c: (f(x + c * s) - f(x - c * s)) / (2 * h),
            "the steps are of a fixed size, and h only divides", "Move x by h as well.")),
        *(m for c in (1e-2, 1e-3, 1e-4) for side in (1, -1) for m in _rule(
            "ignored-argument/h",
            lambda f, x, s, h, c=c * side: (f(x + c * s) - f(x)) / c,
            "the difference is one-sided, and its step is a fixed number, not h",
            "(f(x + h) − f(x − h)) / (2h), with the h that is given.")),
        *(m for up, down, by in ((1, 2, 3), (2, 1, 3), (1, 2, 2), (2, 1, 2)) for m in _rule(
            "neighbour-formula/unequal-steps",
            lambda f, x, s, h, a=up, b=down, c=by: (f(x + a * h * s) - f(x - b * h * s)) / (c * h),
            "the steps to the two sides are not of one size",
            "Step by h up from x and by h down from x, not from the point above.")),
        *_rule("sign/absolute-values", lambda f, x, s, h: abs(_central(f, x, s, h)),
               "the signs of the slopes are lost", "A slope may be negative: no abs."),
        *(m for scale in (lambda v: v, abs) for m in _rule(
            "factor/times-x", lambda f, x, s, h, scale=scale: (lambda v: (
                f(x + h * v * s) - f(x - h * v * s)) / (2 * h))(scale(float(np.sum(x * s)))),
            "the steps are h times x, and 2h divides: every slope is multiplied by x, or its size",
            "Add h to one entry of x: x + h e_i.")),
        Mistake("neighbour-formula/normalised", _changed(lambda g, *_: g / np.linalg.norm(g)),
                "the gradient is scaled to length 1", "Return the slopes as they are."),
        Mistake("neighbour-formula/length", _changed(lambda g, *_: np.linalg.norm(g)),
                "one number comes back: the length of the gradient",
                "Return one slope per entry of x."),
        *(Mistake("shape/value-too", _changed(change), "more than the gradient comes back",
                  "Return the array of slopes alone.")
          for change in (lambda g, x, f, h: (g, f(x)), lambda g, x, f, h: (f(x), g),
                         lambda g, x, f, h: (x, g))),
        *(Mistake("neighbour-formula/descent-step", _changed(change),
                  "a step of gradient descent comes back, not the gradient",
                  "Return the slopes; the step is made elsewhere.")
          for change in (lambda g, x, f, h: x - h * g, lambda g, x, f, h: x + h * g,
                         lambda g, x, f, h: x - g, lambda g, x, f, h: x - 0.1 * g)),
        Mistake("neighbour-formula/running-sum", _changed(
                    lambda g, *_: np.cumsum(g).reshape(g.shape)),
                "every entry holds the sum of the slopes so far",
                "Write each slope with =, not +=, and start from 0 for each."),
        Mistake("neighbour-formula/all-entries-at-once",
                _whole(lambda g, x: np.full(len(x), g)),
                "h is added to all entries at once", "Move one entry at a time."),
        Mistake("in-place/steps-pile-up", lambda f, x, h=1e-5: _back_by_one(f, _floats(x), h),
                *_PILE),
        *(Mistake("axis/some-columns", _columns_of_table(chosen),
                  "right for vectors; in a table some columns stay 0",
                  "Loop over both indices: np.ndindex(x.shape).")
          for chosen in (lambda t, d: 0, lambda t, d: -1, lambda t, d: slice(t),
                         lambda t, d: slice(1, None), lambda t, d: slice(d - 1))),
        Mistake("shape/vectors-only", _vectors_only,
                "right for vectors; a table is not handled",
                "np.ndindex(x.shape) visits the entries of any shape."),
        Mistake("shape/tables-only", _tables_only,
                "right for tables; a vector is not handled",
                "np.ndindex(x.shape) visits the entries of any shape."),
        Mistake("shape/scalar-for-f", _scalar_for_f,
                "f gets a single number where it expects the whole of x",
                "Move one entry in a copy of x and hand the whole copy to f."),
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
