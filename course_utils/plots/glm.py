"""Draw functions of notebook 03c: the distribution around each prediction, drawn upright."""

import numpy as np

from .. import style

__all__ = ["bells", "needles"]


def bells(ax, x, means, deviations, *, width=0.7, colour=style.BLUE, label=None):
    """Draw at each x the density of a normal distribution of the targets, lying on its side.

    x, means and standard deviations have shape (n,); the highest bell reaches `width` to the right,
    in units of the x axis.
    """
    x, means, deviations = (np.asarray(a, float) for a in (x, means, deviations))
    step = np.linspace(-3, 3, 121)
    for i, (at, mean, sd) in enumerate(zip(x, means, deviations, strict=True)):
        reach = width * deviations.min() / sd * np.exp(-step**2 / 2)
        ax.plot(at + reach, mean + sd * step, color=colour, ls="-", lw=1.8,
                label=label if i == 0 else None)
        ax.plot([at, at], mean + 3 * sd * np.array([-1, 1]), color=colour, ls=":", lw=1.2)
    return ax


def needles(ax, k, heights, *, aside=0.0, colour=style.BLUE, marker="o", label=None):
    """Draw the probabilities, or expected numbers, of counts as needles with a head.

    k and heights have shape (n,); `aside` moves the needles, so that several sets fit side by side.
    """
    k, heights = np.asarray(k, float) + aside, np.asarray(heights, float)
    ax.vlines(k, 0, heights, color=colour, lw=2)
    ax.plot(k, heights, marker=marker, color=colour, ls="", label=label)
    return ax
