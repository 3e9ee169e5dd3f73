"""`course check`: run the exercises of notebook files and collect the verdicts.

Each file is run in a Python of its own, so that files cannot disturb each other or this
process; only the set-up cells, the exercise cells and the student's own cells are run, cell
by cell, and an error in one does not stop the next. It runs the student's code: that is what
a kernel does too, and it is no sandbox.
"""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from course_utils import notebooks

TIME_LIMIT = 120  # seconds for one notebook
CELL_LIMIT = 20  # seconds for a set-up cell or a cell of the student's own, where signals work
AT_A_TIME = 2
COLUMNS = ("file", "notebook", "exercise", "title", "status", "misconception", "message")

_SHIPPED_ID = re.compile(r"(\d\d[a-z]?)-[a-z0-9-]+")
_EXERCISE = re.compile(r"^\s*@(?:\w+\.)*exercise\(\s*[\"']([^\"']+)", re.M)


def find_files(patterns):
    """Notebook files that names, patterns and folders stand for, each once, in order.

    Raises
    ------
    FileNotFoundError
        If one of them stands for nothing.
    """
    found = {}
    for pattern in patterns:
        path = Path(pattern)
        if path.is_dir():
            inside = sorted(path.rglob("*.ipynb"))
            hits = [p for p in inside if not any(s[0] == "." for s in p.relative_to(path).parts)]
        elif path.exists():
            hits = [path]
        else:  # Windows leaves patterns to the program
            hits = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
        if not hits:
            raise FileNotFoundError(f"expected notebook files, found nothing under {pattern}")
        found.update({hit.resolve(): hit for hit in hits})
    return list(found.values())


def check_files(paths, shipped=(), on_done=lambda done, problem: None):
    """Run the exercises of notebook files, two at a time.

    Parameters
    ----------
    paths : list of path
        The students' files.
    shipped : list of path
        The course's notebooks: a cell whose id or source is in them is not the student's own.
    on_done : callable, optional
        Called with rows and problem of each file, in the order of `paths`.

    Returns
    -------
    rows : list of dict
        One for each exercise of each file, with the keys of `COLUMNS`.
    problems : list of str
        One line for each file that could not be checked, or not to its end.
    """
    known = {notebooks.number(p): notebooks.read(p) for p in shipped}
    rows, problems = [], []
    with ThreadPoolExecutor(AT_A_TIME) as pool:
        for done, problem in pool.map(lambda path: check_file(path, known), paths):
            rows += done
            problems += [problem] if problem else []
            on_done(done, problem)
    return rows, problems


def check_file(path, known):
    """Rows of one file and what is wrong with it (or None).

    Parameters
    ----------
    path : path
        The student's file.
    known : dict
        The course's notebooks by number.
    """
    path = Path(path)
    try:
        nb = notebooks.read(path)
        number = _number(nb, path)
        cells = cells_to_run(nb, known.get(number))
    except (notebooks.NotebookError, OSError, AttributeError, KeyError, TypeError) as error:
        return [], f"{path}: not a notebook that can be read ({_first_line(error)})"
    if number is None:
        return [], f"{path}: not one of the course's notebooks (no cell of theirs is in it)"
    verdicts, problem = _run(path, cells)
    from course_utils import exercises

    rows = []
    for record in exercises.records(number):
        verdict = verdicts.pop(record.id, None) or {"status": "not attempted"}
        rows.append(_row(path, number, record.id, record.title, verdict))
    rows += [_row(path, number, name, "", verdict) for name, verdict in verdicts.items()]
    if not rows:
        problem = problem or "no exercises are known for this notebook"
    return rows, f"{path}: {problem}" if problem else None


def cells_to_run(nb, shipped):
    """Sources of the set-up cells, the exercise cells and the student's own, with their kind.

    Parameters
    ----------
    nb : dict
        The student's notebook.
    shipped : dict or None
        The course's version of it, if it is at hand.
    """
    ids = {cell.get("id") for cell in shipped["cells"]} if shipped else set()
    texts = {cell["source"].strip() for cell in shipped["cells"]} if shipped else set()
    chosen = []
    for cell in nb["cells"]:
        source, name = cell["source"], str(cell.get("id", ""))
        if cell["cell_type"] != "code" or not source.strip():
            continue
        is_ours = name in ids if shipped else _SHIPPED_ID.fullmatch(name)
        if _EXERCISE.search(source):
            chosen.append(("exercise", source))
        elif "setup" in notebooks.tags(cell):
            chosen.append(("setup", source))
        elif not is_ours and source.strip() not in texts:
            chosen.append(("own", source))
    return chosen


def table(rows):
    """Rows as lines of text in columns.

    >>> print("\\n".join(table([dict.fromkeys(COLUMNS, "x")])))
    notebook  exercise  title  status  misconception
    x         x         x      x       x
    """
    names = ("file", "exercise", "title", "status", "misconception")
    lines = [("notebook", *names[1:])]
    lines += [tuple(_short(str(row[name])) for name in names) for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]


def write_csv(rows, path):
    """Write rows as CSV that a spreadsheet opens as it is; no cell can become a formula."""
    with open(path, "w", newline="", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for row in rows:
            writer.writerow({key: _harmless(str(value)) for key, value in row.items()})


def _number(nb, path):
    """Number of the course's notebook a file was made from: by cell ids, else by its name."""
    ids = (_SHIPPED_ID.fullmatch(str(cell.get("id", ""))) for cell in nb["cells"])
    votes = Counter(match.group(1) for match in ids if match)
    if votes:
        return votes.most_common(1)[0][0]
    named = re.search(r"(?<!\d)(\d\d[a-z]?)_", path.name)
    return named.group(1) if named else None


def _run(path, cells):
    """Verdicts by exercise id, and a line on what went wrong (or None)."""
    with tempfile.TemporaryDirectory() as folder:
        order, answer = Path(folder, "cells.json"), Path(folder, "verdicts.jsonl")
        order.write_text(json.dumps(cells), encoding="utf-8")
        answer.touch()
        env = {**os.environ, "MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"}
        env["COURSE_QUIET"] = "1"  # no cards
        env["IPYTHONDIR"] = folder  # no personal start-up files
        child = subprocess.Popen(
            [sys.executable, "-m", __name__, str(order), str(answer)],
            cwd=path.resolve().parent,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        problem = None
        try:
            child.wait(TIME_LIMIT)
        except subprocess.TimeoutExpired:
            problem = f"stopped after {TIME_LIMIT} s; the verdicts until then are given"
        finally:
            _end(child)
        verdicts, finished = {}, False
        for line in answer.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            finished = finished or entry is None
            verdicts.update(entry or {})
    if not problem and not finished:
        problem = f"its Python ended early (code {child.returncode}); what came before is given"
    return verdicts, problem


def _end(child):
    """End a child and what it started."""
    if os.name == "posix":
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
    elif child.poll() is None:
        child.kill()
    child.wait()


def _row(path, number, name, title, verdict):
    verdict = {"misconception": None, "message": "", **verdict}
    values = (path, number, name, title, *(verdict[k] or "" for k in COLUMNS[4:]))
    return dict(zip(COLUMNS, map(str, values), strict=True))


def _short(text, width=44):
    return text if len(text) <= width else text[: width - 1] + "…"


def _harmless(text):
    return "'" + text if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _first_line(error):
    return (str(error).splitlines() or [type(error).__name__])[0]


# --- in the child -----------------------------------------------------------------------


def _child(order, answer):
    """Run the cells of `order` in an IPython without a screen; write verdicts to `answer`."""
    from IPython.core.history import HistoryManager
    from IPython.core.interactiveshell import InteractiveShell

    from course_utils import exercises

    HistoryManager.enabled = False
    shell = InteractiveShell.instance()
    names = "exercise, hint, progress, solution, why"
    shell.run_cell(f"from course_utils.exercises import {names}", silent=True)
    cells = json.loads(Path(order).read_text(encoding="utf-8"))
    with open(answer, "w", encoding="utf-8") as out:
        for kind, source in cells:
            error = _run_cell(shell, source, limited=kind != "exercise")
            if kind == "exercise":
                verdicts = {name: _plain(result) for name, result in exercises.state().items()}
                for name in _EXERCISE.findall(source):
                    if error is not None and name not in verdicts:
                        text = f"{type(error).__name__}: {error}"
                        verdicts[name] = {"status": "error", "message": text}
                print(json.dumps(verdicts), file=out, flush=True)
        print("null", file=out, flush=True)
    os._exit(0)  # threads a student left running do not matter any more


def _run_cell(shell, source, limited):
    """Run a cell; return the exception that ended it, or None."""
    alarm = limited and hasattr(signal, "setitimer")
    alarm = alarm and threading.current_thread() is threading.main_thread()
    if alarm:
        signal.signal(signal.SIGALRM, _too_long)
        signal.setitimer(signal.ITIMER_REAL, CELL_LIMIT)
    try:
        result = shell.run_cell(source, store_history=False)
        return result.error_before_exec or result.error_in_exec
    except BaseException as error:  # whatever a cell does, the next one is run
        return error
    finally:
        if alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _too_long(signum, frame):
    raise TimeoutError(f"this cell took longer than {CELL_LIMIT} s")


def _plain(result):
    keys = ("status", "misconception", "message")
    return {key: getattr(result, key) and str(getattr(result, key)) for key in keys}


if __name__ == "__main__":
    _child(*sys.argv[1:])
