"""`course doctor`: examine the installation; show what is there, what is wrong and how to fix it.

It changes nothing.
"""

import importlib.metadata
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import course_utils
from course_tools import CourseError, confined, copies, files, home, notebooks, sandboxed

DISTRIBUTION = "nonlinear-models-workbook"
KERNEL_LIMIT = 60  # seconds
_INSTALL = "install again: `make setup`, or in conda `conda env update -f environment.yml`"
_PROBE = "import course_utils, sys; print(sys.executable); print(course_utils.__file__)"


def main():
    """Print the findings, what students need first; return 1 if something needs a fix."""
    problems = []
    for title, examined in SECTIONS:
        print(f"{title}:")
        for what, finding, fix in examined():
            print(f"{'ok ' if fix is None else 'FIX'}  {what:<16} {finding}", flush=True)
            if fix is not None:
                print(f"     {'':<16} -> {fix}", flush=True)
                problems.append(what)
        print()
    print(f"To fix: {', '.join(problems)}" if problems else "All is well.")
    return 1 if problems else 0


def _course_and_copies():
    """(what, finding, fix) of all that a student needs; fix is None where all is well."""
    yield "Python", f"{platform.python_version()} at {sys.executable}", None
    place = Path(course_utils.__file__).parent
    yield "course_utils", f"{course_utils.__version__} at {place}", None
    yield _data() if home.other() is None else _course()
    yield from _folders()
    yield _kernel()


def _hand_ins():
    """What `course check` runs hand-ins in."""
    why = confined.missing()
    yield "box", (f"none: {why}; `course check` asks what to do" if why else
                  f"ready (Landlock {confined.version()}, seccomp)"), None
    yield "sandbox", sandboxed.needs(), None


def _packages():
    """The run-time packages that the project declares, compared with their bounds."""
    try:
        needed = importlib.metadata.requires(DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        yield "the project", "found, but not installed", _INSTALL
        return
    for line in needed:
        match = re.match(r"([A-Za-z0-9._-]+)\s*(?:(>=|==)\s*([\d.]+))?[^;]*(;.*extra.*)?$", line)
        if not match or match.group(4):
            continue
        name, relation, bound, _ = match.groups()
        try:
            have = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            yield name, "missing", _INSTALL
            continue
        fits = not bound or (have == bound if relation == "==" else _key(have) >= _key(bound))
        yield name, have, None if fits else f"expected {relation}{bound}; {_INSTALL}"


def _key(version):
    return [int(n) for n in re.findall(r"\d+", version)[:3]]


def _data():
    from course_utils import data

    problems = data.check_files()
    if problems:
        return "data", f"{len(problems)} files missing or damaged", problems[0]
    return "data", f"complete, at {data.data_folder()}", None


def _course():
    """Another course: whether it can be opened, and does what its author meant."""
    from misstep import authors

    try:
        course = home.course()
        found = authors.findings(home.other())
    except CourseError as error:
        return "course", str(error), f"python -m misstep {home.other()}"
    said = f"{course.title}: {authors.counted(course)}, at {home.other()}"
    return "course", said, (f"{len(found)} to fix: python -m misstep {home.other()} lists them"
                            if found else None)


def _folders():
    try:
        folder = notebooks.root()
    except notebooks.NotebookError:
        yield "notebooks", f"none from {Path.cwd()} upwards", "go to the course's folder first"
        return
    yield "notebooks", notebooks.lessons(folder), None
    work = folder / "my_work"
    older, beside = copies.behind(folder)
    there = len(list(work.glob("*.ipynb"))) - len(beside)
    text = f"{there} at {work}" if there else "none yet; `course lab` makes them"
    yield "your copies", text, _no_room(work) if there else None
    if older:
        yield "your copies", f"older than the workbook: {', '.join(older)}", "`course lab`"
    for name in beside:
        yield "your copies", f"{name} is a new version next to your work", (
            "take from your copy what you need, then keep one of the two")
    for name in copies.damaged(work):
        number = notebooks.number(name)
        fix = f"`course reset {number}` keeps it in {copies.BACKUPS}/ and makes a new copy"
        yield "your copies", f"{name} cannot be read", fix
    for name in copies.shadows(work):
        yield "your copies", copies.shadow_line(name), f"rename my_work/{name}"


def _no_room(work):
    """Try to write next to the copies; return what to do if that fails, else None."""
    try:
        with tempfile.TemporaryFile(dir=work) as file:
            file.write(b"\0" * 1_000_000)
    except OSError as error:
        return f"your work cannot be saved there: {files.in_words(error)}"
    return None


def _kernel():
    """Start the kernel that JupyterLab would start, and ask it where it is."""
    from jupyter_client.manager import start_new_kernel

    try:
        manager, client = start_new_kernel(
            startup_timeout=KERNEL_LIMIT, kernel_name="python3", stderr=subprocess.DEVNULL
        )
    except Exception as error:  # whatever stops it is the finding
        return "kernel", f"does not start: {files.first_line(error)}", _INSTALL
    heard = []
    try:
        reply = client.execute_interactive(
            _PROBE,
            timeout=KERNEL_LIMIT,
            output_hook=lambda message: heard.append(message["content"].get("text", "")),
        )["content"]
    except TimeoutError:
        return "kernel", f"starts, but did not answer in {KERNEL_LIMIT} s", "restart the computer"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    if reply["status"] != "ok":
        kernels = "another kernel is in the way: `jupyter kernelspec remove python3`, then "
        return "kernel", f"cannot import course_utils ({reply.get('evalue')})", kernels + _INSTALL
    used = "".join(heard).splitlines()[0]
    return "kernel", f"starts; Python at {used}", None


SECTIONS = (("Your course", _course_and_copies), ("Packages", _packages),
            ("For checking hand-ins", _hand_ins))
