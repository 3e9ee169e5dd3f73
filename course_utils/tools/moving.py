"""Explorers that move without Python: frames drawn in advance, a small script shows them.

`collect` runs a notebook up to its last explorer and has each explorer drawn at the positions of
its controls: at all of them where they are few, else along each control with the others where
they began. `html` is what stands on a page: complete without the script, which only adds controls.
"""

import base64
import io
import itertools
import json
import math
import re
from html import escape
from pathlib import Path

from course_utils.tools import notebooks

MIME = "application/x-course-frames+json"
MOST = 52  # frames of one explorer
COLOURS = 64  # of a frame's palette
SCRIPT = Path(__file__).with_suffix(".js")
STYLE = """\
.course-moves { break-inside: avoid; margin: .6em 0 1em; }
.course-moves img { display: block; max-width: 100%; height: auto; }
.course-moves label { display: flex; flex-wrap: wrap; gap: .2em .8em; align-items: center;
  margin: .3em 0; }
.course-moves label > span { flex: 0 0 13em; }
.course-moves input[type=range] { flex: 1 1 12em; max-width: 30em; }
.course-moves output { min-width: 4em; }
.course-moves p { margin: .4em 0; }
@media print { .course-moves .course-controls { display: none; } }
"""


# --- in the notebook's kernel -----------------------------------------------------------

STARTUP = "from course_utils.tools import moving\nmoving.listen()\n"


def listen():
    """From here on an explorer that is shown puts its frames on the page."""
    from IPython.display import display

    from course_utils.explore.explorer import Explorer

    def show(explorer):
        display({MIME: frames(explorer), "text/plain": repr(explorer)}, raw=True)

    Explorer.show = Explorer._ipython_display_ = show


def frames(explorer, most=MOST):
    """All that a page needs of an explorer, as a dict for JSON."""
    controls = explorer.inputs
    tracks = {name: positions(control) for name, control in controls.items()}
    start = {name: control.value for name, control in controls.items()}
    grid = math.prod(map(len, tracks.values())) <= most
    if not grid:
        tracks = _thinned(tracks, start, most)
    began = [[value for value, _ in track].index(start[name]) for name, track in tracks.items()]
    states = itertools.product(*(range(len(track)) for track in tracks.values())) if grid else (
        [*began[:i], k, *began[i + 1 :]]
        for i, track in enumerate(tracks.values()) for k in range(len(track)))
    before = {name: value for name, value in vars(explorer).items()
              if isinstance(value, (int, float))}
    drawn = {}
    for state in map(tuple, states):
        vars(explorer).update(before)  # a frame does not know of those drawn before it
        chosen = {name: track[k][0]
                  for (name, track), k in zip(tracks.items(), state, strict=True)}
        drawn[",".join(map(str, state))] = _frame(explorer, chosen)
    explorer.set(**start)
    vars(explorer).update(before)
    return {
        "name": explorer.name, "grid": grid, "start": began, "frames": drawn,
        "controls": [
            {"name": control.course_name, "unit": control.course_unit,
             "list": hasattr(control, "options"), "labels": [label for _, label in tracks[name]]}
            for name, control in controls.items()
        ],
    }


def positions(control):
    """The positions of a control: pairs of value and what it is called."""
    from course_utils.explore.controls import signed  # costs matplotlib: only here

    if hasattr(control, "options"):
        pairs = [one if isinstance(one, tuple) else (one, one) for one in control.options]
        return [(value, label) for label, value in pairs]
    count = round((control.max - control.min) / control.step)
    shown = int(control.readout_format[1:-1] or 0)  # ".2f", or "d"
    values = [round(control.min + k * control.step, 9) for k in range(count + 1)]
    nearest = min(range(len(values)), key=lambda k: abs(values[k] - control.value))
    values[nearest] = control.value
    return [(value, signed(value, shown)) for value in values]


def _thinned(tracks, start, most):
    """Fewer positions of each control, the longest first, the ends and the start among them."""
    tracks = dict(tracks)
    room = most
    for left, name in zip(range(len(tracks), 0, -1), sorted(tracks, key=lambda n: len(tracks[n])),
                          strict=True):
        track, share = tracks[name], max(2, room // left)
        if len(track) > share:
            keep = {round(k * (len(track) - 1) / (share - 2)) for k in range(share - 1)}
            keep.add([value for value, _ in track].index(start[name]))
            tracks[name] = [track[k] for k in sorted(keep)]
        room -= len(tracks[name])
    return tracks


def _frame(explorer, chosen):
    words = str(explorer.set(**chosen))
    explorer._canvas.png()
    png = small_png(explorer._canvas.frame[..., :3])
    # The best place found so far is that of one's own search; here nobody has searched.
    words = re.sub(r"; best so far: [^.;]*", "", words)
    return base64.b64encode(png).decode("ascii"), words


def small_png(rgb, colours=COLOURS):
    r"""PNG bytes of an image in at most so many colours.

    >>> import numpy as np
    >>> small_png(np.zeros((2, 3, 3), np.uint8))[:4]
    b'\x89PNG'
    """
    from PIL import Image  # comes with matplotlib

    written = io.BytesIO()
    picture = Image.fromarray(rgb).quantize(colours, dither=Image.Dither.NONE)
    picture.save(written, "png", optimize=True)
    return written.getvalue()


# --- outside ----------------------------------------------------------------------------


def collect(path):
    """The frames of a notebook's explorers, by cell; the notebook is run up to the last of them.

    Or none, and why: a page without moving explorers is better than no page.
    """
    nb = notebooks.strip_outputs(notebooks.read(path))
    shown = [i for i, cell in enumerate(nb["cells"]) if "explorer" in notebooks.tags(cell)]
    if not shown:
        return {}, ""
    nb["cells"] = nb["cells"][: shown[-1] + 1]
    try:
        done = notebooks.execute(nb, path.parent, startup=STARTUP)
    except notebooks.NotebookError as error:
        return {}, f"{path.name}: its explorers stand still ({error})"
    return {cell["id"]: out["data"][MIME] for cell in done["cells"]
            for out in cell.get("outputs", ()) if MIME in out.get("data", {})}, ""


def html(drawn, place=None, more=""):
    """An explorer for a page. ``place`` gives an address for PNG bytes; else they are in the page.

    ``more`` is HTML behind the words, such as a link to the explorer that goes everywhere.
    """
    def source(encoded):
        return place(base64.b64decode(encoded)) if place else f"data:image/png;base64,{encoded}"

    shown = {state: [source(png), words] for state, (png, words) in drawn["frames"].items()}
    first, words = shown[",".join(map(str, drawn["start"]))]
    data = json.dumps({**drawn, "frames": shown}, ensure_ascii=False).replace("<", "\\u003c")
    name = escape(drawn["name"])
    alt = escape(f"Explorer: {drawn['name']}. {words}", quote=True)
    return (
        f'<div class="course-moves course-explorer"><p><strong>Explorer: {name}</strong></p>'
        f'<img class="course-picture" src="{first}" alt="{alt}" width="800" height="450">'
        f'<p class="course-finding" role="status">{escape(words)}</p>{more}'
        f'<script type="application/json">{data}</script></div>'
    )
