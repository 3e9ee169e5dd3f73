"""What a student's function did on the cases of an exercise, as the hypotheses of `explain` see it.

Holds `Answer`, with views of it on some cases or in one part of the result, and `Diagnosis`.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from misstep.course import Limits
from misstep.judge.claims import claims
from misstep.judge.compare import alike, as_array, compare, differing, parts_of
from misstep.judge.form import Form
from misstep.judge.portable import Observation

# what NumPy and Python raise for arguments of an unfit kind or shape, whatever the style
UNFIT = {"TypeError", "ValueError", "IndexError", "AttributeError", "AxisError",
         "UFuncTypeError", "_UFuncOutputCastingError", "_UFuncNoLoopError",
         "_UFuncInputCastingError"}


@dataclass(frozen=True)
class Diagnosis:
    """A named misconception: stable id, one sentence of what, one of where to look.

    ``two`` says that a second fault is told, too: no change in one place is to make all right.
    ``clashes`` are other wrong parts of the result, in which the mistake does something else.
    """

    misconception: str
    what: str
    where: str = ""
    two: bool = False
    clashes: tuple = ()

    def beside(self, also):
        """The same with one sentence more."""
        return replace(self, where=f"{self.where} {also}".strip()) if also else self

    def together(self, also):
        """The same with a second mistake: neither sentence need be true without the other one."""
        return replace(self, two=True, what="this is what comes out with two mistakes together: "
                       f"{self.what}; and {also}")

    def alone(self):
        """The same of one part: in another the mistake would do something else than the answer."""
        return replace(self, what=f"this is what comes out with one mistake: {self.what}")

    def with_fault(self, also):
        """The same with a second fault."""
        return replace(self.beside(f"Besides, {also}."), two=True)


EDGE = "This doesn't explain a few special inputs: try them again once it is fixed."


@dataclass(frozen=True)
class Answer:
    """What a student's function did on some cases of an exercise, beside the right values.

    ``cases``, ``expected``, ``seen`` and ``places`` have equal length; ``places`` are the numbers
    of the cases in the exercise. ``bank`` has its ``mistakes``, ``dresses`` and ``pairs``;
    ``behaviour(mistake, place)`` says what one of them does.
    ``part`` is the key or position looked at where the result has several, ``whole`` the answer
    with all of them.
    """

    judge: object
    cases: list
    expected: list
    seen: list
    places: list
    bank: object
    behaviour: Callable
    part: object = None
    whole: object = None
    form: Form = Form()  # what its text shows
    shown: int = 0  # the place of the case that the card shows
    limits: Limits = Limits()
    # ``again(calls)`` are observations of the answer on other calls, (arguments, keywords) of each
    again: Callable | None = None
    memo: dict = field(default_factory=dict)  # which mistake agrees on which case

    @functools.cached_property
    def differences(self):
        """The first difference on each case; None where it is right or raised."""
        names = self.judge.parts if self.part is None else ()
        return [None if o.error else compare(e, o.value, self.tolerance, names)
                for e, o in zip(self.expected, self.seen, strict=True)]

    @functools.cached_property
    def wrong(self):
        """Positions of the cases that raised or whose value is not right."""
        return [i for i, (o, d) in enumerate(zip(self.seen, self.differences, strict=True))
                if o.error or d is not None]

    @functools.cached_property
    def off(self):
        """Positions that are wrong or change an argument."""
        return [i for i, o in enumerate(self.seen) if i in self.wrong or o.changed]

    @functools.cached_property
    def order(self):
        """All positions, the wrong ones first: there a comparison fails soonest."""
        return [*self.off, *(i for i in range(len(self.seen)) if i not in self.off)]

    @functools.cached_property
    def raised(self):
        """Whether any case raised."""
        return any(o.error for o in self.seen)

    @property
    def tolerance(self):
        return self.judge.tolerance

    @functools.cached_property
    def arrays(self):
        """The result on each case as `values_of` gives it; None if one raised or has none."""
        found = [None if o.error else values_of(o.value, like=e)
                 for e, o in zip(self.expected, self.seen, strict=True)]
        return None if any(arrays is None for arrays in found) else found

    @functools.cached_property
    def flat(self):
        """(right, got) as vectors per case, the parts of a dict or tuple one after another.

        None unless structure and shapes are right everywhere.
        """
        if self.arrays is None:
            return None
        flat = []
        for want, got in zip(map(values_of, self.expected), self.arrays, strict=True):
            if want is None or [a.shape for a in want] != [a.shape for a in got]:
                return None
            flat.append(tuple(np.concatenate([np.ravel(a) for a in side]).astype(float)
                              for side in (want, got)))
        return flat

    @functools.cached_property
    def parts(self):
        """The names of the parts of the result; None if it has none or the answer's differ.

        None, too, where the order is free and cannot be told: no part is in its place then.
        """
        if self.part is not None or self.raised or not isinstance(
                self.expected[0], (dict, tuple)) or not all(
                self.judge.alignable(e, o.value)
                for e, o in zip(self.expected, self.seen, strict=True)):
            return None
        names = list(parts_of(self.expected[0]))
        for e, o in zip(self.expected, self.seen, strict=True):
            got = parts_of(o.value)
            if got is None or got.keys() != parts_of(e).keys() or list(parts_of(e)) != names:
                return None
        return names

    @functools.cached_property
    def right_parts(self):
        """The names of the parts that are right on all the cases."""
        return [name for name in self.parts or () if not self.in_part(name).wrong]

    def spoils(self, mistake, parts=None):
        """Whether a known mistake is off in some parts of the result: in those right here."""
        parts = self.right_parts if parts is None else parts
        for e, place in zip(self.expected, self.places, strict=True):
            want, theirs = parts_of(e), parts_of(self.behaviour(mistake, place).value) or {}
            if not all(name in theirs and compare(want[name], theirs[name], self.tolerance) is None
                       for name in parts):
                return True
        return False

    def meets(self, needs):
        """Whether text and results show what a field `needs` asks for."""
        return all(any(claim(self) for claim in either) for either in claims(needs))

    def named(self, said):
        """The `Diagnosis` of a known mistake or a fault, with those of its words that are true."""
        found = Diagnosis(said.id, said.what, said.where if self.meets(said.where_needs) else "",
                          clashes=self.clashes(said) if hasattr(said, "wrong") else ())
        besides, dress = getattr(said, "besides", ""), getattr(said, "dress", None)
        return self.dressed(found.together(besides) if besides else found, dress)

    def clashes(self, mistake):
        """The other wrong parts that a known mistake spoils too, and in another way."""
        whole = self.whole
        return () if whole is None else tuple(
            name for name in whole.parts
            if name != self.part and whole.in_part(name).wrong and whole.spoils(mistake, [name])
            and not all(alike(parts_of(o.value)[name], parts_of(
                self.behaviour(mistake, place).value)[name], self.tolerance)
                for o, place in zip(whole.seen, whole.places, strict=True)))

    def dressed(self, diagnosis, dress):
        """A diagnosis of what wears a dress: one that is wrong on some cases is a second fault."""
        steady = dress is None or all(
            theirs is not None and not theirs.error
            and compare(e, theirs.value, self.tolerance) is None
            for e, theirs in zip(self.expected, (
                self.of(dress, i) for i in range(len(self.seen))), strict=True))
        return diagnosis if steady else diagnosis.beside(EDGE)

    def on_cases(self, positions):
        """The same answer on some of its cases."""
        cases, expected, seen, places = ([values[i] for i in positions] for values in (
            self.cases, self.expected, self.seen, self.places))
        return replace(self, cases=cases, expected=expected, seen=seen, places=places)

    def in_part(self, name):
        """The same answer looked at in one part of its result."""
        return replace(self, part=name, whole=self,
                       expected=[parts_of(e)[name] for e in self.expected],
                       seen=[Observation(value=parts_of(o.value)[name]) for o in self.seen])

    def of(self, mistake, i):
        """What a known mistake does on one case, in the part looked at; None if it has none."""
        result = self.behaviour(mistake, self.places[i])
        if self.part is None or result.error:
            return result
        theirs = parts_of(result.value)
        return Observation(value=theirs[self.part]) if theirs and self.part in theirs else None

    def label(self, name):
        """How a part is called in messages."""
        names = self.judge.parts
        return f"`{names[name] if isinstance(name, int) and names else name}`"

    @functools.cached_property
    def tells_enough(self):
        """Whether the entries that are off hold enough numbers to rule out a chance match."""
        off = []
        for i in self.wrong:
            want = values_of(self.expected[i])
            value = self.seen[i].value
            if isinstance(value, list) and isinstance(self.expected[i], tuple):
                value = tuple(value)
            got = None if self.seen[i].error else values_of(value)
            if got is None or want is None:
                return False
            off += [a[differing(e.astype(float), a.astype(float), self.tolerance)]
                    if a.shape == e.shape else np.ravel(a)
                    for e, a in zip(want, got, strict=False)]
        return many_numbers(off)


def many_numbers(arrays):
    """Whether arrays hold at least three different numbers other than 0."""
    values = np.concatenate([np.ravel(a).astype(float) for a in arrays]) if arrays else np.zeros(0)
    return len(np.unique(np.round(values[np.isfinite(values) & (values != 0)], 9))) >= 3


def values_of(value, like=None):
    """A result as a list of arrays, one per part; None if a part is no array of numbers.

    With ``like``, a result of that structure: its keys have to be the same.
    """
    parts = parts_of(value) if isinstance(value, (dict, tuple)) or (
        isinstance(like, tuple) and isinstance(value, list)) else {"": value}
    if isinstance(like, (dict, tuple)) and parts.keys() != parts_of(like).keys():
        return None
    keys = parts_of(like) if isinstance(like, dict) else parts
    arrays = [as_array(parts[key]) for key in keys]
    return None if any(a is None for a in arrays) else arrays


def behave_alike(a, b, tolerance):
    """Whether two observations behave alike: both raise such an error, or return the same.

    Two that raise are alike and agree on nothing: they are no evidence for each other.
    """
    if a.error or b.error:
        return (a.stopped == b.stopped and a.died == b.died
                and (a.error == b.error or {a.error, b.error} <= UNFIT))
    return a.changed == b.changed and alike(a.value, b.value, tolerance)
