"""The routes of published runs: the page publishes and takes down, and anyone with a link reads.

POST /publish            the bytes of a trace    -> {id, token, days}
POST /publish/down       {id, token}             -> {}
GET  /p/ID               a page that plays the run
GET  /p/ID.trace         its trace
"""

from __future__ import annotations

import base64
from collections import OrderedDict

import anyio
from anyio.to_thread import run_sync
from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from playground.export.page import POLICY, filled, template
from playground.export.run import line_of
from playground.plugins.publish.published import Published, PublishError
from playground.server.routes import json_body, routes, sender_of
from playground.service.limits import Limits

UNLISTED = {"X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-cache"}
"""Search engines leave it out, and a run that is taken down is gone at once."""
NOTE = "A published run. Whoever has this link sees all of it, its prompt and its system prompt too."
AT_ONCE = 2
"""How many runs are read, and how many pages are made, at the same time; others wait, without a thread."""
WAITING = 16
"""How many runs may wait to be read: what was sent of them is held meanwhile."""
BUSY = "The server reads other runs just now: publish yours again in a moment."
PAGES_BYTES = 64 << 20
"""The memory for pages that were made."""


class PublishedRoutes:
    """Answers those who publish and those who read."""

    def __init__(self, published: Published, limits: Limits) -> None:
        self._published, self._limits = published, limits
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._rate = RateLimitItemPerHour(limits["address_published"])
        self._reading, self._making = anyio.CapacityLimiter(AT_ONCE), anyio.CapacityLimiter(AT_ONCE)
        self._taken = 0
        """Runs that are read or wait to be read; counted here, as a limiter learns of a waiting one a moment later."""
        self._pages: OrderedDict[str, bytes] = OrderedDict()
        """By the stamps of their files, so that none outlives its file; those first that were read longest ago."""

    def routes(self) -> list[Route]:
        return [
            *routes({"POST /publish": self._publish}, body="published_bytes"),
            *routes({"POST /publish/down": self._down, "GET /p/{id}.trace": self._trace, "GET /p/{id}": self._page}),
        ]

    async def _publish(self, request: Request) -> Response:
        if self._taken >= AT_ONCE + WAITING:
            return JSONResponse({"detail": BUSY}, 503)
        address = sender_of(request).address
        if not self._limiter.hit(self._rate, "publish", address):
            raise self._limits.refuse("address_published")
        body = await request.body()
        if self._taken >= AT_ONCE + WAITING:  # others came while this one was sent
            return JSONResponse({"detail": BUSY}, 503)
        self._taken += 1
        try:
            receipt = await run_sync(self._published.publish, body, limiter=self._reading)
        finally:
            self._taken -= 1
        return JSONResponse({"id": receipt.id, "token": receipt.token, "days": self._limits["published_days"]})

    async def _down(self, request: Request) -> Response:
        body = await json_body(request)
        id, token = body.get("id"), body.get("token")
        if not isinstance(id, str) or not isinstance(token, str):
            raise PublishError("Taking a run down needs its id and its token, both as text.")
        await run_sync(self._published.take_down, id, token)
        return JSONResponse({})

    async def _trace(self, request: Request) -> Response:
        id = request.path_params["id"]
        packed = await run_sync(self._published.packed, id)
        return Response(packed, media_type="application/octet-stream", headers=UNLISTED)

    async def _page(self, request: Request) -> Response:
        id = request.path_params["id"]
        async with self._making:
            stamp = await run_sync(self._published.stamp, id)
            if stamp not in self._pages:
                self._pages[stamp] = await run_sync(self._written, id)
        self._pages.move_to_end(stamp)
        page = self._pages[stamp]
        while sum(map(len, self._pages.values())) > PAGES_BYTES:
            self._pages.popitem(last=False)
        return HTMLResponse(page, headers={**UNLISTED, "Content-Security-Policy": POLICY})

    def _written(self, id: str) -> bytes:
        packed, description = self._published.read(id)
        runs = [{"name": id, "trace": base64.b64encode(packed).decode()}]
        content = {"runs": runs, "note": NOTE, "opens": f"../#published={id}"}
        return filled(template(), line_of(description.header.prompt) or id, content).encode()
