"""Computes an answer for whoever asks, where that takes as long as a run."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import Request

from playground.errors import EngineError, LimitError
from playground.server.routes import sender_of
from playground.service import Service
from playground.service.faults import refused
from playground.service.slot import Check
from playground.service.turns import Visitor

Answer = dict[str, Any]


class Computing:
    """Computes in threads. What it computes takes a turn as a run does, and who finds no room is refused at once.

    Work ends before its next pass when whoever asked has gone, or after the time that a run may take.

    Args:
        failure: what could not be done in this time, such as "This step could not be computed again".
    """

    def __init__(self, service: Service, failure: str) -> None:
        self._service, self._failure = service, failure
        self._threads = CapacityLimiter(service.limits.runs + 1)

    async def answer(self, compute: Callable[[Visitor, Check], Answer], request: Request) -> Answer:
        """What `compute` returns, or why it could not, in one sentence under `refused`. The request has been read."""
        left, seconds = threading.Event(), self._service.limits.run_seconds
        end = time.monotonic() + seconds

        def check() -> None:
            if left.is_set():
                raise EngineError("Nobody waits for this any more.")
            if time.monotonic() > end:
                raise LimitError(f"{self._failure} within {seconds:,} seconds, the most that it may take here.")

        def computed() -> Answer:
            try:
                self._service.check_open()
                return compute(sender_of(request), check)
            except Exception as error:
                return {"refused": refused(error).sentence}

        noticing = asyncio.create_task(_notice(request, left))
        try:
            return await run_sync(computed, limiter=self._threads, abandon_on_cancel=True)
        finally:
            left.set()
            noticing.cancel()


async def _notice(request: Request, left: threading.Event) -> None:
    """Waits until whoever sent the request, which has been read, has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    left.set()
