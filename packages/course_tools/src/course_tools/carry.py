"""A student's work in a newer version of a notebook: answers, own cells and notes.

A cell is known by its text, then by its id, then by its exercise: other programs write new ids, and
cutting and pasting a cell gives it a new one. `carried` is a function of three notebooks and
nothing else; it reads and writes no file.
"""

import ast
import contextlib
import difflib
import functools
import io
import re
import tokenize
from collections import Counter
from copy import deepcopy

from course_tools import notebooks

# By its text: an answer with a forgotten colon, or typographic quotes, has no syntax tree.
EXERCISE = re.compile(
    rf"^@(?:\w+\.)?exercise\(\s*[{notebooks.QUOTES}](\w+)[{notebooks.QUOTES}]", re.M)
ALIKE = 0.6  # share of a text that is the same in a cell that was changed
KEPT = "kept-from-your-earlier-copy"
HEADING = """## Kept from your earlier copy

The cells below are yours. The new version of this notebook has no place for them any more, or has
changed the same cells itself: its own stand above."""


def carried(mine, base, new):
    """The new version with a student's work on the old one, and a count of what went where.

    ``mine`` is the student's notebook, ``base`` the version it was made from, ``new`` the newer.
    The work is each cell of `mine` that is not in `base` or `new` as it is:

    * a cell that the new version left alone stays as the student wrote it;
    * an answer goes to the stub of its exercise, wherever that is now;
    * a cell of the student's own stays after the cell it followed;
    * everything else goes into a last section. Cells that were emptied or deleted are restored.
    Doing it twice changes nothing more. Returns (notebook, Counter of answers, cells, own, kept).
    """
    return _Carrier(base, new).take(_recognised(mine["cells"], base["cells"], new["cells"]))


def _recognised(cells, base, new):
    """A student's cells by the id of the course cell that each one is, each id once. A second copy
    of a course text is nobody's work, and is left out.
    """
    names = [None] * len(cells)
    _name(cells, names, (base, new), (_is_that_cell, _has_its_text))
    theirs = [content(cell) for cell in (*base, *new)]
    rest = [i for i, cell in enumerate(cells) if names[i] or content(cell) not in theirs]
    cells, names = [cells[i] for i in rest], [names[i] for i in rest]
    _name(cells, names, (base, new), (_has_its_id,))
    _name(cells, names, (new,), (_is_answer_to,))
    _changed(cells, [c for c in base if any(_has_its_id(c, n) for n in new)], names)
    known = {cell.get("id") for cell in (*base, *new)}
    return [{**cell, "id": name or (cell.get("id") if cell.get("id") not in known else "own")}
            for cell, name in zip(cells, names, strict=True)]


def _name(cells, names, courses, tests):
    """Give each cell that has no name yet that of the course's first free one that it is."""
    for is_it in tests:
        for course in courses:
            free = [cell for cell in course if cell.get("id") not in names]
            for i, cell in enumerate(cells):
                place = next((c for c in free if names[i] is None and is_it(cell, c)), None)
                if place is not None:
                    names[i] = place.get("id")
                    free.remove(place)


def _is_that_cell(cell, course):
    return cell.get("id") == course.get("id") and content(cell) == content(course)


def _has_its_text(cell, course):
    return bool(cell["source"].strip()) and content(cell) == content(course)


def _has_its_id(cell, course):
    return cell.get("id") == course.get("id")


def _is_answer_to(cell, course):
    """Whether a cell with an unknown id answers the exercise of a stub."""
    return (cell["cell_type"] == course["cell_type"] == "code"
            and bool(asked := EXERCISE.findall(course["source"]))
            and EXERCISE.findall(cell["source"]) == asked)


def _changed(cells, base, names):
    """Name a course cell that was changed and has lost its id: it is in the same place."""
    order, known = [cell.get("id") for cell in base], {cell.get("id") for cell in base}
    for i, cell in enumerate(cells):
        if names[i] is None and i and names[i - 1] in known:
            after = order.index(names[i - 1]) + 1
            if after < len(base) and order[after] not in names and (
                    base[after]["cell_type"] == cell["cell_type"]) and difflib.SequenceMatcher(
                        None, base[after]["source"], cell["source"], False).ratio() > ALIKE:
                names[i] = order[after]


def content(cell):
    """Kind and text of a cell without what editors and formatters change; comments count.

    >>> cell = {"cell_type": "code", "source": "f('x',\\r\\n  1)  # why"}
    >>> content(cell) == content({**cell, "source": 'f("x", 1)  #why'})
    True
    """
    is_code = cell["cell_type"] == "code"
    return cell["cell_type"], (_meaning if is_code else _lines)(cell["source"])


@functools.lru_cache(maxsize=4000)
def _meaning(source):
    tree = notebooks.parse(source)
    if tree is not None:
        with contextlib.suppress(tokenize.TokenError, SyntaxError, RecursionError):
            tokens = tokenize.generate_tokens(io.StringIO(source).readline)
            comments = [t.string.strip("# ") for t in tokens if t.type == tokenize.COMMENT]
            return ast.dump(tree), *comments
    return _lines(source)


def _lines(source):
    return "\n".join(map(str.rstrip, source.strip().splitlines()))


class _Carrier:
    """The new version while a student's work is put into it."""

    def __init__(self, base, new):
        self.nb = deepcopy(new)
        self.was = {cell.get("id"): content(cell) for cell in base["cells"]}
        self.now = {cell.get("id"): content(cell) for cell in new["cells"]}
        self.stubs = {name: cell.get("id") for cell in new["cells"]
                      if cell["cell_type"] == "code" for name in EXERCISE.findall(cell["source"])}
        self.placed, self.behind, self.kept = {}, {None: []}, []
        self.used, self.count = {*self.was, *self.now}, Counter()
        self.as_new = set()  # cells that the student has as the new version has them

    def take(self, cells):
        anchor, met = None, set()
        self.as_new = {c.get("id") for c in cells if content(c) == self.now.get(c.get("id"))}
        for cell in cells:
            id = cell.get("id")
            first = id not in met
            met.add(id)
            if first and id in self.now:
                anchor = id
            if not cell["source"].strip():
                continue
            if not (first and (id in self.was or id in self.now)):
                self.count["own"] += id != KEPT and not str(id).startswith(f"{KEPT}-")
                self.behind.setdefault(anchor, []).append(self._own(cell, id))
            elif content(cell) not in (self.was.get(id), self.now.get(id)):
                self._place(cell, id)
        return self._put_together(), self.count

    def _place(self, cell, id):
        """Where a cell of the course's that the student changed belongs."""
        code = cell["cell_type"] == "code" and content(cell) not in self.was.values()
        answers = EXERCISE.findall(cell["source"]) if code else []
        place = next((self.stubs[name] for name in answers if name in self.stubs), None)
        if id in self.now and place != id:  # it stands where it stood, or nowhere
            place = id if self.was.get(id) == self.now[id] else None
        if place is None or place in self.placed or place in self.as_new:
            self.count["kept"] += 1
            self.kept.append(self._own(cell, f"{KEPT}-{id}"))
        else:
            self.count["answers" if answers else "cells"] += 1
            self.placed[place] = cell

    def _own(self, cell, id):
        """A cell of the student's under an id that no other one has."""
        name, n = str(id)[:60], 2
        while name in self.used:
            name, n = f"{str(id)[:56]}-{n}", n + 1
        self.used.add(name)
        return {**_bare(cell), "id": name}

    def _put_together(self):
        """The new cells, the student's in and between them; what has no place, last."""
        cells = self.behind[None][:]
        for cell in self.nb["cells"]:
            id = cell.get("id")
            mine = self.placed.get(id)
            cells.append(cell if mine is None else
                         {**_bare(mine), "id": id, "metadata": cell["metadata"]})
            cells += self.behind.get(id, ())
        if self.kept and KEPT not in self.used:
            cells.append({"cell_type": "markdown", "id": KEPT, "metadata": {}, "source": HEADING})
        self.nb["cells"] = [*cells, *self.kept]
        return self.nb


def _bare(cell):
    """A cell without what running it left."""
    cell = deepcopy(cell)
    if cell["cell_type"] == "code":
        cell.update(outputs=[], execution_count=None)
    return cell
