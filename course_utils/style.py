"""How the course's pictures look: inks, markers, sizes and one `use()`. No drawing, no display.

Every picture is 8 x 4.5 in at 120 dots per inch (960 x 540 pixels, and twice as many each way for
sharp screens), with type and lines that can be read from the last row. The five inks stay apart
under simulated colour blindness; even so, colour is never the only cue: line styles and markers
differ too.

The inks are for a light ground. On a dark one the page shows each as given by `on_dark`
(`widgets/picture.py` has the reason), so that inks, tints, greys and edges are right on both;
captions and code name an ink (blue, vermilion), never a lightness.
"""

from pathlib import Path

import matplotlib
from matplotlib import font_manager
from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb

from widgets.figure import DPI, SIZE, blank_figure
from widgets.page import BLUE, GREEN, PURPLE, VERMILION, on_stage  # those of cards and boxes
from widgets.picture import on_dark

from .maths.errors import message

__all__ = [
    "BLACK", "BLUE", "CONTINUOUS", "DPI", "GREEN", "INKS", "LINESTYLES", "MARKERS", "PIXELS",
    "PURPLE", "RISING", "SHARP", "SIGNED", "SIZE", "VERMILION", "blank_figure", "class_colours",
    "class_markers", "figure", "on_dark", "on_stage", "points", "tint", "use",
]

BLACK = "#000000"  # reference; blue is the model and class 0, vermilion data, truth, error, class 1
INKS = (BLUE, VERMILION, GREEN, PURPLE, BLACK)
LINESTYLES = ("-", "--", "-.", ":", (0, (6, 1, 1, 1, 1, 1)))
MARKERS = ("o", "s", "^", "D", "X")

CONTINUOUS = "cividis"
RISING = LinearSegmentedColormap.from_list("course_rising", ["#FFFFFF", BLUE])  # 0 is paper
SIGNED = LinearSegmentedColormap.from_list(
    "course_signed", [BLUE, "#FFFFFF", VERMILION], N=257  # odd: 0 is exactly white
)

SHARP = 2  # pixels of a picture for each of the page: sharp on fine screens and on paper
PIXELS = (SHARP * 960, SHARP * 540)

FONTS = Path(__file__).parent / "plots" / "fonts"
FACE, DEFAULT_FACE = "Course Sans", "DejaVu Sans"  # the stage's own; that of matplotlib


def use(projector=False):
    """Make the course's look the default of every figure drawn from here on.

    For a lecture hall (projector, or COURSE_PROJECTOR=1): larger type, thicker lines and the
    stage's own typeface (`plots/fonts/`).

    >>> use()
    >>> matplotlib.rcParams["font.size"], matplotlib.rcParams["lines.linewidth"]
    (14.0, 2.5)
    """
    large = projector or on_stage()
    points, width = (20.0, 3.5) if large else (14.0, 2.5)  # the stage's typeface is small
    matplotlib.rcParams.update({
        "figure.figsize": SIZE, "figure.dpi": DPI, "figure.facecolor": "white",
        "figure.constrained_layout.use": True, "savefig.dpi": DPI, "savefig.bbox": None,
        **_face(large), "font.size": points,
        "axes.titlesize": points + 1, "axes.titleweight": "bold", "axes.titlelocation": "left",
        "axes.labelsize": points, "xtick.labelsize": points - 2, "ytick.labelsize": points - 2,
        "axes.linewidth": 1.2, "axes.axisbelow": True,
        "axes.spines.top": False, "axes.spines.right": False,
        "legend.fontsize": points - 2,
        "legend.frameon": True,  # white and seamless: readable over points and colours
        "legend.framealpha": 0.85, "legend.edgecolor": "white", "legend.fancybox": False,
        "legend.labelspacing": 0.3 if large else 0.5,
        "lines.linewidth": width, "lines.markersize": 3.6 * width,
        "axes.prop_cycle": matplotlib.cycler(color=INKS, linestyle=LINESTYLES),
        "image.cmap": CONTINUOUS,
    })


def points(size):
    """A font size, given relative to 14-point type; larger in a lecture hall, like all type.

    >>> use()
    >>> points(12)
    12.0
    """
    return size * matplotlib.rcParams["font.size"] / 14


def _face(stage):
    """Font settings; both typefaces come with a package, so every machine draws the same."""
    if not stage:
        return {"font.family": [DEFAULT_FACE], "mathtext.fontset": "dejavusans"}
    if FACE not in font_manager.get_font_names():
        for file in sorted(FONTS.glob("*.ttf")):
            font_manager.fontManager.addfont(file)
    maths = {f"mathtext.{name}": FACE + kind for name, kind in
             (("rm", ""), ("it", ":italic"), ("bf", ":bold"), ("sf", ""), ("cal", ":italic"))}
    # A character that the typeface lacks comes from the other one.
    return {"font.family": [FACE, DEFAULT_FACE], "mathtext.fontset": "custom",
            "mathtext.fallback": "stixsans", **maths}


def figure(panels=1, *, sharex=False, sharey=False, widths=None):
    """Return a new figure and its axes, of the course's size.

    One or two panels side by side; ``widths`` are relative. (fig, ax) or (fig, array of 2 axes).

    >>> fig, (left, right) = figure(2)
    >>> fig.get_size_inches().tolist()
    [8.0, 4.5]
    """
    if panels not in (1, 2):
        raise ValueError(message("panels", "1 or 2", repr(panels),
                                 "a figure that makes more than one claim; draw two"))
    fig = blank_figure()
    ratios = {"width_ratios": widths} if widths is not None else {}
    return fig, fig.subplots(1, panels, sharex=sharex, sharey=sharey, **ratios)


def class_colours(m):
    """One colour for each of m >= 1 classes: the inks for up to five, else steps through cividis.

    >>> class_colours(2)
    ['#0072B2', '#D55E00']
    """
    if m < 1:
        raise ValueError(message("m", "at least 1 class", repr(m), "empty labels"))
    if m <= len(INKS):
        return list(INKS[:m])
    cmap = matplotlib.colormaps[CONTINUOUS]
    return [to_hex(cmap(i / (m - 1))) for i in range(m)]


def class_markers(m):
    """One marker per class; with more than five classes they recur (write the numbers in).

    >>> class_markers(2)
    ['o', 's']
    """
    return [MARKERS[i % len(MARKERS)] for i in range(m)]


def tint(colour, amount=0.3):
    """Mix a colour with white; amount is the fraction of the colour, in [0, 1].

    >>> tint(BLACK, 0.2)
    '#cccccc'
    """
    return to_hex([1 - amount + amount * part for part in to_rgb(colour)])
