"""The slice of a cell: the statements above that it needs, cut out when the book is written.

On a page a cell below an exercise runs on the reader's answer, and nobody has run the cells above.
So a notebook is read as a list of statements; a slice is the numbers of those that make, or change,
a name on which the cell depends. Too much only costs time; a test runs every slice and compares
what it shows with what is stored. Nothing is run here.
"""

import ast
import builtins
import re
import symtable

from course_tools import notebooks

BUILT_IN = frozenset(dir(builtins))
# These are boxes and buttons on a page; their cells have no slice.
BOXES = {"setup", "predict", "reveal", "driven", "state", "lectures", "progress"}
VERBS = "course_utils.exercises"  # what is imported from there is one of them
DRAWN = frozenset(("plots", "style", "explore", "show"))  # names that bring Matplotlib
# Methods that leave their object as it is; any other may change it.
HARMLESS = set("""all any argmax argmin argsort astype copy count cumsum diagonal dot endswith
    flatten format get index item items join keys lower max mean min nonzero prod ravel repeat
    replace reshape round split startswith std strip sum take tolist trace transpose upper values
    var""".split())


class Statement:
    """One statement of a cell: names it makes, needs and may change; its exercise's id, or None.

    ``known`` are the names made so far: "modules", which nothing changes, "generators" and
    "containers", which are changed by what they are handed to.
    """

    def __init__(self, cell, node, source, known):
        self.cell, self.source, self.exercise = cell, source, _asked(node)
        self.made, self.needed = _made(node), _needed(node, source)
        self.later = isinstance(node, ast.FunctionDef | ast.ClassDef)  # needed when it is called
        self.certain = not isinstance(node, ast.If | ast.For | ast.While | ast.Try)
        self.verb = isinstance(node, ast.ImportFrom) and node.module == VERBS
        value = getattr(node, "value", None)
        if isinstance(node, ast.Import | ast.ImportFrom) or (
                isinstance(value, ast.Name) and value.id in known["modules"]):
            known["modules"] |= self.made
        if isinstance(value, ast.Call) and ast.unparse(value.func).endswith("default_rng"):
            known["generators"] |= self.made
        if any(isinstance(one, ast.List | ast.Dict)
               for one in (value, *getattr(value, "elts", ()))):
            known["containers"] |= self.made
        self.looks = DRAWN if source.startswith("style.use(") else frozenset()  # of all pictures
        self.changed = set()
        if not self.later:
            own = _made(node.target) if isinstance(node, ast.For) else set()
            self.changed = _changed(node, known) & (self.needed | self.made - own)
            self.changed |= self.needed & known["generators"]


def statements(cells):
    """All statements of code cells; an import of several names is cut into one for each."""
    found, known = [], {"modules": set(), "generators": set(), "containers": set()}
    for cell in cells:
        for node in ast.parse(cell["source"]).body:
            parts = [(node, ast.get_source_segment(cell["source"], node))]
            if isinstance(node, ast.ImportFrom):  # `explore` would bring Matplotlib in
                cut = [ast.ImportFrom(node.module, [one], node.level) for one in node.names]
                parts = [(one, ast.unparse(one)) for one in cut]
            if getattr(node, "decorator_list", None):
                first = node.decorator_list[0].lineno - 1
                parts = [(node, "\n".join(cell["source"].splitlines()[first:node.end_lineno]))]
            found += [Statement(cell["id"], *part, known) for part in parts]
    return found


def needed(above, own=(), wanted=()):
    """Numbers of the statements in ``above`` on which those of ``own`` depend, or names."""
    later, found = set(), None
    while True:  # a function may need what is made below it
        chosen, looked = [], set(wanted) | later
        for i, one in reversed([*enumerate(above), *((None, one) for one in own)]):
            if i is not None:
                if one.verb or not (one.made | one.changed | one.looks) & looked:
                    continue
                chosen.append(i)
            if one.certain:
                looked -= one.made
            if not one.exercise:  # its name holds the reader's answer, or the course's
                looked |= one.needed | one.changed
                later |= one.needed if one.later else set()
        if chosen == found:
            return chosen[::-1]
        found = chosen


def page(number, cells):
    """Data for a page to run exercises and cells, as JSON; None for a notebook without exercises.

    `statements`: texts of all, and the ids of those that are exercises. `exercises`: `names` is
    what an answer may use of the cells above, with the statements that make it. `cells`: those that
    depend on an exercise (`uses`), and explorers; `packages` are those of `pack` that one needs.
    """
    cells = [cell for cell in cells if cell["cell_type"] == "code"]
    every = statements(cells)
    exercises, live = [], []
    for cell in cells:
        tags = set(notebooks.tags(cell))
        own = [i for i, one in enumerate(every) if one.cell == cell["id"]]
        asked = next((every[i].exercise for i in own if every[i].exercise), None)
        above = every[:own[0]] if own else []
        if asked:
            exercises.append({"cell": cell["id"], "id": asked, **_title(cell),
                              "code": cell["source"], "names": _names(above)})
        elif own and not tags & BOXES:
            chosen = needed(above, [every[i] for i in own])
            uses = [every[i].exercise for i in chosen if every[i].exercise]
            if uses or "explorer" in tags:
                live.append({"cell": cell["id"], "uses": uses, "code": cell["source"],
                             "explorer": "explorer" in tags, "statements": chosen,
                             "packages": _packages(every, [*chosen, *own])})
    if not exercises:
        return None
    listed = [{"exercise": one.exercise} if one.exercise else {"code": one.source}
              for one in every]
    return {"notebook": number, "exercises": exercises, "cells": live, "statements": listed}


def sources(cells, ids):
    """What these cells need of those above and are themselves, as sources of cells; by slices."""
    every = statements([cell for cell in cells if cell["cell_type"] == "code"])
    own = [i for i, one in enumerate(every) if one.cell in ids]
    above = every[: own[-1] + 1] if own else []
    chosen = {*needed(above, [every[i] for i in own]), *own}
    texts = {}
    if any(every[i].exercise for i in chosen):
        texts["exercise"] = ["from course_utils.exercises import exercise"]
    for i in sorted(chosen):
        texts.setdefault(every[i].cell, []).append(every[i].source)
    return {cell: "\n".join(some) for cell, some in texts.items()}


def _names(above):
    """For each name that is there, the statements that make it; the verbs are the page's own."""
    there = {name for one in above if not one.verb for name in one.made}
    return {name: needed(above, wanted={name}) for name in sorted(there)}


def _title(cell):
    text = "".join(str(out.get("data", {}).get("text/plain", "")) for out in cell["outputs"])
    found = re.search(r"– Exercise ([\w.]+), (.+)", text)
    return {"number": found[1], "title": found[2]} if found else {"number": "", "title": ""}


def _packages(every, chosen):
    text = "\n".join(every[i].source for i in chosen)
    return [name for name, found in (("pictures", re.search(rf"\b({'|'.join(DRAWN)})\b", text)),
                                     ("data", re.search(r"\bdata\.\w", text))) if found]


def _asked(node):
    """The id of the exercise that a function answers."""
    for one in getattr(node, "decorator_list", ()):
        if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "exercise":
            return one.args[0].value
    return None


def _made(node):
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(one.asname or one.name).split(".")[0] for one in node.names}
    own = {name for one in ast.walk(node) if isinstance(one, ast.comprehension)
           for name in ast.walk(one.target)}  # a comprehension's names are its own
    return {one.id for one in ast.walk(node) if one not in own
            and isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load)}


def _needed(node, source):
    """Global names that a statement refers to, also in its functions and comprehensions."""
    def referred(table):
        inner = table.get_type() != "module"
        here = {one.get_name() for one in table.get_symbols()
                if one.is_referenced() and not (inner and not one.is_global())}
        return here.union(*map(referred, table.get_children()))

    found = referred(symtable.symtable(source, "cell", "exec")) - BUILT_IN
    if isinstance(node, ast.For):  # what the loop counts with is its own
        found -= _made(node.target)
    return found


def _changed(node, known):
    """Names whose objects a statement may change: x.method(), x[...] = ..., x += ..., f(x)."""
    found = set()
    for one in ast.walk(node):
        root = None
        if isinstance(one, ast.Call):
            called = ast.unparse(one.func).partition(".")[0]
            handed = {name.id for name in one.args if isinstance(name, ast.Name)}
            if called not in known["modules"] | BUILT_IN:
                alone = isinstance(node, ast.Expr) and one is node.value  # for what it changes
                found |= handed if alone else handed & known["containers"]
            if isinstance(one.func, ast.Attribute) and one.func.attr not in HARMLESS:
                root = one.func.value
        elif isinstance(one, ast.Subscript | ast.Attribute) and isinstance(one.ctx, ast.Store):
            root = one.value
        elif isinstance(one, ast.AugAssign):
            root = one.target
        while isinstance(root, ast.Attribute | ast.Subscript):
            root = root.value
        if isinstance(root, ast.Name):
            found.add(root.id)
    return found - known["modules"]
