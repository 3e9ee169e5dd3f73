"""The explorer itself: picture and words as a function of its controls.

An explorer contains no maths: it asks `functions`, `network`, `metrics` for numbers and moves what
is drawn. `frame` returns picture and words of a position and remembers nothing, so frames can be
drawn in any order, ahead of the reader, beforehand for a page, or in another process. Where the
reader is and has been is the `shell`'s.
"""

import html
import threading
from typing import NamedTuple

from widgets import figure, page
from widgets.explorers.drawing import Canvas, Surface
from widgets.explorers.shell import Shell

# Next to its controls a picture is 640 CSS pixels wide: 800 pixels of picture are then 1.25 for
# each, sharp on common laptop screens. More would be sharper on a 2x screen and slower on all:
# drawing, encoding, the way and decoding cost by the pixel. On stage there is room for 960.
DPI = 100


class Frame(NamedTuple):
    """A position's picture as PNG bytes, its words, and its score where the explorer keeps one."""

    png: bytes
    words: str
    score: int | None


class Explorer:
    """A picture that follows its controls; subclasses define what is drawn and what moves.

    A subclass has a `name` and three methods:

    * `controls()` returns a dict of name -> control, made by `slider` and `choice`;
    * `setup(fig)` draws everything once. What `update` moves is made by `self.plot(ax, ...)` or
      handed to `self.moves(artist)`; `self.surface(ax, xlim, ylim, palette)` adds a coloured
      plane of n x n points;
    * `update(**values)` takes the controls' values, moves the artists, fills the surfaces and
      returns the finding, one sentence that depends only on the values; or the sentence and a
      score, where ``so_far`` is the text about the best score over the positions visited.

    As the last line of a cell an explorer shows itself. Its words have a static twin in the
    exported page, and `set(...)` moves it from code.
    """

    name = "Explorer"
    so_far = ""  # such as "; best so far: {} of 4."

    def __init__(self):
        self.lock = threading.RLock()  # Jupyter may call on another thread
        self._moving, self._surfaces, self._made = [], [], {}
        self.inputs = self.controls()
        self.fig = figure.blank_figure(figure.DPI if page.on_stage() else DPI)
        self.setup(self.fig)
        start = {name: one.value for name, one in self.inputs.items()}
        self.update(**start)  # before the first drawing: the layout knows the artists
        self._canvas = Canvas(self.fig, self._moving, self._surfaces)
        self.shell = Shell(self)

    # --- for `setup` -----------------------------------------------------------------------

    def plot(self, ax, *marks, **look):
        """Add a line, or points, whose data `update` gives, and return it."""
        return self.moves(*ax.plot([], [], *marks, **look))

    def moves(self, artist):
        """Say that `update` moves or changes an artist; return it."""
        self._moving.append(artist)
        return artist

    def surface(self, ax, xlim, ylim, palette, *, n=200, border=False):
        """Add a coloured plane (see `Surface`) and return it."""
        self._surfaces.append(Surface(ax, xlim, ylim, palette, n=n, border=border))
        return self._surfaces[-1]

    def once(self, key, make):
        """What `make()` returned for this key the first time: numbers that many positions share."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    # --- a function of its controls --------------------------------------------------------

    def frame(self, **values):
        """Picture and words of a position. Earlier drawings make no difference."""
        with self.lock:
            said = self.update(**values)
            words, score = (said, None) if isinstance(said, str) else (said[0], int(said[1]))
            where = ", ".join(one.in_words(values[name]) for name, one in self.inputs.items())
            return Frame(self._canvas.png(), f"{where}: {words}", score)

    def frame_at(self, at):
        """The same of a position given by the numbers of its controls' positions."""
        return self.frame(**{name: one.values[k] for (name, one), k in
                             zip(self.inputs.items(), at, strict=True)})

    def about(self):
        """The facts a page needs before it can ask for frames."""
        return {
            "name": self.name, "soFar": self.so_far, "edition": 0,
            "controls": [{"name": one.name, "unit": one.unit, "kind": one.kind,
                          "labels": one.labels} for one in self.inputs.values()],
        }

    @property
    def pixels(self):
        """The frame drawn last, (height, width, 3) of uint8."""
        return self._canvas.frame[..., :3]

    # --- where the reader is: the shell ----------------------------------------------------

    @property
    def finding(self):
        """State and finding in words, with the best score so far."""
        return self.shell.finding

    def set(self, **values):
        """Set controls, redraw at once and return state and finding in words.

        A position that was set by hand is not lost: a button next to the picture goes back to it.

        A value that is not the control's is refused (the sliders would clip it).

        >>> from course_utils import explore
        >>> explore.line_on_xor().set(angle=45, shift=0.5)
        angle 45 degrees, shift 0.5: 3 of 4 points right; best so far: 3 of 4.
        """
        if unknown := [name for name in values if name not in self.inputs]:
            raise ValueError(f"a control: expected one of {', '.join(self.inputs)}, got "
                             f"{unknown[0]!r}; likely cause: a slip of the pen.")
        self.shell.set(values)
        return self.finding

    # --- on a page -------------------------------------------------------------------------

    def show(self):
        """Put the explorer on the page from the middle of a cell."""
        self.shell.still.show()

    _ipython_display_ = show  # and as the last line of a cell

    def as_html(self):
        """The explorer without its life: name and finding.

        No picture: stored outputs are compared from machine to machine, pictures are not the same.
        """
        names = ", ".join(control.name for control in self.inputs.values())
        return (
            f'<div class="course-explorer" style="max-width:{page.WIDTH}px;line-height:1.5">'
            f"<p><strong>Explorer: {html.escape(self.name)}</strong><br>"
            f"{html.escape(self.finding)}<br>"
            f"<em>Run the notebook to move the controls ({html.escape(names)}).</em></p></div>"
        )

    def __repr__(self):
        return f"Explorer – {self.name}. {self.finding}"
