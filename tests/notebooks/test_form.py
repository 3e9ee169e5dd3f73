"""The form of every notebook: what strict nbval does not see."""

import pytest
from form import form_problems, form_report

from course_utils.tools import notebooks

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
