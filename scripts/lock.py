"""Write requirements.lock and site.lock anew from pyproject.toml (needs `uv` on the path).

    python scripts/lock.py            keep locked versions where they still fit
    python scripts/lock.py --upgrade  take the newest versions

One file for every platform and Python 3.11 to 3.14: run time, development and
build backend, with hashes and without any index address. A second one, site.lock, for the
environment in which `course site` writes its pages.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.lock"
SITE = ROOT / "site.lock"
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
    compile_lock(
        OLDEST,
        "The oldest supported numpy and matplotlib, for `course test --full`.",
        "--no-deps",
        "-",
        input="numpy==2.0.0\nmatplotlib==3.9.0\n",
        text=True,
    )


if __name__ == "__main__":
    main()
