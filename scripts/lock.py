"""Write the locks anew from pyproject.toml (needs `uv` on the path).

    python scripts/lock.py            keep locked versions where they still fit
    python scripts/lock.py --upgrade  take the newest versions

requirements.lock is one file for every platform and Python 3.11 to 3.14: run time, development and
build backend, with hashes and without any index address. A second one, site.lock, for the
environment in which `course site` writes its pages; a third, sandbox.lock, for what the long checks
of `course check --sandbox` need.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
SITE = ROOT / "site.lock"
SANDBOX = ROOT / "sandbox.lock"
OLDEST = ROOT / "tests" / "helpers" / "oldest.lock"
COMMON = [
    "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11",
    "--generate-hashes", "--no-emit-index-url", "--no-header",
]  # fmt: skip


def compile_lock(target, note, *arguments, **options):
    """Run `uv pip compile` with `arguments` and write `target` under `note`."""
    subprocess.run([*COMMON, *arguments, "-o", str(target)], cwd=ROOT, check=True, **options)
    text = target.read_text(encoding="utf-8")
    if re.search(r"https?://|--index-url|--find-links", text):
        sys.exit(f"{target.name} names an address: look at your uv configuration")
    head = f"# {note}\n# Made by scripts/lock.py; do not edit.\n"
    target.write_text(head + text, encoding="utf-8")


def main():
    """Write all locks."""
    compile_lock(
        LOCK,
        "Exact versions of everything the course is run, tested and built with.",
        "pyproject.toml",
        "--extra",
        "dev",
        *sys.argv[1:],
    )
    compile_lock(
        SITE,
        "Exact versions of what writes the course's pages (`course site`).",
        "--group",
        "pyproject.toml:site",
        *sys.argv[1:],
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    compile_lock(
        SANDBOX,
        "What runs a hand-in in WebAssembly (`course check --sandbox`), for the long checks.",
        *sys.argv[1:],
        "-",
        input="\n".join(project["optional-dependencies"]["sandbox"]),
        text=True,
    )
    compile_lock(
        OLDEST,
        "The oldest supported numpy, matplotlib and JupyterLab, for `course test --full`.",
        "--no-deps",
        "-",
        input="numpy==2.0.0\nmatplotlib==3.9.0\njupyterlab==4.2.0\n",
        text=True,
    )


if __name__ == "__main__":
    main()
