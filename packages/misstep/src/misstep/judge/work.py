"""Work that is counted, so that the same answer is searched equally far on every machine.

What is looked for ends after an amount of work, never after a time: a run of a function costs
`RUN`, a statement of it that is followed `STATEMENT`, an entry that is kept 1 and `ENTRIES` that
are only computed 1, a comparison `COMPARISON`; on an idle machine a microsecond does about 25 of
it. A guard of seconds is far behind: it may end a search, and then the card says that nothing was
looked for. Its seconds are those that this thread computes, so other programs don't use them up.
"""

import contextlib
import math
import threading
import time

RUN, STATEMENT, COMPARISON, ENTRIES = 1000, 20, 300, 40
ASK = 100 * RUN  # work between two looks at the clock
computed = getattr(time, "thread_time", time.process_time)  # WebAssembly has no threads

_here = threading.local()


class OutOfWork(BaseException):  # noqa: N818 - no error; ``except Exception`` does not swallow it
    """The work that a search may do is done, or the guard's time is over."""


class Allowance:
    """An amount of work, a guard behind it, and what is left of both."""

    def __init__(self, most, guard=math.inf):
        self.left, self.busy = most, False
        self.end = computed() + guard
        self._ask = most  # the clock is asked when no more than this is left

    def spend(self, work):
        """Take some work off; `OutOfWork` where nothing is left, ``busy`` where time is over."""
        self.left -= work
        if self.is_spent():
            raise OutOfWork

    def is_spent(self):
        """Whether nothing is left of the work, or of the time."""
        if self.left <= self._ask and not self.busy:
            self._ask = self.left - ASK
            self.busy = computed() > self.end
        return self.left < 0 or self.busy


@contextlib.contextmanager
def allowed(most, guard=math.inf):
    """Let what `spend` takes in this thread come off an allowance, and off the one around it.

    What is inside ends where nothing is left; `OutOfWork` goes on only where time is over.
    """
    outer = getattr(_here, "allowance", None)
    own = _here.allowance = Allowance(most if outer is None else min(most, outer.left), guard)
    if outer is not None:
        own.end = min(own.end, outer.end)
    start = own.left
    try:
        yield own
    except OutOfWork:
        if own.busy:
            raise
    finally:
        _here.allowance = outer
        if outer is not None:
            outer.left -= start - own.left
            outer.busy |= own.busy


def spend(work):
    """Take some work off the allowance of this thread, if there is one."""
    own = getattr(_here, "allowance", None)
    if own is not None:
        own.spend(work)
