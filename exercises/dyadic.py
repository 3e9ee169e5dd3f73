"""Probabilities that every float type holds exactly, for cases of several exercises."""

import numpy as np


def dyadic(rng, rows, classes, parts=64):
    """Rows of probabilities that are whole multiples of 1/64."""
    cuts = np.sort(rng.integers(1, parts, size=(rows, classes - 1)), axis=1)
    ends = np.column_stack([np.zeros(rows, int), cuts, np.full(rows, parts)])
    return np.diff(ends, axis=1) / parts
