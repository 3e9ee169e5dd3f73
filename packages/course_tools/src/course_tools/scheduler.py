"""`course check --scheduler tcp://…`: hand-ins are run by the workers of a dask cluster.

What goes out is what is run: the chosen cells and the helpers next to the notebook; each worker
runs them in the same box or sandbox as one machine does (`verdicts_process`). Verdicts are
returned; rows are made here. dask moves the work of a worker that is gone to another one. Anyone
who can reach a scheduler can run anything on its workers: keep it in your own network, or use TLS
(dask's own settings).
"""

import functools
import sys

from course_tools import CourseError, confined, home, kept, sandboxed, verdicts_process

ANSWER = "20s"  # how long the scheduler may take to answer
SLOTS = 1000  # hand-ins on their way at most, each a waiting thread here


class There:
    """Hand-ins are run by the workers of a cluster; the counterpart of `verdicts.Here`."""

    def __init__(self, address, *, cards=False, wall=None):
        home.workbook_only("--scheduler")
        try:
            from distributed import Client
        except ImportError:
            raise CourseError("--scheduler: dask.distributed is missing; here and on workers: "
                              f"{sys.executable} -m pip install distributed"
                              ) from None
        self._how, self.ended = (cards, wall or verdicts_process.usual()), False
        try:
            self._client = Client(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise CourseError(f"--scheduler: expected a scheduler at {address}, got no answer "
                              f"within {ANSWER} ({error}); is `dask scheduler` running?") from None
        threads = sum(self._client.nthreads().values())
        self.slots = min(SLOTS, 2 * threads + 8)  # some wait at each worker, and some may join

    def run(self, hand_in):
        """Verdicts by exercise id, and what went wrong (or None); from whatever worker it was."""
        from distributed import CancelledError, KilledWorker

        order = [hand_in.cells, hand_in.beside, *self._how, kept.fingerprint()]
        try:
            return self._client.submit(run_there, *order, pure=False, retries=2).result()
        except KilledWorker:
            return {}, "one worker after another stopped while running this file"
        except CancelledError:
            return {}, "stopped; the verdicts so far are shown"

    def end(self):
        """Cancel what is waiting; do not wait for what is running."""
        self.ended = True
        self.close()

    def close(self):
        """Leave the cluster; it keeps running."""
        self._client.close(timeout=2)


def run_there(cells, beside, cards, wall, wanted):
    """On a worker: run one hand-in."""
    if kept.fingerprint() != wanted:
        raise CourseError("--scheduler: a worker has a different version of the course from this "
                          "machine: install the same one there, and restart the worker")
    if wall == verdicts_process.SANDBOX:
        _prepared()
    if wall == verdicts_process.BOX and (why := confined.missing()):
        raise CourseError(f"--scheduler: a worker has no box for hand-ins: {why}. {confined.WAYS}")
    return verdicts_process.run(beside, cells, verdicts_process.Children(), cards, wall)


@functools.cache
def _prepared():
    sandboxed.prepare(say=lambda line: None)
