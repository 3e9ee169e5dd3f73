"""What a notebook calls, and what a session remembers.

Holds `exercise`, `hint`, `solution`, `progress`, `why` and the like. `check` judges.
"""

import contextlib
import dataclasses
from collections.abc import Callable

import numpy as np

from misstep import cards, catalogue, memory
from misstep import unread as unread_cells
from misstep.checking import Result, handed_in
from misstep.course import current
from misstep.judge import naming
from misstep.judge.arrays import with_arrays
from misstep.judge.compare import number
from misstep.judge.portable import tidy
from misstep.judge.records import ERROR, NOT_ATTEMPTED, PASSED, ids, record
from misstep.judge.sandbox import fresh
from misstep.judge.solutions import lesson
from misstep.judge.source import Unfollowed, lines_of
from misstep.line import held
from misstep.memory import ideas
from widgets import kernel


def _results():
    return current().session.results


def exercise(id: str) -> Callable:
    """Decorator: check the function at once, show its card, and choose what the name holds."""
    if callable(id):
        name = tidy(str(getattr(id, "__name__", "…")), 60)
        raise TypeError(f'write `@exercise("{name}")`, with the name of the exercise in brackets '
                        "and quotes; got `@exercise` alone")
    r = record(id)

    def decide(fn):
        _offer()
        result = _conclude(r, handed_in(id, fn))
        return with_arrays(fn, r.judge.prepared[1]) if result.status == PASSED else r.reference

    return current().within(decide)


def _offer():
    """Whatever a card says to call is there, also in a copy that was made before there was such a
    call; a name of the student's own stays.
    """
    shell = kernel.shell()
    for name, verb in current().offered().items() if shell is not None else ():
        shell.user_ns.setdefault(name, verb)


def _conclude(r, result):
    """Remember a verdict, show its card, and tell a room; with a hint from the third try on."""
    tries = memory.tried(r.notebook, r.id, result)
    if result.status not in (PASSED, NOT_ATTEMPTED) and tries >= 3:
        result = dataclasses.replace(result, advice=_advice(r, result, tries))
    if result:
        result = dataclasses.replace(result, lines=_has_lines(result.fn))
    slip = current().session.slips.get(r.id)
    if result and slip is not None and not slip.mended:
        result = dataclasses.replace(result, notes=(*result.notes, slip.mend()))
    _results().pop(r.id, None)  # the last one checked stands last
    _results()[r.id] = result
    cards.show(result)
    if result and tries and kernel.is_live():
        current().passed(r.id)
    if result.status != NOT_ATTEMPTED:
        memory.tell("verdict", r.id, status=result.status, misconception=result.misconception)
    return result


def _has_lines(fn):
    """Whether a function has two lines of its own or more."""
    code = getattr(fn, "__code__", None)
    return code is not None and len({line for *_, line in code.co_lines() if line}) > 2


def unread(id, error):
    """What stands in the place of an exercise's cell that Python cannot read (module `unread`).

    ``error`` is (message, line number, text of the line, column). Returns the course's version.
    """
    r = record(id)
    message, line, text, column = error
    finding = f"Python cannot read line {line} of this cell: “{message}”."
    where = unread_cells.usual(message, text)
    start = max(0, column - 60)  # a long line is shown around the place
    shown = tidy(text[start:start + 76].rstrip(), 80)
    _conclude(r, Result(id, ERROR, f"{finding} {where}".strip(), heading=cards.heading(r),
                    finding=finding, where=where,
                    code=f"{shown}\n{' ' * (column - start - 1)}^"))
    return r.reference


# findings of form: a hint on the idea of the exercise would speak of something else
_OF_FORM = {"shape", "in-place", "missing-return", "endless", "integer", "unstable",
            "ignored-argument"}


def _advice(r, result, tries):
    """What the card adds from the third try on: a hint if it fits the finding, else the replay.

    It leaves the hints that are asked for as they are: the first of those is hint 1.
    """
    family = (result.misconception or "").split("/")[0]
    diff = result.difference
    if diff is not None and diff.rung in ("value", "finite") and family not in _OF_FORM:
        i = max(tries - 3, len(memory.events(r.notebook, "hint", r.id)))
        return _hint(r, min(i, len(r.hints) - 1), result) if r.hints else ""
    if result.case is None or result.observation.stopped or result.observation.died:
        return ""
    return (f'Replay it in a new cell: `again = why("{r.id}")`. `again.args` holds the arguments, '
            "`again.call()` runs your function on them, `again.expected` is what is asked.")


def _hint(r, i, result):
    text, own = r.hints[i], _own_numbers(result)
    text = text(result) if callable(text) else text
    stop = "." if own and text[-1] not in ".?!" else ""  # a formula has no full stop
    return text + stop + own


def _own_numbers(result):
    """The student's own numbers, as the end of a hint."""
    diff = result.difference if result is not None else None
    if diff is None or diff.rung not in ("value", "finite"):
        return ""
    part = f" in `{diff.part}`" if diff.part else ""
    return (f" Your last attempt gave {number(diff.got)}{part} where "
            f"{number(diff.expected)} is right, on {result.case.name}.")


def named(asked, call):
    """The exercise meant by ``hint(…)`` and the like; None, and a sentence, if there is none.

    Without a name it is the last one checked; the function itself does for its name.
    """
    if asked is None:
        if _results():
            return record(next(reversed(_results())))
        cards.show(cards.Note("Which exercise?", "None has been checked yet. Run the cell of one, "
                              f'or name it: `{call}("{ids()[0]}")`.'))
        return None
    if callable(asked):
        asked = getattr(asked, "__name__", asked)
    try:
        return record(asked)
    except KeyError as err:
        cards.show(cards.Note("Which exercise?", f"There is {err.args[0]}"))
        return None


def hint(id: str | Callable | None = None) -> None:
    """Show the next hint of an exercise: nudge, concept, worked formula."""
    r = named(id, "hint")
    if r is None:
        return
    given = len(memory.events(r.notebook, "hint", r.id))
    if given >= len(r.hints):
        cards.show(cards.Note(f"Hints for {r.title}", ("That was the last hint. " if r.hints else
                                                       "There are none for it. ") +
                              f'`pieces("{r.id}")` lays out the lines of an answer in mixed order, '
                              f'`solution("{r.id}")` shows the course\'s answer.'))
        return
    memory.remember(r.notebook, "hint", r.id, number=given + 1)
    cards.show(cards.Note(f"Hint {given + 1} of {len(r.hints)} – {r.title}",
                          _hint(r, given, _results().get(r.id))))


def solution(id: str | Callable | None = None) -> None:
    """Show the course's code for an exercise, the formula, and a variation to try."""
    r = named(id, "solution")
    if r is None:
        return
    result, own, compared = _results().get(r.id), "", ()
    if result:
        with contextlib.suppress(Unfollowed, OSError, TypeError):
            own = "\n".join(lines_of(result.fn))
            compared = held.compared(r, result.fn)
    cards.show(cards.Solution(r, lesson(r), own, compared))


def progress(notebook: str | int | None = None) -> None:
    """Show the exercises of a notebook, their state, and which ideas hold."""
    if notebook is None:
        cards.show(_whole())
        return
    known = {line.notebook for line in catalogue.entries()}
    name = f"{notebook:02d}" if isinstance(notebook, int) else tidy(str(notebook), 40)
    name = name if name in known else name.zfill(2)
    if name not in known:
        cards.show(cards.Note("Which notebook?", f"There are no exercises for {name!r}. Known: "
                              f"{', '.join(sorted(known))}."))
        return
    met: dict[str, dict] = {}  # exercise -> what its tries showed, each sentence once, in order
    for tried in memory.events(name, "try"):
        if tried["misconception"]:
            met.setdefault(tried["id"], {})[tried["said"]] = True
    before = [(number, concept) for number in memory.notebooks() if number < name
              for concept in ideas.concepts(number) if concept.again]
    asked = [line for line in catalogue.entries(name, retired=True)
             if not line.retired or line.id in _results()]  # an older copy asks a retired one
    cards.show(cards.Progress(name, [(line, _results().get(line.id)) for line in asked], met,
                              ideas.concepts(name), before, ideas.thoughts(name)))


def _whole():
    """The card of the whole course."""
    rows, last = [], ("", None)
    for line in catalogue.entries(retired=False):
        tries = memory.events(line.notebook, "try", line.id)
        now = _results().get(line.id)
        status = now.status if now is not None else tries[-1]["status"] if tries else NOT_ATTEMPTED
        rows.append((line, status))
        if tries:  # the time of the last one; of two in one second the later exercise
            last = max(last, (tries[-1]["at"], len(rows) - 1), key=lambda one: one[0])
    at = last[1]
    behind = [] if at is None else rows[at:] + rows[:at]  # none: where to begin, the course says
    on = next((r for r, status in behind if status != PASSED), None)
    link = ideas.link(on.notebook, f'exercise("{on.id}")') if on else ""
    return cards.Whole(rows, on, link)


def lectures(notebook: str) -> None:
    """Show which concepts of the lectures a notebook covers; a KeyError if it covers none."""
    rows = [(row["id"], row["title"]) for row in current().concepts()
            if notebook in (row["notebook"].split("_")[0], row["also"].split("_")[0])]
    if not rows:
        raise KeyError(f"no lecture concepts for notebook {notebook!r}; expected one like '01'")
    cards.show(cards.Lectures(notebook, tuple(rows)))


def note(title: str, sentence: str) -> None:
    """Show a card that is no verdict."""
    cards.show(cards.Note(title, sentence))


def state() -> dict[str, Result]:
    """Verdicts of this session: exercise id to `Result`."""
    return dict(_results())


class Replay:
    """The smallest failing case of the last check, ready to be poked at.

    Attributes: ``args``, ``kwargs``, ``got``, ``expected``, ``case``; ``call()`` runs the
    student's function on fresh copies.
    """

    def __init__(self, result):
        self.case = result.case
        self.args = fresh(result.case.args)
        self.kwargs = fresh(result.case.kwargs)
        self.got = result.observation.value
        self.error = result.observation.error
        self.expected = result.expected
        self._result, self._arguments = result, record(result.id).arguments

    def call(self):
        """The student's function on fresh copies of the arguments, with no net."""
        with naming.own_name(self._result.fn, self._result.id):
            return self._result.fn(*fresh(self.case.args), **fresh(self.case.kwargs))

    def __repr__(self):
        given = [*zip(self._arguments, self.args, strict=False), *self.kwargs.items()]
        lines = [f"{self._result.id} on {self.case.name}:", *(_line(*one) for one in given)]
        lines += [f"  got      = {self.error}" if self.error else _line("got     ", self.got),
                  _line("expected", self.expected)]
        if self._result.ticks:
            lines += ["", self._result.ticked()]
        if self._result.first_line is not None:
            lines += ["", "line by line:", *self._result.first_line.table()]
        return "\n".join(lines)


def _line(name, value):
    """``name = value``; further rows stand below the first, and a number is a number."""
    start = f"  {name} = "
    with np.printoptions(legacy="1.25"):  # 1.0, not np.float64(1.0), at any depth
        text = np.array2string(value) if isinstance(value, np.ndarray) else repr(value)
    return start + cards.clip(text).replace("\n", "\n" + " " * len(start))


def why(id: str | Callable | None = None) -> Replay | None:
    """The failing input of the last check: arguments, what came back, what was expected."""
    r = named(id, "why")
    if r is None:
        return None
    result = _results().get(r.id)
    if result is None or result.case is None:
        cards.show(cards.Note(f"Nothing to replay for {r.id}", _NO_CASE.get(
            getattr(result, "status", None), "The last try did not come as far as a case.")))
        return None
    return Replay(result)


def doubt(id: str | Callable | None = None, because: str = "") -> None:
    """Say that what the last card names is not what one's code does: about one name in fifty."""
    r = named(id, "doubt")
    if r is None:
        return
    result = _results().get(r.id)
    if result is None or not result.misconception:
        cards.show(cards.Note(f"Nothing to doubt for {r.id}", "Its last card names no mistake."))
        return
    code, because = "", tidy(" ".join(str(because).split()), 300)
    with contextlib.suppress(Unfollowed, OSError, TypeError):
        code = tidy("\n".join(lines_of(result.fn)), CODE)
    memory.remember(r.notebook, "doubt", r.id, misconception=result.misconception,
                    said=result.finding, code=code, because=because)
    reason = f": {because}" if because else ""
    _results()[r.id] = dataclasses.replace(result, message=f"{result.message} {DOUBTED}{reason}")
    seen = "" if kernel.stand_in else (" If you hand in this notebook with this line in it, your "
                                       "teacher sees it beside the verdict.")
    cards.show(cards.Note(f"Doubted – {r.title}", f"Kept with your answer: “{result.finding}” is "
                          f"not what your code does.{seen}"))


CODE = 4000  # letters of an answer that are kept with a doubt
DOUBTED = "The student says: that is not what my code does"

_NO_CASE = {  # status of the last check, None if there was none
    None: "It has not been checked yet: run its cell first.",
    PASSED: "It passes: there is no failing case.",
    NOT_ATTEMPTED: "Its body is still empty: there is nothing to run.",
}
