"""Drawings of notebook 02: lifted points, four fits side by side, a band of errors.

Arrays and an `ax` in, `ax` out. No maths of the course: maps and errors are computed outside.
"""

import numpy as np

from .. import style

__all__ = ["error_band", "four_fits", "lifted_line", "lifted_plane"]


def lifted_line(ax, x, height, y, threshold):
    """Draw points of one axis, lifted to a curve, and the level line that parts the classes.

    x, height and y have shape (t,): where each point was, how high it is lifted, its class 0 or 1.
    """
    x, height, y = np.asarray(x, float), np.asarray(height, float), np.asarray(y)
    for i, (colour, marker) in enumerate(
            zip(style.class_colours(2), style.class_markers(2), strict=True)):
        here = y == i
        ax.vlines(x[here], 0, height[here], color=colour, lw=1.2, ls=":", zorder=1)
        ax.plot(x[here], np.zeros(here.sum()), ls="none", marker=marker, color=style.tint(colour),
                mec=colour, label="_before")
        ax.plot(x[here], height[here], ls="none", marker=marker, color=colour,
                label=f"class {i}")
    ax.axhline(threshold, color=style.BLACK, ls="--", label="one threshold")
    return ax


def lifted_plane(ax, X, height, y, plane):
    """Draw points of a plane, lifted, and the flat sheet that parts the classes.

    X (t, 2), height (t,) and y (t,): where each point was, how high it is lifted, its class 0 or 1;
    `plane` is (w1, w2, w3, b) of the sheet w1 x1 + w2 x2 + w3 x3 + b = 0, with w3 not 0; `ax` is
    three-dimensional (`fig.add_subplot(projection="3d")`).
    """
    X, height, y = np.asarray(X, float), np.asarray(height, float), np.asarray(y)
    w1, w2, w3, b = plane
    side = np.array([-0.2, 1.2])
    across, along = np.meshgrid(side, side)
    ax.plot_surface(across, along, -(w1 * across + w2 * along + b) / w3,
                    color=style.BLACK, alpha=0.15, shade=False)
    for i, (colour, marker) in enumerate(
            zip(style.class_colours(2), style.class_markers(2), strict=True)):
        here = y == i
        ax.scatter(*X[here].T, height[here], s=150, c=colour, marker=marker,
                   edgecolors="white", depthshade=False)
    for (x1, x2), top in zip(X, height, strict=True):
        sheet = -(w1 * x1 + w2 * x2 + b) / w3
        ax.plot([x1, x1], [x2, x2], [sheet, top], color=style.BLACK, ls="-", lw=1.5)
    ax.set_box_aspect((1, 1, 0.8), zoom=1.02)
    ax.set(xticks=[0, 1], yticks=[0, 1])
    return ax


def error_band(ax, x, low, middle, high, *, label):
    """Draw the middle of many curves and the band that contains half of them, all of shape (n,)."""
    ax.fill_between(x, low, high, color=style.tint(style.PURPLE), lw=0)
    ax.plot(x, middle, color=style.PURPLE, ls="-.", label=label)
    return ax


def four_fits(fig, x, y, grid, truth, fits):
    """Draw four fits of the same points in 2 x 2 panels, each with the truth.

    x and y have shape (t,), `grid` and `truth` (n,); `fits` is a dict of four titles to curves
    (n,). All panels have the limits of the data, widened: a curve may leave them.
    """
    panels = fig.subplots(2, 2, sharex=True, sharey=True)
    for ax, (name, curve) in zip(panels.flat, fits.items(), strict=True):
        ax.plot(x, y, "o", color=style.VERMILION, ms=5)
        ax.plot(grid, truth, color=style.GREEN, ls=":")
        ax.plot(grid, curve, color=style.BLUE, ls="-")
        ax.set(title=name, xlabel="x", ylabel="y")
        ax.label_outer()
    room = 0.25 * np.ptp(y)
    panels[0, 0].set_ylim(np.min(y) - room, np.max(y) + room)
    return panels
