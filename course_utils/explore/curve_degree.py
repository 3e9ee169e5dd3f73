"""Explorer of notebook 02: the degree, basis and penalty of a polynomial."""

import numpy as np

from course_utils import data, functions, plots, style
from widgets.explorers.controls import choice, slider
from widgets.explorers.explorer import Explorer


class CurveDegree(Explorer):
    """Raise the degree of a polynomial; change its basis and its penalty."""

    name = "raise the degree of a polynomial"
    bases = ("powers of x", "powers of scaled x", "Chebyshev")
    highest, half = 37, 3.0  # x lies between -half and half
    floor, roof = 1e-4, 1e2  # errors outside are drawn on the frame

    def controls(self):
        basis = choice("basis", list(self.bases), buttons=True)
        penalties = [("none", 0.0), ("0.001", 1e-3), ("1", 1.0)]
        penalty = choice("ridge penalty", penalties, buttons=True)
        return {"degree": slider("degree", 0, self.highest, 1, 3), "basis": basis,
                "penalty": penalty}

    def setup(self, fig):
        self.x, self.y, self.x_test, self.y_test = data.wiggly_curve()
        self.grid = np.linspace(-self.half, self.half, 401)
        left, right = fig.subplots(1, 2)
        plots.points(left, self.x, self.y, label="training data")
        self.curve = self.plot(left, color=style.BLUE, label="fit")
        left.set(xlim=(-3.1, 3.1), ylim=(-3, 3), xlabel="x", ylabel="y", title="The curve")
        left.legend(loc="lower left")  # where no point and no error is
        looks = (("training", style.BLUE, "-", "o"), ("test", style.VERMILION, "--", "s"))
        self.errors = [self.plot(right, color=ink, ls=dashes, label=name)
                       for name, ink, dashes, _ in looks]
        self.dots = [self.plot(right, marker, color=ink, ms=12) for _, ink, _, marker in looks]
        right.set(xlim=(-1, 39), ylim=(self.floor / 2, self.roof * 2), yscale="log",
                  xlabel="degree", ylabel="mean squared error", title="The two errors")
        right.legend(loc="lower left")

    def features(self, x, degree, basis):
        if basis == "powers of x":
            return functions.polynomial_features_1d(x, degree)
        if basis == "powers of scaled x":
            return functions.polynomial_features_1d(x / self.half, degree)
        return np.polynomial.chebyshev.chebvander(x / self.half, degree)

    def fit(self, degree, basis, penalty):
        """Weights, and the two mean squared errors."""
        table = self.features(self.x, degree, basis)
        w = (functions.ridge_fit(table, self.y, penalty) if penalty
             else functions.least_squares_fit(table, self.y))
        test = self.features(self.x_test, degree, basis)
        return w, np.mean((table @ w - self.y) ** 2), np.mean((test @ w - self.y_test) ** 2)

    def update(self, degree, basis, penalty):
        """Move the curve; draw the errors up to this degree, computed once per basis, penalty."""
        errors = self.once((basis, penalty), lambda: np.clip(
            [self.fit(p, basis, penalty)[1:] for p in range(self.highest + 1)],
            self.floor, self.roof).T)
        w, *both = self.fit(degree, basis, penalty)
        for line, dot, values in zip(self.errors, self.dots, errors, strict=True):
            line.set_data(np.arange(degree + 1), values[:degree + 1])  # no further
            dot.set_data([degree], [values[degree]])
        table = self.features(self.grid, degree, basis)
        self.curve.set_data(self.grid, np.clip(table @ w, -9, 9))
        table = self.features(self.x, degree, basis)
        rank = np.linalg.matrix_rank(table)
        return (f"training error {_short(both[0])}, test error {_short(both[1])}; "
                f"condition number {_power_of_ten(np.linalg.cond(table))}, "
                f"numerical rank {rank} of {degree + 1}.")


def _short(error):
    return f"{error:.2g}" if error < 100 else "over 100"


def _power_of_ten(number):
    return "over 10^15" if number > 1e15 else f"about 10^{np.log10(number):.0f}"
