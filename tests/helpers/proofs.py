"""`course test --kept`: what has been proved for the same files is not proved again.

A pytest plugin, off unless asked for. A proof is a test that passed; its key is a hash of its
name, of Python's and all packages' versions, and of the files on which it depends: every file of
the repository but those of other lessons, for a test of one lesson (`lessons_of`). A test that
opens another notebook than it is said to is not kept. Never in CI.
"""

import hashlib
import importlib.metadata
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

FOLDER = Path("build", "proofs")
LESSON_FILE = re.compile(
    r"(?:exercises/nb(?!\w+/(?:predictions|recall)\.txt)|notebooks/|tests/notebooks/test_nb|tests/exercises/independent/nb)"
    r"(\d\d[a-z]?|appendix)[_./]")
NOTEBOOK = re.compile(r"notebooks/(\w+?)_\w+\.ipynb$")
ALL = None  # every lesson
NAMED = re.compile(r"""(?:["']|like: )(\w+)(?=[\\"'/,\s])""")  # an exercise, by its id
# Questions are asked again by other lessons: they are every test's.
# Test files that read some notebooks only.
READS = {
    "tests/browser/test_browser.py": ("01",),
    "tests/browser/test_second_visit.py": ("01", "05"),
    "tests/browser/test_stage.py": ("01",),
}
# Folders whose tests read no notebook, unless their text says so.
NO_NOTEBOOK = ("packages/misstep/", "tests/exercises/", "tests/maths/", "tests/plots/")
SAYS_SO = re.compile(r"ipynb|course_tools|\bnotebooks\b|helpers_")


class Files:
    """The files of the repository by lesson, and what a test depends on."""

    def __init__(self, root):
        self.root = root
        self.base, self.lessons = hashlib.sha256(_versions().encode()), {}
        for name in _listed(root):
            path = root / name
            if not path.is_file():
                continue
            found = LESSON_FILE.match(name)
            text = path.read_bytes()
            if found:
                self.lessons.setdefault(found[1], {})[name] = text
            else:
                self.base.update(f"{name}\0{len(text)}\0".encode() + text)
        self._hashes, self._borrowed = {}, {}

    def key(self, name, lessons, notebooks):
        """Hash of a test with all that it depends on: numbers of lessons, and of notebooks."""
        made = self.base.copy()
        made.update(name.encode())
        everything = sorted(self.lessons)
        for lesson in everything if lessons is ALL else self._with_borrowed(lessons):
            made.update(self._hash(lesson, False))
        for lesson in everything if notebooks is ALL else sorted(set(notebooks)):
            made.update(self._hash(lesson, True))
        return made.hexdigest()

    def _hash(self, lesson, notebook):
        if (lesson, notebook) not in self._hashes:
            made = hashlib.sha256()
            for name, text in self.lessons.get(lesson, {}).items():
                if bool(NOTEBOOK.match(name)) == notebook:
                    made.update(f"{name}\0{len(text)}\0".encode() + text)
            self._hashes[lesson, notebook] = made.digest()
        return self._hashes[lesson, notebook]

    def _with_borrowed(self, lessons):
        """These lessons, and those whose exercises their files name, and so on."""
        lessons = frozenset(lessons)
        if lessons not in self._borrowed:
            self._borrowed[lessons] = self._look_for_borrowed(lessons)
        return self._borrowed[lessons]

    def _look_for_borrowed(self, lessons):
        todo, found = list(lessons), set()
        homes = {Path(name).stem: lesson for lesson, files in self.lessons.items()
                 for name in files if name.startswith("exercises/") and name.endswith(".py")}
        while todo:
            lesson = todo.pop()
            if lesson in found:
                continue
            found.add(lesson)
            texts = b"\n".join(self.lessons.get(lesson, {}).values()).decode(errors="replace")
            todo += [homes[word] for word in set(NAMED.findall(texts)) & homes.keys()]
            todo += re.findall(r"\.nb(\d\d[a-z]?)\b", texts)
        return sorted(found)


def lessons_of(file, values, text):
    """(lessons, notebooks) on which a test depends; ALL where nothing narrower is sure.

    ``values`` are its parameters, ``text`` its file's.
    """
    own = {lesson for value in values if (lesson := _lesson_of(value))}
    if found := LESSON_FILE.match(file):  # tests of a notebook, and its cells
        return ALL if file.endswith(".py") else {found[1]}, {found[1]}
    if len(own) == 1 and file.startswith("tests/exercises/"):
        return own, own if SAYS_SO.search(text) is None else ALL
    if file in READS:
        return ALL, READS[file]
    if file.startswith(NO_NOTEBOOK) and SAYS_SO.search(text) is None:
        return ALL, own
    return ALL, ALL


def _lesson_of(value):
    """The lesson of a parameter: a record, or an answer to an exercise."""
    if isinstance(getattr(value, "notebook", None), str):
        return value.notebook
    if found := re.match(r"nb(\d\d[a-z]?):", str(getattr(value, "where", ""))):
        return found[1]
    return None


def _versions():
    packages = sorted(f"{d.name} {d.version}" for d in importlib.metadata.distributions())
    return "\n".join([sys.version, sys.platform, *packages])


def _listed(root):
    """All that git would see, and nothing that is only made."""
    command = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return sorted(set(filter(None, said.split("\0"))))


def known(root):
    """{test: key} of what was proved; what the last runs wrote is put together first."""
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path, found = folder / "kept.json", {}
    if path.exists():
        found = json.loads(path.read_text(encoding="utf-8"))
    for run in sorted(folder.glob("run-*.txt"), key=lambda one: one.stat().st_mtime):
        for line in run.read_text(encoding="utf-8").splitlines():
            key, _, name = line.partition(" ")
            found[name] = key
        run.unlink()
    fresh = folder / f"kept.json.{os.getpid()}"
    fresh.write_text(json.dumps(found), encoding="utf-8")
    fresh.replace(path)
    return found


# --- the plugin -------------------------------------------------------------------------


def pytest_configure(config):
    if os.environ.get("CI") == "true":
        raise pytest.UsageError("proofs are not kept in CI")
    if not hasattr(config, "workerinput"):
        known(config.rootpath)
    config.pluginmanager.register(Keeper(config), "proofs-keeper")


class Keeper:
    """Takes kept tests out of a run, and writes down what passes."""

    def __init__(self, config):
        self.root, self.worker = Path(config.rootpath), hasattr(config, "workerinput")
        self.alone = not self.worker and not config.getoption("numprocesses", None)
        self.kept, self.keys, self.may, self.passed = Counter(), {}, {}, set()
        self.now, self.strayed = None, set()

    def pytest_collection_modifyitems(self, config, items):
        path = self.root / FOLDER / "kept.json"
        proved = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        files, texts = Files(self.root), {}
        for item in items:
            file = item.path.relative_to(self.root).as_posix()
            if file not in texts:
                texts[file] = item.path.read_text(encoding="utf-8", errors="replace")
            values = getattr(getattr(item, "callspec", None), "params", {}).values()
            lessons, notebooks = lessons_of(file, values, texts[file])
            self.keys[item.nodeid] = files.key(item.nodeid, lessons, notebooks)
            self.may[item.nodeid] = notebooks
        kept = {i.nodeid for i in items if proved.get(i.nodeid) == self.keys[i.nodeid]}
        # the cells of a notebook are run together or not at all
        anew = {i.path for i in items if i.path.suffix == ".ipynb" and i.nodeid not in kept}
        left = [i for i in items if i.nodeid in kept and i.path not in anew]
        if left:
            config.hook.pytest_deselected(items=left)
            gone = {i.nodeid for i in left}
            items[:] = [i for i in items if i.nodeid not in gone]
        self.kept.update(i.path.relative_to(self.root).as_posix() for i in left)
        sys.addaudithook(self._opened)

    def _opened(self, event, args):
        if event == "open" and self.now and isinstance(args[0], (str, os.PathLike)):
            name = os.fspath(args[0])
            if isinstance(name, str) and name.endswith(".ipynb"):
                path = os.path.relpath(os.path.abspath(name), self.root).replace(os.sep, "/")
                found, may = NOTEBOOK.match(path), self.may.get(self.now)
                if found and may is not ALL and found[1] not in may:
                    self.strayed.add(self.now)

    def pytest_runtest_logstart(self, nodeid):
        self.now = nodeid

    def pytest_runtest_logfinish(self, nodeid):
        self.now = None

    def pytest_runtest_logreport(self, report):
        if not report.passed:
            self.strayed.add(report.nodeid)
        elif report.when == "teardown":
            self.passed.add(report.nodeid)

    def pytest_sessionfinish(self, session, exitstatus):
        if self.worker:
            session.config.workeroutput["proofs_kept"] = dict(self.kept)
        if self.worker or self.alone:
            lines = [f"{self.keys[name]} {name}" for name in sorted(self.passed - self.strayed)
                     if name in self.keys]
            run = self.root / FOLDER / f"run-{os.getpid()}.txt"
            run.parent.mkdir(parents=True, exist_ok=True)
            run.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        if exitstatus == 5 and self.kept:  # nothing was left to be run
            session.exitstatus = 0

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        """What a worker kept: each collects all, so that one speaks for the others."""
        self.kept = Counter(getattr(node, "workeroutput", {}).get("proofs_kept") or self.kept)

    def pytest_terminal_summary(self, terminalreporter):
        if self.worker:
            return
        terminalreporter.write_line(f"proofs kept, not run anew: {sum(self.kept.values())}")
        for file, count in sorted(self.kept.items()):
            terminalreporter.write_line(f"  {file}: {count}")
