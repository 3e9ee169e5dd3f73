"""A picture on a light ground, on a dark one and on paper, in headless Chromium, pixel by pixel."""

import base64
import io

import numpy as np
import pytest
from matplotlib import image
from matplotlib.colors import to_rgb

from course_utils import style
from helpers_browser import BROWSER
from widgets import page, picture

pytestmark = BROWSER

INKS = [*style.INKS, style.tint(style.BLUE), "#808080", "#ffffff"]
SIZE = 40  # pixels of a patch
PAGE = """<!doctype html><style>{css} body {{ margin: 0; background: {ground} }}
  img {{ display: block }}</style><body {dark} style="--jp-layout-color0: {ground}">
  <div class="jp-RenderedImage"><img src="data:image/png;base64,{png}"></div>"""


def patches():
    """The inks side by side, as a PNG."""
    colours = np.round(255 * np.array([to_rgb(ink) for ink in INKS])).astype(np.uint8)
    return picture.small_png(np.repeat(np.repeat(colours[None], SIZE, axis=1), SIZE, axis=0))


def seen(chromium, ground, *, dark, media="screen"):
    """The colours of the patches on a page, as rows of three numbers in [0, 1]."""
    tab = chromium.new_page(viewport={"width": SIZE * len(INKS), "height": SIZE})
    tab.emulate_media(media=media)
    theme = 'data-jp-theme-light="false"' if dark else ""
    png = base64.b64encode(patches()).decode()
    tab.set_content(PAGE.format(css=page.PICTURES, ground=ground, dark=theme, png=png))
    shot = image.imread(io.BytesIO(tab.screenshot()))[SIZE // 2, SIZE // 2 :: SIZE, :3]
    tab.close()
    return shot


@pytest.mark.parametrize("ground", ["#111111", "#14191e"])
def test_a_dark_page_shows_the_inks_that_the_palette_promises(chromium, ground):
    promised = [style.on_dark(to_rgb(ink), to_rgb(ground)) for ink in INKS]
    shot = seen(chromium, ground, dark=True)
    assert np.abs(shot - promised).max() < 3 / 255
    assert np.allclose(shot[-1], to_rgb(ground), atol=1 / 255)  # of the paper nothing is seen


@pytest.mark.parametrize("dark, media", [(False, "screen"), (True, "print")])
def test_a_light_page_and_paper_show_the_picture_as_it_is(chromium, dark, media):
    shot = seen(chromium, "#ffffff", dark=dark, media=media)
    assert np.allclose(shot, [to_rgb(ink) for ink in INKS], atol=1 / 255)
