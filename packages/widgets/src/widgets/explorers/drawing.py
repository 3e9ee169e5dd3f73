"""The drawing core: a figure drawn once, and on each change only what moves, encoded at once.

The figure is kept as a background; a tick draws the artists that move and the pixels of each
`Surface` over it and encodes the picture. No widgets and no maths of the course.
"""

import struct
import zlib

import numpy as np
from matplotlib.colors import to_rgb

from widgets.figure import fit_texts, grid_points
from widgets.page import on_stage


def encode_png(rgb):
    """PNG bytes of an image, (height, width, 3) of uint8: unfiltered rows, zlib level 1.

    A third of the time that Pillow takes, in as many bytes. WebP without loss is larger for most
    explorers and slower for all; a palette would lose colours.

    >>> encode_png(np.zeros((2, 3, 3), np.uint8))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    height, width, _ = rgb.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # a row's filter, 0 for none, then it
    for channel in range(3):  # five times faster than all at once
        rows[:, 1:].reshape(height, width, 3)[..., channel] = rgb[..., channel]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


class Surface:
    """A coloured plane under the artists of one axes, changed by pixels, not by artists.

    An explorer makes it in `setup` with `self.surface(...)` and fills it in `update` with
    `set(codes)`. Anything the axes show above it (ticks, points) is blended over it.
    """

    def __init__(self, ax, xlim, ylim, palette, *, n=200, border=False):
        ax.set(xlim=xlim, ylim=ylim)
        self.ax, self.xlim, self.ylim, self.n, self.border = ax, xlim, ylim, n, border
        self.palette = np.array([np.round(255 * np.array(to_rgb(c))) for c in palette], np.uint8)
        opaque = np.full((len(palette) + 1, 4), 255, np.uint8)
        opaque[:-1, :3], opaque[-1, :3] = self.palette, 0  # the last is black, for the border
        self.colours = opaque.view(np.uint32)[:, 0]  # one number each, which is copied faster
        self.codes = np.zeros((n, n), np.uint8)
        self.points = grid_points(xlim, ylim, n)

    def set(self, codes):
        """Set the colour of each of `points`, as integer indices into the palette."""
        self.codes = np.asarray(codes, np.uint8).reshape(self.n, self.n)

    def place(self, over):
        """Find out where the axes are in the picture; `over` is what is drawn above (RGBA)."""
        x0, y0, x1, y1 = np.round(self.ax.bbox.extents).astype(int)
        self.box = np.s_[len(over) - y1 : len(over) - y0, x0:x1]
        self.columns = np.arange(x1 - x0) * self.n // (x1 - x0)
        self.rows = self.n - 1 - np.arange(y1 - y0) * self.n // (y1 - y0)
        above = over[self.box]
        self.covered = np.nonzero(above[..., 3])
        pixels = above[self.covered].astype(np.uint16)
        self.opaque, self.left = pixels[:, :3] * pixels[:, 3:], 255 - pixels[:, 3:]

    def paint(self, frame):
        """Write the plane and what covers it into the picture (RGBA, changed)."""
        codes = self.codes[:, self.columns][self.rows]
        if self.border:
            codes[edges(codes)] = len(self.palette)
        pixels = self.colours[codes].view(np.uint8).reshape(*codes.shape, 4)
        below = pixels[self.covered][:, :3]
        pixels[(*self.covered, np.s_[:3])] = (self.opaque + below * self.left + 127) // 255
        frame[self.box] = pixels


def edges(codes):
    """Where a neighbour in the same row or column differs.

    >>> edges(np.array([[0, 0, 0, 1]]))
    array([[False, False,  True,  True]])
    """
    found = np.zeros(codes.shape, bool)
    for after, before in ((np.s_[1:], np.s_[:-1]), (np.s_[:, 1:], np.s_[:, :-1])):
        differ = codes[after] != codes[before]
        found[after] |= differ
        found[before] |= differ
    return found


class Canvas:
    """A figure drawn once, over which moving artists and surfaces are drawn again and again."""

    def __init__(self, fig, moving, surfaces):
        self.fig, self.surfaces = fig, surfaces
        self.moving = sorted(moving, key=lambda artist: artist.get_zorder())
        for artist in moving:
            artist.set_animated(True)
        if on_stage():
            fit_texts(fig)
        fig.canvas.draw()
        fig.set_layout_engine("none")  # the background's layout is fixed from here on
        self.background = np.array(fig.canvas.buffer_rgba())
        if surfaces:
            over = self._without_paper()
            for surface in surfaces:
                surface.place(over)
            fig.canvas.draw()
        self.frame = np.asarray(fig.canvas.buffer_rgba())

    def _without_paper(self):
        """The figure again on nothing: what is drawn above the surfaces."""
        papers = [self.fig.patch, *(s.ax.patch for s in self.surfaces)]
        for paper in papers:
            paper.set_visible(False)
        self.fig.canvas.draw()
        over = np.array(self.fig.canvas.buffer_rgba())
        for paper in papers:
            paper.set_visible(True)
        return over

    def png(self):
        """Draw the current state and return it as PNG bytes."""
        self.frame[:] = self.background
        for surface in self.surfaces:
            surface.paint(self.frame)
        renderer = self.fig.canvas.get_renderer()
        for artist in self.moving:
            artist.draw(renderer)
        return encode_png(self.frame[..., :3])
