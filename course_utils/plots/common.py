"""Draw functions (arrays and an `ax` in, `ax` out) and `show`, which puts a picture on the page.

No maths of the course and no data: the numbers come in, the picture goes out. Draw functions
are tested by reading the artists back.
"""

import re
import sys

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import Normalize, TwoSlopeNorm, to_rgb
from matplotlib.patches import Circle, Polygon, Rectangle
from matplotlib.text import Text

from widgets import kernel, picture
from widgets.figure import fit_texts, grid_points
from widgets.tables import typeset

from .. import style
from ..maths.errors import message
from .lines import line_points

__all__ = [
    "bar_probabilities", "curves", "decision_regions", "grid_points", "heatmap", "line",
    "network_diagram", "points", "reliability_diagram", "scatter_classes", "show", "simplex",
    "simplex_points", "surface",
]


# --- On the page ------------------------------------------------------------------------------


def show(fig, caption, chart):
    """Put a figure on the page with its caption beneath, and close it.

    The caption is one sentence computed from the data, shown as Markdown: a changed result changes
    the stored text, and screen readers read it. `chart` says kind and axes in a few words; both
    together are the picture's alternative text: on a live page the `alt` of an `img`. On stage the
    title of a one-panel picture moves out of it: it heads the slide.

    Outside a notebook the words are printed:
    >>> fig, ax = style.figure()
    >>> show(fig, "The loss falls to 0.10.", "Line chart of loss over epochs")
    Line chart of loss over epochs. The loss falls to 0.10.
    """
    chart, caption = _words(chart, "chart"), typeset(_words(caption, "caption"))
    alt = alt_text(chart, caption)
    title = _lifted(fig) if style.on_stage() else ""
    drawn = png(fig)
    if "matplotlib.pyplot" in sys.modules:  # a figure made by pyplot would be shown a second time
        sys.modules["matplotlib.pyplot"].close(fig)
    if not _in_a_notebook():
        print(alt)
        return
    data, metadata = picture.bundle(drawn, alt, **{"text/plain": chart})
    if title:
        metadata["course"] = {"title": title}
    kernel.display(data, raw=True, metadata=metadata)
    kernel.display({"text/markdown": caption}, raw=True)


def _lifted(fig):
    """Take the title off a figure that has one for all of it, and return it."""
    title = fig.get_suptitle()
    panels = [ax for ax in fig.axes if ax.get_label() != "<colorbar>"]
    if title:
        fig.suptitle("")
    elif len(panels) == 1:
        title = panels[0].get_title("left") or panels[0].get_title()
        for loc in ("left", "center"):
            panels[0].set_title("", loc=loc)
    return " ".join(title.split())


def png(fig):
    """Return the PNG bytes of a figure: 1920 x 1080 pixels, no tight box, no Software tag."""
    fig.set_dpi(style.SHARP * style.DPI)
    fig.set_size_inches(style.SIZE)
    canvas = FigureCanvasAgg(fig)
    for text in fig.findobj(Text):
        if "$" not in text.get_text():
            text.set_text(typeset(text.get_text()))
    if style.on_stage():
        fit_texts(fig)
    canvas.draw()
    return picture.small_png(np.asarray(canvas.buffer_rgba())[..., :3].copy())


def alt_text(chart, caption):
    """Join chart and caption into plain words, without Markdown's markup.

    >>> alt_text("Bar chart", "**Half** of `X` is right.")
    'Bar chart. Half of X is right.'
    """
    return f"{chart.rstrip('.')}. {re.sub(r'[*][*]|[`$]', '', caption)}"


def _words(text, name):
    if not isinstance(text, str) or not text.strip():
        cause = "it was left for later; every picture of the course has its message in words"
        raise ValueError(message(name, "a sentence", repr(text), cause))
    return " ".join(text.split())


def _in_a_notebook():
    return getattr(kernel.shell(), "kernel", None) is not None


# --- Points, lines, regions -------------------------------------------------------------------


def _legend(ax, wanted=True):
    handles, labels = ax.get_legend_handles_labels()
    if wanted and labels:
        ax.legend(handles, labels)


def scatter_classes(ax, X, y, *, labels=None, size=90, legend=True):
    """Draw points, one colour and one marker per class.

    X (t, 2) contains their positions, y (t,) their classes, 0 ... m-1, `labels` the names of the
    classes; `size` is the area of a marker in square points.
    """
    X, y = _points_and_classes(X, y)
    m = max(int(y.max()) + 1 if y.size else 1, len(labels or ()))
    names = labels or [f"class {i}" for i in range(m)]
    looks = zip(names, style.class_colours(m), style.class_markers(m), strict=True)
    for i, (name, colour, marker) in enumerate(looks):
        ax.scatter(*X[y == i].T, s=size, c=colour, marker=marker, label=name,
                   edgecolors="white", linewidths=1.2, zorder=3)
    _legend(ax, legend)
    return ax


def _points_and_classes(X, y):
    X, y = np.asarray(X, float), np.asarray(y)
    if X.ndim != 2 or X.shape[1] != 2 or y.shape != X.shape[:1]:
        raise ValueError(message("X, y", "shapes (t, 2) and (t,)", f"{X.shape} and {y.shape}",
                                 "columns taken for rows, or y as a column"))
    if y.size and (y.min() < 0 or np.any(y != y.astype(int))):
        raise ValueError(message("y", "classes 0, 1, ...", f"values from {y.min()}",
                                 "±1 labels; write (y + 1) // 2"))
    return X, y.astype(int)


def line(ax, w, b, *, label=None, colour=style.BLACK, linestyle="-"):
    """Draw the line w.x + b = 0 across the axes' current limits; nothing if w is 0.

    Set the limits first. One Line2D is added, also when it is empty, so that it can be moved to
    other `line_points`.
    """
    xlim, ylim = ax.get_xlim(), ax.get_ylim()
    ends = line_points(w, b, xlim, ylim)
    ax.plot(*ends, color=colour, linestyle=linestyle, label=label, zorder=2.5)
    ax.set(xlim=xlim, ylim=ylim)
    return ax


def points(ax, x, y, *, label=None, colour=style.VERMILION, marker="o"):
    """Draw data points without a line between them."""
    ax.plot(x, y, linestyle="none", color=colour, marker=marker, label=label, zorder=3)
    return ax


def decision_regions(ax, predict, xlim, ylim, *, n=200, m=None, border=True):
    """Tint the plane by predicted class and draw the `border` between the classes.

    `predict` takes rows of points (N, 2) to classes (N,), integers from 0; n is the number of
    points per side of the grid, m that of the classes, for the colours: by default as many as
    occur, at least 2. The axes get the limits (low, high) and keep their aspect.
    """
    classes = np.asarray(predict(grid_points(xlim, ylim, n))).astype(int).reshape(n, n)
    m = max(2, classes.max() + 1) if m is None else m
    tints = np.array([to_rgb(style.tint(colour)) for colour in style.class_colours(m)])
    extent = (*xlim, *ylim)
    ax.imshow(tints[classes], extent=extent, origin="lower", aspect=ax.get_aspect(),
              interpolation="nearest", zorder=0)
    for i in range(m - 1) if border else ():
        mask = (classes <= i).astype(float)
        if 0 < mask.mean() < 1:
            ax.contour(mask, [0.5], extent=extent, origin="lower", colors=style.BLACK,
                       linewidths=1.5, zorder=1)
    ax.set(xlim=xlim, ylim=ylim)
    return ax


def surface(ax, f, xlim, ylim, *, limits, label, signed=False, strength=1.0, n=200):
    """Show a function of two variables as colours, with a colour bar.

    f takes rows of points (N, 2) to values (N,); `limits` are the values at the ends of the colour
    bar, white in the middle if signed, `label` its quantity and unit; a `strength` below 1 is for a
    ground that points are drawn on.
    """
    values = np.asarray(f(grid_points(xlim, ylim, n)), float).reshape(n, n)
    image = ax.imshow(values, extent=(*xlim, *ylim), origin="lower", aspect="auto", zorder=0,
                      vmin=limits[0], vmax=limits[1], alpha=strength,
                      cmap=style.SIGNED if signed else style.CONTINUOUS)
    ax.figure.colorbar(image, ax=ax, label=label)
    return ax


# --- Curves, bars, tables ---------------------------------------------------------------------


def curves(ax, x, ys, *, legend=True):
    """Draw named curves, each with its own ink and line style.

    x is an array (n,) for all of them, or a dict of name -> array; ys a dict of name -> array (n,),
    at most five.
    """
    if len(ys) > len(style.INKS):
        raise ValueError(message("ys", f"at most {len(style.INKS)} curves", len(ys),
                                 "a picture that makes more than one claim"))
    for (name, y), colour, dashes in zip(ys.items(), style.INKS, style.LINESTYLES, strict=False):
        ax.plot(x[name] if isinstance(x, dict) else x, y, color=colour, ls=dashes, label=name)
    _legend(ax, legend)
    return ax


def bar_probabilities(ax, p, *, labels=None, target=None, colour=style.BLUE, digits=2):
    """Draw a distribution as bars with the numbers above them.

    p (m,) contains probabilities, `labels` the names of the classes; `target` is the true class,
    whose bar is vermilion and hatched, `digits` the number of decimals.
    """
    p = np.asarray(p, float).ravel()
    where = np.arange(p.size)
    bars = ax.bar(where, p, color=colour, width=0.7)
    if target is not None:
        bars[target].set(facecolor=style.VERMILION, hatch="//", edgecolor="white")
    texts = [f"{value:.{digits}f}" for value in p]
    if p.size > 5:  # a row of zeros says nothing
        texts = [text if float(text) else "" for text in texts]
    ax.bar_label(bars, texts, padding=2)
    ax.set_xticks(where, [str(i) for i in where] if labels is None else labels)
    ax.set(ylim=(0, 1.08), ylabel="probability (fraction)")
    return ax


def heatmap(ax, M, *, row_labels=None, col_labels=None, digits=2, signed=False, limits=None):
    """Show a matrix as colours with its numbers written in.

    M is an array (rows, columns); names are 0, 1, ... by default. `digits` counts decimals,
    `signed` colours diverge from white at 0, `limits` are the values at the ends of the colours, by
    default those of M.
    """
    M = np.asarray(M, float)
    cmap, norm = _colours_of(M, signed, limits)
    image = ax.imshow(M, cmap=cmap, norm=norm, aspect="auto")
    light = np.asarray(image.cmap(image.norm(M)))[..., :3] @ [0.299, 0.587, 0.114]
    for (i, j), value in np.ndenumerate(M):
        ink = "black" if light[i, j] > 0.55 else "white"
        ax.text(j, i, f"{value:.{digits}f}", ha="center", va="center", color=ink)
    for axis, names, count in ((ax.yaxis, row_labels, 0), (ax.xaxis, col_labels, 1)):
        axis.set_ticks(range(M.shape[count]), names or range(M.shape[count]))
        axis.set_tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _colours_of(M, signed, limits):
    low, high = (M.min(), M.max()) if limits is None else limits
    if signed:
        top = max(abs(low), abs(high)) or 1.0
        return style.SIGNED, TwoSlopeNorm(0, -top, top)
    return style.CONTINUOUS, Normalize(low, high if high > low else low + 1)


# --- Networks ---------------------------------------------------------------------------------


def network_diagram(ax, sizes, *, labels=None, constant_nodes=False, layer_names=None):
    """Draw a feed-forward network: circles for units, lines for weights.

    `sizes` are the units per layer, inputs first, `labels` per layer the texts inside them (an
    empty sequence for none), `layer_names` the words under each. `constant_nodes` adds to each
    layer but the last a square that is always 1 (its weights are the biases).
    """
    counts = [*(n + bool(constant_nodes) for n in sizes[:-1]), sizes[-1]]
    places = [list(1 - (np.arange(n) + 0.5) / n) for n in counts]
    radius = min(0.11, 0.38 / max(len(heights) for heights in places))
    for i, heights in enumerate(places[:-1]):
        for y in heights:
            for to in places[i + 1][: sizes[i + 1]]:
                dashes = ":" if y is heights[-1] and constant_nodes else "-"
                ax.plot([i * 0.6, i * 0.6 + 0.6], [y, to], dashes, color="0.45", lw=1.2, zorder=1)
    for i, heights in enumerate(places):
        texts = list(labels[i]) if labels is not None else []
        ink = style.GREEN if i == len(sizes) - 1 else style.VERMILION if i else style.BLUE
        for j, y in enumerate(heights):
            constant = j >= sizes[i]
            text = texts[j] if j < len(texts) else "1" if constant else ""
            _unit(ax, i * 0.6, y, radius, constant, text, ink)
        if layer_names is not None:
            ax.text(i * 0.6, -0.06, layer_names[i], ha="center", va="top")
    ax.set(xlim=(-0.2, 0.6 * (len(sizes) - 1) + 0.2), ylim=(-0.16, 1.02), aspect="equal")
    ax.set_anchor("N")  # the titles of two diagrams side by side are at one height
    ax.set_axis_off()
    return ax


def _unit(ax, x, y, radius, constant, text, colour):
    look = {"facecolor": "white", "edgecolor": "0.3" if constant else colour, "zorder": 2}
    if constant:
        ax.add_patch(Rectangle((x - radius, y - radius), 2 * radius, 2 * radius, lw=2, **look))
    else:
        ax.add_patch(Circle((x, y), radius, lw=2.5, **look))
    ax.text(x, y, text, ha="center", va="center", zorder=3)


# --- notebook 04: the simplex -----------------------------------------------------------------


def simplex_points(P):
    """Positions in the plane of distributions over three classes.

    Class 0 sits at (0, 0), class 1 at (1, 0), class 2 above the middle. From P, shape (3,) or (n,
    3), rows that sum to 1 (or to 0, for directions), to (x, y): two numbers, or two arrays (n,).

    >>> x, y = simplex_points([0.5, 0.5, 0.0])
    >>> float(x), float(y)
    (0.5, 0.0)
    """
    P = np.asarray(P, float)
    return P[..., 1] + 0.5 * P[..., 2], P[..., 2] * np.sqrt(3) / 2


def simplex(ax, *, labels=("class 0", "class 1", "class 2")):
    """Draw the triangle of all distributions over three classes, tinted by the winner."""
    corners = np.eye(3)
    centre = np.full(3, 1 / 3)
    for i, colour in enumerate(style.class_colours(3)):
        sides = [(corners[i] + corners[j]) / 2 for j in ((i + 1) % 3, (i + 2) % 3)]
        region = np.array([corners[i], sides[0], centre, sides[1]])
        outline = np.column_stack(simplex_points(region))
        ax.add_patch(Polygon(outline, facecolor=style.tint(colour, 0.2), edgecolor="none"))
    ax.plot(*simplex_points(corners[[0, 1, 2, 0]]), "-", color=style.BLACK, linewidth=1.5)
    for i, (x, y) in enumerate(zip(*simplex_points(corners), strict=True)):
        ax.annotate(labels[i], (x, y), xytext=(0, 8 if i == 2 else -8),
                    textcoords="offset points", ha="center", va="bottom" if i == 2 else "top")
    ax.set(xlim=(-0.16, 1.16), ylim=(-0.12, 1.06), aspect="equal")
    ax.set_axis_off()
    return ax


# --- notebook 07 -------------------------------------------------------------------------------


def reliability_diagram(ax, mean_conf, accuracy, count, low, high):
    """Draw accuracy over mean confidence, bin by bin, with intervals and counts.

    All five have shape (n_bins,): what `metrics.reliability_bins` returns (empty bins are left out)
    and the ends of an interval for each accuracy, such as `metrics.wilson_interval`. The area of a
    disc is proportional to its bin's count, so that the eye weighs a bin as the ECE does; the dash
    on the disc is the accuracy.
    """
    mean_conf, accuracy, count = map(np.asarray, (mean_conf, accuracy, count))
    used = count > 0
    reach = np.abs(np.array([low, high])[:, used] - accuracy[used])
    ax.plot([0, 1], [0, 1], "--", color=style.BLACK, lw=2, label="calibrated")
    ax.scatter(mean_conf[used], accuracy[used], s=1200 * count[used] / count.sum(),
               color=style.tint(style.BLUE, 0.4), lw=0, zorder=1.5)
    ax.errorbar(mean_conf[used], accuracy[used], reach, fmt="_", color=style.BLUE, ms=11, mew=2,
                lw=2, label="bins (area: count)")
    for x, n in zip(mean_conf[used], count[used], strict=True):
        ax.text(x, -0.06, f"{n:.0f}", ha="center", va="center", fontsize=style.points(11))
    ax.set(xlim=(0, 1.04), ylim=(-0.12, 1.04), xlabel="mean confidence (fraction)",
           ylabel="accuracy (fraction)")
    return ax
