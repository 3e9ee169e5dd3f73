"""Make or update .venv from requirements.lock; do nothing when it is up to date.

Needs Python 3.11 or newer with venv, and nothing else. `make setup`, `make lab`
and `make test` call it; without make: `python scripts/setup_env.py`.
"""

import hashlib
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / os.environ.get("COURSE_VENV", ".venv")  # elsewhere for the checks of other Pythons
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "made-from.sha256"
LOCK = ROOT / "requirements.lock"


def fingerprint():
    """Hash of what .venv is made from, and of where it is (scripts hold its path)."""
    digest = hashlib.sha256(str(VENV).encode())
    for path in (LOCK, ROOT / "pyproject.toml"):
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def starts(*command):
    """Whether a command starts and ends well."""
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True).returncode == 0
    except OSError:
        return False


def up_to_date(wanted):
    """Whether .venv was made from the same sources and its Python still finds the course.

    The stamp alone does not know that the Python under .venv was replaced by a newer one, which
    looks for packages elsewhere. -I: the course must be found in .venv, not here or by PYTHONPATH.
    """
    if not PYTHON.exists() or not STAMP.exists() or STAMP.read_text().strip() != wanted:
        return False
    return starts(PYTHON, "-I", "-c", "import course_utils")


def pip(*arguments):
    """Run the environment's pip: only errors are printed, nothing is asked.

    Personal settings must not lead the packages elsewhere than into .venv.
    """
    command = [PYTHON, "-m", "pip", "install", "-qq", "--no-input"]
    elsewhere = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PYTHONHOME", "PYTHONPATH")
    env = {name: value for name, value in os.environ.items() if name not in elsewhere}
    env["PIP_USER"] = "0"
    command += ["--disable-pip-version-check", *arguments]
    subprocess.run(command, cwd=ROOT, check=True, env=env)


def step(number, words):
    """Say which step begins, and how long it takes."""
    print(f"  {number} of 3: {words} ...", flush=True)


def main():
    """Bring .venv up to date and say what was done."""
    version = sys.version.split()[0]
    if sys.version_info < (3, 11):  # noqa: UP036  (started by whatever Python is there)
        sys.exit(f"expected Python 3.11 or newer, got {version}: install a newer one")
    wanted = fingerprint()
    if up_to_date(wanted):
        return
    start = time.perf_counter()
    print(f"Setting up {VENV.name}, once, in three steps:", flush=True)
    step(1, "a Python of its own (seconds)")
    STAMP.unlink(missing_ok=True)
    if not starts(PYTHON, "-m", "pip", "--version"):
        try:
            import ensurepip  # noqa: F401  (Debian and Ubuntu ship Python without it)
            import venv
        except ImportError:
            sys.exit("this Python has no venv (Debian, Ubuntu: apt install python3-venv)")
        venv.create(VENV, clear=VENV.exists(), with_pip=True)
    try:
        step(2, f"the packages of {LOCK.name} (a minute; several on a slow machine or network)")
        pip("--require-hashes", "-r", str(LOCK))
        step(3, "the course itself (seconds)")
        pip("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    except subprocess.CalledProcessError as error:
        sys.exit(
            "setting up failed, see the lines above. The usual causes: no network, a full disk,\n"
            f"or a Python newer than the lock knows ({version} here; 3.11 to 3.14 are meant).\n"
            f"Start again with the same command. (pip ended with {error.returncode})"
        )
    STAMP.write_text(wanted + "\n")
    print(f"Set up in {time.perf_counter() - start:.0f} s.", flush=True)


if __name__ == "__main__":
    main()
