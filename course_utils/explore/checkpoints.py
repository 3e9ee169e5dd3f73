"""Explorer of notebook 05b: memory and time of a backward pass with checkpoints."""

import numpy as np
from matplotlib.colors import ListedColormap

from course_utils import style
from course_utils.maths import automatic
from widgets.explorers.controls import slider
from widgets.explorers.explorer import Explorer


class Checkpoints(Explorer):
    """Set the number of blocks and how many apart the kept ones are; see memory and time."""

    name = "memory and time with checkpoints"
    most = 100

    def controls(self):
        return {"blocks": slider("blocks", 2, self.most, 1, 64),
                "gap": slider("every g-th kept", 1, self.most, 1, 1)}

    def setup(self, fig):
        top, below = fig.subplots(2, 1, height_ratios=(1, 4.2))
        looks = ListedColormap(["white", style.tint(style.BLUE, 0.35), style.BLUE])
        self.row = self.moves(top.imshow(
            np.zeros((1, self.most)), cmap=looks, vmin=0, vmax=2, aspect="auto",
            extent=(0.5, self.most + 0.5, 0, 1), interpolation="nearest"))
        top.set(yticks=[], xlabel="output of block (full: kept, faint: run again)",
                title="What is kept")
        self.curve = self.plot(below, ".", color=style.BLUE, ms=7,
                               label="every gap, this many blocks")
        self.dot = self.plot(below, "o", color=style.VERMILION, ms=13, label="this gap")
        below.set(xlim=(0, 105), ylim=(0, 205), xlabel="values held at most",
                  ylabel="runs of blocks", title="Memory against time")
        below.legend(loc="upper right")

    def update(self, blocks, gap):
        """Colour the outputs and move the dot; a gap above the number of blocks keeps none."""
        number = np.arange(1, self.most + 1)
        costs = self.once(blocks, lambda: np.array(
            [automatic.checkpoint_cost(blocks, int(g)) for g in number]))
        held, runs = (int(n) for n in costs[gap - 1])
        looks = np.where(number % gap == 0, 2, 1) * (number < blocks)
        looks[blocks - 1] = 2  # the result
        self.row.set_data(looks[None, :])
        self.curve.set_data(costs[:, 0], costs[:, 1])
        self.dot.set_data([held], [runs])
        best = int(costs[:, 0].argmin()) + 1
        values = "value" if held == 1 else "values"
        return (f"{held} {values} held at most, {runs} runs for {blocks} blocks; least memory: "
                f"{costs[best - 1, 0]}, with every {_th(best)} kept.")


def _th(n):
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{n}{ends.get(n % 10, 'th') if n % 100 not in (11, 12, 13) else 'th'}"
