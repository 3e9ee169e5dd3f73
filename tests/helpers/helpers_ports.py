"""Ports for servers that tests start."""

import os
import socket


def free_ports():
    """A port that is free with the next one, below those that systems give to connections.

    One that the system chose can have a neighbour in use, and can be given to a connection of
    another worker before the server has it.
    """
    for port in range(20_000 + os.getpid() % 500 * 20, 32_000, 2):
        with socket.socket() as one, socket.socket() as two:
            try:
                one.bind(("127.0.0.1", port))
                two.bind(("127.0.0.1", port + 1))
            except OSError:
                continue
            return port
    raise AssertionError("no two ports are free")
