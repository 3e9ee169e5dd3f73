"""Write docs/exercises.md: one row per exercise, and how well the checker knows it.

python scripts/exercise_table.py            counts only, a few seconds
python scripts/exercise_table.py --mutants  also the mutants, a few minutes; raises the floors
python scripts/exercise_table.py --lines    the first wrong lines, and docs/line_floor.csv; as long

docs/named_floor.csv holds the share of failing mutants that each exercise names at least: a test
fails below it. This script only ever raises a floor; lowering one is a matter of a commit of its
own, which says how the reference changed.
"""

import argparse
import csv
import math
import multiprocessing
import os
import sys
import time
from pathlib import Path

os.environ["COURSE_QUIET"] = "1"
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from course_utils import exercises  # noqa: E402
from lines import KINDS, measure  # noqa: E402
from misstep.judge.records import bank  # noqa: E402
from mutation import mutants  # noqa: E402

HEAD = """# The exercises

Written by `python scripts/exercise_table.py --mutants`. *Cases* are calls of the student's
function; *mistakes* are the wrong answers that the bank writes down, and all that are made of them
by dresses and pairs; *styles* are right answers in other ways, all tested. *Mutants* are wrong
answers made automatically by small changes of the course's own code: how many fail, of how many;
those that pass behave like the reference. *Named* is how many of the failing mutants get a name;
`named_floor.csv` holds the share below which a test fails. *Check* is one check of the reference in
milliseconds on a two-core machine. *Retired* exercises are asked by copies of earlier editions
only.

| no. | exercise | min | level | lectures | cases | mistakes | styles | mutants | named | check |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def row(r, with_mutants):
    """One line of the table, and the share of failing mutants that get a name."""
    for _ in range(2):  # the first one loads what it needs
        start = time.perf_counter()
        assert exercises.check(r.id, r.reference)
    milliseconds = 1000 * (time.perf_counter() - start)
    killed, named, share = "–", "–", None
    if with_mutants:
        verdicts = [exercises.check(r.id, fn) for _, fn in mutants(r)]
        failing = [v for v in verdicts if v.status in ("failed", "error")]
        killed = f"{len(failing)} of {len(verdicts)}"
        named = f"{sum(v.misconception is not None for v in failing)}"
        share = int(named) / len(failing) if failing else 1.0
    made = bank(r.id)
    return (f"| {r.number} | `{r.id}`{' (retired)' * r.retired} | {r.minutes} | "
            f"{'★' * r.difficulty} | "
            f"{', '.join(r.lecture)} | {len(r.cases())} | {len(made.written)}, "
            f"{len(made.mistakes) + len(made.pairs)} | {len(r.right) + len(made.styles)} | "
            f"{killed} | {named} | {milliseconds:.0f} |"), share


def raise_floors(shares):
    """Write docs/named_floor.csv anew: no floor falls."""
    path = ROOT / "docs" / "named_floor.csv"
    old = {}
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            old = {line["exercise"]: float(line["share"]) for line in csv.DictReader(file)}
    with path.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n")
        write.writerow(("exercise", "share"))
        for id, share in shares.items():  # rounded down: a floor is never above what was measured
            write.writerow((id, max(old.get(id, 0.0), math.floor(1000 * share) / 1000)))


LINES, LEFT_OUT = 24, 8  # changes per exercise over which the named line is measured
ALL = 500  # more than any exercise has: where the sample is too small to tell
LINES_HEAD = """
## The first wrong line

Written by `python scripts/exercise_table.py --lines`. Up to {n} failing changes of the right
answers of each exercise, drawn at random with a fixed seed (all of them, where more than a tenth
of the lines named in the sample is wrong); changed numbers and dropped statements are apart.
*Right*: the line that is named is the changed one (in functions of one line: the part); *two*: two
lines are named, one of them the changed one; *wrong*: another; *silent*: none. *Told*: those
that get a name or the right line. On the left the changed style is among the known ways, on the
right, for up to {left} of them, it is left out. In the sums an exercise counts for at most {n}.
`line_floor.csv` holds how many of them (right or two) a test asks for.

| no. | exercise | right | two | wrong | silent | told | left out: right | two | wrong | silent |
|---|---|---|---|---|---|---|---|---|---|---|
"""


def lines_of(id):
    """Counts of one exercise: with the changed style among the ways, then without it."""
    r = exercises.record(id)
    among, without = measure(r, LINES), measure(r, LEFT_OUT, left_out=True)
    if 10 * among["wrong"] > sum(among[kind] for kind in ("right", "both", "wrong")):
        among = measure(r, ALL)
    return [*(among[kind] for kind in (*KINDS, "told")), *(without[kind] for kind in KINDS)]


def lines_page(records):
    """Measure all exercises, print their rows and write them."""
    found = []
    with multiprocessing.Pool(2) as pool:
        for r, counts in zip(records, pool.imap(lines_of, [r.id for r in records]), strict=True):
            found.append(counts)
            print(lines_row(r, counts), flush=True)
    write_lines(records, found)


def lines_row(r, counts):
    """One line of the table."""
    return f"| {r.number} | `{r.id}` | {' | '.join(map(str, counts))} |"


def write_lines(records, found):
    """Write the section of docs/exercises.md and docs/line_floor.csv.

    In the sum an exercise counts for a sample, also if all of its changes were measured.
    """
    rows, floors, sums = [], [], [0] * 9
    for r, counts in zip(records, found, strict=True):
        n = sum(counts[:len(KINDS)])
        part = [min(1, LINES / n)] * 5 + [1] * 4 if n else [1] * 9
        sums = [a + b * c for a, b, c in zip(sums, counts, part, strict=True)]
        rows.append(lines_row(r, counts))
        floors.append((r.id, max(LINES, n), max(0, counts[0] + counts[1] - 1), counts[2]))
    rows.append(f"| | all | {' | '.join(str(round(x)) for x in sums)} |")
    page = ROOT / "docs" / "exercises.md"
    kept = page.read_text(encoding="utf-8").partition(LINES_HEAD.partition("\n\n")[0])[0]
    head = LINES_HEAD.format(n=LINES, left=LEFT_OUT)
    page.write_text(kept + head + "\n".join(rows) + "\n", encoding="utf-8")
    with (ROOT / "docs" / "line_floor.csv").open("w", encoding="utf-8", newline="") as file:
        head = ("exercise", "changes", "named", "wrong")
        csv.writer(file, lineterminator="\n").writerows([head, *floors])


def main():
    """Write the page and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutants", action="store_true", help="run the mutants too")
    parser.add_argument("--lines", action="store_true", help="measure the first wrong lines")
    given = parser.parse_args()
    with_mutants = given.mutants
    records = exercises.records()
    if given.lines:
        lines_page(records)
        return
    rows, shares = zip(*(row(r, with_mutants) for r in records), strict=True)
    if with_mutants:
        raise_floors({r.id: share for r, share in zip(records, shares, strict=True)})
    page = ROOT / "docs" / "exercises.md"
    page.parent.mkdir(exist_ok=True)
    heading = LINES_HEAD.partition("\n\n")[0]
    lines = page.read_text(encoding="utf-8").partition(heading) if page.exists() else ("", "", "")
    page.write_text(HEAD + "\n".join(rows) + "\n" + lines[1] + lines[2], encoding="utf-8")
    print(f"{len(records)} exercises, {sum(len(bank(r.id).written) for r in records)} mistakes "
          "written down, "
          f"{sum(len(r.right) + len(bank(r.id).styles) for r in records)} right answers in other "
          "styles")


if __name__ == "__main__":
    main()
