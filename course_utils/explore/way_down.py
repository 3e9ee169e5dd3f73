"""Explorer of notebook 00: walk down a landscape with one step size, with or without momentum."""

import numpy as np
from matplotlib import colormaps

from course_utils import style
from course_utils.maths import descent
from widgets.explorers.controls import as_row, choice, slider
from widgets.explorers.explorer import Explorer


class WayDown(Explorer):
    """Choose a landscape, a start, a step size and how much momentum; watch where the walk ends.

    ``landscapes`` has under its name each pair (f, grad): f takes x of shape (2,) or (2, N) and is
    0 at its lowest, grad takes a point (2,) and returns its gradient.
    """

    name = "walk down a landscape"
    reach, most, bands, floor = 3.0, 100, 14, 1e-8

    def __init__(self, landscapes):
        self.landscapes = landscapes
        super().__init__()

    def controls(self):
        return {
            "landscape": choice("landscape", list(self.landscapes), buttons=True),
            "start": slider("start x₂", -2.5, 2.5, 0.1, 1.0),
            "eta": slider("step size η", 0.01, 0.6, 0.01, 0.1),
            "lam": slider("momentum λ", 0.0, 0.95, 0.05, 0.0),
            "steps": slider("steps", 0, self.most, 1, 30),
        }

    def setup(self, fig):
        left, right = fig.subplots(1, 2)
        greys = colormaps["Greys"](np.linspace(0, 0.55, self.bands))
        limits = (-self.reach, self.reach)
        self.plane = self.surface(left, limits, limits, [tuple(c[:3]) for c in greys])
        left.set(xlabel="$x_1$", ylabel="$x_2$", title="The way (grey is high)")
        self.way = self.plot(left, "o-", color=style.BLUE, ms=5, lw=2)
        self.ring = self.plot(left, "o", ms=14, mfc="none", mec=style.BLACK, mew=2)
        self.end = self.plot(left, "D", ms=10, color=style.VERMILION, mec="white")
        self.fall = self.plot(right, "-", color=style.BLUE)
        self.now = self.plot(right, "D", ms=10, color=style.VERMILION, mec="white")
        right.set(xlim=(-2, self.most + 2), yscale="log", ylim=(self.floor, 1e3),
                  xlabel="steps", title="Height f")

    def update(self, landscape, start, eta, lam, steps):
        f, grad = self.landscapes[landscape]
        self.plane.set(self.once(landscape, lambda: np.minimum(
            np.log1p(f(self.plane.points.T)) / 4 * self.bands, self.bands - 1)))
        path = descent.descend(grad, [2.5, start], eta, steps, lam=lam)
        seen = path[np.all(np.abs(path) < 1e3, axis=1)]  # the picture needs no more
        with np.errstate(over="ignore", invalid="ignore"):
            levels = f(path.T)
        drawn = np.clip(np.nan_to_num(levels, nan=1e9, posinf=1e9), self.floor, 1e9)
        self.way.set_data(*seen.T)
        self.ring.set_data(*path[0, :, None])
        self.end.set_data(*seen[-1, :, None])
        self.fall.set_data(np.arange(steps + 1), drawn)
        self.now.set_data([steps], drawn[-1:])
        if not np.all(np.abs(path[-1]) < 1e3):
            return f"it runs away; the start was at height {levels[0]:.2g}."
        return (f"from height {levels[0]:.2g} to {levels[-1]:.2g}, at {as_row(path[-1], 2)}, "
                f"where the slope is {np.linalg.norm(grad(path[-1])):.1g}.")
