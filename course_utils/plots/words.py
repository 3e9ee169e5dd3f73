"""Drawings of words as vectors (notebook 06): a row looked up, a window, a map, a frozen table."""

import numpy as np
from matplotlib.patches import FancyBboxPatch, Rectangle

from .. import style

__all__ = ["frozen_table", "lookup", "name_word", "untouched", "window_row", "word_places"]


def lookup(ax, j, E, words):
    """Draw the product j E: the one-hot row as squares, the table, and the row it selects.

    j has shape (|V|,), E (|V|, e); there is one of the words for each row of E.
    """
    j, E = np.asarray(j), np.asarray(E)
    V, e = E.shape
    chosen, middle, table, result = int(np.argmax(j)), (V - 1) / 2, V + 2.6, V + 3.8 + 1.4 * e
    for i in range(V):
        _cell(ax, i, middle, f"{j[i]:.0f}", lit=i == chosen, width=1)
        ax.text(table - 0.9, i, words[i], ha="right", va="center")
        for c in range(e):
            _cell(ax, table + 1.4 * c, i, f"{E[i, c]:.1f}", lit=i == chosen)
    for c in range(e):
        _cell(ax, result + 1.4 * c, middle, f"{E[chosen, c]:.1f}", lit=True)
    heads = (((V - 1) / 2, middle - 1, "$j$"), (table + 0.7 * (e - 1), -1, "$E$"),
             (result + 0.7 * (e - 1), middle - 1, "$jE$"))
    for x, y, text in heads:
        ax.text(x, y, text, ha="center", va="center", fontsize=style.points(18))
    ax.text(result - 1.3, middle, "=", ha="center", va="center", fontsize=style.points(20))
    ax.set(xlim=(-0.8, result + 1.4 * e), ylim=(V - 0.3, -1.6), aspect="equal")
    ax.set_axis_off()
    return ax


def _cell(ax, x, y, text, *, lit, width=1.4):
    face = style.tint(style.BLUE, 0.35) if lit else "white"
    ax.add_patch(Rectangle((x - width / 2, y - 0.5), width, 1, facecolor=face, edgecolor="0.4"))
    ax.text(x, y, text, ha="center", va="center", fontsize=style.points(14))


def window_row(ax, words, rows):
    """Draw the vectors (n, e) of a window as one row of numbers, bracketed word by word."""
    rows = np.asarray(rows)
    n, e = rows.shape
    for i, word in enumerate(words):
        for c in range(e):  # numbers on their side: 24 of them, and still of a size to be read
            x, face = i * e + c, style.tint(style.BLUE, 0.35) if i % 2 == 0 else "white"
            ax.add_patch(Rectangle((x - 0.5, -0.9), 1, 1.8, facecolor=face, edgecolor="0.4"))
            ax.text(x, 0, f"{rows[i, c].round(1) + 0:.1f}", ha="center", va="center",
                    fontsize=style.points(14), rotation=90)
        ends = np.array([i * e - 0.42, i * e + e - 0.58])
        ax.plot(ends, [-1.2, -1.2], "-", color=style.BLACK, lw=1.5)
        ax.text(ends.mean(), -1.4, word, rotation=45, rotation_mode="anchor",
                ha="left", va="bottom", fontsize=style.points(14))
    ax.text((n * e - 1) / 2, 1.5, f"$f$: {n} words of {e} numbers, one row of {n * e}",
            ha="center", va="center")
    ax.set(xlim=(-0.7, n * e + 0.6), ylim=(2.2, -3.4))
    ax.set_axis_off()
    return ax


def word_places(ax, E, kind, names, *, limit=2.7):
    """Draw words as points in the plane, in groups; the last group is background.

    E (|V|, 2) contains the words' positions, `kind` (|V|,) the number of each word's group among
    `names`, the last of which is hollow. Both axes run from -limit to limit.
    """
    E, kind = np.asarray(E), np.asarray(kind)
    inks = (style.BLUE, style.VERMILION, style.GREEN, style.PURPLE)
    last = len(names) - 1
    ax.plot(*E[kind == last].T, "o", mfc="none", mec="0.6", ms=6, ls="", label=names[last])
    for k in range(last):
        ax.plot(*E[kind == k].T, style.MARKERS[k], color=inks[k], ms=8, mec="white", mew=0.8,
                ls="", label=names[k], zorder=3)
    ax.axhline(0, color="0.85", lw=1, zorder=0)
    ax.axvline(0, color="0.85", lw=1, zorder=0)
    ax.set(xlim=(-limit, limit), ylim=(-limit, limit), aspect="equal", xlabel="first number")
    return ax


def name_word(ax, place, text, shift):
    """Write a word next to its point, a thin line between them; `shift` is (dx, dy)."""
    ax.annotate(text, place, xytext=np.add(place, shift), va="center", ha="center",
                fontsize=style.points(12),
                zorder=4, arrowprops={"arrowstyle": "-", "color": "0.3", "lw": 1})
    return ax


def untouched(ax, place, word):
    """Mark the row of a word that no example has touched: a black star with its name."""
    ax.plot(*place, "*", color=style.BLACK, ms=19, mec="white", mew=1.2, zorder=5)
    name = ax.annotate(word, place, xytext=(0, 13), textcoords="offset points", ha="center",
                       zorder=5,
                       fontsize=style.points(13), bbox={"facecolor": "white", "edgecolor": "none",
                                                    "alpha": 0.8, "pad": 1})
    name.set_in_layout(False)
    return ax


def frozen_table(ax, boxes, *, trained):
    """Draw steps as boxes in a row: blue those whose numbers are in `trained`, the others grey."""
    for i, text in enumerate(boxes):
        ink = style.BLUE if i in trained else "0.45"
        ax.add_patch(FancyBboxPatch((i * 1.3, 0), 1, 0.9, boxstyle="round,pad=0.02",
                                    facecolor=style.tint(ink, 0.2) if i in trained else "0.93",
                                    edgecolor=ink, lw=2))
        ax.text(i * 1.3 + 0.5, 0.45, text, ha="center", va="center", fontsize=style.points(12))
        if i:
            ax.annotate("", (i * 1.3 - 0.03, 0.45), (i * 1.3 - 0.27, 0.45),
                        arrowprops={"arrowstyle": "-|>", "lw": 2, "color": style.BLACK})
    ax.set(xlim=(-0.1, 1.3 * len(boxes) - 0.2), ylim=(-1.1, 2.0))
    ax.set_axis_off()
    return ax
