"""A kernel's messages reach the page at once.

A Jupyter server leaves it to TCP when a message goes (Nagle's algorithm): while one is on its way
the next waits for its receipt, which a browser gives up to 40 ms later. So a cell right after a key
on an explorer took 40 ms more, and every picture waited for the "busy" before it.
"""

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection


class Prompt(ZMQChannelsWebsocketConnection):
    """The connection of a page with its kernel, without that wait."""

    def connect(self):
        """Tell the socket, then continue as usual."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()
