"""Where the reader of an explorer is and has been: position, best score so far, the way back.

Needs no widget: `live` makes one when the explorer is put on a page.
"""

import contextlib

from widgets.still import Still, live_classes


class Finding(str):
    """The line of words; as the last line of a cell it appears without quotes."""

    def __repr__(self):
        return str(self)


class Shell:
    """The state of one explorer. A position, ``at``, is the numbers of its controls' positions.

    ``best`` is the best score over the positions visited, None where there is none; ``left`` where
    the reader's hand was before a cell moved the explorer.
    """

    def __init__(self, explorer):
        self.explorer, self.controls = explorer, list(explorer.inputs.values())
        self.best = self.live = self._left = None
        self._by_hand = self._stale = False
        self.still = Still(self._widget, self._last_words, self._last_picture)
        self._visit(explorer.frame_at(self.at))

    @property
    def at(self):
        """The controls' current positions."""
        return [one.at for one in self.controls]

    @property
    def left(self):
        """The position to go back to; None if nothing of the reader's was lost."""
        left = self._left and [one.values.index(value) for one, value in
                               zip(self.controls, self._left, strict=True)]
        return left if left != self.at else None

    @property
    def frame(self):
        """The frame of the current position, or the last one if it cannot be drawn."""
        with self.explorer.lock:
            if self._stale:
                self._stale = False
                with contextlib.suppress(Exception):  # the page says it in the line of words
                    self._visit(self.explorer.frame_at(self.at))
            return self._frame

    @property
    def finding(self):
        """State and finding in words, with the best score so far."""
        frame = self.frame
        if frame.score is None:
            return Finding(frame.words)
        return Finding(frame.words.removesuffix(".") + self.explorer.so_far.format(self.best))

    def _visit(self, frame):
        self._frame, self._stale = frame, False
        if frame.score is not None:
            self.best = frame.score if self.best is None else max(self.best, frame.score)

    def set(self, values):
        """A cell sets controls, by name; the page follows. A position by hand is not lost."""
        with self.explorer.lock:
            counts = [len(one.values) for one in self.controls]
            wanted = [one.values[one.place(values[name])] if name in values else one.value
                      for name, one in self.explorer.inputs.items()]
            frame = self.explorer.frame(**dict(zip(self.explorer.inputs, wanted, strict=True)))
            if self._by_hand:
                self._left = [one.value for one in self.controls]
            self._by_hand = False
            for one, value in zip(self.controls, wanted, strict=True):
                one.value = value
            self._visit(frame)
            if self.live is not None:
                self.live.follow(new_tracks=counts != [len(one.values) for one in self.controls])
            if self.still.touched:  # else a stored notebook would hang on the moment
                self.still.update_soon()

    def touch(self, at, best=None):
        """Follow the reader's hand to a position; ``best`` is the page's best score on the way."""
        with self.explorer.lock:
            for one, k in zip(self.controls, at, strict=True):
                one.value = one.values[k]
            self._by_hand, self._left, self._stale = True, None, True
            if best is not None and self.best is not None:
                self.best = max(self.best, best)
            self.still.update_soon()

    # --- on a page -------------------------------------------------------------------------

    def _widget(self):
        if self.live is None:
            _, live = live_classes()
            self.live = live(self.explorer)
        return self.live

    def _last_picture(self):
        return self.frame.png, f"Explorer: {self.explorer.name}. {self.finding}"

    def _last_words(self):
        # beneath the picture on paper: the finding is its caption
        return {"text/plain": repr(self.explorer), "text/html": self.explorer.as_html(),
                "text/markdown": f"Explorer: {self.explorer.name}. {self.finding}"}
