"""`python -m misstep [folder]`: what is amiss in a course, for its author."""

import sys

from misstep import authors, load


def main(folder: str = ".") -> int:
    """Print what is to be mended in the course of a folder; 1 if there is anything."""
    found = authors.findings(folder)
    print("\n".join(map(str, found)) if found else
          f"{load(folder).title}: {authors.counted(load(folder))}; nothing is amiss")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
