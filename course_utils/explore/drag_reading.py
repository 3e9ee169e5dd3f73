"""Explorer of notebook 00b: drag one reading away and watch three lines."""

import numpy as np

from course_utils import functions, style
from widgets.explorers.controls import signed, slider
from widgets.explorers.explorer import Explorer


class DragReading(Explorer):
    """Move one reading up or down and see which of three lines follows it.

    x, y : arrays, shape (t,), x all different; at : the place where the lines are compared
    """

    name = "drag one reading away from the line"
    losses = ("squared", "Huber", "absolute")
    inks = (style.BLUE, style.GREEN, style.BLACK)

    def __init__(self, x, y, *, delta=0.03, at=95.0):
        order = np.argsort(x, kind="stable")
        self.x, self.y = np.asarray(x, float)[order], np.asarray(y, float)[order]
        self.delta, self.at = delta, at
        self.X = np.column_stack([self.x, np.ones(len(self.x))])
        self.still = self.lines(1, 0.0) @ [at, 1]  # heights before any move
        super().__init__()

    def controls(self):
        # readings are counted from the coolest kettle
        return {"reading": slider("reading", 1, len(self.x), 1, len(self.x) - 3),
                "moved": slider("moved", -2.0, 2.0, 0.05, 0.0, unit="km")}

    def lines(self, reading, moved):
        """Slope and intercept of each loss's line, shape (3, 2)."""
        y = self.y.copy()
        y[reading - 1] += moved
        return np.array([functions.least_squares_fit(self.X, y),
                         functions.huber_fit(self.X, y, self.delta),
                         functions.absolute_line(self.x, y)])

    def setup(self, fig):
        left, right = fig.subplots(1, 2)
        self.ends = np.array([self.x.min() - 0.6, self.x.max() + 0.6])
        low, high = self.y.min() - 2.3, self.y.max() + 2.6
        self.dots = self.plot(left, "s", color=style.VERMILION, ms=7)
        self.ring = self.plot(left, "o", ms=20, mfc="none", mec=style.VERMILION, mew=2.5)
        self.drawn = [self.plot(left, color=ink, ls=ls, label=name) for name, ink, ls in
                      zip(self.losses, self.inks, ("-", "--", ":"), strict=True)]
        left.set(xlim=self.ends, ylim=(low, high), xlabel="boiling point (°C)",
                 ylabel="height (km)", title="Three lines")
        left.legend(loc="upper right")
        shapes = (("o", 1.0, "full"), ("s", 1.5, "none"), ("D", 0.6, "full"))
        self.trails, self.marks = ([
            self.plot(right, marker, color=ink, ms=size * by, fillstyle=fill)
            for ink, (marker, by, fill) in zip(self.inks, shapes, strict=True)] for size in (4, 11))
        start = self.lines(1, 0.0)[0] @ [self.at, 1]
        right.set(xlim=(-2.1, 2.1), ylim=(start - 0.45, start + 0.45), xlabel="moved (km)",
                  title=f"Height at {self.at:g} °C (km)")

    def update(self, reading, moved):
        """Move the reading and refit; a small dot stays at each line's height before the move."""
        lines, still = self.lines(reading, moved), self.still
        heights = lines @ [self.at, 1]
        y = self.y.copy()
        y[reading - 1] += moved
        self.dots.set_data(self.x, y)
        self.ring.set_data([self.x[reading - 1]], [y[reading - 1]])
        for i, (w, b) in enumerate(lines):
            self.drawn[i].set_data(self.ends, w * self.ends + b)
            self.trails[i].set_data([0.0], [still[i]])
            self.marks[i].set_data([moved], [heights[i]])
        told = ", ".join(f"{name} {signed(1000 * by, 0)} m" for name, by in
                         zip(self.losses, heights - still, strict=True))
        return f"the height at {self.at:g} °C moves by: {told}."
