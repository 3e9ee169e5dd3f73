"""Explorer of notebook 00c: say what the next example does to the columns of W."""

import numpy as np

from course_utils import network, style
from widgets.explorers.controls import as_row, choice, signed, slider
from widgets.explorers.explorer import Explorer

UNSAID, NONE = "?", "none"


class MulticlassSteps(Explorer):
    """Go through a stream; for each example say which column gains x and which one loses it.

    X (t, 2) contains integers from -3 to 3, y their classes, 0 to m - 1; m is at most 5.
    """

    name = "say what the next example does to the columns of W"
    reach = 4.4

    def __init__(self, X, y, m):
        self.X, self.y, self.m = np.asarray(X), np.asarray(y), m
        W = [np.zeros((self.X.shape[1], m))]
        for x, label in zip(self.X, self.y, strict=True):
            W.append(network.multiclass_perceptron_update(W[-1], x, int(label)))
        self.W = np.array(W)  # before each example, and after the last
        super().__init__()

    def controls(self):
        classes = [UNSAID, NONE, *(str(c) for c in range(self.m))]
        return {
            "done": slider("examples done", 0, len(self.X) - 1, 1, 0),
            "gains": choice("gains x", classes, UNSAID, buttons=True),
            "loses": choice("loses x", classes, UNSAID, buttons=True),
        }

    def setup(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(3, 2))
        inks, marks = style.class_colours(self.m), style.class_markers(self.m)
        limits = (-self.reach, self.reach)
        self.plane = self.surface(left, limits, limits, [style.tint(ink) for ink in inks],
                                  border=True)
        left.set(xlabel="$x_1$", ylabel="$x_2$", aspect="equal", title="Columns and regions")
        self.arrows = [self.plot(left, "-", color=ink, lw=4) for ink in inks]
        self.names = [self.word(left, 0, 0, f"$w_{c}$") for c in range(self.m)]
        self.seen = [self.plot(left, mark, color=ink, ms=9, mec="white")
                     for ink, mark in zip(inks, marks, strict=True)]
        self.waiting = self.plot(left, "*", color=style.BLACK, ms=20, mec="white")
        right.set(xlim=(-0.5, self.m - 0.5), ylim=(0, 1), title="W, and yours")
        right.set_axis_off()
        for c, ink in enumerate(inks):
            right.text(c, 0.88, f"class {c}", ha="center", color=ink, fontsize=13)
        right.text(-0.5, 0.38, "after your step", fontsize=13)
        self.now = self._table(right, (0.72, 0.6))
        self.next = self._table(right, (0.24, 0.12))

    def word(self, ax, x, y, text=""):
        """Words that move or change."""
        return self.moves(ax.text(x, y, text, ha="center", va="center", fontsize=16))

    def _table(self, ax, heights):
        return np.array([[self.word(ax, c, y) for c in range(self.m)] for y in heights])

    def update(self, done, gains, loses):
        """Show W before the waiting example; judge the two columns that were said."""
        W, x, label = self.W[done], self.X[done], self.y[done]
        self.draw(W, done)
        asked = f"x = {as_row(x)} of class {label} comes, W = [{as_row(W[0])}, {as_row(W[1])}]"
        if UNSAID in (gains, loses):
            self.write(self.next, None)
            return f"{asked}; say which column gains x, and which one loses it."
        mine = W.copy()
        for column, sign in ((gains, 1), (loses, -1)):
            if column != NONE:
                mine[:, int(column)] += sign * x
        self.write(self.next, mine)
        if not np.array_equal(mine, self.W[done + 1]):
            return f"{asked}; not so: compute the three scores x @ W and look which is largest."
        winner = int(np.argmax(x @ W))
        end = "right, W stays" if winner == label else "wrong, both columns move"
        return f"{asked}; yes: scores {as_row(x @ W)}, class {winner} wins, {end}."

    def draw(self, W, done):
        self.plane.set(np.argmax(self.plane.points @ W, axis=1))
        for c, (arrow, name) in enumerate(zip(self.arrows, self.names, strict=True)):
            end = W[:, c]
            arrow.set_data(*zip((0, 0), end, strict=True))
            name.set_position(end + 0.55 * end / max(np.linalg.norm(end), 1))
            name.set_visible(bool(end.any()))
        for c, points in enumerate(self.seen):
            points.set_data(*self.X[:done][self.y[:done] == c].T)
        self.waiting.set_data(*self.X[done][:, None])
        self.write(self.now, W)

    def write(self, table, W):
        """Put the numbers of W, or nothing, into a table of texts."""
        for place, text in np.ndenumerate(table):
            text.set_text("" if W is None else signed(W[place], 0))
