"""Ends a server that is asked to (SIGTERM) without losing what it does: runs that go on may end, others are refused."""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from playground.service.service import Service

DRAIN_SECONDS = 20.0
"""The longest that runs may go on. With what the server itself needs to end, it stays below 30 seconds."""
TELL_SECONDS = 2.0
"""The time for the last messages to reach those who read."""
_PAUSE = 0.05


class Terminated(BaseException):
    """The process was asked to end."""


def terminable() -> None:
    """From now on SIGTERM raises `Terminated` in the main thread, in which this must be called."""
    signal.signal(signal.SIGTERM, _raise)


def drain(service: Service, seconds: float = DRAIN_SECONDS) -> None:
    """Takes no new runs, and lets those that go on end. After `seconds` they end at their next step and are kept."""
    service.close()
    if not _empty(service, seconds):
        for tape in service.tapes.live():
            tape.stop()
        _empty(service, TELL_SECONDS)
    time.sleep(TELL_SECONDS if service.tapes.readers else 0)


def _empty(service: Service, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while len(service.turns) and time.monotonic() < end:
        time.sleep(_PAUSE)
    return not len(service.turns)


def _raise(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise Terminated
