"""Explorer of notebook 07: temperature, bins and noise against what a network claims."""

import numpy as np

from course_utils import functions, metrics, network, style
from widgets.explorers.controls import slider
from widgets.explorers.explorer import Explorer


class Calibration(Explorer):
    """A network's claims against its results, by temperature, bins and noise of the pictures.

    Of a trained network, on clean pictures X that it was not trained on, and their labels y.
    """

    name = "temperature, bins and noise against the claims of a network"
    taus = np.geomspace(0.5, 8, 40)

    def __init__(self, params, X, y):
        self.params, self.X, self.y = params, np.asarray(X, float), np.asarray(y)
        self.grain = np.random.default_rng(0).normal(size=self.X.shape)  # always the same noise
        super().__init__()

    def controls(self):
        return {
            "tau": slider("temperature", 0.5, 8.0, 0.1, 1.0),
            "bins": slider("bins", 1, 30, 1, 10),
            "noise": slider("noise", 0.0, 0.6, 0.1, 0.3, unit="of full ink"),
        }

    def setup(self, fig):
        left, right = fig.subplots(1, 2)
        left.plot([0, 1], [0, 1], "--", color=style.BLACK, lw=2)
        left.set(xlim=(0, 1.02), ylim=(0, 1.4), xlabel="mean confidence (fraction)",
                 ylabel="accuracy (fraction)", title="Under the dashes: too sure",
                 yticks=[0, 0.2, 0.4, 0.6, 0.8, 1])  # the legend is above all intervals
        self.shares = self.plot(left, color="0.75", lw=6, solid_capstyle="butt", ls="-",
                                label="share of all", zorder=0)
        self.reach = self.plot(left, color=style.BLUE, lw=2, ls="-")
        self.dots = self.plot(left, "o", color=style.BLUE, ms=9, ls="", label="bins")
        left.legend(loc="upper left")
        right.set(xscale="log", xlim=(0.5, 8), ylim=(0, 4.2), xlabel="temperature",
                  title="Star: lowest NLL", xticks=[0.5, 1, 2, 4, 8],
                  xticklabels=["0.5", "1", "2", "4", "8"], yticks=[0, 1, 2, 3])
        right.minorticks_off()
        self.nll = self.plot(right, color=style.VERMILION, ls="-", label="NLL (nats)")
        self.ece = self.plot(right, color=style.BLUE, ls="--", label="10 × ECE")
        self.now = self.plot(right, color=style.BLACK, lw=1.5, ls=":")
        self.best = self.plot(right, "*", color=style.VERMILION, ms=16, ls="")
        right.legend(loc="upper center")

    def update(self, tau, bins, noise):
        z, tops, correct, losses = self.once(noise, lambda: self._at(round(noise, 1)))
        P = functions.softmax(z / tau)
        conf = P.max(axis=1)
        p, a, n = metrics.reliability_bins(conf, correct, bins)
        used = n > 0
        low, high = metrics.wilson_interval(a * n, n)
        self.dots.set_data(p[used], a[used])
        self.reach.set_data(*_sticks(p[used], low[used], high[used]))
        self.shares.set_data(*_sticks(p[used], 0 * p[used], n[used] / n.sum()))
        eces = self.once((bins, noise), lambda: np.array(
            [metrics.expected_calibration_error(c, correct, bins) for c in tops]))
        self.ece.set_data(self.taus, _up_to(3, 10 * eces))
        self.nll.set_data(self.taus, _up_to(3, losses))
        self.best.set_data([self.taus[np.argmin(losses)]], [losses.min()])
        self.now.set_data([tau, tau], [0, 3])
        ece = metrics.expected_calibration_error(conf, correct, bins)
        return (f"accuracy {100 * correct.mean():.0f} %, mean confidence "
                f"{100 * conf.mean():.0f} %, ECE "
                f"{100 * ece:.1f} % with {bins} bins, NLL {metrics.nll(P, self.y):.2f} nats.")

    def _at(self, noise):
        """Logits at this noise; over `taus` the top confidences and losses."""
        z = network.logits(self.params, self.X + noise * self.grain)
        tops = [functions.softmax(z / tau).max(axis=1) for tau in self.taus]
        losses = np.array([functions.cross_entropy(z / tau, self.y) for tau in self.taus])
        return z, tops, z.argmax(axis=1) == self.y, losses


def _up_to(top, values):
    """The values, with gaps where they are larger: room for the legend above."""
    return np.where(values <= top, values, np.nan)


def _sticks(x, low, high):
    """Vertical strokes as one line with gaps."""
    gap = np.full(len(x), np.nan)
    return np.ravel([x, x, gap], "F"), np.ravel([low, high, gap], "F")
