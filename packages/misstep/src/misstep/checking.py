"""One answer to one verdict, straight down: observe, compare, explain.

`check` is the whole idea; the rest of the file are its steps. How code runs is in `sandbox`, what
a difference is in `compare`, how a misconception is named in `explain`, how a verdict looks in
`cards`.
"""

import dis
import inspect
import os
import types
import warnings
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from misstep import cards
from misstep.course import current
from misstep.judge import borrowed, form, heads, naming, sandbox, streams, work
from misstep.judge.answer import Diagnosis, behave_alike
from misstep.judge.compare import (
    Difference,
    as_array,
    compare,
    describe,
    largest_error,
    leaves,
    number,
    rounding,
)
from misstep.judge.explain import explain
from misstep.judge.portable import Foreign, Observation, portable, tidy
from misstep.judge.records import ERROR, FAILED, NOT_ATTEMPTED, PASSED, Case, record
from misstep.judge.verdict import Verdict
from misstep.line import firstline, repairs

COPY = "This is the course's own `{}`: write it yourself."


@dataclass(frozen=True)
class Trial:
    """What a verdict was made of, to be tried again: the answer, and the case that is shown."""

    fn: object = None
    case: Case | None = None
    observation: Observation | None = None
    difference: Difference | None = None
    expected: object = None
    failing: tuple = ()  # numbers of the cases that are not right, where every call came back
    shown: int = 0  # number of the case that is shown
    seen: tuple = ()  # of a right answer: what each case's call did
    two: bool = False  # whether two faults are told


@dataclass(frozen=True, repr=False)
class Result(Verdict):
    """The verdict on one answer, with its card; ``case`` and the like are of its `Trial`.

    ``status`` is passed, failed, not attempted or error; `data` and `of` take it through JSON.

    >>> from misstep.example import COURSE
    >>> result = COURSE.check("rms", lambda x: (x ** 2).mean())
    >>> bool(result), result.passed, result.total, result.case.name
    (False, 0, 2, '3 and 4')
    >>> Result.of(result.data()).message == result.message
    True
    """

    trial: Trial = field(default=Trial(), compare=False)

    def __getattr__(self, name: str) -> Any:
        if name in Trial.__dataclass_fields__:
            return getattr(self.trial, name)
        raise AttributeError(f"a Result has no {name!r}")

    def __str__(self) -> str:
        return cards.as_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return cards.as_html(self)


# --- the check -------------------------------------------------------------------------


@streams.without_lapack()
def check(id: str, fn: object, *, line: bool = True) -> Result:
    """Judge the answer ``fn`` to an exercise. Never raises for what a student wrote."""
    r = record(id)
    try:
        with naming.own_name(fn, id):
            result = _judged(r.judge, fn)
            result = _with_line(r, result) if line else result
    except KeyboardInterrupt:
        raise  # the student's own press of the stop button
    except BaseException as err:  # noqa: BLE001 - a fault of ours must not end the notebook
        result = _unjudged(r.judge, fn, err)
    return replace(result, heading=cards.heading(r), variation=r.variation, **{
        part: tidy(getattr(result, part), MESSAGE_LIMIT)
        for part in ("message", "finding", "where")})


UNJUDGED = "This answer could not be judged"  # so begins the finding of a check that failed
MESSAGE_LIMIT = 1200  # characters of a message; the longest of ours has below 500
NO_NAME = "The search for a known mistake was given up: it took too long."
NO_LISTS = ("Right for numbers and arrays, as asked; lists would need {0} = np.asarray({0}, float) "
            "in the first line.")
BY_FORMULA = 1e-12  # error of a derivative that a formula stays below, and a difference does not
NO_LINE = "Its line was not looked for: this machine is busy, or the function slow."


def _with_line(r, result):
    """The same with the first wrong line, and with the steps that it has."""
    if not result.failing or NO_NAME in result.notes:
        return result
    try:
        line, (ticks, after) = _spared(lambda: firstline.of(r, result), (None, ((), "")))
        if (line and line.sure and line.without and result.difference
                and result.two):  # one fault is all, so not these two
            result = replace(result, misconception=None, **_message(
                r.judge, None, result.observation, result.difference, np.inf))
        return replace(result, line=line, ticks=ticks, next=after)
    except work.OutOfWork:
        return replace(result, notes=(*result.notes, NO_LINE))


def _spared(run, otherwise=None, damage=None):
    """What ``run()`` gives, else ``otherwise``: a fault of ours must not cost the verdict."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return run()
    except Exception as err:  # noqa: BLE001
        if os.environ.get("COURSE_STRICT"):  # set by the tests
            raise
        if damage is not None:
            damage[:] = [tidy(str(err), 300)]
        return otherwise


def handed_in(id: str, fn: Any) -> Result:
    """`check`, for an answer that somebody hands in: a copy of the course's own is no attempt."""
    judge, result = record(id).judge, check(id, fn)
    python = naming.python_function(fn)
    is_copy = result.status == PASSED and python is not None and sandbox.inspect_safely(
        lambda: borrowed.is_copy(judge, python), False, current().limits)
    return no_attempt(id, fn, COPY.format(id)) if is_copy else result


def confirms(id: str, seen: Any) -> bool:
    """Whether reports of an exercise's calls, from another process, are those of a right answer.

    >>> from misstep.example import COURSE
    >>> COURSE.within(confirms)("rms", [])
    False
    """
    try:
        judge = record(id).judge
    except KeyError:
        return False
    cases, expected = judge.prepared
    try:
        return len(seen) == len(cases) and all(
            type(o) is Observation and not o.error and not o.changed
            and judge.difference(e, o.value) is None for e, o in zip(expected, seen, strict=True))
    except Exception:  # noqa: BLE001 - reports of any kind may come
        return False


def _unjudged(judge, fn, err):
    """The check itself has failed: that is said, and nothing about the answer."""
    finding = (f"{UNJUDGED}: the check itself stopped "
               f"({type(err).__name__}: {tidy(str(err), 200)}).")
    where = ("Expected is a plain function that returns numbers, arrays, lists, tuples or dicts "
             "of them. If yours does, the fault is the course's.")
    return Result(judge.id, ERROR, **_words(finding, where), trial=Trial(fn))


def _judged(judge, fn):
    for early in (_is_no_answer(judge, fn), _is_no_exercise(judge, fn)):
        if early is not None:
            return early
    cases, expected = judge.prepared
    smallest, *more = sorted(range(len(cases)), key=lambda i: cases[i].size)
    twice = [smallest, *more[-1:]]  # the smallest case and the largest one are run again
    course = borrowed.watched(judge, naming.python_function(fn))
    by_hand = _spared(lambda: judge.heads_read, [])
    calls = [*((case.args, case.kwargs) for case in (*cases, *(cases[i] for i in twice))),
             *((head.args, {}) for head in by_hand), *([(judge.lists, {})] if judge.lists else ())]
    seen = sandbox.observe(fn, calls, judge.course.limits,
                           loan=borrowed.Loan(course, judge.id) if course else None)
    if seen and seen[0].error == "NotImplementedError":
        return no_attempt(judge.id, fn)
    seen, others = seen[:len(cases)], seen[len(cases):]
    repeats, others = list(zip(twice, others, strict=False)), others[len(twice):]
    result = _judge(judge, fn, cases[:len(seen)], expected[:len(seen)], seen, len(cases))
    if not result:
        result = result if all(o.error for o in seen) else replace(  # no call shows the cause
            result, head=_spared(lambda: heads.first_wrong(
                judge, by_hand, others, result.misconception, result.two), ()))
        return _unsteady(judge, result, seen, repeats)
    lender = _lender(judge, fn, seen, course)
    if lender:
        return no_attempt(
            judge.id, fn, f"This calls the course's own `{lender}`: write it yourself.")
    for i, repeated in repeats:
        if not repeated.stopped and judge.difference(expected[i], repeated.value) is not None:
            return _forgetful(judge, fn, cases[i], expected[i], repeated, len(cases))
    on_list = others[len(by_hand):]
    return result if not on_list or _is_right(judge, judge.lists, *on_list) else replace(
        result, notes=(*result.notes, NO_LISTS.format(judge.arguments[0])))


def _unsteady(judge, result, seen, repeats):
    """A wrong result; where a call did something else again, with that as its name."""
    is_steady = all(behave_alike(seen[i], repeated, judge.tolerance) for i, repeated in repeats)
    if is_steady:
        return result
    result = replace(result, head=())  # by hand, in a fresh session, it may come out right
    if (result.misconception or "").startswith("in-place"):
        return result
    return replace(
        result, misconception="ignored-argument/another-result-each-time",
        notes=tuple(note for note in result.notes if note != NO_NAME),
        trial=replace(result.trial, two=False), **_words(
            "The same input gives another result each time.", "The arguments alone decide it: "
            "use no random numbers of your own, and keep nothing between calls."))


def _is_right(judge, args, observation):
    """Whether a call on arguments that are no case's gave what the reference gives."""
    return not observation.error and judge.difference(
        judge.reference_of(args, {}), observation.value) is None


def _lender(judge, fn, seen, course):
    """The course's function whose value a right answer only hands on, by name; "" if none.

    Its own solution may have been called on some cases, any other one on all, in the same way.
    """
    cases, expected = judge.prepared
    lent = [i for i, o in enumerate(seen) if o.borrowed == judge.id][:3]
    if not lent and len({o.borrowed for o in seen}) == 1:
        lent = [i for i, o in enumerate(seen) if o.borrowed][:3]
    if not lent or any(compare(expected[i], seen[i].value, judge.tolerance) for i in lent):
        return ""
    name = seen[lent[0]].borrowed.partition(" ")[0]
    loan = borrowed.Loan({f: n for f, n in course.items() if n == name}, altered=True)
    altered = sandbox.observe(fn, [(cases[i].args, cases[i].kwargs) for i in lent],
                              judge.course.limits, loan=loan)
    return name if any(not o.error and judge.difference(seen[i].value, o.value) is not None
                       for i, o in zip(lent, altered, strict=False)) else ""


def _is_no_answer(judge, fn):
    """The verdict where nothing can be called as the exercise calls it, else None."""
    if not callable(fn):
        kind = describe(sandbox.inspect_safely(
            lambda: portable(fn), Foreign("object"), judge.course.limits))
        return Result(judge.id, FAILED, **_words(f"`{judge.id}` should be a function, got {kind}."),
                      trial=Trial(fn))
    if _is_empty(fn):
        return no_attempt(judge.id, fn)
    problem = sandbox.inspect_safely(
        lambda: _signature_problem(judge, fn), None, judge.course.limits)
    return Result(judge.id, ERROR, **problem, trial=Trial(fn)) if problem else None


def _is_no_exercise(judge, fn):
    """The verdict where the course asks for what cannot be compared, else None."""
    if not judge.beyond:
        return None
    return Result(judge.id, ERROR, **_words(
        f"No answer can be judged: the course's own returns {judge.beyond}.", "Only numbers, truth "
        "values, and arrays, lists, tuples and dicts of them are compared. The fault is the "
        "course's."), trial=Trial(fn))


def _words(finding, where="", between=""):
    """The message and its parts: what is off, the numbers of it, where to look."""
    return {"message": " ".join(filter(None, (finding, between, where))),
            "finding": finding, "where": where}


def _judge(judge, fn, cases, expected, seen, total):
    differences = [None if o.error else judge.difference(e, o.value)
                   for e, o in zip(expected, seen, strict=True)]
    bad = [i for i, d in enumerate(differences) if seen[i].error or d is not None]
    changed = [i for i, o in enumerate(seen) if o.changed]
    passed = len(seen) - len(bad)
    if not bad and not changed and len(seen) == total:
        praise = f"All {total} cases are right." if total > 1 else "All as asked."
        return Result(judge.id, PASSED, praise, notes=tuple(_remarks(
            judge, cases, expected, seen)), passed=total, total=total,
                      printed=seen[0].printed, trial=Trial(
                          fn, observation=seen[0], seen=tuple(seen)))
    i = _smallest(cases, seen, differences, bad or changed)
    notes = ()
    try:
        diagnosis = (_structural("structural", judge, fn, cases, expected, seen)
                     or _diagnosis(judge, fn, cases, expected, seen, i)
                     or _structural("starts", judge, fn, cases, expected, seen))
    except work.OutOfWork:
        diagnosis, notes = None, (NO_NAME,)
    error = max((largest_error(expected[k], seen[k].value) for k in bad), default=np.inf)
    trial = Trial(fn, cases[i], seen[i], differences[i], expected[i],
                  () if any(o.stopped or o.died for o in seen) else tuple(bad), i,
                  two=diagnosis is not None and diagnosis.two)
    return _failed(judge, trial, _message(judge, diagnosis, seen[i], differences[i], error,
                                          searched=not notes),
                   misconception=diagnosis.misconception if diagnosis else None,
                   passed=passed, total=total, notes=(*notes, *_damage(judge)))


def _remarks(judge, cases, expected, seen):
    """What is said of a right answer: a warning on the way, a derivative by differences."""
    warned = next((w for o in seen for w in o.warned), None)
    if warned:
        yield (f"Right, with a NumPy warning on the way ({warned}): the values survive, "
               "a form without the warning is kinder to its users.")
    off = max((rounding(e, judge.aligned(e, o.value)) for case, e, o in zip(
        cases, expected, seen, strict=True) if not case.extreme), default=0.0)
    if judge.derived and off > BY_FORMULA:
        yield (f"Right to {int(-np.log10(off))} digits, where a formula gives 15. If yours is a "
               "difference of two values: that is how a derivative is checked. What does the "
               "formula say?")


def _failed(judge, trial, words, **more):
    """The verdict on what fails: its words, and the case that is shown."""
    seen, off = trial.observation, trial.difference
    got, asked = _got_and_asked(judge, off) if off is not None else ((), "")
    at = f" – in `{seen.line}`" if seen.line else ""
    raised = f"{seen.error}: {seen.detail}{at}" if seen.error and (
        seen.error not in words["message"]) else ""
    return Result(
        judge.id, ERROR if seen.error else FAILED, **words, **more, got=got, asked=asked,
        raised=raised, raised_at=seen.line if seen.error else "", printed=seen.printed,
        smallest=(trial.case.name, heads.call_of(judge, trial.case)), trial=trial)


def _got_and_asked(judge, off):
    """((place, value), value asked for) of the first difference."""
    part = f" in `{off.part}`" if off.part else ""
    if off.rung not in ("value", "finite"):
        return (part, off.got), off.expected
    ordered = judge.align is None  # else the index would count the reference's rows
    place = f" at {list(off.index)}" if off.index and ordered else ""
    return (place + part, number(off.got)), number(off.expected)


def _structural(which, judge, fn, cases, expected, seen):
    """What the form of an answer is the cause of: told if all cases are right once it is mended."""
    if any(o.stopped or o.died for o in seen):
        return None
    for id, what, where, repaired in getattr(repairs, which)(fn):
        then = sandbox.observe(repaired, [(c.args, c.kwargs) for c in cases], judge.course.limits)
        if len(then) == len(cases) and not any(
                o.error or o.changed or judge.difference(e, o.value)
                for e, o in zip(expected, then, strict=True)):
            return Diagnosis(id, what, where)
    return None


def _diagnosis(judge, fn, cases, expected, seen, shown):
    """The misconception, or None."""
    return _spared(lambda: explain(
        judge, cases, expected, judge.in_order(expected, seen), judge.known, judge.behaviour,
        form.of(fn), shown, judge.course.limits,
        lambda calls: sandbox.observe(fn, calls, judge.course.limits)), damage=judge.damage)


def _damage(judge):
    """The note, once in a session, that what is known of an exercise's mistakes is damaged."""
    shown, note = current().session.shown, f"damaged {judge.id}"
    if not judge.damage or note in shown:
        return ()
    shown.add(note)
    return ("The course's file of mistakes of this exercise is damaged: the verdict stands, a name "
            f"for it is missing ({judge.damage[0]}).",)


def _smallest(cases, seen, differences, failing):
    """The failing case to show: the plainest at the rung of the first one."""
    def rung(i):
        return seen[i].error or (differences[i].rung if differences[i] else "changed")

    first = rung(failing[0])
    return min((i for i in failing if rung(i) == first), key=lambda i: (*_burden(
        cases[i], differences[i]), cases[i].size, i))


def _burden(case, off):
    """What keeps a person from computing a case: too many numbers, large ones, long ones."""
    numbers = np.concatenate([np.zeros(1), *(
        np.ravel(a).astype(float) for a in map(as_array, leaves((case.args, case.kwargs)))
        if a is not None)])
    asked = [] if off is None or isinstance(off.expected, str) or off.expected is None else [
        float(off.expected)]
    finite = np.abs([v for v in (*numbers, *asked) if np.isfinite(v)])
    return (case.size > heads.SHOWN, bool((finite > 1000).any()),
            any(len(f"{v:.9g}") > 6 for v in numbers[:heads.SHOWN + 1]))


def _forgetful(judge, fn, case, expected, repeated, total):
    """Right the first time, different when asked again."""
    words = _words("The same input gives another result the next time: something is kept between "
                  "calls.", "Look for a default argument that is a list or array, or for a "
                  "global that grows.")
    off = None if repeated.error else judge.difference(expected, repeated.value)
    return _failed(judge, Trial(fn, case, repeated, off, expected), words,
                   misconception="in-place/kept-between-calls", passed=total - 1, total=total)


_OFF = {  # rung: what is off where no mistake is known
    "type": "What comes back is not of the kind asked for.",
    "shape": "The shape is not the one asked for.",
    "finite": "The result is not finite.",
}


def _message(judge, diagnosis, observation, off, error, searched=True):
    """The words of a verdict, as `_words` gives them; ``off`` is the difference that is shown."""
    if diagnosis:
        what = diagnosis.what
        if np.ndim(as_array(observation.value)) == 0 and what.startswith("every entry "):
            what = f"the result {what.removeprefix('every entry ')}"  # a number has no entries
        what = _sentence(judge, what)
        return _words(what if what[-1] in ".?!" else f"{what}.", diagnosis.where.strip())
    if observation.died:
        return _words(f"The check of this call was cut off: {observation.detail}.", "Leave exit, "
                      "signals and processes to others: a function only computes and returns.")
    if observation.error:  # no message of `symptoms` says it better
        at = f" in the line `{observation.line}`" if observation.line else ""
        detail = f": {observation.detail}" if observation.detail else ""
        return _words(f"The call raised {observation.error}{detail}{at}.")
    if off is None:
        return _words("The result is right, but the call changes an argument.", "Work on a copy.")
    if off.rung == "returns":
        return _words(_capital(off.sentence))
    if off.rung != "value":
        return _words(off.what or _OFF[off.rung], between=f"{_capital(off.sentence)}.")
    close = "" if error > 0.05 else (
        f"They are close (at most {100 * error:.2g} % off): an approximation, or a small number "
        "added for safety? ")
    warned = f"NumPy warned there: “{observation.warned[0]}”." if observation.warned else ""
    known = ", and no known mistake gives these numbers" if searched else ""
    return _words(f"Not what is asked{known}.",
                  (close + warned).strip())


def _capital(sentence):
    return sentence[0].upper() + sentence[1:]


def _sentence(judge, what):
    """With a capital, unless it begins with a variable: x and X are two things."""
    first = what.split()[0].strip("`,:")
    variable = first in judge.arguments or not first.isalpha() or (
        len(first) == 1 and first not in "aA")
    return what if variable else _capital(what)


def no_attempt(id, fn, message="Write the body of the function and run this cell again."):
    """The verdict on what nobody has written."""
    return Result(id, NOT_ATTEMPTED, message, trial=Trial(fn))


def _is_empty(fn):
    """Whether a body is only a docstring, ``pass``, ``...`` or ``return None``."""
    if type(fn) is not types.FunctionType:
        return False
    idle = {"RESUME", "NOP", "RETURN_VALUE", "RETURN_CONST", "LOAD_CONST", "COPY_FREE_VARS"}
    return not fn.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE) and all(
        i.opname in idle and (i.argval is None or not i.opname.endswith("_CONST"))
        for i in dis.get_instructions(fn))


def _signature_problem(judge, fn):
    """What is said, and its id, if the function cannot be called as the exercise calls it."""
    try:
        signature = inspect.signature(fn)
    except (TypeError, ValueError):  # NumPy's own functions have none
        return None
    for case in judge.prepared[0]:
        try:
            signature.bind(*case.args, **case.kwargs)
        except TypeError:
            fewer = len(signature.parameters) < len(judge.arguments)
            words = _words(f"The exercise is called as {judge.signature}, your function takes "
                          f"({_names(signature)}).", "Compare names and number of the arguments.")
            return {**words, "misconception": "ignored-argument/not-taken" if fewer else
                    "convention/signature"}
    return None


def _names(signature):
    """The arguments without their defaults: those may be anything, and of any length."""
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    names = [stars.get(p.kind, "") + p.name for p in signature.parameters.values()]
    return ", ".join(names[:12] + ["…"] * (len(names) > 12))


