"""How large the house may be, and what in it may only become less.

The figures are what there is today. Whoever needs more says so in the commit that raises one.
"""

import ast
import subprocess
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = [Path(name) for name in subprocess.run(
    ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()]
SOURCE = [path for path in FILES if path.suffix in (".py", ".js", ".css", ".html")
          and (ROOT / path).is_file()]
CODE = [path for path in SOURCE if "tests" not in path.parts
        and path.parts[0] in ("packages", "course_utils", "exercises")]
MOST = {"course_utils": 7_300, "packages, course_utils, exercises": 54_290, "tests": 38_210}
# Names that say nothing: what was found, who was told, which one?
EMPTY = {"found", "told", "one", "made", "there", "mine"}
EMPTY_NAMES = 458  # in packages, course_utils, exercises and scripts


def lines(paths):
    return sum(len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in paths)


@pytest.mark.parametrize("part", MOST)
def test_no_part_grows_unnoticed(part):
    size = lines({
        "course_utils": [path for path in CODE if path.parts[0] == "course_utils"],
        "packages, course_utils, exercises": CODE,
        "tests": [path for path in SOURCE if "tests" in path.parts],
    }[part])
    assert size <= MOST[part], f"{part}: {size:,} lines, {MOST[part]:,} are allowed"


def empty_names(tree):
    """The variables and arguments of a module that have a name of `EMPTY`."""
    for node in ast.walk(tree):
        name = (node.arg if isinstance(node, ast.arg) else node.id
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else "")
        if name in EMPTY:
            yield name


def test_names_that_say_nothing_become_fewer():
    scripts = [path for path in SOURCE if path.parts[0] == "scripts"]
    count = Counter({path: len([*empty_names(ast.parse((ROOT / path).read_text("utf-8-sig")))])
                     for path in [*CODE, *scripts] if path.suffix == ".py"})
    assert count.total() <= EMPTY_NAMES, [f"{path}: {n}" for path, n in count.most_common(5)]
