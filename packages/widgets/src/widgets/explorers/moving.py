"""Explorers that move without Python: frames drawn in advance, the explorers' script shows them.

`frames` draws an explorer at the positions of its controls: at all of them where they are few, else
along each control with the others where they began. `html` is what a page contains: complete
without the script (`SCRIPT`), which puts controls and a picture that moves in its place.
"""

import base64
import itertools
import json
import math
from html import escape

from widgets import front, page, picture
from widgets.explorers import live
from widgets.explorers.explorer import Explorer

MIME = "application/x-course-frames+json"
# The first lines of a kernel whose explorers put their frames on the page.
STARTUP = "from widgets.explorers import moving\nmoving.listen()\n"
MOST = 52  # frames of one explorer
COLOURS = 64  # of a frame's palette
SCRIPT, STYLE = front.on_page(live.SCRIPT), front.style(page.PICTURES, live.STYLE)


def listen():
    """From here on an explorer that is shown puts its frames on the page."""
    from IPython.display import display

    def show(explorer):
        display({MIME: frames(explorer), "text/plain": repr(explorer)}, raw=True)

    Explorer.show = Explorer._ipython_display_ = show


def frames(explorer, most=MOST):
    """All that a page needs of an explorer, as a dict for JSON."""
    controls, start = explorer.shell.controls, explorer.shell.at
    tracks = [range(len(one.values)) for one in controls]
    grid = math.prod(map(len, tracks)) <= most
    if grid:
        states = itertools.product(*tracks)
    else:
        tracks = _thinned(tracks, start, most)
        states = ((*start[:i], k, *start[i + 1:]) for i, track in enumerate(tracks) for k in track)
    drawn = {}
    for at in states:
        place = ",".join(str(track.index(k)) for track, k in zip(tracks, at, strict=True))
        drawn[place] = _frame(explorer, at)
    began = [track.index(k) for track, k in zip(tracks, start, strict=True)]
    about = explorer.about()
    for one, control, track in zip(about["controls"], controls, tracks, strict=True):
        one["labels"] = [control.labels[k] for k in track]
    return {**about, "start": began, "frames": drawn, **({} if grid else {"along": began})}


def _thinned(tracks, start, most):
    """Fewer positions of each control, the longest first, the ends and the start among them."""
    tracks, room = list(tracks), most
    order = sorted(range(len(tracks)), key=lambda i: len(tracks[i]))
    for left, i in zip(range(len(tracks), 0, -1), order, strict=True):
        last, share = len(tracks[i]) - 1, max(2, room // left)
        if last >= share:
            keep = {round(k * last / (share - 2)) for k in range(share - 1)}
            tracks[i] = sorted({*keep, start[i]})
        room -= len(tracks[i])
    return tracks


def _frame(explorer, at):
    with explorer.lock:  # the pixels are those of the frame just drawn
        frame = explorer.frame_at(at)
        png = picture.small_png(explorer.pixels, COLOURS)
    return base64.b64encode(png).decode("ascii"), frame.words, frame.score


def html(drawn, place=None, more=""):
    """An explorer for a page. ``place`` gives an address for PNG bytes; else they are in the page.

    ``more`` is HTML behind the words, such as a link to the explorer that goes everywhere.
    """
    def source(encoded):
        return place(base64.b64decode(encoded)) if place else f"data:image/png;base64,{encoded}"

    shown = {state: [source(png), *said] for state, (png, *said) in drawn["frames"].items()}
    first, words, _ = shown[",".join(map(str, drawn["start"]))]
    data = json.dumps({**drawn, "frames": shown}, ensure_ascii=False).replace("<", "\\u003c")
    name = escape(drawn["name"])
    alt = escape(f"Explorer: {drawn['name']}. {words}", quote=True)
    return (
        f'<div class="course-moves course-explorer"><p><strong>Explorer: {name}</strong></p>'
        f'<img class="course-picture" src="{first}" alt="{alt}" width="800" height="450">'
        f'<p class="course-finding" role="status">{escape(words)}</p>{more}'
        f'<script type="application/json">{data}</script></div>'
    )
