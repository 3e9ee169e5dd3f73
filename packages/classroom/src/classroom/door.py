"""The door of the students' port: how many may come in, and what the terminal says about it.

The limit on open files is raised to what the system allows; some are kept back for the teacher's
pages, and no address may take more than its share. Each problem is one line, once.
"""

import ipaddress
import logging
import os
import socket
import sys
from collections import Counter
from urllib.parse import urlsplit

import tornado.httpserver

RESERVE = 64  # open files that students never get: the teacher's pages, the disk, Python
MOST, MOST_OF_ONE = 9000, 4500  # connections of all, and of one address, where files allow it
SILENT = 15  # seconds in which a request has to be there, once it began or the last one ended


def raise_files():
    """Raise the number of files that may be open; return it."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are no files
        return MOST + RESERVE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wanted in (65_536, 10_240, hard):
        if soft < wanted and (hard == resource.RLIM_INFINITY or wanted <= hard):
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                return wanted
            except (ValueError, OSError):
                continue
    return soft


class Door(tornado.httpserver.HTTPServer):
    """A server that counts its connections: those above the limits are closed at once."""

    def initialize(self, *arguments, files=MOST + RESERVE, **options):
        """Take the arguments of tornado's server, and how many files may be open."""
        super().initialize(*arguments, idle_connection_timeout=SILENT, body_timeout=SILENT,
                           **options)
        self.most = max(16, min(MOST, files - RESERVE))
        self.most_of_one = min(MOST_OF_ONE, max(8, self.most // 2))
        self.open, self.turned_away = Counter(), 0

    def handle_stream(self, stream, address):
        """Let a connection in, or not."""
        if self.open.total() >= self.most or self.open[address[0]] >= self.most_of_one:
            self.turned_away += 1
            logging.getLogger(__name__).warning(
                "%d connections are open, the most here is %d (%d for one address): more are "
                "turned away", self.open.total(), self.most, self.most_of_one)
            stream.close()
            return
        self.open[address[0]] += 1
        super().handle_stream(stream, address)

    def on_close(self, server_conn):
        """Note that one is closed."""
        super().on_close(server_conn)
        address = server_conn.context.address[0]
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


def turned_away(servers):
    """Connections that were closed at once, for the desk."""
    count = sum(server.turned_away for server in servers)
    return {"connections": count} if count else {}


class Once(logging.Handler):
    """One line in the terminal for each place that has something to say; no tracebacks."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self._said = set()

    def emit(self, record):
        """Print a record, if it is the first of its place."""
        place = record.name, record.lineno, record.exc_info and record.exc_info[0]
        if place not in self._said:
            self._said.add(place)
            error = record.exc_info and record.exc_info[1]
            said = record.getMessage().split("\n")[0][:200]
            print(f"{said}{f' ({error!r})' if error else ''}; said once", file=sys.stderr)


def say_once():
    """Print each log record of the servers as a single line."""
    for name in ("tornado", "asyncio", __package__):
        logger = logging.getLogger(name)
        if not any(isinstance(one, Once) for one in logger.handlers):
            logger.addHandler(Once())
            logger.propagate = False


def own_names(*more):
    """Names under which this machine may be called, besides its addresses.

    ``COURSE_ROOM_HOST`` adds the name of a proxy or a tunnel.
    """
    name = socket.gethostname().lower()
    return {"localhost", name, f"{name.partition('.')[0]}.local", *more,
            *os.environ.get("COURSE_ROOM_HOST", "").lower().split()}


def is_named(host, names):
    """Whether a Host header contains an address or one of these names. Somebody else's page can
    point a name of its own at this machine (DNS rebinding) and read what is here as its own pages:
    then the header contains that name, not an address.

    >>> is_named("192.168.1.7:8778", ()), is_named("Localhost:1", {"localhost"})
    (True, True)
    >>> is_named("evil.example:8778", {"localhost"}), is_named("[::1", ()), is_named("", ())
    (False, False, False)
    """
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name in names or bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def is_own(address):
    """Whether an address belongs to this machine: only here can a socket have it."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True
