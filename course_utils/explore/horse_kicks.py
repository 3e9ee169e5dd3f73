"""Explorer of notebook 03c: a rate and a number of trials for the Prussian horse kicks."""

import numpy as np

from course_utils import data, functions, style
from widgets.explorers.controls import choice, slider
from widgets.explorers.explorer import Explorer


class HorseKicks(Explorer):
    """Choose how many trials share a rate; move the rate; watch counts and log-likelihood."""

    name = "find the rate of the horse kicks"
    trials = (("4", 4), ("10", 10), ("100", 100), ("unlimited (Poisson)", 0))
    lowest, highest, step = 0.1, 2.0, 0.01

    def controls(self):
        trials = choice("trials n", list(self.trials), 0, buttons=True)
        return {"lam": slider("rate λ", self.lowest, self.highest, self.step, 1.2, unit="a year"),
                "n": trials}

    def setup(self, fig):
        self.k, self.seen = data.horse_kicks()
        self.rates = np.round(np.arange(self.lowest, self.highest + self.step / 2, self.step), 2)
        self.known = {n: np.array([self.loss(lam, n) for lam in self.rates])
                      for _, n in self.trials}
        left, right = fig.subplots(1, 2)
        left.bar(self.k, self.seen, 0.6, color=style.tint(style.VERMILION, 0.5), label="counted")
        self.heads = self.plot(left, "o", color=style.BLUE, ls="-", label="expected")
        left.set(xlim=(-0.6, 4.6), ylim=(0, 190), xlabel="deaths in a corps and year",
                 xticks=range(5), ylabel="corps-years", title="200 corps-years")
        left.legend(loc="upper right")
        self.curve = self.plot(right, color=style.BLUE)
        self.dot = self.plot(right, "o", color=style.VERMILION, ms=12, ls="")
        right.set(xlim=(0, 2.1), ylim=(0.98, 2.1), xlabel="rate λ", ylabel="mean of −log p (nats)",
                  title="The surprise")

    def chances(self, lam, n):
        if n:
            return functions.binomial_pmf(self.k, n, lam / n)
        return functions.poisson_pmf(self.k, lam)

    def loss(self, lam, n):
        """Mean negative log-likelihood of the 200 corps-years."""
        return float(-self.seen @ np.log(self.chances(lam, n)) / self.seen.sum())

    def update(self, lam, n):
        expected = self.seen.sum() * self.chances(lam, n)
        self.heads.set_data(self.k, expected)
        self.curve.set_data(self.rates, self.known[n])
        here = self.loss(lam, n)
        self.dot.set_data([lam], [here])
        best = self.rates[self.known[n].argmin()]
        gap = np.abs(expected - self.seen).max()
        told = "lowest here" if np.isclose(lam, best) else f"lowest at λ = {best:.2f}"
        return f"−log p is {here:.3f} nats on average, {told}; largest gap {gap:.1f} corps-years."
