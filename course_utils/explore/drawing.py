"""The drawing core: a figure drawn once, and on each change only what moves, encoded at once.

The figure is kept as a background; a tick draws the artists that move and the pixels of each
`Surface` over it and encodes the picture. Words that move are drawn once and stamped from then
on: Matplotlib takes a millisecond for each. No widgets and no maths of the course.
"""

import struct
import zlib

import numpy as np
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.colors import to_rgb
from matplotlib.text import Text
from matplotlib.transforms import IdentityTransform

from course_utils import plots, style


def encode_png(rgb, rows=None):
    """PNG bytes of an image, written for speed: unfiltered rows, zlib level 1.

    ``rgb`` is (height, width, 3), of uint8. ``rows``, (height, 1 + 3 width), is memory to work in,
    used again from picture to picture: fresh memory costs more than the work done in it. Its first
    column has to be 0.

    >>> encode_png(np.zeros((2, 3, 3), np.uint8))[:8]
    b'\\x89PNG\\r\\n\\x1a\\n'
    """
    height, width, _ = rgb.shape
    if rows is None:
        rows = np.zeros((height, 1 + 3 * width), np.uint8)  # a row's filter, 0 for none, then it
    pixels = rows[:, 1:].reshape(height, width, 3)
    for channel in range(3):  # five times faster than all at once
        pixels[..., channel] = rgb[..., channel]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


BLACK_PIXEL = np.array([0, 0, 0, 255], np.uint8).view(np.uint32)[0]


class Surface:
    """A coloured plane under the artists of one axes, changed by pixels, not by artists.

    An explorer makes it in `setup` with `self.surface(...)` and fills it in `update` with
    `set(codes)`. What the axes show above it (ticks, points) is blended over it.
    """

    def __init__(self, ax, xlim, ylim, palette, *, n=200, border=False):
        ax.set(xlim=xlim, ylim=ylim)
        self.ax, self.xlim, self.ylim, self.n, self.border = ax, xlim, ylim, n, border
        self.palette = np.array([np.round(255 * np.array(to_rgb(c))) for c in palette], np.uint8)
        self.codes = np.zeros((n, n), np.uint8)
        self.points = plots.grid_points(xlim, ylim, n)

    def set(self, codes):
        """Give the colour of each of `points`, as whole numbers into the palette."""
        self.codes = np.asarray(codes, np.uint8).reshape(self.n, self.n)

    def place(self, over):
        """Learn where the axes lie in the picture; `over` is what is drawn above (RGBA)."""
        x0, y0, x1, y1 = np.round(self.ax.bbox.extents).astype(int)
        height = over.shape[0]
        self.box = np.s_[height - y1 : height - y0, x0:x1]
        self.columns = np.arange(x1 - x0) * self.n // (x1 - x0)
        self.rows = self.n - 1 - np.arange(y1 - y0) * self.n // (y1 - y0)
        above = over[self.box]
        self.covered = np.flatnonzero(above[..., 3])
        pixels = above.reshape(-1, 4)[self.covered].astype(np.uint16)
        self.opaque, self.left = pixels[:, :3] * pixels[:, 3:], 255 - pixels[:, 3:]

    def paint(self, frame):
        """Write the plane and what covers it into the picture (RGBA, changed)."""
        # Whole pixels as one 32-bit number, and the wide step last, row by row.
        colours = np.full((len(self.palette), 4), 255, np.uint8)
        colours[:, :3] = self.palette
        lines = colours.view(np.uint32)[:, 0][self.codes[:, self.columns]]
        pixels = lines[self.rows]
        if self.border:
            self._draw_border(pixels)
        box = pixels.view(np.uint8).reshape(-1, 4)
        below = box[self.covered, :3]
        box[self.covered, :3] = (self.opaque + below * self.left + 127) // 255
        frame[self.box] = box.reshape(*pixels.shape, 4)

    def _draw_border(self, pixels):
        shown = self.codes[:, self.columns]
        across = np.zeros(shown.shape, bool)  # differs from a neighbour in its own row
        across[:, 1:] = shown[:, 1:] != shown[:, :-1]
        across[:, :-1] |= across[:, 1:]
        edge = across[self.rows]
        turns = np.flatnonzero(np.diff(self.rows)) + 1  # here another row of the plane begins
        differ = shown[self.rows[turns]] != shown[self.rows[turns - 1]]
        edge[turns] |= differ
        edge[turns - 1] |= differ
        pixels[edge] = BLACK_PIXEL


class Stamps:
    """Words drawn once and laid into the picture again wherever they move, on whole pixels.

    Kept by what they look like; an explorer's words are few (numbers with two digits, names).
    """

    most = 500  # kept; a few kilobytes each

    def __init__(self, width, height, dpi):
        self.renderer = RendererAgg(width, height, dpi)
        self.kept = {}

    def lay(self, artist, frame):
        """Blend the words of a Text into the picture; False if they do not lie inside it."""
        if not artist.get_visible() or not artist.get_text():
            return True
        x, y = artist.get_transform().transform(artist.get_unitless_position())
        look = (
            artist.get_text(), artist.get_color(), artist.get_alpha(), artist.get_rotation(),
            artist.get_ha(), artist.get_va(), hash(artist.get_fontproperties()),
        )
        if look not in self.kept:
            if len(self.kept) >= self.most:
                self.kept.clear()
            self.kept[look] = self._draw(artist)
        if self.kept[look] is None:
            return False
        left, up, ink, rest = self.kept[look]
        row, column = frame.shape[0] - round(y) - up, round(x) + left
        place = frame[row : row + len(ink), column : column + ink.shape[1], :3]
        if row < 0 or column < 0 or place.shape != ink.shape:
            return False
        place[:] = (ink + place * rest + 127) // 255
        return True

    def _draw(self, artist):
        """Draw words in the middle of the paper: a stamp does not know where it was first used."""
        height, width = self.renderer.height, self.renderer.width
        x, y = int(width) // 2, int(height) // 2
        before = artist.get_position(), artist.get_transform(), artist.get_clip_on()
        artist.set(position=(x, y), transform=IdentityTransform(), clip_on=False)
        self.renderer.clear()
        artist.draw(self.renderer)
        artist.set(position=before[0], transform=before[1], clip_on=before[2])
        drawn = np.asarray(self.renderer.buffer_rgba())
        rows, columns = (np.flatnonzero(drawn[..., 3].any(axis=axis)) for axis in (1, 0))
        if not len(rows):
            return None
        top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
        if top == 0 or left == 0 or bottom == len(drawn) or right == drawn.shape[1]:
            return None  # perhaps cut by the edge
        part = drawn[top:bottom, left:right].astype(np.uint16)
        ink = part[..., :3] * part[..., 3:]
        return left - x, int(height) - y - top, ink, 255 - part[..., 3:]


class Canvas:
    """A figure drawn once, over which moving artists and surfaces are drawn again and again."""

    def __init__(self, fig, moving, surfaces):
        self.fig, self.moving, self.surfaces = fig, moving, surfaces
        for artist in moving:
            artist.set_animated(True)
        if style.on_stage():
            style.fit_titles(fig)
        fig.canvas.draw()
        fig.set_layout_engine("none")  # the background's layout holds from here on
        self.background = np.array(fig.canvas.buffer_rgba())
        if surfaces:
            over = self._without_paper()
            for surface in surfaces:
                surface.place(over)
            fig.canvas.draw()
        self.frame = np.asarray(fig.canvas.buffer_rgba())
        height, width, _ = self.frame.shape
        self.rows = np.zeros((height, 1 + 3 * width), np.uint8)
        self.stamps = Stamps(width, height, fig.dpi)

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
        """Draw the present state and return it as PNG bytes."""
        self.frame[:] = self.background
        for surface in self.surfaces:
            surface.paint(self.frame)
        renderer = self.fig.canvas.get_renderer()
        for artist in self.moving:
            if not (isinstance(artist, Text) and self.stamps.lay(artist, self.frame)):
                artist.draw(renderer)
        return encode_png(self.frame[..., :3], self.rows)
