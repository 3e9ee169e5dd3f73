"""The IPython that runs a notebook's cells, if there is one. Imports nothing of it."""

import sys


def shell():
    """The running IPython shell, or None."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None
