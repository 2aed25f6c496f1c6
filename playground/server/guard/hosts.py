"""The names under which the server answers, and the sites whose scripts may call it.

A page of another site must not reach a server on somebody's own computer: neither through a name that suddenly points
here (DNS rebinding), which the Host header shows, nor through a form or a script that posts here, which the Origin
header shows. A bare address cannot be rebound and is always accepted.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

from playground.server.guard.answers import refuse
from playground.server.guard.policy import Policy

READING = ("GET", "HEAD", "OPTIONS")


class Hosts:
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
        own = {host.lower() for host in hosts}
        ours = not origin or origin in self._origins or urlsplit(origin).netloc in own
        if scope["method"] not in READING and not ours:
            return await refuse(403, "Pages of other sites may not call this server.")(scope, receive, send)
        # Gradio would allow every origin to read the answers. An outer layer tells those that may.
        mutable = MutableHeaders(scope=scope)
        del mutable["origin"]
        await self._app(scope, receive, send)

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self._names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False
