"""Slices: what a cell needs of the cells above. Each, run by itself, shows what is stored."""

import ast
import contextlib
import io

import pytest

from course_tools import notebooks
from course_tools.notebooks import slices
from course_utils import exercises, plots
from course_utils.plots import common
from helpers_nb import code

FILES = [path for path in notebooks.notebook_files(folder=notebooks.root() / "notebooks")
         if path.stem != "appendix_slips"]
QUICK = "01_xor_failure"
SMALL = (
    ("s", "import numpy as np\nfrom course_utils import data, plots\n"
          "from course_utils.exercises import exercise\nF = plots", "setup"),
    ("a", "rng = np.random.default_rng(0)\nX = rng.normal(size=3)\nother = X.mean()"),
    ("b", "kept = []\nkept.append(other)\nX[0] = 1"),
    ("e", '@exercise("double")\ndef double(x):\n    raise NotImplementedError'),
    ("c", "Y = double(rng.normal(size=2))"),
    ("d", "total = [other for other in X]\nif rng is None:\n    X = Y\nprint(X, kept)"),
    ("f", "X = double(3)\nfor other in (X,):\n    other.fill(1)\nprint(X)"),
)


@pytest.fixture
def small():
    cells = [{**code(id, source, *tags), "outputs": []} for id, source, *tags in SMALL]
    return slices.page("01", cells)


def needed(page, cell):
    one = next(one for one in page["cells"] if one["cell"] == cell)
    chosen = [page["statements"][i] for i in one["statements"]]
    return [one.get("code", one.get("exercise")) for one in chosen], one


def test_a_slice_holds_what_makes_and_what_changes_a_name_and_nothing_else(small):
    assert needed(small, "c")[0] == [
        "import numpy as np", "rng = np.random.default_rng(0)", "X = rng.normal(size=3)", "double"]
    chosen, one = needed(small, "d")  # `if`: X may still be what it was
    assert chosen[-4:] == ["kept.append(other)", "X[0] = 1", "double",
                           "Y = double(rng.normal(size=2))"]
    assert "other = X.mean()" in chosen and one["uses"] == ["double"]
    assert needed(small, "f")[0] == ["double"]  # what a cell makes itself it does not need
    assert not any("plots" in one for one in chosen) and one["packages"] == []


def test_a_name_of_a_comprehension_is_none_of_the_notebook():
    cells = [*SMALL[:1], ("a", "P = 1"), SMALL[3], ("b", "print([P for P in (2, 3)])"),
             ("c", "print(double(P))")]
    cells = [{**code(id, source, *tags), "outputs": []} for id, source, *tags in cells]
    assert needed(slices.page("01", cells), "c")[0] == ["P = 1", "double"]


def test_an_answer_may_use_every_name_above_but_not_the_verbs(small):
    (one,) = small["exercises"]
    assert set(one["names"]) == {"np", "data", "plots", "F", "rng", "X", "other", "kept"}
    there = [small["statements"][i]["code"] for i in one["names"]["F"]]
    assert there == ["from course_utils import plots", "F = plots"]


def test_of_a_notebook_only_what_some_cells_need_is_run():
    cells = [code(id, source, *tags) for id, source, *tags in SMALL]
    found = slices.sources(cells, ["c"])
    assert list(found) == ["exercise", "s", "a", "e", "c"]
    assert found["s"] == "import numpy as np" and "other" not in found["a"]


@pytest.mark.parametrize("path", [
    pytest.param(path, id=path.stem, marks=[] if path.stem == QUICK else [pytest.mark.full])
    for path in FILES])
def test_every_slice_shows_what_is_stored(path, monkeypatch):
    nb = notebooks.read(path)
    page = slices.page(notebooks.number(path), nb["cells"])
    stored = {cell["id"]: as_shown(cell) for cell in nb["cells"] if cell["cell_type"] == "code"}
    pictures = []
    for module in (plots, common):
        monkeypatch.setattr(module, "show", lambda fig, caption, chart: pictures.append(
            common.alt_text(chart, common.typeset(" ".join(caption.split())))))
    for one in page["cells"]:
        if not one["explorer"]:
            assert run(page, one, pictures) == stored[one["cell"]], one["cell"]
    assert {id for one in page["cells"] for id in one["uses"]} or len(page["cells"]) > 5


def as_shown(cell):
    """Text and pictures' words of a stored cell."""
    text, pictures = "", []
    for out in cell["outputs"]:
        data = out.get("data", {})
        if "image/png" in data:
            pictures.append(out["metadata"]["image/png"]["alt"])
        text += "".join(out.get("text", "")) + "".join(
            f"{data[kind]}\n" for kind in ("text/plain",) if kind in data and not pictures)
    return text, pictures


def run(page, one, pictures):
    """The same of a slice, run in names of its own."""
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for i in one["statements"]:
            asked = page["statements"][i]
            if id := asked.get("exercise"):
                names[id] = exercises.reference(id)
            else:
                exec(asked["code"], names)
    pictures.clear()
    tree, out = ast.parse(one["code"]), io.StringIO()
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(out):
        exec(compile(tree, "<cell>", "exec"), names)
        value = last and eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        if value is not None:
            print(repr(value))
    return out.getvalue(), list(pictures)
