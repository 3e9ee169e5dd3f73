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
VENV = ROOT / ".venv"
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


def works(python):
    """Whether `python` starts and has pip."""
    try:
        done = subprocess.run([python, "-m", "pip", "--version"], capture_output=True)
    except OSError:
        return False
    return done.returncode == 0


def pip(*arguments):
    """Run the environment's pip: only errors are printed, nothing is asked."""
    command = [PYTHON, "-m", "pip", "install", "-qq", "--no-input"]
    subprocess.run([*command, "--disable-pip-version-check", *arguments], cwd=ROOT, check=True)


def main():
    """Bring .venv up to date and say what was done."""
    version = sys.version.split()[0]
    if sys.version_info < (3, 11):  # noqa: UP036  (started by whatever Python is there)
        sys.exit(f"expected Python 3.11 or newer, got {version}: install a newer one")
    wanted = fingerprint()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text().strip() == wanted:
        return
    start = time.perf_counter()
    print(f"Setting up {VENV.name} (once; a minute or two) ...", flush=True)
    STAMP.unlink(missing_ok=True)
    if not works(PYTHON):
        try:
            import ensurepip  # noqa: F401  (Debian and Ubuntu ship Python without it)
            import venv
        except ImportError:
            sys.exit("this Python has no venv (Debian, Ubuntu: apt install python3-venv)")
        venv.create(VENV, clear=VENV.exists(), with_pip=True)
    try:
        pip("--require-hashes", "-r", str(LOCK))
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
