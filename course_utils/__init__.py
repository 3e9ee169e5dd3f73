"""The helper package of the Nonlinear Models workbook.

Holds no code of its own: the sub-modules are imported when first used, so that
`import course_utils` costs next to nothing. The course's data files are the
package `course_utils_data`, which is the folder `data/` of the repository.
"""

import sys as _sys
from importlib import import_module as _import_module

__version__ = "0.2.0"

_SUBMODULES = (
    "activations",
    "approximation",
    "automatic",
    "bayes",
    "calibration",
    "checks",
    "data",
    "decisions",
    "descent",
    "errors",
    "exercises",
    "explore",
    "features",
    "functions",
    "glm",
    "gradients",
    "linear",
    "losses",
    "metrics",
    "mlp",
    "network",
    "page",
    "perceptron",
    "plots",
    "plots_activations",
    "plots_approximation",
    "plots_automatic",
    "plots_backprop",
    "plots_calibration",
    "plots_descent",
    "plots_features",
    "plots_glm",
    "plots_lines",
    "plots_perceptron",
    "plots_regression",
    "plots_softmax",
    "plots_words",
    "regression",
    "scalar_network",
    "still",
    "style",
    "text",
    "tape",
    "tools",
    "training",
)


if _sys.platform == "emscripten":  # the browser: each session is new, and Matplotlib would say so
    import logging as _logging

    _logging.getLogger("matplotlib.font_manager").setLevel(_logging.ERROR)


def __getattr__(name):
    if name in _SUBMODULES:
        return _import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *_SUBMODULES})
