"""One answer to one verdict, straight down: observe, compare, explain.

`check` is the whole idea; the rest of the file are its steps. How code runs is in `sandbox`, what
a difference is in `compare`, how a misconception is named in `explain`, how a verdict looks in
`cards`.
"""

import dataclasses
import dis
import functools
import inspect
import os
import types
import warnings
from dataclasses import dataclass, field

import numpy as np

from course_utils.exercises import (
    borrowed,
    cards,
    firstline,
    form,
    memory,
    naming,
    repairs,
    sandbox,
)
from course_utils.exercises.answer import Diagnosis, difference, in_order, same
from course_utils.exercises.compare import Difference, as_array, compare, describe, largest_error
from course_utils.exercises.explain import explain
from course_utils.exercises.portable import Foreign, Observation, portable, tidy
from course_utils.exercises.records import (
    ERROR,
    FAILED,
    NOT_ATTEMPTED,
    PASSED,
    Case,
    bank,
    prepared,
    record,
)


@dataclass(frozen=True)
class Result:
    """The verdict on one answer.

    ``status`` is passed, failed, not attempted or error; ``misconception`` a stable
    ``family/detail`` id or None; ``message`` one or two sentences, with ``finding`` and
    ``where`` as its parts; ``case`` the smallest failing input.
    """

    id: str
    status: str
    message: str
    misconception: str | None = None
    case: Case | None = None
    difference: Difference | None = None
    observation: Observation | None = None
    expected: object = None
    notes: tuple = ()
    passed: int = 0
    total: int = 0
    finding: str = ""  # the sentence of the message that says what is off
    where: str = ""  # those of it that say where to look
    code: str = ""  # a line that Python cannot read, and below it where it stops
    advice: str = ""  # a hint offered without being asked
    failing: tuple = ()  # numbers of the cases that are not right, where every call came back
    shown: int = 0  # number of the case that is shown
    seconds: float = 0.0  # of the slowest call
    fn: object = field(default=None, repr=False, compare=False)

    @functools.cached_property
    def first_line(self):
        """The `FirstLine`, None where none is sure; looked for when it is first asked for."""
        return firstline.of(self)

    def __bool__(self):
        return self.status == PASSED

    def __str__(self):
        return cards.as_text(self, record(self.id))

    def __repr__(self):
        return str(self)

    def _repr_html_(self):
        return cards.as_html(self, record(self.id))


# --- the check -------------------------------------------------------------------------


def check(id, fn):
    """Judge the answer ``fn`` to an exercise. Never raises for what a student wrote."""
    r = record(id)
    try:
        with naming.own_name(fn, id):
            result = _judged(r, fn)
    except KeyboardInterrupt:
        raise  # the student's own press of the stop button
    except BaseException as err:  # noqa: BLE001 - a fault of ours must not end the notebook
        result = _unjudged(r, fn, err)
    return dataclasses.replace(result, **{
        part: tidy(getattr(result, part), MESSAGE_LIMIT)
        for part in ("message", "finding", "where")})


MESSAGE_LIMIT = 1200  # characters of a message; the longest of ours has below 500


def _unjudged(r, fn, err):
    """The check itself has failed: that is said, and nothing about the answer."""
    finding = ("This answer could not be judged: the check itself stopped "
               f"({type(err).__name__}: {tidy(str(err), 200)}).")
    where = ("Expected is a plain function that returns numbers, arrays, lists, tuples or dicts "
             "of them. If yours does, the fault is the course's.")
    return Result(r.id, ERROR, **_told(finding, where), fn=fn)


def _judged(r, fn):
    early = _is_no_answer(r, fn)
    if early is not None:
        return early
    cases, expected = prepared(r.id)
    again = min(range(len(cases)), key=lambda i: cases[i].size)
    calls = [(case.args, case.kwargs) for case in cases]
    own = [] if _is_handed_over(r, fn) else borrowed.own_solutions(r)
    seen = sandbox.observe(fn, [*calls, calls[again]],  # the smallest case twice
                           loan=borrowed.Loan(own) if own else None)
    if seen and seen[0].error == "NotImplementedError":
        return _not_attempted(r.id, fn)
    repeated = seen.pop() if len(seen) > len(cases) else None
    result = _judge(r, fn, cases[:len(seen)], expected[:len(seen)], seen, len(cases))
    if result and _is_borrowed(r, fn, calls, expected, seen, own):
        return _not_attempted(r.id, fn, f"This calls the course's own `{r.id}`: write it yourself.")
    if result and difference(r, expected[again], repeated.value) is not None:
        return _forgetful(r, fn, cases[again], expected[again], repeated, len(cases))
    if repeated and not result and not result.misconception and not same(
            seen[again], repeated, r.tolerance):
        return dataclasses.replace(
            result, misconception="ignored-argument/another-result-each-time", **_told(
                "The same input gives another result each time.", "The arguments alone decide it: "
                "use no random numbers of your own, and keep nothing between calls."))
    return result


def _is_handed_over(r, fn):
    """Whether a program asks about the course's own function itself."""
    inner = naming.plain(fn)
    return inner is not None and any(inner is own for own in borrowed.own_solutions(r))


def _is_borrowed(r, fn, calls, expected, seen, own):
    """Whether a right answer is what the course's own solution returned, and nothing else."""
    lent = [i for i, o in enumerate(seen) if o.borrowed][:3]
    if not lent or any(compare(expected[i], seen[i].value, r.tolerance) for i in lent):
        return False
    altered = sandbox.observe(fn, [calls[i] for i in lent], loan=borrowed.Loan(own, altered=True))
    return any(not o.error and difference(r, seen[i].value, o.value) is not None
               for i, o in zip(lent, altered, strict=False))


def _is_no_answer(r, fn):
    """The verdict where nothing can be called as the exercise calls it, else None."""
    if not callable(fn):
        said = describe(sandbox.look(lambda: portable(fn), Foreign("object")))
        return Result(r.id, FAILED, **_told(f"`{r.id}` should be a function, got {said}."), fn=fn)
    if _is_empty(fn):
        return _not_attempted(r.id, fn)
    problem = sandbox.look(lambda: _signature_problem(r, fn))
    if problem:
        finding, where, misconception = problem
        return Result(r.id, ERROR, **_told(finding, where), misconception=misconception, fn=fn)
    return None


def _told(finding, where="", between=""):
    """The message and its parts: what is off, the numbers of it, where to look."""
    return {"message": " ".join(filter(None, (finding, between, where))),
            "finding": finding, "where": where}


def _judge(r, fn, cases, expected, seen, total):
    differences = [None if o.error else difference(r, e, o.value)
                   for e, o in zip(expected, seen, strict=True)]
    bad = [i for i, (o, d) in enumerate(zip(seen, differences, strict=True))
           if o.error or d is not None]
    changed = [i for i, o in enumerate(seen) if o.changed]
    passed = len(seen) - len(bad)
    if not bad and not changed and len(seen) == total:
        warned = tuple(dict.fromkeys(w for o in seen for w in o.warned))
        notes = (f"Right, with a NumPy warning on the way ({warned[0]}): the values survive, "
                 "a form without the warning is kinder to its users.",) if warned else ()
        praise = f"All {total} cases are right." if total > 1 else "All as asked."
        return Result(r.id, PASSED, praise, observation=seen[0],
                      notes=notes, passed=total, total=total, fn=fn)
    i = _smallest(cases, seen, differences, bad or changed)
    diagnosis = _two_names(r, fn, cases, expected, seen) or _diagnosis(
        r, fn, cases, expected, seen, i)
    observation, off = seen[i], differences[i]
    status = ERROR if observation.error else FAILED
    error = max((largest_error(expected[k], seen[k].value) for k in bad), default=np.inf)
    return Result(r.id, status, **_message(r, diagnosis, observation, off, error),
                  misconception=diagnosis.misconception if diagnosis else None, case=cases[i],
                  difference=off, observation=observation, expected=expected[i],
                  passed=passed, total=total, fn=fn, shown=i,
                  failing=() if any(o.stopped or o.died for o in seen) else tuple(bad),
                  seconds=max(o.seconds for o in seen), notes=_damage(r.id))


def _two_names(r, fn, cases, expected, seen):
    """Two names for one array, where the answer comes right as soon as one has a copy."""
    found = None if any(o.stopped or o.died for o in seen) else repairs.own_copy(fn)
    if found is None:
        return None
    new, old, repaired = found
    then = sandbox.observe(repaired, [(case.args, case.kwargs) for case in cases])
    if any(o.error or o.changed or difference(r, e, o.value) for e, o in zip(
            expected, then, strict=False)) or len(then) < len(cases):
        return None
    return Diagnosis("in-place/two-names", f"`{new}` and `{old}` are one array: what is written "
                     "into one changes the other", f"`{new} = {old}.copy()` makes a second one.")


def _diagnosis(r, fn, cases, expected, seen, shown):
    """The misconception, or None; a fault of ours in naming it must not cost the verdict."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return explain(r, cases, expected, in_order(r, expected, seen), bank(r.id),
                           functools.partial(did, r.id), form.of(fn), shown)
    except Exception as err:  # noqa: BLE001
        if os.environ.get("COURSE_STRICT"):  # set by the tests
            raise
        _damaged[r.id] = tidy(str(err), 300)
        return None


_damaged = {}  # exercise: why its mistakes are not known


def _damage(id):
    """The note, once in a session, that what is known of an exercise's mistakes is damaged."""
    if id not in _damaged or f"damaged {id}" in memory.SESSION.told:
        return ()
    memory.SESSION.told.add(f"damaged {id}")
    return ("The course's file of mistakes of this exercise is damaged: the verdict stands, a name "
            f"for it is missing ({_damaged[id]}).",)


_done = {}  # what a known mistake does on a case; run when first asked for


def did(id, mistake, i):
    """What a known mistake does on case ``i`` of an exercise."""
    key = (id, i, mistake.wrong)
    if key not in _done:
        cases, expected = prepared(id)
        seen = sandbox.observe_own(mistake.wrong, cases[i].args, cases[i].kwargs)
        _done[key] = in_order(record(id), [expected[i]], [seen])[0]
    return _done[key]


def _smallest(cases, seen, differences, failing):
    """The failing case to show: the plainest at the rung of the first one."""
    def rung(i):
        return seen[i].error or (differences[i].rung if differences[i] else "changed")

    first = rung(failing[0])
    return min((i for i in failing if rung(i) == first), key=lambda i: (*_burden(
        cases[i], differences[i]), cases[i].size, i))


ON_A_CARD = 6  # numbers of a case that a card shows


def _burden(case, off):
    """What keeps a person from computing a case: too many numbers, large ones, long ones."""
    numbers = np.concatenate([np.zeros(1), *(
        np.ravel(a).astype(float) for a in map(as_array, _flat((case.args, case.kwargs)))
        if a is not None)])
    asked = [] if off is None or isinstance(off.expected, str) or off.expected is None else [
        float(off.expected)]
    finite = np.abs([v for v in (*numbers, *asked) if np.isfinite(v)])
    return (case.size > ON_A_CARD, bool((finite > 1000).any()),
            any(len(f"{v:.9g}") > 6 for v in numbers[:ON_A_CARD + 1]))


def _flat(value):
    """The parts of arguments that are neither dicts nor lists of arrays, one after the other."""
    if isinstance(value, dict):
        return [part for item in value.values() for part in _flat(item)]
    if isinstance(value, (list, tuple)):
        return [part for item in value for part in _flat(item)]
    return [value]


def _forgetful(r, fn, case, expected, repeated, total):
    """Right the first time, different when asked again."""
    said = _told("The same input gives another result the next time: something is kept between "
                 "calls.", "Look for a default argument that is a list or array, or for a "
                 "global that grows.")
    return Result(r.id, ERROR if repeated.error else FAILED, **said,
                  misconception="in-place/kept-between-calls", case=case,
                  difference=None if repeated.error else difference(r, expected, repeated.value),
                  observation=repeated, expected=expected, passed=total - 1, total=total, fn=fn)


_OFF = {  # rung: what is off where no mistake is known
    "type": "What comes back is not of the kind asked for.",
    "shape": "The shape is not the one asked for.",
    "finite": "The result is not finite.",
}


def _message(r, diagnosis, observation, off, error):
    """The words of a verdict, as `_told` gives them; ``off`` is the difference that is shown."""
    if diagnosis:
        what = _sentence(r, diagnosis.what)
        return _told(what if what[-1] in ".?!" else f"{what}.", diagnosis.where.strip())
    if observation.error:
        return _told(*_error_words(observation))
    if off is None:
        return _told("The result is right, but the call changes an argument.", "Work on a copy.")
    if off.rung == "returns":
        return _told(_capital(off.sentence))
    if off.rung != "value":
        return _told(_OFF[off.rung], between=f"{_capital(off.sentence)}.")
    close = "" if error > 0.05 else (
        f"They are close (at most {100 * error:.2g} % off): an approximation, or a small number "
        "added for safety? ")
    warned = f"NumPy warned there: “{observation.warned[0]}”." if observation.warned else ""
    return _told("Not what is asked, and no known mistake gives these numbers.",
                 (close + warned).strip())


def _capital(sentence):
    return sentence[0].upper() + sentence[1:]


def _error_words(observation):
    """What a call raised and in which line, where no message of `symptoms` says it better."""
    if observation.died:
        return (f"The check of this call was cut off: {observation.detail}.",
                "Leave exit, signals and processes to others: a function only computes and "
                "returns.")
    at = f" in the line `{observation.line}`" if observation.line else ""
    detail = f": {observation.detail}" if observation.detail else ""
    return f"The call raised {observation.error}{detail}{at}.", ""


def _sentence(r, what):
    """With a capital, unless it begins with a variable: x and X are two things."""
    first = what.split()[0].strip("`,:")
    variable = first in r.arguments or not first.isalpha() or (
        len(first) == 1 and first not in "aA")
    return what if variable else _capital(what)


def _not_attempted(id, fn, message="Write the body of the function and run this cell again."):
    return Result(id, NOT_ATTEMPTED, message, fn=fn)


def _is_empty(fn):
    """Whether a body is only a docstring, ``pass``, ``...`` or ``return None``."""
    if type(fn) is not types.FunctionType:
        return False
    idle = {"RESUME", "NOP", "RETURN_VALUE", "RETURN_CONST", "LOAD_CONST", "COPY_FREE_VARS"}
    code = list(dis.get_instructions(fn))
    return (not fn.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE)
            and all(i.opname in idle for i in code)
            and all(i.argval is None for i in code
                    if i.opname in ("LOAD_CONST", "RETURN_CONST")))


def _signature_problem(r, fn):
    """(sentence, misconception) if the function cannot be called as the exercise calls it."""
    try:
        signature = inspect.signature(fn)
    except (TypeError, ValueError):  # NumPy's own functions have none
        return None
    for case in prepared(r.id)[0]:
        try:
            signature.bind(*case.args, **case.kwargs)
        except TypeError:
            fewer = len(signature.parameters) < len(r.arguments)
            return (f"The exercise is called as {r.signature}, your function takes "
                    f"({_names(signature)}).", "Compare names and number of the arguments.",
                    "ignored-argument/not-taken" if fewer else "convention/signature")
    return None


def _names(signature):
    """The arguments without their defaults: those may be anything, and of any length."""
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    names = [stars.get(p.kind, "") + p.name for p in signature.parameters.values()]
    return ", ".join(names[:12] + ["…"] * (len(names) > 12))


