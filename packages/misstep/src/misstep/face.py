"""A course with all that a notebook calls: `Course`, whose verbs are its methods.

Each method runs a function of an inner module with this course as the current one. What a verb
needs comes in when it is first called: naming a course costs no NumPy, judging no boxes. Holds no
judgement.
"""

from __future__ import annotations  # verbs name types that come in later

import importlib.util
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from misstep import catalogue, unread
from misstep import course as courses
from misstep.catalogue import Entry
from misstep.course import Outline

if TYPE_CHECKING:
    from misstep.checking import Result
    from misstep.judge.records import Exercise
    from misstep.questions import Prediction, Recall
    from misstep.session import Replay

FILE = "course.py"  # in a course's folder: makes it


def _judging() -> Any:
    from misstep import checking, questions
    from misstep.judge import records

    return types.SimpleNamespace(checking=checking, questions=questions, records=records)


def _talking() -> types.ModuleType:
    from misstep import session

    return session


def _boxes() -> types.ModuleType:
    from misstep.boxes import predictions

    return predictions


def _tutor() -> Any:
    from misstep.tutor import alike, pieces, slip

    return types.SimpleNamespace(alike=alike, pieces=pieces, slip=slip)


class Course(Outline):
    """All that the engine asks of a course; the verbs of a notebook are its methods.

    ``exercises`` is a folder with a folder for each notebook (``nb04`` or ``04``: its number, after
    an ``nb`` that may be missing); in it lie ``<id>.py`` for each exercise, ``model.py`` with the
    answers that are shown, ``predictions.txt`` and ``recall.txt``. ``library`` names the modules
    whose public functions answer exercises and may be used in a bank; ``guards`` those of the
    course's modules that only refuse bad arguments.
    ``concepts()`` returns rows with id, title, notebook and also (a second notebook): what
    `lectures` shows and `progress` speaks of; ``same(id)`` is the concept that stands for another
    one. ``work`` is the folder of students' copies, where what they do is remembered; None:
    nowhere. ``openings`` has the ids of the two questions with which `recall` begins a notebook
    where nothing is remembered; ``limits`` say how far an answer is followed.

    >>> import misstep.example
    >>> course = Course("Example", exercises=misstep.example.COURSE.exercises)
    >>> course.check("rms", lambda x: (x ** 2).mean()).misconception
    'omitted-term/no-root'
    """

    @property
    def predictions(self) -> dict[str, Prediction]:
        """All predictions, by id."""
        return self.within(_judging().questions.predictions)()

    @property
    def recalls(self) -> dict[str, Recall]:
        """All questions that come back, by id, in teaching order."""
        return self.within(_judging().questions.recalls)()

    def offered(self) -> dict[str, Callable]:
        """The calls that a card may name, by name."""
        return {"doubt": self.doubt, "hint": self.hint, "pieces": self.pieces, "slip": self.slip,
                "solution": self.solution, "why": self.why}

    def say(self, title: str, sentence: str) -> None:
        """Tell the student something that is no verdict, on a card."""
        _talking().note(title, sentence)

    def passed(self, id: str) -> None:
        """Ask one question of the idea behind a mistake that has been put right."""
        self.alike(id, once=True)

    def check(self, id: str, fn: object, *, line: bool=True) -> Result:
        """Judge the answer ``fn`` to an exercise. Never raises for what a student wrote.

        With ``line=False`` its first wrong line is not looked for, which costs twice the verdict.

        >>> from misstep.example import COURSE
        >>> result = COURSE.check("rms", lambda x: (x ** 2).mean())
        >>> result.status, result.misconception, result.message
        ('failed', 'omitted-term/no-root', 'No root is taken. rms has the unit of the signal.')
        """
        return self.within(_judging().checking.check)(id, fn, line=line)

    def exercise(self, id: str) -> Callable:
        """Decorator: check the function at once, show its card, and choose what the name holds.

        A right answer stays, its lists made arrays where the course's version returns arrays;
        otherwise the name is bound to the course's version, so that the cells below run in any
        state.

        >>> from misstep.example import COURSE
        >>> @COURSE.exercise("rms")
        ... def rms(x):
        ...     raise NotImplementedError
        ○ Not attempted – Exercise 1.1, Write rms
        Write the body of the function and run this cell again.
        The cells below use the course's version until yours passes. Stuck? `hint("rms")` ·
        `solution("rms")`
        >>> float(rms([6.0, 6.0]))
        6.0
        """
        return self.within(_talking().exercise)(id)

    def hint(self, id: str | Callable | None=None) -> None:
        """Show the next hint of an exercise: nudge, concept, worked formula.

        Without a name: of the last exercise checked. The same holds for `solution` and `why`.

        >>> from misstep.example import COURSE
        >>> COURSE.hint("rms")
        Hint 1 of 1 – Write rms
        Read its name backwards.
        """
        self.within(_talking().hint)(id)

    def solution(self, id: str | Callable | None=None) -> None:
        """Show the course's code for an exercise, the formula, and a variation to try.

        An answer that passes stands beside it, with what both compute and what differs.

        >>> from misstep.example import COURSE
        >>> COURSE.solution("rms")  # doctest: +ELLIPSIS
        Solution – Exercise 1.1, Write rms
        <BLANKLINE>
        def rms(x):
            ...
            return np.sqrt((np.asarray(x, float) ** 2).mean())
        <BLANKLINE>
        """
        self.within(_talking().solution)(id)

    def progress(self, notebook: str | int | None=None) -> None:
        """Show the exercises of a notebook, their state, and which ideas hold.

        Without a number: the whole course, notebook by notebook, and where to go on. Ideas are
        concepts of the lectures; one holds if what was said of it last was right. Predictions that
        were answered more than once are shown with what was thought first, and what is thought
        now.

        >>> from dataclasses import replace
        >>> from misstep.example import COURSE
        >>> course = replace(COURSE)  # with a session of its own
        >>> course.progress("01")
        0 of 1 exercises of notebook 01 are right; the others take about 3 minutes
        1.1  Write rms  3 min  ★  ○ Not attempted
        >>> course.progress()
        0 of 1 exercises of this course are right.
        01  0 of 1 right  about 3 min
        """
        self.within(_talking().progress)(notebook)

    def lectures(self, notebook: str) -> None:
        """Show which concepts of the lectures a notebook covers; a KeyError if it covers none.

        >>> from dataclasses import replace
        >>> from misstep.example import COURSE
        >>> power = {"id": "L1", "title": "power", "notebook": "01", "also": ""}
        >>> replace(COURSE, concepts=lambda: [power]).lectures("01")
        notebook 01 covers 1 concepts of the lectures
        L1  power
        """
        self.within(_talking().lectures)(notebook)

    def state(self, ) -> dict[str, Result]:
        """Verdicts of this session: exercise id to `Result`.

        >>> from misstep.example import COURSE
        >>> COURSE.state().get("rms", "not tried in this session") is not None
        True
        """
        return self.within(_talking().state)()

    def why(self, id: str | Callable | None=None) -> Replay | None:
        """The failing input of the last check: arguments, what came back, what was expected.

        None, with a sentence, if the last check did not fail on a case.

        >>> from misstep.example import COURSE
        >>> rms = COURSE.exercise("rms")(lambda x: 0.0)  # doctest: +ELLIPSIS
        ✗ Not yet ...
        >>> again = COURSE.why("rms")
        >>> again.args, round(float(again.expected), 3), again.call()
        ((array([3., 4.]),), 3.536, 0.0)
        """
        return self.within(_talking().why)(id)

    def doubt(self, id: str | Callable | None=None, because: str='') -> None:
        """Say that what the last card names is not what one's code does: about one name in fifty.

        It is kept with the answer on the student's own disk, and `course check` shows it where a
        notebook that holds this call is handed in.

        >>> from misstep.example import COURSE
        >>> rms = COURSE.exercise("rms")(lambda x: (x ** 2).mean())  # doctest: +ELLIPSIS
        ✗ Not yet ...
        >>> COURSE.doubt("rms")  # doctest: +ELLIPSIS
        Doubted – Write rms
        Kept with your answer: ...
        """
        self.within(_talking().doubt)(id, because)

    def predict(self, asked: str | Prediction) -> None:
        """Show a question with its choices, by its id such as "01-line", before its cells are run.

        >>> from misstep.example import COURSE
        >>> COURSE.predict("01-twice")  # doctest: +ELLIPSIS
        Prediction: Every number of a signal is doubled. ...  A) it stays  B) it doubles
        """
        self.within(_boxes().predict)(asked)

    def reveal(self, asked: str | Prediction) -> None:
        """Show the answer of a prediction asked further up, beside the cells that give it.

        >>> from misstep.example import COURSE
        >>> COURSE.reveal("01-twice")
        Answer to the prediction 01-twice: unfold it on the page, or run the notebook.
        """
        self.within(_boxes().reveal)(asked)

    def slip(self, id: str | Callable | None=None, line: int | None=None) -> None:
        """Show an answer with one line changed, and ask which; ``line=4`` says it by its number.

        Without a name: of the exercise checked last. Before a pass, a sentence that says so.

        >>> from misstep.example import COURSE
        >>> COURSE.slip("rms")
        A slip in rms
        One line of your own answer will be changed, for you to find: it has to pass first.
        """
        self.within(_tutor().slip.slip)(id, line)

    def pieces(self, id: str | Callable | None=None, order: str | None=None) -> None:
        """Lay out the lines of an answer in mixed order; ``order="C A D"`` judges them by letters.

        Without a name: of the exercise checked last. A ValueError for letters that are none of it.

        >>> from misstep.example import COURSE
        >>> COURSE.pieces("rms")
        Pieces of rms
        Its answer is too short to be put in order: there are `hint("rms")` and `solution("rms")`.
        """
        self.within(_tutor().pieces.pieces)(id, order)

    def alike(self, id: str | Callable | None=None, once: bool=False) -> None:
        """Ask one question of the idea of the mistake that a card named last, of another exercise.

        ``once``: not if it was asked before; so it is after a pass.

        >>> from misstep.example import COURSE
        >>> COURSE.alike("rms")
        Nothing to ask about rms
        No card has named a mistake in it that another exercise knows, too.
        """
        self.within(_tutor().alike.alike)(id, once)

    def recall(self, notebook: str | int | None=None) -> None:
        """Ask two questions from the notebooks before one ("04"); without a number, from all.

        Those first that did not hold when they were last asked, then those asked longest ago.

        >>> from misstep.example import COURSE
        >>> COURSE.recall("07")
        Which notebook?
        There is none yet: no notebook has questions that come back.
        """
        self.within(_tutor().alike.recall)(notebook)

    def record(self, id: str) -> Exercise:
        """The record of one exercise; KeyError with the likeliest name if there is none.

        >>> from misstep.example import COURSE
        >>> COURSE.record("rms").title
        'Write rms'
        """
        return self.within(_judging().records.record)(id)

    def catalogue(self, notebook: str | None=None, retired: bool | None=None) -> list[Entry]:
        """Number, title, minutes and so on of what one notebook ("04") asks, or all there are.

        In teaching order, and without running the exercises' files. ``retired`` as for `records`.

        >>> from misstep.example import COURSE
        >>> [(line.number, line.title, line.minutes) for line in COURSE.catalogue("01")]
        [('1.1', 'Write rms', 3)]
        """
        return self.within(catalogue.entries)(notebook, retired)

    def records(self, notebook: str | None=None, retired: bool | None=None) -> list[Exercise]:
        """What one notebook ("04") asks today, or all there are; in order.

        ``retired``: with those that are asked no longer; by default only if all are wanted.

        >>> from misstep.example import COURSE
        >>> [(r.number, r.id) for r in COURSE.records("01")]
        [('1.1', 'rms')]
        """
        return self.within(_judging().records.records)(notebook, retired)

    def reference(self, id: str) -> Callable:
        """The course's own answer to an exercise, as a function.

        >>> from misstep.example import COURSE
        >>> float(COURSE.reference("rms")([2.0, -2.0]))
        2.0
        """
        return self.within(_judging().records.reference)(id)

    def prediction(self, id: str) -> Prediction:
        """The record of one prediction; KeyError with the likeliest name if there is none.

        >>> from misstep.example import COURSE
        >>> COURSE.prediction("01-twise")
        Traceback (most recent call last):
        KeyError: "no prediction '01-twise': did you mean '01-twice'?"
        """
        return self.within(_judging().questions.prediction)(id)


def load(folder: str | Path) -> Course:
    """The `COURSE` that the file `course.py` of a folder makes; the folder goes on the path.

    ValueError if there is no such file or name; what the file raises is raised.

    >>> load("no/such/folder")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: ...course.py: expected a file that makes a `misstep.Course`, got none
    """
    file = Path(folder).resolve() / FILE
    if not file.is_file():
        raise ValueError(f"{file}: expected a file that makes a `misstep.Course`, got none")
    if str(file.parent) not in sys.path:  # last: nothing of Python's own is hidden
        sys.path.append(str(file.parent))
    name = file.stem
    if getattr(sys.modules.get(name), "__file__", str(file)) != str(file):
        del sys.modules[name]  # another course, opened before
    spec = importlib.util.spec_from_file_location(name, file)
    if name not in sys.modules and spec and spec.loader:
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    course = getattr(sys.modules[name], "COURSE", None)
    if not isinstance(course, Course):
        raise ValueError(f"{file}: expected `COURSE = misstep.use(misstep.Course(…))`, got "
                         f"{'no COURSE' if course is None else type(course).__name__}")
    return course


def current() -> Course:
    """The course whose verb is running, else the one in use; RuntimeError if there is none.

    >>> from misstep.example import COURSE
    >>> COURSE.within(current)().title
    'Example'
    """
    return cast(Course, courses.current())


def use(course: Course) -> Course:
    """Let a course be the current one wherever none of its verbs is running.

    In IPython a cell with an exercise that Python cannot read gets a card from then on.

    >>> from misstep.example import COURSE
    >>> before = courses._current
    >>> use(COURSE).title, courses.current().title
    ('Example', 'Example')
    >>> before = before and courses.set_current(before)
    """
    courses.set_current(course)
    if "IPython" in sys.modules:
        unread.watch_cells()
    return course
