"""The form of the maths: what a docstring has, one direction of imports, tables of contents.

What a docstring says is for readers to judge; what can be counted is counted here.
"""

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
LECTURES = ORDER[ORDER.index("activations"):]  # every function of these is a lecture's


def module(name):
    return importlib.import_module(f"course_utils.{PLACE.get(name, 'maths.')}{name}")


def file_of(name):
    return PACKAGE / PLACE.get(name, "maths") / f"{name}.py"


def public_functions(names):
    things = [getattr(module(name), thing) for name in names for thing in module(name).__all__]
    functions = filter(inspect.isfunction, things)
    return [pytest.param(f, id=f"{f.__module__}.{f.__name__}") for f in functions]


def doc(thing):
    """A docstring without its indentation, as Python 3.13 keeps it."""
    return inspect.cleandoc(thing.__doc__)


# --- Docstrings --------------------------------------------------------------------------------


@pytest.mark.parametrize("f", public_functions(ORDER))
def test_a_purpose_in_one_line_then_the_formula_and_no_headings(f):
    first, *rest = doc(f).splitlines()
    assert first.endswith("."), "the purpose in one line"
    assert not rest or rest[0] == ""
    if ".. math::" in doc(f):  # before the arguments that are listed, one a line
        assert not re.search(r"^[\w, ]+ : ", doc(f).split(".. math::")[0], re.M)
    assert not re.search(r"^ *-+$", doc(f), re.M)


@pytest.mark.parametrize("f", public_functions(ORDER[2:]))
def test_every_argument_is_told(f):  # in its own line, the text, the formula or the module's words
    told = f"{doc(f)}\n{inspect.getmodule(f).__doc__}"
    for name in inspect.signature(f).parameters:
        assert re.search(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", told), name


@pytest.mark.parametrize("f", public_functions(LECTURES))
def test_lecture_ids_stand_on_one_line_before_the_example(f):
    ids = re.findall(r"^.*\b[Ll]ectures? (?:MAY|ALICE|CS577|NPFL129)[\w.-]*.*$", doc(f), re.M)
    assert len(ids) == 1, "one line of references: paper, lecture ids"
    assert doc(f).index(ids[0]) < doc(f).index(">>> ")


@pytest.mark.parametrize("f", public_functions(LECTURES))
def test_shapes_are_told(f):  # or that the function works elementwise, on any shape
    no_array = {"n_monomials", "first_wrong_line", "mean_set_size", "step_from_sigmoid",
                "apply", "slopes", "checkpointed_backward", "checkpoint_cost"}
    any_shape = {"sgd_step"}
    told = re.search(r"elementwise|shape|\([tvnpm],", doc(f))
    letters = inspect.getmodule(f).__doc__.replace("\n", " ")  # with their shapes, once for all
    told = told or any(re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])[^.]*\(", letters)
                       for name in inspect.signature(f).parameters)
    assert told or f.__name__ in no_array | any_shape


def test_nothing_of_this_depends_on_the_indentation_which_python_3_13_removes(monkeypatch):
    for (f,) in (param.values for param in public_functions(LECTURES)):
        monkeypatch.setattr(f, "__doc__", inspect.cleandoc(f.__doc__))
        test_a_purpose_in_one_line_then_the_formula_and_no_headings(f)
        test_every_argument_is_told(f)
        test_lecture_ids_stand_on_one_line_before_the_example(f)
        test_shapes_are_told(f)


@pytest.mark.parametrize("name", ORDER[2:])
def test_the_module_says_what_its_functions_raise(name):
    assert re.search(r"Error|refused", module(name).__doc__)


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


def test_no_file_is_long():
    for name in (*ORDER, *CONTENTS):
        assert len(file_of(name).read_text(encoding="utf-8").splitlines()) <= 600, name


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

PROMISED = {
    "functions": """absolute_line arctan_grad bernoulli_nll bernoulli_nll_gradient binomial_pmf
        ce_logits_gradient coin_posterior cross_entropy elu elu_grad fit_glm gelu gelu_grad
        huber_fit huber_loss is_linearly_separable label_smoothing leaky_relu leaky_relu_grad
        least_squares_descent least_squares_fit linear_collapse logsumexp n_monomials
        numerical_gradient one_hot poisson_nll poisson_nll_gradient poisson_pmf
        polynomial_features_1d polynomial_features_2d_degree2 power prelu_grads relu relu_grad
        ridge_fit sigmoid sigmoid_grad softmax softmax_jacobian softplus softplus_grad step swiglu
        swish swish_grad tanh_grad temperature_softmax""",
    "network": """LINES accuracy backward_values embedding_backward embedding_forward far_slopes
        first_wrong_line forward_values gradient_check initialise initialise_1d
        initialise_embedding logits mlp_backward mlp_forward multiclass_perceptron_update
        perceptron_trace perceptron_update predict predict_proba relu_interpolant relu_net_1d
        relu_net_1d_fit relu_net_1d_gradients relu_net_1d_kinks sgd_step smallest_margin staircase
        step_from_sigmoid train train_each train_embedding train_perceptron""",
    "metrics": """accuracy_confidence_gap brier_score conformal_prediction_set conformal_quantile
        cost_sensitive_decision coverage coverage_over_splits ece_if_calibrated
        expected_calibration_error fit_temperature mean_set_size nll reliability_bins
        temperature_slope threshold_prediction_set top_confidence wilson_interval""",
}


@pytest.mark.parametrize("name", CONTENTS)
def test_a_table_of_contents_gives_the_names_that_notebooks_use(name):
    assert set(PROMISED[name].split()) == set(module(name).__all__)
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
