"""Write docs/exercises.md: one row per exercise, and how well the checker knows it.

python scripts/exercise_table.py            counts only, a few seconds
python scripts/exercise_table.py --mutants  also the mutants, a few minutes
"""

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from mutation import mutants  # noqa: E402

from course_utils import exercises  # noqa: E402

HEAD = """# The exercises

Written by `python scripts/exercise_table.py --mutants`. *Cases* are calls of the student's
function; *mistakes* are known wrong answers with a name; *styles* are right answers in other
ways, all tested. *Mutants* are wrong answers made automatically by small changes of the course's
own code: how many fail, of how many; those that pass behave like the reference. *Named* is how
many of the failing mutants get a name. *Check* is one check of the reference in milliseconds on a
two-core machine.

| no. | exercise | min | level | lectures | cases | mistakes | styles | mutants | named | check |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def row(r, with_mutants):
    """One line of the table."""
    start = time.perf_counter()
    assert exercises.check(r.id, r.reference)
    milliseconds = 1000 * (time.perf_counter() - start)
    killed, named = "–", "–"
    if with_mutants:
        verdicts = [exercises.check(r.id, fn) for _, fn in mutants(r)]
        failing = [v for v in verdicts if not v]
        killed = f"{len(failing)} of {len(verdicts)}"
        named = f"{sum(v.misconception is not None for v in failing)}"
    return (f"| {r.number} | `{r.id}` | {r.minutes} | {'★' * r.difficulty} | "
            f"{', '.join(r.lecture)} | {len(r.cases())} | {len(r.mistakes)} | {len(r.right)} | "
            f"{killed} | {named} | {milliseconds:.0f} |")


def main():
    """Write the page and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutants", action="store_true", help="run the mutants too")
    with_mutants = parser.parse_args().mutants
    records = exercises.records()
    rows = [row(r, with_mutants) for r in records]
    page = ROOT / "docs" / "exercises.md"
    page.parent.mkdir(exist_ok=True)
    page.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    print(f"{len(records)} exercises, {sum(len(r.mistakes) for r in records)} known mistakes, "
          f"{sum(len(r.right) for r in records)} right answers in other styles")


if __name__ == "__main__":
    main()
