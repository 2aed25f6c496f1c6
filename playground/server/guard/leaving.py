"""Work that ends when whoever waits for it has gone."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import TypeVar

import anyio
from starlette.types import Receive

T = TypeVar("T")


class Gone(Exception):
    """Nobody waits for the work any more; it has been cancelled."""


async def until(gone: Awaitable[object], work: Awaitable[T]) -> T:
    """What `work` gives, or its error.

    Raises:
        Gone: `gone` came first.
    """
    result: list[T] = []
    failed: Exception | None = None
    async with anyio.create_task_group() as group:

        async def watch() -> None:
            await gone
            group.cancel_scope.cancel()

        group.start_soon(watch)
        try:
            result.append(await work)
        except Exception as error:  # a group would wrap it
            failed = error
        group.cancel_scope.cancel()
    if failed is not None:
        raise failed
    if not result:
        raise Gone
    return result[0]


async def disconnected(receive: Receive) -> None:
    """Returns when the client of a request whose body has been read has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
