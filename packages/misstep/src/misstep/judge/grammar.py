"""Known mistakes as swaps in the named steps of a right solution.

A bank is text: one right solution as steps, each with the noun that names its value, then what
students write instead. NOTATION.md, beside the package's README, has the whole notation. Code in a
bank sees the course's `names`, and whatever the bank's file defines.
"""

import copy
import functools
import inspect
import itertools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from misstep.judge import slips, source
from misstep.judge.tables import Said, field, heading, numbered

EMPTY = inspect.Parameter.empty
MOST_PAIRS = 1500  # two faults at once that are tried for an answer


@dataclass(frozen=True)
class Mistake:
    """A wrong answer with its name.

    ``id`` is ``family/detail`` with a family of `FAMILIES`; ``wrong`` is called like the
    exercise; ``what`` and ``where`` are one sentence each: what the answer shows, where to look.
    ``needs`` and ``where_needs`` are what they claim of the answer (`claims`). Of two at once
    ``besides`` is the ``what`` of the second, and ``halves`` are the functions with one of them.
    ``dress`` is the right solution in the dress that the mistake wears.
    """

    id: str
    wrong: Callable
    what: str
    where: str = ""
    needs: str = ""
    where_needs: str = ""
    besides: str = ""
    halves: tuple = ()
    dress: "Mistake | None" = None


@dataclass(frozen=True)
class Entry(Said):
    """One entry of a bank; a swap is a tuple of (name of a step, code)."""

    swaps: tuple = ()
    tests: tuple = ()  # (``if`` or ``any``, code) of what results have to be like


@dataclass(frozen=True)
class Text:
    """A bank's text, taken apart. ``steps`` maps a name to (code, noun)."""

    head: str
    steps: dict
    dresses: tuple
    entries: tuple
    right: tuple = ()
    shown: tuple = ()  # names of the steps that a card may tick


class BankError(ValueError):
    """What is amiss in a bank's text, in line ``line`` of it, counted from 1."""

    def __init__(self, line, said):
        super().__init__(said)
        self.line = line


# --- reading ---------------------------------------------------------------------------


def parse(text, other=None):
    """Take a bank's text apart.

    ``other(id)`` returns the text of another bank, for ``like:``. A line that is neither step,
    entry nor swap, an unknown family, or an entry without swaps is a `BankError`.
    """
    lines = numbered(text)
    if not lines:
        raise BankError(1, "expected a bank, got an empty text")
    _compiles(*lines[0], f"def {lines[0][1].strip()}: pass", "the function's head, such as rms(x)")
    found = _Reading(other)
    for number, line in lines[1:]:
        try:
            found.take(line, number)
        except BankError:
            raise
        except (ValueError, KeyError) as err:
            raise BankError(number, str(err)) from err
    entries, dresses = found.entries, found.dresses
    for number, entry in found.heads:
        if not any(e.id == entry and e.swaps for e in entries):
            raise BankError(number, f"expected a swap below each entry, got none for {entry}")
    for theirs in found.likes:
        dresses += theirs.dresses
        entries += [e for e in theirs.entries if e.id not in found.without]
    last = next(reversed(found.steps), None)
    if last is None or last.startswith("do"):
        raise BankError(lines[0][0], f"expected steps below {lines[0][1].strip()}, the last one "
                        f"with a name, since that is the result, got {last and 'a statement'}")
    for number, name in found.shown:
        if not found.steps.get(name, ("", ""))[1]:
            raise BankError(number, f"expected names of steps with a noun, got {name}")
    return Text(lines[0][1].strip(), found.steps, tuple(dresses), tuple(entries),
                tuple(found.right), tuple(name for _, name in found.shown))


class _Reading:
    """The parts of a bank while its lines are read."""

    def __init__(self, other):
        self.other, self.steps, self.entries, self.heads = other, {}, [], []
        self.dresses, self.right, self.likes, self.without = [], [], [], set()
        self.shown = []  # (number of the line, name)
        self.own = set()  # names of steps that are not another bank's

    def take(self, line, number):
        body, entries = line.strip(), self.entries
        key, _, rest = body.partition(":")
        if key == "like":
            self.likes.append(_like(rest.strip(), self.other))
            self.steps.update(self.likes[-1].steps)
        elif key == "without":
            self.without |= {id.strip() for id in rest.split(",")}
        elif key == "shown":
            self.shown += [(number, name.strip()) for name in rest.split(",")]
        elif key in ("same", "right"):
            kept = self.dresses if key == "same" else self.right
            kept += self._swaps(rest, number)
        elif line[0] != " ":
            entries.append(Entry(*heading(body)))
            self.heads.append((number, entries[-1].id))
        elif entries and (claim := field(body)):
            entries[-1] = replace(entries[-1], **dict([claim]))
        elif entries and key in ("if", "any"):
            _compiles(number, body, f"({rest.strip()})", "code that is true or false")
            entries[-1] = replace(entries[-1], tests=(*entries[-1].tests, (key, rest.strip())))
        elif entries:
            more = self._swaps(body, number)
            entries[-1] = replace(entries[-1], swaps=entries[-1].swaps + more)
        else:
            code, _, noun = body.partition("  # ")
            name, code = _named(code)
            _compiles(number, body, _line(name, code), "a line of Python")
            if name in self.own:
                raise ValueError(f"expected each step once, got {name} again; a second statement "
                                 "is called `do_2:` or the like")
            self.own.add(name)
            self.steps[name] = code, noun.strip()

    def _swaps(self, text, number):
        found = swaps_of(text)
        for name, code in dict.fromkeys(itertools.chain(*found)):
            _compiles(number, text, _line(name, code), "a line of Python")
        return found


def _compiles(number, text, code, expected):
    try:
        compiled(code)
    except SyntaxError as err:
        raise BankError(number, f"expected {expected}, got {text.strip()!r} ({err.msg})") from None


def swaps_of(line):
    """``a = 0 || 1 && s = 2`` as ((("a", "0"), ("s", "2")), (("a", "1"), ("s", "2")))."""
    pieces = []
    for piece in line.split("&&"):
        name, found = None, []
        for code in piece.split(" || "):
            name, code = _named(code, name)
            found.append((name, code))
        pieces.append(found)
    return tuple(itertools.product(*pieces))


def _named(code, before=None):
    """``a = 0`` as ("a", "0"), ``do: d[w] += g`` as ("do", "d[w] += g").

    Code without a name belongs to the step ``before``.
    """
    match = re.match(r"\s*(?:(do\w*)\s*:|(\w+)\s*=(?!=))\s*(.*)", code)
    if not match and before:
        return before, code.strip()
    if not match:
        raise ValueError(f"expected 'name = …' or 'do: …', got {code.strip()!r}")
    return match[1] or match[2], match[3].strip()


def _like(rest, other):
    """Another bank's text with some names changed; with ``/steps`` without its entries."""
    if other is None:
        raise ValueError(f"expected a way to find other banks, got none for like: {rest}")
    which, *renamed = (part.strip() for part in rest.split(","))
    theirs = parse(other(which.removesuffix("/steps")), other)
    names = dict(part.split(" as ") for part in renamed)

    def change(code):
        return re.sub(r"\b(\w+)\b", lambda m: names.get(m[0], m[0]), code)

    def changed(swaps):
        return tuple(tuple((change(n), change(c)) for n, c in swap) for swap in swaps)

    entries = () if which.endswith("/steps") else theirs.entries
    return Text(theirs.head, {change(n): (change(c), noun) for n, (c, noun) in
                              theirs.steps.items()}, changed(theirs.dresses),
                tuple(replace(e, swaps=changed(e.swaps)) for e in entries))


# --- making wrong answers ----------------------------------------------------------------


class Bank:
    """All that is known of one exercise's mistakes, made from its text.

    ``names`` is what the code may use; ``other`` as for `parse`.
    """

    def __init__(self, text, names=None, other=None):
        self.text = parse(text, other)
        self.steps, self.entries = self.text.steps, self.text.entries
        self._names = names or {"np": np, "math": math}
        self._defaults = {n: p.default for n, p in parameters(self.text.head).items()}

    def fn(self, *swaps):
        """The solution with some swaps in it; the right one without."""
        before, lines = [], {n: [_line(n, code)] for n, (code, _) in self.steps.items()}
        for name, code in itertools.chain(*swaps):
            if name not in lines:
                before.append(_line(name, code))
                continue
            reads_itself = not name.startswith("do") and re.search(rf"\b{name}\b", code)
            lines[name] = (lines[name] if reads_itself else []) + [_line(name, code)]
        last = list(self.steps)[-1]
        return Steps(self._names, self._defaults, (*before, *itertools.chain(*lines.values())),
                     last)

    def only(self, mistakes):
        """The same bank with nothing but these mistakes and its dresses."""
        bank = copy.copy(self)
        bank.mistakes, bank.dresses = mistakes, self.dresses
        bank.pairs = bank.slips = bank.tests = ()
        return bank

    def right(self):
        """The solution that the bank's steps spell out."""
        return self.fn()

    @property
    def styles(self):
        """Right answers in other styles that the text gives as swaps."""
        return [self.fn(swap) for swap in self.text.right]

    @functools.cached_property
    def dresses(self):
        """The right solution in each dress alone: right on ordinary input."""
        return [Mistake("", self.fn(dress), "") for dress in self.text.dresses]

    @functools.cached_property
    def written(self):
        """Every swap alone."""
        return [self._mistake(e, swap) for e in self.entries for swap in e.swaps]

    @functools.cached_property
    def mistakes(self):
        """Every swap alone, then in each dress of the other steps."""
        dresses = list(zip(self.text.dresses, self.dresses, strict=True))
        dressed = [replace(self._mistake(e, swap, dress), dress=alone) for e in self.entries
                   for swap in e.swaps for dress, alone in dresses
                   if not _touched(swap) & _touched(dress)]
        return self.written + dressed

    @functools.cached_property
    def slips(self):
        """A slip in one named step, written nowhere."""
        names = {**self._names, "suffered": slips.suffered}
        lines = {name: _line(name, code) for name, (code, _) in self.steps.items()}
        nouns = {name: noun for name, (_, noun) in self.steps.items()}
        return [_mistake(said, Steps(names, self._defaults, [*(lines | {step: line}).values()],
                                     list(lines)[-1]))
                for step, line, said in slips.slips(lines, nouns, self._defaults)]

    @functools.cached_property
    def tests(self):
        """(entry, ``if`` or ``any``, test of results and right results) of what is told by them."""
        return [(e, kind, eval(f"lambda g, e: {code}", dict(self._names)))  # noqa: S307 - ours
                for e in self.entries for kind, code in e.tests]

    def _mistake(self, entry, *swaps):
        return _mistake(entry, self.fn(*swaps))

    @functools.cached_property
    def pairs(self):
        """Two mistakes at once, in different steps: at most `MOST_PAIRS`."""
        firsts = [(e, s) for e in self.entries for s in e.swaps[:3]]
        found = ((a, p, b, q) for (a, p), (b, q) in itertools.combinations(firsts, 2)
                 if a.id != b.id and not _touched(p) & _touched(q))
        alone = {(m.id, swap): m.wrong for m, (_, swap) in zip(self.written, (
            (e, s) for e in self.entries for s in e.swaps), strict=True)}
        return [replace(_mistake(a, self.fn(p, q)), besides=b.what,
                        needs=", ".join(filter(None, (a.needs, b.needs))),
                        halves=(alone[a.id, p], alone[b.id, q]))
                for a, p, b, q in itertools.islice(found, MOST_PAIRS)]


def _mistake(said, wrong):
    return Mistake(said.id, wrong, said.what, said.where, said.needs, said.where_needs)


def _touched(swap):
    return {name for name, _ in swap}


def _line(name, code):
    return code if name.startswith("do") else f"{name} = {code}"


def parameters(head):
    """The arguments of ``f(x, h=1e-5)`` as `inspect` has them: name to parameter."""
    space = {}
    exec(f"def {head}: pass", space)
    return inspect.signature(space[head.partition("(")[0]]).parameters


class Steps(source.Lines):
    """A function made of lines that run one after the other.

    Each line of text is compiled once, however many answers share it. ``defaults`` has all its
    arguments, `EMPTY` for those without a default.
    """

    def __init__(self, names, defaults, lines, result):
        self._names, self.defaults = names, defaults
        self.lines, self._result = lines, result

    def __call__(self, *args, **kwargs):
        space = {**self._names, **self.defaults,
                 **dict(zip(self.defaults, args, strict=False)), **kwargs}
        for line in self.lines:
            exec(compiled(line), space)
        return space[self._result]


@functools.cache
def compiled(line):
    """A line of a bank as code."""
    return compile(line, "<bank>", "exec")
