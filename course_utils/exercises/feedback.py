"""Names the misconception that a wrong answer shows.

Diagnosis is by behaviour: a name is given only if a known mistake of the exercise, or a relation
of `relations` such as "exactly t times too large", reproduces the answer on all the cases, or on
all of one kind, which is then said. Otherwise the answer stays unnamed. Runs no student code
and draws no card; values are compared in `compare`.
"""

from dataclasses import replace

import numpy as np

from course_utils.exercises.compare import (
    Difference,
    OutOfTimeError,
    Tolerance,
    alike,
    as_array,
    compare,
    describe,
    differing,
    entries,
    largest_error,
    number,
    parts_of,
    time_limit,
)
from course_utils.exercises.relations import (
    CHANGED,
    GENERIC,
    Answer,
    Diagnosis,
    arguments_changed,
    by_parts,
    first_of,
)

__all__ = [
    "FAMILIES",
    "Diagnosis",
    "Difference",
    "Tolerance",
    "compare",
    "describe",
    "diagnose",
    "largest_error",
    "number",
    "same",
]

FAMILIES = (
    "sign", "factor", "omitted-term", "neighbour-formula", "axis", "transpose", "shape",
    "off-by-one", "convention", "unstable", "integer", "in-place", "duplicates",
    "ignored-argument", "missing-return", "endless",
)


LARGEST = 100_000  # entries of all results together up to which a name is looked for
SECONDS = 1.2  # of computing after which the search for a name is given up


def diagnose(record, cases, expected, seen, known):
    """Name the misconception behind an answer, or None.

    Results far larger than any right one are not searched, and no search outlives `SECONDS`:
    the shape says enough.

    Parameters
    ----------
    record : Exercise
        For its mistakes, tolerance and part names.
    cases, expected, seen : lists of equal length
        Inputs, right values and what the student's function did.
    known : list of (Mistake, list of Observation)
        What each known mistake does on the same cases.
    """
    if any(o.stopped for o in seen):
        ended = any(o.returned for o in seen)
        return Diagnosis("endless/not-finished",
                         f"{'on some inputs ' if ended else ''}the function does not come to "
                         "an end", "Look at the loop: does its condition ever become false?")
    if sum(entries(o.value) for o in seen) > LARGEST:
        return None
    try:
        with time_limit(SECONDS):
            return _name_of(Answer(record, cases, expected, seen), known)
    except OutOfTimeError:
        return None


def _name_of(answer, known):
    known = [(mistake, did) for mistake, did in known if len(did) >= len(answer.seen)]
    found = _find(answer, known)
    if found and found.misconception == CHANGED and answer.wrong:
        return _with_wrong_values(found, answer, known)
    changed = arguments_changed(answer)
    if found and changed and not found.misconception.startswith(("in-place", "missing-return")):
        return found.beside(f"Besides, {changed.what}.")
    return found


def _find(answer, known):
    """The first finding, from the most certain to the least."""
    return (_known_mistake(answer, known, range(len(answer.seen)))
            or _lists_only(answer)
            or _but_for_one_kind(answer, known)
            or _in_one_part(answer, known)
            or first_of(GENERIC, answer)
            or _known_but_for(answer, known)
            or _on_one_sort(answer, known)
            or _where_it_returns(answer, known)
            or _where_the_shape_is_right(answer, known)
            or _relation_but_for_one_kind(answer)
            or _where_numpy_warns(answer))


def _with_wrong_values(found, answer, known):
    """An argument is changed; the values are wrong too, and may have a name of their own."""
    def unchanged(observations):
        return [replace(o, changed=()) for o in observations]

    values = _find(Answer(answer.record, answer.cases, answer.expected, unchanged(answer.seen)),
                   [(mistake, unchanged(did)) for mistake, did in known
                    if not mistake.id.startswith("in-place")])
    also = values.what if values else "the result is not right either"
    return found.beside(f"Besides, {also}.")


# what NumPy and Python raise for arguments of an unfit kind or shape, whatever the style
_UNFIT = {"TypeError", "ValueError", "IndexError", "AttributeError", "AxisError",
          "UFuncTypeError", "_UFuncOutputCastingError", "_UFuncNoLoopError",
          "_UFuncInputCastingError"}


def same(a, b, tolerance):
    """Whether two observations behave alike: both raise such an error, or return the same."""
    if a.error or b.error:
        return (a.stopped == b.stopped and a.died == b.died
                and (a.error == b.error or {a.error, b.error} <= _UNFIT))
    return a.changed == b.changed and alike(a.value, b.value, tolerance)


# --- a known mistake, whole -------------------------------------------------------------


def _known_mistake(answer, known, among):
    """The known mistake that behaves like the answer on the cases ``among``; wrong ones first."""
    seen = answer.seen
    wrong = [i for i in among if i in answer.wrong or seen[i].changed]
    if not wrong:
        return None
    order = wrong + [i for i in among if i not in wrong]
    return next((_name(mistake) for mistake, did in known
                 if all(same(seen[i], did[i], answer.tolerance) for i in order)), None)


def _name(mistake):
    return Diagnosis(mistake.id, mistake.what, mistake.where)


def _lists_only(answer):
    """Right on arrays, an error wherever a plain list comes in."""
    cases, seen = answer.cases, answer.seen
    wrong = [i for i in range(len(seen)) if i in answer.wrong or seen[i].changed]
    if wrong and all(cases[i].lists and seen[i].error for i in wrong):
        return Diagnosis("shape/list-given", "right for arrays, but a plain list raises an error",
                         "Start with np.asarray(…).")
    return None


_KINDS = (  # kinds of cases on which a second fault may hide the first: if it is off, if right
    (lambda case: case.lists, "Lists are a second matter: start with np.asarray(…).",
     "With lists nothing was wrong."),
    (lambda case: case.extreme, "Large inputs are a second matter: there something else goes "
     "wrong.", "With large inputs nothing was wrong."),
    (lambda case: case.integers, "Whole-number inputs are a second matter: start from floats.",
     "With whole numbers nothing was wrong."),
    (lambda case: case.lists or case.extreme or case.integers,
     "Lists, whole numbers or large inputs are a second matter.",
     "With lists, whole numbers and large inputs nothing was wrong."),
)


def _but_for_one_kind(answer, known):
    """A known mistake on all cases but those of one kind, where something else is off."""
    cases, seen = answer.cases, answer.seen
    off = {i for i in range(len(cases)) if i in answer.wrong or seen[i].changed}
    for kind, if_off, if_right in _KINDS:
        among = [i for i, case in enumerate(cases) if not kind(case)]
        telling = [i for i in among if i in off and not (cases[i].lists and seen[i].error)]
        if telling and 2 <= len(among) < len(cases):
            match = _known_mistake(answer, known, among)
            if match:
                return match.beside(if_right if off <= set(among) else if_off)
    return None


def _relation_but_for_one_kind(answer):
    """A relation on all cases but those of one kind, where something else is off."""
    for kind, if_off, if_right in _KINDS:
        among = [i for i, case in enumerate(answer.cases) if not kind(case)]
        part = answer.among(among)
        if not 3 <= len(among) < len(answer.cases) or len(part.wrong) < 2 or (
                part.raised or not _differs_enough(part)):
            continue
        found = first_of(GENERIC, part)
        if found:
            return found.beside(if_right if set(answer.wrong) <= set(among) else if_off)
    return None


def _where_numpy_warns(answer):
    """Wrong on exactly the cases on which NumPy warned: something is not finite on the way."""
    warned = {i for i, o in enumerate(answer.seen) if o.warned}
    if not warned or warned != set(answer.wrong) or len(warned) == len(answer.cases):
        return None
    said = answer.seen[min(warned)].warned[0]
    return Diagnosis("unstable/where-numpy-warns",
                     f"right, except on inputs where NumPy warns: “{said}”",
                     "Look which line warns, with why(…), and rewrite it so that nothing "
                     "overflows and nothing is divided by 0.")


# --- a known mistake, in part -----------------------------------------------------------


def _in_one_part(answer, known):
    """A known mistake in one part (key) of the result, the other parts right or otherwise off."""
    def agrees(part, name, i, did):
        theirs = None if did[i].error else parts_of(did[i].value)
        return (theirs is not None and theirs.keys() == set(answer.parts)
                and alike(part.seen[i].value, theirs[name], part.tolerance))

    return by_parts(answer, lambda part, name: next(
        (_name(mistake) for mistake, did in known
         if all(agrees(part, name, i, did) for i in part.order)), None))


# --- a known mistake and one fault more -------------------------------------------------


def _flat_values(value):
    """A result as a list of arrays, one per part; None if a part is no array of numbers."""
    parts = parts_of(value) if isinstance(value, (dict, tuple)) else {"": value}
    arrays = [as_array(part) for part in parts.values()]
    return None if any(a is None for a in arrays) else [a.astype(float) for a in arrays]


def _keys(observation):
    return set(observation.value) if isinstance(observation.value, dict) else None


def _second_faults(cases):
    """(what a second fault does to an array of a case, what is said of it)."""
    yield lambda a, case: -a, "the sign is flipped"
    yield lambda a, case: a.T, "the result is transposed"
    yield lambda a, case: np.trunc(a), "the digits after the point are lost"
    for name in sorted(set.intersection(*(set(case.sizes) for case in cases))):
        yield lambda a, case, n=name: a * case.sizes[n], f"everything is {name} times too large"
        yield lambda a, case, n=name: a / case.sizes[n], f"everything is {name} times too small"
    for factor, times in ((2, "twice"), (100, "100 times")):
        yield lambda a, case, c=factor: c * a, f"everything is {times} too large"
        yield lambda a, case, c=factor: a / c, f"everything is {times} too small"
    for keep, said in ((np.s_[1:], "the first row stays 0"), (np.s_[:-1], "the last row stays 0")):
        yield lambda a, case, keep=keep: _others_zero(a, keep), said
    for keep, said in ((np.s_[1:], "the first row is not there"),
                       (np.s_[:-1], "the last row is not there")):
        yield lambda a, case, keep=keep: a[keep] if a.ndim else a, said
    yield lambda a, case: a.sum(axis=0), "the rows are summed"
    yield lambda a, case: a.sum(axis=0, keepdims=True), "the rows are summed"
    yield lambda a, case: a.sum(), "everything is summed to one number"
    yield lambda a, case: a.mean(), "everything is averaged to one number"


def _others_zero(a, keep):
    if not a.ndim:
        return a
    result = np.zeros_like(a)
    result[keep] = a[keep]
    return result


def _known_but_for(answer, known):
    """A known mistake, and on all cases one more fault of shape, sign or factor."""
    if answer.raised:
        return None
    got = [_flat_values(o.value) for o in answer.seen]
    if any(g is None for g in got):
        return None

    def explains(did, ours, change):
        for i in answer.order:
            theirs = None if did[i].error else _flat_values(did[i].value)
            if theirs is None or _keys(did[i]) != _keys(answer.seen[i]) or not alike(
                    [ours(a) for a in got[i]], [change(a, answer.cases[i]) for a in theirs],
                    answer.tolerance):
                return False
        return True

    faults = [(np.ravel, lambda a, case: np.ravel(a), "the shape is not the one asked for")]
    if _tells_enough(got):
        faults += [(lambda a: a, change, said) for change, said in _second_faults(answer.cases)]
    return next((_name(mistake).beside(f"Besides, {said}.") for ours, change, said in faults
                 for mistake, did in known if explains(did, ours, change)), None)


def _tells_enough(results):
    """Whether lists of arrays hold enough different numbers to rule out a chance match."""
    values = np.concatenate([np.ravel(a) for arrays in results for a in arrays])
    return len(np.unique(np.round(values[np.isfinite(values) & (values != 0)], 9))) >= 3


def _differs_enough(answer):
    """The same of the entries in which an answer differs from the right ones."""
    off = []
    for i in answer.wrong:
        got, want = _flat_values(answer.seen[i].value), _flat_values(answer.expected[i])
        if got is None or want is None:
            return False
        off.append([a[differing(e, a, answer.tolerance)] if a.shape == e.shape else a
                    for a, e in zip(got, want, strict=False)])
    return _tells_enough(off)


def _has_table(test):
    return lambda case: any(isinstance(a, np.ndarray) and a.ndim == 2 and test(*a.shape)
                            for a in case.args)


_SORTS = (  # what may set some cases apart, and how it is said
    (_has_table(lambda rows, columns: rows == columns > 1), "where a table is square"),
    (_has_table(lambda rows, columns: rows == 1), "for a single row"),
    (_has_table(lambda rows, columns: columns == 1), "for a single column"),
    (lambda case: all(np.ndim(a) == 0 for a in case.args if not callable(a)), "for one number"),
    (lambda case: all(np.ndim(a) < 2 for a in case.args if not callable(a)), "for vectors"),
    (lambda case: any(np.ndim(a) > 0 for a in case.args if not callable(a)), "for arrays"),
    (_has_table(lambda rows, columns: True), "for tables"),
    (lambda case: case.integers, "on whole numbers"),
    (lambda case: case.lists, "on lists"),
    (lambda case: case.extreme, "on large inputs"),
)


def _on_one_sort(answer, known):
    """A known mistake on exactly the cases of one sort, right on the others."""
    if answer.raised or not answer.wrong or not _differs_enough(answer):
        return None
    for sort, said in _SORTS:
        among = {i for i, case in enumerate(answer.cases) if sort(case)}
        if not set(answer.wrong) <= among or len(among) == len(answer.cases):
            continue
        for mistake, did in known:
            order = [*answer.wrong, *(among - set(answer.wrong))]
            if all(same(answer.seen[i], did[i], answer.tolerance) for i in order):
                return Diagnosis(mistake.id, f"{said}: {mistake.what}",
                                 f"{mistake.where} Other inputs come out right.")
    return None


def _where_it_returns(answer, known):
    """A finding that holds wherever the answer returns; an unfit argument raises elsewhere."""
    back = [i for i, o in enumerate(answer.seen) if not o.error]
    if len(back) < 2 or len(back) == len(answer.seen) or not all(
            o.error in _UNFIT for o in answer.seen if o.error):
        return None
    part = answer.among(back)
    if not part.wrong:
        return _raises_on_one_sort(answer, set(range(len(answer.seen))) - set(back))
    found = _known_mistake(answer, known, back) or first_of(GENERIC, part)
    return found and found.beside("Besides, some inputs raise an error: look at the line with "
                                  "why(…).")


def _where_the_shape_is_right(answer, known):
    """A finding that holds on all the cases whose result has the right keys and shape."""
    sound = [i for i, (e, o) in enumerate(zip(answer.expected, answer.seen, strict=True))
             if not o.error and _is_of_shape(answer.record.compare(e, o.value))]
    part = answer.among(sound)
    if (2 * len(sound) < len(answer.seen) or len(sound) == len(answer.seen)
            or len(part.wrong) < 2 or not _differs_enough(part)):
        return None
    found = _known_mistake(answer, known, sound) or first_of(GENERIC, part)
    return found and found.beside("Besides, on some inputs the result has not the shape or the "
                                  "keys asked for.")


def _is_of_shape(difference):
    return difference is None or difference.rung in ("value", "finite")


def _raises_on_one_sort(answer, raised):
    """Right wherever it returns; what raises is exactly one sort of input."""
    for sort, said in _SORTS:
        if raised == {i for i, case in enumerate(answer.cases) if sort(case)}:
            return Diagnosis("shape/raises-on-some", f"right, but {said} an error is raised",
                             "Every input that the task names has to come through.")
    return None
