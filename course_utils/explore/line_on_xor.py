"""Explorer of notebook 01: a straight line over the four XOR points."""

import numpy as np

from course_utils import data, functions, plots, style
from widgets.explorers.controls import slider
from widgets.explorers.explorer import Explorer


class LineOnXor(Explorer):
    """Turn and shift a straight line over the four XOR points; one of the two sides is class 1."""

    name = "turn and shift a line over the four XOR points"
    limits = (-0.6, 1.6)
    so_far = "; best so far: {} of 4."
    corners = np.array([[-0.15, -0.4], [-0.15, 1.4], [1.15, -0.4], [1.15, 1.4]])

    def controls(self):
        return {
            "angle": slider("angle", 0, 180, 5, 0, unit="degrees"),
            "shift": slider("shift", -1.0, 1.5, 0.1, 0.5),
        }

    def setup(self, fig):
        self.X, self.y = data.xor_dataset()
        ax = fig.subplots()
        tints = [style.tint(colour) for colour in style.class_colours(2)]
        self.plane = self.surface(ax, self.limits, self.limits, tints)
        ax.set(xlabel="$f_1$", ylabel="$f_2$", xticks=[0, 1], yticks=[0, 1], aspect="equal",
               title="How many can a line get right?")
        plots.scatter_classes(ax, self.X, self.y, size=260, legend=False)
        plots.line(ax, np.array([1.0, 0.0]), -0.5)
        self.border = self.moves(ax.lines[-1])
        self.wrong = self.plot(ax, "o", ms=30, mfc="none", mec=style.BLACK, mew=2.5,
                               label="wrong side")
        self.sides = [self.moves(ax.text(0, 0, f"says {i}", ha="center", va="center"))
                      for i in (0, 1)]
        ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), labelspacing=1.2)

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
        return f"{right.sum()} of 4 points right.", right.sum()
