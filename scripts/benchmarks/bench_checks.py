"""Time a failing check: what naming a misconception, and the first wrong line, cost on top.

Run it as ``python scripts/benchmarks/bench_checks.py [--rounds N] [--only ID ...]``. Answers are
the wrong ones of `tests/exercises/independent` (by people who had not seen the banks) and the small
automatic changes of each reference. Each is checked in turn with and without the search for a name:
the difference is the course's own, the rest is mostly the answer's running. With ``--each`` every
exercise has a line. The first check in a session, which makes the bank, is timed apart.
"""

import argparse
import functools
import os
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path

os.environ["COURSE_NO_CHILD"] = os.environ["COURSE_QUIET"] = "1"  # our own code: no child each
ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "helpers")]

from answers import all_answers  # noqa: E402
from course_utils import exercises  # noqa: E402
from course_utils.exercises import COURSE  # noqa: E402
from mutation import mutants  # noqa: E402


def timed(call):
    """Milliseconds of computing of one call, whatever else the machine does, and its result."""
    start = time.process_time()
    result = call()
    return 1000 * (time.process_time() - start), result


def without_line(id, fn):
    """The check when nobody looks for the first wrong line."""
    return exercises.check(id, fn, line=False)


def without_names(id, fn):
    """The same when nobody looks for a name either."""
    limits, COURSE.limits = COURSE.limits, replace(COURSE.limits, names=0)
    try:
        return without_line(id, fn)
    finally:
        COURSE.limits = limits


def answers(ids):
    """(exercise, function) of every wrong answer that ends."""
    for answer in all_answers():
        if answer.kind == "wrong" and answer.id in ids and "endless" not in answer.families:
            yield answer.id, answer.compile()
    for id in ids:
        for _, fn in mutants(exercises.record(id)):
            yield id, fn


def measure(found, rounds):
    """[(milliseconds, without names, exercise, named)] of each failing answer, warm; and lines."""
    rows, lines = [], []
    for id, fn in found:
        exercises.check(id, fn)
        result = exercises.check(id, fn)
        if result or result.misconception == "endless/not-finished":
            continue  # right, or stopped after its 2.5 s
        pairs = [(timed(functools.partial(without_line, id, fn)),
                  timed(functools.partial(without_names, id, fn))) for _ in range(rounds)]
        named = pairs[0][0][1].misconception is not None
        read = min(timed(functools.partial(exercises.check, id, fn))[0] for _ in range(rounds))
        lines.append((max(0.0, read - min(a[0] for a, _ in pairs)), id))
        rows.append((min(a[0] for a, _ in pairs), min(b[0] for _, b in pairs), id, named))
    return rows, sorted(lines)


def tell(title, rows):
    """One line: median, 95 %, worst, and the share that naming has."""
    times = sorted(row[0] for row in rows)
    worst = max(rows)
    share = statistics.median(row[0] / row[1] for row in rows)
    print(f"{title:28} {len(rows):5d} answers: median {statistics.median(times):6.1f} ms, "
          f"95 % {times[int(0.95 * (len(times) - 1))]:6.1f}, worst {worst[0]:6.1f} ({worst[2]}); "
          f"{share:.1f} times a check without names")


def tell_each(rows):
    """A line per exercise: its answers' own time, and what the search for a name adds."""
    print(f"{'exercise':32} answers  median   worst   worst of the search alone (ms)")
    for id in sorted({row[2] for row in rows}):
        own = [row for row in rows if row[2] == id]
        times = [row[0] for row in own]
        search = max(row[0] - row[1] for row in own)
        print(f"{id:32} {len(own):7d} {statistics.median(times):7.1f} {max(times):7.1f} "
              f"{search:7.1f}")


def main():
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="exercises")
    parser.add_argument("--each", action="store_true", help="a line per exercise")
    given = parser.parse_args()
    ids = given.only or [r.id for r in exercises.records()]
    cold = [(timed(functools.partial(exercises.check, id, lambda *args: 0.123))[0], id)
            for id in ids]
    middle = statistics.median(ms for ms, _ in cold)
    print(f"first failing check of a session: median {middle:.0f} ms, worst {max(cold)[0]:.0f} "
          f"({max(cold)[1]})")
    rows, lines = measure(answers(ids), given.rounds)
    print(f"the first wrong line adds: median {lines[len(lines) // 2][0]:.0f} ms, "
          f"95 % {lines[int(0.95 * (len(lines) - 1))][0]:.0f}, "
          f"worst {lines[-1][0]:.0f} ({lines[-1][1]})")
    tell("all", rows)
    for title, wanted in (("with a name", True), ("without a name", False)):
        chosen = [row for row in rows if row[3] == wanted]
        if chosen:
            tell(title, chosen)
    searched = sorted((row[0] - row[1], row[2]) for row in rows)
    print(f"the search for a name alone: median {statistics.median(ms for ms, _ in searched):.1f} "
          f"ms, worst {searched[-1][0]:.1f} ({searched[-1][1]})")
    if given.each:
        tell_each(rows)
    print("slowest:", ", ".join(f"{id} {ms:.0f} ms" for ms, _, id, _ in sorted(rows)[-5:]))


if __name__ == "__main__":
    main()
