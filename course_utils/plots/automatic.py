"""Draw functions of notebook 05b: what goes back along the lines of a program, and checkpoints."""

from matplotlib.patches import Rectangle

from .. import style
from .lines import arrow

__all__ = ["checkpoint_rows", "tape_strip", "trace_graph"]


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
                va="center", color=style.VERMILION, fontsize=style.points(15),
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5})
    for name, (x, y, value, adjoint) in nodes.items():
        ax.text(x, y, f"${name}$ = {value:g}", ha="center", va="center",
                fontsize=style.points(16), zorder=3,
                bbox={"boxstyle": "round", "facecolor": style.tint(style.BLUE),
                      "edgecolor": style.BLUE})
        side = 0.36 if y > middle else -0.36  # away from the arrows
        ax.text(x, y + side, f"adjoint {adjoint:g}", ha="center", va="center",
                fontsize=style.points(14),
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
        ax.text(-0.75, y + 0.6, title, fontsize=style.points(13), va="center")
        for i in range(1, blocks + 1):
            held = i in stored or (row > 1 and i == missing)
            ax.add_patch(Rectangle((2 * i - 0.25, y - 0.25), 0.5, 0.5, edgecolor=style.BLUE,
                                   facecolor=style.BLUE if held else "white", linewidth=2))
            ax.text(2 * i - 1, y - 0.02, f"block {i}", ha="center", va="center",
                    fontsize=style.points(12))
            forward = row == 0 or (row == 2 and i == missing)
            if forward:
                _side(ax, 2 * i - 1.7, 2 * i - 0.3, y + 0.24, style.BLUE, "-")
            if i in back.get(row, ()):
                _side(ax, 2 * i - 0.3, 2 * i - 1.7, y - 0.26, style.VERMILION, "--")
        if row == 1:
            _side(ax, 2 * missing + 1.7, 2 * missing + 1.35, y - 0.26, style.VERMILION, "-")
            ax.text(2 * missing + 0.9, y - 0.28, "stop", ha="center", va="center",
                    fontsize=style.points(12),
                    color=style.VERMILION, fontweight="bold")
    ax.set(xlim=(-0.8, 2 * blocks + 0.6), ylim=(-1.25 * (len(titles) - 1) - 0.5, 0.95))
    ax.set_axis_off()
    return ax


def _side(ax, x0, x1, y, ink, line):
    arrow(ax, (x0, y), (x1, y), colour=ink, line=line, head=14)


def tape_strip(ax, trace, values, handed, *, names):
    """Draw a tape: its lines from the top, and a column for each line that the sweep back reads.

    `trace` and `values` are a program and its values, the inputs first, called by `names`; `handed`
    lists (line, value, amount) in the order of the sweep. Blue: written on the way forward.
    Vermilion: in each column a dot at the line that is read, and the amounts it hands to values
    above it; at the right the sums, the adjoints.
    """
    inputs, rows = len(names), len(values)
    size, step = min(14, 110 / rows), 5.2 / max(len(trace), 3)
    for i, words in enumerate(_written(trace, values, names)):
        ax.add_patch(Rectangle((0, -i - 0.42), 3, 0.84, facecolor=style.tint(style.BLUE, 0.15),
                               edgecolor=style.BLUE, linewidth=1))
        ax.text(0.12, -i, words, va="center", fontsize=size, color=style.BLUE)
        adjoint = 1.0 if i == rows - 1 else sum(amount for _, j, amount in handed if j == i)
        ax.text(9.4, -i, f"{adjoint:g}", va="center", ha="right", fontsize=size,
                color=style.VERMILION, fontweight="bold")
    for column, line in enumerate(range(rows - 1, inputs - 1, -1)):
        x, met = 3.6 + step * column, {}
        for _, value, amount in (one for one in handed if one[0] == line):
            met[value] = [*met.get(value, []), f"+{amount:g}".replace("+-", "−")]
        ax.plot([x, x], [-line, -min(met)], color=style.VERMILION, linestyle="-", linewidth=1.5)
        ax.plot(x, -line, "o", color=style.VERMILION, markersize=9)
        for value, amounts in met.items():
            ax.text(x, -value, " ".join(amounts), ha="center", va="center", fontsize=size,
                    color=style.VERMILION, bbox={"facecolor": "white", "edgecolor": "none",
                                                 "pad": 1.5})
    arrow(ax, (-0.3, 0.3), (-0.3, -rows + 0.7), colour=style.BLUE, head=16)
    arrow(ax, (3.4, -rows + 0.25), (3.6 + step * (len(trace) - 1), -rows + 0.25),
          colour=style.VERMILION, head=16)
    for x, words, ink, side in ((0, "written on the way forward", style.BLUE, "left"),
                                (9.4, "adjoints", style.VERMILION, "right")):
        ax.text(x, 0.75, words, fontsize=style.points(13), color=ink, fontweight="bold", ha=side)
    ax.text(3.4, -rows - 0.2, "read on the way back", fontsize=style.points(13), va="center",
            color=style.VERMILION, fontweight="bold")
    ax.set(xlim=(-0.5, 9.6), ylim=(-rows - 0.6, 1.1))
    ax.set_axis_off()
    return ax


def _written(trace, values, names):
    """The words of each row: the inputs, then the lines of the program."""
    called = [*names, *(f"v{i}" for i in range(len(names), len(values)))]
    yield from (f"{name} = {value:g}" for name, value in zip(names, values, strict=False))
    for i, (op, *at) in enumerate(trace, len(names)):
        made = f" {op} ".join(called[j] for j in at) if len(at) > 1 else f"{op} {called[at[0]]}"
        yield f"{called[i]} = {made.replace('*', '·')} = {values[i]:g}"
