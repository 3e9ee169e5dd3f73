"""The box of a hand-in: what one does in it reaches nobody else, and honest code does not notice.

No part of it needs a namespace or a privilege, so that the way that is tested here is the one that
every Linux goes; Landlock's oldest version is tried, too, where seccomp does the more.
"""

import ast
import os
import re
import resource
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest

from course_tools import cli, confined, notebooks, verdicts, verdicts_child, verdicts_judge
from helpers_nb import code, notebook

pytestmark = pytest.mark.skipif(bool(confined.missing()), reason="no box on this system")

SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"
RIGHT = '@exercise("step")\ndef step(x):\n    return np.where(np.asarray(x) > 0, 1.0, 0.0)'
XOR = ('@exercise("xor_dataset")\ndef xor_dataset():\n'
       "    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])\n"
       "    return X, np.array([0, 1, 1, 0])")


@pytest.fixture(params=[1, None], ids=["oldest Landlock", "Landlock as it is here"])
def boxed(request, tmp_path, monkeypatch):
    """``boxed(text)``: what an expression gives in the box, or the name of its error."""
    if request.param:
        monkeypatch.setattr(confined, "version", lambda: request.param)
    (tmp_path / "own").mkdir()

    def run(text):
        reader, writer = os.pipe()
        if (pid := os.fork()) == 0:
            try:
                os.chdir(tmp_path / "own")
                confined.lock(".", [*confined.SYSTEM, sys.prefix, sys.base_prefix])
                said = eval(text, {"__import__": __import__, "os": os, "resource": resource})
            except BaseException as error:
                said = type(error).__name__
            os.write(writer, repr(said).encode())
            os._exit(0)
        os.close(writer)
        with open(reader) as file:
            said = file.read()
        os.waitpid(pid, 0)
        return ast.literal_eval(said)

    return run


REFUSED = {
    "read": "open('/etc/passwd').read()",
    "list": "os.listdir('/')",
    "write": "open('../beside', 'w')",
    "empty by reading": "os.open(FILE, os.O_RDONLY | os.O_TRUNC)",
    "truncate": "os.truncate(FILE, 0)",
    "move away": "os.rename(FILE, 'mine')",
    "link": "os.link(FILE, 'mine')",
    "shared memory": "open('/dev/shm/course', 'w')",
    "look into a process": "open(f'/proc/{os.getppid()}/environ')",
    "fork": "os.fork()",
    "program": "__import__('subprocess').run(['/bin/true'])",
    "become a program": "os.execv('/bin/true', ['true'])",
    "own session": "os.setsid()",
    "signal": "os.kill(os.getppid(), 0)",
    "signal to all": "os.kill(-1, 0)",
    "signal to its group": "os.killpg(0, 0)",
    "limits of others": "resource.prlimit(os.getppid(), resource.RLIMIT_FSIZE)",
    "priority of others": "os.setpriority(os.PRIO_PROCESS, os.getppid(), 5)",
    "processors of others": "os.sched_setaffinity(os.getppid(), {0})",
    "network": "__import__('socket').create_connection(('127.0.0.1', 1))",
    "socket with a name": "__import__('socket').socket(__import__('socket').AF_UNIX)",
    "datagrams": "__import__('socket').socketpair(type=__import__('socket').SOCK_DGRAM)",
    "signal by a pipe": "__import__('fcntl').fcntl(os.pipe()[0], 8, os.getppid())",
    "nameless file": "os.memfd_create('x')",
    "space at once": "ctypes_call('fallocate', os.open('mine', os.O_CREAT | 2), 0, 0, 4096)",
    "notice names": "ctypes_call('inotify_init1', 0)",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_reach_others_is_refused(boxed, tmp_path, name):
    file = tmp_path / "of-another"
    file.write_text("as it was")
    text = REFUSED[name].replace("FILE", repr(str(file))).replace(
        "ctypes_call(", "(lambda name, *a: os.close(-1) if getattr(__import__('ctypes').CDLL("
        "None), name)(*a) < 0 else 'done')(")
    assert boxed(text) in ("PermissionError", "OSError")
    assert file.read_text() == "as it was" and not (tmp_path / "beside").exists()


def test_modes_and_times_stay_as_they_are(boxed, tmp_path):
    file = tmp_path / "of-another"
    file.write_text("")
    before = os.stat(file)
    assert boxed(f"[os.chmod({str(file)!r}, 0o666), os.utime({str(file)!r}, (1, 1))]") == [None] * 2
    after = os.stat(file)
    assert (before.st_mode, before.st_mtime_ns) == (after.st_mode, after.st_mtime_ns)


HONEST = {
    "its folder": ("[open('a', 'w').write('x'), os.mkdir('b'), os.rename('a', 'c'), "
                   "os.listdir()]", [1, None, None, ["b", "c"]]),
    "space that is written": ("__import__('os').posix_fallocate(os.open('a', 66), 0, 9000)", None),
    "copies": ("[open('a', 'w').close(), __import__('shutil').copy2('a', 'b')]", [None, "b"]),
    "temporary files": ("__import__('tempfile').TemporaryFile(dir='.').write(b'x')", 1),
    "threads": ("[*__import__('concurrent.futures').futures.ThreadPoolExecutor(2).map(abs, [-1])]",
                [1]),
    "asyncio": ("__import__('asyncio').run(__import__('asyncio').sleep(0, 7))", 7),
    "its own signals": ("os.kill(os.getpid(), 0)", None),
    "its own limits": ("resource.getrlimit(resource.RLIMIT_CORE) is None", False),
    "libraries": ("__import__('numpy').linalg.inv([[2.0]]).tolist()", [[0.5]]),
    "a late import": ("__import__('colorsys').rgb_to_hsv(0, 0, 0)", (0.0, 0.0, 0)),
    "random numbers": ("len(os.urandom(3))", 3),
    "the time zone": ("__import__('time').localtime(0).tm_year in (1969, 1970)", True),
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_code_does_not_notice(boxed, name):
    text, value = HONEST[name]
    assert boxed(text) == value


def test_the_numbers_are_those_of_the_system():
    """Where the kernel's own headers are installed."""
    header = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")
    generic = Path("/usr/include/asm-generic/unistd.h")
    if not (header.exists() and generic.exists()):
        pytest.skip("no headers")
    known = [dict(re.findall(r"#define __NR_(\w+) (\d+)", header.read_text())),
             dict(re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)", generic.read_text()))]
    text = Path(confined.__file__).with_name("calls.txt").read_text()
    entries = re.findall(r"\b([a-z]\w+) (\d+|-) (\d+|-)\b", text)
    assert len(entries) > 120
    for name, *numbers in entries:
        for number, names in zip(numbers, known, strict=True):
            assert names.get(name, number) == number, name


# --- hand-ins in it -------------------------------------------------------------------------


def hand_in(path, *sources):
    cells = [code("01-setup", SETUP, "setup")]
    cells += [code(f"9f00bb{i:02d}", textwrap.dedent(text)) for i, text in enumerate(sources)]
    notebooks.write(notebook(*cells), path)
    return path


def checked(path):
    """Rows by exercise, and the problems."""
    rows, problems = verdicts.check_files([path])
    return {row.exercise: row for row in rows}, problems


ENDS = {"leaves": "import os; os._exit(0)", "crashes": "import ctypes; ctypes.string_at(0)"}


@pytest.mark.parametrize("name", ENDS)
def test_an_answer_that_ends_its_python_costs_that_answer(tmp_path, name):
    ends = f'@exercise("step")\ndef step(x):\n    {ENDS[name]}\n    return x'
    rows, problems = checked(hand_in(tmp_path / "a_01.ipynb", "helper = 1", ends, XOR))
    assert rows["step"].status == "error" and rows["xor_dataset"].status == "passed"
    assert not problems


def test_a_call_that_python_cannot_stop_costs_that_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(verdicts_judge, "START", verdicts_judge.START.replace(
        "{0}.main", "from course_tools import verdicts_child, verdicts_judge; "
        "verdicts_child.EXERCISE_LIMIT = verdicts_judge.LATE = 3; "
        "verdicts_judge.PATIENCE = 1; {0}.main"))  # it is silent for longer than that, too
    stuck = ('@exercise("step")\ndef step(x):\n    import itertools\n'
             "    return sum(itertools.count())")
    rows, problems = checked(hand_in(tmp_path / "a_01.ipynb", stuck, XOR))
    assert rows["step"].status == "error" and not problems
    assert rows["step"].message.startswith("it had not returned")
    assert rows["xor_dataset"].status == "passed"


SPENDS = {
    "threads": ("import threading, time\nfor _ in range(200):\n"
                "    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
                "time.sleep(15)", "threads"),
    "bytes": ("import time\nfor i in range(30):\n    open(f'f{i}', 'wb').write(bytes(10**7))\n"
              "time.sleep(15)", "200 MB"),
    "bytes without a name": (
        "import os, time\nkept = []\nfor i in range(30):\n    kept.append(open('f', 'wb'))\n"
        "    kept[-1].write(bytes(10**7))\n    kept[-1].flush()\n    os.remove('f')\n"
        "time.sleep(15)", "200 MB"),
    "files": ("import time\nfor i in range(9000):\n    open(f'f{i}', 'w').close()\ntime.sleep(15)",
              "5000 files"),
    "folders": ("import os, time\nfor i in range(900):\n    os.mkdir('d')\n    os.chdir('d')\n"
                "time.sleep(15)", "more than 50"),
}


@pytest.mark.parametrize("name", SPENDS)
def test_one_that_takes_too_much_is_ended_and_nothing_is_left(tmp_path, monkeypatch, name):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    source, words = SPENDS[name]
    start = time.monotonic()
    rows, problems = checked(hand_in(tmp_path / "a_01.ipynb", XOR, source, RIGHT))
    assert rows["xor_dataset"].status == "passed" and words in problems[0]
    assert rows["step"].status == "not checked" and time.monotonic() - start < 15
    assert [path.name for path in tmp_path.iterdir()] == ["a_01.ipynb"]


def test_a_file_has_a_size(tmp_path):
    rows, _ = checked(hand_in(tmp_path / "a_01.ipynb", """
        try:
            with open("f", "wb") as file:
                file.write(bytes(50_000_000))
        except OSError as error:
            said = error.strerror""",
        '@exercise("step")\ndef step(x):\n    raise IndexError(said)'))
    assert "File too large" in rows["step"].message


def test_without_a_box_nothing_runs_in_it(tmp_path, monkeypatch):
    start = verdicts_judge.START.replace(
        "{0}.main", "from course_tools import confined; confined._call = None; {0}.main")
    monkeypatch.setattr(verdicts_judge, "START", start)
    rows, problems = checked(hand_in(tmp_path / "a_01.ipynb", RIGHT))
    assert rows["step"].status == "not checked" and "ended early" in problems[0]


def test_where_there_is_no_box_the_command_asks(tmp_path, monkeypatch, capsys):
    path = hand_in(tmp_path / "a_01.ipynb", RIGHT)
    monkeypatch.setattr(confined, "missing", lambda: "it is another system")
    assert cli.main(["check", str(path)]) != 0
    out, err = capsys.readouterr()
    assert out == "" and "nothing is run" in err and "it is another system" in err
    assert "--sandbox" in err and "--unconfined" in err
    assert cli.main(["check", str(path), "--unconfined"]) == 0
    assert "passed" in capsys.readouterr().out


@pytest.mark.parametrize("answer", ["stop", "", "yes", "unconfined"])
def test_only_a_word_that_says_so_runs_them_unconfined(tmp_path, monkeypatch, capsys, answer):
    path = hand_in(tmp_path / "a_01.ipynb", RIGHT)
    monkeypatch.setattr(confined, "missing", lambda: "it is another system")
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdin, "readline", lambda: f"{answer}\n", raising=False)
    assert (cli.main(["check", str(path)]) == 0) == (answer == "unconfined")
    assert ("passed" in capsys.readouterr().out) == (answer == "unconfined")


def test_limits_of_a_cell_are_below_those_of_its_file():
    assert verdicts_child.EXERCISE_LIMIT + verdicts_judge.LATE < verdicts_judge.WORK_LIMIT
