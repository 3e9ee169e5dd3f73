"""Notebook 05b: the numbers and laws it shows, its predictions, its explorer, its drawings."""

import math

import numpy as np
import pytest

from course_tools import notebooks
from course_utils import exercises, explore, functions, network, plots
from course_utils.maths import automatic, tape


def names_of(cells, *ids):
    space = {"np": np, "functions": functions, "automatic": automatic, "network": network,
             "show_table": plots.show_table}
    for name in ids:
        exec("".join(cells[name]["source"]), space)
    return space


# --- steps, formulas, programs ------------------------------------------------------------------


def test_the_old_gradients_are_wrong_once_the_line_has_changed(cells):
    space = names_of(cells, "05b-friday")
    assert max(space["judge"](space["by_hand"], functions.relu).values()) < 1e-6
    off = space["judge"](space["by_hand"], functions.swish).values()
    assert min(off) == pytest.approx(0.2, abs=0.05) and max(off) == pytest.approx(3.9, abs=0.05)


def test_errors_fall_with_the_step_and_its_square_and_rise_again(cells):
    space = names_of(cells, "05b-b1-errors")
    one, two = (space["typical_error"](kind, np.float64) for kind in ("one-sided", "central"))
    assert one[1:4] / one[2:5] == pytest.approx(10, rel=0.05)
    assert two[0:3] / two[1:4] == pytest.approx(100, rel=0.05)
    assert np.log10(one[11]) == pytest.approx(-4, abs=0.5)  # the prediction
    assert np.log10(one[7]) == pytest.approx(-8, abs=0.5)
    for errors in (one, two):
        assert math.log10(errors[12] / errors[9]) / 3 == pytest.approx(1, abs=0.3)
    single = space["typical_error"]("one-sided", np.float32)
    assert 1e-4 < single.min() < 1e-3 and single[-1] > 0.1


def test_the_best_steps_are_near_the_roots_of_the_rounding(cells):
    space = names_of(cells, "05b-b1-errors")
    for dtype in (np.float64, np.float32):
        delta = np.finfo(dtype).eps / 2
        for kind, root in (("one-sided", 2), ("central", 3)):
            best = space["steps"][space["typical_error"](kind, dtype).argmin()]
            assert abs(math.log10(best / delta ** (1 / root))) < 1.3


def test_golden_swell(cells, stored):
    space = names_of(cells, "05b-b2-rules", "05b-b2-count")
    assert space["counts"][-1] == [10, 20, 19_456, 47]
    assert all(shared == 5 * lines - 3 for lines, *_, shared in space["counts"])
    e, x, w = space["derivative"](("*", "x", ("+", "x", "w")), "x"), 3.0, 2.0

    def value(e):
        if not isinstance(e, tuple):
            return {"x": x, "w": w}.get(e, e)
        u, v = value(e[1]), value(e[2])
        return u + v if e[0] == "+" else u * v

    assert value(e) == 2 * x + w
    assert "10 20 19,456 47\n" in stored["05b-b2-count"]


def test_golden_numbers_of_the_small_program(stored):
    assert "tangents: u 2, s 3, y 36" in stored["05b-b3-tangents-code"]
    assert "d_u 15, d_s 6; gradient: d_w 45, d_x 36" in stored["05b-b6-sweep"]
    assert "[45.0, 36.0]" in stored["05b-b6-sweep"]


def test_table_1_and_its_counts(stored):
    assert "after layer 3: [(2, 12), (2, 20), (2, 10)]" in stored["05b-b4-forward"]
    forward = 5 * 4 * 12 + 2 * 5 * (12 + 20) + 2 * 42
    reverse = 2 * 10 + 5 * 20 + 4 * 12 + 2 * 5 + 5 * 4 + 4 * 3
    assert (forward, reverse) == (644, 210)
    assert "644 multiplications" in stored["05b-b4-check"]
    assert "210 back, 644 forward" in stored["05b-b6-layers"]


def test_the_sweep_costs_at_most_twice_the_program_and_05_says_the_same(cells):
    """Block 6 and 05's table: multiplications back over those there, layers of 64."""
    sizes = [3, 4, 5, 2]  # block 4
    there = sum(a * b for a, b in zip(sizes, sizes[1:], strict=False))
    assert there == 42 and 2 * 42 == 84  # weights, and what is passed on: to the input as well
    says = " ".join("".join(cells["05b-b6-says"]["source"]).split())
    assert "| 644 | 168 + 42 = 210 | 42 + 42 = 84 | 42 |" in says
    assert "**cheap gradient principle**" in says and "up to twice the forward pass" in says
    told = []
    for hidden in (1, 2, 10):
        products = [64 * 64] * hidden + [64 * 10]
        told.append(f"{(sum(products) + sum(products[1:])) / sum(products):.1f}")
    assert (f"pays {told[0]} times the multiplications of its forward pass; with two hidden layers "
            f"it would be {told[1]} times, with ten {told[2]}. By the clock it is about") in says


def test_the_width_doubles(cells):
    numbers = names_of(cells, "05b-b4-cost")["numbers"]
    one, two = np.array(numbers(40)), np.array(numbers(80))
    assert two / one == pytest.approx([4, 8, 16], rel=0.02)


def test_fifty_passes_and_one_sweep(stored):
    assert "agree: True" in stored["05b-b6-long"]
    forward, back = (int(n.replace(",", "")) for n in
                     stored["05b-b6-long"].split(": ")[-1].replace(" forward", "").replace(
                         " back", "").split(", "))
    assert forward == 50 * back


def test_golden_runs_with_checkpoints(stored):
    assert "kept [1, 2, 4]: slope 0.143407, 5 runs" in stored["05b-b7-four"]
    assert (5 + 2 * 4, 4 + 2 * 4) == (13, 12) and 13 / 12 == pytest.approx(1.08, abs=0.005)
    assert "every tenth: 190 runs" in stored["05b-b7-hundred"]
    assert automatic.checkpoint_cost(100, 10) == (18, 190)


# --- the tape -----------------------------------------------------------------------------------


def test_the_tape_of_numbers_is_a_trace(cells, stored):
    space = names_of(cells, "05b-b8-number")
    space["reverse_mode"] = automatic.reverse_mode
    exec("".join(cells["05b-b8-run"]["source"]), space)
    assert automatic.run_trace(space["notes"], [2.0, 3.0])[-1] == space["y"].value == 65538
    assert space["notes"][-1] == ("+", 7, 1)  # the branch
    assert "57087" in stored["05b-b8-run"]


def test_training_gives_the_same_numbers_by_hand_and_by_tape(stored):
    assert "apart by less than 1e-9: True" in stored["05b-end-same"]
    assert "apart by less than 1e-15: True" in stored["05b-b8-loss"]


def test_the_changed_line_needs_no_derivation(cells):
    space = names_of(cells, "05b-friday")
    f, T, net = space["f"], space["T"], space["net"]

    def loss(p):
        k = f @ p["H"] + p["b_H"]
        return ((k * k.sigmoid()) @ p["U"] + p["b_U"]).cross_entropy(T)

    _, grads = tape.value_and_gradients(loss, net)
    assert max(space["judge"](grads, functions.swish).values()) < 1e-6


def test_the_tape_is_about_seventy_lines():
    path = notebooks.root() / "course_utils" / "maths" / "tape.py"
    source = path.read_text(encoding="utf-8")
    body = source[source.index("class Traced"):source.index("def watch")]
    code = [line for line in body.splitlines() if line.strip() and '"""' not in line]
    assert 60 <= len(code) <= 85


def test_the_pendulum_carries_its_slopes_along(cells, stored):
    space = names_of(cells, "05b-b4-swing")
    assert "by nudging: True" in stored["05b-b4-swing"]
    angles, slopes = space["swing"](1.3, length_dot=1.0)
    h = 1e-6
    measured = (space["swing"](1.3 + h, 0)[0] - space["swing"](1.3 - h, 0)[0]) / (2 * h)
    assert slopes == pytest.approx(measured, abs=1e-6) and len(angles) == 400
    told = "".join(out["data"].get("text/markdown", "") for out in
                   cells["05b-b4-swing-picture"]["outputs"])
    assert "up to 0.23 rad" in told and "off by at most 0.02 rad" in told


def test_the_drawn_tape_adds_up_to_the_gradient(cells, stored):
    """111 at w, 256 at x; and the program that stands there for the reader's own."""
    trace = [("+", 1, 0), ("*", 1, 2), ("+", 3, 0), ("*", 3, 4)]
    handed = automatic.handed_back(trace, [2.0, 3.0])
    met = [sum(amount for _, i, amount in handed if i == value) for value in (0, 1)]
    assert met == [111, 256]
    assert functions.numerical_gradient(
        lambda p: (h := p[1] * (p[1] + p[0])) * (h + p[0]), np.array([2.0, 3.0])
    ) == pytest.approx(met)
    told = "".join(out["data"].get("text/markdown", "") for out in cells["05b-b8-strip"]["outputs"])
    assert "A tape of 4 lines" in told and "111 at w, 256 at x" in told
    assert stored["05b-own-program"].strip() == "the sweep: [36. 25.]  the judge: [36. 25.]"


# --- predictions and exercises ------------------------------------------------------------------


def test_the_usual_bug_of_a_sweep_is_named():
    def overwrites(trace, inputs):
        values, n = automatic.run_trace(trace, inputs), len(inputs)
        d = [0.0] * (len(values) - 1) + [1.0]
        for k in reversed(range(len(trace))):
            op, *at = trace[k]
            for i, s in zip(at, automatic.slopes(op, [values[j] for j in at]), strict=True):
                d[i] = d[n + k] * s
        return d[:n]

    found = exercises.check("reverse_mode", overwrites)
    assert found.misconception == "omitted-term/set-not-added"


def test_a_program_stands_on_the_card_and_functions_do_not():
    found = exercises.check("reverse_mode", lambda trace, inputs: [0.0] * len(inputs))
    assert "trace=[('" in str(found)
    found = exercises.check("checkpointed_backward", lambda blocks, x, stored: (x, 1.0, 0))
    assert "blocks=a list of 1" in str(found) and " at 0x" not in str(found)


# --- explorer and drawings ----------------------------------------------------------------------


def test_the_explorer_shows_what_is_held_and_run():
    shown = explore.checkpoints()
    said = shown.set(blocks=100, gap=10)
    assert "18 values held at most, 190 runs for 100 blocks" in said
    assert [float(v[0]) for v in shown.dot.get_data()] == [18, 190]
    looks = np.asarray(shown.row.get_array())[0]
    assert np.flatnonzero(looks == 2).tolist() == list(range(9, 100, 10))
    shown.set(blocks=4, gap=1)
    looks = np.asarray(shown.row.get_array())[0]
    assert looks[:4].tolist() == [2] * 4 and not looks[4:].any()
    assert "1 value" in shown.set(blocks=2, gap=1)
    assert len(shown.curve.get_xdata()) == shown.most


def test_trace_graph_writes_values_adjoints_and_what_goes_back(ax):
    nodes = {"u": (0, 1, 6, 15), "y": (2, 0, 54, 1)}
    assert plots.trace_graph(ax, nodes, [("u", "y", 9)]) is ax
    told = [t.get_text() for t in ax.texts]
    assert {"9", "$u$ = 6", "$y$ = 54", "adjoint 15", "adjoint 1"} <= set(told)


def test_checkpoint_rows_fill_what_is_held(ax):
    plots.checkpoint_rows(ax, 4, {1, 2, 4}, list("abcd"))
    filled = [p.get_facecolor()[:3] != (1, 1, 1) for p in ax.patches]
    assert filled == [True, True, False, True] * 2 + [True] * 8
    assert "stop" in [t.get_text() for t in ax.texts]


def test_tape_strip_has_a_column_for_each_line_that_is_read(ax):
    trace, inputs = [("*", 0, 1), ("*", 2, 2), ("sin", 3)], [2.0, 3.0]
    values = automatic.run_trace(trace, inputs)
    handed = [(4, 3, -0.5), (3, 2, 6.0), (3, 2, 6.0), (2, 0, 36.0), (2, 1, 24.0)]
    assert plots.tape_strip(ax, trace, values, handed, names=["w", "x"]) is ax
    at = {text.get_text(): text.get_position() for text in ax.texts}
    assert {"w = 2", "v2 = w · x = 6", "v3 = v2 · v2 = 36", "+6 +6", "−0.5"} <= set(at)
    assert any(words.startswith("v4 = sin v3 = ") for words in at)
    dots = [line.get_xydata()[0] for line in ax.lines if line.get_marker() == "o"]
    assert [-y for _, y in dots] == [4, 3, 2] and sorted(x for x, _ in dots) == [x for x, _ in dots]
    assert at["+36"][0] == at["+24"][0] == dots[-1][0]
    assert at["+36"][1] == 0 and at["+24"][1] == -1
    assert {"36", "24", "12", "1"} <= set(at)  # the adjoints
