"""For the tests of one notebook: what is stored in it, and axes of the course's look."""

import matplotlib
import pytest

import helpers_nb
from course_tools import notebooks
from course_utils import style


@pytest.fixture(scope="module")
def cells(request):
    """The cells of the notebook after which the file is called, by id: 03b of test_nb03b."""
    [path] = notebooks.notebook_files([request.path.stem.removeprefix("test_nb")])
    return {cell["id"]: cell for cell in notebooks.read(path)["cells"]}


@pytest.fixture(scope="module")
def stored(cells):
    """What every code cell of the notebook says (`helpers_nb.said`), by id."""
    return {name: helpers_nb.said(cell) for name, cell in cells.items()
            if cell["cell_type"] == "code"}


@pytest.fixture
def ax():
    with matplotlib.rc_context():
        style.use()
        yield style.figure()[1]
