"""Explorer of notebook 04: three logits and a temperature over the simplex."""

import numpy as np

from course_utils import functions, plots, style
from widgets.explorers.controls import as_row, choice, signed, slider
from widgets.explorers.explorer import Explorer


class LogitsOnSimplex(Explorer):
    """Drag three logits and a temperature; see the probabilities and the gradient of the loss."""

    name = "drag three logits and a temperature over the simplex"
    temperatures = np.geomspace(0.05, 100, 60)
    steps = 25  # of size 1 on the logits over tau: ends close to the corner

    def controls(self):
        logits = {f"z{i}": slider(f"z{i}", -4.0, 4.0, 0.5, float(i)) for i in range(3)}
        target = choice("true class", [("0", 0), ("1", 1), ("2", 2)], 2, buttons=True)
        return {**logits, "tau": slider("tau", 0.5, 5.0, 0.5, 1.0), "target": target}

    def setup(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(5, 4))
        plots.simplex(left)
        left.set_title("Descent takes $o$ to the true corner", fontsize=14)
        self.path = self.plot(left, "--", color="0.35", lw=2, label=r"all $\tau$")
        self.way = self.plot(left, "-", color=style.VERMILION, lw=4, label="descent")
        self.goal = self.plot(left, "*", color=style.VERMILION, ms=20)
        self.point = self.plot(left, "o", color=style.BLACK, ms=13, label="$o$")
        left.set_ylim(-0.34, 1.04)
        left.legend(loc="lower center", ncols=3, fontsize=14, handlelength=1.4,
                    columnspacing=1.0, borderpad=0)
        where = np.arange(3)
        chances = right.bar(where - 0.22, [0] * 3, 0.42, color=style.BLUE, label="$o$")
        blame = right.bar(where + 0.22, [0] * 3, 0.42, color=style.VERMILION, hatch="//",
                          edgecolor="white", label="gradient $(o - T)/\\tau$")
        self.bars = [self.moves(bar) for bar in (*chances, *blame)]
        right.axhline(0, color=style.BLACK, lw=1.2)
        right.set(xticks=where, yticks=range(-2, 3), xlabel="class", ylim=(-2.4, 3.6),
                  xlim=(-0.5, 2.5))
        right.legend(loc="upper center", fontsize=14, handlelength=1.4)  # above the tallest bar
        self.numbers = [self.moves(right.text(i + dx, 0, "", ha="center", fontsize=12))
                        for dx in (-0.22, 0.22) for i in range(3)]

    def update(self, z0, z1, z2, tau, target):
        z = np.array([z0, z1, z2])
        T = functions.one_hot([target], 3)
        o = functions.temperature_softmax(z, tau)
        gradient = functions.ce_logits_gradient(z[None] / tau, T)[0] / tau
        along = functions.softmax(z / self.temperatures[:, None])
        self.path.set_data(*plots.simplex_points(along))
        self.way.set_data(*plots.simplex_points(self.descent(z, tau, T)))
        self.goal.set_data(*plots.simplex_points(T))
        self.point.set_data(*plots.simplex_points(o[None]))
        heights = np.concatenate([o, gradient])
        for bar, label, height in zip(self.bars, self.numbers, heights, strict=True):
            bar.set_height(height)
            label.set(text=signed(height, 2), y=height + (0.06 if height >= 0 else -0.24))
        return (f"o = {as_row(o, 2)}, gradient {as_row(gradient, 2)}, "
                f"loss {functions.cross_entropy(z[None] / tau, [target]):.2f}.")

    def descent(self, z, tau, T):
        """Where o goes while the logits take `steps` steps against the gradient."""
        way = [z / tau]
        for _ in range(self.steps):
            way.append(way[-1] - functions.ce_logits_gradient(way[-1][None], T)[0])
        return functions.softmax(np.array(way))
