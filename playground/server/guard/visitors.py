"""Who asks: a visitor has a signed cookie from this server; without one, a visitor is a network address."""

from __future__ import annotations

import ipaddress
import re
import secrets

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette._utils import get_route_path
from starlette.types import ASGIApp, Receive, Scope, Send

from playground.server.guard.answers import refuse
from playground.service.limits import Limits
from playground.service.turns import Visitor

WORK = re.compile(r"/|/config/?|/p/.+|/gradio_api/.+|/tape|/trace|/model")
"""What may be read and makes the server work; the rest are files."""


class Visitors:
    """Puts the `visitor` into the scope and refuses one who asks too often. It needs a session layer around it."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._rates = {
            name: RateLimitItemPerMinute(getattr(limits, name)) for name in ("visitor_requests", "address_requests")
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        visitor = scope["visitor"] = _visitor(scope)
        if scope["method"] == "POST" or WORK.fullmatch(get_route_path(scope)):
            counts = {"visitor_requests": visitor.name, "address_requests": visitor.address}
            if scope["method"] != "POST" and visitor.name == _nameless(visitor.address):
                del counts["visitor_requests"]  # a hall that opens the page has no cookies yet
            for name, who in counts.items():
                if not self._limiter.hit(self._rates[name], name, who):
                    sentence = str(self._limits.refuse(name))
                    return await refuse(429, sentence, **{"Retry-After": "60"})(scope, receive, send)
        await self._app(scope, receive, send)


def _visitor(scope: Scope) -> Visitor:
    address = _network(scope["client"][0] if scope.get("client") else "")
    name = scope["session"].get("visitor")
    if name is None and scope["method"] == "GET" and scope["path"] == "/":
        scope["session"]["visitor"] = secrets.token_urlsafe(12)
    return Visitor(name or _nameless(address), address)


def _nameless(address: str) -> str:
    """The name of all visitors without a cookie at an address."""
    return f"at {address}"


def _network(address: str) -> str:
    """The network of an address: the first half for IPv6, which is what one household or hall gets; all of IPv4."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((known, 64), strict=False)) if known.version == 6 else str(known)
