"""Explorers that move without Python: what is drawn beforehand, and what stands on a page."""

import base64
import io
import json
import re

import numpy as np
import pytest

from course_tools.present import handout
from course_utils import explore
from helpers_nb import code, text
from widgets import picture
from widgets.explorers import moving


@pytest.fixture(scope="module")
def drawn():
    return moving.frames(explore.line_on_xor(), most=10)


def test_along_each_control_with_the_others_where_they_began(drawn):
    angle, shift = drawn["controls"]
    assert len(drawn["frames"]) <= 11
    assert angle["labels"][0] == "0" and angle["labels"][-1] == "180"
    assert {"−1.0", "0.5", "1.5"} <= set(shift["labels"]) and angle["unit"] == "degrees"
    start = drawn["start"]
    for state in drawn["frames"]:
        at = list(map(int, state.split(",")))
        assert sum(k != begin for k, begin in zip(at, start, strict=True)) <= 1
    assert drawn["along"] == start
    assert len({png for png, *_ in drawn["frames"].values()}) > 5


def test_each_frame_has_its_own_words(drawn):
    for state, (_, words, score) in drawn["frames"].items():
        at = map(int, state.split(","))
        for control, k in zip(drawn["controls"], at, strict=True):
            assert f"{control['name']} {control['labels'][k]}" in words
        assert "so far" not in words  # a frame does not know of those drawn before it
        assert f"{score} of 4 points right" in words  # the page counts those that were visited


def test_drawing_leaves_the_explorer_as_it_was():
    explorer = explore.line_on_xor()
    before = explorer.shell.at, explorer.shell.best, explorer.finding
    moving.frames(explorer, most=6)
    assert (explorer.shell.at, explorer.shell.best, explorer.finding) == before


def test_few_colours_are_close_to_all():
    from matplotlib import image

    rng = np.random.default_rng(0)
    rgb = np.repeat(rng.integers(0, 255, (4, 6, 3), dtype=np.uint8), 10, axis=1)
    shown = image.imread(io.BytesIO(picture.small_png(rgb)))[..., :3]
    assert np.array_equal(np.round(shown * 255).astype(int), rgb)
    few = image.imread(io.BytesIO(picture.small_png(rgb, colours=3)))[..., :3]
    assert len(np.unique(few.reshape(-1, 3), axis=0)) == 3


def test_a_hand_out_carries_frames_and_script_and_loads_nothing(drawn):
    cell = code("01-explorer", "explore.line_on_xor()", "explorer")
    cell["outputs"] = [{"output_type": "display_data", "metadata": {},
                        "data": {"text/html": "still", "text/plain": "still"}}]
    nb = {"cells": [text("a", "# T"), cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    html = handout.page(nb, frames={"01-explorer": drawn})
    assert "<script src" not in html and not re.search(r'\bsrc="(?!data:)', html)
    assert html.count("<script") == 2 and "still</" not in html
    data = re.search(r'<script type="application/json">(.*?)</script>', html, re.S)[1]
    state = ",".join(map(str, drawn["start"]))
    source, words, _ = json.loads(data)["frames"][state]
    assert source.startswith("data:image/png;base64,") and f'src="{source}"' in html
    assert base64.b64decode(source.partition(",")[2])[:4] == b"\x89PNG" and words in html
    assert "<script" not in handout.page(nb)
