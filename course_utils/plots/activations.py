"""Drawings of notebook 03: a folded square, numbers on wires, flat zones, bundles of runs.

Arrays and an `ax` in, `ax` out. No maths of the course: what a bend does is computed outside.
"""

import numpy as np

from .. import style

__all__ = [
    "bundle", "flat_zones", "folded_sheet", "folded_square", "kinked_slope", "wired_network",
]


def wired_network(ax, layers, names):
    """Draw a small network with every weight on its wire and every bias under its unit.

    `layers` are pairs W (in, out), b (1, out), `names` the text in each unit, layer by layer,
    inputs first.
    """
    sizes = [len(layers[0][0]), *(W.shape[1] for W, _ in layers)]
    columns = [np.linspace(1, -1, n) if n > 1 else np.zeros(1) for n in sizes]
    for i, (W, b) in enumerate(layers):
        for (j, to), weight in np.ndenumerate(W):
            _wire(ax, (i, columns[i][j]), (i + 1, columns[i + 1][to]), weight)
        for to, bias in enumerate(np.ravel(b)):
            ax.text(i + 1, columns[i + 1][to] - 0.25, f"{bias:+g}".replace("-", "−"), ha="center",
                    va="top", fontsize=style.points(12), color=style.VERMILION, zorder=4)
    inks = [style.BLUE, *[style.BLACK] * (len(sizes) - 2), style.GREEN]
    for i, heights in enumerate(columns):
        for y, name in zip(heights, names[i], strict=True):
            ax.plot(i, y, "o", ms=34, mfc="white", mec=inks[i], mew=2.5, zorder=3)
            ax.text(i, y, name, ha="center", va="center", zorder=4)
    ax.set(xlim=(-0.25, len(layers) + 0.25), ylim=(-1.6, 1.3))
    ax.set_axis_off()
    return ax


def _wire(ax, start, end, weight):
    ax.plot(*zip(start, end, strict=True), "-", color="0.6", lw=1.5, zorder=1)
    x, y = np.array(start) + 0.34 * (np.array(end) - start)
    ax.text(x, y, f"{weight:g}".replace("-", "−"), ha="center", va="center",
            fontsize=style.points(12),
            zorder=2, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})


def folded_square(ax, corners, y, w, c):
    """Draw the unit square of points with the crease x w + c = 0, and an arrow across it.

    `corners` (4, 2) have the classes y (4,); w (2,) and c belong to the unit that folds.
    """
    corners, w = np.asarray(corners, float), np.asarray(w, float)
    side = corners @ w + c
    ax.plot([0, 1, 1, 0, 0], [0, 0, 1, 1, 0], "-", color="0.7", lw=1.2, zorder=1)
    ends = corners[np.isclose(side, 0)]
    ax.plot(*ends.T, "--", color=style.BLACK, lw=2, zorder=2)
    low, high = corners[side.argmin()], corners[side.argmax()]
    inset = 0.14 * (high - low)
    ax.annotate("", xy=high - inset, xytext=low + inset,
                arrowprops={"arrowstyle": "-|>", "connectionstyle": "arc3,rad=0.35", "lw": 2,
                            "color": style.PURPLE, "mutation_scale": 18})
    for corner, label in zip(corners, y, strict=True):
        ax.plot(*corner, style.MARKERS[label], color=style.INKS[label], ms=15, zorder=3)
    ax.set(xlim=(-0.25, 1.25), ylim=(-0.25, 1.25), xticks=[0, 1], yticks=[0, 1], aspect="equal",
           xlabel="$f_1$", ylabel="$f_2$")
    return ax


def folded_sheet(ax, angle, *, at=0.0):
    """Draw a sheet with XOR's rows at its corners, its upper half turned about the diagonal.

    `angle` is in degrees: 0 is the flat sheet, 180 the folded one, in between the half stands up
    (seen from above and a little from the front). `at` moves the drawing to the right.
    """
    turn = np.deg2rad(angle)
    corner = (0.5 + 0.5 * np.cos(turn) * np.array([-1.0, 1.0])
              + np.sin(turn) * np.array([0.1, 0.5]))
    halves = np.array([[[0, 0], [1, 0], [1, 1]], [[0, 0], corner, [1, 1]]]) + [at, 0]
    for half, shade in zip(halves, (0.1, 0.22), strict=True):
        ax.fill(*half.T, facecolor=style.tint(style.BLACK, shade), edgecolor="0.5", lw=1.2,
                ls="-")
    ax.plot(*halves[0][[0, 2]].T, "--", color=style.BLACK, lw=2)
    ax.plot(*halves[0][[0, 2]].T, style.MARKERS[0], color=style.BLUE, ms=15)
    ax.plot(*halves[0][1], style.MARKERS[1], mfc="white", mec=style.VERMILION, ms=20, mew=2.5)
    ax.plot(*halves[1][1], style.MARKERS[1], color=style.VERMILION, ms=13)
    together = np.allclose(halves[0][1], halves[1][1])
    rows = {"00": (at - 0.02, -0.22), "11": (at + 1, 1.16),
            "10 and 01" if together else "10": (at + 1, -0.22)}
    if not together:
        rows["01"] = halves[1][1] + [0, 0.16]
    for row, place in rows.items():
        ax.text(*place, row, ha="center", va="center", fontsize=style.points(12))
    ax.set(aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    return ax


def flat_zones(ax, x, slope, below):
    """Shade where a slope is smaller than `below` in size; x and slope have shape (n,)."""
    low, high = ax.get_ylim()
    ax.fill_between(x, low, high, where=np.abs(slope) < below, color="0.88", lw=0, zorder=0,
                    label=f"slope below {below:g}")
    ax.set_ylim(low, high)
    return ax


def kinked_slope(ax, x, slope, *, at=0.0, label=None, colour=style.BLUE, dashes="-"):
    """Draw a slope that jumps: two pieces, a full circle where its value is, an open one where not.

    x and slope (n,) are sorted by x; `at`, where the slope jumps, is among them, and its value is
    the one that was chosen.
    """
    x, slope = np.asarray(x, float), np.asarray(slope, float)
    for n, side in enumerate((x < at, x > at)):
        ax.plot(x[side], slope[side], color=colour, ls=dashes, label=None if n else label)
    chosen = slope[x == at][0]
    ends = slope[x < at][-1], slope[x > at][0]
    other = min(ends, key=lambda end: -abs(end - chosen))
    ax.plot(at, other, "o", mfc="white", mec=colour, ms=11, mew=2)
    ax.plot(at, chosen, "o", color=colour, ms=11)
    return ax


def bundle(ax, x, runs, *, label, number=0):
    """Draw many runs as a band from the least to the largest, with their median as a line.

    x has shape (n,), `runs` (s, n), one row per run; `number` selects ink and dashes.
    """
    runs = np.asarray(runs, float)
    ink = style.INKS[number]
    ax.fill_between(x, runs.min(axis=0), runs.max(axis=0), color=style.tint(ink, 0.35), lw=0)
    ax.plot(x, np.median(runs, axis=0), color=ink, ls=style.LINESTYLES[number], label=label)
    return ax
