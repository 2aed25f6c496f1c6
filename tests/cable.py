"""What lies between a browser and a server, and can be cut: the browser then sees what it sees of a dead server."""

import socket
import threading
from contextlib import suppress

from workshop.bench.page import free_port


class Cable:
    """Attributes: the port that the browser knows."""

    def __init__(self):
        self.port = free_port()
        self._ends = []

    def plug(self, port):
        """From now on a server is there: the one on this port."""
        door = socket.create_server(("127.0.0.1", self.port))
        self._ends.append(door)
        threading.Thread(target=self._open, args=(door, port), daemon=True).start()

    def cut(self):
        for end in self._ends:
            with suppress(OSError):  # it has gone by itself
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def _open(self, door, port):
        with suppress(OSError):  # until it is cut
            while True:
                browser, _ = door.accept()
                server = socket.create_connection(("127.0.0.1", port))
                self._ends += [browser, server]
                for source, sink in ((browser, server), (server, browser)):
                    threading.Thread(target=_carry, args=(source, sink), daemon=True).start()


def _carry(source, sink):
    with suppress(OSError):  # until it is cut
        while sent := source.recv(1 << 16):
            sink.sendall(sent)
        sink.shutdown(socket.SHUT_WR)
