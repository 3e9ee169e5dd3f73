"""The `course` command: everything you do with the course outside a notebook.

This file has the commands' words and the order of the checks. The work is done by `copies` (the
student's copies), `verdicts` (checking files), `present` (slides, plan and handout), `doctor`
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

from classroom import RoomError
from course_tools import CourseError, copies, files, home, look, notebooks, present
from course_tools.present import compose, minutes
from course_tools.present.stage import EXTENSIONS, NO_NEWS
from course_utils import __version__


def main(argv=None):
    """Run the `course` command; return its exit code."""
    for stream in (sys.stdout, sys.stderr):  # a redirect on Windows cannot write every letter
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    home.enter()
    parser = _parser()
    options = _read(parser, list(sys.argv[1:] if argv is None else argv))
    if options.command is None:
        print(overview(parser))
        return 0
    try:
        return options.run(options)
    except (CourseError, RoomError, OSError) as error:  # also a full disk, a read-only folder
        print(f"course {options.command}: {files.in_words(error)}", file=sys.stderr)
    except ImportError as error:
        say = f"{error}; update the environment: make setup"
        print(f"course {options.command}: {say}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"course {options.command}: stopped", file=sys.stderr)
    return 1


def _read(parser, words):
    """Options of a command line; an unknown one is an error. JupyterLab gets those after --."""
    for_lab = words[:1] in (["lab"], ["present"])
    end = words.index("--") if for_lab and "--" in words else len(words)
    options, unknown = parser.parse_known_args(words[:end])
    if unknown:
        parser.error(f"unknown: {' '.join(unknown)}" + f"; {LABS}" * for_lab)
    options.rest = words[end + 1:]
    return options


LABS = "options for JupyterLab go after --, as in: course lab 03 -- --port=8889"
FORMATS = ("canvas", "gradescope", "junit", "moodle", "nbgrader", "prairielearn")


class _Parser(argparse.ArgumentParser):
    """Its help is what `course` prints, followed by the options."""

    def format_help(self):
        return f"{overview(self)}\nOptions: -h, --help; --version\n"


def _parser():
    parser = _Parser(prog="course", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND",
                                     parser_class=argparse.ArgumentParser)

    def command(name, run, text):
        sub = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        sub.set_defaults(run=run)
        return sub

    sub = command("lab", lab, "open JupyterLab on your own copies in my_work/")
    sub.add_argument("notebook", nargs="?", metavar="NN",
                     help="e.g. 01; default: where you left off")
    sub.add_argument("--no-browser", action="store_true", help="start the server only")
    sub.add_argument("--only-copies", action="store_true", help="make the copies and stop")
    sub.epilog = LABS

    sub = command("reset", reset, "start a notebook again; your copy is kept, with its date")
    sub.add_argument("notebook", metavar="NN")

    sub = command("check", check, "run the exercises of notebooks and print their verdicts")
    sub.add_argument("files", nargs="+", metavar="FILE",
                     help="notebooks, patterns, folders, or the zip from a course system")
    sub.add_argument("--csv", metavar="OUT", help="also write the table to this file; if the run "
                     "is stopped, the same command continues it")  # fmt: skip
    sub.add_argument("--roster", metavar="CSV", help="class list, as the course system "
                     "exports it; assigns the files, and writes those to upload")  # fmt: skip
    sub.add_argument("--to", metavar="FORMAT", choices=FORMATS, help="also write results for a "
                     f"grader or course system: {', '.join(FORMATS)}")  # fmt: skip
    sub.add_argument("--out", metavar="FILE", help="the file for --to; default: its usual name")
    sub.add_argument("--feedback", metavar="DIR", help="write a page of cards for each student; "
                     "FILE.zip: as the course system accepts them")  # fmt: skip
    walls = sub.add_mutually_exclusive_group()
    walls.add_argument("--sandbox", action="store_true",
                       help="run them in WebAssembly, out of reach of files and network")
    walls.add_argument("--unconfined", action="store_true",
                       help="run them with your own rights, for files you trust")
    sub.add_argument("--jobs", metavar="N", type=int, default=2, help="files at a time; default: 2")
    sub.add_argument("--scheduler", metavar="URL",
                     help="run them on the workers of a dask cluster: tcp://HOST:8786")

    sub = command("forget", forget, "list and remove what was written about people: rooms, tables")
    sub.add_argument("student", nargs="*", metavar="NAME",
                     help="only one student's data, by each name that tables have for them: "
                     "'Ann Lee' annlee; default: everything")
    sub.add_argument("--yes", action="store_true", help="do not ask")

    command("doctor", doctor, "show what is wrong with the installation, and how to fix it")

    sub = command("test", test, "run every check that a change must pass")
    sub.add_argument("--full", action="store_true", help="run the long checks instead")

    sub = command("refresh", refresh, "execute notebooks again and store their outputs")
    sub.add_argument("notebook", nargs="*", metavar="NN", help="default: all")

    sub = command("site", site, "write the course as a book of web pages, build/site")
    sub.add_argument("--serve", nargs="?", type=int, const=8000, metavar="PORT",
                     help="then serve it on this machine; default: port 8000")

    sub = command("present", show, "show a notebook as live slides, on a scratch copy")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="e.g. 04; default: 01")
    sub.add_argument("--at", metavar="ID", help="open at this block or cell, e.g. 04-b3, "
                     "with everything before it already run")  # fmt: skip
    sub.add_argument("--room", metavar="NAME", nargs="?", const="",
                     help="open a room as well: predictions get a link to its page")
    sub.add_argument("--deck", metavar="FILE", help="only write them as one HTML file, "
                     "which needs no kernel")
    sub.add_argument("--pdf", metavar="FILE", help="only write them as a PDF, with all steps shown")
    sub.add_argument("--no-browser", action="store_true", help="print the address only")

    sub = command("class", room, "open a room: live polls, and what the class gets wrong now")
    sub.add_argument("--room", metavar="NAME", help="its name, e.g. blue-42; default: a new one")
    sub.add_argument("--port", metavar="N", type=int, default=8778,
                     help="the students' port (yours is the next one); default: 8778")
    sub.add_argument("--host", metavar="ADDRESS", help="listen on this address only")
    sub.add_argument("--keep", metavar="FILE", nargs="?", const="",
                     help="keep larger counts; default: my_work/.course/room.sqlite")
    sub.add_argument("--fewest", metavar="N", type=int, choices=range(3, 51), default=5,
                     help="hide counts below N, 3 or more; default: 5")
    sub.add_argument("--source", metavar="URL",
                     help="also take events from a NATS server: nats://HOST:4222")
    sub.add_argument("--check", action="store_true", help="test if a second device can reach you")
    sub.add_argument("--no-browser", action="store_true", help="print the address only")

    sub = command("plan", plan, "print minutes, polls and misconceptions, block by block")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="default: 01")
    sub.add_argument("--slides", action="store_true",
                     help="list its slides: kind, presses, heading, cells")
    sub.add_argument("--count", action="store_true",
                     help="count the minutes: words, code, pictures, polls, exercises")
    sub.add_argument("--all", metavar="FILE", nargs="?", const="syllabus.html", dest="syllabus",
                     help="write a syllabus of the whole course; default: syllabus.html")

    sub = command("quiz", quiz, "write a notebook's questions as a question bank")
    sub.add_argument("notebook", metavar="NN", nargs="+", help="e.g. 04; several make one bank")
    sub.add_argument("--to", metavar="FORMAT", choices=("csv", "moodle", "qti"), required=True,
                     help="moodle (XML), qti (2.1, a zip) or csv")
    sub.add_argument("--out", metavar="FILE", help="default: quiz_NN with the format's extension")

    sub = command("study", study, "did the class learn? Questions before and after, and the gains")
    sub.add_argument("what", choices=("paper", "key", "sheet", "report"), help="paper: a page "
                     "to print; key: its answers; sheet: an empty table for answers; report: gains")
    sub.add_argument("--answers", metavar="CSV", nargs="+", help="for report: the sheet, filled "
                     "in, or the tables that rooms wrote before and after")
    sub.add_argument("--verdicts", metavar="CSV", help="for report: the table of `course check "
                     "--csv`; adds what the cards said about each idea")  # fmt: skip
    sub.add_argument("--out", metavar="FILE", help="default: its usual name; for report: its table")

    sub = command("export", export, "write a notebook as a handout: an HTML page and a PDF")
    sub.add_argument("notebook", nargs="?", metavar="NN", help="default: 01")
    sub.add_argument("--to", metavar="DIR", default=".", help="folder; default: this one")
    return parser


# --- for students -----------------------------------------------------------------------


def lab(options):
    """Make or update the copies, then open JupyterLab on one of them."""
    folder = notebooks.root()
    work = folder / "my_work"
    shipped = _shipped(folder, options.notebook or _left_off(folder))[0]
    lines = copies.update_all(folder)
    for line in lines:
        print(line)
    if not (work / shipped.name).exists():
        raise CourseError(f"expected my_work/{shipped.name}, got none: see the lines above")
    if options.only_copies:
        return int(any(line.startswith(copies.LEFT) for line in lines))
    # -P: a file called random.py in my_work must not be taken for Python's own.
    command = [sys.executable, "-P", "-m", "jupyterlab", f"--ServerApp.root_dir={work}",
               look.PROMPT]
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
    from course_tools import checking

    return checking.check(options)


def forget(options):
    """Remove rooms, tables, results and memory, or what is of one student."""
    from course_tools import forget as traces

    return traces.main(notebooks.root(), ".", options.student, options.yes)


def doctor(options):
    """Look at the installation."""
    from course_tools import doctor as examiner

    return examiner.main()


# --- for instructors --------------------------------------------------------------------


def show(options):
    """Open live slides of a scratch copy; come back when JupyterLab is stopped."""
    path = _shipped(notebooks.root(), options.notebook)[0]
    if options.deck or options.pdf:
        return _deck(path, options.deck, options.pdf)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ends JupyterLab, too
    with contextlib.ExitStack() as open_:
        if options.room is not None:
            home.workbook_only("--room")
            from classroom import command

            os.environ["COURSE_ROOM_PAGE"] = open_.enter_context(
                command.beside(options.room, notebooks.root(), home.course()))
        stage = open_.enter_context(present.stage(path, options.rest, at=options.at))
        print(f"Slides of {path.name}: {stage.url}")
        print("Space or a clicker shows, runs and continues; Shift+Space goes back; P opens your "
              "own window.")
        print("You see a scratch copy, which is removed when you stop JupyterLab: Ctrl+C here.",
              flush=True)
        if not options.no_browser:
            webbrowser.open(stage.url)
        _wait(stage.process)
    return 0


def _deck(path, html, pdf):
    """Write the slides of a notebook as files."""
    from course_tools.present import deck  # here: explorers bring in matplotlib

    for place, problem in deck.write(path, html, pdf):
        print(f"written to {place}")
        if problem:
            print(f"! {problem}")
    return 0


def room(options):
    """Serve a room until Ctrl+C."""
    home.workbook_only("`course class`")
    from classroom import command  # here: it needs the server's packages

    return command.main(options, notebooks.root(), home.course())


def plan(options):
    """Print the plan of a notebook, or write the syllabus of all."""
    from classroom.command import KEEP, Kept
    from course_tools.present import syllabus

    folder = notebooks.root()
    if options.syllabus:
        if options.notebook:
            raise CourseError("plan: expected a notebook or --all, got both")
        print(f"written to {syllabus.write(folder, options.syllabus)}")
        return 0
    path = _shipped(folder, options.notebook)[0]
    if options.count:
        print("\n".join(minutes.table(notebooks.read(path))))
        return 0
    if options.slides:
        print("\n".join(compose.listing(compose.compose(notebooks.read(path)))))
        return 0
    there = (folder / KEEP).is_file()
    voted = Kept(folder / KEEP).in_words if there else lambda id: ""
    print("\n".join(present.plan(notebooks.read(path), voted=voted)))
    return 0


def quiz(options):
    """Write the questions of notebooks as a question bank."""
    from course_tools import quiz as bank

    numbers = [notebooks.number(path) for path in _shipped(notebooks.root(), *options.notebook)]
    out = options.out or f"quiz_{'_'.join(numbers)}.{bank.ENDING[options.to]}"
    print(f"written to {out}: {bank.write(numbers, options.to, out)} questions")
    return 0


def study(options):
    """Write the inventory's page or sheet, or report the gains."""
    home.workbook_only("`course study`")
    home.course()  # its questions are asked
    from course_tools.study import command

    return command.main(options)


def export(options):
    """Write the hand-out of a notebook."""
    from course_tools.present import handout  # here: explorers bring in matplotlib

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
    home.workbook_only("`course site`")
    from course_tools.site import build

    target = build.make(_checkout("site"), say=lambda line: print(line, flush=True))
    if options.serve is not None:
        build.serve(target, options.serve)
    return 0


def refresh(options):
    """Execute notebooks again and store their outputs."""
    folder = notebooks.root() if home.other() else _checkout("refresh")
    paths = _shipped(folder, *options.notebook) if options.notebook else None
    paths = paths or notebooks.notebook_files(folder=notebooks.lessons(folder))
    for path in paths:
        start = time.perf_counter()
        changed = notebooks.refresh(path)
        word = "written" if changed else "unchanged"
        print(f"{path.name}: {word}, {time.perf_counter() - start:.1f} s", flush=True)
    return 0


LAST_FAILED = ["--last-failed", "--last-failed-no-failures", "none"]


def steps(folder, full):
    """The checks in order: name, command, variables of its environment."""
    python = [sys.executable, "-m"]
    # The long ones wait for browsers, servers and kernels: three of them keep two cores at work.
    pytest = [*python, "pytest", "-n", "3" if full else "2"]
    # One BLAS thread each, since several run at a time; without an import that costs 1.6 s each.
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
        ("style", [*python, "ruff", "check", "--quiet"], {}),
        ("tests", [*pytest, "-m", "not full"], quick),
        ("notebooks", [*pytest, *nbval], quick),
    ]


def test(options):
    """Run all checks, also after one failed; print a summary; 1 if any failed.

    In CI what failed is run once more: browsers, ports and clocks of a machine shared by many.
    """
    home.workbook_only("`course test`")
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


def overview(parser):
    """What the command can do, by purpose; and where you left off."""
    commands = next(a for a in parser._actions if a.dest == "command")
    about = {a.dest: a.help for a in commands._choices_actions}
    lines = ["Commands for this course", ""]
    try:
        folder = notebooks.root()
        number = _left_off(folder)
        names = [path.stem for path in _shipped(folder, number)]
        lines[0] = f"Commands for the course in {folder}"
        lines[1:] = [f"Continue where you left off, in {names[0]}: course lab" if number else
                     f"Start with {names[0]}: course lab", ""]
    except (CourseError, OSError) as error:  # it lists the commands outside of a course, too
        lines[1:] = [files.first_line(error), ""]
    for who, names in WHO:
        names = [name for name in names if not (home.other() and name in WORKBOOK_ONLY)]
        lines += [f"{who}:", *(f"  course {name:<8} {about[name]}" for name in names), ""]
    return "\n".join([*lines, "`course COMMAND --help` explains a command."])


WHO = (("To learn", ("lab", "check", "reset", "doctor")),
       ("To teach", ("present", "class", "plan", "quiz", "study", "export", "forget", "site")),
       ("To change the course", ("test", "refresh")))
WORKBOOK_ONLY = ("class", "forget", "study", "site", "test")


def _left_off(folder):
    """The number of the notebook in which something was done last, or None."""
    known = map(notebooks.number, notebooks.notebook_files(folder=notebooks.lessons(folder)))
    return copies.left_off(folder / "my_work", list(known))


def _shipped(folder, *numbers):
    """Paths of the course's notebooks with these numbers; none given means the first core one."""
    everything = notebooks.notebook_files(folder=notebooks.lessons(folder))
    if not everything:
        raise CourseError(f"expected a notebook such as 01_spread.ipynb in {folder / 'notebooks'}, "
                          "got none; its name needs two digits, _, then lower-case letters")
    if numbers == (None,):
        return ([p for p in everything if re.fullmatch("0[1-9]", notebooks.number(p))]
                or everything)[:1]  # not a companion, which stands before it
    # "1" is as good as "01"
    wanted = [n.zfill(2) if n.isdigit() else n for n in numbers]
    return notebooks.notebook_files(wanted, folder=notebooks.lessons(folder))


def _checkout(command):
    """Folder of the checkout: the notebooks with their tests."""
    folder = notebooks.root()
    if not (folder / "tests").is_dir() or not (folder / "pyproject.toml").is_file():
        raise CourseError(
            f"expected the course's repository, got {folder} without tests/; "
            f"`course {command}` is for people who change the course: git clone it first"
        )
    return folder


def _lab_settings(work):
    """Options for quiet settings, environment for the page's look; none if they can't be saved."""
    place = work / copies.RECORDS / "lab"
    try:
        files.replace(place / "overrides.json", json.dumps(NO_NEWS).encode())
        environment = look.lay_out(place)
    except OSError:  # a folder that cannot be written to
        return [], {}
    return [f"--LabApp.app_settings_dir={place}", "--LabApp.custom_css=True",
            f"--LabApp.extra_labextensions_path={EXTENSIONS}"], environment


def _become(command, folder, env):
    """Become another program, in `folder`; where that is not possible, wait for it."""
    if os.name == "nt":
        return _wait(subprocess.Popen(command, cwd=folder, env=env))
    os.chdir(folder)
    return os.execve(command[0], command, env)  # Ctrl+C reaches only it


def _wait(process):
    """Wait for a child that hears Ctrl+C itself; return its exit code."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    sys.exit(main())
