"""A picture and its words on the page: a small PNG, its alt text, a light and a dark view.

JupyterLab writes no alt for a PNG, whatever the output's metadata say, but if there is HTML it
shows that and not the PNG. On a live page both are sent: the HTML is seen, the PNG is for exports
from there. Where notebooks are run for their stored outputs no page looks on, and only the PNG is
stored: it is half as large, and strict nbval leaves PNGs out.

**One file for two grounds.** A page in the dark shows the same PNG in other inks: a style sheet
(`picture.css`) turns the lightness of each colour and keeps its hue (`on_dark`): an affine map,
and a drawing is nothing but mixtures of inks and paper, so the result is, edge by edge and tint by
tint, the picture that other inks would have drawn on a dark paper. Black paper is then laid over
the page's ground by `screen`, so that no box is seen.

What was measured on the course's 158 pictures, and why it is neither of the usual ways:

* SVG whose inks are CSS variables: 5.7 MB in all, more than PNGs of twice the pixels (5.3 MB), and
  none of it would work: JupyterLab and GitHub show an SVG as an `img`, which knows no variable of
  its page, and clean inline SVG away in a notebook that isn't trusted; nbval would compare it.
* Two PNGs: twice the bytes, in notebooks, on the page, and for each frame of an explorer, with a
  message to the kernel at each change of the theme.

Plain Jupyter, VS Code, GitHub, nbconvert and paper know nothing of the style sheet: they show the
light picture. A picture has 1920 x 1080 pixels and says that it is 960 wide; in 256 colours, chosen
so that none is off by more than a few parts in 255, it is smaller than one of half the pixels in
all colours was.
"""

import base64
import html
import io
import os
import sys

import numpy as np

from widgets.page import WIDTH

# Set by Jupyter's server for the kernel of an open notebook; "" counts as not set.
SESSION = "JPY_SESSION_NAME"
LUMA = np.array([0.213, 0.715, 0.072])  # of the filters of CSS
SATURATE = 1.1


def on_dark(rgb, ground=(0.0, 0.0, 0.0)):
    """How `picture.css` shows a colour on a dark ground; both are three numbers in [0, 1].

    >>> on_dark((1, 1, 1), ground=(0.1, 0.1, 0.2)).round(6).tolist()  # paper
    [0.1, 0.1, 0.2]
    >>> on_dark((0, 0, 0)).round(6).tolist()
    [1.0, 1.0, 1.0]
    """
    rgb, ground = np.asarray(rgb, float), np.asarray(ground, float)
    turned = np.clip(rgb + 1 - 2 * LUMA @ rgb, 0, 1)  # invert(1) hue-rotate(180deg)
    luma = LUMA @ turned
    return ground + (1 - ground) * np.clip(luma + SATURATE * (turned - luma), 0, 1)


def small_png(rgb, colours=256):
    r"""PNG bytes of an image, (height, width, 3) of uint8, in at most so many colours.

    >>> small_png(np.zeros((2, 3, 3), np.uint8))[:4]
    b'\x89PNG'
    """
    from PIL import Image  # comes with matplotlib

    written = io.BytesIO()
    # "Maximum coverage" keeps paper and inks as they are; a median cut lets rare ones go.
    few = Image.fromarray(rgb).quantize(colours, Image.Quantize.MAXCOVERAGE,
                                        dither=Image.Dither.NONE)
    few.save(written, "png", optimize=True)
    return written.getvalue()


def on_a_page():
    """Whether somebody looks at this kernel's outputs in JupyterLab, Notebook 7 or JupyterLite."""
    return bool(os.environ.get(SESSION)) or sys.platform == "emscripten"


def bundle(png, alt, **more):
    """Data and metadata of an output that shows the bytes of a PNG; `more` are its other data."""
    encoded = base64.b64encode(png).decode("ascii")
    data = {"image/png": encoded, **more}
    if on_a_page():
        alt_ = html.escape(alt, quote=True)
        data["text/html"] = (f'<img class="course-png" alt="{alt_}" width="{WIDTH}" '
                             f'src="data:image/png;base64,{encoded}">')
    return data, {"image/png": {"alt": alt, "width": WIDTH}}
