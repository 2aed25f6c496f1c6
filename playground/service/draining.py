"""Ends a server: without losing what it does if it is asked to (SIGTERM), and at once if it can compute nothing.

Runs that go on when it is asked to may end, others are refused.
"""

from __future__ import annotations

import logging
import os
import signal
import time
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from playground.service.service import Service

DRAIN_SECONDS = 20.0
"""The longest that runs may go on. With what the server itself needs to end, it stays below 30 seconds."""
TELL_SECONDS = 2.0
"""The time for the last messages to reach those who read."""
BROKEN = 70
"""The exit code of a server that can compute nothing any more, so that a supervisor starts it again."""
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


def give_up() -> NoReturn:
    """Ends this process with the code `BROKEN`, once the last messages have had time to reach those who read."""
    time.sleep(TELL_SECONDS)
    logging.shutdown()
    os._exit(BROKEN)  # the GPU's libraries would hold a process that ends as usual


def _empty(service: Service, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while len(service.turns) and time.monotonic() < end:
        time.sleep(_PAUSE)
    return not len(service.turns)


def _raise(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise Terminated
