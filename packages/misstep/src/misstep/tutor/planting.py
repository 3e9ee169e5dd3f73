"""A known mistake planted in a right answer: one line of its own text changed, in its own letters.

A swap of the bank, ``s = e.sum()``, goes where a place of the answer holds the value of that step
on every case looked at; what the swap reads is written with the answer's own names for these
values. What comes out is kept if the check gives it the mistake's own name and a call for the head
shows it. Small changes that no bank lists (`judge.slips`) follow after the swaps.
"""

import ast
import builtins
import copy
import difflib
import inspect
import itertools
import linecache
import random
from dataclasses import dataclass, field

import numpy as np

from misstep.checking import check
from misstep.judge import heads, slips, solutions, source
from misstep.judge.records import FAILED
from misstep.line import probes
from misstep.line.held import Held

MOST = 14  # changed answers that are checked for one slip
WIDE = 90  # letters of a changed line, at most
KEPT = 0.6  # how much of a line a change should keep
CALLS = {"abs", "float", "int", "len", "list", "max", "min", "range", "round", "sum", "tuple"}


@dataclass(frozen=True)
class Text:
    """A right answer's text: its lines from ``def`` on, and what its code sees."""

    name: str  # of the function
    lines: tuple
    space: dict = field(repr=False)

    @property
    def tree(self):
        """Its syntax tree, with the numbers of its own lines."""
        return ast.parse("\n".join(self.lines)).body[0]

    def with_line(self, number, line):
        """The same with another line in the place of one."""
        return Text(self.name, (*self.lines[:number - 1], line, *self.lines[number:]), self.space)

    def function(self):
        """It as a function whose text is found."""
        text = "\n".join(self.lines) + "\n"
        space, file = dict(self.space), f"<{self.name} {hash(text):x}>"
        exec(compile(text, file, "exec"), space)  # noqa: S102 - the student's own, or ours
        linecache.cache[file] = len(text), None, text.splitlines(True), file
        return space[self.name]


def text_of(fn):
    """The `Text` of an answer; `Unfollowed` where it cannot be read or is no ``def``."""
    return Text(fn.__name__, source.lines_of(fn), source.space_of(fn))


def text_of_model(record):
    """The same of the model answer; what it needs of its file is in its names."""
    fn = solutions.model(record) or record.reference
    found = text_of(inspect.unwrap(fn))
    return Text(found.name, found.lines, {**found.space, "np": np})


@dataclass(frozen=True)
class Planted:
    """A planted mistake: its id and words, the line's number before and after, and its text."""

    id: str
    what: str
    line: int
    was: str
    now: str
    text: Text
    head: tuple  # (a call, its question, the right value, what comes now)


def planted(record, text, *, seed=0, met=()):
    """Planted mistakes, the best first; each has been checked.

    ``met`` are ids of mistakes that the student made: these, then those of their families come
    first. Raises `Unfollowed` where the text cannot be followed.
    """
    families = {id.split("/")[0] for id in met}

    def rank(change):
        id, _, line, new, inner = change
        ratio = difflib.SequenceMatcher(None, text.lines[line - 1].strip(), new.strip()).ratio()
        return id not in met, id.split("/")[0] not in families, not inner, ratio < KEPT

    chance = random.Random(f"{record.id}{seed}")
    swaps = list(_swaps(record, text))
    chance.shuffle(swaps)
    generic = list(_small_changes(text))
    chance.shuffle(generic)
    seen = set()
    for listed, changes in ((True, sorted(swaps, key=rank)), (False, generic)):
        fitting = ((id, what, line, new) for id, what, line, new, _ in changes if len(new) <= WIDE)
        for id, what, line, new in itertools.islice(fitting, MOST):
            if (line, new) in seen:
                continue
            seen.add((line, new))
            changed = text.with_line(line, new)
            result = _checked(record.id, changed)
            if result is not None and result.observation.stopped:
                return  # what goes on for ever costs seconds, and the next may do so as well
            head = result is not None and (result.misconception == id or not listed) and _call(
                record, result)
            if head:
                yield Planted(id, what, line, text.lines[line - 1].strip(), new.strip(), changed,
                              head)


def _call(record, result):
    """(a call, a question, the right value, what comes): for the head, else the smallest case.

    The smallest case only where an exercise has no calls for the head and it is short.
    """
    if record.judge.heads or not result.smallest or len(result.smallest[1]) > WIDE:
        return result.head
    return (result.smallest[1], "", heads.shown(result.expected),
            heads.shown(result.observation.value))


def _checked(id, text):
    """The verdict on a changed answer that returns and fails, or is stopped; None for any other."""
    try:
        result = check(id, text.function(), line=False)
    except Exception:  # noqa: BLE001 - a change that makes no sense here
        return None
    seen = result.observation
    if seen is None or not seen.stopped and (seen.error or result.status != FAILED):
        return None
    return result


# --- a bank's swaps in the answer's letters ------------------------------------------------------


def _swaps(record, text):
    """(id, what, line, new line, whether inside) of each swap that has a place in the answer."""
    known, tree = record.judge.known, text.tree
    values = _Values(record, text)
    last = list(known.steps)[-1]
    results = [n.value for n in ast.walk(tree) if isinstance(n, ast.Return) and n.value]
    for entry in known.entries:
        for (step, code), *more in entry.swaps:
            if more or step.startswith("do") or step not in known.steps:
                continue
            places = [(n, True) for n in values.expressions(tree, step)]
            if step == last and len(results) == 1:
                places.append((results[0], False))
            for place, inner in places:
                new = values.in_letters(code, step, place)
                line = new and _replaced(text, place, new)
                if line:
                    yield entry.id, entry.what, place.lineno, line, inner


class _Values:
    """The places of an answer that hold the bank's steps, and its letters for them."""

    def __init__(self, record, text):
        judge, tree = record.judge, text.tree
        self.steps, self.space = judge.known.steps, text.space
        own = [a.arg for a in (*tree.args.posonlyargs, *tree.args.args)]
        self.arguments = dict(zip(judge.arguments, own, strict=False))
        self._holding = Held(judge, tree, text.space, text.function(), text.lines).places

    def expressions(self, tree, step):
        """The expressions of the answer that compute a step's value, not only read it."""
        spans = _spans(tree)
        kinds = ("Constant", "Name", "after")
        return [spans[n.span] for n in self._holding(step)
                if n.kind not in kinds and n.span in spans]

    def in_letters(self, code, step, place):
        """A swap's code in the answer's own names; None where it has none for something."""
        try:
            new = ast.parse(code, mode="eval").body
        except SyntaxError:
            return None
        inside = {n.id for n in ast.walk(new)
                  if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        inside |= {n.arg for n in ast.walk(new) if isinstance(n, ast.arg)}
        letters = {}
        for name in {n.id for n in ast.walk(new) if isinstance(n, ast.Name)} - inside:
            letters[name] = place if name == step else self._letter(name)
            if letters[name] is None:
                return None
        return _Renamed(letters).visit(new)

    def _letter(self, name):
        """What the answer calls a step, an argument or a helper; None for nothing."""
        if name in self.steps:
            names = [n.name for n in self._holding(name) if n.kind in ("Name", "after")]
            return ast.Name(names[0], ast.Load()) if names else self._argument_of(name)
        if name in self.arguments:
            return ast.Name(self.arguments[name], ast.Load())
        helper = name in self.space or name in CALLS and hasattr(builtins, name)
        return ast.Name(name, ast.Load()) if helper else None

    def _argument_of(self, step):
        """The argument that a step only renames or converts; None if it does more."""
        read = [n.id for n in ast.walk(ast.parse(self.steps[step][0], mode="eval"))
                if isinstance(n, ast.Name) and n.id in self.arguments]
        plain = self.steps[step][0].strip() in (
            *read, *(f"np.asarray({n})" for n in read), *(f"np.asarray({n}, float)" for n in read))
        return ast.Name(self.arguments[read[0]], ast.Load()) if plain and read else None


class _Renamed(ast.NodeTransformer):
    def __init__(self, letters):
        self.letters = letters

    def visit_Name(self, node):
        return copy.deepcopy(self.letters.get(node.id, node))


# --- small changes ---------------------------------------------------------------------------


def _small_changes(text):
    """The same of every change of `judge.slips` at any place of the body."""
    tree = text.tree
    for statement in tree.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.expr):
                for said, new in slips.changes(node):
                    line = _replaced(text, node, new)
                    if line:
                        words = said.what if isinstance(said.what, str) else (
                            f"`{ast.unparse(said.what)}` is left out")
                        yield said.id, words, node.lineno, line, True


# --- text ----------------------------------------------------------------------------------


def _spans(tree):
    """The expressions of a tree by where they stand."""
    return {probes.span_of(n): n for n in ast.walk(tree) if isinstance(n, ast.expr)
            and isinstance(getattr(n, "ctx", ast.Load()), ast.Load)}


def _replaced(text, old, new):
    """The line of an expression with another one in its place; None if it is not one line.

    In brackets only where they are needed.
    """
    if old.lineno != old.end_lineno:
        return None
    line = text.lines[old.lineno - 1].encode()
    want = ast.dump(_exchanged(text.tree, old, new))
    words = ast.unparse(ast.fix_missing_locations(copy.deepcopy(new)))
    for form in (words, f"({words})"):
        changed = (line[:old.col_offset] + form.encode() + line[old.end_col_offset:]).decode()
        try:
            if changed != line.decode() and ast.dump(
                    text.with_line(old.lineno, changed).tree) == want:
                return changed
        except SyntaxError:
            continue
    return None


def _exchanged(tree, old, new):
    """A tree with an expression in the place of the one that stands where ``old`` does."""
    place = _spans(tree)[probes.span_of(old)]
    return slips.exchanged(tree, place, new)
