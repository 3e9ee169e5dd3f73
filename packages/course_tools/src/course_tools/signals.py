"""Ctrl+C, SIGTERM and a closed terminal as one KeyboardInterrupt."""

import contextlib
import signal


@contextlib.contextmanager
def stoppable():
    """Let Ctrl+C, SIGTERM and a closed terminal raise KeyboardInterrupt, once.

    The second one would only interrupt the writing of what there is.
    """
    asked = []

    def stop(number, frame):
        asked.append(number)
        if len(asked) == 1:
            raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP")
               if hasattr(signal, name)]  # Windows has no SIGHUP
    before = [signal.signal(number, stop) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
