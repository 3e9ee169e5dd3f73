"""The IPython that runs a notebook's cells, if there is one, and how it shows things.

Imports nothing of it. A page of the book has none: there `stand_in` has the `user_ns` of a shell
and a `display` of its own.
"""

import importlib
import sys

stand_in = None


def shell():
    """The running IPython shell, its stand-in, or None."""
    ipython = sys.modules.get("IPython")
    return stand_in or (ipython.get_ipython() if ipython is not None else None)


def is_live():
    """Whether a notebook's kernel runs, so that boxes can be pressed."""
    return stand_in is None and getattr(shell(), "kernel", None) is not None


def display(*shown, **about):
    """IPython's `display`, or that of its stand-in."""
    (stand_in or importlib.import_module("IPython.display")).display(*shown, **about)
