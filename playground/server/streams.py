"""Server-sent events that hold no thread, and no memory for readers that are too slow."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable

from starlette.responses import StreamingResponse
from starlette.types import Send

SLOW_SECONDS = 30.0
"""A reader that takes in nothing for so long is dropped."""


class EventStream(StreamingResponse):
    """The stream of events, each already written as such."""

    def __init__(self, events: AsyncIterable[bytes]) -> None:
        # The second header keeps a proxy from holding the stream back.
        super().__init__(
            events, media_type="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        )

    async def stream_response(self, send: Send) -> None:
        """Sends it. It is never further ahead of its reader than the connection itself."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.body_iterator:
            async with asyncio.timeout(SLOW_SECONDS):
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


PULSE = b": \n\n"
"""A sign of life."""


def event(text: str, number: int | None = None) -> bytes:
    """One event with a line of data; a reader that comes back says the `number` of the last one that it has."""
    return (f"id: {number}\n" if number is not None else "").encode() + f"data: {text}\n\n".encode()
