"""Draw functions of notebook 03b: what each unit adds, alone and over a square; falling errors."""

import numpy as np

from .. import style

__all__ = ["blocks", "power_guide", "solid_figure", "unit_sum", "value_map"]


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
    quarter when x doubles. The text is at the middle of the line.
    """
    x = np.asarray(x, float)
    y = start * (x / x[0]) ** power
    ax.plot(x, y, color=style.BLACK, ls=":", lw=2, zorder=1)
    middle = len(x) // 2
    ax.annotate(text, (x[middle], y[middle]), xytext=(6, 6), textcoords="offset points")
    return ax


def value_map(ax, f, places, *, limits):
    """Draw a function on the square [0, 1]² as colours and write its values at some places.

    f takes rows of points (N, 2) to values (N,); the number of a place (n, 2) on the border is
    written a little inside; `limits` are the values drawn as paper and as full blue.
    """
    places, n = np.asarray(places, float), 200
    side = (np.arange(n) + 0.5) / n
    values = np.asarray(f(np.column_stack([np.tile(side, n), np.repeat(side, n)])), float)
    ax.imshow(values.reshape(n, n), extent=(0, 1, 0, 1), origin="lower", zorder=0, vmin=limits[0],
              vmax=limits[1], cmap=style.RISING)
    for place, value in zip(np.clip(places, 0.06, 0.94), f(places), strict=True):
        ink = "white" if value > np.mean(limits) + 1e-9 else style.BLACK
        ax.text(*place, f"{round(float(value), 9) + 0:.3g}", color=ink, weight="bold",  # no -0
                ha="center", va="center")
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 0.5, 1], yticks=[0, 0.5, 1], xlabel="$x_1$",
           ylabel="$x_2$")
    return ax


def solid_figure():
    """Return a new figure and an array of two axes with a third dimension, side by side."""
    fig = style.blank_figure()
    return fig, np.array([fig.add_subplot(1, 2, i, projection="3d") for i in (1, 2)])


def blocks(ax, f, *, n=4):
    """Build a function on the square [0, 1]² of n x n blocks, as high as f in the middle of each.

    f takes rows of points (N, 2) to values (N,), 0 or above; the axes have a third dimension.
    """
    side = (np.arange(n) + 0.5) / n
    middles = np.column_stack([np.tile(side, n), np.repeat(side, n)])
    high = np.asarray(f(middles), float)
    inks = [style.tint(style.BLUE, 0.25 + 0.75 * min(1, one / 2)) for one in high]
    ax.bar3d(*(middles.T - 0.5 / n), 0, 1 / n, 1 / n, high, color=inks, edgecolor=style.BLACK,
             linewidth=0.8, shade=False)
    ax.view_init(elev=32, azim=-58)
    ax.set(xlim=(0, 1), ylim=(0, 1), zlim=(0, 2), xticks=[0, 1], yticks=[0, 1],
           zticks=[0, 1, 2], xlabel="$x_1$", ylabel="$x_2$")
    return ax
