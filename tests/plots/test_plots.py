"""Looks and draw functions: artists are read back, bytes only where they are the promise."""

import base64
import io
import itertools
import struct
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib import font_manager, image
from matplotlib.colors import to_hex, to_rgba
from matplotlib.mathtext import MathTextParser
from matplotlib.patches import Circle, Rectangle

from course_tools import notebooks
from course_utils import data, plots, style
from widgets import page


@pytest.fixture(autouse=True)
def look(monkeypatch):
    monkeypatch.delenv(page.PROJECTOR, raising=False)
    with matplotlib.rc_context():
        style.use()
        yield


@pytest.fixture
def ax():
    return style.figure()[1]


def size_of(png):
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


# --- style ------------------------------------------------------------------------------------


@pytest.mark.parametrize("panels", [1, 2])
def test_on_stage_no_title_is_cut_or_meets_the_next(panels, monkeypatch):
    monkeypatch.setenv(page.PROJECTOR, "1")
    style.use()
    fig, axes = style.figure(panels)
    for ax in np.atleast_1d(axes):
        ax.set_title("A title too long for half of it, surely" if panels == 2 else
                     "A title with some more words than fit above one picture, in any face")
    axes = np.atleast_1d(axes)
    before = [ax.title.get_fontsize() for ax in axes]
    plots.png(fig)
    boxes = [ax._left_title.get_window_extent() for ax in axes]
    assert all(ax._left_title.get_fontsize() < size for ax, size in zip(axes, before, strict=True))
    assert all(box.x1 <= fig.bbox.x1 for box in boxes)
    assert all(a.x1 < b.x0 for a, b in itertools.pairwise(boxes))
    short, ax = style.figure()
    ax.set_title("Short")
    plots.png(short)
    assert ax._left_title.get_fontsize() == before[0]


def test_on_stage_no_words_are_below_14_pixels_of_the_sheet(monkeypatch, ax):
    """Where words beside it need room a picture is 610 of the sheet's 1280 pixels wide."""
    small = ax.text(0, 0, "small", fontsize=6)
    plots.png(ax.figure)
    assert small.get_fontsize() == 6  # at a desk as it was drawn
    monkeypatch.setenv(page.PROJECTOR, "1")
    plots.png(ax.figure)
    inches = small.get_fontsize() / 72
    assert inches / style.SIZE[0] * 610 >= 14


def test_words_of_a_picture_have_true_minus_signs(ax):
    words, formula = ax.text(0, 0, "from -1.5 to x-1"), ax.text(0, 0, "$-1$")
    plots.png(ax.figure)
    assert words.get_text() == "from −1.5 to x-1" and formula.get_text() == "$-1$"


def test_every_pixel_of_the_paper_is_white(ax):
    """The page lays a picture over its ground: a paper of 254 would be seen as a box."""
    ax.imshow(np.random.default_rng(0).random((40, 40)), cmap="cividis", extent=(0, 1, 0, 1))
    rgb = image.imread(io.BytesIO(plots.png(ax.figure)))[..., :3]
    assert rgb[0, 0].tolist() == [1, 1, 1] == rgb[-1, -1].tolist()


def test_projector_is_larger_by_argument_and_by_environment(monkeypatch):
    usual = matplotlib.rcParams["font.size"], matplotlib.rcParams["lines.linewidth"]
    style.use(projector=True)
    large = matplotlib.rcParams["font.size"], matplotlib.rcParams["lines.linewidth"]
    assert usual == (14, 2.5) and large[0] > usual[0] and large[1] > usual[1]
    style.use()
    assert matplotlib.rcParams["font.size"] == 14
    monkeypatch.setenv(page.PROJECTOR, "1")
    style.use()
    assert matplotlib.rcParams["font.size"] == large[0]


def test_the_stage_has_a_face_of_its_own_and_no_other_picture_changes():
    def file_of(**how):
        return Path(font_manager.findfont(font_manager.FontProperties(**how))).name

    def of_a_formula():
        return {Path(font.fname).name for font, *_ in MathTextParser("path").parse("$x_1$").glyphs}

    usual = "DejaVuSans.ttf", {"DejaVuSans.ttf", "DejaVuSans-Oblique.ttf"}
    assert (file_of(), of_a_formula()) == usual
    style.use(projector=True)
    assert file_of() == "CourseSans-Regular.ttf"
    assert file_of(weight="bold") == "CourseSans-Bold.ttf"
    assert of_a_formula() == {"CourseSans-Italic.ttf", "CourseSans-Regular.ttf"}
    style.use()
    assert (file_of(), of_a_formula()) == usual


def test_no_spines_above_and_right(ax):
    assert [ax.spines[s].get_visible() for s in ("top", "right", "left")] == [False, False, True]


def test_figures_are_unknown_to_pyplot():
    import matplotlib.pyplot as plt

    before = plt.get_fignums()
    style.figure()
    assert plt.get_fignums() == before


@pytest.mark.parametrize("panels", [0, 3])
def test_more_than_two_panels_are_refused(panels):
    with pytest.raises(ValueError, match="expected 1 or 2"):
        style.figure(panels)


def test_two_panels_share_when_asked():
    _, (left, right) = style.figure(2, sharey=True, widths=(2, 1))
    left.set_ylim(3, 7)
    assert right.get_ylim() == (3, 7)


@pytest.mark.parametrize("m", [1, 2, 5, 10])
def test_class_colours_are_different(m):
    assert len(set(style.class_colours(m))) == m == len(style.class_markers(m))


def test_no_classes_are_refused():
    with pytest.raises(ValueError, match="empty labels"):
        style.class_colours(0)


# What a colour is to an eye that lacks one kind of cone (Machado, Oliveira, Fernandes 2009).
EYES = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}
# White, and the dark grounds of JupyterLab, the stage and the book.
GROUNDS = ["#ffffff", "#111111", "#14191e", "#14181e"]


def linear(colour):
    parts = np.asarray(colour, float)
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(light):
    """Lightness, green to red, blue to yellow of linear red, green and blue."""
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722],
                    [0.0193, 0.1192, 0.9505]]) @ np.clip(light, 0, 1) / [0.9505, 1, 1.089]
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def inks_on(ground):
    inks = [to_rgba(ink)[:3] for ink in style.INKS]
    dark = ground != "#ffffff"
    return [style.on_dark(ink, to_rgba(ground)[:3]) for ink in inks] if dark else inks


@pytest.mark.parametrize("ground", GROUNDS)
def test_inks_can_be_seen_on_light_and_dark(ground):
    under, *over = (linear(one) @ [0.2126, 0.7152, 0.0722] + 0.05
                    for one in (to_rgba(ground)[:3], *inks_on(ground)))
    assert min(max(one, under) / min(one, under) for one in over) >= 3


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_no_eye_takes_one_ink_for_another(ground, eye):
    seen = [lab(EYES[eye] @ linear(ink)) for ink in inks_on(ground)]
    apart = min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2))
    assert apart >= (16.9 if ground == "#ffffff" else 12.9)  # 10 is "another colour at a glance"


@pytest.mark.parametrize("ground", GROUNDS[1:])
def test_a_dark_ground_keeps_paper_tints_and_edges(ground):
    """The map is affine: a mixture of ink and paper becomes that mixture of the other two."""
    paper = to_rgba(ground)[:3]
    assert np.allclose(style.on_dark((1, 1, 1), paper), paper)
    for ink in (style.BLUE, style.VERMILION, style.PURPLE, style.BLACK):
        ink = np.array(to_rgba(ink)[:3])
        tinted = style.on_dark(0.3 * ink + 0.7, paper)
        mixed = 0.3 * style.on_dark(ink, paper) + 0.7 * np.array(paper)
        assert np.allclose(tinted, mixed, atol=0.01)


def test_signed_colours_are_white_at_zero():
    assert to_hex(style.SIGNED(0.5)) == "#ffffff"


# --- show -------------------------------------------------------------------------------------


def test_png_has_the_courses_size_and_no_software_tag(ax):
    ax.plot([0, 1])
    png = plots.png(ax.figure)
    assert size_of(png) == style.PIXELS
    assert b"Software" not in png


def test_png_of_a_pyplot_figure_of_another_size():
    import matplotlib.pyplot as plt

    fig, _ = plt.subplots(figsize=(3, 3), dpi=70)
    assert size_of(plots.png(fig)) == style.PIXELS
    plt.close(fig)


def test_show_closes_a_pyplot_figure(capsys):
    import matplotlib.pyplot as plt

    fig, _ = plt.subplots()
    plots.show(fig, "It rises.", "Line")
    assert fig.number not in plt.get_fignums()


@pytest.mark.parametrize("caption, chart", [("", "Line"), ("It rises.", " "), (None, "Line")])
def test_show_wants_words(ax, caption, chart):
    with pytest.raises(ValueError, match="expected a sentence"):
        plots.show(ax.figure, caption, chart)


def test_show_in_a_notebook_publishes_picture_and_caption(ax, monkeypatch):
    published = []
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    monkeypatch.setattr(plots.common, "_in_a_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda *a, **k: published.append((a[0], k)))
    assert plots.show(ax.figure, "It rises to **3**.", "Line of y over x") is None
    (picture, options), (caption, _) = published
    assert set(picture) == {"image/png", "text/plain"}  # as it is stored
    assert size_of(base64.b64decode(picture["image/png"])) == style.PIXELS
    alt = options["metadata"]["image/png"]["alt"]
    assert alt == "Line of y over x. It rises to 3."
    assert caption == {"text/markdown": "It rises to **3**."}


def test_show_on_a_live_page_publishes_an_img_with_alt_and_the_png_for_exports(ax, monkeypatch):
    published = []
    monkeypatch.setenv("JPY_SESSION_NAME", "01.ipynb")  # as Jupyter's server sets it
    monkeypatch.setattr(plots.common, "_in_a_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda *a, **k: published.append((a[0], k)))
    plots.show(ax.figure, 'Below "0" for x < 1.', "Line")
    data, options = published[0]
    alt = options["metadata"]["image/png"]["alt"]
    assert alt == 'Line. Below "0" for x < 1.'
    found = ElementTree.fromstring(data["text/html"].replace('">', '"/>'))
    assert found.tag == "img" and found.get("alt") == alt
    assert found.get("src") == f"data:image/png;base64,{data['image/png']}"


@pytest.mark.parametrize("panels", [1, 2])
def test_on_stage_the_title_of_one_panel_is_handed_to_the_slide(panels, monkeypatch):
    published = []
    monkeypatch.setenv(page.PROJECTOR, "1")
    monkeypatch.setattr(plots.common, "_in_a_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda *a, **k: published.append(k))
    fig, axes = style.figure(panels)
    for ax in np.atleast_1d(axes):
        ax.set_title("It rises")
    plots.show(fig, "It rises to 3.", "Line")
    lifted = published[0]["metadata"].get("course")
    assert (lifted, ax.get_title("left")) == (
        ({"title": "It rises"}, "") if panels == 1 else (None, "It rises"))


# --- draw functions ---------------------------------------------------------------------------


def test_every_draw_function_returns_its_ax():
    x, X, y = np.arange(3.0), np.eye(3, 2), np.array([0, 1, 1])
    calls = [
        lambda a: plots.scatter_classes(a, X, y),
        lambda a: plots.line(a, [1, 1], -1),
        lambda a: plots.points(a, x, x, colour=style.BLUE, marker="s"),
        lambda a: plots.arrow(a, (0, 0), (1, 1), text="here"),
        lambda a: plots.decision_regions(a, lambda P: P[:, 0] > 0.5, (0, 1), (0, 1), n=8),
        lambda a: plots.surface(a, lambda P: P[:, 0], (0, 1), (0, 1), limits=(0, 1), label="p",
                                n=8),
        lambda a: plots.curves(a, x, {"one": x}),
        lambda a: plots.bar_probabilities(a, [0.5, 0.5]),
        lambda a: plots.heatmap(a, np.eye(2)),
        lambda a: plots.network_diagram(a, [2, 1]),
    ]
    for call in calls:
        ax = style.figure()[1]
        assert call(ax) is ax
        plots.png(ax.figure)


def test_scatter_has_one_colour_marker_and_name_per_class(ax):
    X = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    plots.scatter_classes(ax, X, np.array([1, 0, 1]), labels=["a", "b"])
    zero, one = ax.collections
    assert zero.get_offsets().tolist() == [[2, 3]]
    assert one.get_offsets().tolist() == [[0, 1], [4, 5]]
    assert to_hex(zero.get_facecolor()[0]).upper() == style.BLUE
    assert len(zero.get_paths()[0].vertices) != len(one.get_paths()[0].vertices)
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["a", "b"]


@pytest.mark.parametrize(
    "X, y, cause",
    [
        (np.zeros((2, 3)), np.zeros(2), "columns taken for rows"),
        (np.zeros((3, 2)), np.zeros((3, 1)), "y as a column"),
        (np.zeros((2, 2)), np.array([-1, 1]), "±1 labels"),
        (np.zeros((2, 2)), np.array([0.5, 1]), "expected classes"),
    ],
)
def test_scatter_says_what_is_wrong(ax, X, y, cause):
    with pytest.raises(ValueError, match=cause):
        plots.scatter_classes(ax, X, y)


@pytest.mark.parametrize("angle", range(0, 360, 15))
def test_line_points_lie_on_the_line_and_on_the_box(angle):
    w, b, xlim, ylim = np.array([np.cos(angle), np.sin(angle)]), -0.3, (-1, 2), (-0.5, 1.5)
    x, y = plots.line_points(w, b, xlim, ylim)
    assert len(x) == 2
    assert np.abs(w[0] * x + w[1] * y + b).max() < 1e-12
    on_side = np.isclose(x, xlim[0]) | np.isclose(x, xlim[1])
    on_floor = np.isclose(y, ylim[0]) | np.isclose(y, ylim[1])
    assert (on_side | on_floor).all()


@pytest.mark.parametrize("w, b", [((0, 0), 1), ((1, 0), 5), ((1, 1), 9)])
def test_line_points_of_no_line(w, b):
    assert plots.line_points(w, b, (0, 1), (0, 1))[0].size == 0


def test_line_keeps_the_limits(ax):
    ax.set(xlim=(0, 2), ylim=(0, 2))
    plots.line(ax, [1.0, -1.0], 0.5)
    x, y = ax.lines[0].get_data()
    assert np.allclose(y, x + 0.5)
    assert ax.get_xlim() == ax.get_ylim() == (0, 2)


def test_decision_regions_are_the_right_way_up(ax):
    plots.decision_regions(ax, lambda P: (P[:, 1] > 0.5).astype(int), (0, 1), (0, 1), n=10)
    image = ax.images[0]
    colours = image.get_array()
    assert image.origin == "lower" and image.get_extent() == [0, 1, 0, 1]
    assert to_hex(colours[0, 0]) == style.tint(style.BLUE)
    assert to_hex(colours[-1, 0]) == style.tint(style.VERMILION)
    assert len(ax.collections) == 1  # the border


def test_decision_regions_leave_the_aspect_alone(ax):
    for aspect, kept in (("equal", 1.0), ("auto", "auto")):
        ax.set_aspect(aspect)
        plots.decision_regions(ax, lambda P: (P[:, 1] > 0.5).astype(int), (0, 2), (0, 1), n=4)
        assert ax.get_aspect() == kept


def test_an_arrow_has_the_ink_line_and_head_asked_for(ax):
    plots.arrow(ax, (0, 0), (1, 1), colour=style.BLUE, line=":", width=3, head=22, shrink=0)
    drawn = ax.texts[0].arrow_patch
    assert to_hex(drawn.get_edgecolor()) == style.BLUE.lower() and drawn.get_linestyle() == ":"
    assert (drawn.get_linewidth(), drawn.get_mutation_scale(), drawn.shrinkA) == (3, 22, 0)


def test_decision_regions_of_one_class_have_no_border(ax):
    plots.decision_regions(ax, lambda P: np.zeros(len(P)), (0, 1), (0, 1), n=10)
    assert not ax.collections


def test_surface_evaluates_at_the_middle_of_its_pixels(ax):
    plots.surface(ax, lambda P: P[:, 0] + 10 * P[:, 1], (0, 4), (0, 2), limits=(0, 24),
                  label="sum", n=2)
    assert ax.images[0].get_array().tolist() == [[6, 8], [16, 18]]


def test_curves_differ_in_ink_and_dashes(ax):
    x = np.arange(3.0)
    plots.curves(ax, x, {"one": x, "two": 2 * x})
    one, two = ax.lines
    assert two.get_ydata().tolist() == [0, 2, 4]
    assert one.get_color() != two.get_color() and one.get_linestyle() != two.get_linestyle()
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["one", "two"]


def test_curves_each_with_its_own_x(ax):
    plots.curves(ax, {"a": [0, 1], "b": [5, 6]}, {"a": [1, 2], "b": [3, 4]}, legend=False)
    assert list(ax.lines[1].get_xdata()) == [5, 6]
    assert ax.get_legend() is None


def test_six_curves_are_too_many(ax):
    with pytest.raises(ValueError, match="at most 5"):
        plots.curves(ax, [0, 1], {str(i): [0, 1] for i in range(6)})


def test_bars_carry_their_numbers_and_the_target_is_hatched(ax):
    plots.bar_probabilities(ax, [0.25, 0.75], labels=["no", "yes"], target=1)
    assert [bar.get_height() for bar in ax.patches] == [0.25, 0.75]
    assert [t.get_text() for t in ax.texts] == ["0.25", "0.75"]
    assert ax.patches[1].get_hatch() and not ax.patches[0].get_hatch()
    assert [t.get_text() for t in ax.get_xticklabels()] == ["no", "yes"]


def test_heatmap_writes_its_numbers_readably(ax):
    plots.heatmap(ax, [[0.0, 1.0], [0.5, 0.25]], digits=1, row_labels=["a", "b"])
    assert [t.get_text() for t in ax.texts] == ["0.0", "1.0", "0.5", "0.2"]
    assert [t.get_color() for t in ax.texts[:2]] == ["white", "black"]  # dark, light end of cividis
    assert [t.get_text() for t in ax.get_yticklabels()] == ["a", "b"]


def test_signed_heatmap_is_white_at_zero(ax):
    plots.heatmap(ax, [[-1.0, 0.0, 3.0]], signed=True)
    image = ax.images[0]
    assert image.norm(0) == 0.5 and (image.norm.vmin, image.norm.vmax) == (-3, 3)


def test_a_constant_heatmap_is_drawn(ax):
    plots.heatmap(ax, np.ones((2, 2)))
    plots.heatmap(ax, np.zeros((2, 2)), signed=True)


def test_network_counts_units_weights_and_constants(ax):
    plots.network_diagram(ax, [2, 3, 1], labels=[["$x_1$", "$x_2$"], [], ["$z$"]],
                          constant_nodes=True, layer_names=["x", "h", "z"])
    kinds = [type(p) for p in ax.patches]
    assert kinds.count(Circle) == 6 and kinds.count(Rectangle) == 2
    assert len(ax.lines) == (2 + 1) * 3 + (3 + 1) * 1
    texts = [t.get_text() for t in ax.texts]
    assert texts.count("1") == 2 and "$x_1$" in texts and texts.count("h") == 1


@pytest.mark.parametrize("name", ["01-b1-picture", "01-b2-picture", "01-b7-picture"])
def test_the_square_of_xor_is_drawn_square(name):
    nb = notebooks.read(notebooks.root() / "notebooks" / "01_xor_failure.ipynb")
    [source] = [cell["source"] for cell in nb["cells"] if cell["id"] == name]
    X, y = data.xor_dataset()
    shown = []
    exec(source, {"np": np, "style": style, "plots": plots, "X": X, "y": y, "h": X, "label": y,
                  "mid_0": X[y == 0].mean(axis=0), "show": lambda fig, *words: shown.append(fig)})
    shown[0].canvas.draw()
    corner, right, above = shown[0].axes[0].transData.transform([(0, 0), (1, 0), (0, 1)])
    assert right[0] - corner[0] == pytest.approx(above[1] - corner[1], rel=0.01)
