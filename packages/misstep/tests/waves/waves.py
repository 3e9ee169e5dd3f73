import numpy as np

__all__ = ["rms"]


def rms(x):
    """Root of the mean square of a signal."""
    return np.sqrt((np.asarray(x, float) ** 2).mean())
