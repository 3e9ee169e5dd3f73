"""Draw functions of notebook 05b: what goes back along the lines of a program, and checkpoints."""

from matplotlib.patches import Rectangle

from . import style
from .plots_lines import arrow

__all__ = ["checkpoint_rows", "trace_graph"]


def trace_graph(ax, nodes, edges):
    """Draw values as boxes, and on every arrow between them what it hands back.

    `nodes` maps names to (x, y, value, adjoint); `edges` are (name, name, contribution), from a
    value to one that is made of it.
    """
    xs, ys = zip(*(place[:2] for place in nodes.values()), strict=True)
    middle = (min(ys) + max(ys)) / 2
    for start, end, contribution in edges:
        (x0, y0), (x1, y1) = nodes[start][:2], nodes[end][:2]
        long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        dx, dy = 0.55 * (x1 - x0) / long, 0.25 * (y1 - y0) / long
        arrow(ax, (x0 + dx, y0 + dy), (x1 - dx, y1 - dy), colour=style.BLUE, head=16, zorder=1)
        ax.text(x0 + 0.5 * (x1 - x0), y0 + 0.5 * (y1 - y0), f"{contribution:g}", ha="center",
                va="center", color=style.VERMILION, fontsize=15,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})
    for name, (x, y, value, adjoint) in nodes.items():
        ax.text(x, y, f"${name}$ = {value:g}", ha="center", va="center", fontsize=16, zorder=3,
                bbox={"boxstyle": "round", "facecolor": style.tint(style.BLUE),
                      "edgecolor": style.BLUE})
        side = 0.36 if y > middle else -0.36  # away from the arrows
        ax.text(x, y + side, f"adjoint {adjoint:g}", ha="center", va="center", fontsize=14,
                color=style.VERMILION, fontweight="bold")
    ax.set(xlim=(min(xs) - 0.8, max(xs) + 0.8), ylim=(min(ys) - 0.6, max(ys) + 0.6))
    ax.set_axis_off()
    return ax


def checkpoint_rows(ax, blocks, stored, titles):
    """Draw four moments of a backward pass with checkpoints, one row each.

    Forward; the sweep stopped at the last value that is missing; its block run again; the sweep
    completed, under four titles. A filled square is an output that is held, an empty one has been
    let go; `stored` has the numbers, from 1, of those that are kept. Arrows: blue for blocks run
    forward, vermilion and dashed for the way back.
    """
    missing = max(set(range(1, blocks)) - set(stored))
    back = {1: range(blocks, missing + 1, -1), 3: range(blocks, 0, -1)}
    for row, title in enumerate(titles):
        y = -1.25 * row
        ax.text(-0.75, y + 0.6, title, fontsize=13, va="center")
        for i in range(1, blocks + 1):
            held = i in stored or (row > 1 and i == missing)
            ax.add_patch(Rectangle((2 * i - 0.25, y - 0.25), 0.5, 0.5, edgecolor=style.BLUE,
                                   facecolor=style.BLUE if held else "white", linewidth=2))
            ax.text(2 * i - 1, y - 0.02, f"block {i}", ha="center", va="center", fontsize=12)
            forward = row == 0 or (row == 2 and i == missing)
            if forward:
                _side(ax, 2 * i - 1.7, 2 * i - 0.3, y + 0.24, style.BLUE, "-")
            if i in back.get(row, ()):
                _side(ax, 2 * i - 0.3, 2 * i - 1.7, y - 0.26, style.VERMILION, "--")
        if row == 1:
            _side(ax, 2 * missing + 1.7, 2 * missing + 1.35, y - 0.26, style.VERMILION, "-")
            ax.text(2 * missing + 0.9, y - 0.28, "stop", ha="center", va="center", fontsize=12,
                    color=style.VERMILION, fontweight="bold")
    ax.set(xlim=(-0.8, 2 * blocks + 0.6), ylim=(-1.25 * (len(titles) - 1) - 0.5, 0.95))
    ax.set_axis_off()
    return ax


def _side(ax, x0, x1, y, ink, line):
    arrow(ax, (x0, y), (x1, y), colour=ink, line=line, head=14)
