"""Draw functions of notebook 03b: what each unit adds, and how fast an error falls."""

import numpy as np

from . import style

__all__ = ["power_guide", "unit_sum"]


def unit_sum(ax, x, parts, total, *, name="sum"):
    """Draw what each unit adds as a thin grey line, and their sum on top.

    Over x (n,): `parts` (n, v), one column for each unit, times its output weight, and `total`
    (n,), the sum with its constant.
    """
    parts = np.asarray(parts, float)
    for j, column in enumerate(parts.T):
        ax.plot(x, column, color="0.55", ls="-", lw=1.2, label="one unit each" if j == 0 else None)
    ax.plot(x, total, color=style.BLUE, ls="-", label=name, zorder=2.5)
    ax.legend()
    return ax


def power_guide(ax, x, start, power, *, text):
    """Draw the dotted line that falls like x to a power, straight on two log axes, with words.

    x (n,) rises, above 0; `start` is the height at x[0], `power` -2 for an error that falls to a
    quarter when x doubles. The text stands at the middle of the line.
    """
    x = np.asarray(x, float)
    y = start * (x / x[0]) ** power
    ax.plot(x, y, color=style.BLACK, ls=":", lw=2, zorder=1)
    middle = len(x) // 2
    ax.annotate(text, (x[middle], y[middle]), xytext=(6, 6), textcoords="offset points")
    return ax
