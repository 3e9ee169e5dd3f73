"""The helper package of the Nonlinear Models workbook.

What is public is what the `__all__` of the modules in `__all__` lists; `plots` and `explore` belong
to the notebooks and change with them. Holds no code of its own: the sub-modules, those
of `maths` under their bare names as well, are imported when first used, so that `import
course_utils` costs next to nothing. The course's data files are the package `course_utils_data`,
which is the folder `data/` of the repository.
"""

import sys as _sys
from importlib import import_module as _import_module
from importlib.util import find_spec as _find_spec

from misstep import __version__ as __version__

__all__ = ["data", "exercises", "functions", "metrics", "network", "style", "text"]

if _sys.platform == "emscripten":  # the browser: each session is new, and Matplotlib would say so
    import logging as _logging

    _logging.getLogger("matplotlib.font_manager").setLevel(_logging.ERROR)


def __getattr__(name):
    for home in (__name__, f"{__name__}.maths"):
        if name != "__path__" and _find_spec(f"{home}.{name}"):
            return _import_module(f"{home}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    from pkgutil import iter_modules  # takes longer than all the rest, and is seldom asked for

    return sorted({*globals(), *(module.name for module in iter_modules(__path__))})
