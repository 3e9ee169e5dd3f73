"""Arrows, and where a line crosses a box; notebook 01: the square of XOR, errors as sticks."""

import numpy as np

from .. import style

__all__ = [
    "arrow", "line_points", "machine_under_planes", "moved_points", "name_points", "square",
    "sticks",
]


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
    """Set up equal axes around the unit square, wide enough for names next to its corners.

    The coordinates are called letter_1 and letter_2; the diagonals are dashed.
    """
    ax.set(xlim=(-1.1, 2.1), ylim=(-0.4, 1.4), xlabel=f"${letter}_1$", ylabel=f"${letter}_2$",
           xticks=[0, 1], yticks=[0, 1], aspect="equal")
    if diagonals:
        for ends in ([0, 1], [1, 0]):
            ax.plot([0, 1], ends, color=style.BLACK, linestyle="--", lw=1.2, zorder=1.5)
    return ax


def name_points(ax, X, names, *, away=0.14, above=False):
    """Write a name next to each point, on the side that faces away from the middle of all.

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
    """Draw where points (t, 2) were (a ring), and an arrow to where they are if they moved.

    A ring is larger than a point of the usual size, so that it is seen around another one.
    """
    old, new = np.asarray(old, float), np.asarray(new, float)
    ax.scatter(*old.T, s=700, facecolors="none", edgecolors=style.BLACK, zorder=2)
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
    ax.plot(at, predicted, color=style.BLACK, marker="_", ms=18, label="prediction")
    for i, (colour, marker) in enumerate(
            zip(style.class_colours(2), style.class_markers(2), strict=True)):
        here = np.asarray(y) == i
        ax.plot(at[here], np.asarray(y)[here], marker, color=colour, ms=10, label=f"label {i}")
    ax.set_xticks(at, names)
    ax.set(xlim=(-0.5, len(names) - 0.5), ylim=(-0.15, 1.15))
    return ax


UNITS = (0.17, 0.5, 0.83)  # places of the three units of a machine, from left to right


def machine_under_planes(fig, X, y, fires, numbers):
    """Draw two units and a third, and above each the part of the plane where it fires.

    `fires` takes points (N, 2) to (N, 3), what the units say, 0 or 1; `numbers` are W (2, 2),
    b (1, 2), u (2,) and c of the machine; X (4, 2) and y (4,) are the corners and their classes.
    """
    grid = fig.add_gridspec(2, 3, height_ratios=(1.25, 1))
    shown = np.linspace(-0.5, 1.5, 160)
    points = np.column_stack([np.tile(shown, 160), np.repeat(shown, 160)])
    said = np.asarray(fires(points)).reshape(160, 160, 3)
    for i, name in enumerate(("first unit", "second unit", "third unit")):
        ax = fig.add_subplot(grid[0, i])
        ax.contourf(shown, shown, said[..., i], [0.5, 1.5], colors=[style.tint(style.GREEN, 0.35)])
        for label in (0, 1):
            ax.plot(*np.asarray(X)[np.asarray(y) == label].T, style.MARKERS[label], ls="none",
                    color=style.INKS[label], ms=9)
        ax.set(xlim=(-0.5, 1.5), ylim=(-0.5, 1.5), xticks=[0, 1], yticks=[0, 1], aspect="equal")
        ax.set_title(name, fontsize=style.points(12))
        ax.set_xlabel("not", fontsize=style.points(11), labelpad=-8)
        ax.set_ylabel("un-", fontsize=style.points(11), labelpad=-8)
    _machine(fig.add_subplot(grid[1, :]), *numbers)
    return fig


def _machine(ax, W, b, u, c):
    low, middle = 0.0, 0.52
    for x, name, weights in zip((0.24, 0.43), ("not", "un-"), np.asarray(W), strict=True):
        ax.text(x, low, name, ha="center", va="center", zorder=4)
        for to, weight in zip(UNITS, weights, strict=False):
            _wire(ax, (x, low + 0.09), (to, middle), weight)
    for start, bend, at, weight in zip(UNITS, (-0.22, 0), ((0.5, 0.99), (0.665, middle)),
                                       np.ravel(u), strict=False):
        ax.annotate("", (UNITS[2], middle), (start, middle), zorder=1, arrowprops={
            "arrowstyle": "-|>", "connectionstyle": f"arc3,rad={bend}", "color": "0.5", "lw": 1.5,
            "shrinkA": 18, "shrinkB": 19, "mutation_scale": 14})
        _number(ax, *at, weight, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})
    for x, bias in zip(UNITS, (*np.ravel(b), c), strict=True):
        ax.plot(x, middle, "o", ms=36, mfc="white", mec=style.BLACK, mew=2, zorder=3)
        _number(ax, x, middle, bias, sign="+")
    ax.set(xlim=(0, 1), ylim=(-0.1, 1.05))
    ax.set_axis_off()


def _wire(ax, start, end, weight):
    ax.plot(*zip(start, end, strict=True), color="0.5", lw=1.5, ls="-", zorder=1)
    part = 0.45 if abs(end[0] - start[0]) < 0.15 else 0.7  # clear of where two wires cross
    _number(ax, *(np.array(start) + part * (np.array(end) - start)), weight,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})


def _number(ax, x, y, value, *, sign="", **how):
    ax.text(x, y, f"{value:{sign}.3g}".replace("-", "−"), ha="center", va="center",
            fontsize=style.points(12),
            zorder=4, **how)
