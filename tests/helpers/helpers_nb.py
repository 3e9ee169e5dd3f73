"""Small notebooks made on the fly, and what the notebook tests share."""

import ast
import functools
import hashlib
import inspect
import re
import subprocess
import textwrap

from course_tools import notebooks
from course_utils import exercises
from misstep.judge import solutions


def code(name, source, *cell_tags, **meta):
    """A code cell; `name` is its id."""
    if cell_tags:
        meta["tags"] = list(cell_tags)
    return {
        "cell_type": "code",
        "id": name,
        "metadata": meta,
        "source": textwrap.dedent(source).strip("\n"),
        "outputs": [],
        "execution_count": None,
    }


def text(name, source, *cell_tags, **meta):
    """A Markdown cell; `name` is its id."""
    if cell_tags:
        meta["tags"] = list(cell_tags)
    source = textwrap.dedent(source).strip("\n")
    return {"cell_type": "markdown", "id": name, "metadata": meta, "source": source}


def notebook(*cells):
    """A notebook, not executed yet."""
    meta = {key: dict(value) for key, value in notebooks.NOTEBOOK_METADATA.items()}
    return {"cells": list(cells), "metadata": meta, "nbformat": 4, "nbformat_minor": 5}


def cell(nb, name):
    """The cell with the id `name`."""
    return next(c for c in nb["cells"] if c["id"] == name)


def code_cells(nb):
    return [c for c in nb["cells"] if c["cell_type"] == "code"]


def said(cell):
    """What a code cell has put out in words: what it printed, and of a table one line a row.

    Of a table the values of a row are parted by single blanks, and signs are those of a keyboard.
    """
    words = ""
    for out in cell["outputs"]:
        data = out.get("data", {})
        if "course-table" in data.get("text/html", ""):
            table = re.sub(r"[ ▸]+", " ", data["text/plain"]).replace("−", "-")
            words += "".join(f"{line.strip()}\n" for line in table.splitlines())
        words += out.get("text", "")
    return words


# --- comparing outputs as strict nbval does ---------------------------------------------

NOT_COMPARED = {notebooks.WIDGET_VIEW, "image/png", "image/jpeg"}


def compared(outputs):
    """What strict nbval compares of a cell's outputs: {kind: [texts in order]}."""
    found = {}
    for out in outputs:
        if out["output_type"] == "stream":
            kind = out["name"]
            found[kind] = [found.get(kind, [""])[0] + out["text"]]
        elif out["output_type"] == "error":
            found.setdefault("error", []).append(f"{out['ename']}: {out['evalue']}")
        for kind, value in out.get("data", {}).items():
            if kind not in NOT_COMPARED:
                found.setdefault(kind, []).append(value)
    return found


def differing_cells(stored, fresh):
    """Ids of the cells without the tag `state` whose outputs differ, with both outputs."""
    again = {c["id"]: c for c in code_cells(fresh)}
    found = {}
    for old in code_cells(stored):
        if "state" not in notebooks.tags(old):
            was, now = compared(old["outputs"]), compared(again[old["id"]]["outputs"])
            if was != now:
                found[old["id"]] = (was, now)
    return found


# --- exercises in notebooks -------------------------------------------------------------


def stub_of(source):
    """(function definition under @exercise, its id, the decorator's text), or None."""
    tree = notebooks.parse(source)
    for node in tree.body if tree else ():
        for mark in getattr(node, "decorator_list", []):
            ids = notebooks.calls(ast.unparse(mark), "exercise")
            if ids:
                return node, ids[0], ast.unparse(mark)
    return None


def stubs(nb):
    """All (cell, function definition, exercise id) of a notebook."""
    found = [(c, stub_of(c["source"])) for c in code_cells(nb)]
    return [(c, stub[0], stub[1]) for c, stub in found if stub]


def typed(name):
    """The solution that a student is shown, as it is pasted over the stub."""
    source = solutions.lesson(exercises.record(name))
    return source if "@exercise" in source else f"@exercise({name!r})\n{source}"


def awkward(name):
    """The record's awkward right answer; where it has none, what a student is shown."""
    if getattr(exercises.record(name), "awkward", None) is None:
        return typed(name)
    return (f"from course_utils import exercises as _engine\n"
            f"{name} = exercise({name!r})(_engine.record({name!r}).awkward)")


def solved(nb, answer=typed):
    """The notebook with every stub replaced by the code that `answer` gives for its exercise."""
    nb = notebooks.strip_outputs(nb)
    for cell_, node, name in stubs(nb):
        lines = cell_["source"].splitlines()
        first = min(d.lineno for d in node.decorator_list) - 1
        lines[first : node.end_lineno] = answer(name).splitlines()
        cell_["source"] = "\n".join(lines)
    return nb


# --- "Check the slide" ------------------------------------------------------------------

MUTANTS = {
    "the slide's version in place of the right one": "right = slide",
    "the two exchanged": "slide, right = right, slide",
    "the right one in place of the slide's": "slide = right",
}


def slide_mutant(source, change="right = slide"):
    """A slide-check cell with `change` put after the last binding of `slide` and `right`.

    The cell prints DECIDES if an assertion fails then, and the reason if none does.
    """
    tree = ast.parse(source)
    last = max(notebooks.top_level_binders(source, name)[-1] for name in ("slide", "right"))
    body = [*tree.body[: last + 1], *ast.parse(change).body, *tree.body[last + 1 :]]
    frame = ast.parse(
        "try:\n    pass\n"
        "except AssertionError:\n    print('DECIDES')\n"
        "except Exception as _err:\n    print(f'raised {type(_err).__name__}: {_err}')\n"
        "else:\n    print('no assertion failed')\n"
    )
    frame.body[0].body = body
    return ast.unparse(ast.fix_missing_locations(frame))


def with_slide_mutants(nb):
    """The notebook with the mutants of each slide check put before it."""
    nb = {**nb, "cells": list(nb["cells"])}
    for i in range(len(nb["cells"]) - 1, -1, -1):
        checked = nb["cells"][i]
        if checked["cell_type"] == "code" and "slide-check" in notebooks.tags(checked):
            nb["cells"][i:i] = [
                code(f"{checked['id']}-mutant{k}", slide_mutant(checked["source"], change))
                for k, change in enumerate(MUTANTS.values())
            ]
    return nb


def undecided(executed):
    """Lines on the slide checks that do not fail when mutated."""
    found = []
    for done in code_cells(executed):
        name, _, rank = done["id"].rpartition("-mutant")
        if name:
            said = compared(done["outputs"]).get("stdout", ["nothing"])[0]
            if not said.rstrip().endswith("DECIDES"):
                what = list(MUTANTS)[int(rank)]
                found.append(f"{name} does not decide: with {what}: {said.strip()}")
    return found


# --- solutions given away ---------------------------------------------------------------

TRIVIAL = 25  # characters


def solution_given_away(source, reference):
    """Whether a cell contains the body of a reference solution.

    The rule: the body counts without docstring, guards (leading calls of _helpers,
    `if …: raise`) and names of modules (`np.exp` is `exp`). Written as a function or lambda
    it counts under any names of arguments and variables, unless it is one statement of at
    most 25 characters, which every lesson may need (`return np.maximum(0, x)`). A body of
    two statements or more also counts as plain lines with the solution's own names,
    `return e` being the same as `o = e` or `e`.
    """
    (made, blocks), (whole, lines) = _written(source), _wanted(reference)
    return whole in made or len(lines) > 1 and any(
        _same_run(here[i:], lines) for here in blocks for i in range(len(here)))


@functools.lru_cache(500)
def _wanted(reference):
    """The canonical form of a solution, None for what is too short to count, and its lines."""
    node = lesson(reference)
    if not node:
        return None, []
    trivial = len(node.body) == 1 and len(ast.unparse(node.body[0])) <= TRIVIAL
    return None if trivial else _canonical(node), [_as_line(s) for s in node.body]


@functools.lru_cache(500)
def _written(source):
    """The functions of a cell in their canonical form, and its blocks of lines."""
    tree, made, blocks = notebooks.parse(source), [], []
    for node in ast.walk(_WithoutModules().visit(tree)) if tree else ():
        if isinstance(node, ast.Lambda):
            node = ast.FunctionDef("f", node.args, [ast.Return(node.body)], [])
        if isinstance(node, ast.FunctionDef):
            made.append(_canonical(node))
        for field in ("body", "orelse", "finalbody"):
            if isinstance(block := getattr(node, field, None), list):
                blocks.append([_as_line(s) for s in block])
    return made, blocks


MODULES = {"np", "numpy", "data", "functions", "metrics", "network", "text"}


class _WithoutModules(ast.NodeTransformer):
    def visit_Attribute(self, node):
        self.generic_visit(node)
        of_module = isinstance(node.value, ast.Name) and node.value.id in MODULES
        return ast.Name(node.attr, node.ctx) if of_module else node


def lesson(function):
    """Definition of a function without docstring and guards; None without source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    except (OSError, TypeError, SyntaxError):
        return None
    tree = _WithoutModules().visit(tree)
    node = next((n for n in tree.body if isinstance(n, ast.FunctionDef)), None)
    return node and _bare(node)


def _bare(node):
    body = list(node.body)
    if ast.get_docstring(node, clean=False) is not None:
        body = body[1:]
    while body and _is_guard(body[0]):
        body = body[1:]
    return ast.FunctionDef(node.name, node.args, body, [])


def _is_guard(statement):
    if isinstance(statement, ast.If):
        return all(isinstance(s, ast.Raise) for s in statement.body) and not statement.orelse
    call = getattr(statement, "value", None)
    if isinstance(statement, (ast.Expr, ast.Assign)) and isinstance(call, ast.Call):
        return getattr(call.func, "id", getattr(call.func, "attr", "")).startswith("_")
    return False


def _canonical(node):
    """Dump of a function's body, its arguments and variables renamed in order of appearance."""
    node = _bare(node)
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    names = {a.arg: f"v{i}" for i, a in enumerate(given)}
    for sub in ast.walk(ast.Module(node.body, [])):
        if isinstance(sub, ast.Name) and isinstance(sub.ctx, ast.Store):
            names.setdefault(sub.id, f"v{len(names)}")

    class Rename(ast.NodeTransformer):
        def visit_Name(self, name):
            return ast.Name(names.get(name.id, name.id), name.ctx)

    fresh = ast.parse(ast.unparse(ast.fix_missing_locations(ast.Module(node.body, []))))
    return ast.dump(Rename().visit(fresh))


def _as_line(statement):
    """(dump of the statement, dump of its value if it ends in one)."""
    value = None
    if isinstance(statement, (ast.Return, ast.Expr)):
        value = statement.value
    elif isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        value = statement.value
    return ast.dump(statement), ast.dump(value) if value else None


def _same_run(here, wanted):
    if len(here) < len(wanted):
        return False
    *front, last = wanted
    if any(a[0] != b[0] for a, b in zip(here, front, strict=False)):
        return False
    end = here[len(front)]
    return end[0] == last[0] or (last[1] is not None and end[1] == last[1])


# --- the checkout -----------------------------------------------------------------------


def tree_hash(folder):
    """{file: SHA-256} of what git would see in a folder (everything it does not ignore)."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"],
        cwd=folder, capture_output=True, text=True,
    )
    if listed.returncode == 0:
        files = [folder / name for name in listed.stdout.split("\0") if name]
    else:
        def is_hidden(part):
            return part.startswith(".") or part in ("__pycache__", "my_work")

        files = [
            path for path in folder.rglob("*")
            if not any(is_hidden(part) for part in path.relative_to(folder).parts)
        ]
    return {
        str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
        for p in files if p.is_file()
    }
