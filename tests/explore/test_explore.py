"""The drawing core under all explorers, and every explorer of the course."""

import asyncio
import gc
import io
import os
import re
import sys
from pathlib import Path

import every_explorer
import ipywidgets as widgets
import matplotlib.image
import numpy as np
import pytest
from matplotlib.colors import to_rgb

from course_utils import explore, plots, style
from course_utils.explore.browser import ON_PAGE
from course_utils.explore.controls import choice, in_words, slider
from course_utils.explore.drawing import encode_png
from course_utils.explore.explorer import Explorer

KINDS = {kind.__name__ for kind in vars(explore).values()
         if isinstance(kind, type) and Explorer in kind.__mro__[1:]}


class Small(Explorer):
    """One slider, one curve, one plane."""

    name = "a <small> one"

    def controls(self):
        return {
            "height": slider("height", 0.0, 1.0, 0.25, 0.0, unit="m"),
            "count": slider("count", 0, 3, 1, 0),
            "kind": choice("kind", ["plain", "broken"]),
        }

    def setup(self, fig):
        ax = fig.subplots()
        self.plane = self.surface(ax, (0, 1), (0, 1), [style.BLUE, style.GREEN], n=20)
        ax.plot([0.5], [0.75], "s", ms=20, color=style.VERMILION)
        (self.curve,) = ax.plot([0, 1], [0, 0], color=style.BLACK)
        return [self.curve]

    def update(self, height, count, kind):
        if kind == "broken":
            raise RuntimeError("<no> such kind")
        self.curve.set_ydata([height, height])
        self.plane.set(self.plane.points[:, 0] > 0.5)
        return f"{count} & {height:.2f} m."


@pytest.fixture
def small():
    return Small()


def pixels(explorer):
    return np.round(255 * matplotlib.image.imread(io.BytesIO(explorer._image.value))).astype(int)


def pixel(explorer, x, y):
    """Colour at a point of the first axes."""
    column, row = explorer.fig.axes[0].transData.transform((x, y))
    return pixels(explorer)[-1 - int(row), int(column)][:3]


def rgb(colour):
    return np.round(255 * np.array(to_rgb(colour))).astype(int)


# --- The picture ------------------------------------------------------------------------------


def test_encode_png_is_read_back_the_same():
    image = np.random.default_rng(0).integers(0, 256, (7, 5, 3), dtype=np.uint8)
    read = matplotlib.image.imread(io.BytesIO(encode_png(image)))
    assert (np.round(255 * read).astype(int) == image).all()


def test_plane_points_and_moving_line_are_where_they_belong(small):
    small.set(height=0.25)
    assert pixels(small).shape == (450, 800, 3)
    assert (pixel(small, 0.2, 0.6) == rgb(style.BLUE)).all()
    assert (pixel(small, 0.8, 0.6) == rgb(style.GREEN)).all()
    assert (pixel(small, 0.5, 0.75) == rgb(style.VERMILION)).all()  # over the plane
    assert pixel(small, 0.8, 0.25).max() < 60  # the black line, over all
    small.set(height=1.0)
    assert (pixel(small, 0.8, 0.25) == rgb(style.GREEN)).all()  # no trace is left


def test_the_fast_picture_is_what_matplotlib_would_draw(small):
    small.set(height=0.5)
    ax = small.fig.axes[0]
    small.curve.set_animated(False)
    colours = small.plane.palette[small.plane.codes]
    ax.imshow(colours, extent=(0, 1, 0, 1), origin="lower", aspect="auto", zorder=-1,
              interpolation="nearest")
    small.fig.canvas.draw()
    slow = np.asarray(small.fig.canvas.buffer_rgba())[..., :3].astype(int)
    differ = np.abs(slow - pixels(small)).max(axis=2) > 8
    assert differ.mean() < 0.002  # the outermost row or column of the plane may differ by rounding


def test_a_border_is_drawn_between_colours():
    class Bordered(Small):
        def surface(self, *args, **options):
            return super().surface(*args, **options, border=True)

    explorer = Bordered()
    row = [tuple(pixel(explorer, x, 0.6)) for x in np.linspace(0.49, 0.51, 40)]
    assert (0, 0, 0) in row


class Worded(Small):
    """Words that move over the plane, change and vanish."""

    def setup(self, fig):
        moving = super().setup(fig)
        self.said = fig.axes[0].text(0.25, 0.3, "", ha="center", va="bottom")
        return [*moving, self.said]

    def update(self, height, count, kind):
        self.said.set(text=f"{height:.2f} m", y=0.3 + height / 2, visible=count < 3)
        return super().update(height, count, kind)


def drawn_by_matplotlib(explorer):
    """The present picture, drawn anew as a whole."""
    ax = explorer.fig.axes[0]
    for artist in explorer._canvas.moving:
        artist.set_animated(False)
    image = ax.imshow(explorer.plane.palette[explorer.plane.codes], extent=(0, 1, 0, 1),
                      origin="lower", aspect="auto", zorder=-1, interpolation="nearest")
    explorer.fig.canvas.draw()
    image.remove()
    for artist in explorer._canvas.moving:
        artist.set_animated(True)
    return np.array(explorer.fig.canvas.buffer_rgba())[..., :3].astype(int)


@pytest.mark.parametrize("height", [0.0, 0.25, 0.75])
def test_stamped_words_are_where_matplotlib_writes_them(height):
    explorer = Worded()
    for other in (1.0, 0.5, height):  # at other places before, and from a kept stamp
        explorer.set(height=other)
    explorer.set(height=1.0)
    explorer.set(height=height)
    assert explorer._canvas.stamps.kept
    shown, whole = pixels(explorer), drawn_by_matplotlib(explorer)
    differ = np.abs(whole - shown).max(axis=2) > 60
    words = explorer.said.get_window_extent()
    box = np.s_[-int(words.y1) - 2 : -int(words.y0) + 2, int(words.x0) - 2 : int(words.x1) + 2]
    ink = (shown[box].max(axis=2) < 60).sum()
    assert ink > 50 and abs(ink - (whole[box].max(axis=2) < 60).sum()) < 0.25 * ink
    assert differ.mean() < 0.003  # words stand on whole pixels, Matplotlib's also between them


def test_stamped_words_vanish_and_one_stamp_serves_all_places():
    explorer = Worded()
    explorer.set(height=0.5)
    with_words = pixels(explorer)
    explorer.set(count=3)
    assert (pixels(explorer) != with_words).any()
    explorer.set(count=0)
    assert (pixels(explorer) == with_words).all()
    stamps = explorer._canvas.stamps
    before = len(stamps.kept)
    explorer.said.set_y(0.9)
    explorer._canvas.png()
    assert len(stamps.kept) == before


def test_words_over_the_edge_are_drawn_and_not_kept():
    explorer = Worded()
    explorer.set(height=0.5)
    explorer.said.set(x=-0.1, text="far out to the left, over the edge")
    before, kept = explorer._canvas.frame.copy(), len(explorer._canvas.stamps.kept)
    explorer._canvas.png()
    assert len(explorer._canvas.stamps.kept) == kept
    assert (explorer._canvas.frame[:, :20] != before[:, :20]).any()  # what lies inside is there


def test_stamps_do_not_grow_without_end(monkeypatch):
    explorer = Worded()
    monkeypatch.setattr(explorer._canvas.stamps, "most", 10)
    for i in range(35):
        explorer.said.set_text(f"words {i}")
        explorer._canvas.png()
    assert 1 <= len(explorer._canvas.stamps.kept) <= 10


def test_on_stage_a_picture_has_more_pixels(monkeypatch):
    monkeypatch.setenv(style.PROJECTOR, "1")
    assert pixels(Small()).shape == (540, 960, 3)


def test_equal_positions_make_equal_bytes(small):
    small.set(height=0.5)
    first = small._image.value
    small.set(height=0.25)
    assert small._image.value != first
    small.set(height=0.5)
    assert small._image.value == first


def test_two_hundred_changes_leave_no_artists_and_no_figures(small):
    before = len(small.fig.findobj())
    for i in range(200):
        small.set(height=(i % 5) / 4)
    assert len(small.fig.findobj()) == before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or small.fig not in map(pyplot.figure, pyplot.get_fignums())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
@pytest.mark.parametrize("name", [
    name if name in ("LineOnXor", "WordMap") else pytest.param(name, marks=pytest.mark.full)
    for name in every_explorer.CELLS])
def test_two_hundred_ticks_do_not_grow_in_memory(name):
    def resident():
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    explorer = every_explorer.make(name)
    control, ends = next(
        (control, (control.min, control.max)) for control in explorer.inputs.values()
        if hasattr(control, "max")
    ) if name != "WordMap" else (explorer.inputs["word"], explorer.inputs["word"].options[:2])

    def drag(ticks):
        for i in range(ticks):
            control.value = ends[i % 2]

    drag(60)
    before = resident()
    drag(200)
    assert resident() - before < 3_000_000  # two pictures of 960 x 540 x 3 bytes


# --- Ticks ------------------------------------------------------------------------------------


def test_without_a_loop_a_change_is_drawn_at_once(small):
    before, ticks = small._image.value, small.ticks
    small.inputs["height"].value = 0.75
    assert small._image.value != before and small.ticks == ticks + 1
    assert "0.75 m" in small._words.value


def test_stale_ticks_are_dropped_and_the_last_position_wins(small):
    async def drag():
        for i in range(200):
            small.inputs["height"].value = (i % 4) / 4
        small.inputs["height"].value = 1.0
        await asyncio.sleep(0.05)

    ticks = small.ticks
    asyncio.run(drag())
    assert small.ticks == ticks + 1
    assert small.finding == "height 1.00 m, count 0, kind plain: 0 & 1.00 m."


def test_set_is_synchronous_also_inside_a_loop(small):
    async def cell():
        small.inputs["count"].value = 1  # a tick is waiting
        said = small.set(height=0.5, count=2)
        ticks = small.ticks
        await asyncio.sleep(0.05)
        return said, small.ticks - ticks

    said, later = asyncio.run(cell())
    assert said == "height 0.50 m, count 2, kind plain: 2 & 0.50 m." and later == 0


def test_an_error_is_shown_in_words_escaped_and_the_next_tick_draws(small, capsys):
    small.inputs["kind"].value = "broken"
    assert "RuntimeError: &lt;no&gt; such kind" in small._words.value
    small.inputs["kind"].value = "plain"
    assert "RuntimeError" not in small._words.value
    assert capsys.readouterr() == ("", "")


def test_an_error_in_a_driven_cell_is_raised(small):
    with pytest.raises(RuntimeError, match="such kind"):
        small.set(kind="broken")


def test_a_slider_is_not_answered_by_its_own_value():
    for control in (slider("n", 0, 5, 1, 2), slider("x", 0.0, 1.0, 0.1, 0.5)):
        sent = []
        control.comm.send = lambda data=None, **rest: sent.append(data)  # noqa: B023
        control.set_state({"value": control.max})
        assert control.value == control.max
        assert [data["method"] for data in sent if data["method"] == "echo_update"] == []


def test_a_cell_that_moves_what_was_set_by_hand_offers_the_way_back(small):
    small.set(height=0.5)
    assert small._back.layout.display == "none"  # nothing of the reader's was lost
    small.inputs["height"].value = 0.75
    small.inputs["count"].value = 2
    for height in (0.0, 0.25):  # a loop of a driven cell
        small.set(height=height)
    assert small._back.layout.display is None
    picture = small._image.value
    small._back.click()
    assert small.inputs["height"].value == 0.75 and small.inputs["count"].value == 2
    assert small._image.value != picture and "height 0.75 m, count 2" in small._words.value
    assert small._back.layout.display == "none"
    small.set(height=0.0)  # the way back is there a second time
    assert small._back.layout.display is None
    small.inputs["height"].value = 1.0  # by hand: now this is the reader's position
    assert small._back.layout.display == "none"


def test_a_cell_that_sets_the_same_position_offers_nothing(small):
    small.inputs["height"].value = 0.75
    small.set(height=0.75)
    assert small._back.layout.display == "none"


def test_callbacks_can_be_cut(monkeypatch):
    monkeypatch.setattr(Explorer, "_on_change", lambda self, *change: None)
    cut = Small()
    before = cut._image.value
    cut.inputs["height"].value = 0.75
    assert cut._image.value == before


@pytest.mark.parametrize(
    "values, said",
    [({"heigth": 1}, "height, count, kind"), ({"height": 7}, "from 0.0 to 1.0")],
)
def test_set_refuses_what_is_not_there(small, values, said):
    with pytest.raises(ValueError, match=said):
        small.set(**values)


# --- Words and page ---------------------------------------------------------------------------


def test_the_words_for_every_reader(small):
    words = small._last_words()
    assert "\n" not in words["text/plain"] and small.finding in words["text/plain"]
    assert "a &lt;small&gt; one" in words["text/html"] and "<img" not in words["text/html"]
    assert "Run the notebook to move the controls (height, count, kind)" in words["text/html"]


def test_what_is_added_on_the_page_is_one_piece_of_html():
    assert ON_PAGE.count("<style>") == ON_PAGE.count("</style>") == 1
    [onload] = re.findall(r'onload="([^"]*)"', ON_PAGE)
    assert onload.startswith("(function") and onload.endswith("50)")


def test_the_words_are_a_live_region_and_the_picture_has_a_name(small):
    assert "course-finding" in small._words._dom_classes
    assert "aria-live" in ON_PAGE and "aria-live" not in small._words.value
    [parts] = small.widget.children
    assert any(getattr(part, "value", "") == ON_PAGE for part in parts.children)
    assert small.name in small._image.tooltip
    assert small._image.description == ""  # the browser's side asks for it


def test_a_finding_shows_without_quotes(small):
    assert repr(small.set(count=1)) == str(small.finding)


def test_controls_say_name_and_unit():
    whole = slider("depth", 1, 9, 2, 3)
    assert isinstance(whole, widgets.IntSlider) and whole.description == "depth"
    part = slider("angle", 0.0, 1.0, 0.05, 0.5, unit="rad")
    assert isinstance(part, widgets.FloatSlider) and part.description == "angle (rad)"
    assert part.readout_format == ".2f"
    buttons = choice("act", [("tanh", 0), ("ReLU", 1)], 1, buttons=True)
    assert isinstance(buttons, widgets.ToggleButtons) and buttons.label == "ReLU"
    assert in_words(buttons) == "act ReLU"


def test_minus_zero_is_not_said():
    control = slider("shift", -1.0, 1.0, 0.1, 0.0)
    control.value = -1e-17
    assert in_words(control) == "shift 0.0"


# --- The course's explorers -------------------------------------------------------------------


def test_every_explorer_of_the_course_is_among_these():
    assert KINDS == {type(every_explorer.make(name)).__name__ for name in every_explorer.CELLS}


@pytest.mark.parametrize("name", every_explorer.CELLS)
def test_every_explorer_answers_at_the_ends_of_its_controls(name):
    explorer = every_explorer.make(name)
    start = explorer._image.value
    pictures = set()
    for name, control in explorer.inputs.items():
        home = control.value
        ends = getattr(control, "_options_values", None) or (control.min, control.max)
        for value in ends:
            said = explorer.set(**{name: value})
            assert ": " in said and said.endswith(".") and "nan" not in said
            pictures.add(explorer._image.value)
        explorer.set(**{name: home})
    assert explorer._image.value == start
    assert len(pictures) > 1


def test_no_line_gets_more_than_three_of_four():
    explorer = explore.line_on_xor()
    best = 0
    for angle in range(0, 181, 15):
        for shift in np.round(np.arange(-1, 1.51, 0.25), 2):
            said = explorer.set(angle=angle, shift=float(shift))
            best = max(best, int(said.split(": ")[1][0]))
    assert best == 3


@pytest.mark.parametrize(
    "angle, shift, right", [(0, 0.5, 2), (45, 0.5, 3), (45, 1.2, 3), (135, 0.4, 3), (0, 1.5, 2)]
)
def test_line_on_xor_counts(angle, shift, right):
    explorer = explore.line_on_xor()
    assert f": {right} of 4 points right" in explorer.set(angle=angle, shift=shift)
    assert len(explorer.wrong.get_xdata()) == 4 - right
    x, y = explorer.border.get_data()
    a = np.radians(angle)
    assert np.allclose(np.cos(a) * x + np.sin(a) * y, shift)


def test_line_on_xor_names_the_sides():
    explorer = explore.line_on_xor()
    explorer.set(angle=135, shift=0.4)  # (0, 1) alone is on the side of class 1
    one = explorer.sides[1].get_position()
    assert plots.line_points([1, 1], 0, (0, 1), (0, 1)) is not None
    assert one[0] < 0.5 < one[1] and explorer.sides[1].get_visible()


def test_the_line_explorer_does_not_tell_before_one_has_tried():
    explorer = explore.line_on_xor()
    assert "best so far: 2 of 4" in explorer.finding
    assert "best so far: 3 of 4" in explorer.set(angle=45, shift=0.5)
    assert "2 of 4 points right; best so far: 3 of 4" in explorer.set(angle=0)
    assert "No line" not in explorer.fig.axes[0].get_title(loc="left")


def test_the_word_map_shows_the_legend_that_holds_and_no_other():
    explorer = every_explorer.make("WordMap")
    for colour in explorer.groups:
        explorer.set(colour=colour)
        for title, parts in explorer.legends.items():
            assert {part.get_visible() for part in parts} == {title == colour}
        names = [part.get_text() for part in explorer.legends[colour] if hasattr(part, "get_text")]
        assert names == [f"by {colour}", *explorer.groups[colour][0]]


def test_no_interval_of_the_calibration_explorer_reaches_its_legend():
    explorer = every_explorer.make("Calibration")
    ax = explorer.fig.axes[0]
    legend = ax.get_legend().get_window_extent().transformed(ax.transData.inverted())
    assert legend.y0 > 1  # an accuracy and the end of its interval are at most 1
    assert explorer._canvas.moving
