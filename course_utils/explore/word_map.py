"""Explorer of notebook 06: a map of word vectors, queried and recoloured."""

import numpy as np

from course_utils import style
from course_utils.text import nearest_neighbours
from widgets.explorers.controls import choice, signed
from widgets.explorers.explorer import Explorer


class WordMap(Explorer):
    """Ask a map of word vectors for neighbours, recolour it, and change the table.

    ``tables`` has embedding tables (|V|, 2) of the same ``words`` by name; ``groups`` lists what
    the colours may mean: under each name, at most five names and each word's number among them. The
    last of several is background, hollow as in `plots.word_places`.
    """

    name = "query and recolour a map of word vectors"
    count = 5  # neighbours shown

    def __init__(self, tables, words, groups):
        self.tables, self.words, self.groups = tables, tuple(words), groups
        super().__init__()

    def controls(self):
        ordered = sorted(self.words)
        return {
            "table": choice("table", list(self.tables), buttons=True),
            "word": choice("word", ordered, "not" if "not" in ordered else None),
            "measure": choice("neighbours by", ["cosine", "dot"], buttons=True),
            "colour": choice("colour by", list(self.groups), buttons=True),
        }

    def setup(self, fig):
        ax, side = fig.subplots(1, 2, width_ratios=(2.6, 1))
        side.set(xlim=(0, 1), ylim=(0, 1))
        side.axis("off")
        ax.axhline(0, color="0.8", lw=1)
        ax.axvline(0, color="0.8", lw=1)
        ax.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), title="A word's place is learned",
               xlabel="first number / longest vector", ylabel="second number / longest vector")
        self.ray = self.plot(ax, color=style.BLACK, ls=":", lw=2)
        slots = range(max(len(names) for names, _ in self.groups.values()))
        self.points = [self.plot(ax, ls="", ms=9, alpha=0.75) for i in slots]
        self.legends = {}  # one for each meaning of the colours; the current one is shown
        for title, (names, _) in self.groups.items():
            parts = [side.text(0, 0.95, f"by {title}", weight="bold", va="center")]
            for i, name in enumerate(names):
                height = 0.85 - 0.1 * i
                parts += side.plot([0.06], [height], ms=11, **self.look(i, names))
                parts.append(side.text(0.15, height, name, va="center"))
            self.legends[title] = [self.moves(part) for part in parts]
        self.rings = self.plot(ax, "o", mfc="none", mec=style.BLACK, mew=2, ms=16, ls="")
        self.query = self.moves(ax.text(0, 0, "", ha="center", va="bottom", weight="bold"))

    def look(self, i, names):
        """Marker and ink of a group."""
        if 0 < i == len(names) - 1:
            return {"marker": "o", "mfc": "none", "mec": "0.5"}
        ink = style.class_colours(5)[i]
        return {"marker": style.class_markers(5)[i], "mfc": ink, "mec": ink}

    def update(self, table, word, measure, colour):
        E = np.asarray(self.tables[table], float)
        row = self.words.index(word)
        rows, scores = nearest_neighbours(E, row, self.count, measure=measure)
        E = E / np.linalg.norm(E, axis=1).max()
        names, member = self.groups[colour]
        for i, dots in enumerate(self.points):
            dots.set_data(*E[np.asarray(member) == i].T)
            dots.set(**self.look(i, names) if i < len(names) else {})
        for title, parts in self.legends.items():
            for part in parts:
                part.set_visible(title == colour)
        self.rings.set_data(*E[rows].T)
        self.ray.set_data([0, 3 * E[row, 0]], [0, 3 * E[row, 1]])
        self.query.set_text(word)
        self.query.set_position((np.clip(E[row, 0], -0.95, 0.95), E[row, 1] + 0.04))
        near = [f"{self.words[w]} ({signed(s, 2)})" for w, s in zip(rows, scores, strict=True)]
        same = int(np.sum(np.asarray(member)[rows] == member[row]))
        return (f"nearest are {', '.join(near)}; {same} of "
                f"{len(rows)} share its colour ({names[member[row]]}).")
