"""Drawings of notebook 04: a digit with its scores, rows as bars, tangents, paths on the simplex.

Arrays and an `ax` in, `ax` out; no maths of the course.
"""

import numpy as np
from matplotlib.colors import FuncNorm

from .. import style
from ..maths.errors import message
from .backprop import digit

__all__ = ["blame_batch", "grouped_bars", "one_digit", "simplex_paths", "tangents"]

HATCHES = ("", "//", "..", "xx")
one_digit = digit  # as notebook 04 calls it


def grouped_bars(ax, rows, *, groups, names, across=False, digits=None):
    """Draw the rows of a table as groups of bars; columns differ in ink and hatch.

    rows (n, m) has at most four columns; the n `groups` are written at the groups, the m `names` in
    the legend. `across`: horizontal bars, the first row at the top; `digits`: decimals of numbers
    at the bars, none by default.
    """
    rows = np.asarray(rows, float)
    if rows.shape[1] > len(HATCHES):
        raise ValueError(message("rows", f"at most {len(HATCHES)} columns", rows.shape[1],
                                 "the table is transposed"))
    where, thick = np.arange(len(rows)), 0.8 / rows.shape[1]
    for j, name in enumerate(names):
        look = {"color": style.INKS[j], "hatch": HATCHES[j], "edgecolor": "white", "label": name}
        at = where + thick * (j - (rows.shape[1] - 1) / 2)
        bars = (ax.barh if across else ax.bar)(at, rows[:, j], 0.92 * thick, **look)
        if digits is not None:
            ax.bar_label(bars, fmt=f"%.{digits}f", fontsize=style.points(10), padding=1)
    (ax.set_yticks if across else ax.set_xticks)(where, groups)
    (ax.axvline if across else ax.axhline)(0, color=style.BLACK, linewidth=1)
    if across:
        ax.invert_yaxis()
    ax.legend()
    return ax


def tangents(ax, x, y, slopes, *, reach):
    """Draw the tangents of a curve at some points, each with its slope written next to it.

    All have shape (n,); `reach` says how far each tangent goes to either side, in units of x.
    """
    for px, py, slope, far in zip(x, y, slopes, reach, strict=True):
        ends = np.array([-far, far])
        ax.plot(px + ends, py + slope * ends, "--", color=style.VERMILION, zorder=3)
        ax.plot(px, py, "o", color=style.VERMILION, zorder=4)
        ax.annotate(f"slope {slope:.3g}".replace("-", "−"), (px, py), xytext=(12, 8),
                    textcoords="offset points")
    return ax


def simplex_paths(ax, paths, *, names=None):
    """Draw paths on the simplex, a small dot at each step and a large one at the start.

    `paths`, shape (n, steps + 1, 2), are points of the plane (`simplex_points`); the n `names` are
    written at the starts.
    """
    for path, name in zip(np.asarray(paths, float), names or [""] * len(paths), strict=True):
        ax.plot(*path.T, "-o", color=style.VERMILION, markersize=5)
        ax.plot(*path[0], "o", color=style.BLUE, markersize=11, zorder=4)
        ax.annotate(name, path[0], xytext=(15, -3), textcoords="offset points", ha="center",
                    va="center", fontweight="bold", color=style.BLUE)
    return ax


def blame_batch(ax, blame, *, labels, bar=False):
    """Draw a batch of o - T as a coloured table: a row for each example, a column for each class.

    blame (t, m) in [-1, 1]; 0 is paper, an entry below 0 is blue, one above 0 vermilion, by the
    root of its size, so that small ones are visible. Next to a row is the first of its kind in
    `labels`, which are sorted. `bar` adds the scale.
    """
    blame, labels = np.asarray(blame, float), np.asarray(labels)
    root = FuncNorm((lambda v: np.sign(v) * np.sqrt(np.abs(v)), lambda s: s * np.abs(s)), -1, 1)
    drawn = ax.imshow(blame, cmap=style.SIGNED, norm=root, aspect="auto")
    firsts = np.flatnonzero(np.diff(labels, prepend=labels[0] - 1))
    ax.set(xlim=(-1, blame.shape[1]), ylim=(len(blame), -1), xlabel="class",
           xticks=range(blame.shape[1]))
    ax.set_yticks(firsts, [f"{label}" for label in labels[firsts]])
    if bar:
        ax.figure.colorbar(drawn, ax=ax, ticks=[-1, -0.5, -0.1, 0, 0.1, 0.5, 1],
                           label="$o - T$")
    return ax
