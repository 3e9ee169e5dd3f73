"""An empty figure: its size, its dots, larger type for a hall. No look of its own: `matplotlib`'s
settings have that.
"""

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

SIZE = (8.0, 4.5)  # inches
DPI = 120
SMALLEST = 13.5  # points: 14 px of a stage of 1280 where the picture is 610 wide, else more


def blank_figure(dpi=DPI):
    """Return an empty figure of the course's size, drawn by Agg and known to no backend.

    >>> blank_figure().axes
    []
    """
    fig = Figure(figsize=SIZE, dpi=dpi, layout="constrained")
    FigureCanvasAgg(fig)
    return fig


def fit_texts(fig):
    """Make words large enough for a room, and titles so small that none is cut or overlaps."""
    for text in fig.findobj(Text):
        text.set_fontsize(max(SMALLEST, text.get_fontsize()))
    fig.draw_without_rendering()
    texts = [text for ax in fig.axes for text in ax.findobj(Text)
             if text.get_text() and text.get_text() in (ax.get_title("left"), ax.get_title())]
    boxes = [text.get_window_extent() for text in texts]
    for text, box in zip(texts, boxes, strict=True):
        beside = [b.x0 - 8 for b in boxes if b.x0 > box.x0 and b.y0 < box.y1 and box.y0 < b.y1]
        right = min([fig.bbox.x1, *beside]) - 2
        middle = (box.x0 + box.x1) / 2
        room = (2 * min(middle, right - middle) if text.get_ha() == "center" else right - box.x0)
        # Smaller type is not narrower by exactly as much: hinting moves characters by pixels.
        text.set_fontsize(text.get_fontsize() * min(1, 0.98 * room / box.width))


def grid_points(xlim, ylim, n=200):
    """All points of an n x n grid, as rows: (n * n, 2), rows of the grid from bottom to top.

    >>> grid_points((0, 1), (0, 1), 2).tolist()
    [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]]
    """
    x, y = (low + (np.arange(n) + 0.5) * (high - low) / n for low, high in (xlim, ylim))
    return np.column_stack([np.tile(x, n), np.repeat(y, n)])
