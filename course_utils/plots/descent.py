"""Draw functions of notebook 00: heights of a function of two knobs, its land, and a way down."""

import numpy as np

from .. import style

__all__ = ["field", "heights", "landscape", "way"]


# Copies of notebook 00 that were begun with the second edition draw it.
def field(ax, places, directions):
    """Draw arrows of one length at places (N, 2); a direction (N, 2) of length 0 gets none."""
    places, directions = np.asarray(places, float), np.asarray(directions, float)
    length = np.linalg.norm(directions, axis=1, keepdims=True)
    arrows = directions / np.where(length > 0, length, 1)
    ax.quiver(*places.T, *arrows.T, color=style.BLUE, pivot="mid", scale=13, width=0.008)
    return ax


def heights(ax, f, xlim, ylim, levels, *, n=200):
    """Draw lines of equal height of a function of two variables, pale low and dark high.

    f takes an array x of shape (2, n, n), x[0] across and x[1] up, to values (n, n); `levels`,
    rising, are the heights of the lines.
    """
    grid = np.array(np.meshgrid(np.linspace(*xlim, n), np.linspace(*ylim, n)))
    ax.contour(*grid, f(grid), levels, cmap="Greys", linewidths=1.3, linestyles="-", zorder=0,
               vmin=levels[0] - (levels[-1] - levels[0]) / 2, vmax=levels[-1])
    ax.set(xlim=xlim, ylim=ylim, xlabel="$x_1$", ylabel="$x_2$")
    return ax


def way(ax, path, *, label=None, colour=style.BLUE, linestyle="-", marker="o"):
    """Draw the points (steps + 1, 2) of a descent in their order, joined, with a ring at the start.

    The limits stay. Set them first.
    """
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    path = np.asarray(path, float)
    ax.plot(*path.T, color=colour, linestyle=linestyle, marker=marker, ms=6, lw=2, label=label)
    ax.plot(*path[0], "o", ms=14, mfc="none", mec=style.BLACK, mew=2)
    ax.set(xlim=xlim, ylim=ylim)
    return ax


def landscape(ax, f, xlim, ylim, levels, *, n=200):
    """Fill the land between lines of equal height, the highest darkest; f, levels as `heights`.

    Below the first level the land is white, above the last it is darkest.
    """
    grid = np.array(np.meshgrid(np.linspace(*xlim, n), np.linspace(*ylim, n)))
    tints = [style.tint(style.BLUE, part) for part in np.linspace(0, 0.6, len(levels) + 1)]
    ax.contourf(*grid, f(grid), levels, colors=tints, extend="both", zorder=0)
    ax.contour(*grid, f(grid), levels, colors=style.BLACK, linewidths=0.6, zorder=0.5)
    ax.set(xlim=xlim, ylim=ylim)
    return ax
