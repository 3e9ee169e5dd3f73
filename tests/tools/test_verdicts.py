"""`course check` on a class: whatever one hand-in does, nobody else's row is lost.

What it runs and how it counts is in test_cli; here are the hostile, the damaged and the stopped.
"""

import csv
import errno
import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from course_tools import (
    cli,
    files,
    notebooks,
    output,
    verdicts,
    verdicts_child,
    verdicts_process,
    verdicts_table,
)
from course_tools.results.students import Gradebook
from course_tools.rows import Row
from course_utils import exercises
from helpers_nb import code, notebook
from misstep.course import Limits
from misstep.judge import child, sandbox

SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"
HELPER = "def labels(X):\n    return (X[:, 0] != X[:, 1]).astype(int)"
XOR = (
    '@exercise("xor_dataset")\ndef xor_dataset():\n'
    "    X = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])\n"
    "    return X, labels(X)"
)
WRONG = XOR.replace("labels(X)", "np.array([1, 0, 0, 1])")
STEP = '@exercise("step")\ndef step(x):\n    return np.where(np.asarray(x) > 0, 1.0, 0.0)'
BUSY = "import itertools\nsum(itertools.count())"  # a C call that nothing in Python ends
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and process groups of POSIX")
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the system's own death signal")


def hand_in(path, *sources, setup=SETUP):
    """A student's file made from notebook 01; a source may be (id, source)."""
    cells = [s if isinstance(s, tuple) else (f"9f00aa{i:02d}", s) for i, s in enumerate(sources)]
    cells = [code("01-setup", setup, "setup"), *(code(*cell) for cell in cells)]
    notebooks.write(notebook(*cells), path)
    return path


def statuses(rows, file=None):
    """Status by exercise, of one file or of all."""
    return {r.exercise: r.status for r in rows if file is None or r.file == str(file)}


def table_of(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def rows_of(path):
    return [Row(**line) for line in table_of(path)]


def course_check(*arguments, **options):
    """Start `course check` as a program of its own."""
    command = [sys.executable, "-P", "-m", "course_tools.cli", "check", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def gone(pid, seconds=10):
    """Whether a process ends within some seconds (one that nobody waits for counts as ended)."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
            if "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text():
                return True
        except (ProcessLookupError, FileNotFoundError):
            return not Path("/proc/self").exists() or not Path(f"/proc/{pid}").exists()
        time.sleep(0.05)
    return False


def homes_in(tmp_path):
    """Environment in which hand-ins are run below ``tmp_path``."""
    (tmp_path / ".homes").mkdir()
    return {**os.environ, "TMPDIR": str(tmp_path / ".homes")}


def wait_for(tmp_path, name, seconds=60):
    """Text of a file that a hand-in writes in its folder."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for path in tmp_path.glob(f".homes/*/home/{name}"):
            if (text := path.read_text()).endswith("\n"):
                return text
        time.sleep(0.05)
    raise AssertionError(f"{name} did not come")


# --- a class with everything in it -------------------------------------------------------

LOST = "raise ValueError('lone \\ud83d surrogate')"
IN_MEMORY = f"try:\n    bytearray(5 << 30)\nexcept MemoryError:\n    exec({HELPER!r})"

# name: (sources, status of xor_dataset, status of step)
HOSTILE = {
    "surrogate": (["s = '\\ud83d'", XOR.replace("return", f"{LOST}\n    return"), STEP],
                  "error", "passed"),
    "quits": ([HELPER, XOR, "import os; os._exit(3)", STEP], "passed", "not checked"),
    "crashes": ([HELPER, XOR, "import ctypes; ctypes.string_at(0)", STEP],
                "passed", "not checked"),
    "without-decorator": (["def my(x):\n    return np.where(np.asarray(x) > 0, 1.0, 0.0)",
                           "step = exercise('step')(my)"], "not attempted", "passed"),
    "memory": ([IN_MEMORY, XOR], "passed", "not attempted"),
    "arguments": (["import sys\nassert len(sys.argv) == 1", HELPER, XOR, STEP],
                  "passed", "passed"),
    "messages": ([XOR.replace("return", "raise ValueError('x;=HYPERLINK(1)')\n    return")],
                 "error", "not attempted"),
    "escape": (['@exercise("\\x1b]0;OWNED\\x07\\x1b[31m")\ndef f(): pass', HELPER, XOR],
               "passed", "not attempted"),
    "renames-zoe": (["import os\nos.rename('zoe_01.ipynb', 'gone')", HELPER, XOR],
                    "passed", "not attempted"),
    "zoe_01": ([HELPER, XOR, STEP], "passed", "passed"),
}  # fmt: skip
BROKEN = {
    "deep": b'{"cells":' + b"[" * 100_000,
    "number": b'{"cells": [], "n": ' + b"1" * 5000 + b"}",
    "empty": b"",
    "01_null": b'{"cells": null}',
    "other": b'{"cells": [{"cell_type": "code", "source": "1"}]}',
}


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """Folder, what the screen said, the CSV's rows and the exit code, of one class."""
    folder = tmp_path_factory.mktemp("class") / "handed_in"
    folder.mkdir()
    for name, (sources, *_) in HOSTILE.items():
        hand_in(folder / f"{name}.ipynb", *sources)
    for name, content in BROKEN.items():
        (folder / f"{name}.ipynb").write_bytes(content)
    bom = hand_in(folder / "bom.ipynb", HELPER, XOR)
    bom.write_bytes(b"\xef\xbb\xbf" + bom.read_bytes())
    (folder / "folder.ipynb").mkdir()
    if sys.platform == "linux":
        os.mkfifo(folder / "pipe.ipynb")
        hand_in(folder / os.fsdecode(b"n\xe9e_01.ipynb"), HELPER, XOR)
        (folder / "a\x1b[31m.ipynb").write_text("")
    # Names of modules that every Python needs, and a false judge.
    for name in ("random.py", "json.py", "numpy.py"):
        (folder / name).write_text("raise SystemExit('dice')")
    (folder / "course_utils").mkdir()
    for name in ("__init__.py", "verdicts_child.py", "verdicts.py"):
        (folder / "course_utils" / name).write_text("raise SystemExit('false judge')")
    child = course_check(folder, "--csv", folder.parent / "t.csv", cwd=folder)
    said, errors = child.communicate(timeout=300)
    assert errors == b""
    return folder, said.decode(), rows_of(folder.parent / "t.csv"), child.returncode


@pytest.mark.parametrize("name", HOSTILE)
def test_each_file_of_a_class_stands_apart(checked, name):
    folder, _, rows, _ = checked
    _, xor, step = HOSTILE[name]
    got = statuses(rows, folder / f"{name}.ipynb")
    assert (got["xor_dataset"], got["step"]) == (xor, step)


def test_no_file_of_a_class_is_missing(checked):
    folder, said, rows, result = checked
    there = {p.name for p in folder.glob("*.ipynb")} | {"zoe_01.ipynb"}
    in_table = {Path(row.file).name for row in rows}
    plain = {name for name in there if name.isprintable() and "\udce9" not in name}
    assert plain <= in_table and len(in_table) == len(there) and result == 1
    for name in [*BROKEN, "folder"]:
        (row,) = [r for r in rows if r.file.endswith(f"/{name}.ipynb")]
        assert row.status == "not checked" and row.message, name
        assert any(f"{name}.ipynb" in x and x[0] == "!" for x in said.splitlines()), name
    assert [r.notebook for r in rows if "01_null" in r.file] == ["01"]
    assert statuses(rows, folder / "bom.ipynb")["xor_dataset"] == "passed"
    assert " not checked, " in said


def test_what_was_not_reached_has_its_reason(checked):
    folder, _, rows, _ = checked
    for name, reason in [("quits", "code 3"), ("crashes", "SIGSEGV")]:
        mine = {r.exercise: r for r in rows if r.file == str(folder / f"{name}.ipynb")}
        assert reason in mine["step"].message and "ended early" in mine["step"].message
        assert mine["line_accuracy"].status == "not attempted", "it is not in the file"


@LINUX
def test_nothing_of_a_hand_in_steers_the_terminal_or_the_spreadsheet(checked):
    folder, said, rows, _ = checked
    assert "\x1b" not in said and "\x07" not in said and "\\x1b[31m" in said
    assert not any("\x1b" in value for row in rows for value in map(str, vars(row).values()))
    (message,) = [r.message for r in rows if "messages" in r.file and r.status == "error"]
    assert "x;'=HYPERLINK(1)" in message
    assert sum("\\udce9" in r.file and r.status == "passed" for r in rows) == 1
    (message,) = [r.message for r in rows if "surrogate" in r.file and r.status == "error"]
    assert "\\ud83d" in message


# --- the same verdict as in the notebook -------------------------------------------------


def ship(tmp_path):
    """The course's version: a teaching cell with a variable, and one that a student changes."""
    path = tmp_path / "shipped" / "01_xor_failure.ipynb"
    path.parent.mkdir()
    nb = notebook(
        code("01-setup", SETUP, "setup"),
        code("01-b1", "points = 4"),
        code("01-b2", "print(points)"),
        code("01-x1", XOR, "exercise", "state"),
    )
    notebooks.write(nb, path)
    return path


def test_a_helper_in_a_changed_cell_of_the_course_is_run(tmp_path):
    uses = XOR.replace("return", "points\n    return")
    mine = [("01-b1", "points = 4"), ("01-b2", f"print(4)\n{HELPER}"), ("01-x1", XOR)]
    paths = [
        hand_in(tmp_path / "helper.ipynb", *mine),
        hand_in(tmp_path / "variable.ipynb", mine[0], mine[1], ("01-x1", uses)),
    ]
    rows, problems = verdicts.check_files(paths, [ship(tmp_path)])
    assert problems == [] and statuses(rows, paths[0])["xor_dataset"] == "passed"
    (row,) = [r for r in rows if r.file == str(paths[1]) and r.exercise == "xor_dataset"]
    assert row.status == "error" and "not run here" in row.message


@pytest.mark.parametrize(("drop", "name"), [
    ("metadata", "01_xor_failure.ipynb"), ("tags and ids", "final FINAL.ipynb"),
    ("new ids", "Kopie_von_01.ipynb")])
def test_a_right_answer_passes_whatever_a_tool_dropped(tmp_path, drop, name):
    """H1, H2: `nbconvert --ClearMetadataPreprocessor.enabled=True`, Colab, Kaggle, VS Code."""
    shipped = notebooks.notebook_files()
    nb = notebooks.strip_outputs(notebooks.read(notebooks.notebook_files("01")[0]))
    for i, cell in enumerate(nb["cells"]):
        if 'exercise("step")' in cell["source"]:
            cell["source"] = STEP
        cell["metadata"] = {}
        if "ids" in drop:
            cell.pop("id")
        if drop == "new ids":
            cell["id"] = f"{i:08x}"
    notebooks.write(nb, tmp_path / name)
    rows, problems = verdicts.check_files([tmp_path / name], shipped)
    assert problems == [] and {row.notebook for row in rows} == {"01"}
    assert statuses(rows) == {r.id: "passed" if r.id == "step" else "not attempted"
                              for r in exercises.records("01")}


def test_a_cell_is_not_called_unreached_for_a_name_it_lacks(tmp_path):
    rows, _ = verdicts.check_files([hand_in(tmp_path / "a.ipynb", XOR)], [ship(tmp_path)])
    (row,) = [r for r in rows if r.exercise == "xor_dataset"]
    assert "labels" in row.message and "not run here" not in row.message


def test_a_damaged_notebook_of_the_course_costs_no_row(tmp_path):
    shipped = [ship(tmp_path), tmp_path / "shipped" / "06_embeddings.ipynb"]
    shipped[1].write_text("<<<<<<< HEAD")
    path = hand_in(tmp_path / "a.ipynb", HELPER, ("01-x1", XOR))
    rows, problems = verdicts.check_files([path], shipped)
    assert statuses(rows)["xor_dataset"] == "passed"
    assert len(problems) == 1 and "06_embeddings.ipynb is damaged" in problems[0]


def test_the_code_that_judges_the_file_is_not_in_the_process_of_the_file(tmp_path):
    alone = "import sys\nassert 'course_tools.verdicts' not in sys.modules\n"
    path = hand_in(tmp_path / "a.ipynb", alone + STEP)
    assert statuses(verdicts.check_files([path])[0])["step"] == "passed"


def test_exercises_are_found_however_they_are_written():
    found = verdicts.exercises_in
    assert found('@exercise("a")\ndef a(): pass\nb = e.exercise("b")(a)') == ["a", "b"]
    assert found('%time\n@exercise("a")\ndef a(): return (') == ["a"]
    assert found('exercise(“a”)(f)') == ["a"]  # from a word processor
    assert found('# exercise("a")\nx = 1 +') == []
    assert found("x = " + "(" * 5000) == []


# --- lines, tables, files ----------------------------------------------------------------


GOOD = '{"step": {"status": "passed", "misconception": null, "message": ""}}\n'


@pytest.mark.parametrize(
    ("lines", "known", "fault"),
    [
        (GOOD + "null\n", True, None),
        (GOOD, True, "ended early"),
        ("", False, "ended early"),
        (GOOD + '{"step": {"sta', True, "cannot be read"),  # a full disk
        ("a line of theirs\n" + GOOD + "null\n", True, None),  # what can be read is
        (GOOD + "null\nmore\n", True, "cannot be read"),
        ("[" * 100_000 + "\n" + GOOD + "null\n", True, None),
        ("1" * 5000 + "\nnull\n", False, "cannot be read"),
        ('{"step": 5}\nnull\n', False, "cannot be read"),
        ('{"step": {"status": 5}}\n[1]\n\udcff\n', False, "cannot be read"),
    ],
)
def test_lines_that_cannot_be_read_are_left_out(lines, known, fault):
    text = io.BytesIO(lines.encode("utf-8", "surrogateescape"))
    got, problem = verdicts_process.read_verdicts(text)
    assert ("step" in got) == known
    assert problem is None if fault is None else fault in problem


def test_more_than_anyone_writes_is_not_read(monkeypatch):
    monkeypatch.setattr(verdicts_process, "MAX_VERDICTS", 100)
    text = io.BytesIO(GOOD.encode() + b"x" * 10_000)
    assert verdicts_process.read_verdicts(text)[1] == "left a line that cannot be read"


def test_hundreds_of_cells_that_change_nothing_write_nothing(tmp_path, monkeypatch):
    sizes, read = [], verdicts_process.read_verdicts
    monkeypatch.setattr(verdicts_process, "read_verdicts",
                        lambda file: sizes.append(os.fstat(file.fileno()).st_size) or read(file))
    few = hand_in(tmp_path / "few.ipynb", HELPER, XOR)
    many = hand_in(tmp_path / "many.ipynb", HELPER, XOR, *(["x = 1"] * 300))
    rows, problems = verdicts.check_files([few, many], jobs=1)
    assert problems == [] and statuses(rows, many)["xor_dataset"] == "passed"
    assert sizes[0] == sizes[1] < 2000


def test_exercises_of_another_notebook_are_left_out_and_said(tmp_path):
    other = '@exercise("softmax")\ndef softmax(z):\n    return z'
    invented = ("from course_utils import exercises as e\nold = e.state()\n"
                "s = next(iter(old.values()))\n"
                "e.COURSE.state = lambda: {**old, **{f'n{i}': s for i in range(5000)}}")
    paths = [hand_in(tmp_path / "honest.ipynb", HELPER, XOR, other),
             hand_in(tmp_path / "invents.ipynb", HELPER, XOR, invented)]
    rows, problems = verdicts.check_files(paths)
    known = [record.id for record in exercises.records("01")]
    assert [row.exercise for row in rows] == [*known, *known]
    assert [statuses(rows, path)["xor_dataset"] for path in paths] == ["passed", "passed"]
    assert "names no exercise of notebook 01, left out: softmax" in problems[0]
    assert "left out: n0, n1, n10 …" in problems[1]


def test_a_fault_of_ours_in_one_file_is_that_files_alone(tmp_path, monkeypatch):
    def run(place, hand_in):
        if hand_in.path.name == "b.ipynb":
            raise ZeroDivisionError("of ours")
        if hand_in.path.name == "c.ipynb":
            raise OSError(errno.ENOSPC, "No space left on device", "/tmp/x")
        return {"xor_dataset": {"status": "passed"}}, None

    monkeypatch.setattr(verdicts.Here, "run", run)
    paths = [hand_in(tmp_path / f"{n}.ipynb", XOR) for n in "abcd"]
    rows, problems = verdicts.check_files(paths)
    got = {Path(r.file).stem: r.status for r in rows if r.exercise in ("xor_dataset", "")}
    assert got == {"a": "passed", "b": "not checked", "c": "not checked", "d": "passed"}
    assert "ZeroDivisionError: of ours" in problems[0] and "disk is full" in problems[1]


def book(**values):
    """A table of one row."""
    return Gradebook.of([Row("x.ipynb", "01", "step", **values)])


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("=1+1", "'=1+1"),
        ("-1", "'-1"),
        (" =1", " '=1"),
        ("x;=1+1", "x;'=1+1"),
        ("x; =1+1", "x; '=1+1"),
        ("x\n=1", "x\n'=1"),
        ("x\t@a", "x\\t@a"),
        ("＝1", "'＝1"),
        ("a - b = c, +1", "a - b = c, +1"),
        ("\ud83d", "\\ud83d"),
        ("a\u202eb", "a\\u202eb"),
        ("[−1, 1] σ", "[−1, 1] σ"),
    ],
)
def test_no_cell_becomes_a_formula_whatever_the_separator(tmp_path, text, safe):
    verdicts_table.write_csv(book(message=text), tmp_path / "t.csv")
    assert table_of(tmp_path / "t.csv")[0]["message"] == safe


def test_a_table_that_cannot_be_finished_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "t.csv"
    verdicts_table.write_csv(book(message="last week"), path)

    def full(handle):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        verdicts_table.write_csv(book(message="today"), path)
    assert table_of(path)[0]["message"] == "last week"
    assert [p.name for p in tmp_path.iterdir()] == ["t.csv"]


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices on this system")
def test_a_device_is_written_to_and_not_replaced():
    verdicts_table.write_csv(book(), "/dev/null")
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize("place", ["no/such/dir.csv", "."])
def test_a_bad_place_for_the_table_is_told_before_the_work(tmp_path, monkeypatch, capsys, place):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(verdicts, "check_files", None)  # it would be a TypeError
    path = hand_in(tmp_path / "a.ipynb", XOR)
    assert cli.main(["check", str(path), "--csv", place]) == 1
    said = capsys.readouterr().err
    assert all(word in said for word in ("expected", "got", "likely"))
    output.try_writing(tmp_path / "new.csv")
    assert not (tmp_path / "new.csv").exists(), "only tried"


def test_without_room_for_the_table_the_screen_has_it(tmp_path, monkeypatch, capsys):
    def full(rows, path):
        raise OSError(errno.ENOSPC, "No space left on device", path)

    monkeypatch.setattr(verdicts_table, "write_csv", full)
    monkeypatch.setattr(verdicts, "check_files", lambda *a, **k: (book(status="passed").rows, []))
    hand_in(tmp_path / "a.ipynb", XOR)
    csv_path = str(tmp_path / "t.csv")
    assert cli.main(["check", str(tmp_path), "--csv", csv_path]) == 1
    said = capsys.readouterr().out
    assert "1 of 1 exercises passed" in said and "t.csv is not written" in said


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_the_table_is_written_whatever_the_console_can_show(tmp_path, encoding):
    path = hand_in(tmp_path / "a.ipynb", HELPER, XOR)
    nb = notebooks.read(path)
    nb["cells"][0]["id"] = "02-setup"  # 2.6 has a minus sign in its title that cp1252 lacks
    nb["cells"] += [code(f"02-b{i}", "1") for i in range(3)]
    notebooks.write(nb, path)
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    child = course_check(path, "--csv", tmp_path / "t.csv", env=env)
    said, errors = child.communicate(timeout=120)
    assert errors == b"" and b"[?1, 1]" in said
    assert any("[−1, 1]" in row["title"] for row in table_of(tmp_path / "t.csv"))


def test_a_link_that_leads_to_itself_is_one_file(tmp_path):
    try:
        (tmp_path / "a.ipynb").symlink_to(tmp_path / "a.ipynb")
    except OSError:
        pytest.skip("no links on this system")
    rows, problems = verdicts.check_files(verdicts.find_files([str(tmp_path)]))
    assert [r.status for r in rows] == ["not checked"] and "link" in problems[0]


# --- stopped -----------------------------------------------------------------------------


@POSIX
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_when_stopped_it_gives_what_there_is_and_ends_its_children(tmp_path, name):
    mine = "import os\nopen('{}', 'w').write(f'{{os.getpid()}}\\n')\n"
    hand_in(tmp_path / "a.ipynb", HELPER, XOR, mine.format("a.pid") + BUSY, STEP)
    hand_in(tmp_path / "b.ipynb", HELPER, XOR, mine.format("b.pid") + BUSY)
    hand_in(tmp_path / "c.ipynb", HELPER, XOR)
    child = course_check(tmp_path, "--csv", tmp_path / "t.csv", start_new_session=True,
                         env=homes_in(tmp_path))
    pids = [int(wait_for(tmp_path, f"{n}.pid")) for n in "ab"]
    child.send_signal(getattr(signal, name))
    child.send_signal(signal.SIGTERM)  # impatience does not cost the table
    said, errors = child.communicate(timeout=15)
    assert child.returncode == 1 and errors == b"" and b"stopped: the table has" in said
    rows = rows_of(tmp_path / "t.csv")
    assert statuses(rows, tmp_path / "a.ipynb")["xor_dataset"] == "passed"
    assert statuses(rows, tmp_path / "a.ipynb")["step"] == "not checked"
    (last,) = [r for r in rows if r.file.endswith("c.ipynb")]
    assert last.status == "not checked" and "before it was checked" in last.message
    assert all(gone(pid) for pid in pids)


@LINUX
def test_nothing_outlives_a_check_that_is_killed(tmp_path):
    answer = (
        "import os, itertools\n"
        '@exercise("step")\ndef step(x):\n'
        "    open('pids', 'w').write(f'{os.getppid()} {os.getpid()}\\n')\n"
        "    sum(itertools.count())"
    )
    hand_in(tmp_path / "a.ipynb", answer)
    child = course_check(tmp_path, env=homes_in(tmp_path))
    hand_in_and_answer = [int(pid) for pid in wait_for(tmp_path, "pids").split()]
    child.kill()
    child.communicate(timeout=10)
    assert all(gone(pid, 2) for pid in hand_in_and_answer)


@LINUX
def test_the_systems_death_signal_is_set_in_the_answers_process():
    def asked():
        import ctypes

        number = ctypes.c_int(0)
        ctypes.pythonapi.prctl(2, ctypes.byref(number))  # PR_GET_PDEATHSIG
        return number.value

    (seen,) = sandbox.observe(asked, [((), {})], isolate=True)
    assert seen.value == signal.SIGKILL
    assert asked() == 0, "not in this process"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_without_a_death_signal_the_answers_process_has_an_alarm(monkeypatch):
    monkeypatch.setattr(child.ctypes, "pythonapi", object())
    assert child.end_with_parent() is False

    def left():
        return signal.getitimer(signal.ITIMER_REAL)[0]

    monkeypatch.setattr(child, "end_with_parent", lambda: False)
    (seen,) = sandbox.observe(left, [((), {})], isolate=True)
    assert Limits().total < seen.value < 60


@POSIX
def test_without_a_death_signal_a_hand_in_watches_its_parent(monkeypatch):
    parents, ended = iter([7, 7, 1]), []
    monkeypatch.setattr(verdicts_child.os, "getppid", lambda: next(parents))
    monkeypatch.setattr(verdicts_child.os, "killpg", lambda *a: ended.append(a))
    monkeypatch.setattr(verdicts_child.time, "sleep", lambda seconds: None)
    verdicts_child._watch(7)
    assert ended == [(0, signal.SIGKILL)]


@pytest.mark.full
def test_a_cell_that_never_ends_is_stopped_and_the_next_one_run(tmp_path, monkeypatch):
    monkeypatch.setattr(verdicts_process, "TIME_LIMIT", 8)
    rows, problems = verdicts.check_files([hand_in(tmp_path / "a.ipynb", HELPER, XOR, BUSY, STEP)])
    got = {r.exercise: r for r in rows}
    assert got["xor_dataset"].status == "passed" and got["step"].status == "not checked"
    assert "stopped after 8 s" in got["step"].message and len(problems) == 1


def test_control_characters_are_written_out():
    assert output.printable("a\x1b]0;b\x07\n") == "a\\x1b]0;b\\x07\\n"
    lines = verdicts_table.table(book(title="\x1b[31mred"))
    assert "\\x1b[31mred" in lines[1]
