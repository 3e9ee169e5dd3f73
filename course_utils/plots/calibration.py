"""Drawings of notebook 07: sheets of digits with a line of text each, scores and their gaps.

Arrays and an `ax` in, `ax` out; no maths of the course.
"""

import math

import numpy as np

from .. import style
from ..maths.errors import message

__all__ = ["digit_sheet", "rank_gaps"]


def digit_sheet(ax, pixels, texts, *, columns=4):
    """Draw digits in rows of `columns`, each with its text above it.

    `pixels`, shape (n, 64) or (n, 784), have one digit per row, 8 x 8 or 28 x 28 pixels (any
    square); ink 0 to 1, noise beyond is cut off.
    """
    side = math.isqrt(np.shape(pixels)[1])
    pixels = np.reshape(pixels, (-1, side, side))
    if len(texts) != len(pixels):
        raise ValueError(message("texts", f"{len(pixels)}, one for each digit", len(texts),
                                 "digits and texts were chosen by two different masks"))
    rows = -(-len(pixels) // columns)
    for i, (picture, text) in enumerate(zip(pixels, texts, strict=True)):
        x, y = 14 * (i % columns), -11 * (i // columns)
        ax.imshow(picture, cmap="Greys", vmin=0, vmax=1, extent=(x, x + 8, y - 8, y))
        ax.text(x + 4, y + 0.5, text, ha="center", va="bottom", fontsize=style.points(13))
    ax.set(xlim=(-3, 14 * columns - 3), ylim=(-11 * rows + 2, 3), aspect="equal")
    ax.set_axis_off()
    return ax


def rank_gaps(ax, scores, r):
    """Draw sorted scores on their own scale, 0 to 1, and evenly spaced below, with the gaps left.

    Of the n + 1 gaps the r up to the r-th smallest score are blue, the others vermilion.
    """
    scores = np.sort(np.asarray(scores, float))
    n = len(scores)
    places = np.arange(1, n + 1) / (n + 1)
    ax.plot([0, 1], [1, 1], "-", color="0.6", lw=1.5, zorder=1)
    for i in range(n + 1):
        ink = style.BLUE if i < r else style.VERMILION
        ax.bar(i / (n + 1), 0.44, 1 / (n + 1), -0.22, align="edge", color=style.tint(ink, 0.3))
        ax.text((i + 0.5) / (n + 1), 0, f"{i + 1}", ha="center", va="center")
    for y, ends in ((1, scores), (0, places)):
        ax.plot(ends, np.full(n, y), "|", color=style.BLACK, ms=30, mew=2.5)
    for score, place in zip(scores, places, strict=True):
        ax.plot([score, place], [0.83, 0.24], "-", color="0.7", lw=1, zorder=0)
    ax.text(scores[r - 1], 1.22, f"q = {scores[r - 1]}", ha="center", color=style.VERMILION)
    ax.text(0, 1.22, "the scores, on their own scale")
    ax.text(r / (n + 1) / 2, -0.32, f"up to q: {r} of {n + 1} gaps", ha="center", va="top",
            color=style.BLUE)
    ax.text((r / (n + 1) + 1) / 2, -0.32, "above q", ha="center", va="top", color=style.VERMILION)
    ax.set(xlim=(-0.01, 1.01), ylim=(-0.7, 1.5))
    ax.set_axis_off()
    return ax
