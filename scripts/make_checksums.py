"""Write the SHA-256 of every data file into the block at the end of data/README.md.

That block is the only place with checksums; the loaders read it. Run this after a change to a
file in data/ and look at the difference before committing: python scripts/make_checksums.py
"""

import hashlib
import re
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
NOT_DATA = {".md", ".py"}
BLOCK = re.compile(r"(?<=```text\n)(?:[0-9a-f]{64}  \S+\n)*(?=```\n)")


def checksum_lines():
    """One line per file, as sha256sum writes it."""
    files = sorted(p for p in DATA.iterdir() if p.is_file() and p.suffix not in NOT_DATA)
    return "".join(f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}\n" for p in files)


def main():
    """Replace the block."""
    readme = DATA / "README.md"
    text, n = BLOCK.subn(checksum_lines(), readme.read_text(encoding="utf-8"))
    assert n == 1, f"data/README.md: expected one block of checksums, got {n}"
    readme.write_bytes(text.encode())
    print(checksum_lines(), end="")


if __name__ == "__main__":
    main()
