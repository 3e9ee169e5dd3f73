"""Scopes: the cases of an answer that a hypothesis has to explain, and what is said of the others.

Each scope is a generator that takes an `Answer` and yields the answer on some of its cases, with a
function that adds to a `Diagnosis` what holds elsewhere. Names nothing itself; that is `explain`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from misstep.judge import work
from misstep.judge.answer import EDGE, UNFIT, behave_alike
from misstep.judge.compare import alike, as_array, compare, leaves
from misstep.judge.tables import Said


def everywhere(answer):
    """All cases."""
    yield answer, lambda found: found


@dataclass(frozen=True)
class Cast:
    """How an argument is cast, and whether the one of another case is so already."""

    turn: Callable
    usual: Callable


def _with_floats(value):
    if isinstance(value, (list, tuple)):
        return type(value)(map(_with_floats, value))
    if isinstance(value, dict):
        return {key: _with_floats(item) for key, item in value.items()}
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool) or (
        isinstance(value, np.ndarray) and value.dtype.kind in "iu")
    return np.asarray(value, float)[()] if whole else value


def _as_array(value):
    array = as_array(value) if isinstance(value, list) else None
    return value if array is None else array


TO_FLOATS = Cast(_with_floats, lambda value: any(
    np.asarray(leaf).dtype.kind == "f" for leaf in leaves(value)))
TO_ARRAYS = Cast(_as_array, lambda value: isinstance(value, np.ndarray))


@dataclass(frozen=True)
class Kind:
    """A kind of case on which a second fault may hide the first, or which alone goes wrong.

    That its kind is the ``cause`` is said only where the answer does without once the arguments
    are ``cast``.
    """

    holds: Callable
    if_off: str
    if_right: str
    alone: Said | None = None
    gentle: str = ""  # what helps where all numbers stay finite and none vanishes
    cast: Cast | None = None
    cause: str = ""


def cast(answer, kind, positions):
    """Observations of the answer on some cases of a kind with their arguments cast.

    Cast is what is so in a case of another kind. None if nothing is, or it cannot be run.
    """
    others = [case for case in answer.cases if not kind.holds(case)]

    def as_elsewhere(k, arg):
        usual = any(len(case.args) > k and kind.cast.usual(case.args[k]) for case in others)
        return kind.cast.turn(arg) if usual else arg

    calls = [(tuple(as_elsewhere(k, arg) for k, arg in enumerate(answer.cases[i].args)),
              answer.cases[i].kwargs) for i in positions]
    if answer.again is None or any(
            all(new is old for new, old in zip(args, answer.cases[i].args, strict=True))
            for (args, _), i in zip(calls, positions, strict=True)):
        return None
    work.spend(work.RUN * len(calls))
    seen = answer.again(calls)
    expected = [answer.expected[i] for i in positions]
    return answer.judge.in_order(expected, seen) if len(seen) == len(calls) else None


def right_when_cast(answer, kind, positions):
    """Whether some cases of a kind, wrong as they are, are right once their arguments are cast."""
    positions = sorted(positions)
    seen = cast(answer, kind, positions)
    return seen is not None and not any(
        o.error or compare(answer.expected[i], o.value, answer.tolerance)
        for i, o in zip(positions, seen, strict=True))


def right_alone(answer, positions):
    """Whether arrays that come out wrong are right entry by entry, each in an array of its own.

    So asked only where the reference computes each entry from that entry alone.
    """
    calls, expected = [], []
    for i in positions:
        case, right = answer.cases[i], as_array(answer.expected[i])
        array = as_array(case.args[0]) if case.args and not answer.seen[i].error else None
        if answer.again is None or array is None or right is None or (
                array.shape != right.shape or array.size < 2):
            return False
        calls += [((array.reshape(-1)[k:k + 1], *case.args[1:]), case.kwargs)
                  for k in range(min(array.size, MOST_ENTRIES))]
        expected += [right.reshape(-1)[k:k + 1] for k in range(min(array.size, MOST_ENTRIES))]
    work.spend(2 * work.RUN * len(calls))
    try:
        alone = all(alike(answer.judge.reference_of(*call), value, answer.tolerance)
                    for call, value in zip(calls, expected, strict=True))
    except Exception:  # noqa: BLE001 - the reference guards its own arguments
        return False
    seen = answer.again(calls) if alone else []
    return len(seen) == len(calls) and not any(
        o.error or compare(value, o.value, answer.tolerance)
        for value, o in zip(expected, seen, strict=True))


MOST_ENTRIES = 20  # entries of an array that are run one by one


def _is_the_cause(answer, kind, found):
    """Whether the cases of a kind, once cast, show the mistake that all others show."""
    off = [i for i in answer.off if kind.holds(answer.cases[i])]
    theirs = [m for m in answer.bank.mistakes if (m.id, m.what) == (
        found.misconception, found.what)] if kind.cast else []
    seen = cast(answer, kind, off) if theirs else None
    return seen is not None and any(
        all(behave_alike(o, answer.behaviour(m, answer.places[i]), answer.tolerance)
            for i, o in zip(off, seen, strict=True)) for m in theirs)


LISTS = Kind(
    lambda case: case.lists, "Try lists again once this is fixed", "With lists nothing was wrong.",
    Said("shape/list-given", "right for arrays, but a plain list raises an error",
         "Start with np.asarray(…)."),
    cast=TO_ARRAYS, cause=": np.asarray(…) makes arrays of them")
LARGE = Kind(
    lambda case: case.extreme, "Try large inputs again once this is fixed",
    "With large inputs nothing was wrong.",
    Said("unstable/large-inputs", "right on ordinary inputs, {how} on {case}", "An exponential "
         "overflows or a probability underflows to 0: rewrite the formula before computing.",
         where_needs="exponential"),
    "What does not show on ordinary inputs does there: go through the formula with a large number.")
WHOLE = Kind(
    lambda case: case.integers, "Try integers again once this is fixed",
    "With integers nothing was wrong.",
    Said("integer/integer-input", "right for floats, wrong when the input holds integers",
         "An array made from integers keeps integers only: give it dtype=float."),
    cast=TO_FLOATS, cause=": start from floats")
ANY_KIND = Kind(
    lambda case: case.lists or case.extreme or case.integers,
    "Try lists, integers and large inputs again once this is fixed",
    "With lists, integers and large inputs nothing was wrong.")
KINDS = (LISTS, LARGE, WHOLE, ANY_KIND)


def of_form(seen):
    """Whether a call raised for the form of what it was given, not for its kind.

    A line of a program with another number of parts, a key that is not there: nothing that
    np.asarray would mend.
    """
    return seen.error in ("KeyError", "UnboundLocalError", "NameError") or (
        seen.error == "ValueError" and "to unpack" in seen.detail)


def but_one_kind(answer):
    """All cases but those of one kind, where something else is off."""
    off = set(answer.off)
    if any(map(of_form, answer.seen)):
        return
    for kind in KINDS:
        chosen_cases = [i for i, case in enumerate(answer.cases) if not kind.holds(case)]
        telling = [i for i in chosen_cases
                   if i in off and not (answer.cases[i].lists and answer.seen[i].error)]
        if telling and 2 <= len(chosen_cases) < len(answer.cases):
            right = off <= set(chosen_cases)

            def words(found, kind=kind, right=right):
                if kind in (LISTS, ANY_KIND) and "list" in found.what:  # not looked at
                    return None
                if right:
                    return found.beside(kind.if_right)
                cause = kind.cause if _is_the_cause(answer, kind, found) else ""
                return found.beside(f"{kind.if_off}{cause}." if cause or kind is LARGE else EDGE)

            yield answer.on_cases(chosen_cases), words


def _has_table(test):
    return lambda case: any(isinstance(a, np.ndarray) and a.ndim == 2 and test(*a.shape)
                            for a in case.args)


def _axes(a):
    """How many axes an argument has; a program, a list of unequal rows, counts as a table."""
    try:
        return np.ndim(a)
    except ValueError:
        return 2


@dataclass(frozen=True)
class Sort:
    """What may set some cases apart, and how it is said; ``cast`` as of a `Kind`."""

    holds: Callable
    words: str
    cast: Cast | None = None

    def of(self, cases):
        """The positions of the cases of this sort."""
        return {i for i, case in enumerate(cases) if self.holds(case)}


SORTS = (
    Sort(_has_table(lambda rows, columns: rows == columns > 1), "where a table is square"),
    Sort(_has_table(lambda rows, columns: rows == 1), "for a single row"),
    Sort(_has_table(lambda rows, columns: columns == 1), "for a single column"),
    Sort(lambda case: all(_axes(a) == 0 for a in case.args if not callable(a)), "for one number"),
    Sort(lambda case: all(_axes(a) < 2 for a in case.args if not callable(a)), "for vectors"),
    Sort(lambda case: any(_axes(a) > 0 for a in case.args if not callable(a)), "for arrays"),
    Sort(_has_table(lambda rows, columns: True), "for tables"),
    Sort(WHOLE.holds, "on integers", TO_FLOATS),
    Sort(LISTS.holds, "on lists", TO_ARRAYS),
    Sort(LARGE.holds, "on large inputs"),
)


def one_sort(answer):
    """Exactly the cases of one sort; the others are right."""
    if answer.raised or not answer.tells_enough:
        return
    for sort in SORTS:
        chosen_cases = sorted(sort.of(answer.cases))
        if set(answer.wrong) <= set(chosen_cases) and len(chosen_cases) < len(answer.cases):
            def words(found, sort=sort):
                if sort.cast and not right_when_cast(answer, sort, answer.wrong):
                    return None
                return replace(found, what=f"{sort.words}: {found.what}",
                               where=f"{found.where} Other inputs come out right.".strip())

            yield answer.on_cases(chosen_cases), words


def where(chosen, also):
    """A scope: those cases that ``chosen(answer)`` picks, and what is said of the others."""
    def scope(answer):
        chosen_cases = chosen(answer)
        if 2 <= len(chosen_cases) < len(answer.seen):
            yield answer.on_cases(chosen_cases), lambda found: found.beside(f"Besides, {also}.")

    return scope


def _returning(answer):
    """The cases that come back; none if on another one something else than a misfit is raised."""
    back = [i for i, o in enumerate(answer.seen) if not o.error]
    return back if all(o.error in UNFIT for o in answer.seen if o.error) else []


def _right_in_shape(answer):
    """The cases whose result has the right keys and shape, where most have; else none."""
    chosen_cases = [
        i for i, (o, off) in enumerate(zip(answer.seen, answer.differences, strict=True))
        if not o.error and (off is None or off.rung in ("value", "finite"))]
    part = answer.on_cases(chosen_cases)
    most = 2 * len(chosen_cases) >= len(answer.seen) > len(chosen_cases) and not answer.raised
    return chosen_cases if most and len(part.wrong) >= 2 and part.tells_enough else []


where_it_returns = where(_returning, "some inputs raise an error")
where_the_shape_is_right = where(
    _right_in_shape, "on some inputs the result has not the shape or the keys asked for")
