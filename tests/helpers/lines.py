"""Wrong answers whose faulty line is known: small changes of every right answer of an exercise.

`faulty(record)` yields `Faulty`: the reference, the named steps and the other styles, each written
out as a function, with one small change of `mutation`. `measure` counts where the line that
`firstline` names is the changed one.
"""

import ast
import collections
import contextlib
import copy
import itertools
import linecache
import random
from dataclasses import dataclass

from misstep import checking
from misstep.course import Limits
from misstep.judge import sandbox, source, work
from misstep.line import firstline, references
from misstep.line.references import as_tree, solutions
from mutation import _changes

_number = itertools.count()


@dataclass(frozen=True)
class Faulty:
    """One wrong answer: number of the right one it was made of, function, and the changed place.

    ``kind`` is "constant" for a changed number, "dropped" for a statement left out, else "".
    """

    style: int
    what: str
    source: str
    fn: object
    kind: str
    span: tuple  # of the changed part: (line, column, last line, last column)
    one_liner: bool

    def is_at(self, line, span=None):
        """Whether a place that was named is the changed one; in one-liners, a part of it."""
        if not self.one_liner or span is None:
            return line == self.span[0]
        return _inside(span, self.span) or _inside(self.span, span)


def _inside(a, b):
    return b[:2] <= a[:2] and a[2:] <= b[2:]


def faulty(record, styles=None):
    """Every small change of every right answer that can be written out."""
    for style, fn in enumerate(solutions(record)):
        if styles is not None and style not in styles:
            continue
        try:
            text, space = source_of(fn)
        except Exception:  # noqa: BLE001, S112 - a style without text
            continue
        yield from _of(style, text, space)


def source_of(fn):
    """A right answer's text as a function f: (text, names)."""
    tree, space = as_tree(fn)
    tree = copy.deepcopy(tree)  # the file's tree is kept
    tree.decorator_list, tree.name = [], "f"
    return ast.unparse(ast.fix_missing_locations(tree)), space


def _of(style, text, space):
    tree = ast.parse(text)
    body = tree.body[0].body
    one_liner = len(body) == 1
    for path, node in list(_inside_of(tree.body[0], ("body", 0))):
        if isinstance(node, ast.JoinedStr):
            continue
        for what, change in _changes(node):
            twin = copy.deepcopy(tree)
            _put(twin, path, change(_at(twin, path)))
            try:
                source = ast.unparse(ast.fix_missing_locations(twin))
                again = ast.parse(source)
                place = _at(again, path)
                spot = place if isinstance(place, (ast.expr, ast.stmt)) else None
                if spot is None:
                    continue
                fn = compiled(source, space)
            except Exception:  # noqa: BLE001, S112 - no function any more
                continue
            span = spot.lineno, spot.col_offset, spot.end_lineno, spot.end_col_offset
            kind = ("constant" if isinstance(node, ast.Constant) else
                    "dropped" if what == "drop statement" else "")
            yield Faulty(style, f"{what} in `{ast.unparse(node).splitlines()[0][:60]}`", source,
                         fn, kind, span, one_liner)


def compiled(source, space, name="f"):
    """The function of a text; its lines are known to tracebacks and to `firstline`."""
    filename = f"<faulty {next(_number)}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    space = dict(space)
    exec(compile(source, filename, "exec"), space)  # noqa: S102 - our own code, changed
    return space[name]


def _inside_of(node, path):
    """(path, node) of all in the statements of a function."""
    for i, statement in enumerate(node.body):
        yield from _walk(statement, (*path, "body", i))


def _walk(node, path):
    yield path, node
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            for i, v in enumerate(value):
                if isinstance(v, ast.AST):
                    yield from _walk(v, (*path, name, i))
        elif isinstance(value, ast.AST):
            yield from _walk(value, (*path, name))


def _at(node, path):
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return node


def _put(tree, path, new):
    holder = _at(tree, path[:-1])
    if isinstance(path[-1], int):
        holder[path[-1]] = new
    else:
        setattr(holder, path[-1], new)


# --- the measure --------------------------------------------------------------------------------


def measure(record, most=None, left_out=False, seed=1):
    """Counts of right, both (one of two lines), wrong and silent, over failing changes.

    Changed numbers and dropped statements are apart. At most ``most`` changes, drawn at random;
    ``left_out``: the style that was changed is no reference. "named" counts those that the
    bank names, "told" those with a name or the right line. A change that never ends is passed
    over; all runs in a child that is ended from outside, since some allocate or compute for hours.
    """
    found = [m for m in faulty(record) if not m.kind]
    random.Random(seed).shuffle(found)
    known, counts = {}, collections.Counter()
    for m in found:
        if sum(counts[k] for k in KINDS) == most:
            break
        if (record.id, m.source) not in _failing:
            _failing[record.id, m.source] = failing_cases(record, m.fn)
        failing, shown, named = _failing[record.id, m.source]
        if failing:
            key = m.style if left_out else None
            if key not in known:
                known[key] = references.References(record, (key,) if left_out else ())
            kind = _told(record, m, failing, shown, known[key])
            counts[kind] += 1
            counts["named"] += named
            counts["told"] += named or kind in ("right", "both")
    return counts


KINDS = ("right", "both", "wrong", "silent")
_failing = {}  # what `failing_cases` found: an exercise may be measured more than once


def failing_cases(record, fn):
    """Numbers of the cases on which a change shows, the smallest, and whether it has a name."""
    cases, expected = record.judge.prepared
    seen = sandbox.observe(fn, [(c.args, c.kwargs) for c in cases], Limits(call=0.5, total=2))
    if len(seen) < len(cases) or any(o.stopped or o.died for o in seen):
        return [], None, False
    failing = [i for i, o in enumerate(seen)
               if o.error or record.difference(expected[i], o.value) is not None]
    if not failing:
        return [], None, False
    shown = min(failing, key=lambda i: cases[i].size)
    named = None
    with contextlib.suppress(work.OutOfWork):  # many names to be tried
        named = checking._diagnosis(record.judge, fn, cases, expected, seen, shown)
    return failing, shown, bool(named and named.misconception)


def _told(record, m, failing, shown, known):
    cases = firstline.chosen(record.judge, failing, shown)
    known.see(cases)

    def place():
        try:
            seen, found = firstline.search(record, m.fn, cases, known=known)
        except (source.Unfollowed, work.OutOfWork):
            return None
        if not firstline.is_blamed(record.judge, seen, found, len(failing) < firstline.ENOUGH):
            return None
        return [[n.line, list(n.span)] for n in (found.node, found.other) if n]

    seen = sandbox.observe(place, [((), {})], Limits(call=60))
    found = seen[0].value if seen and not seen[0].error else None
    if not isinstance(found, list):
        return "silent"
    if not any(m.is_at(line, tuple(span)) for line, span in found):
        return "wrong"
    return "both" if len(found) > 1 else "right"
