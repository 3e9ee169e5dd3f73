"""The explorer itself: controls, a picture that follows them, and a line that says it in words.

An explorer holds no maths: it asks `functions`, `network`, `metrics` for numbers and moves what
is drawn. Changes that come faster than they can be drawn are dropped, the last position is
always shown. Nothing here prints; an error is shown in the line of words.
"""

import asyncio
import html
import threading

import ipywidgets as widgets

from course_utils import page, style
from course_utils.errors import message
from course_utils.still import Still

from .browser import ON_PAGE
from .controls import in_words
from .drawing import Canvas, Surface

# Beside its controls a picture is 640 CSS pixels wide: 800 pixels of picture are then 1.25 for
# each, sharp on common laptop screens. More would be sharper on a 2x screen and slower on all:
# drawing, encoding, the way and decoding cost by the pixel. On stage there is room for 960.
DPI = 100


class Picture(widgets.Image):
    """An Image whose tooltip, the name a screen reader speaks, can be set.

    ipywidgets 8.1 looks at a description before it sets the tooltip, and an Image has none.
    """

    description = type(widgets.Image.width)("").tag(sync=True)  # a trait of text


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
        self._by_hand, self._left = False, None  # moved by hand; where, before a cell moved it
        self._surfaces = []
        self.ticks = 0  # pictures drawn so far
        self.inputs = self.controls()
        self.fig = style.blank_figure(style.DPI if style.on_stage() else DPI)
        moving = list(self.setup(self.fig))
        self.finding = self._update()  # before the first drawing: the layout knows the artists
        self._canvas = Canvas(self.fig, moving, self._surfaces)
        self._build()
        self._redraw()
        for control in self.inputs.values():
            control.observe(self._on_change, names="value")

    def surface(self, ax, xlim, ylim, palette, *, n=200, border=False):
        """Add a coloured plane (see `Surface`) and return it. For `setup`."""
        self._surfaces.append(Surface(ax, xlim, ylim, palette, n=n, border=border))
        return self._surfaces[-1]

    def set(self, **values):
        """Set controls, redraw at once and return state and finding in words.

        A position that was set by hand is not lost: a button beside the picture goes back to it.

        A value that is not the control's is refused (the sliders would clip it).

        >>> from course_utils import explore
        >>> explore.line_on_xor().set(angle=45, shift=0.5)
        angle 45 degrees, shift 0.5: 3 of 4 points right; best so far: 3 of 4.
        """
        with self._lock:
            if self._by_hand:
                self._left = self._values()
            self._by_hand = False
            self._move(values)
            self._offer_back()
            if self._still.touched:  # else a stored notebook would hang on the moment
                self._still.update_soon()
            return self.finding

    def _move(self, values):
        self._quiet = True
        try:
            for name, value in values.items():
                self._set(name, value)
        finally:
            self._quiet = False
        self._redraw()

    def _set(self, name, value):
        if name not in self.inputs:
            raise ValueError(message("a control", f"one of {', '.join(self.inputs)}", repr(name),
                                     "a slip of the pen"))
        control = self.inputs[name]
        low, high = getattr(control, "min", value), getattr(control, "max", value)
        if not low <= value <= high:
            raise ValueError(message(name, f"a value from {low} to {high}", value, "another unit"))
        control.value = value

    # A cell further down moves, out of sight, what was set by hand: the way back is offered.

    def _offer_back(self):
        moved = self._left is not None and self._left != self._values()
        self._back.layout.display = None if moved else "none"

    def _go_back(self, *button):
        with self._lock:
            self._move(self._left)
            self._by_hand, self._left = True, None
            self._offer_back()

    # Jupyter's side

    def _on_change(self, change):
        """Note that a control was moved; draw as soon as no further change is waiting."""
        if self._quiet:
            return
        self._by_hand = True
        if self._stale:
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
                if self._left is not None:
                    self._left = None
                    self._offer_back()
                self._redraw()
                self._still.update_soon()
            except Exception as error:  # shown in words: a callback has no cell to report to
                self._stale = False
                said = html.escape(f"{type(error).__name__}: {error}")
                self._words.value = f"<strong>This position could not be drawn.</strong> {said}"

    def _redraw(self):
        self._stale = False  # a change from here on is a new one
        self.finding = self._update()
        self._image.value = self._canvas.png()
        self._words.value = html.escape(self.finding)
        self.ticks += 1

    def _update(self):
        finding = self.update(**self._values())
        return Finding(f"{', '.join(map(in_words, self.inputs.values()))}: {finding}")

    def _values(self):
        return {name: control.value for name, control in self.inputs.items()}

    def _build(self):
        self._image = Picture(
            format="png", tooltip=f"{self.name}: the words beside it say what it shows",
        )
        self._words = widgets.HTML().add_class("course-finding")
        self._back = widgets.Button(
            description="↩ Back to where I left it", layout={"display": "none"},
            tooltip="A cell has moved this explorer; go back to your own position",
        ).add_class("course-back")
        self._back.on_click(self._go_back)
        side = widgets.VBox([self._words, self._back]).add_class("course-side")
        controls = widgets.VBox([*self.inputs.values()]).add_class("course-controls")
        aid = widgets.HTML(ON_PAGE, layout={"height": "0", "margin": "0", "overflow": "hidden"})
        parts = widgets.VBox([controls, self._image, side, aid]).add_class("course-explorer")
        # outside: what `parts` asks for the room it has
        self.widget = widgets.VBox([parts]).add_class("course-room")
        self._still = Still(self.widget, self._last_words, self._last_picture)

    def show(self):
        """Put the explorer on the page from the middle of a cell."""
        self._still.show()

    _ipython_display_ = show  # and as the last line of a cell

    def _last_picture(self):
        return self._image.value, f"Explorer: {self.name}. {self.finding}"

    def _last_words(self):
        # beneath the picture on paper: the finding is its caption
        return {"text/plain": repr(self), "text/html": self.as_html(),
                "text/markdown": f"Explorer: {self.name}. {self.finding}"}

    def as_html(self):
        """The explorer without its life: name and finding.

        No picture: stored outputs are compared from machine to machine, pictures are not the same.
        """
        names = ", ".join(control.course_name for control in self.inputs.values())
        return (
            f'<div class="course-explorer" style="max-width:{page.WIDTH}px;line-height:1.5">'
            f"<p><strong>Explorer: {html.escape(self.name)}</strong><br>"
            f"{html.escape(self.finding)}<br>"
            f"<em>Run the notebook to move the controls ({html.escape(names)}).</em></p></div>"
        )

    def __repr__(self):
        return f"Explorer – {self.name}. {self.finding}"
