"""Running cells: what becomes of outputs, and what is said of a cell without an end."""

import pytest

from course_tools import notebooks
from course_tools.notebooks import run
from helpers_nb import code, notebook, text

UPDATED = """
from IPython.display import display, update_display
box = display("first", display_id="box")
"""
OUTPUTS = [
    code("01-a", UPDATED),
    text("01-b", "Words."),
    code("01-c", "print('one'); print('two'); print(6 * 7, end='')"),
    code("01-d", "update_display('second', display_id='box'); 1 + 1"),
    code("01-e", "import IPython.display as d; print('gone'); d.clear_output(); print(1)"),
    code("01-f", "  "),
]


@pytest.fixture(scope="module")
def cells(tmp_path_factory):
    done = notebooks.execute(notebook(*OUTPUTS), tmp_path_factory.mktemp("run"))
    return {cell["id"]: cell for cell in done["cells"]}


def test_a_later_cell_changes_what_an_earlier_one_showed(cells):
    (shown,) = cells["01-a"]["outputs"]
    assert shown["data"]["text/plain"] == "'second'" and "transient" not in shown


def test_pieces_of_a_stream_are_one(cells):
    (out,) = cells["01-c"]["outputs"]
    assert out["text"] == "one\ntwo\n42"


def test_a_result_has_the_count_of_its_cell(cells):
    (out,) = cells["01-d"]["outputs"]
    assert out["output_type"] == "execute_result"
    assert out["execution_count"] == cells["01-d"]["execution_count"] == 3


def test_cleared_output_is_gone(cells):
    assert [out["text"] for out in cells["01-e"]["outputs"]] == ["1\n"]


def test_an_empty_cell_is_not_run(cells):
    assert cells["01-f"]["execution_count"] is None and cells["01-f"]["outputs"] == []


def test_after_an_error_all_stops_or_goes_on(tmp_path):
    nb = notebook(code("01-a", "1 / 0"), code("01-b", "print(2)"))
    with pytest.raises(notebooks.NotebookError, match="cell 01-a raised ZeroDivisionError: div"):
        notebooks.execute(nb, tmp_path)
    done = notebooks.execute(nb, tmp_path, allow_errors=True)["cells"]
    assert done[0]["outputs"][0]["ename"] == "ZeroDivisionError"
    assert done[1]["outputs"][0]["text"] == "2\n"
    assert nb["cells"][1]["outputs"] == [], "the notebook that was given is left alone"


@pytest.mark.parametrize("source, said", [
    ("import time; time.sleep(60)", "cell 01-a did not end within 1 s"),
    ("import os; os._exit(1)", "the kernel ended in cell 01-a"),
])
def test_a_cell_without_an_end_is_named(tmp_path, source, said):
    with pytest.raises(notebooks.NotebookError, match=said):
        notebooks.execute(notebook(code("01-a", source)), tmp_path, timeout=1)


@pytest.mark.parametrize("source", [
    "import time; time.sleep(60)", pytest.param("1 / 0", marks=pytest.mark.full)])
def test_a_kernel_that_never_answers_is_given_up(monkeypatch, tmp_path, source):
    monkeypatch.setattr(run, "START_LIMIT", 1)
    monkeypatch.setattr(run, "LAUNCH", ["-c", source])
    with pytest.raises(notebooks.NotebookError, match="did not answer"):
        notebooks.execute(notebook(code("01-a", "1")), tmp_path)
