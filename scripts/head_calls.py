"""What an exercise's calls to work out by hand show: `python scripts/head_calls.py softmax`.

For each call its result, the known mistakes that a card would show by it, and at the end those
that none shows. More calls can be tried: `… softmax "softmax([2, 1])"`. The family `unstable` is
left out: its mistakes show far from what anybody computes by hand.
"""

import sys
import warnings
from collections import defaultdict

import numpy as np

from course_utils import exercises
from misstep.judge import heads
from misstep.judge.sandbox import observe_own


def report(id, more=()):
    """Print what the calls of one exercise, and some more, show."""
    judge = exercises.record(id).judge
    calls = [*judge.heads_read, *(heads.read(judge, text) for text in more)]
    shows, mistakes = defaultdict(list), [
        m for m in judge.known.written if not m.id.startswith("unstable/")]
    for m in mistakes:
        seen = [observe_own(m.wrong, call.args, {}) for call in calls]
        told = heads.first_wrong(judge, calls, seen, m.id)
        shows[told[0] if told else ""].append(m.id)
    for call in calls:
        odd = "" if heads.workable(call.expected) else "  (nobody works this out by hand)"
        print(f"{call.call}  →  {heads.shown(call.expected)}{odd}")
        print(f"    shows {len(shows[call.call])}: {', '.join(sorted(set(shows[call.call])))}")
        for fn in exercises.record(id).right:
            if judge.difference(call.expected, observe_own(fn, call.args, {}).value) is not None:
                print("    a right answer differs here: it is outside what is asked")
    print(f"none shows {len(shows[''])} of {len(mistakes)}: {', '.join(sorted(set(shows[''])))}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        report(sys.argv[1], sys.argv[2:])
