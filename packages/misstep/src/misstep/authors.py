"""What the author of a course has written amiss: file, line, expected, got.

`python -m misstep [folder]` prints it. Reads the exercises, the questions and the notebooks beside
them, and tries each known mistake once; no student meets any of this.
"""

import ast
import inspect
import json
import re
import traceback
from dataclasses import dataclass
from pathlib import Path

from misstep.checking import check
from misstep.course import MODEL
from misstep.face import FILE, Course, load
from misstep.judge import heads
from misstep.judge.compare import unjudged
from misstep.judge.grammar import BankError
from misstep.judge.records import PASSED, Exercise, line_of
from misstep.judge.sandbox import unchanged
from misstep.judge.tables import heading, numbered
from misstep.questions import Recall, read

WORK = "my_work"  # the folder of copies, as the command `course` has it
SETUP = "setup"  # the tag of a cell that `course check` runs before the exercises


FIELDS = (("title", str, '"Write rms"'), ("notebook", str, '"01"'), ("number", str, '"1.1"'),
          ("lecture", tuple, '("L-1",), with the comma, or ()'), ("minutes", int, "5"),
          ("difficulty", int, "1, 2 or 3"), ("bank", str, "a text"),
          ("hints", tuple, '("…",), with the comma, or ()'))


@dataclass(frozen=True)
class Finding:
    """One thing to mend; ``line`` 0 stands for the whole file, in a notebook it is the cell."""

    file: str
    line: int
    expected: str
    got: str

    def __str__(self):
        kind = "cell" if self.file.endswith(".ipynb") else "line"
        place = f"{self.file}, {kind} {self.line}" if self.line else self.file
        return f"{place}: expected {self.expected}, got {self.got}"


def findings(folder: str | Path = ".") -> list[Finding]:
    """All that is amiss in the course of a folder, by file and line."""
    folder = Path(folder).resolve()
    try:
        course = load(folder)
        reader = Reader(course, folder)
    except Exception as err:  # whatever its author wrote
        return [_raised(err, folder / FILE, folder, "a file that makes COURSE")]
    return course.within(reader.all)()


def counted(course: Course) -> str:
    """How much there is of a course, in words."""
    known = sum(len(r.judge.known.written) for r in course.records())
    counts = ((len(course.paths), "exercise"), (known, "known mistake"),
              (len(course.predictions) + len(course.recalls), "question"))
    return ", ".join(f"{n} {what}{'s' * (n != 1)}" for n, what in counts)


def _raised(err, path, folder, expected):
    """A finding at the last line of a file that an exception passed."""
    line = getattr(err, "lineno", None) if isinstance(err, SyntaxError) else None
    file = Path(err.filename or path) if line else path
    for frame in traceback.extract_tb(err.__traceback__) if not line else ():
        if Path(frame.filename).is_relative_to(folder):
            file, line = Path(frame.filename), frame.lineno
    said = (str(err).splitlines() or [""])[0]
    shown = file.relative_to(folder) if file.is_relative_to(folder) else file
    return Finding(shown.as_posix(), line or 0, expected, f"{type(err).__name__}: {said}"[:300])


class Reader:
    """Reads the files of a course one after the other."""

    step = 1  # of how many swaps of a bank one is tried

    def __init__(self, course, folder):
        self.course, self.folder, self.found = course, folder, []
        self.concepts = {row["id"] for row in course.concepts()}
        self.taken = {}  # number or id of an exercise, id of a question: the file that has it

    def all(self):
        """All findings, by file and line, each once."""
        if self.course.work not in (None, WORK):
            self.say(self.folder / FILE, 0, f"work={WORK!r}, where the command `course` lays the "
                     "copies, or none", repr(self.course.work))
        asked = self.notebooks()
        records = [r for number, path in self.course.files("*.py") if path.stem != MODEL
                   for r in self.exercise(number, path)]
        for name in ("predictions.txt", "recall.txt"):
            for _, path in self.course.files(name):
                self.questions(path)
        if asked is not None:
            for r, path in records:
                if not r.retired and r.id not in asked:
                    self.say(path, 0, f'a notebook with exercise("{r.id}") in a cell', "none")
        return sorted(dict.fromkeys(self.found), key=lambda one: (one.file, one.line))

    def say(self, path, line, expected, got):
        """Note what is amiss in a file."""
        shown = path.relative_to(self.folder) if path.is_relative_to(self.folder) else path
        self.found.append(Finding(shown.as_posix(), line, expected, got))

    def once(self, kind, value, path, line):
        """Note a number or an id that another one has."""
        shown = path.relative_to(self.folder) if path.is_relative_to(self.folder) else path
        first = self.taken.setdefault((kind, value), (shown.as_posix(), line))
        if first != (shown.as_posix(), line):
            self.say(path, line, f"a free {kind}", f"{value}, which is taken by {first[0]}")

    # --- an exercise ---------------------------------------------------------------------------

    def exercise(self, number, path):
        """Read and try one exercise; yields its record, where there is one, and its file."""
        try:
            text = path.read_text(encoding="utf-8-sig")
            r = getattr(self.course.module(path), "EXERCISE", None)
        except Exception as err:  # whatever its author wrote
            self.found.append(_raised(err, path, self.folder, "a file that Python runs"))
            return
        if not isinstance(r, Exercise):
            self.say(path, 0, "EXERCISE = misstep.Exercise(…)", "none" if r is None else
                     type(r).__name__)
            return
        places = _fields(text)
        at = places.get
        if r.id != path.stem:
            self.say(path, at("id", 0), f"id={path.stem!r}, as its file is called", repr(r.id))
            return
        if not self.fields(r, path, at):
            return
        self.once("id", r.id, path, at("id", 0))
        self.once("number", r.number, path, at("number", 0))
        if r.notebook != number:
            self.say(path, at("notebook", 0), f"notebook={number!r}, as its folder is called",
                     repr(r.notebook))
        if not r.signature.startswith(f"{r.id}("):
            self.say(path, at("signature", 0), f"a signature such as {r.id}(x)", repr(r.signature))
        else:
            self.arguments(r, path, at)
        self.lectures(r.lecture, path, at("lecture", 0))
        if self.course.paths[r.id][0] == path and self.cases(r.within(self.course), path, at):
            self.bank(self.course.record(r.id), path)
        yield r, path

    def fields(self, r, path, at):
        """Whether the fields are of their kinds: what is wrong there breaks a card much later."""
        well = True
        for name, kind, expected in FIELDS:
            value = getattr(r, name)
            if not isinstance(value, kind) or (kind is tuple and not all(
                    isinstance(one, str) or callable(one) for one in value)) or (
                    name == "number" and not re.fullmatch(r"\w+\.\d+", value)) or (
                    name == "difficulty" and value not in (1, 2, 3)):
                self.say(path, at(name, 0), f"{name}={expected}", repr(value)[:100])
                well = False
        return well

    def arguments(self, r, path, at):
        """Compare the arguments of the signature with those of the reference, and with `shapes`.

        The reference may take more, with a default: nobody is asked for it.
        """
        try:
            own = [name for name, argument in inspect.signature(r.reference).parameters.items()
                   if argument.default is argument.empty or name in r.judge.arguments]
        except (TypeError, ValueError):  # a NumPy function: it has none that can be read
            own = r.judge.arguments
        if own != r.judge.arguments:
            self.say(path, at("signature", 0),
                     f"the arguments of the reference, ({', '.join(own)})", repr(r.signature))
        if r.judge.shapes.count(",") >= max(1, len(r.judge.arguments)):
            self.say(path, at("shapes", 0), "shapes with the sizes of one argument between commas, "
                     f"{len(r.judge.arguments)} in all", repr(r.judge.shapes))

    def cases(self, r, path, at):
        """Run the reference on the cases; whether all is well."""
        try:
            cases, again = list(r.cases()), list(r.cases())
        except Exception as err:
            self.found.append(_raised(err, path, self.folder, "cases() to return a list of `Case`"))
            return False
        before = len(self.found)
        if not cases:
            self.say(path, at("cases", 0), "two cases or more", "none")
        if not unchanged(*([(c.name, c.args, c.kwargs) for c in some] for some in (again, cases))):
            self.say(path, at("cases", 0), "the same cases whenever they are asked for: random "
                     "numbers of a generator that cases() makes with a seed", "others")
        for case in cases:
            self.runs(r, case, path)
        if len(self.found) == before:
            self.heads(r, path, at)
        if len(self.found) == before:
            result = check(r.id, r.reference, line=False)
            if result.status != PASSED:
                self.say(path, line_of(path, result.case.name) if result.case else 0,
                         "a reference that passes its own cases", _off(result))
        return len(self.found) == before

    def runs(self, r, case, path):
        """Run the reference on one case: what comes has to be numbers."""
        line = line_of(path, case.name)
        try:
            odd = unjudged(r.judge.reference_of(case.args, case.kwargs))
        except Exception as err:
            self.say(path, line, f"a case on which the reference runs ({case.name})",
                     f"{type(err).__name__}: {err}"[:200])
        else:
            if odd:
                self.say(path, line, "a reference that returns numbers, truth values, or arrays, "
                         "lists, tuples and dicts of them: nothing else is compared", odd)

    def heads(self, r, path, at):
        """Try the calls to work out by hand."""
        for text in r.judge.heads:
            try:
                result = heads.read(r.judge, text).expected
            except ValueError as err:
                self.say(path, line_of(path, text) or at("heads", 0), "a call to work out by hand",
                         str(err)[:200])
                continue
            if not heads.workable(result):
                self.say(path, line_of(path, text) or at("heads", 0), "a call that a person works "
                         "out by hand: three digits at most", f"{text}, {heads.shown(result)}")

    # --- its bank ------------------------------------------------------------------------------

    def bank(self, r, path):
        """Try the bank's steps and each of its swaps."""
        text, start = r.judge.bank, line_of(path, r.judge.bank)
        if not text.strip():
            return
        try:
            bank = r.judge.known
        except ValueError as err:
            cause = err.__cause__
            line = start + cause.line - 1 if isinstance(cause, BankError) and start else 0
            said = str(cause or err).removeprefix("expected ")
            expected, cut, got = said.rpartition(", got ")
            self.say(path, line, expected if cut else "a bank that can be read", got or said)
            return
        lines = [(start + n - 1 if start else 0, line) for n, line in numbered(text)]
        if lines[0][1].partition("(")[0] != r.id:
            self.say(path, lines[0][0], r.signature, lines[0][1].strip())
        taken = set()
        for n, line in lines[1:]:
            id = line.partition(":")[0]
            if line[0] != " " and "/" in id and id in taken:
                self.say(path, n, "each entry once, with all its swaps below it", f"{id} again")
            taken.add(id)
            if line[0] != " " and "/" in line.partition(":")[0] and not heading(line)[2]:
                self.say(path, n, "two sentences, what the answer shows. Where to look",
                         repr(line.partition(": ")[2]))
        result = check(r.id, bank.right(), line=False)
        if result.status != PASSED:
            self.say(path, lines[0][0], "steps that give what the reference gives", _off(result))
            return
        self.swaps(r, bank, path, lines)

    def swaps(self, r, bank, path, lines):
        """Each swap is a wrong answer, and gets the name that it stands under."""
        written = [(e, swap) for e in bank.entries for swap in e.swaps]
        tried = [*zip(written, bank.written, strict=True)][::self.step]
        for (entry, swap), mistake in tried:
            line = _line_of_swap(lines, entry, swap)
            result = check(r.id, mistake.wrong, line=False)
            shown = " && ".join(f"{name} = {code}" for name, code in swap)
            if result.status == PASSED:
                self.say(path, line, f"a wrong answer under {entry.id}",
                         f"{shown}, which is right on all {result.total} cases")
            elif result.misconception != entry.id:
                self.say(path, line, f"cases that tell {entry.id} from all others",
                         f"{result.misconception or 'no name'} for {shown} ({_off(result)})"[:300])

    # --- questions and notebooks ---------------------------------------------------------------

    def questions(self, path):
        """Read a file of questions."""
        try:
            text = path.read_text(encoding="utf-8-sig")
            found = read(text)
        except ValueError as err:
            line, expected, got = re.fullmatch(
                r"(?s)(?:questions, line (\d+): expected (.*), got )?(.*)", str(err)).groups()
            self.say(path, int(line or 0), expected or "questions in UTF-8", got)
            return
        line = 0
        for one in found:
            line = next((n for n, row in enumerate(text.splitlines(), 1) if n > line
                         and re.match(rf"{re.escape(one.id)}(?![\w-])", row)), 0)
            self.once("id of a question", one.id, path, line)
            self.lectures(one.lecture if isinstance(one, Recall) else (), path, line)

    def lectures(self, ids, path, line):
        """Each id of a lecture is one of the course's concepts, where it has any."""
        for id in ids if self.concepts else ():
            if id not in self.concepts:
                self.say(path, line, "the id of a lecture that Course(concepts=…) gives", repr(id))

    def notebooks(self):
        """Look at the notebooks beside; the ids of exercises that they ask, None without any."""
        paths = sorted((self.folder / "notebooks").glob("*.ipynb"))
        asked = set()
        for path in paths:
            try:
                cells = json.loads(path.read_text(encoding="utf-8-sig"))["cells"]
                sources = ["".join(cell["source"]) if cell["cell_type"] == "code" else ""
                           for cell in cells]
            except (ValueError, LookupError, TypeError) as err:
                self.say(path, 0, "a notebook", f"{type(err).__name__}: {err}"[:100])
                continue
            number = path.name.partition("_")[0]
            if not re.fullmatch(r"\w+_[a-z0-9_]+\.ipynb", path.name) or (
                    number not in [n for one in self.course.notebooks for n in (one, f"nb{one}")]):
                self.say(path, 0, "a name such as 01_spread.ipynb, with exercises or questions in "
                         f"{self.course.exercises.name}/01", path.name)
                continue
            for n, (cell, source) in enumerate(zip(cells, sources, strict=True), 1):
                asked |= self.cell(path, n, source, cell.get("metadata", {}).get("tags", ()))
        return asked if paths else None

    def cell(self, path, n, source, tags):
        """Look at a cell; the ids of the exercises in it."""
        try:
            body = ast.parse(source).body
        except (SyntaxError, ValueError):
            return set()  # a magic; what is amiss in Python is seen when it is run
        calls = [(getattr(node.func, "attr", getattr(node.func, "id", "")), node.args[0].value)
                 for node in ast.walk(ast.Module(body, [])) if isinstance(node, ast.Call)
                 and node.args and isinstance(node.args[0], ast.Constant)]
        asked = {id for verb, id in calls if verb == "exercise"}
        number = path.name.partition("_")[0]
        for id in sorted(map(str, asked)):
            _, home = self.course.paths.get(id, (None, None))
            if home != number:
                self.say(path, n, f"an exercise of {self.course.exercises.name}/{number}",
                         f"{id!r}, which is in {home!r}" if home else f"{id!r}")
        known = self.known_questions()
        for verb, id in calls:
            if verb in ("predict", "reveal") and known is not None and id not in known:
                self.say(path, n, "the id of a question in predictions.txt", repr(id))
        imports = [isinstance(line, ast.Import | ast.ImportFrom) for line in body]
        plain = all(a or isinstance(line, ast.Assign) and not any(
            isinstance(node, ast.Call) for node in ast.walk(line))
            for a, line in zip(imports, body, strict=True))
        if any(imports) and not plain and not asked and SETUP not in tags:
            self.say(path, n, f"the tag {SETUP!r} on a cell that imports and computes (or two "
                     "cells), since a hand-in is run without it", f"tags {list(tags)}")
        return asked

    def known_questions(self):
        """The ids of all predictions; None while their files cannot be read."""
        try:
            return self.course.predictions
        except ValueError:
            return None


def _off(result):
    """The first value that is off, in words; what was raised where nothing came back."""
    if result.raised.startswith("NameError"):
        return (f"{result.raised}: a bank knows np, math, what the library's __all__ lists, and "
                "the names of its own file")[:300]
    if not result.got:
        return (result.raised or result.message)[:200]
    return f"{result.got[1]} where it gives {result.asked}, on {result.smallest[0]}"


def _fields(text):
    """The line of each field of `Exercise(…)` in a file, by name."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)
             and getattr(node.func, "attr", getattr(node.func, "id", "")) == "Exercise"]
    return {one.arg: one.value.lineno for call in calls for one in call.keywords if one.arg}


def _line_of_swap(lines, entry, swap):
    """The line of a bank, by number, in which a swap of an entry stands."""
    inside = None
    for number, line in lines:
        if line[0] != " ":
            inside = line.partition(": ")[0]
        elif inside == entry.id and all(code in line for _, code in swap):
            return number
    return 0
