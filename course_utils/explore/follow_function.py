"""Explorer of notebook 03b: follow a function with more and more units."""

import numpy as np

from course_utils import functions, network, plots, style
from widgets.explorers.controls import choice, slider
from widgets.explorers.explorer import Explorer


class FollowFunction(Explorer):
    """Choose a function and a kind of unit, raise the number of pieces, watch the largest error."""

    name = "follow a function with k pieces"
    targets = {
        "cos 2πx": lambda x: np.cos(2 * np.pi * x),
        "√x": np.sqrt,
        "|x − 1/3|": lambda x: np.abs(x - 1 / 3),
    }
    kinds = ("ReLU", "steps", "sigmoids")
    most, floor = 64, 1e-4

    def controls(self):
        return {"k": slider("pieces k", 1, self.most, 1, 4),
                "target": choice("function", list(self.targets), buttons=True),
                "units": choice("units", list(self.kinds), buttons=True)}

    def setup(self, fig):
        self.x = np.linspace(0, 1, 961)  # 960 / k is whole for many k
        left, right = fig.subplots(1, 2)
        self.curve = self.plot(left, color=style.VERMILION, ls="--", label="f")
        self.net = self.plot(left, color=style.BLUE, label="network F")
        self.marks = self.plot(left, "D", color=style.BLACK, ms=6, ls="", label="kink or step")
        left.set(xlim=(-0.03, 1.03), ylim=(-1.2, 2.3), xlabel="x", title="The function")
        left.legend(loc="upper center", ncols=1)
        self.errors = self.plot(right, color=style.BLUE)
        self.dot = self.plot(right, "o", color=style.VERMILION, ms=12, ls="")
        plots.power_guide(right, np.array([4, 16, 64]), 0.3, -2, text="")
        plots.power_guide(right, np.array([4, 16, 64]), 0.8, -1, text="")
        right.text(28, 0.15, "$1/k$", ha="left", va="bottom")
        right.text(18, 0.007, "$1/k^2$", ha="right", va="top")
        right.set(xscale="log", yscale="log", xlim=(0.9, 80), ylim=(self.floor, 3),
                  xlabel="pieces k", title="Largest error")
        right.set_xticks([1, 4, 16, 64], ["1", "4", "16", "64"])

    def built(self, k, target, units):
        """Breakpoints, and the network's values on the grid."""
        f = self.targets[target]
        build = network.relu_interpolant if units == "ReLU" else network.staircase
        t, w, b = build(f, k)
        away = np.subtract.outer(self.x, t)
        if units == "ReLU":
            h = functions.relu(away)
        else:
            h = away > 0 if units == "steps" else functions.sigmoid(4.4 * k * away)
        return t, h @ w + b

    def update(self, k, target, units):
        """Move the curves; the errors of one choice are computed once and drawn up to k."""
        truth = self.targets[target](self.x)
        errors = self.once((target, units), lambda: np.array(
            [np.abs(self.built(i, target, units)[1] - truth).max()
             for i in range(1, self.most + 1)]))
        t, F = self.built(k, target, units)
        self.curve.set_data(self.x, truth)
        self.net.set_data(self.x, F)
        self.marks.set_data(t, np.interp(t, self.x, F))
        drawn = np.maximum(errors, self.floor)
        self.errors.set_data(np.arange(1, k + 1), drawn[:k])
        self.dot.set_data([k], [drawn[k - 1]])
        said = f"largest error {errors[k - 1]:.2g} with {len(t)} unit{'s' * (len(t) != 1)}"
        if k % 2:
            return said + "."
        return said + f"; {errors[k // 2 - 1]:.2g} with k = {k // 2}."
