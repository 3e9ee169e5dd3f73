"""What is remembered of a student: kept in `my_work/.course/` only, never lost, forgettable."""

import errno
import json
import shutil
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import IPython
import numpy as np
import pytest

from course_tools import cli, notebooks, verdicts
from course_utils import exercises
from helpers_nb import code, notebook, text
from misstep import memory
from misstep.boxes import predictions
from misstep.course import Session

NAME = "01_xor_failure.ipynb"
HERE = Path(__file__).resolve().parent


@pytest.fixture(autouse=True)
def fresh_session(monkeypatch):
    # also what `restart` does is undone
    monkeypatch.setattr(exercises.COURSE, "session", Session())


def restart():
    """Forget what a kernel knows when it stops."""
    exercises.COURSE.session = Session()


@pytest.fixture
def work(tmp_path, monkeypatch):
    """A student's folder; this process plays the kernel of the copy of notebook 01 in it."""
    work = tmp_path / "my_work"
    (work / ".course").mkdir(parents=True)
    pretend(monkeypatch, work / NAME)
    return work


def pretend(monkeypatch, path, folder=None, **shell):
    """Let this process look like the kernel of the notebook at `path`, started in `folder`."""
    shell = {"kernel": object(), "user_ns": {}, **shell}
    it = SimpleNamespace(starting_dir=str(folder or path.parent), **shell)
    monkeypatch.setattr(IPython, "get_ipython", lambda: it)
    monkeypatch.setenv("JPY_SESSION_NAME", str(path))
    monkeypatch.setattr("IPython.display.display", lambda card, **more: print(card))
    monkeypatch.setattr("IPython.core.display_functions.display",
                        lambda card, **more: print(card))


def stored(work, number="01"):
    return json.loads((work / ".course/memory" / f"{number}.json").read_text())


def tree(folder):
    """Every file under a folder and what is in it."""
    return {p.relative_to(folder): p.is_file() and p.read_bytes() for p in folder.rglob("*")}


# --- kept and read ------------------------------------------------------------------------


def test_events_are_on_the_disk_with_their_time(work):
    before = datetime.now().astimezone() - timedelta(seconds=1)
    memory.remember("01", "chosen", "01-line", choice="C")
    memory.remember("01", "hint", "step", number=1)
    memory.remember("04", "chosen", "04-shift", choice="A")
    content = stored(work)
    assert content["version"] == memory.VERSION and len(content["events"]) == 2
    at = datetime.fromisoformat(content["events"][0]["at"])
    assert before <= at <= datetime.now().astimezone() and at.tzinfo is not None
    restart()
    assert [e["kind"] for e in memory.events("01")] == ["chosen", "hint"]
    assert memory.events("01", "chosen", "01-line")[0]["choice"] == "C"
    assert memory.events("01", "chosen", "01-else") == [] and memory.events("02") == []
    assert memory.notebooks() == ["01", "04"]
    assert not list((work / ".course/memory").glob("*.tmp"))


def test_without_a_copy_it_lasts_as_long_as_the_process():
    memory.remember("01", "chosen", "01-line", choice="C")
    assert memory.events("01", id="01-line")[0]["choice"] == "C"
    assert memory.notebooks() == ["01"]
    restart()
    assert memory.events("01") == [] and memory.notebooks() == []


def test_vs_code_names_the_notebook_elsewhere(work, monkeypatch):
    pretend(monkeypatch, work / NAME, user_ns={"__vsc_ipynb_file__": str(work / NAME)})
    monkeypatch.delenv("JPY_SESSION_NAME")
    assert memory.home() == work / ".course/memory"


NOT_HERE = {
    "the course's own notebook": lambda w, m: pretend(m, w.parent / "notebooks" / NAME),
    "a copy set aside": lambda w, m: pretend(m, w / "backups" / NAME),
    "a stage copy": lambda w, m: pretend(m, w.parent / "show" / NAME),
    "not one of the course": lambda w, m: pretend(m, w / "Untitled.ipynb"),
    "no kernel (course check)": lambda w, m: pretend(m, w / NAME, kernel=None),
    "no IPython": lambda w, m: m.setattr(IPython, "get_ipython", lambda: None),
    "quiet": lambda w, m: m.setenv("COURSE_QUIET", "1"),
    "name inherited, run elsewhere": lambda w, m: pretend(m, w / NAME, w.parent / "notebooks"),
    "no server": lambda w, m: m.delenv("JPY_SESSION_NAME"),
    "not made by course lab": lambda w, m: shutil.rmtree(w / ".course"),
}


@pytest.mark.parametrize("where", NOT_HERE)
def test_nothing_is_read_or_written_from_elsewhere(work, monkeypatch, where):
    memory.remember("01", "chosen", "01-line", choice="C")
    restart()
    for folder in ("notebooks", "show"):
        (work.parent / folder).mkdir()
    (work / "backups").mkdir()
    NOT_HERE[where](work, monkeypatch)
    before = tree(work.parent)
    assert memory.home() is None and memory.events("01") == []
    memory.remember("01", "committed", "01-line", choice="A")
    assert [e["choice"] for e in memory.events("01")] == ["A"]
    assert tree(work.parent) == before


SOLVE = '''\
from course_utils.exercises import exercise, hint, predict
from misstep import memory
@exercise("step")
def step(x):
    return 1 - x
'''


def test_refresh_and_check_started_from_a_copy_leave_no_trace(work):
    """A cell `!course refresh` hands the name of its notebook on to every kernel below it."""
    cells = [code("01-setup", SOLVE, "exercise", "state"),
             code("01-hint", 'hint("step")\nprint(memory.home())')]
    shipped = work.parent / "notebooks" / NAME
    shipped.parent.mkdir()
    nb = notebook(text("01-title", "# Title"), *cells)
    notebooks.write(nb, shipped)
    notebooks.write(nb, work / NAME)
    before = tree(work)
    done = notebooks.execute(nb, shipped.parent)  # JPY_SESSION_NAME is set, as in the copy
    assert "None" in done["cells"][2]["outputs"][-1]["text"]
    rows, problems = verdicts.check_files([work / NAME])
    assert not problems and "failed" in {row.status for row in rows}
    assert tree(work) == before


# --- what can go wrong --------------------------------------------------------------------

DAMAGED = ["", "{", "[]", "null", '{"version": 1}', '{"version": "1", "events": []}',
           '{"version": 1, "events": 3}', '{"version": 1, "events": [{"at": "x"}]}',
           '{"version": 1, "events": ["x"]}', "[" * 100_000, "\x00" * 50, "ÿ\ud800"]


@pytest.mark.parametrize("harm", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_set_aside_and_nothing_else_breaks(work, capsys, harm):
    memory.remember("01", "chosen", "01-line", choice="C")
    memory.remember("02", "chosen", "02-linear", choice="C")
    path = work / ".course/memory/01.json"
    path.write_bytes(harm.encode("utf-16") if "\ud800" not in harm else b"\xff\xfe\x00")
    harmed = path.read_bytes()
    restart()
    assert memory.events("01") == []
    said = capsys.readouterr().out
    assert "damaged" in said and "set aside as my_work/.course/memory/01.damaged" in said
    [aside] = path.parent.glob("01.damaged*")
    assert aside.read_bytes() == harmed
    memory.remember("01", "hint", "step", number=1)
    assert len(stored(work)["events"]) == 1 and len(memory.events("02")) == 1
    assert capsys.readouterr().out == "", "told once"


def test_a_file_of_a_newer_course_is_left_alone(work, capsys):
    path = work / ".course/memory/01.json"
    path.parent.mkdir()
    path.write_text('{"version": 99, "events": []}')
    memory.remember("01", "chosen", "01-line", choice="C")
    assert memory.events("01")[0]["choice"] == "C"
    assert path.read_text() == '{"version": 99, "events": []}'
    assert "newer version" in capsys.readouterr().out


@pytest.mark.parametrize("fails", ["os.replace", "os.fsync", "pathlib.Path.mkdir"])
def test_a_full_disk_loses_nothing_that_comes_later(work, monkeypatch, capsys, fails):
    memory.remember("01", "chosen", "01-line", choice="A")

    def full(*args, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(fails, full)
        memory.remember("01", "chosen", "01-line", choice="B")
        memory.remember("01", "chosen", "01-line", choice="C")
        assert [e["choice"] for e in memory.events("01")] == ["A", "B", "C"]
        said = capsys.readouterr().out
        assert said.count("No space left on device") == 1 and "until the kernel stops" in said
        assert len(stored(work)["events"]) == 1
    memory.remember("01", "committed", "01-line", choice="C")
    assert [e["choice"] for e in stored(work)["events"]] == ["A", "B", "C", "C"]
    assert {p.suffix for p in (work / ".course/memory").iterdir()} == {".json", ".lock"}


OTHER = """
import sys
sys.path[:0] = {places!r}
import pytest, test_memory
from pathlib import Path
from misstep import memory
patch = pytest.MonkeyPatch()
test_memory.pretend(patch, Path({path!r}))
assert memory.home() is not None
print("ready", flush=True)
sys.stdin.readline()
{do}
"""


def other_kernel(work, do):
    """A second process that plays a kernel of the same copy; it waits for a line."""
    places = [str(HERE), str(HERE.parent / "helpers")]
    source = OTHER.format(places=places, path=str(work / NAME), do=do)
    child = subprocess.Popen([sys.executable, "-c", source], text=True, cwd=HERE.parents[1],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout.readline() == "ready\n"
    return child


def test_two_kernels_at_once_lose_nothing(work):
    do = "for i in range(60): memory.remember('01', 'try', 'step', who={who}, i=i)"
    both = [other_kernel(work, do.format(who=who)) for who in (1, 2)]
    for child in both:
        child.stdin.write("go\n")
        child.stdin.flush()
    for child in both:
        child.communicate(timeout=60)
        assert child.returncode == 0
    found = [(e["who"], e["i"]) for e in stored(work)["events"]]
    assert sorted(found) == [(who, i) for who in (1, 2) for i in range(60)]
    for who in (1, 2):  # and each in its order
        assert [i for w, i in found if w == who] == list(range(60))


def test_a_kernel_that_hangs_in_writing_holds_nobody_up(work, monkeypatch, capsys):
    monkeypatch.setattr(memory, "PATIENCE", 0.2)
    do = ("lock = memory.disk.locked(memory.home() / '01.lock', 2); lock.__enter__();"
          "print('held', flush=True); sys.stdin.readline()")
    memory.remember("01", "chosen", "01-line", choice="A")
    child = other_kernel(work, do)
    child.stdin.write("go\n")
    child.stdin.flush()
    assert child.stdout.readline() == "held\n"
    memory.remember("01", "chosen", "01-line", choice="B")
    assert "another kernel" in capsys.readouterr().out
    assert [e["choice"] for e in memory.events("01")] == ["A", "B"]
    child.kill()  # the system lets go of the lock
    child.communicate()
    memory.remember("01", "committed", "01-line", choice="B")
    assert [e["choice"] for e in stored(work)["events"]] == ["A", "B", "B"]


# --- tries, hints, predictions over a restart ---------------------------------------------


def test_tries_and_what_was_met_outlive_the_kernel(work, capsys):
    exercises.exercise("step")(np.sign)
    exercises.exercise("step")(lambda x: 1 - x)
    restart()
    capsys.readouterr()
    exercises.progress("01")
    assert "1.4 – You return the sign" in capsys.readouterr().out
    exercises.exercise("step")(lambda x: 2 - x)  # the third try, over two days
    assert "Hint: " in capsys.readouterr().out
    tries = memory.events("01", "try", "step")
    assert [t["status"] for t in tries] == ["failed"] * 3
    assert tries[0]["misconception"] == "neighbour-formula/sign"


def test_run_all_on_the_next_day_is_no_new_try(work):
    def wrong(x):
        return 1 - x

    def right(x):
        return np.where(np.asarray(x) > 0, 1.0, 0.0)

    def data():
        return np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])

    for _ in range(3):
        exercises.exercise("step")(wrong)
        exercises.exercise("xor_dataset")(data)
        restart()
    exercises.exercise("step")(lambda x: np.heaviside(x, 0.0))
    exercises.exercise("step")(right)

    def stub(x):
        raise NotImplementedError

    exercises.exercise("step")(stub)
    told = [(e["id"], e["status"]) for e in memory.events("01", "try")]
    assert told == [("step", "failed"), ("xor_dataset", "passed"), ("step", "passed"),
                    ("step", "passed")]


def test_the_same_wrong_answer_run_again_in_anger_counts(work):
    assert [memory.tried("01", "step", exercises.check("step", np.sign)) for _ in range(3)] == [
        1, 2, 3]


def test_hints_go_on_where_they_were(work, capsys):
    exercises.hint("step")
    restart()
    exercises.hint("step")
    said = capsys.readouterr().out
    assert "Hint 1 of 3" in said and "Hint 2 of 3" in said


def test_a_prediction_outlives_the_kernel(work):
    box = predictions.Question(exercises.prediction("01-line"))
    box.choose("C")
    box.commit()
    box.reveal()
    restart()
    again = predictions.Question(exercises.prediction("01-line"))
    assert (again.at.chosen, again.committed, again.at.revealed) == ("C", True, True)
    assert "C, does not hold" in again.question_html()
    assert "comes back" in again.view.still.more


# --- forgotten ----------------------------------------------------------------------------


def test_reset_forgets_this_notebook_and_no_other(work, monkeypatch, capsys):
    for name in (NAME, "02_polynomial_feature_maps.ipynb"):
        path = work.parent / "notebooks" / name
        path.parent.mkdir(exist_ok=True)
        notebooks.write(notebook(text(f"{name[:2]}-title", "# Title")), path)
    monkeypatch.chdir(work.parent)
    for number in ("01", "02"):
        memory.remember(number, "chosen", f"{number}-x", choice="A")
    (work / ".course/memory/01.damaged-1").write_text("old")
    assert cli.main(["reset", "1"]) == 0
    assert "is forgotten" in capsys.readouterr().out
    assert memory.events("01") == [] and len(memory.events("02")) == 1  # in a kernel that lives
    assert not list((work / ".course/memory").glob("01.[jd]*"))
    assert cli.main(["reset", "1"]) == 0
    assert "forgotten" not in capsys.readouterr().out


def test_a_prediction_shown_after_a_reset_is_as_new(work, capsys):
    predictions.predict("01-line")
    box = exercises.COURSE.session.boxes["01-line"]
    box.choose("C")
    box.commit()
    memory.forget(work, "01")
    predictions.predict("01-line")
    assert exercises.COURSE.session.boxes["01-line"] is box
    assert not box.committed and box.at.chosen is None
