"""The `course` command: everything one does with the course outside a notebook.

Holds the commands' words and the order of the checks; the work is done by `copies` (the
student's copies), `verdicts` (checking files), `present` (slides, plan and hand-out), `doctor`
and `notebooks` (refreshing).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
import webbrowser

from course_utils import __version__, copies, notebooks, page, present

# Packages and folders that are linted; notebooks have a narrower line (notebooks/ruff.toml).
LINTED = ("course_utils", "tests", "notebooks", "scripts", "benchmarks")
# JupyterLab asks about news from the network at its first start; the course is offline.
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    }
}


class UsageError(Exception):
    """Something the user can put right; the message says how."""


def main(argv=None):
    """Run the `course` command; return its exit code."""
    parser = _parser()
    options, rest = parser.parse_known_args(argv)
    if rest and options.command not in ("lab", "present"):
        parser.error(f"unknown: {' '.join(rest)}")
    options.rest = rest
    ours = (
        UsageError, copies.NoNotebooksError, notebooks.NotebookError, present.PresentError,
    )  # fmt: skip
    try:
        return options.run(options)
    except ours as error:
        print(f"course {options.command}: {error}", file=sys.stderr)
    except FileNotFoundError as error:
        print(f"course {options.command}: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"course {options.command}: stopped", file=sys.stderr)
    return 1


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
    sub.add_argument("notebook", nargs="?", metavar="NN", help="e.g. 01; default: the first")
    sub.add_argument("--no-browser", action="store_true", help="start the server only")
    sub.add_argument("--only-copies", action="store_true", help="make the copies and stop")

    sub = command("reset", reset, "start a notebook afresh; your copy is kept, dated")
    sub.add_argument("notebook", metavar="NN")

    sub = command("check", check, "run the exercises of notebooks and print the verdicts")
    sub.add_argument("files", nargs="+", metavar="FILE", help="notebooks, patterns or folders")
    sub.add_argument("--csv", metavar="OUT", help="write the table to this file too")

    command("doctor", doctor, "say what is installed, what is wrong, and what helps")

    sub = command("test", test, "run every check that a change must pass")
    sub.add_argument("--full", action="store_true", help="the long checks too")

    sub = command("refresh", refresh, "execute notebooks anew and store their outputs")
    sub.add_argument("notebook", nargs="*", metavar="NN", help="default: all")

    sub = command("present", show, "show a notebook as live slides, on a scratch copy")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="e.g. 04; default: the first")
    sub.add_argument("--at", metavar="ID", help="open at this block or cell, e.g. 04-b3, "
                     "with all before it already run")  # fmt: skip
    sub.add_argument("--no-browser", action="store_true", help="print the address only")

    sub = command("plan", plan, "print minutes, polls and misconceptions of a notebook's blocks")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="default: the first")

    sub = command("export", export, "write a notebook as an HTML page and a PDF to hand out")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="default: the first")
    sub.add_argument("--to", metavar="DIR", default=".", help="folder; default: this one")
    return parser


# --- for students -----------------------------------------------------------------------


def lab(options):
    """Make or update the copies, then open JupyterLab on one of them."""
    folder = copies.course_folder()
    shipped = _shipped(folder, options.notebook)[0]
    for line in copies.update_all(folder):
        print(line)
    if options.only_copies:
        return 0
    work = folder / "my_work"
    settings = work / copies.RECORDS / "lab"
    settings.mkdir(exist_ok=True)
    settings.joinpath("overrides.json").write_text(json.dumps(LAB_SETTINGS), encoding="utf-8")
    settings.joinpath("custom.css").write_text(page.CSS, encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlab", shipped.name]
    command += [f"--ServerApp.root_dir={work}", f"--LabApp.app_settings_dir={settings}"]
    command += ["--LabApp.custom_css=True", f"--ServerApp.static_custom_path={settings}"]
    command += ["--no-browser"] * options.no_browser
    command += ["--allow-root"] * (getattr(os, "geteuid", lambda: 1)() == 0)  # containers
    command += options.rest
    for name, value in notebooks.ONE_THREAD.items():
        os.environ.setdefault(name, value)
    print(f"Opening my_work/{shipped.name}. To stop JupyterLab: Ctrl+C here, twice.", flush=True)
    return _become(command, work)


def reset(options):
    """Lay a fresh copy of a notebook; keep the old one."""
    folder = copies.course_folder()
    for path in _shipped(folder, options.notebook):
        for line in copies.reset(path, folder / "my_work"):
            print(line)
    return 0


def check(options):
    """Print the verdicts of notebook files; 1 if a file could not be checked to its end."""
    from course_utils import verdicts

    start = time.perf_counter()
    paths = verdicts.find_files(options.files)
    try:
        shipped = notebooks.notebook_files(folder=copies.course_folder() / "notebooks")
    except copies.NoNotebooksError:
        shipped = []
    done = []

    def tell(rows, problem):
        done.append(None)
        if len(paths) > 2 and sys.stderr.isatty():
            print(f"\r{len(done)} of {len(paths)} ", end="", file=sys.stderr, flush=True)

    rows, problems = verdicts.check_files(paths, shipped, tell)
    if rows:
        print("\n".join(verdicts.table(rows)))
    passed = sum(row["status"] == "passed" for row in rows)
    seconds = time.perf_counter() - start
    print(f"\n{passed} of {len(rows)} exercises passed, {len(paths)} files, {seconds:.0f} s")
    for line in problems:
        print(f"! {line}")
    if options.csv:
        verdicts.write_csv(rows, options.csv)
        print(f"written to {options.csv}")
    return 1 if problems else 0


def doctor(options):
    """Look at the installation."""
    from course_utils import doctor as examiner

    return examiner.main()


# --- for instructors --------------------------------------------------------------------


def show(options):
    """Open live slides of a scratch copy; come back when JupyterLab is stopped."""
    path = _shipped(copies.course_folder(), options.notebook)[0]
    nb = present.stage_copy(notebooks.read(path))
    index = present.find_cell(nb, options.at) if options.at else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends JupyterLab, too
    with present.stage(path, options.rest) as stage:
        if index:
            print(f"Running {path.name} up to {nb['cells'][index]['id']} ...", flush=True)
            stage.run_until(nb, index)
        print(f"Slides of {path.name}: {stage.url}")
        print("Space goes on, Shift+Space back, Shift+Enter runs a cell. The slides are a scratch")
        print("copy that goes when you stop JupyterLab: Ctrl+C here.", flush=True)
        if not options.no_browser:
            webbrowser.open(stage.url)
        _wait(stage.process)
    return 0


def plan(options):
    """Print the plan of a notebook."""
    path = _shipped(copies.course_folder(), options.notebook)[0]
    print("\n".join(present.plan(notebooks.read(path))))
    return 0


def export(options):
    """Write the hand-out of a notebook."""
    path = _shipped(copies.course_folder(), options.notebook)[0]
    for written in present.export(path, options.to):
        print(f"written to {written}")
    return 0


# --- for contributors -------------------------------------------------------------------


def refresh(options):
    """Execute notebooks anew and store their outputs."""
    folder = _checkout("refresh")
    paths = _shipped(folder, *options.notebook) if options.notebook else None
    paths = paths or notebooks.notebook_files(folder=folder / "notebooks")
    for path in paths:
        start = time.perf_counter()
        changed = notebooks.refresh([path])
        word = "written" if changed else "as it was"
        print(f"{path.name}: {word}, {time.perf_counter() - start:.1f} s", flush=True)
    return 0


def steps(folder, full):
    """The checks in order: name, command, variables of its environment."""
    python = [sys.executable, "-m"]
    pytest = [*python, "pytest", "-n", "2"]
    spread = ["--dist", "loadgroup"]  # tests marked xdist_group("x") stay on one worker
    inside = [name for name in LINTED if (folder / name).is_dir()]
    # One BLAS thread each, since two run at a time; without an import that costs 1.6 s each.
    quick = {
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(
            filter(None, [str(folder / "scripts" / "nbval_path"), os.environ.get("PYTHONPATH")])
        ),
    }
    nbval = [*notebooks.NBVAL, "--dist", "loadfile", "-p", "no:cacheprovider", "notebooks"]
    planned = [
        ("style", [*python, "ruff", "check", "--quiet", *inside], {}),
        ("tests", [*pytest, *spread, "-m", "not full"], quick),
        ("notebooks", [*pytest, *nbval], quick),
    ]
    if full:
        planned.append(("long tests", [*pytest, *spread, "-m", "full"], quick))
    return planned


def test(options):
    """Run all checks, also after one failed; print a summary; 1 if any failed."""
    folder = _checkout("test")
    results = []
    for name, command, variables in steps(folder, options.full):
        print(f"--- {name}", flush=True)
        start = time.perf_counter()
        code = _wait(subprocess.Popen(command, cwd=folder, env={**os.environ, **variables}))
        results.append((name, code, time.perf_counter() - start))
    print("\n--- summary")
    for name, code, seconds in results:
        print(f"{name:<12} {'passed' if code == 0 else 'FAILED':<8} {seconds:6.1f} s")
    print(f"{'in all':<12} {'':<8} {sum(seconds for *_, seconds in results):6.1f} s", flush=True)
    return 1 if any(code for _, code, _ in results) else 0


# --- small things -----------------------------------------------------------------------


def _shipped(folder, *numbers):
    """Paths of the course's notebooks with these numbers; a number not given means the first."""
    everything = notebooks.notebook_files(folder=folder / "notebooks")
    if numbers == (None,):
        return everything[:1]
    # "1" is as good as "01"
    wanted = [n.zfill(2) if n.isdigit() else n for n in numbers]
    return notebooks.notebook_files(wanted, folder=folder / "notebooks")


def _checkout(command):
    """Folder of the checkout: the notebooks with their tests."""
    folder = copies.course_folder()
    if not (folder / "tests").is_dir() or not (folder / "pyproject.toml").is_file():
        raise UsageError(
            f"expected the course's repository, got {folder} without tests/; "
            f"`course {command}` is for those who change the course (git clone it first)"
        )
    return folder


def _become(command, folder):
    """Go on as another program, in `folder`; where that is not possible, wait for it."""
    if os.name == "nt":
        return _wait(subprocess.Popen(command, cwd=folder))
    os.chdir(folder)
    return os.execv(command[0], command)  # Ctrl+C goes to it alone


def _wait(process):
    """Wait for a child that hears Ctrl+C itself; return its exit code."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    sys.exit(main())
