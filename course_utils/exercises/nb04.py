"""Records of notebook 04: exercises with their cases and known mistakes, predictions.

Most wrong answers come in several dress: with the largest logit subtracted or not, and
with or without room for lists. `_faces` writes one `Mistake` for each, under one id.
"""

import math

import numpy as np

from course_utils import functions
from course_utils.exercises.engine import Case, Exercise, Mistake, Prediction

LECTURE_LOGITS = np.array([1.0, 2.0, 3.0])


def _arrays_only(fn):
    """The same function as written by someone who calls `z.max()` on what may be a list."""
    def strict(*args):
        if any(isinstance(a, list) for a in args):
            raise AttributeError("'list' object has no attribute 'max'")
        return fn(*args)
    return strict


def _with_arrays(fn):
    return lambda *args: fn(*(np.asarray(a) if isinstance(a, list) else a for a in args))


def _faces(id, what, where, *wrongs, lists=True):
    """One known mistake per dress; with `lists`, the first also in a version for arrays only."""
    faces = [_with_arrays(w) for w in wrongs]
    if lists:
        faces.append(_arrays_only(wrongs[0]))
    return tuple(Mistake(id, wrong, what, where) for wrong in faces)


def _exp(z, shift):
    """e^(z - shift) for the shifts that occur in answers."""
    z = np.asarray(z, dtype=float)
    return np.exp(z - _shifts(z)[shift]())


def _shifts(z):
    return {"none": lambda: 0.0, "all": z.max, "columns": lambda: z.max(axis=0),
            "rows": lambda: z.max(axis=-1, keepdims=True),
            "flat": lambda: z.max(axis=-1), "flat1": lambda: z.max(axis=1),
            "rows1": lambda: z.max(axis=1, keepdims=True),
            "min": lambda: z.min(axis=-1, keepdims=True),
            "mean": lambda: z.mean(axis=-1, keepdims=True),
            "first": lambda: z[..., :1],
            "size": lambda: np.abs(z).max(axis=-1, keepdims=True),
            "added": lambda: -z.max(axis=-1, keepdims=True)}


def _share(e, axis=-1, keepdims=True):
    return e / e.sum(axis=axis, keepdims=keepdims)


def _softmax_with(shift, axis=-1, keepdims=True):
    return lambda z, *_: _share(_exp(z, shift), axis, keepdims)


_naive = _softmax_with("none")
_global = _softmax_with("all")
_SOFTMAXES = (functions.softmax, _naive, _global)


def _extreme_rows():
    return np.array([[1000.0, 1001.0, 1002.0], [-2.0, 0.0, 1.0], [-1000.0, -1000.0, -998.0],
                     [1000.0, 0.0, -1000.0]])


# --- 4.1 softmax --------------------------------------------------------------------------


def _softmax_cases():
    rng = np.random.default_rng(41)
    return [
        Case((LECTURE_LOGITS,), "the logits 1, 2, 3", sizes={"t": 1, "m": 3}),
        Case((rng.normal(size=(4, 3)) * 2,), "four rows of three logits", sizes={"t": 4, "m": 3}),
        Case((rng.normal(size=(2, 5)) * 3,), "two rows of five logits", sizes={"t": 2, "m": 5}),
        Case((np.zeros(4),), "four equal logits", sizes={"t": 1, "m": 4}),
        Case((rng.normal(size=(3, 3)),), "as many rows as classes", sizes={"t": 3, "m": 3}),
        Case((np.array([[0.5, -1.5, 2.0, 0.0]]),), "a batch of one", sizes={"t": 1, "m": 4}),
        Case((np.array([[2.0], [-1.0], [0.5]]),), "a single class", sizes={"t": 3, "m": 1}),
        Case((np.array([[1, 2, 0], [-1, 0, 3]]),), "whole numbers", sizes={"t": 2, "m": 3},
             integers=True),
        Case(([0.0, -2.0],), "a list", sizes={"t": 1, "m": 2}),
        Case(([[0.5, 1.0, -1.0], [2.0, 0.0, 3.0]],), "a list of lists", sizes={"t": 2, "m": 3}),
        Case((np.array([1000.0, 0.0, -1000.0]),), "logits of ±1000", sizes={"t": 1, "m": 3},
             extreme=True),
        Case((np.array([400.0, 398.0, 397.0]),), "logits near 400", sizes={"t": 1, "m": 3},
             extreme=True),
        Case((np.array([0.0, -600.0, 200.0, -500.0]),), "logits of some hundred",
             sizes={"t": 1, "m": 4}, extreme=True),
        Case((np.array([-1000.0, -1001.0, -1002.0]),), "logits near −1000",
             sizes={"t": 1, "m": 3}, extreme=True),
        Case((np.array([[-1000.0, 0.0, 1000.0]]),), "logits of ±1000, the largest last",
             sizes={"t": 1, "m": 3}, extreme=True),
        Case((_extreme_rows(),), "rows on very different levels", sizes={"t": 4, "m": 3},
             extreme=True),
    ]


def _softmax_loop(z):
    if np.ndim(z) == 2:
        return [_softmax_loop(row) for row in z]
    top = max(z)
    e = [math.exp(v - top) for v in z]
    return [v / sum(e) for v in e]


def _softmax_by_ratios(z):
    z = np.asarray(z, dtype=float)
    with np.errstate(over="ignore"):
        return 1 / np.exp(z[..., None, :] - z[..., :, None]).sum(axis=-1)


def _softmax_long(z):
    e = np.exp(np.asarray(z, dtype=np.longdouble))  # 80 bits reach e^1000
    return (e / e.sum(axis=-1, keepdims=True)).astype(float)


def _softmax32(z):
    z = np.asarray(z, dtype=np.float32)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


_RIGHT_SOFTMAX = (
    _softmax_loop, _softmax_by_ratios, _softmax32,
    lambda z: np.exp(z - functions.logsumexp(z)[..., None]),
    lambda z: np.apply_along_axis(_softmax_loop, -1, np.asarray(z, dtype=float)),
    lambda z: (np.exp((np.asarray(z).T - np.max(z, axis=-1)))
               / np.exp(np.asarray(z).T - np.max(z, axis=-1)).sum(axis=0)).T,
)


def _elementwise(fn):
    """A value-by-value mistake: fn(stable exponentials or logits) per dress of softmax."""
    return tuple(lambda z, *_, s=s: fn(s(z)) for s in _SOFTMAXES)


_KEEPDIMS = tuple(
    _softmax_with(shift, axis, keep)
    for axis, good, flat in ((-1, "rows", "flat"), (1, "rows1", "flat1"))
    for shift, keep in ((good, False), ("none", False), ("all", False), (flat, True),
                        (flat, False), ("columns", False)))

SOFTMAX_MISTAKES = (
    *_faces("unstable/no-shift", "right on ordinary logits, not a number at ±1000: the "
            "exponentials overflow or all become 0",
            "Subtract the row's largest logit before exponentiating; the probabilities stay "
            "the same.", _naive,
            lambda z: np.nan_to_num(_naive(z)),
            lambda z: np.exp(z) / (np.exp(z).sum(axis=-1, keepdims=True) + 1e-9),
            lambda z: _naive(np.minimum(z, 700))),
    *_faces("unstable/global-max", "one maximum is subtracted from the whole batch: rows far "
            "below it become 0 / 0",
            "Each row needs its own maximum: axis=-1 and keepdims=True.", _global,
            lambda z: np.nan_to_num(_global(z)),
            lambda z: _exp(z, "all") / (_exp(z, "all").sum(axis=-1, keepdims=True) + 1e-9)),
    *_faces("unstable/min-instead-of-max", "the smallest logit is subtracted, so the "
            "exponentials still overflow",
            "Subtract the largest: then no exponential exceeds 1.", _softmax_with("min")),
    *_faces("unstable/mean-instead-of-max", "the mean logit is subtracted, so the exponentials "
            "still overflow at ±1000",
            "Subtract the largest: then no exponential exceeds 1.", _softmax_with("mean"),
            _softmax_with("first")),
    *_faces("unstable/absolute-max", "the largest size |z| is subtracted: logits near −1000 "
            "become 0 / 0", "Subtract max(z), not max(|z|).", _softmax_with("size")),
    *_faces("unstable/max-added", "the largest logit is added, where it should be subtracted",
            "z − max(z) is at most 0.", _softmax_with("added")),
    *_faces("unstable/clipped-logits", "the logits are clipped: at ±1000 different logits "
            "become equal", "Subtract the row's largest logit instead: nothing is lost.",
            *(lambda z, c=c: functions.softmax(np.clip(z, -c, c)) for c in (700, 500, 80, 20)),
            lambda z: functions.softmax(np.minimum(z, 500)),
            lambda z: functions.softmax(np.maximum(z, -500))),
    *_faces("axis/shift-per-column", "each column loses its own maximum: that changes the "
            "differences inside a row",
            "One number per row may be subtracted: axis=-1 with keepdims=True.",
            _softmax_with("columns")),
    *_faces("axis/over-examples", "the sum runs over the examples: columns add up to 1, not rows",
            "Classes lie along the last axis: axis=-1.",
            *(_softmax_with(s, 0) for s in ("rows", "none", "all", "columns")),
            *(_softmax_with(s, 0, False) for s in ("rows1",))),
    *_faces("axis/whole-batch", "one sum over the whole batch: all entries together add up to 1",
            "Each row is a distribution of its own: axis=-1, keepdims=True.",
            *(_softmax_with(s, None) for s in ("rows", "none", "all", "columns")),
            *(_softmax_with(s, None, False) for s in ("rows1",))),
    *_faces("shape/keepdims", "a maximum or sum per row has shape (t,) and meets logits of shape "
            "(t, m): it is lined up with the columns",
            "keepdims=True keeps it a column of shape (t, 1).", *_KEEPDIMS),
    *_faces("shape/vector-not-handled", "a batch comes out right, a single vector of logits "
            "does not", "axis=-1 works for (m,) and (t, m) alike.",
            *(_softmax_with(s, 1) for s in ("rows1", "none", "all")),
            lambda z: np.array([functions.softmax(row) for row in np.asarray(z)]).reshape(
                np.shape(z)) if np.ndim(z) == 2 else np.ones(np.shape(z)),
            lambda z: functions.softmax(np.asarray(z)[:, :])),
    *_faces("shape/vector-becomes-matrix", "a vector of logits comes back as a matrix",
            "The result has the shape of z: (m,) in, (m,) out.",
            lambda z: functions.softmax(np.atleast_2d(z)), lambda z: _naive(np.atleast_2d(z)),
            lambda z: _global(np.atleast_2d(z))),
    *_faces("omitted-term/not-normalised", "the exponentials are not divided by their sum",
            "A row of probabilities adds up to 1.",
            *(lambda z, s=s: _exp(z, s) for s in ("rows", "none", "all"))),
    *_faces("omitted-term/no-exponential", "the logits themselves are divided by their sum",
            "First exponentiate: negative logits must give positive probabilities.",
            lambda z: _share(np.asarray(z, dtype=float)),
            lambda z: _share(np.abs(np.asarray(z, dtype=float)))),
    *_faces("omitted-term/only-denominator", "the sum comes back, not the shares",
            "Divide each exponential by the sum.",
            *(lambda z, s=s: _exp(z, s).sum(axis=-1, keepdims=k)
              for s in ("rows", "none") for k in (True, False))),
    *_faces("neighbour-formula/log-softmax", "this is the logarithm of the probabilities",
            "Probabilities are positive: leave the log out.",
            lambda z: np.log(functions.softmax(z)), lambda z: np.log(_naive(z)),
            lambda z: np.asarray(z) - functions.logsumexp(z)[..., None],
            lambda z: np.asarray(z) - np.log(np.exp(z).sum(axis=-1, keepdims=True))),
    *_faces("neighbour-formula/logsumexp", "this is log-sum-exp, one number per row",
            "Softmax keeps one entry per class.", functions.logsumexp),
    *_faces("neighbour-formula/base-2", "the powers have base 2", "The base is e: np.exp.",
            lambda z: functions.softmax(np.asarray(z) * math.log(2)),
            lambda z: _share(2.0 ** np.asarray(z))),
    *_faces("neighbour-formula/base-10", "the powers have base 10", "The base is e: np.exp.",
            lambda z: functions.softmax(np.asarray(z) * math.log(10)),
            lambda z: _share(10.0 ** np.asarray(z))),
    *_faces("sign/negated-logits", "the order is reversed: the largest logit gets the smallest "
            "probability", "Exponentiate z, not −z.",
            lambda z: functions.softmax(-np.asarray(z)), lambda z: _naive(-np.asarray(z)),
            lambda z: _share(np.exp(np.max(z, axis=-1, keepdims=True) - z))),
    *_faces("neighbour-formula/sigmoid", "each logit goes through a sigmoid of its own",
            "Softmax compares a logit with all the others of its row.", functions.sigmoid,
            lambda z: _share(functions.sigmoid(z))),
    *_faces("neighbour-formula/one-hot-argmax", "all the probability goes to the largest logit",
            "That is the limit of a temperature near 0; softmax is soft.",
            lambda z: np.eye(np.shape(z)[-1])[np.argmax(z, axis=-1)]),
    *_faces("neighbour-formula/divided-by-max", "the largest entry is 1: the row is divided by "
            "its largest exponential", "Divide by the sum of the exponentials.",
            lambda z: (lambda e: e / e.max(axis=-1, keepdims=True))(_exp(z, "none"))),
    *_faces("neighbour-formula/scaled-logits", "the logits are divided by their size or spread "
            "before exponentiating: that changes the probabilities",
            "Only subtracting a number from a whole row is harmless.",
            lambda z: functions.softmax(np.asarray(z) / np.max(z, axis=-1, keepdims=True)),
            lambda z: functions.softmax(np.asarray(z) / np.max(z)),
            lambda z: functions.softmax(np.asarray(z) / np.abs(z).max(axis=-1, keepdims=True)),
            lambda z: functions.softmax(np.asarray(z) / np.linalg.norm(z, axis=-1,
                                                                     keepdims=True)),
            lambda z: functions.softmax(np.asarray(z) / np.std(z, axis=-1, keepdims=True)),
            lambda z: functions.softmax((np.asarray(z) - np.min(z, axis=-1, keepdims=True))
                                        / np.ptp(z, axis=-1, keepdims=True))),
    *_faces("factor/mean-instead-of-sum", "the exponentials are divided by their mean: a row adds "
            "up to m", "Divide by the sum.",
            *(lambda z, s=s: (lambda e: e / e.mean(axis=-1, keepdims=True))(_exp(z, s))
              for s in ("rows", "none", "all"))),
    *_faces("neighbour-formula/unit-length", "the exponentials are divided by their Euclidean "
            "length", "Divide by their sum: probabilities add up to 1.",
            *(lambda z, s=s: (lambda e: e / np.sqrt((e**2).sum(axis=-1, keepdims=True)))(
                _exp(z, s)) for s in ("rows", "none"))),
    *_faces("omitted-term/numerator-not-shifted", "the largest logit is subtracted in only one "
            "of numerator and denominator", "Use the same shifted exponentials in both.",
            lambda z: _exp(z, "none") / _exp(z, "rows").sum(axis=-1, keepdims=True),
            lambda z: _exp(z, "rows") / _exp(z, "none").sum(axis=-1, keepdims=True)),
    *_faces("neighbour-formula/softmax-twice", "softmax is applied twice", "Once is enough.",
            *_elementwise(functions.softmax)),
    *_faces("neighbour-formula/complement", "each entry is 1 minus the probability",
            "Return o itself.", *_elementwise(lambda o: 1 - o)),
    *_faces("omitted-term/own-class-left-out", "the sum leaves the class itself out: these are "
            "odds, not probabilities", "The sum runs over all classes.",
            *_elementwise(lambda o: o / (1 - o))),
    *_faces("transpose/result", "the result is the transpose of what is asked",
            "Rows are examples: shape (t, m).", *_elementwise(np.transpose)),
    *_faces("integer/rounded", "the probabilities are rounded", "Return all the digits.",
            *(lambda z, d=d: np.round(functions.softmax(z), d) for d in (1, 2, 3, 4))),
    *_faces("integer/integer-result", "right for floats, wrong when the logits are whole "
            "numbers: the results are stored as integers",
            "Make the result a float array: np.zeros(z.shape), or dtype=float.",
            lambda z: functions.softmax(z).astype(np.asarray(z).dtype)),
    *(Mistake("in-place/argument-changed", wrong, "the call changes its argument `z`",
              "An array that is passed in belongs to the caller: write z = z − …, not z −= ….")
      for wrong in (
          lambda z: _subtract_in_place(z), _arrays_only(lambda z: _subtract_in_place(z)))),
)


def _subtract_in_place(z):
    top = np.max(z, axis=-1, keepdims=True)
    if isinstance(z, np.ndarray):
        z -= top.astype(z.dtype)
        return _share(np.exp(z))
    return _share(np.exp(np.asarray(z) - top))


SOFTMAX = Exercise(
    id="softmax", title="Write softmax", notebook="04", number="4.1", signature="softmax(z)",
    lecture=("MAY24-1.3a", "ALICE-4.2.1b", "NPFL129-softmax-logits"), minutes=8, difficulty=2,
    reference=functions.softmax, cases=_softmax_cases, mistakes=SOFTMAX_MISTAKES,
    hints=("What happens to np.exp(1000)? And what may you do to a row of logits without "
           "changing its probabilities?",
           "Subtract the row's largest logit, exponentiate, divide by the row's sum. Sum and "
           "maximum run along the last axis.",
           "e = exp(z − max(z)), o = e / sum(e); both with axis=-1, keepdims=True"),
    formula="o_y = e^(z_y − a) / Σ_i e^(z_i − a) with a = max z of the row",
    variation="subtract 700 instead of the maximum. On which logits does it still work?",
    right=(*_RIGHT_SOFTMAX,), awkward=lambda z: _softmax32(z).tolist(),
)

# --- 4.2 temperature_softmax ----------------------------------------------------------------


def _temperature_cases():
    z = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5], [3.0, 3.0, 1.0], [-2.0, 0.0, 0.75]])
    return [
        Case((LECTURE_LOGITS, 2.0), "the logits 1, 2, 3 and tau = 2", sizes={"t": 1, "m": 3}),
        Case((LECTURE_LOGITS, 10.0), "tau = 10", sizes={"t": 1, "m": 3}),
        Case((z, 0.5), "four rows and tau = 0.5", sizes={"t": 4, "m": 3}),
        Case((z[:, :2] * 2, 4.0), "four rows of two and tau = 4", sizes={"t": 4, "m": 2}),
        Case((np.outer([1.0, -1, 2], [2, 0.5, -1]), 1.5), "as many rows as classes",
             sizes={"t": 3, "m": 3}),
        Case((z, 1.0), "tau = 1", sizes={"t": 4, "m": 3}),
        Case((np.array([[0.0, 1.5, -3.0, 0.5]]), 3.0), "a batch of one",
             sizes={"t": 1, "m": 4}),
        Case((np.array([[1, 3, 0], [-2, 0, 5]]), 2), "whole numbers", sizes={"t": 2, "m": 3},
             integers=True),
        Case((np.array([1.0, 3.0, 3.0]), 0.01), "a tie and tau = 0.01", sizes={"t": 1, "m": 3},
             extreme=True),
        Case((np.array([8.0, -9.0]), 0.01), "tau = 0.01", sizes={"t": 1, "m": 2}, extreme=True),
        Case((np.array([1000.0, 0.0, -1000.0]), 1000.0), "logits of ±1000 and tau = 1000",
             sizes={"t": 1, "m": 3}),
        Case((_extreme_rows(), 0.5), "rows on very different levels", sizes={"t": 4, "m": 3},
             extreme=True),
        Case((np.array([[1000.0, -1000.0], [-1000.0, -1000.0]]), 0.01),
             "logits of ±1000 and tau = 0.01", sizes={"t": 2, "m": 2}, extreme=True),
    ]


def _warm(before=lambda z, tau: z / tau, after=lambda o, tau: o):
    """Dresses of a temperature mistake: what is done before and after softmax."""
    return tuple(lambda z, tau, s=s: after(s(before(z, tau)), tau) for s in _SOFTMAXES)


def _parts(z, tau, top, bottom):
    """e^(z / top) over the row's sum of e^(z / bottom), in both shifted forms."""
    return np.exp(z / top) / np.exp(z / bottom).sum(axis=-1, keepdims=True)


def _divide_in_place(z, tau):
    z /= tau
    return functions.softmax(z)


def _warm_wrong_softmax(*wrong):
    return tuple(lambda z, tau, s=s: s(z / tau) for s in wrong)


TEMPERATURE = Exercise(
    id="temperature_softmax", title="Add a temperature", notebook="04", number="4.2",
    signature="temperature_softmax(z, tau)", lecture=("ALICE-4.2.1c",), minutes=4, difficulty=1,
    reference=functions.temperature_softmax, cases=_temperature_cases,
    held={"tau": (1, 1.0)},
    mistakes=(
        *_faces("ignored-argument/tau", "the temperature makes no difference",
                "Divide the logits by tau before softmax.", *_warm(lambda z, tau: z),
                *_warm(lambda z, tau: z, lambda o, tau: _share(o / tau)),
                *_warm(lambda z, tau: z - tau), *_warm(lambda z, tau: z + tau), lists=False),
        *_faces("neighbour-formula/multiplied-by-tau", "the logits are multiplied by tau: a high "
                "temperature sharpens instead of flattening",
                "High temperature means small logits: divide.", *_warm(lambda z, tau: z * tau),
                lambda z, tau: _share(functions.softmax(z) ** tau),
                lambda z, tau: _share(_naive(z) ** tau), lists=False),
        *_faces("neighbour-formula/divided-after-softmax", "the probabilities are divided by "
                "tau: the row no longer adds up to 1",
                "tau acts on the logits, before the exponential.",
                *_warm(lambda z, tau: z, lambda o, tau: o / tau), lists=False),
        *_faces("neighbour-formula/multiplied-after-softmax", "the probabilities are multiplied "
                "by tau: the row no longer adds up to 1",
                "tau acts on the logits, before the exponential.",
                *_warm(lambda z, tau: z, lambda o, tau: o * tau), lists=False),
        *_faces("unstable/power-of-probabilities", "the probabilities are raised to 1 / tau: "
                "right on paper, but a probability that has become 0 stays 0",
                "Divide the logits by tau, then take softmax.",
                *_warm(lambda z, tau: z, lambda o, tau: _share(o ** (1 / tau))), lists=False),
        *_faces("neighbour-formula/softmax-of-probabilities", "softmax is taken of probabilities "
                "divided by tau", "Divide the logits by tau and take softmax once.",
                *_warm(lambda z, tau: z, lambda o, tau: functions.softmax(o / tau)), lists=False),
        *_faces("neighbour-formula/softmax-twice", "softmax is taken twice",
                "Divide the logits by tau and take softmax once.",
                *_warm(after=lambda o, tau: functions.softmax(o)), lists=False),
        *_faces("neighbour-formula/divided-twice", "tau divides twice: before and after softmax",
                "Divide the logits only.", *_warm(after=lambda o, tau: o / tau), lists=False),
        *_faces("neighbour-formula/tau-squared", "the logits are divided by tau squared",
                "Divide once.", *_warm(lambda z, tau: z / tau**2), lists=False),
        *_faces("neighbour-formula/root-of-tau", "the logits are divided by the root of tau",
                "Divide by tau itself.", *_warm(lambda z, tau: z / tau**0.5), lists=False),
        *_faces("neighbour-formula/one-plus-tau", "the logits are divided by 1 + tau",
                "At tau = 1 plain softmax must come out: divide by tau.",
                *_warm(lambda z, tau: z / (1 + tau)), lists=False),
        *_faces("neighbour-formula/power-of-logits", "the logits are raised to a power",
                "Divide them by tau.", *_warm(lambda z, tau: z**tau),
                *_warm(lambda z, tau: z ** (1 / tau)), lists=False),
        *_faces("omitted-term/tau-in-one-place", "tau divides the logits in only one of numerator "
                "and denominator", "Use the same z / tau in both.",
                lambda z, tau: _parts(z, tau, tau, 1), lambda z, tau: _parts(z, tau, 1, tau),
                lambda z, tau: _exp(z / tau, "rows") / _exp(z, "rows").sum(-1, keepdims=True),
                lambda z, tau: _exp(z, "rows") / _exp(z / tau, "rows").sum(-1, keepdims=True),
                lambda z, tau: _exp(z, "all") / _exp(z / tau, "all").sum(-1, keepdims=True),
                lambda z, tau: _exp(z / tau, "all") / _exp(z, "all").sum(-1, keepdims=True),
                lists=False),
        *_faces("sign/negated-logits", "the order is reversed: the largest logit gets the "
                "smallest probability", "Exponentiate z / tau, not −z / tau.",
                *_warm(lambda z, tau: -z / tau), lists=False),
        *_faces("integer/floor-division", "the logits are divided with //: the digits after the "
                "point are lost", "Use /.", *_warm(lambda z, tau: z // tau), lists=False),
        *_faces("integer/integer-input", "right for floats, wrong when the logits are whole "
                "numbers", "Divide into a float array: z / tau, not into an integer one.",
                *_warm(lambda z, tau: (z / tau).astype(z.dtype)),
                *_warm(after=lambda o, tau: o, before=lambda z, tau: z // tau
                       if z.dtype.kind == "i" else z / tau), lists=False),
        *_faces("integer/tau-truncated", "the digits of tau after the point are lost",
                "tau may be 0.5.", *_warm(lambda z, tau: z / np.float64(int(tau))),
                *_warm(lambda z, tau: z / max(int(tau), 1)), lists=False),
        *_faces("unstable/no-shift", "right on ordinary logits, not a number where z / tau is "
                "large", "Use a softmax that subtracts the row's largest logit.",
                lambda z, tau: _naive(z / tau), lambda z, tau: np.nan_to_num(_naive(z / tau)),
                lists=False),
        *_faces("unstable/shift-not-divided", "the maximum of z is subtracted from z / tau: that "
                "is not the largest of the divided logits",
                "Divide first, then subtract the maximum of the result.",
                lambda z, tau: _share(np.exp(z / tau - z.max(axis=-1, keepdims=True))),
                lambda z, tau: _share(np.exp(z / tau - z.max())), lists=False),
        *_faces("unstable/global-max", "one maximum is subtracted from the whole batch: rows far "
                "below it become 0 / 0", "Each row needs its own maximum.",
                lambda z, tau: _global(z / tau), lists=False),
        *_faces("unstable/min-instead-of-max", "the smallest logit is subtracted, so the "
                "exponentials still overflow", "Subtract the largest.",
                *_warm_wrong_softmax(_softmax_with("min"), _softmax_with("mean")), lists=False),
        *_faces("unstable/clipped-logits", "the logits are clipped: different logits become "
                "equal", "Subtract the row's largest logit instead.",
                *(lambda z, tau, c=c: functions.softmax(np.clip(z / tau, -c, c))
                  for c in (700, 500, 50)),
                *(lambda z, tau, c=c: functions.softmax(np.clip(z, -c, c) / tau)
                  for c in (700, 500, 50)), lists=False),
        *_faces("axis/over-examples", "the sum runs over the examples: columns add up to 1",
                "Classes lie along the last axis: axis=-1.",
                *_warm_wrong_softmax(*(_softmax_with(s, 0) for s in (
                    "rows", "none", "all", "columns"))), lists=False),
        *_faces("axis/whole-batch", "one sum over the whole batch: all entries together add up "
                "to 1", "Each row is a distribution of its own: axis=-1, keepdims=True.",
                *_warm_wrong_softmax(*(_softmax_with(s, None) for s in (
                    "rows", "none", "all", "columns"))), lists=False),
        *_faces("axis/shift-per-column", "each column loses its own maximum: that changes the "
                "differences inside a row", "One number per row may be subtracted.",
                *_warm_wrong_softmax(_softmax_with("columns")), lists=False),
        *_faces("shape/keepdims", "a maximum or sum per row has shape (t,) and meets logits of "
                "shape (t, m)", "keepdims=True keeps it a column of shape (t, 1).",
                *_warm_wrong_softmax(*_KEEPDIMS), lists=False),
        *_faces("shape/vector-not-handled", "a batch comes out right, a single vector of logits "
                "does not", "axis=-1 works for (m,) and (t, m) alike.",
                *_warm_wrong_softmax(*(_softmax_with(s, 1) for s in ("rows1", "none", "all"))),
                lists=False),
        *_faces("shape/vector-becomes-matrix", "a vector of logits comes back as a matrix",
                "The result has the shape of z.",
                *_warm(after=lambda o, tau: np.atleast_2d(o)), lists=False),
        *_faces("omitted-term/not-normalised", "the exponentials are not divided by their sum",
                "A row of probabilities adds up to 1.",
                *(lambda z, tau, s=s: _exp(z / tau, s) for s in ("rows", "none", "all")),
                lists=False),
        *_faces("omitted-term/no-softmax", "the divided logits come back", "Take softmax of them.",
                lambda z, tau: z / tau, lists=False),
        *_faces("neighbour-formula/log-softmax", "this is the logarithm of the probabilities",
                "Leave the log out.", lambda z, tau: np.log(functions.softmax(z / tau)),
                lambda z, tau: z / tau - functions.logsumexp(z / tau)[..., None], lists=False),
        Mistake("in-place/argument-changed", _divide_in_place,
                "the call changes its argument `z`", "Write z / tau into a new array."),
    ),
    hints=("Should tau = 100 make the probabilities more equal or less?",
           "Divide the logits by tau, then use softmax as it is.",
           "softmax(z / tau)"),
    formula="o = softmax(z / tau)",
    variation="find the tau at which softmax(1, 2, 3) gives its winner exactly one half.",
    right=(*(lambda z, tau, f=f: f(z / tau) for f in _RIGHT_SOFTMAX),),
    awkward=lambda z, tau: _softmax32(np.asarray(z) / tau).tolist(),
)

# --- 4.3 logsumexp --------------------------------------------------------------------------


def _lse(shift, axis=-1, *, term=lambda e, axis: np.log(e.sum(axis=axis)), back=1.0):
    """Dresses of log-sum-exp: shift + log of the sum of e^(z - shift) over one axis."""
    def wrong(z):
        z = np.asarray(z, dtype=float)
        a = np.asarray(_shifts(z)[shift]())
        if a.ndim and a.shape[-1] == 1 and a.ndim == z.ndim and shift in (
                "rows", "rows1", "min", "mean", "first", "size", "added"):
            a = a[..., 0]
        return back * a + term(_exp(z, shift), axis)
    return wrong


def _lse_wrong(term, back=1.0):
    return tuple(_lse(s, term=term, back=back) for s in ("rows", "none", "all"))


def _lse_loop(z):
    if np.ndim(z) == 2:
        return [_lse_loop(row) for row in z]
    top = max(z)
    return float(top) + math.log(math.fsum(math.exp(v - top) for v in z))


def _lse32(z):
    z = np.asarray(z, dtype=np.float32)
    top = z.max(axis=-1)
    return top + np.log(np.exp(z.T - top).sum(axis=0))


def _keep(shift, axis=-1):
    """The maximum keeps its axis and meets the log of shape (t,): (t, t) comes out."""
    return lambda z: np.asarray(_shifts(np.asarray(z, float))[shift]()) + np.log(
        _exp(z, shift).sum(axis=axis))


def _keep_both(shift, axis=-1):
    return lambda z: np.asarray(_shifts(np.asarray(z, float))[shift]()) + np.log(
        _exp(z, shift).sum(axis=axis, keepdims=True))


def _flat(shift, axis):
    return lambda z: _shifts(np.asarray(z, float))[shift]() + np.log(
        _exp(z, shift).sum(axis=axis))


def _lse_in_place(z):
    top = np.max(z, axis=-1, keepdims=True)
    if isinstance(z, np.ndarray):
        z -= top.astype(z.dtype)
    else:
        z = np.asarray(z) - top
    return top[..., 0] + np.log(np.exp(z).sum(axis=-1))


LOGSUMEXP = Exercise(
    id="logsumexp", title="Survive the overflow", notebook="04", number="4.3",
    signature="logsumexp(z)", lecture=("ALICE-4.3.2",), minutes=8, difficulty=2,
    reference=functions.logsumexp, cases=_softmax_cases,
    mistakes=(
        *_faces("unstable/no-shift", "right on ordinary logits, infinite at ±1000: the "
                "exponentials overflow or all become 0",
                "Take the row's largest logit out: a + log Σ e^(z − a).", _lse("none"),
                lambda z: np.nan_to_num(_lse("none")(z)),
                *(lambda z, c=c: np.log(np.exp(z).sum(axis=-1) + c)
                  for c in (1e-12, 1e-10, 1e-9, 1e-8, 1e-15, 1e-300))),
        *_faces("unstable/global-max", "one maximum is taken from the whole batch: rows far below "
                "it give log 0", "Each row needs its own maximum: axis=-1.", _lse("all"),
                *(lambda z, c=c: np.max(z) + np.log(_exp(z, "all").sum(axis=-1) + c)
                  for c in (1e-12, 1e-9, 1e-8, 1e-15))),
        *_faces("unstable/min-instead-of-max", "the smallest logit is taken out, so the "
                "exponentials still overflow",
                "Take the largest: then no exponential exceeds 1.", _lse("min")),
        *_faces("unstable/mean-instead-of-max", "the mean logit is taken out, so the exponentials "
                "still overflow at ±1000", "Take the largest.", _lse("mean")),
        *_faces("unstable/first-instead-of-max", "the first logit is taken out, so a larger one "
                "still overflows", "Take the largest.", _lse("first")),
        *_faces("unstable/absolute-max", "the largest size |z| is taken out: logits near −1000 "
                "give log 0", "Take max(z), not max(|z|).", _lse("size")),
        *_faces("unstable/max-added", "the largest logit is added inside the exponential, so it "
                "overflows sooner", "Inside it is z − max(z), outside + max(z).", _lse("added")),
        *_faces("unstable/clipped-logits", "the logits are clipped, so 1000 counts as less",
                "Take the row's largest logit out instead: nothing is lost.",
                *(lambda z, c=c: functions.logsumexp(np.clip(z, -c, c))
                  for c in (709, 700, 600, 500, 300, 100, 80, 50)),
                *(lambda z, c=c: functions.logsumexp(np.minimum(z, c))
                  for c in (709, 700, 500, 100)),
                *(lambda z, c=c: _lse("none")(np.minimum(z, c)) for c in (709, 700, 500, 100))),
        *_faces("omitted-term/max-not-added-back", "the maximum is subtracted inside and not "
                "added back outside", "log Σ e^z = a + log Σ e^(z − a).",
                *(_lse(s, back=0.0) for s in ("rows", "all", "min", "mean"))),
        *_faces("sign/max-subtracted-again", "the maximum is subtracted outside too",
                "Outside it has to be added back.", _lse("rows", back=-1.0),
                _lse("all", back=-1.0)),
        *_faces("axis/over-examples", "the sum runs over the examples: one number per class",
                "Classes lie along the last axis: axis=-1.",
                *(_lse(s, 0) for s in ("none", "all", "columns"))),
        *_faces("axis/whole-batch", "one number for the whole batch",
                "Sum and maximum run along the last axis: shape (t,).",
                *(_lse(s, None) for s in ("none", "all"))),
        *_faces("shape/keepdims", "a maximum per row has shape (t,) and meets logits of shape "
                "(t, m)", "Subtract it as a column: keepdims=True.",
                _flat("flat", -1), _flat("flat1", 1)),
        *_faces("shape/max-keeps-its-axis", "the maximum of shape (t, 1) is added to a log of "
                "shape (t,): a (t, t) table comes out",
                "Drop the kept axis before adding: a[..., 0] or np.squeeze.",
                _keep("rows"), _keep("rows1", 1)),
        *_faces("shape/axis-left-over", "the summed axis is still there, with size 1",
                "The result has shape (t,), or is one number for a vector: no keepdims in it.",
                _keep_both("rows"), _keep_both("rows1", 1), _keep_both("none"),
                _keep_both("none", 1), _keep_both("all")),
        *_faces("shape/vector-not-handled", "a batch comes out right, a single vector of logits "
                "does not", "axis=-1 works for (m,) and (t, m) alike.",
                *(_lse(s, 1) for s in ("rows1", "none", "all"))),
        *_faces("shape/vector-gives-array", "a vector of logits gives an array of one entry",
                "One row of logits gives one number.",
                lambda z: functions.logsumexp(np.atleast_2d(z)),
                lambda z: _lse("none")(np.atleast_2d(z)),
                lambda z: _lse("all")(np.atleast_2d(z))),
        *_faces("omitted-term/no-log", "the logarithm is missing",
                "The result is close to the largest logit.",
                *_lse_wrong(lambda e, axis: e.sum(axis=axis)),
                *_lse_wrong(lambda e, axis: e.sum(axis=axis), 0.0),
                lambda z: np.exp(functions.logsumexp(z))),
        *_faces("omitted-term/no-exponential", "the logits are summed, not their exponentials",
                "Exponentiate first.", lambda z: np.log(np.sum(z, axis=-1)),
                lambda z: np.log(np.abs(np.sum(z, axis=-1)))),
        *_faces("neighbour-formula/sum-of-logits", "exponential and logarithm undo each other "
                "before the sum: this is the sum of the logits",
                "The logarithm is taken of the sum.", lambda z: np.sum(np.asarray(z, float), -1),
                lambda z: np.log(np.exp(z)).sum(axis=-1)),
        *_faces("neighbour-formula/max", "this is the largest logit",
                "log-sum-exp lies above it by log of a sum between 1 and m.",
                lambda z: np.max(z, axis=-1)),
        *_faces("neighbour-formula/mean-instead-of-sum", "the exponentials are averaged: log m is "
                "missing", "Sum them.", *_lse_wrong(lambda e, axis: np.log(e.mean(axis=axis)))),
        *_faces("neighbour-formula/base-2", "the logarithm has base 2",
                "Use the natural logarithm, np.log.",
                *_lse_wrong(lambda e, axis: np.log2(e.sum(axis=axis))),
                lambda z: functions.logsumexp(z) / math.log(2),
                lambda z: functions.logsumexp(np.asarray(z) * math.log(2)) / math.log(2),
                lambda z: np.log2((2.0 ** np.asarray(z, float)).sum(axis=-1))),
        *_faces("neighbour-formula/base-10", "the logarithm has base 10",
                "Use the natural logarithm, np.log.",
                *_lse_wrong(lambda e, axis: np.log10(e.sum(axis=axis))),
                lambda z: functions.logsumexp(z) / math.log(10)),
        *_faces("neighbour-formula/log1p", "1 is added inside the logarithm, as in softplus",
                "The sum already holds every term.",
                *_lse_wrong(lambda e, axis: np.log1p(e.sum(axis=axis))),
                lambda z: np.logaddexp(0, functions.logsumexp(z))),
        *_faces("neighbour-formula/softmax", "these are the probabilities",
                "log-sum-exp is one number per row.", *_SOFTMAXES),
        *_faces("neighbour-formula/log-softmax", "this is the log of the probabilities: "
                "z − logsumexp(z)", "Return the number that is subtracted there.",
                lambda z: np.asarray(z) - functions.logsumexp(z)[..., None],
                lambda z: np.log(functions.softmax(z)), lambda z: np.log(_naive(z)),
                lambda z: np.log(_naive(z)).sum(axis=-1),
                lambda z: np.log(functions.softmax(z)).sum(axis=-1)),
        *_faces("sign/flipped", "the sign is flipped", "log Σ e^z, without a minus.",
                lambda z: -functions.logsumexp(z), lambda z: -_lse("none")(z),
                lambda z: -_lse("all")(z)),
        *_faces("sign/negated-logits", "the exponentials are those of −z",
                "Exponentiate z.", lambda z: functions.logsumexp(-np.asarray(z)),
                lambda z: _lse("none")(-np.asarray(z))),
        *_faces("omitted-term/largest-left-out", "the largest logit is left out of the sum",
                "Its exponential is e^0 = 1 and belongs to the sum.",
                lambda z: np.max(z, axis=-1) + np.log(_exp(z, "rows").sum(axis=-1) - 1)),
        *_faces("axis/not-summed", "the sum over the classes is missing",
                "One number per row: sum along the last axis.",
                lambda z: np.asarray(z, dtype=float), lambda z: np.log(np.exp(z))),
        *_faces("integer/integer-result", "right for floats, wrong when the logits are whole "
                "numbers", "Store the result in a float array.",
                lambda z: functions.logsumexp(z).astype(np.asarray(z).dtype)),
        *(Mistake("in-place/argument-changed", wrong, "the call changes its argument `z`",
                  "An array that is passed in belongs to the caller: write z = z − …, not "
                  "z −= ….") for wrong in (_lse_in_place, _arrays_only(_lse_in_place))),
    ),
    hints=("np.exp(1000) is infinite. Which number can be taken out of all the exponentials?",
           "For every a: log Σ e^z = a + log Σ e^(z − a). Choose a so that no exponential "
           "exceeds 1, one a per row.",
           "a = max(z) of the row; a + log(sum(exp(z − a)))"),
    formula="logsumexp(z) = a + log Σ_j e^(z_j − a), a = max z of the row",
    variation="show that max z ≤ logsumexp(z) ≤ max z + log m. When is each side reached?",
    right=(_lse_loop, _lse32, lambda z: np.logaddexp.reduce(np.asarray(z, float), axis=-1),
           lambda z: np.max(z, axis=-1) - np.log(np.max(functions.softmax(z), axis=-1)),
           lambda z: np.squeeze(np.max(z, axis=-1, keepdims=True) + np.log(np.exp(
               np.asarray(z) - np.max(z, axis=-1, keepdims=True)).sum(-1, keepdims=True)), -1),
           lambda z: np.apply_along_axis(_lse_loop, -1, np.asarray(z, dtype=float))),
    awkward=lambda z: _lse32(z).tolist(),
)

# --- 4.4 two_class_probability ----------------------------------------------------------------


def two_class_probability(z):
    """Probability of class 1 for two logits per row, z (t, 2), as one sigmoid: shape (t,).

    Only the difference of the logits counts: softmax(z0, z1)[1] = sigmoid(z1 - z0).
    Lectures NPFL129-binary-vs-softmax, ALICE-4.3.1.
    """
    return functions.sigmoid(z[:, 1] - z[:, 0])


def _two_class_cases():
    return [
        Case((np.array([[0.0, 0.8]]),), "a fixed zero for class 0", sizes={"t": 1}),
        Case((np.array([[0.8, 0.0]]),), "a fixed zero for class 1", sizes={"t": 1}),
        Case((np.array([[1.1, 1.9], [-0.5, 0.25], [2.0, -1.0]]),), "three rows", sizes={"t": 3}),
        Case((np.array([[0.5, 1.0], [1.5, -0.5]]),), "as many rows as classes", sizes={"t": 2}),
        Case((np.array([[1, 3], [0, 0], [2, 1], [-1, -3]]),), "whole numbers", sizes={"t": 4},
             integers=True),
        Case((np.array([[1000.0, -1000.0], [-1000.0, 1000.0], [1000.0, 1000.0],
                        [-1000.0, -999.0], [1000.0, 1001.0]]),), "logits of ±1000",
             sizes={"t": 5}, extreme=True),
    ]


def _row_by_row(z):
    return [1 / (1 + math.exp(min(float(a) - float(b), 700))) for a, b in z]


TWO_CLASS = Exercise(
    id="two_class_probability", title="Turn two logits into one sigmoid", notebook="04",
    number="4.4", signature="two_class_probability(z)",
    lecture=("NPFL129-binary-vs-softmax", "ALICE-4.3.1"), minutes=4, difficulty=1,
    reference=two_class_probability, cases=_two_class_cases,
    mistakes=(
        *_faces("sign/difference-reversed", "this is the probability of class 0",
                "Class 1 gains with its own logit: z₁ − z₀.",
                lambda z: functions.sigmoid(z[:, 0] - z[:, 1]),
                lambda z: _naive(z)[:, 0], lambda z: _global(z)[:, 0], lists=False),
        *_faces("omitted-term/only-logit-one", "only the logit of class 1 is used",
                "That holds where the other logit is fixed at 0; here both are free.",
                lambda z: functions.sigmoid(z[:, 1]), lists=False),
        *_faces("omitted-term/only-logit-zero", "only the logit of class 0 is used",
                "The difference of both logits decides.",
                lambda z: functions.sigmoid(z[:, 0]), lambda z: functions.sigmoid(-z[:, 0]),
                lists=False),
        *_faces("sign/sum", "the logits are added", "A common shift must cancel: z₁ − z₀.",
                lambda z: functions.sigmoid(z[:, 1] + z[:, 0]), lists=False),
        *_faces("axis/both-columns", "both probabilities come back",
                "Return the one of class 1, shape (t,).", *_SOFTMAXES, lists=False),
        *_faces("shape/sigmoid-per-logit", "each logit goes through a sigmoid of its own",
                "One sigmoid of the difference of the two.", functions.sigmoid, lists=False),
        *_faces("shape/column", "the result is a column of shape (t, 1)",
                "One number per row: shape (t,).",
                lambda z: functions.softmax(z)[:, 1:], lambda z: _naive(z)[:, 1:], lists=False),
        *_faces("omitted-term/no-sigmoid", "the difference of the logits comes back: these are "
                "the log-odds", "Put a sigmoid on it.", lambda z: z[:, 1] - z[:, 0],
                lists=False),
        *_faces("neighbour-formula/odds", "these are the odds",
                "The probability is odds / (1 + odds).", lambda z: np.exp(z[:, 1] - z[:, 0]),
                lambda z: np.exp(z[:, 1]) / np.exp(z[:, 0]), lists=False),
        *_faces("neighbour-formula/ratio", "one logit is divided by the other",
                "Subtract: logits are logarithms.",
                lambda z: functions.sigmoid(z[:, 1] / z[:, 0]),
                lambda z: z[:, 1] / z.sum(axis=1), lists=False),
        *_faces("neighbour-formula/decision", "this is the decision 0 or 1",
                "Return the probability.", lambda z: (z[:, 1] > z[:, 0]) * 1.0,
                lambda z: (z[:, 1] >= z[:, 0]) * 1.0, lists=False),
        *_faces("axis/rows-for-classes", "the rows are taken for the classes",
                "Classes are columns: z[:, 1].",
                lambda z: functions.sigmoid(z[1] - z[0]), lists=False),
        *_faces("axis/over-examples", "softmax runs over the examples",
                "It runs over the two logits of a row.", lambda z: _share(_exp(z, "rows"), 0)[:, 1],
                lambda z: _share(_exp(z, "none"), 0)[:, 1],
                lambda z: _share(_exp(z, "columns"), 0)[:, 1], lists=False),
        *_faces("unstable/no-shift", "right on ordinary logits, not a number at ±1000",
                "e^z₁ / (e^z₀ + e^z₁) overflows; a sigmoid of the difference does not.",
                lambda z: _naive(z)[:, 1], lambda z: np.nan_to_num(_naive(z)[:, 1]),
                lambda z: (lambda e: e / (1 + e))(np.exp(z[:, 1] - z[:, 0])), lists=False),
        *_faces("unstable/global-max", "one maximum is subtracted from the whole batch",
                "Each row needs its own.", lambda z: _global(z)[:, 1], lists=False),
        *_faces("neighbour-formula/log-probability", "this is the logarithm of the probability",
                "Leave the log out.", lambda z: np.log(functions.softmax(z)[:, 1]),
                lambda z: -functions.softplus(z[:, 0] - z[:, 1]), lists=False),
    ),
    hints=("What happens to both probabilities if you subtract z₀ from both logits?",
           "After that shift the logits are 0 and z₁ − z₀: the fixed zero is class 0.",
           "σ(z₁ − z₀)"),
    formula="softmax(z₀, z₁)₁ = e^z₁ / (e^z₀ + e^z₁) = σ(z₁ − z₀)",
    variation="with m classes, how many logits are needed? Fix the first at 0 and look.",
    right=(_row_by_row, lambda z: functions.softmax(z)[:, 1],
           lambda z: 1 / (1 + np.exp(z[:, 0] - z[:, 1])),
           lambda z: 1 - functions.sigmoid(-np.diff(np.float32(z), axis=1).ravel()),
           lambda z: (1 + np.tanh((z @ np.array([-0.5, 0.5])))) / 2,
           lambda z: np.exp(z[:, 1] - np.logaddexp(z[:, 0], z[:, 1]))),
    awkward=lambda z: _row_by_row(z.tolist()),
)

# --- 4.5 cross_entropy ------------------------------------------------------------------------


def _ce_cases():
    rng = np.random.default_rng(45)
    return [
        Case((LECTURE_LOGITS[None, :], np.array([2])), "the logits 1, 2, 3 and label 2",
             sizes={"t": 1, "m": 3}),
        Case((rng.normal(size=(4, 3)) * 2, np.array([0, 2, 1, 2])), "four rows",
             sizes={"t": 4, "m": 3}),
        Case((rng.normal(size=(2, 5)), np.array([3, 1])), "two rows of five logits",
             sizes={"t": 2, "m": 5}),
        Case((rng.normal(size=(3, 3)) * 2, np.array([1, 0, 1])), "as many rows as classes",
             sizes={"t": 3, "m": 3}),
        Case((np.zeros((5, 4)), np.array([0, 1, 2, 3, 0])), "a model that knows nothing",
             sizes={"t": 5, "m": 4}),
        Case((np.array([[1, 3, 0], [-1, 0, 2]]), np.array([1, 0])), "whole numbers",
             sizes={"t": 2, "m": 3}, integers=True),
        Case(([[0.5, 1.0, -1.0], [2.0, 0.0, 3.0]], [0, 2]), "lists", sizes={"t": 2, "m": 3}),
        Case((np.array([[0.0, 30.0], [1.0, -1.0], [0.5, 1.0]]), np.array([0, 0, 1])),
             "a confidently wrong row", sizes={"t": 3, "m": 2}, extreme=True),
        Case((np.array([[1000.0, 0.0, -1000.0], [0.0, 1000.0, 999.0]]), np.array([2, 1])),
             "logits of ±1000", sizes={"t": 2, "m": 3}, extreme=True),
        Case((_extreme_rows(), np.array([0, 1, 2, 1])), "rows on very different levels",
             sizes={"t": 4, "m": 3}, extreme=True),
        Case((np.array([[1000.0, 1001.0], [-1000.0, -998.0], [0.5, -0.5]]),
              np.array([0, 1, 1])), "rows near 1000 and near −1000", sizes={"t": 3, "m": 2},
             extreme=True),
        Case((np.array([[-1000.0, -1001.0], [-1000.0, -998.0], [-999.0, -1000.0]]),
              np.array([0, 1, 1])), "logits near −1000", sizes={"t": 3, "m": 2}, extreme=True),
    ]


def _naive_lse(z):
    return np.log(np.exp(z).sum(axis=-1))


_LOGS = (  # log-probabilities in the dresses that occur
    lambda z: z - functions.logsumexp(z)[:, None],
    lambda z: z - _naive_lse(z)[:, None],
    lambda z: np.log(functions.softmax(z)),
    lambda z: np.log(functions.softmax(z) + 1e-12),
)


def _from_logs(fn):
    """A mistake in what is done with the (t, m) log-probabilities."""
    return tuple(lambda z, y, g=g: fn(g(np.asarray(z, dtype=float)), np.asarray(y))
                 for g in _LOGS)


def _picked(log_o, y):
    return log_o[np.arange(len(y)), y]


def _one_hot(z, y):
    return np.eye(np.shape(z)[1])[np.asarray(y)]


def _ce_of(log_softmax):
    return lambda z, y: -_picked(log_softmax(np.asarray(z, dtype=float)), np.asarray(y)).mean()


def _ce_loop(z, y):
    total = 0.0
    for row, label in zip(z, y, strict=True):
        total += _lse_loop(list(row)) - row[label]
    return total / len(y)


def _ce32(z, y):
    z = np.asarray(z, dtype=np.float32)
    z = z - z.max(axis=1, keepdims=True)
    return (np.log(np.exp(z).sum(1)) - np.take_along_axis(
        z, np.asarray(y)[:, None], axis=1)[:, 0]).mean()


def _ce_with_targets(z, y):
    z = np.asarray(z, dtype=float)
    log_o = z - np.logaddexp.reduce(z, axis=1, keepdims=True)
    return -np.einsum("nj,nj->", _one_hot(z, y), log_o) / len(z)


CROSS_ENTROPY = Exercise(
    id="cross_entropy", title="Compute the loss from logits", notebook="04", number="4.5",
    signature="cross_entropy(z, y)", lecture=("MAY24-1.3b", "ALICE-4.2.2", "ALICE-4.3.2"),
    minutes=10, difficulty=2, reference=functions.cross_entropy, cases=_ce_cases,
    mistakes=(
        *_faces("unstable/log-of-softmax", "the logarithm is taken of a probability that has "
                "become exactly 0: the loss is infinite",
                "Stay with logits: −log softmax(z)_y = logsumexp(z) − z_y.", _ce_of(_LOGS[2]),
                lambda z, y: np.nan_to_num(_ce_of(_LOGS[2])(z, y))),
        *_faces("unstable/no-shift", "right on ordinary logits, not finite at ±1000: the "
                "exponentials overflow or all become 0",
                "Use logsumexp with the row's largest logit taken out.", _ce_of(_LOGS[1]),
                lambda z, y: np.nan_to_num(_ce_of(_LOGS[1])(z, y)),
                *(lambda z, y, c=c: _ce_of(lambda q: np.log(_naive(q) + c))(z, y)
                  for c in (1e-15, 1e-12, 1e-10, 1e-9, 1e-8))),
        *_faces("unstable/clipped-probability", "a small number is added to the probability, or "
                "it is clipped: a confidently wrong row costs far too little",
                "Stay with logits: logsumexp(z) − z_y is exact and needs no clipping.",
                *(lambda z, y, c=c: _ce_of(lambda q: np.log(functions.softmax(q) + c))(z, y)
                  for c in (1e-300, 1e-30, 1e-20, 1e-16, 1e-15, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8,
                            1e-7, 1e-6, 1e-5, 2.220446049250313e-16)),
                *(lambda z, y, c=c: _ce_of(lambda q: np.log(np.clip(
                    functions.softmax(q), c, 1)))(z, y) for c in (1e-3, 1e-4, 1e-5, 1e-6)),
                *(lambda z, y, c=c: _ce_of(lambda q: np.log(np.clip(
                    functions.softmax(q), c, 1 - c)))(z, y)
                  for c in (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)),
                *(lambda z, y, c=c: _ce_of(lambda q: np.log(np.maximum(
                    _global(q), c)))(z, y) for c in (1e-15, 1e-12, 1e-9, 1e-8, 1e-7))),
        *_faces("unstable/global-max", "one maximum is taken from the whole batch: rows far below "
                "it become log 0", "Each row needs its own maximum.",
                _ce_of(lambda z: z - z.max() - np.log(np.exp(z - z.max()).sum(
                    axis=1, keepdims=True)))),
        *_faces("unstable/clipped-logits", "the logits are clipped, so 1000 counts as less",
                "Subtract the row's largest logit instead.",
                *(lambda z, y, c=c: functions.cross_entropy(np.clip(z, -c, c), y)
                  for c in (709, 700, 500, 100, 50))),
        *_faces("convention/sum-not-mean", "the losses of the rows are summed",
                "That is another convention: in this course losses are means, divide by t.",
                *_from_logs(lambda g, y: -_picked(g, y).sum())),
        *_faces("factor/mean-over-all-entries", "the sum is divided by t · m, not by t",
                "Entries off the target are no losses: divide by the number of rows.",
                *_from_logs(lambda g, y: -_picked(g, y).sum() / g.size)),
        *_faces("factor/divided-by-classes", "the sum is divided by m, not by t",
                "Divide by the number of rows.",
                *_from_logs(lambda g, y: -_picked(g, y).sum() / g.shape[1])),
        *_faces("factor/divided-twice", "the mean is divided by t once more",
                "There is one 1/t.", *_from_logs(lambda g, y: -_picked(g, y).mean() / len(y))),
        *_faces("factor/log-base-2", "the logarithm has base 2: these are bits",
                "The natural logarithm is asked for: np.log.",
                *_from_logs(lambda g, y: -_picked(g, y).mean() / math.log(2))),
        *_faces("factor/log-base-10", "the logarithm has base 10",
                "The natural logarithm is asked for: np.log.",
                *_from_logs(lambda g, y: -_picked(g, y).mean() / math.log(10))),
        *_faces("sign/flipped", "the minus sign is missing: this is the log-likelihood",
                "A loss is ≥ 0: −log of a probability.",
                *_from_logs(lambda g, y: _picked(g, y).mean())),
        *_faces("sign/flipped-sum", "the minus sign is missing, and the rows are summed",
                "A loss is ≥ 0, and here a mean.", *_from_logs(lambda g, y: _picked(g, y).sum())),
        *_faces("axis/not-averaged", "one loss per row comes back", "Average over the rows.",
                *_from_logs(lambda g, y: -_picked(g, y))),
        *_faces("axis/label-columns", "z[:, y] picks whole columns: every row meets every label",
                "Pair row n with label y[n]: [np.arange(t), y].",
                *_from_logs(lambda g, y: -g[:, y].mean()),
                *_from_logs(lambda g, y: -g[:, y].sum() / len(y))),
        *_faces("axis/label-rows", "the labels pick rows, not classes",
                "Pair row n with label y[n]: [np.arange(t), y].",
                *_from_logs(lambda g, y: -g[y].mean())),
        *_faces("transpose/row-and-column", "row and column are exchanged in the index",
                "First the row n, then the label y[n].",
                *_from_logs(lambda g, y: -g[y, np.arange(len(y))].mean())),
        *_faces("off-by-one/labels-from-one", "the labels are taken as counted from 1",
                "Labels run from 0 to m − 1: use y as it is.",
                *_from_logs(lambda g, y: -_picked(g, y - 1).mean()),
                *_from_logs(lambda g, y: -_picked(g, y + 1).mean()),
                *_from_logs(lambda g, y: -_picked(g, (y + 1) % g.shape[1]).mean())),
        *_faces("ignored-argument/y", "the predicted class is used, not the label",
                "The loss is −log of the probability of the true label y.",
                *_from_logs(lambda g, y: -g.max(axis=1).mean())),
        *_faces("omitted-term/no-target", "all classes are summed, not the labelled one",
                "Only the class y[n] of each row counts.",
                *_from_logs(lambda g, y: -g.sum(axis=1).mean()),
                *_from_logs(lambda g, y: -g.mean()), *_from_logs(lambda g, y: -g.sum())),
        *_faces("omitted-term/no-logsumexp", "the logits stand for log-probabilities: softmax is "
                "missing", "−log softmax(z)_y = logsumexp(z) − z_y.",
                lambda z, y: -_picked(np.asarray(z, float), y).mean(),
                lambda z, y: -_picked(np.asarray(z, float), y).sum()),
        *_faces("omitted-term/log-of-logits", "the logarithm is taken of the logits",
                "Softmax comes first.", lambda z, y: -np.log(_picked(np.asarray(z), y)).mean()),
        *_faces("omitted-term/no-logit", "z_y is not subtracted: this is the mean log-sum-exp",
                "logsumexp(z) − z_y.", lambda z, y: functions.logsumexp(z).mean(),
                lambda z, y: _naive_lse(z).mean()),
        *_faces("omitted-term/no-log", "the logarithm is missing",
                "−log of the probability, not minus the probability.",
                *_from_logs(lambda g, y: -np.exp(_picked(g, y)).mean()),
                *_from_logs(lambda g, y: np.exp(_picked(g, y)).mean())),
        *_faces("neighbour-formula/log-of-mean", "the logarithm is taken of the mean probability",
                "First the log of each row, then the mean.",
                *_from_logs(lambda g, y: -np.log(np.exp(_picked(g, y)).mean()))),
        *_faces("neighbour-formula/one-minus-probability", "this is 1 minus the probability",
                "−log of the probability: it has no upper limit.",
                *_from_logs(lambda g, y: (1 - np.exp(_picked(g, y))).mean()),
                *_from_logs(lambda g, y: -np.log(1 - np.exp(_picked(g, y))).mean())),
        *_faces("neighbour-formula/squared-error", "this is a squared error of probabilities",
                "Cross-entropy is −log of the labelled probability.",
                *_from_logs(lambda g, y: ((np.exp(g) - _one_hot(g, y)) ** 2).sum(1).mean()),
                *_from_logs(lambda g, y: ((np.exp(g) - _one_hot(g, y)) ** 2).mean()),
                *_from_logs(lambda g, y: ((np.exp(g) - _one_hot(g, y)) ** 2).sum(1).mean() / 2)),
        *_faces("neighbour-formula/binary-terms", "log(1 − o) of the other classes is added, as "
                "for separate sigmoids", "Softmax needs the labelled class only.",
                *_from_logs(lambda g, y: -(_one_hot(g, y) * g + (1 - _one_hot(g, y)) * np.log(
                    1 - np.exp(g))).sum(axis=1).mean()),
                *_from_logs(lambda g, y: -(_one_hot(g, y) * g + (1 - _one_hot(g, y)) * np.log(
                    1 - np.exp(g))).mean())),
        *_faces("neighbour-formula/entropy", "this is the entropy of the prediction: the label "
                "plays no part", "Weigh −log o with the one-hot truth, not with o.",
                *_from_logs(lambda g, y: -(np.exp(g) * g).sum(axis=1).mean())),
        *_faces("neighbour-formula/perplexity", "this is e to the loss", "Return the loss.",
                *_from_logs(lambda g, y: np.exp(-_picked(g, y).mean()))),
        *_faces("neighbour-formula/softmax-twice", "softmax is applied twice",
                "Logits go in once.",
                *(lambda z, y, s=s: functions.cross_entropy(s(z), y) for s in _SOFTMAXES)),
        *_faces("neighbour-formula/hinge", "the largest logit stands for log-sum-exp: this is a "
                "margin", "logsumexp(z) − z_y.",
                lambda z, y: (np.max(z, axis=1) - _picked(np.asarray(z), y)).mean()),
        *_faces("neighbour-formula/accuracy", "this counts right or wrong predictions",
                "The loss looks at the probability.",
                lambda z, y: np.mean(np.argmax(z, axis=1) == y),
                lambda z, y: np.mean(np.argmax(z, axis=1) != y)),
        *_faces("sign/negated-logits", "softmax is taken of −z", "Use z as it is.",
                lambda z, y: functions.cross_entropy(-np.asarray(z), y)),
        *_faces("axis/softmax-over-examples", "softmax runs over the examples",
                "Classes lie along the last axis.",
                *(_ce_of(lambda z, s=s: np.log(_share(_exp(z, s), 0)))
                  for s in ("rows", "none", "all", "columns")),
                _ce_of(lambda z: z - functions.logsumexp(z.T)),
                _ce_of(lambda z: z - _naive_lse(z.T))),
        *_faces("axis/softmax-over-batch", "softmax runs over the whole batch",
                "Each row is a distribution of its own.",
                *(_ce_of(lambda z, s=s: np.log(_share(_exp(z, s), None)))
                  for s in ("rows", "none", "all", "columns")),
                _ce_of(lambda z: z - functions.logsumexp(z.ravel()))),
        *_faces("shape/keepdims", "a number per row of shape (t,) meets logits of shape (t, m)",
                "keepdims=True keeps it a column.",
                *(_ce_of(lambda z, s=s, k=k: np.log(_share(_exp(z, s), 1, k)))
                  for s, k in (("rows", False), ("none", False), ("all", False), ("flat", True),
                               ("flat", False))),
                _ce_of(lambda z: z - functions.logsumexp(z)), _ce_of(lambda z: z - _naive_lse(z))),
        *_faces("omitted-term/max-not-added-back", "the maximum is taken out of log-sum-exp and "
                "not added back", "Use the same shifted logits in both terms.",
                lambda z, y: (np.log(_exp(z, "rows").sum(1)) - _picked(np.asarray(z), y)).mean(),
                lambda z, y: (np.log(_exp(z, "all").sum(1)) - _picked(np.asarray(z), y)).mean()),
        *_faces("off-by-one/first-row-only", "only the first row counts",
                "Is the return inside the loop?", *_from_logs(lambda g, y: -g[0, y[0]])),
        *_faces("off-by-one/last-row-only", "only the last row counts",
                "Add up inside the loop.", *_from_logs(lambda g, y: -g[-1, y[-1]]),
                *_from_logs(lambda g, y: -g[-1, y[-1]] / len(y))),
        *_faces("neighbour-formula/worst-row", "the largest loss comes back",
                "Average over the rows.", *_from_logs(lambda g, y: (-_picked(g, y)).max())),
        *_faces("neighbour-formula/median", "the median comes back", "Average over the rows.",
                *_from_logs(lambda g, y: np.median(-_picked(g, y)))),
        *_faces("integer/rounded", "the loss is rounded", "Return all the digits.",
                *(lambda z, y, d=d: np.round(functions.cross_entropy(z, y), d)
                  for d in (0, 1, 2, 3))),
    ),
    hints=("What is −log of a quotient of exponentials, written without the quotient?",
           "−log softmax(z)_y = logsumexp(z) − z_y. Pick z_y in every row with "
           "z[np.arange(t), y].",
           "mean over n of ( logsumexp(z_n) − z[n, y_n] )"),
    formula="ℓ = (1/t) Σ_n ( logsumexp(z_n) − z[n, y_n] )",
    variation="compute it from probabilities. From which logit difference on is it infinite?",
    right=(_ce_loop, _ce32, _ce_with_targets,
           lambda z, y: -np.mean([np.log(functions.softmax(
               np.asarray(row, dtype=np.longdouble) - max(row)))[k] if max(row) - row[k] < 500
               else row[k] - max(row) for row, k in zip(z, y, strict=True)]),
           lambda z, y: np.average(np.log(np.exp(np.clip(
               np.asarray(z, float) - _picked(np.asarray(z, float), y)[:, None], -2000, 2000)
               .astype(np.longdouble)).sum(axis=1))).astype(float),
           lambda z, y: sum(functions.logsumexp(row) - row[k]
                            for row, k in zip(z, y, strict=True)) / len(z)),
    awkward=lambda z, y: _ce32(np.asarray(z), list(y)),
)
EXERCISES = (SOFTMAX, TEMPERATURE, LOGSUMEXP, TWO_CLASS, CROSS_ENTROPY)
PREDICTIONS = ()
