import numpy as np
import waves

from misstep import Case, Exercise


def cases():
    return [Case((np.array([3.0, 4.0]),), "3 and 4"),
            Case((np.array([1.0, -2.0, 2.0, 0.5, -1.5]),), "numbers of both signs"),
            Case((np.array([0.0, 0.0, 0.1]),), "numbers near 0"),
            Case(([1, 2, 2],), "a list", integers=True)]


BANK = """
rms(x)
    a = np.asarray(x, float)      # the samples
    s = a ** 2                    # the squares
    m = s.mean()                  # their mean
    o = np.sqrt(m)                # the root

omitted-term/no-root: no root is taken. rms has the unit of the signal.
    o = m
neighbour-formula/standard-deviation: the mean is subtracted first. That is the standard deviation.
    a = a - a.mean()
"""
EXERCISE = Exercise(
    id="rms", title="Write rms", notebook="ch1", number="1.1", signature="rms(x)", lecture=(),
    minutes=3, difficulty=1, reference=waves.rms, cases=cases, bank=BANK, shapes="n",
    hints=("Read its name backwards.",))
