"""The `course` command: everything one does with the course outside a notebook.

Holds the commands' words and the order of the checks; the work is done by `copies` (the
student's copies), `verdicts` (checking files), `present` (slides, plan and hand-out), `doctor`
and `notebooks` (refreshing).
"""

import argparse
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import webbrowser

from course_utils import __version__
from course_utils.tools import CourseError, copies, files, look, notebooks, present
from course_utils.tools.present import handout, slides

# Packages and folders that are linted; notebooks have a narrower line (notebooks/ruff.toml).
LINTED = ("course_utils", "tests", "notebooks", "scripts", "benchmarks")


def main(argv=None):
    """Run the `course` command; return its exit code."""
    for stream in (sys.stdout, sys.stderr):  # a redirect on Windows cannot write every letter
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    parser = _parser()
    options, rest = parser.parse_known_args(argv)
    if rest and options.command not in ("lab", "present"):
        parser.error(f"unknown: {' '.join(rest)}")
    options.rest = rest
    try:
        return options.run(options)
    except CourseError as error:
        print(f"course {options.command}: {error}", file=sys.stderr)
    except OSError as error:  # a full disk, a read-only folder, no such file
        print(f"course {options.command}: {files.in_words(error)}", file=sys.stderr)
    except ImportError as error:
        say = f"{error}; bring the environment up to date: make setup"
        print(f"course {options.command}: {say}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"course {options.command}: stopped", file=sys.stderr)
    return 1


FORMATS = ("canvas", "gradescope", "junit", "moodle", "nbgrader", "prairielearn")


def _parser():
    parser = argparse.ArgumentParser(
        prog="course", description="Work with the Nonlinear Models workbook."
    )
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name, run, text):
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    sub = command("lab", lab, "open JupyterLab on your own copies in my_work/")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="e.g. 01; default: 01")
    sub.add_argument("--no-browser", action="store_true", help="start the server only")
    sub.add_argument("--only-copies", action="store_true", help="make the copies and stop")

    sub = command("reset", reset, "start a notebook afresh; your copy is kept, dated")
    sub.add_argument("notebook", metavar="NN")

    sub = command("check", check, "run the exercises of notebooks and print the verdicts")
    sub.add_argument("files", nargs="+", metavar="FILE", help="notebooks, patterns or folders")
    sub.add_argument("--csv", metavar="OUT", help="write the table to this file too")
    sub.add_argument("--to", metavar="FORMAT", choices=FORMATS,
                     help=f"write them for a grader or course system too: {', '.join(FORMATS)}")
    sub.add_argument("--out", metavar="FILE", help="where --to writes; default: its usual name")
    sub.add_argument("--feedback", metavar="DIR", help="write a page of cards for each student")
    sub.add_argument("--sandbox", action="store_true",
                     help="run them in WebAssembly, out of reach of files and network")
    sub.add_argument("--jobs", metavar="N", type=int, default=2, help="files at a time; default: 2")

    command("doctor", doctor, "say what is installed, what is wrong, and what helps")

    sub = command("test", test, "run every check that a change must pass")
    sub.add_argument("--full", action="store_true", help="the long checks, instead of the others")

    sub = command("refresh", refresh, "execute notebooks anew and store their outputs")
    sub.add_argument("notebook", nargs="*", metavar="NN", help="default: all")

    sub = command("site", site, "write the book of the course as a folder of pages, build/site")
    sub.add_argument("--serve", nargs="?", type=int, const=8000, metavar="PORT",
                     help="then show it on this machine; default: port 8000")

    sub = command("present", show, "show a notebook as live slides, on a scratch copy")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="e.g. 04; default: 01")
    sub.add_argument("--at", metavar="ID", help="open at this block or cell, e.g. 04-b3, "
                     "with all before it already run")  # fmt: skip
    sub.add_argument("--page", action="store_true", help="one long page, not slides")
    sub.add_argument("--room", metavar="NAME", nargs="?", const="",
                     help="open a room beside them: predictions get a link to its page")
    sub.add_argument("--no-browser", action="store_true", help="print the address only")

    sub = command("class", room, "open a room: polls, and what the class gets wrong right now")
    sub.add_argument("--room", metavar="NAME", help="its name, e.g. blue-42; default: a new one")
    sub.add_argument("--port", metavar="N", type=int, default=8778,
                     help="of the students; the next is yours; default: 8778")
    sub.add_argument("--host", metavar="ADDRESS", help="listen on this address only")
    sub.add_argument("--keep", metavar="FILE", nargs="?", const="",
                     help="keep counts of at least 5; default: my_work/.course/room.sqlite")
    sub.add_argument("--source", metavar="URL",
                     help="take events from a NATS server, too: nats://HOST:4222")
    sub.add_argument("--check", action="store_true", help="try whether a second device reaches you")
    sub.add_argument("--no-browser", action="store_true", help="print the address only")

    sub = command("plan", plan, "print minutes, polls and misconceptions of a notebook's blocks")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="default: 01")

    sub = command("export", export, "write a notebook as an HTML page and a PDF to hand out")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="default: 01")
    sub.add_argument("--to", metavar="DIR", default=".", help="folder; default: this one")
    return parser


# --- for students -----------------------------------------------------------------------


def lab(options):
    """Make or update the copies, then open JupyterLab on one of them."""
    folder = notebooks.root()
    shipped = _shipped(folder, options.notebook)[0]
    for line in copies.update_all(folder):
        print(line)
    work = folder / "my_work"
    if not (work / shipped.name).exists():
        raise CourseError(f"expected my_work/{shipped.name}, got none: see the lines above")
    if options.only_copies:
        return 0
    # -P: a file called random.py in my_work must not be taken for Python's own.
    command = [sys.executable, "-P", "-m", "jupyterlab", f"--ServerApp.root_dir={work}"]
    # Not as a file to open: the address that is printed would lead past the notebook.
    command += [f"--LabApp.default_url=/lab/tree/{shipped.name}"]
    more, look_of_page = _lab_settings(work)
    command += more
    command += ["--no-browser"] * options.no_browser
    command += ["--allow-root"] * (getattr(os, "geteuid", lambda: 1)() == 0)  # containers
    command += options.rest
    env = {**notebooks.ONE_THREAD, **os.environ, **look_of_page}
    print(f"Opening my_work/{shipped.name}. To stop JupyterLab: Ctrl+C here, twice.", flush=True)
    return _become(command, work, env)


def reset(options):
    """Lay a fresh copy of a notebook; keep the old one."""
    folder = notebooks.root()
    for path in _shipped(folder, options.notebook):
        for line in copies.reset(path, folder / "my_work"):
            print(line)
    return 0


def check(options):
    """Print the verdicts of notebook files; 1 if a file could not be checked to its end."""
    from course_utils.tools import sandboxed, verdicts, verdicts_table

    start = time.perf_counter()
    if options.jobs < 1:
        raise CourseError(f"--jobs: expected a number from 1, got {options.jobs}")
    if options.sandbox:
        sandboxed.prepare()
    paths = verdicts.find_files(options.files)
    for path in filter(None, (options.csv, _out(options))):
        verdicts_table.try_csv(path)  # not after an hour's work
    if options.feedback:
        os.makedirs(options.feedback, exist_ok=True)
    try:
        shipped = notebooks.notebook_files(folder=notebooks.root() / "notebooks")
    except notebooks.NotebookError:
        shipped = []
    done = []

    def tell(rows, problem):
        done.append(None)
        if len(paths) > 2 and sys.stderr.isatty():
            print(f"\r{len(done)} of {len(paths)} ", end="", file=sys.stderr, flush=True)

    with _stoppable():
        rows, problems = verdicts.check_files(paths, shipped, tell, jobs=options.jobs,
                                              cards=bool(options.feedback), sandbox=options.sandbox)
        written = _write_results(rows, problems, options)  # before a screen that may fail
        print("\n".join(verdicts_table.table(rows)))
        seconds = time.perf_counter() - start
        files_run = f"{len(paths)} file{'s' * (len(paths) != 1)}"
        print(f"\n{_counts(rows)}, {files_run}, {seconds:.0f} s")
        for line in [f"! {line}" for line in problems] + written:
            print(line)
    return 1 if problems else 0


def _out(options):
    """The file that --to writes, or None."""
    from course_utils.tools.results import formats

    if options.out and not options.to:
        raise CourseError("--out: expected --to FORMAT beside it, got none; the table is --csv")
    return options.to and (options.out or formats.file_name(options.to))


def _write_results(rows, problems, options):
    """Write what is wanted, each whatever becomes of the others; return a line for each."""
    from course_utils.tools import verdicts_table
    from course_utils.tools.results import feedback, formats

    out, said = _out(options), []
    wanted = ((options.csv, lambda path: verdicts_table.write_csv(rows, path)),
              (out, lambda path: verdicts_table.write(formats.write(options.to, rows), path)),
              (options.feedback, lambda path: feedback.write_pages(rows, path)))  # fmt: skip
    for path, write in wanted:
        if not path:
            continue
        try:
            pages = write(path)
        except (OSError, ValueError) as error:  # the screen still has it all
            problems.append(f"{path} is not written: {files.in_words(error)}")
        else:
            said.append(f"written to {path}" + (f": {len(pages)} pages" if pages else ""))
    return said


def _counts(rows):
    """How many exercises passed, and what was not checked."""
    exercises = [row for row in rows if row["exercise"]]
    passed = sum(row["status"] == "passed" for row in exercises)
    missing = sum(row["status"] == "not checked" for row in rows)
    more = f", {missing} not checked" if missing else ""
    return f"{passed} of {len(exercises)} exercises passed{more}"


def doctor(options):
    """Look at the installation."""
    from course_utils.tools import doctor as examiner

    return examiner.main()


# --- for instructors --------------------------------------------------------------------


def show(options):
    """Open live slides of a scratch copy; come back when JupyterLab is stopped."""
    path = _shipped(notebooks.root(), options.notebook)[0]
    nb = slides.stage_copy(notebooks.read(path))
    index = present.find_cell(nb, options.at) if options.at else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends JupyterLab, too
    with contextlib.ExitStack() as open_:
        if options.room is not None:
            from course_utils.tools.room import command

            os.environ["COURSE_ROOM_PAGE"] = open_.enter_context(command.beside(options.room))
        stage = open_.enter_context(present.stage(path, options.rest, plain=options.page))
        if index:
            print(f"Running {path.name} up to {nb['cells'][index]['id']} ...", flush=True)
            stage.run_until(nb, index)
        print(f"{'Page' if options.page else 'Slides'} of {path.name}: {stage.url}")
        keys = "" if options.page else "Space goes on, Shift+Space back, Shift+Enter runs a cell. "
        print(f"{keys}What you see is a scratch copy")
        print("that goes when you stop JupyterLab: Ctrl+C here.", flush=True)
        if not options.no_browser:
            webbrowser.open(stage.url)
        _wait(stage.process)
    return 0


def room(options):
    """Serve a room until Ctrl+C."""
    from course_utils.tools.room import command  # here: it needs the server's packages

    return command.main(options, notebooks.root())


def plan(options):
    """Print the plan of a notebook."""
    from course_utils.tools.room.command import KEEP, Kept

    folder = notebooks.root()
    path = _shipped(folder, options.notebook)[0]
    there = (folder / KEEP).is_file()
    said = Kept(folder / KEEP).said if there else lambda id: ""
    print("\n".join(present.plan(notebooks.read(path), voted=said)))
    return 0


def export(options):
    """Write the hand-out of a notebook."""
    path = _shipped(notebooks.root(), options.notebook)[0]
    written, problem = handout.export(path, options.to)
    for place in written:
        print(f"written to {place}")
    if problem:
        print(f"! {problem}")
    return 0


# --- for contributors -------------------------------------------------------------------


def site(options):
    """Write the course's pages; show them if asked to."""
    from course_utils.tools.site import build

    target = build.make(_checkout("site"), say=lambda line: print(line, flush=True))
    if options.serve is not None:
        build.serve(target, options.serve)
    return 0


def refresh(options):
    """Execute notebooks anew and store their outputs."""
    folder = _checkout("refresh")
    paths = _shipped(folder, *options.notebook) if options.notebook else None
    paths = paths or notebooks.notebook_files(folder=folder / "notebooks")
    for path in paths:
        start = time.perf_counter()
        changed = notebooks.refresh(path)
        word = "written" if changed else "as it was"
        print(f"{path.name}: {word}, {time.perf_counter() - start:.1f} s", flush=True)
    return 0


LAST_FAILED = ["--last-failed", "--last-failed-no-failures", "none"]


def steps(folder, full):
    """The checks in order: name, command, variables of its environment."""
    python = [sys.executable, "-m"]
    pytest = [*python, "pytest", "-n", "2"]
    inside = [name for name in LINTED if (folder / name).is_dir()]
    # One BLAS thread each, since two run at a time; without an import that costs 1.6 s each.
    quick = {
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(
            filter(None, [str(folder / "scripts" / "nbval_path"), os.environ.get("PYTHONPATH")])
        ),
    }
    nbval = [*notebooks.NBVAL, "--dist", "loadfile", "-p", "no:cacheprovider", "notebooks"]
    if full:  # the long ones only: what a change must pass has been run by `make test`
        one_site = ["--dist", "loadgroup"]  # tests/conftest.py says what stays on one worker
        return [("long tests", [*pytest, *one_site, "-m", "full"], quick)]
    return [
        ("style", [*python, "ruff", "check", "--quiet", *inside], {}),
        ("tests", [*pytest, "-m", "not full"], quick),
        ("notebooks", [*pytest, *nbval], quick),
    ]


def test(options):
    """Run all checks, also after one failed; print a summary; 1 if any failed.

    In CI what failed is run once more: browsers, ports and clocks of a machine shared by many.
    """
    folder = _checkout("test")
    results = []
    for name, command, variables in steps(folder, options.full):
        print(f"--- {name}", flush=True)
        start = time.perf_counter()
        run = {"cwd": folder, "env": {**os.environ, **variables}}
        code = _wait(subprocess.Popen(command, **run))
        if code == 1 and name.endswith("tests") and os.environ.get("CI") == "true":
            print(f"--- {name}: those that failed, once more", flush=True)
            code = _wait(subprocess.Popen([*command, *LAST_FAILED], **run))
        results.append((name, code, time.perf_counter() - start))
    print("\n--- summary")
    for name, code, seconds in results:
        print(f"{name:<12} {'passed' if code == 0 else 'FAILED':<8} {seconds:6.1f} s")
    print(f"{'in all':<12} {'':<8} {sum(seconds for *_, seconds in results):6.1f} s", flush=True)
    return 1 if any(code for _, code, _ in results) else 0


# --- small things -----------------------------------------------------------------------


def _shipped(folder, *numbers):
    """Paths of the course's notebooks with these numbers; none given means the first core one."""
    everything = notebooks.notebook_files(folder=folder / "notebooks")
    if numbers == (None,):
        return ([p for p in everything if re.fullmatch("0[1-9]", notebooks.number(p))]
                or everything)[:1]  # not a companion, which stands before it
    # "1" is as good as "01"
    wanted = [n.zfill(2) if n.isdigit() else n for n in numbers]
    return notebooks.notebook_files(wanted, folder=folder / "notebooks")


def _checkout(command):
    """Folder of the checkout: the notebooks with their tests."""
    folder = notebooks.root()
    if not (folder / "tests").is_dir() or not (folder / "pyproject.toml").is_file():
        raise CourseError(
            f"expected the course's repository, got {folder} without tests/; "
            f"`course {command}` is for those who change the course (git clone it first)"
        )
    return folder


def _lab_settings(work):
    """Options for quiet settings, environment for the page's look; none where nothing is kept."""
    place = work / copies.RECORDS / "lab"
    try:
        files.replace(place / "overrides.json", json.dumps(slides.NO_NEWS).encode())
        environment = look.lay_out(place)
    except OSError:  # a folder that cannot be written to
        return [], {}
    return [f"--LabApp.app_settings_dir={place}", "--LabApp.custom_css=True"], environment


@contextlib.contextmanager
def _stoppable():
    """Let Ctrl+C, SIGTERM and a closed terminal raise KeyboardInterrupt, once.

    The second one would only interrupt the writing of what there is.
    """
    asked = []

    def stop(number, frame):
        asked.append(number)
        if len(asked) == 1:
            raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP")
               if hasattr(signal, name)]  # Windows has no SIGHUP
    before = [signal.signal(number, stop) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _become(command, folder, env):
    """Go on as another program, in `folder`; where that is not possible, wait for it."""
    if os.name == "nt":
        return _wait(subprocess.Popen(command, cwd=folder, env=env))
    os.chdir(folder)
    return os.execve(command[0], command, env)  # Ctrl+C goes to it alone


def _wait(process):
    """Wait for a child that hears Ctrl+C itself; return its exit code."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    sys.exit(main())
