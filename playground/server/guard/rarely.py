"""Keeps a flood out of the log: what goes wrong a thousand times for one cause is told once."""

from __future__ import annotations

import logging
import time

SECONDS = 60.0
"""The time after which the same cause is told again."""
NOISY = ("uvicorn.error", "asyncio")
"""The loggers that write what a stranger's connection makes go wrong."""


class Rarely(logging.Filter):
    """Lets the first record about each cause pass, and the next one after `SECONDS`.

    A cause is the place that writes the record and the place where the error was raised, never what it says: a
    stranger decides that, and could make up any number.
    """

    def __init__(self) -> None:
        super().__init__()
        self._times: dict[object, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        cause, now = (record.pathname, record.lineno, _raised(record)), time.monotonic()
        if now - self._times.get(cause, -SECONDS) < SECONDS:
            return False
        self._times[cause] = now
        return True


def _raised(record: logging.LogRecord) -> object:
    """The type of the record's error, and the line that raised it."""
    kind, _, trace = record.exc_info or (None, None, None)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return kind, trace and (trace.tb_frame.f_code.co_filename, trace.tb_lineno)


_rarely = Rarely()


def tell_rarely() -> None:
    """From now on, such causes are told rarely."""
    for name in NOISY:
        logging.getLogger(name).addFilter(_rarely)
