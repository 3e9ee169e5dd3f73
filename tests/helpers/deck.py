"""How jupyterlab-deck 0.2.0 goes from cell to cell, modelled after its `_getExtents` and `go`.

Holds the quirks too: after a `subslide` of one cell the next one takes over the way down of the
block's first slide, and what lies between is lost. test_slides.py holds the model against the
deck itself.
"""


def slide_type(cell, index):
    """What the deck takes a cell for; None is a cell that joins its slide."""
    kind = cell["metadata"].get("slideshow", {}).get("slide_type")
    return "slide" if index == 0 and kind in (None, "subslide") else kind


class Extent:
    """One cell on the deck: its neighbours and which cells are seen when it is active."""

    def __init__(self, index):
        self.index, self.screen, self.visible = index, [], []
        self.forward = self.back = self.up = self.down = None

    def link(self, following):
        """The usual step, both ways."""
        self.forward = self.down = following.index
        following.back = following.up = self.index


class Deck:
    """The cells of a notebook as the deck links them."""

    def __init__(self, nb):
        self.extents = {}
        self.slides, self.subslides, self.fragments, self.nulls, self.screen = [], [], [], [], []
        for index, cell in enumerate(nb["cells"]):
            kind = slide_type(cell, index)
            if kind != "skip":
                self._add(Extent(index), kind)

    def _add(self, one, kind):
        getattr(self, {None: "_plain"}.get(kind, f"_{kind}"))(one)
        self.extents[one.index] = one

    def _newest(self):
        stacks = (self.nulls, self.fragments, self.subslides, self.slides)
        return next((stack[0] for stack in stacks if stack), None)

    def _last_of(self, one):
        return self.extents[one.screen[0]] if one.screen else None

    def _plain(self, one):
        before = self._newest()
        for n in self.nulls or [before]:
            n.visible.insert(0, one.index)
        if self.nulls and not self.fragments:
            (self.subslides or self.slides)[0].visible.insert(0, one.index)
        before.link(one)
        for n in self.screen:
            n.screen.insert(0, one.index)
        self.screen.insert(0, one)
        self.nulls.insert(0, one)
        one.screen[:0], one.visible[:0] = before.screen, before.visible

    def _slide(self, one):
        if self.subslides and self.slides:
            one.back = self.slides[0].index
            for s in [*self.subslides, self.slides[0]]:
                if last := self._last_of(s):
                    last.forward = one.index
        elif self.nulls or self.fragments:
            before = (self.nulls or self.fragments)[0]
            before.forward, one.back = one.index, before.index
        elif self.slides and (last := self._last_of(self.slides[0])):
            last.forward, one.back = one.index, last.index
        self._begin(one)
        self.subslides = []
        self.slides.insert(0, one)

    def _subslide(self, one):
        if self.nulls or self.fragments:
            before = (self.nulls or self.fragments)[0]
            before.down, one.up = one.index, before.index
        elif self.slides:
            if last := self._last_of(self.slides[0]):
                last.down, one.up = one.index, last.index
            one.back = self.slides[0].back
        self._begin(one)
        self.subslides.insert(0, one)

    def _begin(self, one):
        self.nulls, self.fragments, self.screen = [], [], [one]
        one.screen.insert(0, one.index)
        one.visible.insert(0, one.index)

    def _fragment(self, one):
        before = self._newest()
        for n in self.screen:
            n.screen.insert(0, one.index)
        before.link(one)
        self.nulls = []
        self.screen.insert(0, one)
        one.screen[:0] = before.screen
        one.visible[:0] = [one.index, *before.visible]
        self.fragments.insert(0, one)

    # --- keys ---------------------------------------------------------------------------

    def on(self, index):
        """Where Space, PageDown and a clicker go from a cell; None at the end."""
        one = self.extents[index]
        return one.down if one.down is not None else one.forward

    def back(self, index):
        """Where Shift+Space and PageUp go."""
        one = self.extents[index]
        return one.up if one.up is not None else one.back

    def walk(self, step, start):
        """All cells met from `start`, pressing one key until it does nothing."""
        met = [start]
        while (there := step(met[-1])) is not None:
            assert there not in met, f"the key goes in a circle: {[*met, there]}"
            met.append(there)
        return met
