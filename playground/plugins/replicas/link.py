"""Link: the page's end of the pipe to the bridge. Calls of several threads share it."""

from __future__ import annotations

import enum
import itertools
import logging
import os
import pickle
import queue
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from playground.errors import PlaygroundError
from playground.plugins.replicas.fleet import Fleet, Loading

log = logging.getLogger(__name__)

BRIDGE = "import sys; from playground.plugins.replicas.bridge import main; main(int(sys.argv[1]))"
AGAIN_SECONDS = 1.0
"""Time before another bridge is started in place of one that has ended."""
CHECK_SECONDS = 0.5
"""Time between two looks at whether an answer is still wanted."""
CLOSE_SECONDS = 6
"""Time for the bridge to take the replicas down; then it is killed, and Ray with it. Runs have ended before."""


class Lost(Exception):
    """Whatever computed an answer is gone: a replica, or the way to all of them."""


class Part(enum.StrEnum):
    """What a message of the bridge is."""

    ITEM = "item"
    END = "end"
    LOST = "lost"
    STATE = "state"
    FAULT = "fault"
    """Why Ray could not start; the bridge ends after it."""


@dataclass(frozen=True)
class Message:
    """What goes over the pipe, either way."""

    number: int
    """Of the call that it belongs to; 0 for none."""
    kind: str
    """To the bridge: a method of `Replica`, or `cancel`. From it: a `Part`."""
    payload: bytes = b""

    def packed(self) -> bytes:
        return struct.pack("<QB", self.number, len(self.kind)) + self.kind.encode() + self.payload

    @classmethod
    def read(cls, packed: bytes) -> Message:
        number, length = struct.unpack_from("<QB", packed)
        return cls(number, packed[9 : 9 + length].decode(), packed[9 + length :])


@dataclass(frozen=True, kw_only=True)
class State:
    """How many replicas there are, by what they do, and why the last one could not start; "" if all could."""

    running: int = 0
    starting: int = 0
    stopping: int = 0
    fault: str = ""


class Link:
    """Keeps a bridge up: whenever it ends, another one is started.

    Args:
        tell: called with each new state of the replicas.
    """

    def __init__(self, fleet: Fleet, loading: Loading, tell: Callable[[State], None]) -> None:
        self._start, self._tell = (fleet, loading), tell
        self._numbers = itertools.count(1)
        self._calls: dict[int, queue.SimpleQueue[Message]] = {}
        self._lock = threading.Lock()
        self._pipe: Connection | None = None
        self._bridge: subprocess.Popen[bytes] | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="replicas", daemon=True)
        self._thread.start()

    def call(self, method: str, *values: Any, check: Callable[[], None] = lambda: None) -> Any:
        """Calls a method of some replica.

        Args:
            check: called while it waits; what it raises ends the call there too.

        Raises:
            Lost: the replica is gone, or none can be reached.
            PlaygroundError: as the method.
        """
        (answer,) = self.stream(method, *values, check=check)
        return answer

    def stream(self, method: str, *values: Any, check: Callable[[], None] = lambda: None) -> Generator[Any, None, None]:
        """Yields what a method of some replica yields, and ends it there when this is closed.

        Args:
            check: as `call` takes it.

        Raises:
            Lost, PlaygroundError: as `call`.
        """
        number, news = next(self._numbers), queue.SimpleQueue[Message]()
        with self._lock:
            self._calls[number] = news
        over = False
        try:
            self._send(Message(number, method, pickle.dumps(values)))
            while True:
                try:
                    message = news.get(timeout=CHECK_SECONDS)
                except queue.Empty:
                    check()
                    continue
                over = message.kind in (Part.END, Part.LOST)
                if message.kind == Part.LOST:
                    raise Lost(message.payload.decode())
                if over:
                    return
                answer = pickle.loads(message.payload)
                if isinstance(answer, PlaygroundError):
                    raise answer
                yield answer
        finally:
            with self._lock:
                del self._calls[number]
            if not over:
                self.tell("cancel", number)

    def tell(self, method: str, number: int = 0, *values: Any) -> None:
        """Says something that has no answer, if anybody is there to hear it."""
        with suppress(Lost):
            self._send(Message(number, method, pickle.dumps(values)))

    def close(self) -> None:
        """Takes the replicas down, and Ray if it was started for them."""
        self._closed.set()
        with self._lock:
            if self._pipe is not None:  # a thread is reading it, so closing it would not reach the other end
                with socket.socket(fileno=os.dup(self._pipe.fileno())) as end:
                    end.shutdown(socket.SHUT_RDWR)
            bridge = self._bridge
        if bridge is not None:
            try:
                bridge.wait(CLOSE_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(bridge.pid, signal.SIGKILL)
                bridge.wait()

    def _send(self, call: Message) -> None:
        with self._lock:
            try:
                if self._pipe is None:
                    raise Lost("Ray is not there yet")
                self._pipe.send_bytes(call.packed())
            except OSError as error:
                raise Lost("the way to Ray is broken") from error

    def _keep(self) -> None:
        while not self._closed.is_set():
            pipe, theirs = Pipe()
            command = [sys.executable, "-c", BRIDGE, str(theirs.fileno())]
            # A session of its own: Ctrl-C ends the page first, which then takes the replicas down.
            bridge = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, start_new_session=True
            )
            theirs.close()
            with self._lock:
                self._pipe, self._bridge = pipe, bridge
            fault = self._read(pipe)
            bridge.wait()
            with self._lock:
                self._pipe = None
                calls = [*self._calls.items()]
            for number, news in calls:
                news.put(Message(number, Part.LOST, b"the way to Ray is broken"))
            if not self._closed.is_set():
                log.warning("the bridge to Ray has ended; another one is started")
                self._tell(State(fault=fault or "Ray's head went away, and the replicas with it."))
            self._closed.wait(AGAIN_SECONDS)

    def _read(self, pipe: Connection) -> str:
        """Hands out what the bridge sends until it ends. Returns why it could not start, if it said so."""
        fault = ""
        try:
            pipe.send(self._start)
            while True:
                news = Message.read(pipe.recv_bytes())
                if news.kind == Part.STATE:
                    self._tell(pickle.loads(news.payload))
                    continue
                if news.kind == Part.FAULT:
                    fault = news.payload.decode()
                    continue
                with self._lock:
                    call = self._calls.get(news.number)
                if call is not None:
                    call.put(news)
        except (EOFError, OSError):
            return fault
