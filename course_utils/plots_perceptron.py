"""Draw functions of notebook 00c: one line after the other, sides of a line, columns as arrows."""

import matplotlib
import numpy as np

from . import style

__all__ = ["class_columns", "half_planes", "line_sequence"]


def half_planes(ax, w, b, *, n=200):
    """Tint the side of a line where w.x + b > 0 as class 1 and the other as class 0; add w.

    Set the limits first. The arrow of w starts on the line, where it is nearest to (0.5, 0.5),
    and has length 0.5.

    Parameters
    ----------
    w : array, shape (2,), not 0
    b : number
    n : int; points per side of the grid
    """
    w = np.asarray(w, float)
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    x, y = np.linspace(*xlim, n), np.linspace(*ylim, n)
    z = w[0] * x + w[1] * y[:, None] + b
    tints = [style.tint(colour) for colour in style.class_colours(2)]
    ax.contourf(x, y, z, [-np.inf, 0, np.inf], colors=tints, zorder=0)
    ax.contour(x, y, z, [0], colors=style.BLACK, linewidths=2.5, zorder=1)
    middle = np.array([0.5, 0.5])
    foot = middle - (w @ middle + b) / (w @ w) * w
    tip = foot + 0.5 * w / np.linalg.norm(w)
    ax.annotate("", xy=tip, xytext=foot, zorder=2, arrowprops={
        "arrowstyle": "-|>", "color": style.BLACK, "linewidth": 2, "mutation_scale": 18})
    ax.text(*(tip + 0.08 * w / np.linalg.norm(w)), "$w$", ha="center", va="center")
    ax.set(xlim=xlim, ylim=ylim)
    return ax


def line_sequence(ax, W, *, numbers=()):
    """Draw the lines w1 x1 + w2 x2 + b = 0 in their order: pale first, the last one black.

    Set the limits first. A row with w1 = w2 = 0 makes no line.

    Parameters
    ----------
    W : array, shape (n, 3); rows (w1, w2, b)
    numbers : sequence of int
        Which rows, counted from 1, get their number on the line, where it is nearest to the
        middle of the axes.
    """
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    middle = np.array([np.mean(xlim), np.mean(ylim)])
    cmap = matplotlib.colormaps["Blues"]
    W = np.asarray(W, float)
    for i, (w, b) in enumerate(zip(W[:, :2], W[:, 2], strict=True), start=1):
        if not w.any():
            continue
        foot = middle - (w @ middle + b) / (w @ w) * w
        last = i == len(W)
        ax.axline(foot, foot + [-w[1], w[0]], linestyle="-", zorder=2 if last else 1,
                  color=style.BLACK if last else cmap(0.25 + 0.65 * i / len(W)),
                  linewidth=3.5 if last else 1.8)
        if i in numbers:
            ax.text(*foot, str(i), ha="center", va="center", fontsize=12, zorder=3,
                    bbox={"boxstyle": "circle,pad=0.15", "fc": "white", "ec": "0.6"})
    ax.set(xlim=xlim, ylim=ylim)
    return ax


def class_columns(ax, W):
    """Draw each column of W as an arrow from the origin, in the ink of its class, with its name.

    Parameters
    ----------
    W : array, shape (2, m); a column of zeros is left out
    """
    W = np.asarray(W, float)
    for c, (end, ink) in enumerate(zip(W.T, style.class_colours(W.shape[1]), strict=True)):
        if not end.any():
            continue
        ax.annotate("", xy=end, xytext=(0, 0), zorder=4, arrowprops={
            "arrowstyle": "-|>", "color": ink, "linewidth": 3, "mutation_scale": 22,
            "shrinkA": 0, "shrinkB": 0})
        ax.text(*(end + 0.45 * end / np.linalg.norm(end)), f"$w_{c}$", ha="center", va="center",
                zorder=4)
    return ax
