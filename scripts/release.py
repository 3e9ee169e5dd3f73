"""What a release needs: `release.py check v1.0.0` says what is missing.

`release.py build dist` writes the wheel, the site as a ZIP, a bill of materials (`sbom.json`),
their hashes (`SHA256SUMS`) and the notes of this version from CHANGELOG.md.
`.github/workflows/release.yml` calls both; nothing is uploaded here.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import set_address

ROOT = Path(__file__).resolve().parent.parent


def version(root=ROOT):
    """The version that the packages have."""
    text = (root / "packages/misstep/src/misstep/__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "([^"]+)"', text, re.M)[1]


def notes(root=ROOT):
    """(date or "unreleased", text) of this version in CHANGELOG.md; ("", "") where it has none."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(version(root))}, (\S+)\n(.*?)(?=^## |\Z)", text,
                      re.M | re.S)
    return (found[1], found[2].strip()) if found else ("", "")


def problems(tag, root=ROOT):
    """Why this must not be released under a tag, one sentence each."""
    number, (when, _) = version(root), notes(root)
    cited = (root / "CITATION.cff").read_text(encoding="utf-8")
    if set_address.current(root) == set_address.PLACEHOLDER:
        yield "the address is a placeholder: python scripts/set_address.py OWNER/NAME"
    if tag != f"v{number}":
        yield f"the tag is {tag}, the packages' version is {number}: expected v{number}"
    if not _is_date(when):
        yield f"CHANGELOG.md: expected “## {number}, DATE”, got {when or 'no such section'!r}"
    if f"\nversion: {number}\n" not in cited:
        yield f"CITATION.cff: expected version: {number}"
    if f"date-released: {when}\n" not in cited:
        yield f"CITATION.cff: expected date-released: {when or 'the day'}"


def _is_date(text):
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def build(target, root=ROOT):
    """Wheel, site, notes and hashes into an empty folder; return their names."""
    target = Path(target).resolve()
    target.mkdir(parents=True)
    python = [sys.executable, "-m"]
    subprocess.run([*python, "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
                    "--wheel-dir", target, root], check=True)
    subprocess.run([*python, "course_tools.cli", "site"], cwd=root, check=True)
    shutil.make_archive(target / f"nonlinear-models-site-{version(root)}", "zip",
                        root / "build", "site")
    (target / "sbom.json").write_text(json.dumps(materials(root), indent=1) + "\n", "utf-8")
    hashes(target)
    (target / "NOTES.md").write_text(notes(root)[1] + "\n", encoding="utf-8")
    return sorted(path.name for path in target.iterdir())


def materials(root=ROOT):
    """What `requirements.lock` installs, with its files' hashes, in the form of CycloneDX 1.5."""
    lock, components = (root / "requirements.lock").read_text("utf-8"), []
    for text in re.split(r"^(?=[\w.-]+==)", lock, flags=re.M)[1:]:
        name, number = re.match(r"([\w.-]+)==(\S+)", text).groups()
        components.append({
            "type": "library", "name": name, "version": number, "purl": f"pkg:pypi/{name}@{number}",
            "hashes": [{"alg": "SHA-256", "content": content}
                       for content in re.findall(r"--hash=sha256:(\w+)", text)]})
    about = {"type": "application", "name": "nonlinear-models-workbook", "version": version(root)}
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": about}, "components": components}


def hashes(target):
    """Write SHA256SUMS for the files of a folder, in the form that `sha256sum -c` reads."""
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
             for path in sorted(target.iterdir())]
    (target / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def main(words):
    """Do what is asked; return the exit code."""
    match words:
        case ["check", tag]:
            found = list(problems(tag))
            print("\n".join(found) or f"{tag} can be released")
            return 1 if found else 0
        case ["build", target]:
            print("\n".join(build(target)))
            return 0
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
