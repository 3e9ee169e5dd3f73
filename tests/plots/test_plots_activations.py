"""Drawings of notebook 03, read back from their artists."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from course_utils import plots, style


@pytest.fixture
def ax():
    return style.figure()[1]


def test_a_wired_network_has_a_number_on_each_wire_and_under_each_unit(ax):
    layers = [(np.array([[1, 2, 0], [-1, 1, 3]]), np.array([[0, 1, -2]])),
              (np.array([[2], [1], [-4]]), np.array([[5]]))]
    names = [["a", "b"], ["c", "d", "e"], ["z"]]
    assert plots.wired_network(ax, layers, names) is ax
    said = [text.get_text() for text in ax.texts]
    assert sorted(said) == sorted(["1", "2", "0", "−1", "1", "3", "2", "1", "−4", "+0", "+1",
                                   "−2", "+5", "a", "b", "c", "d", "e", "z"])
    wires = [line for line in ax.lines if len(line.get_xdata()) == 2]
    assert len(wires) == 9
    first = next(t for t in ax.texts if t.get_text() == "−4")  # from e down right up to z
    assert first.get_position() == pytest.approx((1.34, -0.66))


def test_a_folded_square_has_its_crease_through_the_rows_at_0(ax):
    f = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])
    assert plots.folded_square(ax, f, [0, 1, 1, 0], [1, -1], 0) is ax
    crease = ax.lines[1]
    assert sorted(map(tuple, crease.get_xydata().tolist())) == [(0, 0), (1, 1)]
    arrow = ax.texts[0]
    assert arrow.xy == pytest.approx((0.86, 0.14)) and arrow.xyann == pytest.approx((0.14, 0.86))
    colours = [to_hex(line.get_color()) for line in ax.lines[2:]]
    assert colours == [c.lower() for c in (style.BLUE, style.VERMILION, style.VERMILION,
                                           style.BLUE)]


def test_flat_zones_are_where_the_slope_is_small(ax):
    x = np.linspace(-2, 2, 401)
    ax.set_ylim(-1, 1)
    plots.flat_zones(ax, x, 1 - np.abs(x) / 2, 0.25)
    zones = [path.vertices for path in ax.collections[0].get_paths()]
    edges = sorted((zone[:, 0].min(), zone[:, 0].max()) for zone in zones)
    assert edges[0] == pytest.approx((-2, -1.5), abs=0.011)
    assert edges[1] == pytest.approx((1.5, 2), abs=0.011)
    assert ax.get_ylim() == (-1, 1)


@pytest.mark.parametrize(("at_zero", "other"), [(1, 0), (0, 1)])
def test_a_kinked_slope_shows_the_value_that_was_chosen(ax, at_zero, other):
    x = np.array([-2.0, -1, 0, 1, 2])
    plots.kinked_slope(ax, x, [0, 0, at_zero, 1, 1], label="slope")
    left, right, open_circle, full_circle = ax.lines
    assert left.get_xdata().tolist() == [-2, -1] and right.get_xdata().tolist() == [1, 2]
    assert list(full_circle.get_ydata()) == [at_zero]
    assert list(open_circle.get_ydata()) == [other]
    assert open_circle.get_markerfacecolor() == "white"
    assert ax.get_legend_handles_labels()[1] == ["slope"]


def test_a_bundle_has_its_median_and_its_ends(ax):
    runs = np.array([[1.0, 5], [2, 6], [9, 10]])
    plots.bundle(ax, np.arange(2), runs, label="runs", number=1)
    assert ax.lines[0].get_ydata().tolist() == [2, 6]
    assert ax.lines[0].get_color() == style.VERMILION
    band = ax.collections[0].get_paths()[0].vertices
    assert band[:, 1].min() == 1 and band[:, 1].max() == 10
