"""Who asks, and whether they may: through which proxy, under which name of the server, and how often."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlsplit

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, SlidingWindowCounterRateLimiter
from starlette._utils import get_route_path
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware, _TrustedHosts

from playground.errors import PolicyError
from playground.server.guard.answers import refuse
from playground.server.routes import user_of
from playground.service.account import Account
from playground.service.limits import Limits, on_space
from playground.service.turns import Visitor

HUB = "https://huggingface.co"
"""The site that shows a Space's page in a frame."""
SPACE_PROXIES = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16"
"""The networks of the router in front of a Space's container: private ones, which nobody else can use to reach it."""
_NAME = re.compile(r"[a-z0-9.-]+", re.I)
_HOST = re.compile(r"(?:([a-z0-9._-]+)|\[([0-9a-f:.]+)\])(?::\d{1,5})?", re.I | re.ASCII)
"""What a Host header may be: a name or an address, in brackets if it is one of IPv6, and perhaps a port."""
_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:\d+)?", re.I)
CLAIMS = (b"x-forwarded-", b"x-gradio-server")
"""How headers begin that say where a request comes from. Gradio believes them all."""
READING = ("GET", "HEAD", "OPTIONS")
FREE = re.compile(r"/playground/.+|/readyz")
"""What may be read and costs next to nothing: the page's own files, and whether the server is ready."""


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Who may reach the page.

    Raises:
        PolicyError: a host is not a name, an origin does not begin with http or https, or a proxy is not an address.
    """

    hosts: tuple[str, ...] = ()
    """Names of the page, besides `localhost` and bare addresses."""
    embed_hosts: tuple[str, ...] = ()
    """Origins, such as https://example.org, whose pages may show this one in a frame."""
    origins: tuple[str, ...] = ()
    """Origins whose scripts may call this server."""
    proxies: str = ""
    """Addresses and networks, separated by commas, whose `X-Forwarded-For`, `-Host`, `-Proto` and `-Prefix` are
    trusted."""

    def __post_init__(self) -> None:
        for host in self.hosts:
            if not _NAME.fullmatch(host):
                raise PolicyError(f"The host {host!r} is not a name; give one such as example.org, without a port.")
        for origin in (*self.embed_hosts, *self.origins):
            if not _ORIGIN.fullmatch(origin):
                raise PolicyError(f"{origin!r} is not an origin; give one such as https://example.org.")
        for proxy in filter(None, self.proxies.split(",")):
            if proxy.strip() == "*":
                continue  # every proxy, as the middleware reads it
            try:
                ipaddress.ip_network(proxy.strip())
            except ValueError as error:
                raise PolicyError(
                    f"The proxy {proxy.strip()!r} is not an address or a network; give one such as 10.0.0.7 or "
                    "10.0.0.0/8."
                ) from error

    @cached_property
    def trusted(self) -> _TrustedHosts:
        """The addresses of the proxies."""
        return _TrustedHosts(self.proxies)

    def here(self) -> Policy:
        """The same; on a Space, with what every Space needs."""
        if not on_space():
            return self
        name = os.environ.get("SPACE_HOST", "")
        return replace(
            self,
            hosts=(*self.hosts, *([name] if name else ())),
            embed_hosts=self.embed_hosts or (HUB,),
            proxies=self.proxies or SPACE_PROXIES,
        )


class Proxies:
    """Believes trusted proxies about a visitor's address and scheme, and takes such headers away from all others."""

    def __init__(self, app: ASGIApp, policy: Policy) -> None:
        self._app = app
        self._believing = ProxyHeadersMiddleware(app, policy.proxies)  # type: ignore[arg-type]
        self._trusted = policy.trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if (client := scope.get("client")) and client[0] in self._trusted:
            scheme = Headers(scope=scope).get("x-forwarded-proto")
            if scheme is not None:  # each proxy of a chain adds its own; the first one saw the visitor
                scope = {**scope, "headers": [*scope["headers"]]}
                MutableHeaders(scope=scope)["x-forwarded-proto"] = scheme.partition(",")[0].strip().lower()
            return await self._believing(scope, receive, send)  # type: ignore[arg-type]
        headers = [header for header in scope["headers"] if not header[0].startswith(CLAIMS)]
        await self._app({**scope, "headers": headers}, receive, send)


class Hosts:
    """Answers only under the server's names, and only the sites whose scripts may call it.

    A page of another site must not reach a server on somebody's own computer: neither through a name that suddenly
    points here (DNS rebinding), which the Host header shows, nor through a form or a script that posts here, which the
    Origin header shows. A bare address cannot be rebound and is always accepted.
    """

    def __init__(self, app: ASGIApp, policy: Policy) -> None:
        self._app = app
        self._names = {"localhost", *(host.lower() for host in policy.hosts)}
        self._origins = {origin.lower() for origin in policy.origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        hosts = [headers.get("host", ""), *headers.getlist("x-forwarded-host")]
        for host in hosts:
            if not self._is_ours(host):
                sentence = "This server does not answer to this name; the person who runs it can use --allow-host."
                return await refuse(421, sentence)(scope, receive, send)
        origin = headers.get("origin", "").lower()
        ours = not origin or origin in self._origins or urlsplit(origin).netloc in map(str.lower, hosts)
        if scope["method"] not in READING and not ours:
            return await refuse(403, "Pages of other sites may not call this server.")(scope, receive, send)
        # Gradio would allow every origin to read the answers. An outer layer tells those that may.
        mutable = MutableHeaders(scope=scope)
        del mutable["origin"]
        await self._app(scope, receive, send)

    def _is_ours(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name, address = match.groups()
        if name is not None and name.lower() in self._names:
            return True
        try:
            return bool(ipaddress.IPv4Address(name) if address is None else ipaddress.IPv6Address(address))
        except ValueError:
            return False


class Visitors:
    """Puts the `visitor` into the scope and refuses one who asks too often. It needs a session layer around it.

    A visitor has a signed cookie from this server; without one, a visitor is a network address.

    Args:
        login: has the server logins? Then visitors with another login are others.
    """

    def __init__(self, app: ASGIApp, limits: Limits, login: bool = False) -> None:
        self._app, self._limits, self._login = app, limits, login
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._rates = {
            name: RateLimitItemPerMinute(getattr(limits, name)) for name in ("visitor_requests", "address_requests")
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        visitor = scope["visitor"] = _visitor(scope, user_of(Request(scope)) if self._login else None)
        if scope["method"] == "POST" or not FREE.fullmatch(get_route_path(scope)):
            counts = {"visitor_requests": visitor.name, "address_requests": visitor.address}
            if scope["method"] != "POST" and visitor.name == _nameless(visitor.address):
                del counts["visitor_requests"]  # a hall that opens the page has no cookies yet
            for name, key in counts.items():
                if not self._limiter.hit(self._rates[name], name, key):
                    sentence = str(self._limits.refuse(name))
                    return await refuse(429, sentence, **{"Retry-After": "60"})(scope, receive, send)
        await self._app(scope, receive, send)


def _visitor(scope: Scope, login: str | None) -> Visitor:
    address = _network(scope["client"][0] if scope.get("client") else "")
    name = scope["session"].get("visitor")
    if name is None and scope["method"] == "GET" and scope["path"] == "/":
        scope["session"]["visitor"] = secrets.token_urlsafe(12)
    return Visitor(name or _nameless(address), address, login)


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


class LoginTries:
    """Refuses an address that has tried too many wrong passwords, right ones too. It needs the visitor in the scope."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app, self._limits = app, limits
        self._storage = MemoryStorage()
        self._limiter = FixedWindowRateLimiter(self._storage)
        self._rate = RateLimitItemPerMinute(limits.address_logins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST" or get_route_path(scope).rstrip("/") != "/login":
            return await self._app(scope, receive, send)
        address = scope["visitor"].address
        # Each try counts as wrong until it was right, so that none gets through beside others.
        if not self._limiter.hit(self._rate, address):
            sentence = str(self._limits.refuse("address_logins"))
            return await refuse(429, sentence, **{"Retry-After": "60"})(scope, receive, send)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                self._storage.decr(self._rate.key_for(address))
            await send(message)

        await self._app(scope, receive, answer)


class ErrorCounter:
    """Counts the requests that are answered with an error, by their status."""

    def __init__(self, app: ASGIApp, account: Account) -> None:
        self._app, self._account = app, account

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] >= 400:
                self._account.requests.labels(message["status"]).inc()
            await send(message)

        await self._app(scope, receive, answer)
