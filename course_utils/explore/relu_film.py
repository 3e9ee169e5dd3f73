"""Explorer of notebook 05: the film of a ReLU network in training."""

import numpy as np

from course_utils import network, plots, style
from widgets.explorers.controls import choice, slider
from widgets.explorers.explorer import Explorer


class ReluFilm(Explorer):
    """Scrub through the training of a ReLU network on 1-D data and watch its kinks move.

    ``films`` has films of one length under the names of their starts, as from
    `network.relu_net_1d_fit`; x and y are the data.
    """

    name = "the film of a ReLU network in training"

    def __init__(self, films, x, y):
        self.films, self.x, self.y = films, x, y
        super().__init__()

    def controls(self):
        last = len(next(iter(self.films.values()))) - 1
        every = next(iter(self.films.values()))[1]["step"]
        return {
            "epoch": slider("epoch", 0, last * every, every, 0),
            "start": choice("start", list(self.films), buttons=True),
        }

    def setup(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=[2, 1])
        low, high = self.x.min() - 0.3, self.x.max() + 0.3
        self.grid = np.linspace(low, high, 400)
        plots.points(left, self.x, self.y, label="data")
        self.curve = self.plot(left, color=style.BLUE, label="network")
        self.kinks = self.plot(left, "D", color=style.BLACK, ms=9, ls="", label="kinks")
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
        self.losses = self.plot(right, color=style.BLUE)
        self.now = self.plot(right, "o", color=style.VERMILION, ms=12, ls="")

    def update(self, epoch, start):
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
