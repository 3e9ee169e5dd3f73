"""Every benchmark starts: what it imports is where it looks for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [*sorted((ROOT / "scripts" / "benchmarks").glob("bench_*.py")),
           ROOT / "scripts" / "exercise_table.py"]


def test_there_are_benchmarks():
    assert len(SCRIPTS) > 3


@pytest.mark.full
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_help(path, tmp_path):
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, path, "--help"], cwd=tmp_path, env=env, text=True,
                          capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("usage:")


def test_the_times_of_a_check_are_taken():
    path = ROOT / "scripts" / "benchmarks" / "bench_checks.py"
    done = subprocess.run([sys.executable, path, "--rounds", "1", "--only", "step"], text=True,
                          capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "the first wrong line adds: median" in done.stdout


def test_what_the_browser_benchmark_imports_later_is_there(tmp_path):
    path = ROOT / "scripts" / "benchmarks" / "bench_explorers.py"
    later = f"import runpy; runpy.run_path({str(path)!r}); import helpers_nb, helpers_browser"
    done = subprocess.run([sys.executable, "-c", later], cwd=tmp_path, text=True,
                          capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
