"""`course check` that goes on where it was, and on more than one machine: the same rows."""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from course_tools import CourseError, cli, kept, notebooks, scheduler, verdicts
from helpers_nb import code, notebook

SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"
ANSWERS = ("    return np.where(np.asarray(x) > 0, 1.0, 0.0)",
           "    return np.where(np.asarray(x) >= 0, 1.0, 0.0)", "    return helper.steps(x)")
SHIPPED = notebooks.notebook_files()


def hand_in(path, body, *more):
    nb = notebook(code("01-setup", SETUP, "setup"), *(code(f"9e{i:06x}", s)
                                                      for i, s in enumerate(more)),
                  code("9f000001", f'@exercise("step")\ndef step(x):\n{body}'))
    notebooks.write(nb, path)
    return path


@pytest.fixture
def some(tmp_path):
    """Right, wrong, with a helper beside it, damaged, and one that ends its Python."""
    (tmp_path / "helper.py").write_text("from numpy import asarray\n\n\ndef steps(x):\n"
                                        "    return 1.0 * (asarray(x) > 0)\n")
    paths = [hand_in(tmp_path / f"s{i}_01.ipynb", ANSWERS[i % 3], *["import helper"] * (i % 3 == 2))
             for i in range(6)]
    paths[3].write_text("{")
    hand_in(paths[4], ANSWERS[0], "import os; os._exit(3)")
    return paths


class Counting:
    """A place that answers at once and counts what it was asked for."""

    slots, ended = 2, False

    def __init__(self, stop_at=None):
        self.run_of, self._stop_at = [], stop_at

    def run(self, hand_in):
        self.run_of.append(hand_in.path.name)
        if len(self.run_of) == self._stop_at:
            self.ended = True
            return {}, "stopped; the verdicts so far are shown"
        return {"step": {"status": "passed", "misconception": None, "message": ""}}, None

    def end(self):
        self.ended = True


# --- a run that was stopped goes on -----------------------------------------------------------


def test_what_was_run_is_not_run_again(some, tmp_path):
    first = Counting()
    journal = kept.Kept(tmp_path / "t.kept")
    rows, _ = verdicts.check_files(some[:3], SHIPPED, place=first, kept=journal)
    journal.close()
    second, journal = Counting(), kept.Kept(tmp_path / "t.kept")
    assert journal.known == 3
    again, _ = verdicts.check_files(some, SHIPPED, place=second, kept=journal)
    journal.close()
    assert sorted(first.run_of) == ["s0_01.ipynb", "s1_01.ipynb", "s2_01.ipynb"]
    assert sorted(second.run_of) == ["s4_01.ipynb", "s5_01.ipynb"]
    assert [row for row in again if row.file in {str(p) for p in some[:3]}] == rows


def test_what_depends_on_more_than_the_file_is_run_again(some, tmp_path):
    def asked(**how):
        journal, place = kept.Kept(tmp_path / "t.kept", **how), Counting()
        verdicts.check_files(some[:1], SHIPPED, place=place, kept=journal)
        journal.close()
        return len(place.run_of)

    assert [asked(), asked(), asked(cards=True), asked(cards=True)] == [1, 0, 1, 0]
    (tmp_path / "helper.py").write_text("x = 1\n")
    kept.beside.cache_clear()
    assert asked() == 1
    hand_in(some[0], ANSWERS[1])
    assert asked() == 1


def test_another_checker_runs_all_again(some, tmp_path, monkeypatch):
    for fingerprint, wanted in (("a", 1), ("b", 1), ("a", 0)):
        monkeypatch.setattr(kept, "fingerprint", lambda fingerprint=fingerprint: fingerprint)
        journal, place = kept.Kept(tmp_path / "t.kept"), Counting()
        verdicts.check_files(some[:1], SHIPPED, place=place, kept=journal)
        journal.close()
        assert len(place.run_of) == wanted


def test_a_stopped_one_and_a_line_that_was_cut_are_not_believed(some, tmp_path):
    path = tmp_path / "t.kept"
    journal = kept.Kept(path)
    verdicts.check_files(some[:1], SHIPPED, place=Counting(stop_at=1), kept=journal)
    journal.close()
    assert not path.exists()
    journal = kept.Kept(path)
    verdicts.check_files(some[:2], SHIPPED, place=Counting(), kept=journal)
    journal.close()
    path.write_text(path.read_text()[:-20] + "\n[1]\nnull\n" + "[" * 50_000)
    assert kept.Kept(path).known == 1


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_the_command_goes_on_after_kill_9(tmp_path):
    import subprocess

    for i in range(4):
        hand_in(tmp_path / f"s{i}_01.ipynb", ANSWERS[0])
    slow = hand_in(tmp_path / "t_01.ipynb", ANSWERS[0], "import time; time.sleep(15)")
    table = tmp_path / "t.csv"
    command = [sys.executable, "-P", "-m", "course_tools.cli", "check", str(tmp_path), "--csv",
               str(table), "--jobs", "1"]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    journal, end = tmp_path / "t.csv.kept", time.monotonic() + 60
    while time.monotonic() < end and not (
            journal.exists() and journal.read_text().count('"passed"') >= 3):
        time.sleep(0.05)
    run.kill()
    run.wait()
    done = journal.read_text().count('"passed"')
    assert 3 <= done <= 4 and not table.exists()
    hand_in(slow, ANSWERS[0])
    said = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert said.returncode == 0 and f"has {done} hand-ins that were run" in said.stderr
    assert table.read_text("utf-8-sig").count(",passed,") == 5 and not journal.exists()


def test_the_table_is_there_while_files_are_run(some, tmp_path, monkeypatch):
    from course_tools import checking

    monkeypatch.setattr(checking, "EVERY", 0)
    seen, real = [], verdicts.HandIn.check

    def check(self, place, kept=None):
        seen.append((tmp_path / "t.csv").read_text("utf-8-sig").count("\n") if (
            tmp_path / "t.csv").exists() else 0)
        time.sleep(0.3)
        real(self, place, kept)

    monkeypatch.setattr(verdicts.HandIn, "check", check)
    monkeypatch.setattr(verdicts.Here, "run", Counting().run.__func__.__get__(Counting()))
    paths = [str(path) for path in (*some[:3], some[5])]
    assert cli.main(["check", *paths, "--csv", str(tmp_path / "t.csv"), "--jobs", "1"]) == 0
    assert seen[0] == 0 and 0 < seen[-1] < len(
        (tmp_path / "t.csv").read_text("utf-8-sig").splitlines())


# --- more than one machine --------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster():
    """Two worker processes; on the path they have what this process has."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1",
                      dashboard_address="127.0.0.1:0",
                      death_timeout=120) as found:
        yield found


@pytest.mark.full
def test_the_same_rows_in_the_same_order(cluster, some):
    plain = verdicts.check_files(some, SHIPPED, cards=True)
    place = scheduler.There(cluster.scheduler_address, cards=True)
    order = []
    far = verdicts.check_files(some, SHIPPED, lambda rows, _: order.append(rows[0].file),
                               place=place, cards=True)
    place.close()
    assert far == plain and order == [str(path) for path in some]
    assert {row.status for row in plain[0]} >= {"passed", "failed", "not checked"}
    helped = [r.status for r in far[0] if r.file == str(some[2]) and r.exercise == "step"]
    assert helped == ["passed"]  # with the helper that lies beside it


@pytest.mark.full
def test_a_worker_that_is_killed_twice_loses_nothing(cluster, tmp_path):
    from distributed import Client

    wait = "import time; time.sleep(1.5)"
    paths = [hand_in(tmp_path / f"s{i}_01.ipynb", ANSWERS[i % 2], wait) for i in range(6)]
    plain = verdicts.check_files(paths, SHIPPED)
    done, killed = [], []

    def kill():
        with Client(cluster.scheduler_address, set_as_default=False) as client:
            for at in (0, 2):
                while len(done) < at:
                    time.sleep(0.05)
                time.sleep(0.7)
                pid = sorted(client.run(os.getpid).values())[0]
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    thread = threading.Thread(target=kill)
    place = scheduler.There(cluster.scheduler_address)
    thread.start()
    far = verdicts.check_files(paths, SHIPPED, lambda *_: done.append(1), place=place)
    thread.join()
    place.close()
    assert len(killed) == 2 and far == plain


@pytest.mark.full
def test_ctrl_c_gives_what_there_is_and_leaves_the_cluster(cluster, tmp_path):
    paths = [hand_in(tmp_path / "a_01.ipynb", ANSWERS[0]),
             hand_in(tmp_path / "b_01.ipynb", ANSWERS[0], "import time; time.sleep(30)")]
    place = scheduler.There(cluster.scheduler_address)

    def stop(rows, problem):
        raise KeyboardInterrupt

    start = time.monotonic()
    rows, problems = verdicts.check_files(paths, SHIPPED, stop, place=place)
    assert time.monotonic() - start < 20
    assert "passed" in [r.status for r in rows if r.file == str(paths[0])]
    assert problems[0] == "stopped: the table has what was checked so far"
    again = scheduler.There(cluster.scheduler_address)
    assert verdicts.check_files(paths[:1], SHIPPED, place=again)[1] == []
    again.close()


@pytest.mark.full
def test_a_worker_with_another_course_is_told_and_nothing_is_made_up(cluster, some, monkeypatch):
    monkeypatch.setattr(kept, "fingerprint", lambda: "another")  # of this machine alone
    place = scheduler.There(cluster.scheduler_address)
    with pytest.raises(CourseError, match="a worker has a different version of the course"):
        verdicts.check_files(some[:2], SHIPPED, place=place)


@pytest.mark.full
def test_the_command(cluster, some, tmp_path, capsys):
    def table(*more):
        out = tmp_path / "out.csv"
        cli.main(["check", *map(str, some), "--csv", str(out), *more])
        return out.read_text("utf-8-sig")

    assert table("--scheduler", cluster.scheduler_address) == table()
    assert "exercises passed" in capsys.readouterr().out


def test_where_none_answers_it_is_told(some, monkeypatch, capsys):
    monkeypatch.setattr(scheduler, "ANSWER", "1s")
    assert cli.main(["check", str(some[0]), "--scheduler", "tcp://127.0.0.1:9"]) == 1
    assert "is `dask scheduler` running?" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["check", str(some[0]), "--scheduler", "tcp://127.0.0.1:9"]) == 1
    assert "-m pip install distributed" in capsys.readouterr().err


def test_ours_is_small():
    source = Path(scheduler.__file__).read_text("utf-8")
    assert len(source.splitlines()) <= 150
    assert json.dumps(kept.fingerprint())  # text: it goes to the workers
