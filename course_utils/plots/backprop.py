"""Drawings of notebook 05: circuits with numbers on their wires, minibatches, learned features.

Arrays and an `ax` in, `ax` out; `plots` re-exports them. No maths of the course.
"""

import numpy as np
from matplotlib.colors import TwoSlopeNorm
from matplotlib.patches import FancyBboxPatch

from .. import style
from .lines import arrow

__all__ = [
    "backward_diagram", "circuit", "digit", "learned_features", "line_errors",
    "minibatch_diagram", "misread_by_width", "shared_tails",
]


def circuit(ax, chain, leaves, steps, *, slopes=None):
    """Draw a chain of quantities, with each value above its name and each gradient below it.

    `chain` lists (name, value, gradient) from the input to the loss, names in TeX; a gradient of
    None is left out. `leaves` lists the parameters (name, value, gradient, place), where `place` is
    the number in the chain of the quantity that the parameter goes into. `steps` say, in TeX, what
    is done between two quantities of the chain. `slopes` map a name to the local slope that is
    written at the arrow which leaves it.
    """
    slopes = slopes or {}
    for i, (name, value, gradient) in enumerate(chain):
        _node(ax, 2 * i, 2, name, style.BLUE)
        _numbers(ax, 2 * i, 2, value, gradient)
        if i:
            _arrow(ax, (2 * i - 1.6, 2), (2 * i - 0.42, 2), style.BLUE)
            ax.text(2 * i - 1, 2.22, f"${steps[i - 1]}$", ha="center", color=style.BLUE,
                    fontsize=style.points(14))
            _slope(ax, 2 * i - 1, 1.72, slopes.get(chain[i - 1][0]))
            if chain[i - 1][2] is not None:
                _arrow(ax, (2 * i - 0.4, 1.45), (2 * i - 1.6, 1.45), style.VERMILION, line="--")
    inside = [place for *_, place in leaves]
    for i, (name, value, gradient, place) in enumerate(leaves):
        side = 0 if inside.count(place) == 1 else (-0.8 if place not in inside[:i] else 0.8)
        x = 2 * place + side
        _node(ax, x, 0, name, style.GREEN)
        _numbers(ax, x, 0, value, gradient, aside=0.45 if x > 2 * place else -0.45)
        _arrow(ax, (x, 0.42), (2 * place + 0.35 * side, 1.2), style.GREEN)
        _slope(ax, x + 0.12 * side, 0.98, slopes.get(name))
    if slopes:
        ax.text(2.2, 3.3, "× local slope", color=style.BLACK, ha="left", fontsize=style.points(13))
    ax.text(-0.6, 3.3, "above: value", color=style.BLUE, ha="left", fontsize=style.points(13))
    ax.text(-0.6, 2.95, "below: gradient of the loss", color=style.VERMILION, ha="left",
            fontsize=style.points(13))
    ax.set(xlim=(-0.7, 2 * len(chain) - 1.3), ylim=(-0.85, 3.6))
    ax.set_axis_off()
    return ax


def _numbers(ax, x, y, value, gradient, aside=0.0):
    ax.text(x + aside, y + 0.52, f"{value:g}", color=style.BLUE, ha="center", va="center",
            fontsize=style.points(16))
    if gradient is not None:
        ax.text(x, y - 0.55, f"{gradient:g}", color=style.VERMILION, ha="center", va="center",
                fontsize=style.points(16), fontweight="bold")


def _slope(ax, x, y, slope):
    if slope is not None:
        ax.text(x, y, f"×{slope:g}", ha="center", va="center", fontsize=style.points(14))


def _node(ax, x, y, name, ink):
    ax.text(x, y, f"${name}$", ha="center", va="center", fontsize=style.points(18), zorder=3,
            bbox={"boxstyle": "round", "facecolor": style.tint(ink), "edgecolor": ink})


def _arrow(ax, start, end, ink, **how):
    arrow(ax, start, end, colour=ink, head=16, zorder=2, **how)


def backward_diagram(ax):
    """Draw the lecture's network forwards and backwards, and what the backward pass reuses.

    Blue: the forward pass with its operations. Vermilion: the error on its way back, and the four
    gradients. Dotted: what is kept of the forward pass until it is needed again.
    """
    at = {"f": 0.0, "k": 1.35, "h": 2.7, "z": 4.05, "o": 5.2, r"\ell": 6.2}
    steps = (r"\cdot H + b_H", r"\mathrm{relu}", r"\cdot U + b_U", r"\mathrm{softmax}", "T")
    names = list(at)
    for name, x in at.items():
        _node(ax, x, 3, name, style.BLUE)
    for i, step in enumerate(steps):
        a, b = at[names[i]], at[names[i + 1]]
        _arrow(ax, (a + 0.24, 3), (b - 0.25, 3), style.BLUE)
        ax.text((a + b) / 2, 3.28, f"${step}$", ha="center", color=style.BLUE,
                fontsize=style.points(13))
    for name in "khz":
        _node(ax, at[name], 1.55, f"d_{name}", style.VERMILION)
    _arrow(ax, (at[r"\ell"] - 0.1, 2.7), (at["z"] + 0.36, 1.6), style.VERMILION)
    ax.text(5.55, 1.8, "$o - T$", color=style.VERMILION, fontsize=style.points(15), ha="center")
    for a, b, step in (("z", "h", r"\cdot\, U^\top"), ("h", "k", r"\odot\, \mathrm{relu}'(k)")):
        _arrow(ax, (at[a] - 0.35, 1.55), (at[b] + 0.37, 1.55), style.VERMILION)
        ax.text((at[a] + at[b]) / 2, 1.2, f"${step}$", ha="center", va="center",
                color=style.VERMILION, fontsize=style.points(13))
    for name, came_in, W in (("z", "h", "U"), ("k", "f", "H")):
        _arrow(ax, (at[name], 1.22), (at[name], 0.62), style.VERMILION)
        for y, left, factor in ((0.38, W, came_in), (-0.02, f"{{b_{W}}}", r"\mathbf{1}")):
            ax.text(at[name], y, rf"$d_{left} = {factor}^\top d_{name}\,/\,t$", ha="center",
                    va="center", color=style.VERMILION, fontsize=style.points(14))
        _arrow(ax, (at[came_in] + 0.08, 2.68), (at[name] - 0.1, 0.68), style.BLACK, line=":",
               width=1.5)
    _arrow(ax, (at["k"], 2.68), (at["k"], 1.9), style.BLACK, line=":", width=1.5)
    ax.text(5.05, 0.5, "dotted: kept\nfrom the\nforward pass",
            fontsize=style.points(13), va="center")
    ax.set(xlim=(-0.45, 6.5), ylim=(-0.25, 3.6))
    ax.set_axis_off()
    return ax


def line_errors(ax, errors, tolerance=1e-6):
    """Draw the relative error of each line of a backward pass, on a logarithmic scale.

    `errors` maps names such as "d_z" or "d_b_U", in the order of the pass; bars above the
    tolerance, the dashed line, are vermilion and hatched.
    """
    sizes = [max(error, 1e-12) for error in errors.values()]
    inks = [style.VERMILION if size > tolerance else style.BLUE for size in sizes]
    names = [f"$d_{{{name[2:]}}}$" for name in errors]
    for bar, size in zip(ax.bar(names, sizes, color=inks, bottom=1e-13), sizes, strict=True):
        bar.set_hatch("//" if size > tolerance else "")
    ax.axhline(tolerance, color=style.BLACK, linestyle="--", label="tolerance")
    ax.set(yscale="log", ylim=(1e-13, 10), ylabel="relative error (fraction)",
           xlabel="line, in the order of the backward pass")
    ax.legend(loc="upper left")
    return ax


def minibatch_diagram(ax, order, batch_size):
    """Draw rows in the order of the file, and below them shuffled and cut into minibatches.

    `order` (t,) has the row numbers in shuffled order; each minibatch has an ink of its own.
    """
    order = np.asarray(order)
    part_of = {int(number): i // batch_size for i, number in enumerate(order)}
    n_parts = max(part_of.values()) + 1
    for y, numbers, gap in ((1.0, np.sort(order), 0.0), (0.0, order, 0.7)):
        for place, number in enumerate(numbers):
            part = part_of[int(number)]
            x = place + gap * (place // batch_size) + (0 if gap else 0.35 * (n_parts - 1))
            ink = style.INKS[part % len(style.INKS)]
            ax.add_patch(FancyBboxPatch((x - 0.38, y - 0.22), 0.76, 0.44,
                                        boxstyle="round,pad=0.02", facecolor=style.tint(ink),
                                        edgecolor=ink))
            ax.text(x, y, str(number), ha="center", va="center", fontsize=style.points(15))
    for part in range(n_parts):
        first, last = part * batch_size, min((part + 1) * batch_size, len(order)) - 1
        ax.text((first + last) / 2 + 0.7 * part, -0.62, f"minibatch {part + 1}", ha="center")
    ax.text(-0.5, 1.5, "rows in the file", va="center", fontweight="bold")
    ax.text(-0.5, 0.5, "shuffled and cut", va="center", fontweight="bold")
    ax.set(xlim=(-0.7, len(order) - 0.3 + 0.7 * (n_parts - 1)), ylim=(-0.9, 1.75))
    ax.set_axis_off()
    return ax


def digit(ax, pixels):
    """Show one image, ink dark on white; pixels is (64,) for 8 x 8, or a square."""
    side = round(np.size(pixels) ** 0.5)
    ax.imshow(np.reshape(pixels, (side, side)), cmap="gray_r")
    ax.set_axis_off()
    return ax


def learned_features(ax, H, *, columns):
    """Show the weights of every hidden unit as a small picture over the input's pixels.

    H (d, v) has one column per unit, d is a square number of pixels; `columns` are side by side.
    """
    d, v = H.shape
    side = round(d**0.5)
    rows = -(-v // columns)
    sheet = np.full((rows * (side + 1) - 1, columns * (side + 1) - 1), np.nan)
    for i in range(v):
        top, left = (i // columns) * (side + 1), (i % columns) * (side + 1)
        sheet[top : top + side, left : left + side] = H[:, i].reshape(side, side)
    limit = np.quantile(np.abs(H), 0.99)  # one huge weight would leave all others pale
    ax.imshow(sheet, cmap=style.SIGNED, norm=TwoSlopeNorm(0, -limit, limit))
    ax.set_axis_off()
    return ax


def misread_by_width(ax, random, learned, pixels):
    """Draw the percentage of digits misread over the number of hidden units.

    `random` and `learned` map a width to its percentages, one for each split: means are joined by a
    line, splits are small points next to them. `pixels` is the mean without a hidden layer.
    """
    for sixes, ink, look, side, name in ((random, style.VERMILION, "o--", 1.08, "random"),
                                         (learned, style.BLUE, "D", 0.92, "learned")):
        for v, six in sixes.items():
            ax.plot(v * side * np.ones(len(six)), six, linestyle="none", marker=".", color=ink,
                    markersize=7)
        ax.plot(list(sixes), [np.mean(six) for six in sixes.values()], look, color=ink,
                markersize=11, label=f"{name} units, mean")
    ax.axhline(pixels, color=style.BLACK, linestyle=":", label="no hidden layer, mean")
    ax.set_xscale("log", base=2)
    ax.set(xlabel="hidden units", ylabel="test digits misread (%)")
    ax.set_ylim(0, 1.5 * ax.get_ylim()[1])  # the legend is above the points
    ax.set_xticks(list(random), [f"{v}" for v in random])
    ax.legend(loc="upper right")
    return ax


def shared_tails(ax, sizes, *, unit):
    """Draw a network in which the weights into one unit lead to the loss by the same paths.

    `sizes` lists the units of each column, inputs first and the loss last. Green: the heads, the
    weights into the unit of that number in the second column. Vermilion: the tail that they share,
    all its ways to the loss. Faint: everything else.
    """
    at = [[(2.0 * column, y - (size - 1) / 2) for y in range(size)]
          for column, size in enumerate(sizes)]
    for column, (left, right) in enumerate(zip(at, at[1:], strict=False)):
        for i, start in enumerate(left):
            for j, end in enumerate(right):
                head = column == 0 and j == unit
                tail = column > 1 or (column == 1 and i == unit)
                ink = style.GREEN if head else style.VERMILION if tail else style.tint(style.BLACK)
                ax.plot(*zip(start, end, strict=True), color=ink, zorder=1 + (head or tail),
                        linewidth=3 if head or tail else 1, linestyle="--" if tail else "-")
    for column, nodes in enumerate(at):
        for row, place in enumerate(nodes):
            lit = column != 1 or row == unit
            ax.plot(*place, "o", markersize=style.points(17), zorder=3, markeredgecolor=style.BLUE,
                    color=style.tint(style.BLUE) if lit else "white")
    x, y = at[1][unit]
    ax.text(x, y, "$d_k$", ha="center", va="center", fontsize=style.points(11), zorder=4)
    ax.text(*at[-1][0], r"$\ell$", ha="center", va="center", fontsize=style.points(13), zorder=4)
    bottom = -(max(sizes) - 1) / 2 - 0.75
    ax.text(1.0, bottom, "heads", color=style.GREEN, ha="center", fontweight="bold")
    ax.text(len(sizes) * 1.0, bottom, "one tail", color=style.VERMILION, ha="center",
            fontweight="bold")
    ax.set(xlim=(-0.5, 2 * len(sizes) - 1.5), ylim=(bottom - 0.4, (max(sizes) - 1) / 2 + 0.5))
    ax.set_axis_off()
    return ax
