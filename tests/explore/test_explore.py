"""The drawing core under all explorers, and every explorer of the course."""

import asyncio
import gc
import hashlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from matplotlib.colors import to_rgb

import every_explorer
from course_utils import explore, plots, style
from widgets import page
from widgets.explorers import live
from widgets.explorers.controls import choice, slider
from widgets.explorers.drawing import encode_png
from widgets.explorers.explorer import Explorer

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
        self.curve = self.plot(ax, color=style.BLACK)

    def update(self, height, count, kind):
        if kind == "broken":
            raise RuntimeError("<no> such kind")
        self.curve.set_data([0, 1], [height, height])
        self.plane.set(self.plane.points[:, 0] > 0.5)
        return f"{count} & {height:.2f} m."


@pytest.fixture
def small():
    return Small()


def picture(explorer):
    """The PNG of the position where an explorer stands."""
    return explorer.shell.frame.png


def pixels(explorer):
    return np.round(255 * matplotlib.image.imread(io.BytesIO(picture(explorer)))).astype(int)


def by_hand(explorer, **values):
    """Move controls as a reader does; on a page the message holds numbers of positions."""
    at = [one.place(values[name]) if name in values else one.at
          for name, one in explorer.inputs.items()]
    explorer.shell.touch(at)


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


def test_a_plane_is_the_right_way_up():
    class Sloped(Small):
        def update(self, height, count, kind):
            self.plane.set(self.plane.points @ [1, 2] > 1)
            return "one corner is blue"

    for x, y, colour in ((0.2, 0.1, style.BLUE), (0.2, 0.9, style.GREEN), (0.9, 0.1, style.GREEN)):
        assert (pixel(Sloped(), x, y) == rgb(colour)).all(), (x, y)


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
        super().setup(fig)
        ax = fig.axes[0]
        self.said = self.moves(ax.text(0.25, 0.3, "", ha="center", va="bottom"))

    def update(self, height, count, kind):
        self.said.set(text=f"{height:.2f} m", y=0.3 + height / 2, visible=count < 3)
        return super().update(height, count, kind)


@pytest.mark.parametrize("height", [0.0, 0.25, 0.75])
def test_words_are_where_matplotlib_writes_them(height):
    explorer = Worded()
    for other in (1.0, 0.5, height):  # at other places before
        explorer.set(height=other)
    shown, ax = pixels(explorer), explorer.fig.axes[0]
    for artist in explorer._canvas.moving:
        artist.set_animated(False)
    ax.imshow(explorer.plane.palette[explorer.plane.codes], extent=(0, 1, 0, 1), origin="lower",
              aspect="auto", zorder=-1, interpolation="nearest")
    explorer.fig.canvas.draw()
    whole = np.array(explorer.fig.canvas.buffer_rgba())[..., :3].astype(int)
    words = explorer.said.get_window_extent()
    box = np.s_[-int(words.y1) - 2 : -int(words.y0) + 2, int(words.x0) - 2 : int(words.x1) + 2]
    assert (shown[box].max(axis=2) < 60).sum() > 50
    assert np.abs(whole[box] - shown[box]).max() <= 8


def test_words_vanish_and_come_back():
    explorer = Worded()
    explorer.set(height=0.5)
    with_words = pixels(explorer)
    explorer.set(count=3)
    assert (pixels(explorer) != with_words).any()
    explorer.set(count=0)
    assert (pixels(explorer) == with_words).all()


def test_what_lies_above_is_drawn_above_whichever_was_made_first():
    class Turned(Small):
        def setup(self, fig):
            super().setup(fig)
            self.curve.set_zorder(5)
            self.plot(fig.axes[0], color=style.GREEN, lw=9).set_data([0, 1], [0.25, 0.25])

    explorer = Turned()
    explorer.set(height=0.25)
    assert pixel(explorer, 0.2, 0.25).max() < 60  # the black line, made first


def test_on_stage_a_picture_has_more_pixels(monkeypatch):
    monkeypatch.setenv(page.PROJECTOR, "1")
    assert pixels(Small()).shape == (540, 960, 3)


def test_equal_positions_make_equal_bytes(small):
    small.set(height=0.5)
    first = picture(small)
    small.set(height=0.25)
    assert picture(small) != first
    small.set(height=0.5)
    assert picture(small) == first


def test_two_hundred_changes_leave_no_artists_and_no_figures(small):
    before = len(small.fig.findobj())
    for i in range(200):
        small.set(height=(i % 5) / 4)
    assert len(small.fig.findobj()) == before
    pyplot = sys.modules.get("matplotlib.pyplot")
    assert pyplot is None or small.fig not in map(pyplot.figure, pyplot.get_fignums())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.full] * (name != "LineOnXor"))
    for name in every_explorer.CELLS])
def test_two_hundred_ticks_do_not_grow_in_memory(name):
    def resident():
        gc.collect()
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    explorer = every_explorer.make(name)
    track = "word" if name == "WordMap" else next(
        name for name, one in explorer.inputs.items() if one.kind == "slider")
    values = explorer.inputs[track].values
    ends = values[0], values[-1]

    def drag(ticks):
        for i in range(ticks):
            explorer.frame(**{name: one.value for name, one in explorer.inputs.items()}
                           | {track: ends[i % 2]})

    drag(60)
    before = resident()
    drag(200)
    assert resident() - before < 3_000_000  # two pictures of 960 x 540 x 3 bytes


# --- Where the reader is ----------------------------------------------------------------------


def test_an_error_in_a_driven_cell_is_raised(small):
    with pytest.raises(RuntimeError, match="such kind"):
        small.set(kind="broken")


def test_a_cell_that_moves_what_was_set_by_hand_offers_the_way_back(small):
    small.set(height=0.5)
    assert small.shell.left is None  # nothing of the reader's was lost
    by_hand(small, height=0.75, count=2)
    for height in (0.0, 0.25):  # a loop of a driven cell
        small.set(height=height)
    assert small.shell.left == [3, 2, 0]
    before = picture(small)
    small.shell.touch(small.shell.left)  # what the button of the page does
    assert small.inputs["height"].value == 0.75 and small.inputs["count"].value == 2
    assert picture(small) != before and "height 0.75 m, count 2" in small.finding
    assert small.shell.left is None
    small.set(height=0.0)  # the way back is there a second time
    assert small.shell.left == [3, 2, 0]
    by_hand(small, height=1.0)  # now this is the reader's position
    assert small.shell.left is None


def test_a_cell_that_sets_the_same_position_offers_nothing(small):
    by_hand(small, height=0.75)
    small.set(height=0.75)
    assert small.shell.left is None


def test_a_value_between_two_positions_is_drawn_as_asked(small):
    assert "height 0.600 m" in small.set(height=0.6)
    assert small.inputs["height"].values == [0.0, 0.25, 0.5, 0.6, 0.75, 1.0]
    by_hand(small, height=0.75)
    assert "height 0.75 m" in small.finding


def test_a_position_that_cannot_be_drawn_leaves_the_explorer_where_it_was(small):
    before = small.finding
    with pytest.raises(RuntimeError):
        small.set(kind="broken", height=0.5)
    assert small.finding == before and small.shell.at == [0, 0, 0]


@pytest.mark.parametrize(
    "values, said",
    [({"heigth": 1}, "height, count, kind"), ({"height": 7}, "from 0.0 to 1.0"),
     ({"count": 1.5}, "whole numbers"), ({"kind": "plane"}, "one of 'plain', 'broken'")],
)
def test_set_refuses_what_is_not_there(small, values, said):
    with pytest.raises(ValueError, match=said):
        small.set(**values)


# --- Words and page ---------------------------------------------------------------------------


def test_the_words_for_every_reader(small):
    words = small.shell._last_words()
    assert "\n" not in words["text/plain"] and small.finding in words["text/plain"]
    assert "a &lt;small&gt; one" in words["text/html"] and "<img" not in words["text/html"]
    assert "Run the notebook to move the controls (height, count, kind)" in words["text/html"]


def test_a_finding_shows_without_quotes(small):
    assert repr(small.set(count=1)) == str(small.finding)


def test_controls_say_name_and_unit():
    whole = slider("depth", 1, 9, 2, 3)
    assert whole.values == [1, 3, 5, 7, 9] and whole.labels[whole.at] == "3"
    assert whole.in_words(5) == "depth 5"
    part = slider("angle", 0.0, 1.0, 0.05, 0.5, unit="rad")
    assert part.in_words(part.value) == "angle 0.50 rad" and len(part.values) == 21
    buttons = choice("act", [("tanh", 0), ("ReLU", 1)], 1, buttons=True)
    assert buttons.kind == "buttons" and buttons.in_words(buttons.value) == "act ReLU"
    assert choice("act", ["tanh"]).kind == "list"


def test_minus_zero_is_not_said():
    control = slider("shift", -1.0, 1.0, 0.1, 0.0)
    assert control.in_words(control.values[control.place(-1e-17)]) == "shift 0.0"


# --- The kernel's side of the page --------------------------------------------------------------


class Told(list):
    """A page: what the kernel has sent to it; `wish` is what the page sends."""

    def __init__(self, explorer, monkeypatch):
        self.widget, self.count = explorer.shell._widget(), 0
        monkeypatch.setattr(self.widget, "send", lambda told, buffers: self.append(
            (told["key"], told["words"], buffers)))

    def wish(self, at, *want, moved=True, held=False, best=None, edition=0):
        self.count += 1
        self.widget.set_state({"wish": {"at": at, "want": [at, *want], "moved": moved, "held": held,
                                        "best": best, "edition": edition, "count": self.count}})

    @property
    def keys(self):
        return [key for key, _, _ in self]


def test_before_the_first_touch_nothing_is_drawn(small, monkeypatch):
    drawn = []
    monkeypatch.setattr(small, "update", lambda **values: drawn.append(values) or "nothing.")
    page = Told(small, monkeypatch)
    small.shell.still.words(), page.widget.get_state()
    assert not drawn and not page


def test_what_the_page_stands_at_is_drawn_first_and_the_rest_between_messages(small, monkeypatch):
    page = Told(small, monkeypatch)

    async def reader():
        page.wish([1, 0, 0], [2, 0, 0], [3, 0, 0])
        first = page.keys
        await asyncio.sleep(0.5)
        return first

    assert asyncio.run(reader()) == ["1,0,0"]
    assert page.keys == ["1,0,0", "2,0,0", "3,0,0"]
    assert page[1][1].startswith("height 0.50 m") and page[1][2][0] == small.frame_at([2, 0, 0]).png
    assert small.finding.startswith("height 0.25 m")  # only what was visited


def test_a_newer_wish_ends_the_older_and_a_cell_ends_both(small, monkeypatch):
    page = Told(small, monkeypatch)

    async def reader():
        page.wish([1, 0, 0], [2, 0, 0], [3, 0, 0])
        page.wish([1, 1, 0], [1, 2, 0])
        await asyncio.sleep(0.5)
        page.wish([0, 0, 0], [0, 1, 0])
        small.set(count=3)
        await asyncio.sleep(0.3)

    asyncio.run(reader())
    assert page.keys == ["1,0,0", "1,1,0", "1,2,0", "0,0,0"]
    assert page.widget.state["at"] == [0, 3, 0] and page.widget.state["left"] == [0, 0, 0]


def test_nothing_is_drawn_ahead_right_after_a_key_unless_it_is_held(small, monkeypatch):
    """The key's own picture is painted then, or a cell begins."""
    page = Told(small, monkeypatch)

    async def reader(held):
        page.wish([1, 0, 0], [2, 0, 0], held=held)
        await asyncio.sleep(0.3)
        return len(page)

    monkeypatch.setattr(live, "PAUSE", 60)
    assert asyncio.run(reader(held=False)) == 1
    assert asyncio.run(reader(held=True)) == 2


def test_a_cell_that_is_run_again_is_told_again(small, monkeypatch):
    page, told = Told(small, monkeypatch), []
    page.widget.observe(lambda change: told.append(change["new"]["at"]), names="state")
    for _ in range(2):
        by_hand(small, height=0.75)
        small.set(height=0.0)  # the same place, from the same place
    assert told == [[0, 0, 0]] * 2


def test_a_frame_on_its_way_is_not_drawn_twice_and_a_lost_one_is(small, monkeypatch):
    page = Told(small, monkeypatch)
    page.wish([1, 0, 0])
    page.wish([1, 0, 0])
    assert page.keys == ["1,0,0"]
    monkeypatch.setattr(live, "AGAIN", 0)
    page.wish([1, 0, 0])
    assert page.keys == ["1,0,0"] * 2


def test_a_wish_from_webassembly_where_none_is_left_out(small, monkeypatch):
    """Every key of an explorer without a score waited 2 s there, for the page to ask again."""
    page = Told(small, monkeypatch)
    page.widget.set_state({"wish": {"at": [1, 0, 0], "want": [[1, 0, 0]], "moved": True,
                                    "edition": 0, "count": 1}})
    assert page.keys == ["1,0,0"] and small.shell.at == [1, 0, 0]


def test_a_hand_that_only_rests_on_a_control_moves_nothing(small, monkeypatch):
    page = Told(small, monkeypatch)
    page.wish([2, 0, 0], moved=False)
    assert small.shell.at == [0, 0, 0] and page.keys == ["2,0,0"]


def test_positions_of_tracks_that_are_no_more_are_not_taken(small, monkeypatch):
    page = Told(small, monkeypatch)
    small.set(height=0.6)  # one position more
    assert page.widget.about["edition"] == 1
    assert page.widget.about["controls"][0]["labels"][3] == "0.600"
    page.wish([4, 0, 0], edition=0)
    assert not page and small.shell.at == [3, 0, 0]


def test_an_error_is_told_in_words_and_the_next_position_is_drawn(small, monkeypatch, capsys):
    page = Told(small, monkeypatch)
    page.wish([0, 0, 1])
    page.wish([1, 0, 0])
    assert page[0] == ("0,0,1", "RuntimeError: <no> such kind", [])
    assert page[1][0] == "1,0,0" and page[1][2]
    assert capsys.readouterr() == ("", "")


def test_the_page_and_the_cells_share_the_best_score(monkeypatch):
    explorer = explore.line_on_xor()
    page = Told(explorer, monkeypatch)
    page.wish([1, 15], best=3)  # the page was elsewhere on the way
    assert "2 of 4 points right; best so far: 3 of 4." in explorer.finding
    explorer.set(angle=45)
    assert page.widget.state["best"] == 3


def test_an_explorer_is_drawn_without_any_widget():
    code = ("import sys\nfrom course_utils import explore\n"
            "frame = explore.line_on_xor().frame(angle=45, shift=0.5)\n"
            "assert frame.score == 3 and frame.png[:4] == b'\\x89PNG'\n"
            "print(*{'ipywidgets', 'anywidget', 'IPython'} & set(sys.modules))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr[-1000:]


# --- The course's explorers -------------------------------------------------------------------

IN_ORDER = """
import hashlib, json, sys
sys.path[:0] = json.loads(sys.argv[1])
import every_explorer
explorer = every_explorer.make(sys.argv[2])
for at in json.loads(sys.argv[3]):
    frame = explorer.frame_at(at)
    print(json.dumps([at, hashlib.sha256(frame.png).hexdigest(), frame.words, frame.score]))
"""


def some_positions(explorer):
    """Positions along each control with the others at the start, and some anywhere."""
    counts = [len(one.values) for one in explorer.inputs.values()]
    start, rng = explorer.shell.at, np.random.default_rng(0)
    along = [[*start[:i], k, *start[i + 1:]] for i, n in enumerate(counts)
             for k in np.unique(np.linspace(0, n - 1, 6).astype(int)).tolist()]
    return along + [[int(rng.integers(n)) for n in counts] for _ in range(12)]


@pytest.fixture
def plain_look():
    """Matplotlib as a fresh process has it, whatever look other tests have left."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        yield


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.full] * (i % 5 > 0))
    for i, name in enumerate(every_explorer.CELLS)])
def test_a_frame_is_a_function_of_the_controls(name, plain_look):
    """Forwards, backwards and shuffled, in two processes: the same bytes and words."""
    here = every_explorer.make(name)
    forwards = some_positions(here)
    shuffled = [forwards[i] for i in np.random.default_rng(1).permutation(len(forwards))]
    drawn = [{str(at): here.frame_at(at) for at in order} for order in (forwards, forwards[::-1])]
    assert drawn[0] == drawn[1]
    done = subprocess.run(
        [sys.executable, "-c", IN_ORDER, json.dumps(sys.path), name, json.dumps(shuffled)],
        capture_output=True, text=True, check=True)
    there = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(there) == len(forwards)
    for at, digest, words, score in there:
        frame = drawn[0][str(at)]
        assert (hashlib.sha256(frame.png).hexdigest(), frame.words, frame.score) == (
            digest, words, score), at


def test_every_explorer_of_the_course_is_among_these():
    assert KINDS == {type(every_explorer.make(name)).__name__ for name in every_explorer.CELLS}


@pytest.mark.parametrize("name", every_explorer.CELLS)
def test_every_explorer_answers_at_the_ends_of_its_controls(name):
    explorer = every_explorer.make(name)
    start = picture(explorer)
    pictures = set()
    for name, control in explorer.inputs.items():
        home = control.value
        few = control.kind != "slider"
        ends = control.values if few else (control.values[0], control.values[-1])
        for value in ends:
            said = explorer.set(**{name: value})
            assert ": " in said and said.endswith(".") and "nan" not in said
            pictures.add(picture(explorer))
        explorer.set(**{name: home})
    assert picture(explorer) == start
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
