"""The IPython that runs a notebook's cells, if there is one. Imports nothing of it."""

import sys


def shell():
    """The running IPython shell, or None."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None


def is_live():
    """Whether a notebook's kernel runs, so that boxes can be pressed."""
    return getattr(shell(), "kernel", None) is not None
