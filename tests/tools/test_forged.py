"""Hand-ins that want a verdict of their own making, or another's: none of them gets it.

Each stands in one class with an honest file that is checked after it, by one Python after the
other; the files that were downloaded are the same afterwards.
"""

import csv
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import zipfile
from pathlib import Path

import pytest

from course_tools import (
    cli,
    confined,
    kept,
    notebooks,
    verdicts,
    verdicts_judge,
    verdicts_process,
)
from helpers_nb import code, notebook
from misstep import confirms, packet, packets

SETUP = "import numpy as np\nfrom course_utils.exercises import exercise"
WRONG = '@exercise("step")\ndef step(x):\n    return 0.5 * np.asarray(x)'
RIGHT = '@exercise("step")\ndef step(x):\n    return np.where(np.asarray(x) > 0, 1.0, 0.0)'
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="/proc, Landlock")
LOCKED = pytest.mark.skipif(bool(confined.missing()), reason="no box on this system")

PASS = '{"step": {"status": "passed", "misconception": null, "message": "", "score": 1}}\\n'
FORGED = f"""
line = b'{PASS}' + b'null\\n'
from misstep import packet
for text in (line, packet("some", {{"step": ({{"status": "passed", "misconception": None,
             "message": "", "score": 1}}, [])}}), packet("done", {{}})):
    for number in range(256):
        try:
            os.write(number, text)
        except OSError:
            pass
print(line.decode())
sys.stderr.write(line.decode())
"""

# Own cells, which run before a wrong answer is judged (or after it)
CELLS = {
    "writes-to-every-descriptor": FORGED,
    "prints": f"print('{PASS}')\nsys.__stdout__.write('{PASS}')\nsys.__stdout__.flush()",
    "state": """
        from course_utils import exercises
        from types import SimpleNamespace as S
        exercises.COURSE.state = exercises.state = lambda: {"step": S(
            status="passed", misconception=None, message="", passed=9, total=9, seen=())}""",
    "comparison": """
        import misstep.checking, misstep.judge.compare, misstep.judge.records as r
        for module in (misstep.checking, misstep.judge.compare, r):
            module.compare = lambda *a, **k: None
        r.Judge.difference = lambda *a: None""",
    "its-judge-too": """
        import misstep, misstep.checking
        misstep.checking.confirms = misstep.confirms = lambda *a: True
        misstep.judge.records.Judge.difference = lambda *a: None""",
    "modules": """
        import misstep.checking, types
        false = types.ModuleType("misstep.judge.compare")
        false.compare = lambda *a, **k: None
        sys.modules["misstep.judge.compare"] = sys.modules["misstep.judge.answer"] = false
        misstep.judge.records.Judge.difference = false.compare""",
    "builtins": """
        import builtins
        builtins.any = lambda *a: False
        builtins.all = lambda *a: True
        builtins.len = lambda x: 9""",
    "serialising": """
        import json, pickle
        real = pickle.dumps
        def dumps(x, *a, **k):
            if isinstance(x, tuple) and isinstance(x[1], dict) and "step" in x[1]:
                x[1]["step"][0]["status"] = "passed"
            return real(x, *a, **k)
        pickle.dumps = dumps""",
    "references": """
        import misstep.judge.records
        from misstep import current
        from misstep.judge import records
        judge = records.record("step").judge
        judge.__dict__["prepared"] = judge.prepared[0], [0.5 * np.asarray(c.args[0])
                                                        for c in judge.prepared[0]]""",
    "the-parents-files": """
        import glob
        for pid in range(max(1, os.getpid() - 300), os.getpid()):
            for path in glob.glob(f"/proc/{pid}/fd/*"):
                try:
                    if os.path.exists(path) and "class" not in os.readlink(path):
                        with open(path, "r+b") as file:
                            file.write(b'%s')
                except (OSError, ValueError):
                    pass""".replace("%s", PASS),
    "files-in-the-temporary-folder": """
        import glob, tempfile
        for path in glob.glob("../*") + glob.glob("../../tmp*/*"):
            try:
                with open(path, "a") as file:
                    file.write('%s')
            except OSError:
                pass""".replace("%s", PASS),
    "pipe-of-rubbish": """
        import pickle, struct
        class Evil:
            def __reduce__(self):
                return os.system, ("echo it ran > ran",)
        for body in (pickle.dumps(("some", Evil())), b"x" * 50, pickle.dumps(7)):
            for number in range(3, 64):
                try:
                    os.write(number, struct.pack("!Q", len(body)) + body)
                except OSError:
                    pass""",
    "a-length-without-end": """
        for number in range(3, 64):
            try:
                os.write(number, b"\\xff" * 8)
            except OSError:
                pass""",
}
AFTER = ("writes-to-every-descriptor", "comparison", "the-parents-files")
# What wants to spoil the others
HARM = {
    "kills-its-parents": """
        import signal
        for line in open("/proc/self/status"):
            if line.startswith("PPid"):
                os.kill(int(line.split()[1]), signal.SIGKILL)""",
    "deletes-the-class": """
        import pathlib, shutil
        for path in pathlib.Path(CLASS).rglob("*"):
            try:
                path.write_text("gone")
                path.unlink()
            except OSError:
                pass
        shutil.rmtree(CLASS, ignore_errors=True)""",
    "changes-the-checker": """
        import misstep, course_utils, pathlib, site
        homes = [*misstep.__path__, *course_utils.__path__, site.getusersitepackages(),
                 *site.getsitepackages()]
        for home in homes:
            for name in ("checking.py", "usercustomize.py", "evil.pth"):
                try:
                    with open(pathlib.Path(home, name), "a") as file:
                        file.write("\\n# harm\\n")
                except OSError:
                    pass""",
    "leaves-a-process": """
        if os.fork() == 0:
            import time
            time.sleep(600)""",
}


def hand_in(path, *sources):
    cells = [code("01-setup", SETUP, "setup")]
    cells += [code(f"9f00bb{i:02d}", textwrap.dedent(text)) for i, text in enumerate(sources)]
    notebooks.write(notebook(*cells), path)
    return path


def checksums(folder):
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


FEW = ("writes-to-every-descriptor", "state", "comparison", "its-judge-too", "deletes-the-class")


def each_of(files):
    """A few for a change, all in the long checks."""
    return pytest.mark.parametrize("name", [
        pytest.param(name, marks=[pytest.mark.full] * (name not in FEW)) for name in files])


@pytest.fixture(scope="module")
def of_class(tmp_path_factory, request):
    """Status of `step` by file, problems, and the folder's checksums before and after.

    The files are the few of a change, and those of which a test is run.
    """
    asked = {item.callspec.params.get("name") for item in request.session.items
             if hasattr(item, "callspec")}.union(FEW)
    folder = tmp_path_factory.mktemp("class")
    head = f"import os, sys\nCLASS = {str(folder)!r}\n"
    for name, text in ((name, text) for name, text in CELLS.items() if name in asked):
        hand_in(folder / f"{name}.ipynb", head + textwrap.dedent(text), WRONG)
        if name in AFTER:
            hand_in(folder / f"{name}-after.ipynb", WRONG, head + textwrap.dedent(text))
    hand_in(folder / "zoe.ipynb", RIGHT)
    harm = () if confined.missing() else asked.intersection(HARM)
    for name, text in ((name, HARM[name]) for name in harm):
        hand_in(folder / f"{name}.ipynb", RIGHT, head + textwrap.dedent(text))
        hand_in(folder / f"{name}-honest.ipynb", RIGHT)
    (folder / "data.csv").write_text("1,2\n")
    before, judges = checksums(folder), kept.judges()
    rows, problems = verdicts.check_files(sorted(folder.glob("*.ipynb")), jobs=2)
    found = {Path(row.file).stem: row for row in rows if row.exercise in ("step", "")}
    return found, problems, before, checksums(folder), judges == kept.judges()


@each_of(CELLS)
def test_no_verdict_is_of_the_hand_ins_own_making(of_class, name):
    found = of_class[0]
    for file in (name, *[f"{name}-after"] * (name in AFTER)):
        assert found[file].status in ("failed", "error", "not checked", "not attempted"), file
    assert found["zoe"].status == "passed"


@LOCKED
@each_of(HARM)
def test_who_does_harm_does_none_to_others(of_class, name):
    found = of_class[0]
    assert found[name].status == "passed", "what came before is given"
    assert found[f"{name}-honest"].status == "passed"


@LOCKED
def test_the_downloaded_files_and_the_checker_are_as_they_were(of_class):
    _, _, before, after, same_judge = of_class
    assert before == after and len(before) > len(FEW) and same_judge


def test_a_pass_is_not_believed_and_that_is_said(of_class):
    found = of_class[0]
    for name in ("state", "comparison", "its-judge-too"):
        assert found[name].status == "error" and found[name].score == 0, name
        assert found[name].message == verdicts_judge.NOT_BELIEVED


@pytest.mark.skipif(os.name != "posix", reason="the answer's child is a fork")
def test_an_answer_that_writes_into_what_it_inherits_is_judged_by_its_values(tmp_path):
    body = textwrap.indent(f"import os, sys\n{FORGED}return 0.5 * np.asarray(x)", "    ")
    path = hand_in(tmp_path / "a.ipynb", f'@exercise("step")\ndef step(x):\n{body}', RIGHT)
    mine = hand_in(tmp_path / "b.ipynb", f'@exercise("step")\ndef step(x):\n{body}')
    rows, _ = verdicts.check_files([path, mine])
    status = {Path(r.file).stem: r.status for r in rows if r.exercise == "step"}
    assert status["a"] == "passed" and status["b"] in ("failed", "error")


def test_what_lies_beside_a_notebook_is_there_as_a_copy(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").write_text("from numpy import asarray\nLIMIT = 0\n")
    (tmp_path / "limit.txt").write_text("0")
    (tmp_path / "other_01.ipynb").write_text("{}")
    answer = RIGHT.replace("> 0", "> float(open('limit.txt').read()) + mine.LIMIT")
    path = hand_in(tmp_path / "a_01.ipynb", "import os, mine", answer,
                   "assert 'other_01.ipynb' not in os.listdir()\n"
                   "open('limit.txt', 'w').write('5')\nos.remove('mine/__init__.py')")
    before = checksums(tmp_path)
    rows, problems = verdicts.check_files([path])
    assert not problems and {r.exercise: r.status for r in rows}["step"] == "passed"
    assert checksums(tmp_path) == before


def test_a_checker_that_was_changed_meanwhile_is_told(tmp_path, monkeypatch):
    fingerprints = iter(["before", "after"])
    monkeypatch.setattr(kept, "judges", lambda: next(fingerprints))
    _, problems = verdicts.check_files([tmp_path / "none.ipynb"])
    assert "were changed while this ran" in problems[0]


# --- what goes back to a student ----------------------------------------------------------------

SECRET = "s3kret-t0ken"
KNOWN = [str(Path.home() / ".course-test-secret"), str(Path(__file__).parents[2] / "README.md"),
         "/etc/passwd"]  # files of the instructor's whose names can be guessed
LOOKS = """
import os, glob
texts = [repr(dict(os.environ))]
pid = os.getpid()
for number in range(max(1, os.getppid() - 20), os.getppid() + 1):
    try:
        texts.append(open(f"/proc/{number}/environ").read())
    except OSError:
        pass
for path in [*glob.glob(f"{TEMPORARY}/**/*", recursive=True), *KNOWN]:
    try:
        if not path.startswith(os.getcwd()):
            texts.append(path + open(path).read())
    except OSError:
        pass
"""


def pages_of(tmp_path, monkeypatch, *arguments, **sources):
    """The table's messages, and the students' pages, of a class in one zip."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("COURSE_TEACHER", SECRET)
    monkeypatch.chdir(tmp_path)
    with zipfile.ZipFile("class.zip", "w") as archive:
        for name, cells in sources.items():
            head = f"TEMPORARY = {str(temporary)!r}\nKNOWN = {KNOWN!r}"
            path = hand_in(tmp_path / f"{name}.ipynb", head, *cells)
            archive.write(path, f"{name}/01_xor_failure.ipynb")
            path.unlink()
    cli.main(["check", "class.zip", "--csv", "t.csv", "--feedback", "pages", *arguments])
    rows = csv.DictReader(Path("t.csv").read_text("utf-8-sig").splitlines())
    steps = {row["file"].split("/")[1]: row for row in rows if row["exercise"] == "step"}
    return steps, {path.stem: path.read_text("utf-8") for path in Path("pages").iterdir()}


@LOCKED
def test_no_password_and_no_classmates_work_is_found_or_goes_back(tmp_path, monkeypatch):
    """N10: Bob passed with Carl's answer, and Bea's page had Carl's code in it."""
    Path(KNOWN[0]).write_text("of the instructor")
    tells = """
@exercise("step")
def step(x):
    raise RuntimeError([any(word in text for text in texts) for word in (
        "MPLBACKEND", "COURSE_TEACHER", "by carl", "of the instructor", "Nonlinear", "root:")])"""
    steals = """
import json
for text in texts:
    if "by carl" in text:
        for cell in json.loads(text[text.index("{"):])["cells"]:
            exec("".join(cell["source"]))"""
    steps, pages = pages_of(tmp_path, monkeypatch, "--jobs", "2", bea=[LOOKS, tells],
                            bob=[LOOKS, steals, RIGHT.replace("1.0", "mine")],
                            carl=["# by carl\nmine = 1.0\n" + RIGHT])
    Path(KNOWN[0]).unlink()
    assert {name: row["status"] for name, row in steps.items()} == {
        "bea": "error", "bob": "error", "carl": "passed"}
    assert "[True, False, False, False, False, False]" in steps["bea"]["message"]
    assert "[True, False, False, False, False, False]" in pages["bea"]


def test_a_hand_in_has_a_dozen_variables_and_a_folder_of_its_own(tmp_path, monkeypatch):
    tells = ("import tempfile, stat\n"
             "mode = stat.S_IMODE(os.stat('..').st_mode)\n"
             "told = f'{sorted(os.environ)} {mode:o} {tempfile.gettempdir() == os.getcwd()}'")
    for name in ("AWS_SECRET_ACCESS_KEY", "JUPYTERHUB_API_TOKEN", "GITHUB_TOKEN"):
        monkeypatch.setenv(name, SECRET)
    steps, _ = pages_of(tmp_path, monkeypatch, ann=["import os\n" + tells, (
        '@exercise("step")\ndef step(x):\n    raise RuntimeError(told)')])
    names, mode, private = re.search(r"(\[.*\]) (\d+) (\w+)", steps["ann"]["message"]).groups()
    assert len(names.split(",")) <= 20 and "TOKEN" not in names and "SECRET" not in names
    assert mode == "700" and private == "True"


READ = f'said = "{SECRET[:4]}" + "{SECRET[4:]}"\n'  # as if it came from a file of yours


@pytest.mark.parametrize("raises", [
    "raise RuntimeError(said)", "{}[said]", "int(said)", "raise NameError(said, name=said)",
    "raise type(said, (Exception,), {})"])
def test_the_text_of_an_error_outside_the_call_stays_here(tmp_path, monkeypatch, raises):
    steps, pages = pages_of(tmp_path, monkeypatch, ann=[f"{READ}{raises}\n{RIGHT}"])
    assert steps["ann"]["status"] == "error"
    assert f"in the line `{raises}`" in steps["ann"]["message"]
    assert "in the line <code>" in pages["ann"]
    assert SECRET not in steps["ann"]["message"] + pages["ann"]


def test_a_name_that_was_never_set_is_still_said(tmp_path, monkeypatch):
    steps, _ = pages_of(tmp_path, monkeypatch, ann=[f"y = labels(3)\n{RIGHT}"])
    assert steps["ann"]["message"].startswith(
        "NameError: name `labels` is not defined, in the line `y = labels(3)`")


PRINTS = READ + """
import os, sys
for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
    print(said, file=stream, flush=True)
for write in (lambda: os.write(1, said.encode()), lambda: os.write(2, said.encode()),
              lambda: open("../errors.txt", "a").write(said)):
    try:
        write()
    except OSError:
        pass
os._exit(3)
"""


def check_prints(tmp_path, monkeypatch, *how):
    says = RIGHT.replace("    return", "    print('from the call')\n    return")
    steps, pages = pages_of(tmp_path, monkeypatch, *how, ann=[PRINTS, RIGHT],
                            bob=["print('from a cell')", says.replace("> 0", ">= 0")])
    assert steps["ann"]["status"] == "not checked" and "code 3" in steps["ann"]["message"]
    assert SECRET not in steps["ann"]["message"] + pages["ann"]
    assert "Your function printed: from the call" in pages["bob"]
    assert "from a cell" not in pages["bob"]


def test_what_a_hand_in_prints_is_on_no_page_but_by_the_judged_call(tmp_path, monkeypatch):
    check_prints(tmp_path, monkeypatch)


@pytest.mark.full
@pytest.mark.usefixtures("with_sandbox")
def test_nor_is_what_it_prints_in_the_sandbox(tmp_path, monkeypatch):
    check_prints(tmp_path, monkeypatch, "--sandbox")


# --- without a fork, and what is read ---------------------------------------------------------


@pytest.mark.parametrize("how", ["file", pytest.param("pipe", marks=pytest.mark.skipif(
    os.name != "posix", reason="descriptors are handed on"))])
def test_where_there_is_no_fork_another_python_runs_the_cells(monkeypatch, how):
    start = verdicts_judge.START.replace("{0}.main", f"{{0}}.HOW = {how!r}; {{0}}.main")
    monkeypatch.setattr(verdicts_judge, "START", start)
    cells = [{"cell_type": "code", "source": source, "exercises": names} for source, names in (
        (SETUP, []), (RIGHT, ["step"]))]
    found, problem = verdicts_process.run({}, cells, verdicts_process.Children(), False, False)
    assert problem is None and found["step"]["status"] == "passed"


def test_half_a_report_does_not_cost_the_files_whole_time(monkeypatch, tmp_path):
    start = verdicts_judge.START.replace("{0}.main", "{0}.PATIENCE = 1; {0}.main")
    monkeypatch.setattr(verdicts_judge, "START", start)
    monkeypatch.setattr(verdicts_process, "TIME_LIMIT", 300)
    half = ("import os, struct\nfor number in range(3, 20):\n    try:\n"
            "        os.write(number, struct.pack('!Q', 5000) + b'x')\n"
            "    except OSError:\n        pass")
    rows, (problem,) = verdicts.check_files([hand_in(tmp_path / "a.ipynb", RIGHT, half)])
    assert "cannot be read" in problem
    assert {r.exercise: r.status for r in rows}["step"] == "passed"


@pytest.mark.skipif(sys.platform != "linux", reason="others limit no memory")
def test_a_report_cannot_take_the_machines_memory(monkeypatch):
    """One of 20 bytes is a table of 2**31 places to the reader."""
    monkeypatch.setattr(verdicts_judge, "START", verdicts_judge.START.replace(
        "{0}.main", "{0}._copies = lambda order: len(bytes(3 << 30)); {0}.main"))
    _, problem = verdicts_process.run({}, [], verdicts_process.Children(), False, "box")
    assert "MemoryError" in problem


@pytest.mark.parametrize("data", [
    b"", b"x" * 7, b"\0" * 8, packet("some", {"step": 5}), packet("some", []),
    packet("some", {"step": ({"status": "passed"}, None)}),
    packet("some", {"step": ({"status": "passed"}, [1, 2])}), packet("done", None),
    packet(len, {}), packet("some", {"step": ({"status": {}}, ())})])
def test_packets_of_any_kind_make_no_pass(tmp_path, data, capsys):
    (tmp_path / "packets").write_bytes(data)
    verdicts_judge.judge(tmp_path / "packets")
    assert "passed" not in capsys.readouterr().out


def test_reports_are_compared_with_all_cases_in_their_order():
    from course_utils import exercises

    seen = list(exercises.check("step", exercises.reference("step")).seen)
    assert confirms("step", packets(packet("some", seen))[0][0][1])
    assert not confirms("step", seen[1:]) and not confirms("step", seen[::-1])
    assert not confirms("step", []) and not confirms("step", None) and not confirms("no", seen)


ALL = """
import sys
import numpy as np
np.random.seed(7)
from course_utils import exercises
from misstep import packet
with open(sys.argv[1], "wb") as out:
    for r in exercises.records():
        result = exercises.check(r.id, exercises.reference(r.id))
        plain = {"status": result.status, "misconception": None, "message": "", "score": 1}
        out.write(packet("some", {r.id: (plain, list(result.seen))}))
    out.write(packet("done", {}))
"""


def test_what_is_right_in_one_python_is_right_in_another(tmp_path, capsys):
    """Every exercise: its cases are the same everywhere, whatever a notebook did to the dice."""
    from course_utils import exercises

    subprocess.run([sys.executable, "-c", ALL, str(tmp_path / "packets")], check=True, timeout=600,
                   env={**os.environ, "PYTHONHASHSEED": "7"})
    verdicts_judge.judge(tmp_path / "packets")
    *lines, end = capsys.readouterr().out.splitlines()
    found = {id: one["status"] for line in lines for id, one in json.loads(line).items()}
    assert end == "null" and found == {r.id: "passed" for r in exercises.records()}
