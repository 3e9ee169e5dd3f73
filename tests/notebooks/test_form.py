"""The form of every notebook: what strict nbval does not see."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from course_tools import notebooks, present
from form import MAX_WIDTH_PICTURE, form_problems, form_report, stage_problems
from not_yet import assert_kept

FILES = notebooks.notebook_files()


def test_there_are_notebooks():
    assert FILES, "no notebook in notebooks/"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_form(path, record_property):
    nb = notebooks.read(path)
    for name, value in form_report(nb).items():
        record_property(name, value)  # shown at the end of the run, see conftest.py
    problems = form_problems(nb, path)
    assert not problems, "\n" + "\n".join(problems)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_is_in_the_layout_that_refresh_writes(path, tmp_path):
    copy = tmp_path / path.name
    notebooks.write(notebooks.clean(notebooks.read(path)), copy)
    assert copy.read_bytes() == path.read_bytes(), "run `make refresh`"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_untouched_stub_is_called_so(path):
    for cell in notebooks.read(path)["cells"]:
        if "exercise" in notebooks.tags(cell) and cell["cell_type"] == "code":
            said = [out.get("data", {}).get("text/plain", "") for out in cell["outputs"]]
            assert "Not attempted" in "".join(said), f"{cell['id']}: {said}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_code_beside_its_picture_is_narrow(path):
    """The stage sets it in a narrow face beside the picture."""
    wide = {cell["id"]: max(map(len, cell["source"].splitlines()))
            for cell in notebooks.read(path)["cells"]
            if cell["cell_type"] == "code" and "picture" in notebooks.tags(cell)}
    wide = {name: width for name, width in wide.items() if width > MAX_WIDTH_PICTURE}
    assert_kept(notebooks.number(path), "wide", len(wide), str(wide))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_comes_on_stage_is_short_and_says_what_it_shows(path):
    problems = list(stage_problems(notebooks.read(path)))
    assert not problems, "\n" + "\n".join(problems)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_opening_of_the_title_slide(path):
    """Drawn in the stage's colours, so that it is right on light and on dark, and in words."""
    file = Path(present.__file__).with_name("openings") / f"{notebooks.number(path)}.svg"
    drawing = ElementTree.parse(file).getroot()
    assert drawing.get("viewBox") == "0 0 480 480" and len(drawing.get("aria-label")) > 20
    colours = {shape.get(kind, "none") for shape in drawing.iter() for kind in ("fill", "stroke")}
    known = r"none|currentColor|#fff|var\(--stage-[a-z]+,#\w+\)"
    assert all(re.fullmatch(known, colour) for colour in colours), colours
    assert not [shape for shape in drawing.iter() if shape.get("id") or shape.get("class")]
