"""The browser's Python looks for a module on the reader's disk last: there lie notebooks, and each
look is a request to the page. Python reads this at its start.
"""

import sys
import types
from importlib.machinery import PathFinder


class Elsewhere:
    """Finds modules everywhere but in the working folder, which comes next."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """As Python's own: a module's spec, or None."""
        if path is None:
            return PathFinder.find_spec(name, [place for place in sys.path if place], target)
        return None


sys.meta_path.insert(sys.meta_path.index(PathFinder), Elsewhere)

# IPython takes a name of its shell in a terminal, with all that draws one; here is none.
terminal = sys.modules["IPython.terminal.embed"] = types.ModuleType("IPython.terminal.embed")
terminal.embed = None
