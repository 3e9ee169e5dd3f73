"""Drawings of notebook 07: sheets of digits with a line of text above each.

Arrays and an `ax` in, `ax` out; no maths of the course.
"""

import math

import numpy as np

from .errors import message

__all__ = ["digit_sheet"]


def digit_sheet(ax, pixels, texts, *, columns=4):
    """Draw digits in rows of `columns`, each with its text above it.

    `pixels`, shape (n, 64) or (n, 784), hold a digit per row, 8 x 8 or 28 x 28 pixels (any square);
    ink 0 to 1, noise beyond is cut off.
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
        ax.text(x + 4, y + 0.5, text, ha="center", va="bottom", fontsize=13)
    ax.set(xlim=(-3, 14 * columns - 3), ylim=(-11 * rows + 2, 3), aspect="equal")
    ax.set_axis_off()
    return ax
