"""Fill in the repository's address everywhere: `set_address.py KATE/nonlinear-models`.

Before, nothing that a reader sees leads to an address: what needs one waits in the README in
comments (`<!-- address … -->`), beside what stands there until then (`<!-- until -->`). Done again
with another address it moves everything there.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACEHOLDER = "OWNER/nonlinear-models"
FILES = ("pyproject.toml", "CITATION.cff", "README.md", "docs/instructor/hub/README.md")
WAITING = re.compile(r"<!-- address\n(.*?)\n-->\n?", re.S)
UNTIL = re.compile(r"<!-- until -->\n.*?<!-- /until -->\n?", re.S)


def forms(address):
    """An address as it stands in texts: plain, percent-encoded, of its pages, as a folder."""
    owner, name = address.split("/")
    return address, f"{owner}%2F{name}", f"{owner}.github.io/{name}", f"tree%2F{name}%2F"


def filled(text, old, new):
    """A file's text with the new address for the old one, and what waited for it in its place."""
    text = UNTIL.sub("", WAITING.sub(r"\1\n", text))
    for before, after in zip(forms(old), forms(new), strict=True):
        text = text.replace(before, after)
    return text


def current(root=ROOT):
    """The address that pyproject.toml has: OWNER/NAME."""
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    return re.search(r'^Repository = "https://github\.com/([^"]+)"', text, re.M)[1]


def main(address, root=ROOT):
    """Write the address into every file that has one; return the names of those that changed."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+", address):
        raise ValueError(f"expected OWNER/NAME as in an address on GitHub, got {address!r}; likely "
                         "cause: the whole address, or a name with a space")
    old, changed = current(root), []
    for name in FILES:
        path = root / name
        before = path.read_text(encoding="utf-8")
        after = filled(before, old, address)
        if after != before:
            path.write_text(after, encoding="utf-8", newline="\n")
            changed.append(name)
    return changed


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        print("\n".join(main(sys.argv[1])) or "as it was")
    except ValueError as error:
        sys.exit(str(error))
