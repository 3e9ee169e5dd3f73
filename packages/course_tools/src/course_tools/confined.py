"""Landlock of Linux: a process, and all that it starts, makes and writes files in one folder.

It reads what it could read, but for folders that are hidden from it. It cannot look into processes
outside, nor (Linux 6.12) send them signals; started by root, it has no more of root's privileges.
What Landlock does not know is still open: modes and times of files, limits of other processes, how
many processes there are, the network, other programs' sockets; and all of ``/dev/shm`` is. On other
systems, and before Linux 5.13, there is no such thing, and `lock` says so.
"""

import contextlib
import ctypes
import os
import struct
import sys
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # system calls, the same on all machines
_NO_NEW_PRIVILEGES = 38
_CAPABILITIES = 0x20080522  # the version of the structure below
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
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


def lock(folder, hidden=(), needed=()):
    """Confine this process from now on, to ``folder``; False where that is not possible.

    Below ``hidden`` it reads nothing but ``folder`` and what is ``needed``.
    """
    at = version()
    if not at:
        return False
    files = _WRITE_FILE | (_TRUNCATE if at >= 3 else 0) | (_DEVICE if at >= 5 else 0)
    read = _READ_FILE | _READ_FOLDER
    all_ = read | files | _MAKE_AND_REMOVE | (_MOVE if at >= 2 else 0)
    wanted = struct.pack("QQQ", all_, 0, _SIGNALS_AND_SOCKETS if at >= 6 else 0)
    wanted = wanted[:8 if at < 4 else 16 if at < 6 else 24]
    places = [(place, read) for place in (*_beside({os.path.realpath(p) for p in hidden}), *needed)]
    try:
        rules = _call(_CREATE, wanted, len(wanted), 0)
        for place, allowed in ((folder, all_), ("/dev/shm", all_),
                               (os.devnull, files | _READ_FILE), *places):
            _allow(rules, place, allowed)
        ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        _call(_RESTRICT, rules, 0)
        os.close(rules)
        ctypes.CDLL(None).capset(struct.pack("Ii", _CAPABILITIES, 0), bytes(24))
    except OSError:
        return False
    return True


def _allow(rules, place, allowed):
    """Add a rule; a place that is not there needs none."""
    try:
        opened = os.open(place, os.O_PATH)
    except OSError:
        return
    if not os.path.isdir(place):
        allowed &= _READ_FILE | _WRITE_FILE | _TRUNCATE | _DEVICE
    try:
        _call(_ADD, rules, 1, struct.pack("=Qi", allowed, opened), 0)
    finally:
        os.close(opened)


def _beside(hidden, folder="/"):
    """All places of the disk next to ``hidden`` ones, or next to a folder above one."""
    if folder in hidden:
        return
    if not any(Path(place).is_relative_to(folder) for place in hidden):
        yield folder
        return
    ways = {Path(place).relative_to(folder).parts[0] for place in hidden
            if Path(place).is_relative_to(folder)}
    with contextlib.suppress(OSError):  # who cannot list it still knows the way
        ways.update(os.listdir(folder))
    for place in (os.path.join(folder, name) for name in ways):
        if not os.path.islink(place):  # it could lead to a hidden one
            yield from _beside(hidden, place)
