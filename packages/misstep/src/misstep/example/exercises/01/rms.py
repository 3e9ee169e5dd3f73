"""1.1 rms."""

import numpy as np

from misstep import Case, Exercise


def rms(x):
    """Root of the mean square of a signal."""
    return np.sqrt((np.asarray(x, float) ** 2).mean())


def cases():
    """Two signals."""
    return [Case((np.array([3.0, 4.0]),), "3 and 4"),
            Case((np.array([1.0, -2.0, 2.0, 0.5, -1.5]),), "numbers of both signs")]


BANK = """
rms(x)
    s = np.asarray(x, float) ** 2  # the squares
    m = s.mean()                   # their mean
    o = np.sqrt(m)                 # the root

omitted-term/no-root: no root is taken. rms has the unit of the signal.
    o = m
"""
EXERCISE = Exercise(
    id="rms", title="Write rms", notebook="01", number="1.1", signature="rms(x)", lecture=(),
    minutes=3, difficulty=1, reference=rms, cases=cases, bank=BANK, shapes="n",
    hints=("Read its name backwards.",))
