"""Scopes: the cases of an answer that a hypothesis has to explain, and what is said of the others.

Each scope is a generator that takes an `Answer` and yields the answer on some of its cases, with a
function that adds to a `Diagnosis` what holds elsewhere. Names nothing itself; that is `explain`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from misstep.judge.answer import UNFIT, Diagnosis


def everywhere(answer):
    """All cases."""
    yield answer, lambda found: found


@dataclass(frozen=True)
class Kind:
    """A kind of case on which a second fault may hide the first, or which alone goes wrong."""

    holds: Callable
    if_off: str
    if_right: str
    alone: Diagnosis | None = None
    gentle: str = ""  # what helps where all numbers stay finite and none vanishes


LISTS = Kind(
    lambda case: case.lists,
    "Try lists again once this is mended: np.asarray(…) makes arrays of them.",
    "With lists nothing was wrong.",
    Diagnosis("shape/list-given", "right for arrays, but a plain list raises an error",
              "Start with np.asarray(…)."))
LARGE = Kind(
    lambda case: case.extreme, "Try large inputs again once this is mended.",
    "With large inputs nothing was wrong.",
    Diagnosis("unstable/large-inputs", "right on ordinary inputs, {how} on {case}",
              "An exponential overflows or a probability underflows to 0: rewrite the formula "
              "before computing."),
    "What does not show on ordinary inputs does there: go through the formula with a large number.")
WHOLE = Kind(
    lambda case: case.integers, "Try whole numbers again once this is mended: start from floats.",
    "With whole numbers nothing was wrong.",
    Diagnosis("integer/integer-input", "right for floats, wrong when the input holds integers",
              "An array made from integers keeps integers only: give it dtype=float."))
ANY_KIND = Kind(
    lambda case: case.lists or case.extreme or case.integers,
    "Try lists, whole numbers and large inputs again once this is mended.",
    "With lists, whole numbers and large inputs nothing was wrong.")
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
            also = kind.if_right if off <= set(chosen_cases) else kind.if_off

            def words(found, kind=kind, also=also):
                speaks_of_them = kind in (LISTS, ANY_KIND) and "list" in found.what  # not looked at
                return None if speaks_of_them else found.beside(also)

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


SORTS = (  # what may set some cases apart, and how it is said
    (_has_table(lambda rows, columns: rows == columns > 1), "where a table is square"),
    (_has_table(lambda rows, columns: rows == 1), "for a single row"),
    (_has_table(lambda rows, columns: columns == 1), "for a single column"),
    (lambda case: all(_axes(a) == 0 for a in case.args if not callable(a)), "for one number"),
    (lambda case: all(_axes(a) < 2 for a in case.args if not callable(a)), "for vectors"),
    (lambda case: any(_axes(a) > 0 for a in case.args if not callable(a)), "for arrays"),
    (_has_table(lambda rows, columns: True), "for tables"),
    (lambda case: case.integers, "on whole numbers"),
    (lambda case: case.lists, "on lists"),
    (lambda case: case.extreme, "on large inputs"),
)


def one_sort(answer):
    """Exactly the cases of one sort; the others are right."""
    if answer.raised or not answer.tells_enough:
        return
    for sort, words in SORTS:
        chosen_cases = [i for i, case in enumerate(answer.cases) if sort(case)]
        if set(answer.wrong) <= set(chosen_cases) and len(chosen_cases) < len(answer.cases):
            yield answer.on_cases(chosen_cases), lambda found, words=words: replace(
                found, what=f"{words}: {found.what}",
                where=f"{found.where} Other inputs come out right.")


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


where_it_returns = where(_returning, "some inputs raise an error: look at the line with `why()`")
where_the_shape_is_right = where(
    _right_in_shape, "on some inputs the result has not the shape or the keys asked for")
