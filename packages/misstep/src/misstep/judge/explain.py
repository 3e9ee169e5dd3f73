"""Names the misconception that a wrong answer shows.

A name is given only if a hypothesis reproduces the answer: a *base* (the reference, a known
mistake, two of them) with a *fault* (none, or a row of `faults`) on a *scope* (all cases, all but
those of one kind, where the answer returns, one part of the result). `ORDER` lists which are tried,
the most certain first. No match: the answer stays unnamed. Runs no student code; what a known
mistake does is asked of the function that is passed in.
"""

import functools
import itertools
from dataclasses import replace

import numpy as np

from misstep.course import Limits
from misstep.judge import compare, faults, scopes, symptoms, work
from misstep.judge.answer import UNFIT, Answer, Diagnosis, behave_alike, many_numbers, values_of
from misstep.judge.form import Form

ENOUGH = 4  # cases of an exercise below which only names that its bank writes down are given
LARGEST = 100_000  # entries of all results together up to which a name is looked for


# --- all of it --------------------------------------------------------------------------------


def explain(judge, cases, expected, seen, bank, behaviour,
            form=Form(), shown=0, limits=Limits(), again=None):  # noqa: B008 - frozen
    """Name the misconception behind an answer, or None.

    Results far larger than any right one are not searched, and no search does more than
    ``limits.names``: the shape says enough. Raises `work.OutOfWork` where the machine was too busy
    for that.

    ``cases``, ``expected`` and ``seen`` are of equal length: inputs, right values, what the
    student's function did. ``behaviour(mistake, i)`` is the `Observation` of a mistake of the
    ``bank`` on case ``i``. What the text of the answer (``form``) does not show is not said;
    ``shown`` is the case of the card, of which an error's words speak; ``again(calls)`` runs the
    answer on other calls.
    """
    answer = Answer(judge, cases, expected, seen, list(range(len(seen))), bank, behaviour,
                    form=form, shown=shown, limits=limits, again=again)
    if any(o.stopped for o in seen):
        return _known_until_it_was_stopped(answer) or symptoms.not_finished(answer)
    if sum(compare.entries(o.value) for o in seen) > LARGEST:
        return None
    with work.allowed(limits.names, limits.guard):
        return (_with_changed_argument if any(o.changed for o in seen) else _first)(answer)
    return in_some_parts(answer)


def _known_until_it_was_stopped(answer):
    """A known mistake on the cases that came back, or what the bank says of one that goes on."""
    rest = answer.on_cases([i for i, o in enumerate(answer.seen) if o.returned])
    if rest.wrong:
        with work.allowed(answer.limits.names, answer.limits.guard):
            return known(rest)
        return None
    return next((rest.named(m) for m in answer.bank.mistakes
                 if m.id.startswith("endless/") and rest.seen), None)


def _first(answer):
    """The first hypothesis along `ORDER` that holds."""
    few = len(answer.judge.prepared[0]) < ENOUGH
    for hypothesis, scope in WRITTEN if few else ORDER:
        for part, add in scope(answer):
            found = hypothesis(part)
            worded = found and add(found)
            if worded:
                return worded
    return None


def _with_changed_argument(answer):
    """An argument is changed: that has a name, and what is wrong with the values another."""
    found = known(answer) or symptoms.nothing(answer)
    if found:
        return found
    changed = symptoms.arguments_changed(answer)
    if not answer.wrong:
        return changed

    def unchanged(mistake, place):
        return replace(answer.behaviour(mistake, place), changed=())

    values = _first(replace(
        answer, seen=[replace(o, changed=()) for o in answer.seen], behaviour=unchanged, memo={},
        bank=answer.bank.only(
            [m for m in answer.bank.mistakes if not m.id.startswith("in-place")])))
    raised = all(answer.seen[i].error for i in answer.wrong)
    if values is None and raised:
        return changed.beside("Besides, some inputs raise an error.")
    return changed.with_fault(values.what if values else "the result is not right either")


# --- raised errors -----------------------------------------------------------------------------


def raises_on_one_sort(answer):
    """Right wherever it returns; what raises is exactly one sort of input."""
    off = {i for i, o in enumerate(answer.seen) if o.error}
    if any(map(scopes.of_form, answer.seen)):
        return None
    if not off or off != set(answer.wrong) or not all(answer.seen[i].error in UNFIT for i in off):
        return None
    for sort in scopes.SORTS:
        if off == sort.of(answer.cases) != set(range(len(answer.cases))) and (
                not sort.cast or scopes.right_when_cast(answer, sort, off)):
            return Diagnosis("shape/raises-on-some", f"right, but {sort.words} an error is raised",
                             "Every input that the task names has to come through.")
    return None


# --- known mistakes ----------------------------------------------------------------------------


def known(answer, mistakes=None):
    """A known mistake that behaves like the answer on all the cases."""
    return next(map(answer.named, _agreeing(answer, mistakes)), None)


def _agreeing(answer, mistakes=None):
    """The known mistakes that behave like the answer on all the cases, one after the other.

    Where both raise they agree on nothing: they have to return the same on three cases, or on all.
    """
    for m in answer.bank.mistakes if mistakes is None else mistakes:
        if answer.off and all(_agrees(answer, m, i) for i in answer.order):
            returned = sum(not answer.seen[i].error for i in answer.order)
            if returned >= min(MOST_TELLING, len(answer.order)) and answer.meets(m.needs):
                yield m


MOST_TELLING = 3  # cases on which a mistake and an answer return the same, at least


def known_in_part(answer):
    """The same in one part of the result, where it spoils no part that is right.

    One that is off in this part alone comes first: the words of another may speak of the others.
    """
    whole, found = answer.whole, None
    others = [name for name in whole.parts if name != answer.part]
    for m in _agreeing(answer):
        if not whole.spoils(m):
            found = found or m
            if not whole.spoils(m, others):
                found = m
                break
    return found and answer.named(found)


def _agrees(answer, mistake, i):
    """Whether a known mistake does on one case what the answer did; found out once."""
    key = mistake.wrong, answer.places[i], answer.part
    if key not in answer.memo:
        theirs, seen = answer.of(mistake, i), answer.seen[i]
        answer.memo[key] = theirs is not None and (
            behave_alike(seen, theirs, answer.tolerance) if answer.part is None
            else not theirs.error and compare.alike(seen.value, theirs.value, answer.tolerance))
    return answer.memo[key]


def two_known(answer):
    """Two known mistakes at once, in different steps; no further than ``limits.pairs``."""
    if not answer.tells_enough:
        return None
    with work.allowed(answer.limits.pairs):
        for m in _agreeing(answer, answer.bank.pairs):
            halves = [replace(m, wrong=half) for half in m.halves]
            if all(_shows_twice(answer, half) for half in halves) and not _undone(answer, halves):
                return answer.named(m)
    return None  # if all that is allowed is spent, the next comparison says so again


def _shows_twice(answer, half):
    """Whether one of two mistakes alone leaves two cases unexplained, or one of several numbers.

    One number on one case may be chance.
    """
    off = [i for i in answer.order if not _agrees(answer, half, i)]
    return len(off) >= min(2, len(answer.wrong)) or any(
        compare.entries(answer.expected[i]) > 1 for i in off)


def _undone(answer, halves):
    """Whether one of two mistakes takes back what the other does: only together the shape is right.

    "A column is missing; and there is one too many" is true of neither the text nor the result.
    """
    def shapes(value):
        return [a.shape for a in values_of(value) or ()]

    return any(
        shapes(answer.seen[i].value) == shapes(answer.expected[i])
        and all(shapes(answer.of(half, i).value) != shapes(answer.expected[i]) for half in halves)
        for i in answer.order)


def slipped(answer):
    """A slip in one step, where enough is off to tell it from chance."""
    few = len(answer.wrong) < min(2, len(answer.cases))  # many slips do the same on one case
    return known(answer, answer.bank.slips) if answer.tells_enough and not few else None


def told_by_results(answer):
    """A known mistake that a property of the results tells, or one on top of another."""
    if not answer.bank.tests or answer.flat is None or len(answer.wrong) < 3:
        return None
    e, g = map(np.concatenate, zip(*answer.flat, strict=True))
    if not np.isfinite(g).all():
        return None
    tests = [row for row in answer.bank.tests if answer.meets(row[0].needs)]
    for entry, _, test in tests:
        if test(g, e):
            return answer.named(entry)
    for entry, kind, test in tests:  # two mistakes only where no one alone will do
        for mistake in answer.bank.written if kind == "any" else ():
            theirs = [_values(answer, mistake, i) for i in range(len(answer.seen))]
            if all(v is not None for v in theirs):
                of_it = np.concatenate([np.ravel(a) for v in theirs for a in v])
                if of_it.shape == g.shape and np.isfinite(of_it).all() and test(
                        g, of_it) and answer.meets(mistake.needs):
                    return answer.named(mistake).together(entry.what)
    return None


def known_with_a_fault(answer):
    """A known mistake, and on all cases one fault more."""
    got = answer.arrays
    if not got or not many_numbers([a for g in got for a in g]):
        return None
    first = answer.order[0]
    right = values_of(answer.expected[first]) or ()
    shape_is_right = [a.shape for a in got[first]] == [a.shape for a in right]
    theirs = [(m, _values(answer, m, first)) for m in answer.bank.mistakes if answer.meets(m.needs)
              and not (shape_is_right and m.id.startswith("shape/"))]  # nobody would see it
    # in their dresses many do the same there: each result suffers once
    alike_there = {_key(v): v for _, v in theirs if v is not None}
    rows = [f for f in (*faults.RESULT, *faults.of_sizes(answer.cases))
            if f.beside and answer.meets(f.needs)]
    for fault, form, undone in _forms(rows):
        fit = {key for key, v in alike_there.items()
               if _suffers(form, undone, v, got[first], answer, first)}
        for mistake in (m for m, v in theirs if fit and v is not None and _key(v) in fit):
            if fault in faults.SHAPE and mistake.id.startswith(("shape/", "axis/")):
                continue  # two words on one shape, of which nobody sees the first
            if fault.id.startswith("factor/2-times") and mistake.id.startswith("factor/"):
                continue  # the second may take back what the first says
            if all(_suffers(form, undone, _values(answer, mistake, i), got[i], answer, i)
                   for i in answer.order[1:]):
                return answer.named(mistake).together(fault.beside)
    return None


def _key(arrays):
    """Equal for arrays of the same numbers in the same shape."""
    return tuple((a.shape, a.dtype.str, a.tobytes()) for a in arrays)


def _values(answer, mistake, i):
    theirs = answer.of(mistake, i)
    return None if theirs is None or theirs.error else values_of(theirs.value, answer.expected[i])


# --- the right answer with a fault ---------------------------------------------------------------


def _forms(rows):
    """(fault, form, whether it is laid on the answer) for all forms of some faults."""
    for fault in rows:
        yield from ((fault, form, False) for form in fault.forms)
        yield from ((fault, form, True) for form in fault.undo)


def _suffers(form, undone, base, got, answer, i):
    """Whether a fault turns ``base`` into ``got`` (lists of arrays, one per part) on one case."""
    if base is None or len(base) != len(got):
        return False
    sizes, changed = answer.cases[i].sizes, 0
    for o, g in zip(base, got, strict=True):
        try:
            turned = form(o, g, sizes)
        except Exception:  # noqa: BLE001 - a form that makes no sense for this result
            return False
        changed += turned is not None
        left, right = (o, g if turned is None else turned) if undone else (
            o if turned is None else turned, g)
        left, right = np.asarray(left), np.asarray(right)
        if left.shape != right.shape or not compare.alike(left, right, answer.tolerance):
            return False
    return changed > 0


def of_right(rows, enough=lambda answer: True):
    """A hypothesis: the right answer, in some dress, with one fault, the same on all cases."""
    def suffered(answer):
        got = answer.arrays
        if got is None or not answer.wrong or not enough(answer):
            return None
        tried = tuple(_forms(f for f in (rows(answer.cases) if callable(rows) else rows)
                             if answer.meets(f.needs)))
        return next((answer.dressed(answer.named(fault), dress)
                     for base, dress in _right_bases(answer)
                     if any(map(_finite, map(base, answer.wrong)))  # nan is nan with any fault
                     for fault, form, undone in tried
                     if all(_suffers(form, undone, base(i), got[i], answer, i)
                            or (i not in answer.wrong and not _applies(form, base(i), got[i]))
                            for i in answer.order)), None)

    return suffered


def _right_bases(answer):
    """(what the right solution gives on case i, its dress), as it is asked and in each dress."""
    yield lambda i: values_of(answer.expected[i]), None
    yield from ((functools.partial(_values, answer, dress), dress)
                for dress in answer.bank.dresses)


def _applies(form, base, got):
    """Whether a form makes sense for a result at all."""
    try:
        return any(form(o, g, {}) is not None for o, g in zip(base or (), got, strict=False))
    except Exception:  # noqa: BLE001 - a form that makes no sense for this result
        return False


def _enough_numbers(answer):
    return answer.flat is not None and sum(
        np.count_nonzero(np.abs(e) > 1e-9) for e, _ in answer.flat) >= 3


def _much_off(answer):
    return answer.tells_enough or sum(
        a.size for i in answer.wrong for a in values_of(answer.seen[i].value) or ()) >= 6


def _not_all_0(answer):
    """Whether a number came back that isn't 0: of small ones 0 is left without their digits."""
    return any(np.any(a) for got in answer.arrays for a in got)


in_shape, in_sign = of_right(faults.SHAPE), of_right(faults.SIGN, _enough_numbers)
in_digits, in_rows = of_right(faults.DIGITS, _not_all_0), of_right(faults.ROWS, _much_off)
in_common = of_right(faults.COMMON, _much_off)
in_size = of_right(faults.of_sizes, _enough_numbers)


def factor(answer):
    """Exactly so many times too large or too small, by any constant."""
    pairs = answer.flat
    if not pairs or not _enough_numbers(answer):
        return None
    factors = []
    for e, g in pairs:
        if not np.all(np.isfinite(g)):
            return None
        top = int(np.argmax(np.abs(e))) if e.size else 0
        if e.size and abs(e[top]) > 1e-9:
            factors.append(g[top] / e[top])
            if compare.compare_array(e * factors[-1], g, answer.tolerance):
                return None
        elif g.size and np.max(np.abs(g)) > 1e-6:
            return None
    c = factors[0] if factors else 0
    if abs(c) < 1e-9 or np.ptp(factors) > 1e-3 * abs(c) or abs(abs(c) - 1) < 1e-3:
        return None
    word, times = ("large", abs(c)) if abs(c) > 1 else ("small", 1 / abs(c))
    also = ", and the sign is flipped" if c < 0 else ""
    return Diagnosis(f"factor/{compare.number(times)}-times-too-{word}".replace(".", "_"),
                     f"every entry is exactly {compare.number(times)} times too {word}{also}",
                     "Look for a factor that is missing or appears twice.")


def offset(answer):
    """Every entry too large or too small by the same number."""
    pairs = answer.flat
    if not pairs or len(pairs) < 2:
        return None
    values, got = map(np.concatenate, zip(*pairs, strict=True))
    differences = got - values
    if len(differences) < 4 or len(set(np.round(values, 9))) < 2:
        return None
    c = differences[0]
    close = 1e-6 * np.clip(np.abs(values), 1, 1000 * max(1, abs(c)))  # a large one tells nothing
    if not np.all(np.isfinite(differences)) or abs(c) < 1e-2 or np.any(
            np.abs(differences - c) > close):
        return None
    sentence = f"every entry is {compare.number(abs(c))} too {'large' if c > 0 else 'small'}"
    if abs(c) == 1 and np.all(values == np.round(values)):
        return Diagnosis("off-by-one/result", sentence, "Is a 1 missing, or one too many? Does "
                         "counting start at 0 here, or at 1?")
    return Diagnosis("omitted-term/constant", sentence, "Look for a constant that is missing or "
                     "stands there once too often.")


def cut_off(answer):
    """Right between two bounds, and cut off there."""
    if not answer.flat:
        return None
    e, g = map(np.concatenate, zip(*answer.flat, strict=True))
    if not g.size or not np.isfinite(g).all():
        return None
    low, high = g.min(), g.max()
    if len(set(np.round(e[(e > low) & (e < high)], 9))) < 3 or compare.compare_array(
            np.clip(e, low, high), g, answer.tolerance):
        return None
    beyond = {end: set(np.round(e[out], 9)) for end, out in ((low, e < low), (high, e > high))}
    if any(len(values) == 1 and end not in (-1, 0, 1) for end, values in beyond.items()):
        return None  # any single number that is a bit too small would look like this
    ends = [compare.number(end) for end, values in beyond.items() if values]
    return ends and Diagnosis("unstable/cut-off", f"the result is cut off at {' and '.join(ends)}",
                              "Values beyond are right as well: look for a clip, a minimum or "
                              "maximum, or a start value.")


def type_of_first(answer):
    """An array took the type of its first entry, a whole number: the others are cut."""
    if answer.raised or any(len(values_of(e) or ()) != 1 for e in answer.expected):
        return None
    if not answer.form.has(calls=("vectorize", "array", "asarray", "fromiter", "piecewise")):
        return None
    lost = 0
    for i in answer.wrong:
        (e,), g = values_of(answer.expected[i]), values_of(answer.seen[i].value)
        if not g or e.dtype.kind != "f" or e.shape != g[0].shape or e.size < 2:
            return None
        whole = np.isclose(e, np.round(e))
        if not whole.flat[0] or (np.where(whole, np.round(e), np.trunc(e)) != g[0]).any():
            return None
        lost += np.count_nonzero(~whole)
    return Diagnosis("integer/first-entry", "where the first value is an integer, such as 0, the "
                     "others lose their decimals", "np.vectorize takes the type of the first "
                     "value, and an array of integers keeps only integers: write 0.0 instead of "
                     "0, or give the type float.") if lost > 1 else None


def right_but_for(kind):
    """A hypothesis: right on all cases but those of one kind."""
    def found(answer):
        off = answer.off
        if not off or len(off) == len(answer.cases) or not all(
                kind.holds(answer.cases[i]) and (answer.seen[i].error or kind is not scopes.LISTS)
                and not scopes.of_form(answer.seen[i]) for i in off) or all(
                map(kind.holds, answer.cases)):  # of the other kind one has to be right
            return None
        if kind.cast and not scopes.right_when_cast(answer, kind, off):
            return None
        if kind is scopes.LARGE and scopes.right_alone(answer, off):
            return ONE_DECISION
        finite = all(not answer.seen[i].error and _finite(values_of(answer.seen[i].value))
                     for i in off)
        gentle = kind.gentle and (finite and not any(_vanished(answer, i) for i in off)
                                  or not answer.meets(kind.alone.where_needs))
        return answer.named(replace(
            kind.alone, what=kind.alone.what.format(how="far off" if finite else "not finite",
                                                    case=answer.cases[off[0]].name),
            **({"where": kind.gentle, "where_needs": ""} if gentle else {})))

    return found


ONE_DECISION = Diagnosis(
    "axis/one-decision", "each entry comes out right alone, but not all of them in one array",
    "Does something decide once for the whole array? Decide entry by entry: np.where or a mask.")


def _finite(arrays):
    return arrays is not None and all(np.isfinite(a.astype(float)).all() for a in arrays)


def _vanished(answer, i):
    """Whether a number that is not 0 came back as 0."""
    pairs = zip(values_of(answer.expected[i]) or (), values_of(answer.seen[i].value), strict=False)
    return any(e.shape == g.shape and ((g == 0) & (e != 0)).any() for e, g in pairs)


def in_parts(hypothesis):
    """A hypothesis: another one in the parts (keys) of the result that are wrong.

    Where it leaves some without a name, it's kept for `in_some_parts`.
    """
    def found(answer):
        parts = {n: answer.in_part(n) for n in answer.parts or ()}
        named = {n: hypothesis(part) for n, part in parts.items() if part.wrong}
        named = {n: d and (d.alone() if any(not named[m] for m in d.clashes) else d)
                 for n, d in named.items()}
        if not any(named.values()):
            return None
        first, *others = [n for n in named if named[n]]
        alike = [n for n in others if named[n].what == named[first].what]
        second = [n for n in others if n not in alike][:1]
        rest = [n for n in named if n not in (first, *alike, *second)]

        def names(parts):
            return ", ".join(map(answer.label, parts))

        worded = replace(
            named[first], what=f"in {names([first])}: {named[first].what}",
            where=named[first].where + (f" The same holds for {names(alike)}." if alike else "")
            + "".join(f" In {names([n])}: {named[n].what}. {named[n].where}".rstrip()
                      for n in second)
            + (f" Not right either: {names(rest)}." if rest else ""))
        # a factor in one part may be what another fault comes to there
        sure = alike or not named[first].misconception.startswith("factor/")
        if rest and sure and not _counts(answer.in_part(first).expected):
            answer.memo.setdefault(SOME_PARTS, worded)
        return None if rest else worded

    return found


def _counts(values):
    """Whether values are single whole numbers: many a mistake gives the same few of them."""
    return all(np.size(v) == 1 and np.asarray(v).dtype.kind in "iub" for v in values)


SOME_PARTS = "some parts"  # a key of `Answer.memo`


def in_some_parts(answer):
    """The first of `in_parts` that explains some wrong parts, where nothing explains more."""
    return answer.memo.setdefault(SOME_PARTS, None)


# --- the right function of other arguments ----------------------------------------------------


def ignored_argument(answer):
    """The right function, with one argument held at a fixed value."""
    if answer.raised or not answer.wrong:
        return None
    judge = answer.judge
    numbers = {name: i for i, name in enumerate(judge.arguments)
               if all(len(c.args) > i and faults.number_of(c.args[i]) for c in answer.cases)}
    for name, position in {**judge.optional, **numbers}.items():
        for value in (*judge.fixed_values(name), *faults.HELD):
            if _gives(answer, functools.partial(judge.reference_with, name, position, value)):
                return Diagnosis(f"ignored-argument/{name}",
                                 f"the argument `{name}` makes no difference",
                                 _where_ignored(answer, name, value))
    return None


def _where_ignored(answer, name, value):
    """To use an argument is said only where it is not; a value that nobody names may be chance."""
    gives = f"returned is what {name} = {value!r} gives."
    if not answer.meets(f"unused {name}"):
        return f"What is {gives}"
    usual = any(value is fixed for fixed in answer.judge.fixed_values(name))
    return f"Use `{name}` in the body" + (f": what is {gives}" if usual else ".")


def other_argument(answer):
    """The right function of changed arguments: −x, x cut to whole numbers, two of them swapped."""
    if answer.raised or not answer.wrong:
        return None
    names, judge = answer.judge.arguments, answer.judge
    count = min(len(case.args) for case in answer.cases)
    first = answer.cases[answer.wrong[0]]
    for i in range(count):
        for fault in _argument_faults(answer, first, i):
            if _gives(answer, _changed(judge, fault.change, i)):
                return answer.named(fault.words(n=names[i]))
        along_the_other = _changed(judge, faults.flip, i)
        if faults.table(first.args[i]) and _gives(
                answer, lambda case, along=along_the_other: faults.flip(along(case))):
            return answer.named(faults.AXIS.words(n=names[i]))
    if count > 1 and _gives(answer, _changed(judge, faults.cut, *range(count))):
        return answer.named(faults.CUT)
    return _swapped(answer, first, count)


def _argument_faults(answer, case, i):
    """The faults that may be laid on one argument."""
    if compare.as_array(case.args[i]) is None:
        return
    decisions = answer.flat is not None and (all(
        np.isin(e, (0, 1)).all() for e, _ in answer.flat) and sum(
        np.count_nonzero(e != g) for e, g in answer.flat) < 3 or _a_few_numbers(answer))
    scaled = faults.SCALED if answer.tells_enough else ()
    for fault in (*faults.ARGUMENT, *scaled):  # a few yes or no are too easily alike
        if fault.fits(case.args[i]) and answer.meets(fault.needs) and not (
                decisions and fault.id != "transpose/{n}"):
            yield fault


def _a_few_numbers(answer):
    """Whether all results are places or choices: one small whole number each."""
    return not answer.tells_enough and all(
        e.size == 1 and e[0] == int(e[0]) and abs(e[0]) < 4 for e, _ in answer.flat)


def _swapped(answer, first, count):
    """Two arguments of one shape in each other's place."""
    names, judge = answer.judge.arguments, answer.judge
    for i, j in itertools.combinations(range(count), 2):
        a, b = compare.as_array(first.args[i]), compare.as_array(first.args[j])
        if a is not None and b is not None and a.shape == b.shape and _gives(
                answer, functools.partial(_with_swapped, judge, i, j)):
            return Diagnosis("transpose/arguments-swapped",
                             f"`{names[i]}` and `{names[j]}` are swapped",
                             "Compare the order of the arguments with the formula.")
    return None


def _changed(judge, change, *positions):
    """The reference as a function of a case, some of whose arguments are changed."""
    return lambda case: judge.reference_of(
        [change(a) if i in positions and compare.as_array(a) is not None else a
         for i, a in enumerate(case.args)], case.kwargs)


def _with_swapped(judge, i, j, case):
    args = list(case.args)
    args[i], args[j] = args[j], args[i]
    return judge.reference_of(args, case.kwargs)


def _gives(answer, of_case):
    """Whether ``of_case(case)`` is what the answer returned, on all cases; wrong ones first.

    A case that the reference refuses with that change (its guards) is left out, as long as two
    wrong ones are explained.
    """
    explained, refused = 0, False
    for i in answer.order:
        work.spend(work.RUN)
        try:
            value = answer.judge.aligned(answer.expected[i], of_case(answer.cases[i]))
        except Exception:  # noqa: BLE001 - the reference guards its own arguments
            refused = True
            continue
        if not compare.alike(value, answer.seen[i].value, answer.tolerance):
            return False
        explained += i in answer.wrong
    return explained >= (2 if refused else 1)


# --- the order ------------------------------------------------------------------------------


def _any_of(*hypotheses):
    return lambda answer: next(filter(None, (h(answer) for h in hypotheses)), None)


of_numbers = _any_of(in_shape, in_sign, in_size, factor, in_digits, offset, in_rows, cut_off,
                    type_of_first)
right_with_a_fault = _any_of(
    symptoms.raised, symptoms.nothing, symptoms.not_yet_made, symptoms.structure, of_numbers,
    right_but_for(scopes.WHOLE), in_parts(of_numbers), ignored_argument,
    right_but_for(scopes.LARGE), in_common, in_parts(in_common), other_argument)


def _surely_with_a_fault(answer):
    """The same, only where much is off: on part of the cases a chance match is near."""
    if answer.raised or len(answer.cases) < 3 or len(answer.wrong) < 2:
        return None
    return right_with_a_fault(answer) if answer.tells_enough else None


ORDER = (  # what is tried, and on which scopes; the most certain first
    (symptoms.first_turn, scopes.everywhere),
    (_any_of(symptoms.compares_only, symptoms.always_true), scopes.everywhere),
    (known, scopes.everywhere),
    (_any_of(right_but_for(scopes.LISTS), symptoms.list_repeated), scopes.everywhere),
    (known, scopes.but_one_kind),
    (in_parts(known_in_part), scopes.everywhere),
    (right_with_a_fault, scopes.everywhere),
    (in_parts(known), scopes.everywhere),
    (slipped, scopes.everywhere),
    (told_by_results, scopes.everywhere),
    (known_with_a_fault, scopes.everywhere),
    (two_known, scopes.everywhere),
    (in_some_parts, scopes.everywhere),
    (known, scopes.one_sort),
    (raises_on_one_sort, scopes.everywhere),
    (_any_of(known, right_with_a_fault), scopes.where_it_returns),
    (_any_of(known, right_with_a_fault), scopes.where_the_shape_is_right),
    (_surely_with_a_fault, scopes.but_one_kind),
    (slipped, scopes.but_one_kind),
    (two_known, scopes.but_one_kind),
    (symptoms.where_numpy_warns, scopes.everywhere),
    (functools.partial(symptoms.raised, rows=symptoms.MESSAGES), scopes.everywhere),
)
WRITTEN = (  # what is tried where a few cases would fit much by chance
    *ORDER[:3], (in_parts(known_in_part), scopes.everywhere),
    (_any_of(symptoms.raised, symptoms.nothing, symptoms.not_yet_made, symptoms.structure,
             in_shape, in_parts(in_shape)), scopes.everywhere),
    (in_parts(known), scopes.everywhere), (told_by_results, scopes.everywhere),
    (known, scopes.where_it_returns), (known, scopes.where_the_shape_is_right), ORDER[-1],
)
