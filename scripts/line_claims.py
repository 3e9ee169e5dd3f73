"""Measure `CLAIMS` of misstep/line/place.py: how often each row names the faulty line.

python scripts/line_claims.py    several minutes; prints right, told and the row's fields

The answers are wrong ones whose faulty line is known: every sixth of tests/exercises/independent
whose lines are marked, and of each exercise four small changes of its right answers, drawn with a
fixed seed.
"""

import collections
import multiprocessing
import os
import random
import sys
from pathlib import Path

os.environ["COURSE_QUIET"], os.environ["COURSE_GUARD"] = "1", "60"
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from answers import all_answers  # noqa: E402
from course_utils import exercises  # noqa: E402
from lines import failing_cases, faulty  # noqa: E402
from misstep.course import Limits  # noqa: E402
from misstep.judge import sandbox, source, work  # noqa: E402
from misstep.line import firstline, place, references  # noqa: E402

CHANGES, SEED = 4, 11


def of_exercise(id):
    """(number of the row, whether a line that is named is a faulty one) of its answers."""
    r = exercises.record(id)
    wrong = [a for a in all_answers() if a.kind == "wrong" and "endless" not in a.families][1::6]
    answers = [(a.compile(), set(a.faulty)) for a in wrong if a.id == id and not a.missing]
    changes = [m for m in faulty(r) if not m.kind]
    random.Random(SEED).shuffle(changes)
    failing = ((m, failing_cases(r, m.fn)) for m in changes)
    some = [m for m, found in failing if found[0]][:CHANGES]
    answers += [(m.fn, {m.span[0]}) for m in some]
    return [(row, bool(lines & set(named))) for fn, lines in answers
            for row, named in [told(r, fn)] if row is not None]


def told(r, fn):
    """(number of the row of `CLAIMS`, lines that are named); None where nothing is told."""
    failing, shown, _ = failing_cases(r, fn)
    cases = firstline.chosen(r.judge, failing, shown) if failing else []
    references.references(r).see(cases)

    def look():
        try:
            observed, found = firstline.search(r, fn, cases)
        except (source.Unfollowed, work.OutOfWork):
            return None
        if not firstline.is_blamed(r.judge, observed, found, len(failing) < firstline.ENOUGH):
            return None
        return [place.CLAIMS.index(found.evidence.claim()),
                [n.line for n in (found.node, found.other) if n]]

    seen = sandbox.observe(look, [((), {})], Limits(call=60)) if failing else []
    value = seen[0].value if seen else None
    return value if isinstance(value, list) else (None, ())


def main():
    """Print a line for each row."""
    asked, right = collections.Counter(), collections.Counter()
    with multiprocessing.Pool(2) as pool:
        for found in pool.imap_unordered(of_exercise, [r.id for r in exercises.records()]):
            asked.update(row for row, _ in found)
            right.update(row for row, hit in found if hit)
    for number, claim in enumerate(place.CLAIMS):
        print(f"{right[number]:4d} of {asked[number]:4d}  {claim[:8]}")
    print(f"{sum(right.values()):4d} of {sum(asked.values()):4d}  in all")


if __name__ == "__main__":
    main()
