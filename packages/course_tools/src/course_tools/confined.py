"""Landlock of Linux: a process, and all that it starts, writes in one folder only.

It reads what it could read. It cannot look into processes outside, nor (Linux 6.12) send them
signals. No rights are needed for that; on other systems, and before Linux 5.13, there is no such
thing, and `lock` says so.
"""

import ctypes
import os
import struct
import sys

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # system calls, the same on all machines
_NO_NEW_PRIVILEGES = 38
_WRITE_FILE, _TRUNCATE, _DEVICE = 1 << 1, 1 << 14, 1 << 15
_MAKE_AND_REMOVE = sum(1 << bit for bit in range(4, 13))
_MOVE = 1 << 13
_SIGNALS_AND_SOCKETS = 3


def _call(number, *arguments):
    found = ctypes.CDLL(None, use_errno=True).syscall(number, *arguments)
    if found < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return found


def version():
    """Landlock's version here; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    try:
        return _call(_CREATE, None, 0, 1)
    except (OSError, AttributeError):
        return 0


def lock(folder):
    """Let this process write in ``folder`` alone from now on; False where that is not possible."""
    at = version()
    if not at:
        return False
    files = _WRITE_FILE | (_TRUNCATE if at >= 3 else 0) | (_DEVICE if at >= 5 else 0)
    all_ = files | _MAKE_AND_REMOVE | (_MOVE if at >= 2 else 0)
    wanted = struct.pack("QQQ", all_, 0, _SIGNALS_AND_SOCKETS if at >= 6 else 0)
    wanted = wanted[:8 if at < 4 else 16 if at < 6 else 24]
    try:
        rules = _call(_CREATE, wanted, len(wanted), 0)
        for place, allowed in ((folder, all_), ("/dev/shm", all_), (os.devnull, files)):
            if not os.path.exists(place):
                continue
            opened = os.open(place, os.O_PATH)
            _call(_ADD, rules, 1, struct.pack("=Qi", allowed, opened), 0)
            os.close(opened)
        ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _call(_RESTRICT, rules, 0)
        os.close(rules)
    except OSError:
        return False
    return True
