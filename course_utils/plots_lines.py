"""Draw functions of notebook 01: the square of XOR, points that move, errors as sticks."""

import numpy as np

from . import style

__all__ = ["moved_points", "name_points", "square", "sticks"]


def square(ax, *, diagonals=False, letter="f"):
    """Set up equal axes around the unit square, wide enough for names beside its corners.

    Parameters
    ----------
    diagonals : bool; whether to draw the two diagonals, dashed
    letter : str; the coordinates are called letter_1 and letter_2
    """
    ax.set(xlim=(-1.1, 2.1), ylim=(-0.4, 1.4), xlabel=f"${letter}_1$", ylabel=f"${letter}_2$",
           xticks=[0, 1], yticks=[0, 1], aspect="equal")
    if diagonals:
        for ends in ([0, 1], [1, 0]):
            ax.plot([0, 1], ends, color=style.BLACK, linestyle="--", lw=1.2, zorder=1.5)
    return ax


def name_points(ax, X, names, *, away=0.14, above=False):
    """Write a name beside each point, on the side that faces away from the middle of all.

    Parameters
    ----------
    X : array, shape (t, 2)
    names : sequence of t str; an empty one is left out
    away : float; distance of the words from the point, in units of the axis
    above : bool; whether to write the names above the points instead
    """
    X = np.asarray(X, float)
    for (x, y), name in zip(X, names, strict=True):
        if name and above:
            ax.text(x, y + away, name, ha="center", va="center")
        elif name:
            side = 1 if x > X[:, 0].mean() else -1
            ax.text(x + side * away, y, name, ha="left" if side > 0 else "right", va="center")
    return ax


def moved_points(ax, old, new):
    """Draw where points were (hollow) and an arrow from there to where they are.

    Parameters
    ----------
    old, new : arrays, shape (t, 2); a point that stays gets no arrow
    """
    old, new = np.asarray(old, float), np.asarray(new, float)
    ax.scatter(*old.T, s=120, facecolors="none", edgecolors=style.BLACK, zorder=2)
    for start, end in zip(old, new, strict=True):
        if not np.array_equal(start, end):
            ax.annotate("", xy=end, xytext=start, zorder=2, arrowprops={
                "arrowstyle": "-|>", "connectionstyle": "arc3,rad=-0.25", "color": style.BLACK,
                "linewidth": 1.5, "mutation_scale": 16, "shrinkA": 6, "shrinkB": 9})
    return ax


def sticks(ax, names, y, predicted):
    """Side view of a fit: targets as points, predictions as bars of a line, errors as sticks.

    Parameters
    ----------
    names : sequence of t str; the rows, along the horizontal axis
    y, predicted : arrays, shape (t,)
    """
    at = np.arange(len(names))
    ax.vlines(at, predicted, y, color=style.VERMILION, linestyle=":", label="error")
    ax.plot(at, predicted, color=style.BLUE, marker="_", ms=18, label="prediction")
    ax.plot(at, y, "s", color=style.VERMILION, ms=10, label="label")
    ax.set_xticks(at, names)
    ax.set(xlim=(-0.5, len(names) - 0.5), ylim=(-0.15, 1.15))
    return ax
