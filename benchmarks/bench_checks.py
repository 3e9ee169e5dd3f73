"""Time a failing check: what naming a misconception costs on top of running and comparing.

Run it as ``python benchmarks/bench_checks.py [--rounds N] [--only ID ...]``. Answers are the wrong
ones of `tests/exercises/independent` (by people who had not seen the banks) and the small automatic
changes of each reference. Each is checked in turn with and without the search for a name; the first
check of an exercise in a session, which makes its bank, is timed apart.
"""

import argparse
import functools
import os
import statistics
import sys
import time
from pathlib import Path

os.environ["COURSE_NO_CHILD"] = os.environ["COURSE_QUIET"] = "1"  # our own code: no child each
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from answers import all_answers  # noqa: E402
from mutation import mutants  # noqa: E402

from course_utils import exercises  # noqa: E402

checking = sys.modules["course_utils.exercises.check"]  # the package's `check` is the function


def timed(call):
    """Milliseconds of computing of one call, whatever else the machine does, and its result."""
    start = time.process_time()
    result = call()
    return 1000 * (time.process_time() - start), result


def without_names(id, fn):
    """The same check when nobody looks for a name."""
    explain, checking.explain = checking.explain, lambda *args: None
    try:
        return exercises.check(id, fn)
    finally:
        checking.explain = explain


def answers(ids):
    """(exercise, function) of every wrong answer that ends."""
    for answer in all_answers():
        if answer.kind == "wrong" and answer.id in ids and "endless" not in answer.families:
            yield answer.id, answer.compile()
    for id in ids:
        for _, fn in mutants(exercises.record(id)):
            yield id, fn


def measure(found, rounds):
    """[(milliseconds, without names, exercise, named)] of each failing answer, warm."""
    rows = []
    for id, fn in found:
        exercises.check(id, fn)
        if exercises.check(id, fn):
            continue
        pairs = [(timed(functools.partial(exercises.check, id, fn)),
                  timed(functools.partial(without_names, id, fn))) for _ in range(rounds)]
        named = pairs[0][0][1].misconception is not None
        if pairs[0][0][0] < 2000:  # an answer that is stopped takes its 2.5 s
            rows.append((min(a[0] for a, _ in pairs), min(b[0] for _, b in pairs), id, named))
    return rows


def tell(title, rows):
    """One line: median, 95 %, worst, and the share that naming has."""
    times = sorted(row[0] for row in rows)
    worst = max(rows)
    share = statistics.median(row[0] / row[1] for row in rows)
    print(f"{title:28} {len(rows):5d} answers: median {statistics.median(times):6.1f} ms, "
          f"95 % {times[int(0.95 * (len(times) - 1))]:6.1f}, worst {worst[0]:6.1f} ({worst[2]}); "
          f"{share:.1f} times a check without names")


def main():
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="exercises")
    given = parser.parse_args()
    ids = given.only or [r.id for r in exercises.records()]
    cold = [(timed(functools.partial(exercises.check, id, lambda *args: 0.123))[0], id)
            for id in ids]
    middle = statistics.median(ms for ms, _ in cold)
    print(f"first failing check of a session: median {middle:.0f} ms, worst {max(cold)[0]:.0f} "
          f"({max(cold)[1]})")
    rows = measure(answers(ids), given.rounds)
    tell("all", rows)
    for title, wanted in (("with a name", True), ("without a name", False)):
        chosen = [row for row in rows if row[3] == wanted]
        if chosen:
            tell(title, chosen)
    print("slowest:", ", ".join(f"{id} {ms:.0f} ms" for ms, _, id, _ in sorted(rows)[-5:]))


if __name__ == "__main__":
    main()
