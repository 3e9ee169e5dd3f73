"""The box of a hand-in on Linux: what a process and its threads may do from now on. No privileges.

Landlock (Linux 5.13) decides which files are read, and that files are made and written in one
folder only. seccomp decides the rest: no other process can be started, signalled or inspected;
there is no network and no shared memory; modes and times of files stay; nothing is left when the
process ends. `calls.txt` has each system call that is not carried out. If one of the two is
missing, and on other systems, there is no box: `missing` says why, and `lock` raises.

Still open: whether a path exists and how large it is, what the time is, and the processor.
"""

import contextlib
import ctypes
import errno
import functools
import os
import platform
import stat
import struct
import sys
from importlib import resources
from pathlib import Path

THREADS, FILES, DEPTH = 64, 5000, 50
DISK, FILE, OPEN = 200_000_000, 20_000_000, 128  # bytes in all, and of one file; files at once
WAYS = ("`--sandbox` runs them in WebAssembly, out of reach of your files and the network; "
        "`--unconfined` with your own rights, like a notebook you open: for files you trust.")
# What Python and its libraries read of a system
SYSTEM = ("/usr", "/lib", "/lib64", "/nix/store", "/gnu/store", "/etc/ld.so.cache",
          "/etc/localtime", "/etc/fonts", "/dev/zero", "/dev/urandom", "/sys/devices/system/cpu")

_CREATE, _ADD, _RESTRICT = 444, 445, 446  # system calls, the same on all machines
_NO_NEW_PRIVILEGES, _SECCOMP, _BY_FILTER = 38, 22, 2  # of prctl
_CAPABILITIES = 0x20080522  # the version of the structure below
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_WRITE_FILE, _TRUNCATE, _DEVICE = 1 << 1, 1 << 14, 1 << 15
_MAKE_AND_REMOVE = sum(1 << bit for bit in range(4, 13))
_MOVE = 1 << 13
_TCP, _SIGNALS_AND_SOCKETS = 3, 3
# Kinds of machine, as the kernel names them to a filter, and their column in calls.txt
_MACHINES = {"x86_64": (0xC000003E, 1), "aarch64": (0xC00000B7, 2)}
_LOAD, _EQUAL, _ABOVE, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x54, 0x06
_ALLOW, _ANSWER, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # offsets in what a filter looks at
_THREAD = 0x10000
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal, what waits to be read
_FCNTL = (8, 10, 15, 1024, 1026)  # signals to others, and leases
_PRCTL = (1, 4)  # to outlive its parent, and to be hidden from it


def missing():
    """Why a box is not possible here, in words; "" if it is."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32 or platform.machine() not in _MACHINES:
        return f"there is none for {platform.system()} on {platform.machine()}"
    if not version():
        return "this Linux has no Landlock, or its use is not allowed here"
    # a filter that is nowhere: a kernel that knows filters says that the address is bad
    if ctypes.CDLL(None, use_errno=True).prctl(_SECCOMP, _BY_FILTER, None, 0, 0) == 0 or (
            ctypes.get_errno() != errno.EFAULT):
        return "this Linux has no seccomp filters, or their use is not allowed here"
    return ""


def version():
    """Landlock's version here; 0 where there is none."""
    try:
        return _call(_CREATE, None, 0, 1)
    except (OSError, AttributeError):
        return 0


def lock(folder, readable=()):
    """Confine this process, which has one thread, to ``folder`` and to reading ``readable``.

    OSError where that is not possible.
    """
    at, program = version(), b"".join(struct.pack("HBBI", *step) for step in _program(os.getpid()))
    files = _WRITE_FILE | (_TRUNCATE if at >= 3 else 0) | (_DEVICE if at >= 5 else 0)
    read = _READ_FILE | _READ_FOLDER
    all_ = read | files | _MAKE_AND_REMOVE | (_MOVE if at >= 2 else 0)
    handled = struct.pack("QQQ", all_, _TCP if at >= 4 else 0,
                          _SIGNALS_AND_SOCKETS if at >= 6 else 0)
    handled = handled[:8 if at < 4 else 16 if at < 6 else 24]
    rules = _call(_CREATE, handled, len(handled), 0)
    for place, allowed in ((folder, all_), (os.devnull, files | _READ_FILE),
                           *((place, read) for place in readable)):
        _allow(rules, place, allowed)
    _control(_NO_NEW_PRIVILEGES, 1)
    _call(_RESTRICT, rules, 0)
    os.close(rules)
    ctypes.CDLL(None).capset(struct.pack("Ii", _CAPABILITIES, 0), bytes(24))
    held = ctypes.create_string_buffer(program, len(program))
    _control(_SECCOMP, _BY_FILTER, ctypes.byref(ctypes.create_string_buffer(
        struct.pack("HxxxxxxQ", len(program) // 8, ctypes.addressof(held)), 16)))


def _call(number, *arguments):
    value = ctypes.CDLL(None, use_errno=True).syscall(number, *arguments)
    if value < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return value


def _control(option, *arguments):
    more = [*arguments, 0, 0, 0, 0][:4]
    if ctypes.CDLL(None, use_errno=True).prctl(option, *more) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


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


@functools.cache
def _calls():
    """Answers to system calls: number of the error by number of the call; and numbers by name."""
    column, answers, numbers = _MACHINES[platform.machine()][1], {}, {}
    text = resources.files(__package__).joinpath("calls.txt").read_text(encoding="utf-8")
    answer = None
    for line in text.splitlines():
        if line.endswith(":"):
            answer = line[:-1]
        elif line and not line.startswith("#"):
            for words in (entry.split() for entry in line.split(",") if entry.strip()):
                if words[column] != "-":
                    numbers[words[0]] = int(words[column])
                    if answer in ("OK", "EPERM", "ENOTSUP", "ENOSYS"):
                        answers[numbers[words[0]]] = getattr(errno, answer, 0)
    return answers, numbers


def _program(pid):
    """The filter: steps of (code, jump if so, jump if not, number); each rule ends with an answer.

    No other process is there, so that a signal's one right address is known.
    """
    answers, numbers = _calls()
    yield _LOAD, 0, 0, _MACHINE
    yield _EQUAL, 1, 0, _MACHINES[platform.machine()][0]
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER
    yield _ABOVE, 0, 1, numbers["LAST"]  # also the numbers of x32
    yield _RETURN, 0, 0, _ANSWER | errno.ENOSYS
    for number, answer in answers.items():
        yield _EQUAL, 0, 1, number
        yield _RETURN, 0, 0, _ANSWER | answer
    only, never = (_ALLOW, _ANSWER | errno.EPERM), (_ANSWER | errno.EPERM, _ALLOW)
    for name, at, listed, (inside, outside) in (
            ("kill", 0, (pid,), only), ("tgkill", 0, (pid,), only),
            ("prlimit64", 0, (0, pid), only), ("sched_setaffinity", 0, (0, pid), only),
            ("prctl", 0, _PRCTL, never), ("fcntl", 1, _FCNTL, never),
            ("ioctl", 1, _IOCTL, (_ALLOW, _ANSWER | errno.ENOTTY))):
        yield from _rule(numbers[name], at, (), [(_EQUAL, value) for value in listed], inside,
                         outside)
    yield from _rule(numbers["clone"], 0, (), [(_ANY_BIT, _THREAD)], *only)
    # of datagrams one could be sent to any socket that has a name
    yield from _rule(numbers["socketpair"], 1, [(_AND, 0, 0, 0xF)], [(_EQUAL, 1)], *only)
    emptied = os.O_TRUNC  # a file that is opened to be read: before Linux 6.2 Landlock lets it pass
    for name, at in (("open", 1), ("openat", 2)):
        if name in numbers:
            yield from _rule(numbers[name], at, [(_AND, 0, 0, emptied | os.O_ACCMODE)],
                             [(_EQUAL, emptied)], *never)
    yield _RETURN, 0, 0, _ALLOW


def _rule(number, argument, steps, tests, inside, outside):
    """For one call: ``inside`` if a test of its argument is met, else ``outside``."""
    body = [(_LOAD, 0, 0, _ARGUMENTS + 8 * argument), *steps]
    for code, value in tests:
        body += [(code, 0, 1, value), (_RETURN, 0, 0, inside)]
    return [(_EQUAL, 0, len(body) + 1, number), *body, (_RETURN, 0, 0, outside)]


def limit():
    """The system's own limits, which stay: of files, and none of a crash."""
    import resource

    for what, most in ((resource.RLIMIT_FSIZE, FILE), (resource.RLIMIT_NOFILE, OPEN),
                       (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(what, (most, most))
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with contextlib.suppress(OSError):  # where memory ends, it goes before all others
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def importable(folder):
    """Modules and packages in a folder that also has other things."""
    with contextlib.suppress(OSError):
        for path in Path(folder).iterdir():
            if path.suffix in (".py", ".so") or (path / "__init__.py").is_file():
                yield path


class Budget:
    """What a process in the box may use, looked at from outside: no limit of the system says it.

    Its threads besides the first come last where others want the processor.
    """

    def __init__(self, pid, folder):
        self._pid, self._folder, self._last = pid, folder, set()

    def spent(self):
        """Which limit it has exceeded, in words; "" if none."""
        with contextlib.suppress(OSError, ValueError):  # it has ended
            threads = set(os.listdir(f"/proc/{self._pid}/task"))
            for thread in threads - self._last - {str(self._pid)}:
                os.setpriority(os.PRIO_PROCESS, int(thread), 19)
            self._last = threads
            if len(threads) > THREADS:
                return f"it had more than {THREADS} threads"
            return self._on_disk()
        return ""

    def _on_disk(self):
        blocks, count, folders = 0, 0, [(self._folder, 0)]
        for name in os.listdir(f"/proc/{self._pid}/fd"):  # a file that is deleted and still open
            with contextlib.suppress(OSError):
                one = os.stat(f"/proc/{self._pid}/fd/{name}")
                blocks += one.st_blocks if stat.S_ISREG(one.st_mode) and not one.st_nlink else 0
        while folders and count <= FILES and blocks * 512 <= DISK:
            folder, depth = folders.pop()
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    count += 1
                    blocks += entry.stat(follow_symlinks=False).st_blocks
                    if entry.is_dir(follow_symlinks=False):
                        folders.append((entry.path, depth + 1))
            if depth > DEPTH:
                return f"it made folders in folders, more than {DEPTH}"
        if count > FILES:
            return f"it made more than {FILES} files"
        return f"it made files of more than {DISK / 1e6:.0f} MB" if blocks * 512 > DISK else ""
