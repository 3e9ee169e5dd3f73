"""One wording for every error of the course: what was expected, what we got, and the likely cause.

Imports nothing, so that every other file may use it.
"""

__all__ = ["message"]


def message(name, expected, got, cause):
    """Text of an error about one argument.

    >>> message("lr", "a number from 0", -1, "gradient ascent")
    'lr: expected a number from 0, got -1; likely cause: gradient ascent.'
    """
    return f"{name}: expected {expected}, got {got}; likely cause: {cause}."
