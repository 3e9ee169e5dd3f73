"""A cell that Python cannot read gets a card, the name stands, and what follows runs."""

import json

import pytest

from course_utils import exercises
from misstep import cards, unread
from misstep.course import Session

HEAD = '@exercise("relu")\ndef relu(x)'
BROKEN = {  # what is wrong: (cell, line, a word of what is usual there)
    "no colon": (f"{HEAD}\n    return np.maximum(x, 0)\n", 2, "colon"),
    "a bracket": (f"{HEAD}:\n    return np.maximum(x, 0\n", 3, "bracket"),
    "a bracket too much": (f"{HEAD}:\n    return np.maximum(x, 0))\n", 3, "bracket"),
    "no indentation": (f"{HEAD}:\nreturn np.maximum(x, 0)\n", 3, "four blanks"),
    "too far in": (f"{HEAD}:\n    y = x\n      return y\n", 4, "same column"),
    "half way out": (f"{HEAD}:\n    if True:\n        y = 1\n      return y\n", 5, "same column"),
    "outside": (f"{HEAD}:\n    y = x\nreturn y\n", 4, "belongs to a function"),
    "one =": (f"{HEAD}:\n    if x = 0:\n        return x\n", 3, "=="),
    "2x": (f"{HEAD}:\n    return 2x\n", 3, "2 * x"),
    "a copied minus": (f"{HEAD}:\n    return x − 1\n", 3, "copied"),
    "no quotation mark": (f"{HEAD}:\n    y = 'x\n    return x\n", 3, "quotation mark"),
    "ends too early": (f"{HEAD}:\n    return x +\n", 3, "middle of an expression"),
    "typographic quotes": ("@exercise(“relu”)\ndef relu(x):\n    return x\n", 1, "typographic"),
    "low quotes": ("@exercise(„relu“)\ndef relu(x):\n    return x\n", 1, "typographic"),
    "else": (f"{HEAD}:\n    y = x\n    else:\n        return y\n", 4, "else"),
}


@pytest.fixture
def shell(monkeypatch):
    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    monkeypatch.setattr(HistoryManager, "enabled", False)
    monkeypatch.setattr(exercises.COURSE, "session", Session())
    shell = InteractiveShell()
    monkeypatch.setattr(unread.kernel, "shell", lambda: shell)
    monkeypatch.setattr(cards, "show", print)
    unread.watch_cells()
    unread.watch_cells()  # a second import adds nothing
    shell.run_cell("import numpy as np\nfrom course_utils.exercises import exercise")
    yield shell
    InteractiveShell.clear_instance()


@pytest.mark.parametrize("name", BROKEN)
def test_each_gets_a_card_with_line_caret_and_what_is_usual(name, shell):
    cell, line, usual = BROKEN[name]
    done = shell.run_cell(cell)
    assert done.success, done.error_before_exec
    result = exercises.state()["relu"]
    assert result.status == "error" and f"cannot read line {line} of this cell" in result.finding
    assert usual in result.where, result.where
    code, caret = result.code.split("\n")
    assert code.strip() and code.rstrip() in cell and caret.strip() == "^"
    assert shell.user_ns["relu"] is exercises.reference("relu")
    assert shell.run_cell("relu(np.array([-1.0, 2.0]))").success
    assert "<pre" in result._repr_html_() and result.code in str(result)


def test_a_mended_cell_is_judged_as_ever(shell):
    shell.run_cell(BROKEN["no colon"][0])
    shell.run_cell(BROKEN["no colon"][0].replace("(x)\n", "(x):\n"))
    assert exercises.state()["relu"]


def test_two_exercises_in_one_cell_both_stand(shell):
    shell.run_cell(BROKEN["no colon"][0] + '\n@exercise("step")\ndef step(x):\n    return x\n')
    assert list(exercises.state()) == ["relu", "step"]
    assert shell.user_ns["step"] is exercises.reference("step")


def test_magics_and_other_cells_are_left_to_ipython(shell):
    assert shell.run_cell(f"%%capture\n{HEAD}:\n    return np.maximum(x, 0)\n").success
    assert exercises.state()["relu"]
    assert not shell.run_cell("print(1").success
    assert not shell.run_cell("# @exercise is the decorator\nx = = 1").success
    assert shell.run_cell("await_ = 1\n%time x = 1\nx").success


@pytest.mark.parametrize("lines", [["x = 1\n"], [], ["@exercise('relu')\n", "def relu(x):\n",
                                                       "    return x\n"]])
def test_what_can_be_read_is_not_touched(lines):
    assert unread.replaced(lines) == lines and unread.replaced_early(lines) == lines


def test_a_markup_in_the_line_is_escaped(shell):
    shell.run_cell(f"{HEAD}:\n    return '<b>' + <b>\n")
    assert "<b>" not in exercises.state()["relu"]._repr_html_()


def test_course_check_gives_it_a_verdict_and_goes_on(tmp_path):
    from course_tools import verdicts

    cells = ["import numpy as np\nfrom course_utils.exercises import exercise",
             BROKEN["no colon"][0], BROKEN["half way out"][0].replace("relu", "elu"),
             BROKEN["typographic quotes"][0].replace("relu", "softplus"),
             '@exercise("leaky_relu")\ndef leaky_relu(x, alpha=0.01):\n'
             "    return np.where(np.asarray(x) > 0, x, alpha * np.asarray(x))"]
    path = tmp_path / "03_mine.ipynb"
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
        {"cell_type": "code", "id": f"mine-{i}", "metadata": {}, "outputs": [],
         "execution_count": None, "source": source} for i, source in enumerate(cells)]}))
    rows, problems = verdicts.check_files([path])
    got = {row.exercise: row for row in rows}
    assert not problems
    assert got["relu"].status == got["elu"].status == "error"
    assert "cannot read line 2" in got["relu"].message
    assert got["softplus"].status == "error"
    assert "cannot read line 1" in got["softplus"].message
    assert got["leaky_relu"].status == "passed"
