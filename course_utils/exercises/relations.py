"""Relations between a wrong answer and the right one that hold for any exercise.

"The transpose of what is asked", "exactly t times too large", "right for arguments cut to whole
numbers": each relation is a function of an `Answer` that returns a `Diagnosis` or None. A
relation speaks only if it holds on all the cases; it runs no student code.
"""

import functools
import itertools
import re
from dataclasses import dataclass, replace

import numpy as np

from course_utils.exercises.compare import (
    alike,
    as_array,
    compare,
    compare_array,
    number,
    parts_of,
)
from course_utils.exercises.sandbox import Observation


@dataclass(frozen=True)
class Diagnosis:
    """A named misconception: stable id, one sentence of what, one of where to look."""

    misconception: str
    what: str
    where: str = ""

    def beside(self, also):
        """The same with one sentence more."""
        return replace(self, where=f"{self.where} {also}")


@dataclass(frozen=True)
class Answer:
    """What a student's function did on the cases of an exercise, beside the right values.

    ``cases``, ``expected`` and ``seen`` have equal length.
    """

    record: object
    cases: list
    expected: list
    seen: list

    @functools.cached_property
    def wrong(self):
        """Positions of the cases that raised or whose value is not right."""
        return [i for i, (e, o) in enumerate(zip(self.expected, self.seen, strict=True))
                if o.error or self.record.compare(e, o.value) is not None]

    @functools.cached_property
    def order(self):
        """All positions, the wrong ones first: there a comparison fails soonest."""
        return [*self.wrong, *(i for i in range(len(self.seen)) if i not in self.wrong)]

    @functools.cached_property
    def raised(self):
        """Whether any case raised."""
        return any(o.error for o in self.seen)

    @functools.cached_property
    def tolerance(self):
        return self.record.tolerance

    def same(self, expected, got):
        """Whether two arrays are of one shape and equal within the exercise's tolerance."""
        return expected.shape == got.shape and compare_array(expected, got, self.tolerance) is None

    @functools.cached_property
    def arrays(self):
        """(right, got) as arrays per case; None unless every result is one numeric array."""
        pairs = [(as_array(e), None if o.error else as_array(o.value))
                 for e, o in zip(self.expected, self.seen, strict=True)]
        return None if any(e is None or g is None for e, g in pairs) else pairs

    @functools.cached_property
    def flat(self):
        """(right, got) as vectors per case, the parts of a dict or tuple one after another.

        None unless structure and shapes are right everywhere.
        """
        flat = []
        for e, o in zip(self.expected, self.seen, strict=True):
            if o.error:
                return None
            want, got = {"": e}, {"": o.value}
            if isinstance(e, (dict, tuple)):
                want, got = parts_of(e), parts_of(o.value)
            if got is None or got.keys() != want.keys():
                return None
            pairs = [(as_array(want[k]), as_array(got[k])) for k in want]
            if any(e is None or g is None or e.shape != g.shape for e, g in pairs):
                return None
            flat.append(tuple(np.concatenate([pair[side].ravel() for pair in pairs]).astype(float)
                              for side in (0, 1)))
        return flat

    @functools.cached_property
    def parts(self):
        """The names of the parts of the result; None if it has none or the answer's differ."""
        if self.raised or not isinstance(self.expected[0], (dict, tuple)):
            return None
        names = list(parts_of(self.expected[0]))
        for e, o in zip(self.expected, self.seen, strict=True):
            got = parts_of(o.value)
            if got is None or got.keys() != parts_of(e).keys() or list(parts_of(e)) != names:
                return None
        return names

    def among(self, positions):
        """The same answer on some of its cases."""
        return Answer(self.record, *([values[i] for i in positions] for values in (
            self.cases, self.expected, self.seen)))

    def part(self, name):
        """The same answer looked at in one part of its result."""
        return Answer(
            _Part(self.record), self.cases, [parts_of(e)[name] for e in self.expected],
            [Observation(value=parts_of(o.value)[name]) for o in self.seen],
        )

    def label(self, name):
        """How a part is called in messages."""
        names = self.record.parts
        return f"`{names[name] if isinstance(name, int) and names else name}`"


class _Part:
    """A record as far as the relations of one part need it."""

    def __init__(self, record):
        self.tolerance = record.tolerance

    def compare(self, expected, got):
        return compare(expected, got, self.tolerance)


# --- what came back at all -------------------------------------------------------------

_RAISED = (
    (r"only (length-1|0-dimensional) arrays can be converted", "shape/one-number-only",
     "the function works on one number only", "Use NumPy's functions (np.exp, np.where, …): "
     "they work entry by entry on arrays."),
    (r"truth value of an array", "shape/one-number-only",
     "an `if` or `max` decides once for a whole array",
     "Decide entry by entry: np.where, np.maximum or a mask."),
    (r"(must be real number, not|bad operand type|can't multiply sequence|unsupported operand "
     r"type\(s\)).*list|'list' object has no attribute|list indices must be|not supported between "
     r"instances of 'list'", "shape/list-given",
     "the function meets a plain list and computes with it as if it were an array",
     "Start with np.asarray(…)."),
    (r"Cannot cast ufunc.*(to dtype\('int|with casting rule)", "integer/in-place-integers",
     "a fraction is written into an array of integers", "Make a float array first: "
     "np.array(x, dtype=float)."),
    (r"Integers to negative integer powers", "integer/integer-power",
     "integers are raised to a power as integers", "Convert to float first."),
    (r"math range error|Numerical result out of range", "unstable/overflow",
     "the exponential overflows for large inputs",
     "Rewrite the formula so that only exponentials of numbers ≤ 0 occur."),
    (r"maximum recursion depth", "endless/recursion", "the function calls itself without end",
     "Is the case that ends the recursion reached by every input, also the smallest?"),
    (r"read-only", "in-place/writes-argument", "the function writes into its argument",
     "Work on a copy."),
)


def raised(answer):
    """What the error's text shows, if an error is the first thing that goes wrong."""
    first = next((o for i, o in enumerate(answer.seen) if i in answer.wrong or o.changed), None)
    if first is None or not first.error:
        return None
    return next((Diagnosis(name, what, where) for pattern, name, what, where in _RAISED
                 if re.search(pattern, first.detail)), None)


def nothing(answer):
    """No `return`, on all or on some inputs."""
    seen = answer.seen
    if not any(o.returned and o.value is None for o in seen):
        return None
    if all(o.returned and o.value is None for o in seen):
        if any(o.changed for o in seen):
            return Diagnosis("missing-return/changes-argument",
                             "the function changes its argument and returns nothing",
                             "Build the result in a new array and `return` it.")
        return Diagnosis("missing-return/none", "the function computes but returns nothing",
                         "End it with a `return` statement.")
    return Diagnosis("missing-return/some-paths",
                     "on some inputs the function reaches its end without a `return`",
                     "Check that every branch returns.")


CHANGED = "in-place/argument-changed"


def arguments_changed(answer):
    """Arguments changed: certain, whatever else is wrong."""
    positions = sorted({i for o in answer.seen for i in o.changed})
    if not positions:
        return None
    names = [answer.record.arguments[i] for i in positions if i < len(answer.record.arguments)]
    said = " and ".join(f"`{n}`" for n in names)
    return Diagnosis(CHANGED,
                     f"the call changes the argument {said}",
                     "An array that is passed in belongs to the caller: copy it first, or make "
                     "a new one (`a = a - b`, not `a -= b`).")


def structure(answer):
    """Right parts, but too many, in another order, or keys of a dict missing."""
    if answer.raised or not isinstance(answer.expected[0], (dict, tuple)):
        return None
    want, got = map(parts_of, answer.expected), [parts_of(o.value) for o in answer.seen]
    pairs = list(zip(want, got, strict=True))
    if any(g is None for _, g in pairs):
        return None

    def equal(e, g):
        return compare(e, g, answer.tolerance) is None

    if isinstance(answer.expected[0], dict):
        common = all(equal(w[k], g[k]) for w, g in pairs for k in w.keys() & g.keys())
        extra = sorted({str(k) for w, g in pairs for k in g.keys() - w.keys()})
        missing = sorted({str(k) for w, g in pairs for k in w.keys() - g.keys()})
        if extra and not missing and common:
            return Diagnosis("shape/extra-keys", "the dict holds more keys than asked for: "
                             + ", ".join(map(repr, extra)), "Return exactly the keys named.")
        if missing and not extra and common and any(g for _, g in pairs):
            return Diagnosis("missing-return/keys-missing", "the dict lacks "
                             + ", ".join(map(repr, missing)) + "; what is there is right",
                             "One entry per parameter.")
        return None
    count = len(pairs[0][0])
    if all(len(g) > len(w) and all(equal(w[k], g[k]) for k in w) for w, g in pairs):
        return Diagnosis("shape/extra-results", "more results come back than asked for; the "
                         "first ones are right", f"Return {count} results.")
    if not answer.wrong or any(len(w) != count or len(g) != count for w, g in pairs):
        return None
    fits = [[all(equal(w[k], g[j]) for w, g in pairs) for j in range(count)] for k in range(count)]
    if all(map(any, fits)) and any(
            all(fits[k][j] for k, j in enumerate(order))
            for order in itertools.permutations(range(count))):
        return Diagnosis("convention/order-of-results",
                         "the results are right but come in another order",
                         "Return them in the order that the task names.")
    return None


# --- the numbers of the result --------------------------------------------------------


def shape(answer):
    """Transposed, reshaped, reduced too little or too far."""
    pairs = answer.arrays
    if not pairs:
        return None
    wrong = [(e, g) for e, g in pairs if not answer.same(e, g)]
    if all(e.ndim == 0 and e.dtype.kind == g.dtype.kind == "b" and g.size > 1
           and g.all() == e for e, g in pairs):
        return Diagnosis("shape/not-reduced", "one answer per entry comes back, not one in all",
                         "np.all makes one True or False of many.")

    def all_of(test):
        return wrong and all(test(e, g) for e, g in wrong)

    if all_of(lambda e, g: e.ndim == 2 and answer.same(e, g.T)):
        return Diagnosis("transpose/result", "the result is the transpose of what is asked",
                         "Check which index counts rows.")
    if all_of(lambda e, g: e.ndim == 2 and e.shape == g.shape and answer.same(
            e.T.ravel(), g.ravel())):
        return Diagnosis("transpose/reshaped", "the right numbers stand in the wrong places: "
                         "reshape has filled the table in reading order",
                         "reshape does not exchange rows and columns; .T does.")
    if all_of(lambda e, g: e.shape != g.shape and e.size == g.size and answer.same(
            e.ravel(), g.ravel())):
        return Diagnosis("shape/right-numbers", "the numbers are right, their shape is not",
                         "Compare the shapes: keepdims, reshape or an added axis make such "
                         "a difference.")
    if all_of(lambda e, g: g.ndim == 2 and e.ndim == 1 and g.shape == 2 * e.shape
              and answer.same(e, np.diagonal(g)) and np.count_nonzero(g) <= e.size):
        return Diagnosis("shape/diagonal-matrix", "the numbers stand on the diagonal of a matrix",
                         "One number per input is asked for: a vector.")
    if all_of(lambda e, g: g.ndim > e.ndim and any(
            answer.same(e, r) for axis in range(g.ndim) for r in (g.mean(axis), g.sum(axis)))):
        return Diagnosis("shape/not-reduced", "a mean or sum over one axis is missing",
                         "The result still has the shape of the single terms.")
    if all_of(lambda e, g: e.ndim > g.ndim and any(
            answer.same(r, g) for axis in (*range(e.ndim), None)
            for r in (e.sum(axis), e.mean(axis)))):
        return Diagnosis("shape/reduced-too-far", "a sum or mean runs over one axis too many",
                         "Keep the entries apart that the exercise asks for.")
    return None


def sign_or_factor(answer):
    """The opposite sign, or exactly so many times too large, named by the sizes of the cases."""
    pairs = answer.flat
    if not pairs or sum(np.count_nonzero(np.abs(e) > 1e-9) for e, _ in pairs) < 3:
        return None
    factors = []
    for e, g in pairs:
        if not np.all(np.isfinite(g)):
            return None
        top = int(np.argmax(np.abs(e))) if e.size else 0
        if e.size and abs(e[top]) > 1e-9:
            factor = g[top] / e[top]
            if compare_array(e * factor, g, answer.tolerance):
                return None
            factors.append(factor)
        else:
            if g.size and np.max(np.abs(g)) > 1e-6:
                return None
            factors.append(None)
    given = [f for f in factors if f is not None]
    if not given or max(abs(f) for f in given) < 1e-9:
        return None
    return _name_factor(answer.cases, factors, given)


def _name_factor(cases, factors, given):
    sign = "-" if all(f < 0 for f in given) else ""
    size = [None if f is None else abs(f) for f in factors]
    if sign and all(abs(s - 1) < 1e-3 for s in size if s is not None):
        return Diagnosis("sign/flipped", "every entry has the opposite sign",
                         "Follow the minus sign through the formula.")
    if not sign and any(f < 0 for f in given):
        return None
    also = ", and the sign is flipped" if sign else ""
    names = [set(case.sizes) for case in cases]
    for name in sorted(set.intersection(*names)) if names else ():
        sizes = [case.sizes[name] for case in cases]
        if len({s for s, f in zip(sizes, size, strict=True) if f is not None}) < 2:
            continue
        for power, word in ((1, "large"), (-1, "small")):
            if all(f is None or abs(f / s**power - 1) < 1e-3
                   for f, s in zip(size, sizes, strict=True)):
                return Diagnosis(f"factor/{name}-times-too-{word}",
                                 f"every entry is exactly {name} times too {word}{also} "
                                 f"(here {name} = {sizes[0]})",
                                 f"Look for a division by {name}: is it there once?")
    constant = [s for s in size if s is not None]
    if max(constant) - min(constant) > 1e-3 * max(constant) or abs(constant[0] - 1) < 1e-3:
        return None
    c = constant[0]
    word, times = ("large", c) if c > 1 else ("small", 1 / c)
    return Diagnosis(f"factor/{number(times)}-times-too-{word}".replace(".", "_"),
                     f"every entry is exactly {number(times)} times too {word}{also}",
                     "Look for a factor that is missing or stands twice.")


def offset(answer):
    """Every entry too large or too small by the same number."""
    pairs = answer.flat
    if not pairs or len(pairs) < 2:
        return None
    differences = np.concatenate([g - e for e, g in pairs])
    values = np.concatenate([e for e, _ in pairs])
    if len(differences) < 4 or len(set(np.round(values, 9))) < 2:
        return None
    c = differences[0]
    if not np.all(np.isfinite(differences)) or abs(c) < 1e-2 or np.max(
            np.abs(differences - c)) > 1e-6 * max(1, np.max(np.abs(values))):
        return None
    said = f"every entry is {number(abs(c))} too {'large' if c > 0 else 'small'}"
    if abs(c) == 1 and np.all(values == np.round(values)):
        return Diagnosis("off-by-one/result", said, "Counting starts at 0.")
    return Diagnosis("omitted-term/constant", said, "Look for a constant that is missing or "
                     "stands there once too often.")


def integers(answer):
    """Digits after the point lost in the result, or wrong for whole-number inputs only."""
    pairs, wrong = answer.flat, set(answer.wrong)
    for cut in (np.trunc, np.round, np.floor):
        if pairs and wrong and all(
                compare_array(cut(e), g, answer.tolerance) is None for e, g in pairs):
            return Diagnosis("integer/truncated", "the digits after the point are lost",
                             "Something turns the result into integers: //, int(), round or an "
                             "integer array.")
    if wrong and len(wrong) < len(answer.cases) and wrong == {
            i for i, case in enumerate(answer.cases) if case.integers}:
        return Diagnosis("integer/integer-input",
                         "right for floats, wrong when the input holds integers",
                         "An array made from integers keeps integers only: give it "
                         "dtype=float.")
    return None


def unstable(answer):
    """Wrong on extreme inputs only."""
    wrong = set(answer.wrong)
    if not wrong or not wrong <= {i for i, case in enumerate(answer.cases) if case.extreme}:
        return None
    lost = any(answer.seen[i].error or not _all_finite(answer.seen[i].value) for i in wrong)
    reason = "not finite" if lost else "far off"
    return Diagnosis("unstable/large-inputs",
                     f"right on ordinary inputs, {reason} on {answer.cases[min(wrong)].name}",
                     "An exponential overflows or a probability underflows to 0: "
                     "rewrite the formula before computing.")


def _all_finite(value):
    parts = parts_of(value)
    if parts is not None and not isinstance(value, list):
        return all(map(_all_finite, parts.values()))
    array = as_array(value)
    return array is not None and bool(np.all(np.isfinite(array.astype(float))))


def rows(answer):
    """Some rows stay 0: all but the first, the last, or the first."""
    pairs = answer.arrays
    if not pairs or not answer.wrong or any(e.shape != g.shape for e, g in pairs):
        return None
    wrong = [pairs[i] for i in answer.wrong]
    if any(e.ndim < 2 or len(e) < 2 for e, _ in wrong):
        return None
    for stay, name, what, where in (
            (np.s_[1:], "missing-return/first-row-only", "only the first row is computed",
             "Does the `return` stand inside the loop?"),
            (np.s_[-1:], "off-by-one/last-row", "the last row stays 0",
             "range(n) already stops before n."),
            (np.s_[:1], "off-by-one/first-row", "the first row stays 0",
             "Counting starts at 0.")):
        if all(not np.any(g[stay]) and np.any(e[stay]) and answer.same(
                np.delete(e, stay, axis=0), np.delete(g, stay, axis=0)) for e, g in wrong):
            return Diagnosis(name, what, where)
    return None


_OF_A_PART = (shape, sign_or_factor, offset, integers, rows)


def in_one_part(answer):
    """A relation of the numbers in one part (key) of the result."""
    return by_parts(answer, lambda part, name: first_of(_OF_A_PART, part))


def by_parts(answer, find):
    """The first finding in a part (key) of the result, and what is to be said of the others.

    ``find(part, name)`` is asked for each wrong part and returns a `Diagnosis` or None.
    """
    wrong = {n: answer.part(n) for n in answer.parts or () if answer.part(n).wrong}
    told = {n: find(part, n) for n, part in wrong.items()}
    first = next((n for n in told if told[n]), None)
    if first is None:
        return None
    found, others = told[first], [n for n in told if n != first]
    same = [n for n in others if told[n] and told[n].what == found.what]
    named = [n for n in others if told[n] and n not in same][:1]
    rest = [n for n in others if n not in (*same, *named)]

    def names(parts):
        return ", ".join(map(answer.label, parts))

    return Diagnosis(
        found.misconception, f"in {names([first])}: {found.what}", found.where
        + (f" The same holds for {names(same)}." if same else "")
        + "".join(f" In {names([n])}: {told[n].what}." for n in named)
        + (f" Something else is off in {names(rest)}." if rest else ""))


# --- the right function of other arguments -----------------------------------------------


def ignored_argument(answer):
    """The right function, with one argument held at a fixed value."""
    if answer.raised:
        return None
    record = answer.record
    for name, position in _can_be_ignored(answer).items():
        for value in (*record.fixed_values(name, answer.cases), *_COMMON):
            if _gives(answer, lambda case, n=name, p=position, v=value:
                      record.reference_with(case, n, p, v)):
                return Diagnosis(f"ignored-argument/{name}",
                                 f"the argument `{name}` makes no difference",
                                 f"Use `{name}` in the body: the result is right for "
                                 f"{name} = {value!r} only.")
    return None


_COMMON = (1, 0, 2, 0.5, 0.1, 0.01, 10, 100)  # what numbers are held at


def _can_be_ignored(answer):
    """Arguments that an answer may ignore: those with a default, and numbers."""
    numbers = {name: i for i, name in enumerate(answer.record.arguments)
               if all(len(c.args) > i and _number(c.args[i]) for c in answer.cases)}
    return {**answer.record.optional, **numbers}


def _whole(value):
    array = as_array(value)
    return array is not None and array.dtype.kind in "iu"


def _cut(value):
    array = as_array(value)
    return value if array is None or array.dtype.kind == "b" else np.trunc(array)


def _table(value):
    return isinstance(value, np.ndarray) and value.ndim == 2


def _flip(value):
    return value.T if _table(value) else value


def _number(value):
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def _shifted(step):
    return lambda value: (value if _number(value) else np.asarray(value)) + step


# change of one argument, when it can be tried, misconception, what, where
_OTHER = (
    (lambda v: -np.asarray(v), lambda v: not _whole(v), "sign/minus-{n}",
     "the result is right for −{n} in place of {n}", "Follow the sign of `{n}` through the body."),
    (_cut, lambda v: not _whole(v), "integer/{n}-truncated",
     "`{n}` has lost its digits after the point", "Look for int(), // or an array of integers."),
    (lambda v: np.abs(np.asarray(v)), lambda v: not _whole(v), "sign/absolute-{n}",
     "the sign of `{n}` is lost", "Look for abs or a square."),
    (_flip, _table, "transpose/{n}",
     "the result is right for `{n}` transposed", "Check which index of `{n}` counts rows."),
    (lambda v: 1 / v, _number, "neighbour-formula/one-over-{n}",
     "the result is right for 1 / {n} in place of {n}", "Is it divided or multiplied by `{n}`?"),
    (lambda v: np.asarray(v)[..., :-1], lambda v: np.ndim(v) > 0, "off-by-one/last-{n}",
     "the last entry of `{n}` is left out", "range(n) already stops before n."),
    (lambda v: np.asarray(v)[..., 1:], lambda v: np.ndim(v) > 0, "off-by-one/first-{n}",
     "the first entry of `{n}` is left out", "Counting starts at 0."),
    (np.unique, lambda v: np.ndim(v) == 1 and len(np.unique(v)) < np.size(v), "duplicates/{n}",
     "equal entries of `{n}` count once", "A set and np.unique lose repetitions."),
    (_shifted(-1), _whole, "off-by-one/{n}-less-one", "the result is right for {n} − 1",
     "Counting starts at 0; the end of a range is left out."),
    (_shifted(1), _whole, "off-by-one/{n}-plus-one", "the result is right for {n} + 1",
     "Counting starts at 0; the end of a range is left out."),
)


def other_argument(answer):
    """The right function of changed arguments: −x, x cut to whole numbers, two of them swapped."""
    if answer.raised or not answer.wrong:
        return None
    names, cases = answer.record.arguments, answer.cases
    decisions = answer.flat is not None and all(
        np.isin(e, (0, 1)).all() for e, _ in answer.flat) and sum(
        np.count_nonzero(e != g) for e, g in answer.flat) < 3
    first = cases[answer.wrong[0]]
    count = min(len(case.args) for case in cases)
    for i in range(count):
        for change, fits, name, what, where in _OTHER:
            if as_array(first.args[i]) is None or not fits(first.args[i]):
                continue
            if decisions and change is not _flip:  # a few yes or no are too easily alike
                continue
            if _gives(answer, functools.partial(_with_changed, answer.record, change, (i,))):
                return Diagnosis(*(text.format(n=names[i]) for text in (name, what, where)))
        if _table(first.args[i]) and _gives(answer, functools.partial(
                _along_the_other_axis, answer.record, i)):
            return Diagnosis(f"axis/{names[i]}", f"rows and columns of `{names[i]}` have "
                             "changed places: the sum runs along the wrong axis",
                             "Each row is one example: axis=-1 runs within a row.")
    if count > 1 and _gives(answer, functools.partial(_with_changed, answer.record, _cut,
                                                      tuple(range(count)))):
        return Diagnosis("integer/arguments-truncated",
                         "the arguments have lost their digits after the point",
                         "Look for int(), // or arrays of integers.")
    for i, j in itertools.combinations(range(count), 2):
        a, b = as_array(first.args[i]), as_array(first.args[j])
        if a is not None and b is not None and a.shape == b.shape and _gives(
                answer, functools.partial(_with_swapped, answer.record, i, j)):
            return Diagnosis("transpose/arguments-swapped",
                             f"`{names[i]}` and `{names[j]}` are swapped",
                             "Compare the order of the arguments with the formula.")
    return None


def _with_changed(record, change, positions, case):
    args = list(case.args)
    for i in positions:
        if as_array(args[i]) is not None:
            args[i] = change(args[i])
    return record.reference_of(args, case.kwargs)


def _along_the_other_axis(record, i, case):
    """The result for the transposed argument, transposed back."""
    args = list(case.args)
    args[i] = _flip(args[i])
    result = record.reference_of(args, case.kwargs)
    return _flip(result)


def _with_swapped(record, i, j, case):
    args = list(case.args)
    args[i], args[j] = args[j], args[i]
    return record.reference_of(args, case.kwargs)


def _gives(answer, of_case):
    """Whether ``of_case(case)`` is what the answer returned, on all cases; wrong ones first.

    A case that the reference refuses with that change (its guards) is left out, as long as two
    wrong ones are explained.
    """
    explained, refused = 0, False
    for i in answer.order:
        try:
            value = answer.record.aligned(of_case(answer.cases[i]), answer.expected[i])
        except Exception:  # noqa: BLE001 - the reference guards its own arguments
            refused = True
            continue
        if not alike(value, answer.seen[i].value, answer.tolerance):
            return False
        explained += i in answer.wrong
    return explained >= (2 if refused else 1)


def first_of(relations, answer):
    """What the first of some relations that holds says, or None."""
    return next(filter(None, (relation(answer) for relation in relations)), None)


GENERIC = (
    raised, nothing, structure, arguments_changed, shape, sign_or_factor, offset, integers,
    rows, in_one_part, ignored_argument, unstable, other_argument,
)
