"""Draw functions of notebook 00b: errors of a line as sticks, and boxes in a row."""

import numpy as np
from matplotlib.patches import FancyBboxPatch

from .. import style
from .lines import arrow

__all__ = ["boxes_in_a_row", "fitted_line"]


def fitted_line(ax, x, y, fitted, *, name="the line"):
    """Draw readings y at x, what a model says there as a line, all (t,), and errors as sticks."""
    order = np.argsort(x)
    x, y, fitted = (np.asarray(values, float)[order] for values in (x, y, fitted))
    ax.vlines(x, fitted, y, color=style.VERMILION, lw=2, zorder=2)
    ax.plot(x, fitted, color=style.BLUE, ls="-", label=name, zorder=1.5)
    ax.plot(x, y, "s", color=style.VERMILION, ms=8, ls="", label="readings", zorder=2.5)
    ax.legend()
    return ax


def boxes_in_a_row(ax, texts, *, dashed=(), words=()):
    """Draw boxes from left to right with arrows between them, and words above the arrows.

    The boxes whose numbers are in `dashed` are tinted and have a dashed frame.
    """
    width, gap = 1.0, 0.62
    for i, text in enumerate(texts):
        left = i * (width + gap)
        kept = i in dashed
        ax.add_patch(FancyBboxPatch(
            (left, 0), width, 1, boxstyle="round,pad=0,rounding_size=0.08", lw=2,
            ls="--" if kept else "-", ec=style.BLUE if kept else style.BLACK,
            fc=style.tint(style.BLUE, 0.2) if kept else "white"))
        ax.text(left + width / 2, 0.5, text, ha="center", va="center")
        if i + 1 < len(texts):
            arrow(ax, (left + width + 0.04, 0.5), (left + width + gap - 0.04, 0.5))
        if i < len(words):
            ax.text(left + width + gap / 2, 0.58, words[i], ha="center", va="bottom",
                    fontsize=style.points(11))
    ax.set(xlim=(-0.1, len(texts) * (width + gap) - gap + 0.1), ylim=(-1.2, 2.2))
    ax.set_axis_off()
    return ax
