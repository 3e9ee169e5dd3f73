"""Interactive explorers: controls, a picture that follows them, and a line that says it in words.

An explorer holds no maths: it asks `functions`, `network`, `metrics` for numbers and moves what
is drawn. All of them share one drawing core: the figure is drawn once and kept as a background;
on each change only the artists that move and the pixels of a `Surface` are drawn over it, the
picture is encoded and sent. Changes that come faster than they can be drawn are dropped, the
last position is always shown. Nothing here prints; an error is shown in the line of words.
"""

import asyncio
import html
import struct
import threading
import zlib

import ipywidgets as widgets
import numpy as np
from matplotlib.colors import to_rgb

from . import data, functions, metrics, network, plots, style
from .still import Still
from .text import nearest_neighbours

__all__ = [
    "ActivationGallery",
    "Calibration",
    "CurveDegree",
    "Explorer",
    "Finding",
    "LineOnXor",
    "LogitsOnSimplex",
    "ProductOnXor",
    "ReluFilm",
    "Surface",
    "WordMap",
    "calibration",
    "choice",
    "curve_degree",
    "line_on_xor",
    "logits_on_simplex",
    "product_on_xor",
    "relu_film",
    "slider",
    "word_map",
]

# Shown 800 CSS pixels wide at most: 960 pixels of picture are then 1.2 per CSS pixel, sharp on
# common laptop screens (1.25 scaling) at the price of a plain screen's picture. Twice as many
# pixels would be sharper on a 2x screen and three times as slow.
SHOWN_WIDTH = "800px"


# --- The picture as bytes ---------------------------------------------------------------------


def encode_png(rgb, rows=None):
    """PNG bytes of an image, written for speed: unfiltered rows, zlib level 1.

    Parameters
    ----------
    rgb : array of uint8, shape (height, width, 3)
    rows : array of uint8, shape (height, 1 + 3 width), optional
        Memory to work in, used again from picture to picture: fresh memory costs more than
        the work done in it. Its first column has to be 0.

    Examples
    --------
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


class Canvas:
    """A figure drawn once, over which moving artists and surfaces are drawn again and again."""

    def __init__(self, fig, moving, surfaces):
        self.fig, self.moving, self.surfaces = fig, moving, surfaces
        for artist in moving:
            artist.set_animated(True)
        fig.canvas.draw()
        fig.set_layout_engine("none")  # the background's layout holds from here on
        self.background = np.array(fig.canvas.buffer_rgba())
        if surfaces:
            over = self._without_paper()
            for surface in surfaces:
                surface.place(over)
            fig.canvas.draw()
        self.frame = np.asarray(fig.canvas.buffer_rgba())
        self.rows = np.zeros((len(self.frame), 1 + 3 * self.frame.shape[1]), np.uint8)

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
            artist.axes.draw_artist(artist) if artist.axes else artist.draw(renderer)
        return encode_png(self.frame[..., :3], self.rows)


class Picture(widgets.Image):
    """An Image whose tooltip, the name a screen reader speaks, can be set.

    ipywidgets 8.1 looks at a description before it sets the tooltip, and an Image has none.
    """

    description = type(widgets.Image.width)("").tag(sync=True)  # a trait of text


# --- Controls ---------------------------------------------------------------------------------

LABEL = {"description_width": "initial"}
WIDE = {"width": "calc(100% - 4px)", "max_width": SHOWN_WIDTH}


def slider(description, low, high, step, value, *, unit=""):
    """Return a slider; whole numbers if low, high, step and value all are.

    Parameters
    ----------
    description : str
        The name a screen reader speaks; it stands before the slider, with the unit.
    low, high, step, value : int or float
    unit : str
        Such as "degrees"; also used in the line of words.
    """
    whole = all(isinstance(number, int) for number in (low, high, step, value))
    kind = widgets.IntSlider if whole else widgets.FloatSlider
    control = kind(
        value, min=low, max=high, step=step, style=LABEL, layout=WIDE,
        description=f"{description} ({unit})" if unit else description,
    )
    if not whole:
        digits = next(d for d in range(16) if d == 15 or np.isclose(round(step, d), step, atol=0))
        control.readout_format = f".{digits}f"
    return _named(control, description, unit)


def choice(description, options, value=None, *, buttons=False):
    """Return a drop-down list, or a row of buttons, of a few options.

    Parameters
    ----------
    options : sequence of str, or of (str, value)
    value : optional
        The first option by default.
    """
    kind = widgets.ToggleButtons if buttons else widgets.Dropdown
    control = kind(options=options, description=description, style=LABEL,
                   layout={"max_width": "calc(100% - 4px)"})
    if value is not None:
        control.value = value
    return _named(control, description, "")


def _named(control, description, unit):
    control.course_name, control.course_unit = description, unit
    control.tooltip = description  # else a tooltip says "null"
    return control


def _in_words(control):
    """A control's state for the line of words: "angle 45 degrees"."""
    name = getattr(control, "course_name", control.description)
    unit = getattr(control, "course_unit", "")
    if hasattr(control, "label"):
        value = control.label
    elif isinstance(control, widgets.FloatSlider):
        digits = int(control.readout_format[1:-1])
        value = f"{round(control.value, digits) + 0.0:.{digits}f}".replace("-", "−")
    else:
        value = str(control.value)
    return f"{name} {value} {unit}".strip()


# ipywidgets 8.1 gives a slider's handle no name and offers no live region: what a screen reader
# needs is added on the page, once the parts of the explorer are there. The region has to be an
# element that stays: an HTML widget replaces everything inside its own. A slider says its value
# with all digits (0.6000000000000001), a row of buttons not which one is pressed: both are put
# right after each change. JupyterLab is asked to leave the keys alone: in a list, arrow keys
# moved to another cell and "d" "d" deleted this one.
ACCESS = """<img alt="" style="display:none"
src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
onload="(function help(aid, tries) {
    const box = aid.closest('.course-explorer');
    const words = box && box.querySelector('.course-finding .widget-html-content');
    const sliders = box ? [...box.querySelectorAll('.widget-slider')] : [];
    if (!words || !sliders.every(one => one.querySelector('[role=slider]'))) {
        if (tries) setTimeout(help, 100, aid, tries - 1);
        return;
    }
    for (const one of sliders) {
        const name = one.querySelector('label').textContent;
        one.querySelector('[role=slider]').setAttribute('aria-label', name);
        const readout = one.querySelector('.widget-readout');
        readout.setAttribute('role', 'textbox');
        readout.setAttribute('aria-label', name + ', as a number');
    }
    for (const one of box.querySelectorAll('.widget-toggle-buttons')) {
        one.setAttribute('role', 'group');
        one.setAttribute('aria-label', one.querySelector('label').textContent);
    }
    const speak = () => {
        for (const one of box.querySelectorAll('[role=slider]')) {
            const said = one.getAttribute('aria-valuetext');
            const round = String(Number(Number(said).toFixed(9)));
            if (said !== round) one.setAttribute('aria-valuetext', round);
        }
        for (const one of box.querySelectorAll('.widget-toggle-button')) {
            const on = String(one.classList.contains('mod-active'));
            if (one.getAttribute('aria-pressed') !== on) one.setAttribute('aria-pressed', on);
        }
    };
    speak();
    new MutationObserver(speak).observe(
        box, {subtree: true, attributes: true, attributeFilter: ['aria-valuetext', 'class']});
    const keys = document.body.dataset.jpDeckMode ? 'select' : 'select, button, [role=slider]';
    for (const one of box.querySelectorAll(keys)) {
        one.setAttribute('data-lm-suppress-shortcuts', 'true');
    }
    words.setAttribute('role', 'status');
    words.setAttribute('aria-live', 'polite');
})(this, 50)">"""


# --- The explorer -----------------------------------------------------------------------------


class Finding(str):
    """The line of words; as the last line of a cell it appears without quotes."""

    def __repr__(self):
        return str(self)


class Explorer:
    """A picture that follows its controls; subclasses say what is drawn and what moves.

    A subclass has a `name` and three methods:

    * `controls()` returns a dict of name -> control, made by `slider` and `choice`;
    * `setup(fig)` draws everything once and returns the list of the artists that move;
      `self.surface(ax, xlim, ylim, palette)` adds a coloured plane of n x n points;
    * `update(**values)` takes the controls' values, moves the artists, fills the surfaces and
      returns the finding, one sentence.

    As the last line of a cell an explorer shows itself. Its words have a static twin in the
    exported page, and `set(...)` moves it from code.
    """

    name = "Explorer"

    def __init__(self):
        self._lock = threading.RLock()  # Jupyter may call back on another thread
        self._stale = self._quiet = False
        self._surfaces = []
        self.ticks = 0  # pictures drawn so far
        self.inputs = self.controls()
        self.fig = style.blank_figure()
        moving = list(self.setup(self.fig))
        self.finding = self._update()  # before the first drawing: the layout knows the artists
        self._canvas = Canvas(self.fig, moving, self._surfaces)
        self._build()
        self._redraw()
        for control in self.inputs.values():
            control.observe(self._on_change, names="value")

    def controls(self):
        """Return the controls by name."""
        raise NotImplementedError

    def setup(self, fig):
        """Draw everything once; return the artists that move."""
        raise NotImplementedError

    def update(self, **values):
        """Move the artists; return the finding."""
        raise NotImplementedError

    def surface(self, ax, xlim, ylim, palette, *, n=200, border=False):
        """Add a coloured plane (see `Surface`) and return it. For `setup`."""
        self._surfaces.append(Surface(ax, xlim, ylim, palette, n=n, border=border))
        return self._surfaces[-1]

    def set(self, **values):
        """Set controls, redraw at once and return state and finding in words.

        Raises
        ------
        ValueError
            If a name or a value is not one of the controls' (the sliders would clip it).

        Examples
        --------
        >>> line_on_xor().set(angle=45, shift=0.5)
        angle 45 degrees, shift 0.5: 3 of 4 points right; best possible: 3 of 4.
        """
        with self._lock:
            self._quiet = True
            try:
                for name, value in values.items():
                    self._set(name, value)
            finally:
                self._quiet = False
            self._redraw()
            if self._still.touched:  # else a stored notebook would hang on the moment
                self._still.update_soon()
            return self.finding

    def _set(self, name, value):
        if name not in self.inputs:
            raise ValueError(
                f"expected a control of this explorer ({', '.join(self.inputs)}), got {name!r}; "
                "likely cause: a slip of the pen"
            )
        control = self.inputs[name]
        low, high = getattr(control, "min", value), getattr(control, "max", value)
        if not low <= value <= high:
            raise ValueError(
                f"{name}: expected a value from {low} to {high}, got {value}; likely cause: "
                "another unit"
            )
        control.value = value

    # Jupyter's side

    def _on_change(self, change):
        """Note that a control was moved; draw as soon as no further change is waiting."""
        if self._quiet or self._stale:
            return
        self._stale = True
        try:
            asyncio.get_running_loop().call_soon(self._flush)
        except RuntimeError:  # no loop: a script, a test
            self._flush()

    def _flush(self):
        with self._lock:
            if not self._stale:
                return
            try:
                self._redraw()
                self._still.update_soon()
            except Exception as error:  # shown in words: a callback has no cell to report to
                self._stale = False
                said = html.escape(f"{type(error).__name__}: {error}")
                self._say(f"<strong>This position could not be drawn.</strong> {said}")

    def _redraw(self):
        self._stale = False  # a change from here on is a new one
        self.finding = self._update()
        self._image.value = self._canvas.png()
        self._say(html.escape(self.finding))
        self.ticks += 1

    def _update(self):
        values = {name: control.value for name, control in self.inputs.items()}
        finding = self.update(**values)
        return Finding(f"{', '.join(map(_in_words, self.inputs.values()))}: {finding}")

    def _say(self, words):
        self._words.value = words

    def _build(self):
        self._image = Picture(
            format="png",
            tooltip=f"{self.name}: the line below says what it shows",
            layout={**WIDE, "height": "auto"},
        )
        self._words = widgets.HTML(layout={"max_width": SHOWN_WIDTH})
        self._words.add_class("course-finding")
        aid = widgets.HTML(ACCESS, layout={"height": "0", "margin": "0", "overflow": "hidden"})
        self.widget = widgets.VBox([*self.inputs.values(), self._image, self._words, aid])
        self.widget.add_class("course-explorer")
        self._still = Still(self.widget, self._last_words, self._last_picture)

    def show(self):
        """Put the explorer on the page from the middle of a cell."""
        self._still.show()

    _ipython_display_ = show  # and as the last line of a cell

    def _last_picture(self):
        return self._image.value, f"Explorer: {self.name}. {self.finding}"

    def _last_words(self):
        words = self._repr_mimebundle_()
        # beneath the picture on paper: the finding is its caption
        return {"text/plain": words["text/plain"], "text/html": words["text/html"],
                "text/markdown": f"Explorer: {self.name}. {self.finding}"}

    def _repr_mimebundle_(self, **kwargs):
        bundle = dict(self.widget._repr_mimebundle_(**kwargs) or {})
        names = ", ".join(
            getattr(control, "course_name", name) for name, control in self.inputs.items()
        )
        bundle["text/plain"] = f"Explorer – {self.name}. {self.finding}"
        bundle["text/html"] = (
            '<div class="course-explorer" style="max-width:52em;line-height:1.5">'
            f"<p><strong>Explorer: {html.escape(self.name)}</strong><br>"
            f"{html.escape(self.finding)}<br>"
            f"<em>Run the notebook to move the controls ({html.escape(names)}).</em></p></div>"
        )
        return bundle

    def __repr__(self):
        return f"Explorer – {self.name}. {self.finding}"


# --- Notebook 01 ------------------------------------------------------------------------------


class LineOnXor(Explorer):
    """Turn and shift a straight line over the four XOR points; one of the two sides is class 1."""

    name = "turn and shift a line over the four XOR points"
    limits = (-0.6, 1.6)
    corners = np.array([[-0.15, -0.4], [-0.15, 1.4], [1.15, -0.4], [1.15, 1.4]])

    def controls(self):
        """Angle of the weights w, and how far along w the line lies."""
        return {
            "angle": slider("angle", 0, 180, 5, 0, unit="degrees"),
            "shift": slider("shift", -1.0, 1.5, 0.1, 0.5),
        }

    def setup(self, fig):
        """Draw the four points, and a line, an arrow along w and rings, which move."""
        self.X, self.y = data.xor_dataset()
        ax = fig.subplots()
        tints = [style.tint(colour) for colour in style.class_colours(2)]
        self.plane = self.surface(ax, self.limits, self.limits, tints)
        ax.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal", title="No line gets all four right")
        ax.set(xticks=[0, 1], yticks=[0, 1])
        plots.scatter_classes(ax, self.X, self.y, size=260, legend=False)
        plots.line(ax, np.array([1.0, 0.0]), -0.5)
        self.border = ax.lines[-1]
        (self.wrong,) = ax.plot(
            [], [], "o", ms=30, mfc="none", mec=style.BLACK, mew=2.5, label="wrong side"
        )
        self.sides = [ax.text(0, 0, f"says {i}", ha="center", va="center") for i in (0, 1)]
        ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), labelspacing=1.2)
        return [self.border, self.wrong, *self.sides]

    def update(self, angle, shift):
        """Move the line; name the sides so that more points are right."""
        w, b = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]), -shift
        decide = lambda X: functions.step(np.round(X @ w + b, 9)).astype(int)  # noqa: E731
        right = decide(self.X) == self.y
        flip = int(right.sum() < 2)  # the other side is class 1
        right = right ^ bool(flip)
        self.plane.set(decide(self.plane.points) ^ flip)
        self.border.set_data(*plots.line_points(w, b, self.limits, self.limits))
        self.wrong.set_data(*self.X[~right].T)
        classes = decide(self.corners) ^ flip
        for i, side in enumerate(self.sides):
            side.set_visible(i in classes)
            away = (self.corners @ w + b) * (1 if i ^ flip else -1)
            side.set_position(self.corners[np.argmax(away)])
        return f"{right.sum()} of 4 points right; best possible: 3 of 4."


def line_on_xor():
    """Return the explorer of notebook 01: turn and shift a line over the four XOR points."""
    return LineOnXor()


# --- notebook 04: logits on the simplex -------------------------------------------------------


class LogitsOnSimplex(Explorer):
    """Drag three logits and a temperature; see the probabilities and the gradient of the loss."""

    name = "drag three logits and a temperature over the simplex"
    temperatures = np.geomspace(0.05, 100, 60)

    def controls(self):
        """Three logits, the temperature, and the class that is true."""
        logits = {f"z{i}": slider(f"z{i}", -4.0, 4.0, 0.5, float(i)) for i in range(3)}
        target = choice("true class", [("0", 0), ("1", 1), ("2", 2)], 2, buttons=True)
        target.style.button_width = "3em"  # three beside each other, also on stage
        return {**logits, "tau": slider("tau", 0.5, 5.0, 0.5, 1.0), "target": target}

    def setup(self, fig):
        """Draw the triangle and the axes of the bars; the point, its path and the bars move."""
        left, right = fig.subplots(1, 2, width_ratios=(5, 4))
        plots.simplex(left)
        left.set_title("The push aims at the true corner", fontsize=14)
        (self.path,) = left.plot([], [], "--", color="0.35", lw=2, label=r"all $\tau$")
        (self.way,) = left.plot([], [], "-", color=style.VERMILION, lw=4, label="$T - o$")
        (self.goal,) = left.plot([], [], "*", color=style.VERMILION, ms=20)
        (self.point,) = left.plot([], [], "o", color=style.BLACK, ms=13, label="$o$")
        left.set_ylim(-0.34, 1.04)
        left.legend(loc="lower center", ncols=3, fontsize=14, handlelength=1.4,
                    columnspacing=1.0, borderpad=0)
        where = np.arange(3)
        self.chances = right.bar(where - 0.22, [0] * 3, 0.42, color=style.BLUE, label="$o$")
        self.blame = right.bar(
            where + 0.22, [0] * 3, 0.42, color=style.VERMILION, hatch="//", edgecolor="white",
            label="gradient $(o - T)/\\tau$",
        )
        right.axhline(0, color=style.BLACK, lw=1.2)
        right.set(xticks=where, yticks=range(-2, 3), xlabel="class", ylim=(-2.4, 3.6),
                  xlim=(-0.5, 2.5))
        right.legend(loc="upper center", fontsize=14, handlelength=1.4)  # above the tallest bar
        self.numbers = [
            right.text(i + dx, 0, "", ha="center", fontsize=12)
            for dx in (-0.22, 0.22) for i in range(3)
        ]
        return [self.path, self.way, self.goal, self.point, *self.chances, *self.blame,
                *self.numbers]

    def update(self, z0, z1, z2, tau, target):
        """Move the point and the bars."""
        z = np.array([z0, z1, z2])
        T = functions.one_hot([target], 3)
        o = functions.temperature_softmax(z, tau)
        gradient = functions.ce_logits_gradient(z[None] / tau, T)[0] / tau
        along = functions.softmax(z / self.temperatures[:, None])
        self.path.set_data(*plots.simplex_points(along))
        self.way.set_data(*plots.simplex_points(np.stack([o, T[0]])))
        self.goal.set_data(*plots.simplex_points(T))
        self.point.set_data(*plots.simplex_points(o[None]))
        heights = np.concatenate([o, gradient])
        for bar, label, height in zip([*self.chances, *self.blame], self.numbers, heights,
                                      strict=True):
            bar.set_height(height)
            label.set(text=f"{height:.2f}".replace("-", "−"),
                      y=height + (0.06 if height >= 0 else -0.24))
        return (f"o = {_row(o)}, gradient {_row(gradient)}, "
                f"loss {functions.cross_entropy(z[None] / tau, [target]):.2f}.")


def _row(values):
    return "(" + ", ".join(f"{v + 0.0:.2f}".replace("-", "−") for v in values) + ")"


def logits_on_simplex():
    """Return the explorer of notebook 04: three logits, a temperature, and the gradient."""
    return LogitsOnSimplex()


# --- Notebook 03 ------------------------------------------------------------------------------


class ActivationGallery(Explorer):
    """One activation and its slope; a dot walks along both, a parameter bends them."""

    name = "walk along an activation and its slope"
    # name: what the parameter is, value(x, p), slope(x, p)
    gallery = {
        "step": ("", lambda x, p: functions.step(x), lambda x, p: 0 * x),
        "sigmoid": ("slope a", lambda x, p: functions.sigmoid(p * x),
                    lambda x, p: p * functions.sigmoid_grad(p * x)),
        "tanh": ("", lambda x, p: np.tanh(x), lambda x, p: functions.tanh_grad(x)),
        "arctan": ("", lambda x, p: np.arctan(x), lambda x, p: functions.arctan_grad(x)),
        "ReLU": ("", lambda x, p: functions.relu(x), lambda x, p: functions.relu_grad(x)),
        "leaky ReLU, PReLU": ("alpha", functions.leaky_relu, functions.leaky_relu_grad),
        "GELU": ("", lambda x, p: functions.gelu(x), lambda x, p: functions.gelu_grad(x)),
        "Swish": ("beta", functions.swish, functions.swish_grad),
        "SwiGLU, one unit with W = 1": (
            "V", lambda x, p: p * x * functions.swish(x),
            lambda x, p: p * (functions.swish(x) + x * functions.swish_grad(x))),
        "softplus": ("", lambda x, p: functions.softplus(x),
                     lambda x, p: functions.softplus_grad(x)),
        "ELU": ("alpha", functions.elu, functions.elu_grad),
        "power": ("p, rounded", lambda x, p: functions.power(x, round(p)),
                  lambda x, p: round(p) * functions.power(x, max(round(p) - 1, 0))),
    }

    def controls(self):
        """Which activation, where on it, and its parameter."""
        return {
            "activation": choice("activation", list(self.gallery), "Swish"),
            "k": slider("pre-activation", -5.0, 5.0, 0.1, -1.0),
            "parameter": slider("parameter", 0.0, 4.0, 0.05, 1.0),
        }

    def setup(self, fig):
        """Draw two empty panels; the curves, dots and the tangent move."""
        left, right = fig.subplots(1, 2)
        self.x = np.linspace(-5.4, 5.4, 433)
        for ax, low, high, name in ((left, -2, 5, "Activation"), (right, -0.6, 1.6, "Slope")):
            ax.axhline(0, color="0.6", lw=1)
            ax.axvline(0, color="0.6", lw=1)
            ax.set(xlim=(-5.4, 5.4), ylim=(low, high), xlabel="pre-activation k", title=name)
        (self.tangent,) = left.plot([], [], color=style.BLACK, ls="--", lw=2, label="tangent")
        (self.value,) = left.plot([], [], color=style.BLUE)
        (self.slope,) = right.plot([], [], color=style.VERMILION)
        (self.here,) = left.plot([], [], "o", color=style.BLACK, ms=11)
        (self.there,) = right.plot([], [], "s", color=style.BLACK, ms=11)
        left.legend(loc="upper left", handlelength=1.2, borderaxespad=0.3, frameon=False)
        return [self.value, self.slope, self.tangent, self.here, self.there]

    def update(self, activation, k, parameter):
        """Move curves, dots and tangent."""
        meaning, value, slope = self.gallery[activation]
        self.value.set_data(self.x, value(self.x, parameter))
        self.slope.set_data(self.x, slope(self.x, parameter))
        h, s = float(value(k, parameter)), float(slope(k, parameter))
        self.tangent.set_data([k - 1.5, k + 1.5], [h - 1.5 * s, h + 1.5 * s])
        self.here.set_data([k], [h])
        self.there.set_data([k], [s])
        said = f"parameter: {meaning}" if meaning else "no parameter"
        flat = ", nearly flat" if abs(s) < 0.01 else ""
        return f"value {_signed(h)}, slope {_signed(s)}{flat}; {said}."


def _signed(number):
    return f"{round(number, 3) + 0.0:.3f}".replace("-", "−")


def activation_gallery():
    """Return the explorer of notebook 03: twelve activations and their slopes."""
    return ActivationGallery()


# --- notebook 06: a map of words --------------------------------------------------------------


class WordMap(Explorer):
    """Ask a map of word vectors for neighbours, recolour it, and change the table."""

    name = "query and recolour a map of word vectors"
    count = 5  # neighbours shown

    def __init__(self, tables, words, groups):
        self.tables, self.words, self.groups = tables, tuple(words), groups
        super().__init__()

    def controls(self):
        """Which table, which word, how neighbours are measured, what the colours mean."""
        ordered = sorted(self.words)
        return {
            "table": choice("table", list(self.tables), buttons=True),
            "word": choice("word", ordered, "not" if "not" in ordered else None),
            "measure": choice("neighbours by", ["cosine", "dot"], buttons=True),
            "colour": choice("colour by", list(self.groups), buttons=True),
        }

    def setup(self, fig):
        """Draw the empty map; points, rings, the ray and the word asked for move."""
        ax, side = fig.subplots(1, 2, width_ratios=(2.6, 1))
        side.set(xlim=(0, 1), ylim=(0, 1))
        side.axis("off")
        ax.axhline(0, color="0.8", lw=1)
        ax.axvline(0, color="0.8", lw=1)
        ax.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), title="A word's place depends on the task",
               xlabel="first number / longest vector", ylabel="second number / longest vector")
        (self.ray,) = ax.plot([], [], color=style.BLACK, ls=":", lw=2)
        slots = range(max(len(names) for names, _ in self.groups.values()))
        height = 1.0
        looks = list(zip(style.class_colours(5), style.class_markers(5), strict=True))
        self.points = [ax.plot([], [], ls="", marker=looks[i][1], color=looks[i][0], ms=9,
                               alpha=0.75)[0] for i in slots]
        for title, (names, _) in self.groups.items():  # one legend for each meaning
            side.text(0, height - 0.05, f"by {title}", weight="bold", va="center")
            for i, name in enumerate(names):
                height -= 0.085
                side.plot([0.06], [height - 0.05], marker=looks[i][1], color=looks[i][0], ms=11)
                side.text(0.15, height - 0.05, name, va="center")
            height -= 0.13
        (self.rings,) = ax.plot([], [], "o", mfc="none", mec=style.BLACK, mew=2, ms=16, ls="")
        self.query = ax.text(0, 0, "", ha="center", va="bottom", weight="bold")
        return [self.ray, *self.points, self.rings, self.query]

    def update(self, table, word, measure, colour):
        """Place the points in their groups' colours; ring the nearest words."""
        E = np.asarray(self.tables[table], float)
        row = self.words.index(word)
        rows, scores = nearest_neighbours(E, row, self.count, measure=measure)
        E = E / np.linalg.norm(E, axis=1).max()
        names, member = self.groups[colour]
        for i, dots in enumerate(self.points):
            dots.set_data(*E[np.asarray(member) == i].T)
        self.rings.set_data(*E[rows].T)
        self.ray.set_data([0, 3 * E[row, 0]], [0, 3 * E[row, 1]])
        self.query.set_text(word)
        self.query.set_position((np.clip(E[row, 0], -0.95, 0.95), E[row, 1] + 0.04))
        near = [f"{self.words[w]} ({_signed_2(s)})" for w, s in zip(rows, scores, strict=True)]
        same = int(np.sum(np.asarray(member)[rows] == member[row]))
        return (f"nearest are {', '.join(near)}; {same} of "
                f"{len(rows)} share its colour ({names[member[row]]}).")


def _signed_2(number):
    return f"{round(float(number), 2) + 0.0:.2f}".replace("-", "−")


def word_map(tables, words, groups):
    """Return the explorer of notebook 06: query and recolour a map of word vectors.

    Parameters
    ----------
    tables : dict of str to array (|V|, 2)
        Embedding tables of the same words by name.
    words : sequence of str, length |V|
        The words in row order.
    groups : dict of str to (names, member)
        What the colours may mean: at most five names, and each word's number among them.
    """
    return WordMap(tables, words, groups)


# --- notebook 07 -------------------------------------------------------------------------------


class Calibration(Explorer):
    """A network's claims against its results, by temperature, bins and noise of the pictures."""

    name = "temperature, bins and noise against the claims of a network"
    taus = np.geomspace(0.5, 8, 40)

    def __init__(self, params, X, y):
        self.params, self.X, self.y = params, np.asarray(X, float), np.asarray(y)
        self.grain = np.random.default_rng(0).normal(size=self.X.shape)  # always the same noise
        self.seen, self.eces = {}, {}
        super().__init__()

    def controls(self):
        """Temperature of the softmax, number of bins, noise added to the pictures."""
        return {
            "tau": slider("temperature", 0.5, 8.0, 0.1, 1.0),
            "bins": slider("bins", 1, 30, 1, 10),
            "noise": slider("noise", 0.0, 0.6, 0.1, 0.3, unit="of full ink"),
        }

    def setup(self, fig):
        """Draw the diagram on the left, NLL and ECE over the temperature on the right."""
        left, right = fig.subplots(1, 2)
        left.plot([0, 1], [0, 1], "--", color=style.BLACK, lw=2)
        left.set(xlim=(0, 1.02), ylim=(0, 1.02), xlabel="mean confidence (fraction)",
                 ylabel="accuracy (fraction)", title="Dashed: honest")
        (self.shares,) = left.plot([], [], color="0.75", lw=6, solid_capstyle="butt", ls="-",
                                   label="share of all", zorder=0)
        (self.reach,) = left.plot([], [], color=style.BLUE, lw=2, ls="-")
        (self.dots,) = left.plot([], [], "o", color=style.BLUE, ms=9, ls="", label="bins")
        left.legend(loc="upper left")
        right.set(xscale="log", xlim=(0.5, 8), ylim=(0, 4.2), xlabel="temperature",
                  title="Star: lowest NLL", xticks=[0.5, 1, 2, 4, 8],
                  xticklabels=["0.5", "1", "2", "4", "8"], yticks=[0, 1, 2, 3])
        right.minorticks_off()
        (self.nll,) = right.plot([], [], color=style.VERMILION, ls="-", label="NLL (nats)")
        (self.ece,) = right.plot([], [], color=style.BLUE, ls="--", label="10 × ECE")
        (self.now,) = right.plot([1, 1], [0, 3], color=style.BLACK, lw=1.5, ls=":")
        (self.best,) = right.plot([], [], "*", color=style.VERMILION, ms=16, ls="")
        right.legend(loc="upper center")
        return [self.shares, self.reach, self.dots, self.nll, self.ece, self.now, self.best]

    def update(self, tau, bins, noise):
        """Move points, intervals, curves; say accuracy, confidence, ECE and NLL."""
        z, tops, correct, losses = self._at(round(noise, 1))
        P = functions.softmax(z / tau)
        conf = P.max(axis=1)
        p, a, n = metrics.reliability_bins(conf, correct, bins)
        used = n > 0
        low, high = metrics.wilson_interval(a * n, n)
        self.dots.set_data(p[used], a[used])
        self.reach.set_data(*_sticks(p[used], low[used], high[used]))
        self.shares.set_data(*_sticks(p[used], 0 * p[used], n[used] / n.sum()))
        if (bins, noise) not in self.eces:
            self.eces[bins, noise] = [metrics.expected_calibration_error(c, correct, bins)
                                      for c in tops]
        self.ece.set_data(self.taus, _up_to(3, 10 * np.array(self.eces[bins, noise])))
        self.nll.set_data(self.taus, _up_to(3, losses))
        self.best.set_data([self.taus[np.argmin(losses)]], [losses.min()])
        self.now.set_data([tau, tau], [0, 3])
        ece = metrics.expected_calibration_error(conf, correct, bins)
        return (f"accuracy {100 * correct.mean():.0f} %, mean confidence "
                f"{100 * conf.mean():.0f} %, ECE "
                f"{100 * ece:.1f} % with {bins} bins, NLL {metrics.nll(P, self.y):.2f} nats.")

    def _at(self, noise):
        """Logits at this noise; over `taus` the top confidences and losses. Kept once made."""
        if noise not in self.seen:
            z = network.logits(self.params, self.X + noise * self.grain)
            tops = [functions.softmax(z / tau).max(axis=1) for tau in self.taus]
            losses = np.array([functions.cross_entropy(z / tau, self.y) for tau in self.taus])
            self.seen[noise] = z, tops, z.argmax(axis=1) == self.y, losses
        return self.seen[noise]


def _up_to(top, values):
    """The values, with gaps where they are larger: room for the legend above."""
    return np.where(values <= top, values, np.nan)


def _sticks(x, low, high):
    """Vertical strokes as one line with gaps."""
    gap = np.full(len(x), np.nan)
    return np.ravel([x, x, gap], "F"), np.ravel([low, high, gap], "F")


def calibration(params, X, y):
    """Return the explorer of notebook 07: temperature, bins and noise against diagram, ECE, NLL.

    Parameters
    ----------
    params : dict
        A trained network, as in `network.train`.
    X, y : arrays, shapes (t, d) and (t,)
        Clean pictures the network was not trained on, and their labels.
    """
    return Calibration(params, X, y)


# --- Notebook 05 ------------------------------------------------------------------------------


class ReluFilm(Explorer):
    """Scrub through the training of a ReLU network on 1-D data and watch its kinks move."""

    name = "the film of a ReLU network in training"

    def __init__(self, films, x, y):
        self.films, self.x, self.y = films, x, y
        super().__init__()

    def controls(self):
        """The epoch, and where the kinks start."""
        last = len(next(iter(self.films.values()))) - 1
        every = next(iter(self.films.values()))[1]["step"]
        return {
            "epoch": slider("epoch", 0, last * every, every, 0),
            "start": choice("start", list(self.films), buttons=True),
        }

    def setup(self, fig):
        """Draw the data; the fitted curve, its kinks and the point on the loss curve move."""
        left, right = fig.subplots(1, 2, width_ratios=[2, 1])
        low, high = self.x.min() - 0.3, self.x.max() + 0.3
        self.grid = np.linspace(low, high, 400)
        plots.points(left, self.x, self.y, label="data")
        (self.curve,) = left.plot([], [], color=style.BLUE, label="network")
        (self.kinks,) = left.plot([], [], "D", color=style.BLACK, ms=9, ls="", label="kinks")
        room = 0.35 * (self.y.max() - self.y.min())
        left.set(xlim=(low, high), ylim=(self.y.min() - room, self.y.max() + 1.6 * room),
                 xlabel="$x$", ylabel="$y$, $z$", title="Kinks move during training")
        left.legend(loc="upper center", ncols=3, handlelength=1.1, handletextpad=0.4,
                    columnspacing=0.8, borderaxespad=0)
        losses = [frame["loss"] for film in self.films.values() for frame in film]
        steps = next(iter(self.films.values()))[-1]["step"]
        right.set(yscale="log", xlim=(-0.09 * steps, 1.09 * steps), xlabel="epoch",
                  ylim=(0.8 * min(losses), 1.3 * max(losses)), title="Loss (MSE)")
        right.set_xticks([0, steps // 2, steps])
        (self.losses,) = right.plot([], [], color=style.BLUE)
        (self.now,) = right.plot([], [], "o", color=style.VERMILION, ms=12, ls="")
        return [self.curve, self.kinks, self.losses, self.now]

    def update(self, epoch, start):
        """Show one frame; say its loss and how many kinks lie among the data."""
        film = self.films[start]
        frame = film[epoch // film[1]["step"]]
        params = frame["params"]
        at = network.relu_net_1d_kinks(params["w1"], params["b1"])
        at = at[np.isfinite(at)]
        self.curve.set_data(self.grid, network.relu_net_1d(self.grid, **params))
        self.kinks.set_data(at, network.relu_net_1d(at, **params))
        self.losses.set_data(*np.transpose([(one["step"], one["loss"]) for one in film]))
        self.now.set_data([epoch], [frame["loss"]])
        inside = int(((self.x.min() <= at) & (at <= self.x.max())).sum())
        return f"mean squared error {frame['loss']:.2f}; {inside} of {len(at)} kinks in the data."


def relu_film(films, x, y):
    """Return the explorer of notebook 05: scrub through the training of a ReLU network.

    Parameters
    ----------
    films : dict of str -> list of dict
        Films of one length under the names of their starts, as from `network.relu_net_1d_fit`.
    x, y : arrays, shape (n,)
        The data.
    """
    return ReluFilm(films, x, y)


# --- notebook 02: the degree of a curve, the product on XOR ------------------------------------


class CurveDegree(Explorer):
    """Raise the degree of a polynomial; change its basis and its penalty."""

    name = "raise the degree of a polynomial"
    bases = ("powers of x", "powers of scaled x", "Chebyshev")
    highest, half = 37, 3.0  # x lies between -half and half
    floor, roof = 1e-4, 1e2  # errors outside are drawn on the frame

    def controls(self):
        """Degree, basis and ridge penalty."""
        basis = choice("basis", list(self.bases), buttons=True)
        penalties = [("none", 0.0), ("0.001", 1e-3), ("1", 1.0)]
        penalty = choice("ridge penalty", penalties, buttons=True)
        basis.style.button_width = penalty.style.button_width = "max-content"  # no "powers …"
        return {"degree": slider("degree", 0, self.highest, 1, 3), "basis": basis,
                "penalty": penalty}

    def setup(self, fig):
        """Draw the data and two empty panels; the curve, the errors and two dots move."""
        self.x, self.y, self.x_test, self.y_test = data.wiggly_curve()
        self.grid, self.seen = np.linspace(-self.half, self.half, 401), {}
        left, right = fig.subplots(1, 2)
        plots.points(left, self.x, self.y, label="training data")
        (self.curve,) = left.plot([], [], color=style.BLUE, label="fit")
        left.set(xlim=(-3.1, 3.1), ylim=(-3, 3), xlabel="x", ylabel="y", title="The curve")
        left.legend(loc="lower left")  # where no point and no error is
        moving = [self.curve]
        self.errors, self.dots = [], []
        looks = (("training", style.BLUE, "-", "o"), ("test", style.VERMILION, "--", "s"))
        for name, ink, dashes, marker in looks:
            self.errors += right.plot([], [], color=ink, ls=dashes, label=name)
            self.dots += right.plot([], [], marker=marker, color=ink, ms=12)
        right.set(xlim=(-1, 39), ylim=(self.floor / 2, self.roof * 2), yscale="log",
                  xlabel="degree", ylabel="mean squared error", title="The two errors")
        right.legend(loc="lower left")
        return [*moving, *self.errors, *self.dots]

    def features(self, x, degree, basis):
        """The feature table of a basis."""
        if basis == "powers of x":
            return functions.polynomial_features_1d(x, degree)
        if basis == "powers of scaled x":
            return functions.polynomial_features_1d(x / self.half, degree)
        return np.polynomial.chebyshev.chebvander(x / self.half, degree)

    def fit(self, degree, basis, penalty):
        """Weights, and the two mean squared errors."""
        table = self.features(self.x, degree, basis)
        w = (functions.ridge_fit(table, self.y, penalty) if penalty
             else functions.least_squares_fit(table, self.y))
        test = self.features(self.x_test, degree, basis)
        return w, np.mean((table @ w - self.y) ** 2), np.mean((test @ w - self.y_test) ** 2)

    def update(self, degree, basis, penalty):
        """Move the curve; draw the errors up to this degree, computed once per basis, penalty."""
        if (basis, penalty) not in self.seen:
            self.seen[basis, penalty] = np.array(
                [self.fit(p, basis, penalty)[1:] for p in range(self.highest + 1)])
        errors = np.clip(self.seen[basis, penalty], self.floor, self.roof).T
        w, *both = self.fit(degree, basis, penalty)
        for line, dot, values in zip(self.errors, self.dots, errors, strict=True):
            line.set_data(np.arange(degree + 1), values[:degree + 1])  # no further
            dot.set_data([degree], [values[degree]])
        table = self.features(self.grid, degree, basis)
        self.curve.set_data(self.grid, np.clip(table @ w, -9, 9))
        table = self.features(self.x, degree, basis)
        rank = np.linalg.matrix_rank(table)
        return (f"training error {_short(both[0])}, test error {_short(both[1])}; "
                f"condition number {_power_of_ten(np.linalg.cond(table))}, "
                f"{rank} of {degree + 1} features told apart.")


def _short(error):
    return f"{error:.2g}" if error < 100 else "over 100"


def _power_of_ten(number):
    return "over 10^15" if number > 1e15 else f"about 10^{np.log10(number):.0f}"


def curve_degree():
    """Return the explorer of notebook 02: degree, basis and penalty of a polynomial."""
    return CurveDegree()


class ProductOnXor(Explorer):
    """Weigh the product and the squares of a degree-2 map over the four XOR points."""

    name = "weigh the product x1 x2 on XOR"
    limits = (-0.6, 1.6)

    def controls(self):
        """Weights of the product and of both squares."""
        return {
            "product": slider("weight of x1 x2", -4.0, 2.0, 0.25, 0.0),
            "squares": slider("weight of x1² and x2²", -1.0, 2.0, 0.25, 0.0),
        }

    def setup(self, fig):
        """Draw the four points; rings around the wrong ones move, the plane changes."""
        self.X, self.y = data.xor_dataset()
        ax = fig.subplots()
        tints = [style.tint(colour) for colour in style.class_colours(2)]
        self.plane = self.surface(ax, self.limits, self.limits, tints, border=True)
        self.map = functions.polynomial_features_2d_degree2(self.plane.points)
        ax.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal", title="The product bends the border")
        ax.set(xticks=[0, 1], yticks=[0, 1])
        plots.scatter_classes(ax, self.X, self.y, size=260, legend=False)
        (self.wrong,) = ax.plot(
            [], [], "o", ms=30, mfc="none", mec=style.BLACK, mew=2.5, label="wrong side"
        )
        ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), labelspacing=1.7)
        return [self.wrong]

    def update(self, product, squares):
        """Colour the plane by the sign of x1 + x2 - 1/2 + the weighted terms."""
        w = np.array([-0.5, 1, 1, squares, product, squares])
        self.plane.set(self.map @ w > 0)
        right = (functions.polynomial_features_2d_degree2(self.X) @ w > 0) == self.y
        self.wrong.set_data(*self.X[~right].T)
        border = "straight" if product == squares == 0 else "curved"
        return f"{right.sum()} of 4 points right; the border is {border}."


def product_on_xor():
    """Return the explorer of notebook 02: the product term on the four XOR points."""
    return ProductOnXor()
