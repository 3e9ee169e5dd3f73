"""Explorer of notebook 02: the product term on the four XOR points."""

import numpy as np

from course_utils import data, functions, plots, style
from widgets.explorers.controls import slider
from widgets.explorers.explorer import Explorer


class ProductOnXor(Explorer):
    """Weigh the product and the squares of a degree-2 map over the four XOR points."""

    name = "weigh the product x1 x2 on XOR"
    limits = (-0.6, 1.6)

    def controls(self):
        return {
            "product": slider("weight of x1 x2", -4.0, 2.0, 0.25, 0.0),
            "squares": slider("weight of x1² and x2²", -1.0, 2.0, 0.25, 0.0),
        }

    def setup(self, fig):
        self.X, self.y = data.xor_dataset()
        ax = fig.subplots()
        tints = [style.tint(colour) for colour in style.class_colours(2)]
        self.plane = self.surface(ax, self.limits, self.limits, tints, border=True)
        self.map = functions.polynomial_features_2d_degree2(self.plane.points)
        title = "What the product does to the border"
        ax.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal", title=title)
        ax.set(xticks=[0, 1], yticks=[0, 1])
        plots.scatter_classes(ax, self.X, self.y, size=260, legend=False)
        self.wrong = self.plot(ax, "o", ms=30, mfc="none", mec=style.BLACK, mew=2.5,
                               label="wrong side")
        ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1), labelspacing=1.7)

    def update(self, product, squares):
        """Colour the plane by the sign of x1 + x2 - 1/2 + the weighted terms."""
        w = np.array([-0.5, 1, 1, squares, product, squares])
        self.plane.set(self.map @ w > 0)
        right = (functions.polynomial_features_2d_degree2(self.X) @ w > 0) == self.y
        self.wrong.set_data(*self.X[~right].T)
        has_border = np.ptp(self.plane.codes) > 0
        border = border_shape(product, squares) if has_border else "not in the picture"
        return f"{right.sum()} of 4 points right; the border is {border}."


def border_shape(product, squares):
    """Name the curve x1 + x2 - 1/2 + product x1 x2 + squares (x1² + x2²) = 0, where there is one.

    It falls into lines where the determinant of the conic is 0: (product + 1)² = (2 squares + 1)².

    >>> border_shape(0, 0), border_shape(-2, 0), border_shape(-1, 0), border_shape(1, 0.5)
    ('a straight line', 'a pair of crossing lines', 'curved', 'a pair of parallel lines')
    """
    if product == squares == 0:
        return "a straight line"
    crossing, parallel = product == -2 - 2 * squares, product == 2 * squares
    if squares <= -0.5 and (crossing or parallel):
        return "not in the picture"  # the score is nowhere above 0
    if crossing or parallel:
        return f"a pair of {'crossing' if crossing else 'parallel'} lines"
    return "curved"
