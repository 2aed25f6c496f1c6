"""The routes of published runs: the page publishes and takes down, and anyone with a link reads.

POST /publish            the bytes of a trace    -> {id, token, days}
POST /publish/down       {id, token}             -> {}
GET  /p/ID               a page that plays the run
GET  /p/ID.trace         its trace
"""

from __future__ import annotations

import base64

import anyio
from anyio.to_thread import run_sync
from limits import RateLimitItemPerHour
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from playground.errors import PublishError
from playground.export.page import POLICY, filled, template
from playground.export.run import Run
from playground.limits import Limits
from playground.published import Published
from playground.service.turns import NOBODY
from playground.ui.own_routes import answered, json_body

UNLISTED = {"X-Robots-Tag": "noindex, nofollow", "Cache-Control": "no-cache"}
"""Search engines leave it out, and a run that is taken down is gone at once."""
NOTE = "A published run. Whoever has this link sees all of it, its prompt and its system prompt too."
PAGES_AT_ONCE = 2
"""How many pages are made at the same time; others wait."""


class PublishedRoutes:
    """Answers those who publish and those who read."""

    def __init__(self, published: Published, limits: Limits) -> None:
        self._published, self._limits = published, limits
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._rate = RateLimitItemPerHour(limits.address_published)
        self._making = anyio.CapacityLimiter(PAGES_AT_ONCE)

    def routes(self) -> list[Route]:
        return [
            Route("/publish", answered(self._publish), methods=["POST"]),
            Route("/publish/down", answered(self._down), methods=["POST"]),
            Route("/p/{id}.trace", answered(self._trace)),
            Route("/p/{id}", answered(self._page)),
        ]

    async def _publish(self, request: Request) -> Response:
        address = request.scope.get("visitor", NOBODY).address
        if not self._limiter.hit(self._rate, "publish", address):
            raise self._limits.refuse("address_published")
        receipt = await run_sync(self._published.publish, await request.body())
        return JSONResponse({"id": receipt.id, "token": receipt.token, "days": self._limits.published_days})

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
        written = await run_sync(self._written, request.path_params["id"], limiter=self._making)
        return HTMLResponse(written, headers={**UNLISTED, "Content-Security-Policy": POLICY})

    def _written(self, id: str) -> str:
        trace = self._published.trace(id)
        runs = [{"name": id, "trace": base64.b64encode(trace.to_bytes()).decode()}]
        told = {"runs": runs, "note": NOTE, "opens": f"../#published={id}"}
        return filled(template(), Run(name=id, trace=trace).title, told)
