"""An explorer on a notebook's page: the page asks for frames, the kernel draws them while it rests.

The page (`explorer.js`) keeps what it has been sent and asks for the frames it wants, the current
one first, then those that may come next. The first is drawn at once; the others once its picture is
painted, each after a pause in which a cell, or a newer wish, can begin: nothing waits for more than
one frame. Before the first touch nothing is drawn.
"""

import asyncio
import itertools
import time
from pathlib import Path

import traitlets

from widgets import front, page

HERE = Path(__file__).parent
SCRIPT, STYLE = HERE / "explorer.js", HERE / "explorer.css"
REST = 0.003  # seconds between two frames: enough for a message to come in and be taken up
PAUSE = 0.05  # seconds after a key that is not held: the page paints, and a cell may begin
AGAIN = 1.0  # seconds for which a frame just sent is taken to be on its way


class Live(front.Front):
    """The widget of an explorer.

    ``state`` is what a page begins with and what a cell has changed; ``wish`` is what the page
    wants: a position, the frames it lacks, and the best score on its way.
    """

    _esm = front.module(SCRIPT)
    _css = front.style(page.CSS, STYLE)
    about = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    wish = traitlets.Dict().tag(sync=True, echo_update=False)

    def __init__(self, explorer):
        self.explorer, self._wish, self._sent, self._task = explorer, None, {}, None
        self._free = 0.0  # from when on frames are drawn ahead
        self._count = itertools.count()  # a cell run twice counts twice: one may have moved since
        super().__init__(about=explorer.about(), state=self._state())
        self.observe(lambda change: self._wished(change["new"]), names="wish")

    def _state(self):
        shell = self.explorer.shell
        frame = shell.frame
        return {"count": next(self._count), "at": shell.at, "left": shell.left, "best": shell.best,
                "words": frame.words, "score": frame.score, "png": frame.png}

    def follow(self, new_tracks=False):
        """A cell has moved the explorer: the page follows. Frames of old tracks are void."""
        self._wish = None
        with self.hold_sync():
            if new_tracks:
                self._sent.clear()
                self.about = {**self.explorer.about(), "edition": self.about["edition"] + 1}
            self.state = self._state()

    def _wished(self, wish):
        if wish.get("edition") != self.about["edition"]:
            return
        if wish["moved"]:
            self.explorer.shell.touch(wish["at"], wish.get("best"))  # WebAssembly leaves out None
        self._wish = list(map(tuple, wish["want"]))
        if self._wish and self._wish[0] == tuple(wish["at"]):
            self._draw(self._wish.pop(0))
        self._free = time.monotonic() + (0 if wish.get("held") else PAUSE)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # no loop: a script, a test
            return
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._ahead())

    async def _ahead(self):
        while self._wish:
            await asyncio.sleep(max(REST, self._free - time.monotonic()))
            if (wish := self._wish) and time.monotonic() >= self._free:
                self._draw(wish.pop(0))

    def _draw(self, at):
        now = time.monotonic()
        with self.explorer.lock:  # a cell may change the tracks
            if now - self._sent.get(at, -AGAIN) < AGAIN:
                return
            try:
                frame = self.explorer.frame_at(at)
                told = {"words": frame.words, "score": frame.score, "error": False}
            except Exception as error:  # in words: a callback has no cell to report to
                frame, told = None, {"words": f"{type(error).__name__}: {error}", "error": True}
            self._sent = {key: sent for key, sent in self._sent.items() if now - sent < AGAIN}
            self._sent[at] = now
            key, edition = ",".join(map(str, at)), self.about["edition"]
            self.send({"key": key, "edition": edition, **told}, [frame.png] if frame else [])
