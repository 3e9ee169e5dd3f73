"""The form of the maths: short functions, one direction of imports, tables of contents."""

import ast
import importlib
import inspect
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "course_utils"
PLACE = {"data": "", "text": "", "functions": "", "network": "", "metrics": ""}  # else in maths/

# Each may import those before it in this order, and no others of ours.
ORDER = ("errors", "checks", "data", "text", "activations", "features", "linear", "regression",
         "perceptron", "losses", "bayes", "glm", "mlp", "gradients", "training", "scalar_network",
         "approximation", "descent", "calibration", "decisions",
         "automatic", "tape")
CONTENTS = ("functions", "network", "metrics")  # tables of contents: names, no code


def module(name):
    return importlib.import_module(f"course_utils.{PLACE.get(name, 'maths.')}{name}")


def file_of(name):
    return PACKAGE / PLACE.get(name, "maths") / f"{name}.py"


def public_functions(names):
    things = [getattr(module(name), thing) for name in names for thing in module(name).__all__]
    functions = filter(inspect.isfunction, things)
    return [pytest.param(f, id=f"{f.__module__}.{f.__name__}") for f in functions]


# --- Functions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("f", public_functions(ORDER))
def test_the_body_is_short(f):
    body = ast.parse(inspect.getsource(f)).body[0].body[1:]  # without the docstring
    assert sum(node.end_lineno - node.lineno + 1 for node in body) <= 30
    arguments = inspect.signature(f).parameters.values()
    free = {p.name for p in arguments if p.kind is not p.KEYWORD_ONLY}
    for params in ({"H", "b_H", "U", "b_U"}, {"w1", "b1", "w2", "b2"}):
        free = free - params if params <= free else free  # they come as **params
    assert len(free) <= 5


# --- Files -------------------------------------------------------------------------------------


def ours_imported_by(name):
    tree = ast.parse(file_of(name).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            whole = (node.module or "").removeprefix("maths").lstrip(".")
            yield from [whole] if whole else [alias.name for alias in node.names]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = [alias.name for alias in node.names] + [getattr(node, "module", "")]
            assert not any(name.startswith("course_utils") for name in names)


@pytest.mark.parametrize("name", ORDER)
def test_imports_go_one_way(name):
    assert set(ours_imported_by(name)) <= set(ORDER[: ORDER.index(name)])


@pytest.mark.parametrize("name", (*ORDER, *CONTENTS))
def test_all_names_every_public_thing_and_each_has_one_home(name):
    here = module(name)
    homes = {name} if name in ORDER else set(ORDER)
    defined = {
        attribute for attribute, value in vars(here).items()
        if not attribute.startswith("_") and (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__.rpartition(".")[2] in homes
    }
    assert len(here.__all__) == len(set(here.__all__))
    shared = {"mlp": {"check_shapes", "one_label_per_row"},
              "calibration": {"classes", "probabilities"}}.get(name, set())  # guards for others
    assert defined - shared == {n for n in here.__all__ if callable(getattr(here, n))}


# --- Tables of contents ------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONTENTS)
def test_each_name_of_a_table_of_contents_has_one_home(name):
    for attribute in module(name).__all__:
        homes = [home for home in ORDER if attribute in module(home).__all__]
        assert len(homes) == 1
        assert getattr(module(name), attribute) is getattr(module(homes[0]), attribute)


@pytest.mark.parametrize("name", CONTENTS)
def test_a_table_of_contents_names_each_of_its_topics(name):
    for topic in ours_imported_by(name):
        assert re.search(rf"^{topic} ", module(name).__doc__, re.M), topic
    tree = ast.parse(file_of(name).read_text(encoding="utf-8"))
    assert not any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree.body)
