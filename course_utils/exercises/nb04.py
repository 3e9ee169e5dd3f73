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


_LEFT_OUT = (  # part of a table that is computed, id, what, where
    (np.s_[:1], "missing-return/first-row-only", "only the first row is computed",
     "Does the `return` stand inside the loop?"),
    (np.s_[-1:], "missing-return/last-row-only", "only the last row is computed",
     "Keep the results of all rows inside the loop."),
    (np.s_[:-1], "off-by-one/last-row", "the last row is left out",
     "range(n) already stops before n."),
    (np.s_[1:], "off-by-one/first-row", "the first row is left out", "Counting starts at 0."),
    (np.s_[..., :-1], "off-by-one/last-class", "the last class is left out",
     "range(m) already stops before m."),
    (np.s_[..., 1:], "off-by-one/first-class", "the first class is left out",
     "Counting starts at 0."),
    (np.s_[..., :1], "missing-return/first-class-only", "only the first class is computed",
     "Does the `return` stand inside the loop over the classes?"),
)


def _left_out(*rights, lists=True, classes=True):
    """Rows or classes that a loop forgets: they stay 0, or are not there at all."""
    def filled(right, part):
        def wrong(*args):
            y = np.asarray(right(*args), dtype=float)
            if y.ndim < 2 and not isinstance(part, tuple):
                return y
            out = np.zeros(y.shape)
            out[part] = y[part]
            return out
        return wrong

    def shorter(right, part):
        return lambda *args: np.atleast_1d(np.asarray(right(*args), dtype=float))[part]

    found = []
    for part, name, what, where in _LEFT_OUT:
        if classes or not isinstance(part, tuple):
            forms = [filled(right, part) for right in rights]
            if name.startswith("off-by-one"):
                forms += [shorter(right, part) for right in rights]
            found += _faces(name, what, where, *forms, lists=lists)
    return found


def _rows_of(y, part, fill):
    out = np.zeros(y.shape)
    out[part] = y[part]
    return out if fill else y[part]


def _once(z):
    """e^z with equal entries of a row counted once, shifted: (exponentials, their sum)."""
    z = np.asarray(z, dtype=float)
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    total = np.array([np.unique(row).sum() for row in np.atleast_2d(e)])
    return e, total.reshape(z.shape[:-1] + (1,))


def _others(z):
    """The maximum of each row, and e^(z − maximum) with 0 where the maximum stands."""
    z = np.asarray(z, dtype=float)
    top = z.max(axis=-1, keepdims=True)
    return top[..., 0], np.where(z == top, 0.0, np.exp(z - top))


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
        Case((np.array([[0.5, 0.5, 2.0], [3.0, 1.0, 3.0]]),), "equal logits in a row",
             sizes={"t": 2, "m": 3}),
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
    lambda z: (np.exp(np.asarray(z).T - np.max(z, axis=-1))
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
    *_faces("unstable/mean-instead-of-max", "the mean or the first logit is subtracted, so the "
            "exponentials still overflow at ±1000",
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
    *_faces("shape/vector-not-handled", "a batch of logits is handled, a single vector "
            "is not", "axis=-1 works for (m,) and (t, m) alike.",
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
            lambda z: _share(np.asarray(z, dtype=float)), lambda z: np.asarray(z) / np.sum(z),
            lambda z: _share(np.abs(np.asarray(z, dtype=float))),
            *(lambda z, c=c: np.asarray(z) / (np.sum(z, axis=-1, keepdims=True) + c)
              for c in (1e-12, 1e-8))),
    *_faces("neighbour-formula/only-denominator", "the sum comes back, not the shares",
            "Divide each exponential by the sum.",
            *(lambda z, s=s, k=k: _exp(z, s).sum(axis=-1, keepdims=k)
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
    *_faces("neighbour-formula/hard-max", "all the probability goes to the largest logits of a "
            "row: tied ones get 1 each, or share it",
            "That is the limit of a temperature near 0; softmax is soft.",
            lambda z: (np.asarray(z) == np.max(z, axis=-1, keepdims=True)) * 1.0,
            lambda z: _share((np.asarray(z) == np.max(z, axis=-1, keepdims=True)) * 1.0)),
    *_faces("integer/to-whole-numbers", "the probabilities become whole numbers",
            "Return all the digits.", *_elementwise(np.round),
            *_elementwise(np.trunc)),
    *_faces("omitted-term/no-exponential-shifted", "shifted, cut or squared logits are divided by "
            "their sum", "First exponentiate, then divide by the sum.",
            lambda z: _share(np.asarray(z, float) - np.min(z, axis=-1, keepdims=True)),
            lambda z: _share(np.maximum(np.asarray(z, float), 0)),
            lambda z: _share(np.asarray(z, float) ** 2),
            lambda z: _share(np.asarray(z, float) - np.max(z, axis=-1, keepdims=True))),
    *_faces("axis/by-squareness", "a batch with as many rows as classes is taken for its "
            "transpose: there columns add up to 1, not rows",
            "Classes always lie along the last axis: axis=-1, whatever the shape.",
            *(lambda z, s=s: s(np.transpose(z)).T if np.ndim(z) == 2 and len(z) == np.shape(z)[1]
              else s(z) for s in _SOFTMAXES)),
    *_faces("unstable/denominator-raised", "a small number (or 1) is added to the denominator: "
            "rows add up to less than 1",
            "After subtracting the row's maximum the sum is at least 1: nothing needs adding.",
            *(lambda z, s=s, c=c: _exp(z, s) / (_exp(z, s).sum(axis=-1, keepdims=True) + c)
              for c in (1.0, 0.1, 0.01, 1e-3, 1e-4 * 3) for s in ("rows", "none", "all"))),
    *_faces("unstable/result-clipped", "the probabilities are kept away from 0 and 1, or raised, "
            "by a small number, and the number shows", "Return o itself: 0 is allowed to come out.",
            *(lambda z, c=c, s=s: np.clip(s(z), c, 1 - c) for c in (0.01, 1e-3, 1e-4)
              for s in _SOFTMAXES),
            *(lambda z, c=c, s=s: s(z) + c for c in (0.01, 1e-3, 1e-4) for s in _SOFTMAXES),
            *(lambda z, c=c, s=s: np.maximum(s(z), c) for c in (0.01, 1e-3, 1e-4)
              for s in _SOFTMAXES)),
    *_faces("neighbour-formula/squared", "the probabilities are squared", "Return o itself.",
            *_elementwise(np.square)),
    *_faces("neighbour-formula/root", "the roots of the probabilities come back",
            "Return o itself.", *_elementwise(np.sqrt)),
    *_faces("factor/logits-doubled", "the logits are doubled: the winner gets too much",
            "Exponentiate z as it is.", *(lambda z, s=s: s(2 * np.asarray(z)) for s in _SOFTMAXES)),
    *_faces("factor/logits-halved", "the logits are halved: the probabilities are too equal",
            "Exponentiate z as it is.", *(lambda z, s=s: s(np.asarray(z) / 2) for s in _SOFTMAXES)),
    *_faces("neighbour-formula/standardised", "the logits are standardised over the whole array "
            "first: that changes the probabilities",
            "Only subtracting a number from a whole row is harmless.",
            lambda z: functions.softmax((np.asarray(z) - np.mean(z)) / np.std(z))),
    *_faces("neighbour-formula/sorted", "the probabilities come back in another order",
            "Keep the order of the logits.", *_elementwise(lambda o: np.sort(o, axis=-1)),
            *_elementwise(lambda o: o[..., ::-1]),
            *_elementwise(lambda o: -np.sort(-o, axis=-1))),
    *_faces("neighbour-formula/decision", "the number of the winning class comes back",
            "Return the probabilities.", lambda z: np.argmax(z, axis=-1)),
    *_faces("axis/largest-only", "only the largest probability of a row comes back",
            "Keep one entry per class.", *_elementwise(lambda o: o.max(axis=-1))),
    *_faces("axis/running-sum", "running sums are used: entries to the right do not count",
            "Divide each exponential by the whole sum of its row.",
            *_elementwise(lambda o: np.cumsum(o, axis=-1)),
            *(lambda z, s=s: _exp(z, s) / np.cumsum(_exp(z, s), axis=-1)
              for s in ("rows", "none"))),
    *_faces("neighbour-formula/exponential-twice", "the exponential is taken of the probabilities",
            "Once is enough.", *_elementwise(np.exp)),
    *_faces("axis/first-row", "only one row comes back", "Return every row.",
            *(lambda z, s=s, i=i: s(np.atleast_2d(z)[i]) for s in _SOFTMAXES for i in (0, -1))),
    *_faces("omitted-term/sum-in-exponent", "the logits are summed before the exponential",
            "Sum the exponentials.",
            lambda z: np.exp(z) / np.exp(np.sum(z, axis=-1, keepdims=True))),
    *_faces("omitted-term/max-outside", "the maximum is subtracted from the exponentials, not "
            "from the logits", "Shift first: exp(z − max(z)).",
            lambda z: _share(np.exp(z) - np.max(z, axis=-1, keepdims=True))),
    *_faces("neighbour-formula/sigmoid-of-centred", "each logit, less the mean, goes through a "
            "sigmoid of its own", "Softmax divides by the sum over the row.",
            lambda z: functions.sigmoid(np.asarray(z) - np.mean(z, axis=-1, keepdims=True)),
            lambda z: functions.sigmoid(np.asarray(z) - np.max(z, axis=-1, keepdims=True))),
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
            lambda z: functions.softmax(z).astype(np.asarray(z).dtype),
            lambda z: functions.softmax(z).astype(np.asarray(z).dtype) if np.ndim(z) == 2
            else np.ones(np.shape(z))),
    *_faces("duplicates/equal-logits", "equal logits count once in the sum",
            "A set and np.unique lose repetitions: sum over all classes.",
            lambda z: _once(z)[0] / _once(z)[1]),
    *_faces("off-by-one/class-missing-in-sum", "one class is missing in the sum",
            "The sum runs over all m classes.",
            *(lambda z, s=s, p=p: _exp(z, s) / _exp(z, s)[..., p].sum(axis=-1, keepdims=True)
              for s in ("rows", "none") for p in (np.s_[:-1], np.s_[1:]))),
    *_faces("omitted-term/no-exponential-shifted", "shifted logits are divided by their sum",
            "First exponentiate, then divide by the sum.",
            *(lambda z, c=c: _share(np.asarray(z, float) - np.min(z, axis=-1, keepdims=True) + c)
              for c in (1e-12, 1e-9, 1e-6, 1e-3, 1.0))),
    *_left_out(functions.softmax, _naive),
    *_faces("missing-return/first-class-only", "only the first class is computed",
            "Does the `return` stand inside the loop over the classes?",
            *(lambda z, s=s: s(z)[..., 0] for s in _SOFTMAXES)),
    *_faces("omitted-term/no-exponential-shifted", "cut logits are divided by their sum",
            "First exponentiate, then divide by the sum.",
            *(lambda z, c=c: _share(np.maximum(np.asarray(z, float), 0) + c)
              for c in (1e-12, 1e-9, 1e-8))),
    *_faces("neighbour-formula/scaled-logits", "the logits are divided by their sum before "
            "exponentiating: that changes the probabilities",
            "Only subtracting a number from a whole row is harmless.",
            lambda z: functions.softmax(np.asarray(z) / np.sum(z, axis=-1, keepdims=True))),
    *_faces("factor/divided-again", "the probabilities are divided once more, by a size of z",
            "The sum of the exponentials is the only divisor.",
            lambda z: functions.softmax(z) / len(z),
            lambda z: functions.softmax(z) / np.shape(z)[-1]),
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

# --- 4.2 logsumexp --------------------------------------------------------------------------


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
    id="logsumexp", title="Survive the overflow", notebook="04", number="4.2",
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
        *_faces("axis/over-examples", "the sum runs over the examples, and the maximum is not "
                "added back", "Classes lie along the last axis; log Σ e^z = a + log Σ e^(z − a).",
                *(_lse(s, 0, back=0.0) for s in ("columns", "all"))),
        *_faces("duplicates/equal-logits", "equal logits count once in the sum",
                "A set and np.unique lose repetitions: sum over all classes.",
                lambda z: np.max(z, axis=-1) + np.log(_once(z)[1][..., 0])),
        *_faces("duplicates/largest-logit", "if the largest logit stands there several times, it "
                "counts once", "The 1 in the sum stands for one of them: sum over all classes.",
                lambda z: _others(z)[0] + np.log1p(_others(z)[1].sum(axis=-1))),
        *(m for part, name, what, where in _LEFT_OUT[:4] for m in _faces(
            name, what, where, *(lambda z, f=f, p=part: _rows_of(f(z), p, True)
                                 if np.ndim(z) == 2 else f(z)
                                 for f in (functions.logsumexp, _lse("none"))))),
        *(m for part, name, what, where in _LEFT_OUT[2:4] for m in _faces(
            name, what, where, *(lambda z, f=f, p=part: f(z)[p] if np.ndim(z) == 2 else f(z)
                                 for f in (functions.logsumexp, _lse("none"))))),
        *_faces("omitted-term/one-logit", "one logit of each row comes back",
                "Sum the exponentials of all of them.",
                lambda z: np.asarray(z, float)[..., 0], lambda z: np.asarray(z, float)[..., -1]),
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
        *_faces("shape/vector-not-handled", "a batch of logits is handled, a single vector "
                "is not", "axis=-1 works for (m,) and (t, m) alike.",
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
                lambda z: np.log(np.exp(z)).sum(axis=-1),
                lambda z: np.max(z, axis=-1) + np.sum(z - np.max(z, axis=-1, keepdims=True), -1),
                lambda z: np.max(z, axis=-1) + np.log(_exp(z, "rows")).sum(axis=-1)),
        *_faces("neighbour-formula/max-multiplied", "the maximum is multiplied with the "
                "logarithm", "It is added: e^a comes out of the sum as a factor, log turns it "
                "into a summand.",
                lambda z: np.max(z, axis=-1) * np.log(_exp(z, "rows").sum(axis=-1))),
        *_faces("duplicates/max-twice", "one maximum too many is added outside: the log-sum-exp "
                "is complete already", "log Σ e^z = a + log Σ e^(z − a): one a outside.",
                _lse("rows", back=2.0), _lse("all", back=2.0),
                lambda z: functions.logsumexp(z) + np.max(z, axis=-1),
                lambda z: _lse("none")(z) + np.max(z, axis=-1)),
        *_faces("sign/minimum-added-back", "the minimum is added back, where the maximum was "
                "subtracted", "Inside and outside stands the same a.",
                lambda z: np.min(z, axis=-1) + np.log(_exp(z, "rows").sum(axis=-1))),
        *_faces("duplicates/log-m-added", "log m is added", "The sum holds every term already.",
                *(lambda z, f=f: f(z) + np.log(np.shape(z)[-1]) for f in (
                    functions.logsumexp, _lse("none"), _lse("all")))),
        *_faces("neighbour-formula/upper-bound", "this is max + log m, an upper bound",
                "It is reached only if all logits are equal.",
                lambda z: np.max(z, axis=-1) + np.log(np.shape(z)[-1])),
        *_faces("neighbour-formula/smallest", "this is the smallest logit",
                "log-sum-exp lies above the largest.", lambda z: np.min(z, axis=-1)),
        *_faces("axis/batch-reduced", "one number for the whole batch comes back",
                "One number per row: shape (t,).",
                *(lambda z, f=f, r=r: r(f(z)) for r in (np.mean, np.sum, np.max) for f in (
                    functions.logsumexp, _lse("none"), _lse("all"))), lambda z: np.max(z)),
        *_faces("axis/one-row", "only one row counts", "One number per row: shape (t,).",
                *(lambda z, f=f, i=i: f(np.atleast_2d(z)[i]) for i in (0, -1) for f in (
                    functions.logsumexp, _lse("none")))),
        *_faces("neighbour-formula/softplus", "this is softplus, log(1 + e^z), of each logit",
                "Sum the exponentials of a row, and nothing else, inside the logarithm.",
                lambda z: np.logaddexp(0, z), lambda z: np.logaddexp(0, z).sum(axis=-1)),
        *_faces("omitted-term/no-exponential", "the sizes of the logits are summed, not their "
                "exponentials", "Exponentiate first.",
                lambda z: np.log(np.abs(np.asarray(z, float)).sum(axis=-1))),
        *_faces("factor/logits-scaled", "the logits are scaled before the sum (or the "
                "exponentials squared): another kind of soft maximum",
                "log Σ e^z, with z as it is.",
                lambda z: functions.logsumexp(2 * np.asarray(z)) / 2,
                lambda z: functions.logsumexp(np.asarray(z) / 2) * 2,
                lambda z: functions.logsumexp(2 * np.asarray(z)),
                lambda z: _lse("none")(2 * np.asarray(z)),
                lambda z: _lse("none")(2 * np.asarray(z)) / 2),
        *_faces("unstable/sum-raised", "a number is added to the sum inside the logarithm, and it "
                "shows", "After taking the maximum out the sum is at least 1: nothing needs "
                "adding.",
                *(lambda z, c=c: np.max(z, axis=-1) + np.log(_exp(z, "rows").sum(axis=-1) + c)
                  for c in (0.1, 0.01, 1e-3)),
                *(lambda z, c=c: np.log(np.exp(z).sum(axis=-1) + c) for c in (0.1, 0.01, 1e-3))),
        *_faces("integer/rounded", "the result is rounded", "Return all the digits.",
                *(lambda z, d=d, f=f: np.round(f(z), d) for d in (0, 1, 2, 3) for f in (
                    functions.logsumexp, _lse("none"))),
                lambda z: np.floor(functions.logsumexp(z)),
                lambda z: np.trunc(functions.logsumexp(z))),
        *_faces("shape/list-of-one", "one number in a list or array comes back",
                "One row gives one number, t rows give t numbers.",
                lambda z: [float(np.mean(functions.logsumexp(z)))]),
        *_faces("neighbour-formula/weighted-mean", "this is the mean of the logits, weighted by "
                "softmax", "log Σ e^z: the logarithm of a sum.",
                lambda z: (functions.softmax(z) * np.asarray(z)).sum(axis=-1)),
        *_faces("neighbour-formula/entropy", "this is the entropy of softmax",
                "log Σ e^z: the logarithm of a sum.",
                lambda z: -(functions.softmax(z) * np.log(functions.softmax(z))).sum(axis=-1),
                lambda z: functions.logsumexp(z) - (functions.softmax(z) * z).sum(axis=-1)),
        *_faces("omitted-term/first-and-last", "only two logits of each row count",
                "Sum over all of them.",
                lambda z: np.logaddexp(np.asarray(z)[..., 0], np.asarray(z)[..., -1])),
        *_faces("neighbour-formula/max", "this is the largest logit",
                "log-sum-exp lies above it by log of a sum between 1 and m.",
                lambda z: np.max(z, axis=-1)),
        *_faces("factor/mean-instead-of-sum", "the exponentials are averaged: log m is "
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
        *_faces("omitted-term/not-summed", "the sum over the classes is missing",
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

# --- 4.3 temperature_softmax ----------------------------------------------------------------


def _temperature_cases():
    z = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5], [3.0, 3.0, 1.0], [-2.0, 0.0, 0.75]])
    return [
        Case((LECTURE_LOGITS, 2.0), "the logits 1, 2, 3 and tau = 2", sizes={"t": 1, "m": 3}),
        Case((LECTURE_LOGITS, 10.0), "tau = 10", sizes={"t": 1, "m": 3}),
        Case((np.array([30.0, 0.0, -20.0]), 100.0), "tau = 100", sizes={"t": 1, "m": 3}),
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
        Case((np.array([0.0, 0.01]), 0.01), "nearly equal logits and tau = 0.01",
             sizes={"t": 1, "m": 2}),
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
    id="temperature_softmax", title="Add a temperature", notebook="04", number="4.3",
    signature="temperature_softmax(z, tau)", lecture=("ALICE-4.2.1c",), minutes=4, difficulty=1,
    reference=functions.temperature_softmax, cases=_temperature_cases,
    held={"tau": (1, 1.0)},
    mistakes=(
        *_faces("ignored-argument/tau", "the temperature makes no difference",
                "Divide the logits by tau before softmax.", *_warm(lambda z, tau: z),
                *_warm(lambda z, tau: z, lambda o, tau: _share(o / tau)),
                *_warm(lambda z, tau: z - tau), *_warm(lambda z, tau: z + tau), lists=False),
        *_faces("ignored-argument/only-shift-divided", "tau divides the maximum that is "
                "subtracted, not the logits: it makes no difference",
                "Divide the logits first, then shift by their maximum.",
                lambda z, tau: _share(np.exp(z - z.max(axis=-1, keepdims=True) / tau)),
                lists=False),
        *_faces("neighbour-formula/multiplied-by-tau", "the logits are multiplied by tau: a high "
                "temperature sharpens instead of flattening",
                "High temperature means small logits: divide.", *_warm(lambda z, tau: z * tau),
                lambda z, tau: _share(functions.softmax(z) ** tau),
                lambda z, tau: _share(_naive(z) ** tau), lists=False),
        *_faces("factor/divided-after-softmax", "the probabilities are divided by "
                "tau: the row no longer adds up to 1",
                "tau acts on the logits, before the exponential.",
                *_warm(lambda z, tau: z, lambda o, tau: o / tau), lists=False),
        *_faces("factor/multiplied-after-softmax", "the probabilities are multiplied "
                "by tau: the row no longer adds up to 1",
                "tau acts on the logits, before the exponential.",
                *_warm(lambda z, tau: z, lambda o, tau: o * tau), lists=False),
        *_faces("unstable/shift-not-divided", "the maximum of z is subtracted from z / tau: that "
                "is not the largest of the divided logits",
                "Divide first, then subtract the maximum of the result.",
                lambda z, tau: _share(np.exp(z / tau - z.max(axis=-1, keepdims=True))),
                lambda z, tau: _share(np.exp(z / tau - z.max())), lists=False),
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
        *_faces("factor/divided-twice", "tau divides twice: before and after softmax",
                "Divide the logits only.", *_warm(after=lambda o, tau: o / tau), lists=False),
        *_faces("neighbour-formula/exponential-divided", "the exponentials are divided by tau, not "
                "the logits, and exponentiated again", "softmax(z / tau): divide, then "
                "exponentiate.",
                *_warm(lambda z, tau: np.exp(z) / tau), lists=False),
        *_faces("neighbour-formula/power-not-normalised", "the probabilities are raised to a power "
                "and not divided by their sum", "Divide the logits by tau, then take softmax.",
                *_warm(lambda z, tau: z, lambda o, tau: o ** (1 / tau)),
                *_warm(lambda z, tau: z, lambda o, tau: o**tau), lists=False),
        *_faces("neighbour-formula/log-or-exp-of-tau", "the logits are divided by log tau or e^tau",
                "Divide by tau itself.", *_warm(lambda z, tau: z / np.log(tau)),
                *_warm(lambda z, tau: z / np.exp(tau)), lists=False),
        *_faces("neighbour-formula/one-minus-tau", "the logits are multiplied by 1 − tau",
                "Divide by tau.", *_warm(lambda z, tau: z * (1 - tau)), lists=False),
        *_faces("unstable/tau-raised", "tau is kept away from 0, or raised, by a small number: "
                "a small tau comes out too warm", "tau may be 0.01: divide by tau itself.",
                *(f for c in (0.02, 0.05, 0.1, 0.2, 0.5)
                  for f in _warm(lambda z, tau, c=c: z / max(tau, c))),
                *(f for c in (1e-3, 1e-2, 1e-4, 0.1)
                  for f in _warm(lambda z, tau, c=c: z / (tau + c))), lists=False),
        *_faces("unstable/tau-capped", "a large tau is cut off",
                "tau may be 1000: use it as it is.",
                *(f for c in (1, 2, 5, 10, 100, 500)
                  for f in _warm(lambda z, tau, c=c: z / min(tau, c))), lists=False),
        *_faces("unstable/limits-for-tau", "for a small or large tau the limit stands in: one-hot "
                "rows or equal probabilities", "Ties and close logits show the difference: use "
                "softmax(z / tau) for every tau.",
                *(lambda z, tau, c=c: np.eye(z.shape[-1])[np.argmax(z, axis=-1)] if tau < c
                  else functions.softmax(z / tau) for c in (0.02, 0.1, 0.6)),
                *(lambda z, tau, c=c: np.full(z.shape, 1 / z.shape[-1]) if tau >= c
                  else functions.softmax(z / tau) for c in (1000, 100, 10)), lists=False),
        *_faces("ignored-argument/low-tau", "tau is used only above 1", "tau below 1 sharpens.",
                *_warm(lambda z, tau: z / tau if tau > 1 else z), lists=False),
        *_faces("neighbour-formula/scaled-logits", "the logits are also divided by their size or "
                "spread", "Divide by tau alone.", *_warm(lambda z, tau: z / (np.max(z) * tau)),
                *_warm(lambda z, tau: (z - z.mean()) / (z.std() * tau)), lists=False),
        *_faces("neighbour-formula/product", "softmax(z) and softmax(z / tau) are multiplied",
                "softmax(z / tau) is all.", *_warm(
                    lambda z, tau: z / tau, lambda o, tau: o * o), lambda z, tau:
                functions.softmax(z / tau) * functions.softmax(z), lambda z, tau:
                _naive(z / tau) * _naive(z), lists=False),
        *_faces("neighbour-formula/mixed-with-uniform", "tau is added to the probabilities",
                "Divide the logits by tau.", *_warm(
                    lambda z, tau: z, lambda o, tau: _share(o + tau)), lists=False),
        *_faces("neighbour-formula/decision", "the number of the winning class comes back",
                "Return the probabilities.", lambda z, tau: np.argmax(z, axis=-1), lists=False),
        *_faces("integer/rounded", "the probabilities are rounded", "Return all the digits.",
                *(f for d in (0, 1, 2, 3, 4)
                  for f in _warm(after=lambda o, tau, d=d: np.round(o, d))), lists=False),
        *_faces("factor/tau-squared", "the logits are divided by tau squared",
                "Divide once.", *_warm(lambda z, tau: z / tau**2), lists=False),
        *_faces("neighbour-formula/root-of-tau", "the logits are divided by the root of tau",
                "Divide by tau itself.", *_warm(lambda z, tau: z / tau**0.5), lists=False),
        *_faces("neighbour-formula/one-plus-tau", "the logits are divided by 1 + tau",
                "At tau = 1 plain softmax must come out: divide by tau.",
                *_warm(lambda z, tau: z / (1 + tau)), lists=False),
        *_faces("neighbour-formula/power-of-logits", "the logits are raised to a power",
                "Divide them by tau.", *_warm(lambda z, tau: z**tau),
                *_warm(lambda z, tau: z ** (1 / tau)),
                *_warm(lambda z, tau: np.sign(z) * np.abs(z) ** (1 / tau)), lists=False),
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
        *_faces("unstable/global-max", "one maximum is subtracted from the whole batch: rows far "
                "below it become 0 / 0", "Each row needs its own maximum.",
                lambda z, tau: _global(z / tau), lists=False),
        *_faces("unstable/min-instead-of-max", "the smallest or the mean logit is subtracted, so "
                "the exponentials still overflow", "Subtract the largest.",
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
        *_faces("axis/over-examples", "the sum runs over the examples, and the logits are "
                "multiplied by tau", "Classes lie along the last axis; divide by tau.",
                *(lambda z, tau, s=s: _softmax_with(s, 0)(z * tau)
                  for s in ("rows", "none", "all", "columns")), lists=False),
        *_faces("axis/over-examples", "the sum runs over the examples, and tau makes no "
                "difference", "Classes lie along the last axis; divide z by tau.",
                *(lambda z, tau, s=s: _softmax_with(s, 0)(z)
                  for s in ("rows", "none", "all", "columns")), lists=False),
        *_faces("axis/one-row", "only one row comes back", "Return every row.",
                *(lambda z, tau, i=i, s=s: np.atleast_2d(s(z / tau))[i]
                  for i in (0, -1) for s in _SOFTMAXES), lists=False),
        *_left_out(functions.temperature_softmax, lambda z, tau: _naive(z / tau), lists=False),
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
        *_faces("shape/vector-not-handled", "a batch of logits is handled, a single vector "
                "is not", "axis=-1 works for (m,) and (t, m) alike.",
                *_warm_wrong_softmax(*(_softmax_with(s, 1) for s in ("rows1", "none", "all"))),
                lists=False),
        *_faces("shape/vector-becomes-matrix", "a vector of logits comes back as a matrix",
                "The result has the shape of z.",
                *_warm(after=lambda o, tau: np.atleast_2d(o)), lists=False),
        *_faces("omitted-term/not-normalised", "the exponentials are not divided by their sum",
                "A row of probabilities adds up to 1.",
                *(lambda z, tau, s=s: _exp(z / tau, s) for s in ("rows", "none", "all")),
                lists=False),
        *_faces("neighbour-formula/no-softmax", "the divided logits come back",
                "Take softmax of them.",
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
        Case((np.array([[1.5, 0.5], [-0.25, 1.0], [1.5, 0.5], [0.5, -0.5]]),),
             "rows that occur several times", sizes={"t": 4}),
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
        *_faces("shape/both-columns", "both probabilities come back",
                "Return the one of class 1, shape (t,).", *_SOFTMAXES, lists=False),
        *_faces("neighbour-formula/sigmoid-per-logit",
                "each logit goes through a sigmoid of its own",
                "One sigmoid of the difference of the two.", functions.sigmoid, lists=False),
        *_faces("shape/column", "the result is a column of shape (t, 1)",
                "One number per row: shape (t,).",
                lambda z: functions.softmax(z)[:, 1:], lambda z: _naive(z)[:, 1:], lists=False),
        *_faces("omitted-term/no-sigmoid", "the difference of the logits comes back: these are "
                "the log-odds", "Put a sigmoid on it.", lambda z: z[:, 1] - z[:, 0],
                lists=False),
        *_faces("factor/difference-halved", "the difference is halved",
                "σ(z₁ − z₀), without a factor.",
                lambda z: functions.sigmoid((z[:, 1] - z[:, 0]) / 2), lists=False),
        *_faces("factor/difference-doubled", "the difference is doubled",
                "σ(z₁ − z₀), without a factor.",
                lambda z: functions.sigmoid(2 * (z[:, 1] - z[:, 0])), lists=False),
        *_faces("neighbour-formula/two-sigmoids", "each logit goes through a sigmoid of its own, "
                "and the two results are combined", "One sigmoid of the difference of the logits.",
                *(lambda z, f=f: f(*functions.sigmoid(z).T) for f in (
                    lambda a, b: b / (a + b), lambda a, b: b - a, lambda a, b: b * (1 - a),
                    lambda a, b: functions.sigmoid(b - a), lambda a, b: b * a)), lists=False),
        *_faces("sign/absolute-difference", "the size of the difference is taken: this is the "
                "larger of the two probabilities", "Class 1 may lose: z₁ − z₀ keeps its sign.",
                lambda z: functions.sigmoid(np.abs(z[:, 1] - z[:, 0])),
                lambda z: functions.softmax(z).max(axis=1),
                lambda z: _naive(z).max(axis=1), lists=False),
        *_faces("sign/smaller-probability", "the smaller of the two probabilities comes back",
                "Return the one of class 1.", lambda z: functions.softmax(z).min(axis=1),
                lists=False),
        *_faces("neighbour-formula/largest-logit", "the sigmoid is taken of the largest logit",
                "It is taken of z₁ − z₀.", lambda z: functions.sigmoid(z.max(axis=1)), lists=False),
        *_faces("neighbour-formula/tanh", "this is a tanh of the logits' difference (as is the "
                "difference of the two probabilities)",
                "σ(z₁ − z₀) lies between 0 and 1.", lambda z: np.tanh(z[:, 1] - z[:, 0]),
                lambda z: np.tanh((z[:, 1] - z[:, 0]) / 2),
                lambda z: np.diff(functions.softmax(z), axis=1)[:, 0], lists=False),
        *_faces("neighbour-formula/product", "the logits are multiplied", "Subtract: z₁ − z₀.",
                lambda z: functions.sigmoid(z[:, 1] * z[:, 0]), lists=False),
        *_faces("axis/whole-batch", "softmax runs over the whole batch",
                "It runs over the two logits of a row.",
                *(lambda z, s=s: _share(_exp(z, s), None)[:, 1] for s in ("all", "rows", "none")),
                lists=False),
        *_faces("axis/row-for-column", "a row is picked, not the column of class 1",
                "All rows, class 1: [:, 1].", lambda z: functions.softmax(z)[1],
                lambda z: functions.softmax(z)[0], lists=False),
        *_faces("axis/first-row-only", "only the first row comes back", "One number per row.",
                lambda z: functions.sigmoid(z[0, 1] - z[0, 0]), lists=False),
        *(Mistake(name, lambda z, p=part, fill=fill: _rows_of(
            functions.softmax(z)[:, 1], p, fill), what, where)
          for part, name, what, where in _LEFT_OUT[:4] for fill in (True, False)
          if fill or name.startswith("off-by-one")),
        *_faces("integer/logits-truncated", "the logits or their difference lose their digits "
                "after the point", "Compute with floats.",
                lambda z: functions.sigmoid(np.trunc(z[:, 1] - z[:, 0])),
                lambda z: functions.sigmoid(np.trunc(z[:, 1]) - np.trunc(z[:, 0])), lists=False),
        *_faces("duplicates/equal-rows", "equal probabilities count once",
                "One number per row: no set, no np.unique.",
                lambda z: np.unique(functions.softmax(z)[:, 1]),
                lambda z: np.array(list(set(functions.softmax(z)[:, 1].tolist()))), lists=False),
        *_faces("neighbour-formula/one-for-class-zero", "1 stands for one of the exponentials "
                "in the denominator only", "e^z₁ / (e^z₀ + e^z₁).",
                lambda z: np.exp(z[:, 1]) / (1 + np.exp(z[:, 0])),
                lambda z: np.exp(z[:, 1]) / (1 + np.exp(z[:, 1])), lists=False),
        *_faces("axis/summed-over-rows", "the differences of all rows are summed or averaged first",
                "One number per row.",
                lambda z: functions.sigmoid(np.sum(z[:, 1] - z[:, 0])),
                lambda z: functions.sigmoid(np.mean(z[:, 1] - z[:, 0])), lists=False),
        *_faces("axis/averaged", "the probabilities are averaged", "One number per row.",
                lambda z: functions.softmax(z)[:, 1].mean(), lists=False),
        *_faces("axis/difference-over-rows", "neighbouring rows are subtracted",
                "Subtract the columns: z[:, 1] − z[:, 0].",
                lambda z: functions.sigmoid(np.diff(z, axis=0)), lists=False),
        *_faces("integer/rounded", "the probabilities are rounded", "Return all the digits.",
                *(lambda z, d=d: np.round(functions.softmax(z)[:, 1], d) for d in (1, 2, 3, 4)),
                lambda z: functions.softmax(z)[:, 1].astype(int), lists=False),
        *_faces("unstable/clipped", "the difference or the result is cut off, and the cut shows",
                "Use a stable sigmoid: nothing needs cutting.",
                *(lambda z, c=c: functions.sigmoid(np.clip(z[:, 1] - z[:, 0], -c, c))
                  for c in (1, 2, 5, 10)),
                *(lambda z, c=c: np.clip(functions.softmax(z)[:, 1], c, 1 - c)
                  for c in (0.01, 1e-3, 1e-4)), lists=False),
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
           lambda z: (1 + np.tanh(z @ np.array([-0.5, 0.5]))) / 2,
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
        Case((np.array([[0.5, -1.0], [2.0, 0.25], [0.5, -1.0], [0.5, -1.0]]),
              np.array([1, 1, 1, 0])), "a row that occurs several times",
             sizes={"t": 4, "m": 2}),
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


_CLIPPED = tuple(lambda z, c=c: np.log(functions.softmax(z) + c)
                 for c in (1e-15, 1e-10, 1e-9, 1e-8))


def _from_logs(fn, logs=_LOGS):
    """A mistake in what is done with the (t, m) log-probabilities."""
    return tuple(lambda z, y, g=g: fn(g(np.asarray(z, dtype=float)), np.asarray(y))
                 for g in logs)


def _picked(log_o, y):
    return log_o[np.arange(len(y)), y]


def _last_of(log_o, y):
    """Label -> log-probability of the last row that carries it."""
    return {k: log_o[n, k] for n, k in enumerate(y)}


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
                *_from_logs(lambda g, y: -_picked(g, y).sum(), _LOGS + _CLIPPED)),
        *_faces("factor/mean-over-all-entries", "the sum is divided by t · m, not by t",
                "Entries off the target are no losses: divide by the number of rows.",
                *_from_logs(lambda g, y: -_picked(g, y).sum() / g.size, _LOGS + _CLIPPED)),
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
                *_from_logs(lambda g, y: _picked(g, y).mean(), _LOGS + _CLIPPED)),
        *_faces("sign/logit-added", "`z_y` is added to log-sum-exp",
                "It is subtracted: logsumexp(z) − z_y is ≥ 0.",
                lambda z, y: (functions.logsumexp(z) + _picked(np.asarray(z), y)).mean(),
                lambda z, y: (_naive_lse(z) + _picked(np.asarray(z), y)).mean()),
        *_faces("sign/flipped-sum", "the minus sign is missing, and the rows are summed",
                "A loss is ≥ 0, and here a mean.", *_from_logs(lambda g, y: _picked(g, y).sum())),
        *_faces("shape/not-averaged", "one loss per row comes back", "Average over the rows.",
                *_from_logs(lambda g, y: -_picked(g, y))),
        *_faces("axis/label-columns", "`z[:, y]` picks whole columns: every row meets every label",
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
        *_faces("neighbour-formula/no-target", "all classes are summed, not the labelled one",
                "Only the class y[n] of each row counts.",
                *_from_logs(lambda g, y: -g.sum(axis=1).mean()),
                *_from_logs(lambda g, y: -g.mean()), *_from_logs(lambda g, y: -g.sum())),
        *_faces("omitted-term/no-logsumexp", "the logits stand for log-probabilities: softmax is "
                "missing", "−log softmax(z)_y = logsumexp(z) − z_y.",
                lambda z, y: -_picked(np.asarray(z, float), y).mean(),
                lambda z, y: -_picked(np.asarray(z, float), y).sum()),
        *_faces("omitted-term/log-of-logits", "the logarithm is taken of the logits",
                "Softmax comes first.", lambda z, y: -np.log(_picked(np.asarray(z), y)).mean()),
        *_faces("omitted-term/no-logit", "`z_y` is not subtracted: this is the mean log-sum-exp",
                "logsumexp(z) − z_y.", lambda z, y: functions.logsumexp(z).mean(),
                lambda z, y: _naive_lse(z).mean()),
        *_faces("omitted-term/no-log", "the logarithm is missing",
                "−log of the probability, not minus the probability.",
                *_from_logs(lambda g, y: -np.exp(_picked(g, y)).mean()),
                *_from_logs(lambda g, y: np.exp(_picked(g, y)).mean())),
        *_faces("neighbour-formula/log-of-mean", "the logarithm is taken of the mean probability",
                "First the log of each row, then the mean.",
                *_from_logs(lambda g, y: -np.log(np.exp(_picked(g, y)).mean()))),
        *_faces("neighbour-formula/one-minus-probability", "1 minus the probability takes the "
                "place of the loss, or stands inside the logarithm",
                "−log of the labelled probability itself.",
                *_from_logs(lambda g, y: (1 - np.exp(_picked(g, y))).mean()),
                *_from_logs(lambda g, y: -np.log(1 - np.exp(_picked(g, y))).mean())),
        *_faces("neighbour-formula/squared-error", "this is a squared error of probabilities",
                "Cross-entropy is −log of the labelled probability.",
                *_from_logs(lambda g, y: ((np.exp(g) - _one_hot(g, y)) ** 2).sum(1).mean()),
                *_from_logs(lambda g, y: ((np.exp(g) - _one_hot(g, y)) ** 2).mean()),
                *_from_logs(lambda g, y: ((np.exp(g) - _one_hot(g, y)) ** 2).sum(1).mean() / 2)),
        *_faces("neighbour-formula/binary-terms", "`log(1 − o)` of the other classes is added, as "
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
        *_faces("missing-return/first-row-only", "only the first row counts",
                "Is the return inside the loop?", *_from_logs(lambda g, y: -g[0, y[0]])),
        *_faces("missing-return/last-row-only", "only the last row counts",
                "Add up inside the loop.", *_from_logs(lambda g, y: -g[-1, y[-1]]),
                *_from_logs(lambda g, y: -g[-1, y[-1]] / len(y))),
        *_faces("shape/not-averaged", "one number per row comes back, without the minus",
                "A loss is ≥ 0, and here the mean over the rows.",
                *_from_logs(lambda g, y: _picked(g, y))),
        *_faces("off-by-one/t-minus-one", "the sum is divided by t − 1", "A mean divides by t.",
                *_from_logs(lambda g, y: -_picked(g, y).sum() / max(len(y) - 1, 1)),
                *_from_logs(lambda g, y: -_picked(g, y).sum() / (len(y) - 1))),
        *_faces("off-by-one/row-skipped", "one row is left out of the sum", "Add up every row.",
                *_from_logs(lambda g, y: -_picked(g, y)[1:].sum() / len(y)),
                *_from_logs(lambda g, y: -_picked(g, y)[:-1].sum() / len(y))),
        *_faces("duplicates/equal-labels", "every class counts once: only one row of each label "
                "is kept", "A set or dict of the labels loses repetitions: go through the rows.",
                *_from_logs(lambda g, y: -np.mean([_last_of(g, y)[k] for k in np.unique(y)])),
                *_from_logs(lambda g, y: -np.mean([_last_of(g[::-1], y[::-1])[k]
                                                   for k in np.unique(y)])),
                *_from_logs(lambda g, y: -sum(_last_of(g, y)[k] for k in np.unique(y)) / len(y))),
        *_faces("off-by-one/row-skipped", "one row is left out of the mean", "Add up every row.",
                *_from_logs(lambda g, y: -np.sum(_picked(g, y)[1:]) / max(len(y) - 1, 1)),
                *_from_logs(lambda g, y: -np.sum(_picked(g, y)[:-1]) / max(len(y) - 1, 1))),
        *_faces("off-by-one/t-plus-one", "the sum is divided by t + 1", "A mean divides by t.",
                *_from_logs(lambda g, y: -_picked(g, y).sum() / (len(y) + 1))),
        *_faces("duplicates/equal-losses", "equal losses count once",
                "A set and np.unique lose repetitions: average over all rows.",
                *_from_logs(lambda g, y: -np.unique(_picked(g, y)).mean())),
        *_faces("off-by-one/class-missing-in-sum", "one class is missing in log-sum-exp",
                "The sum runs over all m classes.",
                lambda z, y: (functions.logsumexp(np.asarray(z)[:, :-1]) - _picked(
                    np.asarray(z, float), y)).mean(),
                lambda z, y: (functions.logsumexp(np.asarray(z)[:, 1:]) - _picked(
                    np.asarray(z, float), y)).mean()),
        *_faces("ignored-argument/fixed-class", "the same class is picked in every row",
                "Row n has its own label: y[n].",
                *_from_logs(lambda g, y: -g[:, 0].mean()),
                *_from_logs(lambda g, y: -g[:, -1].mean()),
                *_from_logs(lambda g, y: -g[:, y[0]].mean())),
        *_faces("ignored-argument/least-likely", "the least likely class is used, not the label",
                "The loss is −log of the probability of the true label y.",
                *_from_logs(lambda g, y: -g.min(axis=1).mean())),
        *_faces("neighbour-formula/best-row", "the smallest loss comes back",
                "Average over the rows.", *_from_logs(lambda g, y: (-_picked(g, y)).min())),
        *_faces("neighbour-formula/weighted-by-label", "the labels are used as weights",
                "A label only says which class to pick.",
                *_from_logs(lambda g, y: -(y * _picked(g, y)).mean()),
                *_from_logs(lambda g, y: -(y[:, None] * g).sum(axis=1).mean())),
        *_faces("neighbour-formula/weighted-by-probability", "each log is weighted with its own "
                "probability", "−log of the labelled probability, with weight 1/t.",
                *_from_logs(lambda g, y: -(np.exp(_picked(g, y)) * _picked(g, y)).mean())),
        *_faces("neighbour-formula/root-or-square", "the loss is squared, or its root taken",
                "Return the mean of −log.", *_from_logs(lambda g, y: (_picked(g, y) ** 2).mean()),
                *_from_logs(lambda g, y: np.sqrt(-_picked(g, y).mean())),
                *_from_logs(lambda g, y: np.sqrt((_picked(g, y) ** 2).mean()))),
        *_faces("neighbour-formula/likelihood", "the probabilities are multiplied",
                "Take −log of each and average.",
                *_from_logs(lambda g, y: np.prod(np.exp(_picked(g, y)))),
                *_from_logs(lambda g, y: -np.prod(np.exp(_picked(g, y))))),
        *_faces("neighbour-formula/log1p", "1 is added to the probability inside the logarithm",
                "−log p, without the 1.",
                *_from_logs(lambda g, y: -np.log1p(np.exp(_picked(g, y))).mean())),
        *_faces("neighbour-formula/perplexity-per-row", "this is the mean of 1 / p",
                "Return the mean of −log p.",
                *_from_logs(lambda g, y: np.exp(-_picked(g, y)).mean())),
        *_faces("neighbour-formula/sigmoid", "the labelled logit goes through a sigmoid",
                "Softmax compares it with the others.",
                lambda z, y: functions.softplus(-_picked(np.asarray(z, float), y)).mean(),
                lambda z, y: -np.log(functions.sigmoid(_picked(np.asarray(z, float), y))).mean()),
        *_faces("neighbour-formula/hinge", "this is a hinge loss with a margin of 1",
                "logsumexp(z) − z_y.",
                lambda z, y: (np.maximum(0, 1 + np.asarray(z, float) - _picked(
                    np.asarray(z, float), y)[:, None]) * (1 - _one_hot(z, y))).sum(1).mean(),
                lambda z, y: np.maximum(0, 1 + np.asarray(z, float) - _picked(
                    np.asarray(z, float), y)[:, None]).sum(1).mean()),
        *_faces("omitted-term/no-exponential", "the logarithm is taken of a sum of logits",
                "Exponentiate first: logsumexp(z) − z_y.",
                lambda z, y: (np.log(np.sum(z, axis=1)) - _picked(np.asarray(z), y)).mean(),
                lambda z, y: (np.sum(z, axis=1) - _picked(np.asarray(z), y)).mean()),
        *_faces("neighbour-formula/divided-by-logit", "log-sum-exp is divided by z_y",
                "Subtract: logsumexp(z) − z_y.",
                lambda z, y: (functions.logsumexp(z) / _picked(np.asarray(z, float), y)).mean()),
        *_faces("shape/one-entry-array", "an array with one entry comes back",
                "One number is asked for: no keepdims, no brackets.",
                *_from_logs(lambda g, y: np.array([-_picked(g, y).mean()])),
                *_from_logs(lambda g, y: np.array([[-_picked(g, y).mean()]]))),
        *_faces("shape/two-results", "the loss comes back together with something else",
                "One number is asked for.",
                *_from_logs(lambda g, y: (-_picked(g, y).mean(), np.exp(g)))),
        *_faces("unstable/clipped-probability", "large losses are cut off, as if a probability "
                "had a lower limit",
                "A confidently wrong row may cost 2000.",
                *(f for c in (5, 10, 20, 50, 100, 500) for f in _from_logs(
                    lambda g, y, c=c: np.minimum(-_picked(g, y), c).mean()))),
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

# --- 4.6 softmax_jacobian ---------------------------------------------------------------------


def _jacobian_cases():
    return [
        Case((LECTURE_LOGITS,), "the logits 1, 2, 3", sizes={"m": 3}),
        Case((np.array([0.5, -1.0]),), "two logits", sizes={"m": 2}),
        Case((np.array([0.25, 1.5, -0.5, 0.0, 2.0]),), "five logits", sizes={"m": 5}),
        Case((np.zeros(4),), "four equal logits", sizes={"m": 4}),
        Case((np.array([1.5]),), "a single class", sizes={"m": 1}),
        Case((np.array([2, 0, -1, 1]),), "whole numbers", sizes={"m": 4}, integers=True),
        Case(([0.5, 2.0, -1.0],), "a list", sizes={"m": 3}),
        Case((np.array([1000.0, 999.0, -1000.0]),), "logits of ±1000", sizes={"m": 3},
             extreme=True),
        Case((np.array([-1000.0, -1001.0, -1002.0, -1000.0]),), "logits near −1000",
             sizes={"m": 4}, extreme=True),
        Case((np.array([0.0, -600.0, 200.0, 199.0]),), "logits of some hundred", sizes={"m": 4},
             extreme=True),
        Case((np.array([-1000.0, 0.0, 1000.0, 999.0]),), "logits of ±1000, the largest last",
             sizes={"m": 4}, extreme=True),
    ]


def _of_o(fn):
    """A mistake in what is done with the probabilities of one row."""
    return tuple(lambda z, *_, s=s: fn(s(np.asarray(z, dtype=float)))
                 for s in (functions.softmax, _naive))


def _off_diagonal(J, sign):
    return np.where(np.eye(len(J)) > 0, J, sign * J)


def _jacobian(o):
    return np.diag(o) - np.outer(o, o)


def _jacobian_loop(z):
    o = _softmax_loop(list(z))
    return [[o[i] * ((1.0 if i == j else 0.0) - o[j]) for j in range(len(o))]
            for i in range(len(o))]


def _jacobian_numeric(z, h=1e-5):
    z = np.asarray(z, dtype=float)
    columns = [(functions.softmax(z + h * e) - functions.softmax(z - h * e)) / (2 * h)
               for e in np.eye(len(z))]
    return np.array(columns).T


def _jacobian32(z):
    o = _softmax32(z)
    return np.eye(len(o), dtype=np.float32) * o - o[:, None] @ o[None, :]


JACOBIAN = Exercise(
    id="softmax_jacobian", title="Collect every derivative of softmax", notebook="04",
    number="4.6", signature="softmax_jacobian(z)",
    lecture=("MAY24-1.3f", "MAY24-1.3g", "MAY25-1.3f", "MAY25-1.3g"), minutes=10, difficulty=2,
    reference=functions.softmax_jacobian, cases=_jacobian_cases,
    mistakes=(
        *_faces("omitted-term/no-delta", "the term of the diagonal, diag(o), is missing",
                "On the diagonal the derivative is o_i (1 − o_i), not −o_i².",
                *_of_o(lambda o: -np.outer(o, o))),
        *_faces("omitted-term/only-outer-product", "this is o_i o_j, without minus and without "
                "the diagonal term", "J = diag(o) − the outer product.",
                *_of_o(lambda o: np.outer(o, o))),
        *_faces("omitted-term/diagonal-only", "only the diagonal is filled: the other logits seem "
                "to have no influence",
                "Raising z_j lowers every other probability: −o_i o_j off the diagonal.",
                *_of_o(lambda o: np.diag(o * (1 - o)))),
        *_faces("shape/diagonal-as-vector", "only the diagonal comes back, as a vector",
                "There are m × m derivatives: every o_i by every z_j.",
                *_of_o(lambda o: o * (1 - o))),
        *_faces("omitted-term/no-outer-product", "the outer product is missing",
                "The normalising sum depends on every logit: − o_i o_j.", *_of_o(np.diag)),
        *_faces("omitted-term/empty-diagonal", "the diagonal is missing",
                "There the derivative is o_i (1 − o_i).",
                *_of_o(lambda o: _jacobian(o) * (1 - np.eye(len(o)))),
                *_of_o(lambda o: np.diag(o) * 0 + np.outer(o, o) * (1 - np.eye(len(o))))),
        *_faces("sign/flipped", "every entry has the opposite sign",
                "Raising a logit raises its own probability: the diagonal is positive.",
                *_of_o(lambda o: -_jacobian(o))),
        *_faces("sign/off-diagonal", "the entries off the diagonal have the wrong sign",
                "Raising z_j lowers the other probabilities.",
                *_of_o(lambda o: _off_diagonal(_jacobian(o), -1))),
        *_faces("sign/outer-product-added", "the outer product is added",
                "J = diag(o) − o oᵀ.", *_of_o(lambda o: np.diag(o) + np.outer(o, o))),
        *_faces("neighbour-formula/one-everywhere", "1 stands in place of δ: every entry is "
                "o_i (1 − o_j)", "δ is 1 on the diagonal and 0 elsewhere.",
                *_of_o(lambda o: np.outer(o, 1 - o)), *_of_o(lambda o: np.outer(1 - o, o))),
        *_faces("neighbour-formula/own-probability-twice", "off the diagonal stands −o_i² or "
                "−o_j² in place of −o_i o_j",
                "Two different probabilities meet there.",
                *_of_o(lambda o: o[:, None] * (np.eye(len(o)) - o[:, None])),
                *_of_o(lambda o: o * (np.eye(len(o)) - o)),
                *_of_o(lambda o: np.diag(o) - o * o),
                *_of_o(lambda o: np.diag(o) - (o * o)[:, None])),
        *_faces("factor/outer-product-doubled", "the outer product is doubled",
                "J = diag(o) − o oᵀ: once.",
                *_of_o(lambda o: np.diag(o) - 2 * np.outer(o, o))),
        *_faces("factor/outer-product-too-small", "the outer product is halved or divided by m",
                "J = diag(o) − o oᵀ, undivided.",
                *_of_o(lambda o: np.diag(o) - np.outer(o, o) / 2),
                *_of_o(lambda o: np.diag(o) - np.outer(o, o) / len(o))),
        *_faces("factor/diagonal-doubled", "diag(o) is doubled", "J = diag(o) − o oᵀ: once.",
                *_of_o(lambda o: 2 * np.diag(o) - np.outer(o, o))),
        *_faces("duplicates/square-twice", "o² is subtracted twice on the diagonal: in "
                "o (1 − o) and in the outer product", "Once: diag(o) − o oᵀ.",
                *_of_o(lambda o: np.diag(o - o**2) - np.outer(o, o))),
        *_faces("sign/diagonal", "the diagonal has the wrong sign",
                "Raising a logit raises its own probability: o_i (1 − o_i).",
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, -_jacobian(o), _jacobian(o)))),
        *_faces("sign/diagonal-plus", "o_i (1 + o_i) stands on the diagonal",
                "On the diagonal: o_i (1 − o_i).",
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, o * (1 + o), -np.outer(o, o)))),
        *_faces("omitted-term/diagonal-o", "`o_i` alone stands on the diagonal",
                "On the diagonal: o_i (1 − o_i).",
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, o, -np.outer(o, o)))),
        *_faces("omitted-term/one-factor-off-diagonal", "off the diagonal stands one probability "
                "in place of the product of two", "There it is −o_i o_j.",
                *(f for sign in (1, -1) for f in (
                    *_of_o(lambda o, c=sign: np.where(np.eye(len(o)) > 0, o * (1 - o),
                                                      c * o[:, None])),
                    *_of_o(lambda o, c=sign: np.where(np.eye(len(o)) > 0, o * (1 - o), c * o))))),
        *_faces("neighbour-formula/complement-off-diagonal", "1 − o stands off the diagonal",
                "There it is −o_i o_j.",
                *(f for sign in (1, -1) for f in (
                    *_of_o(lambda o, c=sign: np.where(np.eye(len(o)) > 0, o * (1 - o),
                                                      c * np.outer(1 - o, 1 - o))),
                    *_of_o(lambda o, c=sign: np.where(np.eye(len(o)) > 0, c * o * (1 - o),
                                                      -np.outer(o, 1 - o)))))),
        *_faces("neighbour-formula/difference-off-diagonal", "a difference of probabilities stands "
                "off the diagonal", "There it is −o_i o_j.",
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, o * (1 - o), o[:, None] - o)),
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, o * (1 - o), o - o[:, None]))),
        *_faces("omitted-term/one-triangle", "only one triangle is filled",
                "J is symmetric: fill both sides of the diagonal.",
                *_of_o(lambda o: np.tril(_jacobian(o))), *_of_o(lambda o: np.triu(_jacobian(o)))),
        *_faces("factor/off-diagonal-halved", "the entries off the diagonal are halved",
                "There it is −o_i o_j.",
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, _jacobian(o), _jacobian(o) / 2))),
        *_faces("axis/one-row", "only one row comes back", "Shape (m, m).",
                *_of_o(lambda o: _jacobian(o)[0]), *_of_o(lambda o: _jacobian(o)[-1])),
        *_left_out(functions.softmax_jacobian, lambda z: _jacobian(_naive(z))),
        *_faces("missing-return/first-entry-only", "only one entry comes back",
                "Does the `return` stand inside the loop? Shape (m, m).",
                *_of_o(lambda o: _jacobian(o)[0, 0])),
        *_faces("off-by-one/last-class", "the last class is left out",
                "range(m) already stops before m.", *_of_o(lambda o: _jacobian(o)[:-1, :-1])),
        *_faces("off-by-one/first-class", "the first class is left out",
                "Counting starts at 0.", *_of_o(lambda o: _jacobian(o)[1:, 1:])),
        *_faces("omitted-term/one-triangle", "only one triangle is filled, without the diagonal",
                "J is symmetric, with o_i (1 − o_i) on the diagonal.",
                *_of_o(lambda o: np.triu(_jacobian(o), 1)),
                *_of_o(lambda o: np.tril(_jacobian(o), -1))),
        *_faces("neighbour-formula/slopes-everywhere", "o (1 − o) fills whole rows or columns",
                "That is the diagonal; off it stands −o_i o_j.",
                *_of_o(lambda o: np.outer(o * (1 - o), np.ones(len(o)))),
                *_of_o(lambda o: np.outer(np.ones(len(o)), o * (1 - o)))),
        *_faces("neighbour-formula/complement-subtracted", "1 − o stands in the outer product",
                "J = diag(o) − o oᵀ.", *_of_o(lambda o: np.diag(o) - np.outer(1 - o, o)),
                *_of_o(lambda o: np.diag(o) - np.outer(o, 1 - o))),
        *_faces("duplicates/equal-probabilities", "equal probabilities count once",
                "A set and np.unique lose repetitions and order.",
                *_of_o(lambda o: _jacobian(np.unique(o)))),
        *_faces("axis/trace", "the diagonal is summed", "Shape (m, m).",
                *_of_o(lambda o: np.trace(_jacobian(o)))),
        *_faces("shape/flattened", "the entries come back as one long row", "Shape (m, m).",
                *_of_o(lambda o: _jacobian(o).ravel())),
        *_faces("neighbour-formula/outer-of-slopes", "the outer product of o (1 − o) is taken",
                "Off the diagonal: −o_i o_j.",
                *_of_o(lambda o: np.outer(o * (1 - o), o)),
                *_of_o(lambda o: np.outer(o * (1 - o), o * (1 - o)))),
        *_faces("neighbour-formula/tanh-rule", "1 − o² stands on the diagonal, the rule of tanh",
                "On the diagonal: o_i (1 − o_i).", *_of_o(lambda o: np.diag(1 - o**2))),
        *_faces("neighbour-formula/repeated-probabilities", "the probabilities are repeated",
                "Differentiate them.", *_of_o(lambda o: np.tile(o, (len(o), 1))),
                *_of_o(lambda o: np.tile(o, (len(o), 1)).T)),
        *_faces("neighbour-formula/softmax-twice", "softmax is applied twice", "Once is enough.",
                *_of_o(lambda o: _jacobian(functions.softmax(o)))),
        *_faces("neighbour-formula/squared-matrix", "the Jacobian is multiplied with itself",
                "Return J itself.", *_of_o(lambda o: _jacobian(o) @ _jacobian(o))),
        *_faces("neighbour-formula/sorted", "rows or probabilities come in another order",
                "J[i, j] belongs to o_i and z_j.", *_of_o(lambda o: _jacobian(o)[::-1]),
                *_of_o(lambda o: _jacobian(np.sort(o)))),
        *_faces("integer/rounded", "the entries are rounded", "Return all the digits.",
                *(f for d in (1, 2, 3, 4)
                  for f in _of_o(lambda o, d=d: np.round(_jacobian(o), d)))),
        *_faces("integer/to-whole-numbers", "the entries become whole numbers",
                "Make the matrix a float array: np.zeros((m, m)).",
                *_of_o(lambda o: np.trunc(_jacobian(o))),
                *_of_o(lambda o: np.round(_jacobian(o)))),
        *_faces("neighbour-formula/inner-product", "the inner product, one number, is subtracted",
                "The outer product is a matrix: np.outer(o, o).",
                *_of_o(lambda o: np.diag(o) - o @ o),
                *_of_o(lambda o: np.diag(o) - np.dot(o, o) * np.eye(len(o)))),
        *_faces("neighbour-formula/one-factor-short", "`o` is subtracted in place of o_i o_j",
                "Off the diagonal stands a product of two probabilities.",
                *_of_o(lambda o: np.diag(o) - o), *_of_o(lambda o: np.diag(o) - o[:, None])),
        *_faces("neighbour-formula/identity-minus-outer", "the identity stands in place of "
                "diag(o)", "On the diagonal: o_i − o_i².",
                *_of_o(lambda o: np.eye(len(o)) - np.outer(o, o))),
        *_faces("neighbour-formula/log-softmax", "this is the Jacobian of log softmax, δ − o_j: "
                "the factor o_i is missing", "∂o_i = o_i ∂ log o_i.",
                *_of_o(lambda o: np.eye(len(o)) - o),
                *_of_o(lambda o: np.eye(len(o)) - o[:, None])),
        *_faces("neighbour-formula/sigmoid", "this is the derivative of separate sigmoids",
                "Softmax ties all the classes together.",
                lambda z: np.diag(functions.sigmoid_grad(np.asarray(z))),
                lambda z: _jacobian(functions.sigmoid(np.asarray(z))),
                lambda z: functions.sigmoid_grad(np.asarray(z))),
        *_faces("neighbour-formula/no-softmax", "the logits stand where the probabilities should",
                "First o = softmax(z).",
                lambda z: _jacobian(np.asarray(z)),
                lambda z: np.asarray(z)[:, None] * (np.eye(len(z)) - np.asarray(z))),
        *_faces("omitted-term/not-normalised", "the exponentials are not divided by their sum",
                "First o = softmax(z).", lambda z: _jacobian(np.exp(z)),
                lambda z: _jacobian(_exp(z, "rows"))),
        *_faces("neighbour-formula/log-probabilities", "log o stands in place of o",
                "Use the probabilities.", *_of_o(lambda o: _jacobian(np.log(o)))),
        *_faces("neighbour-formula/softmax", "these are the probabilities, not their derivatives",
                "There are m × m derivatives.", functions.softmax, _naive),
        *_faces("shape/reduced", "the Jacobian is summed over one index",
                "Keep all m × m entries: J[i, j].", *_of_o(lambda o: _jacobian(o).sum(axis=0))),
        *_faces("shape/extra-axis", "the Jacobian has an axis too many",
                "Shape (m, m).", *_of_o(lambda o: _jacobian(o)[None])),
        *_faces("factor/doubled", "every entry is twice too large",
                "There is no square to differentiate.", *_of_o(lambda o: 2 * _jacobian(o))),
        *_faces("factor/divided-by-m", "every entry is divided by m", "There is no mean here.",
                *_of_o(lambda o: _jacobian(o) / len(o))),
        *_faces("factor/extra-probability", "every row or column carries a probability too many",
                "o_i (δ_ij − o_j): two factors, not three.",
                *_of_o(lambda o: o[:, None] * _jacobian(o)), *_of_o(lambda o: o * _jacobian(o))),
        *_faces("neighbour-formula/diagonal-of-square", "`o²` stands on the diagonal",
                "On the diagonal: o_i − o_i².", *_of_o(lambda o: np.diag(o**2)),
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, o**2, -np.outer(o, o)))),
        *_faces("neighbour-formula/diagonal-one-minus-o", "1 − o_i stands on the diagonal",
                "On the diagonal: o_i (1 − o_i).",
                *_of_o(lambda o: np.where(np.eye(len(o)) > 0, 1 - o, -np.outer(o, o))),
                *_of_o(lambda o: np.diag(1 - o) - np.outer(o, o)),
                *_of_o(lambda o: np.diag(1 - o))),
        *_faces("neighbour-formula/loss-gradient", "a vector o − one-hot comes back: the gradient "
                "of a loss", "Softmax itself has m × m derivatives.",
                *_of_o(lambda o: o - np.eye(len(o))[o.argmax()])),
        *_faces("sign/negated-logits", "softmax is taken of −z", "Use z as it is.",
                lambda z: functions.softmax_jacobian(-np.asarray(z))),
        *_faces("neighbour-formula/coarse-differences", "these are differences with a coarse or "
                "one-sided step, not derivatives", "Use the formula, or a smaller central step.",
                *(lambda z, h=h: _jacobian_numeric(z, h) for h in (1.0, 0.1)),
                *(lambda z, h=h: np.array([
                    (functions.softmax(np.asarray(z, float) + h * e) - functions.softmax(z)) / h
                    for e in np.eye(len(z))]).T for h in (1.0, 0.1, 0.01, 1e-3))),
        *_faces("unstable/no-shift", "right on ordinary logits, not a number at ±1000",
                "Use a softmax that subtracts the largest logit.",
                lambda z: _jacobian(_naive(z)), lambda z: np.nan_to_num(_jacobian(_naive(z))),
                lambda z: _jacobian(np.nan_to_num(_naive(z))),
                lambda z: _jacobian(np.exp(z) / (np.exp(z).sum() + 1e-9))),
        *_faces("unstable/absolute-max", "the largest size |z| is subtracted: logits near −1000 "
                "become 0 / 0", "Subtract max(z), not max(|z|).",
                lambda z: _jacobian(_softmax_with("size")(z))),
        *_faces("unstable/min-instead-of-max", "the smallest, the mean or the first logit is "
                "subtracted, so the exponentials still overflow", "Subtract the largest.",
                lambda z: _jacobian(_softmax_with("min")(z)),
                lambda z: _jacobian(_softmax_with("mean")(z)),
                lambda z: _jacobian(_softmax_with("first")(z))),
        *_faces("unstable/quotient-rule", "the quotient rule is computed with raw exponentials, "
                "which overflow at ±1000", "Write it with the probabilities o instead.",
                lambda z: (np.diag(np.exp(z)) * np.exp(z).sum() - np.outer(np.exp(z), np.exp(z)))
                / np.exp(z).sum() ** 2),
        *_faces("unstable/clipped-logits", "the logits are clipped", "Subtract the largest.",
                *(lambda z, c=c: functions.softmax_jacobian(np.clip(z, -c, c))
                  for c in (700, 500, 100))),
        *_faces("integer/integer-result", "right for floats, wrong when the logits are whole "
                "numbers", "Make the matrix a float array: np.zeros((m, m)).",
                lambda z: _jacobian(functions.softmax(z)).astype(np.asarray(z).dtype)),
        Mistake("in-place/argument-changed",
                lambda z: _jacobian(_subtract_in_place(z)),
                "the call changes its argument `z`", "Write z = z − …, not z −= …."),
        Mistake("in-place/argument-changed",
                _arrays_only(lambda z: _jacobian(_subtract_in_place(z))),
                "the call changes its argument `z`", "Write z = z − …, not z −= …."),
    ),
    hints=("How many numbers are there? Each of m probabilities moves with each of m logits.",
           "Two cases: i = j gives o_i (1 − o_i), i ≠ j gives −o_i o_j.",
           "diag(o) − outer(o, o) with o = softmax(z)"),
    formula="J[i, j] = o_i (δ_ij − o_j), J = diag(o) − o oᵀ",
    variation="which v gives J v = 0? What does that say about shifting all logits?",
    right=(_jacobian_loop, _jacobian32, _jacobian_numeric,
           lambda z: np.einsum("i,ij->ij", functions.softmax(z),
                               np.eye(len(z)) - functions.softmax(z)),
           lambda z: np.where(np.eye(len(z)) > 0,
                              functions.softmax(z) * (1 - functions.softmax(z)),
                              -functions.softmax(z)[:, None] * functions.softmax(z)),
           lambda z: -functions.softmax(z)[:, None] * (functions.softmax(z) - np.eye(len(z)))),
    awkward=_jacobian_loop,
)

# --- 4.7 spot_impostor ------------------------------------------------------------------------


def spot_impostor(candidates):
    """Index of the one matrix among three that cannot be a Jacobian of softmax.

    Laws of a Jacobian (m, m): symmetric, rows sum to 0, no negative eigenvalue.
    Lectures MAY24-1.3f, MAY24-1.3g.
    """
    def obeys_the_laws(J):
        symmetric = np.allclose(J, J.T)
        rows_sum_to_0 = np.allclose(J.sum(axis=1), 0)
        return symmetric and rows_sum_to_0 and np.linalg.eigvalsh(J).min() > -1e-9
    return [obeys_the_laws(J) for J in candidates].index(False)


def _genuine(*o):
    return _jacobian(np.array(o))


def _impostor_cases():
    a, b, c = _genuine(0.1, 0.2, 0.7), _genuine(0.5, 0.3, 0.2), _genuine(0.25, 0.25, 0.5)
    p, q = _genuine(0.1, 0.2, 0.3, 0.4), _genuine(0.25, 0.25, 0.25, 0.25)
    pair, even = _genuine(0.3, 0.7), _genuine(0.5, 0.5)
    o = np.array([0.5, 0.3, 0.2])
    turn = 0.05 * np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    indefinite = np.array([[0.1, 0.2, -0.3], [0.2, 0.1, -0.3], [-0.3, -0.3, 0.6]])
    scale = np.array([1.0, 2.0, 0.5])
    total = np.array([[0.2, -0.1, 0.0], [-0.1, 0.1, -0.1], [0.0, -0.1, 0.1]])
    return [
        Case(([np.diag(o * (1 - o)), a, c],), "an impostor with an empty off-diagonal"),
        Case(([a, b, -b],), "an impostor with the sign flipped"),
        Case(([c, np.eye(3) - o, a],), "an impostor that is not symmetric"),
        Case(([b, a, c + turn],), "an impostor whose rows and columns sum to 0"),
        Case(([a, indefinite, b],), "an impostor with a positive diagonal"),
        Case(([np.outer(scale, scale) * a, b, c],), "an impostor of the right rank"),
        Case(([p, q, np.diag([0.1, 0.2, 0.3, 0.4])],), "four classes"),
        Case(([pair, even, -np.outer([0.3, 0.7], [0.3, 0.7])],), "two classes"),
        Case(([even, np.array([[0.25, 0.25], [0.25, 0.25]]), pair],),
             "two classes, signs of the off-diagonal"),
        Case(([(np.eye(3) - o).T, b, a],), "an impostor whose columns sum to 0"),
        Case(([a, b, np.full((3, 3), 0.1)],), "an impostor of equal entries"),
        Case(([a, -0.5 * c, b],), "an impostor with a negative diagonal"),
        Case(([c, b, total],), "an impostor whose entries sum to 0, its rows do not"),
        Case(([_genuine(0.999, 0.0005, 0.0005), np.diag(o), a],), "a nearly certain softmax"),
        Case(([b - turn, c, a],), "another whose rows and columns sum to 0"),
        Case(([c, b + 0.5 * turn, a],), "a third whose rows and columns sum to 0"),
        Case(([indefinite[::-1, ::-1], a, c],), "another with a positive diagonal"),
        Case(([c, a, indefinite],), "a third with a positive diagonal"),
        Case(([a, c, np.outer(scale, scale) * b],), "another of the right rank"),
        Case(([b, np.outer(1 / scale, 1 / scale) * c, a],), "a third of the right rank"),
    ]


_LAWS = {
    "symmetric": lambda J: np.allclose(J, J.T),
    "rows": lambda J: np.allclose(J.sum(axis=1), 0),
    "columns": lambda J: np.allclose(J.sum(axis=0), 0),
    "trace": lambda J: np.trace(J) >= 0,
    "definite": lambda J: np.linalg.eigvalsh((J + J.T) / 2).min() > -1e-9,
    "diagonal": lambda J: bool(np.all(np.diag(J) >= 0)),
    "off": lambda J: bool(np.all(J - np.diag(np.diag(J)) <= 1e-12)),
    "rank": lambda J: np.linalg.matrix_rank(J, tol=1e-9) == len(J) - 1,
    "inverse": lambda J: abs(np.linalg.det(J)) < 1e-12,
}


def _by_laws(*laws, default=0):
    def wrong(candidates):
        for i, J in enumerate(candidates):
            if not all(_LAWS[name](np.asarray(J)) for name in laws):
                return i
        if default == "raise":
            raise IndexError("list index out of range")
        return default
    return wrong


def _exact(*numbers, default):
    """Laws tested without any tolerance; the first that breaks one."""
    tests = (lambda J: np.any(J != J.T), lambda J: np.any(J.sum(axis=1) != 0),
             lambda J: np.linalg.eigvalsh(J).min() < 0)
    return lambda candidates: next((i for i, J in enumerate(candidates) if any(
        tests[n](J) for n in numbers)), default)


def _sums_of_one(laws):
    """The largest fault, with rows that should sum to 1."""
    faults = {"symmetric": lambda J: np.abs(J - J.T).max(),
              "rows": lambda J: np.abs(J.sum(axis=1) - 1).max(),
              "definite": lambda J: -np.linalg.eigvalsh((J + J.T) / 2).min()}
    return lambda candidates: int(np.argmax([max(faults[law](J) for law in laws)
                                             for J in candidates]))


def _defaults(*laws):
    return tuple(_by_laws(*laws, default=d) for d in (0, -1, None, "raise"))


def _rebuild(candidates):
    def misfit(J):
        d = np.diag(J)  # o - o^2; solve for o, both roots, keep the best
        root = np.sqrt(np.maximum(0.25 - d, 0))
        best = np.inf
        for signs in np.ndindex(*(2,) * len(d)):
            o = 0.5 + np.where(np.array(signs) > 0, root, -root)
            best = min(best, np.abs(_jacobian(o) - J).max() + abs(o.sum() - 1))
        return best
    return int(np.argmax([misfit(J) for J in candidates]))


def _impostor_loop(candidates):
    for k, J in enumerate(candidates):
        m = len(J)
        bad = any(abs(sum(J[i])) > 1e-8 for i in range(m))
        bad = bad or any(abs(J[i][j] - J[j][i]) > 1e-8 for i in range(m) for j in range(m))
        bad = bad or any(J[i][j] > 1e-8 for i in range(m) for j in range(m) if i != j)
        if bad or any(J[i][i] < 0 for i in range(m)):
            return k
    return None


IMPOSTOR = Exercise(
    id="spot_impostor", title="Spot the impostor", notebook="04", number="4.7",
    signature="spot_impostor(candidates)", lecture=("MAY24-1.3f", "MAY24-1.3g"),
    minutes=12, difficulty=3, reference=spot_impostor, cases=_impostor_cases,
    mistakes=(
        *_faces("omitted-term/only-symmetry", "only the symmetry is tested",
                "Many symmetric matrices have rows that do not sum to 0.",
                *_defaults("symmetric"), lists=False),
        *_faces("omitted-term/only-row-sums", "only the row sums are tested",
                "Look at the cases where the rows sum to 0 and the matrix is not symmetric, or "
                "has the sign flipped.", *_defaults("rows"), lists=False),
        *_faces("omitted-term/only-column-sums", "only the column sums are tested",
                "Symmetry and the sign have to be tested too.", *_defaults("columns"),
                lists=False),
        *_faces("omitted-term/only-eigenvalues", "only the eigenvalues are tested",
                "Test symmetry and row sums too.", *_defaults("definite"), lists=False),
        *_faces("omitted-term/no-eigenvalue-test", "no law about signs is tested: −J passes",
                "A covariance matrix has no negative eigenvalue.",
                *_defaults("symmetric", "rows"), lists=False),
        *_faces("neighbour-formula/diagonal-for-eigenvalues", "a diagonal that is not negative is "
                "taken for positive semidefinite",
                "A matrix with a positive diagonal may have a negative eigenvalue.",
                *_defaults("symmetric", "rows", "diagonal"),
                *_defaults("symmetric", "rows", "trace"), lists=False),
        *_faces("omitted-term/no-symmetry-test", "the symmetry is not tested",
                "One impostor has rows and columns that sum to 0 and no symmetry.",
                *_defaults("rows", "definite"), *_defaults("rows", "columns", "definite"),
                *_defaults("columns", "definite"), lists=False),
        *_faces("omitted-term/no-row-sum-test", "the row sums are not tested",
                "Shifting all logits changes nothing: J times (1, …, 1) is 0.",
                *_defaults("symmetric", "definite"), lists=False),
        *_faces("neighbour-formula/rank-for-row-sums", "the rank m − 1 is tested in place of the "
                "row sums", "A matrix of rank m − 1 may send another vector than (1, …, 1) to 0.",
                *_defaults("symmetric", "rank", "definite"),
                *_defaults("symmetric", "inverse", "definite"), *_defaults("rank"),
                *_defaults("inverse"), *_defaults("symmetric", "rank"), lists=False),
        *_faces("neighbour-formula/largest-row-sum", "the matrix with the largest row sum (or "
                "total) is taken", "Impostors may have row sums of 0 too: test |sum| < a small "
                "number, and the other laws.",
                *(lambda c, f=f: int(np.argmax([f(J) for J in c])) for f in (
                    lambda J: J.sum(axis=1).max(), lambda J: np.abs(J.sum(axis=1)).max(),
                    np.sum, lambda J: abs(J.sum()), lambda J: np.abs(J.sum(axis=1)).sum())),
                lists=False),
        *_faces("neighbour-formula/smallest-row-sum", "the matrix with the smallest row sum is "
                "taken",
                "Row sums of 0 belong to a genuine Jacobian.",
                lambda c: int(np.argmin([np.abs(J.sum(axis=1)).max() for J in c])),
                lambda c: int(np.argmin([J.sum(axis=1).min() for J in c])), lists=False),
        *_faces("omitted-term/only-symmetry", "only the symmetry is looked at",
                "Impostors may be symmetric: test the other laws too.",
                lambda c: int(np.argmax([np.abs(J - J.T).max() for J in c])),
                lambda c: int(np.argmax([np.abs(J - J.T).sum() for J in c])), lists=False),
        *_faces("omitted-term/only-smallest-eigenvalue", "the matrix with the smallest eigenvalue "
                "is taken", "Test symmetry and row sums too.",
                lambda c: int(np.argmin([np.linalg.eigvalsh(J).min() for J in c])), lists=False),
        *_faces("neighbour-formula/trace-norm-or-determinant", "trace, norm or determinant decides",
                "The laws are symmetry, row sums of 0, no negative eigenvalue.",
                *(lambda c, f=f, a=a: int(a([f(J) for J in c])) for a in (np.argmin, np.argmax)
                  for f in (np.trace, np.linalg.norm)),
                lambda c: int(np.argmin([round(np.linalg.det(J), 12) for J in c])),
                lists=False),
        *_faces("omitted-term/only-signs", "only signs of entries are tested",
                "Test symmetry and row sums too.", *_defaults("diagonal"), *_defaults("off"),
                *_defaults("diagonal", "off"), lists=False),
        *_faces("sign/negative-entries", "any negative entry counts as a fault",
                "Off the diagonal a genuine Jacobian is negative: −o_i o_j.",
                *(lambda c, d=d: next((i for i, J in enumerate(c) if np.any(J < 0)), d)
                  for d in (0, -1)), lists=False),
        *_faces("omitted-term/no-symmetry-but-signs", "the symmetry is not tested, only row sums "
                "and signs", "One impostor has rows and columns that sum to 0 and no symmetry.",
                *_defaults("rows", "diagonal"), *_defaults("rows", "off"),
                *_defaults("rows", "diagonal", "off"), lists=False),
        *_faces("omitted-term/no-row-sums-but-signs", "the row sums are not tested, only symmetry "
                "and signs", "Shifting all logits changes nothing: J times (1, …, 1) is 0.",
                *_defaults("symmetric", "off"), *_defaults("symmetric", "diagonal"),
                *_defaults("symmetric", "diagonal", "off"), lists=False),
        *_faces("axis/total-sum", "the sum of all entries is tested, not every row",
                "Rows may cancel each other: each row sums to 0.",
                *(lambda c, d=d: next((i for i, J in enumerate(c)
                                       if not np.isclose(J.sum(), 0)), d) for d in (0, -1)),
                lists=False),
        *_faces("unstable/exact-eigenvalues", "eigenvalues are compared with exactly 0: rounding "
                "makes a genuine Jacobian fail", "Allow for rounding: > −1e-9.",
                lambda c: next((i for i, J in enumerate(c) if not _LAWS["symmetric"](J)
                                or not _LAWS["rows"](J) or np.linalg.eigvalsh(J).min() < 0), 0),
                lambda c: next((i for i, J in enumerate(c)
                                if np.linalg.eigvalsh(J).min() < 0), 0), lists=False),
        *_faces("off-by-one/counted-from-one", "the candidates are counted from 1",
                "The first one has index 0.", lambda c: spot_impostor(c) + 1, lists=False),
        *_faces("neighbour-formula/first-genuine", "the index of a genuine Jacobian comes back",
                "Return the index of the one that breaks a law.",
                lambda c: int(spot_impostor(c) == 0),
                lambda c: 2 if spot_impostor(c) < 2 else 1, lists=False),
        *_faces("shape/verdict-per-candidate", "one verdict per candidate comes back",
                "Return one index.", lambda c: [i == spot_impostor(c) for i in range(3)],
                lambda c: [i != spot_impostor(c) for i in range(3)],
                lambda c: [spot_impostor(c)], lists=False),
        *_faces("shape/matrix-returned", "the matrix comes back, not its index",
                "Return 0, 1 or 2.", lambda c: c[spot_impostor(c)], lists=False),
        *_faces("unstable/exact-comparison", "sums are compared with exactly 0: rounding makes a "
                "genuine Jacobian fail", "Allow for rounding: np.allclose.",
                lambda c: next((i for i, J in enumerate(c) if np.any(J.sum(axis=1) != 0)), 0),
                *(_exact(*tests, default=default) for default in (0, -1, None)
                  for tests in ((1,), (0, 1), (1, 2), (0, 1, 2))), lists=False),
        *_faces("neighbour-formula/row-sums-of-one", "rows that sum to 1 are asked for, as for the "
                "softmax itself", "Each row of the Jacobian sums to 0: the outputs change, their "
                "sum does not.", *(_sums_of_one(laws) for laws in (
                    ("rows",), ("symmetric", "rows"), ("symmetric", "rows", "definite"))),
                lists=False),
        *(Mistake("ignored-argument/constant", lambda c, k=k: k, "the answer is always the same",
                  "Look into the candidates.") for k in (0, 1, 2)),
    ),
    hints=("What does every softmax Jacobian have in common? Print the row sums of one.",
           "Three laws: J = Jᵀ, every row sums to 0, no eigenvalue is negative. Allow for "
           "rounding.",
           "the first k with not (allclose(J, J.T) and allclose(J.sum(1), 0) and "
           "eigvalsh(J).min() > −1e-9)"),
    formula="J = Jᵀ, J·1 = 0, vᵀJv ≥ 0 for every v",
    variation="build an impostor that passes all three laws. Which law would catch it?",
    right=(_impostor_loop, _rebuild,
           lambda c: np.int64(_by_laws("symmetric", "columns", "definite")(c)),
           _by_laws("symmetric", "rows", "off"),
           lambda c: float(np.argmax([np.abs(J - J.T).max() + np.abs(J.sum(1)).max()
                                      - min(np.linalg.eigvals(J).real.min(), 0) for J in c]))),
    awkward=lambda c: np.float32(_impostor_loop(c)),
)

# --- 4.8 ce_logits_gradient -------------------------------------------------------------------


def _gradient_cases():
    rng = np.random.default_rng(48)
    eye3, soft = np.eye(3), np.array([[0.7, 0.2, 0.1], [0.25, 0.5, 0.25]])
    return [
        Case((LECTURE_LOGITS[None, :], eye3[[2]]), "the logits 1, 2, 3 and label 2",
             sizes={"t": 1, "m": 3}),
        Case((rng.normal(size=(4, 3)) * 2, eye3[[0, 2, 1, 2]]), "four rows",
             sizes={"t": 4, "m": 3}),
        Case((rng.normal(size=(2, 5)), np.eye(5)[[3, 1]]), "two rows of five logits",
             sizes={"t": 2, "m": 5}),
        Case((rng.normal(size=(2, 3)), soft), "soft targets", sizes={"t": 2, "m": 3}),
        Case((rng.normal(size=(3, 3)), eye3[[1, 0, 1]]), "as many rows as classes",
             sizes={"t": 3, "m": 3}),
        Case((np.array([[1, 3, 0], [-1, 0, 2]]), np.array([[0, 1, 0], [1, 0, 0]])),
             "whole numbers", sizes={"t": 2, "m": 3}, integers=True),
        Case(([[0.5, 1.0], [2.0, 0.0], [-1.0, 0.5], [0.0, 3.0], [1.0, 1.5]],
              np.eye(2)[[0, 0, 1, 1, 0]]), "a list of logits", sizes={"t": 5, "m": 2}),
        Case((np.array([[1000.0, 0.0, -1000.0], [0.0, 1000.0, 999.0]]), eye3[[2, 1]]),
             "logits of ±1000", sizes={"t": 2, "m": 3}, extreme=True),
        Case((_extreme_rows(), eye3[[0, 1, 2, 1]]), "rows on very different levels",
             sizes={"t": 4, "m": 3}, extreme=True),
        Case((np.array([[0.0, -600.0, 200.0, 199.0]]), np.eye(4)[[2]]),
             "logits of some hundred", sizes={"t": 1, "m": 4}, extreme=True),
    ]


def _blame(fn, softmaxes=(functions.softmax, _naive)):
    """A mistake in what is done with o and T."""
    return tuple(lambda z, T, s=s: fn(s(np.asarray(z, dtype=float)), T) for s in softmaxes)


def _blame_loop(z, T):
    t = len(z)
    return [[(p - float(q)) / t for p, q in zip(_softmax_loop(list(row)), target, strict=True)]
            for row, target in zip(z, T, strict=True)]


def _blame_by_terms(z, T):
    """Every class that the target weighs adds its own gradient, weight · (o − e_y)."""
    o = functions.softmax(z)
    total = np.zeros(o.shape)
    for y, e_y in enumerate(np.eye(o.shape[1])):
        total += T[:, y:y + 1] * (o - e_y)
    return total / len(o)


def _gradient_in_place(z, T):
    o = functions.softmax(z)
    np.subtract(o, T, out=T if T.dtype.kind == "f" else None)
    T /= len(o)
    return T


def _shifted_in_place(z, T):
    return (_subtract_in_place(z) - T) / len(T)


def _targets_in_place(z, T):
    T -= functions.softmax(z)
    return -T / len(T)


GRADIENT = Exercise(
    id="ce_logits_gradient", title="Differentiate the loss by the logits", notebook="04",
    number="4.8", signature="ce_logits_gradient(z, T)",
    lecture=("MAY24-1.3h", "MAY24-1.3i", "MAY25-1.3h", "MAY25-1.3i"), minutes=8, difficulty=2,
    reference=functions.ce_logits_gradient, cases=_gradient_cases,
    mistakes=(
        *_faces("factor/t-times-too-large", "1/t is missing: every entry is t times too large",
                "The loss is a mean over the t rows; with the sum as convention o − T would "
                "stand alone.", *_blame(lambda o, T: o - T)),
        *_faces("factor/divided-by-classes", "`o − T` is divided by m, the number of classes",
                "Divide by t, the number of rows.",
                *_blame(lambda o, T: (o - T) / o.shape[1])),
        *_faces("factor/divided-by-all-entries", "`o − T` is divided by t · m",
                "The loss averages over rows, not over entries.",
                *_blame(lambda o, T: (o - T) / o.size)),
        *_faces("factor/divided-twice", "`o − T` is divided by t twice",
                "There is exactly one 1/t.", *_blame(lambda o, T: (o - T) / len(o) ** 2)),
        *_faces("off-by-one/t-minus-one", "`o − T` is divided by t − 1",
                "A mean divides by t.", *_blame(lambda o, T: (o - T) / (len(o) - 1)),
                *_blame(lambda o, T: (o - T) / max(len(o) - 1, 1))),
        *_faces("off-by-one/t-plus-one", "`o − T` is divided by t + 1", "A mean divides by t.",
                *_blame(lambda o, T: (o - T) / (len(o) + 1))),
        *_left_out(functions.ce_logits_gradient, lambda z, T: functions.softmax(z) - T),
        *_faces("factor/doubled", "every entry is twice too large, as for a squared error",
                "The derivative of cross-entropy has no 2.",
                *_blame(lambda o, T: 2 * (o - T) / len(o)), *_blame(lambda o, T: 2 * (o - T))),
        *_faces("sign/flipped", "the sign is flipped: this is the direction of descent",
                "The gradient is o − T, prediction minus target.",
                *_blame(lambda o, T: (T - o) / len(o)), *_blame(lambda o, T: T - o),
                *_blame(lambda o, T: (T - o) / o.shape[1])),
        *_faces("sign/target-added", "the targets are added", "o − T: rows sum to 0.",
                *_blame(lambda o, T: (o + T) / len(o)), *_blame(lambda o, T: o + T)),
        *_faces("neighbour-formula/no-softmax", "the logits stand where the probabilities should",
                "First o = softmax(z).", lambda z, T: (np.asarray(z) - T) / len(T),
                lambda z, T: np.asarray(z) - T, lambda z, T: (T - np.asarray(z)) / len(T)),
        *_faces("omitted-term/no-target", "the targets are not subtracted",
                "o − T.", *_blame(lambda o, T: o / len(o)), *_blame(lambda o, T: o)),
        *_faces("omitted-term/only-target-class", "only the labelled class gets a gradient",
                "Every other logit gets o_i: all the wrong classes are pushed down.",
                *_blame(lambda o, T: (o - T) * T / len(o)), *_blame(lambda o, T: (o - T) * T),
                *_blame(lambda o, T: (o - T) * (T > 0) / len(o)),
                *_blame(lambda o, T: np.where(T == 1, o - 1, 0) / len(o)),
                *_blame(lambda o, T: np.where(T == 1, o - 1, 0))),
        *_faces("omitted-term/only-wrong-classes", "the labelled class gets no gradient",
                "It gets o_y − 1.", *_blame(lambda o, T: o * (1 - T) / len(o)),
                *_blame(lambda o, T: o * (1 - T))),
        *_faces("factor/target-not-divided", "1/t acts on only one of o and T",
                "Divide the whole difference: (o − T) / t.",
                *_blame(lambda o, T: o / len(o) - T), *_blame(lambda o, T: o - T / len(o))),
        *_faces("neighbour-formula/soft-targets", "soft targets do not enter as they are: they are "
                "cut to 0 and 1", "Subtract T itself; soft rows are allowed.",
                *_blame(lambda o, T: (o - np.eye(T.shape[1])[T.argmax(axis=1)]) / len(o)),
                *_blame(lambda o, T: o - np.eye(T.shape[1])[T.argmax(axis=1)]),
                *_blame(lambda o, T: (o - (T == 1)) / len(o)),
                *_blame(lambda o, T: (o - (T > 0)) / len(o)),
                *_blame(lambda o, T: (o - (T > 0.5)) / len(o)),
                *_blame(lambda o, T: np.where(T == 1, o - 1, o))),
        *_faces("neighbour-formula/gradient-of-probabilities", "this is the derivative by the "
                "probabilities, −T / o", "One more link of the chain: times ∂o/∂z.",
                *_blame(lambda o, T: -T / o / len(o)), *_blame(lambda o, T: -T / o)),
        *_faces("neighbour-formula/extra-slope", "an extra factor o or o (1 − o), as for a squared "
                "error behind a sigmoid", "It cancels in the chain: o − T is all.",
                *_blame(lambda o, T: (o - T) * o * (1 - o) / len(o)),
                *_blame(lambda o, T: (o - T) * o * (1 - o)),
                *_blame(lambda o, T: (o - T) * o / len(o)),
                *_blame(lambda o, T: 2 * (o - T) * o * (1 - o) / len(o))),
        *_faces("neighbour-formula/squared-error", "this is the gradient of a squared error",
                "The loss is the cross-entropy.",
                *_blame(lambda o, T: np.array([2 * _jacobian(p) @ (p - q) for p, q in zip(
                    o, T, strict=True)]) / len(o)),
                *_blame(lambda o, T: np.array([_jacobian(p) @ (p - q) for p, q in zip(
                    o, T, strict=True)]) / len(o))),
        *_faces("omitted-term/diagonal-chain", "the chain −T / o is multiplied by the "
                "diagonal of the Jacobian only", "Every logit moves every probability.",
                *_blame(lambda o, T: -T * (1 - o) / len(o)), *_blame(lambda o, T: -T * (1 - o))),
        *_faces("unstable/chained", "the chain (−T / o) · J is computed literally: where o has "
                "become 0 it is 0 · ∞", "Use the fused result o − T.",
                lambda z, T: np.array([_jacobian(p) @ (-q / p) for p, q in zip(
                    functions.softmax(z), T, strict=True)]) / len(T),
                lambda z, T: np.array([_jacobian(p) @ (-q / (p + 1e-12)) for p, q in zip(
                    functions.softmax(z), T, strict=True)]) / len(T)),
        *_faces("neighbour-formula/log-probabilities", "log o stands in place of o",
                "o − T with the probabilities themselves.",
                *_blame(lambda o, T: (np.log(o) - T) / len(o)),
                *_blame(lambda o, T: -T * np.log(o)),
                *_blame(lambda o, T: -T * np.log(o) / len(o))),
        *_faces("neighbour-formula/sigmoid", "each logit goes through a sigmoid of its own",
                "First o = softmax(z).", lambda z, T: (functions.sigmoid(z) - T) / len(T),
                lambda z, T: functions.sigmoid(z) - T),
        *_faces("neighbour-formula/softmax-twice", "softmax is applied twice", "Once is enough.",
                *_blame(lambda o, T: (functions.softmax(o) - T) / len(o))),
        *_faces("neighbour-formula/softmax-of-targets", "softmax is applied to the targets too",
                "T already holds probabilities.",
                *_blame(lambda o, T: (o - functions.softmax(T)) / len(o))),
        *_faces("neighbour-formula/decision", "the prediction is rounded to one class",
                "Subtract T from the probabilities.",
                *_blame(lambda o, T: (np.eye(o.shape[1])[o.argmax(1)] - T) / len(o))),
        *_faces("omitted-term/one-for-target", "1 is subtracted from every probability, not from "
                "the labelled one only", "Subtract T: it is 1 in one place per row.",
                *_blame(lambda o, T: (o - 1) / len(o)), *_blame(lambda o, T: o - 1)),
        *_faces("neighbour-formula/masked-probability", "the probabilities of the labelled classes "
                "come back", "o − T, for every class.",
                *_blame(lambda o, T: T * o / len(o)), *_blame(lambda o, T: T * o)),
        *_faces("neighbour-formula/slope-divided", "`o − T` is divided by o (1 − o), as in a "
                "derivative by the probability", "By the logits it cancels: o − T is all.",
                *_blame(lambda o, T: (o - T) / (o * (1 - o)) / len(o)),
                *_blame(lambda o, T: (o - T) / (o * (1 - o)))),
        *_faces("neighbour-formula/sigmoid-slope", "this is o (1 − o), a slope without the targets",
                "o − T.", *_blame(lambda o, T: o * (1 - o)),
                *_blame(lambda o, T: o * (1 - o) / len(o))),
        *_faces("neighbour-formula/extra-complement", "an extra factor 1 − o", "o − T is all.",
                *_blame(lambda o, T: (o - T) * (1 - o) / len(o)),
                *_blame(lambda o, T: (o - T) * (1 - o))),
        *_faces("sign/target-added-flipped", "both o and T carry a minus", "o − T.",
                *_blame(lambda o, T: -(o + T) / len(o)), *_blame(lambda o, T: -(o + T))),
        *_faces("factor/multiplied-by-t", "`o − T` is multiplied by t", "Divide by t.",
                *_blame(lambda o, T: (o - T) * len(o))),
        *_faces("factor/halved", "`o − T` is halved", "Divide by t and nothing else.",
                *_blame(lambda o, T: (o - T) / 2 / len(o)), *_blame(lambda o, T: (o - T) / 2)),
        *_faces("factor/normalised", "the gradient is divided by its length",
                "Divide by t and nothing else.",
                *_blame(lambda o, T: (o - T) / np.linalg.norm(o - T)),
                *_blame(lambda o, T: (o - T) / np.linalg.norm(o - T, axis=1, keepdims=True))),
        *_faces("axis/divided-by-class-counts", "each column is divided by its own sum of targets",
                "Divide by t, the number of rows.",
                *_blame(lambda o, T: (o - T) / T.sum(axis=0))),
        *_faces("axis/summed-completely", "one number comes back",
                "Every logit has a derivative: shape (t, m).",
                *_blame(lambda o, T: (o - T).mean()), *_blame(lambda o, T: (o - T).sum())),
        *_faces("axis/one-row", "only one row comes back", "Every row has a gradient.",
                *(f for i in (slice(0, 1), 0, -1) for f in (
                    *_blame(lambda o, T, i=i: ((o - T) / len(o))[i]),
                    *_blame(lambda o, T, i=i: (o - T)[i])))),
        *_faces("transpose/targets", "the targets are transposed", "T has the shape of z.",
                *_blame(lambda o, T: (o - T.T) / len(o)), *_blame(lambda o, T: o - T.T)),
        *_faces("neighbour-formula/weights-gradient", "the difference is multiplied with the "
                "logits: that is the shape of a gradient of weights", "o − T is all.",
                *(lambda z, T, s=s, c=c: np.asarray(z).T @ (s(z) - T) / (len(T) if c else 1)
                  for s in (functions.softmax, _naive) for c in (0, 1))),
        *_faces("neighbour-formula/jacobian-of-targets", "the Jacobian is multiplied with the "
                "targets: the factor 1/o of the logarithm is missing", "(−T / o) · J = o − T.",
                *_blame(lambda o, T: np.array([-_jacobian(p) @ q for p, q in zip(
                    o, T, strict=True)]) / len(o)),
                *_blame(lambda o, T: np.array([-_jacobian(p) @ q for p, q in zip(
                    o, T, strict=True)]))),
        *_faces("neighbour-formula/jacobian-summed", "the Jacobian is summed over its columns: "
                "always 0", "Multiply it with −T / o.",
                *_blame(lambda o, T: np.zeros(o.shape))),
        *_faces("neighbour-formula/targets-in-logits", "the targets are subtracted from the "
                "logits, before softmax", "softmax(z) − T.",
                lambda z, T: functions.softmax(np.asarray(z) - T) / len(T),
                lambda z, T: functions.softmax(np.asarray(z) - T)),
        *_faces("neighbour-formula/loss-per-row", "these are the losses of the rows",
                "The gradient has the shape of z.",
                *_blame(lambda o, T: -(T * np.log(o)).sum(axis=1)),
                *_blame(lambda o, T: -(T * np.log(o)).sum(axis=1) / len(o))),
        *_faces("integer/rounded", "the gradient is rounded", "Return all the digits.",
                *(f for d in (1, 2, 3, 4)
                  for f in _blame(lambda o, T, d=d: np.round((o - T) / len(o), d)))),
        *_faces("unstable/probabilities-clipped", "the probabilities are kept away from 0 and 1 by "
                "a small number, and the number shows", "Use o itself: no logarithm is taken here.",
                *(f for c in (0.01, 1e-3, 1e-4, 1e-5) for f in (
                    *_blame(lambda o, T, c=c: (np.clip(o, c, 1 - c) - T) / len(o)),
                    *_blame(lambda o, T, c=c: (np.clip(o, c, 1) - T) / len(o)),
                    *_blame(lambda o, T, c=c: (o + c - T) / len(o)),
                    *_blame(lambda o, T, c=c: np.clip(o, c, 1 - c) - T)))),
        *_faces("sign/absolute", "the differences lose their sign",
                "The labelled class has a negative gradient.",
                *_blame(lambda o, T: np.abs(o - T) / len(o)),
                *_blame(lambda o, T: (o - T) ** 2 / len(o))),
        *_faces("axis/averaged-over-examples", "one row comes back, averaged over the examples",
                "Each row keeps its own gradient: shape (t, m).",
                *_blame(lambda o, T: (o - T).mean(axis=0)),
                *_blame(lambda o, T: (o - T).sum(axis=0)),
                *_blame(lambda o, T: (o - T).mean(axis=0, keepdims=True))),
        *_faces("shape/averaged-over-classes", "one number per row comes back",
                "Every logit has a derivative: shape (t, m).",
                *_blame(lambda o, T: (o - T).mean(axis=1)),
                *_blame(lambda o, T: (o - T).sum(axis=1)),
                *_blame(lambda o, T: np.abs(o - T).sum(axis=1) / len(o)),
                *_blame(lambda o, T: np.abs(o - T).sum(axis=1)),
                *_blame(lambda o, T: ((o - T) ** 2).sum(axis=1)),
                *_blame(lambda o, T: ((o - T) ** 2).sum(axis=1) / len(o)),
                *_blame(lambda o, T: ((o - T) * T).sum(axis=1)),
                *_blame(lambda o, T: ((o - T) * T).sum(axis=1) / len(o))),
        *_faces("neighbour-formula/loss", "this is the loss, not its gradient",
                "The gradient has the shape of z.",
                *_blame(lambda o, T: -(T * np.log(o)).sum(axis=1).mean()),
                lambda z, T: np.mean(functions.logsumexp(z) - (T * np.asarray(z)).sum(axis=1))),
        *_faces("axis/softmax-over-examples", "softmax runs over the examples",
                "Classes lie along the last axis.",
                *_blame(lambda o, T: (o - T) / len(o), tuple(
                    _softmax_with(s, 0) for s in ("rows", "none", "all", "columns"))),
                *_blame(lambda o, T: o - T, tuple(
                    _softmax_with(s, 0) for s in ("rows", "columns")))),
        *_faces("axis/softmax-over-batch", "softmax runs over the whole batch",
                "Each row is a distribution of its own.",
                *_blame(lambda o, T: (o - T) / len(o), tuple(
                    _softmax_with(s, None) for s in ("rows", "none", "all")))),
        *_faces("axis/shift-per-column", "each column loses its own maximum: that changes the "
                "differences inside a row", "One number per row may be subtracted.",
                *_blame(lambda o, T: (o - T) / len(o), (_softmax_with("columns"),))),
        *_faces("shape/keepdims", "a maximum or sum per row has shape (t,) and meets logits of "
                "shape (t, m)", "keepdims=True keeps it a column.",
                *_blame(lambda o, T: (o - T) / len(o), tuple(
                    _softmax_with(s, 1, k) for s, k in (
                        ("rows", False), ("none", False), ("all", False), ("flat", True),
                        ("flat", False))))),
        *_faces("omitted-term/not-normalised", "the exponentials are not divided by their sum",
                "First o = softmax(z).",
                *(lambda z, T, s=s: (_exp(z, s) - T) / len(T) for s in ("rows", "none"))),
        *_faces("transpose/result", "the result is the transpose of what is asked",
                "Rows are examples.", *_blame(lambda o, T: ((o - T) / len(o)).T)),
        *_faces("off-by-one/targets-shifted", "the targets are one class off",
                "Column j of T belongs to class j.",
                *_blame(lambda o, T: (o - np.roll(T, 1, axis=1)) / len(o)),
                *_blame(lambda o, T: (o - np.roll(T, -1, axis=1)) / len(o))),
        *_faces("sign/negated-logits", "softmax is taken of −z", "Use z as it is.",
                lambda z, T: (functions.softmax(-np.asarray(z)) - T) / len(T)),
        *_faces("unstable/no-shift", "right on ordinary logits, not a number at ±1000",
                "Use a softmax that subtracts the row's largest logit.",
                *_blame(lambda o, T: (o - T) / len(o), (_naive,)),
                *_blame(lambda o, T: np.nan_to_num((o - T) / len(o)), (_naive,)),
                *_blame(lambda o, T: (np.nan_to_num(o) - T) / len(o), (_naive,)),
                lambda z, T: (np.exp(z) / (np.exp(z).sum(1, keepdims=True) + 1e-9) - T) / len(T)),
        *_faces("unstable/global-max", "one maximum is subtracted from the whole batch",
                "Each row needs its own maximum.",
                *_blame(lambda o, T: (o - T) / len(o), (_global,)),
                *_blame(lambda o, T: o - T, (_global,))),
        *_faces("unstable/absolute-max", "the largest size |z| of a row is subtracted: logits "
                "near −1000 become 0 / 0", "Subtract max(z), not max(|z|).",
                *_blame(lambda o, T: (o - T) / len(o), (_softmax_with("size"),))),
        *_faces("unstable/min-instead-of-max", "the smallest, the mean or the first logit is "
                "subtracted, so the exponentials still overflow",
                "Subtract the row's largest logit.",
                *_blame(lambda o, T: (o - T) / len(o), tuple(
                    _softmax_with(s) for s in ("min", "mean", "first")))),
        *_faces("unstable/clipped-logits", "the logits are clipped", "Subtract the largest.",
                *(lambda z, T, c=c: functions.ce_logits_gradient(np.clip(z, -c, c), T)
                  for c in (700, 500, 100))),
        *_faces("integer/integer-result", "right for floats, wrong when the targets are whole "
                "numbers: the result is stored as integers",
                "Make the result a float array.",
                lambda z, T: functions.ce_logits_gradient(z, T).astype(T.dtype),
                lambda z, T: functions.ce_logits_gradient(z, T).astype(np.asarray(z).dtype)),
        *(Mistake("in-place/argument-changed", wrong, "the call changes one of its arguments",
                  "Arrays that are passed in belong to the caller: write a = a − b.")
          for wrong in (_gradient_in_place, _shifted_in_place, _targets_in_place,
                        _arrays_only(_shifted_in_place))),
    ),
    hints=("Which two numbers does equation (1) give: one for i = y, one for the others?",
           "Both cases are o − T with T the one-hot row. The loss is a mean over t rows.",
           "(softmax(z) − T) / t"),
    formula="∂ℓ/∂z = (o − T) / t",
    variation="check it against numerical_gradient for soft targets.",
    right=(_blame_loop, _blame_by_terms,
           lambda z, T: (_softmax32(z) - np.asarray(T, np.float32)) / np.float32(len(T)),
           lambda z, T: functions.softmax(z) / len(T) - T / len(T),
           lambda z, T: -np.einsum("nj,n->nj", T - functions.softmax(z), np.full(
               len(T), 1 / len(T))),
           lambda z, T: functions.numerical_gradient(
               lambda q: np.mean(functions.logsumexp(q) - (T * q).sum(axis=1)),
               np.asarray(z, dtype=float), 1e-4)),
    awkward=_blame_loop,
)

# --- 4.9 label_smoothing ------------------------------------------------------------------------


def _smoothing_cases():
    return [
        Case((np.eye(3)[[2, 0]], 0.1), "two one-hot rows and eps = 0.1", sizes={"t": 2, "m": 3}),
        Case((np.eye(5)[[1, 4, 0]], 0.2), "five classes and eps = 0.2", sizes={"t": 3, "m": 5}),
        Case((np.eye(4)[[3]], 0.25), "a batch of one", sizes={"t": 1, "m": 4}),
        Case((np.array([[0.5, 0.25, 0.25], [0.0, 0.75, 0.25]]), 0.4), "rows that are soft already",
             sizes={"t": 2, "m": 3}),
        Case((np.eye(3)[[1, 1, 0]], 0.3), "as many rows as classes", sizes={"t": 3, "m": 3}),
        Case((np.array([[0, 1], [1, 0], [0, 1], [0, 1]]), 0.1), "whole numbers",
             sizes={"t": 4, "m": 2}, integers=True),
        Case((np.eye(3)[[0, 2]], 0.0), "eps = 0", sizes={"t": 2, "m": 3}),
        Case((np.eye(4)[[0, 2]], 1.0), "eps = 1", sizes={"t": 2, "m": 4}),
    ]


def _smooth_loop(T, eps):
    return [[float(v) * (1 - eps) + eps / len(row) for v in row] for row in T]


def _smooth_in_place(T, eps):
    T *= 1 - eps
    T += eps / T.shape[1]
    return T


def _with(T, part, new):
    """T with the new values in `part`."""
    out = np.array(T, dtype=float)
    out[part] = new[part]
    return out


def _move(T, eps, given):
    return np.where(T == 1, 1 - eps, given)


SMOOTHING = Exercise(
    id="label_smoothing", title="Doubt the labels a little", notebook="04", number="4.9",
    signature="label_smoothing(T, eps)", lecture=("MAY24-1.3b",), minutes=5, difficulty=1,
    reference=functions.label_smoothing, cases=_smoothing_cases, held={"eps": (0, 0.0, 0.1)},
    mistakes=(
        *_faces("convention/shared-among-the-others", "`eps` goes to the other m − 1 classes only",
                "That is another convention: here every class gets eps / m, the target too.",
                lambda T, eps: (1 - eps) * T + eps / (T.shape[1] - 1) * (1 - T),
                lambda T, eps: _move(T, eps, eps / (T.shape[1] - 1)), lists=False),
        *_faces("omitted-term/target-gets-no-share", "the target keeps 1 − eps only: rows sum to "
                "less than 1", "Every class gets eps / m, the target too.",
                lambda T, eps: _move(T, eps, eps / T.shape[1]),
                lambda T, eps: (1 - eps) * T + eps / T.shape[1] * (1 - T),
                lambda T, eps: (1 - eps) * T + eps / T.shape[1] * (T == 0), lists=False),
        *_faces("omitted-term/not-taken-away", "`eps` is handed out but not taken away: rows sum "
                "to 1 + eps", "First scale T by 1 − eps.",
                lambda T, eps: T + eps / T.shape[1], lists=False),
        *_faces("omitted-term/not-handed-out", "`eps` is taken away but not handed out: rows sum "
                "to 1 − eps", "Add eps / m to every class.", lambda T, eps: (1 - eps) * T,
                lists=False),
        *_faces("factor/not-shared", "every class gets the whole eps",
                "Share it: eps / m each.", lambda T, eps: (1 - eps) * T + eps,
                lambda T, eps: np.where(T == 1, 1 - eps, eps), lists=False),
        *_faces("factor/shared-among-rows", "`eps` is divided by t, the number of rows",
                "Divide by m, the number of classes.",
                lambda T, eps: (1 - eps) * T + eps / len(T), lists=False),
        *_faces("factor/shared-among-entries", "`eps` is divided by t · m",
                "Divide by m, the number of classes.",
                lambda T, eps: (1 - eps) * T + eps / T.size, lists=False),
        *_faces("off-by-one/m-minus-one", "`eps` is divided by m − 1 and given to all m classes",
                "Divide by m.", lambda T, eps: (1 - eps) * T + eps / (T.shape[1] - 1),
                lists=False),
        *_faces("sign/subtracted", "`eps / m` is subtracted", "Add it.",
                lambda T, eps: (1 - eps) * T - eps / T.shape[1], lists=False),
        *_faces("sign/one-plus-eps", "the targets are scaled by 1 + eps", "Scale by 1 − eps.",
                lambda T, eps: (1 + eps) * T + eps / T.shape[1],
                lambda T, eps: (1 + eps) * T - eps / T.shape[1], lists=False),
        *_faces("neighbour-formula/weights-swapped", "`eps` and 1 − eps are exchanged",
                "A small eps changes little.",
                lambda T, eps: eps * T + (1 - eps) / T.shape[1], lists=False),
        *_faces("neighbour-formula/clipped", "the targets are clipped to [eps, 1 − eps]",
                "Mix T with the uniform row instead.",
                lambda T, eps: np.clip(T, min(eps, 1 - eps), max(eps, 1 - eps)),
                lambda T, eps: np.clip(T, eps, 1 - eps),
                lambda T, eps: np.clip(T, eps / T.shape[1], 1 - eps), lists=False),
        *_faces("neighbour-formula/added-and-renormalised", "`eps` is added and the rows are "
                "divided by their sum", "Mix: (1 − eps) T + eps / m.",
                lambda T, eps: (T + eps) / (T + eps).sum(axis=1, keepdims=True),
                lambda T, eps: (T + eps / T.shape[1]) / (T + eps / T.shape[1]).sum(
                    axis=1, keepdims=True), lists=False),
        *_faces("omitted-term/eps-subtracted", "`eps` is subtracted from every entry",
                "Scale T by 1 − eps, then add eps / m.", lambda T, eps: T - eps,
                lambda T, eps: T - eps + eps / T.shape[1], lambda T, eps: np.abs(T - eps),
                lists=False),
        *_faces("omitted-term/eps-added", "`eps` is added to every entry, and nothing else",
                "Scale T by 1 − eps, then add eps / m.", lambda T, eps: T + eps, lists=False),
        *_faces("sign/share-subtracted", "`eps / m` is subtracted from T",
                "Scale T by 1 − eps, then add eps / m.",
                lambda T, eps: T - eps / T.shape[1], lists=False),
        *_faces("convention/target-keeps-too-much", "the target keeps 1 − eps / m: rows sum to "
                "more than 1", "1 − eps + eps / m stays at the target.",
                lambda T, eps: np.where(T == 1, 1 - eps / T.shape[1], eps / T.shape[1]),
                lists=False),
        *_faces("omitted-term/target-unchanged", "the target keeps its 1, the others get eps / m",
                "First scale T by 1 − eps.",
                lambda T, eps: np.where(T == 1, 1.0, eps / T.shape[1]),
                lambda T, eps: np.maximum(T, eps / T.shape[1]), lists=False),
        *_faces("omitted-term/others-stay-zero", "only the target changes: the rows sum to 1 − eps",
                "Add eps / m to every class.", lambda T, eps: np.where(T == 1, 1 - eps, 0),
                lists=False),
        *_faces("neighbour-formula/added-and-divided", "`eps` is added and the result divided by "
                "1 + eps or m", "Mix: (1 − eps) T + eps / m.",
                lambda T, eps: (T + eps) / (1 + eps), lambda T, eps: (T + eps) / T.shape[1],
                lambda T, eps: (T + eps) / (T + eps).sum(), lists=False),
        *_faces("off-by-one/m-plus-one", "`eps` is divided by m + 1", "Divide by m.",
                lambda T, eps: (1 - eps) * T + eps / (T.shape[1] + 1), lists=False),
        *_faces("factor/multiplied-by-m", "`eps` is multiplied by m", "Divide by m.",
                lambda T, eps: (1 - eps) * T + eps * T.shape[1], lists=False),
        *_faces("factor/eps-squared", "`eps` stands twice in the share", "The share is eps / m.",
                lambda T, eps: (1 - eps) * T + eps * eps / T.shape[1], lists=False),
        *_faces("factor/divided-twice", "the share is divided by m twice", "The share is eps / m.",
                lambda T, eps: (1 - eps) * T + eps / T.shape[1] ** 2, lists=False),
        *_faces("axis/mean-over-examples", "the targets are mixed with their mean over the rows",
                "Mix with the uniform row, 1 / m.",
                lambda T, eps: (1 - eps) * T + eps * T.mean(axis=0), lists=False),
        *_faces("shape/keepdims", "a mean per row of shape (t,) meets targets of shape (t, m)",
                "The share is one number: eps / m.",
                lambda T, eps: (1 - eps) * T + eps * T.mean(axis=1), lists=False),
        *_faces("neighbour-formula/half-each", "`eps / 2` is taken from the target and given to "
                "each other class", "(1 − eps) T + eps / m.",
                lambda T, eps: np.where(T == 1, 1 - eps / 2, eps / 2), lists=False),
        *_faces("neighbour-formula/one-minus-eps-shared", "1 − eps is shared, not eps",
                "The uniform row gets the weight eps.",
                lambda T, eps: (1 - eps) * T + (1 - eps) / T.shape[1], lists=False),
        *_faces("omitted-term/soft-rows", "the targets are taken as one-hot: soft rows are lost",
                "Scale T itself.",
                lambda T, eps: (1 - eps) * np.eye(T.shape[1])[T.argmax(axis=1)] + eps / T.shape[1],
                lambda T, eps: (1 - eps) * (T > 0) + eps / T.shape[1],
                lambda T, eps: np.where(T == T.max(axis=1, keepdims=True),
                                        1 - eps + eps / T.shape[1], eps / T.shape[1]),
                lambda T, eps: np.where(T == 1, 1 - eps + eps / T.shape[1], eps / T.shape[1]),
                lists=False),
        *_left_out(functions.label_smoothing, lists=False),
        *_faces("integer/eps-truncated", "`eps` loses its digits after the point",
                "eps may be 0.1.", lambda T, eps: functions.label_smoothing(T, int(eps)),
                lists=False),
        *(m for part, name, what, where in _LEFT_OUT[2:6] for m in _faces(
            name, what.replace("left out", "not smoothed"), where, lambda T, eps, p=part: _with(
                T, p, functions.label_smoothing(T, eps)), lists=False)),
        *_faces("missing-return/first-row-only", "only the first row comes back",
                "Does the `return` stand inside the loop?",
                lambda T, eps: functions.label_smoothing(T, eps)[0], lists=False),
        *_faces("neighbour-formula/maximum", "the larger of (1 − eps) T and eps / m is taken",
                "Add the two.", lambda T, eps: np.maximum((1 - eps) * T, eps / T.shape[1]),
                lists=False),
        *_faces("neighbour-formula/zeros-only", "only the entries 0 get eps / m, from the others "
                "eps is subtracted", "(1 − eps) T + eps / m, for every entry.",
                lambda T, eps: np.where(T == 0, eps / T.shape[1], T - eps), lists=False),
        *_faces("neighbour-formula/one-factor", "T is multiplied by 1 − eps + eps / m: the zeros "
                "stay 0", "eps / m is added to every entry.",
                lambda T, eps: T * (1 - eps + eps / T.shape[1]), lists=False),
        *_faces("factor/eps-halved", "`eps` is halved", "(1 − eps) T + eps / m.",
                lambda T, eps: functions.label_smoothing(T, eps / 2), lists=False),
        *_faces("omitted-term/too-little-taken", "only eps / m is taken from T, as a factor",
                "First scale T by 1 − eps.",
                lambda T, eps: (1 - eps / T.shape[1]) * T + eps / T.shape[1], lists=False),
        *_faces("factor/eps-doubled", "`eps` is doubled", "(1 − eps) T + eps / m.",
                lambda T, eps: (1 - 2 * eps) * T + 2 * eps / T.shape[1], lists=False),
        *_faces("neighbour-formula/complement", "this is 1 minus the smoothed targets",
                "The target keeps the largest share.",
                lambda T, eps: 1 - functions.label_smoothing(T, eps), lists=False),
        *_faces("integer/rounded", "the targets are rounded", "Return all the digits.",
                *(lambda T, eps, d=d: np.round(functions.label_smoothing(T, eps), d)
                  for d in (0, 1, 2)), lists=False),
        *_faces("factor/half", "`eps / 2` is used", "The share is eps / m.",
                lambda T, eps: (1 - eps) * T + eps / 2, lists=False),
        *_faces("neighbour-formula/one-minus-targets", "`eps` goes to 1 − T, undivided",
                "Every class gets eps / m.", lambda T, eps: (1 - eps) * T + eps * (1 - T),
                lists=False),
        *_faces("neighbour-formula/softmax", "softmax is taken of the targets",
                "Mix T with the uniform row.", lambda T, eps: functions.softmax(T),
                lambda T, eps: (1 - eps) * T + eps * functions.softmax(T), lists=False),
        *_faces("ignored-argument/uniform", "the targets make no difference",
                "(1 − eps) T + eps / m.", lambda T, eps: np.full(T.shape, eps / T.shape[1]),
                lambda T, eps: np.full(T.shape, 1 / T.shape[1]), lists=False),
        *_faces("integer/integer-result", "right for floats, wrong when the targets are whole "
                "numbers", "Make the result a float array.",
                lambda T, eps: functions.label_smoothing(T, eps).astype(T.dtype), lists=False),
        *(Mistake("in-place/argument-changed", wrong, "the call changes its argument `T`",
                  "Build a new array: (1 − eps) * T + ….") for wrong in (
                      _smooth_in_place,
                      lambda T, eps: _smooth_in_place(T, eps) if T.dtype.kind == "f"
                      else functions.label_smoothing(T, eps))),
        Mistake("transpose/result", lambda T, eps: functions.label_smoothing(T, eps).T,
                "the result is the transpose of what is asked", "Rows are examples."),
    ),
    hints=("How much do the rows have to sum to, before and after?",
           "Mix the row with the uniform one: weight 1 − eps and weight eps.",
           "(1 − eps) · T + eps / m"),
    formula="T' = (1 − eps) T + eps / m",
    variation="which logits minimise the loss of a smoothed one-hot row? They are finite now.",
    right=(_smooth_loop, lambda T, eps: T + eps * (1 / T.shape[1] - T),
           lambda T, eps: np.float32((1 - eps) * T + eps * np.ones(T.shape) / T.shape[1]),
           lambda T, eps: T @ ((1 - eps) * np.eye(T.shape[1]) + eps / T.shape[1]
                               * np.ones((T.shape[1],) * 2)),
           lambda T, eps: np.average([T, np.full(T.shape, 1 / T.shape[1])], axis=0,
                                     weights=[1 - eps, eps])),
    awkward=_smooth_loop,
)

EXERCISES = (SOFTMAX, LOGSUMEXP, TEMPERATURE, TWO_CLASS, CROSS_ENTROPY, JACOBIAN, IMPOSTOR,
             GRADIENT, SMOOTHING)
PREDICTIONS = (
    Prediction(
        id="04-shift",
        question="The logits are 1, 2, 3. We add 100 to each of them. What happens to the "
                 "probabilities?",
        choices={"A": "they all grow", "B": "they become more equal",
                 "C": "they do not change", "D": "the largest comes closer to 1"},
        answer="C", run="the next code cell",
        holds="All three probabilities stay as they are, to the last printed digit.",
        why={"A": "Every exponential grows, by the factor $e^{100}$, and so does their sum.",
             "B": "100 looks large beside 1, 2, 3; but softmax sees differences, not ratios.",
             "C": "The common factor $e^{100}$ cancels between numerator and sum.",
             "D": "That would happen if the logits were multiplied by 100."}),
    Prediction(
        id="04-temperature",
        question="Logits 3, 3, 1. The temperature tau goes towards 0 from above. Where do the "
                 "three probabilities go?",
        choices={"A": "1/3, 1/3, 1/3", "B": "1, 0, 0", "C": "1/2, 1/2, 0",
                 "D": "nowhere: it divides by 0"},
        answer="C", run="the cells on temperature, up to the slide check",
        holds="Half and half: tied winners share the probability.",
        why={"A": "That is the other limit, tau towards infinity.",
             "B": "argmax returns one index, the first. Softmax cannot tell the two apart.",
             "C": "The gap between the tied logits stays 0 at every tau; the gap to the third "
                  "grows without limit.",
             "D": "tau = 0 itself is not allowed, but the limit exists."}),
    Prediction(
        id="04-overflow",
        question="NumPy computes $e^{1000} / (e^{1000} + e^{1001} + e^{1002})$ as written. "
                 "What comes out?",
        choices={"A": "an error that stops the cell", "B": "0.09, as it should", "C": "0",
                 "D": "nan, not a number"},
        answer="D", run="the next code cell",
        holds="$e^{1000}$ is stored as infinity, and infinity / infinity is nan.",
        why={"A": "Python's math.exp stops with an error; NumPy warns and goes on.",
             "B": "On paper it is: only the differences of the logits count. A float64 ends at "
                  "about $e^{709}$.",
             "C": "A finite number divided by infinity is 0. Here the numerator overflows too.",
             "D": "inf / inf has no value. The nan then spreads into every weight of a network."}),
    Prediction(
        id="04-gradient",
        question="Logits 1, 2, 3; the true class is the last one, with probability 0.67. You "
                 "raise one logit a little. Which raise lowers the loss?",
        choices={"A": "the first", "B": "the second", "C": "the third", "D": "any of them"},
        answer="C", run="the numeric experiment below",
        holds="Only the true class has a negative slope; the three slopes sum to 0.",
        why={"A": "It is the smallest, but every probability it gains is taken from the others.",
             "B": "A raise of a wrong class takes probability away from the true one.",
             "C": "Its slope is 0.67 − 1: the more certain the model is, the smaller the push.",
             "D": "Raising all three together changes nothing at all."}),
    Prediction(
        id="04-impostor",
        question="Three matrices A, B, C claim to be Jacobians of softmax. All nine row sums are "
                 "0, all diagonals are positive. Which one cannot be genuine?",
        choices={"A": "A", "B": "B", "C": "C", "D": "all three may be genuine"},
        answer="B", run="the check below",
        holds="B is not symmetric. It is the Jacobian of log softmax.",
        why={"A": "It is symmetric, and it belongs to o = (0.5, 0.3, 0.2).",
             "B": r"$\partial o_i/\partial z_j = -o_i o_j = \partial o_j/\partial z_i$: "
                   "a softmax Jacobian equals its transpose.",
             "C": "It is symmetric, and it belongs to o = (0.1, 0.2, 0.7).",
             "D": "Row sums of 0 follow from shift invariance. They are necessary, not enough."}),
)
