"""The helper package of the Nonlinear Models workbook.

The public names are those in the `__all__` of the modules in `__all__`; `plots` and `explore`
belong to the notebooks and change with them. Imports no sub-module, so that `import course_utils`
costs next to nothing: write `from course_utils import functions`. The course's data files are the
package `course_utils_data`, which is the folder `data/` of the repository.
"""

import sys as _sys

from misstep import __version__ as __version__

__all__ = ["data", "exercises", "functions", "metrics", "network", "style", "text"]

if _sys.platform == "emscripten":  # the browser: each session is new, and Matplotlib would say so
    import logging as _logging

    _logging.getLogger("matplotlib.font_manager").setLevel(_logging.ERROR)
