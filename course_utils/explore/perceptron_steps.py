"""Explorer of notebook 00c: a perceptron on four cards, one card at a time."""

import numpy as np

from course_utils import network, plots, style
from widgets.explorers.controls import as_row, choice, signed, slider
from widgets.explorers.explorer import Explorer

YES, NO, NEITHER = 1, 0, 2  # codes of the plane


class PerceptronSteps(Explorer):
    """Show card after card to a perceptron and watch its line and its dials.

    ``streams`` has under its name each stream of cards, shape (t, 2) or, with a column of ones,
    (t, 3), and their labels, -1 or +1; ``steps`` is how many cards can be shown.
    """

    name = "show cards to a perceptron, one at a time"
    limits = ((-1.1, 2.1), (-0.6, 1.6))

    def __init__(self, streams, steps):
        self.streams, self.steps = streams, steps
        self.traces = {
            rule: network.perceptron_trace(X, y, steps) for rule, (X, y) in streams.items()
        }
        super().__init__()

    def controls(self):
        return {
            "cards": slider("cards shown", 0, self.steps, 1, 0),
            "rule": choice("rule", list(self.streams), buttons=True),
        }

    def setup(self, fig):
        left, right = fig.subplots(1, 2, width_ratios=(5, 2))
        tints = [style.tint(colour) for colour in style.class_colours(2)]
        self.plane = self.surface(left, *self.limits, [*tints, "#FFFFFF"])
        left.set(xlabel="$x_1$", ylabel="$x_2$", xticks=[0, 1], yticks=[0, 1],
                 title="The line after each card")
        self.border = self.plot(left, color=style.BLACK)
        looks = zip(("no", "yes"), style.class_colours(2), style.class_markers(2), strict=True)
        self.points = [self.plot(left, marker, color=colour, ms=16, mec="white",
                                 label=f"wants {word}") for word, colour, marker in looks]
        self.ring = self.plot(left, "o", ms=30, mfc="none", mec=style.BLACK, mew=2.5)
        left.legend(loc="upper center", ncols=2, handletextpad=0.2, columnspacing=0.8)
        high = 1.25 * max(np.abs(W).max() for W in self.traces.values())
        self.gap = 0.08 * high  # from the end of a bar to its number
        self.dials = [self.moves(bar) for bar in
                      right.bar([0, 1, 2], [0, 0, 0], 0.6, color=style.BLUE)]
        right.axhline(0, color=style.BLACK, lw=1.2)
        right.set(xticks=range(3), xlim=(-0.6, 2.6), ylim=(-high, high), title="Three dials")
        right.set_xticklabels(["$w_1$", "$w_2$", "$b$"])
        self.numbers = [self.moves(right.text(i, 0, "", ha="center", va="center"))
                        for i in range(3)]

    def update(self, cards, rule):
        (X, y), W = self.streams[rule], self.traces[rule]
        self.draw(X, y, W[cards])
        if cards == 0:
            self.ring.set_data([], [])
            return f"all dials at 0, no line yet; {self.count_right(X, y, W[0])}."
        row = (cards - 1) % len(X)
        self.ring.set_data(*X[row, :2, None])
        z = X[row] @ W[cards - 1]
        moved = np.any(W[1 : cards + 1] != W[:cards], axis=1)
        did = f"wrong, now {as_row(W[cards])}" if moved[-1] else "right, nothing moves"
        times = "correction" if moved.sum() == 1 else "corrections"
        return (f"round {(cards - 1) // len(X) + 1}, card ({X[row, 0]:g}, {X[row, 1]:g}) wants "
                f"{'yes' if y[row] > 0 else 'no'}, score {signed(z, 0)}: {did}; "
                f"{moved.sum()} {times} so far; {self.count_right(X, y, W[cards])}.")

    def draw(self, X, y, w):
        """Move points, line, plane and dials; `w` has two or three entries."""
        w1, w2, b = np.append(w, 0.0)[:3]
        for label, points in zip((-1, 1), self.points, strict=True):
            points.set_data(*X[y == label, :2].T)
        self.border.set_data(*plots.line_points([w1, w2], b, *self.limits))
        z = self.plane.points @ [w1, w2] + b
        self.plane.set(np.where(z > 0, YES, np.where(z < 0, NO, NEITHER)))
        for bar, number, value in zip(self.dials, self.numbers, (w1, w2, b), strict=True):
            bar.set_height(value)
            number.set(text=signed(value, 0),
                       y=value + (self.gap if value >= 0 else -self.gap))

    def count_right(self, X, y, w):
        """How many cards of the stream these dials answer rightly, in words."""
        return f"{np.sum(y * (X @ w) > 0)} of {len(X)} cards right"
