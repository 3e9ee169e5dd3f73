"""Arrows, and where a line crosses a box; notebook 01: the square of XOR, errors as sticks."""

import numpy as np

from . import style

__all__ = ["arrow", "line_points", "moved_points", "name_points", "square", "sticks"]


def line_points(w, b, xlim, ylim):
    """End points of the line w.x + b = 0 inside a box.

    The limits of the box are pairs (low, high). Returns (x, y), shape (2,), or (0,) if the line
    misses the box or w (2,) is 0.

    >>> x, y = line_points([1.0, 2.0], -2.0, (0, 1), (0, 2))
    >>> list(zip(x.tolist(), y.tolist()))
    [(0.0, 1.0), (1.0, 0.5)]
    """
    w, b = np.asarray(w, float).ravel(), float(np.squeeze(b))
    w1, w2 = w
    xlim, ylim = np.asarray(xlim, float), np.asarray(ylim, float)
    ends = []
    if w2 != 0:
        ends += [(x, -(b + w1 * x) / w2) for x in xlim]
    if w1 != 0:
        ends += [(-(b + w2 * y) / w1, y) for y in ylim]
    inside = [e for e in ends if _inside(e[0], xlim) and _inside(e[1], ylim)]
    if len(inside) < 2:
        return np.array([]), np.array([])
    first = min(inside)
    last = max(inside, key=lambda e: (e[0] - first[0]) ** 2 + (e[1] - first[1]) ** 2)
    return np.array([first[0], last[0]]), np.array([first[1], last[1]])


def _inside(value, limits):
    low, high = min(limits), max(limits)
    slack = 1e-9 * (high - low)
    return low - slack <= value <= high + slack


def arrow(ax, start, end, *, text=None, colour=style.BLACK, line="-", width=2, head=18, shrink=2,
          zorder=3):
    """Draw an arrow, words at its start; its ends stay ``shrink`` points away from the places."""
    ax.annotate(
        text or "", xy=end, xytext=start, color=colour, va="center", ha="center", zorder=zorder,
        arrowprops={"arrowstyle": "-|>", "color": colour, "linewidth": width, "linestyle": line,
                    "mutation_scale": head, "shrinkA": shrink, "shrinkB": shrink},
    )
    return ax


def square(ax, *, diagonals=False, letter="f"):
    """Set up equal axes around the unit square, wide enough for names beside its corners.

    The coordinates are called letter_1 and letter_2; the diagonals are dashed.
    """
    ax.set(xlim=(-1.1, 2.1), ylim=(-0.4, 1.4), xlabel=f"${letter}_1$", ylabel=f"${letter}_2$",
           xticks=[0, 1], yticks=[0, 1], aspect="equal")
    if diagonals:
        for ends in ([0, 1], [1, 0]):
            ax.plot([0, 1], ends, color=style.BLACK, linestyle="--", lw=1.2, zorder=1.5)
    return ax


def name_points(ax, X, names, *, away=0.14, above=False):
    """Write a name beside each point, on the side that faces away from the middle of all.

    X has shape (t, 2); an empty name is left out. `away` is the distance of the words from the
    point, in units of the axis; `above` writes them above the points instead.
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
    """Draw where points (t, 2) were (hollow), and an arrow to where they are if they moved."""
    old, new = np.asarray(old, float), np.asarray(new, float)
    ax.scatter(*old.T, s=120, facecolors="none", edgecolors=style.BLACK, zorder=2)
    for start, end in zip(old, new, strict=True):
        if not np.array_equal(start, end):
            ax.annotate("", xy=end, xytext=start, zorder=2, arrowprops={
                "arrowstyle": "-|>", "connectionstyle": "arc3,rad=-0.25", "color": style.BLACK,
                "linewidth": 1.5, "mutation_scale": 16, "shrinkA": 6, "shrinkB": 9})
    return ax


def sticks(ax, names, y, predicted):
    """Side view of a fit: targets y (t,) as points, predictions (t,) as bars, errors as sticks."""
    at = np.arange(len(names))
    ax.vlines(at, predicted, y, color=style.VERMILION, linestyle=":", label="error")
    ax.plot(at, predicted, color=style.BLUE, marker="_", ms=18, label="prediction")
    ax.plot(at, y, "s", color=style.VERMILION, ms=10, label="label")
    ax.set_xticks(at, names)
    ax.set(xlim=(-0.5, len(names) - 0.5), ylim=(-0.15, 1.15))
    return ax
