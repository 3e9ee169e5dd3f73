"""The students' copies under bad luck: kills, full disks, rights, damage, links, two at once.

What holds after each: no work is lost, the next `course lab` puts all right, and the user has
read a sentence. The ordinary ways of a copy are in test_cli.
"""

import errno
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from course_tools import cli, copies, doctor, files, notebooks
from helpers_nb import code, notebook, text
from misstep.memory import disk

NAMES = ("01_xor_failure.ipynb", "02_maps.ipynb")
NAME = NAMES[0]


def publish(folder, source, names=NAMES):
    """Ship a version of the notebooks."""
    for name in names:
        number = name[:2]
        nb = notebook(text(f"{number}-title", "# Title"), code(f"{number}-b1", source))
        notebooks.write(nb, folder / "notebooks" / name)


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course's folder with two small notebooks; we stand in it."""
    (tmp_path / "notebooks").mkdir()
    publish(tmp_path, "x = 1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def code_of(path):
    return notebooks.read(path)["cells"][1]["source"]


def edit(path, source):
    nb = notebooks.read(path)
    nb["cells"][1]["source"] = source
    notebooks.write(nb, path)


def work_of(course):
    return course / "my_work"


def drafts(course):
    return [p for p in work_of(course).rglob("*") if p.name.endswith(".tmp")]


# --- every write can be the last ---------------------------------------------------------


class Killed(BaseException):
    """The process is gone: nothing of it runs any more."""


class Machine:
    """Counts the steps that change the disk, and fails at one of them."""

    def __init__(self, monkeypatch, fail_at, fault):
        self.steps, self.fail_at, self.fault = 0, fail_at, fault
        self.watch(monkeypatch, os, "fsync")
        self.watch(monkeypatch, disk.shutil, "copymode")
        monkeypatch.setattr(disk, "open", self.watched(open), raising=False)
        # A killed process does not tidy up; a full disk lets files be moved and removed.
        self.watch(monkeypatch, os, "replace", fails=fault is not full_disk)
        self.watch(monkeypatch, Path, "unlink", fails=fault is Killed)

    def watch(self, monkeypatch, owner, name, fails=True):
        monkeypatch.setattr(owner, name, self.watched(getattr(owner, name), fails))

    def watched(self, function, fails=True):
        def step(*args, **kwargs):
            self.steps += 1
            if fails and self.steps >= self.fail_at:
                raise self.fault()
            return function(*args, **kwargs)

        return step


def full_disk():
    return OSError(errno.ENOSPC, "No space left on device", "a draft")


def read_only():
    return OSError(errno.EROFS, "Read-only file system", "a draft")


def first(course):
    """Nothing is there yet."""
    return lambda: copies.update_all(course)


def untouched(course):
    """An untouched copy of an old version."""
    copies.update_all(course)
    publish(course, "x = 3")
    return lambda: copies.update_all(course)


def touched(course):
    """A copy with work in it, and a new version."""
    copies.update_all(course)
    edit(work_of(course) / NAME, "x = 2  # mine")
    publish(course, "x = 3")
    return lambda: copies.update_all(course)


def touched_twice(course):
    """A copy with work in it, taken over by a new version, and a still newer one."""
    touched(course)()
    publish(course, "x = 4")
    return lambda: copies.update_all(course)


def reset(course):
    """A copy with work in it, to be reset."""
    copies.update_all(course)
    edit(work_of(course) / NAME, "x = 2  # mine")
    return lambda: copies.reset(course / "notebooks" / NAME, work_of(course))


def contents(course):
    """Sources of all copies by name; backups without their date."""
    found = sorted(p for p in work_of(course).rglob("*.ipynb") if ".course" not in p.parts)
    return sorted((p.name[:2], p.parent.name, ".new" in p.name, code_of(p)) for p in found)


@pytest.mark.parametrize("fault", [Killed, pytest.param(full_disk, marks=pytest.mark.full)])
@pytest.mark.parametrize("state", [first, untouched, touched, touched_twice, reset])
def test_every_step_can_be_the_last(tmp_path, state, fault):
    healthy = course_in(tmp_path / "healthy")
    state(healthy)()
    copies.update_all(healthy)
    wanted, n = contents(healthy), 0
    while True:
        n += 1
        course = course_in(tmp_path / f"step{n}")
        act = state(course)
        had_work = "x = 2  # mine" in str(contents(course)) if work_of(course).exists() else False
        with pytest.MonkeyPatch.context() as patch:
            machine = Machine(patch, n, fault)
            try:
                act()
            except (Killed, OSError):
                pass
        if machine.steps < n:
            break
        if had_work:
            assert "x = 2  # mine" in str(contents(course)), f"step {n}: work is lost"
        copies.update_all(course)
        if state is reset and "backups" not in str(contents(course)):
            act()  # it did not begin: asked for again
        assert contents(course) == wanted, f"after a fault at step {n}"
        if fault is full_disk:
            assert not drafts(course)
        publish(course, "x = 9")
        copies.update_all(course)
        assert code_of(work_of(course) / NAMES[1]) == "x = 9", "stuck on an old version"
    assert n > 6, "the writes were not seen"


def course_in(folder):
    (folder / "notebooks").mkdir(parents=True)
    publish(folder, "x = 1")
    return folder


def test_a_draft_left_by_a_kill_goes_when_it_is_old(course):
    copies.update_all(course)
    memory = work_of(course) / ".course/memory"
    for folder in (work_of(course) / copies.BACKUPS, memory):
        folder.mkdir()
    young = work_of(course) / f".{NAME}.2.tmp"
    young.touch()
    for old in (work_of(course) / f".{NAME}.1.tmp", memory / ".01.json.1.tmp",
                work_of(course) / copies.BACKUPS / ".01_xor.2026-01-02_030405.ipynb.1.tmp"):
        old.touch()
        os.utime(old, (1, 1))
    copies.update_all(course)
    assert drafts(course) == [young]


def test_content_is_on_the_disk_before_its_name(tmp_path, monkeypatch):
    order = []
    monkeypatch.setattr(os, "fsync", lambda handle: order.append("content or folder"))
    replace = os.replace
    monkeypatch.setattr(os, "replace", lambda *a: (order.append("name"), replace(*a)))
    files.replace(tmp_path / "a", b"1")
    assert order[:2] == ["content or folder", "name"]
    assert os.name == "nt" or order[2:] == ["content or folder"]


# --- a sentence, and the other notebooks open --------------------------------------------


@pytest.mark.parametrize("fault", [full_disk, read_only])
def test_without_room_there_is_a_sentence_and_the_copies_open(course, capsys, monkeypatch, fault):
    started = []
    monkeypatch.setattr(cli, "_become", lambda *args: started.append(args) or 0)
    copies.update_all(course)
    publish(course, "x = 3")
    with pytest.MonkeyPatch.context() as patch:
        Machine(patch, 1, fault)
        assert cli.main(["lab", "1"]) == 0
        said = capsys.readouterr().out
        assert started and "left as they are: 01_xor_failure.ipynb, 02_maps.ipynb" in said
        assert fault().strerror in said and said.count("likely") == 1
        assert cli.main(["reset", "1"]) == 1
    said = capsys.readouterr().err
    assert all(word in said for word in ("expected", "got", "likely"))
    assert code_of(work_of(course) / NAME) == "x = 1", "the copy is back in its place"


def test_without_a_copy_to_open_lab_says_so(course, capsys):
    with pytest.MonkeyPatch.context() as patch:
        Machine(patch, 1, full_disk)
        assert cli.main(["lab", "1"]) == 1
    said = capsys.readouterr()
    assert "expected my_work/01" in said.err and "the disk is full" in said.out


def test_my_work_that_is_a_file_is_told(course, capsys):
    (course / "my_work").write_text("notes")
    for command in (["lab"], ["reset", "1"]):
        assert cli.main(command) == 1
        said = capsys.readouterr().err
        assert "no place for your copies" in said and "rename it" in said
    assert (course / "my_work").read_text() == "notes"


DAMAGE = {
    "empty": b"",
    "cut short": b'{"cells": [{"cell_ty',
    "zeros": bytes(3000),
    "no cells": b'{"cells": null}',
    "a number for a cell": b'{"cells": [1]}',
    "a number for a source": b'{"cells": [{"cell_type": "code", "source": 5}]}',
    "a list for metadata": b'{"cells": [{"cell_type": "code", "metadata": []}]}',
    "a text for outputs": b'{"cells": [{"cell_type": "code", "outputs": ["a"]}]}',
    "a text for data": b'{"cells": [{"cell_type": "code", "outputs": [{"data": "a"}]}]}',
    "deep": b'{"cells": ' + b"[" * 100_000,
    "huge number": b'{"cells": [], "n": ' + b"1" * 5000 + b"}",
    "latin": b"\xe9\xff",
    "conflict": b'<<<<<<< HEAD\n{"cells": []}\n',
}


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_damaged_copy_is_told_each_time_and_kept(course, capsys, harm):
    copies.update_all(course)
    copy = work_of(course) / NAME
    copy.write_bytes(DAMAGE[harm])
    for version in ("x = 1", "x = 1", "x = 3"):  # also without a new version
        publish(course, version)
        assert cli.main(["lab", "2", "--only-copies"]) == 0
        said = capsys.readouterr().out
        assert f"{NAME}: damaged" in said and "course reset 01" in said
        assert len(said) < 900
    assert copy.read_bytes() == DAMAGE[harm]
    assert code_of(work_of(course) / NAMES[1]) == "x = 3"
    assert copies.damaged(work_of(course)) == [NAME]
    cli.main(["reset", "1"])
    (kept,) = (work_of(course) / "backups").iterdir()
    assert kept.read_bytes() == DAMAGE[harm] and code_of(copy) == "x = 3"


@pytest.mark.parametrize("harm", [name for name in DAMAGE if name != "latin"])
def test_a_damaged_notebook_of_the_course_costs_that_notebook(course, capsys, harm):
    copies.update_all(course)
    publish(course, "x = 3")
    (course / "notebooks" / NAME).write_bytes(DAMAGE[harm])
    assert cli.main(["lab", "2", "--only-copies"]) == 0
    assert f"notebooks/{NAME} is damaged" in capsys.readouterr().out
    assert code_of(work_of(course) / NAMES[1]) == "x = 3"
    assert cli.main(["reset", "1"]) == 1 and "not a notebook" in capsys.readouterr().err
    assert code_of(work_of(course) / NAME) == "x = 1", "the copy is where it was"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_a_pipe_is_not_waited_for(course, capsys):
    copies.update_all(course)
    (work_of(course) / NAME).unlink()
    os.mkfifo(work_of(course) / NAME)
    done = []
    thread = threading.Thread(target=lambda: done.extend(copies.update_all(course)), daemon=True)
    thread.start()
    thread.join(10)
    assert "damaged" in "".join(done)


def test_a_byte_order_mark_is_no_damage(course):
    copies.update_all(course)
    copy = work_of(course) / NAME
    copy.write_bytes(b"\xef\xbb\xbf" + copy.read_bytes())
    publish(course, "x = 3")
    assert "updated" in copies.update_all(course)[0]


def test_a_huge_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_READ", 10)
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": []}))
    with pytest.raises(notebooks.NotebookError, match="at most"):
        notebooks.read(tmp_path / "a.ipynb")


def test_unknown_errors_of_the_system_are_told_too():
    said = files.in_words(OSError(errno.EIO, "Input/output error", "my_work/a"))
    assert said == "expected to use 'my_work/a'; got Input/output error"
    assert files.in_words(FileNotFoundError("expected 01, got 9")) == "expected 01, got 9"


# --- links -------------------------------------------------------------------------------


@pytest.fixture
def linked(course):
    """The copy of 01 lies elsewhere; in my_work is a relative link to it."""
    copies.update_all(course)
    cloud = course / "cloud"
    cloud.mkdir()
    os.replace(work_of(course) / NAME, cloud / NAME)
    try:
        (work_of(course) / NAME).symlink_to(Path("..", "cloud", NAME))
    except OSError:
        pytest.skip("no links on this system")
    return course


def test_a_linked_copy_stays_a_link_when_it_is_updated(linked):
    publish(linked, "x = 3")
    assert "updated" in copies.update_all(linked)[0]
    assert (work_of(linked) / NAME).is_symlink() and code_of(linked / "cloud" / NAME) == "x = 3"


def test_reset_of_a_linked_copy_keeps_its_content(linked):
    edit(linked / "cloud" / NAME, "x = 2")
    copies.reset(linked / "notebooks" / NAME, work_of(linked))
    (kept,) = (work_of(linked) / "backups").iterdir()
    assert not kept.is_symlink() and code_of(kept) == "x = 2"
    assert (work_of(linked) / NAME).is_symlink() and code_of(linked / "cloud" / NAME) == "x = 1"


def test_a_link_to_nothing_is_told_and_not_filled(linked, capsys):
    os.replace(linked / "cloud", linked / "unplugged")
    publish(linked, "x = 3")
    assert cli.main(["lab", "2", "--only-copies"]) == 0
    said = capsys.readouterr().out
    assert "a link to" in said and "course reset 01" in said and "02_maps.ipynb: updated" in said
    assert not (linked / "cloud").exists() and code_of(linked / "unplugged" / NAME) == "x = 1"
    assert cli.main(["lab", "1"]) == 1
    assert cli.main(["reset", "1"]) == 0
    assert not (work_of(linked) / NAME).is_symlink() and code_of(work_of(linked) / NAME) == "x = 3"


# --- two at once -------------------------------------------------------------------------


def test_two_at_once_make_the_same_as_one(course):
    copies.update_all(course)
    edit(work_of(course) / NAME, "x = 2")
    publish(course, "x = 3")
    many = (
        "import sys; from course_tools import copies\n"
        "sys.stdin.readline()\n"
        "for _ in range(12): copies.update_all(sys.argv[1])"
    )
    command = [sys.executable, "-c", many, str(course)]
    pipes = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [subprocess.Popen(command, **pipes) for _ in range(3)]
    for child in both:
        child.stdin.write("go\n")
        child.stdin.flush()
    for n in range(4, 9):
        for name in NAMES:
            place = course / "notebooks" / name
            nb = notebooks.read(place)
            nb["cells"][1]["source"] = f"x = {n}"
            files.replace(place, files.as_json(nb))
    errors = [child.communicate(timeout=60)[1] for child in both]
    assert errors == ["", "", ""]
    copies.update_all(course)
    found = [row for row in contents(course) if row[1] == "my_work"]
    assert found == [("01", "my_work", False, "x = 8"), ("02", "my_work", False, "x = 8")]
    mine = [c["source"] for c in notebooks.read(work_of(course) / NAME)["cells"]]
    assert mine.count("x = 2") == 1 and ("01", "backups", False, "x = 2") in contents(course)
    assert not drafts(course)


def test_one_waits_for_the_other(course):
    copies.update_all(course)
    publish(course, "x = 3")
    with copies._alone(work_of(course)):
        other = threading.Thread(target=copies.update_all, args=[course])
        other.start()
        other.join(0.3)
        assert other.is_alive() and code_of(work_of(course) / NAME) == "x = 1"
    other.join(10)
    assert code_of(work_of(course) / NAME) == "x = 3"


@pytest.mark.parametrize("reason", [errno.ENOLCK, errno.ENOSYS])
def test_where_files_cannot_be_locked_all_go_on(course, monkeypatch, recwarn, reason):
    def refuse(*args):
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", refuse)
    with disk.locked(course / "lock", 0.1):  # counts as ours
        pass
    assert len(copies.update_all(course)) == 2
    assert not recwarn.list


def test_a_lock_that_is_never_given_up_is_not_waited_for_long(course, monkeypatch):
    copies.update_all(course)
    publish(course, "x = 3")
    monkeypatch.setattr(copies, "LOCK_LIMIT", 0.1)
    with copies._alone(work_of(course)):
        assert len(copies.update_all(course)) == 2


# --- files that hide modules -------------------------------------------------------------


def test_files_that_hide_modules_are_named(course, capsys, monkeypatch):
    copies.update_all(course)
    work = work_of(course)
    for name in ("random.py", "numpy.py", "helper.py", "statistics.txt"):
        (work / name).touch()
    (work / "json").mkdir()
    assert copies.shadows(work) == ["numpy.py", "random.py"], "a folder without code hides nothing"
    (work / "json" / "__init__.py").touch()
    assert "json" in copies.shadows(work)
    assert cli.main(["lab", "--only-copies"]) == 0
    assert "my_work/random.py hides the module `random`" in capsys.readouterr().out
    (work / NAME).write_text("")
    monkeypatch.setattr(doctor, "_kernel", lambda: ("kernel", "starts", None))
    assert doctor.main() == 1
    said = capsys.readouterr().out
    assert "rename my_work/random.py" in said and f"{NAME} cannot be read" in said


def test_doctor_tells_copies_that_are_behind_and_new_ones_beside_them(course, monkeypatch, capsys):
    monkeypatch.chdir(course)
    monkeypatch.setattr(doctor, "_kernel", lambda: ("kernel", "starts", None))
    copies.update_all(course)
    assert copies.behind(course) == ([], [])
    publish(course, "x = 3")
    new = work_of(course) / f"{NAME.removesuffix('.ipynb')}.new.ipynb"
    new.write_bytes((work_of(course) / NAME).read_bytes())
    assert copies.behind(course) == (list(NAMES), [new.name])
    assert doctor.main() == 1
    said = capsys.readouterr().out
    assert f"older than the workbook: {', '.join(NAMES)}" in said
    assert f"{new.name} is a new version" in said
    assert "2 at " in said, "the one beside is no copy"


def test_what_could_not_be_written_is_no_success(course, monkeypatch):
    monkeypatch.chdir(course)
    copies.update_all(course)
    publish(course, "x = 3")

    def refuse(*args):
        raise full_disk()

    monkeypatch.setattr(copies, "_lay", refuse)
    assert cli.main(["lab", "--only-copies"]) == 1


def test_doctor_tells_a_folder_without_room(tmp_path, monkeypatch):
    assert doctor._no_room(tmp_path) is None
    assert "cannot be saved" in doctor._no_room(tmp_path / "not there")
