"""Draw functions of notebook 00c: one line after the other, sides of a line, columns as arrows."""

import matplotlib
import numpy as np

from .. import style
from .lines import arrow, line_points

__all__ = ["class_columns", "half_planes", "line_sequence"]


def half_planes(ax, w, b, *, near=(0.5, 0.5), n=200):
    """Tint the side of a line where w.x + b > 0 as class 1 and the other as class 0; add w.

    Set the limits first. The arrow of w (2,), not 0, has length 0.4 and starts on the line where it
    is nearest to the point `near`.
    """
    w = np.asarray(w, float)
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    x, y = np.linspace(*xlim, n), np.linspace(*ylim, n)
    z = w[0] * x + w[1] * y[:, None] + b
    tints = [style.tint(colour) for colour in style.class_colours(2)]
    ax.contourf(x, y, z, [-np.inf, 0, np.inf], colors=tints, zorder=0)
    ax.contour(x, y, z, [0], colors=style.BLACK, linewidths=2.5, zorder=1)
    foot = near - (w @ near + b) / (w @ w) * w
    tip = foot + 0.4 * w / np.linalg.norm(w)
    arrow(ax, foot, tip)
    ax.text(*(tip + 0.08 * w / np.linalg.norm(w)), "$w$", ha="center", va="center")
    ax.set(xlim=xlim, ylim=ylim)
    return ax


def line_sequence(ax, W, *, start=1):
    """Draw the lines w1 x1 + w2 x2 + b = 0 in their order, pale first, with their numbers.

    Set the limits first. W (n, 3) has rows (w1, w2, b), numbered from `start`; one with w1 = w2 = 0
    makes no line. The number is where the line leaves the axes, at the end further from the earlier
    numbers; if that is still close to one of them, a little way up the line.
    """
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    cmap = matplotlib.colormaps["Blues"]
    W, taken = np.asarray(W, float), np.full((1, 2), np.inf)
    for i, (w, b) in enumerate(zip(W[:, :2], W[:, 2], strict=True)):
        ends = np.column_stack(line_points(w, b, xlim, ylim))
        if not len(ends):
            continue
        ends = ends[np.argsort(ends[:, 1])]
        ink = cmap(0.35 + 0.65 * (i + 1) / len(W))
        ax.plot(*ends.T, color=ink, linestyle="-", linewidth=2, zorder=1)
        free = np.abs(ends[:, None] - taken).sum(axis=2).min(axis=1)
        far = np.argmax(free)
        inward = 0.12 if free[far] < 0.4 else 0
        taken = np.vstack([taken, (1 - inward) * ends[far] + inward * ends[1 - far]])
        ax.text(*taken[-1], str(start + i), ha="center", va="center",
                fontsize=style.points(12), color=ink,
                zorder=3, bbox={"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none"})
    ax.set(xlim=xlim, ylim=ylim)
    return ax


def class_columns(ax, W):
    """Draw each column of W (2, m) that is not 0 as an arrow in the ink of its class, named."""
    W = np.asarray(W, float)
    for c, (end, ink) in enumerate(zip(W.T, style.class_colours(W.shape[1]), strict=True)):
        if not end.any():
            continue
        arrow(ax, (0, 0), end, colour=ink, width=3, head=22, shrink=0, zorder=4)
        ax.text(*(end + 0.45 * end / np.linalg.norm(end)), f"$w_{c}$", ha="center", va="center",
                zorder=4)
    return ax
